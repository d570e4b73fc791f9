import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BuildStopped } from "../pipeline/failure.ts";
import type { BuildRecord, Built, OutputStore } from "../pipeline/record.ts";
import { type ObjectStore, openObjects, type StoredObject } from "../store/files/objects.ts";
import type { Variants } from "../store/files/variants.ts";
import type { Connection } from "./connection.ts";
import * as protocol from "../review/worker-protocol.ts";

const SENT_AT_A_TIME = 4;
const PUBLISH_TIMEOUT_MS = 180_000;

/** Parts of one file; more means that the service repeatedly reports a wrong offset. */
const MAX_TURNS = 100;

interface RemoteRecordOptions {
  readonly connection: Connection;
  /** Folder for files on their way, which no build sees. */
  readonly outgoing: string;
}

/** Records a build at the service of another machine. */
export function openRemoteRecord(claim: protocol.Claimed, { connection, outgoing }: RemoteRecordOptions): BuildRecord {
  const path = `/claims/${encodeURIComponent(claim.id)}`;
  const send = async (what: string, body: object): Promise<void> => {
    await connection.post(`${path}${what}`, body, { answer: protocol.Done });
  };
  const compare = (files: readonly StoredObject[]) => compareFiles(connection, path, files);
  return {
    deploymentId: claim.deploymentId,
    attempt: claim.attempt,
    logged: claim.logged,
    leaseMs: claim.leaseMs,
    order: claim.order,
    async renew() {
      const options = { answer: protocol.RenewAnswer, once: true, timeoutMs: claim.leaseMs / 2 };
      try {
        return (await connection.post(`${path}/renew`, {}, options)).state;
      } catch (error) {
        if (error instanceof BuildStopped) return "lost";
        throw error;
      }
    },
    appendLog: (batch) => send("/log", batch),
    pin: ({ commitSha, branch, about }) =>
      send("/pin", {
        commitSha,
        verified: branch.kind !== "unverified",
        about: about ? { message: about.message.slice(0, 300), author: about.author.slice(0, 300) } : null,
      }),
    async values({ names, branch, defaultBranch }) {
      const reason = branch.kind === "unverified" ? branch.reason.slice(0, 300) : "";
      const body = { names, reason, ...(defaultBranch !== undefined && { defaultBranch }) };
      const { values } = await connection.post(`${path}/values`, body, { answer: protocol.ValuesAnswer });
      return values ?? "which_default";
    },
    async publish(collect) {
      const folder = join(outgoing, randomUUID());
      const objects = openObjects(folder);
      try {
        const built = await collect(outgoingStore(objects, compare));
        const files = distinct(built);
        const { missing } = await compare(files);
        await sendFiles({ connection, path, objects }, outgoingOf(files, missing));
        const variants = built.variants.filter(({ encoded }) => encoded !== null);
        const options = { answer: protocol.Done, timeoutMs: PUBLISH_TIMEOUT_MS };
        await connection.post(`${path}/publish`, { ...built, variants }, options);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    fail: ({ code, message, diagnostics }) =>
      send("/fail", { code, message: message.slice(0, 4_000), diagnostics: diagnostics.slice(0, 100) }),
    cancel: () => send("/cancel", {}),
    release: (afterMs) => send("/release", { afterMs }),
  };
}

interface MissingFile {
  readonly sha256: string;
  /** Bytes that the service has. */
  readonly have: number;
}

interface Compared {
  readonly missing: readonly MissingFile[];
  readonly variants: ReadonlyMap<string, Variants>;
}

/** Asks which files are missing, and which variants are there. */
async function compareFiles(connection: Connection, path: string, files: readonly StoredObject[]): Promise<Compared> {
  const missing: MissingFile[] = [];
  const variants = new Map<string, Variants>();
  for (let start = 0; start < files.length; start += protocol.MAX_NAMED) {
    const some = files.slice(start, start + protocol.MAX_NAMED);
    const asked = some.map(({ sha256, size }) => ({ sha256, size }));
    const answer = await connection.post(`${path}/files`, { files: asked }, { answer: protocol.FilesAnswer });
    missing.push(...answer.missing);
    for (const [sha256, { br, gzip }] of Object.entries(answer.variants)) {
      variants.set(sha256, { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) });
    }
  }
  return { missing, variants };
}

function outgoingStore(
  objects: ObjectStore,
  compare: (files: readonly StoredObject[]) => Promise<Compared>,
): OutputStore {
  // They are sent when all are there.
  return { objects, keep: () => Promise.resolve(), variants: async (files) => (await compare(files)).variants };
}

/** Every file and variant once. */
function distinct({ files, variants }: Built): readonly StoredObject[] {
  const all = [...files, ...variants.flatMap(({ encoded }) => encoded ?? [])];
  return [...new Map(all.map(({ sha256, size }) => [sha256, { sha256, size }])).values()];
}

type Outgoing = StoredObject & MissingFile;

function outgoingOf(files: readonly StoredObject[], missing: readonly MissingFile[]): readonly Outgoing[] {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]));
  return missing.map(({ sha256, have }) => {
    const size = sizes.get(sha256);
    if (size === undefined) throw new TypeError("The service asks for a file that was not named.");
    return { sha256, size, have };
  });
}

interface Sending {
  readonly connection: Connection;
  readonly path: string;
  readonly objects: ObjectStore;
}

/** Sends files, some at a time; the first failure stops all, and nothing is sent after this has returned. */
async function sendFiles(sending: Sending, files: readonly Outgoing[]): Promise<void> {
  const waiting = files.values();
  const failed = new AbortController();
  const lanes = Array.from({ length: SENT_AT_A_TIME }, async () => {
    try {
      for (const file of waiting) await sendFile(sending, file, failed.signal);
    } catch (error) {
      failed.abort(error);
    }
  });
  await Promise.all(lanes);
  failed.signal.throwIfAborted();
}

/** Sends a file part by part, from where the service says. */
async function sendFile(
  { connection, path, objects }: Sending,
  { sha256, size, have }: Outgoing,
  signal: AbortSignal,
): Promise<void> {
  await using handle = await objects.open(sha256);
  let offset = have < size ? have : 0;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const part = Buffer.alloc(Math.min(protocol.PART_BYTES, size - offset));
    await handle.read(part, 0, part.length, offset);
    const query = new URLSearchParams({ size: String(size), offset: String(offset) });
    const options = { answer: protocol.PartAnswer, signal };
    ({ have: offset } = await connection.put(`${path}/files/${sha256}?${query.toString()}`, part, options));
    if (offset === size) return;
    if (offset > size) throw new TypeError("The service has more of a file than there is.");
  }
  throw new Error("A file could not be sent.");
}
