import type { Followed } from "@greenroom/client";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { SafeAddress } from "../github/untrusted-text.ts";
import { noResultOf, type NoResult } from "../messages.ts";

export interface ApprovalRequest {
  readonly url: SafeAddress | undefined;
  readonly requestId: string | undefined;
  /** Waits for somebody to request it. */
  readonly prepared: boolean;
  /** Cannot approve; untrusted. */
  readonly requestedBy: string | undefined;
  readonly expiresAt: string | undefined;
  /** One sentence; may hold words of the service. */
  readonly noUrlReason: string | undefined;
}

export interface ReleaseState {
  readonly live: ReceivedDeployment | undefined;
  readonly inProgress: ReceivedDeployment | undefined;
}

export interface RunState {
  /** Id or slug, as the workflow gave it. */
  readonly site: string;
  readonly siteId?: string | undefined;
  readonly source?: ReceivedDeployment | undefined;
  readonly previewUrl?: SafeAddress | undefined;
  readonly current?: ReleaseState | undefined;
  readonly onPending: "pass" | "fail";
  readonly nowMs: number;
}

export type Outcome =
  | NoResult<{ readonly request: ApprovalRequest | undefined }>
  /** The source is live; `already` when it was before this run. */
  | {
      readonly kind: "ready";
      readonly deployment: ReceivedDeployment;
      readonly productionUrl: SafeAddress | undefined;
      readonly already: boolean;
    }
  | { readonly kind: "approval_pending"; readonly request: ApprovalRequest }
  | {
      readonly kind: "rejected" | "expired" | "superseded";
      readonly request: ApprovalRequest;
      readonly notes: string | undefined;
    };

/** An open request whose end is unknown stays `approval_pending`. */
export function outputStatus(outcome: Outcome): Exclude<Outcome["kind"], "stopped" | "lost"> {
  if (outcome.kind === "stopped") return outcome.request === undefined ? "canceled" : "approval_pending";
  if (outcome.kind === "lost") return outcome.request === undefined ? "failed" : "approval_pending";
  return outcome.kind;
}

/** By `on-pending` while the release is not decided or not live. */
export function conclusion(outcome: Outcome, onPending: RunState["onPending"]): "pass" | "fail" {
  switch (outcome.kind) {
    case "ready":
      return "pass";
    case "accepted":
    case "approval_pending":
      return onPending;
    case "rejected":
    case "expired":
    case "superseded":
    case "failed":
    case "canceled":
    case "refused":
    case "stopped":
    case "lost":
      return "fail";
  }
}

export function requestOf(outcome: Outcome): ApprovalRequest | undefined {
  return "request" in outcome ? outcome.request : undefined;
}

/** @param productionUrl The record's URL when it is one that can be shown. */
export function followedOutcome(
  followed: Followed,
  productionUrl: SafeAddress | undefined,
  request: ApprovalRequest | undefined,
): Outcome {
  const { kind, deployment } = followed;
  if (kind === "timed_out") return { kind: "accepted", deployment };
  return noResultOf(followed, { request }, KEPT) ?? { kind: "ready", deployment, productionUrl, already: false };
}

const KEPT = "What was live before stays live.";
