export const id = 283;
export const ids = [283];
export const modules = {

/***/ 8283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  dateOf: () => (/* binding */ dateOf),
  readData: () => (/* binding */ readData),
  readError: () => (/* binding */ readError)
});

// UNUSED EXPORTS: readHttpDate, readRetryAfter

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./build/packages/contract/approval.js
var approval = __webpack_require__(4484);
// EXTERNAL MODULE: ./build/packages/contract/deployment.js + 1 modules
var deployment = __webpack_require__(154);
// EXTERNAL MODULE: ./build/packages/contract/errors.js
var errors = __webpack_require__(72);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
;// CONCATENATED MODULE: ./build/packages/contract/site.js



/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
const SITE_STATUSES = ["active", "archived"];
const Slug = schemas/* string */.YjP().max(limits/* MAX_SLUG_CHARS */.Z9).regex(limits/* SLUG_PATTERN */.ZT, "must be lower-case letters, digits and hyphens");
/**
 * A hosted site of a workspace.
 * @see Interface §2
 */
const Site = schemas/* looseObject */._H3({
    id: schemas/* uuid */.uRe(),
    projectId: schemas/* uuid */.uRe(),
    slug: Slug,
    name: schemas/* string */.YjP(),
    framework: schemas/* string */.YjP().nullable(),
    status: schemas/* enum */.k5n(SITE_STATUSES),
    repositoryUrl: schemas/* string */.YjP().nullable(),
    productionUrl: schemas/* url */.OZ5(),
    createdAt: iso/* datetime */.w$(),
    updatedAt: iso/* datetime */.w$(),
    /** Set on archived sites. */
    archivedAt: iso/* datetime */.w$().optional(),
})
    .meta({ id: "Site" });
/**
 * What a client reads of a site: ids, slug and addresses; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = schemas/* looseObject */._H3({
    id: schemas/* string */.YjP().min(1),
    slug: schemas/* string */.YjP().min(1),
    name: schemas/* string */.YjP().optional(),
    status: schemas/* string */.YjP().optional(),
    repositoryUrl: schemas/* string */.YjP().nullish(),
    productionUrl: schemas/* string */.YjP().nullish(),
});
/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
const MANIFEST_FILE = "greenroom.json";
const RelativePath = schemas/* string */.YjP()
    .min(1)
    .max(1024)
    .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), "must stay inside the repository");
const Command = schemas/* string */.YjP().trim().min(1).max(4096);
/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
const Manifest = schemas/* looseObject */._H3({
    /** Folder of the site inside the repository. */
    rootDirectory: RelativePath.optional(),
    /** What the build runs on. */
    runtime: schemas/* enum */.k5n(["node24", "static"]).optional(),
    /** Runs with network; null skips it. */
    installCommand: Command.nullable().optional(),
    /** Runs without network; null skips it. */
    buildCommand: Command.nullable().optional(),
    /** Folder of the built site, relative to `rootDirectory`. */
    output: RelativePath.optional(),
    /** Answers unknown paths with the root page, for sites that route in the browser. */
    spa: schemas/* boolean */.zMY().optional(),
    headers: schemas/* array */.YOg(schemas/* looseObject */._H3({ source: schemas/* string */.YjP().startsWith("/"), headers: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()) }))
        .max(100)
        .optional(),
    redirects: schemas/* array */.YOg(schemas/* looseObject */._H3({
        source: schemas/* string */.YjP().startsWith("/"),
        destination: schemas/* string */.YjP().min(1).max(2048),
        status: schemas/* union */.KCZ([schemas/* literal */.euz(301), schemas/* literal */.euz(302), schemas/* literal */.euz(307), schemas/* literal */.euz(308)]).optional(),
    }))
        .max(1000)
        .optional(),
    /** Names of the environment values the build may see; values are the operator's. */
    environment: schemas/* array */.YOg(schemas/* string */.YjP().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
        .max(100)
        .optional(),
    /** Cancels queued builds of a branch when a newer one is created. */
    cancelSuperseded: schemas/* boolean */.zMY().optional(),
})
    .meta({ id: "Manifest" });
