export const id = 539;
export const ids = [539];
export const modules = {

/***/ 1524:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TN: () => (/* binding */ keyOf),
/* harmony export */   gg: () => (/* binding */ deploy),
/* harmony export */   jj: () => (/* binding */ previewAddress)
/* harmony export */ });
/* harmony import */ var _client_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6695);
/* harmony import */ var _client_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(94);
/* harmony import */ var _client_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6825);
/* harmony import */ var _client_index_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1869);
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9969);
/* harmony import */ var _github_text_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7881);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4432);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7207);





/**
 * Makes the deployment of a plan, once, and follows it to its end.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4, §6
 */
async function deploy(plan, inputs, tools) {
    try {
        return await created(plan, inputs, tools);
    }
    catch (error) {
        if (error instanceof _client_index_js__WEBPACK_IMPORTED_MODULE_0__/* .ClientError */ .MZ)
            return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .failedCallOutcome */ .CU)(error);
        throw error;
    }
}
async function created(plan, inputs, tools) {
    const { client, clock, listener, stop, deadlineAt } = tools;
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(deadlineAt - clock.monotonic())));
    const options = { signal: AbortSignal.any([stop, time]), deadlineAt, onRetry: listener.onRetry };
    const site = await (0,_client_index_js__WEBPACK_IMPORTED_MODULE_2__/* .resolveSite */ .q)(client, plan.site, options);
    listener.onSite(site.id);
    const attempt = {
        siteId: site.id,
        body: plan.body,
        keyOf: (n) => keyOf(plan.keyScope, { siteId: site.id, body: plan.body, n }),
        fixed: plan.keyScope.given !== undefined,
        onQuota: inputs.onQuota,
    };
    const { deployment, n, reused } = await (0,_client_index_js__WEBPACK_IMPORTED_MODULE_3__/* .deployOnce */ .Z)(client, attempt, {
        ...options,
        onQuotaWait: listener.onQuotaWait,
    });
    const number = attempt.fixed ? undefined : n;
    listener.onAccepted({ siteId: site.id, deploymentId: deployment.id, reused, attempt: number }, deployment);
    // What has ended already needs no wait, so its end is told.
    if (!inputs.wait && !(0,_contract_index_js__WEBPACK_IMPORTED_MODULE_4__/* .isTerminal */ .Hd)(deployment.status))
        return { kind: "accepted", deployment };
    return followed(deployment, inputs, tools);
}
async function followed(deployment, inputs, tools) {
    const { client, clock, listener, log, stop, deadlineAt } = tools;
    const { follow } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(315)]).then(__webpack_require__.bind(__webpack_require__, 2315));
    const end = await follow(paced(client, tools.logReady), deployment, {
        signal: stop,
        clock,
        timeoutMs: Math.max(1, deadlineAt - clock.monotonic()),
        onEvent: (event) => {
            if (event.kind === "status")
                listener.onStatus(event.status, event.at);
            log.take(event);
        },
    });
    return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .followedOutcome */ .$4)(end, previewAddress(end.deployment, inputs.baseUrl));
}
/** A client whose event streams go no faster than the log is read, so that nothing piles up in memory. */
function paced(client, ready) {
    return {
        deployments: client.deployments,
        events: async function* (deploymentId, options) {
            for await (const event of client.events(deploymentId, options)) {
                yield event;
                await ready(options?.signal);
            }
        },
    };
}
/**
 * Reads the address of a preview.
 * @param baseUrl The service; only one on loopback without TLS may show previews without TLS.
 */
function previewAddress({ previewUrl }, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && (0,_origin_js__WEBPACK_IMPORTED_MODULE_5__/* .isLoopbackHost */ .cW)(baseUrl.hostname);
    return typeof previewUrl === "string" ? (0,_github_text_js__WEBPACK_IMPORTED_MODULE_6__/* .safeAddress */ .Md)(previewUrl, { allowLoopbackHttp }) : undefined;
}
/**
 * Names attempt `n` of a plan.
 * @param site What the plan did not know yet.
 * @returns The workflow's own key, or one that is the same on every machine.
 */
function keyOf({ given, serviceOrigin, repositoryId, runNonce }, site) {
    return given ?? (0,_client_index_js__WEBPACK_IMPORTED_MODULE_7__/* .deriveKey */ .H)({ version: _client_index_js__WEBPACK_IMPORTED_MODULE_7__/* .KEY_VERSION */ .p, serviceOrigin, repositoryId, runNonce, ...site });
}


/***/ }),

/***/ 43:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ headline),
/* harmony export */   y: () => (/* binding */ BUILD_GOES_ON)
/* harmony export */ });
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4622);

/** What a person must know when a run ends before its build. */
const BUILD_GOES_ON = "The build goes on at the service; run again, and the run picks the same deployment up.";
/**
 * Says in a sentence how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
function headline(outcome, facts) {
    switch (outcome.kind) {
        case "ready":
            return { level: "info", title: "Preview ready", text: readyText(outcome.previewUrl, facts) };
        case "accepted":
            return { level: "info", title: "Deployment accepted", text: acceptedText(outcome.deployment.id, facts.site) };
        case "skipped":
            return { level: "notice", title: "Skipped", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([outcome.reason.why, outcome.reason.advice]) };
        case "failed":
            return { level: "error", title: "Preview failed", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(outcome.failure) };
        case "canceled":
            return {
                level: "error",
                title: "Deployment canceled",
                text: canceledText(outcome.failure, outcome.deployment.id),
            };
        case "refused":
            return { level: "error", title: "Deployment refused", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(outcome.failure) };
        case "timed_out":
            return timedOut(outcome.deployment?.id, facts);
        case "stopped":
            return { level: "warning", title: "Run canceled", text: stoppedText(outcome.deployment?.id) };
        case "lost":
            return { level: "error", title: "Service out of reach", text: lostText(outcome.failure, outcome.deployment?.id) };
    }
}
function readyText(previewUrl, { site, reused }) {
    return `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${previewUrl}`;
}
function acceptedText(deploymentId, site) {
    return `The service took deployment ${deploymentId} of '${site}'; this step does not wait for its build.`;
}
function canceledText(failure, deploymentId) {
    if (failure !== undefined)
        return (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(failure);
    return `Deployment ${deploymentId} was canceled at the service. Run again for a new one.`;
}
function timedOut(deploymentId, { timeoutMs, onTimeout }) {
    const limit = `${Number((timeoutMs / 60_000).toFixed(2))} minutes of 'timeout-minutes'`;
    const text = deploymentId === undefined
        ? `The ${limit} were over before the service answered. Run again: the same request lands on the same deployment.`
        : `Deployment ${deploymentId} was not ready within the ${limit}. ${BUILD_GOES_ON}`;
    return { level: onTimeout === "warn" ? "warning" : "error", title: "Time is over", text };
}
function stoppedText(deploymentId) {
    if (deploymentId !== undefined)
        return `The run was canceled while it followed ${deploymentId}. ${BUILD_GOES_ON}`;
    return "The run was canceled before the service answered. Run again: the same request lands on the same deployment.";
}
function lostText(failure, deploymentId) {
    const what = (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(failure);
    return deploymentId === undefined
        ? what
        : (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([`${what} How ${deploymentId} ends is not known here`, BUILD_GOES_ON]);
}


/***/ }),

/***/ 3778:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ readInputs)
/* harmony export */ });
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3163);
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5963);
/* harmony import */ var _github_template_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8878);
/* harmony import */ var _connection_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7862);
/* harmony import */ var _reporting_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8866);
/* harmony import */ var _fields_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7959);





