export const id = 930;
export const ids = [930];
export const modules = {

/***/ 2930:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CHECK_RUN: () => (/* binding */ CHECK_RUN),
/* harmony export */   createRecordWriter: () => (/* binding */ createRecordWriter),
/* harmony export */   githubOnce: () => (/* binding */ githubOnce),
/* harmony export */   githubOutputs: () => (/* binding */ githubOutputs),
/* harmony export */   recordName: () => (/* binding */ recordName),
/* harmony export */   recordState: () => (/* binding */ recordState),
/* harmony export */   reportGithubFailure: () => (/* binding */ reportGithubFailure)
/* harmony export */ });
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9943);
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1594);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4636);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(47);




const DEPLOYMENT_RECORD = "the deployment record";
const COMMIT_STATUS = "the commit status";
/** What warnings call the record. */
function recordName(forge) {
    return forge === "github" ? DEPLOYMENT_RECORD : COMMIT_STATUS;
}
/** What warnings call the check run. */
const CHECK_RUN = "the check run";
/** Opens GitHub's client on first use: it is the largest part of the bundle, and nothing before the POST needs it. */
function githubOnce(inputs, { apiUrl, repository }) {
    let opened;
    const { githubToken: token = "", token: secret } = inputs;
    return () => {
        opened ??= (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_2__/* .createGithub */ .uh)({ token, apiUrl, repository, secrets: secret === undefined ? [] : [secret] });
        return opened;
    };
}
/**
 * Keeps one GitHub deployment record in step with a run's rows: opened once, then updated when its state changes.
 * Gitea and Forgejo have none: a status of the commit says the same there.
 */
function createRecordWriter() {
    let record;
    let written;
    return async (github, { opening, row, live }, context) => {
        if (github.forge === "gitea") {
            const status = statusOf(row, opening);
            if (status.state !== written) {
                const { setCommitStatus } = await __webpack_require__.e(/* import() */ 913).then(__webpack_require__.bind(__webpack_require__, 4675));
                const set = await setCommitStatus(github, status, context);
                if (set.kind === "failed")
                    return set;
                written = status.state;
            }
            return { kind: "skipped", reason: "this server has commit statuses instead" };
        }
        if (record === undefined) {
            const opened = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .openRecord */ .C6)(github, opening, context);
            if (opened.kind === "failed")
                return opened;
            record = opened;
        }
        const state = recordState(row, opening.production === true);
        // A fresh record is `pending` by itself: a live status would cost a request and say no more.
        if (state.state === written || (live && !record.reused))
            return record;
        const outcome = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .setRecordStatus */ .wv)(github, record.recordId, { ...state, context });
        if (outcome.kind === "failed")
            return outcome;
        written = state.state;
        return record;
    };
}
/** Rows of runs that no longer watch: a status that stays pending would block the pull request. */
const UNWATCHED = new Set(["timed_out", "interrupted"]);
function statusOf(row, { production = false, environment }) {
    const { state, description = "", environmentUrl, logUrl } = recordState(row, production);
    const ended = { success: "success", failure: "failure", error: "error", inactive: "error" };
    const isLive = state === "queued" || state === "in_progress";
    return {
        sha: row.commitSha,
        context: `Greenroom ${environment} (${row.site})`,
        state: isLive ? (UNWATCHED.has(row.status) ? "error" : "pending") : ended[state],
        description,
        url: environmentUrl ?? logUrl,
    };
}
/** States of the rows that have ended, and of those that wait for a person. */
const RECORD_STATES = {
    ready: "success",
    failed: "failure",
    rejected: "failure",
    refused: "error",
    canceled: "inactive",
    expired: "inactive",
    superseded: "inactive",
    approval_pending: "queued",
};
/**
 * Turns a row into the state of a GitHub deployment.
 * A build that was not followed to its end stays in progress: a later run updates the record.
 * @param production A release, whose URL is that of production.
 */
