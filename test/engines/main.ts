// The tests of the service on the engines of a larger installation: `npm run test:engines`, or with paths of test files;
// --without-bucket and --without-caddy leave out those that need a bucket, or Caddy, Pebble and nginx: programs that can
// take minutes to build where they are not there.
import { spawn, spawnSync } from "node:child_process";
import { requireCaddy } from "./caddy.ts";
import { startPostgres } from "./postgres.ts";
import { MissingError } from "./program.ts";
import { startS3 } from "./s3.ts";

const TESTS = [
  "test/service",
  "test/conformance",
  "test/properties",
  "test/engines",
  // `npm start`, and what a reader of the guides types.
  "test/cli/demo.test.ts",
  "test/docs/guides.test.ts",
];

const WITHOUT_BUCKET = "--without-bucket";
const WITHOUT_CADDY = "--without-caddy";
const NO_BUCKET = { environment: {}, stop: () => Promise.resolve() };

async function main(given: readonly string[]): Promise<number> {
  const words = given.filter((word) => ![WITHOUT_BUCKET, WITHOUT_CADDY].includes(word));
  const proxy = given.includes(WITHOUT_CADDY) ? {} : { ...requireCaddy(), ...requireNginx() };
  const cluster = await startPostgres();
  const files = await (given.includes(WITHOUT_BUCKET) ? Promise.resolve(NO_BUCKET) : startS3()).catch(
    async (error: unknown) => {
      await cluster.stop();
      throw error;
    },
  );
  const vitest = spawn("npx", ["vitest", "run", ...(words.length > 0 ? words : TESTS)], {
    stdio: "inherit",
    env: { ...process.env, GREENROOM_TEST_DATABASE: cluster.url, ...files.environment, ...proxy },
  });
  const stop = () => vitest.kill();
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    return await new Promise((resolve) => vitest.once("exit", (code) => resolve(code ?? 1)));
  } finally {
    await files.stop();
    await cluster.stop();
  }
}

/** @throws {MissingError} When the machine has none */
function requireNginx(): Readonly<Record<string, string>> {
  if (spawnSync("nginx", ["-v"]).status === 0) return {};
  throw new MissingError(
    `There is no nginx. Install it: apt-get install --no-install-recommends nginx-light; or leave the tests of proxies out with ${WITHOUT_CADDY}.`,
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(`test:engines: ${error.message}`);
  process.exitCode = 2;
}
