import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ListedFile } from "../../packages/service/domain/file-list.ts";
import { verifyAudit } from "../../packages/service/store/audit/audit-check.ts";
import { createPostgres } from "../../packages/service/store/engine/postgres.ts";
import { readFileList } from "../../packages/service/store/files/file-lists.ts";
import { eachOf } from "../lanes.ts";
import type { Ledger } from "./clients.ts";
import { type Answer, ask, type Asked, type Front } from "./http.ts";
import type { Installation } from "./installation.ts";
import { type FinalDeployment, type History, readPacked, type Replayed, type Served } from "./judge.ts";

const AT_A_TIME = 6;
const TRIES = 5;
const PAUSE_MS = 500;
const INDEX = "index.html";

type Seen = Pick<History, "mostRunning" | "quota" | "crashed">;

/** Reads everything back when nothing is wrong any more. */
export async function collect(installation: Installation, ledger: Ledger, seen: Seen): Promise<History> {
  const { db, fronts } = installation;
  const stored = await readBucket(installation.bucketFolder);
  const rows = await db.selectFrom("deployments").selectAll().orderBy("created_at").execute();
  const lists = await readLists(stored, new Set(rows.flatMap(({ file_list_digest: digest }) => digest ?? [])));
  const pages = new Map(
    [...lists].map(([digest, files]) => [digest, files.find(({ path }) => path === INDEX)?.sha256 ?? "nothing"]),
  );
  const events = Map.groupBy(
    await db.selectFrom("deployment_events").selectAll().orderBy("seq").execute(),
    ({ deployment_id }) => deployment_id,
  );
  const deployments = rows.map((row): FinalDeployment => {
    const page = stored.get(pages.get(row.file_list_digest ?? "") ?? "");
    const log = stored.get(row.log_sha256 ?? "");
    const packed = log === undefined ? [] : readPacked(log);
    return {
      id: row.id,
      siteId: row.site_id,
      environment: row.environment,
      status: row.status,
      errorCode: row.error_code,
      lastEventSeq: row.last_event_seq,
      logLines: row.log_lines,
      approvalRequestId: row.approval_request_id,
      createdAt: row.created_at,
      hidden: row.hidden_at !== null,
      page: page?.toString(),
      events: [...(events.get(row.id) ?? []), ...packed].sort((left, right) => left.seq - right.seq),
    };
  });
  const hosts = await db.selectFrom("hosts").selectAll().execute();
  const digests = new Map(rows.map(({ id, file_list_digest }) => [id, pages.get(file_list_digest ?? "") ?? "nothing"]));
  const shown = hosts.flatMap(({ label, deployment_id }) => (deployment_id === null ? [] : [{ label, deployment_id }]));
  const visible = new Set(deployments.filter(({ hidden }) => !hidden).map(({ id }) => id));
  return {
    ...seen,
    fronts: fronts.map(({ name }) => name),
    acknowledged: ledger.acknowledged,
    replays: [
      ...ledger.replays,
      ...(
        await everywhere(
          installation,
          ledger.acknowledged.filter(({ deploymentId }) => visible.has(deploymentId)),
          replay,
        )
      ).flat(),
    ],
    keys: (await db.selectFrom("idempotency_keys").select(["key", "deployment_id"]).execute()).map(
      ({ key, deployment_id: deploymentId }) => ({ key, deploymentId }),
    ),
    deployments,
    streams: ledger.streams,
    decisions: ledger.decisions,
    approvals: await readApprovals(installation),
    production: hosts.flatMap(({ kind, site_id: siteId, deployment_id: deploymentId }) =>
      kind === "production" ? [{ siteId, deploymentId }] : [],
    ),
    audits: await Promise.all(fronts.map((front) => readAudit(installation, front))),
    served: await everywhere(installation, shown, async (front, { label, deployment_id }): Promise<Served> => {
      const host = `${label}.preview.localhost`;
      const answer = await askUntilAnswered(installation, front, { path: "/", headers: { host } });
      const came = answer.status === 200 ? digestOf(answer.text) : `HTTP ${answer.status}`;
      return { front: front.name, host, wanted: digests.get(deployment_id) ?? "nothing", came };
    }),
    named: new Set([
      ...lists.keys(),
      ...[...lists.values()].flat().map(({ sha256 }) => sha256),
      ...rows.flatMap(({ log_sha256 }) => log_sha256 ?? []),
      ...(await db.selectFrom("object_encodings").select("encoded_sha256").execute()).flatMap(
        ({ encoded_sha256 }) => encoded_sha256 ?? [],
      ),
    ]),
    stored: new Set(stored.keys()),
    internalErrors: ledger.internalErrors,
  };
}

const digestOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Objects by name; one whose bytes are not what its name says is not there. */
async function readBucket(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (digestOf(bytes) === entry.name) found.set(entry.name, bytes);
  }
  return found;
}

/** The files of each list; those of one that is not stored are unknown. */
async function readLists(
  stored: ReadonlyMap<string, Buffer>,
  digests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly ListedFile[]>> {
  const lists = new Map<string, readonly ListedFile[]>();
  for (const digest of digests) {
    const bytes = stored.get(digest);
    const list = bytes && (await readFileList({ read: async () => bytes }, digest));
    lists.set(digest, list?.files ?? []);
  }
  return lists;
}

/** Does the same for each of many things at every front. */
async function everywhere<Thing, Found>(
  installation: Installation,
  things: readonly Thing[],
  run: (front: Front, thing: Thing, installation: Installation) => Promise<Found>,
): Promise<readonly Found[]> {
  const pairs = installation.fronts.flatMap((front) => things.map((thing) => ({ front, thing })));
  return await eachOf(pairs, AT_A_TIME, ({ front, thing }) => run(front, thing, installation));
}

async function replay(
  front: Front,
  { key, asked }: Ledger["acknowledged"][number],
  installation: Installation,
): Promise<readonly Replayed[]> {
  const { status, text } = await askUntilAnswered(installation, front, asked);
  return status === 202 ? [{ key, front: front.name, body: text }] : [];
}

async function askUntilAnswered({ publicUrl }: Installation, front: Front, asked: Asked): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(publicUrl, front, asked).catch((error: unknown) => {
      return { status: 0, text: String(error), code: "" };
    });
    if ((answer.status > 0 && answer.status < 500) || tries === TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}

async function readApprovals({ db }: Installation): Promise<History["approvals"]> {
  const rows = await db
    .selectFrom("approval_requests")
    .leftJoin("release_acts as decision", (join) =>
      join.onRef("decision.request_id", "=", "approval_requests.id").on("decision.kind", "<>", "requested"),
    )
    .select(["approval_requests.id", "approval_requests.status", "decision.user_id as decidedBy"])
    .execute();
  const audited = await db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("action", "in", ["approval.approved", "approval.rejected"])
    .execute();
  const counts = Map.groupBy(audited, ({ subject_id }) => subject_id);
  return rows.map(({ id, status, decidedBy }) => ({
    id,
    status,
    decidedBy,
    auditedDecisions: counts.get(id)?.length ?? 0,
  }));
}

/** As `greenroom admin audit verify` on the machine of a front, which knows the rows that it wrote itself. */
async function readAudit({ databaseUrl, seed }: Installation, front: Front): Promise<History["audits"][number]> {
  const db = createPostgres({ url: databaseUrl, dataDirectory: front.dataDirectory });
  try {
    const { findings } = await verifyAudit(db, seed.workspaceId);
    return { front: front.name, findings: findings.map((finding) => JSON.stringify(finding)) };
  } finally {
    await db.destroy();
  }
}
