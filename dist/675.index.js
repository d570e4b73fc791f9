export const id = 675;
export const ids = [675];
export const modules = {

/***/ 4675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   findOpenPull: () => (/* binding */ findOpenPull),
/* harmony export */   setCommitStatus: () => (/* binding */ setCommitStatus)
/* harmony export */ });
/* harmony import */ var _deployment_record_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1594);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4679);
/* harmony import */ var _octokit_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4636);
/* harmony import */ var _payload_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5543);
/* harmony import */ var _untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(47);





// What Gitea and Forgejo do in another way than GitHub. Their other routes are called as GitHub's are.
/** The server gives no more than 50 a page unless its operator allows it. */
const PAGE_SIZE = 50;
const MAX_PAGES = 20;
// Sorted as GitHub's route cannot be.
const OPEN_PULLS = "GET /repos/{owner}/{repo}/pulls?state=open&sort=recentupdate&limit={limit}&page={page}";
/**
 * Finds an open pull request. There is no search by head or by commit: the list is read, what was changed last first.
 * @param pick Gives the one that is wanted out of a page.
 */
async function findOpenPull(github, pick, context) {
    const seen = new Set();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
        const read = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_2__/* .call */ .T1)(github, { doing: "find the pull request", repeatable: true }, context, (_, parameters) => github.octokit.request(OPEN_PULLS, { ...parameters, limit: PAGE_SIZE, page }));
        if (read.kind === "failed")
            return read;
        if (!Array.isArray(read.data))
            return (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .unreadable */ .O$)("the pull requests");
        const pull = pick(read.data);
        if (pull !== undefined)
            return { kind: "done", pull };
        const before = seen.size;
        for (const one of read.data)
            seen.add((0,_payload_js__WEBPACK_IMPORTED_MODULE_4__/* .numberAt */ .tk)(one, "number") ?? 0);
        // A page can be shorter than asked for, so that only one without anything new is the end.
        if (seen.size === before)
            break;
    }
    return { kind: "done", pull: undefined };
}
const MAX_CONTEXT_CHARS = 200;
async function setCommitStatus(github, { sha, state, url, ...texts }, context) {
    const address = (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .rowAddress */ .xo)(url);
    const sent = await (0,_octokit_js__WEBPACK_IMPORTED_MODULE_2__/* .call */ .T1)(github, { doing: "set the commit status" }, context, (rest, parameters) => rest.repos.createCommitStatus({
        ...parameters,
        sha,
        state,
        context: (0,_untrusted_text_js__WEBPACK_IMPORTED_MODULE_3__/* .plainLine */ .h0)(texts.context).slice(0, MAX_CONTEXT_CHARS).toWellFormed(),
        description: (0,_deployment_record_js__WEBPACK_IMPORTED_MODULE_0__/* .cutDescription */ .zs)(texts.description),
        ...(address === undefined ? {} : { target_url: address }),
    }));
    return sent.kind === "failed" ? sent : { kind: "done" };
}


/***/ })

};
