import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BuildStatement } from "../../../packages/contract/provenance.ts";
import { cacheFolder } from "../../../packages/service/pipeline/build-folders.ts";
import { type ControlGroups, openControlGroups } from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { run } from "../../../packages/service/pipeline/sandbox/command.ts";
import { seccompFilter } from "../../../packages/service/pipeline/sandbox/seccomp.ts";
import { readStatements } from "../../../packages/service/store/deployments/provenance.ts";
import { type BuildFixture, running } from "./build-fixture.ts";
import { startBuilds, whyNoSandbox } from "./setup.ts";

// Whether the machine has bubblewrap and control groups for us is a property of the machine. The bounds hold either
// way; what only one of the two can bound is in a test that says so.
export const unsafeNoSandbox = (await whyNoSandbox()) !== undefined;
export const machine = openControlGroups();

const MEBIBYTE = 1024 ** 2;
export const limits = {
  diskBytes: 40 * MEBIBYTE,
  entries: 4_000,
  memoryBytes: 200 * MEBIBYTE,
  cacheBytes: 30 * MEBIBYTE,
  processes: 60,
  tasks: 300,
  buildMs: 180_000,
  installMs: 180_000,
};
const LARGE = /wrote more than 40 MiB\. The operator can raise --build-disk\./;

/** What no process of this machine but those of this file runs. */
export const SLEEP = `sleep 180.${process.pid}`;

