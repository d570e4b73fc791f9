export const id = 322;
export const ids = [322];
export const modules = {

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $r: () => (/* binding */ permissionLines),
/* harmony export */   L5: () => (/* binding */ serverName),
/* harmony export */   O$: () => (/* binding */ unreadable),
/* harmony export */   T1: () => (/* binding */ call),
/* harmony export */   uh: () => (/* binding */ createGithub),
/* harmony export */   v7: () => (/* binding */ pause)
/* harmony export */ });
/* unused harmony exports withSafeguards, classifyError */
/* harmony import */ var _greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2091);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(237);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5543);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8568);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9357);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(47);






const TIMEOUT_MS = 15_000;
const ignore = () => undefined;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Opens GitHub's REST API, through the proxy of the environment when there is one. Octokit is the largest part of the
 * bundle and reads the event file when it is imported: it is loaded here, after the deployment request has left.
 */
async function createGithub(options) {
    const { getOctokit } = await __webpack_require__.e(/* import() */ 785).then(__webpack_require__.bind(__webpack_require__, 2785));
    const request = { fetch: createFetch() };
    return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT, request }), options);
}
/** A page of a hundred comments of the greatest length is shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/**
 * Makes what Octokit sends its requests by: `@actions/http-client`, which has run for the service before. The `fetch`
 * that `@actions/github` brings is a second client of HTTP, which takes longer to load than the request to answer.
 */
function createFetch() {
    const send = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .keepConnections */ .FQ)(_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__/* .systemClock */ .ml);
    return async (url, { method, headers, body, signal }) => {
        const request = { method, url: new URL(url), headers: { ...headers, "accept-encoding": "gzip" }, body };
        const message = await send(request, signal);
        const text = await (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(message, MAX_RESPONSE_BYTES);
        if (text === undefined)
            throw new Error("the response is too long, or in an unknown encoding");
        const received = Object.entries(message.headers).map(([name, value = ""]) => [name, String(value)]);
        return {
            status: message.statusCode ?? 0,
            url,
            headers: new Map(received),
            text: () => Promise.resolve(text),
            // Asked for when the type is no text: nothing that is read here.
            arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
        };
    };
}
/** Adds to every request of a client: a time limit, no redirect, and no secret in what is sent. */
function withSafeguards(octokit, options) {
    const { repository, timeoutMs = TIMEOUT_MS } = options;
    const secrets = [options.token, ...(options.secrets ?? [])];
    octokit.hook.before("request", (request) => {
        const signals = [AbortSignal.timeout(timeoutMs), request.request.signal ?? []].flat();
        // A redirect could lead the token to another host.
        Object.assign(request.request, { signal: AbortSignal.any(signals), redirect: "manual" });
        for (const [name, value] of Object.entries(request)) {
            const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
            if (isBody)
                Object.assign(request, { [name]: (0,_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .redactWithin */ .Nr)(value, secrets) });
        }
    });
    octokit.hook.after("request", (response, { method }) => {
        // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
        const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
        if (response.status >= 300 || unreadable)
            throw Object.assign(new Error("unexpected response"), { response });
    });
    return { octokit, forge: (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .forgeOf */ .$D)(options.apiUrl), repository: { owner: repository.owner, repo: repository.name } };
}
/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);
/** The failure for a response that is not what GitHub describes, such as a page of a proxy. */
function unreadable(what) {
    return { kind: "failed", reason: `The response about ${what} could not be read.`, unknown: true };
}
const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
/**
 * Sends a request to GitHub once, or, when it only reads, up to three times; never rejects. A write is never repeated
 * here: what it was made of may be out of date by then.
 *
 * Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our clock.
 * @param request In words, as in "read the comments".
 * @returns Outside data: Octokit's types say what GitHub describes, not what came.
 */
