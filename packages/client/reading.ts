import type { z } from "zod";
import type { Entitlements } from "@greenroom/contract";
import type { SCHEMAS } from "./schemas.ts";

/** Loads what the data of an answer is read with, once there is one. */
export type Reader<Data> = () => Promise<z.ZodType<Data>>;

/**
 * Names what the data of an answer is read with. It is loaded when the first answer is there: whoever starts, sends
 * their first request sooner by that.
 * @param name What the answer holds.
 */
export function reader<Name extends keyof typeof SCHEMAS>(name: Name): () => Promise<(typeof SCHEMAS)[Name]> {
  return async () => (await import("./schemas.ts")).SCHEMAS[name];
}

/** Reads the cursor of a list's next page; null when there is none. */
export async function readNextCursor(envelope: Readonly<Record<string, unknown>>): Promise<string | null> {
  const { SIBLINGS } = await import("./schemas.ts");
  return SIBLINGS.nextCursor.safeParse(envelope["nextCursor"]).data ?? null;
}

/** Reads what a workspace may have; undefined when the service sent nothing of it, or in another shape. */
export async function readEntitlements(envelope: Readonly<Record<string, unknown>>): Promise<Entitlements | undefined> {
  const { SIBLINGS } = await import("./schemas.ts");
  return SIBLINGS.entitlements.safeParse(envelope["entitlements"]).data;
}
