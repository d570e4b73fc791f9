import { type InsertObject, type RawBuilder, sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { Database, Transaction } from "./database.ts";
import type { Schema } from "./schema.ts";

/*
 * One table, and columns that are compared for equality: what most queries are. What changes rows takes a transaction,
 * so that it cannot be sent past one that is open.
 */

/** The values of some columns; null for none. */
export type Columns<Table extends keyof Schema> = Readonly<Partial<Schema[Table]>>;

export async function findRow<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
): Promise<Schema[Table] | undefined> {
  const found = sql<Schema[Table]>`SELECT * FROM ${sql.table(table)} WHERE ${matching(match)} LIMIT 1`;
  return (await found.execute(db)).rows[0];
}

/** Reads a row that another one refers to, so that it is there. */
export async function requireRow<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
): Promise<Schema[Table]> {
  return present(table, await findRow(db, table, match));
}

export async function findRows<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
  ...order: readonly [keyof Schema[Table] & string, ...(keyof Schema[Table] & string)[]]
): Promise<Schema[Table][]> {
  const sorted = sql.join(order.map((column) => sql.ref(column)));
  const found = sql<Schema[Table]>`SELECT * FROM ${sql.table(table)} WHERE ${matching(match)} ORDER BY ${sorted}`;
  return (await found.execute(db)).rows;
}

export async function countRows<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
): Promise<number> {
  const counted = sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql.table(table)} WHERE ${matching(match)}`;
  return (await counted.execute(db)).rows[0]?.count ?? 0;
}

export async function insertRow<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  row: InsertObject<Schema, Table>,
): Promise<Schema[Table]> {
  const inserted = sql<Schema[Table]>`${insertion(table, row)} RETURNING *`;
  return present(table, (await inserted.execute(tx)).rows[0]);
}

/** Adds a row unless there is one with its key. @returns Whether it was added. */
export async function addRow<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  row: InsertObject<Schema, Table>,
): Promise<boolean> {
  const added = sql`${insertion(table, row)} ON CONFLICT DO NOTHING`;
  return ((await added.execute(tx)).numAffectedRows ?? 0n) > 0n;
}

/** Adds a row, or changes the one with its key. @param first Columns that only a new row gets. */
export async function putRow<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  { key, set, first }: Readonly<Record<"key" | "set", Columns<Table>>> & { readonly first?: Columns<Table> },
): Promise<void> {
  const names = sql.join(Object.keys(key).map((name) => sql.ref(name)));
  const row = { ...first, ...key, ...set };
  await sql`${insertion(table, row)} ON CONFLICT (${names}) DO UPDATE SET ${setting(set)}`.execute(tx);
}

function insertion(table: keyof Schema, row: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const names = sql.join(given.map(([name]) => sql.ref(name)));
  return sql`INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(given.map(([, value]) => value))})`;
}

/** @returns Whether there was such a row. */
export async function updateRows<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  match: Columns<Table>,
  set: Columns<Table>,
): Promise<boolean> {
  const updated = sql`UPDATE ${sql.table(table)} SET ${setting(set)} WHERE ${matching(match)}`;
  return ((await updated.execute(tx)).numAffectedRows ?? 0n) > 0n;
}

/** @returns The row as it is now. */
export async function changeRow<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  match: Columns<Table>,
  set: Columns<Table>,
): Promise<Schema[Table] | undefined> {
  const changed = sql<
    Schema[Table]
  >`UPDATE ${sql.table(table)} SET ${setting(set)} WHERE ${matching(match)} RETURNING *`;
  return (await changed.execute(tx)).rows[0];
}

/** @returns Whether there was such a row. */
export async function deleteRows<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  match: Columns<Table>,
): Promise<boolean> {
  const deleted = sql`DELETE FROM ${sql.table(table)} WHERE ${matching(match)}`;
  return ((await deleted.execute(tx)).numAffectedRows ?? 0n) > 0n;
}

/** @returns The row as it was. */
export async function takeRow<Table extends keyof Schema>(
  tx: Transaction,
  table: Table,
  match: Columns<Table>,
): Promise<Schema[Table] | undefined> {
  const taken = sql<Schema[Table]>`DELETE FROM ${sql.table(table)} WHERE ${matching(match)} RETURNING *`;
  return (await taken.execute(tx)).rows[0];
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

/** The last row of a page; lists are sorted by both columns, the newest first. */
export interface PageStart {
  readonly createdAt: string;
  readonly id: string;
}

export function follows(table: keyof Schema, { createdAt, id }: PageStart): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${createdAt}, ${id})`;
}

function setting(set: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}

const Texts = z.array(z.string());

/** Reads a list of texts as columns have it, a JSON array. */
export function readTexts(column: string): string[] {
  return Texts.parse(JSON.parse(column));
}

export function flag(on: boolean): 0 | 1 {
  return on ? 1 : 0;
}

function present<Row>(table: string, row: Row | undefined): Row {
  if (row === undefined) throw new Error(`A row of ${table} that has to be there is missing.`);
  return row;
}
