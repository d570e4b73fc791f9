import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTrigger } from "../../src/github/trigger.ts";
import { environment, type Json, type Sample, sample } from "./events.ts";

const HEAD_SHA = "ec26c3e57ca3a959ca5aad62de7213c562f8c821";
const ENV_SHA = "0123456789012345678901234567890123456789";
const ZEROS = "0".repeat(40);

function trigger(eventName: string, payload: unknown, env: Readonly<Record<string, string | undefined>> = {}) {
  return readTrigger(environment({ GITHUB_EVENT_NAME: eventName, ...env }), payload);
}

describe("readTrigger on pull_request", () => {
  test.each(["pull_request", "pull_request_target"])(
    "%s gives the head commit, never the merge commit",
    (eventName) => {
      const read = trigger(eventName, sample("pull_request.opened"));
      expect(read).toMatchObject({
        repository: { id: "186853002", owner: "Codertocat", name: "Hello-World" },
        head: { sha: HEAD_SHA, branch: "changes" },
        pull: {
          kind: "named",
          number: 2,
          fork: false,
          state: "open",
          merged: false,
          headRepositoryId: 186853002,
        },
        fromFork: false,
        dependabot: false,
        deleted: false,
        problems: [],
      });
    },
  );

  test("the page of the run is the one of this attempt", () => {
    const read = trigger("pull_request", sample("pull_request.opened"));
    expect(read.run).toEqual({
      id: 4711,
      attempt: 2,
      url: "https://github.com/Codertocat/Hello-World/actions/runs/4711/attempts/2",
    });
  });

  test("another head repository is a fork", () => {
    const read = trigger("pull_request", sample("pull_request.opened", { "pull_request.head.repo.id": 99 }));
    expect(read).toMatchObject({ fromFork: true, pull: { fork: true, headRepositoryId: 99 } });
  });

  test("a fork that was deleted is a fork", () => {
    const read = trigger("pull_request", sample("pull_request.opened", { "pull_request.head.repo": null }));
    expect(read).toMatchObject({
      fromFork: true,
      pull: { fork: true, headRepositoryId: null },
      head: { sha: HEAD_SHA },
    });
  });

  test("a closed one is known", () => {
    expect(trigger("pull_request", sample("pull_request.closed")).pull).toMatchObject({ state: "closed" });
  });

  test.each([
    ["the actor", { GITHUB_ACTOR: "dependabot[bot]" }, {}],
    ["who re-ran it", { GITHUB_TRIGGERING_ACTOR: "dependabot[bot]" }, {}],
    ["the author", {}, { "pull_request.user.login": "dependabot[bot]" }],
  ])("Dependabot is known by %s", (_, env, changes) => {
    expect(trigger("pull_request", sample("pull_request.opened", changes), env).dependabot).toBe(true);
  });

  test("a person whose name only looks like Dependabot is not", () => {
    expect(trigger("pull_request", sample("pull_request.opened"), { GITHUB_ACTOR: "dependabot" }).dependabot).toBe(
      false,
    );
  });

  test("a pull request of another repository is taken for a fork's and gets no comment", () => {
    const read = trigger("pull_request", sample("pull_request.opened"), { GITHUB_REPOSITORY_ID: "5" });
    expect(read).toMatchObject({ fromFork: true, pull: null });
    expect(read.problems).toHaveLength(2);
  });
});

