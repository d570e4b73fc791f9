export const id = 659;
export const ids = [659,412,481];
export const modules = {

/***/ 5131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ createClient)
/* harmony export */ });
/* harmony import */ var _deploy_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1263);
/* harmony import */ var _transport_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3583);
/* harmony import */ var _upload_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4481);



/**
 * Makes a client of the whole interface; nothing is sent until an operation is called.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createClient(settings) {
    const client = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .createDeployClient */ .py)(settings);
    const { read, send, remove } = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .createOperations */ .Ps)(client.transport);
    const [site, deployment] = [(0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .received */ .ed)("ReceivedSite"), (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .received */ .ed)("ReceivedDeployment")];
    return {
        ...client,
        sites: {
            ...client.sites,
            get: read("getSite", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .received */ .ed)("ReceivedSiteDetail")),
            create: send("createSite", site),
            update: send("updateSite", site),
            archive: read("archiveSite", site),
            restore: read("restoreSite", site),
        },
        deployments: {
            ...client.deployments,
            review: read("getReview", review),
            remove: read("deleteDeployment", deployment),
        },
        approvals: {
            list: read("listApprovals", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(approval)),
            get: read("getApproval", approval),
            request: send("requestApproval", approval),
            decide: send("decideApproval", approval),
        },
        targets: {
            list: read("listTargets", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(target)),
            capabilities: read("listTargetCapabilities", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(capability)),
            create: send("createTarget", target),
            update: send("updateTarget", target),
            remove: remove("deleteTarget"),
        },
        provenance: { get: read("getProvenance", provenance) },
        trustRules: {
            list: read("listTrustRules", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(trustRule)),
            create: send("createTrustRule", trustRule),
            remove: remove("removeTrustRule"),
        },
        variables: {
            list: read("listVariables", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(variable)),
            set: send("setVariable", variable),
            remove: remove("removeVariable"),
        },
        // `not_found` from a service that does not say.
        token: { get: read("getCurrentToken", currentToken) },
        uploads: (0,_upload_js__WEBPACK_IMPORTED_MODULE_1__/* .createUploads */ .z)(client.transport),
        domains: {
            list: read("listSiteDomains", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(siteDomain)),
            add: send("addSiteDomain", siteDomain),
            update: send("updateSiteDomain", siteDomain),
            check: read("checkSiteDomain", siteDomain),
            remove: remove("removeSiteDomain"),
        },
        shareLinks: {
            list: read("listShareLinks", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(shareLink)),
            create: send("createShareLink", shareLink),
            revoke: remove("revokeShareLink"),
        },
        previewTokens: {
            list: read("listPreviewTokens", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(previewToken)),
            create: send("createPreviewToken", previewToken),
            revoke: remove("revokePreviewToken"),
        },
        comments: {
            /** Newest first; `nextCursor` is null on the last page. */
            async list(siteId, query = {}, options) {
                const path = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .withQuery */ .VL)((0,_transport_js__WEBPACK_IMPORTED_MODULE_2__/* .pathOf */ .XM)("listComments", { siteId }), query);
                const { data, nextCursor } = await client.transport.call({ method: "GET", path, data: (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(thread) }, options);
                return { threads: data, nextCursor };
            },
            create: send("createComment", thread),
            change: send("changeComment", thread),
        },
        deployKeys: {
            get: read("getDeployKey", deployKey),
            create: send("createDeployKey", deployKey),
            remove: remove("removeDeployKey"),
        },
        repositoryCredentials: {
            list: read("listRepositoryCredentials", (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .listOf */ .c3)(credential)),
            create: send("createRepositoryCredential", credential),
            remove: remove("removeRepositoryCredential"),
        },
    };
}
// Schemas are loaded with the first response: the first request leaves the sooner.
const review = async () => (await __webpack_require__.e(/* import() */ 815).then(__webpack_require__.bind(__webpack_require__, 1815))).ReceivedReview;
const approval = async () => (await __webpack_require__.e(/* import() */ 562).then(__webpack_require__.bind(__webpack_require__, 7562))).ReceivedApproval;
const target = async () => (await __webpack_require__.e(/* import() */ 694).then(__webpack_require__.bind(__webpack_require__, 5694))).ReceivedTarget;
const capability = async () => (await __webpack_require__.e(/* import() */ 694).then(__webpack_require__.bind(__webpack_require__, 5694))).ReceivedCapability;
const provenance = async () => (await __webpack_require__.e(/* import() */ 988).then(__webpack_require__.bind(__webpack_require__, 3988))).Provenance;
const trustRule = async () => (await __webpack_require__.e(/* import() */ 249).then(__webpack_require__.bind(__webpack_require__, 6249))).ReceivedTrustRule;
const variable = async () => (await __webpack_require__.e(/* import() */ 99).then(__webpack_require__.bind(__webpack_require__, 7099))).ReceivedVariable;
const currentToken = async () => (await __webpack_require__.e(/* import() */ 690).then(__webpack_require__.bind(__webpack_require__, 9690))).ReceivedCurrentToken;
const siteDomain = async () => (await __webpack_require__.e(/* import() */ 55).then(__webpack_require__.bind(__webpack_require__, 1055))).ReceivedSiteDomain;
const shareLink = async () => (await __webpack_require__.e(/* import() */ 593).then(__webpack_require__.bind(__webpack_require__, 4593))).ReceivedShareLink;
const previewToken = async () => (await __webpack_require__.e(/* import() */ 593).then(__webpack_require__.bind(__webpack_require__, 4593))).ReceivedPreviewToken;
const thread = async () => (await __webpack_require__.e(/* import() */ 54).then(__webpack_require__.bind(__webpack_require__, 2054))).ReceivedThread;
const deployKey = async () => (await __webpack_require__.e(/* import() */ 943).then(__webpack_require__.bind(__webpack_require__, 5943))).ReceivedDeployKey;
const credential = async () => (await __webpack_require__.e(/* import() */ 943).then(__webpack_require__.bind(__webpack_require__, 5943))).ReceivedRepositoryCredential;


/***/ }),

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

/***/ 6945:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   follow: () => (/* binding */ follow)
/* harmony export */ });
/* unused harmony exports createTracker, createLogReader */
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(237);
/* harmony import */ var _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8108);
/* harmony import */ var _greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7681);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2091);





