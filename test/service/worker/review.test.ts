import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Review } from "../../../packages/contract/index.ts";
import { packedChromium } from "../../browser/browser.ts";
import { openWorkerFixture, type WorkerFixture } from "./fixture.ts";

const Claim = z.object({ claim: z.object({ id: z.string(), comparisonId: z.string() }).nullable() });
const Data = z.object({ data: Review });

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${text}</h1></body></html>`;

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const refused = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });

/** As much of a PNG as says how large it is. */
function plainPng(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(9);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size]);
}

let fixture: WorkerFixture;

async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const { url, sha } = fixture.repository(files);
  const { id, status } = await fixture.ended(await fixture.deploy(await fixture.site(url), sha));
  expect(status).toBe("ready");
  return id;
}

async function readReview(deploymentId: string): Promise<Review> {
  const { siteId } = z.looseObject({ siteId: z.string() }).parse(await fixture.read(deploymentId));
  return Data.parse((await fixture.call("GET", `/sites/${siteId}/deployments/${deploymentId}/review`)).body).data;
}

const comparisonOf = async (deploymentId: string) => (await readReview(deploymentId)).comparison;

async function reviewed(deploymentId: string): Promise<Review> {
  for (;;) {
    const review = await readReview(deploymentId);
    if (review.status !== "pending") return review;
    await fixture.until(deploymentId, () => true);
  }
}

describe("a review that a worker holds", { timeout: 180_000 }, () => {
  let token: string;
  let other: string;

  beforeAll(async () => {
    fixture = await openWorkerFixture({ slots: 1, review: "workers", leaseSeconds: 600 });
    ({ token } = await fixture.addWorker("hostile"));
    ({ token: other } = await fixture.addWorker("other"));
  });

  afterAll(() => fixture[Symbol.asyncDispose]());

  /** A review in the hands of the test, which says what a worker that was broken into could say. */
  async function claimReview() {
    const id = await built({ "index.html": page("Home", `Secret ${Math.random()}`) });
    const { claim } = Claim.parse((await fixture.call("POST", "/workers/v1/reviews", { token, body: {} })).body);
    expect(claim?.comparisonId).toBe(await comparisonOf(id));
    const path = `/workers/v1/reviews/${claim?.id}`;
    const post = (what: string, body: unknown, by = token) =>
      fixture.call("POST", `${path}${what}`, { token: by, body });
    return {
      id,
      post,
      put: (bytes: Uint8Array, name = digest(bytes)) =>
        fixture.call("PUT", `${path}/pictures/${name}`, { token, body: bytes }),
    };
  }

  const pageReport = (more: object = {}) => ({
    path: "/",
    change: "added",
    title: { after: "Home" },
    text: [],
    pictures: [],
    problems: [],
    errors: [],
    accessibility: [],
    weight: {},
    thirdParty: [],
    ...more,
  });
  const report = (...pages: readonly object[]) => ({
    pages,
    notRendered: [],
    brokenLinks: [],
    renders: [],
    left: { limit: 0, time: 0, failed: 0, added: 0, removed: 0 },
  });

  test("is claimed by no worker that is for other workspaces", async () => {
    const { token: elsewhere } = await fixture.addWorker("elsewhere", ["--workspace", "Elsewhere"]);
    const id = await built({ "index.html": page("Home", "Secret") });
    const claim = async (by: string) =>
      Claim.parse((await fixture.call("POST", "/workers/v1/reviews", { token: by, body: {} })).body).claim;
    expect(await claim(elsewhere)).toBeNull();
    const found = await claim(token);
    expect(found?.comparisonId).toBe(await comparisonOf(id));
    await fixture.call("POST", `/workers/v1/reviews/${found?.id}/fail`, { token, body: {} });
  });

  test("has the files of its two sides and no others, and is that of one worker", async () => {
    const foreign = page("Other", "of another site");
    const first = await built({ "index.html": foreign });
    const { claim } = Claim.parse((await fixture.call("POST", "/workers/v1/reviews", { token, body: {} })).body);
    expect(claim?.comparisonId).toBe(await comparisonOf(first));
    await fixture.call("POST", `/workers/v1/reviews/${claim?.id}/fail`, { token, body: {} });
    const review = await claimReview();
    const again = await fixture.call("POST", "/workers/v1/reviews", { token, body: {} });
    expect(again.body).toEqual({ claim: null });
    const side = z
      .object({ files: z.array(z.object({ path: z.string(), sha256: z.string() })) })
      .parse((await review.post("/side", { side: "after" })).body);
    expect(side.files.map(({ path }) => path)).toEqual(["index.html"]);
    expect((await review.post("/side", { side: "before" })).body).toEqual({ files: [], rules: {} });
    const sha256 = digest(Buffer.from(foreign));
    expect(await review.post("/read", { sha256 })).toMatchObject(refused(404, "file_not_found"));
    for (const [what, body] of [
      ["/renew", {}],
      ["/side", { side: "after" }],
      ["/read", { sha256: side.files[0]?.sha256 }],
      ["/finish", report()],
      ["/fail", {}],
      ["/release", {}],
    ] as const) {
      expect(await review.post(what, body, other), what).toMatchObject(refused(409, "lease_lost"));
    }
    expect(await review.post("/fail", {})).toMatchObject({ status: 200 });
    expect(await review.post("/renew", {})).toMatchObject(refused(409, "lease_lost"));
    expect((await readReview(review.id)).status).toBe("failed");
  });

  test("takes no picture that is too large or none, and no report of another shape", async () => {
    const review = await claimReview();
    const png = plainPng(390, 10);
    expect(await review.put(png, "0".repeat(64))).toMatchObject(refused(422, "wrong_digest"));
    expect(await review.put(plainPng(1_281, 10))).toMatchObject(refused(400, "invalid"));
    expect(await review.put(plainPng(390, 6_001))).toMatchObject(refused(400, "invalid"));
    expect(await review.put(Buffer.from("<svg onload=alert(1)>"))).toMatchObject(refused(400, "invalid"));
    expect(await review.put(Buffer.alloc(8 * 1024 ** 2 + 1))).toMatchObject({ status: 413 });
    const picture = { width: 390, height: 10, after: digest(png) };
    for (const wrong of [
      pageReport({ change: "hacked" }),
      pageReport({ path: "//evil.example/" }),
      pageReport({ path: "/not-there" }),
      pageReport({ errors: [{ state: "new", message: "x".repeat(501) }] }),
      pageReport({ text: Array.from({ length: 201 }, () => ({ kind: "added", text: "x" })) }),
      pageReport({ problems: [{ side: "after", code: "toString" }] }),
      pageReport({ pictures: [{ ...picture, width: 1 }] }),
      pageReport({ weight: { after: { scripts: -1, styles: 0, images: 0, fonts: 0, other: 0 } } }),
    ]) {
      expect(await review.post("/finish", report(wrong)), JSON.stringify(wrong)).toMatchObject(refused(400, "invalid"));
    }
    expect(await review.post("/finish", report(pageReport(), pageReport()))).toMatchObject(refused(400, "invalid"));
    const finish = report(
      pageReport({ pictures: [picture], problems: [{ side: "after", code: "hung", message: "lie" }] }),
    );
    expect(await review.post("/finish", finish)).toMatchObject(refused(409, "files_missing"));
    expect(await review.put(png)).toMatchObject({ status: 200 });
    expect(await review.post("/finish", { ...finish, thumbnail: digest(png) })).toMatchObject(refused(400, "invalid"));
    const small = report(pageReport({ thumbnails: { after: digest(png) } }));
    expect(await review.post("/finish", small)).toMatchObject(refused(400, "invalid"));
    const lies = { summary: { changed: 99 }, status: "failed", deploymentId: "dpl_x", rules: [{}] };
    expect(await review.post("/finish", { ...finish, ...lies })).toMatchObject({ status: 200 });
    const stored = await readReview(review.id);
    expect(stored).toMatchObject({ status: "ready", deploymentId: review.id, summary: { added: 1, changed: 0 } });
    expect(JSON.stringify(stored)).not.toContain("lie");
  });
});

describe("a service whose previews only workers review", { timeout: 180_000 }, () => {
  beforeAll(async () => {
    // Long enough for a busy machine: a second worker that is late would end the review.
    fixture = await openWorkerFixture({ slots: 1, review: "workers", leaseSeconds: 15 });
  });

  afterAll(() => fixture[Symbol.asyncDispose]());

  test("has them reviewed by a worker with a Chromium, and by another one when that is killed", async () => {
    const program = await packedChromium();
    const start = async (name: string) => {
      const { file } = await fixture.addWorker(name);
      return fixture.startWorker(file, name, ["--review", "on", "--chromium", program]);
    };
    const id = await built({ "index.html": page("Home", "Four plays."), "a.html": page("A", "Tickets.") });
    const first = await start("killed");
    await first.saw(/a review begins/);
    await first.end("SIGKILL");
    const second = await start("second");
    await second.saw(/a review ended/);
    const review = await reviewed(id);
    expect(review, review.message).toMatchObject({ status: "ready", summary: { added: 2 }, live: null });
    const front = review.pages?.find(({ path }) => path === "/");
    expect(front?.pictures.map(({ width }) => width)).toEqual([1280, 390]);
    expect(front).toMatchObject({ title: { after: "Home" }, text: [{ kind: "added", text: "Four plays." }] });
    await second.end("SIGTERM");
  });

  test("says once on a worker without a Chromium that it reviews nothing", async () => {
    const { file } = await fixture.addWorker("none");
    const child = fixture.startWorker(file, "none", ["--review", "auto", "--chromium", "/nonexistent/chromium"]);
    await child.saw(/the worker is ready/);
    expect(child.text().match(/does not review previews/g)).toHaveLength(1);
    await child.end("SIGTERM");
    const strict = fixture.startWorker(file, "strict", ["--review", "on", "--chromium", "/nonexistent/chromium"]);
    await strict.saw(/--chromium names no program/);
  });
});
