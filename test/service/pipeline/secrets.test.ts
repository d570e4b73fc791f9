import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mostSpecific } from "../../../packages/service/domain/repository-path.ts";
import { createBuilds } from "../../../packages/service/pipeline/queue.ts";
import { readSecrets, Secrets, storedValues } from "../../../packages/service/pipeline/steps/secrets.ts";
import {
  chooseValues as choose,
  type Place,
  type StoredValue,
} from "../../../packages/service/pipeline/steps/values.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { commandLines, git, openBuildFixture, type BuildFixture } from "./build-fixture.ts";
import { sandboxes, startBuilds } from "./setup.ts";

describe("the credential of a repository", () => {
  const secrets = Secrets.parse({
    repositories: [
      { workspace: "w1", url: "https://git.example.com/", username: "all", password: "1" },
      { workspace: "w1", url: "https://git.example.com/team/", username: "team", password: "2" },
      { workspace: "w1", url: "https://git.example.com/team/one.git", username: "one", password: "3" },
      { workspace: "w2", url: "https://git.example.com/team", username: "second", password: "4" },
      { workspace: "w2", url: "https://GIT.example.com:8443/own/%61/", username: "port", password: "5" },
    ],
  });

  test.each([
    ["w1", "https://git.example.com/team/one", "one:3"],
    ["w1", "https://git.example.com/team/one.git", "one:3"],
    ["w1", "https://git.example.com/team/one/", "one:3"],
    ["w1", "https://GIT.Example.com:443/team/one.git", "one:3"],
    ["w1", "https://git.example.com/team/one/two", "team:2"],
    ["w1", "https://git.example.com/team/one.git.git", "team:2"],
    ["w1", "https://git.example.com/%74eam/other.git", "team:2"],
    ["w1", "https://git.example.com/x/../team/other", "team:2"],
    ["w1", "https://git.example.com/team", "all:1"],
    ["w1", "https://git.example.com/team.git", "all:1"],
    ["w1", "https://git.example.com/team-evil/one", "all:1"],
    ["w1", "https://git.example.com/teams/one", "all:1"],
    ["w1", "https://git.example.com/TEAM/one", "all:1"],
    ["w2", "https://git.example.com/team", "second:4"],
    ["w2", "https://git.example.com/team.git", "second:4"],
    ["w2", "https://git.example.com/team/one", "second:4"],
    ["w2", "https://git.example.com/team-evil/one", undefined],
    ["w2", "https://git.example.com/team/../other/one", undefined],
    ["w2", "https://git.example.com/team/%2E%2E/other/one", undefined],
    ["w2", "https://git.example.com/team/..%2fother/one", undefined],
    ["w2", "https://git.example.com/team/..%5cother/one", undefined],
    ["w2", "https://git.example.com/team/..\\other\\one", undefined],
    ["w2", "https://git.example.com/team/%252e%252e/other/one", undefined],
    ["w2", "https://git.example.com/team/..;/other/one", undefined],
    ["w2", "https://git.example.com/team//one", undefined],
    ["w2", "https://git.example.com//team/one", undefined],
    ["w2", "https://git.example.com/team/one//", undefined],
    ["w2", "https://git.example.com/team/%00/one", undefined],
    ["w2", "https://git.example.com/team/%ff/one", undefined],
    ["w2", "https://git.example.com./team/one", undefined],
    ["w2", "https://git.example.com:8443/team/one", undefined],
    ["w2", "https://git.example.com.evil.example/team/one", undefined],
    ["w2", "https://evil.example/git.example.com/team/one", undefined],
    ["w2", "https://git.example.com:8443/own/a/one", "port:5"],
    ["w3", "https://git.example.com/team/one", undefined],
    ["", "https://git.example.com/team/one", undefined],
  ])("for workspace '%s' and %s is %s", (workspaceId, text, expected) => {
    const ofWorkspace = secrets.repositories.filter(({ workspace }) => workspace === workspaceId);
    const found = mostSpecific(ofWorkspace, new URL(text))?.credential;
    expect(found && `${found.username}:${found.password}`).toBe(expected);
  });

  test.each([
    "http://git.example.com/team/",
    "https://user@git.example.com/team/",
    "https://user:password@git.example.com/team/",
    "https://git.example.com/team/?a",
    "https://git.example.com/team/#a",
    "https://git.example.com/team//",
    "https://git.example.com/a%2fb/",
    "git.example.com/team/",
    "*",
  ])("is refused for %s", (url) => {
    const given = { repositories: [{ workspace: "w", url, username: "u", password: "hidden-away" }] };
    const parsed = Secrets.safeParse(given);
    expect(parsed.success).toBe(false);
    expect(JSON.stringify(parsed.error)).not.toContain("hidden-away");
  });

  test("without a workspace, or with a word too many, is refused", () => {
    const credential = { url: "https://git.example.com/", username: "u", password: "p" };
    expect(Secrets.safeParse({ repositories: [credential] }).success).toBe(false);
    expect(Secrets.safeParse({ repositories: [{ ...credential, workspace: "w", host: "x" }] }).success).toBe(false);
  });
});

