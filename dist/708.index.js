export const id = 708;
export const ids = [708];
export const modules = {

/***/ 708:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   qrLines: () => (/* binding */ qrLines)
/* harmony export */ });
/* harmony import */ var qrcode_generator__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(33);

/** Longest address that is drawn: beyond it a phone would have to read too much. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A character by its two modules: the lower one counts 1 when it is dark, the upper one 2. */
const HALVES = [" ", "▄", "▀", "█"];
/**
 * Draws an address as a QR code, two modules a character, with nobody else asked to draw it.
 * @returns Lines of text; none for an address that is too long.
 * @see ISO/IEC 18004
 */
function qrLines(address) {
    if (address.length > MAX_QR_CHARS)
        return [];
    const code = (0,qrcode_generator__WEBPACK_IMPORTED_MODULE_0__/* ["default"] */ .Ay)(0, "L");
    code.addData(address, "Byte");
    code.make();
    const size = code.getModuleCount();
    const dark = (row, column) => row >= 0 && column >= 0 && row < size && column < size && code.isDark(row, column);
    const lines = [];
    for (let row = -QUIET; row < size + QUIET; row += 2) {
        let line = "";
        for (let column = -QUIET; column < size + QUIET; column += 1) {
            const upper = dark(row, column) ? 2 : 0;
            const lower = dark(row + 1, column) ? 1 : 0;
            line += HALVES[upper + lower] ?? "";
        }
        lines.push(line);
    }
    return lines;
}


/***/ })

};
