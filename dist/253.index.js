export const id = 253;
export const ids = [253];
export const modules = {

/***/ 3253:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BUDGET_MS: () => (/* binding */ BUDGET_MS),
/* harmony export */   awaitReview: () => (/* binding */ awaitReview)
/* harmony export */ });
/* unused harmony export reviewOf */
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7030);
/* harmony import */ var _greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1263);
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2551);
/* harmony import */ var _greenroom_client_transport__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3583);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(237);
/* harmony import */ var _github_comment_review_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4739);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5543);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7929);








const BUDGET_MS = 60_000;
/** Waits before each request, but the first for a review that is ready: one takes seconds, and every job of a token shares its rate limit. */
const GAPS_MS = [2000, 3000, 5000, 7000, 10_000, 14_000, 17_000];
/** A review holds the differences of the text of whole pages. */
const REQUEST_LIMITS = { requestTimeoutMs: 10_000, maxResponseBytes: 8 * 1024 * 1024 };
/**
 * Whatever goes wrong, there is no review and no error: a preview is as good without one.
 * @param wait `deadlineAt`: end of the step's time, milliseconds of `clock.monotonic()`.
 */
async function awaitReview({ baseUrl, token }, reviewed, { clock, signal, deadlineAt }) {
    // Without retries: the requests of this wait are counted.
    const limits = { ...REQUEST_LIMITS, maxTries: 1, maxRateLimitedTries: 1 };
    const { transport } = (0,_greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_3__/* .createDeployClient */ .py)({ baseUrl, token, userAgent: _inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .USER_AGENT */ ._, clock, limits });
    const endsAt = Math.min(clock.monotonic() + BUDGET_MS, deadlineAt);
    const path = (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_4__/* .pathOf */ .XM)("getReview", reviewed);
    let wantedMs = 0;
    for (const gapMs of reviewed.status === "ready" ? [0, ...GAPS_MS] : GAPS_MS) {
        const waitMs = Math.max(gapMs, wantedMs);
        if (clock.monotonic() + waitMs >= endsAt)
            return undefined;
        if (waitMs > 0 && !(await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_5__/* .wait */ .uk)(clock, waitMs, signal)))
            return undefined;
        const answer = await transport
            .call({ method: "GET", path, data: (0,_greenroom_client_deploy_client__WEBPACK_IMPORTED_MODULE_3__/* .received */ .ed)("Anything") }, { signal, deadlineAt: endsAt })
            .then(({ data }) => readAnswer(data, reviewed), readError);
        if ("review" in answer)
            return answer.review;
        wantedMs = answer.waitMs;
    }
    return undefined;
}
function readAnswer(data, { githubUrl }) {
    const status = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .textAt */ .$6)(data, "status");
    return status === "pending" ? { waitMs: 0 } : { review: status === "ready" ? reviewOf(data, githubUrl) : undefined };
}
/** What may pass is asked for again; a service that knows no reviews responds with 404. */
function readError(error) {
    if (!(error instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_7__/* .ClientError */ .MZ))
        return { review: undefined };
    // A success that cannot be read will not be another one the next time.
    const garbage = error.status !== undefined && error.status < 400;
    const passes = error.kind === "timed_out" || error.retry === "same_key" || error.retry === "after_header";
    return passes && !garbage ? { waitMs: (error.retryAfterSeconds ?? 0) * 1000 } : { review: undefined };
}
const PICTURED_PAGES = 2;
function reviewOf(data, githubUrl) {
    const summary = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(data, "summary");
    const pages = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .listAt */ .gT)(data, "pages");
    const changed = pages.filter((page) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "change") !== "unchanged");
    const notRendered = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .listAt */ .gT)(data, "notRendered");
    return (0,_github_comment_review_js__WEBPACK_IMPORTED_MODULE_1__/* .readReview */ .ty)({
        changed: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "changed"),
        added: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "added"),
        removed: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "removed"),
        notCompared: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "notRendered"),
        takesBack: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(data, "takesBack"),
        pages: [...changed, ...notRendered].map((page, index) => ({
            path: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "path"),
            change: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "change"),
            title: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "title", "after") ?? (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "title", "before"),
            ...(index < PICTURED_PAGES && {
                before: thumbnailOf((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "thumbnailUrls", "before"), githubUrl),
                after: thumbnailOf((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "thumbnailUrls", "after"), githubUrl),
            }),
        })),
        first: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(data, "live") === null,
        liveUrl: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(data, "live", "url"),
        brokenLinks: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "brokenLinks", "new"),
        errors: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "errors", "new"),
        accessibility: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "accessibility", "new"),
        fixed: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "accessibility", "fixed"),
        findings: findingsOf(data, pages),
        weight: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(summary, "weight"),
        thumbnailUrl: thumbnailOf((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(data, "thumbnailUrl"), githubUrl),
    });
}
/** Names that only mean something on a machine or in a network of one's own. [RFC 6761, RFC 6762, RFC 8375] */
const LOCAL_NAME = /^[^.]*$|\.(?:localhost|local|internal|test|invalid|home\.arpa|lan|corp)$/;
/** GitHub fetches it from outside, unless that is a stand-in on this machine itself. */
function thumbnailOf(address, githubUrl) {
    const url = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .parseUrl */ .Dl)(typeof address === "string" ? address : "");
    if (url === undefined)
        return undefined;
    if ((0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_4__/* .isLoopbackHost */ .cW)((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .parseUrl */ .Dl)(githubUrl)?.hostname ?? ""))
        return url.href;
    const host = url.hostname.replace(/\.$/, "");
    const isPublic = url.protocol === "https:" && (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(host.replace(/^\[|\]$/g, "")) === 0 && !LOCAL_NAME.test(host);
    return isPublic ? url.href : undefined;
}
function findingsOf(data, pages) {
    const isNew = (finding) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(finding, "state") === "new";
    const links = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .listAt */ .gT)(data, "brokenLinks").filter(isNew);
    const within = (name, what) => (page) => (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .listAt */ .gT)(page, name)
        .filter(isNew)
        .map((finding) => ({ page: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(page, "path"), what: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(finding, what) }));
    return [
        ...links.map((found) => ({ kind: "link", page: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(found, "page"), what: (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__.at)(found, "target") })),
        ...pages.flatMap(within("accessibility", "help")).map((found) => ({ kind: "accessibility", ...found })),
        ...pages.flatMap(within("errors", "message")).map((found) => ({ kind: "error", ...found })),
    ];
}


/***/ })

};
