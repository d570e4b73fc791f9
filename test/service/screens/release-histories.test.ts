import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hostedUrl } from "../../../packages/service/settings.ts";
import { runCount } from "../../adversarial/run-count.ts";
import { openSocket } from "../hosting/protected.ts";
import {
  addPreview,
  addRelease,
  openWorld,
  pairOf,
  reportOf,
  requestByDeveloper,
  setReview,
  signIn,
  textOf,
  type World,
} from "./visitor.ts";

// Any history of builds, releases and roll backs: what the approval screen says is what the release would change.

const HISTORIES = runCount("HISTORIES", 12);
const HISTORY_LIMIT_MS = 20_000;

type Files = Readonly<Record<string, string>>;

interface Build {
  /** Of the preview. */
  readonly id: string;
  readonly files: Files;
}

interface Release extends Build {
  readonly number: number;
}

const PATHS = ["index.html", "about.html", "shows/index.html", "style.css", "logo.svg"] as const;
/** A value for one of the two lines of a file; null removes the file. */
const edit = fc.record({
  path: fc.constantFrom(...PATHS),
  line: fc.constantFrom(0, 1),
  text: fc.option(fc.constantFrom("1", "2", "3")),
});
type Value<Given> = Given extends fc.Arbitrary<infer Of> ? Of : never;

const build = fc.record({
  kind: fc.constant("build" as const),
  // On what was live then: of a branch that is behind.
  behind: fc.nat(2),
  edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
});
const release = fc.record({ kind: fc.constant("release" as const), before: fc.nat(2) });
const rollBack = fc.record({ kind: fc.constant("roll back" as const), before: fc.integer({ min: 1, max: 3 }) });
type Step = Value<typeof build> | Value<typeof release> | Value<typeof rollBack>;
/** Each build is released at once, later, or not. */
const steps = fc
  .array(fc.tuple(build, fc.option(fc.oneof({ weight: 3, arbitrary: release }, rollBack))), {
    minLength: 3,
    maxLength: 6,
  })
  .map((pairs): Step[] => pairs.flatMap(([made, next]) => (next ? [made, next] : [made])));
/** What a renderer finds, by page; null while nothing is rendered. */
const looks = fc.option(fc.array(fc.constantFrom("different", "same", "not rendered"), { minLength: 5, maxLength: 5 }));

const BETWEEN = "\nbetween.\n";
const NEW = `first 0.${BETWEEN}second 0.`;
const linesOf = (text = NEW): readonly string[] => text.split(BETWEEN);

function edited(files: Files, edits: readonly Value<typeof edit>[]): Files {
  const next = new Map(Object.entries(files));
  for (const { path, line, text } of edits) {
    if (text === null && path !== "index.html") next.delete(path);
    else {
      const lines = linesOf(next.get(path));
      const value = `${["first", "second"][line]} ${text ?? "0"}.`;
      next.set(path, lines.with(line, value).join(BETWEEN));
    }
  }
  return Object.fromEntries(next);
}