describe("the values of a build", () => {
  const names = ["ANY", "LIVE", "REVIEW", "RELEASE", "DEEP", "TWO", "NONE"];
  const secrets = Secrets.parse({
    variables: {
      s: [
        { name: "ANY", value: "any" },
        { name: "LIVE", value: "live", scope: ["production"] },
        { name: "REVIEW", value: "review", scope: ["previews"] },
        { name: "RELEASE", value: "release", scope: ["branch:release/*"] },
        { name: "DEEP", value: "deep", scope: ["branch:r**"] },
        { name: "TWO", value: "of production", scope: ["production"] },
        { name: "TWO", value: "of previews", scope: ["previews"] },
        { name: "UNNAMED", value: "not in the manifest" },
      ],
      other: [{ name: "NONE", value: "of another site" }],
    },
  });
  const where = { slug: "docs", page: "https://green.example/app/sites/s/variables" };
  const chooseValues = (
    from: Secrets,
    { siteId, ...asked }: { readonly siteId: string; readonly names: readonly string[]; readonly place: Place },
  ) =>
    choose(
      storedValues(from, siteId).map((value): StoredValue => ({ ...value, hidden: true })),
      { ...asked, where },
    );
  const on = (branch: string | undefined, isDefault: boolean | undefined): Place => ({
    kind: "verified",
    branch,
    isDefault,
  });

  test.each([
    ["the default branch", on("main", true), ["any", "live", "of production"]],
    ["the default branch, whose name is not known", on(undefined, true), ["any", "live", "of production"]],
    ["another branch", on("feature", false), ["any", "review", "of previews"]],
    ["a branch of a pattern", on("release/1", false), ["any", "review", "release", "deep", "of previews"]],
    ["a branch a pattern does not reach", on("release/1/x", false), ["any", "review", "deep", "of previews"]],
    ["a branch that only begins or ends alike", on("xrelease/1", false), ["any", "review", "of previews"]],
    ["a branch, where the default one is not known", on("main", undefined), ["any"]],
    ["no verified branch", { kind: "unverified", reason: "no branch was named" } as const, []],
  ])("of %s are those its scope covers", (_what, place, expected) => {
    const { build, install, missing } = chooseValues(secrets, { siteId: "s", names, place });
    expect(Object.values(build)).toEqual(expected);
    expect(install).toEqual({});
    expect(missing).toHaveLength(names.length - expected.length);
  });

  test("that it does not get are named with the reason and what to do", () => {
    const { missing } = chooseValues(secrets, {
      siteId: "s",
      names: ["LIVE", "NONE", "REVIEW"],
      place: on("feature", false),
    });
    expect(missing).toEqual([
      {
        variable: "LIVE",
        message: `Set 'LIVE', which greenroom.json lists, for preview builds at ${where.page}, or with 'greenroom variables set docs LIVE': it is set for production, and this is a build of feature.`,
      },
      {
        variable: "NONE",
        message: `Set 'NONE', which greenroom.json lists, for preview builds at ${where.page}, or with 'greenroom variables set docs NONE': the site has no variable of this name.`,
      },
    ]);
  });

  test("tell a commit of no branch nothing about what is stored", () => {
    const place = { kind: "unverified", reason: "no branch was named" } as const;
    const said = (name: string) =>
      chooseValues(secrets, { siteId: "s", names: [name], place }).missing.map(({ message, ...rest }) => ({
        ...rest,
        message: message.replace(name, "NAME"),
      }));
    expect(said("LIVE")).toEqual(said("NONE"));
    expect(said("LIVE")[0]).not.toHaveProperty("variable");
    expect(said("LIVE")[0]?.message).toContain(
      "Take 'NAME' out of 'environment' in greenroom.json when the build can do without it: values go only to commits that the service sees on a branch",
    );
  });

  test.each([
    [{ name: "A", value: "v", scopes: ["production"] }],
    [{ name: "A", value: "v", scope: ["prod"] }],
    [{ name: "A", value: "v", scope: ["branch:"] }],
    [{ name: "A", value: "v", scope: "production" }],
    [{ name: "A=B", value: "v" }],
    [{ name: "A", value: "hidden\0--bind" }],
  ])("are refused as %j", (value) => {
    const parsed = Secrets.safeParse({ variables: { s: [value] } });
    expect(parsed.success).toBe(false);
    expect(JSON.stringify(parsed.error)).not.toContain("hidden");
  });

  test("are found by no name of an object's own", () => {
    const place = on("main", true);
    for (const siteId of ["__proto__", "constructor", "toString"]) {
      const { build } = chooseValues(secrets, { siteId, names: ["constructor", "name", "ANY"], place });
      expect(build).toEqual({});
    }
  });
});

