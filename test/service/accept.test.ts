import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../packages/contract/clock.ts";
import { SCOPES } from "../../packages/contract/index.ts";
import type { Actor } from "../../packages/service/domain/actor.ts";
import { type Accepted, acceptPreview } from "../../packages/service/store/deployments/accept.ts";
import { letThrough } from "../../packages/service/store/deployments/build-budget.ts";
import { requireDeployment, toDeployment } from "../../packages/service/store/deployments/deployments.ts";
import { claimNext } from "../../packages/service/store/deployments/queue.ts";
import { requireRow } from "../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { ON_POSTGRES } from "../engines/database.ts";
import { signIn } from "../request-as-person.ts";
import { addDeployment, addToken } from "./fixtures.ts";
import { context, first, openApp } from "./http/app.ts";
import { plansOf } from "./query-plans.ts";
import { insert, update } from "./rows.ts";

let token: Actor;

openApp({ limit: { "builds-running": 1, "builds-queued": 1 } });

beforeEach(async () => {
  const { id } = await addToken(context, first);
  const whose = { workspaceId: first.workspaceId, userId: first.users.developer, epoch: 1, name: "extra" };
  token = { kind: "token", tokenKind: "pat", tokenId: id, scopes: new Set(SCOPES), ...whose };
});

const PREVIEW = { environment: "preview", branch: "main" };

function accept(
  body: unknown = PREVIEW,
  given: { readonly key?: string; readonly actor?: Actor } = {},
): Promise<Accepted> {
  const request = { siteId: first.site.id, body, key: given.key ?? "key-1" };
  return acceptPreview(context, given.actor ?? token, request);
}

const row = (id: string) => requireRow(context.db, "deployments", { id });

describe("an accepted deployment", () => {
  test("stores the token of the request and its owner", async () => {
    const { deployment } = await accept();
    expect(await row(deployment.id)).toMatchObject({
      created_by_token_id: token.kind === "token" ? token.tokenId : "",
      created_by_user_id: first.users.developer,
    });
  });

  test.each([
    ["", {}],
    [" of files that were built elsewhere", { prebuilt: { sha256: "0".repeat(64), files: 2, bytes: 3 } }],
    [" of a pull request", { pullRequest: { number: 7, title: "Seven" } }],
  ])("is in the database as the response says%s", async (_, more) => {
    const { deployment } = await accept({ ...PREVIEW, ...more });
    const view = await requireDeployment(context.db, first.workspaceId, deployment.id);
    expect(toDeployment(view, context.addresses)).toEqual(deployment);
    expect(await row(deployment.id)).toMatchObject({ lease_owner: null, hidden_at: null, log_sha256: null });
  });

  test("takes nine statements: everybody else of the workspace waits for them", async () => {
    let statements = 0;
    const counted = context.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ((statements += 1), result),
    });
    await acceptPreview({ ...context, db: counted }, token, { siteId: first.site.id, body: PREVIEW, key: "key-1" });
    // A server is asked for the lock.
    expect(statements).toBe(ON_POSTGRES ? 10 : 9);
  });

  test("reads what is open and what its author began in a day, however many there were or were canceled before", async () => {
    if (ON_POSTGRES) return;
    const request = { siteId: first.site.id, body: PREVIEW, key: "key-1" };
    const plans = await plansOf(context.db, (db) => acceptPreview({ ...context, db }, token, request));
    const places = plans.find(({ sql }) => sql.startsWith("select (select"));
    expect(places?.plan.filter((step) => step.includes("deployments"))).toEqual([
      "SEARCH deployments USING INDEX deployments_author (site_id=? AND author=? AND <expr>>?)",
      "SEARCH deployments USING INDEX deployments_open (workspace_id=? AND status=?)",
      "SEARCH deployments USING INDEX deployments_open (workspace_id=? AND status=?)",
    ]);
  });

  test("requested by a person on the web has no token", async () => {
    const person = { workspaceId: first.workspaceId, userId: first.users.owner };
    const { deployment } = await accept(PREVIEW, { actor: await signIn(context, person, "owner", "Noor") });
    expect(await row(deployment.id)).toMatchObject({
      created_by_token_id: null,
      created_by_user_id: first.users.owner,
    });
  });

  test("notifies its readers and the queue; a replay does not", async () => {
    const published: string[] = [];
    const events = { ...context.events, notify: (id: string) => void published.push(id) };
    const request = { siteId: first.site.id, body: PREVIEW, key: "key-1" };
    const { deployment } = await acceptPreview({ ...context, events }, token, request);
    await acceptPreview({ ...context, events }, token, request);
    expect(published).toEqual([deployment.id]);
  });
});

