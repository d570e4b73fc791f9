import { expect } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import type { Scenario } from "./scenario.ts";

/** Every spelling of a secret that a careless program would print. */
export function spellings(secret: string): readonly string[] {
  const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  // Base64 of a text that contains the secret: three alignments, without the edges that depend on the neighbours.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + secret)
      .toString("base64")
      .replace(/=+$/, "")
      .slice(shift === 0 ? 0 : 4, -2),
  );
  const hex = Buffer.from(secret).toString("hex");
  return [secret, encodeURIComponent(secret), percent, percent.toUpperCase(), hex, ...shifted];
}

/** Everything of a run that a person can read, except its command that masks the secret. */
function written(result: ActionResult, secrets: readonly string[]): readonly string[] {
  const masks = new Set(secrets.map((secret) => `::add-mask::${secret}`));
  const steps = result.post === undefined ? [result] : [result, result.post];
  return steps.flatMap((step) => [
    ...step.rawLines.filter((line) => !masks.has(line)),
    step.summary,
    ...Object.values(step.outputs),
    ...Object.values(step.state),
    ...Object.values(step.env),
  ]);
}

/** Asserts what holds after every scenario, whatever went wrong in it. */
export async function expectInvariants(scenario: Scenario, attempts = 1): Promise<void> {
  const made = await scenario.service.accepted(scenario.branch);
  expect(made.length, "accepted is at most the number of logical attempts").toBeLessThanOrEqual(attempts);
  expectEqualBytes(scenario);
  for (const result of scenario.runs) {
    if (result.exitCode !== 0) continue;
    expect(result.outputs["status"], "exit 0 is a ready deployment").toBe("ready");
    expect(result.outputs["preview-url"]).toMatch(/^https:\/\/|^http:\/\/(?:[\w.-]+\.localhost|127\.0\.0\.1):\d+\//);
    const record = made.find(({ id }) => id === result.outputs["deployment-id"]);
    expect(record?.status, "the service says the same").toBe("ready");
  }
  expectNoSecret(scenario);
  expect(scenario.elsewhere.requests, "no other server gets a request").toEqual([]);
  expectComments(scenario);
  expect(scenario.harness.github.violations).toEqual([]);
  const decisions = scenario.proxy.seen.filter(
    ({ method, path }) => method !== "GET" && /approval|decision/.test(path),
  );
  expect(decisions, "no action decides").toEqual([]);
}

function expectComments({ harness, others }: Scenario): void {
  const otherIds = new Set(others.map(({ id }) => id));
  const own = harness.github.comments.filter(({ id }) => !otherIds.has(id));
  expect(own.length, "at most one own comment").toBeLessThanOrEqual(1);
  const theirs = harness.github.comments.filter(({ id }) => otherIds.has(id));
  expect(theirs, "no comment of another author is touched").toEqual(others);
}

function expectEqualBytes({ proxy }: Scenario): void {
  const bodies = new Map<string, string>();
  for (const { method, path, key, body } of proxy.seen) {
    if (method !== "POST" || !path.endsWith("/deploy")) continue;
    expect(key, "every create has a key").toBeDefined();
    const bytes = `${path} ${body.toString("hex")}`;
    expect(bodies.get(key ?? "") ?? bytes, "a key never goes out with another body").toBe(bytes);
    bodies.set(key ?? "", bytes);
  }
}

function expectNoSecret({ service, harness, runs }: Scenario): void {
  const secrets = [service.token, harness.github.token];
  const comments = harness.github.comments.map(({ body }) => body);
  const records = harness.github.requests.map((request) => JSON.stringify(request.body ?? ""));
  for (const result of runs) {
    const texts = [...written(result, secrets), ...comments, ...records];
    for (const spelling of secrets.flatMap(spellings)) {
      expect(
        texts.filter((text) => text.includes(spelling)),
        "no token in any output",
      ).toEqual([]);
    }
  }
}
