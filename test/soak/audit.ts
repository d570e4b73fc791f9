import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { TRANSITIONS, isDeploymentStatus, isTerminal } from "../../packages/contract/index.ts";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { readFileList } from "../../packages/service/store/files/file-lists.ts";
import { openObjects } from "../../packages/service/store/files/objects.ts";
import { processesOf } from "./process-table.ts";

const Deployment = z.object({
  id: z.string(),
  branch: z.string(),
  status: z.string(),
  error_code: z.string().nullable(),
  attempt: z.int(),
  removed_at: z.string().nullable(),
  lease_owner: z.string().nullable(),
  last_event_seq: z.int(),
  log_lines: z.int(),
  log_sha256: z.string().nullable(),
});
const Event = z.object({ deployment_id: z.string(), seq: z.int(), type: z.string(), data: z.string() });
const Packed = Event.pick({ seq: true, data: true });
const Status = z.object({ status: z.string() });
const Log = z.object({ lines: z.array(z.object({ n: z.int() })) });
const Count = z.object({ count: z.int() });
const Bytes = z.object({
  bytes: z
    .int()
    .nullable()
    .transform((bytes) => bytes ?? 0),
});
const Name = z.object({ sha256: z.string() });

/** What a finding says until the collector has been there. */
export const KEPT_FOR_NOTHING = "files are kept that nothing refers to";

export type StoredDeployment = z.infer<typeof Deployment>;

/** What is on the disk when no process is left. */
export interface Stored {
  readonly deployments: readonly StoredDeployment[];
  readonly keys: number;
  readonly events: number;
  /** What the files of sites and logs take. */
  readonly bytes: number;
  /** What is wrong with it by itself. */
  readonly findings: readonly string[];
}

/** Reads the data folder of a service that has ended. */
export async function audit(data: string): Promise<Stored> {
  const db = new BetterSqlite3(join(data, DATABASE_FILE), { readonly: true });
  try {
    const deployments = z.array(Deployment).parse(db.prepare("select * from deployments").all());
    const rows = z.array(Event).parse(db.prepare("select * from deployment_events").all());
    const events = [...rows, ...deployments.flatMap((deployment) => packedLog(data, deployment))].sort(
      (left, right) => left.seq - right.seq,
    );
    const { count: keys } = Count.parse(db.prepare("select count(*) as count from idempotency_keys").get());
    const integrity = JSON.stringify(db.pragma("integrity_check"));
    return {
      deployments,
      keys,
      events: events.length,
      bytes: Bytes.parse(db.prepare("select sum(size) as bytes from objects").get()).bytes,
      findings: [
        ...(integrity.includes('"ok"') ? [] : [`the database says ${integrity}`]),
        ...streamsOf(deployments, events),
        ...(await leftovers(data)),
        ...(await files(data, db)),
      ],
    };
  } finally {
    db.close();
  }
}

/** Lines of a log that were moved from rows to a file some time after its deployment ended. */
function packedLog(data: string, { id, log_sha256: sha256 }: StoredDeployment): z.infer<typeof Event>[] {
  if (sha256 === null) return [];
  const text = gunzipSync(readFileSync(join(data, "objects", sha256.slice(0, 2), sha256))).toString();
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => ({ ...Packed.parse(JSON.parse(line)), deployment_id: id, type: "log" }));
}

/** Every stream is contiguous, its statuses follow each other as they may, its log has every line once. */
function streamsOf(deployments: readonly StoredDeployment[], events: readonly z.infer<typeof Event>[]): string[] {
  const streams = Map.groupBy(events, ({ deployment_id }) => deployment_id);
  return deployments.flatMap((deployment) => {
    const stream = streams.get(deployment.id) ?? [];
    const wrong = stream.findIndex(({ seq }, index) => seq !== index + 1);
    const statuses = stream
      .filter(({ type }) => type === "status")
      .map(({ data }) => Status.parse(JSON.parse(data)).status);
    const lines = stream
      .filter(({ type }) => type === "log")
      .flatMap(({ data }) => Log.parse(JSON.parse(data)).lines.map(({ n }) => n));
    return [
      ...(wrong === -1 ? [] : [`the events of ${deployment.id} have a gap at ${wrong + 1}`]),
      ...(stream.length === deployment.last_event_seq
        ? []
        : [`the events of ${deployment.id} are not as many as counted`]),
      ...(legal(statuses) && statuses.at(-1) === deployment.status
        ? []
        : [`${deployment.id} went ${statuses.join(", ")}`]),
      ...(isTerminal(deployment.status) ? [] : [`${deployment.id} is ${deployment.status} for ever`]),
      ...(lines.every((n, index) => n === index + 1) && lines.length === deployment.log_lines
        ? []
        : [`the log of ${deployment.id} has lost or doubled a line`]),
    ];
  });
}

function legal([first, ...others]: readonly string[]): boolean {
  let before = first ?? "";
  if (before !== "queued") return false;
  for (const status of others) {
    if (!isDeploymentStatus(before) || !isDeploymentStatus(status)) return false;
    if (!TRANSITIONS[before].includes(status)) return false;
    before = status;
  }
  return true;
}

async function leftovers(data: string): Promise<readonly string[]> {
  const folders = await readdir(join(data, "builds")).catch(() => []);
  const processes = await processesOf(data);
  return [
    ...folders.map((name) => `the build folder ${name} was left behind`),
    ...processes.map((line) => `a process was left behind: ${line.slice(0, 200)}`),
  ];
}

/** The files of lists; one that cannot be read ends the audit. */
async function listedFiles(data: string, digests: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const objects = openObjects(data);
  const files = new Set<string>();
  for (const digest of digests) {
    const list = await readFileList(objects, digest);
    if (!list) throw new Error(`The file list ${digest} is missing.`);
    for (const { sha256 } of list.files) files.add(sha256);
  }
  return files;
}

/** Every stored file is known and wanted, every wanted file is stored. */
async function files(data: string, db: BetterSqlite3.Database): Promise<readonly string[]> {
  const names = (sql: string): Set<string> =>
    new Set(
      z
        .array(Name)
        .parse(db.prepare(sql).all())
        .map(({ sha256 }) => sha256),
    );
  const counted = names("select sha256 from workspace_objects where lists > 0");
  const listed = await listedFiles(
    data,
    names("select distinct file_list_digest as sha256 from deployments where file_list_digest is not null"),
  );
  const wanted = names(
    "select digest as sha256 from file_lists union select encoded_sha256 as sha256 from object_encodings where encoded_sha256 is not null union select log_sha256 as sha256 from deployments where log_sha256 is not null",
  ).union(listed);
  const known = names("select sha256 from objects");
  const root = join(data, "objects");
  const folders = await readdir(root);
  const stored = new Set((await Promise.all(folders.map((name) => readdir(join(root, name))))).flat());
  const missing = (of: ReadonlySet<string>, from: ReadonlySet<string>, what: string): readonly string[] => {
    const count = of.difference(from).size;
    return count === 0 ? [] : [`${count} ${what}`];
  };
  return [
    ...missing(stored, known, "files are stored that no row knows"),
    ...missing(known, stored, "files that rows know are not stored"),
    ...missing(known, wanted, KEPT_FOR_NOTHING),
    ...missing(wanted, known, "files are referred to that no row knows"),
    ...missing(listed, counted, "files of deployments are not counted, and would be collected"),
    ...missing(counted, listed, "files are counted that no deployment has"),
  ];
}
