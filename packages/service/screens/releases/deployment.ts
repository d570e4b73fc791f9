import { isTerminal, SetVariable } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { validated } from "../../domain/api-error.ts";
import { canBuildAgain, isHeld, nextAction } from "../../domain/next-action.ts";
import { canDevelop } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { findOpenRequest, waitingRequest } from "../../store/approvals/approvals.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { letThrough } from "../../store/deployments/build-budget.ts";
import {
  isOfDefaultBranch,
  cancelDeployment,
  type DeploymentView,
  findLastGood,
  usualBuildMs,
} from "../../store/deployments/deployments.ts";
import { deleteDeployment } from "../../store/deployments/removals.ts";
import type { RemovalReason, SiteRow } from "../../store/engine/schema.ts";
import { readFileList } from "../../store/files/file-lists.ts";
import { StoreUnavailable } from "../../store/files/objects.ts";
import { requireDeveloper } from "../../store/people/users.ts";
import { findThumbnails } from "../../store/reviews/reviews.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { findSite, requireSite } from "../../store/sites/sites.ts";
import {
  branchOf,
  builtElsewhere,
  commitLink,
  deploymentName,
  duration,
  factList,
  hintBox,
  pullRequest,
  relativeTime,
  segments,
  thumbnailPath,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, safeNext } from "../guard.ts";
import { defineScreen, deploymentOf, type FormResult, problem } from "../screen.ts";
import { share } from "../sites/access.ts";
import { setVariables } from "../sites/variables.ts";
import { type Compared, comparedPart, readCompared } from "./compared.ts";
import { deploymentHead } from "./deployment-head.ts";
import { failure, warnings } from "./failure.ts";
import { fileTree } from "./file-tree.ts";
import { chooseFolder, foundSites } from "./found-sites.ts";
import { logPart, readLog } from "./log.ts";
import { allowHost, allowList, refusedHostsNotice } from "./refused-hosts.ts";
import { renderMore } from "./release-page.ts";
import { missingNames, remedyButton } from "./remedies.ts";
import { stageBar } from "./stages.ts";

const ALLOWED = "Allowed for the builds of this site from now on. Try again to build with it.";

export const deploymentScreen = defineScreen({
  load: readDeployment,
  view(request, data) {
    const { row, site, missing } = data;
    return {
      title: `${row.status}: ${deploymentName(row)} · ${site?.name ?? "a site"}`,
      section: "/app/sites",
      kit: "release",
      body: html`<p class="crumbs">
          <a href="/app/sites">Sites</a> / <a href="/app/sites/${row.site_id}"><bdi>${site?.name}</bdi></a>
        </p>
        ${deploymentHead(request, row, { ...data, remedy: site && remedyButton(request, { row, site, missing }) })}
        ${held(request.context, row)} ${failure(request, row, data)} ${warnings(row)} ${refusedHostsNotice(request, row, site)} ${foundSites(request, row)} ${removed(request.context, row)} ${builtElsewhere(row)}
        ${tabs(request, data)}`,
    };
  },
  actions: {
    cancel: { run: cancel },
    deploy: { run: deployAgain },
    delete: { run: deleteFiles },
    render: { run: renderPages },
    "let-through": { run: start },
    value: { run: setValues },
    share: { run: async (request) => share({ ...request, site: await siteOfDeployment(request) }) },
    allow: { run: (request) => thenBuild(request, allowHost), done: ALLOWED },
    folder: { run: (request) => thenBuild(request, chooseFolder), done: "The folder is set." },
    "allow-list": { run: async (request) => allowList(request, await deploymentOf(request)), done: ALLOWED },
  },
});

type DeploymentPage = Awaited<ReturnType<typeof readDeployment>>;

