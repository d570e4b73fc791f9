import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
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

/** A scenario whose site has a repository, and its developer's MCP token. */
export async function openScenario(limits: Parameters<typeof openService>[0] = {}) {
  const service = await openService(limits);
  const scenario = await makeScenario(service);
  await service.db.updateTable("sites").set({ repository_url: "https://git.test/site.git" }).execute();
  return { service, scenario, dev: await bearer(service, scenario.developer, { kind: "mcp" }) };
}
