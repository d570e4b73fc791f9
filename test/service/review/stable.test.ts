import { describe, expect, test } from "vitest";
import { answerTo } from "../../../packages/service/review/interception.ts";
import { untilStill } from "../../../packages/service/review/page-reader.ts";
import { comparePictures } from "../../../packages/service/review/pictures.ts";
import { type Render, renderOfBoth, withVisit } from "../../../packages/service/review/renders.ts";
import { reportPage } from "../../../packages/service/review/report.ts";
import type { Side } from "../../../packages/service/review/served-side.ts";
import { oddRender, stablePair } from "../../../packages/service/review/stable.ts";
import type { Visit } from "../../../packages/service/review/visit.ts";

/** A render of a page with this text and this picture. */
function visit(text: string, picture: "a" | "b" | "c"): Visit {
  return {
    content: { title: "Page", text, links: [], anchors: [] },
    shots: [{ width: 1280, height: 900, cut: false, sha256: picture.repeat(64) }],
    errors: [],
    missing: [],
    hosts: [],
    weight: { scripts: 0, styles: 0, images: 0, fonts: 0, other: 0 },
    problems: [],
    answers: [],
  };
}

const AREA = { x: 0, y: 0, width: 10, height: 10 };

/** What is said of a page whose file differs, rendered twice on each side. */
function changeOf(before: readonly [Visit, Visit], after: readonly [Visit, Visit]) {
  return changeOfRenders({ first: before[0], again: before[1] }, { first: after[0], again: after[1] });
}

async function changeOfRenders(old: Render, now: Render) {
  const compared = await comparePictures(
    { before: old, after: now },
    {
      pictures: async (sha256) => Buffer.from(sha256),
      store: async () => "difference",
      compare: async ({ beforeAgain, afterAgain }) => ({
        share: 0,
        png: undefined,
        boxes: [],
        unstable: { before: beforeAgain ? [AREA] : [], after: afterAgain ? [AREA] : [] },
      }),
    },
  );
  const { change, unstable } = reportPage({ path: "/", change: "changed" }, stablePair(old, now), compared);
  return { change, unstable };
}

describe("a page that differs from itself", () => {
  test("only after, and can look and read as before, is unstable and unchanged", async () => {
    const [usual, other] = [visit("Now", "a"), visit("Now", "b")];
    expect(await changeOf([usual, usual], [usual, other])).toEqual({ change: "unchanged", unstable: true });
    expect(await changeOf([usual, usual], [other, usual])).toEqual({ change: "unchanged", unstable: true });
    const late = visit("Now\nLoaded", "a");
    expect(await changeOf([usual, usual], [late, usual])).toEqual({ change: "unchanged", unstable: true });
  });

  test("only after, and on one load of two, is looked at once more without the load that was as before", async () => {
    const render = (first: Visit, again: Visit): Render => ({ first, again });
    const usual = visit("Now", "a");
    for (const [other, third] of [
      [visit("Now", "b"), visit("Now", "c")],
      [visit("Now\nLoaded", "a"), visit("Now\nLoading", "a")],
    ] as const) {
      expect(oddRender(render(usual, usual), render(usual, other))).toBe(other);
      expect(oddRender(render(usual, usual), render(other, usual))).toBe(other);
      expect(oddRender(render(usual, other), render(usual, other))).toBeUndefined();
      expect(oddRender(render(usual, usual), render(other, other))).toBeUndefined();
      expect(oddRender({ first: usual }, render(usual, other))).toBeUndefined();
      const late = { ...other, problems: ["did_not_settle" as const] };
      expect(oddRender(render(usual, usual), render(usual, late))).toBeUndefined();
      // On the third load.
      expect(await changeOf([usual, usual], [other, third])).toMatchObject({ change: "changed" });
      expect(await changeOf([usual, usual], [other, usual])).toMatchObject({ change: "unchanged" });
    }
  });

  test("only before, and could read then as it does now, is unchanged", async () => {
    const [empty, whole] = [visit("", "a"), visit("Now", "a")];
    expect(await changeOf([empty, whole], [whole, whole])).toMatchObject({ change: "unchanged" });
    expect(await changeOf([whole, empty], [empty, empty])).toMatchObject({ change: "unchanged" });
  });

  test("on both sides, and once reads the same on them, is unchanged", async () => {
    const [early, late, usual] = [visit("Now\nLoading", "a"), visit("Now\nLoaded", "a"), visit("Now", "a")];
    expect(await changeOf([early, usual], [early, late])).toMatchObject({ change: "unchanged" });
    expect(await changeOf([early, late], [late, late])).toMatchObject({ change: "unchanged" });
  });

  test("in that it says nothing the second time, on both sides, is a change of what it says", async () => {
    const { content: _, ...hung } = { ...visit("Now", "a"), problems: ["hung" as const] };
    expect(await changeOf([visit("Old", "a"), hung], [visit("New", "a"), hung])).toMatchObject({ change: "changed" });
  });

  test("on both sides, and never reads the same, is a change of what stays", async () => {
    const of = (...texts: readonly [string, string]) => [visit(texts[0], "a"), visit(texts[1], "a")] as const;
    expect(await changeOf(of("Old\n1", "Old\n2"), of("New\n1", "New\n2"))).toMatchObject({ change: "changed" });
  });

  test("only after, and never as before, is a change to view", async () => {
    const usual = visit("Now", "a");
    expect(await changeOf([usual, usual], [visit("Now", "b"), visit("Now", "c")])).toEqual({
      change: "changed",
      unstable: true,
    });
    expect(await changeOf([usual, usual], [visit("Now\n1", "a"), visit("Now\n2", "a")])).toMatchObject({
      change: "changed",
    });
  });
});

