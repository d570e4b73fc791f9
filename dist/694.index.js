export const id = 694;
export const ids = [694];
export const modules = {

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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4377);

const Name = zod__WEBPACK_IMPORTED_MODULE_0__.string().trim().min(1).max(100);
const Word = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^[a-z0-9-]{1,50}$/);
/** `managed` runs on the service; `own-cloud` in the caller's account, which needs an entitlement and a person. [§5.6] */
const TARGET_MODES = ["managed", "own-cloud"];
/**
 * Where deployments are provisioned.
 * @see Interface §2 (identifier and other fields: not shown)
 */
const DeploymentTarget = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    provider: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    mode: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    isDefault: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_1__.datetime(),
})
    .meta({ id: "DeploymentTarget" });
/** A combination of provider, mode and runtime, and whether it is enabled here. [§4] */
const TargetCapability = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    provider: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    mode: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    enabled: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
    requires: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional(),
})
    .meta({ id: "TargetCapability" });
/** Secrets and settings of a target; written, never read back. */
const Config = zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string().max(100), zod__WEBPACK_IMPORTED_MODULE_0__.string().max(4096));
/** Body of POST /deployment-targets. [§4: not shown] */
const CreateTarget = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    name: Name,
    provider: Word,
    mode: Word,
    runtime: Word,
    isDefault: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    config: Config.optional(),
})
    .meta({ id: "CreateTarget" });
/** Body of PATCH /deployment-targets/{id}. [§4: not shown] */
const UpdateTarget = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    name: Name.optional(),
    provider: Word.optional(),
    mode: Word.optional(),
    runtime: Word.optional(),
    isDefault: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    config: Config.optional(),
})
    .meta({ id: "UpdateTarget" });
const DeletedTarget = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(), deleted: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true) }).meta({ id: "DeletedTarget" });
const ReceivedTarget = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    provider: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    mode: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    isDefault: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
});
/** A combination of provider, mode and runtime, as received. */
const ReceivedCapability = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    provider: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    mode: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    runtime: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    enabled: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
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
