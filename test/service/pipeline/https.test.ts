import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { submoduleUrl } from "../../../packages/service/pipeline/source/submodules.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { git, type BuildFixture, type Files } from "./build-fixture.ts";
import { CERTIFICATE, serveGit, startTls } from "./git-server.ts";
import { buildsOfFile, startBuilds } from "./setup.ts";

const BASIC = { username: "greenroom", password: "a-secret" };
const CREDENTIAL = `Basic ${Buffer.from("greenroom:a-secret").toString("base64")}`;

let requests: { url: string; authorization: string | undefined }[] = [];

const { origin, close } = await startTls((request, response) => {
  requests.push({ url: request.url ?? "", authorization: request.headers.authorization });
  if (request.url?.startsWith("/private/") && request.headers.authorization !== CREDENTIAL) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
  } else if (request.url?.startsWith("/silent/")) {
    request.resume();
  } else if (request.url?.startsWith("/moved/")) {
    response.writeHead(302, { location: request.url.replace("/moved/", "/open/") }).end();
  } else {
    const { pathname } = new URL(request.url ?? "", "https://localhost");
    const path = pathname.replace(/^\/(?:open|private\/tenant-[ab])/, "").replace(/\.git(?=\/)/, "");
    serveGit(request, response, { root: fixture.repositories, path });
  }
});
afterAll(close);

const fixture = await buildsOfFile({
  settings: { allowPrivateHosts: true },
  environment: { ...process.env, GIT_SSL_CAINFO: CERTIFICATE },
});

const workspaceId = await fixture.workspace();
fixture.storeSecrets({ repositories: [{ ...BASIC, workspace: workspaceId, url: `${origin}/private/tenant-a/` }] });
fixture.repository({ "index.html": "over https" }, "site");

beforeEach(() => {
  requests = [];
});

async function deploy(url: string, others: BuildFixture = fixture, of?: string) {
  const siteId = await others.site(of ?? (await others.workspace()), url);
  return others.built(siteId, { branch: "main" });
}

describe("a commit that is named with a branch", () => {
  /** Requests of a deployment of the open repository, with what it was named. */
  async function requestsFor(fields: Partial<DeploymentRow>): Promise<readonly string[]> {
    const siteId = await fixture.siteOf(`${origin}/open/history`);
    requests = [];
    const row = await fixture.built(siteId, fields);
    expect([row.status, row.branch_verified]).toEqual(["ready", fields.branch === undefined ? 0 : 1]);
    return requests.map(({ url }) => url.replace("/open/history", ""));
  }

  test("and is its tip costs one request more than one without a branch", async () => {
    const { path, sha } = fixture.repository({ "index.html": "1" }, "history");
    const tip = fixture.commit(path, { "index.html": "2" });
    const alone = await requestsFor({ commit_sha: tip });
    expect(alone).toHaveLength(2);
    expect(await requestsFor({ commit_sha: tip, branch: "main" })).toEqual([...alone, "/git-upload-pack"]);
    // The history comes without files from a server that can leave them out, and with them from one that cannot.
    const older = await requestsFor({ commit_sha: sha, branch: "main" });
    git(path, "config", "uploadpack.allowFilter", "true");
    expect(await requestsFor({ commit_sha: sha, branch: "main" })).toEqual(older);
    expect(older.length).toBeLessThanOrEqual(alone.length + 4);
  });
});

