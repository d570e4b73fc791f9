// What grows with the deployments of an installation: `npm run bench -- growth [COUNT …]` makes stores with so many of
// them, which share 50 sites, and measures what people and the queue wait for.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { acceptPreview } from "../packages/service/store/deployments/accept.ts";
import { branchesOfSite, FACETS, listBranches } from "../packages/service/store/deployments/branch-list.ts";
import { listDeployments } from "../packages/service/store/deployments/deployments.ts";
import { removeExpired } from "../packages/service/store/deployments/expiry.ts";
import { forgetOld } from "../packages/service/store/deployments/old-records.ts";
import { claimNext, recoverOne } from "../packages/service/store/deployments/queue.ts";
import { readRetention } from "../packages/service/store/deployments/retention.ts";
import { countStored, readFigures } from "../packages/service/store/engine/figures.ts";
import { releaseRoom } from "../packages/service/store/files/storage.ts";
import { openWorld, signIn, type World } from "../test/service/screens/visitor.ts";

const SITES = 50;
const CHUNK = 50_000;
const ROUNDS = 15;
/** A company of 500 developers, who push ten times a day. */
const A_DAY = 5_000;
/** So few that a site of the smaller store has as many branches as a list looks at. */
const OF_A_BRANCH = 2;
/** Previews that have their files still. */
const KEPT = 20_000;

/** @returns A table of milliseconds, in Markdown. */
export async function growth(counts: readonly number[], say: (text: string) => void): Promise<string> {
  const columns: ReadonlyMap<string, number>[] = [];
  for (const count of counts) columns.push(await measure(count, say));
  const rows = [...(columns[0]?.keys() ?? [])].map((name) => {
    const values = columns.map((column) => column.get(name) ?? Number.NaN);
    const ratio = (values.at(-1) ?? 0) / (values[0] ?? 1);
    return `| ${[name, ...values.map((value) => value.toFixed(2)), ratio.toFixed(2)].join(" | ")} |`;
  });
  return [`| | ${counts.join(" | ")} | ratio |`, `|---|${"--:|".repeat(counts.length + 1)}`, ...rows].join("\n");
}

