export const id = 762;
export const ids = [762,86];
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

/***/ 8762:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  requestPublish: () => (/* binding */ requestPublish)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./build/packages/contract/approval.js
var approval = __webpack_require__(4484);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __webpack_require__(2551);
;// CONCATENATED MODULE: ./build/packages/client/mcp-arguments.js


const InputSchema = schemas/* looseObject */._H3({
    properties: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional(),
    required: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
/** Names a schema may use for each value, best first, without case, `_` and `-`. */
const NAMES = {
    siteId: ["siteid", "site"],
    sourceDeploymentId: [
        "sourcedeploymentid",
        "sourcedeployment",
        "sourceid",
        "source",
        "deploymentid",
        "deployment",
        "previewdeploymentid",
        "previewid",
    ],
    reason: ["reason", "message", "note", "notes", "comment", "description"],
};
/**
 * Names the values as a published input schema does.
 * @param inputSchema JSON Schema of the tool, as received.
 * @param values What is to be told.
 * @returns Arguments of the call, in the order of site, source, reason.
 * @throws {ClientError} `mcp_tool_missing`, when the schema wants something else.
 */
function matchArguments(inputSchema, values) {
    const schema = InputSchema.safeParse(inputSchema).data;
    const names = Object.keys(schema?.properties ?? {});
    // A tool that publishes no properties is told in the words of the interface.
    const find = (value) => names.length === 0 ? value : bestName(names, NAMES[value]);
    const matched = {};
    const site = find("siteId");
    const source = find("sourceDeploymentId");
    const reason = find("reason");
    if (source === undefined)
        throw mismatch("takes no source deployment");
    if (site !== undefined)
        matched[site] = values.siteId;
    matched[source] = values.sourceDeploymentId;
    if (reason !== undefined && values.reason !== undefined)
        matched[reason] = values.reason;
    if (reason !== undefined && values.reason === undefined && schema?.required?.includes(reason) === true) {
        matched[reason] = "Release of a reviewed preview";
    }
    const unknown = (schema?.required ?? []).filter((name) => !Object.hasOwn(matched, name));
    if (unknown.length > 0)
        throw mismatch(`wants ${unknown.slice(0, 5).join(", ").slice(0, 200)}`);
    return matched;
}
function bestName(names, candidates) {
    for (const candidate of candidates) {
        const name = names.find((name) => name.toLowerCase().replaceAll(/[-_]/g, "") === candidate);
        if (name !== undefined)
            return name;
    }
    return undefined;
}
function mismatch(what) {
    return new errors/* ClientError */.MZ({
        kind: "protocol",
        code: "mcp_tool_missing",
        message: `The tool request_publish of this service ${what}, which is not known here`,
        hint: "Give the link to the approval screen as a template instead.",
        retry: "never",
        outcomeUnknown: false,
    });
}

// EXTERNAL MODULE: ./build/packages/client/answer.js
var client_answer = __webpack_require__(3086);
// EXTERNAL MODULE: ./build/packages/client/json.js
var json = __webpack_require__(4666);
// EXTERNAL MODULE: ./build/packages/client/http.js + 1 modules
var http = __webpack_require__(2091);
// EXTERNAL MODULE: ./build/packages/client/sse.js
var sse = __webpack_require__(8427);
;// CONCATENATED MODULE: ./build/packages/client/mcp-message.js



/** A response has an id and no method; requests and notifications of the server may come before it. */
const Response = schemas/* looseObject */._H3({ id: schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()]), method: schemas/* undefined */.Vxk().optional() });
/**
 * Reads the stream that answers a request up to its response.
 * @param answer Answer whose head has come.
 * @param limits Bounds; the whole stream is held to the longest answer.
 * @returns The response as JSON text; undefined when the stream ended or grew too long without one.
 * @throws Whatever the socket threw.
 * @see Model Context Protocol 2025-06-18, basic/transports (sending messages to the server)
 */
async function readMessage(answer, limits) {
    const text = new TextDecoder("utf-8", { ignoreBOM: true });
    const decoder = (0,sse/* createSseDecoder */.s)(limits);
    let bytes = 0;
    for await (const chunk of answer) {
        if (!(chunk instanceof Uint8Array))
            continue;
        bytes += chunk.byteLength;
        if (bytes > limits.maxAnswerBytes)
            return undefined;
        for (const item of decoder.push(text.decode(chunk, { stream: true }))) {
            if (item.kind === "event" && Response.safeParse((0,json/* parseJson */.q)(item.data)).success)
                return item.data;
        }
    }
    return undefined;
}