/**
 * Answer of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
const SiteDetail = Site.extend({
    /** As read by the newest ready build; null before it, or without a manifest file. */
    manifest: Manifest.nullable(),
    /** Commit the manifest was read from. */
    manifestCommitSha: schemas/* string */.YjP().nullable(),
    latestDeployment: deployment/* Deployment */.Sn.nullable(),
}).meta({ id: "SiteDetail" });
/**
 * Body of POST /sites.
 * @see Interface §4
 */
const CreateSite = schemas/* object */.Ikc({
    projectId: schemas/* uuid */.uRe(),
    name: schemas/* string */.YjP().trim().min(1).max(200),
    slug: Slug,
    repositoryUrl: schemas/* string */.YjP().min(1).max(2048).optional(),
    framework: schemas/* string */.YjP().min(1).max(100).optional(),
})
    .meta({ id: "CreateSite" });
const Allowance = schemas/* union */.KCZ([schemas/* literal */.euz("unlimited"), schemas/* int */.Whr().nonnegative()]);
/**
 * Sibling of the sites in the list answer.
 * @see Interface §2
 */
const Entitlements = schemas/* looseObject */._H3({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: schemas/* int */.Whr().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: schemas/* int */.Whr().nonnegative(),
})
    .meta({ id: "Entitlements" });

// EXTERNAL MODULE: ./build/packages/client/errors.js
var client_errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/http.js + 1 modules
var http = __webpack_require__(2091);
;// CONCATENATED MODULE: ./build/packages/client/response.js







