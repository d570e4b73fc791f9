import { describe, expect, test } from "vitest";
import { deleteExpiredIdempotencyKeys } from "../../../packages/service/store/deployments/accept.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { queueReview } from "../../../packages/service/store/reviews/comparisons.ts";
import { addDeployment } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { context, first, openApp, request } from "./app.ts";

openApp();

const ids = (response: { readonly data: readonly { readonly id: string }[] }) => response.data.map(({ id }) => id);

/** Seven deployments, two of them in the same millisecond; newest first. */
async function addSeven(): Promise<readonly string[]> {
  const at = ["01", "02", "03", "04", "04", "05", "06"];
  const added: string[] = [];
  for (const [n, day] of at.entries()) {
    added.push(
      await addDeployment(context, first, {
        id: `dep_${n}`,
        created_at: `2026-02-${day}T00:00:00.000Z`,
        status: n % 2 === 0 ? "ready" : "failed",
        environment: n < 5 ? "preview" : "production",
      }),
    );
  }
  return added.reverse();
}

describe("the lists of deployments", () => {
  test("without limit and cursor the list is the complete array, newest first", async () => {
    const all = await addSeven();
    const response = await request("/deployments");
    expect(ids(response)).toEqual(all);
    expect(response.json).not.toHaveProperty("nextCursor");
    expect(ids(await request(`/sites/${first.site.id}/deployments`))).toEqual(all);
  });

  test.each([1, 2, 3, 6, 7, 8])("pages of %i join to the complete array", async (limit) => {
    const all = await addSeven();
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 10; page += 1) {
      const response = await request(`/deployments?limit=${limit}${cursor}`);
      seen.push(...ids(response));
      if (response.json.nextCursor === null) break;
      cursor = `&cursor=${response.json.nextCursor}`;
    }
    expect(seen).toEqual(all);
  });

  test("a page does not move when newer deployments are created", async () => {
    const all = await addSeven();
    const { json } = await request("/deployments?limit=3");
    await addDeployment(context, first, { created_at: "2026-02-07T00:00:00.000Z" });
    expect(ids(await request(`/deployments?cursor=${json.nextCursor}`))).toEqual(all.slice(3));
  });

  test("a cursor of one list is invalid in another", async () => {
    await addSeven();
    const { json } = await request("/deployments?limit=1&status=ready");
    expect((await request(`/deployments?cursor=${json.nextCursor}`)).result).toBe("400 invalid_cursor");
    expect((await request(`/deployments?status=ready&cursor=${json.nextCursor}`)).result).toBe("200 ok");
    expect((await request(`/deployments?status=ready&cursor=${json.nextCursor}A`)).result).toBe("400 invalid_cursor");
  });

  test.each([
    ["status=failed", ["dep_5", "dep_3", "dep_1"]],
    ["environment=production", ["dep_6", "dep_5"]],
    ["since=2026-02-04T00:00:00Z", ["dep_6", "dep_5", "dep_4", "dep_3"]],
    ["until=2026-02-03T00:00:00Z", ["dep_1", "dep_0"]],
    ["since=2026-02-02T01:00:00%2B01:00&until=2026-02-03T00:00:00.000Z", ["dep_1"]],
    ["status=ready&environment=preview&limit=1", ["dep_4"]],
    ["siteId=00000000-0000-4000-8000-000000000000", []],
  ])("%s filters the list", async (query, expected) => {
    await addSeven();
    expect(ids(await request(`/deployments?${query}`))).toEqual(expected);
    if (!query.startsWith("siteId"))
      expect(ids(await request(`/sites/${first.site.id}/deployments?${query}`))).toEqual(expected);
  });
});

describe("a deployment's record", () => {
  test("has its URLs once it is ready, and the error when it failed", async () => {
    const ready = await addDeployment(context, first, {
      status: "ready",
      preview_label: "shop-abc",
      framework: "astro",
      started_at: "2026-03-01T12:00:01.000Z",
      finished_at: "2026-03-01T12:00:02.000Z",
    });
    await insert(context.db, "hosts", {
      label: "shop-git-main",
      kind: "branch",
      site_id: first.site.id,
      branch: "main",
      deployment_id: ready,
      updated_at: "x",
    });
    expect((await request(`/deployments/${ready}`)).data).toMatchObject({
      previewUrl: "http://shop-abc.preview.localhost:4010/",
      aliases: ["http://shop-git-main.preview.localhost:4010/"],
      framework: "astro",
      startedAt: "2026-03-01T12:00:01.000Z",
      finishedAt: "2026-03-01T12:00:02.000Z",
    });
    const failed = await addDeployment(context, first, {
      status: "failed",
      preview_label: "shop-def",
      error_code: "build_failed",
      error_message: "Exit 1.",
    });
    const { data } = await request(`/deployments/${failed}`);
    expect(data).toMatchObject({ error: { code: "build_failed", message: "Exit 1." } });
    expect(data).not.toHaveProperty("previewUrl");
  });
});

describe("POST /deployments/{deploymentId}/cancel", () => {
  test.each(["queued", "building"] as const)("a %s deployment is canceled at once, and stays so", async (status) => {
    const id = await addDeployment(context, first, { status });
    const canceled = await request(`/deployments/${id}/cancel`, { method: "POST" });
    expect(canceled.data).toMatchObject({ id, status: "canceled", error: { code: "canceled_by_user" } });
    expect(context.queueCalls).toEqual([id, "wake"]);
    expect((await request(`/deployments/${id}/cancel`, { method: "POST" })).text).toBe(canceled.text);
    const events = await context.db
      .selectFrom("deployment_events")
      .select("data")
      .where("deployment_id", "=", id)
      .execute();
    expect(events).toHaveLength(2);
  });
});

describe("deleteExpiredIdempotencyKeys", () => {
  test("a key is kept for 30 days and until its deployment has ended", async () => {
    const deploy = async () =>
      request(`/sites/${first.site.id}/deploy`, {
        headers: { "Idempotency-Key": "k" },
        body: { environment: "preview" },
      });
    const { data } = await deploy();
    const become = (status: "building" | "failed") => context.db.updateTable("deployments").set({ status }).execute();
    await become("failed");
    context.clock.advance(30 * 86_400_000);
    expect(await deleteExpiredIdempotencyKeys(context.db, context.clock)).toBe(0);
    await become("building");
    context.clock.advance(1);
    expect(await deleteExpiredIdempotencyKeys(context.db, context.clock)).toBe(0);
    expect((await deploy()).data.id).toBe(data.id);
    await become("failed");
    expect(await deleteExpiredIdempotencyKeys(context.db, context.clock)).toBe(1);
    expect((await deploy()).data.id).not.toBe(data.id);
  });
});

test("the record of a ready preview says how far its review is, and that of no other deployment does", async () => {
  const add = (id: string, columns: object = {}) => addDeployment(context, first, { id, status: "ready", ...columns });
  await add("dep_reviewed");
  await inDatabase(context.db, (tx) => queueReview(tx, "dep_reviewed"));
  await add("dep_unreviewed");
  await add("dep_building", { status: "building" });
  await add("dep_release", { environment: "production" });
  const reviewOf = async (id: string) => Reflect.get((await request(`/deployments/${id}`)).data, "review");
  expect(await reviewOf("dep_reviewed")).toBe("pending");
  expect(await reviewOf("dep_unreviewed")).toBe("unavailable");
  expect([await reviewOf("dep_building"), await reviewOf("dep_release")]).toEqual([undefined, undefined]);
  await context.db.updateTable("comparisons").set({ status: "failed" }).execute();
  expect(await reviewOf("dep_reviewed")).toBe("failed");
});