// EXTERNAL MODULE: ./build/packages/client/transport.js + 2 modules
var client_transport = __webpack_require__(8220);
;// CONCATENATED MODULE: ./build/packages/client/mcp-session.js







/** Revision of the protocol that is asked for. */
const PROTOCOL_VERSION = "2025-06-18";
const Initialized = schemas/* looseObject */._H3({ protocolVersion: schemas/* string */.YjP().regex(/^[\x21-\x7e]{1,40}$/) });
const RpcError = schemas/* looseObject */._H3({ error: schemas/* looseObject */._H3({ code: schemas/* number */.aig(), message: schemas/* string */.YjP().optional() }) });
const RpcResult = schemas/* looseObject */._H3({ result: schemas/* unknown */.L5J() });
/** Longest wait for the end of a session, milliseconds. */
const CLOSE_MS = 2000;
/**
 * Opens a line to a server of tools. Nothing is sent yet: most servers keep no session, and one that does says so.
 * @param transport Path to the network.
 * @param url Where the tools are.
 * @see Model Context Protocol 2025-06-18, basic/transports (streamable HTTP)
 */
function openMcpSession(transport, url, options) {
    let nextId = 1;
    let sessionId;
    let version = PROTOCOL_VERSION;
    async function post(method, message, repeatable) {
        return await (0,client_transport/* repeat */.u)({ ...transport, repeatable }, options, async (timeoutMs) => {
            const headers = { ...HEADERS, "mcp-protocol-version": version, ...sessionHeader(sessionId) };
            // [basic/transports] the version header belongs to requests after initialization.
            const sent = method === "initialize" ? { ...HEADERS } : headers;
            const body = JSON.stringify({ jsonrpc: "2.0", ...message });
            return await postOnce(transport, { url, headers: sent, body }, { ...options, timeoutMs });
        });
    }
    async function call(method, parameters, repeatable) {
        const id = nextId++;
        return await post(method, { id, method, params: parameters }, repeatable);
    }
    async function initialize() {
        const clientInfo = { name: "greenroom", version: "1" };
        const parameters = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
        const answer = await call("initialize", parameters, true);
        version = Initialized.safeParse(resultOf(answer)).data?.protocolVersion ?? version;
        sessionId = answer.sessionId;
        await post("notifications/initialized", { method: "notifications/initialized" }, true);
    }
    return {
        async request(method, parameters, { repeatable }) {
            const answer = await call(method, parameters, repeatable);
            if (sessionId !== undefined || !wantsSession(answer))
                return resultOf(answer);
            await initialize();
            return resultOf(await call(method, parameters, repeatable));
        },
        async close() {
            if (sessionId === undefined)
                return;
            const headers = { "mcp-protocol-version": version, ...sessionHeader(sessionId) };
            const ended = transport.open({ method: "DELETE", url, headers }, AbortSignal.timeout(CLOSE_MS));
            await ended.then((message) => message.destroy()).catch(() => undefined);
        },
    };
}
const HEADERS = {
    // [basic/transports] list both application/json and text/event-stream as supported content types.
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
};
/** Sends one message; throws what may be tried again. */
async function postOnce(transport, request, options) {
    const timer = AbortSignal.timeout(Math.ceil(options.timeoutMs));
    const signal = options.signal === undefined ? timer : AbortSignal.any([options.signal, timer]);
    try {
        const answer = await transport.open({ method: "POST", ...request }, signal);
        return await readAnswer(transport, answer);
    }
    catch (cause) {
        if (options.signal?.aborted === true)
            throw (0,errors/* abortedError */.ip)(options.signal, true);
        throw (0,http/* connectionError */.$t)(cause, timer.aborted ? options.timeoutMs : undefined);
    }
}
async function readAnswer(transport, answer) {
    const status = answer.statusCode ?? 0;
    const header = answer.headers["mcp-session-id"];
    const sessionId = typeof header === "string" && /^[\x21-\x7e]{1,512}$/.test(header) ? header : undefined;
    if (status === 202) {
        answer.destroy();
        return { status, message: undefined, sessionId, failure: undefined };
    }
    const isStream = (answer.headers["content-type"] ?? "").startsWith("text/event-stream");
    const text = isStream
        ? await readMessage(answer, transport.limits)
        : await (0,http/* readText */.yR)(answer, transport.limits.maxAnswerBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const message = (0,json/* parseJson */.q)(redacted);
    if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
        return { status, message, sessionId, failure: undefined };
    }
    const reading = (0,client_answer.readEnvelope)({ status, headers: answer.headers, text: redacted }, schemas/* never */.ZmZ(), transport.clock.now());
    const failure = reading.kind === "failure" ? reading.error : undefined;
    if (failure !== undefined && failure.retry !== "never")
        throw failure;
    return { status, message, sessionId, failure };
}
/** A server that keeps sessions refuses a request without one: 400 or 404, or an error about it. */
function wantsSession({ status, message }) {
    if (status === 400 || status === 404)
        return true;
    const error = RpcError.safeParse(message).data?.error;
    return error !== undefined && /initiali[sz]|session/i.test(error.message ?? "");
}
function resultOf({ message, failure, status }) {
    if (failure !== undefined)
        throw failure;
    const error = RpcError.safeParse(message).data?.error;
    if (error === undefined)
        return RpcResult.safeParse(message).data?.result;
    throw new errors/* ClientError */.MZ({
        kind: "protocol",
        code: "mcp_tool_failed",
        message: `The server of tools answered ${error.code}: ${(error.message ?? "no message").slice(0, 500)}`,
        hint: "Check the MCP address, or ask for the release on the web.",
        retry: "never",
        outcomeUnknown: false,
        status,
    });
}
function sessionHeader(sessionId) {
    return sessionId === undefined ? {} : { "mcp-session-id": sessionId };
}

