import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXITS } from "../../../packages/cli/errors.ts";
import { startCommand } from "../../cli/command.ts";
import { openBuildFixture } from "../pipeline/build-fixture.ts";
import { type Child, openWorkerFixture, type WorkerFixture } from "./fixture.ts";

let fixture: WorkerFixture;
const workers: Child[] = [];

beforeAll(async () => {
  fixture = await openWorkerFixture({ options: ["--deployment-files", "3"] });
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function startWorker(name: string, more: readonly string[] = []): Promise<Child> {
  const { file } = await fixture.addWorker(name);
  const child = fixture.startWorker(file, name, more);
  workers.push(child);
  return child;
}

/** The one worker that runs; a start costs more than most builds. */
async function oneWorker(name: string): Promise<Child> {
  await Promise.all(workers.splice(1).map((child) => child.end("SIGKILL")));
  return workers[0] ?? startWorker(name);
}

async function endWorker(child: Child, signal: NodeJS.Signals): Promise<void> {
  workers.splice(workers.indexOf(child), 1);
  await child.end(signal);
}

/** A site whose build writes `begun` and then waits for `go`, each in the folder of the fixture. */
async function slowSite(name: string) {
  const [begun, go] = [join(fixture.folder, `${name}-begun`), join(fixture.folder, `${name}-go`)];
  const buildCommand = `echo line one; echo run >> ${begun}; until [ -e ${go} ]; do sleep 0.2; done; echo line two`;
  const manifest = JSON.stringify({ buildCommand, output: "." });
  const { url, sha } = fixture.repository({ "index.html": `page of ${name}`, "greenroom.json": manifest });
  const id = await fixture.deploy(await fixture.site(url), sha);
  return {
    id,
    finish: () => writeFileSync(go, ""),
    runs: () => (existsSync(begun) ? readFileSync(begun, "utf8").split("\n").length - 1 : 0),
    async begun(times = 1) {
      await expect.poll(() => this.runs()).toBeGreaterThanOrEqual(times);
    },
  };
}

const withoutTimes = (text: string): string => text.replaceAll(/\d+\.\d\d s|http:\S+|[0-9a-f]{40}/g, "…");

describe("a worker", { timeout: 180_000 }, () => {
  let worker: Child;
  beforeAll(async () => {
    const { file } = await fixture.addWorker("steady", ["--slots", "1"]);
    worker = fixture.startWorker(file, "steady", ["--metrics", "0", "--slots", "2"]);
    workers.push(worker);
  });

  test("serves metrics of its machine and of the slots that it was granted, and is ready while the service answers it", async () => {
    await worker.saw(/metrics are served/);
    await worker.saw(/"slots":1,"msg":"the worker is ready"/);
    const [, port = ""] = /"port":(\d+),"msg":"metrics are served"/.exec(worker.text()) ?? [];
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
    const { url, sha } = fixture.repository({ "index.html": "watched" });
    await fixture.ended(await fixture.deploy(await fixture.site(url), sha));
    const text = async () => await (await ask("/metrics")).text();
    await expect.poll(text).toContain('greenroom_worker_builds_total{result="ended"} 1');
    const shown = [
      "greenroom_ready 1",
      'greenroom_build_slots{state="total"} 1',
      'greenroom_disk_free_bytes{folder="builds"}',
    ];
    for (const line of shown) expect(await text()).toContain(line);
  });

  test("builds what the service accepted, with the log, the files and the diagnostics of a build beside the service", async () => {
    const manifest = JSON.stringify({ buildCommand: "seq 700; mkdir out; cp index.html out", output: "out" });
    const files = { "index.html": "<h1>ä</h1>".repeat(500), "greenroom.json": manifest };
    const failing = { ...files, "greenroom.json": JSON.stringify({ buildCommand: "echo no; exit 3", output: "out" }) };
    const page = '<link rel=stylesheet href="/app/missing.css">';
    const broken = { ...files, "index.html": page };
    await using local = await openBuildFixture();
    local.builds.start();
    const codes = [];
    for (const content of [files, failing, broken]) {
      const { url, sha } = fixture.repository(content);
      const far = await fixture.ended(await fixture.deploy(await fixture.site(url), sha));
      const { id, row: near } = await local.deploy(content, { branch: "main" });
      expect([far.status, far.error?.message ?? null]).toEqual([near.status, near.error_message]);
      const log = (await fixture.log(far.id)).map(({ stream, text }) => withoutTimes(`${stream}: ${text}`));
      expect(log).toEqual((await local.logLines(id)).map(withoutTimes));
      if (far.previewUrl) expect(await fixture.page(far.previewUrl)).toBe(files["index.html"]);
      expect(far.error?.code ?? null).toBe(near.error_code);
      codes.push(near.error_code);
    }
    // The last one builds, but its home page would be broken: the same check, wherever it was built.
    expect(codes).toEqual([null, "build_failed", "home_broken"]);
  });

  test("builds a site without commands while its slots are taken", async () => {
    const { url, sha } = fixture.repository({ "index.html": "plain" });
    const plain = await fixture.site(url);
    await fixture.ended(await fixture.deploy(plain, sha));
    const slow = await slowSite("full");
    await slow.begun();
    expect((await fixture.ended(await fixture.deploy(plain, sha))).status).toBe("ready");
    expect((await fixture.read(slow.id)).status).toBe("building");
    slow.finish();
    await fixture.ended(slow.id);
  });

  test("stops a build that is canceled", async () => {
    const slow = await slowSite("canceled");
    await slow.begun();
    await fixture.call("POST", `/deployments/${slow.id}/cancel`, { body: {} });
    expect(await fixture.ended(slow.id)).toMatchObject({ status: "canceled", error: { code: "canceled_by_user" } });
  });

  test("gets the operator's values of a build, and neither log has them", async () => {
    const value = "correct-horse-battery";
    const buildCommand = 'echo "$SECRET" > index.html; echo "the value is $SECRET"';
    const manifest = JSON.stringify({ buildCommand, output: ".", environment: ["SECRET"] });
    const { url, sha } = fixture.repository({ "greenroom.json": manifest });
    const siteId = await fixture.site(url);
    const variables = { [siteId]: [{ name: "SECRET", value, scope: ["production"] }] };
    writeFileSync(join(fixture.data, "secrets.json"), JSON.stringify({ variables }), { mode: 0o600 });
    const ended = await fixture.ended(await fixture.deploy(siteId, sha));
    expect(await fixture.page(ended.previewUrl ?? "")).toBe(`${value}\n`);
    const log = (await fixture.log(ended.id)).map(({ text }) => text).join("\n");
    expect(log).toContain("the value is ***");
    expect(`${log}${worker.text()}${fixture.service().text()}`).not.toContain(value);
  });
});

describe("a worker on another machine", { timeout: 180_000 }, () => {
  test("is held to the sizes that the service has, and says which flag raises them", async () => {
    await oneWorker("held");
    const manifest = JSON.stringify({ buildCommand: "mkdir out; touch out/a out/b out/c out/d", output: "out" });
    const { url, sha } = fixture.repository({ "greenroom.json": manifest });
    expect(await fixture.ended(await fixture.deploy(await fixture.site(url), sha))).toMatchObject({
      error: {
        code: "limit_exceeded",
        message: "The output has more than 3 files. The operator can raise --deployment-files.",
      },
    });
  });

  test("is held to the time that the service has for a build, and says which flag raises it", async () => {
    await using brief = await openWorkerFixture({ options: ["--build-time-limit", "10s"] });
    const { file } = await brief.addWorker("brief");
    const child = brief.startWorker(file, "brief");
    const manifest = JSON.stringify({ buildCommand: "sleep 120", output: "." });
    const { url, sha } = brief.repository({ "index.html": "x", "greenroom.json": manifest });
    const { error } = await brief.ended(await brief.deploy(await brief.site(url), sha));
    await child.end("SIGTERM");
    const message = /more than 10 s and was stopped\. The operator can raise --build-time-limit\./;
    expect(error).toMatchObject({ code: "timed_out", message: expect.stringMatching(message) });
  });

  test("that is killed loses its build to another one, which begins again", async () => {
    const first = await oneWorker("killed-1");
    const slow = await slowSite("killed");
    await slow.begun();
    await endWorker(first, "SIGKILL");
    await startWorker("killed-2");
    await slow.begun(2);
    slow.finish();
    expect((await fixture.ended(slow.id)).status).toBe("ready");
    const lines = (await fixture.log(slow.id)).map(({ text }) => text);
    expect(lines.filter((text) => text === "line two")).toHaveLength(1);
    expect(lines).toContain("The previous worker was lost; starting again");
  });

  test("that sleeps past its lease has no effect when it goes on", async () => {
    const first = await oneWorker("asleep-1");
    const slow = await slowSite("asleep");
    await slow.begun();
    first.process.kill("SIGSTOP");
    await startWorker("asleep-2");
    await slow.begun(2);
    slow.finish();
    first.process.kill("SIGCONT");
    const ended = await fixture.ended(slow.id);
    expect(ended.status).toBe("ready");
    await first.saw(/a build ended/);
    const log = await fixture.log(slow.id);
    expect(log.map(({ n }) => n)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter(({ text }) => text === "line two")).toHaveLength(1);
    expect(log.filter(({ text }) => text.startsWith("Ready at"))).toHaveLength(1);
  });

  test("continues with its build while the service restarts", async () => {
    await oneWorker("restart");
    const slow = await slowSite("restart");
    await slow.begun();
    await fixture.restart();
    slow.finish();
    const ended = await fixture.ended(slow.id);
    expect(ended).toMatchObject({ status: "ready", attempt: 1 });
    expect(slow.runs()).toBe(1);
    const log = await fixture.log(slow.id);
    expect(log.map(({ n }) => n)).toEqual(log.map((_, index) => index + 1));
  });

  test("gives its build back at SIGTERM, which costs no attempt", async () => {
    const first = await oneWorker("given-back-1");
    const slow = await slowSite("given-back");
    await slow.begun();
    await endWorker(first, "SIGTERM");
    const second = await startWorker("given-back-2", ["--once"]);
    await slow.begun(2);
    slow.finish();
    expect(await fixture.ended(slow.id)).toMatchObject({ status: "ready", attempt: 1 });
    await endWorker(second, "SIGTERM");
  });

  test("whose token is revoked stops its build and ends", async () => {
    while (workers[0] !== undefined) await endWorker(workers[0], "SIGKILL");
    const slow = await slowSite("revoked");
    const { id, token, file } = await fixture.addWorker("revoked");
    const child = fixture.startWorker(file, "revoked");
    await slow.begun();
    await fixture.revoke(id);
    await child.saw(/a build ended/);
    await child.saw(/does not know this token/);
    await startWorker("after-revoked");
    await slow.begun(2);
    slow.finish();
    expect((await fixture.ended(slow.id)).status).toBe("ready");
    expect(`${child.text()}${fixture.service().text()}`).not.toContain(token);
  });

  test("sends no token to another machine without TLS", async () => {
    const { file } = await fixture.addWorker("plain");
    const args = ["worker", "--service", "http://greenroom.example.net", "--token-file", file, "--review", "off"];
    const { code, stderr } = await startCommand(args, { env: {}, cwd: fixture.folder }).ended;
    expect([code, stderr]).toEqual([EXITS.usage.code, expect.stringContaining("is not https")]);
  });
});
