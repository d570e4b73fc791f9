import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { StoredObject } from "../../store/objects.ts";
import type { ObjectStore } from "../../store/objects.ts";
import { instant } from "../../domain/clock.ts";
import { noteObjects } from "../../store/file-lists.ts";
import type { Parts } from "../../parts.ts";
import { ENCODINGS, type Encoding } from "./conditions.ts";

/** Compressed forms of objects, made once and stored. */
export interface Encodings {
  /**
   * Finds a compressed form.
   * @returns Undefined while there is none; asking has it made beside the answers.
   */
  find(object: StoredObject, encoding: Encoding): Promise<StoredObject | undefined>;
}

type Forms = ReadonlyMap<Encoding, StoredObject | null>;

const MAX_KNOWN = 100_000;
const MAX_WAITING = 10_000;
const BROTLI_QUALITY = 9;

const packers: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Opens the compressed forms of an instance's objects. */
export function createEncodings(parts: Pick<Parts, "db" | "log" | "clock">, objects: ObjectStore): Encodings {
  const known = new Map<string, Forms>();
  const waiting = new Set<string>();
  let making: Promise<void> = Promise.resolve();

  async function load(sha256: string): Promise<Forms> {
    const rows = await parts.db.selectFrom("object_encodings").selectAll().where("sha256", "=", sha256).execute();
    return new Map(
      rows.map((row) => [
        row.encoding,
        row.encoded_sha256 === null ? null : { sha256: row.encoded_sha256, size: row.encoded_size },
      ]),
    );
  }

  async function make(object: StoredObject): Promise<void> {
    const bytes = await objects.read(object.sha256);
    for (const encoding of ENCODINGS) {
      const packed = await packers[encoding](bytes);
      const smaller = packed.length < object.size * 0.95;
      const encoded = smaller ? await objects.putBytes(packed) : null;
      await parts.db.transaction().execute(async (writing) => {
        const listed = await writing
          .selectFrom("objects")
          .select("sha256")
          .where("sha256", "=", object.sha256)
          .executeTakeFirst();
        if (!listed) return;
        if (encoded) await noteObjects(writing, [encoded], instant(parts.clock));
        await writing
          .insertInto("object_encodings")
          .values({
            sha256: object.sha256,
            encoding,
            encoded_sha256: encoded?.sha256 ?? null,
            encoded_size: encoded?.size ?? 0,
          })
          .onConflict((conflict) => conflict.columns(["sha256", "encoding"]).doNothing())
          .execute();
      });
    }
    known.delete(object.sha256);
  }

  function makeLater(object: StoredObject): void {
    if (waiting.has(object.sha256) || waiting.size >= MAX_WAITING) return;
    waiting.add(object.sha256);
    // One at a time: visitors of now come before visitors of later.
    making = making
      .then(() => make(object))
      .catch((error: unknown) => parts.log.warn({ err: error }, "a file could not be compressed"))
      .finally(() => waiting.delete(object.sha256));
  }

  return {
    async find(object, encoding) {
      let forms = known.get(object.sha256);
      if (!forms) {
        forms = await load(object.sha256);
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(object.sha256, forms);
      }
      const form = forms.get(encoding);
      if (form === undefined) makeLater(object);
      return form ?? undefined;
    },
  };
}
