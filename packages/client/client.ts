import type {
  CreatePreviewToken,
  CreateShareLink,
  ReceivedPreviewToken,
  ReceivedShareLink,
} from "@greenroom/contract/access";
import type { DecideApproval, ReceivedApproval, RequestApproval } from "@greenroom/contract/approval";
import type { ChangeComment, CreateComment, ListComments, ReceivedThread } from "@greenroom/contract/comment";
import type { ReceivedCurrentToken } from "@greenroom/contract/current-token";
import type { CreateSiteDomain, ReceivedSiteDomain, UpdateSiteDomain } from "@greenroom/contract/domain";
import type { Provenance } from "@greenroom/contract/provenance";
import type { ReceivedSite, ReceivedSiteDetail } from "@greenroom/contract/received";
import type { CreateSite, UpdateSite } from "@greenroom/contract/site";
import type { CreateTarget, ReceivedCapability, ReceivedTarget, UpdateTarget } from "@greenroom/contract/target";
import { createDeployClient, type DeployClient, type SiteReader, withQuery } from "./deploy-client.ts";
import { createOperations, listOf } from "./operations.ts";
import type { CallOptions } from "./retry.ts";
import type { CreateTrustRule, ReceivedTrustRule } from "@greenroom/contract/trust";
import type {
  CreateDeployKey,
  CreateRepositoryCredential,
  ReceivedDeployKey,
  ReceivedRepositoryCredential,
} from "@greenroom/contract/repository";
import type { ReceivedVariable, SetVariable } from "@greenroom/contract/variable";
import { type ClientSettings, pathOf } from "./transport.ts";
import { createUploads, type Uploads } from "./uploads.ts";

/** A typed client of the whole interface. */
export interface Client extends DeployClient {
  readonly sites: Sites;
  readonly approvals: Approvals;
  readonly targets: Targets;
  readonly provenance: ProvenanceReader;
  readonly trustRules: TrustRules;
  readonly variables: Variables;
  readonly token: TokenReader;
  readonly uploads: Uploads;
  readonly domains: SiteDomains;
  readonly shareLinks: ShareLinks;
  readonly previewTokens: PreviewTokens;
  readonly comments: Comments;
  readonly deployKeys: DeployKeys;
  readonly repositoryCredentials: RepositoryCredentials;
}

/**
 * Makes a client of the whole interface. Nothing is sent until an operation is called.
 * @param settings The service, the token, and what may differ from the defaults.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 * @see Interface §1
 */
export function createClient(settings: ClientSettings): Client {
  const client = createDeployClient(settings);
  const { read, send, remove } = createOperations(client.transport);
  return {
    ...client,
    sites: {
      ...client.sites,
      get: read("getSite", siteDetail),
      create: send("createSite", site),
      update: send("updateSite", site),
      archive: read("archiveSite", site),
      listArchived: read("listArchivedSites", listOf(site)),
      restore: read("restoreSite", site),
    },
    approvals: {
      list: read("listApprovals", listOf(approval)),
      get: read("getApproval", approval),
      request: send("requestApproval", approval),
      decide: send("decideApproval", approval),
    },
    targets: {
      list: read("listTargets", listOf(target)),
      capabilities: read("listTargetCapabilities", listOf(capability)),
      create: send("createTarget", target),
      update: send("updateTarget", target),
      remove: remove("deleteTarget"),
    },
    provenance: { get: read("getProvenance", provenance) },
    trustRules: {
      list: read("listTrustRules", listOf(trustRule)),
      create: send("createTrustRule", trustRule),
      remove: remove("removeTrustRule"),
    },
    variables: {
      list: read("listVariables", listOf(variable)),
      set: send("setVariable", variable),
      remove: remove("removeVariable"),
    },
    token: { get: read("getCurrentToken", currentToken) },
    uploads: createUploads(client.transport),
    domains: {
      list: read("listSiteDomains", listOf(siteDomain)),
      add: send("addSiteDomain", siteDomain),
      update: send("updateSiteDomain", siteDomain),
      check: read("checkSiteDomain", siteDomain),
      remove: remove("removeSiteDomain"),
    },
    shareLinks: {
      list: read("listShareLinks", listOf(shareLink)),
      create: send("createShareLink", shareLink),
      revoke: remove("revokeShareLink"),
    },
    previewTokens: {
      list: read("listPreviewTokens", listOf(previewToken)),
      create: send("createPreviewToken", previewToken),
      revoke: remove("revokePreviewToken"),
    },
    comments: {
      async list(siteId, query = {}, options) {
        const path = withQuery(pathOf("listComments", { siteId }), query);
        const { data, nextCursor } = await client.transport.call(
          { method: "GET", path, data: listOf(thread) },
          options,
        );
        return { threads: data, nextCursor };
      },
      create: send("createComment", thread),
      change: send("changeComment", thread),
    },
    deployKeys: {
      get: read("getDeployKey", deployKey),
      create: send("createDeployKey", deployKey),
      remove: remove("removeDeployKey"),
    },
    repositoryCredentials: {
      list: read("listRepositoryCredentials", listOf(credential)),
      create: send("createRepositoryCredential", credential),
      remove: remove("removeRepositoryCredential"),
    },
  };
}