function recordState(row, production) {
    const state = RECORD_STATES[row.status] ?? "in_progress";
    const environmentUrl = production ? row.productionUrl : row.previewUrl;
    const logUrl = state === "queued" ? (row.approvalUrl ?? row.runUrl) : (row.logUrl ?? row.runUrl);
    if (state === "success") {
        const took = row.durationSeconds === undefined ? "" : `, built in ${(0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(row.durationSeconds)}`;
        const description = production ? "The release is live" : `The preview is ready${took}`;
        return { state, logUrl, description, ...(environmentUrl === undefined ? {} : { environmentUrl }) };
    }
    const note = production ? undefined : row.note;
    const status = state === "queued" ? "waiting for approval" : row.status;
    // A person reads it beside the commit, without the comment; it is cut where it is sent.
    const why = row.error?.message === "" ? row.error.code : row.error?.message;
    const description = why ?? note ?? `The ${production ? "release" : "deployment"} is ${status}`;
    return { state, logUrl, description };
}
/** What was written to GitHub, as outputs. */
function githubOutputs(comment, record) {
    return {
        ...(comment.kind === "done" ? { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl } : {}),
        ...(record.kind === "done" ? { "github-deployment-id": String(record.recordId) } : {}),
    };
}
/**
 * Warns that GitHub did not accept something, with the exact permissions that fix it.
 * @param target What was not accepted, as in "the comment".
 */
function reportGithubFailure(runner, target, failure, forge = "github") {
    const { reason, permissionHint: permissions = [] } = failure;
    const hint = forge === "github" ? hintFor(target, failure) : giteaHintFor(target, failure);
    const lines = [`${reason} The result of the deployment is not affected. ${hint}`, ...permissions];
    runner.warning(lines.map(_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .logText */ .kc), { title: `${(0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_2__/* .serverName */ .L5)(forge)} did not accept ${target}` });
}
function giteaHintFor(target, { status = 500 }) {
    if (status === 401) {
        return "The token of a job ends when its run is canceled: re-run the job. Otherwise check the input 'github-token'.";
    }
    if ((status === 403 || status === 404) && target === COMMIT_STATUS) {
        return "It needs 'contents: write' where the server limits the token of a job; 'deployment-record: false' does without it.";
    }
    if (status === 403 || status === 404) {
        return "Check that the job has 'pull-requests: write' where the server limits its token, and that the pull request is open to comments.";
    }
    return status < 500 ? "Read the server's message, then re-run the job." : "Re-run the job once the server responds.";
}
function hintFor(target, { permissionHint, status, limitedMs }) {
    if (permissionHint !== undefined && target === CHECK_RUN) {
        return "A check run needs 'github-token' to be the job's own, with these permissions:";
    }
    if (permissionHint !== undefined)
        return "Give the job these permissions:";
    if (limitedMs !== undefined) {
        return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
    }
    if (status === 401)
        return "Check the input 'github-token': GitHub does not accept it.";
    if (status === 404 && target === DEPLOYMENT_RECORD) {
        return "Check that 'github-token' has write access to deployments, or set 'deployment-record: false'.";
    }
    if (status === 403 || status === 404) {
        return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
    }
    if (status !== undefined && status < 500)
        return "Read GitHub's message, then re-run the job.";
    return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}


/***/ }),

/***/ 1594:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ retireRecords),
/* harmony export */   C6: () => (/* binding */ openRecord),
/* harmony export */   Q: () => (/* binding */ retireEarlier),
/* harmony export */   hg: () => (/* binding */ findPullRecords),
/* harmony export */   wv: () => (/* binding */ setRecordStatus),
/* harmony export */   zs: () => (/* binding */ cutDescription)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(47);



const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;
/**
 * Opens a GitHub deployment for a commit. When a response is lost, the list is read before anything is sent again, so
 * that no second one stays pending.
 */
