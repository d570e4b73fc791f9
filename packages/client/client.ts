import type {
  CreatePreviewToken,
  CreateShareLink,
  ReceivedPreviewToken,
  ReceivedShareLink,
} from "@greenroom/contract/access";
import type { DecideApproval, ReceivedApproval, RequestApproval } from "@greenroom/contract/approval";
import type { ReceivedCurrentToken } from "@greenroom/contract/current-token";
import type { CreateSiteDomain, ReceivedSiteDomain, UpdateSiteDomain } from "@greenroom/contract/domain";
import type { Provenance } from "@greenroom/contract/provenance";
import type { ReceivedSite, ReceivedSiteDetail } from "@greenroom/contract/received";
import type { CreateSite, UpdateSite } from "@greenroom/contract/site";
import type { CreateTarget, ReceivedCapability, ReceivedTarget, UpdateTarget } from "@greenroom/contract/target";
import { createDeployClient, type DeployClient, fetchData, type SiteReader } from "./deploy-client.ts";
import type { CallOptions } from "./retry.ts";
import type { CreateTrustRule, ReceivedTrustRule } from "@greenroom/contract/trust";
import type {
  CreateDeployKey,
  CreateRepositoryCredential,
  ReceivedDeployKey,
  ReceivedRepositoryCredential,
} from "@greenroom/contract/repository";
import type { ReceivedVariable, SetVariable } from "@greenroom/contract/variable";
import { type ClientSettings, pathOf, type Transport } from "./transport.ts";
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
  const { transport } = client;
  const sites = { ...client.sites, ...createSites(transport) };
  return {
    ...client,
    sites,
    approvals: createApprovals(transport),
    targets: createTargets(transport),
    provenance: createProvenance(transport),
    trustRules: createTrustRules(transport),
    variables: createVariables(transport),
    token: createTokenReader(transport),
    uploads: createUploads(transport),
    domains: createSiteDomains(transport),
    shareLinks: createShareLinks(transport),
    previewTokens: createPreviewTokens(transport),
    deployKeys: createDeployKeys(transport),
    repositoryCredentials: createRepositoryCredentials(transport),
  };
}

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

const site = async () => (await import("@greenroom/contract/received")).ReceivedSite;
const sites = async () => (await site()).array();
const siteDetail = async () => (await import("@greenroom/contract/received")).ReceivedSiteDetail;

function createSites(transport: Transport): Omit<Sites, "list"> {
  return {
    get: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("getSite", { siteId }), data: siteDetail }, options),
    async create(body, options) {
      const path = pathOf("createSite", {});
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: site }, options);
    },
    async update(siteId, body, options) {
      const path = pathOf("updateSite", { siteId });
      return await fetchData(transport, { method: "PATCH", path, body: JSON.stringify(body), data: site }, options);
    },
    archive: async (siteId, options) =>
      fetchData(transport, { method: "DELETE", path: pathOf("archiveSite", { siteId }), data: site }, options),
    listArchived: async (options) =>
      fetchData(transport, { method: "GET", path: pathOf("listArchivedSites", {}), data: sites }, options),
    restore: async (siteId, options) =>
      fetchData(transport, { method: "POST", path: pathOf("restoreSite", { siteId }), data: site }, options),
  };
}

/** Reads what was signed about deployments. Additive. */
export interface ProvenanceReader {
  /** Reads the signed statements about a ready deployment; `not_found` when it was made before there were any. */
  get(siteId: string, deploymentId: string, options?: CallOptions): Promise<Provenance>;
}

const provenance = async () => (await import("@greenroom/contract/provenance")).Provenance;

function createProvenance(transport: Transport): ProvenanceReader {
  return {
    get: async (siteId, deploymentId, options) => {
      const path = pathOf("getProvenance", { siteId, deploymentId });
      return await fetchData(transport, { method: "GET", path, data: provenance }, options);
    },
  };
}

/** Which runs get a token for a site without a secret. Additive. */
export interface TrustRules {
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedTrustRule[]>;
  /** Needs the token of an owner or admin; without `repositoryId` the service asks GitHub for it. */
  create(siteId: string, body: CreateTrustRule, options?: CallOptions): Promise<ReceivedTrustRule>;
  remove(siteId: string, ruleId: string, options?: CallOptions): Promise<void>;
}

const trustRule = async () => (await import("@greenroom/contract/trust")).ReceivedTrustRule;
const trustRules = async () => (await trustRule()).array();

