import { describe, expect, test } from "vitest";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { safeAddress } from "../../src/github/untrusted-text.ts";
import { readInputs } from "../../src/production/inputs.ts";
import { conclusion, type Outcome, outputStatus, type RunState } from "../../src/production/outcome.ts";
import { describePlan, makePlan, secretlessReason } from "../../src/production/plan.ts";
import { report, rowOf } from "../../src/production/report.ts";
import { checkSource, findSource, newestFirst } from "../../src/production/source.ts";
import { trigger } from "../preview/triggers.ts";

const SITE = "0f8fad5b-d9cb-469f-a165-70867728950e";
const SHA = "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";
const READY: ReceivedDeployment = {
  id: "dep_1",
  siteId: SITE,
  environment: "preview",
  status: "ready",
  commitSha: SHA,
  createdAt: "2026-11-20T10:00:00.000Z",
};
const REQUEST = {
  url: undefined,
  requestId: "apr_1",
  prepared: false,
  requestedBy: "ci <b>token</b>",
  expiresAt: undefined,
  noUrlReason: "It gave none.",
};
const STATE: RunState = {
  site: "docs",
  siteId: SITE,
  source: READY,
  previewUrl: undefined,
  current: { live: undefined, inProgress: undefined },
  onPending: "pass",
  nowMs: Date.parse("2026-11-21T10:00:00.000Z"),
};

describe("inputs", () => {
  const base = { "base-url": "https://service.example", token: "sk_test_0123456789abcdef", site: "docs" };
  const read = (given: Readonly<Record<string, string>>) => readInputs((name) => ({ ...base, ...given })[name] ?? "");

  test("have the defaults of action.yml", () => {
    expect(read({})).toMatchObject({
      kind: "valid",
      inputs: {
        waitMs: 0,
        onPending: "pass",
        commentGroup: "releases",
        environment: "production",
        comment: "update",
        dryRun: false,
      },
    });
  });

  test.each([
    ["wait-minutes", "-1"],
    ["wait-minutes", "7201"],
    ["wait-minutes", "1e3"],
    ["on-pending", "warn"],
    ["source-deployment-id", "dep 1"],
    ["source-deployment-id", "../decision"],
    ["commit-sha", "main"],
    ["base-url", "http://service.example"],
  ])("refuse %s %j in a sentence that names it", (name, value) => {
    const result = read({ [name]: value });
    expect(result.kind === "invalid" && result.problems.join(" ")).toContain(`'${name}'`);
  });
});

describe("the plan", () => {
  const head = { sha: SHA, branch: "main" };

  test("takes what is named before what the event says", () => {
    const trigger = { deleted: false, pull: null, head, problems: [] };
    expect(makePlan(trigger, { sourceDeploymentId: "dep_9", commitSha: undefined })).toEqual({
      kind: "release",
      wanted: { kind: "named", deploymentId: "dep_9" },
    });
  });

  test("releases nothing of a pull request that was closed without a merge", () => {
    const shared = { fork: false, headRepositoryId: 1, createdMs: 0 };
    const pull = { ...shared, kind: "named", number: 7, state: "closed" } as const;
    const inputs = { sourceDeploymentId: undefined, commitSha: undefined };
    expect(makePlan({ deleted: false, problems: [], head, pull: { ...pull, merged: false } }, inputs).kind).toBe(
      "skipped",
    );
    expect(makePlan({ deleted: false, problems: [], head, pull: { ...pull, merged: true } }, inputs).kind).toBe(
      "release",
    );
  });

  test("refuses an event that cannot be read", () => {
    const trigger = { deleted: false, pull: null, head: null, problems: ["Its file holds no readable event."] };
    const inputs = { sourceDeploymentId: undefined, commitSha: undefined };
    expect(makePlan(trigger, inputs)).toMatchObject({ kind: "refused", failure: { code: "event_unreadable" } });
    expect(makePlan({ ...trigger, problems: [] }, inputs).kind).toBe("skipped");
  });

  test.each([
    [{ fromFork: true, dependabot: false }, false, "skips"],
    [{ fromFork: false, dependabot: true }, false, "skips"],
    [{ fromFork: true, dependabot: false }, true, "runs"],
    [{ fromFork: false, dependabot: false }, false, "runs"],
  ] as const)("of %j with a token: %s %s", (from, hasToken, does) => {
    expect(secretlessReason(from, hasToken) === undefined ? "runs" : "skips").toBe(does);
  });

  test("is described with its source and its request", () => {
    const given: Readonly<Record<string, string>> = {
      "base-url": "https://service.example/",
      token: "sk_test_0123456789abcdef",
      site: "docs",
    };
    const read = readInputs((name) => given[name] ?? "");
    if (read.kind === "invalid") throw new Error("the inputs are valid");
    expect(describePlan({ kind: "named", deploymentId: "dep_1" }, read.inputs, trigger({}))).toMatchObject({
      more: expect.arrayContaining([
        "Source: deployment dep_1, or the preview it was released from",
        'Body: {"environment":"production","sourceDeploymentId":"dep_1"}',
      ]),
    });
  });
});