/** Longest `timeout-minutes`: what GitHub lets a job of a self-hosted runner last, five days. */
const MAX_TIMEOUT_MINUTES = 7200;
const DEFAULT_TIMEOUT_MINUTES = 30;
/**
 * Reads and checks every input of the preview action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
function readInputs(lookup) {
    const fields = (0,_fields_js__WEBPACK_IMPORTED_MODULE_0__/* .createFields */ .a)(lookup, ["token", "github-token"]);
    const required = (0,_connection_js__WEBPACK_IMPORTED_MODULE_1__/* .readConnection */ .dC)(fields);
    const inputs = {
        ...readTarget(fields),
        ...(0,_reporting_js__WEBPACK_IMPORTED_MODULE_2__/* .readReporting */ .F)(fields, { commentGroup: "previews", environment: "preview" }),
        commentTemplate: templateOf(fields),
        // Filled in by GitHub: whatever else stands there means no matrix.
        jobTotal: /^[1-9]\d{0,3}$/.test(fields.text("job-total")) ? Number(fields.text("job-total")) : 1,
        approval: fields.word("approval", ["link", "off"]),
        approvalUrl: (0,_connection_js__WEBPACK_IMPORTED_MODULE_1__/* .readApprovalUrl */ .Vb)(fields),
        ...readConduct(fields),
    };
    const mcpUrl = (0,_connection_js__WEBPACK_IMPORTED_MODULE_1__/* .readMcpUrl */ .kJ)(fields, required.baseUrl);
    if (inputs.forceNew && inputs.idempotencyKey !== undefined) {
        const sentence = "Inputs 'force-new' and 'idempotency-key' exclude each other: a key of your own already decides what is new, so write a new key, or leave it out.";
        fields.reject("force-new", sentence);
    }
    const { baseUrl, token, site } = required;
    if (baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined) {
        return { kind: "invalid", problems: fields.problems };
    }
    if (fields.problems.length > 0)
        return { kind: "invalid", problems: fields.problems };
    return { kind: "valid", inputs: { ...inputs, baseUrl, token, site, mcpUrl } };
}
function readTarget(fields) {
    return {
        branch: fields.optional("branch", branchOf, "the name of a git branch, such as 'main'"),
        commitSha: fields.optional("commit-sha", (text) => (_contract_index_js__WEBPACK_IMPORTED_MODULE_3__/* .COMMIT_SHA_PATTERN */ .Ml.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits"),
        idempotencyKey: fields.optional("idempotency-key", (text) => (_contract_index_js__WEBPACK_IMPORTED_MODULE_3__/* .IDEMPOTENCY_KEY_PATTERN */ .XK.test(text) ? text : undefined), "1 to 255 visible ASCII characters without spaces, such as a UUID"),
        forceNew: fields.flag("force-new", false),
    };
}
function readConduct(fields) {
    return {
        wait: fields.flag("wait", true),
        timeoutMs: fields.optional("timeout-minutes", timeoutOf, `a number of minutes above 0 and up to ${MAX_TIMEOUT_MINUTES}, such as '${DEFAULT_TIMEOUT_MINUTES}'`) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
        onTimeout: fields.word("on-timeout", ["fail", "warn"]),
        onQuota: fields.word("on-quota", ["fail", "wait"]),
        logs: fields.word("logs", ["stream", "on-failure", "off"]),
        dryRun: fields.flag("dry-run", false),
    };
}
function templateOf(fields) {
    const text = fields.text("comment-template");
    const known = _github_template_js__WEBPACK_IMPORTED_MODULE_4__/* .TEMPLATE_FIELDS */ .du.map((field) => `{${field}}`).join(", ");
    for (const name of (0,_github_template_js__WEBPACK_IMPORTED_MODULE_4__/* .unknownFields */ ._6)(text)) {
        fields.reject("comment-template", `Input 'comment-template' holds '{${name}}': write one of ${known}.`);
    }
    if (text.length > _github_template_js__WEBPACK_IMPORTED_MODULE_4__/* .MAX_TEMPLATE_CHARS */ .yJ) {
        const sentence = `Input 'comment-template' is ${text.length} characters long: write at most ${_github_template_js__WEBPACK_IMPORTED_MODULE_4__/* .MAX_TEMPLATE_CHARS */ .yJ}.`;
        fields.reject("comment-template", sentence);
    }
    return text === "" ? undefined : text;
}
function branchOf(text) {
    const name = text.replace(/^refs\/heads\//, "");
    return (0,_contract_index_js__WEBPACK_IMPORTED_MODULE_5__/* .isBranchName */ .Q)(name) ? name : undefined;
}
function timeoutOf(text) {
    if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text))
        return undefined;
    const minutes = Number(text);
    return minutes > 0 && minutes <= MAX_TIMEOUT_MINUTES ? Math.max(1, Math.round(minutes * 60_000)) : undefined;
}


/***/ }),

/***/ 7207:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ followedOutcome),
/* harmony export */   CU: () => (/* binding */ failedCallOutcome),
/* harmony export */   PE: () => (/* binding */ deploymentOf),
/* harmony export */   Q6: () => (/* binding */ failureIn),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4143);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4622);


/**
 * Names an outcome as the output `status` does.
 * A deployment that was accepted and not seen to its end stays `accepted`: that much is known.
 */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.deployment === undefined ? "canceled" : "accepted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "accepted";
    return outcome.kind;
}
/**
 * Decides whether the step passes: by the deployment alone.
 * @param onTimeout What the workflow wants when the time is over.
 */
function conclusion(outcome, onTimeout) {
    switch (outcome.kind) {
        case "ready":
        case "accepted":
        case "skipped":
            return "pass";
        case "timed_out":
            return onTimeout === "warn" ? "pass" : "fail";
        case "failed":
        case "canceled":
        case "refused":
        case "stopped":
        case "lost":
            return "fail";
    }
}
/**
 * Reads how following a deployment ended.
 * @param previewUrl The record's address when it is one that can be shown.
 * @see Interface §3
 */
function followedOutcome(followed, previewUrl) {
    const { deployment } = followed;
    switch (followed.kind) {
        case "timed_out":
            return { kind: "timed_out", deployment };
        case "aborted":
            return { kind: "stopped", deployment };
        case "unknown":
            return { kind: "lost", deployment, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(followed.error) };
        case "terminal":
            return terminalOutcome(followed, previewUrl);
    }
}
function terminalOutcome({ status, deployment }, previewUrl) {
    switch (status) {
        case "failed":
            return { kind: "failed", deployment, failure: buildFailure(deployment) ?? UNNAMED_FAILURE };
        case "canceled":
            return { kind: "canceled", deployment, failure: buildFailure(deployment) };
        case "ready":
            if (previewUrl !== undefined)
                return { kind: "ready", deployment, previewUrl };
            return { kind: "failed", deployment, failure: noAddress(deployment) };
    }
}
const UNNAMED_FAILURE = {
    code: "failed",
    message: "The build failed; the service gave no reason",
    hint: "Read the last lines of the build log.",
};
function buildFailure({ error }) {
    if (error === undefined || error === null)
        return undefined;
    const code = error.code ?? "failed";
    return { code, message: error.message ?? "", hint: (0,_contract_index_js__WEBPACK_IMPORTED_MODULE_1__/* .buildErrorHint */ .sk)(code) ?? "" };
}
/** A preview nobody can open is no success, whatever its status says. */
function noAddress({ previewUrl }) {
    if (typeof previewUrl !== "string" || previewUrl === "") {
        return {
            code: "preview_url_missing",
            message: "The deployment is ready, but the service gave no address of the preview",
            hint: "Report this to the operator of the service.",
        };
    }
    return {
        code: "preview_url_refused",
        message: `The deployment is ready, but the address of its preview is none a browser should be sent to: ${previewUrl.slice(0, 200)}`,
        hint: "Report this to the operator of the service; a preview needs an https address.",
    };
}
/**
 * Reads a failure of a call that came before there was a deployment to follow.
 * @see Interface §7
 */
function failedCallOutcome(error) {
    switch (error.kind) {
        case "refused":
        case "invalid":
            return { kind: "refused", failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
        case "timed_out":
            return { kind: "timed_out", deployment: undefined };
        case "aborted":
            return { kind: "stopped", deployment: undefined };
        case "unreachable":
        case "protocol":
            return { kind: "lost", deployment: undefined, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
    }
}
/**
 * The deployment of an outcome, when there is one.
 * @returns Undefined when none is known.
 */
function deploymentOf(outcome) {
    return "deployment" in outcome ? outcome.deployment : undefined;
}
/**
 * The failure of an outcome, when it has one.
 * @returns Undefined when nothing went wrong, or nobody said what.
 */
function failureIn(outcome) {
    return "failure" in outcome ? outcome.failure : undefined;
}


/***/ }),

/***/ 3756:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  A: () => (/* binding */ createReporter)
});

// EXTERNAL MODULE: ./build/github/comment.js + 1 modules
var comment = __webpack_require__(7104);
// EXTERNAL MODULE: ./build/github/pull.js
var pull = __webpack_require__(9719);
// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
// EXTERNAL MODULE: ./build/actions/github-trouble.js
var github_trouble = __webpack_require__(7539);
;// CONCATENATED MODULE: ./build/actions/preview/board.js
/**
 * Makes a board.
 * @param write Writes a row; called for one row at a time.
 * @param pause Waits before the first row, so that what ends at once is told once; it ends when its signal aborts.
 * @returns A board whose functions never throw.
 */
function createBoard(write, pause) {
    const settling = new AbortController();
    let waiting;
    let working;
    let paused = false;
    let last = { kind: "none" };
    async function work() {
        if (!paused)
            await pause(settling.signal).catch(() => undefined);
        paused = true;
        for (let next = waiting; next !== undefined; next = waiting) {
            waiting = undefined;
            last = await write(next.row).then((result) => ({ kind: "posted", result }), (error) => ({ kind: "failed", error }));
        }
        working = undefined;
    }
    function show(row) {
        waiting = { row };
        working ??= work();
    }
    async function settle(row) {
        settling.abort();
        if (row !== undefined)
            show(row);
        await working;
        return last;
    }
    return { show, settle };
}

