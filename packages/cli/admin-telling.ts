import { Command } from "commander";
import type { CredentialInput, OperatorStore } from "@greenroom/service/admin/integrations";
import { type AdminVerb, runAdmin, runInWorkspace, type StoreFlags, storeVerb, workspaceVerb } from "./admin-verb.ts";
import { CommandFailure } from "./failure.ts";

const MAX_DELIVERIES = 100;

interface ConnectFlags extends StoreFlags {
  readonly site: string;
  readonly apiUrl?: string;
  readonly environment?: string;
  readonly tokenFile?: string;
  readonly appId?: string;
  readonly installationId?: string;
  readonly privateKeyFile?: string;
  readonly hookSecretFile?: string;
  readonly dev?: true;
}

/** The verbs about repositories on GitHub that are told of releases. */
export function repositoryCommand(): Command {
  const list = workspaceVerb("list", "List the repositories that are told of releases.").action((flags: StoreFlags) =>
    runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
      const { listConnections } = await import("@greenroom/service/store/repository-connections");
      const connections = await listConnections(store.db, workspaceId);
      if (json) return terminal.json(connections);
      const rows = connections.map((one) => [
        one.site_id,
        `${one.owner}/${one.repository}`,
        one.environment,
        one.app_id === null ? "token" : `App ${one.app_id}`,
        one.gates ? "answers protection rules" : "",
      ]);
      terminal.table(["site", "repository", "environment", "speaks by", ""], rows, "No repository is connected.");
    }),
  );
  const disconnect = storeVerb("disconnect", "Forget the credential of a site's repository.")
    .requiredOption("--site <id>", "id of the site")
    .action((flags: StoreFlags & { readonly site: string }) =>
      runAdmin(flags, async ({ store, terminal, json }) => {
        const { disconnectRepository } = await import("@greenroom/service/admin/integrations");
        await disconnectRepository(operatorStore(store, flags), flags.site);
        if (json) terminal.json({ siteId: flags.site, connected: false });
        else terminal.line("Disconnected.");
      }),
    );
  const command = new Command("repository").description("Let the service tell GitHub of decisions and releases.");
  return command.addCommand(list).addCommand(connectVerb()).addCommand(disconnect);
}

function connectVerb(): Command {
  return storeVerb("connect", "Tell a repository on GitHub of a site's releases.")
    .argument("<repository>", "as in owner/name")
    .requiredOption("--site <id>", "id of the site")
    .option("--token-file <file>", "file with a token of GitHub, - for standard input")
    .option("--app-id <id>", "id or client id of a GitHub App, in place of a token")
    .option("--private-key-file <file>", "file with the App's private key, - for standard input")
    .option("--installation-id <id>", "installation of the App, looked up by the repository when left out")
    .option("--hook-secret-file <file>", "file with the App's webhook secret, to answer deployment protection rules")
    .option("--environment <name>", "environment of the releases on GitHub", "production")
    .option("--api-url <url>", "GitHub's REST address, on a server of your own")
    .option("--dev", "let http on this machine pass")
    .action((repository: string, flags: ConnectFlags) =>
      runAdmin(flags, (verb) => connectSite(verb, repository, flags)),
    );
}

async function connectSite(
  { store, terminal, json }: AdminVerb,
  repository: string,
  flags: ConnectFlags,
): Promise<void> {
  const credential = await readCredential(flags);
  const { connectRepository } = await import("@greenroom/service/admin/integrations");
  const id = await connectRepository(operatorStore(store, flags), {
    siteId: flags.site,
    repository,
    ...credential,
    ...(flags.apiUrl === undefined ? {} : { apiUrl: flags.apiUrl }),
    ...(flags.environment === undefined ? {} : { environment: flags.environment }),
    ...(flags.hookSecretFile === undefined ? {} : { hookSecret: await readSecretFile(flags.hookSecretFile) }),
  });
  if (json) terminal.json({ id, siteId: flags.site, repository });
  else terminal.line(`Connected ${flags.site} to ${repository}.`);
}

