export const id = 161;
export const ids = [161];
export const modules = {

/***/ 5131:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ createClient)
/* harmony export */ });
/* harmony import */ var _deploy_client_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2878);
/* harmony import */ var _operations_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1786);
/* harmony import */ var _transport_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3583);
/* harmony import */ var _uploads_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2052);




/**
 * Makes a client of the whole interface. Nothing is sent until an operation is called.
 * @param settings The service, the token, and what may differ from the defaults.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 * @see Interface §1
 */
function createClient(settings) {
    const client = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .createDeployClient */ .py)(settings);
    const { read, send, remove } = (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .createOperations */ .P)(client.transport);
    return {
        ...client,
        sites: {
            ...client.sites,
            get: read("getSite", siteDetail),
            create: send("createSite", site),
            update: send("updateSite", site),
            archive: read("archiveSite", site),
            listArchived: read("listArchivedSites", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(site)),
            restore: read("restoreSite", site),
        },
        approvals: {
            list: read("listApprovals", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(approval)),
            get: read("getApproval", approval),
            request: send("requestApproval", approval),
            decide: send("decideApproval", approval),
        },
        targets: {
            list: read("listTargets", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(target)),
            capabilities: read("listTargetCapabilities", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(capability)),
            create: send("createTarget", target),
            update: send("updateTarget", target),
            remove: remove("deleteTarget"),
        },
        provenance: { get: read("getProvenance", provenance) },
        trustRules: {
            list: read("listTrustRules", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(trustRule)),
            create: send("createTrustRule", trustRule),
            remove: remove("removeTrustRule"),
        },
        variables: {
            list: read("listVariables", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(variable)),
            set: send("setVariable", variable),
            remove: remove("removeVariable"),
        },
        token: { get: read("getCurrentToken", currentToken) },
        uploads: (0,_uploads_js__WEBPACK_IMPORTED_MODULE_2__/* .createUploads */ .z)(client.transport),
        domains: {
            list: read("listSiteDomains", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(siteDomain)),
            add: send("addSiteDomain", siteDomain),
            update: send("updateSiteDomain", siteDomain),
            check: read("checkSiteDomain", siteDomain),
            remove: remove("removeSiteDomain"),
        },
        shareLinks: {
            list: read("listShareLinks", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(shareLink)),
            create: send("createShareLink", shareLink),
            revoke: remove("revokeShareLink"),
        },
        previewTokens: {
            list: read("listPreviewTokens", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(previewToken)),
            create: send("createPreviewToken", previewToken),
            revoke: remove("revokePreviewToken"),
        },
        comments: {
            async list(siteId, query = {}, options) {
                const path = (0,_deploy_client_js__WEBPACK_IMPORTED_MODULE_0__/* .withQuery */ .VL)((0,_transport_js__WEBPACK_IMPORTED_MODULE_3__/* .pathOf */ .XM)("listComments", { siteId }), query);
                const { data, nextCursor } = await client.transport.call({ method: "GET", path, data: (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(thread) }, options);
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
            list: read("listRepositoryCredentials", (0,_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .listOf */ .c)(credential)),
            create: send("createRepositoryCredential", credential),
            remove: remove("removeRepositoryCredential"),
        },
    };
}
// Schemas are loaded with the first response: the first request leaves the sooner.
const site = async () => (await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 8108))).ReceivedSite;
const siteDetail = async () => (await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 8108))).ReceivedSiteDetail;
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
const thread = async () => (await __webpack_require__.e(/* import() */ 85).then(__webpack_require__.bind(__webpack_require__, 6466))).ReceivedThread;
const deployKey = async () => (await __webpack_require__.e(/* import() */ 943).then(__webpack_require__.bind(__webpack_require__, 5943))).ReceivedDeployKey;
const credential = async () => (await __webpack_require__.e(/* import() */ 943).then(__webpack_require__.bind(__webpack_require__, 5943))).ReceivedRepositoryCredential;


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





/** Bounds of following; times in milliseconds. */
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
 * @param client Client of the service.
 * @param deployment Record to start from, as it is now.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended. A lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