describe("submodules", () => {
  /** Commits a repository with submodules, each at the newest commit of another. */
  function withSubmodules(name: string, files: Files, modules: Readonly<Record<string, { url: string; sha: string }>>) {
    const entries = Object.entries(modules);
    const text = entries.map(([path, { url }]) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n`);
    const { path } = fixture.repository({ ...files, ".gitmodules": text.join("") }, name);
    for (const [at, { sha }] of entries) git(path, "update-index", "--add", "--cacheinfo", `160000,${sha},${at}`);
    git(path, "commit", "-q", "-m", "submodules");
    return { path, sha: git(path, "rev-parse", "HEAD") };
  }

  test("of the same host are fetched without the credential of the repository, those in them too; others are named", async () => {
    const icons = fixture.repository({ "a.svg": "<svg/>" }, "icons");
    const theme = withSubmodules("theme", { "style.css": "a{}" }, { icons: { url: "../icons", sha: icons.sha } });
    const at = (url: string) => ({ url, sha: theme.sha });
    const page = `<link rel=stylesheet href="themes/a/style.css"><img src="themes/a/icons/a.svg">`;
    const modules = {
      "themes/a": at(`${origin}/open/theme.git`),
      private: at(`../tenant-a/theme`),
      elsewhere: at("https://git.example.com/a.git"),
      local: at(`file://${theme.path}`),
      option: at("--upload-pack=touch"),
    };
    const site = withSubmodules("parent", { "index.html": page }, modules);
    git(site.path, "update-ref", "refs/heads/main", site.sha);
    const row = await deploy(`${origin}/private/tenant-a/parent`, fixture, workspaceId);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    const get = async (path: string) => (await fixture.get(row.preview_label ?? "", path)).text;
    expect(await get("/themes/a/style.css")).toBe("a{}");
    expect(await get("/themes/a/icons/a.svg")).toBe("<svg/>");
    const log = (await fixture.logLines(row.id)).filter((line) => line.includes("submodule '"));
    expect(log).toEqual([
      "clone: Fetched the submodule 'themes/a'",
      "clone: Fetched the submodule 'themes/a/icons'",
      expect.stringMatching(/'private' was not fetched: .*credential: an owner or admin lists it in the settings/),
      "clone: The submodule 'elsewhere' was not fetched: it is on another host, git.example.com, than the repository",
      "clone: The submodule 'local' was not fetched: its URL begins with file:, not with https:",
      expect.stringMatching(/'option' was not fetched/),
    ]);
    const others = requests.filter(({ url }) => url.includes("theme") || url.includes("icons"));
    expect(others.length).toBeGreaterThan(3);
    expect(others.every(({ authorization }) => authorization === undefined)).toBe(true);
    expect(JSON.parse(row.diagnostics ?? "[]")).toMatchObject([{ level: "warning", code: "submodules" }]);
  });

  test("that the site lists get the credential of the workspace, and nothing of a fork does", async () => {
    const theme = fixture.repository({ "style.css": "a{}" }, "listed");
    const modules = { theme: { url: "../listed.git", sha: theme.sha } };
    const { path, sha } = withSubmodules(
      "lists",
      { "index.html": "<link rel=stylesheet href=theme/style.css>" },
      modules,
    );
    git(path, "update-ref", "refs/heads/main", sha);
    git(path, "commit", "-q", "--allow-empty", "-m", "of a fork");
    const fork = git(path, "rev-parse", "HEAD");
    git(path, "update-ref", "refs/pull/1/head", fork);
    git(path, "reset", "-q", "--hard", sha);
    const siteId = await fixture.site(workspaceId, `${origin}/private/tenant-a/lists`);
    const submodules = `${origin}/private/tenant-b/x\n${origin}/private/tenant-a/listed`;
    await fixture.db.updateTable("sites").set({ submodules }).where("id", "=", siteId).execute();
    const row = await fixture.built(siteId, { branch: "main" });
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect((await fixture.get(row.preview_label ?? "", "/theme/style.css")).text).toBe("a{}");
    expect(JSON.stringify(await fixture.events(row.id))).not.toMatch(/a-secret|Z3JlZW5yb29t/);
    requests = [];
    const ofFork = await fixture.built(siteId, { commit_sha: fork, branch: "main" });
    expect((await fixture.logLines(ofFork.id)).join()).toContain("The submodule 'theme' was not fetched");
    expect(requests.filter(({ url, authorization }) => url.includes("listed") && authorization !== undefined)).toEqual(
      [],
    );
  });

  test("that lead back to their own repository end where the depth does", async () => {
    const modules = '[submodule "self"]\n\tpath = self\n\turl = ../loop\n';
    const { path } = fixture.repository({ "index.html": "x", ".gitmodules": modules }, "loop");
    for (let commits = 0; commits < 5; commits += 1) {
      git(path, "update-index", "--add", "--cacheinfo", `160000,${git(path, "rev-parse", "HEAD")},self`);
      git(path, "commit", "-q", "-m", "one more");
    }
    const row = await deploy(`${origin}/open/loop`);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect((await fixture.logLines(row.id)).filter((line) => line.includes("submodule '"))).toEqual([
      "clone: Fetched the submodule 'self'",
      "clone: Fetched the submodule 'self/self'",
      "clone: Fetched the submodule 'self/self/self'",
      "clone: The submodule 'self/self/self/self' was not fetched: it lies more than 3 submodules deep",
    ]);
  });

  test.each([
    ["https://h.test/a/theme.git", "https://h.test/a/theme.git"],
    ["../theme", "https://h.test/a/theme"],
    ["../../b/theme.git", "https://h.test/b/theme.git"],
    ["git@h.test:b/theme.git", "https://h.test/b/theme.git"],
    ["ssh://git@h.test:2222/b/theme", "https://h.test/b/theme"],
    ["git://h.test/b/theme", "https://h.test/b/theme"],
    ["https://x.test/theme", "it is on another host, x.test, than the repository"],
    ["https://h.test:8443/theme", "it is on another host, h.test:8443, than the repository"],
    ["file:///etc", "its URL begins with file:, not with https:"],
    ["ext::sh -c id", "its URL begins with ext:, not with https:"],
    ["//x.test/theme", "it is on another host, x.test, than the repository"],
  ])("at %s are at %s", (written, expected) => {
    for (const parent of ["https://h.test/a/site.git", "https://h.test/a/site/", "ssh://git@h.test/a/site.git"]) {
      const url = submoduleUrl(written, parent);
      expect("problem" in url ? url.problem : url.href).toBe(expected);
    }
  });
});