describe("readTrigger on other events", () => {
  const search = { kind: "search", headOwner: "Codertocat", headRepositoryId: 186853002 };

  test("push gives the pushed tip and a search by branch", () => {
    const read = trigger("push", sample("push.branch", { after: HEAD_SHA, deleted: false }));
    expect(read.head).toEqual({ sha: HEAD_SHA, branch: "master" });
    expect(read.pull).toEqual({ ...search, headBranch: "master", sha: HEAD_SHA });
  });

  test("a push of a tag has no branch and no pull request", () => {
    expect(trigger("push", sample("push.tag"))).toMatchObject({ head: { branch: null }, pull: null });
  });

  test.each([{ deleted: true }, { after: ZEROS, deleted: false }])(
    "a push that deletes %j deploys nothing",
    (changes) => {
      expect(trigger("push", sample("push.branch", changes))).toMatchObject({ deleted: true, head: null, pull: null });
    },
  );

  test.each(["workflow_dispatch", "schedule", "repository_dispatch"])("%s gives the chosen ref", (eventName) => {
    const payload =
      eventName === "schedule"
        ? { schedule: "0 4 * * *" }
        : sample(eventName === "workflow_dispatch" ? eventName : "repository_dispatch");
    const read = trigger(eventName, payload, { GITHUB_REF: "refs/heads/feature/x" });
    expect(read.head).toEqual({ sha: ENV_SHA, branch: "feature/x" });
    expect(read.pull).toEqual({ ...search, headBranch: "feature/x", sha: ENV_SHA });
  });

  const runEnv = {
    GITHUB_REPOSITORY: "octo-org/octo-repo",
    GITHUB_REPOSITORY_ID: "396980812",
    GITHUB_REF: "refs/heads/main",
  };
  const sameRepository = { "repository.id": 396980812 };

  test("workflow_run gives the head of the run that ended, not the default branch", () => {
    const read = trigger("workflow_run", sample("workflow_run.completed", sameRepository), runEnv);
    expect(read).toMatchObject({
      head: { sha: "5779607b49aab1200488439f02372c57b4f75444", branch: "main" },
      fromFork: false,
      pull: { kind: "search", headOwner: "octo-org", headRepositoryId: 396980812 },
      problems: [],
    });
  });

  test("workflow_run of a fork searches the fork's branch, whatever pull_requests says", () => {
    const changes = {
      ...sameRepository,
      "workflow_run.event": "pull_request",
      "workflow_run.head_branch": "patch-1",
      "workflow_run.head_repository.id": 77,
      "workflow_run.head_repository.owner.login": "passer-by",
      "workflow_run.pull_requests": [{ number: 7, head: { sha: HEAD_SHA }, base: {} }],
    };
    const read = trigger("workflow_run", sample("workflow_run.completed", changes), runEnv);
    expect(read).toMatchObject({
      fromFork: true,
      pull: { kind: "search", headOwner: "passer-by", headBranch: "patch-1", headRepositoryId: 77 },
    });
  });

  test("workflow_run of a fork that is gone is a fork without a search", () => {
    const payload = sample("workflow_run.completed", { ...sameRepository, "workflow_run.head_repository": null });
    expect(trigger("workflow_run", payload, runEnv)).toMatchObject({ fromFork: true, pull: null });
  });

  test("merge_group gives the group's commit and the number of its branch", () => {
    const read = trigger("merge_group", sample("merge_group.checks_requested"));
    expect(read.head?.sha).toBe("2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d");
    expect(read.pull).toEqual({ kind: "number", number: 104 });
  });

  test("merge_group with a branch of another form has no pull request", () => {
    const payload = sample("merge_group.checks_requested", { "merge_group.head_ref": "refs/heads/queue/main" });
    expect(trigger("merge_group", payload)).toMatchObject({
      pull: null,
      problems: [expect.stringContaining("another repository")],
    });
  });

  test("issue_comment on a pull request gives its number and no commit", () => {
    const payload = sample("issue_comment.created", { "issue.pull_request": { url: "https://api.github.com/x" } });
    expect(trigger("issue_comment", payload)).toMatchObject({ head: null, pull: { kind: "number", number: 1 } });
  });

  test("issue_comment on an issue belongs to no pull request", () => {
    const read = trigger("issue_comment", sample("issue_comment.created"), { GITHUB_REF: "refs/heads/master" });
    expect(read).toMatchObject({ head: { sha: ENV_SHA, branch: "master" }, pull: null });
  });

  test("deployment_status gives the commit and ref of the deployment", () => {
    const read = trigger("deployment_status", sample("deployment_status.created"));
    expect(read.head).toEqual({ sha: "f95f852bd8fca8fcc58a9a2d6c842781e32a215e", branch: "master" });
    const bySha = sample("deployment_status.created", { "deployment.ref": HEAD_SHA, "deployment.sha": HEAD_SHA });
    expect(trigger("deployment_status", bySha)).toMatchObject({ head: { sha: HEAD_SHA, branch: null }, pull: null });
  });

  test("an unknown event deploys the run's commit without a comment", () => {
    expect(trigger("watch", {}, { GITHUB_REF: "refs/heads/main" })).toMatchObject({
      head: { sha: ENV_SHA, branch: "main" },
      pull: null,
    });
  });
});

