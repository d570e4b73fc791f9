export const id = 886;
export const ids = [886];
export const modules = {

/***/ 5886:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  follow: () => (/* binding */ follow)
});

// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
;// CONCATENATED MODULE: ./build/packages/client/bell.js
/**
 * Makes a bell.
 * @param clock Measures the waits.
 */
function createBell(clock) {
    let rung = false;
    let waiting;
    return {
        ring() {
            rung = true;
            waiting?.abort();
        },
        async wait(ms, signal) {
            if (!rung && !signal.aborted) {
                waiting = new AbortController();
                await clock.sleep(ms, AbortSignal.any([signal, waiting.signal])).catch(() => undefined);
                waiting = undefined;
            }
            rung = false;
        },
    };
}

// EXTERNAL MODULE: ./build/packages/contract/clock.js
var contract_clock = __webpack_require__(237);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
;// CONCATENATED MODULE: ./build/packages/client/following.js
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
    settleMs: [250, 1000, 2000, 4000],
    /** How long the rest of the log may take after the record is terminal. */
    drainMs: 3000,
    /** Between two tries to get the stream back. */
    streamAgainMs: 30_000,
    maxStreams: 20,
    /** Most final refusals in a row: a record made just now may not be everywhere yet. */
    maxRefusals: 3,
};

;// CONCATENATED MODULE: ./build/packages/client/follow-stream.js



/**
 * Reads the event stream, and starts it again, until it said a terminal status or following is over.
 * @throws Only what a listener throws; a stream that cannot be had is told as trouble.
 */
async function streamUntilOver(shared) {
    const { client, watch, bell, signal, clock } = shared;
    let lastEventId = "";
    // Whoever gets a ready deployment did not wait for its build, nor for its log.
    if (!shared.wantsStream || shared.deployment.status === "ready")
        return;
    // A stream that is long in coming, for want of a slot perhaps, is not waited for.
    const onRetry = () => {
        shared.streaming = false;
        bell.ring();
    };
    for (let streams = 0; streams < FOLLOW_LIMITS.maxStreams && !signal.aborted; streams += 1) {
        shared.streaming = true;
        try {
            const options = { signal, deadlineAt: shared.endsAt, lastEventId, onRetry };
            for await (const item of client.events(shared.deployment.id, options)) {
                shared.streaming = true;
                if (item.kind === "event") {
                    lastEventId = item.id;
                    shared.streamOver = watch.event(item.name, item.data);
                }
                else if (item.kind === "oversize")
                    watch.gap("An event of the stream was too long and is not shown.");
                else if (item.kind === "reconnect")
                    reconnected(shared, item);
            }
        }
        catch (error) {
            if (!(error instanceof errors/* ClientError */.MZ))
                throw error;
            if (!signal.aborted)
                watch.trouble(error);
        }
        shared.streaming = false;
        bell.ring();
        if (shared.streamOver || (0,contract_status/* isTerminal */.Hd)(shared.deployment.status))
            return;
        await clock.sleep(FOLLOW_LIMITS.streamAgainMs, signal).catch(() => undefined);
        watch.restarted();
    }
}
function reconnected({ watch, bell }, { resumable }) {
    watch.restarted();
    if (!resumable)
        watch.gap("The log stream broke off; lines may be missing or come twice.");
    bell.ring();
}

// EXTERNAL MODULE: ./build/packages/contract/events.js
var events = __webpack_require__(2806);
// EXTERNAL MODULE: ./build/packages/client/json.js
var json = __webpack_require__(4666);
;// CONCATENATED MODULE: ./build/packages/client/log-batch.js

const CUT = " [line cut]";
const MAX_STREAM_CHARS = 100;
/**
 * Makes a reader of log batches with a memory of the lines it gave.
 * @param limits Bounds.
 * @see Interface §6 (shape of the elements: not shown)
 */
