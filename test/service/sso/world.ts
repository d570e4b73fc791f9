import { afterEach, beforeEach } from "vitest";
import { createApp } from "../../../packages/service/http/app.ts";
import { oauthRoutes } from "../../../packages/service/http/routes/oauth.ts";
import { createSsoChecks } from "../../../packages/service/identity/sso-checks.ts";
import { createSsoProvider } from "../../../packages/service/identity/sso-provider.ts";
import { screens } from "../../../packages/service/screens/app.ts";
import { readSessionActor } from "../../../packages/service/screens/people/session.ts";
import type { Settings, SsoSettings } from "../../../packages/service/settings.ts";
import { openWorld, type World } from "../screens/visitor.ts";
import { Browser, CLIENT_ID, CLIENT_SECRET, openProvider, type TestProvider } from "./provider.ts";

export interface SsoWorld extends World {
  readonly baseUrl: string;
  /** A browser that reaches the service in this process, and everything else over the network. */
  browser(): Browser;
}

interface SsoWorldOptions {
  readonly issuer: string;
  readonly sso?: (world: World) => Partial<SsoSettings>;
  readonly settings?: Partial<Settings>;
  readonly timeoutMs?: number;
  /** Another process of this service. */
  readonly on?: World;
}

/** A service whose people sign in at a provider; its clock stands still at the present until a test advances it. */
export async function openSsoWorld({
  issuer,
  sso: given,
  settings: more,
  timeoutMs = 60_000,
  on,
}: SsoWorldOptions): Promise<SsoWorld> {
  const world = on ?? (await openWorld());
  const { clock } = world.context;
  if (!on) clock.advance(Date.now() - clock.now());
  const sso: SsoSettings = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    scope: "openid profile email groups",
    groupsClaim: "groups",
    groups: [{ group: "web", workspaceId: world.first.workspaceId, role: "developer" }],
    ...given?.(world),
  };
  const settings = { ...world.context.settings, ...more, sso };
  const shared = { ...world.context, settings };
  const provider = createSsoProvider(shared, timeoutMs);
  const context = { ...shared, sso: { provider, checks: createSsoChecks(shared, provider) } };
  const app = createApp(context, {
    apps: [screens(context), oauthRoutes(context)],
    session: (request) => readSessionActor(context, request),
  });
  const { baseUrl } = context.addresses;
  const send = async (request: Request) => (request.url.startsWith(baseUrl) ? app.request(request) : fetch(request));
  return { ...world, context, app, baseUrl, browser: () => new Browser(send) };
}

/** Signs in at the provider and comes back. @returns What the service answered to the callback. */
export async function signInBySso(
  { baseUrl }: SsoWorld,
  {
    browser,
    issuer,
    login,
    next = "/app/sites",
  }: {
    readonly browser: Browser;
    readonly issuer: string;
    readonly login: string;
    readonly next?: string;
  },
): Promise<Response> {
  const away = await browser.get(`${baseUrl}/app/sso?next=${encodeURIComponent(next)}`);
  const location = away.headers.get("location");
  if (location === null) return away;
  return browser.get(await browser.signInAt({ issuer }, location, login));
}

/** The service of a world after it was started without single sign-on. */
export function openPlainApp({ context: { sso: provider, ...context } }: SsoWorld): SsoWorld["app"] {
  const { sso: given, ...settings } = context.settings;
  if (!provider || !given) throw new Error("The world has no single sign-on.");
  const plain = { ...context, settings };
  return createApp(plain, {
    apps: [screens(plain), oauthRoutes(plain)],
    session: (request) => readSessionActor(plain, request),
  });
}

export const BASE = "http://127.0.0.1:4010";
export const ADA = { name: "Ada", email: "ada@company.test", email_verified: true, groups: ["web"] };

/** For each test of a file a provider that knows Ada, and a service whose people sign in there. */
export function useSso() {
  let provider: TestProvider;
  let world: SsoWorld;
  beforeEach(async () => {
    provider = await openProvider({ baseUrl: () => BASE, send: async (request) => world.app.request(request) });
    provider.people.set("ada", ADA);
    world = await openSsoWorld({ issuer: provider.issuer });
  });
  afterEach(async () => {
    await world.context.db.destroy();
    await provider[Symbol.asyncDispose]();
  });
  return {
    get provider() {
      return provider;
    },
    get world() {
      return world;
    },
    /** Another service at the same provider in place of the one of this test. */
    async reopen(options: Omit<SsoWorldOptions, "issuer">): Promise<void> {
      await world.context.db.destroy();
      world = await openSsoWorld({ issuer: provider.issuer, ...options });
    },
  };
}
