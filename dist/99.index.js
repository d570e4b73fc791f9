export const id = 99;
export const ids = [99];
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

/***/ 7099:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MAX_VARIABLES: () => (/* binding */ MAX_VARIABLES),
/* harmony export */   MAX_VARIABLE_BYTES: () => (/* binding */ MAX_VARIABLE_BYTES),
/* harmony export */   MIN_SECRET_CHARS: () => (/* binding */ MIN_SECRET_CHARS),
/* harmony export */   ReceivedVariable: () => (/* binding */ ReceivedVariable),
/* harmony export */   SetVariable: () => (/* binding */ SetVariable),
/* harmony export */   SiteVariable: () => (/* binding */ SiteVariable),
/* harmony export */   VARIABLE_KINDS: () => (/* binding */ VARIABLE_KINDS),
/* harmony export */   variableNameProblem: () => (/* binding */ variableNameProblem)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4683);
/* harmony import */ var _person_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(738);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3216);





const MAX_VARIABLES = 100;
const MAX_VARIABLE_BYTES = 8 * 1024;
/** Shorter secrets would blank out ordinary text in logs. */
const MIN_SECRET_CHARS = 4;
const MAX_NAME_CHARS = 128;
/** `secret` is never shown again; `plain` is. */
const VARIABLE_KINDS = ["plain", "secret"];
/** Names that decide which programs a build runs and what it reaches: only the service sets them. */
const RESERVED = /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|TMPDIR|TEMP|TMP|CI|ENV|BASH_ENV|BASH_FUNC.*|IFS|PS4|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|BUILD_TOOLS|BUILD_CACHE|XDG_DATA_HOME|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|(?:LD|DYLD|GIT|SSH)_.*|(?:HTTPS?|ALL|NO)_PROXY|(?:NPM_CONFIG|PNPM_CONFIG|BUN_INSTALL)_.*|YARN_(?!NPM_AUTH_).*)$/i;
/**
 * Says why a variable of a site cannot have a name.
 * @param name As a person or a program gave it.
 * @returns The end of a sentence, or undefined.
 */
function variableNameProblem(name) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        return "must be letters, digits and underscores, and begin with no digit";
    if (name.length > MAX_NAME_CHARS)
        return `must have at most ${MAX_NAME_CHARS} characters`;
    if (/^GREENROOM/i.test(name))
        return "must not begin with GREENROOM: these names describe the build to itself";
    if (RESERVED.test(name))
        return "must be another name: this one decides which programs a build runs or reaches";
    return undefined;
}
const Name = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .max(MAX_NAME_CHARS)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and underscores, and begin with no digit")
    .superRefine((name, context) => {
    const message = variableNameProblem(name);
    if (message !== undefined)
        context.addIssue({ code: "custom", message });
})
    .describe("Not a name that decides which programs a build runs or reaches, such as PATH, NODE_OPTIONS or GIT_SSH, and not one that begins with GREENROOM, in any case.");
/** Few stars, so that matching stays fast. */
const Environment = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)("branch:".length + _limits_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_BRANCH_CHARS */ .UH))
    .regex(/^(?:all|production|preview|branch:(?!$)[^\x00-\x20\x7f~^:?*[\\]*(?:\*+[^\x00-\x20\x7f~^:?*[\\]+){0,2}(?:\*+[^\x00-\x20\x7f~^:?*[\\]*)?)$/, "must be all, production, preview, or branch: and the name of a branch, in which at most three * match any characters but a slash");
const Value = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .min(1, "must not be empty")
    .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(MAX_VARIABLE_BYTES))
    .regex(/^[^\u0000]*$/, "must be text without NUL characters")
    .refine((text) => text.isWellFormed() && new TextEncoder().encode(text).length <= MAX_VARIABLE_BYTES, `must be text of at most ${MAX_VARIABLE_BYTES} bytes`)
    .describe(`Text of at most ${MAX_VARIABLE_BYTES} bytes of UTF-8.`);
/** A value that builds of a site find in their environment. @see Interface §4 (additive) */
const SiteVariable = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** Which builds get it: `all`, `production` (the default branch), `preview` (all others) or `branch:` and a pattern. */
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(VARIABLE_KINDS),
    /** Null for a secret. */
    value: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** Whether the install step gets it too. */
    install: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(),
    /** Why builds do not get it: a secret was set while the site had another repository. */
    inactive: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("repository_changed").optional(),
    /** Null when a token without an owner set it. */
    updatedBy: _person_js__WEBPACK_IMPORTED_MODULE_3__/* .Person */ ._.nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_4__/* .datetime */ .w$(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_4__/* .datetime */ .w$(),
})
    .meta({ id: "SiteVariable" });
/** Body of POST /sites/{siteId}/variables: replaces the variable of this name and environment, or adds it. */
const SetVariable = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    name: Name,
    value: Value,
    /** `all` when absent. */
    environment: Environment.optional(),
    /** `secret` when absent. */
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(VARIABLE_KINDS).optional(),
    install: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
})
    .superRefine(({ kind, value }, context) => {
    if (kind === "plain" || (0,_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .characters */ .hg)(value) >= MIN_SECRET_CHARS)
        return;
    const message = `must have at least ${MIN_SECRET_CHARS} characters as a secret, since shorter ones cannot be hidden in logs`;
    context.addIssue({ code: "custom", path: ["value"], message });
})
    .meta({
    id: "SetVariable",
    description: `A secret has at least ${MIN_SECRET_CHARS} characters.`,
    if: { properties: { kind: { const: "plain" } }, required: ["kind"] },
    else: { properties: { value: { minLength: MIN_SECRET_CHARS } } },
});
const ReceivedVariable = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(SiteVariable, ["id", "name", "environment"]);


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
