export const id = 627;
export const ids = [627];
export const modules = {

/***/ 3627:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runPost: () => (/* binding */ runPost)
});

// EXTERNAL MODULE: ./build/packages/client/client.js + 5 modules
var client_client = __webpack_require__(4177);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __webpack_require__(237);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __webpack_require__(47);
// EXTERNAL MODULE: ./build/src/github/trigger.js
var github_trigger = __webpack_require__(9357);
// EXTERNAL MODULE: ./build/src/start.js + 20 modules
var start = __webpack_require__(4122);
// EXTERNAL MODULE: ./build/src/preview/deploy.js
var deploy = __webpack_require__(5495);
// EXTERNAL MODULE: ./build/src/preview/headline.js
var headline = __webpack_require__(8048);
// EXTERNAL MODULE: ./build/src/preview/inputs.js
var preview_inputs = __webpack_require__(7929);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./build/src/left-behind.js
var left_behind = __webpack_require__(5533);
;// CONCATENATED MODULE: ./build/src/preview/left-behind.js


const Saved = schemas/* object */.Ikc({
    facts: schemas/* object */.Ikc({
        siteId: schemas/* string */.YjP().min(1),
        site: schemas/* string */.YjP(),
        commitSha: schemas/* string */.YjP().min(1),
        run: schemas/* object */.Ikc({ id: schemas/* int */.Whr(), attempt: schemas/* int */.Whr(), url: schemas/* string */.YjP() }),
    }),
    deployment: schemas/* object */.Ikc({ id: schemas/* string */.YjP().min(1), status: schemas/* string */.YjP().min(1), createdAt: schemas/* string */.YjP().optional() })
        .optional(),
});
/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had shown nothing.
 */
function readLeftBehind(runner) {
    const saved = (0,left_behind/* readLeft */.GG)(runner, Saved);
    return saved && { facts: saved.facts, deployment: saved.deployment };
}

// EXTERNAL MODULE: ./build/src/preview/outcome.js
var outcome = __webpack_require__(5650);
// EXTERNAL MODULE: ./build/src/preview/publish.js + 2 modules
var publish = __webpack_require__(875);
// EXTERNAL MODULE: ./build/src/preview/row.js
var preview_row = __webpack_require__(8138);
// EXTERNAL MODULE: ./build/src/preview/run.js + 13 modules
var run = __webpack_require__(7118);
// EXTERNAL MODULE: ./build/src/preview/timings.js
var timings = __webpack_require__(3365);
;// CONCATENATED MODULE: ./build/src/preview/post.js














const RECORD_MS = 10_000;
const REPORT_MS = 15_000;
/**
 * Tells the pull request the truth when the main step was killed before it could.
 * @param host The process; nothing that happens here makes the job fail.
 */
async function runPost(host) {
    const runner = (0,start/* startRunner */.p)();
    const left = readLeftBehind(runner);
    if (left === undefined)
        return;
    const read = (0,preview_inputs/* readInputs */.K)((name) => runner.input(name));
    if (read.kind === "invalid")
        return;
    const { inputs } = read;
    const trigger = (0,github_trigger/* readTrigger */.vE)(host.env, runner.eventPayload());
    const client = (0,client_client/* createClient */.U)({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: run/* USER_AGENT */._ });
    const outcome = await settledOutcome(left, client, inputs);
    const reporter = (0,publish/* createReporter */.A)({ runner, inputs, trigger, clock: clock/* systemClock */.ml });
    const { title, text } = (0,headline/* headline */.P)(outcome, { ...inputs, reused: false });
    runner.info((0,untrusted_text/* logText */.kc)(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
    const durationSeconds = (0,timings/* timings */.E)(left.deployment ?? {}, new Map()).buildSeconds;
    const row = (0,preview_row/* finalRow */.xK)(left.facts, outcome, { approval: { kind: "off" }, logTail: [], durationSeconds });
    await reporter.settle(row, AbortSignal.timeout(REPORT_MS));
}
/** One look at the record: it may have ended meanwhile. */
async function settledOutcome({ deployment }, client, inputs) {
    if (deployment === undefined)
        return { kind: "stopped", deployment };
    const now = await client.deployments
        .get(deployment.id, { signal: AbortSignal.timeout(RECORD_MS) })
        .catch(() => deployment);
    const { status } = now;
    if (!(0,contract_status/* isTerminal */.Hd)(status))
        return { kind: "stopped", deployment: now };
    const followed = { kind: "terminal", status, deployment: now, addressMissing: false };
    return (0,outcome/* followedOutcome */.$4)(followed, (0,deploy/* previewAddress */.jj)(now, inputs.baseUrl));
}


/***/ })

};
