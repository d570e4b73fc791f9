export const id = 955;
export const ids = [955];
export const modules = {

/***/ 8955:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  SCHEMAS: () => (/* binding */ SCHEMAS),
  SIBLINGS: () => (/* binding */ SIBLINGS)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 11 modules
var classic_schemas = __webpack_require__(2857);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(4377);
// EXTERNAL MODULE: ./build/packages/contract/deployment.js
var deployment = __webpack_require__(8016);
// EXTERNAL MODULE: ./build/packages/contract/limits.js
var limits = __webpack_require__(4683);
;// CONCATENATED MODULE: ./build/packages/contract/manifest.js

/** Name of the manifest file at the root of a repository, or of a site's `rootDirectory`. [§2] */
const MANIFEST_FILE = "greenroom.json";
const RelativePath = classic_schemas/* string */.YjP()
    .min(1)
    .max(1024)
    .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), "must stay inside the repository");
const Command = classic_schemas/* string */.YjP().trim().min(1).max(4096);
/**
 * Build configuration committed to the repository.
 * @see Interface §2 (fields named there; the full schema: not shown)
 */
const Manifest = classic_schemas/* looseObject */._H3({
    /** Folder of the site inside the repository. */
    rootDirectory: RelativePath.optional(),
    /** What the build runs on. */
    runtime: classic_schemas/* enum */.k5n(["node24", "static"]).optional(),
    /** Runs with network; null skips it. */
    installCommand: Command.nullable().optional(),
    /** Runs without network; null skips it. */
    buildCommand: Command.nullable().optional(),
    /** Folder of the built site, relative to `rootDirectory`. */
    output: RelativePath.optional(),
    /** Answers unknown paths with the root page, for sites that route in the browser. */
    spa: classic_schemas/* boolean */.zMY().optional(),
    headers: classic_schemas/* array */.YOg(classic_schemas/* looseObject */._H3({ source: classic_schemas/* string */.YjP().startsWith("/"), headers: classic_schemas/* record */.g1P(classic_schemas/* string */.YjP(), classic_schemas/* string */.YjP()) }))
        .max(100)
        .optional(),
    redirects: classic_schemas/* array */.YOg(classic_schemas/* looseObject */._H3({
        source: classic_schemas/* string */.YjP().startsWith("/"),
        destination: classic_schemas/* string */.YjP().min(1).max(2048),
        status: classic_schemas/* union */.KCZ([classic_schemas/* literal */.euz(301), classic_schemas/* literal */.euz(302), classic_schemas/* literal */.euz(307), classic_schemas/* literal */.euz(308)]).optional(),
    }))
        .max(1000)
        .optional(),
    /** Names of the environment values the build may see; values are the operator's. */
    environment: classic_schemas/* array */.YOg(classic_schemas/* string */.YjP().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
        .max(100)
        .optional(),
    /** Cancels queued builds of a branch when a newer one is created. */
    cancelSuperseded: classic_schemas/* boolean */.zMY().optional(),
})
    .meta({ id: "Manifest" });

;// CONCATENATED MODULE: ./build/packages/contract/site.js




/** Status of a site: `archived` is our word where the interface shows only `active`. [§2, §3] */
const SITE_STATUSES = ["active", "archived"];
const Slug = classic_schemas/* string */.YjP().max(limits/* MAX_SLUG_CHARS */.Z9).regex(limits/* SLUG_PATTERN */.ZT, "must be lower-case letters, digits and hyphens");
/**
 * A hosted site of a workspace.
 * @see Interface §2
 */
const Site = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* uuid */.uRe(),
    projectId: classic_schemas/* uuid */.uRe(),
    slug: Slug,
    name: classic_schemas/* string */.YjP(),
    framework: classic_schemas/* string */.YjP().nullable(),
    status: classic_schemas/* enum */.k5n(SITE_STATUSES),
    repositoryUrl: classic_schemas/* string */.YjP().nullable(),
    productionUrl: classic_schemas/* url */.OZ5(),
    createdAt: iso/* datetime */.w$(),
    updatedAt: iso/* datetime */.w$(),
    /** Set on archived sites. */
    archivedAt: iso/* datetime */.w$().optional(),
})
    .meta({ id: "Site" });
