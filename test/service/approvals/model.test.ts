import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApprovalStatus, type Role, ROLES } from "../../../packages/contract/index.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { APPROVED_LIFETIME_MS, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { expireApprovals, findApproval, toApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { decideApproval, markPublished } from "../../../packages/service/store/approvals/decisions.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { addMember, removeMember } from "../../../packages/service/store/people/users.ts";
import { runCount } from "../../adversarial/run-count.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeSite,
  makeWorkspace,
  openContext,
  signIn,
  stepUp,
  type TestContext,
} from "./fixture.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

const HISTORIES = runCount("HISTORIES", 100);
/** Catches a hang only: on a server, on a busy machine, a history takes seconds. */
const HISTORY_LIMIT_MS = 10_000;
const HOUR_MS = 3_600_000;
const DECIDING: readonly (Role | undefined)[] = ["owner", "admin", "approver"];

const person = fc.nat(4);
const request = fc.nat(5);
const decision = fc.constantFrom("approve" as const, "reject" as const);

const Command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("ask" as const), person, source: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      person,
      request,
      decision,
      steppedUp: fc.boolean().map((no) => !no),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("begin" as const), request }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("end" as const), request, ready: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("turn" as const), hours: fc.constantFrom(0.2, 0.2, 1, 24, 7 * 24) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("role" as const),
      person,
      role: fc.option(fc.constantFrom(...ROLES), { nil: undefined }),
    }),
  },
);

type Command = typeof Command extends fc.Arbitrary<infer Value> ? Value : never;

/** A request as the model expects it. */
interface Expected {
  readonly id: string;
  readonly source: number;
  readonly originator: number;
  /** Everyone who asked. */
  readonly requesters: Set<number>;
  status: ApprovalStatus;
  expiresAtMs: number;
  decidedBy?: number;
  queuedAtMs?: number;
  release?: "queued" | "building" | "ready" | "failed" | "canceled";
}

/** The service, and beside it a model of the rules in their simplest form. */
async function openHistory(context: TestContext) {
  const workspace = await makeWorkspace(context);
  const { workspaceId } = workspace;
  const people: SessionActor[] = [];
  for (const role of ROLES) people.push(await makeMember(context, workspaceId, role));
  const sites = [await makeSite(context, workspace), await makeSite(context, workspace)];
  const branches = [
    { siteId: sites[0] ?? "", branch: "main" },
    { siteId: sites[0] ?? "", branch: "main" },
    { siteId: sites[0] ?? "", branch: "feature" },
    { siteId: sites[1] ?? "", branch: "main" },
  ];
  const sources = [];
  for (const { siteId, branch } of branches) {
    sources.push({ siteId, branch, id: await makeDeployment(context, { workspaceId, siteId }, { branch }) });
  }
  const roles: (Role | undefined)[] = [...ROLES];
  const expected: Expected[] = [];
  return { context, workspaceId, people, sources, roles, expected };
}

type History = Awaited<ReturnType<typeof openHistory>>;

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

const isExpired = (request: Expected, nowMs: number) => request.status === "pending" && request.expiresAtMs <= nowMs;

async function ask(history: History, command: Extract<Command, { kind: "ask" }>) {
  const { context, expected, sources, roles } = history;
  const now = context.clock.now();
  const source = at(sources, command.source);
  const wanted = { siteId: source.siteId, sourceDeploymentId: source.id };
  const asking = requestAsPerson(context, at(history.people, command.person), wanted);
  const role = roles[command.person];
  if (role === undefined || role === "viewer") return expect(await codeOf(asking)).toBe("forbidden_role");
  const { id } = await asking;
  for (const older of expected) if (isExpired(older, now)) older.status = "expired";
  const open = expected.find((older) => older.source === command.source && older.status === "pending");
  if (open) {
    open.requesters.add(command.person);
    return expect(id).toBe(open.id);
  }
  for (const older of expected) {
    const { siteId, branch } = at(sources, older.source);
    const same = siteId === source.siteId && branch === source.branch;
    if (same && older.status === "pending") older.status = "superseded";
  }
  expected.push({
    id,
    source: command.source,
    originator: command.person,
    requesters: new Set([command.person]),
    status: "pending",
    expiresAtMs: now + PENDING_LIFETIME_MS,
  });
}

async function decide(history: History, command: Extract<Command, { kind: "decide" }>) {
  const { context, expected, roles } = history;
  const now = context.clock.now();
  // One past the end is a request that does not exist.
  const request = expected[command.request % (expected.length + 1)];
  const session = await signIn(context, at(history.people, command.person));
  const requestId = request?.id ?? "apr_none";
  if (command.steppedUp) await stepUp(context, session, command.decision, requestId);
  const made = { requestId, decision: command.decision, notes: "because" };
  const code = await codeOf(decideApproval(context, session, made));
  if (!request) return expect(code).toBe("not_found");
  if (request.requesters.has(command.person)) return expect(code).toBe("self_approval_forbidden");
  if (!DECIDING.includes(roles[command.person])) return expect(code).toBe("forbidden_role");
  const before = { approved: "approve", published: "approve", rejected: "reject" } as Record<string, string>;
  const repeated = request.decidedBy === command.person && before[request.status] === command.decision;
  if (repeated) return expect(code).toBe("none");
  if (isExpired(request, now)) request.status = "expired";
  if (request.status !== "pending") return expect(code).toBe("approval_already_decided");
  const requested = [...request.requesters].some((person) => roles[person] !== undefined);
  if (!requested) return expect(code).toBe("approval_not_requested");
  if (!command.steppedUp) return expect(code).toBe("step_up_required");
  expect(code).toBe("none");
  request.decidedBy = command.person;
  request.status = command.decision === "approve" ? "approved" : "rejected";
  if (command.decision === "approve") {
    request.release = "queued";
    request.queuedAtMs = now;
    request.expiresAtMs = now + APPROVED_LIFETIME_MS;
  }
}

