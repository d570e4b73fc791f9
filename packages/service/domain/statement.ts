import type { BuildStatement, Manifest, ReleaseStatement, UploadStatement } from "@greenroom/contract";
import { BUILD_PREDICATE, BUILD_TYPE, RELEASE_PREDICATE, UPLOAD_PREDICATE } from "@greenroom/contract/provenance";
import packageFile from "../package.json" with { type: "json" };
import { sha256Of } from "./sha256.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";

interface Files {
  readonly digest: string;
  readonly url: string;
}

interface Site {
  readonly id: string;
  readonly slug: string;
}

interface Built extends Files {
  readonly site: Site;
  readonly deploymentId: string;
  readonly repository: string | null;
  readonly commit: string;
  readonly verifiedBranch: string | null;
  /** Name of the worker on whose word the commit is; null when the service saw it in the repository. */
  readonly reportedBy: string | null;
  /** The machine that built it, where that is not the service's. */
  readonly worker?: { readonly id: string; readonly name: string } | undefined;
  readonly manifest: Manifest | null;
  /** What members set on the service. */
  readonly settings?: Readonly<Record<string, string | null | undefined>>;
  readonly framework: string;
  readonly sandbox: "bubblewrap" | "none" | "not_needed";
  readonly cgroup: readonly string[];
  /** Version of Node.js that built it. */
  readonly node: string;
  readonly service: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

/** States from what, where and how the files of a deployment were built; no person is named. */
export function buildStatement(built: Built): BuildStatement {
  const repository = built.repository === null ? null : withoutCredential(built.repository);
  return {
    _type: STATEMENT_TYPE,
    subject: [subjectOf(built)],
    predicateType: BUILD_PREDICATE,
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: {
          site: { ...built.site },
          repository,
          commit: built.commit,
          branch: built.verifiedBranch,
          ...(Object.keys(built.settings ?? {}).length > 0 && { settings: built.settings }),
          manifestSha256: built.manifest === null ? null : sha256Of(JSON.stringify(built.manifest)),
        },
        internalParameters: {
          framework: built.framework,
          worker: built.worker ? { id: built.worker.id, name: built.worker.name } : null,
          source: built.reportedBy === null ? "seen by the service" : `as told by worker ${built.reportedBy}`,
          sandbox: built.sandbox,
          cgroup: [...built.cgroup],
          node: built.node,
        },
        resolvedDependencies: [
          { ...(repository !== null && { uri: `git+${repository}` }), digest: { gitCommit: built.commit } },
        ],
      },
      runDetails: {
        builder: { id: built.service, version: { greenroom: packageFile.version } },
        metadata: { invocationId: built.deploymentId, startedOn: built.startedAt, finishedOn: built.finishedAt },
      },
    },
  };
}

interface Uploaded extends Files {
  readonly site: Site;
  readonly deploymentId: string;
  /** What the request for the deployment named. */
  readonly said: { readonly commit: string | null; readonly branch: string | null };
  /** The list of files, as the request for the deployment named it. */
  readonly list: { readonly sha256: string; readonly files: number; readonly bytes: number };
  readonly tokenId: string | null;
  readonly trustRuleId: string | null;
  readonly manifest: Manifest | null;
  readonly service: string;
  readonly uploadedAt: string;
}

/** States that files were uploaded, and with which token; it says of no commit that they were built from it. */
export function uploadStatement(uploaded: Uploaded): UploadStatement {
  const { site, deploymentId, said, list, tokenId, trustRuleId, manifest, service, uploadedAt } = uploaded;
  return {
    _type: STATEMENT_TYPE,
    subject: [subjectOf(uploaded)],
    predicateType: UPLOAD_PREDICATE,
    predicate: {
      site: { ...site },
      deploymentId,
      upload: { listSha256: list.sha256, files: list.files, bytes: list.bytes, tokenId, trustRuleId },
      unchecked: { ...said },
      manifestSha256: manifest === null ? null : sha256Of(JSON.stringify(manifest)),
      service,
      uploadedOn: uploadedAt,
    },
  };
}

interface Released extends Files {
  readonly site: Site;
  readonly deploymentId: string;
  readonly sourceDeploymentId: string;
  readonly approval: { readonly requestId: string; readonly decidedAt: string };
  readonly service: string;
  readonly releasedAt: string;
}

/** States which approved release put the files of a preview into production; no person is named. */
export function releaseStatement(released: Released): ReleaseStatement {
  const { site, deploymentId, sourceDeploymentId, approval, service, releasedAt } = released;
  return {
    _type: STATEMENT_TYPE,
    subject: [subjectOf(released)],
    predicateType: RELEASE_PREDICATE,
    predicate: { site: { ...site }, deploymentId, sourceDeploymentId, approval, service, releasedOn: releasedAt },
  };
}

function subjectOf({
  site,
  deploymentId,
  digest,
  url,
}: Files & { readonly site: Site; readonly deploymentId: string }) {
  return { name: `${site.slug}/${deploymentId}`, uri: url, digest: { sha256: digest } };
}

function withoutCredential(repository: string): string {
  const url = URL.parse(repository);
  if (!url) return repository;
  url.username = "";
  url.password = "";
  return url.href;
}
