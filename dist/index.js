import * as __WEBPACK_EXTERNAL_MODULE__unused_cjs_1decb3f7__ from "./unused.cjs";
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

/***/ 1603:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

var x = (y) => {
	var x = {}; __nccwpck_require__.d(x, y); return x
} 
var y = (x) => (() => (x))
module.exports = x({ ["ProxyAgent"]: () => (__WEBPACK_EXTERNAL_MODULE__unused_cjs_1decb3f7__.ProxyAgent), ["fetch"]: () => (__WEBPACK_EXTERNAL_MODULE__unused_cjs_1decb3f7__.fetch) });

/***/ }),

/***/ 874:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("./unused.cjs");

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

/***/ 3024:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");

/***/ }),

/***/ 1455:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 6760:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");

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

/***/ 3827:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  ZT: () => (/* binding */ deployOnce),
  Hz: () => (/* binding */ deriveKey),
  q0: () => (/* binding */ resolveSite)
});

// UNUSED EXPORTS: originOf

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var contract_clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __nccwpck_require__(4683);
;// CONCATENATED MODULE: ./build/packages/contract/nearest.js
const letters = (name) => name.toLowerCase().replaceAll(/[_-]/g, "");
/**
 * Finds the known name that may be meant by another one: it begins with that, or few letters differ.
 * @param lettersPerError Of how many letters one may differ.
 * @returns Undefined when no name is like it.
 */
function nearest(name, known, lettersPerError = 2.5) {
    const given = letters(name);
    if (given.length > 40)
        return undefined;
    const [best] = known
        .map((each) => {
        const other = letters(each);
        return { each, distance: given.length >= 4 && other.startsWith(given) ? 1 : distance(given, other) };
    })
        .toSorted((left, right) => left.distance - right.distance);
    return best !== undefined && best.distance <= Math.max(1, Math.floor(given.length / lettersPerError))
        ? best.each
        : undefined;
}
/** How many letters to add, take away or replace. [Levenshtein] */
function distance(left, right) {
    let row = Array.from({ length: right.length + 1 }, (_, index) => index);
    for (const [at, letter] of Array.from(left).entries()) {
        const next = [at + 1];
        for (const [index, other] of Array.from(right).entries()) {
            const [above = 0, corner = 0, before = 0] = [row[index + 1], row[index], next[index]];
            next.push(Math.min(above + 1, before + 1, corner + (letter === other ? 0 : 1)));
        }
        row = next;
    }
    return row.at(-1) ?? 0;
}

// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __nccwpck_require__(7681);
// EXTERNAL MODULE: ./build/packages/client/deploy-client.js
var deploy_client = __nccwpck_require__(1263);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
;// CONCATENATED MODULE: ./build/packages/client/create.js







const MAX_ATTEMPTS = 50;
/**
 * Creates a deployment once, however often it is called for it. A create responds with what was stored under the key:
 * a record from before this call that failed or was canceled gives way to the next attempt, one that failed during
 * this call never.
 * @param options Signal and deadline of the whole call, waits at the limit of builds included.
 * @throws {ClientError} The service's error, `deployment_mismatch`, `invalid_request` after 50 failed attempts, or why
 *   no response came.
 * @see Interface §4 rules 1 to 3
 */
async function deployOnce(client, wanted, options = {}) {
    const { clock } = client.transport;
    const skippedDeployments = [];
    const { siteId, request } = wanted;
    const { environment, commitSha, sourceDeploymentId } = request;
    // The record of every attempt says the same.
    const madeFor = { siteId, environment, commitSha, sourceDeploymentId };
    const body = JSON.stringify(request);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const key = checkedKey(typeof wanted.key === "string" ? wanted.key : wanted.key(attempt, body));
        const sentAt = clock.monotonic();
        const created = await createWithinQuota(client, { ...wanted, body, key }, options);
        const accepted = (0,deploy_client/* assertSame */.ZQ)(created.deployment, madeFor);
        const origin = originOf(created, clock.monotonic() - sentAt);
        const deployment = origin.fresh ? accepted : await readNow(client, accepted, options);
        const superseded = origin.before && endedBefore(deployment, created.dateMs);
        if (!superseded || typeof wanted.key === "string") {
            return { deployment, key, attempt, reused: origin.before, skippedDeployments };
        }
        skippedDeployments.push(deployment.id);
    }
    throw (0,errors/* invalidCall */.Yf)("invalid_request", `The last ${MAX_ATTEMPTS} deployments of this request all failed`, "Fix the build, or force a new deployment.");
}
function checkedKey(key) {
    if (limits/* IDEMPOTENCY_KEY_PATTERN */.XK.test(key))
        return key;
    const hint = "Use 1 to 255 visible ASCII characters without blanks.";
    throw (0,errors/* invalidCall */.Yf)("invalid_request", "The idempotency key is malformed", hint);
}
/** When that fails, the caller follows it by its id and finds out why. */
async function readNow(client, deployment, options) {
    return client.deployments.get(deployment.id, { ...options, madeFor: deployment }).catch((error) => {
        if (error instanceof errors/* ClientError */.MZ)
            return deployment;
        throw error;
    });
}
/** How much older than the first request a record may look and still count as made by it, milliseconds. */
const AGE_MARGIN_MS = 2000;
/**
 * @returns `before`: an earlier call made the deployment (false when unsure). `fresh`: this call certainly did, so the
 *   response is up to date.
 */
function originOf({ deployment, dateMs, replayed, tries }, elapsedMs) {
    if (replayed === false)
        return { before: false, fresh: true };
    // The first request of this call was a replay, so an earlier call made it.
    if (replayed === true && tries === 1)
        return { before: true, fresh: false };
    // By the service's own clock.
    const ageMs = (dateMs ?? Number.NaN) - Date.parse(deployment.createdAt ?? "");
    if (Number.isNaN(ageMs))
        return { before: false, fresh: false };
    const before = ageMs > elapsedMs + AGE_MARGIN_MS;
    return { before, fresh: !before && replayed === undefined };
}
function endedBefore(deployment, respondedMs) {
    if (deployment.status !== "failed" && deployment.status !== "canceled")
        return false;
    const finishedMs = Date.parse(deployment.finishedAt ?? "");
    // `Date` counts whole seconds: the response may have left up to a second later.
    return !(respondedMs !== undefined && finishedMs >= respondedMs + 1000);
}
/** How often a create is sent again at most, when a place was free and another job took it first. */
const MAX_QUOTA_ROUNDS = 1000;
async function createWithinQuota(client, { siteId, body, key, pullRequest, onQuota }, options) {
    for (let round = 1;; round += 1) {
        try {
            return await client.deployments.create(siteId, { body, key, pullRequest }, options);
        }
        catch (error) {
            if (!(error instanceof errors/* ClientError */.MZ) || error.retry !== "on_capacity")
                throw error;
            if (onQuota !== "wait" || round >= MAX_QUOTA_ROUNDS)
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
/** When the running builds cannot be read, or there are none. */
const FALLBACK_POLL_MS = 60_000;
/** A build runs for 20 minutes at most, a service may allow more. */
const MAX_POLLS = 180;
/** @throws {ClientError} `quotaError` when the time left is too short to wait. [§8: not on a timer] */
async function waitForCapacity(client, quotaError, options) {
    const { clock, random } = client.transport;
    const pause = async (ms) => {
        const waitMs = ms * (1 + random() / 4);
        if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity))
            throw quotaError;
        await (0,contract_clock/* wait */.uk)(clock, waitMs, options.signal);
        if (options.signal?.aborted === true)
            throw (0,errors/* abortedError */.ip)(options.signal, false);
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
/** @returns Undefined when the token may not see them. */
async function runningBuilds(client, options) {
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
/** A new one gives new keys for everything. */
const KEY_VERSION = 1;
/**
 * Derives the idempotency key of an attempt: equal parts give equal keys, on every machine and for ever.
 * @returns A UUID of version 8. [RFC 9562 §5.8]
 */
function deriveKey(parts) {
    const { serviceOrigin, repositoryId, siteId, body, attempt, runNonce } = parts;
    const named = ["greenroom", KEY_VERSION, serviceOrigin, repositoryId, siteId, body, attempt, runNonce ?? null];
    const bytes = (0,external_node_crypto_.createHash)("sha256").update(JSON.stringify(named)).digest().subarray(0, 16);
    // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
/**
 * Finds the site that the user named: an id needs no request, nor does the slug that the service gave with a run's
 * token.
 * @throws {ClientError} `invalid_request`, `site_not_found`, `site_ambiguous`, and those of GET /sites
 */
async function resolveSite(client, idOrSlug, options = {}) {
    if (limits/* UUID_PATTERN */.JJ.test(idOrSlug))
        return { id: idOrSlug.toLowerCase() };
    if (!limits/* SLUG_PATTERN */.ZT.test(idOrSlug)) {
        const hint = "Use the site's id, or its slug of lower-case letters, digits and hyphens.";
        throw (0,errors/* invalidCall */.Yf)("invalid_request", "The site is neither a UUID nor a slug", hint);
    }
    const own = await client.transport.siteOfToken(options);
    if (own?.slug === idOrSlug)
        return { id: own.id };
    const { sites } = await client.sites.list(options);
    const [site, second] = sites.filter(({ slug, status }) => slug === idOrSlug && status !== "archived");
    if (second !== undefined) {
        const message = `The token sees more than one site with the slug '${idOrSlug}'`;
        throw new errors/* ClientError */.MZ({ kind: "refused", code: "site_ambiguous", message, hint: "Use the site's id." });
    }
    if (site !== undefined)
        return { id: site.id };
    // They only improve the message: if they cannot be listed, the error stays the same.
    const archived = await client.sites.listArchived(options).catch(() => []);
    throw siteNotFound(idOrSlug, sites, archived);
}
function siteNotFound(slug, sites, archived) {
    const refused = (message, hint) => new errors/* ClientError */.MZ({ kind: "refused", code: "site_not_found", message, hint });
    if ([...sites, ...archived].some((site) => site.slug === slug)) {
        return refused(`The site '${slug}' is archived`, "Restore it, then try again.");
    }
    const slugs = sites.map((site) => site.slug);
    const meant = nearest(slug, slugs);
    return refused(`The token sees ${slugs.length} ${slugs.length === 1 ? "site" : "sites"}, none with the slug '${slug}'`, meant === undefined
        ? "Check the slug, and that the token belongs to the site's workspace."
        : `Did you mean '${meant}'? If not, check that the token belongs to the site's workspace.`);
}


/***/ }),

/***/ 1263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ps: () => (/* binding */ createOperations),
/* harmony export */   VL: () => (/* binding */ withQuery),
/* harmony export */   ZQ: () => (/* binding */ assertSame),
/* harmony export */   c3: () => (/* binding */ listOf),
/* harmony export */   ed: () => (/* binding */ received),
/* harmony export */   py: () => (/* binding */ createDeployClient)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5717);
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(1423);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2551);
/* harmony import */ var _transport_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(3583);





/**
 * Makes a client for sites and deployments; nothing is sent until an operation is called.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createDeployClient(settings) {
    const transport = (0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .createTransport */ .oO)(settings);
    const { read } = createOperations(transport);
    return {
        sites: {
            async list(options) {
                const call = { method: "GET", path: (0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .pathOf */ .XM)("listSites", {}), data: listOf(received("ReceivedSite")) };
                const { data, entitlements } = await transport.call(call, options);
                return { sites: data, entitlements };
            },
            listArchived: read("listArchivedSites", listOf(received("ReceivedSite"))),
        },
        deployments: createDeployments(transport),
        /** Reads a deployment's event stream, reconnecting where it broke off; ends when the service ends it. */
        async *events(deploymentId, options) {
            // Loaded when the deployment is there: the first request leaves the sooner.
            const { readEvents } = await Promise.all(/* import() */[__nccwpck_require__.e(85), __nccwpck_require__.e(1)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5001));
            yield* readEvents(transport, deploymentId, options);
        },
        /** The one path to the network. */
        transport,
    };
}
function createDeployments(transport) {
    const { read } = createOperations(transport);
    const deployment = received("ReceivedDeployment");
    const readRecord = read("getDeployment", deployment);
    const close = read("closePullRequest", received("ReceivedClosedPullRequest"));
    /** Newest first, whole or a page of it; `nextCursor` is null on the last page. */
    async function list(path, query, options) {
        const call = { method: "GET", path: withQuery(path, query), data: listOf(deployment) };
        const { data, nextCursor } = await transport.call(call, options);
        return { deployments: data, nextCursor };
    }
    return {
        /** Creates a deployment, or gets the one its key already made. */
        async create(siteId, request, options) {
            const { body, key, pullRequest } = request;
            const path = (0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .pathOf */ .XM)("createDeployment", { siteId });
            const label = pullRequest && (0,_greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__/* .writePullRequest */ .Ej)(pullRequest);
            const headers = label === undefined ? {} : { [_greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__/* .PULL_REQUEST_HEADER */ .gT]: label };
            const call = { method: "POST", path, body, idempotencyKey: key, headers, data: deployment };
            const { data, replayed, dateMs, tries } = await transport.call(call, options);
            return { deployment: data, replayed, dateMs, tries };
        },
        /**
         * Reads the record, which is the authority; what it leaves out it gets of `madeFor`.
         * @throws {ClientError} `deployment_mismatch` for another's record
         */
        get: async (deploymentId, options) => assertSame(await readRecord(deploymentId, options), { ...options?.madeFor, id: deploymentId }),
        list: async (query = {}, options) => list((0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .pathOf */ .XM)("listDeployments", {}), query, options),
        listForSite: async (siteId, query = {}, options) => list((0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .pathOf */ .XM)("listSiteDeployments", { siteId }), query, options),
        cancel: read("cancelDeployment", deployment),
        closePullRequest: async (siteId, pullRequest, options) => close(siteId, String(pullRequest), options),
    };
}
function listOf(load) {
    return async () => (await load()).array();
}
/** Schemas are loaded with the first response: the first request leaves the sooner. */
function received(name) {
    return async () => (await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(108)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8108)))[name];
}
/**
 * Makes methods of operations: each takes the parameters of the path in order, the body if any, and the options of the
 * call.
 */
function createOperations(transport) {
    async function call(name, data, given, write) {
        const names = (0,_greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_2__/* .parameterNames */ .u6)(name);
        const parameters = Object.fromEntries(names.map((parameter, index) => [parameter, given[index]]));
        const rest = given.slice(names.length);
        const body = write?.(rest.shift());
        const path = (0,_transport_js__WEBPACK_IMPORTED_MODULE_0__/* .pathOf */ .XM)(name, parameters);
        const { method } = (0,_greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_2__/* .endpointOf */ .X5)(name);
        return (await transport.call({ method, path, body, data }, rest[0])).data;
    }
    return {
        read: (name, data) => async (...given) => call(name, data, given),
        send: (name, data) => async (...given) => call(name, data, given, JSON.stringify),
        sendBytes: (name, data) => async (...given) => call(name, data, given, (body) => body),
        /** An operation that leaves nothing to read. */
        remove: (name) => async (...given) => {
            await call(name, received("Anything"), given);
        },
    };
}
/**
 * Throws when a record is that of another deployment; what either side leaves open is not compared.
 * @returns The record, with what it leaves open as it is known.
 * @throws {ClientError} `deployment_mismatch`
 */
function assertSame(record, known) {
    const wrong = NAMES.find((name) => {
        const [given, wanted] = [record[name], known[name]];
        return typeof given === "string" && typeof wanted === "string" && differs(name, given, wanted);
    });
    if (wrong !== undefined) {
        const shown = `'${String(record[wrong]).slice(0, MAX_SHOWN_CHARS)}' in place of '${known[wrong]}'`;
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_3__/* .ClientError */ .MZ({
            kind: "protocol",
            code: "deployment_mismatch",
            message: `The service responded with the record of another deployment: its ${wrong} is ${shown}`,
            hint: "Report this to the operator of the service, or of the proxy in front of it.",
        });
    }
    return {
        ...record,
        siteId: record.siteId ?? known.siteId,
        environment: record.environment ?? known.environment,
        commitSha: record.commitSha ?? known.commitSha,
        sourceDeploymentId: record.sourceDeploymentId ?? known.sourceDeploymentId,
    };
}
const NAMES = ["id", "siteId", "environment", "commitSha", "sourceDeploymentId"];
function differs(name, given, wanted) {
    const [one, other] = [given.toLowerCase(), wanted.toLowerCase()];
    // [§2] Which format a site has within a record is not shown: only ids of one format can be compared.
    if (name === "siteId")
        return _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_4__/* .UUID_PATTERN */ .JJ.test(one) && _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_4__/* .UUID_PATTERN */ .JJ.test(other) && one !== other;
    // A short id is completed by the service.
    if (name === "commitSha")
        return !one.startsWith(other) && !other.startsWith(one);
    return given !== wanted;
}
const MAX_SHOWN_CHARS = 100;
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
/* unused harmony export LOCAL_CODES */
/** Codes of errors that the service did not send. */
const LOCAL_CODES = (/* unused pure expression or super */ null && ([
    "aborted",
    "answer_too_large",
    "certificate_invalid",
    "connection_failed",
    "deployment_mismatch",
    "folder_rejected",
    "invalid_base_url",
    "invalid_request",
    "mcp_tool_failed",
    "mcp_tool_missing",
    "prebuilt_unsupported",
    "redirect_refused",
    "site_ambiguous",
    "stream_ended",
    "timed_out",
    "tls_failed",
    "unexpected_answer",
]));
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
    /** Limit of the request, milliseconds, when it was what ended it. */
    timeoutMs;
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
        this.timeoutMs = init.timeoutMs;
        this.status = init.status;
        this.retryAfterSeconds = init.retryAfterSeconds;
        this.webApprovalUrl = init.webApprovalUrl;
        this.requestId = init.requestId;
        this.issues = init.issues ?? [];
        this.#init = init;
    }
    /** The same error with some of its parts changed. */
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
/** The error of an aborted signal: `timed_out` when its reason is a timeout, else `aborted`. */
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
function timedOutError(outcomeUnknown, cause) {
    const hint = "Run it again to resume the same deployment.";
    const message = "Timed out before the service responded";
    return new ClientError({ kind: "timed_out", code: "timed_out", message, hint, outcomeUnknown, cause });
}
const NOT_SENT = new Map([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "host not found"],
    ["EAI_AGAIN", "DNS lookup failed"],
    ["EHOSTUNREACH", "host unreachable"],
    ["ENETUNREACH", "network unreachable"],
    ["EADDRNOTAVAIL", "EADDRNOTAVAIL"],
]);
/**
 * Names a failure of the socket; one that would be the same the next time is not retried.
 * @param timeoutMs The limit, when it was what ended the request.
 */
function connectionError(cause, url, timeoutMs) {
    if (cause instanceof ClientError)
        return cause;
    const code = errorCode(cause);
    const failed = (parts) => new ClientError({ kind: "unreachable", code: "connection_failed", cause: bare(cause), ...parts });
    if (timeoutMs !== undefined) {
        const message = `${url.origin} did not respond within ${Math.round(timeoutMs / 100) / 10} s`;
        return failed({ message, hint: CONNECTION_HINT, retry: "same_key", outcomeUnknown: true, timeoutMs });
    }
    if (code === "CERT_HAS_EXPIRED") {
        return failed({
            code: "certificate_invalid",
            message: `The certificate of ${url.origin} has expired`,
            hint: "Renew it where it is served, and check the clock of this machine.",
        });
    }
    if (/CERT|^ERR_TLS_|SIGNATURE|HOSTNAME_MISMATCH/.test(code)) {
        return failed({
            code: "certificate_invalid",
            message: `The certificate of ${url.origin} is not valid (${code})`,
            hint: "Fix the certificate, or give the runner the authority that signed it in NODE_EXTRA_CA_CERTS.",
        });
    }
    if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
        return failed({
            code: "tls_failed",
            message: `${url.origin} does not speak TLS as this client does (${tlsReason(cause) ?? code})`,
            hint: "Check the port: it must serve https, with TLS 1.2 or newer.",
        });
    }
    const tunnel = tunnelFailure(cause);
    if (tunnel.status !== undefined) {
        return failed({
            message: `The proxy responded ${tunnel.status} to the request for a connection to ${url.origin}`,
            hint: "Check the credentials in HTTPS_PROXY and what the proxy allows, or list the host in NO_PROXY.",
            retry: tunnel.status < 500 ? "never" : "same_key",
        });
    }
    const notSent = NOT_SENT.get(tunnel.code ?? code);
    const noName = (tunnel.code ?? code) === "ENOTFOUND";
    return failed({
        message: notSent === undefined
            ? `Lost the connection to ${url.origin} (${code})`
            : `Could not connect to ${tunnel.code === undefined ? "" : "the proxy for "}${url.origin} (${notSent})`,
        hint: noName ? `Check the host name${tunnel.code === undefined ? "" : " in HTTPS_PROXY"}.` : CONNECTION_HINT,
        retry: noName ? "never" : "same_key",
        outcomeUnknown: notSent === undefined,
    });
}
const CONNECTION_HINT = "Is the service running? Check the base URL, the network and the proxy settings.";
/** OpenSSL's own words, such as `wrong version number`. */
function tlsReason(cause) {
    const reason = typeof cause === "object" && cause !== null && "reason" in cause ? cause.reason : undefined;
    return typeof reason === "string" && /^[\w .-]{1,100}$/.test(reason) ? reason : undefined;
}
/** A response of the proxy, or a code of its socket; the transport tells by words alone. */
function tunnelFailure(cause) {
    const message = cause instanceof Error ? cause.message : "";
    const why = /^tunneling socket could not be established, (?:statusCode=(\d{3})$|cause=.*?\b(E[A-Z_]{2,30})\b)/.exec(message);
    if (why?.[1] !== undefined)
        return { status: Number(why[1]) };
    return why?.[2] === undefined ? {} : { code: why[2] };
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
  FQ: () => (/* binding */ keepConnections),
  qF: () => (/* binding */ parseJson),
  lq: () => (/* binding */ readHttpDate),
  D$: () => (/* binding */ readRetryAfter),
  yR: () => (/* binding */ readText),
  tN: () => (/* binding */ send),
  ux: () => (/* binding */ within)
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
    return await within({ url: request.url, timeoutMs: limits.timeoutMs, signal }, async (either) => {
        const message = await send(request, either);
        const status = message.statusCode ?? 0;
        const text = await readText(message, status >= 400 ? limits.maxErrorBytes : limits.maxResponseBytes);
        return { status, headers: message.headers, text };
    });
}
/** Works within a time, unless a signal ends it; what the work leaves open, such as a stream, has no limit. */
async function within(bounds, work) {
    const { url, timeoutMs, signal, readsOnly = false } = bounds;
    const late = new AbortController();
    // The reason is for what the request waits for, such as its token: that ends as the request does.
    const abort = () => late.abort((0,errors/* connectionError */.$t)(undefined, url, timeoutMs));
    const timer = setTimeout(abort, Math.min(timeoutMs, clock/* MAX_TIMER_MS */._o));
    try {
        return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
    }
    catch (cause) {
        if (signal?.aborted === true)
            throw (0,errors/* abortedError */.ip)(signal, !readsOnly);
        throw (0,errors/* connectionError */.$t)(cause, url, late.signal.aborted ? timeoutMs : undefined);
    }
    finally {
        clearTimeout(timer);
    }
}
/** Longest silence of a socket; every caller has a shorter limit of its own. */
const SOCKET_TIMEOUT_MS = 24 * 3600 * 1000;
/**
 * Sends a request, without following a redirect, and returns with the head of its response.
 * @throws What the socket threw; {@link connectionError} names it.
 */
async function send(request, signal) {
    signal.throwIfAborted();
    // The other side may close a kept connection just as a POST leaves, which looks like a lost response.
    const http = openHttp(false);
    http.handlers = [prepareWith(signal, requireCertificate)];
    return await sendBy(http, request);
}
function openHttp(keepAlive) {
    const bounds = { allowRedirects: false, allowRetries: false, socketTimeout: SOCKET_TIMEOUT_MS };
    const http = new lib/* HttpClient */.Qq(undefined, [], { ...bounds, keepAlive });
    // With a name of its own, the library would replace the header of the request.
    http.userAgent = undefined;
    return http;
}
async function sendBy(http, { method, url, headers, ...request }) {
    const { body = null } = request;
    const sent = body instanceof Uint8Array ? external_node_stream_namespaceObject.Readable.from([body]) : body;
    return (await http.request(method, url.href, sent, { ...headers })).message;
}
/** Servers keep a connection without a request for five seconds or more. */
const MAX_IDLE_MS = 4000;
/**
 * Makes a sender that keeps its connections, for a server other than the service, such as a GitHub of your own: which
 * certificates are accepted is left to Node.js.
 */
function keepConnections(clock) {
    let http = openHttp(true);
    let running = 0;
    let idleFrom = clock.monotonic();
    const ended = () => {
        running -= 1;
        idleFrom = clock.monotonic();
    };
    return async (request, signal) => {
        signal.throwIfAborted();
        if (running === 0 && clock.monotonic() - idleFrom > MAX_IDLE_MS) {
            http.dispose();
            http = openHttp(true);
        }
        http.handlers = [prepareWith(signal)];
        running += 1;
        try {
            const message = await sendBy(http, request);
            message.once("close", ended);
            return message;
        }
        catch (error) {
            ended();
            throw error;
        }
    };
}
function prepareWith(signal, also) {
    return {
        prepareRequest(options) {
            options.signal = signal;
            // The brackets of an IPv6 literal belong to the URL, not to the host that is connected to.
            if (typeof options.host === "string")
                options.host = options.host.replace(/^\[(.*)\]$/, "$1");
            endTunnelWith(signal, options.agent);
            also?.(options);
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
 * Reads a body to its end; unlike the transport's own reader it ends when the peer drops the connection.
 * @returns Undefined when the body is longer, or in an encoding that was not requested.
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
/**
 * Reads `Retry-After`: seconds or an HTTP date. [RFC 9110 §10.2.3]
 * @param nowMs The response's own time, epoch milliseconds, so that a wrong clock here does not count.
 * @returns Seconds, rounded up; undefined when missing or garbage.
 */
function readRetryAfter(value, nowMs) {
    const text = value?.trim() ?? "";
    if (/^\d+$/.test(text))
        return Number(text);
    const date = readHttpDate(text);
    return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}
/** Reads an HTTP date in any of its three forms; undefined when missing or garbage. [RFC 9110 §5.6.7] */
function readHttpDate(value) {
    const text = value?.trim() ?? "";
    // Date.parse takes nearly anything; the three forms start with the name of a day.
    if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text))
        return undefined;
    const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
    return Number.isFinite(ms) ? ms : undefined;
}


/***/ }),

/***/ 9624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   sO: () => (/* binding */ RETRY_LIMITS),
/* harmony export */   ux: () => (/* binding */ repeat)
/* harmony export */ });
/* unused harmony export decideRetry */
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(237);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(2551);


const RETRY_LIMITS = {
    /** One request, from connect to the last byte of its response. */
    requestTimeoutMs: 30_000,
    /** All tries of one call, when no `deadlineAt` is nearer. */
    callTimeoutMs: 10 * 60_000,
    maxTries: 8,
    maxRateLimitedTries: 30,
    /** First wait before a retry; doubles each time. */
    backoffBaseMs: 500,
    /** Longest wait before a retry that the service did not name. */
    backoffCapMs: 30_000,
};
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
            // The limit of a request may end it a moment before the clock says so.
            const timeIsOver = timeLeftMs <= 0 || (error.timeoutMs ?? 0) >= leftMs;
            if (timeIsOver && error.kind === "unreachable")
                throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .timedOutError */ ._R)(outcomeUnknown, error);
            const decision = decideRetry(error, { tries, timeLeftMs, repeatable, limits }, settings.random());
            if (decision.kind === "stop")
                throw decision.error;
            options.onRetry?.({ error, waitMs: decision.waitMs, tries });
            await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_1__/* .wait */ .uk)(clock, decision.waitMs, options.signal);
        }
    }
}
/** After a response that requires a wait without saying how long. */
const DEFAULT_RETRY_MS = 1000;
/** Decides by the rule of the error whether the same request goes out again, and when. [§7, §8] */
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