/** What the pipeline does with a release. */
async function work(history: History, command: Extract<Command, { kind: "begin" | "end" }>) {
  const { context, expected } = history;
  const from = command.kind === "begin" ? "queued" : "building";
  const waiting = expected.filter(({ release }) => release === from);
  const request = waiting[command.request % (waiting.length || 1)];
  if (!request) return;
  const { siteId } = at(history.sources, request.source);
  const overtaken = expected.some(
    (other) =>
      other.release === "ready" &&
      at(history.sources, other.source).siteId === siteId &&
      (other.queuedAtMs ?? 0) > (request.queuedAtMs ?? 0),
  );
  const to = command.kind === "begin" ? "building" : command.ready && !overtaken ? "ready" : "failed";
  const view = await findApproval(context.db, history.workspaceId, request.id);
  const deploymentId = view?.deployment_id ?? "";
  await inDatabase(context.db, async (tx) => {
    if (command.kind === "end" && command.ready) {
      const published = await markPublished(tx, deploymentId);
      expect(published).toBe(overtaken ? "overtaken" : "published");
    }
    expect(await transition(tx, deploymentId, { from, to })).toBeDefined();
  });
  request.release = to;
  if (to === "ready") request.status = "published";
}

async function sweep({ context, expected }: History) {
  for (let ended = 1; ended > 0;) ended = await expireApprovals(context);
  const now = context.clock.now();
  for (const request of expected) {
    if (isExpired(request, now)) request.status = "expired";
    if (request.status !== "approved") continue;
    const late = request.release === "queued" && request.expiresAtMs <= now;
    if (late) request.release = "canceled";
    if (late || request.release === "failed") request.status = "expired";
  }
}

async function changeRole(
  { context, people, roles, workspaceId }: History,
  command: Extract<Command, { kind: "role" }>,
) {
  const { userId } = at(people, command.person);
  const { role } = command;
  await inDatabase(context.db, (tx) =>
    role === undefined
      ? removeMember(tx, { workspaceId, userId }).then(() => undefined)
      : addMember(tx, { workspaceId, userId, role }),
  );
  roles[command.person] = role;
}

async function run(history: History, command: Command): Promise<void> {
  switch (command.kind) {
    case "ask":
      await ask(history, command);
      break;
    case "decide":
      await decide(history, command);
      break;
    case "begin":
    case "end":
      await work(history, command);
      break;
    case "turn":
      history.context.turn(command.hours * HOUR_MS);
      break;
    case "sweep":
      await sweep(history);
      break;
    case "role":
      await changeRole(history, command);
  }
}

/** What must hold after every step. */
async function check({ context, workspaceId, expected, sources, people }: History) {
  const now = context.clock.now();
  for (const request of expected) {
    const view = await findApproval(context.db, workspaceId, request.id);
    if (!view) throw new Error("a request vanished");
    const record = toApproval(view, context.addresses, context.at());
    expect(record.status).toBe(isExpired(request, now) ? "expired" : request.status);
    expect(record.decidedBy?.id).toBe(
      request.decidedBy === undefined ? undefined : at(people, request.decidedBy).userId,
    );
    expect(record.originatingUserId).toBe(at(people, request.originator).userId);
    const requesters = [...request.requesters].map((person) => at(people, person).userId);
    expect([...new Set(record.requesters?.map(({ userId }) => userId))]).toEqual(requesters);
    expect(requesters).not.toContain(record.decidedBy?.id);
  }
  const releases = await context.db
    .selectFrom("deployments")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", "production")
    .execute();
  const found = releases.map((row) => [row.approval_request_id, row.source_deployment_id, row.status].join(" "));
  const released = expected.filter((request) => request.release !== undefined);
  expect(found.toSorted()).toEqual(
    released.map((request) => [request.id, at(sources, request.source).id, request.release].join(" ")).toSorted(),
  );
}

describe("any history of requests, decisions, releases, roles and time", () => {
  it("follows the rules, and its audit log is intact", { timeout: HISTORIES * HISTORY_LIMIT_MS }, async () => {
    await using context = openContext();
    await fc.assert(
      fc.asyncProperty(fc.array(Command, { minLength: 1, maxLength: 40, size: "max" }), async (commands) => {
        const history = await openHistory(context);
        for (const command of commands) {
          await run(history, command);
          await check(history);
        }
        expect(await verifyAudit(context.db, history.workspaceId)).toMatchObject({ kind: "intact" });
      }),
      { numRuns: HISTORIES },
    );
  });
});
