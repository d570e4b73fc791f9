import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { basename, dirname } from "node:path/posix";
import { z } from "zod";
import { buildsRoot } from "../../settings.ts";
import { COMPILED } from "../sandbox/bubblewrap.ts";
import { type CacheScope, keptFolder } from "../build-folders.ts";
import { firstDifference, type Inputs, keyOf, readInputs } from "./dependency-inputs.ts";
import type { BuildPlan } from "./detect.ts";
import {
  type FileTime,
  fileTime,
  type InstallEffects,
  type Kept,
  type Listing,
  passed,
  showsChanges,
  wasSetBack,
} from "./file-changes.ts";
import type { BuildJob } from "../job.ts";
import { find, type Folder } from "../output/tree.ts";

/** The installed dependencies of a build, which a later one of the same branch may take. */
export interface Dependencies {
  /** Puts what an earlier build kept into the checkout. @returns Whether there was any. */
  take(): Promise<boolean>;
  /** Runs the install step, and finds out what it did. */
  install(run: () => Promise<void>): Promise<void>;
  /** Waits until the file times of later changes differ from those of earlier ones. */
  ready(): Promise<void>;
  /** Keeps what the install step brought, if nothing has changed it since. Never fails. */
  keep(): Promise<void>;
}

interface Given {
  readonly job: BuildJob;
  /** Folder of the build. */
  readonly folder: string;
  readonly checkout: Folder;
  readonly plan: BuildPlan;
  readonly scope: CacheScope;
  readonly commitSha: string;
  /** Values that are stored for the install step. */
  readonly values: Readonly<Record<string, string>>;
  /** What the build learns of itself. */
  readonly about: Readonly<Record<string, string>>;
  /** Whether what an earlier build kept may be used. */
  readonly takes: boolean;
}

/** More are not looked through before each install. */
const MAX_CHECKOUT_ENTRIES = 20_000;
const MAX_PARTS = 500;

/** What is kept, beside its parts. */
const About = z.object({
  /** Of the build that installed it. */
  commitSha: z.string(),
  installedAtMs: z.number(),
  /** After a power cut, files can be there without what was written to them. */
  bootId: z.string(),
  inputs: z.record(z.string(), z.string()),
  /** Paths in the checkout. */
  parts: z.array(z.string()),
  /** Whether it brought tools of its own, such as its package manager. */
  hasTools: z.boolean(),
});
type About = z.infer<typeof About>;

const ABOUT = "about.json";
const TOOLS = "tools";

/** What the checkout and the machine say before the install step. */
interface Known {
  readonly listing: Listing;
  readonly inputs: Inputs;
  readonly named: ReadonlySet<string>;
}

/** Installed, and unchanged at an instant. */
interface Installed {
  readonly about: About;
  readonly parts: readonly (Pick<Kept, "ino" | "names"> & { readonly path: string })[];
  readonly tools: Pick<Kept, "ino" | "names"> | undefined;
  readonly since: FileTime;
}

/** Where nothing is kept. */
const NOTHING: Dependencies = {
  take: async () => false,
  install: (run) => run(),
  ready: async () => {},
  keep: async () => {},
};

/**
 * Installed dependencies are moved, never copied: into the checkout of one build, and out of it when that has ended. A
 * build never gets what anything but an install step has written, or what depends on more than its key says.
 */
export async function openDependencies(given: Given): Promise<Dependencies> {
  return (await orWarn(given.job, () => open(given))) ?? NOTHING;
}

/** A build does not fail because of what is kept. */
async function orWarn<Result>({ service, record }: BuildJob, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    service.log.warn({ err: error, deploymentId: record.deploymentId }, "dependencies could not be kept");
    return undefined;
  }
}