describe("an https repository", () => {
  test("that is private is read with the credential of its workspace, which no log shows", async () => {
    const row = await deploy(`${origin}/private/tenant-a/site.git`, fixture, workspaceId);
    expect([row.status, row.error_message]).toEqual(["ready", null]);
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("over https");
    expect(requests.every(({ authorization }) => authorization === CREDENTIAL)).toBe(true);
    const log = JSON.stringify(await fixture.events(row.id));
    expect(log).not.toContain("a-secret");
    expect(log).not.toContain(CREDENTIAL.slice(6));
  });

  test("that is private is to another workspace what it is to a stranger", async () => {
    const [other, stranger] = [
      await deploy(`${origin}/private/tenant-a/site`),
      await deploy(`${origin}/private/nothing/site`),
    ];
    expect(other).toMatchObject({ status: "failed", error_code: "clone_failed" });
    expect(other.error_message).toContain("requires a credential");
    expect(other.error_message).toBe(stranger.error_message);
    expect(requests.every(({ authorization }) => authorization === undefined)).toBe(true);
    const said = async (id: string) => (await fixture.logLines(id)).filter((line) => !/took|took [\d.]+ s/.test(line));
    const lines = (await said(other.id)).map((line) => line.replaceAll("tenant-a", "nothing"));
    expect(lines).toEqual(await said(stranger.id));
  });

  test("whose host a private authority vouches for is read where GIT_SSL_CAINFO names it, not by the word of other variables", async () => {
    await using others = await startBuilds({
      settings: { allowPrivateHosts: true },
      environment: { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE },
    });
    expect((await deploy(`${origin}/open/site`, others)).error_message).toContain("in GIT_SSL_CAINFO");
    expect(requests).toEqual([]);
    expect(await deploy(`${origin}/open/site`)).toMatchObject({ status: "ready" });
  });

  test("that redirects is not followed", async () => {
    const row = await deploy(`${origin}/moved/site`);
    expect(row).toMatchObject({ status: "failed", error_code: "clone_failed" });
    expect(requests.every(({ url }) => url.startsWith("/moved/"))).toBe(true);
  });

  test("that never responds fails after the time limit of the clone", async () => {
    await using hasty = await startBuilds({
      settings: { allowPrivateHosts: true },
      environment: { ...process.env, GIT_SSL_CAINFO: CERTIFICATE },
      limits: { cloneMs: 500 },
    });
    const row = await deploy(`${origin}/silent/site`, hasty);
    expect(row).toMatchObject({
      status: "failed",
      error_code: "timed_out",
      error_message: "The clone took more than 0.5 s. The operator can raise --clone-time-limit.",
    });
  });

  test("on a private network is only connected to when the operator allows it", async () => {
    await using strict = await startBuilds();
    const row = await deploy(`${origin}/open/site`, strict);
    expect(row.error_message).toBe(
      "The repository host localhost is not on the public network. The operator allows such hosts with 'greenroom serve --allow-private-hosts'.",
    );
    expect(requests).toEqual([]);
  });
});
