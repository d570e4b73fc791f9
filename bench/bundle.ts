import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { bundlePeer } from "./bundle-peer.ts";
import type { Figure, Progress } from "./measure.ts";
import { openPull } from "./pull.ts";
import { receivePosts, SITE_ID } from "./receive-posts.ts";
import { prepareStep, type Step } from "./step.ts";

const LOADED = pathToFileURL(join(import.meta.dirname, "loaded.mjs")).href;
const Files = z.array(z.object({ url: z.string(), bytes: z.int() }));

/** Bytes of the bundle on the disk, and of them what is loaded before the POST leaves; beside what others ship. */
export async function bundle(progress: Progress): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  await using posts = await receivePosts();
  const { github, event } = await openPull();
  await using closing = github;
  const inputs = { "base-url": posts.baseUrl, token: "sk_test_bench0123456789", site: SITE_ID };
  await using step = await prepareStep({ inputs, event, github: closing });
  try {
    const dist = dirname(step.entry);
    const loaded = await loadedBeforePost(step, posts.next());
    for (const { url, bytes } of loaded) progress(`before the POST: ${url.split("/").at(-1)}, ${bytes} bytes`);
    const parsed = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
    const transport = (await stat(await bundlePeer("toolkit", folder))).size;
    const octokit = (await stat(await bundlePeer("octokit-first", folder))).size;
    return [
      { name: "dist on the disk", value: (await sizeOf(dist)) / 1000, unit: "KB" },
      { name: "parsed before the POST", value: parsed / 1000, unit: "KB", better: "less" },
      { name: "a bundle of @actions/http-client", value: transport / 1000, unit: "KB" },
      { name: "a bundle of @actions/core and @actions/github", value: octokit / 1000, unit: "KB" },
      {
        name: "parsed / bundle of core and github",
        value: parsed / octokit,
        unit: "times",
        better: "less",
        goal: "under 1",
      },
      { name: "files of dist loaded before the POST", value: loaded.length, unit: "files" },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadedBeforePost(step: Step, arrived: Promise<number>): Promise<z.infer<typeof Files>> {
  const list = join(step.env["RUNNER_TEMP"] ?? "", "loaded.json");
  const env = { ...step.env, GREENROOM_BENCH_LOADED: list };
  const child = spawn(process.execPath, ["--import", LOADED, step.entry], { cwd: step.cwd, stdio: "ignore", env });
  const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  await arrived;
  child.kill("SIGKILL");
  await gone;
  const files = Files.parse(JSON.parse(await readFile(list, "utf8")));
  return files.filter(({ url }) => url.includes(`${sep}dist${sep}`));
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) if (/\.c?js$/.test(name)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}
