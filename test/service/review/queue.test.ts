import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { createReviews } from "../../../packages/service/review/reviews.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import {
  claimComparison,
  finishComparison,
  PATIENCE_MS,
  recoverComparisons,
  releaseComparison,
  renewComparison,
} from "../../../packages/service/store/reviews/comparison-queue.ts";
import { queueReview } from "../../../packages/service/store/reviews/comparisons.ts";
import { comparisonOfPreview, readReview } from "../../../packages/service/store/reviews/reviews.ts";
import { pointProduction } from "../../../packages/service/store/sites/hosts.ts";
import { addDeployment } from "../fixtures.ts";
import { context, first, openApp, other } from "../http/app.ts";
import { insert } from "../rows.ts";
import { NO_FILES, reportOf } from "./report.ts";

openApp();

const lease = (owner: string, forMs = 30_000) => ({
  owner,
  at: instant(context.clock),
  expiresAt: instant(context.clock, forMs),
});

async function preview(columns: Parameters<typeof addDeployment>[2] = {}): Promise<string> {
  const id = await addDeployment(context, first, {
    status: "ready",
    branch: "main",
    file_list_digest: await listOf(randomUUID()),
    ...columns,
  });
  await inDatabase(context.db, (tx) => queueReview(tx, id));
  return id;
}

/** A stored list of files that is like no other. */
async function listOf(rules: string): Promise<string> {
  const digest = createHash("sha256").update(rules).digest("hex");
  const row = { digest, total_bytes: 0, rules: "{}", created_at: instant(context.clock) };
  await context.db.insertInto("file_lists").values(row).execute();
  return digest;
}

const claimReview = (given: ReturnType<typeof lease>) =>
  claimComparison(context.db, given, { patientSince: instant(context.clock, -PATIENCE_MS) });

/** Claims the next one. @returns The preview it is of. */
async function claimed(given: ReturnType<typeof lease>): Promise<string | undefined> {
  const row = await claimReview(given);
  const link =
    row && (await context.db.selectFrom("reviews").selectAll().where("comparison_id", "=", row.id).executeTakeFirst());
  return link?.deployment_id;
}

async function digestOf(id: string): Promise<string> {
  const row = await context.db.selectFrom("deployments").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return row.file_list_digest ?? "";
}

const comparisonOf = async (id: string) => (await comparisonOfPreview(context.db, id)) ?? "";

const read = (id: string, whyNone?: string) => readReview(context.db, first.workspaceId, { deploymentId: id, whyNone });

const READY = { status: "ready", report: reportOf(0), files: NO_FILES } as const;

describe("the queue of reviews", () => {
  test("gives a review to one worker, and waits while a build runs or waits", async () => {
    const id = await preview();
    const build = await addDeployment(context, other, { status: "queued" });
    expect(await claimReview(lease("a"))).toBeUndefined();
    await context.db.updateTable("deployments").set({ status: "building" }).where("id", "=", build).execute();
    expect(await claimReview(lease("a"))).toBeUndefined();
    await context.db.updateTable("deployments").set({ status: "ready" }).where("id", "=", build).execute();
    expect(await claimed(lease("a"))).toBe(id);
    expect(await claimReview(lease("b"))).toBeUndefined();
  });

  test("tries the review of a lost worker once more, and then gives up", async () => {
    const id = await preview();
    await claimReview(lease("a"));
    context.clock.advance(29_000);
    await recoverComparisons(context.db, lease("b"));
    expect(await claimReview(lease("b"))).toBeUndefined();
    context.clock.advance(2_000);
    await recoverComparisons(context.db, lease("b"));
    expect((await claimReview(lease("b")))?.attempt).toBe(2);
    expect(await renewComparison(context.db, await comparisonOf(id), lease("a"))).toBe(false);
    await finishComparison(context.db, await comparisonOf(id), READY, "a", instant(context.clock));
    expect((await read(id)).status).toBe("pending");
    context.clock.advance(31_000);
    await recoverComparisons(context.db, lease("c"));
    expect(await read(id)).toMatchObject({ status: "failed", message: expect.stringContaining("interrupted twice") });
  });

  test("charges no attempt for a stop of the service", async () => {
    const id = await preview();
    await claimReview(lease("a"));
    await releaseComparison(context.db, await comparisonOf(id), "a");
    expect((await claimReview(lease("b")))?.attempt).toBe(1);
  });

  test("leaves out a waiting preview when its branch has a newer one, unless someone is to decide by it", async () => {
    const older = await preview({ created_at: "2026-03-01T12:00:00.000Z" });
    const decided = await preview({ created_at: "2026-03-01T12:00:01.000Z" });
    const elsewhere = await preview({ created_at: "2026-03-01T12:00:02.000Z", branch: "other" });
    const newest = await preview({ created_at: "2026-03-01T12:00:03.000Z" });
    const unverified = await preview({ created_at: "2026-03-01T12:00:04.000Z", branch: "other", branch_verified: 0 });
    await insert(context.db, "approval_requests", {
      id: "apr_1",
      workspace_id: first.workspaceId,
      site_id: first.site.id,
      source_deployment_id: decided,
      file_list_digest: await digestOf(decided),
      status: "pending",
      intent: "release",
      created_at: instant(context.clock),
      expires_at: instant(context.clock, 1_000),
      requested_at: instant(context.clock),
    });
    expect(await claimed(lease("a"))).toBe(decided);
    expect(await read(older)).toMatchObject({ status: "unavailable", message: expect.stringContaining("newer") });
    // Who only says that a commit is on the branch replaces nothing.
    for (const id of [elsewhere, newest, unverified]) expect((await read(id)).status).toBe("pending");
  });
});

describe("a review", () => {
  /** A release that is live. */
  async function goLive(columns: Parameters<typeof addDeployment>[2] = {}): Promise<string> {
    const release = { environment: "production", status: "ready", commit_sha: "abc" } as const;
    const digest = await listOf(randomUUID());
    const id = await addDeployment(context, first, { ...release, file_list_digest: digest, ...columns });
    await inDatabase(context.db, (tx) => pointProduction(tx, { id, site_id: first.site.id }));
    return id;
  }

  test("is that of the preview for the release made from it, and says whether it still is about what is live", async () => {
    const live = await goLive();
    const id = await preview();
    await claimReview(lease("a"));
    await finishComparison(context.db, await comparisonOf(id), READY, "a", instant(context.clock));
    const compared = { deploymentId: id, status: "ready", live: { deploymentId: live, commitSha: "abc" } };
    expect(await read(id)).toMatchObject({ ...compared, live: { ...compared.live, current: true } });
    const release = await goLive({ source_deployment_id: id });
    expect(await read(release)).toMatchObject({ ...compared, live: { ...compared.live, current: false } });
  });

  test("says where the live site is, while something is live", async () => {
    await goLive();
    const id = await preview();
    await claimReview(lease("a"));
    await finishComparison(context.db, await comparisonOf(id), READY, "a", instant(context.clock));
    const { addresses } = context;
    const readLive = async () =>
      (await readReview(context.db, first.workspaceId, { deploymentId: id, whyNone: undefined, addresses })).live;
    expect(await readLive()).toMatchObject({ current: true, url: "http://shop.preview.localhost:4010/" });
    await context.db.deleteFrom("hosts").execute();
    expect(await readLive()).not.toHaveProperty("url");
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
