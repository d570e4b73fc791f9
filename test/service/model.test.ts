import * as fc from "fast-check";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instant } from "../../packages/contract/clock.ts";
import { Approval, type Role, ROLES, StatusEvent, TRANSITIONS } from "../../packages/contract/index.ts";
import type { SessionActor } from "../../packages/service/domain/actor.ts";
import { createApp } from "../../packages/service/http/app.ts";
import type { HttpEnv } from "../../packages/service/http/context.ts";
import { readSessionActor } from "../../packages/service/screens/people/session.ts";
import { expireApprovals } from "../../packages/service/store/approvals/approvals.ts";
import { markPublished } from "../../packages/service/store/approvals/promotions.ts";
import { verifyAudit } from "../../packages/service/store/audit/audit-check.ts";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { findRows } from "../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { addMember, removeMember } from "../../packages/service/store/people/users.ts";
import { setAllowances } from "../../packages/service/store/people/workspaces.ts";
import { findHost, pointPreview, pointProduction, previewLabel } from "../../packages/service/store/sites/hosts.ts";
import { runCount } from "../adversarial/run-count.ts";
import { makeMember, makeWorkspace, stepUp } from "./approvals/fixture.ts";
import { bearer, browser } from "./approvals/service.ts";
import { openTestContext, type TestContext } from "./fixtures.ts";
import { type ApiResponse, type RequestOptions, send } from "./http/api.ts";
import {
  type Decision,
  type KnownDeployment,
  type KnownRequest,
  type KnownSite,
  MAX_OPEN,
  MAX_SITES,
  PEOPLE,
  Rules,
} from "./rules.ts";

const HISTORIES = runCount("HISTORIES", 100);
/** Catches a hang only: on a server, on a busy machine, a history takes seconds. */
const HISTORY_LIMIT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Outcomes that any hundred histories reach. */
const COMMON = [
  "deploy 202 ok",
  "replay 202 ok",
  "replay 409 idempotency_conflict",
  "cancel 200 ok",
  "archive 200 ok",
  "ask 201 ok again",
  "decide 200 ok",
  "decide 403 self_approval_forbidden",
];
/** Outcomes that any thousand histories reach. */
const RARE = [
  "deploy 429 build_quota_exceeded",
  "restore 200 ok",
  "publish 428 approval_required",
  "decide 403 forbidden_role",
  "decide 409 approval_not_requested",
  "release ready",
  "request published",
  "request rejected",
  "request superseded",
  "request expired",
  "request approved",
];
const REPOSITORY = "https://git.example.com/x.git";

let context: TestContext & { at(): string };
let app: Hono<HttpEnv>;
/** A token of another workspace, which must see nothing. */
let stranger: Readonly<Record<string, string>>;
/** How often each kind of step ended in which way, as in `decide 200 ok`. */
const seen = new Map<string, number>();
const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);

beforeAll(async () => {
  const opened = openTestContext({ limit: { "builds-running": 1, "builds-queued": MAX_OPEN - 1 } });
  context = { ...opened, at: () => instant(opened.clock) };
  app = createApp(context, { session: (request) => readSessionActor(context, request) });
  stranger = await bearer(context, { ...(await makeWorkspace(context, "other")), userId: null });
});
afterAll(() => context.db.destroy());

const nth = fc.nat({ max: 20 });
const person = fc.nat({ max: PEOPLE.length - 1 });
const branch = fc.constantFrom("main", "main", "next");
const mostly = fc.nat({ max: 5 }).map((n) => n > 0);
const record = <Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record(fields).map((given) => ({ kind, ...given })) });

