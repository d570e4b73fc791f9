export const id = 945;
export const ids = [945,108];
export const modules = {

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

/***/ 8108:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Anything: () => (/* binding */ Anything),
/* harmony export */   Entitlements: () => (/* binding */ Entitlements),
/* harmony export */   NextCursor: () => (/* binding */ NextCursor),
/* harmony export */   ReceivedClosedPullRequest: () => (/* binding */ ReceivedClosedPullRequest),
/* harmony export */   ReceivedDeployment: () => (/* binding */ ReceivedDeployment),
/* harmony export */   ReceivedLogEvent: () => (/* binding */ ReceivedLogEvent),
/* harmony export */   ReceivedSite: () => (/* binding */ ReceivedSite),
/* harmony export */   ReceivedSiteDetail: () => (/* binding */ ReceivedSiteDetail),
/* harmony export */   ReceivedStatusEvent: () => (/* binding */ ReceivedStatusEvent),
/* harmony export */   logLineText: () => (/* binding */ logLineText)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

// What a client reads while it deploys and follows. Apart from the service's own schemas, which an action need not load.
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
    // What only people read from here on: in another shape it is no reason to reject the record.
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), author: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish().catch(undefined),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() })
        .nullish()
        .catch(undefined),
    prebuilt: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    diagnostics: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        /** Absent is `error`. */
        level: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        file: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        line: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        column: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        hint: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        excerpt: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
        excerptStart: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    }))
        .nullish()
        .catch(undefined),
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).nullish().catch(undefined),
    review: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    heldUntil: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ open: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), blocking: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedBecause: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
});
/** What a client reads of a pull request whose previews are to be removed. */
const ReceivedClosedPullRequest = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ previews: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), removeAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    /** Null where nothing is published yet; absent where a service does not say. */
    publishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J().optional(),
    latestDeployment: ReceivedDeployment.nullish(),
});
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ stream: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), lines: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()) });
/**
 * Reads the text of a log line of any shape: JSON where there is none, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
function logLineText(line) {
    if (typeof line === "string")
        return line;
    const own = typeof line === "object" ? { ...line } : {};
    const { text, message, line: plain } = own;
    return [text, message, plain].find((field) => typeof field === "string") ?? JSON.stringify(line) ?? "";
}
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("unlimited"), zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative()]);
/** Sibling of the sites in the list. @see Interface §2 */
const Entitlements = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
})
    .meta({ id: "Entitlements" });
/** Data that no schema reads. */
const Anything = zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J();
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable();


/***/ })

};
