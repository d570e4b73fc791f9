import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PEER_DEFECTS } from "./peers.ts";

describe("a defect of another action", () => {
  test.each(PEER_DEFECTS)("has a test here: $defect", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const [file, name] of tests) {
      const lines = readFileSync(file, "utf8").split("\n");
      expect(lines.find((line) => line.includes(name)) ?? `${file}: ${name}`).toMatch(/"/);
      expect(lines.some((line) => line.includes(name))).toBe(true);
    }
  });

  test("is one of 22", () => {
    expect(new Set(PEER_DEFECTS.map(({ defect }) => defect)).size).toBe(22);
  });
});
