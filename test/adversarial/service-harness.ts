import { sql } from "kysely";
import { createApp } from "../../packages/service/http/app.ts";
import { oauthRoutes } from "../../packages/service/http/routes/oauth.ts";
import { mcpRoutes } from "../../packages/service/mcp/endpoint.ts";
import { webhookBody } from "../../packages/service/notify/messages.ts";
import { screens } from "../../packages/service/screens/app.ts";
import { readSessionActor } from "../../packages/service/screens/people/session.ts";
import { appendAudit } from "../../packages/service/store/audit/audit.ts";
import { countRows } from "../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { requestAsPerson } from "../request-as-person.ts";
import { storeFiles } from "../service/fixtures.ts";
import { insert, update } from "../service/rows.ts";
import { addPreview, csrfOf, openWorld, signIn, type Visitor, type World } from "../service/screens/visitor.ts";

/** Columns that hold text of people and programs, as `table.column`. */
const COLUMNS = [
  "workspaces.name",
  "users.name",
  "tokens.name",
  "projects.name",
  "sites.name",
  "sites.slug",
  "sites.framework",
  "sites.repository_url",
  "sites.root_directory",
  "sites.chosen_framework",
  "sites.install_command",
  "sites.build_command",
  "sites.output",
  "sites.node_version",
  "former_slugs.slug",
  "site_variables.name",
  "site_variables.environment",
  "site_variables.value",
  "site_domains.name",
  "share_links.name",
  "preview_tokens.name",
  "repository_credentials.url",
  "repository_credentials.username",
  "deploy_keys.public_key",
  "deploy_keys.host_keys",
  "deploy_keys.repository_url",
  "chat_channels.name",
  "chat_channels.host",
  "deployments.branch",
  "deployments.commit_sha",
  "deployments.framework",
  "deployments.error_code",
  "deployments.error_message",
  "approval_requests.branch",
  "approval_requests.prepared_by_name",
  "approval_requests.reason",
  "release_acts.note",
  "deployment_targets.name",
  "deployment_targets.provider",
  "deployment_targets.mode",
  "deployment_targets.runtime",
  "sessions.user_agent",
  "sessions.address",
  "passkeys.name",
] as const;

/** Every place where text enters the service; the last ones are of requests. */
export const SERVICE_ENTRIES = [
  ...COLUMNS,
  "path of a file",
  "name of a pipeline step",
  "log line",
  "word of the audit log",
  "query",
  "path",
  "form field",
  "body field",
  "argument of a tool",
] as const;

/** Name of a place where text enters the service. */
export type ServiceEntry = (typeof SERVICE_ENTRIES)[number];

/** A text at every entry. */
export type ServiceWorld = Readonly<Record<ServiceEntry, string>>;

/** One response of the service. */
export interface Left {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
}

const HOST_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";

/** Screens of a site beside its first one. */
const SITE_TABS = ["domains", "variables", "access", "repository", "trust", "channels", "settings"];

interface Ids {
  readonly deployment: string;
  readonly failed: string;
  readonly approval: string;
}

/** The service in process, with one of everything that its screens and routes show. */
export class ServiceHarness implements AsyncDisposable {
  readonly #world: World;
  readonly #app: World["app"];
  readonly #visitor: Visitor;
  readonly #ids: Ids;

  private constructor(world: World, visitor: Visitor, ids: Ids) {
    this.#world = world;
    this.#app = world.app;
    this.#visitor = visitor;
    this.#ids = ids;
  }

