import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { systemClock } from "../../../packages/contract/clock.ts";
import type { LogEvent, StatusEvent } from "../../../packages/contract/index.ts";
import { newApprovalId, newDeploymentId, newUuid } from "../../../packages/service/domain/ids.ts";
import { createHosting } from "../../../packages/service/hosting/hosting.ts";
import type { PipelineDeps } from "../../../packages/service/pipeline/job.ts";
import { type BuildOptions, type Builds, createBuilds } from "../../../packages/service/pipeline/queue.ts";
import { DEFAULT_LIMITS, type Settings } from "../../../packages/service/settings.ts";
import {
  appendEvent,
  createDeploymentEvents,
  readEvents,
} from "../../../packages/service/store/deployments/deployment-events.ts";
import { cancelOpen, notifyCanceled } from "../../../packages/service/store/deployments/deployments.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { healing } from "../../../packages/service/store/files/healing-objects.ts";
import type { ObjectStore } from "../../../packages/service/store/files/objects.ts";
import { openTestDatabase } from "../../engines/database.ts";
import { openTestObjects } from "../../engines/objects.ts";
import { closeServer, listenLocally, type PageResponse, requestHost } from "../../http.ts";
import { insert } from "../rows.ts";

export const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** Text or bytes by path. */
export type Files = Readonly<Record<string, string | Buffer>>;

const GIT_ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { env: GIT_ENV, encoding: "utf8", stdio: "pipe" }).trim();
}

const GIT_CONFIG = `[core]
	repositoryformatversion = 0
	bare = false
	fsync = none
[maintenance]
	auto = false
`;

/** What `git init` makes, without a process. */
function initRepository(folder: string): void {
  const gitFolder = join(folder, ".git");
  for (const name of ["objects", "refs/heads", "hooks"]) mkdirSync(join(gitFolder, name), { recursive: true });
  writeFileSync(join(gitFolder, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(gitFolder, "config"), GIT_CONFIG);
}

/** Commits files on the branch that is checked out. @returns The commit. */
export function commitFiles(folder: string, files: Files): string {
  writeFiles(folder, files);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", "change");
  const read = (name: string): string => readFileSync(join(folder, ".git", name), "utf8").trim();
  const head = read("HEAD");
  return head.startsWith("ref: ") ? read(head.slice("ref: ".length)) : head;
}

export function makeRepository(folder: string, files: Files): { path: string; url: string; sha: string } {
  initRepository(folder);
  return { path: folder, url: `file://${folder}`, sha: commitFiles(folder, files) };
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** What the processes of this machine were started with. */
export function commandLines(): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf);
}

/** Counts the processes of this machine that run a command. */
export function running(command: string): number {
  return commandLines().filter((line) => line === command).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0").join(" ").trim();
  } catch {
    return "";
  }
}

/** How the instance under test differs from the defaults. */
export interface FixtureOptions extends BuildOptions {
  readonly settings?: Partial<Settings>;
  readonly data?: string;
  /** Opens the store of files, given the data folder. */
  readonly openStore?: (dataDirectory: string) => ObjectStore | Promise<ObjectStore>;
  /** Domain of the production hosts, when it is not that of the previews. */
  readonly productionDomain?: string;
}

