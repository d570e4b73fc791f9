export const id = 879;
export const ids = [879];
export const modules = {

/***/ 6282:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ approvalLink),
/* harmony export */   U: () => (/* binding */ approvalAddress)
/* harmony export */ });
/* harmony import */ var _client_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6695);
/* harmony import */ var _github_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4432);



/**
 * Gets the link by which a person approves the release of a ready preview: from the service, else from the template.
 * It never decides anything, and no link is no failure.
 * @param inputs Whether and where to ask.
 * @param source The ready preview.
 * @param ask Asks the MCP tool `request_publish`.
 * @see Interface §1
 */
async function approvalLink(inputs, source, ask) {
    if (inputs.approval === "off")
        return { kind: "off" };
    const asked = await ask().then((answer) => checkedLink(inputs, answer), (error) => ({ kind: "none", why: reasonOf(error) }));
    if (asked.kind === "link" || inputs.approvalUrl === undefined)
        return asked;
    const url = approvalAddress(inputs.approvalUrl, source);
    const address = url && (0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(url.href, { allowLoopbackHttp: url.protocol === "http:" });
    return address === undefined ? asked : { kind: "link", address, requestId: undefined };
}
/** A person signs in where this link leads, so it may lead nowhere but to the service. */
function checkedLink(inputs, answer) {
    const own = [inputs.baseUrl, inputs.mcpUrl];
    const url = URL.parse(answer.webApprovalUrl);
    const home = url === null ? undefined : own.find((known) => (0,_origin_js__WEBPACK_IMPORTED_MODULE_1__/* .sameOrigin */ .Nm)(known, url));
    const address = (0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(answer.webApprovalUrl, { allowLoopbackHttp: home?.protocol === "http:" });
    if (home === undefined || address === undefined) {
        const where = url === null ? "no address" : url.origin;
        return { kind: "none", why: `The approval link of the service leads to ${where}, which is not the service.` };
    }
    return { kind: "link", address, requestId: answer.requestId };
}
function reasonOf(error) {
    const code = error instanceof _client_index_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ ? ` (${error.code})` : "";
    return `The service gave no approval link${code}: ${error instanceof Error ? error.message : String(error)}`;
}
/**
 * Fills an approval template in.
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @param ids Inserted percent-encoded.
 * @returns Undefined when the result is no address, or when an id could change its origin.
 */
function approvalAddress(template, ids) {
    const filled = template
        .replaceAll("{siteId}", encodeURIComponent(ids.siteId))
        .replaceAll("{deploymentId}", encodeURIComponent(ids.deploymentId));
    const url = /[{}]/.test(filled) ? null : URL.parse(filled);
    const bare = URL.parse(template.split("{", 1)[0] ?? "");
    if (url === null || bare === null || bare.origin !== url.origin || url.username !== "" || url.password !== "") {
        return undefined;
    }
    return (0,_origin_js__WEBPACK_IMPORTED_MODULE_1__/* .serviceAddress */ .Ad)(url.origin) === undefined ? undefined : url;
}


/***/ }),

/***/ 7862:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Vb: () => (/* binding */ readApprovalUrl),
/* harmony export */   dC: () => (/* binding */ readConnection),
/* harmony export */   kJ: () => (/* binding */ readMcpUrl)
/* harmony export */ });
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6834);
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3163);
/* harmony import */ var _approval_link_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6282);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4432);



const ADDRESS = "an https address, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";
/**
 * Reads the inputs `base-url`, `token` and `site`.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
function readConnection(fields) {
    return {
        baseUrl: fields.required("base-url", _origin_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceAddress */ .Ad, ADDRESS),
        token: fields.required("token", (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && (0,_contract_index_js__WEBPACK_IMPORTED_MODULE_1__/* .tokenPrefix */ .Iy)(text) !== undefined ? text : undefined), "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret"),
        site: fields.required("site", siteOf, `the site's id (a UUID) or its slug (at most ${_contract_index_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_SLUG_CHARS */ .Z9} lower-case letters, digits and hyphens)`),
    };
}
/**
 * Reads the input `mcp-url`, which may hold `{base-url}`.
 * @param baseUrl Undefined when that input was wrong.
 */
function readMcpUrl(fields, baseUrl) {
    const base = (baseUrl?.href ?? "https://service.invalid").replace(/(?<!\/)\/+$/, "");
    const parse = (text) => (0,_origin_js__WEBPACK_IMPORTED_MODULE_0__/* .serviceAddress */ .Ad)(text.replace("{base-url}", base));
    const given = fields.optional("mcp-url", parse, `${ADDRESS}, with '{base-url}' for that of 'base-url'`);
    return given ?? parse("{base-url}/mcp");
}
/**
 * Reads the input `approval-url`.
 * @returns A template that {@link approvalAddress} can fill in.
 */
function readApprovalUrl(fields) {
    return fields.optional("approval-url", (text) => ((0,_approval_link_js__WEBPACK_IMPORTED_MODULE_3__/* .approvalAddress */ .U)(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text), "an https address in which only '{siteId}' and '{deploymentId}' are filled in, after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'");
}
function siteOf(text) {
    if (_contract_index_js__WEBPACK_IMPORTED_MODULE_2__/* .UUID_PATTERN */ .JJ.test(text))
        return text.toLowerCase();
    return _contract_index_js__WEBPACK_IMPORTED_MODULE_2__/* .SLUG_PATTERN */ .ZT.test(text) && text.length <= _contract_index_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_SLUG_CHARS */ .Z9 ? text : undefined;
}


/***/ }),

/***/ 6917:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ tellDryRun)
/* harmony export */ });
/* harmony import */ var _github_body_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4804);
/* harmony import */ var _github_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);
/* harmony import */ var _telling_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1485);