/** The bounds of a build, with these control groups. Builds mostly wait, so those that share nothing run side by side. */
export function describeBounds(name: string, groups: ControlGroups): void {
  describe(`with ${name}, a build`, () => {
    let fixture: BuildFixture;
    beforeAll(async () => {
      fixture = await startBuilds({
        settings: { unsafeNoSandbox },
        environment: process.env,
        limits,
        groups,
        concurrency: 5,
      });
    });
    afterAll(async () => {
      await fixture.builds.stop();
      const leftovers = readdirSync(join(fixture.context.settings.dataDirectory, "builds"));
      await fixture.close();
      expect(leftovers).toEqual([]);
    });

    async function refused(script: string, manifest: object = {}): Promise<string> {
      const { row } = await fixture.deploy({
        "build.sh": `mkdir out; echo x > out/index.html\n${script}\n`,
        "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out", ...manifest }),
      });
      expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
      return row.error_message ?? "";
    }

    // What else is counted is a table of the tests of the disk guard.
    test.concurrent("cannot hide what it writes in an open file without a name", async () => {
      expect(await refused(`exec 9> gone; rm gone; head -c 80000000 /dev/zero >&9; ${SLEEP}`)).toMatch(LARGE);
    });

    test.concurrent("cannot hide it in the cache of its install step", async () => {
      const installCommand = `head -c 80000000 /dev/zero > "$XDG_DATA_HOME/big"; ${SLEEP}`;
      expect(await refused("true", { installCommand })).toMatch(LARGE);
    });

    test.concurrent("cannot fill memory with a filesystem in memory", async () => {
      // The sandbox refuses the namespace, a group counts what is in it; with neither nothing does.
      const unbounded = unsafeNoSandbox && !groups.bounds.has("memory");
      const nap = `sleep 181.${process.pid}`;
      const fill = `head -c 400000000 /dev/zero > /tmp/big${unbounded ? "" : `; ${nap}`}`;
      const mount = `mount -t tmpfs none /tmp || exit 1; ${fill}`;
      const command = `unshare --user --map-root-user --mount sh -c '${mount}'`;
      const { row } = await fixture.deploy({
        "greenroom.json": JSON.stringify({ buildCommand: command, output: "." }),
      });
      if (!unsafeNoSandbox) expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
      else if (!unbounded) expect(row.error_code).toMatch(/^(?:limit_exceeded|build_failed)$/);
      expect(running(nap)).toBe(0);
    });

    test.concurrent("has less of the processor than the service: by the weight of its group, or else by its priority", async () => {
      const group = await groups.open({ memoryBytes: limits.memoryBytes, tasks: limits.tasks });
      const lines: string[] = [];
      const script =
        'i=0; while [ "$(nice)" = "$1" ] && [ $i -lt 200 ]; do i=$((i+1)); done; nice; cat /proc/self/cgroup';
      try {
        await run(
          {
            file: "/bin/sh",
            args: ["-c", script, "sh", String(getPriority())],
            cwd: "/",
            env: { PATH: "/usr/bin:/bin" },
          },
          { ...limits, timeoutMs: limits.buildMs, group },
          { signal: new AbortController().signal, onLine: (line) => lines.push(line) },
        );
        const [nice, ...joined] = lines;
        const bounded = groups.bounds.has("cpu");
        expect(Number(nice)).toBe(bounded ? getPriority() : Math.min(getPriority() + 6, 19));
        const folders = (group?.joins ?? []).map((file) => dirname(file));
        for (const folder of folders) expect(joined.join("\n")).toContain(basename(folder));
        expect(folders.flatMap(readWeight)).toEqual(bounded ? [0.25] : []);
      } finally {
        await group?.close();
      }
    });

    test.concurrent("is signed with what it ran in, and a site without commands as one that needed nothing", async () => {
      const statementOf = async (manifest: object) => {
        const { id, row } = await fixture.deploy({ "index.html": "x", "greenroom.json": JSON.stringify(manifest) });
        expect(row.status).toBe("ready");
        const [envelope] = await readStatements(fixture.db, { id, sourceDeploymentId: null });
        const statement = BuildStatement.parse(JSON.parse(Buffer.from(envelope?.payload ?? "", "base64").toString()));
        return statement.predicate.buildDefinition.internalParameters;
      };
      const cgroup = [...groups.bounds];
      const sandbox = unsafeNoSandbox ? "none" : "bubblewrap";
      expect(await statementOf({ buildCommand: "true", output: "." })).toMatchObject({ sandbox, cgroup });
      expect(await statementOf({ runtime: "static" })).toMatchObject({ sandbox: "not_needed", cgroup });
    });

    // As an ordinary user, its threads count against those of every build beside it.
    test("cannot start threads without end in one process", async () => {
      const script = "for (let i = 0; i < 1000; i += 1) fs.stat('.', () => {}); setInterval(() => {}, 1000)";
      const command = `UV_THREADPOOL_SIZE=1000 node -e "${script}"`;
      if (groups.bounds.has("tasks") || unsafeNoSandbox) {
        return expect(await refused(command)).toMatch(/more than 300 processes and threads/);
      }
      // For an account of its own the kernel refuses the next thread, and the program ends.
      const { row } = await fixture.deploy({ "greenroom.json": JSON.stringify({ buildCommand: command }) });
      expect(row).toMatchObject({
        status: "failed",
        error_code: expect.stringMatching(/^(?:build_failed|limit_exceeded)$/),
      });
    });

    test.concurrent("leaves no cache that is larger than its limit", async () => {
      const { row, siteId } = await fixture.deploy({
        "greenroom.json": JSON.stringify({
          installCommand: `head -c 35000000 /dev/zero > "$XDG_DATA_HOME/big"; mkdir out; echo x > out/index.html`,
          buildCommand: "true",
          output: "out",
        }),
      });
      expect(row.status).toBe("ready");
      const scope = { siteId, branch: null, commitSha: null };
      const caches = dirname(cacheFolder(fixture.context.settings.dataDirectory, scope));
      // It is counted once the preview is there.
      await vi.waitFor(() => expect(readdirSync(caches)).toEqual([]), 60_000);
    });

    test.concurrent("prints every line, also of a program that exits at once", async () => {
      // What a pipe holds, where no filter makes programs wait.
      const count = unsafeNoSandbox || seccompFilter(process.arch) === undefined ? 200 : 3_000;
      const { id, row } = await fixture.deploy({
        "build.mjs": `for (let i = 0; i < ${count}; i += 1) console.log("line " + i + " ".repeat(300)); process.exit(1);\n`,
        "greenroom.json": JSON.stringify({ buildCommand: "echo started > /dev/stderr; node build.mjs" }),
      });
      expect(row.error_code).toBe("build_failed");
      const lines = (await fixture.logLines(id))
        .filter((line) => /^build: (?:line|started)/.test(line))
        .map((line) => line.trim());
      const printed = Array.from({ length: count }, (_, index) => `build: line ${index}`);
      expect(lines).toEqual(["build: started", ...printed]);
    });
  });
}

/** The share of a group beside one that nobody changed, by what the kernel says of it; none where it has no such file. */
function readWeight(folder: string): number[] {
  const files = [
    ["cpu.weight", 100],
    ["cpu.shares", 1024],
  ] as const;
  return files.flatMap(([name, usual]) => {
    const file = join(folder, name);
    return existsSync(file) ? [Number(readFileSync(file, "utf8")) / usual] : [];
  });
}
