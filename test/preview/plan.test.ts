import { describe, expect, test } from "vitest";
import type { Trigger } from "../../src/github/trigger.ts";
import { type Inputs, readInputs } from "../../src/preview/inputs.ts";
import { type DeployPlan, makePlan, secretlessReason } from "../../src/preview/plan.ts";
import { trigger } from "./triggers.ts";

const SHA = "a".repeat(40);

function inputs(given: Readonly<Record<string, string>> = {}): Inputs {
  const all: Readonly<Record<string, string>> = {
    "base-url": "https://service.example/api",
    token: "sk_test_0123456789",
    site: "docs",
    ...given,
  };
  const read = readInputs((name) => all[name] ?? "");
  if (read.kind === "invalid") throw new Error(read.problems.join("\n"));
  return read.inputs;
}

function deployment(from: Trigger, given: Readonly<Record<string, string>> = {}): DeployPlan {
  const plan = makePlan(from, inputs(given));
  if (plan.kind !== "deploy") throw new Error(plan.kind);
  return plan;
}

function skipped(from: Trigger, given: Readonly<Record<string, string>> = {}): string {
  const plan = makePlan(from, inputs(given));
  return plan.kind === "skipped" ? plan.reason.message : "deploys";
}

describe("makePlan", () => {
  test("the head of the event is deployed, with its fields in a fixed order", () => {
    const plan = deployment(trigger({ head: { sha: SHA, branch: "feature/ü" } }));
    expect(JSON.stringify(plan.request)).toBe(`{"environment":"preview","commitSha":"${SHA}","branch":"feature/ü"}`);
    expect(plan.site).toBe("docs");
  });

  test("commit and branch of the inputs win over the event", () => {
    const plan = deployment(trigger({}), { "commit-sha": "abcdef0", branch: "main" });
    expect(JSON.stringify(plan.request)).toBe('{"environment":"preview","commitSha":"abcdef0","branch":"main"}');
  });

  test("the key belongs to the service and the repository's number, not to the run", () => {
    expect(deployment(trigger({})).keyScope).toEqual({
      serviceOrigin: "https://service.example",
      repositoryId: "1296269",
      runNonce: undefined,
    });
  });

  test("the pull request stands beside the body, which its title does not change", () => {
    const pull = { kind: "number", number: 7, title: "Sell tickets" } as const;
    const named = deployment(trigger({ pull }));
    const edited = deployment(trigger({ pull: { ...pull, title: "Edited" } }));
    expect(named.pullRequest).toEqual({ number: 7, title: "Sell tickets" });
    expect(edited.request).toEqual(named.request);
    expect(edited.keyScope).toEqual(named.keyScope);
    expect(deployment(trigger({ pull }), { "pr-number": "8" }).pullRequest).toEqual({ number: 8 });
    expect(deployment(trigger({ pull: null })).pullRequest).toBeUndefined();
    const search = { kind: "search", headOwner: "o", headBranch: "b", sha: SHA, headRepositoryId: 1 } as const;
    expect(deployment(trigger({ pull: search })).pullRequest).toBeUndefined();
  });

  test("force-new makes the key one of this run and this attempt of it", () => {
    const once = deployment(trigger({ run: { id: 77, attempt: 1, url: "" } }), { "force-new": "true" });
    const again = deployment(trigger({ run: { id: 77, attempt: 2, url: "" } }), { "force-new": "true" });
    expect([once.keyScope.runNonce, again.keyScope.runNonce]).toEqual(["77.1", "77.2"]);
  });

  test("a fork's commit goes without its branch, which could pass as ours", () => {
    const fork = trigger({ fromFork: true, head: { sha: SHA, branch: "main" } });
    expect(JSON.stringify(deployment(fork).request)).toBe(`{"environment":"preview","commitSha":"${SHA}"}`);
    expect(deployment(fork, { branch: "preview/42" }).branch).toBe("preview/42");
  });

  test("a push that deletes its branch is skipped, unless a commit is named", () => {
    expect(skipped(trigger({ eventName: "push", deleted: true, head: null }))).toMatch(/deletes its branch/);
    expect(skipped(trigger({ eventName: "push", deleted: true, head: null }), { "commit-sha": SHA })).toBe("deploys");
  });

  test("a closed pull request is skipped", () => {
    expect(skipped(trigger({ pullState: "closed" }))).toBe("The pull request is closed");
    expect(skipped(trigger({ pullState: "open" }))).toBe("deploys");
  });

  test("an event without a commit is skipped and says which input helps", () => {
    const plan = makePlan(trigger({ head: null }), inputs());
    expect(plan).toMatchObject({
      kind: "skipped",
      reason: { message: "This event names no commit to deploy", hint: expect.stringContaining("commit-sha") },
    });
  });

  test("an event that cannot be read is refused, not passed over", () => {
    const broken = { ...trigger({ head: null }), problems: ["Its file holds no readable event."] };
    expect(makePlan(broken, inputs())).toMatchObject({ kind: "refused", failure: { code: "event_unreadable" } });
    expect(makePlan(broken, inputs({ "commit-sha": SHA })).kind).toBe("deploy");
  });
});

describe("secretlessReason", () => {
  test.each([
    [{ fromFork: true, dependabot: false }, false, "comes from a fork"],
    [{ fromFork: false, dependabot: true }, false, "started by Dependabot"],
    [{ fromFork: true, dependabot: false }, true, undefined],
    [{ fromFork: false, dependabot: true }, true, undefined],
    [{ fromFork: false, dependabot: false }, false, undefined],
  ] as const)("%j with a token: %s is skipped since it %s", (from, hasToken, why) => {
    const reason = why && { message: expect.stringContaining(why) };
    expect(secretlessReason(from, hasToken)).toEqual(
      reason && { kind: "skipped", reason: expect.objectContaining(reason) },
    );
  });
});
