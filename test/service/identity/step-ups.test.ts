import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newSecret } from "../../../packages/service/domain/credentials.ts";
import { countAttempt } from "../../../packages/service/store/people/attempts.ts";
import {
  pollDeviceGrant,
  decideDeviceGrant,
  startDeviceGrant,
} from "../../../packages/service/store/people/device-grants.ts";
import {
  consumeStepUp,
  grantStepUp,
  replaceRecoveryCodes,
  consumeRecoveryCode,
  consumeTotpCode,
} from "../../../packages/service/store/people/factors.ts";
import { openSession } from "../../../packages/service/store/people/sessions.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

let context: TestContext;
let first: SeededWorkspace;
beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
});
afterEach(() => context.db.destroy());

const write = <Result>(act: (tx: Transaction) => Promise<Result>) => inDatabase(context.db, act);

async function newSession(): Promise<string> {
  const opened = await write((tx) =>
    openSession(tx, {
      userId: first.users.approver,
      workspaceId: first.workspaceId,
      level: "full",
      address: "127.0.0.1",
      userAgent: "test",
      nowMs: context.clock.now(),
    }),
  );
  return opened.session.id;
}

describe("consumeStepUp", () => {
  const purpose = { action: "approve", subjectId: "apr_1" } as const;
  const grant = (sessionId: string) =>
    write((tx) => grantStepUp(tx, { sessionId, purpose, factor: "totp", nowMs: context.clock.now() }));
  const consume = (sessionId: string, wanted: Parameters<typeof consumeStepUp>[1]["purpose"] = purpose) =>
    write((tx) => consumeStepUp(tx, { sessionId, purpose: wanted, at: instant(context.clock) }));

  test("uses a factor once, even in concurrent requests", async () => {
    const session = await newSession();
    await grant(session);
    const results = await Promise.all(Array.from({ length: 20 }, () => consume(session)));
    expect(results.filter((factor) => factor === "totp")).toHaveLength(1);
  });

  test("counts for no other session, subject or action", async () => {
    const [session, other] = [await newSession(), await newSession()];
    await grant(session);
    expect(await consume(other)).toBeUndefined();
    expect(await consume(session, { action: "reject", subjectId: "apr_1" })).toBeUndefined();
    expect(await consume(session, { action: "approve", subjectId: "apr_2" })).toBeUndefined();
    expect(await consume(session)).toBe("totp");
  });

  test("expires after five minutes", async () => {
    const session = await newSession();
    await grant(session);
    context.clock.advance(5 * 60_000);
    expect(await consume(session)).toBeUndefined();
  });

  test("can be used again when what it allowed was rolled back", async () => {
    const session = await newSession();
    await grant(session);
    const failing = write(async (tx) => {
      await consumeStepUp(tx, { sessionId: session, purpose, at: instant(context.clock) });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await consume(session)).toBe("totp");
  });
});

describe("consumeTotpCode", () => {
  test("accepts a time step once, and no earlier one", async () => {
    const spend = (step: number) => write((tx) => consumeTotpCode(tx, first.users.approver, step));
    const results = await Promise.all(Array.from({ length: 20 }, () => spend(7)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect([await spend(6), await spend(8)]).toEqual([false, true]);
  });
});

describe("recovery codes", () => {
  test("work once, however they are typed, and only for their person", async () => {
    const at = instant(context.clock);
    const [code = ""] = await write((tx) => replaceRecoveryCodes(tx, first.users.approver, at));
    const spend = (userId: string, typed: string) => write((tx) => consumeRecoveryCode(tx, userId, typed, at));
    expect(await spend(first.users.owner, code)).toBe(false);
    expect(await spend(first.users.approver, ` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(true);
    expect(await spend(first.users.approver, code)).toBe(false);
  });
});

describe("countAttempt", () => {
  test("counts concurrent guesses, and starts over after its window", async () => {
    const limit = { most: 5, windowMs: 60_000 };
    const take = () => countAttempt(context.db, { subject: "x", limit, nowMs: context.clock.now() });
    const results = await Promise.all(Array.from({ length: 30 }, take));
    expect(results.filter(Boolean)).toHaveLength(5);
    context.clock.advance(60_000);
    expect(await take()).toBe(true);
  });
});

describe("pollDeviceGrant", () => {
  test("grants once to concurrent polls", async () => {
    const nowMs = context.clock.now();
    const started = await startDeviceGrant(context.db, {
      clientName: "x",
      scopes: ["sites:read"],
      address: "a",
      nowMs,
    });
    const { device_code_hash: deviceCodeHash } = await context.db
      .selectFrom("device_grants")
      .selectAll()
      .executeTakeFirstOrThrow();
    const who = { userId: first.users.developer, workspaceId: first.workspaceId };
    await write((tx) => decideDeviceGrant(tx, { deviceCodeHash, allow: true, ...who, at: instant(context.clock) }));
    const polls = Array.from({ length: 20 }, () => write((tx) => pollDeviceGrant(tx, started.deviceCode, nowMs)));
    const verdicts = (await Promise.all(polls)).map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === "grant")).toHaveLength(1);
  });
});

test("secrets have 256 bits", () => {
  expect(Buffer.from(newSecret(), "base64url")).toHaveLength(32);
});
