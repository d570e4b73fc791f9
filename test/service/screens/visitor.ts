import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { generate } from "otplib";
import { afterEach, beforeEach, inject } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import type { Role } from "../../../packages/contract/index.ts";
import type { Pair } from "../../../packages/service/domain/comparison.ts";
import { hashPassword, LOWEST_COST } from "../../../packages/service/domain/credentials.ts";
import { newDeploymentId, newUuid } from "../../../packages/service/domain/ids.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { oauthRoutes } from "../../../packages/service/http/routes/oauth.ts";
import { screens } from "../../../packages/service/screens/app.ts";
import { readSessionActor } from "../../../packages/service/screens/people/session.ts";
import { prepareRelease } from "../../../packages/service/store/approvals/requests.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { grantStepUp } from "../../../packages/service/store/people/factors.ts";
import { openSession } from "../../../packages/service/store/people/sessions.ts";
import { sealTotpSecret } from "../../../packages/service/store/people/totp-secrets.ts";
import { listWorkspacesOf } from "../../../packages/service/store/people/users.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import {
  addDeployment,
  addToken,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  storeFiles,
  type TestContext,
} from "../fixtures.ts";
import { insert, insertReview } from "../rows.ts";

export const PASSWORD = "green rooms are quiet";

/** In Base32; the same for every member in these tests. */
const TOTP_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

export type App = ReturnType<typeof createApp>;

export interface World {
  readonly context: TestContext;
  readonly app: App;
  readonly first: SeededWorkspace;
  readonly other: SeededWorkspace;
}

/** A service in this process whose members have a password, and all but the admin an authenticator app. */
export async function openWorld(given: Parameters<typeof openTestContext>[0] = {}): Promise<World> {
  const context = openTestContext({ dataDirectory: keyFolder(), ...given });
  const { first, other } = await seedWorkspace(context);
  await context.db.updateTable("users").set({ password_hash: PASSWORD_HASH }).execute();
  for (const { id } of await context.db.selectFrom("users").select("id").execute()) {
    if (id === first.users.admin) continue;
    const totp_secret = sealTotpSecret(context.settings, id, TOTP_SECRET);
    await context.db.updateTable("users").set({ totp_secret }).where("id", "=", id).execute();
  }
  const app = createApp(context, {
    apps: [screens(context), oauthRoutes(context)],
    session: (request) => readSessionActor(context, request),
  });
  return { context, app, first, other };
}

let folder: string | undefined;

/** Holds the key of what is encrypted; the same for all worlds of a worker, since making keys takes time. */
function keyFolder(): string {
  return (folder ??= mkdtempSync(join(inject("runFolder"), "screens-")));
}

/** At the lowest cost: tests sign in a thousand times. */
const PASSWORD_HASH = await hashPassword(PASSWORD, LOWEST_COST);

/** The fields of a form; boxes of one name have a list of values. */
type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A world for each test of a file, with the sign-in of its members. */
export function useWorld(given: () => Parameters<typeof openWorld>[0] = () => ({})): World & {
  signIn(who: string): Promise<Visitor>;
  /** What a path shows to a member who signs in for it. */
  textFor(who: string, path: string): Promise<string>;
} {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(given());
  });
  afterEach(() => world.context.db.destroy());
  return {
    get context() {
      return world.context;
    },
    get app() {
      return world.app;
    },
    get first() {
      return world.first;
    },
    get other() {
      return world.other;
    },
    signIn: (who) => signIn(world, who),
    textFor: async (who, path) => (await signIn(world, who)).text(path),
  };
}

/** A minimal browser: a cookie, an origin, and forms with their hidden fields. */
export class Visitor {
  readonly #world: World;
  cookie: string | undefined;
  origin: string;

  constructor(world: World) {
    this.#world = world;
    this.origin = new URL(world.context.addresses.baseUrl).origin;
  }

  async get(path: string): Promise<Response> {
    return this.#request(path, {});
  }

