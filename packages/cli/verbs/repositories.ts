import { Command } from "commander";
import { ClientError } from "@greenroom/client/errors";
import type { CreateRepositoryCredential, ReceivedRepositoryCredential } from "@greenroom/contract/repository";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm } from "../prompts.ts";
import { type Columns, printList, siteIdOf } from "./list.ts";

interface AddFlags extends ConnectionFlags {
  readonly username?: string;
  readonly tokenFile?: string;
  readonly appId?: string;
  readonly privateKeyFile?: string;
  readonly apiUrl?: string;
}

type RemoveFlags = ConnectionFlags & { readonly yes?: true };

export function repositoriesCommand(process: CommandProcess): Command {
  const command = new Command("repositories").description("Say what private repositories are read with.");
  const list = apiCommand("list", "List the credentials of the workspace, without secrets.").action(
    (flags: ConnectionFlags) => runApiCommand(process, flags, listCredentials),
  );
  const add = apiCommand("add <url>", "Let sites of the workspace read a repository, or a folder of them.")
    .option("--username <name>", "user name of a password or token")
    .option("--token-file <file>", "file with the password or token, - for standard input (default: -)")
    .option("--app-id <id>", "id or client id of a GitHub App, instead of a password")
    .option("--private-key-file <file>", "file with the App's private key, - for standard input (default: -)")
    .option("--api-url <url>", "REST API URL of your own GitHub server")
    .action((url: string, flags: AddFlags) =>
      runApiCommand(process, flags, (context) => addCredential(context, url, flags)),
    );
  const remove = apiCommand("remove <credential>", "Remove a credential, given by its id or URL.")
    .option("--yes", "do not ask for confirmation")
    .action((named: string, flags: RemoveFlags) =>
      runApiCommand(process, flags, (context) => removeCredential(context, named, flags.yes === true)),
    );
  const key = apiCommand("key <site>", "Show the public half of the key that a site's repository is read with.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => showKey(context, site)),
  );
  const makeKey = apiCommand("make-key <site>", "Make a deploy key for a repository that is read over ssh.")
    .option("--host-keys-file <file>", "file with the keys of the host, as ssh-keyscan prints them")
    .option("--yes", "replace the key there is without asking")
    .action((site: string, flags: RemoveFlags & { readonly hostKeysFile?: string }) =>
      runApiCommand(process, flags, (context) => makeDeployKey(context, site, flags)),
    );
  const removeKey = apiCommand("remove-key <site>", "Remove the deploy key of a site.")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, flags: RemoveFlags) =>
      runApiCommand(process, flags, (context) => removeDeployKey(context, site, flags.yes === true)),
    );
  for (const child of [list, add, remove, key, makeKey, removeKey]) command.addCommand(child);
  return command;
}

async function listCredentials(context: ApiContext): Promise<void> {
  const credentials = await context.client.repositoryCredentials.list(context.call);
  const empty = "No credentials. Add one with greenroom repositories add https://github.com/OWNER/.";
  printList(context, credentials, COLUMNS, empty);
}

const COLUMNS: Columns<ReceivedRepositoryCredential> = {
  url: (credential) => credential.url,
  "read as": ({ username, appId }) => username ?? `App ${appId ?? ""}`,
  id: (credential) => credential.id,
};

async function addCredential(context: ApiContext, url: string, flags: AddFlags): Promise<void> {
  const { client, call, terminal, json } = context;
  const body = await readCredential(context, url, flags);
  terminal.hide(body.kind === "password" ? body.password : body.privateKey);
  context.onInterruptMessage("Interrupted. The credential may have been added: see greenroom repositories list.");
  const credential = await client.repositoryCredentials.create(body, call);
  if (json) terminal.json(credential);
  else terminal.line(`Sites of the workspace read ${credential.url} with it.`);
}

/** Secrets come from a file or standard input, since other users can see command-line arguments. */
async function readCredential(
  context: ApiContext,
  url: string,
  { username, tokenFile, appId, privateKeyFile, apiUrl }: AddFlags,
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

async function removeCredential(context: ApiContext, named: string, yes: boolean): Promise<void> {
  const { client, call, terminal, json } = context;
  const credentials = await client.repositoryCredentials.list(call);
  const found = credentials.find(({ id, url }) => id === named.toLowerCase() || url === named);
  if (!found) throw new CommandError("refused", "There is no such credential. See greenroom repositories list.");
  await confirm(context, `Remove the credential of ${found.url}? Sites can no longer read it.`, yes);
  await client.repositoryCredentials.remove(found.id, call);
  if (json) terminal.json({ id: found.id, removed: true });
  else terminal.line(`Removed the credential of ${found.url}.`);
}

async function showKey(context: ApiContext, site: string): Promise<void> {
  const { client, call, terminal, json } = context;
  const key = await client.deployKeys.get(await siteIdOf(context, site), call);
  if (json) terminal.json(key);
  else terminal.line(key.publicKey);
}

async function makeDeployKey(
  context: ApiContext,
  site: string,
  { hostKeysFile, yes }: { readonly hostKeysFile?: string; readonly yes?: true },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const hostKeys = hostKeysFile === undefined ? undefined : readHostKeys(await readInputFile(context, hostKeysFile));
  const id = await siteIdOf(context, site);
  if (yes !== true && (await hasKey(context, id))) {
    await confirm(context, `Make a new deploy key for ${site}? The one that it has is not used any more.`, false);
  }
  const key = await client.deployKeys.create(id, { hostKeys }, call);
  if (json) return terminal.json(key);
  terminal.line(key.publicKey);
  terminal.say("Add it to the repository as a deploy key with read access.", "quiet");
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

async function removeDeployKey(context: ApiContext, site: string, yes: boolean): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  await confirm(context, `Remove the deploy key of ${site}? Its repository can no longer be read.`, yes);
  await client.deployKeys.remove(id, call);
  if (json) terminal.json({ siteId: id, removed: true });
  else terminal.line(`Removed the deploy key of ${site}. Remove it from the repository too.`);
}
