import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, deployOnce, follow } from "@greenroom/client";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { type Browser, chromium } from "playwright-core";
import { type RunningService, startService } from "../../packages/testkit/service.ts";
import { browserOptions } from "../../test/browser/global-setup.ts";
import { type Progress, timed } from "../measure.ts";
import { buildByHand, type ByHand } from "./by-hand.ts";
import { readSites, type RealSite } from "./list.ts";
import { comparePages } from "./pages.ts";
import { serveFolder } from "./serve.ts";

const GREENROOM = join(import.meta.dirname, "..", "..", "bin", "greenroom");
const TIMEOUT_MS = 20 * 60_000;

/** How the service did on a repository. `broken`: it said READY, and a browser says otherwise. */
type Verdict = "right" | "broken" | "failed" | "refused" | "not built by hand";

interface Judged {
  readonly site: RealSite;
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly byHandSeconds: number;
  /** What the service says of the failure, or what a browser saw. */
  readonly why: string;
}

/**
 * Builds every repository of a folder through the service and by hand, and opens both in a browser.
 * @param folder Checkouts with a `sites.json`; keeps what was built by hand, and the logs, in folders with a dot.
 * @param only Names of some of them; none for all.
 */
export async function sites(folder: string, only: readonly string[], progress: Progress): Promise<string> {
  const listed = (await readSites(folder)).filter(({ name }) => only.length === 0 || only.includes(name));
  const parent = await mkdtemp(join(tmpdir(), "greenroom-sites-"));
  const service = await startService({
    command: [GREENROOM],
    data: join(parent, "data"),
    repositoryRoot: folder,
    port: 0,
    signal: AbortSignal.timeout(60_000),
  });
  const browser = await chromium.launch(await browserOptions());
  try {
    const judged: Judged[] = [];
    for (const site of listed) {
      const one = await judge(site, { folder, service, browser });
      judged.push(one);
      progress(
        `${site.name} (${site.kind}): ${one.verdict}, ${one.seconds} s, by hand ${one.byHandSeconds} s. ${one.why}`,
      );
    }
    return table(judged);
  } finally {
    await browser.close();
    await service.stop();
    await rm(parent, { recursive: true, force: true });
  }
}

interface Bench {
  readonly folder: string;
  readonly service: RunningService;
  readonly browser: Browser;
}

async function judge(site: RealSite, { folder, service, browser }: Bench): Promise<Judged> {
  const byHand = site.refused === undefined ? await buildByHand(site, join(folder, ".by-hand")) : undefined;
  const { baseUrl, projectId, tokens } = service.ready;
  const client = createClient({ baseUrl: new URL(baseUrl), token: tokens.pat, userAgent: "greenroom-bench" });
  let deployment: ReceivedDeployment | undefined;
  const lines: string[] = [];
  const tookMs = await timed(async () => {
    deployment = await deploy(client, projectId, site, lines);
  });
  await mkdir(join(folder, ".logs"), { recursive: true });
  await writeFile(join(folder, ".logs", `${site.name}.log`), `${lines.join("\n")}\n`);
  const seconds = Math.round(tookMs / 100) / 10;
  return {
    site,
    seconds,
    byHandSeconds: byHand?.seconds ?? 0,
    ...(await verdictOf(site, deployment, byHand, browser)),
  };
}

async function verdictOf(
  site: RealSite,
  deployment: ReceivedDeployment | undefined,
  byHand: ByHand | undefined,
  browser: Browser,
): Promise<Pick<Judged, "verdict" | "why">> {
  const hint = deployment?.diagnostics?.find(({ level }) => level !== "warning")?.hint;
  const message = [deployment?.error?.message ?? "It did not end.", hint].filter(Boolean).join(" ");
  if (deployment?.status !== "ready") {
    if (byHand === undefined) return { verdict: "refused", why: message };
    return { verdict: byHand.problem === undefined ? "failed" : "not built by hand", why: message };
  }
  if (byHand === undefined) return { verdict: "broken", why: `READY, though it is no static site: ${site.refused}` };
  if (byHand.problem !== undefined) return { verdict: "not built by hand", why: `READY; by hand: ${byHand.problem}` };
  await using floor = await serveFolder(byHand.output, site.base);
  const ours = new URL(site.base, deployment.previewUrl ?? "").href;
  const [difference] = await comparePages(browser, ours, floor.url);
  return difference === undefined ? { verdict: "right", why: "" } : { verdict: "broken", why: difference };
}

async function deploy(
  client: Client,
  projectId: string,
  { name, path }: RealSite,
  lines: string[],
): Promise<ReceivedDeployment | undefined> {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/g, "");
  const site = await client.sites.create({ projectId, name, slug, repositoryUrl: `file://${path}` });
  const request = { branch: "main", environment: "preview" } as const;
  const made = await deployOnce(client, { siteId: site.id, request, key: (n) => `${slug}-${n}` });
  const followed = await follow(client, made.deployment, {
    timeoutMs: TIMEOUT_MS,
    onEvent: (event) => void (event.kind === "log" && lines.push(...event.lines)),
  });
  return followed.kind === "terminal" ? followed.deployment : undefined;
}

function table(judged: readonly Judged[]): string {
  const rows = judged.map(
    ({ site, verdict, seconds, byHandSeconds }) =>
      `| ${site.name.replace("__", "/")} | ${site.kind} | ${verdict} | ${seconds} | ${byHandSeconds || ""} |`,
  );
  const counts = Map.groupBy(judged, ({ verdict }) => verdict);
  const sum = [...counts].map(([verdict, found]) => `${verdict} ${found.length}`).join(", ");
  return `| Repository | Kind | Verdict | Seconds | By hand |\n|---|---|---|--:|--:|\n${rows.join("\n")}\n\n${sum}.\n`;
}
