import type { Stored } from "./audit.ts";
import type { Ended } from "./clients.ts";
import type { Attempt } from "./plan.ts";
import type { Reported } from "./reading.ts";

/** What the soak itself wrote down while it went on. */
export interface Books {
  /** Every deployment that a client got, by attempt. */
  readonly accepted: ReadonlyMap<number, ReadonlySet<string>>;
  /** How every attempt ended. */
  readonly ended: ReadonlyMap<number, Ended>;
}

/**
 * Compares what was requested with what the service has, over its interface and on its disk.
 * @returns What does not agree.
 */
export function compare(
  attempts: readonly Attempt[],
  books: Books,
  { stored, reported }: { stored: Stored; reported: Reported },
): string[] {
  const rows = new Map(stored.deployments.map((row) => [row.id, row]));
  const byBranch = Map.groupBy(stored.deployments, ({ branch }) => branch);
  const wanted = [...books.ended.values()].reduce((sum, { n }) => sum + n, 0);
  // The key of a preview goes with its files.
  const removed = stored.deployments.filter((row) => row.removed_at !== null).length;
  const counts = { wanted, stored: rows.size, keys: stored.keys + removed, reported: reported.deployments.length };
  const findings = new Set(Object.values(counts)).size === 1 ? [] : [`counts differ: ${JSON.stringify(counts)}`];
  for (const attempt of attempts) {
    const ended = books.ended.get(attempt.id);
    const made = byBranch.get(attempt.branch) ?? [];
    for (const id of books.accepted.get(attempt.id) ?? []) {
      if (!rows.has(id)) findings.push(`attempt ${attempt.id}: ${id} was acknowledged and is gone`);
    }
    if (ended === undefined) {
      findings.push(`attempt ${attempt.id} never ended`);
      continue;
    }
    const row = rows.get(ended.deploymentId);
    if (row?.branch !== attempt.branch) findings.push(`attempt ${attempt.id}: ${ended.deploymentId} is not its own`);
    if (row?.status !== ended.status)
      findings.push(`attempt ${attempt.id}: reported ${ended.status}, it is ${row?.status}`);
    if (made.length !== ended.n) findings.push(`attempt ${attempt.id}: ${made.length} deployments for ${ended.n} keys`);
    if (!mayEndAs(attempt, ended))
      findings.push(`attempt ${attempt.id} (${attempt.wish}) ended ${ended.status} ${ended.code}`);
  }
  for (const { id, status } of reported.deployments) {
    if (rows.get(id)?.status !== status)
      findings.push(`${id} is reported as ${status} and stored as ${rows.get(id)?.status}`);
  }
  return findings;
}

function mayEndAs({ wish }: Attempt, { status, code }: Ended): boolean {
  // Two kills of the service in one build end it, with an error.
  if (status === "failed" && code === "worker_lost") return true;
  // The disk was full.
  if (status === "failed" && code === "storage_exhausted") return true;
  if (wish === "break") return status === "failed" && code === "commit_not_found";
  return status === "ready" || (wish === "cancel" && status === "canceled");
}
