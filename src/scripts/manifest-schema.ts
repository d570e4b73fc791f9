import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { Manifest } from "../contract/index.ts";

/** Where editors find the schema of greenroom.json. */
export const MANIFEST_SCHEMA_FILE = "docs/greenroom.schema.json";

/**
 * Spells the schema of greenroom.json for editors.
 * @returns JSON Schema, draft 2020-12, as the committed file holds it.
 */
export function manifestSchema(): string {
  const schema = z.toJSONSchema(Manifest, { io: "input", unrepresentable: "any" });
  return `${JSON.stringify({ title: "greenroom.json", ...schema }, undefined, 2)}\n`;
}

if (import.meta.main) await writeFile(MANIFEST_SCHEMA_FILE, manifestSchema());
