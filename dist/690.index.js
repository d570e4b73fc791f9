export const id = 690;
export const ids = [690,815,562,466,638];
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

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(5156);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./build/packages/contract/as-received.js
var as_received = __webpack_require__(5139);
// EXTERNAL MODULE: ./build/packages/contract/comment.js
var comment = __webpack_require__(6466);
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








const DeploymentId = schemas.string().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT);
/** A pull request as the client of a create request names it: a label, which nothing is decided by. */
const PullRequest = schemas.object({
    number: schemas.int().positive().max(label/* MAX_PULL_REQUEST_NUMBER */.xY),
    /** One line is kept, up to 256 characters; empty when the client did not know it. */
    title: schemas.string().check((0,contract_text/* maxChars */.a7)(4_096)),
});
/** How grave a diagnostic is: what a build failed with, or what may be wrong with a deployment that is ready. */
const DIAGNOSTIC_LEVELS = ["error", "warning"];
/**
 * An error of a failed build, of which the first is why it failed, or a warning.
 * @see Interface §2 (additive)
 */
const BuildDiagnostic = schemas.looseObject({
    /** Absent is `error`. */
    level: schemas["enum"](DIAGNOSTIC_LEVELS).optional(),
    /** What a warning is about, such as `missing_files`. */
    code: schemas.string().optional(),
    message: schemas.string(),
    file: schemas.string().optional(),
    /** From 1. */
    line: schemas.int().positive().optional(),
    /** From 1. */
    column: schemas.int().nonnegative().optional(),
    /** What to do about it, for an error that is known. */
    hint: schemas.string().optional(),
    /** Lines of the file around the place; the first is number `excerptStart`. */
    excerpt: schemas.array(schemas.string()).optional(),
    excerptStart: schemas.int().positive().optional(),
    /** Number of its line in the log. */
    logLine: schemas.int().positive().optional(),
    /** Name of a value that the build needs and that can be set. */
    variable: schemas.string().optional(),
})
    .meta({ id: "BuildDiagnostic" });
/** Why the files of a deployment were removed. */
const REMOVAL_REASONS = ["expired", "pull_request_closed", "deleted", "site_archived"];
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = schemas.looseObject({
    id: DeploymentId,
    siteId: schemas.uuid(),
    environment: schemas["enum"](contract_status/* ENVIRONMENTS */.ju),
    status: schemas["enum"](contract_status/* DEPLOYMENT_STATUSES */.PB),
    createdAt: iso.datetime(),
    /** Fixed URL of this deployment; present on a ready preview. */
    previewUrl: schemas.url().optional(),
    /** Present on a ready production deployment. */
    productionUrl: schemas.url().optional(),
    commitSha: schemas.string().optional(),
    branch: schemas.string().optional(),
    /** What git says of the commit, once it was fetched. */
    commit: schemas.looseObject({
        message: schemas.string(),
        /** Name of its author, as written in the commit, unverified. */
        author: schemas.string(),
    })
        .optional(),
    /** The pull request that a create request named, in its body or in the header `Greenroom-Pull-Request`. */
    pullRequest: schemas.looseObject({ ...PullRequest.shape, url: schemas.url().optional() }).optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The approved release request, on production deployments. */
    approvalRequestId: schemas.string().optional(),
    framework: schemas.string().optional(),
    /** The files were built elsewhere and uploaded; that they come from the commit is unverified. */
    prebuilt: schemas.looseObject(upload.Prebuilt.shape).optional(),
    startedAt: iso.datetime().optional(),
    finishedAt: iso.datetime().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: schemas.looseObject({ code: schemas["enum"](errors/* BUILD_ERROR_CODES */.Nz), message: schemas.string() }).optional(),
    /** Errors of a failed build, the reason first, then warnings; of a ready one warnings alone. */
    diagnostics: schemas.array(BuildDiagnostic).optional(),
    /** How often a worker started it. */
    attempt: schemas.int().nonnegative().optional(),
    /** URLs that move with the branch. */
    aliases: schemas.array(schemas.url()).optional(),
    /** When its files were removed: its URLs then answer 410, and it can no longer be released. */
    removedAt: iso.datetime().optional(),
    /** Present with `removedAt`. */
    removedBecause: schemas["enum"](REMOVAL_REASONS).optional(),
    /** A queued build that is over the budget of its author: when it starts by itself. A member can let it start now. */
    heldUntil: iso.datetime().optional(),
    /** State of the review of a ready preview, in the response to GET /deployments/{deploymentId} only. */
    review: schemas["enum"](review.REVIEW_STATUSES).optional(),
    /** Open threads of a preview and its branch, where there are any; in that response only. */
    comments: schemas.looseObject({ open: schemas.int().positive(), blocking: schemas.int().nonnegative(), webUrl: schemas.url() }).optional(),
    /** Page of the deployment with its log, for people who are signed in. */
    webUrl: schemas.url().optional(),
})
    .meta({ id: "Deployment" });
