import { expect, test } from "vitest";
import { type FinalApproval, type FinalDeployment, type History, judge, type StreamEvent } from "./judge.ts";

const OLD = "11111111-1111-4111-8111-111111111111";
const NEW = "22222222-2222-4222-8222-222222222222";

const status = (seq: number, name: string): StreamEvent => ({
  seq,
  type: "status",
  data: JSON.stringify({ status: name }),
});
const log = (seq: number, n: number, text: string): StreamEvent => ({
  seq,
  type: "log",
  data: JSON.stringify({ stream: "build", lines: [{ n, text }] }),
});

const EVENTS = [
  status(1, "queued"),
  status(2, "building"),
  log(3, 1, `attempt ${OLD} step 1`),
  log(4, 2, `attempt ${NEW} step 1`),
  status(5, "ready"),
];

const PREVIEW: FinalDeployment = {
  id: "dep_1",
  siteId: "site",
  environment: "preview",
  status: "ready",
  errorCode: null,
  lastEventSeq: 5,
  logLines: 2,
  approvalRequestId: null,
  createdAt: "2026-11-22T09:00:00.000Z",
  hidden: false,
  page: `attempt ${NEW}`,
  events: EVENTS,
};

const RELEASE: FinalDeployment = {
  ...PREVIEW,
  id: "dep_2",
  environment: "production",
  approvalRequestId: "apr_1",
  lastEventSeq: 2,
  logLines: 0,
  createdAt: "2026-11-22T09:01:00.000Z",
  events: [status(1, "queued"), status(2, "ready")],
};

/** Two deployments, a release, and a decision that the other person lost: nothing is wrong. */
const RIGHT: History = {
  fronts: ["front-1", "front-2"],
  acknowledged: [{ key: "k", asked: { path: "/" }, siteId: "site", deploymentId: "dep_1", body: "{}" }],
  replays: [
    { key: "k", front: "front-1", body: "{}" },
    { key: "k", front: "front-2", body: "{}" },
  ],
  keys: [{ key: "k", deploymentId: "dep_1" }],
  deployments: [PREVIEW, RELEASE],
  streams: [{ deploymentId: "dep_1", end: "ready", events: EVENTS }],
  decisions: [
    { requestId: "apr_1", userId: "mira", decision: "approve", acknowledged: true, code: "" },
    { requestId: "apr_1", userId: "jun", decision: "reject", acknowledged: false, code: "approval_already_decided" },
  ],
  approvals: [{ id: "apr_1", status: "published", decidedBy: "mira", auditedDecisions: 1 }],
  quota: 3,
  mostRunning: 3,
  production: [{ siteId: "site", deploymentId: "dep_2" }],
  audits: [{ front: "front-1", findings: [] }],
  served: [{ front: "front-1", host: "a.preview.localhost", wanted: "aa", came: "aa" }],
  named: new Set(["aa"]),
  stored: new Set(["aa", "bb"]),
  internalErrors: [],
  crashed: [],
};

/** Another preview; what its client saw is not what is wrong then. */
const withPreview = (changes: Partial<FinalDeployment>): Partial<History> => ({
  deployments: [{ ...PREVIEW, ...changes }, RELEASE],
  streams: [],
});
/** A preview with other events, which are counted. */
const withEvents = (events: readonly StreamEvent[]): Partial<History> => {
  const logLines = events.filter(({ type }) => type === "log").length;
  return withPreview({ events, lastEventSeq: events.length, logLines });
};
const endingIn = (end: Pick<FinalDeployment, "status"> & Partial<FinalDeployment>): Partial<History> =>
  withPreview({ events: [...EVENTS.slice(0, 4), status(5, end.status)], ...end });
const seenAs = (end: string, events: readonly StreamEvent[]): Partial<History> => ({
  streams: [{ deploymentId: "dep_1", end, events }],
});
const withApproval = (changes: Partial<FinalApproval>): Partial<History> => ({
  approvals: RIGHT.approvals.map((approval) => ({ ...approval, ...changes })),
});
const showing = (deploymentId: string): Partial<History> => ({ production: [{ siteId: "site", deploymentId }] });

test("finds nothing in a history in which nothing is wrong, or a release was overtaken", () => {
  expect(judge(RIGHT)).toEqual([]);
  const events = [status(1, "queued"), status(2, "failed")];
  const overtaken = { ...RELEASE, status: "failed", errorCode: "superseded", events };
  expect(judge({ ...RIGHT, deployments: [PREVIEW, overtaken], production: [] })).toEqual([]);
});

