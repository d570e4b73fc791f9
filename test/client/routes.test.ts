import { describe, expect, test } from "vitest";
import { type RouteName, ROUTES } from "../../packages/contract/index.ts";
import type { Client } from "../../packages/client/client.ts";
import { awaitDeviceToken, startDeviceFlow } from "../../packages/client/device.ts";
import { resolveSite } from "../../packages/client/create.ts";
import { instantClock } from "./fake-clock.ts";
import { clientOf, type FaultServer, gatewayPage, startFaultServer, succeed, TOKEN } from "./fault-server.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const PROJECT = "1d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const RULE = "5b2f7c1e-6a0d-4a8e-9d3f-0c1b2a3d4e5f";
const TARGET = "2d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const site = { id: SITE, slug: "docs" };
const deployment = { id: "dep_1", status: "queued" };
const approval = { id: "apr_1", status: "pending" };
const credential = { id: RULE, kind: "password", url: "https://a.example/" };
const variable = { id: RULE, name: "API_URL", environment: "all" };
const domain = { id: RULE, name: "www.example.com", status: "pending" };
const thread = { id: "cmt_1", path: "/", status: "open", comments: [] };
const target = { id: TARGET, provider: "local" };
const device = { device_code: "d", user_code: "u", verification_uri: "https://a.example", expires_in: 60, interval: 1 };

interface Operation {
  readonly call: (client: Client, server: FaultServer) => Promise<unknown>;
  /** What is under `data`, or the whole body of a bare response. */
  readonly data?: unknown;
  readonly siblings?: Record<string, unknown>;
  /** Path and query that go out. */
  readonly path: string;
  readonly body?: string;
  readonly gives?: unknown;
}

const deviceSettings = (server: FaultServer) => ({
  baseUrl: server.url,
  userAgent: "test",
  clientId: "c",
  clock: instantClock(),
});

const entitlements = { maxSites: "unlimited", currentSites: 1, maxLiveSites: 3, currentLiveSites: 0 };

const upload = { deploymentId: "dep_1", state: "open", missing: [], missingFiles: 0 };