// EXTERNAL MODULE: ./build/github/record.js
var record = __webpack_require__(1577);
// EXTERNAL MODULE: ./build/actions/preview/row.js
var preview_row = __webpack_require__(8823);
;// CONCATENATED MODULE: ./build/actions/preview/recorder.js


/**
 * Makes the recorder of a run.
 */
function createRecorder(parts) {
    const retired = new Set();
    let opening;
    let told;
    async function tell(github, row, pullNumber) {
        if (!parts.inputs.deploymentRecord)
            return skip("the input 'deployment-record' is 'false'");
        if (row.deploymentId === undefined)
            return skip("there is no deployment");
        opening ??= recorder_open(github, { row, pullNumber }, parts);
        const opened = await opening;
        const state = recordState(row);
        if (opened.kind === "failed" || state.state === told)
            return opened;
        // A fresh record is `pending` by itself: saying more while it is on its way would cost a request.
        if ((0,preview_row/* isUnderWay */.gn)(row) && !opened.reused)
            return opened;
        const settled = await (0,record/* settleRecord */.rQ)(github, opened.recordId, { ...state, patience: parts.patience });
        if (settled.kind === "failed")
            return settled;
        told = state.state;
        return opened;
    }
    async function retire(github, recordId) {
        if (!parts.inputs.deploymentRecord || retired.has(recordId))
            return undefined;
        retired.add(recordId);
        const done = await (0,record/* retireRecords */.Ar)(github, { recordIds: [recordId] }, parts.patience);
        return done.kind === "failed" ? done : undefined;
    }
    return { tell, retire };
}
function skip(reason) {
    return { kind: "skipped", reason };
}
function recorder_open(github, { row, pullNumber }, { inputs, trigger, patience }) {
    const { id: runId, attempt: runAttempt } = trigger.run;
    const opening = { sha: row.commitSha, environment: inputs.environment, siteId: row.siteId, runId, runAttempt };
    return (0,record/* openRecord */.C6)(github, pullNumber === undefined ? opening : { ...opening, pullNumber }, patience);
}
/**
 * Tells a row as the state of a GitHub deployment.
 * A build that was not seen to its end stays in progress: a run after it picks the record up.
 */
function recordState(row) {
    const logUrl = row.logUrl ?? row.runUrl;
    if (row.status === "ready") {
        return { state: "success", logUrl, ...(row.previewUrl === undefined ? {} : { environmentUrl: row.previewUrl }) };
    }
    const state = ENDED[row.status] ?? "in_progress";
    return { state, logUrl, description: row.error?.code ?? row.note ?? `The deployment is ${row.status}` };
}
const ENDED = {
    failed: "failure",
    refused: "error",
    canceled: "inactive",
};

;// CONCATENATED MODULE: ./build/actions/preview/publish.js







/** Rows of a build that ends sooner are never shown: nobody could have read them. */
const LIVE_PAUSE_MS = 1000;
/** So long a deployment may wait for its build before the wait is worth a comment: a build says more. */
const QUEUE_PAUSE_MS = 5000;
/**
 * Makes the reporter of a run. GitHub's client is loaded when the first row is shown, which is after the POST.
 */
function createReporter(parts) {
    const over = new AbortController();
    const github = openOnce(parts);
    const { inputs, trigger, clock } = parts;
    const recorder = createRecorder({ inputs, trigger, patience: { clock, signal: over.signal } });
    const desk = { ...parts, over: over.signal, github, recorder, ...FRESH };
    const wanted = inputs.comment !== "off" || inputs.deploymentRecord;
    const building = new AbortController();
    const board = createBoard((row) => tellInBudget(desk, row), async (settled) => {
        await clock.sleep(QUEUE_PAUSE_MS, AbortSignal.any([settled, building.signal])).catch(() => undefined);
        if (building.signal.aborted)
            await clock.sleep(LIVE_PAUSE_MS, settled);
    });
    return {
        show: (row) => {
            if (row.status === "building")
                building.abort();
            if (wanted)
                board.show(row);
        },
        previous: () => desk.previous,
        settle: async (row, time) => {
            time.addEventListener("abort", () => over.abort(time.reason), { once: true });
            if (time.aborted)
                over.abort(time.reason);
            const posted = await board.settle(wanted ? row : undefined);
            if (posted.kind === "failed")
                (0,github_trouble/* warnOfGithub */.H)(parts.runner, "GitHub", { kind: "failed", reason: String(posted.error) });
            return posted.kind === "posted" ? publish_confirm(parts.runner, posted.result) : {};
        },
    };
}
const FRESH = { pull: undefined, commentId: undefined, previous: undefined, liveTold: 0, told: undefined };
/**
 * Tells a row unless GitHub has heard enough of a deployment that goes on: seven requests are enough for one row of it
 * beside a record, or for two without one. A wait for quota is told on top.
 */
