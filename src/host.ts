import type { Environment } from "./github/payload.ts";
import type { Stoppable } from "./stop.ts";

/** The process an action runs in. */
export interface Host extends Stoppable {
  readonly env: Environment;
}
