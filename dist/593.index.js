export const id = 593;
export const ids = [593];
export const modules = {

/***/ 4593:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreatePreviewToken: () => (/* binding */ CreatePreviewToken),
/* harmony export */   CreateShareLink: () => (/* binding */ CreateShareLink),
/* harmony export */   CreatedPreviewToken: () => (/* binding */ CreatedPreviewToken),
/* harmony export */   CreatedShareLink: () => (/* binding */ CreatedShareLink),
/* harmony export */   MAX_PREVIEW_TOKENS: () => (/* binding */ MAX_PREVIEW_TOKENS),
/* harmony export */   MAX_SHARE_LINKS: () => (/* binding */ MAX_SHARE_LINKS),
/* harmony export */   MAX_SHARE_LINK_SECONDS: () => (/* binding */ MAX_SHARE_LINK_SECONDS),
/* harmony export */   MIN_SHARE_LINK_SECONDS: () => (/* binding */ MIN_SHARE_LINK_SECONDS),
/* harmony export */   PREVIEW_ACCESS: () => (/* binding */ PREVIEW_ACCESS),
/* harmony export */   PREVIEW_SESSION_PATH: () => (/* binding */ PREVIEW_SESSION_PATH),
/* harmony export */   PREVIEW_TOKEN_HEADER: () => (/* binding */ PREVIEW_TOKEN_HEADER),
/* harmony export */   PRODUCTION_ACCESS: () => (/* binding */ PRODUCTION_ACCESS),
/* harmony export */   PreviewToken: () => (/* binding */ PreviewToken),
/* harmony export */   ReceivedPreviewToken: () => (/* binding */ ReceivedPreviewToken),
/* harmony export */   ReceivedShareLink: () => (/* binding */ ReceivedShareLink),
/* harmony export */   RevokedAccess: () => (/* binding */ RevokedAccess),
/* harmony export */   ShareLink: () => (/* binding */ ShareLink)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);


/**
 * Who can open the previews of a site: everyone who has a URL; signed-in members of its workspace; or these and anyone
 * with a share link.
 */
const PREVIEW_ACCESS = ["public", "members", "link"];
/** Who can open the production deployment of a site. */
const PRODUCTION_ACCESS = ["public", "members"];
/** Header by which an automated test opens protected previews. */
const PREVIEW_TOKEN_HEADER = "Greenroom-Preview-Token";
/** Path on the host of a preview that exchanges the header for a cookie of that host. */
const PREVIEW_SESSION_PATH = "/.well-known/greenroom/session";
const MAX_SHARE_LINKS = 100;
const MAX_PREVIEW_TOKENS = 10;
const MIN_SHARE_LINK_SECONDS = 60;
/** Longest life of a share link, seconds: 90 days. */
const MAX_SHARE_LINK_SECONDS = 90 * 86_400;
const Name = zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().min(1).max(80).regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .ONE_LINE_PATTERN */ .nW, "must be one line without control characters");
const Person = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/**
 * A link that opens previews of a site whose previews are open to share links.
 * @see Interface §3 (additive)
 */
const ShareLink = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    /** The only preview that it opens; null: every one of the site. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    createdBy: Person,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().nullable(),
})
    .meta({ id: "ShareLink" });
/** A share link right after it was made: the only response that has its secret. */
const CreatedShareLink = ShareLink.extend({
    /** The path that opens any preview the link is for, on the host of that preview. */
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** The link on the host of its preview, or of the site's newest one; null while there is none. */
    url: zod__WEBPACK_IMPORTED_MODULE_0__.url().nullable(),
}).meta({ id: "CreatedShareLink" });
const CreateShareLink = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    /** Without it the link opens every preview of the site. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT, "must be the id of a deployment").optional(),
    name: Name.optional(),
    expiresInSeconds: zod__WEBPACK_IMPORTED_MODULE_0__.int().min(MIN_SHARE_LINK_SECONDS).max(MAX_SHARE_LINK_SECONDS),
})
    .meta({
    id: "CreateShareLink",
    description: `The previews of the site are open by link; a site has at most ${MAX_SHARE_LINKS} links that work.`,
});
/** A token by which automated tests open the previews of a site. */
const PreviewToken = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** The last four characters of the token. */
    last4: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    createdBy: Person,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().nullable(),
})
    .meta({ id: "PreviewToken" });
/** A preview token right after it was made: the only response that has its text. */
const CreatedPreviewToken = PreviewToken.extend({ token: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).meta({ id: "CreatedPreviewToken" });
const CreatePreviewToken = zod__WEBPACK_IMPORTED_MODULE_0__.object({ name: Name }).meta({
    id: "CreatePreviewToken",
    description: `A site has at most ${MAX_PREVIEW_TOKENS} tokens that work.`,
});
const RevokedAccess = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(), revoked: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true) }).meta({ id: "RevokedAccess" });
const ReceivedPerson = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }).optional();
/** A share link as it is received: a service may add fields and leave out what it does not know. */
const ReceivedShareLink = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    createdBy: ReceivedPerson,
    /** Only right after it was made. */
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    /** Only right after it was made. */
    url: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
});
/** A preview token as it is received: a service may add fields and leave out what it does not know. */
const ReceivedPreviewToken = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    last4: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    createdBy: ReceivedPerson,
    /** Only right after it was made. */
    token: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
});


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
