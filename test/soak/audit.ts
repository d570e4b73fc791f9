import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { readFileList } from "../../packages/service/store/files/file-lists.ts";
import { openObjects } from "../../packages/service/store/files/objects.ts";
import { ends, judgeNumbers, readPacked } from "../chaos/judge.ts";
import { processesOf } from "./memory.ts";

const Deployment = z.object({
  id: z.string(),
  branch: z.string(),
  status: z.string(),
  error_code: z.string().nullable(),
  last_event_seq: z.int(),
  log_lines: z.int(),
  log_sha256: z.string().nullable(),
});
const Event = z.object({ deployment_id: z.string(), seq: z.int(), type: z.string(), data: z.string() });
const Count = z.object({ count: z.int() });
const Name = z.object({ sha256: z.string() });

/** What is on the disk when no process is left. */
export interface Stored {
  readonly deployments: readonly z.infer<typeof Deployment>[];
  readonly keys: number;
  readonly events: number;
  /** What is wrong with it by itself. */
  readonly findings: readonly string[];
}

/** Reads the data folder of a service that has ended. */
export async function audit(data: string): Promise<Stored> {
  const db = new BetterSqlite3(join(data, DATABASE_FILE), { readonly: true });
  try {
    const deployments = z.array(Deployment).parse(db.prepare("select * from deployments").all());
    const rows = Map.groupBy(
      z.array(Event).parse(db.prepare("select * from deployment_events").all()),
      ({ deployment_id }) => deployment_id,
    );
    let count = 0;
    const streams = deployments.flatMap(({ id, status, last_event_seq, log_lines, log_sha256: packed }) => {
      const moved = packed === null ? [] : readPacked(readFileSync(join(data, "objects", packed.slice(0, 2), packed)));
      const events = [...(rows.get(id) ?? []), ...moved].sort((left, right) => left.seq - right.seq);
      count += events.length;
      return [
        ...(ends(status) ? [] : [`${id} is ${status} for ever`]),
        ...judgeNumbers({ id, status, events, lastEventSeq: last_event_seq, logLines: log_lines }),
      ];
    });
    const { count: keys } = Count.parse(db.prepare("select count(*) as count from idempotency_keys").get());
    const integrity = JSON.stringify(db.pragma("integrity_check"));
    return {
      deployments,
      keys,
      events: count,
      findings: [
        ...(integrity.includes('"ok"') ? [] : [`the database says ${integrity}`]),
        ...streams,
        ...(await leftovers(data)),
        ...(await files(data, db)),
      ],
    };
  } finally {
    db.close();
  }
}

async function leftovers(data: string): Promise<readonly string[]> {
  const folders = await readdir(join(data, "builds")).catch(() => []);
  const processes = await processesOf(data);
  return [
    ...folders.map((name) => `the build folder ${name} was left behind`),
    ...processes.map((line) => `a process was left behind: ${line.slice(0, 200)}`),
  ];
}

/** Every stored file is known, every wanted file is stored. */
async function files(data: string, db: BetterSqlite3.Database): Promise<readonly string[]> {
  const names = (sql: string): Set<string> => {
    const rows = z.array(Name).parse(db.prepare(sql).all());
    return new Set(rows.map(({ sha256 }) => sha256));
  };
  const counted = names("select sha256 from workspace_objects where lists > 0");
  const objects = openObjects(data);
  const listed = new Set<string>();
  for (const digest of names(
    "select distinct file_list_digest as sha256 from deployments where file_list_digest is not null",
  )) {
    const list = await readFileList(objects, digest);
    if (!list) throw new Error(`The file list ${digest} is missing.`);
    for (const { sha256 } of list.files) listed.add(sha256);
  }
  const wanted = names(
    "select digest as sha256 from file_lists union select encoded_sha256 as sha256 from object_encodings where encoded_sha256 is not null union select log_sha256 as sha256 from deployments where log_sha256 is not null",
  ).union(listed);
  const known = names("select sha256 from objects");
  const root = join(data, "objects");
  const folders = await readdir(root);
  const stored = new Set((await Promise.all(folders.map((name) => readdir(join(root, name))))).flat());
  return [
    [stored.difference(known), "files are stored that no row knows"] as const,
    [known.difference(stored), "files that rows know are not stored"] as const,
    [wanted.difference(known), "files are referred to that no row knows"] as const,
    [listed.difference(counted), "files of deployments are not counted, and would be collected"] as const,
    [counted.difference(listed), "files are counted that no deployment has"] as const,
  ].flatMap(([names, what]) => (names.size === 0 ? [] : [`${names.size} ${what}`]));
}
