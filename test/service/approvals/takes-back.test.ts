import { array, assert, constantFrom, dictionary, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { type FilesByPath, takesBack } from "../../../packages/service/domain/takes-back.ts";
import { wasLiveLately } from "../../../packages/service/domain/roll-back.ts";

const files = (of: Readonly<Record<string, string>>): FilesByPath => new Map(Object.entries(of));

describe("what a release takes back", () => {
  const first = { number: 1, files: files({ a: "1", b: "1" }) };

  test("is what the release after the newest like it changed, brought or removed", () => {
    const second = { number: 2, files: files({ a: "2", b: "1", c: "1" }) };
    const live = files({ a: "2", c: "2" });
    const back = takesBack(live, files({ a: "1", b: "1" }), [second, first]);
    expect(back).toEqual(
      new Map([
        ["b", 3],
        ["a", 2],
        ["c", 2],
      ]),
    );
  });

  test("is not new work, nor a file that every release had and this one removes", () => {
    expect(takesBack(files({ a: "1", b: "1" }), files({ a: "new", new: "1" }), [first])).toEqual(new Map());
    expect(takesBack(files({ a: "1" }), files({}), [])).toEqual(new Map());
  });

  test("is all that differs when the files are those of a former release, and nothing when they are those that are live", () => {
    const list = dictionary(constantFrom("a", "b", "c", "d"), constantFrom("1", "2", "3"));
    assert(
      property(list, array(list, { minLength: 1, maxLength: 6 }), (live, formers) => {
        const releases = formers.map((of, index) => ({ number: formers.length - index, files: files(of) }));
        const [now, before] = [files(live), files(formers.at(-1) ?? {})];
        const differing = [...new Set([...now.keys(), ...before.keys()])].filter(
          (path) => now.get(path) !== before.get(path),
        );
        expect([...takesBack(now, before, releases).keys()].toSorted()).toEqual(differing.toSorted());
        expect(takesBack(now, now, releases).size).toBe(0);
      }),
    );
  });
});

describe("a release that was live lately", () => {
  const NOW = "2026-03-31T00:00:00.000Z";
  const releases = [
    { fileListDigest: "live", liveSince: "2026-03-30T00:00:00.000Z" },
    { fileListDigest: "late", liveSince: "2026-03-02T00:00:00.000Z" },
    { fileListDigest: "old", liveSince: "2026-01-01T00:00:00.000Z" },
    { fileListDigest: "older", liveSince: "2025-01-01T00:00:00.000Z" },
  ];

  test.each([
    ["late", true],
    ["old", true],
    ["older", false],
    ["live", false],
    ["never", false],
  ])("%s: %s", (digest, expected) => {
    expect(wasLiveLately(releases, digest, NOW)).toBe(expected);
  });

  test("ends thirty days after it was replaced, to the millisecond", () => {
    const [of, end] = ["old", Date.parse("2026-03-02T00:00:00.000Z") + 30 * 86_400_000];
    expect(wasLiveLately(releases, of, new Date(end).toISOString())).toBe(true);
    expect(wasLiveLately(releases, of, new Date(end + 1).toISOString())).toBe(false);
  });
});
