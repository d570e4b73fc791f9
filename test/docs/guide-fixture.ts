import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "../../scripts/docs.ts";
import { openTestServers } from "../engines/servers.ts";
import { freePort } from "../http.ts";

const BLOCK_LIMIT_MS = 280_000;
const READY_LIMIT_MS = 120_000;

/** A machine as the guides expect it: a checkout of Greenroom, a repository beside it, and a home. */
export interface GuideFixture extends AsyncDisposable {
  readonly folder: string;
  /** The reader's repository. */
  readonly repository: string;
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Types the blocks of a page that are marked `run`, one after the other in one shell, as a reader would.
   * @returns What was printed, stdout and stderr together.
   * @throws {Error} With all of that, when a command fails.
   */
  type(page: Page, changes?: Changes): Promise<string>;
}

/** What the reader has to fill in. */
export interface Changes {
  readonly replace?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Shell text in front of the first block. */
  readonly before?: string;
  /** Shell text behind the last block. */
  readonly after?: string;
}

/** Makes the folders; nothing runs yet. */
export async function openGuideFixture(): Promise<GuideFixture> {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-docs-"));
  const repository = join(folder, "REPOSITORY");
  const checkout = join(folder, "greenroom");
  mkdirSync(checkout);
  symlinkSync(resolve("bin"), join(checkout, "bin"));
  makeRepository(repository);
  const port = await freePort();
  const services: (() => Promise<void>)[] = [];
  const servers = await openTestServers();
  const env = {
    ...servers.environment,
    GREENROOM_REVIEW: "off",
    PATH: `${resolve("bin")}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    XDG_CACHE_HOME: join(tmpdir(), "greenroom-test-cache"),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GREENROOM_PORT: String(port),
    GREENROOM_LOG_LEVEL: "error",
    NO_COLOR: "1",
  };
  const type = async (
    page: Page,
    { replace = {}, env: more = {}, before = "", after = "" }: Changes = {},
  ): Promise<string> => {
    const filled = filler({
      ...replace,
      "4010": String(port),
      "https://github.com/OWNER/REPOSITORY.git": pathToFileURL(repository).href,
    });
    for (const { code } of page.blocks.filter(({ mark }) => mark === "run: background")) {
      services.push(await startInBackground(filled(code), { cwd: checkout, env, port, repository }));
    }
    const blocks = page.blocks.filter(({ mark }) => mark === "run");
    const lines = blocks.map(({ code, line }) => `echo "@@ ${page.path}:${line}"\n${filled(code)}`);
    return await runInShell([before, ...lines, after].join("\n"), { cwd: checkout, env: { ...env, ...more } });
  };
  return {
    folder,
    repository,
    baseUrl: `http://127.0.0.1:${port}`,
    env,
    type,
    async [Symbol.asyncDispose]() {
      for (const stop of services) await stop();
      await servers.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function filler(replace: Readonly<Record<string, string>>): (code: string) => string {
  return (code) => Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), code);
}

interface Where {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

async function runInShell(script: string, { cwd, env }: Where): Promise<string> {
  const child = spawn("bash", ["-eu", "-o", "pipefail", "-c", `exec 2>&1\n${script}`], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: BLOCK_LIMIT_MS,
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`The shell ended with ${status}:\n${text}`);
  return text;
}

/** The guide's own line, with leave to read the test's repository, and without a sandbox this machine may not have. */
async function startInBackground(code: string, at: Where & { port: number; repository: string }) {
  const line = code.replace(
    "serve --dev",
    `serve --dev --unsafe-no-sandbox --repo-root ${resolve(at.repository, "..")}`,
  );
  const child = spawn("bash", ["-eu", "-c", line.replace(/^greenroom/m, "exec greenroom")], {
    cwd: at.cwd,
    env: at.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const ready = new Promise<void>((done, failed) => {
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
      if (said.includes("Press Ctrl-C to stop.")) done();
    });
    child.once("close", (status) => failed(new Error(`The service ended with ${status}: ${said}`)));
    AbortSignal.timeout(READY_LIMIT_MS).addEventListener("abort", () => failed(new Error(`Not ready: ${said}`)));
  });
  await ready;
  return async () => {
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  };
}

function makeRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Docs</title><h1>Docs</h1>");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", pathToFileURL(folder).href);
  commitAll(folder, "Open");
}

export function commitAll(folder: string, message: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@greenroom.test", "commit", "--quiet", "--message", message);
  return git("rev-parse", "HEAD");
}
