export const id = 481;
export const ids = [481,412];
export const modules = {

/***/ 412:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ readFileOf),
/* harmony export */   readFolder: () => (/* binding */ readFolder)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2551);






const READ_AT_A_TIME = 8;
const CHUNK_BYTES = 256 * 1024;
const MEBIBYTE = 1024 ** 2;
/**
 * Reads a folder that another program built: its files with their SHA-256, by the rules of what builds write.
 * @throws {ClientError} `folder_rejected`, with what to correct; `aborted`
 */
async function readFolder(path, { signal, limits = _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .OUTPUT_LIMITS */ .rV } = {}) {
    const root = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.lstat)(path).catch((cause) => {
        throw rejected(`There is no folder '${path}'`, "Build first, or correct the path.", cause);
    });
    if (!root.isDirectory()) {
        const what = root.isSymbolicLink() ? "a symbolic link" : "no folder";
        throw rejected(`'${path}' is ${what}`, "Name the folder itself.");
    }
    const paths = [];
    for await (const below of filesBelow(path, "", signal)) {
        if (paths.push(below) <= limits.files)
            continue;
        throw rejected(`The folder has more than ${limits.files} files`, "Make it smaller.");
    }
    if (!paths.some((each) => each !== _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MANIFEST_PATH */ .U4)) {
        throw rejected(`The folder '${path}' has no files`, "Build first, or correct the path.");
    }
    const files = [];
    let bytes = 0;
    for (let start = 0; start < paths.length; start += READ_AT_A_TIME) {
        throwIfAborted(signal);
        const batch = paths.slice(start, start + READ_AT_A_TIME);
        const read = await Promise.all(batch.map((each) => digestFile(path, each, limits)));
        for (const file of read)
            bytes += file.size;
        if (bytes > limits.totalBytes) {
            throw rejected(`The folder '${path}' is larger than ${Math.round(limits.totalBytes / MEBIBYTE)} MiB`, "Make it smaller.");
        }
        files.push(...read);
    }
    const list = (0,_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .writeUploadList */ .z7)(files);
    if (Buffer.byteLength(list) > _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MAX_LIST_BYTES */ .Cb)
        throw rejected("The paths of the files are too long", "Shorten them.");
    const sha256 = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(list).digest("hex");
    return { path, files, list, prebuilt: { sha256, files: files.length, bytes } };
}
/** Reads a file of a folder again; throws `folder_rejected` when it is not as it was. */
async function readFileOf(folder, file) {
    const handle = await openRegular(folder.path, file.path);
    try {
        const bytes = Buffer.alloc(file.size + 1);
        let have = 0;
        for (;;) {
            const { bytesRead } = await handle.read(bytes, have, bytes.length - have, have);
            have += bytesRead;
            if (bytesRead === 0 || have > file.size)
                break;
        }
        const content = bytes.subarray(0, file.size);
        if (have !== file.size || (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(content).digest("hex") !== file.sha256) {
            throw changed(file.path);
        }
        return content;
    }
    finally {
        await handle.close();
    }
}
/** @param prefix Path below the root, empty or with a slash at its end. */
async function* filesBelow(root, prefix, signal) {
    throwIfAborted(signal);
    const options = { withFileTypes: true, encoding: "buffer" };
    const entries = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, prefix), options).catch((cause) => {
        throw holds(prefix, "a folder that cannot be read", cause);
    });
    for (const entry of entries) {
        const name = nameOf(entry, prefix);
        const below = `${prefix}${name}`;
        if ((0,_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .isLeftOut */ .WY)(name) && below !== _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MANIFEST_PATH */ .U4)
            continue;
        if (!entry.isDirectory() && !entry.isFile()) {
            throw holds(below, `which is ${describe(entry)}; only regular files are uploaded`);
        }
        if (_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .UNSERVED_CHARS */ .fL.test(name))
            throw holds(below, "whose name has a control character or backslash");
        if (Buffer.byteLength(below) > _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MAX_PATH_BYTES */ .PR)
            throw holds(below, `whose path is over ${_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MAX_PATH_BYTES */ .PR} bytes`);
        if (entry.isDirectory()) {
            const isTooDeep = below.split("/").length > _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MAX_FOLDER_DEPTH */ .eE;
            if (isTooDeep)
                throw holds(below, `which lies over ${_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_4__/* .MAX_FOLDER_DEPTH */ .eE} folders deep`);
            yield* filesBelow(root, `${below}/`, signal);
        }
        else
            yield below;
    }
}
function nameOf(entry, prefix) {
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry.name);
    }
    catch {
        throw holds(`${prefix}${entry.name.toString("latin1")}`, "whose name is not UTF-8");
    }
}
function describe(entry) {
    if (entry.isSymbolicLink())
        return "a symbolic link";
    if (entry.isFIFO())
        return "a named pipe";
    return entry.isSocket() ? "a socket" : "a device";
}
/** Never waits for a named pipe, and follows no link, whatever has become of the file since it was listed. */
const FLAGS = node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_RDONLY | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NOFOLLOW ?? 0) | (node_fs__WEBPACK_IMPORTED_MODULE_1__.constants.O_NONBLOCK ?? 0);
async function openRegular(root, path) {
    const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_2__.open)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(root, ...path.split("/")), FLAGS).catch((cause) => {
        throw holds(path, "a file that cannot be read", cause);
    });
    const stats = await handle.stat();
    if (stats.isFile() && stats.nlink <= 1)
        return handle;
    await handle.close();
    throw stats.isFile() ? holds(path, "which is a hard link; copy the file instead") : changed(path);
}
async function digestFile(root, path, limits) {
    const handle = await openRegular(root, path);
    try {
        const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256");
        const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        let size = 0;
        for (;;) {
            const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, size);
            if (bytesRead === 0)
                return { path, sha256: hash.digest("hex"), size };
            size += bytesRead;
            if (size > limits.fileBytes) {
                throw holds(path, `which is larger than ${Math.round(limits.fileBytes / MEBIBYTE)} MiB`);
            }
            hash.update(chunk.subarray(0, bytesRead));
        }
    }
    finally {
        await handle.close();
    }
}
function throwIfAborted(signal) {
    if (signal?.aborted === true)
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .abortedError */ .ip)(signal, false);
}
function rejected(message, hint, cause) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_5__/* .ClientError */ .MZ({ kind: "invalid", code: "folder_rejected", message, hint, cause });
}
function holds(path, reason, cause) {
    return rejected(`The folder holds ${JSON.stringify(path)}, ${reason}`, "Correct it, then deploy again.", cause);
}
function changed(path) {
    const message = `The file ${JSON.stringify(path)} changed while the folder was uploaded`;
    return rejected(message, "Wait until the build has ended, then deploy again.");
}