/** One row an operation: a missing or a superfluous one does not compile. */
const OPERATIONS: Readonly<Record<RouteName, Operation>> = {
  listSites: {
    call: (client) => client.sites.list(),
    data: [site],
    siblings: { entitlements },
    path: "/sites",
    gives: { sites: [site], entitlements },
  },
  createSite: {
    call: (client) => client.sites.create({ projectId: PROJECT, name: "Docs", slug: "docs" }),
    data: site,
    path: "/sites",
    body: `{"projectId":"${PROJECT}","name":"Docs","slug":"docs"}`,
  },
  listArchivedSites: { call: (client) => client.sites.listArchived(), data: [site], path: "/sites/archived" },
  getSite: { call: (client) => client.sites.get(SITE), data: site, path: `/sites/${SITE}` },
  updateSite: {
    call: (client) => client.sites.update(SITE, { name: "Docs", output: null }),
    data: site,
    path: `/sites/${SITE}`,
    body: '{"name":"Docs","output":null}',
  },
  archiveSite: { call: (client) => client.sites.archive(SITE), data: site, path: `/sites/${SITE}` },
  restoreSite: { call: (client) => client.sites.restore(SITE), data: site, path: `/sites/${SITE}/restore` },
  listSiteDomains: {
    call: (client) => client.domains.list(SITE),
    data: [domain],
    path: `/sites/${SITE}/domains`,
  },
  addSiteDomain: {
    call: (client) => client.domains.add(SITE, { name: "www.example.com" }),
    data: domain,
    path: `/sites/${SITE}/domains`,
    body: '{"name":"www.example.com"}',
  },
  updateSiteDomain: {
    call: (client) => client.domains.update(SITE, RULE, { primary: true }),
    data: domain,
    path: `/sites/${SITE}/domains/${RULE}`,
    body: '{"primary":true}',
  },
  checkSiteDomain: {
    call: (client) => client.domains.check(SITE, RULE),
    data: domain,
    path: `/sites/${SITE}/domains/${RULE}/check`,
  },
  removeSiteDomain: {
    call: (client) => client.domains.remove(SITE, RULE),
    data: { id: RULE, removed: true },
    path: `/sites/${SITE}/domains/${RULE}`,
    gives: undefined,
  },
  createDeployment: {
    call: async (client) => (await client.deployments.create(SITE, { body: "{}", key: "k" })).deployment,
    data: deployment,
    path: `/sites/${SITE}/deploy`,
    body: "{}",
  },
  listSiteDeployments: {
    call: (client) => client.deployments.listForSite(SITE, { limit: 2, cursor: "a b" }),
    data: [deployment],
    siblings: { nextCursor: "c" },
    path: `/sites/${SITE}/deployments?limit=2&cursor=a+b`,
    gives: { deployments: [deployment], nextCursor: "c" },
  },
  listDeployments: {
    call: (client) => client.deployments.list({ siteId: SITE, environment: "preview", status: "building" }),
    data: [deployment],
    path: `/deployments?siteId=${SITE}&environment=preview&status=building`,
    gives: { deployments: [deployment], nextCursor: null },
  },
  getDeployment: { call: (client) => client.deployments.get("dep_1"), data: deployment, path: "/deployments/dep_1" },
  getReview: {
    call: (client) => client.deployments.review(SITE, "dep_1"),
    data: { deploymentId: "dep_1", status: "pending" },
    path: `/sites/${SITE}/deployments/dep_1/review`,
  },
  streamDeploymentEvents: {
    call: async (client) => {
      for await (const event of client.events("dep_1")) if (event.kind === "event") return event;
      return undefined;
    },
    path: "/deployments/dep_1/events",
    gives: { kind: "event", name: "status", data: "{}", id: "" },
  },
  cancelDeployment: {
    call: (client) => client.deployments.cancel("dep_1"),
    data: deployment,
    path: "/deployments/dep_1/cancel",
  },
  getUpload: { call: (client) => client.uploads.get("dep_1"), data: upload, path: "/deployments/dep_1/upload" },
  listUpload: {
    call: (client) => client.uploads.list("dep_1", "a list"),
    data: upload,
    path: "/deployments/dep_1/upload",
    body: "a list",
  },
  uploadFiles: {
    call: (client) => client.uploads.files("dep_1", Buffer.from("files")),
    data: { stored: 1, partial: [], missingFiles: 0 },
    path: "/deployments/dep_1/upload/files",
    body: "files",
  },
  completeUpload: {
    call: (client) => client.uploads.complete("dep_1"),
    data: deployment,
    path: "/deployments/dep_1/upload/complete",
  },
  getProvenance: {
    call: (client) => client.provenance.get(SITE, "dep_1"),
    data: { deploymentId: "dep_1", statements: [] },
    path: `/sites/${SITE}/deployments/dep_1/provenance`,
  },
  listTrustRules: {
    call: (client) => client.trustRules.list(SITE),
    data: [{ id: RULE, repositoryId: "4711" }],
    path: `/sites/${SITE}/trust-rules`,
  },
  createTrustRule: {
    call: (client) => client.trustRules.create(SITE, { repository: "acme/shop", repositoryId: "4711" }),
    data: { id: RULE, repositoryId: "4711" },
    path: `/sites/${SITE}/trust-rules`,
    body: '{"repository":"acme/shop","repositoryId":"4711"}',
  },
  removeTrustRule: {
    call: (client) => client.trustRules.remove(SITE, RULE),
    data: { id: RULE, removed: true },
    path: `/sites/${SITE}/trust-rules/${RULE}`,
    gives: undefined,
  },
  listComments: {
    call: (client) => client.comments.list(SITE, { status: "open", limit: 2 }),
    data: [thread],
    siblings: { nextCursor: "c" },
    path: `/sites/${SITE}/comments?status=open&limit=2`,
    gives: { threads: [thread], nextCursor: "c" },
  },
  createComment: {
    call: (client) => client.comments.create(SITE, { threadId: "cmt_1", body: "Done" }),
    data: thread,
    path: `/sites/${SITE}/comments`,
    body: '{"threadId":"cmt_1","body":"Done"}',
  },
  changeComment: {
    call: (client) => client.comments.change(SITE, "cmt_1", { status: "resolved", commit: "4f0c2a9" }),
    data: thread,
    path: `/sites/${SITE}/comments/cmt_1`,
    body: '{"status":"resolved","commit":"4f0c2a9"}',
  },
  listShareLinks: {
    call: (client) => client.shareLinks.list(SITE),
    data: [{ id: RULE }],
    path: `/sites/${SITE}/share-links`,
  },
  createShareLink: {
    call: (client) => client.shareLinks.create(SITE, { expiresInSeconds: 3_600 }),
    data: { id: RULE, url: "https://a.example/" },
    path: `/sites/${SITE}/share-links`,
    body: '{"expiresInSeconds":3600}',
  },
  revokeShareLink: {
    call: (client) => client.shareLinks.revoke(SITE, RULE),
    data: { id: RULE, revoked: true },
    path: `/sites/${SITE}/share-links/${RULE}`,
    gives: undefined,
  },
  listPreviewTokens: {
    call: (client) => client.previewTokens.list(SITE),
    data: [{ id: RULE }],
    path: `/sites/${SITE}/preview-tokens`,
  },
  createPreviewToken: {
    call: (client) => client.previewTokens.create(SITE, { name: "playwright" }),
    data: { id: RULE, token: "grpt_x" },
    path: `/sites/${SITE}/preview-tokens`,
    body: '{"name":"playwright"}',
  },
  revokePreviewToken: {
    call: (client) => client.previewTokens.revoke(SITE, RULE),
    data: { id: RULE, revoked: true },
    path: `/sites/${SITE}/preview-tokens/${RULE}`,
    gives: undefined,
  },
  listVariables: {
    call: (client) => client.variables.list(SITE),
    data: [variable],
    path: `/sites/${SITE}/variables`,
  },
  setVariable: {
    call: (client) => client.variables.set(SITE, { name: "API_URL", value: "x", kind: "plain" }),
    data: variable,
    path: `/sites/${SITE}/variables`,
    body: '{"name":"API_URL","value":"x","kind":"plain"}',
  },
  removeVariable: {
    call: (client) => client.variables.remove(SITE, RULE),
    data: { id: RULE, removed: true },
    path: `/sites/${SITE}/variables/${RULE}`,
    gives: undefined,
  },
  deleteDeployment: {
    call: (client) => client.deployments.remove(SITE, "dep_1"),
    data: deployment,
    path: `/sites/${SITE}/deployments/dep_1`,
  },
  closePullRequest: {
    call: (client) => client.deployments.closePullRequest(SITE, 7),
    data: { pullRequest: 7, previews: 2, removeAt: "2026-03-02T12:00:00.000Z" },
    path: `/sites/${SITE}/pull-requests/7/close`,
  },
  getCurrentToken: {
    call: (client) => client.token.get(),
    data: { name: "CI", scopes: ["sites:read"], workspace: { name: "Acme" }, projects: [] },
    path: "/token",
  },
  getDeployKey: {
    call: (client) => client.deployKeys.get(SITE),
    data: { publicKey: "ssh-ed25519 AAAA" },
    path: `/sites/${SITE}/deploy-key`,
  },
  createDeployKey: {
    call: (client) => client.deployKeys.create(SITE, {}),
    data: { publicKey: "ssh-ed25519 AAAA" },
    path: `/sites/${SITE}/deploy-key`,
    body: "{}",
  },
  removeDeployKey: {
    call: (client) => client.deployKeys.remove(SITE),
    data: { siteId: SITE, removed: true },
    path: `/sites/${SITE}/deploy-key`,
    gives: undefined,
  },
  listRepositoryCredentials: {
    call: (client) => client.repositoryCredentials.list(),
    data: [credential],
    path: "/repository-credentials",
  },
  createRepositoryCredential: {
    call: (client) =>
      client.repositoryCredentials.create({
        kind: "password",
        url: "https://a.example/",
        username: "a",
        password: "b",
      }),
    data: credential,
    path: "/repository-credentials",
    body: '{"kind":"password","url":"https://a.example/","username":"a","password":"b"}',
  },
  removeRepositoryCredential: {
    call: (client) => client.repositoryCredentials.remove(RULE),
    data: { id: RULE, removed: true },
    path: `/repository-credentials/${RULE}`,
    gives: undefined,
  },
  listApprovals: { call: (client) => client.approvals.list(), data: [approval], path: "/approvals" },
  getApproval: { call: (client) => client.approvals.get("apr_1"), data: approval, path: "/approvals/apr_1" },
  requestApproval: {
    call: (client) => client.approvals.request({ siteId: SITE, sourceDeploymentId: "dep_1" }),
    data: approval,
    path: "/approvals",
    body: `{"siteId":"${SITE}","sourceDeploymentId":"dep_1"}`,
  },
  decideApproval: {
    call: (client) => client.approvals.decide("apr_1", { decision: "reject", notes: "no" }),
    data: approval,
    path: "/approvals/apr_1/decision",
    body: '{"decision":"reject","notes":"no"}',
  },
  listTargets: { call: (client) => client.targets.list(), data: [target], path: "/deployment-targets" },
  listTargetCapabilities: {
    call: (client) => client.targets.capabilities(),
    data: [{ provider: "local", enabled: true }],
    path: "/deployment-targets/capabilities",
  },
  createTarget: {
    call: (client) => client.targets.create({ name: "a", provider: "local", mode: "managed", runtime: "static" }),
    data: target,
    path: "/deployment-targets",
    body: '{"name":"a","provider":"local","mode":"managed","runtime":"static"}',
  },
  updateTarget: {
    call: (client) => client.targets.update(TARGET, { isDefault: true }),
    data: target,
    path: `/deployment-targets/${TARGET}`,
    body: '{"isDefault":true}',
  },
  deleteTarget: {
    call: (client) => client.targets.remove(TARGET),
    data: { id: TARGET, deleted: true },
    path: `/deployment-targets/${TARGET}`,
    gives: undefined,
  },
  startDeviceAuthorization: {
    call: (_, server) => startDeviceFlow(deviceSettings(server)),
    data: device,
    path: "/oauth/device",
    body: "client_id=c",
  },
  pollDeviceToken: {
    call: (_, server) => awaitDeviceToken(deviceSettings(server), device),
    data: { access_token: "t", token_type: "Bearer" },
    path: "/oauth/token",
    body: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d&client_id=c",
  },
};