/** Says in log and summary what a run would send, and that nothing is sent. */
function tellDryRun(runner, { site, lines, comment, outputs }) {
    runner.info((0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)("Dry run: nothing is sent, neither to the service nor to GitHub."));
    for (const line of lines)
        runner.info((0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(line));
    const shown = comment === undefined ? [] : ["Comment:", String((0,_github_body_js__WEBPACK_IMPORTED_MODULE_1__/* .renderComment */ .w)(comment))];
    for (const line of shown)
        for (const text of (0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logLines */ .OG)(line))
            runner.info(text);
    (0,_telling_js__WEBPACK_IMPORTED_MODULE_2__/* .writeOutputs */ .K)(runner, { status: "skipped", ...outputs });
    runner.appendSummary((0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`);
}


/***/ }),

/***/ 4622:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g5: () => (/* binding */ failureOf),
/* harmony export */   hC: () => (/* binding */ sentences),
/* harmony export */   kY: () => (/* binding */ failureText)
/* harmony export */ });
/** Reads a failure of the client. */
function failureOf(error) {
    return { code: error.code, message: error.detail, hint: error.hint, status: error.status };
}
/**
 * Says what went wrong: code, message, and what to do.
 * @returns Text that may hold words of the service.
 */
function failureText({ code, message, hint }) {
    return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}
/** Joins sentences, each with an end; empty ones are left out. */
function sentences(parts) {
    return parts
        .map((part) => part.trimEnd())
        .filter((part) => part !== "")
        .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
        .join(" ");
}


/***/ }),

/***/ 3220:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GG: () => (/* binding */ readLeft),
/* harmony export */   TL: () => (/* binding */ saveSettled),
/* harmony export */   hg: () => (/* binding */ saveLeft)
/* harmony export */ });
const LEFT_NAME = "left";
const SETTLED_NAME = "settled";
/**
 * Keeps for the post step what the main step has under way, written at once, so that a kill leaves it.
 * @param left Serializable; it takes the place of what was kept before.
 */
function saveLeft(runner, left) {
    runner.saveState(LEFT_NAME, JSON.stringify(left));
}
/** Says for the post step that nothing is left to do. */
function saveSettled(runner) {
    runner.saveState(SETTLED_NAME, "true");
}
/**
 * Reads what a main step left when it was killed.
 * @param schema What it keeps.
 * @returns Undefined when it settled everything, had nothing under way, or left what cannot be read.
 */
function readLeft(runner, schema) {
    const text = runner.state(LEFT_NAME);
    if (text === "" || runner.state(SETTLED_NAME) === "true")
        return undefined;
    return schema.safeParse(parseJson(text)).data;
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 4432:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ad: () => (/* binding */ serviceAddress),
/* harmony export */   Nm: () => (/* binding */ sameOrigin),
/* harmony export */   cW: () => (/* binding */ isLoopbackHost)
/* harmony export */ });
/* unused harmony export isMetadataHost */
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7030);

/**
 * Tells whether a host can only mean this machine.
 * @param hostname Host of a parsed URL: lower case, IPv6 in brackets.
 * @see RFC 6761 §6.3, RFC 1122 §3.2.1.3
 */
function isLoopbackHost(hostname) {
    return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
/** Where a machine asks its cloud who it is; RFC 3927 and RFC 4291 §2.5.6, then addresses of single clouds. */
const METADATA_NETWORKS = [
    ["169.254.0.0", 16, "ipv4"],
    ["fe80::", 10, "ipv6"],
    ["fd00:ec2::", 32, "ipv6"],
    ["fd20:ce::254", 128, "ipv6"],
    ["100.100.100.200", 32, "ipv4"],
    ["168.63.129.16", 32, "ipv4"],
    ["192.0.0.192", 32, "ipv4"],
];
const METADATA_NAMES = /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.[a-z0-9-]+)*)\.?$/;
/**
 * Tells whether a host is link-local, or where a machine of a cloud asks for its own credentials.
 * A service on a private network is welcome: a self-hosted one lives there.
 * @param hostname Host of a parsed URL, which spells an IPv4 address in one way only.
 */
function isMetadataHost(hostname) {
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    // The list costs milliseconds that the first request would leave later by.
    if (isLoopbackHost(hostname))
        return false;
    const family = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(address);
    if (family === 0)
        return METADATA_NAMES.test(hostname);
    const list = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
    for (const subnet of METADATA_NETWORKS)
        list.addSubnet(...subnet);
    return list.check(address, family === 4 ? "ipv4" : "ipv6");
}
/**
 * Reads an address a credential may be sent to: https, or http to a loopback address.
 * @param text An absolute URL.
 * @returns Undefined when it is none, carries a user name or a password, has a query or fragment, or is link-local.
 */
function serviceAddress(text) {
    const url = URL.parse(text);
    if (url === null || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        return undefined;
    }
    if (isMetadataHost(url.hostname))
        return undefined;
    if (url.protocol === "https:")
        return url;
    return url.protocol === "http:" && isLoopbackHost(url.hostname) ? url : undefined;
}
/**
 * Tells whether two addresses belong to one service: the same origin, or two loopback names of one port.
 * @see RFC 6454 §5
 */
function sameOrigin(one, other) {
    if (one.origin === other.origin)
        return one.origin !== "null";
    const bothLoopback = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname);
    return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}


/***/ }),

/***/ 458:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CY: () => (/* binding */ addressBelow),
/* harmony export */   l_: () => (/* binding */ checkAddress)
/* harmony export */ });
/* unused harmony export isProtected */
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6695);

/**
 * Tells whether an address is one a token may go to: https, or http to a loopback address.
 * @param url Address; the URL parser has already put odd spellings of 127.0.0.1 in their plain form.
 * @see Interface §1 (all requests require TLS)
 */
function isProtected(url) {
    if (url.protocol === "https:")
        return true;
    const loopback = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname);
    return url.protocol === "http:" && loopback;
}
/**
 * Refuses an address that a token must not go to.
 * @param url Address of the service, or of its MCP surface.
 * @throws {ClientError} `invalid_base_url`
 */
function checkAddress(url) {
    if (!isProtected(url)) {
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .invalidCall */ .Yf)("invalid_base_url", `The address ${url.protocol}//${url.host} would send the token in the clear`, "Use an https address; http is for localhost, 127.0.0.1 and [::1] only.");
    }
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .invalidCall */ .Yf)("invalid_base_url", `The address of ${url.host} carries a user name, a query or a fragment`, "Give the bare address, and the token by itself.");
    }
}
/**
 * Puts a path below a base address.
 * @param baseUrl Address of the service, with or without a path of its own.
 * @param path Percent-encoded path with a leading slash, and its query.
 */
function addressBelow(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path);
}


/***/ }),

/***/ 6825:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Z: () => (/* binding */ deployOnce)
});

// UNUSED EXPORTS: originOf

// EXTERNAL MODULE: ./build/contract/limits.js
var limits = __webpack_require__(3163);
// EXTERNAL MODULE: ./build/client/errors.js
var errors = __webpack_require__(6695);
// EXTERNAL MODULE: ./build/contract/status.js
var contract_status = __webpack_require__(9969);
;// CONCATENATED MODULE: ./build/client/quota.js


/** Time between two looks at the running builds; a look is two requests of the sixty a minute. */
const LOOK_MS = 20_000;
/** Longest wait when the running builds cannot be seen, or none is there, milliseconds. */
const BLIND_MS = 60_000;
/** Most looks in one wait: a build runs for 20 minutes at most, a service may allow more. */
const MAX_LOOKS = 180;
/**
 * Waits until a build of the workspace ends, which is what clears `build_quota_exceeded`.
 * @param client Client of the service.
 * @param refusal The refusal; thrown again when the time left is too short to wait.
 * @throws {ClientError} `aborted`, or the refusal
 * @see Interface §4 rule 7, §8 (does not clear on a timer)
 */