const Step = fc.oneof(
  record(2, "create", { slug: fc.constantFrom("a", "b", "c") }),
  record(5, "deploy", { site: nth, branch }),
  record(2, "replay", { key: nth, site: nth, changed: fc.boolean() }),
  record(1, "cancel", { deployment: nth }),
  record(1, "archive", { site: nth }),
  record(2, "restore", { site: nth }),
  record(3, "begin", { deployment: nth }),
  record(4, "end", { deployment: nth, ready: mostly }),
  record(7, "build", { deployment: nth, ready: mostly }),
  record(1, "publish", { site: nth, source: nth }),
  record(10, "ask", { person, source: nth, likely: mostly, steppedUp: mostly }),
  record(14, "decide", {
    person: fc.nat({ max: 7 }).map((n) => (n < PEOPLE.length ? n : n % 2)),
    request: nth,
    likely: mostly,
    own: fc.nat({ max: 5 }).map((n) => n === 0),
    decision: fc.constantFrom<Decision>("approve", "approve", "reject"),
    steppedUp: mostly,
  }),
  record(2, "role", { person, role: fc.option(fc.constantFrom(...ROLES), { nil: undefined, freq: 1 }) }),
  record(3, "turn", { hours: fc.constantFrom(0.2, 2, 24, 7 * 24, 7 * 24) }),
  record(1, "sweep", {}),
);
type Step = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Kind extends Step["kind"]> = Extract<Step, { readonly kind: Kind }>;

interface World {
  readonly workspaceId: string;
  readonly projectId: string;
  readonly people: readonly SessionActor[];
  /** Headers of a bot token of the workspace. */
  readonly as: Readonly<Record<string, string>>;
  readonly rules: Rules;
}

async function begin(): Promise<World> {
  const workspace = await makeWorkspace(context);
  const { workspaceId } = workspace;
  await inDatabase(context.db, (tx) => setAllowances(tx, workspaceId, { maxSites: MAX_SITES }));
  const people = [];
  for (const role of PEOPLE) people.push(await makeMember(context, workspaceId, role));
  const rules = new Rules();
  rules.nowMs = context.clock.now();
  return { ...workspace, people, as: await bearer(context, { workspaceId, userId: null }), rules };
}

const call = (world: World, path: string, options: RequestOptions = {}): Promise<ApiResponse> =>
  send(app, path, { ...options, headers: { ...world.as, ...options.headers } });

/** One item of a list, by any number. */
const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % (items.length || 1)];

async function runStep(world: World, step: Step): Promise<unknown> {
  const { rules } = world;
  switch (step.kind) {
    case "create":
      return create(world, step.slug);
    case "deploy":
      return deploy(world, { key: `k${rules.keys.size}`, site: pick(rules.sites, step.site), branch: step.branch });
    case "replay":
      return replay(world, step);
    case "cancel":
      return cancel(world, pick(rules.deployments, step.deployment));
    case "archive":
    case "restore":
      return move(world, step.kind, pick(rules.sites, step.site));
    case "begin":
    case "end":
      return work(world, step);
    case "build":
      await work(world, { ...step, kind: "begin" });
      return work(world, { ...step, kind: "end" });
    case "publish":
      return publish(world, pick(rules.sites, step.site), pick(rules.deployments, step.source));
    case "ask":
      return ask(world, step, pick(step.likely ? rules.publishable() : rules.deployments, step.source));
    case "decide":
      return decide(world, step, pick(step.likely ? rules.undecided() : rules.requests, step.request));
    case "role":
      return changeRole(world, step.person, step.role);
    case "turn":
      context.clock.advance(step.hours * HOUR_MS);
      return void (rules.nowMs = context.clock.now());
    case "sweep":
      for (let ended = 1; ended > 0;) ended = await expireApprovals(context);
      return rules.swept();
  }
}

async function create(world: World, slug: string): Promise<void> {
  const expected = world.rules.create(slug);
  const body = { projectId: world.projectId, name: slug, slug, repositoryUrl: REPOSITORY };
  const { result, status, data } = await call(world, "/sites", { body });
  expect(result).toBe(expected);
  count(`create ${result}`);
  if (status !== 201) return;
  const productionLabel = new URL(data.productionUrl).hostname.split(".")[0] ?? "";
  world.rules.sites.push({ id: data.id, slug, productionLabel, active: true });
}

interface Deploy {
  readonly key: string;
  readonly site: KnownSite | undefined;
  readonly branch: string;
}

async function deploy(world: World, { key, site, branch: on }: Deploy): Promise<void> {
  if (!site) return;
  const { rules } = world;
  const expected = rules.deploy({ key, site, branch: on });
  const used = rules.keys.get(key);
  const response = await call(world, `/sites/${site.id}/deploy`, {
    headers: { "Idempotency-Key": key },
    body: { environment: "preview", branch: on },
  });
  expect(response.result).toBe(expected);
  count(`${used ? "replay" : "deploy"} ${response.result}`);
  expect(response.headers.get("Idempotency-Replayed")).toBe(used && response.status === 202 ? "true" : null);
  if (response.status !== 202) return;
  if (used) return expect(response.text).toBe(used.text);
  rules.keys.set(key, { site, branch: on, text: response.text });
  const createdAtMs = rules.nowMs;
  rules.deployments.push({ id: response.data.id, site, branch: on, createdAtMs, status: "queued", hidden: false });
}

