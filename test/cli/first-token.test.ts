import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFirstOwner } from "../../packages/service/admin/people.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { DATABASE_FILE, openDatabase } from "../../packages/service/store/database.ts";
import { start } from "./place.ts";

it("the first token of a store says that it is a live one, unless that was asked for or is known", async () => {
  const data = mkdtempSync(join(tmpdir(), "greenroom-token-"));
  const db = openDatabase(join(data, DATABASE_FILE));
  await createFirstOwner({ db, clock: systemClock }, { ownerEmail: undefined });
  await db.destroy();
  const env = { HOME: data, XDG_CACHE_HOME: join(tmpdir(), "greenroom-test-cache"), GREENROOM_DATA: data };
  const issue = (...more: string[]) =>
    start(["admin", "token", "issue", "--name", "a", ...more], { env, cwd: data }).ended;
  expect(await issue()).toMatchObject({
    stdout: expect.stringMatching(/^sk_live_\S+\n$/),
    stderr: expect.stringContaining("--realm test"),
  });
  expect(await issue("--realm", "test")).toMatchObject({ code: 0, stderr: "" });
  expect(await issue()).toMatchObject({ stdout: expect.stringMatching(/^sk_test_/), stderr: "" });
  rmSync(data, { recursive: true, force: true });
});