const Branch = schemas.string()
    .min(1)
    .check((0,contract_text/* maxChars */.a7)(limits/* MAX_BRANCH_CHARS */.UH))
    .regex(limits/* BRANCH_PATTERN */.Gw, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a separate code.
 * @see Interface §4
 */
const CreateDeployment = schemas.object({
    environment: schemas["enum"](contract_status/* ENVIRONMENTS */.ju),
    commitSha: schemas.string().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: schemas.string().min(1).check((0,contract_text/* maxChars */.a7)(128)).optional(),
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
const CreatePreviewArguments = schemas.object({
    siteId: schemas.uuid(),
    ...CreateDeployment.pick({ commitSha: true, branch: true, pullRequest: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: schemas.string().min(1).check((0,contract_text/* maxChars */.a7)(255)),
});
/** A number in a query: decimal digits and nothing else, so that no reader of a URL takes it for another one. */
const PageSize = schemas.preprocess((value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value), schemas.int().min(1).max(limits/* MAX_PAGE_SIZE */.H4));
/** Fields of a query for one page of a list. */
const Page = {
    limit: PageSize.optional(),
    cursor: schemas.string().min(1).check((0,contract_text/* maxChars */.a7)(512)).optional(),
};
const Instant = iso.datetime({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the response is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms are in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = schemas.object({
    siteId: schemas.uuid().optional(),
    environment: schemas["enum"](contract_status/* ENVIRONMENTS */.ju).optional(),
    status: schemas["enum"](contract_status/* DEPLOYMENT_STATUSES */.PB).optional(),
    since: Instant.optional(),
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** What becomes of the previews of a pull request that was closed. */
const ClosedPullRequest = schemas.looseObject({
    pullRequest: schemas.int().positive(),
    /** Ready previews that have its number; those that production uses by then stay. */
    previews: schemas.int().nonnegative(),
    /** From then on they are removed, unless one of the pull request is deployed before. */
    removeAt: iso.datetime(),
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
const Requester = schemas.looseObject({ type: schemas["enum"](["user", "token"]), id: schemas.string(), name: schemas.string() });
/** A person who requested the release on the web. */
const RequestingPerson = schemas.looseObject({
    ...Requester.shape,
    userId: schemas.uuid(),
    userName: schemas.string(),
    reason: schemas.string().nullable(),
    at: iso.datetime(),
});
/**
 * A production release request, which a person approves or rejects.
 * @see Interface §2 (fields: not shown)
 */
const Approval = schemas.looseObject({
    id: schemas.string().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: schemas.uuid(),
    sourceDeploymentId: schemas.string().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT),
    status: schemas["enum"](APPROVAL_STATUSES),
    /** The person who requested it first, or the token that prepared it while no one has. */
    requestedBy: Requester,
    /** The person who requested it first, who cannot decide; null while it is only prepared. */
    originatingUserId: schemas.uuid().nullable(),
    requestedVia: schemas["enum"](["web", "mcp"]),
    reason: schemas.string().nullable(),
    createdAt: iso.datetime(),
    expiresAt: iso.datetime(),
    decidedBy: person/* Person */._.nullable(),
    decidedAt: iso.datetime().nullable(),
    notes: schemas.string().nullable(),
    /** The production deployment it led to. */
    deploymentId: schemas.string().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT).nullable(),
    /** Where a person approves or rejects it. */
    webApprovalUrl: schemas.url(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: schemas.string().nullable().optional(),
    /** Members who can decide it now; 0 means no one. */
    deciders: schemas.int().nonnegative().optional(),
    /** Everyone who asked, in the order they asked; no one of them can decide. [additive] */
    requesters: schemas.array(RequestingPerson).optional(),
    /** No one has requested the release yet, so no one can decide it: a person requests it at `webApprovalUrl`. */
    prepared: schemas.boolean().optional(),
    /** When it was first requested; null while it is only prepared. */
    announcedAt: iso.datetime().nullable().optional(),
    supersededBy: schemas.looseObject({ id: schemas.string(), webApprovalUrl: schemas.url() }).nullable().optional(),
    /** A newer ready preview of the same branch, while the request is open; only where one request is read. */
    newerPreview: schemas.looseObject({ deploymentId: schemas.string().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT), webUrl: schemas.url() })
        .nullable()
        .optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a release request. */
const ReceivedApproval = (0,as_received/* asReceived */.i)(Approval, ["id", "status"]);
/** What a person can decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** The comparison that was looked at; without one, what is live when the second factor is given counts. [additive] */
const ComparisonId = schemas.string().regex(/^cmp_[0-9a-z]{26}$/);
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = schemas.object({
    decision: schemas["enum"](DECISIONS),
    notes: schemas.string().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
    /** Approves although these open threads block it; names all that block it. [additive] */
    override: schemas.object({
        threads: schemas.array(comment.CommentId).min(1).max(100),
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
const RequestApproval = schemas.object({
    siteId: schemas.uuid(),
    sourceDeploymentId: schemas.string().min(1).check((0,contract_text/* maxChars */.a7)(128)),
    reason: schemas.string().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
})
    .meta({ id: "RequestApproval" });
/** Query of the list of release requests, in the same two forms. [additive] */
const ListApprovals = schemas.object({ siteId: schemas.uuid().optional(), status: schemas["enum"](APPROVAL_STATUSES).optional(), ...Page })
    .meta({ id: "ListApprovals" });
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = schemas.object({
    siteId: schemas.uuid(),
    sourceDeploymentId: schemas.string().min(1).check((0,contract_text/* maxChars */.a7)(128)),
    reason: schemas.string().trim().check((0,contract_text/* maxChars */.a7)(MAX_NOTES_CHARS)).optional(),
    intent: schemas["enum"](["prepare", "release"])
        .optional()
        .describe("With prepare the release is not listed and no one is notified; otherwise it is listed as one to request, and those who may request it are notified. Either way it cannot be decided until a person requests it at the link."),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = schemas.looseObject({
    /** Deep link to the web approval screen. */
    webApprovalUrl: schemas.string(),
    requestId: schemas.string().optional(),
    status: schemas.string().optional(),
    expiresAt: schemas.string().optional(),
    /** No one has requested the release yet: a person does at `webApprovalUrl`. */
    prepared: schemas.boolean().optional(),
});


/***/ }),

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ asReceived)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);

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
    return zod__WEBPACK_IMPORTED_MODULE_0__.looseObject(Object.fromEntries(fields));
}
function loosened(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, loose(field)]));
}
function loose(type) {
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodObject)
        return zod__WEBPACK_IMPORTED_MODULE_0__.looseObject(loosened(type.shape));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodArray)
        return zod__WEBPACK_IMPORTED_MODULE_0__.array(loose(type.element));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodOptional)
        return loose(type.unwrap()).optional();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodNullable)
        return loose(type.unwrap()).nullable();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodNumber)
        return zod__WEBPACK_IMPORTED_MODULE_0__.number();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodString || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodStringFormat || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodEnum)
        return zod__WEBPACK_IMPORTED_MODULE_0__.string();
    return type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodType ? type : zod__WEBPACK_IMPORTED_MODULE_0__.unknown();
}


/***/ }),

/***/ 6466:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AUTHOR_KINDS: () => (/* binding */ AUTHOR_KINDS),
/* harmony export */   Anchor: () => (/* binding */ Anchor),
/* harmony export */   ChangeComment: () => (/* binding */ ChangeComment),
/* harmony export */   Comment: () => (/* binding */ Comment),
/* harmony export */   CommentAuthor: () => (/* binding */ CommentAuthor),
/* harmony export */   CommentId: () => (/* binding */ CommentId),
/* harmony export */   CommentThread: () => (/* binding */ CommentThread),
/* harmony export */   CreateComment: () => (/* binding */ CreateComment),
/* harmony export */   ListComments: () => (/* binding */ ListComments),
/* harmony export */   MAX_ANCHOR_CHARS: () => (/* binding */ MAX_ANCHOR_CHARS),
/* harmony export */   MAX_COMMENT_CHARS: () => (/* binding */ MAX_COMMENT_CHARS),
/* harmony export */   MAX_GUEST_NAME_CHARS: () => (/* binding */ MAX_GUEST_NAME_CHARS),
/* harmony export */   MAX_LISTED_COMMENTS: () => (/* binding */ MAX_LISTED_COMMENTS),
/* harmony export */   MAX_THREADS: () => (/* binding */ MAX_THREADS),
/* harmony export */   MAX_THREAD_COMMENTS: () => (/* binding */ MAX_THREAD_COMMENTS),
/* harmony export */   ReceivedThread: () => (/* binding */ ReceivedThread),
/* harmony export */   THREAD_STATUSES: () => (/* binding */ THREAD_STATUSES)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9567);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4683);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3216);




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
const Anchor = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion("type", [
    zod__WEBPACK_IMPORTED_MODULE_0__.object({ type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("CssSelector"), value: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(1000)) }),
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("TextQuoteSelector"),
        exact: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(200)),
        prefix: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(100)).optional(),
        suffix: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(100)).optional(),
    }),
    /** A rectangle in percent of the whole page. [Media Fragments §4.2.2] */
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("FragmentSelector"),
        conformsTo: zod__WEBPACK_IMPORTED_MODULE_0__.literal("http://www.w3.org/TR/media-frags/"),
        value: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(new RegExp(`^xywh=percent:(?:${PERCENT},){3}${PERCENT}$`)),
    }),
]))
    .max(3)
    .refine((anchor) => (0,_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .characters */ .hg)(JSON.stringify(anchor)) <= MAX_ANCHOR_CHARS, {
    message: `must be at most ${MAX_ANCHOR_CHARS} characters of JSON`,
})
    .meta({ id: "Anchor", description: `At most ${MAX_ANCHOR_CHARS} characters of JSON.` });
