import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Tests start hundreds of Node processes that load the same code: compiled once, it is read from here.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "node-compile");

const BROWSER = ["test/browser/**/*.test.ts", "test/adversarial/screens.test.ts", "test/preview/qr.test.ts"];

/** Starts the browser that all files of a run share. */
const ONE_BROWSER = "test/browser/global-setup.ts";

/** Makes a folder for what is shared by the files of a worker. */
const RUN_FOLDER = "test/run-folder.ts";

/** What takes minutes and guards a release rather than each change: `npm run test:long`. */
const LONG = [
  "test/docs/{guides,operator-guides}.test.ts",
  "test/packaging/**/*.test.ts",
  "test/browser/{axe,comparison,examples,review,room-attacks,tabs,templates,whole-site}.test.ts",
  "test/service/worker/review.test.ts",
  "test/properties/**/*.test.ts",
  "test/soak/**/*.test.ts",
  "test/service/pipeline/{bounds-no-group,hostile,kept-dependencies,package-managers}.test.ts",
];

/** Values in, values out, or a stand-in in the same process: no service on a socket, no child process, no browser. */
export const UNIT = [
  "test/{contract,github,preview,production}/**/*.test.ts",
  "test/client/!(proxy).test.ts",
  "test/{architecture,bench/*,chaos/*,docs/checks}.test.ts",
  "test/service/approvals/values.test.ts",
  "test/service/{identity,screens,pipeline}/{password,totp,trust,html,log,manifest-schema}.test.ts",
];

/** Need a database server, a store of files or a proxy with a certificate authority: `npm run test:engines` sets them up. */
const ENGINES = [
  ...(process.env["GREENROOM_TEST_DATABASE"] === undefined ? ["test/engines/shared/**/*.test.ts"] : []),
  ...(process.env["GREENROOM_TEST_S3"] === undefined ? ["test/engines/shared/{demo,fronts}.test.ts"] : []),
  ...(process.env["GREENROOM_TEST_CADDY"] === undefined ? ["test/engines/proxy/**/*.test.ts"] : []),
];

/** Short files that take long. Where nothing is known of earlier runs, vitest begins with the longest ones. */
const SLOW = /\/(?:crash|invitation|package-hash|registry|store-away|visit)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(SLOW.test(b.moduleId)) - Number(SLOW.test(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // For two cores: of five files, three usually wait for a build, a time limit or a retry.
    maxWorkers: 5,
    // Files of one worker share its modules, which costs half the processor time; no test leaves anything behind in them.
    isolate: false,
    // Limits only catch a hang: on a busy machine a real build takes many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ["default"],
    setupFiles: ["test/random-seed.ts"],
    projects: [
      { extends: true, test: { name: "unit", include: UNIT, exclude: BROWSER } },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: [...UNIT, ...BROWSER, ...ENGINES, ...LONG],
          globalSetup: RUN_FOLDER,
        },
      },
      {
        extends: true,
        test: { name: "browser", include: BROWSER, exclude: LONG, globalSetup: [ONE_BROWSER, RUN_FOLDER] },
      },
      { extends: true, test: { name: "long", include: LONG, globalSetup: [ONE_BROWSER, RUN_FOLDER] } },
    ],
  },
});