async function readDeployment(request: MemberRequest) {
  const { context, actor } = request;
  const { db } = context;
  const row = await deploymentOf(request);
  const site = await findSite(db, actor.workspaceId, { siteId: row.site_id });
  const live = await liveOfSite(db, row.site_id);
  const isLive = [live?.deploymentId, live?.sourceDeploymentId].includes(row.id);
  const at = instant(context.clock);
  const sourceDeploymentId = row.source_deployment_id ?? row.id;
  const open = await findOpenRequest(db, actor.workspaceId, { sourceDeploymentId, at });
  const thumbnails = await findThumbnails(db, actor.workspaceId, [sourceDeploymentId]);
  const compared = site && (await readCompared(request, row, { site, live, isLive }));
  const log = await readLog(context, row);
  return {
    row,
    site,
    isLive,
    next: nextAction({ deployment: row, at, isLive, request: open && waitingRequest(open, at), member: actor }),
    compared,
    picture: thumbnailPath(sourceDeploymentId, thumbnails),
    log,
    stages: stageBar(row, {
      log,
      review: compared?.comparison.state,
      usualMs: await usualBuildMs(db, row),
      nowMs: context.clock.now(),
    }),
    files: await readFiles(request, row, compared),
    missing: missingNames(row),
    lastGood: row.status === "failed" && row.environment === "preview" ? await findLastGood(db, row) : undefined,
  };
}

/** Read only when the URL asks for them: a list can be long. */
async function readFiles(
  { context: { objects }, c }: MemberRequest,
  { file_list_digest: digest }: DeploymentView,
  compared: Compared | undefined,
): Promise<Html | undefined> {
  if (digest === null || c.req.query("tab") !== "files") return undefined;
  try {
    return fileTree(await readFileList(objects, digest), compared?.comparison.files);
  } catch (error) {
    if (error instanceof StoreUnavailable) return html`<p>The store of files is away. Load this page again.</p>`;
    throw error;
  }
}

type Tab = readonly [name: string, label: string, content: Html];

/** What changes comes first where there is something to look at. */
function tabs(request: MemberRequest, { row, compared, log, stages, files }: DeploymentPage): Html {
  const mayChange = canDevelop(request.actor.role);
  const parts: readonly Tab[] = [
    ...(compared ? [["changes", "Changes", comparedPart(request, compared, mayChange)] as const] : []),
    ["log", "Log", html`${row.status === "ready" && stages} ${logPart(row, log)}`],
    ...(files ? [["files", "Files", files] as const] : []),
    ["details", "Details", details(request.context, row)],
  ];
  const query = new URLSearchParams({ ...request.c.req.query(), tab: "files" }).toString();
  return html`<div class="tabbed" id="tabbed">
    <form aria-label="What to look at">
      ${segments({ name: "tab", legend: "What to look at", options: parts.map(([name, label]) => [name, label] as const), chosen: files && "files" })}
      ${!files && row.file_list_digest !== null && html`<a href="/app/deployments/${row.id}?${query}">Files</a>`}
    </form>
    ${parts.map(([name, , content]) => html`<div class="tab" data-name="${name}">${content}</div>`)}
  </div>`;
}

async function siteOfDeployment(request: MemberRequest): Promise<SiteRow> {
  return requireSite(request.context.db, request.actor.workspaceId, (await deploymentOf(request)).site_id);
}

function deploymentIdOf({ c }: MemberRequest): string {
  return c.req.param("deploymentId") ?? "";
}

function details(context: ServiceContext, row: DeploymentView): Html {
  const now = context.clock.now();
  const source = row.source_deployment_id;
  const request = row.approval_request_id;
  return factList([
    ["Commit", html`${commitLink(row)} ${branchOf(row)}`],
    ["Pull request", pullRequest(row)],
    ["Framework", row.framework !== null && html`<bdi>${row.framework}</bdi>`],
    ["Source", source !== null && html`<a href="/app/deployments/${source}">Preview</a>`],
    ["Approval", request !== null && html`<a href="/app/approvals/${request}">the request</a>`],
    ["Created", relativeTime(row.created_at, now)],
    ["Started", row.started_at !== null && relativeTime(row.started_at, now)],
    ["Duration", row.finished_at !== null && (duration(row.started_at, row.finished_at) ?? "not started")],
    ["Attempts", row.attempt > 1 && row.attempt],
    ["ID", html`<code>${row.id}</code>`],
  ]);
}

