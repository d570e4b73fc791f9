import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createComment } from "../../packages/service/store/comments/write.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { decideDeviceGrant, findByUserCode } from "../../packages/service/store/people/device-grants.ts";
import { accepting, RECORD, scriptedService } from "../e2e/scripted-service.ts";
import { signIn } from "../request-as-person.ts";
import { openFixture } from "./command.ts";

const fixture = await openFixture();
afterAll(() => fixture.close());

async function json(line: string): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await fixture.run(`${line} --json`);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("deploy", () => {
  let id = "";

  it("finds site, branch and commit in the checkout and shows the log until the preview is ready", async () => {
    const { code, stdout, stderr } = await fixture.run("deploy --follow");
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/queued\n[^]*building after \d+ s\n── \w+\n[^]*ready after \d+ s/),
    });
    expect(stdout).toMatch(/Stored 1 file[^]*status +ready\npreview +http:\/\/docs-/);
    // Who wants to release it asks on its page.
    expect(stdout).toMatch(/took +\d+ s\nrelease at +http:\/\/\S+\/app\/deployments\/dep_\w+\n$/);
    id = /dep_\w+/.exec(stdout)?.[0] ?? "";
  });

  it("reuses the deployment when the command runs again", async () => {
    const again = await json("deploy docs");
    expect(again).toMatchObject({ reused: true, deployment: { id, status: "ready", branch: "main" } });
  });

  it("takes a site as runs name it, and no other workspace than that of the token", async () => {
    const { workspace } = z.object({ workspace: z.object({ slug: z.string() }) }).parse(await json("whoami"));
    expect(await json(`deploy ${workspace.slug}/docs`)).toMatchObject({ reused: true, deployment: { id } });
    expect(await fixture.run("deploy elsewhere/docs")).toMatchObject({ code: 2 });
  });

  it("creates a new one with --force-new", async () => {
    const other = await json("deploy docs --force-new");
    expect(other).toMatchObject({ reused: false });
    expect(other["deployment"]).not.toMatchObject({ id });
    const created = other["deployment"] as { id: string };
    expect(await fixture.run(`follow ${created.id}`)).toMatchObject({ code: 0 });
  });

  it("names the pull request that it is given, or that its workflow runs for", async () => {
    await using service = await scriptedService(accepting({ status: "ready" }));
    const env = { GREENROOM_URL: service.baseUrl, GREENROOM_TOKEN: "sk_test_0123456789abcdef" };
    const deploy = ["deploy", RECORD.siteId];
    const named = ["--pull-request", "7", "--title", "Open\nthe \u202ebox office"];
    const workflow = { ...env, GITHUB_ACTIONS: "true", GITHUB_REF: "refs/pull/8/merge" };
    await fixture.run([...deploy, ...named], workflow);
    await fixture.run(deploy, workflow);
    await fixture.run(deploy, { ...env, GITHUB_ACTIONS: "true", GITHUB_REF: "refs/heads/refs/pull/9/merge" });
    const posts = service.seen.filter(({ method }) => method === "POST");
    expect(posts.map(({ headers }) => headers["greenroom-pull-request"])).toEqual([
      '7;title=%"Open the box office"',
      "8",
      undefined,
    ]);
    expect(new Set(posts.map(({ headers, body }) => `${String(headers["idempotency-key"])} ${body}`)).size).toBe(1);
    expect(await fixture.run([...deploy, "--pull-request", "0"])).toMatchObject({ code: 2 });
  });

  it("uploads a folder once, names its page, but promises no release of it", async () => {
    const folder = join(fixture.folder, "built");
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "<h1>Built</h1>");
    const { code, stdout, stderr } = await fixture.run(`deploy docs --prebuilt ${folder} --follow`);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("released there only if the site's setting 'prebuilt' is 'allowed'"),
    });
    expect(stderr).toContain("Uploading 1 of 1 files, 14 bytes.");
    expect(stdout).toMatch(/\npage +http:\/\/\S+\/app\/deployments\/dep_\w+\n$/);
    const again = await fixture.run(`deploy docs --prebuilt ${folder} --json`);
    expect(JSON.parse(again.stdout)).toMatchObject({ reused: true, deployment: { status: "ready" } });
    expect(again.stderr).not.toContain("Uploading");
  });

  it("ends with 1 when the build fails, and prints the reason and a hint", async () => {
    const { code, stdout } = await fixture.run("deploy docs --commit 0123456789abcdef --follow");
    expect(code).toBe(1);
    expect(stdout).toMatch(/status +failed\nerror +\w+: .+\nhint +\w/);
  });
});

