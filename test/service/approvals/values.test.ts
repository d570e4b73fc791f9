import { describe, expect, it } from "vitest";
import { APPROVAL_STATUSES, ROLES } from "../../../packages/contract/index.ts";
import {
  APPROVED_LIFETIME_MS,
  canRequest,
  type DecisionInput,
  decisionOutcome,
  PENDING_LIFETIME_MS,
  statusAt,
  supersedes,
  webApprovalUrl,
} from "../../../packages/service/domain/approval.ts";
import { canDecide, type DecidingFacts } from "../../../packages/service/domain/deciders.ts";

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

describe("canDecide and canRequest", () => {
  it("approvers and above decide, developers and above request, others do neither", () => {
    expect(ROLES.filter(canDecide)).toEqual(["owner", "admin", "approver"]);
    expect(ROLES.filter(canRequest)).toEqual(["owner", "admin", "approver", "developer"]);
    expect([canDecide(undefined), canRequest(undefined)]).toEqual([false, false]);
  });
});

describe("statusAt", () => {
  it("a pending request is expired from its last instant on, any other status stays", () => {
    expect(statusAt({ status: "pending", expiresAt: LATER }, NOW)).toBe("pending");
    expect(statusAt({ status: "pending", expiresAt: NOW }, NOW)).toBe("expired");
    expect(statusAt({ status: "pending", expiresAt: NOW }, LATER)).toBe("expired");
    for (const status of APPROVAL_STATUSES.filter((one) => one !== "pending")) {
      expect(statusAt({ status, expiresAt: NOW }, LATER)).toBe(status);
    }
  });
});

describe("supersedes", () => {
  const newer = { siteId: "s", deploymentId: "dep_2", branch: "main", createdAt: NOW, announced: true };

  it.each([
    ["another source of the branch", { deploymentId: "dep_1" }, true],
    ["the same source", {}, false],
    ["a source of another branch", { deploymentId: "dep_1", branch: "other" }, false],
    ["a source without a branch", { deploymentId: "dep_1", branch: null }, false],
    ["a source of another site", { deploymentId: "dep_1", siteId: "t" }, false],
  ] as const)("%s", (_, older, gives) => {
    expect(supersedes(newer, { ...newer, ...older })).toBe(gives);
  });

  it.each([
    ["asked for, to an older preview that is asked for", true, true, LATER, true],
    ["asked for, to a newer preview that is prepared", true, false, LATER, false],
    ["prepared, to a newer preview that is asked for", false, true, LATER, true],
    ["prepared, to a newer preview that is prepared", false, false, LATER, true],
    ["prepared, to an older preview that is asked for", false, true, EARLIER, false],
    ["prepared, to an older preview that is prepared", false, false, EARLIER, false],
    ["asked for, to an older preview that is asked for later", true, true, EARLIER, true],
  ])("what is %s, gives way: %s", (_, olderAnnounced, newerAnnounced, createdAt, gives) => {
    const older = { ...newer, deploymentId: "dep_1", announced: olderAnnounced };
    expect(supersedes({ ...newer, createdAt, announced: newerAnnounced }, older)).toBe(gives);
  });

  it("a source without a branch supersedes nothing", () => {
    const older = { ...newer, deploymentId: "dep_1" };
    expect(supersedes({ ...newer, branch: null }, { ...older, branch: null })).toBe(false);
  });
});

const confirmed = (account: string) => ({ account, epoch: 1, confirmed: true, people: new Set([account]) });

describe("decisionOutcome", () => {
  const facts: DecidingFacts = {
    requesterIds: ["asker", "second"],
    pusherIds: [],
    standings: new Map(["asker", "second", "decider", "another"].map((account) => [account, confirmed(account)])),
    selfApprovalAllowed: false,
    unconfirmedAllowed: false,
  };
  const pending = { status: "pending", expiresAt: LATER, announced: true, facts, decidedBy: null } as const;
  const input: DecisionInput = {
    decision: "approve",
    decider: { userId: "decider", role: "approver" },
    request: pending,
    sourceUnchanged: true,
    withinLiveSiteLimit: true,
    at: NOW,
  };
  const outcome = (changes: Partial<DecisionInput>) => decisionOutcome({ ...input, ...changes });
  const error = (code: string) => expect.objectContaining({ kind: "error", code });

  it("of several errors, the one that reveals least is returned", () => {
    const second = { ...confirmed("second"), confirmed: false, people: new Set(["second", "decider"]) };
    const held = { ...facts, standings: new Map([...facts.standings, ["second", second]]) };
    const all = {
      decider: { userId: "asker", role: "viewer" },
      request: { ...pending, facts: held, expiresAt: NOW },
      sourceUnchanged: false,
      withinLiveSiteLimit: false,
    } as const;
    expect(outcome({ ...all, request: undefined })).toEqual(error("not_found"));
    expect(outcome(all)).toEqual(error("self_approval_forbidden"));
    expect(outcome({ ...all, decider: { userId: "decider", role: "viewer" } })).toEqual(error("forbidden_role"));
    const decider = { ...all, decider: input.decider };
    expect(outcome(decider)).toEqual(error("self_approval_forbidden"));
    const free = { ...decider, request: { ...pending, expiresAt: NOW } };
    expect(outcome(free)).toEqual(error("approval_already_decided"));
    const prepared = { ...pending, announced: false };
    expect(outcome({ ...free, request: { ...prepared, expiresAt: NOW } })).toEqual(error("approval_already_decided"));
    expect(outcome({ ...free, request: prepared })).toEqual(error("approval_not_requested"));
    expect(outcome({ ...free, request: pending })).toEqual(error("source_deployment_not_ready"));
    const unchanged = { ...free, request: pending, sourceUnchanged: true };
    expect(outcome(unchanged)).toEqual(error("live_site_limit_reached"));
    expect(outcome({ ...unchanged, withinLiveSiteLimit: true })).toEqual({ kind: "change", to: "approved" });
  });

  it("a release that no one asked for is neither approved nor rejected, by any role", () => {
    for (const decision of ["approve", "reject"] as const) {
      for (const selfApprovalAllowed of [false, true]) {
        const request = { ...pending, facts: { ...facts, selfApprovalAllowed }, announced: false };
        expect(outcome({ request, decision })).toEqual(error("approval_not_requested"));
      }
    }
  });

  it("no requester decides, whichever of them asked first", () => {
    for (const userId of ["asker", "second"]) {
      expect(outcome({ decider: { userId, role: "owner" } })).toEqual(error("self_approval_forbidden"));
    }
  });

  it("a rejection depends on neither the source nor the limit of live sites", () => {
    const rejected = { kind: "change", to: "rejected" };
    expect(outcome({ decision: "reject", sourceUnchanged: false, withinLiveSiteLimit: false })).toEqual(rejected);
  });

  it("where self-approval is allowed the requester decides, within their role", () => {
    const request = { ...pending, facts: { ...facts, selfApprovalAllowed: true } };
    const own = { request, decider: { userId: "asker", role: "approver" } } as const;
    expect(outcome(own)).toEqual({ kind: "change", to: "approved" });
    expect(outcome({ ...own, decider: { userId: "asker", role: "developer" } })).toEqual(error("forbidden_role"));
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
