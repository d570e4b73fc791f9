import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ended, freePort, MissingError } from "./postgres.ts";

const MODULE = "github.com/versity/versitygw/cmd/versitygw@v1.8.0";
const READY_TRIES = 100;

export interface S3Server {
  /** What names its bucket to the tests, with the credentials. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts an S3-compatible server of its own over a temporary folder, on loopback.
 * @throws {MissingError} When the machine has none and it cannot be built.
 */
export async function startS3(): Promise<S3Server> {
  const program = findProgram() ?? install();
  const folder = mkdtempSync(join(tmpdir(), "greenroom-s3-"));
  // A folder at the top is a bucket. Without its metadata the server would not check what it promises to check.
  for (const name of ["data/greenroom", "metadata"]) mkdirSync(join(folder, name), { recursive: true });
  const port = await freePort();
  const credentials = { AWS_ACCESS_KEY_ID: "greenroom", AWS_SECRET_ACCESS_KEY: "greenroom-secret" };
  const words = ["--port", `127.0.0.1:${port}`, "--quiet", "posix"];
  const server = spawn(program, [...words, "--sidecar", join(folder, "metadata"), join(folder, "data")], {
    stdio: "ignore",
    env: {
      ROOT_ACCESS_KEY: credentials.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: credentials.AWS_SECRET_ACCESS_KEY,
    },
  });
  await answering(port, server);
  const url = `s3://greenroom/tests?endpoint=http://127.0.0.1:${port}`;
  return {
    environment: { ...credentials, GREENROOM_TEST_S3: url },
    async stop() {
      await ended(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findProgram(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), process.env["GOBIN"] ?? "", join(homedir(), "go/bin")];
  return folders.map((folder) => join(folder, "versitygw")).find((path) => existsSync(path));
}

/** From its module, which takes some minutes the first time. */
function install(): string {
  const done = spawnSync("go", ["install", MODULE], { stdio: "ignore" }).status === 0;
  const program = done ? findProgram() : undefined;
  if (program === undefined) {
    throw new MissingError(`versitygw is not on this machine: install Go, then run go install ${MODULE}.`);
  }
  return program;
}

async function answering(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < READY_TRIES && server.exitCode === null; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The S3 server did not start.");
}
