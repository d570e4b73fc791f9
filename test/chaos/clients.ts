import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { isDeploymentStatus, isTerminal } from "../../packages/contract/index.ts";
import { cookieName, type Purpose } from "../../packages/service/domain/authentication.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { openSession } from "../../packages/service/store/people/sessions.ts";
import { findUserByEmail } from "../../packages/service/store/people/users.ts";
import { stepUpForRelease } from "../step-up.ts";
import { type Answer, ask, type Asked, type Front } from "./http.ts";
import type { Installation } from "./installation.ts";
import type { Acknowledged, Decision, Followed, Replayed, StreamEvent } from "./judge.ts";

/** What the clients saw. */
export interface Ledger {
  readonly acknowledged: Acknowledged[];
  readonly replays: Replayed[];
  readonly streams: Followed[];
  readonly decisions: Decision[];
  /** Answers that say that a front did not know what to do. */
  readonly internalErrors: string[];
  connections: number;
  cancels: number;
  releases: number;
  archives: number;
}

export interface Site {
  readonly id: string;
  readonly sha: string;
  /** What clients do with it besides. */
  readonly use: "preview" | "release" | "archive";
}

export interface ClientDeps {
  readonly installation: Installation;
  readonly ledger: Ledger;
  readonly people: readonly Person[];
  readonly random: () => number;
  /** Nothing new is begun. */
  readonly over: AbortSignal;
  /** Nothing is waited for any more. */
  readonly giveUp: AbortSignal;
}

const PAUSE_MS = 300;
const THINK_MS = 1_000;
/** A release is tried for so many rounds; a client can do without. */
const ROUNDS = 12;
const BEFORE_ARCHIVE_MS = 15_000;

const Created = z.object({ data: z.object({ id: z.string() }) });

/** Makes the sites, before anything breaks. */
export async function makeSites(installation: Installation): Promise<readonly Site[]> {
  const { publicUrl, fronts, seed } = installation;
  const uses = ["preview", "release", "release", "archive"] as const;
  const [front] = fronts;
  if (!front) return [];
  return await Promise.all(
    uses.map(async (use, index) => {
      const { url, sha } = installation.repository(FILES);
      const name = `site-${index}`;
      const body = { projectId: seed.projectId, name, slug: name, repositoryUrl: url };
      const headers = { authorization: `Bearer ${seed.tokens.pat}` };
      const answer = await ask(publicUrl, front, { method: "POST", path: "/sites", headers, body });
      return { id: Created.parse(JSON.parse(answer.text)).data.id, sha, use };
    }),
  );
}

/** Each attempt at a build gives itself a name, in its log and in what it publishes. */
const FILES = {
  "greenroom.json": JSON.stringify({
    buildCommand: [
      "id=$(cat /proc/sys/kernel/random/uuid)",
      'for step in 1 2 3 4 5 6; do echo "attempt $id step $step"; sleep 0.5; done',
      "mkdir out",
      'echo "attempt $id" > out/index.html',
      "echo body { color: black } > out/style.css",
      'echo "attempt $id done"',
    ].join("; "),
    output: "out",
  }),
};

/** One client: deploys, follows, releases, again and again. */
export async function runClient(deps: ClientDeps, site: Site): Promise<void> {
  while (!deps.over.aborted) {
    const deployed = await deploy(deps, site);
    if (deployed !== undefined) {
      const canceling = deps.random() < 0.08 ? cancel(deps, deployed) : undefined;
      const end = await followAll(deps, deployed.deploymentId);
      await canceling;
      if (site.use === "release" && end === "ready" && deps.random() < 0.6)
        await release(deps, site, deployed.deploymentId);
    }
    await sleep(deps.random() * THINK_MS, undefined, { signal: deps.over }).catch(() => undefined);
  }
}

