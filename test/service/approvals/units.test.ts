import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { APPROVAL_STATUSES, APPROVAL_TRANSITIONS } from "../../../packages/contract/index.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { APPROVED_LIFETIME_MS, type Decision, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import {
  expireApprovals,
  findApproval,
  listApprovals,
  moveApproval,
  requestApproval,
} from "../../../packages/service/store/approvals/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { setSelfApproval } from "../../../packages/service/admin/workspaces.ts";
import { isSelfApprovalAllowed } from "../../../packages/service/store/people/workspaces.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeSite,
  makeScenario,
  makeToken,
  openContext,
  signIn,
  stepUp,
  type TestContext,
} from "./fixture.ts";
import { forEngine } from "../../engines/database.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

/** A scenario that keeps every announcement, with a pending request of the developer's token. */
async function openRequest() {
  const context = openContext();
  const scenario = await makeScenario(context);
  const { workspaceId } = scenario;
  const webhook = { id: newUuid(), url: "https://hooks.example/", events: "*", sealed_secret: "", created_at: "" };
  await context.db
    .insertInto("webhooks")
    .values({ ...webhook, workspace_id: workspaceId })
    .execute();
  const request = await requestApproval(context, scenario.token, scenario);
  return {
    context,
    scenario,
    request,
    decide: async (actor: SessionActor, decision: Decision, notes?: string) => {
      await stepUp(context, actor, decision, request.id);
      return decideApproval(context, actor, { requestId: request.id, decision, notes });
    },
    announced: async () => {
      const rows = await context.db.selectFrom("announcements").select("type").orderBy("id").execute();
      return rows.map(({ type }) => type).filter((type) => type.startsWith("approval."));
    },
    /** Audit rows behind the first, without what chains them. */
    audit: async () => {
      const rows = await readAudit(context.db, workspaceId, { afterSeq: 1, limit: 20 });
      return rows.map(({ at, actor_type, actor_id, action, subject_type, subject_id, data }) => ({
        at,
        actor: [actor_type, actor_id],
        action,
        subject: [subject_type, subject_id],
        data: JSON.parse(data) as unknown,
      }));
    },
    view: async (id = request.id) => findApproval(context.db, workspaceId, id),
  };
}

