import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { startCommand } from "../../cli/command.ts";
import { requestHost } from "../../http.ts";
import { type Files, makeRepository } from "../pipeline/build-fixture.ts";

const MAIN = new URL("../../../packages/cli/main.ts", import.meta.url).pathname;

/** Nothing of this machine's settings; the compiled code of an earlier process halves what a start costs. */
export const BARE_ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

const Ready = z.object({ baseUrl: z.url(), projectId: z.string(), tokens: z.object({ pat: z.string() }) });
const Deployment = z.looseObject({
  id: z.string(),
  status: z.string(),
  previewUrl: z.string().nullish(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullish(),
});
type Deployment = z.infer<typeof Deployment>;

export interface Child {
  readonly process: ChildProcess;
  readonly text: () => string;
  /** Resolves once it wrote something. */
  saw(pattern: RegExp): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export function start(args: readonly string[], environment: Readonly<Record<string, string | undefined>> = {}): Child {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...BARE_ENVIRONMENT, GREENROOM_LOG_LEVEL: "info", ...environment },
  });
  let text = "";
  const watching = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      text += `${line}\n`;
      for (const look of watching) look();
    });
  }
  return {
    process: child,
    text: () => text,
    async saw(pattern) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!pattern.test(text)) return;
          watching.delete(look);
          resolve();
        };
        watching.add(look);
        look();
      });
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGCONT");
      child.kill(signal);
      await gone;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A service without slots of its own, over a socket, and workers, each a process. */
export async function openWorkerFixture({
  leaseSeconds = 3,
  slots = 0,
  review = "off",
  options = [],
}: {
  readonly leaseSeconds?: number;
  readonly slots?: number;
  readonly review?: string;
  /** More of `greenroom serve`. */
  readonly options?: readonly string[];
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-workers-"));
  const data = join(folder, "data");
  const repositories = join(folder, "repositories");
  mkdirSync(repositories);
  const children: Child[] = [];
  let port = 0;

  async function serve(): Promise<Child> {
    const limits = `--limit lease-seconds=${leaseSeconds} --limit builds-running=8 --limit deploy-per-minute=600`;
    const where = `--data ${data} --repo-root ${repositories} --port ${port}`;
    const how = `--review ${review} --unsafe-no-sandbox --build-slots ${slots} ${limits}`;
    const child = start([...`serve --dev --seed demo --json ${where} ${how}`.split(" "), ...options]);
    children.push(child);
    await child.saw(/"baseUrl"/);
    return child;
  }

  let service = await serve();
  const ready = Ready.parse(JSON.parse(/^.*"baseUrl".*$/m.exec(service.text())?.[0] ?? ""));
  port = Number(new URL(ready.baseUrl).port);

  async function call(method: string, path: string, options: { token?: string; body?: unknown } = {}): Promise<Answer> {
    const { token = ready.tokens.pat, body } = options;
    const response = await fetch(new URL(path, ready.baseUrl), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": body instanceof Uint8Array ? "application/octet-stream" : "application/json",
        "Idempotency-Key": randomUUID(),
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  const Data = z.object({ data: Deployment });
  const read = async (id: string): Promise<Deployment> =>
    Data.parse((await call("GET", `/deployments/${id}`)).body).data;

  const admin = (args: readonly string[]) =>
    startCommand(["admin", ...args, "--data", data], { env: {}, cwd: folder }).ended;

  return {
    folder,
    data,
    ready,
    call,
    read,
    service: () => service,

    async restart(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
      await service.end(signal);
      service = await serve();
    },

    /** Adds a worker. @returns The file of its token. */
    async addWorker(name: string, more: readonly string[] = []) {
      const { stdout } = await admin(["workers", "create", "--name", name, "--json", ...more]);
      const made = z.object({ workerId: z.string(), token: z.string() }).parse(JSON.parse(stdout));
      const file = join(folder, `${name}.token`);
      writeFileSync(file, made.token);
      chmodSync(file, 0o600);
      return { id: made.workerId, token: made.token, file };
    },

    async revoke(id: string): Promise<void> {
      await admin(["workers", "revoke", "--id", id]);
    },

    startWorker(file: string, name = "w", more: readonly string[] = []): Child {
      const where = `--service ${ready.baseUrl} --token-file ${file} --builds ${join(folder, `builds-${name}`)}`;
      const how = `--dev --repo-root ${repositories} --unsafe-no-sandbox --slots 1`;
      const reviews = more.includes("--review") ? [] : ["--review", "off"];
      const child = start([...`worker ${where} ${how}`.split(" "), ...reviews, ...more]);
      children.push(child);
      return child;
    },

    repository: (files: Files) => makeRepository(join(repositories, randomUUID()), files),

    /** Makes a site. @returns Its id. */
    async site(repositoryUrl: string): Promise<string> {
      const slug = `s${randomUUID().slice(0, 8)}`;
      const body = { projectId: ready.projectId, name: slug, slug, repositoryUrl };
      const made = await call("POST", "/sites", { body });
      return z.object({ data: z.object({ id: z.string() }) }).parse(made.body).data.id;
    },

    async deploy(siteId: string, commitSha: string): Promise<string> {
      const body = { environment: "preview", branch: "main", commitSha };
      const made = await call("POST", `/sites/${siteId}/deploy`, { body });
      return Data.parse(made.body).data.id;
    },

    async until(id: string, wanted: (deployment: Deployment) => boolean): Promise<Deployment> {
      for (;;) {
        const found = await read(id).catch(() => undefined);
        if (found && wanted(found)) return found;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },

    ended(id: string): Promise<Deployment> {
      return this.until(id, ({ status }) => ["ready", "failed", "canceled"].includes(status));
    },

    /** The log of an ended deployment: stream, number and text of each line. */
    async log(id: string): Promise<readonly { stream: string; n: number; text: string }[]> {
      const response = await fetch(new URL(`/deployments/${id}/events`, ready.baseUrl), {
        headers: { Authorization: `Bearer ${ready.tokens.pat}` },
      });
      const Log = z.object({ stream: z.string(), lines: z.array(z.object({ n: z.number(), text: z.string() })) });
      const blocks = (await response.text()).split("\n\n").filter((block) => block.includes("event: log"));
      return blocks.flatMap((block) => {
        const { stream, lines } = Log.parse(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? ""));
        return lines.map((each) => ({ stream, ...each }));
      });
    },

    async page(previewUrl: string, path = "/", headers: Readonly<Record<string, string>> = {}): Promise<string> {
      const { host, port: at } = new URL(previewUrl);
      return (await requestHost(at, host, path, headers)).text;
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(children.map((child) => child.end("SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type WorkerFixture = Awaited<ReturnType<typeof openWorkerFixture>>;
