export const id = 107;
export const ids = [107];
export const modules = {

/***/ 2107:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runClose: () => (/* binding */ runClose)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(237);
/* harmony import */ var _github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1963);
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1594);
/* harmony import */ var _github_pull_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7322);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9357);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(47);
/* harmony import */ var _action_process_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1841);
/* harmony import */ var _annotations_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5823);
/* harmony import */ var _github_reporter_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2930);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8796);
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
/**
 * Runs the close action: marks the pull request's comment as closed, and turns its GitHub deployments inactive.
 * It calls no service and needs no token of one; a failure of GitHub never fails the job.
 */
async function runClose(process) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const runner = (0,_action_process_js__WEBPACK_IMPORTED_MODULE_5__/* .startRunner */ .py)();
        const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_8__/* .InputReader */ .i_((name) => runner.input(name), ["github-token"]);
        const inputs = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_8__/* .readReporting */ .F8)(reader, { commentGroup: "previews", environment: "preview" });
        if (reader.problems.length > 0) {
            (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .annotate */ .fz)(runner, { level: "error", title: "Invalid input", text: reader.problems.join(" ") });
            return runner.fail();
        }
        const trigger = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_3__/* .readTrigger */ .v)(process.env, runner.eventPayload());
        const stop = __addDisposableResource(env_1, (0,_action_process_js__WEBPACK_IMPORTED_MODULE_5__/* .listenForStop */ .rr)(process), false);
        const time = __addDisposableResource(env_1, (0,_action_process_js__WEBPACK_IMPORTED_MODULE_5__/* .reportTimeLimit */ .bt)(LIMIT_MS, stop.signal), false);
        await close({ runner, inputs, trigger, clock: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_9__/* .systemClock */ .ml, signal: time.signal });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function close(run) {
    const { runner, inputs, trigger, clock, signal } = run;
    if (inputs.githubToken === undefined)
        return skip(runner, "the input 'github-token' is empty");
    const github = await (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_7__/* .githubOnce */ .nC)(inputs, trigger)();
    const found = await (0,_github_pull_js__WEBPACK_IMPORTED_MODULE_2__/* .findPull */ .p)(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
    if (found.kind === "none")
        return skip(runner, found.reason.replace(/\.$/, ""));
    if (found.kind === "failed")
        return (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_7__/* .reportGithubFailure */ .gG)(runner, "the request for the pull request", found);
    if (found.pull.state !== "closed")
        return skip(runner, `pull request ${found.number} is open`);
    const recordIds = await closeRows(run, github, found.number);
    const retired = inputs.deploymentRecord ? await retire(run, { github, pullNumber: found.number, recordIds }) : 0;
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .writeOutputs */ .Kn)(runner, { status: "closed", retired: String(retired) });
    const text = `Pull request ${found.number} is closed; ${retired} deployment records are now inactive.`;
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .annotate */ .fz)(runner, { level: "info", title: "Closed", text });
    runner.appendSummary((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .markdown */ .wD) `### Previews closed\n\n${text}\n`);
}
/** @returns The records that the rows name; undefined when no rows were read. */
async function closeRows(run, github, pullNumber) {
    const { runner, inputs, trigger, clock, signal } = run;
    if (inputs.comment === "off")
        return undefined;
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const place = {
        pullNumber,
        group: inputs.commentGroup,
        run: { runId, runAttempt, runUrl },
        secrets: runner.secrets(),
    };
    const outcome = await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .closeComment */ .w)(github, place, { clock, signal });
    if (outcome.kind === "failed")
        (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_7__/* .reportGithubFailure */ .gG)(runner, "the comment", outcome);
    if (outcome.kind !== "done")
        return undefined;
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .writeOutputs */ .Kn)(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
    const recordIds = outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
    return recordIds.length === 0 ? undefined : recordIds;
}
async function retire({ runner, inputs, clock, signal }, records) {
    const { github, pullNumber, recordIds } = records;
    const retiring = recordIds === undefined ? { environment: inputs.environment, pullNumber } : { recordIds };
    const outcome = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .retireRecords */ .Ar)(github, retiring, { clock, signal });
    if (outcome.kind === "done")
        return outcome.retired;
    (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_7__/* .reportGithubFailure */ .gG)(runner, "the end of the deployment records", outcome);
    return 0;
}
function skip(runner, reason) {
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .writeOutputs */ .Kn)(runner, { status: "skipped" });
    (0,_annotations_js__WEBPACK_IMPORTED_MODULE_6__/* .annotate */ .fz)(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${reason}.` });
}


/***/ })

};
