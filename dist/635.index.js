export const id = 635;
export const ids = [635];
export const modules = {

/***/ 5635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createGithub: () => (/* binding */ createGithub)
});

// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 22 modules
var lib_github = __webpack_require__(2785);
// EXTERNAL MODULE: ./build/src/github/text.js + 3 modules
var github_text = __webpack_require__(1627);
;// CONCATENATED MODULE: ./build/src/github/guarded.js

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

;// CONCATENATED MODULE: ./build/src/github/octokit.js


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
