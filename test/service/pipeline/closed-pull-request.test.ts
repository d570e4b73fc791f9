import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createClient } from "../../../packages/client/index.ts";
import { instant } from "../../../packages/contract/clock.ts";
import { compose } from "../../../packages/service/compose.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { newMovablePlace } from "../../engines/database.ts";
import { visit } from "../../http.ts";
import { seedWorkspace, testClock, testSettings } from "../fixtures.ts";
import { update } from "../rows.ts";
import { commitFiles, git, makeRepository } from "./build-fixture.ts";

const HOUR_MS = 3_600_000;
const KIBIBYTE = 1024;

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

/** Opens the address of a host, whose name only browsers resolve. */
async function open(address: string): Promise<number> {
  return (await visit(new URL(address))).status;
}

test("when a pull request closes, its URL is gone after the time of grace, and the disk has its bytes back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-closed-"));
  const data = join(folder, "data");
  const repository = join(folder, "repository");
  /** Noise, so that nothing is stored compressed as well. */
  const commit = (branch: string, name: string, kibibytes: number): string => {
    git(repository, "checkout", "-q", "-B", branch);
    const bytes = Buffer.alloc(kibibytes * KIBIBYTE);
    crypto.getRandomValues(bytes.subarray(0, 65_536));
    for (let at = 65_536; at < bytes.length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);
    return commitFiles(repository, { [name]: bytes });
  };
  makeRepository(repository, { "index.html": "<!doctype html><title>closed</title><h1>closed</h1>" });
  const main = commit("main", "shared.bin", 256);
  const topic = commit("topic", "topic.bin", 1024);

  const place = await newMovablePlace();
  const passed = testClock(0);
  // A database on a server has a clock of its own, which this one must follow.
  const clock = {
    ...passed,
    now: () => Date.now() + passed.now(),
    monotonic: () => performance.now() + passed.now(),
  };
  await using running = {
    ...(await compose(
      testSettings({
        dataDirectory: data,
        ...place.database,
        port: 0,
        repositoryRoots: [folder],
        unsafeNoSandbox: true,
      }),
      { clock, log: pino({ level: "silent" }), environment: process.env },
    )),
    async [Symbol.asyncDispose]() {
      await this.close();
      await place.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const { context } = running;
  const { first } = await seedWorkspace(context);
  const changed = { repository_url: `file://${repository}`, updated_at: instant(clock) };
  await update(context.db, "sites", { id: first.site.id }, changed);
  const client = createClient({
    baseUrl: new URL(context.addresses.baseUrl),
    token: first.tokens.pat,
    userAgent: "test",
  });
  const deploy = async (branch: string, commitSha: string, number?: number): Promise<string> => {
    const body = JSON.stringify({ environment: "preview", branch, commitSha });
    const pullRequest = number === undefined ? undefined : { number, title: branch };
    const { deployment } = await client.deployments.create(first.site.id, { body, key: branch, pullRequest });
    const read = () => client.deployments.get(deployment.id);
    await expect.poll(async () => (await read()).status).toBe("ready");
    return (await read()).previewUrl ?? "";
  };
  const move = async (ms: number): Promise<void> => {
    await place.move(ms);
    passed.advance(ms);
  };
  const objects = join(data, "objects");
  const counted = async () => (await requireRow(context.db, "workspaces", { id: first.workspaceId })).stored_bytes;

  const kept = await deploy("main", main);
  const [withMain, countedMain] = [bytesOf(objects), await counted()];
  const gone = await deploy("topic", topic, 7);
  const [before, countedBefore] = [bytesOf(objects), await counted()];
  expect(countedBefore - countedMain).toBe(1024 * KIBIBYTE);
  expect(before - withMain).toBeGreaterThanOrEqual(1024 * KIBIBYTE);

  await client.deployments.closePullRequest(first.site.id, 7);
  await move(23 * HOUR_MS);
  expect([await open(gone), await open(kept)]).toEqual([200, 200]);
  // The chores come: one removes, and the collector needs two rounds.
  await expect
    .poll(
      async () => {
        await move(2 * HOUR_MS);
        return await open(gone);
      },
      { interval: 300 },
    )
    .toBe(410);
  await expect
    .poll(
      async () => {
        await move(HOUR_MS);
        return bytesOf(objects);
      },
      { interval: 300 },
    )
    // Logs are packed beside the files, whenever their turn comes.
    .toBeLessThan(before - 1000 * KIBIBYTE);
  // Room is released right after the bytes are gone.
  await expect.poll(counted).toBe(countedMain);
  expect(await open(kept)).toBe(200);
}, 120_000);
