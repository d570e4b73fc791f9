import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { hashSecret, newSecret } from "../../../packages/service/domain/credentials.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { countAttempt } from "../../../packages/service/store/people/attempts.ts";
import {
  pollDeviceGrant,
  decideDeviceGrant,
  startDeviceGrant,
} from "../../../packages/service/store/people/device-grants.ts";
import { deleteExpired } from "../../../packages/service/store/people/expired.ts";
import {
  consumeStepUp,
  grantStepUp,
  storeChallenge,
  replaceRecoveryCodes,
  consumeRecoveryCode,
  consumeTotpCode,
} from "../../../packages/service/store/people/factors.ts";
import { findSession, openSession, revokeSession } from "../../../packages/service/store/people/sessions.ts";
import { findVisit, issueCode, redeemCode } from "../../../packages/service/store/people/visits.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";

let context: TestContext;
let first: SeededWorkspace;
beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
});
afterEach(() => context.db.destroy());

const write = <Result>(act: (tx: Transaction) => Promise<Result>) => inDatabase(context.db, act);

async function newSession(): Promise<{ readonly cookie: string; readonly id: string }> {
  const { db } = context;
  const who = { userId: first.users.approver, workspaceId: first.workspaceId, address: "127.0.0.1", userAgent: "test" };
  const open = { ...who, epoch: 1, level: "full" } as const;
  const { cookie, session } = await inDatabase(db, (tx) => openSession(tx, open));
  return { cookie, id: session.id };
}

const purpose = { action: "approve", subjectId: "apr_1" } as const;
const grant = (sessionId: string) => write((tx) => grantStepUp(tx, { sessionId, purpose, factor: "totp" }));

