import { describe, expect, it } from "vitest";
import { ROLES } from "../../../packages/contract/index.ts";
import {
  canDecide,
  type DecidingFacts,
  type MemberChange,
  NEW_FACTOR_MS,
  denialOf,
  denialText,
  unconfirmedOf,
} from "../../../packages/service/domain/deciders.ts";

const START_MS = Date.parse("2026-11-01T09:00:00.000Z");
const at = (ms: number) => new Date(START_MS + ms).toISOString();

/** Changes a second apart, from lines such as "olga added anna" and "operator confirmed anna". */
function changes(...lines: string[]): MemberChange[] {
  return lines.map((line, index) => {
    const [by = "", kind = "", userId = ""] = line.split(" ");
    if (kind !== "added" && kind !== "role" && kind !== "link" && kind !== "factor" && kind !== "confirmed") {
      throw new Error(`no such change: ${kind}`);
    }
    return { kind, userId, by: by === "operator" ? null : by, at: at(index * 1_000) };
  });
}

const DAYS_LATER = at(3 * NEW_FACTOR_MS);

/** The rule that keeps `userId`, an approver, from deciding what `requesterIds` asked for; undefined when none does. */
function rule(userId: string, requesterIds: readonly string[], lines: readonly string[], now = DAYS_LATER) {
  return denialOf(factsOf(requesterIds, lines), { userId, role: "approver" }, now)?.rule;
}

function factsOf(requesterIds: readonly string[], lines: readonly string[]): DecidingFacts {
  return {
    requesterIds,
    pusherIds: [],
    changes: changes(...lines),
    issuers: new Map(),
    selfApprovalAllowed: false,
    unconfirmedAllowed: false,
  };
}

