import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright-core";
import { pullRequestEvent } from "../demo/event.ts";
import { type Github, startGithub } from "../demo/github.ts";
import { makeRepository } from "../demo/repository.ts";
import { type ActionResult, runAction } from "../demo/runner.ts";
import { startService } from "../demo/service.ts";
import { commentPage, environmentPage, summaryPage } from "./picture-pages.ts";

const PICTURES = "docs/pictures";
const PULL_NUMBER = 7;
const BRANCH = "feature/autumn-programme";
const WIDTH = 900;
const THEMES = ["light", "dark"] as const;

/** What the built action left behind on a pull request. */
interface Scene {
  readonly github: Github;
  readonly run: ActionResult;
}

/**
 * Runs the built action on a pull request, against the real service and the stand-in of GitHub.
 * @param use Gets what came of it, while both still run.
 */
async function onScene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-pictures-"));
  const over = new AbortController();
  const repository = await makeRepository({ example: "examples/static-html", path: join(folder, "repository") });
  const start = { data: join(folder, "data"), repositoryRoot: folder, port: 0, signal: over.signal };
  const service = await startService(start);
  const pulls = [{ number: PULL_NUMBER, headRef: BRANCH, headSha: repository.headSha }];
  const github = await startGithub({ pulls });
  try {
    const { baseUrl, tokens, projectId } = service.ready;
    const headers = { authorization: `Bearer ${tokens.pat}`, "content-type": "application/json" };
    const site = { projectId, name: "Lantern Theatre", slug: "lantern-theatre", repositoryUrl: repository.url };
    const made = await fetch(new URL("/sites", baseUrl), { method: "POST", headers, body: JSON.stringify(site) });
    const [pull] = github.state.pulls;
    if (!made.ok || pull === undefined) throw new Error(`The site was not made: ${await made.text()}`);
    const run = await runAction({
      actionYml: "action.yml",
      event: pullRequestEvent(github, pull),
      inputs: { "base-url": baseUrl, token: tokens.pat, site: "lantern-theatre" },
      context: { apiUrl: github.apiUrl, token: github.token },
    });
    if (run.exitCode !== 0) throw new Error(`The action failed: ${run.stdoutLines.join("\n")}`);
    await use({ github, run });
  } finally {
    over.abort();
    await github.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function takePictures(browser: Browser, { github, run }: Scene): Promise<void> {
  const [comment] = github.comments;
  const [deployment] = github.deployments;
  if (comment === undefined || deployment === undefined) throw new Error("The action told GitHub nothing.");
  const pages = {
    comment: commentPage(comment.body),
    summary: summaryPage(run.summary),
    environment: environmentPage({
      environment: deployment.environment,
      sha: deployment.sha,
      branch: BRANCH,
      statuses: deployment.statuses,
    }),
  };
  await mkdir(PICTURES, { recursive: true });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 300 }, deviceScaleFactor: 1.5 });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [name, html] of Object.entries(pages)) {
      await page.setContent(html);
      await page.locator("main").screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) });
    }
  }
}

/** Draws what the built action writes on GitHub into `docs/pictures`, once a theme. */
async function main(): Promise<void> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    // With one process for all, the browser of the package falls over when pages come and go.
    args: chromium.args.filter((arg) => !/^--(?:single-process|no-zygote)/.test(arg)),
    headless: true,
  });
  try {
    await onScene((scene) => takePictures(browser, scene));
  } finally {
    await browser.close();
  }
}

if (import.meta.main) await main();
