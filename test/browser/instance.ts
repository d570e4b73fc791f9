import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "otplib";
import { pino } from "pino";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import type { Approval } from "../../packages/contract/index.ts";
import { type Seed, seedDemo } from "../../packages/service/admin/seed.ts";
import { compose } from "../../packages/service/compose.ts";
import { newDeploymentId } from "../../packages/service/domain/ids.ts";
import type { Settings } from "../../packages/service/settings.ts";
import { noteBranch } from "../../packages/service/store/deployments/branch-list.ts";
import { appendLog } from "../../packages/service/store/deployments/deployment-events.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { grantStepUp } from "../../packages/service/store/people/factors.ts";
import { epochOf } from "../../packages/service/store/people/grants.ts";
import { type OpenedSession, openSession } from "../../packages/service/store/people/sessions.ts";
import { insertSite } from "../../packages/service/store/sites/sites.ts";
import { requestAsPerson } from "../request-as-person.ts";
import { testSettings } from "../service/fixtures.ts";
import { commitFiles, git, makeRepository } from "../service/pipeline/build-fixture.ts";
import { insert } from "../service/rows.ts";
import { openBrowser } from "./browser.ts";

type Person = Seed["users"][number];

interface LeveledLine {
  readonly text: string;
  readonly level: "info" | "warn" | "error";
}

const TITLE = "Nimbus docs";

interface InstanceOptions {
  readonly siteName?: string;
  /** Settings that differ from those of the other tests. */
  readonly settings?: Partial<Settings>;
}

