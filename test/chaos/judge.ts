import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { isDeploymentStatus, isTerminal } from "../../packages/contract/index.ts";
import type { Asked } from "./http.ts";

/** A key that a front acknowledged, with the answer byte for byte. */
export interface Acknowledged {
  readonly key: string;
  readonly asked: Asked;
  readonly siteId: string;
  readonly deploymentId: string;
  readonly body: string;
}

/** The answer of a front to a key that was acknowledged before. */
export interface Replayed {
  readonly key: string;
  readonly front: string;
  readonly body: string;
}

export interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: string;
}

/** What a client saw of a deployment, over all its connections. */
export interface Followed {
  readonly deploymentId: string;
  readonly end: string;
  readonly events: readonly StreamEvent[];
}

/** What a person was told about a decision. */
export interface Decision {
  readonly requestId: string;
  readonly userId: string;
  readonly decision: "approve" | "reject";
  readonly acknowledged: boolean;
  readonly code: string;
}

export interface FinalDeployment {
  readonly id: string;
  readonly siteId: string;
  readonly environment: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly lastEventSeq: number;
  readonly logLines: number;
  readonly approvalRequestId: string | null;
  readonly createdAt: string;
  /** Its site was archived. */
  readonly hidden: boolean;
  /** What its page says; undefined without one. */
  readonly page: string | undefined;
  readonly events: readonly StreamEvent[];
}

/** A release request as it is in the end. */
export interface FinalApproval {
  readonly id: string;
  readonly status: string;
  readonly decidedBy: string | null;
  /** How many entries of the audit log say that it was decided. */
  readonly auditedDecisions: number;
}

/** What a front serves at a host. */
export interface Served {
  readonly front: string;
  readonly host: string;
  /** SHA-256 of what it should be. */
  readonly wanted: string;
  /** SHA-256 of what came, or why nothing did. */
  readonly came: string;
}

/** Everything that was seen, and what there is in the end. */
export interface History {
  readonly fronts: readonly string[];
  readonly acknowledged: readonly Acknowledged[];
  readonly replays: readonly Replayed[];
  /** Deployments by the key that they are stored under. */
  readonly keys: readonly { readonly key: string; readonly deploymentId: string }[];
  readonly deployments: readonly FinalDeployment[];
  readonly streams: readonly Followed[];
  readonly decisions: readonly Decision[];
  readonly approvals: readonly FinalApproval[];
  readonly quota: number;
  /** Most builds of a workspace that the database ever said to be running. */
  readonly mostRunning: number;
  /** Deployments that production hosts show; null for none. */
  readonly production: readonly { readonly siteId: string; readonly deploymentId: string | null }[];
  /** What each front has to say against the audit log. */
  readonly audits: readonly { readonly front: string; readonly findings: readonly string[] }[];
  readonly served: readonly Served[];
  /** Objects that a row names. */
  readonly named: ReadonlySet<string>;
  /** Objects in the bucket whose bytes have the digest that they are named by. */
  readonly stored: ReadonlySet<string>;
  readonly internalErrors: readonly string[];
  /** Processes that ended by themselves. */
  readonly crashed: readonly string[];
}

/** Says what is wrong with a history; empty when nothing is. */
export function judge(history: History): readonly string[] {
  return [
    ...judgeKeys(history),
    ...history.deployments.flatMap((deployment) => [
      ...judgeEnd(deployment),
      ...judgeNumbers(deployment),
      ...judgeAttempts(deployment),
    ]),
    ...judgeStreams(history),
    ...judgeDecisions(history),
    ...judgeProduction(history),
    ...(history.mostRunning > history.quota
      ? [`${history.mostRunning} builds of a workspace ran at once, where ${history.quota} may`]
      : []),
    ...history.audits.flatMap(({ front, findings }) => findings.map((text) => `the audit log at ${front}: ${text}`)),
    ...history.served.flatMap(({ front, host, wanted, came }) =>
      came === wanted ? [] : [`${front} serves ${host} as ${came}, not as ${wanted}`],
    ),
    ...[...history.named.difference(history.stored)].map((name) => `${name} is named and not in the bucket`),
    ...history.internalErrors.map((text) => `an internal error: ${text}`),
    ...history.crashed.map((name) => `${name} ended by itself`),
  ];
}

