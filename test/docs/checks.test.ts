import { describe, expect, it } from "vitest";
import { brokenLinks, commandError, commandsOf, type Page, readPage, wrongCommands } from "../../scripts/docs.ts";

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
    expect(commandError(["logout", "--help"], true)).toBeUndefined();
    expect(commandError(["serve", "--dev", "--port", "0"], true)).toBeUndefined();
  });
});
