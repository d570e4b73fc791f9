import { describe, expect, test } from "vitest";
import { untilStill } from "../../../packages/service/review/page-reader.ts";
import { comparePictures } from "../../../packages/service/review/pictures.ts";
import { withVisit } from "../../../packages/service/review/renders.ts";
import { reportPage } from "../../../packages/service/review/report.ts";
import { stablePair } from "../../../packages/service/review/stable.ts";
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
async function changeOf(before: readonly [Visit, Visit], after: readonly [Visit, Visit]) {
  const old = { first: before[0], again: before[1] };
  const now = { first: after[0], again: after[1] };
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

test.each([
  ["as soon as nothing is asked for and nothing changes", () => true, () => true, 1],
  ["once its scripts no longer change it", () => true, (round: number) => round > 3, 4],
  ["once the last file has come", (round: number) => round > 8, () => true, 9],
  ["after half a second where it always changes", () => true, () => false, 5],
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
