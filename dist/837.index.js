export const id = 837;
export const ids = [837];
export const modules = {

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


/***/ }),

/***/ 1837:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createPublisher: () => (/* binding */ createPublisher)
/* harmony export */ });
/* harmony import */ var _github_comment_find_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4992);
/* harmony import */ var _github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8624);
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1594);
/* harmony import */ var _github_pull_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7322);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(47);
/* harmony import */ var _github_reporter_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2930);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1699);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9720);








function createPublisher(context, signal) {
    const { runner, inputs, trigger } = context;
    const state = {
        ...context,
        signal,
        github: (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.githubOnce)(inputs, trigger),
        writeRecord: (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.createRecordWriter)(),
        retiredIds: new Set(),
        liveRows: 0,
    };
    return {
        publish: (row, report) => publishRow(state, row, report),
        expect: () => void expectRow(state).catch(() => undefined),
        report: (last) => {
            if (last.kind === "failed") {
                const reason = String(last.error);
                (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.reportGithubFailure)(runner, "the report", { kind: "failed", reason }, trigger.forge);
            }
            return last.kind === "written" ? logPublished(context, last.result) : {};
        },
        amend: (row, time) => amendComment(state, row, time),
        previous: () => state.previous,
        isCheckRunOpen: () => state.checkRun?.isOpen() ?? false,
    };
}
/** Whether nothing is written that a pull request is needed for. */
function isOnPullOff({ comment, deploymentRecord }) {
    return comment === "off" && !deploymentRecord;
}
async function amendComment(state, row, signal) {
    const { runner, clock, pull, published } = state;
    if (typeof pull !== "number" || published?.comment.kind !== "done" || published.comment.superseded)
        return;
    const recordId = recordIdOf(published.record);
    const shown = recordId === undefined ? row : { ...row, recordId };
    const comment = await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_1__/* .upsertComment */ .l)(await state.github(), commentOf(state, pull, shown), { clock, signal });
    if (comment.kind === "failed")
        runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .log */ .Rm) `The comment does not show the review: ${comment.reason}`);
}
/** The read opens the connection that the write takes, too. */
async function expectRow(state) {
    const { inputs, commentId: id, clock, signal } = state;
    if (id === undefined || inputs.comment !== "update")
        return;
    state.early = (0,_github_comment_find_js__WEBPACK_IMPORTED_MODULE_0__/* .readEarly */ .Ub)(await state.github(), { id, group: inputs.commentGroup }, { clock, signal });
}
/** Tries both targets, whatever became of the other; a record is opened first, so that the comment's row can name it. */
async function publishRow(state, row, report) {
    const { inputs, signal, clock } = state;
    if ((0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .isLive */ .DG)(row) && row.deploymentId !== undefined) {
        // Seven requests are enough for a deployment that is not over: one live row beside a record, or two without one.
        const enough = state.liveRows >= (inputs.deploymentRecord ? 1 : 2);
        if (enough && state.published !== undefined)
            return state.published;
        state.liveRows += 1;
    }
    if (inputs.githubToken === undefined) {
        const skipped = skip("the input 'github-token' is empty");
        return (state.published = { comment: skipped, record: skipped, retireFailure: undefined, checkRun: skipped });
    }
    const github = await state.github();
    // Beside the rest: a canceled run has seconds for both.
    const writingCheckRun = publishCheckRun(state, github, { row, report });
    const pull = (state.pull ??= await findPullNumber(state, github));
    const writingRecord = publishRecord(state, github, { row, opening: openingOf(state, row, pull) });
    const openedId = recordIdOf(state.published?.record);
    const writeComment = async () => {
        if (inputs.comment === "off")
            return skip("the input 'comment' is 'off'");
        if (typeof pull !== "number")
            return pull;
        const namedId = openedId ?? recordIdOf(await writingRecord);
        const shown = namedId === undefined ? row : { ...row, recordId: namedId };
        return (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_1__/* .upsertComment */ .l)(github, commentOf(state, pull, shown), { clock, signal });
    };
    const [record, comment, twins, previousFailure] = await Promise.all([
        writingRecord,
        writeComment(),
        writingRecord.then((written) => retireTwins(state, github, { row, recordId: recordIdOf(written), pull })),
        writingRecord.then((written) => retirePrevious(state, github, { row, recordId: recordIdOf(written) })),
    ]);
    const recordId = recordIdOf(record);
    if (comment.kind === "done") {
        state.commentId = comment.commentId;
        state.previous ??= comment.previous;
    }
    const replacedFailure = recordId === undefined ? undefined : await retireReplaced(state, github, { row, comment, recordId, pull, twins });
    const retireFailure = previousFailure ?? replacedFailure;
    return (state.published = { comment, record, retireFailure, checkRun: await writingCheckRun });
}
function recordIdOf(record) {
    return record?.kind === "done" ? record.recordId : undefined;
}
async function publishCheckRun(state, github, { row, report }) {
    const { runner, inputs, signal, clock, checkRunMayExist = false } = state;
    if (inputs.checkRun === "off")
        return skip("the input 'check-run' is 'off'");
    if (github.forge === "gitea") {
        const how = inputs.deploymentRecord ? "shows" : "with 'deployment-record: true' shows";
        return skip(`this server has none; the status of the commit ${how} the result`);
    }
    if (row.deploymentId === undefined && state.checkRun === undefined)
        return skip("there is no deployment");
    const { createCheckRunWriter } = await __webpack_require__.e(/* import() */ 463).then(__webpack_require__.bind(__webpack_require__, 2463));
    state.checkRun ??= createCheckRunWriter(runner, { mayExist: checkRunMayExist });
    return state.checkRun.write(github, row, (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .isLive */ .DG)(row) ? undefined : report, { clock, signal });
}
function commentOf({ runner, inputs, commentId, early }, pullNumber, row) {
    return {
        pullNumber,
        group: inputs.commentGroup,
        mode: inputs.comment,
        row,
        secrets: runner.secrets(),
        // Only its HMAC leaves: it proves that a comment is ours when the token is not the workflow's own.
        proofKey: inputs.token,
        verify: inputs.jobTotal > 1 ? "always" : "when-shared",
        knownId: commentId,
        early,
        template: inputs.commentTemplate,
    };
}
function openingOf({ inputs, trigger }, row, pull) {
    return {
        sha: row.commitSha,
        environment: inputs.environment,
        siteId: row.siteId,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
        description: `Preview of ${row.site}`,
        pullNumber: typeof pull === "number" ? pull : undefined,
        branch: (0,_plan_js__WEBPACK_IMPORTED_MODULE_6__/* .branchOf */ .W0)(trigger, inputs),
    };
}
async function publishRecord({ inputs, clock, signal, writeRecord }, github, { row, opening }) {
    if (!inputs.deploymentRecord)
        return skip("the input 'deployment-record' is 'false'");
    if (row.deploymentId === undefined)
        return skip("there is no deployment");
    return writeRecord(github, { opening, row, live: (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .isLive */ .DG)(row) }, { clock, signal });
}
/**
 * Retires the records that ours replaced, or ours when a newer run has taken its place. The comment names them, which
 * saves a search; without one they are searched for.
 */
