import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { makeRepository } from "../../packages/testkit/repository.ts";

const Ready = z.looseObject({
  baseUrl: z.url(),
  projectId: z.string(),
  tokens: z.looseObject({ pat: z.string() }),
});
const Envelope = z.looseObject({ ok: z.literal(true), data: z.unknown() });
const Made = z.looseObject({ id: z.string(), status: z.string(), branch: z.string().optional() });
const Page = z.looseObject({ data: z.array(Made), nextCursor: z.string().nullish() });

/** Faults must be what hinders the runs, not the limits of one token. */
const LIMITS = {
  "pat-per-minute": 100_000,
  "deploy-per-minute": 100_000,
  "builds-running": 4,
  "builds-queued": 1000,
  "streams-per-token": 1000,
};

const MAX_PAGES = 50;

/** What the service knows of a deployment. */
export type Made = z.infer<typeof Made>;

/** The real service as a process of its own, with a site it can build. */
export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly token: string;
  readonly siteId: string;
  readonly commitSha: string;
  /** Where the service keeps its data. */
  readonly data: string;
  /** What the service accepted for a branch, read without a proxy. */
  accepted(branch: string): Promise<readonly Made[]>;
}

/** Starts the service with limits that no test reaches. */
export async function startTestService(): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-faults-"));
  const repository = await makeRepository({ example: "examples/static-html", path: join(folder, "repository") });
  const limits = Object.entries(LIMITS).flatMap(([name, value]) => ["--limit", `${name}=${value}`]);
  const folders = ["--data", join(folder, "data"), "--repo-root", folder];
  const flags = ["serve", "--dev", "--port", "0", "--seed", "demo", "--json", "--review", "off", ...folders, ...limits];
  const child = spawn(process.execPath, [resolve("packages/cli/main.ts"), ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit");
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => Promise.reject(new Error("The service ended before it was ready"))),
  ]);
  const { baseUrl, projectId, tokens } = Ready.parse(JSON.parse(String(line[0])));
  const api = async (path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${tokens.pat}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    return (await fetch(new URL(path, baseUrl), init)).json();
  };
  const site = { projectId, name: "theatre", slug: "theatre", repositoryUrl: repository.url };
  const siteId = Made.pick({ id: true }).parse(Envelope.parse(await api("/sites", site)).data).id;
  return {
    baseUrl,
    token: tokens.pat,
    siteId,
    commitSha: repository.headSha,
    data: join(folder, "data"),
    async accepted(branch) {
      const found: Made[] = [];
      let cursor: string | null | undefined;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const more = typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : "";
        const page = Page.parse(await api(`/sites/${siteId}/deployments?limit=100${more}`));
        found.push(...page.data.filter((made) => made.branch === branch));
        cursor = page.nextCursor;
        if (typeof cursor !== "string") return found;
      }
      throw new Error("The list of deployments has no end");
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
