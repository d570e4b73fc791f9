import { z } from "zod";

/** Where a host shows the statements about what it serves: one DSSE envelope a line. */
export const STATEMENTS_PATH = "/.well-known/greenroom/provenance.jsonl";

/** Where a host shows the list of its files; the SHA-256 of the response is the digest that was signed. */
export const FILES_PATH = "/.well-known/greenroom/files.txt";

/** Where the service shows the public key that its statements are signed with, as PEM. */
export const PROVENANCE_KEY_PATH = "/.well-known/greenroom/provenance.pem";

/** First line of a list of files. */
export const FILE_LIST_VERSION = "greenroom-file-list-1";

/** Type of the payload of an envelope. @see in-toto attestation framework, spec v1, envelope */
export const STATEMENT_PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** Predicate of the statement about a build. @see SLSA v1, provenance */
export const BUILD_PREDICATE = "https://slsa.dev/provenance/v1";

/** Predicate of the statement about a release. */
export const RELEASE_PREDICATE = "urn:greenroom:release:1";

/** Predicate of the statement about files that were built elsewhere and uploaded. */
export const UPLOAD_PREDICATE = "urn:greenroom:upload:1";

/** How to read a build of this service. */
export const BUILD_TYPE = "urn:greenroom:build:1";

/** A signed statement. @see DSSE v1, envelope */
export const Envelope = z
  .looseObject({
    payloadType: z.string(),
    /** The statement, in base64. */
    payload: z.base64(),
    signatures: z.array(z.looseObject({ keyid: z.string().optional(), sig: z.base64() })).min(1),
  })
  .meta({ id: "Envelope" });
export type Envelope = z.infer<typeof Envelope>;

/** The signed statements about a deployment: of its build, and on production of its release. */
export const Provenance = z
  .looseObject({
    deploymentId: z.string(),
    statements: z.array(Envelope),
  })
  .meta({ id: "Provenance" });
export type Provenance = z.infer<typeof Provenance>;

const Subject = z.looseObject({
  name: z.string(),
  /** Where the files are served. */
  uri: z.url().optional(),
  digest: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
});

const statement = { _type: z.literal("https://in-toto.io/Statement/v1"), subject: z.array(Subject).length(1) };

/** Says from what, where and how the files of a deployment were built. @see in-toto Statement v1, SLSA v1 */
export const BuildStatement = z.looseObject({
  ...statement,
  predicateType: z.literal(BUILD_PREDICATE),
  predicate: z.looseObject({
    buildDefinition: z.looseObject({
      buildType: z.string(),
      externalParameters: z.looseObject({
        site: z.looseObject({ id: z.string(), slug: z.string() }),
        repository: z.string().nullable(),
        commit: z.string(),
        /** The branch the commit was seen on; null when it was seen on none. */
        branch: z.string().nullable(),
        /** Shows whether two builds read the same `greenroom.json`; null without one. */
        manifestSha256: z.string().nullable(),
      }),
      internalParameters: z.looseObject({
        framework: z.string(),
        /**
         * The machine that built it; null for the service's own. The service cannot check what it says of the build.
         */
        worker: z.looseObject({ id: z.string(), name: z.string() }).nullish(),
        /** Who vouches for commit and branch: `seen by the service`, or `as told by worker NAME`. */
        source: z.string().optional(),
        sandbox: z.enum(["bubblewrap", "none", "not_needed"]),
        /** What a control group of the kernel bounded; absent in older statements. */
        cgroup: z.array(z.string()).optional(),
        node: z.string(),
      }),
    }),
    runDetails: z.looseObject({
      builder: z.looseObject({ id: z.string(), version: z.record(z.string(), z.string()).optional() }),
      metadata: z.looseObject({ invocationId: z.string(), startedOn: z.string(), finishedOn: z.string() }),
    }),
  }),
});
export type BuildStatement = z.infer<typeof BuildStatement>;

/** Says that files were built elsewhere, and with which token they were uploaded. */
export const UploadStatement = z.looseObject({
  ...statement,
  predicateType: z.literal(UPLOAD_PREDICATE),
  predicate: z.looseObject({
    site: z.looseObject({ id: z.string(), slug: z.string() }),
    deploymentId: z.string(),
    upload: z.looseObject({
      /** Of the list of files that the request for the deployment named. */
      listSha256: z.string(),
      files: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      tokenId: z.string().nullable(),
      /** The rule by which a run without a secret got the token. */
      trustRuleId: z.string().nullable(),
    }),
    /** What the request said: the service checked neither. */
    unchecked: z.looseObject({ commit: z.string().nullable(), branch: z.string().nullable() }),
    manifestSha256: z.string().nullable(),
    service: z.string(),
    uploadedOn: z.string(),
  }),
});
export type UploadStatement = z.infer<typeof UploadStatement>;

/** Says which approved release put the files of a preview into production. */
export const ReleaseStatement = z.looseObject({
  ...statement,
  predicateType: z.literal(RELEASE_PREDICATE),
  predicate: z.looseObject({
    site: z.looseObject({ id: z.string(), slug: z.string() }),
    deploymentId: z.string(),
    sourceDeploymentId: z.string(),
    /** Who asked and who approved is in the service, under this id. */
    approval: z.looseObject({ requestId: z.string(), decidedAt: z.string() }),
    releasedOn: z.string(),
    service: z.string(),
  }),
});
export type ReleaseStatement = z.infer<typeof ReleaseStatement>;