/** The deployments whose followers are woken from now on. */
function listen(context: TestContext): readonly string[] {
  const published: string[] = [];
  context.events.notify = (deploymentId) => void published.push(deploymentId);
  return published;
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("decideApproval", () => {
  it("stores the decision once: the row, the announcement and the audit entry", async () => {
    const { context, scenario, request, decide, announced, audit, view } = await openRequest();
    await using _ = context;
    context.turn(5);
    const approved = await decide(scenario.approver, "approve");
    expect(approved).toMatchObject({ decidedAt: context.at(), notes: null });
    expect(await view()).toMatchObject({ decided_by: scenario.approver.userId, decided_at: context.at(), notes: null });
    expect(await announced()).toEqual(["approval.requested", "approval.approved"]);
    expect(await audit()).toEqual([
      {
        at: context.at(),
        actor: ["user", scenario.approver.userId],
        action: "approval.approved",
        subject: ["approval", request.id],
        data: {
          before: "pending",
          after: "approved",
          siteId: scenario.siteId,
          sourceDeploymentId: scenario.sourceDeploymentId,
          fileListDigest: `digest-of-${scenario.sourceDeploymentId}`,
          originatingUserId: scenario.developer.userId,
          requesterIds: [scenario.developer.userId],
          relaxed: null,
          deploymentId: approved.deploymentId,
          notes: null,
          role: "approver",
          factor: "totp",
          sessionId: scenario.approver.sessionId,
          address: "127.0.0.1",
          userAgent: "test",
        },
      },
    ]);
  });

  it("a rejection keeps the expiry of the request, and its notes are in the audit log", async () => {
    const { context, scenario, request, decide, announced, audit } = await openRequest();
    await using _ = context;
    const rejected = await decide(scenario.approver, "reject", "not on a Friday");
    expect(rejected.expiresAt).toBe(request.expiresAt);
    expect(await announced()).toEqual(["approval.requested", "approval.rejected"]);
    const data = { after: "rejected", notes: "not on a Friday", deploymentId: null };
    expect(await audit()).toMatchObject([{ action: "approval.rejected", data }]);
  });

  it("notifies the followers of the release that it is queued", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    const published = listen(context);
    const { deploymentId } = await decide(scenario.approver, "approve");
    expect(published).toEqual([deploymentId]);
  });

  it("an error says what to do, and nothing of requests in other workspaces", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    const made = { requestId: request.id, decision: "approve" as const };
    const ask = (actor: SessionActor, changes = {}) => errorOf(decideApproval(context, actor, { ...made, ...changes }));
    expect(await ask(scenario.approver)).toBe("Give your second factor for this decision.");
    expect(await ask({ ...scenario.approver, sessionId: "gone" })).toBe("Your session ended; sign in again.");
    expect(await ask(scenario.approver, { requestId: "apr_none" })).toBe("There is no such publish request.");
    expect(await ask(scenario.developer)).toMatch(/requested this release; a member who did not/);
    const viewer = await makeMember(context, scenario.workspaceId, "viewer");
    expect(await ask(viewer)).toMatch(/role owner, admin or approver/);
    await context.db.updateTable("workspaces").set({ max_live_sites: 0 }).execute();
    expect(await ask(scenario.approver)).toMatch(/limit of live sites/);
    await context.db.updateTable("deployments").set({ file_list_digest: "other" }).execute();
    expect(await ask(scenario.approver)).toMatch(/not what was requested any more; request a new release/);
    context.turn(PENDING_LIFETIME_MS);
    const fresh = await signIn(context, scenario.approver);
    expect(await ask(fresh)).toMatch(/no longer pending/);
  });

  it("an overdue request is stored as expired by the first decision after its time, not before", async () => {
    const { context, scenario, request, view, audit } = await openRequest();
    await using _ = context;
    const made = { requestId: request.id, decision: "approve" as const };
    await errorOf(decideApproval(context, scenario.developer, made));
    expect([(await view())?.status, await audit()]).toEqual(["pending", []]);
    context.turn(PENDING_LIFETIME_MS);
    const late = await signIn(context, scenario.approver);
    await errorOf(decideApproval(context, late, made));
    expect((await view())?.status).toBe("expired");
    await errorOf(decideApproval(context, late, made));
    expect(await audit()).toMatchObject([{ action: "approval.expired" }]);
  });

  it("a failed decision on a decided request past its time changes nothing", async () => {
    const { context, scenario, request, decide, view } = await openRequest();
    await using _ = context;
    await decide(scenario.approver, "reject", "no");
    context.turn(PENDING_LIFETIME_MS);
    const late = await signIn(context, await makeMember(context, scenario.workspaceId, "admin"));
    await errorOf(decideApproval(context, late, { requestId: request.id, decision: "reject", notes: "no" }));
    expect((await view())?.status).toBe("rejected");
  });

  it("does not count a site that is live already against the limit of live sites", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    await context.db.updateTable("workspaces").set({ max_live_sites: 0 }).execute();
    const host = { label: "live", kind: "production" as const, deployment_id: scenario.sourceDeploymentId };
    await context.db
      .insertInto("hosts")
      .values({ ...host, site_id: scenario.siteId, updated_at: context.at() })
      .execute();
    expect((await decide(scenario.approver, "approve")).status).toBe("approved");
  });

  it("a decision that loses to another process rolls back its release and its second factor", async () => {
    const { context, scenario, decide, audit, view } = await openRequest();
    await using _ = context;
    const lost = "CREATE TRIGGER lost BEFORE UPDATE ON approval_requests BEGIN SELECT RAISE(IGNORE); END";
    await sql.raw(forEngine(lost)).execute(context.db);
    const published = listen(context);
    expect(await errorOf(decide(scenario.approver, "approve"))).toMatch(/no longer pending/);
    expect(await codeOf(decide(scenario.approver, "approve"))).toBe("approval_already_decided");
    const releases = context.db.selectFrom("deployments").select("id").where("environment", "=", "production");
    const spent = context.db.selectFrom("step_ups").select("id").where("used_at", "is not", null);
    expect([await releases.execute(), await spent.execute(), await audit()]).toEqual([[], [], []]);
    expect([(await view())?.status, published, context.woken]).toEqual(["pending", [], []]);
  });
});

