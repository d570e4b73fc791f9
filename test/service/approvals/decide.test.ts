import { describe, expect, it } from "vitest";
import { Approval, ROLES } from "../../../packages/contract/index.ts";
import { APPROVED_LIFETIME_MS, type Decision, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { expireApprovals } from "../../../packages/service/store/approval-expiry.ts";
import { findApproval } from "../../../packages/service/store/approval-rows.ts";
import { requestApproval } from "../../../packages/service/store/approvals.ts";
import { readAudit, verifyAudit } from "../../../packages/service/store/audit.ts";
import { decideApproval } from "../../../packages/service/store/decisions.ts";
import { hasRoomToGoLive } from "../../../packages/service/store/promotions.ts";
import { markPublished } from "../../../packages/service/store/publishing.ts";
import { readEvents } from "../../../packages/service/store/events.ts";
import { setSelfApproval } from "../../../packages/service/store/self-approval.ts";
import { revokeSession } from "../../../packages/service/store/sessions.ts";
import { transition } from "../../../packages/service/store/transition.ts";
import { addMember, changeRole, removeMember } from "../../../packages/service/store/users.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeSite,
  makeStage,
  makeToken,
  openParts,
  signIn,
  stepUp,
  type TestParts,
} from "./fixture.ts";

/** A stage with a pending request of the developer's token. */
async function openRequest() {
  const parts = openParts();
  const stage = await makeStage(parts);
  const request = await requestApproval(parts, stage.token, stage);
  const decide = async (actor: SessionActor, decision: Decision = "approve", notes?: string) => {
    await stepUp(parts, actor, decision, request.id);
    return decideApproval(parts, actor, { requestId: request.id, decision, notes });
  };
  const status = async () => (await findApproval(parts.db, stage.workspaceId, request.id))?.status;
  return { parts, stage, request, decide, status };
}

const releases = (parts: TestParts) =>
  parts.db.selectFrom("deployments").selectAll().where("environment", "=", "production").execute();

