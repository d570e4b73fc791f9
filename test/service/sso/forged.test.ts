import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { createSsoProvider, type SsoProvider } from "../../../packages/service/identity/sso-provider.ts";
import { closeServer, listenLocally, serve } from "../../http.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./provider.ts";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const ATTEMPT = { state: "the state", nonce: "the nonce", verifier: "v".repeat(64), fresh: false };
const BASE = "https://greenroom.test";

let server: Server;
let issuer: string;
let [own, other]: KeyPair[] = [];
/** What the provider answers to the next code, refresh token or question about a person. */
let idToken: string | undefined;
let described: Record<string, unknown>;
let keys: { readonly keys: readonly unknown[] };
let provider: SsoProvider;
const asked: string[] = [];

beforeAll(async () => {
  [own, other] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
});

beforeEach(async () => {
  asked.length = 0;
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answers: Readonly<Record<string, unknown>> = {
      "/.well-known/openid-configuration": described,
      "/keys": keys,
      "/token": { access_token: "access", token_type: "Bearer", refresh_token: "refresh", id_token: idToken },
    };
    const answer = answers[request.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  issuer = `http://127.0.0.1:${await listenLocally(server)}`;
  described = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ["RS256", "none", "HS256"],
  };
  keys = { keys: [{ ...(await exportJWK(pair().publicKey)), kid: "1", use: "sig", alg: "RS256" }] };
  provider = makeProvider(true);
});
afterEach(() => closeServer(server));

function makeProvider(development: boolean): SsoProvider {
  const client = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scope: "openid" };
  const sso = { issuer, ...client, groupsClaim: "groups", groups: [] };
  const addresses = { baseUrl: BASE };
  return createSsoProvider({ settings: { development, sso }, addresses, clock: systemClock }, 60_000);
}

function pair(which: "own" | "other" = "own"): KeyPair {
  const found = which === "own" ? own : other;
  if (!found) throw new Error("The keys are not made.");
  return found;
}

const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

function claims(changed: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const usual = { iss: issuer, sub: "ada", aud: CLIENT_ID, nonce: ATTEMPT.nonce, iat: seconds(0), exp: seconds(300) };
  return { ...usual, email: "ada@company.test", name: "Ada", ...changed };
}

function sign(payload: JWTPayload, which: "own" | "other" = "own", header = {}): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "1", ...header }).sign(pair(which).privateKey);
}

function redeem(query = `?code=c&state=${encodeURIComponent(ATTEMPT.state)}`) {
  return provider.redeem(query, ATTEMPT);
}

describe("an ID token", () => {
  test("that is right says who signed in", async () => {
    idToken = await sign(claims());
    expect(await redeem()).toMatchObject({ kind: "ok", value: { person: { issuer, subject: "ada" } } });
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["is for another service", { aud: "another" }],
    ["is for several services and names no party", { aud: [CLIENT_ID, "another"] }],
    ["has expired", { iat: seconds(-600), exp: seconds(-300) }],
    ["is of another issuer", { iss: "https://other.test" }],
    ["answers another sign-in", { nonce: "another" }],
    ["answers no sign-in", { nonce: undefined }],
    ["names nobody", { sub: undefined }],
    ["names somebody with a line break", { sub: "ada\nbob" }],
    ["begins later", { nbf: seconds(600) }],
  ])("that %s is rejected", async (_, changed) => {
    idToken = await sign(claims(changed));
    expect((await redeem()).kind).toBe("rejected");
  });

  test.each<[string, () => Promise<string | undefined>]>([
    ["no one signed, although the provider says that it may be", async () => new UnsecuredJWT(claims()).encode()],
    [
      "is signed with the secret of the service",
      () => new SignJWT(claims()).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(CLIENT_SECRET)),
    ],
    ["is signed with another key of the same name", () => sign(claims(), "other")],
    [
      "is signed with a key that the token brings along",
      async () => sign(claims(), "other", { kid: undefined, jwk: await exportJWK(pair("other").publicKey) }),
    ],
    ["is not there", async () => undefined],
  ])("that %s is rejected", async (_, made) => {
    idToken = await made();
    expect((await redeem()).kind).toBe("rejected");
  });
});