/** A running service with the seed's people, one site and its repository. */
export async function openInstance({ siteName = TITLE, settings: given }: InstanceOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-browser-"));
  const { path: repository, url: repositoryUrl } = makeRepository(join(folder, "repository"), {});
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + aheadMs };
  const settings = testSettings({
    dataDirectory: join(folder, "data"),
    host: "localhost",
    repositoryRoots: [folder],
    unsafeNoSandbox: true,
    ...given,
  });
  const service = await compose(settings, {
    environment: process.env,
    clock,
    log: pino({ level: process.env["GREENROOM_LOG_LEVEL"] ?? "silent" }),
  });
  const { context } = service;
  const { db } = context;
  const seed = await seedDemo(context);
  const { baseUrl } = context.addresses;
  const site = await inDatabase(db, (tx) =>
    insertSite(tx, seed.workspaceId, {
      projectId: seed.projectId,
      name: siteName,
      slug: "nimbus-docs",
      repositoryUrl,
    }),
  );
  let deployed = 0;
  const person = (name: string): Person => {
    const found = seed.users.find((one) => one.name.startsWith(name));
    if (!found) throw new Error(`The seed has no ${name}.`);
    return found;
  };
  const userId = async (name: string): Promise<string> => {
    const users = db.selectFrom("users").select("id").where("email", "=", person(name).email);
    return (await users.executeTakeFirstOrThrow()).id;
  };
  return {
    baseUrl,
    seed,
    context,
    siteId: site.id,
    person,
    userId,
    /** Commits files to the site's repository; null removes one. */
    commit(files: Readonly<Record<string, string | null>>, branch = "main"): string {
      const written: Record<string, string> = {};
      for (const [path, content] of Object.entries(files)) {
        if (content === null) rmSync(join(repository, path), { force: true });
        else written[path] = content;
      }
      const sha = commitFiles(repository, written);
      if (branch !== "main") git(repository, "branch", "-f", branch);
      return sha;
    },
    /** Deploys a commit as the workflow does, and waits until it is finished. */
    async deploy(commitSha: string, branch = "main"): Promise<string> {
      deployed += 1;
      const headers = {
        Authorization: `Bearer ${seed.tokens.pat}`,
        "Content-Type": "application/json",
        "Idempotency-Key": `browser-${deployed}`,
      };
      const body = JSON.stringify({ environment: "preview", commitSha, branch });
      const response = await fetch(`${baseUrl}/sites/${site.id}/deploy`, { method: "POST", headers, body });
      const { data } = (await response.json()) as { data: { id: string } };
      // The stream ends when the deployment does.
      await (await fetch(`${baseUrl}/deployments/${data.id}/events`, { headers })).text();
      return data.id;
    },
    /** Adds a ready preview of a branch with the files of another one, without a build. */
    async copyPreview(deploymentId: string, branch: string): Promise<string> {
      const row = await db
        .selectFrom("deployments")
        .selectAll()
        .where("id", "=", deploymentId)
        .executeTakeFirstOrThrow();
      const id = newDeploymentId();
      const preview_label = `${row.preview_label}-${id.slice(-6)}`;
      await insert(db, "deployments", { ...row, id, branch, preview_label });
      await inDatabase(db, (tx) => noteBranch(tx, { ...row, id, branch }));
      return id;
    },
    /** Starts a build whose worker is the test. */
    async startBuild(): Promise<string> {
      const id = newDeploymentId();
      const at = new Date(clock.now()).toISOString();
      const whose = { workspace_id: seed.workspaceId, site_id: site.id } as const;
      const state = { environment: "preview", status: "building", attempt: 1, created_at: at, started_at: at } as const;
      const lease = { lease_owner: "test", lease_expires_at: "2099-01-01T00:00:00.000Z" };
      const counts = { last_event_seq: 0, log_lines: 0, log_bytes: 0 };
      await insert(db, "deployments", { id, ...whose, ...state, ...lease, ...counts });
      await inDatabase(db, (tx) =>
        noteBranch(tx, { id, site_id: site.id, branch: null, created_at: at, pull_request_number: null }),
      );
      return id;
    },
    /** Adds lines to the log of a build that `startBuild` started. */
    async log(deploymentId: string, ...lines: readonly (string | LeveledLine)[]): Promise<void> {
      const at = new Date(clock.now()).toISOString();
      const batch = {
        stream: "build",
        lines: lines.map((line) => ({ at, ...(typeof line === "string" ? { text: line } : line) })),
      } as const;
      await appendLog(db, deploymentId, { batch, leaseOwner: "test" });
      context.events.notify(deploymentId);
    },
    /** Requests a release as a person does on the web. */
    async requestRelease(sourceDeploymentId: string, reason?: string): Promise<Approval> {
      const source = { siteId: site.id, sourceDeploymentId, reason };
      return requestAsPerson(context, { userId: await userId("Ada"), workspaceId: seed.workspaceId }, source);
    },
    /** Signs a person in without the form, with the second factor just given. */
    async openSession({ name }: Person, userAgent = ""): Promise<OpenedSession> {
      const user = { id: await userId(name) };
      const whose = { userId: user.id, workspaceId: seed.workspaceId, address: "127.0.0.1", userAgent };
      return inDatabase(db, async (tx) => {
        const opened = await openSession(tx, { ...whose, epoch: await epochOf(tx, user.id), level: "full" });
        const purpose = { action: "change_factors", subjectId: user.id } as const;
        await grantStepUp(tx, { sessionId: opened.session.id, purpose, factor: "totp" });
        return opened;
      });
    },
    /** A code that was not used yet: the clock is advanced by one step first. */
    async code(person: Person): Promise<string> {
      aheadMs += 30_000;
      return generate({ secret: person.totpSecret, epoch: Math.floor(clock.now() / 1_000) });
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Instance = Awaited<ReturnType<typeof openInstance>>;

/** The browser of the run and a service of their own, for all tests of a file; what a test opened is closed after it. */
export async function useInstance(options?: InstanceOptions): Promise<{ browser: Browser; instance: Instance }> {
  const browser = await openBrowser();
  const instance = await openInstance(options);
  afterEach(async ({ task }) => {
    for (const context of browser.contexts()) {
      if (task.result?.state === "fail") for (const page of context.pages()) console.log(await textOf(page));
      await context.close();
    }
  });
  afterAll(async () => {
    await browser.close();
    await instance.close();
  });
  return { browser, instance };
}

/** What a page shows, for the report of a test that failed. */
async function textOf(page: Page): Promise<string> {
  return `${page.url()}\n${await page.innerText("body", { timeout: 1_000 }).catch(String)}`;
}

/** Signs a person in on a page, as they would by hand. */
export async function signIn(instance: Instance, page: Page, person: Person): Promise<void> {
  if (!page.url().includes("/app/signin")) await page.goto(`${instance.baseUrl}/app/signin`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill(await instance.code(person));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => !/signin|second-factor/.test(url.pathname));
}

/** Opens a page whose person is signed in, without the form. */
export async function openPageAs(
  browser: Browser,
  instance: Instance,
  { name, ...options }: BrowserContextOptions & { readonly name: string },
): Promise<Page> {
  const { cookie } = await instance.openSession(instance.person(name), options.userAgent);
  const context = await browser.newContext(options);
  await context.addCookies([
    { name: "greenroom", value: cookie, url: instance.baseUrl, httpOnly: true, sameSite: "Lax" },
  ]);
  return context.newPage();
}

/** Records what a page must never do: open dialogs, and send requests to another origin. */
export function watch(
  context: BrowserContext,
  baseUrl: string,
): { readonly dialogs: string[]; readonly crossOrigin: string[] } {
  const seen = { dialogs: [] as string[], crossOrigin: [] as string[] };
  context.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(baseUrl)) seen.crossOrigin.push(request.url());
  });
  return seen;
}
