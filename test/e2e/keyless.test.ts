import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXCHANGE_GRANT_TYPE, IDENTITY_TOKEN_TYPE } from "../../packages/contract/index.ts";
import { type Issuer, startIssuer } from "../issuer.ts";
import { startScripted, type ScriptedHarness } from "./harness.ts";
import { errorReply, READY, RECORD, type Reply, type Script } from "./scripted-service.ts";

/** The token that the scripted service gives. */
const GIVEN = "mcp_test_exchanged0123456789abcdef";

let issuer: Issuer;
beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer[Symbol.asyncDispose]());

const granted: Reply = {
  status: 200,
  body: { access_token: GIVEN, token_type: "Bearer", expires_in: 900, issued_token_type: "x" },
};

/** A job without a token, at a service whose token endpoint responds as a test says, and that accepts deployments. */
function keyless(exchange: Reply | ((tries: number, sent: string) => Reply)): Promise<ScriptedHarness> {
  let tries = 0;
  const script: Script = (request) => {
    if (request.path !== "/oauth/token") return READY(request);
    tries += 1;
    return typeof exchange === "function" ? exchange(tries, request.body) : exchange;
  };
  return startScripted(script, { token: "", approval: "off", review: "off" });
}

describe("a job with id-token: write and no token", () => {
  test("exchanges its identity with one request to GitHub and one to the service, and deploys with what it got", async () => {
    await using harness = await keyless(granted);
    const run = await harness.preview({ env: issuer.env });
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    expect(issuer.tokenRequests()).toBe(1);
    const [exchange, post, ...others] = harness.service.seen;
    expect([exchange?.path, post?.path]).toEqual(["/oauth/token", `/sites/${RECORD.siteId}/deploy`]);
    expect(others.filter(({ path }) => path === "/oauth/token")).toEqual([]);
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      grant_type: EXCHANGE_GRANT_TYPE,
      subject_token: issuer.given[0],
      subject_token_type: IDENTITY_TOKEN_TYPE,
      resource: `${harness.service.baseUrl}/s/${RECORD.siteId}`,
    });
    expect(JSON.parse(Buffer.from(issuer.given[0]?.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
      aud: `${harness.service.baseUrl}/s/${RECORD.siteId}`,
    });
    expect(exchange?.headers.authorization).toBeUndefined();
    expect(post?.headers.authorization).toBe(`Bearer ${GIVEN}`);
  });

  test("masks both tokens before anything else is written, and shows them nowhere", async () => {
    await using harness = await keyless(granted);
    const run = await harness.preview({ env: issuer.env });
    const [identity = ""] = issuer.given;
    expect(run.masks).toEqual(expect.arrayContaining([identity, GIVEN]));
    const written = JSON.stringify([run.shown, run.outputs, run.state, run.summary, harness.github.requests]);
    for (const secret of [identity, GIVEN]) {
      expect(written).not.toContain(secret);
      const first = run.rawLines.findIndex((line) => line.includes(secret));
      expect(run.rawLines[first]).toBe(`::add-mask::${secret}`);
    }
  });

  test.each([
    ["in the words of OAuth", (text: string) => ({ error: "invalid_target", error_description: text })],
    ["in its own", (message: string) => ({ ok: false, error: { code: "validation_failed", message } })],
  ])("shows no piece of it that a service repeats %s, wherever the text is cut", async (_how, bodyOf) => {
    await using harness = await keyless((_tries, sent) => {
      const identity = new URLSearchParams(sent).get("subject_token") ?? "";
      return { status: 400, body: bodyOf(`${"Not known. ".repeat(150)}${identity}`) };
    });
    const run = await harness.preview({ env: issuer.env });
    const [header = "", claims = ""] = issuer.given[0]?.split(".") ?? [];
    const written = JSON.stringify([run.shown, run.outputs, run.summary, harness.github.requests]);
    expect([header, claims.slice(0, 40)].filter((piece) => written.includes(piece))).toEqual([]);
    expect(run.annotations[0]?.message).toMatch(/Not known\. \*\*\*/);
  });

  test("asks again, with another identity token, when the exchange was lost or the service is busy", async () => {
    await using harness = await keyless((tries) => {
      if (tries === 1) return { status: 502, body: "bad gateway" };
      if (tries === 2)
        return { status: 503, headers: { "Retry-After": "1" }, body: { error: "temporarily_unavailable" } };
      return granted;
    });
    const run = await harness.preview({ env: issuer.env });
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(new Set(issuer.given).size).toBe(3);
    expect(harness.service.seen.filter(({ path }) => path.endsWith("/deploy"))).toHaveLength(1);
  });

  test("renews its token when it ends before the run does", async () => {
    const short: Reply = { ...granted, body: { access_token: GIVEN, token_type: "Bearer", expires_in: 0.001 } };
    await using harness = await keyless(short);
    const run = await harness.preview({ env: issuer.env });
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(issuer.tokenRequests()).toBeGreaterThan(1);
    expect(new Set(issuer.given).size).toBe(issuer.tokenRequests());
  });

  test("without a rule says which claims the service saw, and sends nothing more", async () => {
    const description =
      "No trust rule of the site 'shop' fits this run: repository_id 4711 (acme/shop), ref refs/heads/x.";
    await using harness = await keyless({
      status: 400,
      body: { error: "invalid_target", error_description: description },
    });
    const run = await harness.preview({ env: issuer.env });
    expect(run.outputs).toMatchObject({ status: "refused", "error-code": "invalid_target" });
    expect(run.annotations[0]?.message).toContain(description);
    expect(harness.service.seen.map(({ path }) => path)).toEqual(["/oauth/token"]);
  });

  test.each([
    ["down", "identity_unavailable"],
    ["html", "identity_unavailable"],
    ["silent", "GitHub gave this job no identity token within 0.05 minutes"],
  ] as const)("says that GitHub gave no identity token when its issuer is %s", async (how, text) => {
    issuer.fail(how);
    await using harness = await keyless(granted);
    const run = await harness.preview({ env: issuer.env, inputs: { "timeout-minutes": "0.05" } });
    expect(run.exitCode).toBe(1);
    expect(run.annotations[0]?.message).toContain(text);
    expect(harness.service.seen).toEqual([]);
  });

  test("is skipped on a fork and for Dependabot, and no request is sent", async () => {
    await using harness = await keyless(granted);
    const run = await harness.preview({ env: issuer.env, context: { actor: "dependabot[bot]" } });
    expect([run.exitCode, run.outputs["status"]]).toEqual([0, "skipped"]);
    expect([issuer.tokenRequests(), harness.service.seen.length]).toEqual([0, 0]);
  });
});

