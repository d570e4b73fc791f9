export const id = 250;
export const ids = [250];
export const modules = {

/***/ 6250:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   matchArguments: () => (/* binding */ matchArguments),
/* harmony export */   openMcpSession: () => (/* binding */ openMcpSession),
/* harmony export */   readStreamedMessage: () => (/* binding */ readStreamedMessage),
/* harmony export */   requestPublish: () => (/* binding */ requestPublish)
/* harmony export */ });
/* harmony import */ var eventsource_parser__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6467);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2857);
/* harmony import */ var _greenroom_contract_approval__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4484);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(237);
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(72);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2091);
/* harmony import */ var _response_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8283);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9624);









const TOOL = "request_publish";
/**
 * Requests that a ready preview is published, with the tool `request_publish`.
 * The arguments go out under the names that the published input schema gives them. Nothing is approved by it.
 * @param client Client of the service; its token goes to `mcpUrl`.
 * @param request Site, source deployment, and a reason for the approver.
 * @throws {ClientError} `mcp_tool_missing`, `mcp_tool_failed`, or the code the tool or the service gave
 * @see Interface §1 (returns a `webApprovalUrl`; schemas outside the interface)
 */
async function requestPublish(client, request, options = {}) {
    const session = openMcpSession(client.transport, request.mcpUrl, options);
    try {
        const call = { name: TOOL, arguments: matchArguments(await findTool(session), request) };
        // A tool may not bear being called twice, so a call whose response is lost is not repeated.
        const result = readToolResult(await session.request("tools/call", call, { repeatable: false }));
        const parsed = _greenroom_contract_approval__WEBPACK_IMPORTED_MODULE_0__/* .RequestPublishResult */ .uo.safeParse(result);
        if (parsed.success)
            return { webApprovalUrl: parsed.data.webApprovalUrl, requestId: parsed.data.requestId };
        throw toolMissing(`The tool ${TOOL} gave no webApprovalUrl`);
    }
    finally {
        await session.close();
    }
}
const ToolPage = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    tools: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), inputSchema: zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J().optional() })),
    nextCursor: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional(),
});
/** Most pages of a tool list. */
const MAX_PAGES = 10;
async function findTool(session) {
    let cursor;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const parameters = cursor === undefined ? {} : { cursor };
        const page = ToolPage.safeParse(await session.request("tools/list", parameters, { repeatable: true }));
        if (!page.success)
            throw toolMissing("The list of tools is not valid MCP");
        const tool = page.data.tools.find((candidate) => candidate.name === TOOL);
        if (tool !== undefined)
            return tool.inputSchema;
        cursor = page.data.nextCursor;
        if (cursor === undefined)
            break;
    }
    throw toolMissing(`The service has no tool ${TOOL}`);
}
function toolMissing(message, hint = "Check the MCP URL, or set a template for the approval link.") {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "protocol",
        code: "mcp_tool_missing",
        message,
        hint,
        retry: "never",
        outcomeUnknown: false,
    });
}
const InputSchema = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    properties: zod__WEBPACK_IMPORTED_MODULE_1__/* .record */ .g1P(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J()).optional(),
    required: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).optional(),
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
 * @returns Arguments of the call, in the order of site, source, reason.
 * @throws {ClientError} `mcp_tool_missing`, when the schema wants something else.
 */
function matchArguments(inputSchema, values) {
    const schema = InputSchema.safeParse(inputSchema).data;
    const names = Object.keys(schema?.properties ?? {});
    // A tool that publishes no properties gets the names of the interface.
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
        throw mismatch(`requires ${unknown.slice(0, 5).join(", ").slice(0, 200)}`);
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
    const message = `The tool ${TOOL} of this service ${what}, which this version does not know`;
    return toolMissing(message, "Set a template for the approval link instead.");
}
const ToolResult = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    isError: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
    structuredContent: zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J().optional(),
    content: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ type: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional() })).optional(),
});
const ToolEnvelope = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ ok: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(), data: zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J().optional() });
const WithError = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ error: zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J().optional() });
const CodedError = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({
    code: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    message: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional(),
    webApprovalUrl: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional(),
});
const MAX_TEXT_CHARS = 2000;
/**
 * Reads what a tool gave: its structured content, else its text as JSON; an envelope around it is taken off.
 * @returns Untrusted.
 * @throws {ClientError} The code the tool gave, or `mcp_tool_failed`, when the tool failed.
 * @see Model Context Protocol 2025-06-18, server/tools (tool result)
 */
function readToolResult(result) {
    const parsed = ToolResult.safeParse(result);
    if (!parsed.success)
        throw toolError("The tool's result is not valid MCP", undefined);
    const { isError, structuredContent, content = [] } = parsed.data;
    const text = content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : []));
    const value = structuredContent ?? text.map(_http_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF).find((json) => json !== undefined);
    const envelope = ToolEnvelope.safeParse(value).data;
    if (isError === true || envelope?.ok === false) {
        const coded = CodedError.safeParse(WithError.safeParse(value).data?.error ?? value).data;
        throw toolError(coded?.message ?? (text.join("\n") || "The tool failed without a message"), coded);
    }
    return envelope?.ok === true ? envelope.data : value;
}
function toolError(message, coded) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "refused",
        code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
        message: message.trim().slice(0, MAX_TEXT_CHARS),
        hint: coded === undefined ? "Request the release on the web instead." : (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_4__/* .errorRow */ .Ff)(coded.code, 400).hint,
        retry: "never",
        outcomeUnknown: false,
        webApprovalUrl: coded?.webApprovalUrl,
    });
}
/** Revision of the protocol that is asked for. */
const PROTOCOL_VERSION = "2025-06-18";
const Initialized = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ protocolVersion: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[\x21-\x7e]{1,40}$/) });
/** Longest wait for the end of a session, milliseconds. */
const CLOSE_MS = 2000;
/**
 * Makes a session with an MCP server. Nothing is sent yet: most servers keep no session, and one that does says so.
 * @param url Where the tools are.
 * @see Model Context Protocol 2025-06-18, basic/transports (streamable HTTP)
 */
