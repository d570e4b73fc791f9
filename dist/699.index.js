export const id = 699;
export const ids = [699,108,47];
export const modules = {

/***/ 5699:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  requestPublish: () => (/* binding */ requestPublish)
});

// UNUSED EXPORTS: matchArguments

// EXTERNAL MODULE: ./build/packages/contract/errors.js
var errors = __webpack_require__(72);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var client_errors = __webpack_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/http.js + 1 modules
var http = __webpack_require__(2091);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __webpack_require__(237);
// EXTERNAL MODULE: ./node_modules/eventsource-parser/dist/parse.js + 1 modules
var parse = __webpack_require__(6085);
// EXTERNAL MODULE: ./build/packages/client/response.js
var client_response = __webpack_require__(8047);
// EXTERNAL MODULE: ./build/packages/client/retry.js
var retry = __webpack_require__(9624);
;// CONCATENATED MODULE: ./build/packages/client/mcp.js







/** Requested revision of the protocol. */
const PROTOCOL_VERSION = "2025-06-18";
const Initialized = schemas/* looseObject */._H3({ protocolVersion: schemas/* string */.YjP().regex(/^[\x21-\x7e]{1,40}$/) });
const CLOSE_MS = 2000;
/**
 * Makes a session with an MCP server; nothing is sent yet, since most servers keep none.
 * @see Model Context Protocol 2025-06-18, basic/transports (streamable HTTP)
 */
function openMcpSession(transport, url, options) {
    let nextId = 1;
    let sessionId;
    let version = PROTOCOL_VERSION;
    async function post(method, message, repeatable) {
        return await (0,retry/* repeat */.ux)({ ...transport, repeatable }, options, async (timeoutMs) => {
            // [basic/transports] the version header belongs to requests after initialization.
            const session = method === "initialize" ? {} : sessionHeaders(version, sessionId);
            // [basic/transports] list both application/json and text/event-stream as supported content types.
            const accept = "application/json, text/event-stream";
            const headers = { accept, "content-type": "application/json", ...session };
            const body = JSON.stringify({ jsonrpc: "2.0", method, ...message });
            return await (0,http/* within */.ux)({ url, timeoutMs, signal: options.signal }, async (signal) => readRpc(transport, await transport.open({ method: "POST", url, headers, body }, signal)));
        });
    }
    async function initialize() {
        const clientInfo = { name: "greenroom", version: "1" };
        const params = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
        const response = await post("initialize", { id: nextId++, params }, true);
        version = Initialized.safeParse(resultOf(response)).data?.protocolVersion ?? version;
        sessionId = response.sessionId;
        await post("notifications/initialized", {}, true);
    }
    return {
        /**
         * @param how `repeatable`: whether the request may go out again when its response is lost.
         * @returns Its result, untrusted.
         */
        async request(method, params, { repeatable }) {
            const call = () => post(method, { id: nextId++, params }, repeatable);
            const response = await call();
            if (sessionId !== undefined || !wantsSession(response))
                return resultOf(response);
            await initialize();
            return resultOf(await call());
        },
        /** Ends the session at the server, when there is one. */
        async close() {
            if (sessionId === undefined)
                return;
            const request = { method: "DELETE", url, headers: sessionHeaders(version, sessionId) };
            const ended = transport.open(request, (0,clock/* timeoutSignal */._)(CLOSE_MS));
            await ended.then((message) => message.destroy()).catch(() => undefined);
        },
    };
}
function sessionHeaders(version, sessionId) {
    return { "mcp-protocol-version": version, ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }) };
}
const RpcError = schemas/* looseObject */._H3({ error: schemas/* looseObject */._H3({ code: schemas/* number */.aig(), message: schemas/* string */.YjP().optional() }) });
const RpcResult = schemas/* looseObject */._H3({ result: schemas/* unknown */.L5J() });
/**
 * @returns With an error when it is no message of the protocol.
 * @throws {ClientError} What may be tried again.
 */
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
    const text = await (isStream ? readStreamedMessage : http/* readText */.yR)(response, maxResponseBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const message = (0,http/* parseJson */.qF)(redacted);
    if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
        return { status, message, sessionId, error: undefined };
    }
    const error = (0,client_response.readError)({ status, headers: response.headers, text: redacted }, transport.clock.now());
    if (error.retry !== "never")
        throw error;
    return { status, message, sessionId, error };
}
/** A response has an id and no method; requests and notifications of the server may come before it. */
const RpcReply = schemas/* looseObject */._H3({ id: schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig()]), method: schemas/* undefined */.Vxk().optional() });
/**
 * Reads the stream that answers a request up to the message with its result.
 * @returns The message as JSON text; undefined when the stream ended or grew too long without one.
 * @see Model Context Protocol 2025-06-18, basic/transports (sending messages to the server)
 */
