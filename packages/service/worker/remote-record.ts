import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sendFiles } from "@greenroom/contract/upload-files";
import { inBatches } from "../domain/batches.ts";
import type { BuildRecord, Built } from "../pipeline/record.ts";
import * as protocol from "../review/worker-protocol.ts";
import { type ObjectStore, openObjects, type StoredObject } from "../store/files/objects.ts";
import type { Variants } from "../store/files/variants.ts";
import { type Connection, renewClaim } from "./connection.ts";

/** The service reads the history of a branch meanwhile. */
const PIN_TIMEOUT_MS = 180_000;

const PUBLISH_TIMEOUT_MS = 180_000;

/** @param outgoing Folder for files on their way, which no build sees. */
export function openRemoteRecord(claim: protocol.Claimed, connection: Connection, outgoing: string): BuildRecord {
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
    renew: () => renewClaim(connection, path, claim.leaseMs),
    appendLog: (batch) => send("/log", batch),
    async pin({ commitSha, about }) {
      const named = about ? { message: about.message.slice(0, 300), author: about.author.slice(0, 300) } : null;
      const options = { answer: protocol.PinAnswer, timeoutMs: PIN_TIMEOUT_MS };
      return (await connection.post(`${path}/pin`, { commitSha, about: named }, options)).branch;
    },
    async values({ names, branch }) {
      const reason = branch.kind === "unverified" ? branch.reason.slice(0, 300) : "";
      const options = { answer: protocol.ValuesAnswer, timeoutMs: PIN_TIMEOUT_MS };
      return (await connection.post(`${path}/values`, { names, reason }, options)).values;
    },
    async finish(collect) {
      const folder = join(outgoing, randomUUID());
      const objects = openObjects(folder);
      try {
        const built = await collect({
          objects,
          // They are sent when all are there.
          keep: () => Promise.resolve(),
          variants: async (asked) => (await compare(asked)).variants,
        });
        const files = distinct(built);
        const missing = new Set((await compare(files)).missing);
        await sendFiles(
          files.filter(({ sha256 }) => missing.has(sha256)),
          {
            open:
              async ({ sha256 }) =>
              (start, end) =>
                readPart(objects, sha256, start, end),
            send: (body, signal) => connection.put(`${path}/files`, body, { answer: protocol.SentFiles, signal }),
          },
        );
        const variants = built.variants.filter(({ encoded }) => encoded !== null);
        const options = { answer: protocol.Done, timeoutMs: PUBLISH_TIMEOUT_MS };
        await connection.post(`${path}/publish`, { ...built, variants }, options);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    fail: ({ code, message, diagnostics, refusedHosts }) =>
      send("/fail", { code, message: message.slice(0, 4_000), diagnostics: diagnostics.slice(0, 100), refusedHosts }),
    giveBack: (afterMs) => send("/release", { afterMs }),
    passOn: ({ code, message }) => send("/release", { afterMs: 0, fault: { code, message: message.slice(0, 4_000) } }),
    requireSlot: () => send("/release", { afterMs: 0, needsSlot: true }),
  };
}

interface Compared {
  readonly missing: readonly string[];
  readonly variants: ReadonlyMap<string, Variants>;
}

async function compareFiles(connection: Connection, path: string, files: readonly StoredObject[]): Promise<Compared> {
  const missing: string[] = [];
  const variants = new Map<string, Variants>();
  for (const some of inBatches(files, protocol.MAX_NAMED)) {
    const asked = some.map(({ sha256, size }) => ({ sha256, size }));
    const answer = await connection.post(`${path}/files`, { files: asked }, { answer: protocol.FilesAnswer });
    missing.push(...answer.missing);
    for (const [sha256, { br, gzip }] of Object.entries(answer.variants)) {
      variants.set(sha256, { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) });
    }
  }
  return { missing, variants };
}

function distinct({ files, variants }: Built): readonly StoredObject[] {
  const all = [...files, ...variants.flatMap(({ encoded }) => encoded ?? [])];
  return [...new Map(all.map(({ sha256, size }) => [sha256, { sha256, size }])).values()];
}

/** Files can be large, so that none is in memory whole. */
async function readPart(objects: ObjectStore, sha256: string, start: number, end: number): Promise<Buffer> {
  await using handle = await objects.open(sha256);
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}
