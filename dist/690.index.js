export const id = 690;
export const ids = [690,815,562,54,638];
export const modules = {

/***/ 7562:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  APPROVAL_ROLES: () => (/* binding */ APPROVAL_ROLES),
  APPROVAL_STATUSES: () => (/* binding */ APPROVAL_STATUSES),
  APPROVAL_TRANSITIONS: () => (/* binding */ APPROVAL_TRANSITIONS),
  Approval: () => (/* binding */ Approval),
  DECISIONS: () => (/* binding */ DECISIONS),
  DecideApproval: () => (/* binding */ DecideApproval),
  ListApprovals: () => (/* binding */ ListApprovals),
  MAX_NOTES_CHARS: () => (/* binding */ MAX_NOTES_CHARS),
  ROLES: () => (/* binding */ ROLES),
  ReceivedApproval: () => (/* binding */ ReceivedApproval),
  RequestApproval: () => (/* binding */ RequestApproval),
  RequestPublishArguments: () => (/* binding */ RequestPublishArguments),
  RequestPublishResult: () => (/* binding */ RequestPublishResult)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./build/packages/contract/as-received.js
var as_received = __webpack_require__(5139);
// EXTERNAL MODULE: ./build/packages/contract/comment.js + 1 modules
var comment = __webpack_require__(2054);
// EXTERNAL MODULE: ./build/packages/contract/errors.js
var errors = __webpack_require__(72);
// EXTERNAL MODULE: ./build/packages/contract/label.js
var label = __webpack_require__(5717);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
// EXTERNAL MODULE: ./build/packages/contract/review.js
var review = __webpack_require__(1815);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
// EXTERNAL MODULE: ./build/packages/contract/text.js
var contract_text = __webpack_require__(3216);
// EXTERNAL MODULE: ./build/packages/contract/upload.js
var upload = __webpack_require__(7638);
;// CONCATENATED MODULE: ./build/packages/contract/deployment.js








const DeploymentId = schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT);
/** A pull request as the client of a create request names it: a label, which nothing is decided by. */
const PullRequest = schemas/* object */.Ikc({
    number: schemas/* int */.Whr().positive().max(label/* MAX_PULL_REQUEST_NUMBER */.xY),
    /** One line is kept, up to 256 characters; empty when the client did not know it. */
    title: schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(4_096)),
});
/** How grave a diagnostic is: what a build failed with, or what may be wrong with a deployment that is ready. */
const DIAGNOSTIC_LEVELS = ["error", "warning"];
/** An error of a failed build, of which the first is why it failed, or a warning. @see Interface §2 (additive) */
const BuildDiagnostic = schemas/* looseObject */._H3({
    /** Absent is `error`. */
    level: schemas/* enum */.k5n(DIAGNOSTIC_LEVELS).optional(),
    /** What a warning is about, such as `missing_files`. */
    code: schemas/* string */.YjP().optional(),
    message: schemas/* string */.YjP(),
    file: schemas/* string */.YjP().optional(),
    /** From 1. */
    line: schemas/* int */.Whr().positive().optional(),
    /** From 1. */
    column: schemas/* int */.Whr().nonnegative().optional(),
    /** What to do about it, for an error that is known. */
    hint: schemas/* string */.YjP().optional(),
    /** Lines of the file around the place; the first is number `excerptStart`. */
    excerpt: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    excerptStart: schemas/* int */.Whr().positive().optional(),
    /** Number of its line in the log. */
    logLine: schemas/* int */.Whr().positive().optional(),
    /** Name of a value that the build needs and that can be set. */
    variable: schemas/* string */.YjP().optional(),
})
    .meta({ id: "BuildDiagnostic" });