async function retireReplaced(state, github, { row, comment, recordId, pull, twins }) {
    const { clock, signal, previous } = state;
    if (comment.kind !== "done") {
        if (row.status !== "ready")
            return undefined;
        const found = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_2__/* .retireEarlier */ .Q)(github, { recordId, opening: openingOf(state, row, pull) }, { clock, signal });
        return "left" in found ? found.left?.failure : found;
    }
    const replaced = comment.superseded
        ? [recordId]
        : row.status === "ready"
            ? replacedBy(recordId, previous, comment.twinRecordId)
            : [];
    const settledIds = twins !== undefined && "left" in twins ? twins.settledIds : [];
    const failure = twins !== undefined && "left" in twins ? twins.left?.failure : twins;
    const others = replaced.filter((id) => !settledIds.includes(id));
    return (await retireOnce(state, github, others)) ?? failure;
}
/**
 * Retires the records of the row that ours took the place of while the build ran. They are older than ours, whatever
 * the last write of the comment finds, and need not wait for it.
 */
async function retirePrevious(state, github, { row, recordId }) {
    const { published, previous } = state;
    if (row.status !== "ready" || recordId === undefined)
        return undefined;
    if (published?.comment.kind !== "done" || published.comment.superseded)
        return undefined;
    return retireOnce(state, github, replacedBy(recordId, previous));
}
async function retireOnce({ clock, signal, retiredIds }, github, ids) {
    let failure;
    for (const id of ids) {
        if (retiredIds.has(id))
            continue;
        retiredIds.add(id);
        const outcome = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_2__/* .setRecordStatus */ .wv)(github, id, { state: "inactive", context: { clock, signal } });
        if (outcome.kind === "failed" && outcome.status !== 404)
            failure ??= outcome;
    }
    return failure;
}
/**
 * Retires one of two records of the same commit, when another job ends as this one does. While a run builds its row is in
 * the comment, and the other job sees it there; a run that was ready at once had none, so the records are read.
 */
