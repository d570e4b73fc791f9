import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { type Harness, messagesOf, NODES, startScripted } from "./harness.ts";
import { ENDLESS, READY, RECORD, UNEXPECTED } from "./scripted-service.ts";

// What only a process of its own can show: kills, the post step after one, the order of loading, and old versions of Node.

/** Runs code in the action's process before the action. */
function before(code: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

/** What the language and the runtime gained after Node 20. */
const WITHOUT_NEWER = `
  delete Promise.withResolvers; delete Promise.try; delete Object.groupBy; delete Map.groupBy; delete Array.fromAsync;
  delete URL.parse; delete RegExp.escape; delete Error.isError; delete Math.f16round; delete Uint8Array.fromBase64;
  delete globalThis.WebSocket; delete globalThis.navigator; delete process.getBuiltinModule; delete process.features.typescript;
  for (const name of ["union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"])
    delete Set.prototype[name];
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const name of ["map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"])
    delete iterator[name];
  delete globalThis.Iterator;`;

/** Writes down when each module of the bundle is loaded. */
const HOOKS = `
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  if (url.includes("/dist/")) appendFileSync(process.env.LOADS, \`\${Date.now()} \${url}\\n\`);
  return next(url, context);
}`;
const RECORDER = `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(HOOKS)}`)});`;

/** @param line When, and the URL of a file that was loaded. */
function holdsOctokit(line: string): boolean {
  const url = line.split(" ")[1] ?? "";
  return url.endsWith(".js") && readFileSync(new URL(url), "utf8").includes("octokit-core.js/");
}

function isCheckRunOpen({ github }: Harness): boolean {
  return github.state.checkRuns.some(({ fields }) => fields["status"] === "in_progress");
}

/** Kills the main entry once a condition holds. */
function killWhen(condition: () => boolean) {
  return (process: StepProcess): void =>
    void vi.waitUntil(condition, { interval: 20, timeout: 60_000 }).finally(() => process.kill("SIGKILL"));
}

describe.concurrent.each(NODES)("on Node $version", ({ path: node }) => {
  test("killed while it streams, the post step says on the pull request that the build is still running", async () => {
    await using harness = await startScripted(ENDLESS);
    const { comments } = harness.github;
    const run = await harness.preview({ node, onStart: killWhen(() => comments.length === 1) });
    expect(run.signal).toBe("SIGKILL");
    expect(run.outputs).toMatchObject({ status: "accepted", "deployment-id": RECORD.id });
    expect(run.post).toMatchObject({ exitCode: 0 });
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toContain("The build is still running");
  });

  test("the action needs nothing that Node 20 does not have", async () => {
    await using harness = await startScripted(READY);
    const run = await harness.preview({ node, env: before(WITHOUT_NEWER) });
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    expect(harness.github.comments[0]?.body).toContain("Ready");
    expect(messagesOf(run, "warning")).toEqual([]);
  });
});

describe.concurrent("in a process of its own", () => {
  const node = process.execPath;

  test("a check run is ended by the post step when the main step was killed", async () => {
    await using harness = await startScripted(ENDLESS, { "check-run": "on" });
    const { github } = harness;
    const run = await harness.preview({ node, onStart: killWhen(() => isCheckRunOpen(harness)) });
    expect([run.signal, run.post?.exitCode]).toEqual(["SIGKILL", 0]);
    expect(github.state.checkRuns.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ status: "completed", conclusion: "cancelled" }),
    ]);
    expect(github.violations).toEqual([]);
  });

  test("a record larger than a variable of the environment does not keep the post step of a killed run from starting", async () => {
    const large = { more: "m".repeat(900_000) };
    let process: StepProcess | undefined;
    await using harness = await startScripted(({ method, path }) => {
      const status = method === "POST" ? "queued" : "building";
      if (path.endsWith("/events")) {
        process?.kill("SIGKILL");
        return undefined;
      }
      return { status: method === "POST" ? 202 : 200, body: { ok: true, data: { ...RECORD, status, ...large } } };
    });
    const run = await harness.preview({ node, onStart: (main) => void (process = main) });
    expect([run.signal, run.post?.exitCode]).toEqual(["SIGKILL", 0]);
    expect(run.post?.stdoutLines.join("\n")).toContain("The main step was stopped before");
  });

  test("the POST has left before anything of Octokit is loaded", async () => {
    const folder = await mkdtemp(join(tmpdir(), "greenroom-order-"));
    const loads = join(folder, "loads.txt");
    await using harness = await startScripted(READY);
    const run = await harness.preview({
      node,
      env: { ...before(RECORDER), LOADS: loads },
    });
    const loaded = (await readFile(loads, "utf8")).trim().split("\n");
    await rm(folder, { recursive: true, force: true });

    expect(run.exitCode).toBe(0);
    const chunks = loaded.filter(holdsOctokit).map((line) => Number(line.split(" ")[0]));
    const [post] = harness.service.seen;
    expect(post).toMatchObject({ method: "POST", path: `/sites/${RECORD.siteId}/deploy` });
    expect(chunks.length).toBeGreaterThan(0);
    expect(Math.min(...chunks)).toBeGreaterThanOrEqual(post?.at ?? Infinity);
  });

  test.each(["18.20.8", "20.2.0"])(
    "on Node %s the action refuses before anything is sent, and says why",
    async (version) => {
      await using harness = await startScripted(UNEXPECTED);
      const code = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
      const run = await harness.preview({ node, env: before(code) });
      expect(run.exitCode).toBe(1);
      expect(messagesOf(run, "error")).toEqual([
        expect.stringContaining(`needs Node.js 20.3 or newer, and the runner started it on ${version}`),
      ]);
      expect([...harness.service.seen, ...harness.github.requests]).toEqual([]);
    },
  );
});
