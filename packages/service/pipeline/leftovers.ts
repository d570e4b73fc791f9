import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isTerminal } from "@greenroom/contract";
import { killMarked } from "./tree.ts";
import type { BuildParts } from "./work.ts";

/**
 * Folder of one attempt at a build; also the mark its processes carry.
 * @param attempt Counts from 1.
 */
export function buildFolder(dataDirectory: string, deploymentId: string, attempt: number): string {
  return join(dataDirectory, "builds", `${deploymentId}-${attempt}`);
}

/**
 * Ends what is left of earlier attempts at a build whose worker is gone: processes and files.
 * Outside a sandbox a killed service cannot take its builds with it.
 */
export async function clearAttempts({ settings }: BuildParts, deploymentId: string): Promise<void> {
  await clear(settings.dataDirectory, (id) => id === deploymentId);
}

/** Ends what is left of builds that have ended. */
export async function clearEnded({ settings, db }: BuildParts): Promise<void> {
  const ids = [...new Set((await folders(settings.dataDirectory)).map(idOf))];
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom("deployments").select(["id", "status"]).where("id", "in", ids).execute();
  const open = new Set(rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id));
  await clear(settings.dataDirectory, (id) => !open.has(id));
}

async function clear(dataDirectory: string, isLeft: (deploymentId: string) => boolean): Promise<void> {
  for (const name of await folders(dataDirectory)) {
    if (!isLeft(idOf(name))) continue;
    const folder = join(dataDirectory, "builds", name);
    await killMarked(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function folders(dataDirectory: string): Promise<string[]> {
  return readdir(join(dataDirectory, "builds")).catch(() => []);
}

function idOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}
