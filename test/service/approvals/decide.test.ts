import { describe, expect, it } from "vitest";
import { Approval, ROLES } from "../../../packages/contract/index.ts";
import { APPROVED_LIFETIME_MS, type Decision, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { expireApprovals, findApproval, requestApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { decideApproval, markPublished } from "../../../packages/service/store/approvals/decisions.ts";
import { canGoLive } from "../../../packages/service/store/approvals/promotions.ts";
import { readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { setSelfApproval } from "../../../packages/service/admin/workspaces.ts";
import { revokeSession } from "../../../packages/service/store/people/sessions.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { addMember, changeRole, removeMember } from "../../../packages/service/store/people/users.ts";
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
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

/** A scenario with a pending request of the developer's token. */
async function openRequest() {
  const context = openContext();
  const scenario = await makeScenario(context);
  const request = await requestApproval(context, scenario.token, scenario);
  const decide = async (actor: SessionActor, decision: Decision = "approve", notes?: string) => {
    await stepUp(context, actor, decision, request.id);
    return decideApproval(context, actor, { requestId: request.id, decision, notes });
  };
  const status = async () => (await findApproval(context.db, scenario.workspaceId, request.id))?.status;
  return { context, scenario, request, decide, status };
}

const releases = (context: TestContext) =>
  context.db.selectFrom("deployments").selectAll().where("environment", "=", "production").execute();

describe("decideApproval", () => {
  it("approving queues the release of exactly the source, with its event and audit row, and wakes the queue", async () => {
    const { context, scenario, request, decide } = await openRequest();
    await using _ = context;
    const approval = Approval.parse(await decide(scenario.approver, "approve", "looks good"));
    const [release, ...more] = await releases(context);
    expect(more).toEqual([]);
    expect(release).toMatchObject({
      status: "queued",
      site_id: scenario.siteId,
      source_deployment_id: scenario.sourceDeploymentId,
      approval_request_id: request.id,
      created_by_user_id: scenario.developer.userId,
      created_by_token_id: scenario.token.tokenId,
    });
    expect(approval).toMatchObject({
      status: "approved",
      decidedBy: { id: scenario.approver.userId, name: scenario.approver.name },
      notes: "looks good",
      deploymentId: release?.id,
    });
    expect(Date.parse(approval.expiresAt) - context.clock.now()).toBe(APPROVED_LIFETIME_MS);
    const events = await readEvents(context.db, release?.id ?? "", { afterSeq: 0, limit: 10 });
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, "status"]]);
    expect(context.woken).toEqual(["wake"]);
    const audit = await readAudit(context.db, scenario.workspaceId, { afterSeq: 0, limit: 10 });
    expect(audit.map(({ action }) => action)).toEqual(["approval.requested", "approval.approved"]);
    expect(JSON.parse(audit[1]?.data ?? "")).toMatchObject({
      before: "pending",
      after: "approved",
      factor: "totp",
      sessionId: scenario.approver.sessionId,
      address: "127.0.0.1",
      deploymentId: release?.id,
    });
  });

  it("rejecting stores the notes and releases nothing", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    const approval = await decide(scenario.approver, "reject", "not on a Friday");
    expect(approval).toMatchObject({ status: "rejected", notes: "not on a Friday", deploymentId: null });
    expect(await releases(context)).toEqual([]);
    expect(context.woken).toEqual([]);
  });

  it("only owner, admin and approver decide, by the role they have at that moment", async () => {
    const { context, scenario, request, status } = await openRequest();
    await using _ = context;
    const code = async (actor: SessionActor) =>
      codeOf(decideApproval(context, actor, { requestId: request.id, decision: "reject", notes: "no" }));
    for (const role of ROLES) {
      const allowed = role === "owner" || role === "admin" || role === "approver";
      const member = await makeMember(context, scenario.workspaceId, role);
      expect([role, await code(member)]).toEqual([role, allowed ? "step_up_required" : "forbidden_role"]);
    }
    await inDatabase(context.db, (tx) =>
      changeRole(tx, { ...scenario.approver, role: "viewer", by: null, at: context.at() }),
    );
    expect(await code(scenario.approver)).toBe("forbidden_role");
    const at = context.at();
    await inDatabase(context.db, (tx) =>
      addMember(tx, {
        workspaceId: scenario.workspaceId,
        userId: scenario.approver.userId,
        role: "owner",
        by: null,
        at,
      }),
    );
    await inDatabase(context.db, (tx) => removeMember(tx, { ...scenario.approver, at }));
    expect(await code(scenario.approver)).toBe("forbidden_role");
    expect(await status()).toBe("pending");
  });

  it("a disabled person and a session that ended decide nothing", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    await inDatabase(context.db, (tx) => revokeSession(tx, scenario.approver.sessionId, context.at()));
    expect(await codeOf(decide(scenario.approver))).toBe("unauthenticated");
    const fresh = await signIn(context, scenario.approver);
    await context.db.updateTable("users").set({ disabled_at: context.at() }).where("id", "=", fresh.userId).execute();
    expect(await codeOf(decide(fresh))).toBe("forbidden_role");
    expect(await status()).toBe("pending");
  });

  it("a session that lacks the second sign-in factor, or is another person's, decides nothing", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    const other = await makeMember(context, scenario.workspaceId, "admin");
    expect(await codeOf(decide({ ...scenario.approver, sessionId: other.sessionId }))).toBe("unauthenticated");
    const half = { level: "password" as const };
    await context.db.updateTable("sessions").set(half).where("id", "=", scenario.approver.sessionId).execute();
    expect(await codeOf(decide(scenario.approver))).toBe("unauthenticated");
    expect(await status()).toBe("pending");
  });

  it("the requester cannot decide, whichever token or browser they used", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const asker = scenario.approver;
    const secondSession = await signIn(context, asker);
    const requesters = [
      await makeToken(context, asker, { kind: "pat" }),
      await makeToken(context, asker, { kind: "mcp" }),
      await makeToken(context, asker, { kind: "mcp", via: "device" }),
      asker,
    ];
    for (const actor of requesters) {
      const source = { siteId: scenario.siteId, sourceDeploymentId: await makeDeployment(context, scenario) };
      if (actor.kind === "session") await stepUp(context, actor, "request", source.sourceDeploymentId);
      const request = await requestApproval(context, actor, source);
      for (const session of [asker, secondSession, await signIn(context, asker)]) {
        for (const decision of ["approve", "reject"] as const) {
          await stepUp(context, session, decision, request.id);
          const made = { requestId: request.id, decision, notes: "mine" };
          expect(await codeOf(decideApproval(context, session, made))).toBe("self_approval_forbidden");
        }
      }
    }
    expect(await releases(context)).toEqual([]);
  });

  it("the requester cannot decide after their token is revoked, or they were renamed or added again", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const token = await makeToken(context, scenario.approver);
    const request = await requestApproval(context, token, scenario);
    const at = context.at();
    await context.db.updateTable("tokens").set({ revoked_at: at }).where("id", "=", token.tokenId).execute();
    await context.db
      .updateTable("users")
      .set({ name: "New Name" })
      .where("id", "=", scenario.approver.userId)
      .execute();
    await inDatabase(context.db, async (tx) => {
      await removeMember(tx, { ...scenario.approver, at });
      await addMember(tx, { ...scenario.approver, role: "owner", by: null, at });
    });
    await stepUp(context, scenario.approver, "approve", request.id);
    const made = { requestId: request.id, decision: "approve" as const };
    expect(await codeOf(decideApproval(context, scenario.approver, made))).toBe("self_approval_forbidden");
  });

  it("an operator can allow self-approval for a workspace, and the audit row still names the requester", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const request = await requestApproval(context, await makeToken(context, scenario.approver), scenario);
    const { workspaceId } = scenario;
    const allow = (allowed: boolean) => setSelfApproval({ ...context, operator: null }, { workspaceId, allowed });
    await allow(true);
    await stepUp(context, scenario.approver, "approve", request.id);
    const decided = await decideApproval(context, scenario.approver, { requestId: request.id, decision: "approve" });
    expect(decided.status).toBe("approved");
    await allow(false);
    const audit = await readAudit(context.db, scenario.workspaceId, { afterSeq: 1, limit: 3 });
    expect(audit.map(({ action, actor_type }) => [action, actor_type])).toEqual([
      ["self_approval.allowed", "operator"],
      ["approval.approved", "user"],
      ["self_approval.forbidden", "operator"],
    ]);
    expect(audit[1]?.data).toContain(`"originatingUserId":"${scenario.approver.userId}"`);
  });

  it("a step-up counts for this request, this decision, this session, five minutes, and once", async () => {
    const { context, scenario, request, status } = await openRequest();
    await using _ = context;
    const other = await requestApproval(context, scenario.token, {
      ...scenario,
      sourceDeploymentId: await makeDeployment(context, scenario, { branch: "other" }),
    });
    const elsewhere = await signIn(context, scenario.approver);
    const approve = (requestId = request.id) =>
      codeOf(decideApproval(context, scenario.approver, { requestId, decision: "approve" }));
    await stepUp(context, scenario.approver, "approve", other.id);
    await stepUp(context, scenario.approver, "reject", request.id);
    await stepUp(context, scenario.approver, "request", request.id);
    await stepUp(context, elsewhere, "approve", request.id);
    expect(await approve()).toBe("step_up_required");
    await stepUp(context, scenario.approver, "approve", request.id);
    context.turn(5 * 60_000);
    expect(await approve()).toBe("step_up_required");
    expect(await status()).toBe("pending");
    await stepUp(context, scenario.approver, "approve", request.id);
    expect(await approve()).toBe("none");
    const spent = await context.db.selectFrom("step_ups").selectAll().where("used_at", "is not", null).execute();
    expect(spent.every(({ purpose }) => purpose === `approve ${request.id}`)).toBe(true);
  });

  it("a decision that fails uses up no second factor", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    await stepUp(context, scenario.developer, "approve", request.id);
    const made = { requestId: request.id, decision: "approve" as const };
    expect(await codeOf(decideApproval(context, scenario.developer, made))).toBe("self_approval_forbidden");
    const spent = await context.db.selectFrom("step_ups").selectAll().where("used_at", "is not", null).execute();
    expect(spent).toEqual([]);
  });

  it("a request of another workspace is not found", async () => {
    const { context, request } = await openRequest();
    await using _ = context;
    const elsewhere = await makeScenario(context);
    const message = (requestId: string) =>
      decideApproval(context, elsewhere.approver, { requestId, decision: "approve" }).then(String, String);
    expect(await message(request.id)).toBe(await message("apr_none"));
  });

  it("deciding the same again gives the same response to the same person, and 409 to everyone else", async () => {
    const { context, scenario, request, decide } = await openRequest();
    await using _ = context;
    const first = await decide(scenario.approver);
    const again = await decideApproval(context, scenario.approver, { requestId: request.id, decision: "approve" });
    expect(again).toEqual(first);
    const other = await makeMember(context, scenario.workspaceId, "admin");
    expect(await codeOf(decide(other))).toBe("approval_already_decided");
    expect(await codeOf(decide(scenario.approver, "reject", "changed my mind"))).toBe("approval_already_decided");
    expect(await releases(context)).toHaveLength(1);
  });

  it("of fifty decisions at once, one counts and the others get 409", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    const deciders = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        makeMember(context, scenario.workspaceId, index % 2 === 0 ? "approver" : "admin"),
      ),
    );
    const decisions = deciders.map(
      (actor, index) => ({ actor, decision: index % 3 === 0 ? "reject" : "approve" }) as const,
    );
    for (const { actor, decision } of decisions) await stepUp(context, actor, decision, request.id);
    const codes = await Promise.all(
      decisions.map(({ actor, decision }) =>
        codeOf(decideApproval(context, actor, { requestId: request.id, decision, notes: "x" })),
      ),
    );
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect(codes.filter((code) => code === "approval_already_decided")).toHaveLength(49);
    const approved = decisions[codes.indexOf("none")]?.decision === "approve";
    expect(await releases(context)).toHaveLength(approved ? 1 : 0);
    expect(await verifyAudit(context.db, scenario.workspaceId)).toMatchObject({ kind: "intact", rows: 2 });
  });

  it("fifty equal decisions of one person with one second factor give one release and fifty equal responses", async () => {
    const { context, scenario, request } = await openRequest();
    await using _ = context;
    await stepUp(context, scenario.approver, "approve", request.id);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        decideApproval(context, scenario.approver, { requestId: request.id, decision: "approve" }),
      ),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await releases(context)).toHaveLength(1);
  });

  it("a source whose files changed since the request is not published", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    await context.db
      .updateTable("deployments")
      .set({ file_list_digest: "swapped" })
      .where("id", "=", scenario.sourceDeploymentId)
      .execute();
    expect(await codeOf(decide(scenario.approver))).toBe("source_deployment_not_ready");
    expect([await status(), await releases(context)]).toEqual(["pending", []]);
  });

  it("a source that was archived with its site is not published", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    await context.db
      .updateTable("deployments")
      .set({ hidden_at: context.at() })
      .where("id", "=", scenario.sourceDeploymentId)
      .execute();
    expect(await codeOf(decide(scenario.approver))).toBe("source_deployment_not_ready");
  });

  it("a request whose time is over cannot be approved, and is marked expired", async () => {
    const { context, scenario, request, decide } = await openRequest();
    await using _ = context;
    context.turn(PENDING_LIFETIME_MS);
    const fresh = await signIn(context, scenario.approver);
    expect(await codeOf(decide(fresh))).toBe("approval_already_decided");
    const row = await context.db
      .selectFrom("approval_requests")
      .select("status")
      .where("id", "=", request.id)
      .executeTakeFirst();
    expect(row?.status).toBe("expired");
  });

  it("a superseded request cannot be approved", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    await requestApproval(context, scenario.token, {
      ...scenario,
      sourceDeploymentId: await makeDeployment(context, scenario),
    });
    expect(await codeOf(decide(scenario.approver))).toBe("approval_already_decided");
  });

  it("with a finite maxLiveSites the last slot goes to one site, also when two are approved at once", async () => {
    const { context, scenario, decide } = await openRequest();
    await using _ = context;
    await context.db.updateTable("workspaces").set({ max_live_sites: 1 }).execute();
    const siteId = await makeSite(context, scenario);
    const second = { siteId, sourceDeploymentId: await makeDeployment(context, { ...scenario, siteId }) };
    const request = await requestApproval(context, scenario.token, second);
    await stepUp(context, scenario.approver, "approve", request.id);
    const codes = await Promise.all([
      codeOf(decide(scenario.approver)),
      codeOf(decideApproval(context, scenario.approver, { requestId: request.id, decision: "approve" })),
    ]);
    expect(codes.toSorted()).toEqual(["live_site_limit_reached", "none"]);
  });
});

