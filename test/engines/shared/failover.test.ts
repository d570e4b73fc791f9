import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { createOwnDatabase } from "./fixture.ts";

/** Leads to a server until it is closed. */
async function openDoor(target: URL): Promise<{ readonly address: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const onward = connectTo(Number(target.port), target.hostname);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => undefined);
    }
    socket.pipe(onward).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test("of several servers the one that takes changes is used, and another once that is gone", async () => {
  await using database = await createOwnDatabase();
  const target = new URL(database.url);
  const doors = [await openDoor(target), await openDoor(target)] as const;
  const folder = mkdtempSync(join(tmpdir(), "greenroom-failover-"));
  const several = database.url.replace(target.host, `127.0.0.1:1,${doors[0].address},${doors[1].address}`);
  const db = await openPostgres({ url: several, dataDirectory: folder });
  try {
    await db
      .insertInto("last_times")
      .values({ name: "alive", at: "2026-01-01T00:00:00.000Z", version: null })
      .execute();
    doors[0].close();
    // What was under way may fail, and asks its client to come again; what comes next finds the other server.
    await expect.poll(() => db.selectFrom("last_times").select("name").execute()).toEqual([{ name: "alive" }]);
    doors[1].close();
    await expect(sql`SELECT 1`.execute(db)).rejects.toMatchObject({ code: "08006" });
  } finally {
    for (const door of doors) door.close();
    await db.destroy().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});
