import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ObjectStore, StoredObject } from "../../store/objects.ts";
import { instant } from "@greenroom/contract/clock";
import { touchObjects } from "../../store/file-lists.ts";
import type { ServiceContext } from "../../context.ts";
import { ENCODINGS, type Encoding } from "./conditions.ts";

/** Compressed forms of objects, made once and stored. */
export interface Encodings {
  /**
   * Finds a compressed form.
   * @returns Undefined while it is not made yet; asking has it made beside the answers. Null when it saves nothing.
   */
  find(object: StoredObject, encoding: Encoding): Promise<StoredObject | null | undefined>;
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

type EncodingParts = Pick<ServiceContext, "db" | "log" | "clock">;

async function load({ db }: EncodingParts, sha256: string): Promise<Forms> {
  const rows = await db.selectFrom("object_encodings").selectAll().where("sha256", "=", sha256).execute();
  return new Map(
    rows.map((row) => [
      row.encoding,
      row.encoded_sha256 === null ? null : { sha256: row.encoded_sha256, size: row.encoded_size },
    ]),
  );
}

/** Less saved than this is not worth a second copy. */
const WORTHWHILE = 0.95;

async function make({ db, clock }: EncodingParts, objects: ObjectStore, object: StoredObject): Promise<void> {
  const bytes = await objects.read(object.sha256);
  for (const encoding of ENCODINGS) {
    const packed = await packers[encoding](bytes);
    const encoded = packed.length < object.size * WORTHWHILE ? await objects.putBytes(packed) : undefined;
    await objects.flush();
    await db.transaction().execute(async (tx) => {
      const listed = await tx
        .selectFrom("objects")
        .select("sha256")
        .where("sha256", "=", object.sha256)
        .executeTakeFirst();
      if (!listed) return;
      if (encoded) await touchObjects(tx, [encoded], instant(clock));
      const values = { encoded_sha256: encoded?.sha256 ?? null, encoded_size: encoded?.size ?? 0 };
      await tx
        .insertInto("object_encodings")
        .values({ sha256: object.sha256, encoding, ...values })
        .onConflict((conflict) => conflict.columns(["sha256", "encoding"]).doNothing())
        .execute();
    });
  }
}

/** Opens the compressed forms of an instance's objects. */
export function createEncodings(context: EncodingParts, objects: ObjectStore): Encodings {
  const known = new Map<string, Forms>();
  const waiting = new Set<string>();
  let making: Promise<void> = Promise.resolve();

  function makeLater(object: StoredObject): void {
    if (waiting.has(object.sha256) || waiting.size >= MAX_WAITING) return;
    waiting.add(object.sha256);
    // One at a time: visitors of now come before visitors of later.
    making = makeAfter(making, object);
  }

  async function makeAfter(before: Promise<void>, object: StoredObject): Promise<void> {
    await before;
    try {
      await make(context, objects, object);
    } catch (error) {
      context.log.warn({ err: error }, "a file could not be compressed");
    } finally {
      known.delete(object.sha256);
      waiting.delete(object.sha256);
    }
  }

  return {
    async find(object, encoding) {
      let forms = known.get(object.sha256);
      if (!forms) {
        forms = await load(context, object.sha256);
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(object.sha256, forms);
      }
      const form = forms.get(encoding);
      if (form === undefined) makeLater(object);
      return form;
    },
  };
}
