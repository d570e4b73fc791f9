import { askedIn, type Outcome, outputStatus } from "./outcome.ts";
import type { Facts } from "./facts.ts";

/** Values of outputs; untrusted until they passed `github/text.ts`. */
export type Outputs = Readonly<Record<string, string>>;

/**
 * Outputs that are known.
 * @param facts The preview that goes live, once it is found.
 */
export function outputsOf(outcome: Outcome, { source }: Pick<Facts, "source">): Outputs {
  const asked = askedIn(outcome);
  const failure = "failure" in outcome ? outcome.failure.code : undefined;
  const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
  const known = {
    status: outputStatus(outcome),
    "source-deployment-id": source?.id,
    "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
    "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
    "approval-url": asked?.link,
    "approval-request-id": asked?.requestId,
    "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
