import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { parseNamedSite } from "@greenroom/contract/token";
import { apiCommand } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { callVerb, type Options, type Verb, type Words } from "../verb.ts";

export function apiVerb<const Given extends Options = readonly [], Result = unknown>(
  process: CommandProcess,
  verb: Verb<ApiContext, Given, Result>,
): CommandUnknownOpts {
  const command = apiCommand(verb.name, verb.description);
  return callVerb(command, verb, (work) => runApiCommand(process, command.opts(), work));
}

export interface SiteContext extends ApiContext {
  readonly siteId: string;
}

/** A verb that is one call on the site that its first word names. */
export function siteVerb<const Given extends Options = readonly [], Result = unknown>(
  process: CommandProcess,
  verb: Verb<SiteContext, Given, Result>,
): CommandUnknownOpts {
  const command = apiCommand(verb.name, verb.description);
  return callVerb(command, verb, (work, site) =>
    runApiCommand(process, command.opts(), async (context) =>
      work({ ...context, siteId: await siteIdOf(context, site) }),
    ),
  );
}

/** The cell of a row, by the title of its column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

export function table<Row>(columns: Columns<Row>, empty: (first: string) => string) {
  const cells = Object.values(columns);
  return (rows: readonly Row[], { terminal }: ApiContext, [first]: Words): void =>
    terminal.table(
      Object.keys(columns),
      rows.map((row) => cells.map((cell) => cell(row) ?? "")),
      empty(first),
    );
}

export async function siteOfDeployment({ client, call }: ApiContext, id: string): Promise<string> {
  const { siteId } = await client.deployments.get(id, call);
  if (siteId !== undefined) return siteId;
  throw new CommandError(
    "refused",
    `The service does not say which site ${id} belongs to. Open the deployment on the web.`,
  );
}

/** @param text Id or slug, or `workspace/slug` as runs name it. */
export async function siteIdOf({ client, call }: ApiContext, text: string): Promise<string> {
  const { resolveSite } = await import("@greenroom/client/create");
  const { workspace: named, site } = parseNamedSite(text) ?? { site: text };
  if (named !== undefined) {
    const { workspace } = await client.token.get(call);
    if (workspace.slug !== named) {
      const message = `The token is of the workspace ${workspace.slug ?? workspace.name}, not of ${named}. Sign in to that one.`;
      throw new CommandError("usage", message);
    }
  }
  return (await resolveSite(client, site, call)).id;
}