function openMcpSession(transport, url, options) {
    let nextId = 1;
    let sessionId;
    let version = PROTOCOL_VERSION;
    async function post(method, message, repeatable) {
        return await (0,_retry_js__WEBPACK_IMPORTED_MODULE_5__/* .repeat */ .u)({ ...transport, repeatable }, options, async (timeoutMs) => {
            // [basic/transports] the version header belongs to requests after initialization.
            const session = method === "initialize" ? {} : sessionHeaders(version, sessionId);
            const body = JSON.stringify({ jsonrpc: "2.0", ...message });
            const request = { method: "POST", url, headers: { ...HEADERS, ...session }, body };
            return await postOnce(transport, request, { ...options, timeoutMs });
        });
    }
    async function call(method, parameters, repeatable) {
        const id = nextId++;
        return await post(method, { id, method, params: parameters }, repeatable);
    }
    async function initialize() {
        const clientInfo = { name: "greenroom", version: "1" };
        const parameters = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
        const response = await call("initialize", parameters, true);
        version = Initialized.safeParse(resultOf(response)).data?.protocolVersion ?? version;
        sessionId = response.sessionId;
        await post("notifications/initialized", { method: "notifications/initialized" }, true);
    }
    return {
        async request(method, parameters, { repeatable }) {
            const response = await call(method, parameters, repeatable);
            if (sessionId !== undefined || !wantsSession(response))
                return resultOf(response);
            await initialize();
            return resultOf(await call(method, parameters, repeatable));
        },
        async close() {
            if (sessionId === undefined)
                return;
            const request = { method: "DELETE", url, headers: sessionHeaders(version, sessionId) };
            const ended = transport.open(request, AbortSignal.timeout(CLOSE_MS));
            await ended.then((message) => message.destroy()).catch(() => undefined);
        },
    };
}
const HEADERS = {
    // [basic/transports] list both application/json and text/event-stream as supported content types.
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
};
function sessionHeaders(version, sessionId) {
    return { "mcp-protocol-version": version, ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }) };
}
/** Sends one message; throws what may be tried again. */
async function postOnce(transport, request, options) {
    const timeout = (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_6__/* .timeoutSignal */ ._)(options.timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
        return await readRpc(transport, await transport.open(request, signal));
    }
    catch (cause) {
        if (options.signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .abortedError */ .ip)(options.signal, true);
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .connectionError */ .$t)(cause, request.url, timeout.aborted ? options.timeoutMs : undefined);
    }
}
const RpcError = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ error: zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig(), message: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional() }) });
const RpcResult = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ result: zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J() });
async function readRpc(transport, response) {
    const status = response.statusCode ?? 0;
    const header = response.headers["mcp-session-id"];
    const sessionId = typeof header === "string" && /^[\x21-\x7e]{1,512}$/.test(header) ? header : undefined;
    if (status === 202) {
        response.destroy();
        return { status, message: undefined, sessionId, error: undefined };
    }
    const { maxResponseBytes } = transport.limits;
    const isStream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
    const text = await (isStream ? readStreamedMessage : _http_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(response, maxResponseBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const message = (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(redacted);
    if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
        return { status, message, sessionId, error: undefined };
    }
    const error = (0,_response_js__WEBPACK_IMPORTED_MODULE_7__.readError)({ status, headers: response.headers, text: redacted }, transport.clock.now());
    if (error.retry !== "never")
        throw error;
    return { status, message, sessionId, error };
}
/** A response has an id and no method; requests and notifications of the server may come before it. */
const RpcReply = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_1__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig()]), method: zod__WEBPACK_IMPORTED_MODULE_1__/* .undefined */ .Vxk().optional() });
/**
 * Reads the stream that answers a request up to the message with its result.
 * @param maxBytes Longest stream.
 * @returns The message as JSON text; undefined when the stream ended or grew too long without one.
 * @throws What the socket threw.
 * @see Model Context Protocol 2025-06-18, basic/transports (sending messages to the server)
 */
async function readStreamedMessage(response, maxBytes) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let reply;
    const parser = (0,eventsource_parser__WEBPACK_IMPORTED_MODULE_8__/* .createParser */ .C)({
        onEvent({ data }) {
            if (RpcReply.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(data)).success)
                reply ??= data;
        },
    });
    let bytes = 0;
    for await (const chunk of response) {
        if (!(chunk instanceof Uint8Array))
            continue;
        bytes += chunk.byteLength;
        if (bytes > maxBytes)
            return undefined;
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (reply !== undefined)
            return reply;
    }
    return undefined;
}
/** A server that keeps sessions rejects a request without one: 400 or 404, or an error about it. */
function wantsSession({ status, message }) {
    if (status === 400 || status === 404)
        return true;
    const error = RpcError.safeParse(message).data?.error;
    return error !== undefined && /initiali[sz]|session/i.test(error.message ?? "");
}
function resultOf({ message, error, status }) {
    if (error !== undefined)
        throw error;
    const rpcError = RpcError.safeParse(message).data?.error;
    if (rpcError === undefined)
        return RpcResult.safeParse(message).data?.result;
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "protocol",
        code: "mcp_tool_failed",
        message: `The MCP server responded with error ${rpcError.code}: ${(rpcError.message ?? "no message").slice(0, 500)}`,
        hint: "Check the MCP URL, or request the release on the web.",
        retry: "never",
        outcomeUnknown: false,
        status,
    });
}


/***/ })

};
