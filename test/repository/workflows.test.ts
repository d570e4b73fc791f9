import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { z } from "zod";

const FOLDER = ".github/workflows";

const Step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.looseObject({
  permissions: z.record(z.string(), z.string()).optional(),
  "timeout-minutes": z.number().optional(),
  steps: z.array(Step).optional(),
  uses: z.string().optional(),
});
const Workflow = z.looseObject({
  on: z.unknown(),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), Job),
});

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const workflows = files.map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return { text, ...Workflow.parse(parse(text)), name };
});
const jobs = workflows.flatMap(({ name, jobs: all }) =>
  Object.entries(all).map(([id, job]) => ({ name: `${name} ${id}`, job })),
);
const steps = jobs.flatMap(({ name, job }) => (job.steps ?? []).map((step) => ({ name, step })));

describe("our workflows", () => {
  it("are all read by these tests", () => {
    expect(files.length).toBeGreaterThanOrEqual(7);
    expect(steps.length).toBeGreaterThan(20);
  });

  it.each(workflows)("$name grants nothing at the top", ({ permissions }) => {
    expect(permissions).toEqual({});
  });

  it.each(jobs)("$name states its own permissions", ({ job }) => {
    expect(job.permissions).toBeDefined();
  });

  it.each(workflows)("$name says why for every permission", ({ text }) => {
    for (const line of text.split("\n").filter((each) => /^ {6}[a-z-]+: (read|write)/.test(each))) {
      expect(line).toMatch(/# \S/);
    }
  });

  it("write permissions are only where they are listed here", () => {
    const writes = jobs.flatMap(({ name, job }) =>
      Object.entries(job.permissions ?? {}).flatMap(([scope, access]) =>
        access === "write" ? [`${name} ${scope}`] : [],
      ),
    );
    expect(writes.toSorted()).toEqual([
      "codeql.yml analyze security-events",
      "preview-forks.yml preview pull-requests",
      "preview.yml close deployments",
      "preview.yml close id-token",
      "preview.yml close pull-requests",
      "preview.yml preview deployments",
      "preview.yml preview id-token",
      "preview.yml preview pull-requests",
      "production.yml ask id-token",
      "production.yml ask pull-requests",
      "production.yml release id-token",
      "production.yml release pull-requests",
      "release.yml publish attestations",
      "release.yml publish contents",
      "release.yml publish id-token",
      "scorecard.yml analyze id-token",
      "scorecard.yml analyze security-events",
    ]);
  });

  it.each(jobs.filter(({ job }) => job.steps))("$name ends by a limit of its own", ({ job }) => {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it.each(workflows)("$name pins every action by commit and names its version", ({ text }) => {
    for (const line of text.split("\n").filter((each) => /^\s*-? *uses: /.test(each))) {
      expect(line).toMatch(/uses: (\.\/|[\w./-]+@[0-9a-f]{40} # v\d)/);
    }
  });

  it.each(steps.filter(({ step }) => step.uses?.startsWith("actions/checkout@")))(
    "$name leaves no credentials in the checkout",
    ({ step }) => {
      expect(step.with?.["persist-credentials"]).toBe(false);
    },
  );

  it.each(steps.filter(({ step }) => step.run !== undefined))(
    "$name puts no expression into a shell line",
    ({ step }) => {
      expect(step.run).not.toContain("${{");
    },
  );

  it.each(workflows)("$name never runs with secrets on code of a fork", ({ on }) => {
    expect(JSON.stringify(on)).not.toMatch(/pull_request_target|workflow_run/);
  });

  it.each(workflows)("$name lets a newer run replace an older one, or queues", (workflow) => {
    expect(workflow).toHaveProperty("concurrency.group");
  });
});

test("the image is built on bases that are pinned by digest", () => {
  const bases = readFileSync("Dockerfile", "utf8").match(/^FROM .*/gm);
  expect(bases).toHaveLength(2);
  for (const base of bases ?? []) expect(base).toMatch(/^FROM [a-z]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
});

describe("a release", () => {
  const release = workflows.find(({ name }) => name === "release.yml");
  const all = Object.values(release?.jobs ?? {}).flatMap((job) => job.steps ?? []);

  it("is tested whole, attested and only then published, by the tag that was pushed", () => {
    const order = all.map((step) => step.run ?? step.uses?.split("@")[0] ?? "");
    const at = (pattern: RegExp): number => order.findIndex((one) => pattern.test(one));
    expect(at(/\.ci\/run/)).toBeGreaterThan(-1);
    expect(at(/attest-build-provenance/)).toBeGreaterThan(at(/\.ci\/run/));
    expect(at(/^gh release create "\$GITHUB_REF_NAME" --verify-tag/)).toBeGreaterThan(at(/attest/));
    expect(all.find((step) => step.uses?.includes("attest"))?.with?.["subject-path"]).toBe("dist/*\nbuild.release/*\n");
  });

  it("has everything that was packed, and runs nothing of a package where it can sign", () => {
    const published = release?.jobs["publish"]?.steps?.flatMap(({ run }) => run ?? []) ?? [];
    expect(published).toEqual([
      "sha256sum --check --strict SHA256SUMS",
      "gh auth setup-git && node scripts/release.ts publish",
      expect.stringMatching(/^gh release create .* build\.release\/\*$/),
    ]);
  });

  it("publishes only what its tests let through, and takes nothing from a cache", () => {
    expect(release?.jobs["publish"]).toMatchObject({ needs: "pack", environment: "release" });
    expect(release?.jobs["pack"]).toMatchObject({ needs: "verify", permissions: { contents: "read" } });
    for (const step of all.filter(({ uses }) => uses?.includes("setup-node"))) {
      expect(step.with?.["package-manager-cache"]).toBe(false);
    }
  });
});

describe("what runs by itself", () => {
  const named = (name: string) => workflows.find((one) => one.name === name);
  const runs = (name: string) =>
    Object.values(named(name)?.jobs ?? {}).flatMap((job) => (job.steps ?? []).flatMap(({ run }) => run ?? []));

  it("rebuilds dist on every push and pull request, and compares every byte", () => {
    expect(runs("check-dist.yml")).toEqual(["npm ci", "npm run build", "git diff --exit-code --text dist/"]);
    expect(named("check-dist.yml")?.on).toMatchObject({ pull_request: null, push: { branches: ["main"] } });
  });

  it("does the main job on a fresh machine every day", () => {
    expect(named("smoke.yml")?.on).toMatchObject({ schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }] });
    expect(runs("smoke.yml")).toEqual(["npm ci", "npm start -- --once"]);
  });

  it("reviews dependencies, code and the repository itself", () => {
    const used = steps.flatMap(({ step }) => step.uses?.split("@")[0] ?? []);
    expect(used).toEqual(
      expect.arrayContaining([
        "actions/dependency-review-action",
        "github/codeql-action/analyze",
        "ossf/scorecard-action",
      ]),
    );
  });
});

describe("dependabot", () => {
  const document = parseDocument(readFileSync(".github/dependabot.yml", "utf8")).toJS() as unknown;
  const { updates } = z
    .object({
      updates: z.array(
        z.looseObject({ "package-ecosystem": z.string(), cooldown: z.looseObject({ "default-days": z.number() }) }),
      ),
    })
    .parse(document);

  it("watches packages, actions and base images", () => {
    expect(updates.map((update) => update["package-ecosystem"]).toSorted()).toEqual([
      "docker",
      "github-actions",
      "npm",
    ]);
  });

  it("lets a release age before it proposes it", () => {
    for (const update of updates) expect(update.cooldown["default-days"]).toBeGreaterThanOrEqual(3);
  });
});
