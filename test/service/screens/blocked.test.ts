import { expect, test } from "vitest";
import { createComment } from "../../../packages/service/store/comments/write.ts";
import { signIn } from "../../request-as-person.ts";
import { addPreview, freshCode, requestByDeveloper, requestRow, textOf, useWorld } from "./visitor.ts";

const world = useWorld();

/** A request of the developer, whose preview has a comment that blocks it. */
async function openBlocked() {
  const deploymentId = await addPreview(world);
  const path = await requestByDeveloper(world, deploymentId);
  const { workspaceId, users, site } = world.first;
  const body = "The price is too small <b>here</b>";
  const by = await signIn(world.context, { workspaceId, userId: users.developer }, "developer", "Dora");
  const start = (blocks: boolean) =>
    createComment(world.context.db, by, site.id, { deploymentId, path: "/prices/", body, blocks });
  const { id } = await start(true);
  await start(false);
  return { path, id, deploymentId };
}

const statusOf = async (path: string) => (await requestRow(world, path.split("/").at(-1) ?? "")).status;

test("names the comments that block a release, with links, and offers an approver no button to approve", async () => {
  const { path, id, deploymentId } = await openBlocked();
  const approver = await world.signIn("approver");
  const page = await approver.text(path);
  expect(textOf(page)).toContain("1 open comment blocks this release until it is resolved");
  expect(page).toContain(`href="/app/room/${deploymentId}?path=%2Fprices%2F#${id}"`);
  expect(page).toContain("&lt;b&gt;here&lt;/b&gt;");
  expect(page).not.toContain('value="approve"');
  const refused = await approver.submit(path, { decision: "approve", code: await freshCode(world) });
  expect(refused.status).toBe(409);
  expect(await statusOf(path)).toBe("pending");
  expect(textOf(await approver.text("/app/approvals"))).toContain("1 comment blocks it · 2 open comments");
});

test("has an owner approve over it with a reason, which the page then shows", async () => {
  const { path, id } = await openBlocked();
  const owner = await world.signIn("owner");
  expect(await owner.text(path)).toContain(`name="blocked" value="${id}"`);
  const form = { decision: "approve", blocked: id, override: " " };
  expect((await owner.submit(path, { ...form, code: await freshCode(world) })).status).toBe(409);
  await owner.submit(path, { ...form, override: "It is only the draft", code: await freshCode(world) });
  expect(await statusOf(path)).toBe("approved");
  expect(textOf(await owner.text(path))).toContain("Approved although comments blocked it: It is only the draft");
});

test("says so before the release is requested", async () => {
  const { deploymentId } = await openBlocked();
  const page = await world.textFor("developer", `/app/deployments/${deploymentId}/publish`);
  expect(textOf(page)).toContain("1 open comment blocks this release");
});

test("lists open comments beside the pictures, and counts those of each page", async () => {
  const { path, id, deploymentId } = await openBlocked();
  const page = await world.textFor("approver", path);
  const part = /<section class="part comments"[^]*?<\/section>/.exec(page)?.[0] ?? "";
  expect(textOf(part)).toMatch(/Dora just now blocks the release The price is too small .+ on \/prices\/ · Open/);
  expect(part).toContain(`href="/app/room/${deploymentId}?path=%2Fprices%2F#${id}"`);
  expect(textOf(page)).toContain("Comments 2");
});
