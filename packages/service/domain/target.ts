import type { TARGET_MODES, TargetCapability } from "@greenroom/contract";
import type { Actor } from "./actor.ts";

type Capability = ReturnType<typeof TargetCapability.parse>;

/** The mode that provisions in the caller's own cloud account. [§5.6] */
const OWN_CLOUD: (typeof TARGET_MODES)[number] = "own-cloud";

/**
 * Every combination this service knows, and whether it is enabled: it stores and serves files itself.
 * @see Interface §4 (the source of truth for combinations)
 */
export const CAPABILITIES: readonly Capability[] = [
  { provider: "local", mode: "managed", runtime: "static", enabled: true },
  { provider: "local", mode: "managed", runtime: "node24", enabled: false },
  { provider: "s3", mode: "own-cloud", runtime: "static", enabled: false, requires: ["byoCloudTargets", "user_actor"] },
];

export interface Combination {
  readonly provider: string;
  readonly mode: string;
  readonly runtime: string;
}

export type TargetError = "user_actor_required" | "entitlement_required" | "deployment_target_not_implemented";

/** @returns The error, or undefined when the change is allowed. [§4, §5.6] */
export function checkTargetChange(
  actor: Actor,
  {
    modes,
    wanted,
    byoCloudTargets,
  }: {
    /** Before and after the change. */
    readonly modes: readonly string[];
    /** Undefined when the target is removed. */
    readonly wanted: Combination | undefined;
    readonly byoCloudTargets: boolean;
  },
): TargetError | undefined {
  if (modes.includes(OWN_CLOUD)) {
    if (actor.userId === null) return "user_actor_required";
    // A workspace that lost the entitlement can still clean up.
    if (wanted && !byoCloudTargets) return "entitlement_required";
  }
  return wanted === undefined || isEnabled(wanted) ? undefined : "deployment_target_not_implemented";
}

function isEnabled({ provider, mode, runtime }: Combination): boolean {
  return CAPABILITIES.some(
    (known) => known.enabled && known.provider === provider && known.mode === mode && known.runtime === runtime,
  );
}
