import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { z } from "zod";
import { deriveKey } from "../../outside/encryption.ts";
import { keepOwner } from "../../outside/keep-owner.ts";

/** Folder beside the database with the newest row of each audit log. */
export const AUDIT_HEADS_FOLDER = "audit-heads";

const PURPOSE = "greenroom audit log 1";

const AuditHead = z.object({ seq: z.int().positive(), hash: z.string() }).readonly();

export type AuditHead = z.infer<typeof AuditHead>;

/** What authenticates the audit logs of a database, kept outside it: a key, and the newest row of each log. */
export interface AuditSeal {
  /** HMAC-SHA-256, hexadecimal. */
  mac(text: string): string;
  /** Undefined for a log that was never recorded, or whose record cannot be read. */
  recorded(workspaceId: string): AuditHead | undefined;
  begin(): OpenRecords;
  record(workspaceId: string, head: AuditHead): void;
  /** Why the last record could not be written; the next commit writes it again. */
  failure(): unknown;
}

/** The records of audit logs as one open transaction sees and changes them; dropped when it does not commit. */
export interface OpenRecords {
  recorded(workspaceId: string): AuditHead | undefined;
  appended(workspaceId: string, head: AuditHead): void;
  /** Begins the record of a log again, also with an older row than the recorded one. */
  restart(workspaceId: string): void;
  /** Records the rows of the transaction, which has committed. It never throws: the rows are in the database. */
  committed(): void;
}

interface Heads {
  read(workspaceId: string): AuditHead | undefined;
  write(workspaceId: string, head: AuditHead): void;
}

/** @param dataDirectory Undefined for a database in memory, whose key and heads end with it. */
export function openAuditSeal(dataDirectory: string | undefined): AuditSeal {
  const heads = dataDirectory === undefined ? headsInMemory() : headsInFolder(join(dataDirectory, AUDIT_HEADS_FOLDER));
  /** Committed rows whose record could not be written, and whether it replaces a later one. */
  const unsaved = new Map<string, { readonly head: AuditHead; readonly restarts: boolean }>();
  let key: Buffer | undefined;
  let failure: unknown;

  const recorded = (workspaceId: string) => unsaved.get(workspaceId)?.head ?? heads.read(workspaceId);

  const save = () => {
    for (const [workspaceId, { head, restarts }] of unsaved) {
      try {
        // Another transaction or process may have recorded a later row meanwhile.
        if (restarts || (heads.read(workspaceId)?.seq ?? 0) < head.seq) heads.write(workspaceId, head);
        unsaved.delete(workspaceId);
        failure = undefined;
      } catch (error) {
        failure = error;
      }
    }
  };

  return {
    mac(text) {
      key ??= dataDirectory === undefined ? randomBytes(32) : deriveKey(dataDirectory, PURPOSE);
      return createHmac("sha256", key).update(text).digest("hex");
    },
    recorded,
    begin() {
      const open = new Map<string, AuditHead>();
      const restarting = new Set<string>();
      const seen = (workspaceId: string) =>
        open.get(workspaceId) ?? (restarting.has(workspaceId) ? undefined : recorded(workspaceId));
      return {
        recorded: seen,
        appended: (workspaceId, head) => void open.set(workspaceId, head),
        restart: (workspaceId) => void restarting.add(workspaceId),
        committed() {
          for (const [workspaceId, head] of open) {
            const before = unsaved.get(workspaceId);
            const restarts = restarting.has(workspaceId);
            if (!restarts && before !== undefined && before.head.seq > head.seq) continue;
            unsaved.set(workspaceId, { head, restarts: restarts || before?.restarts === true });
          }
          save();
        },
      };
    },
    record(workspaceId, head) {
      unsaved.delete(workspaceId);
      heads.write(workspaceId, head);
    },
    failure: () => failure,
  };
}

function headsInMemory(): Heads {
  const heads = new Map<string, AuditHead>();
  return {
    read: (workspaceId) => heads.get(workspaceId),
    write: (workspaceId, head) => void heads.set(workspaceId, head),
  };
}

function headsInFolder(folder: string): Heads {
  return {
    read(workspaceId) {
      try {
        return AuditHead.parse(JSON.parse(readFileSync(join(folder, fileOf(workspaceId)), "utf8")));
      } catch (error) {
        // One that cannot be read counts as absent, which a check of the log reports.
        if (error instanceof z.ZodError || error instanceof SyntaxError || errorCode(error) === "ENOENT")
          return undefined;
        throw error;
      }
    },
    /** Whole or not at all: after a crash the file is the one before, which a longer log does not contradict. */
    write(workspaceId, head) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      keepOwner(folder);
      const file = join(folder, fileOf(workspaceId));
      const own = `${file}.${process.pid}.new`;
      try {
        writeFileSync(own, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
        keepOwner(own);
        renameSync(own, file);
      } finally {
        rmSync(own, { force: true });
      }
    },
  };
}

/** The id comes from the database, whose writer must not choose a path. */
function fileOf(workspaceId: string): string {
  if (!/^[\w-]{1,64}$/.test(workspaceId)) throw new TypeError("The id of a workspace has letters, digits and dashes.");
  return `${workspaceId}.json`;
}
