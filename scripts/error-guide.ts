import { readFile } from "node:fs/promises";
import { LOCAL_CODES } from "../packages/client/errors.ts";
import { BUILD_ERRORS, ERRORS, type RetryRule } from "../packages/contract/index.ts";
import { between, type Generated, marked, table } from "./tables.ts";

const PATH = "docs/guides/troubleshooting.md";

const RETRIES: Readonly<Record<RetryRule, string>> = {
  never: "",
  after_header: "The client waits by itself.",
  same_key: "The client retries by itself.",
  on_capacity: "`on-quota: wait` waits for it.",
};

interface Row {
  readonly code: string;
  /** HTTP status, for codes of the service. */
  readonly status?: number;
  /** In the page alone for codes of the client. */
  readonly hint?: string;
}

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  "service-errors": Object.entries(ERRORS).map(([code, { status, retry, hint }]) => {
    return { code, status, hint: `${hint} ${RETRIES[retry]}` };
  }),
  "build-errors": Object.entries(BUILD_ERRORS).map(([code, hint]) => ({ code, hint })),
  "client-errors": LOCAL_CODES.map((code) => ({ code })),
};

/** The tables of codes, in each of which the page itself says why a code comes. */
export async function freshErrorGuide(): Promise<Generated> {
  const now = await readFile(PATH, "utf8");
  let fresh = now;
  for (const [mark, rows] of Object.entries(TABLES)) fresh = between(fresh, mark, freshTable(marked(now, mark), rows));
  return { path: PATH, now, fresh };
}

function freshTable(before: string, rows: readonly Row[]): string {
  const written = new Map([...before.matchAll(ROW)].map(([, code, why = "", how = ""]) => [code, { why, how }]));
  const cells = rows.map(({ code, status, hint }) => {
    const row = written.get(code);
    if (!row) throw new Error(`${PATH} does not say why ${code} comes. Add a row for it to the table.`);
    return [status === undefined ? `\`${code}\`` : `\`${code}\` (${status})`, row.why, hint ?? row.how];
  });
  return table(["Code", "Why", "What to do"], cells);
}

const ROW = /^\| `(\w+)`[^|]* \| ([^|]*) \| ([^|]*) \|$/gm;