/** Why the files of a deployment were removed. */
const REMOVAL_REASONS = ["expired", "pull_request_closed", "deleted", "site_archived"];
/** One build run of a site. @see Interface §2; fields after `previewUrl` are additive */
const Deployment = schemas/* looseObject */._H3({
    id: DeploymentId,
    siteId: schemas/* uuid */.uRe(),
    environment: schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    status: schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB),
    createdAt: iso/* datetime */.w$(),
    /** Fixed URL of this deployment; present on a ready preview. */
    previewUrl: schemas/* url */.OZ5().optional(),
    /** Present on a ready production deployment. */
    productionUrl: schemas/* url */.OZ5().optional(),
    commitSha: schemas/* string */.YjP().optional(),
    branch: schemas/* string */.YjP().optional(),
    /** What git says of the commit, once it was fetched. */
    commit: schemas/* looseObject */._H3({
        message: schemas/* string */.YjP(),
        /** Name of its author, as written in the commit, unverified. */
        author: schemas/* string */.YjP(),
    })
        .optional(),
    /** The pull request that a create request named, in its body or in the header `Greenroom-Pull-Request`. */
    pullRequest: schemas/* looseObject */._H3({ ...PullRequest.shape, url: schemas/* url */.OZ5().optional() }).optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The approved release request, on production deployments. */
    approvalRequestId: schemas/* string */.YjP().optional(),
    framework: schemas/* string */.YjP().optional(),
    /** The files were built elsewhere and uploaded; that they come from the commit is unverified. */
    prebuilt: schemas/* looseObject */._H3(upload.Prebuilt.shape).optional(),
    startedAt: iso/* datetime */.w$().optional(),
    finishedAt: iso/* datetime */.w$().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: schemas/* looseObject */._H3({ code: schemas/* enum */.k5n(errors/* BUILD_ERROR_CODES */.Nz), message: schemas/* string */.YjP() }).optional(),
    /** Errors of a failed build, the reason first, then warnings; of a ready one warnings alone. */
    diagnostics: schemas/* array */.YOg(BuildDiagnostic).optional(),
    /** How often a worker started it. */
    attempt: schemas/* int */.Whr().nonnegative().optional(),
    /** URLs that move with the branch. */
    aliases: schemas/* array */.YOg(schemas/* url */.OZ5()).optional(),
    /** When its files were removed: its URLs then answer 410, and it can no longer be released. */
    removedAt: iso/* datetime */.w$().optional(),
    /** Present with `removedAt`. */
    removedBecause: schemas/* enum */.k5n(REMOVAL_REASONS).optional(),
    /** A queued build that is over the budget of its author: when it starts by itself. A member can let it start now. */
    heldUntil: iso/* datetime */.w$().optional(),
    /** State of the review of a ready preview, in the response to GET /deployments/{deploymentId} only. */
    review: schemas/* enum */.k5n(review.REVIEW_STATUSES).optional(),
    /** Open threads of a preview and its branch, where there are any; in that response only. */
    comments: schemas/* looseObject */._H3({ open: schemas/* int */.Whr().positive(), blocking: schemas/* int */.Whr().nonnegative(), webUrl: schemas/* url */.OZ5() }).optional(),
    /** Page of the deployment with its log, for people who are signed in. */
    webUrl: schemas/* url */.OZ5().optional(),
})
    .meta({ id: "Deployment" });
