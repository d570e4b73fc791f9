import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { fetchPreview } from "../../packages/cli/demo/result.ts";
import { pullRequestEvent, startGithub } from "../../packages/testkit/github.ts";
import { runAction } from "../../packages/testkit/runner.ts";
import { type Page, readPages } from "../../scripts/docs.ts";
import { ON_SERVERS } from "../engines/servers.ts";
import { commitAll, openGuideFixture, type GuideFixture } from "./guide-fixture.ts";

const pages = readPages();
/** The machine may have more to do than these tests. */
const LIMIT_MS = 300_000;
const FIRST = "docs/guides/first-preview.md";

function page(path: string): Page {
  const found = pages.find((one) => one.path === path);
  if (found === undefined) throw new Error(`There is no ${path}`);
  return found;
}

const idOf = (list: string): string => `"$(${list} --json | node -p 'JSON.parse(fs.readFileSync(0))[0].id')"`;
const newestOf = (site: string): string => idOf(`greenroom deployments list --site ${site}`);

/** Guides about the sites that other guides make, with what their readers have before. */
const later: Readonly<
  Record<string, { readonly before: string; readonly replace?: Readonly<Record<string, string>> }>
> = {
  "docs/guides/values.md": {
    before: "echo 0123456789 > key.txt",
    // There is no terminal to confirm at.
    replace: { "variables delete shop API_URL": "variables delete shop API_URL --yes" },
  },
  "docs/guides/prebuilt.md": {
    before: `
      mkdir ../prebuilt && cd ../prebuilt
      git clone --quiet "$REPOSITORY" . && mkdir dist && cp index.html dist/
      echo '{ "name": "docs", "version": "1.0.0", "scripts": { "build": "true" } }' > package.json
      npm install --package-lock-only --offline --silent`,
  },
  "docs/guides/protected-previews.md": {
    before: `PREVIEW_URL="$(greenroom deployments list --site website --json | node -p 'JSON.parse(fs.readFileSync(0))[0].previewUrl')"`,
    replace: {
      dep_0123: newestOf("website"),
      // The reader stores what is printed.
      "greenroom preview-tokens create website --name playwright": `GREENROOM_PREVIEW_TOKEN="$(greenroom preview-tokens create website --name playwright --json | node -p 'JSON.parse(fs.readFileSync(0)).token')"`,
    },
  },
  "docs/guides/private-repositories.md": {
    before: `
      echo ghp_0123456789 > token.txt
      node -e 'process.stdout.write(crypto.generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" }))' > app.pem
      chmod 600 app.pem`,
  },
  "docs/guides/notices.md": {
    before: `echo https://hooks.slack.com/services/T0/B0/x > slack-url && chmod 600 slack-url && SITE_ID=${idOf("greenroom sites list")}`,
    replace: { "/run/slack-url": "slack-url", '"$CHANNEL_ID"': idOf("greenroom admin channel list") },
  },
};

/** Commands about a data folder: what is on servers is backed up by their own means. */
const OF_A_FOLDER = /greenroom admin (?:backup|restore) /;

/** What the reader of a page types with the store that is under test. */
function typed(guide: Page): Page {
  return ON_SERVERS ? { ...guide, blocks: guide.blocks.filter(({ code }) => !OF_A_FOLDER.test(code)) } : guide;
}

/** Pages whose commands need a service that runs; the first guide starts it. */
const others = pages.filter(
  ({ path, blocks }) => path !== FIRST && !Object.hasOwn(later, path) && blocks.some(({ mark }) => mark === "run"),
);

async function pageBehind(text: string): Promise<{ readonly status: number; readonly title: string | null }> {
  const address = /http:\S+-\w+\.preview\.localhost:\d+\//.exec(text)?.[0] ?? "no address";
  const { status, title } = await fetchPreview(address, AbortSignal.timeout(60_000));
  return { status, title };
}

let fixture: GuideFixture;
let printed: string;
/** What the other guides find: the service, data and token that the first one made. */
let env: Record<string, string>;

beforeAll(async () => {
  fixture = await openGuideFixture();
  printed = await fixture.type(page(FIRST), {
    after: 'echo "token=$GREENROOM_TOKEN"',
  });
  const token = /^token=(.*)$/m.exec(printed)?.[1] ?? "";
  env = {
    GREENROOM_URL: fixture.baseUrl,
    GREENROOM_TOKEN: token,
    GREENROOM_DATA: join(fixture.folder, "greenroom", "greenroom-data"),
  };
}, LIMIT_MS);
afterAll(() => fixture[Symbol.asyncDispose]());

