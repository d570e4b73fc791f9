import type { ListComments } from "@greenroom/contract/comment";
import { createDeployClient, createOperations, listOf, received, withQuery } from "./deploy-client.ts";
import type { CallOptions } from "./retry.ts";
import { type ClientSettings, pathOf } from "./transport.ts";
import { createUploads } from "./upload.ts";

/** A typed client of the whole interface. */
export type Client = ReturnType<typeof createClient>;

/**
 * Makes a client of the whole interface; nothing is sent until an operation is called.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
export function createClient(settings: ClientSettings) {
  const client = createDeployClient(settings);
  const { read, send, remove } = createOperations(client.transport);
  const [site, deployment] = [received("ReceivedSite"), received("ReceivedDeployment")];
  return {
    ...client,
    sites: {
      ...client.sites,
      get: read("getSite", received("ReceivedSiteDetail")),
      create: send("createSite", site),
      update: send("updateSite", site),
      archive: read("archiveSite", site),
      restore: read("restoreSite", site),
    },
    deployments: {
      ...client.deployments,
      review: read("getReview", review),
      remove: read("deleteDeployment", deployment),
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
    // `not_found` from a service that does not say.
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
      /** Newest first; `nextCursor` is null on the last page. */
      async list(siteId: string, query: Partial<ListComments> = {}, options?: CallOptions) {
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
const review = async () => (await import("@greenroom/contract/review")).ReceivedReview;
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