/**
 * What a client reads of a site: ids, slug and addresses; everything else may differ between services.
 * @see Interface §9 (clients ignore unknown fields)
 */
const ReceivedSite = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().min(1),
    slug: classic_schemas/* string */.YjP().min(1),
    name: classic_schemas/* string */.YjP().optional(),
    status: classic_schemas/* string */.YjP().optional(),
    repositoryUrl: classic_schemas/* string */.YjP().nullish(),
    productionUrl: classic_schemas/* string */.YjP().nullish(),
});
/**
 * Answer of GET /sites/{siteId}: the site, its manifest and its latest deployment.
 * @see Interface §2 (shape of the two parts: not shown)
 */
const SiteDetail = Site.extend({
    /** As read by the newest ready build; null before it, or without a manifest file. */
    manifest: Manifest.nullable(),
    /** Commit the manifest was read from. */
    manifestCommitSha: classic_schemas/* string */.YjP().nullable(),
    latestDeployment: deployment/* Deployment */.Sn.nullable(),
}).meta({ id: "SiteDetail" });
/**
 * Body of POST /sites.
 * @see Interface §4
 */
const CreateSite = classic_schemas/* object */.Ikc({
    projectId: classic_schemas/* uuid */.uRe(),
    name: classic_schemas/* string */.YjP().trim().min(1).max(200),
    slug: Slug,
    repositoryUrl: classic_schemas/* string */.YjP().min(1).max(2048).optional(),
    framework: classic_schemas/* string */.YjP().min(1).max(100).optional(),
})
    .meta({ id: "CreateSite" });
const Allowance = classic_schemas/* union */.KCZ([classic_schemas/* literal */.euz("unlimited"), classic_schemas/* int */.Whr().nonnegative()]);
/**
 * Sibling of the sites in the list answer.
 * @see Interface §2
 */
const Entitlements = classic_schemas/* looseObject */._H3({
    /** Caps all active sites; finite only by an operator's override. */
    maxSites: Allowance,
    currentSites: classic_schemas/* int */.Whr().nonnegative(),
    /** Caps live sites; production publish checks it when finite. */
    maxLiveSites: Allowance,
    currentLiveSites: classic_schemas/* int */.Whr().nonnegative(),
})
    .meta({ id: "Entitlements" });

;// CONCATENATED MODULE: ./build/packages/contract/approval.js


/** States of a production publish request. [§3: not shown] */
const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"];
/** Which state may follow which. */
const APPROVAL_TRANSITIONS = {
    pending: ["approved", "rejected", "expired", "superseded"],
    approved: ["published", "expired"],
    published: [],
    rejected: [],
    expired: [],
    superseded: [],
};
/** Roles of a member of a workspace. [§5: names not shown] */
const ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver", "developer", "viewer"]));
/** Roles that may decide a publish request. [§5.8: names not shown] */
const APPROVAL_ROLES = (/* unused pure expression or super */ null && (["owner", "admin", "approver"]));
const Requester = classic_schemas/* looseObject */._H3({ type: classic_schemas/* enum */.k5n(["user", "token"]), id: classic_schemas/* string */.YjP(), name: classic_schemas/* string */.YjP() });
/**
 * A production publish request, decided by a person.
 * @see Interface §2 (fields: not shown)
 */
