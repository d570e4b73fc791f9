export const id = 108;
export const ids = [108];
export const modules = {

/***/ 8108:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);

// What a client reads while it deploys and follows. Apart from the service's own schemas, which an action need not load.
/**
 * What a client reads of a deployment. Statuses and environments it does not know pass as strings.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedDeployment = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    error: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ code: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }).nullish(),
    // What only people read from here on: in another shape it is no reason to reject the record.
    commit: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ message: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), author: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() }).nullish().catch(undefined),
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ number: zod__WEBPACK_IMPORTED_MODULE_0__.number(), title: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), url: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional() })
        .nullish()
        .catch(undefined),
    prebuilt: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullish().catch(undefined),
    diagnostics: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        /** Absent is `error`. */
        level: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
        message: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        file: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
        line: zod__WEBPACK_IMPORTED_MODULE_0__.number().optional(),
        column: zod__WEBPACK_IMPORTED_MODULE_0__.number().optional(),
        hint: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
        excerpt: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional(),
        excerptStart: zod__WEBPACK_IMPORTED_MODULE_0__.number().optional(),
    }))
        .nullish()
        .catch(undefined),
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).nullish().catch(undefined),
    review: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish().catch(undefined),
    heldUntil: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish().catch(undefined),
    comments: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ open: zod__WEBPACK_IMPORTED_MODULE_0__.number(), blocking: zod__WEBPACK_IMPORTED_MODULE_0__.number(), webUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullish().catch(undefined),
    webUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish().catch(undefined),
    removedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish().catch(undefined),
    removedBecause: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish().catch(undefined),
});
/** What a client reads of a pull request whose previews are to be removed. */
const ReceivedClosedPullRequest = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ previews: zod__WEBPACK_IMPORTED_MODULE_0__.number(), removeAt: zod__WEBPACK_IMPORTED_MODULE_0__.string() });
/**
 * What a client reads of a site: ids, slug and URLs; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    id: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    slug: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
    /** Null where nothing is published yet; absent where a service does not say. */
    publishedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullish(),
});
/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: zod__WEBPACK_IMPORTED_MODULE_0__.unknown().optional(),
    latestDeployment: ReceivedDeployment.nullish(),
});
/** What a client reads of a `status` event: a status it does not know passes as a string. */
const ReceivedStatusEvent = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    status: zod__WEBPACK_IMPORTED_MODULE_0__.string().min(1),
    at: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
});
/** What a client reads of a `log` event: the shape of a line is open. */
const ReceivedLogEvent = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ stream: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), lines: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.unknown()) });
/**
 * Reads the text of a log line of any shape.
 * @param line An element of `lines`: a string, an object with a text field, or anything else.
 * @returns The text; JSON for shapes without one, so that nothing a build said is lost.
 * @see Interface §6 (shape of the elements: not shown)
 */
function logLineText(line) {
    if (typeof line === "string")
        return line;
    const own = typeof line === "object" ? { ...line } : {};
    const { text, message, line: plain } = own;
    return [text, message, plain].find((field) => typeof field === "string") ?? JSON.stringify(line) ?? "";
}
const Allowance = zod__WEBPACK_IMPORTED_MODULE_0__.union([zod__WEBPACK_IMPORTED_MODULE_0__.literal("unlimited"), zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative()]);
/**
 * Sibling of the sites in the list.
 * @see Interface §2
 */
const Entitlements = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
})
    .meta({ id: "Entitlements" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable();


/***/ })

};
