export const id = 47;
export const ids = [47,332,16];
export const modules = {

/***/ 8047:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dateOf: () => (/* binding */ dateOf),
/* harmony export */   readData: () => (/* binding */ readData),
/* harmony export */   readError: () => (/* binding */ readError)
/* harmony export */ });
/* unused harmony exports readRetryAfter, readHttpDate */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var _greenroom_contract_deployment__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8016);
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72);
/* harmony import */ var _greenroom_contract_site__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2332);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2091);






// Looser than the contract's own schema: an odd sibling must not hide the code.
const ErrorBody = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    ok: zod__WEBPACK_IMPORTED_MODULE_0__.literal(false),
    error: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ code: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1), message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }),
});
const SuccessBody = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ ok: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true), data: zod__WEBPACK_IMPORTED_MODULE_0__.unknown() });
const Issues = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ path: zod__WEBPACK_IMPORTED_MODULE_0__.string(), message: zod__WEBPACK_IMPORTED_MODULE_0__.string() }));
/**
 * Reads an enveloped response. This module is loaded with the first response: a run starts sooner by that.
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
            nextCursor: _greenroom_contract_deployment__WEBPACK_IMPORTED_MODULE_2__.NextCursor.safeParse(nextCursor).data ?? null,
            entitlements: _greenroom_contract_site__WEBPACK_IMPORTED_MODULE_3__.Entitlements.safeParse(entitlements).data,
        };
    }
    const where = data.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
    throw unexpected(response, `The service's response is wrong at ${where.join(", ")}`);
}
/**
 * Reads a response that is not a success: the service's error, or what a gateway, a proxy or another program responded.
 * @param nowMs Epoch milliseconds.
 */
