import { type InsertObject, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

/** The values of some columns; null for none. */
export type Columns<Table extends keyof Schema> = Readonly<Partial<Schema[Table]>>;

/** Finds a row by the values of columns. */
export async function findRow<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
): Promise<Schema[Table] | undefined> {
  const found = sql<Schema[Table]>`SELECT * FROM ${sql.table(table)} WHERE ${matching(match)} LIMIT 1`;
  return (await found.execute(db)).rows[0];
}

/** Finds the rows with these values, in the order of a column. */
export async function findRows<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
  order: keyof Schema[Table] & string,
): Promise<Schema[Table][]> {
  const found = sql<
    Schema[Table]
  >`SELECT * FROM ${sql.table(table)} WHERE ${matching(match)} ORDER BY ${sql.ref(order)}`;
  return (await found.execute(db)).rows;
}

/** Changes the rows with these values. @returns Whether there was one. */
export async function updateRows<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
  set: Columns<Table>,
): Promise<boolean> {
  const columns = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const updated = sql`UPDATE ${sql.table(table)} SET ${sql.join(columns)} WHERE ${matching(match)}`;
  return ((await updated.execute(db)).numAffectedRows ?? 0n) > 0n;
}

/** Deletes the rows with these values. @returns Whether there was one. */
export async function deleteRows<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
): Promise<boolean> {
  const deleted = sql`DELETE FROM ${sql.table(table)} WHERE ${matching(match)}`;
  return ((await deleted.execute(db)).numAffectedRows ?? 0n) > 0n;
}

/** Each column is compared: one whose value is missing must not match every row. */
export function matching(match: Readonly<Record<string, unknown>>): RawBuilder<SqlBool> {
  const conditions = Object.entries(match).map(([name, value]) => {
    if (value === undefined) throw new TypeError(`The value of ${name} is missing.`);
    return value === null ? sql`${sql.ref(name)} IS NULL` : sql`${sql.ref(name)} = ${value}`;
  });
  if (conditions.length === 0) throw new TypeError("No column is compared.");
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

export async function insertRow<Table extends keyof Schema>(
  db: Database,
  table: Table,
  row: InsertObject<Schema, Table>,
): Promise<Schema[Table]> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => sql.ref(name));
  const inserted = sql<Schema[Table]>`INSERT INTO ${sql.table(table)} (${sql.join(names)})
    VALUES (${sql.join(given.map(([, value]) => value))}) RETURNING *`;
  const [first] = (await inserted.execute(db)).rows;
  if (!first) throw new Error(`A row of ${table} is missing right after it was inserted.`);
  return first;
}
