import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { fetchSource } from "../../../packages/service/pipeline/source/source.ts";
import { findRow, requireRow } from "../../../packages/service/store/engine/rows.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { branchLabel } from "../../../packages/service/store/sites/hosts.ts";
import { temporaryFolder } from "../../folders.ts";
import { commitFiles, git, openBuildFixture } from "./build-fixture.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile({ concurrency: 4 });

/** A site whose page is what its builds found in their cache, and which leaves its commit's mark where some of it stays. */
function markedBy(mark: string) {
  const kept = "$npm_config_cache/_cacache/content-v2/sha512";
  const keep = `mkdir -p out "${kept}"; cat "${kept}/mark" > out/index.html; echo ${mark} > "${kept}/mark"; true`;
  return {
    "greenroom.json": JSON.stringify({ installCommand: keep, buildCommand: "true", output: "out", home: false }),
  };
}

interface Commits {
  readonly path: string;
  /** Commits of main, oldest first. */
  readonly main: readonly [string, string, string];
  /** A commit that only a pull request of a fork has. */
  readonly evil: string;
}

function commitMarked(path: string, format: "sha1" | "sha256" = "sha1"): Commits {
  mkdirSync(path, { recursive: true });
  git(path, "init", "-q", "-b", "main", `--object-format=${format}`);
  const first = commitFiles(path, markedBy("honest"));
  const evil = commitFiles(path, markedBy("evil"));
  git(path, "update-ref", "refs/pull/1/head", evil);
  git(path, "reset", "-q", "--hard", first);
  return { path, main: [first, commitFiles(path, {}), commitFiles(path, {})], evil };
}

interface Site extends Commits {
  readonly id: string;
}

async function openSite(): Promise<Site> {
  const commits = commitMarked(join(fixture.repositories, newUuid()));
  return { ...commits, id: await fixture.siteOf(`file://${commits.path}`) };
}

async function deploy({ id }: Pick<Site, "id">, fields: Partial<DeploymentRow>): Promise<DeploymentRow> {
  const row = await fixture.built(id, fields);
  expect([row.status, row.error_message]).toEqual(["ready", null]);
  return row;
}

/** The deployment that a branch's own host shows. */
async function shownBy(siteId: string, branch: string): Promise<string | null | undefined> {
  const site = await requireRow(fixture.db, "sites", { id: siteId });
  const host = await findRow(fixture.db, "hosts", { label: branchLabel(site, branch) });
  return host?.deployment_id;
}