/***/ }),

/***/ 4481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   uploadFolder: () => (/* binding */ uploadFolder),
/* harmony export */   z: () => (/* binding */ createUploads)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4);
/* harmony import */ var _deploy_client_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1263);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2551);
/* harmony import */ var _folder_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(412);




const MAX_IDLE_ROUNDS = 3;
/**
 * Uploads the files of a folder to the deployment that was created for it: only what the service still lacks.
 * @throws {ClientError} `prebuilt_unsupported`, `folder_rejected` when a file changed, `upload_rejected`, or why no
 *   response came.
 */
async function uploadFolder(client, { created, folder }, options = {}) {
    const { id } = created;
    if (created.prebuilt?.sha256 !== folder.prebuilt.sha256)
        throw await unsupported(client, created, options);
    if (created.status !== "queued")
        return;
    const uploads = createUploads(client.transport);
    const sender = {
        async open(file) {
            const bytes = await (0,_folder_js__WEBPACK_IMPORTED_MODULE_0__/* .readFileOf */ .m)(folder, file);
            return (start, end) => bytes.subarray(start, end);
        },
        send: (body, failed) => uploads.files(id, body, {
            ...options,
            signal: options.signal ? AbortSignal.any([options.signal, failed]) : failed,
        }),
    };
    try {
        let state = await uploads.list(id, folder.list, options);
        options.onMissing?.(state.missingFiles, bytesOf(missingIn(folder, state)));
        for (let idle = 0; state.missing.length > 0;) {
            const before = state.missingFiles;
            await (0,_greenroom_contract_upload_files__WEBPACK_IMPORTED_MODULE_1__/* .sendFiles */ ._9)(missingIn(folder, state), sender);
            state = await uploads.get(id, options);
            idle = state.missingFiles < before ? 0 : idle + 1;
            if (idle === MAX_IDLE_ROUNDS)
                throw stalled();
        }
        await uploads.complete(id, options);
    }
    catch (error) {
        // Another call for the same attempt was faster, or somebody canceled: the record says it.
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ) || error.code !== "upload_closed")
            throw error;
    }
}
/** A service that is too old to know uploads builds the commit instead, which is not what was asked for. */
async function unsupported(client, { id }, options) {
    await client.deployments.cancel(id, options).catch(() => undefined);
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "protocol",
        code: "prebuilt_unsupported",
        message: `The service did not take deployment ${id} as one of files that were built elsewhere`,
        hint: "Update the service, or let it build.",
    });
}
function stalled() {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "protocol",
        code: "unexpected_answer",
        message: "The service asks again for files that it was sent",
        hint: "Report this to its operator.",
    });
}
/** Each content once. */
function missingIn({ files }, { missing }) {
    const names = new Set(missing);
    return [...new Map(files.filter(({ sha256 }) => names.has(sha256)).map((file) => [file.sha256, file])).values()];
}
const bytesOf = (files) => files.reduce((sum, { size }) => sum + size, 0);
const upload = async () => (await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 7638))).Upload;
const uploadedFiles = async () => (await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 7638))).UploadedFiles;
/** Makes the operations on the upload of a prebuilt deployment. Additive. */
function createUploads(transport) {
    const { read, sendBytes } = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_3__/* .createOperations */ .Ps)(transport);
    const sendList = sendBytes("listUpload", upload);
    return {
        get: read("getUpload", upload),
        list: async (deploymentId, list, options) => sendList(deploymentId, new TextEncoder().encode(list), options),
        files: sendBytes("uploadFiles", uploadedFiles),
        complete: read("completeUpload", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_3__/* .received */ .ed)("ReceivedDeployment")),
    };
}


