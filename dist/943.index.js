export const id = 943;
export const ids = [943];
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

/***/ 738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ Person)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);

/** Who did something, as members see them. */
const Person = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });


/***/ }),

/***/ 5943:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CREDENTIAL_KINDS: () => (/* binding */ CREDENTIAL_KINDS),
/* harmony export */   CreateDeployKey: () => (/* binding */ CreateDeployKey),
/* harmony export */   CreateRepositoryCredential: () => (/* binding */ CreateRepositoryCredential),
/* harmony export */   DeployKey: () => (/* binding */ DeployKey),
/* harmony export */   MAX_REPOSITORY_CREDENTIALS: () => (/* binding */ MAX_REPOSITORY_CREDENTIALS),
/* harmony export */   ReceivedDeployKey: () => (/* binding */ ReceivedDeployKey),
/* harmony export */   ReceivedRepositoryCredential: () => (/* binding */ ReceivedRepositoryCredential),
/* harmony export */   RemovedDeployKey: () => (/* binding */ RemovedDeployKey),
/* harmony export */   RepositoryCredential: () => (/* binding */ RepositoryCredential)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2857);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4377);
/* harmony import */ var _as_received_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5139);
/* harmony import */ var _person_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(738);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3216);




const MAX_REPOSITORY_CREDENTIALS = 50;
/** How a repository is read: with a name and a password or token, or as a GitHub App. */
const CREDENTIAL_KINDS = ["password", "github-app"];
/** A repository, or a folder of them when it ends with a slash. */
const RepositoryFolderUrl = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(2048))
    .regex(/^https:\/\/[^\s?#@]+$/, "must be an https URL without user name, query and fragment");
const Secret = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .max(4096)
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters");
/** What sites of a workspace read private repositories with. Its secret is never shown. @see Interface §4 (additive) */
const RepositoryCredential = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    id: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    kind: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(CREDENTIAL_KINDS),
    url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** Of a password. */
    username: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    /** Of a GitHub App. */
    appId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullable(),
    createdBy: _person_js__WEBPACK_IMPORTED_MODULE_2__/* .Person */ ._,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
})
    .meta({ id: "RepositoryCredential" });
/** Body of POST /repository-credentials: replaces the credential of this URL, or adds it. */
const CreateRepositoryCredential = zod__WEBPACK_IMPORTED_MODULE_0__/* .union */ .KCZ([
    zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        kind: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("password"),
        url: RepositoryFolderUrl,
        username: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
            .max(255)
            .regex(/^[\x21-\x39\x3b-\x7e]+$/, "must be visible ASCII characters without a colon"),
        password: Secret,
    }),
    zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        kind: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz("github-app"),
        url: RepositoryFolderUrl,
        /** The App's id or client id. */
        appId: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().regex(/^[A-Za-z0-9._-]{1,100}$/, "must be the id or the client id of the App"),
        /** In PEM, as GitHub made it. */
        privateKey: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
            .check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(16_384))
            .describe("RSA key of 2048 bits or more in PEM, without a passphrase, as GitHub made it."),
        /** GitHub's own when absent; `https://HOST/api/v3` for a GitHub Enterprise server. */
        apiUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().check((0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .maxChars */ .a7)(2048)).optional(),
    }),
])
    .meta({
    id: "CreateRepositoryCredential",
    description: "`url` is of a repository or of a folder of them; for a GitHub App it names the account too.",
});
/** A type of key and the key in base64, as `ssh-keyscan` prints it behind the host. */
const HostKey = zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .max(2048)
    .regex(/^(?:ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|ssh-rsa) [A-Za-z0-9+/]{40,1600}={0,2}$/, "must be a type and a key, as in ssh-ed25519 AAAA…");
/**
 * The key that the service reads a site's repository with over ssh; its private half never leaves the service.
 * @see Interface §4 (additive)
 */
const DeployKey = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({
    siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(),
    /** For the repository's host, one line. */
    publicKey: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    repositoryUrl: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    /** By which the service knows the host. */
    hostKeys: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()),
    createdBy: _person_js__WEBPACK_IMPORTED_MODULE_2__/* .Person */ ._,
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$(),
})
    .meta({ id: "DeployKey" });
/** Body of POST /sites/{siteId}/deploy-key: makes a new key in place of the one there is. */
const CreateDeployKey = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    /** Needed for hosts whose keys the service does not know. */
    hostKeys: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(HostKey)
        .min(1)
        .max(10)
        .describe("Required for a host whose keys the service does not know; the site has an ssh URL.")
        .optional(),
})
    .meta({ id: "CreateDeployKey" });
const RemovedDeployKey = zod__WEBPACK_IMPORTED_MODULE_0__/* .looseObject */ ._H3({ siteId: zod__WEBPACK_IMPORTED_MODULE_0__/* .uuid */ .uRe(), removed: zod__WEBPACK_IMPORTED_MODULE_0__/* .literal */ .euz(true) })
    .meta({ id: "RemovedDeployKey" });
const ReceivedRepositoryCredential = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_4__/* .asReceived */ .i)(RepositoryCredential, ["id", "kind", "url"]);
const ReceivedDeployKey = (0,_as_received_js__WEBPACK_IMPORTED_MODULE_4__/* .asReceived */ .i)(DeployKey, ["publicKey"]);


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
