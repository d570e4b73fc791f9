import { spawn } from "node:child_process";

export interface CommandEnd {
  /** Exit status; 1 when a signal ended it. */
  readonly status: number;
  /** stdout and stderr, in the order they came. */
  readonly text: string;
}

/** Runs a tool of this package with the Node.js that runs this script. */
export function runTool(script: string, args: readonly string[]): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ status: code ?? 1, text: Buffer.concat(chunks).toString("utf8") }));
  });
}

export const TOOLS = {
  tsc: "node_modules/typescript/bin/tsc",
  ncc: "node_modules/@vercel/ncc/dist/ncc/cli.js",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  knip: "node_modules/knip/bin/knip.js",
  vitest: "node_modules/vitest/vitest.mjs",
} as const;