/** A comment, and the thread that begins with it. */
const CommentId = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^cmt_[0-9a-z]{26}$/, "must be the id of a comment");
const DeploymentId = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .DEPLOYMENT_ID_PATTERN */ .tT, "must be the id of a deployment");
/** A path of a site, as a visitor opens it. */
const PagePath = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(1024))
    .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be a path that begins with one slash");
/** Who wrote; the name as it was then. */
const CommentAuthor = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](AUTHOR_KINDS),
    /** Of the person or the token; null for a guest, whose name is only what they typed, and on GitHub. */
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid().nullable(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
});
const Comment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: CommentId,
    author: CommentAuthor,
    /** Markdown, not to be trusted; null once it was deleted. */
    body: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    editedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable(),
    deletedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable(),
})
    .meta({ id: "Comment" });
const Commit = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMIT_SHA_PATTERN */ .Ml, "must be a commit id of 7 to 64 hexadecimal digits");
const Resolution = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ by: CommentAuthor, at: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(), commit: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable() });
/** What people, guests and agents say about one place of a page, on one preview and the next ones of its branch. */
const CommentThread = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** That of its first comment. */
    id: CommentId,
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    /** The preview it was made on. */
    deploymentId: DeploymentId,
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive().nullable(),
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    anchor: Anchor,
    /** Of the page when it was pinned, CSS pixels. */
    width: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive().nullable(),
    /** While it is open, releases of its branch are not approved. */
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES),
    /** With `resolved`. */
    resolved: Resolution.nullable(),
    /** An agent says that it is done; a person accepts it by resolving, or rejects it by reopening. */
    proposed: Resolution.nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__.array(Comment),
    /** In a list: how many stand between the first comment and the others. Ask for the `thread` to read all. */
    commentsLeftOut: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Where people read and answer. */
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url(),
})
    .meta({ id: "CommentThread" });
