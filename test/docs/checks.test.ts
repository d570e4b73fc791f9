import { describe, expect, it } from "vitest";
import { wrongBlocks } from "../../scripts/docs/blocks.ts";
import { refusal, wrongCommands } from "../../scripts/docs/commands.ts";
import { brokenLinks } from "../../scripts/docs/links.ts";
import { type Page, readPage } from "../../scripts/docs/page.ts";
import { wrongPictures } from "../../scripts/docs/pictures.ts";
import { commandsOf } from "../../scripts/docs/shell.ts";
import { wrongWorkflows } from "../../scripts/docs/workflows.ts";

const page = (text: string): Page => readPage("docs/page.md", text);
const fenced = (language: string, code: string, mark = ""): Page =>
  page(`${mark === "" ? "" : `<!-- ${mark} -->\n`}\`\`\`${language}\n${code}\n\`\`\`\n`);

const readme = readPage("README.md", "# Greenroom\n\n### Inputs\n");

describe("readPage", () => {
  it("takes blocks with their mark and line, and leaves the prose", () => {
    const { blocks, prose } = page("# A\n\n<!-- run -->\n```sh\nls # [x](nowhere.md)\n```\n\ntext\n");
    expect(blocks).toEqual([{ language: "sh", code: "ls # [x](nowhere.md)\n", line: 4, mark: "run" }]);
    expect(prose).not.toContain("nowhere");
    expect(prose.split("\n")[7]).toBe("text");
  });

  it("makes anchors as GitHub does", () => {
    const { anchors } = page("# Tools for agents (MCP)\n## 5. On `every` pull request\n## Same\n## Same\n");
    expect([...anchors]).toEqual(["tools-for-agents-mcp", "5-on-every-pull-request", "same", "same-1"]);
  });
});

describe("brokenLinks", () => {
  it.each([
    ["[a](missing.md)", "is not there"],
    ["[a](#nothing)", "has no such heading"],
    ["[a](../README.md#nothing-of-it)", "has no such heading"],
    ["[a](../../outside.md)", "leads out of the repository"],
    ["[a](/README.md)", "relative to this page"],
    ["[a](http://example.com)", "https"],
    ["[a](https://localhost/x)", "no public address"],
    ['<img src="missing.png">', "is not there"],
    ["[a]: missing.md", "is not there"],
  ])("%s: %s", (text, why) => {
    expect(brokenLinks([page(text), readme])).toEqual([expect.stringContaining(why)]);
  });

  it("has nothing against links that lead somewhere, or are code", () => {
    const text = "# A b\n[a](#a-b) [r](../README.md#inputs) [w](https://example.com/x#y) `[c](missing.md)`";
    expect(brokenLinks([page(text), readme])).toHaveLength(0);
  });
});

describe("wrongPictures", () => {
  it.each([
    ["![A site that was deployed](pictures/none.png)", "is not there"],
    ["![x](pictures/flow.svg)", "alt"],
    ['<img src="pictures/comment-light.png" alt="A comment of the action">', "dark page"],
  ])("%s: %s", (text, why) => {
    expect(wrongPictures([page(text)])).toContainEqual(expect.stringContaining(why));
  });

  it("tells of those that no page shows", () => {
    expect(wrongPictures([page("")])).toContainEqual("docs/pictures/flow.svg: no page shows it");
  });
});

describe("commandsOf", () => {
  it.each([
    ["greenroom sites list", [["greenroom", "sites", "list"]]],
    ["A=1 greenroom doctor docs # look", [["greenroom", "doctor", "docs"]]],
    ["sudo greenroom serve \\\n  --dev", [["greenroom", "serve", "--dev"]]],
    ["a --x \"b c\" 'd e' | f > out 2>&1", [["a", "--x", "b c", "d e"], ["f"]]],
    ['export T="$(greenroom whoami)"', [["greenroom", "whoami"]]],
    ["a && b; c\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["cat <<'EOF'\ngreenroom nothing\nEOF\nls", [["cat"], ["ls"]]],
  ])("%j", (text, commands) => expect(commandsOf(text)).toEqual(commands));
});

describe("wrongCommands", () => {
  it.each([
    "greenroom sits list",
    "greenroom sites list --nothing",
    "greenroom sites create --name Docs",
    "greenroom admin user create --email a@b.example --role king",
    "greenroom deploy a b c",
    "npm run nothing",
    "npm start -- --nothing",
    "node scripts/nothing.ts",
    'T="$(greenroom nothing)"',
  ])("refuses %s", (code) => expect(wrongCommands([fenced("sh", code, "run")])).toHaveLength(1));

  it("reads what a unit of systemd starts, and code in a sentence", () => {
    expect(wrongCommands([fenced("ini", "ExecStart=/opt/greenroom/bin/greenroom serve --nothing")])).toHaveLength(1);
    expect(wrongCommands([page("Say `greenroom nothing` now.")])).toHaveLength(1);
    expect(wrongCommands([page("Say `greenroom admin repository connect` now.")])).toEqual([]);
  });

  it("does nothing but read", () => {
    expect(refusal(["logout", "--help"], true)).toBeUndefined();
    expect(refusal(["serve", "--dev", "--port", "0"], true)).toBeUndefined();
  });
});

describe("wrongWorkflows", () => {
  const workflow = (step: string) => fenced("yaml", `name: A\non: push\njobs:\n  a:\n    steps:\n${step}`);
  const good = "      - uses: OWNER/greenroom@v1\n        with: { base-url: a, token: b, site: c }";

  it.each([
    [good.replace("site: c", "sit: c"), "has no 'sit'"],
    [good.replace(", site: c", ""), "needs 'site'"],
    [`${good}\n      - run: echo \${{ steps.x.outputs.status }}`, "no step has this id"],
    [`${good}\n        id: x\n      - run: echo \${{ steps.x.outputs.nothing }}`, "no such output"],
    ["      - uses: actions/checkout@main", "pinned to nothing"],
    ["      - uses: [", ""],
  ])("%j: %s", (step, why) => {
    expect(wrongWorkflows([workflow(step)])).toContainEqual(expect.stringContaining(why));
  });

  it("has nothing against one that is right", () => expect(wrongWorkflows([workflow(good)])).toEqual([]));
});

describe("wrongBlocks", () => {
  it.each([
    ["sh", "ls", ""],
    ["json", "{}", ""],
    ["json", "{", "check: json"],
    ["json", '{ "buildComand": "x" }', "schema: greenroom.json"],
    ["json", '{ "output": "/etc" }', "schema: greenroom.json"],
    ["ts", "const a = 1;", ""],
    ["nginx", "server {\n  listen 80\n}", ""],
    ["nginx", "server {", ""],
    ["text", "nowhere/at/all  what it is", "tree"],
    ["python", "print()", ""],
  ])("refuses a block of %s: %j %s", (language, code, mark) => {
    expect(wrongBlocks([fenced(language, code, mark)])).toHaveLength(1);
  });

  it("takes what some check looks at", () => {
    const manifest = fenced("json", '{ "output": "public", "spa": true }', "schema: greenroom.json");
    expect(wrongBlocks([manifest, fenced("sh", "ls", "check: flags"), fenced("yaml", "a: 1")])).toEqual([]);
  });
});
