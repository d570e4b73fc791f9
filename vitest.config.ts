import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores: more workers would only make real servers and builds wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A failure names itself in the last lines, which is what a pull request shows.
    reporters: ["default"],
  },
});
