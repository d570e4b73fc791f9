import { describe, expect, it } from "vitest";
import { APPROVAL_STATUSES, ROLES } from "../../../packages/contract/index.ts";
import {
  APPROVED_LIFETIME_MS,
  canOverride,
  type DecisionInput,
  decisionOutcome,
  PENDING_LIFETIME_MS,
  statusAt,
  supersedes,
  webApprovalUrl,
} from "../../../packages/service/domain/approval.ts";
import type { ReleaseFacts } from "../../../packages/service/domain/two-people.ts";

const NOW = "2026-11-01T09:00:00.000Z";
const LATER = "2026-11-01T09:00:00.001Z";
const EARLIER = "2026-11-01T08:59:59.999Z";

describe("the times of a request", () => {
  it("are seven days to decide and one hour to release", () => {
    expect([PENDING_LIFETIME_MS, APPROVED_LIFETIME_MS]).toEqual([604_800_000, 3_600_000]);
  });
});

describe("webApprovalUrl", () => {
  it("leads to the screen of the request", () => {
    expect(webApprovalUrl("https://console.example", "apr_1")).toBe("https://console.example/app/approvals/apr_1");
  });
});

describe("statusAt", () => {
  it("a pending request is expired from its last instant on, any other status stays", () => {
    expect(statusAt({ status: "pending", expires_at: LATER }, NOW)).toBe("pending");
    expect(statusAt({ status: "pending", expires_at: NOW }, NOW)).toBe("expired");
    expect(statusAt({ status: "pending", expires_at: NOW }, LATER)).toBe("expired");
    for (const status of APPROVAL_STATUSES.filter((one) => one !== "pending")) {
      expect(statusAt({ status, expires_at: NOW }, LATER)).toBe(status);
    }
  });
});

describe("supersedes", () => {
  const newer = {
    site_id: "s",
    source_deployment_id: "dep_2",
    branch: "main",
    source_created_at: NOW,
    requested_at: NOW,
    intent: "release",
  } as const;

  it.each([
    ["another source of the branch", { source_deployment_id: "dep_1" }, true],
    ["the same source", {}, false],
    ["a source of another branch", { source_deployment_id: "dep_1", branch: "other" }, false],
    ["a source without a branch", { source_deployment_id: "dep_1", branch: null }, false],
    ["a source of another site", { source_deployment_id: "dep_1", site_id: "t" }, false],
  ] as const)("%s", (_, older, gives) => {
    expect(supersedes(newer, { ...newer, ...older })).toBe(gives);
  });

  const REQUESTED = { requested_at: NOW, intent: "release" } as const;
  const TO_RELEASE = { requested_at: null, intent: "release" } as const;
  const LINK = { requested_at: null, intent: "prepare" } as const;

  it.each([
    ["requested, to an older preview that is requested later", REQUESTED, REQUESTED, EARLIER, true],
    ["requested, to a newer preview that is requested", REQUESTED, REQUESTED, LATER, true],
    ["requested, to a newer preview that waits for a request", REQUESTED, TO_RELEASE, LATER, false],
    ["requested, to a newer preview with a link", REQUESTED, LINK, LATER, false],
    ["waiting for a request, to a newer preview that is requested", TO_RELEASE, REQUESTED, LATER, true],
    ["waiting for a request, to a newer preview that waits for one", TO_RELEASE, TO_RELEASE, LATER, true],
    ["waiting for a request, to a newer preview with a link", TO_RELEASE, LINK, LATER, false],
    ["waiting for a request, to an older preview that is requested", TO_RELEASE, REQUESTED, EARLIER, false],
    ["a link, to a newer preview that is requested", LINK, REQUESTED, LATER, true],
    ["a link, to a newer preview that waits for a request", LINK, TO_RELEASE, LATER, true],
    ["a link, to a newer preview with a link", LINK, LINK, LATER, true],
    ["a link, to an older preview with a link", LINK, LINK, EARLIER, false],
    ["a link, to a preview of the same instant", LINK, LINK, NOW, false],
  ])("what is %s, gives way: %s", (_, olderState, newerState, createdAt, gives) => {
    const older = { ...newer, source_deployment_id: "dep_1", ...olderState };
    expect(supersedes({ ...newer, source_created_at: createdAt, ...newerState }, older)).toBe(gives);
  });

  it("a source without a branch supersedes nothing", () => {
    const older = { ...newer, source_deployment_id: "dep_1" };
    expect(supersedes({ ...newer, branch: null }, { ...older, branch: null })).toBe(false);
  });
});

describe("canOverride", () => {
  it.each([
    ["nobody", []],
    ["approvers", ["owner", "admin", "approver"]],
    ["admins", ["owner", "admin"]],
    [null, ["owner", "admin"]],
  ] as const)("the setting %s lets %j approve what comments block", (setting, roles) => {
    const members = ROLES.filter((role) => canOverride(setting, role));
    expect(members.toSorted()).toEqual(roles.toSorted());
    expect(canOverride(setting, undefined)).toBe(false);
  });
});

