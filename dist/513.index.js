export const id = 513;
export const ids = [513];
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

/***/ 2068:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ askForRelease),
/* harmony export */   U: () => (/* binding */ shownAddress)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2857);
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8762);
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2551);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47);
/* harmony import */ var _approval_link_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7803);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7279);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9906);






/**
 * Asks the service to let a person decide; asking again for the same source gives the same open request.
 * Nothing is decided by it.
 * @see Interface §1 (`request_publish` returns a `webApprovalUrl`)
 */
async function askForRelease(client, inputs, question, options) {
    const { siteId, source, reason, offered } = question;
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason };
    let refusal;
    const ask = () => (0,_greenroom_client__WEBPACK_IMPORTED_MODULE_3__.requestPublish)(client, request, options).catch((error) => {
        if (error instanceof _greenroom_client__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ && !error.code.startsWith("mcp_"))
            refusal = error;
        if (offered !== undefined)
            return { webApprovalUrl: offered };
        throw error;
    });
    const link = await (0,_approval_link_js__WEBPACK_IMPORTED_MODULE_1__/* .approvalLink */ .M)({ ...inputs, approval: "link" }, { siteId, deploymentId: source.id }, ask);
    if (link.kind === "link") {
        const { address, requestId } = link;
        return { kind: "asked", asked: { ...NOTHING, link: address, ...(await readRequest(client, requestId, options)) } };
    }
    // The service knows the tool and said no: nobody was asked.
    if (refusal !== undefined)
        return { kind: "refused", failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_5__/* .failureOf */ .g5)(refusal) };
    return { kind: "asked", asked: { ...NOTHING, why: link.kind === "none" ? link.why : undefined } };
}
const NOTHING = {
    link: undefined,
    requestId: undefined,
    askedBy: undefined,
    expiresAt: undefined,
    why: undefined,
};
/** Who asked and until when is good to know, and nothing fails without it. */
async function readRequest(client, requestId, options) {
    if (requestId === undefined)
        return { requestId, askedBy: undefined, expiresAt: undefined };
    const request = await client.approvals.get(requestId, options).catch(() => undefined);
    return { requestId, askedBy: request && requester(request), expiresAt: request?.expiresAt ?? undefined };
}
function requester(request) {
    return zod__WEBPACK_IMPORTED_MODULE_6__/* .looseObject */ ._H3({ name: zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP() }).safeParse(request["requestedBy"]).data?.name;
}
/**
 * Reads an address the service gave as one a person may be shown.
 * @param baseUrl The service; only one on loopback without TLS may show addresses without TLS.
 */
function shownAddress(address, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && (0,_origin_js__WEBPACK_IMPORTED_MODULE_2__/* .isLoopbackHost */ .cW)(baseUrl.hostname);
    return typeof address === "string" ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(address, { allowLoopbackHttp }) : undefined;
}


/***/ }),

/***/ 8274:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ NO_FACTS),
/* harmony export */   W: () => (/* binding */ described)
/* harmony export */ });
/** Nothing is known yet. */
const NO_FACTS = {
    site: "",
    siteId: undefined,
    source: undefined,
    previewUrl: undefined,
    standing: undefined,
    onPending: "fail",
    nowMs: 0,
};
/**
 * Names a deployment for a person: id, commit, age.
 * @param nowMs Epoch milliseconds, for the age.
 */
function described({ id, commitSha, createdAt }, nowMs) {
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

/***/ 7633:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ headline),
/* harmony export */   q: () => (/* binding */ whoCannot)
/* harmony export */ });
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7279);

/**
 * Says in a sentence or two how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
function headline(outcome, facts) {
    const { site } = facts;
    switch (outcome.kind) {
        case "skipped":
            return { level: "notice", title: "Skipped", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([outcome.reason.why, outcome.reason.advice]) };
        case "ready": {
            const at = outcome.productionUrl === undefined ? "" : `: ${outcome.productionUrl}`;
            const text = `${sourceName(facts)} of '${site}' ${outcome.already ? "was live already" : "is live"}${at}`;
            return { level: "info", title: "Released", text };
        }
        case "accepted":
            return { level: "notice", title: "Release under way", text: underWayText(outcome.deployment.id) };
        case "approval_pending":
            return { level: levelOf(facts), title: "A person has to approve", text: pendingText(outcome.asked, facts) };
        case "rejected":
        case "expired":
        case "superseded":
            return { level: "error", title: `Release ${outcome.kind}`, text: decidedText(outcome, site) };
        case "failed":
        case "canceled":
            return { level: "error", title: `Release ${outcome.kind}`, text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(outcome.failure) };
        case "refused":
            return { level: "error", title: "Release refused", text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(outcome.failure) };
        case "stopped":
            return { level: "warning", title: "Run canceled", text: stoppedText(outcome.asked) };
        case "lost":
            return {
                level: "error",
                title: "Service out of reach",
                text: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([(0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureText */ .kY)(outcome.failure), stands(outcome.asked)]),
            };
    }
}
function levelOf({ onPending }) {
    return onPending === "pass" ? "notice" : "error";
}
function underWayText(deploymentId) {
    return `The service publishes ${deploymentId}; this step waits for it no longer. Run again to see it end.`;
}
function pendingText(asked, facts) {
    const link = asked.link === undefined
        ? `There is no link to give: ${asked.why ?? ""}`
        : `Approve or reject it here: ${asked.link}`;
    return (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([`${sourceName(facts)} of '${facts.site}' waits for a person`, link, whoCannot(asked)]);
}
/**
 * Says who cannot approve.
 * @see Interface §5.5 (the originating actor may not approve)
 */
function whoCannot({ askedBy }) {
    const who = askedBy === undefined ? "the token of this workflow" : `'${askedBy}', which asked,`;
    return `The person behind ${who} cannot approve it; another owner, admin or approver of the workspace can`;
}
const DECIDED = {
    rejected: "was rejected by a person",
    expired: "expired before anybody decided; run again to ask anew",
    superseded: "gave way to a newer one",
};
function decidedText(outcome, site) {
    const notes = outcome.notes === undefined ? "" : `They wrote: ${outcome.notes}`;
    return (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)([`The release of '${site}' ${DECIDED[outcome.kind]}`, notes]);
}
function stoppedText(asked) {
    return asked === undefined
        ? "The run was canceled before anybody was asked."
        : (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .sentences */ .hC)(["The run was canceled", stands(asked)]);
}
function stands(asked) {
    return asked === undefined ? "" : `The request stands all the same: ${asked.link ?? "see the service"}`;
}
function sourceName({ source }) {
    if (source === undefined)
        return "The release";
    const commit = typeof source.commitSha === "string" ? ` (commit ${source.commitSha.slice(0, 7)})` : "";
    return `Deployment ${source.id}${commit}`;
}


/***/ }),

