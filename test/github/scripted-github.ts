import type { CommentContext } from "../../src/github/comment/upsert.ts";
import type { Github, RestResponse, RestRequest } from "../../src/github/octokit.ts";
import { type CommentRow, marker, storedText } from "../../src/github/comment/data.ts";

export const NOW_MS = Date.UTC(2026, 10, 21, 9);
export const BOT = { login: "github-actions[bot]", id: 41, type: "Bot" };
export const PERSON = { login: "mara", id: 7, type: "User" };

interface Said {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly id: number; readonly type: string };
  updated_at: string;
}

/** Comments of one pull request, answered without a wait; `meddle` answers in their place, or does something first. */
export class Talk implements Github {
  readonly repository = { owner: "o", name: "r" };
  readonly said: Said[] = [];
  readonly requests: RestRequest[] = [];
  /** Who writes. */
  writer: Said["user"] = BOT;
  meddle: (request: RestRequest) => RestResponse | undefined = () => undefined;

  send(request: RestRequest): Promise<RestResponse> {
    this.requests.push(request);
    return Promise.resolve(this.meddle(request) ?? this.#answer(request));
  }

  /** Something somebody said, as it stands. */
  say(body: string, user: Said["user"] = BOT, ageMs = 0): number {
    const id = 100 + this.said.length + 1;
    this.said.push({ id, body, user, updated_at: new Date(NOW_MS - ageMs).toISOString() });
    return id;
  }

  /** Requests so far as method, last part of the path and page. */
  took(): string[] {
    return this.requests
      .splice(0)
      .map(({ method, path, query }) => [method, path.split("/").at(-1), query?.["page"] ?? ""].join(" ").trim());
  }

  #answer({ method, path, query, body }: RestRequest): RestResponse {
    const text = typeof body?.["body"] === "string" ? body["body"] : "";
    if (path === "/repos/o/r/issues/7/comments") {
      if (method === "POST") return answer(201, this.#shown(this.#byId(this.say(text, this.writer))));
      const start = (Number(query?.["page"]) - 1) * Number(query?.["per_page"]);
      return answer(
        200,
        this.said.slice(start, start + 100).map((one) => this.#shown(one)),
      );
    }
    const found = this.#byId(Number(/^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(path)?.[1]));
    if (found === undefined) return answer(404, { message: "Not Found" });
    if (method === "DELETE") this.said.splice(this.said.indexOf(found), 1);
    if (method === "PATCH") Object.assign(found, { body: text, updated_at: new Date(NOW_MS).toISOString() });
    return answer(200, this.#shown(found));
  }

  #byId(id: number): Said | undefined {
    return this.said.find((one) => one.id === id);
  }

  #shown(said: Said | undefined): unknown {
    return said && { ...said, html_url: `https://github.com/o/r/pull/7#issuecomment-${said.id}` };
  }
}

export function answer(status: number, body: unknown): RestResponse {
  return { kind: "answer", status, headers: {}, body };
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
