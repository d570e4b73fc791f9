export const id = 107;
export const ids = [107];
export const modules = {

/***/ 2107:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runClose: () => (/* binding */ runClose)
/* harmony export */ });
/* harmony import */ var _greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(2878);
/* harmony import */ var _greenroom_client_create__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4368);
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(2551);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(237);
/* harmony import */ var _github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8624);
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1594);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4636);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(5543);
/* harmony import */ var _github_pull_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7322);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9357);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(47);
/* harmony import */ var _action_process_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8133);
/* harmony import */ var _annotations_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5823);
/* harmony import */ var _github_reporter_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2930);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(7279);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8796);
/* harmony import */ var _keyless_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6875);
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});

















/** Longest time for all of it, milliseconds: nothing is built, only GitHub is written to. */
const LIMIT_MS = 60_000;
/** Longest time for the service, milliseconds: GitHub's part comes after it. */
const SERVICE_LIMIT_MS = 20_000;
const USER_AGENT = "greenroom-close-action";
/**
 * Runs the close action: has the previews of the pull request removed, marks its comment as closed, and turns its GitHub
 * deployments inactive. Without a service it only does the last two; no failure of either fails the job.
 */
async function runClose(process) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const runner = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_6__/* .startRunner */ .py)(process);
        const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .InputReader */ .i_((name) => runner.input(name), ["token", "github-token"]);
        const inputs = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .readReporting */ .F8)(reader, { commentGroup: "previews", environment: "preview" });
        const service = readService(reader, (0,_keyless_js__WEBPACK_IMPORTED_MODULE_10__/* .hasIdentity */ .r)(process.env));
        if (reader.problems.length > 0) {
            (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .annotate */ .fz)(runner, { level: "error", title: "Invalid input", text: reader.problems.join(" ") });
            return runner.fail();
        }
        const trigger = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_4__/* .readTrigger */ .vE)(process.env, runner.eventPayload());
        const stop = __addDisposableResource(env_1, (0,_action_process_js__WEBPACK_IMPORTED_MODULE_6__/* .listenForStop */ .rr)(process), false);
        const time = __addDisposableResource(env_1, (0,_action_process_js__WEBPACK_IMPORTED_MODULE_6__/* .reportTimeLimit */ .bt)(LIMIT_MS, stop.signal), false);
        await close({ runner, inputs, service, env: process.env, trigger, clock: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_11__/* .systemClock */ .ml, signal: time.signal });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
/** The service whose previews are removed; undefined without one, and where the run has no token: that of a fork. */
function readService(reader, identity) {
    const wanted = reader.flag("remove-previews", true);
    if (!wanted || reader.text("base-url") === "" || (reader.text("token") === "" && !identity))
        return undefined;
    return (0,_inputs_js__WEBPACK_IMPORTED_MODULE_9__/* .readConnection */ .dC)(reader, identity);
}
async function close(run) {
    const { runner, inputs, trigger, clock, signal } = run;
    if (inputs.githubToken === undefined)
        return skip(runner, "the input 'github-token' is empty");
    const github = await (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_8__.githubOnce)(inputs, trigger)();
    const found = await (0,_github_pull_js__WEBPACK_IMPORTED_MODULE_3__.findPull)(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
    if (found.kind === "none")
        return skip(runner, found.reason.replace(/\.$/, ""));
    if (found.kind === "failed") {
        return (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_8__.reportGithubFailure)(runner, "the request for the pull request", found, trigger.forge);
    }
    if (found.pull.state !== "closed")
        return skip(runner, `pull request ${found.number} is open`);
    const previews = await removePreviews(run, found.number);
    const records = await findRecords(run, github, found.pull);
    const rowIds = await closeRows(run, github, { pullNumber: found.number, authorIds: records.creatorIds });
    const recordIds = [...new Set([...rowIds, ...records.recordIds])];
    const retired = inputs.deploymentRecord ? await retire(run, github, recordIds) : 0;
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .writeOutputs */ .Kn)(runner, { status: "closed", retired: String(retired) });
    const ended = trigger.forge === "gitea" ? "" : `; ${retired} deployment records are now inactive`;
    const text = (0,_failure_js__WEBPACK_IMPORTED_MODULE_12__/* .sentences */ .hC)([`Pull request ${found.number} is closed${ended}`, previews]);
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .annotate */ .fz)(runner, { level: "info", title: "Closed", text });
    runner.appendSummary((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_5__/* .markdown */ .wD) `### Previews closed\n\n${text}\n`);
}
/**
 * Asks the service once to remove the previews of a pull request; it keeps the time of grace.
 * @returns What becomes of them, as a sentence.
 */
