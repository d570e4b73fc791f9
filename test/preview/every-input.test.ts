import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readInputs as readPreviewInputs } from "../../src/preview/inputs.ts";
import { readInputs as readProductionInputs } from "../../src/production/inputs.ts";

test.each([
  ["action.yml", readPreviewInputs],
  ["production/action.yml", readProductionInputs],
] as const)("every input of %s is read by the action, and no other", (path, readInputs) => {
  const { inputs } = parse(readFileSync(path, "utf8")) as {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  };
  const read = new Set<string>();
  const required: Readonly<Record<string, string>> = {
    "base-url": "https://service.example",
    token: "sk_test_0123456789abcdef",
    site: "docs",
  };
  readInputs((name) => {
    read.add(name);
    return required[name] ?? inputs[name]?.default ?? "";
  });
  expect([...read].sort()).toEqual(Object.keys(inputs).sort());
});
