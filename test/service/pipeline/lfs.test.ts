import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Files, sha256 } from "./build-fixture.ts";
import { CERTIFICATE, serveGit, startTls } from "./git-server.ts";
import { buildsOfFile } from "./setup.ts";

const BASIC = { username: "greenroom", password: "a-secret" };
const CREDENTIAL = `Basic ${Buffer.from("greenroom:a-secret").toString("base64")}`;
const IMAGE = Buffer.from("an image that is larger than its pointer ".repeat(10));

let requests: { readonly method: string; readonly url: string; readonly authorization: string | undefined }[] = [];
/** What the host of objects answers. */
let answer: { href?: string; content?: Buffer; status?: number; text?: string } = {};

function pointer(content: Buffer, size = content.length): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(content)}\nsize ${size}\n`;
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { url = "", method = "", headers } = request;
  requests.push({ method, url, authorization: headers.authorization });
  if (url.endsWith("/objects/batch")) void answerBatch(request, response);
  else if (url.startsWith("/objects/")) response.end(answer.content ?? IMAGE);
  else if (headers.authorization !== CREDENTIAL) response.writeHead(401, { "www-authenticate": "Basic" }).end();
  else serveGit(request, response, { root: fixture.repositories, path: url.replace(/^\/a|\?.*|\.git(?=\/)/g, "") });
}

async function answerBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { objects }: { objects: { oid: string; size: number }[] } = JSON.parse(Buffer.concat(chunks).toString());
  const named = objects.map((object) => {
    const download = { href: answer.href ?? `${origin}/objects/${object.oid}`, header: { "X-Proof": "1" } };
    return { ...object, actions: { download } };
  });
  response.writeHead(answer.status ?? 200, { "content-type": "application/vnd.git-lfs+json" });
  response.end(answer.text ?? JSON.stringify({ transfer: "basic", objects: named }));
}

const { origin, close } = await startTls(serve);
afterAll(close);

const fixture = await buildsOfFile({
  settings: { allowPrivateHosts: true, buildLimits: { outputFileBytes: 4096, outputBytes: 5120 } },
  environment: { ...process.env, GIT_SSL_CAINFO: CERTIFICATE },
});
const workspaceId = await fixture.workspace();
fixture.storeSecrets({ repositories: [{ ...BASIC, workspace: workspaceId, url: `${origin}/a/` }] });

beforeEach(() => {
  requests = [];
  answer = {};
});

let made = 0;
const ATTRIBUTES = { ".gitattributes": "*.png filter=lfs diff=lfs merge=lfs -text\n" };

async function deploy(files: Files) {
  const name = `site-${(made += 1)}`;
  fixture.repository({ ...ATTRIBUTES, "index.html": '<img src="a.png">', ...files }, name);
  const id = await fixture.accept(await fixture.site(workspaceId, `${origin}/a/${name}`));
  const row = await fixture.ended(id);
  const log = (await fixture.logLines(id)).filter((line) => /^clone: .*Git LFS/.test(line));
  return { row, log: log.map((line) => line.replace(/^\w+: /, "")), name };
}

test("files of Git LFS are fetched with the credential of the repository, which goes to its own URL alone", async () => {
  const { row, log, name } = await deploy({ "a.png": pointer(IMAGE), "b/c d.png": pointer(IMAGE) });
  expect([row.status, row.error_message, row.diagnostics]).toEqual(["ready", null, null]);
  expect(log).toEqual([`Fetched 2 files of Git LFS, ${IMAGE.length} bytes`]);
  for (const path of ["/a.png", "/b/c%20d.png"]) {
    expect((await fixture.get(row.preview_label ?? "", path)).body.equals(IMAGE)).toBe(true);
  }
  expect(requests.filter(({ url }) => url.includes("objects"))).toEqual([
    { method: "POST", url: `/a/${name}.git/info/lfs/objects/batch`, authorization: CREDENTIAL },
    { method: "GET", url: `/objects/${sha256(IMAGE)}`, authorization: undefined },
  ]);
});

test("a URL of .lfsconfig on the same host is asked without the credential, and one elsewhere is not asked", async () => {
  const lfsconfig = (url: string) => ({ ".lfsconfig": `[lfs]\n\turl = ${url}\n`, "a.png": pointer(IMAGE) });
  expect((await deploy(lfsconfig(`${origin}/elsewhere`))).log).toEqual([expect.stringMatching(/^Fetched 1 file/)]);
  expect(requests.find(({ url }) => url === "/elsewhere/objects/batch")).toMatchObject({ authorization: undefined });
  requests = [];
  const left = "1 files are pointers of Git LFS that were not fetched: .lfsconfig: ";
  const problems: string[] = [];
  for (const url of ["https://lfs.example.com/x", "file:///etc"]) {
    const { row, log } = await deploy(lfsconfig(url));
    expect(row.status).toBe("ready");
    expect(row.diagnostics).toContain('"lfs_pointers"');
    problems.push(log[0]?.replace(left, "") ?? "");
  }
  expect(problems).toEqual([
    "it is on another host, lfs.example.com, than the repository",
    "its URL begins with file:, not with https:",
  ]);
  expect(requests.filter(({ method, url }) => method === "POST" && url.endsWith("batch"))).toEqual([]);
});

test("objects that are claimed to be too large are not asked for, also together", async () => {
  const problems: (string | undefined)[] = [];
  for (const files of [
    { "a.png": pointer(IMAGE, 10 * 1024 ** 3) },
    Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.png`, pointer(Buffer.from(name), 2048)])),
  ]) {
    problems.push((await deploy(files)).log[0]?.replace(/.*not fetched: /, ""));
  }
  expect(problems).toEqual([
    "one has 10 GiB, more than the 4 KiB of a file here",
    "they have 6 KiB, more than the 5 KiB of a deployment here",
  ]);
  expect(requests.filter(({ url }) => url.includes("objects"))).toEqual([]);
});

test.each<[string, typeof answer, RegExp]>([
  ["another content", { content: Buffer.alloc(IMAGE.length) }, /one is not what its pointer names$/],
  ["more than the pointer says", { content: Buffer.alloc(100_000) }, /one is not what its pointer names$/],
  ["less", { content: IMAGE.subarray(1) }, /one is not what its pointer names$/],
  ["a refusal", { status: 403 }, /has none for this repository, or asks for a credential that does not read them$/],
  ["nothing that is understood", { text: "<html>" }, /did not answer as Git LFS does$/],
  ["no object", { text: '{"objects":[]}' }, /their host has not all of them$/],
  ["a URL that is not https", { href: "http://127.0.0.1:1/" }, /their host sends to a URL that is not https$/],
  ["a URL of a private network", { href: "https://127.0.0.1:9/x" }, /not on the public network; nothing was sent$/],
])("an answer with %s leaves the pointers, and the log says why", async (_what, given, problem) => {
  answer = given;
  const { row, log } = await deploy({ "a.png": pointer(IMAGE) });
  expect([row.status, log]).toEqual(["ready", [expect.stringMatching(problem)]]);
});
