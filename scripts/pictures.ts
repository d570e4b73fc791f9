import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { type Github, pullRequestEvent, startGithub } from "../packages/testkit/github.ts";
import { commentPage, summaryPage } from "../packages/testkit/github/pages.ts";
import { makeRepository, type SampleRepository } from "../packages/testkit/repository.ts";
import { type ActionResult, runAction } from "../packages/testkit/runner.ts";
import { type RunningService, startService } from "../packages/testkit/service.ts";
import { approve, onFirstStart, openAs, personOf, request, screenPictures } from "./picture-screens.ts";

const PICTURES = "docs/pictures";
const MAX_PICTURE_BYTES = 700_000;
/** The rest of a longer screen is cut off. */
const MAX_HEIGHT = 1_150;
/** How a window on a desk shows a screen with columns. */
const WINDOW = { width: 1_280, height: 860 };
const BRANCH = "feature/autumn-programme";
const WIDTH = 900;
const SCALE = 1.5;
const BUILD_TIMEOUT_MS = 120_000;
const THEMES = ["light", "dark"] as const;

/** A branch in a pull request, with the files a commit on it has. */
const PULLS = [
  { number: 5, headRef: "feature/opening-hours", title: "Say when the box office is open" },
  { number: 7, headRef: BRANCH, title: "Announce the autumn season" },
] as const;

/** What the built action left behind on two pull requests, the first of them released. */
interface PictureSource {
  readonly folder: string;
  readonly service: RunningService;
  readonly github: Github;
  readonly siteId: string;
  readonly run: ActionResult;
}

/** Makes the repository of the example twice: as it was released, and as a pull request changes it. */
async function makeCommits(folder: string): Promise<readonly SampleRepository[]> {
  const path = join(folder, "theatre");
  const changed = join(folder, "changed");
  const released = await makeRepository({ example: "examples/static-html", path, title: PULLS[0].title });
  await cp("examples/static-html", changed, { recursive: true });
  const page = await readFile(join(changed, "index.html"), "utf8");
  await writeFile(join(changed, "index.html"), page.replace("The lamp is lit again.", "Tickets from noon today."));
  await mkdir(join(changed, "tickets"));
  await writeFile(join(changed, "tickets", "index.html"), page.replaceAll("Programme", "Tickets"));
  const commits = [released, await makeRepository({ example: changed, path })];
  // The service looks for each commit on the branch of its pull request.
  for (const [index, { headRef }] of PULLS.entries()) await makeBranch(path, headRef, commits[index]?.headSha ?? "");
  return commits;
}

async function makeBranch(path: string, name: string, commitSha: string): Promise<void> {
  await promisify(execFile)("git", ["-C", path, "branch", name, commitSha]);
}

/** Makes a home whose npm settings only say where packages come from: others of this machine would show in the log. */
async function cleanHome(folder: string): Promise<string> {
  const home = join(folder, "home");
  await mkdir(home);
  const settings = await readFile(join(homedir(), ".npmrc"), "utf8").catch(() => "");
  const kept = settings
    .split("\n")
    .filter((line) => /^(?:[^=]*registry|cafile|\/\/[^=]*|https?-proxy|proxy)\s*=/.test(line));
  await writeFile(join(home, ".npmrc"), kept.join("\n"));
  return home;
}

