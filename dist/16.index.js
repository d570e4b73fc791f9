export const id = 16;
export const ids = [16];
export const modules = {

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