/***/ 772:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ readInputs)
/* harmony export */ });
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4683);
/* harmony import */ var _connection_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6561);
/* harmony import */ var _fields_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7652);
/* harmony import */ var _reporting_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9847);




/** What GitHub lets a job of a self-hosted runner last, five days. */
const MAX_WAIT_MINUTES = 7200;
/**
 * Reads and checks every input of the production action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 */
function readInputs(lookup) {
    const fields = (0,_fields_js__WEBPACK_IMPORTED_MODULE_1__/* .createFields */ .a)(lookup, ["token", "github-token"]);
    const { baseUrl, token, site } = (0,_connection_js__WEBPACK_IMPORTED_MODULE_0__/* .readConnection */ .dC)(fields);
    const mcpUrl = (0,_connection_js__WEBPACK_IMPORTED_MODULE_0__/* .readMcpUrl */ .kJ)(fields, baseUrl);
    const rest = {
        ...readSource(fields),
        ...(0,_reporting_js__WEBPACK_IMPORTED_MODULE_2__/* .readReporting */ .F)(fields, { commentGroup: "releases", environment: "production" }),
    };
    const conduct = {
        waitMs: readWait(fields),
        onPending: fields.word("on-pending", ["pass", "fail"]),
        dryRun: fields.flag("dry-run", false),
    };
    const approvalUrl = (0,_connection_js__WEBPACK_IMPORTED_MODULE_0__/* .readApprovalUrl */ .Vb)(fields);
    const missing = baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined;
    if (missing || fields.problems.length > 0)
        return { kind: "invalid", problems: fields.problems };
    return { kind: "valid", inputs: { ...rest, ...conduct, baseUrl, token, site, mcpUrl, approvalUrl } };
}
function readSource(fields) {
    const sourceDeploymentId = fields.optional("source-deployment-id", (text) => (/^[\w.:-]{1,128}$/.test(text) ? text : undefined), "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'");
    const commitSha = fields.optional("commit-sha", (text) => (_greenroom_contract__WEBPACK_IMPORTED_MODULE_3__/* .COMMIT_SHA_PATTERN */ .Ml.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits");
    return { sourceDeploymentId, commitSha };
}
function readWait(fields) {
    const parse = (text) => {
        const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
        return minutes <= MAX_WAIT_MINUTES ? Math.round(minutes * 60_000) : undefined;
    };
    return fields.optional("wait-minutes", parse, `a number of minutes from 0 to ${MAX_WAIT_MINUTES}, such as '0'`) ?? 0;
}


/***/ }),

/***/ 2581:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ saveAsked),
/* harmony export */   g: () => (/* binding */ readLeftBehind)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var _left_behind_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5533);


const Deployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
const Saved = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    site: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    source: Deployment,
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** What was live when the person was asked; absent when nothing was. */
    live: Deployment.optional(),
    asked: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        link: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        requestId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        askedBy: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    }),
});
/** Keeps for the post step what a person was asked. */
function saveAsked(runner, facts, asked) {
    const { site, siteId, source, previewUrl, standing } = facts;
    (0,_left_behind_js__WEBPACK_IMPORTED_MODULE_1__/* .saveLeft */ .hg)(runner, { site, siteId, source, previewUrl, live: standing?.live, asked });
}
/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had asked nobody.
 */
function readLeftBehind(runner) {
    return (0,_left_behind_js__WEBPACK_IMPORTED_MODULE_1__/* .readLeft */ .GG)(runner, Saved);
}


/***/ }),

/***/ 2825:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ followedOutcome),
/* harmony export */   CU: () => (/* binding */ failedCallOutcome),
/* harmony export */   UB: () => (/* binding */ askedIn),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(72);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7279);



/** Names an outcome as the output `status` does; what was asked and not seen decided stays `approval_pending`. */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.asked === undefined ? "canceled" : "approval_pending";
    if (outcome.kind === "lost")
        return outcome.asked === undefined ? "failed" : "approval_pending";
    return outcome.kind;
}
/**
 * Decides whether the step passes.
 * @param onPending What the workflow wants while nobody has decided.
 */
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
/** The request of an outcome, when a person was asked. */
function askedIn(outcome) {
    return "asked" in outcome ? outcome.asked : undefined;
}
/**
 * Reads how following a production deployment ended.
 * @param productionUrl The record's address when it is one that can be shown.
 * @param asked The request it came from, when a person was asked.
 */
function followedOutcome(followed, productionUrl, asked) {
    const { deployment } = followed;
    switch (followed.kind) {
        case "timed_out":
            return { kind: "accepted", deployment };
        case "aborted":
            return { kind: "stopped", asked };
        case "unknown":
            return { kind: "lost", asked, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(followed.error) };
        case "terminal":
            if (followed.status === "ready")
                return { kind: "ready", deployment, productionUrl, already: false };
            return { kind: followed.status, deployment, failure: releaseFailure(deployment) };
    }
}
function releaseFailure({ error }) {
    const code = error?.code ?? "failed";
    const message = error?.message ?? "The service gave no reason";
    return { code, message, hint: (0,_greenroom_contract__WEBPACK_IMPORTED_MODULE_1__/* .buildErrorHint */ .sk)(code) ?? "What was live before stays live." };
}
/**
 * Reads a failed call.
 * @param asked The request that stands, when a person was asked.
 */
function failedCallOutcome(error, asked) {
    switch (error.kind) {
        case "refused":
        case "invalid":
            return { kind: "refused", failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
        case "aborted":
            return { kind: "stopped", asked };
        case "timed_out":
        case "unreachable":
        case "protocol":
            return { kind: "lost", asked, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error) };
    }
}


