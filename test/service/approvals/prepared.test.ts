import { describe, expect, it } from "vitest";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { PENDING_LIFETIME_MS, PREPARED_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import {
  expireApprovals,
  findApproval,
  listApprovals,
  requestApproval,
} from "../../../packages/service/store/approvals/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { codeOf, makeDeployment, makeMember, makeScenario, makeToken, openContext, stepUp } from "./fixture.ts";

const PREPARE = { intent: "prepare" } as const;

/** A workspace with previews that CI prepares releases of, and people who ask for one and decide it. */
async function openPrepared() {
  const context = openContext();
  const scenario = await makeScenario(context);
  const { workspaceId, siteId, token, approver } = scenario;
  const preview = async (branch: string | null = "main") => {
    context.turn(1);
    return makeDeployment(context, scenario, { branch });
  };
  const prepare = (sourceDeploymentId: string) =>
    requestApproval(context, token, { siteId, sourceDeploymentId, ...PREPARE });
  const ask = async (sourceDeploymentId: string, reason?: string) => {
    await stepUp(context, approver, "request", sourceDeploymentId);
    return requestApproval(context, approver, { siteId, sourceDeploymentId, reason });
  };
  return {
    context,
    scenario,
    preview,
    prepare,
    ask,
    askByToken: (sourceDeploymentId: string) => requestApproval(context, token, { siteId, sourceDeploymentId }),
    find: (id: string) => findApproval(context.db, workspaceId, id),
    listed: async () => (await listApprovals(context.db, workspaceId, { at: context.at() })).map(({ id }) => id),
    audit: async () =>
      (await readAudit(context.db, workspaceId, { afterSeq: 0, limit: 100 })).map(({ action }) => action),
    announced: () => context.db.selectFrom("announcements").select("type").execute(),
    [Symbol.asyncDispose]: () => context.db.destroy(),
  };
}

describe("a prepared release", () => {
  it("has an id and a link, is in no list, leaves no audit entry and notifies no one", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, find, listed, audit, announced } = prepared;
    const webhook = {
      id: newUuid(),
      workspace_id: scenario.workspaceId,
      url: "https://hooks.example/",
      events: "*",
      sealed_secret: "sealed",
      created_at: context.at(),
    };
    await context.db.insertInto("webhooks").values(webhook).execute();
    const release = await prepare(scenario.sourceDeploymentId);
    expect(release).toMatchObject({
      status: "pending",
      prepared: true,
      announcedAt: null,
      webApprovalUrl: `http://127.0.0.1:4000/app/approvals/${release.id}`,
    });
    expect(Date.parse(release.expiresAt) - Date.parse(release.createdAt)).toBe(PREPARED_LIFETIME_MS);
    expect((await find(release.id))?.status).toBe("pending");
    expect([await listed(), await audit(), await announced()]).toEqual([[], [], []]);
    await prepare(await prepared.preview());
    expect((await find(release.id))?.status).toBe("superseded");
    expect([await listed(), await audit(), await announced()]).toEqual([[], [], []]);
  });

  it("is the same when it is prepared again, and is superseded by a newer preview of its branch only", async () => {
    await using prepared = await openPrepared();
    const { preview, prepare, find } = prepared;
    const [older, newer, other, nameless] = [
      await preview(),
      await preview(),
      await preview("other"),
      await preview(null),
    ];
    const first = await prepare(older);
    expect((await prepare(older)).id).toBe(first.id);
    const kept = [await prepare(other), await prepare(nameless)];
    const next = await prepare(newer);
    expect(await find(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    const again = await prepare(older);
    expect(again.id).not.toBe(first.id);
    for (const { id } of [...kept, next, again]) expect((await find(id))?.status).toBe("pending");
  });

  it("cannot be approved or rejected until someone asks, not even where people decide alone", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask } = prepared;
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    const { id } = await prepare(scenario.sourceDeploymentId);
    const owner = await makeMember(context, scenario.workspaceId, "owner");
    for (const decision of ["approve", "reject"] as const) {
      await stepUp(context, owner, decision, id);
      const decided = decideApproval(context, owner, { requestId: id, decision, notes: "why" });
      expect(await codeOf(decided)).toBe("approval_not_requested");
    }
    await ask(scenario.sourceDeploymentId);
    await decideApproval(context, owner, { requestId: id, decision: "approve" });
  });

  it("is announced by a person's request, with the person's reason, and the person cannot decide it", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask, listed, audit } = prepared;
    const { id } = await prepare(scenario.sourceDeploymentId);
    context.turn(60_000);
    const request = await ask(scenario.sourceDeploymentId, "Release 12");
    expect(request).toMatchObject({
      id,
      status: "pending",
      prepared: false,
      announcedAt: context.at(),
      reason: "Release 12",
      requestedVia: "web",
      requestedBy: { type: "user", id: scenario.approver.userId },
      originatingUserId: scenario.approver.userId,
    });
    expect(Date.parse(request.expiresAt) - context.clock.now()).toBe(PENDING_LIFETIME_MS);
    expect([await listed(), await audit()]).toEqual([[id], ["approval.requested"]]);
    await stepUp(context, scenario.approver, "approve", id);
    const own = decideApproval(context, scenario.approver, { requestId: id, decision: "approve" });
    expect(await codeOf(own)).toBe("self_approval_forbidden");
  });

  it("is announced by a token's request too, whose person cannot decide it", async () => {
    await using prepared = await openPrepared();
    const { context, scenario } = prepared;
    const owner = await makeMember(context, scenario.workspaceId, "owner");
    const token = await makeToken(context, owner);
    const { id } = await prepared.prepare(scenario.sourceDeploymentId);
    expect(await requestApproval(context, token, scenario)).toMatchObject({ id, prepared: false });
    await stepUp(context, owner, "approve", id);
    const own = decideApproval(context, owner, { requestId: id, decision: "approve" });
    expect(await codeOf(own)).toBe("self_approval_forbidden");
  });

  it("makes no requester of the person behind its token: that person decides what another asked for", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, ask } = prepared;
    const owner = await makeMember(context, scenario.workspaceId, "owner");
    const token = await makeToken(context, owner);
    const { id } = await requestApproval(context, token, { ...scenario, ...PREPARE });
    await ask(scenario.sourceDeploymentId);
    await stepUp(context, owner, "approve", id);
    expect(await decideApproval(context, owner, { requestId: id, decision: "approve" })).toMatchObject({
      status: "approved",
    });
  });

  it("needs a second factor from the person who asks", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, listed } = prepared;
    await prepare(scenario.sourceDeploymentId);
    expect(await codeOf(requestApproval(context, scenario.approver, scenario))).toBe("step_up_required");
    expect(await listed()).toEqual([]);
  });

  it("leaves every earlier request unchanged, for the same preview and for a newer one", async () => {
    await using prepared = await openPrepared();
    const { preview, prepare, ask, find, audit } = prepared;
    const source = await preview();
    const request = await ask(source, "Release 12");
    expect(await prepare(source)).toEqual(request);
    const newer = await prepare(await preview());
    expect(await find(request.id)).toMatchObject({ status: "pending", reason: "Release 12", superseded_by: null });
    expect((await find(newer.id))?.announced_at).toBe(null);
    expect(await audit()).toEqual(["approval.requested"]);
  });

  it("a newer request supersedes the older one and what was prepared before it, and names itself in both", async () => {
    await using prepared = await openPrepared();
    const { preview, prepare, ask, askByToken, find, listed } = prepared;
    const [first, second, third, fourth] = [await preview(), await preview(), await preview(), await preview()];
    const older = await ask(first);
    const between = await prepare(second);
    const ahead = await prepare(fourth);
    expect((await find(between.id))?.status).toBe("superseded");
    const newer = await askByToken(third);
    expect(await find(older.id)).toMatchObject({ status: "superseded", superseded_by: newer.id });
    expect((await find(ahead.id))?.status).toBe("pending");
    expect(await listed()).toEqual([newer.id, older.id]);
  });

  it("takes no place of another by a branch that its commit was only said to be on", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, preview, prepare, ask, askByToken, find } = prepared;
    const request = await ask(await preview());
    const ahead = await prepare(await preview());
    context.turn(1);
    const claimed = { branch: "main", branch_verified: 0 } as const;
    await prepare(await makeDeployment(context, scenario, claimed));
    await askByToken(await makeDeployment(context, scenario, claimed));
    expect([(await find(request.id))?.status, (await find(ahead.id))?.status]).toEqual(["pending", "pending"]);
  });

  it("expires silently after thirty days and with its preview, and can be asked for again", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask, find, preview, audit } = prepared;
    const late = await prepare(scenario.sourceDeploymentId);
    context.turn(PREPARED_LIFETIME_MS);
    const gone = await preview("gone");
    const hidden = await prepare(gone);
    await context.db.updateTable("deployments").set({ hidden_at: context.at() }).where("id", "=", gone).execute();
    expect(await expireApprovals(context)).toBe(2);
    expect([(await find(late.id))?.status, (await find(hidden.id))?.status]).toEqual(["expired", "superseded"]);
    expect(await audit()).toEqual([]);
    expect((await ask(scenario.sourceDeploymentId)).id).not.toBe(late.id);
  });

  it("is one of at most two hundred of a site: the oldest give way, requests stay", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, preview, prepare, ask, find } = prepared;
    const request = await ask(scenario.sourceDeploymentId);
    const ids: string[] = [];
    for (let number = 0; number < 202; number += 1) ids.push((await prepare(await preview(null))).id);
    const statuses = await Promise.all(ids.map(async (id) => (await find(id))?.status));
    expect(statuses.slice(0, 3)).toEqual(["expired", "expired", "pending"]);
    expect(statuses.filter((status) => status === "pending")).toHaveLength(200);
    expect((await find(request.id))?.status).toBe("pending");
    expect(await listApprovals(context.db, scenario.workspaceId, { at: context.at() })).toHaveLength(1);
  });
});
