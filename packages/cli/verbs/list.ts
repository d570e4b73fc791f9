import { parseNamedSite } from "@greenroom/contract/token";
import { type Command, Option } from "commander";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";

/** The words behind a verb; empty where it takes none. */
export type Words = readonly [first: string, second: string, third: string];

/** A verb that is one call: what it takes, and how its result is printed where that is not JSON. */
interface Verb<Context, Flags, Result> {
  /** With its arguments, as in `show <deployment>`. */
  readonly name: string;
  readonly description: string;
  readonly options?: readonly Option[];
  readonly call: (context: Context, words: Words, flags: Flags) => Promise<Result>;
  readonly print: (result: Result, context: Context, words: Words, flags: Flags) => void;
}

/** A verb that is one call of the API. */
export function apiVerb<Flags, Result>(process: CommandProcess, verb: Verb<ApiContext, Flags, Result>): Command {
  return verbOf(process, verb, async (context) => context);
}

export interface SiteContext extends ApiContext {
  readonly siteId: string;
}

/** A verb that is one call on the site that its first word names. */
export function siteVerb<Flags, Result>(process: CommandProcess, verb: Verb<SiteContext, Flags, Result>): Command {
  return verbOf(process, verb, async (context, site) => ({ ...context, siteId: await siteIdOf(context, site) }));
}

function verbOf<Context extends ApiContext, Flags, Result>(
  process: CommandProcess,
  { name, description, options = [], call, print }: Verb<Context, Flags, Result>,
  open: (context: ApiContext, first: string) => Promise<Context>,
): Command {
  const command = apiCommand(name, description);
  for (const option of options) command.addOption(option);
  return command.action(() => {
    const flags = command.opts<Flags & ConnectionFlags>();
    const [first = "", second = "", third = ""] = command.args;
    const words = [first, second, third] as const;
    return runApiCommand(process, flags, async (api) => {
      const context = await open(api, first);
      const result = await call(context, words, flags);
      if (context.json) context.terminal.json(result);
      else print(result, context, words, flags);
    });
  });
}

/** Flags of a verb that asks before it removes something. */
export interface Confirmed {
  readonly yes?: true;
}

export function yesOption(): Option {
  return new Option("--yes", "do not ask for confirmation");
}

/** The cell of a row, by the title of its column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/** Prints a list as a table, with a sentence in its place when there is nothing. */
export function table<Row>(columns: Columns<Row>, empty: (first: string) => string) {
  const cells = Object.values(columns);
  return (rows: readonly Row[], { terminal }: ApiContext, [first]: Words): void =>
    terminal.table(
      Object.keys(columns),
      rows.map((row) => cells.map((cell) => cell(row) ?? "")),
      empty(first),
    );
}

/**
 * Finds the site of a deployment.
 * @throws {CommandError} `refused`
 */
export async function siteOfDeployment({ client, call }: ApiContext, id: string): Promise<string> {
  const { siteId } = await client.deployments.get(id, call);
  if (siteId !== undefined) return siteId;
  throw new CommandError("refused", `The service does not say the site of ${id}. Open the deployment on the web.`);
}

/**
 * Finds the id of a site that is named by its id or slug, or as runs name it.
 * @throws {CommandError} `usage` when the token is of another workspace than the one that is named.
 */
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