function createTrustRules(transport: Transport): TrustRules {
  return {
    list: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("listTrustRules", { siteId }), data: trustRules }, options),
    async create(siteId, body, options) {
      const path = pathOf("createTrustRule", { siteId });
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: trustRule }, options);
    },
    async remove(siteId, ruleId, options) {
      const path = pathOf("removeTrustRule", { siteId, ruleId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** Values that builds of a site find in their environment. Additive. */
export interface Variables {
  /** Secrets come without their values. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedVariable[]>;
  /** Replaces the variable of this name and environment, or adds it. */
  set(siteId: string, body: SetVariable, options?: CallOptions): Promise<ReceivedVariable>;
  remove(siteId: string, variableId: string, options?: CallOptions): Promise<void>;
}

const variable = async () => (await import("@greenroom/contract/variable")).ReceivedVariable;
const variables = async () => (await variable()).array();

function createVariables(transport: Transport): Variables {
  return {
    list: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("listVariables", { siteId }), data: variables }, options),
    async set(siteId, body, options) {
      const path = pathOf("setVariable", { siteId });
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: variable }, options);
    },
    async remove(siteId, variableId, options) {
      const path = pathOf("removeVariable", { siteId, variableId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** Reads about the token in use. Additive. */
export interface TokenReader {
  /** Reads its scopes, its workspace and who is behind it; `not_found` from a service that does not say. */
  get(options?: CallOptions): Promise<ReceivedCurrentToken>;
}

const currentToken = async () => (await import("@greenroom/contract/current-token")).ReceivedCurrentToken;

function createTokenReader(transport: Transport): TokenReader {
  return {
    get: async (options) =>
      fetchData(transport, { method: "GET", path: pathOf("getCurrentToken", {}), data: currentToken }, options),
  };
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

const siteDomain = async () => (await import("@greenroom/contract/domain")).ReceivedSiteDomain;
const siteDomains = async () => (await siteDomain()).array();

function createSiteDomains(transport: Transport): SiteDomains {
  return {
    list: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("listSiteDomains", { siteId }), data: siteDomains }, options),
    async add(siteId, body, options) {
      const path = pathOf("addSiteDomain", { siteId });
      const request = { method: "POST", path, body: JSON.stringify(body), data: siteDomain } as const;
      return await fetchData(transport, request, options);
    },
    async update(siteId, domainId, body, options) {
      const path = pathOf("updateSiteDomain", { siteId, domainId });
      const request = { method: "PATCH", path, body: JSON.stringify(body), data: siteDomain } as const;
      return await fetchData(transport, request, options);
    },
    async check(siteId, domainId, options) {
      const path = pathOf("checkSiteDomain", { siteId, domainId });
      return await fetchData(transport, { method: "POST", path, data: siteDomain }, options);
    },
    async remove(siteId, domainId, options) {
      const path = pathOf("removeSiteDomain", { siteId, domainId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** Links that open previews of a site until they expire. Additive. */
export interface ShareLinks {
  /** Those that work. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedShareLink[]>;
  /** Returns the only copy of the link's URL. */
  create(siteId: string, body: CreateShareLink, options?: CallOptions): Promise<ReceivedShareLink>;
  revoke(siteId: string, linkId: string, options?: CallOptions): Promise<void>;
}

const shareLink = async () => (await import("@greenroom/contract/access")).ReceivedShareLink;
const shareLinks = async () => (await shareLink()).array();

function createShareLinks(transport: Transport): ShareLinks {
  return {
    list: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("listShareLinks", { siteId }), data: shareLinks }, options),
    async create(siteId, body, options) {
      const path = pathOf("createShareLink", { siteId });
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: shareLink }, options);
    },
    async revoke(siteId, linkId, options) {
      const path = pathOf("revokeShareLink", { siteId, linkId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** Keys that sites' repositories are read with over ssh. Additive. */
export interface DeployKeys {
  /** Its public half; `not_found` when the site has none. */
  get(siteId: string, options?: CallOptions): Promise<ReceivedDeployKey>;
  /** Makes a new key in place of the one there is; needs the token of an owner or admin. */
  create(siteId: string, body: CreateDeployKey, options?: CallOptions): Promise<ReceivedDeployKey>;
  remove(siteId: string, options?: CallOptions): Promise<void>;
}

const deployKey = async () => (await import("@greenroom/contract/repository")).ReceivedDeployKey;

function createDeployKeys(transport: Transport): DeployKeys {
  return {
    get: async (siteId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("getDeployKey", { siteId }), data: deployKey }, options),
    async create(siteId, body, options) {
      const path = pathOf("createDeployKey", { siteId });
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: deployKey }, options);
    },
    async remove(siteId, options) {
      const path = pathOf("removeDeployKey", { siteId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** Tokens by which automated tests open the previews of a site. Additive. */
export interface PreviewTokens {
  /** Those that work. */
  list(siteId: string, options?: CallOptions): Promise<readonly ReceivedPreviewToken[]>;
  /** Needs the token of an owner or admin; returns the only copy of the token's text. */
  create(siteId: string, body: CreatePreviewToken, options?: CallOptions): Promise<ReceivedPreviewToken>;
  revoke(siteId: string, tokenId: string, options?: CallOptions): Promise<void>;
}

const previewToken = async () => (await import("@greenroom/contract/access")).ReceivedPreviewToken;
const previewTokens = async () => (await previewToken()).array();

function createPreviewTokens(transport: Transport): PreviewTokens {
  return {
    async list(siteId, options) {
      const path = pathOf("listPreviewTokens", { siteId });
      return await fetchData(transport, { method: "GET", path, data: previewTokens }, options);
    },
    async create(siteId, body, options) {
      const path = pathOf("createPreviewToken", { siteId });
      return await fetchData(
        transport,
        { method: "POST", path, body: JSON.stringify(body), data: previewToken },
        options,
      );
    },
    async revoke(siteId, tokenId, options) {
      const path = pathOf("revokePreviewToken", { siteId, tokenId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
}

/** What a workspace reads private repositories with. Additive. */
export interface RepositoryCredentials {
  /** Without secrets. */
  list(options?: CallOptions): Promise<readonly ReceivedRepositoryCredential[]>;
  /** Replaces the credential of this URL, or adds it; needs the token of an owner or admin. */
  create(body: CreateRepositoryCredential, options?: CallOptions): Promise<ReceivedRepositoryCredential>;
  remove(credentialId: string, options?: CallOptions): Promise<void>;
}

const credential = async () => (await import("@greenroom/contract/repository")).ReceivedRepositoryCredential;
const credentials = async () => (await credential()).array();

function createRepositoryCredentials(transport: Transport): RepositoryCredentials {
  return {
    list: async (options) =>
      fetchData(
        transport,
        { method: "GET", path: pathOf("listRepositoryCredentials", {}), data: credentials },
        options,
      ),
    async create(body, options) {
      const path = pathOf("createRepositoryCredential", {});
      return await fetchData(
        transport,
        { method: "POST", path, body: JSON.stringify(body), data: credential },
        options,
      );
    },
    async remove(credentialId, options) {
      const path = pathOf("removeRepositoryCredential", { credentialId });
      await fetchData(transport, { method: "DELETE", path, data: unknown }, options);
    },
  };
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

const approval = async () => (await import("@greenroom/contract/approval")).ReceivedApproval;
const approvals = async () => (await approval()).array();

function createApprovals(transport: Transport): Approvals {
  return {
    list: async (options) =>
      fetchData(transport, { method: "GET", path: pathOf("listApprovals", {}), data: approvals }, options),
    get: async (requestId, options) =>
      fetchData(transport, { method: "GET", path: pathOf("getApproval", { requestId }), data: approval }, options),
    async request(body, options) {
      const path = pathOf("requestApproval", {});
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: approval }, options);
    },
    async decide(requestId, body, options) {
      const path = pathOf("decideApproval", { requestId });
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: approval }, options);
    },
  };
}

/** Operations on deployment targets. @see Interface §4 */
export interface Targets {
  list(options?: CallOptions): Promise<readonly ReceivedTarget[]>;
  capabilities(options?: CallOptions): Promise<readonly ReceivedCapability[]>;
  create(body: CreateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  update(id: string, body: UpdateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  remove(id: string, options?: CallOptions): Promise<void>;
}

const target = async () => (await import("@greenroom/contract/target")).ReceivedTarget;
const targets = async () => (await target()).array();
const capabilities = async () => (await import("@greenroom/contract/target")).ReceivedCapability.array();
const unknown = async () => (await import("zod")).z.unknown();

function createTargets(transport: Transport): Targets {
  return {
    list: async (options) =>
      fetchData(transport, { method: "GET", path: pathOf("listTargets", {}), data: targets }, options),
    async capabilities(options) {
      const path = pathOf("listTargetCapabilities", {});
      return await fetchData(transport, { method: "GET", path, data: capabilities }, options);
    },
    async create(body, options) {
      const path = pathOf("createTarget", {});
      return await fetchData(transport, { method: "POST", path, body: JSON.stringify(body), data: target }, options);
    },
    async update(id, body, options) {
      const path = pathOf("updateTarget", { id });
      return await fetchData(transport, { method: "PATCH", path, body: JSON.stringify(body), data: target }, options);
    },
    async remove(id, options) {
      await fetchData(transport, { method: "DELETE", path: pathOf("deleteTarget", { id }), data: unknown }, options);
    },
  };
}
