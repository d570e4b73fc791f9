import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Inputs, readInputs } from "../../src/preview/inputs.ts";
import { fillApprovalUrl } from "../../src/service-url.ts";

const TOKEN = "sk_test_0123456789abcdef";
const REQUIRED = { "base-url": "https://service.example", token: TOKEN, site: "docs" };
const actionFile = parse(readFileSync("action.yml", "utf8")) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
};

/** Inputs as the runner gives them: defaults of action.yml under what the workflow says. */
function lookup(given: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => {
    if (!Object.hasOwn(actionFile.inputs, name)) throw new Error(`action.yml has no input ${name}`);
    return given[name] ?? actionFile.inputs[name]?.default ?? "";
  };
}

function valid(given: Readonly<Record<string, string>> = {}): Inputs {
  const read = readInputs(lookup({ ...REQUIRED, ...given }));
  if (read.kind === "invalid") throw new Error(read.problems.join("\n"));
  return read.inputs;
}

function sentences(given: Readonly<Record<string, string>>): readonly string[] {
  const read = readInputs(lookup({ ...REQUIRED, ...given }));
  return read.kind === "valid" ? [] : read.problems;
}

describe("readInputs", () => {
  test("three inputs are enough, the rest has the defaults of action.yml", () => {
    expect(valid()).toEqual({
      baseUrl: new URL("https://service.example/"),
      token: TOKEN,
      site: "docs",
      branch: undefined,
      commitSha: undefined,
      githubToken: "${{ github.token }}",
      pullNumber: undefined,
      comment: "update",
      commentGroup: "previews",
      commentTemplate: undefined,
      jobTotal: 1,
      deploymentRecord: true,
      environment: "preview",
      checkRun: "off",
      approval: "link",
      approvalUrl: undefined,
      mcpUrl: new URL("https://service.example/mcp"),
      wait: true,
      timeoutMs: 1_800_000,
      onTimeout: "fail",
      review: "on",
      onQuota: "fail",
      logs: "stream",
      forceNew: false,
      idempotencyKey: undefined,
      dryRun: false,
    });
  });

  test("the defaults stand also when a caller passes empty text", () => {
    const empty = Object.fromEntries(Object.keys(actionFile.inputs).map((name) => [name, ""]));
    const { githubToken, ...rest } = valid({ ...empty, ...REQUIRED });
    const { githubToken: _given, ...defaults } = valid();
    expect(githubToken).toBeUndefined();
    expect(rest).toEqual(defaults);
  });

  test.each([
    ["base-url", "http://127.0.0.1:4000", "baseUrl", new URL("http://127.0.0.1:4000/")],
    ["base-url", "http://[::1]:4000/api/", "baseUrl", new URL("http://[::1]:4000/api/")],
    ["base-url", "http://localhost", "baseUrl", new URL("http://localhost/")],
    ["base-url", "  https://service.example/x \n", "baseUrl", new URL("https://service.example/x")],
    ["site", "0198A5C4-0000-7000-8000-000000000001", "site", "0198a5c4-0000-7000-8000-000000000001"],
    ["branch", "refs/heads/feature/ü", "branch", "feature/ü"],
    ["commit-sha", "ABCDEF0", "commitSha", "abcdef0"],
    ["pr-number", "42", "pullNumber", 42],
    ["comment", "Recreate", "comment", "recreate"],
    ["wait", "FALSE", "wait", false],
    ["timeout-minutes", "0.5", "timeoutMs", 30_000],
    ["timeout-minutes", "7200", "timeoutMs", 432_000_000],
    ["mcp-url", "https://mcp.example/x", "mcpUrl", new URL("https://mcp.example/x")],
    [
      "approval-url",
      "https://w.example/{siteId}?d={deploymentId}",
      "approvalUrl",
      "https://w.example/{siteId}?d={deploymentId}",
    ],
  ] as const)("%s takes %s", (name, text, field, value) => {
    expect(valid({ [name]: text })[field]).toEqual(value);
  });

  test("the MCP URL is below the path of the service", () => {
    expect(valid({ "base-url": "https://service.example/api/" }).mcpUrl.href).toBe("https://service.example/api/mcp");
  });

  test.each([
    [
      "base-url",
      [
        "",
        "service.example",
        "ftp://x",
        "http://service.example",
        "http://127.evil.example",
        "http://localhost.evil.example",
        "http://169.254.169.254",
        "https://user:pass@x.example",
        "https://x.example?a=1",
        "http://a.localhost",
      ],
    ],
    ["token", ["", "hunter2", "ghp_0123456789abcdef", "sk_live_ 12345678", "sk_live_ü2345678", "sk_test_"]],
    [
      "site",
      ["", "Docs", "a/b/c", "a/", "/b", "A/b", "a/018f0000-0000-7000-8000-000000000000", "..", "a".repeat(64), "dócs"],
    ],
    ["branch", ["-x", "a..b", "a b", "a~1", "x".repeat(256), "@{u}"]],
    ["commit-sha", ["HEAD", "abc", "g".repeat(40), "a".repeat(65)]],
    ["pr-number", ["0", "-1", "#4", "1.5", "99999999999"]],
    ["comment", ["yes", "delete"]],
    ["comment-group", ["a b", "-->", "x".repeat(101)]],
    ["deployment-record", ["yes", "1"]],
    ["environment", ["a\nb", "x".repeat(256)]],
    ["approval", ["on"]],
    [
      "approval-url",
      [
        "http://x.example/{siteId}",
        "https://{siteId}.example/",
        "https://x.example{siteId}",
        "https://x.example/{site}",
        "javascript:alert(1)",
      ],
    ],
    ["mcp-url", ["http://x.example/mcp", "mcp", "file:///etc/passwd"]],
    ["wait", ["no"]],
    ["timeout-minutes", ["0", "0.0", "-1", "1e3", "7201", "NaN", "ten"]],
    ["on-timeout", ["ignore"]],
    ["on-quota", ["retry"]],
    ["logs", ["all"]],
    ["force-new", ["maybe"]],
    ["idempotency-key", ["a b", "ü", "x".repeat(256)]],
    ["dry-run", ["0"]],
  ] as const)("a wrong %s is one sentence that names it and says what to write", (name, values) => {
    for (const value of values) {
      expect(sentences({ [name]: value }), value).toEqual([
        expect.stringMatching(new RegExp(`^Input '${name}' is [^]+: write [^]+\\.$`)),
      ]);
    }
  });

  test.each([
    ["base-url", "https://deploy:hunter2-secret@service.example"],
    ["base-url", "https://hunter2-secret@service.example"],
    ["base-url", "https://deploy:hunter2-secret/with#odd@service.example"],
    ["mcp-url", "https://deploy:hunter2-secret@service.example/mcp"],
    ["mcp-url", "https://service.example/mcp?key=hunter2-secret"],
    ["approval-url", "https://deploy:hunter2-secret@service.example/{siteId}/{deploymentId}"],
    ["site", "deploy:hunter2-secret@service.example"],
  ])("a password in %s is refused and not shown", (name, value) => {
    const text = sentences({ [name]: value }).join();
    expect(text).toContain(`Input '${name}' is '`);
    expect(text).not.toContain("hunter2");
  });

  test("a wrong value is shown, a long one cut", () => {
    expect(sentences({ logs: "loud" })).toEqual(["Input 'logs' is 'loud': write 'stream', 'on-failure' or 'off'."]);
    expect(sentences({ site: "A".repeat(500) })[0]).toContain(`is '${"A".repeat(100)}…': write`);
  });

  test("every wrong input is reported at once, in order of importance", () => {
    const reported = sentences({ "base-url": "x", token: "", site: "Ä", "timeout-minutes": "0", logs: "loud" });
    expect(reported.map((sentence) => sentence.split("'")[1])).toEqual([
      "base-url",
      "token",
      "site",
      "timeout-minutes",
      "logs",
    ]);
  });

  test("no sentence shows a token, whichever input it landed in", () => {
    const secret = `${TOKEN} with a space`;
    expect(sentences({ token: secret }).join("")).not.toContain(TOKEN);
    expect(sentences({ site: TOKEN }).join("")).not.toContain(TOKEN);
    expect(sentences({ site: "mcp_live_ANOTHER0000" }).join("")).not.toContain("ANOTHER");
    expect(sentences({ branch: `x ${TOKEN}` }).join("")).not.toContain(TOKEN);
  });

  test("a key of one's own and force-new contradict each other", () => {
    expect(sentences({ "force-new": "true", "idempotency-key": "k" })).toEqual([
      expect.stringContaining("'force-new' and 'idempotency-key' exclude each other"),
    ]);
  });

  test("a template of the team's own may hold fields that exist, and no others", () => {
    expect(valid({ "comment-template": "## {site} is {status}" }).commentTemplate).toBe("## {site} is {status}");
    const [sentence = "", ...others] = sentences({ "comment-template": "{site} {sites} {preview_url}" });
    expect(sentence).toContain("holds '{sites}': write one of {site}, {siteId}");
    expect(others).toEqual([expect.stringContaining("'{preview_url}'")]);
    expect(sentences({ "comment-template": "x".repeat(10_001) })).toEqual([
      "Input 'comment-template' is 10001 characters long: write at most 10000.",
    ]);
  });

  test.each([
    ["3", 3],
    ["", 1],
    ["many", 1],
  ])("a matrix of %j jobs counts as %d", (text, total) => {
    expect(valid({ "job-total": text }).jobTotal).toBe(total);
  });
});

describe("fillApprovalUrl", () => {
  test("ids are inserted percent-encoded and cannot leave the origin", () => {
    const ids = { siteId: "@evil.example/", deploymentId: "dep_1?x#y" };
    expect(fillApprovalUrl("https://w.example/s/{siteId}/{deploymentId}", ids)?.href).toBe(
      "https://w.example/s/%40evil.example%2F/dep_1%3Fx%23y",
    );
    expect(fillApprovalUrl("https://w.example{siteId}", ids)).toBeUndefined();
  });
});