async function follow(client, deployment, options) {
    const clock = options.clock ?? _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .ml;
    const over = new AbortController();
    const state = {
        client,
        clock,
        tracker: createTracker((event) => options.onEvent?.(event), {
            maxLogLineChars: options.maxLogLineChars ?? FOLLOW_LIMITS.maxLogLineChars,
            maxLogChars: options.maxLogChars ?? FOLLOW_LIMITS.maxLogChars,
        }),
        recordDue: new AbortController(),
        ready: options.ready,
        signal: over.signal,
        endsAt: clock.monotonic() + options.timeoutMs,
        deployment,
        streaming: false,
        streamOver: false,
    };
    // A deployment that is ready already: its build and its log are over.
    const wantsStream = options.stream !== false && deployment.status !== "ready";
    const stream = wantsStream ? readStream(state) : Promise.resolve();
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
/**
 * Reads the event stream, and starts it again, until it said a terminal status or following is over.
 * @throws Only what a listener throws; a stream that cannot be had is reported.
 */
async function readStream(state) {
    const { client, tracker, signal, clock } = state;
    let lastEventId = "";
    // A stream that is long in coming, perhaps because all its slots are taken, is not waited for.
    const onRetry = () => {
        state.streaming = false;
        state.recordDue.abort();
    };
    for (let streams = 0; streams < FOLLOW_LIMITS.maxStreams && !signal.aborted; streams += 1) {
        // A first stream is expected to come; one that failed is not counted on again before it is there.
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
/** Reads the record, now and then or when notified, until it is terminal. */
async function readRecord(state, stream) {
    const { tracker, clock, signal } = state;
    let finalErrors = 0;
    let pollMs = FOLLOW_LIMITS.pollFirstMs;
    let rereads = 0;
    while (!signal.aborted) {
        const { status } = state.deployment;
        tracker.status({ status, source: "record" });
        if ((0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(status)) {
            const deployment = await withAddress(state);
            await drain(state, stream);
            return { kind: "terminal", status, deployment, addressMissing: lacksAddress(deployment) };
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
        finalErrors = error?.retry === "never" ? finalErrors + 1 : 0;
        if (error !== undefined && isFinal(error, finalErrors)) {
            return { kind: "unknown", deployment: state.deployment, error };
        }
    }
    return { kind: "aborted", deployment: state.deployment };
}
function isFinal(error, finalErrors) {
    if (error.kind === "refused" && (error.status === 401 || error.status === 403))
        return true;
    // Another deployment's record has nothing to say about this one, the second time as little as the first.
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
/**
 * Makes the memory of one follow.
 * @param report Called with what is new.
 * @see Interface §3 (a terminal status is never left), §9 (unknown things are ignored)
 */
function createTracker(report, limits) {
    const log = createLogReader(limits);
    const reportUnknownOnce = createUnknownReporter(report);
    let rank = -1;
    let last = "";
    let gaps = 0;
    /**
     * Takes a status from the stream or the record. Repeats and steps back are not reported again.
     * @returns Whether the deployment is over, by this or an earlier status.
     */
    function takeStatus(event) {
        const { status, source } = event;
        const next = (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isDeploymentStatus */ .AP)(status) ? (RANKS.get(status) ?? TERMINAL_RANK) : -1;
        // The record is the authority: it may correct a terminal status that the stream gave.
        const corrects = source === "record" && (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isTerminal */ .Hd)(status) && status !== last;
        if (!(0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_2__/* .isDeploymentStatus */ .AP)(status))
            reportUnknownOnce("status", status);
        else if (next > rank || corrects) {
            rank = next;
            last = status;
            report({ kind: "status", ...event });
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
            if (status !== undefined) {
                const { at, previewUrl } = status;
                takeStatus({ status: status.status, source: "stream", at, previewUrl: previewUrl ?? undefined });
            }
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
/** Most names of unknown things that are reported. */
const MAX_UNKNOWN = 20;
const MAX_NAME_CHARS = 100;
function createUnknownReporter(report) {
    const unknown = new Set();
    return (what, name) => {
        const id = `${what} ${name}`.slice(0, MAX_NAME_CHARS);
        if (unknown.has(id) || unknown.size >= MAX_UNKNOWN)
            return;
        unknown.add(id);
        report({ kind: "unknown", what, name: name.slice(0, MAX_NAME_CHARS) });
    };
}
const CUT = " [line cut]";
const MAX_STREAM_CHARS = 100;
/**
 * Makes a reader of the log batches of one deployment, with a memory of the lines it gave.
 * @see Interface §6 (shape of the elements: not shown)
 */
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

/***/ 2052:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ createUploads)
/* harmony export */ });
/* harmony import */ var _operations_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1786);

const upload = async () => (await Promise.all(/* import() */[__webpack_require__.e(156), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 7638))).Upload;
const uploadedFiles = async () => (await Promise.all(/* import() */[__webpack_require__.e(156), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 7638))).UploadedFiles;
const deployment = async () => (await Promise.all(/* import() */[__webpack_require__.e(156), __webpack_require__.e(108)]).then(__webpack_require__.bind(__webpack_require__, 8108))).ReceivedDeployment;
/** Makes the operations on uploads. */
function createUploads(transport) {
    const { read, sendBytes } = (0,_operations_js__WEBPACK_IMPORTED_MODULE_0__/* .createOperations */ .P)(transport);
    const sendList = sendBytes("listUpload", upload);
    return {
        get: read("getUpload", upload),
        list: async (deploymentId, list, options) => sendList(deploymentId, new TextEncoder().encode(list), options),
        files: sendBytes("uploadFiles", uploadedFiles),
        complete: read("completeUpload", deployment),
    };
}


/***/ }),

/***/ 772:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ readInputs),
/* harmony export */   _: () => (/* binding */ USER_AGENT)
/* harmony export */ });
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8796);

