import type { Measured, Progress } from "../measure.ts";
import { runCost } from "./cost.ts";
import { firstRequest } from "./first-request.ts";
import { notice } from "./notice.ts";
import { signIn } from "./sign-in.ts";

/** The built action as a runner starts it: its first request, its last ones, and what a whole run costs. */
export async function run(progress: Progress): Promise<Measured> {
  const first = await firstRequest(progress);
  const signedIn = await signIn(progress);
  const noticed = await notice(progress);
  const cost = await runCost(progress);
  return { figures: [...first, ...signedIn, ...noticed, ...cost.figures], curves: cost.curves };
}
