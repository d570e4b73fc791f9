import { expect } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import type { Scene } from "./scene.ts";

/** What a run may take beyond its own limit. */
const GRACE_MS = 5000;

/** Every spelling of a secret that a careless program would print. */
export function spellings(secret: string): readonly string[] {
  const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  // Base64 of a text the secret stands in: three alignments, without the edges that depend on the neighbours.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + secret)
      .toString("base64")
      .replace(/=+$/, "")
      .slice(shift === 0 ? 0 : 4, -2),
  );
  const hex = Buffer.from(secret).toString("hex");
  return [secret, encodeURIComponent(secret), percent, percent.toUpperCase(), hex, ...shifted];
}

/** Everything of a run that somebody can read, its one command to hide the secret apart. */
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

/**
 * Asserts what holds after every scene, whatever went wrong in it.
 * @param scene A scene whose runs are over.
 * @param attempts Logical attempts its runs were.
 */
export async function expectInvariants(scene: Scene, attempts = 1): Promise<void> {
  const made = await scene.house.accepted(scene.branch);
  expect(made.length, "accepted is at most the number of logical attempts").toBeLessThanOrEqual(attempts);
  expectEqualBytes(scene);
  for (const { result, limitMs } of scene.runs) {
    expect(result.durationMs, "a run ends by its own limit").toBeLessThan(limitMs + GRACE_MS);
    if (result.exitCode !== 0) continue;
    expect(result.outputs["status"], "exit 0 is a ready deployment").toBe("ready");
    expect(result.outputs["preview-url"]).toMatch(/^https:\/\/|^http:\/\/(?:[\w.-]+\.localhost|127\.0\.0\.1):\d+\//);
    const record = made.find(({ id }) => id === result.outputs["deployment-id"]);
    expect(record?.status, "the service says the same").toBe("ready");
  }
  expectNoSecret(scene);
  expect(scene.elsewhere.asked, "nobody else is asked").toEqual([]);
  expectComments(scene);
  expect(scene.stage.github.violations).toEqual([]);
  const decisions = [...scene.proxy.seen, ...scene.githubProxy.seen].filter(
    ({ method, path }) => method !== "GET" && /approval|decision/.test(path),
  );
  expect(decisions, "no action decides").toEqual([]);
}

function expectComments({ stage, foreign }: Scene): void {
  const others = new Set(foreign.map(({ id }) => id));
  const own = stage.github.comments.filter(({ id }) => !others.has(id));
  expect(own.length, "at most one own comment").toBeLessThanOrEqual(1);
  const theirs = stage.github.comments.filter(({ id }) => others.has(id));
  expect(theirs, "no comment of another author is touched").toEqual(foreign);
}

function expectEqualBytes({ proxy }: Scene): void {
  const bodies = new Map<string, string>();
  for (const { method, path, key, body } of proxy.seen) {
    if (method !== "POST" || !path.endsWith("/deploy")) continue;
    expect(key, "every create has a key").toBeDefined();
    const bytes = `${path} ${body.toString("hex")}`;
    expect(bodies.get(key ?? "") ?? bytes, "a key never goes out with another body").toBe(bytes);
    bodies.set(key ?? "", bytes);
  }
}

function expectNoSecret({ house, stage, runs }: Scene): void {
  const secrets = [house.token, stage.github.token];
  const comments = stage.github.comments.map(({ body }) => body);
  const records = stage.github.requests.map((request) => JSON.stringify(request.body ?? ""));
  for (const { result } of runs) {
    const texts = [...written(result, secrets), ...comments, ...records];
    for (const spelling of secrets.flatMap(spellings)) {
      expect(
        texts.filter((text) => text.includes(spelling)),
        "no token in any output",
      ).toEqual([]);
    }
  }
}