/** Query of the list of threads, newest first, in pages. */
const ListComments = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    /** Those made on it, and the open ones of its branch. */
    deployment: DeploymentId.optional(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_BRANCH_CHARS */ .UH)).optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES).optional(),
    /** Only this one, with all of its comments. */
    thread: CommentId.optional(),
    /** With `annotations` each thread is an annotation of the W3C, to take elsewhere. */
    format: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["threads", "annotations"]).default("threads"),
    limit: zod__WEBPACK_IMPORTED_MODULE_4__.number().int().min(1).max(MAX_THREADS).default(MAX_THREADS),
    cursor: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(512)).optional(),
})
    .meta({ id: "ListComments" });
const Body = (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .requiredText */ .$4)(MAX_COMMENT_CHARS);
/** Body of POST /sites/{siteId}/comments: a reply with `threadId`, else a new thread on the preview `deploymentId`. */
const CreateComment = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    threadId: CommentId.optional(),
    deploymentId: DeploymentId.optional(),
    path: PagePath.optional(),
    anchor: Anchor.optional(),
    width: zod__WEBPACK_IMPORTED_MODULE_0__.int().min(100).max(10_000).optional(),
    /** Only people block. */
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
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
const ChangeComment = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    body: Body.optional(),
    /** With `body`: the `editedAt` that the writer has seen; without it the last write counts. */
    editedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable().optional(),
    deleted: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true).optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES).optional(),
    /** With `resolved`: the commit that did it. */
    commit: Commit.optional(),
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
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
const ReceivedThread = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CommentThread, ["id", "path", "status", "comments"]);


