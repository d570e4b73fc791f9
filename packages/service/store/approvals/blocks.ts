import type { DecideApproval, Role } from "@greenroom/contract";
import { canOverride } from "../../domain/approval.ts";
import { findBlocking, type ThreadView, threadUrl } from "../comments/threads.ts";
import type { Database } from "../engine/database.ts";
import { findRow } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";

export interface Blocks {
  readonly threads: readonly ThreadView[];
  readonly mayOverride: boolean;
}

export async function readBlocks(
  db: Database,
  source: DeploymentRow | undefined,
  role: Role | undefined,
): Promise<Blocks> {
  const threads = source ? await findBlocking(db, source) : [];
  if (!source || threads.length === 0) return { threads, mayOverride: false };
  const site = await findRow(db, "sites", { id: source.site_id });
  return { threads, mayOverride: canOverride(site?.block_override ?? null, role) };
}

/** Whether nothing blocks, or the override names all that does: what was made after the decider looked still blocks. */
export function isFree({ threads, mayOverride }: Blocks, override: DecideApproval["override"]): boolean {
  return threads.length === 0 || (mayOverride && threads.every(({ id }) => override?.threads.includes(id) === true));
}

const NAMED = 20;

export function namedBlocks(
  { threads }: Blocks,
  baseUrl: string,
): readonly { readonly id: string; readonly webUrl: string }[] {
  return threads.slice(0, NAMED).map((thread) => ({ id: thread.id, webUrl: threadUrl(baseUrl, thread) }));
}
