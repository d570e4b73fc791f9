import { defineConfig } from "vitest/config";

// Read before vitest gives this name a meaning of its own: `BASE_URL=… vitest run test/conformance` asks a service elsewhere.
const address = process.env["BASE_URL"];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores: more workers would only make real servers and builds wait for each other.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ["default"],
    env: address === undefined ? {} : { CONFORMANCE_BASE_URL: address },
  },
});
