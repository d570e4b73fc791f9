import { sql } from "kysely";

/*
 * Statuses of what has not ended, as the conditions of `deployments_open` and `comparisons_open` have them. SQLite uses a
 * partial index only for a query that repeats its condition in literals; else it reads the whole table.
 * See https://www.sqlite.org/partialindex.html §3.
 */

export const OPEN_DEPLOYMENTS = [sql.lit("queued" as const), sql.lit("building" as const)];

export const OPEN_COMPARISONS = [sql.lit("pending" as const), sql.lit("running" as const)];
