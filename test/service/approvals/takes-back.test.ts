import { array, assert, constantFrom, dictionary, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { wasLiveLately } from "../../../packages/service/domain/roll-back.ts";
import { type FilesByPath, partsTakenBack, takesBack } from "../../../packages/service/domain/takes-back.ts";

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

describe("what a release takes back within a file that it changes", () => {
  const BASE = "<h1>The lamp</h1><p>Doors open at six. Tickets cost ten.</p><p>Bring a coat.</p>";
  const after = (of: Readonly<Record<string, string>>): string =>
    Object.entries(of).reduce((text, [was, is]) => text.replace(was, is), BASE);
  const formers = [{ number: 1, text: BASE }];

  test.each([
    [
      "a sentence that the release before brought",
      after({ "Tickets cost ten.": "Tickets cost ten. Captioned on Thursdays." }),
      after({ "a coat": "two coats" }),
      [{ number: 2, kind: "undone", lost: "Captioned on Thursdays.", brought: "" }],
    ],
    [
      "a paragraph that the release before removed",
      after({ "<p>Bring a coat.</p>": "" }),
      after({ six: "seven" }),
      [{ number: 2, kind: "undone", lost: "", brought: "<p>\nBring a coat.\n</p>" }],
    ],
    [
      "nothing of what the release before changed elsewhere and this one keeps",
      after({ six: "seven" }),
      after({ six: "seven", "a coat": "two coats" }),
      [],
    ],
    [
      "nothing, and says which release changed the same place",
      after({ six: "seven" }),
      after({ six: "eight" }),
      [{ number: 2, kind: "replaced", lost: "Doors open at seven.", brought: "Doors open at eight." }],
    ],
    [
      "nothing, in whole tags where one ends a sentence",
      after({ "a coat": "two coats" }),
      after({ "a coat": "<b>a coat</b>" }),
      [{ number: 2, kind: "replaced", lost: "Bring two coats.", brought: "Bring\n<b>\na coat\n</b>\n." }],
    ],
    ["nothing of a first release", after({}), after({ six: "eight" }), []],
  ])("%s", (_, live, release, expected) => {
    expect(partsTakenBack(live, release, formers)).toEqual(expected);
  });

  test("is not known of two texts that have nothing in common", () => {
    const long = (word: string): string => Array.from({ length: 900 }, (_, at) => `${word} ${at}\n`).join("");
    expect(partsTakenBack(long("a"), long("b"), formers)).toBeUndefined();
  });

  test("is each place that is as it was before a release, and no other, whatever happened before", () => {
    const version = array(constantFrom("1", "2", "3"), { minLength: 4, maxLength: 4 });
    const textOf = (places: readonly string[]): string =>
      places.map((value, at) => `<p id="${at}">place ${at} says ${value}</p>`).join("");
    assert(
      property(version, version, array(version, { minLength: 1, maxLength: 5 }), (live, release, earlier) => {
        const older = earlier.map((places, index) => ({ number: earlier.length - index, places }));
        const expected = live.flatMap((value, at) => {
          const like = older.find(({ places }) => places[at] === release[at]);
          return value !== release[at] && like ? [[at, like.number + 1]] : [];
        });
        const found = partsTakenBack(
          textOf(live),
          textOf(release),
          older.map(({ number, places }) => ({ number, text: textOf(places) })),
        );
        const undone = found?.flatMap(({ kind, lost, number }) =>
          kind === "undone" ? [[Number(/place (\d)/.exec(lost)?.[1]), number]] : [],
        );
        expect(undone?.map(String).toSorted()).toEqual(expected.map(String).toSorted());
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