describe("setSelfApproval", () => {
  it("applies to one workspace, until it is withdrawn, and every change is in the audit log", async () => {
    const { context, scenario, audit } = await openRequest();
    await using _ = context;
    const { workspaceId } = scenario;
    const elsewhere = await makeScenario(context);
    const set = (allowed: boolean) => setSelfApproval({ ...context, operator: null }, { workspaceId, allowed });
    const allowed = (id = workspaceId) => isSelfApprovalAllowed(context.db, id);
    expect(await allowed()).toBe(false);
    await set(true);
    expect([await allowed(), await allowed(elsewhere.workspaceId)]).toEqual([true, false]);
    await set(false);
    expect([await allowed(), await allowed("unknown")]).toEqual([false, false]);
    const entry = { at: context.at(), actor: ["operator", null], subject: ["workspace", workspaceId], data: {} };
    expect(await audit()).toEqual([
      { ...entry, action: "self_approval.allowed" },
      { ...entry, action: "self_approval.forbidden" },
    ]);
  });
});

describe("requestApproval", () => {
  it("stores what was requested, by whom and for which files", async () => {
    const { context, scenario, request, announced, view } = await openRequest();
    await using _ = context;
    expect(await announced()).toEqual(["approval.requested"]);
    expect(await view()).toMatchObject({
      file_list_digest: `digest-of-${scenario.sourceDeploymentId}`,
      branch: "main",
      requested_by_name: "ci",
      reason: null,
      decided_by_name: null,
    });
    const [entry] = await readAudit(context.db, scenario.workspaceId, { afterSeq: 0, limit: 1 });
    expect(entry).toMatchObject({
      at: context.at(),
      actor_type: "token",
      actor_id: scenario.token.tokenId,
      action: "approval.requested",
      subject_type: "approval",
      subject_id: request.id,
    });
    expect(JSON.parse(entry?.data ?? "")).toEqual({
      after: "pending",
      siteId: scenario.siteId,
      sourceDeploymentId: scenario.sourceDeploymentId,
      branch: "main",
      fileListDigest: `digest-of-${scenario.sourceDeploymentId}`,
      userId: scenario.developer.userId,
      reason: null,
      factor: null,
    });
  });

  it("a request on the web is in the audit log with its second factor", async () => {
    const { context, scenario, audit } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "other" });
    await stepUp(context, scenario.approver, "request", sourceDeploymentId);
    const request = await requestApproval(context, scenario.approver, { ...scenario, sourceDeploymentId });
    expect(request.requestedBy).toEqual({ type: "user", id: scenario.approver.userId, name: scenario.approver.name });
    const actor = ["user", scenario.approver.userId];
    expect(await audit()).toMatchObject([{ actor, action: "approval.requested", data: { factor: "totp" } }]);
  });

  it("a request that supersedes another is announced and in the audit log", async () => {
    const { context, scenario, request, announced, audit } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, scenario);
    const newer = await requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId });
    expect((await announced()).toSorted()).toEqual(["approval.requested", "approval.requested", "approval.superseded"]);
    const entry = { at: context.at(), actor: ["token", scenario.token.tokenId] };
    expect(await audit()).toMatchObject([
      {
        ...entry,
        action: "approval.superseded",
        subject: ["approval", request.id],
        data: { before: "pending", after: "superseded", by: newer.id },
      },
      { ...entry, action: "approval.requested", subject: ["approval", newer.id] },
    ]);
  });

  it("an overdue older request expires instead of being superseded, and decided ones do not change", async () => {
    const { context, scenario, request, decide, view } = await openRequest();
    await using _ = context;
    const ask = async () =>
      requestApproval(context, scenario.token, {
        ...scenario,
        sourceDeploymentId: await makeDeployment(context, scenario),
      });
    await decide(scenario.approver, "reject", "no");
    const second = await ask();
    expect((await view())?.status).toBe("rejected");
    context.turn(PENDING_LIFETIME_MS);
    await ask();
    expect([(await view())?.status, (await view(second.id))?.status]).toEqual(["rejected", "expired"]);
    expect(request.id).not.toBe(second.id);
  });

  it("an error says what is wrong", async () => {
    const { context, scenario } = await openRequest();
    await using _ = context;
    const { workspaceId } = scenario;
    const ask = async (actor: Parameters<typeof requestApproval>[1], sourceDeploymentId: string) =>
      errorOf(requestApproval(context, actor, { ...scenario, sourceDeploymentId }));
    const source = await makeDeployment(context, scenario);
    const building = await makeDeployment(context, scenario, { status: "building" });
    const bot = await makeToken(context, { workspaceId, userId: null });
    const viewer = await makeMember(context, workspaceId, "viewer");
    expect(await ask(bot, source)).toMatch(/belongs to no person/);
    expect(await ask(viewer, source)).toMatch(/role developer or higher/);
    expect(await ask(scenario.token, building)).toMatch(/Only a ready preview/);
    expect(await ask(scenario.developer, source)).toMatch(/second factor to request this release/);
  });
});

