import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { OperatorFault } from "../../domain/operator-fault.ts";

/** Less cannot hold a page of the database and its logs. */
const LEAST_FREE_BYTES = 1024 ** 2;

const FULL = /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;
const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;
const HELD = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/;
/** Causes that the folder itself shows: its owner, its mode, its file system, its free space. */
const UNCLEAR =
  /^(?:SQLITE_(?:CANTOPEN|READONLY|PERM|IOERR)|EACCES$|EPERM$|EROFS$|EIO$|EISDIR$|EEXIST$|ENOTDIR$|ENAMETOOLONG$|ELOOP$)/;

/** @param database The database file, for an error that names no path itself. */
export function fileFault(error: unknown, database: string): OperatorFault | undefined {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  const named = "path" in error && typeof error.path === "string" ? error.path : undefined;
  const path = named ?? database;
  const said = `${named ?? `The database ${database}`} cannot be used: ${error.message}.`;
  const failed = { code, path, said, options: { cause: error } };
  if (FULL.test(code)) return full(failed);
  if (UNCLEAR.test(code)) return examine(failed);
  if (DAMAGED.test(code)) {
    const what = "Stop the service, restore a backup into a new folder, and start with that";
    const message = `${said} ${what}: greenroom admin restore --from BACKUP --data NEW_FOLDER.`;
    return new OperatorFault("database_damaged", message, failed.options);
  }
  if (!HELD.test(code)) return undefined;
  const what = `Another process holds it. See which: fuser -v ${path} ${path}-shm. End it, then try again.`;
  return new OperatorFault("in_use", `${said} ${what}`, failed.options);
}

interface Failed {
  readonly code: string;
  readonly path: string;
  readonly said: string;
  readonly options: ErrorOptions;
}

function full({ code, path, said, options }: Failed): OperatorFault {
  const folder = nearest(path);
  let see = `See what is left: df -h ${folder}; df -i ${folder}.`;
  if (code === "EFBIG") see = "See the limit of file sizes: ulimit -f.";
  if (code === "EDQUOT") see = "See the quota: quota -s.";
  return new OperatorFault("disk_full", `${said} ${see} Free some space, then try again.`, options);
}

/** Error codes for one cause differ, and one code has several causes, so the folder is inspected. */
function examine(failed: Failed): OperatorFault {
  const { code, path, said, options } = failed;
  const fault = (what: string) => new OperatorFault("not_writable", `${said} ${what}`, options);
  const folder = nearest(path);
  if (code === "EEXIST" || code === "ENOTDIR" || !statSync(folder).isDirectory()) {
    return fault("A file is where a folder is to be. Name a folder with --data, not a file.");
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < LEAST_FREE_BYTES) return full(failed);
  // SQLite reports a file that cannot grow as a failed disk.
  if (code.startsWith("SQLITE_IOERR") && mayNotGrow()) return full({ ...failed, code: "EFBIG" });
  const own = process.getuid?.() ?? 0;
  for (const one of [path, folder]) {
    const denied = whyDenied(one);
    if (denied === undefined) continue;
    if (denied === "EROFS") {
      const how = "Make it writable, or give another folder with --data.";
      return fault(`Its file system is read-only. See why: findmnt -T ${folder}; dmesg | tail. ${how}`);
    }
    const { uid: owner } = statSync(one);
    if (owner !== own) return foreignOwner(one, owner, own);
    return fault(`The account with the id ${own} cannot write ${one}. Allow it: chmod u+rwX ${one}.`);
  }
  return fault(
    `Check that it is a file that the account with the id ${own} can write: ls -la ${folder}; dmesg | tail.`,
  );
}

export function foreignOwner(path: string, owner: number, own: number): OperatorFault {
  return new OperatorFault(
    "foreign_owner",
    `${path} belongs to the account with the id ${owner}, and the service runs as ${own}. Run it as that account, or give it everything: sudo chown -R ${own} ${path}.`,
  );
}

function mayNotGrow(): boolean {
  const limits = existsSync("/proc/self/limits") ? readFileSync("/proc/self/limits", "utf8") : "";
  return /^Max file size +\d/m.test(limits);
}

function whyDenied(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/** The first of a path and the folders above it that is there and not the file itself. */
function nearest(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