/***/ 3583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $p: () => (/* binding */ redactor),
/* harmony export */   VT: () => (/* binding */ assertServiceUrl),
/* harmony export */   XM: () => (/* binding */ pathOf),
/* harmony export */   bz: () => (/* binding */ isProtected),
/* harmony export */   cW: () => (/* binding */ isLoopbackHost),
/* harmony export */   dX: () => (/* binding */ urlBelow),
/* harmony export */   oO: () => (/* binding */ createTransport)
/* harmony export */ });
/* unused harmony export DEFAULT_LIMITS */
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(237);
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(1423);
/* harmony import */ var _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(1634);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(2551);
/* harmony import */ var _http_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2091);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9624);







const DEFAULT_LIMITS = {
    ..._retry_js__WEBPACK_IMPORTED_MODULE_0__/* .RETRY_LIMITS */ .sO,
    maxResponseBytes: 1024 * 1024,
    maxErrorBytes: 256 * 1024,
    /** Longest silence on an event stream; longer than the heartbeat. */
    streamIdleMs: 3 * _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_1__/* .STREAM_HEARTBEAT_MS */ .JZ,
    /** Longest event of a stream, characters. */
    maxEventChars: 1024 * 1024,
    /** Shortest time between two connects to a stream. */
    reconnectFloorMs: 1000,
    reconnectCapMs: 30_000,
    /** Most connects in a row that bring no event. */
    maxEmptyConnects: 4,
};
/** Makes the path to the network; throws `invalid_base_url` or `invalid_request`. */
function createTransport(settings) {
    const { baseUrl, token, userAgent, clock = _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_2__/* .systemClock */ .ml, random = Math.random } = settings;
    const limits = { ...DEFAULT_LIMITS, ...settings.limits };
    assertServiceUrl(baseUrl);
    if (typeof token === "string")
        assertToken(token);
    let reached = false;
    /** By token: one that was renewed is still a secret. */
    const redactors = new Map();
    const redact = (text) => [...redactors.values()].reduce((rest, each) => each(rest), text);
    const named = (request) => {
        return { ...request, headers: { ...request.headers, "user-agent": userAgent } };
    };
    const sendForToken = (bounds, signal) => {
        return (request, maxMs = Infinity) => (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .exchange */ .cv)(named(request), { ...bounds, timeoutMs: Math.min(bounds.timeoutMs, maxMs) }, signal);
    };
    const authorized = async (request, bounds, signal) => {
        const present = typeof token === "string" ? token : (await getToken(token, sendForToken(bounds, signal))).token;
        if (!redactors.has(present))
            redactors.set(present, redactor(present));
        return named({ ...request, headers: { ...request.headers, authorization: `Bearer ${present}` } });
    };
    const repeated = (repeatable, options, once) => (0,_retry_js__WEBPACK_IMPORTED_MODULE_0__/* .repeat */ .ux)({ clock, random, limits, repeatable }, { ...options, onRetry: options.onRetry ?? settings.onRetry }, once);
    return {
        baseUrl,
        clock,
        random,
        limits,
        redact,
        async call(call, options = {}) {
            const request = requestOf(baseUrl, call);
            const repeatable = REPEATABLE.has(call.method) || call.idempotencyKey !== undefined;
            return await repeated(repeatable, options, async (timeoutMs, tries) => {
                const bounds = { ...limits, timeoutMs };
                const sending = authorized(request, bounds, options.signal).then((sent) => (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .exchange */ .cv)(sent, bounds, options.signal));
                const response = await sending.catch((error) => {
                    // A service that has responded before exists: a fault of its name or TLS will pass.
                    const passes = reached && error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ && PASSING_CODES.has(error.code);
                    throw passes && error.retry === "never" ? error.with({ retry: "same_key" }) : error;
                });
                reached = true;
                const text = response.text === undefined ? undefined : redact(response.text);
                // Loaded now that there is something to read: the request left the sooner.
                const { dateOf, readData } = await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(47)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8047));
                const read = readData({ ...response, text }, await call.data(), clock.now());
                return { ...read, dateMs: dateOf(response), replayed: flag(response.headers["idempotency-replayed"]), tries };
            });
        },
        async siteOfToken(options = {}) {
            if (typeof token === "string")
                return undefined;
            const ask = (timeoutMs) => getToken(token, sendForToken({ ...limits, timeoutMs }, options.signal));
            return (await repeated(true, options, ask)).site;
        },
        async open(request, signal) {
            assertServiceUrl(request.url);
            return await (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .send */ .tN)(await authorized(request, { ...limits, timeoutMs: limits.requestTimeoutMs }, signal), signal);
        },
    };
}
/** [RFC 9110 §9.2.2] Sent twice they have the effect of once. */
const REPEATABLE = new Set(["GET", "PUT"]);
const PASSING_CODES = new Set(["connection_failed", "tls_failed"]);
/** However the request for a token ended, the request that needs the token was not sent. */
async function getToken(source, send) {
    try {
        const given = await source(send);
        assertToken(given.token);
        return given;
    }
    catch (error) {
        throw error instanceof _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ ? error.with({ outcomeUnknown: false }) : error;
    }
}
function requestOf(baseUrl, call) {
    const { method, path, body, idempotencyKey } = call;
    const headers = { ...call.headers, accept: "application/json", "accept-encoding": "gzip" };
    if (typeof body === "string")
        headers["content-type"] = "application/json";
    if (body instanceof Uint8Array) {
        headers["content-type"] = "application/octet-stream";
        headers["content-length"] = String(body.byteLength);
    }
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
/** Says whether a token may be sent to a URL: https, or http to a loopback address. [§1: all requests require TLS] */
function isProtected(url) {
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}
/** Says whether the host of a parsed URL can only mean this machine. [RFC 6761 §6.3, RFC 1122 §3.2.1.3] */
function isLoopbackHost(hostname) {
    return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/** Throws `invalid_base_url` when a token must not be sent to a URL. */
function assertServiceUrl(url) {
    if (!isProtected(url)) {
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .invalidCall */ .Yf)("invalid_base_url", `${url.protocol}//${url.host} is not encrypted, so the token could be read on its way`, "Use an https URL; http is for localhost, 127.0.0.1 and [::1] only.");
    }
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        const message = `The URL of ${url.host} has a user name, a query or a fragment`;
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .invalidCall */ .Yf)("invalid_base_url", message, "Give the bare URL, and the token separately.");
    }
}
/** Anything else in a header is rejected deep in the socket, with the token in the message. */
function assertToken(token) {
    if (/^[\x21-\x7e]+$/.test(token))
        return;
    throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .invalidCall */ .Yf)("invalid_request", "The token is empty or has a blank or a control character", "Copy it again.");
}
/**
 * Makes the function that takes a token out of a text, also in base64. It runs before the text is cut, since a piece of
 * a token could not be recognised. JSON may spell a character of the token as an escape, so the text a reader of the
 * JSON would see is checked too.
 */
function redactor(token) {
    const forms = [...new Set([token, JSON.stringify(token).slice(1, -1), ...(0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_5__/* .base64Forms */ .ft)(token)])];
    const plain = (text) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    return (text) => {
        const redacted = plain(text);
        const value = redacted.includes("\\") ? (0,_http_js__WEBPACK_IMPORTED_MODULE_3__/* .parseJson */ .qF)(redacted) : undefined;
        const read = value === undefined ? "" : JSON.stringify(value);
        return forms.some((form) => read.includes(form)) ? plain(read) : redacted;
    };
}
/** Puts a percent-encoded path, with a leading slash and its query, below a base URL with or without a path. */
function urlBelow(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path);
}
/**
 * Fills the parameters into the path of an operation.
 * @throws {ClientError} `invalid_request`, when a parameter cannot be one segment of a path.
 */
function pathOf(name, parameters) {
    try {
        return (0,_greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_6__/* .routePath */ .dA)(name, parameters);
    }
    catch (cause) {
        const message = cause instanceof Error ? cause.message.split(";")[0] : undefined;
        throw (0,_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .invalidCall */ .Yf)("invalid_request", message ?? `The parameters of ${name} are wrong`, "Give the id as received.");
    }
}


/***/ }),

/***/ 237:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ timeoutSignal),
/* harmony export */   _o: () => (/* binding */ MAX_TIMER_MS),
/* harmony export */   ml: () => (/* binding */ systemClock),
/* harmony export */   uk: () => (/* binding */ wait)
/* harmony export */ });
/* unused harmony export instant */
/** Longest delay of a Node timer, milliseconds; a longer one fires after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
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
/** @returns Whether the whole time passed before the signal aborted. */
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
 * Makes a signal that aborts with a `TimeoutError` after some milliseconds, or with another signal; it keeps no process
 * running.
 */
function timeoutSignal(ms, signal) {
    // Not by `AbortSignal.timeout`: as a part of another signal it may be collected, and its time is never over.
    const late = new AbortController();
    const abort = () => late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    const timer = setTimeout(abort, Math.min(Math.max(Math.ceil(ms), 1), MAX_TIMER_MS)).unref();
    if (signal === undefined)
        return late.signal;
    const either = AbortSignal.any([signal, late.signal]);
    // Only a signal that has a listener keeps what happened to its parts.
    either.addEventListener("abort", () => clearTimeout(timer), { once: true });
    return either;
}
/** The present instant, or one some milliseconds later, as it is stored and sent: ISO 8601 UTC with milliseconds. */
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
/* unused harmony exports ERRORS, BUILD_ERRORS */
const row = (status, retry, hint) => ({ status, retry, hint });
const final = (status, hint) => row(status, "never", hint);
/**
 * The one table of error codes: the service responds by it, the client retries by it, reports explain by it.
 * It has every code that the interface names, and every code that the service adds where the interface names none.
 * @see Interface §7
 */
const ERRORS = {
    // Named by the interface, in its order. [§7]
    idempotency_key_required: final(428, "Send an Idempotency-Key header; if you did, a proxy removed it."),
    idempotency_conflict: final(409, "The key was already used for another request; use a new key."),
    idempotency_key_conflict: final(409, "The key was already used for another request; use a new key."),
    deployment_not_found: final(404, "Check the deployment id, and that the token belongs to its workspace."),
    approval_required: final(428, "Ask a teammate to approve the release on the web; a token cannot publish."),
    source_deployment_required: final(428, "Set sourceDeploymentId to the ready preview to promote."),
    self_approval_forbidden: final(403, "Ask another member: the requester of a release cannot approve it."),
    build_quota_exceeded: row(429, "on_capacity", "Wait until a running build of the workspace ends, or cancel one."),
    site_not_found: final(404, "Check the site's id or slug, and that the token belongs to its workspace."),
    slug_taken: final(409, "Choose another slug."),
    project_not_found: final(404, "Check the project id, and that the token belongs to its workspace."),
    repohost_installation_not_found: final(404, "Install the repository host's app for this repository first."),
    deployment_target_not_implemented: final(400, "Choose a combination that GET /deployment-targets/capabilities lists as enabled."),
    rate_limited: row(429, "after_header", "Wait for the time in Retry-After; share one token among fewer jobs."),
    not_found: final(404, "Check the path and the id, and that the token belongs to its workspace."),
    // Not shown by the interface: who sends the request. [§5, §7]
    unauthenticated: final(401, "Check that the token was copied completely, or make a new one on the page Tokens."),
    insufficient_scope: final(403, "Create a token with the scope that the message names."),
    forbidden_role: final(403, "Ask a member whose role allows this."),
    web_session_required: final(403, "Sign in on the web; a token cannot do this."),
    user_actor_required: final(403, "Use the token of a person, not of a bot."),
    entitlement_required: final(403, "Ask the operator to enable this for the workspace."),
    step_up_required: final(401, "Enter your second factor again for this decision."),
    // Not shown by the interface: the shape of a request. [§7]
    validation_failed: final(400, "Fix the fields that the message names."),
    invalid_json: final(400, "Send a JSON object as the body."),
    invalid_cursor: final(400, "Use the nextCursor of the previous page, unchanged."),
    unsupported_media_type: final(415, "Send 'Content-Type: application/json'."),
    payload_too_large: final(413, "Send a body of at most 64 KiB."),
    method_not_allowed: final(405, "Use one of the methods in the Allow header."),
    tls_required: final(426, "Use https, and revoke the token: it was sent unencrypted."),
    misdirected_request: final(421, "Use the URL that the service is configured with."),
    // Not shown by the interface: the state of resources. [§3, §4]
    repository_not_connected: final(409, "Give the site a repositoryUrl first."),
    source_deployment_not_ready: final(409, "Promote a preview of this site whose status is ready."),
    deployment_not_cancelable: final(409, "It has ended. To remove its files, delete it."),
    deployment_in_use: final(409, "Do what the message names first: production uses the deployment, or it waits for a decision."),
    approval_not_requested: final(409, "Open the release on the web and request it; another member can then approve it."),
    approval_already_decided: final(409, "The request was approved or rejected, or it expired; make a new one."),
    pages_not_viewed: final(409, "Mark each changed page as viewed on the approval screen, then approve. The site's settings ask for it."),
    approval_blocked: final(409, "Have the comments resolved that the approval screen names, or override them with a reason if the site lets you."),
    comment_changed: final(409, "Read the comment again: it was edited or deleted meanwhile."),
    comparison_changed: final(409, "Look at the comparison that the error names, then decide again."),
    site_limit_reached: final(402, "Archive a site, or ask the operator to raise maxSites."),
    live_site_limit_reached: final(402, "Archive a live site, or ask the operator to raise maxLiveSites."),
    deployment_target_in_use: final(409, "Move the sites that use this target to another one first."),
    // Additive: files that were built elsewhere.
    prebuilt_refused: final(403, "Let the service build, or ask an owner or admin to set 'prebuilt' of the site."),
    upload_closed: final(409, "Create a new prebuilt deployment and upload to that one."),
    upload_incomplete: final(409, "Upload the files that are missing, then complete the upload."),
    upload_rejected: final(400, "Correct what the message names in the folder, then deploy again."),
    // The service itself.
    internal_error: row(500, "same_key", "Retry with the same key; report the requestId if the error stays."),
    try_again: row(503, "after_header", "Retry after the time in Retry-After."),
};
/** Also for a code that this version does not know: then a status of 5xx is an unknown outcome, all else is final. */
function errorRow(code, status) {
    if (Object.hasOwn(ERRORS, code))
        return ERRORS[code];
    const retry = status >= 500 ? "same_key" : "never";
    return { status, retry, hint: "This version does not know the code; see the change log of the service." };
}
/** Why a deployment failed or was canceled, with what its author can do. [§3: not shown] */
const BUILD_ERRORS = {
    clone_failed: "Check the repository URL, and that the service can read it.",
    commit_not_found: "Push the commit to the repository the site is connected to.",
    manifest_invalid: "Fix the field of greenroom.json that the message names.",
    detect_failed: "Add a greenroom.json that says how to build the site.",
    variable_missing: "Set the variable that the message names, or take its name out of 'environment' in greenroom.json.",
    install_failed: "Run the install command in a clean checkout; the log names each host that a build may not reach, and what to do.",
    build_failed: "Run the same command in a clean clone of the commit, where files that are not committed are missing as they are here.",
    output_missing: "Have the build write finished pages; when their folder has another name, set 'output' in greenroom.json.",
    home_broken: "Correct what the message names; for a site without a home page set 'home' to false in greenroom.json.",
    output_rejected: "Remove what the message names from the output folder.",
    limit_exceeded: "Make the build smaller, or ask the operator for a higher limit.",
    timed_out: "Make the build faster, or ask the operator for a longer limit.",
    storage_exhausted: "Ask the operator to free disk space.",
    storage_quota_exceeded: "Delete previews that are no longer needed with 'greenroom deployments delete', or ask the operator for a higher quota.",
    sandbox_unavailable: "Ask the operator to install bubblewrap.",
    source_unavailable: "Promote another ready preview; the files of this one were deleted.",
    worker_lost: "Make the build smaller: its workers were lost repeatedly, possibly because of it.",
    upload_unfinished: "Deploy the folder again; files of the site that the service has are not sent again.",
    canceled_by_user: "Deploy again when you want it.",
    superseded: "A newer commit of the branch replaced it.",
    site_archived: "Restore the site, then deploy again.",
};
const BUILD_ERROR_CODES = Object.keys(BUILD_ERRORS);
/** @returns What to do about a failed deployment, one sentence; undefined for a code this version does not know. */
function buildErrorHint(code) {
    return Object.hasOwn(BUILD_ERRORS, code) ? BUILD_ERRORS[code] : undefined;
}


/***/ }),

/***/ 5717:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ej: () => (/* binding */ writePullRequest),
/* harmony export */   gT: () => (/* binding */ PULL_REQUEST_HEADER),
/* harmony export */   xY: () => (/* binding */ MAX_PULL_REQUEST_NUMBER)
/* harmony export */ });
/* unused harmony exports titleLine, readPullRequest */
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4683);

/**
 * Header of a create request that names its pull request, apart from the body: an idempotency key identifies the body,
 * and a title may be edited between two tries.
 * @see Interface §9 (additive)
 */
const PULL_REQUEST_HEADER = "Greenroom-Pull-Request";
const MAX_PULL_REQUEST_NUMBER = 2_147_483_647;
/** Every character of a kept title can take twelve. */
const MAX_HEADER_CHARS = 4_096;
/** Longer texts are cut before they are read. */
const MAX_READ_CHARS = 16_384;
/** Control characters, and line breaks of any script. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What changes the order of other characters, or hides them; joiners are part of words and of pictures. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]+/gu;
/**
 * One line of text from a repository or a client, without what would break it or turn it around.
 * @param text Untrusted; at most {@link MAX_TITLE_CHARS} characters are kept.
 */
function titleLine(text) {
    const line = text.slice(0, MAX_READ_CHARS).toWellFormed().replaceAll(BREAKS, " ").replaceAll(INVISIBLE, "").trim();
    const characters = Array.from(line);
    return characters.length <= _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TITLE_CHARS */ .m1 ? line : `${characters.slice(0, _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TITLE_CHARS */ .m1 - 1).join("")}…`;
}
/**
 * Writes the value of {@link PULL_REQUEST_HEADER}: visible ASCII and blanks, whatever the title holds.
 * @returns `7;title=%"Open the box office"`, an integer with a display string; undefined for a number that is none.
 * @see RFC 9651 §3.1.2, §3.3.8
 */
function writePullRequest({ number, title = "" }) {
    if (!isNumber(number))
        return undefined;
    const encoded = titleLine(title).replaceAll(/[^\x20-\x7e]|[%"]/gu, (character) => encodeURIComponent(character).toLowerCase());
    return encoded === "" ? String(number) : `${number};title=%"${encoded}"`;
}
/**
 * Reads the value of {@link PULL_REQUEST_HEADER}.
 * @param header Untrusted, as sent.
 * @returns Undefined for anything else: a label is no reason to reject a deployment. [RFC 9651 §4.2]
 */
function readPullRequest(header) {
    if (header === undefined || header.length > MAX_HEADER_CHARS)
        return undefined;
    const found = /^([1-9]\d{0,9})(?:; *title=%"((?:[\x20\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*)")?$/.exec(header);
    const number = Number(found?.[1]);
    if (!found || !isNumber(number))
        return undefined;
    const title = decoded(found[2] ?? "");
    if (title === undefined)
        return undefined;
    return title === "" ? { number } : { number, title };
}
function isNumber(number) {
    return Number.isInteger(number) && number > 0 && number <= MAX_PULL_REQUEST_NUMBER;
}
/** @returns Undefined for what is not UTF-8. */
function decoded(text) {
    try {
        return titleLine(decodeURIComponent(text));
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 4683:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Gw: () => (/* binding */ BRANCH_PATTERN),
/* harmony export */   H4: () => (/* binding */ MAX_PAGE_SIZE),
/* harmony export */   JJ: () => (/* binding */ UUID_PATTERN),
/* harmony export */   JZ: () => (/* binding */ STREAM_HEARTBEAT_MS),
/* harmony export */   Ml: () => (/* binding */ COMMIT_SHA_PATTERN),
/* harmony export */   Q8: () => (/* binding */ isBranchName),
/* harmony export */   UH: () => (/* binding */ MAX_BRANCH_CHARS),
/* harmony export */   XK: () => (/* binding */ IDEMPOTENCY_KEY_PATTERN),
/* harmony export */   Z9: () => (/* binding */ MAX_SLUG_CHARS),
/* harmony export */   ZT: () => (/* binding */ SLUG_PATTERN),
/* harmony export */   hg: () => (/* binding */ characters),
/* harmony export */   m1: () => (/* binding */ MAX_TITLE_CHARS),
/* harmony export */   tT: () => (/* binding */ DEPLOYMENT_ID_PATTERN)
/* harmony export */ });
/* unused harmony exports MAX_BODY_BYTES, MAX_BODY_DEPTH, MCP_REQUESTS_PER_MINUTE, DEFAULT_PAGE_SIZE, IDEMPOTENCY_RETENTION_DAYS, CLIENT_ID_PATTERN, DEFAULT_DAILY_BUILDS, ONE_LINE_PATTERN */
/** Numbers and patterns of the interface, and the defaults where it names none. @see Interface §8 */
/** Longest JSON body a route reads, bytes. */
const MAX_BODY_BYTES = (/* unused pure expression or super */ null && (64 * 1024));
/** Deepest nesting of arrays and objects in a JSON body, levels. */
const MAX_BODY_DEPTH = 64;
/** Requests a minute for an MCP token, whatever the plan of the workspace. [§8] */
const MCP_REQUESTS_PER_MINUTE = 60;
/** Items on a page of a list when `limit` is absent but `cursor` is given. */
const DEFAULT_PAGE_SIZE = 50;
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
/** Name of a client in the device flow: 1 to 100 visible ASCII characters and blanks. */
const CLIENT_ID_PATTERN = /^[\x20-\x7e]{1,100}$/;
/** A commit: a full or abbreviated object name in lower-case hexadecimal. */
const COMMIT_SHA_PATTERN = /^[0-9a-f]{7,64}$/;
/** A deployment id: `dep_` and an opaque part. [§2] */
const DEPLOYMENT_ID_PATTERN = /^dep_[A-Za-z0-9_-]{1,64}$/;
/** Any UUID, whatever its version. [RFC 9562] */
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Builds that one author starts on a site within a day, where the site names no number: people stay below it. */
const DEFAULT_DAILY_BUILDS = 200;
const MAX_BRANCH_CHARS = 255;
/** Longest message of a commit and title of a pull request on a record, characters; longer ones are cut. */
const MAX_TITLE_CHARS = 256;
/** A git branch name that cannot be read as an option or a revision. @see git-check-ref-format(1) */
const BRANCH_PATTERN = /^(?!@$|[-/.])(?!.*(?:\.\.|@\{|\/[/.]|\.lock(?:\/|$)))[^\x00-\x20\x7f~^:?*[\\]*[^\x00-\x20\x7f~^:?*[\\/.]$/;
/** Says whether a text is the name of a branch. */
function isBranchName(name) {
    return characters(name) <= MAX_BRANCH_CHARS && BRANCH_PATTERN.test(name);
}
/** How long a text is, as every limit of the interface counts it: in characters, not in UTF-16 units. */
function characters(text) {
    return Array.from(text).length;
}
/** Text of one line: no control characters, and no line breaks of any script. */
const ONE_LINE_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;


/***/ }),

/***/ 1423:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   X5: () => (/* binding */ endpointOf),
/* harmony export */   dA: () => (/* binding */ routePath),
/* harmony export */   u6: () => (/* binding */ parameterNames)
/* harmony export */ });
/** Method and path of every operation, by its name. Without schemas: a client needs it before its first request. */
const ENDPOINTS = {
    listSites: "GET /sites",
    createSite: "POST /sites",
    listArchivedSites: "GET /sites/archived",
    getSite: "GET /sites/{siteId}",
    updateSite: "PATCH /sites/{siteId}",
    archiveSite: "DELETE /sites/{siteId}",
    restoreSite: "POST /sites/{siteId}/restore",
    listTrustRules: "GET /sites/{siteId}/trust-rules",
    createTrustRule: "POST /sites/{siteId}/trust-rules",
    removeTrustRule: "DELETE /sites/{siteId}/trust-rules/{ruleId}",
    listVariables: "GET /sites/{siteId}/variables",
    setVariable: "POST /sites/{siteId}/variables",
    removeVariable: "DELETE /sites/{siteId}/variables/{variableId}",
    listSiteDomains: "GET /sites/{siteId}/domains",
    addSiteDomain: "POST /sites/{siteId}/domains",
    updateSiteDomain: "PATCH /sites/{siteId}/domains/{domainId}",
    removeSiteDomain: "DELETE /sites/{siteId}/domains/{domainId}",
    checkSiteDomain: "POST /sites/{siteId}/domains/{domainId}/check",
    listShareLinks: "GET /sites/{siteId}/share-links",
    createShareLink: "POST /sites/{siteId}/share-links",
    revokeShareLink: "DELETE /sites/{siteId}/share-links/{linkId}",
    listPreviewTokens: "GET /sites/{siteId}/preview-tokens",
    createPreviewToken: "POST /sites/{siteId}/preview-tokens",
    revokePreviewToken: "DELETE /sites/{siteId}/preview-tokens/{tokenId}",
    getDeployKey: "GET /sites/{siteId}/deploy-key",
    createDeployKey: "POST /sites/{siteId}/deploy-key",
    removeDeployKey: "DELETE /sites/{siteId}/deploy-key",
    listRepositoryCredentials: "GET /repository-credentials",
    createRepositoryCredential: "POST /repository-credentials",
    removeRepositoryCredential: "DELETE /repository-credentials/{credentialId}",
    createDeployment: "POST /sites/{siteId}/deploy",
    listSiteDeployments: "GET /sites/{siteId}/deployments",
    listDeployments: "GET /deployments",
    getDeployment: "GET /deployments/{deploymentId}",
    streamDeploymentEvents: "GET /deployments/{deploymentId}/events",
    cancelDeployment: "POST /deployments/{deploymentId}/cancel",
    deleteDeployment: "DELETE /sites/{siteId}/deployments/{deploymentId}",
    closePullRequest: "POST /sites/{siteId}/pull-requests/{number}/close",
    getUpload: "GET /deployments/{deploymentId}/upload",
    listUpload: "PUT /deployments/{deploymentId}/upload",
    uploadFiles: "PUT /deployments/{deploymentId}/upload/files",
    completeUpload: "PUT /deployments/{deploymentId}/upload/complete",
    getProvenance: "GET /sites/{siteId}/deployments/{deploymentId}/provenance",
    getReview: "GET /sites/{siteId}/deployments/{deploymentId}/review",
    listComments: "GET /sites/{siteId}/comments",
    createComment: "POST /sites/{siteId}/comments",
    changeComment: "PATCH /sites/{siteId}/comments/{commentId}",
    listApprovals: "GET /approvals",
    getApproval: "GET /approvals/{requestId}",
    requestApproval: "POST /approvals",
    decideApproval: "POST /approvals/{requestId}/decision",
    listTargets: "GET /deployment-targets",
    listTargetCapabilities: "GET /deployment-targets/capabilities",
    createTarget: "POST /deployment-targets",
    updateTarget: "PATCH /deployment-targets/{id}",
    deleteTarget: "DELETE /deployment-targets/{id}",
    getCurrentToken: "GET /token",
    startDeviceAuthorization: "POST /oauth/device",
    pollDeviceToken: "POST /oauth/token",
};
function endpointOf(name) {
    const [method, path] = ENDPOINTS[name].split(" ");
    return { method, path };
}
/** Names of the parameters in the path of an operation, in order. */
function parameterNames(name) {
    return [...endpointOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
}
/**
 * Fills the parameters into the path of an operation, percent-encoded.
 * @throws {TypeError} When a parameter is empty, `.` or `..`, which no encoding keeps a segment.
 */
function routePath(name, parameters) {
    const values = new Map(Object.entries(parameters));
    return endpointOf(name).path.replaceAll(/\{(\w+)\}/g, (_, parameter) => {
        const value = values.get(parameter);
        if (typeof value !== "string" || value === "" || value === "." || value === "..") {
            throw new TypeError(`The ${parameter} of ${name} must be an id; it cannot be empty or a dot segment.`);
        }
        return encodeURIComponent(value);
    });
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
 * The edges from `queued` to `failed` and `canceled` are ours, for what ends before it was started: an upload that
 * stopped, what people cancel, and what is replaced. [§3]
 */
const TRANSITIONS = {
    queued: ["building", "failed", "canceled"],
    building: ["ready", "failed", "canceled"],
    ready: [],
    failed: [],
    canceled: [],
};
function isDeploymentStatus(status) {
    return DEPLOYMENT_STATUSES.includes(status);
}
/** Says whether a status is one a deployment never leaves; unknown statuses are not. */
function isTerminal(status) {
    return TERMINAL_STATUSES.includes(status);
}


/***/ }),

/***/ 1634:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Iy: () => (/* binding */ tokenPrefix),
/* harmony export */   O9: () => (/* binding */ IDENTITY_TOKEN_TYPE),
/* harmony export */   cm: () => (/* binding */ EXCHANGE_GRANT_TYPE),
/* harmony export */   ft: () => (/* binding */ base64Forms),
/* harmony export */   kc: () => (/* binding */ parseNamedSite),
/* harmony export */   oq: () => (/* binding */ TOKEN_KINDS),
/* harmony export */   rp: () => (/* binding */ exchangeTarget)
/* harmony export */ });
/* unused harmony exports ACCESS_TOKEN_TYPE, TOKEN_REALMS, TOKEN_PREFIXES */
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4683);