describe("a source", () => {
  test.each([
    [{ siteId: "11111111-d9cb-469f-a165-70867728950e" }, "source_of_another_site"],
    [{ environment: "production" }, "source_not_preview"],
    [{ status: "building" }, "source_deployment_not_ready"],
    [{ status: "failed" }, "source_deployment_not_ready"],
  ])("like %j is refused as %s", (change, code) => {
    expect(checkSource({ ...READY, ...change }, SITE)).toMatchObject({ kind: "none", failure: { code } });
  });

  /** A service whose lists come in pages of one, unsorted, and hold what was not requested. */
  function serviceOf(records: readonly ReceivedDeployment[]) {
    const listForSite = async (_siteId: string, query?: { readonly cursor?: string | undefined }) => {
      const at = Number(query?.cursor ?? 0);
      const nextCursor = at + 1 < records.length ? String(at + 1) : null;
      return { deployments: records.slice(at, at + 1), nextCursor };
    };
    const get = async (id: string): Promise<ReceivedDeployment> => {
      const found = records.find((one) => one.id === id);
      if (found === undefined) throw new Error(`no ${id}`);
      return found;
    };
    const unused = () => Promise.reject(new Error("only reads of deployments are needed"));
    const others = { create: unused, list: unused, review: unused, cancel: unused };
    return { deployments: { listForSite, get, ...others, remove: unused, closePullRequest: unused } };
  }

  test("is looked for on every page, and only a ready preview of that commit fits", async () => {
    const others = [
      { ...READY, id: "dep_p", environment: "production" },
      { ...READY, id: "dep_b", status: "building" },
    ];
    const wanted = { kind: "commit", sha: SHA } as const;
    const query = { siteId: SITE, wanted, reviewedSha: () => Promise.resolve(undefined) };
    expect(await findSource(serviceOf([...others, READY]), query, {})).toEqual({ kind: "found", source: READY });
    expect(await findSource(serviceOf(others), query, {})).toMatchObject({ failure: { code: "source_not_found" } });
  });

  test("is that of the reviewed head when the merge commit has none", async () => {
    const query = {
      siteId: SITE,
      wanted: { kind: "commit", sha: "5".repeat(40) },
      reviewedSha: () => Promise.resolve(SHA),
    } as const;
    expect(await findSource(serviceOf([READY]), query, {})).toEqual({ kind: "found", source: READY });
  });

  test("named by a release is the preview it was made from", async () => {
    const release = { ...READY, id: "dep_r", environment: "production", sourceDeploymentId: READY.id };
    const query = {
      siteId: SITE,
      wanted: { kind: "named", deploymentId: "dep_r" },
      reviewedSha: () => Promise.resolve(undefined),
    } as const;
    expect(await findSource(serviceOf([release, READY]), query, {})).toEqual({ kind: "found", source: READY });
  });

  test("without a time counts as the oldest", () => {
    const { createdAt: _, ...timeless } = READY;
    expect([timeless, READY].toSorted(newestFirst)[0]).toBe(READY);
  });
});