async function tellInBudget(desk, row) {
    if ((0,preview_row/* isUnderWay */.gn)(row) && row.deploymentId !== undefined) {
        const enough = desk.liveTold >= (desk.inputs.deploymentRecord ? 1 : 2);
        if (enough && desk.told !== undefined)
            return desk.told;
        desk.liveTold += 1;
    }
    desk.told = await tellAll(desk, row);
    return desk.told;
}
/** The largest part of the bundle is loaded here, while the build runs at the service. */
function openOnce({ inputs, trigger }) {
    let opened;
    const { apiUrl, repository } = trigger;
    const token = inputs.githubToken ?? "";
    return () => {
        opened ??= Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(308)]).then(__webpack_require__.bind(__webpack_require__, 7308)).then(({ createGithub }) => createGithub({ token, apiUrl, repository, secrets: [inputs.token] }));
        return opened;
    };
}
/** Each place is tried, whatever became of the other; the record first, so that the row can name it. */
async function tellAll(desk, row) {
    if (desk.inputs.githubToken === undefined) {
        const none = { kind: "skipped", reason: "the input 'github-token' is empty" };
        return { comment: none, record: none, retired: undefined };
    }
    const github = await desk.github();
    desk.pull ??= pullNumber(desk, github);
    const pull = await desk.pull;
    const record = await desk.recorder.tell(github, row, typeof pull === "number" ? pull : undefined);
    const recordId = record.kind === "done" ? record.recordId : undefined;
    const comment = await tellComment(desk, { github, pull, row: recordId === undefined ? row : { ...row, recordId } });
    if (comment.kind === "done")
        desk.previous ??= comment.previous;
    const outdated = outdatedRecord(comment, { row, recordId, before: desk.previous?.recordId });
    return {
        record,
        comment,
        retired: outdated === undefined ? undefined : await desk.recorder.retire(github, outdated),
    };
}
/** The record that stands for a preview nobody should look at any more: the one before ours, or ours. */
function outdatedRecord(comment, { row, recordId, before }) {
    if (comment.kind !== "done")
        return undefined;
    if (comment.superseded)
        return recordId;
    return row.status === "ready" && before !== recordId ? before : undefined;
}
async function tellComment(desk, { github, pull, row }) {
    const { runner, inputs, clock, over } = desk;
    if (inputs.comment === "off")
        return { kind: "skipped", reason: "the input 'comment' is 'off'" };
    if (typeof pull !== "number")
        return pull;
    const write = {
        pullNumber: pull,
        group: inputs.commentGroup,
        mode: inputs.comment,
        row,
        secrets: runner.secrets(),
        // Its HMAC alone leaves: it proves that a comment is ours when the token is not the workflow's own.
        proofKey: inputs.token,
        verify: inputs.jobTotal > 1 ? "always" : "when-shared",
        ...(desk.commentId === undefined ? {} : { knownId: desk.commentId }),
        ...(inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate }),
    };
    const outcome = await (0,comment/* upsertComment */.l)(github, write, { clock, signal: over });
    if (outcome.kind === "done")
        desk.commentId = outcome.commentId;
    return outcome;
}
async function pullNumber(desk, github) {
    const { inputs, trigger, clock, over } = desk;
    const given = inputs.pullNumber === undefined ? {} : { pullNumber: inputs.pullNumber };
    const found = await (0,pull/* findPull */.p)(github, trigger, { clock, signal: over, ...given });
    if (found.kind === "none")
        return { kind: "skipped", reason: found.reason };
    return found.kind === "failed" ? found : found.pull.number;
}
function publish_confirm(runner, { comment, record, retired }) {
    if (comment.kind === "failed")
        (0,github_trouble/* warnOfGithub */.H)(runner, "the comment", comment);
    if (comment.kind === "skipped")
        runner.info((0,github_text/* log */.Rm) `No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
    if (record.kind === "failed")
        (0,github_trouble/* warnOfGithub */.H)(runner, "the deployment record", record);
    if (retired !== undefined)
        (0,github_trouble/* warnOfGithub */.H)(runner, "the end of an earlier deployment record", retired);
    return {
        ...(comment.kind === "done" ? { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl } : {}),
        ...(record.kind === "done" ? { "github-deployment-id": String(record.recordId) } : {}),
    };
}


/***/ }),

/***/ 8823:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gn: () => (/* binding */ isUnderWay),
/* harmony export */   ls: () => (/* binding */ liveRow),
/* harmony export */   xK: () => (/* binding */ finalRow)
/* harmony export */ });
/* harmony import */ var _headline_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(43);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7207);


/**
 * Makes the row of a deployment that has not ended, or of one that waits for its turn.
 * @param status As the service gave it.
 * @param deployment Undefined while the service has not taken one.
 */
function liveRow(facts, status, deployment) {
    return {
        ...baseRow(facts),
        ...deploymentParts(deployment),
        status,
        ...(deployment === undefined ? { note: "Waits for a running build of the workspace to end." } : {}),
    };
}
/**
 * Tells whether a row is one of a deployment that goes on, which this run will say more of.
 */
function isUnderWay({ status }) {
    return status === "queued" || status === "building";
}
/**
 * Makes the row of a run's end.
 * @returns Undefined for an end that a pull request need not hear of.
 */
function finalRow(facts, outcome, end) {
    const status = rowStatus(outcome);
    if (status === undefined)
        return undefined;
    const failure = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .failureIn */ .Q6)(outcome);
    const note = rowNote(outcome);
    return {
        ...baseRow(facts),
        ...deploymentParts((0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .deploymentOf */ .PE)(outcome)),
        status,
        ...(outcome.kind === "ready" ? { previewUrl: outcome.previewUrl } : {}),
        ...(end.approval.kind === "link" ? { approvalUrl: end.approval.address } : {}),
        ...(end.durationSeconds === undefined ? {} : { durationSeconds: end.durationSeconds }),
        ...(outcome.kind === "failed" && end.logTail.length > 0 ? { excerpt: end.logTail } : {}),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
        ...(note === undefined ? {} : { note }),
    };
}
function rowStatus(outcome) {
    if (outcome.kind === "skipped")
        return undefined;
    if (outcome.kind === "stopped")
        return "interrupted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "interrupted";
    return outcome.kind;
}
/** What a reader of the comment must know besides the status. */
function rowNote(outcome) {
    const unseen = outcome.kind === "timed_out" || outcome.kind === "stopped" || outcome.kind === "lost";
    return unseen && outcome.deployment !== undefined ? _headline_js__WEBPACK_IMPORTED_MODULE_1__/* .BUILD_GOES_ON */ .y : undefined;
}
function baseRow({ siteId, site, commitSha, run }) {
    return { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
}
function deploymentParts(deployment) {
    if (deployment === undefined)
        return {};
    const { id, createdAt } = deployment;
    return { deploymentId: id, ...(createdAt === undefined ? {} : { createdAt }) };
}


/***/ }),

/***/ 2539:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  USER_AGENT: () => (/* binding */ USER_AGENT),
  runPreview: () => (/* binding */ runPreview)
});

// EXTERNAL MODULE: ./build/client/clock.js
var client_clock = __webpack_require__(6092);
// EXTERNAL MODULE: ./build/client/client.js + 5 modules
var client_client = __webpack_require__(271);
// EXTERNAL MODULE: ./build/github/trigger.js + 1 modules
var github_trigger = __webpack_require__(9192);
// EXTERNAL MODULE: ./build/actions/approval-link.js
var approval_link = __webpack_require__(6282);
// EXTERNAL MODULE: ./build/actions/left-behind.js
var left_behind = __webpack_require__(3220);
// EXTERNAL MODULE: ./build/actions/report-time.js
var report_time = __webpack_require__(1404);
// EXTERNAL MODULE: ./build/actions/start.js + 4 modules
var start = __webpack_require__(1571);
// EXTERNAL MODULE: ./build/actions/stop.js
var actions_stop = __webpack_require__(6970);
// EXTERNAL MODULE: ./build/actions/telling.js
var telling = __webpack_require__(1485);
;// CONCATENATED MODULE: ./build/actions/preview/build-log.js
const TAIL_LINES = 20;
const RECENT_LINES = 2000;
/** Longest piece of a line that is kept, characters: an error and its place are shorter. */
const MAX_KEPT_LINE_CHARS = 2000;
/** Most that is held back for a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;
/**
 * Makes the log of a build.
 * @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build.
 */
function createBuildLog(mode, sink) {
    const recent = [];
    const held = [];
    let heldChars = 0;
    let dropped = 0;
    function keep(lines) {
        for (const line of lines.slice(-RECENT_LINES))
            recent.push(line.slice(0, MAX_KEPT_LINE_CHARS));
        // Twice the bound before it is cut, so that a line costs no copy of all the others.
        if (recent.length > 2 * RECENT_LINES)
            recent.splice(0, recent.length - RECENT_LINES);
    }
    function hold(stream, lines) {
        const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
        held.push({ stream, lines, chars });
        heldChars += chars;
        while (heldChars > MAX_HELD_CHARS && held.length > 1) {
            const first = held.shift();
            heldChars -= first?.chars ?? 0;
            dropped += first?.lines.length ?? 0;
        }
    }
    function take(event) {
        if (event.kind === "log") {
            keep(event.lines);
            if (mode === "stream")
                sink.build(event.stream, event.lines);
            else if (mode === "on-failure")
                hold(event.stream, event.lines);
            return;
        }
        const sentence = describe(event);
        if (sentence !== undefined)
            sink.note(sentence);
    }
    function failed() {
        if (dropped > 0)
            sink.note(`${dropped} earlier lines of the build log were not kept.`);
        for (const { stream, lines } of held.splice(0))
            sink.build(stream, lines);
    }
    return { take, failed, tail: () => recent.slice(-TAIL_LINES), recent: () => recent.slice(-RECENT_LINES) };
}
function describe(event) {
    switch (event.kind) {
        case "status":
            return `Deployment is ${event.status}.`;
        case "gap":
            return `Lines of the build log may be missing here: ${event.why}`;
        case "unknown":
            return `The service sent a ${event.what} this version does not know: ${event.name}`;
        case "trouble":
            return `The service does not answer at the moment (${event.error.code}); the wait goes on.`;
    }
}

// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
;// CONCATENATED MODULE: ./build/github/diagnostics.js

const MAX_SHOWN = 10;
const MAX_COUNTED = 1000;
const MAX_LINE_CHARS = 2000;
const MAX_MESSAGE_CHARS = 500;
// How many lines a message and its place may be apart.
const NEAR_LINES = 4;
const NEAR_FILE_LINES = 60;
const PATH = String.raw `((?:[A-Za-z]:)?[^\s:()'"|*?<>]{1,400}\.[A-Za-z]{1,8})`;
/** The whole of an error on one line. */
const ONE_LINE = [
    // tsc: src/a.ts(1,2): error TS2304: …
    { expression: new RegExp(`^${PATH}\\((\\d{1,7}),(\\d{1,7})\\): error (TS\\d+: .+)$`) },
    // tsc --pretty, astro check: src/a.ts:1:2 - error TS2304: …, src/a.astro:1:2 - error ts(2304): …
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}) - error (.+)$`) },
    // esbuild within vite: /w/src/a.ts:1:2: ERROR: …
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (?:ERROR|error): ?(.+)$`) },
    // rollup within vite: [RollupError: ]src/a.ts (1:2): …
    {
        expression: new RegExp(`^(?:(?:\\[[^\\]]{1,60}\\] )?[A-Za-z]{0,40}Error: )?${PATH} \\((\\d{1,7}):(\\d{1,7})\\): (.+)$`),
    },
    // eslint --format unix: /w/src/a.ts:1:2: … [Error/no-undef]
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (.+ \\[Error\\/[\\w@/-]+\\])$`) },
];
const FILE_LINE = new RegExp(`^(?:\\./)?${PATH}$`);
// eslint: "  1:2  error  …  rule"; next: "1:2  Error: …  rule"
const UNDER_FILE = /^\s{0,8}(\d{1,7}):(\d{1,7})\s{1,8}(?:error\s{1,8}|Error: )(\S.*)$/;
const PLACE_LINE = new RegExp(`^\\s{0,12}(?:file: )?${PATH}:(\\d{1,7}):(\\d{1,7}):?$`);
const MESSAGE_AFTER = /^\s{0,4}((?:Type error|Syntax Error|Module not found|Error): .+|Error:\s*$)/;
const MESSAGE_BEFORE = /^(?:✘ |X )?(?:\d{2}:\d{2}:\d{2} )?\[(?:ERROR|error|[\w-]+Error|vite(?::[\w-]+)?|plugin [\w:@/-]+)\] ?(.+)$/;
/**
 * Reads the errors of tsc, eslint, vite, next and astro out of the lines of a build.
 * @param lines Lines of the log, foreign text.
 * @param options `roots`: folders a build ran in, to be taken off absolute paths; `shown`: how many, ten unless given.
 * @returns Those that name a file and line within the repository, each once, in the order they come.
 */
function readDiagnostics(lines, options = {}) {
    const reading = { found: [], file: undefined, place: undefined, message: undefined };
    const roots = options.roots ?? [];
    for (const [index, raw] of lines.entries()) {
        if (reading.found.length >= MAX_COUNTED)
            break;
        readLine(reading, (0,github_text/* plainLine */.h0)(raw.slice(0, MAX_LINE_CHARS)).trimEnd(), { index, roots });
    }
    const once = new Map(reading.found.map((one) => [`${one.file}:${one.line}:${one.message}`, one]));
    const all = [...once.values()];
    const shown = options.shown ?? MAX_SHOWN;
    return { shown: all.slice(0, shown), rest: all.slice(shown) };
}
function readLine(reading, line, at) {
    const whole = ONE_LINE.map(({ expression }) => expression.exec(line)).find((match) => match !== null);
    if (whole !== undefined) {
        const place = placeOf(whole, at.roots);
        if (place !== undefined)
            add(reading, { ...place, message: whole[4] ?? "" });
        // What announced it has found its place.
        reading.message = undefined;
        return;
    }
    if (readUnderFile(reading, line, at) || readAfterPlace(reading, line, at) || readPlace(reading, line, at))
        return;
    const file = FILE_LINE.exec(line);
    if (file !== null) {
        const path = repositoryFile(file[1] ?? "", at.roots);
        reading.file = path === undefined ? undefined : { path, index: at.index };
    }
    const before = MESSAGE_BEFORE.exec(line);
    if (before !== null)
        reading.message = { text: before[1] ?? "", index: at.index };
}
function readUnderFile(reading, line, { index }) {
    const match = UNDER_FILE.exec(line);
    if (match === null || reading.file === undefined || index - reading.file.index > NEAR_FILE_LINES)
        return false;
    add(reading, { file: reading.file.path, line: Number(match[1]), column: Number(match[2]), message: match[3] ?? "" });
    return true;
}
/** next names the place first, then says what is wrong. */
function readAfterPlace(reading, line, { index }) {
    const match = MESSAGE_AFTER.exec(line);
    const { place } = reading;
    if (match === null || place === undefined || index - place.index > NEAR_LINES)
        return false;
    add(reading, { ...place.diagnostic, message: match[1] ?? "" });
    reading.place = undefined;
    return true;
}
/** esbuild and astro say what is wrong first, then name the place. */
function readPlace(reading, line, { index, roots }) {
    const match = PLACE_LINE.exec(line);
    const place = match === null ? undefined : placeOf(match, roots);
    if (place === undefined)
        return false;
    const { message } = reading;
    if (message !== undefined && index - message.index <= NEAR_LINES) {
        add(reading, { ...place, message: message.text });
        reading.message = undefined;
    }
    else {
        reading.place = { diagnostic: place, index };
    }
    return true;
}
function placeOf(match, roots) {
    const file = repositoryFile(match[1] ?? "", roots);
    const line = Number(match[2]);
    return file === undefined || line < 1 ? undefined : { file, line, column: Number(match[3]) };
}
function add(reading, diagnostic) {
    reading.found.push({ ...diagnostic, message: diagnostic.message.trim().slice(0, MAX_MESSAGE_CHARS).toWellFormed() });
}
/** A path that can be one of the repository: relative, not out of it, not of a dependency. */
function repositoryFile(path, roots) {
    const root = roots.map((folder) => `${folder.replace(/(?<!\/)\/+$/, "")}/`).find((prefix) => path.startsWith(prefix));
    const inside = (root === undefined ? path : path.slice(root.length)).replace(/^(?:\.\/)+/, "");
    const parts = inside.split("/");
    const foreign = inside === "" || /^(?:\/|[A-Za-z]:|\\)/.test(inside) || parts.includes("..") || parts.includes("node_modules");
    return foreign ? undefined : inside;
}

// EXTERNAL MODULE: ./build/github/sections.js
var sections = __webpack_require__(4704);
// EXTERNAL MODULE: ./build/actions/preview/outcome.js
var preview_outcome = __webpack_require__(7207);
;// CONCATENATED MODULE: ./build/actions/preview/timeline.js

const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;
/**
 * Draws how long a deployment waited and built, on one scale.
 * @param times Whole seconds.
 * @returns Lines of text; none when nobody can tell.
 */
function timeline({ queuedSeconds, buildSeconds }) {
    const parts = [
        { label: "Queued", seconds: queuedSeconds },
        { label: "Building", seconds: buildSeconds },
    ].flatMap(({ label, seconds }) => (seconds === undefined ? [] : [{ label, seconds }]));
    const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    if (total === 0)
        return parts.length === 0 ? [] : ["Queued and built in less than a second"];
    let before = 0;
    const lines = parts.map(({ label, seconds }) => {
        const start = share(before, total);
        before += seconds;
        return line(label, { start, length: share(before, total) - start, seconds });
    });
    return parts.length < 2 ? lines : [...lines, line("Total", { start: 0, length: WIDTH_CHARS, seconds: total })];
}
function share(seconds, total) {
    return Math.round((WIDTH_CHARS * seconds) / total);
}
function line(label, bar) {
    // What took time is seen, however little it was.
    const drawn = "█".repeat(bar.seconds > 0 ? Math.max(1, bar.length) : bar.length);
    const drawnAt = `${" ".repeat(Math.min(bar.start, WIDTH_CHARS - 1))}${drawn}`.padEnd(WIDTH_CHARS);
    return `${label.padEnd(LABEL_CHARS)}${drawnAt}  ${(0,sections/* durationText */.S5)(bar.seconds)}`;
}

;// CONCATENATED MODULE: ./build/actions/preview/summary.js




/** Longest excerpt of a build log in a summary, characters. */
const MAX_EXCERPT_CHARS = 20_000;
/** Build errors that found no room among the annotations. */
const MAX_FURTHER_ERRORS = 50;
const SIGNS = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };
/**
 * Writes the summary of a run, whatever its end.
 */
function summary(facts) {
    const { headline, outcome } = facts;
    const of = facts.site === "" ? (0,github_text/* markdown */.wD) `` : (0,github_text/* markdown */.wD) `: ${facts.site}`;
    const parts = [
        (0,github_text/* markdown */.wD) `### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}${of}`,
        ...(outcome.kind === "ready" ? [(0,github_text/* autolink */.mf)(outcome.previewUrl)] : [(0,github_text/* markdown */.wD) `${headline.text}`]),
        ...release(facts),
        ...table(facts),
        ...times(facts),
        ...excerpt(facts),
        ...phone(facts),
    ];
    return (0,github_text/* markdown */.wD) `${(0,github_text/* joinMarkdown */.UF)(parts, "\n\n")}\n`;
}
function release({ approval }) {
    if (approval.kind !== "link")
        return [];
    const approve = (0,github_text/* link */.nf)("Review and approve the release", approval.address);
    return [(0,github_text/* markdown */.wD) `> [!TIP]\n> **Ready for production?** ${approve}. Whoever asked for the release cannot approve it.`];
}
function table({ outcome, commitSha, branch, accepted, row }) {
    const deploymentId = (0,preview_outcome/* deploymentOf */.PE)(outcome)?.id ?? accepted?.deploymentId;
    const columns = [
        ["Status", outcome.kind === "ready" ? undefined : (0,github_text/* markdown */.wD) `${(0,preview_outcome/* outputStatus */.qp)(outcome)}`],
        ["Commit", commitSha === undefined ? undefined : (0,sections/* commitText */.tT)({ commitSha, runUrl: row?.run.url ?? "" })],
        ["Branch", branch === undefined ? undefined : (0,github_text/* inlineCode */.ti)(branch)],
        ["Deployment", deploymentId === undefined ? undefined : (0,github_text/* inlineCode */.ti)(deploymentId)],
        ["Attempt", accepted && attempt(accepted)],
    ];
    const shown = columns.flatMap(([label, value]) => value === undefined ? [] : [{ label: (0,github_text/* markdown */.wD) `${label}`, value }]);
    if (shown.length < 2)
        return [];
    const line = (cells) => (0,github_text/* markdown */.wD) `| ${cells.reduce((joined, cell) => (0,github_text/* markdown */.wD) `${joined} | ${cell}`)} |`;
    const lines = [
        line(shown.map(({ label }) => label)),
        line(shown.map(() => (0,github_text/* markdown */.wD) `---`)),
        line(shown.map(({ value }) => value)),
    ];
    return [(0,github_text/* joinMarkdown */.UF)(lines, "\n")];
}
function attempt({ attempt: number, reused }) {
    const which = number === undefined ? (0,github_text/* markdown */.wD) `by a key of the workflow's own` : (0,github_text/* markdown */.wD) `${number}`;
    return reused ? (0,github_text/* markdown */.wD) `${which}, made by an earlier run` : which;
}
function times({ times: taken, previous, outcome }) {
    const lines = timeline(taken);
    if (lines.length === 0)
        return [];
    const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
    return [(0,github_text/* codeFence */.d6)(lines, { maxChars: MAX_EXCERPT_CHARS }), ...compared];
}
/** With the last commit of the pull request, whose row was read anyway: no request is made for it. */
function comparison(buildSeconds, previous) {
    const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
    if (buildSeconds === undefined || before === undefined || status !== "ready")
        return [];
    const difference = Math.round(buildSeconds - before);
    const words = difference === 0 ? "as long as" : `${(0,sections/* durationText */.S5)(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
    return [(0,github_text/* markdown */.wD) `The build took ${words} that of the last ready commit, ${(0,github_text/* inlineCode */.ti)(commitSha.slice(0, 7))}.`];
}
function excerpt({ outcome, logTail }) {
    if (outcome.kind !== "failed" || logTail.length === 0)
        return [];
    return [(0,github_text/* markdown */.wD) `Last lines of the build:`, (0,github_text/* codeFence */.d6)(logTail, { maxChars: MAX_EXCERPT_CHARS })];
}
function phone({ qr }) {
    if (qr === undefined)
        return [];
    return [(0,github_text/* markdown */.wD) `<details><summary>Open it on a phone</summary>`, qr, (0,github_text/* markdown */.wD) `</details>`];
}
/**
 * Lists the build errors that found no room among the annotations.
 * @param errors At least one; their words are untrusted.
 */
function furtherErrors(errors) {
    const lines = errors
        .slice(0, MAX_FURTHER_ERRORS)
        .map(({ file, line, message }) => (0,github_text/* markdown */.wD) `- ${(0,github_text/* inlineCode */.ti)(`${file}:${line}`)} ${message}`);
    const left = errors.length - lines.length;
    const rest = left > 0 ? [(0,github_text/* markdown */.wD) `- and ${left} more`] : [];
    return (0,github_text/* markdown */.wD) `Further build errors:\n\n${(0,github_text/* joinMarkdown */.UF)([...lines, ...rest], "\n")}\n`;
}

;// CONCATENATED MODULE: ./build/actions/preview/conclude.js




/** Lines of a failed build that go with its annotation. */
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one says how the run ended. */
const MAX_ANNOTATIONS = 9;
/**
 * Tells how a run ended, in the log, the summary and the outputs, and makes the step pass or fail by it.
 * @param lines What is kept of the log of a build that failed; untrusted.
 */
function conclude(runner, report, lines) {
    (0,telling/* writeOutputs */.K)(runner, report.outputs);
    (0,telling/* tell */.q)(runner, report.headline, lines.slice(-ANNOTATED_LINES));
    const { shown, rest } = readDiagnostics(lines, { shown: MAX_ANNOTATIONS });
    for (const { file, line, column, message } of shown) {
        const place = { title: "Build error", file, line, ...(column === undefined ? {} : { column }) };
        runner.error((0,github_text/* logText */.kc)(message), place);
    }
    for (const sentence of report.notices)
        runner.notice((0,github_text/* logText */.kc)(sentence), { title: "No approval link" });
    runner.appendSummary(report.summary);
    if (rest.length > 0)
        runner.appendSummary(furtherErrors(rest));
    if (report.conclusion === "fail")
        runner.fail();
}

// EXTERNAL MODULE: ./build/actions/preview/deploy.js
var deploy = __webpack_require__(1524);
// EXTERNAL MODULE: ./build/contract/limits.js
var limits = __webpack_require__(3163);
// EXTERNAL MODULE: ./build/actions/dry-run.js
var dry_run = __webpack_require__(6917);
;// CONCATENATED MODULE: ./build/actions/preview/dry-run.js



/**
 * Says what a run would send, key, pull request and comment included, and sends nothing.
 */
function describeDryRun(runner, dryRun) {
    const { plan } = dryRun;
    const outputs = { "commit-sha": plan.commitSha };
    (0,dry_run/* tellDryRun */.i)(runner, { site: plan.site, lines: requestLines(dryRun), comment: commentOf(dryRun), outputs });
}
/**
 * Describes the request of a plan.
 * @returns One line each for address, key, body and pull request; the token is in none of them.
 */
function requestLines({ plan, inputs, trigger }) {
    const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
    return [
        `Request: POST ${base}/sites/${encodeURIComponent(plan.site)}/deploy`,
        `Idempotency-Key: ${keyText(plan)}`,
        `Body: ${plan.body}`,
        `Pull request: ${pullText(inputs, trigger)}`,
    ];
}
function keyText({ keyScope, site, body }) {
    if (keyScope.given === undefined && !limits/* UUID_PATTERN */.JJ.test(site)) {
        return `derived from the id of site '${site}', which the service is asked for first`;
    }
    return (0,deploy/* keyOf */.TN)(keyScope, { siteId: site, body, n: 1 });
}
function pullText({ pullNumber, comment }, { pull }) {
    if (comment === "off")
        return "none, since the input 'comment' is 'off'";
    if (pullNumber !== undefined)
        return `#${pullNumber}`;
    if (pull === null)
        return "none belongs to this event";
    if (pull.kind === "search")
        return `the open one of branch '${pull.headBranch}', if there is one`;
    return `#${pull.number}`;
}
function commentOf({ plan, inputs, trigger }) {
    if (inputs.comment === "off")
        return undefined;
    const row = {
        siteId: plan.site,
        site: plan.site,
        status: "queued",
        commitSha: plan.commitSha,
        runUrl: trigger.run.url,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
    };
    const content = { group: inputs.commentGroup, rows: [row], createdByRun: trigger.run.id, run: row, written: [row] };
    const template = inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate };
    return { ...content, ...template };
}

