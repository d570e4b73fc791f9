import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import type { Report } from "../../../packages/service/domain/comparison.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { collectGarbage } from "../../../packages/service/pipeline/output/garbage.ts";
import { plainThumbnail } from "../../../packages/service/review/compare.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { keepObjects } from "../../../packages/service/store/files/kept-objects.ts";
import { claimComparison, finishComparison } from "../../../packages/service/store/reviews/comparison-queue.ts";
import { queueReview } from "../../../packages/service/store/reviews/comparisons.ts";
import { findThumbnails } from "../../../packages/service/store/reviews/reviews.ts";
import { folderOfTest } from "../../folders.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { NO_FILES, reportOf } from "./report.ts";

let dataDirectory: string;
let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;
let id: string;
let thumbnail: string;
let picture: string;

/** @param thumbnail Of the page before; the one after was never stored. */
const reportWith = (thumbnail: string): Report => {
  const thumbnails = { before: thumbnail, after: "f".repeat(64) };
  const nothing = { text: [], pictures: [], problems: [], errors: [], accessibility: [], thirdParty: [] };
  return { ...reportOf(0), pages: [{ path: "/", change: "changed", title: {}, weight: {}, ...nothing, thumbnails }] };
};

/** A ready preview whose review has a picture and a thumbnail. */
async function reviewed(workspace: SeededWorkspace) {
  const digest = randomBytes(32).toString("hex");
  await context.db
    .insertInto("file_lists")
    .values({ digest, total_bytes: 0, rules: "{}", created_at: instant(context.clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = await addDeployment(context, workspace, { status: "ready", branch: "main", file_list_digest: digest });
  const stored = await Promise.all(
    [`picture of ${id}`, `thumbnail of ${id}`].map((text) => context.objects.putBytes(Buffer.from(text))),
  );
  const [picture = "", thumbnail = ""] = stored.map(({ sha256 }) => sha256);
  const at = instant(context.clock);
  await keepObjects(context, stored);
  await inDatabase(context.db, (tx) => queueReview(tx, id));
  const lease = { owner: "a", at, expiresAt: instant(context.clock, 30_000) };
  const claimed = await claimComparison(context.db, lease, { patientSince: at });
  const ended = {
    status: "ready",
    report: reportWith(thumbnail),
    files: { ...NO_FILES, pictures: [picture], thumbnails: [thumbnail] },
    thumbnail,
  } as const;
  await finishComparison(context.db, claimed?.id ?? "", ended, "a", at);
  return { id, picture, thumbnail };
}

const send = (path: string, init: RequestInit = {}) => createApp(context).request(path, init);

const read = (path: string, token = first.tokens.pat) => send(path, { headers: { Authorization: `Bearer ${token}` } });

const resource = (file = "") => `/sites/${first.site.id}/deployments/${id}/review${file}`;

async function thumbnailUrl(): Promise<string | undefined> {
  const { data } = (await (await read(resource())).json()) as { data: { thumbnailUrl?: string } };
  return data.thumbnailUrl;
}

const pathOf = async () => new URL((await thumbnailUrl()) ?? "").pathname;

describe("a public thumbnail", () => {
  beforeEach(async () => {
    dataDirectory = folderOfTest("thumbnail");
    context = openTestContext({ dataDirectory, publicThumbnails: true, limit: { "anonymous-per-minute": 3 } });
    ({ first, other } = await seedWorkspace(context));
    ({ id, thumbnail, picture } = await reviewed(first));
  });

  afterEach(() => context.db.destroy());

  test("has a name of 128 random bits, and is sent as a picture and nothing else", async () => {
    const path = await pathOf();
    expect(path).toMatch(/^\/thumbnails\/[\w-]{22}\/[0-9a-f]{64}\.webp$/);
    const sent = await send(path);
    expect(await sent.text()).toBe(`thumbnail of ${id}`);
    expect(sent.status).toBe(200);
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": `inline; filename="${thumbnail.slice(0, 12)}.webp"`,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, noimageindex",
      "cache-control": "public, max-age=86400, immutable",
    });
    expect(sent.headers.get("set-cookie")).toBeNull();
    const head = await send(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await send(path, { method: "POST" })).status).toBe(405);
    const second = await reviewed(first);
    const names = await context.db.selectFrom("reviews").select("thumbnail_name").execute();
    expect(new Set(names.map((row) => row.thumbnail_name)).size).toBe(2);
    expect(second.id).not.toBe(id);
  });

  test("is there of each page of the report that has one, by the review's random name", async () => {
    const { data } = (await (await read(resource())).json()) as { data: { pages: { thumbnailUrls: object }[] } };
    expect(data.pages.map(({ thumbnailUrls }) => thumbnailUrls)).toEqual([{ before: await thumbnailUrl() }]);
  });

  test("cannot be found by anything that others know: ids, digests, parts or another case of a name", async () => {
    const [, , name = ""] = (await pathOf()).split("/");
    const swapped = name.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const wrong = [
      swapped,
      "A".repeat(22),
      "_".repeat(22),
      "%".repeat(22),
      thumbnail,
      thumbnail.slice(0, 22),
      picture,
      id,
      id.slice(0, 22),
      name.slice(1),
      `${name}A`,
    ];
    const app = createApp({
      ...context,
      settings: { ...context.settings, limits: { ...context.settings.limits, "anonymous-per-minute": 100 } },
    });
    for (const each of wrong) {
      const response = await app.request(`/thumbnails/${each}/${thumbnail}.webp`);
      expect([401, 404], each).toContain(response.status);
      expect(await response.text()).not.toContain(id);
    }
    for (const path of ["/thumbnails", "/thumbnails/", `/thumbnails/${name}`, `/thumbnails/${name}/${thumbnail}.png`]) {
      expect((await app.request(path)).status, path).toBe(401);
    }
  });

  test("is not limited when it is there, and guesses are", async () => {
    const path = await pathOf();
    const app = createApp(context);
    const statuses = async (asked: string) => {
      const answers = [];
      for (let count = 0; count < 5; count += 1) answers.push((await app.request(asked)).status);
      return answers;
    };
    expect(await statuses(path)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(`/thumbnails/${"A".repeat(22)}/${thumbnail}.webp`)).toEqual([404, 404, 404, 429, 429]);
    expect(await statuses(path)).toEqual([200, 200, 200, 200, 200]);
  });

  test("is gone when its site is archived, and stays gone when the site is restored", async () => {
    const path = await pathOf();
    const headers = { Authorization: `Bearer ${first.tokens.pat}` };
    expect((await send(`/sites/${first.site.id}`, { method: "DELETE", headers })).status).toBe(200);
    expect((await send(path)).status).toBe(404);
    expect(await thumbnailUrl()).toBeUndefined();
    expect((await send(`/sites/${first.site.id}/restore`, { method: "POST", headers })).status).toBe(200);
    expect((await send(path)).status).toBe(404);
    expect(await findThumbnails(context.db, first.workspaceId, [id])).toEqual(new Map());
  });

  test("is gone with the files of its deployment", async () => {
    const path = await pathOf();
    await context.db.updateTable("deployments").set({ file_list_digest: null }).where("id", "=", id).execute();
    expect((await send(path)).status).toBe(404);
    expect(await thumbnailUrl()).toBeUndefined();
    await collectGarbage(context, { unreferenced: false });
    expect((await send(path)).status).toBe(404);
    const kept = await context.db.selectFrom("comparison_files").select("sha256").execute();
    expect(kept).toEqual([]);
  });

  test("is named and sent only where the operator lets it", async () => {
    const path = await pathOf();
    for (const publicThumbnails of [false, undefined]) {
      const { publicThumbnails: _, ...settings } = context.settings;
      const closed = {
        ...context,
        settings: publicThumbnails === undefined ? settings : { ...settings, publicThumbnails },
      };
      const app = createApp(closed);
      const response = await app.request(resource(), { headers: { Authorization: `Bearer ${first.tokens.pat}` } });
      expect(await response.json()).not.toHaveProperty("data.thumbnailUrl");
      expect((await app.request(path)).status).toBe(404);
    }
  });

  test("is no way to the other pictures, and its digest no way to it from another workspace", async () => {
    const own = await read(resource(`/pictures/${thumbnail}.webp`));
    expect([own.status, own.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(own.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(own.headers.get("cache-control")).toBe("private, max-age=3600");
    expect((await read(resource(`/pictures/${picture}.png`))).headers.get("content-type")).toBe("image/png");
    for (const name of [`${thumbnail}.png`, `${picture}.webp`, `${thumbnail}.svg`, thumbnail]) {
      expect((await read(resource(`/pictures/${name}`))).status, name).toBe(404);
    }
    expect((await read(resource(`/pictures/${thumbnail}.webp`), other.tokens.pat)).status).toBe(404);
    expect(await findThumbnails(context.db, other.workspaceId, [id])).toEqual(new Map());
    expect(await findThumbnails(context.db, first.workspaceId, [id])).toEqual(new Map([[id, thumbnail]]));
  });
});

describe("plainThumbnail", () => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const head = Buffer.from(`${name}----`, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const webp = (...chunks: readonly Buffer[]): Buffer => chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
  const frame = ({ width = 480, height = 300, size = 100, start = "9d012a" } = {}): Buffer => {
    const data = Buffer.alloc(size, 1);
    data.write(start, 3, "hex");
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
    return chunk("VP8 ", data);
  };

  test("keeps the one picture of the asked size, and nothing that is beside it", () => {
    const plain = webp(frame());
    expect(plainThumbnail(plain)).toEqual(plain);
    const extended = webp(
      chunk("VP8X", Buffer.alloc(10)),
      chunk("ICCP", Buffer.alloc(457)),
      frame(),
      chunk("EXIF", plain),
    );
    expect(plainThumbnail(extended)).toEqual(plain);
    expect(plainThumbnail(Buffer.concat([plain, Buffer.from("<script>")]))).toEqual(plain);
    expect(plainThumbnail(webp(frame({ size: 101 })))).toEqual(webp(frame({ size: 101 })));
  });

  test.each<readonly [string, Buffer]>([
    ["too large", webp(frame({ size: 60_001 }))],
    ["too wide", webp(frame({ width: 16_383 }))],
    ["too high", webp(frame({ height: 16_383 }))],
    ["scaled up", webp(frame({ width: 480 | 0x4000 }))],
    ["no key frame", webp(frame({ start: "000000" }))],
    ["animated", webp(chunk("VP8X", Buffer.alloc(10)), chunk("ANMF", frame()))],
    ["without loss", webp(chunk("VP8L", Buffer.alloc(100)))],
    ["shorter than its frame", webp(frame()).subarray(0, -4)],
    ["cut in a head", webp(frame()).subarray(0, 15)],
    ["of chunks without end", webp(...Array.from({ length: 5000 }, () => chunk("JUNK", Buffer.alloc(0))))],
    ["HTML", Buffer.from("<!doctype html>".padEnd(200))],
    ["empty", Buffer.alloc(0)],
  ])("rejects one that is %s", (_name, bytes) => {
    expect(plainThumbnail(bytes)).toBeUndefined();
  });
});
