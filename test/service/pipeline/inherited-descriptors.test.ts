import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const COMMAND = resolve("packages/service/pipeline/sandbox/command.ts");

/** A service that was started with a folder open under a high number, and runs one program. */
const SERVICE = `
import { readlinkSync } from "node:fs";
import { run } from ${JSON.stringify(COMMAND)};
console.log("service", readlinkSync("/proc/self/fd/40"));
const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 40, processes: 1000 };
const command = { file: "/bin/sh", args: ["-c", "readlink /proc/self/fd/40; cat <&3"], cwd: "/", env: {}, inputs: [Buffer.from("input\\n")] };
await run(command, limits, { signal: new AbortController().signal, onLine: (line) => console.log("program", line) });
`;

test("a program gets no descriptor that the service was started with", async () => {
  const folder = openSync("/etc", "r");
  const stdio = Array.from({ length: 41 }, (_, index) => (index === 40 ? folder : index < 3 ? "pipe" : "ignore"));
  const child = spawn(process.execPath, ["--input-type=module", "-e", SERVICE], { stdio });
  closeSync(folder);
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await new Promise((resolved) => child.once("close", resolved));
  expect(said).toBe("service /etc\nprogram /dev/null\nprogram input\n");
});
