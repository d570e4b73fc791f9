import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readAction, validatorSays } from "./github-validator.ts";

const FOLDER = ".github/workflows";
const workflows = readdirSync(FOLDER).map((name) => join(FOLDER, name));

interface Called {
  readonly on: { readonly workflow_call?: unknown; readonly pull_request?: unknown } | null;
  readonly jobs: Readonly<Record<string, { readonly if?: string; readonly steps?: readonly Step[] }>>;
}
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

function read(name: string): Called {
  return parse(readFileSync(join(FOLDER, name), "utf8")) as Called;
}

describe("GitHub's own validator", () => {
  test.each(workflows)("has nothing against %s", async (path) => {
    expect(await validatorSays(path, readFileSync(path, "utf8"))).toEqual([]);
  });

  test.each(["action.yml", "production/action.yml", "close/action.yml"])("has nothing against %s", async (path) => {
    expect(await validatorSays(path, readFileSync(path, "utf8"))).toEqual([]);
  });

  const job = "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n";
  const step = `${job}    steps:\n      - uses: OWNER/greenroom@v1\n        with: { base-url: a, site: b }\n`;
  const called = `on: push\njobs:\n  a:\n    uses: OWNER/greenroom/.github/workflows/preview.yml@v1\n    with: { base-url: a, site: b }\n`;

  test("has nothing against what uses our actions as they are", async () => {
    for (const text of [step, called]) expect(await validatorSays(".github/workflows/x.yml", text)).toEqual([]);
  });

  test.each([
    ["an unknown permission", `${job}    permissions: { pull-request: write }\n    steps: []\n`],
    ["an input that our action does not have", step.replace("site:", "sit:")],
    ["a missing input of our action", step.replace(", site: b", "")],
    ["an input that our workflow does not have", called.replace("site:", "sit:")],
    ["a missing input of our workflow", called.replace(", site: b", "")],
    ["an unknown step", `${step}      - run: echo \${{ steps.x.outputs.status }}\n`],
    ["no job", step.replace(/^.*\n.*\n.*\n.*\n/, "")],
  ])("finds %s", async (_, text) => {
    expect(await validatorSays(".github/workflows/x.yml", text)).not.toEqual([]);
  });
});

describe("a workflow that teams call", () => {
  const called = ["preview.yml", "preview-forks.yml", "preview-forks-request.yml", "production.yml"];
  const steps = called.flatMap((name) => Object.values(read(name).jobs).flatMap((job) => job.steps ?? []));
  const own = steps.filter((step) => step.uses?.startsWith("./.greenroom"));

  test.each(called)("%s starts when it is called and in no other way", (name) => {
    expect(Object.keys(read(name).on ?? {})).toEqual(["workflow_call"]);
  });

  test("checks out its own commit and nothing of the caller, before it uses an action from there", () => {
    const checkouts = steps.filter((step) => step.uses?.startsWith("actions/checkout@"));
    expect(checkouts.length).toBe(own.length);
    for (const { with: given } of checkouts) {
      expect(given).toEqual({
        repository: "${{ job.workflow_repository }}",
        ref: "${{ job.workflow_sha }}",
        path: ".greenroom",
        "persist-credentials": false,
      });
    }
  });

  test("gives its actions only inputs they have", () => {
    expect(own.length).toBeGreaterThanOrEqual(5);
    for (const { uses = "", with: given = {} } of own) {
      const { inputs } = readAction(uses.replace("./.greenroom", "."));
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  });

  test("for forks runs with secrets on GitHub's own word alone: no artifact, no code, no number of the fork's", () => {
    const text = readFileSync(join(FOLDER, "preview-forks.yml"), "utf8");
    expect(text).not.toMatch(/download-artifact|pr-number|pull_requests|head_sha/);
    expect(read("preview-forks.yml").jobs["preview"]?.if).toContain("head_repository.id != github.event.repository.id");
  });

  test("started by a fork has no secret, no permission and no step that reads the fork", () => {
    const text = readFileSync(join(FOLDER, "preview-forks-request.yml"), "utf8");
    expect(text).not.toMatch(/secrets|uses:|write|read/);
  });
});