// Schemas are loaded with the first response: the first request leaves the sooner.
const site = async () => (await import("@greenroom/contract/received")).ReceivedSite;
const siteDetail = async () => (await import("@greenroom/contract/received")).ReceivedSiteDetail;
const approval = async () => (await import("@greenroom/contract/approval")).ReceivedApproval;
const target = async () => (await import("@greenroom/contract/target")).ReceivedTarget;
const capability = async () => (await import("@greenroom/contract/target")).ReceivedCapability;
const provenance = async () => (await import("@greenroom/contract/provenance")).Provenance;
const trustRule = async () => (await import("@greenroom/contract/trust")).ReceivedTrustRule;
const variable = async () => (await import("@greenroom/contract/variable")).ReceivedVariable;
const currentToken = async () => (await import("@greenroom/contract/current-token")).ReceivedCurrentToken;
const siteDomain = async () => (await import("@greenroom/contract/domain")).ReceivedSiteDomain;
const shareLink = async () => (await import("@greenroom/contract/access")).ReceivedShareLink;
const previewToken = async () => (await import("@greenroom/contract/access")).ReceivedPreviewToken;
const thread = async () => (await import("@greenroom/contract/comment")).ReceivedThread;
const deployKey = async () => (await import("@greenroom/contract/repository")).ReceivedDeployKey;
const credential = async () => (await import("@greenroom/contract/repository")).ReceivedRepositoryCredential;

/** Operations on sites. @see Interface §4 */
export interface Sites extends SiteReader {
  /** Reads a site with its manifest and latest deployment. */
  get(siteId: string, options?: CallOptions): Promise<ReceivedSiteDetail>;
  create(body: CreateSite, options?: CallOptions): Promise<ReceivedSite>;
  /** Changes settings of a site: what is left out stays, null leaves a setting to detection. */
  update(siteId: string, body: UpdateSite, options?: CallOptions): Promise<ReceivedSite>;
  archive(siteId: string, options?: CallOptions): Promise<ReceivedSite>;
  listArchived(options?: CallOptions): Promise<readonly ReceivedSite[]>;
  /** Restores an archived site, empty and ready to redeploy. */
  restore(siteId: string, options?: CallOptions): Promise<ReceivedSite>;
}

/** Reads what was signed about deployments. Additive. */
export interface ProvenanceReader {
  /** Reads the signed statements about a ready deployment; `not_found` when it was made before there were any. */
  get(siteId: string, deploymentId: string, options?: CallOptions): Promise<Provenance>;
}

/** Which runs get a token for a site without a secret. Additive. */
export interface TrustRules {
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedTrustRule[]>;
  /** Needs the token of an owner or admin; without `repositoryId` the service asks GitHub for it. */
  create(siteId: string, body: CreateTrustRule, options?: CallOptions): Promise<ReceivedTrustRule>;
  remove(siteId: string, ruleId: string, options?: CallOptions): Promise<void>;
}

/** Values that builds of a site find in their environment. Additive. */
export interface Variables {
  /** Secrets come without their values. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedVariable[]>;
  /** Replaces the variable of this name and environment, or adds it. */
  set(siteId: string, body: SetVariable, options?: CallOptions): Promise<ReceivedVariable>;
  remove(siteId: string, variableId: string, options?: CallOptions): Promise<void>;
}

