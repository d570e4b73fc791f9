import type { ReceivedDeployment } from "@greenroom/contract";
import type { Runner } from "../github/runner.ts";
import { saveLeft } from "../left-behind.ts";
import type { RowFacts } from "./row.ts";

/**
 * Keeps for the post step what is being shown.
 * @param deployment Undefined while the service has not taken one.
 */
export function saveShown(
  runner: Pick<Runner, "saveState">,
  facts: RowFacts,
  deployment: ReceivedDeployment | undefined,
): void {
  saveLeft(runner, { facts, deployment });
}
