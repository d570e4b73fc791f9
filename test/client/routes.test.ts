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

type Operation = readonly [
  call: (client: Client, server: FaultServer) => Promise<unknown>,
  path: string,
  data: unknown,
  more?: { readonly body?: string; readonly siblings?: Record<string, unknown>; readonly gives?: unknown },
];

const deviceSettings = (server: FaultServer) => ({
  baseUrl: server.url,
  userAgent: "test",
  clientId: "c",
  clock: instantClock(),
});

const entitlements = { maxSites: "unlimited", currentSites: 1, maxLiveSites: 3, currentLiveSites: 0 };

const upload = { deploymentId: "dep_1", state: "open", missing: [], missingFiles: 0 };

/** One row an operation, with the path that goes out and the `data` that comes: a missing one does not compile. */
const OPERATIONS: Readonly<Record<RouteName, Operation>> = {
  listSites: [
    (client) => client.sites.list(),
    "/sites",
    [site],
    { siblings: { entitlements }, gives: { sites: [site], entitlements } },
  ],
  createSite: [
    (client) => client.sites.create({ projectId: PROJECT, name: "Docs", slug: "docs" }),
    "/sites",
    site,
    { body: `{"projectId":"${PROJECT}","name":"Docs","slug":"docs"}` },
  ],
  listArchivedSites: [(client) => client.sites.listArchived(), "/sites/archived", [site]],
  getSite: [(client) => client.sites.get(SITE), `/sites/${SITE}`, site],
  updateSite: [
    (client) => client.sites.update(SITE, { name: "Docs", output: null }),
    `/sites/${SITE}`,
    site,
    { body: '{"name":"Docs","output":null}' },
  ],
  archiveSite: [(client) => client.sites.archive(SITE), `/sites/${SITE}`, site],
  restoreSite: [(client) => client.sites.restore(SITE), `/sites/${SITE}/restore`, site],
  listSiteDomains: [(client) => client.domains.list(SITE), `/sites/${SITE}/domains`, [domain]],
  addSiteDomain: [
    (client) => client.domains.add(SITE, { name: "www.example.com" }),
    `/sites/${SITE}/domains`,
    domain,
    { body: '{"name":"www.example.com"}' },
  ],
  updateSiteDomain: [
    (client) => client.domains.update(SITE, RULE, { primary: true }),
    `/sites/${SITE}/domains/${RULE}`,
    domain,
    { body: '{"primary":true}' },
  ],
  checkSiteDomain: [(client) => client.domains.check(SITE, RULE), `/sites/${SITE}/domains/${RULE}/check`, domain],
  removeSiteDomain: [
    (client) => client.domains.remove(SITE, RULE),
    `/sites/${SITE}/domains/${RULE}`,
    { id: RULE, removed: true },
    { gives: undefined },
  ],
  createDeployment: [
    async (client) => (await client.deployments.create(SITE, { body: "{}", key: "k" })).deployment,
    `/sites/${SITE}/deploy`,
    deployment,
    { body: "{}" },
  ],
  listSiteDeployments: [
    (client) => client.deployments.listForSite(SITE, { limit: 2, cursor: "a b" }),
    `/sites/${SITE}/deployments?limit=2&cursor=a+b`,
    [deployment],
    { siblings: { nextCursor: "c" }, gives: { deployments: [deployment], nextCursor: "c" } },
  ],
  listDeployments: [
    (client) => client.deployments.list({ siteId: SITE, environment: "preview", status: "building" }),
    `/deployments?siteId=${SITE}&environment=preview&status=building`,
    [deployment],
    { gives: { deployments: [deployment], nextCursor: null } },
  ],
  getDeployment: [(client) => client.deployments.get("dep_1"), "/deployments/dep_1", deployment],
  getReview: [
    (client) => client.deployments.review(SITE, "dep_1"),
    `/sites/${SITE}/deployments/dep_1/review`,
    { deploymentId: "dep_1", status: "pending" },
  ],
  streamDeploymentEvents: [
    async (client) => {
      for await (const event of client.events("dep_1")) if (event.kind === "event") return event;
      return undefined;
    },
    "/deployments/dep_1/events",
    undefined,
    { gives: { kind: "event", name: "status", data: "{}", id: "" } },
  ],
  cancelDeployment: [(client) => client.deployments.cancel("dep_1"), "/deployments/dep_1/cancel", deployment],
  getUpload: [(client) => client.uploads.get("dep_1"), "/deployments/dep_1/upload", upload],
  listUpload: [
    (client) => client.uploads.list("dep_1", "a list"),
    "/deployments/dep_1/upload",
    upload,
    { body: "a list" },
  ],
  uploadFiles: [
    (client) => client.uploads.files("dep_1", Buffer.from("files")),
    "/deployments/dep_1/upload/files",
    { stored: 1, partial: [], missingFiles: 0 },
    { body: "files" },
  ],
  completeUpload: [(client) => client.uploads.complete("dep_1"), "/deployments/dep_1/upload/complete", deployment],
  getProvenance: [
    (client) => client.provenance.get(SITE, "dep_1"),
    `/sites/${SITE}/deployments/dep_1/provenance`,
    { deploymentId: "dep_1", statements: [] },
  ],
  listTrustRules: [
    (client) => client.trustRules.list(SITE),
    `/sites/${SITE}/trust-rules`,
    [{ id: RULE, repositoryId: "4711" }],
  ],
  createTrustRule: [
    (client) => client.trustRules.create(SITE, { repository: "acme/shop", repositoryId: "4711" }),
    `/sites/${SITE}/trust-rules`,
    { id: RULE, repositoryId: "4711" },
    { body: '{"repository":"acme/shop","repositoryId":"4711"}' },
  ],
  removeTrustRule: [
    (client) => client.trustRules.remove(SITE, RULE),
    `/sites/${SITE}/trust-rules/${RULE}`,
    { id: RULE, removed: true },
    { gives: undefined },
  ],
  listComments: [
    (client) => client.comments.list(SITE, { status: "open", limit: 2 }),
    `/sites/${SITE}/comments?status=open&limit=2`,
    [thread],
    { siblings: { nextCursor: "c" }, gives: { threads: [thread], nextCursor: "c" } },
  ],
  createComment: [
    (client) => client.comments.create(SITE, { threadId: "cmt_1", body: "Done" }),
    `/sites/${SITE}/comments`,
    thread,
    { body: '{"threadId":"cmt_1","body":"Done"}' },
  ],
  changeComment: [
    (client) => client.comments.change(SITE, "cmt_1", { status: "resolved", commit: "4f0c2a9" }),
    `/sites/${SITE}/comments/cmt_1`,
    thread,
    { body: '{"status":"resolved","commit":"4f0c2a9"}' },
  ],
  listShareLinks: [(client) => client.shareLinks.list(SITE), `/sites/${SITE}/share-links`, [{ id: RULE }]],
  createShareLink: [
    (client) => client.shareLinks.create(SITE, { expiresInSeconds: 3_600 }),
    `/sites/${SITE}/share-links`,
    { id: RULE, url: "https://a.example/" },
    { body: '{"expiresInSeconds":3600}' },
  ],
  revokeShareLink: [
    (client) => client.shareLinks.revoke(SITE, RULE),
    `/sites/${SITE}/share-links/${RULE}`,
    { id: RULE, revoked: true },
    { gives: undefined },
  ],
  listPreviewTokens: [(client) => client.previewTokens.list(SITE), `/sites/${SITE}/preview-tokens`, [{ id: RULE }]],
  createPreviewToken: [
    (client) => client.previewTokens.create(SITE, { name: "playwright" }),
    `/sites/${SITE}/preview-tokens`,
    { id: RULE, token: "grpt_x" },
    { body: '{"name":"playwright"}' },
  ],
  revokePreviewToken: [
    (client) => client.previewTokens.revoke(SITE, RULE),
    `/sites/${SITE}/preview-tokens/${RULE}`,
    { id: RULE, revoked: true },
    { gives: undefined },
  ],
  listVariables: [(client) => client.variables.list(SITE), `/sites/${SITE}/variables`, [variable]],
  setVariable: [
    (client) => client.variables.set(SITE, { name: "API_URL", value: "x", kind: "plain" }),
    `/sites/${SITE}/variables`,
    variable,
    { body: '{"name":"API_URL","value":"x","kind":"plain"}' },
  ],
  removeVariable: [
    (client) => client.variables.remove(SITE, RULE),
    `/sites/${SITE}/variables/${RULE}`,
    { id: RULE, removed: true },
    { gives: undefined },
  ],
  deleteDeployment: [
    (client) => client.deployments.remove(SITE, "dep_1"),
    `/sites/${SITE}/deployments/dep_1`,
    deployment,
  ],
  closePullRequest: [
    (client) => client.deployments.closePullRequest(SITE, 7),
    `/sites/${SITE}/pull-requests/7/close`,
    { pullRequest: 7, previews: 2, removeAt: "2026-03-02T12:00:00.000Z" },
  ],
  getCurrentToken: [
    (client) => client.token.get(),
    "/token",
    { name: "CI", scopes: ["sites:read"], workspace: { name: "Acme" }, projects: [] },
  ],
  getDeployKey: [
    (client) => client.deployKeys.get(SITE),
    `/sites/${SITE}/deploy-key`,
    { publicKey: "ssh-ed25519 AAAA" },
  ],
  createDeployKey: [
    (client) => client.deployKeys.create(SITE, {}),
    `/sites/${SITE}/deploy-key`,
    { publicKey: "ssh-ed25519 AAAA" },
    { body: "{}" },
  ],
  removeDeployKey: [
    (client) => client.deployKeys.remove(SITE),
    `/sites/${SITE}/deploy-key`,
    { siteId: SITE, removed: true },
    { gives: undefined },
  ],
  listRepositoryCredentials: [(client) => client.repositoryCredentials.list(), "/repository-credentials", [credential]],
  createRepositoryCredential: [
    (client) =>
      client.repositoryCredentials.create({
        kind: "password",
        url: "https://a.example/",
        username: "a",
        password: "b",
      }),
    "/repository-credentials",
    credential,
    { body: '{"kind":"password","url":"https://a.example/","username":"a","password":"b"}' },
  ],
  removeRepositoryCredential: [
    (client) => client.repositoryCredentials.remove(RULE),
    `/repository-credentials/${RULE}`,
    { id: RULE, removed: true },
    { gives: undefined },
  ],
  listApprovals: [(client) => client.approvals.list(), "/approvals", [approval]],
  getApproval: [(client) => client.approvals.get("apr_1"), "/approvals/apr_1", approval],
  requestApproval: [
    (client) => client.approvals.request({ siteId: SITE, sourceDeploymentId: "dep_1" }),
    "/approvals",
    approval,
    { body: `{"siteId":"${SITE}","sourceDeploymentId":"dep_1"}` },
  ],
  decideApproval: [
    (client) => client.approvals.decide("apr_1", { decision: "reject", notes: "no" }),
    "/approvals/apr_1/decision",
    approval,
    { body: '{"decision":"reject","notes":"no"}' },
  ],
  listTargets: [(client) => client.targets.list(), "/deployment-targets", [target]],
  listTargetCapabilities: [
    (client) => client.targets.capabilities(),
    "/deployment-targets/capabilities",
    [{ provider: "local", enabled: true }],
  ],
  createTarget: [
    (client) => client.targets.create({ name: "a", provider: "local", mode: "managed", runtime: "static" }),
    "/deployment-targets",
    target,
    { body: '{"name":"a","provider":"local","mode":"managed","runtime":"static"}' },
  ],
  updateTarget: [
    (client) => client.targets.update(TARGET, { isDefault: true }),
    `/deployment-targets/${TARGET}`,
    target,
    { body: '{"isDefault":true}' },
  ],
  deleteTarget: [
    (client) => client.targets.remove(TARGET),
    `/deployment-targets/${TARGET}`,
    { id: TARGET, deleted: true },
    { gives: undefined },
  ],
  startDeviceAuthorization: [
    (_, server) => startDeviceFlow(deviceSettings(server)),
    "/oauth/device",
    device,
    { body: "client_id=c" },
  ],
  pollDeviceToken: [
    (_, server) => awaitDeviceToken(deviceSettings(server), device),
    "/oauth/token",
    { access_token: "t", token_type: "Bearer" },
    { body: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d&client_id=c" },
  ],
};

describe("every operation of the contract", () => {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(OPERATIONS, name));

  test("is an operation of the client", () => {
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test.each(names)("%s goes out as the contract says", async (name) => {
    const [call, path, data, more = {}] = OPERATIONS[name];
    const route = ROUTES[name];
    await using server = await startFaultServer((_, response) => {
      if (route.form === "envelope") {
        return succeed(response, route.status, data, { siblings: more.siblings ?? {} });
      }
      const type = route.form === "stream" ? "text/event-stream" : "application/json";
      const body = route.form === "stream" ? "event: status\ndata: {}\n\n" : JSON.stringify(data);
      return void response.writeHead(route.status, { "content-type": type }).end(body);
    });
    const given = await call(clientOf(server, instantClock()), server);
    expect(given).toEqual("gives" in more ? more.gives : data);
    const seen = server.seen[0];
    expect([seen?.method, seen?.path, seen?.body]).toEqual([route.method, path, more.body ?? ""]);
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
