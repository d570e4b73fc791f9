import { type Html, html } from "../../outside/html.ts";
import { comparisonOf } from "../../review/release-comparison.ts";
import { takesBackText } from "../../review/takes-back-text.ts";
import { hostedUrl } from "../../settings.ts";
import {
  deploymentNotFound,
  type DeploymentView,
  listDeployments,
  previewUrl,
  requireDeployment,
} from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import type { Live } from "../../store/sites/hosts.ts";
import { listReleases, type Release } from "../../store/sites/releases.ts";
import { branchName, deploymentName, optionsOf } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { selectionOf } from "./changed-pages.ts";
import { filesCount } from "./page-facts.ts";
import { changesText } from "./release-banner.ts";
import { comparisonColumns, renderForm } from "./release-page.ts";

interface Surroundings {
  readonly site: SiteRow;
  readonly live: Live | undefined;
  readonly isLive: boolean;
}

export type Compared = NonNullable<Awaited<ReturnType<typeof readCompared>>>;

const OFFERED = { releases: 6, previews: 15 } as const;

/** Without a base in the URL: a release with what was live before it, a preview with what is live. */
export async function readCompared(request: MemberRequest, row: DeploymentView, around: Surroundings) {
  const { context, actor } = request;
  const { db } = context;
  const { site, live } = around;
  if (row.status !== "ready" || row.file_list_digest === null) return undefined;
  const releases = await listReleases(db, site.id, { limit: OFFERED.releases });
  const baseId = namedBase(request) ?? (await baseOf(request, row, around));
  const base = baseId === undefined ? undefined : await requireDeployment(db, actor.workspaceId, baseId);
  if (base && (base.site_id !== site.id || base.file_list_digest === null)) throw deploymentNotFound();
  const compared = base && { deploymentId: base.id, fileListDigest: base.file_list_digest };
  const comparison = await comparisonOf(context, { site, source: row, live: compared });
  if (!comparison) return undefined;
  const previews = await listDeployments(db, actor.workspaceId, {
    filter: { siteId: site.id, environment: "preview", status: "ready" },
    limit: OFFERED.previews,
  });
  return {
    comparison,
    versions: {
      before: base && (await addressOf(request, base, live)),
      after: await addressOf(request, row, live),
      beforeName: base ? nameOf(base, releases, live) : "Nothing",
      afterName: row.environment === "production" ? "This release" : "This preview",
    },
    /** Undefined: there was nothing before it. */
    baseId: base?.id,
    withLive: base !== undefined && base.id === live?.deploymentId,
    choices: choicesOf(row, { releases, previews, base, live }),
  };
}

function namedBase({ c }: MemberRequest): string | undefined {
  return c.req.query("with") || undefined;
}

async function baseOf(
  { context: { db } }: MemberRequest,
  row: DeploymentView,
  { site, live, isLive }: Surroundings,
): Promise<string | undefined> {
  if (row.environment === "preview" && !isLive) return live?.deploymentId;
  const until = row.environment === "production" ? (row.finished_at ?? undefined) : undefined;
  const [, former] = await listReleases(db, site.id, { limit: 2, until });
  return former?.fileListDigest === null ? undefined : former?.deploymentId;
}

/** A release is found at the preview that it was made from, which stays. */
async function addressOf(
  { context: { db, addresses }, actor }: MemberRequest,
  row: DeploymentView,
  live: Live | undefined,
): Promise<string | undefined> {
  const source = row.source_deployment_id;
  const preview = source === null ? row : await requireDeployment(db, actor.workspaceId, source);
  const production =
    row.id === live?.deploymentId ? hostedUrl(addresses, row.production_label, "production") : undefined;
  return previewUrl(preview, addresses) ?? production;
}

function nameOf(
  { id, environment, commit_sha: sha }: DeploymentView,
  releases: readonly Release[],
  live: Live | undefined,
): string {
  const number = releases.find(({ deploymentId }) => deploymentId === id)?.number;
  const release = number === undefined ? "Release" : `Release ${number}`;
  if (id === live?.deploymentId) return number === undefined ? "Live" : `Live, ${release.toLowerCase()}`;
  return environment === "production" ? release : `Preview ${(sha ?? id).slice(0, 8)}`;
}

interface Offered {
  readonly releases: readonly Release[];
  readonly previews: readonly DeploymentView[];
  readonly base: DeploymentView | undefined;
  readonly live: Live | undefined;
}

function choicesOf(row: DeploymentView, { releases, previews, base, live }: Offered) {
  const labels = new Map<string, string>();
  const offer = (id: string, digest: string | null, label: string): void => {
    if (digest === null || id === row.id || labels.has(id)) return;
    const text = id === live?.deploymentId ? `Live: ${label}` : label;
    labels.set(id, text.slice(0, MAX_LABEL_CHARS));
  };
  for (const { deploymentId, fileListDigest, number, commitMessage } of releases) {
    offer(deploymentId, fileListDigest, `release ${number}${commitMessage === null ? "" : `, ${commitMessage}`}`);
  }
  for (const one of [...previews, ...(base ? [base] : [])]) {
    const commit = (one.commit_sha ?? "").slice(0, 8);
    offer(one.id, one.file_list_digest, `${branchName(one.branch)} ${commit}, ${deploymentName(one)}`);
  }
  return [...labels];
}

const MAX_LABEL_CHARS = 90;

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function comparedPart(
  request: MemberRequest,
  { comparison, versions, baseId, withLive, choices }: Compared,
  mayChange: boolean,
): Html {
  const { c } = request;
  const differing = comparison.pages.length + comparison.rules.length + filesCount(comparison.files);
  const isSame = comparison.state === "ready" && differing === 0;
  const named = namedBase(request);
  const list = {
    path: c.req.path,
    ...(named !== undefined && { query: { with: named } }),
    comparison,
    selection: selectionOf(c.req.query(), comparison, new Set()),
    viewed: undefined,
  };
  return html`<div class="row compared-with">
      <p id="banner">
        <strong>${capital(changesText(comparison))}</strong>${withLive && !isSame && comparison.rollBackTo === undefined && html`, takes back ${takesBackText(comparison.files)}`}
        ${comparison.state !== "ready" && comparison.message !== undefined && html`<span class="dim">${comparison.message}</span>`}
      </p>
      <form method="get" action="${c.req.path}" class="row">
        <label for="with">Compared with</label>
        <select id="with" name="with">
          ${baseId === undefined && html`<option value="" selected>nothing, it is the first</option>`}${optionsOf(choices, baseId)}
        </select>
        <button class="secondary small">Compare</button>
      </form>
    </div>
    ${
      isSame
        ? html`<div class="empty"><p>The same files are there on both sides.</p></div>`
        : comparisonColumns(list, {
            versions,
            more: mayChange ? renderForm(request, list) : undefined,
            tools: undefined,
          })
    }`;
}