const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: schemas/* unknown */.L5J().optional(),
    latestDeployment: deployment/* ReceivedDeployment */.Vc.nullish(),
});
const ReceivedTarget = schemas/* looseObject */._H3({
    id: schemas/* string */.YjP().min(1),
    name: schemas/* string */.YjP().optional(),
    provider: schemas/* string */.YjP().optional(),
    mode: schemas/* string */.YjP().optional(),
    runtime: schemas/* string */.YjP().optional(),
    isDefault: schemas/* boolean */.zMY().optional(),
});
const ReceivedCapability = schemas/* looseObject */._H3({
    provider: schemas/* string */.YjP().optional(),
    mode: schemas/* string */.YjP().optional(),
    runtime: schemas/* string */.YjP().optional(),
    enabled: schemas/* boolean */.zMY().optional(),
});
/** The schema of each kind of `data`. This module is loaded with the first response: a run starts sooner by that. */
const SCHEMAS = {
    deployment: deployment/* ReceivedDeployment */.Vc,
    deployments: schemas/* array */.YOg(deployment/* ReceivedDeployment */.Vc),
    site: ReceivedSite,
    siteDetail: ReceivedSiteDetail,
    sites: schemas/* array */.YOg(ReceivedSite),
    approval: approval/* ReceivedApproval */.rd,
    approvals: schemas/* array */.YOg(approval/* ReceivedApproval */.rd),
    target: ReceivedTarget,
    targets: schemas/* array */.YOg(ReceivedTarget),
    capabilities: schemas/* array */.YOg(ReceivedCapability),
    anything: schemas/* unknown */.L5J(),
};
// Looser than the contract's own schema: an odd sibling must not hide the code.
const ErrorBody = schemas/* looseObject */._H3({
    ok: schemas/* literal */.euz(false),
    error: schemas/* looseObject */._H3({ code: schemas/* string */.YjP().min(1), message: schemas/* string */.YjP().optional() }),
});
const SuccessBody = schemas/* looseObject */._H3({ ok: schemas/* literal */.euz(true), data: schemas/* unknown */.L5J() });
const Issues = schemas/* array */.YOg(schemas/* looseObject */._H3({ path: schemas/* string */.YjP(), message: schemas/* string */.YjP() }));
function readData(response, name, nowMs) {
    const body = SuccessBody.safeParse((0,http/* parseJson */.qF)(response.text));
    if (!body.success || !isSuccess(response.status))
        throw readError(response, nowMs);
    const { nextCursor, entitlements } = body.data;
    const data = SCHEMAS[name].safeParse(body.data.data);
    if (data.success) {
        return {
            data: data.data,
            nextCursor: deployment/* NextCursor */.Ct.safeParse(nextCursor).data ?? null,
            entitlements: Entitlements.safeParse(entitlements).data,
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
    const body = ErrorBody.safeParse((0,http/* parseJson */.qF)(response.text));
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
    const row = (0,errors/* errorRow */.Ff)(error.code, response.status);
    const issues = Issues.safeParse(error["issues"]).data;
    return new client_errors/* ClientError */.MZ({
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
        issues,
    });
}
function serviceMessage(code, message, issues = []) {
    const text = message === undefined || message.trim() === "" ? `The service responded ${code}` : message.trim();
    const where = issues.slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`);
    return [text, ...where].join("; ").slice(0, MAX_MESSAGE_CHARS);
}
function protocolError({ status }, error) {
    return new client_errors/* ClientError */.MZ({ ...error, kind: "protocol", outcomeUnknown: error.retry === "same_key", status });
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

/***/ 4484:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   rd: () => (/* binding */ ReceivedApproval),
/* harmony export */   uo: () => (/* binding */ RequestPublishResult)
/* harmony export */ });
/* unused harmony exports APPROVAL_STATUSES, APPROVAL_TRANSITIONS, ROLES, APPROVAL_ROLES, Approval, DECISIONS, MAX_NOTES_CHARS, DecideApproval, RequestApproval, ListApprovals, RequestPublishArguments */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _deployment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(154);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** States of a production publish request. [§3: not shown] */
const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"];
/** Which state may follow which. */
const APPROVAL_TRANSITIONS = {
    pending: ["approved", "rejected", "expired", "superseded"],
    approved: ["published", "expired"],
    published: [],
    rejected: [],
    expired: [],
    superseded: [],
};
/** Roles of a member of a workspace. [§5: names not shown] */
const ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver", "developer", "viewer"]));
/** Roles that may decide a publish request. [§5.8: names not shown] */
const APPROVAL_ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver"]));
const Requester = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ type: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["user", "token"]), id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * A production publish request, decided by a person.
 * @see Interface §2 (fields: not shown)
 */
const Approval = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(APPROVAL_STATUSES),
    /** Session or token that asked. */
    requestedBy: Requester,
    /** The person behind it, who cannot approve. */
    originatingUserId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    requestedVia: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["web", "mcp"]),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    decidedBy: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullable(),
    decidedAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().nullable(),
    notes: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** The production deployment it led to. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT).nullable(),
    /** Where a person decides. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable().optional(),
    /** Members who may decide it now; 0 means that nobody can. */
    deciders: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative().optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a publish request. */
const ReceivedApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** What a person may decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ decision: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(DECISIONS), notes: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(MAX_NOTES_CHARS).optional() })
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({ id: "DecideApproval" });
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(MAX_NOTES_CHARS).optional(),
})
    .meta({ id: "RequestApproval" });
/** Query of the list of publish requests, in the same two forms. [additive] */
const ListApprovals = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe().optional(), status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(APPROVAL_STATUSES).optional(), ..._deployment_js__WEBPACK_IMPORTED_MODULE_3__/* .Page */ .YW })
    .meta({ id: "ListApprovals" });
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(2000).optional(),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Deep link to the web approval screen. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    requestId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});


/***/ }),

/***/ 154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Sn: () => (/* binding */ Deployment),
  Ct: () => (/* binding */ NextCursor),
  YW: () => (/* binding */ Page),
  Vc: () => (/* binding */ ReceivedDeployment)
});

// UNUSED EXPORTS: CreateDeployment, CreatePreviewArguments, ListDeployments

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/coerce.js


function string(params) {
    return core._coercedString(schemas.ZodString, params);
}
function number(params) {
    return api/* _coercedNumber */.qG(classic_schemas/* ZodNumber */.rSt, params);
}
function coerce_boolean(params) {
    return core._coercedBoolean(schemas.ZodBoolean, params);
}
function bigint(params) {
    return core._coercedBigint(schemas.ZodBigInt, params);
}
function date(params) {
    return core._coercedDate(schemas.ZodDate, params);
}

// EXTERNAL MODULE: ./build/packages/contract/errors.js
var errors = __webpack_require__(72);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
;// CONCATENATED MODULE: ./build/packages/contract/deployment.js




const DeploymentId = classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT);
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = classic_schemas/* looseObject */._H3({
    id: DeploymentId,
    siteId: classic_schemas/* uuid */.uRe(),
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    status: classic_schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB),
    createdAt: iso/* datetime */.w$(),
    /** Fixed address of this deployment; present on a ready preview. */
    previewUrl: classic_schemas/* url */.OZ5().optional(),
    /** Present on a ready production deployment. */
    productionUrl: classic_schemas/* url */.OZ5().optional(),
    commitSha: classic_schemas/* string */.YjP().optional(),
    branch: classic_schemas/* string */.YjP().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The request a person approved, on production deployments. */
    approvalRequestId: classic_schemas/* string */.YjP().optional(),
    framework: classic_schemas/* string */.YjP().optional(),
    startedAt: iso/* datetime */.w$().optional(),
    finishedAt: iso/* datetime */.w$().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: classic_schemas/* looseObject */._H3({ code: classic_schemas/* enum */.k5n(errors/* BUILD_ERROR_CODES */.Nz), message: classic_schemas/* string */.YjP() }).optional(),
    /** How often a worker took it up. */
    attempt: classic_schemas/* int */.Whr().nonnegative().optional(),
    /** Addresses that move with the branch. */
    aliases: classic_schemas/* array */.YOg(classic_schemas/* url */.OZ5()).optional(),
})
    .meta({ id: "Deployment" });
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().min(1),
    siteId: classic_schemas/* string */.YjP().optional(),
    environment: classic_schemas/* string */.YjP().optional(),
    status: classic_schemas/* string */.YjP().min(1),
    createdAt: classic_schemas/* string */.YjP().optional(),
    previewUrl: classic_schemas/* string */.YjP().nullish(),
    productionUrl: classic_schemas/* string */.YjP().nullish(),
    commitSha: classic_schemas/* string */.YjP().nullish(),
    branch: classic_schemas/* string */.YjP().nullish(),
    sourceDeploymentId: classic_schemas/* string */.YjP().nullish(),
    startedAt: classic_schemas/* string */.YjP().nullish(),
    finishedAt: classic_schemas/* string */.YjP().nullish(),
    error: classic_schemas/* looseObject */._H3({ code: classic_schemas/* string */.YjP().optional(), message: classic_schemas/* string */.YjP().optional() }).nullish(),
});
const Branch = classic_schemas/* string */.YjP().min(1).max(limits/* MAX_BRANCH_CHARS */.UH).refine(limits/* isBranchName */.Q8, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
const CreateDeployment = classic_schemas/* object */.Ikc({
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    commitSha: classic_schemas/* string */.YjP().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: classic_schemas/* string */.YjP().min(1).max(128).optional(),
})
    .meta({ id: "CreateDeployment" });
/** Arguments of `create_preview`. [§1: schema outside the interface] */
const CreatePreviewArguments = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe(),
    ...CreateDeployment.pick({ commitSha: true, branch: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: classic_schemas/* string */.YjP().min(1).max(255),
});
/** Fields of a query for one page of a list. */
const Page = {
    limit: number().int().min(1).max(limits/* MAX_PAGE_SIZE */.H4).optional(),
    cursor: classic_schemas/* string */.YjP().min(1).max(512).optional(),
};
const Instant = iso/* datetime */.w$({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the answer is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe().optional(),
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju).optional(),
    status: classic_schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = classic_schemas/* string */.YjP().nullable();


/***/ }),

/***/ 4377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w$: () => (/* binding */ datetime)
/* harmony export */ });
/* unused harmony exports date, time, duration */
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2857);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODateTime */ .You, params);
}
function date(params) {
    return core._isoDate(ZodISODate, params);
}
function time(params) {
    return core._isoTime(ZodISOTime, params);
}
function duration(params) {
    return core._isoDuration(ZodISODuration, params);
}


/***/ })

};
