import type { BuildErrorCode } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import { z } from "zod";
import type { Settings } from "../../settings.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { transition } from "./transition.ts";

/** The machine of the service beside those of workers, which are called by their ids. */
export const SERVICE_MACHINE = "service";

/** A worker that was not seen for as long is not waited for. */
const SEEN_MS = 10 * 60_000;

/** Faults of machines that a build can meet. */
export const MACHINE_FAULTS = ["sandbox_unavailable", "storage_exhausted"] as const satisfies readonly BuildErrorCode[];

/** A fault of a machine that a build met there, as `deployments.machine_faults` lists them. */
const Fault = z.object({ machine: z.string(), code: z.enum(MACHINE_FAULTS), message: z.string() });
type Fault = z.output<typeof Fault>;

interface MachinesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, "role" | "buildSlots">;
}

/** Condition: the build met no fault of this machine. */
export function hasNoFaultOf(machine: string) {
  return sql<boolean>`(machine_faults IS NULL OR machine_faults NOT LIKE ${`%"machine":"${machine}"%`})`;
}

/**
 * Gives a build back for other machines than the one whose fault it met, which costs no attempt. Where every machine
 * that could build it has failed, it fails.
 * @returns Undefined when another worker holds it.
 */
export async function passOn(
  deps: MachinesDeps,
  row: Pick<DeploymentRow, "id" | "workspace_id">,
  { owner, fault }: { readonly owner: string; readonly fault: Fault },
): Promise<"passed on" | "failed" | undefined> {
  const at = instant(deps.clock);
  return inWorkspace(deps.db, row.workspace_id, async (tx) => {
    const held = await tx
      .selectFrom("deployments")
      .select("machine_faults")
      .where("id", "=", row.id)
      .where("status", "=", "building")
      .where("lease_owner", "=", owner)
      .executeTakeFirst();
    if (!held) return undefined;
    const faults = [...faultsOf(held.machine_faults), fault];
    const given = { machine_faults: JSON.stringify(faults), lease_owner: null, lease_expires_at: at };
    await tx
      .updateTable("deployments")
      .set((eb) => ({ ...given, attempt: eb("attempt", "-", 1) }))
      .where("id", "=", row.id)
      .execute();
    return (await failForsaken(tx, deps, { ...row, faults })) ? "failed" : "passed on";
  });
}

/** Fails builds that were given back for machines that are there no more. @returns Their ids. */
export async function endForsaken(deps: MachinesDeps): Promise<readonly string[]> {
  const rows = await deps.db
    .selectFrom("deployments")
    .select(["id", "workspace_id"])
    .where("status", "in", [sql.lit("queued" as const), sql.lit("building" as const)])
    .where("machine_faults", "is not", null)
    .where("lease_owner", "is", null)
    .limit(MAX_FORSAKEN)
    .execute();
  const ended: string[] = [];
  for (const { id, workspace_id: workspaceId } of rows) {
    const isEnded = await inWorkspace(deps.db, workspaceId, async (tx) => {
      const row = await tx
        .selectFrom("deployments")
        .select(["id", "workspace_id", "machine_faults"])
        .where("id", "=", id)
        .where("status", "=", "building")
        .where("lease_owner", "is", null)
        .executeTakeFirst();
      return row && (await failForsaken(tx, deps, { ...row, faults: faultsOf(row.machine_faults) }));
    });
    if (isEnded === true) ended.push(id);
  }
  return ended;
}

const MAX_FORSAKEN = 100;

async function failForsaken(
  tx: Transaction,
  { clock, settings }: MachinesDeps,
  { id, workspace_id: workspaceId, faults }: Pick<DeploymentRow, "id" | "workspace_id"> & { readonly faults: Fault[] },
): Promise<boolean> {
  const last = faults.at(-1);
  if (!last) return false;
  const failed = new Set(faults.map(({ machine }) => machine));
  const machines = await listMachines(tx, workspaceId, { seenSince: instant(clock, -SEEN_MS), settings });
  if (machines.some((machine) => !failed.has(machine))) return false;
  const message = `Every machine that can build this failed; the last one said: ${last.message}`;
  const event = { error: { code: last.code, message } };
  await transition(tx, id, { from: "building", to: "failed", at: instant(clock), event });
  return true;
}

/** The machines that build for a workspace. */
async function listMachines(
  tx: Transaction,
  workspaceId: string,
  { seenSince, settings }: { readonly seenSince: string; readonly settings: MachinesDeps["settings"] },
): Promise<readonly string[]> {
  const workers = await tx
    .selectFrom("workers as w")
    .select("w.id")
    .where("w.revoked_at", "is", null)
    .where("w.last_seen_at", ">", seenSince)
    .where(
      sql<boolean>`(NOT EXISTS (SELECT 1 FROM worker_workspaces AS a WHERE a.worker_id = w.id)
        OR EXISTS (SELECT 1 FROM worker_workspaces AS a WHERE a.worker_id = w.id AND a.workspace_id = ${workspaceId}))`,
    )
    .execute();
  const isServiceBuilding = (settings.role ?? "all") === "all" && settings.buildSlots !== 0;
  return [...workers.map(({ id }) => id), ...(isServiceBuilding ? [SERVICE_MACHINE] : [])];
}

function faultsOf(text: string | null): Fault[] {
  return text === null ? [] : z.array(Fault).parse(JSON.parse(text));
}
