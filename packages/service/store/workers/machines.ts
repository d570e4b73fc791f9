import { hostname } from "node:os";
import { resolve } from "node:path";
import type { BuildErrorCode } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import { z } from "zod";
import { sha256Of } from "../../domain/sha256.ts";
import type { Settings } from "../../settings.ts";
import { transition } from "../deployments/transition.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { OPEN_DEPLOYMENTS } from "../engine/partial-indexes.ts";
import { findRow, putRow } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { inTransaction, inWorkspace } from "../engine/transaction.ts";

/** A machine that was not seen for as long is not waited for. */
const SEEN_MS = 10 * 60_000;

export const MACHINE_FAULTS = ["sandbox_unavailable", "storage_exhausted"] as const satisfies readonly BuildErrorCode[];

/** A fault of a machine that a build met there, as `deployments.machine_faults` lists them. */
const Fault = z.object({ machine: z.string(), code: z.enum(MACHINE_FAULTS), message: z.string() });
type Fault = z.output<typeof Fault>;

interface MachinesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, "role" | "buildSlots" | "dataDirectory">;
}

/** What the service of a data folder is called as a machine that builds; workers are called by their ids. */
export function serviceMachine({ dataDirectory }: Pick<Settings, "dataDirectory">): string {
  const name = sha256Of(`${hostname()}\0${resolve(dataDirectory)}`);
  return `service-${name.slice(0, 16)}`;
}

const isBuilding = ({ role = "all", buildSlots }: MachinesDeps["settings"]): boolean =>
  role === "all" && buildSlots !== 0;

/** Notes that this service builds, for the others on its database. */
export async function noteMachine({ db, clock, settings }: MachinesDeps): Promise<void> {
  if (!isBuilding(settings)) return;
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom("machines").where("seen_at", "<", instant(clock, -SEEN_MS)).execute();
    await putRow(tx, "machines", { key: { id: serviceMachine(settings) }, set: { seen_at: instant(clock) } });
  });
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
    const held = await findRow(tx, "deployments", { id: row.id, status: "building", lease_owner: owner });
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
    .select(["id", "workspace_id", "machine_faults"])
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("machine_faults", "is not", null)
    .where("lease_owner", "is", null)
    .limit(MAX_FORSAKEN)
    .execute();
  const ended: string[] = [];
  for (const [workspaceId, waiting] of Map.groupBy(rows, (row) => row.workspace_id)) {
    const machines = await listMachines(deps, workspaceId);
    // Most of them wait for a machine that is there, and this look takes no lock.
    const forsaken = waiting.filter((row) => hasFailedOn(machines, faultsOf(row.machine_faults)));
    if (forsaken.length === 0) continue;
    const failed = await inWorkspace(deps.db, workspaceId, async (tx) => {
      const ids: string[] = [];
      for (const { id } of forsaken) {
        const row = await findRow(tx, "deployments", { id, status: "building", lease_owner: null });
        if (row && (await failForsaken(tx, deps, { ...row, faults: faultsOf(row.machine_faults) }))) ids.push(id);
      }
      return ids;
    });
    ended.push(...failed);
  }
  return ended;
}

const MAX_FORSAKEN = 100;

async function failForsaken(
  tx: Transaction,
  deps: MachinesDeps,
  { id, workspace_id: workspaceId, faults }: Pick<DeploymentRow, "id" | "workspace_id"> & { readonly faults: Fault[] },
): Promise<boolean> {
  const last = faults.at(-1);
  if (!last || !hasFailedOn(await listMachines({ ...deps, db: tx }, workspaceId), faults)) return false;
  const message = `Every machine that can build this failed; the last one said: ${last.message}`;
  const event = { error: { code: last.code, message } };
  await transition(tx, id, { from: "building", to: "failed", event });
  return true;
}

function hasFailedOn(machines: readonly string[], faults: readonly Fault[]): boolean {
  const failed = new Set(faults.map(({ machine }) => machine));
  return machines.every((machine) => failed.has(machine));
}

export async function hasOtherMachines(deps: MachinesDeps, own: string): Promise<boolean> {
  return (await listMachines(deps)).some((machine) => machine !== own);
}

/** The machines that build for a workspace, or for all of them. */
async function listMachines({ db, clock, settings }: MachinesDeps, workspaceId = ""): Promise<readonly string[]> {
  const since = instant(clock, -SEEN_MS);
  const rows = await db
    .selectFrom("workers as w")
    .select("w.id")
    .where("w.revoked_at", "is", null)
    .where("w.last_seen_at", ">", since)
    .where(
      sql<boolean>`(NOT EXISTS (SELECT 1 FROM worker_workspaces AS a WHERE a.worker_id = w.id)
        OR EXISTS (SELECT 1 FROM worker_workspaces AS a WHERE a.worker_id = w.id AND a.workspace_id = ${workspaceId}))`,
    )
    .union(db.selectFrom("machines").select("id").where("seen_at", ">", since))
    .execute();
  const own = isBuilding(settings) ? [serviceMachine(settings)] : [];
  return [...new Set([...rows.map(({ id }) => id), ...own])];
}

function faultsOf(text: string | null): Fault[] {
  return text === null ? [] : z.array(Fault).parse(JSON.parse(text));
}
