import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { requestApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { addToken } from "../fixtures.ts";
import { addPreview, freshCode, openWorld, signIn, type World } from "./visitor.ts";

let world: World;

beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.context.db.destroy());

const preview = async (branch = "new-shop") => {
  world.context.clock.advance(1);
  return addPreview(world, { branch }, { "index.html": branch });
};

/** Asks with the developer's token, as CI does. */
async function byToken(sourceDeploymentId: string, more: { intent?: "prepare"; reason?: string } = {}) {
  const { context, first } = world;
  const { id: tokenId } = await addToken(context, first, { kind: "mcp" });
  const actor = {
    kind: "token" as const,
    workspaceId: first.workspaceId,
    tokenId,
    tokenKind: "mcp" as const,
    name: "workflow",
    userId: first.users.developer,
    scopes: new Set(["publish:request" as const]),
  };
  const { id } = await requestApproval(context, actor, { siteId: first.site.id, sourceDeploymentId, ...more });
  return { id, path: `/app/approvals/${id}` };
}

const prepare = (sourceDeploymentId: string) => byToken(sourceDeploymentId, { intent: "prepare" });

describe("the screen of a prepared release", () => {
  test("says that no one asked, and lets a member ask with a reason and a code; another one then approves", async () => {
    const source = await preview();
    const { path } = await prepare(source);
    const owner = await signIn(world, "owner");
    const text = await owner.text(path);
    expect(text).toContain("No one has requested this release yet");
    expect(text).toContain("Prepared with the token <bdi>workflow</bdi>");
    expect(text).not.toContain('value="approve"');
    const asked = await owner.submit(`/app/deployments/${source}/publish`, {
      reason: "Release 12",
      code: await freshCode(world),
    });
    expect(asked.headers.get("location")).toBe(path);
    expect(await owner.text(path)).toContain("a member who did not must decide it");
    const approver = await signIn(world, "approver");
    expect(await approver.text(path)).toContain("Release 12");
    const decided = await approver.submit(path, { decision: "approve", code: await freshCode(world) });
    expect(decided.headers.get("location")).toBe(path);
    expect(await approver.text(path)).toContain("Publishing now");
  });

  test("rejects a decision that was made up, and the code stays good for another", async () => {
    const { path } = await prepare(await preview());
    const approver = await signIn(world, "approver");
    const other = await byToken(await preview("other"));
    const code = await freshCode(world);
    const form = { csrf: (await approver.text(other.path)).match(/name="csrf" value="([^"]+)"/)?.[1] ?? "", code };
    const refused = await approver.post(path, { ...form, decision: "approve" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("No one has requested this release yet");
    expect((await approver.post(other.path, { ...form, decision: "approve" })).status).toBe(303);
  });

  test("leads to the newer preview that took its place", async () => {
    const older = await prepare(await preview());
    const newer = await prepare(await preview());
    const text = await (await signIn(world, "developer")).text(older.path);
    expect(text).toContain("A newer preview of this branch took its place.");
    expect(text).toContain(`<a href="${newer.path}">Open the newer preview</a>`);
  });

  test("shows a viewer what is prepared, without the form", async () => {
    const { path } = await prepare(await preview());
    const text = await (await signIn(world, "viewer")).text(path);
    expect(text).toContain("Your role is viewer, which cannot request releases.");
    expect(text).not.toContain('name="reason"');
  });
});

describe("five pull requests", () => {
  test("leave no request and no banner; one that is asked for leaves one of each", async () => {
    const sources = [];
    for (const branch of ["renovate", "typo", "lint", "docs", "deps"]) sources.push(await preview(branch));
    for (const source of sources) await prepare(source);
    const visitor = await signIn(world, "approver");
    const sitePath = `/app/sites/${world.first.site.id}`;
    expect(await visitor.text("/app/approvals")).toContain("No pending approvals");
    expect(await visitor.text(sitePath)).not.toContain("Review it");
    await byToken(sources[1] ?? "");
    expect(await visitor.text("/app/approvals")).not.toContain("No pending approvals");
    expect((await visitor.text(sitePath)).match(/Review it/g)).toHaveLength(1);
  });
});

describe("the screen of a request", () => {
  test("offers the newer preview that was prepared since, and can still be decided", async () => {
    const request = await byToken(await preview(), { reason: "Ada needs it" });
    const newer = await prepare(await preview());
    const approver = await signIn(world, "approver");
    const text = await approver.text(request.path);
    expect(text).toContain("Ada needs it");
    expect(text).toContain("A newer preview exists");
    expect(text).toContain(`<a href="${newer.path}">Open the newer preview</a>`);
    await approver.submit(request.path, { decision: "approve", code: await freshCode(world) });
    expect(await approver.text(request.path)).toContain("Publishing now");
  });

  test("offers a newer preview of which nothing is prepared, and none of another branch", async () => {
    const request = await byToken(await preview());
    await preview("other");
    const approver = await signIn(world, "approver");
    expect(await approver.text(request.path)).not.toContain("A newer preview exists");
    const newer = await preview();
    expect(await approver.text(request.path)).toContain(`<a href="/app/deployments/${newer}/publish">`);
  });

  test("that was superseded leads to the newer one, which names it", async () => {
    const older = await byToken(await preview(), { reason: "Ada needs it" });
    const newer = await byToken(await preview());
    const approver = await signIn(world, "approver");
    expect(await approver.text(older.path)).toContain(`<a href="${newer.path}">Open the newer request</a>`);
    const text = await approver.text(newer.path);
    expect(text).toContain(`Takes the place of <a href="${older.path}">an older request</a>`);
    expect(text).toContain("developer of first");
  });
});
