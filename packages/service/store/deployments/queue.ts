import type { StatusEvent } from "@greenroom/contract";
import { sql } from "kysely";
import type { Lease } from "../../domain/lease.ts";
import type { Database } from "../engine/database.ts";
import { OPEN_DEPLOYMENTS } from "../engine/partial-indexes.ts";
import { flag } from "../engine/rows.ts";
import type { DeploymentRow, SiteRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { hasNoFaultOf } from "../workers/machines.ts";
import { transition } from "./transition.ts";

/** One look reads this many waiting rows, or sites with such rows, at most, the oldest first; a later one reads the rest. */
const MAX_CANDIDATES = 1_000;

/**
 * Attempts before a build whose workers are lost fails. Machines that restart lose builds, but so many losses in a row
 * mean that the build itself ends its workers; few enough that it does not go on for hours.
 */
export const MAX_ATTEMPTS = 8;

/** Condition: no upload is pending. */
const isWhole = sql<boolean>`(upload IS NULL OR upload = 'complete')`;

/** Condition: it does not wait for the budget of its author. */
export function isDue(at: string) {
  return sql<boolean>`(held_until IS NULL OR held_until <= ${at})`;
}

/** Condition: no worker holds it any more. */
function isExpired(at: string) {
  return sql<boolean>`(lease_expires_at IS NULL OR lease_expires_at <= ${at})`;
}

/**
 * Condition: nothing ran in the site's newest preview, and no setting names a command. What was claimed as quick and
 * runs commands after all has the lane `slot` from then on.
 */
const isQuick = sql<boolean>`((deployments.lane IS NULL OR deployments.lane = 'quick') AND EXISTS (
  SELECT 1 FROM sites WHERE sites.id = deployments.site_id AND sites.install_command IS NULL
    AND sites.build_command IS NULL AND COALESCE(sites.chosen_framework, sites.framework) = 'static-html'))`;

const WAITING = [
  "id",
  "workspace_id",
  "site_id",
  "environment",
  "created_at",
  "attempt",
  "upload",
  sql<0 | 1>`CASE WHEN ${isQuick} THEN 1 ELSE 0 END`.as("quick"),
] as const;

type Candidate = Pick<DeploymentRow, "id" | "workspace_id" | "site_id" | "environment" | "created_at" | "upload"> & {
  readonly quick: 0 | 1;
};

/** Releases, and what was built elsewhere: they need no slot, and no worker on another machine. */
function isBuilt({ environment, upload }: Pick<Candidate, "environment" | "upload">): boolean {
  return environment === "production" || upload !== null;
}

/** Builds without commands at a time that a process takes beside its slots. */
export const QUICK_SLOTS = 2;

export interface Capacity {
  /** A build that met a fault of this machine goes to others. */
  readonly machine: string;
  /** Most builds of one workspace at a time. */
  readonly buildsRunning: number;
  /** Whether the worker has a free build slot; what is built already needs none. */
  readonly build: boolean;
  /** Whether it takes a build that runs no commands beside its slots. */
  readonly quick?: boolean;
  /** Whether it publishes what is built already; a worker on another machine only builds. */
  readonly promotions?: boolean;
  /** Deployments the worker works on now: a late heartbeat must not make it claim one twice. */
  readonly working: readonly string[];
  /** Waiting deployments that may be replaced before they start. */
  readonly undecided?: readonly string[];
  /** Those whose deployments it claims; all when undefined. */
  readonly workspaces?: readonly string[] | undefined;
}

/** Builds that run now, by workspace and by site; their ids never meet. */
interface Running {
  readonly slot: ReadonlyMap<string, number>;
  readonly quick: ReadonlyMap<string, number>;
}

/**
 * Chooses the next waiting deployment: what is built already first; then, of the workspace with the fewest builds
 * running, of its site with the fewest, the oldest one; where that finds no slot, the same of those that run no commands.
 * @param waiting Waiting deployments, oldest first.
 */
export function chooseNext<Waiting extends Candidate>(
  waiting: readonly Waiting[],
  running: Running,
  capacity: Capacity,
): { readonly next: Waiting; readonly lane: DeploymentRow["lane"] } | undefined {
  const built = waiting.find(isBuilt);
  if (built) return { next: built, lane: null };
  const inSlot = capacity.build ? fairest(waiting, running.slot, capacity.buildsRunning) : undefined;
  if (inSlot) return { next: inSlot, lane: "slot" };
  if (capacity.quick !== true) return undefined;
  const quick = fairest(
    waiting.filter((one) => one.quick === 1),
    running.quick,
    Number.POSITIVE_INFINITY,
  );
  return quick && { next: quick, lane: "quick" };
}

function fairest<Waiting extends Candidate>(
  waiting: readonly Waiting[],
  running: ReadonlyMap<string, number>,
  most: number,
): Waiting | undefined {
  const countOf = (id: string): number => running.get(id) ?? 0;
  let chosen: Waiting | undefined;
  for (const candidate of waiting) {
    const { workspace_id: workspaceId, site_id: siteId } = candidate;
    if (countOf(workspaceId) >= most) continue;
    const ahead =
      chosen && (countOf(workspaceId) - countOf(chosen.workspace_id) || countOf(siteId) - countOf(chosen.site_id));
    if (ahead === undefined || ahead < 0) chosen = candidate;
  }
  return chosen;
}

/**
 * How many workspaces a claim locks in turn at most: where other processes took what it saw, it sees the rest next
 * time.
 */
const MAX_CHOICES = 8;

export async function claimNext(db: Database, lease: Lease, capacity: Capacity): Promise<DeploymentRow | undefined> {
  let candidates = db
    .selectFrom("deployments")
    .select(WAITING)
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("status", "=", "queued")
    .where(isDue(lease.at))
    .where(isWhole);
  // Without a slot, builds that wait are not even read: there may be more of them than a claim looks at.
  if (!capacity.build) {
    candidates = candidates.where((eb) =>
      eb.or([
        eb("environment", "=", "production"),
        eb("upload", "is not", null),
        ...(capacity.quick === true ? [isQuick] : []),
      ]),
    );
  }
  if (capacity.promotions === false) {
    candidates = candidates.where("environment", "=", "preview").where("upload", "is", null);
  }
  if (capacity.workspaces) candidates = candidates.where("workspace_id", "in", capacity.workspaces);
  // Most of the time nothing waits, and this look takes no lock.
  const waiting = await candidates.orderBy("created_at").orderBy("id").limit(MAX_CANDIDATES).execute();
  if (waiting.length === 0) return undefined;
  let free = waiting.filter((row) => capacity.undecided?.includes(row.id) !== true);
  const running = await countRunning(db);
  for (let choices = 0; choices < MAX_CHOICES; choices += 1) {
    const choice = chooseNext(free, running, capacity);
    if (!choice) return undefined;
    const { workspace_id: workspaceId } = choice.next;
    const seen = new Set([choice.next, ...free.filter((one) => one.workspace_id === workspaceId)].map(({ id }) => id));
    const claimed = await claimIn(db, workspaceId, lease, capacity, [...seen]);
    if (claimed) return claimed;
    free = free.filter((one) => one.workspace_id !== workspaceId);
  }
  return undefined;
}

/** How many waiting rows of one workspace are read again at most, once no other process claims there. */
const MAX_READ_AGAIN = 100;

/** Claims what is first in one workspace, once no other process claims there. */
async function claimIn(
  db: Database,
  workspaceId: string,
  lease: Lease,
  capacity: Capacity,
  seen: readonly string[],
): Promise<DeploymentRow | undefined> {
  return inWorkspace(db, workspaceId, async (tx) => {
    const waiting = await tx
      .selectFrom("deployments")
      .select(WAITING)
      .where("id", "in", seen.slice(0, MAX_READ_AGAIN))
      .where("status", "=", "queued")
      .where(isDue(lease.at))
      .where(isWhole)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    const choice = chooseNext(waiting, await countRunning(tx), capacity);
    if (!choice) return undefined;
    const { next, lane } = choice;
    return transition(tx, next.id, {
      from: "queued",
      to: "building",
      set: {
        attempt: next.attempt + 1,
        lane,
        lease_owner: lease.owner,
        lease_expires_at: lease.expiresAt,
        started_at: lease.at,
      },
    });
  });
}

async function countRunning(db: Database): Promise<Running> {
  const rows = await db
    .selectFrom("deployments")
    .select((eb) => ["workspace_id", "site_id", "lane", eb.fn.countAll<number>().as("count")])
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("status", "=", "building")
    .where("lease_owner", "is not", null)
    .where("environment", "=", "preview")
    .where("upload", "is", null)
    .groupBy(["workspace_id", "site_id", "lane"])
    .execute();
  const of = (quick: boolean): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const { workspace_id: workspaceId, site_id: siteId, lane, count } of rows) {
      if ((lane === "quick") !== quick) continue;
      for (const id of [workspaceId, siteId]) counts.set(id, (counts.get(id) ?? 0) + count);
    }
    return counts;
  };
  return { slot: of(false), quick: of(true) };
}

