import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { FORGES, templates } from "../../packages/contract/workflows.ts";
import { Secrets } from "../../packages/service/pipeline/steps/secrets.ts";
import { readPages } from "../../scripts/docs.ts";
import { readAction, validatorSays } from "../repository/github-validator.ts";

const blocks = readPages().flatMap(({ path, blocks: all }) =>
  all.map((block) => ({ ...block, at: `${path}:${block.line}` })),
);

/** A look at the preview; nothing is checked out, so that there is nothing else to run. */
const LOOK = /^curl [^|;&`(\n]*$/;

/** Steps that run nothing of the repository. */
const WRITERS = /^(?:(?:OWNER|acme)\/greenroom(?:\/production|\/close)?|actions\/download-artifact)@/;

const Permissions = z.union([z.string(), z.record(z.string(), z.string())]).optional();
const Workflow = z.object({
  permissions: Permissions,
  jobs: z.record(
    z.string(),
    z.object({
      permissions: Permissions,
      uses: z.string().optional(),
      steps: z
        .array(z.object({ id: z.string().optional(), run: z.string().optional(), uses: z.string().optional() }))
        .optional(),
    }),
  ),
});

/** What `greenroom init` writes. */
const WRITTEN = FORGES.flatMap((forge) =>
  templates({
    forge,
    baseUrl: "https://greenroom.example.com",
    site: "docs",
    source: "acme/greenroom@v1",
    production: true,
    forks: forge === "github",
    branch: "main",
  }),
).flatMap(({ path, write }) => [["docs"], ["docs", "shop"]].map((sites) => ({ at: path, code: write(sites) })));

/** Other YAML is a configuration file: of Greenroom, or of Compose. */
const shown = blocks.filter(({ language, code }) => language === "yaml" && /^(?:on|jobs):|\buses:/m.test(code));

describe("what the pages show", () => {
  it.each(shown)("GitHub takes the workflow at $at", async ({ code }) => {
    expect(await validatorSays(".github/workflows/shown.yml", code)).toEqual([]);
  });

  it.each(shown)("$at uses released versions, and outputs that our actions have", ({ code }) => {
    const steps = Object.values(Workflow.parse(parse(code)).jobs).flatMap((job) => [job, ...(job.steps ?? [])]);
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((uses) => !/@(?:[0-9a-f]{40}|v\d+)$/.test(uses))).toEqual([]);
    for (const [, id, output] of code.matchAll(/\bsteps\.([\w-]+)\.outputs\.([\w-]+)/g)) {
      const { uses = "" } = steps.find((step) => "id" in step && step.id === id) ?? {};
      const [, folder] = /^OWNER\/greenroom\/?(\w*)@/.exec(uses) ?? [];
      if (folder !== undefined) expect(Object.keys(readAction(folder).outputs)).toContain(output);
    }
  });

  it.each([...shown, ...WRITTEN])("no job at $at runs code of the repository with a right to write", ({ code }) => {
    const workflow = Workflow.parse(parse(code));
    for (const [name, job] of Object.entries(workflow.jobs)) {
      const rights = job.permissions ?? workflow.permissions ?? "write-all";
      const writes = typeof rights === "string" ? rights !== "read-all" : Object.values(rights).includes("write");
      if (!writes) continue;
      const steps = job.steps ?? [];
      const foreign = steps.filter(({ run, uses = "" }) => (run === undefined ? !WRITERS.test(uses) : !LOOK.test(run)));
      expect(foreign, name).toEqual([]);
      expect(job.uses ?? "acme/greenroom/", name).toMatch(/^(?:OWNER|acme)\/greenroom\//);
    }
  });

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
  // Actions never sign in by a device.
  const paths = globSync(["src/**/*.ts", "packages/client/*.ts"], { exclude: ["packages/client/device.ts"] });
  const sources = paths.map((path) => readFileSync(path, "utf8"));
  const table = guide.slice(guide.indexOf("## Codes of the action"));
  const shown = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);

  it("names the codes of the action as the action does", () => {
    expect(shown.length).toBeGreaterThanOrEqual(9);
    expect(shown.filter((code) => !sources.join("\n").includes(code))).toEqual([]);
  });

  it("has every code that an action or its client can end with, and those of the exchange of an identity", () => {
    // A property or variable `code`, a message or hint by its code, or the reason why there is no source.
    const given =
      /\bcode(?:\??:| =|:)\s+((?:"[a-z_]+"[\s|]*)+)|\b([a-z_]+): \{\s+message:|\["([a-z_]+)", "[A-Z][^"]+\."\]|\bnone\("([a-z_]+)"/g;
    const codes = sources.flatMap((text) =>
      [...text.matchAll(given)].flatMap(
        (found) =>
          found
            .slice(1)
            .join(" ")
            .match(/[a-z_]+/g) ?? [],
      ),
    );
    expect(codes).toEqual(
      expect.arrayContaining(["source_not_found", "head_commit_unknown", "no_commit", "tls_failed", "invalid_target"]),
    );
    expect([...new Set(codes)].filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  });
});