describe("follow", () => {
  it("prints one line of JSON per event and the record at the end", async () => {
    const { id } = (await json("deploy docs"))["deployment"] as { id: string };
    const { code, stdout } = await fixture.run(`follow ${id} --json`);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(events.some(({ kind }) => kind === "log")).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: "end", how: "terminal", deployment: { id, status: "ready" } });
  });

  it("ends a failed build with its first error: place, lines around it, hint and log", async () => {
    const diagnostic = {
      file: "src/a.ts",
      line: 10,
      column: 5,
      message: "TS2304: Cannot find name 'x'.",
      hint: "Declare it.",
    };
    const failed = {
      status: "failed",
      error: { code: "build_failed", message: "The build command failed." },
      diagnostics: [
        { ...diagnostic, excerpt: ["// nine", "y = x;\u001b[2J"], excerptStart: 9 },
        { message: "another" },
      ],
      webUrl: "https://greenroom.example/app/deployments/dep_scripted1",
    };
    await using service = await scriptedService(accepting(failed));
    const { code, stdout } = await fixture.run(`follow ${RECORD.id}`, { GREENROOM_URL: service.baseUrl });
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        "id      dep_scripted1",
        "status  failed",
        "error   build_failed: The build command failed.",
        "reason  src/a.ts:10:5: TS2304: Cannot find name 'x'.",
        "hint    Declare it.",
        "log     https://greenroom.example/app/deployments/dep_scripted1",
        "   9 | // nine",
        "> 10 | y = x;",
        "",
      ].join("\n"),
    );
  });

  it("ends a preview that may be incomplete with its warnings", async () => {
    const diagnostics = [
      { level: "warning", code: "missing_files", message: "The home page refers to '/a'.", hint: "Commit it." },
      { level: "warning", code: "lfs_pointers", message: "A pointer." },
    ];
    await using service = await scriptedService(
      accepting({ status: "ready", previewUrl: "https://dep.preview.example/", diagnostics }),
    );
    const { code, stdout } = await fixture.run(`follow ${RECORD.id}`, { GREENROOM_URL: service.baseUrl });
    expect(code).toBe(0);
    expect(stdout).toMatch(/warning +The home page refers to '\/a'\. Commit it\.\nwarning +A pointer\.\n/);
    expect(stdout).not.toMatch(/^(?:reason|hint)/m);
  });

  it("shows a record whose diagnostics it cannot read without them", async () => {
    await using service = await scriptedService(
      accepting({ status: "failed", diagnostics: "all", aliases: 7, webUrl: [] }),
    );
    const { code, stdout } = await fixture.run(`follow ${RECORD.id}`, { GREENROOM_URL: service.baseUrl });
    expect([code, stdout]).toEqual([1, "id      dep_scripted1\nstatus  failed\n"]);
  });
});

describe("sites", () => {
  it("keep previews and releases for ever when an edit says never and all", async () => {
    const site = { id: RECORD.siteId, slug: "docs" };
    await using service = await scriptedService(({ path }) => ({
      status: 200,
      body: { ok: true, data: path === "/sites" ? [site] : site },
    }));
    const edit = async (limits: string) => {
      const url = { GREENROOM_URL: service.baseUrl };
      expect(await fixture.run(`sites edit docs ${limits}`, url)).toMatchObject({ code: 0 });
      return JSON.parse(service.seen.findLast(({ method }) => method === "PATCH")?.body ?? "") as unknown;
    };
    const forEver = { previewExpiryDays: null, keptReleases: null };
    expect(await edit("--preview-expiry never --kept-releases all")).toEqual(forEver);
    const bounded = { previewExpiryDays: 14, keptReleases: 0 };
    expect(await edit("--preview-expiry 14 --kept-releases 0")).toEqual(bounded);
  });

  it("are created in the only project, shown, archived after confirmation, and restored", async () => {
    expect(await json("sites create --name Shop --slug shop")).toMatchObject({ slug: "shop" });
    const declined = await fixture.run("sites archive shop");
    expect(declined).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await json("sites show shop")).toMatchObject({ status: "active" });
    expect(await json("sites archive shop --yes")).toMatchObject({ status: "archived" });
    expect(await json("sites list --archived")).toMatchObject([{ slug: "shop" }]);
    expect(await json("sites restore shop")).toMatchObject({ status: "active" });
  });
});

