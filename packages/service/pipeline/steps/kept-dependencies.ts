import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { basename, dirname } from "node:path/posix";
import { z } from "zod";
import { buildsRoot } from "../../settings.ts";
import { type CacheScope, keptFolder, ownFolder, removeFolder } from "../build-folders.ts";
import type { Bounds, BuildJob } from "../job.ts";
import { close, findFolder, type Folder } from "../output/tree.ts";
import { giveTo } from "../sandbox/account.ts";
import { run } from "../sandbox/command.ts";
import { type DependencyInputs, firstDifference, type Inputs, keyOf, readInputs } from "./dependency-inputs.ts";
import {
  type Befores,
  type FileTime,
  fileTime,
  type InstallEffects,
  type Listing,
  type PathSnapshot,
  passed,
  showsChanges,
  type Snapshot,
  wasSetBack,
} from "./file-changes.ts";
import type { BuildPlan } from "./plan.ts";

interface BuildInputs extends Bounds {
  readonly job: BuildJob;
  readonly checkout: Folder;
  readonly plan: BuildPlan;
  readonly tools: readonly string[];
  readonly scope: CacheScope;
  readonly defaultScope: CacheScope;
  /** What its commands run with, when that is not the service's account. */
  readonly id: number | undefined;
  readonly commitSha: string;
  readonly values: Readonly<Record<string, string>>;
  readonly systemValues: Readonly<Record<string, string>>;
}

/** More are not looked through before each install. */
const MAX_CHECKOUT_ENTRIES = 20_000;
const MAX_PARTS = 500;

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

type Question = { readonly listing: Listing } & Extract<DependencyInputs, { kind: "known" }>;

/** What an earlier build kept, in a folder of this one. */
interface KeptInstall {
  readonly about: About;
  readonly at: string;
  /** Of what the default branch keeps. */
  readonly isCopy: boolean;
}

interface InstalledPart extends Snapshot {
  readonly path: string;
}

interface Installed {
  readonly about: About;
  readonly parts: readonly InstalledPart[];
  readonly tools: Snapshot | undefined;
  readonly since: FileTime;
}

/**
 * The installed dependencies of a build, which a later one of the same branch may take. They are moved: into the checkout
 * of one build, and out of it when that has ended. A branch that keeps none for its key gets a copy of what the default
 * branch keeps for the same one, and gives nothing back. A build never gets what anything but an install step has written,
 * or what depends on more than its key says. Nothing of this fails a build.
 */
export class KeptDependencies {
  readonly #build: BuildInputs;
  readonly #question: Question | undefined;
  /** Why this build keeps nothing, for the log; undefined also where no build keeps anything. */
  readonly #problem: string | undefined;
  /** Of the service; no build can change what lies there. */
  readonly #own: string;
  readonly #scope: string;
  readonly #defaultScope: string;
  #installed: Installed | undefined;

  private constructor(build: BuildInputs, question: Question | string | undefined) {
    this.#build = build;
    this.#question = typeof question === "string" ? undefined : question;
    this.#problem = typeof question === "string" ? question : undefined;
    this.#own = ownFolder(build.folder);
    const root = buildsRoot(build.job.service.settings);
    this.#scope = keptFolder(root, build.scope);
    this.#defaultScope = keptFolder(root, build.defaultScope);
  }

  static async open(build: BuildInputs): Promise<KeptDependencies> {
    return new KeptDependencies(build, await orWarn(build.job, () => readQuestion(build)));
  }

