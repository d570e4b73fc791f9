import { describe, expect, test } from "vitest";
import type { Client } from "../../packages/client/client.ts";
import { resolveSite } from "../../packages/client/create.ts";
import { awaitDeviceToken, startDeviceFlow } from "../../packages/client/device.ts";
import { type RouteName, ROUTES } from "../../packages/contract/index.ts";
import { instantClock } from "./fake-clock.ts";
import { clientOf, type FaultServer, gatewayPage, startFaultServer, succeed, TOKEN } from "./fault-server.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
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

const deviceSettings = (server: FaultServer) => ({
  baseUrl: server.url,
  userAgent: "test",
  clientId: "c",
  clock: instantClock(),
});

const entitlements = { maxSites: "unlimited", currentSites: 1, maxLiveSites: 3, currentLiveSites: 0 };

const upload = { deploymentId: "dep_1", state: "open", missing: [], missingFiles: 0 };

type Method = (...given: never[]) => Promise<unknown>;

/** A method of the client, and the `data` that comes; without `gives` the method gives it. */
type Operation = readonly [method: (client: Client) => Method, data: unknown, gives?: { readonly gives: unknown }];

const NOTHING = { gives: undefined };

/** Operations whose methods take the parameters of the path, then the body. */
const PLAIN = {
  listArchivedSites: [({ sites }) => sites.listArchived, [site]],
  getSite: [({ sites }) => sites.get, site],
  createSite: [({ sites }) => sites.create, site],
  updateSite: [({ sites }) => sites.update, site],
  archiveSite: [({ sites }) => sites.archive, site],
  restoreSite: [({ sites }) => sites.restore, site],
  listSiteDomains: [({ domains }) => domains.list, [domain]],
  addSiteDomain: [({ domains }) => domains.add, domain],
  updateSiteDomain: [({ domains }) => domains.update, domain],
  checkSiteDomain: [({ domains }) => domains.check, domain],
  removeSiteDomain: [({ domains }) => domains.remove, { removed: true }, NOTHING],
  getDeployment: [({ deployments }) => deployments.get, { ...deployment, id: "deploymentId" }],
  getReview: [({ deployments }) => deployments.review, { deploymentId: "dep_1", status: "pending" }],
  cancelDeployment: [({ deployments }) => deployments.cancel, deployment],
  deleteDeployment: [({ deployments }) => deployments.remove, deployment],
  getUpload: [({ uploads }) => uploads.get, upload],
  completeUpload: [({ uploads }) => uploads.complete, deployment],
  getProvenance: [({ provenance }) => provenance.get, { deploymentId: "dep_1", statements: [] }],
  listTrustRules: [({ trustRules }) => trustRules.list, [{ id: RULE, repositoryId: "4711" }]],
  createTrustRule: [({ trustRules }) => trustRules.create, { id: RULE, repositoryId: "4711" }],
  removeTrustRule: [({ trustRules }) => trustRules.remove, { removed: true }, NOTHING],
  createComment: [({ comments }) => comments.create, thread],
  changeComment: [({ comments }) => comments.change, thread],
  listShareLinks: [({ shareLinks }) => shareLinks.list, [{ id: RULE }]],
  createShareLink: [({ shareLinks }) => shareLinks.create, { id: RULE, url: "https://a.example/" }],
  revokeShareLink: [({ shareLinks }) => shareLinks.revoke, { revoked: true }, NOTHING],
  listPreviewTokens: [({ previewTokens }) => previewTokens.list, [{ id: RULE }]],
  createPreviewToken: [({ previewTokens }) => previewTokens.create, { id: RULE, token: "grpt_x" }],
  revokePreviewToken: [({ previewTokens }) => previewTokens.revoke, { revoked: true }, NOTHING],
  listVariables: [({ variables }) => variables.list, [variable]],
  setVariable: [({ variables }) => variables.set, variable],
  removeVariable: [({ variables }) => variables.remove, { removed: true }, NOTHING],
  getCurrentToken: [
    ({ token }) => token.get,
    { name: "CI", scopes: ["sites:read"], workspace: { id: SITE, name: "Acme", slug: "acme" }, projects: [] },
  ],
  getDeployKey: [({ deployKeys }) => deployKeys.get, { publicKey: "ssh-ed25519 AAAA" }],
  createDeployKey: [({ deployKeys }) => deployKeys.create, { publicKey: "ssh-ed25519 AAAA" }],
  removeDeployKey: [({ deployKeys }) => deployKeys.remove, { removed: true }, NOTHING],
  listRepositoryCredentials: [({ repositoryCredentials }) => repositoryCredentials.list, [credential]],
  createRepositoryCredential: [({ repositoryCredentials }) => repositoryCredentials.create, credential],
  removeRepositoryCredential: [({ repositoryCredentials }) => repositoryCredentials.remove, { removed: true }, NOTHING],
  listApprovals: [({ approvals }) => approvals.list, [approval]],
  getApproval: [({ approvals }) => approvals.get, approval],
  requestApproval: [({ approvals }) => approvals.request, approval],
  decideApproval: [({ approvals }) => approvals.decide, approval],
  listTargets: [({ targets }) => targets.list, [target]],
  listTargetCapabilities: [({ targets }) => targets.capabilities, [{ provider: "local", enabled: true }]],
  createTarget: [({ targets }) => targets.create, target],
  updateTarget: [({ targets }) => targets.update, target],
  deleteTarget: [({ targets }) => targets.remove, { deleted: true }, NOTHING],
} satisfies Partial<Record<RouteName, Operation>>;