const Branch = schemas/* string */.YjP()
    .min(1)
    .check((0,contract_text/* maxChars */.a7)(limits/* MAX_BRANCH_CHARS */.UH))
    .regex(limits/* BRANCH_PATTERN */.Gw, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a separate code.
 * @see Interface §4
 */
const CreateDeployment = schemas/* object */.Ikc({
    environment: schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    commitSha: schemas/* string */.YjP().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(128)).optional(),
    /** Additive; the same request with another title is still the same request. */
    pullRequest: PullRequest.optional(),
    /** Additive, with preview: nothing is built, the files are uploaded. */
    prebuilt: upload.Prebuilt.optional(),
})
    .meta({
    id: "CreateDeployment",
    description: "`prebuilt` goes with a preview only.",
    dependentSchemas: { prebuilt: { properties: { environment: { const: "preview" } } } },
});
/** Arguments of `create_preview`. [§1: schema outside the interface] */
const CreatePreviewArguments = schemas/* object */.Ikc({
    siteId: schemas/* uuid */.uRe(),
    ...CreateDeployment.pick({ commitSha: true, branch: true, pullRequest: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(255)),
});
/** A number in a query: decimal digits and nothing else, so that no reader of a URL takes it for another one. */
const PageSize = schemas/* preprocess */.vkY((value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value), schemas/* int */.Whr().min(1).max(limits/* MAX_PAGE_SIZE */.H4));
/** Fields of a query for one page of a list. */
const Page = {
    limit: PageSize.optional(),
    cursor: schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(512)).optional(),
};
const Instant = iso/* datetime */.w$({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the response is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms are in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = schemas/* object */.Ikc({
    siteId: schemas/* uuid */.uRe().optional(),
    environment: schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju).optional(),
    status: schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB).optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** What becomes of the previews of a pull request that was closed. */
const ClosedPullRequest = schemas/* looseObject */._H3({
    pullRequest: schemas/* int */.Whr().positive(),
    /** Ready previews that have its number; those that production uses by then stay. */
    previews: schemas/* int */.Whr().nonnegative(),
    /** From then on they are removed, unless one of the pull request is deployed before. */
    removeAt: iso/* datetime */.w$(),
})
    .meta({ id: "ClosedPullRequest" });

// EXTERNAL MODULE: ./build/packages/contract/person.js
var person = __webpack_require__(738);
;// CONCATENATED MODULE: ./build/packages/contract/approval.js







/** States of a production release request. [§3: not shown] */
const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"];
const APPROVAL_TRANSITIONS = {
    pending: ["approved", "rejected", "expired", "superseded"],
    approved: ["published", "expired"],
    published: [],
    rejected: [],
    expired: [],
    superseded: [],
};
/** Roles of a member of a workspace. [§5: names not shown] */
const ROLES = ["owner", "admin", "approver", "developer", "viewer"];
/** Roles that can decide a release request. [§5.8: names not shown] */
const APPROVAL_ROLES = ["owner", "admin", "approver"];
const Requester = schemas/* looseObject */._H3({ type: schemas/* enum */.k5n(["user", "token"]), id: schemas/* string */.YjP(), name: schemas/* string */.YjP() });
/** A person who requested the release on the web. */
const RequestingPerson = schemas/* looseObject */._H3({
    ...Requester.shape,
    userId: schemas/* uuid */.uRe(),
    userName: schemas/* string */.YjP(),
    reason: schemas/* string */.YjP().nullable(),
    at: iso/* datetime */.w$(),
});
/** A production release request, which a person approves or rejects. @see Interface §2 (fields: not shown) */
const Approval = schemas/* looseObject */._H3({
    id: schemas/* string */.YjP().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: schemas/* uuid */.uRe(),
    sourceDeploymentId: schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT),
    status: schemas/* enum */.k5n(APPROVAL_STATUSES),
    /** The person who requested it first, or the token that prepared it while no one has. */
    requestedBy: Requester,
    /** The person who requested it first, who cannot decide; null while it is only prepared. */
    originatingUserId: schemas/* uuid */.uRe().nullable(),
    requestedVia: schemas/* enum */.k5n(["web", "mcp"]),
    reason: schemas/* string */.YjP().nullable(),
    createdAt: iso/* datetime */.w$(),
    expiresAt: iso/* datetime */.w$(),
    decidedBy: person/* Person */._.nullable(),
    decidedAt: iso/* datetime */.w$().nullable(),
    notes: schemas/* string */.YjP().nullable(),
    /** The production deployment it led to. */
    deploymentId: schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT).nullable(),
    /** Where a person approves or rejects it. */
    webApprovalUrl: schemas/* url */.OZ5(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: schemas/* string */.YjP().nullable().optional(),
    /** Members who can decide it now; 0 means no one. */
    deciders: schemas/* int */.Whr().nonnegative().optional(),
    /** Everyone who asked, in the order they asked; no one of them can decide. [additive] */
    requesters: schemas/* array */.YOg(RequestingPerson).optional(),
    /** No one has requested the release yet, so no one can decide it: a person requests it at `webApprovalUrl`. */
    prepared: schemas/* boolean */.zMY().optional(),
    /** When it was first requested; null while it is only prepared. */
    announcedAt: iso/* datetime */.w$().nullable().optional(),
    supersededBy: schemas/* looseObject */._H3({ id: schemas/* string */.YjP(), webApprovalUrl: schemas/* url */.OZ5() }).nullable().optional(),
    /** A newer ready preview of the same branch, while the request is open; only where one request is read. */
    newerPreview: schemas/* looseObject */._H3({ deploymentId: schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT), webUrl: schemas/* url */.OZ5() })
        .nullable()
        .optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a release request. */
const ReceivedApproval = (0,as_received/* asReceived */.i)(Approval, ["id", "status"]);
/** What a person can decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** The comparison that was looked at; without one, what is live when the second factor is given counts. [additive] */
const ComparisonId = schemas/* string */.YjP().regex(/^cmp_[0-9a-z]{26}$/);
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = schemas/* object */.Ikc({
    decision: schemas/* enum */.k5n(DECISIONS),
    notes: schemas/* string */.YjP().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
    /** Approves although these open threads block it; names all that block it. [additive] */
    override: schemas/* object */.Ikc({
        threads: schemas/* array */.YOg(comment.CommentId).min(1).max(100),
        reason: (0,contract_text/* requiredText */.$4)(MAX_NOTES_CHARS),
    })
        .optional(),
})
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({
    id: "DecideApproval",
    description: "`notes` says why a release is rejected; only `approve` goes without.",
    if: { properties: { decision: { const: "approve" } } },
    else: { required: ["notes"], properties: { notes: { pattern: "\\S" } } },
});
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = schemas/* object */.Ikc({
    siteId: schemas/* uuid */.uRe(),
    sourceDeploymentId: schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(128)),
    reason: schemas/* string */.YjP().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
})
    .meta({ id: "RequestApproval" });
/** Query of the list of release requests, in the same two forms. [additive] */
const ListApprovals = schemas/* object */.Ikc({ siteId: schemas/* uuid */.uRe().optional(), status: schemas/* enum */.k5n(APPROVAL_STATUSES).optional(), ...Page })
    .meta({ id: "ListApprovals" });
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = schemas/* object */.Ikc({
    siteId: schemas/* uuid */.uRe(),
    sourceDeploymentId: schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(128)),
    reason: schemas/* string */.YjP().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    intent: schemas/* enum */.k5n(["prepare", "release"])
        .optional()
        .describe("With prepare the release is not listed and no one is notified; otherwise it is listed as one to request, and those who may request it are notified. Either way it cannot be decided until a person requests it at the link."),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = schemas/* looseObject */._H3({
    /** Deep link to the web approval screen. */
    webApprovalUrl: schemas/* string */.YjP(),
    requestId: schemas/* string */.YjP().optional(),
    status: schemas/* string */.YjP().optional(),
    expiresAt: schemas/* string */.YjP().optional(),
    /** No one has requested the release yet: a person does at `webApprovalUrl`. */
    prepared: schemas/* boolean */.zMY().optional(),
});


/***/ }),

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ asReceived)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

