import { type KeyObject, verify as verifySignature } from "node:crypto";
import { parseJson } from "@greenroom/client/http";
import {
  BuildStatement,
  Envelope,
  ReleaseStatement,
  STATEMENT_PAYLOAD_TYPE,
  UploadStatement,
} from "@greenroom/contract/provenance";
import { dsse } from "@sigstore/core";

const MAX_SIGNATURES = 8;

export interface Described {
  readonly site?: string;
  readonly deployment?: string;
  readonly repository?: string | null;
  readonly commit?: string;
  readonly branch?: string | null;
  readonly builder?: string;
  /** Name of the machine that built it, where it is not the service's. */
  readonly worker?: string | undefined;
  /** Who vouches for commit and branch. */
  readonly source?: string | undefined;
  readonly sandbox?: string;
  readonly builtOn?: string;
  /** Of files that were built elsewhere. */
  readonly uploadedBy?: string;
  readonly uploadedOn?: string;
  readonly approval?: string;
  readonly releasedOn?: string;
}

export interface Origin {
  readonly subject: BuildStatement["subject"];
  readonly deploymentId: string;
  readonly siteId: string;
  readonly service: string;
  /** Undefined when they were built elsewhere: then none is signed. */
  readonly commit: string | undefined;
  readonly described: Described;
}

export function readStatements(text: string, key: KeyObject, problems: string[]) {
  const origins: Origin[] = [];
  const releases: ReleaseStatement[] = [];
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const envelope = Envelope.safeParse(parseJson(line));
    const payload = envelope.success ? signedPayload(envelope.data, key) : undefined;
    if (payload === undefined) {
      problems.push("A statement is not signed with the service's key.");
      continue;
    }
    const build = BuildStatement.safeParse(payload);
    const release = ReleaseStatement.safeParse(payload);
    const upload = UploadStatement.safeParse(payload);
    if (build.success) origins.push(originOfBuild(build.data));
    else if (upload.success) origins.push(originOfUpload(upload.data));
    else if (release.success) releases.push(release.data);
    else problems.push("A signed statement is of a kind that this version does not know. Update greenroom.");
  }
  return { origins, releases };
}

/** @returns Undefined without a valid signature. */
function signedPayload({ payload, payloadType, signatures }: Envelope, key: KeyObject): unknown {
  if (payloadType !== STATEMENT_PAYLOAD_TYPE) return undefined;
  const bytes = Buffer.from(payload, "base64");
  const signed = dsse.preAuthEncoding(payloadType, bytes);
  const valid = signatures
    .slice(0, MAX_SIGNATURES)
    .some(({ sig }) => verifySignature("sha256", signed, key, Buffer.from(sig, "base64")));
  return valid ? parseJson(bytes.toString("utf8")) : undefined;
}

export interface Requirements {
  readonly deployment?: string;
  readonly commit?: string;
}

interface Claims {
  readonly site: URL;
  readonly digest: string;
  readonly origin: Origin | undefined;
  readonly release: ReleaseStatement | undefined;
  readonly service: URL | undefined;
  readonly required: Requirements;
}

export function contradictions({ site, digest, origin, release, service, required }: Claims): readonly string[] {
  if (!origin) return ["There is no signed statement about the build of these files."];
  const problems: string[] = [];
  for (const { subject } of release ? [origin, release] : [origin]) {
    if (subject[0]?.digest.sha256 !== digest) problems.push("A statement is about other files than the list names.");
  }
  const uri = (release ?? origin).subject[0]?.uri ?? "";
  if (URL.parse(uri)?.origin !== site.origin) {
    problems.push(
      `The files were signed for ${uri}, not for this URL. A URL that moves with a branch has no statement.`,
    );
  }
  if (release && release.predicate.sourceDeploymentId !== origin.deploymentId) {
    problems.push("The release was approved for another deployment than the one that was built.");
  }
  if (release && release.predicate.site.id !== origin.siteId) {
    problems.push("The release was approved for another site than the one that was built.");
  }
  if (service && URL.parse(origin.service)?.origin !== service.origin) {
    problems.push(`The files are signed by ${origin.service}, not by ${service.origin}.`);
  }
  const deployment = release?.predicate.deploymentId ?? origin.deploymentId;
  if (required.deployment !== undefined && required.deployment !== deployment) {
    problems.push(`The deployment is ${deployment}, not ${required.deployment}.`);
  }
  if (required.commit !== undefined && required.commit !== origin.commit) {
    problems.push(
      origin.commit === undefined
        ? "The files were built elsewhere and uploaded: no commit is signed."
        : `The commit is ${origin.commit}, not ${required.commit}.`,
    );
  }
  return problems;
}

function originOfBuild({ subject, predicate: { buildDefinition, runDetails } }: BuildStatement): Origin {
  const { site, repository, commit, branch } = buildDefinition.externalParameters;
  const { builder, metadata } = runDetails;
  const { sandbox, worker, source } = buildDefinition.internalParameters;
  return {
    subject,
    deploymentId: metadata.invocationId,
    siteId: site.id,
    service: builder.id,
    commit,
    described: {
      site: site.slug,
      deployment: metadata.invocationId,
      repository,
      commit,
      branch,
      builder: builder.id,
      worker: worker?.name,
      source,
      sandbox,
      builtOn: metadata.finishedOn,
    },
  };
}

function originOfUpload({ subject, predicate }: UploadStatement): Origin {
  const { site, deploymentId, service, uploadedOn, upload } = predicate;
  const uploadedBy = upload.trustRuleId === null ? `token ${upload.tokenId}` : `trust rule ${upload.trustRuleId}`;
  return {
    subject,
    deploymentId,
    siteId: site.id,
    service,
    commit: undefined,
    described: { site: site.slug, deployment: deploymentId, uploadedBy, uploadedOn },
  };
}

export function describeRelease({ predicate }: ReleaseStatement) {
  const { deploymentId, approval, releasedOn } = predicate;
  return { deployment: deploymentId, approval: approval.requestId, releasedOn };
}