const Approval = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: classic_schemas/* uuid */.uRe(),
    sourceDeploymentId: classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT),
    status: classic_schemas/* enum */.k5n(APPROVAL_STATUSES),
    /** Session or token that asked. */
    requestedBy: Requester,
    /** The person behind it, who cannot approve. */
    originatingUserId: classic_schemas/* uuid */.uRe(),
    requestedVia: classic_schemas/* enum */.k5n(["web", "mcp"]),
    reason: classic_schemas/* string */.YjP().nullable(),
    createdAt: iso/* datetime */.w$(),
    expiresAt: iso/* datetime */.w$(),
    decidedBy: classic_schemas/* looseObject */._H3({ id: classic_schemas/* uuid */.uRe(), name: classic_schemas/* string */.YjP() }).nullable(),
    decidedAt: iso/* datetime */.w$().nullable(),
    notes: classic_schemas/* string */.YjP().nullable(),
    /** The production deployment it led to. */
    deploymentId: classic_schemas/* string */.YjP().regex(limits/* DEPLOYMENT_ID_PATTERN */.tT).nullable(),
    /** Where a person decides. */
    webApprovalUrl: classic_schemas/* url */.OZ5(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: classic_schemas/* string */.YjP().nullable().optional(),
    /** Members who may decide it now; 0 means that nobody can. */
    deciders: classic_schemas/* int */.Whr().nonnegative().optional(),
})
    .meta({ id: "Approval" });
/** What a client reads of a publish request. */
const ReceivedApproval = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().min(1),
    status: classic_schemas/* string */.YjP().min(1),
    siteId: classic_schemas/* string */.YjP().optional(),
    sourceDeploymentId: classic_schemas/* string */.YjP().optional(),
    deploymentId: classic_schemas/* string */.YjP().nullish(),
    expiresAt: classic_schemas/* string */.YjP().nullish(),
    webApprovalUrl: classic_schemas/* string */.YjP().nullish(),
});
/** What a person may decide. [§4] */
const DECISIONS = ["approve", "reject"];
/** Longest `notes` of a decision, characters. */
const MAX_NOTES_CHARS = 2000;
/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
const DecideApproval = classic_schemas/* object */.Ikc({ decision: classic_schemas/* enum */.k5n(DECISIONS), notes: classic_schemas/* string */.YjP().trim().max(MAX_NOTES_CHARS).optional() })
    .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
})
    .meta({ id: "DecideApproval" });
/** Body of POST /approvals, which a web session sends. [additive] */
const RequestApproval = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe(),
    sourceDeploymentId: classic_schemas/* string */.YjP().min(1).max(128),
    reason: classic_schemas/* string */.YjP().trim().max(MAX_NOTES_CHARS).optional(),
})
    .meta({ id: "RequestApproval" });

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

// EXTERNAL MODULE: ./build/packages/contract/status.js
var contract_status = __webpack_require__(7681);
;// CONCATENATED MODULE: ./build/packages/contract/listing.js




const Page = {
    limit: number().int().min(1).max(limits/* MAX_PAGE_SIZE */.H4).optional(),
    cursor: classic_schemas/* string */.YjP().min(1).max(512).optional(),
};
const Instant = iso/* datetime */.w$({ offset: true });
/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the answer is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
const ListDeployments = classic_schemas/* object */.Ikc({
    siteId: classic_schemas/* uuid */.uRe().optional(),
    environment: classic_schemas/* enum */.k5n(contract_status/* ENVIRONMENTS */.ju).optional(),
    status: classic_schemas/* enum */.k5n(contract_status/* DEPLOYMENT_STATUSES */.PB).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
})
    .meta({ id: "ListDeployments" });
/** Query of the list of publish requests, in the same two forms. [additive] */
const ListApprovals = classic_schemas/* object */.Ikc({ siteId: classic_schemas/* uuid */.uRe().optional(), status: classic_schemas/* enum */.k5n(APPROVAL_STATUSES).optional(), ...Page })
    .meta({ id: "ListApprovals" });
/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
const NextCursor = classic_schemas/* string */.YjP().nullable();

;// CONCATENATED MODULE: ./build/packages/client/schemas.js