async function retireTwins(state, github, { row, recordId, pull }) {
    const { inputs, clock, signal } = state;
    if (row.status !== "ready" || recordId === undefined || state.liveRows > 0 || inputs.comment === "off")
        return undefined;
    const of = { recordId, opening: openingOf(state, row, pull), sha: row.commitSha };
    return (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_2__/* .retireEarlier */ .Q)(github, of, { clock, signal });
}
/** Rows whose record was never active, or is not any more. */
const NOT_ACTIVE = new Set(["failed", "canceled", "refused", "superseded", "closed"]);
function replacedBy(recordId, previous, twinRecordId) {
    const before = previous === undefined || NOT_ACTIVE.has(previous.status) ? undefined : previous.recordId;
    // Of twins both come here, so both must mean the same one.
    const twin = twinRecordId === undefined ? undefined : Math.min(twinRecordId, recordId);
    const ids = [before === recordId ? undefined : before, previous?.activeRecordId, twin];
    return ids.filter((id) => id !== undefined);
}
async function findPullNumber({ inputs, trigger, clock, signal }, github) {
    if (isOnPullOff(inputs))
        return skip("the input 'comment' is 'off'");
    const found = await (0,_github_pull_js__WEBPACK_IMPORTED_MODULE_3__.findPull)(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
    if (found.kind === "none")
        return skip(found.reason);
    return found.kind === "failed" ? found : found.pull.number;
}
const CHECKS_GRANT = "  checks: write";
function skip(reason) {
    return { kind: "skipped", reason };
}
function logPublished({ runner, inputs, trigger: { forge } }, published) {
    const { comment, record, retireFailure, checkRun } = published;
    const warn = (target, { permissionHint: lines, ...failure }) => {
        // Who pastes the lines must not take a permission away that worked.
        const grants = inputs.checkRun === "on" ? [CHECKS_GRANT] : [];
        const hint = lines && { permissionHint: [...new Set([...lines.slice(0, 1), ...grants, ...lines.slice(1)])] };
        (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.reportGithubFailure)(runner, target, { ...failure, ...hint }, forge);
    };
    if (comment.kind === "failed")
        warn("the comment", comment);
    if (comment.kind === "skipped")
        runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .log */ .Rm) `No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
    if (record.kind === "failed")
        warn((0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.recordName)(forge), record);
    if (retireFailure !== undefined)
        warn("the end of an earlier deployment record", retireFailure);
    if (checkRun.kind === "failed")
        warn(_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.CHECK_RUN, checkRun);
    else if (checkRun.kind === "skipped" && forge === "gitea" && inputs.checkRun === "on") {
        runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .log */ .Rm) `No check run was written: ${checkRun.reason}.`);
    }
    return (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_5__.githubOutputs)(comment, record);
}


/***/ })

};
