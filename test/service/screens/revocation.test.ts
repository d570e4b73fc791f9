import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { appendLog } from "../../../packages/service/store/deployments/deployment-events.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { addDeployment, addToken } from "../fixtures.ts";
import { send } from "../http/api.ts";
import { useWorld, type Visitor } from "./visitor.ts";

const world = useWorld();
let deployment: string;

beforeEach(async () => {
  // No timer runs: what ends a stream here is the request that revoked its reader.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  deployment = await addDeployment(world.context, world.first);
  await inDatabase(world.context.db, (tx) =>
    transition(tx, deployment, { from: "queued", to: "building", set: { lease_owner: "builder" } }),
  );
});
afterEach(() => vi.useRealTimers());

const at = "2026-03-01T12:00:00.000Z";

async function log(text: string): Promise<void> {
  const batch = { stream: "build", lines: [{ at, text }] } as const;
  await appendLog(world.context.db, deployment, { batch, leaseOwner: "builder" });
  world.context.events.notify(deployment);
}

/** An event stream that is open. */
interface Watched {
  /** All that came, once the stream has ended. */
  readonly ended: Promise<string>;
}

/** Opens the stream of a token or of a signed-in member, and waits for what is stored of it. */
async function watch(reader: Visitor | string): Promise<Watched> {
  const headers = { Authorization: `Bearer ${typeof reader === "string" ? reader : ""}` };
  const response =
    typeof reader === "string"
      ? await world.app.request(`/deployments/${deployment}/events`, { headers })
      : await reader.get(`/app/deployments/${deployment}/events`);
  expect(response.status).toBe(200);
  let text = "";
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    for (let read = await body?.read(); read?.done === false; read = await body?.read()) text += read.value;
    return text;
  })();
  await vi.waitFor(() => expect(text).toContain('"building"'), { timeout: 60_000 });
  return { ended };
}

const CASES: Readonly<Record<string, () => Promise<Watched>>> = {
  async "its token is revoked"() {
    const { token, id } = await addToken(world.context, world.first);
    const watched = await watch(token);
    await (await world.signIn("owner")).submit("/app/tokens", { do: "revoke", id });
    return watched;
  },
  async "the person behind its token is removed"() {
    const { token } = await addToken(world.context, world.first, { userId: world.first.users.viewer });
    const watched = await watch(token);
    await (await world.signIn("owner")).submit("/app/members", { do: "remove", user: world.first.users.viewer });
    return watched;
  },
  async "the signed-in member is removed"() {
    const watched = await watch(await world.signIn("viewer"));
    await (await world.signIn("owner")).submit("/app/members", { do: "remove", user: world.first.users.viewer });
    return watched;
  },
  async "its session ends"() {
    const viewer = await world.signIn("viewer");
    const watched = await watch(viewer);
    await viewer.submit("/app/signout", {}, "/app/sites");
    return watched;
  },
  async "the site is archived"() {
    const watched = await watch(world.first.tokens.pat);
    const { token } = await addToken(world.context, world.first);
    const archived = await send(world.app, `/sites/${world.first.site.id}`, { method: "DELETE", token });
    expect(archived.status).toBe(200);
    return watched;
  },
};

describe("an open stream ends, without a timer and before another log line, when", () => {
  test.each(Object.entries(CASES))("%s", async (_, revoke) => {
    const { ended } = await revoke();
    await log("a line of after");
    expect(await ended).not.toContain("a line of after");
  });
});
