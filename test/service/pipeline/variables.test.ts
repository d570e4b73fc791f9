import { describe, expect, test } from "vitest";
import type { SetVariable } from "../../../packages/contract/index.ts";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { secretsOf } from "../../../packages/service/pipeline/source/remote.ts";
import { Redactor } from "../../../packages/service/pipeline/steps/redact.ts";
import { storedValuesOf } from "../../../packages/service/pipeline/steps/stored-values.ts";
import { chooseValues, valuesFor, type Place } from "../../../packages/service/pipeline/steps/values.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { setVariable } from "../../../packages/service/store/sites/variables.ts";
import { type Files, git } from "./build-fixture.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile({ environment: { ...process.env, GREENROOM_SECRET: "not for builds" } });
const workspaceId = await fixture.workspace();
const userId = workspaceId;
const standing = { epoch: 1, confirmed: 1, factors_confirmed: 1 } as const;
const user = { id: userId, email: "ada@example.com", name: "Ada", ...standing, created_at: new Date().toISOString() };
await fixture.db.insertInto("users").values(user).execute();

async function setFor(siteId: string, ...variables: readonly SetVariable[]): Promise<void> {
  const { db, context } = fixture;
  const actor: SessionActor = {
    kind: "session",
    workspaceId,
    sessionId: "s",
    userId,
    epoch: 1,
    name: "Ada",
    role: "developer",
  };
  const site = await db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  for (const variable of variables) {
    await inWorkspace(db, workspaceId, (tx) => setVariable(tx, actor, site, variable, context.settings));
  }
}

/** A site that publishes its environment. */
async function openSite(files: Files = {}, manifest: Readonly<Record<string, unknown>> = {}) {
  const show = { buildCommand: "mkdir -p out; env | sort > out/index.html", output: "out", ...manifest };
  const repository = fixture.repository({ "greenroom.json": JSON.stringify(show), ...files });
  git(repository.path, "branch", "feature");
  return { ...repository, id: await fixture.site(workspaceId, repository.url) };
}

async function build(id: string, fields: Partial<DeploymentRow> = {}) {
  const row = await fixture.built(id, fields);
  const { text } = await fixture.get(row.preview_label ?? "", "/");
  const log = (await fixture.logLines(row.id)).join("\n");
  return { row, log, env: new Map(text.split("\n").map((line) => line.split(/=(.*)/s, 2) as [string, string])) };
}