/** Names the action in the log of the service. */
const USER_AGENT = "greenroom-production-action";
/**
 * Reads and checks every input of the production action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @param identity Whether the job may ask GitHub who it is, so that it needs no token.
 */
function readInputs(lookup, identity = false) {
    const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .InputReader */ .i_(lookup, ["token", "github-token"]);
    const connection = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .readConnection */ .dC)(reader, identity);
    const inputs = {
        sourceDeploymentId: reader.optional("source-deployment-id", (text) => (/^[\w.:-]{1,128}$/.test(text) ? text : undefined), "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'"),
        commitSha: (0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .readCommitSha */ .e$)(reader),
        ...(0,_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .readReporting */ .F8)(reader, { commentGroup: "releases", environment: "production" }),
        waitMs: Math.round(60_000 *
            (reader.optional("wait-minutes", _inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .parseMinutes */ .lA, `a number of minutes from 0 to ${_inputs_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_MINUTES */ .xX}, such as '0'`) ??
                0)),
        onPending: reader.word("on-pending", ["pass", "fail"]),
        dryRun: reader.flag("dry-run", false),
    };
    if (connection === undefined || reader.problems.length > 0)
        return { kind: "invalid", problems: reader.problems };
    return { kind: "valid", inputs: { ...connection, ...inputs } };
}


/***/ }),

/***/ 2825:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ followedOutcome),
/* harmony export */   CU: () => (/* binding */ failedCallOutcome),
/* harmony export */   fo: () => (/* binding */ requestOf),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7279);


/** Names an outcome as the output `status` does; an open request whose end is unknown stays `approval_pending`. */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.request === undefined ? "canceled" : "approval_pending";
    if (outcome.kind === "lost")
        return outcome.request === undefined ? "failed" : "approval_pending";
    return outcome.kind;
}
/** Decides whether the step passes, by `on-pending` while the release is not decided or not live. */
function conclusion(outcome, onPending) {
    switch (outcome.kind) {
        case "ready":
        case "skipped":
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
/**
 * Turns the end of following a production deployment into an outcome.
 * @param productionUrl The record's URL when it is one that can be shown.
 * @param request The request it came from, when approval was requested.
 */
function followedOutcome(followed, productionUrl, request) {
    const { deployment } = followed;
    switch (followed.kind) {
        case "timed_out":
            return { kind: "accepted", deployment };
        case "aborted":
            return { kind: "stopped", request };
        case "unknown":
            return { kind: "lost", request, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(followed.error) };
        case "terminal":
            if (followed.status === "ready")
                return { kind: "ready", deployment, productionUrl, already: false };
            return { kind: followed.status, deployment, failure: releaseFailure(deployment) };
    }
}
function releaseFailure({ error }) {
    const code = error?.code ?? "failed";
    const message = error?.message ?? "The service gave no reason";
    return { code, message, hint: (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__/* .buildErrorHint */ .sk)(code) ?? "What was live before stays live." };
}
/**
 * Turns the error of a call into an outcome.
 * @param request The open request, when approval was requested.
 */
function failedCallOutcome(error, request) {
    switch (error.kind) {
        case "refused":
        case "invalid":
            return { kind: "refused", failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
        case "aborted":
            return { kind: "stopped", request };
        case "timed_out":
        case "unreachable":
        case "protocol":
            return { kind: "lost", request, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
    }
}


/***/ }),

/***/ 9186:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cs: () => (/* binding */ makePlan),
/* harmony export */   SW: () => (/* binding */ COMMENT_TEXT),
/* harmony export */   df: () => (/* binding */ describePlan),
/* harmony export */   o3: () => (/* binding */ secretlessReason)
/* harmony export */ });
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
/**
 * Says why a trigger cannot be released with the secrets it has.
 * Checked before the inputs are: the missing token is then not the author's mistake.
 * @param hasToken Whether the input `token` holds anything.
 */