/** Whether a build waits or has lost its worker; costs no transaction. */
export async function hasBuilds(db: Database, at: string): Promise<boolean> {
  const row = await db
    .selectFrom("deployments")
    .select("id")
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("environment", "=", "preview")
    .where("upload", "is", null)
    .where((eb) => eb.or([eb("status", "=", "queued"), isExpired(at)]))
    .where(isDue(at))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const held = (db: Database, id: string, owner: string) =>
  db.updateTable("deployments").where("id", "=", id).where("status", "=", "building").where("lease_owner", "=", owner);

/** @returns False when the row is no longer this worker's. */
export async function renewLease(db: Database, id: string, lease: Lease): Promise<boolean> {
  const row = await held(db, id, lease.owner)
    .set({ lease_expires_at: lease.expiresAt })
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives a build back, which costs no attempt: it has no holder any more.
 * @param lease When it expires is when the next worker can take the build.
 * @param change `slot` for what runs commands after all.
 */
export async function releaseLease(
  db: Database,
  id: string,
  { owner, expiresAt }: Lease,
  change: Partial<Pick<DeploymentRow, "lane">> = {},
): Promise<void> {
  await held(db, id, owner)
    .set((eb) => ({ ...change, lease_owner: null, lease_expires_at: expiresAt, attempt: eb("attempt", "-", 1) }))
    .execute();
}

type Recovered =
  | { readonly kind: "taken"; readonly row: DeploymentRow }
  | { readonly kind: "failed"; readonly id: string };

const LOST: NonNullable<StatusEvent["error"]> = {
  code: "worker_lost",
  message: `The worker of this build was lost ${MAX_ATTEMPTS} times; the build itself may be what ends it.`,
};

const MAX_LOST = 50;

type Lost = Pick<DeploymentRow, "workspace_id" | "lane" | "lease_owner">;

/** Whether a build was given back: it runs nowhere, and takes a place of its workspace when it goes on. */
function waitsForSlot({ lane, lease_owner: owner }: Lost): boolean {
  return owner === null && lane === "slot";
}

/**
 * Takes over one build whose lease expired, or fails it after the last attempt.
 * @returns Undefined when no lease expired, or the worker has no free build slot.
 */
export async function recoverOne(db: Database, lease: Lease, capacity: Capacity): Promise<Recovered | undefined> {
  let lostRows = db
    .selectFrom("deployments")
    .select(["id", "workspace_id", "attempt", "lane", "lease_owner"])
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("status", "=", "building")
    .where(isExpired(lease.at))
    .where(hasNoFaultOf(capacity.machine));
  if (capacity.working.length > 0) lostRows = lostRows.where("id", "not in", capacity.working);
  if (capacity.promotions === false)
    lostRows = lostRows.where("environment", "=", "preview").where("upload", "is", null);
  if (capacity.workspaces) lostRows = lostRows.where("workspace_id", "in", capacity.workspaces);
  lostRows = lostRows.where((eb) =>
    eb.or([
      eb("attempt", ">=", MAX_ATTEMPTS),
      eb("environment", "=", "production"),
      eb("upload", "is not", null),
      ...(capacity.build ? [eb("lane", "is", null), eb("lane", "=", "slot")] : []),
      ...(capacity.quick === true ? [eb("lane", "=", "quick")] : []),
    ]),
  );
  const found = await lostRows.orderBy("created_at").limit(MAX_LOST).execute();
  const running = found.some(waitsForSlot) ? await countRunning(db) : undefined;
  const hasPlace = (one: Lost, { slot }: Running): boolean =>
    !waitsForSlot(one) || (slot.get(one.workspace_id) ?? 0) < capacity.buildsRunning;
  const lost = found.find((one) => !running || hasPlace(one, running));
  if (!lost) return undefined;
  const ends = lost.attempt >= MAX_ATTEMPTS;
  return inWorkspace(db, lost.workspace_id, async (tx) => {
    if (running && !hasPlace(lost, await countRunning(tx))) return undefined;
    // Its worker may have come back, or another one may have taken it.
    const row = await tx
      .updateTable("deployments")
      .set({
        attempt: ends ? lost.attempt : lost.attempt + 1,
        lease_owner: lease.owner,
        lease_expires_at: lease.expiresAt,
      })
      .where("id", "=", lost.id)
      .where("status", "=", "building")
      .where("attempt", "=", lost.attempt)
      .where(isExpired(lease.at))
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    if (!ends) return { kind: "taken", row };
    await transition(tx, lost.id, { from: "building", to: "failed", event: { error: LOST } });
    return { kind: "failed", id: lost.id };
  });
}

/** In a manifest as JSON.stringify writes it: inside a string the quotes would have backslashes. */
const CANCELS_SUPERSEDED = '"cancelSuperseded":';

/** Whether a new preview of a site can end older ones that wait; what its repository says wins over its setting. */
export function cancelsSuperseded({ manifest, built_commits: built }: Pick<SiteRow, "manifest" | "built_commits">) {
  const says = (value: boolean): boolean => manifest?.includes(`${CANCELS_SUPERSEDED}${value}`) === true;
  return says(true) || (built === "newest" && !says(false));
}

/** Pairs that are read at a time; later ones are seen when these are decided. */
const MAX_PAIRS = 100;

/** An expression, since SQLite would read all deployments in the order of an index by site. */
const SITE_OF_OPEN = sql<string>`(site_id || '')`;

/** Sites with queued previews of which only the newest is built: few, so that only theirs are compared in pairs. */
async function listSupersedingSites(db: Database): Promise<readonly string[]> {
  const rows = await db
    // First the sites, each of which may have many that wait: its manifest is read once.
    .selectFrom((eb) =>
      eb
        .selectFrom("deployments")
        .select((waiting) => [SITE_OF_OPEN.as("site_id"), waiting.fn.min("created_at").as("since")])
        .where("status", "in", OPEN_DEPLOYMENTS)
        .where("status", "=", "queued")
        .where("environment", "=", "preview")
        .groupBy(SITE_OF_OPEN)
        .as("waiting"),
    )
    .innerJoin("sites", "sites.id", "waiting.site_id")
    .select(["sites.id", "sites.manifest", "sites.built_commits"])
    .where((eb) =>
      eb.or([
        eb("sites.manifest", "like", `%${CANCELS_SUPERSEDED}true%`),
        eb("sites.built_commits", "=", sql.lit("newest" as const)),
      ]),
    )
    .orderBy("waiting.since")
    .limit(MAX_CANDIDATES)
    .execute();
  return rows.filter(cancelsSuperseded).map(({ id }) => id);
}

/** Queued previews of sites with newer ones that name the same branch. */
function selectSuperseded(db: Database, siteIds: readonly string[]) {
  return db
    .selectFrom("deployments as old")
    .innerJoin("deployments as newer", (join) =>
      join.onRef("newer.site_id", "=", "old.site_id").onRef("newer.branch", "=", "old.branch"),
    )
    .where("old.site_id", "in", siteIds)
    .where("old.status", "in", OPEN_DEPLOYMENTS)
    .where("old.status", "=", "queued")
    .where("old.environment", "=", "preview")
    .where("newer.environment", "=", "preview")
    .whereRef("newer.created_at", ">", "old.created_at");
}

const SUPERSEDED: NonNullable<StatusEvent["error"]> = {
  code: "superseded",
  message: "A newer deployment of the branch replaced it before it started.",
};

/** Ended at a time, so that no request waits long behind it; later ones are seen when these have ended. */
const MAX_CANCELED = 100;

/**
 * Ends queued previews whose branch has a newer one, on sites that build only the newest.
 * A branch that a request only names cancels nothing: the newer commit must be verified on it.
 * @returns Their ids.
 */
export async function cancelSuperseded(db: Database): Promise<readonly string[]> {
  const siteIds = await listSupersedingSites(db);
  if (siteIds.length === 0) return [];
  const rows = await selectSuperseded(db, siteIds)
    .select(["old.id", "old.workspace_id"])
    .distinct()
    .where("newer.branch_verified", "=", 1)
    .limit(MAX_CANCELED)
    .execute();
  const canceled: string[] = [];
  for (const [workspaceId, found] of Map.groupBy(rows, (row) => row.workspace_id)) {
    const moved = await inWorkspace(db, workspaceId, async (tx) => {
      const ended: string[] = [];
      for (const { id } of found) {
        if (await transition(tx, id, { from: "queued", to: "canceled", event: { error: SUPERSEDED } })) ended.push(id);
      }
      return ended;
    });
    canceled.push(...moved);
  }
  return canceled;
}

/** Pairs of queued previews of which the newer one replaces the older one if its commit is on the branch. */
export async function listUndecided(db: Database): Promise<{ readonly older: string; readonly newer: string }[]> {
  const siteIds = await listSupersedingSites(db);
  if (siteIds.length === 0) return [];
  return selectSuperseded(db, siteIds)
    .select(["old.id as older", "newer.id as newer"])
    .where("newer.status", "=", "queued")
    .where("newer.branch_verified", "is", null)
    .orderBy("newer.created_at", "desc")
    .limit(MAX_PAIRS)
    .execute();
}

/** Records whether the commit of a queued preview is on the branch it names; its build looks again if it is not. */
export async function recordBranch(db: Database, id: string, verified: boolean): Promise<void> {
  await db
    .updateTable("deployments")
    .set({ branch_verified: flag(verified) })
    .where("id", "=", id)
    .where("branch_verified", "is", null)
    .execute();
}