/***/ }),

/***/ 9186:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ makePlan),
/* harmony export */   o: () => (/* binding */ secretlessReason)
/* harmony export */ });
const SKIPS = {
    no_secrets: {
        why: "GitHub gives this run no secrets, since a fork or Dependabot is behind it",
        advice: "Release on the push to your own branch instead, which the merge makes.",
    },
    branch_deleted: {
        why: "This push deletes its branch, so there is no commit to release",
        advice: "Nothing needs to be done.",
    },
    not_merged: {
        why: "The pull request is not merged",
        advice: "Run this when it is, or name what is to go live in 'source-deployment-id'.",
    },
    no_commit: {
        why: "This event names no commit to release",
        advice: "Set the input 'commit-sha' or 'source-deployment-id'.",
    },
};
/**
 * Says why a trigger cannot be released with the secrets it has; asked before the inputs are judged, since a missing
 * token is then nobody's mistake.
 * @param hasToken Whether the input `token` holds anything.
 */
function secretlessReason({ fromFork, dependabot }, hasToken) {
    return !hasToken && (fromFork || dependabot) ? SKIPS.no_secrets : undefined;
}
/** Decides what a run releases. */
function makePlan(trigger, inputs) {
    if (inputs.sourceDeploymentId !== undefined) {
        return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
    }
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


/***/ }),

/***/ 2915:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  A: () => (/* binding */ createReporter)
});

// EXTERNAL MODULE: ./build/src/github/octokit.js
var octokit = __webpack_require__(4636);
// EXTERNAL MODULE: ./build/src/github-trouble.js
var github_trouble = __webpack_require__(6008);
// EXTERNAL MODULE: ./build/src/telling.js
var telling = __webpack_require__(4672);
// EXTERNAL MODULE: ./build/src/github/comment/upsert.js + 1 modules
var upsert = __webpack_require__(1963);
// EXTERNAL MODULE: ./build/src/github/deployment-record.js
var deployment_record = __webpack_require__(1594);
// EXTERNAL MODULE: ./build/src/production/row.js
var production_row = __webpack_require__(9009);
;// CONCATENATED MODULE: ./build/src/production/announce.js



/**
 * Tells GitHub where a release stands: the record first, so that the row can name it.
 * @param board Remembers what was written, for the next time.
 */
async function announce(board, row, context) {
    const record = await tellRecord(board, row, context);
    const comment = await tellComment(board, board.recordId === undefined ? row : { ...row, recordId: board.recordId }, context);
    return {
        outputs: { ...record.outputs, ...comment.outputs },
        troubles: [...record.troubles, ...comment.troubles],
    };
}
const NOTHING = { outputs: {}, troubles: [] };
async function tellComment(board, row, context) {
    const { github, inputs, pullNumber, commentId, secrets } = board;
    if (inputs.comment === "off" || pullNumber === undefined)
        return NOTHING;
    const known = commentId === undefined ? {} : { knownId: commentId };
    const place = {
        pullNumber,
        group: inputs.commentGroup,
        mode: inputs.comment,
        secrets,
        template: production_row/* COMMENT_TEXT */.S,
        proofKey: inputs.token,
    };
    const written = await (0,upsert/* upsertComment */.lB)(github, { ...place, row, ...known }, context);
    if (written.kind === "failed")
        return { outputs: {}, troubles: [{ place: "the comment", failure: written }] };
    if (written.kind === "skipped")
        return NOTHING;
    board.commentId = written.commentId;
    return { outputs: { "comment-id": String(written.commentId), "comment-url": written.commentUrl }, troubles: [] };
}
async function tellRecord(board, row, context) {
    const { github, inputs } = board;
    if (!inputs.deploymentRecord || row.commitSha === "")
        return NOTHING;
    const trouble = (failure) => [{ place: "the deployment record", failure }];
    if (board.recordId === undefined) {
        const opened = await (0,deployment_record/* openRecord */.C6)(github, openingOf(board, row), context);
        if (opened.kind === "failed")
            return { outputs: {}, troubles: trouble(opened) };
        board.recordId = opened.recordId;
    }
    const settled = await (0,deployment_record/* setRecordStatus */.wv)(github, board.recordId, { ...stateOf(row), context });
    return {
        outputs: { "github-deployment-id": String(board.recordId) },
        troubles: settled.kind === "failed" ? trouble(settled) : [],
    };
}
const WAITS = "Waits for a person to approve it";
function openingOf({ inputs, pullNumber, sourceDeploymentId }, row) {
    return {
        sha: row.commitSha,
        environment: inputs.environment,
        siteId: row.siteId,
        runId: row.runId,
        runAttempt: row.runAttempt,
        sourceDeploymentId,
        production: true,
        description: WAITS,
        ...(pullNumber === undefined ? {} : { pullNumber }),
    };
}
/** How a row reads as the state of a GitHub deployment; the others wait for a person. */
const STATES = {
    ready: "success",
    accepted: "in_progress",
    rejected: "failure",
    failed: "failure",
    refused: "error",
    expired: "inactive",
    superseded: "inactive",
    canceled: "inactive",
};
function stateOf(row) {
    const state = STATES[row.status];
    if (state === undefined)
        return { state: "queued", description: WAITS, logUrl: row.approvalUrl ?? row.runUrl };
    return {
        state,
        logUrl: row.runUrl,
        description: row.error?.code ?? `The release is ${row.status}`,
        ...(row.productionUrl === undefined ? {} : { environmentUrl: row.productionUrl }),
    };
}

// EXTERNAL MODULE: ./build/src/github/payload.js
var payload = __webpack_require__(5543);
// EXTERNAL MODULE: ./build/src/github/trigger.js
var trigger = __webpack_require__(9357);
;// CONCATENATED MODULE: ./build/src/production/merged-pull.js



/**
 * Finds the pull request that was merged as a commit, whether squashed or not, or whose head the commit was.
 * @param sha Commit of this repository.
 */