/***/ }),

/***/ 9690:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CurrentToken: () => (/* binding */ CurrentToken),
/* harmony export */   ReceivedCurrentToken: () => (/* binding */ ReceivedCurrentToken)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4377);
/* harmony import */ var _approval_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7562);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _scopes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6994);
/* harmony import */ var _token_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1634);





const Named = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/**
 * The token that a request was sent with: what it can do, where, and who is behind it.
 * @see Interface §5.2 (additive)
 */
const CurrentToken = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_token_js__WEBPACK_IMPORTED_MODULE_1__/* .TOKEN_KINDS */ .oq),
    scopes: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_scopes_js__WEBPACK_IMPORTED_MODULE_2__/* .SCOPES */ .i)),
    /** Runs name a site as the slug of its workspace, a slash, and its own. */
    workspace: Named.extend({ slug: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
    /** Projects of the workspace, oldest first; none for a token of one site. */
    projects: zod__WEBPACK_IMPORTED_MODULE_0__.array(Named),
    /** The only site it is good for; null when it is good for the whole workspace. */
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    /** The member whose requests these are; null for a token without an owner and for one of a trust rule. */
    user: Named.extend({ role: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](_approval_js__WEBPACK_IMPORTED_MODULE_3__.ROLES) }).nullable(),
    /** Null when it does not expire. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_4__.datetime().nullable(),
})
    .meta({ id: "CurrentToken" });
const ReceivedCurrentToken = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CurrentToken, ["name", "scopes", "workspace"]);


/***/ }),

/***/ 738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ Person)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);

