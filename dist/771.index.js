export const id = 771;
export const ids = [771];
export const modules = {

/***/ 5771:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _greenroom_client_client__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5131);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(237);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(2857);
/* harmony import */ var _action_process_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7540);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);
/* harmony import */ var _keyless_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(875);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9942);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(772);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9186);
/* harmony import */ var _release_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1985);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(351);
/* harmony import */ var _reporter_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3980);













const CHECK_MS = 10_000;
const REPORT_MS = 15_000;
const Deployment = zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().min(1),
    status: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().min(1),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().nullish(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
});
const PostState = zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
    site: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().min(1),
    source: Deployment,
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
    /** What was live when approval was requested; absent when nothing was. */
    live: Deployment.optional(),
    request: zod__WEBPACK_IMPORTED_MODULE_10__/* .object */ .Ikc({
        url: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
        requestId: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
        prepared: zod__WEBPACK_IMPORTED_MODULE_10__/* .boolean */ .zMY(),
        requestedBy: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
        expiresAt: zod__WEBPACK_IMPORTED_MODULE_10__/* .string */ .YjP().optional(),
    }),
});
/** The main step may have been killed before it could show the approval request; this never fails the job. */
async function runPost(process) {
    const runner = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .startRunner */ .py)(process);
    const saved = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .loadPostState */ .CK)(runner, PostState);
    const read = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .K)(runner.input, (0,_keyless_js__WEBPACK_IMPORTED_MODULE_3__/* .hasIdentity */ .r)(process.env));
    if (saved === undefined || read.kind === "invalid")
        return;
    const { inputs } = read;
    const { baseUrl, onPending } = inputs;
    const token = (0,_keyless_js__WEBPACK_IMPORTED_MODULE_3__/* .runToken */ .f)(inputs, process.env, runner);
    const { site, siteId, source, live } = saved;
    const trigger = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readTrigger */ .vE)(process.env, runner.eventPayload());
    const plan = (0,_plan_js__WEBPACK_IMPORTED_MODULE_6__/* .makePlan */ .Cs)(trigger, inputs);
    if (plan.kind !== "release")
        return;
    const { requestId, prepared, requestedBy, expiresAt } = saved.request;
    const url = (0,_service_url_js__WEBPACK_IMPORTED_MODULE_4__/* .publicUrl */ .x6)(saved.request.url, baseUrl);
    const outcome = await (0,_release_js__WEBPACK_IMPORTED_MODULE_7__/* .checkApproval */ .i)({
        client: (0,_greenroom_client_client__WEBPACK_IMPORTED_MODULE_11__/* .createClient */ .U)({ baseUrl, token, userAgent: _inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .USER_AGENT */ ._ }),
        baseUrl,
        siteId,
        sourceId: source.id,
        request: { url, requestId, prepared, requestedBy, expiresAt, noUrlReason: undefined },
        stop: (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_12__/* .timeoutSignal */ ._)(CHECK_MS),
        endsAt: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_12__/* .systemClock */ .ml.monotonic(),
    });
    const previewUrl = (0,_service_url_js__WEBPACK_IMPORTED_MODULE_4__/* .publicUrl */ .x6)(saved.previewUrl, baseUrl);
    const current = { live, inProgress: undefined };
    const state = { site, siteId, source, previewUrl, current, onPending, nowMs: Date.now() };
    const { title, text } = (0,_report_js__WEBPACK_IMPORTED_MODULE_8__/* .headline */ .Pl)(outcome, state);
    runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .logText */ .kc)(`The main step was stopped before it could update the pull request. ${title}: ${text}`));
    const reporter = (0,_reporter_js__WEBPACK_IMPORTED_MODULE_9__/* .createReporter */ .A)({ runner, trigger, inputs, wanted: plan.wanted });
    await reporter.report(outcome, state, (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_12__/* .timeoutSignal */ ._)(REPORT_MS));
}


/***/ })

};