describe("a callback", () => {
  test.each([
    ["has another state", "?code=c&state=another"],
    ["has no state", "?code=c"],
    ["has two states", `?code=c&state=x&state=${encodeURIComponent(ATTEMPT.state)}`],
    ["names another issuer", `?code=c&state=${encodeURIComponent(ATTEMPT.state)}&iss=https://other.test`],
    ["has no code", `?state=${encodeURIComponent(ATTEMPT.state)}`],
  ])("that %s is rejected before the code is sent", async (_, query) => {
    idToken = await sign(claims());
    expect((await redeem(query)).kind).toBe("rejected");
    expect(asked).not.toContain("/token");
  });
});

describe("the provider's description of itself", () => {
  test("is rejected when it is that of another issuer", async () => {
    described = { ...described, issuer: "https://other.test" };
    expect((await provider.signInUrl(ATTEMPT)).kind).toBe("unavailable");
  });

  test("leads to no address on a private network but its own", async () => {
    const strict = makeProvider(false);
    let reached = 0;
    await using inside = await serve((_, response) => {
      reached += 1;
      response.end("{}");
    });
    described = { ...described, token_endpoint: `${inside.url}/token` };
    expect(await strict.redeem(`?code=c&state=${encodeURIComponent(ATTEMPT.state)}`, ATTEMPT)).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("not on the public network") as string,
    });
    expect(reached).toBe(0);
  });

  test("asks for the code flow with a challenge, a nonce and a state", async () => {
    const said = await provider.signInUrl(ATTEMPT);
    const query = new URL(said.kind === "ok" ? said.value : "about:blank").searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: "code",
      redirect_uri: `${BASE}/app/sso/callback`,
      code_challenge_method: "S256",
      nonce: ATTEMPT.nonce,
      state: ATTEMPT.state,
    });
    expect(query.get("code_challenge")).not.toBe(ATTEMPT.verifier);
  });
});

describe("a renewal", () => {
  test.each([
    ["names another person", () => sign(claims({ sub: "eve", nonce: undefined }))],
    ["is signed with another key", () => sign(claims({ nonce: undefined }), "other")],
  ])("that %s is rejected", async (_, made) => {
    idToken = await made();
    expect((await provider.renew({ accessToken: "a", refreshToken: "r" }, "ada")).kind).toBe("rejected");
  });

  test("without an ID token is the provider's word all the same", async () => {
    idToken = undefined;
    const said = await provider.renew({ accessToken: "a", refreshToken: "r" }, "ada");
    expect(said).toMatchObject({ kind: "ok", value: { person: { subject: "ada", groups: undefined } } });
  });
});

describe("a logout token", () => {
  const EVENT = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const logout = (changed: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
    iss: issuer,
    aud: CLIENT_ID,
    iat: seconds(0),
    jti: "1",
    sid: "s",
    events: EVENT,
    ...changed,
  });

  test("that is right names the session that ended", async () => {
    expect(await provider.readLogout(await sign(logout()))).toMatchObject({ kind: "ok", value: { session: "s" } });
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["is for another service", { aud: "another" }],
    ["is of another issuer", { iss: "https://other.test" }],
    ["is old", { iat: seconds(-600) }],
    ["is an ID token", { nonce: "the nonce" }],
    ["is of another event", { events: {} }],
    ["names nobody", { sid: undefined }],
    ["can be sent twice", { jti: undefined }],
  ])("that %s is rejected", async (_, changed) => {
    expect((await provider.readLogout(await sign(logout(changed)))).kind).toBe("rejected");
  });

  test("that is signed with another key, or by no one, is rejected", async () => {
    expect((await provider.readLogout(await sign(logout(), "other"))).kind).toBe("rejected");
    expect((await provider.readLogout(new UnsecuredJWT(logout()).encode())).kind).toBe("rejected");
  });
});