/**
 * Makes of the schema of a resource what a client reads by: a service may add fields and words, and leave out fields of its
 * own. A field in another shape counts as left out, unless it is one of the sure ones.
 * @param sure Fields without which a record is none.
 * @see Interface §9 (clients ignore unknown fields)
 */
function asReceived({ shape }, sure) {
    const names = sure;
    const fields = Object.entries(loosened(shape)).map(([name, field]) => [
        name,
        names.includes(name) ? field : field.nullish().catch(undefined),
    ]);
    return zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3(Object.fromEntries(fields));
}
function loosened(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, loose(field)]));
}
function loose(type) {
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodObject */ .bvH)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3(loosened(type.shape));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodArray */ .naA)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(loose(type.element));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodOptional */ .IiU)
        return loose(type.unwrap()).optional();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodNullable */ .l1C)
        return loose(type.unwrap()).nullable();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodNumber */ .rSt)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodString */ .NDH || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodStringFormat */ .EB4 || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodEnum */ .Vb4)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP();
    return type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodType */ .aRx ? type : zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J();
}


/***/ }),

/***/ 2054:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  AUTHOR_KINDS: () => (/* binding */ AUTHOR_KINDS),
  Anchor: () => (/* binding */ Anchor),
  ChangeComment: () => (/* binding */ ChangeComment),
  Comment: () => (/* binding */ Comment),
  CommentAuthor: () => (/* binding */ CommentAuthor),
  CommentId: () => (/* binding */ CommentId),
  CommentThread: () => (/* binding */ CommentThread),
  CreateComment: () => (/* binding */ CreateComment),
  ListComments: () => (/* binding */ ListComments),
  MAX_ANCHOR_CHARS: () => (/* binding */ MAX_ANCHOR_CHARS),
  MAX_COMMENT_CHARS: () => (/* binding */ MAX_COMMENT_CHARS),
  MAX_GUEST_NAME_CHARS: () => (/* binding */ MAX_GUEST_NAME_CHARS),
  MAX_LISTED_COMMENTS: () => (/* binding */ MAX_LISTED_COMMENTS),
  MAX_THREADS: () => (/* binding */ MAX_THREADS),
  MAX_THREAD_COMMENTS: () => (/* binding */ MAX_THREAD_COMMENTS),
  ReceivedThread: () => (/* binding */ ReceivedThread),
  THREAD_STATUSES: () => (/* binding */ THREAD_STATUSES)
});

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

// EXTERNAL MODULE: ./build/packages/contract/as-received.js
var as_received = __webpack_require__(5139);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
// EXTERNAL MODULE: ./build/packages/contract/text.js
var contract_text = __webpack_require__(3216);
;// CONCATENATED MODULE: ./build/packages/contract/comment.js




/** Longest text of a comment, characters. */
const MAX_COMMENT_CHARS = 10_000;
/** Most comments of a thread, deleted ones included. */
const MAX_THREAD_COMMENTS = 100;
/** Most threads on a page of their list; also how many without `limit`. */
const MAX_THREADS = 50;
/** Comments of a thread in a list: its first one, and the newest. */
const MAX_LISTED_COMMENTS = 10;
/** Longest anchor, characters of JSON. */
const MAX_ANCHOR_CHARS = 4096;
/** Longest name that a guest types, characters. */
const MAX_GUEST_NAME_CHARS = 60;
/** Whether a thread waits for something. */
const THREAD_STATUSES = ["open", "resolved"];
/** Who wrote: a signed-in member, a visitor with a share link, a program with a token, or an account of GitHub. */
const AUTHOR_KINDS = ["person", "guest", "agent", "github"];
const PERCENT = String.raw `\d{1,3}(?:\.\d{1,4})?`;
/**
 * Where on a page a thread is pinned: the same place by up to three selectors, the surest first; none is the whole page.
 * @see Web Annotation Data Model §4.2
 */