function secretlessReason({ fromFork, dependabot }, hasToken) {
    return !hasToken && (fromFork || dependabot) ? SKIPS.no_secrets : undefined;
}
function makePlan(trigger, inputs) {
    if (inputs.sourceDeploymentId !== undefined) {
        return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
    }
    // What GitHub gives as the commit after a deletion.
    if (/^0+$/.test(inputs.commitSha ?? ""))
        return { kind: "skip", reason: SKIPS.branch_deleted };
    if (inputs.commitSha !== undefined)
        return { kind: "release", wanted: { kind: "commit", sha: inputs.commitSha } };
    if (trigger.deleted)
        return { kind: "skip", reason: SKIPS.branch_deleted };
    if (trigger.pull?.kind === "named" && !trigger.pull.merged)
        return { kind: "skip", reason: SKIPS.not_merged };
    if (trigger.head === null)
        return { kind: "skip", reason: SKIPS.no_commit };
    return { kind: "release", wanted: { kind: "commit", sha: trigger.head.sha } };
}
/** The heading of the comment; the fields are filled in from its row. */
const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";
/** Describes what a run would look for and request; the token is in none of it. */
function describePlan(wanted, inputs, trigger) {
    const { site, commentGroup: group } = inputs;
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
    const sourceDeploymentId = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
    const commitSha = wanted.kind === "commit" ? wanted.sha : "";
    const row = { siteId: site, site, status: "approval_pending", commitSha, runUrl, runId, runAttempt };
    const comment = { group, rows: [row], createdByRun: runId, run: row, written: [row], template: COMMENT_TEXT };
    return {
        site,
        lines: [
            `Source: ${describeSource(wanted)}`,
            `Request: POST ${base}/sites/${encodeURIComponent(site)}/deploy`,
            "Idempotency-Key: derived from the repository, the id of the site and the source",
            `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId })}`,
            `Approval: requested with the tool request_publish at ${inputs.mcpUrl.href}`,
            `Pull request: ${describePull(inputs, trigger)}`,
        ],
        comment: inputs.comment === "off" ? undefined : comment,
        outputs: {},
    };
}
function describeSource(wanted) {
    if (wanted.kind === "named")
        return `deployment ${wanted.deploymentId}, or the preview it was released from`;
    const sha = wanted.sha.slice(0, 7);
    return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}
function describePull({ pullNumber, comment }, { pull }) {
    if (comment === "off")
        return "none, since the input 'comment' is 'off'";
    if (pullNumber !== undefined)
        return `#${pullNumber}`;
    return pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one";
}


/***/ }),

/***/ 4698:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ createReporter)
/* harmony export */ });
/* harmony import */ var _github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1963);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4636);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5543);
/* harmony import */ var _github_trigger_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9357);
/* harmony import */ var _annotations_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5823);
/* harmony import */ var _github_reporter_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2930);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9186);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(351);








const SKIPPED = { kind: "skipped", reason: "not wanted" };
/** Makes the reporter of a run; GitHub's client is loaded on first use. */
function createReporter(context) {
    const { runner, trigger, inputs, wanted, clock } = context;
    const github = (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.githubOnce)(inputs, trigger);
    const writeRecord = (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.createRecordWriter)();
    let pull;
    let commentId;
    async function reviewedSha(signal) {
        if (wanted.kind === "named")
            return undefined;
        pull ??= findReleasePull(context, github, { sha: wanted.sha, signal });
        return (await pull)?.headSha;
    }
    async function publish(outcome, state, signal) {
        const { source } = state;
        const row = (0,_report_js__WEBPACK_IMPORTED_MODULE_6__/* .rowOf */ .OB)(outcome, state, trigger.run);
        if (row === undefined || source === undefined || inputs.githubToken === undefined)
            return;
        if (inputs.comment === "off" && !inputs.deploymentRecord)
            return;
        const opened = await github();
        const pullNumber = inputs.comment === "off" ? undefined : await findPullNumber(source, signal);
        const record = await publishRecord(opened, { row, source, pullNumber, signal });
        const shown = record.kind === "done" ? { ...row, recordId: record.recordId } : row;
        const comment = pullNumber === undefined ? SKIPPED : await publishComment(opened, { row: shown, pullNumber, signal });
        (0,_annotations_js__WEBPACK_IMPORTED_MODULE_3__/* .writeOutputs */ .Kn)(runner, (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.githubOutputs)(comment, record));
        if (record.kind === "failed")
            (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.reportGithubFailure)(runner, (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.recordName)(trigger.forge), record, trigger.forge);
        if (comment.kind === "failed")
            (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.reportGithubFailure)(runner, "the comment", comment, trigger.forge);
    }
    async function findPullNumber(source, signal) {
        // A rollback belongs to the pull request its source came from, not to that of the newest commit.
        const sha = wanted.kind === "commit" ? wanted.sha : (source.commitSha ?? undefined);
        pull ??= findReleasePull(context, github, { sha, signal });
        return (await pull)?.number;
    }
    async function publishRecord(opened, { row, source, pullNumber, signal }) {
        if (!inputs.deploymentRecord || row.commitSha === "")
            return SKIPPED;
        const opening = {
            sha: row.commitSha,
            environment: inputs.environment,
            siteId: row.siteId,
            runId: row.runId,
            runAttempt: row.runAttempt,
            // The service finds the record again by it.
            sourceDeploymentId: source.id,
            production: true,
            description: "The release is waiting for approval",
            pullNumber,
        };
        return writeRecord(opened, { opening, row, live: false }, { clock, signal });
    }
    async function publishComment(opened, { row, pullNumber, signal }) {
        const comment = {
            pullNumber,
            group: inputs.commentGroup,
            mode: inputs.comment,
            secrets: runner.secrets(),
            template: _plan_js__WEBPACK_IMPORTED_MODULE_5__/* .COMMENT_TEXT */ .SW,
            proofKey: inputs.token,
            row,
            knownId: commentId,
        };
        const written = await (0,_github_comment_upsert_js__WEBPACK_IMPORTED_MODULE_0__/* .upsertComment */ .l)(opened, comment, { clock, signal });
        if (written.kind === "done")
            commentId = written.commentId;
        return written;
    }
    return { reviewedSha, publish };
}
/** Finds the pull request of a release; undefined when GitHub fails, which is a warning. */
async function findReleasePull({ runner, trigger, inputs, wanted, clock }, github, { sha, signal }) {
    const { pullNumber } = inputs;
    const named = trigger.pull?.kind === "named" && wanted.kind === "commit" ? trigger.pull : undefined;
    if (pullNumber === undefined && named?.merged === true && trigger.head !== null) {
        return { number: named.number, headSha: trigger.head.sha };
    }
    if (inputs.githubToken === undefined || (pullNumber === undefined && sha === undefined))
        return undefined;
    const context = { clock, signal };
    const opened = await github();
    const found = pullNumber === undefined
        ? await findMerged(opened, sha ?? "", context)
        : await readMerged(opened, pullNumber, context);
    if (found.kind === "failed")
        (0,_github_reporter_js__WEBPACK_IMPORTED_MODULE_4__.reportGithubFailure)(runner, "the search for the pull request", found, trigger.forge);
    return found.kind === "found" ? found.pull : undefined;
}
/**
 * Finds the pull request that was merged as a commit, whether squashed or not, or whose head the commit was.
 * @param sha Commit of this repository.
 */
