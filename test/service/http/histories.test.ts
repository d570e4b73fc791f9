import * as fc from "fast-check";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeploymentStatus, isTerminal, SCOPES, StatusEvent, TRANSITIONS } from "../../../src/contract/index.ts";
import { createApp } from "../../../src/service/http/app.ts";
import type { HttpEnv } from "../../../src/service/http/context.ts";
import { setAllowances } from "../../../src/service/store/entitlements.ts";
import { issueToken } from "../../../src/service/store/tokens.ts";
import { transition } from "../../../src/service/store/transition.ts";
import { createProject, createWorkspace } from "../../../src/service/store/workspaces.ts";
import { openTestParts, type TestParts } from "../fixtures.ts";
import { ask } from "./calls.ts";

const HISTORIES = 1_000;
const MAX_SITES = 2;
const MAX_OPEN = 3;
const AT = "2026-03-01T12:00:00.000Z";

let parts: TestParts;
let app: Hono<HttpEnv>;

beforeAll(() => {
  parts = openTestParts({ limit: { "builds-running": 1, "builds-queued": MAX_OPEN - 1 } });
  app = createApp(parts);
});
afterAll(() => parts.db.destroy());

type Step =
  | { readonly kind: "create"; readonly slug: string }
  | { readonly kind: "archive" | "restore"; readonly site: number }
  | { readonly kind: "deploy"; readonly site: number; readonly key: string; readonly branch: string }
  | { readonly kind: "cancel"; readonly deployment: number }
  | { readonly kind: "finish"; readonly deployment: number; readonly to: "ready" | "failed" };

const site = fc.nat({ max: 3 });
const deployment = fc.nat({ max: 9 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("create" as const), slug: fc.constantFrom("a", "b", "c") }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("archive" as const, "restore" as const), site }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("deploy" as const),
        site,
        key: fc.constantFrom("k0", "k1", "k2", "k3", "k4", "k5"),
        branch: fc.constantFrom("main", "main", "next"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), deployment }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("finish" as const),
        deployment,
        to: fc.constantFrom("ready" as const, "failed" as const),
      }),
    },
  ),
  { minLength: 4, maxLength: 18 },
);

interface KnownSite {
  readonly id: string;
  readonly slug: string;
  active: boolean;
}

interface KnownDeployment {
  readonly id: string;
  readonly site: KnownSite;
  status: DeploymentStatus;
  hidden: boolean;
}

/** What the service should say, kept beside it by the simplest means. */
class Model {
  readonly sites: KnownSite[] = [];
  readonly deployments: KnownDeployment[] = [];
  readonly keys = new Map<string, { readonly site: KnownSite; readonly branch: string; readonly text: string }>();

  active(): readonly KnownSite[] {
    return this.sites.filter((each) => each.active);
  }

  open(): readonly KnownDeployment[] {
    return this.deployments.filter(({ status }) => !isTerminal(status));
  }

  /** What is in the way of one more active site. */
  refusal(slug: string, first: "slug" | "limit"): string | undefined {
    const taken = this.active().some((each) => each.slug === slug) ? "409 slug_taken" : undefined;
    const full = this.active().length >= MAX_SITES ? "402 site_limit_reached" : undefined;
    return first === "slug" ? (taken ?? full) : (full ?? taken);
  }
}

interface World {
  readonly token: string;
  readonly projectId: string;
  readonly model: Model;
}

async function begin(): Promise<World> {
  return parts.db.transaction().execute(async (writing) => {
    const workspaceId = await createWorkspace(writing, { name: "w", at: AT });
    await setAllowances(writing, workspaceId, { maxSites: MAX_SITES });
    const given = {
      kind: "pat",
      realm: "test",
      name: "t",
      scopes: SCOPES,
      issuedVia: "operator",
      expiresAt: null,
    } as const;
    const { token } = await issueToken(writing, { ...given, workspaceId, userId: null, at: AT });
    return { token, projectId: await createProject(writing, { workspaceId, name: "p", at: AT }), model: new Model() };
  });
}

async function take(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case "create":
      return create(world, step.slug);
    case "archive":
    case "restore":
      return move(world, step.kind, world.model.sites[step.site]);
    case "deploy":
      return deploy(world, step);
    case "cancel":
      return cancel(world, world.model.deployments[step.deployment]);
    case "finish":
      return finish(world.model.deployments[step.deployment], step.to);
  }
}

