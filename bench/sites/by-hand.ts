import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { timed } from "../measure.ts";
import type { RealSite } from "./list.ts";

const TIMEOUT_MS = 15 * 60_000;
/** A command that prints nothing for as long waits for something that does not come. */
const SILENT_MS = 3 * 60_000;

const Result = z.object({ seconds: z.number(), problem: z.string().optional() });

export interface ByHand extends z.infer<typeof Result> {
  /** Folder of the built site. */
  readonly output: string;
}

/** Builds a site in a shell, as its readme says, outside of any sandbox; only once, since its output is kept. */
export async function buildByHand(site: RealSite, kept: string): Promise<ByHand> {
  const folder = join(kept, site.name);
  const file = join(kept, `${site.name}.json`);
  const output = join(folder, site.output);
  if (existsSync(file)) return { ...Result.parse(JSON.parse(await readFile(file, "utf8"))), output };
  await rm(folder, { recursive: true, force: true });
  await mkdir(kept, { recursive: true });
  await promisify(execFile)("git", ["clone", "--quiet", "--branch", "main", site.path, folder]);
  let problem: string | undefined;
  const tookMs = await timed(async () => {
    problem = site.commands === null ? undefined : await run(site.commands, folder);
  });
  if (!existsSync(output)) problem ??= `There is no folder '${site.output}'.`;
  const result = { seconds: Math.round(tookMs / 100) / 10, problem };
  await writeFile(`${file}.new`, JSON.stringify(result));
  await rename(`${file}.new`, file);
  return { ...result, output };
}

/** @returns How the commands failed; undefined when they did not. */
async function run(commands: string, folder: string): Promise<string | undefined> {
  const child = spawn("/bin/bash", ["-ec", commands], {
    cwd: folder,
    env: { ...process.env, CI: undefined, DO_NOT_TRACK: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  let ended = "";
  const end = (why: string): void => {
    ended = why;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    // What has left its process group may hold the pipes.
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const silent = setTimeout(end, SILENT_MS, `It printed nothing for ${SILENT_MS / 60_000} minutes. `);
  const late = setTimeout(end, TIMEOUT_MS, `It took more than ${TIMEOUT_MS / 60_000} minutes. `);
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-2000);
    silent.refresh();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const code = await new Promise<number | null>((resolve) => void child.once("close", resolve));
  clearTimeout(silent);
  clearTimeout(late);
  return code === 0
    ? undefined
    : `${ended}Ended with ${String(code)}: ${text.trim().split("\n").slice(-5).join(" / ")}`;
}
