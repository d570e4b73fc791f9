import BetterSqlite3 from "better-sqlite3";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inBatches } from "../../domain/batches.ts";
import { type Database, engineOf, type Transaction } from "./database.ts";
import { migrate } from "./sqlite.ts";

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Tables whose rows it refers to; not itself. */
  readonly references: readonly string[];
  /** Columns that refer to rows of the same table. */
  readonly selfReferences: readonly string[];
}

const ROWS_A_PAGE = 1_000;
/** SQLite takes at most 32,766 values in a statement, and PostgreSQL 65,535. */
const MAX_VALUES = 32_766;

const OF_THE_PLACE = new Set(["migrations", "moves", "buckets", "instance_keys", "last_times"]);

const Names = z.array(z.string());
const Columns = z.array(z.object({ name: z.string(), pk: z.int() }));
const ForeignKeys = z.array(z.object({ table: z.string(), from: z.string() }));

/** Reads the tables of a store from the schema of this version, sorted so that each comes after those it refers to. */
export function planTables(): readonly TablePlan[] {
  const connection = new BetterSqlite3(":memory:");
  try {
    migrate(connection);
    const names = Names.parse(
      connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all(),
    );
    const plans = names
      .filter((name) => !OF_THE_PLACE.has(name))
      .map((name): TablePlan => {
        const columns = Columns.parse(connection.pragma(`table_info(${name})`));
        const foreignKeys = ForeignKeys.parse(connection.pragma(`foreign_key_list(${name})`));
        const key = columns.filter(({ pk }) => pk > 0).sort((left, right) => left.pk - right.pk);
        if (key.length === 0) throw new TypeError(`The table ${name} has no primary key.`);
        return {
          name,
          columns: columns.map((column) => column.name),
          key: key.map((column) => column.name),
          references: [...new Set(foreignKeys.map(({ table }) => table).filter((table) => table !== name))],
          selfReferences: foreignKeys.filter(({ table }) => table === name).map(({ from }) => from),
        };
      });
    return sortByReferences(plans);
  } finally {
    connection.close();
  }
}

/** @throws {TypeError} When tables refer to each other in a circle. */
export function sortByReferences<Table extends Pick<TablePlan, "name" | "references">>(
  tables: readonly Table[],
): readonly Table[] {
  const sorted: Table[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(({ references }) => references.every((name) => placed.has(name)));
    if (free.length === 0)
      throw new TypeError(`Tables refer to each other: ${left.map(({ name }) => name).join(", ")}.`);
    for (const table of free) placed.add(table.name);
    sorted.push(...free);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return sorted;
}

type Row = Readonly<Record<string, unknown>>;

async function* pages(db: Database, { name, columns, key }: TablePlan): AsyncGenerator<readonly Row[]> {
  const [all, keys] = [list(columns), list(key)];
  let last: Row | undefined;
  do {
    const after: RawBuilder<unknown> = last ? sql`WHERE (${keys}) > (${valuesOf(last, key)})` : sql``;
    const { rows }: { rows: readonly Row[] } = await sql<Row>`
      SELECT ${all} FROM ${sql.table(name)} ${after} ORDER BY ${keys} LIMIT ${sql.lit(ROWS_A_PAGE)}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length === ROWS_A_PAGE ? rows.at(-1) : undefined;
  } while (last);
}

function list(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function valuesOf(row: Row, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => row[column]));
}

/** Copies to an empty table. @returns How many rows there are. */
export async function copyTable(from: Transaction, to: Transaction, table: TablePlan): Promise<number> {
  let copied = 0;
  for await (const rows of pages(from, table)) {
    await insert(to, table, rows);
    copied += rows.length;
  }
  // A row may refer to one that comes after it.
  if (table.selfReferences.length > 0) {
    for await (const rows of pages(from, table)) {
      for (const column of table.selfReferences) await setReferences(to, table, column, rows);
    }
  }
  return copied;
}

async function insert(to: Transaction, { name, columns, selfReferences }: TablePlan, rows: readonly Row[]) {
  const later = new Set(selfReferences);
  const most = Math.floor(MAX_VALUES / columns.length);
  for (const some of inBatches(rows, most)) {
    const values = some.map((row) => {
      return sql`(${sql.join(columns.map((column) => (later.has(column) ? null : row[column])))})`;
    });
    await sql`INSERT INTO ${sql.table(name)} (${list(columns)}) VALUES ${sql.join(values)}`.execute(to);
  }
}

async function setReferences(
  to: Transaction,
  { name, key }: TablePlan,
  column: string,
  rows: readonly Row[],
): Promise<void> {
  const referring = rows.filter((row) => row[column] !== null);
  if (referring.length === 0) return;
  const values = referring.map((row) => sql`(${valuesOf(row, [...key, column])})`);
  const same = key.map((part, index) => sql`${sql.ref(`${name}.${part}`)} = v.${sql.ref(`column${index + 1}`)}`);
  await sql`
    UPDATE ${sql.table(name)} SET ${sql.ref(column)} = v.${sql.ref(`column${key.length + 1}`)}
    FROM (VALUES ${sql.join(values)}) AS v WHERE ${sql.join(same, sql` AND `)}`.execute(to);
}

/** @returns The key of the first row that differs or that only one of them has. */
export async function firstDifference(left: Database, right: Database, table: TablePlan): Promise<string | undefined> {
  const others = pages(right, table);
  const keyOf = (row: Row | undefined) => table.key.map((column) => String(row?.[column])).join(" ");
  for await (const rows of pages(left, table)) {
    const next = await others.next();
    const page: readonly Row[] = next.done === true ? [] : next.value;
    for (let index = 0; index < Math.max(rows.length, page.length); index += 1) {
      const [one, other] = [rows[index], page[index]];
      if (!one || !other || table.columns.some((column) => one[column] !== other[column])) return keyOf(one ?? other);
    }
  }
  const more = await others.next();
  return more.done === true ? undefined : keyOf(more.value[0]);
}

export async function isEmpty(db: Database, tables: readonly TablePlan[]): Promise<boolean> {
  for (const { name } of tables) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Keeps every other writer from the tables until the transaction ends, and lets it take its time. */
export async function lockTables(tx: Transaction, tables: readonly TablePlan[]): Promise<void> {
  // The embedded database has one writer, which this transaction is.
  if (engineOf(tx).kind === "sqlite") return;
  await sql`SET LOCAL statement_timeout = 0`.execute(tx);
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
  await sql`LOCK TABLE ${list(tables.map(({ name }) => name))} IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

const MOVED = "this store was moved away";

/** Makes the tables reject every change permanently, also by a program that has them open already. */
export async function blockWrites(tx: Transaction, tables: readonly TablePlan[]): Promise<void> {
  const sqlite = engineOf(tx).kind === "sqlite";
  if (!sqlite) {
    const body = `BEGIN RAISE EXCEPTION '${MOVED}'; END`;
    await sql.raw(`CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql AS $$${body}$$`).execute(tx);
  }
  for (const { name } of tables) {
    if (sqlite) {
      for (const change of ["INSERT", "UPDATE", "DELETE"]) {
        const trigger = `moved_${name}_${change.toLowerCase()}`;
        const text = `CREATE TRIGGER ${trigger} BEFORE ${change} ON ${name} BEGIN SELECT RAISE(ABORT, '${MOVED}'); END`;
        await sql.raw(text).execute(tx);
      }
    } else {
      const changes = "INSERT OR UPDATE OR DELETE OR TRUNCATE";
      const text = `CREATE TRIGGER moved BEFORE ${changes} ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION moved()`;
      await sql.raw(text).execute(tx);
    }
  }
}
