import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ControlGroup, openControlGroups } from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { run } from "../../../packages/service/pipeline/sandbox/command.ts";
import { describeBounds, limits, machine, SLEEP, unsafeNoSandbox } from "./bounds-cases.ts";
import { type BuildFixture, running } from "./build-fixture.ts";
import { startBuilds } from "./setup.ts";

describeBounds("the machine's control groups", machine);

test("a command that cannot join its group does not run", async () => {
  const lines: string[] = [];
  const joins = [join(tmpdir(), "greenroom-no-such-group", "cgroup.procs")];
  const nothing = () => Promise.resolve();
  const group: ControlGroup = {
    bounds: new Set(),
    limits,
    joins,
    pids: () => [],
    exceeded: () => undefined,
    kill: nothing,
    close: nothing,
  };
  const result = await run(
    { file: "/bin/sh", args: ["-c", "echo ran"], cwd: "/", env: {} },
    { ...limits, timeoutMs: limits.buildMs, group },
    { signal: new AbortController().signal, onLine: (line) => lines.push(line) },
  );
  expect(result).toMatchObject({ kind: "exited", code: 125 });
  expect(lines).not.toContain("ran");
});

test("a tree that uses no processor is stopped where it may not stand still, and one that works is not", async () => {
  const started = (script: string) =>
    run(
      { file: "/bin/sh", args: ["-c", script], cwd: "/", env: {} },
      { ...limits, timeoutMs: limits.buildMs, idleMs: 1_500 },
      { signal: new AbortController().signal, onLine: () => {} },
    );
  const works = "end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do :; done; exit 3";
  const results = await Promise.all([started("echo done; sleep 5218; true"), started(works)]);
  expect(results).toMatchObject([{ kind: "idle" }, { kind: "exited", code: 3 }]);
  expect(running("sleep 5218")).toBe(0);
});

test("a group that a killed service left is removed with what runs in it, and that of a running one stays", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  const own = await machine.open({ memoryBytes: limits.memoryBytes, tasks: limits.tasks });
  const folders = (own?.joins ?? []).map((file) => join(dirname(dirname(file)), `greenroom-${gone.pid}-left`));
  for (const folder of folders) mkdirSync(folder);
  const left = spawn("sleep", ["180"], { stdio: "ignore" });
  try {
    for (const folder of folders) writeFileSync(join(folder, "cgroup.procs"), String(left.pid));
    const ended = once(left, "exit");
    openControlGroups();
    if (folders.length === 0) left.kill("SIGKILL");
    await ended;
    await vi.waitFor(() => expect(folders.filter((folder) => existsSync(folder))).toEqual([]), 60_000);
    expect((own?.joins ?? []).every((file) => existsSync(file))).toBe(true);
  } finally {
    left.kill("SIGKILL");
    await own?.close();
  }
});

describe("an honest build", () => {
  let fixture: BuildFixture;
  beforeAll(async () => {
    fixture = await startBuilds({
      settings: { unsafeNoSandbox },
      environment: process.env,
      limits,
      concurrency: 2,
    });
  });
  afterAll(() => fixture.close());

  const honest = {
    "build.sh": [
      "mkdir out",
      "i=0; while [ $i -lt 2 ]; do node -e '' & wait $!; sleep 0.2; i=$((i+1)); done",
      "head -c 5000000 /dev/zero > out/big; echo honest > out/index.html",
    ].join("\n"),
    "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out" }),
  };

  const bombs: readonly (readonly [name: string, script: string])[] = [
    // As root without control groups nothing counts processes fast enough, so nobody should try that there.
    ...(machine.bounds.has("tasks") ? [["of processes", `f() { f | f & }; f; ${SLEEP}`] as const] : []),
    ["of memory", "node -e 'const a = []; for (;;) a.push(Buffer.alloc(5e7, 1))'"],
    [
      "of open files",
      `for n in 1 2 3 4 5 6 7 8; do node -e 'const fs = require("fs"); try { for (;;) fs.openSync("/dev/null"); } catch { setInterval(() => {}, 1000) }' & done; ${SLEEP}`,
    ],
  ];

  test.each(bombs)("becomes ready beside a bomb %s", async (_name, script) => {
    const [bomb, beside] = await Promise.all([
      fixture.deploy({ "build.sh": script, "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh" }) }),
      fixture.deploy(honest),
    ]);
    expect(bomb.row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(beside.row, beside.row.error_message ?? "").toMatchObject({ status: "ready" });
    expect(running(SLEEP)).toBe(0);
  });
});