async function readCredential(flags: ConnectFlags): Promise<CredentialInput> {
  const { tokenFile, appId, privateKeyFile, installationId, hookSecretFile } = flags;
  if ([tokenFile, privateKeyFile, hookSecretFile].filter((file) => file === "-").length > 1) {
    throw new CommandFailure("usage", "Standard input holds one secret. Give the others by file.");
  }
  const isApp = appId !== undefined && privateKeyFile !== undefined;
  if (tokenFile !== undefined && appId === undefined && privateKeyFile === undefined && installationId === undefined) {
    return { token: await readSecretFile(tokenFile) };
  }
  if (tokenFile === undefined && isApp) {
    const privateKey = await readSecretFile(privateKeyFile);
    return { app: { id: appId, privateKey, ...(installationId === undefined ? {} : { installationId }) } };
  }
  throw new CommandFailure("usage", "Give --token-file, or --app-id together with --private-key-file.");
}

/** Secrets come by file or standard input: what stands in the arguments can be read by everyone on the machine. */
async function readSecretFile(file: string): Promise<string> {
  if (file === "-") {
    const { text } = await import("node:stream/consumers");
    return (await text(process.stdin)).trim();
  }
  const { readFile } = await import("node:fs/promises");
  return (await readFile(file, "utf8")).trim();
}

interface WebhookFlags extends StoreFlags {
  readonly event?: readonly string[];
  readonly dev?: true;
}

/** The verbs about webhooks. */
export function webhookCommand(): Command {
  const list = workspaceVerb("list", "List webhooks.").action((flags: StoreFlags) =>
    runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
      const { listWebhooks } = await import("@greenroom/service/store/webhooks");
      const webhooks = await listWebhooks(store.db, workspaceId);
      if (json) return terminal.json(webhooks);
      const rows = webhooks.map((one) => [one.id, one.url, one.events === "*" ? "all" : one.events]);
      terminal.table(["id", "address", "events"], rows, "No webhook yet.");
    }),
  );
  const add = workspaceVerb("add", "Add a webhook; its secret is shown once.")
    .argument("<url>", "https address that is told")
    .option("--event <type...>", "types to tell, all when left out")
    .option("--dev", "let http on this machine pass")
    .action((url: string, flags: WebhookFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { addWebhook } = await import("@greenroom/service/admin/integrations");
        const events = flags.event === undefined ? {} : { events: flags.event };
        const added = await addWebhook(operatorStore(store, flags), { workspaceId, url, ...events });
        if (json) return terminal.json(added);
        terminal.fields([
          ["webhook", added.id],
          ["secret", added.secret],
        ]);
      }),
    );
  const remove = workspaceVerb("remove", "Remove a webhook.")
    .argument("<id>", "id of the webhook")
    .action((id: string, flags: StoreFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { removeWebhook } = await import("@greenroom/service/admin/integrations");
        await removeWebhook(operatorStore(store, flags), workspaceId, id);
        if (json) terminal.json({ id, removed: true });
        else terminal.line("Removed.");
      }),
    );
  const command = new Command("webhook").description("Tell other programs of deployments and approvals, signed.");
  return command.addCommand(list).addCommand(add).addCommand(remove);
}

/** The verb about what was told, and what came of it. */
export function deliveriesCommand(): Command {
  return workspaceVerb("deliveries", "List what was told to GitHub and to webhooks, newest first.").action(
    (flags: StoreFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { listDeliveries } = await import("@greenroom/service/store/deliveries");
        const deliveries = await listDeliveries(store.db, workspaceId, { limit: MAX_DELIVERIES });
        if (json) return terminal.json(deliveries);
        const rows = deliveries.map((one) => [
          one.created_at,
          one.kind,
          one.subject,
          one.status,
          String(one.attempts),
          one.last_note ?? "",
        ]);
        terminal.table(["created", "to", "about", "status", "tries", "last answer"], rows, "Nothing was told yet.");
      }),
  );
}

function operatorStore(store: AdminVerb["store"], flags: StoreFlags & { readonly dev?: true }): OperatorStore {
  return {
    db: store.db,
    clock: store.clock,
    operator: store.operator,
    dataDirectory: flags.data,
    development: flags.dev ?? false,
  };
}