/** Grant type by which a run exchanges its identity token. [RFC 8693 §2.1] */
const EXCHANGE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange";
/** Type of the identity token. [RFC 8693 §3] */
const IDENTITY_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:id_token";
/** Type of the token that is issued. [RFC 8693 §3] */
const ACCESS_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:access_token";
/**
 * Names what an identity token is good for, one site or the sites of one workspace, and the address of the site.
 * @param origin Of the service.
 */
function exchangeTarget(origin, { workspace, site }) {
    if (workspace !== undefined) {
        const audience = `${origin}/w/${workspace}`;
        return { audience, resource: `${audience}/sites/${site}` };
    }
    const isId = _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .UUID_PATTERN */ .JJ.test(site);
    const resource = isId ? `${origin}/s/${site.toLowerCase()}` : `${origin}/sites/${site}`;
    return { audience: isId ? resource : origin, resource };
}
/**
 * Reads how a run names a site: `workspace/site`, a slug, or an id in lower case.
 * @returns Undefined for any other text.
 */
function parseNamedSite(text) {
    if (_limits_js__WEBPACK_IMPORTED_MODULE_0__/* .UUID_PATTERN */ .JJ.test(text))
        return { site: text.toLowerCase() };
    const parts = text.split("/");
    const [site = "", workspace] = parts.toReversed();
    const isSlug = (part) => _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .SLUG_PATTERN */ .ZT.test(part) && part.length <= _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_SLUG_CHARS */ .Z9;
    if (parts.length > 2 || !parts.every(isSlug) || _limits_js__WEBPACK_IMPORTED_MODULE_0__/* .UUID_PATTERN */ .JJ.test(site))
        return undefined;
    return workspace === undefined ? { site } : { workspace, site };
}
/** Kinds of credential that authenticate REST calls. [§5.2] */
const TOKEN_KINDS = ["pat", "mcp"];
/** An instance issues and accepts the tokens of one realm only: `test` in development, `live` otherwise. */
const TOKEN_REALMS = ["live", "test"];
/** Prefix of each kind in each realm. [§5.2] */
const TOKEN_PREFIXES = {
    pat: { live: "sk_live_", test: "sk_test_" },
    mcp: { live: "mcp_live_", test: "mcp_test_" },
};
/** Reads kind and realm off a token's prefix. @returns Undefined when no prefix matches. @see Interface §5.2 */
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

/***/ 7540:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  uq: () => (/* binding */ keptOf),
  CK: () => (/* binding */ loadPostState),
  UI: () => (/* binding */ markFinished),
  bt: () => (/* binding */ reportTimeLimit),
  Cs: () => (/* binding */ runAction),
  Li: () => (/* binding */ savePostState),
  py: () => (/* binding */ startRunner)
});

// UNUSED EXPORTS: listenForStop

// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __nccwpck_require__(237);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __nccwpck_require__(3024);
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
const summary = (/* unused pure expression or super */ null && (_summary));
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
// EXTERNAL MODULE: external "./unused.cjs"
var external_unused_cjs_ = __nccwpck_require__(1603);
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
    issueCommand('debug', {}, message);
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
function initialState({ env }) {
    return {
        env,
        secrets: [...(0,secrets/* knownSecrets */.xU)(env)],
        /** Those that were masked by `mask`; the runner masks its own by itself. */
        masked: new Set(),
        annotations: { notice: 0, warning: 0, error: 0 },
        broken: new Set(),
        summaryBytes: sizeOf(env["GITHUB_STEP_SUMMARY"] ?? ""),
        summaryFull: false,
    };
}
/**
 * Over `@actions/core`: every sink takes only text that is safe there, secrets are redacted in each, and the runner's
 * limits are kept. Outside a workflow outputs are shown in the log; state and summary are dropped.
 */
function createRunner(process) {
    const state = initialState(process);
    const redacted = (text) => (0,secrets/* redact */.E$)(text, state.secrets);
    const annotator = (kind) => (text, place) => {
        annotate(state, kind, { text, place });
    };
    return {
        input: (name) => getInput(name),
        mask: (secret) => mask(state, secret),
        /** What was masked, and the runner's own: none may leave in text for other places, such as a comment. */
        secrets: () => state.secrets,
        info: (text) => info(redacted(text)),
        /** Settles when the reader has kept up. */
        untrustedLines: createUntrustedWriter(process.stdout, redacted),
        group: (title) => startGroup(redacted(title)),
        endGroup: () => endGroup(),
        notice: annotator("notice"),
        warning: annotator("warning"),
        error: annotator("error"),
        /** Written at once, so that a killed step keeps it. */
        setOutput: (name, value) => runner_setOutput(state, name, value),
        saveState: (name, value) => void safely(state, "GITHUB_STATE", () => saveState(name, redacted(value))),
        state: (name) => getState(name),
        /** What would exceed 1 MiB is left out, with a note. */
        appendSummary: (text) => appendSummary(state, text),
        eventPayload: () => readEvent(process.env),
        fail: () => {
            process.exitCode = ExitCode.Failure;
        },
    };
}
function mask(state, secret) {
    const value = secret.trim();
    if (value === "" || state.masked.has(value))
        return;
    state.masked.add(value);
    // Without a runner no one would take the command out of the output.
    if (state.env["GITHUB_ACTIONS"] === "true")
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
    if ((state.env[file] ?? "") === "" || state.broken.has(file))
        return false;
    try {
        write();
        return true;
    }
    catch (error) {
        state.broken.add(file);
        const reason = error instanceof Error ? error.message : String(error);
        annotate(state, "warning", { text: (0,untrusted_text/* log */.Rm) `${file} cannot be written: ${reason}` });
        return false;
    }
}
function appendSummary(state, text) {
    const path = state.env["GITHUB_STEP_SUMMARY"] ?? "";
    if (path === "" || state.summaryFull)
        return;
    const added = (0,secrets/* redact */.E$)(String(text), state.secrets);
    state.summaryBytes += Buffer.byteLength(added) + 1;
    // [platform] Over 1 MiB nothing at all is uploaded; a part that does not fit is left out whole, so no fence stays open.
    state.summaryFull = state.summaryBytes > MAX_SUMMARY_BYTES - Buffer.byteLength(SUMMARY_CUT);
    const part = state.summaryFull ? SUMMARY_CUT : added;
    safely(state, "GITHUB_STEP_SUMMARY", () => (0,external_node_fs_.appendFileSync)(path, `${part}\n`));
}
function sizeOf(path) {
    try {
        return (0,external_node_fs_.statSync)(path).size;
    }
    catch {
        return 0;
    }
}
function readEvent(env) {
    const path = env["GITHUB_EVENT_PATH"] ?? "";
    try {
        if (path === "" || (0,external_node_fs_.statSync)(path).size > MAX_EVENT_BYTES)
            return undefined;
        return JSON.parse((0,external_node_fs_.readFileSync)(path, "utf8"));
    }
    catch {
        return undefined;
    }
}
const BATCH_CHARS = 64 * 1024;
/**
 * None of the lines can command the runner; core has no such call.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
function createUntrustedWriter(stdout, redacted) {
    let closed = false;
    // A log no one reads any more is no reason to die: the deployment goes on.
    stdout.on("error", () => {
        closed = true;
    });
    return async (lines) => {
        // Fresh for every block: a build that has seen one cannot end the next.
        const token = (0,external_node_crypto_.randomUUID)();
        let next = 0;
        while (next < lines.length) {
            if (closed)
                return;
            const batch = [];
            for (let chars = 0; next < lines.length && chars < BATCH_CHARS; next += 1) {
                const line = lines[next] ?? "";
                chars += line.length + 1;
                for (const text of (0,untrusted_text/* logLines */.OG)(line))
                    batch.push(text);
            }
            // Opened and closed in one write, so that a command of ours never falls into a block.
            stdout.write([`::stop-commands::${token}`, redacted(batch.join("\n")), `::${token}::`, ""].join("\n"));
            await drained(stdout);
        }
    };
}
async function drained(stdout) {
    if (!stdout.writableNeedDrain)
        return;
    await new Promise((resolve) => {
        const events = ["drain", "close", "error"];
        const done = () => {
            for (const event of events)
                stdout.off(event, done);
            resolve();
        };
        for (const event of events)
            stdout.once(event, done);
    });
}

// EXTERNAL MODULE: ./build/src/github/trigger.js
var trigger = __nccwpck_require__(9357);
// EXTERNAL MODULE: ./build/src/inputs.js
var inputs = __nccwpck_require__(8796);
// EXTERNAL MODULE: ./build/src/messages.js
var messages = __nccwpck_require__(6337);
;// CONCATENATED MODULE: ./build/src/action-process.js
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






/** The runner sends SIGINT, 7.5 s later SIGTERM; others were seen from self-hosted ones. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Masks the secrets before anything else is written. */
function startRunner(process) {
    const runner = createRunner(process);
    for (const name of inputs/* SECRET_INPUTS */.pH)
        runner.mask(runner.input(name));
    return runner;
}
/** A canceled run aborts instead of dying on the spot; disposing restores the process's own handling. */
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
/** A GitHub that is down is no reason to hold a runner. */
const MAX_REPORT_MS = 60_000;
/**
 * Until the step's time is over, or soon after the run was canceled: the runner kills what is left after 7.5 s.
 * @param leftMs Of the step's time; infinite where it has no limit.
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
    return {
        signal: (0,clock/* timeoutSignal */._)(Math.min(MAX_REPORT_MS, Math.max(MIN_REPORT_MS, leftMs)), stopped.signal),
        [Symbol.dispose]: () => {
            clearTimeout(timer);
            stop.removeEventListener("abort", hurry);
        },
    };
}
const STATE_NAME = "unfinished";
/** The runner gives a state to the post step as one variable of its environment, which holds 128 KiB on Linux. */
const MAX_STATE_BYTES = 64 * 1024;
/** What a state keeps of a deployment: a service may put anything else, of any size, into a record. */
function keptOf({ id, status, createdAt, commitSha }) {
    return { id, status, createdAt, commitSha };
}
/** Written at once, to survive a kill; a post step cannot be started with a state that is too large. */
function savePostState(runner, state) {
    const text = JSON.stringify(state);
    runner.saveState(STATE_NAME, Buffer.byteLength(text) > MAX_STATE_BYTES ? "" : text);
}
function markFinished(runner) {
    runner.saveState(STATE_NAME, "");
}
/** @returns Undefined when the main step finished, had nothing under way, or saved something unreadable. */
function loadPostState(runner, schema) {
    const text = runner.state(STATE_NAME);
    if (text === "")
        return undefined;
    try {
        return schema.safeParse(JSON.parse(text)).data;
    }
    catch {
        return undefined;
    }
}
/** An action reports its own end once it has sent anything; what ends it before, or breaks it, is reported here. */
async function runAction(process, noun, act) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const startedAt = clock/* systemClock */.ml.monotonic();
        const runner = startRunner(process);
        const stop = __addDisposableResource(env_1, listenForStop(process), false);
        try {
            const event = (0,trigger/* readTrigger */.vE)(process.env, runner.eventPayload());
            const unsent = await act({ runner, env: process.env, event, stop: stop.signal, startedAt });
            if (unsent?.kind === "skipped")
                (0,messages/* writeReport */.u5)(runner, skippedReport(unsent.reason));
            if (unsent?.kind === "refused")
                (0,messages/* writeReport */.u5)(runner, failedReport("refused", `${noun} refused`, unsent.failure));
        }
        catch (error) {
            // A bug of ours is reported like any other end; outputs that were written before stay.
            (0,messages/* writeReport */.u5)(runner, failedReport("failed", "Internal error", (0,messages/* internalFailure */.et)(error)));
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
function skippedReport({ message, hint }) {
    const text = (0,messages/* sentences */.hC)([message, hint]);
    return {
        headline: { level: "notice", title: "Skipped", text },
        outputs: { status: "skipped" },
        summary: (0,untrusted_text/* markdown */.wD) `### ⏭️ Skipped\n\n${text}\n`,
        conclusion: "pass",
    };
}
function failedReport(status, title, failure) {
    const text = (0,messages/* failureText */.kY)(failure);
    return {
        headline: { level: "error", title, text },
        outputs: { status, "error-code": failure.code },
        summary: (0,untrusted_text/* markdown */.wD) `### ❌ ${title}\n\n${text}\n`,
        conclusion: "fail",
    };
}


/***/ }),

/***/ 9848:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ printDryRun)
/* harmony export */ });
/* harmony import */ var _greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3583);
/* harmony import */ var _greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(1423);
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9943);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(6337);





function printDryRun(runner, dryRun) {
    const { inputs, trigger, commitSha, status, template } = dryRun;
    const { baseUrl, site, comment, commentGroup: group, pullNumber } = inputs;
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const given = pullNumber === undefined ? dryRun.pull : `#${pullNumber}`;
    const pull = comment === "off" ? "none, since the input 'comment' is 'off'" : given;
    const lines = [
        "Dry run: nothing is sent to the service or to GitHub.",
        `Request: POST ${(0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__/* .urlBelow */ .dX)(baseUrl, (0,_greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_4__/* .routePath */ .dA)("createDeployment", { siteId: site })).href}`,
        `Idempotency-Key: ${dryRun.idempotencyKey}`,
        ...dryRun.more,
        `Pull request: ${pull}`,
    ];
    for (const line of lines)
        runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logText */ .kc)(line));
    if (comment !== "off") {
        const row = { siteId: site, site, status, commitSha, runUrl, runId, runAttempt };
        const content = { group, rows: [row], createdByRun: runId, run: row, written: [row], template };
        for (const line of ["Comment:", String((0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .renderComment */ .wQ)(content))].flatMap(_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .logLines */ .OG))
            runner.info(line);
    }
    (0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .writeOutputs */ .Kn)(runner, { status: "skipped", ...dryRun.outputs });
    runner.appendSummary((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`);
}


/***/ }),

/***/ 8559:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   CL: () => (/* binding */ readStored),
/* harmony export */   DG: () => (/* binding */ isLive),
/* harmony export */   SI: () => (/* binding */ includesRow),
/* harmony export */   U4: () => (/* binding */ isNewer),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   YE: () => (/* binding */ mergeRows),
/* harmony export */   an: () => (/* binding */ commitTitle),
/* harmony export */   kr: () => (/* binding */ authorProof),
/* harmony export */   xL: () => (/* binding */ marker),
/* harmony export */   xS: () => (/* binding */ factsOf),
/* harmony export */   xY: () => (/* binding */ hasMarker),
/* harmony export */   zK: () => (/* binding */ readRow)
/* harmony export */ });
/* unused harmony export STATUSES */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7598);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);
/* harmony import */ var _review_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4739);




const STATUSES = {
    queued: { text: "🕒 Queued", group: "running", finality: 0, record: "in_progress" },
    building: { text: "🔨 Building", group: "running", finality: 0, record: "in_progress" },
    ready: { text: "✅ Ready", group: "ready", finality: 2, record: "success" },
    failed: { text: "❌ Failed", group: "failed", finality: 2, record: "failure" },
    canceled: { text: "🚫 Canceled", group: "over", finality: 2, record: "inactive" },
    timed_out: { text: "⌛ Timed out", group: "failed", finality: 1, record: "in_progress" },
    refused: { text: "⛔ Refused", group: "failed", finality: 2, record: "error" },
    accepted: { text: "📨 Accepted", group: "running", finality: 1, record: "in_progress" },
    superseded: { text: "⏭️ Superseded", group: "over", finality: 1, record: "inactive" },
    interrupted: { text: "⏸️ No longer watched", group: "running", finality: 1, record: "in_progress" },
    closed: { text: "🌙 Closed", group: "over", finality: 2, record: "in_progress" },
    approval_pending: { text: "🙋 Waiting for approval", group: "over", finality: 0, record: "queued" },
    rejected: { text: "✋ Rejected", group: "over", finality: 0, record: "failure" },
    expired: { text: "⌛ Expired", group: "over", finality: 0, record: "inactive" },
};
/** Also of a status that only another version knows. */
function factsOf(status) {
    if (Object.hasOwn(STATUSES, status))
        return STATUSES[status];
    return { text: `⚪ ${status}`, group: "over", finality: 0, record: "in_progress" };
}
const MAX_ROWS = 100;
const MAX_TEXT_CHARS = 2048;
const MAX_NAME_CHARS = 200;
const MAX_TITLE_CHARS = 120;
const MAX_EXCERPT_LINES = 20;
const MAX_EXCERPT_CHARS = 300;
/**
 * By hand: a schema would load its library before the request for the deployment, which made the start 1.4 times as
 * long.
 * @returns Undefined for a row that names no site or no run.
 */
function readRow(value) {
    const name = (field) => ((0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)(value, field) ?? "").slice(0, MAX_NAME_CHARS).toWellFormed();
    const text = (...path) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .textAt */ .$6)(value, ...path)
        ?.slice(0, MAX_TEXT_CHARS)
        .toWellFormed();
    const siteId = name("siteId");
    const runId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(value, "runId");
    if (siteId === "" || runId === undefined)
        return undefined;
    const error = { code: text("error", "code") ?? "", message: text("error", "message") ?? "" };
    const [excerpt, durationSeconds] = [(0,_payload_js__WEBPACK_IMPORTED_MODULE_3__.at)(value, "excerpt"), (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__.at)(value, "durationSeconds")];
    return {
        siteId,
        site: name("site") === "" ? siteId : name("site"),
        status: name("status"),
        deploymentId: text("deploymentId"),
        commitSha: name("commitSha"),
        commitTitle: commitTitle(text("commitTitle")),
        previewUrl: text("previewUrl"),
        branchUrl: text("branchUrl"),
        /** Where a release is live; shown in place of the preview it was made from. */
        productionUrl: text("productionUrl"),
        approvalUrl: text("approvalUrl"),
        /** No one has been asked for the release yet: a person asks at `approvalUrl`. */
        prepared: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .flagAt */ .Qc)(value, "prepared"),
        prebuilt: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .flagAt */ .Qc)(value, "prebuilt"),
        logUrl: text("logUrl"),
        runUrl: text("runUrl") ?? "",
        runId,
        runAttempt: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(value, "runAttempt") ?? 1,
        /** Of the deployment, RFC 3339. */
        createdAt: text("createdAt"),
        /** Of this row, RFC 3339. */
        updatedAt: text("updatedAt"),
        durationSeconds: Number.isFinite(durationSeconds) ? Number(durationSeconds) : undefined,
        excerpt: Array.isArray(excerpt) && excerpt.length > 0 ? excerptOf(excerpt) : undefined,
        error: error.code === "" && error.message === "" ? undefined : error,
        note: text("note"),
        /** GitHub's deployment record of this row, so that the close action can retire it. */
        recordId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(value, "recordId"),
        comments: commentsOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_3__.at)(value, "comments"), text("comments", "url")),
        review: (0,_review_js__WEBPACK_IMPORTED_MODULE_2__/* .readReview */ .ty)((0,_payload_js__WEBPACK_IMPORTED_MODULE_3__.at)(value, "review")),
    };
}
function commentsOf(value, url = "") {
    const open = (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(value, "open") ?? 0;
    return open > 0 ? { open, blocking: (0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(value, "blocking") ?? 0, url } : undefined;
}
function commitTitle(message) {
    const [first = ""] = (message ?? "").trimStart().split(/[\r\n]/, 1);
    const title = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(first.slice(0, 1000)).trim();
    if (title === "")
        return undefined;
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)(title, MAX_TITLE_CHARS);
}
function excerptOf(lines) {
    return lines
        .slice(-MAX_EXCERPT_LINES)
        .map((line) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}
/** Whether a run will report more about the row's deployment. */
function isLive({ status }) {
    return status === "queued" || status === "building";
}
/**
 * Merges rows of any age into at most 100 by name: one a site, the newest; of two equally new ones the later.
 * @param own Rows that are being written: those of other sites are left out before theirs.
 */
function mergeRows(rows, own = []) {
    const bySite = new Map();
    for (const row of rows) {
        const current = bySite.get(row.siteId);
        if (current === undefined || !isNewer(current, row))
            bySite.set(row.siteId, row);
    }
    const ownSites = new Set(own.map(({ siteId }) => siteId));
    const isOwn = ({ siteId }) => (ownSites.has(siteId) ? 1 : 0);
    const first = [...bySite.values()].sort((left, right) => isOwn(right) - isOwn(left) || right.runId - left.runId);
    return first.slice(0, MAX_ROWS).sort(bySiteName);
}
/** Runs are compared first, so that an older run that ends last changes nothing. */
function isNewer(current, row) {
    if (current.runId !== row.runId)
        return current.runId > row.runId;
    if (current.runAttempt !== row.runAttempt)
        return current.runAttempt > row.runAttempt;
    const [currentMs, rowMs] = [timeOf(current.createdAt), timeOf(row.createdAt)];
    if (currentMs !== rowMs)
        return currentMs > rowMs;
    const [currentEnd, rowEnd] = [factsOf(current.status).finality, factsOf(row.status).finality];
    if (currentEnd !== rowEnd)
        return currentEnd > rowEnd;
    return timeOf(current.updatedAt) > timeOf(row.updatedAt);
}
function includesRow(rows, row) {
    const current = rows.find(({ siteId }) => siteId === row.siteId);
    return current !== undefined && (isNewer(current, row) || fingerprint(current) === fingerprint(row));
}
/** Without excerpts and reviews: they are shortened when many rows share the comment. */
function fingerprint(row) {
    return JSON.stringify({ ...readRow(row), excerpt: undefined, review: undefined });
}
function timeOf(at) {
    const ms = Date.parse(at ?? "");
    return Number.isNaN(ms) ? 0 : ms;
}
function bySiteName(left, right) {
    if (left.site !== right.site)
        return left.site < right.site ? -1 : 1;
    return left.siteId < right.siteId ? -1 : 1;
}
const SCHEMA_VERSION = 1;
const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;
/** First line of the comment of a group; it must never change. */
function marker(group) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)("greenroom:comment", group);
}
function storedText(stored) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
}
/** A quoted or fenced marker does not count. */
function hasMarker(body, group) {
    return body.split(/\r?\n/, 1)[0] === String(marker(group));
}
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
/** Copied into someone else's comment it proves nothing: the author is part of it. */
function authorProof(key, scope) {
    const bound = JSON.stringify([scope.repository, scope.pullNumber, scope.group, scope.authorId]);
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}


/***/ }),

/***/ 9943:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   S5: () => (/* binding */ durationText),
/* harmony export */   Vl: () => (/* binding */ releaseWords),
/* harmony export */   _6: () => (/* binding */ unknownFields),
/* harmony export */   du: () => (/* binding */ TEMPLATE_FIELDS),
/* harmony export */   tT: () => (/* binding */ commitText),
/* harmony export */   wQ: () => (/* binding */ renderComment),
/* harmony export */   yJ: () => (/* binding */ MAX_TEMPLATE_CHARS)
/* harmony export */ });
/* unused harmony exports MAX_BODY_CHARS, statusText, table, fillTemplate */
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);
/* harmony import */ var _data_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8559);
/* harmony import */ var _review_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4739);



const MAX_BODY_CHARS = 65_536;
// Leaves room for what redaction may add.
const SAFE_BODY_CHARS = MAX_BODY_CHARS - 1024;
const EXCERPT_STEPS = [20, 10, 5, 0];
/**
 * When it is too long, excerpts are shortened first, then reviews, then rows are left out: failures last, the oldest
 * first.
 */
function renderComment(content) {
    for (const lines of EXCERPT_STEPS) {
        const body = renderRows(content, content.rows.map((row) => withExcerpt(row, lines)), 0);
        if (body.length <= SAFE_BODY_CHARS)
            return body;
    }
    const short = renderRows(content, content.rows.map(withShortReview), 0);
    if (short.length <= SAFE_BODY_CHARS)
        return short;
    const written = new Set(content.written.map(({ siteId }) => siteId));
    const first = (row) => (written.has(row.siteId) ? 2 : isFailure(row) ? 1 : 0);
    const bare = content.rows
        .map(withShortReview)
        .sort((left, right) => first(right) - first(left) || right.runId - left.runId);
    for (let count = bare.length - 1; count > 0; count -= 1) {
        const body = renderRows(content, bare.slice(0, count), bare.length - count);
        if (body.length <= SAFE_BODY_CHARS)
            return body;
    }
    return renderRows({ ...content, template: "" }, [], bare.length);
}
function withExcerpt(row, lines) {
    const { excerpt, ...rest } = row;
    return excerpt === undefined || lines === 0 ? rest : { ...rest, excerpt: excerpt.slice(-lines) };
}
function withShortReview(row) {
    const { review, ...rest } = withExcerpt(row, 0);
    return review === undefined ? rest : { ...rest, review: (0,_review_js__WEBPACK_IMPORTED_MODULE_2__/* .withoutLists */ .yi)(review) };
}
function renderRows(content, rows, leftOut) {
    const { group, createdByRun, proof, template, written, run } = content;
    const [first] = written;
    const own = template !== undefined && template.trim() !== "" && first !== undefined;
    const filled = own ? fillTemplate(template, first) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${headingText(content.rows)}`;
    const parts = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .marker */ .xL)(group), filled], "\n"),
        table(rows),
        ...(leftOut === 0
            ? []
            : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `_${leftOut} more ${leftOut === 1 ? "site does" : "sites do"} not fit into a comment._`]),
        ...reviews(rows),
        ...comments(rows),
        ...releases(rows),
        ...notes(rows),
        ...details(rows),
        foot(run),
        (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)({ group, createdByRun, proof, rows }),
    ];
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, "\n\n");
}
function foot(run) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(run.runUrl);
    const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
    const writer = address === undefined ? label : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, address);
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}
const MAX_EXCERPT_CHARS = 4000;
const MAX_LABEL_CHARS = 60;
const SHORT_SHA_CHARS = 7;
function isFailure({ status }) {
    return (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .factsOf */ .xS)(status).group === "failed";
}
function statusText(row) {
    const shown = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .factsOf */ .xS)(row.status).text}`;
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
    const groups = rows.map(({ status }) => (0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .factsOf */ .xS)(status).group);
    const count = (group) => groups.filter((one) => one === group).length;
    const [failed, running, ready] = [count("failed"), count("running"), count("ready")];
    const each = (number, one, many) => rows.length === 1 ? `The preview ${one}` : `${number} of ${rows.length} previews ${number === 1 ? one : many}`;
    if (failed > 0)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `❌ ${each(failed, "is not ready", "are not ready")}`;
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
            return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${named(row)} | ${statusCell(row)} | ${preview(row)} | ${commitCell(row)} | ${updated(row)} |`;
        }),
    ];
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n");
}
function statusCell(row) {
    const status = row.prebuilt === true ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${statusText(row)} · built elsewhere` : statusText(row);
    const log = linked("log", row.logUrl);
    return log === undefined ? status : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${status} · ${log}`;
}
/** Emphasis does not work around text that begins or ends with a space. */
function named(row) {
    const name = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${name === "" ? row.siteId : name}**`;
}
function preview(row) {
    if (row.status === "closed")
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    const branch = row.productionUrl === undefined ? linked("branch", row.branchUrl) : undefined;
    const own = linked("Open production", row.productionUrl) ?? linked("Open preview", row.previewUrl);
    const links = [own, branch].filter((shown) => shown !== undefined);
    return links.length === 0 ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–` : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(links, " · ");
}
function commitCell(row) {
    const { commitTitle: title } = row;
    if (title === undefined)
        return commitText(row);
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${commitText(row)} ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(title, MAX_LABEL_CHARS)}`;
}
/** The page of the commit is found by the URL of the run. */
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
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(url);
    return address === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, address);
}
/** @returns Undefined for text that is no RFC 3339 time. */
function timeText(at) {
    const ms = Date.parse(at ?? "");
    if (Number.isNaN(ms))
        return undefined;
    const [, day, month = "", , time = ""] = new Date(ms).toUTCString().split(" ");
    return `${month} ${Number(day)}, ${time.slice(0, 5)} UTC`;
}
/** In full for the only site of a comment, else a line for each. */
function reviews(rows) {
    const lines = rows.flatMap((row) => {
        const { review, status, previewUrl } = row;
        if (review === undefined || status !== "ready")
            return [];
        if (rows.length === 1)
            return (0,_review_js__WEBPACK_IMPORTED_MODULE_2__/* .reviewBlocks */ .Vf)(review, previewUrl);
        return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `- ${named(row)}: ${(0,_review_js__WEBPACK_IMPORTED_MODULE_2__/* .reviewLine */ .$Q)(review, previewUrl)}`];
    });
    if (lines.length === 0)
        return [];
    return rows.length === 1 ? lines : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n")];
}
function comments(rows) {
    const lines = rows.flatMap((row) => {
        if (row.comments === undefined || row.status === "closed")
            return [];
        const { open, blocking, url } = row.comments;
        const blocks = blocking === 0 ? "" : blocking === 1 ? ", 1 blocks the release" : `, ${blocking} block the release`;
        const where = rows.length === 1 ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `` : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ` of ${named(row)}`;
        const count = `${open} open ${open === 1 ? "comment" : "comments"}`;
        return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `💬 ${linked(count, url) ?? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${count}`}${where}${blocks}`];
    });
    return lines.length === 0 ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n\n")];
}
function releases(rows) {
    const linkedRows = rows.flatMap((row) => {
        const words = releaseWords(row.prepared === true);
        const approve = linked(words.link, row.status === "closed" ? undefined : row.approvalUrl);
        return approve === undefined ? [] : [{ row, line: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> - ${approve} of ${named(row)}` }];
    });
    if (linkedRows.length === 0)
        return [];
    const lines = linkedRows.map(({ line }) => line);
    const { rule } = releaseWords(linkedRows.every(({ row }) => row.prepared === true));
    const lead = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> **Ready for production?** ${rule}`;
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> [!TIP]`, lead, ...lines], "\n")];
}
function releaseWords(prepared) {
    if (prepared) {
        return {
            link: "Request and approve the release",
            rule: "It is not requested yet: one person requests the release, and someone else approves it.",
        };
    }
    return { link: "Review and approve the release", rule: "Someone other than the requester must approve it." };
}
function notes(rows) {
    return rows.flatMap((row) => (row.note === undefined ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${named(row)}: ${row.note}`]));
}
/** A single failure is unfolded: it is what the reader came for. */
function details(rows) {
    const failed = rows.filter(isFailure);
    return failed.flatMap((row) => failureDetails(row, failed.length === 1));
}
function failureDetails(row, unfolded) {
    const { error, excerpt = [] } = row;
    if (error === undefined && excerpt.length === 0)
        return [];
    const code = error === undefined || error.code === "" ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `` : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) ` · ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(error.code)}`;
    const parts = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<details${unfolded ? " open" : ""}><summary>${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(row.site)} · ${(0,_data_js__WEBPACK_IMPORTED_MODULE_1__/* .factsOf */ .xS)(row.status).text}${code}</summary>`,
        ...(error === undefined || error.message === "" ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${error.message}`]),
        ...(excerpt.length === 0 ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `From the log:`, (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .codeFence */ .d6)(excerpt, { maxChars: MAX_EXCERPT_CHARS })]),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `</details>`,
    ];
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, "\n\n")];
}
const FIELD_VALUES = {
    site: ({ site }) => site,
    siteId: ({ siteId }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(siteId),
    status: statusText,
    previewUrl: ({ previewUrl }) => addressText(previewUrl),
    branchUrl: ({ branchUrl }) => addressText(branchUrl),
    approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
    logUrl: ({ logUrl }) => addressText(logUrl),
    runUrl: ({ runUrl }) => addressText(runUrl),
    deploymentId: ({ deploymentId }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(deploymentId ?? ""),
    commit: ({ commitSha }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(commitSha.slice(0, 7)),
    commitTitle: ({ commitTitle }) => commitTitle ?? "",
    duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : durationText(durationSeconds)),
    errorCode: ({ error }) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(error?.code ?? ""),
    errorMessage: ({ error }) => error?.message ?? "",
};
const TEMPLATE_FIELDS = Object.keys(FIELD_VALUES);
const MAX_TEMPLATE_CHARS = 10_000;
const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join("|")})\\}`);
function unknownFields(template) {
    const names = Array.from(template.matchAll(/\{([A-Za-z][\w.-]{0,60})\}/g), (match) => match[1] ?? "");
    return [...new Set(names)].filter((name) => !TEMPLATE_FIELDS.includes(name));
}
/** An unknown `{field}` stays as it is. */
function fillTemplate(template, row) {
    // Splitting at a group gives text and field in turn.
    const pieces = template.toWellFormed().replaceAll("<!--", "<! --").split(FIELD);
    const texts = pieces.filter((_, index) => index % 2 === 0);
    const values = pieces
        .filter((_, index) => index % 2 === 1)
        .map((name) => {
        const value = FIELD_VALUES[name]?.(row) ?? "";
        // The author may have put the field between the quotes of an HTML attribute.
        return typeof value === "string" ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutQuotes */ .Yg)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${value}`) : value;
    });
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(Object.assign(texts, { raw: texts }), ...values);
}
function addressText(url) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(url);
    return address === undefined ? "" : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .autolink */ .mf)(address);
}