test("the error of a job without id-token: write and without a token names the exact permissions", async () => {
  await using harness = await keyless(granted);
  const run = await harness.preview();
  expect(run.outputs["error-code"]).toBe("invalid_input");
  expect(run.annotations[0]?.message).toContain(
    "'permissions: { contents: read, deployments: write, id-token: write, pull-requests: write }'",
  );
});

describe("a job that signs in by its identity and names its site by slug", () => {
  const SLUG = "docs";
  const answer = (site: unknown): Reply => ({
    ...granted,
    body: { access_token: GIVEN, token_type: "Bearer", expires_in: 900, site },
  });
  const FOREIGN = "0198a5c4-0000-7000-8000-000000000002";

  /** A service of two sites that says of which one the token is. */
  function start(exchange: (tries: number) => Reply, deployable: readonly string[] = [RECORD.siteId]) {
    let tries = 0;
    const script: Script = (request) => {
      const { path, method } = request;
      if (path === "/oauth/token") return exchange((tries += 1));
      if (path === "/sites") {
        const sites = [
          { id: RECORD.siteId, slug: SLUG, status: "active" },
          { id: FOREIGN, slug: "foreign", status: "active" },
        ];
        return { status: 200, body: { ok: true, data: sites } };
      }
      if (path.startsWith("/mcp")) {
        const { id } = JSON.parse(request.body) as { readonly id: number };
        const structuredContent = { webApprovalUrl: `http://${request.headers.host}/approve`, prepared: true };
        return { status: 200, body: { jsonrpc: "2.0", id, result: { structuredContent } } };
      }
      if (method === "POST" && !deployable.some((id) => path === `/sites/${id}/deploy`)) {
        return errorReply(404, "site_not_found", "There is no such site");
      }
      return READY(request);
    };
    return startScripted(script, { token: "", site: SLUG, review: "off" });
  }

  const pathsOf = ({ service }: ScriptedHarness) => service.seen.map(({ method, path }) => `${method} ${path}`);

  const REQUESTS = [
    `POST /sites/${RECORD.siteId}/deploy`,
    `GET /deployments/${RECORD.id}/events`,
    `GET /deployments/${RECORD.id}`,
    "POST /mcp",
  ];

  test("asks for no sites when the exchange says which one it is: four requests after it end with a link", async () => {
    await using at = await start(() => answer({ id: RECORD.siteId, slug: SLUG }));
    const run = await at.preview({ env: issuer.env });
    expect(run.outputs).toMatchObject({ status: "ready", "site-id": RECORD.siteId });
    expect(pathsOf(at)[0]).toBe("POST /oauth/token");
    expect(pathsOf(at).slice(1).toSorted()).toEqual(REQUESTS.toSorted());
  });

  test.each([
    ["acme/docs", "/w/acme", "/w/acme/sites/docs"],
    ["docs", "", "/sites/docs"],
  ])("asks GitHub for a token that is good for what '%s' names, and nothing else", async (site, audience, resource) => {
    await using at = await start(() => answer({ id: RECORD.siteId, slug: SLUG }));
    const run = await at.preview({ env: issuer.env, inputs: { site } });
    expect(run.outputs).toMatchObject({ status: "ready", "site-id": RECORD.siteId });
    expect(new URLSearchParams(at.service.seen[0]?.body).get("resource")).toBe(`${at.service.baseUrl}${resource}`);
    const [, claims = ""] = issuer.given[0]?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      aud: `${at.service.baseUrl}${audience}`,
    });
  });

  test("has the same key as a job that names the site by its id", async () => {
    const keys: unknown[] = [];
    const script: Script = (request) => {
      if (request.path === "/oauth/token") return answer({ id: RECORD.siteId, slug: SLUG });
      keys.push(request.headers["idempotency-key"]);
      return errorReply(403, "insufficient_scope", "This test ends here");
    };
    await using harness = await startScripted(script, { token: "", approval: "off" });
    for (const site of [SLUG, RECORD.siteId]) await harness.preview({ env: issuer.env, inputs: { site } });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  test.each([
    ["says nothing of it", undefined],
    ["names another slug", { id: FOREIGN, slug: "foreign" }],
    ["gives what is no id", { id: "../../deployments", slug: SLUG }],
    ["gives a list", [{ id: FOREIGN, slug: SLUG }]],
  ])("reads the list of sites when the service %s", async (_what, site) => {
    await using at = await start(() => answer(site));
    const run = await at.preview({ env: issuer.env });
    expect(run.outputs).toMatchObject({ status: "ready", "site-id": RECORD.siteId });
    expect(pathsOf(at)[1]).toBe("GET /sites");
    expect(pathsOf(at).slice(2).toSorted()).toEqual(REQUESTS.toSorted());
  });

  test.each([
    ["the token is not for", [RECORD.siteId], "site_not_found"],
    ["the record is not of", [RECORD.siteId, FOREIGN], "deployment_mismatch"],
  ])("deploys nothing to a site of the exchange that %s", async (_what, deployable, code) => {
    await using at = await start(() => answer({ id: FOREIGN, slug: SLUG }), deployable);
    const run = await at.preview({ env: issuer.env });
    expect(run.outputs["status"]).not.toBe("ready");
    expect(run.outputs).toMatchObject({ "error-code": code });
    expect(run.outputs["preview-url"]).toBeUndefined();
  });
});
