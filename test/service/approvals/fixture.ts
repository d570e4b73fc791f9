import { type Clock, instant } from "../../../packages/contract/clock.ts";
import { type Role, type Scope, SCOPES } from "../../../packages/contract/index.ts";
import type { ServiceContext } from "../../../packages/service/context.ts";
import type { SessionActor, TokenActor } from "../../../packages/service/domain/actor.ts";
import type { Decision } from "../../../packages/service/domain/approval.ts";
import type { StepUpAction } from "../../../packages/service/domain/authentication.ts";
import { newDeploymentId, newUuid } from "../../../packages/service/domain/ids.ts";
import { DAY_MS, later } from "../../../packages/service/domain/instants.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { findApproval, listApprovals } from "../../../packages/service/store/approvals/approvals.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { prepareRelease, type PublishRequest } from "../../../packages/service/store/approvals/requests.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { insertRow } from "../../../packages/service/store/engine/rows.ts";
import { sealed } from "../../../packages/service/store/engine/sealed-rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { epochOf, madeBy } from "../../../packages/service/store/people/grants.ts";
import { openSession } from "../../../packages/service/store/people/sessions.ts";
import { peopleText } from "../../../packages/service/store/people/standings.ts";
import { addMember, createUser } from "../../../packages/service/store/people/users.ts";
import { createProject, createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { stepUpForRelease } from "../../step-up.ts";
import { addToken, openTestContext, testClock } from "../fixtures.ts";
import { insert } from "../rows.ts";

const START_MS = Date.parse("2026-11-01T09:00:00.000Z");

/** A store, in memory unless `file` is given, with a clock that a test sets, and what approvals need besides. */
export function openContext(file?: string) {
  const context = openTestContext({
    clock: testClock(START_MS),
    limit: DEFAULT_LIMITS,
    ...(file !== undefined && { file }),
  });
  return {
    ...context,
    turn: (ms: number) => context.clock.advance(ms),
    at: () => instant(context.clock),
    [Symbol.asyncDispose]: async () => context.db.destroy(),
  };
}

export type TestContext = ReturnType<typeof openContext>;

/** What the functions below need of an instance, real or in memory. */
export type TestStore = Pick<ServiceContext, "db"> & { readonly clock: Pick<Clock, "now">; at(): string };

export async function makeWorkspace(context: TestStore, name = "Demo") {
  return inDatabase(context.db, async (tx) => {
    const workspaceId = await createWorkspace(tx, name);
    const projectId = await createProject(tx, workspaceId, "Web");
    return { workspaceId, projectId };
  });
}

export async function makeSite(context: TestStore, workspace: { workspaceId: string; projectId: string }) {
  const id = newUuid();
  await insert(context.db, "sites", {
    id,
    workspace_id: workspace.workspaceId,
    project_id: workspace.projectId,
    slug: `site-${id.slice(-12)}`,
    name: "Site",
    status: "active",
    list_with_values: 0,
    production_label: `live-${id.slice(-12)}`,
    created_at: context.at(),
    updated_at: context.at(),
  });
  return id;
}

/** A deployment of a site, a ready preview unless said otherwise. */
export async function makeDeployment(
  context: TestStore,
  of: { workspaceId: string; siteId: string },
  set: Partial<{
    environment: "preview" | "production";
    status: "queued" | "building" | "ready" | "failed" | "canceled";
    branch: string | null;
    source_deployment_id: string;
    file_list_digest: string | null;
    branch_verified: 0 | 1 | null;
  }> = {},
) {
  const id = newDeploymentId();
  await insert(context.db, "deployments", {
    id,
    workspace_id: of.workspaceId,
    site_id: of.siteId,
    environment: "preview",
    status: "ready",
    branch: "main",
    commit_sha: "a".repeat(40),
    branch_verified: 1,
    file_list_digest: `digest-of-${id}`,
    attempt: 1,
    last_event_seq: 0,
    log_lines: 0,
    log_bytes: 0,
    created_at: context.at(),
    ...set,
  });
  return id;
}

let people = 0;

/** A member with a signed-in browser. */
export async function makeMember(
  context: TestStore,
  workspaceId: string,
  role: Role,
  by: string | null = null,
): Promise<SessionActor> {
  people += 1;
  const number = people;
  const name = `${role} ${number}`;
  const userId = await inDatabase(context.db, async (tx) => {
    const madeBy = by === null ? undefined : await peopleText(tx, workspaceId, by);
    const made = madeBy === undefined ? {} : { madeBy };
    const id = await createUser(tx, { email: `person-${number}@greenroom.test`, name, ...made });
    await addMember(tx, { workspaceId, userId: id, role }, true);
    return id;
  });
  return signIn(context, { userId, workspaceId, name, role });
}

/** One more browser of a person. */
export async function signIn(
  context: TestStore,
  person: Pick<SessionActor, "userId" | "workspaceId" | "name" | "role">,
): Promise<SessionActor> {
  const { session } = await inDatabase(context.db, async (tx) =>
    openSession(tx, {
      userId: person.userId,
      epoch: await epochOf(tx, person.userId),
      workspaceId: person.workspaceId,
      level: "full",
      address: "127.0.0.1",
      userAgent: "test",
    }),
  );
  const { userId, workspaceId, name, role } = person;
  return { kind: "session", workspaceId, sessionId: session.id, userId, epoch: session.epoch, name, role };
}

export async function makeToken(
  context: TestStore,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  { kind = "mcp", scopes = SCOPES }: { kind?: "mcp" | "pat"; scopes?: readonly Scope[] } = {},
): Promise<TokenActor> {
  const { id } = await addToken(context, { workspaceId }, { kind, scopes, userId, name: "ci" });
  const whose = { workspaceId, userId, epoch: userId === null ? 0 : 1, name: "ci" };
  return { kind: "token", tokenId: id, tokenKind: kind, scopes: new Set(scopes), ...whose };
}

/** A share link of a site for a week, whose guests comment by its id. */
export async function makeShareLink(context: TestStore, maker: SessionActor, siteId: string, id: string) {
  await inDatabase(context.db, (tx) => {
    const { workspaceId, userId } = maker;
    const of = { workspace_id: workspaceId, site_id: siteId, deployment_id: null, ...madeBy(maker, userId) };
    const bound = sealed(tx, "share_links", { id, hash: `hash-of-${id}`, ...of });
    return insertRow(tx, "share_links", {
      ...bound,
      name: null,
      created_at: tx.at,
      expires_at: later(tx.at, 7 * DAY_MS),
    });
  });
}

/** Gives a second factor in a session for one purpose. */
export async function stepUp(context: TestStore, actor: SessionActor, action: StepUpAction, subjectId: string) {
  await stepUpForRelease(context, actor.sessionId, { action, subjectId });
}

/** A workspace with one of each, and a ready preview of branch main. */
export async function makeScenario(context: TestStore) {
  const workspace = await makeWorkspace(context);
  const siteId = await makeSite(context, workspace);
  const developer = await makeMember(context, workspace.workspaceId, "developer");
  const approver = await makeMember(context, workspace.workspaceId, "approver");
  const token = await makeToken(context, developer);
  const sourceDeploymentId = await makeDeployment(context, { workspaceId: workspace.workspaceId, siteId });
  return { ...workspace, siteId, developer, approver, token, sourceDeploymentId };
}

/** A scenario whose announcements are stored, with what tests of requests do and read. */
export async function openApprovals() {
  const context = openContext();
  const scenario = await makeScenario(context);
  const { db } = context;
  const { workspaceId, siteId, sourceDeploymentId } = scenario;
  const webhook = { id: newUuid(), url: "https://hooks.example/", events: "*", sealed_secret: "", created_at: "" };
  await insert(db, "webhooks", { ...webhook, workspace_id: workspaceId });
  const find = (id: string) => findApproval(db, workspaceId, id);
  return {
    context,
    scenario,
    find,
    statusOf: async (id: string) => (await find(id))?.status,
    /** Requests a release as a person with their second factor. */
    request: (actor: SessionActor = scenario.developer, changes: Partial<PublishRequest> = {}) =>
      requestAsPerson(context, actor, { siteId, sourceDeploymentId, ...changes }),
    /** Prepares a release, as a run or an agent does. */
    prepare: (changes: Partial<Parameters<typeof prepareRelease>[2]> = {}, token = scenario.token) =>
      prepareRelease(context, token, { siteId, sourceDeploymentId, intent: "release", ...changes }),
    /** Decides with the second factor. */
    decide: async (
      requestId: string,
      decision: Decision = "approve",
      { actor = scenario.approver, notes }: { actor?: SessionActor; notes?: string } = {},
    ) => {
      await stepUp(context, actor, decision, requestId);
      return decideApproval(context, actor, { requestId, decision, notes });
    },
    list: () => listApprovals(db, workspaceId, { at: context.at() }),
    releases: () => db.selectFrom("deployments").selectAll().where("environment", "=", "production").execute(),
    usedStepUps: () => db.selectFrom("step_ups").selectAll().where("used_at", "is not", null).execute(),
    announced: async () => {
      const rows = await db.selectFrom("announcements").select("type").orderBy("id").execute();
      return rows.map(({ type }) => type).filter((type) => type.startsWith("approval."));
    },
    /** Audit rows behind some, without sign-ins and what chains them. */
    audit: async (after = 0) => {
      const all = await readAudit(db, workspaceId, { afterSeq: 0, limit: 1_000 });
      const rows = all.filter(({ action }) => action !== "session.opened").slice(after);
      return rows.map(({ at, actor_type, actor_id, action, subject_type, subject_id, data }) => ({
        at,
        actor: [actor_type, actor_id],
        action,
        subject: [subject_type, subject_id],
        data: JSON.parse(data) as unknown,
      }));
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** The same, with a pending request of the developer. */
export async function openRequest() {
  const opened = await openApprovals();
  return Object.assign(opened, { requested: await opened.request() });
}

/** The deployments whose followers are woken from now on. */
export function listenToEvents(context: TestContext): readonly string[] {
  const notified: string[] = [];
  context.events.notify = (deploymentId) => void notified.push(deploymentId);
  return notified;
}

/** The message of the error, or `none` when the promise resolves. */
export async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "none",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** The code of the error, or `none` when the promise resolves. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "none",
    (error: unknown) =>
      typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error),
  );
}
