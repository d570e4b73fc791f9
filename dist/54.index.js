export const id = 54;
export const ids = [54];
export const modules = {

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ asReceived)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

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
    return zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3(Object.fromEntries(fields));
}
function loosened(shape) {
    return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, loose(field)]));
}
function loose(type) {
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodObject */ .bvH)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3(loosened(type.shape));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodArray */ .naA)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(loose(type.element));
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodOptional */ .IiU)
        return loose(type.unwrap()).optional();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodNullable */ .l1C)
        return loose(type.unwrap()).nullable();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodNumber */ .rSt)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig();
    if (type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodString */ .NDH || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodStringFormat */ .EB4 || type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodEnum */ .Vb4)
        return zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP();
    return type instanceof zod__WEBPACK_IMPORTED_MODULE_0__/* .ZodType */ .aRx ? type : zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J();
}


/***/ }),

/***/ 2054:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  AUTHOR_KINDS: () => (/* binding */ AUTHOR_KINDS),
  Anchor: () => (/* binding */ Anchor),
  ChangeComment: () => (/* binding */ ChangeComment),
  Comment: () => (/* binding */ Comment),
  CommentAuthor: () => (/* binding */ CommentAuthor),
  CommentId: () => (/* binding */ CommentId),
  CommentThread: () => (/* binding */ CommentThread),
  CreateComment: () => (/* binding */ CreateComment),
  ListComments: () => (/* binding */ ListComments),
  MAX_ANCHOR_CHARS: () => (/* binding */ MAX_ANCHOR_CHARS),
  MAX_COMMENT_CHARS: () => (/* binding */ MAX_COMMENT_CHARS),
  MAX_GUEST_NAME_CHARS: () => (/* binding */ MAX_GUEST_NAME_CHARS),
  MAX_LISTED_COMMENTS: () => (/* binding */ MAX_LISTED_COMMENTS),
  MAX_THREADS: () => (/* binding */ MAX_THREADS),
  MAX_THREAD_COMMENTS: () => (/* binding */ MAX_THREAD_COMMENTS),
  ReceivedThread: () => (/* binding */ ReceivedThread),
  THREAD_STATUSES: () => (/* binding */ THREAD_STATUSES)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
;// CONCATENATED MODULE: ./node_modules/zod/v4/classic/coerce.js


function string(params) {
    return core._coercedString(schemas.ZodString, params);
}
function number(params) {
    return api/* _coercedNumber */.qG(classic_schemas/* ZodNumber */.rSt, params);
}
function coerce_boolean(params) {
    return core._coercedBoolean(schemas.ZodBoolean, params);
}
function bigint(params) {
    return core._coercedBigint(schemas.ZodBigInt, params);
}
function date(params) {
    return core._coercedDate(schemas.ZodDate, params);
}

// EXTERNAL MODULE: ./build/packages/contract/as-received.js
var as_received = __webpack_require__(5139);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
// EXTERNAL MODULE: ./build/packages/contract/text.js
var contract_text = __webpack_require__(3216);
;// CONCATENATED MODULE: ./build/packages/contract/comment.js




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
const Anchor = classic_schemas/* array */.YOg(classic_schemas/* discriminatedUnion */.gMt("type", [
    classic_schemas/* object */.Ikc({ type: classic_schemas/* literal */.euz("CssSelector"), value: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(1000)) }),
    classic_schemas/* object */.Ikc({
        type: classic_schemas/* literal */.euz("TextQuoteSelector"),
        exact: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(200)),
        prefix: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(100)).optional(),
        suffix: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(100)).optional(),
    }),
    /** A rectangle in percent of the whole page. [Media Fragments §4.2.2] */
    classic_schemas/* object */.Ikc({
        type: classic_schemas/* literal */.euz("FragmentSelector"),
        conformsTo: classic_schemas/* literal */.euz("http://www.w3.org/TR/media-frags/"),
        value: classic_schemas/* string */.YjP().regex(new RegExp(`^xywh=percent:(?:${PERCENT},){3}${PERCENT}$`)),
    }),
]))
    .max(3)
    .refine((anchor) => (0,limits/* characters */.hg)(JSON.stringify(anchor)) <= MAX_ANCHOR_CHARS, {
    message: `must be at most ${MAX_ANCHOR_CHARS} characters of JSON`,
})
    .meta({ id: "Anchor", description: `At most ${MAX_ANCHOR_CHARS} characters of JSON.` });
/** A comment, and the thread that begins with it. */
const CommentId = classic_schemas/* string */.YjP().regex(/^cmt_[0-9a-z]{26}$/, "must be the id of a comment");
const DeploymentId = classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT, "must be the id of a deployment");
/** A path of a site, as a visitor opens it. */
const PagePath = classic_schemas/* string */.YjP()
    .check((0,contract_text/* maxChars */.a7)(1024))
    .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be a path that begins with one slash");
/** Who wrote; the name as it was then. */
const CommentAuthor = classic_schemas/* looseObject */._H3({
    kind: classic_schemas/* enum */.k5n(AUTHOR_KINDS),
    /** Of the person or the token; null for a guest, whose name is only what they typed, and on GitHub. */
    id: classic_schemas/* uuid */.uRe().nullable(),
    name: classic_schemas/* string */.YjP(),
});
const Comment = classic_schemas/* looseObject */._H3({
    id: CommentId,
    author: CommentAuthor,
    /** Markdown, not to be trusted; null once it was deleted. */
    body: classic_schemas/* string */.YjP().nullable(),
    createdAt: iso/* datetime */.w$(),
    editedAt: iso/* datetime */.w$().nullable(),
    deletedAt: iso/* datetime */.w$().nullable(),
})
    .meta({ id: "Comment" });