describe("deployments", () => {
  it("are listed by site and status, shown, and not canceled after they have finished", async () => {
    const ready = (await json("deployments list --site docs --status ready")) as unknown as {
      id: string;
    }[];
    expect(ready.length).toBeGreaterThanOrEqual(2);
    const [newest] = ready;
    const one = await fixture.run("deployments list --limit 1");
    expect(one.stdout).toMatch(/^STATUS +SITE +ENVIRONMENT[^\n]*\n\w+ +docs /);
    expect(one.stdout.trim().split("\n")).toHaveLength(2);
    expect(await json("deployments list --since 2999-01-01")).toEqual([]);
    expect(await json(`deployments show ${newest?.id}`)).toMatchObject({ environment: "preview" });
    const canceled = await fixture.run(`deployments cancel ${newest?.id}`);
    expect(canceled).toMatchObject({ code: 1, stderr: expect.stringContaining("already ended") });
  });
});

describe("approvals", () => {
  it("are requested, listed, shown, and opened in a browser", async () => {
    const { id } = (await json("deploy docs"))["deployment"] as { id: string };
    const requested = await json(`approvals request ${id} --reason Autumn`);
    expect(requested["webApprovalUrl"]).toContain(`${fixture.baseUrl}/app/approvals/apr_`);
    const [listed] = (await json("approvals list --status pending")) as unknown as { id: string }[];
    expect(await json(`approvals show ${listed?.id}`)).toMatchObject({ reason: "Autumn", status: "pending" });

    const [browser, seen] = [join(fixture.folder, "browser"), join(fixture.folder, "seen")];
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`);
    chmodSync(browser, 0o755);
    const opened = await fixture.run(`approvals open ${listed?.id}`, { BROWSER: browser });
    expect(opened).toMatchObject({ code: 0, stdout: `${String(requested["webApprovalUrl"])}\n` });
    await expect.poll(() => readFileSync(seen, "utf8")).toBe(requested["webApprovalUrl"]);
    const printed = await fixture.run(`approvals open ${listed?.id}`);
    expect(printed).toMatchObject({ code: 0, stdout: `${String(requested["webApprovalUrl"])}\n` });
  });
});

describe("trust", () => {
  it("shows that a rule without an event is not for every run", async () => {
    const issue = "admin token issue --workspace Demo --name owner --email noor@greenroom.test --realm test";
    const owner = { GREENROOM_TOKEN: (await fixture.run(`${issue} --data ${fixture.data}`)).stdout.trim() };
    const added = await fixture.run("trust add docs acme/site --repository-id 4711 --ref refs/heads/main", owner);
    expect(added.stdout).toMatch(/^only +ref refs\/heads\/main, event any usual one$/m);
    await fixture.run("trust add docs acme/shop --repository-id 4712 --event push", owner);
    const { stdout } = await fixture.run("trust list docs", owner);
    expect(stdout).toMatch(/acme\/site +ref refs\/heads\/main, event any usual one/);
    expect(stdout).toMatch(/acme\/shop +event push/);
  });
});

describe("targets", () => {
  it("are created, changed, listed, and removed when no site uses them; their settings come from a file", async () => {
    const config = join(fixture.folder, "config.json");
    writeFileSync(config, JSON.stringify({ region: "eu" }));
    const made = "--name Local --provider local --mode managed --runtime static";
    const target = await json(`targets create ${made} --config-file ${config}`);
    const id = String(target["id"]);
    expect(await json(`targets update ${id} --name Here --default`)).toMatchObject({
      name: "Here",
      isDefault: true,
    });
    expect(await json("targets list")).toMatchObject([{ id, name: "Here" }]);
    expect((await fixture.run("targets capabilities")).stdout).toMatch(/PROVIDER[^]*local +managed +static +yes/);
    expect(await fixture.run(`targets remove ${id} --yes`)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/use/),
    });
    expect(await json(`targets update ${id} --no-default`)).toMatchObject({ isDefault: false });
    expect(await json(`targets remove ${id} --yes`)).toEqual({ id, deleted: true });
  });
});

describe("whoami, tokens and doctor", () => {
  it("describe the token without revealing it", async () => {
    const results = await Promise.all([fixture.run("whoami"), fixture.run("tokens"), fixture.run("doctor docs")]);
    for (const { code, stdout, stderr } of results) {
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout + stderr).not.toContain(fixture.seed.tokens.pat);
      expect(stdout).toContain(`sk_test_…${fixture.seed.tokens.pat.slice(-4)}`);
    }
    expect(results[0]?.stdout).toMatch(/allowance +unlimited sites/);
  });

  it("the doctor reports every check by name", async () => {
    const checks = (await json("doctor docs")) as unknown as { name: string; state: string }[];
    const names = "address token service workspace site scopes builds reviews stream tools";
    expect(checks.map(({ name }) => name).join(" ")).toBe(names);
    expect(checks.filter(({ state }) => state === "fail")).toEqual([]);
  });
});

describe("comments", () => {
  it("lists what people wrote, reads one thread whole, replies, and says which commit did it", async () => {
    const { context } = fixture.service;
    const { deployment } = z.object({ deployment: z.looseObject({ id: z.string() }) }).parse(await json("deploy docs"));
    const ada = await context.db
      .selectFrom("users")
      .select("id")
      .where("email", "like", "ada@%")
      .executeTakeFirstOrThrow();
    const by = await signIn(context, { userId: ada.id, workspaceId: fixture.seed.workspaceId }, "owner", "Ada");
    const body = "Too \u001b[31msmall";
    const place = { deploymentId: deployment.id, path: "/", body, blocks: true };
    const { id } = await createComment(context.db, by, fixture.siteId, place);
    for (let n = 1; n <= 12; n += 1) await fixture.run(["comments", "reply", "docs", id, `Answer ${n}`]);
    const { stdout } = await fixture.run("comments list docs");
    expect(stdout).toMatch(
      /status +open, blocks the release\n[^]* {2}Ada: Too small\n {2}… 3 more with --thread cmt_\w+\n {2}.+ \(agent\): Answer 4\n/,
    );
    expect((await fixture.run(`comments list docs --thread ${id}`)).stdout).toContain("Answer 1\n");
    const proposed = await json(`comments resolve docs ${id} --commit c0fa8e29`);
    expect(proposed).toMatchObject({ status: "open", proposed: { commit: "c0fa8e29" } });
    expect((await fixture.run("comments list docs")).stdout).toMatch(/waits +for a person to accept/);
    expect((await fixture.run("comments list docs --status resolved")).stdout).toBe("No comments.\n");
    expect(await json("comments list docs")).toMatchObject({ nextCursor: null, threads: [{ id, commentsLeftOut: 3 }] });
  });
});

describe("open", () => {
  it("prints the URL when there is no browser", async () => {
    const site = { id: RECORD.siteId, slug: "docs", productionUrl: "https://docs.example/" };
    const data = { ...site, publishedAt: "2026-03-01T12:00:00.000Z" };
    await using live = await scriptedService(({ path }) => ({
      status: 200,
      body: { ok: true, data: path === "/sites" ? [data] : data },
    }));
    expect((await fixture.run("open docs", { GREENROOM_URL: live.baseUrl })).stdout).toBe("https://docs.example/\n");
    expect((await fixture.run("open")).stdout).toBe(`${fixture.baseUrl}/app\n`);
  });

  it("takes the latest preview of a site that was never published, which lists say so of", async () => {
    const { stdout } = await fixture.run("open docs");
    expect(stdout).toMatch(/^http:\/\/docs-\w+\.preview\.localhost:\d+\/\n$/);
    expect((await fixture.run("sites list")).stdout).toMatch(/^docs +Docs +not published yet /m);
    expect((await fixture.run("sites show docs")).stdout).toMatch(/production +http:\S+ \(not published yet\)/);
    await fixture.run("sites create --name Bare --slug bare");
    expect(await fixture.run("open bare")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("greenroom deploy bare"),
    });
    await fixture.run("sites archive bare --yes");
  });
});

describe("login", () => {
  it("saves the token of an allowed device, readable for the user alone, and logout deletes it", async () => {
    const signedOut = { GREENROOM_TOKEN: undefined };
    const running = fixture.start("login", signedOut);
    const printed = await running.printed("Enter it at");
    await allow(/Your code: (\S+)/.exec(printed)?.[1] ?? "");
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("Signed in to") });
    const file = join(fixture.folder, "config/greenroom/logins.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = /mcp_test_[\w-]+/.exec(readFileSync(file, "utf8"))?.[0] ?? "none";
    expect(stderr).not.toContain(token);
    const who = await fixture.run("whoami", { ...signedOut, GREENROOM_URL: undefined });
    expect(who).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/MCP token mcp_test_…[^]*from +greenroom login/),
    });
    expect(await fixture.run("logout", signedOut)).toMatchObject({ code: 0 });
    expect(await fixture.run("whoami", signedOut)).toMatchObject({ code: 4, stdout: "" });
  });
});

async function allow(code: string): Promise<void> {
  const { db } = fixture.service.context;
  const at = new Date().toISOString();
  const grant = await findByUserCode(db, code, at);
  const user = await db.selectFrom("users").select("id").where("email", "like", "ada@%").executeTakeFirstOrThrow();
  const by = { userId: user.id, epoch: 1, workspaceId: fixture.seed.workspaceId };
  const decision = { allow: true, by };
  await inDatabase(db, (tx) => decideDeviceGrant(tx, { ...decision, deviceCodeHash: grant?.device_code_hash ?? "" }));
}
