export const id = 987;
export const ids = [987];
export const modules = {

/***/ 987:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   createGithub: () => (/* binding */ createGithub)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2785);

const TIMEOUT_MS = 15_000;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
/**
 * Opens GitHub's REST interface, through the proxy of the environment when there is one.
 * @param parts Token, address and repository.
 * @returns The interface; its requests settle within `timeoutMs` and never reject.
 */
function createGithub(parts) {
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(parts.token, { baseUrl: parts.apiUrl, log: SILENT });
    return {
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