async function create({ token, projectId, model }: World, slug: string): Promise<void> {
  const expected = model.refusal(slug, "slug") ?? "201 ok";
  const body = { projectId, name: slug, slug, repositoryUrl: "https://git.example.com/x.git" };
  const answer = await ask(app, "/sites", { token, body });
  expect(answer.said).toBe(expected);
  if (answer.status === 201) model.sites.push({ id: answer.data.id, slug, active: true });
}

async function move({ token, model }: World, kind: "archive" | "restore", known: KnownSite | undefined): Promise<void> {
  if (!known) return;
  const wrong = known.active === (kind === "restore") ? "404 site_not_found" : undefined;
  const expected = wrong ?? (kind === "restore" ? model.refusal(known.slug, "limit") : undefined) ?? "200 ok";
  const answer = await (kind === "archive"
    ? ask(app, `/sites/${known.id}`, { token, method: "DELETE" })
    : ask(app, `/sites/${known.id}/restore`, { token, method: "POST" }));
  expect(answer.said).toBe(expected);
  if (answer.status !== 200) return;
  known.active = kind === "restore";
  for (const each of model.deployments.filter(({ site: of }) => of === known)) {
    each.hidden = true;
    if (!isTerminal(each.status)) each.status = "canceled";
  }
}

async function deploy({ token, model }: World, step: Step & { readonly kind: "deploy" }): Promise<void> {
  const known = model.sites[step.site];
  if (!known) return;
  const used = model.keys.get(step.key);
  const same = used?.site === known && used.branch === step.branch;
  const expected = !known.active
    ? "404 site_not_found"
    : used
      ? same
        ? "202 ok"
        : "409 idempotency_conflict"
      : model.open().length >= MAX_OPEN
        ? "429 build_quota_exceeded"
        : "202 ok";
  const answer = await ask(app, `/sites/${known.id}/deploy`, {
    token,
    headers: { "Idempotency-Key": step.key },
    body: { environment: "preview", branch: step.branch },
  });
  expect(answer.said).toBe(expected);
  expect(answer.headers.get("Idempotency-Replayed")).toBe(used && answer.status === 202 ? "true" : null);
  if (answer.status !== 202) return;
  if (used) return expect(answer.text).toBe(used.text);
  model.keys.set(step.key, { site: known, branch: step.branch, text: answer.text });
  model.deployments.push({ id: answer.data.id, site: known, status: "queued", hidden: false });
}

async function cancel({ token }: World, known: KnownDeployment | undefined): Promise<void> {
  if (!known) return;
  const ended = known.status === "ready" || known.status === "failed";
  const answer = await ask(app, `/deployments/${known.id}/cancel`, { token, method: "POST" });
  expect(answer.said).toBe(ended ? "409 deployment_not_cancelable" : "200 ok");
  if (!ended) known.status = "canceled";
}

/** The pipeline's part, for a deployment that still waits. */
async function finish(known: KnownDeployment | undefined, to: "ready" | "failed"): Promise<void> {
  if (!known) return;
  const done = await parts.db.transaction().execute(async (writing) => {
    const started = await transition(writing, known.id, { from: "queued", to: "building", at: AT });
    return started && transition(writing, known.id, { from: "building", to, at: AT });
  });
  expect(done !== undefined).toBe(known.status === "queued");
  if (done) known.status = to;
}

async function compare({ token, model }: World): Promise<void> {
  const ids = async (path: string) => (await ask(app, path, { token })).data.map(({ id }) => id).toSorted();
  const sorted = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
  expect(await ids("/sites")).toEqual(sorted(model.active()));
  expect(await ids("/sites/archived")).toEqual(sorted(model.sites.filter(({ active }) => !active)));
  expect(await ids("/deployments")).toEqual(sorted(model.deployments.filter(({ hidden }) => !hidden)));
  for (const { id, status } of model.deployments) {
    expect((await ask(app, `/deployments/${id}`, { token })).data.status).toBe(status);
    const events = await parts.db
      .selectFrom("deployment_events")
      .select("data")
      .where("deployment_id", "=", id)
      .orderBy("seq")
      .execute();
    const told = events.map(({ data }) => StatusEvent.parse(JSON.parse(data)).status);
    expect([told[0], told.at(-1)]).toEqual(["queued", status]);
    for (const [n, next] of told.slice(1).entries()) expect(TRANSITIONS[told[n] ?? "ready"]).toContain(next);
  }
}

test(`${HISTORIES} random histories of a workspace go as the rules say`, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const world = await begin();
      // Without a site there is little to see.
      await create(world, "a");
      for (const step of history) await take(world, step);
      await compare(world);
    }),
    { numRuns: HISTORIES },
  );
}, 120_000);
