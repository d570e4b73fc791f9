import { resolve } from "node:path";
import { Command, Option } from "commander";
import type { CredentialInput, IntegrationStore } from "@greenroom/service/admin/integrations";
import type { ChatKind, Notice } from "@greenroom/service/domain/notice";
import {
  type AdminContext,
  runAdminCommand,
  runInWorkspace,
  type StoreFlags,
  storeCommand,
  workspaceCommand,
} from "./context.ts";
import { CommandError } from "../errors.ts";
import { type CommandProcess, readInputFile } from "../process.ts";

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

export function repositoryCommand(process: CommandProcess): Command {
  const list = workspaceCommand("list", "List the connected GitHub repositories.").action((flags: StoreFlags) =>
    runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
      const { listConnections } = await import("@greenroom/service/store/sites/repository-connections");
      const connections = await listConnections(store.db, workspaceId);
      if (json) return terminal.json(connections);
      const rows = connections.map((one) => [
        one.site_id,
        `${one.owner}/${one.repository}`,
        one.environment,
        one.app_id === null ? "token" : `App ${one.app_id}`,
        one.gates ? "yes" : "",
      ]);
      terminal.table(
        ["site", "repository", "environment", "authentication", "protection rules"],
        rows,
        "No connected repositories.",
      );
    }),
  );
  const disconnect = storeCommand("disconnect", "Disconnect a site's repository and delete its credential.")
    .requiredOption("--site <id>", "id of the site")
    .action((flags: StoreFlags & { readonly site: string }) =>
      runAdminCommand(process, flags, async ({ store, terminal, json }) => {
        const { disconnectRepository } = await import("@greenroom/service/admin/integrations");
        await disconnectRepository(operatorStore({ store, process }, flags), flags.site);
        if (json) terminal.json({ siteId: flags.site, connected: false });
        else terminal.line("Disconnected.");
      }),
    );
  const command = new Command("repository").description("Report decisions and releases to GitHub.");
  return command.addCommand(list).addCommand(connectCommand(process)).addCommand(disconnect);
}

function connectCommand(process: CommandProcess): Command {
  return storeCommand("connect", "Report the releases of a site to a GitHub repository.")
    .argument("<repository>", "owner/name")
    .requiredOption("--site <id>", "id of the site")
    .option("--token-file <file>", "file with a GitHub token, - for standard input")
    .option("--app-id <id>", "id or client id of a GitHub App, instead of a token")
    .option("--private-key-file <file>", "file with the App's private key, - for standard input")
    .option("--installation-id <id>", "installation of the App (default: looked up by the repository)")
    .option(
      "--hook-secret-file <file>",
      "file with the App's webhook secret, to respond to deployment protection rules",
    )
    .option("--environment <name>", "GitHub environment of the releases", "production")
    .option("--api-url <url>", "REST API URL of your own GitHub server")
    .option("--dev", "allow http on this machine")
    .action((repository: string, flags: ConnectFlags) =>
      runAdminCommand(process, flags, (context) => connectSite(context, repository, flags)),
    );
}

async function connectSite(context: AdminContext, repository: string, flags: ConnectFlags): Promise<void> {
  const { process, store, terminal, json } = context;
  const credential = await readCredential(context, flags);
  const { connectRepository } = await import("@greenroom/service/admin/integrations");
  const id = await connectRepository(operatorStore({ store, process }, flags), {
    siteId: flags.site,
    repository,
    ...credential,
    ...(flags.apiUrl === undefined ? {} : { apiUrl: flags.apiUrl }),
    ...(flags.environment === undefined ? {} : { environment: flags.environment }),
    ...(flags.hookSecretFile === undefined ? {} : { hookSecret: await readSecret(context, flags.hookSecretFile) }),
  });
  if (json) terminal.json({ id, siteId: flags.site, repository });
  else terminal.line(`Connected ${flags.site} to ${repository}.`);
}

type InputContext = Pick<AdminContext, "process" | "signal">;

async function readCredential(context: InputContext, flags: ConnectFlags): Promise<CredentialInput> {
  const { tokenFile, appId, privateKeyFile, installationId, hookSecretFile } = flags;
  if ([tokenFile, privateKeyFile, hookSecretFile].filter((file) => file === "-").length > 1) {
    throw new CommandError("usage", "Standard input can hold only one secret. Give the others as files.");
  }
  const isApp = appId !== undefined && privateKeyFile !== undefined;
  if (tokenFile !== undefined && appId === undefined && privateKeyFile === undefined && installationId === undefined) {
    return { token: await readSecret(context, tokenFile) };
  }
  if (tokenFile === undefined && isApp) {
    const privateKey = await readSecret(context, privateKeyFile);
    return { app: { id: appId, privateKey, ...(installationId === undefined ? {} : { installationId }) } };
  }
  throw new CommandError("usage", "Give --token-file, or --app-id together with --private-key-file.");
}

/** Secrets come from a file or standard input, since other users can see command-line arguments. */
async function readSecret(context: InputContext, file: string): Promise<string> {
  return (await readInputFile(context, file)).trim();
}

interface WebhookFlags extends StoreFlags {
  readonly event?: readonly string[];
  readonly dev?: true;
}

