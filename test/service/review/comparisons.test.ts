import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { comparisonId, type Pair, type Report } from "../../../packages/service/domain/comparison.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import {
  claimComparison,
  finishComparison,
  noteProgress,
  PATIENCE_MS,
} from "../../../packages/service/store/reviews/comparison-queue.ts";
import {
  forgetComparisons,
  PAGES,
  queueForDecisions,
  queueReview,
  readComparison,
  renderRest,
} from "../../../packages/service/store/reviews/comparisons.ts";
import { pointProduction } from "../../../packages/service/store/sites/hosts.ts";
import { addDeployment } from "../fixtures.ts";
import { context, first, openApp, other } from "../http/app.ts";
import { insert } from "../rows.ts";
import { NO_FILES, reportOf } from "./report.ts";

openApp();

const digest = (name: string): string => createHash("sha256").update(name).digest("hex");

/** A deployment whose files have a digest of their own. */
async function deployment(name: string, columns: Parameters<typeof addDeployment>[2] = {}): Promise<string> {
  const row = { digest: digest(name), total_bytes: 0, rules: "{}", created_at: instant(context.clock) };
  await context.db
    .insertInto("file_lists")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return addDeployment(context, first, { status: "ready", branch: "main", file_list_digest: row.digest, ...columns });
}

async function goLive(name: string): Promise<void> {
  const id = await deployment(name, { environment: "production", commit_sha: "abc" });
  await inDatabase(context.db, async (tx) => {
    await pointProduction(tx, { id, site_id: first.site.id });
    await queueForDecisions(tx, first.site.id);
  });
}

const pair = (before: string, after: string): Pair => ({
  before: before && digest(before),
  after: digest(after),
  masks: "",
});

const idOf = (before: string, after: string): string => comparisonId(first.site.id, pair(before, after));

/** Reads a comparison as a screen does, where reviews run or do not. */
const read = (before: string, after: string, problem?: string) =>
  readComparison(
    {
      ...context,
      settings: { ...context.settings, review: {} },
      reviews: { ...context.reviews, problem: () => problem },
    },
    first.site.id,
    pair(before, after),
  );

const lease = () => ({ owner: "a", at: instant(context.clock), expiresAt: instant(context.clock, 30_000) });
const claim = async () =>
  (await claimComparison(context.db, lease(), { patientSince: instant(context.clock, -PATIENCE_MS) }))?.id;
const listQueue = async () => {
  const rows = await context.db.selectFrom("comparisons").select(["id", "status"]).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
};

const finish = (id: string, made: Report) =>
  finishComparison(context.db, id, { status: "ready", report: made, files: NO_FILES }, "a", instant(context.clock));
const request = (name: string, values: { readonly status?: "pending" | "approved"; readonly requested?: boolean }) =>
  deployment(name).then((id) =>
    insert(context.db, "approval_requests", {
      id: `apr_${name}`,
      workspace_id: first.workspaceId,
      site_id: first.site.id,
      source_deployment_id: id,
      file_list_digest: digest(name),
      status: values.status ?? "pending",
      intent: "release",
      created_at: instant(context.clock),
      expires_at: instant(context.clock, 60_000),
      requested_at: values.requested === false ? null : instant(context.clock),
    }),
  );