function readError(response, nowMs) {
    const { status } = response;
    const body = ErrorBody.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(response.text));
    if (body.success)
        return serviceError(response, body.data.error, nowMs);
    const what = describe(response);
    if (isSuccess(status) && response.text === undefined)
        return tooLarge(response);
    if (isSuccess(status))
        return unexpected(response, `The response does not follow the interface: ${what}`);
    if (status >= 300 && status < 400) {
        return protocolError(response, {
            code: "redirect_refused",
            message: `The service responded with a redirect (${status}), which is not followed with a token`,
            hint: "Use the URL that it redirects to as the base URL.",
            retry: "never",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    return protocolError(response, {
        code: "unexpected_answer",
        message: `A proxy or gateway in front of the service responded ${what}`,
        hint: busy || unknown ? "Try again later; a retry resumes the same deployment." : hintFor(status),
        retry: busy ? "after_header" : unknown ? "same_key" : "never",
        retryAfterSeconds: retryAfterOf(response, nowMs),
    });
}
/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;
function serviceError(response, error, nowMs) {
    const row = (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_4__/* .errorRow */ .Ff)(error.code, response.status);
    const issues = Issues.safeParse(error["issues"]).data;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .ClientError */ .MZ({
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
    const where = issues.slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`);
    return [text, ...where].join("; ").slice(0, MAX_MESSAGE_CHARS);
}
function protocolError({ status }, error) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .ClientError */ .MZ({ ...error, kind: "protocol", outcomeUnknown: error.retry === "same_key", status });
}
function unexpected(response, message) {
    return protocolError(response, {
        code: "unexpected_answer",
        message,
        hint: "Check that the base URL is the service's own, without a page or a proxy in front.",
        // The service may have acted on the request: the same key finds out.
        retry: "same_key",
    });
}
/** Not retried: the same request gets the same response. */
function tooLarge(response) {
    const message = "The response is longer than this client reads, or in an encoding that it did not ask for";
    const hint = "Request fewer items at a time, with a limit and a cursor.";
    const error = protocolError(response, { code: "answer_too_large", message, hint, retry: "never" });
    return error.with({ outcomeUnknown: true });
}
function describe(response) {
    const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    // Headers are not redacted: only what reads like a type of content is reported.
    const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
    return `${response.status} (${response.text === undefined ? "too long or in an unknown encoding" : known})`;
}
function hintFor(status) {
    const denied = status === 401 || status === 403 || status === 407;
    return denied ? "Check the token, and what protects the URL." : "Check the base URL.";
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}
/** @returns `Date` of a response, epoch milliseconds. */
function dateOf(response) {
    return readHttpDate(response.headers.date);
}
function retryAfterOf(response, nowMs) {
    return readRetryAfter(response.headers["retry-after"], dateOf(response) ?? nowMs);
}
/**
 * Reads `Retry-After`: seconds or an HTTP date.
 * @param nowMs The response's own time, epoch milliseconds, so that a wrong clock here does not count.
 * @returns Seconds, rounded up; undefined when missing or garbage.
 * @see RFC 9110 §10.2.3
 */
function readRetryAfter(value, nowMs) {
    const text = value?.trim() ?? "";
    if (/^\d+$/.test(text))
        return Number(text);
    const date = readHttpDate(text);
    return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
/**
 * Reads an HTTP date in any of its three forms.
 * @returns Epoch milliseconds; undefined when missing or garbage.
 * @see RFC 9110 §5.6.7
 */
function readHttpDate(value) {
    const text = value?.trim() ?? "";
    // Date.parse takes nearly anything; the three forms start with the name of a day.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text))
        return undefined;
    const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
    return Number.isFinite(ms) ? ms : undefined;
}


/***/ }),

/***/ 8016:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreateDeployment: () => (/* binding */ CreateDeployment),
/* harmony export */   CreatePreviewArguments: () => (/* binding */ CreatePreviewArguments),
/* harmony export */   Deployment: () => (/* binding */ Deployment),
/* harmony export */   ListDeployments: () => (/* binding */ ListDeployments),
/* harmony export */   NextCursor: () => (/* binding */ NextCursor),
/* harmony export */   Page: () => (/* binding */ Page),
/* harmony export */   ReceivedDeployment: () => (/* binding */ ReceivedDeployment)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9567);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);
/* harmony import */ var _status_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7681);




const DeploymentId = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT);
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: DeploymentId,
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_status_js__WEBPACK_IMPORTED_MODULE_2__/* .ENVIRONMENTS */ .ju),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_status_js__WEBPACK_IMPORTED_MODULE_2__/* .DEPLOYMENT_STATUSES */ .PB),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    /** Fixed URL of this deployment; present on a ready preview. */
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(),
    /** Present on a ready production deployment. */
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The approved publish request, on production deployments. */
    approvalRequestId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    framework: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().optional(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ code: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .BUILD_ERROR_CODES */ .Nz), message: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).optional(),
    /** How often a worker started it. */
    attempt: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative().optional(),
    /** URLs that move with the branch. */
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.url()).optional(),
})
    .meta({ id: "Deployment" });
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    error: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ code: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }).nullish(),
});
const Branch = zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_BRANCH_CHARS */ .UH).refine(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .isBranchName */ .Q8, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
const CreateDeployment = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    environment: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_status_js__WEBPACK_IMPORTED_MODULE_2__/* .ENVIRONMENTS */ .ju),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMIT_SHA_PATTERN */ .Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(128).optional(),
})
    .meta({ id: "CreateDeployment" });
/** Arguments of `create_preview`. [§1: schema outside the interface] */
const CreatePreviewArguments = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    ...CreateDeployment.pick({ commitSha: true, branch: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(255),
});
/** Fields of a query for one page of a list. */
const Page = {
    limit: zod__WEBPACK_IMPORTED_MODULE_5__.number().int().min(1).max(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PAGE_SIZE */ .H4).optional(),
    cursor: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(512).optional(),
};
const Instant = zod__WEBPACK_IMPORTED_MODULE_3__.datetime({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the response is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_status_js__WEBPACK_IMPORTED_MODULE_2__/* .ENVIRONMENTS */ .ju).optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_status_js__WEBPACK_IMPORTED_MODULE_2__/* .DEPLOYMENT_STATUSES */ .PB).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable();


/***/ }),

/***/ 2332:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreateSite: () => (/* binding */ CreateSite),
/* harmony export */   Entitlements: () => (/* binding */ Entitlements),
/* harmony export */   MANIFEST_FILE: () => (/* binding */ MANIFEST_FILE),
/* harmony export */   Manifest: () => (/* binding */ Manifest),
/* harmony export */   ReceivedSite: () => (/* binding */ ReceivedSite),
/* harmony export */   ReceivedSiteDetail: () => (/* binding */ ReceivedSiteDetail),
/* harmony export */   SITE_STATUSES: () => (/* binding */ SITE_STATUSES),
/* harmony export */   Site: () => (/* binding */ Site),
/* harmony export */   SiteDetail: () => (/* binding */ SiteDetail)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _deployment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8016);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
const SITE_STATUSES = ["active", "archived"];
const Slug = zod__WEBPACK_IMPORTED_MODULE_0__.string().max(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_SLUG_CHARS */ .Z9).regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .SLUG_PATTERN */ .ZT, "must be lower-case letters, digits and hyphens");
/**
 * A hosted site of a workspace.
 * @see Interface §2
 */
const Site = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    projectId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    slug: Slug,
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    framework: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](SITE_STATUSES),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    /** Set on archived sites. */
    archivedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
})
    .meta({ id: "Site" });
/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    slug: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
});
/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: zod__WEBPACK_IMPORTED_MODULE_0__.unknown().optional(),
    latestDeployment: _deployment_js__WEBPACK_IMPORTED_MODULE_3__.ReceivedDeployment.nullish(),
});
/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
const MANIFEST_FILE = "greenroom.json";
const RelativePath = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .min(1)
    .max(1024)
    .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), "must stay inside the repository");
const Command = zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().min(1).max(4096);
/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
const Manifest = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Folder of the site inside the repository. */
    rootDirectory: RelativePath.optional(),
    /** What the build runs on. */
    runtime: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["node24", "static"]).optional(),
    /** Runs with network; null skips it. */
    installCommand: Command.nullable().optional(),
    /** Runs without network; null skips it. */
    buildCommand: Command.nullable().optional(),
    /** Folder of the built site, relative to `rootDirectory`. */
    output: RelativePath.optional(),
    /** Serves the root page for unknown paths, for sites that route in the browser. */
    spa: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    headers: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ source: zod__WEBPACK_IMPORTED_MODULE_0__.string().startsWith("/"), headers: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.string()) }))
        .max(100)
        .optional(),
    redirects: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        source: zod__WEBPACK_IMPORTED_MODULE_0__.string().startsWith("/"),
        destination: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(2048),
        status: zod__WEBPACK_IMPORTED_MODULE_0__.union([zod__WEBPACK_IMPORTED_MODULE_0__.literal(301), zod__WEBPACK_IMPORTED_MODULE_0__.literal(302), zod__WEBPACK_IMPORTED_MODULE_0__.literal(307), zod__WEBPACK_IMPORTED_MODULE_0__.literal(308)]).optional(),
    }))
        .max(1000)
        .optional(),
    /** Names of the environment values the build can see; values are the operator's. */
    environment: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
        .max(100)
        .optional(),
    /** Cancels queued builds of a branch when a newer one is created. */
    cancelSuperseded: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
})
    .meta({ id: "Manifest" });
/**
 * Response of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
const SiteDetail = Site.extend({
    /** As read by the newest ready build; null before it, or without a manifest file. */
    manifest: Manifest.nullable(),
    /** Commit the manifest was read from. */
    manifestCommitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    latestDeployment: _deployment_js__WEBPACK_IMPORTED_MODULE_3__.Deployment.nullable(),
}).meta({ id: "SiteDetail" });
/**
 * Body of POST /sites.
 * @see Interface §4
 */
const CreateSite = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    projectId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().min(1).max(200),
    slug: Slug,
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(2048).optional(),
    framework: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(100).optional(),
})
    .meta({ id: "CreateSite" });
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__.union([zod__WEBPACK_IMPORTED_MODULE_0__.literal("unlimited"), zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative()]);
/**
 * Sibling of the sites in the list.
 * @see Interface §2
 */
const Entitlements = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
})
    .meta({ id: "Entitlements" });


/***/ }),

/***/ 9567:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bigint: () => (/* binding */ bigint),
/* harmony export */   boolean: () => (/* binding */ boolean),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   number: () => (/* binding */ number),
/* harmony export */   string: () => (/* binding */ string)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5156);


function string(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedString */ .K_(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodString, params);
}
function number(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedNumber */ .qG(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodNumber, params);
}
function boolean(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBoolean */ .dN(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBoolean, params);
}
function bigint(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBigint */ .St(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBigInt, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedDate */ .B4(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodDate, params);
}


/***/ }),

/***/ 4377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ZodISODate: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate),
/* harmony export */   ZodISODateTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime),
/* harmony export */   ZodISODuration: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration),
/* harmony export */   ZodISOTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   datetime: () => (/* binding */ datetime),
/* harmony export */   duration: () => (/* binding */ duration),
/* harmony export */   time: () => (/* binding */ time)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDate */ .db(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate, params);
}
function time(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoTime */ .Kn(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime, params);
}
function duration(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDuration */ .f2(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration, params);
}


/***/ })

};