describe("every operation of the contract", () => {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(OPERATIONS, name));

  test("is an operation of the client", () => {
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test.each(names)("%s goes out as the contract says", async (name) => {
    const operation = OPERATIONS[name];
    const route = ROUTES[name];
    await using server = await startFaultServer((_, response) => {
      if (route.form === "envelope") {
        return succeed(response, route.status, operation.data, { siblings: operation.siblings ?? {} });
      }
      const type = route.form === "stream" ? "text/event-stream" : "application/json";
      const body = route.form === "stream" ? "event: status\ndata: {}\n\n" : JSON.stringify(operation.data);
      return void response.writeHead(route.status, { "content-type": type }).end(body);
    });
    const given = await operation.call(clientOf(server, instantClock()), server);
    expect(given).toEqual("gives" in operation ? operation.gives : operation.data);
    const seen = server.seen[0];
    expect([seen?.method, seen?.path, seen?.body]).toEqual([route.method, operation.path, operation.body ?? ""]);
    expect(seen?.headers.authorization).toBe(route.access === "anonymous" ? undefined : `Bearer ${TOKEN}`);
    expect(server.seen).toHaveLength(1);
  });
});

describe("resolveSite", () => {
  test("a UUID needs no request", async () => {
    await using server = await startFaultServer();
    expect(await resolveSite(clientOf(server, instantClock()), SITE.toUpperCase())).toEqual({ id: SITE });
    expect(server.seen).toHaveLength(0);
  });

  test("a slug is found among the sites of the token", async () => {
    await using server = await startFaultServer((_, response) =>
      succeed(response, 200, [{ id: "x", slug: "a" }, site]),
    );
    expect(await resolveSite(clientOf(server, instantClock()), "docs")).toEqual({ id: SITE, slug: "docs" });
  });

  test.each([
    ["of an archived site says so", "old", "The site 'old' is archived. Restore it, then try again."],
    ["like another names that", "dcs", "The token sees 1 site, none with the slug 'dcs'. Did you mean 'docs'?"],
    ["like none names the workspace", "landing", "none with the slug 'landing'. Check the slug, and that the token"],
  ])("a slug %s", async (_, slug, sentence) => {
    await using server = await startFaultServer(({ path }, response) =>
      succeed(response, 200, path === "/sites" ? [site] : [{ id: "y", slug: "old", status: "archived" }]),
    );
    const error = await resolveSite(clientOf(server, instantClock()), slug).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      kind: "refused",
      code: "site_not_found",
      message: expect.stringContaining(sentence),
    });
  });

  test("a slug that is not found stays that error where archived sites cannot be listed", async () => {
    await using server = await startFaultServer(({ path }, response) =>
      path === "/sites" ? succeed(response, 200, [site, site]) : gatewayPage(response, 404),
    );
    const lookUp = resolveSite(clientOf(server, instantClock()), "landing");
    await expect(lookUp).rejects.toMatchObject({ code: "site_not_found", detail: expect.stringContaining("2 sites") });
  });

  test("a slug of two sites is refused, and an archived one does not count", async () => {
    const other = { ...site, id: "0198a5c4-0000-7000-8000-000000000002" };
    await using server = await startFaultServer((_, response) => succeed(response, 200, [site, other]));
    const client = clientOf(server, instantClock());
    await expect(resolveSite(client, "docs")).rejects.toMatchObject({ kind: "refused", code: "site_ambiguous" });
    server.next.push((_, response) => succeed(response, 200, [{ ...other, status: "archived" }, site]));
    expect(await resolveSite(client, "docs")).toMatchObject({ id: SITE });
  });

  test("anything else is an error before anything is sent", async () => {
    await using server = await startFaultServer();
    await expect(resolveSite(clientOf(server, instantClock()), "My Site")).rejects.toMatchObject({ kind: "invalid" });
    expect(server.seen).toHaveLength(0);
  });

  test("entitlements of another shape do not hide the sites", async () => {
    await using server = await startFaultServer((_, response) =>
      succeed(response, 200, [site], { siblings: { entitlements: { maxSites: "many" } } }),
    );
    expect(await clientOf(server, instantClock()).sites.list()).toEqual({ sites: [site], entitlements: undefined });
  });
});