const FOLLOW_LIMITS = {
    maxLogLineChars: 64 * 1024,
    maxLogChars: 32 * 1024 * 1024,
    /** Between two reads of the record while the stream is well. */
    recordMs: 60_000,
    /** Between two reads of the record while there is no stream: twelve a minute at first, then three. */
    pollFirstMs: 5000,
    pollLastMs: 20_000,
    /** Waits after a terminal event whose record does not say the same yet. */
    rereadMs: [250, 1000, 2000, 4000],
    /** How long the rest of the log may take after the record is terminal. */
    drainMs: 3000,
    /** Between two tries to get the stream back; the last one from then on. */
    streamAgainMs: [1000, 5000, 15_000, 30_000],
    maxStreams: 20,
    /** Most final errors in a row: a record made just now may not be everywhere yet. */
    maxFinalErrors: 3,
};
/**
 * Follows a deployment until its status is terminal: by its event stream, with its record as the authority.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended; a lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
async function follow(client, deployment, options) {
    const clock = options.clock ?? _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .ml;
    const over = new AbortController();
    const state = {
        client,
        clock,
        tracker: createTracker(options.onEvent ?? (() => undefined), FOLLOW_LIMITS),
        recordDue: new AbortController(),
        ready: options.ready,
        signal: over.signal,
        endsAt: clock.monotonic() + options.timeoutMs,
        deployment,
        streaming: false,
        streamOver: false,
    };
    // A deployment that is ready already: its build and its log are over.
    const stream = deployment.status === "ready" ? Promise.resolve() : readStream(state);
    const record = readRecord(state, stream);
    try {
        // The stream ends nothing by itself, but what its listener throws is thrown here.
        return await Promise.race([record, timeLimit(state, options.signal), stream.then(() => record)]);
    }
    finally {
        over.abort();
        // Nothing stays behind: both readers end with the signal.
        await Promise.allSettled([record, stream]);
    }
}
async function timeLimit(state, signal) {
    const { clock, endsAt } = state;
    const either = signal === undefined ? state.signal : AbortSignal.any([state.signal, signal]);
    while (!either.aborted && clock.monotonic() < endsAt)
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .wait */ .uk)(clock, endsAt - clock.monotonic(), either);
    return { kind: signal?.aborted === true ? "aborted" : "timed_out", deployment: state.deployment };
}
/** @throws Only what a listener throws; a stream that cannot be had is reported. */
async function readStream(state) {
    const { client, tracker, signal, clock } = state;
    let lastEventId = "";
    // A stream that is long in coming, perhaps because all its slots are taken, is not waited for.
    const onRetry = () => {
        state.streaming = false;
        state.recordDue.abort();
    };
    for (let streams = 0; streams < FOLLOW_LIMITS.maxStreams && !signal.aborted; streams += 1) {
        // The first stream is expected to come; once one has failed, only a stream that is open counts.
        state.streaming = streams === 0;
        try {
            const options = { signal, deadlineAt: state.endsAt, lastEventId, onRetry };
            for await (const item of client.events(state.deployment.id, options)) {
                state.streaming = true;
                if (item.kind === "event") {
                    lastEventId = item.id;
                    state.streamOver = tracker.event(item.name, item.data);
                    await state.ready?.(signal);
                }
                else if (item.kind === "reconnect") {
                    tracker.restarted();
                    if (item.error?.code === "answer_too_large")
                        tracker.gap("A log event was too large and is not shown.");
                    if (!item.resumable)
                        tracker.gap("The log stream was interrupted; lines may be missing or repeated.");
                    state.recordDue.abort();
                }
            }
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ))
                throw error;
            if (!signal.aborted)
                tracker.error(error);
        }
        if (state.streaming)
            state.recordDue.abort();
        state.streaming = false;
        if (state.streamOver || (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(state.deployment.status))
            return;
        const waits = FOLLOW_LIMITS.streamAgainMs;
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .wait */ .uk)(clock, waits[Math.min(streams, waits.length - 1)] ?? 0, signal);
        tracker.restarted();
    }
}
async function readRecord(state, stream) {
    const { tracker, clock, signal } = state;
    let finalErrors = 0;
    let pollMs = FOLLOW_LIMITS.pollFirstMs;
    let rereads = 0;
    while (!signal.aborted) {
        const { status } = state.deployment;
        tracker.status(status, "record");
        if ((0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(status)) {
            const deployment = await withAddress(state);
            await drain(state, stream);
            return { kind: "terminal", status, deployment };
        }
        const rereadMs = state.streamOver ? FOLLOW_LIMITS.rereadMs[rereads++] : undefined;
        const waitMs = rereadMs ?? (state.streaming ? FOLLOW_LIMITS.recordMs : pollMs);
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .wait */ .uk)(clock, waitMs, AbortSignal.any([signal, state.recordDue.signal]));
        state.recordDue = new AbortController();
        if (!state.streaming)
            pollMs = Math.min(pollMs * 1.25, FOLLOW_LIMITS.pollLastMs);
        if (signal.aborted)
            break;
        const error = await readOnce(state);
        // That its time is over says nothing of the deployment.
        finalErrors = error?.retry === "never" && error.kind !== "timed_out" ? finalErrors + 1 : 0;
        if (error !== undefined && isFinal(error, finalErrors)) {
            return { kind: "unknown", deployment: state.deployment, error };
        }
    }
    return { kind: "aborted", deployment: state.deployment };
}
function isFinal(error, finalErrors) {
    if (error.kind === "refused" && (error.status === 401 || error.status === 403))
        return true;
    // The record of another deployment says nothing about this one, however often it is read.
    if (error.code === "deployment_mismatch")
        return true;
    return finalErrors >= FOLLOW_LIMITS.maxFinalErrors;
}
async function readOnce(state) {
    const { client, signal, endsAt, tracker } = state;
    try {
        const madeFor = state.deployment;
        const deployment = await client.deployments.get(madeFor.id, { signal, deadlineAt: endsAt, madeFor });
        // A terminal status is never left, whatever a replica behind says. [§3]
        if (!(0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(state.deployment.status) || (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(deployment.status))
            state.deployment = deployment;
        return undefined;
    }
    catch (error) {
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ))
            throw error;
        if (!signal.aborted)
            tracker.error(error);
        return error;
    }
}
function lacksAddress(deployment) {
    return deployment.status === "ready" && deployment.environment !== "production" && !deployment.previewUrl;
}
/** Reads a ready preview again while its record has no `previewUrl` yet. */
async function withAddress(state) {
    for (const ms of FOLLOW_LIMITS.rereadMs) {
        if (!lacksAddress(state.deployment) || state.signal.aborted)
            break;
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .wait */ .uk)(state.clock, ms, state.signal);
        await readOnce(state);
    }
    return state.deployment;
}
/** Lets the stream bring the rest of the log, for a short while. */
async function drain({ clock, signal, streaming }, stream) {
    if (!streaming)
        return;
    const enough = new AbortController();
    await Promise.race([stream, (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .wait */ .uk)(clock, FOLLOW_LIMITS.drainMs, AbortSignal.any([signal, enough.signal]))]);
    enough.abort();
}
const RANKS = new Map([
    ["queued", 0],
    ["building", 1],
]);
const TERMINAL_RANK = 2;
/** Most gaps that are reported: a stream that breaks all the time says nothing new. */
const MAX_GAPS = 20;
const MAX_UNKNOWN = 20;
const MAX_NAME_CHARS = 100;
/** Makes the memory of one follow. [§3: a terminal status is never left; §9: unknown things are ignored] */
function createTracker(report, limits) {
    const log = createLogReader(limits);
    const unknown = new Set();
    let rank = -1;
    let last = "";
    let gaps = 0;
    function reportUnknownOnce(what, name) {
        const id = `${what} ${name}`.slice(0, MAX_NAME_CHARS);
        if (unknown.has(id) || unknown.size >= MAX_UNKNOWN)
            return;
        unknown.add(id);
        report({ kind: "unknown", what, name: name.slice(0, MAX_NAME_CHARS) });
    }
    /**
     * Takes a status from the stream or the record. Repeats and steps back are not reported again.
     * @returns Whether the deployment is over, by this or an earlier status.
     */
    function takeStatus(status, source, at) {
        const next = (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isDeploymentStatus */ .AP)(status) ? (RANKS.get(status) ?? TERMINAL_RANK) : -1;
        // The record is the authority: it may correct a terminal status that the stream gave.
        const corrects = source === "record" && (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(status) && status !== last;
        if (!(0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isDeploymentStatus */ .AP)(status))
            reportUnknownOnce("status", status);
        else if (next > rank || corrects) {
            rank = next;
            last = status;
            report({ kind: "status", status, at });
        }
        return rank >= TERMINAL_RANK;
    }
    function takeLog(event) {
        const batch = log.read(event);
        if (batch === undefined)
            return;
        if (batch.lines.length > 0)
            report({ kind: "log", stream: batch.stream, lines: batch.lines });
        if (batch.capped)
            report({ kind: "gap", why: "The log is too long to show in full; the service has all of it." });
    }
    return {
        status: takeStatus,
        /** Takes an event of the stream. @returns Whether the deployment is over by what the stream said. */
        event(name, data) {
            const value = name === "status" || name === "log" ? (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(data) : undefined;
            const status = name === "status" ? _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_4__.ReceivedStatusEvent.safeParse(value).data : undefined;
            const lines = name === "log" ? _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_4__.ReceivedLogEvent.safeParse(value).data : undefined;
            if (status !== undefined)
                takeStatus(status.status, "stream", status.at);
            else if (lines !== undefined)
                takeLog(lines);
            else
                reportUnknownOnce(name === "status" || name === "log" ? "data" : "event", name);
            return rank >= TERMINAL_RANK;
        },
        gap(why) {
            gaps += 1;
            if (gaps <= MAX_GAPS)
                report({ kind: "gap", why });
        },
        /** The stream starts over from its first event. */
        restarted: () => log.restarted(),
        error: (error) => report({ kind: "error", error }),
    };
}
const CUT = " [line cut]";
const MAX_STREAM_CHARS = 100;
/** Makes a reader of a deployment's log batches that remembers the lines it gave. [§6: their shape is not shown] */
function createLogReader(limits) {
    let left = limits.maxLogChars;
    let highest = 0;
    let repeatsUntil = 0;
    return {
        /**
         * @returns Undefined when nothing of the batch is new, or the total cap was reached before. `capped`: it was reached
         *   with this batch, and what follows is ignored.
         */
        read(event) {
            if (left <= 0)
                return undefined;
            const lines = [];
            for (const line of event.lines) {
                const number = lineNumber(line);
                if (number !== undefined && number <= repeatsUntil)
                    continue;
                highest = Math.max(highest, number ?? 0);
                const text = cut((0,_greenroom_contract_received__WEBPACK_IMPORTED_MODULE_4__.logLineText)(line), limits.maxLogLineChars);
                left -= text.length + 1;
                if (left <= 0)
                    break;
                lines.push(text);
            }
            const stream = (event.stream ?? "build").slice(0, MAX_STREAM_CHARS);
            return lines.length === 0 && left > 0 ? undefined : { stream, lines, capped: left <= 0 };
        },
        /** The stream starts over: lines whose number was seen are repeats from here on. */
        restarted() {
            repeatsUntil = highest;
        },
    };
}
function lineNumber(line) {
    if (typeof line !== "object" || line === null || !("n" in line))
        return undefined;
    return Number.isSafeInteger(line.n) ? Number(line.n) : undefined;
}
function cut(text, maxChars) {
    return text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed() + CUT;
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


/***/ }),

/***/ 772:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ readInputs),
/* harmony export */   _: () => (/* binding */ USER_AGENT)
/* harmony export */ });
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8796);