async function findMerged(github, sha, context) {
    const path = (0,octokit/* repositoryPath */.SH)(github, "commits", sha, "pulls");
    const answer = await (0,octokit/* call */.T1)(github, { method: "GET", path, doing: "find the merged pull request" }, context);
    if (answer.kind === "failed")
        return isUnknownCommit(answer.status) ? { kind: "none" } : (0,octokit/* asFailure */.h_)(answer);
    const pulls = (Array.isArray(answer.body) ? answer.body : []).flatMap((value) => {
        const pull = (0,trigger/* readPull */.Es)(value);
        const fits = pull?.merged === true && ((0,payload/* textAt */.$6)(value, "merge_commit_sha") === sha || pull.headSha === sha);
        return fits ? [{ number: pull.number, headSha: pull.headSha }] : [];
    });
    const newest = pulls.toSorted((one, other) => other.number - one.number)[0];
    return newest === undefined ? { kind: "none" } : { kind: "found", pull: newest };
}
/** Reads a pull request whose number is known. */
async function readMerged(github, number, context) {
    const path = (0,octokit/* repositoryPath */.SH)(github, "pulls", number);
    const answer = await (0,octokit/* call */.T1)(github, { method: "GET", path, doing: "read the pull request" }, context);
    if (answer.kind === "failed")
        return answer.status === 404 ? { kind: "none" } : (0,octokit/* asFailure */.h_)(answer);
    const pull = (0,trigger/* readPull */.Es)(answer.body);
    return pull === undefined ? { kind: "none" } : { kind: "found", pull: { number, headSha: pull.headSha } };
}
function isUnknownCommit(status) {
    return status === 404 || status === 409 || status === 422;
}

;// CONCATENATED MODULE: ./build/src/production/pull-finder.js


/** Makes the finder of a run; GitHub's trouble is warned of and finds nothing. */
function createPullFinder(parts) {
    const { runner, trigger, inputs, wanted, clock } = parts;
    let searched;
    async function search(sha, signal) {
        const named = trigger.pull?.kind === "named" && wanted.kind === "commit" ? trigger.pull : undefined;
        if (inputs.pullNumber === undefined && named?.merged === true && trigger.head !== null) {
            return { number: named.number, headSha: trigger.head.sha };
        }
        if (inputs.githubToken === undefined)
            return undefined;
        const found = await ask(sha, signal);
        if (found.kind === "failed")
            (0,github_trouble/* warnOfGithub */.H)(runner, "the search for the pull request", found);
        return found.kind === "found" ? found.pull : undefined;
    }
    async function ask(sha, signal) {
        const github = await parts.github();
        if (inputs.pullNumber !== undefined)
            return readMerged(github, inputs.pullNumber, { clock, signal });
        return sha === undefined ? { kind: "none" } : findMerged(github, sha, { clock, signal });
    }
    async function reviewedSha(signal) {
        if (wanted.kind === "named")
            return undefined;
        searched ??= search(wanted.sha, signal);
        return (await searched)?.headSha;
    }
    async function numberFor(source, signal) {
        // What is gone back to belongs to the pull request it once came from, not to the newest commit's.
        searched ??= search(wanted.kind === "commit" ? wanted.sha : (source?.commitSha ?? undefined), signal);
        return (await searched)?.number;
    }
    return { reviewedSha, numberFor };
}

;// CONCATENATED MODULE: ./build/src/production/publish.js






/** Makes the reporter of a run; GitHub's client is loaded when it is first asked. */
function createReporter(parts) {
    const { runner, trigger, inputs, clock } = parts;
    const github = () => openGithub(parts);
    const pulls = createPullFinder({ ...parts, github });
    const wanted = (inputs.comment !== "off" || inputs.deploymentRecord) && inputs.githubToken !== undefined;
    let board;
    async function open(sourceDeploymentId, facts, signal) {
        const opened = await github();
        const pullNumber = inputs.comment === "off" ? undefined : await pulls.numberFor(facts.source, signal);
        const place = { github: opened, inputs, pullNumber, sourceDeploymentId, secrets: runner.secrets() };
        return { ...place, commentId: undefined, recordId: undefined };
    }
    async function tell(outcome, facts, signal) {
        const row = (0,production_row/* rowOf */.O)(outcome, facts, trigger.run);
        if (row === undefined || facts.source === undefined || !wanted)
            return;
        board ??= await open(facts.source.id, facts, signal);
        const told = await announce(board, row, { clock, signal });
        (0,telling/* writeOutputs */.K)(runner, told.outputs);
        for (const { place, failure } of told.troubles)
            (0,github_trouble/* warnOfGithub */.H)(runner, place, failure);
    }
    return { pulls, tell };
}
/** The largest part of the bundle is loaded only when GitHub is asked. */
async function openGithub({ inputs, trigger }) {
    return (0,octokit/* createGithub */.uh)({
        token: inputs.githubToken ?? "",
        apiUrl: trigger.apiUrl,
        repository: trigger.repository,
        secrets: [inputs.token],
    });
}


/***/ }),

/***/ 9009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ rowOf),
/* harmony export */   S: () => (/* binding */ COMMENT_TEXT)
/* harmony export */ });
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7279);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8274);
/* harmony import */ var _headline_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7633);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2825);




/** The heading of the comment; the fields are filled in from its row. */
const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";
/**
 * Makes the row of the comment.
 * @param run The run that tells.
 * @returns Undefined for an end a pull request need not hear of.
 */
function rowOf(outcome, facts, run) {
    const { siteId, source, site, previewUrl } = facts;
    if (siteId === undefined || source === undefined || outcome.kind === "skipped")
        return undefined;
    const asked = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .askedIn */ .UB)(outcome);
    const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
    const note = noteOf(outcome, facts);
    const waits = asked?.link !== undefined && (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .outputStatus */ .qp)(outcome) === "approval_pending";
    return {
        siteId,
        site,
        status: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .outputStatus */ .qp)(outcome),
        deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
        commitSha: source.commitSha ?? "",
        runUrl: run.url,
        runId: run.id,
        runAttempt: run.attempt,
        ...(previewUrl === undefined ? {} : { previewUrl }),
        ...(productionUrl === undefined ? {} : { productionUrl }),
        ...(waits ? { approvalUrl: asked.link } : {}),
        ...("failure" in outcome ? { error: { code: outcome.failure.code, message: outcome.failure.message } } : {}),
        ...(note === "" ? {} : { note }),
    };
}
function noteOf(outcome, { standing, source, nowMs }) {
    if (outcome.kind === "rejected")
        return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
    const asked = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .askedIn */ .UB)(outcome);
    if (asked === undefined || outcome.kind === "expired" || outcome.kind === "superseded")
        return "";
    const next = source === undefined ? "" : `Would go live: ${(0,_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .described */ .W)(source, nowMs)}`;
    const live = standing && (standing.live === undefined ? "nothing" : (0,_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .described */ .W)(standing.live, nowMs));
    return (0,_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .sentences */ .hC)([next, live === undefined ? "" : `Live now: ${live}`, (0,_headline_js__WEBPACK_IMPORTED_MODULE_1__/* .whoCannot */ .q)(asked)]);
}


