import { expect, test } from "vitest";
import { type FinalDeployment, type History, judge, type StreamEvent } from "./judge.ts";

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

const withPreview = (changes: Partial<FinalDeployment>): Partial<History> => ({
  deployments: [{ ...PREVIEW, ...changes }, RELEASE],
  // What the client saw is not what is wrong here.
  streams: [],
});
const withRelease = (changes: Partial<FinalDeployment>): Partial<History> => ({
  deployments: [PREVIEW, { ...RELEASE, ...changes }],
});
const [approval] = RIGHT.approvals;

test("finds nothing in a history in which nothing is wrong", () => {
  expect(judge(RIGHT)).toEqual([]);
  expect(
    judge({
      ...RIGHT,
      ...withRelease({ status: "failed", errorCode: "superseded", events: [status(1, "queued"), status(2, "failed")] }),
      production: [],
    }),
  ).toEqual([]);
});

const WRONG: Readonly<Record<string, readonly [changes: Partial<History>, finding: RegExp]>> = {
  "a key with two deployments": [
    { keys: [...RIGHT.keys, { key: "k", deploymentId: "dep_2" }] },
    /the key k was acknowledged as dep_1/,
  ],
  "a key that was acknowledged and is gone": [{ keys: [] }, /the key k was acknowledged as dep_1, and is \[\]/],
  "a deployment that was acknowledged and is gone": [{ deployments: [RELEASE] }, /dep_1 was acknowledged, and is gone/],
  "a deployment with two keys": [
    { keys: [...RIGHT.keys, { key: "l", deploymentId: "dep_1" }] },
    /dep_1 has more than one key/,
  ],
  "a deployment without a key": [
    { deployments: [...RIGHT.deployments, { ...PREVIEW, id: "dep_3" }] },
    /dep_3 was made without a key/,
  ],
  "a front that answers a key with other bytes": [
    { replays: [...RIGHT.replays, { key: "k", front: "front-2", body: "{ }" }] },
    /front-2 answers the key k with/,
  ],
  "a front that does not answer a key": [{ replays: RIGHT.replays.slice(1) }, /front-1 does not answer the key k/],
  "a deployment that does not end": [
    withPreview({ status: "building", events: EVENTS.slice(0, 4), lastEventSeq: 4 }),
    /dep_1 is building for ever/,
  ],
  "a build that a fault of ours ended": [
    withPreview({ status: "failed", errorCode: "build_failed", events: [...EVENTS.slice(0, 4), status(5, "failed")] }),
    /dep_1 \(preview\) failed as build_failed/,
  ],
  "a build whose worker was lost": [
    withPreview({ status: "failed", errorCode: "worker_lost", events: [...EVENTS.slice(0, 4), status(5, "failed")] }),
    /failed as worker_lost/,
  ],
  "a preview that was overtaken, as only a release can be": [
    withPreview({ status: "failed", errorCode: "superseded", events: [...EVENTS.slice(0, 4), status(5, "failed")] }),
    /failed as superseded/,
  ],
  "a gap in the numbers of events": [
    withPreview({ events: EVENTS.map((event) => ({ ...event, seq: event.seq === 5 ? 6 : event.seq })) }),
    /the events of dep_1 have a gap or a double at 5/,
  ],
  "a number of events twice": [
    withPreview({ events: [status(1, "queued"), ...EVENTS], lastEventSeq: 6 }),
    /the events of dep_1 have a gap or a double at 2/,
  ],
  "events that were not counted": [withPreview({ lastEventSeq: 6 }), /dep_1 has 5 events, and counts 6/],
  "a line of the log twice": [
    withPreview({ events: EVENTS.map((event) => (event.seq === 4 ? log(4, 1, `attempt ${NEW}`) : event)) }),
    /the log of dep_1 has lost or doubled the line 2/,
  ],
  "lines that were not counted": [withPreview({ logLines: 3 }), /dep_1 has 2 lines, and counts 3/],
  "a second end": [
    withPreview({ events: [...EVENTS, status(6, "ready")], lastEventSeq: 6 }),
    /dep_1 ends more than once: queued, building, ready, ready/,
  ],
  "something after the end": [
    withPreview({ events: [...EVENTS, log(6, 3, "late")], lastEventSeq: 6, logLines: 3 }),
    /the last event of dep_1 is not that it is ready/,
  ],
  "an end that the events do not tell": [
    withPreview({ status: "canceled" }),
    /the last event of dep_1 is not that it is canceled/,
  ],
  "a line of an attempt after the next one began": [
    withPreview({
      events: [...EVENTS.slice(0, 4), log(5, 3, `attempt ${OLD} step 2`), status(6, "ready")],
      lastEventSeq: 6,
      logLines: 3,
    }),
    /wrote to the log of dep_1 after its successor began/,
  ],
  "the files of an attempt that another one followed": [
    withPreview({ page: `attempt ${OLD}` }),
    /dep_1 shows the attempt 1{8}-.*, and the last one was 2{8}-/,
  ],
  "a ready preview without a page": [withPreview({ page: undefined }), /dep_1 shows the attempt none/],
  "a stream with an event that is not in the rows": [
    { streams: [{ deploymentId: "dep_1", end: "ready", events: [...EVENTS.slice(0, 4), status(5, "canceled")] }] },
    /the stream of dep_1 has 5 status/,
  ],
  "a stream that lost an event": [
    { streams: [{ deploymentId: "dep_1", end: "ready", events: [...EVENTS.slice(0, 2), ...EVENTS.slice(3)] }] },
    /the stream of dep_1 has 4 log/,
  ],
  "a stream that brought an event twice": [
    { streams: [{ deploymentId: "dep_1", end: "ready", events: [...EVENTS.slice(0, 2), ...EVENTS.slice(1)] }] },
    /the stream of dep_1 has 2 status/,
  ],
  "a stream that did not come to the end": [
    { streams: [{ deploymentId: "dep_1", end: "unknown", events: EVENTS.slice(0, 4) }] },
    /the stream of dep_1 ended as unknown after 4 of 5 events/,
  ],
  "a stream that was refused although nobody archived the site": [
    { streams: [{ deploymentId: "dep_1", end: "gone", events: EVENTS }] },
    /the stream of dep_1 ended as gone/,
  ],
  "two people who were both told that they decided": [
    { decisions: RIGHT.decisions.map((decision) => ({ ...decision, acknowledged: true })) },
    /jun was told reject of apr_1/,
  ],
  "a person who was told the opposite of what is stored": [
    { approvals: approval ? [{ ...approval, status: "rejected" }] : [] },
    /mira was told approve of apr_1/,
  ],
  "a request that is approved by nobody": [
    { decisions: [], approvals: approval ? [{ ...approval, decidedBy: null, auditedDecisions: 0 }] : [] },
    /apr_1 is published, and nobody decided it/,
  ],
  "two decisions in the audit log": [
    { approvals: approval ? [{ ...approval, auditedDecisions: 2 }] : [] },
    /apr_1 has 2 decisions in the audit log/,
  ],
  "two releases of one approval": [
    { deployments: [...RIGHT.deployments, { ...RELEASE, id: "dep_3", createdAt: PREVIEW.createdAt }] },
    /apr_1 is published and has 2 releases/,
  ],
  "an approval without its release": [
    { deployments: [PREVIEW], production: [] },
    /apr_1 is published and has 0 releases/,
  ],
  "a production host that shows an older release": [
    { production: [{ siteId: "site", deploymentId: "dep_0" }] },
    /production of site shows dep_0, and the newest release is dep_2/,
  ],
  "a release that no production host shows": [{ production: [] }, /production of site shows nothing/],
  "a production host that shows what was never released": [
    { ...withRelease({ hidden: true }) },
    /production of site shows dep_2/,
  ],
  "more builds than may run": [{ mostRunning: 4 }, /4 builds of a workspace ran at once, where 3 may/],
  "an audit log that is not intact": [
    { audits: [{ front: "front-2", findings: ["unchained 7"] }] },
    /the audit log at front-2: unchained 7/,
  ],
  "a front that serves other bytes": [
    { served: [{ front: "front-2", host: "a", wanted: "aa", came: "bb" }] },
    /front-2 serves a as bb, not as aa/,
  ],
  "an object that is named and not stored": [{ named: new Set(["cc"]) }, /cc is named and not in the bucket/],
  "an answer that says nothing but that something failed": [
    { internalErrors: ["front-1: GET /"] },
    /an internal error: front-1/,
  ],
  "a process that ended by itself": [{ crashed: ["worker-1"] }, /worker-1 ended by itself/],
};

test.each(Object.entries(WRONG))("finds %s", (_, [changes, finding]) => {
  expect(judge({ ...RIGHT, ...changes }).join("\n")).toMatch(finding);
});
