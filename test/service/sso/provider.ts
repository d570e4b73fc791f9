import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { closeServer, listenLocally } from "../../http.ts";

export const CLIENT_ID = "greenroom";
export const CLIENT_SECRET = "a secret of thirty-two characters!";

type Claims = Readonly<Record<string, unknown>>;

/** Making keys takes longer than what most tests do with them. */
const KEYS: ReturnType<typeof generateKeyPair>[] = [];

/** A provider of the package that real ones are built with, with people that a test adds and removes. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** People by their subject, who sign in with it as login. */
  readonly people: Map<string, Claims>;
  /** Requests that came in, as method and path. */
  readonly requests: string[];
  /** Holds every response back until the promise settles. */
  hold: Promise<void> | undefined;
  /** Changes the keys that tokens are signed with. */
  rotate(): Promise<void>;
}

interface ProviderOptions {
  /** Origin of the service, asked for when the first request comes. */
  readonly baseUrl: () => string;
  /** Where the provider's own requests go, such as logout tokens. */
  readonly send?: (request: Request) => Promise<Response>;
  readonly refreshTokens?: boolean;
}

export async function openProvider({ baseUrl, send, refreshTokens = true }: ProviderOptions): Promise<TestProvider> {
  const people = new Map<string, Claims>();
  const requests: string[] = [];
  const state: { hold: Promise<void> | undefined; provider: Provider | undefined } = {
    hold: undefined,
    provider: undefined,
  };
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ""} ${request.url?.split("?")[0] ?? ""}`);
    void (async () => {
      await state.hold;
      const provider = (state.provider ??= await start());
      if (request.url?.startsWith("/interaction/") === true) await askWho(provider, request, response);
      else await provider.callback()(request, response);
    })();
  });
  const issuer = `http://localhost:${await listenLocally(server)}`;
  const adapters = new Map<string, MemoryAdapter>();
  let started = 0;
  const start = async (): Promise<Provider> => {
    const { privateKey } = await (KEYS[started] ??= generateKeyPair("RS256", { extractable: true }));
    started += 1;
    const kid = `key ${started} ${issuer}`;
    const jwks = { keys: [{ ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" }] };
    return new Provider(issuer, {
      adapter: (name) => {
        const adapter = adapters.get(name) ?? new MemoryAdapter();
        adapters.set(name, adapter);
        return adapter;
      },
      jwks,
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${baseUrl()}/app/sso/callback`],
          post_logout_redirect_uris: [`${baseUrl()}/app/signin`],
          grant_types: ["authorization_code", "refresh_token"],
          backchannel_logout_uri: `${baseUrl()}/app/sso/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"], groups: ["groups"] },
      scopes: ["openid", "profile", "email", "groups", "offline_access"],
      conformIdTokenClaims: false,
      cookies: { keys: ["keys of cookies"] },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      issueRefreshToken: () => refreshTokens,
      rotateRefreshToken: true,
      ...(send && { fetch: (url: string | URL | Request, init?: RequestInit) => send(new Request(url, init)) }),
      findAccount: (_, subject) => {
        const claims = people.get(subject);
        return claims && { accountId: subject, claims: () => ({ ...claims, sub: subject }) };
      },
      // Nobody is asked whether the service may know who they are.
      loadExistingGrant: async (ctx) => {
        const { client, session, params } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
        grant.addOIDCScope(String(params?.["scope"]));
        await grant.save();
        return grant;
      },
    });
  };
  return {
    issuer,
    people,
    requests,
    get hold() {
      return state.hold;
    },
    set hold(until) {
      state.hold = until;
    },
    async rotate() {
      state.provider = await start();
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

/** The provider's own page, which takes anybody's word for who they are. */
async function askWho(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "POST") {
    const login = new URLSearchParams(await text(request)).get("login") ?? "";
    await provider.interactionFinished(request, response, { login: { accountId: login } });
    return;
  }
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="en"><title>Company</title><form action="${request.url ?? ""}" method="post">
    <label>Login <input name="login" autofocus></label> <button>Continue</button></form></html>`);
}

/** What the provider keeps; several providers with other keys share it. */
class MemoryAdapter {
  readonly #rows = new Map<string, Record<string, unknown>>();

  async upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    this.#rows.set(id, payload);
  }
  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return this.#rows.get(id);
  }
  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    return [...this.#rows.values()].find((row) => row["uid"] === uid);
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
  async consume(id: string): Promise<void> {
    const row = this.#rows.get(id);
    if (row) row["consumed"] = Math.floor(Date.now() / 1_000);
  }
  async destroy(id: string): Promise<void> {
    this.#rows.delete(id);
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, row] of this.#rows) if (row["grantId"] === grantId) this.#rows.delete(id);
  }
}

/** A browser without a screen, for several origins. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #send: (request: Request) => Promise<Response>;

  /** @param send Brings a request to the service or the provider. */
  constructor(send: (request: Request) => Promise<Response>) {
    this.#send = send;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(url).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(url).set(name, value);
  }

  async get(url: string): Promise<Response> {
    return this.#request(new Request(url, { redirect: "manual" }));
  }

  async post(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    const headers = { Origin: new URL(url).origin };
    return this.#request(
      new Request(url, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" }),
    );
  }

  /** Follows redirects while they lead on at the provider, signs in there, and stops before the service is called. */
  async signInAt(provider: Pick<TestProvider, "issuer">, url: string, login: string): Promise<string> {
    let next = url;
    for (let steps = 0; steps < 12; steps += 1) {
      if (!next.startsWith(provider.issuer)) return next;
      const response = await this.get(next);
      const location = response.headers.get("location");
      if (location !== null) {
        next = new URL(location, next).href;
        continue;
      }
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`The provider shows ${page.slice(0, 400)}`);
      const sent = await this.post(new URL(action, next).href, { login });
      next = new URL(sent.headers.get("location") ?? "", next).href;
    }
    throw new Error("The provider does not come to an end.");
  }

  #jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }

  async #request(request: Request): Promise<Response> {
    const jar = this.#jar(request.url);
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookies !== "") request.headers.set("Cookie", cookies);
    const response = await this.#send(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
}