describe("a build", () => {
  test("learns its commit, branch, pull request, site, environment and URL, and keeps tools from telling their makers", async () => {
    const { id, sha } = await openSite();
    const { row, env } = await build(id, { branch: "feature", pull_request_number: 7 });
    expect(Object.fromEntries([...env].filter(([name]) => /^GREENROOM(?!_BUILD)/.test(name)))).toEqual({
      GREENROOM: "1",
      GREENROOM_COMMIT_SHA: sha,
      GREENROOM_BRANCH: "feature",
      GREENROOM_PULL_REQUEST: "7",
      GREENROOM_SITE: expect.any(String),
      GREENROOM_ENVIRONMENT: "preview",
      GREENROOM_PREVIEW_URL: `http://${row.preview_label}.preview.localhost:${fixture.port}/`,
    });
    expect([...env.values()]).not.toContain("not for builds");
    expect(env.has("CI")).toBe(true);
    // A host that is not on the list would be named where the build fails.
    expect(Object.fromEntries([...env].filter(([name]) => /TRACK|TELEMETRY|ANALYTICS/.test(name)))).toEqual({
      ASTRO_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
      GATSBY_TELEMETRY_DISABLED: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      NG_CLI_ANALYTICS: "false",
      NUXT_TELEMETRY_DISABLED: "1",
      OBSERVABLE_TELEMETRY_DISABLE: "true",
      STORYBOOK_DISABLE_TELEMETRY: "1",
    });
  });

  test("finds its commit in git, and no other", async () => {
    const types = "git cat-file --batch-all-objects --batch-check='%(objecttype)'";
    const asks = ["git log -1 --format=%H%n%s -- a.txt", "git status --porcelain", `${types} | sort | uniq -c`];
    const buildCommand = `(${asks.join("; ")}) > "$TMPDIR/said" 2>&1; mkdir out; mv "$TMPDIR/said" out/index.html`;
    const { id, path, sha } = await openSite({ "a.txt": "a" }, { buildCommand });
    fixture.commit(path, { "a.txt": "b" });
    const { row } = await build(id, { commit_sha: sha, branch: "main" });
    const { text } = await fixture.get(row.preview_label ?? "", "/");
    expect(text.split(/\s+/)).toEqual([sha, "change", "2", "blob", "1", "commit", "1", "tree", ""]);
  });

  test("of the default branch is one for production, whether or not the branch is named", async () => {
    const { id } = await openSite();
    for (const fields of [{}, { branch: "main" }]) {
      const { env } = await build(id, fields);
      expect([env.get("GREENROOM_ENVIRONMENT"), env.get("GREENROOM_BRANCH")]).toEqual(["production", "main"]);
      expect(env.has("GREENROOM_PULL_REQUEST")).toBe(false);
    }
  });

  test("gets the variables of its environment without listing them, and no secret is in its log", async () => {
    const buildCommand =
      'mkdir -p out; env | sort > out/index.html; echo "$KEY"; printf "user:%s" "$KEY" | base64; echo "$URL"';
    const { id } = await openSite({}, { buildCommand });
    await setFor(
      id,
      { name: "KEY", value: "a-secret-of-production", environment: "production" },
      { name: "KEY", value: "a-secret-of-previews", environment: "preview" },
      { name: "URL", value: "https://api.example", kind: "plain" },
    );
    const [main, feature] = [await build(id, { branch: "main" }), await build(id, { branch: "feature" })];
    expect([main.env.get("KEY"), feature.env.get("KEY")]).toEqual(["a-secret-of-production", "a-secret-of-previews"]);
    expect(main.log).toContain("system: Values: KEY (production), URL (all)");
    expect(feature.log).toContain("build: https://api.example");
    for (const { log } of [main, feature]) {
      expect(log).toContain("build: ***");
      expect(log).not.toContain("a-secret-of");
      expect(log).not.toContain(Buffer.from("a-secret-of").toString("base64").slice(2, 12));
    }
  });

  test("shows its install step the variables that are for it, which win over those that keep browsers from being downloaded", async () => {
    const installCommand = "env | sort > installed.txt";
    const buildCommand = "mkdir -p out; cp installed.txt out/index.html";
    const { id } = await openSite({}, { installCommand, buildCommand });
    await setFor(
      id,
      { name: "V_BUILD", value: "one-secret" },
      { name: "V_BOTH", value: "another-secret", install: true },
      { name: "PUPPETEER_SKIP_DOWNLOAD", value: "no", kind: "plain", install: true },
    );
    const { env } = await build(id);
    expect([env.get("V_BUILD"), env.get("V_BOTH"), env.get("GREENROOM")]).toEqual([undefined, "another-secret", "1"]);
    const names = ["PUPPETEER_SKIP_DOWNLOAD", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "CYPRESS_INSTALL_BINARY"];
    expect(names.map((name) => env.get(name))).toEqual(["no", "1", "0"]);
  });

  test("that asks for a value that is not set ends before its first step, and says what to set where", async () => {
    const { id } = await openSite({}, { installCommand: "true", environment: ["API_URL", "KEY", "CI"] });
    await setFor(id, { name: "KEY", value: "only-live", environment: "production" });
    const { row, log } = await build(id, { branch: "feature" });
    expect(row.error_code).toBe("variable_missing");
    expect(row.error_message).toMatch(
      /^Set 'API_URL', which greenroom\.json lists, for preview builds at http:\/\/127\.0\.0\.1:\d+\/app\/sites\/[\w-]+\/variables, or with 'greenroom variables set s\w+ API_URL': the site has no variable of this name\. The log names 1 more\.$/,
    );
    expect(log).toMatch(/Set 'KEY'.*: it is set for production, and this is a build/);
    expect(log).not.toContain("$ true");
  });

  test("of a fork gets none, and neither does one that claims a branch", async () => {
    const { id, path } = await openSite();
    await setFor(
      id,
      { name: "KEY", value: "never-for-forks" },
      { name: "SHOWN", value: "never-for-forks", kind: "plain" },
    );
    git(path, "commit", "-q", "--allow-empty", "-m", "fork");
    const fork = git(path, "rev-parse", "HEAD");
    git(path, "update-ref", "refs/pull/1/head", fork);
    git(path, "reset", "-q", "--hard", "HEAD~1");
    for (const branch of [null, "main"]) {
      const { row, env, log } = await build(id, { commit_sha: fork, branch });
      expect([row.status, env.get("GREENROOM_ENVIRONMENT")]).toEqual(["ready", "preview"]);
      expect(`${[...env.values()].join(" ")}${log}`).not.toContain("never-for-forks");
    }
  });

  test("of another repository gets no secret that was set before", async () => {
    const { id } = await openSite();
    await setFor(id, { name: "KEY", value: "of-the-old-one" }, { name: "SHOWN", value: "plain-one", kind: "plain" });
    const elsewhere = await openSite({}, { environment: ["KEY"] });
    await fixture.db.updateTable("sites").set({ repository_url: elsewhere.url }).where("id", "=", id).execute();
    const { row, log } = await build(id);
    expect(row.error_message).toContain("it was set while the site had another repository, so it must be set again");
    expect(log).not.toContain("of-the-old-one");
    await setFor(id, { name: "KEY", value: "of-the-new-one" });
    expect((await build(id)).env.get("KEY")).toBe("of-the-new-one");
  });
});

