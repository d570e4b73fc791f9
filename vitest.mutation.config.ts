import { defineConfig } from "vitest/config";
import { UNIT } from "./vitest.config.ts";

/** What Stryker runs for each mutant: the unit tests, and those of accepting a deployment, which need a database in memory only. */
export default defineConfig({
  test: { include: [...UNIT, "test/service/accept.test.ts", "test/service/http/idempotency.test.ts"] },
});