  async text(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  /** Sends the form for a password of a member of the first workspace, or of any email. */
  async enter(who: string, password = PASSWORD, next?: string): Promise<Response> {
    return this.post("/app/signin", { email: emailOf(who), password, ...(next !== undefined && { next }) });
  }

  /** Sends a request to the API with the cookie of this browser. */
  async api(path: string, body: object): Promise<Response> {
    const headers = { "Content-Type": "application/json", Origin: this.origin };
    return this.#request(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Sends a form with the hidden csrf field of the page at `from`. */
  async submit(path: string, fields: Fields, from = path): Promise<Response> {
    return this.post(path, { csrf: csrfOf(await this.text(from)), ...fields });
  }

  /** What the answer to a form shows. */
  async answer(path: string, fields: Fields, from = path): Promise<string> {
    return (await this.submit(path, fields, from)).text();
  }

  /** Sends a form with these fields and no others. */
  async post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    return this.#request(path, {
      method: "POST",
      body: new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
      ).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: this.origin, ...headers },
    });
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== undefined) headers.set("Cookie", `greenroom=${this.cookie}`);
    const response = await this.#world.app.request(`${this.#world.context.addresses.baseUrl}${path}`, {
      ...init,
      headers,
    });
    const set = /^greenroom=([^;]*)/.exec(response.headers.get("set-cookie") ?? "");
    if (set) this.cookie = set[1] === "" ? undefined : set[1];
    return response;
  }
}