  /** @returns Whether an earlier build kept something. */
  async take(): Promise<boolean> {
    const { job, plan } = this.#build;
    const question = this.#question;
    const found = question && (await orWarn(job, () => this.#claim(question)));
    if (found === undefined) return false;
    const { about, isCopy } = found;
    const from = `${short(about.commitSha)}${isCopy ? " of the default branch" : ""}`;
    const lockfile = String(plan.lockfile);
    job.log.line("install", `Dependencies kept from the build of ${from}: ${lockfile} is unchanged`);
    this.#installed = await orWarn(job, () => this.#look(about));
    return true;
  }

  async install(run: () => Promise<void>): Promise<void> {
    const { job, checkout } = this.#build;
    const question = this.#question;
    const { listing } = question ?? {};
    const befores = listing && (await job.disk.forgetReads({ folder: checkout.path, listing }));
    await run();
    if (this.#problem !== undefined) this.#refuse(this.#problem);
    this.#installed = question && befores && (await orWarn(job, () => this.#lookAfter(question, befores)));
  }

  /** Waits until the file times of later changes differ from those of earlier ones. */
  async ready(): Promise<void> {
    const since = this.#installed?.since;
    if (since === undefined) return;
    if ((await orWarn(this.#build.job, () => passed(this.#own, since))) !== true) this.#installed = undefined;
  }

  /** Keeps what the install step brought, if nothing has changed it since. */
  async keep(): Promise<void> {
    const { job } = this.#build;
    const [installed, question] = [this.#installed, this.#question];
    if (installed === undefined || question === undefined) return;
    using _held = job.caches.hold(this.#scope);
    await orWarn(job, async () => {
      await job.diskGuard.requireSpace();
      if (await this.#isAsInstalled(installed)) await this.#move(installed, keyOf(question.inputs));
      else job.service.log.info({ deploymentId: job.record.deploymentId }, "the build step changed dependencies");
    });
  }

  async #claim({ inputs }: Question): Promise<KeptInstall | undefined> {
    const key = keyOf(inputs);
    const found = (await this.#takeFrom(this.#scope, key)) ?? (await this.#copyOfDefault(key));
    if (found === undefined) await this.#logDifference(inputs);
    else if (await putParts(this.#build, found)) return found;
    return undefined;
  }

  /** @returns Undefined when nothing lies there, or nothing that may be used any more. */
  async #takeFrom(scope: string, key: string): Promise<KeptInstall | undefined> {
    const { job, folder } = this.#build;
    using _held = job.caches.hold(scope);
    const at = join(folder, `taken-${randomUUID()}`);
    try {
      // Exactly one build gets it.
      await rename(join(scope, key), at);
    } catch {
      return undefined;
    }
    const about = await readAbout(at);
    const oldest = job.service.clock.now() - job.limits.cacheUnusedMs;
    if (about === undefined || about.bootId !== (await readBootId()) || about.installedAtMs < oldest) return undefined;
    return { about, at, isCopy: false };
  }

  /** While it is copied, no other build has it; a service that is killed then loses it, and the default branch installs. */
  async #copyOfDefault(key: string): Promise<KeptInstall | undefined> {
    const { job, folder, id } = this.#build;
    const scope = this.#defaultScope;
    if (scope === this.#scope) return undefined;
    using _held = job.caches.hold(scope);
    const lent = await this.#takeFrom(scope, key);
    if (lent === undefined) return undefined;
    const at = join(folder, "copied");
    try {
      await job.diskGuard.requireSpace();
      await copyFolder(this.#build, lent.at, at);
    } finally {
      // Unless a build of the default branch has kept the same meanwhile.
      await rename(lent.at, join(scope, key)).catch(() => removeFolder(job, lent.at));
    }
    if (id !== undefined) await giveTo(id, [at]);
    return { ...lent, at, isCopy: true };
  }

  async #logDifference(inputs: Inputs): Promise<void> {
    const before = (await readFirst(this.#scope)) ?? (await readFirst(this.#defaultScope));
    const what = before && firstDifference(before.inputs, inputs);
    if (before === undefined || what === undefined) return;
    const line = `Dependencies of the build of ${short(before.commitSha)} are not used: ${printable(what)} changed`;
    this.#build.job.log.line("install", line);
  }

  #refuse(why: string): void {
    this.#build.job.log.line("system", `Dependencies are not kept for the next build: ${printable(why)}`);
  }

  async #lookAfter({ inputs, named }: Question, befores: Befores): Promise<Installed | undefined> {
    const { job, folder, checkout, commitSha } = this.#build;
    const effects = await job.disk.findEffects({ folder: `${checkout.path}/.`, befores, named });
    const [left] = await readdir(join(folder, "tmp"));
    const problem = problemOf(effects, left);
    if (problem !== undefined) this.#refuse(problem);
    if (problem !== undefined || effects.kind !== "added" || effects.paths.length === 0) return undefined;
    const [installedAtMs, bootId] = [job.service.clock.now(), await readBootId()];
    return this.#look({ commitSha, installedAtMs, bootId, inputs, parts: [...effects.paths], hasTools: false });
  }

  async #look(about: About): Promise<Installed> {
    const { folder, checkout } = this.#build;
    const tools = await lookAt(join(folder, TOOLS));
    const parts: InstalledPart[] = [];
    for (const path of about.parts) {
      await using parent = await parentOf(checkout, path);
      const part = await lookAt(join(parent.path, basename(path)));
      if (part === undefined) throw new Error(`${path} is gone.`);
      parts.push({ path, ...part });
    }
    const hasTools = tools?.names !== undefined && tools.names.length > 0;
    return { about: { ...about, hasTools }, parts, tools: hasTools ? tools : undefined, since: fileTime(this.#own) };
  }

  async #isAsInstalled({ parts, tools, since }: Installed): Promise<boolean> {
    const { job, folder, checkout, id } = this.#build;
    if (wasSetBack(this.#own, since)) return false;
    await using opened = new AsyncDisposableStack();
    const kept: PathSnapshot[] = [];
    for (const { path, ...part } of parts) {
      const parent = opened.use(await parentOf(checkout, path));
      kept.push({ ...part, at: join(parent.path, basename(path)) });
    }
    if (tools !== undefined) kept.push({ ...tools, at: join(folder, TOOLS) });
    const aside = join(folder, `left-${randomUUID()}`);
    await mkdir(aside, { mode: 0o700 });
    // What is open stays open until then.
    return await job.disk.isUnchanged({ kept, sinceNs: since.ns, aside, maxEntries: job.limits.entries, id });
  }

  async #move({ about, parts, tools }: Installed, key: string): Promise<void> {
    const { folder, checkout } = this.#build;
    const into = join(folder, "keeping");
    await mkdir(into, { mode: 0o700 });
    for (const [index, { path }] of parts.entries()) {
      await using parent = await parentOf(checkout, path);
      await rename(join(parent.path, basename(path)), join(into, String(index)));
    }
    if (tools !== undefined) await rename(join(folder, TOOLS), join(into, TOOLS));
    await writeFile(join(into, ABOUT), JSON.stringify(about));
    await mkdir(this.#scope, { recursive: true, mode: 0o700 });
    // One of each branch; what is moved here goes with the build.
    for (const name of await readdir(this.#scope)) {
      await rename(join(this.#scope, name), join(folder, `left-${randomUUID()}`));
    }
    // What is not whole never has this name.
    await rename(into, join(this.#scope, key));
  }
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

/** @returns Why this build keeps nothing; undefined where no build does. */
async function readQuestion(build: BuildInputs): Promise<Question | string | undefined> {
  const { job, checkout, plan, tools, values, systemValues } = build;
  const { service, disk, limits, sandbox } = job;
  if (plan.lockfile === null || service.settings.unsafeNoSandbox || limits.cacheBytes === 0) return undefined;
  const own = ownFolder(build.folder);
  await mkdir(own, { recursive: true, mode: 0o700 });
  if (!showsChanges(own)) return undefined;
  // The link that a path of an open folder is must be followed.
  const listing = await disk.listFiles({ folder: `${checkout.path}/.`, maxEntries: MAX_CHECKOUT_ENTRIES });
  if (listing === undefined) return `the checkout has over ${MAX_CHECKOUT_ENTRIES} files, or unusual ones`;
  const toolchain = await sandbox.toolchain();
  const found = await readInputs({ checkout, listing, plan, toolchain, tools, values, systemValues });
  return found.kind === "known" ? { listing, ...found } : found.why;
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

/** Python and others tell by its time whether what they made of a file is current. A link of the tree stays one. */
const COPY = ["-R", "--no-dereference", "--preserve=mode,timestamps,links", "--reflink=auto", "--"];

/** Copies a folder that no build can reach, by a program within the limits of this build. The copy shares no file. */
async function copyFolder({ job, folder, group, diskUse }: BuildInputs, from: string, to: string): Promise<void> {
  const { limits, path, signal } = job;
  const { installMs: timeoutMs, memoryBytes, processes } = limits;
  const exceeded = (pids: readonly number[]): Promise<string | undefined> => diskUse.exceeded([to], pids);
  let said = "";
  try {
    const result = await run(
      { file: "cp", args: [...COPY, from, to], cwd: folder, env: { PATH: path } },
      { timeoutMs, memoryBytes, processes, group, exceeded },
      { signal, onLine: (line) => (said ||= line) },
    );
    if (result.kind !== "exited" || result.code !== 0) throw new Error(`cp: ${result.kind}. ${said}`);
  } catch (error) {
    await removeFolder(job, to);
    throw error;
  }
}

/** Nothing has run in the checkout, and nothing is moved unless all of it can be. */
async function putParts({ folder, checkout }: BuildInputs, { about, at }: KeptInstall): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const places: string[] = [];
  for (const path of about.parts) {
    const parent = opened.use(await findFolder(checkout, dirname(path)));
    const there = await parent?.entry(basename(path));
    await close(there);
    if (parent === undefined || there !== undefined) return false;
    places.push(join(parent.path, basename(path)));
  }
  for (const [index, place] of places.entries()) await rename(join(at, String(index)), place);
  if (about.hasTools) await rename(join(at, TOOLS), join(folder, TOOLS));
  return true;
}

async function parentOf(checkout: Folder, path: string): Promise<Folder> {
  const folder = await findFolder(checkout, dirname(path));
  if (folder === undefined) throw new Error(`${path} lies in no folder any more.`);
  return folder;
}

/** While nothing runs. @returns Undefined when nothing is there. */
async function lookAt(at: string): Promise<Snapshot | undefined> {
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

async function readFirst(scope: string): Promise<About | undefined> {
  const [name] = await readdir(scope).catch(() => []);
  return name === undefined ? undefined : readAbout(join(scope, name));
}

/** Changes when the machine starts. [random(4)] */
async function readBootId(): Promise<string> {
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
}