async function openRecord(github, opening, context) {
    if (opening.production === true || opening.runAttempt > 1) {
        const found = await findRecord(github, opening, context);
        if (found !== undefined)
            return found;
    }
    for (let attempt = 1;; attempt += 1) {
        const sent = await create(github, opening, context);
        const recordId = sent.kind === "done" ? (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(sent.data, "id") : undefined;
        if (recordId !== undefined)
            return { kind: "done", recordId, reused: false };
        const failed = sent.kind === "failed" ? sent : withoutId(sent.data);
        if (attempt >= MAX_WRITES || !(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(failed.retryInMs, context)))
            return failed;
        const found = failed.unknown === true ? await findRecord(github, opening, context) : undefined;
        if (found !== undefined)
            return found;
    }
}
/** A response that cannot be read is as good as lost: the list shows whether the record is there. */
function withoutId(data) {
    const failed = (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the deployment");
    return typeof data === "object" && data !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}
function create(github, opening, context) {
    const { sha, environment, description = "", production = false } = opening;
    const { siteId, pullNumber = null, branch = null, runId, runAttempt, sourceDeploymentId } = opening;
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "open a deployment" }, context, (rest, parameters) => rest.repos.createDeployment({
        ...parameters,
        ref: sha,
        // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
        auto_merge: false,
        required_contexts: [],
        environment,
        description: cutDescription(description),
        transient_environment: !production,
        production_environment: production,
        payload: { greenroom: { schemaVersion: 1, siteId, pullNumber, branch, runId, runAttempt, sourceDeploymentId } },
    }));
}
async function findRecord(github, { sha, environment, siteId, sourceDeploymentId }, context) {
    const found = await listRecords(github, { sha, environment }, context);
    if (found.kind === "failed")
        return undefined;
    // GitHub lists the newest first.
    const record = found.records.find((one) => one.siteId === siteId && (one.sourceDeploymentId ?? sourceDeploymentId) === sourceDeploymentId);
    return record && { kind: "done", recordId: record.id, reused: true };
}
/** Lists a page of the deployments that were opened here, the newest first. */
async function listRecords(github, query, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read deployments", reads: true }, context, (rest, parameters) => rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }));
    if (read.kind === "failed")
        return read;
    if (!Array.isArray(read.data))
        return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("deployments");
    const records = read.data.map(readRecord).filter((record) => record !== undefined);
    const oldest = Date.parse((0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(read.data.at(-1), "created_at") ?? "");
    return { kind: "done", records, oldestMs: oldest, isLast: read.data.length < PAGE_SIZE };
}
function readRecord(deployment) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(deployment, "id");
    const ours = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(deployment, "payload", "greenroom");
    if (id === undefined || ours === undefined)
        return undefined;
    return {
        id,
        siteId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(ours, "siteId"),
        pullNumber: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(ours, "pullNumber"),
        branch: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(ours, "branch"),
        runId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(ours, "runId") ?? 0,
        sourceDeploymentId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(ours, "sourceDeploymentId"),
        creatorId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(deployment, "creator", "id"),
    };
}
/** Sets the status of a GitHub deployment. */
async function setRecordStatus(github, recordId, { context, state, description, ...urls }) {
    const environmentUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(urls.environmentUrl ?? "", { allowLoopbackHttp: true });
    const logUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(urls.logUrl ?? "", { allowLoopbackHttp: true });
    for (let attempt = 1;; attempt += 1) {
        const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "set the status of a deployment" }, context, (rest, parameters) => rest.repos.createDeploymentStatus({
            ...parameters,
            deployment_id: recordId,
            state,
            ...(environmentUrl === undefined ? {} : { environment_url: environmentUrl }),
            ...(logUrl === undefined ? {} : { log_url: logUrl }),
            ...(description === undefined ? {} : { description: cutDescription(description) }),
            // Other pull requests and sites share the environment: only what we name turns inactive.
            auto_inactive: false,
        }));
        if (sent.kind === "done")
            return { kind: "done", recordId, reused: false };
        // Set twice it is still true, so a lost response is no reason to look first.
        if (attempt >= MAX_WRITES || !(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(sent.retryInMs, context)))
            return sent;
    }
}
/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text) {
    const line = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(text);
    if (line.length <= MAX_DESCRIPTION_CHARS)
        return line;
    const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
    return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}
/** Deployments that people are shown as deployed, or as on their way. */
const ACTIVE_STATES = new Set(["success", "in_progress", "queued", "pending"]);
/** A repository in which more was deployed since the last preview of a branch keeps that one until its end. */
const MAX_EARLIER_PAGES = 5;
/** Records that were successful and are inactive: the run that retired them had retired what was before them. */
const ENOUGH_RETIRED = 2;
/**
 * Sets the earlier deployments of the same site and pull request, or branch, inactive once ours is successful. When a
 * newer run's is successful already, ours is set inactive instead. Each run sets its own state before it reads those of
 * others, so that of two that end together at least one sees the other.
 * @param sha Only those of this commit.
 */