/** The value of a hidden field of a page's first form that has one. */
export function fieldOf(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

export function csrfOf(page: string): string {
  return fieldOf(page, "csrf");
}

/** A code of the current time step. */
export function codeOf({ context }: World, secret: string): Promise<string> {
  return generate({ secret, epoch: Math.floor(context.clock.now() / 1_000) });
}

/** A code of the members in these tests; the clock is advanced first, so that no two are the same. */
export async function freshCode(world: World): Promise<string> {
  world.context.clock.advance(30_000);
  return codeOf(world, TOTP_SECRET);
}

/** Starts to set up an authenticator app. @returns Its secret, as the account page shows it */
export async function startApp(visitor: Visitor): Promise<string> {
  await visitor.submit("/app/account", { do: "totp_start" });
  const page = await visitor.text("/app/account");
  return /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
}

/** A member who is signed in, with their password and second factor just given: without the forms, which `sign-in.test.ts` sends. */
export async function signIn(world: World, who: string): Promise<Visitor> {
  const { db, clock } = world.context;
  const user = await requireRow(db, "users", { email: emailOf(who).toLowerCase() });
  const [workspace] = await listWorkspacesOf(db, user.id);
  const whose = { userId: user.id, epoch: user.epoch, workspaceId: workspace?.id ?? null };
  const factor = user.totp_secret === null ? "password" : "totp";
  clock.advance(30_000);
  const visitor = new Visitor(world);
  visitor.cookie = await inDatabase(db, async (tx) => {
    const { cookie, session } = await openSession(tx, { ...whose, level: "full", address: "127.0.0.1", userAgent: "" });
    const purpose = { action: "change_factors", subjectId: user.id } as const;
    await grantStepUp(tx, { sessionId: session.id, purpose, factor });
    return cookie;
  });
  return visitor;
}

const emailOf = (who: string) => (who.includes("@") ? who : `${who}@first.test`);

export async function setMembership(
  { context }: World,
  userId: string,
  columns: { readonly role?: Role; readonly removed_at?: string },
): Promise<void> {
  await context.db.updateTable("memberships").set(columns).where("user_id", "=", userId).execute();
}

/** What a page shows as text, on one line. */
export function textOf(page = ""): string {
  return page.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** The setup link that a page or a mail shows; empty without one. */
export function linkIn(text = ""): string {
  return /\/app\/setup\/[\w-]{43}/.exec(text)?.[0] ?? "";
}

export const siteRow = ({ context, first }: World) => requireRow(context.db, "sites", { id: first.site.id });

export const deploymentRow = ({ context }: World, id: string) => requireRow(context.db, "deployments", { id });

export const requestRow = ({ context }: World, id: string) => requireRow(context.db, "approval_requests", { id });

/** The actions in the audit log of the first workspace, in their order. */
export async function auditActions({ context, first }: World): Promise<string[]> {
  const log = context.db.selectFrom("audit_log").select("action").where("workspace_id", "=", first.workspaceId);
  return (await log.orderBy("seq").execute()).map(({ action }) => action);
}

/** Requests a release as the developer. @returns The path of its screen. */
export async function requestByDeveloper(
  { context, first }: World,
  sourceDeploymentId: string,
  { reason }: { readonly reason?: string } = {},
): Promise<string> {
  const person = { userId: first.users.developer, workspaceId: first.workspaceId };
  const { id } = await requestAsPerson(context, person, { siteId: first.site.id, sourceDeploymentId, reason });
  return `/app/approvals/${id}`;
}

/** Prepares a release, as an action does with the developer's token. @returns The path of its screen. */
export async function prepareByToken(
  { context, first }: World,
  sourceDeploymentId: string,
  intent: "prepare" | "release" = "prepare",
): Promise<string> {
  const { id: tokenId } = await addToken(context, first, { kind: "mcp" });
  const actor = {
    kind: "token",
    workspaceId: first.workspaceId,
    tokenId,
    tokenKind: "mcp",
    name: "workflow",
    userId: first.users.developer,
    epoch: 1,
    scopes: new Set(["publish:request"] as const),
  } as const;
  const { id } = await prepareRelease(context, actor, { siteId: first.site.id, sourceDeploymentId, intent });
  return `/app/approvals/${id}`;
}

/** Inserts a ready preview with files into the store. */
export async function addPreview(
  { context, first }: World,
  columns: Parameters<typeof addDeployment>[2] = {},
  files: Readonly<Record<string, string>> = { "index.html": "a" },
  rules: object = {},
): Promise<string> {
  const { digest } = await storeFiles(context, files, rules);
  return addDeployment(context, first, {
    status: "ready",
    branch: "main",
    commit_sha: "a".repeat(40),
    file_list_digest: digest,
    preview_label: `shop-${newUuid().slice(-12)}`,
    started_at: instant(context.clock),
    finished_at: instant(context.clock, 12_000),
    ...columns,
  });
}

/** Releases a preview a minute later, without a build. @returns The id of the release */
export async function addRelease(
  world: World,
  sourceId: string,
  id: string = newDeploymentId(),
  columns: Partial<DeploymentRow> = {},
): Promise<string> {
  const { clock, db } = world.context;
  clock.advance(60_000);
  const source = await deploymentRow(world, sourceId);
  const made = { environment: "production", source_deployment_id: sourceId, preview_label: null } as const;
  await insert(db, "deployments", { ...source, ...made, finished_at: instant(clock), id, ...columns });
  await serve(world, id);
  return id;
}

/** What a comparison of two deployments is about, or of one with nothing. */
export async function pairOf(world: World, beforeId: string | undefined, afterId: string): Promise<Pair> {
  const digestOf = async (id: string) => (await deploymentRow(world, id)).file_list_digest ?? "";
  const before = beforeId === undefined ? "" : await digestOf(beforeId);
  return { before, after: await digestOf(afterId), masks: "" };
}

/** Serves a deployment as the production of the first workspace's site. */
export async function serve({ context, first }: World, deploymentId: string): Promise<void> {
  const { production_label: label, id: site_id } = first.site;
  await context.db.deleteFrom("hosts").where("label", "=", label).execute();
  const shown = { site_id, branch: null, deployment_id: deploymentId, updated_at: instant(context.clock) };
  await insert(context.db, "hosts", { label, kind: "production", ...shown });
}

/** Connects the site of the first workspace to a repository on GitHub. @returns The id of the connection */
export async function connectRepository({ context, first }: World, app_id: string | null = null): Promise<string> {
  const id = newUuid();
  await insert(context.db, "repository_connections", {
    id,
    workspace_id: first.workspaceId,
    site_id: first.site.id,
    api_url: "https://api.github.com",
    owner: "lantern-theatre",
    repository: "website",
    environment: "production",
    app_id,
    sealed_credential: "sealed",
    sealed_hook_secret: "sealed",
    created_at: instant(context.clock),
  });
  return id;
}

/** Stores the review of a deployment. */
export const setReview = (
  { context: { db } }: World,
  id: string,
  review: Parameters<typeof insertReview>[2],
): Promise<void> => insertReview(db, id, review);

type ReportedPage = { readonly path: string } & Readonly<Record<string, unknown>>;

/** The report of a review of pages, whose pictures of before and after are at one width. */
export function reportOf(pages: ReportedPage | readonly ReportedPage[], notRendered: readonly object[] = []): string {
  const none = { new: 0, fixed: 0 };
  const pictures = [{ width: 1280, height: 700, before: "a".repeat(64), after: "b".repeat(64), changedShare: 0.125 }];
  const nothing = { text: [], problems: [], errors: [], accessibility: [], weight: {}, thirdParty: [] };
  const shown = [pages].flat().map((page) => ({
    change: "changed",
    title: { after: "<b>Shows</b>" },
    pictures,
    ...nothing,
    ...page,
  }));
  const counts = { changed: shown.length, added: 0, removed: 0, notRendered: notRendered.length };
  const found = shown.flatMap((page) => page["errors"] ?? []).length;
  const summary = { ...counts, errors: { new: found, fixed: 0 }, brokenLinks: none, accessibility: none, weight: {} };
  return JSON.stringify({ summary, pages: shown, notRendered, brokenLinks: [], rules: [] });
}