const Anchor = classic_schemas/* array */.YOg(classic_schemas/* discriminatedUnion */.gMt("type", [
    classic_schemas/* object */.Ikc({ type: classic_schemas/* literal */.euz("CssSelector"), value: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(1000)) }),
    classic_schemas/* object */.Ikc({
        type: classic_schemas/* literal */.euz("TextQuoteSelector"),
        exact: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(200)),
        prefix: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(100)).optional(),
        suffix: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(100)).optional(),
    }),
    /** A rectangle in percent of the whole page. [Media Fragments §4.2.2] */
    classic_schemas/* object */.Ikc({
        type: classic_schemas/* literal */.euz("FragmentSelector"),
        conformsTo: classic_schemas/* literal */.euz("http://www.w3.org/TR/media-frags/"),
        value: classic_schemas/* string */.YjP().regex(new RegExp(`^xywh=percent:(?:${PERCENT},){3}${PERCENT}$`)),
    }),
]))
    .max(3)
    .refine((anchor) => (0,limits/* characters */.hg)(JSON.stringify(anchor)) <= MAX_ANCHOR_CHARS, {
    message: `must be at most ${MAX_ANCHOR_CHARS} characters of JSON`,
})
    .meta({ id: "Anchor", description: `At most ${MAX_ANCHOR_CHARS} characters of JSON.` });
/** A comment, and the thread that begins with it. */
const CommentId = classic_schemas/* string */.YjP().regex(/^cmt_[0-9a-z]{26}$/, "must be the id of a comment");
const DeploymentId = classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT, "must be the id of a deployment");
/** A path of a site, as a visitor opens it. */
const PagePath = classic_schemas/* string */.YjP()
    .check((0,contract_text/* maxChars */.a7)(1024))
    .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be a path that begins with one slash");
/** Who wrote; the name as it was then. */
const CommentAuthor = classic_schemas/* looseObject */._H3({
    kind: classic_schemas/* enum */.k5n(AUTHOR_KINDS),
    /** Of the person or the token; null for a guest, whose name is only what they typed, and on GitHub. */
    id: classic_schemas/* uuid */.uRe().nullable(),
    name: classic_schemas/* string */.YjP(),
});
const Comment = classic_schemas/* looseObject */._H3({
    id: CommentId,
    author: CommentAuthor,
    /** Markdown, not to be trusted; null once it was deleted. */
    body: classic_schemas/* string */.YjP().nullable(),
    createdAt: iso/* datetime */.w$(),
    editedAt: iso/* datetime */.w$().nullable(),
    deletedAt: iso/* datetime */.w$().nullable(),
})
    .meta({ id: "Comment" });
const Commit = classic_schemas/* string */.YjP().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be a commit id of 7 to 64 hexadecimal digits");
const Resolution = classic_schemas/* looseObject */._H3({ by: CommentAuthor, at: iso/* datetime */.w$(), commit: classic_schemas/* string */.YjP().nullable() });
/** What people, guests and agents say about one place of a page, on one preview and the next ones of its branch. */
const CommentThread = classic_schemas/* looseObject */._H3({
    /** That of its first comment. */
    id: CommentId,
    siteId: classic_schemas/* uuid */.uRe(),
    /** The preview it was made on. */
    deploymentId: DeploymentId,
    branch: classic_schemas/* string */.YjP().nullable(),
    pullRequest: classic_schemas/* int */.Whr().positive().nullable(),
    path: classic_schemas/* string */.YjP(),
    anchor: Anchor,
    /** Of the page when it was pinned, CSS pixels. */
    width: classic_schemas/* int */.Whr().positive().nullable(),
    /** While it is open, releases of its branch are not approved. */
    blocks: classic_schemas/* boolean */.zMY(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES),
    /** With `resolved`. */
    resolved: Resolution.nullable(),
    /** An agent says that it is done; a person accepts it by resolving, or rejects it by reopening. */
    proposed: Resolution.nullable(),
    createdAt: iso/* datetime */.w$(),
    updatedAt: iso/* datetime */.w$(),
    comments: classic_schemas/* array */.YOg(Comment),
    /** In a list: how many stand between the first comment and the others. Ask for the `thread` to read all. */
    commentsLeftOut: classic_schemas/* int */.Whr().nonnegative(),
    /** Where people read and answer. */
    webUrl: classic_schemas/* url */.OZ5(),
})
    .meta({ id: "CommentThread" });
