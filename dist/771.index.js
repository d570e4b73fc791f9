export const id = 771;
export const ids = [771];
export const modules = {

/***/ 5771:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(237);
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(4177);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);
/* harmony import */ var _start_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4122);
/* harmony import */ var _ask_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2068);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8274);
/* harmony import */ var _headline_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7633);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(772);
/* harmony import */ var _left_behind_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2581);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(9186);
/* harmony import */ var _publish_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2915);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5513);
/* harmony import */ var _watch_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(9322);













const LOOK_MS = 10_000;
const REPORT_MS = 15_000;
/**
 * Tells the pull request the truth about a release when the main step was killed before it could.
 * @param host The process; nothing that happens here makes the job fail.
 */
async function runPost(host) {
    const runner = (0,_start_js__WEBPACK_IMPORTED_MODULE_2__/* .startRunner */ .p)();
    const left = (0,_left_behind_js__WEBPACK_IMPORTED_MODULE_7__/* .readLeftBehind */ .g)(runner);
    if (left === undefined)
        return;
    const read = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_6__/* .readInputs */ .K)((name) => runner.input(name));
    if (read.kind === "invalid")
        return;
    const { inputs } = read;
    const trigger = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readTrigger */ .vE)(host.env, runner.eventPayload());
    const plan = (0,_plan_js__WEBPACK_IMPORTED_MODULE_8__/* .makePlan */ .C)(trigger, inputs);
    if (plan.kind === "skip")
        return;
    const clock = _greenroom_client__WEBPACK_IMPORTED_MODULE_12__/* .systemClock */ .ml;
    const asked = askedOf(left, inputs);
    const outcome = await (0,_watch_js__WEBPACK_IMPORTED_MODULE_11__/* .lookOnce */ .ns)({
        client: (0,_greenroom_client__WEBPACK_IMPORTED_MODULE_13__/* .createClient */ .U)({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: _run_js__WEBPACK_IMPORTED_MODULE_10__.USER_AGENT }),
        clock,
        baseUrl: inputs.baseUrl,
        siteId: left.siteId,
        sourceId: left.source.id,
        asked,
        stop: AbortSignal.timeout(LOOK_MS),
        endsAt: clock.monotonic(),
    });
    const facts = factsOf(left, inputs, clock.now());
    const { title, text } = (0,_headline_js__WEBPACK_IMPORTED_MODULE_5__/* .headline */ .P)(outcome, facts);
    runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
    const reporter = (0,_publish_js__WEBPACK_IMPORTED_MODULE_9__/* .createReporter */ .A)({ runner, trigger, inputs, wanted: plan.wanted, clock });
    await reporter.tell(outcome, facts, AbortSignal.timeout(REPORT_MS));
}
function askedOf({ asked }, { baseUrl }) {
    const { link, requestId, askedBy, expiresAt } = asked;
    return { link: (0,_ask_js__WEBPACK_IMPORTED_MODULE_3__/* .shownAddress */ .U)(link, baseUrl), requestId, askedBy, expiresAt, why: undefined };
}
function factsOf(left, { baseUrl, onPending }, nowMs) {
    const { site, siteId, source, live } = left;
    const previewUrl = (0,_ask_js__WEBPACK_IMPORTED_MODULE_3__/* .shownAddress */ .U)(left.previewUrl, baseUrl);
    return { ..._facts_js__WEBPACK_IMPORTED_MODULE_4__/* .NO_FACTS */ .K, site, siteId, source, previewUrl, standing: { live, underWay: undefined }, onPending, nowMs };
}


/***/ })

};
