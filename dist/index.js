import * as __WEBPACK_EXTERNAL_MODULE__lazy_undici_cjs_e76a3190__ from "./lazy-undici.cjs";
import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 770:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

module.exports = __nccwpck_require__(218);


/***/ }),

/***/ 218:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var net = __nccwpck_require__(9278);
var tls = __nccwpck_require__(4756);
var http = __nccwpck_require__(8611);
var https = __nccwpck_require__(5692);
var events = __nccwpck_require__(4434);
var assert = __nccwpck_require__(2613);
var util = __nccwpck_require__(9023);


exports.httpOverHttp = httpOverHttp;
exports.httpsOverHttp = httpsOverHttp;
exports.httpOverHttps = httpOverHttps;
exports.httpsOverHttps = httpsOverHttps;


function httpOverHttp(options) {
  var agent = new TunnelingAgent(options);
  agent.request = http.request;
  return agent;
}

function httpsOverHttp(options) {
  var agent = new TunnelingAgent(options);
  agent.request = http.request;
  agent.createSocket = createSecureSocket;
  agent.defaultPort = 443;
  return agent;
}

function httpOverHttps(options) {
  var agent = new TunnelingAgent(options);
  agent.request = https.request;
  return agent;
}

function httpsOverHttps(options) {
  var agent = new TunnelingAgent(options);
  agent.request = https.request;
  agent.createSocket = createSecureSocket;
  agent.defaultPort = 443;
  return agent;
}


function TunnelingAgent(options) {
  var self = this;
  self.options = options || {};
  self.proxyOptions = self.options.proxy || {};
  self.maxSockets = self.options.maxSockets || http.Agent.defaultMaxSockets;
  self.requests = [];
  self.sockets = [];

  self.on('free', function onFree(socket, host, port, localAddress) {
    var options = toOptions(host, port, localAddress);
    for (var i = 0, len = self.requests.length; i < len; ++i) {
      var pending = self.requests[i];
      if (pending.host === options.host && pending.port === options.port) {
        // Detect the request to connect same origin server,
        // reuse the connection.
        self.requests.splice(i, 1);
        pending.request.onSocket(socket);
        return;
      }
    }
    socket.destroy();
    self.removeSocket(socket);
  });
}
util.inherits(TunnelingAgent, events.EventEmitter);

TunnelingAgent.prototype.addRequest = function addRequest(req, host, port, localAddress) {
  var self = this;
  var options = mergeOptions({request: req}, self.options, toOptions(host, port, localAddress));

  if (self.sockets.length >= this.maxSockets) {
    // We are over limit so we'll add it to the queue.
    self.requests.push(options);
    return;
  }

  // If we are under maxSockets create a new one.
  self.createSocket(options, function(socket) {
    socket.on('free', onFree);
    socket.on('close', onCloseOrRemove);
    socket.on('agentRemove', onCloseOrRemove);
    req.onSocket(socket);

    function onFree() {
      self.emit('free', socket, options);
    }

    function onCloseOrRemove(err) {
      self.removeSocket(socket);
      socket.removeListener('free', onFree);
      socket.removeListener('close', onCloseOrRemove);
      socket.removeListener('agentRemove', onCloseOrRemove);
    }
  });
};

TunnelingAgent.prototype.createSocket = function createSocket(options, cb) {
  var self = this;
  var placeholder = {};
  self.sockets.push(placeholder);

  var connectOptions = mergeOptions({}, self.proxyOptions, {
    method: 'CONNECT',
    path: options.host + ':' + options.port,
    agent: false,
    headers: {
      host: options.host + ':' + options.port
    }
  });
  if (options.localAddress) {
    connectOptions.localAddress = options.localAddress;
  }
  if (connectOptions.proxyAuth) {
    connectOptions.headers = connectOptions.headers || {};
    connectOptions.headers['Proxy-Authorization'] = 'Basic ' +
        new Buffer(connectOptions.proxyAuth).toString('base64');
  }

  debug('making CONNECT request');
  var connectReq = self.request(connectOptions);
  connectReq.useChunkedEncodingByDefault = false; // for v0.6
  connectReq.once('response', onResponse); // for v0.6
  connectReq.once('upgrade', onUpgrade);   // for v0.6
  connectReq.once('connect', onConnect);   // for v0.7 or later
  connectReq.once('error', onError);
  connectReq.end();

  function onResponse(res) {
    // Very hacky. This is necessary to avoid http-parser leaks.
    res.upgrade = true;
  }

  function onUpgrade(res, socket, head) {
    // Hacky.
    process.nextTick(function() {
      onConnect(res, socket, head);
    });
  }

  function onConnect(res, socket, head) {
    connectReq.removeAllListeners();
    socket.removeAllListeners();

    if (res.statusCode !== 200) {
      debug('tunneling socket could not be established, statusCode=%d',
        res.statusCode);
      socket.destroy();
      var error = new Error('tunneling socket could not be established, ' +
        'statusCode=' + res.statusCode);
      error.code = 'ECONNRESET';
      options.request.emit('error', error);
      self.removeSocket(placeholder);
      return;
    }
    if (head.length > 0) {
      debug('got illegal response body from proxy');
      socket.destroy();
      var error = new Error('got illegal response body from proxy');
      error.code = 'ECONNRESET';
      options.request.emit('error', error);
      self.removeSocket(placeholder);
      return;
    }
    debug('tunneling connection has established');
    self.sockets[self.sockets.indexOf(placeholder)] = socket;
    return cb(socket);
  }

  function onError(cause) {
    connectReq.removeAllListeners();

    debug('tunneling socket could not be established, cause=%s\n',
          cause.message, cause.stack);
    var error = new Error('tunneling socket could not be established, ' +
                          'cause=' + cause.message);
    error.code = 'ECONNRESET';
    options.request.emit('error', error);
    self.removeSocket(placeholder);
  }
};

TunnelingAgent.prototype.removeSocket = function removeSocket(socket) {
  var pos = this.sockets.indexOf(socket)
  if (pos === -1) {
    return;
  }
  this.sockets.splice(pos, 1);

  var pending = this.requests.shift();
  if (pending) {
    // If we have pending requests and a socket gets closed a new one
    // needs to be created to take over in the pool for the one that closed.
    this.createSocket(pending, function(socket) {
      pending.request.onSocket(socket);
    });
  }
};

function createSecureSocket(options, cb) {
  var self = this;
  TunnelingAgent.prototype.createSocket.call(self, options, function(socket) {
    var hostHeader = options.request.getHeader('host');
    var tlsOptions = mergeOptions({}, self.options, {
      socket: socket,
      servername: hostHeader ? hostHeader.replace(/:.*$/, '') : options.host
    });

    // 0 is dummy port for v0.6
    var secureSocket = tls.connect(0, tlsOptions);
    self.sockets[self.sockets.indexOf(socket)] = secureSocket;
    cb(secureSocket);
  });
}


function toOptions(host, port, localAddress) {
  if (typeof host === 'string') { // since v0.10
    return {
      host: host,
      port: port,
      localAddress: localAddress
    };
  }
  return host; // for v0.11 or later
}

function mergeOptions(target) {
  for (var i = 1, len = arguments.length; i < len; ++i) {
    var overrides = arguments[i];
    if (typeof overrides === 'object') {
      var keys = Object.keys(overrides);
      for (var j = 0, keyLen = keys.length; j < keyLen; ++j) {
        var k = keys[j];
        if (overrides[k] !== undefined) {
          target[k] = overrides[k];
        }
      }
    }
  }
  return target;
}


var debug;
if (process.env.NODE_DEBUG && /\btunnel\b/.test(process.env.NODE_DEBUG)) {
  debug = function() {
    var args = Array.prototype.slice.call(arguments);
    if (typeof args[0] === 'string') {
      args[0] = 'TUNNEL: ' + args[0];
    } else {
      args.unshift('TUNNEL:');
    }
    console.error.apply(console, args);
  }
} else {
  debug = function() {};
}
exports.debug = debug; // for test


/***/ }),

/***/ 4650:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

var x = (y) => {
	var x = {}; __nccwpck_require__.d(x, y); return x
} 
var y = (x) => (() => (x))
module.exports = x({ ["ProxyAgent"]: () => (__WEBPACK_EXTERNAL_MODULE__lazy_undici_cjs_e76a3190__.ProxyAgent), ["fetch"]: () => (__WEBPACK_EXTERNAL_MODULE__lazy_undici_cjs_e76a3190__.fetch) });

/***/ }),

/***/ 3689:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("./lazy-undici.cjs");

/***/ }),

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 1708:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 4368:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Hz: () => (/* binding */ deriveKey),
/* harmony export */   ZT: () => (/* binding */ deployOnce),
/* harmony export */   pF: () => (/* binding */ KEY_VERSION),
/* harmony export */   q0: () => (/* binding */ resolveSite)
/* harmony export */ });
/* unused harmony export originOf */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(237);
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_status__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(7681);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2551);





/** Most failed attempts that are skipped. */
const MAX_ATTEMPTS = 50;
/**
 * Creates a deployment once, however often it is called for the same attempt.
 * A create responds with what was stored under the key, so whether the record was made for this call or before is
 * decided first; one from before that failed or was canceled is superseded by the next key, one that failed during this
 * call never.
 * @param client Client of the service.
 * @param attempt What to deploy, and its keys.
 * @param options Signal and deadline of the whole call, waits at the limit of builds included.
 * @returns The record as it is now, with the key that owns it.
 * @throws {ClientError} The service's error, `invalid_request` after 50 failed attempts, or why no response came.
 * @see Interface §4 rules 1 to 3
 */
async function deployOnce(client, attempt, options = {}) {
    const { clock } = client.transport;
    const skippedDeployments = [];
    for (let n = 1; n <= MAX_ATTEMPTS; n += 1) {
        const key = checkedKey(attempt.keyOf(n));
        const sentAt = clock.monotonic();
        const created = await createWithinQuota(client, { ...attempt, key }, options);
        const origin = originOf(created, clock.monotonic() - sentAt);
        const deployment = origin.fresh ? created.deployment : await readNow(client, created, options);
        const superseded = origin.before && endedBefore(deployment, created.dateMs);
        if (!superseded || attempt.fixed === true) {
            return { deployment, key, n, reused: origin.before, skippedDeployments };
        }
        skippedDeployments.push(deployment.id);
    }
    throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .invalidCall */ .Yf)("invalid_request", `The last ${MAX_ATTEMPTS} deployments of this attempt all failed`, "Fix the build, or force a new deployment.");
}
function checkedKey(key) {
    if (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .IDEMPOTENCY_KEY_PATTERN */ .XK.test(key))
        return key;
    const hint = "Use 1 to 255 visible ASCII characters without blanks.";
    throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .invalidCall */ .Yf)("invalid_request", "The idempotency key is malformed", hint);
}
/** Reads the record; when that fails, the caller follows it by its id and finds out why. */
async function readNow(client, { deployment }, options) {
    try {
        return await client.deployments.get(deployment.id, options);
    }
    catch (error) {
        if (error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ)
            return deployment;
        throw error;
    }
}
/** How much older than the first request a record may look and still count as made by it, milliseconds. */
const AGE_MARGIN_MS = 2000;
/**
 * Decides whether the record of a create was made by this call, or before.
 * @param elapsedMs Time since the first request of the call, milliseconds.
 * @returns `before`: an earlier call made it; in doubt it did not. `fresh`: surely this one, so the response is still true.
 */
function originOf({ deployment, dateMs, replayed, tries }, elapsedMs) {
    if (replayed === false)
        return { before: false, fresh: true };
    // One request and a replay: only an earlier call can have made it.
    if (replayed === true && tries === 1)
        return { before: true, fresh: false };
    // By the service's own clock.
    const ageMs = (dateMs ?? Number.NaN) - Date.parse(deployment.createdAt ?? "");
    if (Number.isNaN(ageMs))
        return { before: false, fresh: false };
    const before = ageMs > elapsedMs + AGE_MARGIN_MS;
    return { before, fresh: !before && replayed === undefined };
}
/** Whether a deployment had failed or was canceled when the service responded, and not just after. */
function endedBefore(deployment, respondedMs) {
    if (deployment.status !== "failed" && deployment.status !== "canceled")
        return false;
    const finishedMs = Date.parse(deployment.finishedAt ?? "");
    // `Date` counts whole seconds: from the next one on it was surely later.
    return !(respondedMs !== undefined && finishedMs >= respondedMs + 1000);
}
/** Most times a create is sent again after capacity came free and another job took it. */
const MAX_QUOTA_ROUNDS = 1000;
async function createWithinQuota(client, attempt, options) {
    const { siteId, body, key } = attempt;
    for (let round = 1;; round += 1) {
        try {
            return await client.deployments.create(siteId, { body, key }, options);
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ) || error.retry !== "on_capacity")
                throw error;
            if (attempt.onQuota !== "wait" || round >= MAX_QUOTA_ROUNDS)
                throw error;
            if (round === 1)
                options.onQuotaWait?.(error);
            // The failed create made nothing: only the tries of the last round can have.
            await waitForCapacity(client, error, options);
        }
    }
}
/** Time between two reads of the running builds; a read is two requests of the sixty a minute. */
const POLL_MS = 20_000;
/** Longest wait when the running builds cannot be read, or there are none, milliseconds. */
const FALLBACK_POLL_MS = 60_000;
/** Most reads in one wait: a build runs for 20 minutes at most, a service may allow more. */
const MAX_POLLS = 180;
/**
 * Waits until a build of the workspace ends, which is what clears `build_quota_exceeded`. [§8: not on a timer]
 * @throws {ClientError} `aborted`, or `quotaError` when the time left is too short to wait.
 */
async function waitForCapacity(client, quotaError, options) {
    const { clock, random } = client.transport;
    const pause = async (ms) => {
        const waitMs = ms * (1 + random() / 4);
        if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity))
            throw quotaError;
        await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_3__/* .wait */ .uk)(clock, waitMs, options.signal);
        if (options.signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .abortedError */ .ip)(options.signal, false);
    };
    const before = await runningBuilds(client, options);
    if (before === undefined || before.size === 0)
        return await pause(FALLBACK_POLL_MS);
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
        await pause(POLL_MS);
        const now = await runningBuilds(client, options);
        if (now === undefined || [...before].some((id) => !now.has(id)))
            return;
    }
}
/** Ids of deployments that hold capacity; undefined when the token may not see them. */
async function runningBuilds(client, options) {
    const ids = new Set();
    try {
        for (const status of ["building", "queued"]) {
            const { deployments } = await client.deployments.list({ status }, options);
            for (const { id, status } of deployments)
                if (!(0,_greenroom_contract_status__WEBPACK_IMPORTED_MODULE_4__/* .isTerminal */ .Hd)(status))
                    ids.add(id);
        }
        return ids;
    }
    catch (error) {
        if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ) || error.kind === "aborted" || error.kind === "timed_out")
            throw error;
        return undefined;
    }
}
/** Version of the key derivation in use. */
const KEY_VERSION = 1;
/**
 * Derives the idempotency key of an attempt: equal parts give equal keys, on every machine and for ever.
 * @param parts What makes the attempt the same attempt; encoded as a JSON array, so that no two lists of parts collide.
 * @returns A UUID of version 8. [RFC 9562 §5.8]
 * @see Interface §4 (a UUID per logical attempt is recommended)
 */
function deriveKey(parts) {
    const { version, serviceOrigin, repositoryId, siteId, body, n, runNonce } = parts;
    const text = JSON.stringify(["greenroom", version, serviceOrigin, repositoryId, siteId, body, n, runNonce ?? null]);
    const bytes = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256").update(text).digest().subarray(0, 16);
    // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
/**
 * Finds the site that the user named by id or slug; an id needs no request.
 * @param client Client of the service.
 * @param idOrSlug UUID, or a slug of the token's workspace.
 * @throws {ClientError} `invalid_request`, `site_not_found`, and those of GET /sites
 * @see Interface §4 (GET /sites is a plain array)
 */
async function resolveSite(client, idOrSlug, options = {}) {
    if (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .UUID_PATTERN */ .JJ.test(idOrSlug))
        return { id: idOrSlug.toLowerCase() };
    if (!_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .SLUG_PATTERN */ .ZT.test(idOrSlug)) {
        const hint = "Use the site's id, or its slug of lower-case letters, digits and hyphens.";
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .invalidCall */ .Yf)("invalid_request", "The site is neither a UUID nor a slug", hint);
    }
    const { sites } = await client.sites.list(options);
    const site = sites.find((candidate) => candidate.slug === idOrSlug);
    if (site !== undefined)
        return { id: site.id, slug: site.slug };
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ({
        kind: "refused",
        code: "site_not_found",
        message: `The token sees ${sites.length} sites, none with the slug '${idOrSlug}'`,
        hint: "Check the slug, and that the token belongs to the site's workspace.",
    });
}


/***/ }),

/***/ 2878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  p: () => (/* binding */ createDeployClient),
  F: () => (/* binding */ fetchData)
});

// EXTERNAL MODULE: ./packages/client/node_modules/eventsource-parser/dist/parse.js + 1 modules
var parse = __nccwpck_require__(6467);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var contract_clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __nccwpck_require__(7681);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/http.js + 1 modules
var http = __nccwpck_require__(2091);
// EXTERNAL MODULE: ./build/packages/client/retry.js
var retry = __nccwpck_require__(9624);
// EXTERNAL MODULE: ./build/packages/client/transport.js + 1 modules
var client_transport = __nccwpck_require__(2482);
;// CONCATENATED MODULE: ./build/packages/client/events.js







/** Ids remembered to ignore repeats after a reconnect. */
const MAX_SEEN_IDS = 20_000;
const MAX_ID_CHARS = 1024;
/** Most connections of one stream: a day of connections that last a minute and a half. */
const MAX_CONNECTS = 1000;
/** A connection that ends sooner counts as short, milliseconds. */
const SHORT_CONNECTION_MS = 10_000;
/**
 * Reads a deployment's event stream until it says a terminal status, or the service says there is no more.
 * Leaving the loop closes the request.
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
            throw (0,errors/* abortedError */.ip)(options.signal, false);
        yield { kind: "reconnect", error, resumable: position.lastEventId !== "" };
        empty = position.empty ? empty + 1 : 0;
        if (empty > limits.maxEmptyConnects)
            throw streamEnded(empty);
        // A service that ends every connection soon must not be reconnected to for ever at the pace of its `retry`.
        short = clock.monotonic() - connectedAt < SHORT_CONNECTION_MS ? short + 1 : 0;
        const growing = limits.reconnectFloorMs * 2 ** Math.max(0, short - 1);
        const waitMs = Math.min(Math.max(position.retryMs ?? 0, growing), limits.reconnectCapMs);
        await (0,contract_clock/* wait */.uk)(clock, waitMs, options.signal);
    }
    throw streamEnded(MAX_CONNECTS);
}
/** One connection; returns why another one is needed. */
async function* readConnection(transport, deploymentId, options) {
    const { position, signal } = options;
    const { limits } = transport;
    const over = new AbortController();
    const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const url = (0,client_transport/* urlBelow */.dX)(transport.baseUrl, (0,client_transport/* pathOf */.XM)("streamDeploymentEvents", { deploymentId }));
    let message;
    try {
        message = await connect(transport, url, { ...options, either });
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
            throw (0,errors/* abortedError */.ip)(signal, false);
        return (0,errors/* connectionError */.$t)(cause, url);
    }
    finally {
        over.abort();
        message?.destroy();
    }
}
/**
 * Parses one connection. New events are added to `events`, and `position` follows; an event whose id came in an earlier
 * connection is a repeat. The parser throws at an event beyond the cap.
 */
function createStreamParser(maxChars, position, events) {
    const repeats = new Set(position.seen);
    return (0,parse/* createParser */.C)({
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
    const status = (0,http/* parseJson */.qF)(data);
    return typeof status === "object" && status !== null && "status" in status && (0,contract_status/* isTerminal */.Hd)(String(status.status));
}
/** Connects, by the rules of retrying; undefined when the service says there is no more. */
async function connect(transport, url, options) {
    const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(options.position) };
    return await (0,retry/* repeat */.u)({ ...transport, repeatable: true }, options, async (timeoutMs) => {
        // The limit is for the head of this one response: the stream goes on as long as the build does.
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(), timeoutMs);
        try {
            const signal = AbortSignal.any([options.either, late.signal]);
            const message = await transport.open({ method: "GET", url, headers }, signal);
            if (isStream(message))
                return message;
            // [9.2.3] HTTP 204 No Content: the client must not reconnect.
            if (message.statusCode === 204)
                return undefined;
            throw await errorOf(transport, message);
        }
        catch (cause) {
            if (options.signal?.aborted === true)
                throw (0,errors/* abortedError */.ip)(options.signal, false);
            throw (0,errors/* connectionError */.$t)(cause, url, late.signal.aborted ? timeoutMs : undefined);
        }
        finally {
            clearTimeout(timer);
        }
    });
}
function isStream(message) {
    const type = (message.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    const encoding = (message.headers["content-encoding"] ?? "identity").toLowerCase();
    return message.statusCode === 200 && type === "text/event-stream" && encoding === "identity";
}
async function errorOf(transport, message) {
    const text = await (0,http/* readText */.yR)(message, transport.limits.maxErrorBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const status = message.statusCode ?? 0;
    const { readError } = await __nccwpck_require__.e(/* import() */ 47).then(__nccwpck_require__.bind(__nccwpck_require__, 8047));
    const error = readError({ status, headers: message.headers, text: redacted }, transport.clock.now());
    // A success that is not a stream stays one however often it is requested; the record is there instead.
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
    const hint = "Read the deployment instead.";
    return new errors/* ClientError */.MZ({ kind: "protocol", code, message, hint });
}

;// CONCATENATED MODULE: ./build/packages/client/deploy-client.js


/**
 * Makes a client for sites and deployments. Nothing is sent until an operation is called.
 * @param settings The service, the token, and what may differ from the defaults.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 * @see Interface §1
 */
function createDeployClient(settings) {
    const transport = (0,client_transport/* createTransport */.oO)(settings);
    return {
        sites: {
            async list(options) {
                const call = { method: "GET", path: (0,client_transport/* pathOf */.XM)("listSites", {}), data: sites };
                const { data, entitlements } = await transport.call(call, options);
                return { sites: data, entitlements };
            },
        },
        deployments: createDeployments(transport),
        events: (deploymentId, options) => readEvents(transport, deploymentId, options),
        transport,
    };
}
// Schemas are loaded with the first response: the first request leaves the sooner.
const sites = async () => (await __nccwpck_require__.e(/* import() */ 108).then(__nccwpck_require__.bind(__nccwpck_require__, 8108))).ReceivedSite.array();
const deployment = async () => (await __nccwpck_require__.e(/* import() */ 108).then(__nccwpck_require__.bind(__nccwpck_require__, 8108))).ReceivedDeployment;
const deployments = async () => (await deployment()).array();
function createDeployments(transport) {
    async function list(path, query, options) {
        const call = { method: "GET", path: withQuery(path, query), data: deployments };
        const { data, nextCursor } = await transport.call(call, options);
        return { deployments: data, nextCursor };
    }
    return {
        async create(siteId, { body, key }, options) {
            const path = (0,client_transport/* pathOf */.XM)("createDeployment", { siteId });
            const call = { method: "POST", path, body, idempotencyKey: key, data: deployment };
            const { data, replayed, dateMs, tries } = await transport.call(call, options);
            return { deployment: data, replayed, dateMs, tries };
        },
        async get(deploymentId, options) {
            const path = (0,client_transport/* pathOf */.XM)("getDeployment", { deploymentId });
            return await fetchData(transport, { method: "GET", path, data: deployment }, options);
        },
        list: async (query = {}, options) => list((0,client_transport/* pathOf */.XM)("listDeployments", {}), query, options),
        listForSite: async (siteId, query = {}, options) => list((0,client_transport/* pathOf */.XM)("listSiteDeployments", { siteId }), query, options),
        async cancel(deploymentId, options) {
            const path = (0,client_transport/* pathOf */.XM)("cancelDeployment", { deploymentId });
            return await fetchData(transport, { method: "POST", path, data: deployment }, options);
        },
    };
}
/** Sends a request and returns the `data` of its response. */
async function fetchData(transport, call, options) {
    return (await transport.call(call, options)).data;
}
/** Puts a query behind a path; fields without a value are left out. */
function withQuery(path, query) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
        if (value !== undefined)
            search.append(name, String(value));
    return search.size === 0 ? path : `${path}?${search.toString()}`;
}


/***/ }),

/***/ 2551:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $t: () => (/* binding */ connectionError),
/* harmony export */   MZ: () => (/* binding */ ClientError),
/* harmony export */   Yf: () => (/* binding */ invalidCall),
/* harmony export */   _R: () => (/* binding */ timedOutError),
/* harmony export */   ip: () => (/* binding */ abortedError)
/* harmony export */ });
/**
 * Every error of the client. It holds neither token, headers nor request; texts of the service in it are untrusted.
 * Branch on `code`, never on `message`.
 * @see Interface §7
 */
class ClientError extends Error {
    name = "ClientError";
    kind;
    code;
    /** What the user can do, one sentence; the message ends with it. */
    hint;
    /** What happened, without the hint; the service's own words when `kind` is `refused`. */
    detail;
    retry;
    /** Whether the service may have acted on the request. */
    outcomeUnknown;
    /** HTTP status of the response, when one came. */
    status;
    retryAfterSeconds;
    /** Where a person can approve, with `approval_required` while a request is open. */
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
        this.retry = init.retry ?? "never";
        this.outcomeUnknown = init.outcomeUnknown ?? false;
        this.status = init.status;
        this.retryAfterSeconds = init.retryAfterSeconds;
        this.webApprovalUrl = init.webApprovalUrl;
        this.requestId = init.requestId;
        this.issues = init.issues ?? [];
        this.#init = init;
    }
    /** @returns The same error with some of its parts changed. */
    with(parts) {
        return new ClientError({ ...this.#init, ...parts });
    }
}
function sentence(text) {
    return /[.!?]$/.test(text) ? text : `${text}.`;
}
/** The error of a call that was wrong before anything was sent. */
function invalidCall(code, message, hint) {
    return new ClientError({ kind: "invalid", code, message, hint });
}
/**
 * The error of an aborted signal: `timed_out` when its reason is a timeout, else `aborted`.
 * @param outcomeUnknown Whether a request was on its way.
 */
function abortedError(signal, outcomeUnknown) {
    const reason = signal.reason;
    if (reason instanceof ClientError)
        return reason;
    if (reason instanceof Error && reason.name === "TimeoutError")
        return timedOutError(outcomeUnknown, reason);
    const hint = "Run it again to resume the same deployment.";
    const message = "The call was canceled";
    return new ClientError({ kind: "aborted", code: "aborted", message, hint, outcomeUnknown, cause: reason });
}
/** The error of a call whose time ran out. */
function timedOutError(outcomeUnknown, cause) {
    const hint = "Run it again to resume the same deployment.";
    const message = "Timed out before the service responded";
    return new ClientError({ kind: "timed_out", code: "timed_out", message, hint, outcomeUnknown, cause });
}
/** Codes of failures before anything was sent, in words. */
const NOT_SENT = new Map([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "host not found"],
    ["EAI_AGAIN", "DNS lookup failed"],
    ["EHOSTUNREACH", "host unreachable"],
    ["ENETUNREACH", "network unreachable"],
    ["EADDRNOTAVAIL", "EADDRNOTAVAIL"],
]);
/**
 * Names a failure of the socket.
 * @param cause What was thrown.
 * @param url Of the request.
 * @param timeoutMs The limit, when it was what ended the request.
 */
function connectionError(cause, url, timeoutMs) {
    if (cause instanceof ClientError)
        return cause;
    const code = errorCode(cause);
    if (/CERT|^ERR_TLS_|SIGNATURE|HOSTNAME_MISMATCH/.test(code)) {
        return new ClientError({
            kind: "unreachable",
            code: "certificate_invalid",
            message: `The certificate of ${url.origin} is not valid (${code})`,
            hint: "Fix the certificate, or give the runner the authority that signed it in NODE_EXTRA_CA_CERTS.",
            cause: bare(cause),
        });
    }
    const notSent = NOT_SENT.get(code);
    let message = `Lost the connection to ${url.origin} (${code})`;
    if (notSent !== undefined)
        message = `Could not connect to ${url.origin} (${notSent})`;
    if (timeoutMs !== undefined)
        message = `${url.origin} did not respond within ${Math.round(timeoutMs / 100) / 10} s`;
    return new ClientError({
        kind: "unreachable",
        code: "connection_failed",
        message,
        hint: "Is the service running? Check the base URL, the network and the proxy settings.",
        retry: "same_key",
        outcomeUnknown: notSent === undefined,
        cause: bare(cause),
    });
}
function errorCode(cause) {
    if (typeof cause !== "object" || cause === null)
        return "unknown";
    if ("code" in cause && typeof cause.code === "string")
        return cause.code;
    return cause instanceof Error ? cause.name : "unknown";
}
/** A socket's error can hold the packet it failed on; only its words go on. */
function bare(cause) {
    return cause instanceof Error ? new Error(`${cause.name}: ${cause.message}`) : undefined;
}


/***/ }),

/***/ 2091:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  cv: () => (/* binding */ exchange),
  qF: () => (/* binding */ parseJson),
  yR: () => (/* binding */ readText),
  tN: () => (/* binding */ send)
});

;// CONCATENATED MODULE: external "node:stream"
const external_node_stream_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __nccwpck_require__(4942);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
;// CONCATENATED MODULE: ./build/packages/client/http.js




/**
 * Sends a request and reads its response to the end.
 * @throws {ClientError} `connection_failed`, `certificate_invalid`, `aborted`, `timed_out`
 */
async function exchange(request, limits, signal) {
    const { timeoutMs } = limits;
    const timeout = (0,clock/* timeoutSignal */._)(timeoutMs);
    try {
        const message = await send(request, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
        const status = message.statusCode ?? 0;
        const text = await readText(message, status >= 400 ? limits.maxErrorBytes : limits.maxResponseBytes);
        return { status, headers: message.headers, text };
    }
    catch (cause) {
        if (signal?.aborted === true)
            throw (0,errors/* abortedError */.ip)(signal, true);
        throw (0,errors/* connectionError */.$t)(cause, request.url, timeout.aborted ? timeoutMs : undefined);
    }
}
/** Longest silence of a socket; every caller has a shorter limit of its own. */
const SOCKET_TIMEOUT_MS = 24 * 3600 * 1000;
/**
 * Sends a request and returns once the head of its response is there. Redirects are not followed.
 * @param signal Ends the request, and the reading of its response.
 * @throws What the socket threw; {@link connectionError} names it.
 */
async function send(request, signal) {
    signal.throwIfAborted();
    const http = new lib/* HttpClient */.Qq(request.userAgent, [prepareWith(signal)], {
        allowRedirects: false,
        allowRetries: false,
        // The other side may close a kept connection just as a POST leaves, which looks like a lost response.
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
            requireCertificate(options);
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
function requireCertificate(options) {
    const required = { rejectUnauthorized: true };
    Object.assign(options, required);
    const { agent } = options;
    if (typeof agent === "object" && "options" in agent && typeof agent.options === "object") {
        Object.assign(agent.options ?? {}, required);
    }
}
/**
 * Reads a body to its end. Unlike the transport's own reader it ends when the peer drops the connection.
 * @param message Response whose head has come.
 * @param maxBytes Longest body after decompression.
 * @returns Undefined when the body is longer, or in an encoding that was not requested.
 * @throws What the socket or the decompression threw.
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
    if (encoding === "identity" || encoding === "")
        return message;
    if (encoding !== "gzip" && encoding !== "x-gzip")
        return undefined;
    // Loaded when a response needs it, which is after the first request left.
    const { createGunzip } = await Promise.resolve(/* import() */).then(__nccwpck_require__.t.bind(__nccwpck_require__, 8522, 19));
    // An error of the message reaches the reader through the stream that pipeline destroys.
    return (0,external_node_stream_namespaceObject.pipeline)(message, createGunzip(), () => undefined);
}
/** @returns Undefined for anything that is not JSON. */
function parseJson(text) {
    try {
        return text === undefined ? undefined : JSON.parse(text);
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 9624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   u: () => (/* binding */ repeat)
/* harmony export */ });
/* unused harmony export decideRetry */
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(237);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2551);


/**
 * Repeats a request until its response is final, by the rule of each error.
 * @param send Sends the request once, within `timeoutMs`; throws a ClientError whose rule decides what follows.
 * @throws {ClientError} The last error, or `aborted`, `timed_out`.
 */
async function repeat(settings, options, send) {
    const { clock, limits, repeatable } = settings;
    const endsAt = Math.min(options.deadlineAt ?? Infinity, clock.monotonic() + limits.callTimeoutMs);
    let outcomeUnknown = false;
    let last;
    for (let tries = 1;; tries += 1) {
        if (options.signal?.aborted === true)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .abortedError */ .ip)(options.signal, outcomeUnknown);
        const leftMs = endsAt - clock.monotonic();
        if (leftMs <= 0)
            throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .timedOutError */ ._R)(outcomeUnknown, last);
        try {
            return await send(Math.min(limits.requestTimeoutMs, leftMs), tries);
        }
        catch (error) {
            if (!(error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .ClientError */ .MZ))
                throw error;
            last = error;
            outcomeUnknown ||= error.outcomeUnknown;
            const timeLeftMs = endsAt - clock.monotonic();
            if (timeLeftMs <= 0 && error.kind === "unreachable")
                throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .timedOutError */ ._R)(outcomeUnknown, error);
            const decision = decideRetry(error, { tries, timeLeftMs, repeatable, limits }, settings.random());
            if (decision.kind === "stop")
                throw decision.error;
            options.onRetry?.({ error, waitMs: decision.waitMs, attempt: tries });
            await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__/* .wait */ .uk)(clock, decision.waitMs, options.signal);
        }
    }
}
/** Shortest wait after a response that requires one without saying how long, milliseconds. */
const DEFAULT_RETRY_MS = 1000;
/**
 * Decides by the rule of the error whether the same request goes out again, and when.
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
        const named = namedMs(error) ?? 0;
        return waitWithin(error, state, named > 0 ? named : Math.max(DEFAULT_RETRY_MS, backoffMs(state, random)));
    }
    rule;
    if (state.tries >= state.limits.maxTries || (error.outcomeUnknown && !state.repeatable)) {
        return { kind: "stop", error };
    }
    return waitWithin(error, state, Math.max(namedMs(error) ?? 0, backoffMs(state, random)));
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


/***/ }),

/***/ 2482:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  oO: () => (/* binding */ createTransport),
  cW: () => (/* binding */ isLoopbackHost),
  bz: () => (/* binding */ isProtected),
  XM: () => (/* binding */ pathOf),
  dX: () => (/* binding */ urlBelow)
});

// UNUSED EXPORTS: DEFAULT_LIMITS, assertServiceUrl

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var contract_clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __nccwpck_require__(4683);
;// CONCATENATED MODULE: ./build/packages/contract/paths.js
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
            throw new TypeError(`The ${parameter} of ${name} must be an id; it cannot be empty or a dot segment.`);
        }
        return encodeURIComponent(value);
    });
}

// EXTERNAL MODULE: ./build/packages/contract/token.js
var contract_token = __nccwpck_require__(1634);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
// EXTERNAL MODULE: ./build/packages/client/http.js + 1 modules
var http = __nccwpck_require__(2091);
// EXTERNAL MODULE: ./build/packages/client/retry.js
var retry = __nccwpck_require__(9624);
;// CONCATENATED MODULE: ./build/packages/client/transport.js








/** Bounds a client has unless its settings say otherwise. */
const DEFAULT_LIMITS = {
    requestTimeoutMs: 30_000,
    callTimeoutMs: 10 * 60_000,
    maxTries: 8,
    maxRateLimitedTries: 30,
    backoffBaseMs: 500,
    backoffCapMs: 30_000,
    maxResponseBytes: 1024 * 1024,
    maxErrorBytes: 256 * 1024,
    streamIdleMs: 3 * limits/* STREAM_HEARTBEAT_MS */.JZ,
    maxEventChars: 1024 * 1024,
    reconnectFloorMs: 1000,
    reconnectCapMs: 30_000,
    maxEmptyConnects: 4,
};
/**
 * Makes the path to the network.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createTransport(settings) {
    const { baseUrl, token, userAgent, clock = contract_clock/* systemClock */.ml, random = Math.random } = settings;
    const limits = { ...DEFAULT_LIMITS, ...settings.limits };
    assertServiceUrl(baseUrl);
    assertToken(token);
    const requestByKey = new Map();
    const redact = redactor(token);
    const authorized = (request) => ({
        ...request,
        userAgent,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    return {
        baseUrl,
        clock,
        random,
        limits,
        redact,
        async call(call, options = {}) {
            assertKeyNotReused(requestByKey, call);
            const request = authorized(requestOf(baseUrl, call));
            const repeatable = call.method === "GET" || call.idempotencyKey !== undefined;
            const onRetry = options.onRetry ?? settings.onRetry;
            return await (0,retry/* repeat */.u)({ clock, random, limits, repeatable }, { ...options, onRetry }, async (timeoutMs, tries) => {
                const response = await (0,http/* exchange */.cv)(request, { ...limits, timeoutMs }, options.signal);
                const text = response.text === undefined ? undefined : redact(response.text);
                // Loaded now that there is something to read: the request left the sooner.
                const { dateOf, readData } = await __nccwpck_require__.e(/* import() */ 47).then(__nccwpck_require__.bind(__nccwpck_require__, 8047));
                const read = readData({ ...response, text }, await call.data(), clock.now());
                return { ...read, dateMs: dateOf(response), replayed: flag(response.headers["idempotency-replayed"]), tries };
            });
        },
        async open(request, signal) {
            assertServiceUrl(request.url);
            return await (0,http/* send */.tN)(authorized(request), signal);
        },
    };
}
function requestOf(baseUrl, { method, path, body, idempotencyKey }) {
    const headers = { accept: "application/json", "accept-encoding": "gzip" };
    if (body !== undefined)
        headers["content-type"] = "application/json";
    if (idempotencyKey !== undefined)
        headers["idempotency-key"] = idempotencyKey;
    return { method, url: urlBelow(baseUrl, path), headers, body };
}
function flag(header) {
    if (typeof header !== "string")
        return undefined;
    const word = header.trim().toLowerCase();
    return word === "true" ? true : word === "false" ? false : undefined;
}
/** Most keys remembered; an attempt uses at most fifty. */
const MAX_KEYS = 1000;
/** Keeps a key from going out with other bytes than before. [§4 rule 3] */
function assertKeyNotReused(requestByKey, { idempotencyKey, path, body }) {
    if (idempotencyKey === undefined)
        return;
    const digest = (0,external_node_crypto_.createHash)("sha256")
        .update(`${path}\n${body ?? ""}`)
        .digest("hex");
    const before = requestByKey.get(idempotencyKey);
    if (before !== undefined && before !== digest) {
        throw (0,errors/* invalidCall */.Yf)("idempotency_key_reused", "The same idempotency key was about to go out with another request", "Give every request its own key.");
    }
    requestByKey.set(idempotencyKey, digest);
    const oldest = requestByKey.keys().next();
    if (requestByKey.size > MAX_KEYS && oldest.done === false)
        requestByKey.delete(oldest.value);
}
/**
 * Says whether a token may be sent to a URL: https, or http to a loopback address.
 * @param url The URL parser has already put odd spellings of 127.0.0.1 in their plain form.
 * @see Interface §1 (all requests require TLS)
 */
function isProtected(url) {
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}
/**
 * Says whether a host can only mean this machine.
 * @param hostname Host of a parsed URL: lower case, IPv6 in brackets.
 * @see RFC 6761 §6.3, RFC 1122 §3.2.1.3
 */
function isLoopbackHost(hostname) {
    return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/**
 * Throws when a token must not be sent to a URL.
 * @param url Base URL of the service, or its MCP URL.
 * @throws {ClientError} `invalid_base_url`
 */
function assertServiceUrl(url) {
    if (!isProtected(url)) {
        throw (0,errors/* invalidCall */.Yf)("invalid_base_url", `${url.protocol}//${url.host} is not encrypted, so the token could be read on its way`, "Use an https URL; http is for localhost, 127.0.0.1 and [::1] only.");
    }
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        const message = `The URL of ${url.host} has a user name, a query or a fragment`;
        throw (0,errors/* invalidCall */.Yf)("invalid_base_url", message, "Give the bare URL, and the token separately.");
    }
}
/** Anything else in a header is rejected deep in the socket, with the token in the message. */
function assertToken(token) {
    if (/^[\x21-\x7e]+$/.test(token))
        return;
    throw (0,errors/* invalidCall */.Yf)("invalid_request", "The token is empty or has a blank or a control character", "Copy it again.");
}
/**
 * Makes the function that takes a token out of text from a service, as it is and in base64: what is cut later would
 * leave a piece of it that nothing recognises.
 * JSON may spell a character of the token as an escape, so the text a reader of the JSON would see is checked too.
 */
function redactor(token) {
    const forms = [...new Set([token, JSON.stringify(token).slice(1, -1), ...(0,contract_token/* base64Forms */.ft)(token)])];
    const plain = (text) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    return (text) => {
        const redacted = plain(text);
        const value = redacted.includes("\\") ? (0,http/* parseJson */.qF)(redacted) : undefined;
        const read = value === undefined ? "" : JSON.stringify(value);
        return forms.some((form) => read.includes(form)) ? plain(read) : redacted;
    };
}
/**
 * Puts a path below a base URL.
 * @param baseUrl URL of the service, with or without a path of its own.
 * @param path Percent-encoded path with a leading slash, and its query.
 */
function urlBelow(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path);
}
/**
 * Fills the parameters into the path of an operation.
 * @throws {ClientError} `invalid_request`, when a parameter cannot be one segment of a path.
 */
function pathOf(name, parameters) {
    try {
        return routePath(name, parameters);
    }
    catch (cause) {
        const message = cause instanceof Error ? cause.message.split(";")[0] : undefined;
        throw (0,errors/* invalidCall */.Yf)("invalid_request", message ?? `The parameters of ${name} are wrong`, "Give the id as received.");
    }
}


/***/ }),

/***/ 237:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ timeoutSignal),
/* harmony export */   ml: () => (/* binding */ systemClock),
/* harmony export */   uk: () => (/* binding */ wait)
/* harmony export */ });
/* unused harmony export instant */
/** Longest delay of a Node timer, milliseconds; a longer one fires after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The machine's clock. */
const systemClock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (signal?.aborted === true)
            return reject(signal.reason);
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const done = () => {
            signal?.removeEventListener("abort", stop);
            resolve();
        };
        const timer = setTimeout(done, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
        signal?.addEventListener("abort", stop, { once: true });
    }),
};
/**
 * Waits until the time has passed or the signal aborts, whichever comes first.
 * @param clock Measures the wait.
 * @param ms Milliseconds.
 * @returns Whether the whole time passed.
 */
async function wait(clock, ms, signal) {
    try {
        await clock.sleep(ms, signal);
        return true;
    }
    catch (error) {
        if (signal?.aborted === true)
            return false;
        throw error;
    }
}
/**
 * Makes a signal that aborts with a `TimeoutError` after some time, or with another signal.
 * @param ms Milliseconds; at least 1 and cut to about 24.8 days.
 */
function timeoutSignal(ms, signal) {
    const timeout = AbortSignal.timeout(Math.min(Math.max(Math.ceil(ms), 1), MAX_TIMER_MS));
    return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
/**
 * The present instant as it is stored and sent.
 * @param plusMs Milliseconds to add.
 * @returns ISO 8601 UTC with milliseconds.
 */
function instant(clock, plusMs = 0) {
    return new Date(clock.now() + plusMs).toISOString();
}


/***/ }),

/***/ 72:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ff: () => (/* binding */ errorRow),
/* harmony export */   Nz: () => (/* binding */ BUILD_ERROR_CODES),
/* harmony export */   sk: () => (/* binding */ buildErrorHint)
/* harmony export */ });
/* unused harmony exports ERRORS, isErrorCode, IDEMPOTENCY_CONFLICT_CODES, BUILD_ERRORS */
const row = (status, retry, hint) => ({ status, retry, hint });
/**
 * The one table of error codes: the service responds by it, the client retries by it, reports explain by it.
 * It has every code that the interface names, and every code that the service adds where the interface names none.
 * @see Interface §7
 */
const ERRORS = {
    // Named by the interface, in its order. [§7]
    idempotency_key_required: row(428, "never", "Send an Idempotency-Key header; if you did, a proxy removed it."),
    idempotency_conflict: row(409, "never", "The key was already used for another request; use a new key."),
    idempotency_key_conflict: row(409, "never", "The key was already used for another request; use a new key."),
    deployment_not_found: row(404, "never", "Check the deployment id, and that the token belongs to its workspace."),
    approval_required: row(428, "never", "Ask a teammate to approve the release on the web; a token cannot publish."),
    source_deployment_required: row(428, "never", "Set sourceDeploymentId to the ready preview to promote."),
    self_approval_forbidden: row(403, "never", "Ask another member: the requester of a release cannot approve it."),
    build_quota_exceeded: row(429, "on_capacity", "Wait until a running build of the workspace ends, or cancel one."),
    site_not_found: row(404, "never", "Check the site's id or slug, and that the token belongs to its workspace."),
    slug_taken: row(409, "never", "Choose another slug; an active site of the workspace uses this one."),
    project_not_found: row(404, "never", "Check the project id, and that the token belongs to its workspace."),
    repohost_installation_not_found: row(404, "never", "Install the repository host's app for this repository first."),
    deployment_target_not_implemented: row(400, "never", "Choose a combination that GET /deployment-targets/capabilities lists as enabled."),
    rate_limited: row(429, "after_header", "Wait for the time in Retry-After; share one token among fewer jobs."),
    not_found: row(404, "never", "Check the path and the id, and that the token belongs to its workspace."),
    // Not shown by the interface: who sends the request. [§5, §7]
    unauthenticated: row(401, "never", "Check the token: it is missing, wrong, expired or revoked."),
    insufficient_scope: row(403, "never", "Create a token with the scope that the message names."),
    forbidden_role: row(403, "never", "Ask a member whose role allows this."),
    web_session_required: row(403, "never", "Sign in on the web; a token cannot do this."),
    user_actor_required: row(403, "never", "Use the token of a person, not of a bot."),
    entitlement_required: row(403, "never", "Ask the operator to enable this for the workspace."),
    step_up_required: row(401, "never", "Enter your second factor again for this decision."),
    // Not shown by the interface: the shape of a request. [§7]
    validation_failed: row(400, "never", "Fix the fields that the message names."),
    invalid_json: row(400, "never", "Send a JSON object as the body."),
    invalid_cursor: row(400, "never", "Use the nextCursor of the previous page, unchanged."),
    unsupported_media_type: row(415, "never", "Send 'Content-Type: application/json'."),
    payload_too_large: row(413, "never", "Send a body of at most 64 KiB."),
    method_not_allowed: row(405, "never", "Use one of the methods in the Allow header."),
    tls_required: row(426, "never", "Use https, and revoke the token: it was sent unencrypted."),
    misdirected_request: row(421, "never", "Use the URL that the service is configured with."),
    // Not shown by the interface: the state of resources. [§3, §4]
    repository_not_connected: row(409, "never", "Give the site a repositoryUrl first."),
    source_deployment_not_ready: row(409, "never", "Promote a preview of this site whose status is ready."),
    deployment_not_cancelable: row(409, "never", "The deployment already ended, so it cannot be canceled."),
    approval_already_decided: row(409, "never", "The request was approved or rejected, or it expired; make a new one."),
    site_limit_reached: row(402, "never", "Archive a site, or ask the operator to raise maxSites."),
    live_site_limit_reached: row(402, "never", "Archive a live site, or ask the operator to raise maxLiveSites."),
    deployment_target_in_use: row(409, "never", "Move the sites that use this target to another one first."),
    // The service itself.
    internal_error: row(500, "same_key", "Retry with the same key; report the requestId if the error stays."),
    try_again: row(503, "after_header", "Retry after the time in Retry-After."),
};
/**
 * Says whether a code is in the error table.
 * @param code `error.code` as received.
 */
function isErrorCode(code) {
    return Object.hasOwn(ERRORS, code);
}
/**
 * Looks a code up, known or not.
 * @param code `error.code` as received.
 * @param status HTTP status it came with; it decides for codes the table does not know.
 * @returns The row of the table, or one made from the status: 5xx is an unknown outcome, all else is final.
 */
function errorRow(code, status) {
    if (isErrorCode(code))
        return ERRORS[code];
    const retry = status >= 500 ? "same_key" : "never";
    return { status, retry, hint: "This version does not know the code; see the change log of the service." };
}
/** The two codes for a changed request under a used key; they mean the same. [§7] */
const IDEMPOTENCY_CONFLICT_CODES = (/* unused pure expression or super */ null && (["idempotency_conflict", "idempotency_key_conflict"]));
/** Why a deployment failed or was canceled, with what its author can do. [§3: not shown] */
const BUILD_ERRORS = {
    clone_failed: "Check the repository URL, and that the service can read it.",
    commit_not_found: "Push the commit to the repository the site is connected to.",
    manifest_invalid: "Fix the field of greenroom.json that the message names.",
    detect_failed: "Add a greenroom.json that says how to build the site.",
    install_failed: "Run the install command in a clean checkout to see the same error.",
    build_failed: "Run the build command in a clean checkout to see the same error.",
    output_missing: "Set 'output' in greenroom.json to the folder the build writes.",
    output_rejected: "Remove what the message names from the output folder.",
    limit_exceeded: "Make the build smaller, or ask the operator for a higher limit.",
    timed_out: "Make the build faster, or ask the operator for a longer limit.",
    storage_exhausted: "Ask the operator to free disk space.",
    sandbox_unavailable: "Ask the operator to install bubblewrap.",
    source_unavailable: "Promote another ready preview; the files of this one were deleted.",
    worker_lost: "Deploy again; the worker that built it stopped twice.",
    canceled_by_user: "Deploy again when you want it.",
    superseded: "A newer commit of the branch replaced it.",
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

/***/ 4683:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   H4: () => (/* binding */ MAX_PAGE_SIZE),
/* harmony export */   JJ: () => (/* binding */ UUID_PATTERN),
/* harmony export */   JZ: () => (/* binding */ STREAM_HEARTBEAT_MS),
/* harmony export */   Ml: () => (/* binding */ COMMIT_SHA_PATTERN),
/* harmony export */   Q8: () => (/* binding */ isBranchName),
/* harmony export */   UH: () => (/* binding */ MAX_BRANCH_CHARS),
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
/** Requests a minute for an MCP token, whatever the plan of the workspace. [§8] */
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
/** Longest name of a branch, characters. */
const MAX_BRANCH_CHARS = 255;
/**
 * Says whether a text is a git branch name, and cannot be read as an option or a revision.
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

/***/ 7681:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
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
 * Says whether a string is one of the five statuses.
 * @param status Any string a record or event carried.
 */
function isDeploymentStatus(status) {
    return DEPLOYMENT_STATUSES.includes(status);
}
/**
 * Says whether a status is one a deployment never leaves; unknown statuses are not.
 * @param status Any string a record or event carried.
 */
function isTerminal(status) {
    return TERMINAL_STATUSES.includes(status);
}


/***/ }),

/***/ 1634:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Iy: () => (/* binding */ tokenPrefix),
/* harmony export */   ft: () => (/* binding */ base64Forms)
/* harmony export */ });
/* unused harmony exports SCOPES, TOKEN_KINDS, TOKEN_REALMS, TOKEN_PREFIXES */
/** What a token can do; one verb for each group of routes. There is no scope to approve. [§5.7: names not shown] */
const SCOPES = (/* unused pure expression or super */ null && ([
    "sites:read",
    "sites:write",
    "deployments:read",
    "deployments:write",
    "targets:read",
    "targets:write",
    "approvals:read",
    "publish:request",
]));
/** Kinds of credential that authenticate REST calls. [§5.2] */
const TOKEN_KINDS = ["pat", "mcp"];
/** An instance issues and accepts the tokens of one realm only: `test` in development, `live` otherwise. */
const TOKEN_REALMS = ["live", "test"];
/** Prefix of each kind in each realm. [§5.2] */
const TOKEN_PREFIXES = {
    pat: { live: "sk_live_", test: "sk_test_" },
    mcp: { live: "mcp_live_", test: "mcp_test_" },
};
/**
 * Reads kind and realm off a token's prefix.
 * @param token The token's text.
 * @returns Undefined when no prefix matches.
 * @see Interface §5.2
 */
function tokenPrefix(token) {
    for (const kind of TOKEN_KINDS) {
        for (const realm of TOKEN_REALMS) {
            if (token.startsWith(TOKEN_PREFIXES[kind][realm]))
                return { kind, realm };
        }
    }
    return undefined;
}
/** Shorter pieces would be found in any text. */
const MIN_CHARS = 8;
/**
 * Spells a secret as base64 holds it, at each of the three places it may have within a longer text that was encoded.
 * @param secret The secret itself.
 * @returns In both alphabets, each once; only characters that are the same whatever surrounds the secret.
 * @see RFC 4648 sections 4 and 5
 */
function base64Forms(secret) {
    const forms = [0, 1, 2].flatMap((shift) => {
        const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
        // Only characters whose six bits all belong to the secret are the same in every text around it.
        const sure = bytes.toString("base64url").slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
        return sure.length < MIN_CHARS ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
    });
    return [...new Set(forms)];
}


/***/ }),

/***/ 1841:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  rr: () => (/* binding */ listenForStop),
  bt: () => (/* binding */ reportTimeLimit),
  py: () => (/* binding */ startRunner)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
// EXTERNAL MODULE: external "node:process"
var external_node_process_ = __nccwpck_require__(1708);
// EXTERNAL MODULE: external "os"
var external_os_ = __nccwpck_require__(857);
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/utils.js
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function utils_toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/command.js


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function command_issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + external_os_.EOL);
}
function command_issue(name, message = '') {
    command_issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return utils_toCommandValue(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map
;// CONCATENATED MODULE: external "crypto"
const external_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");
// EXTERNAL MODULE: external "fs"
var external_fs_ = __nccwpck_require__(9896);
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/file-command.js
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function file_command_issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!external_fs_.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    external_fs_.appendFileSync(filePath, `${utils_toCommandValue(message)}${external_os_.EOL}`, {
        encoding: 'utf8'
    });
}
function file_command_prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${external_crypto_namespaceObject.randomUUID()}`;
    const convertedValue = utils_toCommandValue(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${external_os_.EOL}${convertedValue}${external_os_.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map
;// CONCATENATED MODULE: external "path"
const external_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");
// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/index.js + 1 modules
var lib = __nccwpck_require__(4942);
;// CONCATENATED MODULE: ./node_modules/@actions/http-client/lib/auth.js
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
class BasicCredentialHandler {
    constructor(username, password) {
        this.username = username;
        this.password = password;
    }
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`${this.username}:${this.password}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class auth_BearerCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Bearer ${this.token}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
class PersonalAccessTokenCredentialHandler {
    constructor(token) {
        this.token = token;
    }
    // currently implements pre-authorization
    // TODO: support preAuth = false where it hooks on 401
    prepareRequest(options) {
        if (!options.headers) {
            throw Error('The request has no headers');
        }
        options.headers['Authorization'] = `Basic ${Buffer.from(`PAT:${this.token}`).toString('base64')}`;
    }
    // This handler cannot handle 401
    canHandleAuthentication() {
        return false;
    }
    handleAuthentication() {
        return __awaiter(this, void 0, void 0, function* () {
            throw new Error('not implemented');
        });
    }
}
//# sourceMappingURL=auth.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/oidc-utils.js
var oidc_utils_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



class oidc_utils_OidcClient {
    static createHttpClient(allowRetry = true, maxRetry = 10) {
        const requestOptions = {
            allowRetries: allowRetry,
            maxRetries: maxRetry
        };
        return new HttpClient('actions/oidc-client', [new BearerCredentialHandler(oidc_utils_OidcClient.getRequestToken())], requestOptions);
    }
    static getRequestToken() {
        const token = process.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
        if (!token) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_TOKEN env variable');
        }
        return token;
    }
    static getIDTokenUrl() {
        const runtimeUrl = process.env['ACTIONS_ID_TOKEN_REQUEST_URL'];
        if (!runtimeUrl) {
            throw new Error('Unable to get ACTIONS_ID_TOKEN_REQUEST_URL env variable');
        }
        return runtimeUrl;
    }
    static getCall(id_token_url) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            var _a;
            const httpclient = oidc_utils_OidcClient.createHttpClient();
            const res = yield httpclient
                .getJson(id_token_url)
                .catch(error => {
                throw new Error(`Failed to get ID Token. \n 
        Error Code : ${error.statusCode}\n 
        Error Message: ${error.message}`);
            });
            const id_token = (_a = res.result) === null || _a === void 0 ? void 0 : _a.value;
            if (!id_token) {
                throw new Error('Response json body do not have ID Token field');
            }
            return id_token;
        });
    }
    static getIDToken(audience) {
        return oidc_utils_awaiter(this, void 0, void 0, function* () {
            try {
                // New ID Token is requested from action service
                let id_token_url = oidc_utils_OidcClient.getIDTokenUrl();
                if (audience) {
                    const encodedAudience = encodeURIComponent(audience);
                    id_token_url = `${id_token_url}&audience=${encodedAudience}`;
                }
                debug(`ID token url is ${id_token_url}`);
                const id_token = yield oidc_utils_OidcClient.getCall(id_token_url);
                setSecret(id_token);
                return id_token;
            }
            catch (error) {
                throw new Error(`Error message: ${error.message}`);
            }
        });
    }
}
//# sourceMappingURL=oidc-utils.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/summary.js
var summary_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { access, appendFile, writeFile } = external_fs_.promises;
const SUMMARY_ENV_VAR = 'GITHUB_STEP_SUMMARY';
const SUMMARY_DOCS_URL = 'https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary';
class Summary {
    constructor() {
        this._buffer = '';
    }
    /**
     * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
     * Also checks r/w permissions.
     *
     * @returns step summary file path
     */
    filePath() {
        return summary_awaiter(this, void 0, void 0, function* () {
            if (this._filePath) {
                return this._filePath;
            }
            const pathFromEnv = process.env[SUMMARY_ENV_VAR];
            if (!pathFromEnv) {
                throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
            }
            try {
                yield access(pathFromEnv, external_fs_.constants.R_OK | external_fs_.constants.W_OK);
            }
            catch (_a) {
                throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
            }
            this._filePath = pathFromEnv;
            return this._filePath;
        });
    }
    /**
     * Wraps content in an HTML tag, adding any HTML attributes
     *
     * @param {string} tag HTML tag to wrap
     * @param {string | null} content content within the tag
     * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
     *
     * @returns {string} content wrapped in HTML element
     */
    wrap(tag, content, attrs = {}) {
        const htmlAttrs = Object.entries(attrs)
            .map(([key, value]) => ` ${key}="${value}"`)
            .join('');
        if (!content) {
            return `<${tag}${htmlAttrs}>`;
        }
        return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    /**
     * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
     *
     * @param {SummaryWriteOptions} [options] (optional) options for write operation
     *
     * @returns {Promise<Summary>} summary instance
     */
    write(options) {
        return summary_awaiter(this, void 0, void 0, function* () {
            const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
            const filePath = yield this.filePath();
            const writeFunc = overwrite ? writeFile : appendFile;
            yield writeFunc(filePath, this._buffer, { encoding: 'utf8' });
            return this.emptyBuffer();
        });
    }
    /**
     * Clears the summary buffer and wipes the summary file
     *
     * @returns {Summary} summary instance
     */
    clear() {
        return summary_awaiter(this, void 0, void 0, function* () {
            return this.emptyBuffer().write({ overwrite: true });
        });
    }
    /**
     * Returns the current summary buffer as a string
     *
     * @returns {string} string of summary buffer
     */
    stringify() {
        return this._buffer;
    }
    /**
     * If the summary buffer is empty
     *
     * @returns {boolen} true if the buffer is empty
     */
    isEmptyBuffer() {
        return this._buffer.length === 0;
    }
    /**
     * Resets the summary buffer without writing to summary file
     *
     * @returns {Summary} summary instance
     */
    emptyBuffer() {
        this._buffer = '';
        return this;
    }
    /**
     * Adds raw text to the summary buffer
     *
     * @param {string} text content to add
     * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
     *
     * @returns {Summary} summary instance
     */
    addRaw(text, addEOL = false) {
        this._buffer += text;
        return addEOL ? this.addEOL() : this;
    }
    /**
     * Adds the operating system-specific end-of-line marker to the buffer
     *
     * @returns {Summary} summary instance
     */
    addEOL() {
        return this.addRaw(external_os_.EOL);
    }
    /**
     * Adds an HTML codeblock to the summary buffer
     *
     * @param {string} code content to render within fenced code block
     * @param {string} lang (optional) language to syntax highlight code
     *
     * @returns {Summary} summary instance
     */
    addCodeBlock(code, lang) {
        const attrs = Object.assign({}, (lang && { lang }));
        const element = this.wrap('pre', this.wrap('code', code), attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML list to the summary buffer
     *
     * @param {string[]} items list of items to render
     * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
     *
     * @returns {Summary} summary instance
     */
    addList(items, ordered = false) {
        const tag = ordered ? 'ol' : 'ul';
        const listItems = items.map(item => this.wrap('li', item)).join('');
        const element = this.wrap(tag, listItems);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML table to the summary buffer
     *
     * @param {SummaryTableCell[]} rows table rows
     *
     * @returns {Summary} summary instance
     */
    addTable(rows) {
        const tableBody = rows
            .map(row => {
            const cells = row
                .map(cell => {
                if (typeof cell === 'string') {
                    return this.wrap('td', cell);
                }
                const { header, data, colspan, rowspan } = cell;
                const tag = header ? 'th' : 'td';
                const attrs = Object.assign(Object.assign({}, (colspan && { colspan })), (rowspan && { rowspan }));
                return this.wrap(tag, data, attrs);
            })
                .join('');
            return this.wrap('tr', cells);
        })
            .join('');
        const element = this.wrap('table', tableBody);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds a collapsable HTML details element to the summary buffer
     *
     * @param {string} label text for the closed state
     * @param {string} content collapsable content
     *
     * @returns {Summary} summary instance
     */
    addDetails(label, content) {
        const element = this.wrap('details', this.wrap('summary', label) + content);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML image tag to the summary buffer
     *
     * @param {string} src path to the image you to embed
     * @param {string} alt text description of the image
     * @param {SummaryImageOptions} options (optional) addition image attributes
     *
     * @returns {Summary} summary instance
     */
    addImage(src, alt, options) {
        const { width, height } = options || {};
        const attrs = Object.assign(Object.assign({}, (width && { width })), (height && { height }));
        const element = this.wrap('img', null, Object.assign({ src, alt }, attrs));
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML section heading element
     *
     * @param {string} text heading text
     * @param {number | string} [level=1] (optional) the heading level, default: 1
     *
     * @returns {Summary} summary instance
     */
    addHeading(text, level) {
        const tag = `h${level}`;
        const allowedTag = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].includes(tag)
            ? tag
            : 'h1';
        const element = this.wrap(allowedTag, text);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML thematic break (<hr>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addSeparator() {
        const element = this.wrap('hr', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML line break (<br>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addBreak() {
        const element = this.wrap('br', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML blockquote to the summary buffer
     *
     * @param {string} text quote text
     * @param {string} cite (optional) citation url
     *
     * @returns {Summary} summary instance
     */
    addQuote(text, cite) {
        const attrs = Object.assign({}, (cite && { cite }));
        const element = this.wrap('blockquote', text, attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML anchor tag to the summary buffer
     *
     * @param {string} text link text/content
     * @param {string} href hyperlink
     *
     * @returns {Summary} summary instance
     */
    addLink(text, href) {
        const element = this.wrap('a', text, { href });
        return this.addRaw(element).addEOL();
    }
}
const _summary = new Summary();
/**
 * @deprecated use `core.summary`
 */
const markdownSummary = (/* unused pure expression or super */ null && (_summary));
const summary = _summary;
//# sourceMappingURL=summary.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/path-utils.js

/**
 * toPosixPath converts the given path to the posix form. On Windows, \\ will be
 * replaced with /.
 *
 * @param pth. Path to transform.
 * @return string Posix path.
 */
function toPosixPath(pth) {
    return pth.replace(/[\\]/g, '/');
}
/**
 * toWin32Path converts the given path to the win32 form. On Linux, / will be
 * replaced with \\.
 *
 * @param pth. Path to transform.
 * @return string Win32 path.
 */
function toWin32Path(pth) {
    return pth.replace(/[/]/g, '\\');
}
/**
 * toPlatformPath converts the given path to a platform-specific path. It does
 * this by replacing instances of / and \ with the platform-specific path
 * separator.
 *
 * @param pth The path to platformize.
 * @return string The platform-specific path.
 */
function toPlatformPath(pth) {
    return pth.replace(/[/\\]/g, path.sep);
}
//# sourceMappingURL=path-utils.js.map
;// CONCATENATED MODULE: external "string_decoder"
const external_string_decoder_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");
// EXTERNAL MODULE: external "events"
var external_events_ = __nccwpck_require__(4434);
;// CONCATENATED MODULE: external "child_process"
const external_child_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");
// EXTERNAL MODULE: external "assert"
var external_assert_ = __nccwpck_require__(2613);
;// CONCATENATED MODULE: ./node_modules/@actions/io/lib/io-util.js
var io_util_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { chmod, copyFile, lstat, mkdir, open: io_util_open, readdir, rename, rm, rmdir, stat, symlink, unlink } = external_fs_.promises;
// export const {open} = 'fs'
const IS_WINDOWS = process.platform === 'win32';
/**
 * Custom implementation of readlink to ensure Windows junctions
 * maintain trailing backslash for backward compatibility with Node.js < 24
 *
 * In Node.js 20, Windows junctions (directory symlinks) always returned paths
 * with trailing backslashes. Node.js 24 removed this behavior, which breaks
 * code that relied on this format for path operations.
 *
 * This implementation restores the Node 20 behavior by adding a trailing
 * backslash to all junction results on Windows.
 */
function readlink(fsPath) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        const result = yield fs.promises.readlink(fsPath);
        // On Windows, restore Node 20 behavior: add trailing backslash to all results
        // since junctions on Windows are always directory links
        if (IS_WINDOWS && !result.endsWith('\\')) {
            return `${result}\\`;
        }
        return result;
    });
}
// See https://github.com/nodejs/node/blob/d0153aee367422d0858105abec186da4dff0a0c5/deps/uv/include/uv/win.h#L691
const UV_FS_O_EXLOCK = 0x10000000;
const READONLY = external_fs_.constants.O_RDONLY;
function exists(fsPath) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        try {
            yield stat(fsPath);
        }
        catch (err) {
            if (err.code === 'ENOENT') {
                return false;
            }
            throw err;
        }
        return true;
    });
}
function isDirectory(fsPath_1) {
    return io_util_awaiter(this, arguments, void 0, function* (fsPath, useStat = false) {
        const stats = useStat ? yield stat(fsPath) : yield lstat(fsPath);
        return stats.isDirectory();
    });
}
/**
 * On OSX/Linux, true if path starts with '/'. On Windows, true for paths like:
 * \, \hello, \\hello\share, C:, and C:\hello (and corresponding alternate separator cases).
 */
function isRooted(p) {
    p = normalizeSeparators(p);
    if (!p) {
        throw new Error('isRooted() parameter "p" cannot be empty');
    }
    if (IS_WINDOWS) {
        return (p.startsWith('\\') || /^[A-Z]:/i.test(p) // e.g. \ or \hello or \\hello
        ); // e.g. C: or C:\hello
    }
    return p.startsWith('/');
}
/**
 * Best effort attempt to determine whether a file exists and is executable.
 * @param filePath    file path to check
 * @param extensions  additional file extensions to try
 * @return if file exists and is executable, returns the file path. otherwise empty string.
 */
function tryGetExecutablePath(filePath, extensions) {
    return io_util_awaiter(this, void 0, void 0, function* () {
        let stats = undefined;
        try {
            // test file exists
            stats = yield stat(filePath);
        }
        catch (err) {
            if (err.code !== 'ENOENT') {
                // eslint-disable-next-line no-console
                console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
            }
        }
        if (stats && stats.isFile()) {
            if (IS_WINDOWS) {
                // on Windows, test for valid extension
                const upperExt = external_path_namespaceObject.extname(filePath).toUpperCase();
                if (extensions.some(validExt => validExt.toUpperCase() === upperExt)) {
                    return filePath;
                }
            }
            else {
                if (isUnixExecutable(stats)) {
                    return filePath;
                }
            }
        }
        // try each extension
        const originalFilePath = filePath;
        for (const extension of extensions) {
            filePath = originalFilePath + extension;
            stats = undefined;
            try {
                stats = yield stat(filePath);
            }
            catch (err) {
                if (err.code !== 'ENOENT') {
                    // eslint-disable-next-line no-console
                    console.log(`Unexpected error attempting to determine if executable file exists '${filePath}': ${err}`);
                }
            }
            if (stats && stats.isFile()) {
                if (IS_WINDOWS) {
                    // preserve the case of the actual file (since an extension was appended)
                    try {
                        const directory = external_path_namespaceObject.dirname(filePath);
                        const upperName = external_path_namespaceObject.basename(filePath).toUpperCase();
                        for (const actualName of yield readdir(directory)) {
                            if (upperName === actualName.toUpperCase()) {
                                filePath = external_path_namespaceObject.join(directory, actualName);
                                break;
                            }
                        }
                    }
                    catch (err) {
                        // eslint-disable-next-line no-console
                        console.log(`Unexpected error attempting to determine the actual case of the file '${filePath}': ${err}`);
                    }
                    return filePath;
                }
                else {
                    if (isUnixExecutable(stats)) {
                        return filePath;
                    }
                }
            }
        }
        return '';
    });
}
function normalizeSeparators(p) {
    p = p || '';
    if (IS_WINDOWS) {
        // convert slashes on Windows
        p = p.replace(/\//g, '\\');
        // remove redundant slashes
        return p.replace(/\\\\+/g, '\\');
    }
    // remove redundant slashes
    return p.replace(/\/\/+/g, '/');
}
// on Mac/Linux, test the execute bit
//     R   W  X  R  W X R W X
//   256 128 64 32 16 8 4 2 1
function isUnixExecutable(stats) {
    return ((stats.mode & 1) > 0 ||
        ((stats.mode & 8) > 0 &&
            process.getgid !== undefined &&
            stats.gid === process.getgid()) ||
        ((stats.mode & 64) > 0 &&
            process.getuid !== undefined &&
            stats.uid === process.getuid()));
}
// Get the path of cmd.exe in windows
function getCmdPath() {
    var _a;
    return (_a = process.env['COMSPEC']) !== null && _a !== void 0 ? _a : `cmd.exe`;
}
//# sourceMappingURL=io-util.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/io/lib/io.js
var io_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};



/**
 * Copies a file or folder.
 * Based off of shelljs - https://github.com/shelljs/shelljs/blob/9237f66c52e5daa40458f94f9565e18e8132f5a6/src/cp.js
 *
 * @param     source    source path
 * @param     dest      destination path
 * @param     options   optional. See CopyOptions.
 */
function cp(source_1, dest_1) {
    return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
        const { force, recursive, copySourceDirectory } = readCopyOptions(options);
        const destStat = (yield ioUtil.exists(dest)) ? yield ioUtil.stat(dest) : null;
        // Dest is an existing file, but not forcing
        if (destStat && destStat.isFile() && !force) {
            return;
        }
        // If dest is an existing directory, should copy inside.
        const newDest = destStat && destStat.isDirectory() && copySourceDirectory
            ? path.join(dest, path.basename(source))
            : dest;
        if (!(yield ioUtil.exists(source))) {
            throw new Error(`no such file or directory: ${source}`);
        }
        const sourceStat = yield ioUtil.stat(source);
        if (sourceStat.isDirectory()) {
            if (!recursive) {
                throw new Error(`Failed to copy. ${source} is a directory, but tried to copy without recursive flag.`);
            }
            else {
                yield cpDirRecursive(source, newDest, 0, force);
            }
        }
        else {
            if (path.relative(source, newDest) === '') {
                // a file cannot be copied to itself
                throw new Error(`'${newDest}' and '${source}' are the same file`);
            }
            yield io_copyFile(source, newDest, force);
        }
    });
}
/**
 * Moves a path.
 *
 * @param     source    source path
 * @param     dest      destination path
 * @param     options   optional. See MoveOptions.
 */
function mv(source_1, dest_1) {
    return io_awaiter(this, arguments, void 0, function* (source, dest, options = {}) {
        if (yield ioUtil.exists(dest)) {
            let destExists = true;
            if (yield ioUtil.isDirectory(dest)) {
                // If dest is directory copy src into dest
                dest = path.join(dest, path.basename(source));
                destExists = yield ioUtil.exists(dest);
            }
            if (destExists) {
                if (options.force == null || options.force) {
                    yield rmRF(dest);
                }
                else {
                    throw new Error('Destination already exists');
                }
            }
        }
        yield mkdirP(path.dirname(dest));
        yield ioUtil.rename(source, dest);
    });
}
/**
 * Remove a path recursively with force
 *
 * @param inputPath path to remove
 */
function rmRF(inputPath) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (ioUtil.IS_WINDOWS) {
            // Check for invalid characters
            // https://docs.microsoft.com/en-us/windows/win32/fileio/naming-a-file
            if (/[*"<>|]/.test(inputPath)) {
                throw new Error('File path must not contain `*`, `"`, `<`, `>` or `|` on Windows');
            }
        }
        try {
            // note if path does not exist, error is silent
            yield ioUtil.rm(inputPath, {
                force: true,
                maxRetries: 3,
                recursive: true,
                retryDelay: 300
            });
        }
        catch (err) {
            throw new Error(`File was unable to be removed ${err}`);
        }
    });
}
/**
 * Make a directory.  Creates the full path with folders in between
 * Will throw if it fails
 *
 * @param   fsPath        path to create
 * @returns Promise<void>
 */
function mkdirP(fsPath) {
    return io_awaiter(this, void 0, void 0, function* () {
        ok(fsPath, 'a path argument must be provided');
        yield ioUtil.mkdir(fsPath, { recursive: true });
    });
}
/**
 * Returns path of a tool had the tool actually been invoked.  Resolves via paths.
 * If you check and the tool does not exist, it will throw.
 *
 * @param     tool              name of the tool
 * @param     check             whether to check if tool exists
 * @returns   Promise<string>   path to tool
 */
function which(tool, check) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (!tool) {
            throw new Error("parameter 'tool' is required");
        }
        // recursive when check=true
        if (check) {
            const result = yield which(tool, false);
            if (!result) {
                if (IS_WINDOWS) {
                    throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also verify the file has a valid extension for an executable file.`);
                }
                else {
                    throw new Error(`Unable to locate executable file: ${tool}. Please verify either the file path exists or the file can be found within a directory specified by the PATH environment variable. Also check the file mode to verify the file is executable.`);
                }
            }
            return result;
        }
        const matches = yield findInPath(tool);
        if (matches && matches.length > 0) {
            return matches[0];
        }
        return '';
    });
}
/**
 * Returns a list of all occurrences of the given tool on the system path.
 *
 * @returns   Promise<string[]>  the paths of the tool
 */
function findInPath(tool) {
    return io_awaiter(this, void 0, void 0, function* () {
        if (!tool) {
            throw new Error("parameter 'tool' is required");
        }
        // build the list of extensions to try
        const extensions = [];
        if (IS_WINDOWS && process.env['PATHEXT']) {
            for (const extension of process.env['PATHEXT'].split(external_path_namespaceObject.delimiter)) {
                if (extension) {
                    extensions.push(extension);
                }
            }
        }
        // if it's rooted, return it if exists. otherwise return empty.
        if (isRooted(tool)) {
            const filePath = yield tryGetExecutablePath(tool, extensions);
            if (filePath) {
                return [filePath];
            }
            return [];
        }
        // if any path separators, return empty
        if (tool.includes(external_path_namespaceObject.sep)) {
            return [];
        }
        // build the list of directories
        //
        // Note, technically "where" checks the current directory on Windows. From a toolkit perspective,
        // it feels like we should not do this. Checking the current directory seems like more of a use
        // case of a shell, and the which() function exposed by the toolkit should strive for consistency
        // across platforms.
        const directories = [];
        if (process.env.PATH) {
            for (const p of process.env.PATH.split(external_path_namespaceObject.delimiter)) {
                if (p) {
                    directories.push(p);
                }
            }
        }
        // find all matches
        const matches = [];
        for (const directory of directories) {
            const filePath = yield tryGetExecutablePath(external_path_namespaceObject.join(directory, tool), extensions);
            if (filePath) {
                matches.push(filePath);
            }
        }
        return matches;
    });
}
function readCopyOptions(options) {
    const force = options.force == null ? true : options.force;
    const recursive = Boolean(options.recursive);
    const copySourceDirectory = options.copySourceDirectory == null
        ? true
        : Boolean(options.copySourceDirectory);
    return { force, recursive, copySourceDirectory };
}
function cpDirRecursive(sourceDir, destDir, currentDepth, force) {
    return io_awaiter(this, void 0, void 0, function* () {
        // Ensure there is not a run away recursive copy
        if (currentDepth >= 255)
            return;
        currentDepth++;
        yield mkdirP(destDir);
        const files = yield ioUtil.readdir(sourceDir);
        for (const fileName of files) {
            const srcFile = `${sourceDir}/${fileName}`;
            const destFile = `${destDir}/${fileName}`;
            const srcFileStat = yield ioUtil.lstat(srcFile);
            if (srcFileStat.isDirectory()) {
                // Recurse
                yield cpDirRecursive(srcFile, destFile, currentDepth, force);
            }
            else {
                yield io_copyFile(srcFile, destFile, force);
            }
        }
        // Change the mode for the newly created directory
        yield ioUtil.chmod(destDir, (yield ioUtil.stat(sourceDir)).mode);
    });
}
// Buffered file copy
function io_copyFile(srcFile, destFile, force) {
    return io_awaiter(this, void 0, void 0, function* () {
        if ((yield ioUtil.lstat(srcFile)).isSymbolicLink()) {
            // unlink/re-link it
            try {
                yield ioUtil.lstat(destFile);
                yield ioUtil.unlink(destFile);
            }
            catch (e) {
                // Try to override file permission
                if (e.code === 'EPERM') {
                    yield ioUtil.chmod(destFile, '0666');
                    yield ioUtil.unlink(destFile);
                }
                // other errors = it doesn't exist, no work to do
            }
            // Copy over symlink
            const symlinkFull = yield ioUtil.readlink(srcFile);
            yield ioUtil.symlink(symlinkFull, destFile, ioUtil.IS_WINDOWS ? 'junction' : null);
        }
        else if (!(yield ioUtil.exists(destFile)) || force) {
            yield ioUtil.copyFile(srcFile, destFile);
        }
    });
}
//# sourceMappingURL=io.js.map
;// CONCATENATED MODULE: external "timers"
const external_timers_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");
;// CONCATENATED MODULE: ./node_modules/@actions/exec/lib/toolrunner.js
var toolrunner_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};







/* eslint-disable @typescript-eslint/unbound-method */
const toolrunner_IS_WINDOWS = process.platform === 'win32';
/*
 * Class for running command line tools. Handles quoting and arg parsing in a platform agnostic way.
 */
class ToolRunner extends external_events_.EventEmitter {
    constructor(toolPath, args, options) {
        super();
        if (!toolPath) {
            throw new Error("Parameter 'toolPath' cannot be null or empty.");
        }
        this.toolPath = toolPath;
        this.args = args || [];
        this.options = options || {};
    }
    _debug(message) {
        if (this.options.listeners && this.options.listeners.debug) {
            this.options.listeners.debug(message);
        }
    }
    _getCommandString(options, noPrefix) {
        const toolPath = this._getSpawnFileName();
        const args = this._getSpawnArgs(options);
        let cmd = noPrefix ? '' : '[command]'; // omit prefix when piped to a second tool
        if (toolrunner_IS_WINDOWS) {
            // Windows + cmd file
            if (this._isCmdFile()) {
                cmd += toolPath;
                for (const a of args) {
                    cmd += ` ${a}`;
                }
            }
            // Windows + verbatim
            else if (options.windowsVerbatimArguments) {
                cmd += `"${toolPath}"`;
                for (const a of args) {
                    cmd += ` ${a}`;
                }
            }
            // Windows (regular)
            else {
                cmd += this._windowsQuoteCmdArg(toolPath);
                for (const a of args) {
                    cmd += ` ${this._windowsQuoteCmdArg(a)}`;
                }
            }
        }
        else {
            // OSX/Linux - this can likely be improved with some form of quoting.
            // creating processes on Unix is fundamentally different than Windows.
            // on Unix, execvp() takes an arg array.
            cmd += toolPath;
            for (const a of args) {
                cmd += ` ${a}`;
            }
        }
        return cmd;
    }
    _processLineBuffer(data, strBuffer, onLine) {
        try {
            let s = strBuffer + data.toString();
            let n = s.indexOf(external_os_.EOL);
            while (n > -1) {
                const line = s.substring(0, n);
                onLine(line);
                // the rest of the string ...
                s = s.substring(n + external_os_.EOL.length);
                n = s.indexOf(external_os_.EOL);
            }
            return s;
        }
        catch (err) {
            // streaming lines to console is best effort.  Don't fail a build.
            this._debug(`error processing line. Failed with error ${err}`);
            return '';
        }
    }
    _getSpawnFileName() {
        if (toolrunner_IS_WINDOWS) {
            if (this._isCmdFile()) {
                return process.env['COMSPEC'] || 'cmd.exe';
            }
        }
        return this.toolPath;
    }
    _getSpawnArgs(options) {
        if (toolrunner_IS_WINDOWS) {
            if (this._isCmdFile()) {
                let argline = `/D /S /C "${this._windowsQuoteCmdArg(this.toolPath)}`;
                for (const a of this.args) {
                    argline += ' ';
                    argline += options.windowsVerbatimArguments
                        ? a
                        : this._windowsQuoteCmdArg(a);
                }
                argline += '"';
                return [argline];
            }
        }
        return this.args;
    }
    _endsWith(str, end) {
        return str.endsWith(end);
    }
    _isCmdFile() {
        const upperToolPath = this.toolPath.toUpperCase();
        return (this._endsWith(upperToolPath, '.CMD') ||
            this._endsWith(upperToolPath, '.BAT'));
    }
    _windowsQuoteCmdArg(arg) {
        // for .exe, apply the normal quoting rules that libuv applies
        if (!this._isCmdFile()) {
            return this._uvQuoteCmdArg(arg);
        }
        // otherwise apply quoting rules specific to the cmd.exe command line parser.
        // the libuv rules are generic and are not designed specifically for cmd.exe
        // command line parser.
        //
        // for a detailed description of the cmd.exe command line parser, refer to
        // http://stackoverflow.com/questions/4094699/how-does-the-windows-command-interpreter-cmd-exe-parse-scripts/7970912#7970912
        // need quotes for empty arg
        if (!arg) {
            return '""';
        }
        // determine whether the arg needs to be quoted
        const cmdSpecialChars = [
            ' ',
            '\t',
            '&',
            '(',
            ')',
            '[',
            ']',
            '{',
            '}',
            '^',
            '=',
            ';',
            '!',
            "'",
            '+',
            ',',
            '`',
            '~',
            '|',
            '<',
            '>',
            '"'
        ];
        let needsQuotes = false;
        for (const char of arg) {
            if (cmdSpecialChars.some(x => x === char)) {
                needsQuotes = true;
                break;
            }
        }
        // short-circuit if quotes not needed
        if (!needsQuotes) {
            return arg;
        }
        // the following quoting rules are very similar to the rules that by libuv applies.
        //
        // 1) wrap the string in quotes
        //
        // 2) double-up quotes - i.e. " => ""
        //
        //    this is different from the libuv quoting rules. libuv replaces " with \", which unfortunately
        //    doesn't work well with a cmd.exe command line.
        //
        //    note, replacing " with "" also works well if the arg is passed to a downstream .NET console app.
        //    for example, the command line:
        //          foo.exe "myarg:""my val"""
        //    is parsed by a .NET console app into an arg array:
        //          [ "myarg:\"my val\"" ]
        //    which is the same end result when applying libuv quoting rules. although the actual
        //    command line from libuv quoting rules would look like:
        //          foo.exe "myarg:\"my val\""
        //
        // 3) double-up slashes that precede a quote,
        //    e.g.  hello \world    => "hello \world"
        //          hello\"world    => "hello\\""world"
        //          hello\\"world   => "hello\\\\""world"
        //          hello world\    => "hello world\\"
        //
        //    technically this is not required for a cmd.exe command line, or the batch argument parser.
        //    the reasons for including this as a .cmd quoting rule are:
        //
        //    a) this is optimized for the scenario where the argument is passed from the .cmd file to an
        //       external program. many programs (e.g. .NET console apps) rely on the slash-doubling rule.
        //
        //    b) it's what we've been doing previously (by deferring to node default behavior) and we
        //       haven't heard any complaints about that aspect.
        //
        // note, a weakness of the quoting rules chosen here, is that % is not escaped. in fact, % cannot be
        // escaped when used on the command line directly - even though within a .cmd file % can be escaped
        // by using %%.
        //
        // the saving grace is, on the command line, %var% is left as-is if var is not defined. this contrasts
        // the line parsing rules within a .cmd file, where if var is not defined it is replaced with nothing.
        //
        // one option that was explored was replacing % with ^% - i.e. %var% => ^%var^%. this hack would
        // often work, since it is unlikely that var^ would exist, and the ^ character is removed when the
        // variable is used. the problem, however, is that ^ is not removed when %* is used to pass the args
        // to an external program.
        //
        // an unexplored potential solution for the % escaping problem, is to create a wrapper .cmd file.
        // % can be escaped within a .cmd file.
        let reverse = '"';
        let quoteHit = true;
        for (let i = arg.length; i > 0; i--) {
            // walk the string in reverse
            reverse += arg[i - 1];
            if (quoteHit && arg[i - 1] === '\\') {
                reverse += '\\'; // double the slash
            }
            else if (arg[i - 1] === '"') {
                quoteHit = true;
                reverse += '"'; // double the quote
            }
            else {
                quoteHit = false;
            }
        }
        reverse += '"';
        return reverse.split('').reverse().join('');
    }
    _uvQuoteCmdArg(arg) {
        // Tool runner wraps child_process.spawn() and needs to apply the same quoting as
        // Node in certain cases where the undocumented spawn option windowsVerbatimArguments
        // is used.
        //
        // Since this function is a port of quote_cmd_arg from Node 4.x (technically, lib UV,
        // see https://github.com/nodejs/node/blob/v4.x/deps/uv/src/win/process.c for details),
        // pasting copyright notice from Node within this function:
        //
        //      Copyright Joyent, Inc. and other Node contributors. All rights reserved.
        //
        //      Permission is hereby granted, free of charge, to any person obtaining a copy
        //      of this software and associated documentation files (the "Software"), to
        //      deal in the Software without restriction, including without limitation the
        //      rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
        //      sell copies of the Software, and to permit persons to whom the Software is
        //      furnished to do so, subject to the following conditions:
        //
        //      The above copyright notice and this permission notice shall be included in
        //      all copies or substantial portions of the Software.
        //
        //      THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
        //      IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
        //      FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
        //      AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
        //      LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
        //      FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
        //      IN THE SOFTWARE.
        if (!arg) {
            // Need double quotation for empty argument
            return '""';
        }
        if (!arg.includes(' ') && !arg.includes('\t') && !arg.includes('"')) {
            // No quotation needed
            return arg;
        }
        if (!arg.includes('"') && !arg.includes('\\')) {
            // No embedded double quotes or backslashes, so I can just wrap
            // quote marks around the whole thing.
            return `"${arg}"`;
        }
        // Expected input/output:
        //   input : hello"world
        //   output: "hello\"world"
        //   input : hello""world
        //   output: "hello\"\"world"
        //   input : hello\world
        //   output: hello\world
        //   input : hello\\world
        //   output: hello\\world
        //   input : hello\"world
        //   output: "hello\\\"world"
        //   input : hello\\"world
        //   output: "hello\\\\\"world"
        //   input : hello world\
        //   output: "hello world\\" - note the comment in libuv actually reads "hello world\"
        //                             but it appears the comment is wrong, it should be "hello world\\"
        let reverse = '"';
        let quoteHit = true;
        for (let i = arg.length; i > 0; i--) {
            // walk the string in reverse
            reverse += arg[i - 1];
            if (quoteHit && arg[i - 1] === '\\') {
                reverse += '\\';
            }
            else if (arg[i - 1] === '"') {
                quoteHit = true;
                reverse += '\\';
            }
            else {
                quoteHit = false;
            }
        }
        reverse += '"';
        return reverse.split('').reverse().join('');
    }
    _cloneExecOptions(options) {
        options = options || {};
        const result = {
            cwd: options.cwd || process.cwd(),
            env: options.env || process.env,
            silent: options.silent || false,
            windowsVerbatimArguments: options.windowsVerbatimArguments || false,
            failOnStdErr: options.failOnStdErr || false,
            ignoreReturnCode: options.ignoreReturnCode || false,
            delay: options.delay || 10000
        };
        result.outStream = options.outStream || process.stdout;
        result.errStream = options.errStream || process.stderr;
        return result;
    }
    _getSpawnOptions(options, toolPath) {
        options = options || {};
        const result = {};
        result.cwd = options.cwd;
        result.env = options.env;
        result['windowsVerbatimArguments'] =
            options.windowsVerbatimArguments || this._isCmdFile();
        if (options.windowsVerbatimArguments) {
            result.argv0 = `"${toolPath}"`;
        }
        return result;
    }
    /**
     * Exec a tool.
     * Output will be streamed to the live console.
     * Returns promise with return code
     *
     * @param     tool     path to tool to exec
     * @param     options  optional exec options.  See ExecOptions
     * @returns   number
     */
    exec() {
        return toolrunner_awaiter(this, void 0, void 0, function* () {
            // root the tool path if it is unrooted and contains relative pathing
            if (!isRooted(this.toolPath) &&
                (this.toolPath.includes('/') ||
                    (toolrunner_IS_WINDOWS && this.toolPath.includes('\\')))) {
                // prefer options.cwd if it is specified, however options.cwd may also need to be rooted
                this.toolPath = external_path_namespaceObject.resolve(process.cwd(), this.options.cwd || process.cwd(), this.toolPath);
            }
            // if the tool is only a file name, then resolve it from the PATH
            // otherwise verify it exists (add extension on Windows if necessary)
            this.toolPath = yield which(this.toolPath, true);
            return new Promise((resolve, reject) => toolrunner_awaiter(this, void 0, void 0, function* () {
                this._debug(`exec tool: ${this.toolPath}`);
                this._debug('arguments:');
                for (const arg of this.args) {
                    this._debug(`   ${arg}`);
                }
                const optionsNonNull = this._cloneExecOptions(this.options);
                if (!optionsNonNull.silent && optionsNonNull.outStream) {
                    optionsNonNull.outStream.write(this._getCommandString(optionsNonNull) + external_os_.EOL);
                }
                const state = new ExecState(optionsNonNull, this.toolPath);
                state.on('debug', (message) => {
                    this._debug(message);
                });
                if (this.options.cwd && !(yield exists(this.options.cwd))) {
                    return reject(new Error(`The cwd: ${this.options.cwd} does not exist!`));
                }
                const fileName = this._getSpawnFileName();
                const cp = external_child_process_namespaceObject.spawn(fileName, this._getSpawnArgs(optionsNonNull), this._getSpawnOptions(this.options, fileName));
                let stdbuffer = '';
                if (cp.stdout) {
                    cp.stdout.on('data', (data) => {
                        if (this.options.listeners && this.options.listeners.stdout) {
                            this.options.listeners.stdout(data);
                        }
                        if (!optionsNonNull.silent && optionsNonNull.outStream) {
                            optionsNonNull.outStream.write(data);
                        }
                        stdbuffer = this._processLineBuffer(data, stdbuffer, (line) => {
                            if (this.options.listeners && this.options.listeners.stdline) {
                                this.options.listeners.stdline(line);
                            }
                        });
                    });
                }
                let errbuffer = '';
                if (cp.stderr) {
                    cp.stderr.on('data', (data) => {
                        state.processStderr = true;
                        if (this.options.listeners && this.options.listeners.stderr) {
                            this.options.listeners.stderr(data);
                        }
                        if (!optionsNonNull.silent &&
                            optionsNonNull.errStream &&
                            optionsNonNull.outStream) {
                            const s = optionsNonNull.failOnStdErr
                                ? optionsNonNull.errStream
                                : optionsNonNull.outStream;
                            s.write(data);
                        }
                        errbuffer = this._processLineBuffer(data, errbuffer, (line) => {
                            if (this.options.listeners && this.options.listeners.errline) {
                                this.options.listeners.errline(line);
                            }
                        });
                    });
                }
                cp.on('error', (err) => {
                    state.processError = err.message;
                    state.processExited = true;
                    state.processClosed = true;
                    state.CheckComplete();
                });
                cp.on('exit', (code) => {
                    state.processExitCode = code;
                    state.processExited = true;
                    this._debug(`Exit code ${code} received from tool '${this.toolPath}'`);
                    state.CheckComplete();
                });
                cp.on('close', (code) => {
                    state.processExitCode = code;
                    state.processExited = true;
                    state.processClosed = true;
                    this._debug(`STDIO streams have closed for tool '${this.toolPath}'`);
                    state.CheckComplete();
                });
                state.on('done', (error, exitCode) => {
                    if (stdbuffer.length > 0) {
                        this.emit('stdline', stdbuffer);
                    }
                    if (errbuffer.length > 0) {
                        this.emit('errline', errbuffer);
                    }
                    cp.removeAllListeners();
                    if (error) {
                        reject(error);
                    }
                    else {
                        resolve(exitCode);
                    }
                });
                if (this.options.input) {
                    if (!cp.stdin) {
                        throw new Error('child process missing stdin');
                    }
                    cp.stdin.end(this.options.input);
                }
            }));
        });
    }
}
/**
 * Convert an arg string to an array of args. Handles escaping
 *
 * @param    argString   string of arguments
 * @returns  string[]    array of arguments
 */
function argStringToArray(argString) {
    const args = [];
    let inQuotes = false;
    let escaped = false;
    let arg = '';
    function append(c) {
        // we only escape double quotes.
        if (escaped && c !== '"') {
            arg += '\\';
        }
        arg += c;
        escaped = false;
    }
    for (let i = 0; i < argString.length; i++) {
        const c = argString.charAt(i);
        if (c === '"') {
            if (!escaped) {
                inQuotes = !inQuotes;
            }
            else {
                append(c);
            }
            continue;
        }
        if (c === '\\' && escaped) {
            append(c);
            continue;
        }
        if (c === '\\' && inQuotes) {
            escaped = true;
            continue;
        }
        if (c === ' ' && !inQuotes) {
            if (arg.length > 0) {
                args.push(arg);
                arg = '';
            }
            continue;
        }
        append(c);
    }
    if (arg.length > 0) {
        args.push(arg.trim());
    }
    return args;
}
class ExecState extends external_events_.EventEmitter {
    constructor(options, toolPath) {
        super();
        this.processClosed = false; // tracks whether the process has exited and stdio is closed
        this.processError = '';
        this.processExitCode = 0;
        this.processExited = false; // tracks whether the process has exited
        this.processStderr = false; // tracks whether stderr was written to
        this.delay = 10000; // 10 seconds
        this.done = false;
        this.timeout = null;
        if (!toolPath) {
            throw new Error('toolPath must not be empty');
        }
        this.options = options;
        this.toolPath = toolPath;
        if (options.delay) {
            this.delay = options.delay;
        }
    }
    CheckComplete() {
        if (this.done) {
            return;
        }
        if (this.processClosed) {
            this._setResult();
        }
        else if (this.processExited) {
            this.timeout = (0,external_timers_namespaceObject.setTimeout)(ExecState.HandleTimeout, this.delay, this);
        }
    }
    _debug(message) {
        this.emit('debug', message);
    }
    _setResult() {
        // determine whether there is an error
        let error;
        if (this.processExited) {
            if (this.processError) {
                error = new Error(`There was an error when attempting to execute the process '${this.toolPath}'. This may indicate the process failed to start. Error: ${this.processError}`);
            }
            else if (this.processExitCode !== 0 && !this.options.ignoreReturnCode) {
                error = new Error(`The process '${this.toolPath}' failed with exit code ${this.processExitCode}`);
            }
            else if (this.processStderr && this.options.failOnStdErr) {
                error = new Error(`The process '${this.toolPath}' failed because one or more lines were written to the STDERR stream`);
            }
        }
        // clear the timeout
        if (this.timeout) {
            clearTimeout(this.timeout);
            this.timeout = null;
        }
        this.done = true;
        this.emit('done', error, this.processExitCode);
    }
    static HandleTimeout(state) {
        if (state.done) {
            return;
        }
        if (!state.processClosed && state.processExited) {
            const message = `The STDIO streams did not close within ${state.delay / 1000} seconds of the exit event from process '${state.toolPath}'. This may indicate a child process inherited the STDIO streams and has not yet exited.`;
            state._debug(message);
        }
        state._setResult();
    }
}
//# sourceMappingURL=toolrunner.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/exec/lib/exec.js
var exec_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


/**
 * Exec a command.
 * Output will be streamed to the live console.
 * Returns promise with return code
 *
 * @param     commandLine        command to execute (can include additional args). Must be correctly escaped.
 * @param     args               optional arguments for tool. Escaping is handled by the lib.
 * @param     options            optional exec options.  See ExecOptions
 * @returns   Promise<number>    exit code
 */
function exec_exec(commandLine, args, options) {
    return exec_awaiter(this, void 0, void 0, function* () {
        const commandArgs = tr.argStringToArray(commandLine);
        if (commandArgs.length === 0) {
            throw new Error(`Parameter 'commandLine' cannot be null or empty.`);
        }
        // Path to tool to execute should be first arg
        const toolPath = commandArgs[0];
        args = commandArgs.slice(1).concat(args || []);
        const runner = new tr.ToolRunner(toolPath, args, options);
        return runner.exec();
    });
}
/**
 * Exec a command and get the output.
 * Output will be streamed to the live console.
 * Returns promise with the exit code and collected stdout and stderr
 *
 * @param     commandLine           command to execute (can include additional args). Must be correctly escaped.
 * @param     args                  optional arguments for tool. Escaping is handled by the lib.
 * @param     options               optional exec options.  See ExecOptions
 * @returns   Promise<ExecOutput>   exit code, stdout, and stderr
 */
function getExecOutput(commandLine, args, options) {
    return exec_awaiter(this, void 0, void 0, function* () {
        var _a, _b;
        let stdout = '';
        let stderr = '';
        //Using string decoder covers the case where a mult-byte character is split
        const stdoutDecoder = new StringDecoder('utf8');
        const stderrDecoder = new StringDecoder('utf8');
        const originalStdoutListener = (_a = options === null || options === void 0 ? void 0 : options.listeners) === null || _a === void 0 ? void 0 : _a.stdout;
        const originalStdErrListener = (_b = options === null || options === void 0 ? void 0 : options.listeners) === null || _b === void 0 ? void 0 : _b.stderr;
        const stdErrListener = (data) => {
            stderr += stderrDecoder.write(data);
            if (originalStdErrListener) {
                originalStdErrListener(data);
            }
        };
        const stdOutListener = (data) => {
            stdout += stdoutDecoder.write(data);
            if (originalStdoutListener) {
                originalStdoutListener(data);
            }
        };
        const listeners = Object.assign(Object.assign({}, options === null || options === void 0 ? void 0 : options.listeners), { stdout: stdOutListener, stderr: stdErrListener });
        const exitCode = yield exec_exec(commandLine, args, Object.assign(Object.assign({}, options), { listeners }));
        //flush any remaining characters
        stdout += stdoutDecoder.end();
        stderr += stderrDecoder.end();
        return {
            exitCode,
            stdout,
            stderr
        };
    });
}
//# sourceMappingURL=exec.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/platform.js
var platform_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const getWindowsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout: version } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Version"', undefined, {
        silent: true
    });
    const { stdout: name } = yield exec.getExecOutput('powershell -command "(Get-CimInstance -ClassName Win32_OperatingSystem).Caption"', undefined, {
        silent: true
    });
    return {
        name: name.trim(),
        version: version.trim()
    };
});
const getMacOsInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    var _a, _b, _c, _d;
    const { stdout } = yield exec.getExecOutput('sw_vers', undefined, {
        silent: true
    });
    const version = (_b = (_a = stdout.match(/ProductVersion:\s*(.+)/)) === null || _a === void 0 ? void 0 : _a[1]) !== null && _b !== void 0 ? _b : '';
    const name = (_d = (_c = stdout.match(/ProductName:\s*(.+)/)) === null || _c === void 0 ? void 0 : _c[1]) !== null && _d !== void 0 ? _d : '';
    return {
        name,
        version
    };
});
const getLinuxInfo = () => platform_awaiter(void 0, void 0, void 0, function* () {
    const { stdout } = yield exec.getExecOutput('lsb_release', ['-i', '-r', '-s'], {
        silent: true
    });
    const [name, version] = stdout.trim().split('\n');
    return {
        name,
        version
    };
});
const platform = external_os_.platform();
const arch = external_os_.arch();
const isWindows = platform === 'win32';
const isMacOS = platform === 'darwin';
const isLinux = platform === 'linux';
function getDetails() {
    return platform_awaiter(this, void 0, void 0, function* () {
        return Object.assign(Object.assign({}, (yield (isWindows
            ? getWindowsInfo()
            : isMacOS
                ? getMacOsInfo()
                : getLinuxInfo()))), { platform,
            arch,
            isWindows,
            isMacOS,
            isLinux });
    });
}
//# sourceMappingURL=platform.js.map
;// CONCATENATED MODULE: ./node_modules/@actions/core/lib/core.js
var core_awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};






/**
 * The code to exit an action
 */
var ExitCode;
(function (ExitCode) {
    /**
     * A code indicating that the action was successful
     */
    ExitCode[ExitCode["Success"] = 0] = "Success";
    /**
     * A code indicating that the action was a failure
     */
    ExitCode[ExitCode["Failure"] = 1] = "Failure";
})(ExitCode || (ExitCode = {}));
//-----------------------------------------------------------------------
// Variables
//-----------------------------------------------------------------------
/**
 * Sets env variable for this action and future actions in the job
 * @param name the name of the variable to set
 * @param val the value of the variable. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function exportVariable(name, val) {
    const convertedVal = toCommandValue(val);
    process.env[name] = convertedVal;
    const filePath = process.env['GITHUB_ENV'] || '';
    if (filePath) {
        return issueFileCommand('ENV', prepareKeyValueMessage(name, val));
    }
    issueCommand('set-env', { name }, convertedVal);
}
/**
 * Registers a secret which will get masked from logs
 *
 * @param secret - Value of the secret to be masked
 * @remarks
 * This function instructs the Actions runner to mask the specified value in any
 * logs produced during the workflow run. Once registered, the secret value will
 * be replaced with asterisks (***) whenever it appears in console output, logs,
 * or error messages.
 *
 * This is useful for protecting sensitive information such as:
 * - API keys
 * - Access tokens
 * - Authentication credentials
 * - URL parameters containing signatures (SAS tokens)
 *
 * Note that masking only affects future logs; any previous appearances of the
 * secret in logs before calling this function will remain unmasked.
 *
 * @example
 * ```typescript
 * // Register an API token as a secret
 * const apiToken = "abc123xyz456";
 * setSecret(apiToken);
 *
 * // Now any logs containing this value will show *** instead
 * console.log(`Using token: ${apiToken}`); // Outputs: "Using token: ***"
 * ```
 */
function core_setSecret(secret) {
    command_issueCommand('add-mask', {}, secret);
}
/**
 * Prepends inputPath to the PATH (for this action and future actions)
 * @param inputPath
 */
function addPath(inputPath) {
    const filePath = process.env['GITHUB_PATH'] || '';
    if (filePath) {
        issueFileCommand('PATH', inputPath);
    }
    else {
        issueCommand('add-path', {}, inputPath);
    }
    process.env['PATH'] = `${inputPath}${path.delimiter}${process.env['PATH']}`;
}
/**
 * Gets the value of an input.
 * Unless trimWhitespace is set to false in InputOptions, the value is also trimmed.
 * Returns an empty string if the value is not defined.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string
 */
function getInput(name, options) {
    const val = process.env[`INPUT_${name.replace(/ /g, '_').toUpperCase()}`] || '';
    if (options && options.required && !val) {
        throw new Error(`Input required and not supplied: ${name}`);
    }
    if (options && options.trimWhitespace === false) {
        return val;
    }
    return val.trim();
}
/**
 * Gets the values of an multiline input.  Each value is also trimmed.
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   string[]
 *
 */
function getMultilineInput(name, options) {
    const inputs = getInput(name, options)
        .split('\n')
        .filter(x => x !== '');
    if (options && options.trimWhitespace === false) {
        return inputs;
    }
    return inputs.map(input => input.trim());
}
/**
 * Gets the input value of the boolean type in the YAML 1.2 "core schema" specification.
 * Support boolean input list: `true | True | TRUE | false | False | FALSE` .
 * The return value is also in boolean type.
 * ref: https://yaml.org/spec/1.2/spec.html#id2804923
 *
 * @param     name     name of the input to get
 * @param     options  optional. See InputOptions.
 * @returns   boolean
 */
function getBooleanInput(name, options) {
    const trueValue = ['true', 'True', 'TRUE'];
    const falseValue = ['false', 'False', 'FALSE'];
    const val = getInput(name, options);
    if (trueValue.includes(val))
        return true;
    if (falseValue.includes(val))
        return false;
    throw new TypeError(`Input does not meet YAML 1.2 "Core Schema" specification: ${name}\n` +
        `Support boolean input list: \`true | True | TRUE | false | False | FALSE\``);
}
/**
 * Sets the value of an output.
 *
 * @param     name     name of the output to set
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function setOutput(name, value) {
    const filePath = process.env['GITHUB_OUTPUT'] || '';
    if (filePath) {
        return file_command_issueFileCommand('OUTPUT', file_command_prepareKeyValueMessage(name, value));
    }
    process.stdout.write(external_os_.EOL);
    command_issueCommand('set-output', { name }, utils_toCommandValue(value));
}
/**
 * Enables or disables the echoing of commands into stdout for the rest of the step.
 * Echoing is disabled by default if ACTIONS_STEP_DEBUG is not set.
 *
 */
function setCommandEcho(enabled) {
    issue('echo', enabled ? 'on' : 'off');
}
//-----------------------------------------------------------------------
// Results
//-----------------------------------------------------------------------
/**
 * Sets the action status to failed.
 * When the action exits it will be with an exit code of 1
 * @param message add error issue message
 */
function setFailed(message) {
    process.exitCode = ExitCode.Failure;
    error(message);
}
//-----------------------------------------------------------------------
// Logging Commands
//-----------------------------------------------------------------------
/**
 * Gets whether Actions Step Debug is on or not
 */
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
/**
 * Writes debug message to user log
 * @param message debug message
 */
function core_debug(message) {
    command_issueCommand('debug', {}, message);
}
/**
 * Adds an error issue
 * @param message error issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function error(message, properties = {}) {
    command_issueCommand('error', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a warning issue
 * @param message warning issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function warning(message, properties = {}) {
    command_issueCommand('warning', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Adds a notice issue
 * @param message notice issue message. Errors will be converted to string via toString()
 * @param properties optional properties to add to the annotation.
 */
function notice(message, properties = {}) {
    command_issueCommand('notice', toCommandProperties(properties), message instanceof Error ? message.toString() : message);
}
/**
 * Writes info to log with console.log.
 * @param message info message
 */
function info(message) {
    process.stdout.write(message + external_os_.EOL);
}
/**
 * Begin an output group.
 *
 * Output until the next `groupEnd` will be foldable in this group
 *
 * @param name The name of the output group
 */
function startGroup(name) {
    command_issue('group', name);
}
/**
 * End an output group.
 */
function endGroup() {
    command_issue('endgroup');
}
/**
 * Wrap an asynchronous function call in a group.
 *
 * Returns the same type as the function itself.
 *
 * @param name The name of the group
 * @param fn The function to wrap in the group
 */
function group(name, fn) {
    return core_awaiter(this, void 0, void 0, function* () {
        startGroup(name);
        let result;
        try {
            result = yield fn();
        }
        finally {
            endGroup();
        }
        return result;
    });
}
//-----------------------------------------------------------------------
// Wrapper action state
//-----------------------------------------------------------------------
/**
 * Saves state for current action, the state can only be retrieved by this action's post job execution.
 *
 * @param     name     name of the state to store
 * @param     value    value to store. Non-string values will be converted to a string via JSON.stringify
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function saveState(name, value) {
    const filePath = process.env['GITHUB_STATE'] || '';
    if (filePath) {
        return file_command_issueFileCommand('STATE', file_command_prepareKeyValueMessage(name, value));
    }
    command_issueCommand('save-state', { name }, utils_toCommandValue(value));
}
/**
 * Gets the value of an state set by this action's main execution.
 *
 * @param     name     name of the state to get
 * @returns   string
 */
function getState(name) {
    return process.env[`STATE_${name}`] || '';
}
function getIDToken(aud) {
    return core_awaiter(this, void 0, void 0, function* () {
        return yield OidcClient.getIDToken(aud);
    });
}
/**
 * Summary exports
 */

/**
 * @deprecated use core.summary
 */

/**
 * Path exports
 */

/**
 * Platform utilities exports
 */

//# sourceMappingURL=core.js.map
// EXTERNAL MODULE: ./build/src/github/secrets.js
var secrets = __nccwpck_require__(8568);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
;// CONCATENATED MODULE: ./build/src/github/runner.js






const MAX_ANNOTATIONS = 10;
const MAX_MESSAGE_CHARS = 4096;
const MAX_TITLE_CHARS = 255;
const MAX_SUMMARY_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
const SUMMARY_CUT = "\n\n_The rest of the summary is left out: it would be over 1 MiB._\n";
const ANNOTATE = { notice: notice, warning: warning, error: error };
function initialState() {
    return {
        secrets: [...(0,secrets/* knownSecrets */.xU)(external_node_process_.env)],
        /** Those that were masked by `mask`; the runner masks its own by itself. */
        masked: new Set(),
        annotations: { notice: 0, warning: 0, error: 0 },
        broken: new Set(),
        summaryFull: false,
        summaryWrites: Promise.resolve(),
    };
}
/**
 * The runner's side of this process, by `@actions/core`. Added to it: every sink takes only text that is safe there,
 * secrets are redacted in each, and the runner's limits are kept. Outside a workflow outputs are shown in the log;
 * state and summary are dropped.
 */
function createRunner() {
    const state = initialState();
    const redacted = (text) => (0,secrets/* redact */.E$)(text, state.secrets);
    const annotator = (kind) => (text, place) => {
        annotate(state, kind, { text, place });
    };
    return {
        input: (name) => getInput(name),
        mask: (secret) => mask(state, secret),
        secrets: () => state.secrets,
        info: (text) => info(redacted(text)),
        debug: (text) => core_debug(redacted(text)),
        untrustedLines: createUntrustedWriter(redacted),
        group: (title) => startGroup(redacted(title)),
        endGroup: () => endGroup(),
        notice: annotator("notice"),
        warning: annotator("warning"),
        error: annotator("error"),
        setOutput: (name, value) => runner_setOutput(state, name, value),
        saveState: (name, value) => void safely(state, "GITHUB_STATE", () => saveState(name, redacted(value))),
        state: (name) => getState(name),
        appendSummary: (text) => appendSummary(state, text),
        flush: () => state.summaryWrites,
        eventPayload: readEvent,
        fail: () => {
            external_node_process_.exitCode = ExitCode.Failure;
        },
    };
}
function mask(state, secret) {
    const value = secret.trim();
    if (value === "" || state.masked.has(value))
        return;
    state.masked.add(value);
    // Without a runner no one would take the command out of the output.
    if (external_node_process_.env["GITHUB_ACTIONS"] === "true")
        core_setSecret(value);
    if (!state.secrets.includes(value))
        state.secrets.push(value);
}
function annotate(state, kind, { text, place = {} }) {
    const lines = typeof text === "string" ? [text] : text;
    state.annotations[kind] += 1;
    // [platform] The runner keeps ten of a kind a step; the rest stays readable in the log.
    if (state.annotations[kind] > MAX_ANNOTATIONS) {
        for (const line of lines)
            info((0,secrets/* redact */.E$)((0,untrusted_text/* log */.Rm) `${kind}: ${line}`, state.secrets));
        return;
    }
    const { title, file, line, column } = place;
    ANNOTATE[kind]((0,secrets/* redact */.E$)(lines.join("\n"), state.secrets).slice(0, MAX_MESSAGE_CHARS).toWellFormed(), {
        ...(title === undefined ? {} : { title: (0,secrets/* redact */.E$)((0,untrusted_text/* plainLine */.h0)(title), state.secrets).slice(0, MAX_TITLE_CHARS) }),
        ...(file === undefined ? {} : { file: (0,secrets/* redact */.E$)((0,untrusted_text/* plainLine */.h0)(file), state.secrets) }),
        ...(line === undefined ? {} : { startLine: line }),
        ...(column === undefined ? {} : { startColumn: column }),
    });
}
function runner_setOutput(state, name, value) {
    const safe = (0,secrets/* redact */.E$)(value, state.secrets);
    if (safe.includes("***")) {
        // [platform] GitHub drops an output that holds a masked value on its way to another job, silently.
        const what = (0,untrusted_text/* log */.Rm) `Output '${name}' holds a value that is masked as a secret, so other jobs would not get it.`;
        const hint = (0,untrusted_text/* log */.Rm) `Keep names and slugs in 'vars', not in secrets, and choose a token that is no part of a URL.`;
        annotate(state, "warning", { text: [what, hint], place: { title: "Output holds a secret" } });
    }
    if (!safely(state, "GITHUB_OUTPUT", () => setOutput(name, safe)))
        info((0,untrusted_text/* log */.Rm) `${name}=${safe}`);
}
/** core throws when a command file is missing or cannot be written. That never fails the job; it is reported once. */
function safely(state, file, write) {
    if ((external_node_process_.env[file] ?? "") === "" || state.broken.has(file))
        return false;
    try {
        write();
        return true;
    }
    catch (error) {
        reportBroken(state, file, error);
        return false;
    }
}
function reportBroken(state, file, error) {
    if (state.broken.has(file))
        return;
    state.broken.add(file);
    const reason = error instanceof Error ? error.message : String(error);
    annotate(state, "warning", { text: (0,untrusted_text/* log */.Rm) `${file} cannot be written: ${reason}` });
}
function appendSummary(state, text) {
    const path = external_node_process_.env["GITHUB_STEP_SUMMARY"] ?? "";
    if (path === "" || state.summaryFull || state.broken.has("GITHUB_STEP_SUMMARY"))
        return;
    const added = (0,secrets/* redact */.E$)(String(text), state.secrets);
    state.summaryBytes = (state.summaryBytes ?? sizeOf(path)) + Buffer.byteLength(added) + 1;
    // [platform] Over 1 MiB nothing at all is uploaded; a part that does not fit is left out whole, so no fence stays open.
    state.summaryFull = state.summaryBytes > MAX_SUMMARY_BYTES - Buffer.byteLength(SUMMARY_CUT);
    const part = state.summaryFull ? SUMMARY_CUT : added;
    state.summaryWrites = writeSummary(state, part);
}
/** One part after another: core empties its buffer after a write, with whatever was added meanwhile. */
async function writeSummary(state, part) {
    await state.summaryWrites;
    try {
        await summary.addRaw(part, true).write();
    }
    catch (error) {
        summary.emptyBuffer();
        reportBroken(state, "GITHUB_STEP_SUMMARY", error);
    }
}
function sizeOf(path) {
    try {
        return (0,external_node_fs_namespaceObject.statSync)(path).size;
    }
    catch {
        return 0;
    }
}
function readEvent() {
    const path = external_node_process_.env["GITHUB_EVENT_PATH"] ?? "";
    try {
        if (path === "" || (0,external_node_fs_namespaceObject.statSync)(path).size > MAX_EVENT_BYTES)
            return undefined;
        return JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, "utf8"));
    }
    catch {
        return undefined;
    }
}
/** Most of a run's untrusted lines, characters. */
const MAX_UNTRUSTED_CHARS = 64 * 1024 * 1024;
const BATCH_CHARS = 64 * 1024;
/**
 * Makes the writer of a run's untrusted lines, so that none of them commands the runner; core has no such call.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
function createUntrustedWriter(redacted) {
    const { stdout } = external_node_process_;
    let closed = false;
    let chars = 0;
    // A log no one reads any more is no reason to die: the deployment goes on.
    stdout.on("error", () => {
        closed = true;
    });
    return async (lines, { signal } = {}) => {
        // Fresh for every block: a build that has seen one cannot end the next.
        const token = (0,external_node_crypto_.randomUUID)();
        let next = 0;
        while (next < lines.length && chars <= MAX_UNTRUSTED_CHARS) {
            if (closed || signal?.aborted === true)
                return;
            const batch = [];
            for (const end = chars + BATCH_CHARS; next < lines.length && chars < end; next += 1) {
                const line = lines[next] ?? "";
                chars += line.length + 1;
                for (const text of (0,untrusted_text/* logLines */.OG)(line))
                    batch.push(text);
                if (chars <= MAX_UNTRUSTED_CHARS)
                    continue;
                batch.push(...(0,untrusted_text/* logLines */.OG)("The rest of the log is left out here: it is over 64 MiB."));
                break;
            }
            // Opened and closed in one write, so that a command of ours never falls into a block.
            stdout.write([`::stop-commands::${token}`, redacted(batch.join("\n")), `::${token}::`, ""].join("\n"));
            await drained(stdout, signal);
        }
    };
}
async function drained(stdout, signal) {
    if (!stdout.writableNeedDrain || signal?.aborted === true)
        return;
    await new Promise((resolve) => {
        const events = ["drain", "close", "error"];
        const done = () => {
            for (const event of events)
                stdout.off(event, done);
            signal?.removeEventListener("abort", done);
            resolve();
        };
        for (const event of events)
            stdout.once(event, done);
        signal?.addEventListener("abort", done, { once: true });
    });
}

;// CONCATENATED MODULE: ./build/src/action-process.js

/** The runner sends SIGINT, 7.5 s later SIGTERM; others were seen from self-hosted ones. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Inputs that hold a secret: masked before anything else is written. */
const SECRET_INPUTS = ["token", "github-token"];
/** Opens the runner's side of an action and masks its secrets. */
function startRunner() {
    const runner = createRunner();
    for (const name of SECRET_INPUTS)
        runner.mask(runner.input(name));
    return runner;
}
/**
 * Turns the signals of a canceled run into an abort, so that the process does not die on the spot.
 * @returns Disposing it restores the process's own handling.
 */
function listenForStop(process) {
    const controller = new AbortController();
    const listeners = STOP_SIGNALS.map((name) => ({
        name,
        stop: () => controller.abort(new Error(`The run was canceled (${name}).`)),
    }));
    for (const { name, stop } of listeners)
        process.on(name, stop);
    return {
        signal: controller.signal,
        [Symbol.dispose]: () => {
            for (const { name, stop } of listeners)
                process.off(name, stop);
        },
    };
}
/** Time for reporting after the build, even when the step's own time is over, milliseconds. */
const MIN_REPORT_MS = 4500;
/** Longest time for it: a GitHub that is down is no reason to hold a runner. */
const MAX_REPORT_MS = 60_000;
/**
 * Limits the time for reporting how a run ended: until the step's time is over, or soon after the run was canceled,
 * since the runner kills what is left after 7.5 s.
 * @param leftMs Of the step's time, milliseconds.
 * @param stop Aborts when the run is canceled.
 */
function reportTimeLimit(leftMs, stop) {
    const stopped = new AbortController();
    let timer;
    const hurry = () => {
        timer = setTimeout(() => stopped.abort(stop.reason), MIN_REPORT_MS);
    };
    if (stop.aborted)
        hurry();
    else
        stop.addEventListener("abort", hurry, { once: true });
    const limit = AbortSignal.timeout(Math.ceil(Math.min(MAX_REPORT_MS, Math.max(MIN_REPORT_MS, leftMs))));
    return {
        signal: AbortSignal.any([limit, stopped.signal]),
        [Symbol.dispose]: () => {
            clearTimeout(timer);
            stop.removeEventListener("abort", hurry);
        },
    };
}


/***/ }),

/***/ 5823:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   AG: () => (/* binding */ printDryRun),
/* harmony export */   Kn: () => (/* binding */ writeOutputs),
/* harmony export */   fz: () => (/* binding */ annotate)
/* harmony export */ });
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9943);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);


/**
 * Writes a headline to the log, as an annotation of its level.
 * @param lines Further lines of the annotation; untrusted.
 */
function annotate(runner, { level, title, text }, lines = []) {
    if (level === "info")
        return runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logText */ .kc)(text));
    runner[level]([(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logText */ .kc)(text), ...lines.flatMap((line) => (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logLines */ .OG)(line))], { title });
}
/** Writes outputs, each at once, so that a killed step keeps what was known. */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs)) {
        if (value !== undefined)
            runner.setOutput(name, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .outputText */ .jO)(value));
    }
}
/** Prints what a run would send, without sending it. */
function printDryRun(runner, { site, lines, comment, outputs }) {
    runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logText */ .kc)("Dry run: nothing is sent to the service or to GitHub."));
    for (const line of lines)
        runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logText */ .kc)(line));
    const shown = comment === undefined ? [] : ["Comment:", String((0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .renderComment */ .wQ)(comment))];
    for (const line of shown)
        for (const text of (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logLines */ .OG)(line))
            runner.info(text);
    writeOutputs(runner, { status: "skipped", ...outputs });
    runner.appendSummary((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`);
}


/***/ }),

/***/ 7803:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ approvalLink),
/* harmony export */   Q: () => (/* binding */ fillApprovalUrl)
/* harmony export */ });
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2551);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5543);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3312);




/**
 * Gets the link for approving the release of a ready preview: from the service, else from the template.
 * It approves nothing, and a missing link is not a failure.
 * @param request Calls the MCP tool `request_publish`; rejects when the service has no link.
 * @see Interface §1
 */
async function approvalLink(inputs, source, request) {
    if (inputs.approval === "off")
        return { kind: "off" };
    const link = await request().then((offered) => checkLink(inputs, offered), (error) => ({ kind: "none", reason: reasonOf(error) }));
    if (link.kind === "link" || inputs.approvalUrl === undefined)
        return link;
    const filled = fillApprovalUrl(inputs.approvalUrl, source);
    const url = filled && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(filled.href, { allowLoopbackHttp: filled.protocol === "http:" });
    return url === undefined ? link : { kind: "link", url, requestId: undefined };
}
/** Users sign in where this link leads, so it must lead to the service itself. */
function checkLink(inputs, { webApprovalUrl, requestId }) {
    const offered = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(webApprovalUrl);
    const service = offered && [inputs.baseUrl, inputs.mcpUrl].find((known) => (0,_service_url_js__WEBPACK_IMPORTED_MODULE_1__/* .isSameOrigin */ .J6)(known, offered));
    const url = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(webApprovalUrl, { allowLoopbackHttp: service?.protocol === "http:" });
    if (!service || url === undefined) {
        const where = offered === undefined ? "is not a URL" : `leads to ${offered.origin}, which is not the service`;
        return { kind: "none", reason: `The service's approval link ${where}.` };
    }
    return { kind: "link", url, requestId };
}
function reasonOf(error) {
    const code = error instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_3__/* .ClientError */ .MZ ? ` (${error.code})` : "";
    return `The service gave no approval link${code}: ${error instanceof Error ? error.message : String(error)}`;
}
/**
 * Fills in an approval template.
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
 * @param ids Inserted percent-encoded.
 * @returns Undefined when the result is not a URL, or when an id could change its origin.
 */
function fillApprovalUrl(template, ids) {
    const filled = template
        .replaceAll("{siteId}", encodeURIComponent(ids.siteId))
        .replaceAll("{deploymentId}", encodeURIComponent(ids.deploymentId));
    const url = /[{}]/.test(filled) ? undefined : (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(filled);
    const bare = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(template.split("{", 1)[0] ?? "");
    if (url === undefined ||
        bare === undefined ||
        bare.origin !== url.origin ||
        url.username !== "" ||
        url.password !== "") {
        return undefined;
    }
    return (0,_service_url_js__WEBPACK_IMPORTED_MODULE_1__/* .parseServiceUrl */ .iO)(url.origin) === undefined ? undefined : url;
}


/***/ }),

/***/ 7279:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   et: () => (/* binding */ internalFailure),
/* harmony export */   g5: () => (/* binding */ failureOf),
/* harmony export */   hC: () => (/* binding */ sentences),
/* harmony export */   kY: () => (/* binding */ failureText)
/* harmony export */ });
function failureOf(error) {
    return { code: error.code, message: error.detail, hint: error.hint, status: error.status };
}
/** Reports a bug of the action like any other failure. */
function internalFailure(error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { code: "internal_error", message, hint: "Please report this bug to the makers of the action." };
}
/** Code, message and hint as sentences; may hold words of the service. */
function failureText({ code, message, hint }) {
    return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}
/** Joins sentences, each with its full stop; empty ones are left out. */
function sentences(parts) {
    return parts
        .map((part) => part.trimEnd())
        .filter((part) => part !== "")
        .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
        .join(" ");
}


/***/ }),

/***/ 2930:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   ZX: () => (/* binding */ createRecordWriter),
/* harmony export */   gG: () => (/* binding */ reportGithubFailure),
/* harmony export */   mw: () => (/* binding */ githubOutputs),
/* harmony export */   nC: () => (/* binding */ githubOnce)
/* harmony export */ });
/* unused harmony export recordState */
/* harmony import */ var _github_deployment_record_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(1594);
/* harmony import */ var _github_octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4636);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(47);



/** Opens GitHub's client on first use: it is the largest part of the bundle, and nothing before the POST needs it. */
function githubOnce(inputs, { apiUrl, repository }) {
    let opened;
    const { githubToken: token = "", token: secret } = inputs;
    return () => {
        opened ??= (0,_github_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .createGithub */ .uh)({ token, apiUrl, repository, secrets: secret === undefined ? [] : [secret] });
        return opened;
    };
}
/** Keeps one GitHub deployment record in step with a run's rows: opened once, then updated when its state changes. */
function createRecordWriter() {
    let record;
    let written;
    return async (github, { opening, row, live }, context) => {
        if (record === undefined) {
            const opened = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_0__/* .openRecord */ .C6)(github, opening, context);
            if (opened.kind === "failed")
                return opened;
            record = opened;
        }
        const state = recordState(row, opening.production === true);
        // A fresh record is `pending` by itself: a live status would cost a request and say no more.
        if (state.state === written || (live && !record.reused))
            return record;
        const outcome = await (0,_github_deployment_record_js__WEBPACK_IMPORTED_MODULE_0__/* .setRecordStatus */ .wv)(github, record.recordId, { ...state, context });
        if (outcome.kind === "failed")
            return outcome;
        written = state.state;
        return record;
    };
}
/** States of the rows that have ended, and of those that wait for a person. */
const RECORD_STATES = {
    ready: "success",
    failed: "failure",
    rejected: "failure",
    refused: "error",
    canceled: "inactive",
    expired: "inactive",
    superseded: "inactive",
    approval_pending: "queued",
};
/**
 * Turns a row into the state of a GitHub deployment.
 * A build that was not followed to its end stays in progress: a later run updates the record.
 * @param production A release, whose URL is that of production.
 */
function recordState(row, production) {
    const state = RECORD_STATES[row.status] ?? "in_progress";
    const environmentUrl = production ? row.productionUrl : row.previewUrl;
    const logUrl = state === "queued" ? (row.approvalUrl ?? row.runUrl) : (row.logUrl ?? row.runUrl);
    if (state === "success")
        return { state, logUrl, ...(environmentUrl === undefined ? {} : { environmentUrl }) };
    const note = production ? undefined : row.note;
    const status = state === "queued" ? "waiting for approval" : row.status;
    const description = row.error?.code ?? note ?? `The ${production ? "release" : "deployment"} is ${status}`;
    return { state, logUrl, description };
}
/** What was written to GitHub, as outputs. */
function githubOutputs(comment, record) {
    return {
        ...(comment.kind === "done" ? { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl } : {}),
        ...(record.kind === "done" ? { "github-deployment-id": String(record.recordId) } : {}),
    };
}
/**
 * Warns that GitHub did not accept something, with the exact permissions that fix it.
 * @param target What was not accepted, as in "the comment".
 */
function reportGithubFailure(runner, target, failure) {
    const { reason, permissionHint: permissions = [] } = failure;
    const lines = [`${reason} The result of the deployment is not affected. ${hintFor(failure)}`, ...permissions];
    runner.warning(lines.map(_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .logText */ .kc), { title: `GitHub did not accept ${target}` });
}
function hintFor({ permissionHint, status, limitedMs }) {
    if (permissionHint !== undefined)
        return "Give the job these permissions:";
    if (limitedMs !== undefined) {
        return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
    }
    if (status === 401)
        return "Check the input 'github-token': GitHub does not accept it.";
    if (status === 403 || status === 404) {
        return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
    }
    if (status !== undefined && status < 500)
        return "Read GitHub's message, then re-run the job.";
    return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}


/***/ }),

/***/ 8559:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ap: () => (/* binding */ STATUS_TEXTS),
/* harmony export */   CL: () => (/* binding */ readStored),
/* harmony export */   SI: () => (/* binding */ includesRow),
/* harmony export */   U4: () => (/* binding */ isNewer),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   YE: () => (/* binding */ mergeRows),
/* harmony export */   kr: () => (/* binding */ authorProof),
/* harmony export */   xL: () => (/* binding */ marker),
/* harmony export */   xY: () => (/* binding */ hasMarker),
/* harmony export */   zK: () => (/* binding */ readRow)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5156);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);




/** How the states of a row are shown; others are shown as they are. */
const STATUS_TEXTS = {
    queued: "🕒 Queued",
    building: "🔨 Building",
    ready: "✅ Ready",
    failed: "❌ Failed",
    canceled: "🚫 Canceled",
    timed_out: "⌛ Timed out",
    refused: "⛔ Refused",
    accepted: "📨 Accepted",
    superseded: "⏭️ Superseded",
    interrupted: "⏸️ No longer watched",
    closed: "🌙 Closed",
    approval_pending: "🙋 Waiting for approval",
    rejected: "✋ Rejected",
    expired: "⌛ Expired",
};
const MAX_ROWS = 100;
const MAX_TEXT_CHARS = 2048;
const MAX_NAME_CHARS = 200;
const MAX_EXCERPT_LINES = 20;
const MAX_EXCERPT_CHARS = 300;
const cut = (maxChars) => (text) => text.slice(0, maxChars).toWellFormed();
const name = zod__WEBPACK_IMPORTED_MODULE_2__.string().catch("").transform(cut(MAX_NAME_CHARS));
const text = zod__WEBPACK_IMPORTED_MODULE_2__.string().catch("").transform(cut(MAX_TEXT_CHARS));
const optionalText = zod__WEBPACK_IMPORTED_MODULE_2__.string().min(1).transform(cut(MAX_TEXT_CHARS)).optional().catch(undefined);
const id = zod__WEBPACK_IMPORTED_MODULE_2__.int().positive();
/** One site in the comment, as it is stored there: what is missing or wrong is left out. Any text is untrusted. */
const CommentRow = zod__WEBPACK_IMPORTED_MODULE_2__.object({
    /** Identifies the row: a later write of the same site replaces it. */
    siteId: name.pipe(zod__WEBPACK_IMPORTED_MODULE_2__.string().min(1)),
    site: name,
    /** One of `RowStatus`, or another. */
    status: name,
    deploymentId: optionalText,
    commitSha: name,
    previewUrl: optionalText,
    /** Where a release is live; shown in place of the preview it was made from. */
    productionUrl: optionalText,
    approvalUrl: optionalText,
    logUrl: optionalText,
    runUrl: text,
    runId: id,
    runAttempt: id.catch(1),
    /** When the deployment was created, RFC 3339. */
    createdAt: optionalText,
    /** When this row was written, RFC 3339. */
    updatedAt: optionalText,
    durationSeconds: zod__WEBPACK_IMPORTED_MODULE_2__.number().optional().catch(undefined),
    /** Last lines of the log of a build that failed. */
    excerpt: zod__WEBPACK_IMPORTED_MODULE_2__.array(zod__WEBPACK_IMPORTED_MODULE_2__.unknown()).min(1).transform(excerptOf).optional().catch(undefined),
    error: zod__WEBPACK_IMPORTED_MODULE_2__.object({ code: text, message: text }).optional().catch(undefined),
    /** An explanation, such as what a cancel left running. */
    note: optionalText,
    /** GitHub's deployment record of this row, so that a later run can retire it. */
    recordId: id.optional().catch(undefined),
})
    .readonly();
/** Reads a row that was stored in a comment; undefined when it names no site or no run. */
function readRow(value) {
    const row = CommentRow.safeParse(value).data;
    if (row === undefined)
        return undefined;
    const { error, ...rest } = row;
    const named = { ...rest, site: row.site === "" ? row.siteId : row.site };
    return error === undefined || (error.code === "" && error.message === "") ? named : { ...named, error };
}
function excerptOf(lines) {
    return lines
        .slice(-MAX_EXCERPT_LINES)
        .map((line) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}
const DEPLOYMENT_ENDS = new Set(["ready", "failed", "canceled", "refused", "closed"]);
const OUR_ENDS = new Set(["timed_out", "interrupted", "accepted", "superseded"]);
/** Merges rows of any age into at most 100 by name: one a site, the newest; of two equally new ones the later. */
function mergeRows(rows) {
    const bySite = new Map();
    for (const row of rows) {
        const current = bySite.get(row.siteId);
        if (current === undefined || !isNewer(current, row))
            bySite.set(row.siteId, row);
    }
    const newest = [...bySite.values()].sort((left, right) => right.runId - left.runId).slice(0, MAX_ROWS);
    return newest.sort(bySiteName);
}
/**
 * Whether `current` must not be replaced by another row of its site.
 * Runs are compared first, so that an older run that ends last changes nothing.
 */
function isNewer(current, row) {
    if (current.runId !== row.runId)
        return current.runId > row.runId;
    if (current.runAttempt !== row.runAttempt)
        return current.runAttempt > row.runAttempt;
    const [currentMs, rowMs] = [timeOf(current.createdAt), timeOf(row.createdAt)];
    if (currentMs !== rowMs)
        return currentMs > rowMs;
    const [currentEnd, rowEnd] = [finality(current.status), finality(row.status)];
    if (currentEnd !== rowEnd)
        return currentEnd > rowEnd;
    return timeOf(current.updatedAt) > timeOf(row.updatedAt);
}
/** Whether a row that was written is among those read back, or was replaced by a newer one. */
function includesRow(rows, row) {
    const current = rows.find(({ siteId }) => siteId === row.siteId);
    return current !== undefined && (isNewer(current, row) || fingerprint(current) === fingerprint(row));
}
/** Without excerpts: they are shortened when many rows share the comment. */
function fingerprint(row) {
    return JSON.stringify({ ...readRow(row), excerpt: undefined });
}
function timeOf(at) {
    const ms = Date.parse(at ?? "");
    return Number.isNaN(ms) ? 0 : ms;
}
function finality(status) {
    if (DEPLOYMENT_ENDS.has(status))
        return 2;
    return OUR_ENDS.has(status) ? 1 : 0;
}
function bySiteName(left, right) {
    if (left.site !== right.site)
        return left.site < right.site ? -1 : 1;
    return left.siteId < right.siteId ? -1 : 1;
}
/** Version of the hidden JSON; readers ignore versions above theirs. */
const SCHEMA_VERSION = 1;
const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;
/** First line of the comment of a group; it must never change. */
function marker(group) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)("greenroom:comment", group === "" ? "previews" : group);
}
function storedText(stored) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
}
/** Whether a body begins with the marker of a group; a quoted or fenced one does not count. */
function hasMarker(body, group) {
    return body.split(/\r?\n/, 1)[0] === String(marker(group));
}
/** Reads what a comment stores; no rows when nothing is readable. */
function readStored(body) {
    const start = body.lastIndexOf(`<!-- ${DATA_NAME} `);
    const end = body.indexOf(" -->", start);
    const data = start < 0 || end < 0 ? undefined : parse(body.slice(start + DATA_NAME.length + 6, end));
    const rows = (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__.at)(data, "rows");
    return {
        createdByRun: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(data, "createdByRun") ?? 0,
        proof: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)(data, "proof"),
        rows: Array.isArray(rows) ? rows.map(readRow).filter((row) => row !== undefined) : [],
    };
}
function parse(text) {
    if (text.length > MAX_STORED_CHARS)
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/**
 * Proves that the author of a comment is the account this action writes as.
 * Copied into someone else's comment it proves nothing: the author is part of it.
 */
function authorProof(key, scope) {
    const bound = JSON.stringify([scope.repository, scope.pullNumber, scope.group, scope.authorId]);
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}


/***/ }),

/***/ 9943:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   S5: () => (/* binding */ durationText),
/* harmony export */   _6: () => (/* binding */ unknownFields),
/* harmony export */   du: () => (/* binding */ TEMPLATE_FIELDS),
/* harmony export */   tT: () => (/* binding */ commitText),
/* harmony export */   wQ: () => (/* binding */ renderComment),
/* harmony export */   yJ: () => (/* binding */ MAX_TEMPLATE_CHARS)
/* harmony export */ });
/* unused harmony exports MAX_BODY_CHARS, statusText, table, fillTemplate */
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5543);
/* harmony import */ var _data_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8559);



/** Longest body that GitHub accepts, characters. */
const MAX_BODY_CHARS = 65_536;
// Leaves room for what redaction may add.
const SAFE_BODY_CHARS = MAX_BODY_CHARS - 1024;
const EXCERPT_STEPS = [20, 10, 5, 0];
/** Renders the comment. When it is too long, excerpts are shortened first, then the oldest rows are left out. */
function renderComment(content) {
    for (const lines of EXCERPT_STEPS) {
        const body = renderRows(content, content.rows.map((row) => withExcerpt(row, lines)), 0);
        if (body.length <= SAFE_BODY_CHARS)
            return body;
    }
    const written = new Set(content.written.map(({ siteId }) => siteId));
    const first = (row) => (written.has(row.siteId) ? 1 : 0);
    const bare = content.rows
        .map((row) => withExcerpt(row, 0))
        .sort((left, right) => first(right) - first(left) || right.runId - left.runId);
    for (let kept = bare.length - 1; kept > 0; kept = Math.floor(kept * 0.8)) {
        const body = renderRows(content, bare.slice(0, kept), bare.length - kept);
        if (body.length <= SAFE_BODY_CHARS)
            return body;
    }
    return renderRows({ ...content, template: "" }, [], bare.length);
}
function withExcerpt(row, lines) {
    const { excerpt, ...rest } = row;
    return excerpt === undefined || lines === 0 ? rest : { ...rest, excerpt: excerpt.slice(-lines) };
}
function renderRows(content, rows, leftOut) {
    const { group, createdByRun, proof, template, written, run } = content;
    const [first] = written;
    const own = template !== undefined && template.trim() !== "" && first !== undefined;
    const filled = own ? fillTemplate(template, first) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${headingText(rows)}`;
    const parts = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .marker */ .xL)(group), filled], "\n"),
        table(rows),
        ...(leftOut === 0 ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `_${leftOut} older rows are left out._`]),
        ...releases(rows),
        ...notes(rows),
        ...details(rows),
        foot(run),
        (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)({ group, createdByRun, proof, rows }),
    ];
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, "\n\n");
}
function foot(run) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(run.runUrl, { allowLoopbackHttp: true });
    const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
    const writer = address === undefined ? label : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, address);
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}
const MAX_EXCERPT_CHARS = 4000;
const MAX_LABEL_CHARS = 60;
const SHORT_SHA_CHARS = 7;
const FAILURES = new Set(["failed", "refused", "timed_out"]);
const RUNNING = new Set(["queued", "building", "accepted", "interrupted"]);
function statusText(row) {
    const shown = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(_data_js__WEBPACK_IMPORTED_MODULE_1__/* .STATUS_TEXTS */ .Ap, row.status) ?? `⚪ ${row.status}`}`;
    const seconds = row.durationSeconds ?? 0;
    // Below half a second the number says nothing.
    return seconds < 0.5 ? shown : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${shown} in ${durationText(seconds)}`;
}
function durationText(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
    if (hours > 0)
        return `${hours} h ${minutes} min`;
    return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
function headingText(rows) {
    const count = (statuses) => rows.filter(({ status }) => statuses.has(status)).length;
    const [failed, running, ready] = [count(FAILURES), count(RUNNING), count(new Set(["ready"]))];
    const each = (number, one, many) => rows.length === 1 ? `The preview ${one}` : `${number} of ${rows.length} previews ${number === 1 ? one : many}`;
    if (failed > 0)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `❌ ${each(failed, "failed to build", "failed to build")}`;
    if (running > 0)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `🔨 ${each(running, "is in progress", "are in progress")}`;
    if (ready === 0)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `🌙 No preview is running`;
    return ready > 1 && ready === rows.length
        ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `✅ All ${ready} previews are ready`
        : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `✅ ${each(ready, "is ready", "are ready")}`;
}
function table(rows) {
    const address = rows.some(({ productionUrl }) => productionUrl !== undefined) ? "URL" : "Preview";
    const lines = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| Site | Status | ${address} | Commit | Updated |`,
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| --- | --- | --- | --- | --- |`,
        ...rows.map((row) => {
            return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${named(row)} | ${statusCell(row)} | ${preview(row)} | ${commitText(row)} | ${updated(row)} |`;
        }),
    ];
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n");
}
function statusCell(row) {
    const log = linked("log", row.logUrl);
    return log === undefined ? statusText(row) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${statusText(row)} · ${log}`;
}
/** Emphasis does not work around text that begins or ends with a space. */
function named(row) {
    const name = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${name === "" ? row.siteId : name}**`;
}
function preview(row) {
    if (row.status === "closed")
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    return linked("Open production", row.productionUrl) ?? linked("Open preview", row.previewUrl) ?? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
}
/** A short commit with a link to its page, whose URL is found by that of the run. */
function commitText({ commitSha, runUrl }) {
    if (commitSha === "")
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    const short = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(commitSha.slice(0, SHORT_SHA_CHARS));
    const [, repository] = /^(https?:\/\/[^?#]+?)\/actions\/runs\/\d/.exec(runUrl) ?? [];
    if (repository === undefined || !/^[0-9a-f]{7,64}$/i.test(commitSha))
        return short;
    return linked(short, `${repository}/commit/${commitSha}`) ?? short;
}
function updated(row) {
    const time = timeText(row.updatedAt ?? row.createdAt);
    return linked(time ?? "run", row.runUrl) ?? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${time ?? "–"}`;
}
function linked(label, url) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, address);
}
/** To the minute; undefined for text that is no RFC 3339 time. */
function timeText(at) {
    const ms = Date.parse(at ?? "");
    if (Number.isNaN(ms))
        return undefined;
    const [, day, month = "", , time = ""] = new Date(ms).toUTCString().split(" ");
    return `${month} ${Number(day)}, ${time.slice(0, 5)} UTC`;
}
/** The links to approve a release. */
function releases(rows) {
    const lines = rows.flatMap((row) => {
        const approve = linked("Review and approve the release", row.status === "closed" ? undefined : row.approvalUrl);
        return approve === undefined ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> - ${approve} of ${named(row)}`];
    });
    if (lines.length === 0)
        return [];
    const lead = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> **Ready for production?** Someone other than the requester must approve it.`;
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> [!TIP]`, lead, ...lines], "\n")];
}
function notes(rows) {
    return rows.flatMap((row) => (row.note === undefined ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${named(row)}: ${row.note}`]));
}
/** A foldable block for every row that failed; a single one is unfolded: it is what the reader came for. */
function details(rows) {
    const failed = rows.filter(({ status }) => FAILURES.has(status));
    return failed.flatMap((row) => failureDetails(row, failed.length === 1));
}
function failureDetails(row, unfolded) {
    const { error, excerpt = [] } = row;
    if (error === undefined && excerpt.length === 0)
        return [];
    const code = error === undefined || error.code === "" ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `` : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `: ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(error.code)}`;
    const parts = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<details${unfolded ? " open" : ""}><summary>${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(row.site)} failed to build${code}</summary>`,
        ...(error === undefined || error.message === "" ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${error.message}`]),
        ...(excerpt.length === 0
            ? []
            : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Last lines of the log:`, (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .codeFence */ .d6)(excerpt, { maxChars: MAX_EXCERPT_CHARS })]),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `</details>`,
    ];
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, "\n\n")];
}
/** Fields a template may hold, in braces. */
const FIELD_VALUES = {
    site: ({ site }) => site,
    siteId: ({ siteId }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(siteId),
    status: statusText,
    previewUrl: ({ previewUrl }) => addressText(previewUrl),
    approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
    logUrl: ({ logUrl }) => addressText(logUrl),
    runUrl: ({ runUrl }) => addressText(runUrl),
    deploymentId: ({ deploymentId }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(deploymentId ?? ""),
    commit: ({ commitSha }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(commitSha.slice(0, 7)),
    duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : durationText(durationSeconds)),
    errorCode: ({ error }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(error?.code ?? ""),
    errorMessage: ({ error }) => error?.message ?? "",
};
const TEMPLATE_FIELDS = Object.keys(FIELD_VALUES);
/** Longest template, characters. */
const MAX_TEMPLATE_CHARS = 10_000;
const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join("|")})\\}`);
/** Every `{word}` that is not one of the fields, each once. */
function unknownFields(template) {
    const names = Array.from(template.matchAll(/\{([A-Za-z][\w.-]{0,60})\}/g), (match) => match[1] ?? "");
    return [...new Set(names)].filter((name) => !TEMPLATE_FIELDS.includes(name));
}
/** Fills a workflow author's Markdown with the escaped values of a row; an unknown `{field}` stays as it is. */
function fillTemplate(template, row) {
    // Splitting at a group gives text and field in turn.
    const pieces = template.slice(0, MAX_TEMPLATE_CHARS).toWellFormed().replaceAll("<!--", "<! --").split(FIELD);
    const texts = pieces.filter((_, index) => index % 2 === 0);
    const values = pieces.filter((_, index) => index % 2 === 1).map((name) => FIELD_VALUES[name]?.(row) ?? "");
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(Object.assign(texts, { raw: texts }), ...values);
}
function addressText(url) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? "" : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .autolink */ .mf)(address);
}


/***/ }),

/***/ 1963:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  w: () => (/* binding */ closeComment),
  l: () => (/* binding */ upsertComment)
});

// EXTERNAL MODULE: ./build/src/github/octokit.js
var octokit = __nccwpck_require__(4636);
// EXTERNAL MODULE: ./build/src/github/secrets.js
var github_secrets = __nccwpck_require__(8568);
// EXTERNAL MODULE: ./build/src/github/comment/data.js
var data = __nccwpck_require__(8559);
// EXTERNAL MODULE: ./build/src/github/payload.js
var payload = __nccwpck_require__(5543);
;// CONCATENATED MODULE: ./build/src/github/comment/find.js



const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const WORKFLOW_LOGIN = "github-actions[bot]";
/** Reads a comment, ours or not. */
function readComment(value) {
    const id = (0,payload/* numberAt */.tk)(value, "id");
    if (id === undefined)
        return undefined;
    const body = (0,payload/* textAt */.$6)(value, "body") ?? "";
    return {
        id,
        url: (0,payload/* textAt */.$6)(value, "html_url") ?? "",
        body,
        authorId: (0,payload/* numberAt */.tk)(value, "user", "id") ?? 0,
        login: (0,payload/* textAt */.$6)(value, "user", "login") ?? "",
        bot: (0,payload.at)(value, "user", "type") === "Bot",
        updatedAt: (0,payload/* textAt */.$6)(value, "updated_at") ?? "",
        ...(0,data/* readStored */.CL)(body),
    };
}
/**
 * Whether a comment is ours: the marker is its exact first line, and its author is the workflow's own bot (a name no
 * person can take), the account that a response of this run has shown to be ours, or the account that the proof in it
 * names. A proof that was copied into another comment fails.
 */
function isOurs(comment, search, repository) {
    const { group, pullNumber, proofKey, selfId } = search;
    if (!(0,data/* hasMarker */.xY)(comment.body, group))
        return false;
    if (comment.bot && comment.login === WORKFLOW_LOGIN)
        return true;
    if (comment.authorId > 0 && comment.authorId === selfId)
        return true;
    if (proofKey === undefined || proofKey === "" || comment.authorId === 0)
        return false;
    return comment.proof === (0,data/* authorProof */.kr)(proofKey, { repository, pullNumber, group, authorId: comment.authorId });
}
/** Finds our comments on a pull request on all pages, oldest first. */
async function findComments(github, search, context) {
    const { owner, repo } = github.repository;
    const comments = [];
    let lastPage = search.fromPage ?? 1;
    // Not `octokit.paginate`: its requests lose our signal, it follows a `Link` to any host with the token, and it takes
    // an empty body for an empty list, after which a second comment would be made.
    for (let page = lastPage; page <= MAX_PAGES; page += 1) {
        lastPage = page;
        const read = await (0,octokit/* call */.T1)(github, { doing: "read the comments", reads: true }, context, (rest, parameters) => rest.issues.listComments({ ...parameters, issue_number: search.pullNumber, per_page: PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,octokit/* unreadable */.O$)("the comments");
        for (const element of read.data) {
            const comment = readComment(element);
            if (comment !== undefined && isOurs(comment, search, `${owner}/${repo}`))
                comments.push(comment);
        }
        if (read.data.length < PAGE_SIZE)
            break;
    }
    return { kind: "done", comments: comments.sort((left, right) => left.id - right.id), lastPage };
}
/** Reads a comment that this run found or made before; empty when it is gone or no longer ours. */
async function readKnown(github, known, context) {
    const read = await (0,octokit/* call */.T1)(github, { doing: "read the comment", reads: true }, context, (rest, parameters) => rest.issues.getComment({ ...parameters, comment_id: known.id }));
    if (read.kind === "failed" && read.status !== 404 && read.status !== 410)
        return read;
    const comment = read.kind === "failed" ? undefined : readComment(read.data);
    const ours = comment !== undefined && (0,data/* hasMarker */.xY)(comment.body, known.group);
    return { kind: "done", comments: ours ? [comment] : [] };
}

// EXTERNAL MODULE: ./build/src/github/comment/render.js
var render = __nccwpck_require__(9943);
;// CONCATENATED MODULE: ./build/src/github/comment/upsert.js





/**
 * Writes our row into the group's one comment on a pull request.
 *
 * The comment is found by marker and author, or created; then the list is read again, and the lowest id stays. A write
 * merges the rows of other jobs. When there are others, it is read back after `readBackMs`: by then a job that had read
 * before our write has written, and if that write lost our row, it is written again.
 */
async function upsertComment(github, write, context) {
    if (write.mode === "off")
        return { kind: "skipped", reason: "Comments are switched off." };
    const row = prepareRow(write, context.clock.now());
    if (row === undefined)
        return { kind: "skipped", reason: "The row names no site or no run." };
    return reconcileComment(github, { place: write, change: { own: () => [row], run: row, creates: true } }, context);
}
/** Marks every row of a group's comment as closed; skipped when there is no comment. */
async function closeComment(github, { run, ...place }, context) {
    const updatedAt = new Date(context.clock.now()).toISOString();
    const closeRow = (row) => {
        const { note: _note, approvalUrl: _approvalUrl, ...kept } = row;
        return row.status === "closed" ? row : { ...kept, ...run, status: "closed", updatedAt };
    };
    const change = { own: (seen) => seen.map(closeRow), run, creates: false };
    return reconcileComment(github, { place: { ...place, mode: "update" }, change }, context);
}
function prepareRow(write, nowMs) {
    const row = { ...write.row, updatedAt: write.row.updatedAt ?? new Date(nowMs).toISOString() };
    const clean = JSON.parse(JSON.stringify(row), (_, value) => typeof value === "string" ? (0,github_secrets/* redact */.E$)(value, write.secrets ?? []) : value);
    return (0,data/* readRow */.zK)(clean);
}
const MAX_ROUNDS = 12;
const MAX_FAILURES = 3;
const READ_BACK_MS = 3000;
const LOOK_AGAIN_MS = 1000;
const STALE_MS = 600_000;
/** Applies a change to the one comment of a group, in bounded rounds of read and write. */
async function reconcileComment(github, { place, change }, context) {
    const work = { github, place, change, context, seen: [], knownId: place.knownId, fromPage: 1, emptyUpTo: 1 };
    let failure = { kind: "failed", reason: "The comment could not be updated in time." };
    let failures = 0;
    for (let round = 1; round <= MAX_ROUNDS && failures < MAX_FAILURES && !context.signal.aborted; round += 1) {
        const result = await runRound(work);
        if (result.kind === "done" || result.kind === "skipped")
            return result;
        if (result.kind === "again")
            continue;
        failure = result;
        failures += 1;
        if (!(await (0,octokit/* pause */.v7)(result.retryInMs, context)))
            break;
    }
    return failure;
}
async function runRound(work) {
    const { change } = work;
    const found = await find(work);
    if (found.kind === "failed")
        return found;
    const target = pickTarget(work, found.comments);
    work.seen = (0,data/* mergeRows */.YE)([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
    const own = change.own(work.seen);
    const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
    const { runId, runAttempt } = change.run;
    work.previous ??= replaced.find((row) => row.runId !== runId || row.runAttempt !== runAttempt);
    if (target === undefined && change.creates)
        return create(work, own);
    if (target === undefined)
        return { kind: "skipped", reason: "There is no comment of this group." };
    work.knownId = target.id;
    const extras = found.comments.filter((comment) => comment !== target && canDelete(work, comment, target));
    const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
    if (wanted.some((row) => !(0,data/* includesRow */.SI)(target.rows, row)))
        return update(work, { target, extras, own });
    await deleteAll(work, extras);
    const superseded = own.some((row) => replaced.some((current) => current.siteId === row.siteId && (0,data/* isNewer */.U4)(current, row)));
    return done(work, target, { rows: target.rows, superseded });
}
async function find(work) {
    const { github, place, context, selfId, fromPage } = work;
    const { pullNumber, group, proofKey } = place;
    if (work.knownId !== undefined) {
        const known = await readKnown(github, { id: work.knownId, group }, context);
        if (known.kind === "failed")
            return known;
        work.selfId ??= known.comments[0]?.authorId;
        if (known.comments.length > 0)
            return known;
        work.knownId = undefined;
    }
    const listed = await findComments(github, { pullNumber, group, proofKey, selfId, fromPage }, context);
    work.fromPage = 1;
    if (listed.kind === "failed")
        return listed;
    work.emptyUpTo = listed.comments.length === 0 ? listed.lastPage : 1;
    return addCreated(work, listed.comments);
}
/** A list may lag behind a write: without this read, the comment would be created again and again. */
async function addCreated(work, comments) {
    const { github, place, context, createdId } = work;
    if (createdId === undefined || comments.some(({ id }) => id === createdId))
        return { kind: "done", comments };
    const created = await readKnown(github, { id: createdId, group: place.group }, context);
    if (created.kind === "failed")
        return created;
    if (created.comments.length === 0)
        work.createdId = undefined;
    return { kind: "done", comments: [...comments, ...created.comments].sort((left, right) => left.id - right.id) };
}
function pickTarget({ place, change }, comments) {
    if (place.mode !== "recreate")
        return comments[0];
    // A run creates its own comment, at the end of the discussion; its jobs share it.
    return comments.find(({ createdByRun }) => createdByRun >= change.run.runId);
}
function canDelete(work, comment, target) {
    if (comment.id === work.createdId)
        return true;
    if (work.place.mode === "recreate")
        return comment.createdByRun < target.createdByRun;
    // Another job that has just created it deletes it itself, after it has moved its row.
    return work.context.clock.now() - Date.parse(comment.updatedAt) > STALE_MS;
}
function upsert_render(work, own, before) {
    const { github, place, change, selfId } = work;
    const { group, pullNumber, template, proofKey = "", secrets = [] } = place;
    const rows = (0,data/* mergeRows */.YE)([...work.seen, ...own]);
    const authorId = before?.authorId ?? selfId;
    const scope = { repository: `${github.repository.owner}/${github.repository.repo}`, pullNumber, group };
    const body = (0,render/* renderComment */.wQ)({
        group,
        rows,
        createdByRun: before?.createdByRun ?? change.run.runId,
        run: change.run,
        written: own,
        template,
        proof: proofKey === "" || authorId === undefined ? undefined : (0,data/* authorProof */.kr)(proofKey, { ...scope, authorId }),
    });
    return { body: (0,github_secrets/* redact */.E$)(String(body), secrets), rows };
}
async function create(work, own) {
    const { github, place, context } = work;
    const { body } = upsert_render(work, own);
    const sent = await (0,octokit/* call */.T1)(github, { doing: "write a comment" }, context, (rest, parameters) => rest.issues.createComment({ ...parameters, issue_number: place.pullNumber, body }));
    if (sent.kind === "failed")
        return sent;
    const comment = readComment(sent.data);
    // It may be there: the list shows.
    if (comment === undefined)
        return { ...(0,octokit/* unreadable */.O$)("the new comment"), retryInMs: LOOK_AGAIN_MS };
    work.createdId = comment.id;
    work.selfId ??= comment.authorId;
    work.fromPage = work.emptyUpTo;
    // Another job may have created one at the same time: the list shows which stays.
    return { kind: "again" };
}
async function update(work, { target, extras, own }) {
    const { github, place, context } = work;
    const { body, rows } = upsert_render(work, own, target);
    const sent = await (0,octokit/* call */.T1)(github, { doing: "update the comment" }, context, (rest, parameters) => rest.issues.updateComment({ ...parameters, comment_id: target.id, body }));
    if (sent.kind === "failed") {
        if (sent.status !== 404 && sent.status !== 410)
            return sent;
        // Deleted between our read and our write: it is searched for again, then created.
        work.knownId = undefined;
        return { kind: "again" };
    }
    await deleteAll(work, extras);
    const shared = rows.length > 1 || place.verify === "always";
    const waitMs = (context.readBackMs ?? READ_BACK_MS) * (1 + (context.random ?? Math.random)() / 2);
    if (shared && (await (0,octokit/* pause */.v7)(waitMs, context)))
        return { kind: "again" };
    return done(work, target, { rows, superseded: false });
}
async function deleteAll({ github, context }, extras) {
    // One that cannot be deleted is deleted by the next run.
    for (const { id } of extras) {
        await (0,octokit/* call */.T1)(github, { doing: "delete a second comment" }, context, (rest, parameters) => rest.issues.deleteComment({ ...parameters, comment_id: id }));
    }
}
function done(work, target, end) {
    return {
        kind: "done",
        commentId: target.id,
        commentUrl: target.url,
        created: work.createdId === target.id,
        ...end,
        previous: work.previous,
    };
}


/***/ }),

/***/ 1594:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ retireRecords),
/* harmony export */   C6: () => (/* binding */ openRecord),
/* harmony export */   wv: () => (/* binding */ setRecordStatus)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);



const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const MAX_RETIRED = 20;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;
/**
 * Opens a GitHub deployment for a commit. When a response is lost, the list is read before anything is sent again, so
 * that no second one stays pending.
 */
async function openRecord(github, opening, context) {
    if (opening.production === true || opening.runAttempt > 1) {
        const found = await findRecord(github, opening, context);
        if (found !== undefined)
            return found;
    }
    for (let attempt = 1;; attempt += 1) {
        const sent = await create(github, opening, context);
        const recordId = sent.kind === "done" ? (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(sent.data, "id") : undefined;
        if (recordId !== undefined)
            return { kind: "done", recordId, reused: false };
        const failed = sent.kind === "failed" ? sent : withoutId(sent.data);
        if (attempt >= MAX_WRITES || !(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(failed.retryInMs, context)))
            return failed;
        const found = failed.unknown === true ? await findRecord(github, opening, context) : undefined;
        if (found !== undefined)
            return found;
    }
}
/** A response that cannot be read is as good as lost: the list shows whether the record is there. */
function withoutId(data) {
    const failed = (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the deployment");
    return typeof data === "object" && data !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}
function create(github, opening, context) {
    const { sha, environment, description = "", production = false } = opening;
    const { siteId, pullNumber = null, runId, runAttempt, sourceDeploymentId } = opening;
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "open a deployment" }, context, (rest, parameters) => rest.repos.createDeployment({
        ...parameters,
        ref: sha,
        // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
        auto_merge: false,
        required_contexts: [],
        environment,
        description: cutDescription(description),
        transient_environment: !production,
        production_environment: production,
        payload: { greenroom: { schemaVersion: 1, siteId, pullNumber, runId, runAttempt, sourceDeploymentId } },
    }));
}
async function findRecord(github, { sha, environment, siteId, sourceDeploymentId }, context) {
    const found = await listRecords(github, { sha, environment }, context);
    if (found.kind === "failed")
        return undefined;
    // GitHub lists the newest first.
    const record = found.records.find((one) => one.siteId === siteId && (one.sourceDeploymentId ?? sourceDeploymentId) === sourceDeploymentId);
    return record && { kind: "done", recordId: record.id, reused: true };
}
/** Lists the deployments that were opened here, with what they were opened for. */
async function listRecords(github, query, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read deployments", reads: true }, context, (rest, parameters) => rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }));
    if (read.kind === "failed")
        return read;
    if (!Array.isArray(read.data))
        return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("deployments");
    const records = read.data.flatMap((deployment) => {
        const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(deployment, "id");
        const ours = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(deployment, "payload", "greenroom");
        if (id === undefined || ours === undefined)
            return [];
        const [siteId, pullNumber] = [(0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(ours, "siteId"), (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(ours, "pullNumber")];
        return [{ id, siteId, pullNumber, sourceDeploymentId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(ours, "sourceDeploymentId") }];
    });
    return { kind: "done", records };
}
/** Sets the status of a GitHub deployment. */
async function setRecordStatus(github, recordId, { context, state, description, ...urls }) {
    const environmentUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(urls.environmentUrl ?? "", { allowLoopbackHttp: true });
    const logUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(urls.logUrl ?? "", { allowLoopbackHttp: true });
    for (let attempt = 1;; attempt += 1) {
        const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "set the status of a deployment" }, context, (rest, parameters) => rest.repos.createDeploymentStatus({
            ...parameters,
            deployment_id: recordId,
            state,
            ...(environmentUrl === undefined ? {} : { environment_url: environmentUrl }),
            ...(logUrl === undefined ? {} : { log_url: logUrl }),
            ...(description === undefined ? {} : { description: cutDescription(description) }),
            // Other pull requests and sites share the environment: only what we name turns inactive.
            auto_inactive: false,
        }));
        if (sent.kind === "done")
            return { kind: "done", recordId, reused: false };
        // Set twice it is still true, so a lost response is no reason to look first.
        if (attempt >= MAX_WRITES || !(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(sent.retryInMs, context)))
            return sent;
    }
}
/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text) {
    const line = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(text);
    if (line.length <= MAX_DESCRIPTION_CHARS)
        return line;
    const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
    return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}
/** Sets at most 20 GitHub deployments inactive, the newest first; one that is gone counts as inactive. */
async function retireRecords(github, retiring, context) {
    const found = "recordIds" in retiring ? retiring.recordIds : await findOfPull(github, retiring, context);
    if ("kind" in found)
        return found;
    let retired = 0;
    for (const recordId of found.slice(0, MAX_RETIRED)) {
        const outcome = await setRecordStatus(github, recordId, { state: "inactive", context });
        if (outcome.kind === "failed" && outcome.status !== 404)
            return outcome;
        retired += 1;
    }
    return { kind: "done", retired };
}
async function findOfPull(github, { environment, pullNumber }, context) {
    const found = await listRecords(github, { environment }, context);
    if (found.kind === "failed")
        return found;
    return found.records.filter((one) => one.pullNumber === pullNumber).map(({ id }) => id);
}


/***/ }),

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   O$: () => (/* binding */ unreadable),
/* harmony export */   T1: () => (/* binding */ call),
/* harmony export */   uh: () => (/* binding */ createGithub),
/* harmony export */   v7: () => (/* binding */ pause)
/* harmony export */ });
/* unused harmony exports withSafeguards, classifyError, permissionLines */
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5543);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8568);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);



const TIMEOUT_MS = 15_000;
const ignore = () => undefined;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Opens GitHub's REST API, through the proxy of the environment when there is one. Octokit is the largest part of the
 * bundle and reads the event file when it is imported: it is loaded here, after the deployment request has left.
 */
async function createGithub(options) {
    const { getOctokit } = await __nccwpck_require__.e(/* import() */ 785).then(__nccwpck_require__.bind(__nccwpck_require__, 2785));
    return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT }), options);
}
/** Adds to every request of a client: a time limit, no redirect, and no secret in what is sent. */
function withSafeguards(octokit, options) {
    const { repository, timeoutMs = TIMEOUT_MS } = options;
    const secrets = [options.token, ...(options.secrets ?? [])];
    octokit.hook.before("request", (request) => {
        const signals = [AbortSignal.timeout(timeoutMs), request.request.signal ?? []].flat();
        // A redirect could lead the token to another host.
        Object.assign(request.request, { signal: AbortSignal.any(signals), redirect: "manual" });
        for (const [name, value] of Object.entries(request)) {
            const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
            if (isBody)
                Object.assign(request, { [name]: (0,_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .redactWithin */ .Nr)(value, secrets) });
        }
    });
    octokit.hook.after("request", (response, { method }) => {
        // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
        const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
        if (response.status >= 300 || unreadable)
            throw Object.assign(new Error("unexpected response"), { response });
    });
    return { octokit, repository: { owner: repository.owner, repo: repository.name } };
}
/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);
/** The failure for a response that is not what GitHub describes, such as a page of a proxy. */
function unreadable(what) {
    return { kind: "failed", reason: `GitHub's response about ${what} could not be read.`, unknown: true };
}
const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
/**
 * Sends a request to GitHub once, or, when it only reads, up to three times; never rejects. A write is never repeated
 * here: what it was made of may be out of date by then.
 *
 * Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our clock.
 * @param request In words, as in "read the comments".
 * @returns Outside data: Octokit's types say what GitHub describes, not what came.
 */
async function call({ octokit, repository }, request, context, send) {
    const attempts = request.reads === true ? MAX_READS : 1;
    for (let attempt = 1;; attempt += 1) {
        try {
            const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
            return { kind: "done", data };
        }
        catch (error) {
            const failure = classifyError(error, { doing: request.doing, attempt, nowMs: context.clock.now() });
            if (attempt >= attempts || !(await pause(failure.retryInMs, context)))
                return failure;
        }
    }
}
/** Waits; false when the signal ended the wait, and for a failure without a time for a retry. */
async function pause(ms, { clock, signal }) {
    if (ms === undefined || signal.aborted)
        return false;
    try {
        await clock.sleep(ms, signal);
        return true;
    }
    catch (error) {
        if (signal.aborted)
            return false;
        throw error;
    }
}
/** What an error of Octokit means for the user and for a second request. */
function classifyError(error, { doing, attempt, nowMs }) {
    const backOffMs = FIRST_RETRY_MS * 4 ** (attempt - 1);
    const lost = { kind: "failed", retryInMs: backOffMs, unknown: true };
    const status = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(error, "response", "status");
    if (typeof status !== "number") {
        const reason = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(networkReason(error)).slice(0, 300);
        return { ...lost, reason: `GitHub could not be reached to ${doing}: ${reason}.` };
    }
    if (status < 300)
        return { ...lost, reason: `GitHub's response to the request to ${doing} could not be read.` };
    const message = ((0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(error, "response", "data", "message") ?? "").slice(0, 300);
    const words = message === "" ? "" : `: ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(message)}`;
    const reason = `GitHub responded with ${status} to the request to ${doing}${words}.`;
    const failure = { kind: "failed", reason, status, unknown: status >= 500 };
    const header = (name) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(error, "response", "headers", name);
    const serverMs = Date.parse(header("date") ?? "");
    // GitHub's own clock, when it is known: ours may be wrong.
    const atMs = Number.isNaN(serverMs) ? nowMs : serverMs;
    if (status >= 500)
        return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(header, atMs) ?? 0) };
    if (status !== 403 && status !== 429)
        return failure;
    const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
    const limitedMs = rateLimitMs(header, atMs) ?? (secondary ? SECONDARY_WAIT_MS * 2 ** (attempt - 1) : undefined);
    if (limitedMs !== undefined) {
        return { ...failure, limitedMs, ...(limitedMs > MAX_WAIT_MS ? {} : { retryInMs: limitedMs }) };
    }
    const accepted = header("x-accepted-github-permissions");
    const refused = accepted !== undefined || /not accessible by/i.test(message);
    return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}
function networkReason(error) {
    const cause = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(error, "cause");
    if (cause instanceof DOMException && cause.name === "TimeoutError")
        return "no response in time";
    return error instanceof Error ? error.message : String(error);
}
/** How long a rate limit lasts by its headers, ms. */
function rateLimitMs(header, nowMs) {
    const waitMs = retryAfterMs(header, nowMs);
    if (waitMs !== undefined)
        return Math.max(FIRST_RETRY_MS, waitMs);
    if (header("x-ratelimit-remaining") !== "0")
        return undefined;
    const leftMs = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - nowMs;
    return Number.isFinite(leftMs) ? Math.max(FIRST_RETRY_MS, leftMs) : SECONDARY_WAIT_MS;
}
/** Seconds are what GitHub writes; a date may come from a proxy. [RFC 9110 §10.2.3] */
function retryAfterMs(header, nowMs) {
    const value = (header("retry-after") ?? "").slice(0, 40);
    if (/^\d{1,9}$/.test(value))
        return Number(value) * 1000;
    const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
/** What the preview action needs with every feature on. */
const GRANTS = {
    contents: "read",
    deployments: "write",
    "pull-requests": "write",
};
/**
 * The `permissions:` block the job needs for a refused request, as lines of YAML. It is always the whole block: one
 * without the grants that worked would take them away.
 * @see GitHub Docs: Troubleshooting the REST API
 */
function permissionLines(accepted = "") {
    const alternatives = accepted
        .split(";")
        .map(readGrants)
        .filter((grants) => grants.length > 0);
    const covered = alternatives.some((grants) => grants.every(isGranted));
    const all = new Map([...Object.entries(GRANTS), ...(covered ? [] : (alternatives[0] ?? []))]);
    return ["permissions:", ...Array.from(all, ([name, level]) => `  ${name}: ${level}`).sort()];
}
function readGrants(text) {
    const found = text.matchAll(/(?:^|,)\s*([a-z_]{1,40})=(read|write)\s*(?=,|$)/g);
    return Array.from(found, ([, name = "", level = ""]) => [name.replaceAll("_", "-"), level]);
}
function isGranted([name, level]) {
    return GRANTS[name] === level || GRANTS[name] === "write";
}


/***/ }),

/***/ 5543:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   Dl: () => (/* binding */ parseUrl),
/* harmony export */   ZZ: () => (/* binding */ field),
/* harmony export */   at: () => (/* binding */ at),
/* harmony export */   rD: () => (/* binding */ wholeNumber),
/* harmony export */   tk: () => (/* binding */ numberAt)
/* harmony export */ });
/** An own field of outside data. */
function field(value, name) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
        return undefined;
    return Reflect.get(value, name);
}
/** A field below fields. */
function at(value, ...names) {
    return names.reduce(field, value);
}
/** A text that is not empty, below fields. */
function textAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "string" && found !== "" ? found : undefined;
}
/** A whole number above zero, below fields. */
function numberAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}
/** A text as an absolute URL; undefined when it is none. */
function parseUrl(text) {
    // Not `URL.parse`: early releases of Node 20 do not have it.
    return URL.canParse(text) ? new URL(text) : undefined;
}
/** Digits of the environment as a whole number; 0 when there is none. */
function wholeNumber(text) {
    const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
    return Number.isSafeInteger(number) ? number : 0;
}


/***/ }),

/***/ 7322:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ findPull)
/* harmony export */ });
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4636);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9357);


/**
 * Finds the pull request a trigger belongs to; requests it from GitHub only when the payload does not name it.
 * A pull request that is found by search must be open, with exactly the trigger's commit as its head.
 * @param search `pullNumber` is the input `pr-number`.
 */
async function findPull(github, trigger, search) {
    const { pull, head } = trigger;
    const { pullNumber } = search;
    if (pullNumber !== undefined && !(pull?.kind === "named" && pull.number === pullNumber)) {
        const given = await readNumber(github, pullNumber, search);
        // A number out of a fork's run is only a claim: the commit proves it.
        const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
        if (given.kind !== "found" || !claimed || given.pull.headSha === head?.sha)
            return given;
        return { kind: "none", reason: `The head of pull request ${pullNumber} is not the commit of this run.` };
    }
    if (pull === null)
        return { kind: "none", reason: "The event belongs to no pull request." };
    if (pull.kind === "number")
        return readNumber(github, pull.number, search);
    if (pull.kind === "search")
        return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
    return found({ ...pull, headSha: head?.sha ?? "", headBranch: head?.branch ?? null });
}
function found(pull) {
    return { kind: "found", number: pull.number, pull };
}
async function readNumber(github, number, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, { doing: "read the pull request", reads: true }, context, (rest, parameters) => rest.pulls.get({ ...parameters, pull_number: number }));
    if (read.kind === "failed") {
        return read.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : read;
    }
    const pull = (0,_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .E)(read.data);
    return pull === undefined ? (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the pull request") : found(pull);
}
async function searchPull(github, { pull, repositoryId }, context) {
    const request = { doing: "find the pull request", reads: true };
    const head = `${pull.headOwner}:${pull.headBranch}`;
    const byHead = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, context, (rest, parameters) => rest.pulls.list({ ...parameters, state: "open", head, per_page: 100 }));
    if (byHead.kind === "failed")
        return byHead;
    const first = pick(byHead.data, pull);
    if (first !== undefined)
        return found(first);
    const none = { kind: "none", reason: `No open pull request has ${pull.sha.slice(0, 7)} as its head.` };
    // [platform] By commit the base repository knows only its own commits, not those of a fork.
    if (String(pull.headRepositoryId) !== repositoryId)
        return none;
    const byCommit = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, context, (rest, parameters) => rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: pull.sha }));
    if (byCommit.kind === "failed")
        return byCommit.status === 409 ? none : byCommit;
    const second = pick(byCommit.data, pull);
    return second === undefined ? none : found(second);
}
function pick(list, wanted) {
    const pulls = Array.isArray(list) ? list.map(_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .readPull */ .E).filter((pull) => pull !== undefined) : [];
    const fits = pulls.filter((pull) => pull.state === "open" &&
        pull.headSha === wanted.sha &&
        (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId));
    return fits.sort((left, right) => left.number - right.number)[0];
}


/***/ }),

/***/ 8568:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E$: () => (/* binding */ redact),
/* harmony export */   Nr: () => (/* binding */ redactWithin),
/* harmony export */   xU: () => (/* binding */ knownSecrets)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1634);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);


/**
 * Replaces secrets in text: as they are, percent-encoded, JSON-escaped, escaped for Markdown, HTML and workflow commands,
 * and in base64 at each of the three shifts.
 */
function redact(text, secrets) {
    return formsOf(secrets).reduce((rest, form) => rest.replaceAll(form, "***"), text);
}
// A log is searched for the same secrets thousands of times; a list of secrets only grows.
const KNOWN = new WeakMap();
/** Every form in which secrets can appear in text that we write, longest first. */
function formsOf(secrets) {
    const known = KNOWN.get(secrets);
    if (known?.count === secrets.length)
        return known.longestFirst;
    const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(spelled));
    const longestFirst = [...forms].sort((a, b) => b.length - a.length);
    KNOWN.set(secrets, { count: secrets.length, longestFirst });
    return longestFirst;
}
function spelled(secret) {
    const plain = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(secret);
    const data = secret.replaceAll("%", "%25");
    return [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        JSON.stringify(secret).slice(1, -1),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeMarkdown */ .FV)(plain),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeHtml */ .ZD)(plain),
        data,
        data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
        ...(0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .base64Forms */ .ft)(secret),
    ];
}
/** Variables in which the runner, or a workflow by convention, keeps a credential. */
const SECRET_NAMES = ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
/** Tokens of GitHub, and signed tokens such as those the runner gets for itself. */
const SECRET_SHAPES = /^(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*)$/;
/** Shorter ones would be replaced all over the text. */
const MIN_SECRET_CHARS = 12;
/**
 * Finds credentials in the environment that were not given to us as inputs. The runner masks them in its log, but not
 * in a comment. A value with another name and shape is not taken for a secret: it can be the name of a site.
 * @see GitHub Docs: About security hardening with OpenID Connect; Authenticating with the GITHUB_TOKEN
 */
function knownSecrets(env) {
    const named = SECRET_NAMES.map((name) => env[name]);
    const shaped = Object.values(env).filter((value) => value !== undefined && isSecretShaped(value.trim()));
    const values = [...named, ...shaped].map((value = "") => value.trim());
    return [...new Set(values.filter((value) => value.length >= MIN_SECRET_CHARS))];
}
function isSecretShaped(value) {
    return SECRET_SHAPES.test(value) || (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .tokenPrefix */ .Iy)(value) !== undefined;
}
/** Redacts every string within a value that is sent, however deep it is. */
function redactWithin(value, secrets) {
    if (typeof value === "string")
        return redact(value, secrets);
    if (Array.isArray(value))
        return value.map((part) => redactWithin(part, secrets));
    if (typeof value !== "object" || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactWithin(part, secrets)]));
}


/***/ }),

/***/ 9357:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ readPull),
/* harmony export */   v: () => (/* binding */ readTrigger)
/* harmony export */ });
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5543);

const DEPENDABOT = /^dependabot(?:-preview)?\[bot\]$/;
/**
 * Reads what started this run; a payload that does not fit gives `problems`, never an error.
 * @see GitHub Docs: Events that trigger workflows
 */
function readTrigger(env, payload) {
    const eventName = env["GITHUB_EVENT_NAME"] ?? "";
    const { problems, ...repository } = readRepository(env, payload);
    const serverUrl = address(env["GITHUB_SERVER_URL"], "https://github.com");
    const source = { env, payload, repositoryId: repository.id, owner: repository.owner };
    const read = READERS.get(eventName);
    const found = read === undefined ? { ...readRef(source), pull: null } : read(source);
    const actor = env["GITHUB_ACTOR"] ?? (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "sender", "login") ?? "";
    const author = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "pull_request", "user", "login") ?? "";
    return {
        eventName,
        action: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "action") ?? null,
        known: read !== undefined,
        repository,
        serverUrl,
        apiUrl: address(env["GITHUB_API_URL"], "https://api.github.com"),
        run: readRun(env, `${serverUrl}/${repository.fullName}`),
        actor,
        head: found.head ?? null,
        pull: found.pull ?? null,
        fromFork: found.fromFork ?? false,
        dependabot: [actor, env["GITHUB_TRIGGERING_ACTOR"] ?? "", author].some((login) => DEPENDABOT.test(login)),
        deleted: found.deleted ?? false,
        problems: [...problems, ...(found.problems ?? [])],
    };
}
function readRepository(env, payload) {
    const fullName = env["GITHUB_REPOSITORY"] ?? (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "repository", "full_name") ?? "";
    const [owner = "", name = ""] = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(fullName) ? fullName.split("/") : [];
    const payloadId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(payload, "repository", "id");
    const given = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_REPOSITORY_ID"]);
    const id = given > 0 ? given : (payloadId ?? 0);
    const problems = [
        ...(owner === "" ? ["GITHUB_REPOSITORY holds no repository."] : []),
        ...(payloadId !== undefined && payloadId !== id ? ["The event's payload belongs to another repository."] : []),
    ];
    return { id: id === 0 ? "" : String(id), owner, name, fullName: owner === "" ? "" : fullName, problems };
}
function readRun(env, repositoryUrl) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_RUN_ID"]);
    const attempt = Math.max(1, (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_RUN_ATTEMPT"]));
    // The page of an attempt: the plain one always shows the newest.
    const url = `${repositoryUrl}/actions/runs/${id}/attempts/${attempt}`;
    return { id, attempt, url: id === 0 || repositoryUrl.endsWith("/") ? "" : url };
}
// The runner's own settings are trusted: an Enterprise Server can use plain http in its network.
function address(given, fallback) {
    const url = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .Dl)(given ?? "");
    const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/(?<!\/)\/+$/, "");
}
const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MAX_BRANCH_CHARS = 255;
const BRANCH_PREFIX = "refs/heads/";
const READERS = new Map([
    ["pull_request", readPullRequest],
    ["pull_request_target", readPullRequest],
    ["pull_request_review", readPullRequest],
    ["pull_request_review_comment", readPullRequest],
    ["push", readPush],
    ["workflow_dispatch", readRef],
    ["schedule", readRef],
    ["repository_dispatch", readRef],
    ["workflow_run", readWorkflowRun],
    ["merge_group", readMergeGroup],
    ["issue_comment", readIssueComment],
    ["deployment", readDeployment],
    ["deployment_status", readDeployment],
]);
function shaOf(value) {
    return typeof value === "string" && FULL_SHA.test(value) && !/^0+$/.test(value) ? value : undefined;
}
function branchOf(value) {
    if (typeof value !== "string" || value === "" || value.length > MAX_BRANCH_CHARS)
        return null;
    // [git-check-ref-format] no control characters, spaces or `~^:?*[\` in a name
    return /[\u0000-\u0020\u007f~^:?*[\\]|\.\./.test(value) ? null : value;
}
function branchOfRef(ref) {
    return ref?.startsWith(BRANCH_PREFIX) === true ? branchOf(ref.slice(BRANCH_PREFIX.length)) : null;
}
function missing(what) {
    return { problems: [`The event's payload has no ${what}.`] };
}
/** A commit of this repository, whose pull request is searched for by its branch. */
function ownHead({ owner, repositoryId }, sha, branch) {
    const head = { sha, branch };
    if (branch === null || owner === "")
        return { head };
    const headRepositoryId = repositoryId === "" ? null : Number(repositoryId);
    return { head, pull: { kind: "search", headOwner: owner, headBranch: branch, sha, headRepositoryId } };
}
function readPullRequest({ payload, repositoryId }) {
    const pull = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(payload, "pull_request");
    const number = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(pull, "number") ?? (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(payload, "number");
    if (number === undefined)
        return missing("pull request number");
    const sha = shaOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "head", "sha"));
    const named = namedPull(pull, number);
    const elsewhere = repositoryId !== "" && String((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(pull, "base", "repo", "id")) !== repositoryId;
    return {
        head: sha === undefined ? null : { sha, branch: branchOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "head", "ref")) },
        pull: elsewhere ? null : named,
        fromFork: named.fork || elsewhere,
        problems: [
            ...(sha === undefined ? ["The event's payload has no head commit of the pull request."] : []),
            ...(elsewhere ? ["The pull request of the event's payload belongs to another repository."] : []),
        ],
    };
}
function readPush(source) {
    const { payload, env } = source;
    const after = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "after");
    if ((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(payload, "deleted") === true || (after !== undefined && /^0+$/.test(after)))
        return { deleted: true };
    const sha = shaOf(after ?? env["GITHUB_SHA"]);
    if (sha === undefined)
        return missing("commit");
    return ownHead(source, sha, branchOfRef((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "ref") ?? env["GITHUB_REF"]));
}
function readRef(source) {
    const sha = shaOf(source.env["GITHUB_SHA"]);
    if (sha === undefined)
        return { problems: ["GITHUB_SHA holds no commit."] };
    return ownHead(source, sha, branchOfRef(source.env["GITHUB_REF"]));
}
function readWorkflowRun({ payload, repositoryId }) {
    const run = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(payload, "workflow_run");
    const sha = shaOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(run, "head_sha"));
    if (sha === undefined)
        return missing("workflow_run.head_sha");
    const branch = branchOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(run, "head_branch"));
    const headRepositoryId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(run, "head_repository", "id") ?? null;
    const headOwner = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(run, "head_repository", "owner", "login");
    const fromFork = headRepositoryId === null || String(headRepositoryId) !== repositoryId;
    const head = { sha, branch };
    if (headOwner === undefined || branch === null)
        return { head, fromFork };
    // [platform] `pull_requests` is empty for forks; the search by head works for all and proves the commit.
    return { head, fromFork, pull: { kind: "search", headOwner, headBranch: branch, sha, headRepositoryId } };
}
function readMergeGroup({ payload }) {
    const sha = shaOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(payload, "merge_group", "head_sha"));
    if (sha === undefined)
        return missing("merge_group.head_sha");
    const branch = branchOfRef((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "merge_group", "head_ref"));
    const found = /^gh-readonly-queue\/.+\/pr-(\d{1,15})-[0-9a-f]+$/.exec(branch ?? "");
    return { head: { sha, branch }, pull: found === null ? null : { kind: "number", number: Number(found[1]) } };
}
function readIssueComment(source) {
    const issue = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(source.payload, "issue");
    const number = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(issue, "number");
    if (number === undefined)
        return missing("issue number");
    // Without this field it is an issue, whose only head is the default branch's.
    if (((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(issue, "pull_request") ?? null) === null)
        return { ...readRef(source), pull: null };
    return { pull: { kind: "number", number } };
}
function readDeployment(source) {
    const deployment = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(source.payload, "deployment");
    const sha = shaOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(deployment, "sha"));
    if (sha === undefined)
        return missing("deployment.sha");
    const ref = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(deployment, "ref")?.replace(BRANCH_PREFIX, "");
    return ownHead(source, sha, shaOf(ref) === undefined ? branchOf(ref) : null);
}
/** Reads a pull request out of a payload or a response; undefined without number or head. */
function readPull(value) {
    const number = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "number");
    const headSha = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "head", "sha");
    if (number === undefined || headSha === undefined)
        return undefined;
    return { ...namedPull(value, number), headSha, headBranch: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "head", "ref") ?? null };
}
function namedPull(pull, number) {
    const headRepositoryId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(pull, "head", "repo", "id") ?? null;
    return {
        kind: "named",
        number,
        // A deleted fork has no head repository; what is unclear counts as a fork.
        fork: headRepositoryId === null || headRepositoryId !== (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(pull, "base", "repo", "id"),
        draft: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "draft") === true,
        state: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "state") === "closed" ? "closed" : "open",
        merged: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "merged") === true || (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(pull, "merged_at") !== undefined,
        headRepositoryId,
    };
}


/***/ }),

/***/ 47:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   FV: () => (/* binding */ escapeMarkdown),
/* harmony export */   Md: () => (/* binding */ safeAddress),
/* harmony export */   OG: () => (/* binding */ logLines),
/* harmony export */   Rm: () => (/* binding */ log),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   ZD: () => (/* binding */ escapeHtml),
/* harmony export */   d6: () => (/* binding */ codeFence),
/* harmony export */   gm: () => (/* binding */ hiddenComment),
/* harmony export */   h0: () => (/* binding */ plainLine),
/* harmony export */   h8: () => (/* binding */ htmlCode),
/* harmony export */   jO: () => (/* binding */ outputText),
/* harmony export */   kc: () => (/* binding */ logText),
/* harmony export */   mf: () => (/* binding */ autolink),
/* harmony export */   nf: () => (/* binding */ link),
/* harmony export */   ti: () => (/* binding */ inlineCode),
/* harmony export */   wD: () => (/* binding */ markdown)
/* harmony export */ });
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5543);

const MAX_ADDRESS_CHARS = 2048;
const LINE_PREFIX = "│ ";
/** One plain line: no controls, no invisible characters, no colours; line ends become spaces. */
function plainLine(untrusted) {
    return splitLines(untrusted)
        .map((line) => visibleLine(line, "drop"))
        .join(" ");
}
function finishLine(line) {
    const closed = line.includes("\u001b") ? `${line}\u001b[0m` : line;
    // The old command form is searched anywhere in a line, and the search ignores the ESC of a colour.
    return closed.replace(/##(?=\u001b?\[)/g, "##\\").replace(/^(\s*):(?=:)/, "$1\\:");
}
/** Lines for the log, each behind a constant prefix so that no anchored pattern and no command matches. Colours stay. */
function logLines(untrusted) {
    // Most lines of a log are printable and need nothing but their prefix: for them alone the searches below would take
    // half of the time.
    const plain = untrusted.length <= MAX_LINE_CHARS && /^[\t\x20-\x7e]*$/.test(untrusted);
    if (plain && !untrusted.includes("##["))
        return [`${LINE_PREFIX}${untrusted}`];
    return splitLines(untrusted).map((line) => finishLine(`${LINE_PREFIX}${visibleLine(line, "keep")}`));
}
function logText(untrusted) {
    return finishLine(plainLine(untrusted));
}
/**
 * Template tag for one log line; the values are untrusted.
 * @example log`Deployment ${id} is ${status}`
 */
function log(parts, ...values) {
    return logText(String.raw({ raw: parts }, ...values));
}
function outputText(untrusted) {
    return plainLine(untrusted);
}
/**
 * Checks a URL and serialises it again; undefined when it is not https, has credentials or controls, or is too long.
 * @see WHATWG URL
 */
function safeAddress(untrusted, options) {
    if (untrusted.length > MAX_ADDRESS_CHARS || /\s/.test(untrusted) || plainLine(untrusted) !== untrusted) {
        return undefined;
    }
    const url = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .Dl)(untrusted);
    if (url === undefined || url.username !== "" || url.password !== "" || url.hostname === "")
        return undefined;
    const http = url.protocol === "http:" && options.allowLoopbackHttp && isLoopback(url.hostname);
    if (url.protocol !== "https:" && !http)
        return undefined;
    const rest = `${url.pathname}${url.search}${url.hash}`.replace(/[()<>[\]|`\\'"{}^]/g, percentEncode);
    const address = `${url.origin}${rest}`;
    return address.length > MAX_ADDRESS_CHARS ? undefined : address;
}
function isLoopback(hostname) {
    return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
function percentEncode(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
// A value of its own, not a branded string: the template tag must know at run time what has been escaped.
class Markdown {
    #text;
    constructor(text) {
        this.#text = text;
    }
    get length() {
        return this.#text.length;
    }
    toString() {
        return this.#text;
    }
}
/**
 * Template tag for Markdown: strings are escaped, Markdown made here passes.
 * @example markdown`**${site}** is ready at ${link("preview", address)}`
 */
function markdown(parts, ...values) {
    const texts = values.map((value) => value instanceof Markdown ? String(value) : escapeMarkdown(plainLine(String(value))));
    return new Markdown(String.raw({ raw: parts }, ...texts));
}
function joinMarkdown(parts, separator) {
    return new Markdown(parts.map(String).join(separator));
}
/** A value in an HTML comment, encoded so that it can neither close the comment nor open another. */
function hiddenComment(name, value) {
    return new Markdown(`<!-- ${name} ${value.replace(/[<>&@#`]|-(?=-)|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, unicodeEscape)} -->`);
}
function unicodeEscape(character) {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
function longestRun(text) {
    return Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
}
// Untrusted text must never hold the marker of our comment.
function breakMarker(text) {
    return text.replaceAll("<!--", "<! --");
}
/** Code within a line, also within a table. */
function inlineCode(untrusted) {
    const text = breakMarker(plainLine(untrusted)).trim();
    if (text === "")
        return new Markdown("");
    // A pipe ends a table cell even within code; entities are read within the element, not within back-ticks.
    if (text.includes("|"))
        return htmlCode(text);
    const fence = "`".repeat(longestRun(text) + 1);
    const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
    return new Markdown(`${fence}${pad}${text}${pad}${fence}`);
}
/** Code within HTML, such as a `<summary>`, where Markdown is not read. */
function htmlCode(untrusted) {
    return new Markdown(`<code>${escapeHtml(plainLine(untrusted))}</code>`);
}
/** A block of code of at most `maxChars` between its fences; when there are too many lines, the last ones stay. */
function codeFence(lines, options) {
    const all = lines.flatMap(splitLines).map((line) => breakMarker(plainLine(line)));
    const kept = lastLines(all, options.maxChars);
    const dropped = all.length - kept.length;
    const before = dropped > 0 ? [`… ${dropped} ${dropped === 1 ? "line" : "lines"} before`] : [];
    const text = [...before, ...kept].join("\n");
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return new Markdown(`${fence}text\n${text}\n${fence}`);
}
function link(label, address) {
    const text = label instanceof Markdown ? String(label) : escapeMarkdown(plainLine(label));
    // Entities are read within a destination too.
    return new Markdown(`[${text}](<${address.replaceAll("&", "&amp;")}>)`);
}
/** A URL as it is; also fits as the destination of a link. */
function autolink(address) {
    return new Markdown(`<${address.replaceAll("&", "&amp;")}>`);
}
const BREAK = "&#8203;";
/**
 * Escapes a plain line for Markdown.
 *
 * GitHub searches the rendered text for mentions and references, where a backslash is gone: only a break helps.
 */
function escapeMarkdown(plain) {
    return (plain
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replace(/[\\`*_[\]|~$]/g, "\\$&")
        // Before any break is inserted: a break itself contains a `#`.
        .replaceAll("#", `\\#${BREAK}`)
        .replaceAll("@", `@${BREAK}`)
        .replaceAll("://", `:${BREAK}//`)
        .replace(/(ww)(w\.)/gi, `$1${BREAK}$2`)
        .replace(/GH-(?=\d)/gi, `$&${BREAK}`)
        .replace(/^(\s*)([-+=])/, "$1\\$2")
        .replace(/^(\s*\d{1,9})([.)])/, "$1\\$2"));
}
/** Escapes a plain line for HTML, where Markdown is not read: ASCII punctuation becomes entities. */
function escapeHtml(plain) {
    return plain.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
const MAX_LINE_CHARS = 65_536;
// The runner ends a line at CR too; the other terminators are what log viewers and editors end one at.
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const COLOUR = "\u001b\\[[0-9;:]{0,32}m";
const ESCAPE_SEQUENCE = new RegExp(
// OSC and friends up to their terminator, CSI, then any other two-character sequence; colours are kept by the callback.
"\u001b[\\]PX^_][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\\\)?|\u001b\\[[0-?]{0,64}[ -/]{0,8}[@-~]?|\u001b[ -/]{0,8}[0-Z\\\\-~]?", "g");
const WHOLE_COLOUR = new RegExp(`^${COLOUR}$`);
const CONTROLS = /[\u0000-\u0008\u000a-\u001a\u001c-\u001f\u007f-\u009f]/g;
// Invisible characters: bidi controls, zero widths, variation selectors, tags, fillers. The runner's search ignores them.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
function splitLines(untrusted) {
    return untrusted.split(LINE_BREAK);
}
function cutLine(line) {
    if (line.length <= MAX_LINE_CHARS)
        return line;
    return `${line.slice(0, MAX_LINE_CHARS).toWellFormed()} … (${line.length - MAX_LINE_CHARS} characters cut)`;
}
/** The visible part of a line: no controls, no escape sequences, no invisible characters. */
function visibleLine(line, colours) {
    const escaped = cutLine(line).replace(ESCAPE_SEQUENCE, (found) => colours === "keep" && WHOLE_COLOUR.test(found) ? found : "");
    const shown = escaped.replace(CONTROLS, "").replace(INVISIBLE, "").toWellFormed();
    return colours === "keep" ? shown : shown.replaceAll("\u001b", "");
}
function lastLines(lines, maxChars) {
    const kept = [];
    let chars = 0;
    for (const line of lines.toReversed()) {
        const shown = line.slice(0, maxChars).toWellFormed();
        if (chars + shown.length + 1 > maxChars)
            break;
        chars += shown.length + 1;
        kept.unshift(shown);
    }
    return kept;
}


/***/ }),

/***/ 8796:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   F8: () => (/* binding */ readReporting),
/* harmony export */   dC: () => (/* binding */ readConnection),
/* harmony export */   e$: () => (/* binding */ readCommitSha),
/* harmony export */   i_: () => (/* binding */ InputReader),
/* harmony export */   lA: () => (/* binding */ parseMinutes),
/* harmony export */   xX: () => (/* binding */ MAX_MINUTES)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(1634);
/* harmony import */ var _approval_link_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7803);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3312);




/** Longest time an input may name: what GitHub lets a job of a self-hosted runner last, five days. */
const MAX_MINUTES = 7200;
const MAX_SHOWN_CHARS = 100;
const SERVICE_URL = "an https URL, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";
/** Reads inputs one by one and keeps every problem, so that a user corrects all of them at once. */
class InputReader {
    problems = [];
    #lookup;
    #secretNames;
    /**
     * @param lookup Gives the text of an input, empty when it was not given.
     * @param secretNames Inputs whose value no sentence shows, even when another input repeats it.
     */
    constructor(lookup, secretNames) {
        this.#lookup = lookup;
        this.#secretNames = secretNames;
    }
    /** The text of an input, trimmed; empty when it was not given. */
    text(name) {
        return this.#lookup(name).trim();
    }
    /**
     * Reads an input that may be absent.
     * @param parse Gives undefined for a wrong value.
     * @param expected What to write instead; follows "write".
     */
    optional(name, parse, expected) {
        if (this.text(name) === "")
            return undefined;
        const value = parse(this.text(name));
        if (value === undefined)
            this.problems.push(`Input '${name}' is ${this.#shown(name)}: write ${expected}.`);
        return value;
    }
    required(name, parse, expected) {
        if (this.text(name) !== "")
            return this.optional(name, parse, expected);
        this.problems.push(`Input '${name}' is missing: write ${expected}.`);
        return undefined;
    }
    /** Reads one of a few words; the first is the default. */
    word(name, words) {
        const parse = (value) => words.find((word) => word === value.toLowerCase());
        const quoted = words.map((word) => `'${word}'`);
        const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
        return this.optional(name, parse, expected) ?? words[0];
    }
    flag(name, fallback) {
        return (this.text(name) === "" ? fallback : undefined) ?? this.word(name, ["true", "false"]) === "true";
    }
    /** Quotes what was given, but never a token, not even one in the wrong input. */
    #shown(name) {
        if (this.#secretNames.includes(name))
            return "not shown here";
        const value = this.text(name);
        const secrets = this.#secretNames.map((secret) => this.text(secret)).filter((secret) => secret !== "");
        if (secrets.some((secret) => value.includes(secret)) || (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .tokenPrefix */ .Iy)(value) !== undefined) {
            return "a token, not shown here";
        }
        return value.length <= MAX_SHOWN_CHARS ? `'${value}'` : `'${value.slice(0, MAX_SHOWN_CHARS)}…'`;
    }
}
/**
 * Reads the inputs about the service.
 * @returns Undefined when one of them is missing or wrong.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
function readConnection(reader) {
    const baseUrl = reader.required("base-url", _service_url_js__WEBPACK_IMPORTED_MODULE_1__/* .parseServiceUrl */ .iO, SERVICE_URL);
    const token = reader.required("token", (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .tokenPrefix */ .Iy)(text) !== undefined ? text : undefined), "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret");
    const site = reader.required("site", parseSite, `the site's id (a UUID) or its slug (at most ${_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__/* .MAX_SLUG_CHARS */ .Z9} lower-case letters, digits and hyphens)`);
    const mcpUrl = readMcpUrl(reader, baseUrl);
    const approvalUrl = reader.optional("approval-url", (text) => ((0,_approval_link_js__WEBPACK_IMPORTED_MODULE_0__/* .fillApprovalUrl */ .Q)(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text), "an https URL with '{siteId}' and '{deploymentId}' after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'");
    if (baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined)
        return undefined;
    return { baseUrl, token, site, mcpUrl, approvalUrl };
}
function parseSite(text) {
    if (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__/* .UUID_PATTERN */ .JJ.test(text))
        return text.toLowerCase();
    return _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__/* .SLUG_PATTERN */ .ZT.test(text) && text.length <= _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__/* .MAX_SLUG_CHARS */ .Z9 ? text : undefined;
}
/** @param baseUrl Undefined when that input was wrong. */
function readMcpUrl(reader, baseUrl) {
    const base = (baseUrl?.href ?? "https://service.invalid").replace(/(?<!\/)\/+$/, "");
    const parse = (text) => (0,_service_url_js__WEBPACK_IMPORTED_MODULE_1__/* .parseServiceUrl */ .iO)(text.replace("{base-url}", base));
    const given = reader.optional("mcp-url", parse, `${SERVICE_URL}; '{base-url}' stands for the input 'base-url'`);
    return given ?? parse("{base-url}/mcp");
}
/** Reads the inputs about the comment and the deployment record. */
function readReporting(reader, defaults) {
    const githubToken = reader.text("github-token");
    return {
        githubToken: githubToken === "" ? undefined : githubToken,
        pullNumber: reader.optional("pr-number", (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined), "the number of a pull request, such as '42'"),
        comment: reader.word("comment", ["update", "recreate", "off"]),
        commentGroup: reader.optional("comment-group", (text) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text) ? text : undefined), "a name of at most 100 letters, digits, dots, hyphens and underscores, such as 'previews'") ?? defaults.commentGroup,
        deploymentRecord: reader.flag("deployment-record", true),
        environment: reader.optional("environment", (text) => (/^[^\x00-\x1f\x7f]{1,255}$/.test(text) ? text : undefined), "the name of an environment on GitHub, at most 255 characters, such as 'preview'") ?? defaults.environment,
    };
}
function readCommitSha(reader) {
    return reader.optional("commit-sha", (text) => (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_3__/* .COMMIT_SHA_PATTERN */ .Ml.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits");
}
/** Reads a number of minutes; undefined for a number with a sign, an exponent, or beyond {@link MAX_MINUTES}. */
function parseMinutes(text) {
    const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return minutes <= MAX_MINUTES ? minutes : undefined;
}


/***/ }),

/***/ 2843:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CK: () => (/* binding */ loadPostState),
/* harmony export */   Li: () => (/* binding */ savePostState),
/* harmony export */   UI: () => (/* binding */ markFinished)
/* harmony export */ });
const STATE_NAME = "unfinished";
const FINISHED_NAME = "finished";
/**
 * Saves for the post step what the main step has under way, written at once, so that it survives a kill.
 * @param state Serializable; replaces what was saved before.
 */
function savePostState(runner, state) {
    runner.saveState(STATE_NAME, JSON.stringify(state));
}
/** Leaves the post step nothing to do. */
function markFinished(runner) {
    runner.saveState(FINISHED_NAME, "true");
}
/**
 * Loads what a main step saved before it was killed.
 * @returns Undefined when it finished, had nothing under way, or saved something unreadable.
 */
function loadPostState(runner, schema) {
    const text = runner.state(STATE_NAME);
    if (text === "" || runner.state(FINISHED_NAME) === "true")
        return undefined;
    try {
        return schema.safeParse(JSON.parse(text)).data;
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 7929:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ readInputs),
/* harmony export */   _: () => (/* binding */ USER_AGENT)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4683);
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9943);
/* harmony import */ var _inputs_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8796);



/** Names the action in the log of the service. */
const USER_AGENT = "greenroom-preview-action";
const DEFAULT_TIMEOUT_MINUTES = 30;
/**
 * Reads and checks every input of the preview action.
 * @param lookup Gives the text of an input, empty when it was not given.
 */
function readInputs(lookup) {
    const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .InputReader */ .i_(lookup, ["token", "github-token"]);
    const connection = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .readConnection */ .dC)(reader);
    const inputs = {
        branch: reader.optional("branch", parseBranch, "the name of a git branch, such as 'main'"),
        commitSha: (0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .readCommitSha */ .e$)(reader),
        idempotencyKey: reader.optional("idempotency-key", (text) => (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .IDEMPOTENCY_KEY_PATTERN */ .XK.test(text) ? text : undefined), "1 to 255 visible ASCII characters without spaces, such as a UUID"),
        forceNew: reader.flag("force-new", false),
        ...(0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .readReporting */ .F8)(reader, { commentGroup: "previews", environment: "preview" }),
        commentTemplate: readTemplate(reader),
        // Filled in by GitHub: anything that is not a number means no matrix.
        jobTotal: /^[1-9]\d{0,3}$/.test(reader.text("job-total")) ? Number(reader.text("job-total")) : 1,
        approval: reader.word("approval", ["link", "off"]),
        wait: reader.flag("wait", true),
        timeoutMs: reader.optional("timeout-minutes", parseTimeout, `a number of minutes above 0 and up to ${_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_MINUTES */ .xX}, such as '${DEFAULT_TIMEOUT_MINUTES}'`) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
        onTimeout: reader.word("on-timeout", ["fail", "warn"]),
        onQuota: reader.word("on-quota", ["fail", "wait"]),
        logs: reader.word("logs", ["stream", "on-failure", "off"]),
        dryRun: reader.flag("dry-run", false),
    };
    if (inputs.forceNew && inputs.idempotencyKey !== undefined) {
        const sentence = "Inputs 'force-new' and 'idempotency-key' exclude each other: your own key already decides what is new. Write a new key, or leave it out.";
        reader.problems.push(sentence);
    }
    if (connection === undefined || reader.problems.length > 0)
        return { kind: "invalid", problems: reader.problems };
    return { kind: "valid", inputs: { ...connection, ...inputs } };
}
function readTemplate(reader) {
    const text = reader.text("comment-template");
    const known = _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .TEMPLATE_FIELDS */ .du.map((field) => `{${field}}`).join(", ");
    for (const name of (0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .unknownFields */ ._6)(text)) {
        reader.problems.push(`Input 'comment-template' holds '{${name}}': write one of ${known}.`);
    }
    if (text.length > _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TEMPLATE_CHARS */ .yJ) {
        const sentence = `Input 'comment-template' is ${text.length} characters long: write at most ${_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TEMPLATE_CHARS */ .yJ}.`;
        reader.problems.push(sentence);
    }
    return text === "" ? undefined : text;
}
function parseBranch(text) {
    const name = text.replace(/^refs\/heads\//, "");
    return (0,_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .isBranchName */ .Q8)(name) ? name : undefined;
}
function parseTimeout(text) {
    const minutes = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .parseMinutes */ .lA)(text);
    return minutes === undefined || minutes === 0 ? undefined : Math.max(1, Math.round(minutes * 60_000));
}


/***/ }),

/***/ 5650:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ followedOutcome),
/* harmony export */   CU: () => (/* binding */ failedCallOutcome),
/* harmony export */   EX: () => (/* binding */ timings),
/* harmony export */   PE: () => (/* binding */ deploymentOf),
/* harmony export */   Q6: () => (/* binding */ failureIn),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(72);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7279);


/** Names an outcome as the output `status` does; a deployment that was not followed to its end stays `accepted`. */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.deployment === undefined ? "canceled" : "accepted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "accepted";
    return outcome.kind;
}
/** Decides whether the step passes: by the deployment alone, and by `on-timeout` when the time ran out. */
function conclusion(outcome, onTimeout) {
    if (outcome.kind === "timed_out")
        return onTimeout === "warn" ? "pass" : "fail";
    return ["ready", "accepted", "skipped"].includes(outcome.kind) ? "pass" : "fail";
}
/**
 * Turns the end of following a deployment into an outcome.
 * @param previewUrl The record's URL when it is one that can be shown.
 * @see Interface §3
 */
function followedOutcome(followed, previewUrl) {
    const { kind, deployment } = followed;
    if (kind === "timed_out")
        return { kind, deployment };
    if (kind === "aborted")
        return { kind: "stopped", deployment };
    if (kind === "unknown")
        return { kind: "lost", deployment, failure: (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(followed.error) };
    const failure = buildFailure(deployment);
    if (followed.status === "canceled")
        return { kind: "canceled", deployment, failure };
    if (followed.status === "failed")
        return { kind: "failed", deployment, failure: failure ?? UNNAMED_FAILURE };
    if (previewUrl !== undefined)
        return { kind: "ready", deployment, previewUrl };
    return { kind: "failed", deployment, failure: noPreviewUrl(deployment) };
}
const UNNAMED_FAILURE = {
    code: "failed",
    message: "The build failed; the service gave no reason",
    hint: "Read the last lines of the build log.",
};
function buildFailure({ error }) {
    if (error === undefined || error === null)
        return undefined;
    const code = error.code ?? "failed";
    return { code, message: error.message ?? "", hint: (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__/* .buildErrorHint */ .sk)(code) ?? "" };
}
/** A preview that cannot be opened is not a success, whatever its status says. */
function noPreviewUrl({ previewUrl }) {
    if (typeof previewUrl !== "string" || previewUrl === "") {
        return {
            code: "preview_url_missing",
            message: "The deployment is ready, but the service gave no preview URL",
            hint: "Report this to the operator of the service.",
        };
    }
    return {
        code: "preview_url_refused",
        message: `The deployment is ready, but its preview URL is not safe to open: ${previewUrl.slice(0, 200)}`,
        hint: "Report this to the operator of the service; a preview needs an https URL.",
    };
}
/**
 * Turns an error that came before there was a deployment to follow into an outcome.
 * @see Interface §7
 */
function failedCallOutcome(error) {
    if (error.kind === "timed_out")
        return { kind: "timed_out", deployment: undefined };
    if (error.kind === "aborted")
        return { kind: "stopped", deployment: undefined };
    const failure = (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .failureOf */ .g5)(error);
    if (error.kind === "refused" || error.kind === "invalid")
        return { kind: "refused", failure };
    return { kind: "lost", deployment: undefined, failure };
}
function deploymentOf(outcome) {
    return "deployment" in outcome ? outcome.deployment : undefined;
}
function failureIn(outcome) {
    return "failure" in outcome ? outcome.failure : undefined;
}
/**
 * Times a deployment by the service's clock, so that the runner's may be wrong.
 * @param statusTimes When each status was reached, as the events said.
 * @returns Undefined for times that are absent, unreadable or in the wrong order.
 */
function timings(deployment, statusTimes) {
    const ended = statusTimes.get("ready") ?? statusTimes.get("failed") ?? statusTimes.get("canceled");
    const started = deployment.startedAt ?? statusTimes.get("building");
    return {
        queuedSeconds: secondsBetween(deployment.createdAt, started),
        buildSeconds: secondsBetween(started, deployment.finishedAt ?? ended),
    };
}
function secondsBetween(from, to) {
    if (from === undefined || to === undefined || to === null)
        return undefined;
    const ms = Date.parse(to) - Date.parse(from);
    return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : undefined;
}


/***/ }),

/***/ 9854:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  A: () => (/* binding */ createReporter)
});

// EXTERNAL MODULE: ./build/src/github/comment/upsert.js + 1 modules
var upsert = __nccwpck_require__(1963);
// EXTERNAL MODULE: ./build/src/github/deployment-record.js
var deployment_record = __nccwpck_require__(1594);
// EXTERNAL MODULE: ./build/src/github/pull.js
var pull = __nccwpck_require__(7322);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
// EXTERNAL MODULE: ./build/src/github-reporter.js
var github_reporter = __nccwpck_require__(2930);
;// CONCATENATED MODULE: ./build/src/preview/latest-wins.js
/**
 * Writes values one at a time; a value that waits gives way to a newer one, so a slow target delays nothing.
 * @returns A queue of one place; its functions never throw.
 */
function createLatestWins({ write, delayMs, clock }) {
    const due = new AbortController();
    const firstDue = new Promise((resolve) => {
        due.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    let pending;
    let writing;
    let last = { kind: "none" };
    function push(value) {
        pending = { value };
        if (!due.signal.aborted) {
            const delay = clock.sleep(delayMs(value), due.signal).catch(() => undefined);
            void delay.then(() => due.abort());
        }
        writing ??= (async () => {
            await firstDue;
            while (pending !== undefined) {
                const next = pending.value;
                pending = undefined;
                last = await write(next).then((result) => ({ kind: "written", result }), (error) => ({ kind: "failed", error }));
            }
            writing = undefined;
        })();
    }
    /** Writes the last value at once and waits until it is written. */
    async function flush(value) {
        due.abort();
        if (value !== undefined)
            push(value);
        await writing;
        return last;
    }
    return { push, flush };
}

// EXTERNAL MODULE: ./build/src/preview/report.js + 2 modules
var report = __nccwpck_require__(5891);
;// CONCATENATED MODULE: ./build/src/preview/publish.js







/** A build that ends sooner is written once: its live rows could not have been read. */
const LIVE_DELAY_MS = 1000;
/** A deployment that waits no longer than this for its build is shown as building at once. */
const QUEUE_DELAY_MS = 5000;
/** Makes the reporter of a run. GitHub's client is loaded for the first row, which is after the POST. */
function createReporter(context) {
    const { runner, inputs, trigger, clock } = context;
    if (inputs.comment === "off" && !inputs.deploymentRecord)
        return SILENT;
    const over = new AbortController();
    const state = {
        ...context,
        signal: over.signal,
        github: (0,github_reporter/* githubOnce */.nC)(inputs, trigger),
        writeRecord: (0,github_reporter/* createRecordWriter */.ZX)(),
        retiredIds: new Set(),
        liveRows: 0,
    };
    const { push, flush } = createLatestWins({
        write: (row) => publishRow(state, row),
        delayMs: ({ status }) => (status === "building" ? LIVE_DELAY_MS : QUEUE_DELAY_MS),
        clock,
    });
    return {
        push,
        flush: async (row, time) => {
            time.addEventListener("abort", () => over.abort(time.reason), { once: true });
            if (time.aborted)
                over.abort(time.reason);
            const last = await flush(row);
            if (last.kind === "failed") {
                (0,github_reporter/* reportGithubFailure */.gG)(runner, "the report", { kind: "failed", reason: String(last.error) });
            }
            return last.kind === "written" ? logPublished(runner, last.result) : {};
        },
        previous: () => state.previous,
    };
}
const SILENT = { push: () => undefined, flush: () => Promise.resolve({}), previous: () => undefined };
/** Tries both targets, whatever became of the other; the record first, so that the comment's row can name it. */
async function publishRow(state, row) {
    const { inputs, signal, clock } = state;
    if ((0,report/* isLive */.DG)(row) && row.deploymentId !== undefined) {
        // Seven requests are enough for a deployment that is not over: one live row beside a record, or two without one.
        const enough = state.liveRows >= (inputs.deploymentRecord ? 1 : 2);
        if (enough && state.published !== undefined)
            return state.published;
        state.liveRows += 1;
    }
    if (inputs.githubToken === undefined) {
        const skipped = skip("the input 'github-token' is empty");
        return (state.published = { comment: skipped, record: skipped, retireFailure: undefined });
    }
    const github = await state.github();
    const pull = (state.pull ??= await findPullNumber(state, github));
    const record = await publishRecord(state, github, { row, pullNumber: typeof pull === "number" ? pull : undefined });
    const recordId = record.kind === "done" ? record.recordId : undefined;
    const shown = recordId === undefined ? row : { ...row, recordId };
    let comment;
    if (inputs.comment === "off")
        comment = skip("the input 'comment' is 'off'");
    else if (typeof pull !== "number")
        comment = pull;
    else
        comment = await (0,upsert/* upsertComment */.l)(github, commentOf(state, pull, shown), { clock, signal });
    if (comment.kind === "done") {
        state.commentId = comment.commentId;
        state.previous ??= comment.previous;
    }
    const retireFailure = await retireReplaced(state, github, { row, comment, recordId });
    return (state.published = { comment, record, retireFailure });
}
function commentOf({ runner, inputs, commentId }, pullNumber, row) {
    return {
        pullNumber,
        group: inputs.commentGroup,
        mode: inputs.comment,
        row,
        secrets: runner.secrets(),
        // Only its HMAC leaves: it proves that a comment is ours when the token is not the workflow's own.
        proofKey: inputs.token,
        verify: inputs.jobTotal > 1 ? "always" : "when-shared",
        knownId: commentId,
        template: inputs.commentTemplate,
    };
}
async function publishRecord({ inputs, trigger, clock, signal, writeRecord }, github, { row, pullNumber }) {
    if (!inputs.deploymentRecord)
        return skip("the input 'deployment-record' is 'false'");
    if (row.deploymentId === undefined)
        return skip("there is no deployment");
    const opening = {
        sha: row.commitSha,
        environment: inputs.environment,
        siteId: row.siteId,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
        pullNumber,
    };
    return writeRecord(github, { opening, row, live: (0,report/* isLive */.DG)(row) }, { clock, signal });
}
/** Retires the record of a preview that another one replaced: the one before ours, or ours. */
async function retireReplaced({ inputs, clock, signal, previous, retiredIds }, github, { row, comment, recordId }) {
    if (comment.kind !== "done" || !inputs.deploymentRecord)
        return undefined;
    const before = row.status === "ready" && previous?.recordId !== recordId ? previous?.recordId : undefined;
    const replaced = comment.superseded ? recordId : before;
    if (replaced === undefined || retiredIds.has(replaced))
        return undefined;
    retiredIds.add(replaced);
    const outcome = await (0,deployment_record/* retireRecords */.Ar)(github, { recordIds: [replaced] }, { clock, signal });
    return outcome.kind === "failed" ? outcome : undefined;
}
async function findPullNumber({ inputs, trigger, clock, signal }, github) {
    const found = await (0,pull/* findPull */.p)(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
    if (found.kind === "none")
        return skip(found.reason);
    return found.kind === "failed" ? found : found.pull.number;
}
function skip(reason) {
    return { kind: "skipped", reason };
}
function logPublished(runner, { comment, record, retireFailure }) {
    if (comment.kind === "failed")
        (0,github_reporter/* reportGithubFailure */.gG)(runner, "the comment", comment);
    if (comment.kind === "skipped")
        runner.info((0,untrusted_text/* log */.Rm) `No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
    if (record.kind === "failed")
        (0,github_reporter/* reportGithubFailure */.gG)(runner, "the deployment record", record);
    if (retireFailure !== undefined)
        (0,github_reporter/* reportGithubFailure */.gG)(runner, "the end of an earlier deployment record", retireFailure);
    return (0,github_reporter/* githubOutputs */.mw)(comment, record);
}


/***/ }),

/***/ 5891:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Yc: () => (/* binding */ acceptedOutputs),
  xK: () => (/* binding */ finalRow),
  Pl: () => (/* binding */ headline),
  DG: () => (/* binding */ isLive),
  ls: () => (/* binding */ liveRow),
  z8: () => (/* binding */ report),
  u5: () => (/* binding */ writeReport)
});

// UNUSED EXPORTS: OUTPUT_NAMES

// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
;// CONCATENATED MODULE: ./build/src/github/diagnostics.js

const MAX_COUNTED = 1000;
const MAX_LINE_CHARS = 2000;
const MAX_MESSAGE_CHARS = 500;
// How many lines a message and its place may be apart.
const NEAR_LINES = 4;
const NEAR_FILE_LINES = 60;
const PATH = String.raw `((?:[A-Za-z]:)?[^\s:()'"|*?<>]{1,400}\.[A-Za-z]{1,8})`;
/** The whole of an error on one line; groups: file, line, column, message. */
const ONE_LINE = [
    // tsc: src/a.ts(1,2): error TS2304: …
    new RegExp(`^${PATH}\\((\\d{1,7}),(\\d{1,7})\\): error (TS\\d+: .+)$`),
    // tsc --pretty, astro check: src/a.ts:1:2 - error TS2304: …, src/a.astro:1:2 - error ts(2304): …
    new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}) - error (.+)$`),
    // esbuild within vite: /w/src/a.ts:1:2: ERROR: …
    new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (?:ERROR|error): ?(.+)$`),
    // rollup within vite: [RollupError: ]src/a.ts (1:2): …
    new RegExp(`^(?:(?:\\[[^\\]]{1,60}\\] )?[A-Za-z]{0,40}Error: )?${PATH} \\((\\d{1,7}):(\\d{1,7})\\): (.+)$`),
    // eslint --format unix: /w/src/a.ts:1:2: … [Error/no-undef]
    new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (.+ \\[Error\\/[\\w@/-]+\\])$`),
];
const FILE_LINE = new RegExp(`^(?:\\./)?${PATH}$`);
// eslint: "  1:2  error  …  rule"; next: "1:2  Error: …  rule"
const UNDER_FILE = /^\s{0,8}(\d{1,7}):(\d{1,7})\s{1,8}(?:error\s{1,8}|Error: )(\S.*)$/;
const PLACE_LINE = new RegExp(`^\\s{0,12}(?:file: )?${PATH}:(\\d{1,7}):(\\d{1,7}):?$`);
const MESSAGE_AFTER = /^\s{0,4}((?:Type error|Syntax Error|Module not found|Error): .+|Error:\s*$)/;
const MESSAGE_BEFORE = /^(?:✘ |X )?(?:\d{2}:\d{2}:\d{2} )?\[(?:ERROR|error|[\w-]+Error|vite(?::[\w-]+)?|plugin [\w:@/-]+)\] ?(.+)$/;
/**
 * Finds the errors of tsc, eslint, vite, next and astro in the lines of a build, each once.
 * @param shown How many become annotations; the others are the `rest`.
 */
function readDiagnostics(lines, shown) {
    const reading = { found: [] };
    for (const [index, raw] of lines.entries()) {
        if (reading.found.length >= MAX_COUNTED)
            break;
        readLine(reading, (0,untrusted_text/* plainLine */.h0)(raw.slice(0, MAX_LINE_CHARS)).trimEnd(), index);
    }
    const once = new Map(reading.found.map((one) => [`${one.file}:${one.line}:${one.message}`, one]));
    const all = [...once.values()];
    return { shown: all.slice(0, shown), rest: all.slice(shown) };
}
function readLine(reading, line, index) {
    const whole = ONE_LINE.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    if (whole !== undefined) {
        const place = placeOf(whole);
        if (place !== undefined)
            add(reading, place, whole[4]);
        // The message that announced it has found its place.
        reading.message = undefined;
        return;
    }
    if (readUnderFile(reading, line, index) || readAfterPlace(reading, line, index) || readPlace(reading, line, index)) {
        return;
    }
    const file = FILE_LINE.exec(line);
    if (file !== null) {
        const path = repositoryFile(file[1] ?? "");
        reading.file = path === undefined ? undefined : { path, index };
    }
    const before = MESSAGE_BEFORE.exec(line);
    if (before !== null)
        reading.message = { text: before[1] ?? "", index };
}
function readUnderFile(reading, line, index) {
    const match = UNDER_FILE.exec(line);
    if (match === null || reading.file === undefined || index - reading.file.index > NEAR_FILE_LINES)
        return false;
    add(reading, { file: reading.file.path, line: Number(match[1]), column: Number(match[2]) }, match[3]);
    return true;
}
/** next prints the place first, then the message. */
function readAfterPlace(reading, line, index) {
    const match = MESSAGE_AFTER.exec(line);
    const { place } = reading;
    if (match === null || place === undefined || index - place.index > NEAR_LINES)
        return false;
    add(reading, place.diagnostic, match[1]);
    reading.place = undefined;
    return true;
}
/** esbuild and astro print the message first, then the place. */
function readPlace(reading, line, index) {
    const match = PLACE_LINE.exec(line);
    const place = match === null ? undefined : placeOf(match);
    if (place === undefined)
        return false;
    const { message } = reading;
    if (message !== undefined && index - message.index <= NEAR_LINES) {
        add(reading, place, message.text);
        reading.message = undefined;
    }
    else {
        reading.place = { diagnostic: place, index };
    }
    return true;
}
function placeOf(match) {
    const file = repositoryFile(match[1] ?? "");
    const line = Number(match[2]);
    return file === undefined || line < 1 ? undefined : { file, line, column: Number(match[3]) };
}
function add({ found }, place, message = "") {
    found.push({ ...place, message: message.trim().slice(0, MAX_MESSAGE_CHARS).toWellFormed() });
}
/** A path within the repository; undefined for one outside it or of a dependency. */
function repositoryFile(path) {
    const inside = path.replace(/^(?:\.\/)+/, "");
    const parts = inside.split("/");
    const outside = inside === "" || /^(?:\/|[A-Za-z]:|\\)/.test(inside) || parts.includes("..") || parts.includes("node_modules");
    return outside ? undefined : inside;
}

// EXTERNAL MODULE: ./build/src/annotations.js
var annotations = __nccwpck_require__(5823);
// EXTERNAL MODULE: ./build/src/failure.js
var src_failure = __nccwpck_require__(7279);
// EXTERNAL MODULE: ./build/src/preview/outcome.js
var preview_outcome = __nccwpck_require__(5650);
// EXTERNAL MODULE: ./build/src/github/comment/render.js
var render = __nccwpck_require__(9943);
;// CONCATENATED MODULE: ./build/src/preview/summary.js



/** Width of the timeline, and of its labels. */
const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;
/** Longest excerpt of a build log in a summary, characters. */
const MAX_EXCERPT_CHARS = 20_000;
/** Most build errors beyond the annotations. */
const MAX_FURTHER_ERRORS = 50;
const SIGNS = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };
function summary(facts) {
    const { headline, outcome } = facts;
    const of = facts.site === "" ? (0,untrusted_text/* markdown */.wD) `` : (0,untrusted_text/* markdown */.wD) `: ${facts.site}`;
    const parts = [
        (0,untrusted_text/* markdown */.wD) `### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}${of}`,
        ...(outcome.kind === "ready" ? [(0,untrusted_text/* autolink */.mf)(outcome.previewUrl)] : [(0,untrusted_text/* markdown */.wD) `${headline.text}`]),
        ...release(facts),
        ...table(facts),
        ...times(facts),
        ...excerpt(facts),
        ...phone(facts),
    ];
    return (0,untrusted_text/* markdown */.wD) `${(0,untrusted_text/* joinMarkdown */.UF)(parts, "\n\n")}\n`;
}
function release({ approval }) {
    if (approval.kind !== "link")
        return [];
    const approve = (0,untrusted_text/* link */.nf)("Review and approve the release", approval.url);
    return [
        (0,untrusted_text/* markdown */.wD) `> [!TIP]\n> **Ready for production?** ${approve}. Someone other than the requester must approve it.`,
    ];
}
function table({ outcome, commitSha, branch, accepted, row }) {
    const deploymentId = (0,preview_outcome/* deploymentOf */.PE)(outcome)?.id ?? accepted?.deploymentId;
    const columns = [
        ["Status", outcome.kind === "ready" ? undefined : (0,untrusted_text/* markdown */.wD) `${(0,preview_outcome/* outputStatus */.qp)(outcome)}`],
        ["Commit", commitSha === undefined ? undefined : (0,render/* commitText */.tT)({ commitSha, runUrl: row?.run.url ?? "" })],
        ["Branch", branch === undefined ? undefined : (0,untrusted_text/* inlineCode */.ti)(branch)],
        ["Deployment", deploymentId === undefined ? undefined : (0,untrusted_text/* inlineCode */.ti)(deploymentId)],
        ["Attempt", accepted && attempt(accepted)],
    ];
    const shown = columns.flatMap(([label, value]) => value === undefined ? [] : [{ label: (0,untrusted_text/* markdown */.wD) `${label}`, value }]);
    if (shown.length < 2)
        return [];
    const line = (cells) => (0,untrusted_text/* markdown */.wD) `| ${cells.reduce((joined, cell) => (0,untrusted_text/* markdown */.wD) `${joined} | ${cell}`)} |`;
    const lines = [
        line(shown.map(({ label }) => label)),
        line(shown.map(() => (0,untrusted_text/* markdown */.wD) `---`)),
        line(shown.map(({ value }) => value)),
    ];
    return [(0,untrusted_text/* joinMarkdown */.UF)(lines, "\n")];
}
function attempt({ attempt: number, reused }) {
    const which = number === undefined ? (0,untrusted_text/* markdown */.wD) `with the workflow's own key` : (0,untrusted_text/* markdown */.wD) `${number}`;
    return reused ? (0,untrusted_text/* markdown */.wD) `${which}, made by an earlier run` : which;
}
function times({ times: taken, previous, outcome }) {
    const lines = timeline(taken);
    if (lines.length === 0)
        return [];
    const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
    return [(0,untrusted_text/* codeFence */.d6)(lines, { maxChars: MAX_EXCERPT_CHARS }), ...compared];
}
/** Draws how long a deployment waited and built, on one scale; no lines when neither is known. */
function timeline({ queuedSeconds, buildSeconds }) {
    const parts = [
        { label: "Queued", seconds: queuedSeconds },
        { label: "Building", seconds: buildSeconds },
    ].flatMap(({ label, seconds }) => (seconds === undefined ? [] : [{ label, seconds }]));
    const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    if (total === 0)
        return parts.length === 0 ? [] : ["Queued and built in less than a second"];
    let before = 0;
    const lines = parts.map(({ label, seconds }) => {
        const start = share(before, total);
        before += seconds;
        return bar(label, { start, length: share(before, total) - start, seconds });
    });
    return parts.length < 2 ? lines : [...lines, bar("Total", { start: 0, length: WIDTH_CHARS, seconds: total })];
}
function share(seconds, total) {
    return Math.round((WIDTH_CHARS * seconds) / total);
}
function bar(label, { start, length, seconds }) {
    // Whatever took time is visible, however little.
    const drawn = "█".repeat(seconds > 0 ? Math.max(1, length) : length);
    const line = `${" ".repeat(Math.min(start, WIDTH_CHARS - 1))}${drawn}`.padEnd(WIDTH_CHARS);
    return `${label.padEnd(LABEL_CHARS)}${line}  ${(0,render/* durationText */.S5)(seconds)}`;
}
/** Compares with the last commit of the pull request, whose row was read anyway. */
function comparison(buildSeconds, previous) {
    const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
    if (buildSeconds === undefined || before === undefined || status !== "ready")
        return [];
    const difference = Math.round(buildSeconds - before);
    const words = difference === 0 ? "as long as" : `${(0,render/* durationText */.S5)(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
    return [(0,untrusted_text/* markdown */.wD) `The build took ${words} that of the last ready commit, ${(0,untrusted_text/* inlineCode */.ti)(commitSha.slice(0, 7))}.`];
}
function excerpt({ outcome, logTail }) {
    if (outcome.kind !== "failed" || logTail.length === 0)
        return [];
    return [(0,untrusted_text/* markdown */.wD) `Last lines of the build:`, (0,untrusted_text/* codeFence */.d6)(logTail, { maxChars: MAX_EXCERPT_CHARS })];
}
function phone({ qr }) {
    if (qr === undefined)
        return [];
    return [(0,untrusted_text/* markdown */.wD) `<details><summary>Open it on a phone</summary>`, qr, (0,untrusted_text/* markdown */.wD) `</details>`];
}
/** Lists the build errors beyond the annotations; at least one, and their words are untrusted. */
function furtherErrors(errors) {
    const lines = errors
        .slice(0, MAX_FURTHER_ERRORS)
        .map(({ file, line, message }) => (0,untrusted_text/* markdown */.wD) `- ${(0,untrusted_text/* inlineCode */.ti)(`${file}:${line}`)} ${message}`);
    const left = errors.length - lines.length;
    const rest = left > 0 ? [(0,untrusted_text/* markdown */.wD) `- and ${left} more`] : [];
    return (0,untrusted_text/* markdown */.wD) `Further build errors:\n\n${(0,untrusted_text/* joinMarkdown */.UF)([...lines, ...rest], "\n")}\n`;
}

;// CONCATENATED MODULE: ./build/src/preview/report.js






/** Turns the end of a run into its report. The conclusion follows from the outcome alone. */
function report(ending) {
    const { outcome, inputs, approval, row } = ending;
    const head = headline(outcome, { ...inputs, reused: ending.accepted?.reused === true });
    return {
        headline: head,
        outputs: finalOutputs(ending),
        row: row && finalRow(row, ending),
        summary: summary({ ...ending, headline: head, site: inputs.site }),
        notices: approval.kind === "none" ? [approval.reason] : [],
        conclusion: (0,preview_outcome/* conclusion */.q$)(outcome, inputs.onTimeout),
    };
}
/** Lines of a failed build that go with its annotation. */
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one is the headline. */
const MAX_ANNOTATIONS = 9;
/**
 * Writes a report to log, summary and outputs, and makes the step pass or fail by it.
 * @param lines What was kept of the log of a failed build; untrusted.
 */
function writeReport(runner, report, lines = []) {
    (0,annotations/* writeOutputs */.Kn)(runner, report.outputs);
    (0,annotations/* annotate */.fz)(runner, report.headline, lines.slice(-ANNOTATED_LINES));
    const { shown, rest } = readDiagnostics(lines, MAX_ANNOTATIONS);
    for (const { file, line, column, message } of shown) {
        const place = { title: "Build error", file, line, ...(column === undefined ? {} : { column }) };
        runner.error((0,untrusted_text/* logText */.kc)(message), place);
    }
    for (const sentence of report.notices)
        runner.notice((0,untrusted_text/* logText */.kc)(sentence), { title: "No approval link" });
    runner.appendSummary(report.summary);
    if (rest.length > 0)
        runner.appendSummary(furtherErrors(rest));
    if (report.conclusion === "fail")
        runner.fail();
}
/** For every run that ends before its build. */
const STILL_RUNNING = "The build is still running. Re-run this job to follow it.";
const SAFE_TO_RERUN = "Re-run this job: the same request gives the same deployment.";
/**
 * Says in a sentence how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always shown)
 */
function headline(outcome, facts) {
    const { site, reused } = facts;
    switch (outcome.kind) {
        case "ready": {
            const text = `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${outcome.previewUrl}`;
            return { level: "info", title: "Preview ready", text };
        }
        case "accepted": {
            const text = `The service accepted deployment ${outcome.deployment.id} of '${site}'. This step does not wait for its build.`;
            return { level: "info", title: "Deployment accepted", text };
        }
        case "skipped":
            return { level: "notice", title: "Skipped", text: (0,src_failure/* sentences */.hC)([outcome.reason.message, outcome.reason.hint]) };
        case "failed":
            return { level: "error", title: "Preview failed", text: (0,src_failure/* failureText */.kY)(outcome.failure) };
        case "canceled": {
            const { failure, deployment } = outcome;
            const byService = `Deployment ${deployment.id} was canceled at the service. Re-run this job for a new one.`;
            const text = failure === undefined ? byService : (0,src_failure/* failureText */.kY)(failure);
            return { level: "error", title: "Deployment canceled", text };
        }
        case "refused":
            return { level: "error", title: "Deployment refused", text: (0,src_failure/* failureText */.kY)(outcome.failure) };
        case "timed_out":
            return {
                level: facts.onTimeout === "warn" ? "warning" : "error",
                title: "Timed out",
                text: timedOutText(outcome.deployment?.id, facts.timeoutMs),
            };
        case "stopped":
            return { level: "warning", title: "Run canceled", text: stoppedText(outcome.deployment?.id) };
        case "lost":
            return { level: "error", title: "Service unreachable", text: lostText(outcome.failure, outcome.deployment?.id) };
    }
}
function timedOutText(deploymentId, timeoutMs) {
    const limit = `${Number((timeoutMs / 60_000).toFixed(2))} minutes (timeout-minutes)`;
    return deploymentId === undefined
        ? `The service did not respond within ${limit}. ${SAFE_TO_RERUN}`
        : `Deployment ${deploymentId} was not ready within ${limit}. ${STILL_RUNNING}`;
}
function stoppedText(deploymentId) {
    return deploymentId === undefined
        ? `The run was canceled before the service responded. ${SAFE_TO_RERUN}`
        : `The run was canceled while it followed deployment ${deploymentId}. ${STILL_RUNNING}`;
}
function lostText(failure, deploymentId) {
    const what = (0,src_failure/* failureText */.kY)(failure);
    if (deploymentId === undefined)
        return what;
    return `${what} The result of deployment ${deploymentId} is unknown. Re-run this job to follow it.`;
}
/** Names of the outputs, as `action.yml` declares them. */
const OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    "status",
    "deployment-id",
    "preview-url",
    "approval-url",
    "approval-request-id",
    "site-id",
    "commit-sha",
    "reused",
    "attempt",
    "error-code",
    "comment-id",
    "comment-url",
    "github-deployment-id",
    "queued-seconds",
    "build-seconds",
]));
/** Outputs once the service has accepted the deployment; they remain if the runner dies. */
function acceptedOutputs({ siteId, deploymentId, reused, attempt }) {
    return {
        status: "accepted",
        "site-id": siteId,
        "deployment-id": deploymentId,
        reused: String(reused),
        ...(attempt === undefined ? {} : { attempt: String(attempt) }),
    };
}
/** Outputs at the end, beyond those that were known before. */
function finalOutputs({ outcome, approval, times: { queuedSeconds, buildSeconds } }) {
    const failure = (0,preview_outcome/* failureIn */.Q6)(outcome);
    const deploymentId = (0,preview_outcome/* deploymentOf */.PE)(outcome)?.id;
    const requestId = approval.kind === "link" ? approval.requestId : undefined;
    return {
        status: (0,preview_outcome/* outputStatus */.qp)(outcome),
        ...(deploymentId === undefined ? {} : { "deployment-id": deploymentId }),
        ...(outcome.kind === "ready" ? { "preview-url": outcome.previewUrl } : {}),
        ...(approval.kind === "link" ? { "approval-url": approval.url } : {}),
        ...(requestId === undefined ? {} : { "approval-request-id": requestId }),
        ...(failure === undefined ? {} : { "error-code": failure.code }),
        ...(queuedSeconds === undefined ? {} : { "queued-seconds": String(queuedSeconds) }),
        ...(buildSeconds === undefined ? {} : { "build-seconds": String(buildSeconds) }),
    };
}
/**
 * Makes the row of a deployment that has not ended.
 * @param status As the service gave it.
 * @param deployment Undefined while the workspace is at its build limit.
 */
function liveRow(facts, status, deployment) {
    const row = { ...baseRow(facts, deployment), status };
    return deployment === undefined ? { ...row, note: "Waiting for another build of the workspace to end." } : row;
}
/** Whether this run will report more about a row's deployment. */
function isLive({ status }) {
    return status === "queued" || status === "building";
}
/** Makes the row of a run's end; undefined for an end that the pull request need not show. */
function finalRow(facts, { outcome, approval, logTail, times }) {
    const durationSeconds = times.buildSeconds;
    const deployment = (0,preview_outcome/* deploymentOf */.PE)(outcome);
    const status = rowStatus(outcome);
    const failure = (0,preview_outcome/* failureIn */.Q6)(outcome);
    const unfinished = outcome.kind === "timed_out" || outcome.kind === "stopped" || outcome.kind === "lost";
    if (status === undefined)
        return undefined;
    return {
        ...baseRow(facts, deployment),
        status,
        ...(outcome.kind === "ready" ? { previewUrl: outcome.previewUrl } : {}),
        ...(approval.kind === "link" ? { approvalUrl: approval.url } : {}),
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
        ...(outcome.kind === "failed" && logTail.length > 0 ? { excerpt: logTail } : {}),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
        ...(unfinished && deployment !== undefined ? { note: STILL_RUNNING } : {}),
    };
}
function rowStatus(outcome) {
    if (outcome.kind === "skipped")
        return undefined;
    if (outcome.kind === "stopped")
        return "interrupted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "interrupted";
    return outcome.kind;
}
function baseRow({ siteId, site, commitSha, run }, deployment) {
    const base = { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
    if (deployment === undefined)
        return base;
    const { id, createdAt } = deployment;
    return { ...base, deploymentId: id, ...(createdAt === undefined ? {} : { createdAt }) };
}


/***/ }),

/***/ 3312:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  J6: () => (/* binding */ isSameOrigin),
  iO: () => (/* binding */ parseServiceUrl),
  x6: () => (/* binding */ publicUrl)
});

// UNUSED EXPORTS: isMetadataHost

;// CONCATENATED MODULE: external "node:net"
const external_node_net_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");
// EXTERNAL MODULE: ./build/packages/client/transport.js + 1 modules
var transport = __nccwpck_require__(2482);
// EXTERNAL MODULE: ./build/src/github/payload.js
var payload = __nccwpck_require__(5543);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
;// CONCATENATED MODULE: ./build/src/service-url.js




/** Metadata services of clouds; RFC 3927 and RFC 4291 §2.5.6, then addresses of single clouds. */
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
 * Checks whether a host is link-local or the metadata service of a cloud, which gives out credentials.
 * Private networks are allowed: a self-hosted service lives there.
 * @param hostname Host of a parsed URL, which spells an IPv4 address in one way only.
 */
function isMetadataHost(hostname) {
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    // Building the list takes milliseconds, which would delay the first request.
    if ((0,transport/* isLoopbackHost */.cW)(hostname))
        return false;
    const family = (0,external_node_net_namespaceObject.isIP)(address);
    if (family === 0)
        return METADATA_NAMES.test(hostname);
    const list = new external_node_net_namespaceObject.BlockList();
    for (const subnet of METADATA_NETWORKS)
        list.addSubnet(...subnet);
    return list.check(address, family === 4 ? "ipv4" : "ipv6");
}
/**
 * Reads a URL a credential may be sent to: https, or http to a loopback address.
 * @param text An absolute URL.
 * @returns Undefined when it is none, has a user name, password, query or fragment, or is link-local.
 */
function parseServiceUrl(text) {
    const url = (0,payload/* parseUrl */.Dl)(text);
    if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        return undefined;
    }
    return (0,transport/* isProtected */.bz)(url) && !isMetadataHost(url.hostname) ? url : undefined;
}
/**
 * Checks whether two URLs belong to one service: the same origin, or two loopback names of one port.
 * @see RFC 6454 §5
 */
function isSameOrigin(one, other) {
    if (one.origin === other.origin)
        return one.origin !== "null";
    const bothLoopback = (0,transport/* isLoopbackHost */.cW)(one.hostname) && (0,transport/* isLoopbackHost */.cW)(other.hostname);
    return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}
/**
 * Reads a URL of a deployment as one a user may be shown.
 * @param text As the service gave it.
 * @param baseUrl The service; only one on loopback without TLS may show URLs without TLS.
 */
function publicUrl(text, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && (0,transport/* isLoopbackHost */.cW)(baseUrl.hostname);
    return typeof text === "string" ? (0,untrusted_text/* safeAddress */.Md)(text, { allowLoopbackHttp }) : undefined;
}


/***/ }),

/***/ 4942:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  Qq: () => (/* binding */ HttpClient)
});

// UNUSED EXPORTS: Headers, HttpClientError, HttpClientResponse, HttpCodes, MediaTypes, getProxyUrl, isHttps

// EXTERNAL MODULE: external "http"
var external_http_ = __nccwpck_require__(8611);
var external_http_namespaceObject = /*#__PURE__*/__nccwpck_require__.t(external_http_, 2);
// EXTERNAL MODULE: external "https"
var external_https_ = __nccwpck_require__(5692);
var external_https_namespaceObject = /*#__PURE__*/__nccwpck_require__.t(external_https_, 2);
;// CONCATENATED MODULE: ./node_modules/@actions/http-client/lib/proxy.js
function getProxyUrl(reqUrl) {
    const usingSsl = reqUrl.protocol === 'https:';
    if (checkBypass(reqUrl)) {
        return undefined;
    }
    const proxyVar = (() => {
        if (usingSsl) {
            return process.env['https_proxy'] || process.env['HTTPS_PROXY'];
        }
        else {
            return process.env['http_proxy'] || process.env['HTTP_PROXY'];
        }
    })();
    if (proxyVar) {
        try {
            return new DecodedURL(proxyVar);
        }
        catch (_a) {
            if (!proxyVar.startsWith('http://') && !proxyVar.startsWith('https://'))
                return new DecodedURL(`http://${proxyVar}`);
        }
    }
    else {
        return undefined;
    }
}
function checkBypass(reqUrl) {
    if (!reqUrl.hostname) {
        return false;
    }
    const reqHost = reqUrl.hostname;
    if (isLoopbackAddress(reqHost)) {
        return true;
    }
    const noProxy = process.env['no_proxy'] || process.env['NO_PROXY'] || '';
    if (!noProxy) {
        return false;
    }
    // Determine the request port
    let reqPort;
    if (reqUrl.port) {
        reqPort = Number(reqUrl.port);
    }
    else if (reqUrl.protocol === 'http:') {
        reqPort = 80;
    }
    else if (reqUrl.protocol === 'https:') {
        reqPort = 443;
    }
    // Format the request hostname and hostname with port
    const upperReqHosts = [reqUrl.hostname.toUpperCase()];
    if (typeof reqPort === 'number') {
        upperReqHosts.push(`${upperReqHosts[0]}:${reqPort}`);
    }
    // Compare request host against noproxy
    for (const upperNoProxyItem of noProxy
        .split(',')
        .map(x => x.trim().toUpperCase())
        .filter(x => x)) {
        if (upperNoProxyItem === '*' ||
            upperReqHosts.some(x => x === upperNoProxyItem ||
                x.endsWith(`.${upperNoProxyItem}`) ||
                (upperNoProxyItem.startsWith('.') &&
                    x.endsWith(`${upperNoProxyItem}`)))) {
            return true;
        }
    }
    return false;
}
function isLoopbackAddress(host) {
    const hostLower = host.toLowerCase();
    return (hostLower === 'localhost' ||
        hostLower.startsWith('127.') ||
        hostLower.startsWith('[::1]') ||
        hostLower.startsWith('[0:0:0:0:0:0:0:1]'));
}
class DecodedURL extends URL {
    constructor(url, base) {
        super(url, base);
        this._decodedUsername = decodeURIComponent(super.username);
        this._decodedPassword = decodeURIComponent(super.password);
    }
    get username() {
        return this._decodedUsername;
    }
    get password() {
        return this._decodedPassword;
    }
}
//# sourceMappingURL=proxy.js.map
// EXTERNAL MODULE: ./node_modules/tunnel/index.js
var tunnel = __nccwpck_require__(770);
// EXTERNAL MODULE: external "./lazy-undici.cjs"
var external_lazy_undici_cjs_ = __nccwpck_require__(4650);
;// CONCATENATED MODULE: ./node_modules/@actions/http-client/lib/index.js
/* eslint-disable @typescript-eslint/no-explicit-any */
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};





var HttpCodes;
(function (HttpCodes) {
    HttpCodes[HttpCodes["OK"] = 200] = "OK";
    HttpCodes[HttpCodes["MultipleChoices"] = 300] = "MultipleChoices";
    HttpCodes[HttpCodes["MovedPermanently"] = 301] = "MovedPermanently";
    HttpCodes[HttpCodes["ResourceMoved"] = 302] = "ResourceMoved";
    HttpCodes[HttpCodes["SeeOther"] = 303] = "SeeOther";
    HttpCodes[HttpCodes["NotModified"] = 304] = "NotModified";
    HttpCodes[HttpCodes["UseProxy"] = 305] = "UseProxy";
    HttpCodes[HttpCodes["SwitchProxy"] = 306] = "SwitchProxy";
    HttpCodes[HttpCodes["TemporaryRedirect"] = 307] = "TemporaryRedirect";
    HttpCodes[HttpCodes["PermanentRedirect"] = 308] = "PermanentRedirect";
    HttpCodes[HttpCodes["BadRequest"] = 400] = "BadRequest";
    HttpCodes[HttpCodes["Unauthorized"] = 401] = "Unauthorized";
    HttpCodes[HttpCodes["PaymentRequired"] = 402] = "PaymentRequired";
    HttpCodes[HttpCodes["Forbidden"] = 403] = "Forbidden";
    HttpCodes[HttpCodes["NotFound"] = 404] = "NotFound";
    HttpCodes[HttpCodes["MethodNotAllowed"] = 405] = "MethodNotAllowed";
    HttpCodes[HttpCodes["NotAcceptable"] = 406] = "NotAcceptable";
    HttpCodes[HttpCodes["ProxyAuthenticationRequired"] = 407] = "ProxyAuthenticationRequired";
    HttpCodes[HttpCodes["RequestTimeout"] = 408] = "RequestTimeout";
    HttpCodes[HttpCodes["Conflict"] = 409] = "Conflict";
    HttpCodes[HttpCodes["Gone"] = 410] = "Gone";
    HttpCodes[HttpCodes["TooManyRequests"] = 429] = "TooManyRequests";
    HttpCodes[HttpCodes["InternalServerError"] = 500] = "InternalServerError";
    HttpCodes[HttpCodes["NotImplemented"] = 501] = "NotImplemented";
    HttpCodes[HttpCodes["BadGateway"] = 502] = "BadGateway";
    HttpCodes[HttpCodes["ServiceUnavailable"] = 503] = "ServiceUnavailable";
    HttpCodes[HttpCodes["GatewayTimeout"] = 504] = "GatewayTimeout";
})(HttpCodes || (HttpCodes = {}));
var Headers;
(function (Headers) {
    Headers["Accept"] = "accept";
    Headers["ContentType"] = "content-type";
})(Headers || (Headers = {}));
var MediaTypes;
(function (MediaTypes) {
    MediaTypes["ApplicationJson"] = "application/json";
})(MediaTypes || (MediaTypes = {}));
/**
 * Returns the proxy URL, depending upon the supplied url and proxy environment variables.
 * @param serverUrl  The server URL where the request will be sent. For example, https://api.github.com
 */
function lib_getProxyUrl(serverUrl) {
    const proxyUrl = pm.getProxyUrl(new URL(serverUrl));
    return proxyUrl ? proxyUrl.href : '';
}
const HttpRedirectCodes = [
    HttpCodes.MovedPermanently,
    HttpCodes.ResourceMoved,
    HttpCodes.SeeOther,
    HttpCodes.TemporaryRedirect,
    HttpCodes.PermanentRedirect
];
const HttpResponseRetryCodes = [
    HttpCodes.BadGateway,
    HttpCodes.ServiceUnavailable,
    HttpCodes.GatewayTimeout
];
const RetryableHttpVerbs = ['OPTIONS', 'GET', 'DELETE', 'HEAD'];
const ExponentialBackoffCeiling = 10;
const ExponentialBackoffTimeSlice = 5;
class HttpClientError extends Error {
    constructor(message, statusCode) {
        super(message);
        this.name = 'HttpClientError';
        this.statusCode = statusCode;
        Object.setPrototypeOf(this, HttpClientError.prototype);
    }
}
class HttpClientResponse {
    constructor(message) {
        this.message = message;
    }
    readBody() {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve) => __awaiter(this, void 0, void 0, function* () {
                let output = Buffer.alloc(0);
                this.message.on('data', (chunk) => {
                    output = Buffer.concat([output, chunk]);
                });
                this.message.on('end', () => {
                    resolve(output.toString());
                });
            }));
        });
    }
    readBodyBuffer() {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve) => __awaiter(this, void 0, void 0, function* () {
                const chunks = [];
                this.message.on('data', (chunk) => {
                    chunks.push(chunk);
                });
                this.message.on('end', () => {
                    resolve(Buffer.concat(chunks));
                });
            }));
        });
    }
}
function isHttps(requestUrl) {
    const parsedUrl = new URL(requestUrl);
    return parsedUrl.protocol === 'https:';
}
class HttpClient {
    constructor(userAgent, handlers, requestOptions) {
        this._ignoreSslError = false;
        this._allowRedirects = true;
        this._allowRedirectDowngrade = false;
        this._maxRedirects = 50;
        this._allowRetries = false;
        this._maxRetries = 1;
        this._keepAlive = false;
        this._disposed = false;
        this.userAgent = this._getUserAgentWithOrchestrationId(userAgent);
        this.handlers = handlers || [];
        this.requestOptions = requestOptions;
        if (requestOptions) {
            if (requestOptions.ignoreSslError != null) {
                this._ignoreSslError = requestOptions.ignoreSslError;
            }
            this._socketTimeout = requestOptions.socketTimeout;
            if (requestOptions.allowRedirects != null) {
                this._allowRedirects = requestOptions.allowRedirects;
            }
            if (requestOptions.allowRedirectDowngrade != null) {
                this._allowRedirectDowngrade = requestOptions.allowRedirectDowngrade;
            }
            if (requestOptions.maxRedirects != null) {
                this._maxRedirects = Math.max(requestOptions.maxRedirects, 0);
            }
            if (requestOptions.keepAlive != null) {
                this._keepAlive = requestOptions.keepAlive;
            }
            if (requestOptions.allowRetries != null) {
                this._allowRetries = requestOptions.allowRetries;
            }
            if (requestOptions.maxRetries != null) {
                this._maxRetries = requestOptions.maxRetries;
            }
        }
    }
    options(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('OPTIONS', requestUrl, null, additionalHeaders || {});
        });
    }
    get(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('GET', requestUrl, null, additionalHeaders || {});
        });
    }
    del(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('DELETE', requestUrl, null, additionalHeaders || {});
        });
    }
    post(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('POST', requestUrl, data, additionalHeaders || {});
        });
    }
    patch(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('PATCH', requestUrl, data, additionalHeaders || {});
        });
    }
    put(requestUrl, data, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('PUT', requestUrl, data, additionalHeaders || {});
        });
    }
    head(requestUrl, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request('HEAD', requestUrl, null, additionalHeaders || {});
        });
    }
    sendStream(verb, requestUrl, stream, additionalHeaders) {
        return __awaiter(this, void 0, void 0, function* () {
            return this.request(verb, requestUrl, stream, additionalHeaders);
        });
    }
    /**
     * Gets a typed object from an endpoint
     * Be aware that not found returns a null.  Other errors (4xx, 5xx) reject the promise
     */
    getJson(requestUrl_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, additionalHeaders = {}) {
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            const res = yield this.get(requestUrl, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    postJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.post(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    putJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.put(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    patchJson(requestUrl_1, obj_1) {
        return __awaiter(this, arguments, void 0, function* (requestUrl, obj, additionalHeaders = {}) {
            const data = JSON.stringify(obj, null, 2);
            additionalHeaders[Headers.Accept] = this._getExistingOrDefaultHeader(additionalHeaders, Headers.Accept, MediaTypes.ApplicationJson);
            additionalHeaders[Headers.ContentType] =
                this._getExistingOrDefaultContentTypeHeader(additionalHeaders, MediaTypes.ApplicationJson);
            const res = yield this.patch(requestUrl, data, additionalHeaders);
            return this._processResponse(res, this.requestOptions);
        });
    }
    /**
     * Makes a raw http request.
     * All other methods such as get, post, patch, and request ultimately call this.
     * Prefer get, del, post and patch
     */
    request(verb, requestUrl, data, headers) {
        return __awaiter(this, void 0, void 0, function* () {
            if (this._disposed) {
                throw new Error('Client has already been disposed.');
            }
            const parsedUrl = new URL(requestUrl);
            let info = this._prepareRequest(verb, parsedUrl, headers);
            // Only perform retries on reads since writes may not be idempotent.
            const maxTries = this._allowRetries && RetryableHttpVerbs.includes(verb)
                ? this._maxRetries + 1
                : 1;
            let numTries = 0;
            let response;
            do {
                response = yield this.requestRaw(info, data);
                // Check if it's an authentication challenge
                if (response &&
                    response.message &&
                    response.message.statusCode === HttpCodes.Unauthorized) {
                    let authenticationHandler;
                    for (const handler of this.handlers) {
                        if (handler.canHandleAuthentication(response)) {
                            authenticationHandler = handler;
                            break;
                        }
                    }
                    if (authenticationHandler) {
                        return authenticationHandler.handleAuthentication(this, info, data);
                    }
                    else {
                        // We have received an unauthorized response but have no handlers to handle it.
                        // Let the response return to the caller.
                        return response;
                    }
                }
                let redirectsRemaining = this._maxRedirects;
                while (response.message.statusCode &&
                    HttpRedirectCodes.includes(response.message.statusCode) &&
                    this._allowRedirects &&
                    redirectsRemaining > 0) {
                    const redirectUrl = response.message.headers['location'];
                    if (!redirectUrl) {
                        // if there's no location to redirect to, we won't
                        break;
                    }
                    const parsedRedirectUrl = new URL(redirectUrl);
                    if (parsedUrl.protocol === 'https:' &&
                        parsedUrl.protocol !== parsedRedirectUrl.protocol &&
                        !this._allowRedirectDowngrade) {
                        throw new Error('Redirect from HTTPS to HTTP protocol. This downgrade is not allowed for security reasons. If you want to allow this behavior, set the allowRedirectDowngrade option to true.');
                    }
                    // we need to finish reading the response before reassigning response
                    // which will leak the open socket.
                    yield response.readBody();
                    // strip authorization header if redirected to a different hostname
                    if (parsedRedirectUrl.hostname !== parsedUrl.hostname) {
                        for (const header in headers) {
                            // header names are case insensitive
                            if (header.toLowerCase() === 'authorization') {
                                delete headers[header];
                            }
                        }
                    }
                    // let's make the request with the new redirectUrl
                    info = this._prepareRequest(verb, parsedRedirectUrl, headers);
                    response = yield this.requestRaw(info, data);
                    redirectsRemaining--;
                }
                if (!response.message.statusCode ||
                    !HttpResponseRetryCodes.includes(response.message.statusCode)) {
                    // If not a retry code, return immediately instead of retrying
                    return response;
                }
                numTries += 1;
                if (numTries < maxTries) {
                    yield response.readBody();
                    yield this._performExponentialBackoff(numTries);
                }
            } while (numTries < maxTries);
            return response;
        });
    }
    /**
     * Needs to be called if keepAlive is set to true in request options.
     */
    dispose() {
        if (this._agent) {
            this._agent.destroy();
        }
        this._disposed = true;
    }
    /**
     * Raw request.
     * @param info
     * @param data
     */
    requestRaw(info, data) {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve, reject) => {
                function callbackForResult(err, res) {
                    if (err) {
                        reject(err);
                    }
                    else if (!res) {
                        // If `err` is not passed, then `res` must be passed.
                        reject(new Error('Unknown error'));
                    }
                    else {
                        resolve(res);
                    }
                }
                this.requestRawWithCallback(info, data, callbackForResult);
            });
        });
    }
    /**
     * Raw request with callback.
     * @param info
     * @param data
     * @param onResult
     */
    requestRawWithCallback(info, data, onResult) {
        if (typeof data === 'string') {
            if (!info.options.headers) {
                info.options.headers = {};
            }
            info.options.headers['Content-Length'] = Buffer.byteLength(data, 'utf8');
        }
        let callbackCalled = false;
        function handleResult(err, res) {
            if (!callbackCalled) {
                callbackCalled = true;
                onResult(err, res);
            }
        }
        const req = info.httpModule.request(info.options, (msg) => {
            const res = new HttpClientResponse(msg);
            handleResult(undefined, res);
        });
        let socket;
        req.on('socket', sock => {
            socket = sock;
        });
        // If we ever get disconnected, we want the socket to timeout eventually
        req.setTimeout(this._socketTimeout || 3 * 60000, () => {
            if (socket) {
                socket.end();
            }
            handleResult(new Error(`Request timeout: ${info.options.path}`));
        });
        req.on('error', function (err) {
            // err has statusCode property
            // res should have headers
            handleResult(err);
        });
        if (data && typeof data === 'string') {
            req.write(data, 'utf8');
        }
        if (data && typeof data !== 'string') {
            data.on('close', function () {
                req.end();
            });
            data.pipe(req);
        }
        else {
            req.end();
        }
    }
    /**
     * Gets an http agent. This function is useful when you need an http agent that handles
     * routing through a proxy server - depending upon the url and proxy environment variables.
     * @param serverUrl  The server URL where the request will be sent. For example, https://api.github.com
     */
    getAgent(serverUrl) {
        const parsedUrl = new URL(serverUrl);
        return this._getAgent(parsedUrl);
    }
    getAgentDispatcher(serverUrl) {
        const parsedUrl = new URL(serverUrl);
        const proxyUrl = getProxyUrl(parsedUrl);
        const useProxy = proxyUrl && proxyUrl.hostname;
        if (!useProxy) {
            return;
        }
        return this._getProxyAgentDispatcher(parsedUrl, proxyUrl);
    }
    _prepareRequest(method, requestUrl, headers) {
        const info = {};
        info.parsedUrl = requestUrl;
        const usingSsl = info.parsedUrl.protocol === 'https:';
        info.httpModule = usingSsl ? external_https_namespaceObject : external_http_namespaceObject;
        const defaultPort = usingSsl ? 443 : 80;
        info.options = {};
        info.options.host = info.parsedUrl.hostname;
        info.options.port = info.parsedUrl.port
            ? parseInt(info.parsedUrl.port)
            : defaultPort;
        info.options.path =
            (info.parsedUrl.pathname || '') + (info.parsedUrl.search || '');
        info.options.method = method;
        info.options.headers = this._mergeHeaders(headers);
        if (this.userAgent != null) {
            info.options.headers['user-agent'] = this.userAgent;
        }
        info.options.agent = this._getAgent(info.parsedUrl);
        // gives handlers an opportunity to participate
        if (this.handlers) {
            for (const handler of this.handlers) {
                handler.prepareRequest(info.options);
            }
        }
        return info;
    }
    _mergeHeaders(headers) {
        if (this.requestOptions && this.requestOptions.headers) {
            return Object.assign({}, lowercaseKeys(this.requestOptions.headers), lowercaseKeys(headers || {}));
        }
        return lowercaseKeys(headers || {});
    }
    /**
     * Gets an existing header value or returns a default.
     * Handles converting number header values to strings since HTTP headers must be strings.
     * Note: This returns string | string[] since some headers can have multiple values.
     * For headers that must always be a single string (like Content-Type), use the
     * specialized _getExistingOrDefaultContentTypeHeader method instead.
     */
    _getExistingOrDefaultHeader(additionalHeaders, header, _default) {
        let clientHeader;
        if (this.requestOptions && this.requestOptions.headers) {
            const headerValue = lowercaseKeys(this.requestOptions.headers)[header];
            if (headerValue) {
                clientHeader =
                    typeof headerValue === 'number' ? headerValue.toString() : headerValue;
            }
        }
        const additionalValue = additionalHeaders[header];
        if (additionalValue !== undefined) {
            return typeof additionalValue === 'number'
                ? additionalValue.toString()
                : additionalValue;
        }
        if (clientHeader !== undefined) {
            return clientHeader;
        }
        return _default;
    }
    /**
     * Specialized version of _getExistingOrDefaultHeader for Content-Type header.
     * Always returns a single string (not an array) since Content-Type should be a single value.
     * Converts arrays to comma-separated strings and numbers to strings to ensure type safety.
     * This was split from _getExistingOrDefaultHeader to provide stricter typing for callers
     * that assign the result to places expecting a string (e.g., additionalHeaders[Headers.ContentType]).
     */
    _getExistingOrDefaultContentTypeHeader(additionalHeaders, _default) {
        let clientHeader;
        if (this.requestOptions && this.requestOptions.headers) {
            const headerValue = lowercaseKeys(this.requestOptions.headers)[Headers.ContentType];
            if (headerValue) {
                if (typeof headerValue === 'number') {
                    clientHeader = String(headerValue);
                }
                else if (Array.isArray(headerValue)) {
                    clientHeader = headerValue.join(', ');
                }
                else {
                    clientHeader = headerValue;
                }
            }
        }
        const additionalValue = additionalHeaders[Headers.ContentType];
        // Return the first non-undefined value, converting numbers or arrays to strings if necessary
        if (additionalValue !== undefined) {
            if (typeof additionalValue === 'number') {
                return String(additionalValue);
            }
            else if (Array.isArray(additionalValue)) {
                return additionalValue.join(', ');
            }
            else {
                return additionalValue;
            }
        }
        if (clientHeader !== undefined) {
            return clientHeader;
        }
        return _default;
    }
    _getAgent(parsedUrl) {
        let agent;
        const proxyUrl = getProxyUrl(parsedUrl);
        const useProxy = proxyUrl && proxyUrl.hostname;
        if (this._keepAlive && useProxy) {
            agent = this._proxyAgent;
        }
        if (!useProxy) {
            agent = this._agent;
        }
        // if agent is already assigned use that agent.
        if (agent) {
            return agent;
        }
        const usingSsl = parsedUrl.protocol === 'https:';
        let maxSockets = 100;
        if (this.requestOptions) {
            maxSockets = this.requestOptions.maxSockets || external_http_.globalAgent.maxSockets;
        }
        // This is `useProxy` again, but we need to check `proxyURl` directly for TypeScripts's flow analysis.
        if (proxyUrl && proxyUrl.hostname) {
            const agentOptions = {
                maxSockets,
                keepAlive: this._keepAlive,
                proxy: Object.assign(Object.assign({}, ((proxyUrl.username || proxyUrl.password) && {
                    proxyAuth: `${proxyUrl.username}:${proxyUrl.password}`
                })), { host: proxyUrl.hostname, port: proxyUrl.port })
            };
            let tunnelAgent;
            const overHttps = proxyUrl.protocol === 'https:';
            if (usingSsl) {
                tunnelAgent = overHttps ? tunnel.httpsOverHttps : tunnel.httpsOverHttp;
            }
            else {
                tunnelAgent = overHttps ? tunnel.httpOverHttps : tunnel.httpOverHttp;
            }
            agent = tunnelAgent(agentOptions);
            this._proxyAgent = agent;
        }
        // if tunneling agent isn't assigned create a new agent
        if (!agent) {
            const options = { keepAlive: this._keepAlive, maxSockets };
            agent = usingSsl ? new external_https_.Agent(options) : new external_http_.Agent(options);
            this._agent = agent;
        }
        if (usingSsl && this._ignoreSslError) {
            // we don't want to set NODE_TLS_REJECT_UNAUTHORIZED=0 since that will affect request for entire process
            // http.RequestOptions doesn't expose a way to modify RequestOptions.agent.options
            // we have to cast it to any and change it directly
            agent.options = Object.assign(agent.options || {}, {
                rejectUnauthorized: false
            });
        }
        return agent;
    }
    _getProxyAgentDispatcher(parsedUrl, proxyUrl) {
        let proxyAgent;
        if (this._keepAlive) {
            proxyAgent = this._proxyAgentDispatcher;
        }
        // if agent is already assigned use that agent.
        if (proxyAgent) {
            return proxyAgent;
        }
        const usingSsl = parsedUrl.protocol === 'https:';
        proxyAgent = new external_lazy_undici_cjs_.ProxyAgent(Object.assign({ uri: proxyUrl.href, pipelining: !this._keepAlive ? 0 : 1 }, ((proxyUrl.username || proxyUrl.password) && {
            token: `Basic ${Buffer.from(`${proxyUrl.username}:${proxyUrl.password}`).toString('base64')}`
        })));
        this._proxyAgentDispatcher = proxyAgent;
        if (usingSsl && this._ignoreSslError) {
            // we don't want to set NODE_TLS_REJECT_UNAUTHORIZED=0 since that will affect request for entire process
            // http.RequestOptions doesn't expose a way to modify RequestOptions.agent.options
            // we have to cast it to any and change it directly
            proxyAgent.options = Object.assign(proxyAgent.options.requestTls || {}, {
                rejectUnauthorized: false
            });
        }
        return proxyAgent;
    }
    _getUserAgentWithOrchestrationId(userAgent) {
        const baseUserAgent = userAgent || 'actions/http-client';
        const orchId = process.env['ACTIONS_ORCHESTRATION_ID'];
        if (orchId) {
            // Sanitize the orchestration ID to ensure it contains only valid characters
            // Valid characters: 0-9, a-z, _, -, .
            const sanitizedId = orchId.replace(/[^a-z0-9_.-]/gi, '_');
            return `${baseUserAgent} actions_orchestration_id/${sanitizedId}`;
        }
        return baseUserAgent;
    }
    _performExponentialBackoff(retryNumber) {
        return __awaiter(this, void 0, void 0, function* () {
            retryNumber = Math.min(ExponentialBackoffCeiling, retryNumber);
            const ms = ExponentialBackoffTimeSlice * Math.pow(2, retryNumber);
            return new Promise(resolve => setTimeout(() => resolve(), ms));
        });
    }
    _processResponse(res, options) {
        return __awaiter(this, void 0, void 0, function* () {
            return new Promise((resolve, reject) => __awaiter(this, void 0, void 0, function* () {
                const statusCode = res.message.statusCode || 0;
                const response = {
                    statusCode,
                    result: null,
                    headers: {}
                };
                // not found leads to null obj returned
                if (statusCode === HttpCodes.NotFound) {
                    resolve(response);
                }
                // get the result from the body
                function dateTimeDeserializer(key, value) {
                    if (typeof value === 'string') {
                        const a = new Date(value);
                        if (!isNaN(a.valueOf())) {
                            return a;
                        }
                    }
                    return value;
                }
                let obj;
                let contents;
                try {
                    contents = yield res.readBody();
                    if (contents && contents.length > 0) {
                        if (options && options.deserializeDates) {
                            obj = JSON.parse(contents, dateTimeDeserializer);
                        }
                        else {
                            obj = JSON.parse(contents);
                        }
                        response.result = obj;
                    }
                    response.headers = res.message.headers;
                }
                catch (err) {
                    // Invalid resource (contents not json);  leaving result obj null
                }
                // note that 3xx redirects are handled by the http layer.
                if (statusCode > 299) {
                    let msg;
                    // if exception/error in body, attempt to get better error
                    if (obj && obj.message) {
                        msg = obj.message;
                    }
                    else if (contents && contents.length > 0) {
                        // it may be the case that the exception is in the body message as string
                        msg = contents;
                    }
                    else {
                        msg = `Failed request: (${statusCode})`;
                    }
                    const err = new HttpClientError(msg, statusCode);
                    err.result = response.result;
                    reject(err);
                }
                else {
                    resolve(response);
                }
            }));
        });
    }
}
const lowercaseKeys = (obj) => Object.keys(obj).reduce((c, k) => ((c[k.toLowerCase()] = obj[k]), c), {});
//# sourceMappingURL=index.js.map

/***/ }),

/***/ 961:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ ZodError),
/* harmony export */   g: () => (/* binding */ ZodRealError)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7428);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(8532);
/* harmony import */ var _core_util_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4723);



/* Prototypes that already carry the lazy helper methods. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedErrorProtos = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
/* Helper methods live as non-enumerable lazy getters on the shared
 * prototype instead of own properties on every instance. On first
 * access the getter allocates the per-instance closure and caches it
 * as a non-enumerable own property, so detached usage still works and
 * the allocation only happens for methods actually touched. */
function _lazyMethod(proto, key, make) {
    Object.defineProperty(proto, key, {
        configurable: true,
        enumerable: false,
        get() {
            const value = make(this);
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
            return value;
        },
        set(value) {
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
        },
    });
}
const initializer = (inst, issues) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodError */ .a$.init(inst, issues);
    inst.name = "ZodError";
    const proto = Object.getPrototypeOf(inst);
    if (_installedErrorProtos.has(proto))
        return;
    _installedErrorProtos.add(proto);
    _lazyMethod(proto, "format", (self) => (mapper) => _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .formatError */ .Wk(self, mapper));
    _lazyMethod(proto, "flatten", (self) => (mapper) => _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .flattenError */ .JM(self, mapper));
    _lazyMethod(proto, "addIssue", (self) => (issue) => {
        self.issues.push(issue);
        self.message = JSON.stringify(self.issues, _core_util_js__WEBPACK_IMPORTED_MODULE_1__.jsonStringifyReplacer, 2);
    });
    _lazyMethod(proto, "addIssues", (self) => (issues) => {
        self.issues.push(...issues);
        self.message = JSON.stringify(self.issues, _core_util_js__WEBPACK_IMPORTED_MODULE_1__.jsonStringifyReplacer, 2);
    });
    Object.defineProperty(proto, "isEmpty", {
        configurable: true,
        enumerable: false,
        get() {
            return this.issues.length === 0;
        },
    });
};
const ZodError = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_2__/* .$constructor */ .xI("ZodError", initializer);
const ZodRealError = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_2__/* .$constructor */ .xI("ZodError", initializer, undefined, {
    Parent: Error,
});
// /** @deprecated Use `z.core.$ZodErrorMapCtx` instead. */
// export type ErrorMapCtx = core.$ZodErrorMapCtx;


/***/ }),

/***/ 9171:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ decode),
/* harmony export */   EJ: () => (/* binding */ parseAsync),
/* harmony export */   EM: () => (/* binding */ safeEncodeAsync),
/* harmony export */   F0: () => (/* reexport safe */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__.F0),
/* harmony export */   Re: () => (/* binding */ decodeAsync),
/* harmony export */   X$: () => (/* binding */ encodeAsync),
/* harmony export */   bp: () => (/* binding */ safeParseAsync),
/* harmony export */   ex: () => (/* binding */ safeDecode),
/* harmony export */   lF: () => (/* binding */ encode),
/* harmony export */   qg: () => (/* binding */ parse),
/* harmony export */   tf: () => (/* reexport safe */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__.tf),
/* harmony export */   wy: () => (/* binding */ safeEncode),
/* harmony export */   xL: () => (/* binding */ safeParse),
/* harmony export */   yR: () => (/* binding */ safeDecodeAsync)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4196);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(961);


const parse = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._parse */ .Tj(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const parseAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._parseAsync */ .Rb(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeParse = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeParse */ .Od(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeParseAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeParseAsync */ .wG(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);

// Codec functions
const encode = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._encode */ .Mv(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const decode = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._decode */ .e2(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const encodeAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._encodeAsync */ .GW(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const decodeAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._decodeAsync */ .or(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeEncode = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeEncode */ .rh(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeDecode = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeDecode */ .VS(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeEncodeAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeEncodeAsync */ .v_(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);
const safeDecodeAsync = /* @__PURE__ */ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._safeDecodeAsync */ .R3(_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodRealError */ .g);


/***/ }),

/***/ 5156:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.r(__webpack_exports__);
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   ZodAny: () => (/* binding */ ZodAny),
/* harmony export */   ZodArray: () => (/* binding */ ZodArray),
/* harmony export */   ZodBase64: () => (/* binding */ ZodBase64),
/* harmony export */   ZodBase64URL: () => (/* binding */ ZodBase64URL),
/* harmony export */   ZodBigInt: () => (/* binding */ ZodBigInt),
/* harmony export */   ZodBigIntFormat: () => (/* binding */ ZodBigIntFormat),
/* harmony export */   ZodBoolean: () => (/* binding */ ZodBoolean),
/* harmony export */   ZodCIDRv4: () => (/* binding */ ZodCIDRv4),
/* harmony export */   ZodCIDRv6: () => (/* binding */ ZodCIDRv6),
/* harmony export */   ZodCUID: () => (/* binding */ ZodCUID),
/* harmony export */   ZodCUID2: () => (/* binding */ ZodCUID2),
/* harmony export */   ZodCatch: () => (/* binding */ ZodCatch),
/* harmony export */   ZodCodec: () => (/* binding */ ZodCodec),
/* harmony export */   ZodCreditCard: () => (/* binding */ ZodCreditCard),
/* harmony export */   ZodCustom: () => (/* binding */ ZodCustom),
/* harmony export */   ZodCustomStringFormat: () => (/* binding */ ZodCustomStringFormat),
/* harmony export */   ZodDate: () => (/* binding */ ZodDate),
/* harmony export */   ZodDefault: () => (/* binding */ ZodDefault),
/* harmony export */   ZodDiscriminatedUnion: () => (/* binding */ ZodDiscriminatedUnion),
/* harmony export */   ZodE164: () => (/* binding */ ZodE164),
/* harmony export */   ZodEmail: () => (/* binding */ ZodEmail),
/* harmony export */   ZodEmoji: () => (/* binding */ ZodEmoji),
/* harmony export */   ZodEnum: () => (/* binding */ ZodEnum),
/* harmony export */   ZodExactOptional: () => (/* binding */ ZodExactOptional),
/* harmony export */   ZodFile: () => (/* binding */ ZodFile),
/* harmony export */   ZodFunction: () => (/* binding */ ZodFunction),
/* harmony export */   ZodGUID: () => (/* binding */ ZodGUID),
/* harmony export */   ZodIBAN: () => (/* binding */ ZodIBAN),
/* harmony export */   ZodIPv4: () => (/* binding */ ZodIPv4),
/* harmony export */   ZodIPv6: () => (/* binding */ ZodIPv6),
/* harmony export */   ZodISODate: () => (/* binding */ ZodISODate),
/* harmony export */   ZodISODateTime: () => (/* binding */ ZodISODateTime),
/* harmony export */   ZodISODuration: () => (/* binding */ ZodISODuration),
/* harmony export */   ZodISOTime: () => (/* binding */ ZodISOTime),
/* harmony export */   ZodInstanceOf: () => (/* binding */ ZodInstanceOf),
/* harmony export */   ZodIntersection: () => (/* binding */ ZodIntersection),
/* harmony export */   ZodJWT: () => (/* binding */ ZodJWT),
/* harmony export */   ZodKSUID: () => (/* binding */ ZodKSUID),
/* harmony export */   ZodLazy: () => (/* binding */ ZodLazy),
/* harmony export */   ZodLiteral: () => (/* binding */ ZodLiteral),
/* harmony export */   ZodMAC: () => (/* binding */ ZodMAC),
/* harmony export */   ZodMap: () => (/* binding */ ZodMap),
/* harmony export */   ZodNaN: () => (/* binding */ ZodNaN),
/* harmony export */   ZodNanoID: () => (/* binding */ ZodNanoID),
/* harmony export */   ZodNever: () => (/* binding */ ZodNever),
/* harmony export */   ZodNonOptional: () => (/* binding */ ZodNonOptional),
/* harmony export */   ZodNull: () => (/* binding */ ZodNull),
/* harmony export */   ZodNullable: () => (/* binding */ ZodNullable),
/* harmony export */   ZodNumber: () => (/* binding */ ZodNumber),
/* harmony export */   ZodNumberFormat: () => (/* binding */ ZodNumberFormat),
/* harmony export */   ZodObject: () => (/* binding */ ZodObject),
/* harmony export */   ZodOptional: () => (/* binding */ ZodOptional),
/* harmony export */   ZodPipe: () => (/* binding */ ZodPipe),
/* harmony export */   ZodPrefault: () => (/* binding */ ZodPrefault),
/* harmony export */   ZodPreprocess: () => (/* binding */ ZodPreprocess),
/* harmony export */   ZodPromise: () => (/* binding */ ZodPromise),
/* harmony export */   ZodReadonly: () => (/* binding */ ZodReadonly),
/* harmony export */   ZodRecord: () => (/* binding */ ZodRecord),
/* harmony export */   ZodSet: () => (/* binding */ ZodSet),
/* harmony export */   ZodString: () => (/* binding */ ZodString),
/* harmony export */   ZodStringFormat: () => (/* binding */ ZodStringFormat),
/* harmony export */   ZodSuccess: () => (/* binding */ ZodSuccess),
/* harmony export */   ZodSymbol: () => (/* binding */ ZodSymbol),
/* harmony export */   ZodTemplateLiteral: () => (/* binding */ ZodTemplateLiteral),
/* harmony export */   ZodTransform: () => (/* binding */ ZodTransform),
/* harmony export */   ZodTuple: () => (/* binding */ ZodTuple),
/* harmony export */   ZodType: () => (/* binding */ ZodType),
/* harmony export */   ZodULID: () => (/* binding */ ZodULID),
/* harmony export */   ZodURL: () => (/* binding */ ZodURL),
/* harmony export */   ZodUUID: () => (/* binding */ ZodUUID),
/* harmony export */   ZodUndefined: () => (/* binding */ ZodUndefined),
/* harmony export */   ZodUnion: () => (/* binding */ ZodUnion),
/* harmony export */   ZodUnknown: () => (/* binding */ ZodUnknown),
/* harmony export */   ZodVoid: () => (/* binding */ ZodVoid),
/* harmony export */   ZodXID: () => (/* binding */ ZodXID),
/* harmony export */   ZodXor: () => (/* binding */ ZodXor),
/* harmony export */   _ZodString: () => (/* binding */ _ZodString),
/* harmony export */   _default: () => (/* binding */ _default),
/* harmony export */   _function: () => (/* binding */ _function),
/* harmony export */   any: () => (/* binding */ any),
/* harmony export */   array: () => (/* binding */ array),
/* harmony export */   base64: () => (/* binding */ base64),
/* harmony export */   base64url: () => (/* binding */ base64url),
/* harmony export */   bigint: () => (/* binding */ bigint),
/* harmony export */   boolean: () => (/* binding */ boolean),
/* harmony export */   "catch": () => (/* binding */ _catch),
/* harmony export */   check: () => (/* binding */ check),
/* harmony export */   cidrv4: () => (/* binding */ cidrv4),
/* harmony export */   cidrv6: () => (/* binding */ cidrv6),
/* harmony export */   codec: () => (/* binding */ codec),
/* harmony export */   creditCard: () => (/* binding */ creditCard),
/* harmony export */   cuid: () => (/* binding */ cuid),
/* harmony export */   cuid2: () => (/* binding */ cuid2),
/* harmony export */   currencyCode: () => (/* binding */ currencyCode),
/* harmony export */   custom: () => (/* binding */ custom),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   describe: () => (/* binding */ describe),
/* harmony export */   discriminatedUnion: () => (/* binding */ discriminatedUnion),
/* harmony export */   e164: () => (/* binding */ e164),
/* harmony export */   email: () => (/* binding */ email),
/* harmony export */   emoji: () => (/* binding */ emoji),
/* harmony export */   "enum": () => (/* binding */ _enum),
/* harmony export */   exactOptional: () => (/* binding */ exactOptional),
/* harmony export */   file: () => (/* binding */ file),
/* harmony export */   float32: () => (/* binding */ float32),
/* harmony export */   float64: () => (/* binding */ float64),
/* harmony export */   "function": () => (/* binding */ _function),
/* harmony export */   guid: () => (/* binding */ guid),
/* harmony export */   hash: () => (/* binding */ hash),
/* harmony export */   hex: () => (/* binding */ hex),
/* harmony export */   hostname: () => (/* binding */ hostname),
/* harmony export */   httpUrl: () => (/* binding */ httpUrl),
/* harmony export */   iban: () => (/* binding */ iban),
/* harmony export */   "instanceof": () => (/* binding */ _instanceof),
/* harmony export */   int: () => (/* binding */ int),
/* harmony export */   int32: () => (/* binding */ int32),
/* harmony export */   int64: () => (/* binding */ int64),
/* harmony export */   intersection: () => (/* binding */ intersection),
/* harmony export */   invertCodec: () => (/* binding */ invertCodec),
/* harmony export */   ipv4: () => (/* binding */ ipv4),
/* harmony export */   ipv6: () => (/* binding */ ipv6),
/* harmony export */   json: () => (/* binding */ json),
/* harmony export */   jwt: () => (/* binding */ jwt),
/* harmony export */   keyof: () => (/* binding */ keyof),
/* harmony export */   ksuid: () => (/* binding */ ksuid),
/* harmony export */   lazy: () => (/* binding */ lazy),
/* harmony export */   literal: () => (/* binding */ literal),
/* harmony export */   looseObject: () => (/* binding */ looseObject),
/* harmony export */   looseRecord: () => (/* binding */ looseRecord),
/* harmony export */   mac: () => (/* binding */ mac),
/* harmony export */   map: () => (/* binding */ map),
/* harmony export */   meta: () => (/* binding */ meta),
/* harmony export */   nan: () => (/* binding */ nan),
/* harmony export */   nanoid: () => (/* binding */ nanoid),
/* harmony export */   nativeEnum: () => (/* binding */ nativeEnum),
/* harmony export */   never: () => (/* binding */ never),
/* harmony export */   nonoptional: () => (/* binding */ nonoptional),
/* harmony export */   "null": () => (/* binding */ _null),
/* harmony export */   nullable: () => (/* binding */ nullable),
/* harmony export */   nullish: () => (/* binding */ nullish),
/* harmony export */   number: () => (/* binding */ number),
/* harmony export */   object: () => (/* binding */ object),
/* harmony export */   optional: () => (/* binding */ optional),
/* harmony export */   partialRecord: () => (/* binding */ partialRecord),
/* harmony export */   pipe: () => (/* binding */ pipe),
/* harmony export */   prefault: () => (/* binding */ prefault),
/* harmony export */   preprocess: () => (/* binding */ preprocess),
/* harmony export */   promise: () => (/* binding */ promise),
/* harmony export */   readonly: () => (/* binding */ readonly),
/* harmony export */   record: () => (/* binding */ record),
/* harmony export */   refine: () => (/* binding */ refine),
/* harmony export */   set: () => (/* binding */ set),
/* harmony export */   strictObject: () => (/* binding */ strictObject),
/* harmony export */   string: () => (/* binding */ string),
/* harmony export */   stringFormat: () => (/* binding */ stringFormat),
/* harmony export */   stringbool: () => (/* binding */ stringbool),
/* harmony export */   success: () => (/* binding */ success),
/* harmony export */   superRefine: () => (/* binding */ superRefine),
/* harmony export */   symbol: () => (/* binding */ symbol),
/* harmony export */   templateLiteral: () => (/* binding */ templateLiteral),
/* harmony export */   transform: () => (/* binding */ transform),
/* harmony export */   tuple: () => (/* binding */ tuple),
/* harmony export */   uint32: () => (/* binding */ uint32),
/* harmony export */   uint64: () => (/* binding */ uint64),
/* harmony export */   ulid: () => (/* binding */ ulid),
/* harmony export */   undefined: () => (/* binding */ _undefined),
/* harmony export */   union: () => (/* binding */ union),
/* harmony export */   unknown: () => (/* binding */ unknown),
/* harmony export */   url: () => (/* binding */ url),
/* harmony export */   uuid: () => (/* binding */ uuid),
/* harmony export */   uuidv4: () => (/* binding */ uuidv4),
/* harmony export */   uuidv6: () => (/* binding */ uuidv6),
/* harmony export */   uuidv7: () => (/* binding */ uuidv7),
/* harmony export */   "void": () => (/* binding */ _void),
/* harmony export */   xid: () => (/* binding */ xid),
/* harmony export */   xor: () => (/* binding */ xor)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8532);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(7925);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5591);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(4723);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(9396);
/* harmony import */ var _checks_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(3759);
/* harmony import */ var _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__ = __nccwpck_require__(3908);
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_12__ = __nccwpck_require__(4890);
/* harmony import */ var _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__ = __nccwpck_require__(8439);
/* harmony import */ var _core_to_json_schema_js__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(7509);
/* harmony import */ var _locales_en_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(252);
/* harmony import */ var _parse_js__WEBPACK_IMPORTED_MODULE_8__ = __nccwpck_require__(9171);
/* harmony import */ var _parse_js__WEBPACK_IMPORTED_MODULE_9__ = __nccwpck_require__(4196);








// Register English as the default locale on first ZodType construction. Hooked into the `ZodType` `$constructor` (rather than a top-level `config(en())` in `external.ts`) so bundlers honoring `sideEffects: false` can't tree-shake it out — see #5953, #5725. An explicit `z.config(z.locales.xx())` call wins regardless of order, since this only sets the default when none is present.
function _ensureDefaultLocale() {
    if (!_core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.localeError)
        _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W((0,_locales_en_js__WEBPACK_IMPORTED_MODULE_1__/* ["default"] */ .A)());
}
// the default memoizer is read by the core container init, which runs before `ZodType.init`, so each container calls this first
function _ensureDefaultMemoizer() {
    if (!_core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer)
        _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W({ memoizer: _core_index_js__WEBPACK_IMPORTED_MODULE_2__/* .memoizer */ .x3() });
}
const ZodType = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodType", (inst, def) => {
    _ensureDefaultLocale();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodType */ .W4.init(inst, def);
    inst.def = def;
    inst.type = def.type;
    return inst;
}, {
    check(...chks) {
        const def = this.def;
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(def, {
            checks: [
                ...(def.checks ?? []),
                ...chks.map((ch) => typeof ch === "function" ? { _zod: { check: ch, def: { check: "custom" }, onattach: [] } } : ch),
            ],
        }), { parent: true });
    },
    with(...chks) {
        return this.check(...chks);
    },
    clone(def, params) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.clone(this, def, params);
    },
    brand() {
        return this;
    },
    register(reg, meta) {
        reg.add(this, meta);
        return this;
    },
    refine(check, params) {
        return this.check(refine(check, params));
    },
    superRefine(refinement, params) {
        return this.check(superRefine(refinement, params));
    },
    overwrite(fn) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._overwrite */ .bS(fn));
    },
    optional() {
        return optional(this);
    },
    exactOptional() {
        return exactOptional(this);
    },
    nullable() {
        return nullable(this);
    },
    nullish() {
        return optional(nullable(this));
    },
    nonoptional(params) {
        return nonoptional(this, params);
    },
    array() {
        return array(this);
    },
    or(arg) {
        return union([this, arg]);
    },
    and(arg) {
        return intersection(this, arg);
    },
    transform(tx) {
        return pipe(this, transform(tx));
    },
    default(d) {
        return _default(this, d);
    },
    prefault(d) {
        return prefault(this, d);
    },
    catch(params) {
        return _catch(this, params);
    },
    pipe(target) {
        return pipe(this, target);
    },
    readonly() {
        return readonly(this);
    },
    describe(description) {
        const cl = this.clone();
        _core_index_js__WEBPACK_IMPORTED_MODULE_6__/* .globalRegistry */ .fd.add(cl, { description });
        return cl;
    },
    meta(...args) {
        // overloaded: meta() returns the registered metadata, meta(data) returns a clone with `data` registered. The mapped type picks up the second overload, so we accept variadic any-args and return `any` to satisfy both at runtime.
        if (args.length === 0)
            return _core_index_js__WEBPACK_IMPORTED_MODULE_6__/* .globalRegistry */ .fd.get(this);
        const cl = this.clone();
        _core_index_js__WEBPACK_IMPORTED_MODULE_6__/* .globalRegistry */ .fd.add(cl, args[0]);
        return cl;
    },
    isOptional() {
        return this.safeParse(undefined).success;
    },
    isNullable() {
        return this.safeParse(null).success;
    },
    apply(fn, ...args) {
        return args.length === 0 ? fn(this) : fn(this, ...args);
    },
    // Overrides core's `~standard` to add `jsonSchema`. Must stay a prototype entry: redefining it per instance demotes instances to dictionary mode.
    get "~standard"() {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.hide(this, "~standard", {
            ..._core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .standardProps */ .YK(this),
            jsonSchema: {
                input: (0,_core_to_json_schema_js__WEBPACK_IMPORTED_MODULE_7__/* .createStandardJSONSchemaMethod */ .uE)(this, "input"),
                output: (0,_core_to_json_schema_js__WEBPACK_IMPORTED_MODULE_7__/* .createStandardJSONSchemaMethod */ .uE)(this, "output"),
            },
        });
    },
    set "~standard"(value) {
        _core_index_js__WEBPACK_IMPORTED_MODULE_4__.own(this, "~standard", value);
    },
    parse: function _parse(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .parse */ .qg(this, data, params, { callee: _parse });
    },
    parseAsync: async function _parseAsync(data, params) {
        return await _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .parseAsync */ .EJ(this, data, params, { callee: _parseAsync });
    },
    safeParse(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeParse */ .xL(this, data, params);
    },
    async safeParseAsync(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeParseAsync */ .bp(this, data, params);
    },
    // `spa` is an alias: same function object as `safeParseAsync`, as before.
    get spa() {
        return this?.safeParseAsync;
    },
    set spa(value) {
        _core_index_js__WEBPACK_IMPORTED_MODULE_4__.own(this, "spa", value);
    },
    validate(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_9__/* .validate */ .tf(this, data, params);
    },
    validateAsync(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_9__/* .validateAsync */ .F0(this, data, params);
    },
    encode: function _encode(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .encode */ .lF(this, data, params, { callee: _encode });
    },
    decode: function _decode(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .decode */ .D4(this, data, params, { callee: _decode });
    },
    encodeAsync: async function _encodeAsync(data, params) {
        return await _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .encodeAsync */ .X$(this, data, params, { callee: _encodeAsync });
    },
    decodeAsync: async function _decodeAsync(data, params) {
        return await _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .decodeAsync */ .Re(this, data, params, { callee: _decodeAsync });
    },
    safeEncode(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeEncode */ .wy(this, data, params);
    },
    safeDecode(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeDecode */ .ex(this, data, params);
    },
    async safeEncodeAsync(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeEncodeAsync */ .EM(this, data, params);
    },
    async safeDecodeAsync(data, params) {
        return _parse_js__WEBPACK_IMPORTED_MODULE_8__/* .safeDecodeAsync */ .yR(this, data, params);
    },
    toJSONSchema(params) {
        return (0,_core_to_json_schema_js__WEBPACK_IMPORTED_MODULE_7__/* .createToJSONSchemaMethod */ .OA)(this, {})(params);
    },
    // Reads through to the registry on every access, so it must not cache.
    get description() {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_6__/* .globalRegistry */ .fd.get(this)?.description;
    },
    // No setter: `schema._def = x` throws, as it did when `_def` was a non-writable own property.
    get _def() {
        return this._zod.def;
    },
});
/** @internal */
const _ZodString = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("_ZodString", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodString */ .$v.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .stringProcessor */ .SW(inst, ctx, json, params);
}, 
/*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_4__.derived({
    format: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).format ?? null,
    minLength: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).minimum ?? null,
    maxLength: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).maximum ?? null,
}, {
    regex(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._regex */ .Fk(...args));
    },
    includes(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._includes */ .dR(...args));
    },
    startsWith(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._startsWith */ .$S(...args));
    },
    endsWith(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._endsWith */ .ER(...args));
    },
    min(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minLength */ .m9(...args));
    },
    max(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._maxLength */ .Eb(...args));
    },
    length(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._length */ .YA(...args));
    },
    nonempty(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minLength */ .m9(1, ...args));
    },
    lowercase(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lowercase */ .hH(params));
    },
    uppercase(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uppercase */ .qF(params));
    },
    trim() {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._trim */ .WN());
    },
    normalize(...args) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._normalize */ .lo(...args));
    },
    toLowerCase() {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._toLowerCase */ .Il());
    },
    toUpperCase() {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._toUpperCase */ .xY());
    },
    slugify() {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._slugify */ .TL());
    },
}));
const ZodString = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodString", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodString */ .$v.init(inst, def);
    _ZodString.init(inst, def);
}, {
    email(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._email */ .Mu(ZodEmail, params));
    },
    url(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._url */ .Fn(ZodURL, params));
    },
    jwt(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._jwt */ .rk(ZodJWT, params));
    },
    emoji(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._emoji */ .aC(ZodEmoji, params));
    },
    guid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._guid */ .tB(ZodGUID, params));
    },
    uuid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuid */ .Be(ZodUUID, params));
    },
    uuidv4(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv4 */ .nA(ZodUUID, params));
    },
    uuidv6(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv6 */ .pY(ZodUUID, params));
    },
    uuidv7(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv7 */ .wA(ZodUUID, params));
    },
    nanoid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._nanoid */ .Dl(ZodNanoID, params));
    },
    cuid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cuid */ .fs(ZodCUID, params));
    },
    cuid2(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cuid2 */ .Bj(ZodCUID2, params));
    },
    ulid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ulid */ .Ct(ZodULID, params));
    },
    base64(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._base64 */ .rt(ZodBase64, params));
    },
    base64url(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._base64url */ .cU(ZodBase64URL, params));
    },
    xid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._xid */ .Pw(ZodXID, params));
    },
    ksuid(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ksuid */ ._z(ZodKSUID, params));
    },
    ipv4(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ipv4 */ .Ny(ZodIPv4, params));
    },
    ipv6(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ipv6 */ .$O(ZodIPv6, params));
    },
    cidrv4(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cidrv4 */ .Uy(ZodCIDRv4, params));
    },
    cidrv6(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cidrv6 */ .gP(ZodCIDRv6, params));
    },
    e164(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._e164 */ .KB(ZodE164, params));
    },
    datetime(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._isoDateTime */ .G1(ZodISODateTime, params));
    },
    date(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._isoDate */ .db(ZodISODate, params));
    },
    time(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._isoTime */ .Kn(ZodISOTime, params));
    },
    duration(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._isoDuration */ .f2(ZodISODuration, params));
    },
});
function string(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._string */ .Rl(ZodString, params);
}
const ZodStringFormat = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodStringFormat", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodStringFormat */ .EY.init(inst, def);
    _ZodString.init(inst, def);
});
const ZodISODateTime = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodISODateTime", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodISODateTime */ .Ko.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODate = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodISODate", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodISODate */ .v1.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISOTime = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodISOTime", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodISOTime */ .Ax.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODuration = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodISODuration", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodISODuration */ .$N.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodEmail = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodEmail", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodEmail */ .qG.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function email(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._email */ .Mu(ZodEmail, params);
}
const ZodGUID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodGUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodGUID */ .Zc.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function guid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._guid */ .tB(ZodGUID, params);
}
const ZodUUID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodUUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodUUID */ .Zn.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function uuid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuid */ .Be(ZodUUID, params);
}
function uuidv4(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv4 */ .nA(ZodUUID, params);
}
// ZodUUIDv6
function uuidv6(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv6 */ .pY(ZodUUID, params);
}
// ZodUUIDv7
function uuidv7(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uuidv7 */ .wA(ZodUUID, params);
}
const ZodURL = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodURL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodURL */ .VY.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function url(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._url */ .Fn(ZodURL, params);
}
function httpUrl(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._url */ .Fn(ZodURL, {
        protocol: _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__.httpProtocol,
        hostname: _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__.domain,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodEmoji = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodEmoji", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodEmoji */ .cG.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function emoji(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._emoji */ .aC(ZodEmoji, params);
}
const ZodNanoID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNanoID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNanoID */ .Py.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function nanoid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._nanoid */ .Dl(ZodNanoID, params);
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const ZodCUID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCUID */ .bl.init(inst, def);
    ZodStringFormat.init(inst, def);
});
/**
 * Validates a CUID v1 string.
 *
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2 | `z.cuid2()`} instead.
 * See https://github.com/paralleldrive/cuid.
 */
function cuid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cuid */ .fs(ZodCUID, params);
}
const ZodCUID2 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCUID2", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCUID2 */ .Zu.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function cuid2(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cuid2 */ .Bj(ZodCUID2, params);
}
const ZodULID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodULID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodULID */ .g5.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function ulid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ulid */ .Ct(ZodULID, params);
}
const ZodXID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodXID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodXID */ .TF.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function xid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._xid */ .Pw(ZodXID, params);
}
const ZodKSUID = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodKSUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodKSUID */ .GY.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function ksuid(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ksuid */ ._z(ZodKSUID, params);
}
const ZodIPv4 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodIPv4", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodIPv4 */ .Lc.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function ipv4(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ipv4 */ .Ny(ZodIPv4, params);
}
const ZodMAC = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodMAC", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodMAC */ .rO.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function mac(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._mac */ .R8(ZodMAC, params);
}
const ZodIPv6 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodIPv6", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodIPv6 */ .Zy.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function ipv6(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._ipv6 */ .$O(ZodIPv6, params);
}
const ZodCIDRv4 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCIDRv4", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCIDRv4 */ .CI.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function cidrv4(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cidrv4 */ .Uy(ZodCIDRv4, params);
}
const ZodCIDRv6 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCIDRv6", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCIDRv6 */ .Cn.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function cidrv6(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._cidrv6 */ .gP(ZodCIDRv6, params);
}
const ZodBase64 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodBase64", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodBase64 */ .Dq.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function base64(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._base64 */ .rt(ZodBase64, params);
}
const ZodBase64URL = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodBase64URL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodBase64URL */ .CQ.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function base64url(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._base64url */ .cU(ZodBase64URL, params);
}
const ZodE164 = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodE164", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodE164 */ .Oy.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function e164(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._e164 */ .KB(ZodE164, params);
}
const ZodCreditCard = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCreditCard", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCreditCard */ .ZZ.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function creditCard(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._creditCard */ .vN(ZodCreditCard, params);
}
const ZodIBAN = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodIBAN", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodIBAN */ .ew.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function iban(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._iban */ .aZ(ZodIBAN, params);
}
const ZodJWT = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodJWT", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodJWT */ .h8.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function jwt(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._jwt */ .rk(ZodJWT, params);
}
const ZodCustomStringFormat = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCustomStringFormat", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCustomStringFormat */ .ZQ.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function stringFormat(format, fnOrRegex, _params = {}) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringFormat */ .Af(ZodCustomStringFormat, format, fnOrRegex, _params);
}
function hostname(_params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringFormat */ .Af(ZodCustomStringFormat, "hostname", _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__.hostname, _params);
}
function hex(_params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringFormat */ .Af(ZodCustomStringFormat, "hex", _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__.hex, _params);
}
function currencyCode(_params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringFormat */ .Af(ZodCustomStringFormat, "currency_code", _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__.currencyCode, _params);
}
function hash(alg, params) {
    const enc = params?.enc ?? "hex";
    const format = `${alg}_${enc}`;
    const regex = _core_regexes_js__WEBPACK_IMPORTED_MODULE_11__[format];
    if (!regex)
        throw new Error(`Unrecognized hash format: ${format}`);
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringFormat */ .Af(ZodCustomStringFormat, format, regex, params);
}
const ZodNumber = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNumber", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNumber */ .vz.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .numberProcessor */ .Wg(inst, ctx, json, params);
    inst.isFinite = true;
}, 
/*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_4__.derived({
    minValue: (inst) => {
        const { minimum, exclusiveMinimum } = _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst);
        return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
    },
    maxValue: (inst) => {
        const { maximum, exclusiveMaximum } = _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst);
        return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    },
    isInt: (inst) => {
        const { isInt, multipleOf } = _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst);
        return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
    },
    format: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).format ?? null,
}, {
    gt(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gt */ .Tx(value, params));
    },
    gte(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(value, params));
    },
    min(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(value, params));
    },
    lt(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lt */ .Au(value, params));
    },
    lte(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(value, params));
    },
    max(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(value, params));
    },
    int(params) {
        return this.check(int(params));
    },
    safe(params) {
        return this.check(int(params));
    },
    positive(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gt */ .Tx(0, params));
    },
    nonnegative(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(0, params));
    },
    negative(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lt */ .Au(0, params));
    },
    nonpositive(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(0, params));
    },
    multipleOf(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._multipleOf */ .Hi(value, params));
    },
    step(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._multipleOf */ .Hi(value, params));
    },
    finite() {
        return this;
    },
}));
function number(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._number */ .F7(ZodNumber, params);
}
const ZodNumberFormat = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNumberFormat", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNumberFormat */ .I.init(inst, def);
    ZodNumber.init(inst, def);
});
function int(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._int */ .LK(ZodNumberFormat, params);
}
function float32(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._float32 */ .HL(ZodNumberFormat, params);
}
function float64(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._float64 */ .g6(ZodNumberFormat, params);
}
function int32(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._int32 */ .sw(ZodNumberFormat, params);
}
function uint32(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uint32 */ .P(ZodNumberFormat, params);
}
const ZodBoolean = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodBoolean", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodBoolean */ .sF.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .booleanProcessor */ .dO(inst, ctx, json, params);
});
function boolean(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._boolean */ ._L(ZodBoolean, params);
}
const ZodBigInt = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodBigInt", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodBigInt */ .BN.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .bigintProcessor */ .Y8(inst, ctx, json, params);
}, 
/*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_4__.derived({
    minValue: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).minimum ?? null,
    maxValue: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).maximum ?? null,
    format: (inst) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst).format ?? null,
}, {
    gte(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(value, params));
    },
    min(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(value, params));
    },
    gt(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gt */ .Tx(value, params));
    },
    lt(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lt */ .Au(value, params));
    },
    lte(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(value, params));
    },
    max(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(value, params));
    },
    positive(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gt */ .Tx(BigInt(0), params));
    },
    negative(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lt */ .Au(BigInt(0), params));
    },
    nonpositive(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(BigInt(0), params));
    },
    nonnegative(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(BigInt(0), params));
    },
    multipleOf(value, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._multipleOf */ .Hi(value, params));
    },
}));
function bigint(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._bigint */ .z$(ZodBigInt, params);
}
const ZodBigIntFormat = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodBigIntFormat", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodBigIntFormat */ .IT.init(inst, def);
    ZodBigInt.init(inst, def);
});
function int64(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._int64 */ .Jg(ZodBigIntFormat, params);
}
function uint64(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._uint64 */ .ii(ZodBigIntFormat, params);
}
const ZodSymbol = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodSymbol", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodSymbol */ .U5.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .symbolProcessor */ .fg(inst, ctx, json, params);
});
function symbol(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._symbol */ .W7(ZodSymbol, params);
}
const ZodUndefined = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodUndefined", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodUndefined */ .Mv.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .undefinedProcessor */ .BU(inst, ctx, json, params);
});
function _undefined(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._undefined */ .E4(ZodUndefined, params);
}

const ZodNull = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNull", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNull */ .x8.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .nullProcessor */ .In(inst, ctx, json, params);
});
function _null(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._null */ .jw(ZodNull, params);
}

const ZodAny = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodAny", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodAny */ .Gb.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .anyProcessor */ .NX(inst, ctx, json, params);
});
function any() {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._any */ .KA(ZodAny);
}
const ZodUnknown = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodUnknown", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodUnknown */ .GP.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .unknownProcessor */ .NV(inst, ctx, json, params);
});
function unknown() {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._unknown */ .em(ZodUnknown);
}
const ZodNever = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNever", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNever */ .Um.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .neverProcessor */ .RH(inst, ctx, json, params);
});
function never(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._never */ .G8(ZodNever, params);
}
const ZodVoid = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodVoid", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodVoid */ .WH.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .voidProcessor */ .vn(inst, ctx, json, params);
});
function _void(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._void */ .OC(ZodVoid, params);
}

const ZodDate = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodDate", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodDate */ .o5.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .dateProcessor */ .Fl(inst, ctx, json, params);
    inst.min = (value, params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(value, params));
    inst.max = (value, params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._lte */ .Zm(value, params));
}, 
/*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_4__.derived({
    minDate: (inst) => {
        const { minimum } = _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst);
        return minimum ? new Date(minimum) : null;
    },
    maxDate: (inst) => {
        const { maximum } = _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .aggregateChecks */ .Fs(inst);
        return maximum ? new Date(maximum) : null;
    },
}, {}));
function date(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._date */ .YY(ZodDate, params);
}
const ZodArray = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodArray", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodArray */ .$p.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .arrayProcessor */ .cY(inst, ctx, json, params);
    inst.element = def.element;
}, {
    min(n, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minLength */ .m9(n, params));
    },
    nonempty(params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minLength */ .m9(1, params));
    },
    max(n, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._maxLength */ .Eb(n, params));
    },
    length(n, params) {
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._length */ .YA(n, params));
    },
    unwrap() {
        return this.element;
    },
});
function array(element, params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._array */ .dZ(ZodArray, element, params);
}
// .keyof
function keyof(schema) {
    const shape = schema._zod.def.shape;
    return _enum(Object.keys(shape));
}
const ZodObject = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodObject", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodObjectJIT */ .w.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .objectProcessor */ .Ec(inst, ctx, json, params);
    _core_index_js__WEBPACK_IMPORTED_MODULE_4__.installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
    keyof() {
        return _enum(Object.keys(this._zod.def.shape));
    },
    catchall(catchall) {
        // `mergeDefs` rather than a spread: spreading reads `shape`, and resolving it can mint a whole fresh subtree
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(this._zod.def, { catchall: catchall }));
    },
    passthrough() {
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    loose() {
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    strict() {
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(this._zod.def, { catchall: never() }));
    },
    strip() {
        return this.clone(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.mergeDefs(this._zod.def, { catchall: undefined }));
    },
    extend(incoming) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.extend(this, incoming);
    },
    safeExtend(incoming) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.safeExtend(this, incoming);
    },
    merge(other) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.merge(this, other);
    },
    pick(mask) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.pick(this, mask);
    },
    omit(mask) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.omit(this, mask);
    },
    partial(...args) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.partial(ZodOptional, this, args[0]);
    },
    exactPartial(...args) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.partial(ZodExactOptional, this, args[0], "exactPartial");
    },
    required(...args) {
        return _core_index_js__WEBPACK_IMPORTED_MODULE_4__.required(ZodNonOptional, this, args[0]);
    },
});
function object(shape, params) {
    const def = {
        type: "object",
        shape: shape ?? {},
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    };
    return new ZodObject(def);
}
// strictObject
function strictObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: never(),
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
// looseObject
function looseObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: unknown(),
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodUnion = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodUnion", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodUnion */ .cu.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .unionProcessor */ .iC(inst, ctx, json, params);
    inst.options = def.options;
});
function union(options, params) {
    return new ZodUnion({
        type: "union",
        options: options,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodXor = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodXor", (inst, def) => {
    ZodUnion.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodXor */ .pm.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .unionProcessor */ .iC(inst, ctx, json, params);
    inst.options = def.options;
});
/** Creates an exclusive union (XOR) where exactly one option must match.
 * Unlike regular unions that succeed when any option matches, xor fails if
 * zero or more than one option matches the input. */
function xor(options, params) {
    return new ZodXor({
        type: "union",
        options: options,
        inclusive: false,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodDiscriminatedUnion = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodDiscriminatedUnion", (inst, def) => {
    ZodUnion.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodDiscriminatedUnion */ .P0.init(inst, def);
});
function discriminatedUnion(discriminator, options, params) {
    // const [options, params] = args;
    return new ZodDiscriminatedUnion({
        type: "union",
        options: options,
        discriminator,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodIntersection = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodIntersection", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodIntersection */ .LJ.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .intersectionProcessor */ .i_(inst, ctx, json, params);
});
function intersection(left, right) {
    return new ZodIntersection({
        type: "intersection",
        left: left,
        right: right,
    });
}
const ZodTuple = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodTuple", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodTuple */ .G3.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .tupleProcessor */ .CN(inst, ctx, json, params);
}, {
    rest(rest) {
        return this.clone({
            ...this._zod.def,
            rest: rest,
        });
    },
    partial() {
        const def = this._zod.def;
        // a refinement was authored against the full arity; partialing would run it on a shorter array
        if (def.checks?.length)
            throw new Error(".partial() cannot be used on tuple schemas containing refinements");
        return this.clone({
            ...def,
            items: def.items.map((item) => new ZodOptional({ type: "optional", innerType: item })),
        });
    },
});
function tuple(items, _paramsOrRest, _params) {
    const hasRest = _paramsOrRest instanceof _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodType */ .W4;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new ZodTuple({
        type: "tuple",
        items: items,
        rest,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodRecord = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodRecord", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodRecord */ .h.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .recordProcessor */ .GC(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
});
function record(keyType, valueType, params) {
    // v3-compat: z.record(valueType, params?) — defaults keyType to z.string()
    if (!valueType || !valueType._zod) {
        return new ZodRecord({
            type: "record",
            keyType: string(),
            valueType: keyType,
            ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(valueType),
        });
    }
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
// type alksjf = core.output<core.$ZodRecordKey>;
function partialRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
        partial: true,
    });
}
function looseRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        mode: "loose",
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodMap = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodMap", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodMap */ .eb.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .mapProcessor */ .jq(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
    inst.min = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minSize */ .Nd(...args));
    inst.nonempty = (params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minSize */ .Nd(1, params));
    inst.max = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._maxSize */ .vL(...args));
    inst.size = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._size */ .d$(...args));
});
function map(keyType, valueType, params) {
    return new ZodMap({
        type: "map",
        keyType: keyType,
        valueType: valueType,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodSet = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodSet", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodSet */ .Oi.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .setProcessor */ .zH(inst, ctx, json, params);
    inst.min = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minSize */ .Nd(...args));
    inst.nonempty = (params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minSize */ .Nd(1, params));
    inst.max = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._maxSize */ .vL(...args));
    inst.size = (...args) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._size */ .d$(...args));
});
function set(valueType, params) {
    return new ZodSet({
        type: "set",
        valueType: valueType,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodEnum = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodEnum", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodEnum */ .VO.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .enumProcessor */ .C0(inst, ctx, json, params);
    inst.enum = def.entries;
    // reuse the parsed value set so a numeric TS enum's reverse-mapping keys stay out
    inst.options = [...inst._zod.values];
    const keys = new Set(Object.keys(def.entries));
    inst.extract = (values, params) => {
        const newEntries = {};
        for (const value of values) {
            if (keys.has(value)) {
                newEntries[value] = def.entries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
            entries: newEntries,
        });
    };
    inst.exclude = (values, params) => {
        const newEntries = { ...def.entries };
        for (const value of values) {
            if (keys.has(value)) {
                delete newEntries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
            entries: newEntries,
        });
    };
});
function _enum(values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    return new ZodEnum({
        type: "enum",
        entries,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}

/** @deprecated This API has been merged into `z.enum()`. Use `z.enum()` instead.
 *
 * ```ts
 * enum Colors { red, green, blue }
 * z.enum(Colors);
 * ```
 */
function nativeEnum(entries, params) {
    return new ZodEnum({
        type: "enum",
        entries,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodLiteral = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodLiteral", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodLiteral */ .nu.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .literalProcessor */ .Yv(inst, ctx, json, params);
    inst.values = new Set(def.values);
    Object.defineProperty(inst, "value", {
        get() {
            if (def.values.length > 1) {
                throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
            }
            return def.values[0];
        },
    });
});
function literal(value, params) {
    return new ZodLiteral({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodFile = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodFile", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodFile */ .CT.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .fileProcessor */ .H1(inst, ctx, json, params);
    inst.min = (size, params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._minSize */ .Nd(size, params));
    inst.max = (size, params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._maxSize */ .vL(size, params));
    inst.mime = (types, params) => inst.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._mime */ .GZ(Array.isArray(types) ? types : [types], params));
});
function file(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._file */ .K2(ZodFile, params);
}
const ZodTransform = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodTransform", (inst, def) => {
    _ensureDefaultMemoizer();
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodTransform */ .Wc.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .transformProcessor */ .xi(inst, ctx, json, params);
    inst._zod.parse = (payload, _ctx) => {
        if (_ctx.direction === "backward") {
            throw new _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodEncodeError */ .cV(inst.constructor.name);
        }
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.issue(issue, payload.value, def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = inst);
                // _issue.continue ??= true;
                payload.issues.push(_core_index_js__WEBPACK_IMPORTED_MODULE_4__.issue(_issue));
            }
        };
        const output = def.transform(payload.value, payload);
        if (output instanceof Promise) {
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        payload.value = output;
        return payload;
    };
});
function transform(fn) {
    return new ZodTransform({
        type: "transform",
        transform: fn,
    });
}
const ZodOptional = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodOptional", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodOptional */ .ig.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .optionalProcessor */ .$k(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function optional(innerType) {
    return new ZodOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodExactOptional = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodExactOptional", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodExactOptional */ .RL.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .optionalProcessor */ .$k(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
    return new ZodExactOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodNullable = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNullable", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNullable */ .qc.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .nullableProcessor */ .yq(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nullable(innerType) {
    return new ZodNullable({
        type: "nullable",
        innerType: innerType,
    });
}
// nullish
function nullish(innerType) {
    return optional(nullable(innerType));
}
const ZodDefault = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodDefault", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodDefault */ .rv.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .defaultProcessor */ .mh(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeDefault = inst.unwrap;
});
function _default(innerType, defaultValue) {
    return new ZodDefault({
        type: "default",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : _core_index_js__WEBPACK_IMPORTED_MODULE_4__.shallowClone(defaultValue);
        },
    });
}
const ZodPrefault = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodPrefault", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodPrefault */ .VF.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .prefaultProcessor */ .A(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
    return new ZodPrefault({
        type: "prefault",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : _core_index_js__WEBPACK_IMPORTED_MODULE_4__.shallowClone(defaultValue);
        },
    });
}
const ZodNonOptional = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNonOptional", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNonOptional */ .N$.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .nonoptionalProcessor */ .cR(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
    return new ZodNonOptional({
        type: "nonoptional",
        innerType: innerType,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodSuccess = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodSuccess", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodSuccess */ .Dw.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .successProcessor */ .aw(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function success(innerType) {
    return new ZodSuccess({
        type: "success",
        innerType: innerType,
    });
}
const ZodCatch = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCatch", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCatch */ .t$.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .catchProcessor */ .Q9(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeCatch = inst.unwrap;
});
function _catch(innerType, catchValue) {
    return new ZodCatch({
        type: "catch",
        innerType: innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : _core_index_js__WEBPACK_IMPORTED_MODULE_4__.constantCatch(catchValue)),
    });
}

const ZodNaN = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodNaN", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodNaN */ .zP.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .nanProcessor */ .Kj(inst, ctx, json, params);
});
function nan(params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._nan */ .L4(ZodNaN, params);
}
const ZodPipe = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodPipe", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodPipe */ ._m.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .pipeProcessor */ .fs(inst, ctx, json, params);
    inst.in = def.in;
    inst.out = def.out;
});
function pipe(in_, out) {
    return new ZodPipe({
        type: "pipe",
        in: in_,
        out: out,
        // ...util.normalizeParams(params),
    });
}
const ZodCodec = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCodec", (inst, def) => {
    ZodPipe.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCodec */ .YY.init(inst, def);
});
function codec(in_, out, params) {
    return new ZodCodec({
        type: "pipe",
        in: in_,
        out: out,
        transform: params.decode,
        reverseTransform: params.encode,
    });
}
function invertCodec(codec) {
    const def = codec._zod.def;
    return new ZodCodec({
        type: "pipe",
        in: def.out,
        out: def.in,
        transform: def.reverseTransform,
        reverseTransform: def.transform,
    });
}
const ZodPreprocess = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodPreprocess", (inst, def) => {
    ZodPipe.init(inst, def);
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodPreprocess */ .KX.init(inst, def);
});
const ZodReadonly = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodReadonly", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodReadonly */ .Sb.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .readonlyProcessor */ .$X(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
    return new ZodReadonly({
        type: "readonly",
        innerType: innerType,
    });
}
const ZodTemplateLiteral = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodTemplateLiteral", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodTemplateLiteral */ .d.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .templateLiteralProcessor */ .Cv(inst, ctx, json, params);
});
function templateLiteral(parts, params) {
    return new ZodTemplateLiteral({
        type: "template_literal",
        parts,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
}
const ZodLazy = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodLazy", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodLazy */ .kU.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .lazyProcessor */ .Tr(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.getter();
});
function lazy(getter) {
    return new ZodLazy({
        type: "lazy",
        getter: getter,
    });
}
const ZodPromise = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodPromise", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodPromise */ .hA.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .promiseProcessor */ .CX(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function promise(innerType) {
    return new ZodPromise({
        type: "promise",
        innerType: innerType,
    });
}
const ZodFunction = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodFunction", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodFunction */ ._A.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .functionProcessor */ .bq(inst, ctx, json, params);
});
function _function(params) {
    return new ZodFunction({
        type: "function",
        input: Array.isArray(params?.input) ? tuple(params?.input) : (params?.input ?? array(unknown())),
        output: params?.output ?? unknown(),
    });
}

const ZodCustom = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodCustom", (inst, def) => {
    _core_index_js__WEBPACK_IMPORTED_MODULE_3__/* .$ZodCustom */ .b0.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => _core_json_schema_processors_js__WEBPACK_IMPORTED_MODULE_10__/* .customProcessor */ .A6(inst, ctx, json, params);
});
// custom checks
function check(fn) {
    const ch = new _core_index_js__WEBPACK_IMPORTED_MODULE_12__/* .$ZodCheck */ .QP({
        check: "custom",
        // ...util.normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
function custom(fn, _params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._custom */ .FO(ZodCustom, fn ?? (() => true), _params);
}
function refine(fn, _params = {}) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._refine */ .fU(ZodCustom, fn, _params);
}
// superRefine
function superRefine(fn, params) {
    return _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._superRefine */ .MB(fn, params);
}
// Re-export describe and meta from core
const describe = _checks_js__WEBPACK_IMPORTED_MODULE_5__/* .describe */ .q0;
const meta = _checks_js__WEBPACK_IMPORTED_MODULE_5__/* .meta */ .mI;
const ZodInstanceOf = /*@__PURE__*/ _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("ZodInstanceOf", (inst, def) => {
    ZodCustom.init(inst, def);
}, {
    properties(shape, params) {
        // asserts in place, so the narrowed output type is truthful without a wrapper
        return this.check(_checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._properties */ .T2(shape, params));
    },
});
function _instanceof(cls, params = {}) {
    const inst = new ZodInstanceOf({
        type: "custom",
        check: "custom",
        fn: (data) => data instanceof cls,
        abort: true,
        ..._core_index_js__WEBPACK_IMPORTED_MODULE_4__.normalizeParams(params),
    });
    inst._zod.bag.Class = cls;
    // Override check to emit invalid_type instead of custom
    inst._zod.check = (payload) => {
        if (!(payload.value instanceof cls)) {
            payload.issues.push({
                code: "invalid_type",
                expected: cls.name,
                input: payload.value,
                inst,
                path: [...(inst._zod.def.path ?? [])],
            });
        }
    };
    return inst;
}

// stringbool
const stringbool = (...args) => _checks_js__WEBPACK_IMPORTED_MODULE_5__/* ._stringbool */ .fI({
    Codec: ZodCodec,
    Boolean: ZodBoolean,
    String: ZodString,
}, ...args);
function json(params) {
    const jsonSchema = lazy(() => {
        return union([string(params), number(), boolean(), _null(), array(jsonSchema), record(string(), jsonSchema)]);
    });
    return jsonSchema;
}
// preprocess
function preprocess(fn, schema) {
    return new ZodPreprocess({
        type: "pipe",
        in: transform(fn),
        out: schema,
    });
}


/***/ }),

/***/ 3759:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $8: () => (/* binding */ _enum),
/* harmony export */   $O: () => (/* binding */ _ipv6),
/* harmony export */   $S: () => (/* binding */ _startsWith),
/* harmony export */   Af: () => (/* binding */ _stringFormat),
/* harmony export */   Au: () => (/* binding */ _lt),
/* harmony export */   B4: () => (/* binding */ _coercedDate),
/* harmony export */   Bb: () => (/* binding */ _record),
/* harmony export */   Be: () => (/* binding */ _uuid),
/* harmony export */   Bj: () => (/* binding */ _cuid2),
/* harmony export */   Bt: () => (/* binding */ _templateLiteral),
/* harmony export */   CM: () => (/* binding */ _readonly),
/* harmony export */   Ct: () => (/* binding */ _ulid),
/* harmony export */   Dl: () => (/* binding */ _nanoid),
/* harmony export */   E4: () => (/* binding */ _undefined),
/* harmony export */   ER: () => (/* binding */ _endsWith),
/* harmony export */   Eb: () => (/* binding */ _maxLength),
/* harmony export */   F7: () => (/* binding */ _number),
/* harmony export */   FG: () => (/* binding */ _discriminatedUnion),
/* harmony export */   FO: () => (/* binding */ _custom),
/* harmony export */   Fk: () => (/* binding */ _regex),
/* harmony export */   Fn: () => (/* binding */ _url),
/* harmony export */   G1: () => (/* binding */ _isoDateTime),
/* harmony export */   G8: () => (/* binding */ _never),
/* harmony export */   GZ: () => (/* binding */ _mime),
/* harmony export */   HL: () => (/* binding */ _float32),
/* harmony export */   Hi: () => (/* binding */ _multipleOf),
/* harmony export */   Il: () => (/* binding */ _toLowerCase),
/* harmony export */   Jf: () => (/* binding */ _property),
/* harmony export */   Jg: () => (/* binding */ _int64),
/* harmony export */   K2: () => (/* binding */ _file),
/* harmony export */   KA: () => (/* binding */ _any),
/* harmony export */   KB: () => (/* binding */ _e164),
/* harmony export */   K_: () => (/* binding */ _coercedString),
/* harmony export */   Kn: () => (/* binding */ _isoTime),
/* harmony export */   L4: () => (/* binding */ _nan),
/* harmony export */   LK: () => (/* binding */ _int),
/* harmony export */   MB: () => (/* binding */ _superRefine),
/* harmony export */   MQ: () => (/* binding */ _transform),
/* harmony export */   Mu: () => (/* binding */ _email),
/* harmony export */   NC: () => (/* binding */ _positive),
/* harmony export */   Nd: () => (/* binding */ _minSize),
/* harmony export */   Ny: () => (/* binding */ _ipv4),
/* harmony export */   OC: () => (/* binding */ _void),
/* harmony export */   P: () => (/* binding */ _uint32),
/* harmony export */   P7: () => (/* binding */ _success),
/* harmony export */   Pw: () => (/* binding */ _xid),
/* harmony export */   QC: () => (/* binding */ _set),
/* harmony export */   Q_: () => (/* binding */ _gte),
/* harmony export */   R8: () => (/* binding */ _mac),
/* harmony export */   Rl: () => (/* binding */ _string),
/* harmony export */   Rv: () => (/* binding */ _default),
/* harmony export */   ST: () => (/* binding */ _check),
/* harmony export */   So: () => (/* binding */ TimePrecision),
/* harmony export */   St: () => (/* binding */ _coercedBigint),
/* harmony export */   T2: () => (/* binding */ _properties),
/* harmony export */   TL: () => (/* binding */ _slugify),
/* harmony export */   Tx: () => (/* binding */ _gt),
/* harmony export */   UI: () => (/* binding */ _nonnegative),
/* harmony export */   Un: () => (/* binding */ _nativeEnum),
/* harmony export */   Uy: () => (/* binding */ _cidrv4),
/* harmony export */   W7: () => (/* binding */ _symbol),
/* harmony export */   WN: () => (/* binding */ _trim),
/* harmony export */   YA: () => (/* binding */ _length),
/* harmony export */   YY: () => (/* binding */ _date),
/* harmony export */   Yv: () => (/* binding */ _lte),
/* harmony export */   Z$: () => (/* binding */ _promise),
/* harmony export */   Zm: () => (/* binding */ _lte),
/* harmony export */   _L: () => (/* binding */ _boolean),
/* harmony export */   _z: () => (/* binding */ _ksuid),
/* harmony export */   aC: () => (/* binding */ _emoji),
/* harmony export */   aZ: () => (/* binding */ _iban),
/* harmony export */   bR: () => (/* binding */ _negative),
/* harmony export */   bS: () => (/* binding */ _overwrite),
/* harmony export */   cU: () => (/* binding */ _base64url),
/* harmony export */   d$: () => (/* binding */ _size),
/* harmony export */   dN: () => (/* binding */ _coercedBoolean),
/* harmony export */   dR: () => (/* binding */ _includes),
/* harmony export */   dZ: () => (/* binding */ _array),
/* harmony export */   db: () => (/* binding */ _isoDate),
/* harmony export */   ej: () => (/* binding */ _nonpositive),
/* harmony export */   em: () => (/* binding */ _unknown),
/* harmony export */   f0: () => (/* binding */ _xor),
/* harmony export */   f2: () => (/* binding */ _isoDuration),
/* harmony export */   fI: () => (/* binding */ _stringbool),
/* harmony export */   fU: () => (/* binding */ _refine),
/* harmony export */   fs: () => (/* binding */ _cuid),
/* harmony export */   g6: () => (/* binding */ _float64),
/* harmony export */   gP: () => (/* binding */ _cidrv6),
/* harmony export */   gt: () => (/* binding */ _tuple),
/* harmony export */   h8: () => (/* binding */ _union),
/* harmony export */   hH: () => (/* binding */ _lowercase),
/* harmony export */   ii: () => (/* binding */ _uint64),
/* harmony export */   jS: () => (/* binding */ _nullable),
/* harmony export */   jw: () => (/* binding */ _null),
/* harmony export */   kx: () => (/* binding */ _lazy),
/* harmony export */   lo: () => (/* binding */ _normalize),
/* harmony export */   m9: () => (/* binding */ _minLength),
/* harmony export */   mI: () => (/* binding */ meta),
/* harmony export */   nA: () => (/* binding */ _uuidv4),
/* harmony export */   nb: () => (/* binding */ _catch),
/* harmony export */   oI: () => (/* binding */ _optional),
/* harmony export */   pY: () => (/* binding */ _uuidv6),
/* harmony export */   q0: () => (/* binding */ describe),
/* harmony export */   qF: () => (/* binding */ _uppercase),
/* harmony export */   qG: () => (/* binding */ _coercedNumber),
/* harmony export */   qm: () => (/* binding */ _gte),
/* harmony export */   rF: () => (/* binding */ _map),
/* harmony export */   rk: () => (/* binding */ _jwt),
/* harmony export */   rn: () => (/* binding */ _literal),
/* harmony export */   rt: () => (/* binding */ _base64),
/* harmony export */   sw: () => (/* binding */ _int32),
/* harmony export */   tB: () => (/* binding */ _guid),
/* harmony export */   tj: () => (/* binding */ _intersection),
/* harmony export */   v$: () => (/* binding */ _nonoptional),
/* harmony export */   vL: () => (/* binding */ _maxSize),
/* harmony export */   vN: () => (/* binding */ _creditCard),
/* harmony export */   wA: () => (/* binding */ _uuidv7),
/* harmony export */   xY: () => (/* binding */ _toUpperCase),
/* harmony export */   yz: () => (/* binding */ _pipe),
/* harmony export */   z$: () => (/* binding */ _bigint)
/* harmony export */ });
/* harmony import */ var _checks_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4890);
/* harmony import */ var _registries_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(9396);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5591);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);




function snapshotChecks(def) {
    if (def.checks)
        def.checks = [...def.checks];
    return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
    return new Class(snapshotChecks({ type: "string", ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedString(Class, params) {
    return new Class(snapshotChecks({ type: "string", coerce: true, ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _email(Class, params) {
    return new Class({
        type: "string",
        format: "email",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _guid(Class, params) {
    return new Class({
        type: "string",
        format: "guid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuid(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv4(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v4",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv6(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v6",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv7(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v7",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
    return new Class({
        type: "string",
        format: "url",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _emoji(Class, params) {
    return new Class({
        type: "string",
        format: "emoji",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nanoid(Class, params) {
    return new Class({
        type: "string",
        format: "nanoid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link _cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
// @__NO_SIDE_EFFECTS__
function _cuid(Class, params) {
    return new Class({
        type: "string",
        format: "cuid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cuid2(Class, params) {
    return new Class({
        type: "string",
        format: "cuid2",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ulid(Class, params) {
    return new Class({
        type: "string",
        format: "ulid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _xid(Class, params) {
    return new Class({
        type: "string",
        format: "xid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ksuid(Class, params) {
    return new Class({
        type: "string",
        format: "ksuid",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv4(Class, params) {
    return new Class({
        type: "string",
        format: "ipv4",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv6(Class, params) {
    return new Class({
        type: "string",
        format: "ipv6",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mac(Class, params) {
    return new Class({
        type: "string",
        format: "mac",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv4(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv4",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv6(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv6",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64(Class, params) {
    return new Class({
        type: "string",
        format: "base64",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64url(Class, params) {
    return new Class({
        type: "string",
        format: "base64url",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _e164(Class, params) {
    return new Class({
        type: "string",
        format: "e164",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _creditCard(Class, params) {
    return new Class({
        type: "string",
        format: "credit_card",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _iban(Class, params) {
    return new Class({
        type: "string",
        format: "iban",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _jwt(Class, params) {
    return new Class({
        type: "string",
        format: "jwt",
        check: "string_format",
        abort: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
const TimePrecision = {
    Any: null,
    Minute: -1,
    Second: 0,
    Millisecond: 3,
    Microsecond: 6,
};
// @__NO_SIDE_EFFECTS__
function _isoDateTime(Class, params) {
    return new Class({
        type: "string",
        format: "datetime",
        check: "string_format",
        offset: false,
        local: false,
        precision: null,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDate(Class, params) {
    return new Class({
        type: "string",
        format: "date",
        check: "string_format",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoTime(Class, params) {
    return new Class({
        type: "string",
        format: "time",
        check: "string_format",
        precision: null,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDuration(Class, params) {
    return new Class({
        type: "string",
        format: "duration",
        check: "string_format",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
    return new Class(snapshotChecks({ type: "number", checks: [], ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedNumber(Class, params) {
    return new Class(snapshotChecks({ type: "number", coerce: true, checks: [], ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "safeint",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float32",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float64(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float64",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "int32",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "uint32",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
    return new Class({
        type: "boolean",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBoolean(Class, params) {
    return new Class({
        type: "boolean",
        coerce: true,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _bigint(Class, params) {
    return new Class({
        type: "bigint",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBigint(Class, params) {
    return new Class({
        type: "bigint",
        coerce: true,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "int64",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "uint64",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _symbol(Class, params) {
    return new Class({
        type: "symbol",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _undefined(Class, params) {
    return new Class({
        type: "undefined",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _null(Class, params) {
    return new Class({
        type: "null",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _any(Class) {
    return new Class({
        type: "any",
    });
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
    return new Class({
        type: "unknown",
    });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
    return new Class({
        type: "never",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _void(Class, params) {
    return new Class({
        type: "void",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _date(Class, params) {
    return new Class({
        type: "date",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedDate(Class, params) {
    return new Class({
        type: "date",
        coerce: true,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nan(Class, params) {
    return new Class({
        type: "nan",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lt(value, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckLessThan */ .sm({
        check: "less_than",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckLessThan */ .sm({
        check: "less_than",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        value,
        inclusive: true,
    });
}

// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckGreaterThan */ .J_({
        check: "greater_than",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckGreaterThan */ .J_({
        check: "greater_than",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        value,
        inclusive: true,
    });
}

// @__NO_SIDE_EFFECTS__
function _positive(params) {
    return _gt(0, params);
}
// negative
// @__NO_SIDE_EFFECTS__
function _negative(params) {
    return _lt(0, params);
}
// nonpositive
// @__NO_SIDE_EFFECTS__
function _nonpositive(params) {
    return _lte(0, params);
}
// nonnegative
// @__NO_SIDE_EFFECTS__
function _nonnegative(params) {
    return _gte(0, params);
}
// @__NO_SIDE_EFFECTS__
function _multipleOf(value, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMultipleOf */ .Jk({
        check: "multiple_of",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        value,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxSize(maximum, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMaxSize */ .j2({
        check: "max_size",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        maximum,
    });
}
// @__NO_SIDE_EFFECTS__
function _minSize(minimum, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMinSize */ .PH({
        check: "min_size",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _size(size, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckSizeEquals */ .e2({
        check: "size_equals",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        size,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
    const ch = new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMaxLength */ .Yk({
        check: "max_length",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        maximum,
    });
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMinLength */ .Kk({
        check: "min_length",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckLengthEquals */ .RM({
        check: "length_equals",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        length,
    });
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckRegex */ .DG({
        check: "string_format",
        format: "regex",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        pattern,
    });
}
// @__NO_SIDE_EFFECTS__
function _lowercase(params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckLowerCase */ .NI({
        check: "string_format",
        format: "lowercase",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uppercase(params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckUpperCase */ .kH({
        check: "string_format",
        format: "uppercase",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _includes(includes, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckIncludes */ .Tt({
        check: "string_format",
        format: "includes",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        includes,
    });
}
// @__NO_SIDE_EFFECTS__
function _startsWith(prefix, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckStartsWith */ .J({
        check: "string_format",
        format: "starts_with",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        prefix,
    });
}
// @__NO_SIDE_EFFECTS__
function _endsWith(suffix, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckEndsWith */ .E6({
        check: "string_format",
        format: "ends_with",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
        suffix,
    });
}
// @__NO_SIDE_EFFECTS__
function _property(property, schema, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckProperty */ .XF({
        check: "property",
        property,
        schema,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _properties(shape, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckProperties */ .nJ({
        check: "properties",
        shape,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mime(types, params) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckMimeType */ .sj({
        check: "mime_type",
        mime: types,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
    return new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheckOverwrite */ .v$({
        check: "overwrite",
        tx,
    });
}
// normalize
// @__NO_SIDE_EFFECTS__
function _normalize(form) {
    return _overwrite((input) => input.normalize(form));
}
// trim
// @__NO_SIDE_EFFECTS__
function _trim() {
    return _overwrite((input) => input.trim());
}
// toLowerCase
// @__NO_SIDE_EFFECTS__
function _toLowerCase() {
    return _overwrite((input) => input.toLowerCase());
}
// toUpperCase
// @__NO_SIDE_EFFECTS__
function _toUpperCase() {
    return _overwrite((input) => input.toUpperCase());
}
// slugify
// @__NO_SIDE_EFFECTS__
function _slugify() {
    return _overwrite((input) => _util_js__WEBPACK_IMPORTED_MODULE_0__.slugify(input));
}
// @__NO_SIDE_EFFECTS__
function _array(Class, element, params) {
    return new Class({
        type: "array",
        element,
        // get element() {
        //   return element;
        // },
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _union(Class, options, params) {
    return new Class({
        type: "union",
        options,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
function _xor(Class, options, params) {
    return new Class({
        type: "union",
        options,
        inclusive: false,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _discriminatedUnion(Class, discriminator, options, params) {
    return new Class({
        type: "union",
        options: options,
        discriminator,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _intersection(Class, left, right) {
    return new Class({
        type: "intersection",
        left,
        right,
    });
}
// export function _tuple(
//   Class: util.SchemaClass<schemas.$ZodTuple>,
//   items: [],
//   params?: string | $ZodTupleParams
// ): schemas.$ZodTuple<[], null>;
// @__NO_SIDE_EFFECTS__
function _tuple(Class, items, _paramsOrRest, _params) {
    const hasRest = _paramsOrRest instanceof _schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodType */ .W4;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new Class({
        type: "tuple",
        items,
        rest,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _record(Class, keyType, valueType, params) {
    return new Class({
        type: "record",
        keyType,
        valueType,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _map(Class, keyType, valueType, params) {
    return new Class({
        type: "map",
        keyType,
        valueType,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _set(Class, valueType, params) {
    return new Class({
        type: "set",
        valueType,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _enum(Class, values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    // if (Array.isArray(values)) {
    //   for (const value of values) {
    //     entries[value] = value;
    //   }
    // } else {
    //   Object.assign(entries, values);
    // }
    // const entries: util.EnumLike = {};
    // for (const val of values) {
    //   entries[val] = val;
    // }
    return new Class({
        type: "enum",
        entries,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
/** @deprecated This API has been merged into `z.enum()`. Use `z.enum()` instead.
 *
 * ```ts
 * enum Colors { red, green, blue }
 * z.enum(Colors);
 * ```
 */
function _nativeEnum(Class, entries, params) {
    return new Class({
        type: "enum",
        entries,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _literal(Class, value, params) {
    return new Class({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _file(Class, params) {
    return new Class({
        type: "file",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _transform(Class, fn) {
    return new Class({
        type: "transform",
        transform: fn,
    });
}
// @__NO_SIDE_EFFECTS__
function _optional(Class, innerType) {
    return new Class({
        type: "optional",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _nullable(Class, innerType) {
    return new Class({
        type: "nullable",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _default(Class, innerType, defaultValue) {
    return new Class({
        type: "default",
        innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : _util_js__WEBPACK_IMPORTED_MODULE_0__.shallowClone(defaultValue);
        },
    });
}
// @__NO_SIDE_EFFECTS__
function _nonoptional(Class, innerType, params) {
    return new Class({
        type: "nonoptional",
        innerType,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _success(Class, innerType) {
    return new Class({
        type: "success",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _catch(Class, innerType, catchValue) {
    return new Class({
        type: "catch",
        innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : _util_js__WEBPACK_IMPORTED_MODULE_0__.constantCatch(catchValue)),
    });
}
// @__NO_SIDE_EFFECTS__
function _pipe(Class, in_, out) {
    return new Class({
        type: "pipe",
        in: in_,
        out,
    });
}
// @__NO_SIDE_EFFECTS__
function _readonly(Class, innerType) {
    return new Class({
        type: "readonly",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _templateLiteral(Class, parts, params) {
    return new Class({
        type: "template_literal",
        parts,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lazy(Class, getter) {
    return new Class({
        type: "lazy",
        getter,
    });
}
// @__NO_SIDE_EFFECTS__
function _promise(Class, innerType) {
    return new Class({
        type: "promise",
        innerType,
    });
}
// @__NO_SIDE_EFFECTS__
function _custom(Class, fn, _params) {
    const norm = _util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(_params);
    norm.abort ?? (norm.abort = true); // default to abort:false
    const schema = new Class({
        type: "custom",
        check: "custom",
        fn: fn,
        ...norm,
    });
    return schema;
}
// same as _custom but defaults to abort:false
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
    const schema = new Class({
        type: "custom",
        check: "custom",
        fn: fn,
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(_params),
    });
    return schema;
}
// @__NO_SIDE_EFFECTS__
function _superRefine(fn, params) {
    const ch = _check((payload) => {
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(_util_js__WEBPACK_IMPORTED_MODULE_0__.issue(issue, payload.value, ch._zod.def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = ch);
                _issue.continue ?? (_issue.continue = !ch._zod.def.abort); // abort is always undefined, so this is always true...
                payload.issues.push(_util_js__WEBPACK_IMPORTED_MODULE_0__.issue(_issue));
            }
        };
        return fn(payload.value, payload);
    }, params);
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _check(fn, params) {
    const ch = new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheck */ .QP({
        check: "custom",
        ..._util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
// @__NO_SIDE_EFFECTS__
function describe(description) {
    const ch = new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheck */ .QP({ check: "describe" });
    ch._zod.onattach = [
        (inst) => {
            const existing = _registries_js__WEBPACK_IMPORTED_MODULE_3__/* .globalRegistry */ .fd.get(inst) ?? {};
            _registries_js__WEBPACK_IMPORTED_MODULE_3__/* .globalRegistry */ .fd.add(inst, { ...existing, description });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function meta(metadata) {
    const ch = new _checks_js__WEBPACK_IMPORTED_MODULE_1__/* .$ZodCheck */ .QP({ check: "meta" });
    ch._zod.onattach = [
        (inst) => {
            const existing = _registries_js__WEBPACK_IMPORTED_MODULE_3__/* .globalRegistry */ .fd.get(inst) ?? {};
            _registries_js__WEBPACK_IMPORTED_MODULE_3__/* .globalRegistry */ .fd.add(inst, { ...existing, ...metadata });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _stringbool(Classes, _params) {
    const params = _util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(_params);
    let truthyArray = params.truthy ?? ["true", "1", "yes", "on", "y", "enabled"];
    let falsyArray = params.falsy ?? ["false", "0", "no", "off", "n", "disabled"];
    if (params.case !== "sensitive") {
        truthyArray = truthyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
        falsyArray = falsyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
    }
    const truthySet = new Set(truthyArray);
    const falsySet = new Set(falsyArray);
    const _Codec = Classes.Codec ?? _schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodCodec */ .YY;
    const _Boolean = Classes.Boolean ?? _schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodBoolean */ .sF;
    const _String = Classes.String ?? _schemas_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodString */ .$v;
    const stringSchema = new _String({ type: "string", error: params.error });
    const booleanSchema = new _Boolean({ type: "boolean", error: params.error });
    const codec = new _Codec({
        type: "pipe",
        in: stringSchema,
        out: booleanSchema,
        transform: ((input, payload) => {
            let data = input;
            if (params.case !== "sensitive")
                data = data.toLowerCase();
            if (truthySet.has(data)) {
                return true;
            }
            else if (falsySet.has(data)) {
                return false;
            }
            else {
                payload.issues.push({
                    code: "invalid_value",
                    expected: "stringbool",
                    values: [...truthySet, ...falsySet],
                    input: payload.value,
                    inst: codec,
                    continue: false,
                });
                return {};
            }
        }),
        reverseTransform: ((input, _payload) => {
            if (input === true) {
                return truthyArray[0] || "true";
            }
            else {
                return falsyArray[0] || "false";
            }
        }),
        error: params.error,
    });
    codec._zod.bag.truthy = truthyArray;
    codec._zod.bag.falsy = falsyArray;
    codec._zod.bag.case = params.case ?? "insensitive";
    return codec;
}
// @__NO_SIDE_EFFECTS__
function _stringFormat(Class, format, fnOrRegex, _params = {}) {
    const params = _util_js__WEBPACK_IMPORTED_MODULE_0__.normalizeParams(_params);
    const def = {
        check: "string_format",
        type: "string",
        format,
        fn: typeof fnOrRegex === "function" ? fnOrRegex : (val) => fnOrRegex.test(val),
        ...params,
    };
    if (fnOrRegex instanceof RegExp) {
        def.pattern = fnOrRegex;
    }
    const inst = new Class(def);
    return inst;
}


/***/ }),

/***/ 4890:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   DG: () => (/* binding */ $ZodCheckRegex),
/* harmony export */   E6: () => (/* binding */ $ZodCheckEndsWith),
/* harmony export */   J: () => (/* binding */ $ZodCheckStartsWith),
/* harmony export */   J_: () => (/* binding */ $ZodCheckGreaterThan),
/* harmony export */   Jk: () => (/* binding */ $ZodCheckMultipleOf),
/* harmony export */   KH: () => (/* binding */ $ZodCheckNumberFormat),
/* harmony export */   Kk: () => (/* binding */ $ZodCheckMinLength),
/* harmony export */   NI: () => (/* binding */ $ZodCheckLowerCase),
/* harmony export */   PH: () => (/* binding */ $ZodCheckMinSize),
/* harmony export */   QP: () => (/* binding */ $ZodCheck),
/* harmony export */   RM: () => (/* binding */ $ZodCheckLengthEquals),
/* harmony export */   Tt: () => (/* binding */ $ZodCheckIncludes),
/* harmony export */   XF: () => (/* binding */ $ZodCheckProperty),
/* harmony export */   Yk: () => (/* binding */ $ZodCheckMaxLength),
/* harmony export */   e2: () => (/* binding */ $ZodCheckSizeEquals),
/* harmony export */   j2: () => (/* binding */ $ZodCheckMaxSize),
/* harmony export */   kH: () => (/* binding */ $ZodCheckUpperCase),
/* harmony export */   nJ: () => (/* binding */ $ZodCheckProperties),
/* harmony export */   ql: () => (/* binding */ $ZodCheckStringFormat),
/* harmony export */   sj: () => (/* binding */ $ZodCheckMimeType),
/* harmony export */   sm: () => (/* binding */ $ZodCheckLessThan),
/* harmony export */   uE: () => (/* binding */ $ZodCheckBigIntFormat),
/* harmony export */   v$: () => (/* binding */ $ZodCheckOverwrite)
/* harmony export */ });
/* harmony import */ var _core_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8532);
/* harmony import */ var _regexes_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3908);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4723);
// import { $ZodType } from "./schemas.js";



const $ZodCheck = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheck", (inst, def) => {
    var _a;
    inst._zod ?? (inst._zod = {});
    inst._zod.def = def;
    (_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for size-based checks: run only on non-nullish values with a `size`. */
const _whenHasSize = (payload) => {
    const val = payload.value;
    return !_util_js__WEBPACK_IMPORTED_MODULE_1__.nullish(val) && val.size !== undefined;
};
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
const _whenHasLength = (payload) => {
    const val = payload.value;
    return !_util_js__WEBPACK_IMPORTED_MODULE_1__.nullish(val) && val.length !== undefined;
};
const numericOriginMap = {
    number: "number",
    bigint: "bigint",
    object: "date",
};
const $ZodCheckLessThan = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckLessThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value <= def.value : payload.value < def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_big",
            maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckGreaterThan = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckGreaterThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value >= def.value : payload.value > def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_small",
            minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMultipleOf = 
/*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMultipleOf", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        if (typeof payload.value !== typeof def.value)
            throw new Error("Cannot mix number and bigint in multiple_of check.");
        const isMultiple = typeof payload.value === "bigint"
            ? // `value % 0n` throws, and nothing is a multiple of zero — the number branch already fails this way via NaN
                def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
            : _util_js__WEBPACK_IMPORTED_MODULE_1__.floatSafeRemainder(payload.value, def.value) === 0;
        if (isMultiple)
            return;
        payload.issues.push({
            origin: typeof payload.value,
            code: "not_multiple_of",
            divisor: def.value,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckNumberFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckNumberFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    def.format = def.format || "float64";
    const isInt = def.format?.includes("int");
    const origin = isInt ? "int" : "number";
    const [minimum, maximum] = _util_js__WEBPACK_IMPORTED_MODULE_1__.NUMBER_FORMAT_RANGES[def.format];
    inst._zod.check = (payload) => {
        const input = payload.value;
        if (isInt) {
            if (!Number.isInteger(input)) {
                // invalid_format issue
                // payload.issues.push({
                //   expected: def.format,
                //   format: def.format,
                //   code: "invalid_format",
                //   input,
                //   inst,
                // });
                // invalid_type issue
                payload.issues.push({
                    expected: origin,
                    format: def.format,
                    code: "invalid_type",
                    continue: false,
                    input,
                    inst,
                });
                return;
                // not_multiple_of issue
                // payload.issues.push({
                //   code: "not_multiple_of",
                //   origin: "number",
                //   input,
                //   inst,
                //   divisor: 1,
                // });
            }
            if (!Number.isSafeInteger(input)) {
                if (input > 0) {
                    // too_big
                    payload.issues.push({
                        input,
                        code: "too_big",
                        maximum: Number.MAX_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                else {
                    // too_small
                    payload.issues.push({
                        input,
                        code: "too_small",
                        minimum: Number.MIN_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                return;
            }
        }
        if (input < minimum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_small",
                minimum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
        if (input > maximum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_big",
                maximum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodCheckBigIntFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckBigIntFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    const [minimum, maximum] = _util_js__WEBPACK_IMPORTED_MODULE_1__.BIGINT_FORMAT_RANGES[def.format];
    inst._zod.check = (payload) => {
        const input = payload.value;
        if (input < minimum) {
            payload.issues.push({
                origin: "bigint",
                input,
                code: "too_small",
                minimum: minimum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
        if (input > maximum) {
            payload.issues.push({
                origin: "bigint",
                input,
                code: "too_big",
                maximum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodCheckMaxSize = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMaxSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size <= def.maximum)
            return;
        payload.issues.push({
            origin: _util_js__WEBPACK_IMPORTED_MODULE_1__.getSizableOrigin(input),
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMinSize = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMinSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size >= def.minimum)
            return;
        payload.issues.push({
            origin: _util_js__WEBPACK_IMPORTED_MODULE_1__.getSizableOrigin(input),
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckSizeEquals = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckSizeEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size === def.size)
            return;
        const tooBig = size > def.size;
        payload.issues.push({
            origin: _util_js__WEBPACK_IMPORTED_MODULE_1__.getSizableOrigin(input),
            ...(tooBig ? { code: "too_big", maximum: def.size } : { code: "too_small", minimum: def.size }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMaxLength = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMaxLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // Strings are measured in Unicode code points, not UTF-16 units. A code point is at most two units, so a string that already fits in units fits in code points; only an overflow has to be counted.
        const length = typeof input === "string" && units > def.maximum ? _util_js__WEBPACK_IMPORTED_MODULE_1__.codePointLength(input) : units;
        if (length <= def.maximum)
            return;
        const origin = _util_js__WEBPACK_IMPORTED_MODULE_1__.getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMinLength = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMinLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so fewer units than the floor can never reach it and twice the floor always clears it. Only in between is the exact count in doubt.
        const length = typeof input === "string" && units >= def.minimum && units < def.minimum * 2
            ? _util_js__WEBPACK_IMPORTED_MODULE_1__.codePointLength(input)
            : units;
        if (length >= def.minimum)
            return;
        const origin = _util_js__WEBPACK_IMPORTED_MODULE_1__.getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLengthEquals = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckLengthEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so outside `[length, length * 2]` units the target is missed either way — and missed in the same direction in both measures.
        const length = typeof input === "string" && units >= def.length && units <= def.length * 2
            ? _util_js__WEBPACK_IMPORTED_MODULE_1__.codePointLength(input)
            : units;
        if (length === def.length)
            return;
        const origin = _util_js__WEBPACK_IMPORTED_MODULE_1__.getLengthableOrigin(input);
        const tooBig = length > def.length;
        payload.issues.push({
            origin,
            ...(tooBig ? { code: "too_big", maximum: def.length } : { code: "too_small", minimum: def.length }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStringFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckStringFormat", (inst, def) => {
    var _a, _b;
    $ZodCheck.init(inst, def);
    if (def.pattern)
        (_a = inst._zod).check ?? (_a.check = (payload) => {
            def.pattern.lastIndex = 0;
            if (def.pattern.test(payload.value))
                return;
            payload.issues.push({
                origin: "string",
                code: "invalid_format",
                format: def.format,
                input: payload.value,
                ...(def.pattern ? { pattern: def.pattern.toString() } : {}),
                inst,
                continue: !def.abort,
            });
        });
    else
        (_b = inst._zod).check ?? (_b.check = () => { });
});
const $ZodCheckRegex = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckRegex", (inst, def) => {
    $ZodCheckStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        def.pattern.lastIndex = 0;
        if (def.pattern.test(payload.value))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "regex",
            input: payload.value,
            pattern: def.pattern.toString(),
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLowerCase = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckLowerCase", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_2__.lowercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckUpperCase", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_2__.uppercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckIncludes", (inst, def) => {
    $ZodCheck.init(inst, def);
    const escapedRegex = _util_js__WEBPACK_IMPORTED_MODULE_1__.escapeRegex(def.includes);
    // `String.prototype.includes(sub, position)` matches `sub` at `position`
    // OR LATER, so the pattern must allow at least `position` leading chars
    // (`{N,}`), not exactly `position` chars (`{N}`).
    const pattern = new RegExp(typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex);
    def.pattern = pattern;
    inst._zod.check = (payload) => {
        if (payload.value.includes(def.includes, def.position))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "includes",
            includes: def.includes,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStartsWith = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckStartsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`^${_util_js__WEBPACK_IMPORTED_MODULE_1__.escapeRegex(def.prefix)}.*`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.startsWith(def.prefix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "starts_with",
            prefix: def.prefix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckEndsWith = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckEndsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`.*${_util_js__WEBPACK_IMPORTED_MODULE_1__.escapeRegex(def.suffix)}$`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.endsWith(def.suffix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "ends_with",
            suffix: def.suffix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
///////////////////////////////////
/////    $ZodCheckProperty    /////
///////////////////////////////////
function handleCheckPropertyResult(result, payload, property) {
    if (result.issues.length) {
        payload.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_1__.prefixIssues(property, result.issues));
    }
}
const $ZodCheckProperty = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckProperty", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        const result = def.schema._zod.run({
            value: payload.value[def.property],
            issues: [],
        }, {});
        if (result instanceof Promise) {
            return result.then((result) => handleCheckPropertyResult(result, payload, def.property));
        }
        handleCheckPropertyResult(result, payload, def.property);
        return;
    };
});
const $ZodCheckProperties = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckProperties", (inst, def) => {
    $ZodCheck.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_1__.hide(inst, Symbol.iterator, function* () {
        yield inst;
    });
    // key and schema snapshotted together: reading one live and the other cached lets a later mutation of the caller's shape object pair a stale key with a missing schema
    let entries;
    inst._zod.check = (payload) => {
        // the base schema already typed the value, so only a nullish one is rejected here: the properties read on a primitive too, matching z.property() on a string's length
        if (payload.value == null) {
            payload.issues.push({ expected: "object", code: "invalid_type", input: payload.value, inst });
            return undefined;
        }
        entries ?? (entries = Reflect.ownKeys(def.shape).map((key) => [key, def.shape[key]]));
        const input = payload.value;
        let proms;
        for (const [key, schema] of entries) {
            const result = schema._zod.run({ value: input[key], issues: [] }, {});
            if (result instanceof Promise) {
                proms ?? (proms = []);
                proms.push(result.then((result) => handleCheckPropertyResult(result, payload, key)));
            }
            else {
                handleCheckPropertyResult(result, payload, key);
            }
        }
        if (proms)
            return Promise.all(proms).then(() => undefined);
        return undefined;
    };
});
const $ZodCheckMimeType = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckMimeType", (inst, def) => {
    $ZodCheck.init(inst, def);
    const mimeSet = new Set(def.mime);
    inst._zod.check = (payload) => {
        if (mimeSet.has(payload.value.type))
            return;
        payload.issues.push({
            code: "invalid_value",
            values: def.mime,
            input: payload.value.type,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckOverwrite = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCheckOverwrite", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        payload.value = def.tx(payload.value);
    };
});


/***/ }),

/***/ 8532:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $W: () => (/* binding */ config),
/* harmony export */   GT: () => (/* binding */ $ZodAsyncError),
/* harmony export */   _e: () => (/* binding */ $brand),
/* harmony export */   cV: () => (/* binding */ $ZodEncodeError),
/* harmony export */   cr: () => (/* binding */ globalConfig),
/* harmony export */   tm: () => (/* binding */ NEVER),
/* harmony export */   xI: () => (/* binding */ $constructor)
/* harmony export */ });
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);
var _a;

/** A special constant with type `never` */
const NEVER = /*@__PURE__*/ Object.freeze({
    status: "aborted",
});
/* Shared descriptor for installing `_zod`; defineProperty reads it
 * synchronously, so reusing one object avoids a per-instance allocation. */
const _zodDesc = { value: undefined, enumerable: false };
// null where suppressing the capture would be unrecoverable: `parse()` puts the frames back with `captureStackTrace`, so without it the throw would lose its stack. also latched to null once `stackTraceLimit` proves unassignable, which a realm can do at any point by hardening Error
let _E = "captureStackTrace" in Error ? Error : null;
// v8 captures a stack trace inside the Error constructor, which dominates a failed parse; costs only the frames, and parse() restores those. the constructor must RUN: Object.create is cheaper and passes instanceof, but Error.isError and util.types.isNativeError check an internal slot
function newError(Definition) {
    const E = _E;
    if (E) {
        const saved = E.stackTraceLimit;
        if (typeof saved === "number") {
            try {
                E.stackTraceLimit = 0;
            }
            catch {
                _E = null;
                return new Definition();
            }
            try {
                return new Definition();
            }
            finally {
                E.stackTraceLimit = saved;
            }
        }
    }
    return new Definition();
}
function $constructor(name, initializer, 
/** This trait's members, installed once on every prototype that composes it. They cannot be declared in the initializer above: that runs per instance, and the prototype is shared. */
proto, params) {
    // Prototype for this constructor's `_zod` internals. Lazily-derived fields (`values`, `pattern`, `optin`, …) install here once rather than as an accessor on every instance.
    const zodProto = {};
    // Assigning the fields in the constructor body is what gives instances in-object slots; building the object literally and reparenting it costs a second allocation and a generic property copy.
    function Internals(def) {
        this.def = def;
        this.constr = _;
        this.traits = new Set();
    }
    Internals.prototype = zodProto;
    const protoMembers = proto;
    // One trait's members land on every prototype whose chain composes it, so the answer is per prototype rather than per trait.
    const initialized = protoMembers && new WeakSet();
    function init(inst, def) {
        if (!inst._zod) {
            _zodDesc.value = new Internals(def);
            try {
                Object.defineProperty(inst, "_zod", _zodDesc);
            }
            finally {
                // Cleared even on throw, so the shared descriptor never leaks one instance's internals into the next.
                _zodDesc.value = undefined;
            }
        }
        else if (inst._zod.traits.has(name)) {
            return;
        }
        inst._zod.traits.add(name);
        initializer(inst, def);
        if (initialized) {
            // `super(def)` from a user subclass gives `this` a prototype the subclass owns, and installing there would overwrite whatever the subclass declared. `constr` built the instance, so its prototype is the one below the subclass's that should carry the members. A receiver whose chain never reaches that prototype installs on its own, which for a plain object handed straight to `init` means `Object.prototype` — unchanged from before.
            const own = Object.getPrototypeOf(inst);
            const ctorProto = inst._zod.constr.prototype;
            let up = own;
            while (up && up !== ctorProto)
                up = Object.getPrototypeOf(up);
            const target = up ?? own;
            if (!initialized.has(target)) {
                initialized.add(target);
                (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.members)(target, protoMembers);
            }
        }
        // support prototype modifications; for-in avoids the array allocation of Object.keys on the (usually empty) prototype
        const proto = _.prototype;
        for (const k in proto) {
            if (!Object.prototype.hasOwnProperty.call(proto, k))
                continue;
            if (!(k in inst)) {
                inst[k] = proto[k].bind(inst);
            }
        }
    }
    // doesn't work if Parent has a constructor with arguments
    const Parent = params?.Parent ?? Object;
    class Definition extends Parent {
    }
    Object.defineProperty(Definition, "name", { value: name });
    function _(def) {
        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);
        const deferred = inst._zod.deferred;
        if (deferred) {
            for (const fn of deferred) {
                fn();
            }
            // Released: initializers run once, and the list would otherwise be retained for the schema's lifetime.
            inst._zod.deferred = undefined;
        }
        // Global post-processor hook. Internal: installed by `import "zod/compile"` to enable AOT compilation for every constructed schema. Runs last, once the instance is fully built, because it hands the instance to compile(). The post-processor is expected to be reentrancy-guarded by its own implementation.
        const pp = globalThis.__zod_globalConfig?.postProcessor;
        if (pp)
            pp(inst);
        return inst;
    }
    Object.defineProperty(_, "init", { value: init });
    Object.defineProperty(_, Symbol.hasInstance, {
        value: (inst) => {
            if (params?.Parent && inst instanceof params.Parent)
                return true;
            return inst?._zod?.traits?.has(name);
        },
    });
    Object.defineProperty(_, "name", { value: name });
    return _;
}
//////////////////////////////   UTILITIES   ///////////////////////////////////////
const $brand = /*@__PURE__*/ Symbol("zod_brand");
class $ZodAsyncError extends Error {
    constructor() {
        super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
    }
}
class $ZodEncodeError extends Error {
    constructor(name) {
        super(`Encountered unidirectional transform during encode: ${name}`);
        this.name = "ZodEncodeError";
    }
}
(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
    if (newConfig)
        Object.assign(globalConfig, newConfig);
    return globalConfig;
}


/***/ }),

/***/ 2041:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ Doc)
/* harmony export */ });
class Doc {
    constructor(args = [], closed = {}) {
        this.content = [];
        this.indent = 0;
        this.args = args;
        this.closed = closed;
    }
    // the compiler catches a child's throw and keeps writing into this doc, so the indent has to unwind with it
    indented(fn) {
        this.indent += 1;
        try {
            fn(this);
        }
        finally {
            this.indent -= 1;
        }
    }
    write(arg) {
        if (typeof arg === "function") {
            arg(this, { execution: "sync" });
            arg(this, { execution: "async" });
            return;
        }
        const content = arg;
        const lines = content.split("\n").filter((x) => x);
        const minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length));
        const dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
        for (const line of dedented) {
            this.content.push(line);
        }
    }
    compile() {
        const F = Function;
        const content = this?.content ?? [``];
        const factory = new F(...Object.keys(this.closed), `return function (${this.args.join(", ")}) {\n${content.join("\n")}\n};`);
        return factory(...Object.values(this.closed));
    }
}


/***/ }),

/***/ 7428:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   JM: () => (/* binding */ flattenError),
/* harmony export */   Kd: () => (/* binding */ $ZodRealError),
/* harmony export */   S1: () => (/* binding */ prettifyError),
/* harmony export */   Wk: () => (/* binding */ formatError),
/* harmony export */   ZC: () => (/* binding */ treeifyError),
/* harmony export */   a$: () => (/* binding */ $ZodError),
/* harmony export */   sR: () => (/* binding */ toDotPath)
/* harmony export */ });
/* harmony import */ var _core_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8532);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);


/* Computing the message eagerly is expensive (pretty-printed JSON of all
 * issues), so defer it until first read. The accessor functions and
 * descriptors are shared across instances to keep error construction
 * cheap; the computed message is cached on the internals object. The
 * setter preserves plain assignment semantics for consumers that
 * overwrite `message`. */
function _getMessage() {
    const internals = this._zod;
    internals.message ?? (internals.message = JSON.stringify(internals.def, _util_js__WEBPACK_IMPORTED_MODULE_0__.jsonStringifyReplacer, 2));
    return internals.message;
}
function _setMessage(value) {
    this._zod.message = value;
}
const _messageDesc = {
    get: _getMessage,
    set: _setMessage,
    enumerable: true,
    configurable: true,
};
const _issuesDesc = { value: undefined, enumerable: false };
/* Prototypes that already carry the lazy `toString`. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer = (inst, def) => {
    inst.name = "$ZodError";
    // `_zod` is already non-enumerable: $constructor's init defined it with this same descriptor
    _issuesDesc.value = def;
    Object.defineProperty(inst, "issues", _issuesDesc);
    // Clear the shared slot; a retained `value` pins the last error's issues.
    _issuesDesc.value = undefined;
    Object.defineProperty(inst, "message", _messageDesc);
    /* `toString` lives as a non-enumerable lazy getter on the shared
     * prototype; on first access it caches a per-instance closure so
     * detached usage still works. */
    const proto = Object.getPrototypeOf(inst);
    if (!_installedToString.has(proto)) {
        _installedToString.add(proto);
        Object.defineProperty(proto, "toString", {
            configurable: true,
            enumerable: false,
            get() {
                const value = () => this.message;
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
                return value;
            },
            set(value) {
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
            },
        });
    }
};
const $ZodError = (0,_core_js__WEBPACK_IMPORTED_MODULE_1__/* .$constructor */ .xI)("$ZodError", initializer);
const $ZodRealError = (0,_core_js__WEBPACK_IMPORTED_MODULE_1__/* .$constructor */ .xI)("$ZodError", initializer, undefined, {
    Parent: Error,
});
/** Get-or-create `obj[key]` as an own data property. A path segment naming an inherited member
 * ("toString", "constructor") would otherwise read through to the prototype, and assigning
 * "__proto__" would hit the setter instead of creating a key. */
function node(obj, key, make) {
    if (!Object.prototype.hasOwnProperty.call(obj, key)) {
        if (key === "__proto__") {
            Object.defineProperty(obj, key, { value: make(), writable: true, enumerable: true, configurable: true });
        }
        else {
            obj[key] = make();
        }
    }
    return obj[key];
}
function flattenError(error, mapper = (issue) => issue.message) {
    const fieldErrors = {};
    const formErrors = [];
    for (const sub of error.issues) {
        if (sub.path.length > 0) {
            node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
        }
        else {
            formErrors.push(mapper(sub));
        }
    }
    return { formErrors, fieldErrors };
}
function formatError(error, mapper = (issue) => issue.message) {
    const fieldErrors = { _errors: [] };
    const processError = (error, path = []) => {
        for (const issue of error.issues) {
            if (issue.code === "invalid_union" && issue.errors.length) {
                issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
            }
            else if (issue.code === "invalid_key") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else if (issue.code === "invalid_element") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else {
                const fullpath = [...path, ...issue.path];
                if (fullpath.length === 0) {
                    fieldErrors._errors.push(mapper(issue));
                }
                else {
                    let curr = fieldErrors;
                    let i = 0;
                    while (i < fullpath.length) {
                        const el = fullpath[i];
                        const terminal = i === fullpath.length - 1;
                        // `_errors` is reserved by this legacy format, so merge a matching path segment into the current node instead of treating its array as a child.
                        if (el === "_errors") {
                            if (terminal)
                                curr._errors.push(mapper(issue));
                            i++;
                            continue;
                        }
                        // A path element may collide with an inherited property name such as
                        // "__proto__" or "constructor". Truthiness checks read the prototype
                        // (so no node is created, then ._errors.push throws), and bracket
                        // assignment of "__proto__" hits the setter instead of creating an
                        // own key. Guard the read with hasOwnProperty and create the node
                        // with defineProperty so any path element becomes a real own key.
                        if (!Object.prototype.hasOwnProperty.call(curr, el)) {
                            Object.defineProperty(curr, el, {
                                value: { _errors: [] },
                                enumerable: true,
                                writable: true,
                                configurable: true,
                            });
                        }
                        const node = curr[el];
                        if (terminal) {
                            node._errors.push(mapper(issue));
                        }
                        curr = node;
                        i++;
                    }
                }
            }
        }
    };
    processError(error);
    return fieldErrors;
}
function treeifyError(error, mapper = (issue) => issue.message) {
    const result = { errors: [] };
    const processError = (error, path = []) => {
        var _a;
        for (const issue of error.issues) {
            if (issue.code === "invalid_union" && issue.errors.length) {
                // regular union error
                issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
            }
            else if (issue.code === "invalid_key") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else if (issue.code === "invalid_element") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else {
                const fullpath = [...path, ...issue.path];
                if (fullpath.length === 0) {
                    result.errors.push(mapper(issue));
                    continue;
                }
                let curr = result;
                let i = 0;
                while (i < fullpath.length) {
                    const el = fullpath[i];
                    const terminal = i === fullpath.length - 1;
                    if (typeof el === "string") {
                        curr.properties ?? (curr.properties = {});
                        // el may collide with an inherited property name ("__proto__",
                        // "constructor", ...); ??= reads the prototype so the node is never
                        // created and curr.errors.push throws. Guard with hasOwnProperty and
                        // create the node with defineProperty so "__proto__" becomes a real
                        // own key rather than invoking the prototype setter.
                        if (!Object.prototype.hasOwnProperty.call(curr.properties, el)) {
                            Object.defineProperty(curr.properties, el, {
                                value: { errors: [] },
                                enumerable: true,
                                writable: true,
                                configurable: true,
                            });
                        }
                        curr = curr.properties[el];
                    }
                    else {
                        curr.items ?? (curr.items = []);
                        (_a = curr.items)[el] ?? (_a[el] = { errors: [] });
                        curr = curr.items[el];
                    }
                    if (terminal) {
                        curr.errors.push(mapper(issue));
                    }
                    i++;
                }
            }
        }
    };
    processError(error);
    return result;
}
/** Format a ZodError as a human-readable string in the following form.
 *
 * From
 *
 * ```ts
 * ZodError {
 *   issues: [
 *     {
 *       expected: 'string',
 *       code: 'invalid_type',
 *       path: [ 'username' ],
 *       message: 'Invalid input: expected string'
 *     },
 *     {
 *       expected: 'number',
 *       code: 'invalid_type',
 *       path: [ 'favoriteNumbers', 1 ],
 *       message: 'Invalid input: expected number'
 *     }
 *   ];
 * }
 * ```
 *
 * to
 *
 * ```
 * username
 *   ✖ Expected number, received string at "username
 * favoriteNumbers[0]
 *   ✖ Invalid input: expected number
 * ```
 */
function toDotPath(_path) {
    const segs = [];
    const path = _path.map((seg) => (typeof seg === "object" ? seg.key : seg));
    for (const seg of path) {
        if (typeof seg === "number")
            segs.push(`[${seg}]`);
        else if (typeof seg === "symbol")
            segs.push(`[${JSON.stringify(String(seg))}]`);
        else if (/[^\w$]/.test(seg))
            segs.push(`[${JSON.stringify(seg)}]`);
        else {
            if (segs.length)
                segs.push(".");
            segs.push(seg);
        }
    }
    return segs.join("");
}
function prettifyError(error) {
    const lines = [];
    // sort by path length
    const issues = [...error.issues].sort((a, b) => (a.path ?? []).length - (b.path ?? []).length);
    // Process each issue
    for (const issue of issues) {
        lines.push(`✖ ${issue.message}`);
        if (issue.path?.length)
            lines.push(`  → at ${toDotPath(issue.path)}`);
    }
    // Convert Map to formatted string
    return lines.join("\n");
}


/***/ }),

/***/ 8439:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $X: () => (/* binding */ readonlyProcessor),
/* harmony export */   $k: () => (/* binding */ optionalProcessor),
/* harmony export */   A: () => (/* binding */ prefaultProcessor),
/* harmony export */   A6: () => (/* binding */ customProcessor),
/* harmony export */   BU: () => (/* binding */ undefinedProcessor),
/* harmony export */   C0: () => (/* binding */ enumProcessor),
/* harmony export */   CN: () => (/* binding */ tupleProcessor),
/* harmony export */   CX: () => (/* binding */ promiseProcessor),
/* harmony export */   Cv: () => (/* binding */ templateLiteralProcessor),
/* harmony export */   Df: () => (/* binding */ allProcessors),
/* harmony export */   Ec: () => (/* binding */ objectProcessor),
/* harmony export */   Fl: () => (/* binding */ dateProcessor),
/* harmony export */   Fs: () => (/* binding */ aggregateChecks),
/* harmony export */   GC: () => (/* binding */ recordProcessor),
/* harmony export */   H1: () => (/* binding */ fileProcessor),
/* harmony export */   In: () => (/* binding */ nullProcessor),
/* harmony export */   Kj: () => (/* binding */ nanProcessor),
/* harmony export */   NV: () => (/* binding */ unknownProcessor),
/* harmony export */   NX: () => (/* binding */ anyProcessor),
/* harmony export */   Q9: () => (/* binding */ catchProcessor),
/* harmony export */   RH: () => (/* binding */ neverProcessor),
/* harmony export */   SW: () => (/* binding */ stringProcessor),
/* harmony export */   Tr: () => (/* binding */ lazyProcessor),
/* harmony export */   Wg: () => (/* binding */ numberProcessor),
/* harmony export */   Y8: () => (/* binding */ bigintProcessor),
/* harmony export */   Yv: () => (/* binding */ literalProcessor),
/* harmony export */   aw: () => (/* binding */ successProcessor),
/* harmony export */   bl: () => (/* binding */ toJSONSchema),
/* harmony export */   bq: () => (/* binding */ functionProcessor),
/* harmony export */   cR: () => (/* binding */ nonoptionalProcessor),
/* harmony export */   cY: () => (/* binding */ arrayProcessor),
/* harmony export */   dO: () => (/* binding */ booleanProcessor),
/* harmony export */   fg: () => (/* binding */ symbolProcessor),
/* harmony export */   fs: () => (/* binding */ pipeProcessor),
/* harmony export */   iC: () => (/* binding */ unionProcessor),
/* harmony export */   i_: () => (/* binding */ intersectionProcessor),
/* harmony export */   jq: () => (/* binding */ mapProcessor),
/* harmony export */   mh: () => (/* binding */ defaultProcessor),
/* harmony export */   vn: () => (/* binding */ voidProcessor),
/* harmony export */   xi: () => (/* binding */ transformProcessor),
/* harmony export */   yq: () => (/* binding */ nullableProcessor),
/* harmony export */   zH: () => (/* binding */ setProcessor)
/* harmony export */ });
/* harmony import */ var _regexes_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(3908);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5591);
/* harmony import */ var _to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(7509);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);




const narrowMin = (agg, key, value) => {
    if (agg[key] === undefined || value > agg[key])
        agg[key] = value;
};
const narrowMax = (agg, key, value) => {
    if (agg[key] === undefined || value < agg[key])
        agg[key] = value;
};
const narrowBoth = (agg, value) => {
    narrowMin(agg, "minimum", value);
    narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
    agg.multipleOf ?? (agg.multipleOf = []);
    if (!agg.multipleOf.includes(value))
        agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
    agg.patterns ?? (agg.patterns = new Set());
    agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
    agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
// last-wins, matching the bag's historical write order; the flag keeps an integer format from being lost to a later float one
const setFormat = (agg, format) => {
    agg.format = format;
    if (format.includes("int"))
        agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
    setFormat(agg, def.format);
    const [minimum, maximum] = ranges[def.format];
    narrowMin(agg, "minimum", minimum);
    narrowMax(agg, "maximum", maximum);
};
const contributors = {
    greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
    less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
    multiple_of: (agg, def) => addDivisor(agg, def.value),
    number_format: formatContributor(_util_js__WEBPACK_IMPORTED_MODULE_0__.NUMBER_FORMAT_RANGES),
    bigint_format: formatContributor(_util_js__WEBPACK_IMPORTED_MODULE_0__.BIGINT_FORMAT_RANGES),
    min_length: minContributor,
    max_length: maxContributor,
    length_equals: (agg, def) => narrowBoth(agg, def.length),
    min_size: minContributor,
    max_size: maxContributor,
    size_equals: (agg, def) => narrowBoth(agg, def.size),
    string_format: (agg, def) => {
        setFormat(agg, def.format);
        if (def.pattern)
            addPattern(agg, def.pattern);
        if (def.format === "base64" || def.format === "base64url")
            agg.contentEncoding = def.format;
        if (def.local || def.precision === -1)
            agg.laxFormat = true;
    },
    mime_type: (agg, def) => intersectMime(agg, def.mime),
};
function aggregateChecks(schema) {
    const agg = {};
    const def = schema._zod.def;
    // a format schema is its own first check, same rule as $ZodType init
    const list = schema._zod.traits.has("$ZodCheck")
        ? [schema, ...(def.checks ?? [])]
        : (def.checks ?? []);
    for (const ch of list)
        contributors[ch._zod.def.check]?.(agg, ch._zod.def);
    // reconcile with the bag so third-party onattach contributions still land; first-party residue is never tighter than the fold, so merging it back is idempotent for one and additive for the other
    const bag = schema._zod.bag;
    if (bag.minimum !== undefined)
        narrowMin(agg, "minimum", bag.minimum);
    if (bag.exclusiveMinimum !== undefined)
        narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
    if (bag.maximum !== undefined)
        narrowMax(agg, "maximum", bag.maximum);
    if (bag.exclusiveMaximum !== undefined)
        narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
    if (bag.multipleOf !== undefined)
        addDivisor(agg, bag.multipleOf);
    if (bag.format !== undefined) {
        agg.format ?? (agg.format = bag.format);
        if (bag.format.includes("int"))
            agg.isInt = true;
    }
    if (bag.mime)
        intersectMime(agg, bag.mime);
    for (const pattern of bag.patterns ?? [])
        addPattern(agg, pattern);
    return agg;
}
const formatMap = {
    guid: "uuid",
    url: "uri",
    datetime: "date-time",
    json_string: "json-string",
    regex: "", // do not set
};
// ==================== SIMPLE TYPE PROCESSORS ====================
// the runtime patterns are lax so parse paths never overflow the regex stack; the emitted schema swaps in the exact block forms, which zod itself never executes
const exactPatterns = new Map([
    [_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .base64Charset */ .cq, _regexes_js__WEBPACK_IMPORTED_MODULE_2__.base64],
    [_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .base64urlCharset */ .xE, _regexes_js__WEBPACK_IMPORTED_MODULE_2__.base64url],
]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
    const json = _json;
    json.type = "string";
    const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minLength = minimum;
    if (typeof maximum === "number")
        json.maxLength = maximum;
    // custom pattern overrides format
    if (format) {
        json.format = formatMap[format] ?? format;
        if (json.format === "")
            delete json.format; // empty format is not valid
        // `z.iso.time()` is never full-time, and `laxFormat` carries the datetime shapes that also accept what their keyword forbids
        if (format === "time" || laxFormat) {
            delete json.format;
        }
    }
    if (contentEncoding)
        json.contentEncoding = contentEncoding;
    if (patterns && patterns.size > 0) {
        const patternList = [...patterns].map(exactPattern);
        if (patternList.length === 1)
            json.pattern = patternList[0].source;
        else if (patternList.length > 1) {
            json.allOf = [
                ...patternList.map((regex) => ({
                    ...(ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0"
                        ? { type: "string" }
                        : {}),
                    pattern: regex.source,
                })),
            ];
        }
    }
};
const numberProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
    json.type = isInt ? "integer" : "number";
    // when both minimum and exclusiveMinimum exist, pick the more restrictive one
    const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
    const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
    const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
    if (exMin) {
        if (legacy) {
            json.minimum = exclusiveMinimum;
            json.exclusiveMinimum = true;
        }
        else {
            json.exclusiveMinimum = exclusiveMinimum;
        }
    }
    else if (typeof minimum === "number") {
        json.minimum = minimum;
    }
    if (exMax) {
        if (legacy) {
            json.maximum = exclusiveMaximum;
            json.exclusiveMaximum = true;
        }
        else {
            json.exclusiveMaximum = exclusiveMaximum;
        }
    }
    else if (typeof maximum === "number") {
        json.maximum = maximum;
    }
    if (multipleOf) {
        // JSON Schema requires a divisor strictly greater than zero, and a non-finite one does not survive JSON at all. A negative divisor accepts exactly what its absolute value accepts, so it still maps; zero, NaN and Infinity have no keyword form.
        const divisors = new Set();
        for (const divisor of multipleOf) {
            if (Number.isFinite(divisor) && divisor !== 0)
                divisors.add(Math.abs(divisor));
            else
                (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
        }
        // chained divisors are a conjunction the keyword cannot carry alone, so extras ride an allOf, same as stacked patterns
        const [first, ...rest] = divisors;
        if (first !== undefined)
            json.multipleOf = first;
        if (rest.length)
            json.allOf = [...(json.allOf ?? []), ...rest.map((m) => ({ multipleOf: m }))];
    }
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
    json.type = "boolean";
};
const bigintProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
const nullProcessor = (_schema, ctx, json, _params) => {
    if (ctx.target === "openapi-3.0") {
        json.type = "string";
        json.nullable = true;
        json.enum = [null];
    }
    else {
        json.type = "null";
    }
};
const undefinedProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
const neverProcessor = (_schema, _ctx, json, _params) => {
    json.not = {};
};
const anyProcessor = (_schema, _ctx, _json, _params) => {
    // empty schema accepts anything
};
const unknownProcessor = (_schema, _ctx, _json, _params) => {
    // empty schema accepts anything
};
const dateProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
    const def = schema._zod.def;
    const values = (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.getEnumValues)(def.entries);
    // an empty enum accepts nothing, same as z.never()
    if (values.length === 0) {
        json.not = {};
        return;
    }
    // Number enums can have both string and number values
    if (values.every((v) => typeof v === "number"))
        json.type = "number";
    if (values.every((v) => typeof v === "string"))
        json.type = "string";
    json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // a literal with no values accepts nothing, same as z.never()
    if (def.values.length === 0) {
        json.not = {};
        return;
    }
    const vals = [];
    for (const val of def.values) {
        if (val === undefined) {
            // a custom schema replaces the whole literal, so there is nothing left to accumulate
            if ((0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema"))
                return;
            // otherwise do not add to vals
        }
        else if (typeof val === "bigint") {
            if ((0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema"))
                return;
            vals.push(Number(val));
        }
        else {
            vals.push(val);
        }
    }
    if (vals.length === 0) {
        // do nothing (an undefined literal was stripped)
    }
    else if (vals.length === 1) {
        const val = vals[0];
        json.type = val === null ? "null" : typeof val;
        if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") {
            json.enum = [val];
        }
        else {
            json.const = val;
        }
    }
    else {
        if (vals.every((v) => typeof v === "number"))
            json.type = "number";
        if (vals.every((v) => typeof v === "string"))
            json.type = "string";
        if (vals.every((v) => typeof v === "boolean"))
            json.type = "boolean";
        if (vals.every((v) => v === null))
            json.type = "null";
        json.enum = vals;
    }
};
const nanProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
const templateLiteralProcessor = (schema, _ctx, json, _params) => {
    const _json = json;
    const pattern = schema._zod.pattern;
    if (!pattern)
        throw new Error("Pattern not found in template literal");
    _json.type = "string";
    _json.pattern = pattern.source;
};
const fileProcessor = (schema, _ctx, json, _params) => {
    const _json = json;
    _json.type = "string";
    _json.format = "binary";
    _json.contentEncoding = "binary";
    const { minimum, maximum, mime } = aggregateChecks(schema);
    if (minimum !== undefined)
        _json.minLength = minimum;
    if (maximum !== undefined)
        _json.maxLength = maximum;
    if (!mime)
        return;
    // an empty intersection means the mime checks share no value, so nothing passes at runtime; `anyOf` must be non-empty, so the false schema is `not: {}`
    if (mime.length === 0)
        _json.not = {};
    else if (mime.length === 1)
        _json.contentMediaType = mime[0];
    // only contentMediaType differs, so the shared props stay at the root
    else
        _json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
const successProcessor = (_schema, _ctx, json, _params) => {
    json.type = "boolean";
};
const customProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
// ==================== COMPOSITE TYPE PROCESSORS ====================
const arrayProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minItems = minimum;
    if (typeof maximum === "number")
        json.maxItems = maximum;
    json.type = "array";
    json.items = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.element, ctx, {
        ...params,
        path: [...params.path, "items"],
    });
};
// Transform and catch set `optin = "optional"` at runtime so the parser lets them observe an
// absent key, but their declared input type stays required. An input JSON Schema describes the
// declared type, so resolve past them to the schema that actually carries the optionality.
// Used by both `objectProcessor` (for `required`) and `tupleProcessor` (for `minItems`); see
// wiki/optionality.md, "The JSON Schema emitter reads the *static* value".
function inputOptin(schema) {
    const def = schema._zod.def;
    if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) {
        return inputOptin(def.out);
    }
    if (def.type === "catch") {
        return inputOptin(def.innerType);
    }
    return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const shape = def.shape;
    // dropping it while still emitting `additionalProperties: false` would emit a schema that rejects data this one requires
    const symbolKeys = Object.getOwnPropertySymbols(shape);
    if (symbolKeys.length &&
        (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) {
        return;
    }
    json.type = "object";
    json.properties = {};
    for (const key in shape) {
        // assignProp so a __proto__ key becomes an own property instead of hitting the inherited setter on the plain {} we build into
        (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(json.properties, key, (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(shape[key], ctx, {
            ...params,
            path: [...params.path, "properties", key],
        }));
    }
    // required keys
    const requiredKeys = [];
    for (const key of Object.keys(shape)) {
        const field = def.shape[key];
        if (ctx.io === "input" ? inputOptin(field) === undefined : field._zod.optout === undefined) {
            requiredKeys.push(key);
        }
    }
    if (requiredKeys.length > 0) {
        json.required = requiredKeys;
    }
    // catchall
    if (def.catchall?._zod.def.type === "never") {
        // strict
        json.additionalProperties = false;
    }
    else if (!def.catchall) {
        // regular
        if (ctx.io === "output")
            json.additionalProperties = false;
    }
    else if (def.catchall) {
        json.additionalProperties = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.catchall, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
};
const unionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // Exclusive unions (inclusive === false) use oneOf (exactly one match) instead of anyOf (one or more matches). This includes both z.xor() and discriminated unions
    const isExclusive = def.inclusive === false;
    const options = def.options.map((x, i) => (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(x, ctx, {
        ...params,
        path: [...params.path, isExclusive ? "oneOf" : "anyOf", i],
    }));
    if (isExclusive) {
        json.oneOf = options;
    }
    else {
        json.anyOf = options;
    }
};
const intersectionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const a = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.left, ctx, {
        ...params,
        path: [...params.path, "allOf", 0],
    });
    const b = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.right, ctx, {
        ...params,
        path: [...params.path, "allOf", 1],
    });
    const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
    const allOf = [
        ...(isSimpleIntersection(a) ? a.allOf : [a]),
        ...(isSimpleIntersection(b) ? b.allOf : [b]),
    ];
    json.allOf = allOf;
    // Recorded innermost first, so a nested intersection has already folded by the time this one is considered. The array is the handle rather than the schema, because a wrapper that inherits this schema shares the same array; `finalize` folds every object holding it. See `foldIntersection`.
    ctx.intersections.push(allOf);
};
const tupleProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    json.type = "array";
    const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
    const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
    const prefixItems = def.items.map((x, i) => (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(x, ctx, {
        ...params,
        path: [...params.path, prefixPath, i],
    }));
    const rest = def.rest
        ? (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.rest, ctx, {
            ...params,
            path: [...params.path, restPath, ...(ctx.target === "openapi-3.0" ? [def.items.length] : [])],
        })
        : null;
    let minItems = def.items.length;
    while (minItems > 0) {
        const item = def.items[minItems - 1];
        const optional = ctx.io === "input" ? inputOptin(item) !== undefined : item._zod.optout === "optional";
        if (!optional)
            break;
        minItems--;
    }
    const maxItems = def.items.length;
    const isClosed = !def.rest;
    if (ctx.target === "draft-2020-12") {
        json.prefixItems = prefixItems;
        if (isClosed) {
            json.items = false;
        }
        else if (rest) {
            json.items = rest;
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    else if (ctx.target === "openapi-3.0") {
        json.items = {
            anyOf: prefixItems,
        };
        if (rest) {
            json.items.anyOf.push(rest);
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    else {
        json.items = prefixItems;
        if (isClosed) {
            json.additionalItems = false;
        }
        else if (rest) {
            json.additionalItems = rest;
        }
        if (minItems > 0)
            json.minItems = minItems;
        if (isClosed)
            json.maxItems = maxItems;
    }
    // explicit user-defined length checks take precedence
    const { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minItems = minimum;
    if (typeof maximum === "number")
        json.maxItems = maximum;
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
 * numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
 * behind a wrapper only carries its own `type` before then, and a union key only has its branches.
 *
 * A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
 * than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
 * exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
 * accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
 * outright. */
function stringifyKeyNames(bySchema, json, visited) {
    // an extracted key that rewrites cannot go on sharing its definition — the string form a key position needs is not the number form every other reference wants — so it inlines. One that does not rewrite keeps the `$ref`.
    if (json.$ref) {
        // a recursive key holds its own reference inside its definition, so a node already on the path is left alone rather than resolved again
        if (visited.has(json))
            return json;
        visited.add(json);
        const def = bySchema.get(json)?.def;
        if (!def)
            return json;
        const inlined = stringifyKeyNames(bySchema, def, visited);
        return inlined === def ? json : inlined;
    }
    for (const keyword of ["anyOf", "oneOf"]) {
        const branches = json[keyword];
        if (!Array.isArray(branches))
            continue;
        const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
        // rebuilding regardless would detach a key that had nothing to re-express, dropping its `$ref` and leaking the internal `id`
        if (mapped.some((branch, i) => branch !== branches[i]))
            json = { ...json, [keyword]: mapped };
    }
    // a member that already admits a string leaves the key unconstrained, so the node's own type re-expresses only when every member is numeric
    const types = Array.isArray(json.type) ? json.type : [json.type];
    const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
    // a heterogeneous key carries no type at all, so its numeric members are caught here instead
    const values = json.enum ?? (json.const !== undefined ? [json.const] : undefined);
    if (!numericType && !values?.some((v) => typeof v === "number"))
        return json;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
    if (rest.enum)
        rest.enum = rest.enum.map((v) => (typeof v === "number" ? String(v) : v));
    else if (typeof rest.const === "number")
        rest.const = String(rest.const);
    // a heterogeneous key keeps its absent type: the stringified members already say what a key may be
    if (!numericType)
        return rest;
    rest.type = "string";
    if (!values)
        rest.pattern = (types.includes("number") ? _regexes_js__WEBPACK_IMPORTED_MODULE_2__.number : _regexes_js__WEBPACK_IMPORTED_MODULE_2__.integer).source;
    return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
const pendingRecords = new WeakMap();
function rewriteKeyNames(ctx) {
    // an extracted key is resolved by the object `extractToDef` left in its place, so the map is built once rather than searched per reference. `_zod.toJSONSchema` can hand the same object to two schemas, so the first entry carrying a body wins, as a search would have found it.
    const bySchema = new Map();
    for (const entry of ctx.seen.values()) {
        if (entry.def && !bySchema.has(entry.schema))
            bySchema.set(entry.schema, entry);
    }
    const rewrites = new Map();
    for (const record of pendingRecords.get(ctx) ?? []) {
        const seen = ctx.seen.get(record);
        const names = (seen?.def ?? seen?.schema)?.propertyNames;
        if (!names || names === true || rewrites.has(names))
            continue;
        const rewritten = stringifyKeyNames(bySchema, names, new Set());
        if (rewritten !== names)
            rewrites.set(names, rewritten);
    }
    if (!rewrites.size)
        return;
    // the flatten has already copied each record's own properties onto every wrapper by reference, and an extracted body is another such copy, so every carrier holding a rewritten key is updated together
    for (const entry of ctx.seen.values()) {
        for (const carrier of [entry.schema, entry.def]) {
            const rewritten = carrier && rewrites.get(carrier.propertyNames);
            if (rewritten)
                carrier.propertyNames = rewritten;
        }
    }
}
const recordProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    json.type = "object";
    // For looseRecord with regex patterns, use patternProperties. This correctly represents "only validate keys matching the pattern" semantics and composes well with allOf (intersections)
    const keyType = def.keyType;
    const patterns = aggregateChecks(keyType).patterns;
    if (def.mode === "loose" && patterns && patterns.size > 0) {
        // Use patternProperties for looseRecord with regex patterns
        const valueSchema = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.valueType, ctx, {
            ...params,
            path: [...params.path, "patternProperties", "*"],
        });
        json.patternProperties = {};
        for (const pattern of patterns) {
            (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(json.patternProperties, exactPattern(pattern).source, valueSchema);
        }
    }
    else {
        // Default behavior: use propertyNames + additionalProperties
        if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
            json.propertyNames = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.keyType, ctx, {
                ...params,
                path: [...params.path, "propertyNames"],
            });
            let pending = pendingRecords.get(ctx);
            if (!pending) {
                pending = [];
                pendingRecords.set(ctx, pending);
                ctx.deferred.push(() => rewriteKeyNames(ctx));
            }
            pending.push(schema);
        }
        json.additionalProperties = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.valueType, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
    // Add required for keys with discrete values (enum, literal, etc.)
    const keyValues = keyType._zod.values;
    // Every key shares one value schema, so an optional-in value makes the whole key set omittable on input. Output keeps them: the exhaustive branch assigns every key, even one whose value came back undefined.
    const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== undefined;
    if (keyValues && !def.partial && !omittableOnInput) {
        const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
        if (validKeyValues.length > 0) {
            json.required = validKeyValues.map(String);
        }
    }
};
const nullableProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const inner = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    if (ctx.target === "openapi-3.0") {
        seen.ref = def.innerType;
        json.nullable = true;
    }
    else {
        json.anyOf = [inner, { type: "null" }];
    }
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
 * A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
 * unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
    let unrepresentable = false;
    const serialized = JSON.stringify(value, (_, val) => {
        if (typeof val !== "bigint")
            return val;
        unrepresentable = true;
        return null;
    });
    if (!unrepresentable)
        return JSON.parse(serialized);
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
    return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    if (ctx.io !== "input")
        return;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    let catchValue;
    try {
        catchValue = def.catchValue(undefined);
    }
    catch {
        (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .handleUnrepresentable */ ._S)(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
        return;
    }
    json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    const inIsTransform = def.in._zod.traits.has("$ZodTransform");
    const innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
    const innerType = schema._zod.innerType;
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
// ==================== ALL PROCESSORS ====================
const allProcessors = {
    string: stringProcessor,
    number: numberProcessor,
    boolean: booleanProcessor,
    bigint: bigintProcessor,
    symbol: symbolProcessor,
    null: nullProcessor,
    undefined: undefinedProcessor,
    void: voidProcessor,
    never: neverProcessor,
    any: anyProcessor,
    unknown: unknownProcessor,
    date: dateProcessor,
    enum: enumProcessor,
    literal: literalProcessor,
    nan: nanProcessor,
    template_literal: templateLiteralProcessor,
    file: fileProcessor,
    success: successProcessor,
    custom: customProcessor,
    function: functionProcessor,
    transform: transformProcessor,
    map: mapProcessor,
    set: setProcessor,
    array: arrayProcessor,
    object: objectProcessor,
    union: unionProcessor,
    intersection: intersectionProcessor,
    tuple: tupleProcessor,
    record: recordProcessor,
    nullable: nullableProcessor,
    nonoptional: nonoptionalProcessor,
    default: defaultProcessor,
    prefault: prefaultProcessor,
    catch: catchProcessor,
    pipe: pipeProcessor,
    readonly: readonlyProcessor,
    promise: promiseProcessor,
    optional: optionalProcessor,
    lazy: lazyProcessor,
};
function toJSONSchema(input, params) {
    if ("_idmap" in input) {
        // Registry case
        const registry = input;
        const ctx = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .initializeContext */ .az)({ ...params, processors: allProcessors });
        const defs = {};
        // First pass: process all schemas to build the seen map
        for (const entry of registry._idmap.entries()) {
            const [_, schema] = entry;
            (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(schema, ctx);
        }
        const schemas = {};
        const external = {
            registry,
            uri: params?.uri,
            defs,
        };
        // Update the context with external configuration
        ctx.external = external;
        // Second pass: emit each schema
        for (const entry of registry._idmap.entries()) {
            const [key, schema] = entry;
            (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .extractDefs */ .Wb)(ctx, schema);
            (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(schemas, key, (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .finalize */ .jE)(ctx, schema));
        }
        if (Object.keys(defs).length > 0) {
            const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
            schemas.__shared = {
                [defsSegment]: defs,
            };
        }
        return { schemas };
    }
    // Single schema case
    const ctx = (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .initializeContext */ .az)({ ...params, processors: allProcessors });
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .processSchema */ .Lp)(input, ctx);
    (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .extractDefs */ .Wb)(ctx, input);
    return (0,_to_json_schema_js__WEBPACK_IMPORTED_MODULE_3__/* .finalize */ .jE)(ctx, input);
}


/***/ }),

/***/ 7925:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   H0: () => (/* binding */ $ZodCyclicError),
/* harmony export */   Kw: () => (/* binding */ isRecursiveSchema),
/* harmony export */   TE: () => (/* binding */ isBackEdge),
/* harmony export */   x3: () => (/* binding */ memoizer)
/* harmony export */ });
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);

class $ZodCyclicError extends Error {
    constructor() {
        super(`Cannot parse a reference cycle that closes through a transform`);
        this.name = "ZodCyclicError";
    }
}
/** Keyed off the context object every schema in one parse call already shares. */
const STATE = "~memo";
const NO_ISSUES = [];
// a value a cycle can close through
function isRef(value) {
    return value !== null && typeof value === "object";
}
// Receivers prefix paths in place, so the cache and every hand-out need their own copies.
function cloneIssues(issues) {
    return issues.map((iss) => (iss.path ? { ...iss, path: iss.path.slice() } : { ...iss }));
}
const recursive = /*@__PURE__*/ new WeakMap();
/** What the walk established, in order of certainty: ordered so the strongest answer among children wins. */
const NONE = 0;
const ASSUMED = 1;
const PROVEN = 2;
/** Whether this schema's subtree contains a cycle, so one parse can re-enter it. */
function isRecursive(inst, stack, resolve) {
    const cached = recursive.get(inst);
    if (cached !== undefined)
        return cached ? PROVEN : NONE;
    // Relative to the walk in progress, so not cached.
    if (stack.has(inst))
        return PROVEN;
    stack.add(inst);
    let result = NONE;
    const check = (child) => {
        if (result !== PROVEN && child?._zod) {
            const answer = isRecursive(child, stack, resolve);
            if (answer > result)
                result = answer;
        }
    };
    // `Reflect.ownKeys` rather than `Object.keys`, so a cycle through a declared symbol key is still seen
    const shape = (sh, spread) => {
        let answer = NONE;
        for (const key of Reflect.ownKeys(sh)) {
            const desc = Object.getOwnPropertyDescriptor(sh, key);
            // an object resolves its shape by spread, so a key it does not enumerate is never parsed; `z.properties` reads every own key and so keeps them all
            if (spread && !desc.enumerable)
                continue;
            // resolving runs user code, and a factory mints a fresh subtree per read, so an edge the walk can't follow counts as a cycle
            const child = desc.get ? ASSUMED : desc.value?._zod ? isRecursive(desc.value, stack, resolve) : NONE;
            if (child > answer)
                answer = child;
        }
        return answer;
    };
    const merge = (answer) => {
        if (answer > result)
            result = answer;
    };
    const def = inst._zod.def;
    const kind = def.type;
    switch (kind) {
        case "object": {
            const raw = _util_js__WEBPACK_IMPORTED_MODULE_0__.rawShape(def);
            // a def with no raw shape answers `shape` from an accessor of its own, and running that can mint a whole fresh subtree
            merge(raw ? shape(raw, true) : ASSUMED);
            check(def.catchall);
            break;
        }
        case "array":
            check(def.element);
            break;
        case "tuple":
            for (const el of def.items)
                check(el);
            check(def.rest);
            break;
        case "record":
        case "map":
            check(def.keyType);
            check(def.valueType);
            break;
        case "set":
            check(def.valueType);
            break;
        case "union":
            for (const el of def.options)
                check(el);
            break;
        case "intersection":
            check(def.left);
            check(def.right);
            break;
        case "optional":
        case "nullable":
        case "default":
        case "prefault":
        case "catch":
        case "readonly":
        case "nonoptional":
        case "promise":
        case "success":
            check(def.innerType);
            break;
        case "pipe":
            check(def.in);
            check(def.out);
            break;
        case "function":
            check(def.input);
            check(def.output);
            break;
        // `$ZodLazy` caches its inner on the def, so a resolved edge is followed exactly
        case "lazy": {
            const inner = def._cachedInner ?? (resolve ? inst._zod.innerType : undefined);
            // walked with resolution off: one hop sees past the deferral, and a lazy that yields only another unresolved lazy is generative, so it stops there
            merge(inner ? isRecursive(inner, stack, false) : ASSUMED);
            break;
        }
        // a leaf by choice: `parts` are regex fragments, not data positions
        case "template_literal":
        // leaves
        case "string":
        case "number":
        case "int":
        case "boolean":
        case "bigint":
        case "symbol":
        case "undefined":
        case "null":
        case "void":
        case "never":
        case "any":
        case "unknown":
        case "date":
        case "nan":
        case "enum":
        case "literal":
        case "file":
        case "transform":
        case "custom":
            break;
        default: {
            // a new built-in kind becomes a compile error here
            kind;
            // a user-defined kind can still hold children, and only its author knows where, so fall back to scanning the def — skipping accessors, since reading one can run user code
            for (const key in def) {
                const desc = Object.getOwnPropertyDescriptor(def, key);
                if (!desc || desc.get)
                    continue;
                const value = desc.value;
                if (!value || typeof value !== "object")
                    continue;
                if (value._zod)
                    check(value);
                else if (Array.isArray(value))
                    for (const el of value)
                        check(el);
            }
        }
    }
    stack.delete(inst);
    return settle(inst, result);
}
/** An assumed answer must not outlive the resolution that settles it, so only a certain one is cached. */
function settle(inst, answer) {
    if (answer !== ASSUMED)
        recursive.set(inst, answer === PROVEN);
    return answer;
}
/**
 * Whether one parse can re-enter this schema, i.e. its subtree contains a cycle.
 * Exported for `z.compile`, which refuses to compile such a schema: cycle
 * breaking is driven from here off state keyed on the parse context, and a
 * generated fast path has no context to key on.
 */
function isRecursiveSchema(inst) {
    // z.compile never parses, so nothing would ever resolve a lazy for it; it runs once and already treats a throw here as recursive
    return isRecursive(inst, new Set(), true) !== NONE;
}
function bucketFor(state, inst) {
    let bucket = state.buckets.get(inst);
    if (!bucket) {
        bucket = new WeakMap();
        state.buckets.set(inst, bucket);
    }
    return bucket;
}
// Set immediately before delegating to core and cleared immediately after, so `alloc` registers only for a visit this module is driving.
let handoff;
// Allocated but unfinished entries. `alloc` and the matching pop both happen in the synchronous part of a parse, so they nest even when children are async, and one stack serves every schema.
const open = [];
const memo = {
    alloc(_inst, payload, empty) {
        const bucket = handoff;
        if (!bucket)
            return empty;
        handoff = undefined;
        const entry = { value: empty, issues: null };
        bucket.set(payload.value, entry);
        open.push(entry);
        return empty;
    },
    guard(inst) {
        var _a;
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                // The value is a placeholder a back-edge is still waiting on, so the cycle closes through this transform. Its output can't exist in time to bind.
                if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value))
                    throw new $ZodCyclicError();
                return base(payload, ctx);
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
    attach(inst) {
        var _a;
        let isRecursiveInst;
        let rechecked = false;
        // a recursive schema is re-entered many times per parse and its bucket never changes
        let lastCtx;
        let lastBucket;
        // Wraps `parse` in a deferred so it sees the container's final parse. Core's own deferred copies `parse` into `run` when there are no checks, and it ran first, so `run` is patched to match; with checks, `run` reads `parse` dynamically.
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                if (isRecursiveInst === undefined) {
                    const walked = isRecursive(inst, new Set(), false);
                    if (walked === NONE) {
                        // Nothing here can ever fire, so take it back out.
                        inst._zod.parse = base;
                        if (inst._zod.run === wrapped)
                            inst._zod.run = base;
                        return base(payload, ctx);
                    }
                    // this parse resolves the deferred edges on its own path, so ask once more before latching
                    if (walked === PROVEN || rechecked)
                        isRecursiveInst = true;
                    else
                        rechecked = true;
                }
                const input = payload.value;
                if (!isRef(input))
                    return base(payload, ctx);
                let state = ctx[STATE];
                if (!state) {
                    state = { buckets: new WeakMap(), backEdges: undefined };
                    ctx[STATE] = state;
                }
                let bucket;
                if (lastCtx === ctx) {
                    bucket = lastBucket;
                }
                else {
                    bucket = bucketFor(state, inst);
                    lastCtx = ctx;
                    lastBucket = bucket;
                }
                const hit = bucket.get(input);
                if (hit) {
                    payload.value = hit.value;
                    if (hit.issues) {
                        if (hit.issues.length)
                            payload.issues.push(...cloneIssues(hit.issues));
                    }
                    else {
                        // Still being parsed: its own checks cover it, so skip them here.
                        payload.memo = true;
                        state.backEdges ?? (state.backEdges = new WeakSet());
                        state.backEdges.add(hit.value);
                    }
                    return payload;
                }
                handoff = bucket;
                const depth = open.length;
                const result = base(payload, ctx);
                handoff = undefined;
                // A container that rejected its input outright allocated nothing.
                const entry = open.length > depth ? open.pop() : undefined;
                // Both paths written out so the sync one allocates no closure. It runs once per node, and capturing here cost more than everything else combined.
                if (result instanceof Promise) {
                    return result.then((r) => {
                        if (entry)
                            entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
                        return r;
                    });
                }
                if (entry)
                    entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
                return result;
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
};
/** The memoizer that gives containers cycle support. `zod` installs it by default; `zod/mini` opts in with `config({ memoizer: memoizer() })`. */
function memoizer() {
    return memo;
}
/** Whether this value is a node a back-edge resolved to before it finished. */
function isBackEdge(ctx, value) {
    const backEdges = ctx[STATE]?.backEdges;
    return backEdges !== undefined && isRef(value) && backEdges.has(value);
}


/***/ }),

/***/ 4196:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ decode),
/* harmony export */   EJ: () => (/* binding */ parseAsync),
/* harmony export */   EM: () => (/* binding */ safeEncodeAsync),
/* harmony export */   F0: () => (/* binding */ validateAsync),
/* harmony export */   GW: () => (/* binding */ _encodeAsync),
/* harmony export */   Mv: () => (/* binding */ _encode),
/* harmony export */   Od: () => (/* binding */ _safeParse),
/* harmony export */   R3: () => (/* binding */ _safeDecodeAsync),
/* harmony export */   Rb: () => (/* binding */ _parseAsync),
/* harmony export */   Re: () => (/* binding */ decodeAsync),
/* harmony export */   Tj: () => (/* binding */ _parse),
/* harmony export */   VS: () => (/* binding */ _safeDecode),
/* harmony export */   X$: () => (/* binding */ encodeAsync),
/* harmony export */   bp: () => (/* binding */ safeParseAsync),
/* harmony export */   e2: () => (/* binding */ _decode),
/* harmony export */   ex: () => (/* binding */ safeDecode),
/* harmony export */   lF: () => (/* binding */ encode),
/* harmony export */   or: () => (/* binding */ _decodeAsync),
/* harmony export */   qg: () => (/* binding */ parse),
/* harmony export */   rh: () => (/* binding */ _safeEncode),
/* harmony export */   tf: () => (/* binding */ validate),
/* harmony export */   v_: () => (/* binding */ _safeEncodeAsync),
/* harmony export */   wG: () => (/* binding */ _safeParseAsync),
/* harmony export */   wy: () => (/* binding */ safeEncode),
/* harmony export */   xL: () => (/* binding */ safeParse),
/* harmony export */   yR: () => (/* binding */ safeDecodeAsync)
/* harmony export */ });
/* harmony import */ var _core_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8532);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(7428);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4723);



// Always both keys, so the `_params` read site in `_parse` sees one object shape rather than two.
function finalizeParams(callee, params) {
    return { callee: params?.callee ?? callee, Err: params?.Err };
}
const _parse = (_Err) => {
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
        const result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise) {
            throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
        }
        if (result.issues.length) {
            const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_1__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())));
            _util_js__WEBPACK_IMPORTED_MODULE_1__.captureStackTrace(e, _params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parse = /* @__PURE__*/ _parse(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _parseAsync = (_Err) => {
    const fn = async (schema, value, _ctx, params) => {
        const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
        let result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise)
            result = await result;
        if (result.issues.length) {
            const e = new (params?.Err ?? _Err)(result.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_1__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())));
            _util_js__WEBPACK_IMPORTED_MODULE_1__.captureStackTrace(e, params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parseAsync = /* @__PURE__*/ _parseAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _safeParse = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
    const result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) {
        throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
    }
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParse = /* @__PURE__*/ _safeParse(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
// the error is built on the first read of `error`: finalizing the issues and constructing the instance is most of a failing parse, and a caller that only branches on `success` never pays it. a getter in the literal keeps this small; the alternative, one shared accessor descriptor plus a hidden state slot, reads ~15% faster but costs ~75 B gzipped in every bundle
function failure(Err, issues, ctx) {
    let error;
    return {
        success: false,
        get error() {
            if (!error) {
                error = new Err(issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_1__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())));
                // finalizeIssue drops `input`, so the built error holds nothing; keeping the raw issues past this point pins the parsed value for the life of the result
                issues = undefined;
                ctx = undefined;
            }
            return error;
        },
        set error(e) {
            error = e;
            // a replacement makes the getter's branch unreachable, so the captures have to go here too
            issues = undefined;
            ctx = undefined;
        },
    };
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParseAsync = /* @__PURE__*/ _safeParseAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
// registry mirrors of the compiler's sentinels, so this module never imports the compiler
const COMPILE_INVALID = /* @__PURE__ */ Symbol.for("zod.compile.invalid");
const COMPILE_FALLBACK = /* @__PURE__ */ Symbol.for("zod.compile.fallback");
// Deliberately tiny, because v8 will not inline a body carrying the fallback's object literals and throw. Everything that is not the compiled happy path lives in validateFallback, and that split is worth ~35% on a compiled schema.
const validate = ((schema, value, _ctx) => {
    const validator = schema._zod.bag.validator;
    if (validator !== undefined) {
        if (validator(value) !== COMPILE_INVALID)
            return true;
        // a definite sentinel means the runtime would reject, so skip the re-parse; a ctx can still change the answer
        if (validator.definite === true && _ctx === undefined)
            return false;
    }
    return validateFallback(schema, value, _ctx);
});
function validateFallback(schema, value, _ctx) {
    const ctx = _ctx
        ? { ..._ctx, async: false, abortEarly: true }
        : { async: false, abortEarly: true };
    const fallbackRun = schema._zod.bag.fallbackRun;
    let result;
    if (fallbackRun) {
        // skip nested fast paths on the fallback, so user callbacks keep the at-most-twice bound
        ctx[COMPILE_FALLBACK] = true;
        result = fallbackRun({ value, issues: [] }, ctx);
    }
    else {
        result = schema._zod.run({ value, issues: [] }, ctx);
    }
    if (result instanceof Promise) {
        throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
    }
    return result.issues.length === 0;
}
// no fast path: the compiler keeps async parses on the runtime, because a promise-returning callback that is not declared async compiles to a throw
const validateAsync = async (schema, value, _ctx) => {
    const ctx = _ctx
        ? { ..._ctx, async: true, abortEarly: true }
        : { async: true, abortEarly: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length === 0;
};
const _encode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return parse(schema, value, ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const encode = /* @__PURE__*/ _encode(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _decode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        return parse(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decode = /* @__PURE__*/ _decode(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _encodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return (await parseAsync(schema, value, ctx, finalizeParams(fn, _params)));
    };
    return fn;
};
const encodeAsync = /* @__PURE__*/ _encodeAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _decodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decodeAsync = /* @__PURE__*/ _decodeAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _safeEncode = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParse(_Err)(schema, value, ctx);
};
const safeEncode = /* @__PURE__*/ _safeEncode(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _safeDecode = (_Err) => (schema, value, _ctx) => {
    return _safeParse(_Err)(schema, value, _ctx);
};
const safeDecode = /* @__PURE__*/ _safeDecode(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParseAsync(_Err)(schema, value, ctx);
};
const safeEncodeAsync = /* @__PURE__*/ _safeEncodeAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
    return _safeParseAsync(_Err)(schema, value, _ctx);
};
const safeDecodeAsync = /* @__PURE__*/ _safeDecodeAsync(_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .$ZodRealError */ .Kd);


/***/ }),

/***/ 3908:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.r(__webpack_exports__);
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   anyString: () => (/* binding */ anyString),
/* harmony export */   base64: () => (/* binding */ base64),
/* harmony export */   base64url: () => (/* binding */ base64url),
/* harmony export */   bigint: () => (/* binding */ bigint),
/* harmony export */   boolean: () => (/* binding */ boolean),
/* harmony export */   browserEmail: () => (/* binding */ browserEmail),
/* harmony export */   cidrv4: () => (/* binding */ cidrv4),
/* harmony export */   cidrv6: () => (/* binding */ cidrv6),
/* harmony export */   creditCard: () => (/* binding */ creditCard),
/* harmony export */   cuid: () => (/* binding */ cuid),
/* harmony export */   cuid2: () => (/* binding */ cuid2),
/* harmony export */   currencyCode: () => (/* binding */ currencyCode),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   datetime: () => (/* binding */ datetime),
/* harmony export */   domain: () => (/* binding */ domain),
/* harmony export */   duration: () => (/* binding */ duration),
/* harmony export */   e164: () => (/* binding */ e164),
/* harmony export */   email: () => (/* binding */ email),
/* harmony export */   emoji: () => (/* binding */ emoji),
/* harmony export */   extendedDuration: () => (/* binding */ extendedDuration),
/* harmony export */   guid: () => (/* binding */ guid),
/* harmony export */   hex: () => (/* binding */ hex),
/* harmony export */   hostname: () => (/* binding */ hostname),
/* harmony export */   html5Email: () => (/* binding */ html5Email),
/* harmony export */   httpProtocol: () => (/* binding */ httpProtocol),
/* harmony export */   iban: () => (/* binding */ iban),
/* harmony export */   idnEmail: () => (/* binding */ idnEmail),
/* harmony export */   integer: () => (/* binding */ integer),
/* harmony export */   ipv4: () => (/* binding */ ipv4),
/* harmony export */   ipv6: () => (/* binding */ ipv6),
/* harmony export */   ksuid: () => (/* binding */ ksuid),
/* harmony export */   lowercase: () => (/* binding */ lowercase),
/* harmony export */   mac: () => (/* binding */ mac),
/* harmony export */   md5_base64: () => (/* binding */ md5_base64),
/* harmony export */   md5_base64url: () => (/* binding */ md5_base64url),
/* harmony export */   md5_hex: () => (/* binding */ md5_hex),
/* harmony export */   nanoid: () => (/* binding */ nanoid),
/* harmony export */   nanoidOfLength: () => (/* binding */ nanoidOfLength),
/* harmony export */   "null": () => (/* binding */ _null),
/* harmony export */   number: () => (/* binding */ number),
/* harmony export */   rfc5322Email: () => (/* binding */ rfc5322Email),
/* harmony export */   sha1_base64: () => (/* binding */ sha1_base64),
/* harmony export */   sha1_base64url: () => (/* binding */ sha1_base64url),
/* harmony export */   sha1_hex: () => (/* binding */ sha1_hex),
/* harmony export */   sha256_base64: () => (/* binding */ sha256_base64),
/* harmony export */   sha256_base64url: () => (/* binding */ sha256_base64url),
/* harmony export */   sha256_hex: () => (/* binding */ sha256_hex),
/* harmony export */   sha384_base64: () => (/* binding */ sha384_base64),
/* harmony export */   sha384_base64url: () => (/* binding */ sha384_base64url),
/* harmony export */   sha384_hex: () => (/* binding */ sha384_hex),
/* harmony export */   sha512_base64: () => (/* binding */ sha512_base64),
/* harmony export */   sha512_base64url: () => (/* binding */ sha512_base64url),
/* harmony export */   sha512_hex: () => (/* binding */ sha512_hex),
/* harmony export */   string: () => (/* binding */ string),
/* harmony export */   time: () => (/* binding */ time),
/* harmony export */   ulid: () => (/* binding */ ulid),
/* harmony export */   undefined: () => (/* binding */ _undefined),
/* harmony export */   unicodeEmail: () => (/* binding */ unicodeEmail),
/* harmony export */   uppercase: () => (/* binding */ uppercase),
/* harmony export */   uuid: () => (/* binding */ uuid),
/* harmony export */   uuid4: () => (/* binding */ uuid4),
/* harmony export */   uuid6: () => (/* binding */ uuid6),
/* harmony export */   uuid7: () => (/* binding */ uuid7),
/* harmony export */   xid: () => (/* binding */ xid)
/* harmony export */ });
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);

/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const cuid = /^[cC][0-9a-z]{6,}$/;
const cuid2 = /^[0-9a-z]+$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/;
const xid = /^[0-9a-vA-V]{20}$/;
const ksuid = /^[A-Za-z0-9]{27}$/;
const nanoid = /^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length) {
    return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
}
/** ISO 8601-1 duration regex. Does not support the 8601-2 extensions like negative durations or fractional/negative components. */
const duration = /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
/** Implements ISO 8601-2 extensions like explicit +- prefixes, mixing weeks with other units, and fractional/negative components. */
const extendedDuration = /^[-+]?P(?!$)(?:(?:[-+]?\d+Y)|(?:[-+]?\d+[.,]\d+Y$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:(?:[-+]?\d+W)|(?:[-+]?\d+[.,]\d+W$))?(?:(?:[-+]?\d+D)|(?:[-+]?\d+[.,]\d+D$))?(?:T(?=[\d+-])(?:(?:[-+]?\d+H)|(?:[-+]?\d+[.,]\d+H$))?(?:(?:[-+]?\d+M)|(?:[-+]?\d+[.,]\d+M$))?(?:[-+]?\d+(?:[.,]\d+)?S)?)??$/;
/** A regex for any UUID-like identifier: 8-4-4-4-12 hex pattern */
const guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
/** Returns a regex for validating an RFC 9562/4122 UUID.
 *
 * @param version Optionally specify a version 1-8. If no version is specified, all versions are supported. */
const uuid = (version) => {
    if (!version)
        return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
    return new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`);
};
const uuid4 = /*@__PURE__*/ uuid(4);
const uuid6 = /*@__PURE__*/ uuid(6);
const uuid7 = /*@__PURE__*/ uuid(7);
/** Practical email validation */
const email = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
/** Equivalent to the HTML5 input[type=email] validation implemented by browsers. Source: https://developer.mozilla.org/en-US/docs/Web/HTML/Element/input/email */
const html5Email = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** The classic emailregex.com regex for RFC 5322-compliant emails */
const rfc5322Email = /^(([^<>()\[\]\\.,;:\s@"]+(\.[^<>()\[\]\\.,;:\s@"]+)*)|(".+"))@((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))$/;
/** A loose regex that allows Unicode characters, enforces length limits, and that's about it. */
const unicodeEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;
const idnEmail = unicodeEmail;
const browserEmail = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
// from https://thekevinscott.com/emojis-in-javascript/#writing-a-regular-expression
// Single character class, not an alternation: the two properties overlap (U+1F9B0-U+1F9B3), so `(A|B)+` backtracks exponentially on a failed match. The leading lookahead then demands one anchor — a pictograph, a regional indicator, or the enclosing keycap — because `\p{Emoji_Component}` on its own covers ASCII digits, `#`, `*`, ZWJ, variation selectors and skin tone modifiers, none of which is an emoji without a base.
const _emoji = `^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$`;
function emoji() {
    return new RegExp(_emoji, "u");
}
const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/;
const ipv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
const mac = (delimiter) => {
    const escapedDelim = _util_js__WEBPACK_IMPORTED_MODULE_0__.escapeRegex(delimiter ?? ":");
    return new RegExp(`^(?:[0-9A-F]{2}${escapedDelim}){5}[0-9A-F]{2}$|^(?:[0-9a-f]{2}${escapedDelim}){5}[0-9a-f]{2}$`);
};
const cidrv4 = /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/;
const cidrv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/;
// https://stackoverflow.com/questions/7860392/determine-if-string-is-in-base64-using-javascript
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
// based on https://stackoverflow.com/questions/106179/regular-expression-to-match-dns-hostname-or-ip-address
// export const hostname: RegExp = /^([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+$/;
const hostname = /^(?=.{1,253}\.?$)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-0-9a-zA-Z]{0,61}[0-9a-zA-Z])?)*\.?$/;
const domain = /^(?=.{1,253}$)([a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;
const httpProtocol = /^https?$/;
// https://blog.stevenlevithan.com/archives/validate-phone-number#r4-3 (regex sans spaces) E.164: leading digit must be 1-9; total digits (excluding '+') between 7-15
const e164 = /^\+[1-9]\d{6,14}$/;
// Credit card shape: 12–19 digits, optionally separated by single spaces or single hyphens. ISO/IEC 7812 caps the PAN at 19 digits; 12 is the shortest issued length (Maestro).
const creditCard = /^\d(?:[ -]?\d){11,18}$/;
// ISO 4217 alpha codes from the SIX list, regenerated by scripts/update-iso-4217.ts
const currencyCode = /^(?:AED|AFN|ALL|AMD|AOA|ARS|AUD|AWG|AZN|BAM|BBD|BDT|BHD|BIF|BMD|BND|BOB|BOV|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|CHE|CHF|CHW|CLF|CLP|CNY|COP|COU|CRC|CUP|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|GBP|GEL|GHS|GIP|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MOP|MRU|MUR|MVR|MWK|MXN|MXV|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PEN|PGK|PHP|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|SLE|SOS|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TOP|TRY|TTD|TWD|TZS|UAH|UGX|USD|USN|UYI|UYU|UYW|UZS|VED|VES|VND|VUV|WST|XAD|XAF|XAG|XAU|XBA|XBB|XBC|XBD|XCD|XCG|XDR|XOF|XPD|XPF|XPT|XSU|XTS|XUA|XXX|YER|ZAR|ZMW|ZWG)$/;
// iban electronic format: 2-letter country, check digits 02-98 (the only values `98 - remainder` can produce), 11-30 bban characters
const iban = /^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/;
const dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
/** Anchors a pattern source. The interpolation lives here rather than at the call site because
 * esbuild will not drop a `@__PURE__` call whose own argument interpolates a variable, but it
 * will drop `anchor(dateSource)`. Keeping it inline pinned `date` into every bundle. */
function anchor(source) {
    return new RegExp(`^${source}$`);
}
const date = /*@__PURE__*/ anchor(dateSource);
function timeSource(args) {
    const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
    const regex = typeof args.precision === "number"
        ? args.precision === -1
            ? `${hhmm}`
            : args.precision === 0
                ? `${hhmm}:[0-5]\\d`
                : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}`
        : args.seconds
            ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?`
            : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
    return regex;
}
function time(args) {
    return new RegExp(`^${timeSource(args)}$`);
}
// Adapted from https://stackoverflow.com/a/3143231
function datetime(args) {
    const opts = ["Z"];
    // if (args.offset) opts.push(`([+-]\\d{2}:\\d{2})`);
    if (args.offset)
        opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
    // RFC 3339 mandates seconds wherever the time carries a `Z` or an offset, so only the unqualified form `local` adds may omit them
    const qualified = `${timeSource({ precision: args.precision, seconds: true })}(?:${opts.join("|")})`;
    const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
    return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
// the unbounded form of `string()` as a literal, so every plain string shares one instance instead of building its own
const anyString = /^[\s\S]{0,}$/;
const string = (params) => {
    const regex = params ? `[\\s\\S]{${params?.minimum ?? 0},${params?.maximum ?? ""}}` : `[\\s\\S]*`;
    return new RegExp(`^${regex}$`);
};
const bigint = /^-?\d+n?$/;
const integer = /^-?\d+$/;
const number = /^-?\d+(?:\.\d+)?$/;
const boolean = /^(?:true|false)$/i;
const _null = /^null$/i;

const _undefined = /^undefined$/i;

// regex for string with no uppercase letters
const lowercase = /^[^A-Z]*$/;
// regex for string with no lowercase letters
const uppercase = /^[^a-z]*$/;
// regex for hexadecimal strings (any length)
const hex = /^[0-9a-fA-F]*$/;
// Hash regexes for different algorithms and encodings
// Helper function to create base64 regex with exact length and padding
function fixedBase64(bodyLength, padding) {
    return new RegExp(`^[A-Za-z0-9+/]{${bodyLength}}${padding}$`);
}
// Helper function to create base64url regex with exact length (no padding)
function fixedBase64url(length) {
    return new RegExp(`^[A-Za-z0-9_-]{${length}}$`);
}
// MD5 (16 bytes): base64 = 24 chars total (22 + "==")
const md5_hex = /^[0-9a-fA-F]{32}$/;
const md5_base64 = /*@__PURE__*/ fixedBase64(22, "==");
const md5_base64url = /*@__PURE__*/ fixedBase64url(22);
// SHA1 (20 bytes): base64 = 28 chars total (27 + "=")
const sha1_hex = /^[0-9a-fA-F]{40}$/;
const sha1_base64 = /*@__PURE__*/ fixedBase64(27, "=");
const sha1_base64url = /*@__PURE__*/ fixedBase64url(27);
// SHA256 (32 bytes): base64 = 44 chars total (43 + "=")
const sha256_hex = /^[0-9a-fA-F]{64}$/;
const sha256_base64 = /*@__PURE__*/ fixedBase64(43, "=");
const sha256_base64url = /*@__PURE__*/ fixedBase64url(43);
// SHA384 (48 bytes): base64 = 64 chars total (no padding)
const sha384_hex = /^[0-9a-fA-F]{96}$/;
const sha384_base64 = /*@__PURE__*/ fixedBase64(64, "");
const sha384_base64url = /*@__PURE__*/ fixedBase64url(64);
// SHA512 (64 bytes): base64 = 88 chars total (86 + "==")
const sha512_hex = /^[0-9a-fA-F]{128}$/;
const sha512_base64 = /*@__PURE__*/ fixedBase64(86, "==");
const sha512_base64url = /*@__PURE__*/ fixedBase64url(86);


/***/ }),

/***/ 9396:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   UY: () => (/* binding */ $output),
/* harmony export */   fd: () => (/* binding */ globalRegistry),
/* harmony export */   nP: () => (/* binding */ $input),
/* harmony export */   rs: () => (/* binding */ $ZodRegistry),
/* harmony export */   u5: () => (/* binding */ registry)
/* harmony export */ });
var _a;
const $output = /*@__PURE__*/ Symbol("ZodOutput");
const $input = /*@__PURE__*/ Symbol("ZodInput");
class $ZodRegistry {
    constructor() {
        this._map = new WeakMap();
        this._idmap = new Map();
    }
    add(schema, ..._meta) {
        const meta = _meta[0];
        this._map.set(schema, meta);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.set(meta.id, schema);
        }
        return this;
    }
    clear() {
        this._map = new WeakMap();
        this._idmap = new Map();
        return this;
    }
    remove(schema) {
        const meta = this._map.get(schema);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.delete(meta.id);
        }
        this._map.delete(schema);
        return this;
    }
    get(schema) {
        // return this._map.get(schema) as any;
        // inherit metadata
        const p = schema._zod.parent;
        if (p) {
            const pm = { ...(this.get(p) ?? {}) };
            delete pm.id; // do not inherit id
            const f = { ...pm, ...this._map.get(schema) };
            return Object.keys(f).length ? f : undefined;
        }
        return this._map.get(schema);
    }
    has(schema) {
        return this._map.has(schema);
    }
}
// registries
function registry() {
    return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;


/***/ }),

/***/ 5591:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $N: () => (/* binding */ $ZodISODuration),
/* harmony export */   $p: () => (/* binding */ $ZodArray),
/* harmony export */   $v: () => (/* binding */ $ZodString),
/* harmony export */   Ax: () => (/* binding */ $ZodISOTime),
/* harmony export */   BN: () => (/* binding */ $ZodBigInt),
/* harmony export */   CI: () => (/* binding */ $ZodCIDRv4),
/* harmony export */   CQ: () => (/* binding */ $ZodBase64URL),
/* harmony export */   CT: () => (/* binding */ $ZodFile),
/* harmony export */   Cn: () => (/* binding */ $ZodCIDRv6),
/* harmony export */   D3: () => (/* binding */ mergeValues),
/* harmony export */   DT: () => (/* binding */ isValidIBAN),
/* harmony export */   Dq: () => (/* binding */ $ZodBase64),
/* harmony export */   Dw: () => (/* binding */ $ZodSuccess),
/* harmony export */   EY: () => (/* binding */ $ZodStringFormat),
/* harmony export */   G3: () => (/* binding */ $ZodTuple),
/* harmony export */   GP: () => (/* binding */ $ZodUnknown),
/* harmony export */   GY: () => (/* binding */ $ZodKSUID),
/* harmony export */   Gb: () => (/* binding */ $ZodAny),
/* harmony export */   I: () => (/* binding */ $ZodNumberFormat),
/* harmony export */   IB: () => (/* binding */ getDiscriminatedOption),
/* harmony export */   IT: () => (/* binding */ $ZodBigIntFormat),
/* harmony export */   Ix: () => (/* binding */ URL_BAD_FORMAT),
/* harmony export */   KX: () => (/* binding */ $ZodPreprocess),
/* harmony export */   Ko: () => (/* binding */ $ZodISODateTime),
/* harmony export */   L$: () => (/* binding */ canParseURL),
/* harmony export */   L8: () => (/* binding */ $ZodObject),
/* harmony export */   LJ: () => (/* binding */ $ZodIntersection),
/* harmony export */   Lc: () => (/* binding */ $ZodIPv4),
/* harmony export */   Mv: () => (/* binding */ $ZodUndefined),
/* harmony export */   N$: () => (/* binding */ $ZodNonOptional),
/* harmony export */   NH: () => (/* binding */ stripTabAndNewline),
/* harmony export */   Oi: () => (/* binding */ $ZodSet),
/* harmony export */   Oy: () => (/* binding */ $ZodE164),
/* harmony export */   P0: () => (/* binding */ $ZodDiscriminatedUnion),
/* harmony export */   Py: () => (/* binding */ $ZodNanoID),
/* harmony export */   RL: () => (/* binding */ $ZodExactOptional),
/* harmony export */   SW: () => (/* binding */ isValidIPv6),
/* harmony export */   Sb: () => (/* binding */ $ZodReadonly),
/* harmony export */   TF: () => (/* binding */ $ZodXID),
/* harmony export */   U5: () => (/* binding */ $ZodSymbol),
/* harmony export */   UY: () => (/* binding */ isValidBase64),
/* harmony export */   Um: () => (/* binding */ $ZodNever),
/* harmony export */   VF: () => (/* binding */ $ZodPrefault),
/* harmony export */   VO: () => (/* binding */ $ZodEnum),
/* harmony export */   VY: () => (/* binding */ $ZodURL),
/* harmony export */   W4: () => (/* binding */ $ZodType),
/* harmony export */   WH: () => (/* binding */ $ZodVoid),
/* harmony export */   Wc: () => (/* binding */ $ZodTransform),
/* harmony export */   Xe: () => (/* binding */ isValidCIDRv6),
/* harmony export */   YK: () => (/* binding */ standardProps),
/* harmony export */   YY: () => (/* binding */ $ZodCodec),
/* harmony export */   Yf: () => (/* binding */ urlProtocolOk),
/* harmony export */   ZQ: () => (/* binding */ $ZodCustomStringFormat),
/* harmony export */   ZZ: () => (/* binding */ $ZodCreditCard),
/* harmony export */   Zc: () => (/* binding */ $ZodGUID),
/* harmony export */   Zn: () => (/* binding */ $ZodUUID),
/* harmony export */   Zu: () => (/* binding */ $ZodCUID2),
/* harmony export */   Zy: () => (/* binding */ $ZodIPv6),
/* harmony export */   _A: () => (/* binding */ $ZodFunction),
/* harmony export */   _m: () => (/* binding */ $ZodPipe),
/* harmony export */   b0: () => (/* binding */ $ZodCustom),
/* harmony export */   bL: () => (/* binding */ urlHostnameOk),
/* harmony export */   bc: () => (/* binding */ URL_UNPARSEABLE),
/* harmony export */   bl: () => (/* binding */ $ZodCUID),
/* harmony export */   c2: () => (/* binding */ isValidJWT),
/* harmony export */   cG: () => (/* binding */ $ZodEmoji),
/* harmony export */   cq: () => (/* binding */ base64Charset),
/* harmony export */   cu: () => (/* binding */ $ZodUnion),
/* harmony export */   d: () => (/* binding */ $ZodTemplateLiteral),
/* harmony export */   eb: () => (/* binding */ $ZodMap),
/* harmony export */   ew: () => (/* binding */ $ZodIBAN),
/* harmony export */   g5: () => (/* binding */ $ZodULID),
/* harmony export */   h: () => (/* binding */ $ZodRecord),
/* harmony export */   h8: () => (/* binding */ $ZodJWT),
/* harmony export */   hA: () => (/* binding */ $ZodPromise),
/* harmony export */   ig: () => (/* binding */ $ZodOptional),
/* harmony export */   kU: () => (/* binding */ $ZodLazy),
/* harmony export */   nu: () => (/* binding */ $ZodLiteral),
/* harmony export */   o5: () => (/* binding */ $ZodDate),
/* harmony export */   o8: () => (/* reexport safe */ _util_js__WEBPACK_IMPORTED_MODULE_2__.clone),
/* harmony export */   pm: () => (/* binding */ $ZodXor),
/* harmony export */   qG: () => (/* binding */ $ZodEmail),
/* harmony export */   qU: () => (/* binding */ validateURL),
/* harmony export */   qc: () => (/* binding */ $ZodNullable),
/* harmony export */   rO: () => (/* binding */ $ZodMAC),
/* harmony export */   rv: () => (/* binding */ $ZodDefault),
/* harmony export */   sF: () => (/* binding */ $ZodBoolean),
/* harmony export */   t$: () => (/* binding */ $ZodCatch),
/* harmony export */   tV: () => (/* binding */ isValidBase64URL),
/* harmony export */   uv: () => (/* binding */ isValidCreditCard),
/* harmony export */   v1: () => (/* binding */ $ZodISODate),
/* harmony export */   vz: () => (/* binding */ $ZodNumber),
/* harmony export */   w: () => (/* binding */ $ZodObjectJIT),
/* harmony export */   x8: () => (/* binding */ $ZodNull),
/* harmony export */   xE: () => (/* binding */ base64urlCharset),
/* harmony export */   y5: () => (/* binding */ parseURLObject),
/* harmony export */   zP: () => (/* binding */ $ZodNaN)
/* harmony export */ });
/* harmony import */ var _checks_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(4890);
/* harmony import */ var _core_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8532);
/* harmony import */ var _doc_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(2041);
/* harmony import */ var _parse_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(4196);
/* harmony import */ var _regexes_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3908);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4723);
/* harmony import */ var _versions_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(6406);







const $ZodType = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodType", (inst, def) => {
    var _a;
    inst ?? (inst = {});
    inst._zod.def = def; // set _def property
    inst._zod.bag = inst._zod.bag || {}; // initialize _bag object
    inst._zod.version = _versions_js__WEBPACK_IMPORTED_MODULE_1__/* .version */ .r;
    const defChecks = inst._zod.def.checks;
    // if inst is itself a checks.$ZodCheck, run it as a check
    const checks = inst._zod.traits.has("$ZodCheck")
        ? [inst, ...(defChecks ?? [])]
        : defChecks?.length
            ? [...defChecks]
            : [];
    for (const ch of checks) {
        for (const fn of ch._zod.onattach) {
            fn(inst);
        }
    }
    if (checks.length === 0) {
        // deferred initializer inst._zod.parse is not yet defined
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred?.push(() => {
            inst._zod.run = inst._zod.parse;
        });
    }
    else {
        const runChecks = (payload, checks, ctx) => {
            if (payload.memo)
                return payload;
            let isAborted = _util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload);
            let asyncResult;
            for (const ch of checks) {
                if (ch._zod.def.when) {
                    if (_util_js__WEBPACK_IMPORTED_MODULE_2__.explicitlyAborted(payload))
                        continue;
                    const shouldRun = ch._zod.def.when(payload);
                    if (!shouldRun)
                        continue;
                }
                else if (isAborted) {
                    continue;
                }
                const currLen = payload.issues.length;
                const _ = ch._zod.check(payload);
                if (_ instanceof Promise && ctx?.async === false) {
                    throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
                }
                if (asyncResult || _ instanceof Promise) {
                    asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
                        await _;
                        const nextLen = payload.issues.length;
                        if (nextLen === currLen)
                            return;
                        _util_js__WEBPACK_IMPORTED_MODULE_2__.attachSchema(payload.issues, currLen, inst);
                        if (!isAborted)
                            isAborted = _util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, currLen);
                    });
                }
                else {
                    const nextLen = payload.issues.length;
                    if (nextLen === currLen)
                        continue;
                    _util_js__WEBPACK_IMPORTED_MODULE_2__.attachSchema(payload.issues, currLen, inst);
                    if (!isAborted)
                        isAborted = _util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, currLen);
                }
            }
            if (asyncResult) {
                return asyncResult.then(() => {
                    return payload;
                });
            }
            return payload;
        };
        const handleCanaryResult = (canary, payload, ctx) => {
            // abort if the canary is aborted
            if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(canary)) {
                canary.aborted = true;
                return canary;
            }
            // run checks first, then
            const checkResult = runChecks(payload, checks, ctx);
            if (checkResult instanceof Promise) {
                if (ctx.async === false)
                    throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
                return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
            }
            return inst._zod.parse(checkResult, ctx);
        };
        inst._zod.run = (payload, ctx) => {
            if (ctx.skipChecks) {
                return inst._zod.parse(payload, ctx);
            }
            if (ctx.direction === "backward") {
                // run canary initial pass (no checks)
                const canary = inst._zod.parse({ value: payload.value, issues: [] }, { ...ctx, skipChecks: true });
                if (canary instanceof Promise) {
                    return canary.then((canary) => {
                        return handleCanaryResult(canary, payload, ctx);
                    });
                }
                return handleCanaryResult(canary, payload, ctx);
            }
            // forward
            const result = inst._zod.parse(payload, ctx);
            if (result instanceof Promise) {
                if (ctx.async === false)
                    throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
                return result.then((result) => runChecks(result, checks, ctx));
            }
            return runChecks(result, checks, ctx);
        };
    }
}, {
    // Wrappers extend this by installing a richer factory over it; reading it eagerly would defeat the laziness.
    get "~standard"() {
        return _util_js__WEBPACK_IMPORTED_MODULE_2__.hide(this, "~standard", standardProps(this));
    },
    set "~standard"(value) {
        _util_js__WEBPACK_IMPORTED_MODULE_2__.own(this, "~standard", value);
    },
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
// a Standard Schema result only reports issues, so a failure finalizes them straight off the raw payload: no ZodError, and no lazy result to read through
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())) } : { value: r.value };
async function validateAsync(inst, value) {
    const ctx = { async: true };
    return toStandardResult((await inst._zod.run({ value, issues: [] }, ctx)), ctx);
}
function standardProps(inst) {
    return {
        validate: (value) => {
            const ctx = { async: false };
            try {
                const r = inst._zod.run({ value, issues: [] }, ctx);
                if (!(r instanceof Promise))
                    return toStandardResult(r, ctx);
            }
            catch (_) { }
            // async function so a synchronously throwing check rejects instead of escaping validate
            return validateAsync(inst, value);
        },
        vendor: "zod",
        version: 1,
    };
}

const $ZodString = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodString", (inst, def) => {
    $ZodType.init(inst, def);
    // a format's own pattern, else unbounded; a template literal derives the check-aware form itself
    inst._zod.pattern = def.pattern ?? _regexes_js__WEBPACK_IMPORTED_MODULE_3__.anyString;
    inst._zod.parse = (payload, _) => {
        if (def.coerce)
            try {
                payload.value = String(payload.value);
            }
            catch (_) { }
        if (typeof payload.value === "string")
            return payload;
        payload.issues.push({
            expected: "string",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodStringFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodStringFormat", (inst, def) => {
    // check initialization must come first
    _checks_js__WEBPACK_IMPORTED_MODULE_4__/* .$ZodCheckStringFormat */ .ql.init(inst, def);
    $ZodString.init(inst, def);
});
const $ZodGUID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodGUID", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.guid);
    $ZodStringFormat.init(inst, def);
});
const $ZodUUID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodUUID", (inst, def) => {
    if (def.version) {
        const versionMap = {
            v1: 1,
            v2: 2,
            v3: 3,
            v4: 4,
            v5: 5,
            v6: 6,
            v7: 7,
            v8: 8,
        };
        const v = versionMap[def.version];
        if (v === undefined)
            throw new Error(`Invalid UUID version: "${def.version}"`);
        def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.uuid(v));
    }
    else
        def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.uuid());
    $ZodStringFormat.init(inst, def);
});
const $ZodEmail = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodEmail", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.email);
    $ZodStringFormat.init(inst, def);
});
/** The `://` guard rejected the input before the URL constructor saw it. */
const URL_BAD_FORMAT = 1;
/** The URL parser rejected the input. */
const URL_UNPARSEABLE = 2;
function canParseURL(input) {
    try {
        if (typeof URL !== "undefined" && typeof URL.canParse === "function")
            return URL.canParse(input);
        new URL(input);
        return true;
    }
    catch {
        return false;
    }
}
function validateURL(trimmed, def) {
    if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) {
        return canParseURL(trimmed) || URL_UNPARSEABLE;
    }
    return parseURLObject(trimmed, def);
}
/** Parses a URL while preserving the non-normalizing HTTP guard. */
function parseURLObject(trimmed, def) {
    // When normalize is off, require :// for http/https URLs. This prevents strings like "http:example.com" or "https:/path" from being silently accepted
    if (!def.normalize && def.protocol?.source === _regexes_js__WEBPACK_IMPORTED_MODULE_3__.httpProtocol.source && !/^https?:\/\//i.test(trimmed)) {
        return URL_BAD_FORMAT;
    }
    try {
        if (typeof URL !== "undefined") {
            const URLStatic = URL;
            if (typeof URLStatic.parse === "function")
                return URLStatic.parse(trimmed) ?? URL_UNPARSEABLE;
        }
        // @ts-ignore
        return new URL(trimmed);
    }
    catch {
        return URL_UNPARSEABLE;
    }
}
const asciiTabOrNewline = /[\t\n\r]/g;
/** The URL parser deletes every ASCII tab, LF and CR from its input before it parses, so `new URL("https://exa\nmple.com")` reports on `example.com`. Applying the same deletion to the returned value closes the half of that divergence which can move the host; the parser's other rewrite, stripping C0 controls at the edges, cannot. */
function stripTabAndNewline(value) {
    return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
    hostname.lastIndex = 0;
    return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
    protocol.lastIndex = 0;
    return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
const $ZodURL = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodURL", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        try {
            // Trim whitespace from input
            const trimmed = payload.value.trim();
            const url = validateURL(trimmed, def);
            if (url === URL_BAD_FORMAT) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid URL format",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === URL_UNPARSEABLE) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === true) {
                payload.value = stripTabAndNewline(trimmed);
                return;
            }
            if (def.hostname && !urlHostnameOk(url, def.hostname)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid hostname",
                    pattern: def.hostname.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            if (def.protocol && !urlProtocolOk(url, def.protocol)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid protocol",
                    pattern: def.protocol.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            // Set the output value based on normalize flag
            payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
            return;
        }
        catch (_) {
            payload.issues.push({
                code: "invalid_format",
                format: "url",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodEmoji = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodEmoji", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.emoji());
    $ZodStringFormat.init(inst, def);
});
const $ZodNanoID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNanoID", (inst, def) => {
    if (def.length !== undefined && (!Number.isInteger(def.length) || def.length < 1))
        throw new Error(`Invalid nanoid length: ${def.length}`);
    def.pattern ?? (def.pattern = def.length === undefined ? _regexes_js__WEBPACK_IMPORTED_MODULE_3__.nanoid : _regexes_js__WEBPACK_IMPORTED_MODULE_3__.nanoidOfLength(def.length));
    $ZodStringFormat.init(inst, def);
});
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link $ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const $ZodCUID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCUID", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.cuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodCUID2 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCUID2", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.cuid2);
    $ZodStringFormat.init(inst, def);
});
const $ZodULID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodULID", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.ulid);
    $ZodStringFormat.init(inst, def);
});
const $ZodXID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodXID", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.xid);
    $ZodStringFormat.init(inst, def);
});
const $ZodKSUID = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodKSUID", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.ksuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodISODateTime = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodISODateTime", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.datetime(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODate = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodISODate", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.date);
    $ZodStringFormat.init(inst, def);
});
const $ZodISOTime = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodISOTime", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.time(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODuration = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodISODuration", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.duration);
    $ZodStringFormat.init(inst, def);
});
const $ZodIPv4 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodIPv4", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.ipv4);
    $ZodStringFormat.init(inst, def);
});
/** An IPv6 address is written with hex digits, colons and dots, and nothing else. The guard is what makes the check below an IPv6 check: `new URL("http://[...]")` parses an authority, not an address, so `@` and `\` re-delimit it and `"::@1\\"` validates against the host `0.0.0.1`. The URL parser also deletes ASCII tab, LF and CR rather than failing, which is how `"::1\n"` validated as `::1`. */
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
    if (!ipv6Alphabet.test(value))
        return false;
    return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodIPv6", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.ipv6);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidIPv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "ipv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodMAC = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodMAC", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.mac(def.delimiter));
    $ZodStringFormat.init(inst, def);
});
const $ZodCIDRv4 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCIDRv4", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.cidrv4);
    $ZodStringFormat.init(inst, def);
});
function isValidCIDRv6(value) {
    const parts = value.split("/");
    if (parts.length !== 2)
        return false;
    const [address, prefix] = parts;
    if (!prefix)
        return false;
    const prefixNum = Number(prefix);
    if (`${prefixNum}` !== prefix)
        return false;
    if (prefixNum < 0 || prefixNum > 128)
        return false;
    return isValidIPv6(address);
}
const $ZodCIDRv6 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCIDRv6", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.cidrv6); // not used for validation
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidCIDRv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "cidrv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
//////////////////////////////   ZodBase64   //////////////////////////////
function isValidBase64(data) {
    if (data === "")
        return true;
    // atob ignores whitespace, so reject it up front.
    if (/\s/.test(data))
        return false;
    if (data.length % 4 !== 0)
        return false;
    try {
        // @ts-ignore
        atob(data);
        return true;
    }
    catch {
        return false;
    }
}
// lax on purpose: the quantified regexes.base64 overflows the regex stack on multi-MB input and its leading ^$| alternation leaks through template-literal composition; isValidBase64 enforces length and padding
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const $ZodBase64 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodBase64", (inst, def) => {
    def.pattern ?? (def.pattern = base64Charset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
//////////////////////////////   ZodBase64URL   //////////////////////////////
// lax on purpose: the quantified regexes.base64url overflows the regex stack on multi-MB input; isValidBase64 enforces length on the padded string
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
function isValidBase64URL(data) {
    if (!base64urlCharset.test(data))
        return false;
    const base64 = data.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/"));
    const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
    return isValidBase64(padded);
}
const $ZodBase64URL = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodBase64URL", (inst, def) => {
    def.pattern ?? (def.pattern = base64urlCharset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64URL(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64url",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodE164 = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodE164", (inst, def) => {
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.e164);
    $ZodStringFormat.init(inst, def);
});
//////////////////////////////   ZodCreditCard   //////////////////////////////
const CC_SANITIZE = /[- ]/g;
/** Luhn checksum on a digit-only string. Adapted from valibot (MIT). */
function isLuhnAlgo(digits) {
    let length = digits.length;
    let bit = 1;
    let sum = 0;
    while (length) {
        const value = digits.charCodeAt(--length) - 48;
        bit ^= 1;
        sum += bit ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][value] : value;
    }
    return sum % 10 === 0;
}
function isValidCreditCard(input) {
    if (!_regexes_js__WEBPACK_IMPORTED_MODULE_3__.creditCard.test(input))
        return false;
    return isLuhnAlgo(input.replace(CC_SANITIZE, ""));
}
const $ZodCreditCard = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCreditCard", (inst, def) => {
    // Shape only — the Luhn check below is not expressible as a pattern, so consumers of `pattern` (JSON Schema, template literals) get the length and separator rules alone.
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.creditCard);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidCreditCard(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "credit_card",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
//////////////////////////////   ZodIBAN   //////////////////////////////
// iso 7064 mod 97-10 checksum without BigInt
function isIso7064Mod97(iban) {
    let remainder = 0;
    const len = iban.length;
    for (let i = 4; i < len; i++) {
        const code = iban.charCodeAt(i);
        remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
    }
    for (let i = 0; i < 4; i++) {
        const code = iban.charCodeAt(i);
        remainder = (code >= 65 ? remainder * 100 + (code - 55) : remainder * 10 + (code - 48)) % 97;
    }
    return remainder === 1;
}
function isValidIBAN(input) {
    if (!_regexes_js__WEBPACK_IMPORTED_MODULE_3__.iban.test(input))
        return false;
    return isIso7064Mod97(input);
}
const $ZodIBAN = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodIBAN", (inst, def) => {
    // shape only — checksum is not expressible as a pattern
    def.pattern ?? (def.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.iban);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidIBAN(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "iban",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
//////////////////////////////   ZodJWT   //////////////////////////////
function isValidJWT(token, algorithm = null) {
    try {
        const tokensParts = token.split(".");
        if (tokensParts.length !== 3)
            return false;
        const [header] = tokensParts;
        if (!header)
            return false;
        // @ts-ignore
        const parsedHeader = JSON.parse(atob(header));
        if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT")
            return false;
        if (!parsedHeader.alg)
            return false;
        if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm))
            return false;
        return true;
    }
    catch {
        return false;
    }
}
const $ZodJWT = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodJWT", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidJWT(payload.value, def.alg))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "jwt",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCustomStringFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCustomStringFormat", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (def.fn(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: def.format,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodNumber = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNumber", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.number;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Number(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) {
            return payload;
        }
        const received = typeof input === "number"
            ? Number.isNaN(input)
                ? "NaN"
                : !Number.isFinite(input)
                    ? String(input)
                    : undefined
            : undefined;
        payload.issues.push({
            expected: "number",
            code: "invalid_type",
            input,
            inst,
            ...(received ? { received } : {}),
        });
        return payload;
    };
});
const $ZodNumberFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNumberFormat", (inst, def) => {
    _checks_js__WEBPACK_IMPORTED_MODULE_4__/* .$ZodCheckNumberFormat */ .KH.init(inst, def);
    $ZodNumber.init(inst, def); // no format checks
});
const $ZodBoolean = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodBoolean", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.boolean;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Boolean(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "boolean")
            return payload;
        payload.issues.push({
            expected: "boolean",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodBigInt = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodBigInt", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.bigint;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = BigInt(payload.value);
            }
            catch (_) { }
        if (typeof payload.value === "bigint")
            return payload;
        payload.issues.push({
            expected: "bigint",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodBigIntFormat = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodBigIntFormat", (inst, def) => {
    _checks_js__WEBPACK_IMPORTED_MODULE_4__/* .$ZodCheckBigIntFormat */ .uE.init(inst, def);
    $ZodBigInt.init(inst, def); // no format checks
});
const $ZodSymbol = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodSymbol", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "symbol")
            return payload;
        payload.issues.push({
            expected: "symbol",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodUndefined = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodUndefined", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__.undefined;
    inst._zod.values = new Set([undefined]);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "undefined")
            return payload;
        payload.issues.push({
            expected: "undefined",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodNull = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNull", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _regexes_js__WEBPACK_IMPORTED_MODULE_3__["null"];
    inst._zod.values = new Set([null]);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (input === null)
            return payload;
        payload.issues.push({
            expected: "null",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodAny = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodAny", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
});
const $ZodUnknown = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodUnknown", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNever", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        payload.issues.push({
            expected: "never",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodVoid = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodVoid", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (typeof input === "undefined")
            return payload;
        payload.issues.push({
            expected: "void",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodDate = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodDate", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce) {
            try {
                payload.value = new Date(payload.value);
            }
            catch (_err) { }
        }
        const input = payload.value;
        const isDate = input instanceof Date;
        const isValidDate = isDate && !Number.isNaN(input.getTime());
        if (isValidDate)
            return payload;
        payload.issues.push({
            expected: "date",
            code: "invalid_type",
            input,
            ...(isDate ? { received: "Invalid Date" } : {}),
            inst,
        });
        return payload;
    };
});
// an oversized container fails its leading size checks before any element is parsed
function capSize(inst, size) {
    const caps = _util_js__WEBPACK_IMPORTED_MODULE_2__.sizeCaps(inst._zod.def.checks);
    if (!caps.length)
        return;
    const cap = Math.min(...caps.map((c) => c[0]));
    const parse = inst._zod.parse;
    inst._zod.parse = (payload, ctx) => {
        const n = size(payload.value);
        if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
            for (const [max, ch] of _util_js__WEBPACK_IMPORTED_MODULE_2__.sizeCaps(inst._zod.def.checks)) {
                if (n > max && ch._zod.def.when(payload)) {
                    const start = payload.issues.length;
                    ch._zod.check(payload);
                    // the value is still the raw input, so no later check may read it
                    payload.issues[start].continue = false;
                    _util_js__WEBPACK_IMPORTED_MODULE_2__.attachSchema(payload.issues, start, inst);
                    return payload;
                }
            }
        }
        return parse(payload, ctx);
    };
}
const arraySize = (input) => (Array.isArray(input) ? input.length : -1);
const mapSize = (input) => (input instanceof Map ? input.size : -1);
const setSize = (input) => (input instanceof Set ? input.size : -1);
function handleArrayResult(result, final, index) {
    if (result.issues.length) {
        final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodArray", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input)) {
            payload.issues.push({
                expected: "array",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
        const proms = [];
        const abortEarly = ctx?.abortEarly;
        for (let i = 0; i < input.length; i++) {
            const item = input[i];
            const result = def.element._zod.run({
                value: item,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                proms.push(result.then((result) => handleArrayResult(result, payload, i)));
            }
            else {
                handleArrayResult(result, payload, i);
                // the element's payload is authoritative here, since handleArrayResult forwards every issue; an object's is not, because it drops a failed absent optional
                if (abortEarly && result.issues.length !== 0 && _util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(result))
                    break;
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload; //handleArrayResultsAsync(parseResults, final);
    };
    capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
    const isPresent = key in input;
    const isOptionalOut = optout === "optional";
    // The middle rung means "absence permitted, nothing supplied in its place", so an absent key contributes nothing — whatever the schema made of `undefined` is invented, not substituted. Only `optional` reaches this with a value: `defaulted` substitutes, and a schema that isn't optional-out has to keep the key.
    if (!isPresent && isOptionalOut && optin === "optional") {
        return;
    }
    if (result.issues.length) {
        // For optional-in/out schemas, ignore errors on absent keys.
        if (optin !== undefined && isOptionalOut && !isPresent) {
            return;
        }
        final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, result.issues));
    }
    if (!isPresent && optin === undefined) {
        if (!result.issues.length) {
            final.issues.push({
                code: "invalid_type",
                expected: "nonoptional",
                input: undefined,
                path: [key],
            });
        }
        return;
    }
    if (result.value === undefined) {
        if (isPresent || (optin === "defaulted" && !isOptionalOut)) {
            final.value[key] = undefined;
        }
    }
    else {
        final.value[key] = result.value;
    }
}
// one shared instance; a fresh [] per schema cost 56 bytes retained
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
    const keys = Object.keys(def.shape);
    const ownSymbols = Object.getOwnPropertySymbols(def.shape);
    const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
    // aliases `keys` when there are no symbols, so a string-only shape keeps one array
    const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
    for (const k of allKeys) {
        if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) {
            throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
        }
    }
    const okeys = _util_js__WEBPACK_IMPORTED_MODULE_2__.optionalKeys(def.shape);
    return {
        ...def,
        allKeys,
        symbolKeys,
        // string-only: handleCatchall matches it against `for...in`, which never yields a symbol
        keySet: new Set(keys),
        numKeys: keys.length,
        optionalKeys: new Set(okeys),
    };
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
    const unrecognized = [];
    const keySet = def.keySet;
    const _catchall = def.catchall._zod;
    const t = _catchall.def.type;
    const optin = _catchall.optin;
    const optout = _catchall.optout;
    // starts at 0, not the current length: the shape phase already ran and may have aborted
    let seen = 0;
    for (const key in input) {
        if (abortEarly && payload.issues.length !== seen) {
            if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, seen))
                break;
            seen = payload.issues.length;
        }
        // Must precede the __proto__ branch: a declared key is not unrecognized, even though the shape loop deliberately strips __proto__ from the parsed output.
        if (keySet.has(key))
            continue;
        // Don't copy an undeclared __proto__ into the result; assignment to a plain {} would replace the result prototype. But in strict mode it is still an unknown key, so report it before skipping.
        if (key === "__proto__") {
            if (t === "never")
                unrecognized.push(key);
            continue;
        }
        if (t === "never") {
            unrecognized.push(key);
            continue;
        }
        const r = _catchall.run({ value: input[key], issues: [] }, ctx);
        if (r instanceof Promise) {
            proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
        }
        else {
            handlePropertyResult(r, payload, key, input, optin, optout);
        }
    }
    if (unrecognized.length) {
        payload.issues.push({
            code: "unrecognized_keys",
            keys: unrecognized,
            input,
            inst,
            // Describes the shape of the input, not the validity of the parsed value, so it never aborts. The parse still fails; the schema's own checks just get to run first, and an enclosing intersection can reconcile the key against a sibling operand.
            continue: true,
        });
    }
    if (!proms.length)
        return payload;
    return Promise.all(proms).then(() => {
        return payload;
    });
}
const $ZodObject = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodObject", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodType.init(inst, def);
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    // a cloned def carries its source's accessor, which knows the shape it answers from; adopting that keeps the clone's keys readable without running it
    const sh = desc?.get ? desc.get.raw : (def.shape ?? {});
    if (sh) {
        // Freezes the shape on first read, so its getters resolve once and every later read sees the same schemas.
        const get = () => {
            const newSh = { ...sh };
            Object.defineProperty(def, "shape", { value: newSh });
            get.raw = newSh;
            return newSh;
        };
        get.raw = sh;
        Object.defineProperty(def, "shape", { get });
    }
    const _normalized = _util_js__WEBPACK_IMPORTED_MODULE_2__.cached(() => normalizeDef(def));
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => {
        const shape = zod.def.shape;
        const propValues = {};
        for (const key in shape) {
            const field = shape[key]._zod;
            if (field.values) {
                if (!Object.prototype.hasOwnProperty.call(propValues, key)) {
                    _util_js__WEBPACK_IMPORTED_MODULE_2__.assignProp(propValues, key, new Set());
                }
                for (const v of field.values)
                    propValues[key].add(v);
                // An omittable slot reads back as undefined at a discriminator lookup, so it has to claim undefined: two options that can both omit the key are not discriminable on it.
                if (field.optin !== undefined)
                    propValues[key].add(undefined);
            }
        }
        return propValues;
    });
    const isObject = _util_js__WEBPACK_IMPORTED_MODULE_2__.isObject;
    const catchall = def.catchall;
    let value;
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
        const proms = [];
        const shape = value.shape;
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const key of value.allKeys) {
            if (abortEarly && payload.issues.length !== seen) {
                if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            if (key === "__proto__")
                continue;
            const el = shape[key];
            const optin = el._zod.optin;
            const optout = el._zod.optout;
            const r = el._zod.run({ value: input[key], issues: [] }, ctx);
            if (r instanceof Promise) {
                proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
            }
            else {
                handlePropertyResult(r, payload, key, input, optin, optout);
            }
        }
        if (!catchall) {
            return proms.length ? Promise.all(proms).then(() => payload) : payload;
        }
        return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
    };
});
const $ZodObjectJIT = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodObjectJIT", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodObject.init(inst, def);
    const superParse = inst._zod.parse;
    const _normalized = _util_js__WEBPACK_IMPORTED_MODULE_2__.cached(() => normalizeDef(def));
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    const generateFastpass = (shape) => {
        const normalized = _normalized.value;
        const syms = normalized.symbolKeys;
        // a symbol has no source literal, so it is read as `syms[i]` off the closed-over scope
        const doc = new _doc_js__WEBPACK_IMPORTED_MODULE_5__/* .Doc */ .J(["payload", "ctx"], { shape, inst, memo, syms });
        const parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`;
        // prefixes in place, like util.prefixIssues. newResult must land before the early return: a catchall runs after this and would otherwise write onto the caller's input
        const prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
        doc.write(`const input = payload.value;`);
        const ids = Object.create(null);
        let counter = 0;
        for (const key of normalized.allKeys) {
            ids[key] = `key_${counter++}`;
        }
        // A: preserve key order {
        doc.write(memo ? `const newResult = memo.alloc(inst, payload, {}, ctx);` : `const newResult = {};`);
        for (const key of normalized.allKeys) {
            if (key === "__proto__")
                continue;
            const id = ids[key];
            const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : _util_js__WEBPACK_IMPORTED_MODULE_2__.esc(key);
            const isPresent = `${k} in input`;
            const schema = shape[key];
            const optin = schema?._zod?.optin;
            const isOptionalIn = optin !== undefined;
            const isOptionalOut = schema?._zod?.optout === "optional";
            doc.write(`const ${id} = ${parseStr(k)};`);
            if (isOptionalIn && isOptionalOut) {
                // For optional-in/out schemas, ignore errors on absent keys — and, like the interpreted path, drop the value produced alongside them. The middle rung goes further: it permits absence without supplying anything in its place, so an absent key contributes nothing at all.
                const assign = optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
                doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
            }
            else if (!isOptionalIn) {
                doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
            }
            else {
                doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `);
                if (optin === "defaulted") {
                    doc.write(`newResult[${k}] = ${id}.value;`);
                }
                else {
                    doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
                }
            }
        }
        doc.write(`payload.value = newResult;`);
        doc.write(`return payload;`);
        // closing `shape` in is what pays: turbofan specializes the parser against that one shape object, so every `shape[k]._zod.run` folds to a known callee. as a parameter it stays a generic load and measures 13% slower even with the forwarding frame gone
        return doc.compile();
    };
    let fastpass;
    const isObject = _util_js__WEBPACK_IMPORTED_MODULE_2__.isObject;
    const jit = !_core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.jitless;
    const allowsEval = _util_js__WEBPACK_IMPORTED_MODULE_2__.allowsEval;
    const fastEnabled = jit && allowsEval.value; // && !def.catchall;
    const catchall = def.catchall;
    let value;
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {
            // always synchronous
            if (!fastpass)
                fastpass = generateFastpass(def.shape);
            payload = fastpass(payload, ctx);
            if (!catchall)
                return payload;
            return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === true);
        }
        return superParse(payload, ctx);
    };
});
function handleUnionResults(results, final, inst, ctx) {
    for (const result of results) {
        if (result.issues.length === 0) {
            final.value = result.value;
            return final;
        }
    }
    const nonaborted = results.filter((r) => !_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(r));
    if (nonaborted.length === 1) {
        final.value = nonaborted[0].value;
        return nonaborted[0];
    }
    final.issues.push({
        code: "invalid_union",
        input: final.value,
        inst,
        errors: results.map((result) => result.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W()))),
    });
    return final;
}
const $ZodUnion = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodUnion", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted")
        ? "defaulted"
        : zod.def.options.some((o) => o._zod.optin !== undefined)
            ? "optional"
            : undefined);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : undefined);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => {
        if (zod.def.options.every((o) => o._zod.values)) {
            return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
        }
        return undefined;
    });
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => {
        if (zod.def.options.every((o) => o._zod.pattern)) {
            const patterns = zod.def.options.map((o) => o._zod.pattern);
            return new RegExp(`^(${patterns.map((p) => _util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(p.source)).join("|")})$`);
        }
        return undefined;
    });
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
        if (first) {
            return first(payload, ctx);
        }
        let async = false;
        const results = [];
        for (const option of def.options) {
            const result = option._zod.run({
                value: payload.value,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                results.push(result);
                async = true;
            }
            else {
                if (result.issues.length === 0)
                    return result;
                results.push(result);
            }
        }
        if (!async)
            return handleUnionResults(results, payload, inst, ctx);
        return Promise.all(results).then((results) => {
            return handleUnionResults(results, payload, inst, ctx);
        });
    };
});
function handleExclusiveUnionResults(results, final, inst, ctx) {
    const matches = [];
    for (let i = 0; i < results.length; i++) {
        if (results[i].issues.length === 0)
            matches.push(i);
    }
    if (matches.length === 1) {
        final.value = results[matches[0]].value;
        return final;
    }
    if (matches.length === 0) {
        // No matches - same as regular union
        final.issues.push({
            code: "invalid_union",
            input: final.value,
            inst,
            errors: results.map((result) => result.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W()))),
        });
    }
    else {
        // Multiple matches - exclusive union failure
        final.issues.push({
            code: "invalid_union",
            input: final.value,
            inst,
            errors: [],
            inclusive: false,
            matches,
        });
    }
    return final;
}
const $ZodXor = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodXor", (inst, def) => {
    $ZodUnion.init(inst, def);
    def.inclusive = false;
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
        if (first) {
            return first(payload, ctx);
        }
        let async = false;
        const results = [];
        for (const option of def.options) {
            const result = option._zod.run({
                value: payload.value,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                results.push(result);
                async = true;
            }
            else {
                results.push(result);
            }
        }
        if (!async)
            return handleExclusiveUnionResults(results, payload, inst, ctx);
        return Promise.all(results).then((results) => {
            return handleExclusiveUnionResults(results, payload, inst, ctx);
        });
    };
});
/** Returns the option whose discriminator claims `value`, or throws if ambiguous. */
function getDiscriminatedOption(union, value) {
    const internals = union._zod;
    let map = internals.bag.optionsMap;
    if (!map) {
        map = discriminatorMap(internals.def);
        internals.bag.optionsMap = map;
    }
    const option = map.get(value);
    if (option === null)
        throw new Error(`Ambiguous discriminator value "${String(value)}"`);
    return option;
}
function discriminatorMap(def) {
    const map = new Map();
    for (const option of def.options) {
        const values = option._zod.propValues?.[def.discriminator];
        if (!values || values.size === 0)
            throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
        for (const value of values) {
            if (map.has(value)) {
                if (value !== undefined)
                    throw new Error(`Duplicate discriminator value "${String(value)}"`);
                // keep the collision marked so a later member cannot reclaim it
                map.set(value, null);
            }
            else {
                map.set(value, option);
            }
        }
    }
    return map;
}
const $ZodDiscriminatedUnion = 
/*@__PURE__*/
_core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodDiscriminatedUnion", (inst, def) => {
    def.inclusive = false;
    $ZodUnion.init(inst, def);
    const _super = inst._zod.parse;
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => {
        const propValues = {};
        let undefinedCount = 0;
        for (const option of zod.def.options) {
            const pv = option._zod.propValues;
            if (!pv || Object.keys(pv).length === 0)
                throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
            if (pv[zod.def.discriminator]?.has(undefined))
                undefinedCount++;
            for (const [k, v] of Object.entries(pv)) {
                if (!Object.prototype.hasOwnProperty.call(propValues, k)) {
                    _util_js__WEBPACK_IMPORTED_MODULE_2__.assignProp(propValues, k, new Set());
                }
                for (const val of v) {
                    propValues[k].add(val);
                }
            }
        }
        if (!zod.def.unionFallback && undefinedCount > 1)
            propValues[zod.def.discriminator]?.delete(undefined);
        return propValues;
    });
    // Checked now rather than in the lookup map below, so an option that lacks the discriminator fails at the `discriminatedUnion` call instead of on the first object parsed. Options whose shape cannot be enumerated without resolving it — pipes and lazies — are left to the map.
    def.options.forEach((option, i) => {
        const propShape = _util_js__WEBPACK_IMPORTED_MODULE_2__.rawShape(option._zod.def);
        if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) {
            throw new Error(`Invalid discriminated union option at index "${i}"`);
        }
    });
    const disc = _util_js__WEBPACK_IMPORTED_MODULE_2__.cached(() => discriminatorMap(def));
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!_util_js__WEBPACK_IMPORTED_MODULE_2__.isObject(input)) {
            payload.issues.push({
                code: "invalid_type",
                expected: "object",
                input,
                inst,
            });
            return payload;
        }
        const value = input?.[def.discriminator];
        const opt = disc.value.get(value);
        // forward metadata cannot choose an encoder for an absent tag
        if (opt && (value !== undefined || ctx.direction !== "backward")) {
            return opt._zod.run(payload, ctx);
        }
        // Fall back to union matching when the fast discriminator path fails:
        // - explicitly enabled via unionFallback, or
        // - during backward direction (encode), since codec-based discriminators have different values in forward vs backward directions
        if (def.unionFallback || ctx.direction === "backward") {
            return _super(payload, ctx);
        }
        // no matching discriminator
        payload.issues.push({
            code: "invalid_union",
            errors: [],
            note: "No matching discriminator",
            discriminator: def.discriminator,
            options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
            input,
            path: [def.discriminator],
            inst,
        });
        return payload;
    };
});
const $ZodIntersection = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodIntersection", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        const left = def.left._zod.run({ value: input, issues: [] }, ctx);
        const right = def.right._zod.run({ value: input, issues: [] }, ctx);
        const async = left instanceof Promise || right instanceof Promise;
        if (async) {
            return Promise.all([left, right]).then(([left, right]) => {
                return handleIntersectionResults(payload, left, right);
            });
        }
        return handleIntersectionResults(payload, left, right);
    };
});
function mergeValues(a, b) {
    // const aType = parse.t(a);
    // const bType = parse.t(b);
    if (a === b) {
        return { valid: true, data: a };
    }
    if (a instanceof Date && b instanceof Date && +a === +b) {
        return { valid: true, data: a };
    }
    if (_util_js__WEBPACK_IMPORTED_MODULE_2__.isPlainObject(a) && _util_js__WEBPACK_IMPORTED_MODULE_2__.isPlainObject(b)) {
        const bKeys = Object.keys(b);
        const sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1);
        const newObj = { ...a, ...b };
        if (Object.prototype.hasOwnProperty.call(newObj, "__proto__"))
            delete newObj.__proto__;
        for (const key of sharedKeys) {
            if (key === "__proto__")
                continue;
            const sharedValue = mergeValues(a[key], b[key]);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [key, ...sharedValue.mergeErrorPath],
                };
            }
            newObj[key] = sharedValue.data;
        }
        return { valid: true, data: newObj };
    }
    if (Array.isArray(a) && Array.isArray(b)) {
        if (a.length !== b.length) {
            return { valid: false, mergeErrorPath: [] };
        }
        const newArray = [];
        for (let index = 0; index < a.length; index++) {
            const itemA = a[index];
            const itemB = b[index];
            const sharedValue = mergeValues(itemA, itemB);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [index, ...sharedValue.mergeErrorPath],
                };
            }
            newArray.push(sharedValue.data);
        }
        return { valid: true, data: newArray };
    }
    return { valid: false, mergeErrorPath: [] };
}
function handleIntersectionResults(result, left, right) {
    // Track which side(s) reject each key. A key rejection is reported only when BOTH sides reject it, so a key owned by one branch survives the other's key schema. strictObject reports these as unrecognized_keys; a record with an open key schema reports one invalid_key per key.
    const unrecKeys = new Map();
    let unrecIssue;
    const keyIssues = new Map();
    const collect = (iss, side) => {
        let keys;
        if (iss.code === "unrecognized_keys" && !iss.path?.length) {
            unrecIssue ?? (unrecIssue = iss);
            keys = iss.keys;
        }
        else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
            const k = String(iss.path[0]);
            if (!keyIssues.has(k))
                keyIssues.set(k, iss);
            keys = [k];
        }
        else {
            return false;
        }
        for (const k of keys) {
            if (!unrecKeys.has(k))
                unrecKeys.set(k, {});
            unrecKeys.get(k)[side] = true;
        }
        return true;
    };
    for (const iss of left.issues) {
        if (!collect(iss, "l"))
            result.issues.push(iss);
    }
    for (const iss of right.issues) {
        if (!collect(iss, "r"))
            result.issues.push(iss);
    }
    // Report only keys rejected by BOTH sides
    const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
    if (bothKeys.length) {
        const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
        if (aggregated.length)
            result.issues.push({ ...unrecIssue, keys: aggregated });
        for (const k of bothKeys) {
            if (!aggregated.includes(k) && keyIssues.has(k))
                result.issues.push(keyIssues.get(k));
        }
    }
    const merged = mergeValues(left.value, right.value);
    if (!merged.valid) {
        if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(result))
            return result;
        throw new Error(`Unmergable intersection. Error path: ` + `${JSON.stringify(merged.mergeErrorPath)}`);
    }
    result.value = merged.data;
    return result;
}
const $ZodTuple = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodTuple", (inst, def) => {
    $ZodType.init(inst, def);
    const items = def.items;
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input)) {
            payload.issues.push({
                input,
                inst,
                expected: "tuple",
                code: "invalid_type",
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, [], ctx) : [];
        const proms = [];
        const optinStart = getTupleOptStart(items, "optin");
        const optoutStart = getTupleOptStart(items, "optout");
        if (!def.rest) {
            if (input.length < optinStart) {
                payload.issues.push({
                    code: "too_small",
                    minimum: optinStart,
                    inclusive: true,
                    input,
                    inst,
                    origin: "array",
                });
                return payload;
            }
            if (input.length > items.length) {
                payload.issues.push({
                    code: "too_big",
                    maximum: items.length,
                    inclusive: true,
                    input,
                    inst,
                    origin: "array",
                });
            }
        }
        // Run every item in parallel, collecting results into an indexed array. The post-processing in `handleTupleResults` walks them in order so it can decide whether an absent optional-output error can truncate the tail or must be reported to preserve required output.
        const itemResults = new Array(items.length);
        // only tracked when there is a rest loop to skip
        const abortEarly = def.rest ? ctx?.abortEarly : undefined;
        let itemAborted = false;
        for (let i = 0; i < items.length; i++) {
            const r = items[i]._zod.run({ value: input[i], issues: [] }, ctx);
            if (r instanceof Promise) {
                proms.push(r.then((rr) => {
                    itemResults[i] = rr;
                }));
            }
            else {
                itemResults[i] = r;
                if (abortEarly && !itemAborted && r.issues.length)
                    itemAborted = _util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(r);
            }
        }
        // sound because rest is non-empty exactly when every fixed index is present, the one case handleTupleResults cannot discard an item's issues
        if (def.rest && !itemAborted) {
            let i = items.length - 1;
            const rest = input.slice(items.length);
            let seen = payload.issues.length;
            for (const el of rest) {
                if (abortEarly && payload.issues.length !== seen) {
                    if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, seen))
                        break;
                    seen = payload.issues.length;
                }
                i++;
                const result = def.rest._zod.run({ value: el, issues: [] }, ctx);
                if (result instanceof Promise) {
                    proms.push(result.then((r) => handleTupleResult(r, payload, i)));
                }
                else {
                    handleTupleResult(result, payload, i);
                }
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => handleTupleResults(itemResults, payload, items, input, optoutStart));
        }
        return handleTupleResults(itemResults, payload, items, input, optoutStart);
    };
});
function getTupleOptStart(items, key) {
    for (let i = items.length - 1; i >= 0; i--) {
        // optin is a three-rung ladder so any rung above `undefined` permits an absent slot; optout stays two-valued.
        const omittable = key === "optin" ? items[i]._zod.optin !== undefined : items[i]._zod.optout === "optional";
        if (!omittable)
            return i + 1;
    }
    return 0;
}
function handleTupleResult(result, final, index) {
    if (result.issues.length) {
        final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
function handleTupleResults(itemResults, final, items, input, optoutStart) {
    // Walk results in order. Mirror $ZodObject's swallow-on-absent-optional rule, but only after `optoutStart`: the first index where the output tuple tail can be absent.
    for (let i = 0; i < items.length; i++) {
        const r = itemResults[i];
        const isPresent = i < input.length;
        // The array analog of `handlePropertyResult`'s absent-key early return: the middle rung permits absence without supplying anything in its place, so the tail truncates here instead of materializing whatever the item made of `undefined`.
        if (!isPresent && i >= optoutStart && items[i]._zod.optin === "optional") {
            final.value.length = i;
            break;
        }
        if (r.issues.length) {
            if (!isPresent && i >= optoutStart) {
                final.value.length = i;
                break;
            }
            final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(i, r.issues));
        }
        final.value[i] = r.value;
    }
    // Drop trailing slots that produced `undefined` for absent input
    // (the array analog of an absent optional key on an object). The
    // `i >= input.length` floor is critical: an explicit `undefined`
    // *inside* the input must be preserved even when the schema is
    // optional-out (e.g. `z.string().or(z.undefined())` accepting an
    // explicit undefined value).
    for (let i = final.value.length - 1; i >= input.length; i--) {
        if (items[i]._zod.optout === "optional" && final.value[i] === undefined) {
            final.value.length = i;
        }
        else {
            break;
        }
    }
    return final;
}
const $ZodRecord = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodRecord", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!_util_js__WEBPACK_IMPORTED_MODULE_2__.isPlainObject(input)) {
            payload.issues.push({
                expected: "record",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        // no guard in either loop below: a record's invalid_key aborts but an enclosing intersection can reconcile it, so a stopped loop hides keys the sibling does not own and the intersection then rejects nothing
        const proms = [];
        const values = def.keyType._zod.values;
        if (values && !def.partial) {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            const recordKeys = new Set();
            for (const key of values) {
                if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
                    recordKeys.add(typeof key === "number" ? key.toString() : key);
                    // A declared __proto__ is stripped but is not an unrecognized key.
                    if (key === "__proto__")
                        continue;
                    const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                    if (keyResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (keyResult.issues.length) {
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())),
                            input: key,
                            path: [key],
                            inst,
                        });
                        continue;
                    }
                    const outKey = keyResult.value;
                    if (outKey === "__proto__")
                        continue;
                    const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                    if (result instanceof Promise) {
                        proms.push(result.then((result) => {
                            if (result.issues.length) {
                                payload.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, result.issues));
                            }
                            payload.value[outKey] = result.value;
                        }));
                    }
                    else {
                        if (result.issues.length) {
                            payload.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }
                }
            }
            let unrecognized;
            for (const key in input) {
                if (!recordKeys.has(key)) {
                    if (def.mode === "loose") {
                        // skip __proto__ so it can't replace the result prototype via the assignment setter on the plain {} we build into
                        if (key === "__proto__")
                            continue;
                        payload.value[key] = input[key];
                    }
                    else {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        else {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            // An enumerable key schema declares which keys the record owns, so a key outside the set is unrecognized. A non-enumerable one (regex, refine) is a constraint every key must satisfy, so a failing key is invalid. Only the former is reconcilable against the other side of an intersection.
            let unrecognized;
            // Reflect.ownKeys for Symbol-key support; filter non-enumerable to match z.object()
            for (const key of Reflect.ownKeys(input)) {
                if (key === "__proto__")
                    continue;
                if (!Object.prototype.propertyIsEnumerable.call(input, key))
                    continue;
                let keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                if (keyResult instanceof Promise) {
                    throw new Error("Async schemas not supported in object keys currently");
                }
                // Numeric string fallback: if key is a numeric string and failed, retry with Number(key). This handles z.number(), z.literal([1, 2, 3]), and unions containing numeric literals
                const checkNumericKey = typeof key === "string" && _regexes_js__WEBPACK_IMPORTED_MODULE_3__.number.test(key) && keyResult.issues.length;
                if (checkNumericKey) {
                    const retryResult = def.keyType._zod.run({ value: Number(key), issues: [] }, ctx);
                    if (retryResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (retryResult.issues.length === 0) {
                        keyResult = retryResult;
                    }
                }
                if (keyResult.issues.length) {
                    if (def.mode === "loose") {
                        // Pass through unchanged
                        payload.value[key] = input[key];
                    }
                    else if (values) {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                    else {
                        // Default "strict" behavior: error on invalid key
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())),
                            input: key,
                            path: [key],
                            inst,
                        });
                    }
                    continue;
                }
                // the guard above tests the raw input key, but the key schema can normalize an ordinary key into __proto__; re-check the key we actually write under
                const outKey = keyResult.value;
                if (outKey === "__proto__")
                    continue;
                const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                if (result instanceof Promise) {
                    proms.push(result.then((result) => {
                        if (result.issues.length) {
                            payload.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }));
                }
                else {
                    if (result.issues.length) {
                        payload.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, result.issues));
                    }
                    payload.value[outKey] = result.value;
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload;
    };
});
const $ZodMap = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodMap", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!(input instanceof Map)) {
            payload.issues.push({
                expected: "map",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        const proms = [];
        payload.value = memo ? memo.alloc(inst, payload, new Map(), ctx) : new Map();
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const [key, value] of input) {
            if (abortEarly && payload.issues.length !== seen) {
                if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
            const valueResult = def.valueType._zod.run({ value: value, issues: [] }, ctx);
            if (keyResult instanceof Promise || valueResult instanceof Promise) {
                proms.push(Promise.all([keyResult, valueResult]).then(([keyResult, valueResult]) => {
                    handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
                }));
            }
            else {
                handleMapResult(keyResult, valueResult, payload, key, input, inst, ctx);
            }
        }
        if (proms.length)
            return Promise.all(proms).then(() => payload);
        return payload;
    };
    capSize(inst, mapSize);
});
function handleMapResult(keyResult, valueResult, final, key, input, inst, ctx) {
    if (keyResult.issues.length) {
        if (_util_js__WEBPACK_IMPORTED_MODULE_2__.propertyKeyTypes.has(typeof key)) {
            final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, keyResult.issues));
        }
        else {
            final.issues.push({
                code: "invalid_key",
                origin: "map",
                input,
                inst,
                issues: keyResult.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())),
            });
        }
    }
    if (valueResult.issues.length) {
        if (_util_js__WEBPACK_IMPORTED_MODULE_2__.propertyKeyTypes.has(typeof key)) {
            final.issues.push(..._util_js__WEBPACK_IMPORTED_MODULE_2__.prefixIssues(key, valueResult.issues));
        }
        else {
            final.issues.push({
                origin: "map",
                code: "invalid_element",
                input,
                inst,
                key: key,
                issues: valueResult.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())),
            });
        }
    }
    final.value.set(keyResult.value, valueResult.value);
}
const $ZodSet = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodSet", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!(input instanceof Set)) {
            payload.issues.push({
                input,
                inst,
                expected: "set",
                code: "invalid_type",
            });
            return payload;
        }
        const proms = [];
        payload.value = memo ? memo.alloc(inst, payload, new Set(), ctx) : new Set();
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const item of input) {
            if (abortEarly && payload.issues.length !== seen) {
                if (_util_js__WEBPACK_IMPORTED_MODULE_2__.aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            const result = def.valueType._zod.run({ value: item, issues: [] }, ctx);
            if (result instanceof Promise) {
                proms.push(result.then((result) => handleSetResult(result, payload)));
            }
            else
                handleSetResult(result, payload);
        }
        if (proms.length)
            return Promise.all(proms).then(() => payload);
        return payload;
    };
    capSize(inst, setSize);
});
function handleSetResult(result, final) {
    if (result.issues.length) {
        final.issues.push(...result.issues);
    }
    final.value.add(result.value);
}
const $ZodEnum = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodEnum", (inst, def) => {
    $ZodType.init(inst, def);
    const values = _util_js__WEBPACK_IMPORTED_MODULE_2__.getEnumValues(def.entries);
    const valuesSet = new Set(values);
    inst._zod.values = valuesSet;
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => {
        const patternValues = _util_js__WEBPACK_IMPORTED_MODULE_2__.getEnumValues(zod.def.entries).filter((k) => _util_js__WEBPACK_IMPORTED_MODULE_2__.propertyKeyTypes.has(typeof k));
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(patternValues.length ? `^(${patternValues.map((o) => _util_js__WEBPACK_IMPORTED_MODULE_2__.escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (valuesSet.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodLiteral = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const values = new Set(def.values);
    inst._zod.values = values;
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => {
        const vals = zod.def.values;
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(vals.length
            ? `^(${vals
                .map((o) => typeof o === "string" ? _util_js__WEBPACK_IMPORTED_MODULE_2__.escapeRegex(o) : o ? _util_js__WEBPACK_IMPORTED_MODULE_2__.escapeRegex(o.toString()) : String(o))
                .join("|")})$`
            : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (values.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values: def.values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodFile = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodFile", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        // @ts-ignore
        if (input instanceof File)
            return payload;
        payload.issues.push({
            expected: "file",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodTransform = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodTransform", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "optional";
    _core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.memoizer?.guard(inst);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodEncodeError */ .cV(inst.constructor.name);
        }
        const _out = def.transform(payload.value, payload);
        if (ctx.async) {
            const output = _out instanceof Promise ? _out : Promise.resolve(_out);
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        if (_out instanceof Promise) {
            throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodAsyncError */ .GT();
        }
        payload.value = _out;
        return payload;
    };
});
function handleOptionalResult(payload, result) {
    // A substituting schema that still failed has no usable answer; yield undefined. Its issues are simply dropped: it ran on a payload of its own, so there is no shared array to truncate and nothing of the caller's to lose with it.
    payload.value = result.issues.length ? undefined : result.value;
    return payload;
}
const $ZodOptional = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodOptional", (inst, def) => {
    $ZodType.init(inst, def);
    // .optional() propagates absence rather than substituting for it, so a defaulted inner keeps its rung.
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => {
        const values = zod.def.innerType._zod.values;
        return values ? new Set([...values, undefined]) : undefined;
    });
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${_util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(pattern.source)})?$`) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        if (payload.value === undefined) {
            // Only the top rung substitutes a value for absence; everything else leaves it intact, which is what .optional() means.
            if (def.innerType._zod.optin !== "defaulted")
                return payload;
            // Its own payload, for the same reason $ZodCatch gets one: a pipe forwards an unrecognized key through the caller's issues array, and this must not read that as the substituting schema failing and drop it.
            const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
            if (result instanceof Promise)
                return result.then((result) => handleOptionalResult(payload, result));
            return handleOptionalResult(payload, result);
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodExactOptional = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodExactOptional", (inst, def) => {
    // Call parent init - inherits optin/optout = "optional"
    $ZodOptional.init(inst, def);
    // Override values/pattern to NOT add undefined
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
    // Override parse to just delegate (no undefined handling)
    inst._zod.parse = (payload, ctx) => {
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNullable = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${_util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(pattern.source)}|null)$`) : undefined;
    });
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => {
        return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        // Forward direction (decode): allow null to pass through
        if (payload.value === null)
            return payload;
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodDefault = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodDefault", (inst, def) => {
    $ZodType.init(inst, def);
    // inst._zod.qin = "true";
    inst._zod.optin = "defaulted";
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply defaults for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
            /**
             * $ZodDefault returns the default value immediately in forward direction.
             * It doesn't pass the default value into the validator ("prefault"). There's no reason to pass the default value through validation. The validity of the default is enforced by TypeScript statically. Otherwise, it's the responsibility of the user to ensure the default is valid. In the case of pipes with divergent in/out types, you can specify the default on the `in` schema of your ZodPipe to set a "prefault" for the pipe.   */
            return payload;
        }
        // Forward direction: continue with default handling
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleDefaultResult(result, def));
        }
        return handleDefaultResult(result, def);
    };
});
function handleDefaultResult(payload, def) {
    if (payload.value === undefined) {
        payload.value = def.defaultValue;
    }
    return payload;
}
const $ZodPrefault = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodPrefault", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "defaulted";
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply prefault for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNonOptional = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNonOptional", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => {
        const v = zod.def.innerType._zod.values;
        return v ? new Set([...v].filter((x) => x !== undefined)) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleNonOptionalResult(result, inst));
        }
        return handleNonOptionalResult(result, inst);
    };
});
function handleNonOptionalResult(payload, inst) {
    if (!payload.issues.length && payload.value === undefined) {
        payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: payload.value,
            inst,
        });
    }
    return payload;
}
const $ZodSuccess = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodSuccess", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$ZodEncodeError */ .cV("ZodSuccess");
        }
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => {
                payload.value = result.issues.length === 0;
                return payload;
            });
        }
        payload.value = result.issues.length === 0;
        return payload;
    };
});
function handleCatchResult(payload, result, def, ctx) {
    if (!result.issues.length) {
        payload.value = result.value;
        // The value carries up, so the flag describing it has to carry with it: a back-edge into a node still being parsed must not be frozen by an enclosing readonly, and its checks belong to the node itself. Guarded so the ordinary case adds no own property.
        if (result.memo)
            payload.memo = true;
        return payload;
    }
    // Spread the inner's own payload, not ours: `value` has to stay the input the catch was handed, and the inner ran on a payload of its own so its issues are already private to this call.
    payload.value = def.catchValue({
        ...result,
        value: payload.value,
        error: {
            issues: result.issues.map((iss) => _util_js__WEBPACK_IMPORTED_MODULE_2__.finalizeIssue(iss, ctx, _core_js__WEBPACK_IMPORTED_MODULE_0__/* .config */ .$W())),
        },
        input: payload.value,
    });
    return payload;
}
const $ZodCatch = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCatch", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply catch logic
        const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleCatchResult(payload, result, def, ctx));
        }
        return handleCatchResult(payload, result, def, ctx);
    };
});
const $ZodNaN = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodNaN", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "number" || !Number.isNaN(payload.value)) {
            payload.issues.push({
                input: payload.value,
                inst,
                expected: "nan",
                code: "invalid_type",
            });
            return payload;
        }
        return payload;
    };
});
const $ZodPipe = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodPipe", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            const right = def.out._zod.run(payload, ctx);
            if (right instanceof Promise) {
                return right.then((right) => handlePipeResult(right, def.in, ctx));
            }
            return handlePipeResult(right, def.in, ctx);
        }
        const left = def.in._zod.run(payload, ctx);
        if (left instanceof Promise) {
            return left.then((left) => handlePipeResult(left, def.out, ctx));
        }
        return handlePipeResult(left, def.out, ctx);
    };
});
function handlePipeResult(left, next, ctx) {
    // Any issue stops the pipe, so a failing refinement never feeds its transform. An unrecognized key is the exception: it describes the input's extra properties, not the value being piped, and an enclosing intersection may yet reconcile it.
    if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
        // prevent further checks
        left.aborted = true;
        return left;
    }
    return next._zod.run({ value: left.value, issues: left.issues }, ctx);
}
const $ZodCodec = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCodec", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
    inst._zod.parse = (payload, ctx) => {
        const direction = ctx.direction || "forward";
        if (direction === "forward") {
            const left = def.in._zod.run(payload, ctx);
            if (left instanceof Promise) {
                return left.then((left) => handleCodecAResult(left, def, ctx));
            }
            return handleCodecAResult(left, def, ctx);
        }
        else {
            const right = def.out._zod.run(payload, ctx);
            if (right instanceof Promise) {
                return right.then((right) => handleCodecAResult(right, def, ctx));
            }
            return handleCodecAResult(right, def, ctx);
        }
    };
});
function handleCodecAResult(result, def, ctx) {
    if (result.issues.length) {
        // prevent further checks
        result.aborted = true;
        return result;
    }
    const direction = ctx.direction || "forward";
    if (direction === "forward") {
        const transformed = def.transform(result.value, result);
        if (transformed instanceof Promise) {
            return transformed.then((value) => handleCodecTxResult(result, value, def.out, ctx));
        }
        return handleCodecTxResult(result, transformed, def.out, ctx);
    }
    else {
        const transformed = def.reverseTransform(result.value, result);
        if (transformed instanceof Promise) {
            return transformed.then((value) => handleCodecTxResult(result, value, def.in, ctx));
        }
        return handleCodecTxResult(result, transformed, def.in, ctx);
    }
}
function handleCodecTxResult(left, value, nextSchema, ctx) {
    // Check if transform added any issues
    if (left.issues.length) {
        left.aborted = true;
        return left;
    }
    return nextSchema._zod.run({ value, issues: left.issues }, ctx);
}
const $ZodPreprocess = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodPreprocess", (inst, def) => {
    $ZodPipe.init(inst, def);
});
const $ZodReadonly = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodReadonly", (inst, def) => {
    $ZodType.init(inst, def);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then(handleReadonlyResult);
        }
        return handleReadonlyResult(result);
    };
});
function handleReadonlyResult(payload) {
    // A repeat visit hands back a node that is still being built; freezing it here would make the rest of its keys fail to assign.
    if (!payload.memo)
        payload.value = Object.freeze(payload.value);
    return payload;
}
// a leaf's pattern source with its own checks folded in: the last pattern-carrying check wins, else length bounds narrow the catch-all, else an integer format narrows the number form. the fold lives here instead of on `_zod.pattern` so a bundle without template literals never pays for it
function leafPattern(schema) {
    const def = schema._zod.def;
    let pattern = def.pattern;
    let isInt = !!def.format?.includes("int");
    let minimum;
    let maximum;
    for (const ch of def.checks ?? []) {
        const d = ch._zod.def;
        if (d.pattern)
            pattern = d.pattern;
        isInt || (isInt = !!d.format?.includes("int"));
        const lo = d.minimum ?? d.length;
        const hi = d.maximum ?? d.length;
        if (lo !== undefined && (minimum === undefined || lo > minimum))
            minimum = lo;
        if (hi !== undefined && (maximum === undefined || hi < maximum))
            maximum = hi;
    }
    if (pattern)
        return pattern.source;
    // an empty range matches nothing at runtime, and `{8,5}` is not a legal quantifier
    if (minimum !== undefined && maximum !== undefined && minimum > maximum)
        return "(?!)";
    if (minimum !== undefined || maximum !== undefined)
        return _regexes_js__WEBPACK_IMPORTED_MODULE_3__.string({ minimum, maximum }).source;
    const own = schema._zod.pattern;
    return (isInt && own === _regexes_js__WEBPACK_IMPORTED_MODULE_3__.number ? _regexes_js__WEBPACK_IMPORTED_MODULE_3__.integer : own)?.source;
}
// a part's pattern source. a wrapper's pattern embeds its inner pattern's source verbatim, so the folded form is substituted in place without knowing the wrapper's own composition; a union's options are joined the way the union builds its own pattern
function partPattern(schema) {
    const def = schema._zod.def;
    const own = schema._zod.pattern?.source;
    // lazy resolves its inner on the internals, not the def
    const inner = def.innerType ?? schema._zod.innerType;
    if (inner) {
        const before = inner._zod.pattern?.source;
        const after = partPattern(inner);
        if (own && before && after && after !== before) {
            return own.replace(_util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(before), () => _util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(after));
        }
        return own;
    }
    if (def.options) {
        const sources = def.options.map(partPattern);
        if (sources.every(Boolean))
            return `^(${sources.map((s) => _util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(s)).join("|")})$`;
    }
    return leafPattern(schema);
}
const $ZodTemplateLiteral = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodTemplateLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const regexParts = [];
    for (const part of def.parts) {
        if (typeof part === "object" && part !== null) {
            // is Zod schema
            const source = partPattern(part);
            if (!source) {
                throw new Error(`Invalid template literal part, no pattern found: ${[...part._zod.traits].shift()}`);
            }
            regexParts.push(_util_js__WEBPACK_IMPORTED_MODULE_2__.cleanRegex(source));
        }
        else if (part === null || _util_js__WEBPACK_IMPORTED_MODULE_2__.primitiveTypes.has(typeof part)) {
            regexParts.push(_util_js__WEBPACK_IMPORTED_MODULE_2__.escapeRegex(`${part}`));
        }
        else {
            throw new Error(`Invalid template literal part: ${part}`);
        }
    }
    inst._zod.pattern = new RegExp(`^${regexParts.join("")}$`);
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "string") {
            payload.issues.push({
                input: payload.value,
                inst,
                expected: "string",
                code: "invalid_type",
            });
            return payload;
        }
        inst._zod.pattern.lastIndex = 0;
        if (!inst._zod.pattern.test(payload.value)) {
            payload.issues.push({
                input: payload.value,
                inst,
                code: "invalid_format",
                format: def.format ?? "template_literal",
                pattern: inst._zod.pattern.source,
            });
            return payload;
        }
        return payload;
    };
});
const $ZodFunction = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodFunction", (inst, def) => {
    $ZodType.init(inst, def);
    // Defined, not assigned: the classic prototype exposes `_def` as a getter with no setter.
    Object.defineProperty(inst, "_def", { value: def });
    inst._zod.def = def;
    inst.implement = (func) => {
        if (typeof func !== "function") {
            throw new Error("implement() must be called with a function");
        }
        // Defined inline so the closure stays anonymous: binding it to a `const` first names it, which costs 256 bytes per implemented function.
        return Object.defineProperty(function (...args) {
            const parsedArgs = inst._def.input ? (0,_parse_js__WEBPACK_IMPORTED_MODULE_6__/* .parse */ .qg)(inst._def.input, args) : args;
            const result = Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return (0,_parse_js__WEBPACK_IMPORTED_MODULE_6__/* .parse */ .qg)(inst._def.output, result);
            }
            return result;
        }, "_zod", { value: inst._zod, enumerable: false });
    };
    inst.implementAsync = (func) => {
        if (typeof func !== "function") {
            throw new Error("implementAsync() must be called with a function");
        }
        return Object.defineProperty(async function (...args) {
            const parsedArgs = inst._def.input ? await (0,_parse_js__WEBPACK_IMPORTED_MODULE_6__/* .parseAsync */ .EJ)(inst._def.input, args) : args;
            const result = await Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return await (0,_parse_js__WEBPACK_IMPORTED_MODULE_6__/* .parseAsync */ .EJ)(inst._def.output, result);
            }
            return result;
        }, "_zod", { value: inst._zod, enumerable: false });
    };
    inst._zod.parse = (payload, _ctx) => {
        if (typeof payload.value !== "function") {
            payload.issues.push({
                code: "invalid_type",
                expected: "function",
                input: payload.value,
                inst,
            });
            return payload;
        }
        // Check if output is a promise type to determine if we should use async implementation
        const hasPromiseOutput = inst._def.output && inst._def.output._zod.def.type === "promise";
        if (hasPromiseOutput) {
            payload.value = inst.implementAsync(payload.value);
        }
        else {
            payload.value = inst.implement(payload.value);
        }
        return payload;
    };
    inst.input = (...args) => {
        const F = inst.constructor;
        if (Array.isArray(args[0])) {
            return new F({
                type: "function",
                input: new $ZodTuple({
                    type: "tuple",
                    items: args[0],
                    rest: args[1],
                }),
                output: inst._def.output,
            });
        }
        return new F({
            type: "function",
            input: args[0],
            output: inst._def.output,
        });
    };
    inst.output = (output) => {
        const F = inst.constructor;
        return new F({
            type: "function",
            input: inst._def.input,
            output,
        });
    };
    return inst;
});
const $ZodPromise = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodPromise", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        return Promise.resolve(payload.value).then((inner) => def.innerType._zod.run({ value: inner, issues: [] }, ctx));
    };
});
const $ZodLazy = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodLazy", (inst, def) => {
    $ZodType.init(inst, def);
    // Cache the resolved inner type on the shared `def` so all clones of this lazy (e.g. via `.describe()`/`.meta()`) share the same inner instance, preserving identity for cycle detection on recursive schemas.
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazy(inst._zod, "innerType", () => {
        const d = def;
        if (!d._cachedInner)
            d._cachedInner = def.getter();
        return d._cachedInner;
    });
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? undefined);
    _util_js__WEBPACK_IMPORTED_MODULE_2__.defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? undefined);
    inst._zod.parse = (payload, ctx) => {
        const inner = inst._zod.innerType;
        return inner._zod.run(payload, ctx);
    };
});
const $ZodCustom = /*@__PURE__*/ _core_js__WEBPACK_IMPORTED_MODULE_0__/* .$constructor */ .xI("$ZodCustom", (inst, def) => {
    _checks_js__WEBPACK_IMPORTED_MODULE_4__/* .$ZodCheck */ .QP.init(inst, def);
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _) => {
        return payload;
    };
    inst._zod.check = (payload) => {
        const input = payload.value;
        const r = def.fn(input);
        if (r instanceof Promise) {
            return r.then((r) => handleRefineResult(r, payload, input, inst));
        }
        handleRefineResult(r, payload, input, inst);
        return;
    };
});
function handleRefineResult(result, payload, input, inst) {
    if (!result) {
        const _iss = {
            code: "custom",
            input,
            inst, // incorporates params.error into issue reporting
            path: [...(inst._zod.def.path ?? [])], // incorporates params.error into issue reporting
            continue: !inst._zod.def.abort,
            // params: inst._zod.def.params,
        };
        if (inst._zod.def.params)
            _iss.params = inst._zod.def.params;
        payload.issues.push(_util_js__WEBPACK_IMPORTED_MODULE_2__.issue(_iss));
    }
}


/***/ }),

/***/ 7509:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Lp: () => (/* binding */ processSchema),
/* harmony export */   OA: () => (/* binding */ createToJSONSchemaMethod),
/* harmony export */   Wb: () => (/* binding */ extractDefs),
/* harmony export */   _S: () => (/* binding */ handleUnrepresentable),
/* harmony export */   az: () => (/* binding */ initializeContext),
/* harmony export */   eh: () => (/* binding */ processSchema),
/* harmony export */   jE: () => (/* binding */ finalize),
/* harmony export */   uE: () => (/* binding */ createStandardJSONSchemaMethod)
/* harmony export */ });
/* harmony import */ var _registries_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9396);
/* harmony import */ var _util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);


function assignProps(target, ...sources) {
    for (const source of sources) {
        for (const key of Reflect.ownKeys(source)) {
            if (Object.prototype.propertyIsEnumerable.call(source, key)) {
                (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(target, key, source[key]);
            }
        }
    }
    return target;
}
// function initializeContext<T extends schemas.$ZodType>(inputs: JSONSchemaGeneratorParams<T>): ToJSONSchemaContext<T> {
//   return {
//     processor: inputs.processor,
//     metadataRegistry: inputs.metadata ?? globalRegistry,
//     target: inputs.target ?? "draft-2020-12",
//     unrepresentable: inputs.unrepresentable ?? "throw",
//   };
// }
function initializeContext(params) {
    // Normalize target: convert old non-hyphenated versions to hyphenated versions
    let target = params?.target ?? "draft-2020-12";
    if (target === "draft-4")
        target = "draft-04";
    if (target === "draft-7")
        target = "draft-07";
    return {
        processors: params.processors ?? {},
        metadataRegistry: params?.metadata ?? _registries_js__WEBPACK_IMPORTED_MODULE_1__/* .globalRegistry */ .fd,
        target,
        unrepresentable: params?.unrepresentable ?? "throw",
        override: params?.override ?? (() => { }),
        io: params?.io ?? "output",
        counter: 0,
        seen: new Map(),
        sharedDefsExtractedFor: undefined,
        sharedEmitDoneFor: undefined,
        cycles: params?.cycles ?? "ref",
        reused: params?.reused ?? "inline",
        intersections: [],
        deferred: [],
        external: params?.external ?? undefined,
    };
}
/**
 * Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
 * `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
 * custom JSON Schema was written into `json`, in which case the caller must not write its own.
 */
function handleUnrepresentable(schema, ctx, json, params, message) {
    const result = typeof ctx.unrepresentable === "function"
        ? ctx.unrepresentable({ zodSchema: schema, path: params.path, message })
        : ctx.unrepresentable;
    if (result === "any")
        return false;
    if (result === undefined || result === "throw")
        throw new Error(message);
    Object.assign(json, result);
    return true;
}
// never rename this back to `process`: bundler polyfills inject a top-level `const process` that a lexical declaration of the same name collides with (#6397)
function processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
    var _a;
    const def = schema._zod.def;
    // check for schema in seens
    const seen = ctx.seen.get(schema);
    if (seen) {
        seen.count++;
        // check if cycle
        const isCycle = _params.schemaPath.includes(schema);
        if (isCycle) {
            seen.cycle = _params.path;
        }
        return seen.schema;
    }
    // initialize
    const result = { schema: {}, count: 1, cycle: undefined, path: _params.path };
    ctx.seen.set(schema, result);
    ctx.sharedDefsExtractedFor = undefined;
    ctx.sharedEmitDoneFor = undefined;
    // custom method overrides default behavior
    const overrideSchema = schema._zod.toJSONSchema?.();
    if (overrideSchema) {
        result.schema = overrideSchema;
    }
    else {
        const params = {
            ..._params,
            schemaPath: [..._params.schemaPath, schema],
            path: _params.path,
        };
        if (schema._zod.processJSONSchema) {
            schema._zod.processJSONSchema(ctx, result.schema, params);
        }
        else {
            const _json = result.schema;
            const processor = ctx.processors[def.type];
            if (!processor) {
                throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
            }
            processor(schema, ctx, _json, params);
        }
        const parent = schema._zod.parent;
        if (parent) {
            // Also set ref if processor didn't (for inheritance)
            if (!result.ref)
                result.ref = parent;
            processSchema(parent, ctx, params);
            ctx.seen.get(parent).isParent = true;
        }
    }
    // metadata
    const meta = ctx.metadataRegistry.get(schema);
    if (meta)
        assignProps(result.schema, meta);
    if (ctx.io === "input" && isTransforming(schema)) {
        // examples/defaults only apply to output type of pipe
        delete result.schema.examples;
        delete result.schema.default;
    }
    // set prefault as default
    if (ctx.io === "input" && "_prefault" in result.schema)
        (_a = result.schema).default ?? (_a.default = result.schema._prefault);
    delete result.schema._prefault;
    // pulling fresh from ctx.seen in case it was overwritten
    const _result = ctx.seen.get(schema);
    return _result.schema;
}
/** @deprecated Renamed to `processSchema`. An export alias declares no binding, so it is safe to keep. */

// Escape a reference token for use in a JSON Pointer fragment (RFC 6901): `~` becomes `~0` and `/` becomes `~1`. The `~` replacement must run first.
function encodeJSONPointerSegment(segment) {
    return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema
// params: EmitParams
) {
    // iterate over seen map;
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // With `external` set, every registered schema resolves through the external branch of `makeURI`, so the root branch below produces the same ref the external branch would — this pass is identical whichever schema it is called with, and only needs to run once.
    if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external)
        return;
    // Track ids to detect duplicates across different schemas
    const idToSchema = new Map();
    for (const entry of ctx.seen.entries()) {
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            const existing = idToSchema.get(id);
            if (existing && existing !== entry[0]) {
                throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
            }
            idToSchema.set(id, entry[0]);
        }
    }
    // returns a ref to the schema defId will be empty if the ref points to an external schema (or #)
    const makeURI = (entry) => {
        // comparing the seen objects because sometimes multiple schemas map to the same seen object. e.g. lazy
        // external is configured
        const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
        if (ctx.external) {
            const externalId = ctx.external.registry.get(entry[0])?.id; // ?? "__shared";// `__schema${ctx.counter++}`;
            // check if schema is in the external registry
            const uriGenerator = ctx.external.uri ?? ((id) => id);
            if (externalId) {
                return { ref: uriGenerator(externalId) };
            }
            // otherwise, add to __shared
            const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
            entry[1].defId = id; // set defId so it will be reused if needed
            return { defId: id, ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}` };
        }
        const uriPrefix = `#`;
        const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
        // an id-less root has nowhere to be extracted to, so it stays inline and self-references as `#`
        if (entry[1] === root && !entry[1].schema.id) {
            return { ref: uriPrefix };
        }
        // self-contained schema
        const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
        return { defId, ref: defUriPrefix + encodeJSONPointerSegment(defId) };
    };
    // stored cached version in `def` property remove all properties, set $ref
    const extractToDef = (entry) => {
        // if the schema is already a reference, do not extract it
        if (entry[1].schema.$ref) {
            return;
        }
        const seen = entry[1];
        const { ref, defId } = makeURI(entry);
        seen.def = { ...seen.schema };
        // defId won't be set if the schema is a reference to an external schema or if the schema is the root schema
        if (defId)
            seen.defId = defId;
        // wipe away all properties except $ref
        const schema = seen.schema;
        for (const key in schema) {
            delete schema[key];
        }
        schema.$ref = ref;
    };
    // throw on cycles
    // break cycles
    if (ctx.cycles === "throw") {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.cycle) {
                throw new Error("Cycle detected: " +
                    `#/${seen.cycle?.join("/")}/<root>` +
                    '\n\nSet the `cycles` parameter to `"ref"` to resolve cyclical schemas with defs.');
            }
        }
    }
    // extract schemas into $defs
    for (const entry of ctx.seen.entries()) {
        const seen = entry[1];
        // convert root schema to # $ref
        if (schema === entry[0]) {
            extractToDef(entry); // this has special handling for the root schema
            continue;
        }
        // extract schemas that are in the external registry
        if (ctx.external) {
            const ext = ctx.external.registry.get(entry[0])?.id;
            if (schema !== entry[0] && ext) {
                extractToDef(entry);
                continue;
            }
        }
        // extract schemas with `id` meta
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            extractToDef(entry);
            continue;
        }
        // break cycles
        if (seen.cycle) {
            // any
            extractToDef(entry);
            continue;
        }
        // extract reused schemas
        if (seen.count > 1) {
            if (ctx.reused === "ref") {
                extractToDef(entry);
            }
        }
    }
    if (ctx.external)
        ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
    const options = schema.anyOf;
    if (!Array.isArray(options) || options.length === 0 || schema.type !== undefined)
        return;
    const types = [];
    for (const option of options) {
        if (!option || typeof option !== "object")
            return;
        // A branch that is itself a compactible union folds into this one — nested `anyOf` and a flat `type` array say the same thing. Compacting it first also makes the result independent of the order this pass walks the seen map in.
        compactTypeUnion(option);
        const keys = Object.keys(option);
        if (keys.length !== 1 || keys[0] !== "type")
            return;
        const type = option.type;
        for (const member of Array.isArray(type) ? type : [type]) {
            if (typeof member !== "string")
                return;
            if (!types.includes(member))
                types.push(member);
        }
    }
    delete schema.anyOf;
    // A `type` array must be non-empty and unique (metaschema); a single member is spelled as a bare string.
    schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
 * an annotation like `description` — makes a member unfoldable, so a constraint this does not
 * understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
const FOLDABLE_KEYS = new Set(["type", "properties", "required", "additionalProperties"]);
const UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
    const extra = member.additionalProperties;
    if (extra === undefined || extra === false || typeof extra !== "object" || extra === null)
        return null;
    return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
    const objects = [];
    for (const member of members) {
        // A boolean subschema is legal JSON Schema and carries no keywords to fold.
        if (typeof member !== "object" || member.type !== "object")
            return null;
        for (const key in member) {
            if (!FOLDABLE_KEYS.has(key))
                return null;
        }
        objects.push(member);
    }
    const properties = {};
    const required = new Set();
    for (const object of objects) {
        for (const key in object.properties) {
            // `in` would report a `__proto__` key as already present via the prototype chain and skip it.
            if (Object.prototype.hasOwnProperty.call(properties, key))
                continue;
            // Every member constrains this key: the ones that declare it say how, and a `catchall` member constrains it too even though it does not name it. The key has to satisfy all of them, which is the same intersection one level down.
            const parts = [];
            for (const other of objects) {
                const part = other.properties?.[key] ?? undeclaredConstraint(other);
                if (part === null || part === undefined)
                    continue;
                if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part)))
                    parts.push(part);
            }
            const merged = parts.length === 1
                ? parts[0]
                : (foldObjects(parts) ?? { allOf: parts });
            (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(properties, key, merged);
        }
        for (const key of object.required ?? [])
            required.add(key);
    }
    const folded = { type: "object", properties };
    if (required.size)
        folded.required = [...required];
    // A key no member declares is rejected only when every member rejects it, so the fold is closed only when every member is. Otherwise it carries whatever the `catchall` members demand of such a key.
    if (objects.every((object) => object.additionalProperties === false)) {
        folded.additionalProperties = false;
    }
    else {
        const constraints = [];
        for (const object of objects) {
            const constraint = undeclaredConstraint(object);
            if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint)))
                constraints.push(constraint);
        }
        if (constraints.length === 1)
            folded.additionalProperties = constraints[0];
        else if (constraints.length > 1)
            folded.additionalProperties = { allOf: constraints };
    }
    return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
 * closed object members reject each other's keys and the schema validates nothing. Zod's parser
 * pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
 * *every* side rejects it — so the emitted schema has to pool them too, and folding the members
 * into one object is the encoding that says so on every target.
 *
 * This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
 * machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
 * keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
    const allOf = json.allOf;
    if (!Array.isArray(allOf) || allOf.length < 2)
        return;
    // An `override` runs before this pass and may have written object keywords onto the intersection itself. Those are deliberate, so decline rather than overwrite them.
    for (const key of FOLDABLE_KEYS)
        if (key in json)
            return;
    // An intersection distributes over a union: `A & (X | Y)` is `(A & X) | (A & Y)`. Only the first union is distributed over; a second one stays among the members every branch folds against, where it fails the object check and declines the whole intersection rather than multiplying out.
    const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
    let folded = null;
    if (!unions.length) {
        folded = foldObjects(allOf);
    }
    else {
        const union = unions[0];
        const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
        if (Object.keys(union).length !== 1)
            return;
        const rest = allOf.filter((m) => m !== union);
        const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
        if (branches.some((b) => !b))
            return;
        folded = { [keyword]: branches };
    }
    if (!folded)
        return;
    delete json.allOf;
    assignProps(json, folded);
}
function finalize(ctx, schema) {
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // flatten refs - inherit properties from parent schemas
    const flattenRef = (zodSchema) => {
        const seen = ctx.seen.get(zodSchema);
        // already processed
        if (seen.ref === null)
            return;
        const schema = seen.def ?? seen.schema;
        const _cached = { ...schema };
        const ref = seen.ref;
        seen.ref = null; // prevent infinite recursion
        if (ref) {
            flattenRef(ref);
            const refSeen = ctx.seen.get(ref);
            const refSchema = refSeen.schema;
            // merge referenced schema into current
            if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
                // older drafts can't combine $ref with other properties
                schema.allOf = schema.allOf ?? [];
                schema.allOf.push(refSchema);
            }
            else {
                assignProps(schema, refSchema);
            }
            // restore child's own properties (child wins)
            assignProps(schema, _cached);
            const isParentRef = zodSchema._zod.parent === ref;
            // For parent chain, child is a refinement - remove parent-only properties
            if (isParentRef) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (!(key in _cached)) {
                        delete schema[key];
                    }
                }
            }
            // When ref was extracted to $defs, remove properties that match the definition
            if (refSchema.$ref && refSeen.def) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) {
                        delete schema[key];
                    }
                }
            }
        }
        // If parent was extracted (has $ref), propagate $ref to this schema. This handles cases like: readonly().meta({id}).describe() where processor sets ref to innerType but parent should be referenced
        const parent = zodSchema._zod.parent;
        if (parent && parent !== ref) {
            // Ensure parent is processed first so its def has inherited properties
            flattenRef(parent);
            const parentSeen = ctx.seen.get(parent);
            if (parentSeen?.schema.$ref) {
                schema.$ref = parentSeen.schema.$ref;
                // De-duplicate with parent's definition
                if (parentSeen.def) {
                    for (const key in schema) {
                        if (key === "$ref" || key === "allOf")
                            continue;
                        if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) {
                            delete schema[key];
                        }
                    }
                }
            }
        }
        // execute overrides
        ctx.override({
            zodSchema: zodSchema,
            jsonSchema: schema,
            path: seen.path ?? [],
        });
    };
    // Flattening walks the whole map and clears each `ref` as it goes, so a second call over the same map is a no-op scan. Skip it outright once it has run for a registry conversion.
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of [...ctx.seen.entries()].reverse()) {
            flattenRef(entry[0]);
        }
        if (ctx.target !== "openapi-3.0") {
            for (const entry of ctx.seen.entries()) {
                compactTypeUnion(entry[1].def ?? entry[1].schema);
            }
        }
        for (const rewrite of ctx.deferred)
            rewrite();
        // After flattening, every member that was extracted is a `$ref`, so the fold sees the final shape. A schema that inherits an intersection — through `z.lazy`, or any `ref` chain — holds the same `allOf` array, so fold by array identity to catch every copy.
        if (ctx.intersections.length) {
            const carriers = new Map();
            for (const seen of ctx.seen.values()) {
                for (const json of [seen.schema, seen.def]) {
                    const allOf = json?.allOf;
                    if (!Array.isArray(allOf))
                        continue;
                    const existing = carriers.get(allOf);
                    if (existing)
                        existing.push(json);
                    else
                        carriers.set(allOf, [json]);
                }
            }
            for (const allOf of ctx.intersections) {
                for (const json of carriers.get(allOf) ?? [])
                    foldIntersection(json);
            }
        }
    }
    const result = {};
    if (ctx.target === "draft-2020-12") {
        result.$schema = "https://json-schema.org/draft/2020-12/schema";
    }
    else if (ctx.target === "draft-07") {
        result.$schema = "http://json-schema.org/draft-07/schema#";
    }
    else if (ctx.target === "draft-04") {
        result.$schema = "http://json-schema.org/draft-04/schema#";
    }
    else if (ctx.target === "openapi-3.0") {
        // OpenAPI 3.0 schema objects should not include a $schema property
    }
    else {
        // Arbitrary string values are allowed but won't have a $schema property set
    }
    if (ctx.external?.uri) {
        const id = ctx.external.registry.get(schema)?.id;
        if (!id)
            throw new Error("Schema is missing an `id` property");
        result.$id = ctx.external.uri(id);
    }
    // when the root was extracted into $defs, `root.schema` is the `$ref` wrapper and `root.def` is the body that now lives under $defs
    assignProps(result, root.defId ? root.schema : (root.def ?? root.schema));
    // The `id` in `.meta()` is a Zod-specific registration tag used to extract schemas into $defs — it is not user-facing JSON Schema metadata. Strip it from the output body where it would otherwise leak. The id is preserved implicitly via the $defs key (and via $ref paths).
    const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
    if (rootMetaId !== undefined && result.id === rootMetaId)
        delete result.id;
    // build defs object. With `external`, `defs` is the shared object every schema writes into, so the same entries are reassigned on every call. Without it, `defs` is fresh per call and must be rebuilt.
    const defs = ctx.external?.defs ?? {};
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.def && seen.defId) {
                if (seen.def.id === seen.defId)
                    delete seen.def.id;
                (0,_util_js__WEBPACK_IMPORTED_MODULE_0__.assignProp)(defs, seen.defId, seen.def);
            }
        }
    }
    if (ctx.external)
        ctx.sharedEmitDoneFor = ctx.external;
    // set definitions in result
    if (ctx.external) {
    }
    else {
        if (Object.keys(defs).length > 0) {
            if (ctx.target === "draft-2020-12") {
                result.$defs = defs;
            }
            else {
                result.definitions = defs;
            }
        }
    }
    try {
        // this "finalizes" this schema and ensures all cycles are removed each call to finalize() is functionally independent though the seen map is shared
        const finalized = JSON.parse(JSON.stringify(result));
        Object.defineProperty(finalized, "~standard", {
            value: {
                ...schema["~standard"],
                jsonSchema: {
                    input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
                    output: createStandardJSONSchemaMethod(schema, "output", ctx.processors),
                },
            },
            enumerable: false,
            writable: false,
        });
        return finalized;
    }
    catch (_err) {
        throw new Error("Error converting schema to JSON.");
    }
}
function isTransforming(_schema, _ctx) {
    const ctx = _ctx ?? { seen: new Set() };
    if (ctx.seen.has(_schema))
        return false;
    ctx.seen.add(_schema);
    const def = _schema._zod.def;
    if (def.type === "transform")
        return true;
    if (def.type === "array")
        return isTransforming(def.element, ctx);
    if (def.type === "set")
        return isTransforming(def.valueType, ctx);
    if (def.type === "lazy")
        return isTransforming(def.getter(), ctx);
    if (def.type === "promise" ||
        def.type === "optional" ||
        def.type === "nonoptional" ||
        def.type === "nullable" ||
        def.type === "readonly" ||
        def.type === "default" ||
        def.type === "prefault" ||
        def.type === "catch") {
        return isTransforming(def.innerType, ctx);
    }
    if (def.type === "intersection") {
        return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
    }
    if (def.type === "record" || def.type === "map") {
        return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
    }
    if (def.type === "pipe") {
        if (_schema._zod.traits.has("$ZodCodec"))
            return true;
        return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
    }
    if (def.type === "object") {
        for (const key in def.shape) {
            if (isTransforming(def.shape[key], ctx))
                return true;
        }
        return false;
    }
    if (def.type === "union") {
        for (const option of def.options) {
            if (isTransforming(option, ctx))
                return true;
        }
        return false;
    }
    if (def.type === "tuple") {
        for (const item of def.items) {
            if (isTransforming(item, ctx))
                return true;
        }
        if (def.rest && isTransforming(def.rest, ctx))
            return true;
        return false;
    }
    return false;
}
/**
 * Creates a toJSONSchema method for a schema instance.
 * This encapsulates the logic of initializing context, processing, extracting defs, and finalizing.
 */
const createToJSONSchemaMethod = (schema, processors = {}) => (params) => {
    const ctx = initializeContext({ ...params, processors });
    processSchema(schema, ctx);
    extractDefs(ctx, schema);
    return finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
    const { libraryOptions, target } = params ?? {};
    const ctx = initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
    processSchema(schema, ctx);
    extractDefs(ctx, schema);
    return finalize(ctx, schema);
};


/***/ }),

/***/ 4723:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.r(__webpack_exports__);
/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   BIGINT_FORMAT_RANGES: () => (/* binding */ BIGINT_FORMAT_RANGES),
/* harmony export */   CONSTANT_CATCH: () => (/* binding */ CONSTANT_CATCH),
/* harmony export */   Class: () => (/* binding */ Class),
/* harmony export */   NUMBER_FORMAT_RANGES: () => (/* binding */ NUMBER_FORMAT_RANGES),
/* harmony export */   aborted: () => (/* binding */ aborted),
/* harmony export */   allowsEval: () => (/* binding */ allowsEval),
/* harmony export */   assert: () => (/* binding */ assert),
/* harmony export */   assertEqual: () => (/* binding */ assertEqual),
/* harmony export */   assertIs: () => (/* binding */ assertIs),
/* harmony export */   assertNever: () => (/* binding */ assertNever),
/* harmony export */   assertNotEqual: () => (/* binding */ assertNotEqual),
/* harmony export */   assignProp: () => (/* binding */ assignProp),
/* harmony export */   attachSchema: () => (/* binding */ attachSchema),
/* harmony export */   base64ToUint8Array: () => (/* binding */ base64ToUint8Array),
/* harmony export */   base64urlToUint8Array: () => (/* binding */ base64urlToUint8Array),
/* harmony export */   cached: () => (/* binding */ cached),
/* harmony export */   captureStackTrace: () => (/* binding */ captureStackTrace),
/* harmony export */   cleanEnum: () => (/* binding */ cleanEnum),
/* harmony export */   cleanRegex: () => (/* binding */ cleanRegex),
/* harmony export */   clone: () => (/* binding */ clone),
/* harmony export */   cloneDef: () => (/* binding */ cloneDef),
/* harmony export */   codePointLength: () => (/* binding */ codePointLength),
/* harmony export */   constantCatch: () => (/* binding */ constantCatch),
/* harmony export */   createTransparentProxy: () => (/* binding */ createTransparentProxy),
/* harmony export */   defineLazy: () => (/* binding */ defineLazy),
/* harmony export */   defineLazyInternal: () => (/* binding */ defineLazyInternal),
/* harmony export */   derived: () => (/* binding */ derived),
/* harmony export */   esc: () => (/* binding */ esc),
/* harmony export */   escapeRegex: () => (/* binding */ escapeRegex),
/* harmony export */   explicitlyAborted: () => (/* binding */ explicitlyAborted),
/* harmony export */   extend: () => (/* binding */ extend),
/* harmony export */   finalizeIssue: () => (/* binding */ finalizeIssue),
/* harmony export */   floatSafeRemainder: () => (/* binding */ floatSafeRemainder),
/* harmony export */   getElementAtPath: () => (/* binding */ getElementAtPath),
/* harmony export */   getEnumValues: () => (/* binding */ getEnumValues),
/* harmony export */   getLengthableOrigin: () => (/* binding */ getLengthableOrigin),
/* harmony export */   getParsedType: () => (/* binding */ getParsedType),
/* harmony export */   getSizableOrigin: () => (/* binding */ getSizableOrigin),
/* harmony export */   hexToUint8Array: () => (/* binding */ hexToUint8Array),
/* harmony export */   hide: () => (/* binding */ hide),
/* harmony export */   installLazyProp: () => (/* binding */ installLazyProp),
/* harmony export */   isObject: () => (/* binding */ isObject),
/* harmony export */   isPlainObject: () => (/* binding */ isPlainObject),
/* harmony export */   issue: () => (/* binding */ issue),
/* harmony export */   joinValues: () => (/* binding */ joinValues),
/* harmony export */   jsonStringifyReplacer: () => (/* binding */ jsonStringifyReplacer),
/* harmony export */   members: () => (/* binding */ members),
/* harmony export */   merge: () => (/* binding */ merge),
/* harmony export */   mergeDefs: () => (/* binding */ mergeDefs),
/* harmony export */   normalizeParams: () => (/* binding */ normalizeParams),
/* harmony export */   nullish: () => (/* binding */ nullish),
/* harmony export */   numKeys: () => (/* binding */ numKeys),
/* harmony export */   objectClone: () => (/* binding */ objectClone),
/* harmony export */   omit: () => (/* binding */ omit),
/* harmony export */   optionalKeys: () => (/* binding */ optionalKeys),
/* harmony export */   own: () => (/* binding */ own),
/* harmony export */   parsedType: () => (/* binding */ parsedType),
/* harmony export */   partial: () => (/* binding */ partial),
/* harmony export */   pick: () => (/* binding */ pick),
/* harmony export */   prefixIssues: () => (/* binding */ prefixIssues),
/* harmony export */   primitiveTypes: () => (/* binding */ primitiveTypes),
/* harmony export */   promiseAllObject: () => (/* binding */ promiseAllObject),
/* harmony export */   propertyKeyTypes: () => (/* binding */ propertyKeyTypes),
/* harmony export */   randomString: () => (/* binding */ randomString),
/* harmony export */   rawShape: () => (/* binding */ rawShape),
/* harmony export */   required: () => (/* binding */ required),
/* harmony export */   safeExtend: () => (/* binding */ safeExtend),
/* harmony export */   shallowClone: () => (/* binding */ shallowClone),
/* harmony export */   sizeCaps: () => (/* binding */ sizeCaps),
/* harmony export */   slugify: () => (/* binding */ slugify),
/* harmony export */   stringifyPrimitive: () => (/* binding */ stringifyPrimitive),
/* harmony export */   toZod: () => (/* binding */ toZod),
/* harmony export */   uint8ArrayToBase64: () => (/* binding */ uint8ArrayToBase64),
/* harmony export */   uint8ArrayToBase64url: () => (/* binding */ uint8ArrayToBase64url),
/* harmony export */   uint8ArrayToHex: () => (/* binding */ uint8ArrayToHex),
/* harmony export */   unwrapMessage: () => (/* binding */ unwrapMessage)
/* harmony export */ });
/* harmony import */ var _core_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8532);

// functions
function assertEqual(val) {
    return val;
}
function assertNotEqual(val) {
    return val;
}
function toZod() {
    return (schema) => schema;
}
function assertIs(_arg) { }
function assertNever(_x) {
    throw new Error("Unexpected value in exhaustive check");
}
function assert(_) { }
function getEnumValues(entries) {
    const numericValues = Object.values(entries).filter((v) => typeof v === "number");
    const values = Object.entries(entries)
        .filter(([k, _]) => numericValues.indexOf(+k) === -1)
        .map(([_, v]) => v);
    return values;
}
function joinValues(array, separator = "|") {
    return array.map((val) => stringifyPrimitive(val)).join(separator);
}
function jsonStringifyReplacer(_, value) {
    if (typeof value === "bigint")
        return value.toString();
    return value;
}
// the accessor lives on a shared prototype: an own accessor makes every box a dictionary-mode object (~360 B and a slow load per read against ~100 B and an inlined getter here)
class Cached {
    constructor(getter) {
        this._getter = getter;
        this._value = undefined;
    }
    get value() {
        const getter = this._getter;
        if (getter !== undefined) {
            this._value = getter();
            this._getter = undefined;
        }
        return this._value;
    }
}
function cached(getter) {
    return new Cached(getter);
}
function nullish(input) {
    return input === null || input === undefined;
}
function cleanRegex(source) {
    const start = source.startsWith("^") ? 1 : 0;
    const end = source.endsWith("$") ? source.length - 1 : source.length;
    return source.slice(start, end);
}
function floatSafeRemainder(val, step) {
    const ratio = val / step;
    const roundedRatio = Math.round(ratio);
    // `val` and `step` each round to a double before the division rounds again, so a true decimal multiple's quotient can sit up to 1.5 of these scaled epsilons from the integer. A 1x tolerance therefore rejected 2.03 as a multiple of 0.07; 4x covers the worst case with margin.
    const tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
    if (Math.abs(ratio - roundedRatio) < tolerance)
        return 0;
    return ratio - roundedRatio;
}
const EVALUATING = /* @__PURE__*/ Symbol("evaluating");
function defineLazy(object, key, getter) {
    let value = undefined;
    Object.defineProperty(object, key, {
        get() {
            if (value === EVALUATING) {
                // Circular reference detected, return undefined to break the cycle
                return undefined;
            }
            if (value === undefined) {
                value = EVALUATING;
                value = getter();
            }
            return value;
        },
        set(v) {
            Object.defineProperty(object, key, {
                value: v,
                // configurable: true,
            });
            // object[key] = v;
        },
        configurable: true,
    });
}
function objectClone(obj) {
    return Object.create(Object.getPrototypeOf(obj), Object.getOwnPropertyDescriptors(obj));
}
function assignProp(target, prop, value) {
    Object.defineProperty(target, prop, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
    });
}
/**
 * Whichever object a def's `shape` currently answers from: the one the caller passed until the first read, the frozen copy after it.
 *
 * Its keys and descriptors read without invoking anything, which is what lets a discriminated union check its discriminator, and the cycle walk read a shape, without resolving a getter that references the schema being constructed. A def that answers `shape` from an accessor of its own has none.
 */
function rawShape(def) {
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    return desc?.get ? desc.get.raw : desc?.value;
}
// where a builder reads its source's keys and descriptors, resolving only a shape a def answers for itself. A shape resolves by object spread, so only its enumerable keys are ever part of it.
function sourceShape(schema) {
    return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
// a key whose value is not settled yet, self-caching so every read after the first gets the same one
function deferProp(target, key, getter) {
    Object.defineProperty(target, key, {
        get() {
            const value = getter();
            assignProp(this, key, value);
            return value;
        },
        enumerable: true,
        configurable: true,
    });
}
// Writes a settled key. A plain assignment is much cheaper than `defineProperty` and produces the same descriptor, but it runs whatever setter already answers to the key — an accessor this shape deferred, or an inherited one, which `__proto__` has on every object and prototype pollution can add for any name.
function putProp(target, key, value) {
    if (key in target)
        assignProp(target, key, value);
    else
        target[key] = value;
}
/**
 * Copies `keys` of `source`'s shape onto `target`, each value passed through `wrap`.
 *
 * A key the source has resolved is copied through now, so the derived shape states it outright and nothing has to resolve it to learn what it holds. A key the source still defers stays deferred, and reads back through the source's own `shape`, so it resolves once and both shapes get that one schema.
 */
function mirrorShape(target, source, keys, wrap) {
    const raw = sourceShape(source);
    for (const key of keys) {
        const desc = Object.getOwnPropertyDescriptor(raw, key);
        if (!desc.enumerable)
            continue;
        if (desc.get) {
            deferProp(target, key, () => {
                const value = source._zod.def.shape[key];
                return wrap ? wrap(value, key) : value;
            });
        }
        else
            putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
    }
}
// same, for a plain shape a caller passed rather than a schema's
function mirrorProps(target, source) {
    for (const key of Reflect.ownKeys(source)) {
        const desc = Object.getOwnPropertyDescriptor(source, key);
        if (!desc.enumerable)
            continue;
        if (desc.get)
            deferProp(target, key, () => source[key]);
        else
            putProp(target, key, desc.value);
    }
}
function mergeDefs(...defs) {
    const mergedDescriptors = {};
    for (const def of defs) {
        const descriptors = Object.getOwnPropertyDescriptors(def);
        Object.assign(mergedDescriptors, descriptors);
    }
    return Object.defineProperties({}, mergedDescriptors);
}
function cloneDef(schema) {
    return mergeDefs(schema._zod.def);
}
function getElementAtPath(obj, path) {
    if (!path)
        return obj;
    return path.reduce((acc, key) => acc?.[key], obj);
}
function promiseAllObject(promisesObj) {
    const keys = Object.keys(promisesObj);
    const promises = keys.map((key) => promisesObj[key]);
    return Promise.all(promises).then((results) => {
        const resolvedObj = {};
        for (let i = 0; i < keys.length; i++) {
            resolvedObj[keys[i]] = results[i];
        }
        return resolvedObj;
    });
}
function randomString(length = 10) {
    const chars = "abcdefghijklmnopqrstuvwxyz";
    let str = "";
    for (let i = 0; i < length; i++) {
        str += chars[Math.floor(Math.random() * chars.length)];
    }
    return str;
}
function esc(str) {
    return JSON.stringify(str);
}
function slugify(input) {
    return input
        .toLowerCase()
        .trim()
        .replace(/[^\w\s-]/g, "")
        .replace(/[\s_-]+/g, "-")
        .replace(/^-+|-+$/g, "");
}
const captureStackTrace = ("captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => { });
function isObject(data) {
    return typeof data === "object" && data !== null && !Array.isArray(data);
}
const allowsEval = /* @__PURE__*/ cached(() => {
    // Skip the probe under `jitless`: strict CSPs report the caught `new Function` as a `securitypolicyviolation` even though the throw is swallowed.
    if (_core_js__WEBPACK_IMPORTED_MODULE_0__/* .globalConfig */ .cr.jitless) {
        return false;
    }
    // @ts-ignore
    if (typeof navigator !== "undefined" && navigator?.userAgent?.includes("Cloudflare")) {
        return false;
    }
    try {
        const F = Function;
        new F("");
        return true;
    }
    catch (_) {
        return false;
    }
});
function isPlainObject(o) {
    if (isObject(o) === false)
        return false;
    // modified constructor
    const ctor = o.constructor;
    if (ctor === undefined)
        return true;
    if (typeof ctor !== "function")
        return true;
    // modified prototype
    const prot = ctor.prototype;
    if (isObject(prot) === false)
        return false;
    // ctor doesn't have static `isPrototypeOf`
    if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) {
        return false;
    }
    return true;
}
function shallowClone(o) {
    if (isPlainObject(o))
        return { ...o };
    if (Array.isArray(o))
        return [...o];
    if (o instanceof Map)
        return new Map(o);
    if (o instanceof Set)
        return new Set(o);
    return o;
}
function numKeys(data) {
    let keyCount = 0;
    for (const key in data) {
        if (Object.prototype.hasOwnProperty.call(data, key)) {
            keyCount++;
        }
    }
    return keyCount;
}
const getParsedType = (data) => {
    const t = typeof data;
    switch (t) {
        case "undefined":
            return "undefined";
        case "string":
            return "string";
        case "number":
            return Number.isNaN(data) ? "nan" : "number";
        case "boolean":
            return "boolean";
        case "function":
            return "function";
        case "bigint":
            return "bigint";
        case "symbol":
            return "symbol";
        case "object":
            if (Array.isArray(data)) {
                return "array";
            }
            if (data === null) {
                return "null";
            }
            if (data.then && typeof data.then === "function" && data.catch && typeof data.catch === "function") {
                return "promise";
            }
            if (typeof Map !== "undefined" && data instanceof Map) {
                return "map";
            }
            if (typeof Set !== "undefined" && data instanceof Set) {
                return "set";
            }
            if (typeof Date !== "undefined" && data instanceof Date) {
                return "date";
            }
            // @ts-ignore
            if (typeof File !== "undefined" && data instanceof File) {
                return "file";
            }
            return "object";
        default:
            throw new Error(`Unknown data type: ${t}`);
    }
};
const propertyKeyTypes = /* @__PURE__*/ new Set(["string", "number", "symbol"]);
const primitiveTypes = /* @__PURE__*/ new Set([
    "string",
    "number",
    "bigint",
    "boolean",
    "symbol",
    "undefined",
]);
function escapeRegex(str) {
    return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
// zod-specific utils
function clone(inst, def, params) {
    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;
    return cl;
}
function normalizeParams(_params) {
    const params = _params;
    if (!params)
        return {};
    if (typeof params === "string")
        return { error: () => params };
    if (params?.message !== undefined) {
        if (params?.error !== undefined)
            throw new Error("Cannot specify both `message` and `error` params");
        params.error = params.message;
    }
    delete params.message;
    if (typeof params.error === "string")
        return { ...params, error: () => params.error };
    return params;
}
function createTransparentProxy(getter) {
    let target;
    return new Proxy({}, {
        get(_, prop, receiver) {
            target ?? (target = getter());
            return Reflect.get(target, prop, receiver);
        },
        set(_, prop, value, receiver) {
            target ?? (target = getter());
            return Reflect.set(target, prop, value, receiver);
        },
        has(_, prop) {
            target ?? (target = getter());
            return Reflect.has(target, prop);
        },
        deleteProperty(_, prop) {
            target ?? (target = getter());
            return Reflect.deleteProperty(target, prop);
        },
        ownKeys(_) {
            target ?? (target = getter());
            return Reflect.ownKeys(target);
        },
        getOwnPropertyDescriptor(_, prop) {
            target ?? (target = getter());
            return Reflect.getOwnPropertyDescriptor(target, prop);
        },
        defineProperty(_, prop, descriptor) {
            target ?? (target = getter());
            return Reflect.defineProperty(target, prop, descriptor);
        },
    });
}
function stringifyPrimitive(value) {
    if (typeof value === "bigint")
        return value.toString() + "n";
    if (typeof value === "string")
        return `"${value}"`;
    return `${value}`;
}
function optionalKeys(shape) {
    return Object.keys(shape).filter((k) => {
        return shape[k]._zod.optin !== undefined && shape[k]._zod.optout === "optional";
    });
}
// Wrapped in a `@__PURE__` IIFE: esbuild never tree-shakes a top-level initializer that contains a member access on `Number`, so the bare object literal survived into every bundle.
const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
    safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    int32: [-2147483648, 2147483647],
    uint32: [0, 4294967295],
    float32: [-3.4028234663852886e38, 3.4028234663852886e38],
    float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}))();
const BIGINT_FORMAT_RANGES = {
    int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
    uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")],
};
function pick(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".pick() cannot be used on object schemas containing refinements");
    }
    const newShape = {};
    mirrorShape(newShape, schema, maskedKeys(schema, mask));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
// the mask keys that select something, checked against the source's shape without resolving it
function maskedKeys(schema, mask) {
    const raw = sourceShape(schema);
    const keys = [];
    // `for...in` skips symbols, so a symbol in the mask would select nothing
    for (const key of Reflect.ownKeys(mask)) {
        if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) {
            throw new Error(`Unrecognized key: "${String(key)}"`);
        }
        if (mask[key])
            keys.push(key);
    }
    return keys;
}
function omit(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".omit() cannot be used on object schemas containing refinements");
    }
    const omitted = new Set(maskedKeys(schema, mask));
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
function extend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to extend: expected a plain object");
    }
    const checks = schema._zod.def.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        // Only throw if new shape overlaps with existing shape. Use getOwnPropertyDescriptor to check key existence without accessing values
        const existingShape = sourceShape(schema);
        for (const key of Reflect.ownKeys(shape)) {
            if (Object.getOwnPropertyDescriptor(existingShape, key) !== undefined) {
                throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
            }
        }
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
// the source's keys, then the caller's overlaid on top
function extended(schema, shape) {
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
    mirrorProps(newShape, shape);
    return newShape;
}
function safeExtend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to safeExtend: expected a plain object");
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function merge(a, b) {
    if (!b?._zod?.def) {
        throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
    }
    if (a._zod.def.checks?.length) {
        throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
    }
    const newShape = {};
    mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a)));
    mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
    const def = mergeDefs(a._zod.def, {
        shape: newShape,
        get catchall() {
            return b._zod.def.catchall;
        },
        checks: b._zod.def.checks ?? [],
    });
    return clone(a, def);
}
function partial(Class, schema, mask, name = "partial") {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
    }
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class &&
        ((value, key) => (selected && !selected.has(key) ? value : new Class({ type: "optional", innerType: value }))));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape, checks: [] }));
}
function required(Class, schema, mask) {
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) => 
    // overwrite with non-optional
    selected && !selected.has(key) ? value : new Class({ type: "nonoptional", innerType: value }));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape }));
}
// invalid_type | too_big | too_small | invalid_format | not_multiple_of | unrecognized_keys | invalid_union | invalid_key | invalid_element | invalid_value | custom
function aborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue !== true) {
            return true;
        }
    }
    return false;
}
// Checks for explicit abort (continue === false), as opposed to implicit abort (continue === undefined). Used to respect `abort: true` in .refine() even for checks that have a `when` function.
function explicitlyAborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue === false) {
            return true;
        }
    }
    return false;
}
function prefixIssues(path, issues) {
    return issues.map((iss) => {
        var _a;
        (_a = iss).path ?? (_a.path = []);
        iss.path.unshift(path);
        return iss;
    });
}
function unwrapMessage(message) {
    return typeof message === "string" ? message : message?.message;
}
/* A check holds no link back to the schema it is attached to — the same check instance is shared by every clone of that schema — so the owner is stamped onto the issues a check just raised, at the only point where both are in scope. Runs on the failure path only; `start` is the issue count from before the check ran. */
/** The leading size checks of `defChecks` that set an upper bound, each paired with it. */
function sizeCaps(defChecks) {
    const caps = [];
    for (const ch of defChecks ?? []) {
        const d = ch._zod.def;
        // a later check may rewrite the value
        if (!/_(length|size)$|_equals$/.test(d.check))
            break;
        const max = d.maximum ?? d.length ?? d.size;
        if (max >= 0)
            caps.push([max, ch]);
    }
    return caps;
}
function attachSchema(issues, start, inst) {
    var _a;
    for (let i = start; i < issues.length; i++) {
        (_a = issues[i]).schema ?? (_a.schema = inst);
    }
}
function finalizeIssue(iss, ctx, config) {
    var _a;
    // A schema that raised an issue itself owns it outright, and outranks any stamp an enclosing check left in `attachSchema`. String formats and z.custom() are schema and check at once, so when they act as a check they defer to that stamp instead.
    const traits = iss.inst?._zod?.traits;
    if (traits?.has("$ZodType")) {
        if (traits.has("$ZodCheck"))
            (_a = iss).schema ?? (_a.schema = iss.inst);
        else
            iss.schema = iss.inst;
    }
    // Decreasing specificity, first map to return a message wins. `inst` is whatever raised the issue, so a check's own map outranks the owning schema's.
    const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : undefined;
    const message = iss.message
        ? iss.message
        : (unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ??
            unwrapMessage(schemaError?.(iss)) ??
            unwrapMessage(ctx?.error?.(iss)) ??
            unwrapMessage(config.customError?.(iss)) ??
            unwrapMessage(config.localeError?.(iss)) ??
            "Invalid input");
    // an explicit own-key copy beats object rest with excluded keys, which v8 routes through a generic runtime call; Object.keys rather than for-in so an issue pushed with a prototype does not leak inherited keys, and an own __proto__ key is dropped rather than assigned through the setter
    const full = {};
    for (const k of Object.keys(iss)) {
        if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__")
            continue;
        full[k] = iss[k];
    }
    full.path ?? (full.path = []);
    full.message = message;
    if (ctx?.reportInput) {
        full.input = iss.input;
    }
    return full;
}
function getSizableOrigin(input) {
    if (input instanceof Set)
        return "set";
    if (input instanceof Map)
        return "map";
    // @ts-ignore
    if (input instanceof File)
        return "file";
    return "unknown";
}
const highSurrogate = /[\uD800-\uDBFF]/;
// Code points in `str`: a surrogate pair counts once, a lone surrogate as itself. Hand-rolled because the string iterator allocates and runs ~250x slower on this path; the regex probe exits ~50x quicker for a string with no astral characters.
function codePointLength(str) {
    const units = str.length;
    if (!highSurrogate.test(str))
        return units;
    let count = units;
    for (let i = 0; i < units - 1; i++) {
        if ((str.charCodeAt(i) & 0xfc00) === 0xd800 && (str.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
            count--;
            i++;
        }
    }
    return count;
}
function getLengthableOrigin(input) {
    if (Array.isArray(input))
        return "array";
    if (typeof input === "string")
        return "string";
    return "unknown";
}
function parsedType(data) {
    const t = typeof data;
    switch (t) {
        case "number": {
            return Number.isNaN(data) ? "nan" : "number";
        }
        case "object": {
            if (data === null) {
                return "null";
            }
            if (Array.isArray(data)) {
                return "array";
            }
            const obj = data;
            if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor) {
                return obj.constructor.name;
            }
        }
    }
    return t;
}
function issue(...args) {
    const [iss, input, inst] = args;
    if (typeof iss === "string") {
        return {
            message: iss,
            code: "custom",
            input,
            inst,
        };
    }
    return { ...iss };
}
function cleanEnum(obj) {
    return Object.entries(obj)
        .filter(([k, _]) => {
        // return true if NaN, meaning it's not a number, thus a string key
        return Number.isNaN(Number.parseInt(k, 10));
    })
        .map((el) => el[1]);
}
// Codec utility functions
function base64ToUint8Array(base64) {
    const binaryString = atob(base64);
    const bytes = new Uint8Array(binaryString.length);
    for (let i = 0; i < binaryString.length; i++) {
        bytes[i] = binaryString.charCodeAt(i);
    }
    return bytes;
}
function uint8ArrayToBase64(bytes) {
    let binaryString = "";
    for (let i = 0; i < bytes.length; i++) {
        binaryString += String.fromCharCode(bytes[i]);
    }
    return btoa(binaryString);
}
function base64urlToUint8Array(base64url) {
    const base64 = base64url.replace(/-/g, "+").replace(/_/g, "/");
    const padding = "=".repeat((4 - (base64.length % 4)) % 4);
    return base64ToUint8Array(base64 + padding);
}
function uint8ArrayToBase64url(bytes) {
    return uint8ArrayToBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
function hexToUint8Array(hex) {
    const cleanHex = hex.replace(/^0x/, "");
    if (cleanHex.length % 2 !== 0) {
        throw new Error("Invalid hex string length");
    }
    const bytes = new Uint8Array(cleanHex.length / 2);
    for (let i = 0; i < cleanHex.length; i += 2) {
        bytes[i / 2] = Number.parseInt(cleanHex.slice(i, i + 2), 16);
    }
    return bytes;
}
function uint8ArrayToHex(bytes) {
    return Array.from(bytes)
        .map((b) => b.toString(16).padStart(2, "0"))
        .join("");
}
// instanceof
class Class {
    constructor(..._args) { }
}
//////////    PROTOTYPE INSTALLERS     //////////
//
// Members live on the prototype and materialize per instance on first read, which keeps own-property count under the step where V8 stops using inline slots. Changing anything here means re-measuring runtime, memory and bundle size together — see "The three axes" in AGENTS.md.
/**
 * Installs a trait's members on its prototype. Each value builds that member for the instance on first read; the built value shadows the accessor as an own property, so a detached `const { parse } = schema` keeps working.
 *
 * Call this from a `proto` initializer, which runs once per prototype — never per instance.
 */
function members(proto, table) {
    for (const key in table) {
        const desc = Object.getOwnPropertyDescriptor(table, key);
        // a getter installs as written, so it stays live: `description` reads through to the registry on every access. not enumerable: an object literal's is, and a prototype member never was
        if (desc.get)
            Object.defineProperty(proto, key, { ...desc, enumerable: false });
        // a method materializes bound on first read, which is what keeps a detached member working: `const opt = schema.optional; opt()`
        else
            defineBound(proto, key, desc.value);
    }
}
/** Shadows a prototype member with an own value, so a getter that builds from the instance runs once. */
function own(inst, key, value, enumerable = true) {
    Object.defineProperty(inst, key, { configurable: true, writable: true, enumerable, value });
    return value;
}
/** Like {@link own}, for a member that was never an own data property and has to stay out of `Object.keys`. */
function hide(inst, key, value) {
    return own(inst, key, value, false);
}
/** Adds members a table derives from the instance: each builds on first read and shadows as own data, and assignment shadows the same way, as when these were own properties. */
function derived(computes, table) {
    for (const key in computes) {
        const compute = computes[key];
        // an object literal's accessor is configurable and enumerable, and `members` copies the descriptor as written
        Object.defineProperty(table, key, {
            configurable: true,
            enumerable: true,
            get() {
                return own(this, key, compute(this));
            },
            set(value) {
                own(this, key, value);
            },
        });
    }
    return table;
}
function defineBound(proto, key, fn) {
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // vitest's spyOn calls a prototype getter bare to find the function it wraps, so a nullish receiver answers the raw method
            return this == null ? fn : own(this, key, fn.bind(this));
        },
        set(value) {
            own(this, key, value);
        },
    });
}
/** Returns the prototype to install on, or `undefined` if this group is already installed on it. */
function claim(inst, sentinel) {
    const proto = Object.getPrototypeOf(inst);
    // Runs on every construction, so `in` rather than the costlier `hasOwnProperty.call`. Sentinels are keys the group itself defines.
    return sentinel in proto ? undefined : proto;
}
// The internals whose init chain is installing. A second call for the same one is a derived constructor overriding its base, so it must not construct another schema in between or the override is dropped.
let installing;
// Set while a getter is running, so a value that resolved through a recursion break is not memoized. One shared descriptor shadows the key for the duration, which costs no per-key allocation.
let broke = false;
const breaker = {
    configurable: true,
    get() {
        broke = true;
        return undefined;
    },
};
/**
 * Installs a lazily-derived internal on the `_zod` prototype of `inst`'s
 * constructor, computed from the internals object itself and cached there on
 * first read. One accessor per constructor rather than one per instance.
 */
function defineLazyInternal(inst, key, compute) {
    const proto = Object.getPrototypeOf(inst._zod);
    if (key in proto && installing !== inst._zod) {
        // A repeat construction: everything is installed already. Cleared here so the reference is not held past the first construction of every type.
        installing = undefined;
        return;
    }
    installing = inst._zod;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing so a re-entrant read from a recursive schema resolves to undefined instead of running the getter again.
            Object.defineProperty(this, key, breaker);
            const outer = broke;
            broke = false;
            try {
                const value = compute(this);
                // A result that resolved through a recursion break is recomputed once the graph is complete; everything else memoizes, undefined included.
                if (broke)
                    delete this[key];
                else
                    Object.defineProperty(this, key, { configurable: true, writable: true, value });
                broke = broke || outer;
                return value;
            }
            catch (err) {
                // A compute that threw memoizes nothing, so a later read runs it again and fails the same way. The shadow goes with it, since leaving it installed would answer undefined for every later read.
                delete this[key];
                broke = broke || outer;
                throw err;
            }
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, value });
        },
    });
}
/**
 * Installs `key` on `inst`'s prototype, computed by `make` on first read and cached there as an own
 * data property. One accessor per constructor rather than one per instance, because an own accessor
 * puts every instance after the first into v8 dictionary mode. The key doubles as the sentinel.
 */
function installLazyProp(inst, key, make, enumerable) {
    const proto = claim(inst, key);
    if (!proto)
        return;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing, so a re-entrant read from a self-referential shape resolves to undefined instead of running the getter again. A data property rather than an accessor: an own accessor is the dictionary-mode transition this exists to avoid.
            const desc = { configurable: true, writable: true, enumerable, value: undefined };
            Object.defineProperty(this, key, desc);
            // a compute that throws leaves the shadow behind, so later reads answer undefined instead of re-throwing; `defineLazy` did the same, and `defineLazyInternal`'s delete-on-catch would cost bytes in every bundle for a case only a throwing user getter reaches
            desc.value = make(this);
            Object.defineProperty(this, key, desc);
            return desc.value;
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, enumerable, value });
        },
    });
}
/** Marks the thunk `_catch` synthesises for a constant catch value. `Function.length` cannot tell that thunk from a user callback — rest and defaulted parameters both report arity 0 — and a user callback reads `ctx.error`, whose issues only finalize correctly against the caller's per-parse error map. Provenance can say what arity cannot. A plain string key rather than `Symbol.for`, whose call at module scope no bundler can prove pure — the same shape that anchored `urlCanParse` into every build. */
const CONSTANT_CATCH = "~constantCatch";
/** Wraps a constant catch value in a thunk tagged with {@link CONSTANT_CATCH}. */
function constantCatch(value) {
    const fn = () => value;
    fn[CONSTANT_CATCH] = true;
    return fn;
}


/***/ }),

/***/ 6406:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ version)
/* harmony export */ });
const version = {
    major: 4,
    minor: 6,
    patch: 7,
};


/***/ }),

/***/ 252:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* export default binding */ __WEBPACK_DEFAULT_EXPORT__)
/* harmony export */ });
/* harmony import */ var _core_util_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4723);

const error = () => {
    const Sizable = {
        string: { unit: "characters", verb: "to have" },
        file: { unit: "bytes", verb: "to have" },
        array: { unit: "items", verb: "to have" },
        set: { unit: "items", verb: "to have" },
        map: { unit: "entries", verb: "to have" },
    };
    function getSizing(origin) {
        return Sizable[origin] ?? null;
    }
    const FormatDictionary = {
        regex: "input",
        email: "email address",
        url: "URL",
        emoji: "emoji",
        uuid: "UUID",
        uuidv4: "UUIDv4",
        uuidv6: "UUIDv6",
        nanoid: "nanoid",
        guid: "GUID",
        cuid: "cuid",
        cuid2: "cuid2",
        ulid: "ULID",
        xid: "XID",
        ksuid: "KSUID",
        datetime: "ISO datetime",
        date: "ISO date",
        time: "ISO time",
        duration: "ISO duration",
        ipv4: "IPv4 address",
        ipv6: "IPv6 address",
        mac: "MAC address",
        cidrv4: "IPv4 range",
        cidrv6: "IPv6 range",
        base64: "base64-encoded string",
        base64url: "base64url-encoded string",
        json_string: "JSON string",
        e164: "E.164 number",
        currency_code: "currency code",
        credit_card: "credit card number",
        iban: "IBAN",
        jwt: "JWT",
        template_literal: "input",
    };
    // type names: missing keys = do not translate (use raw value via ?? fallback)
    const TypeDictionary = {
        // Compatibility: "nan" -> "NaN" for display
        nan: "NaN",
        // All other type names omitted - they fall back to raw values via ?? operator
    };
    function getTypeName(type, input) {
        if (type === "number" && typeof input === "number" && !Number.isFinite(input)) {
            return String(input);
        }
        return TypeDictionary[type] ?? type;
    }
    return (issue) => {
        switch (issue.code) {
            case "invalid_type": {
                const expected = getTypeName(issue.expected);
                const receivedType = _core_util_js__WEBPACK_IMPORTED_MODULE_0__.parsedType(issue.input);
                const received = getTypeName(receivedType, issue.input);
                return `Invalid input: expected ${expected}, received ${received}`;
            }
            case "invalid_value":
                if (issue.values.length === 1)
                    return `Invalid input: expected ${_core_util_js__WEBPACK_IMPORTED_MODULE_0__.stringifyPrimitive(issue.values[0])}`;
                return `Invalid option: expected one of ${_core_util_js__WEBPACK_IMPORTED_MODULE_0__.joinValues(issue.values, "|")}`;
            case "too_big": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<";
                const sizing = getSizing(issue.origin);
                if (sizing)
                    return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
                return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
            }
            case "too_small": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">";
                const sizing = getSizing(issue.origin);
                if (sizing) {
                    return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
                }
                return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
            }
            case "invalid_format": {
                const _issue = issue;
                if (_issue.format === "starts_with") {
                    return `Invalid string: must start with "${_issue.prefix}"`;
                }
                if (_issue.format === "ends_with")
                    return `Invalid string: must end with "${_issue.suffix}"`;
                if (_issue.format === "includes")
                    return `Invalid string: must include "${_issue.includes}"`;
                if (_issue.format === "regex")
                    return `Invalid string: must match pattern ${_issue.pattern}`;
                return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
            }
            case "not_multiple_of":
                return `Invalid number: must be a multiple of ${issue.divisor}`;
            case "unrecognized_keys":
                return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${_core_util_js__WEBPACK_IMPORTED_MODULE_0__.joinValues(issue.keys, ", ")}`;
            case "invalid_key":
                return `Invalid key in ${issue.origin}`;
            case "invalid_union":
                if (issue.options && Array.isArray(issue.options) && issue.options.length > 0) {
                    const opts = issue.options.map((o) => `'${o}'`).join(" | ");
                    return `Invalid discriminator value. Expected ${opts}`;
                }
                if (issue.inclusive === false) {
                    return "Invalid input: more than one option matched";
                }
                return "Invalid input";
            case "invalid_element":
                return `Invalid value in ${issue.origin}`;
            default:
                return `Invalid input`;
        }
    };
};
/* harmony default export */ function __WEBPACK_DEFAULT_EXPORT__() {
    return {
        localeError: error(),
    };
}


/***/ }),

/***/ 6467:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  C: () => (/* binding */ createParser)
});

;// CONCATENATED MODULE: ./packages/client/node_modules/eventsource-parser/dist/errors.js
/**
 * Error thrown when encountering an issue during parsing.
 *
 * @public
 */
class ParseError extends Error {
    constructor(message, options) {
        super(message);
        this.name = 'ParseError';
        this.type = options.type;
        this.field = options.field;
        this.value = options.value;
        this.line = options.line;
    }
}
//# sourceMappingURL=errors.js.map
;// CONCATENATED MODULE: ./packages/client/node_modules/eventsource-parser/dist/parse.js
/**
 * EventSource/Server-Sent Events parser
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

// ASCII codes used in the hot parsing paths.
const LF = 10;
const CR = 13;
const SPACE = 32;
const MAX_FIELD_PREFIX_LENGTH = 6;
/**
 * Creates a new EventSource parser.
 *
 * @param config - Parser configuration. Accepts callbacks (see {@link ParserCallbacks})
 *   and options like `maxBufferSize` (see {@link ParserConfig}).
 *
 * @returns A new EventSource parser, with `feed` and `reset` methods.
 * @public
 */
function createParser(config) {
    if (typeof config === 'function') {
        throw new TypeError('`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?');
    }
    const { maxBufferSize, onComment, onError, onEvent, onId, onRetry } = config;
    // Trailing bytes from prior `feed()` calls that did not yet form a complete line.
    // Stored as an array of fragments and only joined when a line terminator arrives.
    // Concatenating per-feed (`prefix + chunk`) is O(N²) when a single SSE line spans
    // many chunks (e.g. a large `data:` payload streamed in tiny slices, or an MCP-style
    // server that emits one giant content block). Buffering as fragments + joining once
    // makes the same workload linear.
    const pendingFragments = [];
    // Running total of `pendingFragments` lengths, kept in sync with the array so the
    // `maxBufferSize` check doesn't have to walk the fragment list on every feed.
    let pendingFragmentsLength = 0;
    // Empty or partial leading BOM; undefined once the BOM check is complete.
    let bomPrefix = '';
    let id;
    let data = '';
    let dataLines = 0;
    let eventType;
    // Set after a `maxBufferSize` overflow. Once tripped, `feed()` throws until
    // `reset()` is called — see the comment on `maxBufferSize` in `ParserConfig`.
    let terminated = false;
    let skippingLine = false;
    // Set when a line (parsed or discarded) was terminated by a trailing `\r` at the very
    // end of a chunk. That `\r` is ambiguous: it may be a bare-CR terminator or the first
    // half of a `\r\n` whose `\n` lands in the next chunk. The line itself is complete
    // either way, but we must remember to swallow a single leading `\n` from the next
    // chunk so the pair is treated as one terminator rather than a blank line (which
    // would dispatch an event prematurely).
    let skipNextLineFeed = false;
    /**
     * Feeds a chunk of the SSE stream to the parser. Any trailing bytes that do
     * not yet form a complete line are held back and prepended to the next chunk,
     * so callers can pass arbitrary slices of the stream without worrying about
     * line boundaries.
     *
     * Per the SSE spec, one leading UTF-8 BOM is stripped before parsing,
     * even when split across chunks. This handles both the raw 3-byte form (0xEF 0xBB
     * 0xBF) and a single decoded U+FEFF, so a leading BOM is ignored regardless of
     * how the caller decoded the bytes.
     *
     * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
     */
    function feed(chunk) {
        if (terminated) {
            throw new Error('Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.');
        }
        if (bomPrefix !== undefined) {
            chunk = bomPrefix + chunk;
            // Wait only while the input could still be a raw BOM. Empty chunks must
            // not finish the check, and a mismatched prefix must remain ordinary input.
            if (chunk === '' || chunk === '\xEF' || chunk === '\xEF\xBB') {
                bomPrefix = chunk;
                return;
            }
            bomPrefix = undefined;
            // Strip exactly one leading BOM, in decoded or raw byte-valued form.
            chunk = chunk.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, '');
        }
        // Rare resume states from a prior chunk boundary: a pending `\r\n` split or a
        // line being discarded. Single combined check keeps the hot path to one branch;
        // the actual handling lives out-of-line in `resumeAfterSkip`.
        if (skippingLine || skipNextLineFeed) {
            chunk = resumeAfterSkip(chunk);
            if (!chunk) {
                return;
            }
        }
        // Hot path: no buffered prefix from a prior partial line. Hand the chunk
        // straight to `processLines`, exactly like the original implementation.
        // Zero new work in the common case (every chunk ends with `\n\n`).
        if (!pendingFragments.length) {
            const trailing = processLines(chunk);
            if (trailing !== '') {
                storeTrailing(trailing);
            }
            checkForBufferOverflow();
            return;
        }
        // We have a buffered prefix. If this chunk also has no terminator, append
        // to the buffer without concatenating — that's the O(N²) trap we're
        // avoiding (large single `data:` payload split across many tiny chunks).
        if (chunk.indexOf('\n') === -1 && chunk.indexOf('\r') === -1) {
            if (pendingFragmentsLength < MAX_FIELD_PREFIX_LENGTH) {
                const head = pendingFragments.join('') +
                    chunk.slice(0, MAX_FIELD_PREFIX_LENGTH - pendingFragmentsLength);
                if (!shouldBufferTrailing(head)) {
                    pendingFragments.length = 0;
                    pendingFragmentsLength = 0;
                    skippingLine = true;
                    return;
                }
            }
            pendingFragments.push(chunk);
            pendingFragmentsLength += chunk.length;
            checkForBufferOverflow();
            return;
        }
        // Terminator arrived. Join the accumulated fragments + this chunk once,
        // process, and buffer any new trailing partial line.
        pendingFragments.push(chunk);
        const input = pendingFragments.join('');
        pendingFragments.length = 0;
        pendingFragmentsLength = 0;
        storeTrailing(processLines(input));
        checkForBufferOverflow();
    }
    // Out-of-line handler for the rare post-boundary states. `skipNextLineFeed` means a
    // line (parsed or discarded) ended with a trailing `\r` at the previous chunk boundary,
    // so a single leading `\n` must be swallowed to consume a split `\r\n` as one terminator.
    // `skippingLine` means we are discarding an invalid line until its terminator arrives.
    // The two states are mutually exclusive. Returns the remaining chunk to parse ('' if
    // this chunk was fully consumed).
    function resumeAfterSkip(chunk) {
        if (chunk.length === 0) {
            return chunk;
        }
        if (skipNextLineFeed) {
            skipNextLineFeed = false;
            return chunk.charCodeAt(0) === LF ? chunk.slice(1) : chunk;
        }
        const crIndex = chunk.indexOf('\r');
        const lfIndex = chunk.indexOf('\n');
        const lineEnd = crIndex === -1 ? lfIndex : lfIndex === -1 ? crIndex : crIndex < lfIndex ? crIndex : lfIndex;
        if (lineEnd === -1) {
            return '';
        }
        // Trailing `\r` at the very end of the chunk: defer the CRLF/CR decision to the
        // next chunk (see `skipNextLineFeed`) rather than greedily consuming just the `\r`.
        if (lineEnd === chunk.length - 1 && chunk.charCodeAt(lineEnd) === CR) {
            skippingLine = false;
            skipNextLineFeed = true;
            return '';
        }
        skippingLine = false;
        return chunk.slice(lineEnd + (chunk.charCodeAt(lineEnd) === CR && chunk.charCodeAt(lineEnd + 1) === LF ? 2 : 1));
    }
    function storeTrailing(trailing) {
        if (!trailing)
            return;
        // A trailing that ends with `\r` is not a partial line: the `\r` terminates it,
        // and only the CRLF-vs-CR ambiguity remains (the matching `\n` may start the next
        // chunk). Parse the completed line now — buffering it could grow unbounded through
        // the no-terminator append path, and discarding it would eat the terminator and
        // make skip mode swallow the next line.
        if (trailing.charCodeAt(trailing.length - 1) === CR) {
            parseLine(trailing, 0, trailing.length - 1);
            if (checkForBufferOverflow())
                return;
            skipNextLineFeed = true;
            return;
        }
        if (shouldBufferTrailing(trailing)) {
            pendingFragments.push(trailing);
            pendingFragmentsLength = trailing.length;
            return;
        }
        skippingLine = true;
    }
    function shouldBufferTrailing(trailing) {
        const firstCharCode = trailing.charCodeAt(0);
        return ((firstCharCode === 58 && !!onComment) ||
            (firstCharCode === 100 && isPotentialField(trailing, 'data')) ||
            (firstCharCode === 101 && isPotentialField(trailing, 'event')) ||
            (firstCharCode === 105 && isPotentialField(trailing, 'id')) ||
            (firstCharCode === 114 && isPotentialField(trailing, 'retry')));
    }
    // Returns true when parsing must stop for the current chunk (the parser was already
    // terminated or has just overflowed), and false when processing can continue.
    function checkForBufferOverflow() {
        if (terminated)
            return true;
        if (maxBufferSize === undefined)
            return false;
        if (pendingFragmentsLength + data.length <= maxBufferSize)
            return false;
        terminated = true;
        pendingFragments.length = 0;
        pendingFragmentsLength = 0;
        id = undefined;
        data = '';
        dataLines = 0;
        eventType = undefined;
        skippingLine = false;
        skipNextLineFeed = false;
        onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, {
            type: 'max-buffer-size-exceeded',
        }));
        return true;
    }
    /**
     * Splits `chunk` into SSE lines and dispatches each to the appropriate handler.
     * Returns any trailing bytes that did not terminate with a line break, so the
     * caller can prepend them to the next chunk.
     *
     * The SSE spec permits three line terminators: `\n`, `\r`, and `\r\n`. Real-world
     * streams almost always use plain `\n`, so we take a fast path when no `\r` is
     * present in the chunk. The slow path is spec-correct but does more work per line.
     */
    function processLines(chunk) {
        let searchIndex = 0;
        // Fast path: LF-only chunk (the common case for typical SSE servers).
        // We can scan forward with a single `indexOf('\n')` per line and inline
        // the hot-path branches for `data:` and `event:` without the CR bookkeeping
        // the slow path needs.
        if (chunk.indexOf('\r') === -1) {
            let lfIndex = chunk.indexOf('\n', searchIndex);
            while (lfIndex !== -1) {
                // Blank line: end-of-event marker. Dispatch the accumulated event (if any)
                // and reset the buffered fields. This is hoisted out of `parseLine` because
                // it's the single most common line shape after `data:` lines.
                if (searchIndex === lfIndex) {
                    if (id !== undefined) {
                        onId === null || onId === void 0 ? void 0 : onId(id);
                    }
                    if (dataLines > 0) {
                        onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id, event: eventType, data });
                    }
                    id = undefined;
                    data = '';
                    dataLines = 0;
                    eventType = undefined;
                    searchIndex = lfIndex + 1;
                    lfIndex = chunk.indexOf('\n', searchIndex);
                    continue;
                }
                const firstCharCode = chunk.charCodeAt(searchIndex);
                if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
                    // `data:` line — append the value to the event's data buffer.
                    // 'data:'.length === 5, 'data: '.length === 6
                    const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5;
                    const value = chunk.slice(valueStart, lfIndex);
                    // Fast path within a fast path: if this is the first data line AND the
                    // next char is another LF (i.e. `data:foo\n\n`), dispatch immediately
                    // without ever writing to the `data` buffer. This is the shape of a
                    // typical single-line SSE event (ChatGPT-style streams, etc.) and is
                    // hot enough to be worth the duplication.
                    if (dataLines === 0 && chunk.charCodeAt(lfIndex + 1) === LF) {
                        if (id !== undefined) {
                            onId === null || onId === void 0 ? void 0 : onId(id);
                        }
                        onEvent === null || onEvent === void 0 ? void 0 : onEvent({ id, event: eventType, data: value });
                        id = undefined;
                        data = '';
                        eventType = undefined;
                        searchIndex = lfIndex + 2;
                        lfIndex = chunk.indexOf('\n', searchIndex);
                        continue;
                    }
                    // Multi-line data: concatenate with newline separator per spec.
                    data = dataLines === 0 ? value : `${data}\n${value}`;
                    dataLines++;
                }
                else if (isEventPrefix(chunk, searchIndex, firstCharCode)) {
                    // `event:` line — set the event type for the next dispatch. Per spec,
                    // an empty value resets `event type` to its default (undefined here).
                    // 'event:'.length === 6, 'event: '.length === 7
                    eventType =
                        chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex) || undefined;
                }
                else {
                    // Everything else: `id:`, `retry:`, comment lines (`:` prefix), unknown
                    // fields, or malformed lines. These are rarer and go through the full
                    // per-line parser, which handles the SSE field grammar in detail.
                    parseLine(chunk, searchIndex, lfIndex);
                }
                if (checkForBufferOverflow())
                    return '';
                searchIndex = lfIndex + 1;
                lfIndex = chunk.indexOf('\n', searchIndex);
            }
            return chunk.slice(searchIndex);
        }
        // Slow path: the chunk contains at least one `\r`, so lines may be terminated
        // by `\r`, `\n`, or `\r\n`. We locate the next terminator by looking at both
        // the nearest `\r` and `\n` and picking whichever comes first.
        let crIndex = chunk.indexOf('\r', searchIndex);
        let lfIndex = chunk.indexOf('\n', searchIndex);
        while (searchIndex < chunk.length) {
            let lineEnd = -1;
            if (crIndex !== -1 && lfIndex !== -1) {
                lineEnd = crIndex < lfIndex ? crIndex : lfIndex;
            }
            else if (crIndex !== -1) {
                // A trailing `\r` at the very end of the chunk is ambiguous: it could be
                // a bare-CR terminator, or the first half of a `\r\n` whose `\n` arrives
                // in the next chunk. Defer until we see more input.
                if (crIndex === chunk.length - 1) {
                    lineEnd = -1;
                }
                else {
                    lineEnd = crIndex;
                }
            }
            else if (lfIndex !== -1) {
                lineEnd = lfIndex;
            }
            if (lineEnd === -1) {
                break;
            }
            parseLine(chunk, searchIndex, lineEnd);
            if (checkForBufferOverflow())
                return '';
            searchIndex = lineEnd + 1;
            // If we just consumed a `\r` and the next char is `\n`, skip it so the
            // pair is treated as a single terminator rather than an empty line.
            if (chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF) {
                searchIndex++;
            }
            // Reuse unconsumed matches and failed searches instead of rescanning the suffix.
            if (crIndex !== -1 && crIndex < searchIndex) {
                crIndex = chunk.indexOf('\r', searchIndex);
            }
            if (lfIndex !== -1 && lfIndex < searchIndex) {
                lfIndex = chunk.indexOf('\n', searchIndex);
            }
        }
        return chunk.slice(searchIndex);
    }
    function parseLine(chunk, start, end) {
        if (start === end) {
            dispatchEvent();
            return;
        }
        const firstCharCode = chunk.charCodeAt(start);
        if (isDataPrefix(chunk, start, firstCharCode)) {
            // 'data:'.length === 5, 'data: '.length === 6
            const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
            const value = chunk.slice(valueStart, end);
            data = dataLines === 0 ? value : `${data}\n${value}`;
            dataLines++;
            return;
        }
        if (isEventPrefix(chunk, start, firstCharCode)) {
            // 'event:'.length === 6, 'event: '.length === 7
            eventType =
                chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || undefined;
            return;
        }
        // Fast path for "id:" — 'i' = 105, 'd' = 100, ':' = 58
        if (firstCharCode === 105 &&
            chunk.charCodeAt(start + 1) === 100 &&
            chunk.charCodeAt(start + 2) === 58) {
            // 'id:'.length === 3, 'id: '.length === 4
            const value = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
            // If the field value does not contain U+0000 NULL, then set the `ID` buffer to
            // the field value. Otherwise, ignore the field.
            if (!value.includes('\0'))
                id = value;
            return;
        }
        // Comment line — ':' = 58
        if (firstCharCode === 58) {
            if (onComment) {
                const line = chunk.slice(start, end);
                // skip ':' (+1), or ': ' (+2) when a space follows
                onComment(line.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
            }
            return;
        }
        const line = chunk.slice(start, end);
        const fieldSeparatorIndex = line.indexOf(':');
        if (fieldSeparatorIndex === -1) {
            processField(line, '', line);
            return;
        }
        const field = line.slice(0, fieldSeparatorIndex);
        // skip ':' (+1), or ': ' (+2) when a space follows
        const offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
        const value = line.slice(fieldSeparatorIndex + offset);
        processField(field, value, line);
    }
    function processField(field, value, line) {
        // Field names must be compared literally, with no case folding performed.
        switch (field) {
            case 'event':
                // Set the `event type` buffer to field value
                eventType = value || undefined;
                break;
            case 'data':
                data = dataLines === 0 ? value : `${data}\n${value}`;
                dataLines++;
                break;
            case 'id':
                // If the field value does not contain U+0000 NULL, then set the `ID` buffer to
                // the field value. Otherwise, ignore the field.
                if (!value.includes('\0'))
                    id = value;
                break;
            case 'retry':
                // If the field value consists of only ASCII digits, then interpret the field value as an
                // integer in base ten, and set the event stream's reconnection time to that integer.
                // Otherwise, ignore the field.
                if (/^\d+$/.test(value)) {
                    onRetry === null || onRetry === void 0 ? void 0 : onRetry(parseInt(value, 10));
                }
                else {
                    onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Invalid \`retry\` value: "${value}"`, {
                        type: 'invalid-retry',
                        value,
                        line,
                    }));
                }
                break;
            default:
                // Otherwise, the field is ignored.
                onError === null || onError === void 0 ? void 0 : onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}…` : field}"`, { type: 'unknown-field', field, value, line }));
                break;
        }
    }
    function dispatchEvent() {
        if (id !== undefined) {
            onId === null || onId === void 0 ? void 0 : onId(id);
        }
        if (dataLines > 0) {
            onEvent === null || onEvent === void 0 ? void 0 : onEvent({
                id,
                event: eventType,
                data,
            });
        }
        id = undefined;
        data = '';
        dataLines = 0;
        eventType = undefined;
    }
    function reset(options = {}) {
        if (options.consume && pendingFragments.length > 0) {
            const incompleteLine = pendingFragments.join('');
            parseLine(incompleteLine, 0, incompleteLine.length);
        }
        bomPrefix = '';
        id = undefined;
        data = '';
        dataLines = 0;
        eventType = undefined;
        pendingFragments.length = 0;
        pendingFragmentsLength = 0;
        terminated = false;
        skippingLine = false;
        skipNextLineFeed = false;
    }
    return { feed, reset };
}
/**
 * Checks if `chunk` starts with the literal `data:` at index `i`.
 *
 * Equivalent to `chunk.startsWith('data:', i)`, but benchmarks show this
 * hand-unrolled char-code comparison is ~20% faster on common event types.
 * The caller passes `firstCharCode` (the code at `i`) so it can be reused
 * across prefix checks.
 *
 * ASCII: 'd' = 100, 'a' = 97, 't' = 116, 'a' = 97, ':' = 58
 */
function isDataPrefix(chunk, i, firstCharCode) {
    return (firstCharCode === 100 &&
        chunk.charCodeAt(i + 1) === 97 &&
        chunk.charCodeAt(i + 2) === 116 &&
        chunk.charCodeAt(i + 3) === 97 &&
        chunk.charCodeAt(i + 4) === 58);
}
/**
 * Checks if `chunk` starts with the literal `event:` at index `i`.
 *
 * See {@link isDataPrefix} for why this is hand-unrolled rather than using
 * `String.prototype.startsWith`.
 *
 * ASCII: 'e' = 101, 'v' = 118, 'e' = 101, 'n' = 110, 't' = 116, ':' = 58
 */
function isEventPrefix(chunk, i, firstCharCode) {
    return (firstCharCode === 101 &&
        chunk.charCodeAt(i + 1) === 118 &&
        chunk.charCodeAt(i + 2) === 101 &&
        chunk.charCodeAt(i + 3) === 110 &&
        chunk.charCodeAt(i + 4) === 116 &&
        chunk.charCodeAt(i + 5) === 58);
}
function isPotentialField(line, field) {
    let i = 1;
    while (i < line.length && i < field.length) {
        if (line.charCodeAt(i) !== field.charCodeAt(i)) {
            return false;
        }
        i++;
    }
    return line.length <= field.length || line.charCodeAt(field.length) === 58;
}
//# sourceMappingURL=parse.js.map

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId].call(module.exports, module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
var __webpack_exports__ = {};

// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  e: () => (/* binding */ run)
});

// EXTERNAL MODULE: external "node:process"
var external_node_process_ = __nccwpck_require__(1708);
// EXTERNAL MODULE: ./build/packages/client/deploy-client.js + 1 modules
var deploy_client = __nccwpck_require__(2878);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/src/github/pull.js
var github_pull = __nccwpck_require__(7322);
// EXTERNAL MODULE: ./build/src/github/trigger.js
var github_trigger = __nccwpck_require__(9357);
// EXTERNAL MODULE: ./build/src/action-process.js + 20 modules
var action_process = __nccwpck_require__(1841);
// EXTERNAL MODULE: ./build/src/annotations.js
var annotations = __nccwpck_require__(5823);
// EXTERNAL MODULE: ./build/src/approval-link.js
var approval_link = __nccwpck_require__(7803);
// EXTERNAL MODULE: ./build/src/failure.js
var failure = __nccwpck_require__(7279);
// EXTERNAL MODULE: ./build/src/github-reporter.js
var github_reporter = __nccwpck_require__(2930);
// EXTERNAL MODULE: ./build/src/post-state.js
var post_state = __nccwpck_require__(2843);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
;// CONCATENATED MODULE: ./build/src/preview/build-log.js

const TAIL_LINES = 20;
const RECENT_LINES = 2000;
/** Longest piece of a line that is kept, characters: an error and its place are shorter. */
const MAX_KEPT_LINE_CHARS = 2000;
/** Most that is held back for a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;
/** Most that waits for a slow reader of the log before the stream is held back, characters. */
const MAX_WAITING_CHARS = 128 * 1024;
/**
 * Prints a build's log through the runner, in order: one group per pipeline step.
 * @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build.
 */
function createBuildLog(mode, runner) {
    const recent = [];
    const held = [];
    let heldChars = 0;
    let droppedLines = 0;
    let printed = Promise.resolve();
    let waitingChars = 0;
    let openGroup;
    function write(event) {
        if (event.kind !== "log") {
            const sentence = describe(event);
            if (sentence !== undefined)
                note(sentence);
            return;
        }
        const { stream, lines } = event;
        for (const line of lines.slice(-RECENT_LINES))
            recent.push(line.slice(0, MAX_KEPT_LINE_CHARS));
        // Twice the bound before it is cut, so that a line costs no copy of all the others.
        if (recent.length > 2 * RECENT_LINES)
            recent.splice(0, recent.length - RECENT_LINES);
        const batch = { stream, lines, chars: lines.reduce((sum, line) => sum + line.length + 1, 0) };
        if (mode === "stream")
            print(batch);
        else if (mode === "on-failure")
            hold(batch);
    }
    function hold(batch) {
        held.push(batch);
        heldChars += batch.chars;
        while (heldChars > MAX_HELD_CHARS && held.length > 1) {
            const first = held.shift();
            heldChars -= first?.chars ?? 0;
            droppedLines += first?.lines.length ?? 0;
        }
    }
    /** Prints what was held back, once the build failed. */
    function printHeld() {
        if (droppedLines > 0)
            note(`${droppedLines} earlier lines of the build log were not kept.`);
        for (const batch of held.splice(0))
            print(batch);
    }
    function print({ stream, lines, chars }) {
        waitingChars += chars;
        enqueue(async () => {
            if (stream !== openGroup) {
                closeGroup();
                runner.group((0,untrusted_text/* logText */.kc)(stream));
                openGroup = stream;
            }
            await runner.untrustedLines(lines);
            waitingChars -= chars;
        });
    }
    function note(sentence) {
        enqueue(() => {
            closeGroup();
            runner.info((0,untrusted_text/* logText */.kc)(sentence));
        });
    }
    function enqueue(print) {
        const before = printed;
        printed = (async () => {
            await before;
            await print();
        })();
    }
    function closeGroup() {
        if (openGroup !== undefined)
            runner.endGroup();
        openGroup = undefined;
    }
    return {
        write,
        printHeld,
        /** Waits until the reader of the log has nearly caught up, or the signal aborts. */
        ready: async (signal) => {
            if (waitingChars > MAX_WAITING_CHARS)
                await raceAbort(printed, signal);
        },
        /** Waits until everything is printed, and closes the open group. */
        finish: async (signal) => {
            await raceAbort(printed, signal);
            closeGroup();
        },
        /** The last lines, oldest first; untrusted. */
        tail: () => recent.slice(-TAIL_LINES),
        /** All lines that are kept for finding errors, oldest first; untrusted. */
        recent: () => recent.slice(-RECENT_LINES),
    };
}
function describe(event) {
    switch (event.kind) {
        case "status":
            return `Deployment is ${event.status}.`;
        case "gap":
            return `Lines of the build log may be missing here: ${event.why}`;
        case "unknown":
            return `The service sent a ${event.what} this version does not know: ${event.name}`;
        case "error":
            return `The service is not responding (${event.error.code}); retrying.`;
    }
}
/** Waits for work, but not longer than a signal allows. */
async function raceAbort(work, signal) {
    if (signal.aborted)
        return;
    let stop = () => undefined;
    const aborted = new Promise((resolve) => {
        stop = resolve;
    });
    signal.addEventListener("abort", stop, { once: true });
    await Promise.race([work, aborted]);
    signal.removeEventListener("abort", stop);
}

// EXTERNAL MODULE: ./build/packages/client/create.js
var create = __nccwpck_require__(4368);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __nccwpck_require__(7681);
// EXTERNAL MODULE: ./build/src/service-url.js + 1 modules
var service_url = __nccwpck_require__(3312);
// EXTERNAL MODULE: ./build/src/preview/outcome.js
var preview_outcome = __nccwpck_require__(5650);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __nccwpck_require__(4683);
;// CONCATENATED MODULE: ./build/src/preview/plan.js


const SKIPS = {
    fork_without_secrets: {
        message: "This pull request comes from a fork, and GitHub gives its runs no secrets",
        hint: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
    },
    dependabot_without_secrets: {
        message: "This run was started by Dependabot, which has its own secret store",
        hint: "Add the token to the repository's Dependabot secrets under the same name.",
    },
    branch_deleted: {
        message: "This push deletes its branch, so there is no commit to deploy",
        hint: "Nothing needs to be done.",
    },
    pull_closed: {
        message: "The pull request is closed",
        hint: "Leave 'closed' out of the workflow's pull_request types, or use the close action for it.",
    },
    no_commit: {
        message: "This event names no commit to deploy",
        hint: "Set the input 'commit-sha'.",
    },
};
/**
 * Says why a trigger cannot be deployed with the secrets it has.
 * Checked before the inputs are: on a fork the missing token is not the author's mistake.
 * @param hasToken Whether the input `token` holds anything.
 * @see GitHub documentation, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
function secretlessReason(trigger, hasToken) {
    if (hasToken || !(trigger.dependabot || trigger.fromFork))
        return undefined;
    const code = trigger.dependabot ? "dependabot_without_secrets" : "fork_without_secrets";
    return { code, ...SKIPS[code] };
}
function makePlan(trigger, inputs) {
    if (trigger.deleted && inputs.commitSha === undefined)
        return skip("branch_deleted");
    if (trigger.pull?.kind === "named" && trigger.pull.state === "closed")
        return skip("pull_closed");
    const commitSha = inputs.commitSha ?? trigger.head?.sha;
    if (commitSha === undefined)
        return skip("no_commit");
    // A fork's branch named 'main' must not pass as ours: its commits go without a branch.
    const branch = inputs.branch ?? (trigger.fromFork ? undefined : (trigger.head?.branch ?? undefined));
    const body = { environment: "preview", commitSha, ...(branch === undefined ? {} : { branch }) };
    return {
        kind: "deploy",
        site: inputs.site,
        commitSha,
        branch,
        body: JSON.stringify(body),
        keyScope: {
            serviceOrigin: inputs.baseUrl.origin,
            repositoryId: trigger.repository.id,
            runNonce: inputs.forceNew ? `${trigger.run.id}.${trigger.run.attempt}` : undefined,
            given: inputs.idempotencyKey,
        },
    };
}
function skip(code) {
    return { kind: "skip", reason: { code, ...SKIPS[code] } };
}
/**
 * Makes the idempotency key of attempt `n`.
 * @returns The workflow's own key, or one that is the same on every machine.
 */
function idempotencyKey({ given, serviceOrigin, repositoryId, runNonce }, attempt) {
    return given ?? (0,create/* deriveKey */.Hz)({ version: create/* KEY_VERSION */.pF, serviceOrigin, repositoryId, runNonce, ...attempt });
}
/** Describes what a run would send; the token is in none of it. */
function describePlan(plan, inputs, trigger) {
    const { site, commitSha, body } = plan;
    const base = inputs.baseUrl.href.replace(/(?<!\/)\/+$/, "");
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const row = { siteId: site, site, status: "queued", commitSha, runUrl, runId, runAttempt };
    const comment = {
        group: inputs.commentGroup,
        rows: [row],
        createdByRun: runId,
        run: row,
        written: [row],
        ...(inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate }),
    };
    return {
        site,
        lines: [
            `Request: POST ${base}/sites/${encodeURIComponent(site)}/deploy`,
            `Idempotency-Key: ${describeKey(plan)}`,
            `Body: ${body}`,
            `Pull request: ${describePull(inputs, trigger)}`,
        ],
        comment: inputs.comment === "off" ? undefined : comment,
        outputs: { "commit-sha": commitSha },
    };
}
function describeKey({ keyScope, site, body }) {
    if (keyScope.given === undefined && !limits/* UUID_PATTERN */.JJ.test(site)) {
        return `derived from the id of site '${site}', which is read from the service first`;
    }
    return idempotencyKey(keyScope, { siteId: site, body, n: 1 });
}
function describePull({ pullNumber, comment }, { pull }) {
    if (comment === "off")
        return "none, since the input 'comment' is 'off'";
    if (pullNumber !== undefined)
        return `#${pullNumber}`;
    if (pull === null)
        return "none belongs to this event";
    if (pull.kind === "search")
        return `the open one of branch '${pull.headBranch}', if there is one`;
    return `#${pull.number}`;
}

// EXTERNAL MODULE: ./build/src/preview/report.js + 2 modules
var report = __nccwpck_require__(5891);
;// CONCATENATED MODULE: ./build/src/preview/deploy.js










/**
 * Makes the deployment of a plan, once, and follows it to its end; outputs, log and pull request are updated on the way.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4, §6
 */
async function deploy(context) {
    const progress = { statusTimes: new Map() };
    try {
        const outcome = await createAndFollow(context, progress);
        return { ...progress, outcome };
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return { ...progress, outcome: (0,preview_outcome/* failedCallOutcome */.CU)(error) };
        throw error;
    }
}
async function createAndFollow(context, progress) {
    const { runner, client, clock, inputs, trigger, plan, buildLog, reporter, stop, deadlineAt } = context;
    const { site, commitSha, body, keyScope } = plan;
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(deadlineAt - clock.monotonic())));
    const onRetry = (notice) => runner.info(retrySentence(notice));
    const options = { signal: AbortSignal.any([stop, time]), deadlineAt, onRetry };
    const { id: siteId } = await (0,create/* resolveSite */.q0)(client, site, options);
    const facts = { siteId, site, commitSha, run: trigger.run };
    progress.row = facts;
    (0,annotations/* writeOutputs */.Kn)(runner, { "site-id": siteId });
    const fixed = keyScope.given !== undefined;
    const keyOf = (n) => idempotencyKey(keyScope, { siteId, body, n });
    const onQuotaWait = ({ code }) => {
        runner.info((0,untrusted_text/* log */.Rm) `The workspace is at its build limit (${code}); waiting for a build to end.`);
        (0,post_state/* savePostState */.Li)(runner, { facts });
        reporter.push((0,report/* liveRow */.ls)(facts, "queued", undefined));
    };
    const request = { siteId, body, keyOf, fixed, onQuota: inputs.onQuota };
    const { deployment, n, reused } = await (0,create/* deployOnce */.ZT)(client, request, { ...options, onQuotaWait });
    progress.accepted = { siteId, deploymentId: deployment.id, reused, attempt: fixed ? undefined : n };
    (0,annotations/* writeOutputs */.Kn)(runner, (0,report/* acceptedOutputs */.Yc)(progress.accepted));
    const how = reused ? "made by an earlier run" : "accepted by the service";
    runner.info((0,untrusted_text/* log */.Rm) `Deployment ${deployment.id} of ${site}, ${how}.`);
    // A deployment that has ended needs no wait, so its end is reported all the same.
    if (!inputs.wait && !(0,contract_status/* isTerminal */.Hd)(deployment.status))
        return { kind: "accepted", deployment };
    // Loaded while the service starts the build: the POST need not wait for it.
    const { follow } = await __nccwpck_require__.e(/* import() */ 945).then(__nccwpck_require__.bind(__nccwpck_require__, 6945));
    // Loaded while the build runs, for the link and the QR code at its end.
    void Promise.allSettled([__nccwpck_require__.e(/* import() */ 250).then(__nccwpck_require__.bind(__nccwpck_require__, 6250)), Promise.all(/* import() */[__nccwpck_require__.e(33), __nccwpck_require__.e(675)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2675))]);
    const end = await follow(client, deployment, {
        signal: stop,
        clock,
        timeoutMs: Math.max(1, deadlineAt - clock.monotonic()),
        ready: buildLog.ready,
        onEvent: (event) => {
            buildLog.write(event);
            if (event.kind !== "status")
                return;
            const { status, at } = event;
            if (at !== undefined && !progress.statusTimes.has(status))
                progress.statusTimes.set(status, at);
            // An end is reported once, with all that belongs to it.
            if (!(0,report/* isLive */.DG)(event))
                return;
            (0,post_state/* savePostState */.Li)(runner, { facts, deployment });
            reporter.push((0,report/* liveRow */.ls)(facts, status, deployment));
        },
    });
    return (0,preview_outcome/* followedOutcome */.$4)(end, (0,service_url/* publicUrl */.x6)(end.deployment.previewUrl, inputs.baseUrl));
}
function retrySentence({ error, waitMs, attempt }) {
    return (0,untrusted_text/* log */.Rm) `Request ${attempt} to the service failed (${error.code}: ${error.detail}); retrying in ${(waitMs / 1000).toFixed(1)} s.`;
}

// EXTERNAL MODULE: ./build/src/preview/inputs.js
var preview_inputs = __nccwpck_require__(7929);
// EXTERNAL MODULE: ./build/src/preview/publish.js + 1 modules
var publish = __nccwpck_require__(9854);
;// CONCATENATED MODULE: ./build/src/preview/run.js
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

















/** Runs the preview action: reads what started it, deploys, follows, reports. */
async function runPreview(process) {
    const startedAt = clock/* systemClock */.ml.monotonic();
    const runner = (0,action_process/* startRunner */.py)();
    try {
        const ended = await preview(process, runner, startedAt);
        if (ended !== undefined)
            reportUnsent(runner, ended);
    }
    catch (error) {
        // A bug of ours is reported like any other end; outputs that were written before stay.
        reportUnsent(runner, { kind: "lost", deployment: undefined, failure: (0,failure/* internalFailure */.et)(error) });
    }
}
/** @returns How the run ended when nothing was sent; undefined when a dry run or a deployment has reported itself. */
async function preview(process, runner, startedAt) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const event = (0,github_trigger/* readTrigger */.v)(process.env, runner.eventPayload());
        const secretless = secretlessReason(event, runner.input("token") !== "");
        if (secretless !== undefined)
            return { kind: "skipped", reason: secretless };
        const read = (0,preview_inputs/* readInputs */.K)((name) => runner.input(name));
        if (read.kind === "invalid") {
            return { kind: "refused", failure: { code: "invalid_input", message: read.problems.join(" "), hint: "" } };
        }
        const { inputs } = read;
        const stop = __addDisposableResource(env_1, (0,action_process/* listenForStop */.rr)(process), false);
        const trigger = inputs.dryRun ? event : await resolveHeadCommit(event, inputs, stop.signal);
        const plan = makePlan(trigger, inputs);
        if (plan.kind === "skip")
            return { kind: "skipped", reason: plan.reason };
        if (inputs.dryRun) {
            (0,annotations/* printDryRun */.AG)(runner, describePlan(plan, inputs, trigger));
            return undefined;
        }
        const deadlineAt = startedAt + inputs.timeoutMs;
        await deployAndReport({ runner, trigger, inputs, plan, clock: clock/* systemClock */.ml, stop: stop.signal, deadlineAt });
        return undefined;
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function deployAndReport(run) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, trigger, plan, clock, stop, deadlineAt } = run;
        const { baseUrl, token } = inputs;
        const { commitSha, branch } = plan;
        (0,annotations/* writeOutputs */.Kn)(runner, { "commit-sha": commitSha });
        const client = (0,deploy_client/* createDeployClient */.p)({ baseUrl, token, userAgent: preview_inputs/* USER_AGENT */._, clock });
        const buildLog = createBuildLog(inputs.logs, runner);
        const reporter = (0,publish/* createReporter */.A)({ runner, inputs, trigger, clock });
        const { outcome, row, accepted, statusTimes } = await deploy({ ...run, client, buildLog, reporter });
        const [approval, qr] = await Promise.all([requestLink(run, client, outcome, row?.siteId), drawQrCode(outcome)]);
        if (outcome.kind === "failed")
            buildLog.printHeld();
        const time = __addDisposableResource(env_2, (0,action_process/* reportTimeLimit */.bt)(deadlineAt - clock.monotonic(), stop), false);
        await buildLog.finish(time.signal);
        const times = (0,preview_outcome/* timings */.EX)((0,preview_outcome/* deploymentOf */.PE)(outcome) ?? {}, statusTimes);
        const facts = { outcome, inputs, commitSha, branch, accepted, approval, times, qr, row };
        const final = (0,report/* report */.z8)({ ...facts, previous: reporter.previous(), logTail: buildLog.tail() });
        // Before GitHub is waited for: whatever happens there, this much is known.
        (0,report/* writeReport */.u5)(runner, final, outcome.kind === "failed" ? buildLog.recent() : []);
        (0,annotations/* writeOutputs */.Kn)(runner, await reporter.flush(final.row, time.signal));
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(stop.aborted && time.signal.aborted))
            (0,post_state/* markFinished */.UI)(runner);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        __disposeResources(env_2);
    }
}
const APPROVAL_MS = 10_000;
/** Requests the link for approving a release of the preview; that alone requests and publishes nothing. */
async function requestLink({ inputs, plan, stop }, client, outcome, siteId = plan.site) {
    if (outcome.kind !== "ready")
        return { kind: "off" };
    const deploymentId = outcome.deployment.id;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(APPROVAL_MS)]);
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId };
    return (0,approval_link/* approvalLink */.M)(inputs, { siteId, deploymentId }, async () => {
        // Loaded while the build ran.
        const { requestPublish } = await __nccwpck_require__.e(/* import() */ 250).then(__nccwpck_require__.bind(__nccwpck_require__, 6250));
        return requestPublish(client, request, { signal });
    });
}
/** Draws the preview's URL while the service makes the link, since either takes as long as the other. */
async function drawQrCode(outcome) {
    if (outcome.kind !== "ready")
        return undefined;
    // Loaded while the build ran.
    const { qrCode } = await Promise.all(/* import() */[__nccwpck_require__.e(33), __nccwpck_require__.e(675)]).then(__nccwpck_require__.bind(__nccwpck_require__, 2675));
    // The request for the link leaves first.
    await new Promise((resolve) => setImmediate(resolve));
    return qrCode(outcome.previewUrl);
}
/** Longest wait for GitHub to name a commit, milliseconds. */
const HEAD_COMMIT_MS = 30_000;
/**
 * Reads from GitHub the head of a pull request of which the event gives only the number, as comments do.
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only here.
 * @returns The trigger with its head, or as it was when GitHub named none.
 */
async function resolveHeadCommit(trigger, inputs, stop) {
    const { head, pull } = trigger;
    if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined || inputs.githubToken === undefined) {
        return trigger;
    }
    const signal = AbortSignal.any([stop, AbortSignal.timeout(HEAD_COMMIT_MS)]);
    const found = await (0,github_pull/* findPull */.p)(await (0,github_reporter/* githubOnce */.nC)(inputs, trigger)(), trigger, { clock: clock/* systemClock */.ml, signal });
    if (found.kind !== "found")
        return trigger;
    const { headSha, headBranch, fork } = found.pull;
    return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}
/** Reports a run that sent nothing. */
function reportUnsent(runner, outcome) {
    const inputs = { site: "", timeoutMs: 0, onTimeout: "fail" };
    const times = { queuedSeconds: undefined, buildSeconds: undefined };
    (0,report/* writeReport */.u5)(runner, (0,report/* report */.z8)({ outcome, inputs, approval: { kind: "off" }, times, logTail: [] }));
}

;// CONCATENATED MODULE: ./build/src/index.js


/**
 * Runs an entry of the actions; the launchers in `dist` call nothing else.
 * The process ends by itself, with the exit status in `process.exitCode`, so that nothing written is lost.
 * @param name Which one.
 */
async function run(name) {
    switch (name) {
        case "preview":
            // Not a chunk of its own: each file more that is loaded before the first request costs it time.
            return runPreview(external_node_process_);
        case "post":
            return (await __nccwpck_require__.e(/* import() */ 574).then(__nccwpck_require__.bind(__nccwpck_require__, 9574))).runPost(external_node_process_);
        case "production":
            return (await Promise.all(/* import() */[__nccwpck_require__.e(250), __nccwpck_require__.e(161), __nccwpck_require__.e(240)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4240))).runProduction(external_node_process_);
        case "production-post":
            return (await Promise.all(/* import() */[__nccwpck_require__.e(250), __nccwpck_require__.e(161), __nccwpck_require__.e(771)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5771))).runPost(external_node_process_);
        case "close":
            return (await __nccwpck_require__.e(/* import() */ 107).then(__nccwpck_require__.bind(__nccwpck_require__, 2107))).runClose(external_node_process_);
    }
}

var __webpack_exports__run = __webpack_exports__.e;
export { __webpack_exports__run as run };
