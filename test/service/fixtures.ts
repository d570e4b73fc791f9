import { pino } from "pino";
import { type Clock, instant } from "../../packages/contract/clock.ts";
import { type Role, ROLES, type Scope, SCOPES, type TokenKind } from "../../packages/contract/index.ts";
import type { ServiceContext } from "../../packages/service/context.ts";
import type { ListedFile } from "../../packages/service/domain/file-list.ts";
import { newUuid } from "../../packages/service/domain/ids.ts";
import { createDomainChecks } from "../../packages/service/hosting/domain-checks.ts";
import { DEFAULT_LIMITS, type Limits, type Settings } from "../../packages/service/settings.ts";
import { noteBranch } from "../../packages/service/store/deployments/branch-list.ts";
import { createDeploymentEvents } from "../../packages/service/store/deployments/deployment-events.ts";
import { createEventHistory } from "../../packages/service/store/deployments/packed-logs.ts";
import { useClock } from "../../packages/service/store/engine/database.ts";
import type { DeploymentRow, SiteRow } from "../../packages/service/store/engine/schema.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { keepFileList, type KeptFileList, storeFileList } from "../../packages/service/store/files/file-lists.ts";
import { keepObjects, noteStored } from "../../packages/service/store/files/kept-objects.ts";
import { openObjects } from "../../packages/service/store/files/objects.ts";
import { epochOf } from "../../packages/service/store/people/grants.ts";
import { issueToken } from "../../packages/service/store/people/tokens.ts";
import { createUser } from "../../packages/service/store/people/users.ts";
import { createProject, createWorkspace } from "../../packages/service/store/people/workspaces.ts";
import { insertSite } from "../../packages/service/store/sites/sites.ts";
import { openTestDatabase } from "../engines/database.ts";
import { insert } from "./rows.ts";

/** A clock that only moves when it is advanced. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(startMs = Date.parse("2026-03-01T12:00:00.000Z")): TestClock {
  let nowMs = startMs;
  const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        const sleeper = { untilMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        });
      }),
    advance(ms) {
      nowMs += ms;
      for (const sleeper of sleepers) {
        if (sleeper.untilMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

export interface TestContext extends ServiceContext {
  readonly clock: TestClock;
  /** Calls of the build queue, in order: "wake" or the id of a canceled deployment. */
  readonly queueCalls: readonly string[];
  readonly wakeReasons: readonly string[];
}

/** Settings of an instance for tests: development, limits that no test reaches by accident. */
export function testSettings(given: Partial<Settings> & { readonly limit?: Partial<Limits> } = {}): Settings {
  const { limit, ...settings } = given;
  return {
    dataDirectory: "/nonexistent",
    // Removed with the folder that the test makes for both.
    ...(settings.dataDirectory !== undefined && { buildsDirectory: `${settings.dataDirectory}-builds` }),
    host: "127.0.0.1",
    port: 0,
    development: true,
    repositoryRoots: [],
    unsafeNoSandbox: false,
    trustedProxies: [],
    limits: {
      ...DEFAULT_LIMITS,
      "pat-per-minute": 1_000_000,
      "mcp-per-minute": 1_000_000,
      "anonymous-per-minute": 1_000_000,
      "deploy-per-minute": 1_000_000,
      ...limit,
    },
    ...settings,
  };
}

/**
 * ServiceContext of an instance over a database in memory; close with `parts.db.destroy()`.
 * @param given Settings that differ from those of `testSettings`; `file` puts the database on disk.
 */
export function openTestContext(
  given: Partial<Settings> & {
    readonly limit?: Partial<Limits>;
    readonly file?: string;
    readonly clock?: TestClock;
  } = {},
): TestContext {
  const { file, clock = testClock(), ...settings } = given;
  const queueCalls: string[] = [];
  const wakeReasons: string[] = [];
  const db = openTestDatabase(file);
  useClock(db, clock);
  const objects = openObjects(testSettings(settings).dataDirectory);
  const shared = {
    settings: testSettings(settings),
    addresses: {
      baseUrl: "http://127.0.0.1:4010",
      scheme: "http:" as const,
      previewDomain: "preview.localhost:4010",
    },
    db,
    objects,
    events: createDeploymentEvents(),
    history: createEventHistory({ db, objects }),
    clock,
    log: pino({ level: "silent" }),
  };
  return {
    ...shared,
    domains: createDomainChecks(shared),
    builds: {
      wake(reason = "any") {
        queueCalls.push("wake");
        wakeReasons.push(reason);
      },
      cancel: (id) => void queueCalls.push(id),
      requireInstallation: async () => undefined,
      checkRepository: async () => undefined,
      findSites: async () => ({ sites: [] }),
      unbounded: () => [],
      problem: () => undefined,
      slots: () => ({ total: 2, busy: 1, cacheBytes: 1024 }),
    },
    reviews: { problem: () => undefined },
    queueCalls,
    wakeReasons,
  };
}

