import { afterEach, beforeEach, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { deleteExpiredAttempts, countAttempt } from "../../../packages/service/store/people/attempts.ts";
import { deleteExpiredDeviceGrants, startDeviceGrant } from "../../../packages/service/store/people/device-grants.ts";
import { grantStepUp, storeChallenge } from "../../../packages/service/store/people/factors.ts";
import { findSession, deleteExpiredSessions, openSession } from "../../../packages/service/store/people/sessions.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

const HOUR_MS = 3_600_000;

let context: TestContext;
let first: SeededWorkspace;
beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
});
afterEach(() => context.db.destroy());

async function open(): Promise<{ readonly cookie: string; readonly id: string }> {
  const nowMs = context.clock.now();
  const who = { userId: first.users.owner, workspaceId: first.workspaceId, address: "a", userAgent: "b" };
  const { cookie, session } = await inDatabase(context.db, (tx) => openSession(tx, { ...who, level: "full", nowMs }));
  return { cookie, id: session.id };
}

const count = async (table: "sessions" | "step_ups" | "passkey_challenges" | "attempts" | "device_grants") =>
  (await context.db.selectFrom(table).selectAll().execute()).length;

test("an expired session is deleted with its factors and challenges, a live one stays", async () => {
  const old = await open();
  const purpose = { action: "approve", subjectId: "apr_1" } as const;
  await inDatabase(context.db, (tx) =>
    grantStepUp(tx, { sessionId: old.id, purpose, factor: "totp", nowMs: context.clock.now() }),
  );
  await storeChallenge(context.db, {
    challenge: "c",
    sessionId: old.id,
    purpose: "p",
    expiresAt: instant(context.clock, 1),
  });
  context.clock.advance(6 * HOUR_MS);
  const live = await open();
  context.clock.advance(6 * HOUR_MS);
  await deleteExpiredSessions(context.db, context.clock.now());
  expect([await count("sessions"), await count("step_ups"), await count("passkey_challenges")]).toEqual([1, 0, 0]);
  expect((await findSession(context.db, live.cookie, context.clock.now()))?.id).toBe(live.id);
});

test("guesses and device flows are deleted once they no longer limit or grant anything", async () => {
  const nowMs = context.clock.now();
  await countAttempt(context.db, { subject: "x", limit: { most: 1, windowMs: HOUR_MS }, nowMs });
  await startDeviceGrant(context.db, { clientName: "x", scopes: ["sites:read"], address: "a", nowMs });
  const forget = async () => {
    await deleteExpiredAttempts(context.db, instant(context.clock));
    await deleteExpiredDeviceGrants(context.db, context.clock.now());
    return [await count("attempts"), await count("device_grants")];
  };
  expect(await forget()).toEqual([1, 1]);
  context.clock.advance(HOUR_MS);
  expect(await forget()).toEqual([0, 1]);
  context.clock.advance(24 * HOUR_MS);
  expect(await forget()).toEqual([0, 0]);
});

test("a session's last use is written at most once a minute", async () => {
  const { cookie, id } = await open();
  const seenAt = async () =>
    (await context.db.selectFrom("sessions").select("last_seen_at").where("id", "=", id).executeTakeFirstOrThrow())
      .last_seen_at;
  const opened = await seenAt();
  context.clock.advance(59_999);
  await findSession(context.db, cookie, context.clock.now());
  expect(await seenAt()).toBe(opened);
  context.clock.advance(1);
  await findSession(context.db, cookie, context.clock.now());
  expect(await seenAt()).toBe(instant(context.clock));
});