  /** Opens it with its owner signed in. */
  static async open(): Promise<ServiceHarness> {
    const plain = await openWorld({ limit: { "web-per-minute": 1_000_000_000, "builds-queued": 1_000_000_000 } });
    const { context, first } = plain;
    const apps = [mcpRoutes(context), oauthRoutes(context), screens(context)];
    const app = createApp(context, { apps, session: (request) => readSessionActor(context, request) });
    const world = { ...plain, app };
    const visitor = await signIn(world, "owner");
    const deployment = await addPreview(world, {}, { "index.html": "new", "a.html": "b" });
    const failed = await addPreview(world, { status: "failed", error_code: "build_failed", error_message: "x" });
    const person = { userId: first.users.developer, workspaceId: first.workspaceId };
    const { id: approval } = await requestAsPerson(context, person, {
      siteId: first.site.id,
      sourceDeploymentId: deployment,
      reason: "Please",
    });
    const service = new ServiceHarness(world, visitor, { deployment, failed, approval });
    await service.#furnish();
    return service;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#world.context.db.destroy();
  }

  /** Adds what no sign-in and no deployment brings, as its owner does. */
  async #furnish(): Promise<void> {
    const { db } = this.#world.context;
    const { workspaceId, site, users } = this.#world.first;
    const repository_url = "ssh://git@git.example.com/team/site.git";
    await update(db, "sites", { id: site.id }, { repository_url, preview_access: "link" });
    const forms = [
      ["/settings", { do: "save", "was-slug": site.slug, slug: "renamed" }],
      ["/variables", { do: "set", name: "A", value: "v", kind: "plain", environment: "all" }],
      ["/domains", { do: "add", name: "www.example.com" }],
      ["/access", { do: "share", name: "s", days: "7" }],
      ["/access", { do: "token", name: "p" }],
      ["/repository", { do: "make", hostKeys: HOST_KEY }],
      [
        "/channels",
        { do: "add", kind: "slack", name: "c", url: "https://hooks.slack.com/services/x", notice: "requested" },
      ],
    ] as const;
    for (const [tab, fields] of forms) await this.#send(`/app/sites/${site.id}${tab}`, fields);
    const credential = { url: "https://git.example.com/team/", username: "n", password: "a-password" };
    await this.#send("/app/repositories", { do: "password", ...credential });
    const at = "2026-03-01T11:00:00.000Z";
    const served = { status: "active", proof: "found", address: "here", proven_at: at, checked_at: at } as const;
    await db.updateTable("site_domains").set(served).execute();
    const target = { id: "tgt_1", name: "t", provider: "p", mode: "managed", runtime: "r", config: "{}" } as const;
    const times = { created_at: at, updated_at: at };
    await insert(db, "deployment_targets", { ...target, ...times, workspace_id: workspaceId, is_default: 0 });
    const passkey = { id: "key_1", user_id: users.owner, name: "k", public_key: "", transports: "[]" };
    await insert(db, "passkeys", { ...passkey, created_at: at, last_used_at: null, counter: 0 });
  }

  async #send(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const sent = await this.#visitor.submit(path, fields);
    if (sent.status >= 400) throw new Error(`${path} refuses its form: ${await sent.text()}`);
  }

  /** Puts a world where people and programs put it, past every check at the door, and reads all that comes out. */
  async run(world: ServiceWorld): Promise<readonly Left[]> {
    await this.#poison(world);
    const screens = await this.#screens(world);
    const responses = await this.#responses(world);
    return [...screens, ...responses, ...this.#webhooks(world)];
  }

  async #poison(world: ServiceWorld): Promise<void> {
    const { db } = this.#world.context;
    for (const column of COLUMNS) {
      const [table = "", name = ""] = column.split(".");
      const all = sql`update ${sql.table(table)} set ${sql.ref(name)} = ${world[column]}`;
      await all.execute(db);
    }
    const files = { "index.html": "new", [world["path of a file"]]: "b" };
    const { digest } = await storeFiles(this.#world.context, files);
    await update(db, "deployments", { id: this.#ids.deployment }, { file_list_digest: digest });
    // Who is refused for asking often is shown nothing that could be hostile.
    await db.deleteFrom("attempts").execute();
    await db.deleteFrom("deployment_events").where("seq", ">", 1).execute();
    const at = "2026-03-01T12:00:00.000Z";
    const lines = [{ n: 1, at, text: world["log line"], level: "error" as const }];
    await db.updateTable("deployments").set({ last_event_seq: 3 }).execute();
    const data = JSON.stringify({ stream: world["name of a pipeline step"], lines });
    for (const deployment_id of [this.#ids.deployment, this.#ids.failed]) {
      const end = JSON.stringify({ status: "failed", at });
      const events = [
        { deployment_id, seq: 2, type: "log" as const, data, at },
        { deployment_id, seq: 3, type: "status" as const, data: end, at },
      ];
      await insert(db, "deployment_events", events);
    }
    const word = world["word of the audit log"];
    const { workspaceId: workspace_id } = this.#world.first;
    const seq = (await countRows(db, "audit_log", { workspace_id })) + 1;
    const row = { workspace_id, seq, at, actor_type: "user" as const, actor_id: word };
    const about = { action: word, subject_type: word, subject_id: word, data: JSON.stringify({ [word]: word }) };
    await insert(db, "audit_log", { ...row, ...about, previous_hash: word, hash: word });
    await inDatabase(db, (tx) =>
      appendAudit(tx, {
        workspaceId: workspace_id,
        actor: { type: "user", id: word },
        action: "device.allowed",
        subject: { type: word, id: word },
        data: { client: word },
      }),
    );
  }

  async #screens(world: ServiceWorld): Promise<Left[]> {
    const { site } = this.#world.first;
    const { deployment, failed, approval } = this.#ids;
    const [query, path] = [
      encodeURIComponent(world.query.toWellFormed()),
      encodeURIComponent(world.path.toWellFormed()),
    ];
    const fixed = ["sites", "approvals", "tokens", "devices", "members", "audit", "account", "device"];
    const paths = [
      ...fixed.map((name) => `/app/${name}`),
      `/app/sites/${site.id}`,
      ...SITE_TABS.map((tab) => `/app/sites/${site.id}/${tab}`),
      "/app/repositories",
      "/app/sites/new",
      `/app/sites/${site.id}?q=${query}&branch=${query}&status=${query}`,
      `/app/deployments/${deployment}`,
      `/app/deployments/${failed}`,
      `/app/deployments/${deployment}/publish`,
      `/app/approvals/${approval}`,
      `/app/device?user_code=${query}`,
      `/app/sites?done=${query}&after=${query}`,
      `/app/audit?action=${query}&after=${query}`,
      `/app/signin?next=${query}`,
      `/app/${path}`,
      `/app/deployments/${path}`,
    ];
    const gotten = await Promise.all(paths.map(async (one) => leftOf(one, await this.#visitor.get(one))));
    const field = world["form field"];
    const forms = [
      ["/app/signin", { email: field, password: field, next: field }],
      ["/app/device", { user_code: field, do: field }],
      ["/app/tokens", { do: field, name: field, kind: field, expires: field }],
      ["/app/account", { do: field, name: field, current: field, password: field }],
      ["/app/members", { do: field, email: field, name: field, role: field }],
      ["/app/sites/new", { do: "create", name: field, slug: field, repositoryUrl: field, projectId: field }],
      [`/app/sites/${site.id}`, { branch: field, key: field }],
      [`/app/sites/${site.id}/variables`, { do: "set", name: field, value: field, kind: field, environment: field }],
      [`/app/sites/${site.id}/domains`, { do: "add", name: field }],
      [`/app/sites/${site.id}/access`, { do: "share", name: field, days: field }],
      [`/app/sites/${site.id}/repository`, { do: "make", hostKeys: field }],
      [`/app/sites/${site.id}/settings`, { do: field, name: field, slug: field, rootDirectory: field }],
      ["/app/repositories", { do: "password", url: field, username: field, password: field }],
      ["/app/repositories", { do: "github-app", url: field, appId: field, privateKey: field, apiUrl: field }],
    ] as const;
    const csrf = csrfOf(await this.#visitor.text("/app/account"));
    const sent: Left[] = [];
    for (const [one, fields] of forms) sent.push(await leftOf(one, await this.#visitor.post(one, { csrf, ...fields })));
    return [...gotten, ...sent];
  }

  async #responses(world: ServiceWorld): Promise<Left[]> {
    const { site, tokens, projectId } = this.#world.first;
    const path = encodeURIComponent(world.path.toWellFormed());
    const query = encodeURIComponent(world.query.toWellFormed());
    const [body, argument] = [world["body field"], world["argument of a tool"]];
    const reads = ["/sites", "/deployments", "/approvals", "/deployment-targets", `/sites/${site.id}`]
      .concat([`/sites/${site.id}/deployments`, `/deployments/${this.#ids.failed}`, `/approvals/${this.#ids.approval}`])
      .concat([`/deployments/${this.#ids.failed}/events`, `/deployments/${path}`, `/${path}`, `/sites/${path}`])
      .concat([`/deployments?status=${query}&cursor=${query}&since=${query}`, "/repository-credentials"])
      .concat(
        ["variables", "domains", "deploy-key", "share-links", "preview-tokens"].map(
          (one) => `/sites/${site.id}/${one}`,
        ),
      );
    const call = {
      name: "request_publish",
      arguments: { siteId: argument, sourceDeploymentId: argument, reason: argument },
    };
    const writes: readonly (readonly [string, unknown])[] = [
      ["/sites", { projectId, name: body, slug: body, repositoryUrl: body }],
      ["/deployment-targets", { name: body, provider: body, mode: body, runtime: body, [body]: body }],
      [`/sites/${site.id}/domains`, { name: body }],
      [`/sites/${site.id}/variables`, { name: body, value: body, kind: body, environment: body }],
      ["/repository-credentials", { kind: "password", url: body, username: body, password: body }],
      [`/sites/${site.id}/deploy`, { environment: body, branch: body, commitSha: body }],
      ["/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }],
      ["/mcp", { jsonrpc: "2.0", id: argument, method: argument, params: { name: argument } }],
    ];
    const headers = { Authorization: `Bearer ${tokens.pat}`, "Content-Type": "application/json" };
    const accept = { Accept: "application/json, text/event-stream", "Idempotency-Key": "k" };
    const fetched = reads.map((one) => [one, { headers }] as const);
    const sent = writes.map(
      ([one, value]) =>
        [one, { method: "POST", headers: { ...headers, ...accept }, body: JSON.stringify(value) }] as const,
    );
    const responses: Left[] = [];
    for (const [one, init] of [...fetched, ...sent]) {
      responses.push(
        await leftOf(one, await this.#app.request(`${this.#world.context.addresses.baseUrl}${one}`, init)),
      );
    }
    return responses;
  }

  #webhooks(world: ServiceWorld): Left[] {
    const site = { id: "s", slug: world["sites.slug"], name: world["sites.name"] };
    const error = { code: world["deployments.error_code"], message: world["deployments.error_message"] };
    const deployment = {
      id: "dep_1",
      environment: "preview" as const,
      status: "failed",
      branch: world["deployments.branch"],
      commitSha: world["deployments.commit_sha"],
      sourceDeploymentId: null,
      approvalRequestId: null,
      error,
      createdAt: "2026-03-01T12:00:00.000Z",
      finishedAt: null,
    };
    const facts = { kind: "deployment", site, deployment, label: null } as const;
    const announcement = { id: "ann_1", type: "deployment.failed", facts, at: "2026-03-01T12:00:00.000Z" } as const;
    const text = webhookBody(announcement, this.#world.context.addresses);
    return [{ path: "a webhook", status: 200, type: "application/json", headers: new Headers(), text }];
  }
}

async function leftOf(path: string, response: Response): Promise<Left> {
  const type = response.headers.get("content-type") ?? "";
  return { path, status: response.status, type, headers: response.headers, text: await response.text() };
}
