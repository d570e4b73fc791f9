export const id = 466;
export const ids = [466];
export const modules = {

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ asReceived)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);

/**
 * Makes of the schema of a resource what a client reads by: a service may add fields and words, and leave out fields of its
 * own. A field in another shape counts as left out, unless it is one of the sure ones.
 * @param sure Fields without which a record is none.
 * @see Interface §9 (clients ignore unknown fields)
 */
function asReceived({ shape }, sure) {
    const names = sure;
    const fields = Object.entries(loosened(shape)).map(([name, field]) => [
        name,
        names.includes(name) ? field : field.nullish().catch(undefined),
    ]);
    return zod__WEBPACK_IMPORTED_MODULE_0__.looseObject(Object.fromEntries(fields));
}
function loosened(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, loose(field)]));
}
function loose(type) {
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodObject)
        return zod__WEBPACK_IMPORTED_MODULE_0__.looseObject(loosened(type.shape));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodArray)
        return zod__WEBPACK_IMPORTED_MODULE_0__.array(loose(type.element));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodOptional)
        return loose(type.unwrap()).optional();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodNullable)
        return loose(type.unwrap()).nullable();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodNumber)
        return zod__WEBPACK_IMPORTED_MODULE_0__.number();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodString || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodStringFormat || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodEnum)
        return zod__WEBPACK_IMPORTED_MODULE_0__.string();
    return type instanceof zod__WEBPACK_IMPORTED_MODULE_0__.ZodType ? type : zod__WEBPACK_IMPORTED_MODULE_0__.unknown();
}


/***/ }),

/***/ 6466:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AUTHOR_KINDS: () => (/* binding */ AUTHOR_KINDS),
/* harmony export */   Anchor: () => (/* binding */ Anchor),
/* harmony export */   ChangeComment: () => (/* binding */ ChangeComment),
/* harmony export */   Comment: () => (/* binding */ Comment),
/* harmony export */   CommentAuthor: () => (/* binding */ CommentAuthor),
/* harmony export */   CommentId: () => (/* binding */ CommentId),
/* harmony export */   CommentThread: () => (/* binding */ CommentThread),
/* harmony export */   CreateComment: () => (/* binding */ CreateComment),
/* harmony export */   ListComments: () => (/* binding */ ListComments),
/* harmony export */   MAX_ANCHOR_CHARS: () => (/* binding */ MAX_ANCHOR_CHARS),
/* harmony export */   MAX_COMMENT_CHARS: () => (/* binding */ MAX_COMMENT_CHARS),
/* harmony export */   MAX_GUEST_NAME_CHARS: () => (/* binding */ MAX_GUEST_NAME_CHARS),
/* harmony export */   MAX_LISTED_COMMENTS: () => (/* binding */ MAX_LISTED_COMMENTS),
/* harmony export */   MAX_THREADS: () => (/* binding */ MAX_THREADS),
/* harmony export */   MAX_THREAD_COMMENTS: () => (/* binding */ MAX_THREAD_COMMENTS),
/* harmony export */   ReceivedThread: () => (/* binding */ ReceivedThread),
/* harmony export */   THREAD_STATUSES: () => (/* binding */ THREAD_STATUSES)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9567);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4683);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3216);




/** Longest text of a comment, characters. */
const MAX_COMMENT_CHARS = 10_000;
/** Most comments of a thread, deleted ones included. */
const MAX_THREAD_COMMENTS = 100;
/** Most threads on a page of their list; also how many without `limit`. */
const MAX_THREADS = 50;
/** Comments of a thread in a list: its first one, and the newest. */
const MAX_LISTED_COMMENTS = 10;
/** Longest anchor, characters of JSON. */
const MAX_ANCHOR_CHARS = 4096;
/** Longest name that a guest types, characters. */
const MAX_GUEST_NAME_CHARS = 60;
/** Whether a thread waits for something. */
const THREAD_STATUSES = ["open", "resolved"];
/** Who wrote: a signed-in member, a visitor with a share link, a program with a token, or an account of GitHub. */
const AUTHOR_KINDS = ["person", "guest", "agent", "github"];
const PERCENT = String.raw `\d{1,3}(?:\.\d{1,4})?`;
/**
 * Where on a page a thread is pinned: the same place by up to three selectors, the surest first; none is the whole page.
 * @see Web Annotation Data Model §4.2
 */