/***/ }),

/***/ 4739:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $Q: () => (/* binding */ reviewLine),
/* harmony export */   Vf: () => (/* binding */ reviewBlocks),
/* harmony export */   ty: () => (/* binding */ readReview),
/* harmony export */   yi: () => (/* binding */ withoutLists)
/* harmony export */ });
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);


const WEIGHT_KINDS = ["scripts", "styles", "images", "fonts", "other"];
const MAX_PAGES = 6;
const MAX_FINDINGS = 8;
/** More of them are folded. */
const MAX_OPEN_FINDINGS = 3;
const MAX_PATH_CHARS = 200;
const MAX_TITLE_CHARS = 80;
const MAX_WHAT_CHARS = 200;
const MAX_URL_CHARS = 2048;
/** Most page links of a site whose comment has other sites. */
const MAX_INLINE_PAGES = 3;
const SHOWN_PATH_CHARS = 60;
/** @returns Undefined for what is no review. */
function readReview(value) {
    if (!Array.isArray((0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "pages")))
        return undefined;
    const after = readWeight((0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "weight", "after"));
    return {
        /** Numbers of pages; all are `added` when nothing was live. */
        changed: countAt(value, "changed"),
        added: countAt(value, "added"),
        removed: countAt(value, "removed"),
        /** Pages whose files differ, and which were not compared. */
        notCompared: countAt(value, "notCompared"),
        /** What a release would undo of former releases, in words. */
        takesBack: cutAt(value, "takesBack", MAX_WHAT_CHARS),
        pages: (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .listAt */ .gT)(value, "pages").flatMap(readPage).slice(0, MAX_PAGES),
        first: (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .flagAt */ .Qc)(value, "first"),
        liveUrl: cutAt(value, "liveUrl", MAX_URL_CHARS),
        /** Numbers of what is new against what is live. */
        brokenLinks: countAt(value, "brokenLinks"),
        errors: countAt(value, "errors"),
        accessibility: countAt(value, "accessibility"),
        /** Accessibility findings that what is live has, and the preview has not. */
        fixed: countAt(value, "fixed"),
        findings: (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .listAt */ .gT)(value, "findings").flatMap(readFinding).slice(0, MAX_FINDINGS),
        weight: after === undefined ? undefined : { before: readWeight((0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "weight", "before")), after },
        /** A picture of the first page that changed, which GitHub can fetch. */
        thumbnailUrl: cutAt(value, "thumbnailUrl", MAX_URL_CHARS),
    };
}
function readPage(value) {
    const path = cutAt(value, "path", MAX_PATH_CHARS);
    const change = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "change");
    if (path === undefined || (change !== "changed" && change !== "added" && change !== "removed"))
        return [];
    const [before, after] = [cutAt(value, "before", MAX_URL_CHARS), cutAt(value, "after", MAX_URL_CHARS)];
    return [{ path, change, title: cutAt(value, "title", MAX_TITLE_CHARS), before, after }];
}
/** `what`: where the link leads, the rule that is broken, or the message. */
function readFinding(value) {
    const kind = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "kind");
    const [page, what] = [cutAt(value, "page", MAX_PATH_CHARS), cutAt(value, "what", MAX_WHAT_CHARS)];
    if (kind !== "link" && kind !== "accessibility" && kind !== "error")
        return [];
    return page === undefined || what === undefined ? [] : [{ kind, page, what }];
}
function readWeight(value) {
    if (typeof value !== "object" || value === null)
        return undefined;
    const [scripts, styles, images, fonts, other] = WEIGHT_KINDS.map((kind) => countAt(value, kind));
    return { scripts: scripts ?? 0, styles: styles ?? 0, images: images ?? 0, fonts: fonts ?? 0, other: other ?? 0 };
}
function countAt(value, name) {
    return (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .numberAt */ .tk)(value, name) ?? 0;
}
function cutAt(value, name, maxChars) {
    const text = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(value, name);
    return text === undefined ? undefined : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(text.slice(0, maxChars).toWellFormed());
}
function withoutLists(review) {
    return { ...review, pages: [], findings: [], thumbnailUrl: undefined };
}
function reviewBlocks(review, previewUrl) {
    return [figures(review), ...pageTable(review, previewUrl), ...thumbnail(review, previewUrl), ...findingList(review)];
}
function reviewLine(review, previewUrl) {
    const shown = review.pages.slice(0, MAX_INLINE_PAGES).map((page) => {
        const url = page.change === "removed" ? undefined : pageUrl(previewUrl, page.path);
        return url === undefined ? shownPath(page.path) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(shownPath(page.path), url);
    });
    if (shown.length === 0)
        return figures(review);
    const left = review.changed + review.added + review.removed - shown.length;
    const pages = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([...shown, ...(left > 0 ? [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${left} more`] : [])], " · ");
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${figures(review)}: ${pages}`;
}
function figures(review) {
    const { brokenLinks, errors, accessibility, fixed, notCompared, takesBack } = review;
    const parts = [
        pagesText(review),
        ...some(notCompared, (count) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${count} not compared`),
        ...(takesBack === undefined ? [] : [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `⚠️ takes back ${takesBack}`]),
        ...some(brokenLinks, (count) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `⚠️ ${count} new broken ${count === 1 ? "link" : "links"}`),
        ...some(accessibility, (count) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `⚠️ ${count} new accessibility ${count === 1 ? "finding" : "findings"}`),
        ...some(fixed, (count) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${count} accessibility ${count === 1 ? "finding" : "findings"} fixed`),
        ...some(errors, (count) => (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `⚠️ ${count} new ${count === 1 ? "error" : "errors"} in the console`),
        ...weightText(review.weight),
    ];
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, " · ");
}
function some(count, text) {
    return count > 0 ? [text(count)] : [];
}
function pagesText({ first, changed, added, removed, notCompared }) {
    if (first === true)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**Nothing is live yet** to compare with`;
    const counts = [
        { count: changed, word: "changed" },
        { count: added, word: "added" },
        { count: removed, word: "removed" },
    ].filter(({ count }) => count > 0);
    const [main, ...others] = counts;
    if (main === undefined)
        return notCompared > 0 ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**No compared page looks different**` : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**No page looks different**`;
    const rest = others.map(({ count, word }) => `, ${count} ${word}`).join("");
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${main.count} ${main.count === 1 ? "page" : "pages"} ${main.word}**${rest}`;
}
function weightText(weight) {
    if (weight === undefined)
        return [];
    const { before, after } = weight;
    const sum = (of) => WEIGHT_KINDS.reduce((total, kind) => total + of[kind], 0);
    if (sum(after) === 0)
        return [];
    if (before === undefined)
        return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `weighs ${bytesText(sum(after))}`];
    const kinds = WEIGHT_KINDS.flatMap((kind) => {
        const difference = after[kind] - before[kind];
        return difference === 0 ? [] : [`${kind} ${signed(difference)}`];
    });
    const same = kinds.length === 0 ? "as live" : kinds.join(", ");
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `weighs ${bytesText(sum(after))} (${same})`];
}
function signed(bytes) {
    return `${bytes < 0 ? "−" : "+"}${bytesText(Math.abs(bytes))}`;
}
function bytesText(bytes) {
    if (bytes < 1000)
        return `${bytes} B`;
    if (bytes < 999_500)
        return `${Math.round(bytes / 1000)} kB`;
    return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
function pageTable(review, previewUrl) {
    const { pages, liveUrl, first } = review;
    if (pages.length === 0 || first === true)
        return [];
    const all = review.changed + review.added + review.removed;
    const lines = [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| Page | Before | After |`,
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| --- | --- | --- |`,
        ...pages.map(({ path, change, title, before, after }) => {
            const name = title === undefined ? shownPath(path) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${title.trim()} ${shownPath(path)}`;
            const live = change === "added"
                ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `_new_`
                : pageLink("Live", { path, target: pageUrl(liveUrl, path), picture: before });
            const preview = change === "removed"
                ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `_removed_`
                : pageLink("Preview", { path, target: pageUrl(previewUrl, path), picture: after });
            return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${name} | ${live} | ${preview} |`;
        }),
    ];
    const left = all - pages.length;
    return [
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n"),
        ...(left > 0 ? [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `_and ${left} more ${left === 1 ? "page" : "pages"}_`] : []),
    ];
}
function pageLink(label, { path, target, picture }) {
    if (target === undefined)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    // Whether GitHub can fetch it was decided when the review was read.
    const shown = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(picture);
    if (shown === undefined)
        return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, target);
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .imageLink */ .S3)({ picture: shown, target, alt: `${label} of ${path}`, width: 240 });
}
function shownPath(path) {
    return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .shorten */ .ml)(path, SHOWN_PATH_CHARS));
}
/** @returns Undefined for a path that leads to another host. */
function pageUrl(site, path) {
    const base = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .parseUrl */ .Dl)((0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(site) ?? "");
    if (base === undefined || !path.startsWith("/"))
        return undefined;
    const url = URL.canParse(path, base.href) ? new URL(path, base) : undefined;
    return url?.origin === base.origin ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(url.href) : undefined;
}
function thumbnail({ thumbnailUrl, pages }, previewUrl) {
    // Whether GitHub can fetch it was decided when the review was read.
    const picture = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .rowAddress */ .xo)(thumbnailUrl);
    if (pages.some(({ before, after }) => before !== undefined || after !== undefined))
        return [];
    const target = pageUrl(previewUrl, "/");
    if (picture === undefined || target === undefined)
        return [];
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .imageLink */ .S3)({ picture, target, alt: "Preview of /", width: 320 })];
}
const FINDING_WORDS = { link: "leads nowhere:", accessibility: "accessibility:", error: "console:" };
function findingList({ findings, brokenLinks, accessibility, errors }) {
    if (findings.length === 0)
        return [];
    const all = Math.max(brokenLinks + accessibility + errors, findings.length);
    const left = all - findings.length;
    const lines = [
        ...findings.map(({ kind, page, what }) => {
            const shown = kind === "link" ? (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(what) : (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${what}`;
            return (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `- ${shownPath(page)} ${FINDING_WORDS[kind]} ${shown}`;
        }),
        ...(left > 0 ? [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `- and ${left} more`] : []),
    ];
    const list = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n");
    if (all <= MAX_OPEN_FINDINGS)
        return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**New problems**`, list], "\n\n")];
    const block = [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<details><summary>New problems (${all})</summary>`, list, (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `</details>`];
    return [(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(block, "\n\n")];
}


/***/ }),

/***/ 1963:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  O: () => (/* binding */ commentOutputs),
  l: () => (/* binding */ upsertComment)
});

// EXTERNAL MODULE: ./build/src/github/failure.js
var failure = __nccwpck_require__(4679);
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
/** Account of the token of a job on Gitea and Forgejo; those of people are above zero. */
const GITEA_ACTIONS_ID = -2;
function readComment(value) {
    const id = (0,payload/* numberAt */.tk)(value, "id");
    if (id === undefined)
        return undefined;
    const body = (0,payload/* textAt */.$6)(value, "body") ?? "";
    return {
        id,
        url: (0,payload/* textAt */.$6)(value, "html_url") ?? "",
        body,
        authorId: userId((0,payload.at)(value, "user", "id")),
        login: (0,payload/* textAt */.$6)(value, "user", "login") ?? "",
        bot: (0,payload.at)(value, "user", "type") === "Bot",
        updatedAt: (0,payload/* textAt */.$6)(value, "updated_at") ?? "",
        ...(0,data/* readStored */.CL)(body),
    };
}
function userId(value) {
    return Number.isSafeInteger(value) ? Number(value) : 0;
}
/**
 * Whether a comment is ours: the marker is its exact first line, and its author is the workflow's own bot (a name no
 * person can take), the account that a response of this run has shown to be ours or that opened our deployments, or the
 * account that the proof in it names. A proof that was copied into another comment fails.
 */
function isOurs(comment, search, github) {
    const { bot, login, authorId, proof } = comment;
    const { group, selfId, authorIds = [] } = search;
    if (!(0,data/* hasMarker */.xY)(comment.body, group))
        return false;
    if (github.forge === "github" ? bot && login === WORKFLOW_LOGIN : authorId === GITEA_ACTIONS_ID)
        return true;
    if (authorId === 0)
        return false;
    if (authorId === selfId || authorIds.includes(authorId))
        return true;
    return proof !== undefined && proof === proofOf(authorId, search, github);
}
/** @returns Undefined without a key, and while the account is not known. */
function proofOf(authorId, { pullNumber, group, proofKey = "" }, { repository: { owner, repo } }) {
    if (proofKey === "" || authorId === undefined)
        return undefined;
    return (0,data/* authorProof */.kr)(proofKey, { repository: `${owner}/${repo}`, pullNumber, group, authorId });
}
/** @returns Oldest first; `strangers` wrote comments with our marker that nothing shows to be ours. */
async function findComments(github, search, context) {
    const comments = [];
    const isGitea = github.forge === "gitea";
    const seen = new Set();
    const strangers = [];
    let lastPage = search.fromPage ?? 1;
    // Not `octokit.paginate`: its requests lose our signal, it follows a `Link` to any host with the token, and it takes
    // an empty body for an empty list, after which a second comment would be made.
    for (let page = lastPage; page <= MAX_PAGES; page += 1) {
        lastPage = page;
        const read = await (0,octokit/* call */.T1)(github, { doing: "read the comments", repeatable: true }, context, (rest, parameters) => rest.issues.listComments({ ...parameters, issue_number: search.pullNumber, per_page: PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,failure/* unreadable */.O$)("the comments");
        const before = seen.size;
        for (const element of read.data) {
            const comment = readComment(element);
            if (comment === undefined || (isGitea && seen.has(comment.id)))
                continue;
            seen.add(comment.id);
            if (isOurs(comment, search, github))
                comments.push(comment);
            else if ((0,data/* hasMarker */.xY)(comment.body, search.group))
                strangers.push(comment.login);
        }
        // Gitea has no pages of comments: it gives all of them, each time.
        if (read.data.length < PAGE_SIZE || (isGitea && seen.size === before))
            break;
    }
    return { kind: "done", comments: comments.sort((left, right) => left.id - right.id), lastPage, strangers };
}
/** @returns No comment when it is gone or no longer ours. */
async function readKnown(github, known, context) {
    const read = await (0,octokit/* call */.T1)(github, { doing: "read the comment", repeatable: true }, context, (rest, parameters) => rest.issues.getComment({ ...parameters, comment_id: known.id }));
    if (read.kind === "failed" && read.status !== 404 && read.status !== 410)
        return read;
    const comment = read.kind === "failed" ? undefined : readComment(read.data);
    const ours = comment !== undefined && (0,data/* hasMarker */.xY)(comment.body, known.group);
    return { kind: "done", comments: ours ? [comment] : [] };
}

// EXTERNAL MODULE: ./build/src/github/comment/render.js
var render = __nccwpck_require__(9943);
;// CONCATENATED MODULE: ./build/src/github/comment/upsert.js






function commentOutputs(comment) {
    if (comment.kind !== "done")
        return {};
    return { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl };
}
/**
 * The comment is found by marker and author, or created; then the list is read again, and the lowest id stays. A write
 * merges the rows of other jobs. When there are others, it is read back after some seconds: by then a job that had
 * read before our write has written, and if that write lost our row, it is written again. All of it in bounded rounds.
 */
async function upsertComment(github, write, context) {
    const change = changeOf(write, github.secrets, context.clock.now());
    if (change === undefined)
        return { kind: "skipped", reason: "The row names no site or no run." };
    const work = {
        github,
        place: write,
        change,
        context,
        seen: [],
        strangers: [],
        knownId: write.knownId,
        isCrowded: false,
        fromPage: 1,
        emptyUpTo: 1,
    };
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
/** @returns Undefined for a row that names no site or no run. */
function changeOf(write, secrets, nowMs) {
    if ("closedBy" in write) {
        const { closedBy } = write;
        const updatedAt = new Date(nowMs).toISOString();
        const closed = (row) => {
            const { note: _note, approvalUrl: _approvalUrl, prepared: _prepared, ...kept } = row;
            return row.status === "closed" ? row : { ...kept, ...closedBy, status: "closed", updatedAt };
        };
        return { own: (seen) => seen.map(closed), run: closedBy, creates: false };
    }
    // As it will be read back: what a row loses on its way is no difference.
    const updatedAt = write.row.updatedAt ?? new Date(nowMs).toISOString();
    const row = (0,data/* readRow */.zK)((0,github_secrets/* redactWithin */.Nr)({ ...write.row, updatedAt }, secrets));
    return row && { own: () => [row], run: row, creates: true };
}
const MAX_ROUNDS = 12;
const MAX_FAILURES = 3;
/** Longer than the time between another job's read and write. */
const READ_BACK_MS = 3000;
const LOOK_AGAIN_MS = 1000;
const STALE_MS = 600_000;
async function runRound(work) {
    const { change } = work;
    const found = await find(work);
    if (found.kind === "failed")
        return found;
    const target = pickTarget(work, found.comments);
    work.seen = (0,data/* mergeRows */.YE)([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
    const own = change.own(work.seen);
    const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
    work.previous ??= replaced.find((row) => !isSameRun(row, change.run));
    if (target === undefined && change.creates)
        return create(work, own);
    if (target === undefined) {
        return { kind: "skipped", reason: "There is no comment of this group.", strangers: work.strangers };
    }
    work.knownId = target.id;
    const extras = found.comments.filter((comment) => comment !== target && canDelete(work, comment, target));
    const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
    if (!work.isCrowded && wanted.some((row) => !(0,data/* includesRow */.SI)(target.rows, row)))
        return update(work, { target, extras, own });
    await deleteAll(work, extras);
    const superseded = own.some((row) => replaced.some((current) => current.siteId === row.siteId && (0,data/* isNewer */.U4)(current, row)));
    return done(work, target, { rows: target.rows, superseded });
}
async function find(work) {
    const { github, place, context, selfId, fromPage } = work;
    if (work.knownId !== undefined) {
        const known = await readKnown(github, { id: work.knownId, group: place.group }, context);
        if (known.kind === "failed")
            return known;
        work.selfId ??= known.comments[0]?.authorId;
        if (known.comments.length > 0)
            return known;
        work.knownId = undefined;
    }
    const listed = await findComments(github, { ...place, selfId, fromPage }, context);
    work.fromPage = 1;
    if (listed.kind === "failed")
        return listed;
    work.strangers = listed.strangers;
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
    if (place.recreate !== true)
        return comments[0];
    // The jobs of a run share its comment.
    return comments.find(({ createdByRun }) => createdByRun >= change.run.runId);
}
function isSameRun(one, other) {
    return one.runId === other.runId && one.runAttempt === other.runAttempt;
}
function canDelete(work, comment, target) {
    if (comment.id === work.createdId)
        return true;
    if (work.place.recreate === true)
        return comment.createdByRun < target.createdByRun;
    // Another job that has just created it deletes it itself, after it has moved its row.
    return work.context.clock.now() - Date.parse(comment.updatedAt) > STALE_MS;
}
function upsert_render(work, own, before) {
    const { github, place, change, selfId } = work;
    const { group, template } = place;
    const rows = (0,data/* mergeRows */.YE)([...work.seen, ...own], own);
    const createdByRun = before?.createdByRun ?? change.run.runId;
    const proof = proofOf(before?.authorId ?? selfId, place, github);
    const body = (0,render/* renderComment */.wQ)({ group, rows, createdByRun, run: change.run, written: own, template, proof });
    return { body: String(body), rows };
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
        return { ...(0,failure/* unreadable */.O$)("the new comment"), retryInMs: LOOK_AGAIN_MS };
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
    const sites = new Set([...work.seen, ...own].map(({ siteId }) => siteId));
    work.isCrowded = (0,data/* readStored */.CL)(body).rows.length < sites.size;
    await deleteAll(work, extras);
    const { random = Math.random } = context;
    const shared = rows.length > 1 || place.isShared === true;
    if (shared && (await (0,octokit/* pause */.v7)(READ_BACK_MS * (1 + random() / 2), context)))
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
        ...end,
        previous: work.previous,
    };
}


/***/ }),

/***/ 1594:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ retireRecords),
/* harmony export */   Q: () => (/* binding */ retireEarlier),
/* harmony export */   VI: () => (/* binding */ listRecords),
/* harmony export */   ZX: () => (/* binding */ createRecordWriter),
/* harmony export */   mi: () => (/* binding */ recordIdOf)
/* harmony export */ });
/* unused harmony exports openRecord, setRecordStatus, recordState */
/* harmony import */ var _comment_data_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8559);
/* harmony import */ var _comment_render_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9943);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4679);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(47);






const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;
/** When a response is lost, the list is read before anything is sent again, so that no second record stays pending. */
async function openRecord(github, opening, context) {
    if (opening.production === true || opening.runAttempt > 1) {
        const found = await findRecord(github, opening, context);
        if (found !== undefined)
            return found;
    }
    for (let tries = 1;; tries += 1) {
        const sent = await create(github, opening, context);
        const recordId = sent.kind === "done" ? (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .numberAt */ .tk)(sent.data, "id") : undefined;
        if (recordId !== undefined)
            return { kind: "done", recordId, reused: false };
        const failed = sent.kind === "failed" ? sent : withoutId(sent.data);
        if (tries >= MAX_WRITES || !(await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .pause */ .v7)(failed.retryInMs, context)))
            return failed;
        const found = failed.unknown === true ? await findRecord(github, opening, context) : undefined;
        if (found !== undefined)
            return found;
    }
}
/** A response that cannot be read is as good as lost: the list shows whether the record is there. */
function withoutId(data) {
    const failed = (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("the deployment");
    return typeof data === "object" && data !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
}
function create(github, opening, context) {
    const { sha, environment, description = "", production = false } = opening;
    const { siteId, pullNumber = null, branch = null, runId, runAttempt, sourceDeploymentId } = opening;
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, { doing: "open a deployment" }, context, (rest, parameters) => rest.repos.createDeployment({
        ...parameters,
        ref: sha,
        // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
        auto_merge: false,
        required_contexts: [],
        environment,
        description: cutDescription(description),
        transient_environment: !production,
        production_environment: production,
        payload: { greenroom: { schemaVersion: 1, siteId, pullNumber, branch, runId, runAttempt, sourceDeploymentId } },
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
/** Only those that were opened here, the newest first. */
async function listRecords(github, query, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, { doing: "read deployments", repeatable: true }, context, (rest, parameters) => rest.repos.listDeployments({ ...parameters, ...query, per_page: PAGE_SIZE }));
    if (read.kind === "failed")
        return read;
    if (!Array.isArray(read.data))
        return (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("deployments");
    const records = read.data.map(readRecord).filter((record) => record !== undefined);
    const oldest = Date.parse((0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(read.data.at(-1), "created_at") ?? "");
    return { kind: "done", records, oldestMs: oldest, isLast: read.data.length < PAGE_SIZE };
}
function readRecord(deployment) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .numberAt */ .tk)(deployment, "id");
    const ours = (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(deployment, "payload", "greenroom");
    if (id === undefined || ours === undefined)
        return undefined;
    return {
        id,
        siteId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(ours, "siteId"),
        pullNumber: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .numberAt */ .tk)(ours, "pullNumber"),
        branch: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(ours, "branch"),
        runId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .numberAt */ .tk)(ours, "runId") ?? 0,
        sourceDeploymentId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__.at)(ours, "sourceDeploymentId"),
        creatorId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .numberAt */ .tk)(deployment, "creator", "id"),
    };
}
function setRecordStatus(github, recordId, { state, description, ...urls }, context) {
    const environmentUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .rowAddress */ .xo)(urls.environmentUrl);
    const logUrl = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .rowAddress */ .xo)(urls.logUrl);
    const request = { doing: "set the status of a deployment", repeatable: true };
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, request, context, (rest, parameters) => rest.repos.createDeploymentStatus({
        ...parameters,
        deployment_id: recordId,
        state,
        ...(environmentUrl === undefined ? {} : { environment_url: environmentUrl }),
        ...(logUrl === undefined ? {} : { log_url: logUrl }),
        ...(description === undefined ? {} : { description: cutDescription(description) }),
        // Other pull requests and sites share the environment: only what we name turns inactive.
        auto_inactive: false,
    }));
}
/** Cut between words: half of one could be half of a secret, which no redaction would recognise. */
function cutDescription(text) {
    const line = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .plainLine */ .h0)(text);
    if (line.length <= MAX_DESCRIPTION_CHARS)
        return line;
    const kept = line.slice(0, MAX_DESCRIPTION_CHARS - 1);
    return `${kept.slice(0, Math.max(0, kept.lastIndexOf(" ")))}…`.toWellFormed();
}
/** Opened once, then updated when its state changes; Gitea and Forgejo have a status of the commit instead. */
function createRecordWriter() {
    let record;
    let written;
    return async (github, { opening, row }, context) => {
        const state = recordState(row, opening.production === true);
        if (github.forge === "gitea") {
            const set = commitState(row, state.state);
            const sent = set === written ? undefined : await setCommitStatus(github, { opening, row, state, set }, context);
            if (sent?.kind === "failed")
                return sent;
            written = set;
            return { kind: "skipped", reason: "this server has commit statuses instead" };
        }
        const opened = record ?? (await openRecord(github, opening, context));
        if (opened.kind === "failed")
            return opened;
        record = opened;
        // A fresh record is `pending` by itself: a live status would cost a request and say no more.
        if (state.state === written || ((0,_comment_data_js__WEBPACK_IMPORTED_MODULE_0__/* .isLive */ .DG)(row) && !record.reused))
            return record;
        const sent = await setRecordStatus(github, record.recordId, state, context);
        if (sent.kind === "failed")
            return sent;
        written = state.state;
        return record;
    };
}
function recordIdOf(record) {
    return record?.kind === "done" ? record.recordId : undefined;
}
/** Rows of runs that no longer watch: a status that stays pending would block the pull request. */
const UNWATCHED = new Set(["timed_out", "interrupted"]);
function commitState({ status }, state) {
    if (state === "queued" || state === "in_progress")
        return UNWATCHED.has(status) ? "error" : "pending";
    return state === "inactive" ? "error" : state;
}
function recordState(row, production) {
    const state = (0,_comment_data_js__WEBPACK_IMPORTED_MODULE_0__/* .factsOf */ .xS)(row.status).record;
    const environmentUrl = production ? row.productionUrl : row.previewUrl;
    const logUrl = state === "queued" ? (row.approvalUrl ?? row.runUrl) : (row.logUrl ?? row.runUrl);
    if (state === "success") {
        const took = row.durationSeconds === undefined ? "" : `, built in ${(0,_comment_render_js__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(row.durationSeconds)}`;
        const description = production ? "The release is live" : `The preview is ready${took}`;
        return { state, logUrl, description, environmentUrl };
    }
    const note = production ? undefined : row.note;
    const status = state === "queued" ? "waiting for approval" : row.status;
    // A person reads it beside the commit, without the comment; it is cut where it is sent.
    const why = row.error?.message === "" ? row.error.code : row.error?.message;
    const description = why ?? note ?? `The ${production ? "release" : "deployment"} is ${status}`;
    return { state, logUrl, description };
}
const MAX_STATUS_NAME_CHARS = 200;
function setCommitStatus(github, { opening, row, state, set }, context) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .rowAddress */ .xo)(state.environmentUrl ?? state.logUrl);
    // A later status of the same name replaces it.
    const name = `Greenroom ${opening.environment} (${row.site})`;
    return (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, { doing: "set the commit status" }, context, (rest, parameters) => rest.repos.createCommitStatus({
        ...parameters,
        sha: row.commitSha,
        state: set,
        context: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_4__/* .plainLine */ .h0)(name).slice(0, MAX_STATUS_NAME_CHARS).toWellFormed(),
        description: cutDescription(state.description ?? ""),
        ...(address === undefined ? {} : { target_url: address }),
    }));
}
const ACTIVE_STATES = new Set(["success", "in_progress", "queued", "pending"]);
/** A repository in which more was deployed since the last preview of a branch keeps that one until its end. */
const MAX_EARLIER_PAGES = 5;
/** Records that were successful and are inactive: the run that retired them had retired what was before them. */
const ENOUGH_RETIRED = 2;
/**
 * Sets the earlier deployments of the same site and pull request, or branch, inactive once ours is successful. When a
 * newer run's is successful already, ours is set inactive instead. Each run sets its own state before it reads those of
 * others, so that of two that end together at least one sees the other.
 * @returns Why some may still be active.
 */
async function retireEarlier(github, { recordId, opening }, context) {
    const { environment, siteId } = opening;
    for (let page = 1; page <= MAX_EARLIER_PAGES; page += 1) {
        const found = await listRecords(github, { environment, page }, context);
        if (found.kind === "failed")
            return found;
        const others = found.records.filter((one) => one.siteId === siteId && one.id !== recordId && isSameLine(one, opening));
        const newer = others.filter((one) => isNewer(one, { id: recordId, runId: opening.runId }));
        const states = await Promise.all(newer.map(({ id }) => readState(github, id, context)));
        if (states.some((one) => one.kind === "done" && one.state === "success")) {
            return (await retireRecords(github, [recordId], context)).left?.failure;
        }
        const older = others.filter((one) => !newer.includes(one)).map(({ id }) => id);
        const limits = { states: ACTIVE_STATES, enough: ENOUGH_RETIRED };
        const { left, isEnough } = await retireRecords(github, older, context, limits);
        if (found.isLast || isEnough || left !== undefined)
            return left?.failure;
    }
    return undefined;
}
/** One pull request, or one branch as far as it has none. */
function isSameLine(record, { pullNumber, branch }) {
    if (record.pullNumber !== undefined && pullNumber !== undefined)
        return record.pullNumber === pullNumber;
    return record.branch !== undefined && record.branch === branch;
}
function isNewer(one, other) {
    return one.runId === other.runId ? one.id > other.id : one.runId > other.runId;
}
const READS_AT_ONCE = 5;
/**
 * One that is gone counts as settled.
 * @param states Those that turn inactive; every one when there are none.
 * @param enough How many of them were retired before, when the search ends.
 */
async function retireRecords(github, recordIds, context, { states, enough = Infinity } = {}) {
    let [retired, retiredBefore] = [0, 0];
    /** How many may be active still, and why the first of them is. */
    let left;
    for (let start = 0; start < recordIds.length && retiredBefore < enough; start += READS_AT_ONCE) {
        const batch = recordIds.slice(start, start + READS_AT_ONCE);
        if (left !== undefined && isHopeless(left.failure, context)) {
            left = { ...left, count: left.count + batch.length };
            continue;
        }
        // Before a write: a status that says nothing new starts every workflow that listens for one.
        const read = await Promise.all(batch.map(async (id) => ({ id, before: await readState(github, id, context) })));
        for (const { id, before } of read) {
            if (before.kind === "done" && before.state === "inactive" && before.wasSuccess)
                retiredBefore += 1;
            if (before.kind === "done" && (before.state === "inactive" || states?.has(before.state) === false))
                continue;
            if (before.kind === "failed" && before.status === 404)
                continue;
            const set = before.kind === "failed" ? before : await setRecordStatus(github, id, { state: "inactive" }, context);
            if (set.kind === "done" || set.status === 404)
                retired += 1;
            else
                left = { count: (left?.count ?? 0) + 1, failure: left?.failure ?? set };
        }
    }
    return { retired, left, isEnough: retiredBefore >= enough };
}
/** Whether the next record would fail for the same reason. */
function isHopeless({ status, permissionHint, limitedMs }, { signal }) {
    return signal.aborted || status === 401 || permissionHint !== undefined || limitedMs !== undefined;
}
async function readState(github, recordId, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_3__/* .call */ .T1)(github, { doing: "read a deployment", repeatable: true }, context, (rest, parameters) => rest.repos.listDeploymentStatuses({ ...parameters, deployment_id: recordId, per_page: PAGE_SIZE }));
    if (read.kind === "failed")
        return read;
    if (!Array.isArray(read.data))
        return (0,_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("a deployment");
    // GitHub lists the newest first, and a deployment without a status is pending.
    const states = read.data.map((status) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_5__/* .textAt */ .$6)(status, "state") ?? "");
    return { kind: "done", state: states[0] ?? "pending", wasSuccess: states.includes("success") };
}


/***/ }),

/***/ 4679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $r: () => (/* binding */ permissionLines),
/* harmony export */   HH: () => (/* binding */ CHECK_RUN),
/* harmony export */   O$: () => (/* binding */ unreadable),
/* harmony export */   _H: () => (/* binding */ warnOfFailure),
/* harmony export */   fe: () => (/* binding */ classifyError),
/* harmony export */   xD: () => (/* binding */ recordName)
/* harmony export */ });
/* unused harmony export serverName */
/* harmony import */ var _greenroom_client_http__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(2091);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);



/** For a response that is not what GitHub describes, such as a page of a proxy. */
function unreadable(what) {
    return { kind: "failed", reason: `The response about ${what} could not be read.`, unknown: true };
}
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
function serverName(forge) {
    return forge === "github" ? "GitHub" : "The Git server";
}
function classifyError(error, request) {
    const { doing, tries, nowMs, forge } = request;
    const server = serverName(forge);
    const backOffMs = FIRST_RETRY_MS * 4 ** (tries - 1);
    const lost = { kind: "failed", retryInMs: backOffMs, unknown: true };
    const status = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(error, "response", "status");
    if (typeof status !== "number") {
        const reason = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(networkReason(error)).slice(0, 300);
        return { ...lost, reason: `${server} could not be reached to ${doing}: ${reason}.` };
    }
    if (status < 300)
        return { ...lost, reason: `${server}'s response to the request to ${doing} could not be read.` };
    const message = ((0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(error, "response", "data", "message") ?? "").slice(0, 300);
    const words = message === "" ? "" : `: ${(0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(message)}`;
    const reason = `${server} responded with ${status} to the request to ${doing}${words}.`;
    const failure = { kind: "failed", reason, status, unknown: status >= 500 };
    const header = (name) => (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .textAt */ .$6)(error, "response", "headers", name);
    // GitHub's own clock, when it is known: ours may be wrong.
    const atMs = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_2__/* .readHttpDate */ .lq)(header("date")) ?? nowMs;
    if (status >= 500)
        return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(header, atMs) ?? 0) };
    if (status !== 403 && status !== 429)
        return failure;
    const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
    const limitedMs = rateLimitMs(header, atMs) ?? (secondary ? SECONDARY_WAIT_MS * 2 ** (tries - 1) : undefined);
    if (limitedMs !== undefined) {
        return { ...failure, limitedMs, ...(limitedMs > MAX_WAIT_MS ? {} : { retryInMs: limitedMs }) };
    }
    const accepted = header("x-accepted-github-permissions");
    const refused = accepted !== undefined || /not accessible by/i.test(message);
    return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}
function networkReason(error) {
    const cause = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(error, "cause");
    if (cause instanceof DOMException && cause.name === "TimeoutError")
        return "no response in time";
    return error instanceof Error ? error.message : String(error);
}
function rateLimitMs(header, nowMs) {
    const waitMs = retryAfterMs(header, nowMs);
    if (waitMs !== undefined)
        return Math.max(FIRST_RETRY_MS, waitMs);
    if (header("x-ratelimit-remaining") !== "0")
        return undefined;
    const leftMs = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - nowMs;
    return Number.isFinite(leftMs) ? Math.max(FIRST_RETRY_MS, leftMs) : SECONDARY_WAIT_MS;
}
function retryAfterMs(header, nowMs) {
    const seconds = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_2__/* .readRetryAfter */ .D$)(header("retry-after"), nowMs);
    return seconds === undefined ? undefined : seconds * 1000;
}
/** What the preview action needs with every feature on. */
const GRANTS = {
    contents: "read",
    deployments: "write",
    "pull-requests": "write",
};
/**
 * Always the whole block: one without the grants that worked would take them away.
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
const DEPLOYMENT_RECORD = "the deployment record";
const COMMIT_STATUS = "the commit status";
function recordName(forge) {
    return forge === "github" ? DEPLOYMENT_RECORD : COMMIT_STATUS;
}
const CHECK_RUN = "the check run";
/** @param target What was not accepted, as in "the comment". */
function warnOfFailure(run, target, failure) {
    const { forge } = run.trigger;
    const { reason, permissionHint: permissions = [] } = failure;
    const hint = forge === "github" ? hintFor(target, failure) : giteaHintFor(target, failure);
    const lines = [`${reason} The result of the deployment is not affected. ${hint}`, ...permissions];
    run.runner.warning(lines.map(_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc), { title: `${serverName(forge)} did not accept ${target}` });
}
function giteaHintFor(target, { status = 500 }) {
    if (status === 401) {
        return "The token of a job ends when its run is canceled: re-run the job. Otherwise check the input 'github-token'.";
    }
    if ((status === 403 || status === 404) && target === COMMIT_STATUS) {
        return "It needs 'contents: write' where the server limits the token of a job; 'deployment-record: false' does without it.";
    }
    if (status === 403 || status === 404) {
        return "Check that the job has 'pull-requests: write' where the server limits its token, and that the pull request is open to comments.";
    }
    return status < 500 ? "Read the server's message, then re-run the job." : "Re-run the job once the server responds.";
}
function hintFor(target, { permissionHint, status, limitedMs }) {
    if (permissionHint !== undefined && target === CHECK_RUN) {
        return "A check run needs 'github-token' to be the job's own, with these permissions:";
    }
    if (permissionHint !== undefined)
        return "Give the job these permissions:";
    if (limitedMs !== undefined) {
        return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
    }
    if (status === 401)
        return "Check the input 'github-token': GitHub does not accept it.";
    if (status === 404 && target === DEPLOYMENT_RECORD) {
        return "Check that 'github-token' has write access to deployments, or set 'deployment-record: false'.";
    }
    if (status === 403 || status === 404) {
        return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
    }
    if (status !== undefined && status < 500)
        return "Read GitHub's message, then re-run the job.";
    return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}


/***/ }),

