import { describe, expect, test } from "vitest";
import { type CommentRow, readStored } from "../../../src/github/comment/data.ts";
import { upsertComment } from "../../../src/github/comment/upsert.ts";
import { runCount } from "../../adversarial/run-count.ts";
import { type VirtualClock, virtualClock } from "../../client/fake-clock.ts";
import { randomFrom } from "../../random.ts";
import { ScriptedGithub } from "../scripted-github.ts";

const LONGEST_WAY_MS = 600;

interface World {
  readonly time: VirtualClock;
  readonly github: ScriptedGithub;
  readonly random: () => number;
}

function world(seed: number): World {
  const time = virtualClock(1);
  const random = randomFrom(seed);
  const way = () => time.sleep(1 + random() * (LONGEST_WAY_MS - 1));
  return { time, random, github: new ScriptedGithub("github", () => time.now(), way) };
}

function row(site: number, status: string): CommentRow {
  const name = `site-${site}`;
  return {
    siteId: name,
    site: name,
    status,
    commitSha: "a".repeat(40),
    runUrl: "https://github.com/o/r",
    runId: 9,
    runAttempt: 1,
  };
}

interface Kept {
  readonly isShared: boolean;
  readonly recreate?: boolean;
}

async function job({ time, github, random }: World, site: number, kept: Kept): Promise<void> {
  const context = { clock: time, signal: new AbortController().signal, random };
  const place = { pullNumber: 7, group: "previews", ...kept } as const;
  await time.sleep(random() * 2000);
  const first = await upsertComment(github, { ...place, row: row(site, "building") }, context);
  await time.sleep(random() * 6000);
  const known = first.kind === "done" ? { knownId: first.commentId } : {};
  const last = await upsertComment(github, { ...place, ...known, row: row(site, "ready") }, context);
  expect(last.kind).toBe("done");
}

async function together(seed: number, kept: Kept): Promise<{ world: World; jobs: number }> {
  const made = world(seed);
  const jobs = 2 + (seed % 7);
  // More than one page of other comments is around ours.
  for (let n = 0; n < (seed % 3) * 60; n += 1) made.github.addComment("hi");
  await made.time.run(Promise.all(Array.from({ length: jobs }, (_, site) => job(made, site, kept))));
  return { world: made, jobs };
}

const SEEDS = Array.from({ length: Math.ceil(runCount("HISTORIES", 30) / 3) }, (_, seed) => seed);

describe("2 to 8 parallel jobs on one comment, in random interleavings,", () => {
  test("leave one comment with every row as its job wrote it last", async () => {
    for (const seed of SEEDS) {
      const { world, jobs } = await together(seed, { isShared: true });
      const ours = world.github.comments.filter(({ body }) => body.includes("greenroom:comment"));
      expect(ours, `seed ${seed}`).toHaveLength(1);
      const rows = readStored(ours[0]?.body ?? "").rows.map(({ siteId, status }) => `${siteId} ${status}`);
      expect(rows, `seed ${seed}`).toEqual(Array.from({ length: jobs }, (_, site) => `site-${site} ready`));
    }
  });

  test("leave one comment with every row when a lone job does not read back", async () => {
    for (const seed of SEEDS) {
      const { world, jobs } = await together(seed, { isShared: false });
      const ours = world.github.comments.filter(({ body }) => body.includes("greenroom:comment"));
      expect(ours, `seed ${seed}`).toHaveLength(1);
      expect(readStored(ours[0]?.body ?? "").rows, `seed ${seed}`).toHaveLength(jobs);
    }
  });

  test("leave one new comment when each run makes its own, and the old one is gone", async () => {
    for (const seed of SEEDS) {
      const kept = { isShared: true, recreate: true } as const;
      const made = world(seed);
      const context = { clock: made.time, signal: new AbortController().signal, random: made.random };
      const old = { ...row(99, "ready"), runId: 5 };
      await made.time.run(upsertComment(made.github, { pullNumber: 7, group: "previews", ...kept, row: old }, context));
      const jobs = 2 + (seed % 7);
      await made.time.run(Promise.all(Array.from({ length: jobs }, (_, site) => job(made, site, kept))));
      expect(made.github.comments, `seed ${seed}`).toHaveLength(1);
      const { rows, createdByRun } = readStored(made.github.comments[0]?.body ?? "");
      expect(createdByRun).toBe(9);
      expect(rows, `seed ${seed}`).toHaveLength(jobs + 1);
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["ready"]));
    }
  });
});
