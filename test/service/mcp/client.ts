import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { test as base } from "vitest";
import { makeScenario } from "../approvals/fixture.ts";
import { type As, bearer, openService, type TestService } from "../approvals/service.ts";

/** The official client, on the socket of the service. */
export async function connect(service: TestService, headers: As) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.addresses.baseUrl}/mcp`), { requestInit: { headers } }),
  );
  // From here on the client holds every result against the schema the service published.
  await client.listTools();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

interface Fixtures {
  readonly limits: Parameters<typeof openService>[0];
  readonly service: TestService;
  /** Its site has a repository. */
  readonly scenario: Awaited<ReturnType<typeof makeScenario>>;
  /** The token of its developer. */
  readonly dev: As;
  readonly client: Awaited<ReturnType<typeof connect>>;
}

/** Tests of a service on a socket, with the client of a developer's agent. */
export const test = base.extend<Fixtures>({
  limits: {},
  service: async ({ limits }, use) => {
    await using service = await openService(limits);
    await use(service);
  },
  scenario: async ({ service }, use) => {
    const scenario = await makeScenario(service);
    await service.db.updateTable("sites").set({ repository_url: "https://git.test/site.git" }).execute();
    await use(scenario);
  },
  dev: async ({ service, scenario }, use) => use(await bearer(service, scenario.developer, { kind: "mcp" })),
  client: async ({ service, dev }, use) => {
    await using client = await connect(service, dev);
    await use(client);
  },
});
