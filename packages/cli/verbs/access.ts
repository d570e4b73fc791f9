import { Command } from "commander";
import type { CreateShareLink, ReceivedPreviewToken, ReceivedShareLink } from "@greenroom/contract/access";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { confirm } from "../prompts.ts";
import { ago } from "../text.ts";
import { type Columns, printList, siteIdOf } from "./list.ts";

interface ShareFlags extends ConnectionFlags {
  readonly deployment?: string;
  readonly name?: string;
  readonly expires: string;
}

type RevokeFlags = ConnectionFlags & { readonly yes?: true };

export function shareCommand(process: CommandProcess): Command {
  const command = new Command("share").description("Show protected previews to people without an account.");
  const create = apiCommand("create <site>", "Create a share link. Its URL is printed once.")
    .option("--deployment <id>", "the only preview it opens (default: every preview of the site)")
    .option("--name <name>", "name of the link, such as its recipient; only members see it")
    .requiredOption("--expires <time>", "how long it works, such as 12h or 7d; at most 90d")
    .action((site: string, flags: ShareFlags) =>
      runApiCommand(process, flags, (context) => share(context, site, flags)),
    );
  const list = apiCommand("list <site>", "List the share links of a site that work.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => listLinks(context, site)),
  );
  const revoke = apiCommand(
    "revoke <site> <link>",
    "Revoke a share link; visitors who came by it lose access within a minute.",
  )
    .option("--yes", "do not ask for confirmation")
    .action((site: string, link: string, flags: RevokeFlags) =>
      runApiCommand(process, flags, (context) => revokeLink(context, { site, link, yes: flags.yes === true })),
    );
  for (const child of [create, list, revoke]) command.addCommand(child);
  return command;
}

export function previewTokensCommand(process: CommandProcess): Command {
  const command = new Command("preview-tokens").description("Let automated tests open protected previews.");
  const create = apiCommand("create <site>", "Create a preview token. It is printed once.")
    .requiredOption("--name <name>", "what uses it, such as playwright")
    .action((site: string, flags: ConnectionFlags & { readonly name: string }) =>
      runApiCommand(process, flags, (context) => createToken(context, site, flags.name)),
    );
  const list = apiCommand("list <site>", "List the preview tokens of a site.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => listTokens(context, site)),
  );
  const revoke = apiCommand("revoke <site> <token>", "Revoke a preview token, given by its id.")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, token: string, flags: RevokeFlags) =>
      runApiCommand(process, flags, (context) => revokeToken(context, { site, token, yes: flags.yes === true })),
    );
  for (const child of [create, list, revoke]) command.addCommand(child);
  return command;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };

/** @throws {CommandError} `usage` */
function readSeconds(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNIT_SECONDS[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new CommandError("usage", `--expires is a number with m, h or d, such as 12h or 7d, not ${text}.`);
}

async function share(context: ApiContext, site: string, flags: ShareFlags): Promise<void> {
  const { client, call, terminal, json } = context;
  const { deployment, name } = flags;
  const body: CreateShareLink = {
    expiresInSeconds: readSeconds(flags.expires),
    ...(deployment === undefined ? {} : { deploymentId: deployment }),
    ...(name === undefined ? {} : { name }),
  };
  const id = await siteIdOf(context, site);
  context.onInterruptMessage(`Interrupted. The link may have been created: see greenroom share list ${site}.`);
  const link = await client.shareLinks.create(id, body, call);
  if (json) return terminal.json(link);
  terminal.fields([
    ["url", link.url ?? `${link.path ?? ""} on the host of each preview`],
    ["opens", scopeOf(link)],
    ["expires", link.expiresAt],
    ["id", link.id],
  ]);
  terminal.say("The link is shown only here. Anyone who has it can open the preview.", "quiet");
}

function scopeOf({ deploymentId }: ReceivedShareLink): string {
  return deploymentId ?? "every preview of the site";
}

async function listLinks(context: ApiContext, site: string): Promise<void> {
  const links = await context.client.shareLinks.list(await siteIdOf(context, site), context.call);
  printList(context, links, LINK_COLUMNS, "No share links.");
}

const LINK_COLUMNS: Columns<ReceivedShareLink> = {
  name: (link) => link.name,
  opens: scopeOf,
  expires: (link) => link.expiresAt,
  used: usedOf,
  by: (link) => link.createdBy?.name,
  id: (link) => link.id,
};

function usedOf({ lastUsedAt }: ReceivedShareLink | ReceivedPreviewToken): string {
  return lastUsedAt === null || lastUsedAt === undefined ? "never" : ago(lastUsedAt, Date.now());
}

interface Revoking {
  readonly site: string;
  readonly yes: boolean;
}

async function revokeLink(
  context: ApiContext,
  { site, link, yes }: Revoking & { readonly link: string },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  await confirm(context, `Revoke share link ${link}? Visitors who came by it lose access.`, yes);
  await client.shareLinks.revoke(id, link, call);
  if (json) terminal.json({ id: link, revoked: true });
  else terminal.line(`Revoked ${link}.`);
}

async function createToken(context: ApiContext, site: string, name: string): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  context.onInterruptMessage(
    `Interrupted. The token may have been created: see greenroom preview-tokens list ${site}.`,
  );
  const created = await client.previewTokens.create(id, { name }, call);
  if (json) return terminal.json(created);
  terminal.fields([
    ["token", created.token],
    ["name", created.name],
    ["id", created.id],
  ]);
  terminal.say("The token is shown only here. Tests send it in the header Greenroom-Preview-Token.", "quiet");
}

async function listTokens(context: ApiContext, site: string): Promise<void> {
  const tokens = await context.client.previewTokens.list(await siteIdOf(context, site), context.call);
  printList(context, tokens, TOKEN_COLUMNS, "No preview tokens.");
}

const TOKEN_COLUMNS: Columns<ReceivedPreviewToken> = {
  name: (token) => token.name,
  token: (token) => `…${token.last4 ?? ""}`,
  used: usedOf,
  by: (token) => token.createdBy?.name,
  id: (token) => token.id,
};

async function revokeToken(
  context: ApiContext,
  { site, token, yes }: Revoking & { readonly token: string },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  await confirm(context, `Revoke preview token ${token}? Tests that use it can no longer open previews.`, yes);
  await client.previewTokens.revoke(id, token, call);
  if (json) terminal.json({ id: token, revoked: true });
  else terminal.line(`Revoked ${token}.`);
}
