import type { ReceivedDeployment } from "@greenroom/contract";

/** How long a deployment took, whole seconds; undefined where nobody can tell. */
export interface Timings {
  readonly queuedSeconds: number | undefined;
  readonly buildSeconds: number | undefined;
}

/**
 * Times a deployment by the service's own clock, so that ours may be wrong.
 * @param deployment The record, read last.
 * @param statusTimes When each status was reached, as the events said it.
 * @returns Nothing for times that are absent, unreadable or in the wrong order.
 */
export function timings(
  deployment: Pick<ReceivedDeployment, "createdAt" | "startedAt" | "finishedAt">,
  statusTimes: ReadonlyMap<string, string>,
): Timings {
  const ended = statusTimes.get("ready") ?? statusTimes.get("failed") ?? statusTimes.get("canceled");
  const started = deployment.startedAt ?? statusTimes.get("building");
  return {
    queuedSeconds: secondsBetween(deployment.createdAt, started),
    buildSeconds: secondsBetween(started, deployment.finishedAt ?? ended),
  };
}

function secondsBetween(from: string | undefined, to: string | null | undefined): number | undefined {
  if (from === undefined || to === undefined || to === null) return undefined;
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : undefined;
}
