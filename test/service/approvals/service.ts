import type { Scope } from "../../../packages/contract/index.ts";
import type { ServiceContext } from "../../../packages/service/context.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { cookieName } from "../../../packages/service/domain/authentication.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { listen } from "../../../packages/service/http/listen.ts";
import { mcpRoutes } from "../../../packages/service/mcp/endpoint.ts";
import { readSessionActor } from "../../../packages/service/screens/people/session.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { openSession } from "../../../packages/service/store/people/sessions.ts";
import { addToken } from "../fixtures.ts";
import { type ApiResponse, readResponse, requestOf } from "../http/api.ts";
import { type TestStore, openContext, type TestContext } from "./fixture.ts";

/** The REST interface and MCP on a real socket, over a store in memory. */
export async function openService(limits: Partial<TestContext["settings"]["limits"]> = {}) {
  const fixture = openContext();
  const settings = { ...fixture.settings, limits: { ...fixture.settings.limits, ...limits } };
  const listening = await listen(settings, fixture.log);
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  const addresses = { ...fixture.addresses, baseUrl, previewDomain: `preview.localhost:${listening.port}` };
  const context = { ...fixture, settings, addresses };
  const app = createApp(context, {
    apps: [mcpRoutes(context)],
    session: (request) => readSessionActor(context, request),
    stopping: listening.stopping,
  });
  listening.serve({ app, addresses });
  const close = async () => {
    await listening.close();
    await fixture.db.destroy();
  };
  return Object.assign(context, { [Symbol.asyncDispose]: close });
}

export type TestService = Awaited<ReturnType<typeof openService>>;

/** An instance that listens on a socket. */
export type Served = TestStore & Pick<ServiceContext, "addresses">;

/** Who a request is sent as: a bearer, a cookie, or no one. */
export type As = Readonly<Record<string, string>>;

export const anonymous: As = {};

/** Issues a token with or without an owner, as its bearer header. */
export async function bearer(
  context: TestStore,
  owner: { workspaceId: string; userId: string | null },
  given: { kind?: "pat" | "mcp"; scopes?: readonly Scope[] } = {},
): Promise<As> {
  const { token } = await addToken(context, owner, { ...given, userId: owner.userId, name: "ci" });
  return { authorization: `Bearer ${token}` };
}

/** Opens one more browser of a person, as the headers it sends from a page of the service. */
export async function browser(
  context: Served,
  person: SessionActor,
): Promise<{ readonly as: As; readonly actor: SessionActor }> {
  const { cookie, session } = await inDatabase(context.db, (tx) =>
    openSession(tx, {
      userId: person.userId,
      epoch: person.epoch,
      workspaceId: person.workspaceId,
      level: "full",
      address: "127.0.0.1",
      userAgent: "test",
    }),
  );
  const as = { cookie: `${cookieName("http:")}=${cookie}`, origin: context.addresses.baseUrl };
  return { as, actor: { ...person, sessionId: session.id } };
}

/** Sends one request and reads its envelope. */
export async function call(
  context: Served,
  as: As,
  { method = "GET", path, body }: { method?: string; path: string; body?: unknown },
): Promise<ApiResponse> {
  return readResponse(await fetch(`${context.addresses.baseUrl}${path}`, requestOf({ method, headers: as, body })));
}