describe.each([...(await sandboxes()), "no sandbox"])("a build in %s", (sandbox) => {
  const unsafeNoSandbox = sandbox === "no sandbox";
  let fixture: BuildFixture;

  beforeAll(async () => {
    fixture = await startBuilds({ settings: { unsafeNoSandbox } });
  });

  afterAll(() => fixture.close());

  /** A site that publishes what each step sees. */
  async function openSite(): Promise<string> {
    const show = (step: string) => `mkdir -p out; env | grep -a '^V_' | sort > out/${step}.txt; true`;
    const manifest = {
      installCommand: show("install"),
      buildCommand: show("build"),
      output: "out",
      environment: ["V_MODE", "V_TOKEN"],
    };
    const { path, url } = fixture.repository({ "greenroom.json": JSON.stringify(manifest), "out/index.html": "x" });
    git(path, "branch", "feature");
    const id = await fixture.siteOf(url);
    fixture.storeSecrets({
      variables: {
        [id]: [
          { name: "V_MODE", value: "live-secret", scope: ["production"] },
          { name: "V_MODE", value: "review-secret", scope: ["previews"] },
          { name: "V_TOKEN", value: "token-secret", install: true },
        ],
      },
    });
    return id;
  }

  async function seen(id: string, fields: Partial<DeploymentRow>): Promise<{ install: string; build: string }> {
    const row = await fixture.built(id, fields);
    expect(row.error_code).toBeNull();
    const text = async (step: string) =>
      (await fixture.get(row.preview_label ?? "", `/${step}.txt`)).text.trim().replaceAll("\n", " ");
    return { install: await text("install"), build: await text("build") };
  }

  test("gets the values of its branch, and in the install step those that are for it", async () => {
    const id = await openSite();
    const live = { install: "V_TOKEN=token-secret", build: "V_MODE=live-secret V_TOKEN=token-secret" };
    const review = { install: "V_TOKEN=token-secret", build: "V_MODE=review-secret V_TOKEN=token-secret" };
    const found = [await seen(id, { branch: "main" }), await seen(id, { branch: "feature" })];
    expect(found).toEqual([live, review]);
  });

  test("shows its values in the arguments of no process", async () => {
    const id = await openSite();
    const manifest = { buildCommand: "echo begun; sleep 4329", output: ".", environment: ["V_MODE"] };
    const { url } = fixture.repository({ "greenroom.json": JSON.stringify(manifest), "index.html": "x" });
    await fixture.db.updateTable("sites").set({ repository_url: url }).where("id", "=", id).execute();
    const deployment = await fixture.accept(id, { branch: "main" });
    const row = await fixture.logged(deployment, "build: begun");
    expect(row.error_code).toBeNull();
    const lines = commandLines();
    expect(lines.filter((line) => line.includes("live-secret"))).toEqual([]);
    expect(lines.some((line) => line.includes("sleep 4329"))).toBe(true);
    await fixture.cancel(deployment);
  });
});

describe("the start of the service", () => {
  test("says what of secrets.json is wrong, and no secret", async () => {
    await using fixture = await openBuildFixture();
    const file = join(fixture.context.settings.dataDirectory, "secrets.json");
    const said: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void said.push(line) });
    const started = async (text: string): Promise<string> => {
      writeFileSync(file, text);
      said.length = 0;
      const builds = createBuilds({ ...fixture.context, log });
      builds.start();
      await vi.waitFor(() => expect(said).not.toEqual([]), 60_000);
      await builds.stop();
      return said.join("\n");
    };
    for (const text of ['{"variables": {"s": [{"name": 1, "value": "hidden-away"}]}}', "{ hidden-away"]) {
      const about = await started(text);
      expect(about).toContain("secrets.json in the data folder");
      expect(about).not.toContain("hidden-away");
    }
    await expect(readSecrets(fixture.context.settings.dataDirectory)).rejects.toThrow(/not JSON/);
  });
});
