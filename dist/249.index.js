export const id = 249;
export const ids = [249];
export const modules = {

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

/***/ 6249:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreateTrustRule: () => (/* binding */ CreateTrustRule),
/* harmony export */   GITHUB_ISSUER: () => (/* binding */ GITHUB_ISSUER),
/* harmony export */   MAX_TRUST_RULES: () => (/* binding */ MAX_TRUST_RULES),
/* harmony export */   ReceivedTrustRule: () => (/* binding */ ReceivedTrustRule),
/* harmony export */   TrustRule: () => (/* binding */ TrustRule)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _person_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(738);
/* harmony import */ var _scopes_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6994);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3216);





/** Issuer of the identity tokens that GitHub gives to runs. [GitHub, OpenID Connect reference] */
const GITHUB_ISSUER = "https://token.actions.githubusercontent.com";
const MAX_TRUST_RULES = 20;
/**
 * A star matches any run of characters without a slash, two match any run; few, so that matching stays fast.
 * @param start Source of a regular expression that comes before the first star.
 */
function patternAfter(start, startsWith) {
    const other = String.raw `[\x21-\x29\x2b-\x7e]`;
    const stars = String.raw `(?:\*+${other}+){0,2}(?:\*+${other}*)?`;
    const message = `must be visible ASCII characters without spaces, with at most three stars${startsWith}`;
    return zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
        .min(1)
        .max(255)
        .regex(new RegExp(`^${start}${other}*${stars}$`), message);
}
const RepositoryId = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^[1-9]\d{0,18}$/, "must be the number of the repository");
/** `owner/name`, as people know a repository. */
const RepositoryName = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .regex(/^[A-Za-z0-9][\w.-]{0,99}\/[\w.-]{1,100}$/, "must be the owner and the name, as in acme/website");
/**
 * Which runs of a repository get a token for a site, without a secret. Fields that are null are not compared.
 * @see Interface §5 (additive)
 */
const TrustRule = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    /** As in the `iss` of the identity token. */
    issuer: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** Stays when the repository is renamed, and is never given to another. */
    repositoryId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** Its name when the rule was made; only shown. */
    repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** As in `refs/heads/main` or `refs/heads/release/*`. */
    ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** Event that starts the run, as in `pull_request`. */
    event: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** `job_workflow_ref`, as in `acme/website/.github/workflows/preview.yml@**`. */
    workflow: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    scopes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_scopes_js__WEBPACK_IMPORTED_MODULE_1__/* .TRUST_SCOPES */ .V)),
    createdBy: _person_js__WEBPACK_IMPORTED_MODULE_2__/* .Person */ ._,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
})
    .meta({ id: "TrustRule" });
/** Body of POST /sites/{siteId}/trust-rules. Without `repositoryId` the service asks GitHub for it. */
const CreateTrustRule = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    issuer: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().check((0,_text_js__WEBPACK_IMPORTED_MODULE_4__/* .maxChars */ .a7)(255)).describe("One that the operator allows; GitHub's when absent.").optional(),
    repository: RepositoryName,
    repositoryId: RepositoryId.optional(),
    ref: patternAfter("refs/", ", and begin with refs/").optional(),
    environment: (0,_text_js__WEBPACK_IMPORTED_MODULE_4__/* .requiredText */ .$4)(255).optional(),
    event: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
        .regex(/^[a-z_]{1,50}$/, "must be the name of an event, as in pull_request")
        .optional(),
    workflow: patternAfter("", "").optional(),
    scopes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_scopes_js__WEBPACK_IMPORTED_MODULE_1__/* .TRUST_SCOPES */ .V)).min(1).optional(),
})
    .meta({
    id: "CreateTrustRule",
    description: `A site has at most ${MAX_TRUST_RULES} rules. Without \`repositoryId\` the repository is public.`,
});
const ReceivedTrustRule = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(TrustRule, ["id", "repositoryId"]);


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
