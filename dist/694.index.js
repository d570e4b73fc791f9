export const id = 694;
export const ids = [694];
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

/***/ 5694:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CreateTarget: () => (/* binding */ CreateTarget),
/* harmony export */   DeletedTarget: () => (/* binding */ DeletedTarget),
/* harmony export */   DeploymentTarget: () => (/* binding */ DeploymentTarget),
/* harmony export */   ReceivedCapability: () => (/* binding */ ReceivedCapability),
/* harmony export */   ReceivedTarget: () => (/* binding */ ReceivedTarget),
/* harmony export */   TARGET_MODES: () => (/* binding */ TARGET_MODES),
/* harmony export */   TargetCapability: () => (/* binding */ TargetCapability),
/* harmony export */   UpdateTarget: () => (/* binding */ UpdateTarget)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3216);



const Name = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .requiredText */ .$4)(100);
const Word = zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[a-z0-9-]{1,50}$/);
/** `managed` runs on the service; `own-cloud` in the caller's account, which needs an entitlement and a person. [§5.6] */
const TARGET_MODES = ["managed", "own-cloud"];
/** Where deployments are provisioned. @see Interface §2 (identifier and other fields: not shown) */
const DeploymentTarget = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(),
    name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    provider: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    mode: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    isDefault: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
})
    .meta({ id: "DeploymentTarget" });
/** A combination of provider, mode and runtime, and whether it is enabled here. [§4] */
const TargetCapability = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    provider: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    mode: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    enabled: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    requires: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).optional(),
})
    .meta({ id: "TargetCapability" });
/** Secrets and settings of a target; written, never read back. */
const Config = zod__WEBPACK_IMPORTED_MODULE_1__/* .record */ .g1P(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().check((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .maxChars */ .a7)(100)), zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().check((0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .maxChars */ .a7)(4096)));
/** Body of POST /deployment-targets. [§4: not shown] */
const CreateTarget = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    name: Name,
    provider: Word,
    mode: Word,
    runtime: Word,
    isDefault: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
    config: Config.optional(),
})
    .meta({ id: "CreateTarget" });
/** Body of PATCH /deployment-targets/{id}. [§4: not shown] */
const UpdateTarget = CreateTarget.partial().meta({ id: "UpdateTarget" });
const DeletedTarget = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_1__/* .uuid */ .uRe(), deleted: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz(true) }).meta({ id: "DeletedTarget" });
const ReceivedTarget = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_3__/* .asReceived */ .i)(DeploymentTarget, ["id"]);
const ReceivedCapability = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_3__/* .asReceived */ .i)(TargetCapability, []);


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
