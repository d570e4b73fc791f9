export const id = 815;
export const ids = [815];
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

/***/ 1815:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FINDING_STATES: () => (/* binding */ FINDING_STATES),
/* harmony export */   MAX_BOXES: () => (/* binding */ MAX_BOXES),
/* harmony export */   PAGE_CHANGES: () => (/* binding */ PAGE_CHANGES),
/* harmony export */   REVIEW_STATUSES: () => (/* binding */ REVIEW_STATUSES),
/* harmony export */   REVIEW_WIDTHS: () => (/* binding */ REVIEW_WIDTHS),
/* harmony export */   ReceivedReview: () => (/* binding */ ReceivedReview),
/* harmony export */   Review: () => (/* binding */ Review),
/* harmony export */   WHY_NOT_RENDERED: () => (/* binding */ WHY_NOT_RENDERED)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);



/** States of the review of a preview: `pending` until it is done, `unavailable` where none is made. */
const REVIEW_STATUSES = ["pending", "ready", "failed", "unavailable"];
/** Widths at which pages are rendered, CSS pixels. */
const REVIEW_WIDTHS = [1280, 390];
/** How a page changed; `unchanged`: it was rendered, and nothing that people see differs. */
const PAGE_CHANGES = ["changed", "added", "removed", "unchanged"];
/** Whether a finding is new in the preview, or was only in what was live. */
const FINDING_STATES = ["new", "fixed"];
const State = zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(FINDING_STATES);
const Digest = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^[0-9a-f]{64}$/);
const Count = zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative();
const Rectangle = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ x: Count, y: Count, width: Count, height: Count });
const Rows = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ y: Count, height: Count });
/** Most changed, and most unstable regions of a picture. */
const MAX_BOXES = 50;
/** Why a page that differs in its files has no pictures: over the number of pages, out of time, or it failed. */
const WHY_NOT_RENDERED = ["limit", "time", "failed"];
/** Pictures of a page at one width; the digests name them at `…/review/pictures/{sha256}.png`. */
const Pictures = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    width: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().positive(),
    /** Colours that visitors ask for; absent: light. Only where the page looks different in them. */
    scheme: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("dark").optional(),
    /** Of the page after, or before where it is gone, CSS pixels, before the picture was cut. */
    height: Count,
    before: Digest.optional(),
    after: Digest.optional(),
    /** The page before, faded, with every changed pixel marked, equal rows side by side; absent when nothing differs. */
    difference: Digest.optional(),
    /** Changed regions, top to bottom, as each picture shows them; of no height where one has nothing there. */
    boxes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ x: Count, width: Count, before: Rows, after: Rows })).optional(),
    /** Regions that differ from themselves each time they are rendered; they count as no change. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rectangle), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rectangle) }).optional(),
    /** Share of pixels that differ, 0 to 1; absent without a picture of both. */
    changedShare: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().min(0).max(1).optional(),
    cut: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
});
/** Bytes of the files a page loads, uncompressed. */
const Weight = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ scripts: Count, styles: Count, images: Count, fonts: Count, other: Count });
const WeightPair = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: Weight.optional(), after: Weight.optional() });
const Page = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Of the URL, with its leading slash. */
    path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    change: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(PAGE_CHANGES),
    /** Something in it differs each time it is rendered, and was left out. */
    unstable: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
    title: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }),
    /** What differs in the visible text, in order, with a line around each change. */
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["added", "removed", "same"]), text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    pictures: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Pictures),
    /** Digests of small pictures of its top, WebP of 480 by 300 pixels. */
    thumbnails: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: Digest.optional(), after: Digest.optional() }).optional(),
    /** The same for a comment, as `thumbnailUrl` of the review. */
    thumbnailUrls: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ before: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(), after: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional() }).optional(),
    /** What kept the page from being rendered as people would see it. */
    problems: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ side: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["before", "after"]), code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    /** Errors in the console and exceptions that nothing caught. */
    errors: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ state: State, message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    /** Findings of axe-core. */
    accessibility: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ state: State, rule: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), impact: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), help: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), target: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() })),
    weight: WeightPair,
    /** Hosts the page asks for something; nothing was fetched. */
    thirdParty: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
});
const Rule = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["redirect", "header"]),
    /** Paths it is for, as the manifest writes them. */
    source: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    before: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    after: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
/** What a preview changes against what was live when it became ready, as people see it. @see Interface §9 (additive) */
const Review = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** The preview; for a production deployment the one it was made from. */
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(REVIEW_STATUSES),
    /** Names what was compared; a decision may say that it is about it. */
    comparison: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** Why there is no review, or what it leaves out. */
    message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().optional(),
    /** What it was compared with, null when nothing was live; `current`: it still is what is live. */
    live: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT),
        commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        current: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY(),
        /** Of the live site; absent when nothing is live any more. */
        url: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    })
        .nullish(),
    /** With `ready`. */
    summary: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        /** Pages that look different, or have other findings. */
        changed: Count,
        /** Pages that come and go, rendered or not. */
        added: Count,
        removed: Count,
        /** Pages whose files differ, and which were not rendered. */
        notRendered: Count,
        files: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ added: Count, changed: Count, removed: Count }).optional(),
        brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        errors: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        accessibility: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ new: Count, fixed: Count }),
        /** Of the rendered pages that exist before and after. */
        weight: WeightPair,
    })
        .optional(),
    /** The front page, then those that change most. */
    pages: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Page).optional(),
    /** Paths of pages that were not rendered, and how they changed. */
    notRendered: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        change: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(PAGE_CHANGES),
        why: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(WHY_NOT_RENDERED).optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    }))
        .optional(),
    /** What a release of it would take back of former releases, in words; absent for nothing. */
    takesBack: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** Links inside the site that lead nowhere, and files that are missing. */
    brokenLinks: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        state: State,
        kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["link", "file", "anchor"]),
        page: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        target: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    }))
        .optional(),
    /**
     * Picture of the front page, 480 by 300 pixels, for a comment: anyone who has the URL can fetch it. Absent
     * unless the operator lets previews be seen so.
     */
    thumbnailUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    rules: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Rule).optional(),
})
    .meta({ id: "Review" });
const ReceivedReview = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_3__/* .asReceived */ .i)(Review, ["deploymentId", "status"]);


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
