import { type AliasedRawBuilder, CompiledQuery, type Insertable, sql } from "kysely";
import { type Database, type Engine, engineOf, type Transaction } from "./database.ts";
import { plannedOnce } from "./planned-once.ts";
import type { Schema } from "./schema.ts";

/**
 * At the end of a statement whose plan each connection to a server keeps, since it takes longer to make than to run. Its
 * text is always the same, and names its columns: one with `*` fails once another machine has added a column.
 */
export const PLAN_KEPT = "/* plan kept */";

const names = new Map<string, string>();

/** What a connection knows a statement by whose plan it keeps; undefined for all others. */
export function planName(text: string): string | undefined {
  if (!text.endsWith(PLAN_KEPT)) return undefined;
  const name = names.get(text) ?? `kept ${names.size + 1}`;
  names.set(text, name);
  return name;
}

type Row<Column extends string> = Readonly<Record<Column, string>>;

interface Built<Result> {
  compile(): CompiledQuery<Result>;
}

/**
 * Makes a query about rows of texts, which is built and planned once: by one text however many rows there are.
 * @param build Selects from `asked`, which has the rows, and has no other parameter.
 */
export function askedAtOnce<Column extends string, Result>(
  columns: readonly Column[],
  build: (db: Database, asked: AliasedRawBuilder<Row<Column>, "asked">) => Built<Result>,
): (db: Database, rows: readonly Row<Column>[]) => Promise<readonly Result[]> {
  const built = new Map<Engine["kind"], CompiledQuery<Result>>();
  const queryFor = (db: Database): CompiledQuery<Result> => {
    const { kind } = engineOf(db);
    const known = built.get(kind);
    if (known) return known;
    const compiled = build(db, ASKED[kind](columns)).compile();
    const query = { ...compiled, sql: `${compiled.sql} ${PLAN_KEPT}` };
    built.set(kind, query);
    return query;
  };
  return async (db, rows) => {
    const query = queryFor(db);
    const run = async (parameters: readonly unknown[]) => {
      return (await db.executeQuery<Result>({ ...query, parameters })).rows;
    };
    if (engineOf(db).kind === "postgres") return await run(columns.map((column) => rows.map((row) => row[column])));
    const found: Result[] = [];
    // There a query is a call, not a way to another process.
    for (const row of rows) found.push(...(await run(columns.map((column) => row[column]))));
    return found;
  };
}

type AskedTable = <Column extends string>(columns: readonly Column[]) => AliasedRawBuilder<Row<Column>, "asked">;

const ASKED: Readonly<Record<Engine["kind"], AskedTable>> = {
  sqlite<Column extends string>(columns: readonly Column[]) {
    const values = columns.map((column) => sql`${plannedOnce("")} as ${sql.ref(column)}`);
    return sql<Row<Column>>`(select ${sql.join(values)})`.as("asked");
  },
  postgres<Column extends string>(columns: readonly Column[]) {
    // From within a query: the number of plain parameters is known to the planner, which then plans for it each time.
    const lists = columns.map(() => sql`(select ${[]}::text[])`);
    const named = sql`asked(${sql.join(columns.map((column) => sql.ref(column)))})`;
    return sql<Row<Column>>`unnest(${sql.join(lists)})`.as<"asked">(named);
  },
};

/** Rows of several tables, parents first; those of one table have the same columns. */
type NewRows = { readonly [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

/** Inserts rows of several tables; into a server by one statement, whose text is the same however many they are. */
export async function insertRows(tx: Transaction, rows: NewRows): Promise<void> {
  const inserts = Object.entries(rows).flatMap(([table, inserted]) => {
    const [first] = inserted;
    return first === undefined ? [] : [{ table, inserted, columns: Object.keys(first) }];
  });
  if (engineOf(tx).kind === "postgres") {
    const parts = inserts.map(({ table, columns }, index) => {
      const from = `json_populate_recordset(null::"${table}", $${index + 1})`;
      return `"new_${table}" as (${into(table, columns)} select ${columnList(columns)} from ${from})`;
    });
    const given = inserts.map(({ inserted }) => JSON.stringify(inserted));
    await tx.executeQuery(CompiledQuery.raw(`with ${parts.join(", ")} select 1 ${PLAN_KEPT}`, given));
    return;
  }
  for (const { table, inserted, columns } of inserts) {
    const row = `(${columns.map(() => "?").join(", ")})`;
    const values = inserted.flatMap((one) => valuesOf(one, columns));
    const text = `${into(table, columns)} values ${inserted.map(() => row).join(", ")}`;
    await tx.executeQuery(CompiledQuery.raw(text, values));
  }
}

function into(table: string, columns: readonly string[]): string {
  return `insert into "${table}" (${columnList(columns)})`;
}

function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

function valuesOf(row: object, columns: readonly string[]): readonly unknown[] {
  const given: Readonly<Record<string, unknown>> = { ...row };
  return columns.map((column) => given[column]);
}
