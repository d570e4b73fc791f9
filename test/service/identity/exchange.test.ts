import { createHmac } from "node:crypto";
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import {
  ACCESS_TOKEN_TYPE,
  EXCHANGE_GRANT_TYPE,
  exchangeTarget,
  IDENTITY_TOKEN_TYPE,
  parseNamedSite,
  ROUTES,
  SCOPES,
  type Route,
  TRUST_SCOPES,
} from "../../../packages/contract/index.ts";
import type { TokenActor } from "../../../packages/service/domain/actor.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { oauthRoutes } from "../../../packages/service/http/routes/oauth.ts";
import { createIssuers } from "../../../packages/service/identity/issuers.ts";
import { mcpRoutes } from "../../../packages/service/mcp/endpoint.ts";
import { decidersOf, findApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { prepareRelease } from "../../../packages/service/store/approvals/requests.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { deleteExpired } from "../../../packages/service/store/people/expired.ts";
import { findToken, tokenActor } from "../../../packages/service/store/people/tokens.ts";
import { insertSite } from "../../../packages/service/store/sites/sites.ts";
import { type Claims, type Issuer, startIssuer } from "../../issuer.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import {
  addDeployment,
  addToken,
  addWorkspace,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  type TestContext,
} from "../fixtures.ts";
import { send } from "../http/api.ts";
import { insert } from "../rows.ts";

const BASE = "http://127.0.0.1:4010";
const RUN: Claims = {
  repository: "acme/shop",
  repository_id: "4711",
  ref: "refs/pull/7/merge",
  event_name: "pull_request",
  environment: "preview",
  job_workflow_ref: "acme/shop/.github/workflows/preview.yml@refs/pull/7/merge",
  actor: "Ada-N",
  actor_id: "73",
  run_id: "99",
  run_attempt: "1",
};

let issuer: Issuer;
let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;
let app: ReturnType<typeof createApp>;
let owner: string;

beforeAll(async () => {
  issuer = await startIssuer(RUN);
});
afterAll(() => issuer[Symbol.asyncDispose]());
beforeEach(async () => {
  issuer.fail("none");
  context = openTestContext({ oidcIssuers: [issuer.url] });
  context.clock.advance(Date.now() - context.clock.now());
  ({ first, other } = await seedWorkspace(context));
  owner = (await addToken(context, first, { userId: first.users.owner })).token;
  app = appThatWaits(10_000);
});
afterEach(() => context.db.destroy());

/** A service that waits so long for the keys of an issuer. */
const appThatWaits = (timeoutMs: number) =>
  createApp(context, {
    apps: [mcpRoutes(context), oauthRoutes(context, createIssuers(context, { cooldownMs: 0, timeoutMs }))],
  });

/** A rule of the shop that lets every run of its repository in. */
async function trust(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const response = await addRule(owner, body);
  expect(response.result).toBe("201 ok");
  return response.data.id;
}

const RULE = () => ({ issuer: issuer.url, repository: "acme/shop", repositoryId: "4711" });

const addRule = (token: string, body: Readonly<Record<string, unknown>> = {}, siteId = first.site.id) =>
  send(app, `/sites/${siteId}/trust-rules`, { token, body: { ...RULE(), ...body } });

const removeRule = (token: string, id: string) =>
  send(app, `/sites/${first.site.id}/trust-rules/${id}`, { method: "DELETE", token });

/** What a run asks for that names a site so. */
const target = (site = "first/shop") => exchangeTarget(BASE, parseNamedSite(site) ?? { site });

interface Exchange {
  readonly site?: string;
  readonly app?: ReturnType<typeof createApp>;
  /** In place of those of the request. */
  readonly fields?: Readonly<Record<string, string>>;
}

async function exchange(token: string, { site, app: asked = app, fields: changes }: Exchange = {}) {
  const fields = {
    grant_type: EXCHANGE_GRANT_TYPE,
    subject_token: token,
    subject_token_type: IDENTITY_TOKEN_TYPE,
    resource: target(site).resource,
    ...changes,
  };
  const body = new URLSearchParams(fields).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const response = await asked.request(`${BASE}/oauth/token`, { method: "POST", headers, body });
  const json = (await response.json()) as Readonly<Record<string, unknown>>;
  const { error, error_description: why } = json;
  return {
    status: response.status,
    json,
    token: String(json["access_token"]),
    result: `${String(error)}: ${String(why)}`,
  };
}

