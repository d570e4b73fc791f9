export const id = 846;
export const ids = [846];
export const modules = {

/***/ 5846:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runClose: () => (/* binding */ runClose)
});

// EXTERNAL MODULE: ./build/packages/client/create.js + 1 modules
var create = __webpack_require__(3827);
// EXTERNAL MODULE: ./build/packages/client/deploy-client.js
var deploy_client = __webpack_require__(1263);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __webpack_require__(237);
// EXTERNAL MODULE: ./build/src/action-process.js + 12 modules
var action_process = __webpack_require__(7540);
// EXTERNAL MODULE: ./build/src/github/comment/upsert.js + 1 modules
var upsert = __webpack_require__(1963);
// EXTERNAL MODULE: ./build/src/github/deployment-record.js
var deployment_record = __webpack_require__(1594);
// EXTERNAL MODULE: ./build/src/github/failure.js
var failure = __webpack_require__(4679);
// EXTERNAL MODULE: ./build/src/github/octokit.js
var github_octokit = __webpack_require__(4636);
// EXTERNAL MODULE: ./build/src/github/payload.js
var payload = __webpack_require__(5543);
// EXTERNAL MODULE: ./build/src/github/pull.js
var pull = __webpack_require__(7322);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __webpack_require__(47);
// EXTERNAL MODULE: ./build/src/inputs.js
var src_inputs = __webpack_require__(8796);
// EXTERNAL MODULE: ./build/src/keyless.js
var keyless = __webpack_require__(875);
// EXTERNAL MODULE: ./build/src/messages.js
var messages = __webpack_require__(6337);
;// CONCATENATED MODULE: ./build/src/close/records.js

/** More pages than GitHub lists in a minute. */
const MAX_PAGES = 200;
/** @param of `createdMs`: when the pull request was created, epoch ms; no deployment of it is older. */
async function findPullRecords(github, of, context) {
    const records = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
        const found = await (0,deployment_record/* listRecords */.VI)(github, { environment: of.environment, page }, context);
        if (found.kind === "failed")
            return found;
        records.push(...found.records.filter((one) => one.pullNumber === of.pullNumber));
        if (found.isLast || found.oldestMs < of.createdMs)
            break;
    }
    const creatorIds = records.flatMap(({ creatorId }) => (creatorId === undefined ? [] : [creatorId]));
    return { kind: "done", recordIds: [...new Set(records.map(({ id }) => id))], creatorIds: [...new Set(creatorIds)] };
}

;// CONCATENATED MODULE: ./build/src/close/run.js
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
















/** Longest time for the service, milliseconds: GitHub's part comes after it. */
const SERVICE_LIMIT_MS = 20_000;
const USER_AGENT = "greenroom-close-action";
/** Without a service only the comment and the GitHub deployments are closed; no failure of either fails the job. */
function runClose(process) {
    return (0,action_process/* runAction */.Cs)(process, "Close", async ({ runner, env, event: trigger, stop }) => {
        const env_1 = { stack: [], error: void 0, hasError: false };
        try {
            const reader = new src_inputs/* InputReader */.i_(runner.input);
            const inputs = (0,src_inputs/* readReporting */.F8)(reader, { commentGroup: "previews", environment: "preview" });
            const service = readService(reader, (0,keyless/* hasIdentity */.r)(env));
            if (reader.problems.length > 0)
                return (0,messages/* invalidInputs */.Rg)(reader.problems);
            const time = __addDisposableResource(env_1, (0,action_process/* reportTimeLimit */.bt)(Infinity, stop), false);
            await run_close({ runner, inputs, service, env, trigger, calls: { clock: clock/* systemClock */.ml, signal: time.signal } });
            return undefined;
        }
        catch (e_1) {
            env_1.error = e_1;
            env_1.hasError = true;
        }
        finally {
            __disposeResources(env_1);
        }
    });
}
/** @returns Undefined without a service, and where the run has no token: that of a fork. */
function readService(reader, identity) {
    const wanted = reader.flag("remove-previews", true);
    if (!wanted || reader.text("base-url") === "" || (reader.text("token") === "" && !identity))
        return undefined;
    return (0,src_inputs/* readConnection */.dC)(reader, identity);
}
async function run_close(run) {
    const { runner, inputs, trigger, calls } = run;
    if (inputs.githubToken === undefined)
        return skip(runner, "the input 'github-token' is empty");
    const github = await (0,github_octokit/* githubOnce */.nC)(runner, inputs, trigger)();
    const found = await (0,pull/* findPull */.p)(github, trigger, { ...calls, pullNumber: inputs.pullNumber });
    if (found.kind === "none") {
        // An event that cannot be read may have been that of a pull request.
        return skip(runner, (0,messages/* sentences */.hC)([found.reason, ...trigger.problems]).replace(/\.$/, ""), trigger.problems.length > 0);
    }
    if (found.kind === "failed") {
        return (0,failure/* warnOfFailure */._H)(run, "the request for the pull request", found);
    }
    if (found.pull.state !== "closed")
        return skip(runner, `pull request ${found.pull.number} is open`);
    const previews = await removePreviews(run, found.pull.number);
    const records = await findRecords(run, github, found.pull);
    const rowIds = await closeRows(run, github, { pullNumber: found.pull.number, authorIds: records.creatorIds });
    const recordIds = [...new Set([...rowIds, ...records.recordIds])];
    const retired = inputs.deploymentRecord ? await retire(run, github, recordIds) : 0;
    (0,messages/* writeOutputs */.Kn)(runner, { status: "closed", retired: String(retired) });
    const noun = retired === 1 ? "record is" : "records are";
    const ended = trigger.forge === "gitea" ? "" : `; ${retired} deployment ${noun} now inactive`;
    const text = (0,messages/* sentences */.hC)([`Pull request ${found.pull.number} is closed${ended}`, previews]);
    (0,messages/* annotate */.fz)(runner, { level: "info", title: "Closed", text });
    runner.appendSummary((0,untrusted_text/* markdown */.wD) `### Previews closed\n\n${text}\n`);
}
/** @returns What becomes of them, as a sentence; the service keeps the time of grace. */
async function removePreviews({ runner, service, env, calls }, pullNumber) {
    if (service === undefined)
        return "";
    const { baseUrl, site } = service;
    const token = (0,keyless/* runToken */.f)(service, env, runner);
    const client = (0,deploy_client/* createDeployClient */.py)({ baseUrl, token, userAgent: USER_AGENT });
    const call = { signal: calls.signal, deadlineAt: clock/* systemClock */.ml.monotonic() + SERVICE_LIMIT_MS };
    try {
        const { id } = await (0,create/* resolveSite */.q0)(client, site, call);
        const { previews, removeAt } = await client.deployments.closePullRequest(id, pullNumber, call);
        const at = Date.parse(removeAt);
        if (Number.isNaN(at))
            return "";
        const time = new Date(at).toISOString();
        (0,messages/* writeOutputs */.Kn)(runner, { "remove-at": time });
        const count = previews === 1 ? "1 preview" : `${previews} previews`;
        return `${count} will be removed after ${time}, unless the pull request is deployed again before`;
    }
    catch (error) {
        const failure = (0,messages/* failureText */.kY)(error instanceof errors/* ClientError */.MZ ? (0,messages/* failureOf */.g5)(error) : (0,messages/* internalFailure */.et)(error));
        const text = `The service does not know that pull request ${pullNumber} is closed. ${failure} Re-run this job; until then the previews stay, unless the site lets them expire.`;
        (0,messages/* annotate */.fz)(runner, { level: "warning", title: "Previews were not removed", text });
        return "";
    }
}
async function findRecords(run, github, { number: pullNumber, createdMs }) {
    const { inputs, calls } = run;
    const none = { recordIds: [], creatorIds: [] };
    if (!inputs.deploymentRecord || github.forge === "gitea")
        return none;
    const of = { environment: inputs.environment, pullNumber, createdMs };
    const found = await findPullRecords(github, of, calls);
    if (found.kind === "done")
        return found;
    (0,failure/* warnOfFailure */._H)(run, "the search for the deployment records", found);
    return none;
}
/**
 * The author of the comment is the workflow's own bot, an account that opened deployments of this pull request for us,
 * or the account of the token in use: no other account can be any of them.
 * @returns The records that the rows name.
 */
