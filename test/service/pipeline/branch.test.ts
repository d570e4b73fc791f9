import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { branchLabel } from "../../../packages/service/store/sites/hosts.ts";
import { git, openBuildFixture } from "./build-fixture.ts";
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

interface Site {
  readonly id: string;
  readonly path: string;
  /** Commits of main, oldest first. */
  readonly main: readonly [string, string, string];
  /** A commit that only a pull request of a fork has. */
  readonly evil: string;
}

async function openSite(into = fixture): Promise<Site> {
  const { path, url, sha: first } = into.repository(markedBy("honest"));
  const main = [first, into.commit(path, {}), into.commit(path, {})] as const;
  git(path, "checkout", "-q", "--detach", first);
  execFileSync("sh", ["-c", "cat > greenroom.json"], { cwd: path, input: markedBy("evil")["greenroom.json"] });
  git(path, "commit", "-q", "-a", "-m", "evil");
  const evil = git(path, "rev-parse", "HEAD");
  git(path, "update-ref", "refs/pull/1/head", evil);
  git(path, "checkout", "-q", "-f", "main");
  return { id: await into.site(await into.workspace(), url), path, main, evil };
}

async function deploy({ id }: Pick<Site, "id">, fields: Partial<DeploymentRow>): Promise<DeploymentRow> {
  const row = await fixture.ended(await fixture.accept(id, fields));
  expect([row.status, row.error_message]).toEqual(["ready", null]);
  return row;
}

/** The deployment that a branch's own host shows. */
async function shownBy(siteId: string, branch: string): Promise<string | null | undefined> {
  const site = await fixture.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  const host = await fixture.db
    .selectFrom("hosts")
    .select("deployment_id")
    .where("label", "=", branchLabel(site, branch))
    .executeTakeFirst();
  return host?.deployment_id;
}

test("a deployment keeps the first line of its commit's message and the author, without control characters and cut", async () => {
  const { path, url } = fixture.repository(markedBy("honest"));
  const message = `Sell\u001b[31m tickets\u2028at ${"noon ".repeat(100)}\n\nMore.`;
  git(path, "commit", "-q", "--allow-empty", "--author", "Mira\u0007 Osei <m@example.com>", "-m", message);
  const site = { id: await fixture.site(await fixture.workspace(), url) };
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
  test.concurrent.each([
    ["its tip", 2],
    ["an older commit of it", 0],
  ])("and is %s gets the branch's URL and cache", async (_what, index) => {
    const site = await openSite();
    await deploy(site, { branch: "main" });
    const row = await deploy(site, { branch: "main", commit_sha: site.main[index] ?? "" });
    expect(row).toMatchObject({ branch_verified: 1, commit_sha: site.main[index] });
    expect(await page(row)).toBe("honest");
    expect(await shownBy(site.id, "main")).toBe(row.id);
    expect(await warning(row)).toBeUndefined();
  });

  test.concurrent("and is not on it poisons no cache and moves no URL, and the log says so", async () => {
    const site = await openSite();
    const honest = await deploy(site, { branch: "main", commit_sha: site.main[2] });
    const evil = await deploy(site, { branch: "main", commit_sha: site.evil });
    expect(await page(evil)).toBe("");
    expect(evil.branch_verified).toBe(0);
    expect(await warning(evil)).toContain("it is not among the last 2000 commits of 'main'");
    expect(await shownBy(site.id, "main")).toBe(honest.id);
    const next = await deploy(site, { branch: "main", commit_sha: site.main[2] });
    expect(await page(next)).toBe("honest");
    expect(await shownBy(site.id, "main")).toBe(next.id);
  });

  test.concurrent("and is not on it finds what builds of the same commit left, and nothing else", async () => {
    const site = await openSite();
    await deploy(site, { branch: "main" });
    await deploy(site, { branch: "main", commit_sha: site.evil });
    expect(await page(await deploy(site, { commit_sha: site.evil }))).toBe("evil");
    expect(await page(await deploy(site, { branch: "main", commit_sha: site.main[2] }))).toBe("honest");
  });

  test.concurrent("that is gone is built at its own URL alone", async () => {
    const site = await openSite();
    git(site.path, "branch", "gone", site.evil);
    git(site.path, "branch", "-D", "gone");
    const row = await deploy(site, { branch: "gone", commit_sha: site.evil });
    expect(await warning(row)).toContain("has no branch 'gone' now");
    expect(await shownBy(site.id, "gone")).toBeUndefined();
  });

  test.concurrent("that was pushed over is built at its own URL alone", async () => {
    const site = await openSite();
    git(site.path, "branch", "moved", site.evil);
    git(site.path, "branch", "-f", "moved", site.main[2]);
    expect(await deploy(site, { branch: "moved", commit_sha: site.evil })).toMatchObject({ branch_verified: 0 });
    expect(await deploy(site, { branch: "moved", commit_sha: site.main[2] })).toMatchObject({ branch_verified: 1 });
  });

  test.concurrent("whose name is also that of a tag or of another reference is looked for among the branches", async () => {
    const site = await openSite();
    git(site.path, "tag", "main", site.evil);
    git(site.path, "tag", "v1", site.evil);
    git(site.path, "update-ref", "refs/main", site.evil);
    for (const branch of ["main", "v1", "pull/1/head", "refs/pull/1/head"]) {
      expect(await deploy(site, { branch, commit_sha: site.evil })).toMatchObject({ branch_verified: 0 });
      expect(await shownBy(site.id, branch)).toBeUndefined();
    }
  });

  test.concurrent.each(["feature/ä-ö", "it's-$(id)", "a\"b;c&d|e'f", "heads/main", "ünï/🌿"])(
    "called %s is verified",
    async (branch) => {
      const site = await openSite();
      git(site.path, "update-ref", `refs/heads/${branch}`, site.main[1]);
      expect(await deploy(site, { branch, commit_sha: site.main[1] })).toMatchObject({ branch_verified: 1 });
      expect(await deploy(site, { branch, commit_sha: site.evil })).toMatchObject({ branch_verified: 0 });
    },
  );

  test.concurrent("and is abbreviated is verified as the commit it stands for", async () => {
    const site = await openSite();
    git(site.path, "branch", "other", site.evil);
    const [honest, evil] = [site.main[1].slice(0, 9), site.evil.slice(0, 9)];
    expect(await deploy(site, { branch: "main", commit_sha: honest })).toMatchObject({ branch_verified: 1 });
    expect(await deploy(site, { branch: "main", commit_sha: evil })).toMatchObject({
      branch_verified: 0,
      commit_sha: site.evil,
    });
  });

  test.concurrent("and is an annotated tag is verified as the commit it points to", async () => {
    const site = await openSite();
    for (const [name, sha, branch_verified] of [
      ["good", site.main[1], 1],
      ["bad", site.evil, 0],
    ] as const) {
      git(site.path, "tag", "-a", "-m", name, name, sha);
      const commit_sha = git(site.path, "rev-parse", name);
      expect(await deploy(site, { branch: "main", commit_sha })).toMatchObject({ branch_verified, commit_sha: sha });
    }
  });

  test.concurrent("of a repository with SHA-256 names is verified", async () => {
    const path = join(fixture.repositories, `r${newUuid()}`);
    mkdirSync(path, { recursive: true });
    git(path, "init", "-q", "-b", "main", "--object-format=sha256");
    const commit = (text: string): string => {
      execFileSync("sh", ["-c", "cat > index.html"], { cwd: path, input: text });
      git(path, "add", "-A");
      git(path, "commit", "-q", "-m", "change");
      return git(path, "rev-parse", "HEAD");
    };
    const [first, second] = [commit("1"), commit("2")];
    git(path, "checkout", "-q", "--detach", first);
    const evil = commit("evil");
    git(path, "update-ref", "refs/pull/1/head", evil);
    const site = { id: await fixture.site(await fixture.workspace(), `file://${path}`) };
    for (const [commit_sha, branch_verified] of [
      [first, 1],
      [second, 1],
      [evil, 0],
    ] as const) {
      expect(await deploy(site, { branch: "main", commit_sha })).toMatchObject({ branch_verified });
    }
  });

  test.concurrent("by a request that names no branch is verified for none", async () => {
    const site = await openSite();
    expect(await deploy(site, { commit_sha: site.main[2] })).toMatchObject({ branch_verified: 0, branch: null });
    expect(await shownBy(site.id, "main")).toBeUndefined();
  });

  test.concurrent("and whose branch was found before is not looked for again, after a worker was lost", async () => {
    const site = await openSite();
    git(site.path, "branch", "brief", site.evil);
    git(site.path, "branch", "-D", "brief");
    const known = { branch: "brief", commit_sha: site.evil, branch_verified: 1 } as const;
    const row = await deploy(site, known);
    expect(await shownBy(site.id, "brief")).toBe(row.id);
  });
});