/***/ }),

/***/ 4:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cb: () => (/* binding */ MAX_LIST_BYTES),
/* harmony export */   HD: () => (/* binding */ MAX_UPLOAD_FILES_A_REQUEST),
/* harmony export */   PR: () => (/* binding */ MAX_PATH_BYTES),
/* harmony export */   U4: () => (/* binding */ MANIFEST_PATH),
/* harmony export */   WY: () => (/* binding */ isLeftOut),
/* harmony export */   _9: () => (/* binding */ sendFiles),
/* harmony export */   eE: () => (/* binding */ MAX_FOLDER_DEPTH),
/* harmony export */   fL: () => (/* binding */ UNSERVED_CHARS),
/* harmony export */   jU: () => (/* binding */ SHA256_PATTERN),
/* harmony export */   rV: () => (/* binding */ OUTPUT_LIMITS),
/* harmony export */   tZ: () => (/* binding */ MAX_PART_BYTES),
/* harmony export */   z7: () => (/* binding */ writeUploadList)
/* harmony export */ });
/** Rules and bounds of the files of a deployment, and of their upload. Loads nothing: a client reads it before it sends. */
/** A SHA-256 in lower-case hexadecimal. */
const SHA256_PATTERN = /^[0-9a-f]{64}$/;
const MEBIBYTE = 1024 ** 2;
/** Most that one deployment serves, built by the service or uploaded. */
const OUTPUT_LIMITS = { files: 20_000, fileBytes: 25 * MEBIBYTE, totalBytes: 1024 * MEBIBYTE };
const MAX_PATH_BYTES = 1024;
const MAX_FOLDER_DEPTH = 64;
const MAX_LIST_BYTES = 8 * MEBIBYTE;
/** Most bytes of files in one request of an upload: even a slow line sends them before a request times out. */
const MAX_PART_BYTES = 4 * MEBIBYTE;
const MAX_UPLOAD_FILES_A_REQUEST = 256;
/** The file of an upload that says how it is served; it is not served itself. */
const MANIFEST_PATH = "greenroom.json";
/** Characters that no name of a served file has. */
const UNSERVED_CHARS = /[\u0000-\u001f\u007f\\]/;
/** Names that are never part of a site; of those that begin with a dot one is. */
function isLeftOut(name) {
    return name === "node_modules" || name === MANIFEST_PATH || (name.startsWith(".") && name !== ".well-known");
}
/** Writes the list of an upload; its SHA-256 names what is uploaded. */
function writeUploadList(files) {
    const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
    return sorted.map(({ sha256, size, path }) => `${sha256} ${size} ${JSON.stringify(path)}\n`).join("");
}
const REQUESTS_AT_A_TIME = 4;
/**
 * Sends files as clients do for their uploads and workers for their builds: small ones share a request, a large one goes
 * in parts from where the service says. Ask afterwards which are missing: a file that the service keeps asking for is
 * given up. The first failure stops all, and nothing is sent after this has returned.
 */
