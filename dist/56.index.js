export const id = 56;
export const ids = [56];
export const modules = {

/***/ 2675:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   phoneSummary: () => (/* binding */ phoneSummary),
/* harmony export */   qrCode: () => (/* binding */ qrCode)
/* harmony export */ });
/* harmony import */ var qrcode_generator__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4033);
/* harmony import */ var _github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(47);


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
    const title = (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `<details><summary>Open it on a phone</summary>`;
    return qr && (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `\n${(0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .joinMarkdown */ .UF)([title, qr, (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `</details>`], "\n\n")}\n`;
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
    const code = (0,qrcode_generator__WEBPACK_IMPORTED_MODULE_0__/* ["default"] */ .Ay)(0, "L");
    code.addData(url, "Byte");
    code.make();
    const size = code.getModuleCount();
    const dark = (row, column) => row >= 0 && column >= 0 && row < size && column < size && code.isDark(row, column);
    const rows = Array.from({ length: size + 2 * QUIET }, (_, row) => {
        let line = "";
        for (let column = -QUIET; column < size + QUIET; column += 2) {
            line += pair(dark(row - QUIET, column), dark(row - QUIET, column + 1));
        }
        return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${line}`;
    });
    return (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `<p><kbd>${rows.reduce((drawn, row) => (0,_github_untrusted_text_js__WEBPACK_IMPORTED_MODULE_1__/* .markdown */ .wD) `${drawn}<br>${row}`)}</kbd></p>`;
}
function pair(left, right) {
    const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
    return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}


/***/ })

};