async function waitForCapacity(client, refusal, options) {
    const before = await running(client, options);
    if (before === undefined || before.size === 0)
        return await pause(client, refusal, { ...options, ms: BLIND_MS });
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
        await pause(client, refusal, { ...options, ms: LOOK_MS });
        const now = await running(client, options);
        if (now === undefined || [...before].some((id) => !now.has(id)))
            return;
    }
}
async function pause(client, refusal, options) {
    const { clock, random } = client.transport;
    const waitMs = options.ms * (1 + random() / 4);
    if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity))
        throw refusal;
    await clock.sleep(waitMs, options.signal).catch(() => undefined);
    if (options.signal?.aborted === true)
        throw (0,errors/* abortedError */.ip)(options.signal, false);
}
/** Ids of deployments that hold capacity; undefined when the token may not see them. */
async function running(client, options) {
    const ids = new Set();
    try {
        for (const status of ["building", "queued"]) {
            const { deployments } = await client.deployments.list({ status }, options);
            for (const { id, status } of deployments)
                if (!(0,contract_status/* isTerminal */.Hd)(status))
                    ids.add(id);
        }
        return ids;
    }
    catch (error) {
        if (!(error instanceof errors/* ClientError */.MZ) || error.kind === "aborted" || error.kind === "timed_out")
            throw error;
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/client/attempt.js



/** Most failed attempts a call walks past. */
const MAX_WALK = 50;
/** How much older than the first request a record may look and still count as made by it, milliseconds. */
const AGE_MARGIN_MS = 2000;
/** Most times a create is sent again after capacity came free and went to somebody else. */
const MAX_QUOTA_ROUNDS = 1000;
/**
 * Creates a deployment once, however often it is called for the same attempt.
 * The create answer is what was cached under the key, so whether the record was made for this call or before is decided
 * first; one from before that failed or was canceled makes way for the next key, one that failed during this call never.
 * @param client Client of the service.
 * @param attempt What is to be made.
 * @returns The record as it is now, with the key that owns it.
 * @throws {ClientError} The service's refusal, or why its answer is not known.
 * @see Interface §4 rules 1 to 3
 */
async function deployOnce(client, attempt, options = {}) {
    const { clock } = client.transport;
    const passed = [];
    const last = attempt.fixed === true ? 1 : MAX_WALK;
    for (let n = 1; n <= last; n += 1) {
        const key = checkedKey(attempt.keyOf(n));
        const sentAt = clock.monotonic();
        const created = await createWithin(client, { ...attempt, key }, options);
        const answeredAt = clock.monotonic();
        const origin = originOf(created, answeredAt - sentAt);
        const deployment = origin.fresh ? created.deployment : await readNow(client, created, options);
        const makesWay = origin.before && endedBefore(deployment, created.dateMs);
        if (!makesWay || attempt.fixed === true) {
            return { deployment, key, n, reused: origin.before, answeredAt, passed };
        }
        passed.push(deployment.id);
    }
    throw (0,errors/* invalidCall */.Yf)("invalid_request", `The last ${MAX_WALK} deployments of this attempt all failed`, "Correct the build, or force a new deployment.");
}
/** Reads the record; when that fails, whoever follows it finds out why, with the id in hand. */
async function readNow(client, { deployment }, options) {
    try {
        return await client.deployments.get(deployment.id, options);
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return deployment;
        throw error;
    }
}
/**
 * Decides whether the record of a create was made by the call that asked for it, or before.
 * @param created Answer of the create.
 * @param elapsedMs Time since the first request of the call, milliseconds.
 */
function originOf(created, elapsedMs) {
    if (created.replayed === false)
        return { before: false, fresh: true };
    const ageMs = ageOf(created);
    // One request and a replay: nobody but an earlier call can have made it.
    if (created.replayed === true && created.tries === 1)
        return { before: true, fresh: false };
    if (ageMs === undefined)
        return { before: false, fresh: false };
    const before = ageMs > elapsedMs + AGE_MARGIN_MS;
    return { before, fresh: !before && created.replayed === undefined };
}
/** Whether a deployment had failed or was canceled when the create was answered, and not just after. */
function endedBefore(deployment, answeredMs) {
    if (deployment.status !== "failed" && deployment.status !== "canceled")
        return false;
    const finishedMs = Date.parse(deployment.finishedAt ?? "");
    // `Date` counts whole seconds: from the next one on it was surely later.
    return !(answeredMs !== undefined && finishedMs >= answeredMs + 1000);
}
/** Age of the record by the service's own clock, milliseconds. */
function ageOf({ deployment, dateMs }) {
    const createdMs = Date.parse(deployment.createdAt ?? "");
    return dateMs === undefined || Number.isNaN(createdMs) ? undefined : dateMs - createdMs;
}
async function createWithin(client, attempt, options) {
    const { siteId, body, key } = attempt;
    for (let round = 1;; round += 1) {
        try {
            return await client.deployments.create(siteId, { body, key }, options);
        }
        catch (error) {
            if (!(error instanceof errors/* ClientError */.MZ) || error.retry !== "on_capacity")
                throw error;
            if (attempt.onQuota !== "wait" || round >= MAX_QUOTA_ROUNDS)
                throw error;
            if (round === 1)
                options.onQuotaWait?.(error);
            // The refusal made nothing: only the tries of the last round can have.
            await waitForCapacity(client, error, options);
        }
    }
}
function checkedKey(key) {
    if (limits/* IDEMPOTENCY_KEY_PATTERN */.XK.test(key))
        return key;
    const hint = "Give 1 to 255 visible ASCII characters without blanks.";
    throw (0,errors/* invalidCall */.Yf)("invalid_request", "The idempotency key is malformed", hint);
}


/***/ }),

/***/ 271:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ createClient)
});

// UNUSED EXPORTS: DEFAULT_LIMITS

// EXTERNAL MODULE: ./build/contract/limits.js
var limits = __webpack_require__(3163);
// EXTERNAL MODULE: ./build/client/path.js + 1 modules
var client_path = __webpack_require__(4544);
;// CONCATENATED MODULE: ./build/client/reading.js
/**
 * Names what the data of an answer is read with. It is loaded when the first answer is there: whoever starts, sends
 * their first request sooner by that.
 * @param name What the answer holds.
 */
function reader(name) {
    return async () => (await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(566)]).then(__webpack_require__.bind(__webpack_require__, 3566))).SCHEMAS[name];
}
/** Reads the cursor of a list's next page; null when there is none. */
async function readNextCursor(envelope) {
    const { SIBLINGS } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(566)]).then(__webpack_require__.bind(__webpack_require__, 3566));
    return SIBLINGS.nextCursor.safeParse(envelope["nextCursor"]).data ?? null;
}
/** Reads what a workspace may have; undefined when the service sent nothing of it, or in another shape. */
async function readEntitlements(envelope) {
    const { SIBLINGS } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(566)]).then(__webpack_require__.bind(__webpack_require__, 3566));
    return SIBLINGS.entitlements.safeParse(envelope["entitlements"]).data;
}

;// CONCATENATED MODULE: ./build/client/approvals.js


/**
 * Binds the operations on publish requests to a transport.
 * @param transport Path to the network.
 */
function createApprovals(transport) {
    return {
        async list(options) {
            const path = (0,client_path/* pathOf */.XM)("listApprovals", {});
            return (await transport.call({ method: "GET", path, data: reader("approvals") }, options)).data;
        },
        async get(requestId, options) {
            const path = (0,client_path/* pathOf */.XM)("getApproval", { requestId });
            return (await transport.call({ method: "GET", path, data: reader("approval") }, options)).data;
        },
        async request(body, options) {
            const path = (0,client_path/* pathOf */.XM)("requestApproval", {});
            return (await transport.call({ method: "POST", path, body: (0,client_path/* jsonBody */.J9)(body), data: reader("approval") }, options))
                .data;
        },
        async decide(requestId, body, options) {
            const path = (0,client_path/* pathOf */.XM)("decideApproval", { requestId });
            return (await transport.call({ method: "POST", path, body: (0,client_path/* jsonBody */.J9)(body), data: reader("approval") }, options))
                .data;
        },
    };
}

// EXTERNAL MODULE: ./build/client/clock.js
var clock = __webpack_require__(6092);
;// CONCATENATED MODULE: ./build/client/deployments.js


/**
 * Binds the operations on deployments to a transport.
 * @param transport Path to the network.
 */
function createDeployments(transport) {
    const list = async (path, options) => {
        const answer = await transport.call({ method: "GET", path, data: reader("deployments") }, options);
        return { deployments: answer.data, nextCursor: await readNextCursor(answer.envelope) };
    };
    return {
        async create(siteId, { body, key }, options) {
            const path = (0,client_path/* pathOf */.XM)("createDeployment", { siteId });
            const call = { method: "POST", path, body, idempotencyKey: key, data: reader("deployment") };
            const { data, replayed, dateMs, tries } = await transport.call(call, options);
            return { deployment: data, replayed, dateMs, tries };
        },
        async get(deploymentId, options) {
            const path = (0,client_path/* pathOf */.XM)("getDeployment", { deploymentId });
            return (await transport.call({ method: "GET", path, data: reader("deployment") }, options)).data;
        },
        list: (query = {}, options) => list((0,client_path/* withQuery */.VL)((0,client_path/* pathOf */.XM)("listDeployments", {}), query), options),
        listForSite: (siteId, query = {}, options) => list((0,client_path/* withQuery */.VL)((0,client_path/* pathOf */.XM)("listSiteDeployments", { siteId }), query), options),
        async cancel(deploymentId, options) {
            const path = (0,client_path/* pathOf */.XM)("cancelDeployment", { deploymentId });
            return (await transport.call({ method: "POST", path, data: reader("deployment") }, options)).data;
        },
    };
}

