import { readFile, writeFile } from "node:fs/promises";
import { EXITS } from "../packages/cli/errors.ts";
import { formatLimit, LIMIT_NAMES, LIMIT_SETTINGS, limitVariable } from "../packages/cli/serve/limit-options.ts";
import { DEFAULT_LIMITS } from "../packages/cli/serve/serve-settings.ts";
import { between } from "./error-guide.ts";

/** Tables of each page, by the name of their marks. */
const TABLES = {
  "docs/guides/run-the-service.md": { "build-limits": buildLimits, "request-limits": requestLimits },
  "docs/guides/monitor.md": { failures },
} as const satisfies Record<string, Record<string, () => string>>;

/** A guide, as it is and as it should be. */
export interface OperatorGuide {
  readonly path: string;
  readonly now: string;
  readonly fresh: string;
}

/** Builds the tables of the guides for operators from the code. */
export async function freshOperatorGuides(): Promise<readonly OperatorGuide[]> {
  const guides = Object.entries(TABLES).map(async ([path, tables]) => {
    const now = await readFile(path, "utf8");
    const fresh = Object.entries(tables).reduce((text, [mark, table]) => between(text, mark, table()), now);
    return { path, now, fresh };
  });
  return Promise.all(guides);
}

const OWNERS = { machine: "each machine", service: "the service" } as const;

function buildLimits(): string {
  const rows = LIMIT_NAMES.map((name) => {
    const { option, what, usual, of } = LIMIT_SETTINGS[name];
    return `| ${cell(what)} | ${formatLimit(name, usual)} | \`--${option}\` | \`${limitVariable(name)}\` | ${OWNERS[of]} |`;
  });
  return ["| What | Default | Flag | Variable | Set for |", "|---|---|---|---|---|", ...rows].join("\n");
}

const REQUEST_LIMITS = {
  "pat-per-minute": "requests a minute of one personal access token",
  "mcp-per-minute": "requests a minute of one MCP token",
  "web-per-minute": "requests a minute of one signed-in person",
  "anonymous-per-minute": "requests a minute of one address without a credential",
  "deploy-per-minute": "deployments a minute of one token",
  "builds-running": "builds of one workspace at a time",
  "builds-queued": "builds of one workspace that wait; one more fails with `build_quota_exceeded`",
  "streams-per-token": "event streams of one token or session at a time",
  "lease-seconds": "seconds after which a worker that is not heard of has lost its build",
} as const satisfies Record<keyof typeof DEFAULT_LIMITS, string>;

function requestLimits(): string {
  const rows = Object.entries(REQUEST_LIMITS).map(([name, what]) => {
    return `| \`${name}\` | ${DEFAULT_LIMITS[name as keyof typeof DEFAULT_LIMITS]} | ${what} |`;
  });
  return ["| Name | Default | What |", "|---|---|---|", ...rows].join("\n");
}

function failures(): string {
  const rows = Object.entries(EXITS).flatMap(([name, exit]) =>
    "remedy" in exit ? [`| ${exit.code} | \`${name}\` | ${cell(exit.meaning)} | \`${exit.remedy}\` |`] : [],
  );
  return ["| Exit code | `fault` | What is wrong | What to run |", "|---|---|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  for (const { path, fresh } of await freshOperatorGuides()) await writeFile(path, fresh);
}
