import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SiteDomain } from "../../../packages/contract/index.ts";
import { createDomainChecks } from "../../../packages/service/hosting/domain-checks.ts";
import { createHosting } from "../../../packages/service/hosting/hosting.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { listen } from "../../../packages/service/http/listen.ts";
import type { Settings } from "../../../packages/service/settings.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import { pointProduction } from "../../../packages/service/store/sites/hosts.ts";
import { startDns } from "../../dns.ts";
import { requestHost } from "../../http.ts";
import {
  addDeployment,
  addToken,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  storeFiles,
} from "../fixtures.ts";
import { type ApiResponse, readResponse, type RequestOptions } from "../http/api.ts";

/** A service on a socket that serves sites and asks a name server of the test. */
export async function openDomainService(given: Partial<Settings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-domains-"));
  const dns = await startDns();
  const opened = openTestContext({ dataDirectory: folder, dnsServers: [dns.address], ...given });
  const seeded = await seedWorkspace(opened);
  const listening = await listen(opened.settings, opened.log);
  const addresses = given.publicUrl
    ? {
        baseUrl: given.publicUrl.origin,
        scheme: "https:" as const,
        previewDomain: given.previewDomain ?? "",
        ...(given.productionDomain !== undefined && { productionDomain: given.productionDomain }),
      }
    : {
        baseUrl: `http://127.0.0.1:${listening.port}`,
        scheme: "http:" as const,
        previewDomain: `preview.localhost:${listening.port}`,
      };
  const shared = { ...opened, addresses, objects: openObjects(folder) };
  const context = { ...shared, domains: createDomainChecks(shared) };
  const app = createApp(context, { stopping: listening.stopping });
  listening.serve({ app, addresses, hosting: createHosting(context) });
  const owners = {
    first: (await addToken(context, seeded.first, { userId: seeded.first.users.owner })).token,
    other: (await addToken(context, seeded.other, { userId: seeded.other.users.owner })).token,
  };

  /** Sends a request with the token of the first workspace's owner. */
  async function send(path: string, { token = owners.first, method, body }: RequestOptions = {}): Promise<ApiResponse> {
    return readResponse(
      await app.request(path, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  }

  return {
    ...seeded,
    context,
    dns,
    owners,
    port: listening.port,
    send,
    async add(name: string, who: keyof typeof owners = "first"): Promise<SiteDomain> {
      const { data, result } = await send(`/sites/${seeded[who].site.id}/domains`, {
        token: owners[who],
        body: { name },
      });
      if (data === undefined) throw new Error(result);
      return SiteDomain.parse(data);
    },
    /** Looks at a domain now, as its page does. */
    async check({ id, siteId }: SiteDomain): Promise<SiteDomain> {
      context.clock.advance(60_000);
      const token = siteId === seeded.first.site.id ? owners.first : owners.other;
      return SiteDomain.parse((await send(`/sites/${siteId}/domains/${id}/check`, { method: "POST", token })).data);
    },
    /** Sets the proof of one or more claims of a domain, and an address record that leads here. */
    prove(name: string, ...claims: readonly SiteDomain[]): void {
      dns.set(`_greenroom-challenge.${name}`, { TXT: claims.map(proofOf) });
      dns.set(name, { A: ["127.0.0.1"] });
    },
    async publish(workspace: SeededWorkspace, content: string): Promise<void> {
      const { digest } = await storeFiles(context, { "index.html": content });
      const ready = { environment: "production", status: "ready", file_list_digest: digest } as const;
      const id = await addDeployment(context, workspace, ready);
      const deployment = { id, site_id: workspace.site.id };
      await inDatabase(context.db, (tx) => pointProduction(tx, deployment));
    },
    /** Opens a path of a host. */
    visit: (host: string, path = "/", { method, headers }: VisitOptions = {}) =>
      requestHost(listening.port, host, path, headers, method),
    async [Symbol.asyncDispose]() {
      await listening.close();
      await dns[Symbol.asyncDispose]();
      await opened.db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type DomainService = Awaited<ReturnType<typeof openDomainService>>;

function proofOf({ records }: SiteDomain): string {
  return records.find(({ purpose }) => purpose === "proof")?.value ?? "";
}

interface VisitOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
