import { describe, expect, it } from "vitest";
import { ROLES } from "../../../packages/contract/index.ts";
import { canDecide, canDevelop } from "../../../packages/service/domain/roles.ts";
import {
  type Candidate,
  denialOf,
  denialText,
  isRequested,
  relaxationText,
  type ReleaseFacts,
} from "../../../packages/service/domain/two-people.ts";

/** An account, as "olga", or "olga+rob" where rob may act as olga; an unconfirmed one ends with a question mark. */
function person(text: string) {
  const [account = "", ...holders] = text.replace("?", "").split("+");
  const people = new Set([account, ...holders]);
  return { account, people, epoch: 1, confirmed: people.size === 1 && !text.endsWith("?") };
}

interface Case {
  /** Who requested, with whom else may have acted as them then. */
  readonly requests: readonly string[];
  /** The active members, as they are now. */
  readonly members: readonly string[];
  readonly decider?: Candidate;
  readonly relaxed?: Partial<ReleaseFacts["relaxations"]>;
}

function factsOf({ requests, members, relaxed = {} }: Case): ReleaseFacts {
  return {
    requestActs: requests.map(person),
    standings: new Map(members.map((text) => [person(text).account, person(text)])),
    relaxations: { onePerson: false, unconfirmed: false, rollBack: false, ...relaxed },
  };
}

const ANNA: Candidate = { userId: "anna", role: "approver" };

describe("the rule of two people", () => {
  it.each<[string, Case, ReturnType<typeof denialOf>]>([
    ["a confirmed member decides what another requested", { requests: ["rob"], members: ["rob", "anna"] }, undefined],
    ["no requester decides", { requests: ["rob", "anna"], members: ["rob", "anna"] }, { rule: "requester" }],
    [
      "nobody decides who could act as a requester",
      { requests: ["vera+anna"], members: ["vera", "anna"] },
      { rule: "holder", requester: "vera" },
    ],
    [
      "nor when the requester is confirmed afterwards: what was so then stays",
      { requests: ["rob", "vera+olga+anna"], members: ["rob", "vera", "olga", "anna"] },
      { rule: "holder", requester: "vera" },
    ],
    [
      "who could act as another member who requested nothing decides",
      { requests: ["rob"], members: ["rob", "vera+anna", "anna"] },
      undefined,
    ],
    [
      "nobody decides whom a requester could act as",
      { requests: ["rob"], members: ["rob", "anna+rob"] },
      { rule: "unconfirmed" },
    ],
    [
      "nor whom somebody else could act as",
      { requests: ["rob"], members: ["rob", "anna+olga", "olga"] },
      { rule: "unconfirmed" },
    ],
    ["nor with an unconfirmed factor", { requests: ["rob"], members: ["rob", "anna?"] }, { rule: "unconfirmed" }],
    ["who is confirmed now decides", { requests: ["rob"], members: ["rob", "anna"] }, undefined],
    [
      "a developer does not decide",
      { requests: ["rob"], members: ["rob", "anna"], decider: { userId: "anna", role: "developer" } },
      { rule: "role" },
    ],
    [
      "nor does who is no member",
      { requests: ["rob"], members: ["rob"], decider: { userId: "anna", role: undefined } },
      { rule: "role" },
    ],
    [
      "where one person may release, a requester decides",
      { requests: ["anna"], members: ["anna"], relaxed: { onePerson: true } },
      undefined,
    ],
    [
      "within their role",
      {
        requests: ["anna"],
        members: ["anna"],
        decider: { userId: "anna", role: "developer" },
        relaxed: { onePerson: true },
      },
      { rule: "role" },
    ],
    [
      "and confirmed",
      { requests: ["anna+rob"], members: ["anna+rob"], relaxed: { onePerson: true } },
      { rule: "unconfirmed" },
    ],
    [
      "where unconfirmed members may decide, whom a requester could act as decides",
      { requests: ["rob"], members: ["rob", "anna+rob?"], relaxed: { unconfirmed: true } },
      undefined,
    ],
    [
      "but not a requester",
      { requests: ["anna"], members: ["anna"], relaxed: { unconfirmed: true } },
      { rule: "requester" },
    ],
  ])("%s", (_, of, denial) => {
    expect(denialOf(factsOf(of), of.decider ?? ANNA)).toEqual(denial);
  });

  it("a release is requested while one of those who requested it is a member", () => {
    expect(isRequested(factsOf({ requests: [], members: ["rob"] }))).toBe(false);
    expect(isRequested(factsOf({ requests: ["rob", "vera"], members: ["vera", "anna"] }))).toBe(true);
    expect(isRequested(factsOf({ requests: ["rob"], members: ["anna"] }))).toBe(false);
  });

  it("owners, admins and approvers request and decide, developers only request, viewers do neither", () => {
    expect(ROLES.filter(canDecide)).toEqual(["owner", "admin", "approver"]);
    expect(ROLES.filter(canDevelop)).toEqual(["owner", "admin", "approver", "developer"]);
    expect([canDecide(undefined), canDevelop(undefined)]).toEqual([false, false]);
  });

  it("each denial says what to do, and each relaxation what it allows", () => {
    const name = (userId: string) => (userId === "vera" ? "Vera" : undefined);
    expect(denialText({ rule: "requester" }, name)).toMatch(/another member must decide/);
    expect(denialText({ rule: "holder", requester: "vera" }, name)).toMatch(/as Vera .* Another member must/);
    expect(denialText({ rule: "holder", requester: "gone" }, name)).toMatch(/as a former member/);
    expect(denialText({ rule: "role" }, name)).toMatch(/owner, admin or approver/);
    expect(denialText({ rule: "unconfirmed" }, name)).toMatch(/confirms you on the members page/);
    expect(relaxationText({ onePerson: false, unconfirmed: false, rollBack: false })).toBe(null);
    expect(relaxationText({ onePerson: true, unconfirmed: true, rollBack: false })).toBe(
      "requesters to decide and unconfirmed members to decide",
    );
  });
});