async function findMerged(github, sha, context) {
    if (github.forge === "gitea") {
        const { readMergedPull } = await __webpack_require__.e(/* import() */ 675).then(__webpack_require__.bind(__webpack_require__, 4675));
        const read = await readMergedPull(github, sha, context);
        if (read.kind === "failed")
            return isUnknownCommit(read.status) ? { kind: "none" } : read;
        return newestMerged([read.data], sha);
    }
    const response = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "find the merged pull request", reads: true }, context, (rest, parameters) => rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: sha }));
    if (response.kind === "failed")
        return isUnknownCommit(response.status) ? { kind: "none" } : response;
    return newestMerged(Array.isArray(response.data) ? response.data : [], sha);
}
function newestMerged(list, sha) {
    const pulls = list.flatMap((value) => {
        const pull = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_2__/* .readPull */ .Es)(value);
        const fits = pull?.merged === true && ((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_7__/* .textAt */ .$6)(value, "merge_commit_sha") === sha || pull.headSha === sha);
        return fits ? [{ number: pull.number, headSha: pull.headSha }] : [];
    });
    const newest = pulls.toSorted((one, other) => other.number - one.number)[0];
    return newest === undefined ? { kind: "none" } : { kind: "found", pull: newest };
}
/** Reads a pull request whose number is known. */
async function readMerged(github, number, context) {
    const response = await (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "read the pull request", reads: true }, context, (rest, parameters) => rest.pulls.get({ ...parameters, pull_number: number }));
    if (response.kind === "failed")
        return response.status === 404 ? { kind: "none" } : response;
    const pull = (0,_github_trigger_js__WEBPACK_IMPORTED_MODULE_2__/* .readPull */ .Es)(response.data);
    return pull === undefined ? { kind: "none" } : { kind: "found", pull: { number, headSha: pull.headSha } };
}
function isUnknownCommit(status) {
    return status === 404 || status === 409 || status === 422;
}


/***/ }),

/***/ 1985:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ checkApproval),
  _: () => (/* binding */ release)
});

// EXTERNAL MODULE: ./build/packages/client/create.js
var create = __webpack_require__(4368);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/follow.js
var follow = __webpack_require__(6945);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
// EXTERNAL MODULE: ./build/src/failure.js
var failure = __webpack_require__(7279);
// EXTERNAL MODULE: ./build/src/service-url.js
var service_url = __webpack_require__(9942);
// EXTERNAL MODULE: ./build/packages/client/mcp.js
var mcp = __webpack_require__(6250);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(5156);
// EXTERNAL MODULE: ./build/src/approval-link.js
var approval_link = __webpack_require__(7803);
;// CONCATENATED MODULE: ./build/src/production/approval-request.js





/**
 * Gets the link where a person requests a release, or at other services requests its approval; again for the same source
 * it is the same.
 * @see Interface §1 (`request_publish` returns a `webApprovalUrl`)
 */
