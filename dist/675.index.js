export const id = 675;
export const ids = [675,913];
export const modules = {

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

/***/ 4675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findOpenPull: () => (/* binding */ findOpenPull),
/* harmony export */   readMergedPull: () => (/* binding */ readMergedPull),
/* harmony export */   readViewer: () => (/* binding */ readViewer),
/* harmony export */   setCommitStatus: () => (/* binding */ setCommitStatus)
/* harmony export */ });
/* harmony import */ var _deployment_record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1594);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);




// What Gitea and Forgejo do in another way than GitHub. Their other routes are called as GitHub's are.
/** The server gives no more than 50 a page unless its operator allows it. */
const PAGE_SIZE = 50;
const MAX_PAGES = 20;
// Sorted as GitHub's route cannot be.
const OPEN_PULLS = "GET /repos/{owner}/{repo}/pulls?state=open&sort=recentupdate&limit={limit}&page={page}";
/**
 * Finds an open pull request. There is no search by head or by commit: the list is read, what was changed last first.
 * @param pick Gives the one that is wanted out of a page.
 */
async function findOpenPull(github, pick, context) {
    const seen = new Set();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
        const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "find the pull request", reads: true }, context, (_, parameters) => github.octokit.request(OPEN_PULLS, { ...parameters, limit: PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .unreadable */ .O$)("the pull requests");
        const pull = pick(read.data);
        if (pull !== undefined)
            return { kind: "done", pull };
        const before = seen.size;
        for (const one of read.data)
            seen.add((0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(one, "number") ?? 0);
        // A page can be shorter than asked for, so that only one without anything new is the end.
        if (seen.size === before)
            break;
    }
    return { kind: "done", pull: undefined };
}
/** Reads the pull request that was merged as a commit, squashed or not; 404 when there is none. */
async function readMergedPull(github, sha, context) {
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "find the merged pull request", reads: true }, context, (_, parameters) => github.octokit.request("GET /repos/{owner}/{repo}/commits/{sha}/pull", { ...parameters, sha }));
}
/** Reads whose token this is; undefined for that of a job, which belongs to no account. */
async function readViewer(github, context) {
    const doing = { doing: "read the account of the token", reads: true };
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, doing, context, (_, { request }) => github.octokit.request("GET /user", { request }));
    return read.kind === "done" ? (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(read.data, "id") : undefined;
}
const MAX_CONTEXT_CHARS = 200;
async function setCommitStatus(github, { sha, state, url, ...texts }, context) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .safeAddress */ .Md)(url ?? "", { allowLoopbackHttp: true });
    const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "set the commit status" }, context, (rest, parameters) => rest.repos.createCommitStatus({
        ...parameters,
        sha,
        state,
        context: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(texts.context).slice(0, MAX_CONTEXT_CHARS).toWellFormed(),
        description: (0,_deployment_record_js__WEBPACK_IMPORTED_MODULE_0__/* .cutDescription */ .zs)(texts.description),
        ...(address === undefined ? {} : { target_url: address }),
    }));
    return sent.kind === "failed" ? sent : { kind: "done" };
}


/***/ })

};