test("a deployment keeps the first line of its commit's message and the author, without control characters and cut", async () => {
  const { path, url } = fixture.repository(markedBy("honest"));
  const message = `Sell\u001b[31m tickets\u2028at ${"noon ".repeat(100)}\n\nMore.`;
  git(path, "commit", "-q", "--allow-empty", "--author", "Mira\u0007 Osei <m@example.com>", "-m", message);
  const site = { id: await fixture.siteOf(url) };
  const row = await deploy(site, { branch: "main" });
  expect(row.commit_author).toBe("Mira  Osei");
  expect(row.commit_message).toMatch(/^Sell \[31m tickets at (?:noon )+.{0,4}…$/);
  expect(row.commit_message).toHaveLength(256);
});

const page = async (row: DeploymentRow): Promise<string> =>
  (await fixture.get(row.preview_label ?? "", "/")).text.trim();

const warning = async (row: DeploymentRow): Promise<string | undefined> =>
  (await fixture.logLines(row.id)).find((line) => line.includes("cannot confirm"));

describe("a commit that is named with a branch", () => {
  const folder = temporaryFolder("branches");
  const { path, main, evil } = commitMarked(join(folder, "repository"));
  const [, older, tip] = main;
  for (const name of ["a\"b;c&d|e'$(f)", "heads/main", "ünï/🌿"]) {
    git(path, "update-ref", `refs/heads/${name}`, older);
  }
  // A fetch by an abbreviated name finds what some branch has.
  git(path, "branch", "other", evil);
  git(path, "branch", "moved", evil);
  git(path, "branch", "-f", "moved", tip);
  for (const name of ["refs/tags/main", "refs/tags/v1", "refs/main"]) git(path, "update-ref", name, evil);
  git(path, "tag", "-a", "-m", "good", "good", older);
  git(path, "tag", "-a", "-m", "bad", "bad", evil);

  const seen = (name: string) => ({ kind: "branch", name });
  const unseen = (reason: string) => ({ kind: "unverified", reason: expect.stringContaining(reason) as string });
  let rounds = 0;

  async function check(url: string, wanted: { readonly commitSha: string; readonly branch: string | null }) {
    const source = await fetchSource({
      remote: { url, protocol: "file", config: [["safe.directory", "*"]] },
      folder: join(folder, String((rounds += 1))),
      path: process.env["PATH"] ?? "",
      limits: { timeoutMs: 60_000, exceeded: () => Promise.resolve(undefined) },
      signal: new AbortController().signal,
      wanted: { ...wanted, verified: false },
      onLine: () => {},
    });
    return { commitSha: source.commitSha, branch: source.branch };
  }

  test.each([
    ["is its tip", "main", tip, seen("main")],
    ["is an older commit of it", "main", main[0], seen("main")],
    ["is not on it", "main", evil, unseen("it is not among the last 2000 commits of 'main'")],
    ["is on no branch of that name", "gone", evil, unseen("has no branch 'gone' now")],
    ["was pushed over", "moved", evil, unseen("it is not among the last 2000 commits of 'moved'")],
    ["is at a tag of that name", "v1", evil, unseen("has no branch 'v1' now")],
    ["is at another reference of that name", "pull/1/head", evil, unseen("has no branch")],
    ["has what a shell reads", "a\"b;c&d|e'$(f)", older, seen("a\"b;c&d|e'$(f)")],
    ["is called as the folder of references", "heads/main", older, seen("heads/main")],
    ["has letters of other languages and a picture", "ünï/🌿", older, seen("ünï/🌿")],
    ["is abbreviated", "main", older.slice(0, 9), seen("main"), older],
    ["is abbreviated and not on it", "main", evil.slice(0, 9), unseen("it is not among"), evil],
    ["is an annotated tag of it", "main", git(path, "rev-parse", "good"), seen("main"), older],
    ["is an annotated tag of another", "main", git(path, "rev-parse", "bad"), unseen("it is not among"), evil],
    ["is named without one", null, tip, unseen("no branch was named")],
  ])("and %s: '%s'", async (_what, branch, commitSha, expected, commit = commitSha) => {
    expect(await check(`file://${path}`, { commitSha, branch })).toEqual({ commitSha: commit, branch: expected });
  });

  test("is verified in a repository with SHA-256 names", async () => {
    const long = commitMarked(join(folder, "sha256"), "sha256");
    for (const commitSha of [long.main[0], long.main[2]]) {
      expect((await check(`file://${long.path}`, { commitSha, branch: "main" })).branch).toEqual(seen("main"));
    }
    const { branch } = await check(`file://${long.path}`, { commitSha: long.evil, branch: "main" });
    expect(branch).toEqual(unseen("it is not among"));
  });
});

describe("a deployment of a commit that is named with a branch", () => {
  test("gets the branch's URL and cache where the commit is on it, else only what builds of the same commit left", async () => {
    const site = await openSite();
    const honest = await deploy(site, { branch: "main", commit_sha: site.main[2] });
    const evil = await deploy(site, { branch: "main", commit_sha: site.evil });
    expect(await page(evil)).toBe("");
    expect(evil.branch_verified).toBe(0);
    expect(await warning(evil)).toContain("it is not among the last 2000 commits of 'main'");
    expect(await shownBy(site.id, "main")).toBe(honest.id);
    // Nor does its manifest decide about the deployments of others.
    const { manifest_commit_sha: decides } = await requireRow(fixture.db, "sites", { id: site.id });
    expect(decides).toBe(site.main[2]);
    const unnamed = await deploy(site, { commit_sha: site.evil });
    expect(unnamed).toMatchObject({ branch_verified: 0, branch: null });
    expect(await page(unnamed)).toBe("evil");
    const older = await deploy(site, { branch: "main", commit_sha: site.main[0] });
    expect(older).toMatchObject({ branch_verified: 1, commit_sha: site.main[0] });
    expect(await page(older)).toBe("honest");
    expect(await warning(older)).toBeUndefined();
    expect(await shownBy(site.id, "main")).toBe(older.id);
  });

  test("whose branch was found before is not looked for again, after a worker was lost", async () => {
    const site = await openSite();
    const known = { branch: "brief", commit_sha: site.evil, branch_verified: 1 } as const;
    const row = await deploy(site, known);
    expect(await shownBy(site.id, "brief")).toBe(row.id);
  });
});

test("a newer deployment of a branch replaces an older one before it starts, and one that only claims to be of it does not", async () => {
  await using paused = await openBuildFixture({ concurrency: 1 });
  const { path, main, evil } = commitMarked(join(paused.repositories, "newer"));
  const rows = [];
  for (const [fields, ends] of [
    [{ branch: "main", commit_sha: main[2] }, ["canceled", "ready"]],
    [{ branch: "main", commit_sha: evil }, ["ready", "ready"]],
    [{ branch: "main", commit_sha: "0123456789".repeat(4) }, ["ready", "failed"]],
  ] as const) {
    const siteId = await paused.siteOf(`file://${path}`);
    const manifest = '{"cancelSuperseded":true}';
    await paused.db.updateTable("sites").set({ manifest }).where("id", "=", siteId).execute();
    const first = { branch: "main", commit_sha: main[1], created_at: "2026-01-01T00:00:00.000Z" };
    const second = { created_at: "2026-01-01T00:00:01.000Z", ...fields };
    rows.push({ fields, ends, ids: [await paused.accept(siteId, first), await paused.accept(siteId, second)] });
  }
  paused.builds.start();
  for (const { fields, ends, ids } of rows) {
    const ended = await Promise.all(ids.map((id) => paused.ended(id)));
    const statuses = ended.map(({ status }) => status);
    expect(statuses, JSON.stringify(fields)).toEqual(ends);
    expect(ended[0]?.error_code).toBe(ends[0] === "canceled" ? "superseded" : null);
  }
  await paused.builds.stop();
  expect(readdirSync(join(paused.context.settings.dataDirectory, "builds"))).toEqual([]);
});