const Anchor = zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.discriminatedUnion("type", [
    zod__WEBPACK_IMPORTED_MODULE_0__.object({ type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("CssSelector"), value: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(1000)) }),
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("TextQuoteSelector"),
        exact: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(200)),
        prefix: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(100)).optional(),
        suffix: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(100)).optional(),
    }),
    /** A rectangle in percent of the whole page. [Media Fragments §4.2.2] */
    zod__WEBPACK_IMPORTED_MODULE_0__.object({
        type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("FragmentSelector"),
        conformsTo: zod__WEBPACK_IMPORTED_MODULE_0__.literal("http://www.w3.org/TR/media-frags/"),
        value: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(new RegExp(`^xywh=percent:(?:${PERCENT},){3}${PERCENT}$`)),
    }),
]))
    .max(3)
    .refine((anchor) => (0,_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .characters */ .hg)(JSON.stringify(anchor)) <= MAX_ANCHOR_CHARS, {
    message: `must be at most ${MAX_ANCHOR_CHARS} characters of JSON`,
})
    .meta({ id: "Anchor", description: `At most ${MAX_ANCHOR_CHARS} characters of JSON.` });
/** A comment, and the thread that begins with it. */
const CommentId = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^cmt_[0-9a-z]{26}$/, "must be the id of a comment");
const DeploymentId = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .DEPLOYMENT_ID_PATTERN */ .tT, "must be the id of a deployment");
/** A path of a site, as a visitor opens it. */
const PagePath = zod__WEBPACK_IMPORTED_MODULE_0__.string()
    .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(1024))
    .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be a path that begins with one slash");
/** Who wrote; the name as it was then. */
const CommentAuthor = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](AUTHOR_KINDS),
    /** Of the person or the token; null for a guest, whose name is only what they typed, and on GitHub. */
    id: zod__WEBPACK_IMPORTED_MODULE_0__.uuid().nullable(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
});
const Comment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: CommentId,
    author: CommentAuthor,
    /** Markdown, not to be trusted; null once it was deleted. */
    body: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    editedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable(),
    deletedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable(),
})
    .meta({ id: "Comment" });
const Commit = zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMIT_SHA_PATTERN */ .Ml, "must be a commit id of 7 to 64 hexadecimal digits");
const Resolution = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ by: CommentAuthor, at: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(), commit: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable() });
/** What people, guests and agents say about one place of a page, on one preview and the next ones of its branch. */
const CommentThread = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** That of its first comment. */
    id: CommentId,
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.uuid(),
    /** The preview it was made on. */
    deploymentId: DeploymentId,
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive().nullable(),
    path: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    anchor: Anchor,
    /** Of the page when it was pinned, CSS pixels. */
    width: zod__WEBPACK_IMPORTED_MODULE_0__.int().positive().nullable(),
    /** While it is open, releases of its branch are not approved. */
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES),
    /** With `resolved`. */
    resolved: Resolution.nullable(),
    /** An agent says that it is done; a person accepts it by resolving, or rejects it by reopening. */
    proposed: Resolution.nullable(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    updatedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime(),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__.array(Comment),
    /** In a list: how many stand between the first comment and the others. Ask for the `thread` to read all. */
    commentsLeftOut: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Where people read and answer. */
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__.url(),
})
    .meta({ id: "CommentThread" });
/** Query of the list of threads, newest first, in pages. */
const ListComments = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    /** Those made on it, and the open ones of its branch. */
    deployment: DeploymentId.optional(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(_limits_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_BRANCH_CHARS */ .UH)).optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES).optional(),
    /** Only this one, with all of its comments. */
    thread: CommentId.optional(),
    /** With `annotations` each thread is an annotation of the W3C, to take elsewhere. */
    format: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["threads", "annotations"]).default("threads"),
    limit: zod__WEBPACK_IMPORTED_MODULE_4__.number().int().min(1).max(MAX_THREADS).default(MAX_THREADS),
    cursor: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1).check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(512)).optional(),
})
    .meta({ id: "ListComments" });
const Body = (0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .requiredText */ .$4)(MAX_COMMENT_CHARS);
/** Body of POST /sites/{siteId}/comments: a reply with `threadId`, else a new thread on the preview `deploymentId`. */
const CreateComment = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    threadId: CommentId.optional(),
    deploymentId: DeploymentId.optional(),
    path: PagePath.optional(),
    anchor: Anchor.optional(),
    width: zod__WEBPACK_IMPORTED_MODULE_0__.int().min(100).max(10_000).optional(),
    /** Only people block. */
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
    body: Body,
})
    .refine(({ threadId, deploymentId }) => (threadId === undefined) !== (deploymentId === undefined), {
    message: "must have either threadId, to reply, or deploymentId, to start a thread",
})
    .meta({
    id: "CreateComment",
    description: "With `threadId` it replies; with `deploymentId` it starts a thread.",
    not: { required: ["threadId", "deploymentId"] },
    if: { required: ["threadId"] },
    else: { required: ["deploymentId"] },
});
const CHANGES = ["body", "deleted", "status", "blocks"];
/**
 * Body of PATCH /sites/{siteId}/comments/{commentId}: one change at a time. `status` and `blocks` are of the comment's
 * thread.
 */