async function requestApproval(client, inputs, release, options) {
    const { siteId, source, reason, offeredUrl } = release;
    const publish = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason, intent: "release" };
    let refused;
    const requestLink = () => (0,mcp.requestPublish)(client, publish, options).catch((error) => {
        if (error instanceof errors/* ClientError */.MZ && !error.code.startsWith("mcp_"))
            refused = error;
        if (offeredUrl !== undefined)
            return { webApprovalUrl: offeredUrl };
        throw error;
    });
    const link = await (0,approval_link/* approvalLink */.M)({ ...inputs, approval: "link" }, { siteId, deploymentId: source.id }, requestLink);
    // The service has the tool and refused: there is no request.
    if (link.kind !== "link" && refused !== undefined)
        return { kind: "refused", failure: (0,failure/* failureOf */.g5)(refused) };
    const { requestId } = link.kind === "off" ? {} : link;
    const details = await readDetails(client, requestId, options);
    if (link.kind === "link") {
        return {
            kind: "requested",
            request: { ...details, prepared: link.prepared, url: link.url, noUrlReason: undefined },
        };
    }
    const noUrlReason = link.kind === "none" ? link.reason : undefined;
    return { kind: "requested", request: { ...details, prepared: false, url: undefined, noUrlReason } };
}
/** Requester and expiry are useful to show, but nothing fails without them. */
async function readDetails(client, requestId, options) {
    const record = requestId === undefined ? undefined : await client.approvals.get(requestId, options).catch(() => undefined);
    const { requestedBy, expiresAt } = record ? detailsOf(record) : {};
    return { requestId, requestedBy, expiresAt };
}
/** What is shown of a request. */
function detailsOf(record) {
    const prepared = record["prepared"] === true;
    const name = schemas.looseObject({ name: schemas.string() }).safeParse(record["requestedBy"]).data?.name;
    return { prepared, requestedBy: prepared ? undefined : name, expiresAt: record.expiresAt ?? undefined };
}

// EXTERNAL MODULE: ./build/src/production/outcome.js
var outcome = __webpack_require__(2825);
;// CONCATENATED MODULE: ./build/src/production/source.js

/** Most pages of a list of previews, 100 each. */
const MAX_PAGES = 10;
const PAGE_SIZE = 100;
/**
 * Finds the ready preview to release: the one that was named, else the newest of the commit, else that of the head of
 * the pull request that was merged as it, so that the bits that were reviewed go live.
 * @throws {ClientError} When the service could not be reached or refused.
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
/** Reads a named deployment; an earlier release gives the preview it was made from. [§4 rule 8] */
async function readNamed(client, deploymentId, options) {
    const named = await client.deployments.get(deploymentId, options);
    const { environment, sourceDeploymentId } = named;
    const isRelease = environment === "production" && typeof sourceDeploymentId === "string";
    return isRelease ? client.deployments.get(sourceDeploymentId, options) : named;
}
/**
 * Checks that a deployment can be released.
 * @see Interface §4 (`sourceDeploymentId` names a ready preview)
 */
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
/** Orders records from newest to oldest; those without a time come last. */
function newestFirst(one, other) {
    return (Date.parse(other.createdAt ?? "") || 0) - (Date.parse(one.createdAt ?? "") || 0);
}
/** Whether an error will not change, however often the request is repeated. */
function isRefused(error) {
    return error instanceof errors/* ClientError */.MZ && error.kind === "refused";
}

;// CONCATENATED MODULE: ./build/src/production/release.js