function judgeKeys({ acknowledged, replays, keys, deployments, fronts }: History): readonly string[] {
  const stored = Map.groupBy(keys, ({ key }) => key);
  const replayed = Map.groupBy(replays, ({ key }) => key);
  const known = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  const shared = [...Map.groupBy(keys, ({ deploymentId }) => deploymentId)].filter(([, found]) => found.length > 1);
  const unkeyed = deployments.filter(
    ({ id, environment }) => environment === "preview" && !keys.some(({ deploymentId }) => deploymentId === id),
  );
  return [
    ...shared.map(([id]) => `${id} has more than one key`),
    ...unkeyed.map(({ id }) => `${id} was made without a key`),
    ...acknowledged.flatMap(({ key, deploymentId, body }) => {
      const rows = stored.get(key) ?? [];
      const deployment = known.get(deploymentId);
      const answers = replayed.get(key) ?? [];
      const answered = new Set(answers.map(({ front }) => front));
      // A site that was archived has lost its keys with its deployments.
      const silent = deployment?.hidden === true ? [] : fronts.filter((front) => !answered.has(front));
      return [
        ...(rows.length === 1 && rows[0]?.deploymentId === deploymentId
          ? []
          : [`the key ${key} was acknowledged as ${deploymentId}, and is ${JSON.stringify(rows)}`]),
        ...(deployment ? [] : [`${deploymentId} was acknowledged, and is gone`]),
        ...answers
          .filter((answer) => answer.body !== body)
          .map(({ front, body: other }) => `${front} answers the key ${key} with ${other}, and it was ${body}`),
        ...silent.map((front) => `${front} does not answer the key ${key}`),
      ];
    }),
  ];
}

/** A release that is older than the live one has lost, and that is right. */
const OVERTAKEN = "superseded";

/** Nothing in the run is wrong but what is ours. */
function judgeEnd({ id, environment, status, errorCode }: FinalDeployment): readonly string[] {
  if (!ends(status)) return [`${id} is ${status} for ever`];
  if (status !== "failed") return [];
  if (environment === "production" && errorCode === OVERTAKEN) return [];
  return [`${id} (${environment}) failed as ${errorCode}, and nothing was wrong but what was ours`];
}

const Status = z.object({ status: z.string() });
const Log = z.object({ lines: z.array(z.object({ n: z.int(), text: z.string() })) });

const statusesOf = (events: readonly StreamEvent[]): readonly string[] =>
  events.flatMap(({ type, data }) => (type === "status" ? [Status.parse(JSON.parse(data)).status] : []));

const linesOf = (events: readonly StreamEvent[]): readonly { readonly n: number; readonly text: string }[] =>
  events.flatMap(({ type, data }) => (type === "log" ? Log.parse(JSON.parse(data)).lines : []));

export const ends = (status: string): boolean => isDeploymentStatus(status) && isTerminal(status);

type Numbered = Pick<FinalDeployment, "id" | "status" | "events" | "lastEventSeq" | "logLines">;

/** Events and lines of the log are numbered without a gap and counted, and one of them is the end. */
export function judgeNumbers({ id, status, events, lastEventSeq, logLines }: Numbered): readonly string[] {
  const gap = events.findIndex(({ seq }, index) => seq !== index + 1);
  const statuses = statusesOf(events);
  const lines = linesOf(events);
  const lost = lines.findIndex(({ n }, index) => n !== index + 1);
  const last = events.at(-1);
  return [
    ...(gap === -1 ? [] : [`the events of ${id} have a gap or a double at ${gap + 1}`]),
    ...(events.length === lastEventSeq ? [] : [`${id} has ${events.length} events, and counts ${lastEventSeq}`]),
    ...(lost === -1 ? [] : [`the log of ${id} has lost or doubled the line ${lost + 1}`]),
    ...(lines.length === logLines ? [] : [`${id} has ${lines.length} lines, and counts ${logLines}`]),
    ...(statuses.filter(ends).length > 1 ? [`${id} ends more than once: ${statuses.join(", ")}`] : []),
    ...(ends(status) && (last === undefined || statusesOf([last])[0] !== status)
      ? [`the last event of ${id} is not that it is ${status}`]
      : []),
  ];
}

const Packed = z.object({ seq: z.int(), data: z.string() });

/** Lines of a log that were moved from rows to a file some time after its deployment ended. */
export function readPacked(bytes: Buffer): readonly StreamEvent[] {
  const lines = gunzipSync(bytes).toString().split("\n").slice(0, -1);
  return lines.map((line) => ({ type: "log", ...Packed.parse(JSON.parse(line)) }));
}