const ChangeComment = zod__WEBPACK_IMPORTED_MODULE_0__.object({
    body: Body.optional(),
    /** With `body`: the `editedAt` that the writer has seen; without it the last write counts. */
    editedAt: zod__WEBPACK_IMPORTED_MODULE_3__.datetime().nullable().optional(),
    deleted: zod__WEBPACK_IMPORTED_MODULE_0__.literal(true).optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](THREAD_STATUSES).optional(),
    /** With `resolved`: the commit that did it. */
    commit: Commit.optional(),
    blocks: zod__WEBPACK_IMPORTED_MODULE_0__.boolean().optional(),
})
    .refine((change) => CHANGES.filter((name) => change[name] !== undefined).length === 1, {
    message: "must have exactly one of body, deleted, status and blocks",
})
    .meta({
    id: "ChangeComment",
    description: "Exactly one of `body`, `deleted`, `status` and `blocks`.",
    // Below `else`, where generators of clients leave the type as it is.
    if: { not: {} },
    else: { oneOf: CHANGES.map((name) => ({ required: [name] })) },
});
/** What a client reads of a thread. */
const ReceivedThread = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_5__/* .asReceived */ .i)(CommentThread, ["id", "path", "status", "comments"]);


/***/ }),

/***/ 3216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ requiredText),
/* harmony export */   Q_: () => (/* binding */ requiredLine),
/* harmony export */   a7: () => (/* binding */ maxChars)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4890);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5156);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);


/**
 * A check of the longest text, which counts characters as the document of the interface does; `max` of a schema counts
 * the UTF-16 units of JavaScript, of which an emoji takes two.
 * @see JSON Schema validation §6.3.1
 */
function maxChars(maximum) {
    const check = new zod__WEBPACK_IMPORTED_MODULE_0__/* .$ZodCheckMaxLength */ .Yk({ check: "max_length", maximum });
    check._zod.check = ({ value, issues }) => {
        // Runs on any value with a length, such as an object that has a field of this name.
        if (typeof value !== "string" || (0,_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .characters */ .hg)(value) <= maximum)
            return;
        issues.push({ code: "too_big", origin: "string", maximum, inclusive: true, input: value, inst: check });
    };
    return check;
}
/** A text with more than white space, which is cut off at both ends. */
function requiredText(maximum) {
    return zod__WEBPACK_IMPORTED_MODULE_2__.string().trim().regex(/\S/, "must not be empty").check(maxChars(maximum));
}
/** As {@link requiredText}, of one line: no control characters, and no line breaks of any script. */
function requiredLine(maximum) {
    const pattern = /^\s*[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
    return zod__WEBPACK_IMPORTED_MODULE_2__.string()
        .trim()
        .regex(pattern, "must be one line, not empty, without control characters")
        .check(maxChars(maximum));
}


/***/ }),

/***/ 9567:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bigint: () => (/* binding */ bigint),
/* harmony export */   boolean: () => (/* binding */ boolean),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   number: () => (/* binding */ number),
/* harmony export */   string: () => (/* binding */ string)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5156);


function string(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedString */ .K_(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodString, params);
}
function number(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedNumber */ .qG(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodNumber, params);
}
function boolean(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBoolean */ .dN(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBoolean, params);
}
function bigint(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedBigint */ .St(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodBigInt, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._coercedDate */ .B4(_schemas_js__WEBPACK_IMPORTED_MODULE_1__.ZodDate, params);
}


/***/ }),

/***/ 4377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ZodISODate: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate),
/* harmony export */   ZodISODateTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime),
/* harmony export */   ZodISODuration: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration),
/* harmony export */   ZodISOTime: () => (/* reexport safe */ _schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime),
/* harmony export */   date: () => (/* binding */ date),
/* harmony export */   datetime: () => (/* binding */ datetime),
/* harmony export */   duration: () => (/* binding */ duration),
/* harmony export */   time: () => (/* binding */ time)
/* harmony export */ });
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODateTime, params);
}
function date(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDate */ .db(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODate, params);
}
function time(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoTime */ .Kn(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISOTime, params);
}
function duration(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_1__/* ._isoDuration */ .f2(_schemas_js__WEBPACK_IMPORTED_MODULE_0__.ZodISODuration, params);
}


/***/ })

};
