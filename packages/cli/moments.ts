const STEPS = [
  { under: 60, unit: 1, name: "s" },
  { under: 3600, unit: 60, name: "min" },
  { under: 86_400, unit: 3600, name: "h" },
  { under: Infinity, unit: 86_400, name: "d" },
] as const;

/**
 * Says how long ago an instant was.
 * @param instant ISO 8601, as received.
 * @param nowMs Present time, epoch milliseconds.
 * @returns As in `5 min ago`; the text itself when it is no instant, nothing when there is none.
 */
export function ago(instant: string | null | undefined, nowMs: number): string {
  const ms = Date.parse(instant ?? "");
  if (Number.isNaN(ms)) return instant ?? "";
  return `${span(nowMs - ms)} ago`;
}

/**
 * Says how long something took.
 * @param ms Milliseconds; less than nothing counts as nothing.
 */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const step = STEPS.find(({ under }) => seconds < under) ?? STEPS[3];
  return `${Math.floor(seconds / step.unit)} ${step.name}`;
}
