export const id = 86;
export const ids = [86];
export const modules = {

/***/ 3086:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dateOf: () => (/* binding */ dateOf),
/* harmony export */   i: () => (/* binding */ unenveloped),
/* harmony export */   readEnvelope: () => (/* binding */ readEnvelope)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var _greenroom_contract__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(72);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2551);
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4666);
/* harmony import */ var _retry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9624);





/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;
// Looser than the contract's own schema: an odd sibling must not hide the code.
const Refusal = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(false),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
});
const Success = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ ok: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true), data: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J() });
const Issues = zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }));
/**
 * Reads an enveloped answer.
 * @param answer As it came in.
 * @param data What must stand under `data`.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the answer has no `Date`.
 * @see Interface §2 (envelope), §7 (errors)
 */
function readEnvelope(answer, data, nowMs) {
    const body = (0,_json_js__WEBPACK_IMPORTED_MODULE_1__/* .parseJson */ .q)(answer.text);
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
    const what = describe(answer);
    if (isSuccess(status) && answer.text === undefined)
        return tooLarge(answer);
    if (isSuccess(status))
        return unexpected(answer, `The answer is not one of the interface: ${what}`);
    if (status >= 300 && status < 400) {
        return failure(answer, {
            code: "redirect_refused",
            message: `The service answered with a redirect (${status}), which is not followed with a token`,
            hint: "Give the address it redirects to as the base address.",
            retry: "never",
        });
    }
    const busy = status === 429;
    const unknown = status >= 500 || status === 408 || status === 425;
    return failure(answer, {
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
    return (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .readHttpDate */ .lq)(answer.headers.date);
}
function refused(answer, error, nowMs) {
    const row = (0,_greenroom_contract__WEBPACK_IMPORTED_MODULE_3__/* .errorRow */ .Ff)(error.code, answer.status);
    const issues = Issues.safeParse(error["issues"]);
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
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
    return [text, ...where].join("; ").slice(0, MAX_MESSAGE_CHARS);
}
function failure(answer, parts) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_4__/* .ClientError */ .MZ({
        ...parts,
        kind: "protocol",
        outcomeUnknown: parts.retry === "same_key",
        status: answer.status,
    });
}
function unexpected(answer, message) {
    return failure(answer, {
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
    return failure(answer, { code: "answer_too_large", message, hint, retry: "never" }).with({ outcomeUnknown: true });
}
function describe(answer) {
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
    return (0,_retry_js__WEBPACK_IMPORTED_MODULE_2__/* .readRetryAfter */ .D$)(answer.headers["retry-after"], dateOf(answer) ?? nowMs);
}
function isSuccess(status) {
    return status >= 200 && status < 300;
}
function optionalText(value) {
    return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}


/***/ })

};