// EXTERNAL MODULE: ./build/actions/preview/inputs.js
var preview_inputs = __webpack_require__(3778);
// EXTERNAL MODULE: ./build/github/pull.js
var github_pull = __webpack_require__(9719);
;// CONCATENATED MODULE: ./build/actions/preview/late-head.js

/** Longest wait for GitHub to name a commit, milliseconds. */
const MAX_WAIT_MS = 30_000;
/**
 * Asks GitHub for the head of a pull request of which the event gives the number alone, as comments do.
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only here.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for; a commit of its own makes the question needless.
 * @param patience Clock, and the signal of a canceled run.
 * @returns The trigger with its head, or as it was when GitHub gave none.
 */
async function withHead(trigger, inputs, { clock, stop }) {
    const { head, pull, apiUrl, repository } = trigger;
    const token = inputs.githubToken;
    if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined || token === undefined)
        return trigger;
    const { createGithub } = await Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(308)]).then(__webpack_require__.bind(__webpack_require__, 7308));
    const signal = AbortSignal.any([stop, AbortSignal.timeout(MAX_WAIT_MS)]);
    const found = await (0,github_pull/* findPull */.p)(createGithub({ token, apiUrl, repository }), trigger, { clock, signal });
    if (found.kind !== "found")
        return trigger;
    const { headSha, headBranch, fork } = found.pull;
    return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}