const REMOVED_BECAUSE: Readonly<Record<RemovalReason, string>> = {
  expired: "its time was over",
  pull_request_closed: "its pull request was closed",
  deleted: "it was deleted",
  site_archived: "its site was archived",
};

function removed({ clock }: ServiceContext, row: DeploymentView): Html | undefined {
  if (row.removed_at === null) return undefined;
  return hintBox(html`<strong>Its files were removed</strong> ${relativeTime(row.removed_at, clock.now())}, because
    ${REMOVED_BECAUSE[row.removed_because ?? "deleted"]}. Its record and its log stay.
    ${canBuildAgain(row) && "Deploy it again to have its URL back."}`);
}

function held({ clock }: ServiceContext, row: DeploymentView): Html | undefined {
  if (row.held_until === null || !isHeld(row, instant(clock))) return undefined;
  return hintBox(html`<strong>It waits:</strong> its author has started as many builds of this site within a day as
    <a href="/app/sites/${row.site_id}/settings#build">its settings</a> allow. It starts
    ${relativeTime(row.held_until, clock.now())}, or as soon as a developer lets it through.`);
}

async function setValues(request: FormRequest): Promise<FormResult> {
  const { form } = request;
  const row = await deploymentOf(request);
  const kind = form.has("plain") ? "plain" : "secret";
  const given = missingNames(row).map((name) =>
    validated(SetVariable, { name, value: form.get(`value-${name}`) ?? "", kind }),
  );
  if (given.length === 0) return problem("This build did not fail for a value.");
  await setVariables({ ...request, site: { id: row.site_id } }, given);
  return deployAgain(request);
}

async function renderPages(request: FormRequest): Promise<FormResult> {
  await requireDeveloper(request.context.db, request.actor);
  return renderMore(request, (await deploymentOf(request)).site_id);
}

async function cancel(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  await cancelDeployment(context, actor, deploymentIdOf(request));
  return c.redirect(safeNext(form.get("next") ?? c.req.path), 303);
}

async function deleteFiles(request: FormRequest): Promise<FormResult> {
  const { context, c, actor } = request;
  await deleteDeployment(context, actor, deploymentIdOf(request));
  return c.redirect(c.req.path, 303);
}

async function thenBuild(
  request: FormRequest,
  repair: (request: FormRequest, row: DeploymentView) => Promise<FormResult>,
): Promise<FormResult> {
  const row = await deploymentOf(request);
  const result = await repair(request, row);
  const isDone = !(result instanceof Response) && result.kind === "done";
  return isDone && canBuildAgain(row) ? deployAgain(request) : result;
}

async function start(request: FormRequest): Promise<FormResult> {
  const { id } = await deploymentOf(request);
  await letThrough(request.context, request.actor, id);
  return request.c.redirect(`/app/deployments/${id}`, 303);
}

/** Of the default branch, which was not named, the newest commit: a commit alone would be one of no branch. */
async function deployAgain(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  await c.get("limits").deploy(actor);
  const row = await deploymentOf(request);
  if (!canBuildAgain(row) || !isTerminal(row.status)) {
    return problem("Only a preview that the service built can be deployed again, after its end.");
  }
  const pullRequest = { number: row.pull_request_number, title: row.pull_request_title ?? "" };
  const body = {
    environment: "preview",
    commitSha: isOfDefaultBranch(row) ? undefined : (row.commit_sha ?? undefined),
    branch: row.branch ?? undefined,
    pullRequest: pullRequest.number === null ? undefined : pullRequest,
  };
  const { deployment } = await acceptPreview(context, actor, { siteId: row.site_id, key: field(form, "key"), body });
  return c.redirect(`/app/deployments/${deployment.id}`, 303);
}
