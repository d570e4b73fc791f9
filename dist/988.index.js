export const id = 988;
export const ids = [988];
export const modules = {

/***/ 3988:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BUILD_PREDICATE: () => (/* binding */ BUILD_PREDICATE),
/* harmony export */   BUILD_TYPE: () => (/* binding */ BUILD_TYPE),
/* harmony export */   BuildStatement: () => (/* binding */ BuildStatement),
/* harmony export */   Envelope: () => (/* binding */ Envelope),
/* harmony export */   FILES_PATH: () => (/* binding */ FILES_PATH),
/* harmony export */   FILE_LIST_VERSION: () => (/* binding */ FILE_LIST_VERSION),
/* harmony export */   PROVENANCE_KEY_PATH: () => (/* binding */ PROVENANCE_KEY_PATH),
/* harmony export */   Provenance: () => (/* binding */ Provenance),
/* harmony export */   RELEASE_PREDICATE: () => (/* binding */ RELEASE_PREDICATE),
/* harmony export */   ReleaseStatement: () => (/* binding */ ReleaseStatement),
/* harmony export */   STATEMENTS_PATH: () => (/* binding */ STATEMENTS_PATH),
/* harmony export */   STATEMENT_PAYLOAD_TYPE: () => (/* binding */ STATEMENT_PAYLOAD_TYPE),
/* harmony export */   UPLOAD_PREDICATE: () => (/* binding */ UPLOAD_PREDICATE),
/* harmony export */   UploadStatement: () => (/* binding */ UploadStatement)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5156);

/** Where a host shows the statements about what it serves: one DSSE envelope a line. */
const STATEMENTS_PATH = "/.well-known/greenroom/provenance.jsonl";
/** Where a host shows the list of its files; the SHA-256 of the response is the digest that was signed. */
const FILES_PATH = "/.well-known/greenroom/files.txt";
/** Where the service shows the public key that its statements are signed with, as PEM. */
const PROVENANCE_KEY_PATH = "/.well-known/greenroom/provenance.pem";
/** First line of a list of files. */
const FILE_LIST_VERSION = "greenroom-file-list-1";
/** Type of the payload of an envelope. @see in-toto attestation framework, spec v1, envelope */
const STATEMENT_PAYLOAD_TYPE = "application/vnd.in-toto+json";
/** Predicate of the statement about a build. @see SLSA v1, provenance */
const BUILD_PREDICATE = "https://slsa.dev/provenance/v1";
/** Predicate of the statement about a release. */
const RELEASE_PREDICATE = "urn:greenroom:release:1";
/** Predicate of the statement about files that were built elsewhere and uploaded. */
const UPLOAD_PREDICATE = "urn:greenroom:upload:1";
/** How to read a build of this service. */
const BUILD_TYPE = "urn:greenroom:build:1";
/**
 * A signed statement.
 * @see DSSE v1, envelope
 */
const Envelope = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    payloadType: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** The statement, in base64. */
    payload: zod__WEBPACK_IMPORTED_MODULE_0__.base64(),
    signatures: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ keyid: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(), sig: zod__WEBPACK_IMPORTED_MODULE_0__.base64() })).min(1),
})
    .meta({ id: "Envelope" });
/** The signed statements about a deployment: of its build, and on production of its release. */
const Provenance = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    statements: zod__WEBPACK_IMPORTED_MODULE_0__.array(Envelope),
})
    .meta({ id: "Provenance" });
const Subject = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    name: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    /** Where the files are served. */
    uri: zod__WEBPACK_IMPORTED_MODULE_0__.url().optional(),
    digest: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__.string().regex(/^[0-9a-f]{64}$/) }),
});
const statement = { _type: zod__WEBPACK_IMPORTED_MODULE_0__.literal("https://in-toto.io/Statement/v1"), subject: zod__WEBPACK_IMPORTED_MODULE_0__.array(Subject).length(1) };
/** Says from what, where and how the files of a deployment were built. @see in-toto Statement v1, SLSA v1 */
const BuildStatement = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__.literal(BUILD_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        buildDefinition: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
            buildType: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
            externalParameters: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
                site: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), slug: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
                repository: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
                commit: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
                /** The branch the commit was seen on; null when it was seen on none. */
                branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
                /** Shows whether two builds read the same `greenroom.json`; null without one. */
                manifestSha256: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
            }),
            internalParameters: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
                framework: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
                /** The machine that built it; null for the service's own. What it says of the build is its word. */
                worker: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), name: zod__WEBPACK_IMPORTED_MODULE_0__.string() }).nullish(),
                /** Whose word commit and branch are: `seen by the service`, or `as told by worker NAME`. */
                source: zod__WEBPACK_IMPORTED_MODULE_0__.string().optional(),
                sandbox: zod__WEBPACK_IMPORTED_MODULE_0__["enum"](["bubblewrap", "none", "not_needed"]),
                /** What a control group of the kernel bounded; statements of before it was stated have none. */
                cgroup: zod__WEBPACK_IMPORTED_MODULE_0__.array(zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional(),
                node: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
            }),
        }),
        runDetails: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
            builder: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), version: zod__WEBPACK_IMPORTED_MODULE_0__.record(zod__WEBPACK_IMPORTED_MODULE_0__.string(), zod__WEBPACK_IMPORTED_MODULE_0__.string()).optional() }),
            metadata: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ invocationId: zod__WEBPACK_IMPORTED_MODULE_0__.string(), startedOn: zod__WEBPACK_IMPORTED_MODULE_0__.string(), finishedOn: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
        }),
    }),
});
/** Says that files were built elsewhere, and with which token they were uploaded. */
const UploadStatement = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__.literal(UPLOAD_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        site: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), slug: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        upload: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
            /** Of the list of files that the request for the deployment named. */
            listSha256: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
            files: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
            bytes: zod__WEBPACK_IMPORTED_MODULE_0__.int().nonnegative(),
            tokenId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
            /** The rule by which a run without a secret got the token. */
            trustRuleId: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
        }),
        /** What the request said: the service checked neither. */
        unchecked: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ commit: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(), branch: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable() }),
        manifestSha256: zod__WEBPACK_IMPORTED_MODULE_0__.string().nullable(),
        service: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        uploadedOn: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    }),
});
/** Says which approved release put the files of a preview into production. */
const ReleaseStatement = zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__.literal(RELEASE_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({
        site: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ id: zod__WEBPACK_IMPORTED_MODULE_0__.string(), slug: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        /** Who asked and who approved is in the service, under this id. */
        approval: zod__WEBPACK_IMPORTED_MODULE_0__.looseObject({ requestId: zod__WEBPACK_IMPORTED_MODULE_0__.string(), decidedAt: zod__WEBPACK_IMPORTED_MODULE_0__.string() }),
        releasedOn: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
        service: zod__WEBPACK_IMPORTED_MODULE_0__.string(),
    }),
});


/***/ })

};