/** Archives a site and restores it, while others deploy to it. */
export async function runArchiver(deps: ClientDeps, site: Site): Promise<void> {
  const { installation, over, ledger } = deps;
  const headers = { authorization: `Bearer ${installation.seed.tokens.pat}` };
  const gone = ({ status, code }: Answer): boolean => status === 200 || code === "site_not_found";
  while (!over.aborted) {
    await sleep(BEFORE_ARCHIVE_MS, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    await insist(deps, { method: "DELETE", path: `/sites/${site.id}`, headers }, gone);
    await sleep(THINK_MS);
    await insist(deps, { method: "POST", path: `/sites/${site.id}/restore`, headers, body: {} }, gone);
    ledger.archives += 1;
  }
}

/** Sends a request to one front after the other until an answer is what is wanted; undefined when there is no more time. */
async function insist(
  deps: ClientDeps,
  asked: Asked,
  wanted: (answer: Answer, front: Front) => boolean,
  { rounds = Infinity, from = oneOf(deps) }: { readonly rounds?: number; readonly from?: number } = {},
): Promise<{ readonly answer: Answer; readonly front: Front } | undefined> {
  const { fronts, publicUrl } = deps.installation;
  for (let round = 0; round < rounds && !deps.giveUp.aborted; round += 1) {
    const front = fronts[(from + round) % fronts.length];
    if (!front) return undefined;
    const answer = await ask(publicUrl, front, asked).catch(() => undefined);
    if (answer && (answer.status === 500 || answer.code === "internal_error")) {
      deps.ledger.internalErrors.push(`${front.name}: ${asked.method} ${asked.path}: ${answer.text.slice(0, 200)}`);
    }
    if (answer && wanted(answer, front)) return { answer, front };
    await sleep(PAUSE_MS);
  }
  return undefined;
}

const oneOf = ({ random, installation }: ClientDeps): number => Math.floor(random() * installation.fronts.length);

interface Deployed {
  readonly deploymentId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Deploys under a key, and sends the acknowledged key to another front. */
async function deploy(deps: ClientDeps, site: Site): Promise<Deployed | undefined> {
  const { installation, ledger } = deps;
  const key = randomUUID();
  const headers = { authorization: `Bearer ${installation.seed.tokens.pat}` };
  const asked = {
    method: "POST",
    path: `/sites/${site.id}/deploy`,
    headers: { ...headers, "idempotency-key": key },
    body: { environment: "preview", branch: "main", commitSha: site.sha },
  };
  const first = await insist(deps, asked, ({ status, code }) => status === 202 || code === "site_not_found");
  if (first?.answer.status !== 202) return undefined;
  const deploymentId = Created.parse(JSON.parse(first.answer.text)).data.id;
  ledger.acknowledged.push({ key, asked, siteId: site.id, deploymentId, body: first.answer.text });
  const from = installation.fronts.indexOf(first.front) + 1;
  const second = await insist(deps, asked, ({ status, code }) => status === 202 || code === "site_not_found", { from });
  if (second?.answer.status === 202) {
    ledger.replays.push({ key, front: second.front.name, body: second.answer.text });
  }
  return { deploymentId, headers };
}

async function cancel(deps: ClientDeps, { deploymentId, headers }: Deployed): Promise<void> {
  await sleep(deps.random() * 2 * THINK_MS);
  const path = `/deployments/${deploymentId}/cancel`;
  const settled = ({ status }: Answer): boolean => status === 200 || (status >= 400 && status < 429);
  const done = await insist(deps, { method: "POST", path, headers, body: {} }, settled);
  if (done?.answer.status === 200) deps.ledger.cancels += 1;
}

/** Longest that one connection of a stream is kept: then another front goes on with it. */
const STREAM_MS = { least: 300, more: 3_000 };

/** Follows a deployment over the fronts to its end. @returns How it ended; `gone` when the site was archived. */
async function followAll(deps: ClientDeps, deploymentId: string): Promise<string> {
  const { installation, ledger, random, giveUp } = deps;
  const events: StreamEvent[] = [];
  let end = "unknown";
  for (let turn = oneOf(deps); end === "unknown" && !giveUp.aborted; turn += 1) {
    const front = installation.fronts[turn % installation.fronts.length];
    if (!front) break;
    ledger.connections += 1;
    const forMs = Math.round(STREAM_MS.least + random() * STREAM_MS.more);
    const status = await follow(installation, { front, deploymentId, events, forMs }).catch(() => 0);
    if (status === 404) end = "gone";
    else if (status >= 500) await sleep(PAUSE_MS);
    end = terminalOf(events) ?? end;
    if (status === 0 && end === "unknown") await sleep(PAUSE_MS);
  }
  ledger.streams.push({ deploymentId, end, events });
  return end;
}

const Status = z.object({ status: z.string() });

function terminalOf(events: readonly StreamEvent[]): string | undefined {
  for (const { type, data } of events) {
    if (type !== "status") continue;
    const { status } = Status.parse(JSON.parse(data));
    if (isDeploymentStatus(status) && isTerminal(status)) return status;
  }
  return undefined;
}

/** One connection, from the last event that was seen. @returns Its status. */
async function follow(
  { publicUrl, seed }: Installation,
  {
    front,
    deploymentId,
    events,
    forMs,
  }: { readonly front: Front; readonly deploymentId: string; readonly events: StreamEvent[]; readonly forMs: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const last = events.at(-1);
  const sent = request({
    host: "127.0.0.1",
    port: front.port,
    path: `/deployments/${deploymentId}/events`,
    headers: {
      host: new URL(publicUrl).host,
      authorization: `Bearer ${seed.tokens.pat}`,
      ...(last && { "last-event-id": String(last.seq) }),
    },
    signal: AbortSignal.timeout(forMs),
  });
  sent.on("error", reject);
  sent.on("response", (response) => {
    const parser = createParser({
      onEvent: ({ id, event = "message", data }) => void events.push({ seq: Number(id), type: event, data }),
    });
    response.on("error", reject).on("end", () => resolve(response.statusCode ?? 0));
    response.setEncoding("utf8").on("data", (chunk: string) => {
      if (response.statusCode === 200) parser.feed(chunk);
    });
  });
  sent.end();
  return await promise;
}

/** A member who is signed in. */
export interface Person {
  readonly role: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs in those who request releases and decide on them, before anything breaks. */
export async function signIn({ db, seed, publicUrl }: Installation): Promise<readonly Person[]> {
  const people = seed.users.filter(({ role }) => role === "approver" || role === "developer");
  return await Promise.all(
    people.map(async ({ email, role }) => {
      const user = await findUserByEmail(db, email);
      if (!user) throw new Error(`There is no ${email}.`);
      const { id: userId } = user;
      const { cookie, session } = await inDatabase(db, (tx) =>
        openSession(tx, {
          userId,
          epoch: user.epoch,
          workspaceId: seed.workspaceId,
          level: "full",
          address: "127.0.0.1",
          userAgent: "chaos",
        }),
      );
      const headers = { cookie: `${cookieName("http:")}=${cookie}`, origin: publicUrl };
      return { role, userId, sessionId: session.id, headers };
    }),
  );
}

/** Requests a release as one person, which two others then decide at once, at two fronts. */
async function release(deps: ClientDeps, site: Site, sourceDeploymentId: string): Promise<void> {
  const { people, random, ledger } = deps;
  const requester = people.find(({ role }) => role === "developer");
  const [first, second] = people.filter(({ role }) => role === "approver");
  if (!requester || !first || !second) throw new Error("The seed has too few people.");
  const from = oneOf(deps);
  const purpose = { action: "request", subjectId: sourceDeploymentId } as const;
  const body = { siteId: site.id, sourceDeploymentId };
  const requested = await withStepUp(deps, requester, { purpose, path: "/approvals", body, from });
  if (requested?.status !== 200 && requested?.status !== 201) return;
  const requestId = Created.parse(JSON.parse(requested.text)).data.id;
  ledger.releases += 1;
  const other = random() < 0.5 ? "approve" : "reject";
  const decide = async (person: Person, decision: Decision["decision"], at: number) => {
    const decided = await withStepUp(deps, person, {
      purpose: { action: decision, subjectId: requestId },
      path: `/approvals/${requestId}/decision`,
      body: { decision, notes: "chaos" },
      from: at,
    });
    if (!decided) return;
    const { status, code } = decided;
    ledger.decisions.push({ requestId, userId: person.userId, decision, acknowledged: status === 200, code });
  };
  await Promise.all([decide(first, "approve", from), decide(second, other, from + 1)]);
}

/** Sends what a person does with a second factor, which is given again when an earlier try used it. */
async function withStepUp(
  deps: ClientDeps,
  { sessionId, headers }: Person,
  {
    purpose,
    path,
    body,
    from,
  }: { readonly purpose: Purpose; readonly path: string; readonly body: object; readonly from: number },
): Promise<Answer | undefined> {
  const asked = { method: "POST", path, headers, body };
  const settled = ({ status }: Answer): boolean => status < 300 || (status >= 400 && status < 429);
  for (let round = 0; round < ROUNDS && !deps.giveUp.aborted; round += 1) {
    const granted = await stepUpForRelease({ db: deps.installation.db }, sessionId, purpose).then(
      () => true,
      () => false,
    );
    const found = granted ? await insist(deps, asked, settled, { rounds: ROUNDS, from: from + round }) : undefined;
    if (found && found.answer.code !== "step_up_required") return found.answer;
    if (!found) await sleep(PAUSE_MS);
  }
  return undefined;
}
