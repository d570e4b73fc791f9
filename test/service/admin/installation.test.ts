import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:net";
import type { Server } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { systemClock } from "@greenroom/contract/clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInstallation, type InstallationCheck } from "../../../packages/service/admin/installation.ts";
import type { Settings } from "../../../packages/service/settings.ts";
import { openStore } from "../../../packages/service/store/engine/open-store.ts";
import { folderOfTest } from "../../folders.ts";
import { listenLocally } from "../../http.ts";
import { testSettings } from "../fixtures.ts";
import { insert } from "../rows.ts";

const TLS = join(import.meta.dirname, "..", "pipeline", "tls");
const CERTIFICATE = readFileSync(join(TLS, "certificate.pem"), "utf8");

let folder: string;
const servers: Server[] = [];

beforeEach(async () => {
  folder = folderOfTest("installation");
  await (await openStore({ dataDirectory: folder })).destroy();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @returns What the check of a service says, by name. */
async function check(given: Partial<Settings> = {}, deps: { clock?: typeof systemClock; authorities?: string } = {}) {
  const settings = { ...testSettings({ dataDirectory: folder, ...given }), buildsDirectory: undefined };
  const checks = await checkInstallation(settings, { clock: systemClock, environment: {}, ...deps });
  const found = (name: InstallationCheck["name"]) => checks.filter((one) => one.name === name);
  return { found, one: (name: InstallationCheck["name"]) => found(name)[0] };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  return await listenLocally(server);
}

/** A service in production, behind a proxy on a port of this machine. */
async function behindTls(): Promise<Partial<Settings>> {
  const server = createServer({ key: readFileSync(join(TLS, "key.pem")), cert: CERTIFICATE });
  const port = await listening(server);
  return { development: false, publicUrl: new URL(`https://localhost:${port}`) };
}

test("a sound installation has nothing to say but that", async () => {
  const { found, one } = await check();
  expect(one("disk")).toMatchObject({ state: "ok" });
  for (const name of ["database", "clock", "keys", "files", "workers"] as const) {
    expect(found(name)).toMatchObject([{ state: "ok" }]);
  }
  expect(found("certificate")).toEqual([]);
  expect(found("mail")).toEqual([]);
});

test("a store that is not there fails, and what depends on it is left out", async () => {
  const { found, one } = await check({ dataDirectory: join(folder, "audit-heads") });
  expect(one("database")).toMatchObject({ state: "fail", message: expect.stringContaining("Give --data") });
  expect(found("files")).toEqual([]);
});

test("a clock that is behind what was written fails", async () => {
  const db = await openStore({ dataDirectory: folder });
  await insert(db, "last_times", { name: "alive", at: "2099-01-01T00:00:00.000Z", version: null });
  await db.destroy();
  expect((await check()).one("clock")).toMatchObject({ state: "fail", message: expect.stringContaining("set-ntp") });
});

test("files that are lost fail, with the command that restores them", async () => {
  const db = await openStore({ dataDirectory: folder });
  const at = new Date().toISOString();
  await insert(db, "objects", { sha256: "a".repeat(64), size: 1, created_at: at, lost_at: at });
  await db.destroy();
  expect((await check()).one("files")).toMatchObject({
    state: "fail",
    message: "1 stored files are lost or damaged. See greenroom admin objects check --repair.",
  });
});

test("a service that builds nothing fails without a worker", async () => {
  expect((await check({ buildSlots: 0 })).one("workers")).toMatchObject({
    state: "fail",
    message: expect.stringContaining("Nothing builds"),
  });
});

test("secrets that cannot be read are named", async () => {
  writeFileSync(join(folder, "secrets.json"), "{", { mode: 0o600 });
  expect((await check()).one("keys")).toMatchObject({
    state: "warn",
    message: expect.stringContaining("secrets.json"),
  });
});

test("a certificate that is not trusted fails, and one that ends soon is named", async () => {
  const settings = await behindTls();
  expect((await check(settings)).one("certificate")).toMatchObject({
    state: "fail",
    message: expect.stringContaining("That of localhost is not trusted"),
  });
  const authorities = CERTIFICATE;
  expect((await check(settings, { authorities })).one("certificate")).toMatchObject({ state: "ok" });
  const later = { ...systemClock, now: () => Date.parse("2126-10-20T00:00:00Z") };
  expect((await check(settings, { authorities, clock: later })).one("certificate")).toMatchObject({
    state: "warn",
    message: "That of localhost ends in 8 days. Renew it.",
  });
});

test("a mail server that does not answer, or not as one, fails", async () => {
  const port = await listening(createPlainServer((socket) => socket.end("220 no\r\n421 Later.\r\n")));
  const from = { name: "G", address: "g@example.com" };
  for (const wrong of [1, port]) {
    const mail = { host: "127.0.0.1", port: wrong, tls: "none", from } as const;
    expect((await check({ mail })).one("mail")).toMatchObject({
      state: "fail",
      message: expect.stringMatching(/mail server.*Check --smtp-url/i),
    });
  }
});
