import { type CommentRow, marker, storedText } from "../../src/github/comment/data.ts";
import type { CommentContext } from "../../src/github/comment/upsert.ts";
import type { Github } from "../../src/github/octokit.ts";
import { type ScriptedRequest, type ScriptedResponse, scriptedOctokit } from "./scripted-octokit.ts";

export const NOW_MS = Date.UTC(2026, 10, 21, 9);
export const BOT = { login: "github-actions[bot]", id: 41, type: "Bot" };
export const PERSON = { login: "mara", id: 7, type: "User" };

interface StoredComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly id: number; readonly type: string };
  updated_at: string;
}

/** GitHub with the comments of one pull request; `intercept` responds in its place, or does something first. */
export class ScriptedGithub implements Github {
  readonly octokit: Github["octokit"];
  readonly forge: Github["forge"];
  readonly repository: Github["repository"];
  readonly secrets: string[] = [];
  readonly comments: StoredComment[] = [];
  readonly requests: ScriptedRequest[] = [];
  /** Who writes. */
  writer: StoredComment["user"] = BOT;
  intercept: (request: ScriptedRequest) => ScriptedResponse | undefined = () => undefined;
  readonly #nowMs: () => number;
  #lastId = 100;

  /** @param way Takes the time that a request needs to get there, and its response to come back. */
  constructor(forge: Github["forge"] = "github", nowMs = () => NOW_MS, way?: () => Promise<void>) {
    this.forge = forge;
    this.#nowMs = nowMs;
    const { octokit, repository } = scriptedOctokit(async (request) => {
      await way?.();
      this.requests.push(request);
      const response = this.intercept(request) ?? this.#respond(request);
      await way?.();
      return response;
    }, this.secrets);
    this.octokit = octokit;
    this.repository = repository;
  }

  /** A comment that someone wrote. */
  addComment(body: string, user: StoredComment["user"] = BOT, ageMs = 0): number {
    const id = (this.#lastId += 1);
    this.comments.push({ id, body, user, updated_at: new Date(this.#nowMs() - ageMs).toISOString() });
    return id;
  }

  /** Requests so far as method, last part of the path and page. */
  takeRequests(): string[] {
    return this.requests
      .splice(0)
      .map(({ method, path, query }) => [method, path.split("/").at(-1), query["page"] ?? ""].join(" ").trim());
  }

  #respond({ method, path, query, body }: ScriptedRequest): ScriptedResponse {
    const text = typeof body["body"] === "string" ? body["body"] : "";
    if (path === "/repos/o/r/issues/7/comments") {
      if (method === "POST") return respond(201, this.#shown(this.#byId(this.addComment(text, this.writer))));
      const start = (Number(query["page"]) - 1) * Number(query["per_page"]);
      return respond(
        200,
        this.comments.slice(start, start + 100).map((one) => this.#shown(one)),
      );
    }
    const found = this.#byId(Number(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(path)?.[1]));
    if (found === undefined) return respond(404, { message: "Not Found" });
    if (method === "DELETE") this.comments.splice(this.comments.indexOf(found), 1);
    if (method === "PATCH") Object.assign(found, { body: text, updated_at: new Date(this.#nowMs()).toISOString() });
    return respond(200, this.#shown(found));
  }

  #byId(id: number): StoredComment | undefined {
    return this.comments.find((one) => one.id === id);
  }

  #shown(comment: StoredComment | undefined): unknown {
    return comment && { ...comment, html_url: `https://github.com/o/r/pull/7#issuecomment-${comment.id}` };
  }
}

export function respond(status: number, body: unknown): ScriptedResponse {
  return { status, body };
}

/** A body of ours, as a run left it. */
export function bodyWith(rows: readonly CommentRow[], createdByRun = 100, group = "previews"): string {
  return `${String(marker(group))}\n\n${String(storedText({ group, createdByRun, rows }))}`;
}

/** A clock whose waits end at once and are noted. */
export function context(changes: Partial<CommentContext> = {}): CommentContext & { readonly waits: number[] } {
  const waits: number[] = [];
  const clock = {
    now: () => NOW_MS,
    monotonic: () => NOW_MS,
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  return { clock, signal: new AbortController().signal, random: () => 0.5, waits, ...changes };
}
