import { randomBytes, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  SignJWT,
} from "jose";
import { runContext } from "../packages/testkit/runner/environment.ts";
import { serve } from "./http.ts";

/** How long an identity token of GitHub is good for, seconds. */
const LIFETIME_SECONDS = 300;

/** Claims by name; undefined leaves one out. */
export type Claims = Readonly<Record<string, unknown>>;

/** What differs from the token that a run would get. */
export interface IdentityChanges {
  /** In place of those of the run. */
  readonly claims?: Claims;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly privateKey?: CryptoKey;
}

/** A stand-in for the issuer of GitHub's identity tokens, with its own keys. */
export interface Issuer extends AsyncDisposable {
  /** As in the `iss` of its tokens. */
  readonly url: string;
  /** What a job with `id-token: write` has in its environment. */
  readonly env: Readonly<Record<"ACTIONS_ID_TOKEN_REQUEST_URL" | "ACTIONS_ID_TOKEN_REQUEST_TOKEN", string>>;
  /** The identity tokens it gave to runs, oldest first. */
  readonly given: readonly string[];
  /** How often its keys were read. */
  readonly keyRequests: () => number;
  /** How often runs asked for a token. */
  readonly tokenRequests: () => number;
  readonly keys: () => JSONWebKeySet;
  /** Signs a token as a run would get it. */
  sign(audience: string, changes?: IdentityChanges): Promise<string>;
  /** Signs with a new key from now on, and shows only that one. */
  rotate(): Promise<void>;
  /** What it does instead of responding, until it is changed. */
  fail(how: IssuerFailure): void;
}

/** `down` responds 503, `silent` never, `slow` never ends its response, `huge` is too much, `html` is a page. */
export type IssuerFailure = "none" | "down" | "silent" | "slow" | "huge" | "html";

/**
 * Starts an issuer on 127.0.0.1.
 * @param run Claims of the run whose job asks for tokens.
 * @see GitHub Docs, OpenID Connect reference
 */
export async function startIssuer(run: Claims = {}): Promise<Issuer> {
  let pair = await newKey();
  let failure: IssuerFailure = "none";
  let keyRequests = 0;
  let tokenRequests = 0;
  const given: string[] = [];
  const requestToken = `eyJ0eXAi.${randomBytes(24).toString("base64url")}.runner`;
  const keys = (): JSONWebKeySet => ({ keys: [{ ...pair.shown, kid: pair.kid, alg: "RS256", use: "sig" }] });
  const server = await serve((request, response) => {
    const url = new URL(request.url ?? "/", "http://issuer.invalid");
    if (url.pathname === "/.well-known/jwks") {
      keyRequests += 1;
      respond(response, failure, keys());
      return;
    }
    tokenRequests += 1;
    if (url.pathname !== "/token" || request.headers.authorization !== `Bearer ${requestToken}`) {
      response.writeHead(401).end();
      return;
    }
    void give(response, url.searchParams.get("audience") ?? "");
  });
  const { url } = server;

  async function give(response: ServerResponse, audience: string): Promise<void> {
    const value = await sign(audience);
    given.push(value);
    respond(response, failure, { count: value.length, value });
  }

  async function sign(audience: string, { claims, header, privateKey }: IdentityChanges = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, nbf: now - 600, exp: now + LIFETIME_SECONDS };
    const payload = { ...claimsOfRun(), ...times, iss: url, aud: audience, jti: randomUUID(), ...run, ...claims };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: pair.kid, ...header })
      .sign(privateKey ?? pair.privateKey);
  }

  return {
    url,
    env: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    },
    given,
    keyRequests: () => keyRequests,
    tokenRequests: () => tokenRequests,
    keys,
    sign,
    async rotate() {
      pair = await newKey();
    },
    fail: (how) => {
      failure = how;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function respond(response: ServerResponse, failure: IssuerFailure, body: unknown): void {
  if (failure === "silent") return;
  if (failure === "slow") {
    response.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(drip));
  } else if (failure === "down") response.writeHead(503).end();
  else if (failure === "html") response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Sign in</h1>");
  else if (failure === "huge") response.writeHead(200).end(JSON.stringify({ body, padding: "x".repeat(1024 * 1024) }));
  else response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

async function newKey() {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid: randomUUID(), shown: await exportJWK(publicKey), publicKey, privateKey };
}

/** The claims of the small runner's own run of a pull request. */
function claimsOfRun(): Claims {
  const run = runContext({ name: "pull_request", payload: {} }, { ref: "refs/pull/7/merge" });
  return {
    sub: `repo:${run.repository}:pull_request`,
    repository: run.repository,
    repository_id: String(run.repositoryId),
    repository_owner_id: String(run.repositoryOwnerId),
    ref: run.ref,
    event_name: run.eventName,
    job_workflow_ref: `${run.repository}/.github/workflows/preview.yml@${run.ref}`,
    actor: run.actor,
    actor_id: String(run.actorId),
    run_id: String(run.runId),
    run_attempt: String(run.runAttempt),
  };
}
