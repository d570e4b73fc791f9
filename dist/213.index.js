export const id = 213;
export const ids = [213,56];
export const modules = {

/***/ 2675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   phoneSummary: () => (/* binding */ phoneSummary),
/* harmony export */   qrCode: () => (/* binding */ qrCode)
/* harmony export */ });
/* harmony import */ var uqr__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2905);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(47);


/** Longest URL that is drawn: a phone cannot read the code of a longer one. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A space that HTML keeps, as wide as a block. */
const LIGHT = "\u00a0";
/** A character between two modules, half of it each: the right one counts 1 when it is dark, the left one 2. */
const HALVES = [LIGHT, "▐", "▌", "█"];
/** The part of a summary that opens a preview on a phone; undefined for a URL that is too long. */
function phoneSummary(previewUrl) {
    const qr = qrCode(previewUrl);
    const title = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<details><summary>Open it on a phone</summary>`;
    return qr && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `\n${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)([title, qr, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `</details>`], "\n\n")}\n`;
}
/**
 * Draws a URL as a QR code in text, so that no other service sees the URL.
 *
 * GitHub sets a code block with gaps between its lines that no reader gets over. The lines of a `<kbd>` it sets 10 px
 * high with letters of 11 px, so that blocks touch, and three of those letters are as wide as two lines are high: two
 * modules are three characters.
 * @returns One paragraph of HTML; undefined for a URL that is too long.
 * @see ISO/IEC 18004
 */
function qrCode(url) {
    if (url.length > MAX_QR_CHARS)
        return undefined;
    // Any mask can be read; to find the one that reads best takes eight times as long as to draw the code.
    const { data, size } = (0,uqr__WEBPACK_IMPORTED_MODULE_1__/* .encode */ .lF)(url, { ecc: "L", border: QUIET, maskPattern: 0 });
    const dark = (row, column) => data[row]?.[column] === true;
    const rows = Array.from({ length: size }, (_, row) => {
        let line = "";
        for (let column = 0; column < size; column += 2)
            line += pair(dark(row, column), dark(row, column + 1));
        return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `${line}`;
    });
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .markdown */ .wD) `<p><kbd>${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_0__/* .joinMarkdown */ .UF)(rows, "<br>")}</kbd></p>`;
}
function pair(left, right) {
    const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
    return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}


/***/ }),

/***/ 6213:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   rehearse: () => (/* binding */ rehearse)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7030);
/* harmony import */ var _greenroom_client_mcp__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6250);
/* harmony import */ var _github_comment_render_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9943);
/* harmony import */ var _approval_link_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7803);
/* harmony import */ var _service_url_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9942);
/* harmony import */ var _qr_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2675);
/* harmony import */ var _report_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9720);








/** Where a preview could be. */
const PREVIEW_URL = "https://a-preview-of-the-site.example/";
/**
 * Runs what the end of a ready preview runs, once, while there is time: code that runs for the first time takes several
 * times as long, and then somebody waits for it. Nothing is sent, and nothing written.
 */
async function rehearse({ inputs, plan }, { transport }, { row, deployment }) {
    const previewUrl = (0,_service_url_js__WEBPACK_IMPORTED_MODULE_4__/* .publicUrl */ .x6)(PREVIEW_URL, inputs.baseUrl);
    if (previewUrl === undefined)
        return;
    const source = { siteId: row.siteId, deploymentId: deployment.id };
    const request = { mcpUrl: inputs.mcpUrl, siteId: row.siteId, sourceDeploymentId: deployment.id };
    const offered = { webApprovalUrl: inputs.baseUrl.href, requestId: deployment.id, prepared: true };
    const answered = { transport: { ...transport, open: () => Promise.resolve(toolResponse(offered)) } };
    const approval = await (0,_approval_link_js__WEBPACK_IMPORTED_MODULE_3__/* .approvalLink */ .M)(inputs, source, () => (0,_greenroom_client_mcp__WEBPACK_IMPORTED_MODULE_7__.requestPublish)(answered, request));
    const outcome = { kind: "ready", deployment, previewUrl };
    const facts = { ...plan, outcome, inputs, approval, row, times: { queuedSeconds: 1, buildSeconds: 1 }, log: [] };
    (0,_report_js__WEBPACK_IMPORTED_MODULE_6__/* .report */ .z8)(facts);
    const shown = (0,_report_js__WEBPACK_IMPORTED_MODULE_6__/* .finalRow */ .xK)(row, facts);
    const run = { runId: row.run.id, runAttempt: row.run.attempt, runUrl: row.run.url };
    if (shown !== undefined) {
        (0,_github_comment_render_js__WEBPACK_IMPORTED_MODULE_2__/* .renderComment */ .wQ)({
            group: inputs.commentGroup,
            rows: [shown],
            createdByRun: row.run.id,
            run,
            written: [shown],
            template: inputs.commentTemplate,
            proof: undefined,
        });
    }
    (0,_qr_js__WEBPACK_IMPORTED_MODULE_5__.phoneSummary)(previewUrl);
}
/** What a server sends whose tool gave something. */
function toolResponse(given) {
    const message = new node_http__WEBPACK_IMPORTED_MODULE_0__.IncomingMessage(new node_net__WEBPACK_IMPORTED_MODULE_1__.Socket());
    message.statusCode = 200;
    message.headers = { "content-type": "application/json" };
    const result = { content: [{ type: "text", text: JSON.stringify(given) }], structuredContent: given };
    message.push(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result })));
    message.push(null);
    return message;
}


/***/ })

};