async function actorOf(token: string): Promise<TokenActor> {
  const row = await findToken(context.db, token, instant(context.clock));
  if (typeof row === "string") throw new Error("the token is not valid");
  return tokenActor(row);
}

async function sign(claims: Claims = {}, site?: string): Promise<string> {
  return issuer.sign(target(site).audience, { claims });
}

const REJECTED = `invalid_request: The identity token is not accepted for the audience ${BASE}/w/first`;

describe("an identity token", () => {
  test("gives a token of minutes with the scopes of its rule, which deploys", async () => {
    await trust({ scopes: ["deployments:read", "deployments:write"] });
    const { status, json, token } = await exchange(await sign());
    expect({ status, ...json, access_token: "" }).toEqual({
      status: 200,
      access_token: "",
      issued_token_type: ACCESS_TOKEN_TYPE,
      token_type: "Bearer",
      expires_in: 900,
      scope: "deployments:read deployments:write",
      site: { id: first.site.id, slug: "shop" },
    });
    const headers = { "Idempotency-Key": "k" };
    const deploy = { token, headers, body: { environment: "preview", commitSha: "a".repeat(40) } };
    expect((await send(app, `/sites/${first.site.id}/deploy`, deploy)).status).toBe(202);
    expect((await send(app, "/sites", { token })).result).toBe("403 insufficient_scope");
    context.clock.advance(900_000);
    expect((await send(app, `/sites/${first.site.id}/deployments`, { token })).result).toBe("401 unauthenticated");
  });

  const now = () => Math.floor(Date.now() / 1000);
  const missing = (claim: string) => `its claim '${claim}' is missing or wrong`;
  const malformed = (claim: string) => `its claim '${claim}' is missing or of another form`;
  test.each<[string, () => Claims, string]>([
    ["another audience", () => ({ aud: "https://other.example.com" }), missing("aud")],
    ["this audience with a slash", () => ({ aud: `${BASE}/w/first/` }), missing("aud")],
    ["the service as audience", () => ({ aud: BASE }), missing("aud")],
    ["another workspace as audience", () => ({ aud: `${BASE}/w/other` }), missing("aud")],
    ["a site as audience", () => ({ aud: `${BASE}/s/${first.site.id}` }), missing("aud")],
    ["two audiences", () => ({ aud: [`${BASE}/w/first`, "https://b.example"] }), "it has another audience besides"],
    ["no audience", () => ({ aud: undefined }), missing("aud")],
    ["an expiry in the past", () => ({ exp: now() - 31 }), "it has expired"],
    ["no expiry", () => ({ exp: undefined }), missing("exp")],
    ["an expiry beyond every date", () => ({ exp: 1e18 }), malformed("exp")],
    ["a start in the future", () => ({ nbf: now() + 60 }), missing("nbf")],
    ["an issue in the future", () => ({ iat: now() + 60 }), missing("iat")],
    ["an issue long ago", () => ({ iat: now() - 1_000 }), "it has expired"],
    ["no time of issue", () => ({ iat: undefined }), missing("iat")],
    ["no id", () => ({ jti: undefined }), missing("jti")],
    ["an empty id", () => ({ jti: "" }), malformed("jti")],
    ["an unknown issuer", () => ({ iss: "https://issuer.example.com" }), "its issuer is not trusted here"],
    ["an issuer with a slash", () => ({ iss: `${issuer.url}/` }), "its issuer is not trusted here"],
    ["no issuer", () => ({ iss: undefined }), "its issuer is not trusted here"],
    ["a number for the repository", () => ({ repository_id: 4711 }), malformed("repository_id")],
    ["no repository", () => ({ repository_id: undefined }), malformed("repository_id")],
    ["a name with a line break", () => ({ repository: "acme/shop\n" }), malformed("repository")],
    ["an actor with a line break", () => ({ actor: "a\nb" }), malformed("actor")],
    ["no actor", () => ({ actor_id: undefined }), malformed("actor_id")],
    ["a ref with a control character", () => ({ ref: "refs/\u001b[0m" }), malformed("ref")],
  ])("with %s is rejected, and says which claim it is", async (_, claims, reason) => {
    await trust();
    const { status, result } = await exchange(await sign(claims()));
    expect({ status, result }).toEqual({
      status: 400,
      result: `${REJECTED}: ${reason}.`,
    });
  });

  test("is good once, and also when it comes twice at the same time", async () => {
    await trust();
    const token = await sign();
    const results = await Promise.all([exchange(token), exchange(token), exchange(token)]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await exchange(token)).result).toBe(
      "invalid_request: The identity token is not accepted: it was used before.",
    );
    await deleteExpired(context.db, Date.now());
    expect((await exchange(token)).status, "kept while the token could still be used").toBe(400);
    await deleteExpired(context.db, Date.now() + 3_600_000);
    expect(await context.db.selectFrom("identity_uses").selectAll().execute()).toEqual([]);
  });

  test("without a signature, with one of another kind, or of another key is rejected", async () => {
    await trust();
    const [header = "", payload = "", signature = ""] = (await sign()).split(".");
    const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const [key] = issuer.keys().keys;
    if (!key) throw new Error("the issuer has no key");
    const pem = await exportSPKI((await importJWK(key, "RS256", { extractable: true })) as CryptoKey);
    const hs = `${coded({ alg: "HS256", typ: "JWT", kid: key.kid })}.${payload}`;
    const stranger = await generateKeyPair("RS256");
    const strangers = await issuer.sign(target().audience, { privateKey: stranger.privateKey });
    const tokens: readonly (readonly [string, string])[] = [
      [`${coded({ alg: "none" })}.${payload}.`, "it is not signed with RS256"],
      [`${coded({ alg: "None" })}.${payload}.${signature}`, "it is not signed with RS256"],
      [`${hs}.${createHmac("sha256", pem).update(hs).digest("base64url")}`, "it is not signed with RS256"],
      [strangers, "its signature is wrong"],
      [
        await issuer.sign(target().audience, { ...stranger, header: { kid: "stranger" } }),
        "its key is not one of its issuer's",
      ],
      [`${header}.${coded({ iss: issuer.url, aud: target().audience })}.${signature}`, "its signature is wrong"],
      [`${header}.${payload}.`, "its signature is wrong"],
      [`${header}.${payload}`, "its issuer is not trusted here"],
      ["garbage", "its issuer is not trusted here"],
      [`${"a".repeat(40_000)}.b.c`, "its issuer is not trusted here"],
    ];
    for (const [token, reason] of tokens) {
      const { result } = await exchange(token);
      expect(result, token.slice(0, 80)).toBe(`${REJECTED}: ${reason}.`);
    }
  });

  test("survives a rotation of the keys, and unknown keys do not make the service ask each time", async () => {
    await trust();
    const before = issuer.keyRequests();
    expect((await exchange(await sign())).status).toBe(200);
    expect((await exchange(await sign())).status).toBe(200);
    expect(issuer.keyRequests() - before).toBe(1);
    await issuer.rotate();
    expect((await exchange(await sign())).status).toBe(200);
    expect(issuer.keyRequests() - before).toBe(2);
    // With the interval of a running service.
    const issuers = createIssuers(context);
    expect((await issuers.verify(await sign(), target().audience)).kind).toBe("ok");
    for (const kid of ["a", "b", "c"]) {
      expect(
        (await issuers.verify(await issuer.sign(target().audience, { header: { kid } }), target().audience)).kind,
      ).toBe("rejected");
    }
    expect(issuer.keyRequests() - before).toBe(3);
  });

  test.each(["down", "html", "huge", "silent", "slow"] as const)(
    "can be exchanged later when its issuer is %s",
    async (how) => {
      await trust();
      issuer.fail(how);
      const token = await sign();
      const response = await exchange(token, { app: appThatWaits(500) });
      expect(response.status).toBe(503);
      expect(response.json["error"]).toBe("temporarily_unavailable");
      expect(await context.db.selectFrom("identity_uses").selectAll().execute()).toEqual([]);
      issuer.fail("none");
      expect((await exchange(token)).status).toBe(200);
    },
  );

  test("of an issuer at a private address is not checked unless the operator allows such addresses", async () => {
    const settings = { ...context.settings, development: false };
    const before = issuer.keyRequests();
    const strict = createIssuers({ ...context, settings });
    expect(await strict.verify(await sign(), target().audience)).toEqual({
      kind: "unavailable",
      reason: "The address is not on the public network; nothing was sent.",
    });
    expect(issuer.keyRequests()).toBe(before);
    const allowed = createIssuers({ ...context, settings: { ...settings, allowPrivateHosts: true } });
    expect((await allowed.verify(await sign(), target().audience)).kind).toBe("ok");
  });

  test("is in no response, no log and no row", async () => {
    await trust();
    const token = await sign();
    const wrong = await sign({ repository_id: "1" });
    const responses = [await exchange(token), await exchange(token), await exchange(wrong)];
    const rows = await Promise.all(
      (["tokens", "identity_uses", "audit_log", "trust_rules"] as const).map(async (table) =>
        context.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const text = JSON.stringify([responses.map(({ json }) => json), rows]);
    for (const secret of [token, wrong]) expect(text).not.toContain(secret.split(".")[2]);
  });
});

describe("a trust rule", () => {
  test("says which claims the service saw when none fits, whether the site exists or not", async () => {
    await trust({ ref: "refs/heads/main" });
    const seen = `issuer ${issuer.url}, repository_id 4711 (acme/shop), ref refs/pull/7/merge, event pull_request, environment preview, workflow acme/shop/.github/workflows/preview.yml@refs/pull/7/merge`;
    for (const site of ["first/shop", "first/nothing", "nobody/shop", first.site.id, other.site.id]) {
      const { result } = await exchange(await sign({}, site), { site });
      expect(result).toContain(`invalid_target: No trust rule of the site '${site}' fits this run: ${seen}.`);
    }
  });

  test("is of one repository, whatever another one is called", async () => {
    await trust();
    expect((await exchange(await sign({ repository_id: "4712" }))).result).toContain("invalid_target");
    expect((await exchange(await sign({ repository: "renamed/shop" }))).status).toBe(200);
  });

  test("lets no run into a site of the same slug in another workspace, whose rule is for the same repository", async () => {
    const theirs = (await addToken(context, other, { userId: other.users.owner })).token;
    expect((await addRule(theirs, {}, other.site.id)).status).toBe(201);
    expect((await exchange(await sign())).result).toContain("No trust rule of the site 'first/shop' fits this run");
    const stolen = await exchange(await sign(), { site: "other/shop" });
    expect(stolen.result).toContain("for the audience http://127.0.0.1:4010/w/other: its claim 'aud'");
    await trust();
    for (const site of ["first/shop", first.site.id, first.site.id.toUpperCase()]) {
      const { status, json, token } = await exchange(await sign({}, site), { site });
      expect([status, json["site"]]).toEqual([200, { id: first.site.id, slug: "shop" }]);
      expect((await send(app, `/sites/${other.site.id}`, { token })).result).toBe("404 site_not_found");
    }
  });

  test("fits a run that names its site by the slug alone only while the service has one workspace", async () => {
    await trust();
    expect((await exchange(await sign({}, "shop"), { site: "shop" })).result).toBe(
      "invalid_target: This service has several workspaces, and 'shop' does not say which one is meant. Name the site as workspace/shop, as its page Trusted runs shows it, or by its id.",
    );
    const alone = openTestContext({ oidcIssuers: [issuer.url] });
    try {
      alone.clock.advance(Date.now() - alone.clock.now());
      const only = await addWorkspace(alone, "Only Ones");
      const oauth = createApp(alone, { apps: [oauthRoutes(alone, createIssuers(alone))] });
      const { token } = await addToken(alone, only, { userId: only.users.owner });
      await send(oauth, `/sites/${only.site.id}/trust-rules`, { token, body: RULE() });
      for (const site of ["shop", "only-ones/shop"]) {
        const { json } = await exchange(await sign({}, site), { site, app: oauth });
        expect(json["site"]).toEqual({ id: only.site.id, slug: "shop" });
      }
    } finally {
      await alone.db.destroy();
    }
  });

  test("is not met by the site of another workspace whose slug is the id of the one that is named", async () => {
    const theirs = (await addToken(context, other, { userId: other.users.owner })).token;
    const body = { slug: first.site.id };
    expect((await send(app, `/sites/${other.site.id}`, { method: "PATCH", token: theirs, body })).result).toBe(
      "200 ok",
    );
    expect((await addRule(theirs, {}, other.site.id)).status).toBe(201);
    const site = first.site.id;
    expect((await exchange(await sign({}, site), { site })).result).toContain("invalid_target");
  });

  test("ends its tokens at once when it is removed, and gives no more", async () => {
    const id = await trust();
    const { token } = await exchange(await sign());
    expect((await send(app, "/sites", { token })).status).toBe(200);
    expect((await removeRule(owner, id)).result).toBe("200 ok");
    expect((await send(app, "/sites", { token })).result).toBe("401 unauthenticated");
    expect((await exchange(await sign())).result).toContain("invalid_target");
    expect((await removeRule(owner, id)).result).toBe("404 not_found");
  });

  test("and each exchange are in the audit log", async () => {
    const id = await trust({ event: "pull_request" });
    await exchange(await sign());
    await removeRule(owner, id);
    const rows = await context.db.selectFrom("audit_log").select(["action", "data"]).orderBy("seq").execute();
    const own = rows.filter(({ action }) => /^(?:trust|token)\./.test(action));
    expect(own.map(({ action }) => action)).toEqual(["trust.added", "token.exchanged", "trust.removed"]);
    const run = { repository: "acme/shop", repositoryId: "4711", ref: "refs/pull/7/merge", login: "Ada-N" };
    expect(JSON.parse(own[1]?.data ?? "")).toMatchObject({ ...run, runId: "99", ruleId: id, event: "pull_request" });
  });

  test.each([
    ["developer", "403 forbidden_role"],
    ["approver", "403 forbidden_role"],
    ["viewer", "403 forbidden_role"],
    ["admin", "201 ok"],
    ["owner", "201 ok"],
  ] as const)("of a token of a member with the role %s gives %s", async (role, result) => {
    const { token } = await addToken(context, first, { userId: first.users[role] });
    expect((await addRule(token)).result).toBe(result);
    expect((await removeRule(token, await trust())).result).toBe(result.replace("201", "200"));
  });

  test("is made by a person, gives no scope that their token lacks, and is for an allowed issuer", async () => {
    const { token: bot } = await addToken(context, first, { userId: null });
    const narrow = { userId: first.users.owner, scopes: ["sites:write"] } as const;
    const { token: without } = await addToken(context, first, narrow);
    expect((await addRule(bot)).result).toBe("403 user_actor_required");
    expect((await addRule(without)).result).toBe("403 insufficient_scope");
    expect((await addRule(owner, { issuer: "https://issuer.example.com" })).result).toBe("400 validation_failed");
    expect((await addRule(owner, { scopes: ["targets:write"] })).result).toBe("400 validation_failed");
    expect((await addRule(owner, {}, other.site.id)).result).toBe("404 site_not_found");
    for (let n = 0; n < 20; n += 1) await trust();
    expect((await addRule(owner)).result).toBe("400 validation_failed");
  });
});

describe("a token of a trust rule", () => {
  test("sees nothing of another site of its workspace, whatever the route", async () => {
    const { projectId } = first;
    const site = { projectId, name: "Docs", slug: "docs", repositoryUrl: "https://git.example.com/d.git" };
    const docs = await inWorkspace(context.db, first.workspaceId, (tx) => insertSite(tx, first.workspaceId, site));
    const columns = { status: "ready", preview_label: "docs-1", file_list_digest: "d", site_id: docs.id } as const;
    const deploymentId = await addDeployment(context, first, columns);
    const asked = { siteId: docs.id, sourceDeploymentId: deploymentId };
    const approval = await requestAsPerson(
      context,
      { userId: first.users.developer, workspaceId: first.workspaceId },
      asked,
    );
    await trust();
    const { token } = await exchange(await sign());
    const ids = { siteId: docs.id, deploymentId, requestId: approval.id, ruleId: docs.id, id: docs.id };
    for (const [name, route] of Object.entries(ROUTES) as readonly [string, Route][]) {
      if (!(SCOPES as readonly string[]).includes(route.access)) continue;
      const path = route.path.replaceAll(/\{(\w+)\}/g, (__, field: string) => ids[field as keyof typeof ids]);
      const options = { token, method: route.method, headers: { "Idempotency-Key": "k" } };
      const response = await send(app, path, { ...options, ...(route.body && { body: { environment: "preview" } }) });
      const seen = response.text.includes(docs.id) || response.text.includes(deploymentId);
      expect({ name, seen }).toEqual({ name, seen: false });
      const listed = route.method === "GET" && !/\{/.test(route.path);
      const needed = (TRUST_SCOPES as readonly string[]).includes(route.access);
      const expected = needed ? (listed ? /^200/ : /^404/) : /^403 insufficient_scope/;
      expect(response.result, name).toMatch(expected);
    }
    for (const path of [`/deployments?siteId=${docs.id}`, `/approvals?siteId=${docs.id}`]) {
      expect((await send(app, path, { token })).result).toBe("404 site_not_found");
    }
    for (const [tool, given] of [
      ["create_preview", { siteId: docs.id, idempotencyKey: "k2" }],
      ["request_publish", asked],
    ] as const) {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: given } };
      const headers = { Accept: "application/json, text/event-stream" };
      expect((await send(app, "/mcp", { token, headers, body })).text).toContain("site_not_found");
    }
  });

  async function ready(): Promise<string> {
    return addDeployment(context, first, { status: "ready", preview_label: "p", file_list_digest: "d" });
  }

  const runActor = async () => actorOf((await exchange(await sign())).token);

  const link = async (userId: string, login: string) => {
    const account = { login, github_id: String(RUN["actor_id"]) };
    await insert(context.db, "github_accounts", { workspace_id: first.workspaceId, user_id: userId, ...account });
  };

  test("is no person, even when a member triggered it: it prepares a release, and the member of that account may decide it", async () => {
    await trust();
    await link(first.users.approver, "ada-n");
    const actor = await runActor();
    expect(actor).toMatchObject({ userId: null, name: "GitHub Actions, acme/shop" });
    const source = { siteId: first.site.id, sourceDeploymentId: await ready() };
    const prepared = await prepareRelease(context, actor, { ...source, intent: "release" });
    expect(prepared).toMatchObject({ prepared: true, requesters: [], originatingUserId: null, deciders: 0 });
    const person = { userId: first.users.developer, workspaceId: first.workspaceId };
    const { id } = await requestAsPerson(context, person, source);
    expect(id).toBe(prepared.id);
    const view = await findApproval(context.db, first.workspaceId, id);
    const deciders = view && decidersOf(view, instant(context.clock)).map(({ userId }) => userId);
    expect(deciders).toContain(first.users.approver);
    expect(deciders).not.toContain(first.users.developer);
  });
});

test.each([
  [{ subject_token_type: "urn:ietf:params:oauth:token-type:saml2" }, "invalid_request"],
  [{ resource: "https://other.example.com/sites/shop" }, "invalid_target"],
  [{ resource: `${BASE}/sites/../shop` }, "invalid_target"],
  [{ resource: `${BASE}/sites/first/shop` }, "invalid_target"],
  [{ resource: `${BASE}/w/first/sites/shop/` }, "invalid_target"],
  [{ resource: `${BASE}/w/first/shop` }, "invalid_target"],
  [{ resource: `${BASE}/w//sites/shop` }, "invalid_target"],
  [{ resource: `${BASE}/w/first/sites/018f0000-0000-7000-8000-000000000000` }, "invalid_target"],
  [{ resource: `${BASE}/s/shop` }, "invalid_target"],
  [{ resource: `${BASE}x/w/first/sites/shop` }, "invalid_target"],
  [{ resource: "" }, "invalid_request"],
  [{ subject_token: "" }, "invalid_request"],
  [{ grant_type: "password" }, "unsupported_grant_type"],
])("an exchange with %j is %s", async (fields, code) => {
  await trust();
  expect((await exchange(await sign(), { fields })).result).toMatch(new RegExp(`^${code}: `));
});