describe("listApprovals", () => {
  it("shows one workspace, newest first, by site, by status, and from a request on", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    const elsewhere = await makeScenario(context);
    await requestApproval(context, elsewhere.token, elsewhere);
    const siteId = await makeSite(context, scenario);
    const ask = async (to: string, branch: string) => {
      const sourceDeploymentId = await makeDeployment(context, { ...scenario, siteId: to }, { branch });
      return (await requestApproval(context, scenario.token, { siteId: to, sourceDeploymentId })).id;
    };
    const twin = await ask(scenario.siteId, "twin");
    context.turn(1);
    const last = await ask(siteId, "main");
    const ids = async (filter: Partial<Parameters<typeof listApprovals>[2]> = {}) =>
      (await listApprovals(context.db, scenario.workspaceId, { at: context.at(), ...filter })).map(({ id }) => id);
    const [second = "", third = ""] = [request.id, twin].toSorted().reverse();
    expect(await ids()).toEqual([last, second, third]);
    expect(await ids({ siteId })).toEqual([last]);
    expect(await ids({ limit: 2 })).toEqual([last, second]);
    const after = { createdAt: request.createdAt, id: second };
    expect(await ids({ after })).toEqual([third]);
    expect(await ids({ status: "expired" })).toEqual([]);
    const at = request.expiresAt;
    expect([await ids({ status: "expired", at }), await ids({ status: "pending", at })]).toEqual([
      [second, third],
      [last],
    ]);
  });

  it("names the approver", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    await decide(scenario.approver, "reject", "no");
    const [row] = await listApprovals(context.db, scenario.workspaceId, { at: context.at() });
    expect(row?.decided_by_name).toBe(scenario.approver.name);
  });
});

describe("moveApproval", () => {
  it("allows only the transitions of the state table", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    const move = (status: (typeof APPROVAL_STATUSES)[number], to: (typeof APPROVAL_STATUSES)[number]) => {
      const row = { id: request.id, workspace_id: scenario.workspaceId, status, announced_at: context.at() };
      return errorOf(inDatabase(context.db, (tx) => moveApproval(tx, row, { to, at: context.at() })));
    };
    for (const from of APPROVAL_STATUSES) {
      for (const to of APPROVAL_STATUSES.filter((one) => !APPROVAL_TRANSITIONS[from].includes(one))) {
        expect(await move(from, to)).toBe(`A request never goes from ${from} to ${to}.`);
      }
    }
  });

  it("moves the named request, once, and only from the given status", async () => {
    const { context, scenario, request, view } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "other" });
    const other = await requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId });
    const move = (status: "pending" | "approved") => {
      const row = { id: request.id, workspace_id: scenario.workspaceId, status, announced_at: context.at() };
      const change = { to: "expired", set: { notes: "late" }, at: context.at() } as const;
      return inDatabase(context.db, (tx) => moveApproval(tx, row, change));
    };
    expect([await move("approved"), await move("pending"), await move("pending")]).toEqual([false, true, false]);
    expect(await view()).toMatchObject({ status: "expired", notes: "late" });
    expect(await view(other.id)).toMatchObject({ status: "pending", notes: null });
  });
});