;// CONCATENATED MODULE: ./build/client/sites.js


/**
 * Binds the operations on sites to a transport.
 * @param transport Path to the network.
 */
function createSites(transport) {
    return {
        async list(options) {
            const answer = await transport.call({ method: "GET", path: (0,client_path/* pathOf */.XM)("listSites", {}), data: reader("sites") }, options);
            return { sites: answer.data, entitlements: await readEntitlements(answer.envelope) };
        },
        async get(siteId, options) {
            const path = (0,client_path/* pathOf */.XM)("getSite", { siteId });
            return (await transport.call({ method: "GET", path, data: reader("siteDetail") }, options)).data;
        },
        async create(body, options) {
            const path = (0,client_path/* pathOf */.XM)("createSite", {});
            return (await transport.call({ method: "POST", path, body: (0,client_path/* jsonBody */.J9)(body), data: reader("site") }, options)).data;
        },
        async archive(siteId, options) {
            const path = (0,client_path/* pathOf */.XM)("archiveSite", { siteId });
            return (await transport.call({ method: "DELETE", path, data: reader("site") }, options)).data;
        },
        async listArchived(options) {
            const path = (0,client_path/* pathOf */.XM)("listArchivedSites", {});
            return (await transport.call({ method: "GET", path, data: reader("sites") }, options)).data;
        },
        async restore(siteId, options) {
            const path = (0,client_path/* pathOf */.XM)("restoreSite", { siteId });
            return (await transport.call({ method: "POST", path, data: reader("site") }, options)).data;
        },
    };
}

;// CONCATENATED MODULE: ./build/client/targets.js


/**
 * Binds the operations on deployment targets to a transport.
 * @param transport Path to the network.
 */
function createTargets(transport) {
    return {
        async list(options) {
            const path = (0,client_path/* pathOf */.XM)("listTargets", {});
            return (await transport.call({ method: "GET", path, data: reader("targets") }, options)).data;
        },
        async capabilities(options) {
            const path = (0,client_path/* pathOf */.XM)("listTargetCapabilities", {});
            return (await transport.call({ method: "GET", path, data: reader("capabilities") }, options)).data;
        },
        async create(body, options) {
            const path = (0,client_path/* pathOf */.XM)("createTarget", {});
            return (await transport.call({ method: "POST", path, body: (0,client_path/* jsonBody */.J9)(body), data: reader("target") }, options))
                .data;
        },
        async update(id, body, options) {
            const path = (0,client_path/* pathOf */.XM)("updateTarget", { id });
            return (await transport.call({ method: "PATCH", path, body: (0,client_path/* jsonBody */.J9)(body), data: reader("target") }, options))
                .data;
        },
        async remove(id, options) {
            await transport.call({ method: "DELETE", path: (0,client_path/* pathOf */.XM)("deleteTarget", { id }), data: reader("anything") }, options);
        },
    };
}

// EXTERNAL MODULE: ./build/client/transport.js + 2 modules
var client_transport = __webpack_require__(9803);
;// CONCATENATED MODULE: ./build/client/client.js







/** Bounds a client has unless its settings say otherwise. */
const DEFAULT_LIMITS = {
    requestTimeoutMs: 30_000,
    callTimeoutMs: 10 * 60_000,
    maxTries: 8,
    maxRateLimitedTries: 30,
    backoffBaseMs: 500,
    backoffCapMs: 30_000,
    maxAnswerBytes: 1024 * 1024,
    maxErrorBytes: 256 * 1024,
    streamIdleMs: 3 * limits/* STREAM_HEARTBEAT_MS */.JZ,
    maxLineChars: 1024 * 1024,
    maxEventChars: 4 * 1024 * 1024,
    reconnectFloorMs: 1000,
    reconnectCapMs: 30_000,
    maxFruitlessConnects: 4,
};
/**
 * Makes a client of the whole interface. Nothing is sent until an operation is called.
 * @param settings What it is made of.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createClient(settings) {
    const transport = (0,client_transport/* createTransport */.o)({
        baseUrl: settings.baseUrl,
        token: settings.token,
        userAgent: settings.userAgent,
        clock: settings.clock ?? clock/* systemClock */.m,
        random: settings.random ?? Math.random,
        limits: { ...DEFAULT_LIMITS, ...settings.limits },
        onRetry: settings.onRetry,
    });
    return {
        sites: createSites(transport),
        deployments: createDeployments(transport),
        approvals: createApprovals(transport),
        targets: createTargets(transport),
        async *events(deploymentId, options) {
            const { readEvents } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(161)]).then(__webpack_require__.bind(__webpack_require__, 5161));
            yield* readEvents(transport, deploymentId, options);
        },
        transport,
    };
}


/***/ }),

/***/ 6695:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MZ: () => (/* binding */ ClientError),
/* harmony export */   Yf: () => (/* binding */ invalidCall),
/* harmony export */   ip: () => (/* binding */ abortedError)
/* harmony export */ });
/**
 * Every failure of the client. It holds neither token, headers nor request; texts of the service in it are untrusted.
 * Branch on `code`, never on `message`.
 */
class ClientError extends Error {
    name = "ClientError";
    kind;
    code;
    /** What to do about it, one sentence; the message ends with it. */
    hint;
    /** What happened, without the hint; the service's own words when `kind` is `refused`. */
    detail;
    retry;
    /** Whether the service may have acted on the request. */
    outcomeUnknown;
    /** HTTP status of the answer, when one came. */
    status;
    retryAfterSeconds;
    /** Where a person decides, with `approval_required` while a request is open. */
    webApprovalUrl;
    /** Names the request in the service's log. */
    requestId;
    issues;
    #init;
    constructor(init) {
        super(`${sentence(init.message)} ${init.hint}`, init.cause === undefined ? {} : { cause: init.cause });
        this.kind = init.kind;
        this.code = init.code;
        this.hint = init.hint;
        this.detail = init.message;
        this.retry = init.retry;
        this.outcomeUnknown = init.outcomeUnknown;
        this.status = init.status;
        this.retryAfterSeconds = init.retryAfterSeconds;
        this.webApprovalUrl = init.webApprovalUrl;
        this.requestId = init.requestId;
        this.issues = init.issues ?? [];
        this.#init = init;
    }
    /**
     * Makes the same error with some of its parts changed.
     * @param parts What differs.
     */
    with(parts) {
        return new ClientError({ ...this.#init, ...parts });
    }
}
function sentence(text) {
    return /[.!?]$/.test(text) ? text : `${text}.`;
}
/**
 * Makes the error of a call that was wrong before anything was sent.
 * @param code Local code.
 * @param message What is wrong, one sentence.
 * @param hint What to write instead, one sentence.
 */
function invalidCall(code, message, hint) {
    return new ClientError({ kind: "invalid", code, message, hint, retry: "never", outcomeUnknown: false });
}
/**
 * Makes the error of an aborted signal: `timed_out` when its reason is a timeout, else `aborted`.
 * @param signal The signal that aborted.
 * @param outcomeUnknown Whether a request was on its way.
 */
function abortedError(signal, outcomeUnknown) {
    const reason = signal.reason;
    if (reason instanceof ClientError)
        return reason;
    const timedOut = reason instanceof Error && reason.name === "TimeoutError";
    return new ClientError({
        kind: timedOut ? "timed_out" : "aborted",
        code: timedOut ? "timed_out" : "aborted",
        message: timedOut ? "The time limit passed before the service answered" : "The call was stopped by its caller",
        hint: "Run again: the same request lands on the same deployment.",
        retry: "never",
        outcomeUnknown,
        cause: reason,
    });
}


/***/ }),