function createLogReader(limits) {
    let left = limits.maxLogChars;
    let highest = 0;
    let repeatsUntil = 0;
    return {
        read(event) {
            if (left <= 0)
                return undefined;
            const lines = [];
            for (const line of event.lines) {
                const number = lineNumber(line);
                if (number !== undefined && number <= repeatsUntil)
                    continue;
                highest = Math.max(highest, number ?? 0);
                const text = cut((0,events/* logLineText */.q_)(line), limits.maxLogLineChars);
                left -= text.length + 1;
                if (left <= 0)
                    break;
                lines.push(text);
            }
            const stream = (event.stream ?? "build").slice(0, MAX_STREAM_CHARS);
            return lines.length === 0 && left > 0 ? undefined : { stream, lines, capped: left <= 0 };
        },
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

;// CONCATENATED MODULE: ./build/packages/client/watch.js



const RANKS = new Map([
    ["queued", 0],
    ["building", 1],
]);
const TERMINAL_RANK = 2;
/** Most names of unknown things that are told. */
const MAX_UNKNOWN = 20;
const MAX_NAME_CHARS = 100;
/** Most gaps that are told: a stream that breaks all the time says nothing new. */
const MAX_GAPS = 20;
/**
 * Makes the memory of one follow.
 * @param tell Told what is new.
 * @param limits Bounds of the log.
 * @see Interface §3 (a terminal status is never left), §9 (unknown things are passed over)
 */
function createWatch(tell, limits) {
    const log = createLogReader(limits);
    const passOver = createPassOver(tell);
    let rank = -1;
    let last = "";
    let gaps = 0;
    function takeStatus(status, source, more = {}) {
        if (!(0,contract_status/* isDeploymentStatus */.AP)(status)) {
            passOver("status", status);
            return rank >= TERMINAL_RANK;
        }
        const next = RANKS.get(status) ?? TERMINAL_RANK;
        // The record is the authority: it may correct a terminal status that the stream gave.
        const corrects = source === "record" && (0,contract_status/* isTerminal */.Hd)(status) && status !== last;
        if (next > rank || corrects) {
            rank = next;
            last = status;
            tell({ kind: "status", status, source, ...more });
        }
        return rank >= TERMINAL_RANK;
    }
    function takeLog(data) {
        const event = events/* ReceivedLogEvent */.w3.safeParse(data).data;
        if (event === undefined)
            return false;
        const batch = log.read(event);
        if (batch !== undefined && batch.lines.length > 0)
            tell({ kind: "log", stream: batch.stream, lines: batch.lines });
        if (batch?.capped === true)
            tell({ kind: "gap", why: "The log is too long to be shown whole; the service has it." });
        return true;
    }
    function takeStatusEvent(data) {
        const event = events/* ReceivedStatusEvent */.kJ.safeParse(data).data;
        if (event === undefined)
            return false;
        takeStatus(event.status, "stream", { at: event.at, previewUrl: event.previewUrl ?? undefined });
        return true;
    }
    return {
        status: takeStatus,
        event(name, data) {
            if (name !== "status" && name !== "log")
                passOver("event", name);
            else if (!(name === "log" ? takeLog : takeStatusEvent)((0,json/* parseJson */.q)(data)))
                passOver("data", name);
            return rank >= TERMINAL_RANK;
        },
        gap(why) {
            gaps += 1;
            if (gaps <= MAX_GAPS)
                tell({ kind: "gap", why });
        },
        restarted: () => log.restarted(),
        trouble: (error) => tell({ kind: "trouble", error }),
    };
}
/** Tells once of each thing this version does not know. */
function createPassOver(tell) {
    const unknown = new Set();
    return (what, name) => {
        const id = `${what} ${name}`.slice(0, MAX_NAME_CHARS);
        if (unknown.has(id) || unknown.size >= MAX_UNKNOWN)
            return;
        unknown.add(id);
        tell({ kind: "unknown", what, name: name.slice(0, MAX_NAME_CHARS) });
    };
}

;// CONCATENATED MODULE: ./build/packages/client/follow.js







/**
 * Follows a deployment until its status is terminal: by its event stream, with its record as the authority.
 * @param client Client of the service.
 * @param deployment Record to start from, as it is now.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended. A lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
async function follow(client, deployment, options) {
    const clock = options.clock ?? contract_clock/* systemClock */.ml;
    const over = new AbortController();
    const limits = {
        maxLogLineChars: options.maxLogLineChars ?? FOLLOW_LIMITS.maxLogLineChars,
        maxLogChars: options.maxLogChars ?? FOLLOW_LIMITS.maxLogChars,
    };
    const shared = {
        client,
        clock,
        watch: createWatch((event) => options.onEvent?.(event), limits),
        bell: createBell(clock),
        signal: over.signal,
        endsAt: clock.monotonic() + options.timeoutMs,
        wantsStream: options.stream !== false,
        deployment,
        streaming: false,
        streamOver: false,
    };
    const stream = streamUntilOver(shared);
    const record = readUntilTerminal(shared, stream);
    try {
        // The stream ends nothing by itself, but what its listener throws is thrown here.
        return await Promise.race([record, limit(shared, options.signal), stream.then(() => record)]);
    }
    finally {
        over.abort();
        // Nothing stays behind: both readers end with the signal.
        await Promise.allSettled([record, stream]);
    }
}
async function limit(shared, signal) {
    const { clock, endsAt } = shared;
    const either = signal === undefined ? shared.signal : AbortSignal.any([shared.signal, signal]);
    while (!either.aborted && clock.monotonic() < endsAt) {
        await clock.sleep(endsAt - clock.monotonic(), either).catch(() => undefined);
    }
    return { kind: signal?.aborted === true ? "aborted" : "timed_out", deployment: shared.deployment };
}
/** Reads the record, now and then or when told to, until it is terminal. */
async function readUntilTerminal(shared, stream) {
    const { watch, bell, signal } = shared;
    let refusals = 0;
    let pollMs = FOLLOW_LIMITS.pollFirstMs;
    let settling = 0;
    while (!signal.aborted) {
        const { status } = shared.deployment;
        watch.status(status, "record");
        if ((0,contract_status/* isTerminal */.Hd)(status)) {
            const deployment = await withAddress(shared);
            await drain(shared, stream);
            return { kind: "terminal", status, deployment, addressMissing: lacksAddress(deployment) };
        }
        const settleMs = shared.streamOver ? FOLLOW_LIMITS.settleMs[settling++] : undefined;
        await bell.wait(settleMs ?? (shared.streaming ? FOLLOW_LIMITS.recordMs : pollMs), signal);
        if (!shared.streaming)
            pollMs = Math.min(pollMs * 1.25, FOLLOW_LIMITS.pollLastMs);
        if (signal.aborted)
            break;
        const error = await readRecord(shared);
        refusals = error?.retry === "never" ? refusals + 1 : 0;
        if (error !== undefined && isFinal(error, refusals))
            return { kind: "unknown", deployment: shared.deployment, error };
    }
    return { kind: "aborted", deployment: shared.deployment };
}
function isFinal(error, refusals) {
    if (error.kind === "refused" && (error.status === 401 || error.status === 403))
        return true;
    return refusals >= FOLLOW_LIMITS.maxRefusals;
}
async function readRecord(shared) {
    const { client, signal, endsAt, watch } = shared;
    try {
        const deployment = await client.deployments.get(shared.deployment.id, { signal, deadlineAt: endsAt });
        // A terminal status is never left, whatever a replica behind says. [§3]
        if (!(0,contract_status/* isTerminal */.Hd)(shared.deployment.status) || (0,contract_status/* isTerminal */.Hd)(deployment.status))
            shared.deployment = deployment;
        return undefined;
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ))
            throw error;
        if (!signal.aborted)
            watch.trouble(error);
        return error;
    }
}
function lacksAddress(deployment) {
    return deployment.status === "ready" && deployment.environment !== "production" && !deployment.previewUrl;
}
/** Reads a ready preview again while its record holds no address yet. */
async function withAddress(shared) {
    for (const ms of FOLLOW_LIMITS.settleMs) {
        if (!lacksAddress(shared.deployment) || shared.signal.aborted)
            break;
        await shared.clock.sleep(ms, shared.signal).catch(() => undefined);
        await readRecord(shared);
    }
    return shared.deployment;
}
/** Lets the stream bring the rest of the log, for a short while. */
async function drain({ clock, signal, streaming }, stream) {
    if (!streaming)
        return;
    const enough = new AbortController();
    const time = clock.sleep(FOLLOW_LIMITS.drainMs, AbortSignal.any([signal, enough.signal])).catch(() => undefined);
    await Promise.race([stream, time]);
    enough.abort();
}