/** One instance's pipeline and hosting over a temporary folder, with real git repositories. */
export async function openBuildFixture({
  settings: changed,
  data,
  openStore = openTestObjects,
  productionDomain,
  ...options
}: FixtureOptions = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), "greenroom-pipeline-"));
  const repositories = join(folder, "repositories");
  mkdirSync(repositories, { recursive: true });
  const settings: Settings = {
    dataDirectory: join(folder, "data"),
    host: "127.0.0.1",
    port: 0,
    development: true,
    repositoryRoots: [repositories],
    unsafeNoSandbox: true,
    trustedProxies: [],
    limits: DEFAULT_LIMITS,
    ...changed,
  };
  mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o700 });
  const server = createServer((incoming, outgoing) => {
    if (hosting.serves(incoming.headers.host)) hosting.handle(incoming, outgoing);
    else outgoing.writeHead(421).end();
  });
  const port = await listenLocally(server);
  const db = openTestDatabase(join(settings.dataDirectory, "greenroom.db"));
  const log = pino({ level: process.env["PIPELINE_LOG"] ?? "silent" });
  const context: PipelineDeps = {
    settings,
    addresses: {
      baseUrl: `http://127.0.0.1:${port}`,
      scheme: "http:",
      previewDomain: `preview.localhost:${port}`,
      ...(productionDomain !== undefined && { productionDomain: `${productionDomain}:${port}` }),
    },
    db,
    objects: healing(await openStore(settings.dataDirectory), { db, clock: systemClock, log }),
    events: createDeploymentEvents(),
    clock: systemClock,
    log,
  };
  const hosting = createHosting(context);
  const builds: Builds = createBuilds(context, { pollMs: 200, environment: process.env, ...options });
  const at = () => new Date().toISOString();

  return {
    context,
    db,
    builds,
    folder,
    port,
    hosting,
    repositories,

    repository(files: Files, name = `r${newUuid()}`): { path: string; url: string; sha: string } {
      return makeRepository(join(repositories, name), files);
    },

    commit: commitFiles,

    /** Writes the operator's file of credentials and values. */
    storeSecrets(secrets: object): void {
      writeFileSync(join(settings.dataDirectory, "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
    },

    /** Where a store in a folder keeps what has a digest. */
    objectPath: (digest: string) => join(settings.dataDirectory, "objects", digest.slice(0, 2), digest),

    async workspace(): Promise<string> {
      const id = newUuid();
      const row = { id, slug: id, name: "w", max_sites: null, max_live_sites: null, byo_cloud_targets: 0 as const };
      await insert(db, "workspaces", {
        ...row,
        allow_self_approval: 0,
        allow_unconfirmed: 0,
        stored_bytes: 0,
        created_at: at(),
      });
      await db.insertInto("projects").values({ id, workspace_id: id, name: "p", created_at: at() }).execute();
      return id;
    },

    async site(workspaceId: string, repositoryUrl: string, slug = `s${newUuid().slice(-8)}`): Promise<string> {
      const id = newUuid();
      await insert(db, "sites", {
        id,
        workspace_id: workspaceId,
        project_id: workspaceId,
        slug,
        name: slug,
        framework: null,
        repository_url: repositoryUrl,
        status: "active",
        production_label: id,
        manifest: null,
        manifest_commit_sha: null,
        list_with_values: 0,
        created_at: at(),
        updated_at: at(),
        archived_at: null,
      });
      return id;
    },

    /** A site of a workspace of its own. */
    async siteOf(repositoryUrl = "file:///nowhere", slug?: string): Promise<string> {
      return this.site(await this.workspace(), repositoryUrl, slug);
    },

    async accept(
      siteId: string,
      fields: Partial<DeploymentRow> = {},
      within: (tx: Transaction, id: string) => Promise<unknown> = () => Promise.resolve(),
    ): Promise<string> {
      const id = newDeploymentId();
      const site = await requireRow(db, "sites", { id: siteId });
      await inDatabase(db, async (tx) => {
        await tx
          .insertInto("deployments")
          .values({
            id,
            workspace_id: site.workspace_id,
            site_id: siteId,
            environment: "preview",
            status: "queued",
            attempt: 0,
            last_event_seq: 1,
            log_lines: 0,
            log_bytes: 0,
            created_at: at(),
            ...fields,
          })
          .execute();
        const data: StatusEvent = { status: "queued", at: at() };
        await appendEvent(tx, { id, last_event_seq: 1 }, { type: "status", data });
        await within(tx, id);
      });
      builds.wake();
      return id;
    },

    /** Accepts the production deployment of an approved preview. */
    async release(siteId: string, source: DeploymentRow): Promise<string> {
      const userId = newUuid();
      const standing = { epoch: 1, confirmed: 1, factors_confirmed: 1 } as const;
      const user = { id: userId, email: `${userId}@example.com`, name: "p", ...standing, created_at: at() };
      await db.insertInto("users").values(user).execute();
      const fields = { environment: "production", source_deployment_id: source.id } as const;
      const id = newApprovalId();
      const act = { id: newUuid(), request_id: id, user_id: userId, epoch: 0, people: "[]", at: at() };
      const pair = { comparison_id: "cmp_1", before_digest: "", after_digest: source.file_list_digest ?? "" };
      return this.accept(siteId, fields, async (tx, deploymentId) => {
        await tx
          .insertInto("approval_requests")
          .values({
            id,
            workspace_id: source.workspace_id,
            site_id: siteId,
            source_deployment_id: source.id,
            file_list_digest: source.file_list_digest ?? "",
            branch: source.branch,
            status: "approved",
            intent: "release",
            created_at: at(),
            requested_at: at(),
            expires_at: at(),
            deployment_id: deploymentId,
          })
          .execute();
        return tx
          .insertInto("release_acts")
          .values({ ...act, ...pair, masks: "", kind: "approved", factor: "totp" })
          .execute();
      });
    },

    row: (id: string) => db.selectFrom("deployments").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),

    async until(id: string, wanted: (row: DeploymentRow) => boolean): Promise<DeploymentRow> {
      for (;;) {
        const changed = Promise.withResolvers<void>();
        context.events.subscribe(id, changed.resolve);
        try {
          const row = await this.row(id);
          if (wanted(row)) return row;
          await changed.promise;
        } finally {
          context.events.unsubscribe(id, changed.resolve);
        }
      }
    },

    /** Waits until the log of a build has a line, or the build has failed. */
    async logged(id: string, line: string): Promise<DeploymentRow> {
      let seen = 0;
      for (;;) {
        const row = await this.until(id, ({ status, log_lines }) => status === "failed" || log_lines > seen);
        if (row.status === "failed" || (await this.logLines(id)).includes(line)) return row;
        seen = row.log_lines;
      }
    },

    /** Cancels a deployment, as a request does. */
    async cancel(id: string): Promise<void> {
      const row = await this.row(id);
      await inDatabase(db, (tx) => cancelOpen(tx, row, "canceled_by_user"));
      notifyCanceled({ events: context.events, builds }, [id]);
    },

    ended(id: string): Promise<DeploymentRow> {
      return this.until(id, ({ status }) => status === "ready" || status === "failed" || status === "canceled");
    },

    async built(siteId: string, fields: Partial<DeploymentRow> = {}): Promise<DeploymentRow> {
      return this.ended(await this.accept(siteId, fields));
    },

    events: (id: string) => readEvents(db, id, { afterSeq: 0, limit: 100_000 }),

    async statuses(id: string): Promise<StatusEvent[]> {
      const rows = await this.events(id);
      return rows.filter(({ type }) => type === "status").map(({ data }) => JSON.parse(data) as StatusEvent);
    },

    async logLines(id: string): Promise<string[]> {
      const rows = await this.events(id);
      const batches = rows.filter(({ type }) => type === "log").map(({ data }) => JSON.parse(data) as LogEvent);
      return batches.flatMap(({ stream, lines }) => lines.map(({ text }) => `${stream}: ${text}`));
    },

    async newSite(files: Files) {
      const repository = this.repository(files);
      return { repository, siteId: await this.siteOf(repository.url) };
    },

    async begin(files: Files, fields: Partial<DeploymentRow> = {}) {
      const made = await this.newSite(files);
      return { ...made, id: await this.accept(made.siteId, fields) };
    },

    /** Builds one commit of new files and waits for its end. */
    async deploy(files: Files, fields: Partial<DeploymentRow> = {}) {
      const begun = await this.begin(files, fields);
      return { ...begun, row: await this.ended(begun.id) };
    },

    /** Requests a path of a host exactly as written. */
    get(
      label: string,
      path: string,
      headers: Readonly<Record<string, string>> = {},
      method = "GET",
      at = port,
    ): Promise<PageResponse> {
      return requestHost(at, `${label}.preview.localhost:${port}`, path, headers, method);
    },

    async close(): Promise<void> {
      await builds.stop();
      await closeServer(server);
      await db.destroy();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await this.close();
    },
  };
}

export type BuildFixture = Awaited<ReturnType<typeof openBuildFixture>>;
