import { readFile, writeFile } from "node:fs/promises";
import { BUILD_ERRORS, ERRORS, type RetryRule } from "../packages/contract/index.ts";
import { BUILD_CAUSES, LOCAL_ERRORS, SERVICE_CAUSES } from "./error-causes.ts";

const PATH = "docs/guides/troubleshooting.md";

const AGAIN: Readonly<Record<RetryRule, string>> = {
  never: "",
  after_header: "Repeated by itself after `Retry-After`.",
  same_key: "Repeated by itself with the same key.",
  on_capacity: "`on-quota: wait` waits for it.",
};

interface Row {
  readonly code: string;
  /** HTTP status, for codes of the service. */
  readonly status?: number;
  readonly cause: string;
  readonly remedy: string;
}

/**
 * Makes the guide by error code anew: a row for every code of the service, of builds and of the client.
 * @returns The page as it is and as it should be.
 */
export async function freshErrorGuide(): Promise<{
  readonly path: string;
  readonly now: string;
  readonly fresh: string;
}> {
  const now = await readFile(PATH, "utf8");
  const tables = { service: serviceRows(), build: buildRows(), client: clientRows() };
  let fresh = now;
  for (const [name, rows] of Object.entries(tables)) fresh = between(fresh, `${name}-errors`, table(rows));
  return { path: PATH, now, fresh };
}

function serviceRows(): readonly Row[] {
  return Object.entries(ERRORS).map(([code, { status, retry, hint }]) => ({
    code,
    status,
    cause: SERVICE_CAUSES[code as keyof typeof ERRORS],
    remedy: [hint, AGAIN[retry]].filter((text) => text !== "").join(" "),
  }));
}

function buildRows(): readonly Row[] {
  return Object.entries(BUILD_ERRORS).map(([code, remedy]) => {
    return { code, cause: BUILD_CAUSES[code as keyof typeof BUILD_ERRORS], remedy };
  });
}

function clientRows(): readonly Row[] {
  return Object.entries(LOCAL_ERRORS).map(([code, row]) => ({ code, cause: row.cause, remedy: row.remedy }));
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ code, status, cause, remedy }) => {
    const name = status === undefined ? `\`${code}\`` : `\`${code}\` (${status})`;
    return `| ${name} | ${cell(cause)} | ${cell(remedy)} |`;
  });
  return ["| Code | Why | What to do |", "|---|---|---|", ...lines].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function between(text: string, mark: string, content: string): string {
  const start = `<!-- ${mark}:start -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(`<!-- ${mark}:end -->`, from);
  if (from === -1 || to === -1) throw new Error(`${PATH} has lost its marks for ${mark}.`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

if (import.meta.main) {
  const { path, fresh } = await freshErrorGuide();
  await writeFile(path, fresh);
}