async function removePreviews({ runner, service, env, clock, signal }, pullNumber) {
    if (service === undefined)
        return "";
    const { baseUrl, site } = service;
    const client = (0,_greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_13__/* .createDeployClient */ .p)({
        baseUrl,
        token: (0,_keyless_js__WEBPACK_IMPORTED_MODULE_10__/* .runToken */ .f)(service, { env, runner, userAgent: USER_AGENT }),
        userAgent: USER_AGENT,
        clock,
    });
    const call = { signal, deadlineAt: clock.monotonic() + SERVICE_LIMIT_MS };
    try {
        const { id } = await (0,_greenroom_client_create__WEBPACK_IMPORTED_MODULE_14__/* .resolveSite */ .q0)(client, site, call);
        const { previews, removeAt } = await client.deployments.closePullRequest(id, pullNumber, call);
        const at = Date.parse(removeAt);
        if (Number.isNaN(at))
            return "";
        const time = new Date(at).toISOString();
        (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .writeOutputs */ .Kn)(runner, { "remove-at": time });
        const count = previews === 1 ? "1 preview" : `${previews} previews`;
        return `${count} will be removed after ${time}, unless the pull request is deployed again before`;
    }
    catch (error) {
        const failure = (0,_failure_js__WEBPACK_IMPORTED_MODULE_12__/* .failureText */ .kY)(error instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_15__/* .ClientError */ .MZ ? (0,_failure_js__WEBPACK_IMPORTED_MODULE_12__/* .failureOf */ .g5)(error) : (0,_failure_js__WEBPACK_IMPORTED_MODULE_12__/* .internalFailure */ .et)(error));
        const text = `The service does not know that pull request ${pullNumber} is closed. ${failure} Re-run this job; or leave it, and the previews expire by themselves.`;
        (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .annotate */ .fz)(runner, { level: "warning", title: "Previews were not removed", text });
        return "";
    }
}
async function findRecords({ runner, inputs, clock, signal }, github, { number: pullNumber, createdMs }) {
    const none = { recordIds: [], creatorIds: [] };
    if (!inputs.deploymentRecord || github.forge === "gitea")
        return none;
    const of = { environment: inputs.environment, pullNumber, createdMs };
    const found = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .findPullRecords */ .hg)(github, of, { clock, signal });
    if (found.kind === "done")
        return found;
    (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_8__.reportGithubFailure)(runner, "the search for the deployment records", found);
    return none;
}
/**
 * Marks the rows of the comment as closed. Its author is the workflow's own bot, an account that opened deployments of
 * this pull request for us, or the account of the token in use: no other account can be any of them.
 * @returns The records that the rows name.
 */