/***/ }),

/***/ 5513:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  USER_AGENT: () => (/* binding */ USER_AGENT),
  runProduction: () => (/* binding */ runProduction)
});

// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __webpack_require__(237);
// EXTERNAL MODULE: ./build/packages/client/client.js + 5 modules
var client_client = __webpack_require__(4177);
// EXTERNAL MODULE: ./build/src/github/trigger.js
var github_trigger = __webpack_require__(9357);
// EXTERNAL MODULE: ./build/src/left-behind.js
var left_behind = __webpack_require__(5533);
// EXTERNAL MODULE: ./build/src/report-time.js
var report_time = __webpack_require__(5169);
// EXTERNAL MODULE: ./build/src/start.js + 20 modules
var start = __webpack_require__(4122);
// EXTERNAL MODULE: ./build/src/stop.js
var src_stop = __webpack_require__(7749);
// EXTERNAL MODULE: ./build/src/telling.js
var telling = __webpack_require__(4672);
// EXTERNAL MODULE: ./build/src/dry-run.js
var dry_run = __webpack_require__(9848);
// EXTERNAL MODULE: ./build/src/production/row.js
var production_row = __webpack_require__(9009);
;// CONCATENATED MODULE: ./build/src/production/dry-run.js


/**
 * Says what a run would look for and ask, and sends nothing.
 */
function describeDryRun(runner, dryRun) {
    const { site } = dryRun.inputs;
    (0,dry_run/* tellDryRun */.i)(runner, { site, lines: requestLines(dryRun), comment: commentOf(dryRun), outputs: {} });
}
function requestLines({ wanted, inputs, trigger }) {
    const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
    const source = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
    return [
        `Source: ${sourceText(wanted)}`,
        `Request: POST ${base}/sites/${encodeURIComponent(inputs.site)}/deploy`,
        "Idempotency-Key: derived from the repository, the id of the site and the source",
        `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId: source })}`,
        `Approval: asked for with the tool request_publish at ${inputs.mcpUrl.href}`,
        `Pull request: ${pullText(inputs, trigger)}`,
    ];
}
function sourceText(wanted) {
    if (wanted.kind === "named")
        return `deployment ${wanted.deploymentId}, or the preview it was released from`;
    const sha = wanted.sha.slice(0, 7);
    return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}
function pullText({ pullNumber, comment }, { pull }) {
    if (comment === "off")
        return "none, since the input 'comment' is 'off'";
    if (pullNumber !== undefined)
        return `#${pullNumber}`;
    return pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one";
}
function commentOf({ wanted, inputs, trigger }) {
    if (inputs.comment === "off")
        return undefined;
    const row = {
        siteId: inputs.site,
        site: inputs.site,
        status: "approval_pending",
        commitSha: wanted.kind === "commit" ? wanted.sha : "",
        runUrl: trigger.run.url,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
    };
    const { id: createdByRun } = trigger.run;
    return { group: inputs.commentGroup, rows: [row], createdByRun, run: row, written: [row], template: production_row/* COMMENT_TEXT */.S };
}

// EXTERNAL MODULE: ./build/src/production/facts.js
var production_facts = __webpack_require__(8274);
// EXTERNAL MODULE: ./build/src/production/inputs.js
var production_inputs = __webpack_require__(772);
// EXTERNAL MODULE: ./build/src/production/left-behind.js
var production_left_behind = __webpack_require__(2581);
// EXTERNAL MODULE: ./build/src/production/outcome.js
var production_outcome = __webpack_require__(2825);
;// CONCATENATED MODULE: ./build/src/production/outputs.js

/**
 * Outputs that are known.
 * @param facts The preview that goes live, once it is found.
 */
