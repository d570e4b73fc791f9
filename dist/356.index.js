export const id = 356;
export const ids = [356];
export const modules = {

/***/ 7959:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ createFields)
/* harmony export */ });
/* harmony import */ var _contract_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6834);

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
    const holdsToken = secrets.some((secret) => value.includes(secret)) || (0,_contract_index_js__WEBPACK_IMPORTED_MODULE_0__/* .tokenPrefix */ .Iy)(value) !== undefined;
    if (holdsToken)
        return "a token, not shown here";
    return value.length <= MAX_SHOWN_CHARS ? `'${value}'` : `'${value.slice(0, MAX_SHOWN_CHARS)}…'`;
}


/***/ }),

/***/ 7539:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ warnOfGithub)
/* harmony export */ });
/* harmony import */ var _github_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);

/**
 * Warns, once a place, that GitHub did not take something, with the very lines that mend it.
 * @param place What was not taken, as in "the comment".
 */
function warnOfGithub(runner, place, failure) {
    const coach = failure.coach ?? [];
    const lines = [`${failure.reason} The result of the deployment stands. ${remedy(failure)}`, ...coach];
    runner.warning(lines.map(_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc), { title: `GitHub did not take ${place}` });
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


/***/ }),

/***/ 1404:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ reportTime)
/* harmony export */ });
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


/***/ }),

/***/ 8866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ readReporting)
/* harmony export */ });
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


/***/ }),

/***/ 1571:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  e: () => (/* binding */ internalFailure),
  p: () => (/* binding */ startRunner)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
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
    let delimiter = `ghadelimiter_${(0,external_node_crypto_.randomUUID)()}`;
    while (value.includes(delimiter) || name.includes(delimiter))
        delimiter = `ghadelimiter_${(0,external_node_crypto_.randomUUID)()}`;
    return `${(0,github_text/* plainLine */.h0)(name)}<<${delimiter}${external_node_os_.EOL}${value}${external_node_os_.EOL}${delimiter}${external_node_os_.EOL}`;
}
function escapeData(text) {
    return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function escapeProperty(text) {
    return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

// EXTERNAL MODULE: ./build/contract/token.js
var token = __webpack_require__(6834);
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
    return SECRET_SHAPES.test(value) || (0,token/* tokenPrefix */.Iy)(value) !== undefined;
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
    async function write(lines, signal) {
        // Fresh for every block: a build that has seen one cannot end the next.
        const token = (0,external_node_crypto_.randomUUID)();
        let next = 0;
        while (next < lines.length && chars <= MAX_UNTRUSTED_CHARS) {
            if (parts.closed() || signal?.aborted === true)
                return;
            const batch = [];
            for (const end = chars + BATCH_CHARS; next < lines.length && chars < end; next += 1) {
                const line = lines[next] ?? "";
                chars += line.length + 1;
                for (const text of (0,github_text/* logLines */.OG)(line))
                    batch.push(text);
                if (chars <= MAX_UNTRUSTED_CHARS)
                    continue;
                batch.push(...(0,github_text/* logLines */.OG)("The rest of the log is left out here: it is over 64 MiB."));
                break;
            }
            // Opened and closed in one write, so that a command of ours never falls into a block.
            parts.stdout.write([`::stop-commands::${token}`, parts.redact(batch.join("\n")), `::${token}::`, ""].join("\n"));
            await drained(parts.stdout, signal);
        }
    }
    return { write };
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
        return (0,external_node_fs_.statSync)(path).size;
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
        (0,external_node_fs_.appendFileSync)(path, text);
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
        if (path === undefined || path === "" || (0,external_node_fs_.statSync)(path).size > MAX_EVENT_BYTES)
            return undefined;
        const payload = JSON.parse((0,external_node_fs_.readFileSync)(path, "utf8"));
        return payload;
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/actions/start.js

/** Inputs that hold a secret: masked before anything else is written. */
const SECRET_INPUTS = ["token", "github-token"];
/**
 * Makes the runner's side of an action and masks what must not be seen.
 * @param host The process.
 */
function startRunner(host) {
    const runner = createRunner({ env: host.env, stdout: host.stdout });
    for (const name of SECRET_INPUTS)
        runner.mask(runner.input(name));
    return runner;
}
/** Tells a fault of our own like any other failure. */
function internalFailure(error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { code: "internal_error", message, hint: "Report this to the makers of the action." };
}


/***/ }),

/***/ 6970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   r: () => (/* binding */ listenForStop)
/* harmony export */ });
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


/***/ }),

/***/ 1485:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ writeOutputs),
/* harmony export */   q: () => (/* binding */ tell)
/* harmony export */ });
/* harmony import */ var _github_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);

/**
 * Writes outputs, each at once, so that a killed step keeps what was known.
 */
function writeOutputs(runner, outputs) {
    for (const [name, value] of Object.entries(outputs)) {
        if (value !== undefined)
            runner.setOutput(name, (0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .outputText */ .jO)(value));
    }
}
/**
 * Tells the headline of an end in the log, as loud as it is.
 * @param lines Further lines of an annotation; untrusted.
 */
function tell(runner, { level, title, text }, lines) {
    const message = [(0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(text), ...lines.flatMap((line) => (0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logLines */ .OG)(line))];
    switch (level) {
        case "info":
            return runner.info((0,_github_text_js__WEBPACK_IMPORTED_MODULE_0__/* .logText */ .kc)(text));
        case "notice":
            return runner.notice(message, { title });
        case "warning":
            return runner.warning(message, { title });
        case "error":
            return runner.error(message, { title });
    }
}


/***/ }),