async function withPictureSource(browser: Browser, use: (source: PictureSource) => Promise<void>): Promise<void> {
  // A random name would be in the pictures. A folder that is left over is an error, not removed.
  const folder = join(tmpdir(), "lantern");
  await mkdir(folder);
  process.env["HOME"] = await cleanHome(folder);
  const over = new AbortController();
  const commits = await makeCommits(folder);
  const command: [string, string] = [process.execPath, resolve("packages/cli/main.ts")];
  const data = join(folder, "data");
  // For a machine without bubblewrap: the builds are of our own examples.
  const unsafeNoSandbox = process.argv.includes("--unsafe-no-sandbox");
  const start = { command, data, repositoryRoot: folder, unsafeNoSandbox, review: true };
  const service = await startService({ ...start, port: 0, signal: over.signal });
  const pulls = PULLS.map((pull, index) => ({ ...pull, headSha: commits[index]?.headSha ?? "" }));
  const github = await startGithub({ pulls });
  const asPerson = async (role: string, { outputs }: ActionResult, act: typeof approve): Promise<void> => {
    const person = personOf(service, role);
    const page = await openAs(browser, service, person);
    await act(page, outputs["approval-url"] ?? "", person);
    await page.context().close();
  };
  try {
    const site = { name: "Lantern Theatre", slug: "lantern-theatre", repositoryUrl: commits[0]?.url ?? "" };
    const siteId = await makeSite(service, site);
    const released = await preview({ service, github, site: site.slug, pull: 0 });
    await asPerson("developer", released, request);
    await asPerson("approver", released, approve);
    await failToBuild(service, siteId);
    const run = await preview({ service, github, site: site.slug, pull: 1 });
    // Their own code of this moment is not spent yet.
    await asPerson("owner", run, request);
    await use({ folder, service, github, siteId, run });
  } finally {
    over.abort();
    await github.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function post({ ready }: RunningService, path: string, body: object): Promise<{ readonly id: string }> {
  const headers = {
    authorization: `Bearer ${ready.tokens.pat}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  const response = await fetch(new URL(path, ready.baseUrl), { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The service refused ${path}: ${text}`);
  return JSON.parse(text).data;
}

async function makeSite(
  service: RunningService,
  site: { readonly name: string; readonly slug: string; readonly repositoryUrl: string },
): Promise<string> {
  return (await post(service, "/sites", { projectId: service.ready.projectId, ...site })).id;
}

async function preview(job: {
  readonly service: RunningService;
  readonly github: Github;
  readonly site: string;
  readonly pull: number;
}): Promise<ActionResult> {
  const { github, service, site } = job;
  const pull = github.state.pulls[job.pull];
  if (pull === undefined) throw new Error("The stand-in has no such pull request.");
  const run = await runAction({
    actionYml: "action.yml",
    event: pullRequestEvent(github, pull),
    inputs: { "base-url": service.ready.baseUrl, token: service.ready.tokens.pat, site },
    context: { apiUrl: github.apiUrl, token: github.token },
  });
  if (run.exitCode !== 0) throw new Error(`The action failed: ${run.stdoutLines.join("\n")}`);
  return run;
}

/** A commit that no repository has ends as it would for a person. */
async function failToBuild(service: RunningService, siteId: string): Promise<void> {
  const deployment = { environment: "preview", branch: "box-office-hours", commitSha: "c0ffee".padEnd(40, "1") };
  const { id } = await post(service, `/sites/${siteId}/deploy`, deployment);
  await ended(service, id);
}

async function ended({ ready }: RunningService, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${ready.tokens.pat}` };
  // The stream ends when the deployment does.
  await (await fetch(new URL(`/deployments/${id}/events`, ready.baseUrl), { headers })).text();
}

async function save(name: string, theme: string, picture: Buffer): Promise<void> {
  const path = join(PICTURES, `${name}-${theme}.png`);
  await writeFile(path, picture);
  const { size } = await stat(path);
  if (size > MAX_PICTURE_BYTES) throw new Error(`${path} has ${size} bytes; crop it below ${MAX_PICTURE_BYTES}.`);
}

async function takeGithubPictures(browser: Browser, { github, run }: PictureSource): Promise<void> {
  const comment = github.comments.at(-1);
  if (comment === undefined) throw new Error("The action wrote nothing to GitHub.");
  const pages = { comment: commentPage(comment.body), summary: summaryPage(run.summary) };
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 300 }, deviceScaleFactor: SCALE });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [name, html] of Object.entries(pages)) {
      await page.setContent(html);
      await save(name, colorScheme, await page.locator("main").screenshot());
    }
  }
  await page.close();
}

/** Runs in the page: waits until its pictures are there. */
const DECODED = `Promise.all([...document.querySelectorAll("#stage img")].map((one) => {
  one.loading = "eager";
  return one.decode();
}))`;

/** Runs in the page: where the last thing on it ends. */
const LOWEST = `Math.ceil(Math.max(...[...document.querySelectorAll("main > *")].map((one) => one.getBoundingClientRect().bottom)) + scrollY)`;

/** Takes a screenshot, from the bar towards the last element. */
async function takeScreen(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height: 300 });
  const taken: [string, Buffer][] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const height = Math.min(Number(await page.evaluate(LOWEST)) + 28, MAX_HEIGHT);
    taken.push([colorScheme, await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width: WIDTH, height } })]);
  }
  // Only now: a log that goes on must not end between two pictures of it.
  for (const [colorScheme, picture] of taken) await save(name, colorScheme, picture);
}

/** Takes what a window shows, without scrolling. */
async function takeWindow(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WINDOW);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await save(name, colorScheme, await page.screenshot());
  }
}

async function takeScreens(browser: Browser, source: PictureSource): Promise<void> {
  const { service, siteId, run, folder } = source;
  const { "deployment-id": deploymentId = "", "approval-url": approvalUrl = "" } = run.outputs;
  const session = await openAs(browser, service, personOf(service, "approver", 1));
  const storageState = await session.context().storageState();
  await session.context().close();
  const page = await browser.newPage({ storageState, deviceScaleFactor: SCALE });
  for (const { name, url, shows } of screenPictures({ service, siteId, deploymentId, approvalUrl })) {
    await page.goto(url);
    await page.getByText(shows).first().waitFor({ state: "attached" });
    // The pictures of the pages that changed.
    await page.locator("[data-waiting]").waitFor({ state: "detached", timeout: BUILD_TIMEOUT_MS });
    await page.evaluate(DECODED);
    // Steps of a log that ended well are folded.
    await page.evaluate("for (const step of document.querySelectorAll('details.step')) step.open = true");
    await takeWindow(page, name);
  }
  await takeBuilds(page, source);
  await onFirstStart(folder, async (setupUrl) => {
    await page.goto(setupUrl);
    await takeScreen(page, "first-start");
  });
}

/** Takes the logs of builds that install and bundle: one while it goes on, one that has failed. */
async function takeBuilds(page: Page, { service, folder }: PictureSource): Promise<void> {
  const path = join(folder, "studio");
  const repository = await makeRepository({ example: "examples/vite", path });
  const siteId = await makeSite(service, { name: "Studio", slug: "studio", repositoryUrl: repository.url });
  const open = async (branch: string, commitSha: string): Promise<string> => {
    await makeBranch(path, branch, commitSha);
    const { id } = await post(service, `/sites/${siteId}/deploy`, { environment: "preview", branch, commitSha });
    await page.goto(new URL(`/app/deployments/${id}`, service.ready.webUrl).href);
    return id;
  };
  const running = await open("feature/seat-map", repository.headSha);
  // It installs packages first, which a busy machine takes its time for.
  await page.getByText("added ").waitFor({ timeout: BUILD_TIMEOUT_MS });
  await takeScreen(page, "live-log");
  await ended(service, running);
  const broken = join(folder, "broken");
  await cp("examples/vite", broken, { recursive: true });
  await appendFile(join(broken, "src", "main.js"), `\ndocument.querySelector("#seats".replaceChildren();\n`);
  const { headSha } = await makeRepository({ example: broken, path });
  const failed = await open("fix/seat-map", headSha);
  await ended(service, failed);
  await page.reload();
  await page.getByRole("link", { name: "First error", exact: true }).waitFor();
  await takeScreen(page, "failed-build");
  await takeLog(page, "log-viewer");
}

/** Takes the log with its tools, and nothing around it. */
async function takeLog(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const boxes = await Promise.all([".log-heading", "#log"].map((part) => page.locator(part).boundingBox()));
    const [top, log] = boxes;
    if (!top || !log) throw new Error("The page has no log.");
    const clip = { x: 0, y: top.y - 16, width: WIDTH, height: log.y + log.height - top.y + 32 };
    await save(name, colorScheme, await page.screenshot({ fullPage: true, clip }));
  }
}

/** Draws what the built action writes on GitHub and what the service shows into `docs/pictures`, once a theme. */
async function main(): Promise<void> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    // With one process for all, the browser of the package falls over when pages come and go; without web security it
    // does not say where a form comes from.
    args: chromium.args.filter((arg) => !/^--(?:single-process|no-zygote|disable-web-security)/.test(arg)),
    headless: true,
  });
  try {
    await mkdir(PICTURES, { recursive: true });
    await withPictureSource(browser, async (source) => {
      await takeGithubPictures(browser, source);
      await takeScreens(browser, source);
    });
  } finally {
    await browser.close();
  }
}

if (import.meta.main) await main();