function outputsOf(outcome, { source }) {
    const asked = (0,production_outcome/* askedIn */.UB)(outcome);
    const failure = "failure" in outcome ? outcome.failure.code : undefined;
    const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
    const known = {
        status: (0,production_outcome/* outputStatus */.qp)(outcome),
        "source-deployment-id": source?.id,
        "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
        "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
        "approval-url": asked?.link,
        "approval-request-id": asked?.requestId,
        "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
    };
    return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

// EXTERNAL MODULE: ./build/src/production/plan.js
var production_plan = __webpack_require__(9186);
// EXTERNAL MODULE: ./build/src/production/publish.js + 3 modules
var publish = __webpack_require__(2915);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/resolve.js
var resolve = __webpack_require__(3278);
// EXTERNAL MODULE: ./build/packages/client/key.js
var key = __webpack_require__(3437);
// EXTERNAL MODULE: ./build/packages/client/attempt.js + 1 modules
var attempt = __webpack_require__(3527);
// EXTERNAL MODULE: ./build/src/production/ask.js
var ask = __webpack_require__(2068);
// EXTERNAL MODULE: ./build/src/production/source.js
var production_source = __webpack_require__(6628);
// EXTERNAL MODULE: ./build/src/production/standing.js
var production_standing = __webpack_require__(389);
// EXTERNAL MODULE: ./build/src/production/watch.js
var watch = __webpack_require__(9322);
;// CONCATENATED MODULE: ./build/src/production/release.js






const EXPECTED_REFUSALS = new Set(["approval_required", "insufficient_scope"]);
/** Longest time for all that comes before the wait. */
const ASKING_MS = 10 * 60_000;
/**
 * Releases a preview as far as a token can: it asks, and a person decides.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4 rules 4 to 8
 */
async function release(parts) {
    let asked;
    const onAsked = async (request) => {
        asked = request;
        await parts.listener.onAsked(request);
    };
    try {
        return await released({ ...parts, listener: { ...parts.listener, onAsked } });
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return (0,production_outcome/* failedCallOutcome */.CU)(error, asked);
        throw error;
    }
}
async function released(parts) {
    const { client, clock, inputs, wanted, pulls, listener, stop } = parts;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(ASKING_MS)]);
    const options = { signal, deadlineAt: clock.monotonic() + ASKING_MS };
    const { id: siteId } = await (0,resolve/* resolveSite */.q)(client, inputs.site, options);
    listener.onKnown({ siteId });
    const found = await (0,production_source/* findSource */.TC)(client, { siteId, wanted, reviewedSha: () => pulls.reviewedSha(signal) }, options);
    if (found.kind === "none")
        return { kind: "refused", failure: found.failure };
    const { source } = found;
    listener.onKnown({ source, previewUrl: (0,ask/* shownAddress */.U)(source.previewUrl, inputs.baseUrl) });
    const standing = await (0,production_standing/* readStanding */.Z)(client, { siteId, sourceId: source.id }, options);
    listener.onKnown({ standing });
    if (standing.live?.sourceDeploymentId === source.id)
        return live(standing.live, inputs);
    const watching = watchingOf(parts, { siteId, sourceId: source.id });
    if (standing.underWay !== undefined)
        return follow(watching, standing.underWay, inputs);
    return createOrAsk(parts, { siteId, source, watching }, options);
}
function live(deployment, { baseUrl }) {
    const productionUrl = (0,ask/* shownAddress */.U)(deployment.productionUrl, baseUrl);
    return { kind: "ready", deployment, productionUrl, already: true };
}
function watchingOf(parts, ids) {
    const { client, clock, inputs, stop } = parts;
    const endsAt = clock.monotonic() + inputs.waitMs;
    return { client, clock, stop, endsAt, baseUrl: inputs.baseUrl, asked: undefined, ...ids };
}
function follow(watching, deployment, { waitMs }) {
    return waitMs === 0 ? { kind: "accepted", deployment } : (0,watch/* followRelease */.rr)(watching, deployment);
}
async function createOrAsk(parts, { siteId, source, watching }, options) {
    const { client, inputs, listener, clock } = parts;
    const created = await create(parts, { siteId, source }, options);
    if (created.kind === "created")
        return follow(watching, created.deployment, inputs);
    const question = { siteId, source, reason: reasonOf(parts, source), offered: created.offered };
    const end = await (0,ask/* askForRelease */.C)(client, inputs, question, options);
    if (end.kind === "refused")
        return end;
    await listener.onAsked(end.asked);
    const { asked } = end;
    if (inputs.waitMs === 0)
        return { kind: "approval_pending", asked };
    return (0,watch/* watchDecision */.g2)({ ...watching, endsAt: clock.monotonic() + inputs.waitMs, asked });
}
/**
 * A token's create is refused until a person approved: that refusal is the expected answer. [§4 rules 5, 6]
 * A token that may not deploy at all may still ask.
 */
async function create({ client, inputs, trigger }, { siteId, source }, options) {
    const body = JSON.stringify({ environment: "production", sourceDeploymentId: source.id });
    const scope = { version: key/* KEY_VERSION */.p, serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
    const keyOf = (n) => (0,key/* deriveKey */.H)({ ...scope, runNonce: undefined, siteId, body, n });
    try {
        const { deployment } = await (0,attempt/* deployOnce */.Z)(client, { siteId, body, keyOf }, options);
        return { kind: "created", deployment };
    }
    catch (error) {
        const expected = error instanceof errors/* ClientError */.MZ && EXPECTED_REFUSALS.has(error.code);
        if (!expected)
            throw error;
        return { kind: "approval_required", offered: error.webApprovalUrl };
    }
}
/** What the approver reads beside the release. */
function reasonOf({ trigger }, { commitSha }) {
    const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
    return `Release${commit}, asked for by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}

// EXTERNAL MODULE: ./build/src/production/headline.js
var headline = __webpack_require__(7633);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __webpack_require__(47);
// EXTERNAL MODULE: ./build/src/failure.js
var failure = __webpack_require__(7279);
;// CONCATENATED MODULE: ./build/src/production/summary.js





/**
 * Writes the summary of a run, whatever its end.
 * @param told What a person reads first.
 */
function summary(outcome, told, facts) {
    const { site, standing, source, nowMs } = facts;
    const title = site === "" ? (0,untrusted_text/* markdown */.wD) `### ${told.title}` : (0,untrusted_text/* markdown */.wD) `### ${told.title}: ${site}`;
    const asked = (0,production_outcome/* askedIn */.UB)(outcome);
    const rows = [
        ["Status", (0,untrusted_text/* markdown */.wD) `${(0,production_outcome/* outputStatus */.qp)(outcome)}`],
        ["Decide", asked?.link && (0,untrusted_text/* link */.nf)("Approve or reject", asked.link)],
        ["Until", asked?.expiresAt === undefined ? undefined : (0,untrusted_text/* markdown */.wD) `${asked.expiresAt}`],
        ["Would go live", source && (0,untrusted_text/* inlineCode */.ti)((0,production_facts/* described */.W)(source, nowMs))],
        ["Reviewed at", facts.previewUrl && (0,untrusted_text/* link */.nf)((0,untrusted_text/* inlineCode */.ti)(facts.previewUrl), facts.previewUrl)],
        [
            "Live now",
            standing && (standing.live === undefined ? (0,untrusted_text/* markdown */.wD) `nothing` : (0,untrusted_text/* inlineCode */.ti)((0,production_facts/* described */.W)(standing.live, nowMs))),
        ],
        [
            "Production",
            outcome.kind === "ready" && outcome.productionUrl !== undefined
                ? (0,untrusted_text/* link */.nf)((0,untrusted_text/* inlineCode */.ti)(outcome.productionUrl), outcome.productionUrl)
                : undefined,
        ],
    ];
    const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [(0,untrusted_text/* markdown */.wD) `| ${label} | ${value} |`]));
    const table = (0,untrusted_text/* joinMarkdown */.UF)([(0,untrusted_text/* markdown */.wD) `| | |`, (0,untrusted_text/* markdown */.wD) `|---|---|`, ...lines], "\n");
    return (0,untrusted_text/* markdown */.wD) `${(0,untrusted_text/* joinMarkdown */.UF)([title, ...lead(outcome, told), table], "\n\n")}\n`;
}
/** What the table shows as a link is not repeated as text. */
function lead(outcome, told) {
    if (outcome.kind === "ready")
        return [];
    return [(0,untrusted_text/* markdown */.wD) `${outcome.kind === "approval_pending" ? (0,failure/* sentences */.hC)([(0,headline/* whoCannot */.q)(outcome.asked)]) : told.text}`];
}

