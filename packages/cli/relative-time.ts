const STEPS = [
  { under: 60, unit: 1, name: "s" },
  { under: 3600, unit: 60, name: "min" },
  { under: 86_400, unit: 3600, name: "h" },
  { under: Infinity, unit: 86_400, name: "d" },
] as const;

/** As in `5 min ago`; the text itself when it is no ISO 8601 instant, empty when there is none. */
export function ago(instant: string | null | undefined, nowMs: number): string {
  const ms = Date.parse(instant ?? "");
  if (Number.isNaN(ms)) return instant ?? "";
  return `${duration(nowMs - ms)} ago`;
}

/** A duration, as in `5 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const step = STEPS.find(({ under }) => seconds < under) ?? STEPS[3];
  return `${Math.floor(seconds / step.unit)} ${step.name}`;
}
