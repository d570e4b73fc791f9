import { sha256Of } from "../domain/sha256.ts";
import type { ServedSite } from "../hosting/site.ts";
import { createReadCache } from "../outside/read-cache.ts";
import { BuildStopped } from "../pipeline/failure.ts";
import { MAX_FILE_BYTES } from "../review/interception.ts";
import { ReviewInterrupted, type ReviewRecord } from "../review/record.ts";
import * as protocol from "../review/worker-protocol.ts";
import { type Connection, renewClaim } from "./connection.ts";

const PICTURE_TIMEOUT_MS = 120_000;

/** Both sides have most files in common, and pages have theirs. */
const KEPT_BYTES = 64 * 1024 ** 2;

/** @param signal Ends the wait for a service that is away. */
export async function openRemoteReview(
  { id, comparisonId, leaseMs, origin, nowMs, masks, maxPages, patienceMs }: protocol.ClaimedReview,
  connection: Connection,
  signal: AbortSignal,
): Promise<ReviewRecord> {
  const path = `/reviews/${encodeURIComponent(id)}`;
  const send = (what: string, body: object) => unlessLost(connection.post(`${path}${what}`, body, DONE));
  const [before, after] = await unlessLost(
    Promise.all(protocol.SIDES.map((side) => readSide(connection, `${path}/side`, { side, signal }))),
  );
  let fault: unknown;
  const read = createReadCache(KEPT_BYTES, async (sha256) => {
    const value = await connection.read(`${path}/read`, { sha256 }, MAX_FILE_BYTES);
    if (sha256Of(value) !== sha256) throw new Error("The service sent another file.");
    return { value, bytes: value.length };
  });

  return {
    comparisonId,
    leaseMs,
    order: { origin, nowMs, masks, maxPages, patienceMs, before: before ?? NO_FILES, after: after ?? NO_FILES },
    renew: () => renewClaim(connection, path, leaseMs),
    async read(sha256) {
      try {
        return await read(sha256);
      } catch (error) {
        // A page would look as if it had no such file.
        fault ??= error;
        throw interrupted(error);
      }
    },
    async addPicture(bytes) {
      const sha256 = sha256Of(bytes);
      const options = { ...DONE, timeoutMs: PICTURE_TIMEOUT_MS };
      await unlessLost(connection.put(`${path}/pictures/${sha256}`, bytes, options));
      return sha256;
    },
    async findRender(key) {
      const { found } = await unlessLost(connection.post(`${path}/render`, { key }, { answer: protocol.RenderAnswer }));
      return found ?? undefined;
    },
    async addRender(render) {
      const answer = { answer: protocol.RenderStored };
      return (await unlessLost(connection.post(`${path}/renders`, render, answer))).sha256;
    },
    async progress(found, { done, total }) {
      await send("/progress", { done, total, found });
    },
    async finish(found) {
      if (fault !== undefined) throw interrupted(fault);
      await send("/finish", found);
    },
    async fail() {
      await send("/fail", {});
    },
    async giveBack() {
      await send("/release", {});
    },
  };
}

const DONE = { answer: protocol.Done };

const NO_FILES: ServedSite = { files: new Map(), variants: new Map(), rules: {} };

async function readSide(
  connection: Connection,
  path: string,
  { side, signal }: { readonly side: (typeof protocol.SIDES)[number]; readonly signal: AbortSignal },
) {
  const { files, rules } = await connection.post(path, { side }, { answer: protocol.SideAnswer, signal });
  return {
    files: new Map(files.map(({ path: name, sha256, size }) => [name, { sha256, size }])),
    variants: new Map(),
    rules,
  };
}

function interrupted(cause: unknown): ReviewInterrupted {
  return new ReviewInterrupted("The service did not answer, or gave the review to another worker.", { cause });
}

async function unlessLost<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof BuildStopped ? interrupted(error) : error;
  }
}
