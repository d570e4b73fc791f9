import { defineConfig } from "vitest/config";

/** What Stryker runs: which files, an area says; what is tried at random is tried for a short while. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    setupFiles: ["test/mutation/setup.ts"],
  },
});