/***/ 6092:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
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


/***/ }),

/***/ 6834:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Iy: () => (/* binding */ tokenPrefix)
/* harmony export */ });
/* unused harmony exports SCOPES, TOKEN_KINDS, TOKEN_REALMS, TOKEN_PREFIXES */
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


/***/ }),

/***/ 4804:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w: () => (/* binding */ renderComment)
/* harmony export */ });
/* unused harmony export MAX_BODY_CHARS */
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(509);
/* harmony import */ var _sections_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4704);
/* harmony import */ var _stored_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9979);
/* harmony import */ var _template_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8878);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7881);





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
        return (0,_rows_js__WEBPACK_IMPORTED_MODULE_0__/* .readRow */ .zK)(rest) ?? rest;
    return { ...rest, excerpt: excerpt.slice(-lines) };
}
function renderRows(content, rows, leftOut) {
    const { group, createdByRun, proof, template, written, run } = content;
    const [first] = written;
    const own = template !== undefined && template.trim() !== "" && first !== undefined;
    const filled = own ? (0,_template_js__WEBPACK_IMPORTED_MODULE_1__/* .fillTemplate */ .ou)(template, first) : (0,_sections_js__WEBPACK_IMPORTED_MODULE_2__/* .headline */ .Pl)(rows);
    const parts = [
        (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)([(0,_stored_js__WEBPACK_IMPORTED_MODULE_4__/* .marker */ .xL)(group), filled], "\n"),
        (0,_sections_js__WEBPACK_IMPORTED_MODULE_2__/* .table */ .tp)(rows),
        ...(leftOut === 0 ? [] : [(0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `_${leftOut} older rows are left out._`]),
        ...(0,_sections_js__WEBPACK_IMPORTED_MODULE_2__/* .releases */ .D8)(rows),
        ...(0,_sections_js__WEBPACK_IMPORTED_MODULE_2__/* .notes */ .Q2)(rows),
        ...(0,_sections_js__WEBPACK_IMPORTED_MODULE_2__/* .details */ .zH)(rows),
        foot(run),
        (0,_stored_js__WEBPACK_IMPORTED_MODULE_4__/* .storedText */ .VS)({ group, createdByRun, ...(proof === undefined ? {} : { proof }), rows }),
    ];
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .joinMarkdown */ .UF)(parts, "\n\n");
}
function foot(run) {
    const address = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .safeAddress */ .Md)(run.runUrl, { allowLoopbackHttp: true });
    const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
    const writer = address === undefined ? label : (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .link */ .nf)(label, address);
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .markdown */ .wD) `<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}


/***/ }),

/***/ 5751:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  h_: () => (/* binding */ asFailure),
  T1: () => (/* binding */ call),
  v7: () => (/* binding */ pause),
  SH: () => (/* binding */ repositoryPath)
});

// UNUSED EXPORTS: judge

// EXTERNAL MODULE: ./build/github/payload.js
var payload = __webpack_require__(7692);
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

// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
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
    const words = ((0,payload/* textAt */.$6)(body, "message") ?? "").slice(0, 300);
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
    const secondary = status === 429 || /rate limit|abuse detection/i.test((0,payload/* textAt */.$6)(body, "message") ?? "");
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


/***/ }),

/***/ 7104:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  w: () => (/* binding */ closeComment),
  l: () => (/* binding */ upsertComment)
});

// EXTERNAL MODULE: ./build/github/rows.js
var github_rows = __webpack_require__(509);
// EXTERNAL MODULE: ./build/github/body.js
var github_body = __webpack_require__(4804);
// EXTERNAL MODULE: ./build/github/call.js + 1 modules
var call = __webpack_require__(5751);
// EXTERNAL MODULE: ./build/github/found.js
var found = __webpack_require__(378);
// EXTERNAL MODULE: ./build/github/stored.js
var stored = __webpack_require__(9979);
// EXTERNAL MODULE: ./build/github/text.js + 3 modules
var github_text = __webpack_require__(7881);
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
        if (result.retryInMs === undefined || !(await (0,call/* pause */.v7)(result.retryInMs, patience)))
            break;
    }
    return failure === undefined
        ? { kind: "failed", reason: "The comment was not settled in time." }
        : (0,call/* asFailure */.h_)(failure);
}
async function takeRound(work) {
    const found = await find(work);
    if (found.kind === "failed")
        return found;
    const target = pickTarget(work, found.comments);
    work.seen = (0,github_rows/* mergeRows */.YE)([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
    const own = work.change.own(work.seen);
    const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
    work.previous ??= replaced.find((row) => !isOfRun(row, work.change.run));
    if (target === undefined)
        return work.change.creates ? create(work, own) : nothingThere();
    work.knownId = target.id;
    const extras = found.comments.filter((comment) => comment !== target && mayRemove(work, comment, target));
    const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
    if (wanted.some((row) => !(0,github_rows/* holds */.v9)(target.rows, row)))
        return update(work, { target, extras, own });
    await removeAll(work, extras);
    const superseded = own.some((row) => replaced.some((standing) => standing.siteId === row.siteId && (0,github_rows/* isNewer */.U4)(standing, row)));
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
        const known = await (0,found/* readKnown */.Uj)(github, { id: work.knownId, group: place.group }, patience);
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
    const listed = await (0,found/* findComments */.Su)(github, search, patience);
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
    const created = await (0,found/* readKnown */.Uj)(github, { id: createdId, group: place.group }, patience);
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
    const rows = (0,github_rows/* mergeRows */.YE)([...work.seen, ...own]);
    const authorId = before?.authorId ?? selfId;
    const scope = { repository: `${github.repository.owner}/${github.repository.name}`, pullNumber, group };
    const body = (0,github_body/* renderComment */.w)({
        group,
        rows,
        createdByRun: before?.createdByRun ?? change.run.runId,
        run: change.run,
        written: own,
        ...(template === undefined ? {} : { template }),
        ...(proofKey === "" || authorId === undefined ? {} : { proof: (0,stored/* authorProof */.kr)(proofKey, { ...scope, authorId }) }),
    });
    return { body: (0,github_text/* redact */.E$)(String(body), secrets), rows };
}
async function create(work, own) {
    const { github, place, patience } = work;
    const path = (0,call/* repositoryPath */.SH)(github, "issues", place.pullNumber, "comments");
    const { body } = render(work, own);
    const request = { method: "POST", path, body: { body }, doing: "write a comment" };
    const answer = await (0,call/* call */.T1)(github, request, patience);
    if (answer.kind === "failed")
        return answer;
    const comment = (0,found/* readComment */.W3)(answer.body);
    // It may well be there: the list tells.
    if (comment === undefined)
        return { ...(0,found/* unreadable */.O$)("the new comment"), retryInMs: LOOK_AGAIN_MS };
    work.createdId = comment.id;
    work.selfId ??= comment.authorId;
    work.fromPage = work.emptyUpTo;
    // Another job may have made one at the same time: the list tells which stays.
    return { kind: "again" };
}
async function update(work, { target, extras, own }) {
    const { github, place, patience } = work;
    const path = (0,call/* repositoryPath */.SH)(github, "issues", "comments", target.id);
    const { body, rows } = render(work, own, target);
    const answer = await (0,call/* call */.T1)(github, { method: "PATCH", path, body: { body }, doing: "update the comment" }, patience);
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
    if (shared && (await (0,call/* pause */.v7)(waitMs, patience)))
        return { kind: "again" };
    return done(work, target, { rows, superseded: false });
}
async function removeAll({ github, patience }, extras) {
    for (const { id } of extras) {
        const path = (0,call/* repositoryPath */.SH)(github, "issues", "comments", id);
        // What stays is found and removed by the next run.
        await (0,call/* call */.T1)(github, { method: "DELETE", path, doing: "remove a second comment" }, patience);
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
    return (0,github_rows/* readRow */.zK)(clean);
}


/***/ }),

/***/ 378:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O$: () => (/* binding */ unreadable),
/* harmony export */   Su: () => (/* binding */ findComments),
/* harmony export */   Uj: () => (/* binding */ readKnown),
/* harmony export */   W3: () => (/* binding */ readComment)
/* harmony export */ });
/* harmony import */ var _call_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5751);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7692);
/* harmony import */ var _stored_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9979);



const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const WORKFLOW_LOGIN = "github-actions[bot]";
/**
 * Reads a comment, ours or not.
 * @param value Element of a list, or an answer.
 */
function readComment(value) {
    const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "id");
    if (id === undefined)
        return undefined;
    const body = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "body") ?? "";
    return {
        id,
        url: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "html_url") ?? "",
        body,
        authorId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "user", "id") ?? 0,
        login: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "user", "login") ?? "",
        bot: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "user", "type") === "Bot",
        updatedAt: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "updated_at") ?? "",
        ...(0,_stored_js__WEBPACK_IMPORTED_MODULE_1__/* .readStored */ .CL)(body),
    };
}
/**
 * Tells whether a comment is ours: the marker is its exact first line, and its author is one of
 * the workflow's own bot (a name no person can take), the account that an answer of this run has shown to be ours,
 * or the account that the proof within it names; a proof copied into another's comment fails.
 */
function isOurs(comment, search, repository) {
    const { group, pullNumber, proofKey, selfId } = search;
    if (!(0,_stored_js__WEBPACK_IMPORTED_MODULE_1__/* .hasMarker */ .xY)(comment.body, group))
        return false;
    if (comment.bot && comment.login === WORKFLOW_LOGIN)
        return true;
    if (comment.authorId > 0 && comment.authorId === selfId)
        return true;
    if (proofKey === undefined || proofKey === "" || comment.authorId === 0)
        return false;
    return comment.proof === (0,_stored_js__WEBPACK_IMPORTED_MODULE_1__/* .authorProof */ .kr)(proofKey, { repository, pullNumber, group, authorId: comment.authorId });
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
        const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryPath */ .SH)(github, "issues", search.pullNumber, "comments");
        const answer = await (0,_call_js__WEBPACK_IMPORTED_MODULE_2__/* .call */ .T1)(github, { method: "GET", path, query, doing: "read the comments" }, patience);
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
    const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryPath */ .SH)(github, "issues", "comments", known.id);
    const answer = await (0,_call_js__WEBPACK_IMPORTED_MODULE_2__/* .call */ .T1)(github, { method: "GET", path, doing: "read the comment" }, patience);
    if (answer.kind === "failed")
        return answer.status === 404 || answer.status === 410 ? nothing() : answer;
    const comment = readComment(answer.body);
    return comment !== undefined && (0,_stored_js__WEBPACK_IMPORTED_MODULE_1__/* .hasMarker */ .xY)(comment.body, known.group)
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


/***/ }),

/***/ 7692:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $6: () => (/* binding */ textAt),
/* harmony export */   ZZ: () => (/* binding */ field),
/* harmony export */   at: () => (/* binding */ at),
/* harmony export */   rD: () => (/* binding */ wholeNumber),
/* harmony export */   tk: () => (/* binding */ numberAt)
/* harmony export */ });
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


/***/ }),

/***/ 6406:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ readPull)
/* harmony export */ });
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7692);

/**
 * Reads a pull request of GitHub's.
 * @param value Element of a list, or an answer.
 * @returns The pull request; nothing when it has no number or no head.
 */
function readPull(value) {
    const number = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "number");
    const headSha = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "head", "sha");
    if (number === undefined || headSha === undefined)
        return undefined;
    const headRepositoryId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "head", "repo", "id") ?? null;
    return {
        kind: "named",
        number,
        fork: headRepositoryId === null || headRepositoryId !== (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "base", "repo", "id"),
        draft: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "draft") === true,
        state: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "state") === "closed" ? "closed" : "open",
        merged: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "merged") === true || (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "merged_at") !== undefined,
        headRepositoryId,
        headSha,
        headBranch: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "head", "ref") ?? null,
    };
}


/***/ }),

/***/ 1577:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ar: () => (/* binding */ retireRecords),
/* harmony export */   C6: () => (/* binding */ openRecord),
/* harmony export */   rQ: () => (/* binding */ settleRecord)
/* harmony export */ });
/* harmony import */ var _call_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5751);
/* harmony import */ var _found_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(378);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7692);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7881);




const MAX_WRITES = 3;
const MAX_DESCRIPTION_CHARS = 140;
const MAX_RETIRED = 20;
const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 1000;
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
        const asked = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, openingRequest(github, opening), patience);
        const recordId = asked.kind === "done" ? (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .numberAt */ .tk)(asked.body, "id") : undefined;
        if (recordId !== undefined)
            return { kind: "done", recordId, reused: false };
        const answer = asked.kind === "failed" ? asked : withoutId(asked);
        if (attempt >= MAX_WRITES || answer.retryInMs === undefined)
            return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(answer);
        if (!(await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(answer.retryInMs, patience)))
            return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(answer);
        const found = answer.unknown ? await findRecord(github, opening, patience) : undefined;
        if (found !== undefined)
            return found;
    }
}
/** An answer that cannot be read is as good as lost: the list tells whether the record is there. */
function withoutId({ body }) {
    const failed = (0,_found_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("the deployment");
    return typeof body === "object" && body !== null ? failed : { ...failed, retryInMs: LOOK_AGAIN_MS };
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
    return { method: "POST", path: (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "deployments"), body, doing: "open a deployment" };
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
    const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "deployments");
    const request = { method: "GET", path, query: { ...query, per_page: PAGE_SIZE }, doing: "read deployments" };
    const answer = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, patience);
    if (answer.kind === "failed")
        return answer;
    if (!Array.isArray(answer.body))
        return (0,_found_js__WEBPACK_IMPORTED_MODULE_2__/* .unreadable */ .O$)("deployments");
    const records = answer.body.flatMap((value) => {
        const id = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__/* .numberAt */ .tk)(value, "id");
        const ours = (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(value, "payload", "greenroom");
        if (id === undefined || ours === undefined)
            return [];
        const [siteId, pullNumber] = [(0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(ours, "siteId"), (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(ours, "pullNumber")];
        return [{ id, siteId, pullNumber, sourceDeploymentId: (0,_payload_js__WEBPACK_IMPORTED_MODULE_1__.at)(ours, "sourceDeploymentId") }];
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
    const path = (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .repositoryPath */ .SH)(github, "deployments", recordId, "statuses");
    const body = statusBody(state);
    const request = { method: "POST", path, body, doing: "tell the state of a deployment" };
    for (let attempt = 1;; attempt += 1) {
        const answer = await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .call */ .T1)(github, request, patience);
        if (answer.kind === "done")
            return { kind: "done", recordId, reused: false };
        // Said twice it is still true, so a lost answer is no reason to look first.
        if (attempt >= MAX_WRITES || answer.retryInMs === undefined)
            return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(answer);
        if (!(await (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .pause */ .v7)(answer.retryInMs, patience)))
            return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(answer);
    }
}
function statusBody({ state, environmentUrl, logUrl, description }) {
    const environment = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .safeAddress */ .Md)(environmentUrl ?? "", { allowLoopbackHttp: true });
    const log = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .safeAddress */ .Md)(logUrl ?? "", { allowLoopbackHttp: true });
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
    const line = (0,_text_js__WEBPACK_IMPORTED_MODULE_3__/* .plainLine */ .h0)(text);
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
        return (0,_call_js__WEBPACK_IMPORTED_MODULE_0__/* .asFailure */ .h_)(found);
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


/***/ }),

/***/ 509:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U4: () => (/* binding */ isNewer),
/* harmony export */   YE: () => (/* binding */ mergeRows),
/* harmony export */   v9: () => (/* binding */ holds),
/* harmony export */   zK: () => (/* binding */ readRow)
/* harmony export */ });
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7692);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7881);


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
    const name = (field) => ((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, field) ?? "").slice(0, MAX_NAME_CHARS).toWellFormed();
    const siteId = name("siteId");
    const runId = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "runId");
    if (siteId === "" || runId === undefined)
        return undefined;
    const excerpt = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "excerpt");
    const error = { code: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "error", "code") ?? "", message: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "error", "message") ?? "" };
    const durationSeconds = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__.at)(value, "durationSeconds");
    return {
        siteId,
        site: name("site") === "" ? siteId : name("site"),
        status: name("status"),
        ...texts(value, ["deploymentId"]),
        commitSha: name("commitSha"),
        ...texts(value, ["previewUrl", "productionUrl", "approvalUrl", "logUrl"]),
        runUrl: capped((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, "runUrl") ?? ""),
        runId,
        runAttempt: (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "runAttempt") ?? 1,
        ...texts(value, ["createdAt", "updatedAt"]),
        ...(typeof durationSeconds === "number" && Number.isFinite(durationSeconds) ? { durationSeconds } : {}),
        ...(Array.isArray(excerpt) && excerpt.length > 0 ? { excerpt: excerptOf(excerpt) } : {}),
        ...(error.code === "" && error.message === ""
            ? {}
            : { error: { code: capped(error.code), message: capped(error.message) } }),
        ...texts(value, ["note"]),
        ...recordOf((0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .numberAt */ .tk)(value, "recordId")),
    };
}
function texts(value, fields) {
    return Object.fromEntries(fields.flatMap((field) => {
        const text = (0,_payload_js__WEBPACK_IMPORTED_MODULE_0__/* .textAt */ .$6)(value, field);
        return text === undefined ? [] : [[field, capped(text)]];
    }));
}
function capped(text) {
    return text.slice(0, MAX_TEXT_CHARS).toWellFormed();
}
function excerptOf(lines) {
    return lines
        .slice(-MAX_EXCERPT_LINES)
        .map((line) => (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .plainLine */ .h0)(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}
function recordOf(recordId) {
    return recordId === undefined ? {} : { recordId };
}


/***/ }),

/***/ 4704:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D8: () => (/* binding */ releases),
/* harmony export */   Pl: () => (/* binding */ headline),
/* harmony export */   Q2: () => (/* binding */ notes),
/* harmony export */   S5: () => (/* binding */ durationText),
/* harmony export */   qS: () => (/* binding */ statusText),
/* harmony export */   tT: () => (/* binding */ commitText),
/* harmony export */   tp: () => (/* binding */ table),
/* harmony export */   zH: () => (/* binding */ details)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);

const MAX_EXCERPT_CHARS = 4000;
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
    const shown = look === undefined ? (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `⚪ ${row.status}` : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${look.emoji} ${look.word}`;
    const seconds = row.durationSeconds ?? 0;
    // What took no whole second is said best without a number.
    return seconds < 0.5 ? shown : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${shown} in ${durationText(seconds)}`;
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
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `### ${headingText(rows)}`;
}
function headingText(rows) {
    const count = (statuses) => rows.filter(({ status }) => statuses.has(status)).length;
    const [failed, running, ready] = [count(FAILURES), count(RUNNING), count(new Set(["ready"]))];
    const each = (number, one, many) => rows.length === 1 ? `The preview ${one}` : `${number} of ${rows.length} previews ${number === 1 ? one : many}`;
    if (failed > 0)
        return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `❌ ${each(failed, "did not come up", "did not come up")}`;
    if (running > 0)
        return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `🔨 ${each(running, "is on its way", "are on their way")}`;
    if (ready === 0)
        return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `🌙 No preview is running`;
    return ready > 1 && ready === rows.length
        ? (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `✅ All ${ready} previews are ready`
        : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `✅ ${each(ready, "is ready", "are ready")}`;
}
/**
 * Table with a row a site.
 * @param rows All rows.
 */
function table(rows) {
    const address = rows.some(({ productionUrl }) => productionUrl !== undefined) ? "Address" : "Preview";
    const head = ["Site", "Status", address, "Commit", "Updated"];
    const lines = [
        (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${joinCells(head.map((title) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${title}`))} |`,
        (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${joinCells(head.map(() => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `---`))} |`,
        ...rows.map((row) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `| ${joinCells(cells(row))} |`),
    ];
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(lines, "\n");
}
function joinCells(parts) {
    return parts.reduce((joined, part) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${joined} | ${part}`);
}
function cells(row) {
    return [named(row), statusCell(row), preview(row), commitText(row), updated(row)];
}
function statusCell(row) {
    const log = linked("log", row.logUrl);
    return log === undefined ? statusText(row) : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${statusText(row)} · ${log}`;
}
/** Emphasis ends nothing that begins or ends with a space. */
function named(row) {
    const name = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .plainLine */ .h0)(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `**${name === "" ? row.siteId : name}**`;
}
function preview(row) {
    if (row.status === "closed")
        return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    return linked("Open production", row.productionUrl) ?? linked("Open preview", row.previewUrl) ?? (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
}
/**
 * Names a commit, with a link to its page, which lies beside that of the run.
 * @param row Commit and run.
 */
function commitText({ commitSha, runUrl }) {
    if (commitSha === "")
        return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `–`;
    const short = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(commitSha.slice(0, SHORT_SHA_CHARS));
    const [, repository] = /^(https?:\/\/[^?#]+?)\/actions\/runs\/\d/.exec(runUrl) ?? [];
    if (repository === undefined || !/^[0-9a-f]{7,64}$/i.test(commitSha))
        return short;
    return linked(short, `${repository}/commit/${commitSha}`) ?? short;
}
function updated(row) {
    const time = timeText(row.updatedAt ?? row.createdAt);
    return linked(time ?? "run", row.runUrl) ?? (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${time ?? "–"}`;
}
function linked(label, url) {
    const address = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? undefined : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .link */ .nf)(label, address);
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
        return approve === undefined ? [] : [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> - ${approve} of ${named(row)}`];
    });
    if (lines.length === 0)
        return [];
    const lead = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> **Ready for production?** A person approves it; whoever asked for the release cannot.`;
    return [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `> [!TIP]`, lead, ...lines], "\n")];
}
/**
 * A sentence for every row that has something to add.
 * @param rows All rows.
 */
function notes(rows) {
    return rows.flatMap((row) => (row.note === undefined ? [] : [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${named(row)}: ${row.note}`]));
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
    const code = error === undefined || error.code === "" ? (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `` : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `: ${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(error.code)}`;
    const parts = [
        (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<details${unfolded ? " open" : ""}><summary>${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .htmlCode */ .h8)(row.site)} did not come up${code}</summary>`,
        ...(error === undefined || error.message === "" ? [] : [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${error.message}`]),
        ...(excerpt.length === 0
            ? []
            : [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `Last lines of the log:`, (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .codeFence */ .d6)(excerpt, { maxChars: MAX_EXCERPT_CHARS })]),
        (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `</details>`,
    ];
    return [(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(parts, "\n\n")];
}


/***/ }),

/***/ 9979:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CL: () => (/* binding */ readStored),
/* harmony export */   VS: () => (/* binding */ storedText),
/* harmony export */   kr: () => (/* binding */ authorProof),
/* harmony export */   xL: () => (/* binding */ marker),
/* harmony export */   xY: () => (/* binding */ hasMarker)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7692);
/* harmony import */ var _rows_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(509);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7881);




/** Version of the hidden JSON; readers pass over versions above theirs. */
const SCHEMA_VERSION = 1;
const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;
/**
 * First line of the comment of a group, the same for ever.
 * @param group Name of the group.
 */
function marker(group) {
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)("greenroom:comment", group === "" ? "previews" : group);
}
/**
 * Spells what a comment keeps for machines.
 * @param stored Rows and where they come from.
 */
function storedText(stored) {
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .hiddenComment */ .gm)(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
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
    const data = start < 0 || end < 0 ? undefined : parse(body.slice(start + DATA_NAME.length + 6, end));
    const rows = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__.at)(data, "rows");
    const proof = (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .textAt */ .$6)(data, "proof");
    return {
        createdByRun: (0,_payload_js__WEBPACK_IMPORTED_MODULE_2__/* .numberAt */ .tk)(data, "createdByRun") ?? 0,
        ...(proof === undefined ? {} : { proof }),
        rows: Array.isArray(rows) ? rows.map(_rows_js__WEBPACK_IMPORTED_MODULE_3__/* .readRow */ .zK).filter((row) => row !== undefined) : [],
    };
}
function parse(text) {
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
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}


/***/ }),

/***/ 8878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _6: () => (/* binding */ unknownFields),
/* harmony export */   du: () => (/* binding */ TEMPLATE_FIELDS),
/* harmony export */   ou: () => (/* binding */ fillTemplate),
/* harmony export */   yJ: () => (/* binding */ MAX_TEMPLATE_CHARS)
/* harmony export */ });
/* harmony import */ var _sections_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4704);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7881);


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
    return (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD)(Object.assign(texts, { raw: texts }), ...values);
}
function fieldValue(name, row) {
    const field = TEMPLATE_FIELDS.find((one) => one === name);
    return field === undefined ? "" : FIELD_VALUES[field](row);
}
const FIELD_VALUES = {
    site: ({ site }) => site,
    siteId: ({ siteId }) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(siteId),
    status: _sections_js__WEBPACK_IMPORTED_MODULE_1__/* .statusText */ .qS,
    previewUrl: ({ previewUrl }) => addressText(previewUrl),
    approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
    logUrl: ({ logUrl }) => addressText(logUrl),
    runUrl: ({ runUrl }) => addressText(runUrl),
    deploymentId: ({ deploymentId }) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(deploymentId ?? ""),
    commit: ({ commitSha }) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(commitSha.slice(0, 7)),
    duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : (0,_sections_js__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(durationSeconds)),
    errorCode: ({ error }) => (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .inlineCode */ .ti)(error?.code ?? ""),
    errorMessage: ({ error }) => error?.message ?? "",
};
function addressText(url) {
    const address = (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .safeAddress */ .Md)(url ?? "", { allowLoopbackHttp: true });
    return address === undefined ? "" : (0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .autolink */ .mf)(address);
}


/***/ }),

/***/ 7881:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  mf: () => (/* binding */ autolink),
  d6: () => (/* binding */ codeFence),
  gm: () => (/* binding */ hiddenComment),
  h8: () => (/* binding */ htmlCode),
  ti: () => (/* binding */ inlineCode),
  UF: () => (/* binding */ joinMarkdown),
  nf: () => (/* binding */ text_link),
  Rm: () => (/* binding */ log),
  OG: () => (/* binding */ logLines),
  kc: () => (/* binding */ logText),
  wD: () => (/* binding */ markdown),
  jO: () => (/* binding */ outputText),
  h0: () => (/* binding */ plainLine),
  E$: () => (/* binding */ redact),
  Md: () => (/* binding */ safeAddress)
});

;// CONCATENATED MODULE: ./build/github/escape.js
const BREAK = "&#8203;";
/**
 * Escapes a plain line for Markdown.
 *
 * Mentions and references are looked for in the rendered text, where a back-slash is gone: only a break inside them helps.
 * @param plain One line without controls.
 */
function escapeMarkdown(plain) {
    return (plain
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
/**
 * Escapes a plain line for HTML, where Markdown is not read: every sign of ASCII becomes an entity.
 * @param plain One line without controls.
 */
function escapeHtml(plain) {
    return plain.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

;// CONCATENATED MODULE: ./build/github/secret-forms.js

/** Shorter pieces would be found in any text. */
const MIN_BASE64_CHARS = 8;
/**
 * Spells a secret in every way it may stand in text that we write.
 * @param plain The secret as a plain line of it reads.
 */
function secretForms(secret, plain) {
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
        escapeMarkdown(plain),
        escapeHtml(plain),
        data,
        data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
        ...shifted,
    ];
}

;// CONCATENATED MODULE: ./build/github/visible-line.js
/** Longest line that is printed, characters. */
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
/**
 * Splits text at everything that the runner or a viewer takes for the end of a line.
 * @param untrusted Any text.
 */
function splitLines(untrusted) {
    return untrusted.split(LINE_BREAK);
}
/** Cuts a line that nobody could read to its end; says how much is gone. */
function cutLine(line) {
    if (line.length <= MAX_LINE_CHARS)
        return line;
    return `${line.slice(0, MAX_LINE_CHARS).toWellFormed()} … (${line.length - MAX_LINE_CHARS} characters cut)`;
}
/**
 * Leaves of a line what is seen: no controls, no escape sequences, no invisible characters.
 * @param line Without line ends.
 * @param colours Whether the sequences that only colour stay.
 */
function visibleLine(line, colours) {
    const escaped = line.replace(ESCAPE_SEQUENCE, (found) => colours === "keep" && WHOLE_COLOUR.test(found) ? found : "");
    const shown = escaped.replace(CONTROLS, "").replace(INVISIBLE, "").toWellFormed();
    return colours === "keep" ? shown : shown.replaceAll("\u001b", "");
}
/**
 * Tells whether a text is one line that is seen as it is, which is most of a log.
 * @param line Any text.
 */
function isPlain(line) {
    return line.length <= MAX_LINE_CHARS && /^[\t\x20-\x7e]*$/.test(line);
}
/**
 * Keeps the last lines that fit.
 * @param lines Without line ends.
 * @param maxChars Most characters of all, an end a line counted.
 */
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

;// CONCATENATED MODULE: ./build/github/text.js



/** Longest address that is passed on, characters. */
const MAX_ADDRESS_CHARS = 2048;
const LINE_PREFIX = "│ ";
/**
 * Makes one plain line of foreign text: no controls, no invisible characters, no colours.
 * @param untrusted Any text; line ends become spaces.
 */
function plainLine(untrusted) {
    return splitLines(untrusted)
        .map((line) => visibleLine(cutLine(line), "drop"))
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
    // Most lines of a log need nothing but their prefix: for them alone the searches below would take half of the time.
    const harmless = prefix === LINE_PREFIX && isPlain(untrusted) && !untrusted.includes("##[");
    if (harmless)
        return [`${prefix}${untrusted}`];
    return splitLines(untrusted).map((line) => finishLine(`${prefix}${visibleLine(cutLine(line), "keep")}`));
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
    return new Markdown(`<code>${escapeHtml(plainLine(untrusted))}</code>`);
}
/**
 * Shows foreign lines as a block of code; when they are too many the last ones stay.
 * @param lines Any text; an element may hold several lines.
 * @param options `maxChars`: longest block, fences not counted.
 */
function codeFence(lines, options) {
    const all = lines.flatMap(splitLines).map((line) => breakMarker(plainLine(line)));
    const kept = lastLines(all, options.maxChars);
    const dropped = all.length - kept.length;
    const before = dropped > 0 ? [`… ${dropped} ${dropped === 1 ? "line" : "lines"} before`] : [];
    const text = [...before, ...kept].join("\n");
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return new Markdown(`${fence}text\n${text}\n${fence}`);
}
/**
 * Links to a checked address.
 * @param label Foreign text, or Markdown made here.
 * @param address Where it leads.
 */
function text_link(label, address) {
    const text = label instanceof Markdown ? String(label) : escapeMarkdown(plainLine(label));
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
    const forms = new Set(secrets.filter((secret) => secret !== "").flatMap((secret) => secretForms(secret, plainLine(secret))));
    const longestFirst = [...forms].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, form) => rest.replaceAll(form, "***"), text);
}


/***/ }),

/***/ 9192:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  v: () => (/* binding */ readTrigger)
});

// EXTERNAL MODULE: ./build/github/payload.js
var github_payload = __webpack_require__(7692);
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
    const pull = (0,github_payload/* field */.ZZ)(source.payload, "pull_request");
    const number = (0,github_payload/* numberAt */.tk)(pull, "number") ?? (0,github_payload/* numberAt */.tk)(source.payload, "number");
    if (number === undefined)
        return missing("pull request number");
    const sha = shaOf((0,github_payload.at)(pull, "head", "sha"));
    const headRepositoryId = (0,github_payload/* numberAt */.tk)(pull, "head", "repo", "id") ?? null;
    const baseRepositoryId = (0,github_payload/* numberAt */.tk)(pull, "base", "repo", "id");
    // A deleted fork has no head repository; what cannot be told apart counts as a fork.
    const fork = headRepositoryId === null || headRepositoryId !== baseRepositoryId;
    const elsewhere = source.repositoryId !== "" && String(baseRepositoryId) !== source.repositoryId;
    const named = {
        kind: "named",
        number,
        fork,
        draft: (0,github_payload/* field */.ZZ)(pull, "draft") === true,
        state: (0,github_payload/* field */.ZZ)(pull, "state") === "closed" ? "closed" : "open",
        merged: (0,github_payload/* field */.ZZ)(pull, "merged") === true,
        headRepositoryId,
    };
    return {
        ...NOTHING,
        head: sha === undefined ? null : { sha, branch: branchOf((0,github_payload.at)(pull, "head", "ref")) },
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
    const after = (0,github_payload/* textAt */.$6)(payload, "after");
    if ((0,github_payload/* field */.ZZ)(payload, "deleted") === true || (after !== undefined && /^0+$/.test(after))) {
        return { ...NOTHING, deleted: true };
    }
    const sha = shaOf(after ?? env["GITHUB_SHA"]);
    if (sha === undefined)
        return missing("commit");
    const head = { sha, branch: branchOfRef((0,github_payload/* textAt */.$6)(payload, "ref") ?? env["GITHUB_REF"]) };
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
    const run = (0,github_payload/* field */.ZZ)(source.payload, "workflow_run");
    const sha = shaOf((0,github_payload/* field */.ZZ)(run, "head_sha"));
    if (sha === undefined)
        return missing("workflow_run.head_sha");
    const head = { sha, branch: branchOf((0,github_payload/* field */.ZZ)(run, "head_branch")) };
    const headRepositoryId = (0,github_payload/* numberAt */.tk)(run, "head_repository", "id") ?? null;
    const headOwner = (0,github_payload/* textAt */.$6)(run, "head_repository", "owner", "login");
    const fromFork = headRepositoryId === null || String(headRepositoryId) !== source.repositoryId;
    // [platform] `pull_requests` is empty for forks; the search by head works for all and proves the commit.
    const pull = headOwner === undefined || head.branch === null
        ? null
        : { kind: "search", headOwner, headBranch: head.branch, sha, headRepositoryId };
    return { ...NOTHING, head, pull, fromFork };
}
function readMergeGroup({ payload }) {
    const sha = shaOf((0,github_payload.at)(payload, "merge_group", "head_sha"));
    if (sha === undefined)
        return missing("merge_group.head_sha");
    const branch = branchOfRef((0,github_payload/* textAt */.$6)(payload, "merge_group", "head_ref"));
    const found = /^gh-readonly-queue\/.+\/pr-(\d{1,15})-[0-9a-f]+$/.exec(branch ?? "");
    return {
        ...NOTHING,
        head: { sha, branch },
        pull: found === null ? null : { kind: "number", number: Number(found[1]) },
    };
}
function readIssueComment(source) {
    const issue = (0,github_payload/* field */.ZZ)(source.payload, "issue");
    const number = (0,github_payload/* numberAt */.tk)(issue, "number");
    if (number === undefined)
        return missing("issue number");
    const onPull = (0,github_payload/* field */.ZZ)(issue, "pull_request");
    // Without the mark it is an issue: there is no head but the default branch's.
    if (onPull === undefined || onPull === null)
        return { ...readRef(source), pull: null };
    return { ...NOTHING, pull: { kind: "number", number } };
}
function readDeployment(source) {
    const deployment = (0,github_payload/* field */.ZZ)(source.payload, "deployment");
    const sha = shaOf((0,github_payload/* field */.ZZ)(deployment, "sha"));
    if (sha === undefined)
        return missing("deployment.sha");
    const ref = (0,github_payload/* textAt */.$6)(deployment, "ref")?.replace(BRANCH_PREFIX, "");
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
    const actor = env["GITHUB_ACTOR"] ?? (0,github_payload/* textAt */.$6)(payload, "sender", "login") ?? "";
    const author = (0,github_payload/* textAt */.$6)(payload, "pull_request", "user", "login") ?? "";
    return {
        eventName,
        action: (0,github_payload/* textAt */.$6)(payload, "action") ?? null,
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
    const fullName = env["GITHUB_REPOSITORY"] ?? (0,github_payload/* textAt */.$6)(payload, "repository", "full_name") ?? "";
    const [owner = "", name = ""] = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(fullName) ? fullName.split("/") : [];
    const payloadId = (0,github_payload/* numberAt */.tk)(payload, "repository", "id");
    const given = (0,github_payload/* wholeNumber */.rD)(env["GITHUB_REPOSITORY_ID"]);
    const id = given > 0 ? given : (payloadId ?? 0);
    const problems = [
        ...(owner === "" ? ["GITHUB_REPOSITORY holds no repository."] : []),
        ...(payloadId !== undefined && payloadId !== id ? ["The event's payload belongs to another repository."] : []),
    ];
    return { id: id === 0 ? "" : String(id), owner, name, fullName: owner === "" ? "" : fullName, problems };
}
function readRun(env, fullName) {
    const id = (0,github_payload/* wholeNumber */.rD)(env["GITHUB_RUN_ID"]);
    const serverUrl = address(env["GITHUB_SERVER_URL"], DEFAULT_SERVER_URL);
    const attempt = Math.max(1, (0,github_payload/* wholeNumber */.rD)(env["GITHUB_RUN_ATTEMPT"]));
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
    return (usable ? `${url.origin}${url.pathname}` : fallback).replace(/(?<!\/)\/+$/, "");
}


/***/ })

};