const USER_AGENT = "greenroom-production-action";
function readInputs(lookup, identity = false) {
    const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .InputReader */ .i_(lookup);
    const shared = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .readActionInputs */ .Ui)(reader, identity, { commentGroup: "releases", environment: "production" });
    const minutes = reader.optional("wait-minutes", _inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .parseMinutes */ .lA, `a number of minutes from 0 to ${_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_MINUTES */ .xX}, such as '0'`);
    const own = {
        sourceDeploymentId: reader.optional("source-deployment-id", (0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .matching */ .wC)(/^[\w.:-]{1,128}$/), "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'"),
        waitMs: Math.round(60_000 * (minutes ?? 0)),
        onPending: reader.word("on-pending", ["pass", "fail"]),
    };
    return reader.end(shared && { ...shared, ...own });
}


/***/ }),

/***/ 2825:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ followedOutcome),
/* harmony export */   fo: () => (/* binding */ requestOf),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6337);

/** An open request whose end is unknown stays `approval_pending`. */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.request === undefined ? "canceled" : "approval_pending";
    if (outcome.kind === "lost")
        return outcome.request === undefined ? "failed" : "approval_pending";
    return outcome.kind;
}
/** By `on-pending` while the release is not decided or not live. */
function conclusion(outcome, onPending) {
    switch (outcome.kind) {
        case "ready":
            return "pass";
        case "accepted":
        case "approval_pending":
            return onPending;
        case "rejected":
        case "expired":
        case "superseded":
        case "failed":
        case "canceled":
        case "refused":
        case "stopped":
        case "lost":
            return "fail";
    }
}
function requestOf(outcome) {
    return "request" in outcome ? outcome.request : undefined;
}
/** @param productionUrl The record's URL when it is one that can be shown. */
function followedOutcome(followed, productionUrl, request) {
    const { kind, deployment } = followed;
    if (kind === "timed_out")
        return { kind: "accepted", deployment };
    return (0,_messages_js__WEBPACK_IMPORTED_MODULE_0__/* .noResultOf */ .mH)(followed, { request }, KEPT) ?? { kind: "ready", deployment, productionUrl, already: false };
}
const KEPT = "What was live before stays live.";


