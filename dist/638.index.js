export const id = 638;
export const ids = [638];
export const modules = {

/***/ 8335:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cb: () => (/* binding */ MAX_LIST_BYTES),
/* harmony export */   HD: () => (/* binding */ MAX_UPLOAD_FILES_A_REQUEST),
/* harmony export */   PR: () => (/* binding */ MAX_PATH_BYTES),
/* harmony export */   U4: () => (/* binding */ MANIFEST_PATH),
/* harmony export */   WY: () => (/* binding */ isLeftOut),
/* harmony export */   eE: () => (/* binding */ MAX_FOLDER_DEPTH),
/* harmony export */   fL: () => (/* binding */ UNSERVED_CHARS),
/* harmony export */   jU: () => (/* binding */ SHA256_PATTERN),
/* harmony export */   rV: () => (/* binding */ OUTPUT_LIMITS),
/* harmony export */   tZ: () => (/* binding */ MAX_PART_BYTES),
/* harmony export */   z7: () => (/* binding */ writeUploadList)
/* harmony export */ });
/* unused harmony exports isPrivate, isServedPath, readUploadList */
/** Rules and bounds of the files of a deployment, and of their upload. Loads nothing: a client reads it before it sends. */
/** A SHA-256 in lower-case hexadecimal. */
const SHA256_PATTERN = /^[0-9a-f]{64}$/;
const MEBIBYTE = 1024 ** 2;
/** Most that one deployment serves, built by the service or uploaded. */
const OUTPUT_LIMITS = { files: 20_000, fileBytes: 25 * MEBIBYTE, totalBytes: 1024 * MEBIBYTE };
/** Longest path of a file, bytes of UTF-8. */
const MAX_PATH_BYTES = 1024;
/** Most folders that lead to a file. */
const MAX_FOLDER_DEPTH = 64;
/** Longest list of files of an upload, bytes. */
const MAX_LIST_BYTES = 8 * MEBIBYTE;
/** Most bytes of files in one request of an upload: even a slow line sends them before a request times out. */
const MAX_PART_BYTES = 4 * MEBIBYTE;
/** Most files in one request of an upload. */
const MAX_UPLOAD_FILES_A_REQUEST = 256;
/** The file of an upload that says how it is served; it is not served itself. */
const MANIFEST_PATH = "greenroom.json";
/** Characters that no name of a served file has. */
const UNSERVED_CHARS = /[\u0000-\u001f\u007f\\]/;
/** Names that are never part of a site; of those that begin with a dot one is. */
function isLeftOut(name) {
    return name === "node_modules" || name === MANIFEST_PATH || (name.startsWith(".") && name !== ".well-known");
}
/** Whether a file or folder of this name is never served, whatever refers or links to it. */
function isPrivate(name) {
    return /^\.(?:git|hg|svn|ssh|gnupg|aws|npmrc|netrc|env.*)$/.test(name);
}
/** Styles, scripts, pictures, fonts and media: what pages load, and no place for a secret. */
const LOADED = /\.(?:css|m?js|map|wasm|avif|gif|ico|jpe?g|png|svg|webp|eot|otf|ttf|woff2?|mp3|mp4|ogg|webm)$/i;
/**
 * Whether a path below the root can be that of a served file. Of folders that are left out those files can be that a page
 * loads.
 */
function isServedPath(path) {
    const names = path.split("/");
    if (names.length > MAX_FOLDER_DEPTH + 1 || !path.isWellFormed())
        return false;
    if (new TextEncoder().encode(path).length > MAX_PATH_BYTES)
        return false;
    if (!names.every((name) => name !== "" && name !== "." && name !== ".." && !UNSERVED_CHARS.test(name)))
        return false;
    const last = names.pop() ?? "";
    return !isLeftOut(last) && (LOADED.test(last) ? !names.some(isPrivate) : !names.some(isLeftOut));
}
/** Writes the list of an upload; its SHA-256 names what is uploaded. */
function writeUploadList(files) {
    const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
    return sorted.map(({ sha256, size, path }) => `${sha256} ${size} ${JSON.stringify(path)}\n`).join("");
}
const ENTRY = /^([0-9a-f]{64}) (0|[1-9]\d{0,11}) (".*")$/;
/**
 * Reads the list of an upload.
 * @returns Undefined when it is not exactly as `writeUploadList` writes it, or a path is there twice.
 */
function readUploadList(text) {
    if (!text.endsWith("\n"))
        return undefined;
    const files = [];
    let last;
    for (const line of text.slice(0, -1).split("\n")) {
        const [, sha256, size, json] = ENTRY.exec(line) ?? [];
        if (sha256 === undefined || json === undefined)
            return undefined;
        const path = parsePath(json);
        if (path === undefined || (last !== undefined && path <= last))
            return undefined;
        files.push({ path, sha256, size: Number(size) });
        last = path;
    }
    return files;
}
function parsePath(json) {
    try {
        const path = JSON.parse(json);
        return typeof path === "string" && JSON.stringify(path) === json ? path : undefined;
    }
    catch {
        return undefined;
    }
}


/***/ }),

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
/* harmony import */ var _upload_limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8335);


const Sha256 = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_upload_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .SHA256_PATTERN */ .jU, "must be a SHA-256 in lower-case hexadecimal");
/** What a create request says of files that were built elsewhere; they are uploaded after it. */
const Prebuilt = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    /** SHA-256 of the list of files. */
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
    /** How many are to be sent in all. */
    missingFiles: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Until when a file has to arrive, or the deployment fails. */
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__.datetime().optional(),
})
    .meta({ id: "Upload" });
/** What became of the files of one request. */
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
const UploadList = zod__WEBPACK_IMPORTED_MODULE_0__.string().max(_upload_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_LIST_BYTES */ .Cb).meta({ id: "UploadList", format: "binary" });
/** Parts of files, each after a separate line: `<sha256> <size of the file> <offset> <length>`. */
const UploadParts = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .max(_upload_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_PART_BYTES */ .tZ + _upload_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_UPLOAD_FILES_A_REQUEST */ .HD * 128)
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
