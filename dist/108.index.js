export const id = 108;
export const ids = [108];
export const modules = {

/***/ 8108:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Anything: () => (/* binding */ Anything),
/* harmony export */   Entitlements: () => (/* binding */ Entitlements),
/* harmony export */   NextCursor: () => (/* binding */ NextCursor),
/* harmony export */   ReceivedClosedPullRequest: () => (/* binding */ ReceivedClosedPullRequest),
/* harmony export */   ReceivedDeployment: () => (/* binding */ ReceivedDeployment),
/* harmony export */   ReceivedLogEvent: () => (/* binding */ ReceivedLogEvent),
/* harmony export */   ReceivedSite: () => (/* binding */ ReceivedSite),
/* harmony export */   ReceivedSiteDetail: () => (/* binding */ ReceivedSiteDetail),
/* harmony export */   ReceivedStatusEvent: () => (/* binding */ ReceivedStatusEvent),
/* harmony export */   logLineText: () => (/* binding */ logLineText)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

// What a client reads while it deploys and follows. Apart from the service's own schemas, which an action need not load.
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
    // What only people read from here on: in another shape it is no reason to reject the record.
    commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), author: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish().catch(undefined),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ number: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), title: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() })
        .nullish()
        .catch(undefined),
    prebuilt: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    diagnostics: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        /** Absent is `error`. */
        level: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        file: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        line: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        column: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
        hint: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        excerpt: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
        excerptStart: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    }))
        .nullish()
        .catch(undefined),
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).nullish().catch(undefined),
    review: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    heldUntil: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ open: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), blocking: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish().catch(undefined),
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
    removedBecause: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish().catch(undefined),
});
/** What a client reads of a pull request whose previews are to be removed. */
const ReceivedClosedPullRequest = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ previews: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig(), removeAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    /** Null where nothing is published yet; absent where a service does not say. */
    publishedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J().optional(),
    latestDeployment: ReceivedDeployment.nullish(),
});
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1),
    at: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ stream: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), lines: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J()) });
/**
 * Reads the text of a log line of any shape: JSON where there is none, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
function logLineText(line) {
    if (typeof line === "string")
        return line;
    const own = typeof line === "object" ? { ...line } : {};
    const { text, message, line: plain } = own;
    return [text, message, plain].find((field) => typeof field === "string") ?? JSON.stringify(line) ?? "";
}
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("unlimited"), zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative()]);
/** Sibling of the sites in the list. @see Interface §2 */
const Entitlements = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
})
    .meta({ id: "Entitlements" });
/** Data that no schema reads. */
const Anything = zod__WEBPACK_IMPORTED_MODULE_0__/* .unknown */ .L5J();
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable();


/***/ })

};