describe("the error", () => {
  const rejectionOf = async (accepting: Promise<Accepted>) =>
    accepting.then(
      () => undefined,
      (error: unknown) => error,
    );

  test.each([
    [
      "a used key",
      { environment: "preview" },
      "key-1",
      "idempotency_conflict",
      "This Idempotency-Key was used with a different request before.",
    ],
    [
      "a production deployment without a source",
      { environment: "production" },
      "key-2",
      "source_deployment_required",
      "A production deployment needs sourceDeploymentId.",
    ],
    [
      "a source that is not ready",
      { environment: "production", sourceDeploymentId: "dep_failed" },
      "key-2",
      "source_deployment_not_ready",
      "The source is not a ready preview of this site.",
    ],
    [
      "a full queue",
      PREVIEW,
      "key-2",
      "build_quota_exceeded",
      "The workspace has 2 builds running or queued, and its limit is 2; wait for one to end, or cancel one.",
    ],
  ])("for %s says what is wrong", async (_, body, key, code, message) => {
    await addDeployment(context, first, { id: "dep_failed", status: "failed" });
    await addDeployment(context, first, { status: "building" });
    await accept();
    expect(await rejectionOf(accept(body, { key }))).toMatchObject({ code, message });
  });

  test("for a site without a repository says so", async () => {
    await context.db.updateTable("sites").set({ repository_url: null }).execute();
    expect(await rejectionOf(accept())).toMatchObject({
      code: "repository_not_connected",
      message: "The site has no repository to build from.",
    });
  });

  test("for a release has the URL of its pending request, and of no other", async () => {
    const sourceDeploymentId = await addDeployment(context, first, { status: "ready", file_list_digest: "d" });
    const release = (): Promise<unknown> => rejectionOf(accept({ environment: "production", sourceDeploymentId }));
    const message = "A person must approve this release on the web; approving publishes it.";
    expect(await release()).toMatchObject({ code: "approval_required", message, details: {} });
    const request = (id: string, status: "pending" | "rejected") =>
      insert(context.db, "approval_requests", {
        id,
        status,
        workspace_id: first.workspaceId,
        site_id: first.site.id,
        source_deployment_id: sourceDeploymentId,
        file_list_digest: "d",
        intent: "release",
        created_at: "2026-03-01T12:00:00.000Z",
        requested_at: "2026-03-01T12:00:00.000Z",
        expires_at: "2026-03-08T12:00:00.000Z",
      });
    await request("apr_over", "rejected");
    expect(await release()).toHaveProperty("details", {});
    await request("apr_open", "pending");
    expect(await release()).toHaveProperty("details", {
      webApprovalUrl: `${context.addresses.baseUrl}/app/approvals/apr_open`,
    });
  });

  /** Asks while another transaction has the store for longer than a client waits. */
  async function askLate(body: object, log = context.log) {
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const other = inDatabase(context.db, () => (holding.resolve(), held.promise));
    await holding.promise;
    const waiting = rejectionOf(
      acceptPreview({ ...context, log }, token, { siteId: first.site.id, body, key: "key-1" }),
    );
    // The wait starts once the request has been read.
    await new Promise((resolve) => setImmediate(resolve));
    context.clock.advance(10_000);
    expect(await waiting).toMatchObject({
      code: "try_again",
      message: "The service is busy; send the same request again.",
      details: { retryAfterSeconds: 1 },
    });
    held.resolve();
    await other;
  }

  test("after ten seconds of waiting is to come again, and the same request then replays what happened meanwhile", async () => {
    await askLate(PREVIEW);
    await expect.poll(() => context.queueCalls).toEqual(["wake"]);
    expect((await accept()).replayed).toBe(true);
  });

  test("that comes after its client was sent away to retry is logged, and breaks nothing", async () => {
    const lines: string[] = [];
    await askLate(
      { environment: "production" },
      pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
    );
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: "a deployment failed after its client left", err: { code: "source_deployment_required" } },
    ]);
  });
});