describe("a page to which both sites give all that it loaded", () => {
  const ORIGIN = "https://site.test";

  function sideOf(files: Readonly<Record<string, string>>, rules: Side["site"]["rules"] = {}): Side {
    const listed = Object.entries(files).map(([path, sha256]) => [path, { sha256, size: 1 }] as const);
    return { site: { files: new Map(listed), variants: new Map(), rules }, read: async () => Buffer.alloc(0) };
  }

  function loaded(side: Side, text: string, ...addresses: readonly string[]): Visit {
    const answers = ["/", ...addresses].map((address): [string, string] => {
      return [address, answerTo(side.site, ORIGIN, new URL(address, ORIGIN))];
    });
    return { ...visit(text, "a"), answers };
  }

  const FILES = { "index.html": "page", "data.json": "data", "frame.html": "frame", "unused.png": "before" };
  const before = sideOf(FILES);
  const after = sideOf({ ...FILES, "unused.png": "after" });
  const bothOf = (old: Render, now: Render, sides = { before, after }) =>
    renderOfBoth({ before: old, after: now }, sides, ORIGIN);

  test("is unchanged, however it differs from itself", async () => {
    const usual = loaded(before, "Now", "/data.json");
    const other = loaded(after, "Other", "/frame");
    const both = bothOf({ first: usual, again: usual }, { first: other, again: other });
    expect(both).toEqual({ first: other });
    expect(both && (await changeOfRenders(both, both))).toEqual({ change: "unchanged" });
  });

  test("is one only when it loads no other file in any of its renders", () => {
    const same = { first: loaded(before, "Now"), again: loaded(before, "Now", "/data.json") };
    expect(bothOf(same, { first: loaded(after, "Now") })).toBeDefined();
    expect(bothOf(same, { first: loaded(after, "Now"), again: loaded(after, "Now", "/unused.png") })).toBeUndefined();
    expect(bothOf({ ...same, again: loaded(before, "Now", "/unused.png") }, same)).toBeUndefined();
  });

  test.each([
    ["a file", { ...FILES, "data.json": "other" }, {}],
    ["no file", { "index.html": "page" }, {}],
    [
      "a header that a script reads",
      FILES,
      { headers: [{ source: "/data.json", headers: { "content-language": "de" } }] },
    ],
    ["a redirect", FILES, { redirects: [{ source: "/data.json", destination: "/frame", status: 307 as const }] }],
  ])("is another one where the preview gives it %s instead", (_, files, rules) => {
    const sides = { before, after: sideOf(files, rules) };
    const old = { first: loaded(before, "Now", "/data.json") };
    expect(bothOf(old, { first: loaded(sides.after, "Now", "/data.json") }, sides)).toBeUndefined();
    expect(bothOf(old, { first: loaded(sides.after, "Now") }, sides)).toBeUndefined();
  });

  test("is not known to be one when something was not served, was not kept, or came from elsewhere", () => {
    const [old, now] = [{ first: loaded(before, "Now") }, loaded(after, "Now")];
    const hung = { ...now, problems: ["hung" as const] };
    const stopped = { ...now, problems: ["too_many_requests" as const] };
    const long: Visit = { ...now, answers: [...now.answers, ["/data.json?" + "x".repeat(4_000), "unknown"]] };
    for (const first of [hung, stopped, long]) expect(bothOf(old, { first })).toBeUndefined();
    expect(renderOfBoth({ before: undefined, after: old }, { before, after }, ORIGIN)).toBeUndefined();
  });
});