/***/ 4636:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   T1: () => (/* binding */ call),
/* harmony export */   nC: () => (/* binding */ githubOnce),
/* harmony export */   v7: () => (/* binding */ pause)
/* harmony export */ });
/* unused harmony exports createGithub, withSafeguards */
/* harmony import */ var _greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(2091);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(237);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4679);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(8568);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(9357);





const TIMEOUT_MS = 15_000;
const ignore = () => undefined;
/** Octokit writes deprecations and retries to the console, past our log. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Octokit is the largest part of the bundle and reads the event file when it is imported: it is loaded here, after the
 * deployment request has left.
 */
async function createGithub(options) {
    const { getOctokit } = await __nccwpck_require__.e(/* import() */ 785).then(__nccwpck_require__.bind(__nccwpck_require__, 2785));
    const request = { fetch: createFetch() };
    return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT, request }), options);
}
function githubOnce(runner, { githubToken: token = "" }, { apiUrl, repository }) {
    let opened;
    return () => (opened ??= createGithub({ token, apiUrl, repository, secrets: runner.secrets() }));
}
/** A page of a hundred comments of the greatest length is shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/**
 * By `@actions/http-client`, which has run for the service before: the `fetch` that `@actions/github` brings is a
 * second client of HTTP, which takes longer to load than the request to answer.
 */
function createFetch() {
    const send = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .keepConnections */ .FQ)(_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__/* .systemClock */ .ml);
    return async (url, { method, headers, body, signal }) => {
        const asked = { ...headers, "accept-encoding": "gzip" };
        const message = await send({ method, url: new URL(url), headers: asked, body }, signal);
        const text = await (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)(message, MAX_RESPONSE_BYTES);
        if (text === undefined)
            throw new Error("the response is too long, or in an unknown encoding");
        const received = Object.entries(message.headers).map(([name, value = ""]) => [name, String(value)]);
        return {
            status: message.statusCode ?? 0,
            url,
            headers: new Map(received),
            text: () => Promise.resolve(text),
            // Asked for when the type is no text: nothing that is read here.
            arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
        };
    };
}
/** Every request gets a time limit, follows no redirect and holds no secret. */
function withSafeguards(octokit, options) {
    const { token, repository, timeoutMs = TIMEOUT_MS, secrets = [] } = options;
    octokit.hook.before("request", (request) => {
        const signal = (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__/* .timeoutSignal */ ._)(timeoutMs, request.request.signal);
        // A redirect could lead the token to another host.
        Object.assign(request.request, { signal, redirect: "manual" });
        for (const [name, value] of Object.entries(request)) {
            const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
            if (isBody)
                Object.assign(request, { [name]: (0,_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .redactWithin */ .Nr)(value, [token, ...secrets]) });
        }
    });
    octokit.hook.after("request", (response, { method }) => {
        // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
        const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
        if (response.status >= 300 || unreadable)
            throw Object.assign(new Error("unexpected response"), { response });
    });
    return {
        octokit,
        forge: (0,_trigger_js__WEBPACK_IMPORTED_MODULE_2__/* .forgeOf */ .$D)(options.apiUrl),
        repository: { owner: repository.owner, repo: repository.name },
        secrets,
    };
}
/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);
const MAX_TRIES = 3;
/**
 * Never rejects. Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our
 * clock.
 * @param request `repeatable`: sent twice it has the effect of once, and what it is made of is not out of date by
 *   then.
 * @returns Outside data, whatever Octokit's types say: they are what GitHub describes, not what came.
 */
async function call({ octokit, repository, forge }, request, context, send) {
    const maxTries = request.repeatable === true ? MAX_TRIES : 1;
    for (let tries = 1;; tries += 1) {
        try {
            const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
            return { kind: "done", data };
        }
        catch (error) {
            const failure = (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .classifyError */ .fe)(error, { doing: request.doing, tries, nowMs: context.clock.now(), forge });
            if (tries >= maxTries || !(await pause(failure.retryInMs, context)))
                return failure;
        }
    }
}
/** @returns False when the signal ended the wait, and for a failure without a time for a retry. */
async function pause(ms, { clock, signal }) {
    return ms !== undefined && !signal.aborted && (await (0,_greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_4__/* .wait */ .uk)(clock, ms, signal));
}


/***/ }),

/***/ 5543:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   Dl: () => (/* binding */ parseUrl),
/* harmony export */   Qc: () => (/* binding */ flagAt),
/* harmony export */   ZZ: () => (/* binding */ field),
/* harmony export */   at: () => (/* binding */ at),
/* harmony export */   gT: () => (/* binding */ listAt),
/* harmony export */   rD: () => (/* binding */ wholeNumber),
/* harmony export */   tk: () => (/* binding */ numberAt)
/* harmony export */ });
function field(value, name) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
        return undefined;
    return Reflect.get(value, name);
}
function at(value, ...names) {
    return names.reduce(field, value);
}
function textAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "string" && found !== "" ? found : undefined;
}
/** A whole number above zero. */
function numberAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}
/** More than a comment shows of any list, so that a long one costs no time. */
const MAX_LISTED = 1000;
function listAt(value, name) {
    const list = at(value, name);
    return Array.isArray(list) ? list.slice(0, MAX_LISTED) : [];
}
function flagAt(value, name) {
    return at(value, name) === true ? true : undefined;
}
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
/* harmony export */   D: () => (/* binding */ readPullRequest),
/* harmony export */   p: () => (/* binding */ findPull)
/* harmony export */ });
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4679);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5543);
/* harmony import */ var _trigger_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(9357);




/**
 * Requested from GitHub only when the payload does not name it; one that is found by search must be open, with exactly
 * the trigger's commit as its head.
 */
async function findPull(github, trigger, search) {
    const { pull, head } = trigger;
    const { pullNumber } = search;
    if (pullNumber !== undefined && !(pull?.kind === "named" && pull.number === pullNumber)) {
        const given = await readPullRequest(github, pullNumber, search);
        // A number out of a fork's run is only a claim: the commit proves it.
        const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
        if (given.kind !== "found" || !claimed || given.pull.headSha === head?.sha)
            return given;
        return { kind: "none", reason: `The head of pull request ${pullNumber} is not the commit of this run.` };
    }
    if (pull === null)
        return { kind: "none", reason: "The event belongs to no pull request." };
    if (pull.kind === "number")
        return readPullRequest(github, pull.number, search);
    if (pull.kind === "search")
        return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
    return { kind: "found", pull: { ...pull, headSha: head?.sha ?? "", headBranch: head?.branch ?? null } };
}
async function readPullRequest(github, number, context) {
    const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, { doing: "read the pull request", repeatable: true }, context, (rest, parameters) => rest.pulls.get({ ...parameters, pull_number: number }));
    if (read.kind === "failed") {
        return read.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : read;
    }
    const pull = (0,_trigger_js__WEBPACK_IMPORTED_MODULE_2__/* .readPull */ .Es)(read.data);
    return pull === undefined ? (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the pull request") : { kind: "found", pull };
}
const FIND = { doing: "find the pull request", repeatable: true };
async function searchPull(github, { pull, repositoryId }, context) {
    if (github.forge === "gitea")
        return searchGitea(github, pull, context);
    const head = `${pull.headOwner}:${pull.headBranch}`;
    const byHead = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, FIND, context, (rest, parameters) => rest.pulls.list({ ...parameters, state: "open", head, per_page: 100 }));
    if (byHead.kind === "failed")
        return byHead;
    const found = pick(byHead.data, pull);
    if (found.kind === "found")
        return found;
    // [platform] By commit the base repository knows only its own commits, not those of a fork.
    if (String(pull.headRepositoryId) !== repositoryId)
        return found;
    const byCommit = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, FIND, context, (rest, parameters) => rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: pull.sha }));
    if (byCommit.kind === "done")
        return pick(byCommit.data, pull);
    return byCommit.status === 409 || byCommit.status === 404 ? found : byCommit;
}
/** The server gives no more than 50 a page unless its operator allows it. */
const GITEA_PAGE_SIZE = 50;
const MAX_GITEA_PAGES = 20;
// Sorted as GitHub's route cannot be.
const GITEA_PULLS = "GET /repos/{owner}/{repo}/pulls?state=open&sort=recentupdate&limit={limit}&page={page}";
/** Gitea has no search by head or by commit: the list is read, what was changed last first. */
async function searchGitea(github, wanted, context) {
    const seen = new Set();
    for (let page = 1; page <= MAX_GITEA_PAGES; page += 1) {
        const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_1__/* .call */ .T1)(github, FIND, context, (_, parameters) => github.octokit.request(GITEA_PULLS, { ...parameters, limit: GITEA_PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadable */ .O$)("the pull requests");
        const found = pick(read.data, wanted);
        const before = seen.size;
        for (const one of read.data)
            seen.add((0,_payload_js__WEBPACK_IMPORTED_MODULE_3__/* .numberAt */ .tk)(one, "number") ?? 0);
        // A page can be shorter than asked for, so that only one without anything new is the end.
        if (found.kind === "found" || seen.size === before)
            return found;
    }
    return pick([], wanted);
}
function pick(list, wanted) {
    const pulls = Array.isArray(list) ? list.map(_trigger_js__WEBPACK_IMPORTED_MODULE_2__/* .readPull */ .Es).filter((pull) => pull !== undefined) : [];
    const fits = pulls.filter((pull) => pull.state === "open" &&
        pull.headSha === wanted.sha &&
        (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId));
    const [pull] = fits.sort((left, right) => left.number - right.number);
    if (pull !== undefined)
        return { kind: "found", pull };
    return { kind: "none", reason: `No open pull request has ${wanted.sha.slice(0, 7)} as its head.` };
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


/** What was made unreadable on purpose, such as reversed text, cannot be listed. */
function redact(text, secrets) {
    return formsOf(secrets).reduce((rest, form) => rest.replaceAll(form, "***"), text);
}
// A log is searched for the same secrets thousands of times; a list of secrets only grows.
const KNOWN = new WeakMap();
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
    const percent = encodeURIComponent(secret.toWellFormed());
    const hex = Buffer.from(secret).toString("hex");
    return [
        secret,
        percent,
        percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
        hex,
        hex.toUpperCase(),
        JSON.stringify(secret).slice(1, -1),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeMarkdown */ .FV)(plain),
        (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeHtml */ .ZD)(plain),
        data,
        data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
        ...(0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .base64Forms */ .ft)(secret),
    ];
}
/** Variables in which the runner, or a workflow by convention, keeps a credential. */
const SECRET_NAMES = [
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "GITEA_TOKEN",
    "FORGEJO_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
];
/** Tokens of GitHub, and signed tokens such as those the runner gets for itself. */
const SECRET_SHAPES = /^(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*)$/;
/** Shorter ones would be replaced all over the text. */
const MIN_SECRET_CHARS = 12;
/**
 * The runner masks them in its log, but not in a comment. A value with another name and shape is not taken for a
 * secret: it can be the name of a site.
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
/* harmony export */   $D: () => (/* binding */ forgeOf),
/* harmony export */   Es: () => (/* binding */ readPull),
/* harmony export */   vE: () => (/* binding */ readTrigger)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4683);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5543);


