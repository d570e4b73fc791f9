import { describe, expect, test } from "vitest";
import { furtherErrors, timeline } from "../../src/preview/summary.ts";

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

describe("furtherErrors", () => {
  test("names place and words of each, escaped, and counts what is left", () => {
    const errors = Array.from({ length: 52 }, (_, n) => ({ file: "src/a.ts", line: n + 1, message: "<b> @all" }));
    const text = String(furtherErrors(errors));
    expect(text).toContain("- `src/a.ts:1` &lt;b&gt; @&#8203;all\n");
    expect(text).toContain("- and 2 more");
    expect(text).not.toContain("src/a.ts:51");
  });
});
