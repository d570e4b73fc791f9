import { inBatches } from "../../domain/batches.ts";
import { contentTypeOf } from "../../domain/content-type.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { noteStored } from "./kept-objects.ts";
import type { StoredObject } from "./objects.ts";

/** Content codings a file is stored in besides its own bytes, best first. */
export const ENCODINGS = ["br", "gzip"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * The compressed variants of one file, each a separate object. A missing one was never made (the file is of a kind
 * that does not compress, or was published before variants were); null means that compressing it saves nothing.
 */
export type Variants = Readonly<Partial<Record<Encoding, StoredObject | null>>>;

export interface Variant {
  /** The file it was made from. */
  readonly sha256: string;
  readonly encoding: Encoding;
  readonly encoded: StoredObject | null;
}

const LEAST_BYTES = 1024;
const MOST_BYTES = 16 * 1024 * 1024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:javascript|json|manifest\+json|wasm|xml|.*\+(?:json|xml))|image\/svg\+xml|font\/(?:ttf|otf))/;

export function isCompressible(path: string, size: number): boolean {
  if (size < LEAST_BYTES || size > MOST_BYTES) return false;
  return COMPRESSIBLE.test(contentTypeOf(path));
}

/** Stores variants whose files are kept and whose originals are noted in this transaction. */
export async function storeVariants(tx: Transaction, variants: readonly Variant[]): Promise<void> {
  const made = variants.flatMap(({ encoded }) => (encoded === null ? [] : [encoded.sha256]));
  await noteStored(tx, made);
  // A statement names a row once.
  const rows = new Map(
    variants.map(({ sha256, encoding, encoded }) => [
      `${sha256} ${encoding}`,
      { sha256, encoding, encoded_sha256: encoded?.sha256 ?? null, encoded_size: encoded?.size ?? 0 },
    ]),
  );
  const sorted = [...rows.values()].toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  for (const batch of inBatches(sorted)) {
    await tx
      .insertInto("object_encodings")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["sha256", "encoding"]).doUpdateSet((eb) => ({
          encoded_sha256: eb.ref("excluded.encoded_sha256"),
          encoded_size: eb.ref("excluded.encoded_size"),
        })),
      )
      .execute();
  }
}

const NAMES_A_STATEMENT = 5_000;

/** The variants of files, by their digest; a file without any is not in the map. */
export async function readVariants(db: Database, files: readonly string[]): Promise<ReadonlyMap<string, Variants>> {
  const found = new Map<string, Variants>();
  for (const names of inBatches(files, NAMES_A_STATEMENT)) {
    const rows = await db.selectFrom("object_encodings").selectAll().where("sha256", "in", names).execute();
    for (const { sha256, encoding, encoded_sha256: encoded, encoded_size: size } of rows) {
      const variant = encoded === null ? null : { sha256: encoded, size };
      found.set(sha256, { ...found.get(sha256), [encoding]: variant });
    }
  }
  return found;
}