/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
    manifest: classic_schemas/* unknown */.L5J().optional(),
    latestDeployment: deployment/* ReceivedDeployment */.Vc.nullish(),
});
/** A deployment target as received. */
const ReceivedTarget = classic_schemas/* looseObject */._H3({
    id: classic_schemas/* string */.YjP().min(1),
    name: classic_schemas/* string */.YjP().optional(),
    provider: classic_schemas/* string */.YjP().optional(),
    mode: classic_schemas/* string */.YjP().optional(),
    runtime: classic_schemas/* string */.YjP().optional(),
    isDefault: classic_schemas/* boolean */.zMY().optional(),
});
/** A capability as received. */
const ReceivedCapability = classic_schemas/* looseObject */._H3({
    provider: classic_schemas/* string */.YjP().optional(),
    mode: classic_schemas/* string */.YjP().optional(),
    runtime: classic_schemas/* string */.YjP().optional(),
    enabled: classic_schemas/* boolean */.zMY().optional(),
});
/** What answers are read with, by what they hold. */
const SCHEMAS = {
    deployment: deployment/* ReceivedDeployment */.Vc,
    deployments: classic_schemas/* array */.YOg(deployment/* ReceivedDeployment */.Vc),
    site: ReceivedSite,
    siteDetail: ReceivedSiteDetail,
    sites: classic_schemas/* array */.YOg(ReceivedSite),
    approval: ReceivedApproval,
    approvals: classic_schemas/* array */.YOg(ReceivedApproval),
    target: ReceivedTarget,
    targets: classic_schemas/* array */.YOg(ReceivedTarget),
    capabilities: classic_schemas/* array */.YOg(ReceivedCapability),
    anything: classic_schemas/* unknown */.L5J(),
};
/** Siblings of `data` that lists carry. */
const SIBLINGS = { nextCursor: NextCursor, entitlements: Entitlements };


/***/ }),

/***/ 8016:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sn: () => (/* binding */ Deployment),
/* harmony export */   Vc: () => (/* binding */ ReceivedDeployment),
/* harmony export */   W7: () => (/* binding */ CreateDeployment)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var _branch_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9595);
/* harmony import */ var _build_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5247);
/* harmony import */ var _limits_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4683);
/* harmony import */ var _status_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7681);





const DeploymentId = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .DEPLOYMENT_ID_PATTERN */ .tT);
/**
 * One build run of a site.
 * @see Interface §2; fields after `previewUrl` are additive
 */
const Deployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: DeploymentId,
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_status_js__WEBPACK_IMPORTED_MODULE_2__/* .ENVIRONMENTS */ .ju),
    status: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_status_js__WEBPACK_IMPORTED_MODULE_2__/* .DEPLOYMENT_STATUSES */ .PB),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
    /** Fixed address of this deployment; present on a ready preview. */
    previewUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    /** Present on a ready production deployment. */
    productionUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    /** The preview a production deployment promotes. */
    sourceDeploymentId: DeploymentId.optional(),
    /** The request a person approved, on production deployments. */
    approvalRequestId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    framework: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().optional(),
    finishedAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().optional(),
    /** Why it ended as `failed` or `canceled`. */
    error: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ code: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_build_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .BUILD_ERROR_CODES */ .Nz), message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).optional(),
    /** How often a worker took it up. */
    attempt: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative().optional(),
    /** Addresses that move with the branch. */
    aliases: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5()).optional(),
})
    .meta({ id: "Deployment" });
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
});
const Branch = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(_branch_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_BRANCH_CHARS */ .U).refine(_branch_js__WEBPACK_IMPORTED_MODULE_5__/* .isBranchName */ .Q, "must be a valid git branch name");
/**
 * Body of POST /sites/{siteId}/deploy.
 * `sourceDeploymentId` is checked by the route, since its absence has a code of its own.
 * @see Interface §4
 */
const CreateDeployment = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    environment: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_status_js__WEBPACK_IMPORTED_MODULE_2__/* .ENVIRONMENTS */ .ju),
    commitSha: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(_limits_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMIT_SHA_PATTERN */ .Ml, "must be 7 to 64 lower-case hexadecimal digits").optional(),
    branch: Branch.optional(),
    sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(128).optional(),
})
    .meta({ id: "CreateDeployment" });


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