/** Who did something, as members see them. */
const Person = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() });


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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
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
const State = zod__WEBPACK_IMPORTED_MODULE_0__["enum"](FINDING_STATES);
const Digest = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^[0-9a-f]{64}$/);
const Count = zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative();
const Rectangle = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ x: Count, y: Count, width: Count, height: Count });
const Rows = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ y: Count, height: Count });
/** Most changed, and most unstable regions of a picture. */
const MAX_BOXES = 50;
/** Why a page that differs in its files has no pictures: over the number of pages, out of time, or it failed. */
const WHY_NOT_RENDERED = ["limit", "time", "failed"];
/** Pictures of a page at one width; the digests name them at `…/review/pictures/{sha256}.png`. */
const Pictures = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    width: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive(),
    /** Colours that visitors ask for; absent: light. Only where the page looks different in them. */
    scheme: zod__WEBPACK_IMPORTED_MODULE_0__.literal("dark").optional(),
    /** Of the page after, or before where it is gone, CSS pixels, before the picture was cut. */
    height: Count,
    before: Digest.optional(),
    after: Digest.optional(),
    /** The page before, faded, with every changed pixel marked, equal rows side by side; absent when nothing differs. */
    difference: Digest.optional(),
    /** Changed regions, top to bottom, as each picture shows them; of no height where one has nothing there. */
    boxes: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ x: Count, width: Count, before: Rows, after: Rows })).optional(),
    /** Regions that differ from themselves each time they are rendered; they count as no change. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ before: zod__WEBPACK_IMPORTED_MODULE_0__.array(Rectangle), after: zod__WEBPACK_IMPORTED_MODULE_0__.array(Rectangle) }).optional(),
    /** Share of pixels that differ, 0 to 1; absent without a picture of both. */
    changedShare: zod__WEBPACK_IMPORTED_MODULE_0__.number().min(0).max(1).optional(),
    cut: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
});
/** Bytes of the files a page loads, uncompressed. */
const Weight = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ scripts: Count, styles: Count, images: Count, fonts: Count, other: Count });
const WeightPair = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ before: Weight.optional(), after: Weight.optional() });
const Page = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Of the URL, with its leading slash. */
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    change: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](PAGE_CHANGES),
    /** Something in it differs each time it is rendered, and was left out. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ before: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }),
    /** What differs in the visible text, in order, with a line around each change. */
    text: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["added", "removed", "same"]), text: zod__WEBPACK_IMPORTED_MODULE_0__.string() })),
    pictures: zod__WEBPACK_IMPORTED_MODULE_0__.array(Pictures),
    /** Digests of small pictures of its top, WebP of 480 by 300 pixels. */
    thumbnails: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ before: Digest.optional(), after: Digest.optional() }).optional(),
    /** The same for a comment, as `thumbnailUrl` of the review. */
    thumbnailUrls: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ before: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional() }).optional(),
    /** What kept the page from being rendered as people would see it. */
    problems: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ side: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["before", "after"]), code: zod__WEBPACK_IMPORTED_MODULE_0__.string(), message: zod__WEBPACK_IMPORTED_MODULE_0__.string() })),
    /** Errors in the console and exceptions that nothing caught. */
    errors: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ state: State, message: zod__WEBPACK_IMPORTED_MODULE_0__.string() })),
    /** Findings of axe-core. */
    accessibility: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ state: State, rule: zod__WEBPACK_IMPORTED_MODULE_0__.string(), impact: zod__WEBPACK_IMPORTED_MODULE_0__.string(), help: zod__WEBPACK_IMPORTED_MODULE_0__.string(), target: zod__WEBPACK_IMPORTED_MODULE_0__.string() })),
    weight: WeightPair,
    /** Hosts the page asks for something; nothing was fetched. */
    thirdParty: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()),
});
const Rule = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["redirect", "header"]),
    /** Paths it is for, as the manifest writes them. */
    source: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    before: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    after: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
});
/**
 * What a preview changes against what was live when it became ready, as people see it.
 * @see Interface §9 (additive)
 */
