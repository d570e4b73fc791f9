import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { ClientError } from "@greenroom/client/errors";
import type { CreateRepositoryCredential, ReceivedRepositoryCredential } from "@greenroom/contract/repository";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group } from "../options.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm, yesOption } from "../prompts.ts";
import { apiVerb, siteVerb, table } from "./list.ts";

export function repositoriesCommand(process: CommandProcess): CommandUnknownOpts {
  const commands = [...credentialVerbs(process), ...deployKeyVerbs(process)];
  return group("repositories", "Say what private repositories are read with.", commands);
}

function credentialVerbs(process: CommandProcess): readonly CommandUnknownOpts[] {
  const list = apiVerb(process, {
    name: "list",
    description: "List the credentials of the workspace, without secrets.",
    call: ({ client, call }) => client.repositoryCredentials.list(call),
    print: table<ReceivedRepositoryCredential>(
      {
        url: (credential) => credential.url,
        "read as": ({ username, appId }) => username ?? `App ${appId ?? ""}`,
        id: (credential) => credential.id,
      },
      () => "No credentials. Add one with greenroom repositories add https://github.com/OWNER/.",
    ),
  });
  const add = apiVerb(process, {
    name: "add <url>",
    description: "Let sites of the workspace read a repository, or a folder of them.",
    options: [
      new Option("--username <name>", "user name of a password or token"),
      new Option("--token-file <file>", "file with the password or token, - for standard input (default: -)"),
      new Option("--app-id <id>", "id or client id of a GitHub App, instead of a password"),
      new Option("--private-key-file <file>", "file with the App's private key, - for standard input (default: -)"),
      new Option("--api-url <url>", "REST API URL of your own GitHub server"),
    ],
    async call(context, [url], flags) {
      const body = await readCredential(context, url, flags);
      context.terminal.hide(body.kind === "password" ? body.password : body.privateKey);
      context.onInterruptMessage("Interrupted. The credential may have been added: see greenroom repositories list.");
      return await context.client.repositoryCredentials.create(body, context.call);
    },
    print: ({ url }) => `Sites of the workspace read ${url} with it.`,
  });
  const remove = apiVerb(process, {
    name: "remove <credential>",
    description: "Remove a credential, given by its id or URL.",
    options: [yesOption()],
    async call(context, [named], { yes }) {
      const { client, call } = context;
      const credentials = await client.repositoryCredentials.list(call);
      const found = credentials.find(({ id, url }) => id === named.toLowerCase() || url === named);
      if (!found) throw new CommandError("refused", "There is no such credential. See greenroom repositories list.");
      await confirm(context, `Remove the credential of ${found.url}? Sites can no longer read it.`, yes);
      await client.repositoryCredentials.remove(found.id, call);
      return { id: found.id, removed: true };
    },
    print: (_, __, [named]) => `Removed the credential of ${named}.`,
  });
  return [list, add, remove];
}

function deployKeyVerbs(process: CommandProcess): readonly CommandUnknownOpts[] {
  const show = siteVerb(process, {
    name: "key <site>",
    description: "Show the public half of the key that a site's repository is read with.",
    call: ({ client, call, siteId }) => client.deployKeys.get(siteId, call),
    print: ({ publicKey }) => publicKey,
  });
  const make = siteVerb(process, {
    name: "make-key <site>",
    description: "Make a deploy key for a repository that is read over ssh.",
    options: [
      new Option("--host-keys-file <file>", "file with the keys of the host, as ssh-keyscan prints them"),
      new Option("--yes", "replace the key there is without asking"),
    ],
    async call(context, [site], { hostKeysFile, yes }) {
      const hostKeys =
        hostKeysFile === undefined ? undefined : readHostKeys(await readInputFile(context, hostKeysFile));
      if (yes !== true && (await hasKey(context, context.siteId))) {
        await confirm(context, `Make a new deploy key for ${site}? The one that it has is not used any more.`);
      }
      return await context.client.deployKeys.create(context.siteId, { hostKeys }, context.call);
    },
    print({ publicKey }, { terminal }) {
      terminal.line(publicKey);
      terminal.say("Add it to the repository as a deploy key with read access.", "quiet");
    },
  });
  const remove = siteVerb(process, {
    name: "remove-key <site>",
    description: "Remove the deploy key of a site.",
    asks: ([site]) => `Remove the deploy key of ${site}? Its repository can no longer be read.`,
    async call({ client, call, siteId }) {
      await client.deployKeys.remove(siteId, call);
      return { siteId, removed: true };
    },
    print: (_, __, [site]) => `Removed the deploy key of ${site}. Remove it from the repository too.`,
  });
  return [show, make, remove];
}

type CredentialFlag = "username" | "tokenFile" | "appId" | "privateKeyFile" | "apiUrl";

/** Secrets come from a file or standard input, since other users can see command-line arguments. */
async function readCredential(
  context: ApiContext,
  url: string,
  { username, tokenFile, appId, privateKeyFile, apiUrl }: Readonly<Partial<Record<CredentialFlag, string>>>,
): Promise<CreateRepositoryCredential> {
  if (appId === undefined && username !== undefined && privateKeyFile === undefined && apiUrl === undefined) {
    const password = (await readInputFile(context, tokenFile ?? "-")).trim();
    return { kind: "password", url, username, password };
  }
  if (appId !== undefined && username === undefined && tokenFile === undefined) {
    const privateKey = await readInputFile(context, privateKeyFile ?? "-");
    return { kind: "github-app", url, appId, privateKey, apiUrl };
  }
  throw new CommandError("usage", "Give --username with a token, or --app-id with the App's private key.");
}

async function hasKey({ client, call }: ApiContext, id: string): Promise<boolean> {
  try {
    await client.deployKeys.get(id, call);
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.code === "not_found") return false;
    throw error;
  }
}

/** Lines of a file of known hosts, or bare keys: the host is named before the type of the key. */
function readHostKeys(text: string): string[] {
  return text.split("\n").flatMap((line) => /(?:ssh|ecdsa)-[\w-]+ [A-Za-z0-9+/=]+/.exec(line)?.[0] ?? []);
}