const isPage = (path: string): boolean => path.endsWith(".html");
const addressOf = (path: string): string => `/${path.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;

/** What a change from one list of files to another is, counted independently. */
function changesOf(before: Files, after: Files) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
  const kindOf = (path: string) =>
    before[path] === undefined ? "added" : after[path] === undefined ? "removed" : "changed";
  return paths.toSorted().map((path) => ({ path, kind: kindOf(path) }) as const);
}

/** By release how many files go back, whole or by one of their lines: each differs from what is live, and is as in a release before. */
function undoneBy(
  after: Files,
  releases: readonly Release[],
): Readonly<Record<string, readonly [whole: number, parts: number]>> {
  const [live, ...formers] = releases.toReversed();
  const undone = changesOf(live?.files ?? {}, after).flatMap(({ path, kind }) => {
    const like = formers.find(({ files }) => files[path] === after[path]);
    if (!live || like) return like && live ? [{ number: like.number + 1, whole: true }] : [];
    if (kind !== "changed") return [];
    const [now, next] = [linesOf(live.files[path]), linesOf(after[path])];
    const numbers = next.flatMap((line, at) => {
      const former = formers.find(({ files }) => files[path] !== undefined && linesOf(files[path])[at] === line);
      return now[at] !== line && former ? [former.number + 1] : [];
    });
    return [...new Set(numbers)].map((number) => ({ number, whole: false }));
  });
  const counted = [...Map.groupBy(undone, ({ number }) => number)].map(([number, all]) => {
    const whole = all.filter((one) => one.whole).length;
    return [number, [whole, all.length - whole]] as const;
  });
  return Object.fromEntries(counted);
}

/** Sums the numbers that stand before words in a text. */
function numberIn(text: string, words: string, lead = ""): number {
  const found = text.matchAll(new RegExp(`${lead}(\\d+) (?:${words})`, "g"));
  return [...found].reduce((sum, [, number]) => sum + Number(number), 0);
}

/** The numbers that the approval screen shows. */
function numbersOn(page: string) {
  const text = textOf(page);
  const banner = /Goes (?:live|back to release \d+): .*?\. Takes back: .*?\./.exec(text)?.[0] ?? "";
  const [going = "", back = ""] = banner.replace(/^.*?: /, "").split("Takes back: ");
  const undone = [...back.matchAll(/(.*?) of release (\d+)/g)].map(([, what = "", number]) => {
    const parts = numberIn(what, "pages?|files?", "parts of ");
    return [number, [numberIn(what, "(?:other )?(?:pages?|files?)") - parts, parts]] as const;
  });
  const kinds = ["added", "changed", "removed"] as const;
  return {
    changed: numberIn(going, "pages? changed(?! without)"),
    added: numberIn(going, "new"),
    removed: numberIn(going, "pages? removed|removed"),
    hidden: numberIn(going, "pages? changed without a visible difference"),
    others: numberIn(going, "(?:other )?files?"),
    listed: page.match(/class="changed-page/g)?.length ?? 0,
    files: kinds.map((kind) => Number(new RegExp(`class="${kind}">(\\d+) ${kind}`).exec(page)?.[1] ?? 0)),
    undone: Object.fromEntries(undone),
    backTo: Number(/Goes back to release (\d+):/.exec(banner)?.[1] ?? 0),
  };
}

type Look = "different" | "same" | "not rendered";

/** What the numbers are, counted independently. */
function numbersOf(source: Files, releases: readonly Release[], lookOf: (path: string) => Look) {
  const live = releases.at(-1)?.files ?? {};
  const changes = changesOf(live, source);
  const pages = changes.filter(({ path }) => isPage(path));
  const count = (list: readonly { readonly kind: string }[], wanted: string): number =>
    list.filter(({ kind }) => kind === wanted).length;
  const hidden = pages.filter(({ path, kind }) => kind === "changed" && lookOf(path) === "same").length;
  const isLike = ({ files }: Release): boolean => changesOf(files, source).length === 0;
  const backTo = changes.length === 0 ? 0 : (releases.toReversed().find(isLike)?.number ?? 0);
  return {
    changed: count(pages, "changed") - hidden,
    added: count(pages, "added"),
    removed: count(pages, "removed"),
    hidden,
    others: changes.length - pages.length,
    listed: pages.length,
    files: ["added", "changed", "removed"].map((kind) => count(changes, kind)),
    // A roll back names the releases instead.
    undone: backTo > 0 ? {} : undoneBy(source, releases),
    backTo,
  };
}

class History {
  readonly #world: World;
  readonly #builds: Build[] = [];
  readonly #releases: Release[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get live(): Release | undefined {
    return this.#releases.at(-1);
  }

  get releases(): readonly Release[] {
    return this.#releases;
  }

  /** What a step is about; undefined where there is no such build or release. */
  async choose(step: Step): Promise<Build | undefined> {
    switch (step.kind) {
      case "build":
        return this.#build(step.behind, step.edits);
      case "release":
        return this.#builds.at(-1 - step.before);
      case "roll back":
        return this.#releases.at(-1 - step.before);
    }
  }

  async #build(behind: number, edits: Parameters<typeof edited>[1]): Promise<Build> {
    const base = this.#releases.at(-1 - behind)?.files ?? this.live?.files ?? { "index.html": NEW, "style.css": NEW };
    const files = edited(base, edits);
    const build = { files, id: await addPreview(this.#world, { branch: `branch-${this.#builds.length}` }, files) };
    this.#builds.push(build);
    return build;
  }

  /** Publishes what was approved, without a build. */
  async release(source: Build): Promise<void> {
    const number = this.#releases.length + 1;
    await addRelease(this.#world, source.id, `dep_r${number}`);
    this.#releases.push({ ...source, number });
  }
}

/** Stores what a renderer found. */
async function render(world: World, history: History, source: Build, lookOf: (path: string) => Look): Promise<void> {
  const pair = await pairOf(world, history.live?.id, source.id);
  if (pair.before === pair.after) return;
  const pages = changesOf(history.live?.files ?? {}, source.files)
    .filter(({ path }) => isPage(path))
    .map(({ path, kind }) => ({ path: addressOf(path), change: kind, look: lookOf(path) }));
  const rendered = pages
    .filter(({ look }) => look !== "not rendered")
    .map(({ path, change, look }) => ({
      path,
      change: change === "changed" && look === "same" ? "unchanged" : change,
    }));
  const notRendered = pages.filter(({ look }) => look === "not rendered").map(({ path, change }) => ({ path, change }));
  const report = reportOf(rendered, notRendered);
  await setReview(world, source.id, { status: "ready", pair, report });
}

async function readServed(world: World, socket: Awaited<ReturnType<typeof openSocket>>): Promise<Files> {
  const { host } = new URL(hostedUrl(world.context.addresses, world.first.site.production_label, "production"));
  const answers = await Promise.all(PATHS.map(async (path) => ({ path, ...(await socket.get(host, `/${path}`)) })));
  return Object.fromEntries(answers.flatMap(({ path, status, text }) => (status === 200 ? [[path, text]] : [])));
}

test(
  "the banner, the pages, the files and what is served say the same of a release, whatever happened before",
  async () => {
    const histories = fc.asyncProperty(steps, looks, async (taken, looked) => {
      const world = await openWorld();
      const socket = await openSocket(world.context);
      try {
        const history = new History(world);
        const approver = await signIn(world, "approver");
        const lookOf = (path: string): Look => looked?.[PATHS.findIndex((one) => one === path)] ?? "not rendered";
        for (const now of taken) {
          const source = await history.choose(now);
          if (!source) continue;
          if (looked) await render(world, history, source, lookOf);
          const page = await approver.text(await requestByDeveloper(world, source.id));
          expect(numbersOn(page)).toEqual(numbersOf(source.files, history.releases, lookOf));
          expect(await readServed(world, socket)).toEqual(history.live?.files ?? {});
          if (now.kind === "build") continue;
          await history.release(source);
          expect(await readServed(world, socket)).toEqual(source.files);
        }
      } finally {
        await socket.close();
        await world.context.db.destroy();
      }
    });
    await fc.assert(histories, { numRuns: HISTORIES });
  },
  HISTORIES * HISTORY_LIMIT_MS,
);