/** Query of the list of threads, newest first, in pages. */
const ListComments = classic_schemas/* object */.Ikc({
    /** Those made on it, and the open ones of its branch. */
    deployment: DeploymentId.optional(),
    branch: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(limits/* MAX_BRANCH_CHARS */.UH)).optional(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES).optional(),
    /** Only this one, with all of its comments. */
    thread: CommentId.optional(),
    /** With `annotations` each thread is an annotation of the W3C, to take elsewhere. */
    format: classic_schemas/* enum */.k5n(["threads", "annotations"]).default("threads"),
    limit: number().int().min(1).max(MAX_THREADS).default(MAX_THREADS),
    cursor: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(512)).optional(),
})
    .meta({ id: "ListComments" });
const Body = (0,contract_text/* requiredText */.$4)(MAX_COMMENT_CHARS);
/** Body of POST /sites/{siteId}/comments: a reply with `threadId`, else a new thread on the preview `deploymentId`. */
const CreateComment = classic_schemas/* object */.Ikc({
    threadId: CommentId.optional(),
    deploymentId: DeploymentId.optional(),
    path: PagePath.optional(),
    anchor: Anchor.optional(),
    width: classic_schemas/* int */.Whr().min(100).max(10_000).optional(),
    /** Only people block. */
    blocks: classic_schemas/* boolean */.zMY().optional(),
    body: Body,
})
    .refine(({ threadId, deploymentId }) => (threadId === undefined) !== (deploymentId === undefined), {
    message: "must have either threadId, to reply, or deploymentId, to start a thread",
})
    .meta({
    id: "CreateComment",
    description: "With `threadId` it replies; with `deploymentId` it starts a thread.",
    not: { required: ["threadId", "deploymentId"] },
    if: { required: ["threadId"] },
    else: { required: ["deploymentId"] },
});
const CHANGES = ["body", "deleted", "status", "blocks"];
/**
 * Body of PATCH /sites/{siteId}/comments/{commentId}: one change at a time. `status` and `blocks` are of the comment's
 * thread.
 */
const ChangeComment = classic_schemas/* object */.Ikc({
    body: Body.optional(),
    /** With `body`: the `editedAt` that the writer has seen; without it the last write counts. */
    editedAt: iso/* datetime */.w$().nullable().optional(),
    deleted: classic_schemas/* literal */.euz(true).optional(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES).optional(),
    /** With `resolved`: the commit that did it. */
    commit: Commit.optional(),
    blocks: classic_schemas/* boolean */.zMY().optional(),
})
    .refine((change) => CHANGES.filter((name) => change[name] !== undefined).length === 1, {
    message: "must have exactly one of body, deleted, status and blocks",
})
    .meta({
    id: "ChangeComment",
    description: "Exactly one of `body`, `deleted`, `status` and `blocks`.",
    // Below `else`, where generators of clients leave the type as it is.
    if: { not: {} },
    else: { oneOf: CHANGES.map((name) => ({ required: [name] })) },
});
/** What a client reads of a thread. */
const ReceivedThread = (0,as_received/* asReceived */.i)(CommentThread, ["id", "path", "status", "comments"]);


/***/ }),

/***/ 9690:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CurrentToken: () => (/* binding */ CurrentToken),
/* harmony export */   ReceivedCurrentToken: () => (/* binding */ ReceivedCurrentToken)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4377);
/* harmony import */ var _approval_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7562);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _scopes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6994);
/* harmony import */ var _token_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1634);





const Named = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * The token that a request was sent with: what it can do, where, and who is behind it.
 * @see Interface §5.2 (additive)
 */
const CurrentToken = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_token_js__WEBPACK_IMPORTED_MODULE_1__/* .TOKEN_KINDS */ .oq),
    scopes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_scopes_js__WEBPACK_IMPORTED_MODULE_2__/* .SCOPES */ .i)),
    /** Runs name a site as the slug of its workspace, a slash, and its own. */
    workspace: Named.extend({ slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
    /** Projects of the workspace, oldest first; none for a token of one site. */
    projects: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Named),
    /** The only site it is good for; null when it is good for the whole workspace. */
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** The member whose requests these are; null for a token without an owner and for one of a trust rule. */
    user: Named.extend({ role: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_approval_js__WEBPACK_IMPORTED_MODULE_3__.ROLES) }).nullable(),
    /** Null when it does not expire. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_4__/* .datetime */ .w$().nullable(),
})
    .meta({ id: "CurrentToken" });
const ReceivedCurrentToken = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CurrentToken, ["name", "scopes", "workspace"]);


/***/ }),

/***/ 738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ Person)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

/** Who did something, as members see them. */
const Person = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });


/***/ }),

