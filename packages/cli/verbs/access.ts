import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedPreviewToken, ReceivedShareLink } from "@greenroom/contract/access";
import { group, readPeriod, required } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { ago } from "../text.ts";
import { siteVerb, table } from "./list.ts";

export function shareCommand(process: CommandProcess): CommandUnknownOpts {
  const create = siteVerb(process, {
    name: "create <site>",
    description: "Create a share link. Its URL is printed once.",
    options: [
      new Option("--deployment <id>", "the only preview it opens (default: every preview of the site)"),
      new Option("--name <name>", "name of the link, such as its recipient; only members see it"),
      required("--expires <time>", "how long it works, such as 12h or 7d; at most 90d").argParser(readPeriod),
    ],
    interrupted: ([site]) => `The link may have been created: see greenroom share list ${site}.`,
    call({ client, call, siteId }, _, { deployment: deploymentId, name, expires }) {
      const body = { expiresInSeconds: expires / 1_000, deploymentId, name };
      return client.shareLinks.create(siteId, body, call);
    },
    print(link, { terminal }) {
      terminal.fields([
        ["url", link.url ?? `${link.path ?? ""} on the host of each preview`],
        ["opens", scopeOf(link)],
        ["expires", link.expiresAt],
        ["id", link.id],
      ]);
      terminal.say("The link is shown only here. Anyone who has it can open the preview.", "quiet");
    },
  });
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List the share links of a site that work.",
    call: ({ client, call, siteId }) => client.shareLinks.list(siteId, call),
    print: table<ReceivedShareLink>(
      {
        name: (link) => link.name,
        opens: scopeOf,
        expires: (link) => link.expiresAt,
        used: usedOf,
        by: (link) => link.createdBy?.name,
        id: (link) => link.id,
      },
      () => "No share links.",
    ),
  });
  const revoke = siteVerb(process, {
    name: "revoke <site> <link>",
    description: "Revoke a share link; visitors who came by it lose access at once.",
    asks: ([, id]) => `Revoke share link ${id}? Visitors who came by it lose access.`,
    async call({ client, call, siteId }, [, id]) {
      await client.shareLinks.revoke(siteId, id, call);
      return { id, revoked: true };
    },
    print: ({ id }) => `Revoked ${id}.`,
  });
  return group("share", "Show protected previews to people without an account.", [create, list, revoke]);
}

export function previewTokensCommand(process: CommandProcess): CommandUnknownOpts {
  const create = siteVerb(process, {
    name: "create <site>",
    description: "Create a preview token. It is printed once.",
    options: [required("--name <name>", "what uses it, such as playwright")],
    interrupted: ([site]) => `The token may have been created: see greenroom preview-tokens list ${site}.`,
    call: ({ client, call, siteId }, _, { name }) => client.previewTokens.create(siteId, { name }, call),
    print({ token, name, id }, { terminal }) {
      terminal.fields([
        ["token", token],
        ["name", name],
        ["id", id],
      ]);
      terminal.say("The token is shown only here. Tests send it in the header Greenroom-Preview-Token.", "quiet");
    },
  });
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List the preview tokens of a site.",
    call: ({ client, call, siteId }) => client.previewTokens.list(siteId, call),
    print: table<ReceivedPreviewToken>(
      {
        name: (token) => token.name,
        token: (token) => `…${token.last4 ?? ""}`,
        used: usedOf,
        by: (token) => token.createdBy?.name,
        id: (token) => token.id,
      },
      () => "No preview tokens.",
    ),
  });
  const revoke = siteVerb(process, {
    name: "revoke <site> <token>",
    description: "Revoke a preview token, given by its id.",
    asks: ([, id]) => `Revoke preview token ${id}? Tests that use it can no longer open previews.`,
    async call({ client, call, siteId }, [, id]) {
      await client.previewTokens.revoke(siteId, id, call);
      return { id, revoked: true };
    },
    print: ({ id }) => `Revoked ${id}.`,
  });
  return group("preview-tokens", "Let automated tests open protected previews.", [create, list, revoke]);
}

function scopeOf({ deploymentId }: ReceivedShareLink): string {
  return deploymentId ?? "every preview of the site";
}

function usedOf({ lastUsedAt }: ReceivedShareLink | ReceivedPreviewToken): string {
  return lastUsedAt === null || lastUsedAt === undefined ? "never" : ago(lastUsedAt, Date.now());
}