describe("decisionOutcome", () => {
  const confirmed = (account: string) =>
    [account, { account, epoch: 1, confirmed: true, people: new Set([account]) }] as const;
  const facts: ReleaseFacts = {
    requestActs: ["asker", "second"].map((account) => ({ account, people: new Set([account]) })),
    standings: new Map(["asker", "second", "decider", "another"].map(confirmed)),
    relaxations: { onePerson: false, unconfirmed: false, rollBack: false },
  };
  const pending = { status: "pending", expires_at: LATER, facts, decidedBy: undefined } as const;
  const unrequested = { ...facts, requestActs: [] };
  const input: DecisionInput = {
    decision: "approve",
    decider: { userId: "decider", role: "approver" },
    request: pending,
    sourceUnchanged: true,
    withinLiveSiteLimit: true,
    allViewed: true,
    blocked: false,
    at: NOW,
  };
  const outcome = (changes: Partial<DecisionInput>) => decisionOutcome({ ...input, ...changes });
  const error = (code: string) => expect.objectContaining({ kind: "error", code });

  it("of several errors, the one that reveals least is returned", () => {
    const held = { ...facts, requestActs: [{ account: "second", people: new Set(["second", "decider"]) }] };
    const all = {
      decider: { userId: "asker", role: "viewer" },
      request: {
        ...pending,
        facts: { ...facts, requestActs: [...facts.requestActs, ...held.requestActs] },
        expires_at: NOW,
      },
      sourceUnchanged: false,
      withinLiveSiteLimit: false,
      allViewed: false,
      blocked: true,
    } as const;
    expect(outcome(all)).toEqual(error("self_approval_forbidden"));
    const viewer = { userId: "decider", role: "viewer" } as const;
    expect(outcome({ ...all, decider: viewer })).toEqual(error("self_approval_forbidden"));
    const free = { ...all, decider: input.decider, request: { ...pending, expires_at: NOW } };
    expect(outcome({ ...free, decider: viewer })).toEqual(error("forbidden_role"));
    expect(outcome({ ...free, decider: { userId: "stranger", role: "owner" } })).toEqual(error("forbidden_role"));
    expect(outcome(free)).toEqual(error("approval_already_decided"));
    const prepared = { ...pending, facts: unrequested };
    expect(outcome({ ...free, request: { ...prepared, expires_at: NOW } })).toEqual(error("approval_already_decided"));
    expect(outcome({ ...free, request: prepared })).toEqual(error("approval_not_requested"));
    expect(outcome({ ...free, request: pending, decision: "reject" })).toEqual({ kind: "change", to: "rejected" });
    expect(outcome({ ...free, request: pending })).toEqual(error("source_deployment_not_ready"));
    const unchanged = { ...free, request: pending, sourceUnchanged: true };
    expect(outcome(unchanged)).toEqual(error("live_site_limit_reached"));
    const within = { ...unchanged, withinLiveSiteLimit: true };
    expect(outcome(within)).toEqual(error("pages_not_viewed"));
    expect(outcome({ ...within, allViewed: true })).toEqual(error("approval_blocked"));
    expect(outcome({ ...within, allViewed: true, blocked: false })).toEqual({ kind: "change", to: "approved" });
  });

  it("a release that no member requested is neither approved nor rejected, by any role", () => {
    const left = [{ account: "left", people: new Set(["left"]) }];
    for (const decision of ["approve", "reject"] as const) {
      for (const onePerson of [false, true]) {
        for (const requests of [[], left]) {
          const relaxations = { ...facts.relaxations, onePerson };
          const of = { ...facts, requestActs: requests, relaxations };
          expect(outcome({ request: { ...pending, facts: of }, decision })).toEqual(error("approval_not_requested"));
        }
      }
    }
  });

  it.each([
    ["approved", "approve"],
    ["published", "approve"],
    ["rejected", "reject"],
  ] as const)("who made a request %s repeats that and nothing else", (status, decision) => {
    const request = { ...pending, status, decidedBy: "decider" };
    const other = decision === "approve" ? "reject" : "approve";
    expect(outcome({ request, decision })).toEqual({ kind: "repeat" });
    expect(outcome({ request, decision: other })).toEqual(error("approval_already_decided"));
    const another = { userId: "another", role: "approver" } as const;
    expect(outcome({ request, decision, decider: another })).toEqual(error("approval_already_decided"));
  });

  it("a status without a decision repeats none", () => {
    for (const status of ["expired", "superseded"] as const) {
      for (const decision of ["approve", "reject"] as const) {
        const request = { ...pending, status, decidedBy: "decider" };
        expect(outcome({ request, decision })).toEqual(error("approval_already_decided"));
      }
    }
  });
});