/** The runners of Gitea and Forgejo give the first version of their API; that of an Enterprise Server is `/api/v3`. */
function forgeOf(apiUrl) {
    return apiUrl.endsWith("/api/v1") ? "gitea" : "github";
}
const DEPENDABOT = /^dependabot(?:-preview)?\[bot\]$/;
/** A payload that does not fit gives `problems`, never an error. */
function readTrigger(env, payload) {
    const eventName = env["GITHUB_EVENT_NAME"] ?? "";
    const { problems, ...repository } = readRepository(env, payload);
    const source = { env, payload, repositoryId: repository.id, owner: repository.owner };
    const apiUrl = address(env["GITHUB_API_URL"], "https://api.github.com");
    const forge = forgeOf(apiUrl);
    const read = READERS.get(eventName);
    const found = read === undefined ? { ...readRef(source), pull: null } : read(source);
    const actor = env["GITHUB_ACTOR"] ?? (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "sender", "login") ?? "";
    const author = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(payload, "pull_request", "user", "login") ?? "";
    const serverUrl = address(env["GITHUB_SERVER_URL"], "https://github.com");
    return {
        eventName,
        repository,
        apiUrl,
        forge,
        run: readRun(env, `${serverUrl}/${repository.owner}/${repository.name}`, forge),
        head: found.head ?? null,
        pull: found.pull ?? null,
        fromFork: found.fromFork ?? false,
        dependabot: [actor, env["GITHUB_TRIGGERING_ACTOR"] ?? "", author].some((login) => DEPENDABOT.test(login)),
        deleted: found.deleted ?? false,
        problems: [
            ...(payload === undefined ? ["The file that GITHUB_EVENT_PATH names holds no readable event."] : []),
            ...problems,
            ...(found.problems ?? []),
        ],
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
    return { id: id === 0 ? "" : String(id), owner, name, problems };
}
function readRun(env, repositoryUrl, forge) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_RUN_ID"]);
    const attempt = Math.max(1, (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_RUN_ATTEMPT"]));
    const number = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(env["GITHUB_RUN_NUMBER"]);
    // GitHub's page of an attempt: the plain one always shows the newest. Gitea and Forgejo count the runs of a
    // repository; from 1.26 on, Gitea has to know that the number is no id.
    const page = forge === "github" ? `${id}/attempts/${attempt}` : `${number}?by_index=1`;
    const known = !repositoryUrl.endsWith("//") && (forge === "github" ? id : number) !== 0;
    return { id, attempt, url: known ? `${repositoryUrl}/actions/runs/${page}` : "" };
}
// The runner's own settings are trusted: an Enterprise Server can use plain http in its network.
function address(given, fallback) {
    const url = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .Dl)(given ?? "");
    const usable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/(?<!\/)\/+$/, "");
}
const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
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
    return typeof value === "string" && (0,_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_1__/* .isBranchName */ .Q8)(value) ? value : null;
}
function branchOfRef(ref) {
    return ref?.startsWith(BRANCH_PREFIX) === true ? branchOf(ref.slice(BRANCH_PREFIX.length)) : null;
}
function missing(what) {
    return { problems: [`The event's payload has no ${what}.`] };
}
/** Its pull request is searched for by its branch. */
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
    return { pull: { kind: "number", number, title: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(issue, "title") } };
}
function readDeployment(source) {
    const deployment = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(source.payload, "deployment");
    const sha = shaOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .field */ .ZZ)(deployment, "sha"));
    if (sha === undefined)
        return missing("deployment.sha");
    const ref = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(deployment, "ref")?.replace(BRANCH_PREFIX, "");
    return ownHead(source, sha, shaOf(ref) === undefined ? branchOf(ref) : null);
}
/** @returns Undefined without number or head. */
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
        title: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(pull, "title"),
        // A deleted fork has no head repository; what is unclear counts as a fork.
        fork: headRepositoryId === null || headRepositoryId !== (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(pull, "base", "repo", "id"),
        state: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "state") === "closed" ? "closed" : "open",
        merged: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(pull, "merged") === true || (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(pull, "merged_at") !== undefined,
        headRepositoryId,
        createdMs: Date.parse((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(pull, "created_at") ?? ""),
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
/* harmony export */   S3: () => (/* binding */ imageLink),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
/* harmony export */   Yg: () => (/* binding */ withoutQuotes),
/* harmony export */   ZD: () => (/* binding */ escapeHtml),
/* harmony export */   d6: () => (/* binding */ codeFence),
/* harmony export */   gm: () => (/* binding */ hiddenComment),
/* harmony export */   h0: () => (/* binding */ plainLine),
/* harmony export */   h8: () => (/* binding */ htmlCode),
/* harmony export */   jO: () => (/* binding */ outputText),
/* harmony export */   kc: () => (/* binding */ logText),
/* harmony export */   mf: () => (/* binding */ autolink),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   nf: () => (/* binding */ link),
/* harmony export */   ti: () => (/* binding */ inlineCode),
/* harmony export */   wD: () => (/* binding */ markdown),
/* harmony export */   xo: () => (/* binding */ rowAddress)
/* harmony export */ });
/* harmony import */ var _greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3583);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5543);


const MAX_ADDRESS_CHARS = 2048;
const LINE_PREFIX = "│ ";
/** No controls, no invisible characters, no colours; line ends become spaces. */
function plainLine(untrusted) {
    return splitLines(untrusted)
        .map((line) => visibleLine(line, "drop"))
        .join(" ");
}
function shorten(text, maxChars) {
    return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).trimEnd()}…`.toWellFormed();
}
function finishLine(line) {
    const closed = line.includes("\u001b") ? `${line}\u001b[0m` : line;
    // The old command form is searched anywhere in a line, and the search ignores the ESC of a colour.
    return closed.replace(/##(?=\u001b?\[)/g, "##\\").replace(/^(\s*):(?=:)/, "$1\\:");
}
/** Each behind a constant prefix, so that no anchored pattern and no command matches; colours stay. */
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
/** A template tag; the values are untrusted. */
function log(parts, ...values) {
    return logText(String.raw({ raw: parts }, ...values));
}
function outputText(untrusted) {
    return plainLine(untrusted);
}
/** A URL out of a row or a response, for GitHub; loopback is that of a service or a stand-in on this machine. */
function rowAddress(untrusted) {
    return safeAddress(untrusted ?? "", { allowLoopbackHttp: true });
}
/** The parser of URLs lets quotes, backticks and brackets stand in a name. */
const HOST_NAME = /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/;
/**
 * @returns Undefined for one that is not https, has credentials, controls or a host name that is none, or is too long.
 */
function safeAddress(untrusted, options) {
    if (untrusted.length > MAX_ADDRESS_CHARS || /\s/.test(untrusted) || plainLine(untrusted) !== untrusted) {
        return undefined;
    }
    const url = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .Dl)(untrusted);
    if (url === undefined || url.username !== "" || url.password !== "" || !HOST_NAME.test(url.hostname))
        return undefined;
    const http = url.protocol === "http:" && options.allowLoopbackHttp && isLocal(url.hostname);
    if (url.protocol !== "https:" && !http)
        return undefined;
    const rest = `${url.pathname}${url.search}${url.hash}`.replace(/[()<>[\]|`\\'"{}^]/g, percentEncode);
    const address = `${url.origin}${rest}`;
    return address.length > MAX_ADDRESS_CHARS ? undefined : address;
}
/** The previews of a service on this machine have hosts below `localhost`. */
function isLocal(hostname) {
    return (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__/* .isLoopbackHost */ .cW)(hostname) || hostname.endsWith(".localhost");
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
/** A template tag: strings are escaped, Markdown made here passes. */
function markdown(parts, ...values) {
    const texts = values.map((value) => value instanceof Markdown ? String(value) : escapeMarkdown(plainLine(String(value))));
    return new Markdown(String.raw({ raw: parts }, ...texts));
}
/** Quotes as entities end no attribute of HTML. */
function withoutQuotes(text) {
    return new Markdown(String(text).replace(/["']/g, (sign) => `&#${sign.charCodeAt(0)};`));
}
function joinMarkdown(parts, separator) {
    return new Markdown(parts.map(String).join(separator));
}
/** Encoded so that the value can neither close the comment nor open another. */
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
/** Also fits within a table. */
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
/** For a `<summary>` and the like, where Markdown is not read. */
function htmlCode(untrusted) {
    return new Markdown(`<code>${escapeHtml(plainLine(untrusted))}</code>`);
}
/** When there are too many lines, the last ones stay. */
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
function imageLink(image) {
    const [picture, target] = [image.picture, image.target].map((address) => address.replaceAll("&", "&amp;"));
    const alt = escapeHtml(plainLine(image.alt));
    return new Markdown(`<a href="${target}"><img src="${picture}" alt="${alt}" width="${image.width}"></a>`);
}
/** Also fits as the destination of a link. */
function autolink(address) {
    return new Markdown(`<${address.replaceAll("&", "&amp;")}>`);
}
const BREAK = "&#8203;";
/** GitHub searches the rendered text for mentions and references, where a backslash is gone: only a break helps. */
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
/** For HTML, where Markdown is not read: ASCII punctuation becomes entities. */
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
/* harmony export */   Ui: () => (/* binding */ readActionInputs),
/* harmony export */   dC: () => (/* binding */ readConnection),
/* harmony export */   i_: () => (/* binding */ InputReader),
/* harmony export */   lA: () => (/* binding */ parseMinutes),
/* harmony export */   pH: () => (/* binding */ SECRET_INPUTS),
/* harmony export */   wC: () => (/* binding */ matching),
/* harmony export */   xX: () => (/* binding */ MAX_MINUTES)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(1634);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9942);



const SECRET_INPUTS = ["token", "github-token"];
/** What GitHub lets a job of a self-hosted runner last: five days. */
const MAX_MINUTES = 7200;
const MAX_SHOWN_CHARS = 100;
const SERVICE_URL = "an https URL, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";
/** Keeps every problem, so that a user corrects all of them at once. */
class InputReader {
    problems = [];
    #lookup;
    /** @param lookup Gives an empty text for an input that was not given. */
    constructor(lookup) {
        this.#lookup = lookup;
    }
    text(name) {
        return this.#lookup(name).trim();
    }
    /**
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
    /** The first word is the default. */
    word(name, words) {
        const parse = (value) => words.find((word) => word === value.toLowerCase());
        const quoted = words.map((word) => `'${word}'`);
        const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
        return this.optional(name, parse, expected) ?? words[0];
    }
    flag(name, fallback) {
        return this.text(name) === "" ? fallback : this.word(name, ["true", "false"]) === "true";
    }
    /** @param inputs Undefined when one that is needed is missing or wrong. */
    end(inputs) {
        const { problems } = this;
        return inputs === undefined || problems.length > 0 ? { kind: "invalid", problems } : { kind: "valid", inputs };
    }
    /** Never a token, not even one in the wrong input. */
    #shown(name) {
        if (SECRET_INPUTS.includes(name))
            return "not shown here";
        const value = this.text(name);
        const secrets = SECRET_INPUTS.map((secret) => this.text(secret)).filter((secret) => secret !== "");
        if (secrets.some((secret) => value.includes(secret)) || (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .tokenPrefix */ .Iy)(value) !== undefined) {
            return "a token, not shown here";
        }
        const shown = withoutCredentials(value);
        return shown.length <= MAX_SHOWN_CHARS ? `'${shown}'` : `'${shown.slice(0, MAX_SHOWN_CHARS)}…'`;
    }
}
function matching(pattern) {
    return (text) => (pattern.test(text) ? text : undefined);
}
/** Takes user names, passwords and the values of queries out of what may be a URL, also a malformed one. */
function withoutCredentials(text) {
    const [scheme = ""] = /^[^/@]*:\/\//.exec(text) ?? [];
    const rest = text.slice(scheme.length);
    const end = rest.lastIndexOf("@");
    const colon = rest.indexOf(":");
    // Without a scheme, what stands before an `@` is a user name with a password only if there is a colon in it.
    const hides = end >= 0 && (scheme !== "" || (colon >= 0 && colon < rest.indexOf("@")));
    const bare = hides ? `${scheme}***${rest.slice(end)}` : text;
    return bare.replaceAll(/([?&#][^=&#{]*=)[^&#{]+/g, "$1***");
}
/**
 * @param identity Whether the job may ask GitHub who it is, so that it needs no token.
 * @returns Undefined when an input that is needed is missing or wrong.
 */
function readActionInputs(reader, identity, defaults) {
    const connection = readConnection(reader, identity);
    const commitSha = reader.optional("commit-sha", (text) => (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .COMMIT_SHA_PATTERN */ .Ml.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits");
    const inputs = { commitSha, ...readReporting(reader, defaults), dryRun: reader.flag("dry-run", false) };
    return connection && { ...connection, ...inputs };
}
const PERMISSIONS = "permissions: { contents: read, deployments: write, id-token: write, pull-requests: write }";
const TOKEN = "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret";
/** @see Interface §2 (ids and slugs), §5.2 (tokens) */
function readConnection(reader, identity) {
    const baseUrl = reader.required("base-url", _service_url_js__WEBPACK_IMPORTED_MODULE_0__/* .parseServiceUrl */ .iO, SERVICE_URL);
    const token = reader.optional("token", (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .tokenPrefix */ .Iy)(text) !== undefined ? text : undefined), TOKEN);
    if (reader.text("token") === "" && !identity) {
        const sentence = `Input 'token' is missing, and this job may not ask GitHub who it is: give the job '${PERMISSIONS}' and let the site trust this repository, or write ${TOKEN}.`;
        reader.problems.push(sentence);
    }
    const named = reader.required("site", _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_1__/* .parseNamedSite */ .kc, `the site's id (a UUID), its slug (at most ${_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .MAX_SLUG_CHARS */ .Z9} lower-case letters, digits and hyphens), or the slugs of its workspace and of it, such as 'acme/docs'`);
    const mcpUrl = readMcpUrl(reader, baseUrl);
    const approvalUrl = reader.optional("approval-url", (text) => ((0,_service_url_js__WEBPACK_IMPORTED_MODULE_0__/* .fillApprovalUrl */ .Q$)(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text), "an https URL with '{siteId}' and '{deploymentId}' after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'");
    if (baseUrl === undefined || named === undefined || mcpUrl === undefined)
        return undefined;
    return { baseUrl, token, ...named, mcpUrl, approvalUrl };
}
/** @param baseUrl Undefined when that input was wrong. */
function readMcpUrl(reader, baseUrl) {
    const base = (baseUrl?.href ?? "https://service.invalid").replace(/(?<!\/)\/+$/, "");
    const parse = (text) => (0,_service_url_js__WEBPACK_IMPORTED_MODULE_0__/* .parseServiceUrl */ .iO)(text.replace("{base-url}", base));
    const given = reader.optional("mcp-url", parse, `${SERVICE_URL}; '{base-url}' stands for the input 'base-url'`);
    return given ?? parse("{base-url}/mcp");
}
function readReporting(reader, defaults) {
    const githubToken = reader.text("github-token");
    return {
        githubToken: githubToken === "" ? undefined : githubToken,
        pullNumber: reader.optional("pr-number", (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined), "the number of a pull request, such as '42'"),
        comment: reader.word("comment", ["update", "recreate", "off"]),
        commentGroup: reader.optional("comment-group", matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/), "a name of at most 100 letters, digits, dots, hyphens and underscores, such as 'previews'") ?? defaults.commentGroup,
        deploymentRecord: reader.flag("deployment-record", true),
        environment: reader.optional("environment", matching(/^[^\x00-\x1f\x7f]{1,255}$/u), "the name of an environment on GitHub, at most 255 characters, such as 'preview'") ?? defaults.environment,
    };
}
/** @returns Undefined for a number with a sign, an exponent, or beyond {@link MAX_MINUTES}. */
function parseMinutes(text) {
    const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return minutes <= MAX_MINUTES ? minutes : undefined;
}


/***/ }),

/***/ 875:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ runToken),
/* harmony export */   r: () => (/* binding */ hasIdentity)
/* harmony export */ });
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(2551);
/* harmony import */ var _greenroom_client_http__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(2091);
/* harmony import */ var _greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(3583);
/* harmony import */ var _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(237);
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_7__ = __nccwpck_require__(4683);
/* harmony import */ var _greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(1423);
/* harmony import */ var _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(1634);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(5543);








/** A job has one with `id-token: write`. */
function identityEndpoint(env) {
    const url = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .parseUrl */ .Dl)(env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "");
    const token = env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] ?? "";
    return url !== undefined && (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__/* .isProtected */ .bz)(url) && token !== "" ? { url, token } : undefined;
}
function hasIdentity(env) {
    return identityEndpoint(env) !== undefined;
}
/** A token is renewed this long before it ends, milliseconds: longer than a request takes. */
const RENEW_BEFORE_MS = 60_000;
/**
 * The one of its input, or one that its identity is exchanged for when the first request leaves, and again before that
 * one ends; each is masked before it is used.
 */
function runToken({ token, ...service }, env, runner) {
    const endpoint = identityEndpoint(env);
    if (token !== undefined || endpoint === undefined)
        return token ?? "";
    let current;
    let renewal;
    const renew = async (send) => {
        const { audience } = (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .exchangeTarget */ .rp)(service.baseUrl.origin, service);
        const identityToken = await requestIdentity(endpoint, audience, send);
        runner.mask(identityToken);
        const { lifetimeMs, ...given } = await exchangeIdentity(service, identityToken, send);
        runner.mask(given.token);
        const keptMs = Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2);
        current = { given, renewAt: _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_3__/* .systemClock */ .ml.monotonic() + keptMs };
        return given;
    };
    return async (send) => {
        if (current !== undefined && _greenroom_contract_clock__WEBPACK_IMPORTED_MODULE_3__/* .systemClock */ .ml.monotonic() < current.renewAt)
            return current.given;
        renewal ??= renew(send).finally(() => {
            renewal = undefined;
        });
        return await renewal;
    };
}
/** Longest wait for an identity token before it is asked for again, milliseconds; one takes less than a second. */
const IDENTITY_TIMEOUT_MS = 10_000;
const HINT = "Re-run this job; if it fails again, check that the job has 'id-token: write'.";
/** @see GitHub Docs: OpenID Connect reference, requesting the token */
async function requestIdentity({ url, token }, audience, send) {
    const asked = new URL(url);
    asked.searchParams.set("audience", audience);
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    const response = await send({ method: "GET", url: asked, headers }, IDENTITY_TIMEOUT_MS).catch((error) => {
        // Not the service's silence: its reader would look for the fault there.
        if (!(error instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ) || error.kind === "aborted")
            throw error;
        const message = "GitHub did not respond to the request for this job's identity token";
        throw error.with({ code: "identity_unavailable", message, hint: HINT });
    });
    const value = response.status === 200 ? (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)((0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_5__/* .parseJson */ .qF)(response.text), "value") : undefined;
    if (value !== undefined)
        return value;
    const busy = response.status === 429 || response.status >= 500;
    throw new _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        kind: "unreachable",
        code: "identity_unavailable",
        message: `GitHub gave this job no identity token (status ${response.status})`,
        hint: HINT,
        retry: busy ? "same_key" : "never",
        status: response.status,
    });
}
/** When the service names none. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;
/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;
const HINTS = new Map([
    ["invalid_target", "Compare this with the name and the rules of the site, on its page Trusted runs."],
    ["unsupported_grant_type", "This service takes no identity tokens: update it, or use a token of it."],
]);
/**
 * With one request: an identity token is good once, and another try needs another one.
 * @throws {ClientError} `invalid_target` when no rule fits, another code of OAuth, or why no response came.
 * @see RFC 8693 §2
 */
async function exchangeIdentity(service, identityToken, send) {
    const { baseUrl, site } = service;
    (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__/* .assertServiceUrl */ .VT)(baseUrl);
    const form = new URLSearchParams({
        grant_type: _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .EXCHANGE_GRANT_TYPE */ .cm,
        subject_token: identityToken,
        subject_token_type: _greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .IDENTITY_TOKEN_TYPE */ .O9,
        resource: (0,_greenroom_contract_token__WEBPACK_IMPORTED_MODULE_2__/* .exchangeTarget */ .rp)(baseUrl.origin, service).resource,
    });
    const request = {
        method: "POST",
        url: (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__/* .urlBelow */ .dX)(baseUrl, (0,_greenroom_contract_paths__WEBPACK_IMPORTED_MODULE_6__/* .routePath */ .dA)("pollDeviceToken", {})),
        headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
        body: form.toString(),
    };
    const { text, ...head } = await send(request);
    // Before anything is cut: a piece of the identity token would no longer be found.
    const response = { ...head, text: text && (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_1__/* .redactor */ .$p)(identityToken)(text) };
    const body = (0,_greenroom_client_http__WEBPACK_IMPORTED_MODULE_5__/* .parseJson */ .qF)(response.text);
    const token = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(body, "access_token");
    if (response.status !== 200 || token === undefined)
        throw await exchangeFailure(response, body);
    // Not by a schema: those are loaded with the first response that needs one.
    const seconds = Number((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(body, "expires_in"));
    return { token, lifetimeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS, site: siteIn(body, site) };
}
/** @returns Undefined when the service does not say, or says it of another site than was named. */
function siteIn(body, named) {
    const id = ((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(body, "site", "id") ?? "").toLowerCase();
    const slug = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(body, "site", "slug") ?? "";
    const isNamed = _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_7__/* .UUID_PATTERN */ .JJ.test(named) ? id === named.toLowerCase() : slug === named;
    return _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_7__/* .UUID_PATTERN */ .JJ.test(id) && isNamed ? { id, slug } : undefined;
}
async function exchangeFailure(response, body) {
    const code = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(body, "error");
    const final = response.status >= 400 && response.status < 500 && response.status !== 429;
    if (code === undefined || !final) {
        const { readError } = await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(47)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8047));
        // Whatever became of it: the next try has an identity token of its own.
        return readError(response, Date.now()).with({ outcomeUnknown: false });
    }
    return new _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        kind: "refused",
        code: code.slice(0, 100),
        message: ((0,_github_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(body, "error_description") ?? `The service responded ${code}`).slice(0, MAX_MESSAGE_CHARS),
        hint: HINTS.get(code) ?? "Re-run this job; if it fails again, check the clock and the URL of the service.",
        status: response.status,
    });
}


/***/ }),

/***/ 6337:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Gr: () => (/* binding */ unreadableEvent),
/* harmony export */   Kn: () => (/* binding */ writeOutputs),
/* harmony export */   Rg: () => (/* binding */ invalidInputs),
/* harmony export */   et: () => (/* binding */ internalFailure),
/* harmony export */   fz: () => (/* binding */ annotate),
/* harmony export */   g5: () => (/* binding */ failureOf),
/* harmony export */   hC: () => (/* binding */ sentences),
/* harmony export */   kY: () => (/* binding */ failureText),
/* harmony export */   mG: () => (/* binding */ failedCall),
/* harmony export */   mH: () => (/* binding */ noResultOf),
/* harmony export */   u5: () => (/* binding */ writeReport)
/* harmony export */ });
/* harmony import */ var _greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(72);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(47);


function failureOf(error) {
    return { code: error.code, message: error.detail, hint: error.hint };
}
/** Codes are words; what is longer is none. */
const MAX_CODE_CHARS = 100;
/**
 * @param hint What to do about one that failed, where the reason is not known.
 * @returns Undefined when it is ready, or the time was over.
 */
function noResultOf(followed, known, hint) {
    if (followed.kind === "timed_out")
        return undefined;
    if (followed.kind === "aborted")
        return { kind: "stopped", ...known };
    if (followed.kind === "unknown")
        return { kind: "lost", failure: failureOf(followed.error), ...known };
    const { status, deployment } = followed;
    if (status === "ready")
        return undefined;
    const { id, error } = deployment;
    const code = (error?.code ?? status).slice(0, MAX_CODE_CHARS);
    const unexplained = status === "failed" ? "The service gave no reason" : `Deployment ${id} was canceled`;
    const failure = { code, message: error?.message ?? unexplained, hint: (0,_greenroom_contract_errors__WEBPACK_IMPORTED_MODULE_1__/* .buildErrorHint */ .sk)(code) ?? hint };
    return { kind: status, deployment, failure };
}
/** Whether anything was made is not known, unless the service rejected the call. */
function failedCall(error, known) {
    if (error.kind === "aborted")
        return { kind: "stopped", ...known };
    const kind = error.kind === "refused" || error.kind === "invalid" ? "refused" : "lost";
    return { kind, failure: failureOf(error), ...known };
}
function internalFailure(error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { code: "internal_error", message, hint: "Please report this bug to the makers of the action." };
}
/** May hold words of the service. */
function failureText({ code, message, hint }) {
    return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}
/** Each gets its full stop; empty ones are left out. */
function sentences(parts) {
    return parts
        .map((part) => part.trimEnd())
        .filter((part) => part !== "")
        .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
        .join(" ");
}
/** An event that cannot be read is a fault of the runner or the workflow; passing without a preview would hide it. */
function unreadableEvent({ problems }) {
    if (problems.length === 0)
        return undefined;
    const message = sentences(["This run's event names no commit", ...problems]);
    const hint = "Let the runner give the event, or set 'commit-sha'.";
    return { kind: "refused", failure: { code: "event_unreadable", message, hint } };
}
function invalidInputs(problems) {
    return { kind: "refused", failure: { code: "invalid_input", message: problems.join(" "), hint: "" } };
}
function writeReport(runner, report) {
    const { headline, excerpt = [], annotations = [] } = report;
    writeOutputs(runner, report.outputs);
    annotate(runner, headline, excerpt);
    for (const annotation of annotations)
        annotate(runner, annotation);
    runner.appendSummary(report.summary);
    if (report.conclusion === "fail")
        runner.fail();
}
/** @param lines Further lines of it; untrusted. */
function annotate(runner, { level, title, text, place }, lines = []) {
    if (level === "info")
        return runner.info((0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(text));
    runner[level]([(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(text), ...lines.flatMap((line) => (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logLines */ .OG)(line))], { title, ...place });
}
/** Each at once, so that a killed step keeps what was known. */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs)) {
        if (value !== undefined)
            runner.setOutput(name, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .outputText */ .jO)(value));
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



const USER_AGENT = "greenroom-preview-action";
const DEFAULT_TIMEOUT_MINUTES = 30;
function readInputs(lookup, identity = false) {
    const reader = new _inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .InputReader */ .i_(lookup);
    const shared = (0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .readActionInputs */ .Ui)(reader, identity, { commentGroup: "previews", environment: "preview" });
    const own = {
        branch: reader.optional("branch", parseBranch, "the name of a git branch, such as 'main'"),
        prebuilt: reader.text("prebuilt") || undefined,
        idempotencyKey: reader.optional("idempotency-key", (0,_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .matching */ .wC)(_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .IDEMPOTENCY_KEY_PATTERN */ .XK), "1 to 255 visible ASCII characters without spaces, such as a UUID"),
        forceNew: reader.flag("force-new", false),
        commentTemplate: readTemplate(reader),
        // Filled in by GitHub: anything that is not a number means no matrix.
        jobTotal: /^[1-9]\d{0,3}$/.test(reader.text("job-total")) ? Number(reader.text("job-total")) : 1,
        checkRun: reader.word("check-run", ["off", "on"]),
        approval: reader.word("approval", ["link", "off"]),
        review: reader.word("review", ["on", "off"]),
        wait: reader.flag("wait", true),
        timeoutMs: reader.optional("timeout-minutes", parseTimeout, `a number of minutes above 0 and up to ${_inputs_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_MINUTES */ .xX}, such as '${DEFAULT_TIMEOUT_MINUTES}'`) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
        onTimeout: reader.word("on-timeout", ["fail", "warn"]),
        onQuota: reader.word("on-quota", ["fail", "wait"]),
        logs: reader.word("logs", ["stream", "on-failure", "off"]),
    };
    if (own.forceNew && own.idempotencyKey !== undefined) {
        const sentence = "Inputs 'force-new' and 'idempotency-key' exclude each other: your own key already decides what is new. Write a new key, or leave it out.";
        reader.problems.push(sentence);
    }
    return reader.end(shared && { ...shared, ...own });
}
function readTemplate(reader) {
    const text = reader.text("comment-template");
    const known = _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .TEMPLATE_FIELDS */ .du.map((field) => `{${field}}`).join(", ");
    for (const name of (0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .unknownFields */ ._6)(text)) {
        reader.problems.push(`Input 'comment-template' holds '{${name}}': write one of ${known}.`);
    }
    if ((0,_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .characters */ .hg)(text) > _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TEMPLATE_CHARS */ .yJ) {
        const sentence = `Input 'comment-template' is ${(0,_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .characters */ .hg)(text)} characters long: write at most ${_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_TEMPLATE_CHARS */ .yJ}.`;
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
/* harmony export */   Br: () => (/* binding */ ENDS),
/* harmony export */   CU: () => (/* binding */ failedCallOutcome),
/* harmony export */   EX: () => (/* binding */ timings),
/* harmony export */   Q6: () => (/* binding */ failureIn),
/* harmony export */   q$: () => (/* binding */ conclusion),
/* harmony export */   qp: () => (/* binding */ outputStatus)
/* harmony export */ });
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(2551);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6337);