/***/ }),

/***/ 9186:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cs: () => (/* binding */ makePlan),
/* harmony export */   SW: () => (/* binding */ COMMENT_TEXT),
/* harmony export */   df: () => (/* binding */ describePlan),
/* harmony export */   o3: () => (/* binding */ secretlessReason)
/* harmony export */ });
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6337);

const SKIPS = {
    no_secrets: {
        message: "GitHub gives this run no secrets, since a fork or Dependabot started it",
        hint: "Release on the push that the merge makes to your own branch.",
    },
    branch_deleted: {
        message: "This push deletes its branch, so there is no commit to release",
        hint: "Nothing needs to be done.",
    },
    not_merged: {
        message: "The pull request is not merged",
        hint: "Merge it first, or set the input 'source-deployment-id'.",
    },
    no_commit: {
        message: "This event names no commit to release",
        hint: "Set the input 'commit-sha' or 'source-deployment-id'.",
    },
};
/** Checked before the inputs are: the missing token is then not the author's mistake. */
function secretlessReason({ fromFork, dependabot }, hasToken) {
    return !hasToken && (fromFork || dependabot) ? skip("no_secrets") : undefined;
}
function skip(why) {
    return { kind: "skipped", reason: SKIPS[why] };
}
function makePlan(trigger, inputs) {
    if (inputs.sourceDeploymentId !== undefined) {
        return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
    }
    // What GitHub gives as the commit after a deletion.
    if (/^0+$/.test(inputs.commitSha ?? ""))
        return skip("branch_deleted");
    if (inputs.commitSha !== undefined)
        return { kind: "release", wanted: { kind: "commit", sha: inputs.commitSha } };
    if (trigger.deleted)
        return skip("branch_deleted");
    if (trigger.pull?.kind === "named" && !trigger.pull.merged)
        return skip("not_merged");
    if (trigger.head === null)
        return (0,_messages_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadableEvent */ .Gr)(trigger) ?? skip("no_commit");
    return { kind: "release", wanted: { kind: "commit", sha: trigger.head.sha } };
}
const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";
/** The token is in none of it. */
function describePlan(wanted, inputs, trigger) {
    const sourceDeploymentId = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
    const { pull } = trigger;
    return {
        inputs,
        trigger,
        idempotencyKey: "derived from the repository, the id of the site and the source",
        more: [
            `Source: ${describeSource(wanted)}`,
            `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId })}`,
            `Approval: requested with the tool request_publish at ${inputs.mcpUrl.href}`,
        ],
        pull: pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one",
        status: "approval_pending",
        commitSha: wanted.kind === "commit" ? wanted.sha : "",
        template: COMMENT_TEXT,
    };
}
function describeSource(wanted) {
    if (wanted.kind === "named")
        return `deployment ${wanted.deploymentId}, or the preview it was released from`;
    const sha = wanted.sha.slice(0, 7);
    return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}


/***/ }),

/***/ 1985:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ checkApproval),
  _: () => (/* binding */ release)
});

// EXTERNAL MODULE: ./build/packages/client/create.js + 1 modules
var create = __webpack_require__(3827);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/follow.js
var follow = __webpack_require__(6945);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __webpack_require__(237);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
// EXTERNAL MODULE: ./build/src/messages.js
var messages = __webpack_require__(6337);
// EXTERNAL MODULE: ./build/src/service-url.js
var service_url = __webpack_require__(9942);
// EXTERNAL MODULE: ./build/packages/client/publish-tool.js + 1 modules
var publish_tool = __webpack_require__(5699);
;// CONCATENATED MODULE: ./build/src/production/approval-request.js




/** The link is the same for the same source. [§1: `request_publish` returns a `webApprovalUrl`] */
async function requestApproval(client, inputs, release, options) {
    const { siteId, source, reason, offeredUrl } = release;
    const publish = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason, intent: "release" };
    let refused;
    const requestLink = () => (0,publish_tool.requestPublish)(client, publish, options).catch((error) => {
        if (error instanceof errors/* ClientError */.MZ && !error.code.startsWith("mcp_"))
            refused = error;
        if (offeredUrl !== undefined)
            return { webApprovalUrl: offeredUrl };
        throw error;
    });
    const link = await (0,service_url/* approvalLink */.Mw)(inputs, { siteId, deploymentId: source.id }, requestLink);
    // The service has the tool and refused: there is no request.
    if (link.kind === "none" && refused !== undefined)
        return { kind: "refused", failure: (0,messages/* failureOf */.g5)(refused) };
    const details = await readDetails(client, link.requestId, options);
    const shown = link.kind === "link"
        ? { prepared: link.prepared, url: link.url, noUrlReason: undefined }
        : { prepared: false, url: undefined, noUrlReason: link.reason };
    return { kind: "requested", request: { ...details, ...shown } };
}
/** Requester and expiry are useful to show, but nothing fails without them. */
async function readDetails(client, requestId, options) {
    const record = requestId === undefined ? undefined : await client.approvals.get(requestId, options).catch(() => undefined);
    const { requestedBy, expiresAt } = record ? detailsOf(record) : {};
    return { requestId, requestedBy, expiresAt };
}
function detailsOf(record) {
    const prepared = record.prepared === true;
    const requestedBy = prepared ? undefined : record.requestedBy?.name;
    return { prepared, requestedBy, expiresAt: record.expiresAt ?? undefined };
}

