import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { Manifest } from "../../../packages/contract/index.ts";

const PUBLISHED = join(import.meta.dirname, "../../../docs/greenroom.schema.json");

function manifestSchema(): string {
  const schema = z.toJSONSchema(Manifest, { io: "input", unrepresentable: "any" });
  return `${JSON.stringify({ title: "greenroom.json", ...schema }, undefined, 2)}\n`;
}

test("the published schema of greenroom.json is what the contract says; vitest -u updates it", async () => {
  await expect(manifestSchema()).toMatchFileSnapshot(PUBLISHED);
});

test("the published schema accepts valid manifests and rejects wrong types", () => {
  const validate = new Ajv2020({ strict: false, logger: false }).compile(JSON.parse(manifestSchema()));
  expect(validate({ rootDirectory: "apps/web", buildCommand: null, output: "dist", spa: true, later: 1 })).toBe(true);
  expect(validate({ output: 7 })).toBe(false);
  expect(validate({ redirects: [{ source: "/a" }] })).toBe(false);
});
