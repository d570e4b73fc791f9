const __WEBPACK_EXTERNAL_MODULE_undici__ = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("./lazy-undici.cjs");
import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 770:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

module.exports = __nccwpck_require__(218);


/***/ }),

/***/ 218:
/***/ ((__unused_webpack_module, exports, __nccwpck_require__) => {



var net = __nccwpck_require__(278);
var tls = __nccwpck_require__(756);
var http = __nccwpck_require__(611);
var https = __nccwpck_require__(692);
var events = __nccwpck_require__(434);
var assert = __nccwpck_require__(613);
var util = __nccwpck_require__(23);


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

/***/ 706:
/***/ ((module, __unused_webpack_exports, __nccwpck_require__) => {

var x = (y) => {
	var x = {}; __nccwpck_require__.d(x, y); return x
} 
var y = (x) => (() => (x))
module.exports = x({ ["ProxyAgent"]: () => (__WEBPACK_EXTERNAL_MODULE_undici__.ProxyAgent), ["fetch"]: () => (__WEBPACK_EXTERNAL_MODULE_undici__.fetch) });

/***/ }),

/***/ 613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 867:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("./lazy-undici.cjs");

/***/ }),

/***/ 23:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 639:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E$: () => (/* binding */ redact),
/* harmony export */   Md: () => (/* binding */ safeAddress),
/* harmony export */   OG: () => (/* binding */ logLines),
/* harmony export */   Rm: () => (/* binding */ log),
/* harmony export */   UF: () => (/* binding */ joinMarkdown),
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
/** Longest line that is printed, characters. */
const MAX_LINE_CHARS = 65_536;
/** Longest address that is passed on, characters. */
const MAX_ADDRESS_CHARS = 2048;
const LINE_PREFIX = "│ ";
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
/**
 * Splits text at everything that the runner or a viewer takes for the end of a line.
 * @param untrusted Any text.
 */
function splitLines(untrusted) {
    return untrusted.split(LINE_BREAK);
}
function cut(line) {
    if (line.length <= MAX_LINE_CHARS)
        return line;
    return `${line.slice(0, MAX_LINE_CHARS).toWellFormed()} … (${line.length - MAX_LINE_CHARS} characters cut)`;
}
function visible(line, colours) {
    const escaped = line.replace(ESCAPE_SEQUENCE, (found) => colours === "keep" && WHOLE_COLOUR.test(found) ? found : "");
    const shown = escaped.replace(CONTROLS, "").replace(INVISIBLE, "").toWellFormed();
    return colours === "keep" ? shown : shown.replaceAll("\u001b", "");
}
/**
 * Makes one plain line of foreign text: no controls, no invisible characters, no colours.
 * @param untrusted Any text; line ends become spaces.
 */
function plainLine(untrusted) {
    return splitLines(untrusted)
        .map((line) => visible(cut(line), "drop"))
        .join(" ");
}
// The old command form is searched anywhere in a line, and the search passes over the ESC of a colour.
function breakCommands(line) {
    return line.replace(/##(?=\u001b?\[)/g, "##\\").replace(/^(\s*):(?=:)/, "$1\\:");
}
function finishLine(line) {
    return breakCommands(line.includes("\u001b") ? `${line}\u001b[0m` : line);
}
/**
 * Makes log lines of foreign text, each behind a constant prefix so that no anchored pattern and no command matches.
 * @param untrusted Any text, of any number of lines.
 * @param options `prefix` replaces the bar in front of every line.
 * @returns One element a line; colours are kept and closed.
 */
function logLines(untrusted, options = {}) {
    const prefix = options.prefix ?? LINE_PREFIX;
    return splitLines(untrusted).map((line) => finishLine(`${prefix}${visible(cut(line), "keep")}`));
}
/**
 * Makes one line for the log of foreign text.
 * @param untrusted Any text; line ends become spaces, colours go.
 */
function logText(untrusted) {
    return finishLine(plainLine(untrusted));
}
/**
 * Template tag for one log line: the interpolated parts are foreign text.
 * @example log`Deployment ${id} is ${status}`
 */
function log(parts, ...values) {
    return logText(String.raw({ raw: parts }, ...values));
}
/**
 * Makes one line for an output of foreign text.
 * @param untrusted Any text; line ends become spaces, controls go.
 */
function outputText(untrusted) {
    return plainLine(untrusted);
}
/**
 * Checks a foreign address and writes it anew.
 * @param untrusted What a service or a person gave.
 * @param options `allowLoopbackHttp`: also http to localhost, *.localhost, 127.0.0.0/8 and [::1].
 * @returns The address, or nothing when it is not https, holds credentials or control characters, or is too long.
 * @see WHATWG URL
 */
function safeAddress(untrusted, options) {
    if (untrusted.length > MAX_ADDRESS_CHARS || /\s/.test(untrusted) || plainLine(untrusted) !== untrusted)
        return undefined;
    const url = URL.parse(untrusted);
    if (url === null || url.username !== "" || url.password !== "" || url.hostname === "")
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
const BREAK = "&#8203;";
// Mentions and references are looked for in the rendered text, where a back-slash is gone: only a break inside them helps.
function escapeMarkdown(untrusted) {
    return (plainLine(untrusted)
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replace(/[\\`*_[\]|~$]/g, "\\$&")
        // Before any break is put in: a break is spelled with a `#` of its own.
        .replaceAll("#", `\\#${BREAK}`)
        .replaceAll("@", `@${BREAK}`)
        .replaceAll("://", `:${BREAK}//`)
        .replace(/(ww)(w\.)/gi, `$1${BREAK}$2`)
        .replace(/GH-(?=\d)/gi, `$&${BREAK}`)
        .replace(/^(\s*)([-+=])/, "$1\\$2")
        .replace(/^(\s*\d{1,9})([.)])/, "$1\\$2"));
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
    const texts = values.map((value) => (value instanceof Markdown ? String(value) : escapeMarkdown(String(value))));
    return new Markdown(String.raw({ raw: parts }, ...texts));
}
/**
 * Joins Markdown.
 * @param parts Pieces in order.
 * @param separator Our own text between them.
 */
function joinMarkdown(parts, separator) {
    return new Markdown(parts.map(String).join(separator));
}
/**
 * Takes a value of our own into Markdown that is hidden: an HTML comment nobody sees.
 * @param name Letters that tell the comment from others.
 * @param value Any text; it is encoded so that it can neither close the comment nor open another.
 */
function hiddenComment(name, value) {
    return new Markdown(`<!-- ${name} ${value.replace(/[<>&@#`]|-(?=-)|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, unicodeEscape)} -->`);
}
function unicodeEscape(character) {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
function longestRun(text) {
    return Math.max(0, ...Array.from(text.matchAll(/`+/g), (run) => run[0].length));
}
// A marker of a comment of ours must never be readable out of foreign text.
function breakMarker(text) {
    return text.replaceAll("<!--", "<! --");
}
/**
 * Shows foreign text as code within a line, also within a table.
 * @param untrusted Any text; line ends become spaces.
 */
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
/**
 * Shows foreign text as code within HTML, such as a `<summary>`, where Markdown is not read.
 * @param untrusted Any text; line ends become spaces.
 */
function htmlCode(untrusted) {
    return new Markdown(`<code>${htmlText(untrusted)}</code>`);
}
function htmlText(untrusted) {
    return plainLine(untrusted).replace(/[!-/:-@[-`{-~]/g, numericEntity);
}
function numericEntity(character) {
    return `&#${character.charCodeAt(0)};`;
}
/**
 * Shows foreign lines as a block of code; when they are too many the last ones stay.
 * @param lines Any text; an element may hold several lines.
 * @param options `maxChars`: longest block, fences not counted.
 */
function codeFence(lines, options) {
    const all = lines.flatMap(splitLines).map((line) => breakMarker(plainLine(line)));
    const kept = [];
    let chars = 0;
    for (const line of all.toReversed()) {
        const shown = line.slice(0, options.maxChars).toWellFormed();
        if (chars + shown.length + 1 > options.maxChars)
            break;
        chars += shown.length + 1;
        kept.unshift(shown);
    }
    const dropped = all.length - kept.length;
    const text = [...(dropped > 0 ? [`… ${dropped} ${dropped === 1 ? "line" : "lines"} before`] : []), ...kept].join("\n");
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return new Markdown(`${fence}text\n${text}\n${fence}`);
}
/**
 * Links to a checked address.
 * @param label Foreign text, or Markdown made here.
 * @param address Where it leads.
 */
function link(label, address) {
    const text = label instanceof Markdown ? String(label) : escapeMarkdown(label);
    // Entities are read within a destination too.
    return new Markdown(`[${text}](<${address.replaceAll("&", "&amp;")}>)`);
}
/**
 * Shows a checked address as itself; it also fits as the destination of a link.
 * @param address Where it leads.
 */
function autolink(address) {
    return new Markdown(`<${address.replaceAll("&", "&amp;")}>`);
}
/**
 * Takes secrets out of text: as they are, percent-encoded, JSON-escaped, escaped as this file and the commands of the
 * runner escape foreign text, and in base64 at each of the three shifts.
 * @param text Text for any sink.
 * @param secrets Their values; empty ones are passed over.
 */
function redact(text, secrets) {
    const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(secretForms));
    const longestFirst = [...forms].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, form) => rest.replaceAll(form, "***"), text);
}
const MIN_BASE64_CHARS = 8;
function secretForms(secret) {
    const shifted = [0, 1, 2].flatMap((shift) => {
        const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
        // Only characters whose six bits all belong to the secret are the same in every text around it.
        const sure = bytes.toString("base64url").slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
        return sure.length < MIN_BASE64_CHARS ? [] : [sure, sure.replaceAll("-", "+").replaceAll("_", "/")];
    });
    const data = secret.replaceAll("%", "%25");
    return [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        JSON.stringify(secret).slice(1, -1),
        escapeMarkdown(secret),
        htmlText(secret),
        data,
        data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
        ...shifted,
    ];
}


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
;// CONCATENATED MODULE: ./build/client/clock.js
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
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", stop);
            resolve();
        }, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
        signal?.addEventListener("abort", stop, { once: true });
    }),
};

;// CONCATENATED MODULE: ./build/github/payload.js
/**
 * Reads one field of foreign data.
 * @param value Anything.
 * @param name Field; only the value's own fields count.
 */
function field(value, name) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
        return undefined;
    return Reflect.get(value, name);
}
/**
 * Reads a field within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 */
function at(value, ...names) {
    return names.reduce(field, value);
}
/**
 * Reads a text within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 * @returns The text, when there is one that is not empty.
 */
function textAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "string" && found !== "" ? found : undefined;
}
/**
 * Reads a whole number above zero within fields.
 * @param value Anything.
 * @param names Path from the outside in.
 */
function numberAt(value, ...names) {
    const found = at(value, ...names);
    return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}
/**
 * Reads digits of the environment as a whole number.
 * @param text Value of a variable.
 * @returns The number; 0 when there is none.
 */
function wholeNumber(text) {
    const number = /^\d{1,16}$/.test(text ?? "") ? Number(text) : 0;
    return Number.isSafeInteger(number) ? number : 0;
}

// EXTERNAL MODULE: ./build/github/text.js
var github_text = __nccwpck_require__(639);
;// CONCATENATED MODULE: ./build/github/rows.js


const MAX_ROWS = 100;
const MAX_TEXT_CHARS = 2048;
const MAX_NAME_CHARS = 200;
const MAX_EXCERPT_LINES = 20;
const MAX_EXCERPT_CHARS = 300;
const DEPLOYMENT_ENDS = new Set(["ready", "failed", "canceled", "refused", "closed"]);
const OUR_ENDS = new Set(["timed_out", "interrupted", "accepted", "superseded"]);
/**
 * Joins rows: one a site, the newest.
 * @param rows Rows of any age, in any order; of two equally new ones the later stands.
 * @returns At most 100 rows, by name.
 */
function mergeRows(rows) {
    const bySite = new Map();
    for (const row of rows) {
        const standing = bySite.get(row.siteId);
        if (standing === undefined || !isNewer(standing, row))
            bySite.set(row.siteId, row);
    }
    const newest = [...bySite.values()].sort((left, right) => right.runId - left.runId).slice(0, MAX_ROWS);
    return newest.sort(bySiteName);
}
/**
 * Tells whether a row must not be replaced by another of its site.
 * Runs are compared first, so that an older run that ends last changes nothing.
 * @param standing Row as it stands.
 * @param row Row that would replace it.
 */
function isNewer(standing, row) {
    if (standing.runId !== row.runId)
        return standing.runId > row.runId;
    if (standing.runAttempt !== row.runAttempt)
        return standing.runAttempt > row.runAttempt;
    const [standingMs, rowMs] = [timeOf(standing.createdAt), timeOf(row.createdAt)];
    if (standingMs !== rowMs)
        return standingMs > rowMs;
    const [standingEnd, rowEnd] = [finality(standing.status), finality(row.status)];
    if (standingEnd !== rowEnd)
        return standingEnd > rowEnd;
    return timeOf(standing.updatedAt) > timeOf(row.updatedAt);
}
/**
 * Tells whether a write of ours stands.
 * @param rows Rows as they were read back.
 * @param row What was written.
 */
function holds(rows, row) {
    const standing = rows.find(({ siteId }) => siteId === row.siteId);
    return standing !== undefined && (isNewer(standing, row) || fingerprint(standing) === fingerprint(row));
}
/** Excerpts do not count: they are shortened when many rows share the comment. */
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
/**
 * Reads a row that was stored in a comment.
 * @param value Anything.
 * @returns The row, or nothing when it does not say which site and run it is of.
 */
function readRow(value) {
    const name = (field) => (textAt(value, field) ?? "").slice(0, MAX_NAME_CHARS).toWellFormed();
    const siteId = name("siteId");
    const runId = numberAt(value, "runId");
    if (siteId === "" || runId === undefined)
        return undefined;
    const excerpt = at(value, "excerpt");
    const error = { code: textAt(value, "error", "code") ?? "", message: textAt(value, "error", "message") ?? "" };
    const durationSeconds = at(value, "durationSeconds");
    return {
        siteId,
        site: name("site") === "" ? siteId : name("site"),
        status: name("status"),
        ...texts(value, ["deploymentId"]),
        commitSha: name("commitSha"),
        ...texts(value, ["previewUrl", "productionUrl", "approvalUrl", "logUrl"]),
        runUrl: capped(textAt(value, "runUrl") ?? ""),
        runId,
        runAttempt: numberAt(value, "runAttempt") ?? 1,
        ...texts(value, ["createdAt", "updatedAt"]),
        ...(typeof durationSeconds === "number" && Number.isFinite(durationSeconds) ? { durationSeconds } : {}),
        ...(Array.isArray(excerpt) && excerpt.length > 0 ? { excerpt: excerptOf(excerpt) } : {}),
        ...(error.code === "" && error.message === ""
            ? {}
            : { error: { code: capped(error.code), message: capped(error.message) } }),
        ...texts(value, ["note"]),
        ...recordOf(numberAt(value, "recordId")),
    };
}
function texts(value, fields) {
    return Object.fromEntries(fields.flatMap((field) => {
        const text = textAt(value, field);
        return text === undefined ? [] : [[field, capped(text)]];
    }));
}
function capped(text) {
    return text.slice(0, MAX_TEXT_CHARS).toWellFormed();
}
function excerptOf(lines) {
    return lines
        .slice(-MAX_EXCERPT_LINES)
        .map((line) => (0,github_text/* plainLine */.h0)(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}
function recordOf(recordId) {
    return recordId === undefined ? {} : { recordId };
}

;// CONCATENATED MODULE: ./build/github/sections.js

const sections_MAX_EXCERPT_CHARS = 4000;
const MAX_LABEL_CHARS = 60;
const SHORT_SHA_CHARS = 7;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LOOKS = {
    queued: { emoji: "🕒", word: "Queued" },
    building: { emoji: "🔨", word: "Building" },
    ready: { emoji: "✅", word: "Ready" },
    failed: { emoji: "❌", word: "Failed" },
    canceled: { emoji: "🚫", word: "Canceled" },
    timed_out: { emoji: "⌛", word: "Timed out" },
    refused: { emoji: "⛔", word: "Refused" },
    accepted: { emoji: "📨", word: "Accepted" },
    superseded: { emoji: "⏭️", word: "Superseded" },
    interrupted: { emoji: "⏸️", word: "No longer watched" },
    closed: { emoji: "🌙", word: "Closed" },
    approval_pending: { emoji: "🙋", word: "Waits for approval" },
    rejected: { emoji: "✋", word: "Rejected" },
    expired: { emoji: "⌛", word: "Expired" },
};
const FAILURES = new Set(["failed", "refused", "timed_out"]);
const RUNNING = new Set(["queued", "building", "accepted", "interrupted"]);
/**
 * Shows how a row stands: a sign, a word, and how long it took.
 * @param row Row; a status nobody knows is shown as it is.
 */
function statusText(row) {
    const look = Object.entries(LOOKS).find(([status]) => status === row.status)?.[1];
    const shown = look === undefined ? (0,github_text/* markdown */.wD) `⚪ ${row.status}` : (0,github_text/* markdown */.wD) `${look.emoji} ${look.word}`;
    const seconds = row.durationSeconds ?? 0;
    // What took no whole second is said best without a number.
    return seconds < 0.5 ? shown : (0,github_text/* markdown */.wD) `${shown} in ${durationText(seconds)}`;
}
/**
 * Words for a duration.
 * @param seconds How long, seconds.
 */
function durationText(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
    if (hours > 0)
        return `${hours} h ${minutes} min`;
    return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
/**
 * Heading that says how all rows stand together.
 * @param rows All rows.
 */
function headline(rows) {
    return (0,github_text/* markdown */.wD) `### ${headingText(rows)}`;
}
function headingText(rows) {
    const count = (statuses) => rows.filter(({ status }) => statuses.has(status)).length;
    const [failed, running, ready] = [count(FAILURES), count(RUNNING), count(new Set(["ready"]))];
    const each = (number, one, many) => rows.length === 1 ? `The preview ${one}` : `${number} of ${rows.length} previews ${number === 1 ? one : many}`;
    if (failed > 0)
        return (0,github_text/* markdown */.wD) `❌ ${each(failed, "did not come up", "did not come up")}`;
    if (running > 0)
        return (0,github_text/* markdown */.wD) `🔨 ${each(running, "is on its way", "are on their way")}`;
    if (ready === 0)
        return (0,github_text/* markdown */.wD) `🌙 No preview is running`;
    return ready > 1 && ready === rows.length
        ? (0,github_text/* markdown */.wD) `✅ All ${ready} previews are ready`
        : (0,github_text/* markdown */.wD) `✅ ${each(ready, "is ready", "are ready")}`;
}
/**
 * Table with a row a site.
 * @param rows All rows.
 */
function table(rows) {
    const address = rows.some(({ productionUrl }) => productionUrl !== undefined) ? "Address" : "Preview";
    const head = ["Site", "Status", address, "Commit", "Updated"];
    const lines = [
        (0,github_text/* markdown */.wD) `| ${joinCells(head.map((title) => (0,github_text/* markdown */.wD) `${title}`))} |`,
        (0,github_text/* markdown */.wD) `| ${joinCells(head.map(() => (0,github_text/* markdown */.wD) `---`))} |`,
        ...rows.map((row) => (0,github_text/* markdown */.wD) `| ${joinCells(cells(row))} |`),
    ];
    return (0,github_text/* joinMarkdown */.UF)(lines, "\n");
}
function joinCells(parts) {
    return parts.reduce((joined, part) => (0,github_text/* markdown */.wD) `${joined} | ${part}`);
}
function cells(row) {
    return [named(row), statusCell(row), preview(row), commitText(row), updated(row)];
}
function statusCell(row) {
    const log = linked("log", row.logUrl);
    return log === undefined ? statusText(row) : (0,github_text/* markdown */.wD) `${statusText(row)} · ${log}`;
}
/** Emphasis ends nothing that begins or ends with a space. */
function named(row) {
    const name = (0,github_text/* plainLine */.h0)(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
    return (0,github_text/* markdown */.wD) `**${name === "" ? row.siteId : name}**`;
}
function preview(row) {
    if (row.status === "closed")
        return (0,github_text/* markdown */.wD) `–`;
    return linked("Open production", row.productionUrl) ?? linked("Open preview", row.previewUrl) ?? (0,github_text/* markdown */.wD) `–`;
}
/**
 * Names a commit, with a link to its page, which lies beside that of the run.
 * @param row Commit and run.
 */
function commitText({ commitSha, runUrl }) {
    if (commitSha === "")
        return (0,github_text/* markdown */.wD) `–`;
    const short = (0,github_text/* inlineCode */.ti)(commitSha.slice(0, SHORT_SHA_CHARS));
    const [, repository] = /^(https?:\/\/[^?#]+?)\/actions\/runs\/\d/.exec(runUrl) ?? [];
    if (repository === undefined || !/^[0-9a-f]{7,64}$/i.test(commitSha))
        return short;
    return linked(short, `${repository}/commit/${commitSha}`) ?? short;
}
function updated(row) {
    const time = timeText(row.updatedAt ?? row.createdAt);
    return linked(time ?? "run", row.runUrl) ?? (0,github_text/* markdown */.wD) `${time ?? "–"}`;
}
function linked(label, url) {
    const address = (0,github_text/* safeAddress */.Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? undefined : (0,github_text/* link */.nf)(label, address);
}
/** [RFC 3339] to the minute; what is no time stays out. */
function timeText(at) {
    const ms = Date.parse(at ?? "");
    if (Number.isNaN(ms))
        return undefined;
    const time = new Date(ms);
    return `${MONTHS[time.getUTCMonth()] ?? ""} ${time.getUTCDate()}, ${time.toISOString().slice(11, 16)} UTC`;
}
/**
 * The call to release, for every row that a person may approve.
 * @param rows All rows.
 * @returns Nothing when there is nothing to approve.
 */
function releases(rows) {
    const lines = rows.flatMap((row) => {
        const approve = linked("Review and approve the release", row.status === "closed" ? undefined : row.approvalUrl);
        return approve === undefined ? [] : [(0,github_text/* markdown */.wD) `> - ${approve} of ${named(row)}`];
    });
    if (lines.length === 0)
        return [];
    const lead = (0,github_text/* markdown */.wD) `> **Ready for production?** A person approves it; whoever asked for the release cannot.`;
    return [(0,github_text/* joinMarkdown */.UF)([(0,github_text/* markdown */.wD) `> [!TIP]`, lead, ...lines], "\n")];
}
/**
 * A sentence for every row that has something to add.
 * @param rows All rows.
 */
function notes(rows) {
    return rows.flatMap((row) => (row.note === undefined ? [] : [(0,github_text/* markdown */.wD) `${named(row)}: ${row.note}`]));
}
/**
 * A block that folds for every row that failed.
 * @param rows All rows.
 */
function details(rows) {
    const failed = rows.filter(({ status }) => FAILURES.has(status));
    return failed.flatMap((row) => failureDetails(row, failed.length === 1));
}
/** One alone is unfolded: it is what the reader came for. */
function failureDetails(row, unfolded) {
    const { error, excerpt = [] } = row;
    if (error === undefined && excerpt.length === 0)
        return [];
    const code = error === undefined || error.code === "" ? (0,github_text/* markdown */.wD) `` : (0,github_text/* markdown */.wD) `: ${(0,github_text/* htmlCode */.h8)(error.code)}`;
    const parts = [
        (0,github_text/* markdown */.wD) `<details${unfolded ? " open" : ""}><summary>${(0,github_text/* htmlCode */.h8)(row.site)} did not come up${code}</summary>`,
        ...(error === undefined || error.message === "" ? [] : [(0,github_text/* markdown */.wD) `${error.message}`]),
        ...(excerpt.length === 0
            ? []
            : [(0,github_text/* markdown */.wD) `Last lines of the log:`, (0,github_text/* codeFence */.d6)(excerpt, { maxChars: sections_MAX_EXCERPT_CHARS })]),
        (0,github_text/* markdown */.wD) `</details>`,
    ];
    return [(0,github_text/* joinMarkdown */.UF)(parts, "\n\n")];
}

;// CONCATENATED MODULE: external "node:crypto"
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
;// CONCATENATED MODULE: ./build/github/stored.js




/** Version of the hidden JSON; readers pass over versions above theirs. */
const SCHEMA_VERSION = 1;
const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;
/**
 * First line of the comment of a group, the same for ever.
 * @param group Name of the group.
 */
function marker(group) {
    return (0,github_text/* hiddenComment */.gm)("greenroom:comment", group === "" ? "previews" : group);
}
/**
 * Spells what a comment keeps for machines.
 * @param stored Rows and where they come from.
 */
function storedText(stored) {
    return (0,github_text/* hiddenComment */.gm)(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
}
/**
 * Tells whether a body begins with the marker of a group; quoted or fenced ones do not count.
 * @param body Body of a comment.
 * @param group Name of the group.
 */
function hasMarker(body, group) {
    return body.split(/\r?\n/, 1)[0] === String(marker(group));
}
/**
 * Reads what a comment keeps for machines.
 * @param body Body of a comment.
 * @returns What is readable of it; no rows when nothing is.
 */
function readStored(body) {
    const start = body.lastIndexOf(`<!-- ${DATA_NAME} `);
    const end = body.indexOf(" -->", start);
    const data = start < 0 || end < 0 ? undefined : stored_parse(body.slice(start + DATA_NAME.length + 6, end));
    const rows = at(data, "rows");
    const proof = textAt(data, "proof");
    return {
        createdByRun: numberAt(data, "createdByRun") ?? 0,
        ...(proof === undefined ? {} : { proof }),
        rows: Array.isArray(rows) ? rows.map(readRow).filter((row) => row !== undefined) : [],
    };
}
function stored_parse(text) {
    if (text.length > MAX_STORED_CHARS)
        return undefined;
    try {
        const data = JSON.parse(text);
        return data;
    }
    catch {
        return undefined;
    }
}
/**
 * Proves that the author of a comment is the account this action writes as.
 * Copied into another person's comment it proves nothing: the author is part of it.
 * @param key A secret that stays the same between runs.
 * @param scope What it is bound to.
 */
function authorProof(key, scope) {
    const bound = JSON.stringify([scope.repository, scope.pullNumber, scope.group, scope.authorId]);
    return (0,external_node_crypto_namespaceObject.createHmac)("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}

;// CONCATENATED MODULE: ./build/github/template.js


/** Fields a template may hold, in braces. */
const TEMPLATE_FIELDS = [
    "site",
    "siteId",
    "status",
    "previewUrl",
    "approvalUrl",
    "logUrl",
    "runUrl",
    "deploymentId",
    "commit",
    "duration",
    "errorCode",
    "errorMessage",
];
/** Longest template, characters. */
const MAX_TEMPLATE_CHARS = 10_000;
const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join("|")})\\}`);
/**
 * Finds fields that are none: `{word}` with a word that is not in the list.
 * @param template Markdown of the workflow's author.
 * @returns Their names, each once, in the order they come.
 */
function unknownFields(template) {
    const names = Array.from(template.matchAll(/\{([A-Za-z][\w.-]{0,60})\}/g), (match) => match[1] ?? "");
    return [...new Set(names)].filter((name) => !TEMPLATE_FIELDS.some((field) => field === name));
}
/**
 * Fills a team's own text with the values of a row, escaped: `{site}`, `{siteId}`, `{status}`, `{previewUrl}`, `{approvalUrl}`,
 * `{logUrl}`, `{runUrl}`, `{deploymentId}`, `{commit}`, `{duration}`, `{errorCode}`, `{errorMessage}`.
 * @param template Markdown of the workflow's author with `{field}`s; an unknown field stays as it is.
 * @param row Row that fills it.
 */
function fillTemplate(template, row) {
    // A split at a group gives text and field by turns.
    const pieces = template.slice(0, MAX_TEMPLATE_CHARS).toWellFormed().replaceAll("<!--", "<! --").split(FIELD);
    const texts = pieces.filter((_, index) => index % 2 === 0);
    const values = pieces.filter((_, index) => index % 2 === 1).map((name) => fieldValue(name, row));
    return (0,github_text/* markdown */.wD)(Object.assign(texts, { raw: texts }), ...values);
}
function fieldValue(name, row) {
    const field = TEMPLATE_FIELDS.find((one) => one === name);
    return field === undefined ? "" : FIELD_VALUES[field](row);
}
const FIELD_VALUES = {
    site: ({ site }) => site,
    siteId: ({ siteId }) => (0,github_text/* inlineCode */.ti)(siteId),
    status: statusText,
    previewUrl: ({ previewUrl }) => addressText(previewUrl),
    approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
    logUrl: ({ logUrl }) => addressText(logUrl),
    runUrl: ({ runUrl }) => addressText(runUrl),
    deploymentId: ({ deploymentId }) => (0,github_text/* inlineCode */.ti)(deploymentId ?? ""),
    commit: ({ commitSha }) => (0,github_text/* inlineCode */.ti)(commitSha.slice(0, 7)),
    duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : durationText(durationSeconds)),
    errorCode: ({ error }) => (0,github_text/* inlineCode */.ti)(error?.code ?? ""),
    errorMessage: ({ error }) => error?.message ?? "",
};
function addressText(url) {
    const address = (0,github_text/* safeAddress */.Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? "" : (0,github_text/* autolink */.mf)(address);
}

;// CONCATENATED MODULE: ./build/github/body.js





/** Longest body GitHub takes, characters. */
const MAX_BODY_CHARS = 65_536;
// Leaves room for what redaction may add.
const SAFE_BODY_CHARS = MAX_BODY_CHARS - 1024;
const EXCERPT_STEPS = [20, 10, 5, 0];
/**
 * Writes the comment's text.
 * @param content Rows and what surrounds them.
 * @returns Markdown of at most 65,536 characters: excerpts are shortened first, then the oldest rows are left out.
 */
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
    if (excerpt === undefined || lines === 0)
        return readRow(rest) ?? rest;
    return { ...rest, excerpt: excerpt.slice(-lines) };
}
function renderRows(content, rows, leftOut) {
    const { group, createdByRun, proof, template, written, run } = content;
    const [first] = written;
    const own = template !== undefined && template.trim() !== "" && first !== undefined;
    const filled = own ? fillTemplate(template, first) : headline(rows);
    const parts = [
        (0,github_text/* joinMarkdown */.UF)([marker(group), filled], "\n"),
        table(rows),
        ...(leftOut === 0 ? [] : [(0,github_text/* markdown */.wD) `_${leftOut} older rows are left out._`]),
        ...releases(rows),
        ...notes(rows),
        ...details(rows),
        foot(run),
        storedText({ group, createdByRun, ...(proof === undefined ? {} : { proof }), rows }),
    ];
    return (0,github_text/* joinMarkdown */.UF)(parts, "\n\n");
}
function foot(run) {
    const address = (0,github_text/* safeAddress */.Md)(run.runUrl, { allowLoopbackHttp: true });
    const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
    const writer = address === undefined ? label : (0,github_text/* link */.nf)(label, address);
    return (0,github_text/* markdown */.wD) `<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}

;// CONCATENATED MODULE: ./build/github/permissions.js
/** What the preview action needs when everything is switched on. */
const GRANTS = {
    contents: "read",
    deployments: "write",
    "pull-requests": "write",
};
/**
 * Spells the `permissions:` block of the job for a refused request.
 * A block without the grants that worked would take them away, so it is always the whole.
 * @param accepted Value of `X-Accepted-GitHub-Permissions`: `;` parts alternatives, `,` parts what is needed together.
 * @returns Lines of YAML.
 * @see GitHub Docs: Troubleshooting the REST API
 */
function permissionLines(accepted) {
    const alternatives = (accepted ?? "")
        .split(";")
        .map(readGrants)
        .filter((grants) => grants.length > 0);
    const covered = alternatives.length === 0 || alternatives.some((grants) => grants.every(isGranted));
    const added = covered ? [] : (alternatives[0] ?? []);
    const all = new Map([...Object.entries(GRANTS), ...added]);
    return ["permissions:", ...[...all].sort(byName).map(([name, level]) => `  ${name}: ${level}`)];
}
function readGrants(text) {
    return text.split(",").flatMap((part) => {
        const found = /^\s*([a-z_]{1,40})=(read|write)\s*$/.exec(part);
        if (found === null)
            return [];
        return [[(found[1] ?? "").replaceAll("_", "-"), found[2] === "read" ? "read" : "write"]];
    });
}
function isGranted([name, level]) {
    const granted = GRANTS[name];
    return granted === level || granted === "write";
}
function byName([left], [right]) {
    return left < right ? -1 : 1;
}

;// CONCATENATED MODULE: ./build/github/call.js



/**
 * Leaves out of a failure what only a repetition needs.
 * @param failure A request that failed.
 */
function asFailure({ kind, reason, status, coach, limitedMs }) {
    return {
        kind,
        reason,
        ...(status === undefined ? {} : { status }),
        ...(coach === undefined ? {} : { coach }),
        ...(limitedMs === undefined ? {} : { limitedMs }),
    };
}
const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;
/**
 * Asks GitHub once, or, when it is a read, up to three times.
 * A write is never repeated here: what it was made of may be out of date by then.
 * @param github Where.
 * @param request What, and `doing`, its words for a person, as in "read the comments".
 * @param patience Clock and signal.
 */
async function call(github, request, patience) {
    const reads = request.method === "GET";
    const attempts = reads ? MAX_READS : 1;
    for (let attempt = 1;; attempt += 1) {
        const answer = await github.send(request, patience.signal);
        const result = judge(answer, { doing: request.doing, reads, attempt, nowMs: patience.clock.now() });
        if (result.kind === "done" || attempt >= attempts || result.retryInMs === undefined)
            return result;
        if (!(await pause(result.retryInMs, patience)))
            return result;
    }
}
/**
 * Waits unless the time is over.
 * @param ms How long.
 * @param patience Clock and signal.
 * @returns Whether the wait was whole.
 */
async function pause(ms, { clock, signal }) {
    if (signal.aborted)
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
/**
 * Judges an answer.
 * @param answer What came back.
 * @param asked Words for the request, how often it was sent, and the time.
 */
function judge(answer, asked) {
    const backOffMs = FIRST_RETRY_MS * 4 ** (asked.attempt - 1);
    if (answer.kind === "unreachable") {
        const reason = `GitHub could not be reached to ${asked.doing}: ${(0,github_text/* plainLine */.h0)(answer.reason).slice(0, 300)}.`;
        return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
    }
    const { status, body } = answer;
    // What is read is JSON: anything else is a page of somebody in between, or an answer that was cut.
    if (asked.reads === true && status >= 200 && status < 300 && typeof body !== "object") {
        const reason = `GitHub's answer to the request to ${asked.doing} could not be read.`;
        return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
    }
    if (status >= 200 && status < 300)
        return { kind: "done", status, body };
    const words = (textAt(body, "message") ?? "").slice(0, 300);
    const reason = `GitHub answered ${status} to the request to ${asked.doing}${words === "" ? "" : `: ${(0,github_text/* plainLine */.h0)(words)}`}.`;
    const failure = { kind: "failed", reason, status, unknown: status >= 500 };
    const limitedMs = limitedFor(answer, asked);
    if (limitedMs !== undefined) {
        const limited = { ...failure, limitedMs };
        return limitedMs > MAX_WAIT_MS ? limited : { ...limited, retryInMs: limitedMs };
    }
    if (status >= 500)
        return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(answer, asked) ?? 0) };
    const accepted = answer.headers["x-accepted-github-permissions"];
    const refused = status === 403 && (accepted !== undefined || /not accessible by/i.test(words));
    return refused ? { ...failure, coach: permissionLines(accepted) } : failure;
}
/** How long a primary or secondary rate limit holds; nothing when the answer is none. */
function limitedFor(answer, asked) {
    const { status, headers, body } = answer;
    if (status !== 403 && status !== 429)
        return undefined;
    const waitMs = retryAfterMs(answer, asked);
    if (waitMs !== undefined)
        return Math.max(FIRST_RETRY_MS, waitMs);
    if (headers["x-ratelimit-remaining"] === "0") {
        const left = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1000 - serverNow(answer, asked);
        return Number.isFinite(left) ? Math.max(FIRST_RETRY_MS, left) : SECONDARY_WAIT_MS;
    }
    const secondary = status === 429 || /rate limit|abuse detection/i.test(textAt(body, "message") ?? "");
    return secondary ? SECONDARY_WAIT_MS * 2 ** (asked.attempt - 1) : undefined;
}
/** GitHub's own clock, ms: ours may be wrong. */
function serverNow({ headers }, { nowMs }) {
    const serverMs = Date.parse(headers["date"] ?? "");
    return Number.isNaN(serverMs) ? nowMs : serverMs;
}
/** Seconds are what GitHub writes; a date may come from somebody in between. [RFC 9110 §10.2.3] */
function retryAfterMs(answer, asked) {
    const value = (answer.headers["retry-after"] ?? "").slice(0, 40);
    if (/^\d{1,9}$/.test(value))
        return Number(value) * 1000;
    const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - serverNow(answer, asked));
}
/**
 * Path of something of the repository.
 * @param github Where.
 * @param segments Parts of the path, encoded here.
 */
function repositoryPath(github, ...segments) {
    const { owner, name } = github.repository;
    return `/repos/${[owner, name, ...segments].map((segment) => encodeURIComponent(segment)).join("/")}`;
}

;// CONCATENATED MODULE: ./build/github/found.js



const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const WORKFLOW_LOGIN = "github-actions[bot]";
/**
 * Reads a comment, ours or not.
 * @param value Element of a list, or an answer.
 */
function readComment(value) {
    const id = numberAt(value, "id");
    if (id === undefined)
        return undefined;
    const body = textAt(value, "body") ?? "";
    return {
        id,
        url: textAt(value, "html_url") ?? "",
        body,
        authorId: numberAt(value, "user", "id") ?? 0,
        login: textAt(value, "user", "login") ?? "",
        bot: at(value, "user", "type") === "Bot",
        updatedAt: textAt(value, "updated_at") ?? "",
        ...readStored(body),
    };
}
/**
 * Tells whether a comment is ours: the marker is its exact first line, and its author is one of
 * the workflow's own bot (a name no person can take), the account that an answer of this run has shown to be ours,
 * or the account that the proof within it names; a proof copied into another's comment fails.
 */
function isOurs(comment, search, repository) {
    const { group, pullNumber, proofKey, selfId } = search;
    if (!hasMarker(comment.body, group))
        return false;
    if (comment.bot && comment.login === WORKFLOW_LOGIN)
        return true;
    if (comment.authorId > 0 && comment.authorId === selfId)
        return true;
    if (proofKey === undefined || proofKey === "" || comment.authorId === 0)
        return false;
    return comment.proof === authorProof(proofKey, { repository, pullNumber, group, authorId: comment.authorId });
}
/**
 * Finds the comments of ours on a pull request, through all pages.
 * @param github Where.
 * @param search What to know them by.
 * @param patience Clock and signal.
 * @returns Comments by id, oldest first, and the last page that was read.
 */
async function findComments(github, search, patience) {
    const { owner, name } = github.repository;
    const comments = [];
    let lastPage = search.fromPage ?? 1;
    for (let page = lastPage; page <= MAX_PAGES; page += 1) {
        lastPage = page;
        const query = { per_page: PAGE_SIZE, page };
        const path = repositoryPath(github, "issues", search.pullNumber, "comments");
        const answer = await call(github, { method: "GET", path, query, doing: "read the comments" }, patience);
        if (answer.kind === "failed")
            return answer;
        if (!Array.isArray(answer.body))
            return unreadable("the comments");
        for (const element of answer.body) {
            const comment = readComment(element);
            if (comment !== undefined && isOurs(comment, search, `${owner}/${name}`))
                comments.push(comment);
        }
        if (answer.body.length < PAGE_SIZE)
            break;
    }
    return { kind: "done", comments: comments.sort((left, right) => left.id - right.id), lastPage };
}
/**
 * Reads one comment that this run has found or made before.
 * @param github Where.
 * @param known Its id, and the group whose marker it must still have.
 * @param patience Clock and signal.
 * @returns The comment; nothing when it is gone or no longer ours.
 */
async function readKnown(github, known, patience) {
    const path = repositoryPath(github, "issues", "comments", known.id);
    const answer = await call(github, { method: "GET", path, doing: "read the comment" }, patience);
    if (answer.kind === "failed")
        return answer.status === 404 || answer.status === 410 ? nothing() : answer;
    const comment = readComment(answer.body);
    return comment !== undefined && hasMarker(comment.body, known.group)
        ? { kind: "done", comments: [comment] }
        : nothing();
}
function nothing() {
    return { kind: "done", comments: [] };
}
/**
 * The failure for an answer that is not what GitHub describes, such as a page of a proxy.
 * @param what What was read.
 */
function unreadable(what) {
    return { kind: "failed", reason: `GitHub's answer about ${what} could not be read.`, unknown: true };
}

;// CONCATENATED MODULE: ./build/github/settle.js






const MAX_ROUNDS = 12;
const MAX_FAILURES = 3;
const SETTLE_MS = 3000;
const LOOK_AGAIN_MS = 1000;
const STALE_MS = 600_000;
/**
 * Brings the one comment of a group to the state a change asks for, in bounded rounds of read and write.
 * @param github Where.
 * @param wanted Which comment, and what becomes of its rows.
 * @param patience Clock, signal, and how long to settle.
 */
async function settleComment(github, { place, change }, patience) {
    const start = { createdId: undefined, selfId: undefined, previous: undefined, fromPage: 1, emptyUpTo: 1 };
    const work = { github, place, change, patience, seen: [], knownId: place.knownId, ...start };
    let failure;
    let failures = 0;
    for (let round = 1; round <= MAX_ROUNDS && failures < MAX_FAILURES && !patience.signal.aborted; round += 1) {
        const result = await takeRound(work);
        if (result.kind === "done" || result.kind === "skipped")
            return result;
        if (result.kind === "again")
            continue;
        failure = result;
        failures += 1;
        if (result.retryInMs === undefined || !(await pause(result.retryInMs, patience)))
            break;
    }
    return failure === undefined
        ? { kind: "failed", reason: "The comment was not settled in time." }
        : asFailure(failure);
}
async function takeRound(work) {
    const found = await find(work);
    if (found.kind === "failed")
        return found;
    const target = pickTarget(work, found.comments);
    work.seen = mergeRows([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
    const own = work.change.own(work.seen);
    const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
    work.previous ??= replaced.find((row) => !isOfRun(row, work.change.run));
    if (target === undefined)
        return work.change.creates ? create(work, own) : nothingThere();
    work.knownId = target.id;
    const extras = found.comments.filter((comment) => comment !== target && mayRemove(work, comment, target));
    const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
    if (wanted.some((row) => !holds(target.rows, row)))
        return update(work, { target, extras, own });
    await removeAll(work, extras);
    const superseded = own.some((row) => replaced.some((standing) => standing.siteId === row.siteId && isNewer(standing, row)));
    return done(work, target, { rows: target.rows, superseded });
}
function nothingThere() {
    return { kind: "skipped", reason: "There is no comment of this group." };
}
function isOfRun(row, run) {
    return row.runId === run.runId && row.runAttempt === run.runAttempt;
}
async function find(work) {
    const { github, place, patience } = work;
    if (work.knownId !== undefined) {
        const known = await readKnown(github, { id: work.knownId, group: place.group }, patience);
        const comment = known.kind === "done" ? known.comments[0] : undefined;
        if (known.kind === "failed")
            return known;
        if (comment !== undefined) {
            work.selfId ??= comment.authorId;
            return known;
        }
        work.knownId = undefined;
    }
    const { pullNumber, group, proofKey } = place;
    const search = {
        pullNumber,
        group,
        ...(proofKey === undefined ? {} : { proofKey }),
        ...(work.selfId === undefined ? {} : { selfId: work.selfId }),
        fromPage: work.fromPage,
    };
    const listed = await findComments(github, search, patience);
    work.fromPage = 1;
    if (listed.kind === "done")
        work.emptyUpTo = listed.comments.length === 0 ? listed.lastPage : 1;
    return listed.kind === "failed" ? listed : addCreated(work, listed.comments);
}
/** A list may lag behind a write: without this look, the comment would be made again and again. */
async function addCreated(work, comments) {
    const { github, place, patience, createdId } = work;
    if (createdId === undefined || comments.some(({ id }) => id === createdId))
        return { kind: "done", comments };
    const created = await readKnown(github, { id: createdId, group: place.group }, patience);
    if (created.kind === "failed")
        return created;
    if (created.comments.length === 0)
        work.createdId = undefined;
    return { kind: "done", comments: [...comments, ...created.comments].sort((left, right) => left.id - right.id) };
}
function pickTarget({ place, change }, comments) {
    if (place.mode !== "recreate")
        return comments[0];
    // A run makes its own comment below the talk so far; its jobs share it.
    return comments.find(({ createdByRun }) => createdByRun >= change.run.runId);
}
function mayRemove(work, comment, target) {
    if (comment.id === work.createdId)
        return true;
    if (work.place.mode === "recreate")
        return comment.createdByRun < target.createdByRun;
    // Another job that has just made it removes it itself, after it has moved its row.
    return work.patience.clock.now() - Date.parse(comment.updatedAt) > STALE_MS;
}
function render(work, own, before) {
    const { github, place, change, selfId } = work;
    const { group, pullNumber, template, proofKey = "", secrets = [] } = place;
    const rows = mergeRows([...work.seen, ...own]);
    const authorId = before?.authorId ?? selfId;
    const scope = { repository: `${github.repository.owner}/${github.repository.name}`, pullNumber, group };
    const body = renderComment({
        group,
        rows,
        createdByRun: before?.createdByRun ?? change.run.runId,
        run: change.run,
        written: own,
        ...(template === undefined ? {} : { template }),
        ...(proofKey === "" || authorId === undefined ? {} : { proof: authorProof(proofKey, { ...scope, authorId }) }),
    });
    return { body: (0,github_text/* redact */.E$)(String(body), secrets), rows };
}
async function create(work, own) {
    const { github, place, patience } = work;
    const path = repositoryPath(github, "issues", place.pullNumber, "comments");
    const { body } = render(work, own);
    const request = { method: "POST", path, body: { body }, doing: "write a comment" };
    const answer = await call(github, request, patience);
    if (answer.kind === "failed")
        return answer;
    const comment = readComment(answer.body);
    // It may well be there: the list tells.
    if (comment === undefined)
        return { ...unreadable("the new comment"), retryInMs: LOOK_AGAIN_MS };
    work.createdId = comment.id;
    work.selfId ??= comment.authorId;
    work.fromPage = work.emptyUpTo;
    // Another job may have made one at the same time: the list tells which stays.
    return { kind: "again" };
}
async function update(work, { target, extras, own }) {
    const { github, place, patience } = work;
    const path = repositoryPath(github, "issues", "comments", target.id);
    const { body, rows } = render(work, own, target);
    const answer = await call(github, { method: "PATCH", path, body: { body }, doing: "update the comment" }, patience);
    if (answer.kind === "failed") {
        if (answer.status !== 404 && answer.status !== 410)
            return answer;
        // Deleted between our read and our write: it is looked for again, then made.
        work.knownId = undefined;
        return { kind: "again" };
    }
    await removeAll(work, extras);
    const shared = rows.length > 1 || place.verify === "always";
    const waitMs = (patience.settleMs ?? SETTLE_MS) * (1 + (patience.random ?? Math.random)() / 2);
    if (shared && (await pause(waitMs, patience)))
        return { kind: "again" };
    return done(work, target, { rows, superseded: false });
}
async function removeAll({ github, patience }, extras) {
    for (const { id } of extras) {
        const path = repositoryPath(github, "issues", "comments", id);
        // What stays is found and removed by the next run.
        await call(github, { method: "DELETE", path, doing: "remove a second comment" }, patience);
    }
}
function done(work, target, end) {
    return {
        kind: "done",
        commentId: target.id,
        commentUrl: target.url,
        created: work.createdId === target.id,
        ...end,
        ...(work.previous === undefined ? {} : { previous: work.previous }),
    };
}

;// CONCATENATED MODULE: ./build/github/comment.js



/**
 * Writes our row into the group's one comment on a pull request.
 *
 * The comment is found by marker and author, or made; after it was made the list is read again and the lowest id stays.
 * A write merges with the rows of other jobs. When there are others it is read back after `settleMs`, by which time
 * a job that had read before our write has written, and repaired if such a write has lost our row.
 * @param github Where.
 * @param write What.
 * @param patience Clock, signal, and how long to settle.
 * @returns How the comment stands, or why it does not; never rejects for GitHub's sake.
 */
async function upsertComment(github, write, patience) {
    if (write.mode === "off")
        return { kind: "skipped", reason: "Comments are switched off." };
    const row = prepareRow(write, patience.clock.now());
    if (row === undefined)
        return { kind: "skipped", reason: "The row names no site or no run." };
    return settleComment(github, { place: write, change: { own: () => [row], run: row, creates: true } }, patience);
}
/**
 * Says on every row of a group's comment that its pull request is closed.
 * @param github Where.
 * @param close Which comment, and the run that closes.
 * @param patience Clock, signal, and how long to settle.
 * @returns The rows, whose `recordId`s are to be retired; skipped when there is no comment.
 */
async function closeComment(github, close, patience) {
    const updatedAt = new Date(patience.clock.now()).toISOString();
    const closeRow = (row) => {
        const { note: _note, approvalUrl: _approvalUrl, ...kept } = row;
        return row.status === "closed" ? row : { ...kept, ...close.run, status: "closed", updatedAt };
    };
    const change = { own: (seen) => seen.map(closeRow), run: close.run, creates: false };
    return settleComment(github, { place: { ...close, mode: "update" }, change }, patience);
}
function prepareRow(write, nowMs) {
    const row = { updatedAt: new Date(nowMs).toISOString(), ...write.row };
    const clean = JSON.parse(JSON.stringify(row), (_, value) => typeof value === "string" ? (0,github_text/* redact */.E$)(value, write.secrets ?? []) : value);
    return readRow(clean);
}

;// CONCATENATED MODULE: ./build/github/pull-head.js

/**
 * Reads a pull request of GitHub's.
 * @param value Element of a list, or an answer.
 * @returns The pull request; nothing when it has no number or no head.
 */
function readPull(value) {
    const number = numberAt(value, "number");
    const headSha = textAt(value, "head", "sha");
    if (number === undefined || headSha === undefined)
        return undefined;
    const headRepositoryId = numberAt(value, "head", "repo", "id") ?? null;
    return {
        kind: "named",
        number,
        fork: headRepositoryId === null || headRepositoryId !== numberAt(value, "base", "repo", "id"),
        draft: at(value, "draft") === true,
        state: at(value, "state") === "closed" ? "closed" : "open",
        merged: at(value, "merged") === true || textAt(value, "merged_at") !== undefined,
        headRepositoryId,
        headSha,
        headBranch: textAt(value, "head", "ref") ?? null,
    };
}

;// CONCATENATED MODULE: ./build/github/pull.js



/**
 * Finds the pull request a trigger belongs to; asks GitHub only when the payload does not name it.
 * A pull request that was looked for must be open and have exactly the trigger's commit as its head.
 * @param github Where.
 * @param trigger What started the run.
 * @param search Clock, signal, and a number that was given.
 */
async function findPull(github, trigger, search) {
    const { pull } = trigger;
    if (search.pullNumber !== undefined && !(pull?.kind === "named" && pull.number === search.pullNumber)) {
        return readGiven(github, trigger, { ...search, pullNumber: search.pullNumber });
    }
    if (pull === null)
        return { kind: "none", reason: "The event belongs to no pull request." };
    if (pull.kind === "number")
        return readNumber(github, pull.number, search);
    if (pull.kind === "search")
        return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
    const head = { headSha: trigger.head?.sha ?? "", headBranch: trigger.head?.branch ?? null };
    return found({ ...pull, ...head });
}
function found(pull) {
    return { kind: "found", number: pull.number, pull };
}
async function readGiven(github, trigger, search) {
    const given = await readNumber(github, search.pullNumber, search);
    const sha = trigger.head?.sha;
    // A number that came out of a fork's run is that run's claim: only the commit proves it.
    const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
    if (given.kind !== "found" || !claimed || (sha !== undefined && given.pull.headSha === sha))
        return given;
    return { kind: "none", reason: `The head of pull request ${search.pullNumber} is not the commit of this run.` };
}
async function readNumber(github, number, patience) {
    const path = repositoryPath(github, "pulls", number);
    const answer = await call(github, { method: "GET", path, doing: "read the pull request" }, patience);
    if (answer.kind === "failed") {
        return answer.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : asFailure(answer);
    }
    const pull = readPull(answer.body);
    return pull === undefined ? asFailure(unreadable("the pull request")) : found(pull);
}
async function searchPull(github, { pull, repositoryId }, patience) {
    const head = `${pull.headOwner}:${pull.headBranch}`;
    const query = { state: "open", head, per_page: 100 };
    const path = repositoryPath(github, "pulls");
    const byHead = await call(github, { method: "GET", path, query, doing: "find the pull request" }, patience);
    if (byHead.kind === "failed")
        return asFailure(byHead);
    const first = pick(byHead.body, pull);
    if (first !== undefined)
        return found(first);
    const none = { kind: "none", reason: `No open pull request has ${pull.sha.slice(0, 7)} as its head.` };
    // [platform] By commit the base repository knows only its own commits, not those of a fork.
    if (String(pull.headRepositoryId) !== repositoryId)
        return none;
    const commits = repositoryPath(github, "commits", pull.sha, "pulls");
    const byCommit = await call(github, { method: "GET", path: commits, doing: "find the pull request" }, patience);
    if (byCommit.kind === "failed")
        return byCommit.status === 409 ? none : asFailure(byCommit);
    const second = pick(byCommit.body, pull);
    return second === undefined ? none : found(second);
}
function pick(list, wanted) {
    const pulls = Array.isArray(list) ? list.map(readPull).filter((pull) => pull !== undefined) : [];
    const fits = pulls.filter((pull) => pull.state === "open" &&
        pull.headSha === wanted.sha &&
        (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId));
    return fits.sort((left, right) => left.number - right.number)[0];
}

;// CONCATENATED MODULE: ./build/github/record.js




const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const MAX_RETIRED = 20;
const record_PAGE_SIZE = 100;
const record_LOOK_AGAIN_MS = 1000;
/**
 * Opens a GitHub deployment for a commit, `pending` until its state is told.
 * @param github Where.
 * @param opening What.
 * @param patience Clock and signal.
 * @returns Its id; a lost answer is looked up before anything is sent again, so that no second one is left pending.
 */
async function openRecord(github, opening, patience) {
    if (opening.production === true || opening.runAttempt > 1) {
        const found = await findRecord(github, opening, patience);
        if (found !== undefined)
            return found;
    }
    for (let attempt = 1;; attempt += 1) {
        const asked = await call(github, openingRequest(github, opening), patience);
        const recordId = asked.kind === "done" ? numberAt(asked.body, "id") : undefined;
        if (recordId !== undefined)
            return { kind: "done", recordId, reused: false };
        const answer = asked.kind === "failed" ? asked : withoutId(asked);
        if (attempt >= MAX_WRITES || answer.retryInMs === undefined)
            return asFailure(answer);
        if (!(await pause(answer.retryInMs, patience)))
            return asFailure(answer);
        const found = answer.unknown ? await findRecord(github, opening, patience) : undefined;
        if (found !== undefined)
            return found;
    }
}
/** An answer that cannot be read is as good as lost: the list tells whether the record is there. */
function withoutId({ body }) {
    const failed = unreadable("the deployment");
    return typeof body === "object" && body !== null ? failed : { ...failed, retryInMs: record_LOOK_AGAIN_MS };
}
function openingRequest(github, opening) {
    const { sha, environment, siteId, pullNumber, runId, runAttempt, production = false } = opening;
    const source = opening.sourceDeploymentId === undefined ? {} : { sourceDeploymentId: opening.sourceDeploymentId };
    const body = {
        ref: sha,
        // [platform] Without these two GitHub merges the base, or waits for every check of the commit.
        auto_merge: false,
        required_contexts: [],
        environment,
        description: cutDescription(opening.description ?? ""),
        transient_environment: !production,
        production_environment: production,
        payload: { greenroom: { schemaVersion: 1, siteId, pullNumber: pullNumber ?? null, runId, runAttempt, ...source } },
    };
    return { method: "POST", path: repositoryPath(github, "deployments"), body, doing: "open a deployment" };
}
async function findRecord(github, opening, patience) {
    const { sha, environment, siteId, sourceDeploymentId } = opening;
    const found = await listRecords(github, { sha, environment }, patience);
    if (found.kind === "failed")
        return undefined;
    // GitHub lists the newest first.
    const record = found.records.find((one) => one.siteId === siteId && (one.sourceDeploymentId ?? sourceDeploymentId) === sourceDeploymentId);
    return record === undefined ? undefined : { kind: "done", recordId: record.id, reused: true };
}
async function listRecords(github, query, patience) {
    const path = repositoryPath(github, "deployments");
    const request = { method: "GET", path, query: { ...query, per_page: record_PAGE_SIZE }, doing: "read deployments" };
    const answer = await call(github, request, patience);
    if (answer.kind === "failed")
        return answer;
    if (!Array.isArray(answer.body))
        return unreadable("deployments");
    const records = answer.body.flatMap((value) => {
        const id = numberAt(value, "id");
        const ours = at(value, "payload", "greenroom");
        if (id === undefined || ours === undefined)
            return [];
        const [siteId, pullNumber] = [at(ours, "siteId"), at(ours, "pullNumber")];
        return [{ id, siteId, pullNumber, sourceDeploymentId: at(ours, "sourceDeploymentId") }];
    });
    return { kind: "done", records };
}
/**
 * Tells GitHub how a deployment stands.
 * @param github Where.
 * @param recordId Id of the GitHub deployment.
 * @param state What to say, and `patience`.
 */
async function settleRecord(github, recordId, { patience, ...state }) {
    const path = repositoryPath(github, "deployments", recordId, "statuses");
    const body = statusBody(state);
    const request = { method: "POST", path, body, doing: "tell the state of a deployment" };
    for (let attempt = 1;; attempt += 1) {
        const answer = await call(github, request, patience);
        if (answer.kind === "done")
            return { kind: "done", recordId, reused: false };
        // Said twice it is still true, so a lost answer is no reason to look first.
        if (attempt >= MAX_WRITES || answer.retryInMs === undefined)
            return asFailure(answer);
        if (!(await pause(answer.retryInMs, patience)))
            return asFailure(answer);
    }
}
function statusBody({ state, environmentUrl, logUrl, description }) {
    const environment = (0,github_text/* safeAddress */.Md)(environmentUrl ?? "", { allowLoopbackHttp: true });
    const log = (0,github_text/* safeAddress */.Md)(logUrl ?? "", { allowLoopbackHttp: true });
    return {
        state,
        ...(environment === undefined ? {} : { environment_url: environment }),
        ...(log === undefined ? {} : { log_url: log }),
        ...(description === undefined ? {} : { description: cutDescription(description) }),
        // Other pull requests and sites share the environment: only what we name turns inactive.
        auto_inactive: false,
    };
}
function cutDescription(text) {
    const line = (0,github_text/* plainLine */.h0)(text);
    return line.length <= MAX_DESCRIPTION_CHARS ? line : `${line.slice(0, MAX_DESCRIPTION_CHARS - 1).toWellFormed()}…`;
}
/**
 * Turns GitHub deployments inactive: superseded ones, or those of a closed pull request.
 * @param github Where.
 * @param retiring Which; at most 20, the newest first.
 * @param patience Clock and signal.
 * @returns How many; one that is gone counts as inactive.
 */
async function retireRecords(github, retiring, patience) {
    const found = "recordIds" in retiring ? retiring.recordIds : await findRetiring(github, retiring, patience);
    if ("kind" in found)
        return asFailure(found);
    let retired = 0;
    for (const recordId of found.slice(0, MAX_RETIRED)) {
        const outcome = await settleRecord(github, recordId, { state: "inactive", patience });
        if (outcome.kind === "failed" && outcome.status !== 404)
            return outcome;
        retired += 1;
    }
    return { kind: "done", retired };
}
async function findRetiring(github, retiring, patience) {
    const { environment, pullNumber, siteId, exceptId } = retiring;
    const found = await listRecords(github, { environment }, patience);
    if (found.kind === "failed")
        return found;
    return found.records
        .filter((one) => one.pullNumber === pullNumber && (siteId === undefined || one.siteId === siteId))
        .filter(({ id }) => id !== exceptId)
        .map(({ id }) => id);
}

;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
;// CONCATENATED MODULE: ./build/github/command.js



const MAX_MESSAGE_CHARS = 4096;
const MAX_TITLE_CHARS = 255;
/**
 * Spells a command for the runner.
 * @param name Name of the command.
 * @param properties Its properties; those without a value are left out.
 * @param data Text, of any number of lines.
 * @see GitHub Docs: Workflow commands
 */
function command(name, properties, data) {
    const given = Object.entries(properties).flatMap(([key, value]) => value === undefined || value === "" ? [] : [`${key}=${escapeProperty(value)}`]);
    return `::${name}${given.length === 0 ? "" : ` ${given.join(",")}`}::${escapeData(data)}`;
}
/**
 * Spells an annotation.
 * @param kind How it shows.
 * @param message Lines; the runner cuts after 4,096 characters, so it is cut before.
 * @param place Title and place.
 */
function annotationCommand(kind, message, place) {
    const { title, file, line, column } = place;
    const properties = {
        title: title === undefined ? undefined : (0,github_text/* plainLine */.h0)(title).slice(0, MAX_TITLE_CHARS),
        file: file === undefined ? undefined : (0,github_text/* plainLine */.h0)(file),
        line: line?.toString(),
        col: column?.toString(),
    };
    return command(kind, properties, message.slice(0, MAX_MESSAGE_CHARS).toWellFormed());
}
/**
 * Spells an entry of a command file.
 * @param name Name of the output or state.
 * @param value Text; the delimiter is random and not within it.
 */
function fileEntry(name, value) {
    let delimiter = `ghadelimiter_${(0,external_node_crypto_namespaceObject.randomUUID)()}`;
    while (value.includes(delimiter) || name.includes(delimiter))
        delimiter = `ghadelimiter_${(0,external_node_crypto_namespaceObject.randomUUID)()}`;
    return `${(0,github_text/* plainLine */.h0)(name)}<<${delimiter}${external_node_os_namespaceObject.EOL}${value}${external_node_os_namespaceObject.EOL}${delimiter}${external_node_os_namespaceObject.EOL}`;
}
function escapeData(text) {
    return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function escapeProperty(text) {
    return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

;// CONCATENATED MODULE: ./build/contract/token.js
/** What a token may do; one verb for each group of routes. There is no scope to approve. [§5.7: names not shown] */
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

;// CONCATENATED MODULE: ./build/github/known-secrets.js

/** Variables the runner, or a workflow by custom, keeps a credential in. */
const SECRET_NAMES = ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
/** Tokens of GitHub, and signed tokens such as those the runner gets for itself. */
const SECRET_SHAPES = /^(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*)$/;
/** Shorter ones would take half of what is told with them. */
const MIN_SECRET_CHARS = 12;
/**
 * Finds credentials in the environment of a step that nobody gave us and nobody may see.
 * The runner hides them in its log; a comment, a summary and an output it does not read.
 * @returns Each once. A value of any other name and shape is not taken for a secret: it may be a site's name.
 * @see GitHub Docs: About security hardening with OpenID Connect; Authenticating with the GITHUB_TOKEN
 */
function knownSecrets(env) {
    const named = SECRET_NAMES.map((name) => env[name] ?? "");
    const shaped = Object.values(env).filter((value) => value !== undefined && isSecretShaped(value.trim()));
    const values = [...named, ...shaped].map((value) => (value ?? "").trim());
    return [...new Set(values.filter((value) => value.length >= MIN_SECRET_CHARS))];
}
function isSecretShaped(value) {
    return SECRET_SHAPES.test(value) || tokenPrefix(value) !== undefined;
}

;// CONCATENATED MODULE: ./build/github/untrusted.js


/** Most of a run's foreign lines, characters. */
const MAX_UNTRUSTED_CHARS = 64 * 1024 * 1024;
const BATCH_CHARS = 64 * 1024;
/**
 * Makes the writer of a run's foreign lines.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
function createUntrustedWriter(parts) {
    let chars = 0;
    function* admit(lines) {
        for (const line of lines) {
            if (chars > MAX_UNTRUSTED_CHARS)
                return;
            chars += line.length + 1;
            yield line;
            if (chars > MAX_UNTRUSTED_CHARS)
                yield "The rest of the log is left out here: it is over 64 MiB.";
        }
    }
    async function write(lines, signal) {
        // Fresh for every block: a build that has seen one cannot end the next.
        const token = (0,external_node_crypto_namespaceObject.randomUUID)();
        for (const batch of batches(admit(lines))) {
            if (parts.closed() || signal?.aborted === true)
                return;
            // Opened and closed in one write, so that a command of ours never falls into a block.
            parts.stdout.write([`::stop-commands::${token}`, parts.redact(batch), `::${token}::`, ""].join("\n"));
            await drained(parts.stdout, signal);
        }
    }
    return { write };
}
function* batches(lines) {
    let batch = [];
    let chars = 0;
    for (const line of lines) {
        for (const text of (0,github_text/* logLines */.OG)(line)) {
            batch.push(text);
            chars += text.length;
            if (chars < BATCH_CHARS)
                continue;
            yield batch.join("\n");
            batch = [];
            chars = 0;
        }
    }
    if (batch.length > 0)
        yield batch.join("\n");
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

;// CONCATENATED MODULE: ./build/github/runner.js





const MAX_ANNOTATIONS = 10;
const MAX_SUMMARY_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
const SUMMARY_CUT = "\n\n_The rest of the summary is left out: it would be over 1 MiB._\n";
/**
 * Makes the runner's side of an action.
 * @param parts Environment and log.
 * @returns The runner; outside a workflow outputs are shown in the log, state and summary are dropped.
 * @see GitHub Docs: Workflow commands
 */
function createRunner(parts) {
    const desk = {
        parts,
        secrets: [...knownSecrets(parts.env)],
        masked: new Set(),
        annotations: { notice: 0, warning: 0, error: 0 },
        broken: new Set(),
        summaryFull: false,
        closed: false,
    };
    // A log nobody reads any more is no reason to die: the deployment goes on.
    parts.stdout.on("error", () => {
        desk.closed = true;
    });
    const untrusted = createUntrustedWriter({
        stdout: parts.stdout,
        closed: () => desk.closed,
        redact: (text) => (0,github_text/* redact */.E$)(text, desk.secrets),
    });
    const annotator = (kind) => (text, place) => {
        annotate(desk, kind, { text, place: place ?? {} });
    };
    return {
        input: (name) => (parts.env[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] ?? "").trim(),
        mask: (secret) => mask(desk, secret),
        secrets: () => desk.secrets,
        info: (text) => writeLine(desk, text),
        debug: (text) => writeLine(desk, command("debug", {}, text)),
        untrustedLines: (lines, options) => untrusted.write(lines, options?.signal),
        group: (title) => writeLine(desk, command("group", {}, title)),
        endGroup: () => writeLine(desk, command("endgroup", {}, "")),
        notice: annotator("notice"),
        warning: annotator("warning"),
        error: annotator("error"),
        setOutput: (name, value) => setOutput(desk, name, value),
        saveState: (name, value) => void appendTo(desk, "GITHUB_STATE", fileEntry(name, (0,github_text/* redact */.E$)(value, desk.secrets))),
        state: (name) => parts.env[`STATE_${name}`] ?? "",
        appendSummary: (text) => appendSummary(desk, text),
        eventPayload: () => readEvent(parts.env["GITHUB_EVENT_PATH"]),
        fail: () => (parts.setExitCode ?? setProcessExitCode)(1),
    };
}
function setProcessExitCode(code) {
    process.exitCode = code;
}
function mask(desk, secret) {
    const value = secret.trim();
    if (value === "" || desk.masked.has(value))
        return;
    desk.masked.add(value);
    // Without a runner nobody would take the command out of the output.
    if (desk.parts.env["GITHUB_ACTIONS"] === "true")
        desk.parts.stdout.write(`${command("add-mask", {}, value)}\n`);
    if (!desk.secrets.includes(value))
        desk.secrets.push(value);
}
function writeLine(desk, line) {
    if (!desk.closed)
        desk.parts.stdout.write(`${(0,github_text/* redact */.E$)(line, desk.secrets)}\n`);
}
function annotate(desk, kind, shown) {
    const lines = typeof shown.text === "string" ? [shown.text] : shown.text;
    desk.annotations[kind] += 1;
    // [platform] The runner keeps ten of a kind a step; the rest stays readable in the log.
    if (desk.annotations[kind] > MAX_ANNOTATIONS) {
        for (const line of lines)
            writeLine(desk, (0,github_text/* log */.Rm) `${kind}: ${line}`);
        return;
    }
    writeLine(desk, annotationCommand(kind, lines.join("\n"), shown.place));
}
function setOutput(desk, name, value) {
    const safe = (0,github_text/* redact */.E$)(value, desk.secrets);
    if (safe.includes("***")) {
        // [platform] GitHub drops an output that holds a masked value on its way to another job, without a word there.
        const what = (0,github_text/* log */.Rm) `Output '${name}' holds a value that is masked as a secret, so other jobs would not get it.`;
        const advice = (0,github_text/* log */.Rm) `Keep names and slugs in 'vars', not in secrets, and choose a token that is no part of an address.`;
        annotate(desk, "warning", { text: [what, advice], place: { title: "Output holds a secret" } });
    }
    if (!appendTo(desk, "GITHUB_OUTPUT", fileEntry(name, safe)))
        writeLine(desk, (0,github_text/* log */.Rm) `${name}=${safe}`);
}
function appendSummary(desk, text) {
    const path = desk.parts.env["GITHUB_STEP_SUMMARY"];
    if (desk.summaryFull || path === undefined || path === "")
        return;
    const added = `${(0,github_text/* redact */.E$)(String(text), desk.secrets)}\n`;
    const used = sizeOf(path);
    // [platform] Over 1 MiB nothing at all is uploaded; a part that does not fit is left out whole, so no fence stays open.
    desk.summaryFull = used + Buffer.byteLength(added) > MAX_SUMMARY_BYTES - Buffer.byteLength(SUMMARY_CUT);
    appendTo(desk, "GITHUB_STEP_SUMMARY", desk.summaryFull ? SUMMARY_CUT : added);
}
function sizeOf(path) {
    try {
        return (0,external_node_fs_namespaceObject.statSync)(path).size;
    }
    catch {
        return 0;
    }
}
/** Returns false when there is no such file, as outside a workflow. */
function appendTo(desk, variable, text) {
    const path = desk.parts.env[variable];
    if (path === undefined || path === "" || desk.broken.has(variable))
        return false;
    try {
        (0,external_node_fs_namespaceObject.appendFileSync)(path, text);
        return true;
    }
    catch (error) {
        desk.broken.add(variable);
        const reason = error instanceof Error ? error.message : String(error);
        annotate(desk, "warning", { text: (0,github_text/* log */.Rm) `${variable} cannot be written: ${reason}`, place: {} });
        return false;
    }
}
function readEvent(path) {
    try {
        if (path === undefined || path === "" || (0,external_node_fs_namespaceObject.statSync)(path).size > MAX_EVENT_BYTES)
            return undefined;
        const payload = JSON.parse((0,external_node_fs_namespaceObject.readFileSync)(path, "utf8"));
        return payload;
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/github/head.js

const NOTHING = { known: true, head: null, pull: null, fromFork: false, deleted: false, problems: [] };
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
/**
 * Finds commit and pull request of an event.
 * @param eventName Name of the event.
 * @param source Its payload and the environment.
 * @returns What the event says; an event without a reader gives the commit of the run and no pull request.
 * @see GitHub Docs: Events that trigger workflows
 */
function readHead(eventName, source) {
    const read = READERS.get(eventName);
    return read === undefined ? { ...readRef(source), known: false, pull: null } : read(source);
}
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
    return { ...NOTHING, problems: [`The event's payload has no ${what}.`] };
}
function ownSearch(source, head) {
    if (head.branch === null || source.owner === "")
        return null;
    const headRepositoryId = source.repositoryId === "" ? null : Number(source.repositoryId);
    return { kind: "search", headOwner: source.owner, headBranch: head.branch, sha: head.sha, headRepositoryId };
}
function readPullRequest(source) {
    const pull = field(source.payload, "pull_request");
    const number = numberAt(pull, "number") ?? numberAt(source.payload, "number");
    if (number === undefined)
        return missing("pull request number");
    const sha = shaOf(at(pull, "head", "sha"));
    const headRepositoryId = numberAt(pull, "head", "repo", "id") ?? null;
    const baseRepositoryId = numberAt(pull, "base", "repo", "id");
    // A deleted fork has no head repository; what cannot be told apart counts as a fork.
    const fork = headRepositoryId === null || headRepositoryId !== baseRepositoryId;
    const elsewhere = source.repositoryId !== "" && String(baseRepositoryId) !== source.repositoryId;
    const named = {
        kind: "named",
        number,
        fork,
        draft: field(pull, "draft") === true,
        state: field(pull, "state") === "closed" ? "closed" : "open",
        merged: field(pull, "merged") === true,
        headRepositoryId,
    };
    return {
        ...NOTHING,
        head: sha === undefined ? null : { sha, branch: branchOf(at(pull, "head", "ref")) },
        pull: elsewhere ? null : named,
        fromFork: fork || elsewhere,
        problems: [
            ...(sha === undefined ? ["The event's payload has no head commit of the pull request."] : []),
            ...(elsewhere ? ["The pull request of the event's payload belongs to another repository."] : []),
        ],
    };
}
function readPush(source) {
    const { payload, env } = source;
    const after = textAt(payload, "after");
    if (field(payload, "deleted") === true || (after !== undefined && /^0+$/.test(after))) {
        return { ...NOTHING, deleted: true };
    }
    const sha = shaOf(after ?? env["GITHUB_SHA"]);
    if (sha === undefined)
        return missing("commit");
    const head = { sha, branch: branchOfRef(textAt(payload, "ref") ?? env["GITHUB_REF"]) };
    return { ...NOTHING, head, pull: ownSearch(source, head) };
}
function readRef(source) {
    const sha = shaOf(source.env["GITHUB_SHA"]);
    if (sha === undefined)
        return { ...NOTHING, problems: ["GITHUB_SHA holds no commit."] };
    const head = { sha, branch: branchOfRef(source.env["GITHUB_REF"]) };
    return { ...NOTHING, head, pull: ownSearch(source, head) };
}
function readWorkflowRun(source) {
    const run = field(source.payload, "workflow_run");
    const sha = shaOf(field(run, "head_sha"));
    if (sha === undefined)
        return missing("workflow_run.head_sha");
    const head = { sha, branch: branchOf(field(run, "head_branch")) };
    const headRepositoryId = numberAt(run, "head_repository", "id") ?? null;
    const headOwner = textAt(run, "head_repository", "owner", "login");
    const fromFork = headRepositoryId === null || String(headRepositoryId) !== source.repositoryId;
    // [platform] `pull_requests` is empty for forks; the search by head works for all and proves the commit.
    const pull = headOwner === undefined || head.branch === null
        ? null
        : { kind: "search", headOwner, headBranch: head.branch, sha, headRepositoryId };
    return { ...NOTHING, head, pull, fromFork };
}
function readMergeGroup({ payload }) {
    const sha = shaOf(at(payload, "merge_group", "head_sha"));
    if (sha === undefined)
        return missing("merge_group.head_sha");
    const branch = branchOfRef(textAt(payload, "merge_group", "head_ref"));
    const found = /^gh-readonly-queue\/.+\/pr-(\d{1,15})-[0-9a-f]+$/.exec(branch ?? "");
    return {
        ...NOTHING,
        head: { sha, branch },
        pull: found === null ? null : { kind: "number", number: Number(found[1]) },
    };
}
function readIssueComment(source) {
    const issue = field(source.payload, "issue");
    const number = numberAt(issue, "number");
    if (number === undefined)
        return missing("issue number");
    const onPull = field(issue, "pull_request");
    // Without the mark it is an issue: there is no head but the default branch's.
    if (onPull === undefined || onPull === null)
        return { ...readRef(source), pull: null };
    return { ...NOTHING, pull: { kind: "number", number } };
}
function readDeployment(source) {
    const deployment = field(source.payload, "deployment");
    const sha = shaOf(field(deployment, "sha"));
    if (sha === undefined)
        return missing("deployment.sha");
    const ref = textAt(deployment, "ref")?.replace(BRANCH_PREFIX, "");
    const head = { sha, branch: ref === undefined || shaOf(ref) !== undefined ? null : branchOf(ref) };
    return { ...NOTHING, head, pull: ownSearch(source, head) };
}

;// CONCATENATED MODULE: ./build/github/trigger.js


const DEFAULT_SERVER_URL = "https://github.com";
const DEFAULT_API_URL = "https://api.github.com";
const DEPENDABOT = /^dependabot(?:-preview)?\[bot\]$/;
/**
 * Reads what started this run.
 * @param env Environment of the action.
 * @param payload Content of the event file, parsed; anything.
 * @returns A trigger in every case; `problems` names what was missing or did not fit.
 * @see GitHub Docs: Events that trigger workflows
 */
function readTrigger(env, payload) {
    const eventName = env["GITHUB_EVENT_NAME"] ?? "";
    const { problems, ...repository } = readRepository(env, payload);
    const found = readHead(eventName, { env, payload, repositoryId: repository.id, owner: repository.owner });
    const actor = env["GITHUB_ACTOR"] ?? textAt(payload, "sender", "login") ?? "";
    const author = textAt(payload, "pull_request", "user", "login") ?? "";
    return {
        eventName,
        action: textAt(payload, "action") ?? null,
        known: found.known,
        repository,
        serverUrl: address(env["GITHUB_SERVER_URL"], DEFAULT_SERVER_URL),
        apiUrl: address(env["GITHUB_API_URL"], DEFAULT_API_URL),
        run: readRun(env, repository.fullName),
        actor,
        head: found.head,
        pull: found.pull,
        fromFork: found.fromFork,
        dependabot: [actor, env["GITHUB_TRIGGERING_ACTOR"] ?? "", author].some((login) => DEPENDABOT.test(login)),
        deleted: found.deleted,
        problems: [...problems, ...found.problems],
    };
}
function readRepository(env, payload) {
    const fullName = env["GITHUB_REPOSITORY"] ?? textAt(payload, "repository", "full_name") ?? "";
    const [owner = "", name = ""] = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(fullName) ? fullName.split("/") : [];
    const payloadId = numberAt(payload, "repository", "id");
    const given = wholeNumber(env["GITHUB_REPOSITORY_ID"]);
    const id = given > 0 ? given : (payloadId ?? 0);
    const problems = [
        ...(owner === "" ? ["GITHUB_REPOSITORY holds no repository."] : []),
        ...(payloadId !== undefined && payloadId !== id ? ["The event's payload belongs to another repository."] : []),
    ];
    return { id: id === 0 ? "" : String(id), owner, name, fullName: owner === "" ? "" : fullName, problems };
}
function readRun(env, fullName) {
    const id = wholeNumber(env["GITHUB_RUN_ID"]);
    const serverUrl = address(env["GITHUB_SERVER_URL"], DEFAULT_SERVER_URL);
    const attempt = Math.max(1, wholeNumber(env["GITHUB_RUN_ATTEMPT"]));
    // The page of an attempt: the plain one always shows the newest.
    return {
        id,
        attempt,
        url: id === 0 || fullName === "" ? "" : `${serverUrl}/${fullName}/actions/runs/${id}/attempts/${attempt}`,
    };
}
// The runner's own settings are trusted: an Enterprise Server may well speak plain http in its network.
function address(given, fallback) {
    const url = URL.parse(given ?? "");
    const usable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/\/+$/, "");
}

;// CONCATENATED MODULE: ./build/actions/fields.js

const MAX_SHOWN_CHARS = 100;
/**
 * Reads inputs through a lookup.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @param secretNames Inputs whose value no sentence shows, even when another input repeats it.
 */
function createFields(lookup, secretNames) {
    const problems = [];
    const secrets = secretNames.map((name) => lookup(name).trim()).filter((secret) => secret !== "");
    const text = (name) => lookup(name).trim();
    const given = (name) => (secretNames.includes(name) ? "not shown here" : shown(text(name), secrets));
    function reject(input, sentence) {
        problems.push({ input, sentence });
    }
    function optional(name, parse, write) {
        if (text(name) === "")
            return undefined;
        const value = parse(text(name));
        if (value === undefined)
            reject(name, `Input '${name}' is ${given(name)}: write ${write}.`);
        return value;
    }
    function required(name, parse, write) {
        if (text(name) !== "")
            return optional(name, parse, write);
        reject(name, `Input '${name}' is missing: write ${write}.`);
        return undefined;
    }
    function word(name, words) {
        const parse = (value) => words.find((word) => word === value.toLowerCase());
        return optional(name, parse, oneOf(words)) ?? words[0];
    }
    function flag(name, fallback) {
        const parse = (value) => ["true", "false"].find((word) => word === value.toLowerCase());
        const value = optional(name, parse, oneOf(["true", "false"]));
        return value === undefined ? fallback : value === "true";
    }
    return { problems, text, optional, required, word, flag, reject };
}
function oneOf(words) {
    const quoted = words.map((word) => `'${word}'`);
    return quoted.length === 2 ? quoted.join(" or ") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
}
/** Quotes what was given; a token that landed in the wrong input is a token all the same. */
function shown(value, secrets) {
    const holdsToken = secrets.some((secret) => value.includes(secret)) || tokenPrefix(value) !== undefined;
    if (holdsToken)
        return "a token, not shown here";
    return value.length <= MAX_SHOWN_CHARS ? `'${value}'` : `'${value.slice(0, MAX_SHOWN_CHARS)}…'`;
}

;// CONCATENATED MODULE: ./build/actions/github-trouble.js

/**
 * Warns, once a place, that GitHub did not take something, with the very lines that mend it.
 * @param place What was not taken, as in "the comment".
 */
function warnOfGithub(runner, place, failure) {
    const coach = failure.coach ?? [];
    const lines = [`${failure.reason} The result of the deployment stands. ${remedy(failure)}`, ...coach];
    runner.warning(lines.map(github_text/* logText */.kc), { title: `GitHub did not take ${place}` });
}
/** What a person does about it. */
function remedy({ coach, status, limitedMs }) {
    if (coach !== undefined)
        return "Give the job these permissions:";
    if (limitedMs !== undefined) {
        return `Run the job again in ${Math.ceil(limitedMs / 60_000)} min, when GitHub takes requests again.`;
    }
    if (status === 401)
        return "Check the input 'github-token': GitHub does not know it.";
    if (status === 403 || status === 404) {
        return "Check that the token in 'github-token' may write to this repository and that the pull request is open to comments.";
    }
    if (status !== undefined && status < 500)
        return "Read what GitHub says, then run the job again.";
    return "Run the job again once GitHub answers; https://www.githubstatus.com says how it is.";
}

;// CONCATENATED MODULE: ./build/actions/reporting.js
/**
 * Reads the inputs about comment and deployment record.
 * @param defaults What stands where the workflow names nothing.
 */
function readReporting(fields, defaults) {
    const githubToken = fields.text("github-token");
    return {
        githubToken: githubToken === "" ? undefined : githubToken,
        pullNumber: fields.optional("pr-number", (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined), "the number of a pull request, such as '42'"),
        comment: fields.word("comment", ["update", "recreate", "off"]),
        commentGroup: fields.optional("comment-group", (text) => (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text) ? text : undefined), "a name of at most 100 letters, digits, dots, hyphens and underscores, such as 'previews'") ?? defaults.commentGroup,
        deploymentRecord: fields.flag("deployment-record", true),
        environment: fields.optional("environment", (text) => (/^[^\x00-\x1f\x7f]{1,255}$/.test(text) ? text : undefined), "the name of an environment on GitHub, at most 255 characters, such as 'preview'") ?? defaults.environment,
    };
}

;// CONCATENATED MODULE: ./build/actions/report-time.js
/** Time for what comes after the build, even when the step's own time is over, milliseconds. */
const REPORT_MS = 4500;
/** Longest time for it: GitHub out of order is no reason to hold a runner. */
const MAX_REPORT_MS = 60_000;
/**
 * Gives time to tell how a run ended: until the step's time is over, or soon after the run was canceled, since the
 * runner kills what is left after 7.5 s.
 * @param leftMs Of the step's time, milliseconds.
 * @param stop Aborts when the run is canceled.
 */
function reportTime(leftMs, stop) {
    const stopped = new AbortController();
    let timer;
    const hurry = () => {
        timer = setTimeout(() => stopped.abort(stop.reason), REPORT_MS);
    };
    if (stop.aborted)
        hurry();
    else
        stop.addEventListener("abort", hurry, { once: true });
    const limit = AbortSignal.timeout(Math.ceil(Math.min(MAX_REPORT_MS, Math.max(REPORT_MS, leftMs))));
    return {
        signal: AbortSignal.any([limit, stopped.signal]),
        [Symbol.dispose]: () => {
            clearTimeout(timer);
            stop.removeEventListener("abort", hurry);
        },
    };
}

;// CONCATENATED MODULE: ./build/actions/stop.js
/** Why a run ends before its work does. */
class StopError extends Error {
    name = "StopError";
    /** The signal that was received. */
    signalName;
    constructor(signalName) {
        super(`The run was canceled (${signalName}).`);
        this.signalName = signalName;
    }
}
/** The runner sends SIGINT, 7.5 s later SIGTERM; others were seen from self-hosted ones. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/**
 * Turns the signals of a canceled run into an abort, instead of a death on the spot.
 * @param process Where the signals arrive.
 * @returns A signal that aborts with a {@link StopError}; disposing it gives the process its own handling back.
 */
function listenForStop(process) {
    const controller = new AbortController();
    const listeners = STOP_SIGNALS.map((name) => ({ name, stop: () => controller.abort(new StopError(name)) }));
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

;// CONCATENATED MODULE: ./build/actions/telling.js

/**
 * Writes outputs, each at once, so that a killed step keeps what was known.
 */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs)) {
        if (value !== undefined)
            runner.setOutput(name, (0,github_text/* outputText */.jO)(value));
    }
}
/**
 * Tells the headline of an end in the log, as loud as it is.
 * @param lines Further lines of an annotation; untrusted.
 */
function tell(runner, { level, title, text }, lines) {
    const message = [(0,github_text/* logText */.kc)(text), ...lines.flatMap((line) => (0,github_text/* logLines */.OG)(line))];
    switch (level) {
        case "info":
            return runner.info((0,github_text/* logText */.kc)(text));
        case "notice":
            return runner.notice(message, { title });
        case "warning":
            return runner.warning(message, { title });
        case "error":
            return runner.error(message, { title });
    }
}

;// CONCATENATED MODULE: ./build/actions/close/run.js
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













/** Longest time for all of it, milliseconds: nothing is built, only GitHub is told. */
const LIMIT_MS = 60_000;
/**
 * Runs the close action: says on the pull request's comment that it is closed, and turns its GitHub deployments inactive.
 * It asks no service and needs no token of one.
 * @param host The process; GitHub's trouble never makes the job fail.
 */
async function runClose(host) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const runner = createRunner({ env: host.env, stdout: host.stdout });
        runner.mask(runner.input("github-token"));
        const fields = createFields((name) => runner.input(name), ["github-token"]);
        const inputs = readReporting(fields, { commentGroup: "previews", environment: "preview" });
        if (fields.problems.length > 0) {
            tell(runner, { level: "error", title: "Wrong input", text: fields.problems.map((one) => one.sentence).join(" ") }, []);
            return runner.fail();
        }
        const trigger = readTrigger(host.env, runner.eventPayload());
        const stop = __addDisposableResource(env_1, listenForStop(host), false);
        const time = __addDisposableResource(env_1, reportTime(LIMIT_MS, stop.signal), false);
        await run_close({ runner, inputs, trigger, clock: systemClock, signal: time.signal });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function run_close(work) {
    const { runner, inputs, trigger, clock, signal } = work;
    if (inputs.githubToken === undefined)
        return skip(runner, "the input 'github-token' is empty");
    const { createGithub } = await Promise.all(/* import() */[__nccwpck_require__.e(785), __nccwpck_require__.e(308)]).then(__nccwpck_require__.bind(__nccwpck_require__, 308));
    const { apiUrl, repository } = trigger;
    const github = createGithub({ token: inputs.githubToken, apiUrl, repository });
    const given = inputs.pullNumber === undefined ? {} : { pullNumber: inputs.pullNumber };
    const found = await findPull(github, trigger, { clock, signal, ...given });
    if (found.kind === "none")
        return skip(runner, found.reason.replace(/\.$/, ""));
    if (found.kind === "failed")
        return warnOfGithub(runner, "the question for the pull request", found);
    if (found.pull.state !== "closed")
        return skip(runner, `pull request ${found.number} is open`);
    const recordIds = await closeRows(work, github, found.number);
    const retired = inputs.deploymentRecord ? await retire(work, { github, pullNumber: found.number, recordIds }) : 0;
    writeOutputs(runner, { status: "closed", retired: String(retired) });
    const text = `Pull request ${found.number} is closed; ${retired} deployment records turned inactive.`;
    tell(runner, { level: "info", title: "Closed", text }, []);
    runner.appendSummary((0,github_text/* markdown */.wD) `### Previews closed\n\n${text}\n`);
}
/** Gives the records the rows name; undefined when no rows were read. */
async function closeRows(work, github, pullNumber) {
    const { runner, inputs, trigger, clock, signal } = work;
    if (inputs.comment === "off")
        return undefined;
    const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
    const run = { runId, runAttempt, runUrl };
    const outcome = await closeComment(github, { pullNumber, group: inputs.commentGroup, run }, { clock, signal });
    if (outcome.kind === "failed")
        warnOfGithub(runner, "the comment", outcome);
    if (outcome.kind !== "done")
        return undefined;
    writeOutputs(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
    const recordIds = outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
    return recordIds.length === 0 ? undefined : recordIds;
}
async function retire({ runner, inputs, clock, signal }, what) {
    const { github, pullNumber, recordIds } = what;
    const retiring = recordIds === undefined ? { environment: inputs.environment, pullNumber } : { recordIds };
    const outcome = await retireRecords(github, retiring, { clock, signal });
    if (outcome.kind === "done")
        return outcome.retired;
    warnOfGithub(runner, "the end of the deployment records", outcome);
    return 0;
}
function skip(runner, why) {
    writeOutputs(runner, { status: "skipped" });
    tell(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${why}.` }, []);
}

;// CONCATENATED MODULE: ./build/contract/limits.js
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/util.js

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
const EVALUATING = /* @__PURE__*/ (/* unused pure expression or super */ null && (Symbol("evaluating")));
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
function util_assignProp(target, prop, value) {
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
            util_assignProp(this, key, value);
            return value;
        },
        enumerable: true,
        configurable: true,
    });
}
// Writes a settled key. A plain assignment is much cheaper than `defineProperty` and produces the same descriptor, but it runs whatever setter already answers to the key — an accessor this shape deferred, or an inherited one, which `__proto__` has on every object and prototype pollution can add for any name.
function putProp(target, key, value) {
    if (key in target)
        util_assignProp(target, key, value);
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
function util_isObject(data) {
    return typeof data === "object" && data !== null && !Array.isArray(data);
}
const util_allowsEval = /* @__PURE__*/ cached(() => {
    // Skip the probe under `jitless`: strict CSPs report the caught `new Function` as a `securitypolicyviolation` even though the throw is swallowed.
    if (globalConfig.jitless) {
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
    if (util_isObject(o) === false)
        return false;
    // modified constructor
    const ctor = o.constructor;
    if (ctor === undefined)
        return true;
    if (typeof ctor !== "function")
        return true;
    // modified prototype
    const prot = ctor.prototype;
    if (util_isObject(prot) === false)
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
function util_pick(schema, mask) {
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
function util_issue(...args) {
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/core.js
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
                members(target, protoMembers);
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
const $brand = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("zod_brand")));
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/memoizer.js

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
            const raw = rawShape(def);
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
const memoizer_open = [];
const memo = {
    alloc(_inst, payload, empty) {
        const bucket = handoff;
        if (!bucket)
            return empty;
        handoff = undefined;
        const entry = { value: empty, issues: null };
        bucket.set(payload.value, entry);
        memoizer_open.push(entry);
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
                const depth = memoizer_open.length;
                const result = base(payload, ctx);
                handoff = undefined;
                // A container that rejected its input outright allocated nothing.
                const entry = memoizer_open.length > depth ? memoizer_open.pop() : undefined;
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/regexes.js

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
const uuid4 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(4)));
const uuid6 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(6)));
const uuid7 = /*@__PURE__*/ (/* unused pure expression or super */ null && (uuid(7)));
/** Practical email validation */
const email = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
/** Equivalent to the HTML5 input[type=email] validation implemented by browsers. Source: https://developer.mozilla.org/en-US/docs/Web/HTML/Element/input/email */
const html5Email = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** The classic emailregex.com regex for RFC 5322-compliant emails */
const rfc5322Email = /^(([^<>()\[\]\\.,;:\s@"]+(\.[^<>()\[\]\\.,;:\s@"]+)*)|(".+"))@((\[[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}])|(([a-zA-Z\-0-9]+\.)+[a-zA-Z]{2,}))$/;
/** A loose regex that allows Unicode characters, enforces length limits, and that's about it. */
const unicodeEmail = /^[^\s@"]{1,64}@[^\s@]{1,255}$/u;
const idnEmail = (/* unused pure expression or super */ null && (unicodeEmail));
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
    const escapedDelim = util.escapeRegex(delimiter ?? ":");
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
function regexes_anchor(source) {
    return new RegExp(`^${source}$`);
}
const date = /*@__PURE__*/ regexes_anchor(dateSource);
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
const regexes_boolean = /^(?:true|false)$/i;
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
const md5_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(22, "==")));
const md5_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(22)));
// SHA1 (20 bytes): base64 = 28 chars total (27 + "=")
const sha1_hex = /^[0-9a-fA-F]{40}$/;
const sha1_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(27, "=")));
const sha1_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(27)));
// SHA256 (32 bytes): base64 = 44 chars total (43 + "=")
const sha256_hex = /^[0-9a-fA-F]{64}$/;
const sha256_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(43, "=")));
const sha256_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(43)));
// SHA384 (48 bytes): base64 = 64 chars total (no padding)
const sha384_hex = /^[0-9a-fA-F]{96}$/;
const sha384_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(64, "")));
const sha384_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(64)));
// SHA512 (64 bytes): base64 = 88 chars total (86 + "==")
const sha512_hex = /^[0-9a-fA-F]{128}$/;
const sha512_base64 = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64(86, "==")));
const sha512_base64url = /*@__PURE__*/ (/* unused pure expression or super */ null && (fixedBase64url(86)));

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/checks.js
// import { $ZodType } from "./schemas.js";



const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
    var _a;
    inst._zod ?? (inst._zod = {});
    inst._zod.def = def;
    (_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for size-based checks: run only on non-nullish values with a `size`. */
const _whenHasSize = (payload) => {
    const val = payload.value;
    return !util.nullish(val) && val.size !== undefined;
};
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
const _whenHasLength = (payload) => {
    const val = payload.value;
    return !nullish(val) && val.length !== undefined;
};
const numericOriginMap = {
    number: "number",
    bigint: "bigint",
    object: "date",
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
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
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
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
/*@__PURE__*/ $constructor("$ZodCheckMultipleOf", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        if (typeof payload.value !== typeof def.value)
            throw new Error("Cannot mix number and bigint in multiple_of check.");
        const isMultiple = typeof payload.value === "bigint"
            ? // `value % 0n` throws, and nothing is a multiple of zero — the number branch already fails this way via NaN
                def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
            : floatSafeRemainder(payload.value, def.value) === 0;
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
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    def.format = def.format || "float64";
    const isInt = def.format?.includes("int");
    const origin = isInt ? "int" : "number";
    const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
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
const $ZodCheckBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckBigIntFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    const [minimum, maximum] = util.BIGINT_FORMAT_RANGES[def.format];
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
})));
const $ZodCheckMaxSize = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMaxSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size <= def.maximum)
            return;
        payload.issues.push({
            origin: util.getSizableOrigin(input),
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckMinSize = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMinSize", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasSize);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const size = input.size;
        if (size >= def.minimum)
            return;
        payload.issues.push({
            origin: util.getSizableOrigin(input),
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckSizeEquals = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckSizeEquals", (inst, def) => {
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
            origin: util.getSizableOrigin(input),
            ...(tooBig ? { code: "too_big", maximum: def.size } : { code: "too_small", minimum: def.size }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
})));
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // Strings are measured in Unicode code points, not UTF-16 units. A code point is at most two units, so a string that already fits in units fits in code points; only an overflow has to be counted.
        const length = typeof input === "string" && units > def.maximum ? codePointLength(input) : units;
        if (length <= def.maximum)
            return;
        const origin = getLengthableOrigin(input);
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
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so fewer units than the floor can never reach it and twice the floor always clears it. Only in between is the exact count in doubt.
        const length = typeof input === "string" && units >= def.minimum && units < def.minimum * 2
            ? codePointLength(input)
            : units;
        if (length >= def.minimum)
            return;
        const origin = getLengthableOrigin(input);
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
const $ZodCheckLengthEquals = /*@__PURE__*/ $constructor("$ZodCheckLengthEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so outside `[length, length * 2]` units the target is missed either way — and missed in the same direction in both measures.
        const length = typeof input === "string" && units >= def.length && units <= def.length * 2
            ? codePointLength(input)
            : units;
        if (length === def.length)
            return;
        const origin = getLengthableOrigin(input);
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
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
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
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
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
const $ZodCheckLowerCase = /*@__PURE__*/ $constructor("$ZodCheckLowerCase", (inst, def) => {
    def.pattern ?? (def.pattern = lowercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase = /*@__PURE__*/ $constructor("$ZodCheckUpperCase", (inst, def) => {
    def.pattern ?? (def.pattern = uppercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes = /*@__PURE__*/ $constructor("$ZodCheckIncludes", (inst, def) => {
    $ZodCheck.init(inst, def);
    const escapedRegex = escapeRegex(def.includes);
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
const $ZodCheckStartsWith = /*@__PURE__*/ $constructor("$ZodCheckStartsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
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
const $ZodCheckEndsWith = /*@__PURE__*/ $constructor("$ZodCheckEndsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
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
        payload.issues.push(...prefixIssues(property, result.issues));
    }
}
const $ZodCheckProperty = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckProperty", (inst, def) => {
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
})));
const $ZodCheckProperties = /*@__PURE__*/ $constructor("$ZodCheckProperties", (inst, def) => {
    $ZodCheck.init(inst, def);
    hide(inst, Symbol.iterator, function* () {
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
const $ZodCheckMimeType = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCheckMimeType", (inst, def) => {
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
})));
const $ZodCheckOverwrite = /*@__PURE__*/ $constructor("$ZodCheckOverwrite", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        payload.value = def.tx(payload.value);
    };
});

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/doc.js
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/versions.js
const version = {
    major: 4,
    minor: 6,
    patch: 7,
};

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/schemas.js







const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
    var _a;
    inst ?? (inst = {});
    inst._zod.def = def; // set _def property
    inst._zod.bag = inst._zod.bag || {}; // initialize _bag object
    inst._zod.version = version;
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
            let isAborted = aborted(payload);
            let asyncResult;
            for (const ch of checks) {
                if (ch._zod.def.when) {
                    if (explicitlyAborted(payload))
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
                    throw new $ZodAsyncError();
                }
                if (asyncResult || _ instanceof Promise) {
                    asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
                        await _;
                        const nextLen = payload.issues.length;
                        if (nextLen === currLen)
                            return;
                        attachSchema(payload.issues, currLen, inst);
                        if (!isAborted)
                            isAborted = aborted(payload, currLen);
                    });
                }
                else {
                    const nextLen = payload.issues.length;
                    if (nextLen === currLen)
                        continue;
                    attachSchema(payload.issues, currLen, inst);
                    if (!isAborted)
                        isAborted = aborted(payload, currLen);
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
            if (aborted(canary)) {
                canary.aborted = true;
                return canary;
            }
            // run checks first, then
            const checkResult = runChecks(payload, checks, ctx);
            if (checkResult instanceof Promise) {
                if (ctx.async === false)
                    throw new $ZodAsyncError();
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
                    throw new $ZodAsyncError();
                return result.then((result) => runChecks(result, checks, ctx));
            }
            return runChecks(result, checks, ctx);
        };
    }
}, {
    // Wrappers extend this by installing a richer factory over it; reading it eagerly would defeat the laziness.
    get "~standard"() {
        return hide(this, "~standard", standardProps(this));
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
// a Standard Schema result only reports issues, so a failure finalizes them straight off the raw payload: no ZodError, and no lazy result to read through
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
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

const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
    $ZodType.init(inst, def);
    // a format's own pattern, else unbounded; a template literal derives the check-aware form itself
    inst._zod.pattern = def.pattern ?? anyString;
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
const $ZodStringFormat = /*@__PURE__*/ $constructor("$ZodStringFormat", (inst, def) => {
    // check initialization must come first
    $ZodCheckStringFormat.init(inst, def);
    $ZodString.init(inst, def);
});
const $ZodGUID = /*@__PURE__*/ $constructor("$ZodGUID", (inst, def) => {
    def.pattern ?? (def.pattern = guid);
    $ZodStringFormat.init(inst, def);
});
const $ZodUUID = /*@__PURE__*/ $constructor("$ZodUUID", (inst, def) => {
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
        def.pattern ?? (def.pattern = uuid(v));
    }
    else
        def.pattern ?? (def.pattern = uuid());
    $ZodStringFormat.init(inst, def);
});
const $ZodEmail = /*@__PURE__*/ $constructor("$ZodEmail", (inst, def) => {
    def.pattern ?? (def.pattern = email);
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
    if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) {
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
const $ZodURL = /*@__PURE__*/ $constructor("$ZodURL", (inst, def) => {
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
const $ZodEmoji = /*@__PURE__*/ $constructor("$ZodEmoji", (inst, def) => {
    def.pattern ?? (def.pattern = emoji());
    $ZodStringFormat.init(inst, def);
});
const $ZodNanoID = /*@__PURE__*/ $constructor("$ZodNanoID", (inst, def) => {
    if (def.length !== undefined && (!Number.isInteger(def.length) || def.length < 1))
        throw new Error(`Invalid nanoid length: ${def.length}`);
    def.pattern ?? (def.pattern = def.length === undefined ? nanoid : nanoidOfLength(def.length));
    $ZodStringFormat.init(inst, def);
});
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link $ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const $ZodCUID = /*@__PURE__*/ $constructor("$ZodCUID", (inst, def) => {
    def.pattern ?? (def.pattern = cuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodCUID2 = /*@__PURE__*/ $constructor("$ZodCUID2", (inst, def) => {
    def.pattern ?? (def.pattern = cuid2);
    $ZodStringFormat.init(inst, def);
});
const $ZodULID = /*@__PURE__*/ $constructor("$ZodULID", (inst, def) => {
    def.pattern ?? (def.pattern = ulid);
    $ZodStringFormat.init(inst, def);
});
const $ZodXID = /*@__PURE__*/ $constructor("$ZodXID", (inst, def) => {
    def.pattern ?? (def.pattern = xid);
    $ZodStringFormat.init(inst, def);
});
const $ZodKSUID = /*@__PURE__*/ $constructor("$ZodKSUID", (inst, def) => {
    def.pattern ?? (def.pattern = ksuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodISODateTime = /*@__PURE__*/ $constructor("$ZodISODateTime", (inst, def) => {
    def.pattern ?? (def.pattern = datetime(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODate = /*@__PURE__*/ $constructor("$ZodISODate", (inst, def) => {
    def.pattern ?? (def.pattern = date);
    $ZodStringFormat.init(inst, def);
});
const $ZodISOTime = /*@__PURE__*/ $constructor("$ZodISOTime", (inst, def) => {
    def.pattern ?? (def.pattern = time(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODuration = /*@__PURE__*/ $constructor("$ZodISODuration", (inst, def) => {
    def.pattern ?? (def.pattern = duration);
    $ZodStringFormat.init(inst, def);
});
const $ZodIPv4 = /*@__PURE__*/ $constructor("$ZodIPv4", (inst, def) => {
    def.pattern ?? (def.pattern = ipv4);
    $ZodStringFormat.init(inst, def);
});
/** An IPv6 address is written with hex digits, colons and dots, and nothing else. The guard is what makes the check below an IPv6 check: `new URL("http://[...]")` parses an authority, not an address, so `@` and `\` re-delimit it and `"::@1\\"` validates against the host `0.0.0.1`. The URL parser also deletes ASCII tab, LF and CR rather than failing, which is how `"::1\n"` validated as `::1`. */
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
    if (!ipv6Alphabet.test(value))
        return false;
    return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 = /*@__PURE__*/ $constructor("$ZodIPv6", (inst, def) => {
    def.pattern ?? (def.pattern = ipv6);
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
const $ZodMAC = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodMAC", (inst, def) => {
    def.pattern ?? (def.pattern = regexes.mac(def.delimiter));
    $ZodStringFormat.init(inst, def);
})));
const $ZodCIDRv4 = /*@__PURE__*/ $constructor("$ZodCIDRv4", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv4);
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
const $ZodCIDRv6 = /*@__PURE__*/ $constructor("$ZodCIDRv6", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv6); // not used for validation
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
const $ZodBase64 = /*@__PURE__*/ $constructor("$ZodBase64", (inst, def) => {
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
const $ZodBase64URL = /*@__PURE__*/ $constructor("$ZodBase64URL", (inst, def) => {
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
const $ZodE164 = /*@__PURE__*/ $constructor("$ZodE164", (inst, def) => {
    def.pattern ?? (def.pattern = e164);
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
    if (!regexes.creditCard.test(input))
        return false;
    return isLuhnAlgo(input.replace(CC_SANITIZE, ""));
}
const $ZodCreditCard = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCreditCard", (inst, def) => {
    // Shape only — the Luhn check below is not expressible as a pattern, so consumers of `pattern` (JSON Schema, template literals) get the length and separator rules alone.
    def.pattern ?? (def.pattern = regexes.creditCard);
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
})));
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
    if (!regexes.iban.test(input))
        return false;
    return isIso7064Mod97(input);
}
const $ZodIBAN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodIBAN", (inst, def) => {
    // shape only — checksum is not expressible as a pattern
    def.pattern ?? (def.pattern = regexes.iban);
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
})));
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
const $ZodJWT = /*@__PURE__*/ $constructor("$ZodJWT", (inst, def) => {
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
const $ZodCustomStringFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCustomStringFormat", (inst, def) => {
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
})));
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = number;
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
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
    $ZodCheckNumberFormat.init(inst, def);
    $ZodNumber.init(inst, def); // no format checks
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = regexes_boolean;
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
const $ZodBigInt = /*@__PURE__*/ $constructor("$ZodBigInt", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = bigint;
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
const $ZodBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodBigIntFormat", (inst, def) => {
    checks.$ZodCheckBigIntFormat.init(inst, def);
    $ZodBigInt.init(inst, def); // no format checks
})));
const $ZodSymbol = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSymbol", (inst, def) => {
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
})));
const $ZodUndefined = /*@__PURE__*/ $constructor("$ZodUndefined", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = _undefined;
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
const $ZodNull = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodNull", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = regexes.null;
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
})));
const $ZodAny = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodAny", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
})));
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
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
const $ZodVoid = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodVoid", (inst, def) => {
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
})));
const $ZodDate = /*@__PURE__*/ $constructor("$ZodDate", (inst, def) => {
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
    const caps = sizeCaps(inst._zod.def.checks);
    if (!caps.length)
        return;
    const cap = Math.min(...caps.map((c) => c[0]));
    const parse = inst._zod.parse;
    inst._zod.parse = (payload, ctx) => {
        const n = size(payload.value);
        if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
            for (const [max, ch] of sizeCaps(inst._zod.def.checks)) {
                if (n > max && ch._zod.def.when(payload)) {
                    const start = payload.issues.length;
                    ch._zod.check(payload);
                    // the value is still the raw input, so no later check may read it
                    payload.issues[start].continue = false;
                    attachSchema(payload.issues, start, inst);
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
        final.issues.push(...prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
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
                if (abortEarly && result.issues.length !== 0 && aborted(result))
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
        final.issues.push(...prefixIssues(key, result.issues));
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
    const okeys = optionalKeys(def.shape);
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
            if (aborted(payload, seen))
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
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
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
    const _normalized = cached(() => normalizeDef(def));
    defineLazyInternal(inst, "propValues", (zod) => {
        const shape = zod.def.shape;
        const propValues = {};
        for (const key in shape) {
            const field = shape[key]._zod;
            if (field.values) {
                if (!Object.prototype.hasOwnProperty.call(propValues, key)) {
                    util_assignProp(propValues, key, new Set());
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
    const isObject = util_isObject;
    const catchall = def.catchall;
    let value;
    const memo = globalConfig.memoizer;
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
                if (aborted(payload, seen))
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
const $ZodObjectJIT = /*@__PURE__*/ $constructor("$ZodObjectJIT", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodObject.init(inst, def);
    const superParse = inst._zod.parse;
    const _normalized = cached(() => normalizeDef(def));
    const memo = globalConfig.memoizer;
    const generateFastpass = (shape) => {
        const normalized = _normalized.value;
        const syms = normalized.symbolKeys;
        // a symbol has no source literal, so it is read as `syms[i]` off the closed-over scope
        const doc = new Doc(["payload", "ctx"], { shape, inst, memo, syms });
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
            const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key);
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
    const isObject = util_isObject;
    const jit = !globalConfig.jitless;
    const allowsEval = util_allowsEval;
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
    const nonaborted = results.filter((r) => !aborted(r));
    if (nonaborted.length === 1) {
        final.value = nonaborted[0].value;
        return nonaborted[0];
    }
    final.issues.push({
        code: "invalid_union",
        input: final.value,
        inst,
        errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config()))),
    });
    return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted")
        ? "defaulted"
        : zod.def.options.some((o) => o._zod.optin !== undefined)
            ? "optional"
            : undefined);
    defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : undefined);
    defineLazyInternal(inst, "values", (zod) => {
        if (zod.def.options.every((o) => o._zod.values)) {
            return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
        }
        return undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        if (zod.def.options.every((o) => o._zod.pattern)) {
            const patterns = zod.def.options.map((o) => o._zod.pattern);
            return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
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
            errors: results.map((result) => result.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config()))),
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
const $ZodXor = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodXor", (inst, def) => {
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
})));
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
(/* unused pure expression or super */ null && (core.$constructor("$ZodDiscriminatedUnion", (inst, def) => {
    def.inclusive = false;
    $ZodUnion.init(inst, def);
    const _super = inst._zod.parse;
    util.defineLazyInternal(inst, "propValues", (zod) => {
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
                    util.assignProp(propValues, k, new Set());
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
        const propShape = util.rawShape(option._zod.def);
        if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) {
            throw new Error(`Invalid discriminated union option at index "${i}"`);
        }
    });
    const disc = util.cached(() => discriminatorMap(def));
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!util.isObject(input)) {
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
})));
const $ZodIntersection = /*@__PURE__*/ $constructor("$ZodIntersection", (inst, def) => {
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
    if (isPlainObject(a) && isPlainObject(b)) {
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
        if (aborted(result))
            return result;
        throw new Error(`Unmergable intersection. Error path: ` + `${JSON.stringify(merged.mergeErrorPath)}`);
    }
    result.value = merged.data;
    return result;
}
const $ZodTuple = /*@__PURE__*/ $constructor("$ZodTuple", (inst, def) => {
    $ZodType.init(inst, def);
    const items = def.items;
    const memo = globalConfig.memoizer;
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
                    itemAborted = aborted(r);
            }
        }
        // sound because rest is non-empty exactly when every fixed index is present, the one case handleTupleResults cannot discard an item's issues
        if (def.rest && !itemAborted) {
            let i = items.length - 1;
            const rest = input.slice(items.length);
            let seen = payload.issues.length;
            for (const el of rest) {
                if (abortEarly && payload.issues.length !== seen) {
                    if (aborted(payload, seen))
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
        final.issues.push(...prefixIssues(index, result.issues));
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
            final.issues.push(...prefixIssues(i, r.issues));
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
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!isPlainObject(input)) {
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
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
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
                                payload.issues.push(...prefixIssues(key, result.issues));
                            }
                            payload.value[outKey] = result.value;
                        }));
                    }
                    else {
                        if (result.issues.length) {
                            payload.issues.push(...prefixIssues(key, result.issues));
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
                const checkNumericKey = typeof key === "string" && number.test(key) && keyResult.issues.length;
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
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
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
                            payload.issues.push(...prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }));
                }
                else {
                    if (result.issues.length) {
                        payload.issues.push(...prefixIssues(key, result.issues));
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
const $ZodMap = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodMap", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = core.globalConfig.memoizer;
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
                if (util.aborted(payload, seen))
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
})));
function handleMapResult(keyResult, valueResult, final, key, input, inst, ctx) {
    if (keyResult.issues.length) {
        if (util.propertyKeyTypes.has(typeof key)) {
            final.issues.push(...util.prefixIssues(key, keyResult.issues));
        }
        else {
            final.issues.push({
                code: "invalid_key",
                origin: "map",
                input,
                inst,
                issues: keyResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
            });
        }
    }
    if (valueResult.issues.length) {
        if (util.propertyKeyTypes.has(typeof key)) {
            final.issues.push(...util.prefixIssues(key, valueResult.issues));
        }
        else {
            final.issues.push({
                origin: "map",
                code: "invalid_element",
                input,
                inst,
                key: key,
                issues: valueResult.issues.map((iss) => util.finalizeIssue(iss, ctx, core.config())),
            });
        }
    }
    final.value.set(keyResult.value, valueResult.value);
}
const $ZodSet = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSet", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = core.globalConfig.memoizer;
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
                if (util.aborted(payload, seen))
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
})));
function handleSetResult(result, final) {
    if (result.issues.length) {
        final.issues.push(...result.issues);
    }
    final.value.add(result.value);
}
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
    $ZodType.init(inst, def);
    const values = getEnumValues(def.entries);
    const valuesSet = new Set(values);
    inst._zod.values = valuesSet;
    defineLazyInternal(inst, "pattern", (zod) => {
        const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
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
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const values = new Set(def.values);
    inst._zod.values = values;
    defineLazyInternal(inst, "pattern", (zod) => {
        const vals = zod.def.values;
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(vals.length
            ? `^(${vals
                .map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o))
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
const $ZodFile = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodFile", (inst, def) => {
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
})));
const $ZodTransform = /*@__PURE__*/ $constructor("$ZodTransform", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "optional";
    globalConfig.memoizer?.guard(inst);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
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
            throw new $ZodAsyncError();
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
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
    $ZodType.init(inst, def);
    // .optional() propagates absence rather than substituting for it, so a defaulted inner keeps its rung.
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";
    defineLazyInternal(inst, "values", (zod) => {
        const values = zod.def.innerType._zod.values;
        return values ? new Set([...values, undefined]) : undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : undefined;
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
const $ZodExactOptional = /*@__PURE__*/ $constructor("$ZodExactOptional", (inst, def) => {
    // Call parent init - inherits optin/optout = "optional"
    $ZodOptional.init(inst, def);
    // Override values/pattern to NOT add undefined
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
    // Override parse to just delegate (no undefined handling)
    inst._zod.parse = (payload, ctx) => {
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : undefined;
    });
    defineLazyInternal(inst, "values", (zod) => {
        return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        // Forward direction (decode): allow null to pass through
        if (payload.value === null)
            return payload;
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
    $ZodType.init(inst, def);
    // inst._zod.qin = "true";
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
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
const $ZodPrefault = /*@__PURE__*/ $constructor("$ZodPrefault", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
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
const $ZodNonOptional = /*@__PURE__*/ $constructor("$ZodNonOptional", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => {
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
const $ZodSuccess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodSuccess", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new core.$ZodEncodeError("ZodSuccess");
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
})));
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
            issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())),
        },
        input: payload.value,
    });
    return payload;
}
const $ZodCatch = /*@__PURE__*/ $constructor("$ZodCatch", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
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
const $ZodNaN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodNaN", (inst, def) => {
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
})));
const $ZodPipe = /*@__PURE__*/ $constructor("$ZodPipe", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
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
const $ZodCodec = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodCodec", (inst, def) => {
    $ZodType.init(inst, def);
    util.defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    util.defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    util.defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    util.defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
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
})));
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
const $ZodPreprocess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodPreprocess", (inst, def) => {
    $ZodPipe.init(inst, def);
})));
const $ZodReadonly = /*@__PURE__*/ $constructor("$ZodReadonly", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
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
        return regexes.string({ minimum, maximum }).source;
    const own = schema._zod.pattern;
    return (isInt && own === regexes.number ? regexes.integer : own)?.source;
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
            return own.replace(util.cleanRegex(before), () => util.cleanRegex(after));
        }
        return own;
    }
    if (def.options) {
        const sources = def.options.map(partPattern);
        if (sources.every(Boolean))
            return `^(${sources.map((s) => util.cleanRegex(s)).join("|")})$`;
    }
    return leafPattern(schema);
}
const $ZodTemplateLiteral = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodTemplateLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const regexParts = [];
    for (const part of def.parts) {
        if (typeof part === "object" && part !== null) {
            // is Zod schema
            const source = partPattern(part);
            if (!source) {
                throw new Error(`Invalid template literal part, no pattern found: ${[...part._zod.traits].shift()}`);
            }
            regexParts.push(util.cleanRegex(source));
        }
        else if (part === null || util.primitiveTypes.has(typeof part)) {
            regexParts.push(util.escapeRegex(`${part}`));
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
})));
const $ZodFunction = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodFunction", (inst, def) => {
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
            const parsedArgs = inst._def.input ? parse(inst._def.input, args) : args;
            const result = Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return parse(inst._def.output, result);
            }
            return result;
        }, "_zod", { value: inst._zod, enumerable: false });
    };
    inst.implementAsync = (func) => {
        if (typeof func !== "function") {
            throw new Error("implementAsync() must be called with a function");
        }
        return Object.defineProperty(async function (...args) {
            const parsedArgs = inst._def.input ? await parseAsync(inst._def.input, args) : args;
            const result = await Reflect.apply(func, this, parsedArgs);
            if (inst._def.output) {
                return await parseAsync(inst._def.output, result);
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
})));
const $ZodPromise = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodPromise", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        return Promise.resolve(payload.value).then((inner) => def.innerType._zod.run({ value: inner, issues: [] }, ctx));
    };
})));
const $ZodLazy = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("$ZodLazy", (inst, def) => {
    $ZodType.init(inst, def);
    // Cache the resolved inner type on the shared `def` so all clones of this lazy (e.g. via `.describe()`/`.meta()`) share the same inner instance, preserving identity for cycle detection on recursive schemas.
    util.defineLazy(inst._zod, "innerType", () => {
        const d = def;
        if (!d._cachedInner)
            d._cachedInner = def.getter();
        return d._cachedInner;
    });
    util.defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
    util.defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
    util.defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? undefined);
    util.defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? undefined);
    inst._zod.parse = (payload, ctx) => {
        const inner = inst._zod.innerType;
        return inner._zod.run(payload, ctx);
    };
})));
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
    $ZodCheck.init(inst, def);
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
        payload.issues.push(util_issue(_iss));
    }
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/registries.js
var registries_a;
const $output = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("ZodOutput")));
const $input = /*@__PURE__*/ (/* unused pure expression or super */ null && (Symbol("ZodInput")));
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
(registries_a = globalThis).__zod_globalRegistry ?? (registries_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/api.js




function snapshotChecks(def) {
    if (def.checks)
        def.checks = [...def.checks];
    return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
    return new Class(snapshotChecks({ type: "string", ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedString(Class, params) {
    return new Class(snapshotChecks({ type: "string", coerce: true, ...util.normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _email(Class, params) {
    return new Class({
        type: "string",
        format: "email",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _guid(Class, params) {
    return new Class({
        type: "string",
        format: "guid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuid(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
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
        ...normalizeParams(params),
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
        ...normalizeParams(params),
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
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
    return new Class({
        type: "string",
        format: "url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_emoji(Class, params) {
    return new Class({
        type: "string",
        format: "emoji",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nanoid(Class, params) {
    return new Class({
        type: "string",
        format: "nanoid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
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
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cuid2(Class, params) {
    return new Class({
        type: "string",
        format: "cuid2",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ulid(Class, params) {
    return new Class({
        type: "string",
        format: "ulid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _xid(Class, params) {
    return new Class({
        type: "string",
        format: "xid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ksuid(Class, params) {
    return new Class({
        type: "string",
        format: "ksuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv4(Class, params) {
    return new Class({
        type: "string",
        format: "ipv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv6(Class, params) {
    return new Class({
        type: "string",
        format: "ipv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mac(Class, params) {
    return new Class({
        type: "string",
        format: "mac",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv4(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv6(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64(Class, params) {
    return new Class({
        type: "string",
        format: "base64",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64url(Class, params) {
    return new Class({
        type: "string",
        format: "base64url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _e164(Class, params) {
    return new Class({
        type: "string",
        format: "e164",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _creditCard(Class, params) {
    return new Class({
        type: "string",
        format: "credit_card",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _iban(Class, params) {
    return new Class({
        type: "string",
        format: "iban",
        check: "string_format",
        abort: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _jwt(Class, params) {
    return new Class({
        type: "string",
        format: "jwt",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
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
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDate(Class, params) {
    return new Class({
        type: "string",
        format: "date",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoTime(Class, params) {
    return new Class({
        type: "string",
        format: "time",
        check: "string_format",
        precision: null,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDuration(Class, params) {
    return new Class({
        type: "string",
        format: "duration",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
    return new Class(snapshotChecks({ type: "number", checks: [], ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedNumber(Class, params) {
    return new Class(snapshotChecks({ type: "number", coerce: true, checks: [], ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "safeint",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _float64(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "float64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "int32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint32(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "uint32",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
    return new Class({
        type: "boolean",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBoolean(Class, params) {
    return new Class({
        type: "boolean",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _bigint(Class, params) {
    return new Class({
        type: "bigint",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedBigint(Class, params) {
    return new Class({
        type: "bigint",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _int64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "int64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uint64(Class, params) {
    return new Class({
        type: "bigint",
        check: "bigint_format",
        abort: false,
        format: "uint64",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _symbol(Class, params) {
    return new Class({
        type: "symbol",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_undefined(Class, params) {
    return new Class({
        type: "undefined",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function api_null(Class, params) {
    return new Class({
        type: "null",
        ...util.normalizeParams(params),
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
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _void(Class, params) {
    return new Class({
        type: "void",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _date(Class, params) {
    return new Class({
        type: "date",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _coercedDate(Class, params) {
    return new Class({
        type: "date",
        coerce: true,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nan(Class, params) {
    return new Class({
        type: "nan",
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lt(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: true,
    });
}

// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
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
    return new $ZodCheckMultipleOf({
        check: "multiple_of",
        ...normalizeParams(params),
        value,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxSize(maximum, params) {
    return new checks.$ZodCheckMaxSize({
        check: "max_size",
        ...util.normalizeParams(params),
        maximum,
    });
}
// @__NO_SIDE_EFFECTS__
function _minSize(minimum, params) {
    return new checks.$ZodCheckMinSize({
        check: "min_size",
        ...util.normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _size(size, params) {
    return new checks.$ZodCheckSizeEquals({
        check: "size_equals",
        ...util.normalizeParams(params),
        size,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
    const ch = new $ZodCheckMaxLength({
        check: "max_length",
        ...normalizeParams(params),
        maximum,
    });
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
    return new $ZodCheckMinLength({
        check: "min_length",
        ...normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
    return new $ZodCheckLengthEquals({
        check: "length_equals",
        ...normalizeParams(params),
        length,
    });
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
    return new $ZodCheckRegex({
        check: "string_format",
        format: "regex",
        ...normalizeParams(params),
        pattern,
    });
}
// @__NO_SIDE_EFFECTS__
function _lowercase(params) {
    return new $ZodCheckLowerCase({
        check: "string_format",
        format: "lowercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uppercase(params) {
    return new $ZodCheckUpperCase({
        check: "string_format",
        format: "uppercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _includes(includes, params) {
    return new $ZodCheckIncludes({
        check: "string_format",
        format: "includes",
        ...normalizeParams(params),
        includes,
    });
}
// @__NO_SIDE_EFFECTS__
function _startsWith(prefix, params) {
    return new $ZodCheckStartsWith({
        check: "string_format",
        format: "starts_with",
        ...normalizeParams(params),
        prefix,
    });
}
// @__NO_SIDE_EFFECTS__
function _endsWith(suffix, params) {
    return new $ZodCheckEndsWith({
        check: "string_format",
        format: "ends_with",
        ...normalizeParams(params),
        suffix,
    });
}
// @__NO_SIDE_EFFECTS__
function _property(property, schema, params) {
    return new checks.$ZodCheckProperty({
        check: "property",
        property,
        schema,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _properties(shape, params) {
    return new $ZodCheckProperties({
        check: "properties",
        shape,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _mime(types, params) {
    return new checks.$ZodCheckMimeType({
        check: "mime_type",
        mime: types,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
    return new $ZodCheckOverwrite({
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
    return _overwrite((input) => slugify(input));
}
// @__NO_SIDE_EFFECTS__
function _array(Class, element, params) {
    return new Class({
        type: "array",
        element,
        // get element() {
        //   return element;
        // },
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _union(Class, options, params) {
    return new Class({
        type: "union",
        options,
        ...util.normalizeParams(params),
    });
}
function _xor(Class, options, params) {
    return new Class({
        type: "union",
        options,
        inclusive: false,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _discriminatedUnion(Class, discriminator, options, params) {
    return new Class({
        type: "union",
        options: options,
        discriminator,
        ...util.normalizeParams(params),
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
    const hasRest = _paramsOrRest instanceof schemas.$ZodType;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new Class({
        type: "tuple",
        items,
        rest,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _record(Class, keyType, valueType, params) {
    return new Class({
        type: "record",
        keyType,
        valueType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _map(Class, keyType, valueType, params) {
    return new Class({
        type: "map",
        keyType,
        valueType,
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _set(Class, valueType, params) {
    return new Class({
        type: "set",
        valueType,
        ...util.normalizeParams(params),
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
        ...util.normalizeParams(params),
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
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _literal(Class, value, params) {
    return new Class({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ...util.normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _file(Class, params) {
    return new Class({
        type: "file",
        ...util.normalizeParams(params),
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
            return typeof defaultValue === "function" ? defaultValue() : util.shallowClone(defaultValue);
        },
    });
}
// @__NO_SIDE_EFFECTS__
function _nonoptional(Class, innerType, params) {
    return new Class({
        type: "nonoptional",
        innerType,
        ...util.normalizeParams(params),
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
        catchValue: (typeof catchValue === "function" ? catchValue : util.constantCatch(catchValue)),
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
        ...util.normalizeParams(params),
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
    const norm = util.normalizeParams(_params);
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
        ...normalizeParams(_params),
    });
    return schema;
}
// @__NO_SIDE_EFFECTS__
function _superRefine(fn, params) {
    const ch = _check((payload) => {
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(util_issue(issue, payload.value, ch._zod.def));
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
                payload.issues.push(util_issue(_issue));
            }
        };
        return fn(payload.value, payload);
    }, params);
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _check(fn, params) {
    const ch = new $ZodCheck({
        check: "custom",
        ...normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
// @__NO_SIDE_EFFECTS__
function describe(description) {
    const ch = new $ZodCheck({ check: "describe" });
    ch._zod.onattach = [
        (inst) => {
            const existing = globalRegistry.get(inst) ?? {};
            globalRegistry.add(inst, { ...existing, description });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function meta(metadata) {
    const ch = new $ZodCheck({ check: "meta" });
    ch._zod.onattach = [
        (inst) => {
            const existing = globalRegistry.get(inst) ?? {};
            globalRegistry.add(inst, { ...existing, ...metadata });
        },
    ];
    ch._zod.check = () => { }; // no-op check
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _stringbool(Classes, _params) {
    const params = util.normalizeParams(_params);
    let truthyArray = params.truthy ?? ["true", "1", "yes", "on", "y", "enabled"];
    let falsyArray = params.falsy ?? ["false", "0", "no", "off", "n", "disabled"];
    if (params.case !== "sensitive") {
        truthyArray = truthyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
        falsyArray = falsyArray.map((v) => (typeof v === "string" ? v.toLowerCase() : v));
    }
    const truthySet = new Set(truthyArray);
    const falsySet = new Set(falsyArray);
    const _Codec = Classes.Codec ?? schemas.$ZodCodec;
    const _Boolean = Classes.Boolean ?? schemas.$ZodBoolean;
    const _String = Classes.String ?? schemas.$ZodString;
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
    const params = util.normalizeParams(_params);
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/to-json-schema.js


function assignProps(target, ...sources) {
    for (const source of sources) {
        for (const key of Reflect.ownKeys(source)) {
            if (Object.prototype.propertyIsEnumerable.call(source, key)) {
                util_assignProp(target, key, source[key]);
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
function to_json_schema_initializeContext(params) {
    // Normalize target: convert old non-hyphenated versions to hyphenated versions
    let target = params?.target ?? "draft-2020-12";
    if (target === "draft-4")
        target = "draft-04";
    if (target === "draft-7")
        target = "draft-07";
    return {
        processors: params.processors ?? {},
        metadataRegistry: params?.metadata ?? globalRegistry,
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
function to_json_schema_processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
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
            to_json_schema_processSchema(parent, ctx, params);
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
function to_json_schema_extractDefs(ctx, schema
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
            util_assignProp(properties, key, merged);
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
function to_json_schema_finalize(ctx, schema) {
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
                util_assignProp(defs, seen.defId, seen.def);
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
    const ctx = to_json_schema_initializeContext({ ...params, processors });
    to_json_schema_processSchema(schema, ctx);
    to_json_schema_extractDefs(ctx, schema);
    return to_json_schema_finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
    const { libraryOptions, target } = params ?? {};
    const ctx = to_json_schema_initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
    to_json_schema_processSchema(schema, ctx);
    to_json_schema_extractDefs(ctx, schema);
    return to_json_schema_finalize(ctx, schema);
};

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/json-schema-processors.js




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
    number_format: formatContributor(NUMBER_FORMAT_RANGES),
    bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
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
    [base64Charset, base64],
    [base64urlCharset, base64url],
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
                handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
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
    handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
const symbolProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
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
    handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
const voidProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
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
    handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
const enumProcessor = (schema, _ctx, json, _params) => {
    const def = schema._zod.def;
    const values = getEnumValues(def.entries);
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
            if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema"))
                return;
            // otherwise do not add to vals
        }
        else if (typeof val === "bigint") {
            if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema"))
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
    handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
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
    handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const functionProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
const mapProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
const setProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
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
    json.items = to_json_schema_processSchema(def.element, ctx, {
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
        handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) {
        return;
    }
    json.type = "object";
    json.properties = {};
    for (const key in shape) {
        // assignProp so a __proto__ key becomes an own property instead of hitting the inherited setter on the plain {} we build into
        util_assignProp(json.properties, key, to_json_schema_processSchema(shape[key], ctx, {
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
        json.additionalProperties = to_json_schema_processSchema(def.catchall, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
};
const unionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // Exclusive unions (inclusive === false) use oneOf (exactly one match) instead of anyOf (one or more matches). This includes both z.xor() and discriminated unions
    const isExclusive = def.inclusive === false;
    const options = def.options.map((x, i) => to_json_schema_processSchema(x, ctx, {
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
    const a = to_json_schema_processSchema(def.left, ctx, {
        ...params,
        path: [...params.path, "allOf", 0],
    });
    const b = to_json_schema_processSchema(def.right, ctx, {
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
    const prefixItems = def.items.map((x, i) => to_json_schema_processSchema(x, ctx, {
        ...params,
        path: [...params.path, prefixPath, i],
    }));
    const rest = def.rest
        ? to_json_schema_processSchema(def.rest, ctx, {
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
        rest.pattern = (types.includes("number") ? number : integer).source;
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
        const valueSchema = to_json_schema_processSchema(def.valueType, ctx, {
            ...params,
            path: [...params.path, "patternProperties", "*"],
        });
        json.patternProperties = {};
        for (const pattern of patterns) {
            util_assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
        }
    }
    else {
        // Default behavior: use propertyNames + additionalProperties
        if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
            json.propertyNames = to_json_schema_processSchema(def.keyType, ctx, {
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
        json.additionalProperties = to_json_schema_processSchema(def.valueType, ctx, {
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
    const inner = to_json_schema_processSchema(def.innerType, ctx, params);
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
    to_json_schema_processSchema(def.innerType, ctx, params);
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
    handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
    return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
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
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    let catchValue;
    try {
        catchValue = def.catchValue(undefined);
    }
    catch {
        handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
        return;
    }
    json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    const inIsTransform = def.in._zod.traits.has("$ZodTransform");
    const innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
    to_json_schema_processSchema(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    json.readOnly = true;
};
const promiseProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const optionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    to_json_schema_processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
const lazyProcessor = (schema, ctx, _json, params) => {
    const innerType = schema._zod.innerType;
    to_json_schema_processSchema(innerType, ctx, params);
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
        const ctx = initializeContext({ ...params, processors: allProcessors });
        const defs = {};
        // First pass: process all schemas to build the seen map
        for (const entry of registry._idmap.entries()) {
            const [_, schema] = entry;
            processSchema(schema, ctx);
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
            extractDefs(ctx, schema);
            assignProp(schemas, key, finalize(ctx, schema));
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
    const ctx = initializeContext({ ...params, processors: allProcessors });
    processSchema(input, ctx);
    extractDefs(ctx, input);
    return finalize(ctx, input);
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/locales/en.js

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
                const receivedType = parsedType(issue.input);
                const received = getTypeName(receivedType, issue.input);
                return `Invalid input: expected ${expected}, received ${received}`;
            }
            case "invalid_value":
                if (issue.values.length === 1)
                    return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
                return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
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
                return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
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
/* harmony default export */ function en() {
    return {
        localeError: error(),
    };
}

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/errors.js


/* Computing the message eagerly is expensive (pretty-printed JSON of all
 * issues), so defer it until first read. The accessor functions and
 * descriptors are shared across instances to keep error construction
 * cheap; the computed message is cached on the internals object. The
 * setter preserves plain assignment semantics for consumers that
 * overwrite `message`. */
function _getMessage() {
    const internals = this._zod;
    internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
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
const $ZodError = $constructor("$ZodError", initializer);
const $ZodRealError = $constructor("$ZodError", initializer, undefined, {
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/core/parse.js



// Always both keys, so the `_params` read site in `_parse` sees one object shape rather than two.
function finalizeParams(callee, params) {
    return { callee: params?.callee ?? callee, Err: params?.Err };
}
const _parse = (_Err) => {
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
        const result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise) {
            throw new $ZodAsyncError();
        }
        if (result.issues.length) {
            const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, _params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parse_parse = /* @__PURE__*/ _parse($ZodRealError);
const _parseAsync = (_Err) => {
    const fn = async (schema, value, _ctx, params) => {
        const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
        let result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise)
            result = await result;
        if (result.issues.length) {
            const e = new (params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const parse_parseAsync = /* @__PURE__*/ _parseAsync($ZodRealError);
const _safeParse = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
    const result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) {
        throw new $ZodAsyncError();
    }
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
const safeParse = /* @__PURE__*/ _safeParse($ZodRealError);
// the error is built on the first read of `error`: finalizing the issues and constructing the instance is most of a failing parse, and a caller that only branches on `success` never pays it. a getter in the literal keeps this small; the alternative, one shared accessor descriptor plus a hidden state slot, reads ~15% faster but costs ~75 B gzipped in every bundle
function failure(Err, issues, ctx) {
    let error;
    return {
        success: false,
        get error() {
            if (!error) {
                error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
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
const safeParseAsync = /* @__PURE__*/ _safeParseAsync($ZodRealError);
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
        throw new $ZodAsyncError();
    }
    return result.issues.length === 0;
}
// no fast path: the compiler keeps async parses on the runtime, because a promise-returning callback that is not declared async compiles to a throw
const parse_validateAsync = async (schema, value, _ctx) => {
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
const encode = /* @__PURE__*/ _encode($ZodRealError);
const _decode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        return parse(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decode = /* @__PURE__*/ _decode($ZodRealError);
const _encodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return (await parseAsync(schema, value, ctx, finalizeParams(fn, _params)));
    };
    return fn;
};
const encodeAsync = /* @__PURE__*/ _encodeAsync($ZodRealError);
const _decodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const decodeAsync = /* @__PURE__*/ _decodeAsync($ZodRealError);
const _safeEncode = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParse(_Err)(schema, value, ctx);
};
const safeEncode = /* @__PURE__*/ _safeEncode($ZodRealError);
const _safeDecode = (_Err) => (schema, value, _ctx) => {
    return _safeParse(_Err)(schema, value, _ctx);
};
const safeDecode = /* @__PURE__*/ _safeDecode($ZodRealError);
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParseAsync(_Err)(schema, value, ctx);
};
const safeEncodeAsync = /* @__PURE__*/ _safeEncodeAsync($ZodRealError);
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
    return _safeParseAsync(_Err)(schema, value, _ctx);
};
const safeDecodeAsync = /* @__PURE__*/ _safeDecodeAsync($ZodRealError);

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/errors.js



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
const errors_initializer = (inst, issues) => {
    $ZodError.init(inst, issues);
    inst.name = "ZodError";
    const proto = Object.getPrototypeOf(inst);
    if (_installedErrorProtos.has(proto))
        return;
    _installedErrorProtos.add(proto);
    _lazyMethod(proto, "format", (self) => (mapper) => formatError(self, mapper));
    _lazyMethod(proto, "flatten", (self) => (mapper) => flattenError(self, mapper));
    _lazyMethod(proto, "addIssue", (self) => (issue) => {
        self.issues.push(issue);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    _lazyMethod(proto, "addIssues", (self) => (issues) => {
        self.issues.push(...issues);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    Object.defineProperty(proto, "isEmpty", {
        configurable: true,
        enumerable: false,
        get() {
            return this.issues.length === 0;
        },
    });
};
const ZodError = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodError", errors_initializer)));
const ZodRealError = /*@__PURE__*/ $constructor("ZodError", errors_initializer, undefined, {
    Parent: Error,
});
// /** @deprecated Use `z.core.$ZodErrorMapCtx` instead. */
// export type ErrorMapCtx = core.$ZodErrorMapCtx;

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/parse.js


const classic_parse_parse = /* @__PURE__ */ _parse(ZodRealError);
const classic_parse_parseAsync = /* @__PURE__ */ _parseAsync(ZodRealError);
const parse_safeParse = /* @__PURE__ */ _safeParse(ZodRealError);
const parse_safeParseAsync = /* @__PURE__ */ _safeParseAsync(ZodRealError);

// Codec functions
const parse_encode = /* @__PURE__ */ _encode(ZodRealError);
const parse_decode = /* @__PURE__ */ _decode(ZodRealError);
const parse_encodeAsync = /* @__PURE__ */ _encodeAsync(ZodRealError);
const parse_decodeAsync = /* @__PURE__ */ _decodeAsync(ZodRealError);
const parse_safeEncode = /* @__PURE__ */ _safeEncode(ZodRealError);
const parse_safeDecode = /* @__PURE__ */ _safeDecode(ZodRealError);
const parse_safeEncodeAsync = /* @__PURE__ */ _safeEncodeAsync(ZodRealError);
const parse_safeDecodeAsync = /* @__PURE__ */ _safeDecodeAsync(ZodRealError);

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/schemas.js








// Register English as the default locale on first ZodType construction. Hooked into the `ZodType` `$constructor` (rather than a top-level `config(en())` in `external.ts`) so bundlers honoring `sideEffects: false` can't tree-shake it out — see #5953, #5725. An explicit `z.config(z.locales.xx())` call wins regardless of order, since this only sets the default when none is present.
function _ensureDefaultLocale() {
    if (!globalConfig.localeError)
        config(en());
}
// the default memoizer is read by the core container init, which runs before `ZodType.init`, so each container calls this first
function _ensureDefaultMemoizer() {
    if (!globalConfig.memoizer)
        config({ memoizer: memoizer() });
}
const ZodType = /*@__PURE__*/ $constructor("ZodType", (inst, def) => {
    _ensureDefaultLocale();
    $ZodType.init(inst, def);
    inst.def = def;
    inst.type = def.type;
    return inst;
}, {
    check(...chks) {
        const def = this.def;
        return this.clone(mergeDefs(def, {
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
        return clone(this, def, params);
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
        return this.check(_overwrite(fn));
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
        return schemas_default(this, d);
    },
    prefault(d) {
        return prefault(this, d);
    },
    catch(params) {
        return schemas_catch(this, params);
    },
    pipe(target) {
        return pipe(this, target);
    },
    readonly() {
        return readonly(this);
    },
    describe(description) {
        const cl = this.clone();
        globalRegistry.add(cl, { description });
        return cl;
    },
    meta(...args) {
        // overloaded: meta() returns the registered metadata, meta(data) returns a clone with `data` registered. The mapped type picks up the second overload, so we accept variadic any-args and return `any` to satisfy both at runtime.
        if (args.length === 0)
            return globalRegistry.get(this);
        const cl = this.clone();
        globalRegistry.add(cl, args[0]);
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
        return hide(this, "~standard", {
            ...standardProps(this),
            jsonSchema: {
                input: createStandardJSONSchemaMethod(this, "input"),
                output: createStandardJSONSchemaMethod(this, "output"),
            },
        });
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
    parse: function _parse(data, params) {
        return classic_parse_parse(this, data, params, { callee: _parse });
    },
    parseAsync: async function _parseAsync(data, params) {
        return await classic_parse_parseAsync(this, data, params, { callee: _parseAsync });
    },
    safeParse(data, params) {
        return parse_safeParse(this, data, params);
    },
    async safeParseAsync(data, params) {
        return parse_safeParseAsync(this, data, params);
    },
    // `spa` is an alias: same function object as `safeParseAsync`, as before.
    get spa() {
        return this?.safeParseAsync;
    },
    set spa(value) {
        own(this, "spa", value);
    },
    validate(data, params) {
        return validate(this, data, params);
    },
    validateAsync(data, params) {
        return parse_validateAsync(this, data, params);
    },
    encode: function _encode(data, params) {
        return parse_encode(this, data, params, { callee: _encode });
    },
    decode: function _decode(data, params) {
        return parse_decode(this, data, params, { callee: _decode });
    },
    encodeAsync: async function _encodeAsync(data, params) {
        return await parse_encodeAsync(this, data, params, { callee: _encodeAsync });
    },
    decodeAsync: async function _decodeAsync(data, params) {
        return await parse_decodeAsync(this, data, params, { callee: _decodeAsync });
    },
    safeEncode(data, params) {
        return parse_safeEncode(this, data, params);
    },
    safeDecode(data, params) {
        return parse_safeDecode(this, data, params);
    },
    async safeEncodeAsync(data, params) {
        return parse_safeEncodeAsync(this, data, params);
    },
    async safeDecodeAsync(data, params) {
        return parse_safeDecodeAsync(this, data, params);
    },
    toJSONSchema(params) {
        return createToJSONSchemaMethod(this, {})(params);
    },
    // Reads through to the registry on every access, so it must not cache.
    get description() {
        return globalRegistry.get(this)?.description;
    },
    // No setter: `schema._def = x` throws, as it did when `_def` was a non-writable own property.
    get _def() {
        return this._zod.def;
    },
});
/** @internal */
const _ZodString = /*@__PURE__*/ $constructor("_ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json, params);
}, 
/*@__PURE__*/ derived({
    format: (inst) => aggregateChecks(inst).format ?? null,
    minLength: (inst) => aggregateChecks(inst).minimum ?? null,
    maxLength: (inst) => aggregateChecks(inst).maximum ?? null,
}, {
    regex(...args) {
        return this.check(_regex(...args));
    },
    includes(...args) {
        return this.check(_includes(...args));
    },
    startsWith(...args) {
        return this.check(_startsWith(...args));
    },
    endsWith(...args) {
        return this.check(_endsWith(...args));
    },
    min(...args) {
        return this.check(_minLength(...args));
    },
    max(...args) {
        return this.check(_maxLength(...args));
    },
    length(...args) {
        return this.check(_length(...args));
    },
    nonempty(...args) {
        return this.check(_minLength(1, ...args));
    },
    lowercase(params) {
        return this.check(_lowercase(params));
    },
    uppercase(params) {
        return this.check(_uppercase(params));
    },
    trim() {
        return this.check(_trim());
    },
    normalize(...args) {
        return this.check(_normalize(...args));
    },
    toLowerCase() {
        return this.check(_toLowerCase());
    },
    toUpperCase() {
        return this.check(_toUpperCase());
    },
    slugify() {
        return this.check(_slugify());
    },
}));
const ZodString = /*@__PURE__*/ $constructor("ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    _ZodString.init(inst, def);
}, {
    email(params) {
        return this.check(_email(ZodEmail, params));
    },
    url(params) {
        return this.check(_url(ZodURL, params));
    },
    jwt(params) {
        return this.check(_jwt(ZodJWT, params));
    },
    emoji(params) {
        return this.check(api_emoji(ZodEmoji, params));
    },
    guid(params) {
        return this.check(_guid(ZodGUID, params));
    },
    uuid(params) {
        return this.check(_uuid(ZodUUID, params));
    },
    uuidv4(params) {
        return this.check(_uuidv4(ZodUUID, params));
    },
    uuidv6(params) {
        return this.check(_uuidv6(ZodUUID, params));
    },
    uuidv7(params) {
        return this.check(_uuidv7(ZodUUID, params));
    },
    nanoid(params) {
        return this.check(_nanoid(ZodNanoID, params));
    },
    cuid(params) {
        return this.check(_cuid(ZodCUID, params));
    },
    cuid2(params) {
        return this.check(_cuid2(ZodCUID2, params));
    },
    ulid(params) {
        return this.check(_ulid(ZodULID, params));
    },
    base64(params) {
        return this.check(_base64(ZodBase64, params));
    },
    base64url(params) {
        return this.check(_base64url(ZodBase64URL, params));
    },
    xid(params) {
        return this.check(_xid(ZodXID, params));
    },
    ksuid(params) {
        return this.check(_ksuid(ZodKSUID, params));
    },
    ipv4(params) {
        return this.check(_ipv4(ZodIPv4, params));
    },
    ipv6(params) {
        return this.check(_ipv6(ZodIPv6, params));
    },
    cidrv4(params) {
        return this.check(_cidrv4(ZodCIDRv4, params));
    },
    cidrv6(params) {
        return this.check(_cidrv6(ZodCIDRv6, params));
    },
    e164(params) {
        return this.check(_e164(ZodE164, params));
    },
    datetime(params) {
        return this.check(_isoDateTime(ZodISODateTime, params));
    },
    date(params) {
        return this.check(_isoDate(schemas_ZodISODate, params));
    },
    time(params) {
        return this.check(_isoTime(schemas_ZodISOTime, params));
    },
    duration(params) {
        return this.check(_isoDuration(schemas_ZodISODuration, params));
    },
});
function schemas_string(params) {
    return _string(ZodString, params);
}
const ZodStringFormat = /*@__PURE__*/ $constructor("ZodStringFormat", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    _ZodString.init(inst, def);
});
const ZodISODateTime = /*@__PURE__*/ $constructor("ZodISODateTime", (inst, def) => {
    $ZodISODateTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const schemas_ZodISODate = /*@__PURE__*/ $constructor("ZodISODate", (inst, def) => {
    $ZodISODate.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const schemas_ZodISOTime = /*@__PURE__*/ $constructor("ZodISOTime", (inst, def) => {
    $ZodISOTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const schemas_ZodISODuration = /*@__PURE__*/ $constructor("ZodISODuration", (inst, def) => {
    $ZodISODuration.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodEmail = /*@__PURE__*/ $constructor("ZodEmail", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmail.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_email(params) {
    return core._email(ZodEmail, params);
}
const ZodGUID = /*@__PURE__*/ $constructor("ZodGUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodGUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_guid(params) {
    return core._guid(ZodGUID, params);
}
const ZodUUID = /*@__PURE__*/ $constructor("ZodUUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodUUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_uuid(params) {
    return _uuid(ZodUUID, params);
}
function uuidv4(params) {
    return core._uuidv4(ZodUUID, params);
}
// ZodUUIDv6
function uuidv6(params) {
    return core._uuidv6(ZodUUID, params);
}
// ZodUUIDv7
function uuidv7(params) {
    return core._uuidv7(ZodUUID, params);
}
const ZodURL = /*@__PURE__*/ $constructor("ZodURL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodURL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function url(params) {
    return _url(ZodURL, params);
}
function httpUrl(params) {
    return core._url(ZodURL, {
        protocol: regexes.httpProtocol,
        hostname: regexes.domain,
        ...util.normalizeParams(params),
    });
}
const ZodEmoji = /*@__PURE__*/ $constructor("ZodEmoji", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmoji.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_emoji(params) {
    return core._emoji(ZodEmoji, params);
}
const ZodNanoID = /*@__PURE__*/ $constructor("ZodNanoID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodNanoID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_nanoid(params) {
    return core._nanoid(ZodNanoID, params);
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const ZodCUID = /*@__PURE__*/ $constructor("ZodCUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
/**
 * Validates a CUID v1 string.
 *
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2 | `z.cuid2()`} instead.
 * See https://github.com/paralleldrive/cuid.
 */
function schemas_cuid(params) {
    return core._cuid(ZodCUID, params);
}
const ZodCUID2 = /*@__PURE__*/ $constructor("ZodCUID2", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID2.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cuid2(params) {
    return core._cuid2(ZodCUID2, params);
}
const ZodULID = /*@__PURE__*/ $constructor("ZodULID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodULID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ulid(params) {
    return core._ulid(ZodULID, params);
}
const ZodXID = /*@__PURE__*/ $constructor("ZodXID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodXID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_xid(params) {
    return core._xid(ZodXID, params);
}
const ZodKSUID = /*@__PURE__*/ $constructor("ZodKSUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodKSUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ksuid(params) {
    return core._ksuid(ZodKSUID, params);
}
const ZodIPv4 = /*@__PURE__*/ $constructor("ZodIPv4", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ipv4(params) {
    return core._ipv4(ZodIPv4, params);
}
const ZodMAC = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodMAC", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    core.$ZodMAC.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_mac(params) {
    return core._mac(ZodMAC, params);
}
const ZodIPv6 = /*@__PURE__*/ $constructor("ZodIPv6", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_ipv6(params) {
    return core._ipv6(ZodIPv6, params);
}
const ZodCIDRv4 = /*@__PURE__*/ $constructor("ZodCIDRv4", (inst, def) => {
    $ZodCIDRv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cidrv4(params) {
    return core._cidrv4(ZodCIDRv4, params);
}
const ZodCIDRv6 = /*@__PURE__*/ $constructor("ZodCIDRv6", (inst, def) => {
    $ZodCIDRv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_cidrv6(params) {
    return core._cidrv6(ZodCIDRv6, params);
}
const ZodBase64 = /*@__PURE__*/ $constructor("ZodBase64", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_base64(params) {
    return core._base64(ZodBase64, params);
}
const ZodBase64URL = /*@__PURE__*/ $constructor("ZodBase64URL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64URL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_base64url(params) {
    return core._base64url(ZodBase64URL, params);
}
const ZodE164 = /*@__PURE__*/ $constructor("ZodE164", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodE164.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function schemas_e164(params) {
    return core._e164(ZodE164, params);
}
const ZodCreditCard = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCreditCard", (inst, def) => {
    core.$ZodCreditCard.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_creditCard(params) {
    return core._creditCard(ZodCreditCard, params);
}
const ZodIBAN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodIBAN", (inst, def) => {
    core.$ZodIBAN.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function schemas_iban(params) {
    return core._iban(ZodIBAN, params);
}
const ZodJWT = /*@__PURE__*/ $constructor("ZodJWT", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodJWT.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function jwt(params) {
    return core._jwt(ZodJWT, params);
}
const ZodCustomStringFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCustomStringFormat", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    core.$ZodCustomStringFormat.init(inst, def);
    ZodStringFormat.init(inst, def);
})));
function stringFormat(format, fnOrRegex, _params = {}) {
    return core._stringFormat(ZodCustomStringFormat, format, fnOrRegex, _params);
}
function schemas_hostname(_params) {
    return core._stringFormat(ZodCustomStringFormat, "hostname", regexes.hostname, _params);
}
function schemas_hex(_params) {
    return core._stringFormat(ZodCustomStringFormat, "hex", regexes.hex, _params);
}
function schemas_currencyCode(_params) {
    return core._stringFormat(ZodCustomStringFormat, "currency_code", regexes.currencyCode, _params);
}
function hash(alg, params) {
    const enc = params?.enc ?? "hex";
    const format = `${alg}_${enc}`;
    const regex = core.regexes[format];
    if (!regex)
        throw new Error(`Unrecognized hash format: ${format}`);
    return core._stringFormat(ZodCustomStringFormat, format, regex, params);
}
const ZodNumber = /*@__PURE__*/ $constructor("ZodNumber", (inst, def) => {
    $ZodNumber.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params);
    inst.isFinite = true;
}, 
/*@__PURE__*/ derived({
    minValue: (inst) => {
        const { minimum, exclusiveMinimum } = aggregateChecks(inst);
        return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
    },
    maxValue: (inst) => {
        const { maximum, exclusiveMaximum } = aggregateChecks(inst);
        return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    },
    isInt: (inst) => {
        const { isInt, multipleOf } = aggregateChecks(inst);
        return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
    },
    format: (inst) => aggregateChecks(inst).format ?? null,
}, {
    gt(value, params) {
        return this.check(_gt(value, params));
    },
    gte(value, params) {
        return this.check(_gte(value, params));
    },
    min(value, params) {
        return this.check(_gte(value, params));
    },
    lt(value, params) {
        return this.check(_lt(value, params));
    },
    lte(value, params) {
        return this.check(_lte(value, params));
    },
    max(value, params) {
        return this.check(_lte(value, params));
    },
    int(params) {
        return this.check(schemas_int(params));
    },
    safe(params) {
        return this.check(schemas_int(params));
    },
    positive(params) {
        return this.check(_gt(0, params));
    },
    nonnegative(params) {
        return this.check(_gte(0, params));
    },
    negative(params) {
        return this.check(_lt(0, params));
    },
    nonpositive(params) {
        return this.check(_lte(0, params));
    },
    multipleOf(value, params) {
        return this.check(_multipleOf(value, params));
    },
    step(value, params) {
        return this.check(_multipleOf(value, params));
    },
    finite() {
        return this;
    },
}));
function schemas_number(params) {
    return _number(ZodNumber, params);
}
const ZodNumberFormat = /*@__PURE__*/ $constructor("ZodNumberFormat", (inst, def) => {
    $ZodNumberFormat.init(inst, def);
    ZodNumber.init(inst, def);
});
function schemas_int(params) {
    return _int(ZodNumberFormat, params);
}
function float32(params) {
    return core._float32(ZodNumberFormat, params);
}
function float64(params) {
    return core._float64(ZodNumberFormat, params);
}
function int32(params) {
    return core._int32(ZodNumberFormat, params);
}
function uint32(params) {
    return core._uint32(ZodNumberFormat, params);
}
const ZodBoolean = /*@__PURE__*/ $constructor("ZodBoolean", (inst, def) => {
    $ZodBoolean.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => booleanProcessor(inst, ctx, json, params);
});
function schemas_boolean(params) {
    return _boolean(ZodBoolean, params);
}
const ZodBigInt = /*@__PURE__*/ $constructor("ZodBigInt", (inst, def) => {
    $ZodBigInt.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => bigintProcessor(inst, ctx, json, params);
}, 
/*@__PURE__*/ derived({
    minValue: (inst) => aggregateChecks(inst).minimum ?? null,
    maxValue: (inst) => aggregateChecks(inst).maximum ?? null,
    format: (inst) => aggregateChecks(inst).format ?? null,
}, {
    gte(value, params) {
        return this.check(_gte(value, params));
    },
    min(value, params) {
        return this.check(_gte(value, params));
    },
    gt(value, params) {
        return this.check(_gt(value, params));
    },
    lt(value, params) {
        return this.check(_lt(value, params));
    },
    lte(value, params) {
        return this.check(_lte(value, params));
    },
    max(value, params) {
        return this.check(_lte(value, params));
    },
    positive(params) {
        return this.check(_gt(BigInt(0), params));
    },
    negative(params) {
        return this.check(_lt(BigInt(0), params));
    },
    nonpositive(params) {
        return this.check(_lte(BigInt(0), params));
    },
    nonnegative(params) {
        return this.check(_gte(BigInt(0), params));
    },
    multipleOf(value, params) {
        return this.check(_multipleOf(value, params));
    },
}));
function schemas_bigint(params) {
    return core._bigint(ZodBigInt, params);
}
const ZodBigIntFormat = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodBigIntFormat", (inst, def) => {
    core.$ZodBigIntFormat.init(inst, def);
    ZodBigInt.init(inst, def);
})));
function int64(params) {
    return core._int64(ZodBigIntFormat, params);
}
function uint64(params) {
    return core._uint64(ZodBigIntFormat, params);
}
const ZodSymbol = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSymbol", (inst, def) => {
    core.$ZodSymbol.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.symbolProcessor(inst, ctx, json, params);
})));
function symbol(params) {
    return core._symbol(ZodSymbol, params);
}
const ZodUndefined = /*@__PURE__*/ $constructor("ZodUndefined", (inst, def) => {
    $ZodUndefined.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => undefinedProcessor(inst, ctx, json, params);
});
function schemas_undefined(params) {
    return api_undefined(ZodUndefined, params);
}

const ZodNull = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodNull", (inst, def) => {
    core.$ZodNull.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.nullProcessor(inst, ctx, json, params);
})));
function schemas_null(params) {
    return core._null(ZodNull, params);
}

const ZodAny = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodAny", (inst, def) => {
    core.$ZodAny.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.anyProcessor(inst, ctx, json, params);
})));
function any() {
    return core._any(ZodAny);
}
const ZodUnknown = /*@__PURE__*/ $constructor("ZodUnknown", (inst, def) => {
    $ZodUnknown.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor(inst, ctx, json, params);
});
function unknown() {
    return _unknown(ZodUnknown);
}
const ZodNever = /*@__PURE__*/ $constructor("ZodNever", (inst, def) => {
    $ZodNever.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json, params);
});
function never(params) {
    return _never(ZodNever, params);
}
const ZodVoid = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodVoid", (inst, def) => {
    core.$ZodVoid.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.voidProcessor(inst, ctx, json, params);
})));
function schemas_void(params) {
    return core._void(ZodVoid, params);
}

const ZodDate = /*@__PURE__*/ $constructor("ZodDate", (inst, def) => {
    $ZodDate.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => dateProcessor(inst, ctx, json, params);
    inst.min = (value, params) => inst.check(_gte(value, params));
    inst.max = (value, params) => inst.check(_lte(value, params));
}, 
/*@__PURE__*/ derived({
    minDate: (inst) => {
        const { minimum } = aggregateChecks(inst);
        return minimum ? new Date(minimum) : null;
    },
    maxDate: (inst) => {
        const { maximum } = aggregateChecks(inst);
        return maximum ? new Date(maximum) : null;
    },
}, {}));
function schemas_date(params) {
    return core._date(ZodDate, params);
}
const ZodArray = /*@__PURE__*/ $constructor("ZodArray", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodArray.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params);
    inst.element = def.element;
}, {
    min(n, params) {
        return this.check(_minLength(n, params));
    },
    nonempty(params) {
        return this.check(_minLength(1, params));
    },
    max(n, params) {
        return this.check(_maxLength(n, params));
    },
    length(n, params) {
        return this.check(_length(n, params));
    },
    unwrap() {
        return this.element;
    },
});
function array(element, params) {
    return _array(ZodArray, element, params);
}
// .keyof
function keyof(schema) {
    const shape = schema._zod.def.shape;
    return schemas_enum(Object.keys(shape));
}
const ZodObject = /*@__PURE__*/ $constructor("ZodObject", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodObjectJIT.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params);
    installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
    keyof() {
        return schemas_enum(Object.keys(this._zod.def.shape));
    },
    catchall(catchall) {
        // `mergeDefs` rather than a spread: spreading reads `shape`, and resolving it can mint a whole fresh subtree
        return this.clone(mergeDefs(this._zod.def, { catchall: catchall }));
    },
    passthrough() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    loose() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    strict() {
        return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
    },
    strip() {
        return this.clone(mergeDefs(this._zod.def, { catchall: undefined }));
    },
    extend(incoming) {
        return extend(this, incoming);
    },
    safeExtend(incoming) {
        return safeExtend(this, incoming);
    },
    merge(other) {
        return merge(this, other);
    },
    pick(mask) {
        return util_pick(this, mask);
    },
    omit(mask) {
        return omit(this, mask);
    },
    partial(...args) {
        return partial(ZodOptional, this, args[0]);
    },
    exactPartial(...args) {
        return partial(ZodExactOptional, this, args[0], "exactPartial");
    },
    required(...args) {
        return required(ZodNonOptional, this, args[0]);
    },
});
function object(shape, params) {
    const def = {
        type: "object",
        shape: shape ?? {},
        ...normalizeParams(params),
    };
    return new ZodObject(def);
}
// strictObject
function strictObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: never(),
        ...util.normalizeParams(params),
    });
}
// looseObject
function looseObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: unknown(),
        ...normalizeParams(params),
    });
}
const ZodUnion = /*@__PURE__*/ $constructor("ZodUnion", (inst, def) => {
    $ZodUnion.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params);
    inst.options = def.options;
});
function union(options, params) {
    return new ZodUnion({
        type: "union",
        options: options,
        ...normalizeParams(params),
    });
}
const ZodXor = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodXor", (inst, def) => {
    ZodUnion.init(inst, def);
    core.$ZodXor.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.unionProcessor(inst, ctx, json, params);
    inst.options = def.options;
})));
/** Creates an exclusive union (XOR) where exactly one option must match.
 * Unlike regular unions that succeed when any option matches, xor fails if
 * zero or more than one option matches the input. */
function xor(options, params) {
    return new ZodXor({
        type: "union",
        options: options,
        inclusive: false,
        ...util.normalizeParams(params),
    });
}
const ZodDiscriminatedUnion = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodDiscriminatedUnion", (inst, def) => {
    ZodUnion.init(inst, def);
    core.$ZodDiscriminatedUnion.init(inst, def);
})));
function discriminatedUnion(discriminator, options, params) {
    // const [options, params] = args;
    return new ZodDiscriminatedUnion({
        type: "union",
        options: options,
        discriminator,
        ...util.normalizeParams(params),
    });
}
const ZodIntersection = /*@__PURE__*/ $constructor("ZodIntersection", (inst, def) => {
    $ZodIntersection.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params);
});
function intersection(left, right) {
    return new ZodIntersection({
        type: "intersection",
        left: left,
        right: right,
    });
}
const ZodTuple = /*@__PURE__*/ $constructor("ZodTuple", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodTuple.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => tupleProcessor(inst, ctx, json, params);
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
    const hasRest = _paramsOrRest instanceof core.$ZodType;
    const params = hasRest ? _params : _paramsOrRest;
    const rest = hasRest ? _paramsOrRest : null;
    return new ZodTuple({
        type: "tuple",
        items: items,
        rest,
        ...util.normalizeParams(params),
    });
}
const ZodRecord = /*@__PURE__*/ $constructor("ZodRecord", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodRecord.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => recordProcessor(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
});
function record(keyType, valueType, params) {
    // v3-compat: z.record(valueType, params?) — defaults keyType to z.string()
    if (!valueType || !valueType._zod) {
        return new ZodRecord({
            type: "record",
            keyType: schemas_string(),
            valueType: keyType,
            ...normalizeParams(valueType),
        });
    }
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ...normalizeParams(params),
    });
}
// type alksjf = core.output<core.$ZodRecordKey>;
function partialRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ...util.normalizeParams(params),
        partial: true,
    });
}
function looseRecord(keyType, valueType, params) {
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        mode: "loose",
        ...util.normalizeParams(params),
    });
}
const ZodMap = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodMap", (inst, def) => {
    _ensureDefaultMemoizer();
    core.$ZodMap.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.mapProcessor(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
    inst.min = (...args) => inst.check(core._minSize(...args));
    inst.nonempty = (params) => inst.check(core._minSize(1, params));
    inst.max = (...args) => inst.check(core._maxSize(...args));
    inst.size = (...args) => inst.check(core._size(...args));
})));
function map(keyType, valueType, params) {
    return new ZodMap({
        type: "map",
        keyType: keyType,
        valueType: valueType,
        ...util.normalizeParams(params),
    });
}
const ZodSet = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSet", (inst, def) => {
    _ensureDefaultMemoizer();
    core.$ZodSet.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.setProcessor(inst, ctx, json, params);
    inst.min = (...args) => inst.check(core._minSize(...args));
    inst.nonempty = (params) => inst.check(core._minSize(1, params));
    inst.max = (...args) => inst.check(core._maxSize(...args));
    inst.size = (...args) => inst.check(core._size(...args));
})));
function set(valueType, params) {
    return new ZodSet({
        type: "set",
        valueType: valueType,
        ...util.normalizeParams(params),
    });
}
const ZodEnum = /*@__PURE__*/ $constructor("ZodEnum", (inst, def) => {
    $ZodEnum.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json, params);
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
            ...normalizeParams(params),
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
            ...normalizeParams(params),
            entries: newEntries,
        });
    };
});
function schemas_enum(values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    return new ZodEnum({
        type: "enum",
        entries,
        ...normalizeParams(params),
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
        ...util.normalizeParams(params),
    });
}
const ZodLiteral = /*@__PURE__*/ $constructor("ZodLiteral", (inst, def) => {
    $ZodLiteral.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => literalProcessor(inst, ctx, json, params);
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
        ...normalizeParams(params),
    });
}
const ZodFile = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodFile", (inst, def) => {
    core.$ZodFile.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.fileProcessor(inst, ctx, json, params);
    inst.min = (size, params) => inst.check(core._minSize(size, params));
    inst.max = (size, params) => inst.check(core._maxSize(size, params));
    inst.mime = (types, params) => inst.check(core._mime(Array.isArray(types) ? types : [types], params));
})));
function file(params) {
    return core._file(ZodFile, params);
}
const ZodTransform = /*@__PURE__*/ $constructor("ZodTransform", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodTransform.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params);
    inst._zod.parse = (payload, _ctx) => {
        if (_ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
        }
        payload.addIssue = (issue) => {
            if (typeof issue === "string") {
                payload.issues.push(util_issue(issue, payload.value, def));
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
                payload.issues.push(util_issue(_issue));
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
const ZodOptional = /*@__PURE__*/ $constructor("ZodOptional", (inst, def) => {
    $ZodOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function optional(innerType) {
    return new ZodOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodExactOptional = /*@__PURE__*/ $constructor("ZodExactOptional", (inst, def) => {
    $ZodExactOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
    return new ZodExactOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodNullable = /*@__PURE__*/ $constructor("ZodNullable", (inst, def) => {
    $ZodNullable.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nullable(innerType) {
    return new ZodNullable({
        type: "nullable",
        innerType: innerType,
    });
}
// nullish
function schemas_nullish(innerType) {
    return optional(nullable(innerType));
}
const ZodDefault = /*@__PURE__*/ $constructor("ZodDefault", (inst, def) => {
    $ZodDefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeDefault = inst.unwrap;
});
function schemas_default(innerType, defaultValue) {
    return new ZodDefault({
        type: "default",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodPrefault = /*@__PURE__*/ $constructor("ZodPrefault", (inst, def) => {
    $ZodPrefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
    return new ZodPrefault({
        type: "prefault",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodNonOptional = /*@__PURE__*/ $constructor("ZodNonOptional", (inst, def) => {
    $ZodNonOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
    return new ZodNonOptional({
        type: "nonoptional",
        innerType: innerType,
        ...normalizeParams(params),
    });
}
const ZodSuccess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodSuccess", (inst, def) => {
    core.$ZodSuccess.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.successProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
})));
function success(innerType) {
    return new ZodSuccess({
        type: "success",
        innerType: innerType,
    });
}
const ZodCatch = /*@__PURE__*/ $constructor("ZodCatch", (inst, def) => {
    $ZodCatch.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeCatch = inst.unwrap;
});
function schemas_catch(innerType, catchValue) {
    return new ZodCatch({
        type: "catch",
        innerType: innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : constantCatch(catchValue)),
    });
}

const ZodNaN = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodNaN", (inst, def) => {
    core.$ZodNaN.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.nanProcessor(inst, ctx, json, params);
})));
function nan(params) {
    return core._nan(ZodNaN, params);
}
const ZodPipe = /*@__PURE__*/ $constructor("ZodPipe", (inst, def) => {
    $ZodPipe.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params);
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
const ZodCodec = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodCodec", (inst, def) => {
    ZodPipe.init(inst, def);
    core.$ZodCodec.init(inst, def);
})));
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
const ZodPreprocess = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodPreprocess", (inst, def) => {
    ZodPipe.init(inst, def);
    core.$ZodPreprocess.init(inst, def);
})));
const ZodReadonly = /*@__PURE__*/ $constructor("ZodReadonly", (inst, def) => {
    $ZodReadonly.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
    return new ZodReadonly({
        type: "readonly",
        innerType: innerType,
    });
}
const ZodTemplateLiteral = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodTemplateLiteral", (inst, def) => {
    core.$ZodTemplateLiteral.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.templateLiteralProcessor(inst, ctx, json, params);
})));
function templateLiteral(parts, params) {
    return new ZodTemplateLiteral({
        type: "template_literal",
        parts,
        ...util.normalizeParams(params),
    });
}
const ZodLazy = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodLazy", (inst, def) => {
    core.$ZodLazy.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.lazyProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.getter();
})));
function lazy(getter) {
    return new ZodLazy({
        type: "lazy",
        getter: getter,
    });
}
const ZodPromise = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodPromise", (inst, def) => {
    core.$ZodPromise.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.promiseProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
})));
function promise(innerType) {
    return new ZodPromise({
        type: "promise",
        innerType: innerType,
    });
}
const ZodFunction = /*@__PURE__*/ (/* unused pure expression or super */ null && (core.$constructor("ZodFunction", (inst, def) => {
    core.$ZodFunction.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => processors.functionProcessor(inst, ctx, json, params);
})));
function _function(params) {
    return new ZodFunction({
        type: "function",
        input: Array.isArray(params?.input) ? tuple(params?.input) : (params?.input ?? array(unknown())),
        output: params?.output ?? unknown(),
    });
}

const ZodCustom = /*@__PURE__*/ $constructor("ZodCustom", (inst, def) => {
    $ZodCustom.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params);
});
// custom checks
function check(fn) {
    const ch = new core.$ZodCheck({
        check: "custom",
        // ...util.normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}
function custom(fn, _params) {
    return core._custom(ZodCustom, fn ?? (() => true), _params);
}
function refine(fn, _params = {}) {
    return _refine(ZodCustom, fn, _params);
}
// superRefine
function superRefine(fn, params) {
    return _superRefine(fn, params);
}
// Re-export describe and meta from core
const schemas_describe = describe;
const schemas_meta = meta;
const ZodInstanceOf = /*@__PURE__*/ $constructor("ZodInstanceOf", (inst, def) => {
    ZodCustom.init(inst, def);
}, {
    properties(shape, params) {
        // asserts in place, so the narrowed output type is truthful without a wrapper
        return this.check(_properties(shape, params));
    },
});
function _instanceof(cls, params = {}) {
    const inst = new ZodInstanceOf({
        type: "custom",
        check: "custom",
        fn: (data) => data instanceof cls,
        abort: true,
        ...util.normalizeParams(params),
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
const stringbool = (...args) => core._stringbool({
    Codec: ZodCodec,
    Boolean: ZodBoolean,
    String: ZodString,
}, ...args);
function json(params) {
    const jsonSchema = lazy(() => {
        return union([schemas_string(params), schemas_number(), schemas_boolean(), schemas_null(), array(jsonSchema), record(schemas_string(), jsonSchema)]);
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

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/iso.js



function iso_datetime(params) {
    return _isoDateTime(ZodISODateTime, params);
}
function iso_date(params) {
    return core._isoDate(ZodISODate, params);
}
function iso_time(params) {
    return core._isoTime(ZodISOTime, params);
}
function iso_duration(params) {
    return core._isoDuration(ZodISODuration, params);
}

;// CONCATENATED MODULE: ./build/contract/approval.js


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
const Requester = looseObject({ type: schemas_enum(["user", "token"]), id: schemas_string(), name: schemas_string() });
/**
 * A production publish request, decided by a person.
 * @see Interface §2 (fields: not shown)
 */
const Approval = looseObject({
    id: schemas_string().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: schemas_uuid(),
    sourceDeploymentId: schemas_string().regex(DEPLOYMENT_ID_PATTERN),
    status: schemas_enum(APPROVAL_STATUSES),
    /** Session or token that asked. */
    requestedBy: Requester,
    /** The person behind it, who cannot approve. */
    originatingUserId: schemas_uuid(),
    requestedVia: schemas_enum(["web", "mcp"]),
    reason: schemas_string().nullable(),
    createdAt: iso_datetime(),
    expiresAt: iso_datetime(),
    decidedBy: looseObject({ id: schemas_uuid(), name: schemas_string() }).nullable(),
    decidedAt: iso_datetime().nullable(),
    notes: schemas_string().nullable(),
    /** The production deployment it led to. */
    deploymentId: schemas_string().regex(DEPLOYMENT_ID_PATTERN).nullable(),
    /** Where a person decides. */
    webApprovalUrl: url(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: schemas_string().nullable().optional(),
    /** Members who may decide it now; 0 means that nobody can. */
    deciders: schemas_int().nonnegative().optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a publish request. */
const ReceivedApproval = looseObject({
    id: schemas_string().min(1),
    status: schemas_string().min(1),
    siteId: schemas_string().optional(),
    sourceDeploymentId: schemas_string().optional(),
    deploymentId: schemas_string().nullish(),
    expiresAt: schemas_string().nullish(),
    webApprovalUrl: schemas_string().nullish(),
});
/** What a person may decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = object({ decision: schemas_enum(DECISIONS), notes: schemas_string().trim().max(MAX_NOTES_CHARS).optional() })
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({ id: "DecideApproval" });
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = object({
    siteId: schemas_uuid(),
    sourceDeploymentId: schemas_string().min(1).max(128),
    reason: schemas_string().trim().max(MAX_NOTES_CHARS).optional(),
})
    .meta({ id: "RequestApproval" });

;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/coerce.js


function coerce_string(params) {
    return core._coercedString(schemas.ZodString, params);
}
function coerce_number(params) {
    return _coercedNumber(ZodNumber, params);
}
function coerce_boolean(params) {
    return core._coercedBoolean(schemas.ZodBoolean, params);
}
function coerce_bigint(params) {
    return core._coercedBigint(schemas.ZodBigInt, params);
}
function coerce_date(params) {
    return core._coercedDate(schemas.ZodDate, params);
}

;// CONCATENATED MODULE: ./build/contract/build-errors.js
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

;// CONCATENATED MODULE: ./build/contract/deployment.js



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
const DeploymentId = schemas_string().regex(DEPLOYMENT_ID_PATTERN);
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = looseObject({
    id: DeploymentId,
    siteId: schemas_uuid(),
    environment: schemas_enum(ENVIRONMENTS),
    status: schemas_enum(DEPLOYMENT_STATUSES),
    createdAt: iso_datetime(),
    /** Fixed address of this deployment; present on a ready preview. */
    previewUrl: url().optional(),
    /** Present on a ready production deployment. */
    productionUrl: url().optional(),
    commitSha: schemas_string().optional(),
    branch: schemas_string().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The request a person approved, on production deployments. */
    approvalRequestId: schemas_string().optional(),
    framework: schemas_string().optional(),
    startedAt: iso_datetime().optional(),
    finishedAt: iso_datetime().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: looseObject({ code: schemas_enum(BUILD_ERROR_CODES), message: schemas_string() }).optional(),
    /** How often a worker took it up. */
    attempt: schemas_int().nonnegative().optional(),
    /** Addresses that move with the branch. */
    aliases: array(url()).optional(),
})
    .meta({ id: "Deployment" });
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = looseObject({
    id: schemas_string().min(1),
    siteId: schemas_string().optional(),
    environment: schemas_string().optional(),
    status: schemas_string().min(1),
    createdAt: schemas_string().optional(),
    previewUrl: schemas_string().nullish(),
    productionUrl: schemas_string().nullish(),
    commitSha: schemas_string().nullish(),
    branch: schemas_string().nullish(),
    sourceDeploymentId: schemas_string().nullish(),
    startedAt: schemas_string().nullish(),
    finishedAt: schemas_string().nullish(),
    error: looseObject({ code: schemas_string().optional(), message: schemas_string().optional() }).nullish(),
});
/** A git branch name that can be no option and no revision expression. [git-check-ref-format(1)] */
const Branch = schemas_string().min(1).max(255).refine(isBranchName, "must be a valid git branch name");
function isBranchName(name) {
    if (/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name))
        return false;
    return name !== "@" && name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
const CreateDeployment = object({
    environment: schemas_enum(ENVIRONMENTS),
    commitSha: schemas_string().regex(COMMIT_SHA_PATTERN, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: schemas_string().min(1).max(128).optional(),
})
    .meta({ id: "CreateDeployment" });

;// CONCATENATED MODULE: ./build/contract/listing.js




const Page = {
    limit: coerce_number().int().min(1).max(MAX_PAGE_SIZE).optional(),
    cursor: schemas_string().min(1).max(512).optional(),
};
const Instant = iso_datetime({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the answer is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = object({
    siteId: schemas_uuid().optional(),
    environment: schemas_enum(ENVIRONMENTS).optional(),
    status: schemas_enum(DEPLOYMENT_STATUSES).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** Query of the list of publish requests, in the same two forms. [additive] */
const ListApprovals = object({ siteId: schemas_uuid().optional(), status: schemas_enum(APPROVAL_STATUSES).optional(), ...Page })
    .meta({ id: "ListApprovals" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = schemas_string().nullable();

;// CONCATENATED MODULE: ./build/contract/routes/approvals.js



/**
 * Operations on publish requests.
 * @see Interface §4
 */
const APPROVALS_ROUTES = {
    listApprovals: {
        method: "GET",
        path: "/approvals",
        access: { scope: "approvals:read" },
        summary: "Lists publish requests, newest first.",
        section: "additive",
        form: "envelope",
        status: 200,
        query: ListApprovals,
        data: array(Approval),
        errors: ["validation_failed", "invalid_cursor"],
    },
    getApproval: {
        method: "GET",
        path: "/approvals/{requestId}",
        access: { scope: "approvals:read" },
        summary: "Reads a publish request.",
        section: "additive",
        form: "envelope",
        status: 200,
        data: Approval,
        errors: ["not_found"],
    },
    requestApproval: {
        method: "POST",
        path: "/approvals",
        access: "web_session",
        summary: "Asks for a ready preview to be published.",
        section: "additive",
        form: "envelope",
        status: 201,
        body: RequestApproval,
        data: Approval,
        errors: [
            "web_session_required",
            "site_not_found",
            "deployment_not_found",
            "source_deployment_not_ready",
            "forbidden_role",
            "step_up_required",
        ],
    },
    decideApproval: {
        method: "POST",
        path: "/approvals/{requestId}/decision",
        access: "web_session",
        summary: "Records a person's decision on a publish request.",
        section: "4",
        form: "envelope",
        status: 200,
        body: DecideApproval,
        data: Approval,
        errors: [
            "web_session_required",
            "not_found",
            "self_approval_forbidden",
            "forbidden_role",
            "approval_already_decided",
            "source_deployment_not_ready",
            "live_site_limit_reached",
            "step_up_required",
        ],
    },
};

;// CONCATENATED MODULE: ./build/contract/routes/deployments.js



/**
 * Operations on deployments.
 * @see Interface §4
 */
const DEPLOYMENTS_ROUTES = {
    createDeployment: {
        method: "POST",
        path: "/sites/{siteId}/deploy",
        access: { scope: "deployments:write" },
        summary: "Creates a deployment; needs an Idempotency-Key.",
        section: "4",
        form: "envelope",
        status: 202,
        body: CreateDeployment,
        data: Deployment,
        errors: [
            "site_not_found",
            "idempotency_key_required",
            "idempotency_conflict",
            "source_deployment_required",
            "deployment_not_found",
            "source_deployment_not_ready",
            "approval_required",
            "repository_not_connected",
            "live_site_limit_reached",
            "build_quota_exceeded",
        ],
    },
    listSiteDeployments: {
        method: "GET",
        path: "/sites/{siteId}/deployments",
        access: { scope: "deployments:read" },
        summary: "Lists the deployments of a site.",
        section: "4",
        form: "envelope",
        status: 200,
        query: ListDeployments.omit({ siteId: true }),
        data: array(Deployment),
        errors: ["site_not_found", "validation_failed", "invalid_cursor"],
    },
    listDeployments: {
        method: "GET",
        path: "/deployments",
        access: { scope: "deployments:read" },
        summary: "Lists the deployments of the workspace.",
        section: "4",
        form: "envelope",
        status: 200,
        query: ListDeployments,
        data: array(Deployment),
        errors: ["validation_failed", "invalid_cursor"],
    },
    getDeployment: {
        method: "GET",
        path: "/deployments/{deploymentId}",
        access: { scope: "deployments:read" },
        summary: "Reads a deployment.",
        section: "4",
        form: "envelope",
        status: 200,
        data: Deployment,
        errors: ["deployment_not_found"],
    },
    streamDeploymentEvents: {
        method: "GET",
        path: "/deployments/{deploymentId}/events",
        access: { scope: "deployments:read" },
        summary: "Streams status and log events until the deployment is terminal.",
        section: "4, 6",
        form: "stream",
        status: 200,
        data: schemas_string(),
        errors: ["deployment_not_found"],
    },
    cancelDeployment: {
        method: "POST",
        path: "/deployments/{deploymentId}/cancel",
        access: { scope: "deployments:write" },
        summary: "Cancels a deployment that has not ended.",
        section: "additive",
        form: "envelope",
        status: 200,
        data: Deployment,
        errors: ["deployment_not_found", "deployment_not_cancelable"],
    },
};

;// CONCATENATED MODULE: ./build/contract/device.js

/** Grant type of the device flow. [RFC 8628 §3.4] */
const DEVICE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
/** Answer of POST /oauth/device, bare JSON without the envelope. [RFC 8628 §3.2] */
const DeviceAuthorization = looseObject({
    device_code: schemas_string().min(1),
    user_code: schemas_string().min(1),
    verification_uri: url(),
    /** Seconds. */
    expires_in: schemas_int().positive(),
    /** Seconds between polls; 5 when absent. */
    interval: schemas_int().positive().optional(),
})
    .meta({ id: "DeviceAuthorization" });
/** Answer of POST /oauth/token when granted. [RFC 6749 §5.1] */
const DeviceToken = looseObject({
    access_token: schemas_string().min(1),
    token_type: schemas_string(),
    /** Seconds. */
    expires_in: schemas_int().positive().optional(),
    scope: schemas_string().optional(),
})
    .meta({ id: "DeviceToken" });
/** Errors of the two routes. [RFC 6749 §5.2, RFC 8628 §3.5] */
const OAUTH_ERROR_CODES = (/* unused pure expression or super */ null && ([
    "authorization_pending",
    "slow_down",
    "access_denied",
    "expired_token",
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "unsupported_grant_type",
]));
/** Error body of the two routes. [RFC 6749 §5.2] */
const OAuthError = looseObject({ error: schemas_string(), error_description: schemas_string().optional() })
    .meta({ id: "OAuthError" });

;// CONCATENATED MODULE: ./build/contract/routes/device.js

/**
 * Operations of the device flow, for OAuth clients.
 * @see Interface §4
 */
const DEVICE_ROUTES = {
    startDeviceAuthorization: {
        method: "POST",
        path: "/oauth/device",
        access: "anonymous",
        summary: "Starts a device flow.",
        section: "4 (RFC 8628 §3.1)",
        form: "bare",
        status: 200,
        data: DeviceAuthorization,
        errors: [],
    },
    pollDeviceToken: {
        method: "POST",
        path: "/oauth/token",
        access: "anonymous",
        summary: "Polls a device flow until the token is granted.",
        section: "4 (RFC 8628 §3.4)",
        form: "bare",
        status: 200,
        data: DeviceToken,
        errors: [],
    },
};

;// CONCATENATED MODULE: ./build/contract/manifest.js

/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
const MANIFEST_FILE = "greenroom.json";
const RelativePath = schemas_string()
    .min(1)
    .max(1024)
    .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), "must stay inside the repository");
const Command = schemas_string().trim().min(1).max(4096);
/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
const Manifest = looseObject({
    /** Folder of the site inside the repository. */
    rootDirectory: RelativePath.optional(),
    /** What the build runs on. */
    runtime: schemas_enum(["node24", "static"]).optional(),
    /** Runs with network; null skips it. */
    installCommand: Command.nullable().optional(),
    /** Runs without network; null skips it. */
    buildCommand: Command.nullable().optional(),
    /** Folder of the built site, relative to `rootDirectory`. */
    output: RelativePath.optional(),
    /** Answers unknown paths with the root page, for sites that route in the browser. */
    spa: schemas_boolean().optional(),
    headers: array(looseObject({ source: schemas_string().startsWith("/"), headers: record(schemas_string(), schemas_string()) }))
        .max(100)
        .optional(),
    redirects: array(looseObject({
        source: schemas_string().startsWith("/"),
        destination: schemas_string().min(1).max(2048),
        status: union([literal(301), literal(302), literal(307), literal(308)]).optional(),
    }))
        .max(1000)
        .optional(),
    /** Names of the environment values the build may see; values are the operator's. */
    environment: array(schemas_string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
        .max(100)
        .optional(),
    /** Cancels queued builds of a branch when a newer one is created. */
    cancelSuperseded: schemas_boolean().optional(),
})
    .meta({ id: "Manifest" });

;// CONCATENATED MODULE: ./build/contract/site.js




/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
const SITE_STATUSES = ["active", "archived"];
const Slug = schemas_string().max(MAX_SLUG_CHARS).regex(SLUG_PATTERN, "must be lower-case letters, digits and hyphens");
/**
 * A hosted site of a workspace.
 * @see Interface §2
 */
const Site = looseObject({
    id: schemas_uuid(),
    projectId: schemas_uuid(),
    slug: Slug,
    name: schemas_string(),
    framework: schemas_string().nullable(),
    status: schemas_enum(SITE_STATUSES),
    repositoryUrl: schemas_string().nullable(),
    productionUrl: url(),
    createdAt: iso_datetime(),
    updatedAt: iso_datetime(),
    /** Set on archived sites. */
    archivedAt: iso_datetime().optional(),
})
    .meta({ id: "Site" });
/**
 * What a client reads of a site: ids, slug and addresses; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = looseObject({
    id: schemas_string().min(1),
    slug: schemas_string().min(1),
    name: schemas_string().optional(),
    status: schemas_string().optional(),
    repositoryUrl: schemas_string().nullish(),
    productionUrl: schemas_string().nullish(),
});
/**
 * Answer of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
const SiteDetail = Site.extend({
    /** As read by the newest ready build; null before it, or without a manifest file. */
    manifest: Manifest.nullable(),
    /** Commit the manifest was read from. */
    manifestCommitSha: schemas_string().nullable(),
    latestDeployment: Deployment.nullable(),
}).meta({ id: "SiteDetail" });
/**
 * Body of POST /sites.
 * @see Interface §4
 */
const CreateSite = object({
    projectId: schemas_uuid(),
    name: schemas_string().trim().min(1).max(200),
    slug: Slug,
    repositoryUrl: schemas_string().min(1).max(2048).optional(),
    framework: schemas_string().min(1).max(100).optional(),
})
    .meta({ id: "CreateSite" });
const Allowance = union([literal("unlimited"), schemas_int().nonnegative()]);
/**
 * Sibling of the sites in the list answer.
 * @see Interface §2
 */
const Entitlements = looseObject({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: schemas_int().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: schemas_int().nonnegative(),
})
    .meta({ id: "Entitlements" });

;// CONCATENATED MODULE: ./build/contract/routes/sites.js


/**
 * Operations on sites.
 * @see Interface §4
 */
const SITES_ROUTES = {
    listSites: {
        method: "GET",
        path: "/sites",
        access: { scope: "sites:read" },
        summary: "Lists the sites visible to the token, with the workspace's entitlements.",
        section: "4",
        form: "envelope",
        status: 200,
        data: array(Site),
        errors: [],
    },
    createSite: {
        method: "POST",
        path: "/sites",
        access: { scope: "sites:write" },
        summary: "Creates a site.",
        section: "4",
        form: "envelope",
        status: 201,
        body: CreateSite,
        data: Site,
        errors: ["slug_taken", "project_not_found", "repohost_installation_not_found", "site_limit_reached"],
    },
    listArchivedSites: {
        method: "GET",
        path: "/sites/archived",
        access: { scope: "sites:read" },
        summary: "Lists archived sites.",
        section: "4",
        form: "envelope",
        status: 200,
        data: array(Site),
        errors: [],
    },
    getSite: {
        method: "GET",
        path: "/sites/{siteId}",
        access: { scope: "sites:read" },
        summary: "Reads a site with its manifest and latest deployment.",
        section: "4",
        form: "envelope",
        status: 200,
        data: SiteDetail,
        errors: ["site_not_found"],
    },
    archiveSite: {
        method: "DELETE",
        path: "/sites/{siteId}",
        access: { scope: "sites:write" },
        summary: "Archives a site.",
        section: "4 (method and path: not shown)",
        form: "envelope",
        status: 200,
        data: Site,
        errors: ["site_not_found"],
    },
    restoreSite: {
        method: "POST",
        path: "/sites/{siteId}/restore",
        access: { scope: "sites:write" },
        summary: "Restores an archived site, empty and ready to redeploy.",
        section: "4",
        form: "envelope",
        status: 200,
        data: Site,
        errors: ["site_not_found", "site_limit_reached", "slug_taken"],
    },
};

;// CONCATENATED MODULE: ./build/contract/target.js

const Name = schemas_string().trim().min(1).max(100);
const Word = schemas_string().regex(/^[a-z0-9-]{1,50}$/);
/** `managed` runs on the service; `own-cloud` in the caller's account, which needs an entitlement and a person. [§5.6] */
const TARGET_MODES = (/* unused pure expression or super */ null && (["managed", "own-cloud"]));
/**
 * Where deployments are provisioned.
 * @see Interface §2 (identifier and other fields: not shown)
 */
const DeploymentTarget = looseObject({
    id: schemas_uuid(),
    name: schemas_string(),
    provider: schemas_string(),
    mode: schemas_string(),
    runtime: schemas_string(),
    isDefault: schemas_boolean(),
    createdAt: iso_datetime(),
    updatedAt: iso_datetime(),
})
    .meta({ id: "DeploymentTarget" });
/** A combination of provider, mode and runtime, and whether it is enabled here. [§4] */
const TargetCapability = looseObject({
    provider: schemas_string(),
    mode: schemas_string(),
    runtime: schemas_string(),
    enabled: schemas_boolean(),
    requires: array(schemas_string()).optional(),
})
    .meta({ id: "TargetCapability" });
/** Secrets and settings of a target; written, never read back. */
const Config = record(schemas_string().max(100), schemas_string().max(4096));
/** Body of POST /deployment-targets. [§4: not shown] */
const CreateTarget = object({
    name: Name,
    provider: Word,
    mode: Word,
    runtime: Word,
    isDefault: schemas_boolean().optional(),
    config: Config.optional(),
})
    .meta({ id: "CreateTarget" });
/** Body of PATCH /deployment-targets/{id}. [§4: not shown] */
const UpdateTarget = object({
    name: Name.optional(),
    provider: Word.optional(),
    mode: Word.optional(),
    runtime: Word.optional(),
    isDefault: schemas_boolean().optional(),
    config: Config.optional(),
})
    .meta({ id: "UpdateTarget" });
/** Answer of DELETE /deployment-targets/{id}. */
const DeletedTarget = looseObject({ id: schemas_uuid(), deleted: literal(true) }).meta({ id: "DeletedTarget" });

;// CONCATENATED MODULE: ./build/contract/routes/targets.js


/**
 * Operations on deployment targets.
 * @see Interface §4
 */
const TARGETS_ROUTES = {
    listTargets: {
        method: "GET",
        path: "/deployment-targets",
        access: { scope: "targets:read" },
        summary: "Lists configured deployment targets.",
        section: "4",
        form: "envelope",
        status: 200,
        data: array(DeploymentTarget),
        errors: [],
    },
    listTargetCapabilities: {
        method: "GET",
        path: "/deployment-targets/capabilities",
        access: { scope: "targets:read" },
        summary: "Lists the provider options and which of them are enabled here.",
        section: "4",
        form: "envelope",
        status: 200,
        data: array(TargetCapability),
        errors: [],
    },
    createTarget: {
        method: "POST",
        path: "/deployment-targets",
        access: { scope: "targets:write" },
        summary: "Creates a deployment target.",
        section: "4",
        form: "envelope",
        status: 201,
        body: CreateTarget,
        data: DeploymentTarget,
        errors: ["deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
    },
    updateTarget: {
        method: "PATCH",
        path: "/deployment-targets/{id}",
        access: { scope: "targets:write" },
        summary: "Updates a deployment target.",
        section: "4",
        form: "envelope",
        status: 200,
        body: UpdateTarget,
        data: DeploymentTarget,
        errors: ["not_found", "deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
    },
    deleteTarget: {
        method: "DELETE",
        path: "/deployment-targets/{id}",
        access: { scope: "targets:write" },
        summary: "Removes a deployment target.",
        section: "4",
        form: "envelope",
        status: 200,
        data: DeletedTarget,
        errors: ["not_found", "deployment_target_in_use", "user_actor_required"],
    },
};

;// CONCATENATED MODULE: ./build/contract/routes.js





/** Every operation, by name. */
const ROUTES = {
    ...SITES_ROUTES,
    ...DEPLOYMENTS_ROUTES,
    ...APPROVALS_ROUTES,
    ...TARGETS_ROUTES,
    ...DEVICE_ROUTES,
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
    return ROUTES[name].path.replaceAll(/\{(\w+)\}/g, (_, parameter) => {
        const value = values.get(parameter);
        if (typeof value !== "string" || value === "" || value === "." || value === "..") {
            throw new TypeError(`The ${parameter} of ${name} must be an id; give one that is not empty and no dot segment.`);
        }
        return encodeURIComponent(value);
    });
}

;// CONCATENATED MODULE: ./build/client/errors.js
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
        throw invalidCall("invalid_request", what ?? `The parameters of ${name} are wrong`, "Give the id as it was received.");
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

;// CONCATENATED MODULE: ./build/client/approvals.js



/**
 * Binds the operations on publish requests to a transport.
 * @param transport Path to the network.
 */
function createApprovals(transport) {
    return {
        async list(options) {
            const path = pathOf("listApprovals", {});
            return (await transport.call({ method: "GET", path, data: array(ReceivedApproval) }, options)).data;
        },
        async get(requestId, options) {
            const path = pathOf("getApproval", { requestId });
            return (await transport.call({ method: "GET", path, data: ReceivedApproval }, options)).data;
        },
        async request(body, options) {
            const path = pathOf("requestApproval", {});
            return (await transport.call({ method: "POST", path, body: jsonBody(body), data: ReceivedApproval }, options))
                .data;
        },
        async decide(requestId, body, options) {
            const path = pathOf("decideApproval", { requestId });
            return (await transport.call({ method: "POST", path, body: jsonBody(body), data: ReceivedApproval }, options))
                .data;
        },
    };
}

;// CONCATENATED MODULE: ./build/client/deployments.js



/**
 * Binds the operations on deployments to a transport.
 * @param transport Path to the network.
 */
function createDeployments(transport) {
    const List = array(ReceivedDeployment);
    const list = async (path, options) => {
        const answer = await transport.call({ method: "GET", path, data: List }, options);
        return { deployments: answer.data, nextCursor: NextCursor.safeParse(answer.envelope["nextCursor"]).data ?? null };
    };
    return {
        async create(siteId, { body, key }, options) {
            const path = pathOf("createDeployment", { siteId });
            const call = { method: "POST", path, body, idempotencyKey: key, data: ReceivedDeployment };
            const { data, replayed, dateMs, tries } = await transport.call(call, options);
            return { deployment: data, replayed, dateMs, tries };
        },
        async get(deploymentId, options) {
            const path = pathOf("getDeployment", { deploymentId });
            return (await transport.call({ method: "GET", path, data: ReceivedDeployment }, options)).data;
        },
        list: (query = {}, options) => list(withQuery(pathOf("listDeployments", {}), query), options),
        listForSite: (siteId, query = {}, options) => list(withQuery(pathOf("listSiteDeployments", { siteId }), query), options),
        async cancel(deploymentId, options) {
            const path = pathOf("cancelDeployment", { deploymentId });
            return (await transport.call({ method: "POST", path, data: ReceivedDeployment }, options)).data;
        },
    };
}

;// CONCATENATED MODULE: ./build/contract/events.js


/** Names of the events on a deployment's stream; clients pass over all others. [§6] */
const EVENT_NAMES = (/* unused pure expression or super */ null && (["status", "log"]));
/**
 * Data of a `status` event: one per transition.
 * @see Interface §6
 */
const StatusEvent = looseObject({
    status: schemas_enum(DEPLOYMENT_STATUSES),
    at: iso_datetime(),
    /** On reaching `ready` for a preview. */
    previewUrl: url().optional(),
    /** On reaching `failed` or `canceled`. */
    error: looseObject({ code: schemas_string(), message: schemas_string() }).optional(),
})
    .meta({ id: "StatusEvent" });
/** Steps of the pipeline, which are also the streams of its log. [§6: `build` is the sample] */
const LOG_STREAMS = (/* unused pure expression or super */ null && (["clone", "install", "build", "publish", "system"]));
/**
 * One line of a log batch.
 * @see Interface §6 (shape of the elements: not shown)
 */
const LogLine = looseObject({
    /** Counts the lines of a deployment from 1. */
    n: schemas_int().positive(),
    at: iso_datetime(),
    text: schemas_string(),
    level: schemas_enum(["info", "warn", "error"]).optional(),
})
    .meta({ id: "LogLine" });
/**
 * Data of a `log` event: a batch of lines.
 * @see Interface §6
 */
const LogEvent = looseObject({ stream: schemas_string(), lines: array(LogLine) }).meta({ id: "LogEvent" });
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = looseObject({
    status: schemas_string().min(1),
    at: schemas_string().optional(),
    previewUrl: schemas_string().nullish(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = looseObject({ stream: schemas_string().optional(), lines: array(unknown()) });
const LINE_TEXT_FIELDS = ["text", "message", "line"];
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
        const fields = new Map(Object.entries(line));
        for (const field of LINE_TEXT_FIELDS) {
            const value = fields.get(field);
            if (typeof value === "string")
                return value;
        }
    }
    return JSON.stringify(line) ?? "";
}

;// CONCATENATED MODULE: ./build/client/address.js

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
        throw invalidCall("invalid_base_url", `The address ${url.protocol}//${url.host} would send the token in the clear`, "Use an https address; http is for localhost, 127.0.0.1 and [::1] only.");
    }
    if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
        throw invalidCall("invalid_base_url", `The address of ${url.host} carries a user name, a query or a fragment`, "Give the bare address, and the token by itself.");
    }
}
/**
 * Puts a path below a base address.
 * @param baseUrl Address of the service, with or without a path of its own.
 * @param path Percent-encoded path with a leading slash, and its query.
 */
function addressBelow(baseUrl, path) {
    return new URL(baseUrl.origin + baseUrl.pathname.replace(/\/+$/, "") + path);
}

;// CONCATENATED MODULE: ./build/contract/errors.js
/**
 * The one table of error codes: the service answers by it, the client retries by it, reports explain by it.
 * @see Interface §7
 */
const row = (status, retry, hint) => ({ status, retry, hint });
/** Every code the interface names, and every code the service adds where the interface names none. */
const ERRORS = {
    // Named by the interface, in its order. [§7]
    idempotency_key_required: row(428, "never", "Send an Idempotency-Key header; if you did, something between you and the service removed it."),
    idempotency_conflict: row(409, "never", "This key already belongs to another request; use a key of its own."),
    idempotency_key_conflict: row(409, "never", "This key already belongs to another request; use a key of its own."),
    deployment_not_found: row(404, "never", "Check the deployment id, and that the token belongs to its workspace."),
    approval_required: row(428, "never", "Ask a person to approve the release on the web; a token cannot publish."),
    source_deployment_required: row(428, "never", "Name the ready preview to promote in sourceDeploymentId."),
    self_approval_forbidden: row(403, "never", "Ask another member: whoever asked for a release cannot approve it."),
    build_quota_exceeded: row(429, "on_capacity", "Wait until a running build of the workspace ends, or cancel one; time alone does not clear it."),
    site_not_found: row(404, "never", "Check the site's id or slug, and that the token belongs to its workspace."),
    slug_taken: row(409, "never", "Choose another slug; an active site of the workspace uses this one."),
    project_not_found: row(404, "never", "Check the project id, and that the token belongs to its workspace."),
    repohost_installation_not_found: row(404, "never", "Install the repository host's app for this repository first."),
    deployment_target_not_implemented: row(400, "never", "Choose a combination that GET /deployment-targets/capabilities lists as enabled."),
    rate_limited: row(429, "after_header", "Wait as long as Retry-After says; share one token among fewer jobs."),
    not_found: row(404, "never", "Check the path and the id, and that the token belongs to its workspace."),
    // Not shown by the interface: who is asking. [§5, §7]
    unauthenticated: row(401, "never", "Send a valid token as 'Authorization: Bearer ...'; it may be wrong or expired."),
    insufficient_scope: row(403, "never", "Create a token that carries the scope the message names."),
    forbidden_role: row(403, "never", "Ask a member whose role allows this."),
    web_session_required: row(403, "never", "Sign in on the web; this is for a person, never for a token."),
    user_actor_required: row(403, "never", "Use a token that stands for a person, not for a bot."),
    entitlement_required: row(403, "never", "Ask the operator to enable this for the workspace."),
    step_up_required: row(401, "never", "Give your second factor again for this decision."),
    // Not shown by the interface: the shape of a request. [§7]
    validation_failed: row(400, "never", "Correct the fields the message names."),
    invalid_json: row(400, "never", "Send a JSON object as the body."),
    invalid_cursor: row(400, "never", "Use the nextCursor of the page before, unchanged."),
    unsupported_media_type: row(415, "never", "Send 'Content-Type: application/json'."),
    payload_too_large: row(413, "never", "Send a body of at most 64 KiB."),
    method_not_allowed: row(405, "never", "Use one of the methods in the Allow header."),
    tls_required: row(426, "never", "Use https; consider the token that was sent in the clear as leaked."),
    misdirected_request: row(421, "never", "Use the address the service is configured with."),
    // Not shown by the interface: the state of things. [§3, §4]
    repository_not_connected: row(409, "never", "Give the site a repositoryUrl first."),
    source_deployment_not_ready: row(409, "never", "Promote a preview of this site whose status is ready."),
    deployment_not_cancelable: row(409, "never", "The deployment already ended; nothing is left to cancel."),
    approval_already_decided: row(409, "never", "Someone decided this request, or it expired; ask for a new one."),
    site_limit_reached: row(402, "never", "Archive a site, or ask the operator to raise maxSites."),
    live_site_limit_reached: row(402, "never", "Archive a live site, or ask the operator to raise maxLiveSites."),
    deployment_target_in_use: row(409, "never", "Move the sites that use this target first."),
    // The service itself.
    internal_error: row(500, "same_key", "Try again with the same key; report the requestId if it stays."),
    try_again: row(503, "after_header", "Send the same request again after Retry-After."),
};
/**
 * Tells whether a code is in the error table.
 * @param code Any string an error body carried.
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
    return { status, retry, hint: "The service gave a code this version does not know; see its change log." };
}
/** The two codes for a changed request under a used key; they mean the same. [§7] */
const IDEMPOTENCY_CONFLICT_CODES = (/* unused pure expression or super */ null && (["idempotency_conflict", "idempotency_key_conflict"]));

;// CONCATENATED MODULE: ./build/client/retry.js
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
    return { kind: "stop", error: error.with({ message: `${error.detail.replace(/[.\s]+$/, "")}. ${wait}` }) };
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

;// CONCATENATED MODULE: ./build/client/answer.js




/** Longest text of a service that is handed on, characters. */
const answer_MAX_MESSAGE_CHARS = 2000;
// Looser than the contract's own schema: an odd sibling must not hide the code.
const Refusal = looseObject({
    ok: literal(false),
    error: looseObject({ code: schemas_string().min(1), message: schemas_string().optional() }),
});
const Success = looseObject({ ok: literal(true), data: unknown() });
const Issues = array(looseObject({ path: schemas_string(), message: schemas_string() }));
/**
 * Reads an enveloped answer.
 * @param answer As it came in.
 * @param data What must stand under `data`.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the answer has no `Date`.
 * @see Interface §2 (envelope), §7 (errors)
 */
function readEnvelope(answer, data, nowMs) {
    const body = parseJson(answer.text);
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
    const what = answer_describe(answer);
    if (isSuccess(status) && answer.text === undefined)
        return tooLarge(answer);
    if (isSuccess(status))
        return unexpected(answer, `The answer is not one of the interface: ${what}`);
    if (status >= 300 && status < 400) {
        return answer_failure(answer, {
            code: "redirect_refused",
            message: `The service answered with a redirect (${status}), which is not followed with a token`,
            hint: "Give the address it redirects to as the base address.",
            retry: "never",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    return answer_failure(answer, {
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
    return readHttpDate(answer.headers.date);
}
function refused(answer, error, nowMs) {
    const row = errorRow(error.code, answer.status);
    const issues = Issues.safeParse(error["issues"]);
    return new ClientError({
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
    return [text, ...where].join("; ").slice(0, answer_MAX_MESSAGE_CHARS);
}
function answer_failure(answer, parts) {
    return new ClientError({
        ...parts,
        kind: "protocol",
        outcomeUnknown: parts.retry === "same_key",
        status: answer.status,
    });
}
function unexpected(answer, message) {
    return answer_failure(answer, {
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
    return answer_failure(answer, { code: "answer_too_large", message, hint, retry: "never" }).with({ outcomeUnknown: true });
}
function answer_describe(answer) {
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
    return readRetryAfter(answer.headers["retry-after"], dateOf(answer) ?? nowMs);
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, answer_MAX_MESSAGE_CHARS) : undefined;
}
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

;// CONCATENATED MODULE: external "node:stream"
const external_node_stream_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");
;// CONCATENATED MODULE: external "node:zlib"
const external_node_zlib_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");
// EXTERNAL MODULE: external "http"
var external_http_ = __nccwpck_require__(611);
var external_http_namespaceObject = /*#__PURE__*/__nccwpck_require__.t(external_http_, 2);
// EXTERNAL MODULE: external "https"
var external_https_ = __nccwpck_require__(692);
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
// EXTERNAL MODULE: external "undici"
var external_undici_ = __nccwpck_require__(706);
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
        proxyAgent = new external_undici_.ProxyAgent(Object.assign({ uri: proxyUrl.href, pipelining: !this._keepAlive ? 0 : 1 }, ((proxyUrl.username || proxyUrl.password) && {
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
;// CONCATENATED MODULE: ./build/client/http.js




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
    const http = new HttpClient(request.userAgent, [prepareWith(signal)], {
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
            throw abortedError(signal, true);
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
    const body = decompressed(message);
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
function decompressed(message) {
    const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
    // An error of the message reaches the reader through the stream that pipeline destroys.
    const through = (stream) => (0,external_node_stream_namespaceObject.pipeline)(message, stream, () => undefined);
    if (encoding === "identity" || encoding === "")
        return message;
    if (encoding === "gzip" || encoding === "x-gzip")
        return through((0,external_node_zlib_namespaceObject.createGunzip)());
    if (encoding === "deflate")
        return through((0,external_node_zlib_namespaceObject.createInflate)());
    if (encoding === "br")
        return through((0,external_node_zlib_namespaceObject.createBrotliDecompress)());
    return undefined;
}
/**
 * Names a failure of the socket.
 * @param cause What was thrown.
 * @param timeoutMs The limit, when it was what ended the request.
 */
function connectionError(cause, timeoutMs) {
    if (cause instanceof ClientError)
        return cause;
    const code = errorCode(cause);
    if (isCertificateCode(code)) {
        return new ClientError({
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
    return new ClientError({
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

;// CONCATENATED MODULE: ./build/client/sse.js
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
            const digest = (0,external_node_crypto_namespaceObject.createHash)("sha256").update(request).digest("hex");
            const before = digests.get(key);
            if (before !== undefined && before !== digest) {
                throw invalidCall("idempotency_key_reused", "The same idempotency key was about to go out with another request", "Give every request a key of its own.");
            }
            digests.set(key, digest);
            const oldest = digests.keys().next();
            if (digests.size > MAX_KEYS && oldest.done === false)
                digests.delete(oldest.value);
        },
    };
}

;// CONCATENATED MODULE: ./build/client/transport.js






/**
 * Makes the path to the network.
 * @param settings What it is made of.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
function createTransport(settings) {
    const { baseUrl, token, userAgent, clock, random, limits } = settings;
    checkAddress(baseUrl);
    checkToken(token);
    const ledger = createKeyLedger();
    const authorized = (request) => ({
        ...request,
        userAgent,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    const redact = redactor(token);
    async function once(call, timeoutMs, signal) {
        const answer = await exchange(authorized(requestOf(baseUrl, call)), { ...limits, timeoutMs }, signal);
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
                const reading = readEnvelope(answer, call.data, clock.now());
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
            checkAddress(request.url);
            return await send(authorized(request), signal);
        },
    };
}
/** JSON may spell a character of the token as an escape: then what a reader of the JSON would see is looked at. */
function redactor(token) {
    const written = JSON.stringify(token).slice(1, -1);
    const plain = (text) => text.replaceAll(token, "***").replaceAll(written, "***");
    return (text) => {
        const redacted = plain(text);
        const value = redacted.includes("\\") ? parseJson(redacted) : undefined;
        const read = value === undefined ? "" : JSON.stringify(value);
        return read.includes(written) ? plain(read) : redacted;
    };
}
/** A header value of anything else is refused deep in the socket, with the token in the message. */
function checkToken(token) {
    if (/^[\x21-\x7e]+$/.test(token))
        return;
    throw invalidCall("invalid_request", "The token is empty or holds a blank or a control character", "Copy it again.");
}
function requestOf(baseUrl, call) {
    const headers = { accept: "application/json", "accept-encoding": "gzip" };
    if (call.body !== undefined)
        headers["content-type"] = "application/json";
    if (call.idempotencyKey !== undefined)
        headers["idempotency-key"] = call.idempotencyKey;
    return { method: call.method, url: addressBelow(baseUrl, call.path), headers, body: call.body };
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
            throw abortedError(options.signal, unknown);
        const startLeftMs = endsAt - clock.monotonic();
        if (startLeftMs <= 0)
            throw outOfTime(unknown, last);
        try {
            return await attempt(Math.min(limits.requestTimeoutMs, startLeftMs), tries);
        }
        catch (error) {
            if (!(error instanceof ClientError))
                throw error;
            last = error;
            unknown ||= error.outcomeUnknown;
            const timeLeftMs = endsAt - clock.monotonic();
            if (timeLeftMs <= 0 && error.kind === "unreachable")
                throw outOfTime(unknown, error);
            const state = { tries, timeLeftMs, repeatable, limits };
            const decision = decideRetry(error, state, settings.random());
            if (decision.kind === "stop")
                throw decision.error;
            options.onRetry?.({ error, waitMs: decision.waitMs, attempt: tries });
            await clock.sleep(decision.waitMs, options.signal).catch(() => undefined);
        }
    }
}
function outOfTime(outcomeUnknown, cause) {
    return abortedError(AbortSignal.abort(new DOMException("The time is over", "TimeoutError")), outcomeUnknown).with({
        cause,
    });
}

;// CONCATENATED MODULE: ./build/client/events.js
var events_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var events_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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
            throw abortedError(options.signal, false);
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
        const request = events_addDisposableResource(env_1, abortable(signal), false);
        const message = await connect(transport, deploymentId, { ...options, request: request.controller });
        if (message === undefined)
            return "done";
        yield { kind: "open" };
        const decoder = createSseDecoder(transport.limits, position.lastEventId);
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
                throw abortedError(signal, false);
            return connectionError(cause);
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
        events_disposeResources(env_1);
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
    const event = ReceivedStatusEvent.safeParse(parseJson(data));
    return event.success && isTerminal(event.data.status);
}
/** Connects, by the rules of retrying; undefined when the service says there is no more. */
async function connect(transport, deploymentId, options) {
    const url = addressBelow(transport.baseUrl, pathOf("streamDeploymentEvents", { deploymentId }));
    const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(options.position) };
    return await repeat({ ...transport, repeatable: true }, options, async (timeoutMs) => {
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
                throw abortedError(options.signal, false);
            throw connectionError(cause, stop.aborted ? timeoutMs : undefined);
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
    const text = await readText(message, transport.limits.maxErrorBytes);
    const answer = {
        status: message.statusCode ?? 0,
        headers: message.headers,
        text: text === undefined ? undefined : transport.redact(text),
    };
    const reading = readEnvelope(answer, never(), transport.clock.now());
    const error = reading.kind === "failure" ? reading.error : unenveloped(answer, transport.clock.now());
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
    return new ClientError({
        kind: "protocol",
        code: "stream_ended",
        message: `The event stream ended ${connects} times before the deployment did`,
        hint: "Read the deployment instead.",
        retry: "never",
        outcomeUnknown: false,
    });
}

;// CONCATENATED MODULE: ./build/client/sites.js



/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: unknown().optional(),
    latestDeployment: ReceivedDeployment.nullish(),
});
/**
 * Binds the operations on sites to a transport.
 * @param transport Path to the network.
 */
function createSites(transport) {
    const Sites = array(ReceivedSite);
    return {
        async list(options) {
            const answer = await transport.call({ method: "GET", path: pathOf("listSites", {}), data: Sites }, options);
            return { sites: answer.data, entitlements: Entitlements.safeParse(answer.envelope["entitlements"]).data };
        },
        async get(siteId, options) {
            const path = pathOf("getSite", { siteId });
            return (await transport.call({ method: "GET", path, data: ReceivedSiteDetail }, options)).data;
        },
        async create(body, options) {
            const path = pathOf("createSite", {});
            return (await transport.call({ method: "POST", path, body: jsonBody(body), data: ReceivedSite }, options)).data;
        },
        async archive(siteId, options) {
            const path = pathOf("archiveSite", { siteId });
            return (await transport.call({ method: "DELETE", path, data: ReceivedSite }, options)).data;
        },
        async listArchived(options) {
            const path = pathOf("listArchivedSites", {});
            return (await transport.call({ method: "GET", path, data: Sites }, options)).data;
        },
        async restore(siteId, options) {
            const path = pathOf("restoreSite", { siteId });
            return (await transport.call({ method: "POST", path, data: ReceivedSite }, options)).data;
        },
    };
}

;// CONCATENATED MODULE: ./build/client/targets.js


/** A deployment target as received. */
const ReceivedTarget = looseObject({
    id: schemas_string().min(1),
    name: schemas_string().optional(),
    provider: schemas_string().optional(),
    mode: schemas_string().optional(),
    runtime: schemas_string().optional(),
    isDefault: schemas_boolean().optional(),
});
/** A capability as received. */
const ReceivedCapability = looseObject({
    provider: schemas_string().optional(),
    mode: schemas_string().optional(),
    runtime: schemas_string().optional(),
    enabled: schemas_boolean().optional(),
});
/**
 * Binds the operations on deployment targets to a transport.
 * @param transport Path to the network.
 */
function createTargets(transport) {
    return {
        async list(options) {
            const path = pathOf("listTargets", {});
            return (await transport.call({ method: "GET", path, data: array(ReceivedTarget) }, options)).data;
        },
        async capabilities(options) {
            const path = pathOf("listTargetCapabilities", {});
            return (await transport.call({ method: "GET", path, data: array(ReceivedCapability) }, options)).data;
        },
        async create(body, options) {
            const path = pathOf("createTarget", {});
            return (await transport.call({ method: "POST", path, body: jsonBody(body), data: ReceivedTarget }, options)).data;
        },
        async update(id, body, options) {
            const path = pathOf("updateTarget", { id });
            return (await transport.call({ method: "PATCH", path, body: jsonBody(body), data: ReceivedTarget }, options))
                .data;
        },
        async remove(id, options) {
            await transport.call({ method: "DELETE", path: pathOf("deleteTarget", { id }), data: unknown() }, options);
        },
    };
}

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
    streamIdleMs: 3 * STREAM_HEARTBEAT_MS,
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
    const transport = createTransport({
        baseUrl: settings.baseUrl,
        token: settings.token,
        userAgent: settings.userAgent,
        clock: settings.clock ?? systemClock,
        random: settings.random ?? Math.random,
        limits: { ...DEFAULT_LIMITS, ...settings.limits },
        onRetry: settings.onRetry,
    });
    return {
        sites: createSites(transport),
        deployments: createDeployments(transport),
        approvals: createApprovals(transport),
        targets: createTargets(transport),
        events: (deploymentId, options) => readEvents(transport, deploymentId, options),
        transport,
    };
}

;// CONCATENATED MODULE: ./build/client/resolve.js


/**
 * Finds the site a caller named by id or slug; an id needs no request.
 * @param client Client of the service.
 * @param idOrSlug UUID, or a slug of the token's workspace.
 * @throws {ClientError} `invalid_request`, `site_not_found`, and those of GET /sites
 * @see Interface §4 (GET /sites is a plain array)
 */
async function resolveSite(client, idOrSlug, options = {}) {
    if (UUID_PATTERN.test(idOrSlug))
        return { id: idOrSlug.toLowerCase() };
    if (!SLUG_PATTERN.test(idOrSlug)) {
        const hint = "Give the site's id, or its slug of lower-case letters, digits and hyphens.";
        throw invalidCall("invalid_request", "The site is neither a UUID nor a slug", hint);
    }
    const { sites } = await client.sites.list(options);
    const site = sites.find((candidate) => candidate.slug === idOrSlug);
    if (site !== undefined)
        return { id: site.id, slug: site.slug };
    throw new ClientError({
        kind: "refused",
        code: "site_not_found",
        message: `The token sees no site with the slug '${idOrSlug}', among ${sites.length}`,
        hint: "Check the slug, and that the token belongs to the site's workspace.",
        retry: "never",
        outcomeUnknown: false,
    });
}

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
        return await quota_pause(client, refusal, { ...options, ms: BLIND_MS });
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
        await quota_pause(client, refusal, { ...options, ms: LOOK_MS });
        const now = await running(client, options);
        if (now === undefined || [...before].some((id) => !now.has(id)))
            return;
    }
}
async function quota_pause(client, refusal, options) {
    const { clock, random } = client.transport;
    const waitMs = options.ms * (1 + random() / 4);
    if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity))
        throw refusal;
    await clock.sleep(waitMs, options.signal).catch(() => undefined);
    if (options.signal?.aborted === true)
        throw abortedError(options.signal, false);
}
/** Ids of deployments that hold capacity; undefined when the token may not see them. */
async function running(client, options) {
    const ids = new Set();
    try {
        for (const status of ["building", "queued"]) {
            const { deployments } = await client.deployments.list({ status }, options);
            for (const { id, status } of deployments)
                if (!isTerminal(status))
                    ids.add(id);
        }
        return ids;
    }
    catch (error) {
        if (!(error instanceof ClientError) || error.kind === "aborted" || error.kind === "timed_out")
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
    throw invalidCall("invalid_request", `The last ${MAX_WALK} deployments of this attempt all failed`, "Correct the build, or force a new deployment.");
}
/** Reads the record; when that fails, whoever follows it finds out why, with the id in hand. */
async function readNow(client, { deployment }, options) {
    try {
        return await client.deployments.get(deployment.id, options);
    }
    catch (error) {
        if (error instanceof ClientError)
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
            if (!(error instanceof ClientError) || error.retry !== "on_capacity")
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
    if (IDEMPOTENCY_KEY_PATTERN.test(key))
        return key;
    const hint = "Give 1 to 255 visible ASCII characters without blanks.";
    throw invalidCall("invalid_request", "The idempotency key is malformed", hint);
}

;// CONCATENATED MODULE: ./build/client/bell.js
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

;// CONCATENATED MODULE: ./build/client/log-batch.js

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
                const text = cut(logLineText(line), limits.maxLogLineChars);
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

;// CONCATENATED MODULE: ./build/client/watch.js



const RANKS = new Map([
    ["queued", 0],
    ["building", 1],
]);
const TERMINAL_RANK = 2;
/** Most names of unknown things that are told. */
const MAX_UNKNOWN = 20;
const watch_MAX_NAME_CHARS = 100;
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
        if (!isDeploymentStatus(status)) {
            passOver("status", status);
            return rank >= TERMINAL_RANK;
        }
        const next = RANKS.get(status) ?? TERMINAL_RANK;
        // The record is the authority: it may correct a terminal status that the stream gave.
        const corrects = source === "record" && isTerminal(status) && status !== last;
        if (next > rank || corrects) {
            rank = next;
            last = status;
            tell({ kind: "status", status, source, ...more });
        }
        return rank >= TERMINAL_RANK;
    }
    function takeLog(data) {
        const event = ReceivedLogEvent.safeParse(data).data;
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
        const event = ReceivedStatusEvent.safeParse(data).data;
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
            else if (!(name === "log" ? takeLog : takeStatusEvent)(parseJson(data)))
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
        const id = `${what} ${name}`.slice(0, watch_MAX_NAME_CHARS);
        if (unknown.has(id) || unknown.size >= MAX_UNKNOWN)
            return;
        unknown.add(id);
        tell({ kind: "unknown", what, name: name.slice(0, watch_MAX_NAME_CHARS) });
    };
}

;// CONCATENATED MODULE: ./build/client/follow.js





/** Bounds of {@link follow}; times in milliseconds. */
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
/**
 * Follows a deployment until its status is terminal: by its event stream, with its record as the authority.
 * @param client Client of the service.
 * @param deployment Record to start from, as it is now.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended. A lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
async function follow(client, deployment, options) {
    const clock = options.clock ?? systemClock;
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
/** Reads the stream, and starts it again, until it said a terminal status or following is over. */
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
            if (!(error instanceof ClientError))
                throw error;
            if (!signal.aborted)
                watch.trouble(error);
        }
        shared.streaming = false;
        bell.ring();
        if (shared.streamOver || isTerminal(shared.deployment.status))
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
/** Reads the record, now and then or when told to, until it is terminal. */
async function readUntilTerminal(shared, stream) {
    const { watch, bell, signal } = shared;
    let refusals = 0;
    let pollMs = FOLLOW_LIMITS.pollFirstMs;
    let settling = 0;
    while (!signal.aborted) {
        const { status } = shared.deployment;
        watch.status(status, "record");
        if (isTerminal(status)) {
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
        if (!isTerminal(shared.deployment.status) || isTerminal(deployment.status))
            shared.deployment = deployment;
        return undefined;
    }
    catch (error) {
        if (!(error instanceof ClientError))
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

;// CONCATENATED MODULE: ./build/client/key.js

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
    const digest = (0,external_node_crypto_namespaceObject.createHash)("sha256").update(text).digest();
    const bytes = Uint8Array.from(digest.subarray(0, 16));
    // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Buffer.from(bytes).toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

;// CONCATENATED MODULE: external "node:net"
const external_node_net_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");
;// CONCATENATED MODULE: ./build/actions/origin.js

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
    const family = (0,external_node_net_namespaceObject.isIP)(address);
    if (family === 0)
        return METADATA_NAMES.test(hostname);
    const list = new external_node_net_namespaceObject.BlockList();
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

;// CONCATENATED MODULE: ./build/actions/failure.js
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

;// CONCATENATED MODULE: ./build/actions/preview/outcome.js


/**
 * Names an outcome as the output `status` does.
 * A deployment that was accepted and not seen to its end stays `accepted`: that much is known.
 */
function outputStatus(outcome) {
    switch (outcome.kind) {
        case "stopped":
            return outcome.deployment === undefined ? "canceled" : "accepted";
        case "lost":
            return outcome.deployment === undefined ? "failed" : "accepted";
        case "ready":
        case "failed":
        case "canceled":
        case "timed_out":
        case "refused":
        case "accepted":
        case "skipped":
            return outcome.kind;
    }
}
/**
 * Decides whether the step passes: by the deployment alone.
 * @param onTimeout What the workflow wants when the time is over.
 */
function conclusion(outcome, onTimeout) {
    switch (outcome.kind) {
        case "ready":
        case "accepted":
        case "skipped":
            return "pass";
        case "timed_out":
            return onTimeout === "warn" ? "pass" : "fail";
        case "failed":
        case "canceled":
        case "refused":
        case "stopped":
        case "lost":
            return "fail";
    }
}
/**
 * Reads how following a deployment ended.
 * @param previewUrl The record's address when it is one that can be shown.
 * @see Interface §3
 */
function followedOutcome(followed, previewUrl) {
    const { deployment } = followed;
    switch (followed.kind) {
        case "timed_out":
            return { kind: "timed_out", deployment };
        case "aborted":
            return { kind: "stopped", deployment };
        case "unknown":
            return { kind: "lost", deployment, failure: failureOf(followed.error) };
        case "terminal":
            return terminalOutcome(followed, previewUrl);
    }
}
function terminalOutcome({ status, deployment }, previewUrl) {
    switch (status) {
        case "failed":
            return { kind: "failed", deployment, failure: buildFailure(deployment) ?? UNNAMED_FAILURE };
        case "canceled":
            return { kind: "canceled", deployment, failure: buildFailure(deployment) };
        case "ready":
            if (previewUrl !== undefined)
                return { kind: "ready", deployment, previewUrl };
            return { kind: "failed", deployment, failure: noAddress(deployment) };
    }
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
    return { code, message: error.message ?? "", hint: buildErrorHint(code) ?? "" };
}
/** A preview nobody can open is no success, whatever its status says. */
function noAddress({ previewUrl }) {
    if (typeof previewUrl !== "string" || previewUrl === "") {
        return {
            code: "preview_url_missing",
            message: "The deployment is ready, but the service gave no address of the preview",
            hint: "Report this to the operator of the service.",
        };
    }
    return {
        code: "preview_url_refused",
        message: `The deployment is ready, but the address of its preview is none a browser should be sent to: ${previewUrl.slice(0, 200)}`,
        hint: "Report this to the operator of the service; a preview needs an https address.",
    };
}
/**
 * Reads a failure of a call that came before there was a deployment to follow.
 * @see Interface §7
 */
function failedCallOutcome(error) {
    switch (error.kind) {
        case "refused":
        case "invalid":
            return { kind: "refused", failure: failureOf(error) };
        case "timed_out":
            return { kind: "timed_out", deployment: undefined };
        case "aborted":
            return { kind: "stopped", deployment: undefined };
        case "unreachable":
        case "protocol":
            return { kind: "lost", deployment: undefined, failure: failureOf(error) };
    }
}
/**
 * The deployment of an outcome, when there is one.
 * @returns Undefined when none is known.
 */
function deploymentOf(outcome) {
    return "deployment" in outcome ? outcome.deployment : undefined;
}
/**
 * The failure of an outcome, when it has one.
 * @returns Undefined when nothing went wrong, or nobody said what.
 */
function failureIn(outcome) {
    return "failure" in outcome ? outcome.failure : undefined;
}

;// CONCATENATED MODULE: ./build/actions/preview/deploy.js





/**
 * Makes the deployment of a plan, once, and follows it to its end.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4, §6
 */
async function deploy(plan, inputs, tools) {
    try {
        return await created(plan, inputs, tools);
    }
    catch (error) {
        if (error instanceof ClientError)
            return failedCallOutcome(error);
        throw error;
    }
}
async function created(plan, inputs, tools) {
    const { client, clock, listener, stop, deadlineAt } = tools;
    const time = AbortSignal.timeout(Math.max(1, Math.ceil(deadlineAt - clock.monotonic())));
    const options = { signal: AbortSignal.any([stop, time]), deadlineAt, onRetry: listener.onRetry };
    const site = await resolveSite(client, plan.site, options);
    listener.onSite(site.id);
    const attempt = {
        siteId: site.id,
        body: plan.body,
        keyOf: (n) => keyOf(plan.keyScope, { siteId: site.id, body: plan.body, n }),
        fixed: plan.keyScope.given !== undefined,
        onQuota: inputs.onQuota,
    };
    const { deployment, n, reused } = await deployOnce(client, attempt, {
        ...options,
        onQuotaWait: listener.onQuotaWait,
    });
    const number = attempt.fixed ? undefined : n;
    listener.onAccepted({ siteId: site.id, deploymentId: deployment.id, reused, attempt: number }, deployment);
    // What has ended already needs no wait, so its end is told.
    if (!inputs.wait && !isTerminal(deployment.status))
        return { kind: "accepted", deployment };
    return followed(deployment, inputs, tools);
}
async function followed(deployment, inputs, tools) {
    const { client, clock, listener, log, stop, deadlineAt } = tools;
    const end = await follow(paced(client, tools.logReady), deployment, {
        signal: stop,
        clock,
        timeoutMs: Math.max(1, deadlineAt - clock.monotonic()),
        onEvent: (event) => {
            if (event.kind === "status")
                listener.onStatus(event.status, event.at);
            log.take(event);
        },
    });
    return followedOutcome(end, previewAddress(end.deployment, inputs.baseUrl));
}
/** A client whose event streams go no faster than the log is read, so that nothing piles up in memory. */
function paced(client, ready) {
    return {
        deployments: client.deployments,
        events: async function* (deploymentId, options) {
            for await (const event of client.events(deploymentId, options)) {
                yield event;
                await ready(options?.signal);
            }
        },
    };
}
/**
 * Reads the address of a preview.
 * @param baseUrl The service; only one on loopback without TLS may show previews without TLS.
 */
function previewAddress({ previewUrl }, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
    return typeof previewUrl === "string" ? (0,github_text/* safeAddress */.Md)(previewUrl, { allowLoopbackHttp }) : undefined;
}
/**
 * Names attempt `n` of a plan.
 * @param site What the plan did not know yet.
 * @returns The workflow's own key, or one that is the same on every machine.
 */
function keyOf({ given, serviceOrigin, repositoryId, runNonce }, site) {
    return given ?? deriveKey({ version: KEY_VERSION, serviceOrigin, repositoryId, runNonce, ...site });
}

;// CONCATENATED MODULE: ./build/actions/preview/headline.js

/** What a person must know when a run ends before its build. */
const BUILD_GOES_ON = "The build goes on at the service; run again, and the run picks the same deployment up.";
/**
 * Says in a sentence how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
function headline_headline(outcome, facts) {
    switch (outcome.kind) {
        case "ready":
            return { level: "info", title: "Preview ready", text: readyText(outcome.previewUrl, facts) };
        case "accepted":
            return { level: "info", title: "Deployment accepted", text: acceptedText(outcome.deployment.id, facts.site) };
        case "skipped":
            return { level: "notice", title: "Skipped", text: sentences([outcome.reason.why, outcome.reason.advice]) };
        case "failed":
            return { level: "error", title: "Preview failed", text: failureText(outcome.failure) };
        case "canceled":
            return {
                level: "error",
                title: "Deployment canceled",
                text: canceledText(outcome.failure, outcome.deployment.id),
            };
        case "refused":
            return { level: "error", title: "Deployment refused", text: failureText(outcome.failure) };
        case "timed_out":
            return timedOut(outcome.deployment?.id, facts);
        case "stopped":
            return { level: "warning", title: "Run canceled", text: stoppedText(outcome.deployment?.id) };
        case "lost":
            return { level: "error", title: "Service out of reach", text: lostText(outcome.failure, outcome.deployment?.id) };
    }
}
function readyText(previewUrl, { site, reused }) {
    return `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${previewUrl}`;
}
function acceptedText(deploymentId, site) {
    return `The service took deployment ${deploymentId} of '${site}'; this step does not wait for its build.`;
}
function canceledText(failure, deploymentId) {
    if (failure !== undefined)
        return failureText(failure);
    return `Deployment ${deploymentId} was canceled at the service. Run again for a new one.`;
}
function timedOut(deploymentId, { timeoutMs, onTimeout }) {
    const limit = `${Number((timeoutMs / 60_000).toFixed(2))} minutes of 'timeout-minutes'`;
    const text = deploymentId === undefined
        ? `The ${limit} were over before the service answered. Run again: the same request lands on the same deployment.`
        : `Deployment ${deploymentId} was not ready within the ${limit}. ${BUILD_GOES_ON}`;
    return { level: onTimeout === "warn" ? "warning" : "error", title: "Time is over", text };
}
function stoppedText(deploymentId) {
    if (deploymentId !== undefined)
        return `The run was canceled while it followed ${deploymentId}. ${BUILD_GOES_ON}`;
    return "The run was canceled before the service answered. Run again: the same request lands on the same deployment.";
}
function lostText(failure, deploymentId) {
    const what = failureText(failure);
    return deploymentId === undefined
        ? what
        : sentences([`${what} How ${deploymentId} ends is not known here`, BUILD_GOES_ON]);
}

;// CONCATENATED MODULE: ./build/actions/approval-link.js



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
    const address = url && (0,github_text/* safeAddress */.Md)(url.href, { allowLoopbackHttp: url.protocol === "http:" });
    return address === undefined ? asked : { kind: "link", address, requestId: undefined };
}
/** A person signs in where this link leads, so it may lead nowhere but to the service. */
function checkedLink(inputs, answer) {
    const own = [inputs.baseUrl, inputs.mcpUrl];
    const url = URL.parse(answer.webApprovalUrl);
    const home = url === null ? undefined : own.find((known) => sameOrigin(known, url));
    const address = (0,github_text/* safeAddress */.Md)(answer.webApprovalUrl, { allowLoopbackHttp: home?.protocol === "http:" });
    if (home === undefined || address === undefined) {
        const where = url === null ? "no address" : url.origin;
        return { kind: "none", why: `The approval link of the service leads to ${where}, which is not the service.` };
    }
    return { kind: "link", address, requestId: answer.requestId };
}
function reasonOf(error) {
    const code = error instanceof ClientError ? ` (${error.code})` : "";
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
    return serviceAddress(url.origin) === undefined ? undefined : url;
}

;// CONCATENATED MODULE: ./build/actions/connection.js



const ADDRESS = "an https address, such as 'https://greenroom.example.com' (http is for localhost, 127.0.0.1 and [::1] only; link-local and metadata addresses are refused)";
/**
 * Reads the inputs `base-url`, `token` and `site`.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
function connection_readConnection(fields) {
    return {
        baseUrl: fields.required("base-url", serviceAddress, ADDRESS),
        token: fields.required("token", (text) => (/^[\x21-\x7e]{12,4096}$/.test(text) && tokenPrefix(text) !== undefined ? text : undefined), "a personal access token or MCP token of the service, which starts with 'sk_live_', 'sk_test_', 'mcp_live_' or 'mcp_test_', through a secret"),
        site: fields.required("site", siteOf, `the site's id (a UUID) or its slug (at most ${MAX_SLUG_CHARS} lower-case letters, digits and hyphens)`),
    };
}
/**
 * Reads the input `mcp-url`, which may hold `{base-url}`.
 * @param baseUrl Undefined when that input was wrong.
 */
function readMcpUrl(fields, baseUrl) {
    const base = (baseUrl?.href ?? "https://service.invalid").replace(/\/+$/, "");
    const parse = (text) => serviceAddress(text.replace("{base-url}", base));
    const given = fields.optional("mcp-url", parse, `${ADDRESS}, with '{base-url}' for that of 'base-url'`);
    return given ?? parse("{base-url}/mcp");
}
/**
 * Reads the input `approval-url`.
 * @returns A template that {@link approvalAddress} can fill in.
 */
function readApprovalUrl(fields) {
    return fields.optional("approval-url", (text) => (approvalAddress(text, { siteId: "s", deploymentId: "d" }) === undefined ? undefined : text), "an https address in which only '{siteId}' and '{deploymentId}' are filled in, after its host, such as 'https://greenroom.example.com/sites/{siteId}/publish?source={deploymentId}'");
}
function siteOf(text) {
    if (UUID_PATTERN.test(text))
        return text.toLowerCase();
    return SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_CHARS ? text : undefined;
}

;// CONCATENATED MODULE: ./build/actions/preview/inputs.js





/** Longest `timeout-minutes`: what GitHub lets a job of a self-hosted runner last, five days. */
const MAX_TIMEOUT_MINUTES = 7200;
const DEFAULT_TIMEOUT_MINUTES = 30;
/**
 * Reads and checks every input of the preview action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 * @see Interface §2 (ids and slugs), §5.2 (tokens)
 */
function readInputs(lookup) {
    const fields = createFields(lookup, ["token", "github-token"]);
    const required = connection_readConnection(fields);
    const inputs = {
        ...readTarget(fields),
        ...readReporting(fields, { commentGroup: "previews", environment: "preview" }),
        commentTemplate: templateOf(fields),
        // Filled in by GitHub: whatever else stands there means no matrix.
        jobTotal: /^[1-9]\d{0,3}$/.test(fields.text("job-total")) ? Number(fields.text("job-total")) : 1,
        approval: fields.word("approval", ["link", "off"]),
        approvalUrl: readApprovalUrl(fields),
        ...readConduct(fields),
    };
    const mcpUrl = readMcpUrl(fields, required.baseUrl);
    if (inputs.forceNew && inputs.idempotencyKey !== undefined) {
        const sentence = "Inputs 'force-new' and 'idempotency-key' exclude each other: a key of your own already decides what is new, so write a new key, or leave it out.";
        fields.reject("force-new", sentence);
    }
    const { baseUrl, token, site } = required;
    if (baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined) {
        return { kind: "invalid", problems: fields.problems };
    }
    if (fields.problems.length > 0)
        return { kind: "invalid", problems: fields.problems };
    return { kind: "valid", inputs: { ...inputs, baseUrl, token, site, mcpUrl } };
}
function readTarget(fields) {
    return {
        branch: fields.optional("branch", inputs_branchOf, "the name of a git branch, such as 'main'"),
        commitSha: fields.optional("commit-sha", (text) => (COMMIT_SHA_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits"),
        idempotencyKey: fields.optional("idempotency-key", (text) => (IDEMPOTENCY_KEY_PATTERN.test(text) ? text : undefined), "1 to 255 visible ASCII characters without spaces, such as a UUID"),
        forceNew: fields.flag("force-new", false),
    };
}
function readConduct(fields) {
    return {
        wait: fields.flag("wait", true),
        timeoutMs: fields.optional("timeout-minutes", timeoutOf, `a number of minutes above 0 and up to ${MAX_TIMEOUT_MINUTES}, such as '${DEFAULT_TIMEOUT_MINUTES}'`) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
        onTimeout: fields.word("on-timeout", ["fail", "warn"]),
        onQuota: fields.word("on-quota", ["fail", "wait"]),
        logs: fields.word("logs", ["stream", "on-failure", "off"]),
        dryRun: fields.flag("dry-run", false),
    };
}
function templateOf(fields) {
    const text = fields.text("comment-template");
    const known = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(", ");
    for (const name of unknownFields(text)) {
        fields.reject("comment-template", `Input 'comment-template' holds '{${name}}': write one of ${known}.`);
    }
    if (text.length > MAX_TEMPLATE_CHARS) {
        const sentence = `Input 'comment-template' is ${text.length} characters long: write at most ${MAX_TEMPLATE_CHARS}.`;
        fields.reject("comment-template", sentence);
    }
    return text === "" ? undefined : text;
}
function inputs_branchOf(text) {
    const parsed = CreateDeployment.shape.branch.safeParse(text.replace(/^refs\/heads\//, ""));
    return parsed.success ? parsed.data : undefined;
}
function timeoutOf(text) {
    if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text))
        return undefined;
    const minutes = Number(text);
    return minutes > 0 && minutes <= MAX_TIMEOUT_MINUTES ? Math.max(1, Math.round(minutes * 60_000)) : undefined;
}

;// CONCATENATED MODULE: ./build/actions/left-behind.js
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
    return schema.safeParse(left_behind_parseJson(text)).data;
}
function left_behind_parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/actions/preview/left-behind.js


const Saved = object({
    facts: object({
        siteId: schemas_string().min(1),
        site: schemas_string(),
        commitSha: schemas_string().min(1),
        run: object({ id: schemas_int(), attempt: schemas_int(), url: schemas_string() }),
    }),
    deployment: object({ id: schemas_string().min(1), status: schemas_string().min(1), createdAt: schemas_string().optional() })
        .optional(),
});
/**
 * Keeps for the post step what is being shown.
 * @param deployment Undefined while the service has not taken one.
 */
function saveShown(runner, facts, deployment) {
    saveLeft(runner, { facts, deployment });
}
/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had shown nothing.
 */
function readLeftBehind(runner) {
    const saved = readLeft(runner, Saved);
    return saved && { facts: saved.facts, deployment: saved.deployment };
}

;// CONCATENATED MODULE: ./build/actions/preview/board.js
/**
 * Makes a board.
 * @param write Writes a row; called for one row at a time.
 * @param pause Waits before the first row, so that what ends at once is told once; it ends when its signal aborts.
 * @returns A board whose functions never throw.
 */
function createBoard(write, pause) {
    const settling = new AbortController();
    let waiting;
    let working;
    let paused = false;
    let last = { kind: "none" };
    async function work() {
        if (!paused)
            await pause(settling.signal).catch(() => undefined);
        paused = true;
        for (let next = waiting; next !== undefined; next = waiting) {
            waiting = undefined;
            last = await write(next.row).then((result) => ({ kind: "posted", result }), (error) => ({ kind: "failed", error }));
        }
        working = undefined;
    }
    function show(row) {
        waiting = { row };
        working ??= work();
    }
    async function settle(row) {
        settling.abort();
        if (row !== undefined)
            show(row);
        await working;
        return last;
    }
    return { show, settle };
}

;// CONCATENATED MODULE: ./build/actions/preview/row.js


/**
 * Makes the row of a deployment that has not ended, or of one that waits for its turn.
 * @param status As the service gave it.
 * @param deployment Undefined while the service has not taken one.
 */
function liveRow(facts, status, deployment) {
    return {
        ...baseRow(facts),
        ...deploymentParts(deployment),
        status,
        ...(deployment === undefined ? { note: "Waits for a running build of the workspace to end." } : {}),
    };
}
/**
 * Tells whether a row is one of a deployment that goes on, which this run will say more of.
 */
function isUnderWay({ status }) {
    return status === "queued" || status === "building";
}
/**
 * Makes the row of a run's end.
 * @returns Undefined for an end that a pull request need not hear of.
 */
function finalRow(facts, outcome, end) {
    const status = rowStatus(outcome);
    if (status === undefined)
        return undefined;
    const failure = failureIn(outcome);
    const note = rowNote(outcome);
    return {
        ...baseRow(facts),
        ...deploymentParts(deploymentOf(outcome)),
        status,
        ...(outcome.kind === "ready" ? { previewUrl: outcome.previewUrl } : {}),
        ...(end.approval.kind === "link" ? { approvalUrl: end.approval.address } : {}),
        ...(end.durationSeconds === undefined ? {} : { durationSeconds: end.durationSeconds }),
        ...(outcome.kind === "failed" && end.logTail.length > 0 ? { excerpt: end.logTail } : {}),
        ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
        ...(note === undefined ? {} : { note }),
    };
}
function rowStatus(outcome) {
    switch (outcome.kind) {
        case "skipped":
            return undefined;
        case "stopped":
            return "interrupted";
        case "lost":
            return outcome.deployment === undefined ? "failed" : "interrupted";
        case "ready":
        case "failed":
        case "canceled":
        case "timed_out":
        case "refused":
        case "accepted":
            return outcome.kind;
    }
}
/** What a reader of the comment must know besides the status. */
function rowNote(outcome) {
    switch (outcome.kind) {
        case "timed_out":
        case "stopped":
        case "lost":
            return outcome.deployment === undefined ? undefined : BUILD_GOES_ON;
        case "skipped":
        case "accepted":
        case "ready":
        case "failed":
        case "canceled":
        case "refused":
            return undefined;
    }
}
function baseRow({ siteId, site, commitSha, run }) {
    return { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
}
function deploymentParts(deployment) {
    if (deployment === undefined)
        return {};
    const { id, createdAt } = deployment;
    return { deploymentId: id, ...(createdAt === undefined ? {} : { createdAt }) };
}

;// CONCATENATED MODULE: ./build/actions/preview/recorder.js


/**
 * Makes the recorder of a run.
 */
function createRecorder(parts) {
    const retired = new Set();
    let opening;
    let told;
    async function tell(github, row, pullNumber) {
        if (!parts.inputs.deploymentRecord)
            return recorder_skip("the input 'deployment-record' is 'false'");
        if (row.deploymentId === undefined)
            return recorder_skip("there is no deployment");
        opening ??= recorder_open(github, { row, pullNumber }, parts);
        const opened = await opening;
        const state = recordState(row);
        if (opened.kind === "failed" || state.state === told)
            return opened;
        // A fresh record is `pending` by itself: saying more while it is on its way would cost a request.
        if (isUnderWay(row) && !opened.reused)
            return opened;
        const settled = await settleRecord(github, opened.recordId, { ...state, patience: parts.patience });
        if (settled.kind === "failed")
            return settled;
        told = state.state;
        return opened;
    }
    async function retire(github, recordId) {
        if (!parts.inputs.deploymentRecord || retired.has(recordId))
            return undefined;
        retired.add(recordId);
        const done = await retireRecords(github, { recordIds: [recordId] }, parts.patience);
        return done.kind === "failed" ? done : undefined;
    }
    return { tell, retire };
}
function recorder_skip(reason) {
    return { kind: "skipped", reason };
}
function recorder_open(github, { row, pullNumber }, { inputs, trigger, patience }) {
    const { id: runId, attempt: runAttempt } = trigger.run;
    const opening = { sha: row.commitSha, environment: inputs.environment, siteId: row.siteId, runId, runAttempt };
    return openRecord(github, pullNumber === undefined ? opening : { ...opening, pullNumber }, patience);
}
/**
 * Tells a row as the state of a GitHub deployment.
 * A build that was not seen to its end stays in progress: a run after it picks the record up.
 */
function recordState(row) {
    const logUrl = row.logUrl ?? row.runUrl;
    if (row.status === "ready") {
        return { state: "success", logUrl, ...(row.previewUrl === undefined ? {} : { environmentUrl: row.previewUrl }) };
    }
    const state = ENDED[row.status] ?? "in_progress";
    return { state, logUrl, description: row.error?.code ?? row.note ?? `The deployment is ${row.status}` };
}
const ENDED = {
    failed: "failure",
    refused: "error",
    canceled: "inactive",
};

;// CONCATENATED MODULE: ./build/actions/preview/publish.js







/** Rows of a build that ends sooner are never shown: nobody could have read them. */
const LIVE_PAUSE_MS = 1000;
/** So long a deployment may wait for its build before the wait is worth a comment: a build says more. */
const QUEUE_PAUSE_MS = 5000;
/**
 * Makes the reporter of a run. GitHub's client is loaded when the first row is shown, which is after the POST.
 */
function createReporter(parts) {
    const over = new AbortController();
    const github = openOnce(parts);
    const { inputs, trigger, clock } = parts;
    const recorder = createRecorder({ inputs, trigger, patience: { clock, signal: over.signal } });
    const desk = { ...parts, over: over.signal, github, recorder, ...FRESH };
    const wanted = inputs.comment !== "off" || inputs.deploymentRecord;
    const building = new AbortController();
    const board = createBoard((row) => tellInBudget(desk, row), async (settled) => {
        await clock.sleep(QUEUE_PAUSE_MS, AbortSignal.any([settled, building.signal])).catch(() => undefined);
        if (building.signal.aborted)
            await clock.sleep(LIVE_PAUSE_MS, settled);
    });
    return {
        show: (row) => {
            if (row.status === "building")
                building.abort();
            if (wanted)
                board.show(row);
        },
        previous: () => desk.previous,
        settle: async (row, time) => {
            time.addEventListener("abort", () => over.abort(time.reason), { once: true });
            if (time.aborted)
                over.abort(time.reason);
            const posted = await board.settle(wanted ? row : undefined);
            if (posted.kind === "failed")
                warnOfGithub(parts.runner, "GitHub", { kind: "failed", reason: String(posted.error) });
            return posted.kind === "posted" ? publish_confirm(parts.runner, posted.result) : {};
        },
    };
}
const FRESH = { pull: undefined, commentId: undefined, previous: undefined, liveTold: 0, told: undefined };
/**
 * Tells a row unless GitHub has heard enough of a deployment that goes on: seven requests are enough for one row of it
 * beside a record, or for two without one. A wait for quota is told on top.
 */
async function tellInBudget(desk, row) {
    if (isUnderWay(row) && row.deploymentId !== undefined) {
        const enough = desk.liveTold >= (desk.inputs.deploymentRecord ? 1 : 2);
        if (enough && desk.told !== undefined)
            return desk.told;
        desk.liveTold += 1;
    }
    desk.told = await tellAll(desk, row);
    return desk.told;
}
/** The largest part of the bundle is loaded here, while the build runs at the service. */
function openOnce({ inputs, trigger }) {
    let opened;
    const { apiUrl, repository } = trigger;
    const token = inputs.githubToken ?? "";
    return () => {
        opened ??= Promise.all(/* import() */[__nccwpck_require__.e(785), __nccwpck_require__.e(308)]).then(__nccwpck_require__.bind(__nccwpck_require__, 308)).then(({ createGithub }) => createGithub({ token, apiUrl, repository }));
        return opened;
    };
}
/** Each place is tried, whatever became of the other; the record first, so that the row can name it. */
async function tellAll(desk, row) {
    if (desk.inputs.githubToken === undefined) {
        const none = { kind: "skipped", reason: "the input 'github-token' is empty" };
        return { comment: none, record: none, retired: undefined };
    }
    const github = await desk.github();
    desk.pull ??= pullNumber(desk, github);
    const pull = await desk.pull;
    const record = await desk.recorder.tell(github, row, typeof pull === "number" ? pull : undefined);
    const recordId = record.kind === "done" ? record.recordId : undefined;
    const comment = await tellComment(desk, { github, pull, row: recordId === undefined ? row : { ...row, recordId } });
    if (comment.kind === "done")
        desk.previous ??= comment.previous;
    const outdated = outdatedRecord(comment, { row, recordId, before: desk.previous?.recordId });
    return {
        record,
        comment,
        retired: outdated === undefined ? undefined : await desk.recorder.retire(github, outdated),
    };
}
/** The record that stands for a preview nobody should look at any more: the one before ours, or ours. */
function outdatedRecord(comment, { row, recordId, before }) {
    if (comment.kind !== "done")
        return undefined;
    if (comment.superseded)
        return recordId;
    return row.status === "ready" && before !== recordId ? before : undefined;
}
async function tellComment(desk, { github, pull, row }) {
    const { runner, inputs, clock, over } = desk;
    if (inputs.comment === "off")
        return { kind: "skipped", reason: "the input 'comment' is 'off'" };
    if (typeof pull !== "number")
        return pull;
    const write = {
        pullNumber: pull,
        group: inputs.commentGroup,
        mode: inputs.comment,
        row,
        secrets: runner.secrets(),
        // Its HMAC alone leaves: it proves that a comment is ours when the token is not the workflow's own.
        proofKey: inputs.token,
        verify: inputs.jobTotal > 1 ? "always" : "when-shared",
        ...(desk.commentId === undefined ? {} : { knownId: desk.commentId }),
        ...(inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate }),
    };
    const outcome = await upsertComment(github, write, { clock, signal: over });
    if (outcome.kind === "done")
        desk.commentId = outcome.commentId;
    return outcome;
}
async function pullNumber(desk, github) {
    const { inputs, trigger, clock, over } = desk;
    const given = inputs.pullNumber === undefined ? {} : { pullNumber: inputs.pullNumber };
    const found = await findPull(github, trigger, { clock, signal: over, ...given });
    if (found.kind === "none")
        return { kind: "skipped", reason: found.reason };
    return found.kind === "failed" ? found : found.pull.number;
}
function publish_confirm(runner, { comment, record, retired }) {
    if (comment.kind === "failed")
        warnOfGithub(runner, "the comment", comment);
    if (comment.kind === "skipped")
        runner.info((0,github_text/* log */.Rm) `No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
    if (record.kind === "failed")
        warnOfGithub(runner, "the deployment record", record);
    if (retired !== undefined)
        warnOfGithub(runner, "the end of an earlier deployment record", retired);
    return {
        ...(comment.kind === "done" ? { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl } : {}),
        ...(record.kind === "done" ? { "github-deployment-id": String(record.recordId) } : {}),
    };
}

;// CONCATENATED MODULE: ./build/contract/mcp.js


/** Tools of the MCP surface; none of them decides. [§1] */
const MCP_TOOLS = (/* unused pure expression or super */ null && (["create_preview", "request_publish"]));
/** Arguments of `create_preview`. [§1: schema outside the interface] */
const CreatePreviewArguments = object({
    siteId: schemas_uuid(),
    ...CreateDeployment.pick({ commitSha: true, branch: true }).shape,
    /** The same key gives the same deployment. */
    idempotencyKey: schemas_string().min(1).max(255),
});
/** Arguments of `request_publish`. [§1: schema outside the interface] */
const RequestPublishArguments = object({
    siteId: schemas_uuid(),
    sourceDeploymentId: schemas_string().min(1).max(128),
    reason: schemas_string().trim().max(2000).optional(),
});
/** Structured result of `request_publish`. [§1] */
const RequestPublishResult = looseObject({
    /** Deep link to the web approval screen. */
    webApprovalUrl: schemas_string(),
    requestId: schemas_string().optional(),
    status: schemas_string().optional(),
    expiresAt: schemas_string().optional(),
});

;// CONCATENATED MODULE: ./build/client/mcp-arguments.js


const InputSchema = looseObject({
    properties: record(schemas_string(), unknown()).optional(),
    required: array(schemas_string()).optional(),
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
    return new ClientError({
        kind: "protocol",
        code: "mcp_tool_missing",
        message: `The tool request_publish of this service ${what}, which is not known here`,
        hint: "Give the link to the approval screen as a template instead.",
        retry: "never",
        outcomeUnknown: false,
    });
}

;// CONCATENATED MODULE: ./build/client/mcp-message.js



/** A response has an id and no method; requests and notifications of the server may come before it. */
const Response = looseObject({ id: union([schemas_string(), schemas_number()]), method: schemas_undefined().optional() });
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
    const decoder = createSseDecoder(limits);
    let bytes = 0;
    for await (const chunk of answer) {
        if (!(chunk instanceof Uint8Array))
            continue;
        bytes += chunk.byteLength;
        if (bytes > limits.maxAnswerBytes)
            return undefined;
        for (const item of decoder.push(text.decode(chunk, { stream: true }))) {
            if (item.kind === "event" && Response.safeParse(parseJson(item.data)).success)
                return item.data;
        }
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/client/mcp-session.js






/** Revision of the protocol that is asked for. */
const PROTOCOL_VERSION = "2025-06-18";
const Initialized = looseObject({ protocolVersion: schemas_string().regex(/^[\x21-\x7e]{1,40}$/) });
const RpcError = looseObject({ error: looseObject({ code: schemas_number(), message: schemas_string().optional() }) });
const RpcResult = looseObject({ result: unknown() });
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
        return await repeat({ ...transport, repeatable }, options, async (timeoutMs) => {
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
            throw abortedError(options.signal, true);
        throw connectionError(cause, timer.aborted ? options.timeoutMs : undefined);
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
        : await readText(answer, transport.limits.maxAnswerBytes);
    const redacted = text === undefined ? undefined : transport.redact(text);
    const message = parseJson(redacted);
    if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
        return { status, message, sessionId, failure: undefined };
    }
    const reading = readEnvelope({ status, headers: answer.headers, text: redacted }, never(), transport.clock.now());
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
    throw new ClientError({
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

;// CONCATENATED MODULE: ./build/client/mcp-result.js




const ToolResult = looseObject({
    isError: schemas_boolean().optional(),
    structuredContent: unknown().optional(),
    content: array(looseObject({ type: schemas_string(), text: schemas_string().optional() })).optional(),
});
const Coded = looseObject({
    code: schemas_string().min(1),
    message: schemas_string().optional(),
    webApprovalUrl: schemas_string().optional(),
});
const mcp_result_MAX_TEXT_CHARS = 2000;
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
    const value = structuredContent ?? text.map(parseJson).find((json) => json !== undefined);
    const refusal = Coded.safeParse(looseObject({ error: unknown().optional() }).safeParse(value).data?.error ?? value);
    const envelope = looseObject({ ok: schemas_boolean(), data: unknown().optional() }).safeParse(value).data;
    if (isError === true || envelope?.ok === false) {
        throw toolError(refusal.data?.message ?? (text.join("\n") || "The tool failed without a word"), refusal.data);
    }
    return envelope?.ok === true ? envelope.data : value;
}
function toolError(message, coded) {
    const row = coded === undefined ? undefined : errorRow(coded.code, 400);
    return new ClientError({
        kind: "refused",
        code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
        message: message.trim().slice(0, mcp_result_MAX_TEXT_CHARS),
        hint: row?.hint ?? "Ask for the release on the web instead.",
        retry: "never",
        outcomeUnknown: false,
        webApprovalUrl: coded?.webApprovalUrl,
    });
}

;// CONCATENATED MODULE: ./build/client/mcp.js






const TOOL = "request_publish";
/** Most pages of a tool list. */
const mcp_MAX_PAGES = 10;
const ToolPage = looseObject({
    tools: array(looseObject({ name: schemas_string(), inputSchema: unknown().optional() })),
    nextCursor: schemas_string().optional(),
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
        const parsed = RequestPublishResult.safeParse(result);
        if (parsed.success)
            return { webApprovalUrl: parsed.data.webApprovalUrl, requestId: parsed.data.requestId };
        throw mcp_missing(`The tool ${TOOL} gave no webApprovalUrl`);
    }
    finally {
        await session.close();
    }
}
async function findTool(session) {
    let cursor;
    for (let pages = 0; pages < mcp_MAX_PAGES; pages += 1) {
        const parameters = cursor === undefined ? {} : { cursor };
        const page = ToolPage.safeParse(await session.request("tools/list", parameters, { repeatable: true }));
        if (!page.success)
            throw mcp_missing("The list of tools is not one of MCP");
        const tool = page.data.tools.find((candidate) => candidate.name === TOOL);
        if (tool !== undefined)
            return tool.inputSchema;
        cursor = page.data.nextCursor;
        if (cursor === undefined)
            break;
    }
    throw mcp_missing(`The service publishes no tool ${TOOL}`);
}
function mcp_missing(message) {
    return new ClientError({
        kind: "protocol",
        code: "mcp_tool_missing",
        message,
        hint: "Check the MCP address, or give the link to the approval screen as a template.",
        retry: "never",
        outcomeUnknown: false,
    });
}

;// CONCATENATED MODULE: ./build/actions/preview/build-log.js
const TAIL_LINES = 20;
const RECENT_LINES = 2000;
/** Longest piece of a line that is kept, characters: an error and its place are shorter. */
const MAX_KEPT_LINE_CHARS = 2000;
/** Most that is held back for a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;
/**
 * Makes the log of a build.
 * @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build.
 */
function createBuildLog(mode, sink) {
    const recent = [];
    const held = [];
    let heldChars = 0;
    let dropped = 0;
    function keep(lines) {
        for (const line of lines.slice(-RECENT_LINES))
            recent.push(line.slice(0, MAX_KEPT_LINE_CHARS));
        // Twice the bound before it is cut, so that a line costs no copy of all the others.
        if (recent.length > 2 * RECENT_LINES)
            recent.splice(0, recent.length - RECENT_LINES);
    }
    function hold(stream, lines) {
        const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
        held.push({ stream, lines, chars });
        heldChars += chars;
        while (heldChars > MAX_HELD_CHARS && held.length > 1) {
            const first = held.shift();
            heldChars -= first?.chars ?? 0;
            dropped += first?.lines.length ?? 0;
        }
    }
    function take(event) {
        if (event.kind === "log") {
            keep(event.lines);
            if (mode === "stream")
                sink.build(event.stream, event.lines);
            else if (mode === "on-failure")
                hold(event.stream, event.lines);
            return;
        }
        const sentence = build_log_describe(event);
        if (sentence !== undefined)
            sink.note(sentence);
    }
    function failed() {
        if (dropped > 0)
            sink.note(`${dropped} earlier lines of the build log were not kept.`);
        for (const { stream, lines } of held.splice(0))
            sink.build(stream, lines);
    }
    return { take, failed, tail: () => recent.slice(-TAIL_LINES), recent: () => recent.slice(-RECENT_LINES) };
}
function build_log_describe(event) {
    switch (event.kind) {
        case "status":
            return `Deployment is ${event.status}.`;
        case "gap":
            return `Lines of the build log may be missing here: ${event.why}`;
        case "unknown":
            return `The service sent a ${event.what} this version does not know: ${event.name}`;
        case "trouble":
            return `The service does not answer at the moment (${event.error.code}); the wait goes on.`;
    }
}

;// CONCATENATED MODULE: ./build/github/diagnostics.js

const MAX_SHOWN = 10;
const MAX_COUNTED = 1000;
const MAX_LINE_CHARS = 2000;
const diagnostics_MAX_MESSAGE_CHARS = 500;
// How many lines a message and its place may be apart.
const NEAR_LINES = 4;
const NEAR_FILE_LINES = 60;
const PATH = String.raw `((?:[A-Za-z]:)?[^\s:()'"|*?<>]{1,400}\.[A-Za-z]{1,8})`;
/** The whole of an error on one line. */
const ONE_LINE = [
    // tsc: src/a.ts(1,2): error TS2304: …
    { expression: new RegExp(`^${PATH}\\((\\d{1,7}),(\\d{1,7})\\): error (TS\\d+: .+)$`) },
    // tsc --pretty, astro check: src/a.ts:1:2 - error TS2304: …, src/a.astro:1:2 - error ts(2304): …
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}) - error (.+)$`) },
    // esbuild within vite: /w/src/a.ts:1:2: ERROR: …
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (?:ERROR|error): ?(.+)$`) },
    // rollup within vite: [RollupError: ]src/a.ts (1:2): …
    {
        expression: new RegExp(`^(?:(?:\\[[^\\]]{1,60}\\] )?[A-Za-z]{0,40}Error: )?${PATH} \\((\\d{1,7}):(\\d{1,7})\\): (.+)$`),
    },
    // eslint --format unix: /w/src/a.ts:1:2: … [Error/no-undef]
    { expression: new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (.+ \\[Error\\/[\\w@/-]+\\])$`) },
];
const FILE_LINE = new RegExp(`^(?:\\./)?${PATH}$`);
// eslint: "  1:2  error  …  rule"; next: "1:2  Error: …  rule"
const UNDER_FILE = /^\s{0,8}(\d{1,7}):(\d{1,7})\s{1,8}(?:error\s{1,8}|Error: )(\S.*)$/;
const PLACE_LINE = new RegExp(`^\\s{0,12}(?:file: )?${PATH}:(\\d{1,7}):(\\d{1,7}):?$`);
const MESSAGE_AFTER = /^\s{0,4}((?:Type error|Syntax Error|Module not found|Error): .+|Error:\s*$)/;
const MESSAGE_BEFORE = /^(?:✘ |X )?(?:\d{2}:\d{2}:\d{2} )?\[(?:ERROR|error|[\w-]+Error|vite(?::[\w-]+)?|plugin [\w:@/-]+)\] ?(.+)$/;
/**
 * Reads the errors of tsc, eslint, vite, next and astro out of the lines of a build.
 * @param lines Lines of the log, foreign text.
 * @param options `roots`: folders a build ran in, to be taken off absolute paths; `shown`: how many, ten unless given.
 * @returns Those that name a file and line within the repository, each once, in the order they come.
 */
function readDiagnostics(lines, options = {}) {
    const reading = { found: [], file: undefined, place: undefined, message: undefined };
    const roots = options.roots ?? [];
    for (const [index, raw] of lines.entries()) {
        if (reading.found.length >= MAX_COUNTED)
            break;
        readLine(reading, (0,github_text/* plainLine */.h0)(raw.slice(0, MAX_LINE_CHARS)).trimEnd(), { index, roots });
    }
    const once = new Map(reading.found.map((one) => [`${one.file}:${one.line}:${one.message}`, one]));
    const all = [...once.values()];
    const shown = options.shown ?? MAX_SHOWN;
    return { shown: all.slice(0, shown), rest: all.slice(shown) };
}
function readLine(reading, line, at) {
    const whole = ONE_LINE.map(({ expression }) => expression.exec(line)).find((match) => match !== null);
    if (whole !== undefined) {
        const place = placeOf(whole, at.roots);
        if (place !== undefined)
            add(reading, { ...place, message: whole[4] ?? "" });
        // What announced it has found its place.
        reading.message = undefined;
        return;
    }
    if (readUnderFile(reading, line, at) || readAfterPlace(reading, line, at) || readPlace(reading, line, at))
        return;
    const file = FILE_LINE.exec(line);
    if (file !== null) {
        const path = repositoryFile(file[1] ?? "", at.roots);
        reading.file = path === undefined ? undefined : { path, index: at.index };
    }
    const before = MESSAGE_BEFORE.exec(line);
    if (before !== null)
        reading.message = { text: before[1] ?? "", index: at.index };
}
function readUnderFile(reading, line, { index }) {
    const match = UNDER_FILE.exec(line);
    if (match === null || reading.file === undefined || index - reading.file.index > NEAR_FILE_LINES)
        return false;
    add(reading, { file: reading.file.path, line: Number(match[1]), column: Number(match[2]), message: match[3] ?? "" });
    return true;
}
/** next names the place first, then says what is wrong. */
function readAfterPlace(reading, line, { index }) {
    const match = MESSAGE_AFTER.exec(line);
    const { place } = reading;
    if (match === null || place === undefined || index - place.index > NEAR_LINES)
        return false;
    add(reading, { ...place.diagnostic, message: match[1] ?? "" });
    reading.place = undefined;
    return true;
}
/** esbuild and astro say what is wrong first, then name the place. */
function readPlace(reading, line, { index, roots }) {
    const match = PLACE_LINE.exec(line);
    const place = match === null ? undefined : placeOf(match, roots);
    if (place === undefined)
        return false;
    const { message } = reading;
    if (message !== undefined && index - message.index <= NEAR_LINES) {
        add(reading, { ...place, message: message.text });
        reading.message = undefined;
    }
    else {
        reading.place = { diagnostic: place, index };
    }
    return true;
}
function placeOf(match, roots) {
    const file = repositoryFile(match[1] ?? "", roots);
    const line = Number(match[2]);
    return file === undefined || line < 1 ? undefined : { file, line, column: Number(match[3]) };
}
function add(reading, diagnostic) {
    reading.found.push({ ...diagnostic, message: diagnostic.message.trim().slice(0, diagnostics_MAX_MESSAGE_CHARS).toWellFormed() });
}
/** A path that can be one of the repository: relative, not out of it, not of a dependency. */
function repositoryFile(path, roots) {
    const root = roots.map((folder) => `${folder.replace(/\/+$/, "")}/`).find((prefix) => path.startsWith(prefix));
    const inside = (root === undefined ? path : path.slice(root.length)).replace(/^(?:\.\/)+/, "");
    const parts = inside.split("/");
    const foreign = inside === "" || /^(?:\/|[A-Za-z]:|\\)/.test(inside) || parts.includes("..") || parts.includes("node_modules");
    return foreign ? undefined : inside;
}

;// CONCATENATED MODULE: ./build/actions/preview/timeline.js

const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;
/**
 * Draws how long a deployment waited and built, on one scale.
 * @param times Whole seconds.
 * @returns Lines of text; none when nobody can tell.
 */
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
        return line(label, { start, length: share(before, total) - start, seconds });
    });
    return parts.length < 2 ? lines : [...lines, line("Total", { start: 0, length: WIDTH_CHARS, seconds: total })];
}
function share(seconds, total) {
    return Math.round((WIDTH_CHARS * seconds) / total);
}
function line(label, bar) {
    // What took time is seen, however little it was.
    const drawn = "█".repeat(bar.seconds > 0 ? Math.max(1, bar.length) : bar.length);
    const drawnAt = `${" ".repeat(Math.min(bar.start, WIDTH_CHARS - 1))}${drawn}`.padEnd(WIDTH_CHARS);
    return `${label.padEnd(LABEL_CHARS)}${drawnAt}  ${durationText(bar.seconds)}`;
}

;// CONCATENATED MODULE: ./build/actions/preview/summary.js




/** Longest excerpt of a build log in a summary, characters. */
const summary_MAX_EXCERPT_CHARS = 20_000;
/** Build errors that found no room among the annotations. */
const MAX_FURTHER_ERRORS = 50;
const SIGNS = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };
/**
 * Writes the summary of a run, whatever its end.
 */
function summary(facts) {
    const { headline, outcome } = facts;
    const of = facts.site === "" ? (0,github_text/* markdown */.wD) `` : (0,github_text/* markdown */.wD) `: ${facts.site}`;
    const parts = [
        (0,github_text/* markdown */.wD) `### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}${of}`,
        ...(outcome.kind === "ready" ? [(0,github_text/* autolink */.mf)(outcome.previewUrl)] : [(0,github_text/* markdown */.wD) `${headline.text}`]),
        ...release(facts),
        ...summary_table(facts),
        ...times(facts),
        ...excerpt(facts),
        ...phone(facts),
    ];
    return (0,github_text/* markdown */.wD) `${(0,github_text/* joinMarkdown */.UF)(parts, "\n\n")}\n`;
}
function release({ approval }) {
    if (approval.kind !== "link")
        return [];
    const approve = (0,github_text/* link */.nf)("Review and approve the release", approval.address);
    return [(0,github_text/* markdown */.wD) `> [!TIP]\n> **Ready for production?** ${approve}. Whoever asked for the release cannot approve it.`];
}
function summary_table({ outcome, commitSha, branch, accepted, row }) {
    const deploymentId = deploymentOf(outcome)?.id ?? accepted?.deploymentId;
    const columns = [
        ["Status", outcome.kind === "ready" ? undefined : (0,github_text/* markdown */.wD) `${outputStatus(outcome)}`],
        ["Commit", commitSha === undefined ? undefined : commitText({ commitSha, runUrl: row?.run.url ?? "" })],
        ["Branch", branch === undefined ? undefined : (0,github_text/* inlineCode */.ti)(branch)],
        ["Deployment", deploymentId === undefined ? undefined : (0,github_text/* inlineCode */.ti)(deploymentId)],
        ["Attempt", accepted && attempt(accepted)],
    ];
    const shown = columns.flatMap(([label, value]) => value === undefined ? [] : [{ label: (0,github_text/* markdown */.wD) `${label}`, value }]);
    if (shown.length < 2)
        return [];
    const line = (cells) => (0,github_text/* markdown */.wD) `| ${cells.reduce((joined, cell) => (0,github_text/* markdown */.wD) `${joined} | ${cell}`)} |`;
    const lines = [
        line(shown.map(({ label }) => label)),
        line(shown.map(() => (0,github_text/* markdown */.wD) `---`)),
        line(shown.map(({ value }) => value)),
    ];
    return [(0,github_text/* joinMarkdown */.UF)(lines, "\n")];
}
function attempt({ attempt: number, reused }) {
    const which = number === undefined ? (0,github_text/* markdown */.wD) `by a key of the workflow's own` : (0,github_text/* markdown */.wD) `${number}`;
    return reused ? (0,github_text/* markdown */.wD) `${which}, made by an earlier run` : which;
}
function times({ times: taken, previous, outcome }) {
    const lines = timeline(taken);
    if (lines.length === 0)
        return [];
    const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
    return [(0,github_text/* codeFence */.d6)(lines, { maxChars: summary_MAX_EXCERPT_CHARS }), ...compared];
}
/** With the last commit of the pull request, whose row was read anyway: no request is made for it. */
function comparison(buildSeconds, previous) {
    const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
    if (buildSeconds === undefined || before === undefined || status !== "ready")
        return [];
    const difference = Math.round(buildSeconds - before);
    const words = difference === 0 ? "as long as" : `${durationText(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
    return [(0,github_text/* markdown */.wD) `The build took ${words} that of the last ready commit, ${(0,github_text/* inlineCode */.ti)(commitSha.slice(0, 7))}.`];
}
function excerpt({ outcome, logTail }) {
    if (outcome.kind !== "failed" || logTail.length === 0)
        return [];
    return [(0,github_text/* markdown */.wD) `Last lines of the build:`, (0,github_text/* codeFence */.d6)(logTail, { maxChars: summary_MAX_EXCERPT_CHARS })];
}
function phone({ qr }) {
    if (qr === undefined)
        return [];
    return [(0,github_text/* markdown */.wD) `<details><summary>Open it on a phone</summary>`, qr, (0,github_text/* markdown */.wD) `</details>`];
}
/**
 * Lists the build errors that found no room among the annotations.
 * @param errors At least one; their words are untrusted.
 */
function furtherErrors(errors) {
    const lines = errors
        .slice(0, MAX_FURTHER_ERRORS)
        .map(({ file, line, message }) => (0,github_text/* markdown */.wD) `- ${(0,github_text/* inlineCode */.ti)(`${file}:${line}`)} ${message}`);
    const left = errors.length - lines.length;
    const rest = left > 0 ? [(0,github_text/* markdown */.wD) `- and ${left} more`] : [];
    return (0,github_text/* markdown */.wD) `Further build errors:\n\n${(0,github_text/* joinMarkdown */.UF)([...lines, ...rest], "\n")}\n`;
}

;// CONCATENATED MODULE: ./build/actions/preview/conclude.js




/** Lines of a failed build that go with its annotation. */
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one says how the run ended. */
const conclude_MAX_ANNOTATIONS = 9;
/**
 * Tells how a run ended, in the log, the summary and the outputs, and makes the step pass or fail by it.
 * @param lines What is kept of the log of a build that failed; untrusted.
 */
function conclude(runner, report, lines) {
    writeOutputs(runner, report.outputs);
    tell(runner, report.headline, lines.slice(-ANNOTATED_LINES));
    const { shown, rest } = readDiagnostics(lines, { shown: conclude_MAX_ANNOTATIONS });
    for (const { file, line, column, message } of shown) {
        const place = { title: "Build error", file, line, ...(column === undefined ? {} : { column }) };
        runner.error((0,github_text/* logText */.kc)(message), place);
    }
    for (const sentence of report.notices)
        runner.notice((0,github_text/* logText */.kc)(sentence), { title: "No approval link" });
    runner.appendSummary(report.summary);
    if (rest.length > 0)
        runner.appendSummary(furtherErrors(rest));
    if (report.conclusion === "fail")
        runner.fail();
}

;// CONCATENATED MODULE: ./build/actions/dry-run.js



/** Says in log and summary what a run would send, and that nothing is sent. */
function tellDryRun(runner, { site, lines, comment, outputs }) {
    runner.info((0,github_text/* logText */.kc)("Dry run: nothing is sent, neither to the service nor to GitHub."));
    for (const line of lines)
        runner.info((0,github_text/* logText */.kc)(line));
    const shown = comment === undefined ? [] : ["Comment:", String(renderComment(comment))];
    for (const line of shown)
        for (const text of (0,github_text/* logLines */.OG)(line))
            runner.info(text);
    writeOutputs(runner, { status: "skipped", ...outputs });
    runner.appendSummary((0,github_text/* markdown */.wD) `### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`);
}

;// CONCATENATED MODULE: ./build/actions/preview/dry-run.js



/**
 * Says what a run would send, key, pull request and comment included, and sends nothing.
 */
function describeDryRun(runner, dryRun) {
    const { plan } = dryRun;
    const outputs = { "commit-sha": plan.commitSha };
    tellDryRun(runner, { site: plan.site, lines: requestLines(dryRun), comment: commentOf(dryRun), outputs });
}
/**
 * Describes the request of a plan.
 * @returns One line each for address, key, body and pull request; the token is in none of them.
 */
function requestLines({ plan, inputs, trigger }) {
    const base = inputs.baseUrl.href.replace(/\/+$/, "");
    return [
        `Request: POST ${base}/sites/${encodeURIComponent(plan.site)}/deploy`,
        `Idempotency-Key: ${keyText(plan)}`,
        `Body: ${plan.body}`,
        `Pull request: ${pullText(inputs, trigger)}`,
    ];
}
function keyText({ keyScope, site, body }) {
    if (keyScope.given === undefined && !UUID_PATTERN.test(site)) {
        return `derived from the id of site '${site}', which the service is asked for first`;
    }
    return keyOf(keyScope, { siteId: site, body, n: 1 });
}
function pullText({ pullNumber, comment }, { pull }) {
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
function commentOf({ plan, inputs, trigger }) {
    if (inputs.comment === "off")
        return undefined;
    const row = {
        siteId: plan.site,
        site: plan.site,
        status: "queued",
        commitSha: plan.commitSha,
        runUrl: trigger.run.url,
        runId: trigger.run.id,
        runAttempt: trigger.run.attempt,
    };
    const content = { group: inputs.commentGroup, rows: [row], createdByRun: trigger.run.id, run: row, written: [row] };
    const template = inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate };
    return { ...content, ...template };
}

;// CONCATENATED MODULE: ./build/actions/preview/late-head.js

/** Longest wait for GitHub to name a commit, milliseconds. */
const late_head_MAX_WAIT_MS = 30_000;
/**
 * Asks GitHub for the head of a pull request of which the event gives the number alone, as comments do.
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only here.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for; a commit of its own makes the question needless.
 * @param patience Clock, and the signal of a canceled run.
 * @returns The trigger with its head, or as it was when GitHub gave none.
 */
async function withHead(trigger, inputs, { clock, stop }) {
    const { head, pull, apiUrl, repository } = trigger;
    const token = inputs.githubToken;
    if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined || token === undefined)
        return trigger;
    const { createGithub } = await Promise.all(/* import() */[__nccwpck_require__.e(785), __nccwpck_require__.e(308)]).then(__nccwpck_require__.bind(__nccwpck_require__, 308));
    const signal = AbortSignal.any([stop, AbortSignal.timeout(late_head_MAX_WAIT_MS)]);
    const found = await findPull(createGithub({ token, apiUrl, repository }), trigger, { clock, signal });
    if (found.kind !== "found")
        return trigger;
    const { headSha, headBranch, fork } = found.pull;
    return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}

;// CONCATENATED MODULE: ./build/actions/preview/log-sink.js

/** Most that waits for a slow reader of the log before the service is asked for more, characters. */
const MAX_WAITING_CHARS = 128 * 1024;
/**
 * Prints a build's log through the runner: one group a pipeline step, its lines where no command is read.
 */
function createRunnerLog(runner) {
    let printed = Promise.resolve();
    let waitingChars = 0;
    let openStream;
    function closeGroup() {
        if (openStream !== undefined)
            runner.endGroup();
        openStream = undefined;
    }
    function openGroup(stream) {
        if (stream === openStream)
            return;
        closeGroup();
        runner.group((0,github_text/* logText */.kc)(stream));
        openStream = stream;
    }
    function build(stream, lines) {
        const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
        waitingChars += chars;
        printed = after(printed, async () => {
            openGroup(stream);
            await runner.untrustedLines(lines);
            waitingChars -= chars;
        });
    }
    function note(sentence) {
        printed = after(printed, () => {
            closeGroup();
            runner.info((0,github_text/* logText */.kc)(sentence));
        });
    }
    async function finish(signal) {
        await within(printed, signal);
        closeGroup();
    }
    async function ready(signal) {
        if (waitingChars > MAX_WAITING_CHARS)
            await within(printed, signal);
    }
    return { build, note, ready, finish };
}
async function after(before, print) {
    await before;
    await print();
}
/** Waits for work, but not longer than a signal allows. */
async function within(work, signal) {
    if (signal?.aborted === true)
        return;
    const { promise: cut, resolve } = Promise.withResolvers();
    const stop = () => resolve();
    signal?.addEventListener("abort", stop, { once: true });
    await Promise.race([work, cut]);
    signal?.removeEventListener("abort", stop);
}

;// CONCATENATED MODULE: ./build/actions/preview/plan.js
const SKIPS = {
    fork_without_secrets: {
        why: "This pull request comes from a fork, and GitHub gives its runs no secrets",
        advice: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
    },
    dependabot_without_secrets: {
        why: "This run was started by Dependabot, which has a secret store of its own",
        advice: "Add the token to the repository's Dependabot secrets under the same name.",
    },
    branch_deleted: {
        why: "This push deletes its branch, so there is no commit to deploy",
        advice: "Nothing needs to be done.",
    },
    pull_closed: {
        why: "The pull request is closed",
        advice: "Leave 'closed' out of the workflow's pull_request types, or use the close action for it.",
    },
    no_commit: {
        why: "This event names no commit to deploy",
        advice: "Set the input 'commit-sha'.",
    },
};
/**
 * Says why a trigger cannot be deployed with the secrets it has.
 * It is asked before the inputs are judged: on a fork a missing token is nobody's mistake.
 * @param hasToken Whether the input `token` holds anything.
 * @see GitHub documentation, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
function secretlessReason(trigger, hasToken) {
    if (hasToken)
        return undefined;
    if (trigger.dependabot)
        return skipReason("dependabot_without_secrets");
    return trigger.fromFork ? skipReason("fork_without_secrets") : undefined;
}
/**
 * Decides what a run does.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for.
 */
function makePlan(trigger, inputs) {
    if (trigger.deleted && inputs.commitSha === undefined)
        return plan_skip("branch_deleted");
    if (isClosedPull(trigger))
        return plan_skip("pull_closed");
    const commitSha = inputs.commitSha ?? trigger.head?.sha;
    if (commitSha === undefined)
        return plan_skip("no_commit");
    const branch = inputs.branch ?? ownBranch(trigger);
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
        report: { comment: inputs.comment, deploymentRecord: inputs.deploymentRecord },
    };
}
/** A fork's branch named 'main' must not pass as ours: its commits go without a branch. */
function ownBranch({ head, fromFork }) {
    return fromFork ? undefined : (head?.branch ?? undefined);
}
function isClosedPull({ pull }) {
    return pull?.kind === "named" && pull.state === "closed";
}
function plan_skip(code) {
    return { kind: "skip", reason: skipReason(code) };
}
function skipReason(code) {
    return { code, ...SKIPS[code] };
}

;// CONCATENATED MODULE: ./build/actions/preview/outputs.js

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
/**
 * Outputs at the moment the service took the deployment; they stand if the runner dies.
 */
function acceptedOutputs(accepted) {
    return {
        status: "accepted",
        "site-id": accepted.siteId,
        "deployment-id": accepted.deploymentId,
        reused: String(accepted.reused),
        ...(accepted.attempt === undefined ? {} : { attempt: String(accepted.attempt) }),
    };
}
/**
 * Outputs at the end, beyond those that were known before.
 */
function finalOutputs(outcome, approval, times) {
    const failure = failureIn(outcome);
    const deploymentId = deploymentOf(outcome)?.id;
    return {
        status: outputStatus(outcome),
        ...(deploymentId === undefined ? {} : { "deployment-id": deploymentId }),
        ...(outcome.kind === "ready" ? { "preview-url": outcome.previewUrl } : {}),
        ...(approval.kind === "link" ? { "approval-url": approval.address } : {}),
        ...(approval.kind === "link" && approval.requestId !== undefined
            ? { "approval-request-id": approval.requestId }
            : {}),
        ...(failure === undefined ? {} : { "error-code": failure.code }),
        ...(times.queuedSeconds === undefined ? {} : { "queued-seconds": String(times.queuedSeconds) }),
        ...(times.buildSeconds === undefined ? {} : { "build-seconds": String(times.buildSeconds) }),
    };
}

;// CONCATENATED MODULE: ./build/actions/preview/progress.js





/**
 * Makes the progress of a run: outputs are written and the pull request is told as soon as something is known.
 */
function createProgress({ runner, reporter, trigger, site, commitSha }) {
    let accepted;
    let deployment;
    let row;
    const statusTimes = new Map();
    function show(status) {
        // An end is told once, with all that belongs to it.
        if (row === undefined || !isUnderWay({ status }))
            return;
        saveShown(runner, row, deployment);
        reporter.show(liveRow(row, status, deployment));
    }
    const listener = {
        onSite: (siteId) => {
            row = { siteId, site, commitSha, run: trigger.run };
            writeOutputs(runner, { "site-id": siteId });
        },
        onAccepted: (taken, record) => {
            accepted = taken;
            deployment = record;
            writeOutputs(runner, acceptedOutputs(taken));
            const how = taken.reused ? "made by an earlier run" : "accepted by the service";
            runner.info((0,github_text/* log */.Rm) `Deployment ${taken.deploymentId} of ${site}, ${how}.`);
            show(record.status);
        },
        onQuotaWait: (error) => {
            runner.info((0,github_text/* log */.Rm) `The workspace builds as much as it may (${error.code}); waiting for a build to end.`);
            show("queued");
        },
        onRetry: (notice) => runner.info(retrySentence(notice)),
        onStatus: (status, at) => {
            if (at !== undefined && !statusTimes.has(status))
                statusTimes.set(status, at);
            show(status);
        },
    };
    return { listener, known: () => ({ accepted, row, statusTimes }) };
}
function retrySentence({ error, waitMs, attempt }) {
    return (0,github_text/* log */.Rm) `Request ${attempt} to the service failed (${error.code}: ${error.detail}); again in ${(waitMs / 1000).toFixed(1)} s.`;
}

;// CONCATENATED MODULE: ./build/actions/preview/report.js





/**
 * Turns the end of a run into what is told about it. The conclusion follows from the outcome alone.
 */
function report(ending) {
    const { outcome, inputs, accepted, approval, times, logTail } = ending;
    const told = headline_headline(outcome, { ...inputs, reused: accepted?.reused === true });
    const durationSeconds = times.buildSeconds;
    return {
        headline: told,
        outputs: finalOutputs(outcome, approval, times),
        row: ending.row && finalRow(ending.row, outcome, { approval, logTail, durationSeconds }),
        summary: summary({ ...ending, headline: told, site: inputs.site }),
        notices: approval.kind === "none" ? [approval.why] : [],
        conclusion: conclusion(outcome, inputs.onTimeout),
    };
}

;// CONCATENATED MODULE: ./build/actions/preview/timings.js
/**
 * Times a deployment by the service's own clock, so that ours may be wrong.
 * @param deployment The record, read last.
 * @param statusTimes When each status was reached, as the events said it.
 * @returns Nothing for times that are absent, unreadable or in the wrong order.
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

;// CONCATENATED MODULE: ./build/actions/preview/run.js
var run_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var run_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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





















const APPROVAL_MS = 10_000;
/** How the service sees the action in its log. */
const USER_AGENT = "greenroom-preview-action";
/**
 * Runs the preview action: reads what started it, deploys, follows, tells.
 * @param host The process; its exit status is set, its end is its own.
 */
async function runPreview(host) {
    const startedAt = systemClock.monotonic();
    const runner = createRunner({ env: host.env, stdout: host.stdout });
    for (const secret of ["token", "github-token"])
        runner.mask(runner.input(secret));
    try {
        await decide(host, runner, startedAt);
    }
    catch (error) {
        // A fault of ours is told like any other end; what was known before stays in the outputs.
        const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        const failure = { code: "internal_error", message, hint: "Report this to the makers of the action." };
        conclude(runner, report(unsent({ kind: "lost", deployment: undefined, failure })), []);
    }
}
async function decide(host, runner, startedAt) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const event = readTrigger(host.env, runner.eventPayload());
        const secretless = secretlessReason(event, runner.input("token") !== "");
        if (secretless !== undefined)
            return endSkipped(runner, secretless);
        const read = readInputs((name) => runner.input(name));
        if (read.kind === "invalid")
            return endInvalid(runner, read.problems);
        const { inputs } = read;
        const stop = run_addDisposableResource(env_1, listenForStop(host), false);
        const clock = systemClock;
        const trigger = inputs.dryRun ? event : await withHead(event, inputs, { clock, stop: stop.signal });
        const plan = makePlan(trigger, inputs);
        if (plan.kind === "skip")
            return endSkipped(runner, plan.reason);
        if (inputs.dryRun)
            return describeDryRun(runner, { plan, inputs, trigger });
        await previewOnce({
            runner,
            trigger,
            inputs,
            plan,
            clock,
            stop: stop.signal,
            deadlineAt: startedAt + inputs.timeoutMs,
        });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        run_disposeResources(env_1);
    }
}
async function previewOnce(run) {
    const { runner, inputs, plan, trigger, clock } = run;
    const client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT, clock });
    const sink = createRunnerLog(runner);
    const log = createBuildLog(inputs.logs, sink);
    const reporter = createReporter({ runner, inputs, trigger, clock });
    const progress = createProgress({ runner, reporter, trigger, site: plan.site, commitSha: plan.commitSha });
    writeOutputs(runner, { "commit-sha": plan.commitSha });
    const { listener } = progress;
    const tools = { client, clock, log, logReady: sink.ready, listener, stop: run.stop, deadlineAt: run.deadlineAt };
    const outcome = await deploy(plan, inputs, tools);
    const approval = await linkFor(outcome, { client, siteId: progress.known().row?.siteId ?? plan.site }, run);
    await finish(run, { outcome, approval, progress, reporter, log, sink });
}
async function finish(run, { outcome, approval, progress, reporter, log, sink }) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, plan, clock, deadlineAt } = run;
        if (outcome.kind === "failed")
            log.failed();
        const time = run_addDisposableResource(env_2, reportTime(deadlineAt - clock.monotonic(), run.stop), false);
        await sink.finish(time.signal);
        const { accepted, row, statusTimes } = progress.known();
        const told = report({
            outcome,
            inputs,
            commitSha: plan.commitSha,
            branch: plan.branch,
            accepted,
            approval,
            times: timings(deploymentOf(outcome) ?? {}, statusTimes),
            previous: reporter.previous(),
            // Drawn by a chunk of its own, which only a preview that is ready loads.
            qr: outcome.kind === "ready" ? (await Promise.all(/* import() */[__nccwpck_require__.e(33), __nccwpck_require__.e(708)]).then(__nccwpck_require__.bind(__nccwpck_require__, 708))).qrCode(outcome.previewUrl) : undefined,
            logTail: log.tail(),
            row,
        });
        // Before GitHub is waited for: whatever happens there, this much is known.
        conclude(runner, told, outcome.kind === "failed" ? log.recent() : []);
        writeOutputs(runner, await reporter.settle(told.row, time.signal));
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(run.stop.aborted && time.signal.aborted))
            saveSettled(runner);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        run_disposeResources(env_2);
    }
}
async function linkFor(outcome, { client, siteId }, { inputs, stop }) {
    if (outcome.kind !== "ready")
        return { kind: "off" };
    const deploymentId = outcome.deployment.id;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(APPROVAL_MS)]);
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId };
    return approvalLink(inputs, { siteId, deploymentId }, () => requestPublish(client, request, { signal }));
}
function endSkipped(runner, reason) {
    conclude(runner, report(unsent({ kind: "skipped", reason })), []);
}
function endInvalid(runner, problems) {
    const message = problems.map(({ sentence }) => sentence).join(" ");
    conclude(runner, report(unsent({ kind: "refused", failure: { code: "invalid_input", message, hint: "" } })), []);
}
function unsent(outcome) {
    return {
        outcome,
        inputs: { site: "", timeoutMs: 0, onTimeout: "fail" },
        commitSha: undefined,
        branch: undefined,
        accepted: undefined,
        approval: { kind: "off" },
        times: { queuedSeconds: undefined, buildSeconds: undefined },
        previous: undefined,
        qr: undefined,
        logTail: [],
        row: undefined,
    };
}

;// CONCATENATED MODULE: ./build/actions/preview/post.js














const RECORD_MS = 10_000;
const post_REPORT_MS = 15_000;
/**
 * Tells the pull request the truth when the main step was killed before it could.
 * @param host The process; nothing that happens here makes the job fail.
 */
async function runPost(host) {
    const runner = createRunner({ env: host.env, stdout: host.stdout });
    const left = readLeftBehind(runner);
    if (left === undefined)
        return;
    for (const secret of ["token", "github-token"])
        runner.mask(runner.input(secret));
    const read = readInputs((name) => runner.input(name));
    if (read.kind === "invalid")
        return;
    const { inputs } = read;
    const trigger = readTrigger(host.env, runner.eventPayload());
    const client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT });
    const outcome = await settledOutcome(left, client, inputs);
    const reporter = createReporter({ runner, inputs, trigger, clock: systemClock });
    const { title, text } = headline_headline(outcome, { ...inputs, reused: false });
    runner.info((0,github_text/* logText */.kc)(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
    const durationSeconds = timings(left.deployment ?? {}, new Map()).buildSeconds;
    const row = finalRow(left.facts, outcome, { approval: { kind: "off" }, logTail: [], durationSeconds });
    await reporter.settle(row, AbortSignal.timeout(post_REPORT_MS));
}
/** One look at the record: it may have ended meanwhile. */
async function settledOutcome({ deployment }, client, inputs) {
    if (deployment === undefined)
        return { kind: "stopped", deployment };
    const now = await client.deployments
        .get(deployment.id, { signal: AbortSignal.timeout(RECORD_MS) })
        .catch(() => deployment);
    const { status } = now;
    if (!isTerminal(status))
        return { kind: "stopped", deployment: now };
    const followed = { kind: "terminal", status, deployment: now, addressMissing: false };
    return followedOutcome(followed, previewAddress(now, inputs.baseUrl));
}

;// CONCATENATED MODULE: ./build/actions/production/ask.js






/**
 * Asks the service to let a person decide; asking again for the same source gives the same open request.
 * Nothing is decided by it.
 * @see Interface §1 (`request_publish` returns a `webApprovalUrl`)
 */
async function askForRelease(client, inputs, question, options) {
    const { siteId, source, reason, offered } = question;
    const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: source.id, reason };
    let refusal;
    const ask = () => requestPublish(client, request, options).catch((error) => {
        if (error instanceof ClientError && !error.code.startsWith("mcp_"))
            refusal = error;
        if (offered !== undefined)
            return { webApprovalUrl: offered };
        throw error;
    });
    const link = await approvalLink({ ...inputs, approval: "link" }, { siteId, deploymentId: source.id }, ask);
    if (link.kind === "link") {
        const { address, requestId } = link;
        return { kind: "asked", asked: { ...ask_NOTHING, link: address, ...(await readRequest(client, requestId, options)) } };
    }
    // The service knows the tool and said no: nobody was asked.
    if (refusal !== undefined)
        return { kind: "refused", failure: failureOf(refusal) };
    return { kind: "asked", asked: { ...ask_NOTHING, why: link.kind === "none" ? link.why : undefined } };
}
const ask_NOTHING = {
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
    return looseObject({ name: schemas_string() }).safeParse(request["requestedBy"]).data?.name;
}
/**
 * Reads an address the service gave as one a person may be shown.
 * @param baseUrl The service; only one on loopback without TLS may show addresses without TLS.
 */
function shownAddress(address, baseUrl) {
    const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
    return typeof address === "string" ? (0,github_text/* safeAddress */.Md)(address, { allowLoopbackHttp }) : undefined;
}

;// CONCATENATED MODULE: ./build/actions/production/facts.js
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

;// CONCATENATED MODULE: ./build/actions/production/headline.js

/**
 * Says in a sentence or two how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
function production_headline_headline(outcome, facts) {
    const { site } = facts;
    switch (outcome.kind) {
        case "skipped":
            return { level: "notice", title: "Skipped", text: sentences([outcome.reason.why, outcome.reason.advice]) };
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
            return { level: "error", title: `Release ${outcome.kind}`, text: failureText(outcome.failure) };
        case "refused":
            return { level: "error", title: "Release refused", text: failureText(outcome.failure) };
        case "stopped":
            return { level: "warning", title: "Run canceled", text: headline_stoppedText(outcome.asked) };
        case "lost":
            return {
                level: "error",
                title: "Service out of reach",
                text: sentences([failureText(outcome.failure), stands(outcome.asked)]),
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
    return sentences([`${sourceName(facts)} of '${facts.site}' waits for a person`, link, whoCannot(asked)]);
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
    return sentences([`The release of '${site}' ${DECIDED[outcome.kind]}`, notes]);
}
function headline_stoppedText(asked) {
    return asked === undefined
        ? "The run was canceled before anybody was asked."
        : sentences(["The run was canceled", stands(asked)]);
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

;// CONCATENATED MODULE: ./build/actions/production/inputs.js




/** What GitHub lets a job of a self-hosted runner last, five days. */
const MAX_WAIT_MINUTES = 7200;
/**
 * Reads and checks every input of the production action.
 * @param lookup Gives the text of an input, empty when it was not given.
 * @returns The inputs, or one sentence for each that is wrong.
 */
function inputs_readInputs(lookup) {
    const fields = createFields(lookup, ["token", "github-token"]);
    const { baseUrl, token, site } = connection_readConnection(fields);
    const mcpUrl = readMcpUrl(fields, baseUrl);
    const rest = {
        ...readSource(fields),
        ...readReporting(fields, { commentGroup: "releases", environment: "production" }),
    };
    const conduct = {
        waitMs: readWait(fields),
        onPending: fields.word("on-pending", ["pass", "fail"]),
        dryRun: fields.flag("dry-run", false),
    };
    const approvalUrl = readApprovalUrl(fields);
    const missing = baseUrl === undefined || token === undefined || site === undefined || mcpUrl === undefined;
    if (missing || fields.problems.length > 0)
        return { kind: "invalid", problems: fields.problems };
    return { kind: "valid", inputs: { ...rest, ...conduct, baseUrl, token, site, mcpUrl, approvalUrl } };
}
function readSource(fields) {
    const sourceDeploymentId = fields.optional("source-deployment-id", (text) => (/^[\w.:-]{1,128}$/.test(text) ? text : undefined), "the id of a ready preview, or of an earlier release, such as 'dep_0123456789'");
    const commitSha = fields.optional("commit-sha", (text) => (COMMIT_SHA_PATTERN.test(text.toLowerCase()) ? text.toLowerCase() : undefined), "a commit's id, 7 to 64 hexadecimal digits");
    return { sourceDeploymentId, commitSha };
}
function readWait(fields) {
    const parse = (text) => {
        const minutes = /^\d{1,6}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
        return minutes <= MAX_WAIT_MINUTES ? Math.round(minutes * 60_000) : undefined;
    };
    return fields.optional("wait-minutes", parse, `a number of minutes from 0 to ${MAX_WAIT_MINUTES}, such as '0'`) ?? 0;
}

;// CONCATENATED MODULE: ./build/actions/production/left-behind.js


const left_behind_Deployment = object({
    id: schemas_string().min(1),
    status: schemas_string().min(1),
    commitSha: schemas_string().optional(),
    createdAt: schemas_string().optional(),
});
const left_behind_Saved = object({
    site: schemas_string(),
    siteId: schemas_string().min(1),
    source: left_behind_Deployment,
    previewUrl: schemas_string().optional(),
    /** What was live when the person was asked; absent when nothing was. */
    live: left_behind_Deployment.optional(),
    asked: object({
        link: schemas_string().optional(),
        requestId: schemas_string().optional(),
        askedBy: schemas_string().optional(),
        expiresAt: schemas_string().optional(),
    }),
});
/** Keeps for the post step what a person was asked. */
function saveAsked(runner, facts, asked) {
    const { site, siteId, source, previewUrl, standing } = facts;
    saveLeft(runner, { site, siteId, source, previewUrl, live: standing?.live, asked });
}
/**
 * Reads what the main step left.
 * @returns Undefined when it settled everything, or had asked nobody.
 */
function left_behind_readLeftBehind(runner) {
    return readLeft(runner, left_behind_Saved);
}

;// CONCATENATED MODULE: ./build/actions/production/plan.js
const plan_SKIPS = {
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
function plan_secretlessReason({ fromFork, dependabot }, hasToken) {
    return !hasToken && (fromFork || dependabot) ? plan_SKIPS.no_secrets : undefined;
}
/** Decides what a run releases. */
function plan_makePlan(trigger, inputs) {
    if (inputs.sourceDeploymentId !== undefined) {
        return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
    }
    if (inputs.commitSha !== undefined)
        return { kind: "release", wanted: { kind: "commit", sha: inputs.commitSha } };
    if (trigger.deleted)
        return { kind: "skip", reason: plan_SKIPS.branch_deleted };
    if (trigger.pull?.kind === "named" && !trigger.pull.merged)
        return { kind: "skip", reason: plan_SKIPS.not_merged };
    if (trigger.head === null)
        return { kind: "skip", reason: plan_SKIPS.no_commit };
    return { kind: "release", wanted: { kind: "commit", sha: trigger.head.sha } };
}

;// CONCATENATED MODULE: ./build/actions/production/outcome.js



/** Names an outcome as the output `status` does; what was asked and not seen decided stays `approval_pending`. */
function outcome_outputStatus(outcome) {
    switch (outcome.kind) {
        case "stopped":
            return outcome.asked === undefined ? "canceled" : "approval_pending";
        case "lost":
            return outcome.asked === undefined ? "failed" : "approval_pending";
        case "skipped":
        case "ready":
        case "accepted":
        case "approval_pending":
        case "rejected":
        case "expired":
        case "superseded":
        case "failed":
        case "canceled":
        case "refused":
            return outcome.kind;
    }
}
/**
 * Decides whether the step passes.
 * @param onPending What the workflow wants while nobody has decided.
 */
function outcome_conclusion(outcome, onPending) {
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
function outcome_followedOutcome(followed, productionUrl, asked) {
    const { deployment } = followed;
    switch (followed.kind) {
        case "timed_out":
            return { kind: "accepted", deployment };
        case "aborted":
            return { kind: "stopped", asked };
        case "unknown":
            return { kind: "lost", asked, failure: failureOf(followed.error) };
        case "terminal":
            if (followed.status === "ready")
                return { kind: "ready", deployment, productionUrl, already: false };
            return { kind: followed.status, deployment, failure: releaseFailure(deployment) };
    }
}
function releaseFailure({ error }) {
    const code = error?.code ?? "failed";
    const message = error?.message ?? "The service gave no reason";
    return { code, message, hint: buildErrorHint(code) ?? "What was live before stays live." };
}
/**
 * Reads a failed call.
 * @param asked The request that stands, when a person was asked.
 */
function outcome_failedCallOutcome(error, asked) {
    switch (error.kind) {
        case "refused":
        case "invalid":
            return { kind: "refused", failure: failureOf(error) };
        case "aborted":
            return { kind: "stopped", asked };
        case "timed_out":
        case "unreachable":
        case "protocol":
            return { kind: "lost", asked, failure: failureOf(error) };
    }
}

;// CONCATENATED MODULE: ./build/actions/production/row.js




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
    const asked = askedIn(outcome);
    const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
    const note = noteOf(outcome, facts);
    const waits = asked?.link !== undefined && outcome_outputStatus(outcome) === "approval_pending";
    return {
        siteId,
        site,
        status: outcome_outputStatus(outcome),
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
    const asked = askedIn(outcome);
    if (asked === undefined || outcome.kind === "expired" || outcome.kind === "superseded")
        return "";
    const next = source === undefined ? "" : `Would go live: ${described(source, nowMs)}`;
    const live = standing && (standing.live === undefined ? "nothing" : described(standing.live, nowMs));
    return sentences([next, live === undefined ? "" : `Live now: ${live}`, whoCannot(asked)]);
}

;// CONCATENATED MODULE: ./build/actions/production/announce.js




/**
 * Tells GitHub where a release stands: the record first, so that the row can name it.
 * @param board Remembers what was written, for the next time.
 */
async function announce(board, row, patience) {
    const record = await tellRecord(board, row, patience);
    const comment = await announce_tellComment(board, board.recordId === undefined ? row : { ...row, recordId: board.recordId }, patience);
    return {
        outputs: { ...record.outputs, ...comment.outputs },
        troubles: [...record.troubles, ...comment.troubles],
    };
}
const announce_NOTHING = { outputs: {}, troubles: [] };
async function announce_tellComment(board, row, patience) {
    const { github, inputs, pullNumber, commentId, secrets } = board;
    if (inputs.comment === "off" || pullNumber === undefined)
        return announce_NOTHING;
    const known = commentId === undefined ? {} : { knownId: commentId };
    const place = {
        pullNumber,
        group: inputs.commentGroup,
        mode: inputs.comment,
        secrets,
        template: COMMENT_TEXT,
        proofKey: inputs.token,
    };
    const written = await upsertComment(github, { ...place, row, ...known }, patience);
    if (written.kind === "failed")
        return { outputs: {}, troubles: [{ place: "the comment", failure: written }] };
    if (written.kind === "skipped")
        return announce_NOTHING;
    board.commentId = written.commentId;
    return { outputs: { "comment-id": String(written.commentId), "comment-url": written.commentUrl }, troubles: [] };
}
async function tellRecord(board, row, patience) {
    const { github, inputs } = board;
    if (!inputs.deploymentRecord || row.commitSha === "")
        return announce_NOTHING;
    const trouble = (failure) => [{ place: "the deployment record", failure }];
    if (board.recordId === undefined) {
        const opened = await openRecord(github, openingOf(board, row), patience);
        if (opened.kind === "failed")
            return { outputs: {}, troubles: trouble(opened) };
        board.recordId = opened.recordId;
    }
    const settled = await settleRecord(github, board.recordId, { ...stateOf(row), patience });
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

;// CONCATENATED MODULE: ./build/actions/production/merged-pull.js



/**
 * Finds the pull request that was merged as a commit, whether squashed or not, or whose head the commit was.
 * @param sha Commit of this repository.
 */
async function findMerged(github, sha, patience) {
    const path = repositoryPath(github, "commits", sha, "pulls");
    const answer = await call(github, { method: "GET", path, doing: "find the merged pull request" }, patience);
    if (answer.kind === "failed")
        return isUnknownCommit(answer.status) ? { kind: "none" } : asFailure(answer);
    const pulls = (Array.isArray(answer.body) ? answer.body : []).flatMap((value) => {
        const pull = readPull(value);
        const fits = pull?.merged === true && (textAt(value, "merge_commit_sha") === sha || pull.headSha === sha);
        return fits ? [{ number: pull.number, headSha: pull.headSha }] : [];
    });
    const newest = pulls.toSorted((one, other) => other.number - one.number)[0];
    return newest === undefined ? { kind: "none" } : { kind: "found", pull: newest };
}
/** Reads a pull request whose number is known. */
async function readMerged(github, number, patience) {
    const path = repositoryPath(github, "pulls", number);
    const answer = await call(github, { method: "GET", path, doing: "read the pull request" }, patience);
    if (answer.kind === "failed")
        return answer.status === 404 ? { kind: "none" } : asFailure(answer);
    const pull = readPull(answer.body);
    return pull === undefined ? { kind: "none" } : { kind: "found", pull: { number, headSha: pull.headSha } };
}
function isUnknownCommit(status) {
    return status === 404 || status === 409 || status === 422;
}

;// CONCATENATED MODULE: ./build/actions/production/pull-finder.js


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
            warnOfGithub(runner, "the search for the pull request", found);
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

;// CONCATENATED MODULE: ./build/actions/production/publish.js





/** Makes the reporter of a run; GitHub's client is loaded when it is first asked. */
function publish_createReporter(parts) {
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
        const row = rowOf(outcome, facts, trigger.run);
        if (row === undefined || facts.source === undefined || !wanted)
            return;
        board ??= await open(facts.source.id, facts, signal);
        const told = await announce(board, row, { clock, signal });
        writeOutputs(runner, told.outputs);
        for (const { place, failure } of told.troubles)
            warnOfGithub(runner, place, failure);
    }
    return { pulls, tell };
}
/** The largest part of the bundle is loaded only when GitHub is asked. */
async function openGithub({ inputs, trigger }) {
    const { createGithub } = await Promise.all(/* import() */[__nccwpck_require__.e(785), __nccwpck_require__.e(308)]).then(__nccwpck_require__.bind(__nccwpck_require__, 308));
    return createGithub({
        token: inputs.githubToken ?? "",
        apiUrl: trigger.apiUrl,
        repository: trigger.repository,
    });
}

;// CONCATENATED MODULE: ./build/actions/production/dry-run.js


/**
 * Says what a run would look for and ask, and sends nothing.
 */
function dry_run_describeDryRun(runner, dryRun) {
    const { site } = dryRun.inputs;
    tellDryRun(runner, { site, lines: dry_run_requestLines(dryRun), comment: dry_run_commentOf(dryRun), outputs: {} });
}
function dry_run_requestLines({ wanted, inputs, trigger }) {
    const base = inputs.baseUrl.href.replace(/\/+$/, "");
    const source = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
    return [
        `Source: ${sourceText(wanted)}`,
        `Request: POST ${base}/sites/${encodeURIComponent(inputs.site)}/deploy`,
        "Idempotency-Key: derived from the repository, the id of the site and the source",
        `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId: source })}`,
        `Approval: asked for with the tool request_publish at ${inputs.mcpUrl.href}`,
        `Pull request: ${dry_run_pullText(inputs, trigger)}`,
    ];
}
function sourceText(wanted) {
    if (wanted.kind === "named")
        return `deployment ${wanted.deploymentId}, or the preview it was released from`;
    const sha = wanted.sha.slice(0, 7);
    return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}
function dry_run_pullText({ pullNumber, comment }, { pull }) {
    if (comment === "off")
        return "none, since the input 'comment' is 'off'";
    if (pullNumber !== undefined)
        return `#${pullNumber}`;
    return pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one";
}
function dry_run_commentOf({ wanted, inputs, trigger }) {
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
    return { group: inputs.commentGroup, rows: [row], createdByRun, run: row, written: [row], template: COMMENT_TEXT };
}

;// CONCATENATED MODULE: ./build/actions/production/outputs.js

/**
 * Outputs that are known.
 * @param facts The preview that goes live, once it is found.
 */
function outputsOf(outcome, { source }) {
    const asked = askedIn(outcome);
    const failure = "failure" in outcome ? outcome.failure.code : undefined;
    const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
    const known = {
        status: outcome_outputStatus(outcome),
        "source-deployment-id": source?.id,
        "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
        "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
        "approval-url": asked?.link,
        "approval-request-id": asked?.requestId,
        "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
    };
    return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

;// CONCATENATED MODULE: ./build/actions/production/source.js

/** Most pages of a list of previews, 100 each. */
const source_MAX_PAGES = 10;
const source_PAGE_SIZE = 100;
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
    const query = { environment: "preview", status: "ready", limit: source_PAGE_SIZE };
    let cursor = null;
    for (let page = 0; page < source_MAX_PAGES; page += 1) {
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
    return error instanceof ClientError && error.kind === "refused";
}

;// CONCATENATED MODULE: ./build/actions/production/standing.js


const RECENT = 50;
/**
 * Reads what of a site is live, and whether a source is on its way there.
 * @throws {ClientError} When the service could not be asked.
 */
async function readStanding(client, { siteId, sourceId }, options) {
    const query = { environment: "production", limit: RECENT };
    const list = await client.deployments.listForSite(siteId, query, options);
    const releases = list.deployments.filter(({ environment }) => environment === "production").toSorted(newestFirst);
    return {
        live: releases.find(({ status }) => status === "ready"),
        underWay: releases.find((one) => one.sourceDeploymentId === sourceId && !isTerminal(one.status)),
    };
}

;// CONCATENATED MODULE: ./build/actions/production/watch.js






/** Longest look: a service that is silent ends no wait late. */
const watch_LOOK_MS = 10_000;
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
        if (!(error instanceof ClientError))
            throw error;
        if (stop.aborted)
            return { kind: "stopped", asked };
        // A token that is no longer taken will not be taken later; other trouble may pass.
        return error.status === 401 ? { kind: "lost", asked, failure: failureOf(error) } : undefined;
    }
}
async function readDecision(watching) {
    const { client, asked } = watching;
    if (asked.requestId === undefined)
        return watch_release(watching);
    const request = await client.approvals.get(asked.requestId, optionsOf(watching)).catch((error) => {
        if (isRefusal(error) && error.status !== 401)
            return undefined;
        throw error;
    });
    // A service, or a token, that shows no requests still shows releases.
    if (request === undefined)
        return watch_release(watching);
    const { status } = request;
    if (status === "rejected" || status === "expired" || status === "superseded") {
        return { record: { kind: status, asked, notes: notesOf(request) } };
    }
    if (typeof request.deploymentId !== "string")
        return undefined;
    return { record: await client.deployments.get(request.deploymentId, optionsOf(watching)) };
}
function optionsOf({ clock, stop, endsAt }) {
    return { signal: stop, deadlineAt: Math.max(endsAt, clock.monotonic() + watch_LOOK_MS) };
}
function notesOf(request) {
    const { notes } = request;
    return typeof notes === "string" && notes !== "" ? notes : undefined;
}
async function watch_release(watching) {
    const { client, siteId, sourceId } = watching;
    const { live, underWay } = await readStanding(client, { siteId, sourceId }, optionsOf(watching));
    const record = live?.sourceDeploymentId === sourceId ? live : underWay;
    return record === undefined ? undefined : { record };
}
/**
 * Follows a release to its end, or as long as the time allows.
 */
async function followRelease(watching, deployment) {
    const { client, clock, stop, endsAt, baseUrl, asked } = watching;
    const timeoutMs = Math.max(1, endsAt - clock.monotonic());
    const followed = await follow(client, deployment, { signal: stop, clock, timeoutMs });
    return outcome_followedOutcome(followed, shownAddress(followed.deployment.productionUrl, baseUrl), asked);
}

;// CONCATENATED MODULE: ./build/actions/production/release.js






const EXPECTED_REFUSALS = new Set(["approval_required", "insufficient_scope"]);
/** Longest time for all that comes before the wait. */
const ASKING_MS = 10 * 60_000;
/**
 * Releases a preview as far as a token can: it asks, and a person decides.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4 rules 4 to 8
 */
async function release_release(parts) {
    let asked;
    const onAsked = async (request) => {
        asked = request;
        await parts.listener.onAsked(request);
    };
    try {
        return await released({ ...parts, listener: { ...parts.listener, onAsked } });
    }
    catch (error) {
        if (error instanceof ClientError)
            return outcome_failedCallOutcome(error, asked);
        throw error;
    }
}
async function released(parts) {
    const { client, clock, inputs, wanted, pulls, listener, stop } = parts;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(ASKING_MS)]);
    const options = { signal, deadlineAt: clock.monotonic() + ASKING_MS };
    const { id: siteId } = await resolveSite(client, inputs.site, options);
    listener.onKnown({ siteId });
    const found = await findSource(client, { siteId, wanted, reviewedSha: () => pulls.reviewedSha(signal) }, options);
    if (found.kind === "none")
        return { kind: "refused", failure: found.failure };
    const { source } = found;
    listener.onKnown({ source, previewUrl: shownAddress(source.previewUrl, inputs.baseUrl) });
    const standing = await readStanding(client, { siteId, sourceId: source.id }, options);
    listener.onKnown({ standing });
    if (standing.live?.sourceDeploymentId === source.id)
        return live(standing.live, inputs);
    const watching = watchingOf(parts, { siteId, sourceId: source.id });
    if (standing.underWay !== undefined)
        return release_follow(watching, standing.underWay, inputs);
    return createOrAsk(parts, { siteId, source, watching }, options);
}
function live(deployment, { baseUrl }) {
    const productionUrl = shownAddress(deployment.productionUrl, baseUrl);
    return { kind: "ready", deployment, productionUrl, already: true };
}
function watchingOf(parts, ids) {
    const { client, clock, inputs, stop } = parts;
    const endsAt = clock.monotonic() + inputs.waitMs;
    return { client, clock, stop, endsAt, baseUrl: inputs.baseUrl, asked: undefined, ...ids };
}
function release_follow(watching, deployment, { waitMs }) {
    return waitMs === 0 ? { kind: "accepted", deployment } : followRelease(watching, deployment);
}
async function createOrAsk(parts, { siteId, source, watching }, options) {
    const { client, inputs, listener, clock } = parts;
    const created = await release_create(parts, { siteId, source }, options);
    if (created.kind === "created")
        return release_follow(watching, created.deployment, inputs);
    const question = { siteId, source, reason: release_reasonOf(parts, source), offered: created.offered };
    const end = await askForRelease(client, inputs, question, options);
    if (end.kind === "refused")
        return end;
    await listener.onAsked(end.asked);
    const { asked } = end;
    if (inputs.waitMs === 0)
        return { kind: "approval_pending", asked };
    return watchDecision({ ...watching, endsAt: clock.monotonic() + inputs.waitMs, asked });
}
/**
 * A token's create is refused until a person approved: that refusal is the expected answer. [§4 rules 5, 6]
 * A token that may not deploy at all may still ask.
 */
async function release_create({ client, inputs, trigger }, { siteId, source }, options) {
    const body = JSON.stringify({ environment: "production", sourceDeploymentId: source.id });
    const scope = { version: KEY_VERSION, serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
    const keyOf = (n) => deriveKey({ ...scope, runNonce: undefined, siteId, body, n });
    try {
        const { deployment } = await deployOnce(client, { siteId, body, keyOf }, options);
        return { kind: "created", deployment };
    }
    catch (error) {
        const expected = error instanceof ClientError && EXPECTED_REFUSALS.has(error.code);
        if (!expected)
            throw error;
        return { kind: "approval_required", offered: error.webApprovalUrl };
    }
}
/** What the approver reads beside the release. */
function release_reasonOf({ trigger }, { commitSha }) {
    const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
    return `Release${commit}, asked for by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}

;// CONCATENATED MODULE: ./build/actions/production/summary.js





/**
 * Writes the summary of a run, whatever its end.
 * @param told What a person reads first.
 */
function summary_summary(outcome, told, facts) {
    const { site, standing, source, nowMs } = facts;
    const title = site === "" ? (0,github_text/* markdown */.wD) `### ${told.title}` : (0,github_text/* markdown */.wD) `### ${told.title}: ${site}`;
    const asked = askedIn(outcome);
    const rows = [
        ["Status", (0,github_text/* markdown */.wD) `${outcome_outputStatus(outcome)}`],
        ["Decide", asked?.link && (0,github_text/* link */.nf)("Approve or reject", asked.link)],
        ["Until", asked?.expiresAt === undefined ? undefined : (0,github_text/* markdown */.wD) `${asked.expiresAt}`],
        ["Would go live", source && (0,github_text/* inlineCode */.ti)(described(source, nowMs))],
        ["Reviewed at", facts.previewUrl && (0,github_text/* link */.nf)((0,github_text/* inlineCode */.ti)(facts.previewUrl), facts.previewUrl)],
        [
            "Live now",
            standing && (standing.live === undefined ? (0,github_text/* markdown */.wD) `nothing` : (0,github_text/* inlineCode */.ti)(described(standing.live, nowMs))),
        ],
        [
            "Production",
            outcome.kind === "ready" && outcome.productionUrl !== undefined
                ? (0,github_text/* link */.nf)((0,github_text/* inlineCode */.ti)(outcome.productionUrl), outcome.productionUrl)
                : undefined,
        ],
    ];
    const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [(0,github_text/* markdown */.wD) `| ${label} | ${value} |`]));
    const table = (0,github_text/* joinMarkdown */.UF)([(0,github_text/* markdown */.wD) `| | |`, (0,github_text/* markdown */.wD) `|---|---|`, ...lines], "\n");
    return (0,github_text/* markdown */.wD) `${(0,github_text/* joinMarkdown */.UF)([title, ...lead(outcome, told), table], "\n\n")}\n`;
}
/** What the table shows as a link is not repeated as text. */
function lead(outcome, told) {
    if (outcome.kind === "ready")
        return [];
    return [(0,github_text/* markdown */.wD) `${outcome.kind === "approval_pending" ? sentences([whoCannot(outcome.asked)]) : told.text}`];
}

;// CONCATENATED MODULE: ./build/actions/production/report.js




/**
 * Turns an end into what is told about it. The conclusion follows from the outcome alone, and what the workflow wants
 * while nobody has decided.
 */
function report_report(outcome, facts) {
    const told = production_headline_headline(outcome, facts);
    return {
        headline: told,
        outputs: outputsOf(outcome, facts),
        summary: summary_summary(outcome, told, facts),
        conclusion: outcome_conclusion(outcome, facts.onPending),
    };
}

;// CONCATENATED MODULE: ./build/actions/production/run.js
var production_run_addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
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
var production_run_disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
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
const run_USER_AGENT = "greenroom-production-action";
/**
 * Runs the production action: finds what is to go live, asks for a person's approval, tells, and waits if it is told to.
 * @param host The process; its exit status is set, its end is its own.
 */
async function runProduction(host) {
    const runner = createRunner({ env: host.env, stdout: host.stdout });
    for (const secret of ["token", "github-token"])
        runner.mask(runner.input(secret));
    try {
        await run_decide(host, runner);
    }
    catch (error) {
        const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        const failure = { code: "internal_error", message, hint: "Report this to the makers of the action." };
        run_conclude(runner, { kind: "lost", asked: undefined, failure }, NO_FACTS);
    }
}
async function run_decide(host, runner) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const trigger = readTrigger(host.env, runner.eventPayload());
        const secretless = plan_secretlessReason(trigger, runner.input("token") !== "");
        if (secretless !== undefined)
            return run_conclude(runner, { kind: "skipped", reason: secretless }, NO_FACTS);
        const read = inputs_readInputs((name) => runner.input(name));
        if (read.kind === "invalid")
            return run_endInvalid(runner, read.problems);
        const plan = plan_makePlan(trigger, read.inputs);
        if (plan.kind === "skip")
            return run_conclude(runner, { kind: "skipped", reason: plan.reason }, NO_FACTS);
        const { inputs } = read;
        const { wanted } = plan;
        if (inputs.dryRun)
            return dry_run_describeDryRun(runner, { wanted, inputs, trigger });
        const stop = production_run_addDisposableResource(env_1, listenForStop(host), false);
        await releaseOnce({ runner, trigger, inputs, wanted, stop: stop.signal, clock: systemClock });
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        production_run_disposeResources(env_1);
    }
}
async function releaseOnce(run) {
    const env_2 = { stack: [], error: void 0, hasError: false };
    try {
        const { runner, inputs, clock, stop } = run;
        const client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: run_USER_AGENT, clock });
        const reporter = publish_createReporter(run);
        let facts = { ...NO_FACTS, site: inputs.site, onPending: inputs.onPending, nowMs: clock.now() };
        const listener = {
            onKnown: (known) => {
                facts = { ...facts, ...known };
                writeOutputs(runner, outputsFrom(facts));
            },
            onAsked: async (asked) => {
                const pending = { kind: "approval_pending", asked };
                writeOutputs(runner, outputsOf(pending, facts));
                saveAsked(runner, facts, asked);
                if (inputs.waitMs === 0)
                    return;
                tell(runner, { ...report_report(pending, facts).headline, level: "notice" }, []);
                await reporter.tell(pending, facts, AbortSignal.any([stop, AbortSignal.timeout(ANNOUNCE_MS)]));
            },
        };
        const outcome = await release_release({ ...run, client, pulls: reporter.pulls, listener });
        const time = production_run_addDisposableResource(env_2, reportTime(0, stop), false);
        run_conclude(runner, outcome, facts);
        await reporter.tell(outcome, facts, time.signal);
        // A canceled run had too little time for GitHub; the post step has more.
        if (!(stop.aborted && time.signal.aborted))
            saveSettled(runner);
    }
    catch (e_2) {
        env_2.error = e_2;
        env_2.hasError = true;
    }
    finally {
        production_run_disposeResources(env_2);
    }
}
function outputsFrom({ source }) {
    return source === undefined ? {} : { "source-deployment-id": source.id };
}
function run_conclude(runner, outcome, facts) {
    const told = report_report(outcome, facts);
    writeOutputs(runner, told.outputs);
    tell(runner, told.headline, []);
    runner.appendSummary(told.summary);
    if (told.conclusion === "fail")
        runner.fail();
}
function run_endInvalid(runner, problems) {
    const message = problems.map(({ sentence }) => sentence).join(" ");
    run_conclude(runner, { kind: "refused", failure: { code: "invalid_input", message, hint: "" } }, NO_FACTS);
}

;// CONCATENATED MODULE: ./build/actions/production/post.js













const post_LOOK_MS = 10_000;
const production_post_REPORT_MS = 15_000;
/**
 * Tells the pull request the truth about a release when the main step was killed before it could.
 * @param host The process; nothing that happens here makes the job fail.
 */
async function post_runPost(host) {
    const runner = createRunner({ env: host.env, stdout: host.stdout });
    const left = left_behind_readLeftBehind(runner);
    if (left === undefined)
        return;
    for (const secret of ["token", "github-token"])
        runner.mask(runner.input(secret));
    const read = inputs_readInputs((name) => runner.input(name));
    if (read.kind === "invalid")
        return;
    const { inputs } = read;
    const trigger = readTrigger(host.env, runner.eventPayload());
    const plan = plan_makePlan(trigger, inputs);
    if (plan.kind === "skip")
        return;
    const clock = systemClock;
    const asked = askedOf(left, inputs);
    const outcome = await lookOnce({
        client: createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: run_USER_AGENT }),
        clock,
        baseUrl: inputs.baseUrl,
        siteId: left.siteId,
        sourceId: left.source.id,
        asked,
        stop: AbortSignal.timeout(post_LOOK_MS),
        endsAt: clock.monotonic(),
    });
    const facts = factsOf(left, inputs, clock.now());
    const { title, text } = production_headline_headline(outcome, facts);
    runner.info((0,github_text/* logText */.kc)(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
    const reporter = publish_createReporter({ runner, trigger, inputs, wanted: plan.wanted, clock });
    await reporter.tell(outcome, facts, AbortSignal.timeout(production_post_REPORT_MS));
}
function askedOf({ asked }, { baseUrl }) {
    const { link, requestId, askedBy, expiresAt } = asked;
    return { link: shownAddress(link, baseUrl), requestId, askedBy, expiresAt, why: undefined };
}
function factsOf(left, { baseUrl, onPending }, nowMs) {
    const { site, siteId, source, live } = left;
    const previewUrl = shownAddress(left.previewUrl, baseUrl);
    return { ...NO_FACTS, site, siteId, source, previewUrl, standing: { live, underWay: undefined }, onPending, nowMs };
}

;// CONCATENATED MODULE: ./build/actions/index.js






/**
 * Runs an entry of the actions; the launchers in `dist` call nothing else.
 * The process ends by itself, with the exit status in `process.exitCode`, so that nothing written is lost.
 * @param name Which one.
 */
async function run(name) {
    switch (name) {
        case "preview":
            return runPreview(external_node_process_namespaceObject);
        case "post":
            return runPost(external_node_process_namespaceObject);
        case "production":
            return runProduction(external_node_process_namespaceObject);
        case "production-post":
            return post_runPost(external_node_process_namespaceObject);
        case "close":
            return runClose(external_node_process_namespaceObject);
    }
}

var __webpack_exports__run = __webpack_exports__.e;
export { __webpack_exports__run as run };
