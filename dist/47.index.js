export const id = 47;
export const ids = [47,108];
export const modules = {

/***/ 8047:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dateOf: () => (/* binding */ dateOf),
/* harmony export */   readData: () => (/* binding */ readData),
/* harmony export */   readError: () => (/* binding */ readError)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72);
/* harmony import */ var _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8108);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2091);





// Looser than the contract's own schema: an odd sibling must not hide the code.
const ErrorBody = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(false),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
});
const SuccessBody = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true), data: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J() });
const Issues = zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }));
/**
 * Reads an enveloped response; this module is loaded with the first one, so that a run starts sooner.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the response has no `Date`.
 * @throws {ClientError} The service's error, or `unexpected_answer`, `answer_too_large`, `redirect_refused`.
 * @see Interface §2 (envelope), §7 (errors)
 */
function readData(response, schema, nowMs) {
    const body = SuccessBody.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(response.text));
    if (!body.success || !isSuccess(response.status))
        throw readError(response, nowMs);
    const { nextCursor, entitlements } = body.data;
    const data = schema.safeParse(body.data.data);
    if (data.success) {
        return {
            data: data.data,
            nextCursor: _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__.NextCursor.safeParse(nextCursor).data ?? null,
            entitlements: _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__.Entitlements.safeParse(entitlements).data,
        };
    }
    const where = data.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
    throw unexpected(response, `The service's response is wrong at ${where.join(", ")}`);
}
/** Reads what is not a success: the service's error, or what a gateway, a proxy or another program responded. */
function readError(response, nowMs) {
    const { status } = response;
    const body = ErrorBody.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(response.text));
    if (body.success)
        return serviceError(response, body.data.error, nowMs);
    const what = describe(response);
    if (isSuccess(status) && response.text === undefined)
        return tooLarge(response);
    if (isSuccess(status))
        return unexpected(response, `Another server than a Greenroom service responded: ${what}`);
    if (status >= 300 && status < 400) {
        return protocolError(response, {
            code: "redirect_refused",
            message: `The service responded with a redirect (${status}), which is not followed with a token`,
            hint: "Use the URL that it redirects to as the base URL.",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    const denied = status === 401 || status === 403 || status === 407;
    const isOther = !busy && !unknown && !denied;
    return protocolError(response, {
        code: "unexpected_answer",
        message: `${isOther ? "Another server than a Greenroom service" : "A proxy or gateway in front of the service"} responded ${what}`,
        hint: isOther ? URL_HINT : denied ? "Check the token, and what protects the URL." : LATER_HINT,
        retry: busy ? "after_header" : unknown ? "same_key" : "never",
        retryAfterSeconds: retryAfterOf(response, nowMs),
    });
}
const URL_HINT = "Check that the base URL is the service's own: its path /healthz tells its version.";
const LATER_HINT = "Try again later; a retry resumes the same deployment.";
const MAX_MESSAGE_CHARS = 2000;
function serviceError(response, error, nowMs) {
    const row = (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_3__/* .errorRow */ .Ff)(error.code, response.status);
    const issues = Issues.safeParse(error["issues"]).data;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        kind: "refused",
        code: error.code.slice(0, 100),
        message: serviceMessage(error.code, error.message, issues),
        hint: row.hint,
        retry: row.retry,
        outcomeUnknown: row.retry === "same_key",
        status: response.status,
        retryAfterSeconds: retryAfterOf(response, nowMs),
        webApprovalUrl: optionalText(error["webApprovalUrl"]),
        requestId: optionalText(error["requestId"]),
        issues: issues ?? [],
    });
}
function serviceMessage(code, message, issues = []) {
    const text = message === undefined || message.trim() === "" ? `The service responded ${code}` : message.trim();
    const untold = issues.slice(0, 5).filter((issue) => !text.includes(issue.message));
    const where = untold.map((issue) => `${issue.path}: ${issue.message}`);
    return [...(where.length === 0 ? [text] : [text.replace(/\.$/, "")]), ...where]
        .join("; ")
        .slice(0, MAX_MESSAGE_CHARS);
}
function protocolError({ status }, error) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({ outcomeUnknown: error.retry === "same_key", ...error, kind: "protocol", status });
}
function unexpected(response, message) {
    return protocolError(response, {
        code: "unexpected_answer",
        message,
        hint: URL_HINT,
        // The service may have acted on the request: the same key finds out.
        retry: "same_key",
    });
}
/** Not retried: the same request gets the same response. */
function tooLarge(response) {
    const message = "The response is longer than this client reads, or in an encoding that it did not ask for";
    const hint = "List fewer items at a time, with a limit; after a write, see whether the service has it before you send it again.";
    return protocolError(response, { code: "answer_too_large", message, hint, outcomeUnknown: true });
}
function describe(response) {
    const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    // Headers are not redacted: only what reads like a type of content is reported.
    const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
    return `${response.status} (${response.text === undefined ? "too long or in an unknown encoding" : known})`;
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}
/** Reads `Date` of a response, epoch milliseconds. */
function dateOf(response) {
    return (0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .readHttpDate */ .lq)(response.headers.date);
}
function retryAfterOf(response, nowMs) {
    return (0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .readRetryAfter */ .D$)(response.headers["retry-after"], dateOf(response) ?? nowMs);
}


/***/ }),

/***/ 8108:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Anything: () => (/* binding */ Anything),
/* harmony export */   Entitlements: () => (/* binding */ Entitlements),
/* harmony export */   NextCursor: () => (/* binding */ NextCursor),
/* harmony export */   ReceivedClosedPullRequest: () => (/* binding */ ReceivedClosedPullRequest),
/* harmony export */   ReceivedDeployment: () => (/* binding */ ReceivedDeployment),
/* harmony export */   ReceivedLogEvent: () => (/* binding */ ReceivedLogEvent),
/* harmony export */   ReceivedSite: () => (/* binding */ ReceivedSite),
/* harmony export */   ReceivedSiteDetail: () => (/* binding */ ReceivedSiteDetail),
/* harmony export */   ReceivedStatusEvent: () => (/* binding */ ReceivedStatusEvent),
/* harmony export */   logLineText: () => (/* binding */ logLineText)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

// What a client reads while it deploys and follows. Apart from the service's own schemas, which an action need not load.
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
    // What only people read from here on: in another shape it is no reason to reject the record.
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), author: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish().catch(undefined),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() })
        .nullish()
        .catch(undefined),
    prebuilt: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    diagnostics: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        /** Absent is `error`. */
        level: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        file: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        line: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        column: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        hint: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        excerpt: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
        excerptStart: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    }))
        .nullish()
        .catch(undefined),
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).nullish().catch(undefined),
    review: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    heldUntil: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ open: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), blocking: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedBecause: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
});
/** What a client reads of a pull request whose previews are to be removed. */
const ReceivedClosedPullRequest = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ previews: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), removeAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    /** Null where nothing is published yet; absent where a service does not say. */
    publishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J().optional(),
    latestDeployment: ReceivedDeployment.nullish(),
});
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ stream: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), lines: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()) });
/**
 * Reads the text of a log line of any shape: JSON where there is none, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
function logLineText(line) {
    if (typeof line === "string")
        return line;
    const own = typeof line === "object" ? { ...line } : {};
    const { text, message, line: plain } = own;
    return [text, message, plain].find((field) => typeof field === "string") ?? JSON.stringify(line) ?? "";
}
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("unlimited"), zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative()]);
/** Sibling of the sites in the list. @see Interface §2 */
const Entitlements = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
})
    .meta({ id: "Entitlements" });
/** Data that no schema reads. */
const Anything = zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J();
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable();


/***/ })

};
