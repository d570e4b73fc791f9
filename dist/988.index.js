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
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

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
/** A signed statement. @see DSSE v1, envelope */
const Envelope = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    payloadType: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** The statement, in base64. */
    payload: zod__WEBPACK_IMPORTED_MODULE_0__/* .base64 */ .K39(),
    signatures: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ keyid: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(), sig: zod__WEBPACK_IMPORTED_MODULE_0__/* .base64 */ .K39() })).min(1),
})
    .meta({ id: "Envelope" });
/** The signed statements about a deployment: of its build, and on production of its release. */
const Provenance = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    statements: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Envelope),
})
    .meta({ id: "Provenance" });
const Subject = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** Where the files are served. */
    uri: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().optional(),
    digest: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ sha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^[0-9a-f]{64}$/) }),
});
const statement = { _type: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("https://in-toto.io/Statement/v1"), subject: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Subject).length(1) };
/** Says from what, where and how the files of a deployment were built. @see in-toto Statement v1, SLSA v1 */
const BuildStatement = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(BUILD_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        buildDefinition: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
            buildType: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
            externalParameters: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
                site: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
                repository: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
                commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
                /** The branch the commit was seen on; null when it was seen on none. */
                branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
                /** Shows whether two builds read the same `greenroom.json`; null without one. */
                manifestSha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
            }),
            internalParameters: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
                framework: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
                /**
                 * The machine that built it; null for the service's own. The service cannot check what it says of the build.
                 */
                worker: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }).nullish(),
                /** Who vouches for commit and branch: `seen by the service`, or `as told by worker NAME`. */
                source: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
                sandbox: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(["bubblewrap", "none", "not_needed"]),
                /** What a control group of the kernel bounded; absent in older statements. */
                cgroup: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
                node: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
            }),
        }),
        runDetails: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
            builder: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), version: zod__WEBPACK_IMPORTED_MODULE_0__/* .record */ .g1P(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional() }),
            metadata: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ invocationId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), startedOn: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), finishedOn: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
        }),
    }),
});
/** Says that files were built elsewhere, and with which token they were uploaded. */
const UploadStatement = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(UPLOAD_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        site: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        upload: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
            /** Of the list of files that the request for the deployment named. */
            listSha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
            files: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
            bytes: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().nonnegative(),
            tokenId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
            /** The rule by which a run without a secret got the token. */
            trustRuleId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
        }),
        /** What the request said: the service checked neither. */
        unchecked: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ commit: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(), branch: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable() }),
        manifestSha256: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
        service: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        uploadedOn: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    }),
});
/** Says which approved release put the files of a preview into production. */
const ReleaseStatement = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    ...statement,
    predicateType: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(RELEASE_PREDICATE),
    predicate: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
        site: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), slug: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
        deploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        sourceDeploymentId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        /** Who asked and who approved is in the service, under this id. */
        approval: zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ requestId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), decidedAt: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() }),
        releasedOn: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
        service: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    }),
});


/***/ })

};