;// CONCATENATED MODULE: ./build/src/production/report.js




/**
 * Turns an end into what is told about it. The conclusion follows from the outcome alone, and what the workflow wants
 * while nobody has decided.
 */
function report(outcome, facts) {
    const told = (0,headline/* headline */.P)(outcome, facts);
    return {
        headline: told,
        outputs: outputsOf(outcome, facts),
        summary: summary(outcome, told, facts),
        conclusion: (0,production_outcome/* conclusion */.q$)(outcome, facts.onPending),
    };
}

;// CONCATENATED MODULE: ./build/src/production/run.js
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});
















/** Longest time for telling GitHub that a person was asked; the wait for the decision goes on beside nothing else. */
const ANNOUNCE_MS = 30_000;
/** How the service sees the action in its log. */
const USER_AGENT = "greenroom-production-action";
/**
 * Runs the production action: finds what is to go live, asks for a person's approval, tells, and waits if it is told to.
 * @param host The process; its exit status is set, its end is its own.
 */
async function runProduction(host) {
    const runner = (0,start/* startRunner */.p)();
    try {
        await decide(host, runner);
    }
    catch (error) {
        const failure = (0,start/* internalFailure */.e)(error);
        conclude(runner, { kind: "lost", asked: undefined, failure }, production_facts/* NO_FACTS */.K);
    }
}
async function decide(host, runner) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const trigger = (0,github_trigger/* readTrigger */.vE)(host.env, runner.eventPayload());
        const secretless = (0,production_plan/* secretlessReason */.o)(trigger, runner.input("token") !== "");
        if (secretless !== undefined)
            return conclude(runner, { kind: "skipped", reason: secretless }, production_facts/* NO_FACTS */.K);
        const read = (0,production_inputs/* readInputs */.K)((name) => runner.input(name));
        if (read.kind === "invalid")
            return endInvalid(runner, read.problems);
        const plan = (0,production_plan/* makePlan */.C)(trigger, read.inputs);
        if (plan.kind === "skip")
            return conclude(runner, { kind: "skipped", reason: plan.reason }, production_facts/* NO_FACTS */.K);
        const { inputs } = read;
        const { wanted } = plan;
        if (inputs.dryRun)
            return describeDryRun(runner, { wanted, inputs, trigger });
        const stop = __addDisposableResource(env_1, (0,src_stop/* listenForStop */.r)(host), false);
        await releaseOnce({ runner, trigger, inputs, wanted, stop: stop.signal, clock: clock/* systemClock */.ml });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function releaseOnce(run) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, clock, stop } = run;
        const client = (0,client_client/* createClient */.U)({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT, clock });
        const reporter = (0,publish/* createReporter */.A)(run);
        let facts = { ...production_facts/* NO_FACTS */.K, site: inputs.site, onPending: inputs.onPending, nowMs: clock.now() };
        const listener = {
            onKnown: (known) => {
                facts = { ...facts, ...known };
                (0,telling/* writeOutputs */.K)(runner, outputsFrom(facts));
            },
            onAsked: async (asked) => {
                const pending = { kind: "approval_pending", asked };
                (0,telling/* writeOutputs */.K)(runner, outputsOf(pending, facts));
                (0,production_left_behind/* saveAsked */._)(runner, facts, asked);
                if (inputs.waitMs === 0)
                    return;
                (0,telling/* tell */.q)(runner, { ...report(pending, facts).headline, level: "notice" }, []);
                await reporter.tell(pending, facts, AbortSignal.any([stop, AbortSignal.timeout(ANNOUNCE_MS)]));
            },
        };
        const outcome = await release({ ...run, client, pulls: reporter.pulls, listener });
        const time = __addDisposableResource(env_2, (0,report_time/* reportTime */.m)(0, stop), false);
        conclude(runner, outcome, facts);
        await reporter.tell(outcome, facts, time.signal);
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(stop.aborted && time.signal.aborted))
            (0,left_behind/* saveSettled */.TL)(runner);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        __disposeResources(env_2);
    }
}
function outputsFrom({ source }) {
    return source === undefined ? {} : { "source-deployment-id": source.id };
}
function conclude(runner, outcome, facts) {
    const told = report(outcome, facts);
    (0,telling/* writeOutputs */.K)(runner, told.outputs);
    (0,telling/* tell */.q)(runner, told.headline, []);
    runner.appendSummary(told.summary);
    if (told.conclusion === "fail")
        runner.fail();
}
function endInvalid(runner, problems) {
    const message = problems.map(({ sentence }) => sentence).join(" ");
    conclude(runner, { kind: "refused", failure: { code: "invalid_input", message, hint: "" } }, production_facts/* NO_FACTS */.K);
}


/***/ }),

/***/ 6628:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TC: () => (/* binding */ findSource),
/* harmony export */   ll: () => (/* binding */ newestFirst),
/* harmony export */   vu: () => (/* binding */ isRefusal)
/* harmony export */ });
/* unused harmony export checkSource */
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2551);