async function closeRows({ runner, inputs, trigger, clock, signal }, github, { pullNumber, authorIds }) {
    if (inputs.comment === "off")
        return [];
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const run = { runId, runAttempt, runUrl };
    const place = { pullNumber, group: inputs.commentGroup, run, secrets: runner.secrets() };
    let outcome = await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .closeComment */ .w)(github, { ...place, authorIds }, { clock, signal });
    if (outcome.kind === "skipped" && (outcome.strangers ?? []).length > 0) {
        const viewerId = await readViewer(github, { clock, signal });
        if (viewerId !== undefined) {
            outcome = await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .closeComment */ .w)(github, { ...place, authorIds: [...authorIds, viewerId] }, { clock, signal });
        }
    }
    if (outcome.kind === "failed")
        (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_8__.reportGithubFailure)(runner, "the comment", outcome, trigger.forge);
    if (outcome.kind === "skipped")
        warnOfStrangers(runner, outcome.strangers ?? []);
    if (outcome.kind !== "done")
        return [];
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .writeOutputs */ .Kn)(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
    return outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
}
const VIEWER = "query { viewer { databaseId } }";
/** Reads whose token this is. GitHub's REST API tells it to people only, GraphQL to apps and workflows as well. */
async function readViewer(github, context) {
    if (github.forge === "gitea")
        return (await __webpack_require__.e(/* import() */ 913).then(__webpack_require__.bind(__webpack_require__, 4675))).readViewer(github, context);
    const request = { doing: "read the account of the token", reads: true };
    const read = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_2__/* .call */ .T1)(github, request, context, async (_, { request }) => ({
        data: await github.octokit.graphql(VIEWER, { request }),
    }));
    return read.kind === "done" ? (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_16__/* .numberAt */ .tk)(read.data, "viewer", "databaseId") : undefined;
}
function warnOfStrangers(runner, strangers) {
    if (strangers.length === 0)
        return;
    const text = `The comment of ${[...new Set(strangers)].join(", ")} on this pull request was left as it is: ` +
        "nothing shows that a run of this repository wrote it. Give this step the 'github-token' of the preview action.";
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .annotate */ .fz)(runner, { level: "warning", title: "A comment was not changed", text });
}
async function retire({ runner, clock, signal }, github, recordIds) {
    const { retired, left } = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .retireRecords */ .Ar)(github, recordIds, { clock, signal });
    if (left !== undefined) {
        const reason = `${left.count} of ${recordIds.length} deployment records may still be active. ${left.failure.reason}`;
        (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_8__.reportGithubFailure)(runner, "the end of the deployment records", { ...left.failure, reason });
    }
    return retired;
}
function skip(runner, reason) {
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .writeOutputs */ .Kn)(runner, { status: "skipped" });
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_7__/* .annotate */ .fz)(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${reason}.` });
}


/***/ }),

/***/ 4992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Su: () => (/* binding */ findComments),
/* harmony export */   Ub: () => (/* binding */ readEarly),
/* harmony export */   Uj: () => (/* binding */ readKnown),
/* harmony export */   W3: () => (/* binding */ readComment)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5543);
/* harmony import */ var _data_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8559);



const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const WORKFLOW_LOGIN = "github-actions[bot]";
/** Reads a comment, ours or not. */
function readComment(value) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(value, "id");
    if (id === undefined)
        return undefined;
    const body = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(value, "body") ?? "";
    return {
        id,
        url: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(value, "html_url") ?? "",
        body,
        authorId: userId((0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(value, "user", "id")),
        login: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(value, "user", "login") ?? "",
        bot: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(value, "user", "type") === "Bot",
        updatedAt: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(value, "updated_at") ?? "",
        ...(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .readStored */ .CL)(body),
    };
}
/** Account of the token of a job on Gitea and Forgejo; those of people are above zero. */
const GITEA_ACTIONS_ID = -2;
function userId(value) {
    return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}
/**
 * Whether a comment is ours: the marker is its exact first line, and its author is the workflow's own bot (a name no
 * person can take), the account that a response of this run has shown to be ours or that opened our deployments, or the
 * account that the proof in it names. A proof that was copied into another comment fails.
 */
function isOurs(comment, search, { forge, repository }) {
    const { group, pullNumber, proofKey, selfId, authorIds = [] } = search;
    if (!(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .hasMarker */ .xY)(comment.body, group))
        return false;
    if (forge === "github" ? comment.bot && comment.login === WORKFLOW_LOGIN : comment.authorId === GITEA_ACTIONS_ID) {
        return true;
    }
    if (comment.authorId === 0)
        return false;
    if (comment.authorId === selfId || authorIds.includes(comment.authorId))
        return true;
    if (proofKey === undefined || proofKey === "")
        return false;
    const scope = { repository: `${repository.owner}/${repository.repo}`, pullNumber, group };
    return comment.proof === (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .authorProof */ .kr)(proofKey, { ...scope, authorId: comment.authorId });
}
/**
 * Finds our comments on a pull request on all pages, oldest first.
 * @returns `strangers`: who wrote comments with our marker that nothing shows to be ours.
 */
async function findComments(github, search, context) {
    const comments = [];
    const isGitea = github.forge === "gitea";
    const seen = new Set();
    const strangers = [];
    let lastPage = search.fromPage ?? 1;
    // Not `octokit.paginate`: its requests lose our signal, it follows a `Link` to any host with the token, and it takes
    // an empty body for an empty list, after which a second comment would be made.
    for (let page = lastPage; page <= MAX_PAGES; page += 1) {
        lastPage = page;
        const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read the comments", reads: true }, context, (rest, parameters) => rest.issues.listComments({ ...parameters, issue_number: search.pullNumber, per_page: PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the comments");
        const before = seen.size;
        for (const element of read.data) {
            const comment = readComment(element);
            if (comment === undefined || (isGitea && seen.has(comment.id)))
                continue;
            seen.add(comment.id);
            if (isOurs(comment, search, github))
                comments.push(comment);
            else if ((0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .hasMarker */ .xY)(comment.body, search.group))
                strangers.push(comment.login);
        }
        // Gitea has no pages of comments: it gives all of them, each time.
        if (read.data.length < PAGE_SIZE || (isGitea && seen.size === before))
            break;
    }
    return { kind: "done", comments: comments.sort((left, right) => left.id - right.id), lastPage, strangers };
}
/** Reads a comment that this run found or made before; empty when it is gone or no longer ours. */
async function readKnown(github, known, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read the comment", reads: true }, context, (rest, parameters) => rest.issues.getComment({ ...parameters, comment_id: known.id }));
    if (read.kind === "failed" && read.status !== 404 && read.status !== 410)
        return read;
    const comment = read.kind === "failed" ? undefined : readComment(read.data);
    const ours = comment !== undefined && (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .hasMarker */ .xY)(comment.body, known.group);
    return { kind: "done", comments: ours ? [comment] : [] };
}
/** Sends {@link readKnown}, for a write that follows soon. */
function readEarly(github, known, context) {
    return { id: known.id, sentAt: context.clock.monotonic(), read: readKnown(github, known, context) };
}


/***/ }),

/***/ 8624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ upsertComment),
/* harmony export */   w: () => (/* binding */ closeComment)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4636);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8568);
/* harmony import */ var _data_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8559);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4992);
/* harmony import */ var _render_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9943);





/**
 * Writes our row into the group's one comment on a pull request.
 *
 * The comment is found by marker and author, or created; then the list is read again, and the lowest id stays. A write
 * merges the rows of other jobs. When there are others, it is read back after `readBackMs`: by then a job that had read
 * before our write has written, and if that write lost our row, it is written again.
 */
async function upsertComment(github, write, context) {
    if (write.mode === "off")
        return { kind: "skipped", reason: "Comments are switched off." };
    const row = prepareRow(write, context.clock.now());
    if (row === undefined)
        return { kind: "skipped", reason: "The row names no site or no run." };
    return reconcileComment(github, { place: write, change: { own: (seen) => [withActive(row, seen)], run: row, creates: true } }, context);
}
/** Carries on which earlier record is active, through runs that end without a preview, to the one that retires it. */
function withActive(row, seen) {
    const before = seen.find(({ siteId }) => siteId === row.siteId);
    if (before === undefined || row.status === "ready")
        return row;
    const active = before.status === "ready" && !isSameRun(before, row) ? before.recordId : before.activeRecordId;
    return active === undefined || active === row.recordId ? row : { ...row, activeRecordId: active };
}
function isSameRun(one, other) {
    return one.runId === other.runId && one.runAttempt === other.runAttempt;
}
/** Marks every row of a group's comment as closed; skipped when there is no comment. */
async function closeComment(github, { run, ...place }, context) {
    const updatedAt = new Date(context.clock.now()).toISOString();
    const closeRow = (row) => {
        const { note: _note, approvalUrl: _approvalUrl, prepared: _prepared, ...kept } = row;
        return row.status === "closed" ? row : { ...kept, ...run, status: "closed", updatedAt };
    };
    const change = { own: (seen) => seen.map(closeRow), run, creates: false };
    return reconcileComment(github, { place: { ...place, mode: "update" }, change }, context);
}
function prepareRow(write, nowMs) {
    const row = { ...write.row, updatedAt: write.row.updatedAt ?? new Date(nowMs).toISOString() };
    const clean = JSON.parse(JSON.stringify(row), (_, value) => typeof value === "string" ? (0,_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .redact */ .E$)(value, write.secrets ?? []) : value);
    return (0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .readRow */ .zK)(clean);
}
const MAX_ROUNDS = 12;
const MAX_FAILURES = 3;
const READ_BACK_MS = 3000;
const LOOK_AGAIN_MS = 1000;
const STALE_MS = 600_000;
/** Another job that wrote after our read has not read back before our write: `READ_BACK_MS` is the longer by far. */
const MAX_EARLY_MS = 1000;
/** Applies a change to the one comment of a group, in bounded rounds of read and write. */
async function reconcileComment(github, { place, change }, context) {
    const work = {
        github,
        place,
        change,
        context,
        seen: [],
        strangers: [],
        knownId: place.knownId,
        early: place.early,
        fromPage: 1,
        emptyUpTo: 1,
    };
    let failure = { kind: "failed", reason: "The comment could not be updated in time." };
    let failures = 0;
    for (let round = 1; round <= MAX_ROUNDS && failures < MAX_FAILURES && !context.signal.aborted; round += 1) {
        const result = await runRound(work);
        if (result.kind === "done" || result.kind === "skipped")
            return result;
        if (result.kind === "again")
            continue;
        failure = result;
        failures += 1;
        if (!(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(result.retryInMs, context)))
            break;
    }
    return failure;
}
async function runRound(work) {
    const { change } = work;
    const found = await find(work);
    if (found.kind === "failed")
        return found;
    const target = pickTarget(work, found.comments);
    work.seen = (0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeRows */ .YE)([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
    const own = change.own(work.seen);
    const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
    work.previous ??= replaced.find((row) => !isSameRun(row, change.run));
    work.twinRecordId ??= twinRecord(replaced, own);
    if (target === undefined && change.creates)
        return create(work, own);
    if (target === undefined) {
        return { kind: "skipped", reason: "There is no comment of this group.", strangers: work.strangers };
    }
    work.knownId = target.id;
    const extras = found.comments.filter((comment) => comment !== target && canDelete(work, comment, target));
    const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
    if (wanted.some((row) => !(0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .includesRow */ .SI)(target.rows, row)))
        return update(work, { target, extras, own });
    await deleteAll(work, extras);
    const superseded = own.some((row) => replaced.some((current) => current.siteId === row.siteId && (0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .isNewer */ .U4)(current, row)));
    return done(work, target, { rows: target.rows, superseded });
}
/** A job of the same run that deploys the same commit to the same site opened a record of its own. */
function twinRecord(replaced, own) {
    const twin = replaced.find((row) => own.some((one) => one.siteId === row.siteId && isSameRun(row, one) && one.recordId !== undefined && one.recordId !== row.recordId));
    return twin?.recordId;
}
async function find(work) {
    const { github, place, context, selfId, fromPage } = work;
    const { pullNumber, group, proofKey, authorIds } = place;
    if (work.knownId !== undefined) {
        const known = await (takeEarly(work) ?? (0,_find_js__WEBPACK_IMPORTED_MODULE_3__/* .readKnown */ .Uj)(github, { id: work.knownId, group }, context));
        if (known.kind === "failed")
            return known;
        work.selfId ??= known.comments[0]?.authorId;
        if (known.comments.length > 0)
            return known;
        work.knownId = undefined;
    }
    const listed = await (0,_find_js__WEBPACK_IMPORTED_MODULE_3__/* .findComments */ .Su)(github, { pullNumber, group, proofKey, authorIds, selfId, fromPage }, context);
    work.fromPage = 1;
    if (listed.kind === "failed")
        return listed;
    work.strangers = listed.strangers;
    work.emptyUpTo = listed.comments.length === 0 ? listed.lastPage : 1;
    return addCreated(work, listed.comments);
}
/** The early read, once, when hardly more time lies between it and the write than between any read and its write. */
function takeEarly(work) {
    const { early, knownId, context } = work;
    work.early = undefined;
    const fits = early?.id === knownId && context.clock.monotonic() - (early?.sentAt ?? -Infinity) <= MAX_EARLY_MS;
    return fits ? early?.read : undefined;
}
/** A list may lag behind a write: without this read, the comment would be created again and again. */
async function addCreated(work, comments) {
    const { github, place, context, createdId } = work;
    if (createdId === undefined || comments.some(({ id }) => id === createdId))
        return { kind: "done", comments };
    const created = await (0,_find_js__WEBPACK_IMPORTED_MODULE_3__/* .readKnown */ .Uj)(github, { id: createdId, group: place.group }, context);
    if (created.kind === "failed")
        return created;
    if (created.comments.length === 0)
        work.createdId = undefined;
    return { kind: "done", comments: [...comments, ...created.comments].sort((left, right) => left.id - right.id) };
}
function pickTarget({ place, change }, comments) {
    if (place.mode !== "recreate")
        return comments[0];
    // A run creates its own comment, at the end of the discussion; its jobs share it.
    return comments.find(({ createdByRun }) => createdByRun >= change.run.runId);
}
function canDelete(work, comment, target) {
    if (comment.id === work.createdId)
        return true;
    if (work.place.mode === "recreate")
        return comment.createdByRun < target.createdByRun;
    // Another job that has just created it deletes it itself, after it has moved its row.
    return work.context.clock.now() - Date.parse(comment.updatedAt) > STALE_MS;
}
function render(work, own, before) {
    const { github, place, change, selfId } = work;
    const { group, pullNumber, template, proofKey = "", secrets = [] } = place;
    const rows = (0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeRows */ .YE)([...work.seen, ...own]);
    const authorId = before?.authorId ?? selfId;
    const scope = { repository: `${github.repository.owner}/${github.repository.repo}`, pullNumber, group };
    const body = (0,_render_js__WEBPACK_IMPORTED_MODULE_4__/* .renderComment */ .wQ)({
        group,
        rows,
        createdByRun: before?.createdByRun ?? change.run.runId,
        run: change.run,
        written: own,
        template,
        proof: proofKey === "" || authorId === undefined ? undefined : (0,_data_js__WEBPACK_IMPORTED_MODULE_2__/* .authorProof */ .kr)(proofKey, { ...scope, authorId }),
    });
    return { body: (0,_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .redact */ .E$)(String(body), secrets), rows };
}
async function create(work, own) {
    const { github, place, context } = work;
    const { body } = render(work, own);
    const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "write a comment" }, context, (rest, parameters) => rest.issues.createComment({ ...parameters, issue_number: place.pullNumber, body }));
    if (sent.kind === "failed")
        return sent;
    const comment = (0,_find_js__WEBPACK_IMPORTED_MODULE_3__/* .readComment */ .W3)(sent.data);
    // It may be there: the list shows.
    if (comment === undefined)
        return { ...(0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the new comment"), retryInMs: LOOK_AGAIN_MS };
    work.createdId = comment.id;
    work.selfId ??= comment.authorId;
    work.fromPage = work.emptyUpTo;
    // Another job may have created one at the same time: the list shows which stays.
    return { kind: "again" };
}
async function update(work, { target, extras, own }) {
    const { github, place, context } = work;
    const { body, rows } = render(work, own, target);
    const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "update the comment" }, context, (rest, parameters) => rest.issues.updateComment({ ...parameters, comment_id: target.id, body }));
    if (sent.kind === "failed") {
        if (sent.status !== 404 && sent.status !== 410)
            return sent;
        // Deleted between our read and our write: it is searched for again, then created.
        work.knownId = undefined;
        return { kind: "again" };
    }
    await deleteAll(work, extras);
    const shared = rows.length > 1 || place.verify === "always";
    const waitMs = (context.readBackMs ?? READ_BACK_MS) * (1 + (context.random ?? Math.random)() / 2);
    if (shared && (await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(waitMs, context)))
        return { kind: "again" };
    return done(work, target, { rows, superseded: false });
}
async function deleteAll({ github, context }, extras) {
    // One that cannot be deleted is deleted by the next run.
    for (const { id } of extras) {
        await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "delete a second comment" }, context, (rest, parameters) => rest.issues.deleteComment({ ...parameters, comment_id: id }));
    }
}
function done(work, target, end) {
    return {
        kind: "done",
        commentId: target.id,
        commentUrl: target.url,
        created: work.createdId === target.id,
        ...end,
        previous: work.previous,
        twinRecordId: work.twinRecordId,
    };
}


/***/ }),

/***/ 7322:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findPull: () => (/* binding */ findPull)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4636);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);


/**
 * Finds the pull request a trigger belongs to; requests it from GitHub only when the payload does not name it.
 * A pull request that is found by search must be open, with exactly the trigger's commit as its head.
 * @param search `pullNumber` is the input `pr-number`.
 */
async function findPull(github, trigger, search) {
    const { pull, head } = trigger;
    const { pullNumber } = search;
    if (pullNumber !== undefined && !(pull?.kind === "named" && pull.number === pullNumber)) {
        const given = await readNumber(github, pullNumber, search);
        // A number out of a fork's run is only a claim: the commit proves it.
        const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
        if (given.kind !== "found" || !claimed || given.pull.headSha === head?.sha)
            return given;
        return { kind: "none", reason: `The head of pull request ${pullNumber} is not the commit of this run.` };
    }
    if (pull === null)
        return { kind: "none", reason: "The event belongs to no pull request." };
    if (pull.kind === "number")
        return readNumber(github, pull.number, search);
    if (pull.kind === "search")
        return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
    return found({ ...pull, headSha: head?.sha ?? "", headBranch: head?.branch ?? null });
}
function found(pull) {
    return { kind: "found", number: pull.number, pull };
}
async function readNumber(github, number, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read the pull request", reads: true }, context, (rest, parameters) => rest.pulls.get({ ...parameters, pull_number: number }));
    if (read.kind === "failed") {
        return read.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : read;
    }
    const pull = (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .Es)(read.data);
    return pull === undefined ? (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the pull request") : found(pull);
}
async function searchPull(github, { pull, repositoryId }, context) {
    const none = { kind: "none", reason: `No open pull request has ${pull.sha.slice(0, 7)} as its head.` };
    if (github.forge === "gitea") {
        const { findOpenPull } = await __webpack_require__.e(/* import() */ 675).then(__webpack_require__.bind(__webpack_require__, 4675));
        const listed = await findOpenPull(github, (page) => pick(page, pull), context);
        if (listed.kind === "failed")
            return listed;
        return listed.pull === undefined ? none : found(listed.pull);
    }
    const request = { doing: "find the pull request", reads: true };
    const head = `${pull.headOwner}:${pull.headBranch}`;
    const byHead = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, context, (rest, parameters) => rest.pulls.list({ ...parameters, state: "open", head, per_page: 100 }));
    if (byHead.kind === "failed")
        return byHead;
    const first = pick(byHead.data, pull);
    if (first !== undefined)
        return found(first);
    // [platform] By commit the base repository knows only its own commits, not those of a fork.
    if (String(pull.headRepositoryId) !== repositoryId)
        return none;
    const byCommit = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, context, (rest, parameters) => rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: pull.sha }));
    if (byCommit.kind === "failed")
        return byCommit.status === 409 || byCommit.status === 404 ? none : byCommit;
    const second = pick(byCommit.data, pull);
    return second === undefined ? none : found(second);
}
function pick(list, wanted) {
    const pulls = Array.isArray(list) ? list.map(_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .Es).filter((pull) => pull !== undefined) : [];
    const fits = pulls.filter((pull) => pull.state === "open" &&
        pull.headSha === wanted.sha &&
        (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId));
    return fits.sort((left, right) => left.number - right.number)[0];
}


/***/ })

};