// EXTERNAL MODULE: ./build/packages/contract/errors.js
var contract_errors = __webpack_require__(72);
;// CONCATENATED MODULE: ./build/packages/client/mcp-result.js




const ToolResult = schemas/* looseObject */._H3({
    isError: schemas/* boolean */.zMY().optional(),
    structuredContent: schemas/* unknown */.L5J().optional(),
    content: schemas/* array */.YOg(schemas/* looseObject */._H3({ type: schemas/* string */.YjP(), text: schemas/* string */.YjP().optional() })).optional(),
});
const Coded = schemas/* looseObject */._H3({
    code: schemas/* string */.YjP().min(1),
    message: schemas/* string */.YjP().optional(),
    webApprovalUrl: schemas/* string */.YjP().optional(),
});
const MAX_TEXT_CHARS = 2000;
/**
 * Reads what a tool gave: its structured content, else its text as JSON; an envelope around it is taken off.
 * @param result Result of `tools/call`, as received.
 * @returns Untrusted.
 * @throws {ClientError} The code the tool gave, or `mcp_tool_failed`, when the tool failed.
 * @see Model Context Protocol 2025-06-18, server/tools (tool result)
 */
function readToolResult(result) {
    const parsed = ToolResult.safeParse(result);
    if (!parsed.success)
        throw toolError("The tool's result is not one of MCP", undefined);
    const { isError, structuredContent, content = [] } = parsed.data;
    const text = content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : []));
    const value = structuredContent ?? text.map(json/* parseJson */.q).find((json) => json !== undefined);
    const refusal = Coded.safeParse(schemas/* looseObject */._H3({ error: schemas/* unknown */.L5J().optional() }).safeParse(value).data?.error ?? value);
    const envelope = schemas/* looseObject */._H3({ ok: schemas/* boolean */.zMY(), data: schemas/* unknown */.L5J().optional() }).safeParse(value).data;
    if (isError === true || envelope?.ok === false) {
        throw toolError(refusal.data?.message ?? (text.join("\n") || "The tool failed without a word"), refusal.data);
    }
    return envelope?.ok === true ? envelope.data : value;
}
function toolError(message, coded) {
    const row = coded === undefined ? undefined : (0,contract_errors/* errorRow */.Ff)(coded.code, 400);
    return new errors/* ClientError */.MZ({
        kind: "refused",
        code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
        message: message.trim().slice(0, MAX_TEXT_CHARS),
        hint: row?.hint ?? "Ask for the release on the web instead.",
        retry: "never",
        outcomeUnknown: false,
        webApprovalUrl: coded?.webApprovalUrl,
    });
}

;// CONCATENATED MODULE: ./build/packages/client/mcp.js






