import { describe, expect, test } from "vitest";
import { qrLines } from "../../src/actions/preview/qr.ts";
import { furtherErrors } from "../../src/actions/preview/summary.ts";
import { timeline } from "../../src/actions/preview/timeline.ts";
import { safeAddress } from "../../src/github/text.ts";

describe("timeline", () => {
  test("draws waiting, building and the total on one scale", () => {
    expect(timeline({ queuedSeconds: 8, buildSeconds: 24 })).toEqual([
      "Queued    ████████                          8 s",
      "Building          ████████████████████████  24 s",
      "Total     ████████████████████████████████  32 s",
    ]);
  });

  test("what took time is seen, however little, and what took none is not", () => {
    expect(timeline({ queuedSeconds: 1, buildSeconds: 3600 })[0]).toContain("█");
    expect(timeline({ queuedSeconds: 0, buildSeconds: 4 })[0]).not.toContain("█");
    expect(timeline({ queuedSeconds: 0, buildSeconds: 0 })).toEqual(["Queued and built in less than a second"]);
  });

  test("says nothing when nobody can tell", () => {
    expect(timeline({ queuedSeconds: undefined, buildSeconds: undefined })).toEqual([]);
    expect(timeline({ queuedSeconds: undefined, buildSeconds: 5 })).toHaveLength(1);
  });
});

describe("qrLines", () => {
  const address = (text: string) => {
    const safe = safeAddress(text, { allowLoopbackHttp: false });
    if (safe === undefined) throw new Error(text);
    return safe;
  };

  test("draws the three corner marks within a margin, two modules a character", () => {
    const lines = qrLines(address("https://dep-1.preview.example/"));
    const width = lines[0]?.length ?? 0;
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([width]));
    expect(lines).toHaveLength(Math.ceil(width / 2));
    expect(lines.slice(0, 2).join("").trim()).toBe("");
    expect(lines[2]).toMatch(/^ {4}█▀▀▀▀▀█ .* █▀▀▀▀▀█ {4}$/);
    expect(lines.at(-5)).toMatch(/^ {4}█ ███ █ /);
  });

  test("an address too long for a phone is not drawn", () => {
    expect(qrLines(address(`https://dep.example/${"x".repeat(300)}`))).toEqual([]);
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
