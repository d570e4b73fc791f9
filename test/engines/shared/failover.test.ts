import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { folderOfTest } from "../../folders.ts";
import { openLink } from "../../link.ts";
import { startPostgres } from "../postgres.ts";
import { createOwnDatabase } from "./fixture.ts";

test("of several servers the one that takes changes is used, and another once that is gone", async () => {
  await using database = await createOwnDatabase();
  const target = new URL(database.url);
  await using first = await openLink(target);
  await using second = await openLink(target);
  const folder = folderOfTest("failover");
  const several = database.url.replace(target.host, `127.0.0.1:1,127.0.0.1:${first.port},127.0.0.1:${second.port}`);
  const db = await openPostgres({ url: several, dataDirectory: folder });
  try {
    await db
      .insertInto("last_times")
      .values({ name: "alive", at: "2026-01-01T00:00:00.000Z", version: null })
      .execute();
    await first[Symbol.asyncDispose]();
    // What was under way may fail, and asks its client to come again; what comes next finds the other server.
    await expect.poll(() => db.selectFrom("last_times").select("name").execute()).toEqual([{ name: "alive" }]);
    await second[Symbol.asyncDispose]();
    await expect(sql`SELECT 1`.execute(db)).rejects.toMatchObject({ code: "08006" });
  } finally {
    await db.destroy().catch(() => undefined);
  }
});

test("after a failover writes go on at the server that was promoted, and nothing that was acknowledged is lost", async () => {
  const cluster = await startPostgres({ standby: true });
  const folder = folderOfTest("failover");
  const db = await openPostgres({ url: cluster.url, dataDirectory: folder });
  const acknowledged: string[] = [];
  const over = new AbortController();
  const writing = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const sha256 = String(n).padStart(64, "0");
      const row = { sha256, size: n, created_at: "2026-01-01T00:00:00.000Z" };
      await db
        .insertInto("objects")
        .values(row)
        .execute()
        .then(() => acknowledged.push(sha256))
        .catch(() => undefined);
    }
  })();
  try {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await cluster.failover();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    over.abort();
    await writing;
    const rows = await db.selectFrom("objects").select("sha256").execute();
    expect(new Set(rows.map(({ sha256 }) => sha256)).isSupersetOf(new Set(acknowledged))).toBe(true);
  } finally {
    over.abort();
    await writing;
    await db.destroy().catch(() => undefined);
    await cluster.stop();
  }
}, 180_000);