test.each([
  ["as soon as nothing is asked for and nothing changes", () => true, () => true, 1],
  ["once its scripts no longer change it", () => true, (round: number) => round > 3, 4],
  ["once the last file has come", (round: number) => round > 8, () => true, 9],
  ["after less than a second where it always changes", () => true, () => false, 8],
  ["after a second and a half where it asks for ever", () => false, () => true, 15],
])("a page is looked at %s", async (_, isQuiet, isCalm, expected) => {
  const rounds = { quiet: 0, calm: 0 };
  await untilStill(
    async () => isQuiet((rounds.quiet += 1)),
    async () => isCalm((rounds.calm += 1)),
  );
  expect(rounds).toEqual({ quiet: expected, calm: expected });
});

test("a page that hangs on both sides is unchanged when one of them was left before its last picture", async () => {
  const hung = (shots: Visit["shots"]) => ({ ...visit("Now", "a"), shots, problems: ["hung" as const] });
  const [wide] = visit("Now", "a").shots;
  const narrow = { width: 390 as const, height: 900, cut: false, sha256: "d".repeat(64) };
  const [short, long] = [hung(wide ? [wide] : []), hung(wide ? [wide, narrow] : [narrow])];
  expect(await changeOf([short, short], [long, long])).toMatchObject({ change: "unchanged" });
  expect(await changeOf([visit("Now", "a"), visit("Now", "a")], [long, long])).toMatchObject({ change: "changed" });
});

test("a visit that did not answer gives way to the next one that did", () => {
  const whole = visit("Now", "a");
  const hung = { ...whole, shots: [], problems: ["hung" as const] };
  expect(withVisit(undefined, hung)).toEqual({ first: hung });
  expect(withVisit({ first: hung }, whole)).toEqual({ first: whole });
  expect(withVisit({ first: hung }, hung)).toEqual({ first: hung, again: hung });
  expect(withVisit({ first: whole }, hung)).toEqual({ first: whole, again: hung });
});

test("the height of a page is that of the page after, by which a place on its picture is found", async () => {
  const render = (height: number) => {
    const first = visit("Page", "a");
    return { first: { ...first, shots: first.shots.map((shot) => ({ ...shot, height })) }, again: undefined };
  };
  const comparing = { pictures: async () => Buffer.alloc(0), store: async () => "", compare: async () => undefined };
  const heights = async (before: number, after: number | undefined) =>
    (
      await comparePictures(
        { before: render(before), after: after === undefined ? undefined : render(after) },
        comparing,
      )
    ).map(({ height }) => height);
  expect(await Promise.all([heights(900, 700), heights(700, 900), heights(900, undefined)])).toEqual([
    [700],
    [900],
    [900],
  ]);
});
