export const id = 1;
export const ids = [1];
export const modules = {

/***/ 5001:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readEvents: () => (/* binding */ readEvents)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(237);
/* harmony import */ var _greenroom_contract_status__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7681);
/* harmony import */ var eventsource_parser__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6085);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2091);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9624);
/* harmony import */ var _transport_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3583);







/** Ids remembered to ignore repeats after a reconnect. */
const MAX_SEEN_IDS = 20_000;
const MAX_ID_CHARS = 1024;
/** Most connections of one stream: a day of connections that last a minute and a half. */
const MAX_CONNECTS = 1000;
/** A connection that ends sooner counts as short, milliseconds. */
const SHORT_CONNECTION_MS = 10_000;
/**
 * Reads an event stream until a terminal status, or until the service says there is no more; leaving the loop closes
 * it.
 * @throws {ClientError} The service's error; `stream_ended` after too many connects without an event
 * @see Interface §6, WHATWG HTML §9.2
 */
async function* readEvents(transport, deploymentId, options = {}) {
    const { limits, clock } = transport;
    const lastEventId = options.lastEventId ?? "";
    const position = { lastEventId, retryMs: undefined, empty: true, seen: new Set() };
    let empty = 0;
    let short = 0;
    for (let connects = 0; connects < MAX_CONNECTS; connects += 1) {
        position.empty = true;
        const connectedAt = clock.monotonic();
        const error = yield* readConnection(transport, deploymentId, { ...options, position });
        if (error === "done")
            return;
        if (options.signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(options.signal, false);
        yield { kind: "reconnect", error, resumable: position.lastEventId !== "" };
        empty = position.empty ? empty + 1 : 0;
        if (empty > limits.maxEmptyConnects)
            throw streamEnded(empty);
        // A service that ends every connection soon must not be reconnected to for ever at the pace of its `retry`.
        short = clock.monotonic() - connectedAt < SHORT_CONNECTION_MS ? short + 1 : 0;
        const growing = limits.reconnectFloorMs * 2 ** Math.max(0, short - 1);
        const waitMs = Math.min(Math.max(position.retryMs ?? 0, growing), limits.reconnectCapMs);
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__/* .wait */ .uk)(clock, waitMs, options.signal);
    }
    throw streamEnded(MAX_CONNECTS);
}
/** @returns Why another connection is needed. */
async function* readConnection(transport, deploymentId, options) {
    const { position, signal } = options;
    const { limits } = transport;
    const url = (0,_transport_js__WEBPACK_IMPORTED_MODULE_2__/* .urlBelow */ .dX)(transport.baseUrl, (0,_transport_js__WEBPACK_IMPORTED_MODULE_2__/* .pathOf */ .XM)("streamDeploymentEvents", { deploymentId }));
    let message;
    try {
        message = await connect(transport, url, options);
        if (message === undefined)
            return "done";
        yield { kind: "open" };
        const events = [];
        const parser = createStreamParser(limits.maxEventChars, position, events);
        for await (const text of textOf(message, limits.streamIdleMs)) {
            try {
                parser.feed(text);
            }
            catch {
                const message = `An event of the stream is longer than ${limits.maxEventChars} characters`;
                return streamError("answer_too_large", message);
            }
            for (const { name, data, ...event } of events.splice(0)) {
                yield { ...event, name: transport.redact(name), data: transport.redact(data) };
                if (name === "status" && saysTerminal(data))
                    return "done";
            }
        }
        return undefined;
    }
    catch (cause) {
        if (message === undefined)
            throw cause;
        if (signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(signal, false);
        return (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .connectionError */ .$t)(cause, url);
    }
    finally {
        message?.destroy();
    }
}
/**
 * Parses one connection. New events are added to `events`, and `position` follows; an event whose id came in an earlier
 * connection is a repeat. The parser throws at an event beyond the cap.
 */
function createStreamParser(maxChars, position, events) {
    const repeats = new Set(position.seen);
    return (0,eventsource_parser__WEBPACK_IMPORTED_MODULE_3__/* .createParser */ .C)({
        maxBufferSize: maxChars,
        // Without `onError`: the parser would make an error, with its stack, of every line that it does not know.
        onRetry: (ms) => void (position.retryMs = ms),
        onId: (id) => void (position.lastEventId = id),
        onEvent({ event: name = "message", data, id }) {
            position.empty = false;
            if (id !== undefined && repeats.has(id))
                return;
            if (id !== undefined && position.seen.size < MAX_SEEN_IDS && id.length <= MAX_ID_CHARS)
                position.seen.add(id);
            events.push({ kind: "event", name, data, id: position.lastEventId });
        },
    });
}
function saysTerminal(data) {
    const status = (0,_http_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .qF)(data);
    return typeof status === "object" && status !== null && "status" in status && (0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_5__/* .isTerminal */ .Hd)(String(status.status));
}
/** @returns Undefined when the service says there is no more. */
async function connect(transport, url, { position, ...options }) {
    const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(position) };
    return await (0,_retry_js__WEBPACK_IMPORTED_MODULE_6__/* .repeat */ .ux)({ ...transport, repeatable: true }, options, async (timeoutMs) => 
    // The limit is for the head of this one response: the stream goes on as long as the build does.
    (0,_http_js__WEBPACK_IMPORTED_MODULE_4__/* .within */ .ux)({ url, timeoutMs, signal: options.signal, readsOnly: true }, async (signal) => {
        const message = await transport.open({ method: "GET", url, headers }, signal);
        if (isStream(message))
            return message;
        // [9.2.3] HTTP 204 No Content: the client must not reconnect.
        if (message.statusCode === 204)
            return undefined;
        throw await errorOf(transport, message);
    }));
}
function isStream(message) {
    const type = (message.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    const encoding = (message.headers["content-encoding"] ?? "identity").toLowerCase();
    return message.statusCode === 200 && type === "text/event-stream" && encoding === "identity";
}
async function errorOf(transport, message) {
    const text = await (0,_http_js__WEBPACK_IMPORTED_MODULE_4__/* .readText */ .yR)(message, transport.limits.maxErrorBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const status = message.statusCode ?? 0;
    const { readError } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(47)]).then(__webpack_require__.bind(__webpack_require__, 8047));
    const error = readError({ status, headers: message.headers, text: redacted }, transport.clock.now());
    // A successful response that is not a stream will be the same next time; the record is read instead.
    return status < 300 && error.kind === "protocol" ? error.with({ retry: "never" }) : error;
}
/** An id with a control character cannot be sent, and one that was cannot be trusted to mean a place. */
function resumeHeader({ lastEventId }) {
    if (lastEventId === "" || lastEventId.length > MAX_ID_CHARS || /[\x00-\x1f\x7f]/.test(lastEventId))
        return {};
    // [9.2.3] encoded as UTF-8: a header is written byte by byte.
    return { "last-event-id": Buffer.from(lastEventId, "utf8").toString("latin1") };
}
async function* textOf(message, idleMs) {
    // The parser takes the byte order mark off.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const silence = () => void message.destroy(new Error(`No byte for ${idleMs} ms`));
    let timer = setTimeout(silence, idleMs);
    try {
        for await (const chunk of message) {
            clearTimeout(timer);
            if (chunk instanceof Uint8Array)
                yield decoder.decode(chunk, { stream: true });
            timer = setTimeout(silence, idleMs);
        }
    }
    finally {
        clearTimeout(timer);
    }
}
function streamEnded(connects) {
    return streamError("stream_ended", `The event stream ended ${connects} times before the deployment did`);
}
function streamError(code, message) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ClientError */ .MZ({ kind: "protocol", code, message, hint: "Read the deployment instead." });
}


/***/ })

};