describe("who decides a release", () => {
  it("owners, admins and approvers decide what others asked for", () => {
    const facts = factsOf(["dora"], []);
    const able = ROLES.filter((role) => denialOf(facts, { userId: "anna", role }, DAYS_LATER) === undefined);
    expect(able).toEqual(["owner", "admin", "approver"]);
    expect(ROLES.filter(canDecide)).toEqual(able);
    expect(denialOf(facts, { userId: "anna", role: undefined }, DAYS_LATER)?.rule).toBe("role");
  });

  it("no requester decides, and no one whose account on GitHub pushed the commit", () => {
    expect(rule("anna", ["dora", "anna"], [])).toBe("requester");
    const pushed = { ...factsOf(["dora"], []), pusherIds: ["anna"] };
    expect(denialOf(pushed, { userId: "anna", role: "owner" }, DAYS_LATER)?.rule).toBe("pusher");
  });

  it.each(["added", "role", "link"])("no one decides for a requester after '%s' by that requester", (kind) => {
    expect(rule("anna", ["olga"], [`olga ${kind} anna`])).toBe("held");
    expect(rule("anna", ["dora", "olga"], [`olga ${kind} anna`])).toBe("held");
    expect(rule("anna", ["dora"], [`olga ${kind} anna`])).toBeUndefined();
    expect(rule("anna", ["olga"], [`operator ${kind} anna`])).toBeUndefined();
  });

  it("a chain of people reaches as far as it goes, in the order it happened", () => {
    const chain = ["olga added bert", "bert added cleo", "cleo role anna"];
    expect(rule("anna", ["olga"], chain)).toBe("held");
    expect(rule("anna", ["bert"], chain)).toBe("held");
    // Whom Bert added before Olga had a hold on him is not hers.
    expect(rule("cleo", ["olga"], ["bert added cleo", "olga link bert"])).toBeUndefined();
    expect(rule("cleo", ["olga"], ["bert added cleo", "olga link bert", "bert link cleo"])).toBe("held");
  });

  it("one who has a hold on a requester, or on both, is no second person", () => {
    expect(rule("olga", ["dora"], ["olga added dora"])).toBe("held");
    expect(rule("anna", ["dora"], ["olga added dora", "olga added anna"])).toBe("held");
    expect(rule("anna", ["dora"], ["olga added dora", "olga link anna"])).toBe("held");
    expect(rule("anna", ["dora"], ["olga added dora", "otto added anna"])).toBeUndefined();
    // A role is no account: Olga cannot ask as Dora.
    expect(rule("olga", ["dora"], ["olga role dora"])).toBeUndefined();
  });

  it("a confirmation by an independent owner or the operator lasts until the next change", () => {
    const added = "olga added anna";
    expect(rule("anna", ["olga"], [added, "otto confirmed anna"])).toBeUndefined();
    expect(rule("anna", ["olga"], [added, "operator confirmed anna"])).toBeUndefined();
    expect(rule("anna", ["olga"], ["otto confirmed anna", added])).toBe("held");
    expect(rule("anna", ["olga"], [added, "otto confirmed anna", "olga link anna"])).toBe("held");
    expect(rule("olga", ["dora"], ["olga added dora", "otto confirmed dora"])).toBeUndefined();
  });

  it("no requester confirms, nor the member, nor anyone a requester has a hold on", () => {
    const added = "olga added anna";
    expect(rule("anna", ["olga"], [added, "olga confirmed anna"])).toBe("held");
    expect(rule("anna", ["olga", "otto"], [added, "otto confirmed anna"])).toBe("held");
    expect(rule("anna", ["olga"], [added, "anna confirmed anna"])).toBe("held");
    const puppets = ["olga added anna", "olga added bert", "anna confirmed bert", "bert confirmed anna"];
    expect(rule("anna", ["olga"], puppets)).toBe("held");
    expect(rule("bert", ["olga"], puppets)).toBe("held");
    expect(rule("anna", ["bert"], puppets)).toBe("held");
    expect(rule("anna", ["olga"], ["olga link otto", added, "otto confirmed anna"])).toBe("held");
  });

  it("the operator's link or role confirms no one, and adding a member again does", () => {
    for (const kind of ["link", "role"])
      expect(rule("anna", ["olga"], ["olga added anna", `operator ${kind} anna`])).toBe("held");
    expect(rule("anna", ["olga"], ["olga added anna", "operator added anna"])).toBeUndefined();
  });

  it("confirming one person does not confirm those they added before", () => {
    const lines = ["olga added bert", "bert added anna", "otto confirmed bert"];
    expect(rule("bert", ["olga"], lines)).toBeUndefined();
    expect(rule("anna", ["olga"], lines)).toBe("held");
  });

  it("a new factor decides after a day or after a confirmation, which its owner cannot give", () => {
    const lines = ["anna factor anna"];
    expect(rule("anna", ["dora"], lines, at(NEW_FACTOR_MS - 1))).toBe("new_factor");
    expect(rule("anna", ["dora"], lines, at(NEW_FACTOR_MS))).toBeUndefined();
    expect(rule("anna", ["dora"], [...lines, "otto confirmed anna"], at(5_000))).toBeUndefined();
    expect(rule("anna", ["dora"], [...lines, "anna confirmed anna"], at(5_000))).toBe("new_factor");
    expect(rule("anna", ["dora", "otto"], [...lines, "otto confirmed anna"], at(5_000))).toBe("new_factor");
    expect(rule("anna", ["dora"], ["otto confirmed anna", ...lines], at(5_000))).toBe("new_factor");
    // The password of an owner alone does not make a confirmation: their new factor waits too.
    const stolen = ["otto factor otto", "anna factor anna", "otto confirmed anna"];
    expect(rule("anna", ["dora"], stolen, at(5_000))).toBe("new_factor");
  });

  it("what the operator relaxes is relaxed, and no more", () => {
    const facts = factsOf(["olga"], ["olga added anna", "bert factor bert"]);
    const of = (userId: string, relaxed: Partial<DecidingFacts>) =>
      denialOf({ ...facts, pusherIds: ["pia"], ...relaxed }, { userId, role: "owner" }, at(2_000))?.rule;
    const everyone = ["olga", "anna", "bert", "pia"];
    expect(everyone.map((one) => of(one, {}))).toEqual(["requester", "held", "new_factor", "pusher"]);
    expect(everyone.map((one) => of(one, { unconfirmedAllowed: true }))).toEqual([
      "requester",
      undefined,
      undefined,
      "pusher",
    ]);
    expect(everyone.map((one) => of(one, { selfApprovalAllowed: true }))).toEqual([
      undefined,
      undefined,
      "new_factor",
      undefined,
    ]);
  });
});

describe("unconfirmedOf", () => {
  it("lists who has a hold on each member, and since when a new factor waits", () => {
    const lines = ["olga added bert", "bert role anna", "otto confirmed bert", "bert factor bert"];
    const found = unconfirmedOf(["olga", "bert", "anna"], changes(...lines), at(4_000));
    expect(Object.fromEntries(found)).toEqual({
      olga: { heldBy: [], factorSince: undefined, joined: false },
      bert: { heldBy: [], factorSince: at(3_000), joined: false },
      anna: { heldBy: ["olga", "bert"], factorSince: undefined, joined: false },
    });
  });
});

describe("denialText", () => {
  const naming = { deciderId: "anna", nameOf: (userId: string) => ({ olga: "Olga", dora: "Dora" })[userId] };
  const held = (line: string) => {
    const [change] = changes(line);
    return change ? denialText({ rule: "held", change }, naming) : "";
  };

  it("names the person, their change and who can confirm it", () => {
    expect(held("olga link anna")).toMatch(/^Olga made a setup link for you, so .* may be one person\./);
    expect(held("anna added dora")).toMatch(/^You added Dora, .*An owner who has no part in it confirms Dora/);
    expect(held("gone role gone")).toMatch(/^A former member changed the role of a former member/);
    expect(held("olga added anna")).toContain("greenroom admin member confirm");
  });
});