/** `check`: conclusion of a check run, which passes only with a preview that is ready; what says neither is neutral. */
const ENDS = {
    ready: { level: "info", title: "Preview ready", check: "success" },
    accepted: { level: "info", title: "Deployment accepted", check: "neutral" },
    failed: { level: "error", title: "Preview failed", check: "failure" },
    canceled: { level: "error", title: "Deployment canceled", check: "cancelled" },
    refused: { level: "error", title: "Deployment refused", check: "failure" },
    timed_out: { level: "error", title: "Timed out", check: "timed_out" },
    stopped: { level: "warning", title: "Run canceled", check: "cancelled" },
    lost: { level: "error", title: "Service unreachable", check: "failure" },
};
/** A deployment that was not followed to its end stays `accepted`. */
function outputStatus(outcome) {
    if (outcome.kind === "stopped")
        return outcome.deployment === undefined ? "canceled" : "accepted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "accepted";
    return outcome.kind;
}
/** By the deployment alone, and by `on-timeout` when the time ran out. */
function conclusion(outcome, onTimeout) {
    if (outcome.kind === "timed_out")
        return onTimeout === "warn" ? "pass" : "fail";
    return outcome.kind === "ready" || outcome.kind === "accepted" ? "pass" : "fail";
}
/** @param previewUrl The record's URL when it is one that can be shown. [§3] */
function followedOutcome(followed, previewUrl) {
    const { kind, deployment } = followed;
    if (kind === "timed_out")
        return { kind, deployment };
    const isCanceled = kind === "terminal" && followed.status === "canceled";
    const hint = isCanceled ? "Re-run this job for a new one." : "Read the last lines of the build log.";
    const ended = (0,_messages_js__WEBPACK_IMPORTED_MODULE_0__/* .noResultOf */ .mH)(followed, { deployment }, hint);
    if (ended !== undefined)
        return ended;
    if (previewUrl !== undefined)
        return { kind: "ready", deployment, previewUrl };
    return { kind: "failed", deployment, failure: noPreviewUrl(deployment) };
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
/** @param deployment Undefined when the service did not accept it. [§7] */
function failedCallOutcome(error, deployment) {
    if (error.kind === "timed_out") {
        const causes = [error, error.cause].map((one) => (one instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_1__/* .ClientError */ .MZ ? one.code : ""));
        const noIdentity = causes.includes("identity_unavailable") ? { noIdentity: true } : {};
        return { kind: "timed_out", deployment, ...noIdentity };
    }
    return (0,_messages_js__WEBPACK_IMPORTED_MODULE_0__/* .failedCall */ .mG)(error, { deployment });
}
function failureIn(outcome) {
    return "failure" in outcome ? outcome.failure : undefined;
}
/**
 * By the service's clock, so that the runner's may be wrong.
 * @returns Undefined for times that are absent, unreadable or in the wrong order.
 */
function timings(deployment, statusTimes) {
    const ended = statusTimes.get("ready") ?? statusTimes.get("failed") ?? statusTimes.get("canceled");
    const started = deployment?.startedAt ?? statusTimes.get("building");
    return {
        queuedSeconds: secondsBetween(deployment?.createdAt, started),
        buildSeconds: secondsBetween(started, deployment?.finishedAt ?? ended),
    };
}
function secondsBetween(from, to) {
    if (from === undefined || to === undefined || to === null)
        return undefined;
    const ms = Date.parse(to) - Date.parse(from);
    return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : undefined;
}


/***/ }),

/***/ 1699:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Cs: () => (/* binding */ makePlan),
/* harmony export */   W0: () => (/* binding */ branchOf),
/* harmony export */   df: () => (/* binding */ describePlan),
/* harmony export */   o3: () => (/* binding */ secretlessReason)
/* harmony export */ });
/* harmony import */ var _greenroom_client_create__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3827);
/* harmony import */ var _greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(5717);
/* harmony import */ var _greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(4683);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6337);




const SKIPS = {
    fork_without_secrets: {
        message: "This pull request comes from a fork, and GitHub gives its runs no secrets",
        hint: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
    },
    dependabot_without_secrets: {
        message: "This run was started by Dependabot, which has its own secret store",
        hint: "Store a token in the repository's Dependabot secrets, and give it to the step as 'token'.",
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
 * Checked before the inputs are: on a fork the missing token is not the author's mistake.
 * @see GitHub Docs, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
function secretlessReason(trigger, hasToken) {
    if (hasToken || !(trigger.dependabot || trigger.fromFork))
        return undefined;
    return skip(trigger.dependabot ? "dependabot_without_secrets" : "fork_without_secrets");
}
function makePlan(trigger, inputs) {
    if (trigger.deleted && inputs.commitSha === undefined)
        return skip("branch_deleted");
    if (trigger.pull?.kind === "named" && trigger.pull.state === "closed")
        return skip("pull_closed");
    // What GitHub gives as the commit after a deletion.
    if (/^0+$/.test(inputs.commitSha ?? ""))
        return skip("branch_deleted");
    const commitSha = fullSha(inputs.commitSha, trigger.head?.sha);
    if (commitSha === undefined)
        return (0,_messages_js__WEBPACK_IMPORTED_MODULE_0__/* .unreadableEvent */ .Gr)(trigger) ?? skip("no_commit");
    const branch = branchOf(trigger, inputs);
    return {
        kind: "deploy",
        site: inputs.site,
        commitSha,
        branch,
        request: { environment: "preview", commitSha, branch },
        pullRequest: labelOf(trigger.pull, inputs.pullNumber),
        keyScope: {
            serviceOrigin: inputs.baseUrl.origin,
            repositoryId: trigger.repository.id,
            runNonce: inputs.forceNew ? `${trigger.run.id}.${trigger.run.attempt}` : undefined,
        },
    };
}
/** What the payload says: nothing is read from GitHub before the request leaves. */
function labelOf(pull, given) {
    const known = pull === null || pull.kind === "search" ? undefined : pull;
    const number = given ?? known?.number;
    if (number === undefined)
        return undefined;
    return { number, ...(known?.number === number && { title: known.title }) };
}
/** The run's own commit by its whole id, however it was given: two spellings would be two attempts. */
function fullSha(given, head) {
    return given !== undefined && head?.startsWith(given) !== true ? given : head;
}
/** A fork's 'main' must not pass as ours: its commits go without a branch. */
function branchOf({ fromFork, head }, inputs) {
    return inputs.branch ?? (fromFork ? undefined : (head?.branch ?? undefined));
}
function skip(why) {
    return { kind: "skipped", reason: SKIPS[why] };
}
/** The token is in none of it. */
function describePlan(plan, inputs, trigger) {
    const { commitSha } = plan;
    const body = JSON.stringify(plan.request);
    const label = plan.pullRequest && (0,_greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__/* .writePullRequest */ .Ej)(plan.pullRequest);
    return {
        inputs,
        trigger,
        idempotencyKey: inputs.idempotencyKey ?? describeKey(plan, body),
        more: [...(label === undefined ? [] : [`${_greenroom_contract_label__WEBPACK_IMPORTED_MODULE_1__/* .PULL_REQUEST_HEADER */ .gT}: ${label}`]), `Body: ${body}`],
        pull: describePull(trigger),
        status: "queued",
        commitSha,
        template: inputs.commentTemplate,
        outputs: { "commit-sha": commitSha },
    };
}
function describeKey({ keyScope, site }, body) {
    if (_greenroom_contract_limits__WEBPACK_IMPORTED_MODULE_2__/* .UUID_PATTERN */ .JJ.test(site))
        return (0,_greenroom_client_create__WEBPACK_IMPORTED_MODULE_3__/* .deriveKey */ .Hz)({ ...keyScope, siteId: site, body, attempt: 1 });
    return `derived from the id of site '${site}', which is read from the service first`;
}
function describePull({ pull }) {
    if (pull === null)
        return "none belongs to this event";
    return pull.kind === "search" ? `the open one of branch '${pull.headBranch}', if there is one` : `#${pull.number}`;
}


/***/ }),

/***/ 1478:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   Yc: () => (/* binding */ acceptedOutputs),
/* harmony export */   ls: () => (/* binding */ liveRow),
/* harmony export */   z8: () => (/* binding */ report)
/* harmony export */ });
/* unused harmony exports headline, OUTPUT_NAMES */
/* harmony import */ var _github_comment_data_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(8559);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_6__ = __nccwpck_require__(5543);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);
/* harmony import */ var _messages_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(6337);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(9942);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(5650);
/* harmony import */ var _summary_js__WEBPACK_IMPORTED_MODULE_5__ = __nccwpck_require__(5214);







/** The conclusion follows from the outcome alone. */
function report(unexplained) {
    const ending = explain(unexplained);
    const { outcome, excerpt, inputs, facts } = ending;
    const head = headline(outcome, { ...inputs, reused: ending.accepted?.reused === true });
    const errors = errorsOf(outcome);
    return {
        outcome,
        headline: head,
        excerpt: excerpt.slice(0, ANNOTATED_LINES + LINES_BEFORE),
        annotations: annotationsOf(ending, errors),
        outputs: finalOutputs(ending),
        row: facts && finalRow(facts, ending),
        summary: (0,_summary_js__WEBPACK_IMPORTED_MODULE_5__/* .summary */ .z)(ending, head),
        errors,
        conclusion: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .conclusion */ .q$)(outcome, inputs.onTimeout),
    };
}
const EXCERPT_LINES = 20;
/** How many of them stand before the error. */
const LINES_BEFORE = 4;
/** Adds to a failed build the reason that the service found, with the lines around it; else the last lines. */
function explain(ending) {
    const { outcome } = ending;
    if (outcome.kind !== "failed")
        return { ...ending, excerpt: [] };
    const lines = ending.log.map(_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0);
    const [reason] = recordedErrors(outcome);
    const index = reason === undefined ? -1 : lines.findIndex((line) => line.includes(reason.message));
    const start = index < 0 ? Math.max(0, lines.length - EXCERPT_LINES) : Math.max(0, index - LINES_BEFORE);
    const excerpt = lines.slice(start, start + EXCERPT_LINES);
    const { failure } = outcome;
    // Its sentence mostly names the reason already.
    if (reason === undefined || failure.message.includes(reason.message))
        return { ...ending, excerpt };
    const place = reason.file === undefined ? "" : `${reason.file}:${reason.line ?? 1}: `;
    const message = (0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([`${place}${reason.message}`, failure.message]);
    const explained = { ...failure, message, hint: reason.hint ?? failure.hint };
    return { ...ending, outcome: { ...outcome, failure: explained }, excerpt };
}
function recordedErrors(outcome) {
    const diagnostics = outcome.kind === "failed" ? outcome.deployment.diagnostics : undefined;
    return (diagnostics ?? []).filter(({ level }) => level !== "warning");
}
function errorsOf(outcome) {
    return recordedErrors(outcome).flatMap(({ file, line, column, message }) => {
        if (file === undefined || line === undefined)
            return [];
        return [{ file, line, column, message }];
    });
}
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one is the headline. */
const MAX_ANNOTATIONS = 9;
function annotationsOf({ outcome, approval }, errors) {
    return [
        ...errors.slice(0, MAX_ANNOTATIONS).map(({ message, ...place }) => {
            return { level: "error", title: "Build error", text: message, place };
        }),
        ...warningsOf(outcome)
            .slice(0, MAX_WARNINGS)
            .map((text) => ({ level: "warning", title: "Preview may be incomplete", text })),
        ...(approval?.kind === "none"
            ? [{ level: "notice", title: "No approval link", text: approval.reason }]
            : []),
    ];
}
const BUILD_RUNS = "The build is still running. Re-run this job to follow it.";
const UPLOAD_OPEN = "The upload is not finished. Re-run this job to send the rest of it.";
const SAFE_TO_RERUN = "Re-run this job: the same request gives the same deployment.";
function headline(outcome, run) {
    const { level, title } = _outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .ENDS */ .Br[outcome.kind];
    const isTolerated = outcome.kind === "timed_out" && run.onTimeout === "warn";
    return { level: isTolerated ? "warning" : level, title, text: headlineText(outcome, run) };
}
/** `error.code` is the stable part, so it is always shown. [§7] */
function headlineText(outcome, { site, reused, timeoutMs }) {
    switch (outcome.kind) {
        case "ready":
            return `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${outcome.previewUrl}`;
        case "accepted":
            return `The service accepted deployment ${outcome.deployment.id} of '${site}'. This step does not wait for its build.`;
        case "failed":
        case "canceled":
        case "refused":
            return (0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .failureText */ .kY)(outcome.failure);
        case "timed_out":
            return timedOutText(outcome, timeoutMs);
        case "stopped":
            return outcome.deployment === undefined
                ? `The run was canceled before the service responded. ${SAFE_TO_RERUN}`
                : `The run was canceled while it followed deployment ${outcome.deployment.id}. ${unfinishedText(outcome.deployment)}`;
        case "lost": {
            const what = (0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .failureText */ .kY)(outcome.failure);
            if (outcome.deployment === undefined)
                return what;
            return `${what} The result of deployment ${outcome.deployment.id} is unknown. Re-run this job to follow it.`;
        }
    }
}
function unfinishedText({ prebuilt, status, heldUntil }) {
    if (status === "queued" && heldUntil)
        return heldText(heldUntil);
    return prebuilt ? UPLOAD_OPEN : BUILD_RUNS;
}
/** The link to its page, where it is let through, is that of its log. */
function heldText(until) {
    const time = Number.isNaN(Date.parse(until))
        ? "later"
        : `at ${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    return `Its author has started as many builds within a day as the site allows. It starts ${time}, or when a developer lets it through on the page of its log.`;
}
function timedOutText({ deployment, noIdentity }, timeoutMs) {
    const limit = `${Number((timeoutMs / 60_000).toFixed(6))} minutes (timeout-minutes)`;
    if (deployment !== undefined) {
        return `Deployment ${deployment.id} was not ready within ${limit}. ${unfinishedText(deployment)}`;
    }
    return noIdentity === true
        ? `GitHub gave this job no identity token within ${limit}. Nothing was sent to the service: re-run this job.`
        : `The service did not respond within ${limit}. ${SAFE_TO_RERUN}`;
}
/** As `action.yml` declares them. */
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
/** They remain if the runner dies. */
function acceptedOutputs({ deployment, reused, attempt }) {
    return {
        status: "accepted",
        "deployment-id": deployment.id,
        reused: String(reused),
        attempt: attempt?.toString(),
    };
}
function finalOutputs({ outcome, approval, times: { queuedSeconds, buildSeconds } }) {
    const link = approval?.kind === "link" ? approval : undefined;
    return {
        status: (0,_outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .outputStatus */ .qp)(outcome),
        "deployment-id": outcome.deployment?.id,
        "preview-url": outcome.kind === "ready" ? outcome.previewUrl : undefined,
        "approval-url": link?.url,
        "approval-request-id": link?.requestId,
        "error-code": (0,_outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .failureIn */ .Q6)(outcome)?.code,
        "queued-seconds": queuedSeconds?.toString(),
        "build-seconds": buildSeconds?.toString(),
    };
}
/** @param deployment Undefined while the workspace is at its build limit. */
function liveRow(facts, status, deployment) {
    const row = { ...baseRow(facts, deployment), status };
    if (deployment === undefined)
        return { ...row, note: "Waiting for another build of the workspace to end." };
    return status === "queued" && deployment.heldUntil ? { ...row, note: heldText(deployment.heldUntil) } : row;
}
function finalRow(facts, { outcome, approval, times, excerpt }) {
    const { deployment } = outcome;
    const link = approval?.kind === "link" ? approval : undefined;
    const failure = (0,_outcome_js__WEBPACK_IMPORTED_MODULE_4__/* .failureIn */ .Q6)(outcome);
    const unfinished = outcome.kind === "timed_out" || outcome.kind === "stopped" || outcome.kind === "lost";
    return {
        ...baseRow(facts, deployment),
        status: rowStatus(outcome),
        previewUrl: outcome.kind === "ready" ? outcome.previewUrl : undefined,
        approvalUrl: link?.url,
        prepared: link?.prepared === true ? true : undefined,
        durationSeconds: times.buildSeconds,
        excerpt: excerpt.length > 0 ? excerpt : undefined,
        error: failure && { code: failure.code, message: failure.message },
        note: unfinished ? deployment && unfinishedText(deployment) : warningNote(warningsOf(outcome)),
    };
}
function warningsOf(outcome) {
    const diagnostics = outcome.kind === "ready" ? outcome.deployment.diagnostics : undefined;
    return (diagnostics ?? [])
        .filter(({ level }) => level === "warning")
        .map(({ message, hint }) => (0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([message, hint ?? ""]).slice(0, MAX_WARNING_CHARS));
}
const MAX_WARNING_CHARS = 400;
const MAX_WARNINGS = 5;
/** One row of many has room for one warning. */
function warningNote([first, ...others]) {
    const more = others.length === 0 ? "" : `The log has ${others.length} more.`;
    return first === undefined ? undefined : `⚠️ ${(0,_messages_js__WEBPACK_IMPORTED_MODULE_2__/* .sentences */ .hC)([first, more])}`;
}
function rowStatus(outcome) {
    if (outcome.kind === "stopped")
        return "interrupted";
    if (outcome.kind === "lost")
        return outcome.deployment === undefined ? "failed" : "interrupted";
    return outcome.kind;
}
function baseRow(facts, deployment) {
    const { siteId, site, commitSha, run, baseUrl } = facts;
    const base = { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
    if (deployment === undefined)
        return base;
    const { id, createdAt, commit, aliases, comments, prebuilt } = deployment;
    return {
        ...base,
        deploymentId: id,
        createdAt,
        commitTitle: (0,_github_comment_data_js__WEBPACK_IMPORTED_MODULE_0__/* .commitTitle */ .an)(commit?.message),
        logUrl: pageUrlOf(deployment, baseUrl),
        branchUrl: (0,_service_url_js__WEBPACK_IMPORTED_MODULE_3__/* .publicUrl */ .x6)(aliases?.[0], baseUrl),
        prebuilt: prebuilt ? true : undefined,
        comments: comments
            ? { open: comments.open, blocking: comments.blocking, url: pageUrlOf(comments, baseUrl) ?? "" }
            : undefined,
    };
}
/** People sign in there, so it must lie on the service itself. */
function pageUrlOf({ webUrl }, baseUrl) {
    const page = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_6__/* .parseUrl */ .Dl)(webUrl ?? "");
    return page !== undefined && (0,_service_url_js__WEBPACK_IMPORTED_MODULE_3__/* .isSameOrigin */ .J6)(baseUrl, page) ? (0,_service_url_js__WEBPACK_IMPORTED_MODULE_3__/* .publicUrl */ .x6)(webUrl, baseUrl) : undefined;
}


/***/ }),

/***/ 4807:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  A: () => (/* binding */ createReporter)
});

// UNUSED EXPORTS: createLatestWins

;// CONCATENATED MODULE: external "node:events"
const external_node_events_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var contract_clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/src/github/comment/data.js
var data = __nccwpck_require__(8559);
// EXTERNAL MODULE: ./build/src/github/comment/upsert.js + 1 modules
var upsert = __nccwpck_require__(1963);
// EXTERNAL MODULE: ./build/src/github/deployment-record.js
var deployment_record = __nccwpck_require__(1594);
// EXTERNAL MODULE: ./build/src/github/failure.js
var github_failure = __nccwpck_require__(4679);
// EXTERNAL MODULE: ./build/src/github/octokit.js
var octokit = __nccwpck_require__(4636);
// EXTERNAL MODULE: ./build/src/github/pull.js
var pull = __nccwpck_require__(7322);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
// EXTERNAL MODULE: ./build/src/preview/plan.js
var plan = __nccwpck_require__(1699);
;// CONCATENATED MODULE: ./build/src/preview/reporter.js










/** A build that ends sooner is written once: its live rows could not have been read. */
const LIVE_DELAY_MS = 1000;
/** A deployment that waits no longer than this for its build is shown as building at once. */
const QUEUE_DELAY_MS = 5000;
/** Writes a run's rows to the comment, the deployment record and the check run; never changes the verdict. */
function createReporter(context) {
    const { runner, inputs, trigger } = context;
    const over = new AbortController();
    const state = {
        ...context,
        calls: { clock: contract_clock/* systemClock */.ml, signal: over.signal },
        github: (0,octokit/* githubOnce */.nC)(runner, inputs, trigger),
        recordWriter: (0,deployment_record/* createRecordWriter */.ZX)(),
        liveRows: 0,
    };
    const delayMs = ({ status }) => (status === "building" ? LIVE_DELAY_MS : QUEUE_DELAY_MS);
    const { push, flush } = createLatestWins((row) => writeRow(state, row), delayMs, contract_clock/* systemClock */.ml);
    return {
        push,
        /** @param time Aborts when GitHub has had its time. */
        async finish(report, time) {
            time.addEventListener("abort", () => over.abort(time.reason), { once: true });
            if (time.aborted)
                over.abort(time.reason);
            state.report = report;
            const last = await flush(report.row);
            if (last?.status === "fulfilled")
                return logResults(context, last.value);
            if (last !== undefined)
                (0,github_failure/* warnOfFailure */._H)(context, "the report", { kind: "failed", reason: String(last.reason) });
            return {};
        },
        /** Adds to the row of the comment, after `finish` wrote it there; otherwise, and when GitHub fails, nothing happens. */
        amend: (row, time) => amendComment(state, row, time),
        /** The site's row as another run had left it, as far as it was read by now. */
        previous: () => state.previous,
        /** Whether a check run may be on GitHub that has not ended. */
        isCheckRunOpen: () => state.checkRun?.isOpen() ?? false,
    };
}
/**
 * Writes values one at a time; one that waits gives way to a newer one, so that a slow target delays nothing.
 * @param delayMs How long a value puts the first write off, so that what ends at once is written once.
 */
function createLatestWins(write, delayMs, clock) {
    const due = new AbortController();
    let written = (0,external_node_events_namespaceObject.once)(due.signal, "abort");
    let pending;
    let last;
    function push(value) {
        pending = { value };
        void (0,contract_clock/* wait */.uk)(clock, delayMs(value), due.signal).then(() => due.abort());
        const before = written;
        written = (async () => {
            await before;
            if (pending === undefined)
                return;
            const newest = pending.value;
            pending = undefined;
            [last] = await Promise.allSettled([write(newest)]);
        })();
    }
    /** Writes the last value at once. @returns How the last write went; undefined when there was none. */
    async function flush(value) {
        due.abort();
        if (value !== undefined)
            push(value);
        await written;
        return last;
    }
    return { push, flush };
}
async function amendComment(state, row, signal) {
    const { runner, pull, results } = state;
    if (typeof pull !== "number" || results?.comment.kind !== "done" || results.comment.superseded)
        return;
    const amended = { ...row, recordId: (0,deployment_record/* recordIdOf */.mi)(results.record) };
    const comment = await (0,upsert/* upsertComment */.l)(await state.github(), commentOf(state, pull, amended), {
        clock: contract_clock/* systemClock */.ml,
        signal,
    });
    if (comment.kind === "failed")
        runner.info((0,untrusted_text/* log */.Rm) `The comment does not show the review: ${comment.reason}`);
}
/** Tries each target, whatever became of the others; a record is opened first, so that the comment's row can name it. */
async function writeRow(state, row) {
    const { inputs, calls } = state;
    if ((0,data/* isLive */.DG)(row) && row.deploymentId !== undefined) {
        // GitHub counts requests: one live row beside a record, or two without one, say enough.
        const enough = state.liveRows >= (inputs.deploymentRecord ? 1 : 2);
        if (enough && state.results !== undefined)
            return state.results;
        state.liveRows += 1;
    }
    const isSilent = inputs.comment === "off" && !inputs.deploymentRecord && inputs.checkRun === "off";
    if (inputs.githubToken === undefined || isSilent) {
        const skipped = skip(isSilent ? COMMENT_OFF : "the input 'github-token' is empty");
        return (state.results = { comment: skipped, record: skipped, retireFailure: undefined, checkRun: skipped });
    }
    const github = await state.github();
    // Beside the rest: a canceled run has seconds for all of it.
    const writingCheckRun = writeCheckRun(state, github, row);
    const pull = (state.pull ??= await findPullNumber(state, github));
    const writingRecord = writeRecord(state, github, row);
    const recordId = (0,deployment_record/* recordIdOf */.mi)(state.results?.record ?? (await writingRecord));
    const comment = inputs.comment === "off"
        ? skip(COMMENT_OFF)
        : typeof pull === "number"
            ? await (0,upsert/* upsertComment */.l)(github, commentOf(state, pull, { ...row, recordId }), calls)
            : pull;
    if (comment.kind === "done") {
        state.commentId = comment.commentId;
        state.previous ??= comment.previous;
    }
    const record = await writingRecord;
    const retireFailure = row.status === "ready" && record.kind === "done"
        ? await (0,deployment_record/* retireEarlier */.Q)(github, { recordId: record.recordId, opening: openingOf(state, row) }, calls)
        : undefined;
    return (state.results = { comment, record, retireFailure, checkRun: await writingCheckRun });
}
async function writeCheckRun(state, github, row) {
    const { inputs, report, calls, checkRunMayExist = false } = state;
    if (inputs.checkRun === "off")
        return skip("the input 'check-run' is 'off'");
    if (github.forge === "gitea") {
        const how = inputs.deploymentRecord ? "shows" : "with 'deployment-record: true' shows";
        return skip(`this server has none; the status of the commit ${how} the result`);
    }
    if (row.deploymentId === undefined && state.checkRun === undefined)
        return skip("there is no deployment");
    const { createCheckRunWriter } = await __nccwpck_require__.e(/* import() */ 174).then(__nccwpck_require__.bind(__nccwpck_require__, 7174));
    state.checkRun ??= createCheckRunWriter(checkRunMayExist);
    return state.checkRun.write(github, row, (0,data/* isLive */.DG)(row) ? undefined : report, calls);
}
function commentOf({ inputs, commentId }, pullNumber, row) {
    return {
        pullNumber,
        group: inputs.commentGroup,
        recreate: inputs.comment === "recreate",
        row,
        // Only its HMAC leaves: it proves that a comment is ours when the token is not the workflow's own.
        proofKey: inputs.token,
        isShared: inputs.jobTotal > 1,
        knownId: commentId,
        template: inputs.commentTemplate,
    };
}
function openingOf({ inputs, trigger, pull }, row) {
    return {
        sha: row.commitSha,
        environment: inputs.environment,
        siteId: row.siteId,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
        description: `Preview of ${row.site}`,
        pullNumber: typeof pull === "number" ? pull : undefined,
        branch: (0,plan/* branchOf */.W0)(trigger, inputs),
    };
}
async function writeRecord(state, github, row) {
    const { inputs, calls, recordWriter } = state;
    if (!inputs.deploymentRecord)
        return skip("the input 'deployment-record' is 'false'");
    if (row.deploymentId === undefined)
        return skip("there is no deployment");
    return recordWriter(github, { opening: openingOf(state, row), row }, calls);
}
async function findPullNumber({ inputs, trigger, calls }, github) {
    if (inputs.comment === "off" && !inputs.deploymentRecord)
        return skip(COMMENT_OFF);
    const found = await (0,pull/* findPull */.p)(github, trigger, { ...calls, pullNumber: inputs.pullNumber });
    if (found.kind === "none")
        return skip(found.reason);
    return found.kind === "failed" ? found : found.pull.number;
}
const COMMENT_OFF = "the input 'comment' is 'off'";
const CHECKS_GRANT = "  checks: write";
function skip(reason) {
    return { kind: "skipped", reason };
}
function logResults(context, results) {
    const { runner, inputs } = context;
    const { forge } = context.trigger;
    const { comment, record, retireFailure, checkRun } = results;
    const warn = (target, { permissionHint: lines, ...failure }) => {
        // Who pastes the lines must not take a permission away that worked.
        const grants = inputs.checkRun === "on" ? [CHECKS_GRANT] : [];
        const hint = lines && { permissionHint: [...new Set([...lines.slice(0, 1), ...grants, ...lines.slice(1)])] };
        (0,github_failure/* warnOfFailure */._H)(context, target, { ...failure, ...hint });
    };
    if (comment.kind === "failed")
        warn("the comment", comment);
    if (comment.kind === "skipped" && inputs.comment !== "off")
        runner.info((0,untrusted_text/* log */.Rm) `No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
    if (record.kind === "failed")
        warn((0,github_failure/* recordName */.xD)(forge), record);
    if (retireFailure !== undefined)
        warn("the end of an earlier deployment record", retireFailure);
    if (checkRun.kind === "failed")
        warn(github_failure/* CHECK_RUN */.HH, checkRun);
    else if (checkRun.kind === "skipped" && forge === "gitea" && inputs.checkRun === "on") {
        runner.info((0,untrusted_text/* log */.Rm) `No check run was written: ${checkRun.reason}.`);
    }
    return { ...(0,upsert/* commentOutputs */.O)(comment), "github-deployment-id": (0,deployment_record/* recordIdOf */.mi)(record)?.toString() };
}


/***/ }),