describe("a build over the budget of its author", () => {
  const run = (githubId: string): Actor => ({ ...token, userId: null, run: { githubId } }) as Actor;
  const end = (id: string, status: "ready" | "canceled") =>
    update(context.db, "deployments", { id }, { status, started_at: null });
  const lease = () => ({ owner: "w", at: instant(context.clock), expiresAt: instant(context.clock, 1_000) });
  const claim = () =>
    claimNext(context.db, lease(), { machine: "service", buildsRunning: 9, build: true, working: [] });
  const developer = () =>
    signIn(context, { workspaceId: first.workspaceId, userId: first.users.developer }, "developer", "Vik");

  beforeEach(() => context.db.updateTable("sites").set({ daily_builds: 2 }).execute());

  async function startTwo(): Promise<void> {
    for (const key of ["a", "b"]) {
      await end((await accept(PREVIEW, { key })).deployment.id, "ready");
      context.clock.advance(60_000);
    }
  }

  test("waits, says until when, and starts by itself once the oldest one of the day is a day old", async () => {
    await startTwo();
    const { deployment } = await accept(PREVIEW, { key: "c" });
    expect(deployment).toMatchObject({ status: "queued", heldUntil: instant(context.clock, 86_400_000 - 120_000) });
    expect(await claim()).toBeUndefined();
    context.clock.advance(86_400_000 - 120_000);
    expect(await claim()).toMatchObject({ id: deployment.id, status: "building" });
  });

  test("takes no place of others, and has places of its own, so that a flood ends", async () => {
    await startTwo();
    for (const key of ["c", "d"]) expect((await accept(PREVIEW, { key })).deployment).toHaveProperty("heldUntil");
    await expect(accept(PREVIEW, { key: "e" })).rejects.toMatchObject({
      code: "build_quota_exceeded",
      message:
        "The workspace has 2 builds of this author that wait for a developer to let them through, and its limit is 2; wait for one to end, or cancel one.",
    });
    expect((await accept(PREVIEW, { key: "f", actor: run("7") })).deployment).not.toHaveProperty("heldUntil");
  });

  test("is judged by the account on GitHub that started the run, not by its token", async () => {
    for (const key of ["a", "b"]) await end((await accept(PREVIEW, { key, actor: run("7") })).deployment.id, "ready");
    expect((await accept(PREVIEW, { key: "c", actor: run("7") })).deployment).toHaveProperty("heldUntil");
    expect((await accept(PREVIEW, { key: "d", actor: run("8") })).deployment).not.toHaveProperty("heldUntil");
  });

  test("is judged by its branch where the token has no owner, so that a team that shares one is no flood", async () => {
    const actor = { ...token, userId: null } as Actor;
    const deploy = async (key: string, branch: string) =>
      (await accept({ ...PREVIEW, branch }, { key, actor })).deployment;
    for (const key of ["a", "b"]) await end((await deploy(key, "autumn")).id, "ready");
    expect(await deploy("c", "winter")).not.toHaveProperty("heldUntil");
    expect(await deploy("d", "autumn")).toHaveProperty("heldUntil");
  });

  test("does not count a build that was canceled before it started", async () => {
    await startTwo();
    const waiting = await accept(PREVIEW, { key: "c" });
    await end(waiting.deployment.id, "canceled");
    expect((await accept(PREVIEW, { key: "d" })).deployment.heldUntil).toBe(waiting.deployment.heldUntil);
  });

  test("starts once a developer lets it through, which the audit log keeps; a viewer cannot, and twice is once", async () => {
    await startTwo();
    const { deployment } = await accept(PREVIEW, { key: "c" });
    const viewer = { ...(await developer()), userId: first.users.viewer, role: "viewer" } as const;
    await expect(letThrough(context, viewer, deployment.id)).rejects.toMatchObject({ code: "forbidden_role" });
    await letThrough(context, await developer(), deployment.id);
    await letThrough(context, await developer(), deployment.id);
    const entries = await context.db
      .selectFrom("audit_log")
      .select("actor_id")
      .where("action", "=", "deployment.let_through")
      .execute();
    expect(entries).toEqual([{ actor_id: first.users.developer }]);
    expect(await claim()).toMatchObject({ id: deployment.id });
    expect((await accept(PREVIEW, { key: "d" })).deployment).toHaveProperty("heldUntil");
  });

  test("is none for files that were built elsewhere", async () => {
    await startTwo();
    const prebuilt = { sha256: "0".repeat(64), files: 2, bytes: 3 };
    expect((await accept({ ...PREVIEW, prebuilt }, { key: "c" })).deployment).not.toHaveProperty("heldUntil");
  });
});

describe("the wait for a busy store", () => {
  test("ends with the response", async () => {
    const sleeps: AbortSignal[] = [];
    const clock = {
      ...context.clock,
      sleep: (ms: number, signal?: AbortSignal) => {
        if (signal !== undefined) sleeps.push(signal);
        return context.clock.sleep(ms, signal);
      },
    };
    await acceptPreview({ ...context, clock }, token, { siteId: first.site.id, body: PREVIEW, key: "key-1" });
    expect(sleeps.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
