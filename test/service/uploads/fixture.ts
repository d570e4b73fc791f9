import { createHash } from "node:crypto";
import { type UploadEntry, writeUploadList } from "../../../packages/contract/upload-files.ts";
import type { ServiceContext } from "../../../packages/service/context.ts";
import { createDomainChecks } from "../../../packages/service/hosting/domain-checks.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { createEventHistory } from "../../../packages/service/store/deployments/packed-logs.ts";
import { seedWorkspace } from "../fixtures.ts";
import { type ApiResponse, readResponse, send } from "../http/api.ts";
import { type FixtureOptions, openBuildFixture } from "../pipeline/build-fixture.ts";

export const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** Contents by path. */
export type Folder = Readonly<Record<string, string | Buffer>>;

export const SITE: Folder = {
  "index.html": "<h1>Built</h1>",
  "assets/app.js": "start()",
  "copy.html": "<h1>Built</h1>",
};

export function entriesOf(folder: Folder): readonly UploadEntry[] {
  return Object.entries(folder).map(([path, content]) => ({
    path,
    sha256: sha256(content),
    size: Buffer.byteLength(content),
  }));
}

/** What a create request says of a folder. */
export function prebuiltOf(folder: Folder) {
  return describeEntries(entriesOf(folder));
}

export function describeEntries(entries: readonly UploadEntry[]) {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  return { sha256: sha256(writeUploadList(entries)), files: entries.length, bytes };
}

/** A whole file as a part of a request, or what a test makes of it. */
export function part(
  content: string | Buffer,
  { size = Buffer.byteLength(content), offset = 0, digest = sha256(content) } = {},
): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`${digest} ${size} ${offset} ${bytes.length}\n`), bytes]);
}

/** A service in process with a queue that publishes, and two workspaces. */
export async function openUploadFixture(options: FixtureOptions = {}) {
  const open = { "builds-running": 2, "builds-queued": 8 };
  const limits = { ...DEFAULT_LIMITS, ...open, "pat-per-minute": 1_000_000, "deploy-per-minute": 1_000_000 };
  const fixture = await openBuildFixture({ concurrency: 0, ...options, settings: { limits, ...options.settings } });
  const context: ServiceContext = {
    ...fixture.context,
    builds: fixture.builds,
    history: createEventHistory(fixture.context),
    reviews: { problem: () => undefined },
    domains: createDomainChecks(fixture.context),
  };
  const seeded = await seedWorkspace(context);
  const app = createApp(context);
  const { first } = seeded;
  let keys = 0;

  async function put(path: string, body: string | Buffer, token = first.tokens.pat, type?: string) {
    const contentType = type ?? (path.endsWith("/files") ? "application/octet-stream" : "text/plain");
    const response = await app.request(path, {
      method: "PUT",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": contentType },
      body: new Uint8Array(Buffer.from(body)),
    });
    return readResponse(response);
  }

  return {
    ...fixture,
    context,
    ...seeded,
    app,
    put,
    /** Creates a deployment for a folder, or for what a test says of one. */
    async create(
      prebuilt: object,
      {
        key = `k${(keys += 1)}`,
        siteId = first.site.id,
        token = first.tokens.pat,
        ...more
      }: { key?: string; siteId?: string; token?: string; [field: string]: unknown } = {},
    ): Promise<ApiResponse> {
      return send(app, `/sites/${siteId}/deploy`, {
        token,
        headers: { "Idempotency-Key": key },
        body: { environment: "preview", commitSha: "0123456789abcdef", branch: "main", prebuilt, ...more },
      });
    },
    list: (id: string, folder: Folder, token?: string) =>
      put(`/deployments/${id}/upload`, writeUploadList(entriesOf(folder)), token),
    files: (id: string, body: string | Buffer, token?: string) => put(`/deployments/${id}/upload/files`, body, token),
    complete: (id: string, token?: string) => put(`/deployments/${id}/upload/complete`, "", token),
    state: (id: string, token = first.tokens.pat) => send(app, `/deployments/${id}/upload`, { token }),
    /** Uploads a whole folder as a client would. */
    async upload(folder: Folder, more: Parameters<typeof this.create>[1] = {}): Promise<string> {
      const { data } = await this.create(prebuiltOf(folder), more);
      const listed = await this.list(data.id, folder, more.token);
      const { missing } = listed.data as unknown as { readonly missing: readonly string[] };
      const parts = Object.values(folder).filter(
        (content, index, all) => missing.includes(sha256(content)) && all.indexOf(content) === index,
      );
      if (parts.length > 0) await this.files(data.id, Buffer.concat(parts.map((content) => part(content))), more.token);
      await this.complete(data.id, more.token);
      return data.id;
    },
  };
}

export type UploadFixture = Awaited<ReturnType<typeof openUploadFixture>>;
