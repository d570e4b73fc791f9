import { describe, expect, test } from "vitest";
import { timeline } from "../../src/preview/summary.ts";

describe("timeline", () => {
  test("draws waiting, building and the total on one scale", () => {
    expect(timeline({ queuedSeconds: 8, buildSeconds: 24 })).toEqual([
      "Queued    ████████                          8 s",
      "Building          ████████████████████████  24 s",
      "Total     ████████████████████████████████  32 s",
    ]);
  });

  test("whatever took time is visible, however little, and what took none is not", () => {
    expect(timeline({ queuedSeconds: 1, buildSeconds: 3600 })[0]).toContain("█");
    expect(timeline({ queuedSeconds: 0, buildSeconds: 4 })[0]).not.toContain("█");
    expect(timeline({ queuedSeconds: 0, buildSeconds: 0 })).toEqual(["Queued and built in less than a second"]);
  });

  test("has no line for an unknown time", () => {
    expect(timeline({ queuedSeconds: undefined, buildSeconds: undefined })).toEqual([]);
    expect(timeline({ queuedSeconds: undefined, buildSeconds: 5 })).toHaveLength(1);
  });
});
