import { type Runner, createRunner } from "./github/runner.ts";
import type { Failure } from "./failure.ts";

/** Inputs that hold a secret: masked before anything else is written. */
const SECRET_INPUTS = ["token", "github-token"] as const;

/** Makes the runner's side of an action and masks what must not be seen. */
export function startRunner(): Runner {
  const runner = createRunner();
  for (const name of SECRET_INPUTS) runner.mask(runner.input(name));
  return runner;
}

/** Tells a fault of our own like any other failure. */
export function internalFailure(error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "internal_error", message, hint: "Report this to the makers of the action." };
}
