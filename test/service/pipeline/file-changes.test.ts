import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  fileTime,
  findEffects,
  forgetReads,
  isUnchanged,
  listFiles,
  passed,
  showsChanges,
  wasSetBack,
} from "../../../packages/service/pipeline/steps/file-changes.ts";
import { temporaryFolder } from "../../folders.ts";
import { folderMaker } from "./setup.ts";

const root = temporaryFolder("changes");

const folderOf = folderMaker("changes");

// Not every file system notes what is read; then nothing is kept there, and the tests below do not apply to it.
const shows = showsChanges(root);

describe("what an install step did", () => {
  function effectsOf(step: (folder: string) => void, named: readonly string[] = []) {
    const folder = folderOf({ "package.json": "{}", "src/page.js": "page" });
    const listing = listFiles({ folder, maxEntries: 100 }) ?? new Map();
    const befores = forgetReads({ folder, listing }) ?? new Map();
    step(folder);
    return findEffects({ folder, befores, named: new Set(named) });
  }

  test("is what it added, when it read named files only", () => {
    const effects = effectsOf(
      (folder) => {
        readFileSync(join(folder, "package.json"));
        mkdirSync(join(folder, "node_modules/a"), { recursive: true });
        writeFileSync(join(folder, "src/made"), "");
      },
      ["package.json"],
    );
    expect(effects).toEqual({ kind: "added", paths: expect.arrayContaining(["node_modules", "src/made"]) });
  });

  test.each<[string, (folder: string) => void, object]>([
    ["read another file", (at) => readFileSync(join(at, "src/page.js")), { did: "read", path: "src/page.js" }],
    [
      "read one and put its times back",
      (at) => {
        readFileSync(join(at, "src/page.js"));
        utimesSync(join(at, "src/page.js"), 0, statSync(join(at, "src/page.js")).mtime);
      },
      { did: "changed", path: "src/page.js" },
    ],
    ["wrote to one", (at) => appendFileSync(join(at, "package.json"), " "), { did: "changed", path: "package.json" }],
    ["changed a mode", (at) => chmodSync(join(at, "package.json"), 0o700), { did: "changed", path: "package.json" }],
    ["removed one", (at) => rmSync(join(at, "src/page.js")), { did: "changed", path: "src/page.js" }],
    [
      "put another folder in the place of one",
      (at) => {
        renameSync(join(at, "src"), join(at, "moved"));
        mkdirSync(join(at, "src"));
      },
      { did: "changed", path: "src" },
    ],
    ["left a link", (at) => symlinkSync("/etc", join(at, "node_modules")), { did: "left", path: "node_modules" }],
  ])("is reported when it %s", (_, step, other) => {
    if (shows) expect(effectsOf(step)).toEqual({ kind: "other", ...other });
    else expect(shows).toBe(false);
  });
});

describe("what is kept", () => {
  async function keptAfter(step: (folder: string) => void) {
    const folder = folderOf({ "modules/a/index.js": "a", "modules/b/index.js": "b", "modules/.bin/a": "bin" });
    const own = folderOf({ mark: "" });
    const at = join(folder, "modules");
    const kept = [{ at, ino: statSync(at, { bigint: true }).ino, names: readdirSync(at) }];
    const since = fileTime(own);
    expect(await passed(own, since)).toBe(true);
    step(at);
    const aside = join(own, "aside");
    mkdirSync(aside);
    return {
      isSame: !wasSetBack(own, since) && isUnchanged({ kept, sinceNs: since.ns, aside, maxEntries: 20 }),
      names: readdirSync(at).toSorted(),
    };
  }

  test("is as it was when it was only read, or given more", async () => {
    const names = [".bin", "a", "b"];
    expect(await keptAfter((at) => readFileSync(join(at, "a/index.js")))).toEqual({ isSame: true, names });
    const more = await keptAfter((at) => {
      mkdirSync(join(at, ".cache"));
      writeFileSync(join(at, ".cache/x"), "from a build");
    });
    expect(more).toEqual({ isSame: true, names });
  });

  test.each<[string, (at: string) => void]>([
    ["a file was written", (at) => appendFileSync(join(at, "a/index.js"), "x")],
    [
      "a file was written and its times put back",
      (at) => {
        const { atime, mtime } = statSync(join(at, "a/index.js"));
        writeFileSync(join(at, "a/index.js"), "x");
        utimesSync(join(at, "a/index.js"), atime, mtime);
      },
    ],
    ["a file was added in a package", (at) => writeFileSync(join(at, "a/more.js"), "")],
    ["a package is gone", (at) => rmSync(join(at, "b"), { recursive: true })],
    [
      "two packages changed places",
      (at) => {
        renameSync(join(at, "a"), join(at, "c"));
        renameSync(join(at, "b"), join(at, "a"));
        renameSync(join(at, "c"), join(at, "b"));
      },
    ],
    ["a package is a link", (at) => (rmSync(join(at, "b"), { recursive: true }), symlinkSync("/etc", join(at, "b")))],
    ["a file has a further name", (at) => linkSync(join(at, "a/index.js"), join(at, "../elsewhere"))],
    [
      "all of it was put in another folder of the same name",
      (at) => {
        renameSync(at, `${at}-old`);
        mkdirSync(at);
        for (const name of readdirSync(`${at}-old`)) renameSync(join(`${at}-old`, name), join(at, name));
      },
    ],
    ["the folder is a link", (at) => (renameSync(at, `${at}-old`), symlinkSync(`${at}-old`, at))],
    [
      "there is too much",
      (at) => {
        for (let n = 0; n < 30; n += 1) writeFileSync(join(at, "a", String(n)), "");
      },
    ],
  ])("is not kept when %s", async (_, step) => {
    expect((await keptAfter(step)).isSame).toBe(false);
  });
});

test("a clock that was set back is noticed", () => {
  const own = folderOf({ mark: "" });
  const { ns, monotonicMs } = fileTime(own);
  expect(wasSetBack(own, { ns: ns + 1_000_000_000n, monotonicMs })).toBe(true);
  expect(wasSetBack(own, { ns, monotonicMs })).toBe(false);
});

test("a checkout with too many files, or names that are no text, is not looked through", () => {
  expect(listFiles({ folder: folderOf({ a: "", b: "", c: "" }), maxEntries: 2 })).toBeUndefined();
  const odd = folderOf({ a: "" });
  writeFileSync(Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0xff])]), "");
  expect(listFiles({ folder: odd, maxEntries: 10 })).toBeUndefined();
});
