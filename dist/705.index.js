export const id = 705;
export const ids = [705,308];
export const modules = {

/***/ 770:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {

module.exports = __webpack_require__(218);


/***/ }),

/***/ 218:
/***/ ((__unused_webpack_module, exports, __webpack_require__) => {



var net = __webpack_require__(9278);
var tls = __webpack_require__(4756);
var http = __webpack_require__(8611);
var https = __webpack_require__(5692);
var events = __webpack_require__(4434);
var assert = __webpack_require__(2613);
var util = __webpack_require__(9023);


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

/***/ 7308:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGithub: () => (/* binding */ createGithub)
});

// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 22 modules
var lib_github = __webpack_require__(2785);
// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
;// CONCATENATED MODULE: ./build/github/guarded.js

/**
 * Keeps secrets out of everything that is sent to GitHub, whatever part of the action made it.
 * @param github Where requests go.
 * @param secrets Values that must not leave; empty ones are passed over.
 */
function guarded(github, secrets) {
    return {
        repository: github.repository,
        send: (request, signal) => github.send(cleaned(request, secrets), signal),
    };
}
function cleaned(request, secrets) {
    const { body } = request;
    return body === undefined ? request : { ...request, body: Object.fromEntries(entriesOf(body, secrets)) };
}
function entriesOf(value, secrets) {
    return Object.entries(value).map(([name, part]) => [name, cleanedValue(part, secrets)]);
}
function cleanedValue(value, secrets) {
    if (typeof value === "string")
        return (0,github_text/* redact */.E$)(value, secrets);
    if (Array.isArray(value))
        return value.map((part) => cleanedValue(part, secrets));
    return typeof value === "object" && value !== null ? Object.fromEntries(entriesOf(value, secrets)) : value;
}

;// CONCATENATED MODULE: ./build/github/octokit.js


const TIMEOUT_MS = 15_000;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Opens GitHub's REST interface, through the proxy of the environment when there is one.
 * @param parts Token, address and repository.
 * @returns The interface; its requests settle within `timeoutMs` and never reject.
 */
function createGithub(parts) {
    const octokit = (0,lib_github/* getOctokit */.Q)(parts.token, { baseUrl: parts.apiUrl, log: SILENT });
    const github = {
        repository: parts.repository,
        send: async (request, signal) => {
            const timeout = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
            const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
            const answer = await sendOnce(octokit, request, stop);
            if (answer.kind === "answer" || !timeout.aborted)
                return answer;
            return { kind: "unreachable", reason: "no answer in time" };
        },
    };
    return guarded(github, [parts.token, ...(parts.secrets ?? [])]);
}
function ignore() {
    // Nothing of it belongs into the job's log.
}
async function sendOnce(octokit, request, signal) {
    try {
        const answer = await octokit.request({
            method: request.method,
            url: `${request.path}${queryOf(request)}`,
            ...(request.body === undefined ? {} : { data: request.body }),
            // A redirect could lead the token to another host.
            request: { signal, redirect: "manual" },
        });
        return readAnswer(answer) ?? { kind: "unreachable", reason: "an answer without a status" };
    }
    catch (error) {
        return (readAnswer(isObject(error) ? error["response"] : undefined) ?? { kind: "unreachable", reason: wordsOf(error) });
    }
}
function queryOf(request) {
    const query = new URLSearchParams(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]));
    return query.size === 0 ? "" : `?${query.toString()}`;
}
function readAnswer(answer) {
    if (!isObject(answer) || typeof answer["status"] !== "number")
        return undefined;
    const headers = isObject(answer["headers"]) ? Object.entries(answer["headers"]) : [];
    return {
        kind: "answer",
        status: answer["status"],
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
        body: answer["data"],
    };
}
function isObject(value) {
    return typeof value === "object" && value !== null;
}
function wordsOf(error) {
    return error instanceof Error ? error.message : String(error);
}


/***/ })

};