const ATTEMPT = /\battempt ([0-9a-f-]{36})\b/;

/**
 * Names of the attempts at a build, in the order in which they wrote to its log, each as often as it began to write
 * after another one.
 */
export function attemptsOf({ events }: Pick<FinalDeployment, "events">): readonly string[] {
  const names = linesOf(events).flatMap(({ text }) => ATTEMPT.exec(text)?.[1] ?? []);
  return names.filter((name, index) => name !== names[index - 1]);
}

/** Each attempt names itself in what it writes: what an older one writes after the next one began was not fenced. */
function judgeAttempts(deployment: FinalDeployment): readonly string[] {
  const { id, environment, status, page } = deployment;
  if (environment !== "preview") return [];
  const order = attemptsOf(deployment);
  const again = order.find((name, index) => order.indexOf(name) !== index);
  if (again !== undefined) return [`the attempt ${again} wrote to the log of ${id} after its successor began`];
  if (status !== "ready") return [];
  const published = ATTEMPT.exec(page ?? "")?.[1];
  if (published !== undefined && published === order.at(-1)) return [];
  return [`${id} shows the attempt ${published ?? "none"}, and the last one was ${order.at(-1) ?? "none"}`];
}

const textOf = ({ seq, type, data }: StreamEvent): string => `${seq} ${type} ${data}`;

function judgeStreams({ streams, deployments }: History): readonly string[] {
  const known = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  return streams.flatMap(({ deploymentId, end, events }) => {
    const deployment = known.get(deploymentId);
    const rows = deployment?.events ?? [];
    const wrong = events.findIndex((event, index) => {
      const row = rows[index];
      return row === undefined || textOf(event) !== textOf(row);
    });
    const last = events.at(-1);
    if (wrong !== -1) {
      return [`the stream of ${deploymentId} has ${last ? textOf(events[wrong] ?? last) : ""}, and the rows do not`];
    }
    // The stream of a site that was archived is cut where it was.
    if (end === "gone" && deployment?.hidden === true) return [];
    if (end !== deployment?.status || events.length !== rows.length) {
      return [`the stream of ${deploymentId} ended as ${end} after ${events.length} of ${rows.length} events`];
    }
    return [];
  });
}

const DECIDED = new Set(["approved", "published", "rejected"]);

function judgeDecisions({ decisions, approvals, deployments }: History): readonly string[] {
  const answers = Map.groupBy(decisions, ({ requestId }) => requestId);
  const released = Map.groupBy(deployments, ({ approvalRequestId }) => approvalRequestId);
  return approvals.flatMap(({ id, status, decidedBy, auditedDecisions }) => {
    const acknowledged = (answers.get(id) ?? []).filter((each) => each.acknowledged);
    const isDecided = decidedBy !== null;
    const approved = isDecided && status !== "rejected";
    const releases = released.get(id) ?? [];
    const lying = acknowledged.filter(
      ({ userId, decision }) => userId !== decidedBy || (decision === "approve") !== approved,
    );
    return [
      ...lying.map(
        ({ userId, decision }) => `${userId} was told ${decision} of ${id}, which ${decidedBy} ended as ${status}`,
      ),
      ...(DECIDED.has(status) && !isDecided ? [`${id} is ${status}, and nobody decided it`] : []),
      ...(auditedDecisions === (isDecided ? 1 : 0) ? [] : [`${id} has ${auditedDecisions} decisions in the audit log`]),
      ...(releases.length === (approved ? 1 : 0) ? [] : [`${id} is ${status} and has ${releases.length} releases`]),
    ];
  });
}

function judgeProduction({ deployments, production }: History): readonly string[] {
  const releases = deployments.filter(
    ({ environment, status, hidden }) => environment === "production" && status === "ready" && !hidden,
  );
  const shown = new Map(production.map(({ siteId, deploymentId }) => [siteId, deploymentId]));
  const sites = new Set([...shown.keys(), ...releases.map(({ siteId }) => siteId)]);
  return [...sites].flatMap((siteId) => {
    const own = releases.filter((release) => release.siteId === siteId);
    const newest = own.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), "");
    const right = own.filter(({ createdAt }) => createdAt === newest).map(({ id }) => id);
    const found = shown.get(siteId) ?? null;
    if (right.length === 0 ? found === null : found !== null && right.includes(found)) return [];
    return [`production of ${siteId} shows ${found ?? "nothing"}, and the newest release is ${right.join(" or ")}`];
  });
}