async function replay(world: World, { key, site, changed }: StepOf<"replay">): Promise<void> {
  const [name, used] = pick([...world.rules.keys], key) ?? [];
  if (name === undefined || !used) return;
  const other = pick(world.rules.sites, site);
  await deploy(world, changed ? { key: name, site: other, branch: "changed" } : { key: name, ...used });
}

async function publish(world: World, site: KnownSite | undefined, source: KnownDeployment | undefined): Promise<void> {
  if (!site || !source) return;
  const { result } = await call(world, `/sites/${site.id}/deploy`, {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    body: { environment: "production", sourceDeploymentId: source.id },
  });
  expect(result).toBe(world.rules.publish(site, source));
  count(`publish ${result}`);
}

async function cancel(world: World, known: KnownDeployment | undefined): Promise<void> {
  if (!known) return;
  const { result, status } = await call(world, `/deployments/${known.id}/cancel`, { method: "POST" });
  expect(result).toBe(world.rules.cancel(known));
  count(`cancel ${result}`);
  if (status === 200) known.status = "canceled";
}

async function move(world: World, kind: "archive" | "restore", site: KnownSite | undefined): Promise<void> {
  if (!site) return;
  const expected = world.rules.move(kind, site);
  const { result, status } = await (kind === "archive"
    ? call(world, `/sites/${site.id}`, { method: "DELETE" })
    : call(world, `/sites/${site.id}/restore`, { method: "POST" }));
  expect(result).toBe(expected);
  count(`${kind} ${result}`);
  if (status === 200) world.rules.moved(kind, site);
}

/** What the pipeline does: begins a queued deployment, or ends one it began. */
async function work({ rules }: World, step: StepOf<"begin" | "end">): Promise<void> {
  const from = step.kind === "begin" ? "queued" : "building";
  const known = pick(
    rules.deployments.filter(({ status }) => status === from),
    step.deployment,
  );
  if (!known) return;
  const wanted = step.kind === "begin" ? "building" : step.ready ? "ready" : "failed";
  const refused = wanted === "ready" && known.source !== undefined && rules.overtaken(known);
  expect(await bring(known, from, wanted)).toBe(!refused);
  if (refused) expect(await bring(known, from, "failed")).toBe(true);
  known.status = refused ? "failed" : wanted;
  count(`${known.source ? "release" : "preview"} ${refused ? "overtaken" : wanted}`);
  if (known.status !== "ready" || !known.source) return;
  known.site.live = known;
  const request = rules.requests.find(({ release }) => release === known);
  if (request) request.status = "published";
}

/** @returns False when a release must not go live; then nothing has changed. */
async function bring(known: KnownDeployment, from: "queued" | "building", to: "building" | "ready" | "failed") {
  const { id, site, source } = known;
  const deployment = { id, site_id: site.id };
  const label = previewLabel(site.slug, id);
  if (to === "ready" && !source) known.previewLabel = label;
  const built = { preview_label: label, file_list_digest: `files of ${id}`, branch_verified: 1 } as const;
  const set = to !== "ready" ? {} : source ? { file_list_digest: `files of ${source.id}` } : built;
  try {
    await inDatabase(context.db, async (tx) => {
      expect(await transition(tx, id, { from, to, set })).toBeDefined();
      if (to !== "ready") return;
      if (!source) return pointPreview(tx, { label, deployment });
      if ((await markPublished(tx, id)) !== "published") throw new NotLive();
      await pointProduction(tx, deployment);
    });
    return true;
  } catch (error) {
    if (error instanceof NotLive) return false;
    throw error;
  }
}

class NotLive extends Error {}

