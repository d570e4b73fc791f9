import { Command, InvalidArgumentError, Option } from "commander";
import type { ReceivedDeployment } from "@greenroom/contract/deployment";
import type { DeploymentStatus, Environment } from "@greenroom/contract/status";
import type { ListDeployments } from "@greenroom/contract/deployment";
import { DEPLOYMENT_STATUS_CHOICES, ENVIRONMENT_CHOICES } from "./choices.ts";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { DEPLOYMENT_COLUMNS, deploymentFields, deploymentRow } from "./deployment-text.ts";
import { wholeNumber } from "./numbers.ts";
import { runVerb, type Verb } from "./verb.ts";

interface ListFlags extends ConnectionFlags {
  readonly site?: string;
  readonly environment?: Environment;
  readonly status?: DeploymentStatus;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
}

const MOST_LISTED = 10_000;
const PAGE = 100;

/** The verbs about deployments that are there already. */
export function deploymentsCommand(): Command {
  const command = new Command("deployments").description("List, show and cancel deployments.");
  const list = clientVerb("list", "List deployments, newest first.")
    .option("--site <site>", "only of this site, named by id or slug")
    .addOption(new Option("--environment <name>", "only of this environment").choices(ENVIRONMENT_CHOICES))
    .addOption(new Option("--status <status>", "only in this status").choices(DEPLOYMENT_STATUS_CHOICES))
    .addOption(
      new Option("--since <time>", "created at or after, as in 2026-03-01 or 2026-03-01T12:00Z").argParser(readTime),
    )
    .addOption(new Option("--until <time>", "created before").argParser(readTime))
    .addOption(new Option("--limit <number>", "most to list").argParser(wholeNumber(1, MOST_LISTED)).default(20))
    .action((flags: ListFlags) => runVerb(flags, (verb) => listDeployments(verb, flags)));
  const show = clientVerb("show <deployment>", "Show a deployment.").action((id: string, flags: ConnectionFlags) =>
    runVerb(flags, (verb) => showDeployment(verb, id)),
  );
  const cancel = clientVerb("cancel <deployment>", "Cancel a deployment that has not ended.").action(
    (id: string, flags: ConnectionFlags) => runVerb(flags, (verb) => cancelDeployment(verb, id)),
  );
  for (const child of [list, show, cancel]) command.addCommand(child);
  return command;
}

function readTime(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError("Give a date or time such as 2026-03-01T12:00Z.");
  return new Date(ms).toISOString();
}

async function listDeployments(verb: Verb, flags: ListFlags): Promise<void> {
  const { terminal, json } = verb;
  const deployments = await readPages(verb, flags);
  if (json) return terminal.json(deployments);
  const nowMs = Date.now();
  const rows = deployments.map((deployment) => deploymentRow(deployment, nowMs));
  terminal.table(DEPLOYMENT_COLUMNS, rows, "No deployment like that.");
  if (deployments.length === flags.limit) terminal.say("There may be more: give a higher --limit.", "quiet");
}

/** Reads page after page until there are enough; a service without pages gives all at once. */
async function readPages({ client, call }: Verb, flags: ListFlags): Promise<readonly ReceivedDeployment[]> {
  const { environment, status, since, until } = flags;
  const filter = clean({ environment, status, since, until });
  const { resolveSite } = await import("@greenroom/client/create");
  const site = flags.site === undefined ? undefined : await resolveSite(client, flags.site, call);
  const found: ReceivedDeployment[] = [];
  let cursor: string | undefined;
  while (found.length < flags.limit) {
    const page = clean({ ...filter, limit: Math.min(PAGE, flags.limit - found.length), cursor });
    const { deployments, nextCursor } =
      site === undefined
        ? await client.deployments.list(page, call)
        : await client.deployments.listForSite(site.id, page, call);
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

async function showDeployment({ client, call, terminal, json }: Verb, id: string): Promise<void> {
  const deployment = await client.deployments.get(id, call);
  if (json) terminal.json(deployment);
  else terminal.fields(deploymentFields(deployment));
}

async function cancelDeployment(verb: Verb, id: string): Promise<void> {
  const { client, call, terminal, json } = verb;
  verb.parting(`Interrupted. It may have been canceled all the same: see greenroom deployments show ${id}.`);
  const deployment = await client.deployments.cancel(id, call);
  if (json) terminal.json(deployment);
  else terminal.line(`Canceled ${deployment.id}; it is ${deployment.status}.`);
}