const TOOL = "request_publish";
/** Most pages of a tool list. */
const MAX_PAGES = 10;
const ToolPage = schemas/* looseObject */._H3({
    tools: schemas/* array */.YOg(schemas/* looseObject */._H3({ name: schemas/* string */.YjP(), inputSchema: schemas/* unknown */.L5J().optional() })),
    nextCursor: schemas/* string */.YjP().optional(),
});
/**
 * Asks for a ready preview to be published, by the tool `request_publish`.
 * The arguments go out under the names that the published input schema gives them. Nothing is decided by it.
 * @param client Client of the service; its token goes to `mcpUrl`.
 * @param request What is asked for.
 * @throws {ClientError} `mcp_tool_missing`, `mcp_tool_failed`, or the code the tool or the service gave
 * @see Interface §1 (returns a `webApprovalUrl`; schemas outside the interface)
 */
async function requestPublish(client, request, options = {}) {
    const session = openMcpSession(client.transport, request.mcpUrl, options);
    try {
        const schema = await findTool(session);
        const matched = matchArguments(schema, request);
        const call = { name: TOOL, arguments: matched };
        // A tool may not bear being called twice, so an answer that is lost is not asked for again.
        const result = readToolResult(await session.request("tools/call", call, { repeatable: false }));
        const parsed = approval/* RequestPublishResult */.uo.safeParse(result);
        if (parsed.success)
            return { webApprovalUrl: parsed.data.webApprovalUrl, requestId: parsed.data.requestId };
        throw missing(`The tool ${TOOL} gave no webApprovalUrl`);
    }
    finally {
        await session.close();
    }
}
async function findTool(session) {
    let cursor;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const parameters = cursor === undefined ? {} : { cursor };
        const page = ToolPage.safeParse(await session.request("tools/list", parameters, { repeatable: true }));
        if (!page.success)
            throw missing("The list of tools is not one of MCP");
        const tool = page.data.tools.find((candidate) => candidate.name === TOOL);
        if (tool !== undefined)
            return tool.inputSchema;
        cursor = page.data.nextCursor;
        if (cursor === undefined)
            break;
    }
    throw missing(`The service publishes no tool ${TOOL}`);
}
function missing(message) {
    return new errors/* ClientError */.MZ({
        kind: "protocol",
        code: "mcp_tool_missing",
        message,
        hint: "Check the MCP address, or give the link to the approval screen as a template.",
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

/***/ 4484:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   rd: () => (/* binding */ ReceivedApproval),
/* harmony export */   uo: () => (/* binding */ RequestPublishResult)
/* harmony export */ });
/* unused harmony exports APPROVAL_STATUSES, APPROVAL_TRANSITIONS, ROLES, APPROVAL_ROLES, Approval, DECISIONS, MAX_NOTES_CHARS, DecideApproval, RequestApproval, ListApprovals, RequestPublishArguments */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _deployment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(154);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** States of a production publish request. [§3: not shown] */
const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"];
/** Which state may follow which. */
const APPROVAL_TRANSITIONS = {
    pending: ["approved", "rejected", "expired", "superseded"],
    approved: ["published", "expired"],
    published: [],
    rejected: [],
    expired: [],
    superseded: [],
};
/** Roles of a member of a workspace. [§5: names not shown] */
const ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver", "developer", "viewer"]));
/** Roles that may decide a publish request. [§5.8: names not shown] */
const APPROVAL_ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver"]));
const Requester = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ type: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["user", "token"]), id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * A production publish request, decided by a person.
 * @see Interface §2 (fields: not shown)
 */
const Approval = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(APPROVAL_STATUSES),
    /** Session or token that asked. */
    requestedBy: Requester,
    /** The person behind it, who cannot approve. */
    originatingUserId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    requestedVia: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["web", "mcp"]),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
    decidedBy: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullable(),
    decidedAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().nullable(),
    notes: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** The production deployment it led to. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT).nullable(),
    /** Where a person decides. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable().optional(),
    /** Members who may decide it now; 0 means that nobody can. */
    deciders: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative().optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a publish request. */
const ReceivedApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** What a person may decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ decision: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(DECISIONS), notes: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(MAX_NOTES_CHARS).optional() })
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({ id: "DecideApproval" });
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(MAX_NOTES_CHARS).optional(),
})
    .meta({ id: "RequestApproval" });
/** Query of the list of publish requests, in the same two forms. [additive] */
const ListApprovals = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe().optional(), status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(APPROVAL_STATUSES).optional(), ..._deployment_js__WEBPACK_IMPORTED_MODULE_3__/* .Page */ .YW })
    .meta({ id: "ListApprovals" });
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(128),
    reason: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().trim().max(2000).optional(),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Deep link to the web approval screen. */
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    requestId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    expiresAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});


/***/ }),

