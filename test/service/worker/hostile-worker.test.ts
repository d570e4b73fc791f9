import { createHash, randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { Envelope } from "../../../packages/contract/provenance.ts";
import { OUTPUT_LIMITS } from "../../../packages/contract/upload-files.ts";
import { commitFiles, git } from "../pipeline/build-fixture.ts";
import { part } from "../uploads/fixture.ts";
import { openWorkerFixture, type WorkerFixture } from "./fixture.ts";

const PART_BYTES = 4 * 1024 ** 2;
const Order = z.object({ limits: z.unknown() });
const Claim = z.object({ claim: z.object({ id: z.string(), deploymentId: z.string(), order: Order }).nullable() });

let fixture: WorkerFixture;
let token: string;
let otherToken: string;

beforeAll(async () => {
  fixture = await openWorkerFixture({ leaseSeconds: 600, options: ["--build-time-limit", "90s"] });
  ({ token } = await fixture.addWorker("hostile"));
  ({ token: otherToken } = await fixture.addWorker("other"));
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A build in the hands of the test, which says what a worker that was broken into could say. */
async function claimBuild(siteId?: string) {
  const { url, sha } = fixture.repository({ "index.html": randomBytes(8).toString("hex") });
  const site = siteId ?? (await fixture.site(url));
  return claimDeployment(site, await fixture.deploy(site, sha), sha);
}

async function claimDeployment(site: string, deployed: string, sha: string) {
  const answer = await fixture.call("POST", "/workers/v1/claims", { token, body: { waitMs: 10_000 } });
  const { claim } = Claim.parse(answer.body);
  if (claim?.deploymentId !== deployed) throw new Error("Another build was claimed.");
  const path = `/workers/v1/claims/${claim.id}`;
  const post = (what: string, body: unknown, by = token) => fixture.call("POST", `${path}${what}`, { token: by, body });
  return {
    id: claim.deploymentId,
    limits: claim.order.limits,
    site,
    path,
    post,
    pin: (commitSha = sha) => post("/pin", { commitSha, about: { message: "Told", author: "Told" } }),
    put: (bytes: Uint8Array, more?: Parameters<typeof part>[1]) =>
      fixture.call("PUT", `${path}/files`, { token, body: part(Buffer.from(bytes), more) }),
    publish: (files: readonly { path: string; bytes: Uint8Array }[], more: object = {}) =>
      post("/publish", {
        files: files.map((file) => ({ path: file.path, sha256: digest(file.bytes), size: file.bytes.length })),
        variants: [],
        framework: "static-html",
        manifest: null,
        sandbox: "none",
        cgroup: [],
        node: "v24.0.0",
        ...more,
      }),
  };
}

const refused = (status: number, code: string) => ({ status, body: { ok: false, error: { code } } });

describe("the token of a worker", () => {
  test("opens nothing but the routes of workers, and those open to no other token", async () => {
    for (const path of ["/sites", "/deployments", "/approvals", "/deployment-targets"]) {
      expect(await fixture.call("GET", path, { token })).toMatchObject({ status: 401 });
    }
    const body = { waitMs: 0 };
    for (const wrong of [fixture.ready.tokens.pat, `${token}x`, `wk_test_${"x".repeat(43)}`]) {
      const answer = await fixture.call("POST", "/workers/v1/claims", { token: wrong, body });
      expect(answer).toMatchObject(refused(401, "unauthenticated"));
    }
  });

  test("does nothing with a build that another worker holds, or that has ended", async () => {
    const build = await claimBuild();
    const requests: readonly (readonly [string, unknown])[] = [
      ["/renew", {}],
      ["/log", { stream: "build", first: 1, lines: [{ at: new Date().toISOString(), text: "mine" }] }],
      ["/pin", { commitSha: "a".repeat(40), about: null }],
      ["/values", { names: [], reason: "" }],
      ["/files", { files: [] }],
      ["/fail", { code: "build_failed", message: "no", diagnostics: [] }],
      ["/release", { afterMs: 0 }],
    ];
    for (const [what, body] of requests) {
      expect(await build.post(what, body, otherToken), what).toMatchObject(refused(409, "lease_lost"));
    }
    expect(await build.post("/fail", { code: "worker_lost", message: "", diagnostics: [] })).toMatchObject(
      refused(400, "invalid"),
    );
    const failed = { code: "build_failed", message: "It failed.\0\r\n::error::x", diagnostics: [] };
    expect(await build.post("/fail", failed)).toMatchObject({ status: 200 });
    const error = { code: "build_failed", message: "It failed. ::error::x" };
    expect(await fixture.read(build.id)).toMatchObject({ status: "failed", error });
    for (const [what, body] of requests) {
      expect(await build.post(what, body), what).toMatchObject(refused(409, "lease_lost"));
    }
  });

  test("claims no more builds than it may hold", async () => {
    const { token: small } = await fixture.addWorker("small", ["--slots", "1"]);
    const { url, sha } = fixture.repository({ "index.html": "x" });
    const siteId = await fixture.site(url);
    for (let n = 0; n < 2; n += 1) await fixture.deploy(siteId, sha);
    const claims = await Promise.all(
      [0, 1, 2].map(() => fixture.call("POST", "/workers/v1/claims", { token: small, body: { waitMs: 0 } })),
    );
    expect(claims.filter(({ body }) => Claim.parse(body).claim !== null)).toHaveLength(1);
    // The next test claims its own.
    const rest = await fixture.call("POST", "/workers/v1/claims", { token: otherToken, body: { waitMs: 5_000 } });
    expect(Claim.parse(rest.body).claim).not.toBeNull();
  });
});

test("a worker is told the times and the sizes that the service has", async () => {
  const { limits } = await claimBuild();
  const times = { cloneMs: 180_000, installMs: 420_000, buildMs: 90_000 };
  expect(limits).toEqual({ ...times, output: OUTPUT_LIMITS });
});

describe("files of a worker", () => {
  test("resume where they were interrupted, and are stored when their digest is right", async () => {
    const build = await claimBuild();
    await build.pin();
    const bytes = randomBytes(PART_BYTES + 10);
    const file = { digest: digest(bytes), size: bytes.length };
    const partial = (have: number) => ({ status: 200, body: { partial: [{ sha256: file.digest, have }] } });
    expect(await build.put(bytes.subarray(0, PART_BYTES), file)).toMatchObject(partial(PART_BYTES));
    await fixture.restart();
    const { body } = await build.post("/files", { files: [{ sha256: file.digest, size: bytes.length }] });
    expect(body).toMatchObject({ missing: [file.digest] });
    expect(await build.put(bytes.subarray(0, 3), { ...file, offset: 7 })).toMatchObject(partial(PART_BYTES));
    const last = await build.put(bytes.subarray(PART_BYTES), { ...file, offset: PART_BYTES });
    expect(last).toMatchObject({ status: 200, body: { partial: [] } });
    const page = Buffer.from("<h1>sent by hand</h1>");
    await build.put(page);
    const files = [
      { path: "big.bin", bytes },
      { path: "index.html", bytes: page },
    ];
    expect(await build.publish(files)).toMatchObject({ status: 200 });
    const { status, previewUrl } = await fixture.read(build.id);
    expect(status).toBe("ready");
    expect(await fixture.page(previewUrl ?? "")).toBe(page.toString());
  });

  test("with a wrong digest, too large, or of no such name are rejected", async () => {
    const build = await claimBuild();
    const bytes = Buffer.from("x");
    for (const file of [
      { digest: "0".repeat(64) },
      { size: 26 * 1024 ** 2 },
      { size: 0 },
      { digest: "../../secrets.json" },
      { digest: "a" },
      { digest: `${"0".repeat(63)}G` },
    ]) {
      expect(await build.put(bytes, file), JSON.stringify(file)).toMatchObject(refused(400, "upload_rejected"));
    }
    expect(await build.put(Buffer.alloc(2 * PART_BYTES))).toMatchObject(refused(413, "payload_too_large"));
  });

  test("that are listed but were not sent are rejected, also when another site has them", async () => {
    const secret = Buffer.from(`of another site ${randomBytes(8).toString("hex")}`);
    const owner = await claimBuild();
    await owner.pin();
    await owner.put(secret);
    expect(await owner.publish([{ path: "index.html", bytes: secret }])).toMatchObject({ status: 200 });
    const build = await claimBuild();
    await build.pin();
    const asked = { files: [{ sha256: digest(secret), size: secret.length }] };
    expect((await build.post("/files", asked)).body).toMatchObject({ missing: [digest(secret)], variants: {} });
    expect(await build.publish([{ path: "index.html", bytes: secret }])).toMatchObject(refused(409, "files_missing"));
    expect((await fixture.read(build.id)).status).toBe("building");
  });

  const HOSTILE = [
    "/index.html",
    "../index.html",
    "a/../../b",
    "a//b",
    "",
    ".env",
    "a/.git/config",
    "node_modules/a.html",
    "a\\b",
    "a\u0000b",
    `${"a/".repeat(80)}b`,
    "a".repeat(1_100),
    "\ud800",
  ];

  test("at a path that leads elsewhere or is not served, twice at one path, or below a file, are rejected", async () => {
    const build = await claimBuild();
    await build.pin();
    const bytes = Buffer.from("x");
    await build.put(bytes);
    for (const paths of [["a", "a"], ["a", "a/b"], ...HOSTILE.map((path) => [path])]) {
      const files = paths.map((path) => ({ path, bytes }));
      expect(await build.publish(files), paths.join(" ")).toMatchObject(refused(400, "invalid"));
    }
  });

  test("have no variant that does not hold them, so that no visitor gets other bytes", async () => {
    const build = await claimBuild();
    await build.pin();
    const page = Buffer.from(`<p>true ${randomBytes(4).toString("hex")}</p>`.repeat(200));
    const lie = gzipSync("<p>a lie</p>");
    await build.put(page);
    await build.put(lie);
    const encoded = { sha256: digest(lie), size: lie.length };
    const variants = [{ sha256: digest(page), encoding: "gzip", encoded }];
    expect(await build.publish([{ path: "index.html", bytes: page }], { variants })).toMatchObject({ status: 200 });
    const { previewUrl } = await fixture.read(build.id);
    expect(await fixture.page(previewUrl ?? "", "/", { "accept-encoding": "gzip" })).toBe(page.toString());
  });

  test("are not published before the commit was reported, and no other commit is accepted", async () => {
    const build = await claimBuild();
    const wrong = { commitSha: "f".repeat(40), about: null };
    expect(await build.post("/pin", wrong)).toMatchObject(refused(400, "invalid"));
    const bytes = Buffer.from("x");
    await build.put(bytes);
    expect(await build.publish([{ path: "index.html", bytes }])).toMatchObject(refused(400, "invalid"));
  });
});

describe("the commit that a worker names", () => {
  const NAMES = { names: ["KEY"], reason: "r" };
  const Values = z.object({
    values: z.object({ build: z.record(z.string(), z.string()), missing: z.array(z.object({ message: z.string() })) }),
  });
  const Statement = z.object({
    predicate: z.object({ buildDefinition: z.looseObject({}), runDetails: z.looseObject({}) }),
  });

  /** A site whose production value is for the branch `main`, with a commit there and one on `evil`. */
  async function prepare() {
    const { url, path: folder, sha } = fixture.repository({ "index.html": randomBytes(8).toString("hex") });
    const site = await fixture.site(url);
    git(folder, "checkout", "-q", "-b", "evil");
    const evil = commitFiles(folder, { "index.html": "evil" });
    git(folder, "checkout", "-q", "main");
    const variables = { [site]: [{ name: "KEY", value: "for-production", scope: ["production"] }] };
    writeFileSync(join(fixture.data, "secrets.json"), JSON.stringify({ variables }), { mode: 0o600 });
    const claim = async (body: object) => {
      const made = await fixture.call("POST", `/sites/${site}/deploy`, { body: { environment: "preview", ...body } });
      const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(made.body);
      return claimDeployment(site, data.id, sha);
    };
    const valuesOf = async (build: Awaited<ReturnType<typeof claim>>) =>
      Values.parse((await build.post("/values", NAMES)).body).values.build;
    /** Publishes, and reads what the service signed. */
    const signed = async (build: Awaited<ReturnType<typeof claim>>) => {
      const bytes = Buffer.from(randomBytes(16).toString("hex"));
      await build.put(bytes);
      expect(await build.publish([{ path: "index.html", bytes }])).toMatchObject({ status: 200 });
      const { body } = await fixture.call("GET", `/sites/${site}/deployments/${build.id}/provenance`);
      const [envelope] = z.object({ data: z.object({ statements: z.array(Envelope) }) }).parse(body).data.statements;
      const { predicate } = Statement.parse(JSON.parse(Buffer.from(envelope?.payload ?? "", "base64").toString()));
      return predicate.buildDefinition;
    };
    return { folder, sha, evil, claim, valuesOf, signed };
  }

  test("is on its branch when the service finds it there, and has the words of the repository", async () => {
    const { sha, claim, valuesOf, signed } = await prepare();
    const build = await claim({ branch: "main", commitSha: sha });
    expect(await valuesOf(build), "before the commit is known").toEqual({});
    expect((await build.pin()).body).toEqual({ branch: { kind: "branch", name: "main" } });
    expect(await valuesOf(build)).toEqual({ KEY: "for-production" });
    expect(await signed(build)).toMatchObject({
      externalParameters: { commit: sha, branch: "main" },
      internalParameters: { worker: { name: "hostile" }, source: "seen by the service", sandbox: "none" },
    });
    expect(await fixture.read(build.id)).toMatchObject({ commit: { message: "change", author: "A" } });
  });

  test.each([
    ["that names branch and commit", (evil: string) => ({ branch: "main", commitSha: evil })],
    ["that names the branch", () => ({ branch: "main" })],
    ["that names nothing", () => ({})],
    ["that names the commit", (evil: string) => ({ commitSha: evil })],
  ])("is on no branch for a deployment %s when it is on another one, and gets no production value", async (_, body) => {
    const { evil, claim, valuesOf, signed } = await prepare();
    const build = await claim(body(evil));
    expect((await build.pin(evil)).body).toMatchObject({ branch: { kind: "unverified" } });
    expect(await valuesOf(build)).toEqual({});
    expect(await signed(build)).toMatchObject({ externalParameters: { commit: evil, branch: null } });
  });

  test("fails the deployment when the repository has no such commit", async () => {
    const { claim } = await prepare();
    const build = await claim({ branch: "main" });
    expect(await build.pin("b".repeat(40))).toMatchObject(refused(409, "lease_lost"));
    expect(await fixture.read(build.id)).toMatchObject({ status: "failed", error: { code: "commit_not_found" } });
  });

  test("is as reported by the worker where the service cannot read the repository, and gets no production value", async () => {
    const { folder, sha, claim, valuesOf, signed } = await prepare();
    const build = await claim({ branch: "main", commitSha: sha });
    renameSync(folder, `${folder}-away`);
    expect((await build.pin()).body).toEqual({
      branch: { kind: "unverified", reason: expect.stringContaining("told by worker hostile") },
    });
    expect(await valuesOf(build)).toEqual({});
    expect(await signed(build)).toMatchObject({
      externalParameters: { commit: sha, branch: null },
      internalParameters: { source: "as told by worker hostile" },
    });
  });

  test("has the default branch of the repository, whatever the worker says", async () => {
    const { evil, claim } = await prepare();
    const build = await claim({ branch: "evil", commitSha: evil });
    expect((await build.pin(evil)).body).toEqual({ branch: { kind: "branch", name: "evil" } });
    const { body } = await build.post("/values", { ...NAMES, defaultBranch: "evil" });
    expect(Values.parse(body).values.build).toEqual({});
    await build.post("/fail", { code: "build_failed", message: "", diagnostics: [] });
  });
});

describe("a worker for some workspaces", () => {
  test("gets no build of another one", async () => {
    const { token: elsewhere } = await fixture.addWorker("elsewhere", ["--workspace", "elsewhere"]);
    const both = await fixture.addWorker("both", ["--workspace", "elsewhere", "Demo"]);
    const { url, sha } = fixture.repository({ "index.html": "x" });
    const id = await fixture.deploy(await fixture.site(url), sha);
    const claim = async (by: string) =>
      Claim.parse((await fixture.call("POST", "/workers/v1/claims", { token: by, body: { waitMs: 0 } })).body).claim;
    expect(await claim(elsewhere)).toBeNull();
    const claimed = await claim(both.token);
    expect(claimed?.deploymentId).toBe(id);
    const failed = { code: "build_failed", message: "", diagnostics: [] };
    await fixture.call("POST", `/workers/v1/claims/${claimed?.id}/fail`, { token: both.token, body: failed });
  });
});

describe("the log of a worker", () => {
  const at = new Date().toISOString();
  const linesOf = (first: number, texts: readonly string[]) => ({
    stream: "build",
    first,
    lines: texts.map((text) => ({ at, text })),
  });

  test("has each line once, in order", async () => {
    const build = await claimBuild();
    for (let times = 0; times < 2; times += 1) {
      expect(await build.post("/log", linesOf(1, ["one", "two"]))).toMatchObject({ status: 200 });
    }
    expect(await build.post("/log", linesOf(4, ["four"]))).toMatchObject(refused(409, "log_gap"));
    expect(await build.post("/log", linesOf(3, ["x".repeat(9_000)]))).toMatchObject(refused(400, "invalid"));
    await build.post("/fail", { code: "build_failed", message: "over", diagnostics: [] });
    expect(await fixture.log(build.id)).toEqual([
      { stream: "build", n: 1, text: "one" },
      { stream: "build", n: 2, text: "two" },
    ]);
  });

  test("ends somewhere", async () => {
    const build = await claimBuild();
    const batch = Array.from({ length: 400 }, () => "x".repeat(8_000));
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await build.post("/log", linesOf(1 + n * 400, batch))).status);
    expect(answers).toEqual([200, 200, 200, 200, 413]);
  });
});