/***/ 5032:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $t: () => (/* binding */ connectionError),
/* harmony export */   cv: () => (/* binding */ exchange),
/* harmony export */   tN: () => (/* binding */ send),
/* harmony export */   yR: () => (/* binding */ readText)
/* harmony export */ });
/* harmony import */ var node_stream__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7075);
/* harmony import */ var _actions_http_client__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4942);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6695);



/** Longest silence of a socket; every caller has a shorter limit of its own. */
const SOCKET_TIMEOUT_MS = 24 * 3600 * 1000;
/** Codes of failures before anything was sent. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);
/**
 * Sends a request and gives the answer once its head is there. Redirects are not followed.
 * @param request What goes out.
 * @param signal Ends the request, and the reading of its answer.
 * @throws Whatever the socket threw; {@link connectionError} names it.
 */
async function send(request, signal) {
    signal.throwIfAborted();
    const http = new _actions_http_client__WEBPACK_IMPORTED_MODULE_1__/* .HttpClient */ .Qq(request.userAgent, [prepareWith(signal)], {
        allowRedirects: false,
        allowRetries: false,
        // A kept connection may be closed by the other side just as a POST leaves, which looks like a lost answer.
        keepAlive: false,
        socketTimeout: SOCKET_TIMEOUT_MS,
    });
    const response = await http.request(request.method, request.url.href, request.body ?? null, { ...request.headers });
    return response.message;
}
function prepareWith(signal) {
    return {
        prepareRequest(options) {
            options.signal = signal;
            // The brackets of an IPv6 literal belong to the URL, not to the host that is connected to.
            if (typeof options.host === "string")
                options.host = options.host.replace(/^\[(.*)\]$/, "$1");
            endTunnelWith(signal, options.agent);
            demandCertificate(options);
        },
        canHandleAuthentication: () => false,
        handleAuthentication: () => Promise.reject(new Error("No challenge is answered; send the token at once.")),
    };
}
/** The request to a proxy for a tunnel is one of its own, which would wait for a silent proxy for ever. */
function endTunnelWith(signal, agent) {
    if (typeof agent !== "object" || agent === null || !("proxyOptions" in agent))
        return;
    if (typeof agent.proxyOptions === "object")
        agent.proxyOptions = { ...agent.proxyOptions, signal };
}
/** Whatever NODE_TLS_REJECT_UNAUTHORIZED says: a token goes to a service that shows who it is, or nowhere. */
function demandCertificate(options) {
    const demand = { rejectUnauthorized: true };
    Object.assign(options, demand);
    const { agent } = options;
    if (typeof agent === "object" && "options" in agent && typeof agent.options === "object") {
        Object.assign(agent.options ?? {}, demand);
    }
}
/**
 * Sends a request and reads its answer to the end.
 * @param request What goes out.
 * @param limits Bounds.
 * @param signal The caller's.
 * @throws {ClientError} `connection_failed`, `certificate_invalid`, `aborted`, `timed_out`
 */
async function exchange(request, limits, signal) {
    const timer = AbortSignal.timeout(Math.max(1, Math.min(Math.ceil(limits.timeoutMs), 2 ** 31 - 1)));
    const both = signal === undefined ? timer : AbortSignal.any([signal, timer]);
    try {
        const message = await send(request, both);
        const status = message.statusCode ?? 0;
        const text = await readText(message, status >= 400 ? limits.maxErrorBytes : limits.maxAnswerBytes);
        return { status, headers: message.headers, text };
    }
    catch (cause) {
        if (signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .abortedError */ .ip)(signal, true);
        throw connectionError(cause, timer.aborted ? limits.timeoutMs : undefined);
    }
}
/**
 * Reads a body to its end. Unlike the transport's own reader it settles when the peer drops the connection.
 * @param message Answer whose head has come.
 * @param maxBytes Longest body after decompression.
 * @returns Undefined when the body is longer, or in an encoding nobody asked for.
 * @throws Whatever the socket or the decompression threw.
 */
async function readText(message, maxBytes) {
    const body = await decompressed(message);
    if (body === undefined) {
        message.destroy();
        return undefined;
    }
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for await (const chunk of body) {
        if (!(chunk instanceof Uint8Array))
            continue;
        bytes += chunk.byteLength;
        if (bytes > maxBytes)
            return undefined;
        text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
}
async function decompressed(message) {
    const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
    // An error of the message reaches the reader through the stream that pipeline destroys.
    const through = (stream) => (0,node_stream__WEBPACK_IMPORTED_MODULE_0__.pipeline)(message, stream, () => undefined);
    if (encoding === "identity" || encoding === "")
        return message;
    // Loaded when an answer needs it, which is after the first request left.
    const { createBrotliDecompress, createGunzip, createInflate } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 8522, 19));
    if (encoding === "gzip" || encoding === "x-gzip")
        return through(createGunzip());
    if (encoding === "deflate")
        return through(createInflate());
    if (encoding === "br")
        return through(createBrotliDecompress());
    return undefined;
}
/**
 * Names a failure of the socket.
 * @param cause What was thrown.
 * @param timeoutMs The limit, when it was what ended the request.
 */
function connectionError(cause, timeoutMs) {
    if (cause instanceof _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ)
        return cause;
    const code = errorCode(cause);
    if (isCertificateCode(code)) {
        return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
            kind: "unreachable",
            code: "certificate_invalid",
            message: `The service's certificate was not accepted (${code})`,
            hint: "Correct the certificate, or give the runner the authority that signed it in NODE_EXTRA_CA_CERTS.",
            retry: "never",
            outcomeUnknown: false,
            cause: bare(cause),
        });
    }
    const what = timeoutMs === undefined ? `broke off (${code})` : `gave no whole answer within ${seconds(timeoutMs)} s`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .ClientError */ .MZ({
        kind: "unreachable",
        code: "connection_failed",
        message: `The connection to the service ${what}`,
        hint: "Check the base address, the network and the proxy settings, then run again.",
        retry: "same_key",
        outcomeUnknown: !NOT_SENT.has(code),
        cause: bare(cause),
    });
}
function seconds(ms) {
    return String(Math.round(ms / 100) / 10);
}
function errorCode(cause) {
    if (typeof cause !== "object" || cause === null)
        return "unknown";
    if ("code" in cause && typeof cause.code === "string")
        return cause.code;
    return cause instanceof Error ? cause.name : "unknown";
}
function isCertificateCode(code) {
    return /CERT|^ERR_TLS_|SIGNATURE|HOSTNAME_MISMATCH/.test(code);
}
/** A socket's error can hold the packet it choked on; only its words go on. */
function bare(cause) {
    return cause instanceof Error ? new Error(`${cause.name}: ${cause.message}`) : undefined;
}


/***/ }),

/***/ 2426:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ parseJson)
/* harmony export */ });
/**
 * Parses JSON that may be none.
 * @param text As received.
 * @returns Undefined for anything that is no JSON.
 */
function parseJson(text) {
    try {
        return text === undefined ? undefined : JSON.parse(text);
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 1869:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ deriveKey),
/* harmony export */   p: () => (/* binding */ KEY_VERSION)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);

