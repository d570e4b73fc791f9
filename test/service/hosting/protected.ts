import { createServer } from "node:http";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { createHosting } from "../../../packages/service/hosting/hosting.ts";
import type { Addresses } from "../../../packages/service/settings.ts";
import type { HostRow, SiteRow } from "../../../packages/service/store/engine/schema.ts";
import { closeServer, listenLocally, type PageResponse, requestHost } from "../../http.ts";
import { addDeployment, type SeededWorkspace, storeFiles } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { openWorld, type World } from "../screens/visitor.ts";

type Headers = Readonly<Record<string, string>>;

/** Headers of a browser in which a person opens a page. */
export const PAGE_VISIT: Headers = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "none",
};

/** Headers of a script of a page that loads something of its own host. */
export const OWN_FETCH: Headers = {
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
  "sec-fetch-site": "same-origin",
};

/** A service whose hosts answer on a socket, with a site of files that has previews and a release. */
export interface ProtectedWorld extends World {
  get(host: string, path: string, headers?: Headers, method?: string): Promise<PageResponse>;
  /** Adds a host that serves the files. @returns Its name, without a port */
  addHost(
    kind: HostRow["kind"],
    site?: SeededWorkspace,
  ): Promise<{ readonly host: string; readonly deploymentId: string }>;
  setAccess(access: Partial<Pick<SiteRow, "preview_access" | "production_access" | "status">>): Promise<void>;
  close(): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = {
  "index.html": "<h1>secret</h1>",
  "404.html": "no such secret",
  "assets/app-BxYz12aB.js": "export {};",
};

const RULES = {
  headers: [
    {
      source: "/*",
      headers: {
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "public, max-age=600",
        "CDN-Cache-Control": "public",
        Expires: "Thu, 01 Jan 2099 00:00:00 GMT",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "X-Robots-Tag": "all",
      },
    },
  ],
  redirects: [{ source: "/old", destination: "/new-secret" }],
};

export async function openProtectedWorld(addresses: Partial<Addresses> = {}): Promise<ProtectedWorld> {
  const world = await openWorld();
  const context = { ...world.context, addresses: { ...world.context.addresses, ...addresses } };
  const { db } = context;
  const at = new Date(context.clock.now()).toISOString();
  const { digest } = await storeFiles(context, FILES, RULES);
  const socket = await openSocket(context);
  return {
    ...world,
    context,
    get: (...asked) => socket.get(...asked),
    async addHost(kind, owner = world.first) {
      const files = { status: "ready", branch: "main", file_list_digest: digest } as const;
      const label = kind === "production" ? owner.site.production_label : `shop-${newUuid().slice(-12)}`;
      const environment = kind === "production" ? "production" : "preview";
      const preview = kind === "production" ? {} : { preview_label: label };
      const deploymentId = await addDeployment(context, owner, { ...files, ...preview, environment });
      const branch = kind === "branch" ? "main" : null;
      const row = { label, kind, branch, site_id: owner.site.id, deployment_id: deploymentId, updated_at: at };
      await insert(db, "hosts", row);
      return { host: `${label}.preview.localhost`, deploymentId };
    },
    async setAccess(access) {
      await db.updateTable("sites").set(access).where("id", "=", world.first.site.id).execute();
    },
    async close() {
      await socket.close();
      await db.destroy();
    },
  };
}

/** Serves what hosts point at, on a socket of its own. */
export async function openSocket(context: Parameters<typeof createHosting>[0]) {
  const hosting = createHosting(context);
  const server = createServer((incoming, outgoing) => {
    hosting.handleCustomDomain(incoming, outgoing, () => hosting.handle(incoming, outgoing));
  });
  const port = await listenLocally(server);
  return {
    get: (host: string, path: string, headers: Headers = {}, method = "GET"): Promise<PageResponse> =>
      requestHost(port, host, path, headers, method),
    close: () => closeServer(server),
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf({ headers }: PageResponse): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
