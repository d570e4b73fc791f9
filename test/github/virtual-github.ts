import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../packages/contract/clock.ts";
import type { Github } from "../../src/github/octokit.ts";
import { type ScriptedRequest, type ScriptedResponse, scriptedOctokit } from "./scripted-octokit.ts";

/** Random numbers that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

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

interface Kept {
  readonly id: number;
  body: string;
  updatedAt: string;
}

/** Comments of one pull request, written by the workflow's bot; each request takes its time there and back. */
export class VirtualGithub implements Github {
  readonly octokit: Github["octokit"];
  readonly forge = "github";
  readonly repository: Github["repository"];
  readonly secrets = [];
  readonly comments: Kept[] = [];
  readonly log: string[] = [];
  readonly #time: VirtualTime;
  readonly #latencyMs: () => number;
  #lastId = 100;

  constructor(time: VirtualTime, latencyMs: () => number) {
    this.#time = time;
    this.#latencyMs = latencyMs;
    const { octokit, repository } = scriptedOctokit((request) => this.#respondInTime(request));
    this.octokit = octokit;
    this.repository = repository;
  }

  async #respondInTime(request: ScriptedRequest): Promise<ScriptedResponse> {
    await this.#time.sleep(this.#latencyMs());
    const response = this.#respond(request);
    this.log.push(`${request.method} ${request.path}`);
    await this.#time.sleep(this.#latencyMs());
    return response;
  }

  #respond({ method, path, query, body }: ScriptedRequest): ScriptedResponse {
    const id = Number(/\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
    const kept = this.comments.find((comment) => comment.id === id);
    const text = typeof body["body"] === "string" ? body["body"] : "";
    if (method === "POST") {
      this.#lastId += 1;
      const made = { id: this.#lastId, body: text, updatedAt: this.#stamp() };
      this.comments.push(made);
      return respond(201, this.#render(made));
    }
    if (method === "GET" && path.endsWith("/issues/7/comments")) {
      const start = (Number(query["page"]) - 1) * 100;
      return respond(
        200,
        this.comments.slice(start, start + 100).map((comment) => this.#render(comment)),
      );
    }
    if (kept === undefined) return respond(404, { message: "Not Found" });
    if (method === "DELETE") {
      this.comments.splice(this.comments.indexOf(kept), 1);
      return respond(204, undefined);
    }
    if (method === "PATCH") {
      kept.body = text;
      kept.updatedAt = this.#stamp();
    }
    return respond(200, this.#render(kept));
  }

  #stamp(): string {
    return new Date(this.#time.now()).toISOString();
  }

  #render({ id, body, updatedAt }: Kept): Record<string, unknown> {
    const user = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };
    return { id, body, user, updated_at: updatedAt, html_url: `https://github.com/o/r/pull/7#issuecomment-${id}` };
  }
}

function respond(status: number, body: unknown): ScriptedResponse {
  return { status, body };
}
