import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPages } from "../../scripts/docs.ts";
import { Secrets } from "../../packages/service/pipeline/secrets.ts";
import { validatorSays } from "../repository/github-validator.ts";

const blocks = readPages().flatMap(({ path, blocks: all }) =>
  all.map((block) => ({ ...block, at: `${path}:${block.line}` })),
);

describe("what the pages show", () => {
  it.each(blocks.filter(({ language, code }) => language === "yaml" && /^jobs:/m.test(code)))(
    "GitHub takes the workflow at $at",
    async ({ code }) => {
      expect(await validatorSays(".github/workflows/shown.yml", code)).toEqual([]);
    },
  );

  it.each(blocks.filter(({ mark }) => mark === "schema: secrets.json"))(
    "the service reads the secrets at $at",
    ({ code }) => {
      expect(Secrets.strict().safeParse(JSON.parse(code)).error).toBeUndefined();
    },
  );

  it("has workflows to look at", () => {
    expect(blocks.filter(({ language }) => language === "yaml").length).toBeGreaterThanOrEqual(12);
  });
});

describe("the guide by error code", () => {
  const guide = readFileSync("docs/guides/troubleshooting.md", "utf8");
  const sources = ["preview/plan.ts", "preview/outcome.ts", "preview/run.ts", "production/source.ts"].map((name) =>
    readFileSync(`src/${name}`, "utf8"),
  );

  it("names the codes of the action as the action does", () => {
    const table = guide.slice(guide.indexOf("## Codes of the action"));
    const codes = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
    expect(codes.length).toBeGreaterThanOrEqual(9);
    expect(codes.filter((code) => !sources.join("\n").includes(code))).toEqual([]);
  });
});
