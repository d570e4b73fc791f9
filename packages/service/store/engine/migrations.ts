import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { OperatorFault } from "../../domain/operator-fault.ts";

const MIGRATIONS = new URL("migrations/", import.meta.url);

const AppliedMigration = z.object({ number: z.int(), additive: z.int().default(0) });

export type AppliedMigration = z.infer<typeof AppliedMigration>;

export function readApplied(rows: unknown): readonly AppliedMigration[] {
  return z.array(AppliedMigration).parse(rows);
}

const LastTimes = z.array(z.object({ name: z.string(), at: z.string(), version: z.string().nullish() }));

export interface Versions {
  readonly applied: readonly AppliedMigration[];
  /** When something last happened, and with which version; empty in a database from before that was noted. */
  readonly lastTimes: z.infer<typeof LastTimes>;
  /** Whether a service has sessions on it; undefined for an embedded one. */
  readonly isServed: boolean | undefined;
}

export function readLastTimes(rows: unknown): Versions["lastTimes"] {
  return LastTimes.parse(rows);
}

export interface Migration {
  readonly number: number;
  readonly text: () => string;
  /** Its SQL for PostgreSQL, where a file says it otherwise. */
  readonly postgresText: (() => string) | undefined;
  /** Whether a version that does not know it works with the schema after it: it only adds what that version can leave out. */
  readonly additive: boolean;
}

const ADDITIVE = "-- Additive.\n";

export function listMigrations(): readonly Migration[] {
  const names = new Set(readdirSync(MIGRATIONS));
  const reader = (name: string) => () => readFileSync(new URL(name, MIGRATIONS), "utf8");
  return [...names]
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort()
    .map((name) => {
      const other = name.replace(/\.sql$/, ".pg.sql");
      const text = reader(name);
      return {
        number: Number.parseInt(name, 10),
        text,
        postgresText: names.has(other) ? reader(other) : undefined,
        get additive() {
          return text().startsWith(ADDITIVE);
        },
      };
    });
}

export function due(migrations: readonly Migration[], applied: readonly AppliedMigration[]): readonly Migration[] {
  const seen = new Set(applied.map(({ number }) => number));
  return migrations.filter(({ number }) => !seen.has(number));
}

/** A migration that every store from before the first release has applied; no later one gets its number. */
const UNRELEASED = 10;

/**
 * Rejects a database from before the first release, and one whose schema has changed in a way that this program does
 * not know. What only adds is no reason: the version before continues while machines are updated one by one.
 * @throws {OperatorFault}
 */
export function requireKnownVersion(
  what: string,
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  if (applied.some(({ number }) => number === UNRELEASED)) {
    throw new OperatorFault(
      "database_newer",
      `The ${what} was written by a version from before the first release, which this version cannot read: begin with a new data folder or an empty database, and create the sites again.`,
    );
  }
  const known = new Set(migrations.map(({ number }) => number));
  const newer = applied.findLast(({ number, additive }) => !known.has(number) && additive !== 1);
  if (!newer) return;
  const supported = migrations.at(-1)?.number ?? 0;
  throw new OperatorFault(
    "database_newer",
    `The ${what} was written by a newer version (schema ${newer.number}; this version supports ${supported}). Install that version or a newer one, or restore the backup from before the upgrade: greenroom admin restore --from BACKUP --data NEW_FOLDER.`,
  );
}

const Moves = z.array(z.object({ state: z.string(), place: z.string() }));

/** Rejects a store that was moved away, so that it never serves again, and one whose move is incomplete. */
export function requireNotMoved(rows: unknown): void {
  for (const { state, place } of Moves.parse(rows)) {
    if (state === "left") throw new OperatorFault("moved", `This store was moved to ${place}. Start and use that one.`);
    if (state === "arriving") {
      throw new OperatorFault(
        "moved",
        `The move of ${place} to this store is not finished. Run greenroom admin move again.`,
      );
    }
  }
}
