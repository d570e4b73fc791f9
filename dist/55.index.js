export const id = 55;
export const ids = [55];
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

/***/ 1055:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreateSiteDomain: () => (/* binding */ CreateSiteDomain),
/* harmony export */   DomainRecord: () => (/* binding */ DomainRecord),
/* harmony export */   ReceivedSiteDomain: () => (/* binding */ ReceivedSiteDomain),
/* harmony export */   SiteDomain: () => (/* binding */ SiteDomain),
/* harmony export */   UpdateSiteDomain: () => (/* binding */ UpdateSiteDomain)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3216);



const MAX_NAME_CHARS = 300;
/** A record that the owner of a domain sets in its DNS. */
const DomainRecord = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** `proof` shows whose the domain is, `address` leads visitors to the service. */
    purpose: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["proof", "address"]),
    /** `ALIAS` where the provider of the DNS has no such type: addresses, as `A` and `AAAA` records. */
    type: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["TXT", "A", "AAAA", "CNAME", "ALIAS"]),
    /** Whole name of the record, without a final dot. */
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    value: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
/** A domain that a site is served at, or is to be. @see Interface §2 (additive) */
const SiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    /** In ASCII, as in `xn--mnchen-3ya.de`. */
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** As people read it, when that differs, as in `münchen.de`. */
    unicodeName: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    url: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5(),
    /** `pending` until the proof is found, then `active`; `failing` is served while its proof is gone. */
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["pending", "active", "failing"]),
    /** Result of the last check of the proof's DNS record; `unavailable`: no response. */
    proof: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["unchecked", "found", "missing", "different", "unavailable"]),
    /** Where the address records lead; checked once the proof is found. */
    address: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["unchecked", "here", "elsewhere", "missing", "unavailable"]),
    /** Whether links name this domain. */
    primary: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(),
    /** Domain that visitors are redirected to. */
    redirectsTo: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    records: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(DomainRecord),
    /** When a failing domain is no longer served. */
    servedUntil: zod__WEBPACK_IMPORTED_MODULE_1__/* .datetime */ .w$().optional(),
    provenAt: zod__WEBPACK_IMPORTED_MODULE_1__/* .datetime */ .w$().optional(),
    checkedAt: zod__WEBPACK_IMPORTED_MODULE_1__/* .datetime */ .w$().optional(),
    nextCheckAt: zod__WEBPACK_IMPORTED_MODULE_1__/* .datetime */ .w$(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_1__/* .datetime */ .w$(),
})
    .meta({ id: "SiteDomain" });
const CreateSiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_2__/* .maxChars */ .a7)(MAX_NAME_CHARS)) })
    .meta({ id: "CreateSiteDomain", description: "`name` is a host name below a public suffix, none of the service." });
const UpdateSiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ primary: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true) }).meta({ id: "UpdateSiteDomain" });
const ReceivedSiteDomain = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_3__/* .asReceived */ .i)(SiteDomain, ["id", "name", "status"]);


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
