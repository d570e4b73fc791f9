import { Argument, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { CredentialInput, IntegrationStore } from "@greenroom/service/admin/integrations";
import type { ChatKind } from "@greenroom/service/domain/notice";
import { CommandError } from "../errors.ts";
import { group, NOTICE_CHOICES, required } from "../options.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { type AdminContext, storeVerb, workspaceVerb } from "./context.ts";

const MAX_DELIVERIES = 100;

const dev = new Option("--dev", "allow http on this machine");

interface DevFlag {
  readonly dev?: boolean;
}

export function repositoryCommand(process: CommandProcess): CommandUnknownOpts {
  const list = workspaceVerb(process, {
    name: "list",
    description: "List the connected GitHub repositories.",
    call: async ({ store, workspaceId }) =>
      (await import("@greenroom/service/store/sites/repository-connections")).listConnections(store.db, workspaceId),
    print(connections, { terminal }) {
      const columns = ["site", "repository", "environment", "authentication", "protection rules"];
      const rows = connections.map((one) => [
        one.site_id,
        `${one.owner}/${one.repository}`,
        one.environment,
        one.app_id === null ? "token" : `App ${one.app_id}`,
        one.gates ? "yes" : "",
      ]);
      terminal.table(columns, rows, "No connected repositories.");
    },
  });
  const connect = storeVerb(process, {
    name: "connect",
    description: "Report the releases of a site to a GitHub repository.",
    argument: new Argument("<repository>", "owner/name"),
    options: [
      required("--site <id>", "id of the site"),
      new Option("--token-file <file>", "file with a GitHub token, - for standard input"),
      new Option("--app-id <id>", "id or client id of a GitHub App, instead of a token"),
      new Option("--private-key-file <file>", "file with the App's private key, - for standard input"),
      new Option("--installation-id <id>", "installation of the App (default: looked up by the repository)"),
      new Option(
        "--hook-secret-file <file>",
        "file with the App's webhook secret, to respond to deployment protection rules",
      ),
      new Option("--environment <name>", "GitHub environment of the releases").default("production"),
      new Option("--api-url <url>", "REST API URL of your own GitHub server"),
      dev,
    ],
    async call(context, [repository], flags) {
      const { site: siteId, apiUrl, environment, hookSecretFile } = flags;
      const credential = await readCredential(context, flags);
      const hookSecret = hookSecretFile === undefined ? undefined : await readSecret(context, hookSecretFile);
      const { connectRepository } = await import("@greenroom/service/admin/integrations");
      const input = { siteId, repository, apiUrl, environment, hookSecret, ...credential };
      return { id: await connectRepository(integrationStore(context, flags), input), siteId, repository };
    },
    print: ({ siteId, repository }) => `Connected ${siteId} to ${repository}.`,
  });
  const disconnect = storeVerb(process, {
    name: "disconnect",
    description: "Disconnect a site's repository and delete its credential.",
    options: [required("--site <id>", "id of the site")],
    call: async ({ store }, _, { site }) =>
      (await import("@greenroom/service/admin/integrations")).disconnectRepository(store, site),
    print: () => "Disconnected.",
  });
  return group("repository", "Report decisions and releases to GitHub.", [list, connect, disconnect]);
}

type InputContext = Pick<AdminContext, "process" | "signal">;

type SecretFlag = "tokenFile" | "appId" | "installationId" | "privateKeyFile" | "hookSecretFile";

async function readCredential(
  context: InputContext,
  flags: Readonly<Partial<Record<SecretFlag, string>>>,
): Promise<CredentialInput> {
  const { tokenFile, appId, privateKeyFile, installationId, hookSecretFile } = flags;
  if ([tokenFile, privateKeyFile, hookSecretFile].filter((file) => file === "-").length > 1) {
    throw new CommandError("usage", "Standard input can hold only one secret. Give the others as files.");
  }
  if (tokenFile !== undefined && appId === undefined && privateKeyFile === undefined && installationId === undefined) {
    return { token: await readSecret(context, tokenFile) };
  }
  if (tokenFile === undefined && appId !== undefined && privateKeyFile !== undefined) {
    return { app: { id: appId, privateKey: await readSecret(context, privateKeyFile), installationId } };
  }
  throw new CommandError("usage", "Give --token-file, or --app-id together with --private-key-file.");
}

/** Secrets come from a file or standard input, since other users can see command-line arguments. */
async function readSecret(context: InputContext, file: string): Promise<string> {
  return (await readInputFile(context, file)).trim();
}

export function webhookCommand(process: CommandProcess): CommandUnknownOpts {
  const list = workspaceVerb(process, {
    name: "list",
    description: "List webhooks.",
    call: async ({ store, workspaceId }) =>
      (await import("@greenroom/service/store/announcements/webhooks")).listWebhooks(store.db, workspaceId),
    print(webhooks, { terminal }) {
      const rows = webhooks.map(({ id, url, events }) => [id, url, events === "*" ? "all" : events]);
      terminal.table(["id", "url", "events"], rows, "No webhooks yet.");
    },
  });
  const add = workspaceVerb(process, {
    name: "add",
    description: "Add a webhook; its secret is shown once.",
    argument: new Argument("<url>", "https URL to send events to"),
    options: [new Option("--event <type...>", "event types to send (default: all)"), dev],
    async call(context, [url], flags) {
      const { addWebhook } = await import("@greenroom/service/admin/integrations");
      const { workspaceId } = context;
      return await addWebhook(integrationStore(context, flags), { workspaceId, url, events: flags.event });
    },
    print({ id, secret }, { terminal }) {
      terminal.fields([
        ["webhook", id],
        ["secret", secret],
      ]);
    },
  });
  const remove = workspaceVerb(process, {
    name: "remove",
    description: "Remove a webhook.",
    argument: new Argument("<id>", "id of the webhook"),
    call: async ({ store, workspaceId }, [id]) =>
      (await import("@greenroom/service/admin/integrations")).removeWebhook(store, workspaceId, id),
    print: () => "Removed.",
  });
  return group("webhook", "Send signed events about deployments and approvals to other programs.", [list, add, remove]);
}

const CHAT_NAMES: readonly ChatKind[] = ["slack", "teams"];

export function channelCommand(process: CommandProcess): CommandUnknownOpts {
  const list = workspaceVerb(process, {
    name: "list",
    description: "List the channels of chats.",
    call: async ({ store, workspaceId }) =>
      (await import("@greenroom/service/store/announcements/notices")).listChannels(store.db, workspaceId),
    print(channels, { terminal }) {
      const rows = channels.map((one) => [one.id, one.site_id, one.kind, one.name, one.host, one.notices]);
      terminal.table(["id", "site", "chat", "name", "host", "notices"], rows, "No channels yet.");
    },
  });
  const add = storeVerb(process, {
    name: "add",
    description: "Send notices about a site to a channel of Slack or Teams.",
    options: [
      required("--site <id>", "id of the site"),
      required("--kind <chat>", "which chat it is").choices(CHAT_NAMES),
      required("--name <name>", "name of the channel, for people"),
      required("--url-file <file>", "file with the URL of the incoming webhook, - for standard input"),
      new Option("--notice <name...>", "notices to send").choices(NOTICE_CHOICES).default(NOTICE_CHOICES),
      new Option("--allow-private-hosts", "allow a host on a private network; the service must allow it too"),
      dev,
    ],
    async call(context, _, flags) {
      const { addChannel } = await import("@greenroom/service/admin/integrations");
      const { addressRules } = await import("@greenroom/service/notify/people");
      const { site: siteId, kind, name, notice: notices, allowPrivateHosts = false } = flags;
      const url = await readSecret(context, flags.urlFile);
      const store = integrationStore(context, flags);
      const rules = addressRules({ ...store, allowPrivateHosts });
      return await addChannel({ ...store, ...rules }, { siteId, kind, name, url, notices });
    },
    print: ({ id }) => `Added ${id}.`,
  });
  const remove = workspaceVerb(process, {
    name: "remove",
    description: "Remove a channel.",
    argument: new Argument("<id>", "id of the channel"),
    call: async ({ store, workspaceId }, [id]) =>
      (await import("@greenroom/service/admin/integrations")).removeChannel(store, workspaceId, id),
    print: () => "Removed.",
  });
  return group("channel", "Send notices about a site to channels of Slack and Teams.", [list, add, remove]);
}

export function deliveriesCommand(process: CommandProcess): CommandUnknownOpts {
  return workspaceVerb(process, {
    name: "deliveries",
    description: "List deliveries to GitHub, webhooks, mail and chat, newest first.",
    call: async ({ store, workspaceId }) =>
      (await import("@greenroom/service/store/announcements/deliveries")).listDeliveries(store.db, workspaceId, {
        limit: MAX_DELIVERIES,
      }),
    print(deliveries, { terminal }) {
      const rows = deliveries.map((one) => [
        one.created_at,
        one.kind,
        one.subject,
        one.status,
        String(one.attempts),
        one.last_note ?? "",
      ]);
      terminal.table(["created", "to", "subject", "status", "attempts", "last response"], rows, "No deliveries yet.");
    },
  });
}

function integrationStore(
  { store: { db, clock, operator, dataDirectory } }: AdminContext,
  { dev = false }: DevFlag,
): IntegrationStore {
  return { db, clock, operator, dataDirectory, development: dev };
}
