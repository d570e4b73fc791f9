import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { ListDeployments } from "@greenroom/contract/deployment";
import { buildErrorHint } from "@greenroom/contract/errors";
import { MAX_PULL_REQUEST_NUMBER } from "@greenroom/contract/label";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { ApiContext } from "../context.ts";
import { DEPLOYMENT_STATUS_CHOICES, ENVIRONMENT_CHOICES, group, required, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { confirm, yesOption } from "../prompts.ts";
import { ago } from "../text.ts";
import type { FlagsOf, Words } from "../verb.ts";
import { apiVerb, siteIdOf, siteOfDeployment } from "./list.ts";
import { reviewCommand } from "./review.ts";
import { readSlugs, type Slugs } from "./whoami.ts";

const MAX_LISTED = 10_000;
const PAGE_SIZE = 100;

export function deploymentsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = apiVerb(process, {
    name: "list",
    description: "List deployments, newest first.",
    options: listOptions(),
    call: readPages,
    async print(deployments, context, _, { limit }) {
      const [slugs, nowMs] = [await readSlugs(context), Date.now()];
      const rows = deployments.map((deployment) => deploymentRow(deployment, { slugs, nowMs }));
      context.terminal.table(DEPLOYMENT_COLUMNS, rows, "No matching deployments.");
      if (deployments.length === limit) context.terminal.say("There may be more. Use a higher --limit.", "quiet");
    },
  });
  const show = apiVerb(process, {
    name: "show <deployment>",
    description: "Show a deployment.",
    call: ({ client, call }, [id]) => client.deployments.get(id, call),
    print: (deployment, { terminal }) => terminal.fields(deploymentFields(deployment)),
  });
  const cancel = apiVerb(process, {
    name: "cancel <deployment>",
    description: "Cancel a deployment that has not finished.",
    interrupted: ([id]) => `The deployment may have been canceled: see greenroom deployments show ${id}.`,
    call: ({ client, call }, [id]) => client.deployments.cancel(id, call),
    print: ({ id, status }) => `Canceled ${id} (status: ${status}).`,
  });
  const remove = apiVerb(process, {
    name: "delete <deployment>",
    description:
      "Delete the files of a deployment; its record and its log stay. A preview that is queued or building is canceled.",
    options: [yesOption()],
    async call(context, [id], { yes }) {
      const siteId = await siteOfDeployment(context, id);
      await confirm(context, `Delete the files of ${id}? Its URL will say that it is gone.`, yes);
      context.onInterruptMessage(`Interrupted. It may have been deleted: see greenroom deployments show ${id}.`);
      return await context.client.deployments.remove(siteId, id, context.call);
    },
    print: ({ id }) => `Deleted the files of ${id}. Its record and its log stay.`,
  });
  const close = apiVerb(process, {
    name: "close <pull-request>",
    description:
      "Have the previews of a pull request that was closed deleted after 24 hours; deploying it again takes that back.",
    options: [required("--site <site>", "site of the previews (id or slug)")],
    async call(context, [text], { site }) {
      const number = wholeNumber(1, MAX_PULL_REQUEST_NUMBER)(text.replace(/^#/, ""));
      return await context.client.deployments.closePullRequest(await siteIdOf(context, site), number, context.call);
    },
    print: ({ previews, removeAt }, _, [text]) =>
      `Previews of pull request ${text.replace(/^#/, "")}: ${previews}, deleted after ${removeAt}.`,
  });
  const provenance = apiVerb(process, {
    name: "provenance <deployment>",
    description: "Print the signed statements about a ready deployment, one envelope a line.",
    call: async (context, [id]) => context.client.provenance.get(await siteOfDeployment(context, id), id, context.call),
    print({ statements }, { terminal }) {
      for (const statement of statements) terminal.json(statement, { oneLine: true });
    },
  });
  return group(
    "deployments",
    "List, show, review, cancel and delete deployments, and read what was signed about them.",
    [list, show, reviewCommand(process), cancel, remove, close, provenance],
  );
}

function readTime(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError("Give a date or time such as 2026-03-01T12:00Z.");
  return new Date(ms).toISOString();
}

function listOptions() {
  return [
    new Option("--site <site>", "only this site (id or slug)"),
    new Option("--environment <name>", "only this environment").choices(ENVIRONMENT_CHOICES),
    new Option("--status <status>", "only this status").choices(DEPLOYMENT_STATUS_CHOICES),
    new Option("--since <time>", "created at or after this time, such as 2026-03-01 or 2026-03-01T12:00Z").argParser(
      readTime,
    ),
    new Option("--until <time>", "created before this time").argParser(readTime),
    new Option("--limit <number>", "maximum number to list").argParser(wholeNumber(1, MAX_LISTED)).default(20),
  ] as const;
}

/** Reads pages until there are enough; a service without pages sends all at once. */
async function readPages(
  context: ApiContext,
  _: Words,
  flags: FlagsOf<ReturnType<typeof listOptions>>,
): Promise<readonly ReceivedDeployment[]> {
  const { client, call } = context;
  const { environment, status, since, until } = flags;
  const filter = clean({ environment, status, since, until });
  const siteId = flags.site === undefined ? undefined : await siteIdOf(context, flags.site);
  const found: ReceivedDeployment[] = [];
  let cursor: string | undefined;
  while (found.length < flags.limit) {
    const page = clean({ ...filter, limit: Math.min(PAGE_SIZE, flags.limit - found.length), cursor });
    const { deployments, nextCursor } =
      siteId === undefined
        ? await client.deployments.list(page, call)
        : await client.deployments.listForSite(siteId, page, call);
    found.push(...deployments);
    if (nextCursor === null || deployments.length === 0) break;
    cursor = nextCursor;
  }
  return found.slice(0, flags.limit);
}

type Query = { readonly [Name in keyof ListDeployments]?: ListDeployments[Name] | undefined };

function clean(query: Query): ListDeployments {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

const DEPLOYMENT_COLUMNS = ["status", "site", "environment", "branch", "commit", "created", "id"] as const;

function deploymentRow(
  deployment: ReceivedDeployment,
  { slugs, nowMs }: { readonly slugs: Slugs; readonly nowMs: number },
): readonly string[] {
  const { id, environment, status, branch, createdAt, pullRequest, siteId = "" } = deployment;
  const from = pullRequest ? `${branch ?? ""} #${pullRequest.number}`.trim() : (branch ?? "");
  const site = slugs.get(siteId) ?? siteId;
  return [status, site, environment ?? "", from, commitCell(deployment), ago(createdAt, nowMs), id];
}

const MESSAGE_CHARS = 32;

/** A table has no space for more of a message. */
function commitCell({ commitSha, commit }: ReceivedDeployment): string {
  const message = Array.from(commit?.message ?? "");
  const shown = message.length > MESSAGE_CHARS ? `${message.slice(0, MESSAGE_CHARS - 1).join("")}…` : message.join("");
  return `${(commitSha ?? "").slice(0, 7)} ${shown}`.trim();
}

export function deploymentFields(
  deployment: ReceivedDeployment,
): readonly (readonly [string, string | null | undefined])[] {
  const { error } = deployment;
  const reason = failureReason(deployment);
  const hint = reason?.hint ?? buildErrorHint(error?.code ?? "");
  return [
    ["id", deployment.id],
    ["status", deployment.status],
    ["environment", deployment.environment],
    ["preview", deployment.previewUrl],
    ["branch preview", deployment.aliases?.[0]],
    ["production", deployment.productionUrl],
    ["site", deployment.siteId],
    ["branch", deployment.branch],
    ["commit", deployment.commitSha],
    ["message", deployment.commit?.message],
    ["author", deployment.commit?.author],
    ["pull request", pullRequestText(deployment)],
    ["source", deployment.sourceDeploymentId],
    ["created", deployment.createdAt],
    ["held until", deployment.heldUntil ?? undefined],
    ["started", deployment.startedAt],
    ["finished", deployment.finishedAt],
    ["files", removedText(deployment)],
    ["error", error ? [error.code, error.message].filter(Boolean).join(": ") : ""],
    ["reason", reason && [placeOf(reason), reason.message].filter(Boolean).join(": ")],
    ["hint", hint !== undefined && error?.message?.includes(hint) === true ? "" : hint],
    ...warnings(deployment).map((text) => ["warning", text] as const),
    ["log", error ? deployment.webUrl : ""],
  ];
}

type Diagnostic = NonNullable<ReceivedDeployment["diagnostics"]>[number];

export function failureReason({ diagnostics }: ReceivedDeployment): Diagnostic | undefined {
  return diagnostics?.find(({ level }) => level !== "warning");
}

const MAX_WARNINGS = 20;

function warnings({ diagnostics }: ReceivedDeployment): readonly string[] {
  const found = (diagnostics ?? []).filter(({ level }) => level === "warning");
  return found.slice(0, MAX_WARNINGS).map(({ message, hint }) => [message, hint].filter(Boolean).join(" "));
}

function removedText({ removedAt, removedBecause }: ReceivedDeployment): string | undefined {
  return removedAt ? `removed ${removedAt} (${removedBecause ?? "no reason given"})` : undefined;
}

function pullRequestText({ pullRequest }: ReceivedDeployment): string | undefined {
  if (!pullRequest) return undefined;
  return [`#${pullRequest.number}`, pullRequest.title, pullRequest.url].filter(Boolean).join(" ");
}

function placeOf({ file, line, column }: Diagnostic): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
