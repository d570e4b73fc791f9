export const id = 55;
export const ids = [55];
export const modules = {

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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3216);



const MAX_NAME_CHARS = 300;
/** A record that the owner of a domain sets in its DNS. */
const DomainRecord = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** `proof` shows whose the domain is, `address` leads visitors to the service. */
    purpose: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["proof", "address"]),
    /** `ALIAS` where the provider of the DNS has no such type: addresses, as `A` and `AAAA` records. */
    type: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["TXT", "A", "AAAA", "CNAME", "ALIAS"]),
    /** Whole name of the record, without a final dot. */
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    value: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
});
/**
 * A domain that a site is served at, or is to be.
 * @see Interface §2 (additive)
 */
const SiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    /** In ASCII, as in `xn--mnchen-3ya.de`. */
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** As people read it, when that differs, as in `münchen.de`. */
    unicodeName: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    url: zod__WEBPACK_IMPORTED_MODULE_0__.url(),
    /** `pending` until the proof is found, then `active`; `failing` is served while its proof is gone. */
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["pending", "active", "failing"]),
    /** Result of the last check of the proof's DNS record; `unavailable`: no response. */
    proof: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["unchecked", "found", "missing", "different", "unavailable"]),
    /** Where the address records lead; checked once the proof is found. */
    address: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["unchecked", "here", "elsewhere", "missing", "unavailable"]),
    /** Whether links name this domain. */
    primary: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
    /** Domain that visitors are redirected to. */
    redirectsTo: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    records: zod__WEBPACK_IMPORTED_MODULE_0__.array(DomainRecord),
    /** When a failing domain is no longer served. */
    servedUntil: zod__WEBPACK_IMPORTED_MODULE_1__.datetime().optional(),
    provenAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime().optional(),
    checkedAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime().optional(),
    nextCheckAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime(),
})
    .meta({ id: "SiteDomain" });
const CreateSiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__.object({ name: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_2__/* .maxChars */ .a7)(MAX_NAME_CHARS)) })
    .meta({ id: "CreateSiteDomain", description: "`name` is a host name below a public suffix, none of the service." });
const UpdateSiteDomain = zod__WEBPACK_IMPORTED_MODULE_0__.object({ primary: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true) }).meta({ id: "UpdateSiteDomain" });
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