/***/ 1815:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FINDING_STATES: () => (/* binding */ FINDING_STATES),
/* harmony export */   MAX_BOXES: () => (/* binding */ MAX_BOXES),
/* harmony export */   PAGE_CHANGES: () => (/* binding */ PAGE_CHANGES),
/* harmony export */   REVIEW_STATUSES: () => (/* binding */ REVIEW_STATUSES),
/* harmony export */   REVIEW_WIDTHS: () => (/* binding */ REVIEW_WIDTHS),
/* harmony export */   ReceivedReview: () => (/* binding */ ReceivedReview),
/* harmony export */   Review: () => (/* binding */ Review),
/* harmony export */   WHY_NOT_RENDERED: () => (/* binding */ WHY_NOT_RENDERED)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** States of the review of a preview: `pending` until it is done, `unavailable` where none is made. */
const REVIEW_STATUSES = ["pending", "ready", "failed", "unavailable"];
/** Widths at which pages are rendered, CSS pixels. */
const REVIEW_WIDTHS = [1280, 390];
/** How a page changed; `unchanged`: it was rendered, and nothing that people see differs. */
const PAGE_CHANGES = ["changed", "added", "removed", "unchanged"];
/** Whether a finding is new in the preview, or was only in what was live. */
const FINDING_STATES = ["new", "fixed"];
const State = zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(FINDING_STATES);
const Digest = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^[0-9a-f]{64}$/);
const Count = zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative();
const Rectangle = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ x: Count, y: Count, width: Count, height: Count });
const Rows = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ y: Count, height: Count });
/** Most changed, and most unstable regions of a picture. */
const MAX_BOXES = 50;
/** Why a page that differs in its files has no pictures: over the number of pages, out of time, or it failed. */
const WHY_NOT_RENDERED = ["limit", "time", "failed"];
/** Pictures of a page at one width; the digests name them at `…/review/pictures/{sha256}.png`. */
const Pictures = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    width: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().positive(),
    /** Colours that visitors ask for; absent: light. Only where the page looks different in them. */
    scheme: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("dark").optional(),
    /** Of the page after, or before where it is gone, CSS pixels, before the picture was cut. */
    height: Count,
    before: Digest.optional(),
    after: Digest.optional(),
    /** The page before, faded, with every changed pixel marked, equal rows side by side; absent when nothing differs. */
    difference: Digest.optional(),
    /** Changed regions, top to bottom, as each picture shows them; of no height where one has nothing there. */
    boxes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ x: Count, width: Count, before: Rows, after: Rows })).optional(),
    /** Regions that differ from themselves each time they are rendered; they count as no change. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rectangle), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rectangle) }).optional(),
    /** Share of pixels that differ, 0 to 1; absent without a picture of both. */
    changedShare: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().min(0).max(1).optional(),
    cut: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
});
/** Bytes of the files a page loads, uncompressed. */
const Weight = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ scripts: Count, styles: Count, images: Count, fonts: Count, other: Count });
const WeightPair = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: Weight.optional(), after: Weight.optional() });
const Page = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Of the URL, with its leading slash. */
    path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    change: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(PAGE_CHANGES),
    /** Something in it differs each time it is rendered, and was left out. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
    /** What differs in the visible text, in order, with a line around each change. */
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["added", "removed", "same"]), text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    pictures: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Pictures),
    /** Digests of small pictures of its top, WebP of 480 by 300 pixels. */
    thumbnails: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: Digest.optional(), after: Digest.optional() }).optional(),
    /** The same for a comment, as `thumbnailUrl` of the review. */
    thumbnailUrls: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional() }).optional(),
    /** What kept the page from being rendered as people would see it. */
    problems: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ side: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["before", "after"]), code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    /** Errors in the console and exceptions that nothing caught. */
    errors: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ state: State, message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    /** Findings of axe-core. */
    accessibility: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ state: State, rule: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), impact: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), help: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), target: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    weight: WeightPair,
    /** Hosts the page asks for something; nothing was fetched. */
    thirdParty: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
});
const Rule = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["redirect", "header"]),
    /** Paths it is for, as the manifest writes them. */
    source: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    before: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    after: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
/** What a preview changes against what was live when it became ready, as people see it. @see Interface §9 (additive) */
const Review = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** The preview; for a production deployment the one it was made from. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(REVIEW_STATUSES),
    /** Names what was compared; a decision may say that it is about it. */
    comparison: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** Why there is no review, or what it leaves out. */
    message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
    /** What it was compared with, null when nothing was live; `current`: it still is what is live. */
    live: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
        commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        current: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(),
        /** Of the live site; absent when nothing is live any more. */
        url: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    })
        .nullish(),
    /** With `ready`. */
    summary: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        /** Pages that look different, or have other findings. */
        changed: Count,
        /** Pages that come and go, rendered or not. */
        added: Count,
        removed: Count,
        /** Pages whose files differ, and which were not rendered. */
        notRendered: Count,
        files: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ added: Count, changed: Count, removed: Count }).optional(),
        brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        errors: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        accessibility: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        /** Of the rendered pages that exist before and after. */
        weight: WeightPair,
    })
        .optional(),
    /** The front page, then those that change most. */
    pages: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Page).optional(),
    /** Paths of pages that were not rendered, and how they changed. */
    notRendered: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        change: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(PAGE_CHANGES),
        why: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(WHY_NOT_RENDERED).optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    }))
        .optional(),
    /** What a release of it would take back of former releases, in words; absent for nothing. */
    takesBack: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** Links inside the site that lead nowhere, and files that are missing. */
    brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        state: State,
        kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["link", "file", "anchor"]),
        page: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        target: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    }))
        .optional(),
    /**
     * Picture of the front page, 480 by 300 pixels, for a comment: anyone who has the URL can fetch it. Absent
     * unless the operator lets previews be seen so.
     */
    thumbnailUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    rules: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rule).optional(),
})
    .meta({ id: "Review" });
