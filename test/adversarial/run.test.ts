import { describe, expect, test } from "vitest";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { OUTSIDER } from "../../packages/testkit/github/users.ts";
import type { ActionResult, ActionRun } from "../../packages/testkit/runner.ts";
import { run as runAction, startHarness, type Harness } from "../e2e/harness.ts";
import { accepting, RECORD, type Reply, errorReply, type Script, scriptedService } from "../e2e/scripted-service.ts";
import { OUTPUTS } from "./action-harness.ts";
import { validateMarkdown } from "./markdown-validator.ts";
import { validateLog } from "./runner-validator.ts";
import { findSecrets } from "./secrets.ts";
import { validateComment } from "./sinks.ts";
import { HOSTILE, TOKEN } from "./strings.ts";

// The built actions run as child processes, and the machine may be busy.

/** Every string in one text, for fields of which there is one. */
const FIELD = HOSTILE.join(" ");

/** Commit that the merge made. */
const MERGED = "5".repeat(40);

/** Strings that no other part of the world refuses first. */
const SHORT = HOSTILE.filter((text) => text.trim() !== "" && text.length < 200);

/** A stream on which every string is a line, a step, an event and a status. */
const STREAM = HOSTILE.map((text) => {
  const name = text.replaceAll(/[\r\n\0]/g, " ");
  return [
    `event: log\ndata: ${JSON.stringify({ stream: text, lines: [text, { text }, { [text]: text }] })}\n\n`,
    `event: ${name}\ndata: ${JSON.stringify(text)}\n\n`,
    `event: status\ndata: ${JSON.stringify({ status: `x${text}`, at: text })}\n\n`,
  ].join("");
}).join("");

const FAILED = {
  status: "failed",
  branch: FIELD,
  commitSha: FIELD,
  createdAt: FIELD,
  error: { code: FIELD, message: FIELD },
};
const READY = { status: "ready", previewUrl: "https://dep.preview.example/", finishedAt: FIELD, startedAt: FIELD };

/** What the tool of the service returns for a link. */
function tool(body: string, call: object): Reply {
  const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
  const properties = { siteId: { type: "string" }, sourceDeploymentId: { type: "string" } };
  const list = {
    tools: [{ name: "request_publish", description: FIELD, inputSchema: { type: "object", properties } }],
  };
  return { status: 200, body: { jsonrpc: "2.0", id, ...(method === "tools/call" ? call : { result: list }) } };
}

const withTool =
  (script: Script, call: object): Script =>
  (request) =>
    request.path === "/mcp" ? tool(request.body, call) : script(request);

const INVALID = { code: "validation_failed", message: FIELD, issues: [{ path: FIELD, message: FIELD }] };
const TOOL_FAILED = { result: { isError: true, content: [{ type: "text", text: FIELD }] } };

/** One line a scenario: what the service does, and what GitHub does. */
const SCENARIOS: [says: string, script: Script, setUp: (harness: Harness) => void][] = [
  ["a build that says everything and fails", accepting(FAILED, STREAM), leave],
  ["a tool that fails with everything", withTool(accepting(READY), { error: { code: 1, message: FIELD } }), leave],
  ["a tool that gives everything", withTool(accepting(READY), TOOL_FAILED), leave],
  ["an error", () => errorReply(403, FIELD.slice(0, 4000), FIELD), leave],
  ["an invalid request", () => ({ status: 400, body: { ok: false, error: INVALID } }), leave],
  ["another program", () => ({ status: 418, headers: { "content-type": "text/x" }, body: FIELD }), leave],
  ["GitHub refusing everything", accepting(FAILED), refuseAll],
  ["people who write it", accepting(READY), addUntrustedText],
];

function leave(): void {
  // GitHub does as it always does.
}

function refuseAll({ github }: Harness): void {
  const body = { message: FIELD, documentation_url: FIELD };
  const headers = { "x-accepted-github-permissions": "deployments=write; x=##[error]y" };
  github.faults.push({ match: () => true, times: Infinity, response: { status: 403, body, headers } });
}

