import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generate } from "otplib";
import type { BrowserContext, Page } from "playwright-core";
import { pino } from "pino";
import { compose } from "../../packages/service/compose.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { type Seed, seedDemo } from "../../packages/service/seed.ts";
import { insertSite } from "../../packages/service/store/sites.ts";
import { testSettings } from "../service/fixtures.ts";

type Person = Seed["users"][number];

/** A whole instance with the example people, one site and its repository. */
export interface Instance {
  readonly baseUrl: string;
  readonly seed: Seed;
  readonly context: Awaited<ReturnType<typeof compose>>["context"];
  readonly siteId: string;
  person(name: string): Person;
  /** Commits files to the site's repository. */
  commit(files: Readonly<Record<string, string>>): string;
  /** Deploys a commit as the workflow would, and waits for its end. */
  deploy(commitSha: string, branch?: string): Promise<string>;
  /** A code nobody used yet: time is turned on by a step first. */
  code(person: Person): Promise<string>;
  close(): Promise<void>;
}

const TITLE = "Nimbus docs";

export async function openInstance({ siteName = TITLE }: { readonly siteName?: string } = {}): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-browser-"));
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@greenroom.test", ...args], {
      cwd: repository,
      encoding: "utf8",
    }).trim();
  git("init", "-q", "-b", "main");
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + aheadMs };
  const settings = testSettings({
    dataDirectory: join(folder, "data"),
    host: "localhost",
    repositoryRoots: [folder],
    unsafeNoSandbox: true,
  });
  const service = await compose(settings, {
    environment: process.env,
    clock,
    log: pino({ level: process.env["GREENROOM_LOG_LEVEL"] ?? "silent" }),
  });
  const { context } = service;
  const seed = await seedDemo(context);
  const { baseUrl } = context.addresses;
  const site = await context.db.transaction().execute((tx) =>
    insertSite(tx, {
      workspaceId: seed.workspaceId,
      site: { projectId: seed.projectId, name: siteName, slug: "nimbus-docs", repositoryUrl: `file://${repository}` },
      at: new Date(clock.now()).toISOString(),
    }),
  );
  let deployed = 0;
  return {
    baseUrl,
    seed,
    context,
    siteId: site.id,
    person(name) {
      const person = seed.users.find((one) => one.name.startsWith(name));
      if (!person) throw new Error(`The seed has no ${name}.`);
      return person;
    },
    commit(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(repository, path)), { recursive: true });
        writeFileSync(join(repository, path), content);
      }
      git("add", ".");
      git("commit", "-q", "-m", "Change");
      return git("rev-parse", "HEAD");
    },
    async deploy(commitSha, branch = "main") {
      deployed += 1;
      const headers = {
        Authorization: `Bearer ${seed.tokens.pat}`,
        "Content-Type": "application/json",
        "Idempotency-Key": `browser-${deployed}`,
      };
      const body = JSON.stringify({ environment: "preview", commitSha, branch });
      const answer = await fetch(`${baseUrl}/sites/${site.id}/deploy`, { method: "POST", headers, body });
      const { data } = (await answer.json()) as { data: { id: string } };
      // The stream ends when the deployment does.
      await (await fetch(`${baseUrl}/deployments/${data.id}/events`, { headers })).text();
      return data.id;
    },
    async code(person) {
      aheadMs += 30_000;
      return generate({ secret: person.totpSecret, epoch: Math.floor(clock.now() / 1_000) });
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs a person in on a page, as they would by hand. */
export async function signIn(instance: Instance, page: Page, person: Person): Promise<void> {
  if (!page.url().includes("/app/signin")) await page.goto(`${instance.baseUrl}/app/signin`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill(await instance.code(person));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Notes what a page must never do on its own: dialogs, and requests to another origin. */
export function watch(
  context: BrowserContext,
  baseUrl: string,
): { readonly dialogs: string[]; readonly foreign: string[] } {
  const seen = { dialogs: [] as string[], foreign: [] as string[] };
  context.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(baseUrl)) seen.foreign.push(request.url());
  });
  return seen;
}