/***/ }),

/***/ 2806:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   kJ: () => (/* binding */ ReceivedStatusEvent),
/* harmony export */   q_: () => (/* binding */ logLineText),
/* harmony export */   w3: () => (/* binding */ ReceivedLogEvent)
/* harmony export */ });
/* unused harmony exports EVENT_NAMES, StatusEvent, LOG_STREAMS, LogLine, LogEvent */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _status_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7681);


/** Names of the events on a deployment's stream; clients pass over all others. [§6] */
const EVENT_NAMES = (/* unused pure expression or super */ null && (["status", "log"]));
/**
 * Data of a `status` event: one per transition.
 * @see Interface §6
 */
const StatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_status_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_STATUSES */ .PB),
    at: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    /** On reaching `ready` for a preview. */
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    /** On reaching `failed` or `canceled`. */
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).optional(),
})
    .meta({ id: "StatusEvent" });
/** Steps of the pipeline, which are also the streams of its log. [§6: `build` is the sample] */
const LOG_STREAMS = (/* unused pure expression or super */ null && (["clone", "install", "build", "publish", "system"]));
/**
 * One line of a log batch.
 * @see Interface §6 (shape of the elements: not shown)
 */
const LogLine = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Counts the lines of a deployment from 1. */
    n: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().positive(),
    at: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    level: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["info", "warn", "error"]).optional(),
})
    .meta({ id: "LogLine" });
/**
 * Data of a `log` event: a batch of lines.
 * @see Interface §6
 */
const LogEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ stream: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), lines: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(LogLine) }).meta({ id: "LogEvent" });
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ stream: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), lines: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()) });
function hasOwn(value, name) {
    return Object.hasOwn(value, name);
}
/**
 * Reads the text of a log line of any shape.
 * @param line An element of `lines`: a string, an object with a text field, or anything else.
 * @returns The text; JSON for shapes without one, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
function logLineText(line) {
    if (typeof line === "string")
        return line;
    if (typeof line === "object" && line !== null) {
        if (hasOwn(line, "text") && typeof line.text === "string")
            return line.text;
        if (hasOwn(line, "message") && typeof line.message === "string")
            return line.message;
        if (hasOwn(line, "line") && typeof line.line === "string")
            return line.line;
    }
    return JSON.stringify(line) ?? "";
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