describe("a comparison", () => {
  test("is made once for two lists of files, however often it is asked for", async () => {
    await deployment("new");
    await goLive("live");
    expect(await read("live", "new")).toMatchObject({ kind: "queued", behind: 0 });
    expect(await read("live", "new")).toMatchObject({ kind: "queued", behind: 0 });
    expect(await claim()).toBe(idOf("live", "new"));
    expect(await read("live", "new")).toMatchObject({ kind: "rendering", done: 0, total: 0 });
    const progress = { done: 1, total: 3, report: reportOf(1), files: NO_FILES };
    await noteProgress(context.db, idOf("live", "new"), progress, "a");
    expect(await read("live", "new")).toMatchObject({ kind: "rendering", done: 1, total: 3, report: reportOf(1) });
    await finish(idOf("live", "new"), reportOf(2));
    expect(await read("live", "new")).toMatchObject({ kind: "ready", report: reportOf(2), partly: false });
    expect(await claim()).toBeUndefined();
  });

  test("of equal lists is none, and needs no render", async () => {
    await goLive("live");
    expect(await read("live", "live")).toMatchObject({ kind: "none" });
    expect((await listQueue()).size).toBe(0);
  });

  test("of files that the site does not have is not made", async () => {
    await goLive("live");
    await insert(context.db, "file_lists", { digest: digest("foreign"), total_bytes: 0, rules: "{}", created_at: "" });
    await addDeployment(context, other, { status: "ready", file_list_digest: digest("foreign") });
    expect(await read("live", "foreign")).toMatchObject({ kind: "unavailable" });
    expect((await listQueue()).size).toBe(0);
  });

  test("that was not made is made at a look, also after it was given up", async () => {
    const id = await deployment("new");
    await goLive("live");
    await inDatabase(context.db, (tx) => queueReview(tx, id));
    for (const message of ["A newer preview was reviewed instead.", "No worker took it."]) {
      expect(await claim()).toBe(idOf("live", "new"));
      const ended = { status: "unavailable", message } as const;
      await finishComparison(context.db, idOf("live", "new"), ended, "a", instant(context.clock));
      expect(await read("live", "new", "There is no browser.")).toMatchObject({ kind: "unavailable" });
      expect(await claim()).toBeUndefined();
      expect(await read("live", "new")).toMatchObject({ kind: "queued" });
    }
  });

  test("that failed is made again on request, and not by a look", async () => {
    await deployment("new");
    await goLive("live");
    await read("live", "new");
    await claim();
    const failed = { status: "failed", message: "The browser broke." } as const;
    await finishComparison(context.db, idOf("live", "new"), failed, "a", instant(context.clock));
    expect(await read("live", "new")).toMatchObject({ kind: "failed", message: "The browser broke." });
    await renderRest(context, other.site.id, idOf("live", "new"));
    expect((await listQueue()).get(idOf("live", "new"))).toBe("failed");
    await renderRest(context, first.site.id, idOf("live", "new"));
    expect(await read("live", "new")).toMatchObject({ kind: "queued" });
  });

  test("keeps what it found while the rest is rendered, and when that fails", async () => {
    await deployment("new");
    await goLive("live");
    await read("live", "new");
    await claim();
    const left = [{ path: "/left/", change: "changed" }] as const;
    await finish(idOf("live", "new"), reportOf(12, [...left]));
    expect(await read("live", "new")).toMatchObject({ kind: "ready", partly: true });
    await renderRest(context, first.site.id, idOf("live", "new"));
    const row = await context.db.selectFrom("comparisons").selectAll().executeTakeFirstOrThrow();
    expect(row.max_pages).toBe(PAGES.most);
    expect(await read("live", "new")).toMatchObject({ kind: "queued", report: { notRendered: left } });
    await claim();
    const failed = { status: "failed", message: "The browser broke." } as const;
    await finishComparison(context.db, idOf("live", "new"), failed, "a", instant(context.clock));
    expect(await read("live", "new")).toMatchObject({ kind: "ready", partly: true, message: "The browser broke." });
  });

  test("ends with the files of its newer side", async () => {
    const id = await deployment("new");
    await goLive("live");
    await read("live", "new");
    await claim();
    const stored = { sha256: digest("picture"), size: 1, created_at: instant(context.clock) };
    await context.db.insertInto("objects").values(stored).execute();
    const pictures = { ...NO_FILES, pictures: [digest("picture")] };
    const ready = { status: "ready", report: reportOf(1), files: pictures } as const;
    await finishComparison(context.db, idOf("live", "new"), ready, "a", instant(context.clock));
    await inDatabase(context.db, (tx) => forgetComparisons(tx));
    expect(await read("live", "new")).toMatchObject({ kind: "ready" });
    await context.db.updateTable("deployments").set({ file_list_digest: null }).where("id", "=", id).execute();
    await inDatabase(context.db, (tx) => forgetComparisons(tx));
    expect(await read("live", "new")).toMatchObject({ kind: "unavailable" });
    expect(await context.db.selectFrom("comparison_files").selectAll().execute()).toEqual([]);
  });
});

describe("the queue of comparisons", () => {
  test("has what a release would change now, for each that waits for a decision when something goes live", async () => {
    await goLive("first");
    await request("asked", {});
    await request("prepared", { requested: false });
    await request("approved", { status: "approved" });
    expect((await listQueue()).size).toBe(0);
    await goLive("second");
    expect([...(await listQueue()).keys()]).toEqual([idOf("second", "asked")]);
    await goLive("asked");
    expect((await listQueue()).size).toBe(1);
  });

  test("takes no more than 20 of a site for looks, and what members decide by always", async () => {
    await goLive("live");
    for (let n = 0; n < 21; n += 1) await deployment(`one ${n}`);
    for (let n = 0; n < 20; n += 1) expect(await read("live", `one ${n}`)).toMatchObject({ kind: "queued" });
    expect(await read("live", "one 20")).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("Open this one later"),
    });
    await request("asked", {});
    expect(await read("live", "asked")).toMatchObject({ kind: "queued", behind: 0 });
    expect(await claim()).toBe(idOf("live", "asked"));
    expect(await claim()).toBeDefined();
    expect(await read("live", "one 20")).toMatchObject({ kind: "queued" });
  });

  test("puts what is decided by first, and waits for builds no longer than its patience", async () => {
    await goLive("live");
    await deployment("early");
    await read("live", "early");
    context.clock.advance(1_000);
    await request("asked", {});
    await read("live", "asked");
    await addDeployment(context, other, { status: "building" });
    expect(await claim()).toBeUndefined();
    expect(await read("live", "early")).toMatchObject({ kind: "queued", behind: 1 });
    context.clock.advance(PATIENCE_MS);
    expect(await claim()).toBe(idOf("live", "asked"));
    expect(await claim()).toBe(idOf("live", "early"));
  });
});