describe("the first guide", () => {
  it("ends with a preview that answers", async () => {
    expect(await pageBehind(printed)).toEqual({ status: 200, title: "Docs" });
  });

  it("has a workflow that puts the address of the preview on the pull request", async () => {
    const [block] = page(FIRST).blocks.filter(({ language }) => language === "yaml");
    const workflow = parse(block?.code ?? "") as {
      readonly jobs: { readonly preview: { readonly steps: readonly [{ readonly with: Record<string, string> }] } };
    };
    const token = env["GREENROOM_TOKEN"] ?? "";
    const inputs = { ...workflow.jobs.preview.steps[0].with, "base-url": fixture.baseUrl, token };
    const headSha = commitAll(fixture.repository, "Add the workflow");
    const github = await startGithub({ pulls: [{ number: 7, headRef: "main", headSha }] });
    const [pull] = github.state.pulls;
    if (pull === undefined) throw new Error("The stand-in has no pull request");
    const event = pullRequestEvent(github, pull, "opened");
    const context = { apiUrl: github.apiUrl, token: github.token };
    const ran = await runAction({ actionYml: "action.yml", inputs, event, context, secrets: [token] });
    await github.close();
    expect({ conclusion: ran.conclusion, status: ran.outputs["status"] }).toEqual({
      conclusion: "success",
      status: "ready",
    });
    const bodies = github.state.comments.map(({ body }) => body);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain(ran.outputs["preview-url"]);
  });
});

describe("the commands of a guide", () => {
  it.concurrent.each(others)(
    "$path do what it says",
    async (guide) => {
      const replace = {
        "request DEPLOYMENT_ID": `request ${newestOf("docs")}`,
        "--workspace WORKSPACE_ID": `--workspace ${idOf("greenroom admin workspace list")}`,
      };
      expect(await fixture.type(typed(guide), { env, replace })).toContain(`@@ ${guide.path}`);
    },
    LIMIT_MS,
  );

  it("fail the test when they fail", async () => {
    const block = { language: "sh", code: "greenroom sites show nothing-like-it\n", line: 1, mark: "run" };
    const broken = { ...page(FIRST), blocks: [block] };
    await expect(fixture.type(broken, { env })).rejects.toThrow("nothing-like-it");
  });
});

describe("a repository with several sites", () => {
  it("builds the folder that the entry of a site names", async () => {
    const guide = page("docs/guides/several-sites.md");
    const listed = guide.blocks.findLast(({ mark }) => mark === "schema: greenroom.json")?.code ?? "";
    const shop = join(fixture.repository, "apps", "shop");
    mkdirSync(shop, { recursive: true });
    writeFileSync(join(fixture.repository, "greenroom.json"), listed);
    writeFileSync(join(shop, "page.html"), "<!doctype html><title>The shop</title><h1>The shop</h1>");
    const build = "mkdir dist && cp page.html dist/index.html";
    writeFileSync(join(shop, "package.json"), JSON.stringify({ scripts: { build } }));
    commitAll(fixture.repository, "Build by folder");
    const after = [
      // The guide made it, unless this test runs alone.
      'greenroom sites show shop || greenroom sites create --name Shop --slug shop --repository "$REPOSITORY"',
      "greenroom variables set shop SHOP_REGION --plain --value eu",
      `cd ${fixture.repository}`,
      "greenroom deploy shop --follow",
    ].join("\n");
    const repository = { REPOSITORY: `file://${fixture.repository}` };
    const output = await fixture.type({ ...guide, blocks: [] }, { env: { ...env, ...repository }, after });
    expect(await pageBehind(output)).toEqual({ status: 200, title: "The shop" });
  });
});

describe("the commands of a guide about sites that are there", () => {
  it.each(Object.keys(later))(
    "%s do what it says",
    async (path) => {
      const { before = "", replace = {} } = later[path] ?? {};
      const more = { ...env, REPOSITORY: `file://${fixture.repository}` };
      expect(await fixture.type(page(path), { env: more, before, replace })).toContain(`@@ ${path}`);
    },
    LIMIT_MS,
  );
});