/** What is wrong, and how the judge says it. */
const WRONG: readonly (readonly [changes: Partial<History>, finding: RegExp])[] = [
  [{ keys: [...RIGHT.keys, { key: "k", deploymentId: "dep_2" }] }, /the key k was acknowledged as dep_1/],
  [{ keys: [] }, /the key k was acknowledged as dep_1, and is \[\]/],
  [{ deployments: [RELEASE] }, /dep_1 was acknowledged, and is gone/],
  [{ keys: [...RIGHT.keys, { key: "l", deploymentId: "dep_1" }] }, /dep_1 has more than one key/],
  [{ deployments: [...RIGHT.deployments, { ...PREVIEW, id: "dep_3" }] }, /dep_3 was made without a key/],
  [{ replays: [...RIGHT.replays, { key: "k", front: "front-2", body: "{ }" }] }, /front-2 answers the key k with/],
  [{ replays: RIGHT.replays.slice(1) }, /front-1 does not answer the key k/],
  [endingIn({ status: "building" }), /dep_1 is building for ever/],
  [endingIn({ status: "failed", errorCode: "build_failed" }), /dep_1 \(preview\) failed as build_failed/],
  [endingIn({ status: "failed", errorCode: "worker_lost" }), /failed as worker_lost/],
  // Only a release can be overtaken.
  [endingIn({ status: "failed", errorCode: "superseded" }), /failed as superseded/],
  [withEvents([...EVENTS.slice(0, 4), status(6, "ready")]), /the events of dep_1 have a gap or a double at 5/],
  [withEvents([status(1, "queued"), ...EVENTS]), /the events of dep_1 have a gap or a double at 2/],
  [withPreview({ lastEventSeq: 6 }), /dep_1 has 5 events, and counts 6/],
  [withEvents(EVENTS.with(3, log(4, 1, "again"))), /the log of dep_1 has lost or doubled the line 2/],
  [withPreview({ logLines: 3 }), /dep_1 has 2 lines, and counts 3/],
  [withEvents([...EVENTS, status(6, "ready")]), /dep_1 ends more than once: queued, building, ready, ready/],
  [withEvents([...EVENTS, log(6, 3, "late")]), /the last event of dep_1 is not that it is ready/],
  [withPreview({ status: "canceled" }), /the last event of dep_1 is not that it is canceled/],
  [
    withEvents([...EVENTS.slice(0, 4), log(5, 3, `attempt ${OLD} step 2`), status(6, "ready")]),
    /wrote to the log of dep_1 after its successor began/,
  ],
  [withPreview({ page: `attempt ${OLD}` }), /dep_1 shows the attempt 1{8}-.*, and the last one was 2{8}-/],
  [withPreview({ page: undefined }), /dep_1 shows the attempt none/],
  [seenAs("ready", [...EVENTS.slice(0, 4), status(5, "canceled")]), /the stream of dep_1 has 5 status/],
  [seenAs("ready", EVENTS.toSpliced(2, 1)), /the stream of dep_1 has 4 log/],
  [seenAs("ready", [...EVENTS.slice(0, 2), ...EVENTS.slice(1)]), /the stream of dep_1 has 2 status/],
  [seenAs("unknown", EVENTS.slice(0, 4)), /the stream of dep_1 ended as unknown after 4 of 5 events/],
  [seenAs("gone", EVENTS), /the stream of dep_1 ended as gone/],
  [{ decisions: RIGHT.decisions.map((one) => ({ ...one, acknowledged: true })) }, /jun was told reject of apr_1/],
  [withApproval({ status: "rejected" }), /mira was told approve of apr_1/],
  [withApproval({ decidedBy: null, auditedDecisions: 0 }), /apr_1 is published, and nobody decided it/],
  [withApproval({ auditedDecisions: 2 }), /apr_1 has 2 decisions in the audit log/],
  [{ deployments: [...RIGHT.deployments, { ...RELEASE, id: "dep_3" }] }, /apr_1 is published and has 2 releases/],
  [{ deployments: [PREVIEW], production: [] }, /apr_1 is published and has 0 releases/],
  [showing("dep_0"), /production of site shows dep_0, and the newest release is dep_2/],
  [{ production: [] }, /production of site shows nothing/],
  [{ deployments: [PREVIEW, { ...RELEASE, hidden: true }] }, /production of site shows dep_2/],
  [{ mostRunning: 4 }, /4 builds of a workspace ran at once, where 3 may/],
  [{ audits: [{ front: "front-2", findings: ["unchained 7"] }] }, /the audit log at front-2: unchained 7/],
  [{ served: [{ front: "front-2", host: "a", wanted: "aa", came: "bb" }] }, /front-2 serves a as bb, not as aa/],
  [{ named: new Set(["cc"]) }, /cc is named and not in the bucket/],
  [{ internalErrors: ["front-1: GET /"] }, /an internal error: front-1/],
  [{ crashed: ["worker-1"] }, /worker-1 ended by itself/],
];

test.each(WRONG.map(([changes, finding]) => [finding, changes] as const))("finds %s", (finding, changes) => {
  expect(judge({ ...RIGHT, ...changes }).join("\n")).toMatch(finding);
});