describe("consumeStepUp", () => {
  const consume = (sessionId: string, wanted: Parameters<typeof consumeStepUp>[1]["purpose"] = purpose) =>
    write(async (tx) => (await consumeStepUp(tx, { sessionId, purpose: wanted }))?.factor);

  test("uses a factor once, even in concurrent requests", async () => {
    const { id: session } = await newSession();
    await grant(session);
    const results = await Promise.all(Array.from({ length: 20 }, () => consume(session)));
    expect(results.filter((factor) => factor === "totp")).toHaveLength(1);
  });

  test("counts for no other session, subject or action", async () => {
    const [{ id: session }, { id: other }] = [await newSession(), await newSession()];
    await grant(session);
    expect(await consume(other)).toBeUndefined();
    expect(await consume(session, { action: "reject", subjectId: "apr_1" })).toBeUndefined();
    expect(await consume(session, { action: "approve", subjectId: "apr_2" })).toBeUndefined();
    expect(await consume(session)).toBe("totp");
  });

  test("expires after five minutes", async () => {
    const { id: session } = await newSession();
    await grant(session);
    context.clock.advance(5 * 60_000);
    expect(await consume(session)).toBeUndefined();
  });

  test("ends with its session", async () => {
    const { id: session } = await newSession();
    await grant(session);
    await write((tx) => revokeSession(tx, session));
    expect(await consume(session)).toBeUndefined();
  });

  test("can be used again when what it allowed was rolled back", async () => {
    const { id: session } = await newSession();
    await grant(session);
    const failing = write(async (tx) => {
      await consumeStepUp(tx, { sessionId: session, purpose });
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
    const [code = ""] = await write((tx) => replaceRecoveryCodes(tx, first.users.approver));
    const spend = (userId: string, typed: string) => write((tx) => consumeRecoveryCode(tx, userId, typed));
    expect(await spend(first.users.owner, code)).toBe(false);
    expect(await spend(first.users.approver, ` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(true);
    expect(await spend(first.users.approver, code)).toBe(false);
  });
});

describe("countAttempt", () => {
  test("counts concurrent guesses, and starts over after its window", async () => {
    const limit = { most: 5, windowMs: 60_000 };
    const take = () => countAttempt(context.db, { subject: "x", limit });
    const results = await Promise.all(Array.from({ length: 30 }, take));
    expect(results.filter(Boolean)).toHaveLength(5);
    context.clock.advance(60_000);
    expect(await take()).toBe(true);
  });
});

describe("pollDeviceGrant", () => {
  test("grants once to concurrent polls", async () => {
    const started = await startDeviceGrant(context.db, {
      clientName: "x",
      scopes: ["sites:read"],
      address: "a",
    });
    const { device_code_hash: deviceCodeHash } = await context.db
      .selectFrom("device_grants")
      .selectAll()
      .executeTakeFirstOrThrow();
    const by = { userId: first.users.developer, epoch: 1, workspaceId: first.workspaceId };
    await write((tx) => decideDeviceGrant(tx, { deviceCodeHash, allow: true, by }));
    const polls = Array.from({ length: 20 }, () => write((tx) => pollDeviceGrant(tx, started.deviceCode, "x")));
    const granted = (await Promise.all(polls)).filter((polled) => typeof polled !== "string");
    expect(granted).toHaveLength(1);
  });
});

test("a device flow is allowed within its time only", async () => {
  const { deviceCode } = await startDeviceGrant(context.db, { clientName: "x", scopes: ["sites:read"], address: "a" });
  const by = { userId: first.users.developer, epoch: 1, workspaceId: first.workspaceId };
  const decision = { deviceCodeHash: hashSecret(deviceCode), allow: true, by };
  context.clock.advance(HOUR_MS);
  expect(await write((tx) => decideDeviceGrant(tx, decision))).toBe(false);
});

test("the provider is asked about the session by which somebody sees a protected preview", async () => {
  const { id } = await newSession();
  const host = { host: "h", siteId: first.site.id };
  const code = await issueCode(context.db, { ...host, by: { session_id: id }, challenge: "c", path: "/" });
  const opened = await redeemCode(context.db, { ...host, code, challenges: ["c"] });
  const asked: string[] = [];
  const asking = { proveUser: async () => true, refreshSession: async (session: string) => void asked.push(session) };
  expect(await findVisit(context.db, opened?.cookie ?? "", instant(context.clock), asking)).toBeDefined();
  expect(asked).toEqual([id]);
});

test("secrets have 256 bits", () => {
  expect(Buffer.from(newSecret(), "base64url")).toHaveLength(32);
});

const HOUR_MS = 3_600_000;

const count = async (table: "sessions" | "step_ups" | "passkey_challenges" | "attempts" | "device_grants") =>
  (await context.db.selectFrom(table).selectAll().execute()).length;

test("an expired session is deleted with its factors and challenges, a live one stays", async () => {
  const old = await newSession();
  await grant(old.id);
  const challenge = { challenge: "c", session_id: old.id, purpose: "p" };
  await storeChallenge(context.db, challenge, instant(context.clock, 1));
  context.clock.advance(6 * HOUR_MS);
  const live = await newSession();
  context.clock.advance(6 * HOUR_MS);
  await deleteExpired(context.db, context.clock.now());
  expect([await count("sessions"), await count("step_ups"), await count("passkey_challenges")]).toEqual([1, 0, 0]);
  expect((await findSession(context.db, live.cookie, instant(context.clock)))?.id).toBe(live.id);
});

test("guesses and device flows are deleted once they no longer limit or grant anything", async () => {
  await countAttempt(context.db, { subject: "x", limit: { most: 1, windowMs: HOUR_MS } });
  await startDeviceGrant(context.db, { clientName: "x", scopes: ["sites:read"], address: "a" });
  const forget = async () => {
    await deleteExpired(context.db, context.clock.now());
    return [await count("attempts"), await count("device_grants")];
  };
  expect(await forget()).toEqual([1, 1]);
  context.clock.advance(HOUR_MS);
  expect(await forget()).toEqual([0, 1]);
  context.clock.advance(24 * HOUR_MS);
  expect(await forget()).toEqual([0, 0]);
});

test("a session's last use is written at most once a minute", async () => {
  const { cookie, id } = await newSession();
  const seenAt = async () => (await requireRow(context.db, "sessions", { id })).last_seen_at;
  const opened = await seenAt();
  context.clock.advance(59_999);
  await findSession(context.db, cookie, instant(context.clock));
  expect(await seenAt()).toBe(opened);
  context.clock.advance(1);
  await findSession(context.db, cookie, instant(context.clock));
  expect(await seenAt()).toBe(instant(context.clock));
});
