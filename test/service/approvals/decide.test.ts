import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { Approval } from "../../../packages/contract/index.ts";
import { setSelfApproval } from "../../../packages/service/admin/workspaces.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { APPROVED_LIFETIME_MS, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { markPublished } from "../../../packages/service/store/approvals/promotions.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { sealed } from "../../../packages/service/store/engine/sealed-rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { revokeSession } from "../../../packages/service/store/people/sessions.ts";
import { canGoLive, findWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { forEngine } from "../../engines/database.ts";
import { insert, update } from "../rows.ts";
import {
  codeOf,
  listenToEvents,
  makeDeployment,
  makeMember,
  makeScenario,
  makeSite,
  messageOf,
  openApprovals,
  openRequest,
  signIn,
  stepUp,
  type TestContext,
} from "./fixture.ts";

describe("decideApproval", () => {
  it("approving queues the release of exactly the source, announces it, and writes one audit row", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { approver, developer, siteId, sourceDeploymentId } = scenario;
    const notified = listenToEvents(context);
    context.turn(5);
    const approval = Approval.parse(await opened.decide(requested.id, "approve", { notes: "looks good" }));
    const [release, ...more] = await opened.releases();
    expect(more).toEqual([]);
    expect(release).toMatchObject({
      status: "queued",
      site_id: siteId,
      source_deployment_id: sourceDeploymentId,
      approval_request_id: requested.id,
      created_by_user_id: developer.userId,
      created_by_token_id: null,
    });
    expect(approval).toMatchObject({
      status: "approved",
      decidedBy: { id: approver.userId, name: approver.name },
      decidedAt: context.at(),
      notes: "looks good",
      deploymentId: release?.id,
    });
    expect(Date.parse(approval.expiresAt) - context.clock.now()).toBe(APPROVED_LIFETIME_MS);
    const events = await readEvents(context.db, release?.id ?? "", { afterSeq: 0, limit: 10 });
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, "status"]]);
    expect([context.queueCalls, notified]).toEqual([["wake"], [release?.id]]);
    expect(await opened.announced()).toEqual(["approval.requested", "approval.approved"]);
    expect(await opened.audit(1)).toEqual([
      {
        at: context.at(),
        actor: ["user", approver.userId],
        action: "approval.approved",
        subject: ["approval", requested.id],
        data: {
          before: "pending",
          after: "approved",
          siteId,
          sourceDeploymentId,
          fileListDigest: `digest-of-${sourceDeploymentId}`,
          requesterIds: [developer.userId],
          relaxed: null,
          deploymentId: approval.deploymentId,
          viewed: null,
          notes: "looks good",
          openComments: 0,
          role: "approver",
          factor: "totp",
          comparison: expect.stringMatching(/^cmp_[0-9a-z]{26}$/),
          epoch: expect.any(Number),
          sessionId: approver.sessionId,
          address: "127.0.0.1",
          userAgent: "test",
        },
      },
    ]);
  });

  it("rejecting stores the notes and the approver, keeps the expiry, and releases nothing", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const notes = "not on a Friday";
    const approval = await opened.decide(requested.id, "reject", { notes });
    expect(approval).toMatchObject({ status: "rejected", notes, deploymentId: null, expiresAt: requested.expiresAt });
    expect([await opened.releases(), context.queueCalls]).toEqual([[], []]);
    expect(await opened.announced()).toEqual(["approval.requested", "approval.rejected"]);
    const data = { after: "rejected", notes, deploymentId: null };
    expect(await opened.audit(1)).toMatchObject([{ action: "approval.rejected", data }]);
    expect(await opened.list()).toMatchObject([
      { decision: { person: scenario.approver.name, kind: "rejected", note: notes } },
    ]);
  });

  const end = (context: TestContext, { sessionId }: SessionActor) =>
    inDatabase(context.db, (tx) => revokeSession(tx, sessionId));
  const weaken = async ({ db }: TestContext, { sessionId: id }: SessionActor) => {
    const row = await requireRow(db, "sessions", { id });
    const weaker = sealed(db, "sessions", { ...row, level: "password" });
    return update(db, "sessions", { id }, weaker);
  };
  const disable = (context: TestContext, { userId }: SessionActor) =>
    update(context.db, "users", { id: userId }, { disabled_at: context.at() });

  it.each([
    ["whose session ended", end, "unauthenticated"],
    ["whose session lacks the second sign-in factor", weaken, "unauthenticated"],
    ["who is disabled", disable, "unauthenticated"],
  ])("a person %s decides nothing", async (_, change, code) => {
    await using opened = await openRequest();
    await change(opened.context, opened.scenario.approver);
    expect(await codeOf(opened.decide(opened.requested.id))).toBe(code);
    expect(await opened.statusOf(opened.requested.id)).toBe("pending");
  });

  it("no one decides with the session of another person", async () => {
    await using opened = await openRequest();
    const { sessionId } = await makeMember(opened.context, opened.scenario.workspaceId, "admin");
    const actor = { ...opened.scenario.approver, sessionId };
    expect(await codeOf(opened.decide(opened.requested.id, "approve", { actor }))).toBe("unauthenticated");
  });

  it("an operator can allow self-approval for one workspace, and the audit rows name operator and requester", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { approver, workspaceId } = scenario;
    const elsewhere = await makeScenario(context);
    const allow = (allowed: boolean) => setSelfApproval({ ...context, operator: null }, { workspaceId, allowed });
    const allowed = async (id = workspaceId) => (await findWorkspace(context.db, id))?.allow_self_approval;
    const { id } = await opened.request(approver);
    await allow(true);
    expect([await allowed(), await allowed(elsewhere.workspaceId)]).toEqual([1, 0]);
    expect((await opened.decide(id)).status).toBe("approved");
    await allow(false);
    expect(await allowed()).toBe(0);
    const entry = { at: context.at(), actor: ["operator", null], subject: ["workspace", workspaceId], data: {} };
    expect(await opened.audit(1)).toEqual([
      { ...entry, action: "self_approval.allowed" },
      expect.objectContaining({
        data: expect.objectContaining({ requesterIds: [approver.userId], relaxed: "requesters to decide" }),
      }),
      { ...entry, action: "self_approval.forbidden" },
    ]);
  });

  it("a step-up counts for this request, this decision and this session, and a decision that fails uses none", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { approver, developer } = scenario;
    const approve = (actor: SessionActor) =>
      codeOf(decideApproval(context, actor, { requestId: requested.id, decision: "approve" }));
    const other = await opened.request(scenario.developer, {
      sourceDeploymentId: await makeDeployment(context, scenario, { branch: "other" }),
    });
    await stepUp(context, approver, "approve", other.id);
    await stepUp(context, approver, "reject", requested.id);
    await stepUp(context, approver, "request", requested.id);
    await stepUp(context, await signIn(context, approver), "approve", requested.id);
    expect(await approve(approver)).toBe("step_up_required");
    await stepUp(context, developer, "approve", requested.id);
    expect(await approve(developer)).toBe("self_approval_forbidden");
    const decided = async () => (await opened.usedStepUps()).filter(({ purpose }) => !purpose.startsWith("request "));
    expect(await decided()).toEqual([]);
    await stepUp(context, approver, "approve", requested.id);
    expect(await approve(approver)).toBe("none");
    expect(await decided()).toMatchObject([{ purpose: `approve ${requested.id}` }]);
  });

  it("an error says what to do", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const ask = (actor: SessionActor, requestId = requested.id) =>
      messageOf(decideApproval(context, actor, { requestId, decision: "approve" }));
    expect(await ask(scenario.approver)).toBe("Give your second factor for this decision.");
    expect(await ask({ ...scenario.approver, sessionId: "gone" })).toBe("Your session ended; sign in again.");
    expect(await ask(scenario.approver, "apr_none")).toBe("There is no such release request.");
    expect(await ask(scenario.developer)).toMatch(/requested this release; another member must/);
    const viewer = await makeMember(context, scenario.workspaceId, "viewer");
    expect(await ask(viewer)).toMatch(/role owner, admin or approver/);
    await context.db.updateTable("workspaces").set({ max_live_sites: 0 }).execute();
    expect(await ask(scenario.approver)).toMatch(/limit of live sites/);
    await context.db.updateTable("deployments").set({ file_list_digest: "other" }).execute();
    expect(await ask(scenario.approver)).toMatch(/not what was requested any more; request a new release/);
    context.turn(PENDING_LIFETIME_MS);
    expect(await ask(await signIn(context, scenario.approver))).toMatch(/no longer pending/);
  });

  it("of fifty decisions at once, one counts and the others get 409", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const members = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        makeMember(context, scenario.workspaceId, index % 2 === 0 ? "approver" : "admin"),
      ),
    );
    const codes = await Promise.all(
      members.map((actor, index) =>
        codeOf(opened.decide(requested.id, index % 3 === 0 ? "reject" : "approve", { actor, notes: "x" })),
      ),
    );
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect(codes.filter((code) => code === "approval_already_decided")).toHaveLength(49);
    const approved = codes.indexOf("none") % 3 !== 0;
    expect(await opened.releases()).toHaveLength(approved ? 1 : 0);
    expect(await verifyAudit(context.db, scenario.workspaceId)).toMatchObject({ kind: "intact" });
    expect(await opened.audit()).toHaveLength(2);
  });

  it("fifty equal decisions of one person with one second factor give one release and fifty equal responses", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await stepUp(context, scenario.approver, "approve", requested.id);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        decideApproval(context, scenario.approver, { requestId: requested.id, decision: "approve" }),
      ),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await opened.releases()).toHaveLength(1);
  });

  it.each([
    ["whose files changed since the request", { file_list_digest: "swapped" }],
    ["that was archived with its site", { hidden_at: "2026-11-01T09:00:00.000Z" }],
  ])("a source %s is not published", async (_, change) => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await update(context.db, "deployments", { id: scenario.sourceDeploymentId }, change);
    expect(await codeOf(opened.decide(requested.id))).toBe("source_deployment_not_ready");
    expect([await opened.statusOf(requested.id), await opened.releases()]).toEqual(["pending", []]);
  });

  it("an overdue request is stored as expired by the first decision after its time, not before", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await codeOf(opened.decide(requested.id, "approve", { actor: scenario.developer }));
    expect([await opened.statusOf(requested.id), await opened.audit(1)]).toEqual(["pending", []]);
    context.turn(PENDING_LIFETIME_MS);
    const late = { actor: await signIn(context, scenario.approver) };
    for (let times = 0; times < 2; times += 1) {
      expect(await codeOf(opened.decide(requested.id, "approve", late))).toBe("approval_already_decided");
      expect(await opened.statusOf(requested.id)).toBe("expired");
    }
    expect(await opened.audit(1)).toMatchObject([{ action: "approval.expired" }]);
  });

  it("a decision that loses to another process rolls back its release and its second factor", async () => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    const lost = "CREATE TRIGGER lost BEFORE UPDATE ON approval_requests BEGIN SELECT RAISE(IGNORE); END";
    await sql.raw(forEngine(lost)).execute(context.db);
    const notified = listenToEvents(context);
    expect(await messageOf(opened.decide(requested.id))).toMatch(/no longer pending/);
    expect(await codeOf(opened.decide(requested.id))).toBe("approval_already_decided");
    expect([await opened.releases(), await opened.usedStepUps(), await opened.audit(1)]).toEqual([
      [],
      [expect.objectContaining({ purpose: `request ${requested.sourceDeploymentId}` })],
      [],
    ]);
    expect([await opened.statusOf(requested.id), notified, context.queueCalls]).toEqual(["pending", [], []]);
  });

  it("with a finite maxLiveSites the last slot goes to one site, also when two are approved at once", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await context.db.updateTable("workspaces").set({ max_live_sites: 1 }).execute();
    const siteId = await makeSite(context, scenario);
    const sourceDeploymentId = await makeDeployment(context, { ...scenario, siteId });
    const second = await opened.request(scenario.developer, { siteId, sourceDeploymentId });
    const codes = await Promise.all([requested.id, second.id].map((id) => codeOf(opened.decide(id))));
    expect(codes.toSorted()).toEqual(["live_site_limit_reached", "none"]);
  });
});