describe("an outcome", () => {
  const failure = { code: "x", message: "y", hint: "" };
  const ends: readonly (readonly [Outcome, string, "pass" | "fail", "pass" | "fail"])[] = [
    [{ kind: "ready", deployment: READY, productionUrl: undefined, already: true }, "ready", "pass", "pass"],
    [{ kind: "accepted", deployment: READY }, "accepted", "pass", "fail"],
    [{ kind: "approval_pending", request: REQUEST }, "approval_pending", "pass", "fail"],
    [{ kind: "rejected", request: REQUEST, notes: undefined }, "rejected", "fail", "fail"],
    [{ kind: "expired", request: REQUEST, notes: undefined }, "expired", "fail", "fail"],
    [{ kind: "superseded", request: REQUEST, notes: undefined }, "superseded", "fail", "fail"],
    [{ kind: "failed", deployment: READY, failure }, "failed", "fail", "fail"],
    [{ kind: "refused", request: undefined, failure }, "refused", "fail", "fail"],
    [{ kind: "stopped", request: undefined }, "canceled", "fail", "fail"],
    [{ kind: "stopped", request: REQUEST }, "approval_pending", "fail", "fail"],
    [{ kind: "lost", request: undefined, failure }, "failed", "fail", "fail"],
    [{ kind: "lost", request: REQUEST, failure }, "approval_pending", "fail", "fail"],
  ];

  test.each(ends)(
    "%j has the status %s and concludes by on-pending: pass %s, fail %s",
    (outcome, status, pass, fail) => {
      expect(outputStatus(outcome)).toBe(status);
      expect(conclusion(outcome, "pass")).toBe(pass);
      expect(conclusion(outcome, "fail")).toBe(fail);
    },
  );

  test("that is pending says who cannot approve, what would go live with its age, and what is live now", () => {
    const { headline, summary } = report({ kind: "approval_pending", request: REQUEST }, STATE);
    expect(headline.text).toContain("cannot approve it");
    expect(String(summary)).toContain("dep_1 (commit 1f3c0a5, 24 h old)");
    expect(String(summary)).toContain("| Live now | nothing |");
    expect(String(summary)).not.toContain("<b>");
    const run = { id: 1, attempt: 1, url: "https://github.example/run" };
    const note = (facts: RunState) => rowOf({ kind: "approval_pending", request: REQUEST }, facts, run)?.note;
    expect(note(STATE)).toMatch(/Live now: nothing\..*cannot approve it/);
    expect(note({ ...STATE, current: undefined })).not.toContain("Live now");
  });

  test("that is live names the production URL beside the preview it was made from", () => {
    const [previewUrl, productionUrl] = ["https://p.example/", "https://www.example/"].map((text) =>
      safeAddress(text, { allowLoopbackHttp: false }),
    );
    const live: Outcome = { kind: "ready", deployment: READY, productionUrl, already: false };
    const run = { id: 1, attempt: 1, url: "https://github.example/run" };
    const uploaded = { ...READY, prebuilt: { sha256: "a".repeat(64) } };
    expect(rowOf(live, { ...STATE, source: uploaded }, run)).toMatchObject({ prebuilt: true });
    expect(rowOf(live, STATE, run)?.prebuilt).toBeUndefined();
    expect(rowOf(live, { ...STATE, previewUrl }, run)).toMatchObject({ previewUrl, productionUrl });
    expect(rowOf({ kind: "approval_pending", request: REQUEST }, { ...STATE, previewUrl }, run)).toMatchObject({
      previewUrl,
    });
  });
});