export function webhookCommand(process: CommandProcess): Command {
  const list = workspaceCommand("list", "List webhooks.").action((flags: StoreFlags) =>
    runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
      const { listWebhooks } = await import("@greenroom/service/store/deployments/webhooks");
      const webhooks = await listWebhooks(store.db, workspaceId);
      if (json) return terminal.json(webhooks);
      const rows = webhooks.map((one) => [one.id, one.url, one.events === "*" ? "all" : one.events]);
      terminal.table(["id", "url", "events"], rows, "No webhooks yet.");
    }),
  );
  const add = workspaceCommand("add", "Add a webhook; its secret is shown once.")
    .argument("<url>", "https URL to send events to")
    .option("--event <type...>", "event types to send (default: all)")
    .option("--dev", "allow http on this machine")
    .action((url: string, flags: WebhookFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { addWebhook } = await import("@greenroom/service/admin/integrations");
        const events = flags.event === undefined ? {} : { events: flags.event };
        const added = await addWebhook(operatorStore({ store, process }, flags), { workspaceId, url, ...events });
        if (json) return terminal.json(added);
        terminal.fields([
          ["webhook", added.id],
          ["secret", added.secret],
        ]);
      }),
    );
  const remove = workspaceCommand("remove", "Remove a webhook.")
    .argument("<id>", "id of the webhook")
    .action((id: string, flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { removeWebhook } = await import("@greenroom/service/admin/integrations");
        await removeWebhook(operatorStore({ store, process }, flags), workspaceId, id);
        if (json) terminal.json({ id, removed: true });
        else terminal.line("Removed.");
      }),
    );
  const command = new Command("webhook").description(
    "Send signed events about deployments and approvals to other programs.",
  );
  return command.addCommand(list).addCommand(add).addCommand(remove);
}

interface ChannelFlags extends StoreFlags {
  readonly site: string;
  readonly kind: ChatKind;
  readonly name: string;
  readonly notice: readonly Notice[];
  readonly urlFile: string;
  readonly allowPrivateHosts?: true;
  readonly dev?: true;
}

const NOTICE_NAMES: readonly Notice[] = ["requested", "decided", "released", "build_failed"];
const CHAT_NAMES: readonly ChatKind[] = ["slack", "teams"];

export function channelCommand(process: CommandProcess): Command {
  const list = workspaceCommand("list", "List the channels of chats.").action((flags: StoreFlags) =>
    runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
      const { listChannels } = await import("@greenroom/service/store/deployments/notices");
      const channels = await listChannels(store.db, workspaceId);
      if (json) return terminal.json(channels);
      const rows = channels.map((one) => [one.id, one.site_id, one.kind, one.name, one.host, one.notices]);
      terminal.table(["id", "site", "chat", "name", "host", "notices"], rows, "No channels yet.");
    }),
  );
  const add = storeCommand("add", "Send notices about a site to a channel of Slack or Teams.")
    .requiredOption("--site <id>", "id of the site")
    .addOption(new Option("--kind <chat>", "which chat it is").choices(CHAT_NAMES).makeOptionMandatory())
    .requiredOption("--name <name>", "name of the channel, for people")
    .requiredOption("--url-file <file>", "file with the URL of the incoming webhook, - for standard input")
    .addOption(new Option("--notice <name...>", "notices to send").choices(NOTICE_NAMES).default(NOTICE_NAMES))
    .option("--allow-private-hosts", "allow a host on a private network; the service must allow it too")
    .option("--dev", "allow http on this machine")
    .action((flags: ChannelFlags) =>
      runAdminCommand(process, flags, async (context) => {
        const { store, terminal, json } = context;
        const { addChannel } = await import("@greenroom/service/admin/integrations");
        const { addressRules } = await import("@greenroom/service/notify/people");
        const { site: siteId, kind, name, notice: notices } = flags;
        const url = await readSecret(context, flags.urlFile);
        const operator = operatorStore({ store, process }, flags);
        const rules = addressRules({ ...operator, allowPrivateHosts: flags.allowPrivateHosts ?? false });
        const added = await addChannel({ ...operator, ...rules }, { siteId, kind, name, url, notices });
        if (json) terminal.json(added);
        else terminal.line(`Added ${added.id}.`);
      }),
    );
  const remove = workspaceCommand("remove", "Remove a channel.")
    .argument("<id>", "id of the channel")
    .action((id: string, flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { removeChannel } = await import("@greenroom/service/admin/integrations");
        await removeChannel(operatorStore({ store, process }, flags), workspaceId, id);
        if (json) terminal.json({ id, removed: true });
        else terminal.line("Removed.");
      }),
    );
  const command = new Command("channel").description("Send notices about a site to channels of Slack and Teams.");
  return command.addCommand(list).addCommand(add).addCommand(remove);
}

export function deliveriesCommand(process: CommandProcess): Command {
  return workspaceCommand("deliveries", "List deliveries to GitHub, webhooks, mail and chat, newest first.").action(
    (flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { listDeliveries } = await import("@greenroom/service/store/deployments/deliveries");
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
        terminal.table(["created", "to", "subject", "status", "attempts", "last response"], rows, "No deliveries yet.");
      }),
  );
}

function operatorStore(
  { store, process }: Pick<AdminContext, "store" | "process">,
  flags: StoreFlags & { readonly dev?: true },
): IntegrationStore {
  return {
    db: store.db,
    clock: store.clock,
    operator: store.operator,
    dataDirectory: resolve(process.cwd, flags.data),
    development: flags.dev ?? false,
  };
}
