import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../http.ts";
import { answering, ended } from "../processes.ts";
import { requireProgram } from "./program.ts";

const VERSITYGW = {
  name: "versitygw",
  variable: "GREENROOM_VERSITYGW",
  module: "github.com/versity/versitygw/cmd/versitygw@v1.8.0",
};

export interface S3Server {
  /** What names its bucket to the tests, with the credentials. */
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  /** Where what is in its bucket lies, as files. */
  readonly bucketFolder: string;
  /** Kills the server and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts an S3-compatible server of its own over a temporary folder, on loopback.
 * @throws {MissingError} When the machine has none and it cannot be built.
 */
export async function startS3(): Promise<S3Server> {
  const program = requireProgram(VERSITYGW);
  const folder = mkdtempSync(join(tmpdir(), "greenroom-s3-"));
  // A folder at the top is a bucket. Without its metadata the server would not check what it promises to check.
  for (const name of ["data/greenroom", "metadata"]) mkdirSync(join(folder, name), { recursive: true });
  const port = await freePort();
  const credentials = { AWS_ACCESS_KEY_ID: "greenroom", AWS_SECRET_ACCESS_KEY: "greenroom-secret" };
  const words = ["--port", `127.0.0.1:${port}`, "--quiet", "posix"];
  const start = async () => {
    const server = spawn(program, [...words, "--sidecar", join(folder, "metadata"), join(folder, "data")], {
      stdio: "ignore",
      env: {
        ROOT_ACCESS_KEY: credentials.AWS_ACCESS_KEY_ID,
        ROOT_SECRET_KEY: credentials.AWS_SECRET_ACCESS_KEY,
      },
    });
    await answering(server, () => fetch(`http://127.0.0.1:${port}/`));
    return server;
  };
  let server = await start();
  const url = `s3://greenroom/tests?endpoint=http://127.0.0.1:${port}`;
  return {
    environment: { ...credentials, GREENROOM_TEST_S3: url },
    port,
    bucketFolder: join(folder, "data", "greenroom"),
    async crash() {
      await ended(server, "SIGKILL");
      server = await start();
    },
    async stop() {
      await ended(server, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