// EXTERNAL MODULE: ./build/src/production/outcome.js
var outcome = __webpack_require__(2825);
;// CONCATENATED MODULE: ./build/src/production/source.js
const MAX_PAGES = 10;
const PAGE_SIZE = 100;
/**
 * The one that was named, else the newest of the commit, else that of the head of the pull request that was merged as
 * it, so that the bits that were reviewed go live.
 */
async function findSource(client, query, options) {
    const { siteId, wanted } = query;
    if (wanted.kind === "named")
        return checkSource(await readNamed(client, wanted.deploymentId, options), siteId);
    const own = await newestOf(client, { siteId, sha: wanted.sha }, options);
    if (own !== undefined)
        return checkSource(own, siteId);
    const reviewed = await query.reviewedSha();
    const other = reviewed === undefined ? undefined : await newestOf(client, { siteId, sha: reviewed }, options);
    if (other !== undefined)
        return checkSource(other, siteId);
    const head = reviewed === undefined ? "" : `, nor of ${reviewed.slice(0, 7)}, which was merged as it`;
    return none("source_not_found", `This site has no ready preview of commit ${wanted.sha.slice(0, 7)}${head}.`);
}
/** An earlier release gives the preview it was made from. [§4 rule 8] */
async function readNamed(client, deploymentId, options) {
    const named = await client.deployments.get(deploymentId, options);
    const { environment, sourceDeploymentId } = named;
    const isRelease = environment === "production" && typeof sourceDeploymentId === "string";
    return isRelease ? client.deployments.get(sourceDeploymentId, options) : named;
}
/** [§4: `sourceDeploymentId` names a ready preview] */
function checkSource(source, siteId) {
    const { id, environment, status } = source;
    if (source.siteId !== undefined && source.siteId.toLowerCase() !== siteId) {
        return none("source_of_another_site", `Deployment ${id} belongs to another site.`);
    }
    if (environment !== undefined && environment !== "preview") {
        return none("source_not_preview", `Deployment ${id} is not a preview; its environment is ${environment}.`);
    }
    if (status !== "ready") {
        return none("source_deployment_not_ready", `Deployment ${id} is not ready; its status is ${status}.`);
    }
    return { kind: "found", source };
}
function none(code, message) {
    const hint = "Deploy a preview of it first, or set 'source-deployment-id' to a ready one.";
    return { kind: "none", failure: { code, message, hint } };
}
async function newestOf(client, { siteId, sha }, options) {
    const query = { environment: "preview", status: "ready", limit: PAGE_SIZE };
    let cursor = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
        const at = cursor === null ? {} : { cursor };
        const list = await client.deployments.listForSite(siteId, { ...query, ...at }, options);
        // A service may ignore parts of a query that it does not know, so the records are checked again.
        const fits = list.deployments.filter((one) => isPreviewOf(one, sha));
        if (fits.length > 0)
            return fits.toSorted(newestFirst)[0];
        cursor = list.nextCursor;
        if (cursor === null)
            break;
    }
    return undefined;
}
function isPreviewOf({ environment, status, commitSha }, sha) {
    const preview = environment === undefined || environment === "preview";
    return preview && status === "ready" && typeof commitSha === "string" && commitSha.toLowerCase().startsWith(sha);
}
/** Those without a time come last. */
function newestFirst(one, other) {
    return (Date.parse(other.createdAt ?? "") || 0) - (Date.parse(one.createdAt ?? "") || 0);
}

;// CONCATENATED MODULE: ./build/src/production/release.js










/** A token's create gives these until the release is approved: they are expected. [§4 rules 5, 6] */
const EXPECTED_ERRORS = new Set(["approval_required", "insufficient_scope"]);
const REQUEST_MS = 10 * 60_000;
/**
 * As far as a token can: it gets the link where a person requests it and another approves it. [§4 rules 4 to 8]
 * @returns How it ended; every failure of the service is a value.
 */