;// CONCATENATED MODULE: ./build/actions/preview/log-sink.js

/** Most that waits for a slow reader of the log before the service is asked for more, characters. */
const MAX_WAITING_CHARS = 128 * 1024;
/**
 * Prints a build's log through the runner: one group a pipeline step, its lines where no command is read.
 */
function createRunnerLog(runner) {
    let printed = Promise.resolve();
    let waitingChars = 0;
    let openStream;
    function closeGroup() {
        if (openStream !== undefined)
            runner.endGroup();
        openStream = undefined;
    }
    function openGroup(stream) {
        if (stream === openStream)
            return;
        closeGroup();
        runner.group((0,github_text/* logText */.kc)(stream));
        openStream = stream;
    }
    function build(stream, lines) {
        const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
        waitingChars += chars;
        printed = after(printed, async () => {
            openGroup(stream);
            await runner.untrustedLines(lines);
            waitingChars -= chars;
        });
    }
    function note(sentence) {
        printed = after(printed, () => {
            closeGroup();
            runner.info((0,github_text/* logText */.kc)(sentence));
        });
    }
    async function finish(signal) {
        await within(printed, signal);
        closeGroup();
    }
    async function ready(signal) {
        if (waitingChars > MAX_WAITING_CHARS)
            await within(printed, signal);
    }
    return { build, note, ready, finish };
}
async function after(before, print) {
    await before;
    await print();
}
/** Waits for work, but not longer than a signal allows. */
async function within(work, signal) {
    if (signal?.aborted === true)
        return;
    const { promise: cut, resolve } = Promise.withResolvers();
    const stop = () => resolve();
    signal?.addEventListener("abort", stop, { once: true });
    await Promise.race([work, cut]);
    signal?.removeEventListener("abort", stop);
}