async function readStreamedMessage(response, maxBytes) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let reply;
    const parser = (0,parse/* createParser */.C)({
        onEvent({ data }) {
            if (RpcReply.safeParse((0,http/* parseJson */.qF)(data)).success)
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
    throw new client_errors/* ClientError */.MZ({
        kind: "protocol",
        code: "mcp_tool_failed",
        message: `The MCP server responded with error ${rpcError.code}: ${(rpcError.message ?? "no message").slice(0, 500)}`,
        hint: "Check the MCP URL, or request the release on the web.",
        status,
    });
}

;// CONCATENATED MODULE: ./build/packages/client/publish-tool.js





const TOOL = "request_publish";
/**
 * Gets the link where the release of a ready preview is requested or approved, with the tool `request_publish`.
 * @throws {ClientError} `mcp_tool_missing`, `mcp_tool_failed`, or the code the tool or the service gave
 * @see Interface §1 (returns a `webApprovalUrl`; schemas outside the interface)
 */
async function requestPublish(client, request, options = {}) {
    const session = openMcpSession(client.transport, request.mcpUrl, options);
    try {
        const parsed = PublishResult.safeParse(await callTool(session, request));
        if (parsed.success)
            return parsed.data;
        throw toolMissing(`The tool ${TOOL} gave no webApprovalUrl`);
    }
    finally {
        await session.close();
    }
}
/** The list of tools is only read where the names of the interface are not taken: most services spare the request. */
async function callTool(session, request) {
    const { siteId, sourceDeploymentId, reason, intent } = request;
    // JSON leaves out what is undefined.
    const named = { siteId, sourceDeploymentId, reason, intent };
    try {
        return await callOnce(session, named);
    }
    catch (error) {
        if (!mayTakeOtherNames(error))
            throw error;
        const matched = matchArguments(await findTool(session), request);
        if (JSON.stringify(matched) === JSON.stringify(named))
            throw error;
        return await callOnce(session, matched);
    }
}
/** JSON-RPC's code for wrong parameters, or what tools say that check them by themselves. */
const REJECTED_NAMES = /-32602|valid|missing|required|unexpected|unrecognized|unknown/i;
function mayTakeOtherNames(error) {
    return error instanceof client_errors/* ClientError */.MZ && error.code === "mcp_tool_failed" && REJECTED_NAMES.test(error.detail);
}
async function callOnce(session, parameters) {
    const call = { name: TOOL, arguments: parameters };
    // A tool may not bear being called twice, so a call whose response is lost is not repeated.
    return readToolResult(await session.request("tools/call", call, { repeatable: false }));
}
const PublishResult = schemas/* object */.Ikc({
    webApprovalUrl: schemas/* string */.YjP(),
    requestId: schemas/* string */.YjP().optional(),
    prepared: schemas/* boolean */.zMY().optional(),
});
const ToolPage = schemas/* looseObject */._H3({
    tools: schemas/* array */.YOg(schemas/* looseObject */._H3({ name: schemas/* string */.YjP(), inputSchema: schemas/* unknown */.L5J().optional() })),
    nextCursor: schemas/* string */.YjP().optional(),
});
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
    return new client_errors/* ClientError */.MZ({ kind: "protocol", code: "mcp_tool_missing", message, hint });
}
const InputSchema = schemas/* looseObject */._H3({
    properties: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional(),
    required: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
});
/** Names a schema may use for each value, best first, without case, `_` and `-`. */
const NAMES = {
    siteId: ["siteid", "site"],
    sourceDeploymentId: ["sourcedeploymentid", "source", "deploymentid", "deployment"],
    reason: ["reason", "notes"],
    intent: ["intent"],
};
/** An argument that takes one of some words names them. */
const Words = schemas/* looseObject */._H3({ const: schemas/* unknown */.L5J().optional(), enum: schemas/* array */.YOg(schemas/* unknown */.L5J()).optional() });
function takes(schema, word) {
    const { const: only, enum: words } = Words.safeParse(schema).data ?? {};
    return only === undefined ? (words?.includes(word) ?? true) : only === word;
}
/**
 * Names the values as a published input schema does.
 * @throws {ClientError} `mcp_tool_missing`, when the schema wants something else.
 */
function matchArguments(inputSchema, { siteId, sourceDeploymentId, reason, intent }) {
    const { properties = {}, required = [] } = InputSchema.safeParse(inputSchema).data ?? {};
    const published = new Map(Object.keys(properties).map((name) => [name.toLowerCase().replaceAll(/[-_]/g, ""), name]));
    // A tool that publishes no properties gets the names of the interface.
    const nameOf = (value) => published.size === 0 ? value : published.get(NAMES[value].find((name) => published.has(name)) ?? "");
    const source = nameOf("sourceDeploymentId");
    if (source === undefined)
        throw mismatch("takes no source deployment");
    const matched = {};
    const site = nameOf("siteId");
    if (site !== undefined)
        matched[site] = siteId;
    matched[source] = sourceDeploymentId;
    const why = nameOf("reason") ?? "";
    const text = reason ?? (required.includes(why) ? "Release of a reviewed preview" : undefined);
    if (why !== "" && text !== undefined)
        matched[why] = text;
    const how = published.size === 0 ? undefined : nameOf("intent");
    if (intent !== undefined && how !== undefined && takes(properties[how], intent))
        matched[how] = intent;
    const unknown = required.filter((name) => !Object.hasOwn(matched, name));
    if (unknown.length > 0)
        throw mismatch(`requires ${unknown.slice(0, 5).join(", ").slice(0, 200)}`);
    return matched;
}
function mismatch(what) {
    const message = `The tool ${TOOL} of this service ${what}, which this version does not know`;
    return toolMissing(message, "Set a template for the approval link instead.");
}
const ToolResult = schemas/* looseObject */._H3({
    isError: schemas/* boolean */.zMY().optional(),
    structuredContent: schemas/* unknown */.L5J().optional(),
    content: schemas/* array */.YOg(schemas/* looseObject */._H3({ type: schemas/* string */.YjP(), text: schemas/* string */.YjP().optional() })).optional(),
});
const ToolEnvelope = schemas/* looseObject */._H3({
    ok: schemas/* boolean */.zMY().optional(),
    data: schemas/* unknown */.L5J().optional(),
    error: schemas/* unknown */.L5J().optional(),
});
const ToolErrorBody = schemas/* looseObject */._H3({
    code: schemas/* string */.YjP().min(1),
    message: schemas/* string */.YjP().optional(),
    webApprovalUrl: schemas/* string */.YjP().optional(),
});
const MAX_TEXT_CHARS = 2000;
/**
 * Structured content comes before text as JSON, and an envelope around it is taken off; the result is untrusted.
 * @throws {ClientError} The code the tool gave, or `mcp_tool_failed`, when the tool failed.
 * @see Model Context Protocol 2025-06-18, server/tools (tool result)
 */
function readToolResult(result) {
    const parsed = ToolResult.safeParse(result);
    if (!parsed.success)
        throw toolError("The tool's result is not valid MCP", undefined);
    const { isError, structuredContent, content = [] } = parsed.data;
    const text = content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : []));
    const value = structuredContent ?? text.map(http/* parseJson */.qF).find((json) => json !== undefined);
    const { ok, data, error = value } = ToolEnvelope.safeParse(value).data ?? {};
    if (isError === true || ok === false) {
        const coded = ToolErrorBody.safeParse(error).data;
        throw toolError(coded?.message ?? (text.join("\n") || "The tool failed without a message"), coded);
    }
    return ok === true ? data : value;
}
function toolError(message, coded) {
    return new client_errors/* ClientError */.MZ({
        kind: "refused",
        code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
        message: message.trim().slice(0, MAX_TEXT_CHARS),
        hint: coded === undefined ? "Request the release on the web instead." : (0,errors/* errorRow */.Ff)(coded.code, 400).hint,
        webApprovalUrl: coded?.webApprovalUrl,
    });
}