async function open(given: Given): Promise<Dependencies> {
  const { job, folder, checkout, plan, commitSha } = given;
  const { service, log, disk, limits, sandbox, caches } = job;
  const { lockfile } = plan;
  if (lockfile === null || service.settings.unsafeNoSandbox || limits.cacheBytes === 0) return NOTHING;
  const own = join(folder, "own");
  await mkdir(own, { recursive: true, mode: 0o700 });
  const scope = keptFolder(buildsRoot(service.settings), given.scope);
  const refuse = (why: string): void => {
    log.line("system", `Dependencies are not kept for the next build: ${printable(why)}`);
  };
  if (!showsChanges(own)) return NOTHING;
  const known = await read();
  if (typeof known === "string")
    return {
      ...NOTHING,
      install: async (run) => {
        await run();
        refuse(known);
      },
    };
  const { inputs, listing, named } = known;
  const key = keyOf(inputs);
  let installed: Installed | undefined;

  async function read(): Promise<Known | string> {
    // The link that a path of an open folder is must be followed.
    const listing = await disk.listFiles({ folder: `${checkout.path}/.`, maxEntries: MAX_CHECKOUT_ENTRIES });
    if (listing === undefined) return `the checkout has over ${MAX_CHECKOUT_ENTRIES} files, or unusual ones`;
    const { values, about } = given;
    const toolchain = await sandbox.toolchain();
    const found = await readInputs({ checkout, listing, plan, toolchain, values, about });
    return found.kind === "known" ? { listing, ...found } : found.why;
  }

  /** @returns Undefined when nothing is kept for these inputs. */
  async function claim(): Promise<About | undefined> {
    using _held = caches.hold(scope);
    const taken = join(folder, "taken");
    try {
      // One build alone gets it.
      await rename(join(scope, key), taken);
    } catch {
      await sayWhatChanged();
      return undefined;
    }
    const about = await readAbout(taken);
    const oldest = service.clock.now() - limits.cacheUnusedMs;
    if (about === undefined || about.bootId !== (await readBootId()) || about.installedAtMs < oldest) return undefined;
    return (await putParts({ folder, checkout, taken }, about)) ? about : undefined;
  }

  async function sayWhatChanged(): Promise<void> {
    const [other] = await readdir(scope).catch(() => []);
    const before = other === undefined ? undefined : await readAbout(join(scope, other));
    const what = before && firstDifference(before.inputs, inputs);
    if (before === undefined || what === undefined) return;
    const from = short(before.commitSha);
    log.line("install", `Dependencies of the build of ${from} are not used: ${printable(what)} changed`);
  }

  async function look(about: About): Promise<Installed> {
    const tools = await lookAt(join(folder, TOOLS));
    const parts: { readonly path: string; readonly ino: bigint; readonly names: readonly string[] | undefined }[] = [];
    for (const path of about.parts) {
      await using parent = await parentOf(checkout, path);
      const part = await lookAt(join(parent.path, basename(path)));
      if (part === undefined) throw new Error(`${path} is gone.`);
      parts.push({ path, ...part });
    }
    const hasTools = tools?.names !== undefined && tools.names.length > 0;
    return { about: { ...about, hasTools }, parts, tools: hasTools ? tools : undefined, since: fileTime(own) };
  }

  async function move({ about, parts, tools }: Installed): Promise<void> {
    const into = join(folder, "keeping");
    await mkdir(into, { mode: 0o700 });
    for (const [index, { path }] of parts.entries()) {
      await using parent = await parentOf(checkout, path);
      await rename(join(parent.path, basename(path)), join(into, String(index)));
    }
    if (tools !== undefined) await rename(join(folder, TOOLS), join(into, TOOLS));
    await writeFile(join(into, ABOUT), JSON.stringify(about));
    await mkdir(scope, { recursive: true, mode: 0o700 });
    // One of each branch; what is moved here goes with the build.
    for (const name of await readdir(scope)) await rename(join(scope, name), join(folder, `left-${randomUUID()}`));
    // What is not whole never has this name.
    await rename(into, join(scope, key));
  }

  async function isAsInstalled({ parts, tools, since }: Installed): Promise<boolean> {
    if (wasSetBack(own, since)) return false;
    await using opened = new AsyncDisposableStack();
    const kept: Kept[] = [];
    for (const { path, ...part } of parts) {
      const parent = opened.use(await parentOf(checkout, path));
      kept.push({ ...part, at: join(parent.path, basename(path)) });
    }
    if (tools !== undefined) kept.push({ ...tools, at: join(folder, TOOLS) });
    const aside = join(folder, `left-${randomUUID()}`);
    await mkdir(aside, { mode: 0o700 });
    // What is open stays open until then.
    return await disk.isUnchanged({ kept, sinceNs: since.ns, aside, maxEntries: limits.entries });
  }

  /** Looks at what the install step did. */
  async function lookAfter(befores: Parameters<typeof disk.findEffects>[0]["befores"]): Promise<Installed | undefined> {
    const effects = await disk.findEffects({ folder: `${checkout.path}/.`, befores, named });
    const left = (await readdir(join(folder, "tmp"))).find((name) => name !== COMPILED);
    const problem = problemOf(effects, left);
    if (problem !== undefined) refuse(problem);
    if (problem !== undefined || effects.kind !== "added" || effects.paths.length === 0) return undefined;
    const [installedAtMs, bootId] = [service.clock.now(), await readBootId()];
    return look({ commitSha, installedAtMs, bootId, inputs, parts: [...effects.paths], hasTools: false });
  }

  return {
    async take() {
      const about = given.takes ? await claim() : undefined;
      if (about === undefined) return false;
      log.line("install", `Dependencies kept from the build of ${short(about.commitSha)}: ${lockfile} is unchanged`);
      installed = await orWarn(job, () => look(about));
      return true;
    },
    async install(run) {
      const befores = await disk.forgetReads({ folder: checkout.path, listing });
      await run();
      installed = befores && (await orWarn(job, () => lookAfter(befores)));
    },
    async ready() {
      const since = installed?.since;
      if (since !== undefined && (await orWarn(job, () => passed(own, since))) !== true) installed = undefined;
    },
    async keep() {
      const as = installed;
      if (as === undefined) return;
      using _held = caches.hold(scope);
      await orWarn(job, async () => {
        await job.diskGuard.requireSpace();
        if (await isAsInstalled(as)) await move(as);
        else service.log.info({ deploymentId: job.record.deploymentId }, "the build step changed dependencies");
      });
    },
  };
}

