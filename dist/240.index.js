export const id = 240;
export const ids = [240];
export const modules = {

/***/ 4240:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runProduction: () => (/* binding */ runProduction)
/* harmony export */ });
/* harmony import */ var _greenroom_client_client__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5131);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(237);
/* harmony import */ var _action_process_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7540);
/* harmony import */ var _dry_run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9848);
/* harmony import */ var _keyless_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(875);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6337);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(772);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9186);
/* harmony import */ var _release_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1985);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(351);
/* harmony import */ var _reporter_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3980);
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











function runProduction(process) {
    return (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .runAction */ .Cs)(process, "Release", production);
}
/** @returns Why nothing was sent; undefined when the run has reported its end. */
async function production({ runner, env, event: trigger, stop }) {
    const secretless = (0,_plan_js__WEBPACK_IMPORTED_MODULE_5__/* .secretlessReason */ .o3)(trigger, runner.input("token") !== "");
    if (secretless !== undefined)
        return secretless;
    const read = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .readInputs */ .K)(runner.input, (0,_keyless_js__WEBPACK_IMPORTED_MODULE_2__/* .hasIdentity */ .r)(env));
    if (read.kind === "invalid")
        return (0,_messages_js__WEBPACK_IMPORTED_MODULE_3__/* .invalidInputs */ .Rg)(read.problems);
    const { inputs } = read;
    const plan = (0,_plan_js__WEBPACK_IMPORTED_MODULE_5__/* .makePlan */ .Cs)(trigger, inputs);
    if (plan.kind !== "release")
        return plan;
    const { wanted } = plan;
    if (inputs.dryRun) {
        (0,_dry_run_js__WEBPACK_IMPORTED_MODULE_1__/* .printDryRun */ .A)(runner, (0,_plan_js__WEBPACK_IMPORTED_MODULE_5__/* .describePlan */ .df)(wanted, inputs, trigger));
        return undefined;
    }
    const token = (0,_keyless_js__WEBPACK_IMPORTED_MODULE_2__/* .runToken */ .f)(inputs, env, runner);
    await releaseAndReport({ runner, token, trigger, inputs, wanted, stop });
    return undefined;
}
/** Longest time for showing the request on the pull request; the wait for approval follows. */
const ANNOUNCE_MS = 30_000;
async function releaseAndReport(run) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, token, stop } = run;
        const { baseUrl, site, onPending } = inputs;
        const client = (0,_greenroom_client_client__WEBPACK_IMPORTED_MODULE_9__/* .createClient */ .U)({ baseUrl, token, userAgent: _inputs_js__WEBPACK_IMPORTED_MODULE_4__/* .USER_AGENT */ ._ });
        const reporter = (0,_reporter_js__WEBPACK_IMPORTED_MODULE_8__/* .createReporter */ .A)(run);
        let state = { site, onPending, nowMs: Date.now() };
        const onKnown = (known) => {
            state = { ...state, ...known };
            if (state.source !== undefined)
                (0,_messages_js__WEBPACK_IMPORTED_MODULE_3__/* .writeOutputs */ .Kn)(runner, { "source-deployment-id": state.source.id });
        };
        const onRequested = async (request) => {
            const pending = { kind: "approval_pending", request };
            (0,_messages_js__WEBPACK_IMPORTED_MODULE_3__/* .writeOutputs */ .Kn)(runner, (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .outputsOf */ .Yz)(pending, state));
            saveRequest(runner, state, request);
            if (inputs.waitMs === 0)
                return;
            (0,_messages_js__WEBPACK_IMPORTED_MODULE_3__/* .annotate */ .fz)(runner, { ...(0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .headline */ .Pl)(pending, state), level: "notice" });
            await reporter.report(pending, state, (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_10__/* .timeoutSignal */ ._)(ANNOUNCE_MS, stop));
        };
        const outcome = await (0,_release_js__WEBPACK_IMPORTED_MODULE_6__/* .release */ ._)({ ...run, client, reviewedSha: reporter.reviewedSha, onKnown, onRequested });
        const time = __addDisposableResource(env_1, (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .reportTimeLimit */ .bt)(Infinity, stop), false);
        (0,_messages_js__WEBPACK_IMPORTED_MODULE_3__/* .writeReport */ .u5)(runner, (0,_report_js__WEBPACK_IMPORTED_MODULE_7__/* .report */ .z8)(outcome, state));
        await reporter.report(outcome, state, time.signal);
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(stop.aborted && time.signal.aborted))
            (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .markFinished */ .UI)(runner);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
function saveRequest(runner, { site, siteId, source, previewUrl, current }, request) {
    if (siteId === undefined || source === undefined)
        return;
    const { url, requestId, prepared, requestedBy, expiresAt } = request;
    const saved = {
        site,
        siteId,
        source: (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .keptOf */ .uq)(source),
        previewUrl,
        live: current?.live && (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .keptOf */ .uq)(current.live),
        request: { url, requestId, prepared, requestedBy, expiresAt },
    };
    (0,_action_process_js__WEBPACK_IMPORTED_MODULE_0__/* .savePostState */ .Li)(runner, saved);
}


/***/ })

};
