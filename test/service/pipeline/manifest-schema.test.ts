import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { MANIFEST_SCHEMA_FILE, manifestSchema } from "../../../src/scripts/manifest-schema.ts";

test("the published schema of greenroom.json is what the contract says; else run node src/scripts/manifest-schema.ts", () => {
  expect(readFileSync(MANIFEST_SCHEMA_FILE, "utf8")).toBe(manifestSchema());
});

test("the published schema takes what a build takes and refuses wrong types", () => {
  const validate = new Ajv2020({ strict: false, logger: false }).compile(JSON.parse(manifestSchema()));
  expect(validate({ rootDirectory: "apps/web", buildCommand: null, output: "dist", spa: true, later: 1 })).toBe(true);
  expect(validate({ output: 7 })).toBe(false);
  expect(validate({ redirects: [{ source: "/a" }] })).toBe(false);
});
