import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, realpathSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { OperatorFault } from "../domain/operator-fault.ts";
import { sha256Of } from "../domain/sha256.ts";
import type { Settings } from "../settings.ts";

/** Where builds lie unless the operator says otherwise: on a disk, and kept when the machine starts again. */
const PARENT = "/var/tmp";

/**
 * What a build sees of its mounts names the folder, so that it is never below the data folder.
 * @throws {OperatorFault} `not_writable`
 */
export function placeBuilds(settings: Settings, parent = PARENT): Settings {
  const { buildsDirectory: named, dataDirectory } = settings;
  const data = realpathSync(dataDirectory);
  const folder = named ?? join(parent, `greenroom-${ownId()}-${sha256Of(data).slice(0, 12)}`);
  return { ...settings, buildsDirectory: placed(folder, data) };
}

/** @throws {OperatorFault} `not_writable` */
export function workerBuilds({ buildsDirectory }: Pick<Settings, "buildsDirectory">): string {
  return placed(buildsDirectory ?? join(PARENT, `greenroom-worker-${ownId()}`));
}

function placed(folder: string, data?: string): string {
  const problem = prepareFolder(folder, data);
  if (problem === undefined) return realpathSync(folder);
  throw new OperatorFault("not_writable", `${folder} cannot be used for builds: ${problem}. Give another --builds.`);
}

const ownId = (): number => process.getuid?.() ?? 0;

/** @returns Why it cannot be used. */
function prepareFolder(folder: string, data?: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory()) return "it is not a folder";
    if (found.uid !== ownId()) return "it belongs to another account";
    // An account that could rename it could put another folder in its place.
    if (othersMayRename(lstatSync(dirname(realpathSync(folder))))) return "other accounts can rename it";
    chmodSync(folder, 0o700);
    const real = realpathSync(folder);
    if (data !== undefined && (real === data || real.startsWith(`${data}${sep}`))) return "it is in the data folder";
    return runsPrograms(real) ? undefined : "its file system runs no programs";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function othersMayRename({ mode, uid }: Stats): boolean {
  const isSticky = (mode & 0o1000) !== 0;
  return (uid !== 0 && uid !== ownId()) || ((mode & 0o022) !== 0 && !isSticky);
}

/** Dependencies bring programs of their own, which a folder can forbid. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, randomUUID());
  try {
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(program, { force: true });
  }
}
