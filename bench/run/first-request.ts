import { execFile, spawn } from "node:child_process";
import { access, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";
import { runTool, TOOLS } from "../../scripts/command.ts";
import { compared, type Figure, type Progress } from "../measure.ts";
import { openPull } from "./pull.ts";
import { type Posts, receivePosts, SITE_ID } from "./receive-posts.ts";
import { prepareStep, type Step } from "./step.ts";

const ROUNDS = 30;

const PEERS = join(import.meta.dirname, "peers");

/** Folder with checkouts of actions of others, by their names; without it they are left out. */
const OTHERS = process.env["GREENROOM_BENCH_ACTIONS"];

/** Actions of others that send a first request of their own, to GitHub, with the inputs that they need for it. */
const OTHER_ACTIONS = [
  {
    name: "FirebaseExtended/action-hosting-deploy",
    inputs: { repoToken: "ghs_bench", firebaseServiceAccount: "{}", projectId: "bench" },
  },
  { name: "marocchino/sticky-pull-request-comment", inputs: { message: "Ready" } },
] as const;

interface Way {
  readonly name: string;
  readonly entry: string;
  readonly step: Pick<Step, "cwd" | "env">;
  readonly goal?: string;
}

interface Comparison {
  readonly node: string;
  /** Ours is the last one. */
  readonly ways: readonly Way[];
  readonly posts: Posts;
  readonly progress: Progress;
}

/**
 * Time from the start of a process until its POST has arrived, on one clock: who starts it also receives it. Over TLS as
 * in production, and without as on one machine. Taken in turns on a warm file cache; a process is ended as soon as its
 * POST is there.
 */
export async function firstRequest(progress: Progress): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  try {
    const peers = [
      { name: "bare script", entry: join(PEERS, "bare.cjs") },
      {
        name: "@actions/core and @actions/http-client",
        entry: await bundlePeer("toolkit", folder),
        goal: "at most 1.05",
      },
      { name: "Octokit first", entry: await bundlePeer("octokit-first", folder), goal: "under 1" },
    ];
    return await besidePeers(peers, progress);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function besidePeers(peers: readonly Omit<Way, "step">[], progress: Progress): Promise<readonly Figure[]> {
  await using posts = await receivePosts();
  const { github, event } = await openPull();
  await using closing = github;
  await using step = await prepareStep({
    inputs: { "base-url": posts.baseUrl, token: "sk_test_bench0123456789", site: SITE_ID },
    event,
    github: closing,
  });
  await using started = new AsyncDisposableStack();
  const others: Way[] = [];
  for (const { name, inputs } of OTHERS === undefined ? [] : OTHER_ACTIONS) {
    const folder = join(OTHERS ?? "", basename(name));
    const github = { apiUrl: posts.baseUrl, token: "ghs_bench" };
    const other = started.use(await prepareStep({ folder, inputs, event, github }));
    others.push({ name, entry: other.entry, step: other, goal: "at most 0.85" });
  }
  const ways = [...peers.map((peer) => ({ ...peer, step })), ...others, { name: "Greenroom", entry: step.entry, step }];
  const figures: Figure[] = [];
  for (const node of [process.execPath, await otherNode()]) {
    if (node === undefined) continue;
    const found = await compare({ node, ways, posts, progress });
    figures.push(...found.map((figure) => ({ ...figure, name: `first request, ${figure.name}` })));
  }
  return figures;
}

async function compare({ node, ways, posts, progress }: Comparison): Promise<readonly Figure[]> {
  const version = await versionOf(node);
  const times = ways.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, way] of ways.entries()) {
      const ms = await firstPost(node, way, posts);
      // The first round only fills the file cache.
      if (round > 0) times[index]?.push(ms);
    }
    if (round % 10 === 0) progress(`Node ${version}: round ${round} of ${ROUNDS}`);
  }
  const ours = { name: `Node.js ${version.replace(/^v(\d+).*$/, "$1")}`, values: times.at(-1) ?? [] };
  return ways
    .slice(0, -1)
    .map(({ name, goal }, index) =>
      compared(
        ours,
        { name, values: times[index] ?? [] },
        { unit: "ms", better: "less", ...(goal === undefined ? {} : { goal }) },
      ),
    );
}

/** @returns Milliseconds from the start of the process until its POST had arrived. */
async function firstPost(node: string, { entry, step }: Way, posts: Posts): Promise<number> {
  const arrived = posts.next();
  const startedAtMs = performance.now();
  const child = spawn(node, [entry], { cwd: step.cwd, stdio: "ignore", env: { ...step.env, ...posts.env } });
  const gone = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  try {
    const lost = gone.then((code) => Promise.reject(new Error(`${entry} ended with ${code} and sent no POST`)));
    return (await Promise.race([arrived, lost])) - startedAtMs;
  } finally {
    child.kill("SIGKILL");
    await gone;
  }
}

/** Bundles a script as an action would be shipped. */
async function bundlePeer(name: "toolkit" | "octokit-first", folder: string): Promise<string> {
  const out = join(folder, name);
  const end = await runTool(TOOLS.ncc, ["build", join(PEERS, `${name}.mjs`), "--out", out, "--no-cache", "--quiet"]);
  if (end.status !== 0) throw new Error(`ncc could not bundle ${name}:\n${end.text}`);
  return join(out, "index.mjs");
}

async function versionOf(node: string): Promise<string> {
  return (await promisify(execFile)(node, ["--version"])).stdout.trim();
}

/** @returns The first Node.js on PATH of another major version than this one. */
async function otherNode(): Promise<string | undefined> {
  const major = (version: string): string | undefined => version.split(".")[0];
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "node");
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs && major(await versionOf(path)) !== major(process.version)) return path;
  }
  return undefined;
}
