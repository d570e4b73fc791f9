import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import { createReadCache } from "../../outside/read-cache.ts";
import { deleteRows, findRow, findRows, updateRows } from "../engine/rows.ts";
import type { DeploymentEventRow } from "../engine/schema.ts";
import { inDeployment } from "../engine/transaction.ts";
import { type KeepingDeps, keepObjects, noteStored } from "../files/kept-objects.ts";
import type { ObjectStore } from "../files/objects.ts";
import { readEvents } from "./deployment-events.ts";

export interface EventHistory {
  /** Events after a number (0 for all), in order. @throws {CorruptObject | StoreUnavailable} */
  read(
    deploymentId: string,
    range: { readonly afterSeq: number; readonly limit: number },
  ): Promise<readonly DeploymentEventRow[]>;
}

/** From the end of a deployment until its log is packed: its readers have come and gone by then. */
const PACK_AFTER_MS = 10 * 60_000;

const PACKED_A_ROUND = 100;

/** Unpacked logs in memory: a reader takes a log in many small parts. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** A log is at most 32 MB, and each of its characters at most doubled twice by how it is written. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

const PackedEvent = z.object({ seq: z.int().positive(), at: z.string(), data: z.string() });
type PackedEvent = z.infer<typeof PackedEvent>;

/**
 * Packs the logs of deployments that ended some time ago: the object first, then in one transaction the row that names
 * it and the rows that it replaces. A round that is cut off anywhere is done again.
 */
export async function packLogs(context: KeepingDeps, signal?: AbortSignal): Promise<void> {
  const ended = await context.db
    .selectFrom("deployments")
    .select("id")
    .where("log_sha256", "is", null)
    .where("finished_at", "is not", null)
    .where("finished_at", "<", instant(context.clock, -PACK_AFTER_MS))
    .where((eb) => eb("log_lines", ">", eb.lit(0)))
    .orderBy("finished_at")
    .limit(PACKED_A_ROUND)
    .execute();
  for (const { id } of ended) {
    if (signal?.aborted === true) return;
    await packLog(context, id);
  }
}

async function packLog({ db, objects, clock }: KeepingDeps, id: string): Promise<void> {
  const events = await findRows(db, "deployment_events", { deployment_id: id, type: "log" }, "seq");
  const lines = events.map(({ seq, at, data }) => `${JSON.stringify({ seq, at, data })}\n`);
  const object = await objects.putBytes(await promisify(gzip)(lines.join("")));
  await keepObjects({ db, objects, clock }, [object]);
  await inDeployment(db, id, async (tx) => {
    // Another process may have been faster.
    if (!(await updateRows(tx, "deployments", { id, log_sha256: null }, { log_sha256: object.sha256 }))) return;
    await noteStored(tx, [object.sha256]);
    await deleteRows(tx, "deployment_events", { deployment_id: id, type: "log" });
  });
}

export function createEventHistory({ db, objects }: Pick<KeepingDeps, "db" | "objects">): EventHistory {
  const readPacked = createReadCache(MEMORY_BYTES, (sha256) => unpackLog(objects, sha256));
  return {
    async read(deploymentId, range) {
      const rows = await readEvents(db, deploymentId, range);
      // Numbers have no gaps, and the last event is a state, whose row stays: packed rows are seen to be missing.
      if (rows.every(({ seq }, index) => seq === range.afterSeq + 1 + index)) return rows;
      const packed = await findRow(db, "deployments", { id: deploymentId });
      const sha256 = packed?.log_sha256 ?? null;
      if (sha256 === null) return rows;
      const states = await db
        .selectFrom("deployment_events")
        .selectAll()
        .where("deployment_id", "=", deploymentId)
        .where("type", "=", "status")
        .where("seq", ">", range.afterSeq)
        .orderBy("seq")
        .limit(range.limit)
        .execute();
      const logs = (await readPacked(sha256))
        .filter(({ seq }) => seq > range.afterSeq)
        .slice(0, range.limit)
        .map((event): DeploymentEventRow => ({ ...event, deployment_id: deploymentId, type: "log" }));
      return [...states, ...logs].sort((left, right) => left.seq - right.seq).slice(0, range.limit);
    },
  };
}

async function unpackLog(objects: ObjectStore, sha256: string) {
  const text = await promisify(gunzip)(await objects.read(sha256), { maxOutputLength: MAX_UNPACKED_BYTES });
  const lines = text.toString().split("\n").slice(0, -1);
  return { value: lines.map((line) => PackedEvent.parse(JSON.parse(line))), bytes: text.length };
}