/***/ }),

/***/ 8047:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dateOf: () => (/* binding */ dateOf),
/* harmony export */   readData: () => (/* binding */ readData),
/* harmony export */   readError: () => (/* binding */ readError)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72);
/* harmony import */ var _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8108);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2091);





// Looser than the contract's own schema: an odd sibling must not hide the code.
const ErrorBody = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(false),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
});
const SuccessBody = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true), data: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J() });
const Issues = zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }));
/**
 * Reads an enveloped response; this module is loaded with the first one, so that a run starts sooner.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the response has no `Date`.
 * @throws {ClientError} The service's error, or `unexpected_answer`, `answer_too_large`, `redirect_refused`.
 * @see Interface §2 (envelope), §7 (errors)
 */
function readData(response, schema, nowMs) {
    const body = SuccessBody.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(response.text));
    if (!body.success || !isSuccess(response.status))
        throw readError(response, nowMs);
    const { nextCursor, entitlements } = body.data;
    const data = schema.safeParse(body.data.data);
    if (data.success) {
        return {
            data: data.data,
            nextCursor: _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__.NextCursor.safeParse(nextCursor).data ?? null,
            entitlements: _greenroom_contract_received__WEBPACK_IMPORTED_MODULE_2__.Entitlements.safeParse(entitlements).data,
        };
    }
    const where = data.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
    throw unexpected(response, `The service's response is wrong at ${where.join(", ")}`);
}
/** Reads what is not a success: the service's error, or what a gateway, a proxy or another program responded. */
function readError(response, nowMs) {
    const { status } = response;
    const body = ErrorBody.safeParse((0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .qF)(response.text));
    if (body.success)
        return serviceError(response, body.data.error, nowMs);
    const what = describe(response);
    if (isSuccess(status) && response.text === undefined)
        return tooLarge(response);
    if (isSuccess(status))
        return unexpected(response, `Another server than a Greenroom service responded: ${what}`);
    if (status >= 300 && status < 400) {
        return protocolError(response, {
            code: "redirect_refused",
            message: `The service responded with a redirect (${status}), which is not followed with a token`,
            hint: "Use the URL that it redirects to as the base URL.",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    const denied = status === 401 || status === 403 || status === 407;
    const isOther = !busy && !unknown && !denied;
    return protocolError(response, {
        code: "unexpected_answer",
        message: `${isOther ? "Another server than a Greenroom service" : "A proxy or gateway in front of the service"} responded ${what}`,
        hint: isOther ? URL_HINT : denied ? "Check the token, and what protects the URL." : LATER_HINT,
        retry: busy ? "after_header" : unknown ? "same_key" : "never",
        retryAfterSeconds: retryAfterOf(response, nowMs),
    });
}
const URL_HINT = "Check that the base URL is the service's own: its path /healthz tells its version.";
const LATER_HINT = "Try again later; a retry resumes the same deployment.";
const MAX_MESSAGE_CHARS = 2000;
function serviceError(response, error, nowMs) {
    const row = (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_3__/* .errorRow */ .Ff)(error.code, response.status);
    const issues = Issues.safeParse(error["issues"]).data;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        kind: "refused",
        code: error.code.slice(0, 100),
        message: serviceMessage(error.code, error.message, issues),
        hint: row.hint,
        retry: row.retry,
        outcomeUnknown: row.retry === "same_key",
        status: response.status,
        retryAfterSeconds: retryAfterOf(response, nowMs),
        webApprovalUrl: optionalText(error["webApprovalUrl"]),
        requestId: optionalText(error["requestId"]),
        issues: issues ?? [],
    });
}
function serviceMessage(code, message, issues = []) {
    const text = message === undefined || message.trim() === "" ? `The service responded ${code}` : message.trim();
    const untold = issues.slice(0, 5).filter((issue) => !text.includes(issue.message));
    const where = untold.map((issue) => `${issue.path}: ${issue.message}`);
    return [...(where.length === 0 ? [text] : [text.replace(/\.$/, "")]), ...where]
        .join("; ")
        .slice(0, MAX_MESSAGE_CHARS);
}
function protocolError({ status }, error) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({ outcomeUnknown: error.retry === "same_key", ...error, kind: "protocol", status });
}
function unexpected(response, message) {
    return protocolError(response, {
        code: "unexpected_answer",
        message,
        hint: URL_HINT,
        // The service may have acted on the request: the same key finds out.
        retry: "same_key",
    });
}
/** Not retried: the same request gets the same response. */
function tooLarge(response) {
    const message = "The response is longer than this client reads, or in an encoding that it did not ask for";
    const hint = "List fewer items at a time, with a limit; after a write, see whether the service has it before you send it again.";
    return protocolError(response, { code: "answer_too_large", message, hint, outcomeUnknown: true });
}
function describe(response) {
    const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
    // Headers are not redacted: only what reads like a type of content is reported.
    const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
    return `${response.status} (${response.text === undefined ? "too long or in an unknown encoding" : known})`;
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}
/** Reads `Date` of a response, epoch milliseconds. */
function dateOf(response) {
    return (0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .readHttpDate */ .lq)(response.headers.date);
}
function retryAfterOf(response, nowMs) {
    return (0,_http_js__WEBPACK_IMPORTED_MODULE_1__/* .readRetryAfter */ .D$)(response.headers["retry-after"], dateOf(response) ?? nowMs);
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