/** Version of the key derivation in use. */
const KEY_VERSION = 1;
/**
 * Derives the idempotency key of an attempt: equal parts give equal keys, on every machine and for ever.
 * @param parts What makes the attempt the same attempt; encoded as a JSON array, so that no two lists of parts collide.
 * @returns A UUID of version 8. [RFC 9562 §5.8]
 * @see Interface §4 (a UUID per logical attempt is recommended)
 */
function deriveKey(parts) {
    const text = JSON.stringify([
        "greenroom",
        parts.version,
        parts.serviceOrigin,
        parts.repositoryId,
        parts.siteId,
        parts.body,
        parts.n,
        parts.runNonce ?? null,
    ]);
    const digest = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(text).digest();
    const bytes = Uint8Array.from(digest.subarray(0, 16));
    // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Buffer.from(bytes).toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}


/***/ }),

/***/ 4544:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  J9: () => (/* binding */ jsonBody),
  XM: () => (/* binding */ pathOf),
  VL: () => (/* binding */ withQuery)
});

;// CONCATENATED MODULE: ./build/contract/paths.js
/** Path of every operation, by its name. */
const PATHS = {
    listSites: "/sites",
    createSite: "/sites",
    listArchivedSites: "/sites/archived",
    getSite: "/sites/{siteId}",
    archiveSite: "/sites/{siteId}",
    restoreSite: "/sites/{siteId}/restore",
    createDeployment: "/sites/{siteId}/deploy",
    listSiteDeployments: "/sites/{siteId}/deployments",
    listDeployments: "/deployments",
    getDeployment: "/deployments/{deploymentId}",
    streamDeploymentEvents: "/deployments/{deploymentId}/events",
    cancelDeployment: "/deployments/{deploymentId}/cancel",
    listApprovals: "/approvals",
    getApproval: "/approvals/{requestId}",
    requestApproval: "/approvals",
    decideApproval: "/approvals/{requestId}/decision",
    listTargets: "/deployment-targets",
    listTargetCapabilities: "/deployment-targets/capabilities",
    createTarget: "/deployment-targets",
    updateTarget: "/deployment-targets/{id}",
    deleteTarget: "/deployment-targets/{id}",
    startDeviceAuthorization: "/oauth/device",
    pollDeviceToken: "/oauth/token",
};
/**
 * Fills the parameters into the path of an operation.
 * @param name Operation.
 * @param parameters One string for each `{name}` of the path; each becomes exactly one segment.
 * @returns The path, percent-encoded.
 * @throws {TypeError} When a parameter is empty, `.` or `..`, which no encoding keeps a segment.
 */
function routePath(name, parameters) {
    const values = new Map(Object.entries(parameters));
    return PATHS[name].replaceAll(/\{(\w+)\}/g, (_, parameter) => {
        const value = values.get(parameter);
        if (typeof value !== "string" || value === "" || value === "." || value === "..") {
            throw new TypeError(`The ${parameter} of ${name} must be an id; give one that is not empty and no dot segment.`);
        }
        return encodeURIComponent(value);
    });
}

// EXTERNAL MODULE: ./build/client/errors.js
var errors = __webpack_require__(6695);
;// CONCATENATED MODULE: ./build/client/path.js


/**
 * Fills the parameters into the path of an operation.
 * @param name Operation of the contract.
 * @param parameters One id for each `{name}` of its path.
 * @returns The path, percent-encoded.
 * @throws {ClientError} `invalid_request`, when a parameter cannot be one segment of a path.
 */
function pathOf(name, parameters) {
    try {
        return routePath(name, parameters);
    }
    catch (cause) {
        const what = cause instanceof Error ? cause.message.split(";")[0] : undefined;
        throw (0,errors/* invalidCall */.Yf)("invalid_request", what ?? `The parameters of ${name} are wrong`, "Give the id as it was received.");
    }
}
/**
 * Puts a query behind a path; fields without a value are left out.
 * @param path Percent-encoded path.
 * @param query Fields of the query.
 */
function withQuery(path, query) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
        if (value !== undefined)
            search.append(name, String(value));
    return search.size === 0 ? path : `${path}?${search.toString()}`;
}
/**
 * Writes a JSON body: compact, fields in the order given.
 * @param value What goes out.
 */
function jsonBody(value) {
    return JSON.stringify(value);
}


/***/ }),

/***/ 94:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ resolveSite)
/* harmony export */ });
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3163);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6695);


/**
 * Finds the site a caller named by id or slug; an id needs no request.
 * @param client Client of the service.
 * @param idOrSlug UUID, or a slug of the token's workspace.
 * @throws {ClientError} `invalid_request`, `site_not_found`, and those of GET /sites
 * @see Interface §4 (GET /sites is a plain array)
 */
async function resolveSite(client, idOrSlug, options = {}) {
    if (_contract_index_js__WEBPACK_IMPORTED_MODULE_0__/* .UUID_PATTERN */ .JJ.test(idOrSlug))
        return { id: idOrSlug.toLowerCase() };
    if (!_contract_index_js__WEBPACK_IMPORTED_MODULE_0__/* .SLUG_PATTERN */ .ZT.test(idOrSlug)) {
        const hint = "Give the site's id, or its slug of lower-case letters, digits and hyphens.";
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .invalidCall */ .Yf)("invalid_request", "The site is neither a UUID nor a slug", hint);
    }
    const { sites } = await client.sites.list(options);
    const site = sites.find((candidate) => candidate.slug === idOrSlug);
    if (site !== undefined)
        return { id: site.id, slug: site.slug };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ({
        kind: "refused",
        code: "site_not_found",
        message: `The token sees no site with the slug '${idOrSlug}', among ${sites.length}`,
        hint: "Check the slug, and that the token belongs to the site's workspace.",
        retry: "never",
        outcomeUnknown: false,
    });
}


/***/ }),

/***/ 1992:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D$: () => (/* binding */ readRetryAfter),
/* harmony export */   lq: () => (/* binding */ readHttpDate),
/* harmony export */   tE: () => (/* binding */ decideRetry)
/* harmony export */ });
/** Shortest wait after an answer that asks for one without saying how long, milliseconds. */
const NAMELESS_WAIT_MS = 1000;
/**
 * Decides by the rule of the failure whether the same request goes out again, and when.
 * @param error What the request ended with.
 * @param state Where the call stands.
 * @param random A number from 0 to below 1.
 * @see Interface §7, §8
 */
function decideRetry(error, state, random) {
    const rule = error.retry;
    if (rule === "never" || rule === "on_capacity")
        return { kind: "stop", error };
    if (rule === "after_header") {
        if (state.tries >= state.limits.maxRateLimitedTries)
            return { kind: "stop", error };
        return waitWithin(error, state, afterHeaderMs(error, state, random));
    }
    rule;
    if (state.tries >= state.limits.maxTries || (error.outcomeUnknown && !state.repeatable)) {
        return { kind: "stop", error };
    }
    return waitWithin(error, state, Math.max(namedMs(error) ?? 0, backoffMs(state, random)));
}
function afterHeaderMs(error, state, random) {
    const named = namedMs(error) ?? 0;
    return named > 0 ? named : Math.max(NAMELESS_WAIT_MS, backoffMs(state, random));
}
function namedMs(error) {
    return error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1000;
}
/** Half to full of a wait that doubles with each try, so that jobs that failed together do not return together. */
function backoffMs({ tries, limits }, random) {
    const full = Math.min(limits.backoffCapMs, limits.backoffBaseMs * 2 ** (tries - 1));
    return Math.round(full * (0.5 + random / 2));
}
function waitWithin(error, state, waitMs) {
    if (waitMs < state.timeLeftMs)
        return { kind: "wait", waitMs };
    if (namedMs(error) === undefined)
        return { kind: "stop", error };
    const left = Math.max(0, Math.floor(state.timeLeftMs / 1000));
    const wait = `The service asks to wait ${error.retryAfterSeconds} s, and ${left} s are left`;
    return { kind: "stop", error: error.with({ message: `${error.detail.replace(/(?<![.\s])[.\s]+$/, "")}. ${wait}` }) };
}
/**
 * Reads `Retry-After`.
 * @param value The header: seconds or an HTTP date.
 * @param nowMs The answer's own time, epoch milliseconds, so that a wrong clock here does not count.
 * @returns Seconds, rounded up; undefined when missing or garbage.
 * @see RFC 9110 §10.2.3
 */