test("of several values with one name the narrowest that covers a build is chosen, and the operator's is last", async () => {
  const id = await fixture.site(workspaceId, "file:///nowhere");
  await setFor(
    id,
    { name: "A", value: "all.", kind: "plain" },
    { name: "A", value: "preview.", kind: "plain", environment: "preview" },
    { name: "A", value: "pattern.", kind: "plain", environment: "branch:r**" },
    { name: "A", value: "longest.", kind: "plain", environment: "branch:release/*" },
  );
  fixture.storeSecrets({ variables: { [id]: ["A", "B"].map((name) => ({ name, value: "file." })) } });
  const stored = await storedValuesOf(fixture.context, id);
  const order = ["longest.", "pattern.", "preview.", "all.", "file.", "file."];
  expect(stored.map(({ value }) => value)).toEqual(order);
  const place: Place = { kind: "verified", branch: "release/x/1", isDefault: false };
  const where = { slug: "s", page: "p" };
  const { build: values } = chooseValues(stored, { names: ["A", "B"], place, where });
  expect(values).toEqual({ A: "pattern.", B: "file." });
});

test("a value that no one stored is missing for production on the default branch, and for previews on others", async () => {
  const missingOn = async (name: string) => {
    const question = { names: ["A"], branch: { kind: "branch", name }, defaultBranch: async () => "main" } as const;
    const { missing } = await valuesFor([], question, { slug: "s", page: "p" });
    return missing[0]?.message;
  };
  expect(await missingOn("main")).toContain("for production builds");
  expect(await missingOn("other")).toContain("for preview builds");
});

describe("a secret in a log", () => {
  const secret = 'Z9?"key/with+signs and\nsecond-line';

  test.each([
    ["as it is", `x ${secret} y`],
    ["one of its lines", "second-line"],
    ["base64 within other text", Buffer.from(`user:${secret}`).toString("base64")],
    ["base64 of one of its lines", Buffer.from('Z9?"key/with+signs and').toString("base64url")],
    ["as in a URL", `?k=${encodeURIComponent(secret)}`],
    ["as in JSON", JSON.stringify({ secret })],
    ["in capitals", `x ${secret.toUpperCase()} y`],
    ["in hexadecimal", Buffer.from(secret).toString("hex")],
    ["in hexadecimal capitals", Buffer.from(secret).toString("hex").toUpperCase()],
  ])("is hidden %s", (_how, text) => {
    const shown = new Redactor([secret]).hide(text);
    expect(shown).toContain("***");
    expect(shown).not.toMatch(/key|second|U2Vj|c2Vjb25k|a2V5|SECOND|7365636f|7365636F/);
  });

  test("such as the credential of a repository is hidden where its host repeats the request", () => {
    const sent = Buffer.from("bot:pass word/1").toString("base64");
    const remote = { url: "https://git.example/a.git", protocol: "https", config: [] } as const;
    const redactor = new Redactor(secretsOf({ ...remote, authorization: `Basic ${sent}` }));
    for (const said of [sent, "bot:pass word/1", "pass word/1", Buffer.from("x:pass word/1").toString("base64")]) {
      expect(redactor.hide(`remote: you sent ${said}`)).toContain("***");
      expect(redactor.hide(`remote: you sent ${said}`)).not.toContain(said);
    }
  });

  test("that overlaps another is hidden with it, whole", () => {
    expect(new Redactor(["abcdef", "defghi"]).hide("x abcdefghi abcdef y")).toBe("x *** *** y");
  });

  test("of fewer than four characters hides nothing of ordinary text", () => {
    expect(new Redactor(["a", "", "abc"]).hide("abc banana")).toBe("abc banana");
  });
});
