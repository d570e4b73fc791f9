import type { Sent } from "../outside/outgoing.ts";

export type DeliveryOutcome =
  | { readonly kind: "delivered"; readonly httpStatus: number | null; readonly note?: string }
  | {
      readonly kind: "retry";
      readonly httpStatus: number | null;
      readonly note: string;
      readonly retryAfterMs?: number | undefined;
    }
  | { readonly kind: "failed"; readonly httpStatus: number | null; readonly note: string }
  /** There is nothing to send any more, or no one to send it to. */
  | { readonly kind: "dropped"; readonly note: string };

/** Ends the attempt of a delivery, wherever it is found out. */
export class Undelivered extends Error {
  override readonly name = "Undelivered";
  readonly outcome: DeliveryOutcome;

  constructor(outcome: DeliveryOutcome) {
    super(outcome.note);
    this.outcome = outcome;
  }
}

export function unlessUndelivered(error: unknown): undefined {
  if (!(error instanceof Undelivered)) throw error;
}

export function dropped(note: string): DeliveryOutcome {
  return { kind: "dropped", note };
}

/** @param final HTTP statuses after which a retry is of no use. */
export function deliveryOutcome(
  sent: Sent,
  {
    final,
    hints,
    nowMs,
  }: { readonly final: readonly number[]; readonly hints: Readonly<Record<number, string>>; readonly nowMs: number },
): DeliveryOutcome {
  if (sent.kind === "unreachable") return { kind: "retry", httpStatus: null, note: sent.reason };
  const { status } = sent;
  if (status >= 200 && status < 300) return { kind: "delivered", httpStatus: status };
  const redirect = status >= 300 && status < 400 ? "Redirects are not followed; give the final URL." : undefined;
  const note = hints[status] ?? redirect ?? `The response was ${status}.`;
  if (final.includes(status)) return { kind: "failed", httpStatus: status, note };
  return { kind: "retry", httpStatus: status, note, retryAfterMs: retryAfterMs(sent.headers, nowMs) };
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