;// CONCATENATED MODULE: ./build/actions/preview/plan.js
const SKIPS = {
    fork_without_secrets: {
        why: "This pull request comes from a fork, and GitHub gives its runs no secrets",
        advice: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
    },
    dependabot_without_secrets: {
        why: "This run was started by Dependabot, which has a secret store of its own",
        advice: "Add the token to the repository's Dependabot secrets under the same name.",
    },
    branch_deleted: {
        why: "This push deletes its branch, so there is no commit to deploy",
        advice: "Nothing needs to be done.",
    },
    pull_closed: {
        why: "The pull request is closed",
        advice: "Leave 'closed' out of the workflow's pull_request types, or use the close action for it.",
    },
    no_commit: {
        why: "This event names no commit to deploy",
        advice: "Set the input 'commit-sha'.",
    },
};
/**
 * Says why a trigger cannot be deployed with the secrets it has.
 * It is asked before the inputs are judged: on a fork a missing token is nobody's mistake.
 * @param hasToken Whether the input `token` holds anything.
 * @see GitHub documentation, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
function secretlessReason(trigger, hasToken) {
    if (hasToken)
        return undefined;
    if (trigger.dependabot)
        return skipReason("dependabot_without_secrets");
    return trigger.fromFork ? skipReason("fork_without_secrets") : undefined;
}
/**
 * Decides what a run does.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for.
 */
function makePlan(trigger, inputs) {
    if (trigger.deleted && inputs.commitSha === undefined)
        return skip("branch_deleted");
    if (isClosedPull(trigger))
        return skip("pull_closed");
    const commitSha = inputs.commitSha ?? trigger.head?.sha;
    if (commitSha === undefined)
        return skip("no_commit");
    const branch = inputs.branch ?? ownBranch(trigger);
    const body = { environment: "preview", commitSha, ...(branch === undefined ? {} : { branch }) };
    return {
        kind: "deploy",
        site: inputs.site,
        commitSha,
        branch,
        body: JSON.stringify(body),
        keyScope: {
            serviceOrigin: inputs.baseUrl.origin,
            repositoryId: trigger.repository.id,
            runNonce: inputs.forceNew ? `${trigger.run.id}.${trigger.run.attempt}` : undefined,
            given: inputs.idempotencyKey,
        },
        report: { comment: inputs.comment, deploymentRecord: inputs.deploymentRecord },
    };
}
/** A fork's branch named 'main' must not pass as ours: its commits go without a branch. */
function ownBranch({ head, fromFork }) {
    return fromFork ? undefined : (head?.branch ?? undefined);
}
function isClosedPull({ pull }) {
    return pull?.kind === "named" && pull.state === "closed";
}
function skip(code) {
    return { kind: "skip", reason: skipReason(code) };
}
function skipReason(code) {
    return { code, ...SKIPS[code] };
}

;// CONCATENATED MODULE: ./build/actions/preview/outputs.js

/** Names of the outputs, as `action.yml` declares them. */
const OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    "status",
    "deployment-id",
    "preview-url",
    "approval-url",
    "approval-request-id",
    "site-id",
    "commit-sha",
    "reused",
    "attempt",
    "error-code",
    "comment-id",
    "comment-url",
    "github-deployment-id",
    "queued-seconds",
    "build-seconds",
]));
/**
 * Outputs at the moment the service took the deployment; they stand if the runner dies.
 */
function acceptedOutputs(accepted) {
    return {
        status: "accepted",
        "site-id": accepted.siteId,
        "deployment-id": accepted.deploymentId,
        reused: String(accepted.reused),
        ...(accepted.attempt === undefined ? {} : { attempt: String(accepted.attempt) }),
    };
}
/**
 * Outputs at the end, beyond those that were known before.
 */
function finalOutputs(outcome, approval, times) {
    const failure = (0,preview_outcome/* failureIn */.Q6)(outcome);
    const deploymentId = (0,preview_outcome/* deploymentOf */.PE)(outcome)?.id;
    return {
        status: (0,preview_outcome/* outputStatus */.qp)(outcome),
        ...(deploymentId === undefined ? {} : { "deployment-id": deploymentId }),
        ...(outcome.kind === "ready" ? { "preview-url": outcome.previewUrl } : {}),
        ...(approval.kind === "link" ? { "approval-url": approval.address } : {}),
        ...(approval.kind === "link" && approval.requestId !== undefined
            ? { "approval-request-id": approval.requestId }
            : {}),
        ...(failure === undefined ? {} : { "error-code": failure.code }),
        ...(times.queuedSeconds === undefined ? {} : { "queued-seconds": String(times.queuedSeconds) }),
        ...(times.buildSeconds === undefined ? {} : { "build-seconds": String(times.buildSeconds) }),
    };
}

// EXTERNAL MODULE: ./build/actions/preview/row.js
var preview_row = __webpack_require__(8823);
;// CONCATENATED MODULE: ./build/actions/preview/save-shown.js

/**
 * Keeps for the post step what is being shown.
 * @param deployment Undefined while the service has not taken one.
 */
function saveShown(runner, facts, deployment) {
    (0,left_behind/* saveLeft */.hg)(runner, { facts, deployment });
}

;// CONCATENATED MODULE: ./build/actions/preview/progress.js





/**
 * Makes the progress of a run: outputs are written and the pull request is told as soon as something is known.
 */
function createProgress({ runner, reporter, trigger, site, commitSha }) {
    let accepted;
    let deployment;
    let row;
    const statusTimes = new Map();
    function show(status) {
        // An end is told once, with all that belongs to it.
        if (row === undefined || !(0,preview_row/* isUnderWay */.gn)({ status }))
            return;
        saveShown(runner, row, deployment);
        reporter.show((0,preview_row/* liveRow */.ls)(row, status, deployment));
    }
    const listener = {
        onSite: (siteId) => {
            row = { siteId, site, commitSha, run: trigger.run };
            (0,telling/* writeOutputs */.K)(runner, { "site-id": siteId });
        },
        onAccepted: (taken, record) => {
            accepted = taken;
            deployment = record;
            (0,telling/* writeOutputs */.K)(runner, acceptedOutputs(taken));
            const how = taken.reused ? "made by an earlier run" : "accepted by the service";
            runner.info((0,github_text/* log */.Rm) `Deployment ${taken.deploymentId} of ${site}, ${how}.`);
            show(record.status);
        },
        onQuotaWait: (error) => {
            runner.info((0,github_text/* log */.Rm) `The workspace builds as much as it may (${error.code}); waiting for a build to end.`);
            show("queued");
        },
        onRetry: (notice) => runner.info(retrySentence(notice)),
        onStatus: (status, at) => {
            if (at !== undefined && !statusTimes.has(status))
                statusTimes.set(status, at);
            show(status);
        },
    };
    return { listener, known: () => ({ accepted, row, statusTimes }) };
}
function retrySentence({ error, waitMs, attempt }) {
    return (0,github_text/* log */.Rm) `Request ${attempt} to the service failed (${error.code}: ${error.detail}); again in ${(waitMs / 1000).toFixed(1)} s.`;
}

// EXTERNAL MODULE: ./build/actions/preview/publish.js + 2 modules
var publish = __webpack_require__(3756);
// EXTERNAL MODULE: ./build/actions/preview/headline.js
var headline = __webpack_require__(43);
;// CONCATENATED MODULE: ./build/actions/preview/report.js





/**
 * Turns the end of a run into what is told about it. The conclusion follows from the outcome alone.
 */
function report(ending) {
    const { outcome, inputs, accepted, approval, times, logTail } = ending;
    const told = (0,headline/* headline */.P)(outcome, { ...inputs, reused: accepted?.reused === true });
    const durationSeconds = times.buildSeconds;
    return {
        headline: told,
        outputs: finalOutputs(outcome, approval, times),
        row: ending.row && (0,preview_row/* finalRow */.xK)(ending.row, outcome, { approval, logTail, durationSeconds }),
        summary: summary({ ...ending, headline: told, site: inputs.site }),
        notices: approval.kind === "none" ? [approval.why] : [],
        conclusion: (0,preview_outcome/* conclusion */.q$)(outcome, inputs.onTimeout),
    };
}

// EXTERNAL MODULE: ./build/actions/preview/timings.js
var timings = __webpack_require__(5884);
;// CONCATENATED MODULE: ./build/actions/preview/run.js
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





















const APPROVAL_MS = 10_000;
/** How the service sees the action in its log. */
const USER_AGENT = "greenroom-preview-action";
/**
 * Runs the preview action: reads what started it, deploys, follows, tells.
 * @param host The process; its exit status is set, its end is its own.
 */