describe("canGoLive", () => {
  it("counts active sites that serve a release, and lets those publish again", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const { workspaceId, siteId } = scenario;
    const [unpublished, live, archived] = [
      await makeSite(context, scenario),
      await makeSite(context, scenario),
      await makeSite(context, scenario),
    ];
    await context.db.updateTable("sites").set({ status: "archived" }).where("id", "=", archived).execute();
    for (const [site, release] of [
      [unpublished, null],
      [live, scenario.sourceDeploymentId],
      [archived, scenario.sourceDeploymentId],
    ] as const) {
      const host = {
        label: `host-${site}`,
        kind: "production" as const,
        deployment_id: release,
        updated_at: context.at(),
      };
      await context.db
        .insertInto("hosts")
        .values({ ...host, site_id: site })
        .execute();
    }
    const room = async (most: number | null, site: string) => {
      await context.db.updateTable("workspaces").set({ max_live_sites: most }).execute();
      return canGoLive(context.db, { workspaceId, siteId: site });
    };
    expect([await room(1, siteId), await room(2, siteId), await room(null, siteId)]).toEqual([false, true, true]);
    expect([await room(0, live), await room(0, unpublished)]).toEqual([true, false]);
  });
});

describe("markPublished", () => {
  it("an approved request becomes published with its release, once", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver);
    const mark = () => inDatabase(context.db, (tx) => markPublished(tx, deploymentId ?? "", context.at()));
    expect(await mark()).toBe("published");
    expect(await status()).toBe("published");
    expect(await mark()).toBe("not_approved");
  });

  it("a release that was approved earlier does not replace a later one", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver);
    context.turn(1);
    await makeDeployment(context, scenario, { environment: "production" });
    const marked = await inDatabase(context.db, (tx) => markPublished(tx, deploymentId ?? "", context.at()));
    expect([marked, await status()]).toEqual(["overtaken", "approved"]);
  });

  it("a production deployment without an approval does not go live", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const deploymentId = await makeDeployment(context, scenario, { environment: "production", status: "building" });
    const marked = await inDatabase(context.db, (tx) => markPublished(tx, deploymentId, context.at()));
    expect(marked).toBe("not_approved");
  });
});

