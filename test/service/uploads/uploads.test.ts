import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UploadStatement } from "../../../packages/contract/provenance.ts";
import { writeUploadList } from "../../../packages/contract/upload-files.ts";
import { builtElsewhere } from "../../../packages/service/screens/fragments.ts";
import { requireDeployment } from "../../../packages/service/store/deployments/deployments.ts";
import { claimNext } from "../../../packages/service/store/deployments/queue.ts";
import {
  expireUploads,
  openUpload,
  UPLOAD_IDLE_MS,
  UPLOAD_MS,
} from "../../../packages/service/store/deployments/uploads.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { condemnObjects } from "../../../packages/service/store/files/kept-objects.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import { readStorage } from "../../../packages/service/store/files/storage.ts";
import { send } from "../http/api.ts";
import { update } from "../rows.ts";
import {
  describeEntries,
  entriesOf,
  openUploadFixture,
  part,
  prebuiltOf,
  sha256,
  SITE,
  type UploadFixture,
} from "./fixture.ts";

let fixture: UploadFixture;

beforeEach(async () => {
  fixture = await openUploadFixture();
});
afterEach(() => fixture.close());

const missingOf = (response: { readonly data: unknown }) => (response.data as { missing: readonly string[] }).missing;

function storedFiles(): readonly string[] {
  const root = join(fixture.context.settings.dataDirectory, "objects");
  try {
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /[0-9a-f]{64}$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

async function created(folder = SITE): Promise<string> {
  const response = await fixture.create(prebuiltOf(folder));
  expect(response.result).toBe("202 ok");
  return response.data.id;
}

async function listed(folder = SITE): Promise<string> {
  const id = await created(folder);
  expect((await fixture.list(id, folder)).result).toBe("200 ok");
  return id;
}

/** Uploads a folder, and waits until it is published, or failed. */
async function published(folder: Parameters<UploadFixture["upload"]>[0]) {
  fixture.builds.start();
  return await fixture.ended(await fixture.upload(folder));
}

describe("an upload", () => {
  test("becomes a ready preview with the events of a build, by a process that builds nothing", async () => {
    const row = await published(SITE);
    expect(row).toMatchObject({ status: "ready", framework: "prebuilt", branch_verified: 0 });
    expect((await fixture.statuses(row.id)).map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
    expect((await fixture.get(row.preview_label ?? "", "/assets/app.js")).text).toBe("start()");
    expect((await fixture.get(row.preview_label ?? "", "/copy.html")).text).toBe("<h1>Built</h1>");
    const record = await send(fixture.app, `/deployments/${row.id}`, { token: fixture.first.tokens.pat });
    expect(record.data).toMatchObject({ status: "ready", prebuilt: prebuiltOf(SITE) });
  });

  test("says in its log who uploaded what, and is signed as that, not as a build of the commit it names", async () => {
    const row = await published(SITE);
    const log = (await fixture.logLines(row.id)).join("\n");
    expect(log).toContain("Built elsewhere: 3 files, 35 bytes, were uploaded with the token 'pat'");
    expect(log).toContain("It is not verified that they come from commit 0123456789abcdef");
    const path = `/sites/${fixture.first.site.id}/deployments/${row.id}/provenance`;
    const { data } = await send(fixture.app, path, { token: fixture.first.tokens.pat });
    const { statements } = data as unknown as { statements: readonly { payload: string }[] };
    const payload: unknown = JSON.parse(Buffer.from(statements[0]?.payload ?? "", "base64").toString());
    const { subject, predicate } = UploadStatement.parse(payload);
    expect(statements).toHaveLength(1);
    expect(subject[0]?.digest.sha256).toBe(row.file_list_digest);
    expect(predicate.upload).toEqual({
      listSha256: prebuiltOf(SITE).sha256,
      files: 3,
      bytes: 35,
      tokenId: row.created_by_token_id,
      trustRuleId: null,
    });
    expect(predicate.unchecked).toEqual({ commit: "0123456789abcdef", branch: "main" });
    expect(JSON.stringify(payload)).not.toContain("gitCommit");
    expect(String(builtElsewhere(await requireDeployment(fixture.db, fixture.first.workspaceId, row.id)))).toMatch(
      /Built elsewhere\..*3 files were\s+uploaded; the service built nothing/s,
    );
  });

  test.each([
    ["", '{"spa": true, "cancelSuperseded": true}'],
    [" for its own site of several", '{"sites": {"shop": {"spa": true}, "b": {}}}'],
  ])(
    "takes the rules that a greenroom.json at the root has%s, which it does not serve and which set nothing of the site",
    async (_, rules) => {
      const row = await published({ ...SITE, "greenroom.json": rules });
      expect((await fixture.get(row.preview_label ?? "", "/any/page")).text).toBe("<h1>Built</h1>");
      expect((await fixture.get(row.preview_label ?? "", "/greenroom.json")).status).toBe(404);
      const site = await requireRow(fixture.db, "sites", { id: fixture.first.site.id });
      expect(site).toMatchObject({ framework: null, manifest: null });
      // The branch is one that it only names.
      const hosts = await fixture.db.selectFrom("hosts").select("kind").where("deployment_id", "=", row.id).execute();
      expect(hosts).toEqual([{ kind: "deployment" }]);
    },
  );

  test("follows _redirects and _headers as a build does, does not serve them, and names what has no effect", async () => {
    fixture.builds.start();
    const id = await fixture.upload({
      ...SITE,
      "greenroom.json": '{"headers": [{"source": "/*", "headers": {"Set-Cookie": "a=b"}}]}',
      _redirects: "/old /copy 302\n/a http://b.example/:c\n",
      _headers: "/copy\n  X-Powered-By: stage\n  Set-Cookie: a=b\n",
    });
    const label = (await fixture.ended(id)).preview_label ?? "";
    expect(await fixture.get(label, "/old")).toMatchObject({ status: 302, headers: { location: "/copy" } });
    const copy = await fixture.get(label, "/copy");
    expect([copy.headers["x-powered-by"], copy.headers["set-cookie"]]).toEqual(["stage", undefined]);
    for (const path of ["/_redirects", "/_headers"]) expect((await fixture.get(label, path)).status).toBe(404);
    const lines = (await fixture.logLines(id)).filter((line) => line.startsWith("publish: "));
    // The last one says where the files are.
    expect(lines.slice(0, -1)).toEqual([
      "publish: _redirects:2: uses :c, which is not in its path",
      expect.stringMatching(/^publish: _headers:3: sets set-cookie, which a site cannot/),
      "publish: _redirects: 1 rule",
      "publish: _headers: headers for 1 path",
      expect.stringMatching(/^publish: greenroom\.json: an entry of 'headers' sets set-cookie/),
    ]);
  });

  test("with a _redirects that is too large goes on without it, and says so", async () => {
    fixture.builds.start();
    const id = await fixture.upload({ ...SITE, _redirects: "/old /copy 302\n".repeat(20_000) });
    const label = (await fixture.ended(id)).preview_label ?? "";
    expect((await fixture.get(label, "/old")).status).toBe(404);
    expect(await fixture.logLines(id)).toContain("publish: _redirects is larger than 256 KiB and has no effect");
  });

  test("of nothing but files that say how others are served is rejected before a byte is sent", async () => {
    const folder = { _redirects: "/a /b", _headers: "/*\n  X-Powered-By: 1\n", "greenroom.json": "{}" };
    const { data } = await fixture.create(prebuiltOf(folder));
    expect((await fixture.list(data.id, folder)).result).toBe("400 upload_rejected");
  });

  test("fails with the reason of a build when that file is wrong", async () => {
    fixture.builds.start();
    const id = await fixture.upload({ ...SITE, "greenroom.json": '{"output": 5}' });
    expect(await fixture.ended(id)).toMatchObject({ status: "failed", error_code: "manifest_invalid" });
  });

  test("needs no repository", async () => {
    await fixture.db.updateTable("sites").set({ repository_url: null }).execute();
    expect((await fixture.create(prebuiltOf(SITE))).result).toBe("202 ok");
    expect((await fixture.create({}, { prebuilt: undefined })).result).toBe("409 repository_not_connected");
  });

  test("is not claimed before it is complete", async () => {
    const id = await listed();
    await fixture.files(id, part("start()"));
    const at = new Date().toISOString();
    const lease = { owner: "w", at, expiresAt: at };
    const capacity = { machine: "here", build: true, buildsRunning: 9, working: [] };
    expect(await claimNext(fixture.db, lease, capacity)).toBeUndefined();
    expect((await fixture.complete(id)).result).toBe("409 upload_incomplete");
    await fixture.files(id, part("<h1>Built</h1>"));
    expect((await fixture.complete(id)).result).toBe("202 ok");
    expect(await claimNext(fixture.db, lease, { ...capacity, promotions: false })).toBeUndefined();
    expect((await claimNext(fixture.db, lease, { ...capacity, build: false }))?.id).toBe(id);
  });
});

const later = (ms: number) => ({
  ...fixture.context,
  clock: { ...fixture.context.clock, now: () => Date.now() + ms },
});

describe("room in the workspace", () => {
  const KIBIBYTE = 1024;
  const QUOTA = 10 * KIBIBYTE;
  const objects = (): string => join(fixture.context.settings.dataDirectory, "objects");
  const bytesOnDisk = (): number =>
    storedFiles().reduce((sum, name) => sum + statSync(join(objects(), name)).size, 0) + bytesOfParts();
  const bytesOfParts = (): number => {
    const root = join(fixture.context.settings.dataDirectory, "uploads");
    const files = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
    return files
      .filter((one) => one.isFile())
      .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
  };
  const counted = async (): Promise<number> =>
    (await readStorage(fixture.db, fixture.first.workspaceId, fixture.context.settings)).bytes;
  /** Of bytes that do not compress. */
  const text = (bytes: number): Buffer => Buffer.concat([Buffer.from("<p>"), randomBytes(bytes - 3)]);
  const page = (bytes = 8 * KIBIBYTE): Record<string, Buffer> => ({ "index.html": text(bytes) });
  const cancel = async (id: string): Promise<void> => {
    await send(fixture.app, `/deployments/${id}/cancel`, { method: "POST", token: fixture.first.tokens.pat });
    await expireUploads(fixture.context);
  };
  /** As if the time had passed that the collector waits. */
  const collect = async (): Promise<void> => {
    await expireUploads(fixture.context);
    await fixture.builds.collect();
    const condemned = fixture.db.updateTable("objects").where("condemned_at", "is not", null);
    await condemned.set({ condemned_at: "1970-01-01T00:00:00.000Z" }).execute();
    await fixture.builds.collect();
  };

  beforeEach(async () => {
    await fixture.close();
    fixture = await openUploadFixture({ settings: { storageQuotaBytes: QUOTA }, openStore: openObjects });
  });

  test("is taken by what canceled uploads sent until it is gone, so that no loop of them passes the quota", async () => {
    const answers: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const folder = page();
      const { data } = await fixture.create(prebuiltOf(folder));
      answers.push((await fixture.list(data.id, folder)).result);
      const [bytes = Buffer.of()] = Object.values(folder);
      await fixture.files(data.id, part(bytes));
      await cancel(data.id);
      expect(await counted()).toBe(bytesOnDisk());
      expect(bytesOnDisk()).toBeLessThanOrEqual(QUOTA);
    }
    expect(answers.filter((answer) => answer === "200 ok")).toHaveLength(1);
    expect(new Set(answers.slice(1))).toEqual(new Set(["400 upload_rejected"]));
    await collect();
    expect([bytesOnDisk(), await counted()]).toEqual([0, 0]);
    await listed(page());
  });

  test("is taken by what was published and deleted until it is gone", async () => {
    fixture.builds.start();
    const id = await fixture.upload(page());
    expect((await fixture.ended(id)).status).toBe("ready");
    const path = `/sites/${fixture.first.site.id}/deployments/${id}`;
    await send(fixture.app, path, { method: "DELETE", token: fixture.first.tokens.pat });
    const folder = page();
    const second = await created(folder);
    expect((await fixture.list(second, folder)).result).toBe("400 upload_rejected");
    await collect();
    expect(await counted()).toBe(0);
    expect((await fixture.list(second, folder)).result).toBe("200 ok");
  });

  test("is reserved by uploads that are opened and left, and released with them within minutes", async () => {
    const answers: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const folder = page(4 * KIBIBYTE);
      const { data, result } = await fixture.create(prebuiltOf(folder));
      answers.push(result === "202 ok" ? (await fixture.list(data.id, folder)).result : result);
    }
    const count = (answer: string) => answers.filter((one) => one === answer).length;
    // Two fit, eight more may wait, and no other one is even opened.
    expect([count("200 ok"), count("400 upload_rejected"), count("429 build_quota_exceeded")]).toEqual([2, 8, 2]);
    expect(await counted()).toBe(8 * KIBIBYTE);
    await expireUploads(later(UPLOAD_IDLE_MS + 1_000));
    expect(await counted()).toBe(0);
    await listed(page());
  });

  test("is taken by the true size of a file, whatever size another upload gave it", async () => {
    const claim = async (bytes: Buffer, size: number): Promise<string> => {
      const entries = [{ path: "index.html", sha256: sha256(bytes), size }];
      const { data } = await fixture.create(describeEntries(entries));
      return (await fixture.put(`/deployments/${data.id}/upload`, writeUploadList(entries))).result;
    };
    const large = randomBytes(2 * QUOTA);
    expect(await claim(large, 1)).toBe("200 ok");
    expect(await claim(large, large.length)).toBe("400 upload_rejected");
    const small = text(KIBIBYTE);
    expect(await claim(small, 4 * KIBIBYTE)).toBe("200 ok");
    expect(await counted()).toBe(4 * KIBIBYTE + 1);
    fixture.builds.start();
    expect((await fixture.ended(await fixture.upload({ "index.html": small }))).status).toBe("ready");
    expect(await counted()).toBe(KIBIBYTE + 1);
  });

  test("that parts of a file take is released with them", async () => {
    const folder = page();
    const id = await listed(folder);
    const [bytes = Buffer.of()] = Object.values(folder);
    const half = { size: bytes.length, digest: sha256(bytes) };
    await fixture.files(id, part(bytes.subarray(0, 4 * KIBIBYTE), half));
    await fixture.builds.forgetSent();
    expect(bytesOfParts()).toBe(4 * KIBIBYTE);
    await cancel(id);
    await fixture.builds.forgetSent();
    expect([bytesOfParts(), await counted()]).toEqual([0, 0]);
  });

  test("is not enough where the disk, with what other uploads have yet to send, is nearly full", async () => {
    const row = async (folder: Record<string, Buffer>) =>
      await requireDeployment(fixture.db, fixture.first.workspaceId, await created(folder));
    const open = async (folder: Record<string, Buffer>, share: number) => {
      const free = { bytes: share * 100 * KIBIBYTE, sizeBytes: 100 * KIBIBYTE, files: 0, maxFiles: 0 };
      const deps = { ...fixture.context, freeSpace: async () => free };
      return openUpload(deps, await row(folder), entriesOf(folder));
    };
    await open(page(4 * KIBIBYTE), 0.1);
    await expect(open(page(2 * KIBIBYTE), 0.1)).rejects.toMatchObject({ code: "try_again" });
    expect(await counted()).toBe(4 * KIBIBYTE);
  });
});

test("a dozen uploads that are opened and left hold up no build, and are gone within minutes", async () => {
  await fixture.close();
  fixture = await openUploadFixture({ concurrency: 1 });
  const open = async () => (await fixture.create(prebuiltOf(SITE))).result;
  const answers: string[] = [];
  for (let n = 0; n < 12; n += 1) answers.push(await open());
  expect(answers.filter((answer) => answer === "202 ok")).toHaveLength(10);
  const { url } = fixture.repository({ "index.html": "built" });
  await update(fixture.db, "sites", { id: fixture.first.site.id }, { repository_url: url });
  fixture.builds.start();
  const { result, data } = await fixture.create({}, { prebuilt: undefined, commitSha: undefined, branch: undefined });
  expect(result).toBe("202 ok");
  expect((await fixture.ended(data.id)).status).toBe("ready");
  expect(UPLOAD_IDLE_MS).toBeLessThanOrEqual(5 * 60_000);
  await expireUploads(later(UPLOAD_IDLE_MS));
  expect(await open()).toBe("202 ok");
});

describe("the same attempt", () => {
  test("gives the same deployment, and resumes where it was", async () => {
    const first = await fixture.create(prebuiltOf(SITE), { key: "same" });
    await fixture.list(first.data.id, SITE);
    await fixture.files(first.data.id, part("start()"));
    const second = await fixture.create(prebuiltOf(SITE), { key: "same" });
    expect(second.text).toBe(first.text);
    const again = await fixture.list(second.data.id, SITE);
    expect(missingOf(again)).toEqual([sha256("<h1>Built</h1>")]);
    await fixture.files(second.data.id, part("<h1>Built</h1>"));
    expect((await fixture.complete(second.data.id)).result).toBe("202 ok");
    expect((await fixture.complete(second.data.id)).result).toBe("202 ok");
  });

  test("with another folder is a conflict, and so is one that the service is to build", async () => {
    await fixture.create(prebuiltOf(SITE), { key: "same" });
    expect((await fixture.create(prebuiltOf({ "index.html": "other" }), { key: "same" })).result).toBe(
      "409 idempotency_conflict",
    );
    expect((await fixture.create({}, { key: "same", prebuilt: undefined })).result).toBe("409 idempotency_conflict");
  });

  test("sends only what changed", async () => {
    await published(SITE);
    const folder = { ...SITE, "assets/app.js": "start(2)" };
    const id = await created(folder);
    expect(missingOf(await fixture.list(id, folder))).toEqual([sha256("start(2)")]);
  });
});

test("an upload sends a file again that was found lost", async () => {
  await published(SITE);
  await fixture.context.objects.forget(sha256("start()"));
  const id = await created();
  expect(missingOf(await fixture.list(id, SITE))).toEqual([sha256("start()")]);
});

describe("isolation", () => {
  test("a file of another workspace or site is as if it was not there, and its digest does not give it", async () => {
    await published(SITE);
    const { other } = fixture;
    const theirs = await fixture.create(prebuiltOf(SITE), { siteId: other.site.id, token: other.tokens.pat });
    const state = await fixture.list(theirs.data.id, SITE, other.tokens.pat);
    expect(missingOf(state)).toHaveLength(2);
    expect((await fixture.complete(theirs.data.id, other.tokens.pat)).result).toBe("409 upload_incomplete");
  });

  test("files that were sent for an upload that did not end are not there for another one of the site", async () => {
    await fixture.files(await listed(), part("start()"));
    expect(missingOf(await fixture.list(await created(), SITE))).toHaveLength(2);
  });
});

describe("a site", () => {
  const allow = (prebuilt: "refused" | "previews" | "allowed") =>
    fixture.db.updateTable("sites").set({ prebuilt }).execute();

  const publish = (sourceDeploymentId: string) =>
    fixture.create({}, { environment: "production", sourceDeploymentId, prebuilt: undefined });

  test("can refuse what was built elsewhere, and builds still", async () => {
    await allow("refused");
    expect((await fixture.create(prebuiltOf(SITE))).result).toBe("403 prebuilt_refused");
    expect((await fixture.create({}, { prebuilt: undefined })).result).toBe("202 ok");
  });

  test("takes it for previews only unless it says otherwise: an upload may name a commit of someone else", async () => {
    const { id } = await published(SITE);
    const refused = await publish(id);
    expect(refused.result).toBe("409 source_deployment_not_ready");
    expect(refused.json.error.message).toContain("built elsewhere");
    await allow("allowed");
    expect((await publish(id)).result).toBe("428 approval_required");
  });
});

describe("a request that is wrong", () => {
  test("creates nothing: for production, with too many files or bytes, no files or no digest", async () => {
    const prebuilt = prebuiltOf(SITE);
    for (const wrong of [{ files: 20_001 }, { bytes: 1024 ** 3 + 1 }, { files: 0 }, { sha256: "x" }]) {
      expect((await fixture.create({ ...prebuilt, ...wrong })).result).toBe("400 validation_failed");
    }
    expect((await fixture.create(prebuilt, { environment: "production" })).result).toBe("400 validation_failed");
    expect(await fixture.db.selectFrom("deployments").select("id").execute()).toEqual([]);
  });

  test("creates nothing over a limit that the operator lowered", async () => {
    Object.assign(fixture.context.settings, { buildLimits: { outputFiles: 2 } });
    expect((await fixture.create(prebuiltOf(SITE))).result).toBe("400 validation_failed");
  });

  const HOSTILE = [
    "../index.html",
    "a/../../index.html",
    "/index.html",
    "a//b.html",
    "a/./b.html",
    "",
    "nul\0.html",
    "line\n.html",
    "back\\slash.html",
    ".env",
    ".git/config",
    "a/greenroom.json",
    "node_modules/x.json",
    ".git/x.js",
    ".env.local/x.js",
    "a/.x.js",
    "\ud800.html",
    `${"d/".repeat(65)}index.html`,
    `${"n".repeat(1025)}.html`,
  ];
  test("a list with a path that leads elsewhere or is not served, or a file that is over the limit, has two sizes, or is also a folder is rejected", async () => {
    const lists = [
      ...HOSTILE.map((path) => [...entriesOf(SITE), { path, sha256: sha256("x"), size: 1 }]),
      [{ path: "big.bin", sha256: sha256("x"), size: 25 * 1024 ** 2 + 1 }],
      [
        { path: "a", sha256: sha256("x"), size: 1 },
        { path: "b", sha256: sha256("x"), size: 2 },
      ],
      [
        { path: "a", sha256: sha256("x"), size: 1 },
        { path: "a/b", sha256: sha256("x"), size: 1 },
      ],
    ];
    for (const entries of lists) {
      const { data } = await fixture.create(describeEntries(entries));
      const sent = await fixture.put(`/deployments/${data.id}/upload`, writeUploadList(entries));
      expect([entries.at(-1)?.path, sent.result]).toEqual([entries.at(-1)?.path, "400 upload_rejected"]);
      await update(fixture.db, "deployments", { id: data.id }, { status: "canceled" });
    }
    expect(await fixture.db.selectFrom("upload_entries").select("path").execute()).toEqual([]);
  });

  test("paths that differ by case or by normalization are two files, and one may have any letter, as in a build", async () => {
    fixture.builds.start();
    const row = await fixture.ended(
      await fixture.upload({
        "index.html": "0",
        "A.html": "1",
        "a.html": "2",
        "\u00e9.html": "3",
        "e\u0301.html": "4",
        "notes\u2028.txt": "5",
      }),
    );
    expect((await fixture.get(row.preview_label ?? "", "/A.html")).text).toBe("1");
    expect((await fixture.get(row.preview_label ?? "", `/${encodeURI("e\u0301")}.html`)).text).toBe("4");
  });

  test("files without a home page fail as a build does, with the folder to upload", async () => {
    fixture.builds.start();
    const row = await fixture.ended(await fixture.upload({ "out/index.html": "x" }));
    expect(row).toMatchObject({ status: "failed", error_code: "output_missing" });
    expect(row.error_message).toContain("Upload the folder 'out'");
    const none = await fixture.ended(await fixture.upload({ "a.txt": "x", "greenroom.json": `{"home": false}` }));
    expect(none.status).toBe("ready");
  });

  test("a list that is cut off, or not the one that was announced, is rejected", async () => {
    const id = await created();
    const list = writeUploadList(entriesOf(SITE));
    for (const bytes of [0, 1, list.indexOf("\n") + 1, list.length - 1]) {
      const sent = await fixture.put(`/deployments/${id}/upload`, list.slice(0, bytes));
      expect(sent.result).toBe("400 upload_rejected");
    }
    expect((await fixture.list(id, { "index.html": "other" })).result).toBe("400 upload_rejected");
    expect((await fixture.list(id, SITE)).result).toBe("200 ok");
  });

  test("a list is taken as text and as bytes, and as nothing else", async () => {
    const id = await created();
    const list = writeUploadList(entriesOf(SITE));
    const sent = (type: string) => fixture.put(`/deployments/${id}/upload`, list, undefined, type);
    expect((await sent("application/octet-stream")).result).toBe("200 ok");
    expect((await sent("text/plain; charset=utf-8")).result).toBe("200 ok");
    const { result, json } = await sent("text/html");
    expect(result).toBe("415 unsupported_media_type");
    expect(json.error?.message).toContain("'Content-Type: text/plain' or 'application/octet-stream'");
  });

  test("a list in another order, with a path twice or another way to write it is rejected", async () => {
    const line = (path: string) => `${sha256("x")} 1 ${path}\n`;
    for (const list of [
      line('"b"') + line('"a"'),
      line('"a"') + line('"a"'),
      line('"\\u0061"'),
      line('"a"').trimEnd(),
      line('["a"]'),
      `${line('"a"')}\n`,
    ]) {
      const prebuilt = {
        sha256: sha256(list),
        files: list.split("\n").length - 1 || 1,
        bytes: list.split("\n").length - 1,
      };
      const { data } = await fixture.create(prebuilt);
      expect((await fixture.put(`/deployments/${data.id}/upload`, list)).result).toBe("400 upload_rejected");
    }
  });

  test("files that are cut at any byte leave nothing stored", async () => {
    const id = await listed();
    const whole = Buffer.concat([part("<h1>Built</h1>"), part("start()")]);
    const first = part("<h1>Built</h1>").length;
    for (let bytes = 0; bytes < whole.length; bytes += 1) {
      if (bytes === first) continue;
      expect((await fixture.files(id, whole.subarray(0, bytes))).result).toBe("400 upload_rejected");
    }
    expect(storedFiles()).toEqual([]);
    expect(missingOf(await fixture.state(id))).toHaveLength(2);
    expect((await fixture.files(id, whole)).result).toBe("200 ok");
  });

  test("bytes with another digest, size, or of no file of the list leave nothing stored", async () => {
    const id = await listed();
    const good = part("start()");
    for (const wrong of [
      part("stolen!", { digest: sha256("<h1>Built</h1>"), size: 7 }),
      part("<h1>Wrong</h1>", { digest: sha256("<h1>Built</h1>") }),
      part("unknown"),
      part("start()", { size: 8 }),
      part("start()", { offset: 1 }),
      Buffer.concat([good, good]),
      Buffer.from(`${sha256("start()")} 7 0 -1\n`),
      Buffer.from(`${sha256("start()")} 7 0 1e9\n`),
      Buffer.alloc(300, "x"),
    ]) {
      const sent = await fixture.files(
        id,
        Buffer.concat([wrong.equals(good) ? Buffer.alloc(0) : good, wrong].reverse()),
      );
      expect(sent.result).toBe("400 upload_rejected");
    }
    expect(storedFiles()).toEqual([]);
  });

  test("a request that is larger than it may be is rejected", async () => {
    const id = await listed();
    expect((await fixture.files(id, Buffer.alloc(4 * 1024 ** 2 + 64 * 1024))).result).toBe("413 payload_too_large");
  });

  test("a deployment that the service builds takes no files", async () => {
    const { data } = await fixture.create({}, { prebuilt: undefined });
    expect((await fixture.list(data.id, SITE)).result).toBe("409 upload_closed");
    expect((await fixture.state(data.id)).result).toBe("409 upload_closed");
    expect((await fixture.complete(data.id)).result).toBe("409 upload_closed");
  });
});

describe("a large file", () => {
  const large = Buffer.alloc(6 * 1024 ** 2, "large ");
  const half = 4 * 1024 ** 2;
  const halves = [
    part(large.subarray(0, half), { size: large.length, digest: sha256(large) }),
    part(large.subarray(half), { size: large.length, offset: half, digest: sha256(large) }),
  ] as const;

  test("is sent in parts, and a repeated part changes nothing", async () => {
    const id = await listed({ ...SITE, "large.bin": large });
    const have = async (body: Buffer) => (await fixture.files(id, body)).json.data;
    expect(await have(halves[1])).toMatchObject({ stored: 0, partial: [{ have: 0 }] });
    expect(await have(halves[0])).toMatchObject({ stored: 0, partial: [{ have: half }] });
    expect(await have(halves[0])).toMatchObject({ stored: 0, partial: [{ have: half }] });
    expect(await have(halves[1])).toMatchObject({ stored: 1, partial: [], missingFiles: 2 });
    expect(storedFiles()).toEqual([join(sha256(large).slice(0, 2), sha256(large))]);
  });

  test("whose parts have another digest together is sent again from its start", async () => {
    const id = await listed({ ...SITE, "large.bin": large });
    await fixture.files(id, halves[0]);
    const wrong = Buffer.concat([halves[1].subarray(0, -1), Buffer.from("!")]);
    expect((await fixture.files(id, wrong)).result).toBe("400 upload_rejected");
    expect(storedFiles()).toEqual([]);
    expect((await fixture.files(id, halves[1])).json.data).toMatchObject({ partial: [{ have: 0 }] });
  });

  test("sent by two clients at a time is stored once and right", async () => {
    const id = await listed({ ...SITE, "large.bin": large });
    await Promise.all([fixture.files(id, halves[0]), fixture.files(id, halves[0])]);
    await Promise.all([fixture.files(id, halves[1]), fixture.files(id, halves[1])]);
    expect(missingOf(await fixture.state(id))).not.toContain(sha256(large));
  });
});

describe("an upload that does not end", () => {
  test("fails with its reason once no file has come for a while, and frees its place", async () => {
    const id = await listed();
    await expireUploads(fixture.context);
    expect((await fixture.row(id)).status).toBe("queued");
    await expireUploads(later(UPLOAD_IDLE_MS + 1_000));
    expect(await fixture.row(id)).toMatchObject({ status: "failed", error_code: "upload_unfinished" });
    expect((await fixture.statuses(id)).at(-1)).toMatchObject({ error: { code: "upload_unfinished" } });
    expect((await fixture.files(id, part("start()"))).result).toBe("409 upload_closed");
    expect((await fixture.complete(id)).result).toBe("409 upload_closed");
    expect(await fixture.db.selectFrom("upload_entries").select("path").execute()).toEqual([]);
  });

  test("ends in any case, however often a file comes", async () => {
    const id = await created();
    const { upload_expires_at: first, created_at: createdAt } = await fixture.row(id);
    const long = new Date(Date.parse(createdAt) - UPLOAD_MS + 1_000).toISOString();
    await update(fixture.db, "deployments", { id }, { created_at: long });
    await fixture.list(id, SITE);
    await fixture.files(id, part("start()"));
    const { upload_expires_at: last } = await fixture.row(id);
    expect(Date.parse(last ?? "")).toBeLessThan(Date.parse(first ?? ""));
  });

  test("that was canceled takes no more files", async () => {
    const id = await listed();
    await send(fixture.app, `/deployments/${id}/cancel`, { method: "POST", token: fixture.first.tokens.pat });
    expect((await fixture.files(id, part("start()"))).result).toBe("409 upload_closed");
    await expireUploads(fixture.context);
    expect(await fixture.row(id)).toMatchObject({ status: "canceled", upload_expires_at: null });
  });

  test("keeps its files from the collector while it is open, and not after", async () => {
    const id = await listed();
    await fixture.files(id, part("start()"));
    const condemn = () => {
      const at = new Date(Date.now() + 3_600_000).toISOString();
      return inDatabase(fixture.db, (tx) => condemnObjects(tx, { after: "", last: "g" }, at, at));
    };
    expect(await condemn()).toBe(0);
    await expireUploads(later(UPLOAD_IDLE_MS + 1_000));
    expect(await condemn()).toBe(1);
  });

  test("whose file was removed all the same fails and does not serve a hole", async () => {
    const id = await listed();
    await fixture.files(id, Buffer.concat([part("start()"), part("<h1>Built</h1>")]));
    await fixture.complete(id);
    const at = new Date().toISOString();
    await update(fixture.db, "objects", { sha256: sha256("start()") }, { removing_at: at });
    fixture.builds.start();
    expect(await fixture.ended(id)).toMatchObject({ status: "failed", error_code: "upload_unfinished" });
  });
});