const MAX_REASON_CHARS = 300;

/** A commit names its files as it likes. */
const printable = (text: string): string => text.slice(0, MAX_REASON_CHARS).replaceAll(/\p{C}/gu, "?");

const short = (commitSha: string): string => commitSha.slice(0, 7);

function problemOf(effects: InstallEffects, leftInHome: string | undefined): string | undefined {
  if (effects.kind === "other") {
    const { did, path } = effects;
    const what = {
      read: `the install step read '${path}', which may change without the lock file`,
      changed: `the install step changed '${path}'`,
      left: `the install step left '${path}', which is neither a file nor a folder`,
    };
    return what[did];
  }
  if (leftInHome !== undefined) return `the install step left '${leftInHome}' in its home folder`;
  return effects.paths.length > MAX_PARTS ? `the install step made over ${MAX_PARTS} folders of its own` : undefined;
}

interface Taken {
  readonly folder: string;
  readonly checkout: Folder;
  readonly taken: string;
}

/** Nothing has run in the checkout, and nothing is moved unless all of it can be. */
async function putParts({ folder, checkout, taken }: Taken, { parts, hasTools }: About): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const places: string[] = [];
  for (const path of parts) {
    const found = await find(checkout, dirname(path));
    if (found.kind === "file") opened.use(found.file);
    if (found.kind !== "folder") return false;
    const parent = opened.use(found.folder);
    const there = await parent.entry(basename(path));
    if (there?.kind === "folder") opened.use(there.folder);
    if (there?.kind === "file") opened.use(there.file);
    if (there !== undefined) return false;
    places.push(join(parent.path, basename(path)));
  }
  for (const [index, place] of places.entries()) await rename(join(taken, String(index)), place);
  if (hasTools) await rename(join(taken, TOOLS), join(folder, TOOLS));
  return true;
}

/** @throws {Error} When it is no folder any more. */
async function parentOf(checkout: Folder, path: string): Promise<Folder> {
  const found = await find(checkout, dirname(path));
  if (found.kind === "folder") return found.folder;
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  throw new Error(`${path} lies in no folder any more.`);
}

/** While nothing runs. @returns Undefined when nothing is there. */
async function lookAt(at: string): Promise<Pick<Kept, "ino" | "names"> | undefined> {
  const stats = await lstat(at, { bigint: true }).catch(() => undefined);
  if (stats === undefined) return undefined;
  return { ino: stats.ino, names: stats.isDirectory() ? await readdir(at) : undefined };
}

async function readAbout(folder: string): Promise<About | undefined> {
  try {
    return About.parse(JSON.parse(await readFile(join(folder, ABOUT), "utf8")));
  } catch {
    return undefined;
  }
}

/** Changes when the machine starts. [random(4)] */
async function readBootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
}
