import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startGithub } from "../../packages/testkit/github.ts";
import type { Github } from "../../packages/testkit/github.ts";
import { loadOpenapi } from "../../packages/testkit/github/openapi.ts";
import { loadSavedState, SAMPLE_REPOSITORY, saveState } from "../../packages/testkit/github/state.ts";
import { OPERATION_IDS } from "../../packages/testkit/github/operations.ts";
import { AUTHOR, OUTSIDER, REVIEWER } from "../../packages/testkit/github/users.ts";

const SHA = "9f2c1d4e8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d";
const FORK = { ...SAMPLE_REPOSITORY, id: 918_300_001, owner: OUTSIDER, fork: true };
const BASE = "/repos/lantern-theatre/website";

let github: Github;

beforeEach(async () => {
  github = await startGithub({ pulls: [{ number: 7, headRef: "autumn", headSha: SHA }] });
});

afterEach(async () => {
  await github.close();
});

interface Received {
  status: number;
  headers: Headers;
  body: unknown;
}

async function send(method: string, path: string, options: { body?: unknown; token?: string } = {}): Promise<Received> {
  const token = options.token ?? github.token;
  const response = await fetch(path.startsWith("http") ? path : `${github.apiUrl}${path}`, {
    method,
    headers: token === "" ? {} : { authorization: `token ${token}` },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

describe("the OpenAPI document", () => {
  test("every operation of the document is implemented", () => {
    const described = loadOpenapi().operations.map((one) => one.id);
    expect([...OPERATION_IDS].sort()).toEqual(described.sort());
  });

  test("a field that the document does not have is rejected and recorded", async () => {
    const response = await send("POST", `${BASE}/issues/7/comments`, { body: { body: "hello", bodyy: "x" } });
    expect(response.status).toBe(422);
    expect(github.violations).toMatchObject([{ kind: "request", problems: ["body /bodyy is not described"] }]);
    expect(github.comments).toHaveLength(0);
  });

  test("a parameter of the wrong type is rejected and recorded", async () => {
    expect((await send("GET", `${BASE}/pulls/seven`)).status).toBe(422);
    expect((await send("GET", `${BASE}/pulls?state=merged`)).status).toBe(422);
    expect(github.violations).toHaveLength(2);
  });

  test("an unknown path is 404 and recorded", async () => {
    expect((await send("GET", "/teapots")).status).toBe(404);
    expect(github.violations).toMatchObject([{ kind: "route", path: "/teapots" }]);
  });

  test("a response that breaks the document is 500 and recorded", async () => {
    github.state.pulls.forEach((pull) => Object.assign(pull, { title: 42 }));
    expect((await send("GET", `${BASE}/pulls/7`)).status).toBe(500);
    expect(github.violations).toMatchObject([{ kind: "response", problems: ["status 200", "/title must be string"] }]);
  });
});

describe("tokens", () => {
  test("an unknown token is 401, also for reading", async () => {
    expect((await send("GET", `${BASE}/pulls/7`, { token: "ghs_unknown" })).status).toBe(401);
  });

  test("a public repository is read without a token and not written", async () => {
    expect((await send("GET", `${BASE}/pulls/7`, { token: "" })).status).toBe(200);
    expect((await send("POST", `${BASE}/issues/7/comments`, { token: "", body: { body: "x" } })).status).toBe(401);
  });

  test("a missing permission is 403 and named in a header", async () => {
    const token = github.issueToken(
      { login: "github-actions[bot]", id: 41_898_282, type: "Bot" },
      { contents: "read" },
    );
    const response = await send("POST", `${BASE}/issues/7/comments`, { token, body: { body: "x" } });
    expect(response.status).toBe(403);
    expect(response.headers.get("x-accepted-github-permissions")).toBe("issues=write; pull_requests=write");
    expect(response.body).toMatchObject({ message: "Resource not accessible by integration" });
  });

  test("a recorded request has the account and never the token", async () => {
    await send("GET", BASE);
    expect(github.requests).toMatchObject([{ operation: "repos/get", actor: "github-actions[bot]", status: 200 }]);
    expect(JSON.stringify(github.requests)).not.toContain(github.token);
  });
});

describe("comments", () => {
  test("a comment lives from create to delete under its author", async () => {
    const created = await send("POST", `${BASE}/issues/7/comments`, { body: { body: "first" } });
    expect(created).toMatchObject({
      status: 201,
      body: { body: "first", user: { login: "github-actions[bot]", type: "Bot" } },
    });
    const { id } = created.body as { id: number };
    expect(await send("PATCH", `${BASE}/issues/comments/${id}`, { body: { body: "second" } })).toMatchObject({
      status: 200,
    });
    expect((await send("GET", `${BASE}/issues/comments/${id}`)).body).toMatchObject({ body: "second" });
    expect((await send("DELETE", `${BASE}/issues/comments/${id}`)).status).toBe(204);
    expect((await send("PATCH", `${BASE}/issues/comments/${id}`, { body: { body: "x" } })).status).toBe(404);
    expect(github.violations).toEqual([]);
  });

  test("another token writes as another account", async () => {
    const token = github.issueToken(REVIEWER);
    await send("POST", `${BASE}/issues/7/comments`, { token, body: { body: "Looks good" } });
    expect(github.comments).toMatchObject([{ author: { login: "mira-okafor" } }]);
  });

  test("Link walks all pages on the stand-in's own host, ids ascending", async () => {
    for (let index = 0; index < 7; index += 1)
      github.writeComment({ issueNumber: 7, author: AUTHOR, body: `n${index}` });
    const seen: string[] = [];
    let next: string | undefined = `${github.apiUrl}${BASE}/issues/7/comments?per_page=3`;
    while (next !== undefined) {
      const page: Received = await send("GET", next);
      seen.push(...(page.body as { body: string }[]).map((one) => one.body));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
      if (next !== undefined) expect(new URL(next).origin).toBe(github.apiUrl);
    }
    expect(seen).toEqual(["n0", "n1", "n2", "n3", "n4", "n5", "n6"]);
    expect(github.requests).toHaveLength(3);
    expect(github.violations).toEqual([]);
  });

  test("an empty body, one over 65536 characters and a locked pull request are rejected", async () => {
    expect((await send("POST", `${BASE}/issues/7/comments`, { body: { body: " " } })).status).toBe(422);
    const long = await send("POST", `${BASE}/issues/7/comments`, { body: { body: "x".repeat(65_537) } });
    expect(long.body).toMatchObject({ errors: [{ message: "Body is too long (maximum is 65536 characters)" }] });
    github.state.pulls.forEach((pull) => (pull.locked = true));
    expect((await send("POST", `${BASE}/issues/7/comments`, { body: { body: "x" } })).status).toBe(403);
    expect((await send("POST", `${BASE}/issues/8/comments`, { body: { body: "x" } })).status).toBe(404);
    expect(github.violations).toEqual([]);
  });
});

describe("pull requests", () => {
  test("a pull request is found by number, by owner:branch and by commit", async () => {
    expect((await send("GET", `${BASE}/pulls/7`)).body).toMatchObject({ number: 7, head: { sha: SHA } });
    expect((await send("GET", `${BASE}/pulls?head=lantern-theatre:autumn`)).body).toHaveLength(1);
    expect((await send("GET", `${BASE}/pulls?head=lantern-theatre:other`)).body).toEqual([]);
    expect((await send("GET", `${BASE}/commits/${SHA}/pulls`)).body).toHaveLength(1);
    expect((await send("GET", BASE)).status).toBe(200);
    expect(github.violations).toEqual([]);
  });

  test("a commit that lives only in a fork has no pull request by commit, but one by owner:branch", async () => {
    const sha = SHA.replace("9f", "aa");
    github.openPull({ number: 8, headRef: "patch-1", headSha: sha, headRepository: FORK, author: OUTSIDER });
    expect((await send("GET", `${BASE}/commits/${sha}/pulls`)).body).toEqual([]);
    expect((await send("GET", `${BASE}/pulls?head=passer-by:patch-1`)).body).toMatchObject([{ number: 8 }]);
  });

  test("a deleted fork shows a head without a repository", async () => {
    github.openPull({ number: 9, headRef: "gone", headSha: SHA, headRepository: null, author: OUTSIDER });
    expect((await send("GET", `${BASE}/pulls/9`)).body).toMatchObject({ head: { repo: null } });
    expect(github.violations).toEqual([]);
  });

  test("a repository that is not there is 404", async () => {
    expect((await send("GET", "/repos/someone/else/pulls/7")).status).toBe(404);
  });
});

describe("deployments", () => {
  test("a newer success turns an older one of the environment inactive, but no transient one", async () => {
    const make = async (transient: boolean): Promise<number> => {
      const body = {
        ref: SHA,
        environment: "preview",
        auto_merge: false,
        required_contexts: [],
        transient_environment: transient,
      };
      const { body: made } = await send("POST", `${BASE}/deployments`, { body });
      const { id } = made as { id: number };
      const status = { state: "success", environment_url: "https://a.example/", log_url: "" };
      expect((await send("POST", `${BASE}/deployments/${id}/statuses`, { body: status })).status).toBe(201);
      return id;
    };
    const [plain, transient] = [await make(false), await make(true)];
    await make(false);
    const states = github.deployments.map((one) => [one.id, one.statuses.map((row) => row.state)]);
    expect(states.slice(0, 2)).toEqual([
      [plain, ["success", "inactive"]],
      [transient, ["success"]],
    ]);
    expect((await send("GET", `${BASE}/deployments?environment=preview&sha=${SHA}`)).body).toHaveLength(3);
    expect((await send("GET", `${BASE}/deployments/${plain}/statuses`)).body).toMatchObject([
      { state: "inactive" },
      { state: "success" },
    ]);
    expect(github.violations).toEqual([]);
  });

  test("a description over 140 characters and an unknown branch are rejected", async () => {
    const { body } = await send("POST", `${BASE}/deployments`, { body: { ref: "autumn", required_contexts: [] } });
    const { id } = body as { id: number };
    const long = { state: "failure", description: "x".repeat(141) };
    expect((await send("POST", `${BASE}/deployments/${id}/statuses`, { body: long })).status).toBe(422);
    expect((await send("POST", `${BASE}/deployments`, { body: { ref: "nowhere" } })).status).toBe(422);
    expect(github.violations).toEqual([]);
  });
});

describe("checks, statuses, runs", () => {
  test("a conclusion completes a check run", async () => {
    const made = await send("POST", `${BASE}/check-runs`, {
      body: { name: "greenroom", head_sha: SHA, status: "in_progress" },
    });
    const { id } = made.body as { id: number };
    const annotation = { path: "a.html", start_line: 1, end_line: 1, annotation_level: "notice", message: "m" };
    const output = { title: "t", summary: "s", annotations: [annotation] };
    const done = await send("PATCH", `${BASE}/check-runs/${id}`, { body: { conclusion: "success", output } });
    expect(done.body).toMatchObject({ status: "completed", conclusion: "success" });
    expect((await send("GET", `${BASE}/commits/autumn/check-runs`)).body).toMatchObject({ total_count: 1 });
    expect((await send("POST", `${BASE}/statuses/${SHA}`, { body: { state: "success", context: "ci" } })).status).toBe(
      201,
    );
    expect(github.violations).toEqual([]);
  });

  test("a protection rule reports on a run ten times at most, and a dispatch is kept", async () => {
    github.state.runs.push({ id: 5150, gates: [] });
    const path = `${BASE}/actions/runs/5150/deployment_protection_rule`;
    const body = { environment_name: "production", state: "approved", comment: "ok" };
    for (let count = 0; count < 10; count += 1) expect((await send("POST", path, { body })).status).toBe(204);
    expect((await send("POST", path, { body })).status).toBe(422);
    const token = github.issueToken(REVIEWER);
    expect((await send("POST", `${BASE}/dispatches`, { token, body: { event_type: "go" } })).status).toBe(204);
    expect(github.state).toMatchObject({ runs: [{ gates: { length: 10 } }], dispatches: [{ eventType: "go" }] });
    expect(github.violations).toEqual([]);
  });
});

describe("saved state", () => {
  test("comments and deployments of a pull request are there in the next run, and new ids are higher", async () => {
    const folder = await mkdtemp(join(tmpdir(), "greenroom-test-"));
    const file = join(folder, "github.json");
    expect(await loadSavedState(file)).toEqual({ comments: [], deployments: [] });
    const { id } = github.writeComment({ issueNumber: 7, author: AUTHOR, body: "kept" });
    await send("POST", `${BASE}/deployments`, { body: { ref: SHA, required_contexts: [], payload: { a: 1 } } });
    await saveState(file, github.state);
    await using next = await startGithub({
      pulls: [{ number: 7, headRef: "autumn", headSha: SHA }],
      saved: await loadSavedState(file),
    });
    expect(next.comments).toEqual(github.comments);
    expect(next.deployments).toEqual(github.deployments);
    expect(next.writeComment({ issueNumber: 7, author: AUTHOR, body: "new" }).id).toBeGreaterThan(id + 17);
    await writeFile(file, "{");
    expect(await loadSavedState(file)).toEqual({ comments: [], deployments: [] });
    await rm(folder, { recursive: true });
  });
});

describe("faults", () => {
  test("an injected response is sent once, then requests work again", async () => {
    github.faults.push({ match: { operation: "issues/create-comment" }, response: { status: 502, body: "<html>" } });
    const response = await fetch(`${github.apiUrl}${BASE}/issues/7/comments`, { method: "POST", body: '{"body":"x"}' });
    expect([response.status, await response.text()]).toEqual([502, "<html>"]);
    expect((await send("POST", `${BASE}/issues/7/comments`, { body: { body: "x" } })).status).toBe(201);
  });

  test("reset loses the request, resetAfter only its response", async () => {
    const create = { operation: "issues/create-comment" };
    github.faults.push({ match: create, reset: true }, { match: create, resetAfter: true });
    const comment = (): Promise<Received> => send("POST", `${BASE}/issues/7/comments`, { body: { body: "x" } });
    await expect(comment()).rejects.toThrow();
    expect(github.comments).toHaveLength(0);
    await expect(comment()).rejects.toThrow();
    expect(github.comments).toHaveLength(1);
  });

  test("a hanging request ends when the stand-in closes", async () => {
    github.faults.push({ match: { path: /pulls/ }, hang: true });
    const pending = expect(send("GET", `${BASE}/pulls/7`)).rejects.toThrow();
    await expect.poll(() => github.requests.length).toBe(1);
    await github.close();
    await pending;
  });
});
