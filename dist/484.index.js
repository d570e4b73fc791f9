export const id = 484;
export const ids = [484];
export const modules = {

/***/ 4484:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   APPROVAL_ROLES: () => (/* binding */ APPROVAL_ROLES),
/* harmony export */   APPROVAL_STATUSES: () => (/* binding */ APPROVAL_STATUSES),
/* harmony export */   APPROVAL_TRANSITIONS: () => (/* binding */ APPROVAL_TRANSITIONS),
/* harmony export */   Approval: () => (/* binding */ Approval),
/* harmony export */   DECISIONS: () => (/* binding */ DECISIONS),
/* harmony export */   DecideApproval: () => (/* binding */ DecideApproval),
/* harmony export */   ListApprovals: () => (/* binding */ ListApprovals),
/* harmony export */   MAX_NOTES_CHARS: () => (/* binding */ MAX_NOTES_CHARS),
/* harmony export */   ROLES: () => (/* binding */ ROLES),
/* harmony export */   ReceivedApproval: () => (/* binding */ ReceivedApproval),
/* harmony export */   RequestApproval: () => (/* binding */ RequestApproval),
/* harmony export */   RequestPublishArguments: () => (/* binding */ RequestPublishArguments),
/* harmony export */   RequestPublishResult: () => (/* binding */ RequestPublishResult)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _deployment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8016);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** States of a production publish request. [§3: not shown] */
const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"];
/** Which state can follow which. */
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
/** Roles that can decide a publish request. [§5.8: names not shown] */
const APPROVAL_ROLES = ["owner", "admin", "approver"];
const Requester = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ type: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["user", "token"]), id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/**
 * A production publish request, which a person approves or rejects.
 * @see Interface §2 (fields: not shown)
 */
const Approval = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](APPROVAL_STATUSES),
    /** Session or token that sent the request. */
    requestedBy: Requester,
    /** The requester, who cannot approve. */
    originatingUserId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    requestedVia: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["web", "mcp"]),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    decidedBy: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullable(),
    decidedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().nullable(),
    notes: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    /** The production deployment it led to. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT).nullable(),
    /** Where a person approves or rejects it. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable().optional(),
    /** Members who can decide it now; 0 means no one. */
    deciders: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative().optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a publish request. */
const ReceivedApproval = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
});
/** What a person can decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = zod__WEBPACK_IMPORTED_MODULE_0__.object({ decision: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](DECISIONS), notes: zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().max(MAX_NOTES_CHARS).optional() })
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({ id: "DecideApproval" });
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().max(MAX_NOTES_CHARS).optional(),
})
    .meta({ id: "RequestApproval" });
/** Query of the list of publish requests, in the same two forms. [additive] */
const ListApprovals = zod__WEBPACK_IMPORTED_MODULE_0__.object({ siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid().optional(), status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](APPROVAL_STATUSES).optional(), ..._deployment_js__WEBPACK_IMPORTED_MODULE_3__.Page })
    .meta({ id: "ListApprovals" });
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().max(2000).optional(),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Deep link to the web approval screen. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    requestId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
});


/***/ })

};