describe("readTrigger on servers", () => {
  test("takes the addresses of an Enterprise Server, plain http too", () => {
    const env = { GITHUB_SERVER_URL: "http://ghe.example/", GITHUB_API_URL: "http://ghe.example/api/v3/" };
    expect(trigger("push", sample("push.branch"), env)).toMatchObject({
      run: { url: expect.stringMatching(/^http:\/\/ghe\.example\/Codertocat\//) },
      apiUrl: "http://ghe.example/api/v3",
    });
  });

  test("falls back to github.com for what is no web address", () => {
    const env = { GITHUB_SERVER_URL: "javascript:1", GITHUB_API_URL: undefined };
    expect(trigger("push", sample("push.branch"), env)).toMatchObject({
      run: { url: expect.stringMatching(/^https:\/\/github\.com\/Codertocat\//) },
      apiUrl: "https://api.github.com",
    });
  });
});

describe("readTrigger on payloads that do not fit", () => {
  const events: readonly [string, Sample][] = [
    ["pull_request", "pull_request.opened"],
    ["push", "push.branch"],
    ["workflow_run", "workflow_run.completed"],
    ["merge_group", "merge_group.checks_requested"],
    ["issue_comment", "issue_comment.created"],
    ["deployment_status", "deployment_status.created"],
  ];

  test.each(events.map(([eventName]) => eventName))("%s with an empty payload says what is missing", (eventName) => {
    const read = trigger(eventName, undefined, { GITHUB_SHA: undefined });
    expect(read).toMatchObject({ head: null, pull: null });
    expect(read.problems.join(" ")).toMatch(/holds no readable event\. .*(?:no |missing)/);
  });

  test("payloads with any field taken out or replaced give a trigger", () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("__proto__", "refs/heads/\u202e\n::add-mask::x", -1, 2 ** 60),
    );
    fc.assert(
      fc.property(fc.constantFrom(...events), fc.nat(), values, ([eventName, name], at, value) => {
        const payload = sample(name);
        const spots = places(payload);
        const spot = spots[at % spots.length];
        if (spot !== undefined) spot(value as Json);
        const read = trigger(eventName, payload);
        expect(read.eventName).toBe(eventName);
        expect(read.head === null || /^[0-9a-f]{40,64}$/.test(read.head.sha)).toBe(true);
        expect(read.head?.branch ?? "").not.toMatch(/[\u0000-\u0020]/);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([null, 1, "text", [], { pull_request: [] }, { pull_request: { number: "2" } }])(
    "%j gives a trigger",
    (payload) => {
      for (const [eventName] of events) expect(trigger(eventName, payload).pull).toBeNull();
    },
  );

  test("without an environment there is still a trigger", () => {
    expect(readTrigger({}, undefined)).toMatchObject({
      eventName: "",
      repository: { id: "", owner: "", name: "" },
      run: { id: 0, attempt: 1, url: "" },
      head: null,
    });
  });
});

function places(value: Json): ((replacement: Json) => void)[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    (replacement: Json) => void (value[name] = replacement),
    ...places(inner),
  ]);
}

describe("whose API it is", () => {
  const REPOSITORY = { id: 5, full_name: "acme/website" };
  const read = (GITHUB_API_URL: string, GITHUB_SERVER_URL: string) =>
    readTrigger(
      { GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_EVENT_NAME: "push", GITHUB_RUN_ID: "900", GITHUB_RUN_NUMBER: "12" },
      { repository: REPOSITORY },
    );

  test.each([
    ["https://api.github.com", "github"],
    ["https://github.example.com/api/v3", "github"],
    ["https://acme.ghe.com/api/v1/api/v3", "github"],
    ["https://api.acme.ghe.com", "github"],
    ["https://gitea.example.com/api/v1", "gitea"],
    ["http://10.0.0.7:3000/git/api/v1/", "gitea"],
    ["not a URL/api/v1", "github"],
  ])("%s is that of %s", (apiUrl, forge) => {
    expect(read(apiUrl, "https://github.com").forge).toBe(forge);
  });

  test("a run of Gitea has a page by its number, one of GitHub by its id and attempt", () => {
    const gitea = read("https://gitea.example.com/api/v1", "https://gitea.example.com/");
    expect(gitea.run.url).toBe("https://gitea.example.com/acme/website/actions/runs/12?by_index=1");
    const enterprise = read("https://github.example.com/api/v3", "https://github.example.com");
    expect(enterprise.run.url).toBe("https://github.example.com/acme/website/actions/runs/900/attempts/1");
  });
});