async function measure(count: number, say: (text: string) => void): Promise<ReadonlyMap<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-growth-"));
  const file = join(folder, "greenroom.db");
  const world = await openWorld({ file, limit: { "builds-queued": 1_000_000 } });
  const { context } = world;
  try {
    say(`makes ${count} deployments`);
    fill(file, world, count);
    const found = new Map<string, number>();
    for (const [name, run] of Object.entries(await questionsOf(world))) {
      await run();
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const startedAt = performance.now();
        await run();
        times.push(performance.now() - startedAt);
      }
      found.set(name, times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN);
      say(`${name}: ${found.get(name)?.toFixed(2)} ms`);
    }
    found.set("KB a deployment", (await stat(file)).size / count / 1024);
    return found;
  } finally {
    await context.db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deployments of the last days, `A_DAY` each: of twenty one failed; the newest have their files still. */
function fill(file: string, { context, first }: World, count: number): void {
  const { workspaceId, projectId, users, site } = first;
  const db = new BetterSqlite(file);
  db.pragma("foreign_keys = OFF");
  db.pragma("synchronous = OFF");
  const now = context.clock.now();
  db.exec(`INSERT INTO sites (id, workspace_id, project_id, slug, name, repository_url, status, production_label, preview_expiry_days, created_at, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${SITES - 2})
    SELECT 'site' || i, '${workspaceId}', '${projectId}', 'site-' || i, 'Site ' || i, 'https://git.example.com/x.git', 'active', 'site-' || i, 30, '${new Date(now).toISOString()}', '${new Date(now).toISOString()}' FROM n`);
  db.exec(
    `INSERT INTO file_lists (digest, total_bytes, created_at) VALUES ('list', 2000000, '${new Date(now).toISOString()}')`,
  );
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', ${now / 1_000} - (${count} - i) * ${86_400 / A_DAY}, 'unixepoch')`;
  for (let start = 0; start < count; start += CHUNK) {
    const numbers = `WITH RECURSIVE n(i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.min(start + CHUNK, count) - 1})`;
    const id = "printf('dep_%032x', i)";
    const siteOf = `CASE WHEN i % ${SITES} = 0 THEN '${site.id}' ELSE 'site' || (i % ${SITES} - 1) END`;
    db.transaction(() => {
      db.exec(`INSERT INTO deployments (id, workspace_id, site_id, environment, status, branch, branch_verified, commit_sha, commit_message,
          commit_author, pull_request_number, created_by_user_id, preview_label, file_list_digest, error_code, last_event_seq, log_lines, log_bytes,
          log_sha256, removed_at, removed_because, created_at, started_at, finished_at)
        ${numbers} SELECT ${id}, '${workspaceId}', ${siteOf}, 'preview',
          CASE WHEN i / ${SITES} % 20 = 7 THEN 'failed' ELSE 'ready' END, 'feature/' || (i / ${SITES * OF_A_BRANCH}), 1, printf('%040x', i), 'Change what it says', 'Ada',
          i / ${SITES * OF_A_BRANCH}, '${users.developer}', printf('p%031x', i), CASE WHEN i >= ${count - KEPT} THEN 'list' END,
          CASE WHEN i / ${SITES} % 20 = 7 THEN 'build_failed' END, 12, 40, 4000, printf('%064x', i),
          CASE WHEN i >= ${count - KEPT} THEN NULL ELSE ${at} END, CASE WHEN i >= ${count - KEPT} THEN NULL ELSE 'pull_request_closed' END,
          ${at}, ${at}, ${at} FROM n`);
      for (const [seq, status] of Object.entries({ 1: "queued", 2: "building", 12: "ready" })) {
        db.exec(`INSERT INTO deployment_events (deployment_id, seq, type, data, at)
          ${numbers} SELECT ${id}, ${seq}, 'status', '{"status":"${status}","at":"' || ${at} || '"}', ${at} FROM n`);
      }
      db.exec(
        `INSERT INTO deployment_statements (deployment_id, envelope) ${numbers} SELECT ${id}, printf('%.1200c', 'x') FROM n`,
      );
      db.exec(`INSERT INTO hosts (label, kind, site_id, deployment_id, updated_at)
        ${numbers} SELECT printf('p%031x', i), 'deployment', ${siteOf}, ${id}, ${at} FROM n`);
    })();
  }
  db.exec(`INSERT INTO branches (site_id, name, deployment_id, deployed_at, pull_request_number)
    SELECT site_id, branch, MAX(id), MAX(created_at), MAX(pull_request_number) FROM deployments WHERE branch LIKE 'feature/%' GROUP BY site_id, branch`);
  db.exec(`INSERT INTO removal_counts (workspace_id, reason, count)
    SELECT workspace_id, removed_because, COUNT(*) FROM deployments WHERE removed_because IS NOT NULL GROUP BY workspace_id, removed_because`);
  db.close();
}

async function questionsOf(world: World): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const { context, app, first } = world;
  const { db } = context;
  const { workspaceId, site, tokens, users } = first;
  const visitor = await signIn(world, "developer");
  const screen = (path: string) => async () => {
    const response = await visitor.get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response.text();
  };
  const headers = { Authorization: `Bearer ${tokens.pat}`, Host: new URL(context.addresses.baseUrl).host };
  const get = async (path: string) => (await app.request(`${context.addresses.baseUrl}${path}`, { headers })).text();
  const lease = { owner: "bench", at: new Date().toISOString(), expiresAt: "2099-01-01T00:00:00.000Z" };
  const capacity = { machine: "bench", build: true, buildsRunning: 1_000_000, working: [] };
  const person = { userId: users.developer, name: "Ada" };
  const actor = { kind: "session", workspaceId, userId: users.developer } as const;
  return {
    "screen of sites": screen("/app/sites"),
    "screen of a site": screen(`/app/sites/${site.id}`),
    "screen of its releases": screen(`/app/sites/${site.id}/releases`),
    "screen of approvals": screen("/app/approvals"),
    "names for the palette": screen("/app/places.json"),
    "deployments of the workspace": () => get("/deployments?limit=50"),
    "failed ones": () => get("/deployments?limit=50&status=failed"),
    "deployments of a site": () => listDeployments(db, workspaceId, { filter: { siteId: site.id }, limit: 50 }),
    "branches of a site": () => listBranches(db, site, { filter: { person }, limit: 25 }),
    "failed branches of a site": () => listBranches(db, site, { filter: { person, facet: FACETS[2] }, limit: 25 }),
    "a choice of branches": () => branchesOfSite(db, site.id),
    sites: () => get("/sites"),
    "storage of a site": () => readRetention(db, site, Date.now()),
    accept: async () => {
      const request = { siteId: site.id, body: { environment: "preview", branch: "main" }, key: crypto.randomUUID() };
      await acceptPreview(context, actor as never, request);
    },
    claim: () => claimNext(db, lease, capacity),
    "a claim that finds nothing": () => recoverOne(db, lease, capacity),
    "figures of metrics": () => readFigures(db),
    "count what is stored": () => countStored(db),
    "remove what has expired": () => removeExpired(context, new AbortController().signal),
    "release room": () => releaseRoom(db),
    "forget old ones": () => forgetOld(context, { most: 100 }),
  };
}
