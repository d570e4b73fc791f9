/** SQL of a trigger that refuses every change of one kind, as the migrations write it. */
const GUARD = /CREATE TRIGGER (\w+) BEFORE (UPDATE|DELETE) ON (\w+) BEGIN SELECT RAISE\(ABORT, '([^']*)'\); END/g;

/**
 * Writes the SQL of a migration for PostgreSQL: whole numbers have 64 bits as in the embedded database, and text is
 * compared by code point, with any collation of the server. A cast names no collation.
 */
export function toPostgres(text: string): string {
  return text
    .replaceAll(GUARD, (_, name: string, change: string, table: string, message: string) => {
      const guard = `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${guardSource(message)}$$`;
      return `${guard};\nCREATE TRIGGER ${name} BEFORE ${change} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`;
    })
    .replaceAll(/\bINTEGER\b/g, "BIGINT")
    .replaceAll(/(?<!\bAS )\bTEXT\b/g, 'TEXT COLLATE "C"');
}

export function guardSource(message: string): string {
  return `BEGIN RAISE EXCEPTION '${message}'; END`;
}