describe("expireApprovals", () => {
  it("a pending request expires after seven days, with an audit row", async () => {
    const { context, scenario, status } = await openRequest();
    await using _ = context;
    context.turn(PENDING_LIFETIME_MS - 1);
    expect(await expireApprovals(context)).toBe(0);
    context.turn(1);
    expect(await expireApprovals(context)).toBe(1);
    expect(await status()).toBe("expired");
    const audit = await readAudit(context.db, scenario.workspaceId, { afterSeq: 1, limit: 10 });
    expect(audit.map(({ action, actor_type }) => [action, actor_type])).toEqual([["approval.expired", "system"]]);
  });

  it("an approved release that never began is canceled after an hour, a running one continues", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver);
    context.turn(APPROVED_LIFETIME_MS);
    expect(await expireApprovals(context)).toBe(1);
    expect(await status()).toBe("expired");
    expect((await releases(context)).map(({ id, status }) => [id, status])).toEqual([[deploymentId, "canceled"]]);
  });

  it("a pending request whose site was archived is superseded", async () => {
    const { context, status } = await openRequest();
    await using _ = context;
    await context.db.updateTable("deployments").set({ hidden_at: context.at() }).execute();
    expect(await expireApprovals(context)).toBe(1);
    expect(await status()).toBe("superseded");
  });

  it("an approval whose release failed expires", async () => {
    const { context, scenario, decide, status } = await openRequest();
    await using _ = context;
    const { deploymentId } = await decide(scenario.approver);
    const error = { code: "source_unavailable" as const, message: "gone" };
    const fail = (from: "queued" | "building", to: "building" | "failed") =>
      inDatabase(context.db, (tx) =>
        transition(tx, deploymentId ?? "", {
          from,
          to,
          at: context.at(),
          ...(to === "failed" && { event: { error } }),
        }),
      );
    await fail("queued", "building");
    context.turn(APPROVED_LIFETIME_MS);
    expect(await expireApprovals(context)).toBe(0);
    await fail("building", "failed");
    expect(await expireApprovals(context)).toBe(1);
    expect(await status()).toBe("expired");
  });
});
