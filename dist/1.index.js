export const id = 1;
export const ids = [1,86];
export const modules = {

/***/ 3086:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dateOf: () => (/* binding */ dateOf),
/* harmony export */   i: () => (/* binding */ unenveloped),
/* harmony export */   readEnvelope: () => (/* binding */ readEnvelope)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2551);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4666);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9624);





/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;
// Looser than the contract's own schema: an odd sibling must not hide the code.
const Refusal = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(false),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
});
const Success = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true), data: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J() });
const Issues = zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }));
/**
 * Reads an enveloped answer.
 * @param answer As it came in.
 * @param data What must stand under `data`.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the answer has no `Date`.
 * @see Interface §2 (envelope), §7 (errors)
 */
function readEnvelope(answer, data, nowMs) {
    const body = (0,_json_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .q)(answer.text);
    const refusal = Refusal.safeParse(body);
    if (refusal.success)
        return { kind: "failure", error: refused(answer, refusal.data.error, nowMs) };
    const success = Success.safeParse(body);
    if (!success.success || !isSuccess(answer.status))
        return { kind: "failure", error: unenveloped(answer, nowMs) };
    const parsed = data.safeParse(success.data.data);
    if (parsed.success)
        return { kind: "success", data: parsed.data, envelope: success.data };
    const where = parsed.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
    return { kind: "failure", error: unexpected(answer, `The service's answer is wrong at ${where.join(", ")}`) };
}
/**
 * Reads an answer that is no envelope: what a gateway, a proxy or another program on the address said.
 * @param answer As it came in.
 * @param nowMs Epoch milliseconds.
 */