/** Most pages of a list of previews, 100 each. */
const MAX_PAGES = 10;
const PAGE_SIZE = 100;
/**
 * Finds the ready preview to release: the one that was named, else the newest of the commit, else that of the head of
 * the pull request that was merged as it, so that the bits that were reviewed go live.
 * @throws {ClientError} When the service could not be asked.
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
/** An earlier release stands for the preview it was made from. [§4 rule 8] */
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
        return none("source_not_preview", `Deployment ${id} is no preview but a deployment of ${environment}.`);
    }
    if (status !== "ready") {
        return none("source_deployment_not_ready", `Deployment ${id} is not ready; its status is ${status}.`);
    }
    return { kind: "found", source };
}
function none(code, message) {
    const hint = "Deploy a preview of what is to go live first, or name a ready one in 'source-deployment-id'.";
    return { kind: "none", failure: { code, message, hint } };
}
async function newestOf(client, { siteId, sha }, options) {
    const query = { environment: "preview", status: "ready", limit: PAGE_SIZE };
    let cursor = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
        const at = cursor === null ? {} : { cursor };
        const list = await client.deployments.listForSite(siteId, { ...query, ...at }, options);
        // A service may pass over what it does not know of a query, so all of it is looked at again.
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
/** Orders records by when they were made, the newest first; what has no time comes last. */
function newestFirst(one, other) {
    return (Date.parse(other.createdAt ?? "") || 0) - (Date.parse(one.createdAt ?? "") || 0);
}
/** Tells a refusal that will not change from trouble that may. */
function isRefusal(error) {
    return error instanceof _greenroom_client__WEBPACK_IMPORTED_MODULE_0__/* .ClientError */ .MZ && error.kind === "refused";
}


/***/ }),

/***/ 389:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ readStanding)
/* harmony export */ });
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7681);
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6628);


const RECENT = 50;
/**
 * Reads what of a site is live, and whether a source is on its way there.
 * @throws {ClientError} When the service could not be asked.
 */
async function readStanding(client, { siteId, sourceId }, options) {
    const query = { environment: "production", limit: RECENT };
    const list = await client.deployments.listForSite(siteId, query, options);
    const releases = list.deployments.filter(({ environment }) => environment === "production").toSorted(_source_js__WEBPACK_IMPORTED_MODULE_0__/* .newestFirst */ .ll);
    return {
        live: releases.find(({ status }) => status === "ready"),
        underWay: releases.find((one) => one.sourceDeploymentId === sourceId && !(0,_greenroom_contract__WEBPACK_IMPORTED_MODULE_1__/* .isTerminal */ .Hd)(one.status)),
    };
}


/***/ }),

/***/ 9322:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g2: () => (/* binding */ watchDecision),
/* harmony export */   ns: () => (/* binding */ lookOnce),
/* harmony export */   rr: () => (/* binding */ followRelease)
/* harmony export */ });
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2551);
/* harmony import */ var _greenroom_client__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5886);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7279);
/* harmony import */ var _ask_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2068);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2825);
/* harmony import */ var _source_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6628);
/* harmony import */ var _standing_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(389);






/** Longest look: a service that is silent ends no wait late. */
const LOOK_MS = 10_000;
/** Between two looks: soon at first, then four a minute. */
const FIRST_LOOK_MS = 2000;
const LAST_LOOK_MS = 15_000;
/**
 * Waits until a person decided and the release is live, or until the time is over.
 * @param watching What is waited for; `asked` is the open request.
 */
async function watchDecision(watching) {
    const { clock, stop, endsAt, asked } = watching;
    for (let waitMs = FIRST_LOOK_MS;; waitMs = Math.min(LAST_LOOK_MS, waitMs * 1.5)) {
        if (stop.aborted)
            return { kind: "stopped", asked };
        const leftMs = endsAt - clock.monotonic();
        if (leftMs <= 0)
            return { kind: "approval_pending", asked };
        await clock.sleep(Math.min(waitMs, leftMs), stop).catch(() => undefined);
        const seen = await look(watching);
        if (seen !== undefined)
            return seen;
    }
}
/**
 * Looks once how a request stands that was made before.
 * @returns `approval_pending` while nobody has decided.
 */
async function lookOnce(watching) {
    return (await look(watching)) ?? { kind: "approval_pending", asked: watching.asked };
}
async function look(watching) {
    const { asked, stop } = watching;
    try {
        const released = await readDecision(watching);
        if (released === undefined)
            return undefined;
        return "status" in released.record ? followRelease(watching, released.record) : released.record;
    }
    catch (error) {
        if (!(error instanceof _greenroom_client__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ))
            throw error;
        if (stop.aborted)
            return { kind: "stopped", asked };
        // A token that is no longer taken will not be taken later; other trouble may pass.
        return error.status === 401 ? { kind: "lost", asked, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .failureOf */ .g5)(error) } : undefined;
    }
}
async function readDecision(watching) {
    const { client, asked } = watching;
    if (asked.requestId === undefined)
        return release(watching);
    const request = await client.approvals.get(asked.requestId, optionsOf(watching)).catch((error) => {
        if ((0,_source_js__WEBPACK_IMPORTED_MODULE_3__/* .isRefusal */ .vu)(error) && error.status !== 401)
            return undefined;
        throw error;
    });
    // A service, or a token, that shows no requests still shows releases.
    if (request === undefined)
        return release(watching);
    const { status } = request;
    if (status === "rejected" || status === "expired" || status === "superseded") {
        return { record: { kind: status, asked, notes: notesOf(request) } };
    }
    if (typeof request.deploymentId !== "string")
        return undefined;
    return { record: await client.deployments.get(request.deploymentId, optionsOf(watching)) };
}
function optionsOf({ clock, stop, endsAt }) {
    return { signal: stop, deadlineAt: Math.max(endsAt, clock.monotonic() + LOOK_MS) };
}
function notesOf(request) {
    const { notes } = request;
    return typeof notes === "string" && notes !== "" ? notes : undefined;
}
async function release(watching) {
    const { client, siteId, sourceId } = watching;
    const { live, underWay } = await (0,_standing_js__WEBPACK_IMPORTED_MODULE_4__/* .readStanding */ .Z)(client, { siteId, sourceId }, optionsOf(watching));
    const record = live?.sourceDeploymentId === sourceId ? live : underWay;
    return record === undefined ? undefined : { record };
}
/**
 * Follows a release to its end, or as long as the time allows.
 */
async function followRelease(watching, deployment) {
    const { client, clock, stop, endsAt, baseUrl, asked } = watching;
    const timeoutMs = Math.max(1, endsAt - clock.monotonic());
    const followed = await (0,_greenroom_client__WEBPACK_IMPORTED_MODULE_5__.follow)(client, deployment, { signal: stop, clock, timeoutMs });
    return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_6__/* .followedOutcome */ .$4)(followed, (0,_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .shownAddress */ .U)(followed.deployment.productionUrl, baseUrl), asked);
}


/***/ })

};
