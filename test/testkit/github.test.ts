import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startGithub } from "../../packages/testkit/github.ts";
import type { Github } from "../../packages/testkit/github.ts";
import { loadOpenapi } from "../../packages/testkit/github/openapi.ts";
import { OPERATION_IDS } from "../../packages/testkit/github/operations.ts";
import { loadSavedState, SAMPLE_REPOSITORY, saveState } from "../../packages/testkit/github/state.ts";
import { AUTHOR, OUTSIDER } from "../../packages/testkit/github/users.ts";
import { folderOfTest } from "../folders.ts";

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

describe("saved state", () => {
  test("comments and deployments of a pull request are there in the next run, and new ids are higher", async () => {
    const folder = folderOfTest("test");
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
  });
});