async function call({ octokit, repository, forge }, request, context, send) {
    const attempts = request.reads === true ? MAX_READS : 1;
    for (let attempt = 1;; attempt += 1) {
        try {
            const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
            return { kind: "done", data };
        }
        catch (error) {
            const failure = classifyError(error, { doing: request.doing, attempt, nowMs: context.clock.now(), forge });
            if (attempt >= attempts || !(await pause(failure.retryInMs, context)))
                return failure;
        }
    }
}
/** Waits; false when the signal ended the wait, and for a failure without a time for a retry. */
async function pause(ms, { clock, signal }) {
    if (ms === undefined || signal.aborted)
        return false;
    try {
        await clock.sleep(ms, signal);
        return true;
    }
    catch (error) {
        if (signal.aborted)
            return false;
        throw error;
    }
}
/** What sentences call the server. */
function serverName(forge) {
    return forge === "github" ? "GitHub" : "The Git server";
}
/** What an error of Octokit means for the user and for a second request. */
function classifyError(error, { doing, attempt, nowMs, forge = "github" }) {
    const server = serverName(forge);
    const backOffMs = FIRST_RETRY_MS * 4 ** (attempt - 1);
    const lost = { kind: "failed", retryInMs: backOffMs, unknown: true };
    const status = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(error, "response", "status");
    if (typeof status !== "number") {
        const reason = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(networkReason(error)).slice(0, 300);
        return { ...lost, reason: `${server} could not be reached to ${doing}: ${reason}.` };
    }
    if (status < 300)
        return { ...lost, reason: `${server}'s response to the request to ${doing} could not be read.` };
    const message = ((0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(error, "response", "data", "message") ?? "").slice(0, 300);
    const words = message === "" ? "" : `: ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .plainLine */ .h0)(message)}`;
    const reason = `${server} responded with ${status} to the request to ${doing}${words}.`;
    const failure = { kind: "failed", reason, status, unknown: status >= 500 };
    const header = (name) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(error, "response", "headers", name);
    const serverMs = Date.parse(header("date") ?? "");
    // GitHub's own clock, when it is known: ours may be wrong.
    const atMs = Number.isNaN(serverMs) ? nowMs : serverMs;
    if (status >= 500)
        return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(header, atMs) ?? 0) };
    if (status !== 403 && status !== 429)
        return failure;
    const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
    const limitedMs = rateLimitMs(header, atMs) ?? (secondary ? SECONDARY_WAIT_MS * 2 ** (attempt - 1) : undefined);
    if (limitedMs !== undefined) {
        return { ...failure, limitedMs, ...(limitedMs > MAX_WAIT_MS ? {} : { retryInMs: limitedMs }) };
    }
    const accepted = header("x-accepted-github-permissions");
    const refused = accepted !== undefined || /not accessible by/i.test(message);
    return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}
function networkReason(error) {
    const cause = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(error, "cause");
    if (cause instanceof DOMException && cause.name === "TimeoutError")
        return "no response in time";
    return error instanceof Error ? error.message : String(error);
}
/** How long a rate limit lasts by its headers, ms. */
function rateLimitMs(header, nowMs) {
    const waitMs = retryAfterMs(header, nowMs);
    if (waitMs !== undefined)
        return Math.max(FIRST_RETRY_MS, waitMs);
    if (header("x-ratelimit-remaining") !== "0")
        return undefined;
    const leftMs = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - nowMs;
    return Number.isFinite(leftMs) ? Math.max(FIRST_RETRY_MS, leftMs) : SECONDARY_WAIT_MS;
}
/** Seconds are what GitHub writes; a date may come from a proxy. [RFC 9110 §10.2.3] */
function retryAfterMs(header, nowMs) {
    const value = (header("retry-after") ?? "").slice(0, 40);
    if (/^\d{1,9}$/.test(value))
        return Number(value) * 1000;
    const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
/** What the preview action needs with every feature on. */
const GRANTS = {
    contents: "read",
    deployments: "write",
    "pull-requests": "write",
};
/**
 * The `permissions:` block the job needs for a refused request, as lines of YAML. It is always the whole block: one
 * without the grants that worked would take them away.
 * @see GitHub Docs: Troubleshooting the REST API
 */
function permissionLines(accepted = "") {
    const alternatives = accepted
        .split(";")
        .map(readGrants)
        .filter((grants) => grants.length > 0);
    const covered = alternatives.some((grants) => grants.every(isGranted));
    const all = new Map([...Object.entries(GRANTS), ...(covered ? [] : (alternatives[0] ?? []))]);
    return ["permissions:", ...Array.from(all, ([name, level]) => `  ${name}: ${level}`).sort()];
}
function readGrants(text) {
    const found = text.matchAll(/(?:^|,)\s*([a-z_]{1,40})=(read|write)\s*(?=,|$)/g);
    return Array.from(found, ([, name = "", level = ""]) => [name.replaceAll("_", "-"), level]);
}
function isGranted([name, level]) {
    return GRANTS[name] === level || GRANTS[name] === "write";
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


/***/ })

};