async function sendFiles(files, sender) {
    // By size, so that no large file comes between small ones.
    const batches = batchesOf([...files].sort((left, right) => left.size - right.size));
    const failed = new AbortController();
    const lanes = Array.from({ length: REQUESTS_AT_A_TIME }, async () => {
        try {
            for (const batch of batches) {
                if (failed.signal.aborted)
                    return;
                await sendBatch(batch, sender, failed.signal);
            }
        }
        catch (error) {
            failed.abort(error);
        }
    });
    await Promise.all(lanes);
    failed.signal.throwIfAborted();
}
function* batchesOf(files) {
    let batch = [];
    let bytes = 0;
    for (const file of files) {
        const isFull = batch.length === MAX_UPLOAD_FILES_A_REQUEST || bytes + file.size > MAX_PART_BYTES;
        if (batch.length > 0 && isFull) {
            yield batch;
            [batch, bytes] = [[], 0];
        }
        batch.push(file);
        bytes += file.size;
    }
    if (batch.length > 0)
        yield batch;
}
async function sendBatch(batch, sender, signal) {
    const [first] = batch;
    if (first !== undefined && first.size > MAX_PART_BYTES)
        return sendLarge(first, sender, signal);
    const parts = [];
    for (const file of batch) {
        const read = await sender.open(file);
        parts.push(headerOf(file, 0, file.size), await read(0, file.size));
    }
    await sender.send(joined(parts), signal);
}
/** The service says where to continue: another process of it may have another part of the file. */
async function sendLarge(file, sender, signal) {
    const read = await sender.open(file);
    const maxRequests = 4 * Math.ceil(file.size / MAX_PART_BYTES);
    let offset = 0;
    for (let sent = 0; sent < maxRequests; sent += 1) {
        const part = await read(offset, Math.min(file.size, offset + MAX_PART_BYTES));
        const { partial } = await sender.send(joined([headerOf(file, offset, part.length), part]), signal);
        const have = partial.find(({ sha256 }) => sha256 === file.sha256)?.have;
        // Whole: stored now, or by another call meanwhile.
        if (have === undefined)
            return;
        offset = have < file.size ? have : 0;
    }
}
function headerOf({ sha256, size }, offset, length) {
    return new TextEncoder().encode(`${sha256} ${size} ${offset} ${length}\n`);
}
function joined(parts) {
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const part of parts) {
        all.set(part, end);
        end += part.length;
    }
    return all;
}


/***/ })

};