/***/ 154:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Sn: () => (/* binding */ Deployment),
  Ct: () => (/* binding */ NextCursor),
  YW: () => (/* binding */ Page),
  Vc: () => (/* binding */ ReceivedDeployment)
});

// UNUSED EXPORTS: CreateDeployment, CreatePreviewArguments, ListDeployments

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/coerce.js


function string(params) {
    return core._coercedString(schemas.ZodString, params);
}
function number(params) {
    return api/* _coercedNumber */.qG(classic_schemas/* ZodNumber */.rSt, params);
}
function coerce_boolean(params) {
    return core._coercedBoolean(schemas.ZodBoolean, params);
}
function bigint(params) {
    return core._coercedBigint(schemas.ZodBigInt, params);
}
function date(params) {
    return core._coercedDate(schemas.ZodDate, params);
}

// EXTERNAL MODULE: ./build/packages/contract/errors.js
var errors = __webpack_require__(72);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
;// CONCATENATED MODULE: ./build/packages/contract/deployment.js




const DeploymentId = classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT);
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = classic_schemas/* looseObject */._H3({
    id: DeploymentId,
    siteId: classic_schemas/* uuid */.uRe(),
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    status: classic_schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB),
    createdAt: iso/* datetime */.w$(),
    /** Fixed address of this deployment; present on a ready preview. */
    previewUrl: classic_schemas/* url */.OZ5().optional(),
    /** Present on a ready production deployment. */
    productionUrl: classic_schemas/* url */.OZ5().optional(),
    commitSha: classic_schemas/* string */.YjP().optional(),
    branch: classic_schemas/* string */.YjP().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The request a person approved, on production deployments. */
    approvalRequestId: classic_schemas/* string */.YjP().optional(),
    framework: classic_schemas/* string */.YjP().optional(),
    startedAt: iso/* datetime */.w$().optional(),
    finishedAt: iso/* datetime */.w$().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: classic_schemas/* looseObject */._H3({ code: classic_schemas/* enum */.k5n(errors/* BUILD_ERROR_CODES */.Nz), message: classic_schemas/* string */.YjP() }).optional(),
    /** How often a worker took it up. */
    attempt: classic_schemas/* int */.Whr().nonnegative().optional(),
    /** Addresses that move with the branch. */
    aliases: classic_schemas/* array */.YOg(classic_schemas/* url */.OZ5()).optional(),
})
    .meta({ id: "Deployment" });
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().min(1),
    siteId: classic_schemas/* string */.YjP().optional(),
    environment: classic_schemas/* string */.YjP().optional(),
    status: classic_schemas/* string */.YjP().min(1),
    createdAt: classic_schemas/* string */.YjP().optional(),
    previewUrl: classic_schemas/* string */.YjP().nullish(),
    productionUrl: classic_schemas/* string */.YjP().nullish(),
    commitSha: classic_schemas/* string */.YjP().nullish(),
    branch: classic_schemas/* string */.YjP().nullish(),
    sourceDeploymentId: classic_schemas/* string */.YjP().nullish(),
    startedAt: classic_schemas/* string */.YjP().nullish(),
    finishedAt: classic_schemas/* string */.YjP().nullish(),
    error: classic_schemas/* looseObject */._H3({ code: classic_schemas/* string */.YjP().optional(), message: classic_schemas/* string */.YjP().optional() }).nullish(),
});
const Branch = classic_schemas/* string */.YjP().min(1).max(limits/* MAX_BRANCH_CHARS */.UH).refine(limits/* isBranchName */.Q8, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
const CreateDeployment = classic_schemas/* object */.Ikc({
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju),
    commitSha: classic_schemas/* string */.YjP().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: classic_schemas/* string */.YjP().min(1).max(128).optional(),
})
    .meta({ id: "CreateDeployment" });
/** Arguments of `create_preview`. [§1: schema outside the interface] */
const CreatePreviewArguments = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe(),
    ...CreateDeployment.pick({ commitSha: true, branch: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: classic_schemas/* string */.YjP().min(1).max(255),
});
/** Fields of a query for one page of a list. */
const Page = {
    limit: number().int().min(1).max(limits/* MAX_PAGE_SIZE */.H4).optional(),
    cursor: classic_schemas/* string */.YjP().min(1).max(512).optional(),
};
const Instant = iso/* datetime */.w$({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the answer is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe().optional(),
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju).optional(),
    status: classic_schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = classic_schemas/* string */.YjP().nullable();


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