/** A token's create gives these until the release is approved: they are expected. [§4 rules 5, 6] */
const EXPECTED_ERRORS = new Set(["approval_required", "insufficient_scope"]);
/** Longest time for everything before the wait. */
const REQUEST_MS = 10 * 60_000;
/**
 * Releases a preview as far as a token can: it gets the link where a person requests it and another approves it.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4 rules 4 to 8
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
            return (0,outcome/* failedCallOutcome */.CU)(error, requested);
        throw error;
    }
}
async function findAndRelease(context) {
    const { client, clock, inputs, wanted, onKnown, stop } = context;
    const { baseUrl, waitMs } = inputs;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(REQUEST_MS)]);
    const options = { signal, deadlineAt: clock.monotonic() + REQUEST_MS };
    const { id: siteId } = await (0,create/* resolveSite */.q0)(client, inputs.site, options);
    onKnown({ siteId });
    const query = { siteId, wanted, reviewedSha: () => context.reviewedSha(signal) };
    const found = await findSource(client, query, options);
    if (found.kind === "none")
        return { kind: "refused", failure: found.failure };
    const { source } = found;
    onKnown({ source, previewUrl: (0,service_url/* publicUrl */.x6)(source.previewUrl, baseUrl) });
    const current = await readCurrentRelease(client, { siteId, sourceId: source.id }, options);
    onKnown({ current });
    const wait = { client, clock, stop, baseUrl, siteId, sourceId: source.id, endsAt: clock.monotonic() + waitMs };
    const followOrAccept = (deployment) => waitMs === 0 ? { kind: "accepted", deployment } : followRelease({ ...wait, request: undefined }, deployment);
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
        return requested;
    const { request } = requested;
    await context.onRequested(request);
    if (waitMs === 0)
        return { kind: "approval_pending", request };
    return waitForApproval({ ...wait, endsAt: clock.monotonic() + waitMs, request });
}
/** A token that cannot deploy at all may still be able to request approval. */
async function release_create({ client, inputs, trigger }, { siteId, sourceId }, options) {
    const body = JSON.stringify({ environment: "production", sourceDeploymentId: sourceId });
    const scope = { version: create/* KEY_VERSION */.pF, serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
    const keyOf = (n) => (0,create/* deriveKey */.Hz)({ ...scope, runNonce: undefined, siteId, body, n });
    try {
        const { deployment } = await (0,create/* deployOnce */.ZT)(client, { siteId, body, keyOf }, options);
        return { kind: "created", deployment };
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ) || !EXPECTED_ERRORS.has(error.code))
            throw error;
        return { kind: "approval_required", offeredUrl: error.webApprovalUrl };
    }
}
/** What the approver reads beside the release. */
function reasonOf({ trigger }, { commitSha }) {
    const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
    return `Release${commit}, prepared by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}
const RECENT_RELEASES = 50;
/**
 * Reads what of a site is live, and whether a source is on its way there.
 * @throws {ClientError} When the service could not be reached or refused.
 */
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
/** Waits until the request is decided and the release is live, or until the time is over. */
async function waitForApproval(wait) {
    const { clock, stop, endsAt } = wait;
    let { request } = wait;
    for (let waitMs = FIRST_POLL_MS;; waitMs = Math.min(MAX_POLL_MS, waitMs * 1.5)) {
        if (stop.aborted)
            return { kind: "stopped", request };
        const leftMs = endsAt - clock.monotonic();
        if (leftMs <= 0)
            return { kind: "approval_pending", request };
        await clock.sleep(Math.min(waitMs, leftMs), stop).catch(() => undefined);
        const outcome = await poll({ ...wait, request });
        if (outcome.kind !== "approval_pending")
            return outcome;
        ({ request } = outcome);
    }
}
/** Reads an open request once; `approval_pending` while it is not decided. */
async function checkApproval(wait) {
    return poll(wait);
}
async function poll(wait) {
    const { request, stop } = wait;
    try {
        const decided = await readDecision(wait);
        if (decided === undefined)
            return { kind: "approval_pending", request };
        return "kind" in decided ? decided : await followRelease(wait, decided.deployment);
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ))
            throw error;
        if (stop.aborted)
            return { kind: "stopped", request };
        // A revoked token stays revoked, and another release is not this one; other errors may pass.
        const isFinal = error.status === 401 || error.code === "deployment_mismatch";
        return isFinal ? { kind: "lost", request, failure: (0,failure/* failureOf */.g5)(error) } : { kind: "approval_pending", request };
    }
}
async function readDecision(wait) {
    const { client, request, siteId, sourceId } = wait;
    if (request.requestId === undefined)
        return findRelease(wait);
    const record = await client.approvals.get(request.requestId, pollOptions(wait)).catch((error) => {
        if (isRefused(error) && error.status !== 401)
            return undefined;
        throw error;
    });
    // A service, or a token, that cannot read requests can still read releases. Another request decides nothing here.
    const isOther = record?.id !== request.requestId || (record.sourceDeploymentId ?? sourceId) !== sourceId;
    if (record === undefined || isOther)
        return findRelease(wait);
    const { status } = record;
    if (status === "rejected" || status === "expired" || status === "superseded") {
        return { kind: status, request, notes: notesOf(record) };
    }
    if (typeof record.deploymentId !== "string") {
        // Somebody may have requested meanwhile what was prepared.
        return { kind: "approval_pending", request: { ...request, ...detailsOf(record) } };
    }
    const madeFor = { environment: "production", siteId, sourceDeploymentId: sourceId };
    return { deployment: await client.deployments.get(record.deploymentId, { ...pollOptions(wait), madeFor }) };
}
function notesOf({ notes }) {
    return typeof notes === "string" && notes !== "" ? notes : undefined;
}
async function findRelease(wait) {
    const { client, siteId, sourceId } = wait;
    const { live, inProgress } = await readCurrentRelease(client, { siteId, sourceId }, pollOptions(wait));
    const deployment = live?.sourceDeploymentId === sourceId ? live : inProgress;
    return deployment && { deployment };
}
function pollOptions({ clock, stop, endsAt }) {
    return { signal: stop, deadlineAt: Math.max(endsAt, clock.monotonic() + POLL_TIMEOUT_MS) };
}
/** Follows a release to its end, or as long as the time allows. */
async function followRelease(wait, deployment) {
    const { client, clock, stop, endsAt, baseUrl, request } = wait;
    const timeoutMs = Math.max(1, endsAt - clock.monotonic());
    const followed = await (0,follow.follow)(client, deployment, { signal: stop, clock, timeoutMs });
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
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7279);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2825);



/** Turns the end of a run into its report. The conclusion follows from the outcome and `on-pending` alone. */
function report(outcome, state) {
    const head = headline(outcome, state);
    return {
        headline: head,
        outputs: outputsOf(outcome, state),
        summary: summary(outcome, head, state),
        conclusion: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .conclusion */ .q$)(outcome, state.onPending),
    };
}
/**
 * Says in a sentence or two how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always shown)
 */
function headline(outcome, state) {
    const { site, onPending } = state;
    switch (outcome.kind) {
        case "skipped":
            return { level: "notice", title: "Skipped", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([outcome.reason.message, outcome.reason.hint]) };
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
            const text = (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([`The release of '${site}' ${decided[outcome.kind]}`, notes]);
            return { level: "error", title: `Release ${outcome.kind}`, text };
        }
        case "failed":
        case "canceled":
        case "refused":
            return { level: "error", title: `Release ${outcome.kind}`, text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .failureText */ .kY)(outcome.failure) };
        case "stopped": {
            const when = outcome.request === undefined ? " before approval was requested" : "";
            const text = (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([`The run was canceled${when}`, stillOpen(outcome.request)]);
            return { level: "warning", title: "Run canceled", text };
        }
        case "lost": {
            const text = (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([(0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .failureText */ .kY)(outcome.failure), stillOpen(outcome.request)]);
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
    return (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([`${sourceName(state)} of '${state.site}' ${waits}`, where, whoApproves(request)]);
}
/** @see Interface §5.5 (the originating actor cannot approve) */
function whoApproves({ prepared, requestedBy }) {
    if (prepared)
        return "Whoever requests it cannot approve it; another owner, admin or approver of the workspace can";
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
/** Outputs that are known. */
function outputsOf(outcome, { source }) {
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .requestOf */ .fo)(outcome);
    const failure = "failure" in outcome ? outcome.failure.code : undefined;
    const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
    const known = {
        status: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .outputStatus */ .qp)(outcome),
        "source-deployment-id": source?.id,
        "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
        "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
        "approval-url": request?.url,
        "approval-request-id": request?.requestId,
        "waits-for": outcome.kind === "approval_pending" ? (outcome.request.prepared ? "request" : "decision") : undefined,
        "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
    };
    return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
function summary(outcome, head, state) {
    const { site, current, source, previewUrl, nowMs } = state;
    const title = site === "" ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${head.title}` : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${head.title}: ${site}`;
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .requestOf */ .fo)(outcome);
    const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
    const rows = [
        ["Status", (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .outputStatus */ .qp)(outcome)}`],
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
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([waits, whoApproves(outcome.request)])}`];
}
/** Makes the row of the comment; undefined for an end that a pull request need not show. */
function rowOf(outcome, state, run) {
    const { siteId, source, site, previewUrl } = state;
    if (siteId === undefined || source === undefined || outcome.kind === "skipped")
        return undefined;
    const status = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .outputStatus */ .qp)(outcome);
    const approvalUrl = status === "approval_pending" ? (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .requestOf */ .fo)(outcome)?.url : undefined;
    const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
    const note = noteOf(outcome, state);
    return {
        siteId,
        site,
        status,
        deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
        commitSha: source.commitSha ?? "",
        runUrl: run.url,
        runId: run.id,
        runAttempt: run.attempt,
        ...(previewUrl === undefined ? {} : { previewUrl }),
        ...(productionUrl === undefined ? {} : { productionUrl }),
        ...(approvalUrl === undefined ? {} : { approvalUrl }),
        ...(approvalUrl !== undefined && (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .requestOf */ .fo)(outcome)?.prepared ? { prepared: true } : {}),
        ...("failure" in outcome ? { error: { code: outcome.failure.code, message: outcome.failure.message } } : {}),
        ...(note === "" ? {} : { note }),
        ...(source.prebuilt ? { prebuilt: true } : {}),
    };
}
function noteOf(outcome, { current, source, nowMs }) {
    if (outcome.kind === "rejected")
        return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
    const request = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .requestOf */ .fo)(outcome);
    if (request === undefined || outcome.kind === "expired" || outcome.kind === "superseded")
        return "";
    const next = source === undefined ? "" : `Would go live: ${describe(source, nowMs)}`;
    const live = current && `Live now: ${current.live === undefined ? "nothing" : describe(current.live, nowMs)}`;
    return (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([next, live ?? "", whoApproves(request)]);
}
/** Names a deployment by id, commit and age. */
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


/***/ })

};