describe("canGoLive", () => {
  it("counts active sites that serve a release, and lets those publish again", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { workspaceId, siteId, sourceDeploymentId } = scenario;
    const addSite = async (release: string | null) => {
      const id = await makeSite(context, scenario);
      const host = { label: `host-${id}`, kind: "production" as const, deployment_id: release };
      await insert(context.db, "hosts", { ...host, site_id: id, updated_at: context.at() });
      return id;
    };
    const [unpublished, live] = [await addSite(null), await addSite(sourceDeploymentId)];
    const archived = await addSite(sourceDeploymentId);
    await update(context.db, "sites", { id: archived }, { status: "archived" });
    const room = async (most: number | null, site: string) => {
      await context.db.updateTable("workspaces").set({ max_live_sites: most }).execute();
      return canGoLive(context.db, workspaceId, site);
    };
    expect([await room(1, siteId), await room(2, siteId), await room(null, siteId)]).toEqual([false, true, true]);
    expect([await room(0, live), await room(0, unpublished)]).toEqual([true, false]);
  });
});

describe("markPublished", () => {
  const mark = (context: TestContext, deploymentId: string | null) =>
    inDatabase(context.db, (tx) => markPublished(tx, deploymentId ?? ""));

  it("an approved request becomes published with its release, once", async () => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    const { deploymentId } = await opened.decide(requested.id);
    expect(await mark(context, deploymentId)).toBe("published");
    expect(await opened.statusOf(requested.id)).toBe("published");
    expect(await mark(context, deploymentId)).toBe("not_approved");
  });

  it("a release that was approved earlier does not replace a later one", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { deploymentId } = await opened.decide(requested.id);
    context.turn(1);
    await makeDeployment(context, scenario, { environment: "production" });
    expect(await mark(context, deploymentId)).toBe("overtaken");
    expect(await opened.statusOf(requested.id)).toBe("approved");
  });

  it("a production deployment without an approval does not go live", async () => {
    await using opened = await openApprovals();
    const release = { environment: "production", status: "building" } as const;
    const deploymentId = await makeDeployment(opened.context, opened.scenario, release);
    expect(await mark(opened.context, deploymentId)).toBe("not_approved");
  });
});
