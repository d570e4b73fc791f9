import { join } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { OperatorFault, type OperatorFaultCode } from "../domain/operator-fault.ts";
import type { BackupTarget } from "../settings.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import { fileFault } from "../store/engine/file-fault.ts";
import { type BackedUp, backUp } from "./backup.ts";

export interface OwnBackup {
  readonly from: string;
  readonly to: BackupTarget;
  readonly keep: number;
  readonly nowMs: number;
  /** Has the credentials of buckets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export type OwnBackupEnd =
  | ({ readonly kind: "done" } & BackedUp)
  | { readonly kind: "failed"; readonly message: string; readonly fault: OperatorFaultCode | undefined };

const STOP_MS = 5_000;

const MARK = "greenroom-backup";

/** A URL cannot be sent to a thread. */
interface BackupTask {
  readonly mark: typeof MARK;
  readonly endpoint: string | undefined;
  readonly backup: OwnBackup;
}

/** Makes a backup in a thread: copies and checks of a large database would hold up what the service answers. */
export async function backUpInThread(backup: OwnBackup, signal: AbortSignal): Promise<OwnBackupEnd> {
  const { to } = backup;
  const endpoint = to.kind === "bucket" ? to.bucket.endpoint.href : undefined;
  const sent = to.kind === "bucket" ? { ...to, bucket: { ...to.bucket, endpoint: undefined } } : to;
  const task = { mark: MARK, endpoint, backup: { ...backup, to: sent } };
  const thread = new Worker(import.meta.filename, { workerData: task, execArgv: [] });
  const end = Promise.withResolvers<OwnBackupEnd>();
  thread.once("message", (message: OwnBackupEnd) => end.resolve(message));
  thread.once("error", (error) => end.reject(error));
  thread.once("exit", () => end.resolve({ kind: "failed", message: "It was stopped.", fault: undefined }));
  let force: NodeJS.Timeout | undefined;
  const stop = (): void => {
    thread.postMessage("stop", []);
    force = setTimeout(() => void thread.terminate(), STOP_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await end.promise;
  } finally {
    clearTimeout(force);
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

async function answer({ backup, endpoint }: BackupTask): Promise<OwnBackupEnd> {
  const stopping = new AbortController();
  parentPort?.once("message", () => stopping.abort());
  const { to: sent, ...given } = backup;
  const to: BackupTarget =
    sent.kind === "bucket" ? { ...sent, bucket: { ...sent.bucket, endpoint: new URL(endpoint ?? "") } } : sent;
  try {
    const done = await backUp({ from: given.from, to }, { ...given, signal: stopping.signal });
    return { kind: "done", ...done };
  } catch (thrown) {
    const error = fileFault(thrown, join(to.kind === "folder" ? to.path : given.from, DATABASE_FILE)) ?? thrown;
    return {
      kind: "failed",
      message: error instanceof Error ? error.message : String(error),
      fault: error instanceof OperatorFault ? error.fault : undefined,
    };
  }
}

function askedHere(data: BackupTask | undefined): BackupTask | undefined {
  return data?.mark === MARK ? data : undefined;
}

const task = askedHere(workerData);
export const answering = task && answer(task).then((end) => parentPort?.postMessage(end, []));
