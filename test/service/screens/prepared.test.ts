import { describe, expect, test } from "vitest";
import { addPreview, csrfOf, freshCode, prepareByToken, requestByDeveloper, textOf, useWorld } from "./visitor.ts";

const world = useWorld();

const preview = async (branch = "new-shop") => {
  world.context.clock.advance(1);
  return addPreview(world, { branch }, { "index.html": branch });
};

const prepare = (sourceDeploymentId: string) => prepareByToken(world, sourceDeploymentId);

describe("the screen of a prepared release", () => {
  test("says that no one asked, and lets a member ask with a reason and a code; another one then approves", async () => {
    const source = await preview();
    const path = await prepare(source);
    const owner = await world.signIn("owner");
    const text = await owner.text(path);
    expect(text).toContain("No one has requested this release yet");
    expect(text).toContain("Prepared with the token <bdi>workflow</bdi>");
    expect(text).not.toContain('value="approve"');
    const asked = await owner.submit(`/app/deployments/${source}/publish`, {
      reason: "Release 12",
      code: await freshCode(world),
    });
    expect(asked.headers.get("location")).toBe(path);
    expect(await owner.text(path)).toContain("another member must decide it");
    const approver = await world.signIn("approver");
    expect(await approver.text(path)).toContain("Release 12");
    const decided = await approver.submit(path, { decision: "approve", code: await freshCode(world) });
    expect(decided.headers.get("location")).toBe(path);
    expect(await approver.text(path)).toContain("It goes live now");
  });

  test("rejects a decision that was made up, and the code stays good for another", async () => {
    const path = await prepare(await preview());
    const approver = await world.signIn("approver");
    const other = await requestByDeveloper(world, await preview("other"));
    const code = await freshCode(world);
    const form = { csrf: csrfOf(await approver.text(other)), code };
    const refused = await approver.post(path, { ...form, decision: "approve" });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("No member has requested this release");
    expect((await approver.post(other, { ...form, decision: "approve" })).status).toBe(303);
  });

  test("leads to the newer preview that took its place", async () => {
    const older = await prepare(await preview());
    const newer = await prepare(await preview());
    const text = await world.textFor("developer", older);
    expect(text).toContain("A newer preview of this branch took its place.");
    expect(text).toContain(`<a href="${newer}">Open the newer preview</a>`);
  });

  test("shows a viewer what is prepared, without the form", async () => {
    const path = await prepare(await preview());
    const text = await world.textFor("viewer", path);
    expect(text).toContain("Your role is viewer, which cannot request releases.");
    expect(text).not.toContain('name="reason"');
  });
});

describe("a release that a workflow prepared", () => {
  test("waits under what is to be requested, until it is requested", async () => {
    const source = await preview();
    const path = await prepareByToken(world, source, "release");
    const visitor = await world.signIn("approver");
    const inbox = await visitor.text("/app/approvals");
    const [, toRequest = ""] = inbox.split("<h2>To request</h2>");
    expect(inbox).toContain("No pending approvals");
    expect(toRequest).toContain(`href="${path}"`);
    expect(textOf(toRequest)).toContain("prepared with the token workflow");
    const site = await visitor.text(`/app/sites/${world.first.site.id}`);
    expect(textOf(site)).toContain("Waits for somebody to request it");
    await requestByDeveloper(world, source);
    const later = await visitor.text("/app/approvals");
    expect(later).not.toContain("<h2>To request</h2>");
    expect(later).toContain(`href="${path}"`);
  });
});

describe("five pull requests", () => {
  test("leave no request and no banner; one that is asked for leaves one of each", async () => {
    const sources = [];
    for (const branch of ["renovate", "typo", "lint", "docs", "deps"]) sources.push(await preview(branch));
    for (const source of sources) await prepare(source);
    const visitor = await world.signIn("approver");
    const sitePath = `/app/sites/${world.first.site.id}`;
    expect(await visitor.text("/app/approvals")).toContain("No pending approvals");
    expect(await visitor.text(sitePath)).not.toContain("/app/approvals/");
    await requestByDeveloper(world, sources[1] ?? "");
    expect(await visitor.text("/app/approvals")).not.toContain("No pending approvals");
    expect(new Set((await visitor.text(sitePath)).match(/\/app\/approvals\/apr_\w+/g)).size).toBe(1);
  });
});

describe("the screen of a request", () => {
  test("offers the newer preview that was prepared since, and can still be decided", async () => {
    const request = await requestByDeveloper(world, await preview(), { reason: "Ada needs it" });
    const newer = await prepare(await preview());
    const approver = await world.signIn("approver");
    const text = await approver.text(request);
    expect(text).toContain("Ada needs it");
    expect(text).toContain("A newer preview exists");
    expect(text).toContain(`<a href="${newer}">Open the newer preview</a>`);
    await approver.submit(request, { decision: "approve", code: await freshCode(world) });
    expect(await approver.text(request)).toContain("It goes live now");
  });

  test("offers a newer preview of which nothing is prepared, and none that is of another branch or site, not ready or a release", async () => {
    const request = await requestByDeveloper(world, await preview());
    await preview("other");
    const branch = "new-shop";
    await addPreview(world, { branch, branch_verified: 0 });
    await addPreview(world, { branch, status: "failed" });
    await addPreview(world, { branch, environment: "production" });
    await addPreview({ ...world, context: world.context, first: world.other }, { branch });
    const approver = await world.signIn("approver");
    expect(await approver.text(request)).not.toContain("A newer preview exists");
    const newer = await preview();
    expect(await approver.text(request)).toContain(`<a href="/app/deployments/${newer}/publish">`);
  });

  test("that was superseded leads to the newer one, which names it", async () => {
    const older = await requestByDeveloper(world, await preview(), { reason: "Ada needs it" });
    const newer = await requestByDeveloper(world, await preview());
    const approver = await world.signIn("approver");
    expect(await approver.text(older)).toContain(`<a href="${newer}">Open the newer request</a>`);
    const text = await approver.text(newer);
    expect(text).toContain(`Takes the place of <a href="${older}">an older request</a>`);
    expect(text).toContain("developer of first");
  });
});
