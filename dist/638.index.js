export const id = 638;
export const ids = [638];
export const modules = {

/***/ 7638:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Prebuilt: () => (/* binding */ Prebuilt),
/* harmony export */   Upload: () => (/* binding */ Upload),
/* harmony export */   UploadList: () => (/* binding */ UploadList),
/* harmony export */   UploadParts: () => (/* binding */ UploadParts),
/* harmony export */   UploadedFiles: () => (/* binding */ UploadedFiles)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _upload_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4);


const Sha256 = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .SHA256_PATTERN */ .jU, "must be a SHA-256 in lower-case hexadecimal");
/** What a create request says of files that were built elsewhere; they are uploaded after it. */
const Prebuilt = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    sha256: Sha256,
    files: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive(),
    bytes: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
});
/**
 * How far the upload of a deployment is.
 * @see Interface §4 (additive)
 */
const Upload = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** `waiting` for the list of files, `open` for files, or `complete`. */
    state: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["waiting", "open", "complete"]),
    /** SHA-256 of files to send; the first ones when there are many. Empty while the list is awaited. */
    missing: zod__WEBPACK_IMPORTED_MODULE_0__.array(Sha256),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
})
    .meta({ id: "Upload" });
const UploadedFiles = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Files that are whole now. */
    stored: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Files of which a part is there: send them on from this offset. */
    partial: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha256: Sha256, have: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative() })),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
})
    .meta({ id: "UploadedFiles" });
/**
 * The list of files, in UTF-8: a line for each, sorted by path, as `<sha256> <size> <path as a JSON string>`. Described as
 * bytes, which generators of clients know; `text/plain` is accepted too.
 */
const UploadList = zod__WEBPACK_IMPORTED_MODULE_0__.string().max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_LIST_BYTES */ .Cb).meta({ id: "UploadList", format: "binary" });
/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
const UploadParts = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PART_BYTES */ .tZ + _upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_UPLOAD_FILES_A_REQUEST */ .HD * 128)
    .meta({ id: "UploadParts", format: "binary" });


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