async function retireEarlier(github, { recordId, opening, sha }, context) {
    const { environment, siteId } = opening;
    const query = sha === undefined ? { environment } : { environment, sha };
    const retiring = { states: ACTIVE_STATES, enoughRetired: ENOUGH_RETIRED };
    let total = { retired: 0, settledIds: [], left: undefined };
    for (let page = 1; page <= MAX_EARLIER_PAGES; page += 1) {
        const found = await listRecords(github, { ...query, page }, context);
        if (found.kind === "failed")
            return found;
        const others = found.records.filter((one) => one.siteId === siteId && one.id !== recordId && isSameLine(one, opening));
        const newer = others.filter((one) => isNewer(one, { id: recordId, runId: opening.runId }));
        const states = await Promise.all(newer.map(({ id }) => readState(github, id, context)));
        if (states.some((one) => one.kind === "done" && one.state === "success")) {
            return retireRecords(github, [recordId], context);
        }
        const older = others.filter((one) => !newer.includes(one)).map(({ id }) => id);
        const { isEnough, ...retired } = await retireEach(github, older, { context, ...retiring });
        total = {
            retired: total.retired + retired.retired,
            settledIds: [...total.settledIds, ...retired.settledIds],
            left: total.left ?? retired.left,
        };
        if (found.isLast || isEnough || retired.left !== undefined)
            break;
    }
    return total;
}
/** One pull request, or one branch as far as it has none. */
function isSameLine(record, { pullNumber, branch }) {
    if (record.pullNumber !== undefined && pullNumber !== undefined)
        return record.pullNumber === pullNumber;
    return record.branch !== undefined && record.branch === branch;
}
function isNewer(one, other) {
    return one.runId === other.runId ? one.id > other.id : one.runId > other.runId;
}
/** Sets GitHub deployments inactive, each that is not; one that is gone counts as settled. */
async function retireRecords(github, recordIds, context) {
    const { isEnough: _, ...retired } = await retireEach(github, recordIds, { context });
    return retired;
}
/** Reads before a write: a status that says nothing new starts every workflow that listens for one. */
const READS_AT_ONCE = 5;
async function retireEach(github, recordIds, { context, states, enoughRetired = Infinity }) {
    const settledIds = [];
    let [retired, retiredBefore] = [0, 0];
    let left;
    const fail = (failure) => {
        left = { count: (left?.count ?? 0) + 1, failure: left?.failure ?? failure };
    };
    for (let start = 0; start < recordIds.length && retiredBefore < enoughRetired; start += READS_AT_ONCE) {
        const batch = recordIds.slice(start, start + READS_AT_ONCE);
        if (left !== undefined && isHopeless(left.failure, context)) {
            for (const _ of batch)
                fail(left.failure);
            continue;
        }
        const read = await Promise.all(batch.map((id) => readState(github, id, context)));
        for (const [index, recordId] of batch.entries()) {
            const before = read[index];
            if (before === undefined || before.kind === "failed") {
                if (before !== undefined && before.status !== 404)
                    fail(before);
                else
                    settledIds.push(recordId);
                continue;
            }
            if (before.state === "inactive" && before.wasSuccess)
                retiredBefore += 1;
            if (before.state === "inactive" || states?.has(before.state) === false) {
                settledIds.push(recordId);
                continue;
            }
            const outcome = await setRecordStatus(github, recordId, { state: "inactive", context });
            if (outcome.kind === "failed" && outcome.status !== 404) {
                fail(outcome);
                continue;
            }
            retired += 1;
            settledIds.push(recordId);
        }
    }
    return { retired, settledIds, left, isEnough: retiredBefore >= enoughRetired };
}
/** Whether the next record would fail for the same reason. */
function isHopeless({ status, permissionHint, limitedMs }, { signal }) {
    return signal.aborted || status === 401 || permissionHint !== undefined || limitedMs !== undefined;
}
async function readState(github, recordId, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read a deployment", reads: true }, context, (rest, parameters) => rest.repos.listDeploymentStatuses({ ...parameters, deployment_id: recordId, per_page: PAGE_SIZE }));
    if (read.kind === "failed")
        return read;
    if (!Array.isArray(read.data))
        return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("a deployment");
    // GitHub lists the newest first, and a deployment without a status is pending.
    const states = read.data.map((status) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(status, "state") ?? "");
    return { kind: "done", state: states[0] ?? "pending", wasSuccess: states.includes("success") };
}
/** More pages than GitHub lists in a minute. */
const MAX_PAGES = 200;
/**
 * Finds the deployments of a pull request by what they were opened with.
 * @param of `createdMs`: when the pull request was created, epoch ms; no deployment of it is older.
 */
async function findPullRecords(github, of, context) {
    const records = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
        const found = await listRecords(github, { environment: of.environment, page }, context);
        if (found.kind === "failed")
            return found;
        records.push(...found.records.filter((one) => one.pullNumber === of.pullNumber));
        if (found.isLast || found.oldestMs < of.createdMs)
            break;
    }
    const creatorIds = records.flatMap(({ creatorId }) => (creatorId === undefined ? [] : [creatorId]));
    return { kind: "done", recordIds: [...new Set(records.map(({ id }) => id))], creatorIds: [...new Set(creatorIds)] };
}


