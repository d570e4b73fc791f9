import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/service/domain/clock.ts";
import { newSecret } from "../../../packages/service/domain/secret.ts";
import { takeAttempt } from "../../../packages/service/store/attempts.ts";
import { pollDeviceGrant, answerDeviceGrant, startDeviceGrant } from "../../../packages/service/store/device-grants.ts";
import { spendRecoveryCode, replaceRecoveryCodes, spendTotpStep } from "../../../packages/service/store/factors.ts";
import { openSession } from "../../../packages/service/store/sessions.ts";
import { consumeStepUp, grantStepUp } from "../../../packages/service/store/step-ups.ts";
import type { Writing } from "../../../packages/service/store/database.ts";
import { openTestParts, type SeededWorkspace, seedWorkspace, type TestParts } from "../fixtures.ts";

let parts: TestParts;
let first: SeededWorkspace;
beforeEach(async () => {
  parts = openTestParts();
  ({ first } = await seedWorkspace(parts));
});
afterEach(() => parts.db.destroy());

const write = <Result>(act: (writing: Writing) => Promise<Result>) => parts.db.transaction().execute(act);

async function newSession(): Promise<string> {
  const opened = await write((writing) =>
    openSession(writing, {
      userId: first.users.approver,
      workspaceId: first.workspaceId,
      level: "full",
      address: "127.0.0.1",
      userAgent: "test",
      nowMs: parts.clock.now(),
    }),
  );
  return opened.session.id;
}

describe("consumeStepUp", () => {
  const purpose = { action: "approve", subjectId: "apr_1" } as const;
  const grant = (sessionId: string) =>
    write((writing) => grantStepUp(writing, { sessionId, purpose, factor: "totp", nowMs: parts.clock.now() }));
  const consume = (sessionId: string, asked: Parameters<typeof consumeStepUp>[1]["purpose"] = purpose) =>
    write((writing) => consumeStepUp(writing, { sessionId, purpose: asked, at: instant(parts.clock) }));

  test("spends a factor once, even when many ask at the same time", async () => {
    const session = await newSession();
    await grant(session);
    const answers = await Promise.all(Array.from({ length: 20 }, () => consume(session)));
    expect(answers.filter((factor) => factor === "totp")).toHaveLength(1);
  });

  test("knows no other session, subject or action", async () => {
    const [session, other] = [await newSession(), await newSession()];
    await grant(session);
    expect(await consume(other)).toBeUndefined();
    expect(await consume(session, { action: "reject", subjectId: "apr_1" })).toBeUndefined();
    expect(await consume(session, { action: "approve", subjectId: "apr_2" })).toBeUndefined();
    expect(await consume(session)).toBe("totp");
  });

  test("ends after five minutes", async () => {
    const session = await newSession();
    await grant(session);
    parts.clock.advance(5 * 60_000);
    expect(await consume(session)).toBeUndefined();
  });

  test("comes back when what it allowed was rolled back", async () => {
    const session = await newSession();
    await grant(session);
    const failing = write(async (writing) => {
      await consumeStepUp(writing, { sessionId: session, purpose, at: instant(parts.clock) });
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await consume(session)).toBe("totp");
  });
});

describe("spendTotpStep", () => {
  test("lets one of many spend a step, and nobody an earlier one", async () => {
    const spend = (step: number) => write((writing) => spendTotpStep(writing, first.users.approver, step));
    const answers = await Promise.all(Array.from({ length: 20 }, () => spend(7)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect([await spend(6), await spend(8)]).toEqual([false, true]);
  });
});

describe("recovery codes", () => {
  test("work once, however they are typed, and only for their person", async () => {
    const at = instant(parts.clock);
    const [code = ""] = await write((writing) => replaceRecoveryCodes(writing, first.users.approver, at));
    const spend = (userId: string, typed: string) =>
      write((writing) => spendRecoveryCode(writing, userId, { code: typed, at }));
    expect(await spend(first.users.owner, code)).toBe(false);
    expect(await spend(first.users.approver, ` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(true);
    expect(await spend(first.users.approver, code)).toBe(false);
  });
});

describe("takeAttempt", () => {
  test("counts guesses made at the same time, and starts anew after its window", async () => {
    const limit = { most: 5, windowMs: 60_000 };
    const take = () => takeAttempt(parts.db, { subject: "x", limit, nowMs: parts.clock.now() });
    const answers = await Promise.all(Array.from({ length: 30 }, take));
    expect(answers.filter(Boolean)).toHaveLength(5);
    parts.clock.advance(60_000);
    expect(await take()).toBe(true);
  });
});

describe("pollDeviceGrant", () => {
  test("grants once to polls that come at the same time", async () => {
    const nowMs = parts.clock.now();
    const started = await startDeviceGrant(parts.db, { clientName: "x", scopes: ["sites:read"], address: "a", nowMs });
    const { device_code_hash: deviceCodeHash } = await parts.db
      .selectFrom("device_grants")
      .selectAll()
      .executeTakeFirstOrThrow();
    const who = { userId: first.users.developer, workspaceId: first.workspaceId };
    await write((writing) =>
      answerDeviceGrant(writing, { deviceCodeHash, allow: true, ...who, at: instant(parts.clock) }),
    );
    const polls = Array.from({ length: 20 }, () =>
      write((writing) => pollDeviceGrant(writing, started.deviceCode, nowMs)),
    );
    const verdicts = (await Promise.all(polls)).map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === "grant")).toHaveLength(1);
  });
});

test("secrets carry 256 bits", () => {
  expect(Buffer.from(newSecret(), "base64url")).toHaveLength(32);
});
