import { send } from "@greenroom/client/http";
import type { Github } from "@greenroom/testkit/github";
import { fullName } from "@greenroom/testkit/github/repository";
import { ACTIONS_BOT } from "@greenroom/testkit/github/users";
import type { SampleRepository } from "@greenroom/testkit/repository";
import type { ActionResult } from "@greenroom/testkit/runner";
import type { DemoUser, RunningService } from "@greenroom/testkit/service";
import { generate } from "otplib";
import { USER_AGENT } from "../context.ts";
import { DemoError } from "./demo-error.ts";
import type { Screen } from "./screen.ts";
import type { DemoSite } from "./site.ts";

const PREVIEW_TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
  /** The code at the time of the result; it changes every 30 s. */
  readonly totpCode: string;
}

export interface DemoResult {
  readonly status: string;
  readonly exitCode: number;
  readonly deploymentId: string | null;
  readonly previewUrl: string | null;
  readonly previewPage: PreviewPage | null;
  readonly comment: { readonly id: number; readonly author: string; readonly body: string } | null;
  /** The pull request as the stand-in shows it, with the comment rendered. */
  readonly pullRequestUrl: string;
  readonly approvalUrl: string | null;
  readonly requester: DemoAccount | null;
  readonly approver: DemoAccount | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly reused: boolean;
  readonly durationMs: number;
  readonly site: { readonly id: string; readonly slug: string };
  readonly commitSha: string;
  readonly baseUrl: string;
  readonly webUrl: string;
  /** Requests and responses that break GitHub's OpenAPI document. */
  readonly githubViolations: Github["violations"];
}

export interface DemoRun {
  readonly service: RunningService;
  readonly repository: SampleRepository;
  readonly github: Github;
  readonly site: DemoSite;
  /** Start of the demo, as in `performance.now()`. */
  readonly startedMs: number;
}

export async function demoResult(
  { service, repository, github, site, startedMs }: DemoRun,
  action: ActionResult,
  previewPage: PreviewPage | null,
): Promise<DemoResult> {
  const { outputs } = action;
  const own = github.comments.filter((one) => one.author.id === ACTIONS_BOT.id);
  const comment = own.find((one) => String(one.id) === outputs["comment-id"]) ?? own.at(-1);
  const [requester, approver] = ["developer", "approver"].map((role) =>
    service.ready.users.find((user) => user.role === role),
  );
  const [pull] = github.state.pulls;
  return {
    status: outputs["status"] ?? action.conclusion,
    // A preview that does not respond fails the demo, also when the action succeeded.
    exitCode: action.exitCode === 0 && (previewPage?.status ?? 200) !== 200 ? 1 : (action.exitCode ?? 1),
    deploymentId: outputs["deployment-id"] ?? null,
    previewUrl: outputs["preview-url"] ?? null,
    previewPage,
    comment: comment === undefined ? null : { id: comment.id, author: comment.author.login, body: comment.body },
    pullRequestUrl: `${github.apiUrl}/${fullName(github.state.repository)}/pull/${pull?.number ?? ""}`,
    approvalUrl: outputs["approval-url"] ?? null,
    requester: requester === undefined ? null : await withCode(requester),
    approver: approver === undefined ? null : await withCode(approver),
    outputs,
    summary: action.summary,
    reused: outputs["reused"] === "true",
    durationMs: Math.round(performance.now() - startedMs),
    site: { id: site.id, slug: site.slug },
    commitSha: repository.headSha,
    baseUrl: service.ready.baseUrl,
    webUrl: service.ready.webUrl,
    githubViolations: github.violations,
  };
}

async function withCode({ email, password, totpSecret }: DemoUser): Promise<DemoAccount> {
  return { email, password, totpSecret, totpCode: await authenticatorCode(totpSecret) };
}

export function authenticatorCode(secret: string): Promise<string> {
  return generate({ secret });
}

export interface ShownResult {
  /** The comment's Markdown and every output as well. */
  readonly verbose: boolean;
  /** Whether the links still lead somewhere. */
  readonly running: boolean;
}

const NEXT_STEP =
  "  Next, with your own repository: docs/guides/first-preview.md has the steps, from bin/greenroom serve --dev on.";

export function showResult(screen: Screen, result: DemoResult, { verbose, running }: ShownResult): void {
  screen.line();
  if (verbose) showDetails(screen, result);
  if (running) showLinks(screen, result);
  else if (result.exitCode === 0) {
    screen.line("  The preview was ready, and the pull request has its comment. Everything is stopped now.", "bold");
    screen.line("  To open preview, pull request and approval, run it without --once.", "dim");
  }
  if (result.exitCode === 0) screen.line(NEXT_STEP);
  for (const { kind, method, path, problems } of result.githubViolations) {
    screen.line(`  GitHub would reject this ${kind}: ${method} ${path}: ${problems.join("; ")}`, "red");
  }
}

function signIn({ email, password, totpCode }: DemoAccount): string {
  return `${email}, password ${password}, code ${totpCode}`;
}

function showDetails(screen: Screen, result: DemoResult): void {
  screen.fact("Deployment", `${result.deploymentId ?? "none"}${result.reused ? " (from an earlier run)" : ""}`);
  if (result.comment !== null) {
    screen.fact("Comment", `by ${result.comment.author}`);
    for (const line of visible(result.comment.body)) screen.line(`    │ ${line}`);
  }
  screen.fact("Outputs", "");
  const width = Math.max(0, ...Object.keys(result.outputs).map((name) => name.length));
  for (const [name, value] of Object.entries(result.outputs)) screen.line(`    ${name.padEnd(width)}  ${value}`);
  screen.line();
}

function showLinks(screen: Screen, { previewUrl, pullRequestUrl, approvalUrl, requester, approver }: DemoResult): void {
  screen.line(previewUrl === null ? "  Open:" : "  Ready. Open these in order:", "bold");
  screen.line();
  if (previewUrl !== null) screen.fact("1  Preview", previewUrl, "cyan");
  screen.fact("2  Pull request", pullRequestUrl, "cyan");
  if (approvalUrl !== null && requester !== null && approver !== null) {
    screen.fact("3  Release", approvalUrl, "cyan");
    screen.fact("", `request it as ${signIn(requester)}`);
    screen.fact("", `approve it as ${signIn(approver)}`);
  }
  screen.line();
}

function visible(body: string): readonly string[] {
  return body
    .replace(/<!--[\s\S]*?-->/g, "")
    .trim()
    .split("\n");
}

export interface PreviewPage {
  readonly status: number;
  readonly title: string;
}

/** Over the loopback interface with its host as a header, since not every machine resolves `*.localhost`. */
export async function fetchPreview(previewUrl: string, signal: AbortSignal): Promise<PreviewPage> {
  const url = new URL(previewUrl);
  try {
    const { status, text } = await get(url, AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_TIMEOUT_MS)]));
    const title = /<title>([^<]*)<\/title>/i.exec(text)?.[1] ?? "";
    return { status, title: title.trim().slice(0, 200) };
  } catch (cause) {
    signal.throwIfAborted();
    const message = `${url.host} does not respond. Check the log of the service and run the demo again.`;
    throw new DemoError("preview_unreachable", message, { cause });
  }
}

async function get(url: URL, signal: AbortSignal) {
  const target = new URL(url);
  target.hostname = "127.0.0.1";
  const headers = { host: url.host, accept: "text/html", "user-agent": USER_AGENT };
  const response = await send({ method: "GET", url: target, headers }, signal);
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) if (text.length < MAX_BYTES) text += String(chunk);
  return { status: response.statusCode ?? 0, text };
}