/** Reads about the token in use. Additive. */
export interface TokenReader {
  /** Reads its scopes, its workspace and who is behind it; `not_found` from a service that does not say. */
  get(options?: CallOptions): Promise<ReceivedCurrentToken>;
}

/** Domains that the production of a site is served at. Additive; changes need the token of an owner or admin. */
export interface SiteDomains {
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedSiteDomain[]>;
  /** Adds a domain; `records` of the result says what to set in its DNS. */
  add(siteId: string, body: CreateSiteDomain, options?: CallOptions): Promise<ReceivedSiteDomain>;
  /** Makes a domain the primary one. */
  update(siteId: string, domainId: string, body: UpdateSiteDomain, options?: CallOptions): Promise<ReceivedSiteDomain>;
  /** Looks at the DNS now, unless that was done within the last 10 s. */
  check(siteId: string, domainId: string, options?: CallOptions): Promise<ReceivedSiteDomain>;
  remove(siteId: string, domainId: string, options?: CallOptions): Promise<void>;
}

/** Links that open previews of a site until they expire. Additive. */
export interface ShareLinks {
  /** Those that work. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedShareLink[]>;
  /** Returns the only copy of the link's URL. */
  create(siteId: string, body: CreateShareLink, options?: CallOptions): Promise<ReceivedShareLink>;
  revoke(siteId: string, linkId: string, options?: CallOptions): Promise<void>;
}

/** A page of threads; `nextCursor` is null on the last. */
export interface ThreadList {
  readonly threads: readonly ReceivedThread[];
  readonly nextCursor: string | null;
}

/** Threads of comments on previews of a site. Additive. */
export interface Comments {
  /** Newest first. */
  list(siteId: string, query?: Partial<ListComments>, options?: CallOptions): Promise<ThreadList>;
  /** Replies with `threadId`; starts a thread with `deploymentId`. */
  create(siteId: string, body: CreateComment, options?: CallOptions): Promise<ReceivedThread>;
  /** Edits, deletes, resolves or reopens; a token only proposes that a thread is resolved which blocks. */
  change(siteId: string, commentId: string, body: ChangeComment, options?: CallOptions): Promise<ReceivedThread>;
}

/** Keys that sites' repositories are read with over ssh. Additive. */
export interface DeployKeys {
  /** Its public half; `not_found` when the site has none. */
  get(siteId: string, options?: CallOptions): Promise<ReceivedDeployKey>;
  /** Makes a new key in place of the one there is; needs the token of an owner or admin. */
  create(siteId: string, body: CreateDeployKey, options?: CallOptions): Promise<ReceivedDeployKey>;
  remove(siteId: string, options?: CallOptions): Promise<void>;
}

/** Tokens by which automated tests open the previews of a site. Additive. */
export interface PreviewTokens {
  /** Those that work. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedPreviewToken[]>;
  /** Needs the token of an owner or admin; returns the only copy of the token's text. */
  create(siteId: string, body: CreatePreviewToken, options?: CallOptions): Promise<ReceivedPreviewToken>;
  revoke(siteId: string, tokenId: string, options?: CallOptions): Promise<void>;
}

/** What a workspace reads private repositories with. Additive. */
export interface RepositoryCredentials {
  /** Without secrets. */
  list(options?: CallOptions): Promise<readonly ReceivedRepositoryCredential[]>;
  /** Replaces the credential of this URL, or adds it; needs the token of an owner or admin. */
  create(body: CreateRepositoryCredential, options?: CallOptions): Promise<ReceivedRepositoryCredential>;
  remove(credentialId: string, options?: CallOptions): Promise<void>;
}

/** Operations on publish requests. @see Interface §4 */
export interface Approvals {
  list(options?: CallOptions): Promise<readonly ReceivedApproval[]>;
  get(requestId: string, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token gets `web_session_required`. */
  request(body: RequestApproval, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token gets `web_session_required`. */
  decide(requestId: string, body: DecideApproval, options?: CallOptions): Promise<ReceivedApproval>;
}

/** Operations on deployment targets. @see Interface §4 */
export interface Targets {
  list(options?: CallOptions): Promise<readonly ReceivedTarget[]>;
  capabilities(options?: CallOptions): Promise<readonly ReceivedCapability[]>;
  create(body: CreateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  update(id: string, body: UpdateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  remove(id: string, options?: CallOptions): Promise<void>;
}