function unenveloped(answer, nowMs) {
    const { status } = answer;
    const what = describe(answer);
    if (isSuccess(status) && answer.text === undefined)
        return tooLarge(answer);
    if (isSuccess(status))
        return unexpected(answer, `The answer is not one of the interface: ${what}`);
    if (status >= 300 && status < 400) {
        return failure(answer, {
            code: "redirect_refused",
            message: `The service answered with a redirect (${status}), which is not followed with a token`,
            hint: "Give the address it redirects to as the base address.",
            retry: "never",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    return failure(answer, {
        code: "unexpected_answer",
        message: `Something in front of the service answered ${what}`,
        hint: busy || unknown ? "Try again later; the same request lands on the same deployment." : advice(status),
        retry: busy ? "after_header" : unknown ? "same_key" : "never",
        retryAfterSeconds: retryAfterOf(answer, nowMs),
    });
}
/**
 * `Date` of an answer.
 * @returns Epoch milliseconds.
 */
function dateOf(answer) {
    return (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .readHttpDate */ .lq)(answer.headers.date);
}
function refused(answer, error, nowMs) {
    const row = (0,_greenroom_contract__WEBPACK_IMPORTED_MODULE_3__/* .errorRow */ .Ff)(error.code, answer.status);
    const issues = Issues.safeParse(error["issues"]);
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        kind: "refused",
        code: error.code.slice(0, 100),
        message: refusalText(error.code, error.message, issues.data),
        hint: row.hint,
        retry: row.retry,
        outcomeUnknown: row.retry === "same_key",
        status: answer.status,
        retryAfterSeconds: retryAfterOf(answer, nowMs),
        webApprovalUrl: optionalText(error["webApprovalUrl"]),
        requestId: optionalText(error["requestId"]),
        issues: issues.data,
    });
}
function refusalText(code, message, issues) {
    const text = message === undefined || message.trim() === "" ? `The service answered ${code}` : message.trim();
    const where = (issues ?? []).slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`);
    return [text, ...where].join("; ").slice(0, MAX_MESSAGE_CHARS);
}
function failure(answer, parts) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        ...parts,
        kind: "protocol",
        outcomeUnknown: parts.retry === "same_key",
        status: answer.status,
    });
}
function unexpected(answer, message) {
    return failure(answer, {
        code: "unexpected_answer",
        message,
        hint: "Check that the base address is the service's own, without a page or a proxy in front.",
        // The request may have been acted on: the same key finds out.
        retry: "same_key",
    });
}
/** Asking again would bring the same again. */
function tooLarge(answer) {
    const message = "The answer is longer than this client reads, or in an encoding it did not ask for";
    const hint = "Ask for fewer items at a time, with a limit and a cursor.";
    return failure(answer, { code: "answer_too_large", message, hint, retry: "never" }).with({ outcomeUnknown: true });
}
function describe(answer) {
    const type = (answer.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    // Headers are not redacted: only what reads like a type of content is told.
    const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
    const body = answer.text === undefined ? "too long or in an unknown encoding" : known;
    return `${answer.status} (${body})`;
}
function advice(status) {
    if (status === 401 || status === 403 || status === 407)
        return "Check the token, and what guards the address.";
    return "Check the base address.";
}
function retryAfterOf(answer, nowMs) {
    return (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .readRetryAfter */ .D$)(answer.headers["retry-after"], dateOf(answer) ?? nowMs);
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}


/***/ }),

/***/ 5001:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readEvents: () => (/* binding */ readEvents)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(2857);
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2806);
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7681);
/* harmony import */ var _address_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6746);
/* harmony import */ var _answer_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3086);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4666);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2091);
/* harmony import */ var _path_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(912);
/* harmony import */ var _sse_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8427);
/* harmony import */ var _transport_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8220);
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










/** Ids remembered to pass over repeats after a reconnect. */
const MAX_SEEN_IDS = 20_000;
const MAX_ID_CHARS = 1024;
/** Most connections of one stream: a day of connections that last a minute and a half. */
const MAX_CONNECTS = 1000;
/** A connection that ends sooner counts as short, milliseconds. */
const SHORT_CONNECTION_MS = 10_000;
/**
 * Reads a deployment's event stream until it says a terminal status, or the service says there is no more.
 * Leaving the loop closes the request.
 * @param transport Path to the network.
 * @param deploymentId Deployment.
 * @throws {ClientError} What the service refused the stream with; `stream_ended` after too many connects in vain
 * @see Interface §6, WHATWG HTML §9.2
 */
async function* readEvents(transport, deploymentId, options = {}) {
    const { limits, clock } = transport;
    const position = {
        lastEventId: options.lastEventId ?? "",
        retryMs: undefined,
        fruitful: false,
        seen: new Set(),
    };
    let fruitless = 0;
    let short = 0;
    for (let connects = 0; connects < MAX_CONNECTS; connects += 1) {
        position.fruitful = false;
        const connectedAt = clock.monotonic();
        const error = yield* readConnection(transport, deploymentId, { ...options, position });
        if (error === "done")
            return;
        if (options.signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(options.signal, false);
        yield { kind: "reconnect", error, resumable: position.lastEventId !== "" };
        fruitless = position.fruitful ? 0 : fruitless + 1;
        if (fruitless > limits.maxFruitlessConnects)
            throw inVain(fruitless);
        // A service that ends every connection soon must not be asked ever again at the pace of its `retry`.
        short = clock.monotonic() - connectedAt < SHORT_CONNECTION_MS ? short + 1 : 0;
        const growing = limits.reconnectFloorMs * 2 ** Math.max(0, short - 1);
        const waitMs = Math.min(Math.max(position.retryMs ?? 0, growing), limits.reconnectCapMs);
        await clock.sleep(waitMs, options.signal).catch(() => undefined);
    }
    throw inVain(MAX_CONNECTS);
}
/** One connection; returns why another one is needed. */
async function* readConnection(transport, deploymentId, options) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { position, signal } = options;
        const request = __addDisposableResource(env_1, abortable(signal), false);
        const message = await connect(transport, deploymentId, { ...options, request: request.controller });
        if (message === undefined)
            return "done";
        yield { kind: "open" };
        const decoder = (0,_sse_js__WEBPACK_IMPORTED_MODULE_1__/* .createSseDecoder */ .s)(transport.limits, position.lastEventId);
        const resumed = new Set(position.seen);
        try {
            for await (const text of textOf(message, transport.limits.streamIdleMs)) {
                for (const item of decoder.push(text)) {
                    position.lastEventId = decoder.lastEventId;
                    position.fruitful = true;
                    if (item.kind === "oversize") {
                        yield item;
                        continue;
                    }
                    if (item.ownId && resumed.has(item.id))
                        continue;
                    if (item.ownId)
                        remember(position.seen, item.id);
                    const data = transport.redact(item.data);
                    yield { kind: "event", name: transport.redact(item.name), data, id: item.id };
                    if (item.name === "status" && saysTerminal(data))
                        return "done";
                }
                keep(position, decoder);
            }
            return undefined;
        }
        catch (cause) {
            if (signal?.aborted === true)
                throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(signal, false);
            return (0,_http_js__WEBPACK_IMPORTED_MODULE_2__/* .connectionError */ .$t)(cause);
        }
        finally {
            keep(position, decoder);
            message.destroy();
        }
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
function keep(position, decoder) {
    position.lastEventId = decoder.lastEventId;
    position.retryMs = decoder.retryMs ?? position.retryMs;
}
function remember(seen, id) {
    if (seen.size < MAX_SEEN_IDS && id.length <= MAX_ID_CHARS)
        seen.add(id);
}
function saysTerminal(data) {
    const event = _greenroom_contract__WEBPACK_IMPORTED_MODULE_3__/* .ReceivedStatusEvent */ .kJ.safeParse((0,_json_js__WEBPACK_IMPORTED_MODULE_4__/* .parseJson */ .q)(data));
    return event.success && (0,_greenroom_contract__WEBPACK_IMPORTED_MODULE_5__/* .isTerminal */ .Hd)(event.data.status);
}
/** Connects, by the rules of retrying; undefined when the service says there is no more. */
async function connect(transport, deploymentId, options) {
    const url = (0,_address_js__WEBPACK_IMPORTED_MODULE_6__/* .addressBelow */ .CY)(transport.baseUrl, (0,_path_js__WEBPACK_IMPORTED_MODULE_7__/* .pathOf */ .XM)("streamDeploymentEvents", { deploymentId }));
    const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(options.position) };
    return await (0,_transport_js__WEBPACK_IMPORTED_MODULE_8__/* .repeat */ .u)({ ...transport, repeatable: true }, options, async (timeoutMs) => {
        const stop = AbortSignal.timeout(Math.ceil(timeoutMs));
        // The limit is for the head of this one answer: the stream goes on as long as the build does, and a late head
        // must not end the tries after it.
        const late = new AbortController();
        const timedOut = () => late.abort(stop.reason);
        stop.addEventListener("abort", timedOut, { once: true });
        try {
            const signal = AbortSignal.any([options.request.signal, late.signal]);
            const message = await transport.open({ method: "GET", url, headers }, signal);
            if (isStream(message))
                return message;
            // [9.2.3] HTTP 204 No Content: the client is told to stop reconnecting.
            if (message.statusCode === 204)
                return undefined;
            throw await refusal(transport, message);
        }
        catch (cause) {
            if (options.signal?.aborted === true)
                throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(options.signal, false);
            throw (0,_http_js__WEBPACK_IMPORTED_MODULE_2__/* .connectionError */ .$t)(cause, stop.aborted ? timeoutMs : undefined);
        }
        finally {
            stop.removeEventListener("abort", timedOut);
        }
    });
}
function isStream(message) {
    const type = (message.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    const encoding = (message.headers["content-encoding"] ?? "identity").toLowerCase();
    return message.statusCode === 200 && type === "text/event-stream" && encoding === "identity";
}
async function refusal(transport, message) {
    const text = await (0,_http_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)(message, transport.limits.maxErrorBytes);
    const answer = {
        status: message.statusCode ?? 0,
        headers: message.headers,
        text: text === undefined ? undefined : transport.redact(text),
    };
    const reading = (0,_answer_js__WEBPACK_IMPORTED_MODULE_9__.readEnvelope)(answer, zod__WEBPACK_IMPORTED_MODULE_10__/* .never */ .ZmZ(), transport.clock.now());
    const error = reading.kind === "failure" ? reading.error : (0,_answer_js__WEBPACK_IMPORTED_MODULE_9__/* .unenveloped */ .i)(answer, transport.clock.now());
    // A success that is no stream stays one however often it is asked for; the record is there instead.
    return answer.status < 300 && error.kind === "protocol" ? error.with({ retry: "never" }) : error;
}
/** An id with a control character cannot be sent, and one that was cannot be trusted to mean a place. */
function resumeHeader({ lastEventId }) {
    if (lastEventId === "" || lastEventId.length > MAX_ID_CHARS || /[\x00-\x1f\x7f]/.test(lastEventId))
        return {};
    // [9.2.3] encoded as UTF-8: a header is written byte by byte.
    return { "last-event-id": Buffer.from(lastEventId, "utf8").toString("latin1") };
}
async function* textOf(message, idleMs) {
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
/** A controller that ends with its block, and with the caller's signal. */
function abortable(signal) {
    const controller = new AbortController();
    const follow = () => controller.abort(signal?.reason);
    if (signal?.aborted === true)
        follow();
    signal?.addEventListener("abort", follow, { once: true });
    return {
        controller,
        [Symbol.dispose]() {
            signal?.removeEventListener("abort", follow);
            controller.abort();
        },
    };
}
function inVain(connects) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ClientError */ .MZ({
        kind: "protocol",
        code: "stream_ended",
        message: `The event stream ended ${connects} times before the deployment did`,
        hint: "Read the deployment instead.",
        retry: "never",
        outcomeUnknown: false,
    });
}


/***/ }),

/***/ 8427:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ createSseDecoder)
/* harmony export */ });
const emptyBlock = () => ({ name: "", data: [], chars: 0, ownId: false, oversize: false });
/**
 * Makes a decoder of a `text/event-stream`. Its time is linear in the stream, however small the pieces.
 * An event that has not ended when the stream does is never given. [end of file: discarded]
 * @param limits Bounds.
 * @param lastEventId Id the stream was resumed with.
 * @see WHATWG HTML §9.2.6 (interpreting an event stream)
 */
function createSseDecoder(limits, lastEventId = "") {
    const state = { lastEventId, retryMs: undefined };
    let idBuffer = lastEventId;
    let block = emptyBlock();
    const lines = createLineSplitter(limits.maxLineChars);
    function dispatch(items) {
        const done = block;
        block = emptyBlock();
        if (done.oversize)
            items.push({ kind: "oversize" });
        // [9.2.6] Set the last event ID string of the event source to the value of the last event ID buffer.
        state.lastEventId = idBuffer;
        // [9.2.6] If the data buffer is an empty string, ... return.
        if (done.oversize || done.data.length === 0)
            return;
        // [9.2.6] If the data buffer's last character is a U+000A LINE FEED, remove it: joining never adds it.
        const data = done.data.join("\n");
        items.push({
            kind: "event",
            name: done.name === "" ? "message" : done.name,
            data,
            id: idBuffer,
            ownId: done.ownId,
        });
    }
    function field(name, value) {
        // [9.2.6] Field names must be compared literally, with no case folding performed.
        if (name === "event")
            block.name = value;
        if (name === "data")
            addData(block, value, limits.maxEventChars);
        // [9.2.6] If the field value does not contain U+0000 NULL, then set the last event ID buffer.
        if (name === "id" && !value.includes("\0")) {
            idBuffer = value;
            block.ownId = true;
        }
        // [9.2.6] If the field value consists of only ASCII digits.
        if (name === "retry" && /^[0-9]+$/.test(value))
            state.retryMs = Number(value);
    }
    function line(text, items) {
        if (text === undefined)
            block.oversize = true;
        else if (text === "")
            dispatch(items);
        else if (!text.startsWith(":"))
            field(...splitField(text));
    }
    return {
        push(text) {
            const items = [];
            for (const complete of lines(text))
                line(complete, items);
            return items;
        },
        get lastEventId() {
            return state.lastEventId;
        },
        get retryMs() {
            return state.retryMs;
        },
    };
}
function addData(block, value, maxChars) {
    block.chars += value.length + 1;
    if (block.chars > maxChars) {
        block.oversize = true;
        block.data = [];
    }
    if (!block.oversize)
        block.data.push(value);
}
function splitField(text) {
    const colon = text.indexOf(":");
    // [9.2.6] Otherwise: the whole line as the field name, and the empty string as the field value.
    if (colon === -1)
        return [text, ""];
    // [9.2.6] If value starts with a U+0020 SPACE character, remove it from value.
    return [text.slice(0, colon), text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1)];
}
/**
 * Splits a stream into lines that end in LF, CR or CRLF.
 * A CR ends its line at once: waiting for an LF that may never come would hold an event back.
 * @returns Gives the lines a piece completed; undefined for a line longer than the cap, once it has ended.
 */
function createLineSplitter(maxChars) {
    let started = false;
    let afterCr = false;
    let held = "";
    let tooLong = false;
    const hold = (piece) => {
        tooLong ||= held.length + piece.length > maxChars;
        held = tooLong ? "" : held + piece;
    };
    return (text) => {
        if (text === "")
            return [];
        const lines = [];
        // [9.2.6] the UTF-8 decode algorithm strips one leading UTF-8 Byte Order Mark (BOM), if any.
        let start = !started && text.startsWith("\ufeff") ? 1 : 0;
        started = true;
        if (afterCr && text[start] === "\n")
            start += 1;
        afterCr = false;
        const ends = /\r\n?|\n/g;
        ends.lastIndex = start;
        for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
            hold(text.slice(start, end.index));
            lines.push(tooLong ? undefined : held);
            held = "";
            tooLong = false;
            start = ends.lastIndex;
            afterCr = end[0] === "\r" && start === text.length;
        }
        hold(text.slice(start));
        return lines;
    };
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