describe("a manifest", () => {
  test("of a commit that is on no branch decides nothing about the deployments of others", async () => {
    const site = await openSite();
    const stored = async () => {
      const query = fixture.db.selectFrom("sites").select("manifest_commit_sha").where("id", "=", site.id);
      return (await query.executeTakeFirstOrThrow()).manifest_commit_sha;
    };
    await deploy(site, { branch: "main", commit_sha: site.evil });
    expect(await stored()).toBeNull();
    await deploy(site, { branch: "main", commit_sha: site.main[2] });
    await deploy(site, { commit_sha: site.evil });
    expect(await stored()).toBe(site.main[2]);
  });
});

describe("a newer deployment of a branch", () => {
  /** Another commit of main, and what becomes of an older deployment of it and of this one. */
  const NEWER: readonly (readonly [name: string, newer: (site: Site) => Partial<DeploymentRow>, ends: string[]])[] = [
    [
      "replaces an older one before it starts",
      ({ main }) => ({ branch: "main", commit_sha: main[2] }),
      ["canceled", "ready"],
    ],
    ["without a commit replaces an older one too", () => ({ branch: "main" }), ["canceled", "ready"]],
    [
      "that only claims to be of the branch replaces nothing",
      ({ evil }) => ({ branch: "main", commit_sha: evil }),
      ["ready", "ready"],
    ],
    [
      "of a commit that does not exist replaces nothing",
      () => ({ branch: "main", commit_sha: "0123456789".repeat(4) }),
      ["ready", "failed"],
    ],
  ];

  test.concurrent.each(NEWER)("%s", async (_name, newer, ends) => {
    await using paused = await openBuildFixture({ concurrency: 1 });
    const site = await openSite(paused);
    const manifest = '{"cancelSuperseded":true}';
    await paused.db.updateTable("sites").set({ manifest }).where("id", "=", site.id).execute();
    const first = { branch: "main", commit_sha: site.main[1], created_at: "2026-01-01T00:00:00.000Z" };
    const ids = [
      await paused.accept(site.id, first),
      await paused.accept(site.id, { created_at: "2026-01-01T00:00:01.000Z", ...newer(site) }),
    ];
    paused.builds.start();
    const rows = await Promise.all(ids.map((id) => paused.ended(id)));
    await paused.builds.stop();
    expect(readdirSync(join(paused.context.settings.dataDirectory, "builds"))).toEqual([]);
    expect(rows.map(({ status }) => status)).toEqual(ends);
  });
});
