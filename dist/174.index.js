export const id = 174;
export const ids = [174];
export const modules = {

/***/ 7174:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createCheckRunWriter: () => (/* binding */ createCheckRunWriter)
/* harmony export */ });
/* harmony import */ var _github_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4679);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4636);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5543);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5650);





const MAX_WRITES = 3;
/** GitHub takes 50 annotations a request; what is beyond them stays in the log. */
const MAX_ANNOTATIONS = 50;
const MAX_TITLE_CHARS = 255;
const MAX_MESSAGE_CHARS = 4096;
/** GitHub's own limit, 65,535, less what redaction may add; bytes, since nothing says that they are characters. */
const MAX_SUMMARY_BYTES = 65_535 - 1024;
const MAX_TEXT_CHARS = 4000;
const PAGE_SIZE = 100;
/** @param mayExist An earlier process of this run may have opened it. */
function createCheckRunWriter(mayExist) {
    let checkRunId;
    let refused;
    let isOpen = mayExist;
    return {
        /** @param report Undefined while the deployment has not ended. */
        async write(github, row, report, context) {
            if (refused !== undefined)
                return refused;
            if (report === undefined && checkRunId !== undefined)
                return { kind: "done", checkRunId };
            // From the second run attempt on, one that an earlier one left open is used again.
            const target = { github, row, context, checkRunId, mayExist: isOpen || row.runAttempt > 1 };
            // Before it leaves: it may arrive although no response does.
            isOpen = true;
            const written = await (report === undefined ? write(target, IN_PROGRESS) : end(target, report));
            if (written.kind === "done") {
                checkRunId = written.checkRunId;
                isOpen = report === undefined;
            }
            else if (isFinal(written)) {
                refused = written;
                isOpen = false;
            }
            return written;
        },
        /** Whether a check run may be on GitHub that has not ended. */
        isOpen: () => isOpen,
    };
}
/** GitHub has refused, and would again. */
function isFinal({ status = 500, limitedMs }) {
    return status >= 400 && status < 500 && limitedMs === undefined;
}
const IN_PROGRESS = {
    status: "in_progress",
    output: { title: "In progress", summary: "The service is making this preview." },
};
async function end(target, report) {
    const annotations = report.errors.filter(isInRepository).slice(0, MAX_ANNOTATIONS).map(annotationOf);
    const output = outputOf(report);
    const isTolerated = report.outcome.kind === "timed_out" && report.conclusion === "pass";
    const conclusion = isTolerated ? "neutral" : _outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .ENDS */ .Br[report.outcome.kind].check;
    const ended = { status: "completed", conclusion };
    if (annotations.length > 0) {
        const sent = await write(target, { ...ended, output: { ...output, annotations } });
        // What a log names as a place may be none for GitHub: that the check run ends matters more.
        if (sent.kind === "done" || sent.status !== 422)
            return sent;
    }
    return write(target, { ...ended, output });
}
/** Creates a check run or changes the one that is there, so that no second one stays open. */
async function write(target, fields) {
    const { github, row, context } = target;
    let { checkRunId, mayExist } = target;
    for (let tries = 1;; tries += 1) {
        if (checkRunId === undefined && mayExist) {
            const found = await find(target);
            if (found.kind === "failed")
                return explained(found);
            const hasEnded = found.kind === "ended" && fields.status === "completed";
            if (hasEnded && found.id !== undefined)
                return { kind: "done", checkRunId: found.id };
            checkRunId = found.kind === "open" ? found.id : undefined;
        }
        const id = checkRunId;
        const doing = id === undefined ? "create a check run" : "update the check run";
        const sent = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing }, context, (rest, parameters) => {
            const address = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAddress */ .xo)(row.logUrl ?? row.runUrl);
            const details = address === undefined ? {} : { details_url: address };
            const sending = { ...parameters, name: nameOf(row), external_id: externalId(row), ...details, ...fields };
            return id === undefined
                ? rest.checks.create({ ...sending, head_sha: row.commitSha })
                : rest.checks.update({ ...sending, check_run_id: id });
        });
        const writtenId = sent.kind === "done" ? (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .numberAt */ .tk)(sent.data, "id") : undefined;
        if (writtenId !== undefined)
            return { kind: "done", checkRunId: writtenId };
        const failed = sent.kind === "failed" ? sent : (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the check run");
        mayExist = failed.unknown === true;
        if (tries >= MAX_WRITES || !(await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .pause */ .v7)(failed.retryInMs, context)))
            return explained(failed);
    }
}
function nameOf({ site }) {
    return `Preview of ${site}`;
}
function externalId({ siteId, runId, runAttempt }) {
    return `greenroom:${siteId}:${runId}.${runAttempt}`;
}
/** Finds the check run of this run attempt, or one that an earlier attempt of the run left open. */
async function find({ github, row, context }) {
    const query = { ref: row.commitSha, check_name: nameOf(row), filter: "all", per_page: PAGE_SIZE };
    const read = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "read the check runs", repeatable: true }, context, (rest, parameters) => rest.checks.listForRef({ ...parameters, ...query }));
    if (read.kind === "failed")
        return read;
    const runs = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .field */ .ZZ)(read.data, "check_runs");
    if (!Array.isArray(runs))
        return (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the check runs");
    const ours = externalId(row);
    const ofAnyRunAttempt = ours.slice(0, ours.lastIndexOf(".") + 1);
    const isOpen = (one) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(one, "status") !== "completed";
    const own = runs.filter((one) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(one, "external_id") === ours);
    const earlier = runs.filter((one) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .textAt */ .$6)(one, "external_id")?.startsWith(ofAnyRunAttempt) === true);
    const found = own.find(isOpen) ?? own[0] ?? earlier.find(isOpen);
    const id = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .numberAt */ .tk)(found, "id");
    return { kind: isOpen(found) ? "open" : "ended", id };
}
/** A rejection is about the permission, or about a token that is not that of a job: only those can have check runs. */
function explained(failure) {
    const refused = failure.status === 403 && failure.limitedMs === undefined;
    return refused ? { ...failure, permissionHint: (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .permissionLines */ .$r)("checks=write") } : failure;
}
function outputOf({ headline: { title, text }, summary }) {
    const whole = String(summary);
    const fits = Buffer.byteLength(whole) <= MAX_SUMMARY_BYTES;
    return {
        title: (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(title).slice(0, MAX_TITLE_CHARS),
        summary: fits ? whole : String((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${text.slice(0, MAX_TEXT_CHARS)}`),
    };
}
function isInRepository({ file, line, column }) {
    const isPlace = [line, column ?? 1].every((number) => Number.isInteger(number) && number >= 1 && number < 2 ** 31);
    const isPath = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(file) === file && !/[\\:]/.test(file) && file.length <= 1024;
    return isPlace && isPath && file.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
function annotationOf({ file, line, column, message }) {
    return {
        path: file,
        start_line: line,
        end_line: line,
        ...(column === undefined ? {} : { start_column: column, end_column: column }),
        annotation_level: "failure",
        title: "Build error",
        message: (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(message).slice(0, MAX_MESSAGE_CHARS).toWellFormed() || "Build error",
    };
}


/***/ })

};
