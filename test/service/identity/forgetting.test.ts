import { afterEach, beforeEach, expect, test } from "vitest";
import { instant } from "../../../packages/service/domain/clock.ts";
import { forgetOldAttempts, takeAttempt } from "../../../packages/service/store/attempts.ts";
import { forgetOldDeviceGrants, startDeviceGrant } from "../../../packages/service/store/device-grants.ts";
import { keepChallenge } from "../../../packages/service/store/factors.ts";
import { findSession, forgetOldSessions, openSession } from "../../../packages/service/store/sessions.ts";
import { grantStepUp } from "../../../packages/service/store/step-ups.ts";
import { openTestParts, type SeededWorkspace, seedWorkspace, type TestParts } from "../fixtures.ts";

const HOUR_MS = 3_600_000;

let parts: TestParts;
let first: SeededWorkspace;
beforeEach(async () => {
  parts = openTestParts();
  ({ first } = await seedWorkspace(parts));
});
afterEach(() => parts.db.destroy());

async function open(): Promise<{ readonly cookie: string; readonly id: string }> {
  const nowMs = parts.clock.now();
  const who = { userId: first.users.owner, workspaceId: first.workspaceId, address: "a", userAgent: "b" };
  const { cookie, session } = await parts.db
    .transaction()
    .execute((writing) => openSession(writing, { ...who, level: "full", nowMs }));
  return { cookie, id: session.id };
}

const count = async (table: "sessions" | "step_ups" | "passkey_challenges" | "attempts" | "device_grants") =>
  (await parts.db.selectFrom(table).selectAll().execute()).length;

test("a session that is over goes with its factors and challenges, a live one stays", async () => {
  const old = await open();
  const purpose = { action: "approve", subjectId: "apr_1" } as const;
  await parts.db
    .transaction()
    .execute((writing) =>
      grantStepUp(writing, { sessionId: old.id, purpose, factor: "totp", nowMs: parts.clock.now() }),
    );
  await keepChallenge(parts.db, {
    challenge: "c",
    sessionId: old.id,
    purpose: "p",
    expiresAt: instant(parts.clock, 1),
  });
  parts.clock.advance(6 * HOUR_MS);
  const live = await open();
  parts.clock.advance(6 * HOUR_MS);
  await forgetOldSessions(parts.db, parts.clock.now());
  expect([await count("sessions"), await count("step_ups"), await count("passkey_challenges")]).toEqual([1, 0, 0]);
  expect((await findSession(parts.db, live.cookie, parts.clock.now()))?.id).toBe(live.id);
});

test("guesses and device flows are forgotten once they limit or grant nothing any more", async () => {
  const nowMs = parts.clock.now();
  await takeAttempt(parts.db, { subject: "x", limit: { most: 1, windowMs: HOUR_MS }, nowMs });
  await startDeviceGrant(parts.db, { clientName: "x", scopes: ["sites:read"], address: "a", nowMs });
  const forget = async () => {
    await forgetOldAttempts(parts.db, instant(parts.clock));
    await forgetOldDeviceGrants(parts.db, parts.clock.now());
    return [await count("attempts"), await count("device_grants")];
  };
  expect(await forget()).toEqual([1, 1]);
  parts.clock.advance(HOUR_MS);
  expect(await forget()).toEqual([0, 1]);
  parts.clock.advance(24 * HOUR_MS);
  expect(await forget()).toEqual([0, 0]);
});

test("a session's last use is written at most once a minute", async () => {
  const { cookie, id } = await open();
  const seenAt = async () =>
    (await parts.db.selectFrom("sessions").select("last_seen_at").where("id", "=", id).executeTakeFirstOrThrow())
      .last_seen_at;
  const opened = await seenAt();
  parts.clock.advance(59_999);
  await findSession(parts.db, cookie, parts.clock.now());
  expect(await seenAt()).toBe(opened);
  parts.clock.advance(1);
  await findSession(parts.db, cookie, parts.clock.now());
  expect(await seenAt()).toBe(instant(parts.clock));
});