async function release(context) {
    let requested;
    const onRequested = async (request) => {
        requested = request;
        await context.onRequested(request);
    };
    try {
        return await findAndRelease({ ...context, onRequested });
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return (0,messages/* failedCall */.mG)(error, { request: requested });
        throw error;
    }
}
async function findAndRelease(context) {
    const { client, inputs, wanted, onKnown, stop } = context;
    const { baseUrl, waitMs } = inputs;
    const signal = (0,clock/* timeoutSignal */._)(REQUEST_MS, stop);
    const options = { signal, deadlineAt: clock/* systemClock */.ml.monotonic() + REQUEST_MS };
    const { id: siteId } = await (0,create/* resolveSite */.q0)(client, inputs.site, options);
    onKnown({ siteId });
    const query = { siteId, wanted, reviewedSha: () => context.reviewedSha(signal) };
    const found = await findSource(client, query, options);
    if (found.kind === "none")
        return { kind: "refused", failure: found.failure, request: undefined };
    const { source } = found;
    onKnown({ source, previewUrl: (0,service_url/* publicUrl */.x6)(source.previewUrl, baseUrl) });
    const current = await readCurrentRelease(client, { siteId, sourceId: source.id }, options);
    onKnown({ current });
    const awaited = { client, stop, baseUrl, siteId, sourceId: source.id };
    const followOrAccept = (deployment) => {
        if (waitMs === 0)
            return { kind: "accepted", deployment };
        return followRelease({ ...awaited, endsAt: clock/* systemClock */.ml.monotonic() + waitMs, request: undefined }, deployment);
    };
    if (current.live?.sourceDeploymentId === source.id) {
        const productionUrl = (0,service_url/* publicUrl */.x6)(current.live.productionUrl, baseUrl);
        return { kind: "ready", deployment: current.live, productionUrl, already: true };
    }
    if (current.inProgress !== undefined)
        return followOrAccept(current.inProgress);
    const created = await release_create(context, { siteId, sourceId: source.id }, options);
    if (created.kind === "created")
        return followOrAccept(created.deployment);
    const toApprove = { siteId, source, reason: reasonOf(context, source), offeredUrl: created.offeredUrl };
    const requested = await requestApproval(client, inputs, toApprove, options);
    if (requested.kind === "refused")
        return { ...requested, request: undefined };
    const { request } = requested;
    await context.onRequested(request);
    if (waitMs === 0)
        return { kind: "approval_pending", request };
    return waitForApproval({ ...awaited, endsAt: clock/* systemClock */.ml.monotonic() + waitMs, request });
}
/** A token that cannot deploy at all may still be able to request approval. */
async function release_create({ client, inputs, trigger }, { siteId, sourceId }, options) {
    const request = { environment: "production", sourceDeploymentId: sourceId };
    const scope = { serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
    const key = (attempt, body) => (0,create/* deriveKey */.Hz)({ ...scope, siteId, body, attempt });
    try {
        const { deployment } = await (0,create/* deployOnce */.ZT)(client, { siteId, request, key }, options);
        return { kind: "created", deployment };
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ) || !EXPECTED_ERRORS.has(error.code))
            throw error;
        return { kind: "approval_required", offeredUrl: error.webApprovalUrl };
    }
}
function reasonOf({ trigger }, { commitSha }) {
    const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
    return `Release${commit}, prepared by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}
const RECENT_RELEASES = 50;
async function readCurrentRelease(client, { siteId, sourceId }, options) {
    const query = { environment: "production", limit: RECENT_RELEASES };
    const list = await client.deployments.listForSite(siteId, query, options);
    const releases = list.deployments.filter(({ environment }) => environment === "production").toSorted(newestFirst);
    return {
        live: releases.find(({ status }) => status === "ready"),
        inProgress: releases.find((one) => one.sourceDeploymentId === sourceId && !(0,contract_status/* isTerminal */.Hd)(one.status)),
    };
}
/** Longest poll: a service that is silent does not prolong the wait. */
const POLL_TIMEOUT_MS = 10_000;
/** Between two polls: soon at first, then four a minute. */
const FIRST_POLL_MS = 2000;
const MAX_POLL_MS = 15_000;
async function waitForApproval(awaited) {
    const { stop, endsAt } = awaited;
    let { request } = awaited;
    for (let waitMs = FIRST_POLL_MS;; waitMs = Math.min(MAX_POLL_MS, waitMs * 1.5)) {
        if (stop.aborted)
            return { kind: "stopped", request };
        const leftMs = endsAt - clock/* systemClock */.ml.monotonic();
        if (leftMs <= 0)
            return { kind: "approval_pending", request };
        await (0,clock/* wait */.uk)(clock/* systemClock */.ml, Math.min(waitMs, leftMs), stop);
        const outcome = await checkApproval({ ...awaited, request });
        if (outcome.kind !== "approval_pending")
            return outcome;
        ({ request } = outcome);
    }
}
/** @returns `approval_pending` while it is not decided. */
async function checkApproval(awaited) {
    const { request, stop } = awaited;
    try {
        const decided = await readDecision(awaited);
        return decided.kind === "released" ? await followRelease(awaited, decided.deployment) : decided;
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ))
            throw error;
        if (stop.aborted)
            return { kind: "stopped", request };
        // A revoked token stays revoked, and another release is not this one; other errors may pass.
        const isFinal = error.status === 401 || error.code === "deployment_mismatch";
        return isFinal ? { kind: "lost", request, failure: (0,messages/* failureOf */.g5)(error) } : { kind: "approval_pending", request };
    }
}
async function readDecision(awaited) {
    const { client, request, siteId, sourceId } = awaited;
    if (request.requestId === undefined)
        return findRelease(awaited);
    const record = await client.approvals.get(request.requestId, pollOptions(awaited)).catch((error) => {
        if (error instanceof errors/* ClientError */.MZ && error.kind === "refused" && error.status !== 401)
            return undefined;
        throw error;
    });
    // A service, or a token, that cannot read requests can still read releases. Another request decides nothing here.
    const isOther = record?.id !== request.requestId || (record.sourceDeploymentId ?? sourceId) !== sourceId;
    if (record === undefined || isOther)
        return findRelease(awaited);
    const { status } = record;
    if (status === "rejected" || status === "expired" || status === "superseded") {
        return { kind: status, request, notes: record.notes || undefined };
    }
    if (typeof record.deploymentId !== "string") {
        // Somebody may have requested meanwhile what was prepared.
        return { kind: "approval_pending", request: { ...request, ...detailsOf(record) } };
    }
    const madeFor = { environment: "production", siteId, sourceDeploymentId: sourceId };
    const options = { ...pollOptions(awaited), madeFor };
    return { kind: "released", deployment: await client.deployments.get(record.deploymentId, options) };
}
async function findRelease(awaited) {
    const { client, siteId, sourceId, request } = awaited;
    const { live, inProgress } = await readCurrentRelease(client, { siteId, sourceId }, pollOptions(awaited));
    const deployment = live?.sourceDeploymentId === sourceId ? live : inProgress;
    return deployment === undefined ? { kind: "approval_pending", request } : { kind: "released", deployment };
}
function pollOptions({ stop, endsAt }) {
    return { signal: stop, deadlineAt: Math.max(endsAt, clock/* systemClock */.ml.monotonic() + POLL_TIMEOUT_MS) };
}
async function followRelease(awaited, deployment) {
    const { client, stop, endsAt, baseUrl, request } = awaited;
    const timeoutMs = Math.max(1, endsAt - clock/* systemClock */.ml.monotonic());
    const followed = await (0,follow.follow)(client, deployment, { signal: stop, timeoutMs });
    return (0,outcome/* followedOutcome */.$4)(followed, (0,service_url/* publicUrl */.x6)(followed.deployment.productionUrl, baseUrl), request);
}


/***/ }),

/***/ 351:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   OB: () => (/* binding */ rowOf),
/* harmony export */   Pl: () => (/* binding */ headline),
/* harmony export */   Yz: () => (/* binding */ outputsOf),
/* harmony export */   z8: () => (/* binding */ report)
/* harmony export */ });
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6337);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2825);



/** The conclusion follows from the outcome and `on-pending` alone. */
function report(outcome, state) {
    const head = headline(outcome, state);
    return {
        headline: head,
        outputs: outputsOf(outcome, state),
        summary: summary(outcome, head, state),
        conclusion: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .conclusion */ .q$)(outcome, state.onPending),
    };
}
/** `error.code` is the stable part, so it is always shown. [§7] */
function headline(outcome, state) {
    const { site, onPending } = state;
    switch (outcome.kind) {
        case "ready": {
            const url = outcome.productionUrl === undefined ? "" : `: ${outcome.productionUrl}`;
            const text = `${sourceName(state)} of '${site}' ${outcome.already ? "was live already" : "is live"}${url}`;
            return { level: "info", title: "Released", text };
        }
        case "accepted": {
            const text = `The service is publishing ${outcome.deployment.id}; this step no longer waits for it. Re-run this job to see the result.`;
            return { level: "notice", title: "Release in progress", text };
        }
        case "approval_pending": {
            const level = onPending === "pass" ? "notice" : "error";
            const title = outcome.request.prepared ? "Request required" : "Approval required";
            return { level, title, text: pendingText(outcome.request, state) };
        }
        case "rejected":
        case "expired":
        case "superseded": {
            const notes = outcome.notes === undefined ? "" : `The approver wrote: ${outcome.notes}`;
            const decided = outcome.request.prepared ? ENDED_UNREQUESTED : DECIDED;
            const text = (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([`The release of '${site}' ${decided[outcome.kind]}`, notes]);
            return { level: "error", title: `Release ${outcome.kind}`, text };
        }
        case "failed":
        case "canceled":
        case "refused":
            return { level: "error", title: `Release ${outcome.kind}`, text: (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .failureText */ .kY)(outcome.failure) };
        case "stopped": {
            const when = outcome.request === undefined ? " before approval was requested" : "";
            const text = (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([`The run was canceled${when}`, stillOpen(outcome.request)]);
            return { level: "warning", title: "Run canceled", text };
        }
        case "lost": {
            const text = (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([(0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .failureText */ .kY)(outcome.failure), stillOpen(outcome.request)]);
            return { level: "error", title: "Service unreachable", text };
        }
    }
}
const DECIDED = {
    rejected: "was rejected",
    expired: "expired before it was approved; re-run this job to request it again",
    superseded: "was superseded by a newer one",
};
const ENDED_UNREQUESTED = {
    ...DECIDED,
    expired: "expired before somebody requested it; re-run this job to prepare it again",
};
function pendingText(request, state) {
    const { prepared, url, noUrlReason } = request;
    const action = prepared ? "Request" : "Approve or reject";
    const where = url === undefined ? `There is no link: ${noUrlReason ?? ""}` : `${action} it here: ${url}`;
    const waits = prepared ? "waits for somebody to request it" : "is waiting for approval";
    return (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([`${sourceName(state)} of '${state.site}' ${waits}`, where, whoApproves(request)]);
}
/** [§5.5: the originating actor cannot approve] */
function whoApproves({ prepared, requestedBy }) {
    if (prepared)
        return "The requester cannot approve it; another owner, admin or approver of the workspace can";
    const requester = requestedBy === undefined ? "the owner of this workflow's token" : `'${requestedBy}'`;
    return `The requester, ${requester}, cannot approve it; another owner, admin or approver of the workspace can`;
}
function stillOpen(request) {
    return request === undefined ? "" : `The request is still open: ${request.url ?? "see the service"}`;
}
function sourceName({ source }) {
    if (source === undefined)
        return "The release";
    const commit = typeof source.commitSha === "string" ? ` (commit ${source.commitSha.slice(0, 7)})` : "";
    return `Deployment ${source.id}${commit}`;
}
function outputsOf(outcome, { source }) {
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .requestOf */ .fo)(outcome);
    const failure = "failure" in outcome ? outcome.failure.code : undefined;
    const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
    return {
        status: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .outputStatus */ .qp)(outcome),
        "source-deployment-id": source?.id,
        "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
        "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
        "approval-url": request?.url,
        "approval-request-id": request?.requestId,
        "waits-for": outcome.kind === "approval_pending" ? (outcome.request.prepared ? "request" : "decision") : undefined,
        "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
    };
}
function summary(outcome, head, state) {
    const { site, current, source, previewUrl, nowMs } = state;
    const title = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${head.title}: ${site}`;
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .requestOf */ .fo)(outcome);
    const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
    const rows = [
        ["Status", (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .outputStatus */ .qp)(outcome)}`],
        [
            request?.prepared ? "Request" : "Decide",
            request?.url && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(request.prepared ? "Request the release" : "Approve or reject", request.url),
        ],
        ["Expires", request?.expiresAt === undefined ? undefined : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${request.expiresAt}`],
        ["Would go live", source && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(describe(source, nowMs))],
        ["Preview", previewUrl && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(previewUrl), previewUrl)],
        ["Live now", current && (current.live ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(describe(current.live, nowMs)) : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `nothing`)],
        ["Production", productionUrl && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(productionUrl), productionUrl)],
    ];
    const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${label} | ${value} |`]));
    const table = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| | |`, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `|---|---|`, ...lines], "\n");
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([title, ...lead(outcome, head), table], "\n\n")}\n`;
}
/** What the table shows as a link is not repeated as text. */
function lead(outcome, head) {
    if (outcome.kind === "ready")
        return [];
    const pending = outcome.kind === "approval_pending";
    if (!pending)
        return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${head.text}`];
    const waits = outcome.request.prepared ? "It waits for somebody to request it" : "";
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([waits, whoApproves(outcome.request)])}`];
}
/** @returns Undefined while site or source are not known. */
function rowOf(outcome, state, run) {
    const { siteId, source, site, previewUrl } = state;
    if (siteId === undefined || source === undefined)
        return undefined;
    const status = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .outputStatus */ .qp)(outcome);
    const approvalUrl = status === "approval_pending" ? (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .requestOf */ .fo)(outcome)?.url : undefined;
    return {
        siteId,
        site,
        status,
        deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
        commitSha: source.commitSha ?? "",
        runUrl: run.url,
        runId: run.id,
        runAttempt: run.attempt,
        previewUrl,
        productionUrl: outcome.kind === "ready" ? outcome.productionUrl : undefined,
        approvalUrl,
        prepared: approvalUrl !== undefined && (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .requestOf */ .fo)(outcome)?.prepared ? true : undefined,
        error: "failure" in outcome ? { code: outcome.failure.code, message: outcome.failure.message } : undefined,
        note: noteOf(outcome, state) || undefined,
        prebuilt: source.prebuilt ? true : undefined,
    };
}
function noteOf(outcome, { current, source, nowMs }) {
    if (outcome.kind === "rejected")
        return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .requestOf */ .fo)(outcome);
    if (request === undefined || outcome.kind === "expired" || outcome.kind === "superseded")
        return "";
    const next = source === undefined ? "" : `Would go live: ${describe(source, nowMs)}`;
    const live = current && `Live now: ${current.live === undefined ? "nothing" : describe(current.live, nowMs)}`;
    return (0,_messages_js__WEBPACK_IMPORTED_MODULE_1__/* .sentences */ .hC)([next, live ?? "", whoApproves(request)]);
}
function describe({ id, commitSha, createdAt }, nowMs) {
    const commit = typeof commitSha === "string" ? [`commit ${commitSha.slice(0, 7)}`] : [];
    const age = ageText(nowMs - Date.parse(createdAt ?? ""));
    return `${id} (${[...commit, ...(age === undefined ? [] : [`${age} old`])].join(", ")})`.replace(" ()", "");
}
function ageText(ms) {
    if (!Number.isFinite(ms) || ms < 0)
        return undefined;
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 60)
        return `${minutes} min`;
    return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}


/***/ }),

/***/ 3980:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ createReporter)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(237);
/* harmony import */ var _github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1963);
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1594);
/* harmony import */ var _github_failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4679);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4636);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5543);
/* harmony import */ var _github_pull_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7322);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9357);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6337);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9186);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(351);











const SKIPPED = { kind: "skipped", reason: "not wanted" };
/** Never changes the verdict; GitHub's client is loaded on first use. */
function createReporter(context) {
    const { runner, trigger, inputs, wanted } = context;
    const github = (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .githubOnce */ .nC)(runner, inputs, trigger);
    const writeRecord = (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .createRecordWriter */ .ZX)();
    let pull;
    let knownId;
    return {
        /** Head of the pull request that was merged as the wanted commit; undefined when GitHub knows none. */
        reviewedSha: async (signal) => {
            if (wanted.kind === "named")
                return undefined;
            pull ??= findReleasePull(context, github, { sha: wanted.sha, signal });
            return (await pull)?.headSha;
        },
        /** @param signal Aborts when GitHub has had its time. */
        async report(outcome, state, signal) {
            const { source } = state;
            const row = (0,_report_js__WEBPACK_IMPORTED_MODULE_8__/* .rowOf */ .OB)(outcome, state, trigger.run);
            if (row === undefined || source === undefined || inputs.githubToken === undefined)
                return;
            if (inputs.comment === "off" && !inputs.deploymentRecord)
                return;
            const opened = await github();
            const calls = { clock: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_9__/* .systemClock */ .ml, signal };
            // A rollback belongs to the pull request its source came from, not to that of the newest commit.
            const sha = wanted.kind === "commit" ? wanted.sha : (source.commitSha ?? undefined);
            if (inputs.comment !== "off")
                pull ??= findReleasePull(context, github, { sha, signal });
            const pullNumber = inputs.comment === "off" ? undefined : (await pull)?.number;
            // The service finds the record again by the source.
            const found = { environment: inputs.environment, sourceDeploymentId: source.id, pullNumber };
            const opening = { ...openingOf(row), ...found };
            const hasRecord = inputs.deploymentRecord && row.commitSha !== "";
            const record = hasRecord ? await writeRecord(opened, { opening, row }, calls) : SKIPPED;
            const recordId = (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_1__/* .recordIdOf */ .mi)(record);
            const write = { ...placeOf(inputs), row: { ...row, recordId }, knownId };
            const comment = pullNumber === undefined ? SKIPPED : await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .upsertComment */ .l)(opened, { ...write, pullNumber }, calls);
            if (comment.kind === "done")
                knownId = comment.commentId;
            (0,_messages_js__WEBPACK_IMPORTED_MODULE_6__/* .writeOutputs */ .Kn)(runner, { ...(0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .commentOutputs */ .O)(comment), "github-deployment-id": recordId?.toString() });
            if (record.kind === "failed")
                (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .warnOfFailure */ ._H)(context, (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .recordName */ .xD)(trigger.forge), record);
            if (comment.kind === "failed")
                (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .warnOfFailure */ ._H)(context, "the comment", comment);
        },
    };
}
function placeOf({ commentGroup, comment, token }) {
    return { group: commentGroup, recreate: comment === "recreate", template: _plan_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_TEXT */ .SW, proofKey: token };
}
function openingOf({ commitSha: sha, siteId, runId, runAttempt }) {
    const description = "The release is waiting for approval";
    return { sha, siteId, runId, runAttempt, production: true, description };
}
/** @returns Undefined when there is none, and when GitHub fails, which is a warning. */
async function findReleasePull(context, github, { sha, signal }) {
    const { trigger, inputs, wanted } = context;
    const { pullNumber } = inputs;
    const named = trigger.pull?.kind === "named" && wanted.kind === "commit" ? trigger.pull : undefined;
    if (pullNumber === undefined && named?.merged === true && trigger.head !== null) {
        return { number: named.number, headSha: trigger.head.sha };
    }
    if (inputs.githubToken === undefined || (pullNumber === undefined && sha === undefined))
        return undefined;
    const calls = { clock: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_9__/* .systemClock */ .ml, signal };
    const opened = await github();
    const found = pullNumber === undefined
        ? await findMerged(opened, sha ?? "", calls)
        : await (0,_github_pull_js__WEBPACK_IMPORTED_MODULE_4__/* .readPullRequest */ .D)(opened, pullNumber, calls);
    if (found.kind === "failed")
        (0,_github_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .warnOfFailure */ ._H)(context, "the search for the pull request", found);
    return found.kind === "found" ? found.pull : undefined;
}
/** The one that was merged as the commit, squashed or not, or whose head it was. */
async function findMerged(github, sha, context) {
    const { forge, octokit } = github;
    const request = { doing: "find the merged pull request", repeatable: true };
    const read = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, request, context, (rest, parameters) => forge === "gitea"
        ? octokit.request("GET /repos/{owner}/{repo}/commits/{sha}/pull", { ...parameters, sha })
        : rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: sha }));
    if (read.kind === "failed" && !isUnknownCommit(read.status))
        return read;
    const [newest] = [read.kind === "failed" ? [] : read.data]
        .flat()
        .flatMap((value) => {
        const pull = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_5__/* .readPull */ .Es)(value);
        const fits = pull?.merged === true && ((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_10__/* .textAt */ .$6)(value, "merge_commit_sha") === sha || pull.headSha === sha);
        return fits ? [pull] : [];
    })
        .toSorted((one, other) => other.number - one.number);
    if (newest === undefined)
        return { kind: "none", reason: `No pull request was merged as ${sha.slice(0, 7)}.` };
    return { kind: "found", pull: newest };
}
function isUnknownCommit(status) {
    return status === 404 || status === 409 || status === 422;
}


/***/ })

};
