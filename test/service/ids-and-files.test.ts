import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ROUTES } from "../../packages/contract/index.ts";
import { newApprovalId, newDeploymentId, newUuid } from "../../packages/service/domain/ids.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { openDatabase } from "../../packages/service/store/engine/sqlite.ts";
import { findToken } from "../../packages/service/store/people/tokens.ts";
import { folderOfTest } from "../folders.ts";
import { context, first, openApp } from "./http/app.ts";

const AT = "2026-03-01T12:00:00.000Z";
const IDS = 4_000;

openApp();

describe("looking up a token", () => {
  test("finds nothing for a guess of any length, and the database holds hashes only", async () => {
    for (const guess of ["", "s", first.tokens.pat.slice(0, -1), `${first.tokens.pat}a`, "x".repeat(100_000)]) {
      expect(await findToken(context.db, guess, AT)).toBe("unknown");
    }
    expect(await findToken(context.db, first.tokens.pat, AT)).toMatchObject({ workspace_id: first.workspaceId });
    const rows = await context.db.selectFrom("tokens").select("hash").execute();
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$|^[\w-]{43}$/);
  });
});

describe("new ids", () => {
  test.each([
    ["deployments", newDeploymentId],
    ["release requests", newApprovalId],
    ["all else", () => newUuid().replaceAll("-", "")],
  ])("of %s never repeat, and each adds forty bits that are as often set as not", (_, make) => {
    const ids = Array.from({ length: IDS }, make);
    expect(new Set(ids).size).toBe(IDS);
    const ends = ids.map((id) => lowBits(id, 40));
    expect(new Set(ends).size).toBe(IDS);
    // An id does not reveal the next one: the difference between neighbours is random, too.
    const steps = ends.slice(1).map((end, index) => end ^ (ends[index] ?? 0n));
    for (const bits of [ends, steps]) {
      for (let bit = 0n; bit < 40n; bit += 1n) {
        const share = bits.filter((one) => ((one >> bit) & 1n) === 1n).length / bits.length;
        // Seven standard deviations.
        expect(Math.abs(share - 0.5), `bit ${bit}`).toBeLessThan(0.056);
      }
    }
  });
});

/** The last bits of an id in hexadecimal, or in Crockford's base 32. */
function lowBits(id: string, count: number): bigint {
  const digits = /^[0-9a-f]{32}$/.test(id) ? "0123456789abcdef" : "0123456789abcdefghjkmnpqrstvwxyz";
  const size = BigInt(digits.length);
  let value = 0n;
  for (const digit of id.replace(/^\w{3}_/, "")) value = value * size + BigInt(digits.indexOf(digit));
  return value & ((1n << BigInt(count)) - 1n);
}

describe("files of the service", () => {
  test("that hold the store are for their owner alone, also in a folder that was open to others before", async () => {
    const folder = folderOfTest("modes");
    const data = join(folder, "data");
    await mkdir(data);
    await chmod(data, 0o755);
    const db = openDatabase(join(data, "greenroom.db"));
    await db.selectFrom("tokens").selectAll().execute();
    const names = await readdir(data);
    expect(names).toContain("greenroom.db-wal");
    for (const name of names) expect([name, (await stat(join(data, name))).mode & 0o077]).toEqual([name, 0]);
    await db.destroy();
  });
});

/** A ZIP of one entry that leaves its folder, a tar of one, and a bomb. */
const ARCHIVES: readonly (readonly [string, string, Buffer])[] = [
  ["a ZIP", "application/zip", Buffer.concat([Buffer.from("PK\u0003\u0004\u0014\0\0\0\0\0"), Buffer.from("../../x")])],
  ["a tar", "application/x-tar", Buffer.alloc(1024, "../../x\0")],
  ["a compressed tar", "application/gzip", gzipSync(Buffer.alloc(60_000, "../../x\0"))],
  ["a form with a file", "multipart/form-data; boundary=x", Buffer.from("--x\r\n\r\n--x--")],
];

describe("no route accepts an archive", () => {
  const withBody = Object.values(ROUTES).filter(({ method }) => method === "POST" || method === "PATCH");

  test.each(ARCHIVES)("%s", async (_, type, bytes) => {
    const app = createApp(context, { stopping: new AbortController().signal });
    for (const { method, path } of withBody) {
      const url = `http://127.0.0.1:4010${path.replaceAll(/\{\w+\}/g, first.site.id)}`;
      const headers = { authorization: `Bearer ${first.tokens.pat}`, "content-type": type, "idempotency-key": "a" };
      const sent = await app.request(url, { method, headers, body: new Uint8Array(bytes) });
      expect([path, sent.status < 400]).toEqual([path, false]);
    }
    expect(await context.db.selectFrom("deployments").selectAll().execute()).toEqual([]);
  });
});