async function ask(world: World, step: StepOf<"ask">, named: KnownDeployment | undefined): Promise<void> {
  if (!named) return;
  const { rules } = world;
  const expected = rules.ask(step.person, named, step.steppedUp);
  const wanted = { siteId: named.site.id, sourceDeploymentId: named.id };
  const { result, id } = await requestOnTheWeb(world, step, wanted);
  const open = rules.requests.find((each) => each === expected);
  count(`ask ${result}${open ? " again" : ""}`);
  if (typeof expected === "string") return expect(result).toBe(expected);
  expect(result).toBe("201 ok");
  if (open) {
    open.requesters.add(step.person);
    return expect(id).toBe(open.id);
  }
  rules.requested(id, step.person, named.source ?? named);
}

type Wanted = { readonly siteId: string; readonly sourceDeploymentId: string };

async function signedIn({ people }: World, who: number) {
  const member = people[who];
  if (!member) throw new Error("there is no such member");
  return browser(context, member);
}

async function requestOnTheWeb(world: World, { person: who, steppedUp }: StepOf<"ask">, wanted: Wanted) {
  const { as, actor } = await signedIn(world, who);
  if (steppedUp) await stepUp(context, actor, "request", wanted.sourceDeploymentId);
  const { result, data } = await send(app, "/approvals", { headers: as, body: wanted });
  return { result, id: data?.id ?? "" };
}

async function decide(world: World, given: StepOf<"decide">, request: KnownRequest | undefined): Promise<void> {
  if (!request) return;
  const { rules } = world;
  const [asker = given.person] = request.requesters;
  const step = given.own ? { ...given, person: asker } : given;
  const { as, actor } = await signedIn(world, step.person);
  if (step.steppedUp) await stepUp(context, actor, step.decision, request.id);
  const repeated = rules.isRepeated(request, step.person, step.decision);
  const expected = rules.decide(request, step);
  const body = { decision: step.decision, notes: "because" };
  const { result, status, data } = await send(app, `/approvals/${request.id}/decision`, { headers: as, body });
  expect(result).toBe(expected);
  count(`decide ${result}${repeated ? " again" : ""}`);
  if (status !== 200 || repeated) return;
  const { deploymentId: id } = Approval.parse(data);
  const { source } = request;
  const release = {
    site: source.site,
    branch: source.branch,
    createdAtMs: rules.nowMs,
    source,
    hidden: false,
  } as const;
  expect(id !== null && id !== undefined).toBe(step.decision === "approve");
  rules.decided(request, step.person, id ? { ...release, id, status: "queued" } : undefined);
}

/** Gives a member another role, removes them, or adds them again. */
async function changeRole({ rules, people, workspaceId }: World, who: number, role: Role | undefined): Promise<void> {
  const userId = people[who]?.userId ?? "";
  await inDatabase(context.db, async (tx) => {
    if (role === undefined) await removeMember(tx, { workspaceId, userId });
    else await addMember(tx, { workspaceId, userId, role });
  });
  rules.roles[who] = role;
}

/** Compares everything the service shows with the rules. */
async function compare(world: World): Promise<void> {
  const { rules, workspaceId } = world;
  const ids = async (path: string) => (await call(world, path)).data.map(({ id }) => id).toSorted();
  const sorted = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
  expect(await ids("/sites")).toEqual(sorted(rules.sites.filter(({ active }) => active)));
  expect(await ids("/sites/archived")).toEqual(sorted(rules.sites.filter(({ active }) => !active)));
  expect(await ids("/deployments")).toEqual(sorted(rules.deployments.filter(({ hidden }) => !hidden)));
  expect(await ids("/approvals")).toEqual(sorted(rules.requests));
  for (const site of rules.sites) await compareHosts(site, rules);
  for (const known of rules.deployments) await compareDeployment(world, known);
  await compareApprovals(world);
  expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "intact" });
}

async function compareHosts(site: KnownSite, rules: Rules): Promise<void> {
  const production = await findHost(context.db, site.productionLabel);
  if (!site.active) expect(production).toMatchObject({ kind: "archived" });
  else if (!site.live) expect(production).toMatchObject({ kind: "unpublished" });
  else expect(production).toMatchObject({ kind: "files", fileListDigest: `files of ${site.live.source?.id}` });
  for (const { id, previewLabel: label, hidden, gone } of rules.deployments.filter((row) => row.site === site)) {
    if (label === undefined) continue;
    const shown = await findHost(context.db, label);
    if (!hidden) expect(shown).toMatchObject({ kind: "files", fileListDigest: `files of ${id}` });
    else if (gone === true) expect(shown).toBeUndefined();
    else expect(shown).toMatchObject({ kind: "archived" });
  }
}