const ReceivedReview = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_3__/* .asReceived */ .i)(Review, ["deploymentId", "status"]);


/***/ }),

/***/ 6994:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ TRUST_SCOPES),
/* harmony export */   i: () => (/* binding */ SCOPES)
/* harmony export */ });
/** What a token can do; one verb for each group of routes. There is no scope to approve. [§5.7: names not shown] */
const SCOPES = [
    "sites:read",
    "sites:write",
    "deployments:read",
    "deployments:write",
    "targets:read",
    "targets:write",
    "approvals:read",
    "publish:request",
    "comments:read",
    "comments:write",
];
/** Scopes that a token of a trust rule can have: what a run needs for one site, and nothing that changes sites. */
const TRUST_SCOPES = [
    "sites:read",
    "deployments:read",
    "deployments:write",
    "approvals:read",
    "publish:request",
];


/***/ }),

/***/ 3216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ requiredText),
/* harmony export */   Q_: () => (/* binding */ requiredLine),
/* harmony export */   a7: () => (/* binding */ maxChars)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4890);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2857);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);


/**
 * A check of the longest text, which counts characters as the document of the interface does; `max` of a schema counts
 * the UTF-16 units of JavaScript, of which an emoji takes two.
 * @see JSON Schema validation §6.3.1
 */
function maxChars(maximum) {
    const check = new zod__WEBPACK_IMPORTED_MODULE_0__/* .$ZodCheckMaxLength */ .Yk({ check: "max_length", maximum });
    check._zod.check = ({ value, issues }) => {
        // Runs on any value with a length, such as an object that has a field of this name.
        if (typeof value !== "string" || (0,_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .characters */ .hg)(value) <= maximum)
            return;
        issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value, inst: check });
    };
    return check;
}
/** A text with more than white space, which is cut off at both ends. */
function requiredText(maximum) {
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().trim().regex(/\S/, "must not be empty").check(maxChars(maximum));
}
/** As {@link requiredText}, of one line: no control characters, and no line breaks of any script. */
function requiredLine(maximum) {
    const pattern = /^\s*[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()
        .trim()
        .regex(pattern, "must be one line, not empty, without control characters")
        .check(maxChars(maximum));
}


/***/ }),

/***/ 7638:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Prebuilt: () => (/* binding */ Prebuilt),
/* harmony export */   Upload: () => (/* binding */ Upload),
/* harmony export */   UploadList: () => (/* binding */ UploadList),
/* harmony export */   UploadParts: () => (/* binding */ UploadParts),
/* harmony export */   UploadedFiles: () => (/* binding */ UploadedFiles)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _upload_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4);


const Sha256 = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .SHA256_PATTERN */ .jU, "must be a SHA-256 in lower-case hexadecimal");
/** What a create request says of files that were built elsewhere; they are uploaded after it. */
const Prebuilt = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    sha256: Sha256,
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().positive(),
    bytes: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
});
/** How far the upload of a deployment is. @see Interface §4 (additive) */
const Upload = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** `waiting` for the list of files, `open` for files, or `complete`. */
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["waiting", "open", "complete"]),
    /** SHA-256 of files to send; the first ones when there are many. Empty while the list is awaited. */
    missing: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Sha256),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
})
    .meta({ id: "Upload" });
const UploadedFiles = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Files that are whole now. */
    stored: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Files of which a part is there: send them on from this offset. */
    partial: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: Sha256, have: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative() })),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
})
    .meta({ id: "UploadedFiles" });
/**
 * The list of files, in UTF-8: a line for each, sorted by path, as `<sha256> <size> <path as a JSON string>`. Described as
 * bytes, which generators of clients know; `text/plain` is accepted too.
 */
const UploadList = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_LIST_BYTES */ .Cb).meta({ id: "UploadList", format: "binary" });
/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
const UploadParts = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PART_BYTES */ .tZ + _upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_UPLOAD_FILES_A_REQUEST */ .HD * 128)
    .meta({ id: "UploadParts", format: "binary" });


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