function readRetryAfter(value, nowMs) {
    const text = value?.trim() ?? "";
    if (/^\d+$/.test(text))
        return Number(text);
    const date = readHttpDate(text);
    return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
/**
 * Reads an HTTP date in any of its three forms.
 * @param value The header.
 * @returns Epoch milliseconds; undefined when missing or garbage.
 * @see RFC 9110 §5.6.7
 */
function readHttpDate(value) {
    const text = value?.trim() ?? "";
    // Date.parse takes nearly anything; the three forms start with the name of a day.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text))
        return undefined;
    const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
    return Number.isFinite(ms) ? ms : undefined;
}


/***/ }),

/***/ 9803:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  o: () => (/* binding */ createTransport),
  u: () => (/* binding */ repeat)
});

// EXTERNAL MODULE: ./build/client/address.js
var address = __webpack_require__(458);
// EXTERNAL MODULE: ./build/client/errors.js
var errors = __webpack_require__(6695);
// EXTERNAL MODULE: ./build/client/http.js
var http = __webpack_require__(5032);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./build/client/ledger.js


/** Most keys remembered; an attempt walks at most fifty. */
const MAX_KEYS = 1000;
/**
 * Makes a ledger that keeps the same key from going out with other bytes.
 * @see Interface §4 rule 3
 */
function createKeyLedger() {
    const digests = new Map();
    return {
        record(key, request) {
            const digest = (0,external_node_crypto_.createHash)("sha256").update(request).digest("hex");
            const before = digests.get(key);
            if (before !== undefined && before !== digest) {
                throw (0,errors/* invalidCall */.Yf)("idempotency_key_reused", "The same idempotency key was about to go out with another request", "Give every request a key of its own.");
            }
            digests.set(key, digest);
            const oldest = digests.keys().next();
            if (digests.size > MAX_KEYS && oldest.done === false)
                digests.delete(oldest.value);
        },
    };
}

// EXTERNAL MODULE: ./build/client/retry.js
var retry = __webpack_require__(1992);
// EXTERNAL MODULE: ./build/client/json.js
var json = __webpack_require__(2426);
;// CONCATENATED MODULE: ./build/client/token.js


/**
 * Makes what takes a token out of text that came from a service.
 * JSON may spell a character of the token as an escape: then what a reader of the JSON would see is looked at.
 */
function redactor(token) {
    const written = JSON.stringify(token).slice(1, -1);
    const plain = (text) => text.replaceAll(token, "***").replaceAll(written, "***");
    return (text) => {
        const redacted = plain(text);
        const value = redacted.includes("\\") ? (0,json/* parseJson */.q)(redacted) : undefined;
        const read = value === undefined ? "" : JSON.stringify(value);
        return read.includes(written) ? plain(read) : redacted;
    };
}
/**
 * Checks that a token can be sent at all: a header value of anything else is refused deep in the socket, with the token
 * in the message.
 * @throws {ClientError} `invalid_request`
 */
function checkToken(token) {
    if (/^[\x21-\x7e]+$/.test(token))
        return;
    throw (0,errors/* invalidCall */.Yf)("invalid_request", "The token is empty or holds a blank or a control character", "Copy it again.");
}

;// CONCATENATED MODULE: ./build/client/transport.js






/**
 * Makes the path to the network.
 * @param settings What it is made of.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createTransport(settings) {
    const { baseUrl, token, userAgent, clock, random, limits } = settings;
    (0,address/* checkAddress */.l_)(baseUrl);
    checkToken(token);
    const ledger = createKeyLedger();
    const authorized = (request) => ({
        ...request,
        userAgent,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    const redact = redactor(token);
    async function once(call, timeoutMs, signal) {
        const answer = await (0,http/* exchange */.cv)(authorized(requestOf(baseUrl, call)), { ...limits, timeoutMs }, signal);
        return { ...answer, text: answer.text === undefined ? undefined : redact(answer.text) };
    }
    return {
        baseUrl,
        clock,
        random,
        limits,
        redact,
        async call(call, options = {}) {
            if (call.idempotencyKey !== undefined)
                ledger.record(call.idempotencyKey, `${call.path}\n${call.body ?? ""}`);
            const onRetry = options.onRetry ?? settings.onRetry;
            const repeatable = call.method === "GET" || call.idempotencyKey !== undefined;
            return await repeat({ clock, random, limits, repeatable }, { ...options, onRetry }, async (timeoutMs, tries) => {
                const answer = await once(call, timeoutMs, options.signal);
                // Loaded now that there is something to read: the request left the sooner.
                const { dateOf, readEnvelope } = await Promise.all(/* import() */[__webpack_require__.e(857), __webpack_require__.e(150)]).then(__webpack_require__.bind(__webpack_require__, 5150));
                const reading = readEnvelope(answer, await call.data(), clock.now());
                if (reading.kind === "failure")
                    throw reading.error;
                return {
                    status: answer.status,
                    data: reading.data,
                    envelope: reading.envelope,
                    dateMs: dateOf(answer),
                    replayed: readFlag(answer.headers["idempotency-replayed"]),
                    tries,
                };
            });
        },
        async open(request, signal) {
            (0,address/* checkAddress */.l_)(request.url);
            return await (0,http/* send */.tN)(authorized(request), signal);
        },
    };
}
function requestOf(baseUrl, call) {
    const headers = { accept: "application/json", "accept-encoding": "gzip" };
    if (call.body !== undefined)
        headers["content-type"] = "application/json";
    if (call.idempotencyKey !== undefined)
        headers["idempotency-key"] = call.idempotencyKey;
    return { method: call.method, url: (0,address/* addressBelow */.CY)(baseUrl, call.path), headers, body: call.body };
}
function readFlag(header) {
    if (typeof header !== "string")
        return undefined;
    const word = header.trim().toLowerCase();
    return word === "true" ? true : word === "false" ? false : undefined;
}
/**
 * Repeats a request until its answer is final, by the rule of each failure.
 * @param settings Clock, random source and bounds.
 * @param options The caller's.
 * @param attempt Sends the request once, within `timeoutMs`; throws a ClientError to be judged.
 * @throws {ClientError} The last failure, or `aborted`, `timed_out`.
 */
async function repeat(settings, options, attempt) {
    const { clock, limits, repeatable } = settings;
    const endsAt = Math.min(options.deadlineAt ?? Infinity, clock.monotonic() + limits.callTimeoutMs);
    let unknown = false;
    let last;
    for (let tries = 1;; tries += 1) {
        if (options.signal?.aborted === true)
            throw (0,errors/* abortedError */.ip)(options.signal, unknown);
        const startLeftMs = endsAt - clock.monotonic();
        if (startLeftMs <= 0)
            throw outOfTime(unknown, last);
        try {
            return await attempt(Math.min(limits.requestTimeoutMs, startLeftMs), tries);
        }
        catch (error) {
            if (!(error instanceof errors/* ClientError */.MZ))
                throw error;
            last = error;
            unknown ||= error.outcomeUnknown;
            const timeLeftMs = endsAt - clock.monotonic();
            if (timeLeftMs <= 0 && error.kind === "unreachable")
                throw outOfTime(unknown, error);
            const state = { tries, timeLeftMs, repeatable, limits };
            const decision = (0,retry/* decideRetry */.tE)(error, state, settings.random());
            if (decision.kind === "stop")
                throw decision.error;
            options.onRetry?.({ error, waitMs: decision.waitMs, attempt: tries });
            await clock.sleep(decision.waitMs, options.signal).catch(() => undefined);
        }
    }
}
function outOfTime(outcomeUnknown, cause) {
    return (0,errors/* abortedError */.ip)(AbortSignal.abort(new DOMException("The time is over", "TimeoutError")), outcomeUnknown).with({
        cause,
    });
}


/***/ }),