async function compareDeployment(world: World, { id, status }: KnownDeployment): Promise<void> {
  expect((await call(world, `/deployments/${id}`)).data.status).toBe(status);
  const events = await findRows(context.db, "deployment_events", { deployment_id: id }, "seq");
  const statuses = events.map(({ data }) => StatusEvent.parse(JSON.parse(data)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual(["queued", status]);
  for (const [n, next] of statuses.slice(1).entries()) expect(TRANSITIONS[statuses[n] ?? "ready"]).toContain(next);
}

async function compareApprovals(world: World): Promise<void> {
  const { rules, workspaceId, people } = world;
  const { db } = context;
  const { data } = await call(world, "/approvals");
  const shown = new Map(
    Approval.array()
      .parse(data)
      .map((row) => [row.id, row]),
  );
  for (const request of rules.requests) {
    expect(shown.get(request.id)?.status).toBe(rules.statusOf(request));
    count(`request ${rules.statusOf(request)}`);
    expect(shown.get(request.id)?.decidedBy?.id).toBe(people[request.decidedBy ?? -1]?.userId);
    const requesters = [...request.requesters].map((who) => people[who]?.userId);
    expect([...new Set(shown.get(request.id)?.requesters?.map(({ id }) => id))]).toEqual(requesters);
  }
  const rows = await db.selectFrom("approval_requests").selectAll().where("workspace_id", "=", workspaceId).execute();
  const acts = await db.selectFrom("release_acts").selectAll().execute();
  const open = rows
    .filter(({ status }) => status === "pending")
    .map((row) => `${row.site_id} ${row.source_deployment_id}`);
  expect(new Set(open).size).toBe(open.length);
  const made = await db.selectFrom("deployments").selectAll().where("workspace_id", "=", workspaceId).execute();
  expect(made.filter(({ environment }) => environment === "preview").length).toBe(rules.keys.size);
  for (const release of made.filter(({ environment }) => environment === "production")) {
    const request = rows.find(({ id }) => id === release.approval_request_id);
    const by = (kind: string) =>
      acts.flatMap((act) => (act.request_id === request?.id && act.kind === kind ? [act.user_id] : []));
    expect(by("approved")).toHaveLength(1);
    expect(by("requested")).not.toContain(by("approved")[0]);
    if (release.status === "ready") expect(request?.status).toBe("published");
  }
}

/** Another workspace sees nothing of this one. */
async function compareStranger({ rules }: World): Promise<void> {
  const seen = async (path: string, options: RequestOptions = {}) =>
    (await send(app, path, { ...options, headers: stranger })).result;
  const [site, deployment, request] = [rules.sites.at(-1), rules.deployments.at(-1), rules.requests.at(-1)];
  if (site) expect(await seen(`/sites/${site.id}`, { method: "DELETE" })).toBe("404 site_not_found");
  if (deployment) {
    expect(await seen(`/deployments/${deployment.id}`)).toBe("404 deployment_not_found");
    expect(await seen(`/deployments/${deployment.id}/cancel`, { method: "POST" })).toBe("404 deployment_not_found");
  }
  if (request) expect(await seen(`/approvals/${request.id}`)).toBe("404 not_found");
  for (const path of ["/sites", "/sites/archived", "/deployments", "/approvals"]) {
    expect((await send(app, path, { headers: stranger })).data).toEqual([]);
  }
}

test(
  "random histories of a workspace follow the rules",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 6, maxLength: 24, size: "max" }), async (history) => {
        const world = await begin();
        // Without a site there is little to see.
        await create(world, "a");
        await deploy(world, { key: "k0", site: world.rules.sites[0], branch: "main" });
        for (const step of history) await runStep(world, step);
        await compare(world);
        await compareStranger(world);
      }),
      { numRuns: HISTORIES },
    );
    // Histories that never reach these outcomes would prove little.
    for (const outcome of HISTORIES < 1_000 ? COMMON : [...COMMON, ...RARE])
      expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  },
  HISTORIES * HISTORY_LIMIT_MS,
);