async function runPreview(host) {
    const startedAt = client_clock/* systemClock */.m.monotonic();
    const runner = (0,start/* startRunner */.p)(host);
    try {
        await decide(host, runner, startedAt);
    }
    catch (error) {
        // A fault of ours is told like any other end; what was known before stays in the outputs.
        const failure = (0,start/* internalFailure */.e)(error);
        conclude(runner, report(unsent({ kind: "lost", deployment: undefined, failure })), []);
    }
}
async function decide(host, runner, startedAt) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const event = (0,github_trigger/* readTrigger */.v)(host.env, runner.eventPayload());
        const secretless = secretlessReason(event, runner.input("token") !== "");
        if (secretless !== undefined)
            return endSkipped(runner, secretless);
        const read = (0,preview_inputs/* readInputs */.K)((name) => runner.input(name));
        if (read.kind === "invalid")
            return endInvalid(runner, read.problems);
        const { inputs } = read;
        const stop = __addDisposableResource(env_1, (0,actions_stop/* listenForStop */.r)(host), false);
        const clock = client_clock/* systemClock */.m;
        const trigger = inputs.dryRun ? event : await withHead(event, inputs, { clock, stop: stop.signal });
        const plan = makePlan(trigger, inputs);
        if (plan.kind === "skip")
            return endSkipped(runner, plan.reason);
        if (inputs.dryRun)
            return describeDryRun(runner, { plan, inputs, trigger });
        await previewOnce({
            runner,
            trigger,
            inputs,
            plan,
            clock,
            stop: stop.signal,
            deadlineAt: startedAt + inputs.timeoutMs,
        });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function previewOnce(run) {
    const { runner, inputs, plan, trigger, clock } = run;
    const client = (0,client_client/* createClient */.U)({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT, clock });
    const sink = createRunnerLog(runner);
    const log = createBuildLog(inputs.logs, sink);
    const reporter = (0,publish/* createReporter */.A)({ runner, inputs, trigger, clock });
    const progress = createProgress({ runner, reporter, trigger, site: plan.site, commitSha: plan.commitSha });
    (0,telling/* writeOutputs */.K)(runner, { "commit-sha": plan.commitSha });
    const { listener } = progress;
    const tools = { client, clock, log, logReady: sink.ready, listener, stop: run.stop, deadlineAt: run.deadlineAt };
    const outcome = await (0,deploy/* deploy */.gg)(plan, inputs, tools);
    const approval = await linkFor(outcome, { client, siteId: progress.known().row?.siteId ?? plan.site }, run);
    await finish(run, { outcome, approval, progress, reporter, log, sink });
}
async function finish(run, { outcome, approval, progress, reporter, log, sink }) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, plan, clock, deadlineAt } = run;
        if (outcome.kind === "failed")
            log.failed();
        const time = __addDisposableResource(env_2, (0,report_time/* reportTime */.m)(deadlineAt - clock.monotonic(), run.stop), false);
        await sink.finish(time.signal);
        const { accepted, row, statusTimes } = progress.known();
        const told = report({
            outcome,
            inputs,
            commitSha: plan.commitSha,
            branch: plan.branch,
            accepted,
            approval,
            times: (0,timings/* timings */.E)((0,preview_outcome/* deploymentOf */.PE)(outcome) ?? {}, statusTimes),
            previous: reporter.previous(),
            // Drawn by a chunk of its own, which only a preview that is ready loads.
            qr: outcome.kind === "ready" ? (await Promise.all(/* import() */[__webpack_require__.e(33), __webpack_require__.e(708)]).then(__webpack_require__.bind(__webpack_require__, 8708))).qrCode(outcome.previewUrl) : undefined,
            logTail: log.tail(),
            row,
        });
        // Before GitHub is waited for: whatever happens there, this much is known.
        conclude(runner, told, outcome.kind === "failed" ? log.recent() : []);
        (0,telling/* writeOutputs */.K)(runner, await reporter.settle(told.row, time.signal));
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(run.stop.aborted && time.signal.aborted))
            (0,left_behind/* saveSettled */.TL)(runner);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        __disposeResources(env_2);
    }
}
async function linkFor(outcome, { client, siteId }, { inputs, stop }) {
    if (outcome.kind !== "ready")
        return { kind: "off" };
    const deploymentId = outcome.deployment.id;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(APPROVAL_MS)]);
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId };
    return (0,approval_link/* approvalLink */.M)(inputs, { siteId, deploymentId }, async () => {
        const { requestPublish } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(407)]).then(__webpack_require__.bind(__webpack_require__, 407));
        return requestPublish(client, request, { signal });
    });
}
function endSkipped(runner, reason) {
    conclude(runner, report(unsent({ kind: "skipped", reason })), []);
}
function endInvalid(runner, problems) {
    const message = problems.map(({ sentence }) => sentence).join(" ");
    conclude(runner, report(unsent({ kind: "refused", failure: { code: "invalid_input", message, hint: "" } })), []);
}
function unsent(outcome) {
    return {
        outcome,
        inputs: { site: "", timeoutMs: 0, onTimeout: "fail" },
        commitSha: undefined,
        branch: undefined,
        accepted: undefined,
        approval: { kind: "off" },
        times: { queuedSeconds: undefined, buildSeconds: undefined },
        previous: undefined,
        qr: undefined,
        logTail: [],
        row: undefined,
    };
}


/***/ }),

/***/ 5884:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ timings)
/* harmony export */ });
/**
 * Times a deployment by the service's own clock, so that ours may be wrong.
 * @param deployment The record, read last.
 * @param statusTimes When each status was reached, as the events said it.
 * @returns Nothing for times that are absent, unreadable or in the wrong order.
 */
function timings(deployment, statusTimes) {
    const ended = statusTimes.get("ready") ?? statusTimes.get("failed") ?? statusTimes.get("canceled");
    const started = deployment.startedAt ?? statusTimes.get("building");
    return {
        queuedSeconds: secondsBetween(deployment.createdAt, started),
        buildSeconds: secondsBetween(started, deployment.finishedAt ?? ended),
    };
}
function secondsBetween(from, to) {
    if (from === undefined || to === undefined || to === null)
        return undefined;
    const ms = Date.parse(to) - Date.parse(from);
    return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : undefined;
}


/***/ }),

/***/ 9719:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ findPull)
/* harmony export */ });
/* harmony import */ var _call_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5751);
/* harmony import */ var _found_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(378);
/* harmony import */ var _pull_head_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6406);



/**
 * Finds the pull request a trigger belongs to; asks GitHub only when the payload does not name it.
 * A pull request that was looked for must be open and have exactly the trigger's commit as its head.
 * @param github Where.
 * @param trigger What started the run.
 * @param search Clock, signal, and a number that was given.
 */
async function findPull(github, trigger, search) {
    const { pull } = trigger;
    if (search.pullNumber !== undefined && !(pull?.kind === "named" && pull.number === search.pullNumber)) {
        return readGiven(github, trigger, { ...search, pullNumber: search.pullNumber });
    }
    if (pull === null)
        return { kind: "none", reason: "The event belongs to no pull request." };
    if (pull.kind === "number")
        return readNumber(github, pull.number, search);
    if (pull.kind === "search")
        return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
    const head = { headSha: trigger.head?.sha ?? "", headBranch: trigger.head?.branch ?? null };
    return found({ ...pull, ...head });
}
function found(pull) {
    return { kind: "found", number: pull.number, pull };
}
async function readGiven(github, trigger, search) {
    const given = await readNumber(github, search.pullNumber, search);
    const sha = trigger.head?.sha;
    // A number that came out of a fork's run is that run's claim: only the commit proves it.
    const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
    if (given.kind !== "found" || !claimed || (sha !== undefined && given.pull.headSha === sha))
        return given;
    return { kind: "none", reason: `The head of pull request ${search.pullNumber} is not the commit of this run.` };
}
async function readNumber(github, number, patience) {
    const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "pulls", number);
    const answer = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { method: "GET", path, doing: "read the pull request" }, patience);
    if (answer.kind === "failed") {
        return answer.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(answer);
    }
    const pull = (0,_pull_head_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .E)(answer.body);
    return pull === undefined ? (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)((0,_found_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("the pull request")) : found(pull);
}
async function searchPull(github, { pull, repositoryId }, patience) {
    const head = `${pull.headOwner}:${pull.headBranch}`;
    const query = { state: "open", head, per_page: 100 };
    const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "pulls");
    const byHead = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { method: "GET", path, query, doing: "find the pull request" }, patience);
    if (byHead.kind === "failed")
        return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(byHead);
    const first = pick(byHead.body, pull);
    if (first !== undefined)
        return found(first);
    const none = { kind: "none", reason: `No open pull request has ${pull.sha.slice(0, 7)} as its head.` };
    // [platform] By commit the base repository knows only its own commits, not those of a fork.
    if (String(pull.headRepositoryId) !== repositoryId)
        return none;
    const commits = (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "commits", pull.sha, "pulls");
    const byCommit = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { method: "GET", path: commits, doing: "find the pull request" }, patience);
    if (byCommit.kind === "failed")
        return byCommit.status === 409 ? none : (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(byCommit);
    const second = pick(byCommit.body, pull);
    return second === undefined ? none : found(second);
}
function pick(list, wanted) {
    const pulls = Array.isArray(list) ? list.map(_pull_head_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .E).filter((pull) => pull !== undefined) : [];
    const fits = pulls.filter((pull) => pull.state === "open" &&
        pull.headSha === wanted.sha &&
        (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId));
    return fits.sort((left, right) => left.number - right.number)[0];
}


/***/ })

};