describe("decideApproval", () => {
  it("approving queues the release of exactly the source, with its event and audit row, and wakes the queue", async () => {
    const { parts, stage, request, decide } = await openRequest();
    await using _ = parts;
    const approval = Approval.parse(await decide(stage.approver, "approve", "looks good"));
    const [release, ...more] = await releases(parts);
    expect(more).toEqual([]);
    expect(release).toMatchObject({
      status: "queued",
      site_id: stage.siteId,
      source_deployment_id: stage.sourceDeploymentId,
      approval_request_id: request.id,
      created_by_user_id: stage.developer.userId,
      created_by_token_id: stage.token.tokenId,
    });
    expect(approval).toMatchObject({
      status: "approved",
      decidedBy: { id: stage.approver.userId, name: stage.approver.name },
      notes: "looks good",
      deploymentId: release?.id,
    });
    expect(Date.parse(approval.expiresAt) - parts.clock.now()).toBe(APPROVED_LIFETIME_MS);
    const events = await readEvents(parts.db, release?.id ?? "", { afterSeq: 0, limit: 10 });
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([[1, "status"]]);
    expect(parts.woken).toEqual(["wake"]);
    const audit = await readAudit(parts.db, stage.workspaceId, { afterSeq: 0, limit: 10 });
    expect(audit.map(({ action }) => action)).toEqual(["approval.requested", "approval.approved"]);
    expect(JSON.parse(audit[1]?.data ?? "")).toMatchObject({
      before: "pending",
      after: "approved",
      factor: "totp",
      sessionId: stage.approver.sessionId,
      address: "127.0.0.1",
      deploymentId: release?.id,
    });
  });

  it("rejecting keeps the notes and releases nothing", async () => {
    const { parts, stage, decide } = await openRequest();
    await using _ = parts;
    const approval = await decide(stage.approver, "reject", "not on a Friday");
    expect(approval).toMatchObject({ status: "rejected", notes: "not on a Friday", deploymentId: null });
    expect(await releases(parts)).toEqual([]);
    expect(parts.woken).toEqual([]);
  });

  it("only owner, admin and approver decide, by the role they have at that moment", async () => {
    const { parts, stage, request, status } = await openRequest();
    await using _ = parts;
    const code = async (actor: SessionActor) =>
      codeOf(decideApproval(parts, actor, { requestId: request.id, decision: "reject", notes: "no" }));
    for (const role of ROLES) {
      const allowed = role === "owner" || role === "admin" || role === "approver";
      const member = await makeMember(parts, stage.workspaceId, role);
      expect([role, await code(member)]).toEqual([role, allowed ? "step_up_required" : "forbidden_role"]);
    }
    await parts.db.transaction().execute((writing) => changeRole(writing, { ...stage.approver, role: "viewer" }));
    expect(await code(stage.approver)).toBe("forbidden_role");
    const at = parts.at();
    await parts.db
      .transaction()
      .execute((writing) =>
        addMember(writing, { workspaceId: stage.workspaceId, userId: stage.approver.userId, role: "owner", at }),
      );
    await parts.db.transaction().execute((writing) => removeMember(writing, { ...stage.approver, at }));
    expect(await code(stage.approver)).toBe("forbidden_role");
    expect(await status()).toBe("pending");
  });

  it("a disabled person and a session that ended decide nothing", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    await parts.db.transaction().execute((writing) => revokeSession(writing, stage.approver.sessionId, parts.at()));
    expect(await codeOf(decide(stage.approver))).toBe("unauthenticated");
    const fresh = await signIn(parts, stage.approver);
    await parts.db.updateTable("users").set({ disabled_at: parts.at() }).where("id", "=", fresh.userId).execute();
    expect(await codeOf(decide(fresh))).toBe("forbidden_role");
    expect(await status()).toBe("pending");
  });

  it("a session that lacks the second sign-in factor, or is another person's, decides nothing", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    const other = await makeMember(parts, stage.workspaceId, "admin");
    expect(await codeOf(decide({ ...stage.approver, sessionId: other.sessionId }))).toBe("unauthenticated");
    const half = { level: "password" as const };
    await parts.db.updateTable("sessions").set(half).where("id", "=", stage.approver.sessionId).execute();
    expect(await codeOf(decide(stage.approver))).toBe("unauthenticated");
    expect(await status()).toBe("pending");
  });

  it("the person who asked cannot decide, whichever token or browser they asked with", async () => {
    await using parts = openParts();
    const stage = await makeStage(parts);
    const asker = stage.approver;
    const secondSession = await signIn(parts, asker);
    const askers = [
      await makeToken(parts, asker, { kind: "pat" }),
      await makeToken(parts, asker, { kind: "mcp" }),
      await makeToken(parts, asker, { kind: "mcp", via: "device" }),
      asker,
    ];
    for (const actor of askers) {
      const source = { siteId: stage.siteId, sourceDeploymentId: await makeDeployment(parts, stage) };
      if (actor.kind === "session") await stepUp(parts, actor, "request", source.sourceDeploymentId);
      const request = await requestApproval(parts, actor, source);
      for (const session of [asker, secondSession, await signIn(parts, asker)]) {
        for (const decision of ["approve", "reject"] as const) {
          await stepUp(parts, session, decision, request.id);
          const made = { requestId: request.id, decision, notes: "mine" };
          expect(await codeOf(decideApproval(parts, session, made))).toBe("self_approval_forbidden");
        }
      }
    }
    expect(await releases(parts)).toEqual([]);
  });

  it("the person who asked cannot decide after their token is revoked, or they were renamed or added again", async () => {
    await using parts = openParts();
    const stage = await makeStage(parts);
    const token = await makeToken(parts, stage.approver);
    const request = await requestApproval(parts, token, stage);
    const at = parts.at();
    await parts.db.updateTable("tokens").set({ revoked_at: at }).where("id", "=", token.tokenId).execute();
    await parts.db.updateTable("users").set({ name: "New Name" }).where("id", "=", stage.approver.userId).execute();
    await parts.db.transaction().execute(async (writing) => {
      await removeMember(writing, { ...stage.approver, at });
      await addMember(writing, { ...stage.approver, role: "owner", at });
    });
    await stepUp(parts, stage.approver, "approve", request.id);
    const made = { requestId: request.id, decision: "approve" as const };
    expect(await codeOf(decideApproval(parts, stage.approver, made))).toBe("self_approval_forbidden");
  });

  it("an operator can lift the rule for a workspace, and the audit row still names who asked", async () => {
    await using parts = openParts();
    const stage = await makeStage(parts);
    const request = await requestApproval(parts, await makeToken(parts, stage.approver), stage);
    const lift = (workspaceId: string, allowed: boolean) =>
      parts.db.transaction().execute((writing) => setSelfApproval(writing, { workspaceId, allowed, at: parts.at() }));
    expect([await lift("unknown", true), await lift(stage.workspaceId, true)]).toEqual([false, true]);
    await stepUp(parts, stage.approver, "approve", request.id);
    const decided = await decideApproval(parts, stage.approver, { requestId: request.id, decision: "approve" });
    expect(decided.status).toBe("approved");
    await lift(stage.workspaceId, false);
    const audit = await readAudit(parts.db, stage.workspaceId, { afterSeq: 1, limit: 3 });
    expect(audit.map(({ action, actor_type }) => [action, actor_type])).toEqual([
      ["self_approval.allowed", "operator"],
      ["approval.approved", "user"],
      ["self_approval.forbidden", "operator"],
    ]);
    expect(audit[1]?.data).toContain(`"originatingUserId":"${stage.approver.userId}"`);
  });

  it("a step-up counts for this request, this decision, this session, five minutes, and once", async () => {
    const { parts, stage, request, status } = await openRequest();
    await using _ = parts;
    const other = await requestApproval(parts, stage.token, {
      ...stage,
      sourceDeploymentId: await makeDeployment(parts, stage, { branch: "other" }),
    });
    const elsewhere = await signIn(parts, stage.approver);
    const approve = (requestId = request.id) =>
      codeOf(decideApproval(parts, stage.approver, { requestId, decision: "approve" }));
    await stepUp(parts, stage.approver, "approve", other.id);
    await stepUp(parts, stage.approver, "reject", request.id);
    await stepUp(parts, stage.approver, "request", request.id);
    await stepUp(parts, elsewhere, "approve", request.id);
    expect(await approve()).toBe("step_up_required");
    await stepUp(parts, stage.approver, "approve", request.id);
    parts.turn(5 * 60_000);
    expect(await approve()).toBe("step_up_required");
    expect(await status()).toBe("pending");
    await stepUp(parts, stage.approver, "approve", request.id);
    expect(await approve()).toBe("none");
    const spent = await parts.db.selectFrom("step_ups").selectAll().where("used_at", "is not", null).execute();
    expect(spent.every(({ purpose }) => purpose === `approve ${request.id}`)).toBe(true);
  });

  it("a refused decision spends no second factor", async () => {
    const { parts, stage, request } = await openRequest();
    await using _ = parts;
    await stepUp(parts, stage.developer, "approve", request.id);
    const made = { requestId: request.id, decision: "approve" as const };
    expect(await codeOf(decideApproval(parts, stage.developer, made))).toBe("self_approval_forbidden");
    const spent = await parts.db.selectFrom("step_ups").selectAll().where("used_at", "is not", null).execute();
    expect(spent).toEqual([]);
  });

  it("a request of another workspace is as unknown as one that never was", async () => {
    const { parts, request } = await openRequest();
    await using _ = parts;
    const elsewhere = await makeStage(parts);
    const message = (requestId: string) =>
      decideApproval(parts, elsewhere.approver, { requestId, decision: "approve" }).then(String, String);
    expect(await message(request.id)).toBe(await message("apr_none"));
  });

  it("deciding the same again gives the same answer to the same person, and 409 to everyone else", async () => {
    const { parts, stage, request, decide } = await openRequest();
    await using _ = parts;
    const first = await decide(stage.approver);
    const again = await decideApproval(parts, stage.approver, { requestId: request.id, decision: "approve" });
    expect(again).toEqual(first);
    const other = await makeMember(parts, stage.workspaceId, "admin");
    expect(await codeOf(decide(other))).toBe("approval_already_decided");
    expect(await codeOf(decide(stage.approver, "reject", "changed my mind"))).toBe("approval_already_decided");
    expect(await releases(parts)).toHaveLength(1);
  });

  it("of fifty decisions at once, one counts and the others get 409", async () => {
    const { parts, stage, request } = await openRequest();
    await using _ = parts;
    const deciders = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        makeMember(parts, stage.workspaceId, index % 2 === 0 ? "approver" : "admin"),
      ),
    );
    const decisions = deciders.map(
      (actor, index) => ({ actor, decision: index % 3 === 0 ? "reject" : "approve" }) as const,
    );
    for (const { actor, decision } of decisions) await stepUp(parts, actor, decision, request.id);
    const codes = await Promise.all(
      decisions.map(({ actor, decision }) =>
        codeOf(decideApproval(parts, actor, { requestId: request.id, decision, notes: "x" })),
      ),
    );
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    expect(codes.filter((code) => code === "approval_already_decided")).toHaveLength(49);
    const approved = decisions[codes.indexOf("none")]?.decision === "approve";
    expect(await releases(parts)).toHaveLength(approved ? 1 : 0);
    expect(await verifyAudit(parts.db, stage.workspaceId)).toMatchObject({ kind: "intact", rows: 2 });
  });

  it("fifty equal decisions of one person with one second factor give one release and fifty equal answers", async () => {
    const { parts, stage, request } = await openRequest();
    await using _ = parts;
    await stepUp(parts, stage.approver, "approve", request.id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        decideApproval(parts, stage.approver, { requestId: request.id, decision: "approve" }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await releases(parts)).toHaveLength(1);
  });

  it("a source whose files are not those that were asked for is not published", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    await parts.db
      .updateTable("deployments")
      .set({ file_list_digest: "swapped" })
      .where("id", "=", stage.sourceDeploymentId)
      .execute();
    expect(await codeOf(decide(stage.approver))).toBe("source_deployment_not_ready");
    expect([await status(), await releases(parts)]).toEqual(["pending", []]);
  });

  it("a source that went away with its site is not published", async () => {
    const { parts, stage, decide } = await openRequest();
    await using _ = parts;
    await parts.db
      .updateTable("deployments")
      .set({ hidden_at: parts.at() })
      .where("id", "=", stage.sourceDeploymentId)
      .execute();
    expect(await codeOf(decide(stage.approver))).toBe("source_deployment_not_ready");
  });

  it("a request that ran out is refused, and written down as expired", async () => {
    const { parts, stage, request, decide } = await openRequest();
    await using _ = parts;
    parts.turn(PENDING_LIFETIME_MS);
    const fresh = await signIn(parts, stage.approver);
    expect(await codeOf(decide(fresh))).toBe("approval_already_decided");
    const row = await parts.db
      .selectFrom("approval_requests")
      .select("status")
      .where("id", "=", request.id)
      .executeTakeFirst();
    expect(row?.status).toBe("expired");
  });

  it("a superseded request cannot be approved", async () => {
    const { parts, stage, decide } = await openRequest();
    await using _ = parts;
    await requestApproval(parts, stage.token, { ...stage, sourceDeploymentId: await makeDeployment(parts, stage) });
    expect(await codeOf(decide(stage.approver))).toBe("approval_already_decided");
  });

  it("with a finite maxLiveSites the last place goes to one site, also when two are approved at once", async () => {
    const { parts, stage, decide } = await openRequest();
    await using _ = parts;
    await parts.db.updateTable("workspaces").set({ max_live_sites: 1 }).execute();
    const siteId = await makeSite(parts, stage);
    const second = { siteId, sourceDeploymentId: await makeDeployment(parts, { ...stage, siteId }) };
    const request = await requestApproval(parts, stage.token, second);
    await stepUp(parts, stage.approver, "approve", request.id);
    const codes = await Promise.all([
      codeOf(decide(stage.approver)),
      codeOf(decideApproval(parts, stage.approver, { requestId: request.id, decision: "approve" })),
    ]);
    expect(codes.toSorted()).toEqual(["live_site_limit_reached", "none"]);
  });
});