const Commit = classic_schemas/* string */.YjP().regex(limits/* COMMIT_SHA_PATTERN */.Ml, "must be a commit id of 7 to 64 hexadecimal digits");
const Resolution = classic_schemas/* looseObject */._H3({ by: CommentAuthor, at: iso/* datetime */.w$(), commit: classic_schemas/* string */.YjP().nullable() });
/** What people, guests and agents say about one place of a page, on one preview and the next ones of its branch. */
const CommentThread = classic_schemas/* looseObject */._H3({
    /** That of its first comment. */
    id: CommentId,
    siteId: classic_schemas/* uuid */.uRe(),
    /** The preview it was made on. */
    deploymentId: DeploymentId,
    branch: classic_schemas/* string */.YjP().nullable(),
    pullRequest: classic_schemas/* int */.Whr().positive().nullable(),
    path: classic_schemas/* string */.YjP(),
    anchor: Anchor,
    /** Of the page when it was pinned, CSS pixels. */
    width: classic_schemas/* int */.Whr().positive().nullable(),
    /** While it is open, releases of its branch are not approved. */
    blocks: classic_schemas/* boolean */.zMY(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES),
    /** With `resolved`. */
    resolved: Resolution.nullable(),
    /** An agent says that it is done; a person accepts it by resolving, or rejects it by reopening. */
    proposed: Resolution.nullable(),
    createdAt: iso/* datetime */.w$(),
    updatedAt: iso/* datetime */.w$(),
    comments: classic_schemas/* array */.YOg(Comment),
    /** In a list: how many stand between the first comment and the others. Ask for the `thread` to read all. */
    commentsLeftOut: classic_schemas/* int */.Whr().nonnegative(),
    /** Where people read and answer. */
    webUrl: classic_schemas/* url */.OZ5(),
})
    .meta({ id: "CommentThread" });
/** Query of the list of threads, newest first, in pages. */
const ListComments = classic_schemas/* object */.Ikc({
    /** Those made on it, and the open ones of its branch. */
    deployment: DeploymentId.optional(),
    branch: classic_schemas/* string */.YjP().check((0,contract_text/* maxChars */.a7)(limits/* MAX_BRANCH_CHARS */.UH)).optional(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES).optional(),
    /** Only this one, with all of its comments. */
    thread: CommentId.optional(),
    /** With `annotations` each thread is an annotation of the W3C, to take elsewhere. */
    format: classic_schemas/* enum */.k5n(["threads", "annotations"]).default("threads"),
    limit: number().int().min(1).max(MAX_THREADS).default(MAX_THREADS),
    cursor: classic_schemas/* string */.YjP().min(1).check((0,contract_text/* maxChars */.a7)(512)).optional(),
})
    .meta({ id: "ListComments" });
const Body = (0,contract_text/* requiredText */.$4)(MAX_COMMENT_CHARS);
/** Body of POST /sites/{siteId}/comments: a reply with `threadId`, else a new thread on the preview `deploymentId`. */
const CreateComment = classic_schemas/* object */.Ikc({
    threadId: CommentId.optional(),
    deploymentId: DeploymentId.optional(),
    path: PagePath.optional(),
    anchor: Anchor.optional(),
    width: classic_schemas/* int */.Whr().min(100).max(10_000).optional(),
    /** Only people block. */
    blocks: classic_schemas/* boolean */.zMY().optional(),
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
const ChangeComment = classic_schemas/* object */.Ikc({
    body: Body.optional(),
    /** With `body`: the `editedAt` that the writer has seen; without it the last write counts. */
    editedAt: iso/* datetime */.w$().nullable().optional(),
    deleted: classic_schemas/* literal */.euz(true).optional(),
    status: classic_schemas/* enum */.k5n(THREAD_STATUSES).optional(),
    /** With `resolved`: the commit that did it. */
    commit: Commit.optional(),
    blocks: classic_schemas/* boolean */.zMY().optional(),
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
const ReceivedThread = (0,as_received/* asReceived */.i)(CommentThread, ["id", "path", "status", "comments"]);


/***/ }),

/***/ 3216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $4: () => (/* binding */ requiredText),
/* harmony export */   Q_: () => (/* binding */ requiredLine),
/* harmony export */   a7: () => (/* binding */ maxChars)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4890);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2857);
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
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().trim().regex(/\S/, "must not be empty").check(maxChars(maximum));
}
/** As {@link requiredText}, of one line: no control characters, and no line breaks of any script. */
function requiredLine(maximum) {
    const pattern = /^\s*[^\s\u0000-\u001f\u007f-\u009f\u2028\u2029][^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()
        .trim()
        .regex(pattern, "must be one line, not empty, without control characters")
        .check(maxChars(maximum));
}


/***/ }),

/***/ 4377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   w$: () => (/* binding */ datetime)
/* harmony export */ });
/* unused harmony exports date, time, duration */
/* harmony import */ var _core_index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3759);
/* harmony import */ var _schemas_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2857);



function datetime(params) {
    return _core_index_js__WEBPACK_IMPORTED_MODULE_0__/* ._isoDateTime */ .G1(_schemas_js__WEBPACK_IMPORTED_MODULE_1__/* .ZodISODateTime */ .You, params);
}
function date(params) {
    return core._isoDate(ZodISODate, params);
}
function time(params) {
    return core._isoTime(ZodISOTime, params);
}
function duration(params) {
    return core._isoDuration(ZodISODuration, params);
}


/***/ })

};
