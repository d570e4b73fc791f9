export const id = 574;
export const ids = [574];
export const modules = {

/***/ 9574:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1263);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(237);
/* harmony import */ var _greenroom_contract_status__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(7681);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2857);
/* harmony import */ var _action_process_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7540);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);
/* harmony import */ var _keyless_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(875);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9942);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7929);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5650);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1478);
/* harmony import */ var _reporter_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4807);













const RECORD_MS = 10_000;
const REPORT_MS = 15_000;
const PostState = zod__WEBPACK_IMPORTED_MODULE_9__/* .object */ .Ikc({
    facts: zod__WEBPACK_IMPORTED_MODULE_9__/* .object */ .Ikc({
        siteId: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP().min(1),
        site: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP(),
        commitSha: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP().min(1),
        run: zod__WEBPACK_IMPORTED_MODULE_9__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_9__/* .int */ .Whr(), attempt: zod__WEBPACK_IMPORTED_MODULE_9__/* .int */ .Whr(), url: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP() }),
    }),
    /** As it was when it was shown; absent while the service had not accepted it. */
    deployment: zod__WEBPACK_IMPORTED_MODULE_9__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP().min(1), status: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP().min(1), createdAt: zod__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP().optional() })
        .optional(),
    /** All that is left to do; absent when everything is. */
    left: zod__WEBPACK_IMPORTED_MODULE_9__/* .literal */ .euz("check-run").optional(),
});
/** The main step may have been killed before it could correct the pull request; this never fails the job. */
async function runPost(process) {
    const runner = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .startRunner */ .py)(process);
    const state = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .loadPostState */ .CK)(runner, PostState);
    const read = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .K)(runner.input, (0,_keyless_js__WEBPACK_IMPORTED_MODULE_3__/* .hasIdentity */ .r)(process.env));
    if (state === undefined || read.kind === "invalid")
        return;
    const checkRunOnly = { comment: "off", deploymentRecord: false };
    const inputs = state.left === undefined ? read.inputs : { ...read.inputs, ...checkRunOnly };
    const token = (0,_keyless_js__WEBPACK_IMPORTED_MODULE_3__/* .runToken */ .f)(inputs, process.env, runner);
    const outcome = await readOutcome(state, inputs, token);
    const facts = { ...state.facts, baseUrl: inputs.baseUrl };
    const times = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_6__/* .timings */ .EX)(outcome.deployment, new Map());
    const final = (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .report */ .z8)({ outcome, inputs, commitSha: facts.commitSha, approval: undefined, times, log: [], facts });
    const what = state.left === undefined ? "was stopped before it could update the pull request" : "left a check run open";
    runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .logText */ .kc)(`The main step ${what}. ${final.headline.title}: ${final.headline.text}`));
    const trigger = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readTrigger */ .vE)(process.env, runner.eventPayload());
    const reporter = (0,_reporter_js__WEBPACK_IMPORTED_MODULE_8__/* .createReporter */ .A)({ runner, inputs, trigger, checkRunMayExist: true });
    await reporter.finish(final, (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_10__/* .timeoutSignal */ ._)(REPORT_MS));
}
/** The deployment may have ended meanwhile. */
async function readOutcome({ deployment, facts }, { baseUrl }, token) {
    if (deployment === undefined)
        return { kind: "stopped", deployment };
    const client = (0,_greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_11__/* .createDeployClient */ .py)({ baseUrl, token, userAgent: _inputs_js__WEBPACK_IMPORTED_MODULE_5__/* .USER_AGENT */ ._ });
    const { siteId, commitSha } = facts;
    const madeFor = { environment: "preview", siteId, commitSha };
    const now = await client.deployments
        .get(deployment.id, { signal: (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_10__/* .timeoutSignal */ ._)(RECORD_MS), madeFor })
        .catch(() => deployment);
    const { status } = now;
    if (!(0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_12__/* .isTerminal */ .Hd)(status))
        return { kind: "stopped", deployment: now };
    const end = { kind: "terminal", status, deployment: now };
    return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_6__/* .followedOutcome */ .$4)(end, (0,_service_url_js__WEBPACK_IMPORTED_MODULE_4__/* .publicUrl */ .x6)(now.previewUrl, baseUrl));
}


/***/ })

};