/***/ 5963:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ isBranchName),
/* harmony export */   U: () => (/* binding */ MAX_BRANCH_CHARS)
/* harmony export */ });
/** Longest name of a branch, characters. */
const MAX_BRANCH_CHARS = 255;
/**
 * Says whether a text is a git branch name that can be no option and no revision expression.
 * @see git-check-ref-format(1)
 */
function isBranchName(name) {
    if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name))
        return false;
    if (name === "" || name.length > MAX_BRANCH_CHARS)
        return false;
    return name !== "@" && name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}


/***/ }),

/***/ 4143:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Nz: () => (/* binding */ BUILD_ERROR_CODES),
/* harmony export */   sk: () => (/* binding */ buildErrorHint)
/* harmony export */ });
/* unused harmony export BUILD_ERRORS */
/** Why a deployment ended as `failed`, with what its author can do. [§3: not shown] */
const BUILD_ERRORS = {
    clone_failed: "Check the repository address, and that the service may read it.",
    commit_not_found: "Push the commit to the repository the site is connected to.",
    manifest_invalid: "Correct the field of greenroom.json that the message names.",
    detect_failed: "Add a greenroom.json that says how to build the site.",
    install_failed: "Run the install command in a clean checkout to see the same error.",
    build_failed: "Run the build command in a clean checkout to see the same error.",
    output_missing: "Set 'output' in greenroom.json to the folder the build writes.",
    output_rejected: "Remove what the message names from the output folder.",
    limit_exceeded: "Make the build smaller, or ask the operator for a higher limit.",
    timed_out: "Make the build faster, or ask the operator for a longer limit.",
    storage_exhausted: "Ask the operator to free disk space.",
    sandbox_unavailable: "Ask the operator to install bubblewrap.",
    source_unavailable: "Promote another ready preview; the files of this one are gone.",
    worker_lost: "Deploy again; the machine that built it stopped twice.",
    canceled_by_user: "Deploy again when you want it.",
    superseded: "A newer commit of the branch took its place.",
    site_archived: "Restore the site, then deploy again.",
};
/** All reasons, for schemas. */
const BUILD_ERROR_CODES = Object.keys(BUILD_ERRORS);
/**
 * Says what to do about a failed deployment.
 * @param code `error.code` of a deployment record, as received.
 * @returns One sentence, or undefined for a code this version does not know.
 */
function buildErrorHint(code) {
    return Object.hasOwn(BUILD_ERRORS, code) ? BUILD_ERRORS[code] : undefined;
}


/***/ }),

/***/ 3163:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H4: () => (/* binding */ MAX_PAGE_SIZE),
/* harmony export */   JJ: () => (/* binding */ UUID_PATTERN),
/* harmony export */   JZ: () => (/* binding */ STREAM_HEARTBEAT_MS),
/* harmony export */   Ml: () => (/* binding */ COMMIT_SHA_PATTERN),
/* harmony export */   XK: () => (/* binding */ IDEMPOTENCY_KEY_PATTERN),
/* harmony export */   Z9: () => (/* binding */ MAX_SLUG_CHARS),
/* harmony export */   ZT: () => (/* binding */ SLUG_PATTERN),
/* harmony export */   tT: () => (/* binding */ DEPLOYMENT_ID_PATTERN)
/* harmony export */ });
/* unused harmony exports MAX_BODY_BYTES, MAX_BODY_DEPTH, MCP_REQUESTS_PER_MINUTE, DEFAULT_PAGE_SIZE, IDEMPOTENCY_RETENTION_DAYS */
/**
 * Numbers and patterns of the interface, and the defaults where it names none.
 * @see Interface §8
 */
/** Longest JSON body a route reads, bytes. */
const MAX_BODY_BYTES = (/* unused pure expression or super */ null && (64 * 1024));
/** Deepest nesting of arrays and objects in a JSON body, levels. */
const MAX_BODY_DEPTH = 64;
/** Requests a minute for an MCP token, whatever the workspace pays. [§8] */
const MCP_REQUESTS_PER_MINUTE = 60;
/** Items on a page of a list when `limit` is absent but `cursor` is given. */
const DEFAULT_PAGE_SIZE = 50;
/** Most items on a page of a list. */
const MAX_PAGE_SIZE = 100;
/** Time between heartbeat comments on an event stream, milliseconds. */
const STREAM_HEARTBEAT_MS = 15_000;
/** Shortest time an idempotency key is kept, days: GitHub lets a run be run again for thirty. */
const IDEMPOTENCY_RETENTION_DAYS = 30;
/** A site's slug: lower-case letters, digits and hyphens. [§2] */
const SLUG_PATTERN = /^[a-z0-9-]+$/;
/** Longest slug, characters: it becomes part of one DNS label. [RFC 1035 §2.3.4] */
const MAX_SLUG_CHARS = 63;
/** An idempotency key: 1 to 255 visible ASCII characters. */
const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;
/** A commit: a full or abbreviated object name in lower-case hexadecimal. */
const COMMIT_SHA_PATTERN = /^[0-9a-f]{7,64}$/;
/** A deployment id: `dep_` and an opaque part. [§2] */
const DEPLOYMENT_ID_PATTERN = /^dep_[A-Za-z0-9_-]{1,64}$/;
/** Any UUID, whatever its version. [RFC 9562] */
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;


/***/ }),

/***/ 9969:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AP: () => (/* binding */ isDeploymentStatus),
/* harmony export */   Hd: () => (/* binding */ isTerminal),
/* harmony export */   PB: () => (/* binding */ DEPLOYMENT_STATUSES),
/* harmony export */   ju: () => (/* binding */ ENVIRONMENTS)
/* harmony export */ });
/* unused harmony exports TERMINAL_STATUSES, TRANSITIONS */
/** Where a deployment is served. [§2] */
const ENVIRONMENTS = ["preview", "production"];
/** All statuses there are; there is no `built` or `live`. [§2] */
const DEPLOYMENT_STATUSES = ["queued", "building", "ready", "failed", "canceled"];
/** Statuses a deployment never leaves. [§3] */
const TERMINAL_STATUSES = ["ready", "failed", "canceled"];
/**
 * Which status may follow which.
 * The edges from `queued` to `failed` and `canceled` are ours: people cancel queued work first. [§3]
 */
const TRANSITIONS = {
    queued: ["building", "failed", "canceled"],
    building: ["ready", "failed", "canceled"],
    ready: [],
    failed: [],
    canceled: [],
};
/**
 * Tells whether a string is one of the five statuses.
 * @param status Any string a record or event carried.
 */
function isDeploymentStatus(status) {
    return DEPLOYMENT_STATUSES.includes(status);
}
/**
 * Tells whether a status is one a deployment never leaves; unknown statuses are not.
 * @param status Any string a record or event carried.
 */
function isTerminal(status) {
    return TERMINAL_STATUSES.includes(status);
}


/***/ })

};