type Special = readonly [
  call: (client: Client, server: FaultServer) => Promise<unknown>,
  path: string,
  data: unknown,
  more?: { readonly body?: string; readonly siblings?: Record<string, unknown>; readonly gives?: unknown },
];

/** The others, each with the path that goes out: a missing operation does not compile. */
const SPECIAL: Readonly<Record<Exclude<RouteName, keyof typeof PLAIN>, Special>> = {
  listSites: [
    (client) => client.sites.list(),
    "/sites",
    [site],
    { siblings: { entitlements }, gives: { sites: [site], entitlements } },
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
  streamDeploymentEvents: [
    async (client) => {
      for await (const event of client.events("dep_1")) if (event.kind === "event") return event;
      return undefined;
    },
    "/deployments/dep_1/events",
    undefined,
    { gives: { kind: "event", name: "status", data: "{}", id: "" } },
  ],
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
  listComments: [
    (client) => client.comments.list(SITE, { status: "open", limit: 2 }),
    `/sites/${SITE}/comments?status=open&limit=2`,
    [thread],
    { siblings: { nextCursor: "c" }, gives: { threads: [thread], nextCursor: "c" } },
  ],
  closePullRequest: [
    (client) => client.deployments.closePullRequest(SITE, 7),
    `/sites/${SITE}/pull-requests/7/close`,
    { pullRequest: 7, previews: 2, removeAt: "2026-03-02T12:00:00.000Z" },
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

/** Serves an operation once, and says what went out and what its method gave. */
async function exchanged(name: RouteName, data: unknown, call: Special[0], siblings: Record<string, unknown> = {}) {
  const route = ROUTES[name];
  await using server = await startFaultServer((_, response) => {
    if (route.form === "envelope") return succeed(response, route.status, data, { siblings });
    const type = route.form === "stream" ? "text/event-stream" : "application/json";
    const body = route.form === "stream" ? "event: status\ndata: {}\n\n" : JSON.stringify(data);
    return void response.writeHead(route.status, { "content-type": type }).end(body);
  });
  const given = await call(clientOf(server, instantClock()), server);
  expect(server.seen).toHaveLength(1);
  const { method, path, body, headers } = server.seen[0] ?? {};
  expect(headers?.authorization).toBe(route.access === "anonymous" ? undefined : `Bearer ${TOKEN}`);
  return { given, sent: [method, path, body] };
}

describe("every operation of the contract", () => {
  test.each(Object.entries<Operation>(PLAIN))(
    "%s goes out with its parameters and its body",
    async (name, operation) => {
      const [method, data, { gives } = { gives: data }] = operation;
      const route = ROUTES[name as RouteName];
      const parameters = Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, parameter = ""]) => parameter);
      const body = "body" in route ? [{ any: ["thing"] }] : [];
      const call = async (client: Client) => method(client)(...([...parameters, ...body] as never[]));
      const { given, sent } = await exchanged(name as RouteName, data, call);
      expect(given).toEqual(gives);
      const path = route.path.replaceAll(/[{}]/g, "");
      expect(sent).toEqual([route.method, path, body.map((one) => JSON.stringify(one)).join("")]);
    },
  );

  test.each(Object.entries(SPECIAL))(
    "%s goes out as the contract says",
    async (name, [call, path, data, more = {}]) => {
      const { given, sent } = await exchanged(name as RouteName, data, call, more.siblings);
      expect(given).toEqual("gives" in more ? more.gives : data);
      expect(sent).toEqual([ROUTES[name as RouteName].method, path, more.body ?? ""]);
    },
  );
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
    expect(await resolveSite(clientOf(server, instantClock()), "docs")).toEqual({ id: SITE });
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