describe("expireApprovals", () => {
  it("announces each expiry and notifies the followers of the release", async () => {
    const { context, scenario, request, decide, announced, audit } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver, "approve");
    context.turn(APPROVED_LIFETIME_MS);
    const published = listen(context);
    expect(await expireApprovals(context)).toBe(1);
    expect(await expireApprovals(context)).toBe(0);
    expect(published).toEqual([deploymentId]);
    expect((await announced()).at(-1)).toBe("approval.expired");
    expect((await audit()).slice(1)).toEqual([
      {
        at: context.at(),
        actor: ["system", null],
        action: "approval.expired",
        subject: ["approval", request.id],
        data: { before: "approved", after: "expired", deploymentId },
      },
    ]);
    const release = context.db
      .selectFrom("deployments")
      .selectAll()
      .where("id", "=", deploymentId ?? "");
    const { error_code, error_message } = await release.executeTakeFirstOrThrow();
    expect(error_code).toBe("timed_out");
    expect(error_message).toMatch(/expired before the release began; request it again/);
  });

  it("an expiry without a release notifies no follower", async () => {
    const { context, announced, audit } = await openRequest();
    await using _ = context;
    context.turn(PENDING_LIFETIME_MS);
    const published = listen(context);
    expect(await expireApprovals(context)).toBe(1);
    expect([published, await announced()]).toEqual([[], ["approval.requested", "approval.expired"]]);
    expect(await audit()).toMatchObject([{ data: { before: "pending", deploymentId: null } }]);
  });

  it("a request of an archived site ends with that reason, and a decided one does not change", async () => {
    const { context, scenario, request, decide, announced, audit, view } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "other" });
    const second = await requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId });
    await decide(scenario.approver, "reject", "no");
    expect(await expireApprovals(context)).toBe(0);
    await context.db.updateTable("deployments").set({ hidden_at: context.at() }).execute();
    expect(await expireApprovals(context)).toBe(1);
    expect([(await view(request.id))?.status, (await view(second.id))?.status]).toEqual(["rejected", "superseded"]);
    expect((await announced()).at(-1)).toBe("approval.superseded");
    expect((await audit()).at(-1)).toEqual({
      at: context.at(),
      actor: ["system", null],
      action: "approval.superseded",
      subject: ["approval", second.id],
      data: { before: "pending", after: "superseded", because: "site_archived" },
    });
  });

  it.each(["failed", "canceled"] as const)("a release that %s ends its approval at once", async (status) => {
    const { context, scenario, decide, view } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver, "approve");
    expect(await expireApprovals(context)).toBe(0);
    await context.db
      .updateTable("deployments")
      .set({ status })
      .where("id", "=", deploymentId ?? "")
      .execute();
    const published = listen(context);
    expect(await expireApprovals(context)).toBe(1);
    expect([(await view())?.status, published]).toEqual(["expired", []]);
  });

  it.each(["building", "ready"] as const)("a release that is %s does not change past its hour", async (status) => {
    const { context, scenario, decide, view } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver, "approve");
    await context.db
      .updateTable("deployments")
      .set({ status })
      .where("id", "=", deploymentId ?? "")
      .execute();
    context.turn(PENDING_LIFETIME_MS);
    expect(await expireApprovals(context)).toBe(0);
    expect((await view())?.status).toBe("approved");
  });
});
