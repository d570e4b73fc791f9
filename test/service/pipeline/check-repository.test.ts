import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemOf } from "../../../packages/service/pipeline/source/check-repository.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

const check = async (url: string) =>
  fixture.builds.checkRepository({ workspaceId: "w", url }, new AbortController().signal);

test("a repository that can be read has no problem, also one without a commit", async () => {
  expect(await check(fixture.repository({ "index.html": "x" }).url)).toBeUndefined();
});

test.each([
  ["a folder that is not there", () => `file://${fixture.repositories}/gone`, "The repository does not exist."],
  ["a folder that is none", () => `file://${fixture.folder}/repositories`, "is no git repository"],
  ["a folder elsewhere", () => "file:///etc", "The repository lies outside the folders the operator allowed."],
  ["an unknown host", () => "https://git.invalid/a.git", "The repository host git.invalid is not known."],
  [
    "an address of this machine",
    () => "https://127.0.0.1/a.git",
    "The repository host 127.0.0.1 is not on the public network. The operator allows such hosts with 'greenroom serve --allow-private-hosts'.",
  ],
  ["a URL that is an option", () => "--upload-pack=id", "The repository URL is not a URL."],
])("refuses %s with its reason", async (_, url, problem) => {
  expect(await check(url())).toContain(problem);
});

test("only a few are checked at a time", async () => {
  const { url } = fixture.repository({ "index.html": "x" });
  const results = await Promise.all(Array.from({ length: 12 }, async () => check(url)));
  expect(results.filter((problem) => problem?.startsWith("is not checked now"))).toHaveLength(8);
  expect(await check(url)).toBeUndefined();
});

const look = (url: string) => fixture.builds.findSites({ workspaceId: "w", url }, new AbortController().signal);

test("the sites of a repository are found without running its code, and no file of it stays", async () => {
  const { url } = fixture.repository({
    "docs/mkdocs.yml": "",
    "web/package.json": '{"scripts":{"prepare":"touch /tmp/ran","build":"vite build"},"dependencies":{"vite":"7"}}',
    "web/index.html": "x",
  });
  expect(await look(url)).toEqual({
    sites: [
      { folder: "docs", framework: "mkdocs", elsewhere: undefined, isLibrary: false },
      { folder: "web", framework: "vite", elsewhere: undefined, isLibrary: false },
    ],
  });
  expect(await readdir(join(fixture.folder, "data", "builds")).catch(() => [])).toEqual([]);
});

test("no sites are looked for in a repository that is refused", async () => {
  expect(await look("file:///etc")).toEqual({
    problem: "The repository lies outside the folders the operator allowed.",
  });
});

test("only a few repositories are looked at a time", async () => {
  const { url } = fixture.repository({ "index.html": "x" });
  const results = await Promise.all(Array.from({ length: 5 }, () => look(url)));
  expect(results.filter((one) => "problem" in one)).toHaveLength(3);
  expect(await look(url)).toEqual({
    sites: [{ folder: ".", framework: "static-html", elsewhere: undefined, isLibrary: false }],
  });
});

test("a local repository of another account is named as that, with the way out", () => {
  const said = problemOf(["fatal: detected dubious ownership in repository at '/srv/git/site.git'"]);
  expect(said).toMatch(/^belongs to another account, .* run chown on it/);
});

test.each([
  ["unable to access 'http://127.0.0.1:30212/a.git/': Connection refused", "cannot be reached"],
  ["unable to access 'https://host.example:40443/': OpenSSL SSL_connect: SSL_ERROR_SYSCALL", "cannot be reached"],
  ["unable to access 'https://host.example/': The requested URL returned error: 403", "needs a credential"],
  ["unable to access 'https://host.example/': The requested URL returned error: 301", "leads to another URL"],
  ["remote: Repository not found.\nfatal: Authentication failed for 'https://host.example/'", "needs a credential"],
  ["unable to access 'https://host.example/': SSL certificate problem: certificate has expired", "does not trust"],
])("git saying %j is a repository that %s", (said, problem) => {
  expect(problemOf([`fatal: ${said}`])).toContain(problem);
});