describe("hasRoomToGoLive", () => {
  it("counts active sites that serve a release, and lets those publish again", async () => {
    await using parts = openParts();
    const stage = await makeStage(parts);
    const { workspaceId, siteId } = stage;
    const [unpublished, live, archived] = [
      await makeSite(parts, stage),
      await makeSite(parts, stage),
      await makeSite(parts, stage),
    ];
    await parts.db.updateTable("sites").set({ status: "archived" }).where("id", "=", archived).execute();
    for (const [site, release] of [
      [unpublished, null],
      [live, stage.sourceDeploymentId],
      [archived, stage.sourceDeploymentId],
    ] as const) {
      const host = {
        label: `host-${site}`,
        kind: "production" as const,
        deployment_id: release,
        updated_at: parts.at(),
      };
      await parts.db
        .insertInto("hosts")
        .values({ ...host, site_id: site })
        .execute();
    }
    const room = async (most: number | null, site: string) => {
      await parts.db.updateTable("workspaces").set({ max_live_sites: most }).execute();
      return hasRoomToGoLive(parts.db, { workspaceId, siteId: site });
    };
    expect([await room(1, siteId), await room(2, siteId), await room(null, siteId)]).toEqual([false, true, true]);
    expect([await room(0, live), await room(0, unpublished)]).toEqual([true, false]);
  });
});