/***/ }),

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $r: () => (/* binding */ permissionLines),
/* harmony export */   L5: () => (/* binding */ serverName),
/* harmony export */   O$: () => (/* binding */ unreadable),
/* harmony export */   T1: () => (/* binding */ call),
/* harmony export */   uh: () => (/* binding */ createGithub),
/* harmony export */   v7: () => (/* binding */ pause)
/* harmony export */ });
/* unused harmony exports withSafeguards, classifyError */
/* harmony import */ var _greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2091);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(237);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5543);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8568);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);






const TIMEOUT_MS = 15_000;
const ignore = () => undefined;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Opens GitHub's REST API, through the proxy of the environment when there is one. Octokit is the largest part of the
 * bundle and reads the event file when it is imported: it is loaded here, after the deployment request has left.
 */
async function createGithub(options) {
    const { getOctokit } = await __webpack_require__.e(/* import() */ 785).then(__webpack_require__.bind(__webpack_require__, 2785));
    const request = { fetch: createFetch() };
    return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT, request }), options);
}
/** A page of a hundred comments of the greatest length is shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/**
 * Makes what Octokit sends its requests by: `@actions/http-client`, which has run for the service before. The `fetch`
 * that `@actions/github` brings is a second client of HTTP, which takes longer to load than the request to answer.
 */
function createFetch() {
    const send = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .keepConnections */ .FQ)(_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__/* .systemClock */ .ml);
    return async (url, { method, headers, body, signal }) => {
        const request = { method, url: new URL(url), headers: { ...headers, "accept-encoding": "gzip" }, body };
        const message = await send(request, signal);
        const text = await (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(message, MAX_RESPONSE_BYTES);
        if (text === undefined)
            throw new Error("the response is too long, or in an unknown encoding");
        const received = Object.entries(message.headers).map(([name, value = ""]) => [name, String(value)]);
        return {
            status: message.statusCode ?? 0,
            url,
            headers: new Map(received),
            text: () => Promise.resolve(text),
            // Asked for when the type is no text: nothing that is read here.
            arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
        };
    };
}
/** Adds to every request of a client: a time limit, no redirect, and no secret in what is sent. */
function withSafeguards(octokit, options) {
    const { repository, timeoutMs = TIMEOUT_MS } = options;
    const secrets = [options.token, ...(options.secrets ?? [])];
    octokit.hook.before("request", (request) => {
        const signals = [AbortSignal.timeout(timeoutMs), request.request.signal ?? []].flat();
        // A redirect could lead the token to another host.
        Object.assign(request.request, { signal: AbortSignal.any(signals), redirect: "manual" });
        for (const [name, value] of Object.entries(request)) {
            const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
            if (isBody)
                Object.assign(request, { [name]: (0,_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .redactWithin */ .Nr)(value, secrets) });
        }
    });
    octokit.hook.after("request", (response, { method }) => {
        // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
        const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
        if (response.status >= 300 || unreadable)
            throw Object.assign(new Error("unexpected response"), { response });
    });
    return { octokit, forge: (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .forgeOf */ .$D)(options.apiUrl), repository: { owner: repository.owner, repo: repository.name } };
}
/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);
/** The failure for a response that is not what GitHub describes, such as a page of a proxy. */
function unreadable(what) {
    return { kind: "failed", reason: `The response about ${what} could not be read.`, unknown: true };
}
const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
/**
 * Sends a request to GitHub once, or, when it only reads, up to three times; never rejects. A write is never repeated
 * here: what it was made of may be out of date by then.
 *
 * Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our clock.
 * @param request In words, as in "read the comments".
 * @returns Outside data: Octokit's types say what GitHub describes, not what came.
 */