/***/ 5214:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   XV: () => (/* binding */ phoneSummary),
/* harmony export */   ll: () => (/* binding */ reviewSummary),
/* harmony export */   z: () => (/* binding */ summary)
/* harmony export */ });
/* unused harmony exports timeline, qrCode */
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(9943);
/* harmony import */ var _github_comment_review_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4739);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(47);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(5650);




/** Width of the timeline, and of its labels. */
const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;
const MAX_EXCERPT_CHARS = 20_000;
const SIGNS = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };
function summary(ending, headline) {
    const { outcome, inputs } = ending;
    const parts = [
        (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}: ${inputs.site}`,
        ...(outcome.kind === "ready" ? [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .autolink */ .mf)(outcome.previewUrl)] : [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${headline.text}`]),
        ...release(ending),
        table(ending),
        ...times(ending),
        ...fromLog(ending),
    ];
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(parts, "\n\n")}\n`;
}
function release({ approval }) {
    if (approval?.kind !== "link")
        return [];
    const words = (0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .releaseWords */ .Vl)(approval.prepared);
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `> [!TIP]\n> **Ready for production?** ${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .link */ .nf)(words.link, approval.url)}. ${words.rule}`];
}
function table({ outcome, commitSha, branch, accepted, facts }) {
    const deploymentId = outcome.deployment?.id;
    const columns = [
        ["Status", outcome.kind === "ready" ? undefined : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${(0,_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .outputStatus */ .qp)(outcome)}`],
        ["Commit", (0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .commitText */ .tT)({ commitSha, runUrl: facts?.run.url ?? "" })],
        ["Branch", branch === undefined ? undefined : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .inlineCode */ .ti)(branch)],
        ["Deployment", deploymentId === undefined ? undefined : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .inlineCode */ .ti)(deploymentId)],
        ["Attempt", accepted && attempt(accepted)],
    ];
    const shown = columns.flatMap(([label, value]) => value === undefined ? [] : [{ label: (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${label}`, value }]);
    const line = (cells) => (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `| ${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(cells, " | ")} |`;
    const lines = [
        line(shown.map(({ label }) => label)),
        line(shown.map(() => (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `---`)),
        line(shown.map(({ value }) => value)),
    ];
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(lines, "\n");
}
function attempt({ attempt: number, reused }) {
    const which = number === undefined ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `with the workflow's own key` : (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${number}`;
    return reused ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${which}, made by an earlier run` : which;
}
function times({ times: taken, previous, outcome }) {
    const lines = timeline(taken);
    if (lines.length === 0)
        return [];
    const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .codeFence */ .d6)(lines, { maxChars: MAX_EXCERPT_CHARS }), ...compared];
}
/** On one scale; no lines when neither is known. */
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
    return `${label.padEnd(LABEL_CHARS)}${line}  ${(0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(seconds)}`;
}
/** The row of the last commit was read anyway. */
function comparison(buildSeconds, previous) {
    const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
    if (buildSeconds === undefined || before === undefined || status !== "ready")
        return [];
    const difference = Math.round(buildSeconds - before);
    const words = difference === 0 ? "as long as" : `${(0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `The build took ${words} that of the last ready commit, ${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .inlineCode */ .ti)(commitSha.slice(0, 7))}.`];
}
function fromLog({ excerpt }) {
    if (excerpt.length === 0)
        return [];
    return [(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `From the log of the build:`, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .codeFence */ .d6)(excerpt, { maxChars: MAX_EXCERPT_CHARS })];
}
function reviewSummary(review, previewUrl) {
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)([(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `#### What changed`, ...(0,_github_comment_review_js__WEBPACK_IMPORTED_MODULE_1__/* .reviewBlocks */ .Vf)(review, previewUrl)], "\n\n")}\n`;
}
/** Longest URL that is drawn: a phone cannot read the code of a longer one. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A space that HTML keeps, as wide as a block. */
const LIGHT = "\u00a0";
/** A character between two modules, half of it each: the right one counts 1 when it is dark, the left one 2. */
const HALVES = [LIGHT, "▐", "▌", "█"];
/** @returns Undefined for a URL that is too long. */
async function phoneSummary(previewUrl) {
    const qr = await qrCode(previewUrl);
    const title = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `<details><summary>Open it on a phone</summary>`;
    return qr && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `\n${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)([title, qr, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `</details>`], "\n\n")}\n`;
}
/**
 * In text, so that no other service sees the URL.
 *
 * GitHub sets a code block with gaps between its lines that no reader gets over. The lines of a `<kbd>` it sets 10 px
 * high with letters of 11 px, so that blocks touch, and three of those letters are as wide as two lines are high: two
 * modules are three characters.
 * @see ISO/IEC 18004
 */
async function qrCode(url) {
    if (url.length > MAX_QR_CHARS)
        return undefined;
    const { encode } = await __nccwpck_require__.e(/* import() */ 905).then(__nccwpck_require__.bind(__nccwpck_require__, 2905));
    // Any mask can be read; to find the one that reads best takes eight times as long as to draw the code.
    const { data, size } = encode(url, { ecc: "L", border: QUIET, maskPattern: 0 });
    const dark = (row, column) => data[row]?.[column] === true;
    const rows = Array.from({ length: size }, (_, row) => {
        let line = "";
        for (let column = 0; column < size; column += 2)
            line += pair(dark(row, column), dark(row, column + 1));
        return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `${line}`;
    });
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .markdown */ .wD) `<p><kbd>${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_2__/* .joinMarkdown */ .UF)(rows, "<br>")}</kbd></p>`;
}
function pair(left, right) {
    const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
    return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}


/***/ }),

/***/ 9942:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   J6: () => (/* binding */ isSameOrigin),
/* harmony export */   Mw: () => (/* binding */ approvalLink),
/* harmony export */   Q$: () => (/* binding */ fillApprovalUrl),
/* harmony export */   iO: () => (/* binding */ parseServiceUrl),
/* harmony export */   x6: () => (/* binding */ publicUrl)
/* harmony export */ });
/* unused harmony export isMetadataHost */
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(7030);
/* harmony import */ var _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__ = __nccwpck_require__(2551);
/* harmony import */ var _greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(3583);
/* harmony import */ var _github_payload_js__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(5543);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(47);





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
 * Metadata services give out credentials. Private networks are allowed: a self-hosted service lives there.
 * @param hostname Host of a parsed URL, which spells an IPv4 address in one way only.
 */
function isMetadataHost(hostname) {
    const address = hostname.replace(/^\[(.*)\]$/, "$1");
    const family = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.isIP)(address);
    if (family === 0)
        return METADATA_NAMES.test(hostname);
    const list = new node_net__WEBPACK_IMPORTED_MODULE_0__.BlockList();
    for (const subnet of METADATA_NETWORKS)
        list.addSubnet(...subnet);
    return list.check(address, family === 4 ? "ipv4" : "ipv6");
}
/** @returns Undefined for what is no URL, has a user name, password, query or fragment, or is link-local. */
function parseServiceUrl(text) {
    const url = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(text);
    if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        return undefined;
    }
    return (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__/* .isProtected */ .bz)(url) && !isMetadataHost(url.hostname) ? url : undefined;
}
/** The same origin, or two loopback names of one port. [RFC 6454 §5] */
function isSameOrigin(one, other) {
    if (one.origin === other.origin)
        return true;
    const bothLoopback = (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__/* .isLoopbackHost */ .cW)(one.hostname) && (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__/* .isLoopbackHost */ .cW)(other.hostname);
    return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}
/** Only a service on loopback without TLS may show URLs without TLS. */
function publicUrl(text, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && (0,_greenroom_client_transport__WEBPACK_IMPORTED_MODULE_3__/* .isLoopbackHost */ .cW)(baseUrl.hostname);
    return typeof text === "string" ? (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(text, { allowLoopbackHttp }) : undefined;
}
/**
 * From the service, else from the template; it approves nothing, and a missing link is not a failure. [§1]
 * @param request Calls the MCP tool `request_publish`; rejects when the service has no link.
 */
async function approvalLink(inputs, source, request) {
    const link = await request().then((offered) => checkLink(inputs, offered), (error) => ({ kind: "none", reason: reasonOf(error), requestId: undefined }));
    if (link.kind === "link" || inputs.approvalUrl === undefined)
        return link;
    const filled = fillApprovalUrl(inputs.approvalUrl, source);
    const url = filled && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(filled.href, { allowLoopbackHttp: filled.protocol === "http:" });
    return url === undefined ? link : { kind: "link", url, requestId: link.requestId, prepared: false };
}
/** Users sign in where this link leads, so it must lead to the service itself, or where the workflow's template does. */
function checkLink(inputs, { webApprovalUrl, requestId, prepared }) {
    const offered = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(webApprovalUrl);
    const template = (0,_github_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .parseUrl */ .Dl)(inputs.approvalUrl?.split("{", 1)[0] ?? "");
    const known = [inputs.baseUrl, inputs.mcpUrl, ...(template === undefined ? [] : [template])];
    const service = offered && known.find((url) => isSameOrigin(url, offered));
    const url = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .safeAddress */ .Md)(webApprovalUrl, { allowLoopbackHttp: service?.protocol === "http:" });
    if (!service || url === undefined) {
        const where = offered === undefined ? "is not a URL" : `leads to ${offered.origin}, which is not the service`;
        return { kind: "none", reason: `The service's approval link ${where}.`, requestId };
    }
    return { kind: "link", url, requestId, prepared: prepared === true };
}
function reasonOf(error) {
    const code = error instanceof _greenroom_client_errors__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ ? ` (${error.code})` : "";
    return `The service gave no approval link${code}: ${error instanceof Error ? error.message : String(error)}`;
}
/**
 * @param template Text with `{siteId}` and `{deploymentId}`, and no other braces.
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
    return parseServiceUrl(url.origin) === undefined ? undefined : url;
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
// EXTERNAL MODULE: external "./unused.cjs"
var external_unused_cjs_ = __nccwpck_require__(1603);
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
        proxyAgent = new external_unused_cjs_.ProxyAgent(Object.assign({ uri: proxyUrl.href, pipelining: !this._keepAlive ? 0 : 1 }, ((proxyUrl.username || proxyUrl.password) && {
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

;// CONCATENATED MODULE: external "node:process"
const external_node_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:process");
// EXTERNAL MODULE: ./build/packages/client/deploy-client.js
var deploy_client = __nccwpck_require__(1263);
// EXTERNAL MODULE: ./build/packages/client/errors.js
var errors = __nccwpck_require__(2551);
// EXTERNAL MODULE: ./build/packages/contract/clock.js
var clock = __nccwpck_require__(237);
// EXTERNAL MODULE: ./build/src/action-process.js + 12 modules
var action_process = __nccwpck_require__(7540);
// EXTERNAL MODULE: ./build/src/dry-run.js
var dry_run = __nccwpck_require__(9848);
// EXTERNAL MODULE: ./build/src/github/octokit.js
var octokit = __nccwpck_require__(4636);
// EXTERNAL MODULE: ./build/src/github/pull.js
var github_pull = __nccwpck_require__(7322);
// EXTERNAL MODULE: ./build/src/github/untrusted-text.js
var untrusted_text = __nccwpck_require__(47);
// EXTERNAL MODULE: ./build/src/keyless.js
var keyless = __nccwpck_require__(875);
// EXTERNAL MODULE: ./build/src/messages.js
var messages = __nccwpck_require__(6337);
// EXTERNAL MODULE: ./build/src/service-url.js
var service_url = __nccwpck_require__(9942);
;// CONCATENATED MODULE: ./build/src/preview/build-log.js

const RECENT_LINES = 2000;
/** Longest piece of a line in which errors are found, characters: an error and its place are shorter. */
const MAX_LINE_CHARS = 2000;
/** Most that is kept to be printed after a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;
/** Most that is kept to be searched for errors, characters: each costs memory a hundred times over while a long log passes. */
const MAX_SEARCHED_CHARS = 128 * 1024;
/** Most that waits for a slow reader of the log before the stream is held back, characters. */
const MAX_WAITING_CHARS = 128 * 1024;
/** @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build. */
function createBuildLog(mode, runner) {
    const maxKeptChars = mode === "on-failure" ? MAX_HELD_CHARS : MAX_SEARCHED_CHARS;
    const kept = [];
    let keptChars = 0;
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
        const batch = { stream, lines, chars: lines.reduce((sum, line) => sum + line.length + 1, 0) };
        kept.push(batch);
        keptChars += batch.chars;
        while (keptChars > maxKeptChars && kept.length > 1) {
            const first = kept.shift();
            keptChars -= first?.chars ?? 0;
            droppedLines += first?.lines.length ?? 0;
        }
        if (mode === "stream")
            print(batch);
    }
    function printHeld() {
        if (mode !== "on-failure")
            return;
        if (droppedLines > 0)
            note(`${droppedLines} earlier lines of the build log were not kept.`);
        for (const batch of kept)
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
        finish: async (signal) => {
            await raceAbort(printed, signal);
            closeGroup();
        },
        /** Oldest first; untrusted. */
        recent: () => kept
            .flatMap(({ lines }) => lines)
            .slice(-RECENT_LINES)
            .map((line) => line.slice(0, MAX_LINE_CHARS)),
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

// EXTERNAL MODULE: ./build/packages/client/create.js + 1 modules
var create = __nccwpck_require__(3827);
// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __nccwpck_require__(7681);
// EXTERNAL MODULE: ./build/src/github/comment/data.js
var data = __nccwpck_require__(8559);
// EXTERNAL MODULE: ./build/src/preview/outcome.js
var preview_outcome = __nccwpck_require__(5650);
// EXTERNAL MODULE: ./build/src/preview/report.js
var report = __nccwpck_require__(1478);
;// CONCATENATED MODULE: ./build/src/preview/deploy.js











/** @returns How it ended; every failure of the service is a value. [§4, §6] */
async function deploy(context) {
    const progress = { statusTimes: new Map() };
    try {
        const outcome = await createAndFollow(context, progress);
        return { ...progress, outcome };
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return { ...progress, outcome: (0,preview_outcome/* failedCallOutcome */.CU)(error, progress.accepted?.deployment) };
        throw error;
    }
}
async function createAndFollow(context, progress) {
    const { runner, client, inputs, trigger, plan, buildLog, reporter, stop, deadlineAt } = context;
    const { site, commitSha, request, pullRequest, keyScope, folder } = plan;
    const onRetry = ({ error: { code, detail }, waitMs, tries }) => {
        const retry = `retrying in ${(waitMs / 1000).toFixed(1)} s`;
        runner.info((0,untrusted_text/* log */.Rm) `Request ${tries} to the service failed (${code}: ${detail}); ${retry}.`);
    };
    const options = { signal: (0,clock/* timeoutSignal */._)(deadlineAt - clock/* systemClock */.ml.monotonic(), stop), deadlineAt, onRetry };
    const { id: siteId } = await (0,create/* resolveSite */.q0)(client, site, options);
    const facts = { baseUrl: inputs.baseUrl, siteId, site, commitSha, run: trigger.run };
    progress.facts = facts;
    (0,messages/* writeOutputs */.Kn)(runner, { "site-id": siteId });
    const key = inputs.idempotencyKey ?? ((attempt, body) => (0,create/* deriveKey */.Hz)({ ...keyScope, siteId, body, attempt }));
    const show = (status, accepted) => {
        (0,action_process/* savePostState */.Li)(runner, { facts, deployment: accepted && (0,action_process/* keptOf */.uq)(accepted) });
        reporter.push((0,report/* liveRow */.ls)(facts, status, accepted));
    };
    const onQuotaWait = ({ code }) => {
        runner.info((0,untrusted_text/* log */.Rm) `The workspace is at its build limit (${code}); waiting for a build to end.`);
        show("queued");
    };
    const wanted = { siteId, request, pullRequest, key, onQuota: inputs.onQuota };
    const { deployment, attempt, reused } = await (0,create/* deployOnce */.ZT)(client, wanted, { ...options, onQuotaWait });
    progress.accepted = { deployment, reused, attempt: typeof key === "string" ? undefined : attempt };
    (0,messages/* writeOutputs */.Kn)(runner, (0,report/* acceptedOutputs */.Yc)(progress.accepted));
    const how = reused ? "made by an earlier run" : "accepted by the service";
    runner.info((0,untrusted_text/* log */.Rm) `Deployment ${deployment.id} of ${site}, ${how}.`);
    if (folder !== undefined) {
        show(deployment.status, deployment);
        const { uploadFolder } = await __nccwpck_require__.e(/* import() */ 481).then(__nccwpck_require__.bind(__nccwpck_require__, 4481));
        const onMissing = (files, bytes) => runner.info((0,untrusted_text/* log */.Rm) `Uploading ${String(files)} of ${String(folder.files.length)} files, ${String(bytes)} bytes.`);
        await uploadFolder(client, { created: deployment, folder }, { ...options, onMissing });
    }
    // A deployment that has ended needs no wait, so its end is reported all the same.
    if (!inputs.wait && !(0,contract_status/* isTerminal */.Hd)(deployment.status))
        return { kind: "accepted", deployment };
    // Loaded while the service starts the build: the POST need not wait for it.
    const { follow } = await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(945)]).then(__nccwpck_require__.bind(__nccwpck_require__, 6945));
    const end = await follow(client, deployment, {
        signal: stop,
        timeoutMs: Math.max(1, deadlineAt - clock/* systemClock */.ml.monotonic()),
        ready: buildLog.ready,
        onEvent: (event) => {
            buildLog.write(event);
            if (event.kind !== "status")
                return;
            const { status, at } = event;
            if (at !== undefined && !progress.statusTimes.has(status))
                progress.statusTimes.set(status, at);
            // An end is reported once, with all that belongs to it.
            if ((0,data/* isLive */.DG)(event))
                show(status, deployment);
        },
    });
    return (0,preview_outcome/* followedOutcome */.$4)(end, (0,service_url/* publicUrl */.x6)(end.deployment.previewUrl, inputs.baseUrl));
}

// EXTERNAL MODULE: ./build/src/preview/inputs.js
var preview_inputs = __nccwpck_require__(7929);
// EXTERNAL MODULE: ./build/src/preview/plan.js
var preview_plan = __nccwpck_require__(1699);
// EXTERNAL MODULE: ./build/src/preview/reporter.js + 1 modules
var preview_reporter = __nccwpck_require__(4807);
// EXTERNAL MODULE: ./build/src/preview/summary.js
var summary = __nccwpck_require__(5214);
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



















function runPreview(process) {
    return (0,action_process/* runAction */.Cs)(process, "Deployment", preview);
}
/** @returns Why nothing was sent; undefined when the run has reported its end. */
async function preview({ runner, env, event, stop, startedAt }) {
    const secretless = (0,preview_plan/* secretlessReason */.o3)(event, runner.input("token") !== "");
    if (secretless !== undefined)
        return secretless;
    const read = (0,preview_inputs/* readInputs */.K)(runner.input, (0,keyless/* hasIdentity */.r)(env));
    if (read.kind === "invalid")
        return (0,messages/* invalidInputs */.Rg)(read.problems);
    const { inputs } = read;
    const trigger = inputs.dryRun ? event : await resolveHeadCommit(runner, event, inputs, stop);
    if ("kind" in trigger)
        return trigger;
    const made = (0,preview_plan/* makePlan */.Cs)(trigger, inputs);
    if (made.kind !== "deploy")
        return made;
    const deadlineAt = startedAt + inputs.timeoutMs;
    const inTime = (0,clock/* timeoutSignal */._)(deadlineAt - clock/* systemClock */.ml.monotonic(), stop);
    const plan = await addFolder(made, inputs.prebuilt, inTime);
    if (plan.kind !== "deploy")
        return plan;
    if (inputs.dryRun) {
        (0,dry_run/* printDryRun */.A)(runner, (0,preview_plan/* describePlan */.df)(plan, inputs, trigger));
        return undefined;
    }
    const token = (0,keyless/* runToken */.f)(inputs, env, runner);
    await deployAndReport({ runner, trigger, inputs, token, plan, stop, deadlineAt });
    return undefined;
}
const HEAD_COMMIT_MS = 30_000;
/**
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only
 * here.
 */
async function resolveHeadCommit(runner, trigger, inputs, stop) {
    const { head, pull } = trigger;
    if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined)
        return trigger;
    const unknown = (message, hint) => ({
        kind: "refused",
        failure: { code: "head_commit_unknown", message, hint },
    });
    const subject = `The head commit of pull request ${pull.number} is not known`;
    if (inputs.githubToken === undefined) {
        return unknown(`${subject}: the input 'github-token' is empty`, "Set it, or the input 'commit-sha'.");
    }
    const signal = (0,clock/* timeoutSignal */._)(HEAD_COMMIT_MS, stop);
    const found = await (0,github_pull/* findPull */.p)(await (0,octokit/* githubOnce */.nC)(runner, inputs, trigger)(), trigger, { clock: clock/* systemClock */.ml, signal });
    if (found.kind !== "found") {
        const permissions = found.kind === "failed" ? found.permissionHint?.slice(1).map((line) => line.trim()) : undefined;
        const hint = permissions === undefined
            ? "Check that 'github-token' can read pull requests (pull-requests: read), then re-run the job."
            : `Give the job these permissions: ${permissions.join(", ")}.`;
        return unknown((0,messages/* sentences */.hC)([subject, found.reason]), hint);
    }
    const { headSha, headBranch, fork } = found.pull;
    return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}
/** What reads folders is loaded only where there is one. */
async function addFolder(plan, prebuilt, signal) {
    if (prebuilt === undefined)
        return plan;
    const { readFolder } = await __nccwpck_require__.e(/* import() */ 412).then(__nccwpck_require__.bind(__nccwpck_require__, 412));
    try {
        const folder = await readFolder(prebuilt, { signal });
        // Its files are part of the request, and so of the key.
        return { ...plan, folder, request: { ...plan.request, prebuilt: folder.prebuilt } };
    }
    catch (error) {
        if (error instanceof errors/* ClientError */.MZ)
            return { kind: "refused", failure: (0,messages/* failureOf */.g5)(error) };
        throw error;
    }
}
async function deployAndReport(run) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, token, trigger, plan, stop, deadlineAt } = run;
        const { commitSha, branch } = plan;
        (0,messages/* writeOutputs */.Kn)(runner, { "commit-sha": commitSha });
        const client = (0,deploy_client/* createDeployClient */.py)({ baseUrl: inputs.baseUrl, token, userAgent: preview_inputs/* USER_AGENT */._ });
        const buildLog = createBuildLog(inputs.logs, runner);
        const reporter = (0,preview_reporter/* createReporter */.A)({ runner, inputs, trigger });
        const { outcome, facts, accepted, statusTimes } = await deploy({ ...run, client, buildLog, reporter });
        const siteId = facts?.siteId ?? plan.site;
        const approval = outcome.kind === "ready" && inputs.approval === "link"
            ? await prepareRelease(run, client, siteId, outcome.deployment.id)
            : undefined;
        if (outcome.kind === "failed")
            buildLog.printHeld();
        const reportLimit = __addDisposableResource(env_1, (0,action_process/* reportTimeLimit */.bt)(deadlineAt - clock/* systemClock */.ml.monotonic(), stop), false);
        await buildLog.finish(reportLimit.signal);
        const times = (0,preview_outcome/* timings */.EX)(outcome.deployment, statusTimes);
        const ending = { outcome, inputs, commitSha, branch, accepted, approval, times, facts, log: buildLog.recent() };
        const final = (0,report/* report */.z8)({ ...ending, previous: reporter.previous() });
        // Begun first, since people wait for the comment; whatever happens there, the rest of the report is written.
        const reporting = reporter.finish(final, reportLimit.signal);
        (0,messages/* writeReport */.u5)(runner, final);
        const phone = outcome.kind === "ready" ? await (0,summary/* phoneSummary */.XV)(outcome.previewUrl) : undefined;
        if (phone !== undefined)
            runner.appendSummary(phone);
        (0,messages/* writeOutputs */.Kn)(runner, await reporting);
        // What is left for the post step. A canceled run had too little time for GitHub: its state stays, so that the post step
        // reports all of it.
        const isCut = stop.aborted && reportLimit.signal.aborted;
        if (!isCut && reporter.isCheckRunOpen() && facts !== undefined) {
            const deployment = outcome.deployment && (0,action_process/* keptOf */.uq)(outcome.deployment);
            (0,action_process/* savePostState */.Li)(runner, { facts, deployment, left: "check-run" });
        }
        else if (!isCut)
            (0,action_process/* markFinished */.UI)(runner);
        const review = await waitForReview(run, outcome, siteId);
        if (review === undefined || final.row === undefined || stop.aborted)
            return;
        const reviewed = { ...final.row, review };
        runner.appendSummary((0,summary/* reviewSummary */.ll)(review, reviewed.previewUrl));
        const reviewLimit = __addDisposableResource(env_1, (0,action_process/* reportTimeLimit */.bt)(deadlineAt - clock/* systemClock */.ml.monotonic(), stop), false);
        await reporter.amend(reviewed, reviewLimit.signal);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function waitForReview({ runner, inputs, token, trigger, stop, deadlineAt }, outcome, siteId) {
    if (outcome.kind !== "ready" || inputs.review === "off")
        return undefined;
    // A service without reviews leaves the field out.
    const { review: status } = outcome.deployment;
    if (status !== "pending" && status !== "ready")
        return undefined;
    const { awaitReview, BUDGET_MS } = await __nccwpck_require__.e(/* import() */ 253).then(__nccwpck_require__.bind(__nccwpck_require__, 3253));
    if (status === "pending") {
        runner.info((0,untrusted_text/* log */.Rm) `Waiting up to ${BUDGET_MS / 1000} s for the review of its pages; the preview can be opened already.`);
    }
    return awaitReview({ baseUrl: inputs.baseUrl, token }, { siteId, deploymentId: outcome.deployment.id, status, githubUrl: trigger.apiUrl }, { clock: clock/* systemClock */.ml, signal: stop, deadlineAt });
}
const APPROVAL_MS = 10_000;
/** No approver is notified of a release that is only prepared. */
async function prepareRelease({ inputs, stop }, client, siteId, deploymentId) {
    const signal = (0,clock/* timeoutSignal */._)(APPROVAL_MS, stop);
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId, intent: "prepare" };
    return (0,service_url/* approvalLink */.Mw)(inputs, { siteId, deploymentId }, async () => {
        const { requestPublish } = await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(85), __nccwpck_require__.e(699)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5699));
        return requestPublish(client, request, { signal });
    });
}

;// CONCATENATED MODULE: ./build/src/index.js


/** The process ends by itself, with its status in `process.exitCode`, so that nothing written is lost. */
async function run(name, process = external_node_process_namespaceObject) {
    switch (name) {
        case "preview":
            // Not a chunk of its own: each file more that is loaded before the first request costs it time.
            return runPreview(process);
        case "post":
            return (await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(574)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9574))).runPost(process);
        case "production":
            return (await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(85), __nccwpck_require__.e(699), __nccwpck_require__.e(659), __nccwpck_require__.e(240)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4240))).runProduction(process);
        case "production-post":
            return (await Promise.all(/* import() */[__nccwpck_require__.e(857), __nccwpck_require__.e(85), __nccwpck_require__.e(699), __nccwpck_require__.e(659), __nccwpck_require__.e(771)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5771))).runPost(process);
        case "close":
            return (await __nccwpck_require__.e(/* import() */ 846).then(__nccwpck_require__.bind(__nccwpck_require__, 5846))).runClose(process);
    }
}

var __webpack_exports__run = __webpack_exports__.e;
export { __webpack_exports__run as run };
