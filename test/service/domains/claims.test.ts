import { describe, expect, test } from "vitest";
import {
  type Claim,
  GRACE_MS,
  judgeClaims,
  nextCheckMs,
  proofValue,
} from "../../../packages/service/domain/domain-claims.ts";

const NAME = "www.example.com";
const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const at = (ms: number) => new Date(NOW + ms).toISOString();

function claim(id: string, more: Partial<Claim> = {}): Claim {
  const own = { workspaceId: `workspace of ${id}`, siteId: `site of ${id}` };
  return { id, ...own, status: "pending", missingSince: null, createdAt: at(0), ...more };
}

const values = (...claims: readonly Claim[]) =>
  ({ kind: "values", values: new Set(claims.map((one) => proofValue(one, NAME))) }) as const;

const judge = (claims: readonly Claim[], found: Parameters<typeof judgeClaims>[2]) =>
  Object.fromEntries(judgeClaims(NAME, claims, found, NOW).map(({ id, status, proof }) => [id, `${status} ${proof}`]));

describe("which site a domain belongs to", () => {
  test("no site that only claims it, however early", () => {
    const [early, owner] = [claim("early", { createdAt: at(-1) }), claim("owner")];
    expect(judge([early, owner], { kind: "none" })).toEqual({ early: "pending missing", owner: "pending missing" });
    expect(judge([early, owner], values(owner))).toEqual({ early: "pending different", owner: "active found" });
  });

  test("of several whose value is there, the one that has it, else the oldest", () => {
    const [old, young] = [claim("old", { createdAt: at(-1) }), claim("young")];
    expect(judge([young, old], values(young, old))).toEqual({ old: "active found", young: "pending found" });
    const holder = claim("young", { status: "active" });
    expect(judge([holder, old], values(holder, old))).toEqual({ young: "active found", old: "pending found" });
  });

  test("it moves at once when the DNS names another site and no longer this one", () => {
    const [holder, next] = [claim("holder", { status: "active" }), claim("next")];
    expect(judge([holder, next], values(next))).toEqual({ holder: "pending different", next: "active found" });
  });

  test("without any value its holder keeps it for a grace time", () => {
    const judged = (missingSince: string | null) =>
      judgeClaims(NAME, [claim("a", { status: "active", missingSince })], { kind: "none" }, NOW)[0];
    expect(judged(null)).toEqual({ id: "a", status: "active", proof: "missing", missingSince: at(0) });
    const almost = at(1 - GRACE_MS);
    expect(judged(almost)).toEqual({ id: "a", status: "active", proof: "missing", missingSince: almost });
    expect(judged(at(-GRACE_MS))).toEqual({ id: "a", status: "pending", proof: "missing", missingSince: null });
  });

  test("a DNS that does not answer changes nothing, however long", () => {
    const missingSince = at(-2 * GRACE_MS);
    const holder = claim("a", { status: "active", missingSince });
    expect(judgeClaims(NAME, [holder, claim("b")], { kind: "unavailable" }, NOW)).toEqual([
      { id: "a", status: "active", proof: "unavailable", missingSince },
      { id: "b", status: "pending", proof: "unavailable", missingSince: null },
    ]);
  });

  test("a value proves one domain for one site of one workspace", () => {
    const own = claim("a");
    const others = [
      proofValue({ ...own, siteId: "other" }, NAME),
      proofValue({ ...own, workspaceId: "other" }, NAME),
      proofValue(own, `x.${NAME}`),
      // The parts cannot be shifted into each other.
      proofValue({ workspaceId: `${own.workspaceId}\n`, siteId: own.siteId.slice(1) }, NAME),
    ];
    expect(new Set([proofValue(own, NAME), ...others]).size).toBe(5);
  });
});

test("a pending domain is looked at ever more seldom, one with a problem each hour, others each day", () => {
  const pending = { status: "pending", proof: "missing", address: "unchecked" } as const;
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([0, 8 * minute, 4 * hour, 400 * day].map((age) => nextCheckMs(pending, age))).toEqual([
    minute,
    2 * minute,
    hour,
    day,
  ]);
  const active = { status: "active", proof: "found", address: "here" } as const;
  expect(nextCheckMs(active, 0)).toBe(day);
  expect(nextCheckMs({ ...active, address: "elsewhere" }, 0)).toBe(hour);
  expect(nextCheckMs({ ...active, proof: "missing" }, 0)).toBe(hour);
});
