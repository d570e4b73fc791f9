import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { createReviews } from "../../../packages/service/review/reviews.ts";
import {
  claimReview,
  finishReview,
  queueReview,
  readReview,
  recoverReviews,
  releaseReview,
  renewReview,
} from "../../../packages/service/store/deployments/reviews.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;

beforeEach(async () => {
  context = openTestContext();
  ({ first, other } = await seedWorkspace(context));
});

afterEach(() => context.db.destroy());

const lease = (owner: string, forMs = 30_000) => ({
  owner,
  at: instant(context.clock),
  expiresAt: instant(context.clock, forMs),
});

async function preview(columns: Parameters<typeof addDeployment>[2] = {}): Promise<string> {
  const id = await addDeployment(context, first, { status: "ready", branch: "main", ...columns });
  await inDatabase(context.db, (tx) => queueReview(tx, id, columns.created_at ?? instant(context.clock)));
  return id;
}

const read = (id: string, whyNone?: string) => readReview(context.db, first.workspaceId, { deploymentId: id, whyNone });

const report = {
  summary: {
    changed: 0,
    added: 0,
    removed: 0,
    notRendered: 0,
    brokenLinks: { new: 0, fixed: 0 },
    errors: { new: 0, fixed: 0 },
    accessibility: { new: 0, fixed: 0 },
    weight: {},
  },
  pages: [],
  notRendered: [],
  brokenLinks: [],
  rules: [],
};
const READY = { status: "ready", report, liveDeploymentId: null, pictures: [] } as const;

describe("the queue of reviews", () => {
  test("gives a review to one worker, and waits while a build runs or waits", async () => {
    const id = await preview();
    const build = await addDeployment(context, other, { status: "queued" });
    expect(await claimReview(context.db, lease("a"))).toBeUndefined();
    await context.db.updateTable("deployments").set({ status: "building" }).where("id", "=", build).execute();
    expect(await claimReview(context.db, lease("a"))).toBeUndefined();
    await context.db.updateTable("deployments").set({ status: "ready" }).where("id", "=", build).execute();
    expect((await claimReview(context.db, lease("a")))?.deployment_id).toBe(id);
    expect(await claimReview(context.db, lease("b"))).toBeUndefined();
  });

  test("tries the review of a lost worker once more, and then gives up", async () => {
    const id = await preview();
    await claimReview(context.db, lease("a"));
    context.clock.advance(29_000);
    await recoverReviews(context.db, lease("b"));
    expect(await claimReview(context.db, lease("b"))).toBeUndefined();
    context.clock.advance(2_000);
    await recoverReviews(context.db, lease("b"));
    expect((await claimReview(context.db, lease("b")))?.attempt).toBe(2);
    expect(await renewReview(context.db, id, lease("a"))).toBe(false);
    await finishReview(context.db, id, READY, "a", instant(context.clock));
    expect((await read(id)).status).toBe("pending");
    context.clock.advance(31_000);
    await recoverReviews(context.db, lease("c"));
    expect(await read(id)).toMatchObject({ status: "failed", message: expect.stringContaining("interrupted twice") });
  });

  test("charges no attempt for a stop of the service", async () => {
    const id = await preview();
    await claimReview(context.db, lease("a"));
    await releaseReview(context.db, id, "a");
    expect((await claimReview(context.db, lease("b")))?.attempt).toBe(1);
  });

  test("leaves out a waiting preview when its branch has a newer one, unless someone is to decide by it", async () => {
    const older = await preview({ created_at: "2026-03-01T12:00:00.000Z" });
    const decided = await preview({ created_at: "2026-03-01T12:00:01.000Z" });
    const elsewhere = await preview({ created_at: "2026-03-01T12:00:02.000Z", branch: "other" });
    const newest = await preview({ created_at: "2026-03-01T12:00:03.000Z" });
    const claimed = await preview({ created_at: "2026-03-01T12:00:04.000Z", branch: "other", branch_verified: 0 });
    await context.db
      .insertInto("approval_requests")
      .values({
        id: "apr_1",
        workspace_id: first.workspaceId,
        site_id: first.site.id,
        source_deployment_id: decided,
        file_list_digest: "",
        status: "pending",
        intent: "release",
        created_at: instant(context.clock),
        expires_at: instant(context.clock, 1_000),
        requested_at: instant(context.clock),
      })
      .execute();
    expect((await claimReview(context.db, lease("a")))?.deployment_id).toBe(decided);
    expect(await read(older)).toMatchObject({ status: "unavailable", message: expect.stringContaining("newer") });
    // Who only says that a commit is on the branch replaces nothing.
    for (const id of [elsewhere, newest, claimed]) expect((await read(id)).status).toBe("pending");
  });
});

