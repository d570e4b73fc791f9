import type { Sent } from "./outgoing.ts";

/** How an attempt to tell somebody ended. */
export type Outcome =
  | { readonly kind: "delivered"; readonly httpStatus: number | null; readonly note?: string }
  /** May go better later. */
  | {
      readonly kind: "again";
      readonly httpStatus: number | null;
      readonly note: string;
      readonly retryAfterMs?: number | undefined;
    }
  /** Never goes better. */
  | { readonly kind: "failed"; readonly httpStatus: number | null; readonly note: string }
  /** The receiver is gone from the store. */
  | { readonly kind: "dropped"; readonly note: string };

/**
 * Reads an answer that is not what was hoped for.
 * @param final HTTP statuses after which trying again is of no use.
 * @param hints What a status means here, by status.
 */
export function troubleOf(
  sent: Sent,
  {
    final,
    hints,
    nowMs,
  }: { readonly final: readonly number[]; readonly hints: Readonly<Record<number, string>>; readonly nowMs: number },
): Outcome {
  if (sent.kind === "unreachable") return { kind: "again", httpStatus: null, note: sent.reason };
  const { status } = sent;
  const redirect = status >= 300 && status < 400 ? "Redirects are not followed; give the final address." : undefined;
  const note = hints[status] ?? redirect ?? `Answered ${status}.`;
  if (final.includes(status)) return { kind: "failed", httpStatus: status, note };
  return { kind: "again", httpStatus: status, note, retryAfterMs: retryAfterMs(sent.headers, nowMs) };
}

/** [RFC 9110 §10.2.3] Seconds or a date; [GitHub, Rate limits] or the end of the window, once it is used up. */
function retryAfterMs(headers: Readonly<Record<string, string | undefined>>, nowMs: number): number | undefined {
  const after = headers["retry-after"];
  if (after !== undefined) {
    const ms = /^\d{1,9}$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - nowMs;
    return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
  }
  const reset = headers["x-ratelimit-reset"] ?? "";
  if (headers["x-ratelimit-remaining"] !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return Math.max(0, Number(reset) * 1_000 - nowMs);
}