async function call({ octokit, repository, forge }, request, context, send) {
    const attempts = request.reads === true ? MAX_READS : 1;
    for (let attempt = 1;; attempt += 1) {
        try {
            const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
            return { kind: "done", data };
        }
        catch (error) {
            const failure = classifyError(error, { doing: request.doing, attempt, nowMs: context.clock.now(), forge });
            if (attempt >= attempts || !(await pause(failure.retryInMs, context)))
                return failure;
        }
    }
}
/** Waits; false when the signal ended the wait, and for a failure without a time for a retry. */
async function pause(ms, { clock, signal }) {
    if (ms === undefined || signal.aborted)
        return false;
    try {
        await clock.sleep(ms, signal);
        return true;
    }
    catch (error) {
        if (signal.aborted)
            return false;
        throw error;
    }
}
/** What sentences call the server. */
function serverName(forge) {
    return forge === "github" ? "GitHub" : "The Git server";
}
/** What an error of Octokit means for the user and for a second request. */
function classifyError(error, { doing, attempt, nowMs, forge = "github" }) {
    const server = serverName(forge);
    const backOffMs = FIRST_RETRY_MS * 4 ** (attempt - 1);
    const lost = { kind: "failed", retryInMs: backOffMs, unknown: true };
    const status = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(error, "response", "status");
    if (typeof status !== "number") {
        const reason = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(networkReason(error)).slice(0, 300);
        return { ...lost, reason: `${server} could not be reached to ${doing}: ${reason}.` };
    }
    if (status < 300)
        return { ...lost, reason: `${server}'s response to the request to ${doing} could not be read.` };
    const message = ((0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(error, "response", "data", "message") ?? "").slice(0, 300);
    const words = message === "" ? "" : `: ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(message)}`;
    const reason = `${server} responded with ${status} to the request to ${doing}${words}.`;
    const failure = { kind: "failed", reason, status, unknown: status >= 500 };
    const header = (name) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(error, "response", "headers", name);
    const serverMs = Date.parse(header("date") ?? "");
    // GitHub's own clock, when it is known: ours may be wrong.
    const atMs = Number.isNaN(serverMs) ? nowMs : serverMs;
    if (status >= 500)
        return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(header, atMs) ?? 0) };
    if (status !== 403 && status !== 429)
        return failure;
    const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
    const limitedMs = rateLimitMs(header, atMs) ?? (secondary ? SECONDARY_WAIT_MS * 2 ** (attempt - 1) : undefined);
    if (limitedMs !== undefined) {
        return { ...failure, limitedMs, ...(limitedMs > MAX_WAIT_MS ? {} : { retryInMs: limitedMs }) };
    }
    const accepted = header("x-accepted-github-permissions");
    const refused = accepted !== undefined || /not accessible by/i.test(message);
    return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}
function networkReason(error) {
    const cause = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(error, "cause");
    if (cause instanceof DOMException && cause.name === "TimeoutError")
        return "no response in time";
    return error instanceof Error ? error.message : String(error);
}
/** How long a rate limit lasts by its headers, ms. */
function rateLimitMs(header, nowMs) {
    const waitMs = retryAfterMs(header, nowMs);
    if (waitMs !== undefined)
        return Math.max(FIRST_RETRY_MS, waitMs);
    if (header("x-ratelimit-remaining") !== "0")
        return undefined;
    const leftMs = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - nowMs;
    return Number.isFinite(leftMs) ? Math.max(FIRST_RETRY_MS, leftMs) : SECONDARY_WAIT_MS;
}
/** Seconds are what GitHub writes; a date may come from a proxy. [RFC 9110 §10.2.3] */
function retryAfterMs(header, nowMs) {
    const value = (header("retry-after") ?? "").slice(0, 40);
    if (/^\d{1,9}$/.test(value))
        return Number(value) * 1000;
    const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
/** What the preview action needs with every feature on. */
const GRANTS = {
    contents: "read",
    deployments: "write",
    "pull-requests": "write",
};
/**
 * The `permissions:` block the job needs for a refused request, as lines of YAML. It is always the whole block: one
 * without the grants that worked would take them away.
 * @see GitHub Docs: Troubleshooting the REST API
 */
function permissionLines(accepted = "") {
    const alternatives = accepted
        .split(";")
        .map(readGrants)
        .filter((grants) => grants.length > 0);
    const covered = alternatives.some((grants) => grants.every(isGranted));
    const all = new Map([...Object.entries(GRANTS), ...(covered ? [] : (alternatives[0] ?? []))]);
    return ["permissions:", ...Array.from(all, ([name, level]) => `  ${name}: ${level}`).sort()];
}
function readGrants(text) {
    const found = text.matchAll(/(?:^|,)\s*([a-z_]{1,40})=(read|write)\s*(?=,|$)/g);
    return Array.from(found, ([, name = "", level = ""]) => [name.replaceAll("_", "-"), level]);
}
function isGranted([name, level]) {
    return GRANTS[name] === level || GRANTS[name] === "write";
}


/***/ })

};
