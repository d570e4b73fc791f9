import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PEER_DEFECTS, PEER_PAINS } from "./peers.ts";

describe("a defect of another action", () => {
  test.each([...PEER_DEFECTS, ...PEER_PAINS])("has a test here: $defect", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, name] of tests) expect(readFileSync(file, "utf8"), `${file}: ${name}`).toContain(name);
  });

  test("is one of 22 that were read in sources", () => {
    expect(new Set(PEER_DEFECTS.map(({ defect }) => defect)).size).toBe(22);
  });
});