/** People may write what they want, and the bot's own comment may have been edited by one who may. */
function addUntrustedText({ github }: Harness): void {
  for (const text of SHORT) github.writeComment({ issueNumber: 7, author: OUTSIDER, body: text });
}

describe("the built action", () => {
  test.each(SCENARIOS)("before %s: obeys nothing, forges nothing, and keeps both tokens", async (_, script, setUp) => {
    await using service = await scriptedService(script);
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    setUp(harness);
    const run = await harness.preview({ event: hostileEvent(harness), inputs: { environment: "preview" } });
    expect(validateRun(run, harness.github)).toEqual([]);
  });

  test("a release whose source, error and people contain all of it: the same", async () => {
    const source = { ...RECORD, ...READY, branch: FIELD, commitSha: MERGED };
    const script: Script = ({ method, path }) => {
      if (method === "GET" && /\/deployments(?:\?|$)/.test(path))
        return { status: 200, body: { ok: true, data: [source] } };
      return errorReply(403, FIELD.slice(0, 4000), FIELD);
    };
    await using service = await scriptedService(script);
    await using harness = await startHarness({});
    const inputs = { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId };
    const repository = harness.github.repositoryPayload();
    const payload = { ...people(), ref: "refs/heads/main", after: MERGED, repository };
    expect(await complaints(harness, "production/action.yml", { inputs, event: { name: "push", payload } })).toEqual(
      [],
    );
  });

  test("the end of a pull request whose people say everything: the same", async () => {
    await using harness = await startHarness({});
    const [pull] = harness.github.state.pulls;
    if (pull !== undefined) pull.state = "closed";
    addUntrustedText(harness);
    expect(
      await complaints(harness, "close/action.yml", { inputs: {}, event: hostileEvent(harness, "closed") }),
    ).toEqual([]);
  });

  async function complaints(
    { github }: Harness,
    actionYml: string,
    run: Pick<ActionRun, "inputs" | "event">,
  ): Promise<string[]> {
    const { apiUrl, token } = github;
    return validateRun(await runAction({ ...run, actionYml, context: { apiUrl, token }, timeoutMs: 60_000 }), github);
  }
});

/** The event, with everything in every field that people fill. */
function hostileEvent({ github }: Harness, action: "synchronize" | "closed" = "synchronize") {
  const [pull] = github.state.pulls;
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  const { name, payload } = pullRequestEvent(github, pull, action);
  return { name, payload: { ...payload, ...people() } };
}

function people() {
  // A login is also a variable of the environment, which holds no NUL.
  const sender = { id: 9, login: FIELD.replaceAll("\0", ""), name: FIELD, html_url: FIELD };
  return { sender, pusher: sender, commits: [{ message: FIELD, author: sender }], title: FIELD, body: FIELD };
}

function validateRun(run: ActionResult, { comments: all, token: githubToken }: Harness["github"]): string[] {
  const comments = all.filter(({ author }) => author.type === "Bot").map(({ body }) => body);
  const log = run.rawLines.join("\n");
  const masks = [TOKEN, githubToken];
  const names = Object.keys(run.outputs).filter((name) => !OUTPUTS.includes(name) && name !== "retired");
  const values = Object.values(run.outputs).filter((value) => /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(value));
  const written = masks.reduce((text, mask) => text.replace(`::add-mask::${mask}`, ""), log);
  return [
    ...validateLog(log, masks),
    ...names.map((name) => `the output ${name}`),
    ...values.map((value) => `the value ${JSON.stringify(value)}`),
    ...Object.keys(run.env).map((name) => `the variable ${name}`),
    ...run.failures,
    ...run.matchers,
    ...(run.stoppedAtEnd ? ["commands stay stopped"] : []),
    ...validateMarkdown(run.summary, { hosts: "any", comments: [] }),
    ...comments.flatMap((body) => validateComment(body, "any")),
    ...findSecrets(
      [written, run.summary, ...Object.values(run.outputs), ...Object.values(run.state), ...comments].join("\n"),
      masks,
    ),
  ];
}
