import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser } from "playwright-core";
import {
  asIs,
  CLOSED,
  confine,
  idFor,
  isolation,
  KERNEL,
  type Machine,
  NO_CORE_DUMP,
  type Option,
  programFolders,
  readOnly,
} from "../pipeline/sandbox/bubblewrap.ts";
import type { ControlGroup, ControlGroups } from "../pipeline/sandbox/cgroup.ts";
import { killTree, memoryOf } from "../pipeline/sandbox/command.ts";
import { exists } from "../pipeline/sandbox/read-machine.ts";

export interface BrowserSettings {
  readonly program: string;
  /** Its sandbox; undefined runs it without, as the operator said. */
  readonly machine: Machine | undefined;
  readonly groups: ControlGroups;
  readonly folder: string;
  readonly path: string;
}

/** A running Chromium; disposing of it leaves no process behind. */
export interface ReviewBrowser extends AsyncDisposable {
  readonly browser: Browser;
  /** Of the first of its processes. */
  readonly pid: number | undefined;
}

const MEBIBYTE = 1024 ** 2;

/** Of all its processes. */
export const BROWSER_LIMITS = { memoryBytes: 1024 * MEBIBYTE, tasks: 512 };

/** Without a control group shared memory counts once for each process. */
const WATCHED_MEMORY_BYTES = 2 * BROWSER_LIMITS.memoryBytes;
const WATCH_MS = 500;
const START_MS = 30_000;
const CLOSE_MS = 2_000;
const TEMPORARY_BYTES = 256 * MEBIBYTE;

const INSIDE = "/opt/browser";

/**
 * Nothing goes out even where there is no sandbox: every name and address is unknown to it, and its proxy is a closed
 * port. What a page gets comes from the interception of its requests.
 */
const ARGUMENTS = [
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--use-gl=disabled",
  "--no-zygote",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
  // Pictures that are scaled down came out in two ways, by what was painted again.
  "--disable-partial-raster",
  "--disable-checker-imaging",
  "--autoplay-policy=user-gesture-required",
  // Animated pictures show their first frame.
  "--blink-settings=imageAnimationPolicy=2",
  "--js-flags=--max-old-space-size=256",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=socks5://127.0.0.1:1",
  "--proxy-bypass-list=<-loopback>",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
];

/** In a sandbox without any network, and in a control group where the machine has them. */
export async function openBrowser(settings: BrowserSettings): Promise<ReviewBrowser> {
  const folder = join(settings.folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bounds } = settings.groups;
  const group = await settings.groups.open(BROWSER_LIMITS);
  const watching = new AbortController();
  let browser: Browser | undefined;

  async function end(): Promise<void> {
    watching.abort();
    const pid = await pidIn(folder);
    await Promise.race([browser?.close().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })]);
    await group?.close();
    if (pid !== undefined) await killTree(pid);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await writeFile(join(folder, "start"), await startScript(settings, folder, group), { mode: 0o700 });
    const { chromium } = await import("playwright-core");
    browser = await chromium.launch({
      executablePath: join(folder, "start"),
      args: ARGUMENTS,
      chromiumSandbox: false,
      headless: true,
      env: { PATH: settings.path },
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: START_MS,
    });
    const pid = await pidIn(folder);
    if (!bounds.has("memory")) void watchMemory(pid, watching.signal);
    return { browser, pid, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The script becomes the browser, or its sandbox: the id stays. */
async function pidIn(folder: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(folder, "pid"), "utf8").catch(() => ""));
  return pid > 0 ? pid : undefined;
}

async function watchMemory(pid: number | undefined, signal: AbortSignal): Promise<void> {
  if (pid === undefined) return;
  while (!signal.aborted) {
    if (memoryOf(pid) > WATCHED_MEMORY_BYTES) return killTree(pid);
    await delay(WATCH_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/**
 * Playwright starts a program by its path. The script joins the control group and hands on descriptors 3 and 4, by
 * which Playwright and Chromium talk, so that no port is needed.
 */
async function startScript(
  { program, machine }: BrowserSettings,
  folder: string,
  group: ControlGroup | undefined,
): Promise<string> {
  const lines = ["#!/bin/sh", NO_CORE_DUMP, `echo $$ > ${quoted(join(folder, "pid"))}`];
  for (const file of group?.joins ?? []) lines.push(`echo 0 > ${quoted(file)} || exit 125`);
  // As a build: requests for pages come first.
  const nice = "exec nice -n 6";
  if (machine === undefined) return [...lines, `${nice} ${quoted(program)} "$@"`, ""].join("\n");
  const shown = await show(program);
  const id = idFor(machine, "review");
  const { words, inputs } = confine(sandboxOptions(shown.options, machine), { machine, id, firstDescriptor: 5 });
  for (const [index, input] of inputs.entries()) {
    const file = join(folder, `input-${index}`);
    await writeFile(file, input, { mode: 0o600 });
    lines.push(`exec ${5 + index}< ${quoted(file)}`);
  }
  return [...lines, `${nice} ${words.map(quoted).join(" ")} ${quoted(shown.at)} "$@"`, ""].join("\n");
}

/** How the sandbox shows the program: with its folder when that is a Chromium's, never with other files beside it. */
async function show(program: string): Promise<{ readonly options: readonly Option[]; readonly at: string }> {
  if (program.startsWith("/usr/")) return { options: [], at: program };
  const [folder, at] = [dirname(program), join(INSIDE, basename(program))];
  const isOwn = await exists(join(folder, "icudtl.dat"));
  return { options: [isOwn ? readOnly(folder, INSIDE) : readOnly(program, at)], at };
}

function sandboxOptions(program: readonly Option[], machine: Machine): readonly Option[] {
  return [
    ...isolation(machine),
    ...programFolders(machine),
    // Debian's Chromium is a script that reads its settings first, and fails without them.
    ...["/etc/alternatives", "/etc/chromium.d", "/etc/fonts", "/etc/localtime"].map(asIs),
    readOnly(machine.files.passwd, "/etc/passwd"),
    readOnly(machine.files.group, "/etc/group"),
    readOnly(machine.files.hosts, "/etc/hosts"),
    ...program,
    ...KERNEL,
    // Versions that know the one option know the other.
    ...(machine.disablesNamespaces ? [["--size", String(TEMPORARY_BYTES)]] : []),
    ["--tmpfs", "/tmp"],
    ...CLOSED,
    ["--chdir", "/tmp"],
    ["--setenv", "HOME", "/tmp"],
    ["--setenv", "PATH", "/usr/bin:/bin"],
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export class BrowserTimeout extends Error {
  override readonly name = "BrowserTimeout";
}

/** A page can keep the browser busy without end. @throws {BrowserTimeout} */
export async function withTimeout<Value>(ms: number, awaited: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BrowserTimeout(`It took longer than ${ms} ms.`)), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
    // A late failure has no other handler.
    awaited.catch(() => {});
  }
}
