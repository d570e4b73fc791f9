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
} from "../../../packages/service/store/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit.ts";
import { decideApproval } from "../../../packages/service/store/decisions.ts";
import { setSelfApproval } from "../../../packages/service/admin/workspaces.ts";
import { isSelfApprovalAllowed } from "../../../packages/service/store/workspaces.ts";
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

/** A stage where every announcement is kept, with a pending request of the developer's token. */
async function openRequest() {
  const context = openContext();
  const stage = await makeScenario(context);
  const { workspaceId } = stage;
  const webhook = { id: newUuid(), url: "https://hooks.example/", events: "*", sealed_secret: "", created_at: "" };
  await context.db
    .insertInto("webhooks")
    .values({ ...webhook, workspace_id: workspaceId })
    .execute();
  const request = await requestApproval(context, stage.token, stage);
  return {
    context,
    stage,
    request,
    decide: async (actor: SessionActor, decision: Decision, notes?: string) => {
      await stepUp(context, actor, decision, request.id);
      return decideApproval(context, actor, { requestId: request.id, decision, notes });
    },
    told: async () => {
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

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("decideApproval", () => {
  it("writes the decision down once: the row, what others are told and what the audit log keeps", async () => {
    const { context, stage, request, decide, told, audit, view } = await openRequest();
    await using _ = context;
    context.turn(5);
    const approved = await decide(stage.approver, "approve");
    expect(approved).toMatchObject({ decidedAt: context.at(), notes: null });
    expect(await view()).toMatchObject({ decided_by: stage.approver.userId, decided_at: context.at(), notes: null });
    expect(await told()).toEqual(["approval.requested", "approval.approved"]);
    expect(await audit()).toEqual([
      {
        at: context.at(),
        actor: ["user", stage.approver.userId],
        action: "approval.approved",
        subject: ["approval", request.id],
        data: {
          before: "pending",
          after: "approved",
          siteId: stage.siteId,
          sourceDeploymentId: stage.sourceDeploymentId,
          fileListDigest: `digest-of-${stage.sourceDeploymentId}`,
          originatingUserId: stage.developer.userId,
          deploymentId: approved.deploymentId,
          notes: null,
          role: "approver",
          factor: "totp",
          sessionId: stage.approver.sessionId,
          address: "127.0.0.1",
          userAgent: "test",
        },
      },
    ]);
  });

  it("a rejection keeps the day the request would have run out, and its notes are in the audit log", async () => {
    const { context, stage, request, decide, told, audit } = await openRequest();
    await using _ = context;
    const rejected = await decide(stage.approver, "reject", "not on a Friday");
    expect(rejected.expiresAt).toBe(request.expiresAt);
    expect(await told()).toEqual(["approval.requested", "approval.rejected"]);
    const data = { after: "rejected", notes: "not on a Friday", deploymentId: null };
    expect(await audit()).toMatchObject([{ action: "approval.rejected", data }]);
  });

  it("tells whoever follows the release that it is queued", async () => {
    const { context, stage, decide } = await openRequest();
    await using _ = context;
    const published = listen(context);
    const { deploymentId } = await decide(stage.approver, "approve");
    expect(published).toEqual([deploymentId]);
  });

  it("a refusal says what to do, and nothing of a request elsewhere", async () => {
    const { context, stage, request } = await openRequest();
    await using _ = context;
    const made = { requestId: request.id, decision: "approve" as const };
    const ask = (actor: SessionActor, changes = {}) => refusal(decideApproval(context, actor, { ...made, ...changes }));
    expect(await ask(stage.approver)).toBe("Give your second factor for this decision.");
    expect(await ask({ ...stage.approver, sessionId: "gone" })).toBe("Your session ended; sign in again.");
    expect(await ask(stage.approver, { requestId: "apr_none" })).toBe("There is no such publish request.");
    expect(await ask(stage.developer)).toMatch(/requested this release; another member/);
    const viewer = await makeMember(context, stage.workspaceId, "viewer");
    expect(await ask(viewer)).toMatch(/role owner, admin or approver/);
    await context.db.updateTable("workspaces").set({ max_live_sites: 0 }).execute();
    expect(await ask(stage.approver)).toMatch(/limit of live sites/);
    await context.db.updateTable("deployments").set({ file_list_digest: "other" }).execute();
    expect(await ask(stage.approver)).toMatch(/not what was requested any more; request a new release/);
    context.turn(PENDING_LIFETIME_MS);
    const fresh = await signIn(context, stage.approver);
    expect(await ask(fresh)).toMatch(/no longer pending/);
  });

  it("a request that ran out is written down as expired by whoever comes too late, and by nobody before", async () => {
    const { context, stage, request, view, audit } = await openRequest();
    await using _ = context;
    const made = { requestId: request.id, decision: "approve" as const };
    await refusal(decideApproval(context, stage.developer, made));
    expect([(await view())?.status, await audit()]).toEqual(["pending", []]);
    context.turn(PENDING_LIFETIME_MS);
    const late = await signIn(context, stage.approver);
    await refusal(decideApproval(context, late, made));
    expect((await view())?.status).toBe("expired");
    await refusal(decideApproval(context, late, made));
    expect(await audit()).toMatchObject([{ action: "approval.expired" }]);
  });

  it("a refused decision on a request that was decided and is past its time leaves it as it is", async () => {
    const { context, stage, request, decide, view } = await openRequest();
    await using _ = context;
    await decide(stage.approver, "reject", "no");
    context.turn(PENDING_LIFETIME_MS);
    const late = await signIn(context, await makeMember(context, stage.workspaceId, "admin"));
    await refusal(decideApproval(context, late, { requestId: request.id, decision: "reject", notes: "no" }));
    expect((await view())?.status).toBe("rejected");
  });

  it("asks only the sites of the request whether there is room to go live", async () => {
    const { context, stage, decide } = await openRequest();
    await using _ = context;
    await context.db.updateTable("workspaces").set({ max_live_sites: 0 }).execute();
    const host = { label: "live", kind: "production" as const, deployment_id: stage.sourceDeploymentId };
    await context.db
      .insertInto("hosts")
      .values({ ...host, site_id: stage.siteId, updated_at: context.at() })
      .execute();
    expect((await decide(stage.approver, "approve")).status).toBe("approved");
  });

  it("a decision that another process was first with takes its release and the second factor back", async () => {
    const { context, stage, decide, audit, view } = await openRequest();
    await using _ = context;
    const lost = "CREATE TRIGGER lost BEFORE UPDATE ON approval_requests BEGIN SELECT RAISE(IGNORE); END";
    await sql.raw(lost).execute(context.db);
    const published = listen(context);
    expect(await refusal(decide(stage.approver, "approve"))).toMatch(/no longer pending/);
    expect(await codeOf(decide(stage.approver, "approve"))).toBe("approval_already_decided");
    const releases = context.db.selectFrom("deployments").select("id").where("environment", "=", "production");
    const spent = context.db.selectFrom("step_ups").select("id").where("used_at", "is not", null);
    expect([await releases.execute(), await spent.execute(), await audit()]).toEqual([[], [], []]);
    expect([(await view())?.status, published, context.woken]).toEqual(["pending", [], []]);
  });
});

describe("setSelfApproval", () => {
  it("counts for one workspace, until it is taken back, and every change is in its audit log", async () => {
    const { context, stage, audit } = await openRequest();
    await using _ = context;
    const { workspaceId } = stage;
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
  it("writes down what was asked, by whom and for which files", async () => {
    const { context, stage, request, told, view } = await openRequest();
    await using _ = context;
    expect(await told()).toEqual(["approval.requested"]);
    expect(await view()).toMatchObject({
      file_list_digest: `digest-of-${stage.sourceDeploymentId}`,
      branch: "main",
      requested_by_name: "ci",
      reason: null,
      decided_by_name: null,
    });
    const [entry] = await readAudit(context.db, stage.workspaceId, { afterSeq: 0, limit: 1 });
    expect(entry).toMatchObject({
      at: context.at(),
      actor_type: "token",
      actor_id: stage.token.tokenId,
      action: "approval.requested",
      subject_type: "approval",
      subject_id: request.id,
    });
    expect(JSON.parse(entry?.data ?? "")).toEqual({
      after: "pending",
      siteId: stage.siteId,
      sourceDeploymentId: stage.sourceDeploymentId,
      branch: "main",
      fileListDigest: `digest-of-${stage.sourceDeploymentId}`,
      factor: null,
    });
  });

  it("a person who asks on the web is in the audit log with the factor they gave", async () => {
    const { context, stage, audit } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, stage, { branch: "other" });
    await stepUp(context, stage.approver, "request", sourceDeploymentId);
    const asked = await requestApproval(context, stage.approver, { ...stage, sourceDeploymentId });
    expect(asked.requestedBy).toEqual({ type: "user", id: stage.approver.userId, name: stage.approver.name });
    const actor = ["user", stage.approver.userId];
    expect(await audit()).toMatchObject([{ actor, action: "approval.requested", data: { factor: "totp" } }]);
  });

  it("a request that takes another's place says so in the audit log and to others", async () => {
    const { context, stage, request, told, audit } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, stage);
    const newer = await requestApproval(context, stage.token, { ...stage, sourceDeploymentId });
    expect((await told()).toSorted()).toEqual(["approval.requested", "approval.requested", "approval.superseded"]);
    const entry = { at: context.at(), actor: ["token", stage.token.tokenId] };
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

  it("an older request that ran out expires in place of being superseded, and no decided one is touched", async () => {
    const { context, stage, request, decide, view } = await openRequest();
    await using _ = context;
    const ask = async () =>
      requestApproval(context, stage.token, { ...stage, sourceDeploymentId: await makeDeployment(context, stage) });
    await decide(stage.approver, "reject", "no");
    const second = await ask();
    expect((await view())?.status).toBe("rejected");
    context.turn(PENDING_LIFETIME_MS);
    await ask();
    expect([(await view())?.status, (await view(second.id))?.status]).toEqual(["rejected", "expired"]);
    expect(request.id).not.toBe(second.id);
  });

  it("a refusal says what is wrong", async () => {
    const { context, stage } = await openRequest();
    await using _ = context;
    const { workspaceId } = stage;
    const ask = async (actor: Parameters<typeof requestApproval>[1], sourceDeploymentId: string) =>
      refusal(requestApproval(context, actor, { ...stage, sourceDeploymentId }));
    const source = await makeDeployment(context, stage);
    const building = await makeDeployment(context, stage, { status: "building" });
    const bot = await makeToken(context, { workspaceId, userId: null });
    const viewer = await makeMember(context, workspaceId, "viewer");
    expect(await ask(bot, source)).toMatch(/belongs to no person/);
    expect(await ask(viewer, source)).toMatch(/role developer or higher/);
    expect(await ask(stage.token, building)).toMatch(/Only a ready preview/);
    expect(await ask(stage.developer, source)).toMatch(/second factor to request this release/);
  });
});

describe("listApprovals", () => {
  it("shows one workspace, newest first, by site, by status, and from a request on", async () => {
    const { context, stage, request } = await openRequest();
    await using _ = context;
    const elsewhere = await makeScenario(context);
    await requestApproval(context, elsewhere.token, elsewhere);
    const siteId = await makeSite(context, stage);
    const ask = async (to: string, branch: string) => {
      const sourceDeploymentId = await makeDeployment(context, { ...stage, siteId: to }, { branch });
      return (await requestApproval(context, stage.token, { siteId: to, sourceDeploymentId })).id;
    };
    const twin = await ask(stage.siteId, "twin");
    context.turn(1);
    const last = await ask(siteId, "main");
    const ids = async (filter: Partial<Parameters<typeof listApprovals>[2]> = {}) =>
      (await listApprovals(context.db, stage.workspaceId, { at: context.at(), ...filter })).map(({ id }) => id);
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

  it("names who decided", async () => {
    const { context, stage, decide } = await openRequest();
    await using _ = context;
    await decide(stage.approver, "reject", "no");
    const [row] = await listApprovals(context.db, stage.workspaceId, { at: context.at() });
    expect(row?.decided_by_name).toBe(stage.approver.name);
  });
});

describe("moveApproval", () => {
  it("goes along the edges of the state table alone", async () => {
    const { context, stage, request } = await openRequest();
    await using _ = context;
    const move = (status: (typeof APPROVAL_STATUSES)[number], to: (typeof APPROVAL_STATUSES)[number]) => {
      const row = { id: request.id, workspace_id: stage.workspaceId, status };
      return refusal(context.db.transaction().execute((tx) => moveApproval(tx, row, { to, at: context.at() })));
    };
    for (const from of APPROVAL_STATUSES) {
      for (const to of APPROVAL_STATUSES.filter((one) => !APPROVAL_TRANSITIONS[from].includes(one))) {
        expect(await move(from, to)).toBe(`A request never goes from ${from} to ${to}.`);
      }
    }
  });

  it("moves the request it names, once, and only from where it was said to be", async () => {
    const { context, stage, request, view } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, stage, { branch: "other" });
    const other = await requestApproval(context, stage.token, { ...stage, sourceDeploymentId });
    const move = (status: "pending" | "approved") => {
      const row = { id: request.id, workspace_id: stage.workspaceId, status };
      const change = { to: "expired", set: { notes: "late" }, at: context.at() } as const;
      return context.db.transaction().execute((tx) => moveApproval(tx, row, change));
    };
    expect([await move("approved"), await move("pending"), await move("pending")]).toEqual([false, true, false]);
    expect(await view()).toMatchObject({ status: "expired", notes: "late" });
    expect(await view(other.id)).toMatchObject({ status: "pending", notes: null });
  });
});

describe("expireApprovals", () => {
  it("tells of each end, and who followed the release", async () => {
    const { context, stage, request, decide, told, audit } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(stage.approver, "approve");
    context.turn(APPROVED_LIFETIME_MS);
    const published = listen(context);
    expect(await expireApprovals(context)).toBe(1);
    expect(await expireApprovals(context)).toBe(0);
    expect(published).toEqual([deploymentId]);
    expect((await told()).at(-1)).toBe("approval.expired");
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

  it("an end without a release wakes nobody", async () => {
    const { context, told, audit } = await openRequest();
    await using _ = context;
    context.turn(PENDING_LIFETIME_MS);
    const published = listen(context);
    expect(await expireApprovals(context)).toBe(1);
    expect([published, await told()]).toEqual([[], ["approval.requested", "approval.expired"]]);
    expect(await audit()).toMatchObject([{ data: { before: "pending", deploymentId: null } }]);
  });

  it("a request whose site was archived says why it ended, and a decided one of that site is left alone", async () => {
    const { context, stage, request, decide, told, audit, view } = await openRequest();
    await using _ = context;
    const sourceDeploymentId = await makeDeployment(context, stage, { branch: "other" });
    const second = await requestApproval(context, stage.token, { ...stage, sourceDeploymentId });
    await decide(stage.approver, "reject", "no");
    expect(await expireApprovals(context)).toBe(0);
    await context.db.updateTable("deployments").set({ hidden_at: context.at() }).execute();
    expect(await expireApprovals(context)).toBe(1);
    expect([(await view(request.id))?.status, (await view(second.id))?.status]).toEqual(["rejected", "superseded"]);
    expect((await told()).at(-1)).toBe("approval.superseded");
    expect((await audit()).at(-1)).toEqual({
      at: context.at(),
      actor: ["system", null],
      action: "approval.superseded",
      subject: ["approval", second.id],
      data: { before: "pending", after: "superseded", because: "site_archived" },
    });
  });

  it.each(["failed", "canceled"] as const)("a release that %s ends its approval at once", async (status) => {
    const { context, stage, decide, view } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(stage.approver, "approve");
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

  it.each(["building", "ready"] as const)("a release that is %s is left alone past its hour", async (status) => {
    const { context, stage, decide, view } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(stage.approver, "approve");
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