describe("markPublished", () => {
  it("an approved request becomes published with its release, once", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    const { deploymentId } = await decide(stage.approver);
    const mark = () =>
      parts.db
        .transaction()
        .execute((writing) => markPublished(writing, { deploymentId: deploymentId ?? "", at: parts.at() }));
    expect(await mark()).toBe("published");
    expect(await status()).toBe("published");
    expect(await mark()).toBe("not_approved");
  });

  it("a release that was approved earlier does not take the place of a later one", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    const { deploymentId } = await decide(stage.approver);
    parts.turn(1);
    await makeDeployment(parts, stage, { environment: "production" });
    const marked = await parts.db
      .transaction()
      .execute((writing) => markPublished(writing, { deploymentId: deploymentId ?? "", at: parts.at() }));
    expect([marked, await status()]).toEqual(["overtaken", "approved"]);
  });

  it("a production deployment that nobody approved must not go live", async () => {
    await using parts = openParts();
    const stage = await makeStage(parts);
    const deploymentId = await makeDeployment(parts, stage, { environment: "production", status: "building" });
    const marked = await parts.db
      .transaction()
      .execute((writing) => markPublished(writing, { deploymentId, at: parts.at() }));
    expect(marked).toBe("not_approved");
  });
});

describe("expireApprovals", () => {
  it("a pending request runs out after seven days, with an audit row", async () => {
    const { parts, stage, status } = await openRequest();
    await using _ = parts;
    parts.turn(PENDING_LIFETIME_MS - 1);
    expect(await expireApprovals(parts)).toBe(0);
    parts.turn(1);
    expect(await expireApprovals(parts)).toBe(1);
    expect(await status()).toBe("expired");
    const audit = await readAudit(parts.db, stage.workspaceId, { afterSeq: 1, limit: 10 });
    expect(audit.map(({ action, actor_type }) => [action, actor_type])).toEqual([["approval.expired", "system"]]);
  });

  it("an approved release that never began is canceled after an hour, one that is being made goes on", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    const { deploymentId } = await decide(stage.approver);
    parts.turn(APPROVED_LIFETIME_MS);
    expect(await expireApprovals(parts)).toBe(1);
    expect(await status()).toBe("expired");
    expect((await releases(parts)).map(({ id, status }) => [id, status])).toEqual([[deploymentId, "canceled"]]);
  });

  it("a pending request whose site was archived is superseded", async () => {
    const { parts, status } = await openRequest();
    await using _ = parts;
    await parts.db.updateTable("deployments").set({ hidden_at: parts.at() }).execute();
    expect(await expireApprovals(parts)).toBe(1);
    expect(await status()).toBe("superseded");
  });

  it("an approval whose release failed is over", async () => {
    const { parts, stage, decide, status } = await openRequest();
    await using _ = parts;
    const { deploymentId } = await decide(stage.approver);
    const error = { code: "source_unavailable" as const, message: "gone" };
    const fail = (from: "queued" | "building", to: "building" | "failed") =>
      parts.db.transaction().execute((writing) =>
        transition(writing, deploymentId ?? "", {
          from,
          to,
          at: parts.at(),
          ...(to === "failed" && { event: { error } }),
        }),
      );
    await fail("queued", "building");
    parts.turn(APPROVED_LIFETIME_MS);
    expect(await expireApprovals(parts)).toBe(0);
    await fail("building", "failed");
    expect(await expireApprovals(parts)).toBe(1);
    expect(await status()).toBe("expired");
  });
});