const Review = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** The preview; for a production deployment the one it was made from. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](REVIEW_STATUSES),
    /** Names what was compared; a decision may say that it is about it. */
    comparison: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    /** Why there is no review, or what it leaves out. */
    message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
    /** What it was compared with, null when nothing was live; `current`: it still is what is live. */
    live: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
        commitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
        current: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
        /** Of the live site; absent when nothing is live any more. */
        url: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(),
    })
        .nullish(),
    /** With `ready`. */
    summary: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        /** Pages that look different, or have other findings. */
        changed: Count,
        /** Pages that come and go, rendered or not. */
        added: Count,
        removed: Count,
        /** Pages whose files differ, and which were not rendered. */
        notRendered: Count,
        files: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ added: Count, changed: Count, removed: Count }).optional(),
        brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ new: Count, fixed: Count }),
        errors: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ new: Count, fixed: Count }),
        accessibility: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ new: Count, fixed: Count }),
        /** Of the rendered pages that exist before and after. */
        weight: WeightPair,
    })
        .optional(),
    /** The front page, then those that change most. */
    pages: zod__WEBPACK_IMPORTED_MODULE_0__.array(Page).optional(),
    /** Paths of pages that were not rendered, and how they changed. */
    notRendered: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        change: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](PAGE_CHANGES),
        why: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](WHY_NOT_RENDERED).optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    }))
        .optional(),
    /** What a release of it would take back of former releases, in words; absent for nothing. */
    takesBack: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    /** Links inside the site that lead nowhere, and files that are missing. */
    brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        state: State,
        kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["link", "file", "anchor"]),
        page: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        target: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    }))
        .optional(),
    /**
     * Picture of the front page, 480 by 300 pixels, for a comment: anyone who has the URL can fetch it. Absent
     * unless the operator lets previews be seen so.
     */
    thumbnailUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(),
    rules: zod__WEBPACK_IMPORTED_MODULE_0__.array(Rule).optional(),
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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5156);
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
    return zod__WEBPACK_IMPORTED_MODULE_2__.string().trim().regex(/\S/, "must not be empty").check(maxChars(maximum));
}
/** As {@link requiredText}, of one line: no control characters, and no line breaks of any script. */
function requiredLine(maximum) {
    const pattern = /^\s*[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
    return zod__WEBPACK_IMPORTED_MODULE_2__.string()
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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _upload_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4);


const Sha256 = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .SHA256_PATTERN */ .jU, "must be a SHA-256 in lower-case hexadecimal");
/** What a create request says of files that were built elsewhere; they are uploaded after it. */
const Prebuilt = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    sha256: Sha256,
    files: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive(),
    bytes: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
});
/**
 * How far the upload of a deployment is.
 * @see Interface §4 (additive)
 */
const Upload = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** `waiting` for the list of files, `open` for files, or `complete`. */
    state: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["waiting", "open", "complete"]),
    /** SHA-256 of files to send; the first ones when there are many. Empty while the list is awaited. */
    missing: zod__WEBPACK_IMPORTED_MODULE_0__.array(Sha256),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
})
    .meta({ id: "Upload" });
const UploadedFiles = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Files that are whole now. */
    stored: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Files of which a part is there: send them on from this offset. */
    partial: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha256: Sha256, have: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative() })),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
})
    .meta({ id: "UploadedFiles" });
/**
 * The list of files, in UTF-8: a line for each, sorted by path, as `<sha256> <size> <path as a JSON string>`. Described as
 * bytes, which generators of clients know; `text/plain` is accepted too.
 */
const UploadList = zod__WEBPACK_IMPORTED_MODULE_0__.string().max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_LIST_BYTES */ .Cb).meta({ id: "UploadList", format: "binary" });
/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
const UploadParts = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PART_BYTES */ .tZ + _upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_UPLOAD_FILES_A_REQUEST */ .HD * 128)
    .meta({ id: "UploadParts", format: "binary" });


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
