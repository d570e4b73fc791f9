import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { systemClock } from "../../../packages/contract/clock.ts";
import { seedDemo } from "../../../packages/service/admin/seed.ts";
import { openSigner } from "../../../packages/service/outside/signer.ts";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { requestHost } from "../../http.ts";
import { openLink } from "../../link.ts";
import { testSettings } from "../../service/fixtures.ts";
import { makeRepository } from "../../service/pipeline/build-fixture.ts";
import { type Child, start } from "../../service/worker/fixture.ts";
import { copyKeys } from "../keys.ts";
import { testBucketUrl } from "../objects.ts";
import { createOwnDatabase } from "./fixture.ts";

const MAIN = new URL("../../../packages/cli/main.ts", import.meta.url).pathname;
const Ready = z.object({ baseUrl: z.url() });

const ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: process.env["AWS_ACCESS_KEY_ID"],
  AWS_SECRET_ACCESS_KEY: process.env["AWS_SECRET_ACCESS_KEY"],
};

export interface Front {
  readonly child: Child;
  readonly baseUrl: string;
  call(method: string, path: string, options?: Call): Promise<{ readonly status: number; readonly body: unknown }>;
  /** As much of a browser as a form needs. */
  browse(
    path: string,
    options: { readonly cookie: string; readonly form?: Record<string, string> },
  ): Promise<{ readonly text: string; readonly cookie: string }>;
  /** What is served under a host name. */
  page(previewUrl: string): Promise<string>;
}

interface Call {
  readonly token?: string;
  readonly key?: string;
  readonly body?: unknown;
}

/**
 * A database and a bucket of their own, and the processes that share them, which reach the database by a link.
 * @param filled Whether there are workspaces and people already.
 */
export async function openFronts({ filled = true } = {}) {
  const opened = new AsyncDisposableStack();
  const database = opened.use(await createOwnDatabase());
  const folder = mkdtempSync(join(tmpdir(), "greenroom-fronts-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const repositories = join(folder, "repositories");
  mkdirSync(repositories);
  const data = (name: string): string => join(folder, name);
  const linked = new URL(database.url);
  const link = opened.use(await openLink(new URL(database.url)));
  linked.host = `127.0.0.1:${link.port}`;
  const stores = ["--database", linked.href, "--objects", testBucketUrl()];

  const settings = testSettings({ dataDirectory: data("first") });
  mkdirSync(settings.dataDirectory);
  const db = await openPostgres({ url: database.url, dataDirectory: settings.dataDirectory });
  const seed = filled ? await seedDemo({ db, clock: systemClock, settings }) : undefined;
  await db.destroy();
  openSigner(settings.dataDirectory).publicKey();

  function startRole(role: string, name: string): Child {
    if (name !== "first") copyKeys(data("first"), data(name));
    const limits = ["anonymous-per-minute=1000", "deploy-per-minute=5"].flatMap((limit) => ["--limit", limit]);
    const fixed = ["serve", "--role", role, "--dev", "--json", "--review", "off", "--port", "0", ...limits];
    const where = ["--data", data(name), "--repo-root", repositories, ...stores];
    const child = start([...fixed, ...where], ENVIRONMENT);
    opened.defer(() => child.end("SIGKILL"));
    return child;
  }

  return {
    get seed() {
      if (seed === undefined) throw new Error("This installation has no people.");
      return seed;
    },
    database,
    link,
    startRole,

    async front(name: string): Promise<Front> {
      const child = startRole("front", name);
      await child.saw(/"baseUrl"/);
      const line =
        child
          .text()
          .split("\n")
          .find((each) => each.includes('"baseUrl"')) ?? "";
      return frontAt(child, Ready.parse(JSON.parse(line)).baseUrl, seed?.tokens.pat);
    },

    async worker(service: string): Promise<Child> {
      const args = ["admin", "workers", "create", "--data", data("first"), "--database", database.url];
      const named = ["--name", "build-1", "--json"];
      const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, ...named]);
      const file = data("worker.token");
      writeFileSync(file, z.object({ token: z.string() }).parse(JSON.parse(stdout)).token);
      chmodSync(file, 0o600);
      const where = ["--service", service, "--token-file", file, "--builds", data("builds")];
      const child = start(["worker", ...where, "--dev", "--repo-root", repositories, "--unsafe-no-sandbox"]);
      opened.defer(() => child.end("SIGKILL"));
      return child;
    },

    /** A repository with one page. */
    repository: () => makeRepository(join(repositories, "site"), { "index.html": "<h1>Hello from every front</h1>" }),

    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function frontAt(child: Child, baseUrl: string, pat = ""): Front {
  return {
    child,
    baseUrl,
    async call(method, path, { token = pat, key = randomUUID(), body } = {}) {
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "Idempotency-Key": key,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async browse(path, { cookie, form }) {
      const headers = { cookie, origin: baseUrl, "content-type": "application/x-www-form-urlencoded" };
      const sent = form && { method: "POST", body: new URLSearchParams(form).toString() };
      const response = await fetch(new URL(path, baseUrl), { ...sent, headers, redirect: "manual" });
      const set = /^greenroom=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0];
      return { text: await response.text(), cookie: set ?? cookie };
    },
    async page(previewUrl) {
      return (await requestHost(new URL(baseUrl).port, new URL(previewUrl).host)).text;
    },
  };
}