async function closeRows(run, github, { pullNumber, authorIds }) {
    const { runner, inputs, trigger, calls } = run;
    if (inputs.comment === "off")
        return [];
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const place = { pullNumber, group: inputs.commentGroup, closedBy: { runId, runAttempt, runUrl } };
    let outcome = await (0,upsert/* upsertComment */.l)(github, { ...place, authorIds }, calls);
    if (outcome.kind === "skipped" && (outcome.strangers ?? []).length > 0) {
        const viewerId = await readViewer(github, calls);
        if (viewerId !== undefined) {
            outcome = await (0,upsert/* upsertComment */.l)(github, { ...place, authorIds: [...authorIds, viewerId] }, calls);
        }
    }
    if (outcome.kind === "failed")
        (0,failure/* warnOfFailure */._H)(run, "the comment", outcome);
    if (outcome.kind === "skipped")
        warnOfStrangers(runner, outcome.strangers ?? []);
    if (outcome.kind !== "done")
        return [];
    (0,messages/* writeOutputs */.Kn)(runner, (0,upsert/* commentOutputs */.O)(outcome));
    return outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
}
const VIEWER = "query { viewer { databaseId } }";
/**
 * GitHub's REST API tells whose token it is to people only, GraphQL to apps and workflows as well.
 * @returns Undefined for the token of a job of Gitea, which belongs to no account.
 */
async function readViewer(github, context) {
    const { forge, octokit } = github;
    const reading = { doing: "read the account of the token", repeatable: true };
    const read = await (0,github_octokit/* call */.T1)(github, reading, context, async (_, { request }) => forge === "gitea"
        ? octokit.request("GET /user", { request })
        : { data: (0,payload.at)(await octokit.graphql(VIEWER, { request }), "viewer") });
    return read.kind === "done" ? (0,payload/* numberAt */.tk)(read.data, forge === "gitea" ? "id" : "databaseId") : undefined;
}
function warnOfStrangers(runner, strangers) {
    if (strangers.length === 0)
        return;
    const text = `The comment of ${[...new Set(strangers)].join(", ")} on this pull request was left as it is: ` +
        "nothing shows that a run of this repository wrote it. Give this step the 'github-token' of the preview action.";
    (0,messages/* annotate */.fz)(runner, { level: "warning", title: "A comment was not changed", text });
}
async function retire(run, github, recordIds) {
    const { retired, left } = await (0,deployment_record/* retireRecords */.Ar)(github, recordIds, run.calls);
    if (left !== undefined) {
        const reason = `${left.count} of ${recordIds.length} deployment records may still be active. ${left.failure.reason}`;
        (0,failure/* warnOfFailure */._H)(run, "the end of the deployment records", { ...left.failure, reason });
    }
    return retired;
}
function skip(runner, reason, isFault = false) {
    (0,messages/* writeOutputs */.Kn)(runner, { status: "skipped" });
    (0,messages/* annotate */.fz)(runner, {
        level: isFault ? "warning" : "notice",
        title: "Nothing closed",
        text: `Nothing was closed: ${reason}.`,
    });
}


/***/ })

};
