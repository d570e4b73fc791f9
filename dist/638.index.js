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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _upload_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4);


const Sha256 = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .SHA256_PATTERN */ .jU, "must be a SHA-256 in lower-case hexadecimal");
/** What a create request says of files that were built elsewhere; they are uploaded after it. */
const Prebuilt = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    sha256: Sha256,
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().positive(),
    bytes: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
});
/** How far the upload of a deployment is. @see Interface §4 (additive) */
const Upload = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** `waiting` for the list of files, `open` for files, or `complete`. */
    state: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["waiting", "open", "complete"]),
    /** SHA-256 of files to send; the first ones when there are many. Empty while the list is awaited. */
    missing: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Sha256),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
})
    .meta({ id: "Upload" });
const UploadedFiles = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Files that are whole now. */
    stored: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Files of which a part is there: send them on from this offset. */
    partial: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: Sha256, have: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative() })),
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
})
    .meta({ id: "UploadedFiles" });
/**
 * The list of files, in UTF-8: a line for each, sorted by path, as `<sha256> <size> <path as a JSON string>`. Described as
 * bytes, which generators of clients know; `text/plain` is accepted too.
 */
const UploadList = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_LIST_BYTES */ .Cb).meta({ id: "UploadList", format: "binary" });
/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
const UploadParts = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .max(_upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PART_BYTES */ .tZ + _upload_files_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_UPLOAD_FILES_A_REQUEST */ .HD * 128)
    .meta({ id: "UploadParts", format: "binary" });


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
