/** Where a deployment is served. [§2] */
export const ENVIRONMENTS = ["preview", "production"] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/** All statuses there are; there is no `built` or `live`. [§2] */
export const DEPLOYMENT_STATUSES = ["queued", "building", "ready", "failed", "canceled"] as const;

export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Statuses a deployment never leaves. [§3] */
export const TERMINAL_STATUSES = ["ready", "failed", "canceled"] as const satisfies readonly DeploymentStatus[];

export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/**
 * Which status may follow which.
 * The edges from `queued` to `failed` and `canceled` are ours, for what ends before it was started: an upload that
 * stopped, what people cancel, and what is replaced. [§3]
 */
export const TRANSITIONS: Readonly<Record<DeploymentStatus, readonly DeploymentStatus[]>> = {
  queued: ["building", "failed", "canceled"],
  building: ["ready", "failed", "canceled"],
  ready: [],
  failed: [],
  canceled: [],
};

export function isDeploymentStatus(status: string): status is DeploymentStatus {
  return (DEPLOYMENT_STATUSES as readonly string[]).includes(status);
}

/** Says whether a status is one a deployment never leaves; unknown statuses are not. */
export function isTerminal(status: string): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly string[]).includes(status);
}