describe("a review", () => {
  test("is that of the preview for the release made from it, and says whether it still is about what is live", async () => {
    const id = await preview();
    const live = await addDeployment(context, first, { environment: "production", status: "ready", commit_sha: "abc" });
    await claimReview(context.db, lease("a"));
    const ended = { ...READY, liveDeploymentId: live };
    await finishReview(context.db, id, ended, "a", instant(context.clock));
    const release = await addDeployment(context, first, {
      environment: "production",
      status: "ready",
      source_deployment_id: id,
    });
    expect(await read(release)).toMatchObject({
      deploymentId: id,
      status: "ready",
      live: { deploymentId: live, commitSha: "abc", current: false },
    });
  });

  test("says where the live site is, while something is live", async () => {
    const id = await preview();
    const live = await addDeployment(context, first, { environment: "production", status: "ready" });
    await claimReview(context.db, lease("a"));
    const ended = { ...READY, liveDeploymentId: live };
    await finishReview(context.db, id, ended, "a", instant(context.clock));
    const { addresses } = context;
    const readLive = async () =>
      (await readReview(context.db, first.workspaceId, { deploymentId: id, whyNone: undefined, addresses })).live;
    expect(await readLive()).not.toHaveProperty("url");
    const host = { label: first.site.production_label, kind: "production", site_id: first.site.id } as const;
    const updated_at = instant(context.clock);
    await context.db
      .insertInto("hosts")
      .values({ ...host, deployment_id: live, updated_at })
      .execute();
    expect(await readLive()).toMatchObject({ current: true, url: "http://shop.preview.localhost:4010/" });
  });

  test("is pending until the preview is ready, and unavailable where none is made", async () => {
    const building = await addDeployment(context, first, { status: "building" });
    const failed = await addDeployment(context, first, { status: "failed" });
    const before = await addDeployment(context, first, { status: "ready" });
    expect((await read(building)).status).toBe("pending");
    expect((await read(failed)).status).toBe("unavailable");
    expect((await read(before)).message).toMatch(/Deploy again/);
    const waiting = await preview();
    expect(await read(waiting, "No Chromium.")).toMatchObject({ status: "unavailable", message: "No Chromium." });
  });

  test("of another workspace or site is not found", async () => {
    const id = await preview();
    const foreign = readReview(context.db, other.workspaceId, { deploymentId: id, whyNone: undefined });
    await expect(foreign).rejects.toMatchObject({ code: "deployment_not_found" });
    const wrong = { deploymentId: id, siteId: other.site.id, whyNone: undefined };
    await expect(readReview(context.db, first.workspaceId, wrong)).rejects.toMatchObject({
      code: "deployment_not_found",
    });
  });
});

describe("without a browser", () => {
  test("one sentence says what is missing and what to do, and reviews are unavailable", async () => {
    const off = createReviews(context, { environment: {} });
    expect(off.problem()).toMatch(/switched off/);
    const settings = { ...context.settings, review: { chromium: "/nonexistent/chromium" } };
    const reviews = createReviews({ ...context, settings }, { environment: {}, pollMs: 1 });
    const id = await preview();
    reviews.start();
    await expect.poll(async () => (await read(id)).status).toBe("unavailable");
    expect(reviews.problem()).toMatch(/--chromium names no program.*Correct the path/);
    expect((await read(id)).message).toMatch(/has no Chromium/);
    await reviews.stop();
  });
});