/** Stores files and the list that names them, as a publication does. @returns The list, which no deployment has yet */
export async function storeFiles(
  context: Pick<TestContext, "db" | "objects" | "clock">,
  files: Readonly<Record<string, string>>,
  rules: object = {},
): Promise<KeptFileList> {
  const listed: ListedFile[] = [];
  for (const [path, text] of Object.entries(files)) {
    listed.push({ path, ...(await context.objects.putBytes(Buffer.from(text))) });
  }
  await keepObjects(context, listed);
  const list = await keepFileList(context, { files: listed, rules: JSON.stringify(rules) });
  await inDatabase(context.db, async (tx) => {
    await noteStored(tx, [...listed.map(({ sha256 }) => sha256), list.digest]);
    await storeFileList(tx, list);
  });
  return list;
}

export interface SeededWorkspace {
  readonly workspaceId: string;
  readonly projectId: string;
  /** User id of a member of each role; no one has a password. */
  readonly users: Readonly<Record<Role, string>>;
  /** Tokens of the developer with all scopes. */
  readonly tokens: Readonly<Record<TokenKind, string>>;
  /** An active site with a repository, slug `shop`. */
  readonly site: SiteRow;
}

/** Fills a store with two workspaces that have the same shape and share nothing. */
export async function seedWorkspace(
  context: Pick<ServiceContext, "db" | "clock">,
): Promise<{ readonly first: SeededWorkspace; readonly other: SeededWorkspace }> {
  return { first: await addWorkspace(context, "first"), other: await addWorkspace(context, "other") };
}

/** Adds a workspace with a site, a user of each role, and tokens of the developer. */
export async function addWorkspace(
  context: Pick<ServiceContext, "db" | "clock">,
  name: string,
): Promise<SeededWorkspace> {
  const at = instant(context.clock);
  return inDatabase(context.db, async (tx) => {
    const workspaceId = await createWorkspace(tx, name);
    const projectId = await createProject(tx, workspaceId, "web");
    const users = new Map<Role, string>();
    const member = { workspace_id: workspaceId, confirmed: 1, created_at: tx.at } as const;
    for (const role of ROLES) {
      const userId = await createUser(tx, { email: `${role}@${name}.test`, name: `${role} of ${name}` });
      await insert(tx, "memberships", { ...member, user_id: userId, role });
      users.set(role, userId);
    }
    const site = await insertSite(tx, workspaceId, {
      projectId,
      name: "Shop",
      slug: "shop",
      repositoryUrl: "https://git.example.com/shop.git",
    });
    const userId = users.get("developer") ?? null;
    const token = async (kind: TokenKind) => {
      const given = { kind, realm: "test", name: kind, issuedVia: "operator", expiresAt: null, at } as const;
      return (await issueToken(tx, { ...given, workspaceId, userId, epoch: 1, scopes: SCOPES })).token;
    };
    return {
      workspaceId,
      projectId,
      users: Object.fromEntries(users) as Record<Role, string>,
      tokens: { pat: await token("pat"), mcp: await token("mcp") },
      site,
    };
  });
}

/** Issues one more token, with the scopes and the life a test needs; of the developer unless somebody is named. */
export async function addToken(
  context: Pick<ServiceContext, "db">,
  workspace: Pick<SeededWorkspace, "workspaceId"> & Partial<Pick<SeededWorkspace, "users">>,
  given: {
    readonly kind?: TokenKind;
    readonly realm?: "live" | "test";
    readonly name?: string;
    readonly userId?: string | null;
    readonly scopes?: readonly Scope[];
    readonly expiresAt?: string;
  } = {},
): Promise<{ readonly token: string; readonly id: string }> {
  const userId = given.userId === undefined ? (workspace.users?.developer ?? null) : given.userId;
  const { token, row } = await inDatabase(context.db, async (tx) =>
    issueToken(tx, {
      workspaceId: workspace.workspaceId,
      userId,
      epoch: userId === null ? null : await epochOf(tx, userId),
      kind: given.kind ?? "pat",
      realm: given.realm ?? "test",
      name: given.name ?? "extra",
      scopes: given.scopes ?? SCOPES,
      issuedVia: "operator",
      expiresAt: given.expiresAt ?? null,
    }),
  );
  return { token, id: row.id };
}

/** Adds a deployment straight to the store, with its `queued` event. */
export async function addDeployment(
  context: Pick<ServiceContext, "db" | "clock">,
  workspace: SeededWorkspace,
  columns: Partial<DeploymentRow> = {},
): Promise<string> {
  const at = columns.created_at ?? instant(context.clock);
  const id = columns.id ?? `dep_${newUuid().replaceAll("-", "")}`;
  const row = await context.db
    .insertInto("deployments")
    .values({
      id,
      workspace_id: workspace.workspaceId,
      site_id: workspace.site.id,
      environment: "preview",
      status: "queued",
      branch_verified: 1,
      attempt: 0,
      last_event_seq: 1,
      log_lines: 0,
      log_bytes: 0,
      created_at: at,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.environment === "preview" && row.hidden_at === null)
    await inDatabase(context.db, (tx) => noteBranch(tx, row));
  await insert(context.db, "deployment_events", {
    deployment_id: id,
    seq: 1,
    type: "status",
    data: JSON.stringify({ status: "queued", at }),
    at,
  });
  return id;
}
