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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4683);
/* harmony import */ var _person_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(738);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3216);





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
const Name = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .requiredLine */ .Q_)(80);
/** A link that opens previews of a site whose previews are open to share links. @see Interface §3 (additive) */
const ShareLink = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(),
    /** The only preview that it opens; null for all previews of the site. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().nullable(),
    name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().nullable(),
    createdBy: _person_js__WEBPACK_IMPORTED_MODULE_2__/* .Person */ ._,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().nullable(),
})
    .meta({ id: "ShareLink" });
/** A share link right after it was made: the only response that has its secret. */
const CreatedShareLink = ShareLink.extend({
    /** The path that opens any preview the link is for, on the host of that preview. */
    path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    /** The link on the host of its preview, or of the site's newest one; null while there is none. */
    url: zod__WEBPACK_IMPORTED_MODULE_1__/* .url */ .OZ5().nullable(),
}).meta({ id: "CreatedShareLink" });
const CreateShareLink = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    /** Without it the link opens every preview of the site. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_4__/* .DEPLOYMENT_ID_PATTERN */ .tT, "must be the id of a deployment").optional(),
    name: Name.optional(),
    expiresInSeconds: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(MIN_SHARE_LINK_SECONDS).max(MAX_SHARE_LINK_SECONDS),
})
    .meta({
    id: "CreateShareLink",
    description: `The previews of the site are open by link; a site has at most ${MAX_SHARE_LINKS} links that work.`,
});
/** A token by which automated tests open the previews of a site. */
const PreviewToken = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(),
    name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    /** The last four characters of the token. */
    last4: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    createdBy: _person_js__WEBPACK_IMPORTED_MODULE_2__/* .Person */ ._,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
    lastUsedAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().nullable(),
})
    .meta({ id: "PreviewToken" });
/** A preview token right after it was made: the only response that has its text. */
const CreatedPreviewToken = PreviewToken.extend({ token: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() }).meta({ id: "CreatedPreviewToken" });
const CreatePreviewToken = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ name: Name }).meta({
    id: "CreatePreviewToken",
    description: `A site has at most ${MAX_PREVIEW_TOKENS} tokens that work.`,
});
const RevokedAccess = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(), revoked: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz(true) }).meta({ id: "RevokedAccess" });
/** A share link as a client reads it; right after it was made with its `path` and `url`. */
const ReceivedShareLink = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CreatedShareLink, ["id"]);
/** A preview token as a client reads it; right after it was made with its text. */
const ReceivedPreviewToken = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CreatedPreviewToken, ["id"]);


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

/***/ 738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ Person)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

/** Who did something, as members see them. */
const Person = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });


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
