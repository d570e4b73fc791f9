import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../packages/contract/clock.ts";

/** Time that passes only when nothing else is left to do. */
export class VirtualTime implements Clock {
  #nowMs = Date.UTC(2026, 10, 21);
  #order = 0;
  readonly #queue: { atMs: number; order: number; wake: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.#queue.push({ atMs: this.#nowMs + ms, order: (this.#order += 1), wake: resolve });
    });
  }

  /** Lets time pass until `work` has settled. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let settled = false;
    const ended = work.finally(() => {
      settled = true;
    });
    for (;;) {
      await turn();
      if (settled) return ended;
      this.#queue.sort((left, right) => left.atMs - right.atMs || left.order - right.order);
      const next = this.#queue.shift();
      if (next === undefined) throw new Error("Nothing left to wait for.");
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
    }
  }
}
