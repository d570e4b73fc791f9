import { generate } from "otplib";
import { ACTIONS_BOT } from "@greenroom/testkit/github/users";
import type { Github } from "@greenroom/testkit/github";
import type { PreviewPage } from "./preview-page.ts";
import type { ActionResult } from "@greenroom/testkit/runner";
import type { DemoUser, RunningService } from "@greenroom/testkit/service";
import type { Screen } from "./screen.ts";
import type { DemoSite } from "./site.ts";

/** How someone signs in to approve. */
interface DemoApprover {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
  /** The code at the time of the result; it changes every 30 s. */
  readonly totpCode: string;
}

/** What `--json` prints. */
export interface DemoResult {
  readonly status: string;
  readonly exitCode: number;
  readonly deploymentId: string | null;
  readonly previewUrl: string | null;
  readonly previewPage: PreviewPage | null;
  readonly comment: { readonly id: number; readonly author: string; readonly body: string } | null;
  readonly approvalUrl: string | null;
  readonly approver: DemoApprover | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly reused: boolean;
  readonly durationMs: number;
  readonly site: { readonly id: string; readonly slug: string };
  readonly commitSha: string;
  readonly baseUrl: string;
  readonly webUrl: string;
  /** What the stand-in of GitHub found wrong; empty when every request and answer was as GitHub describes it. */
  readonly githubViolations: Github["violations"];
}

/** What a result is made of. */
export interface ResultParts {
  readonly service: RunningService;
  readonly github: Github;
  readonly site: DemoSite;
  readonly commitSha: string;
  readonly action: ActionResult;
  readonly previewPage: PreviewPage | null;
  readonly durationMs: number;
}

/**
 * Gathers what the demo has to show.
 * @param parts What happened.
 */
export async function demoResult(parts: ResultParts): Promise<DemoResult> {
  const { action, service, github, site } = parts;
  const { outputs } = action;
  const own = github.comments.filter((one) => one.author.id === ACTIONS_BOT.id);
  const comment = own.find((one) => String(one.id) === outputs["comment-id"]) ?? own.at(-1);
  const approver = service.ready.users.find((user) => user.role === "approver");
  return {
    status: outputs["status"] ?? action.conclusion,
    // A preview that does not answer is no success, whatever the action says.
    exitCode: action.exitCode === 0 && (parts.previewPage?.status ?? 200) !== 200 ? 1 : (action.exitCode ?? 1),
    deploymentId: outputs["deployment-id"] ?? null,
    previewUrl: outputs["preview-url"] ?? null,
    previewPage: parts.previewPage,
    comment: comment === undefined ? null : { id: comment.id, author: comment.author.login, body: comment.body },
    approvalUrl: outputs["approval-url"] ?? null,
    approver: approver === undefined ? null : await withCode(approver),
    outputs,
    summary: action.summary,
    reused: outputs["reused"] === "true",
    durationMs: Math.round(parts.durationMs),
    site: { id: site.id, slug: site.slug },
    commitSha: parts.commitSha,
    baseUrl: service.ready.baseUrl,
    webUrl: service.ready.webUrl,
    githubViolations: github.violations,
  };
}

async function withCode({ email, password, totpSecret }: DemoUser): Promise<DemoApprover> {
  return { email, password, totpSecret, totpCode: await authenticatorCode(totpSecret) };
}

/**
 * The code an authenticator app shows now.
 * @param secret Base 32.
 * @returns Six digits.
 * @see RFC 6238
 */
export function authenticatorCode(secret: string): Promise<string> {
  return generate({ secret });
}

/**
 * Shows a result to a person.
 * @param screen Screen.
 * @param result Result.
 */
export function showResult(screen: Screen, result: DemoResult): void {
  screen.line();
  if (result.previewUrl !== null) {
    screen.fact("Preview", result.previewUrl, "cyan");
  }
  screen.fact("Deployment", `${result.deploymentId ?? "none"}${result.reused ? " (made by an earlier run)" : ""}`);
  screen.line();
  if (result.comment !== null) {
    screen.fact("Comment", `as it stands on the pull request, by ${result.comment.author}`);
    for (const line of visible(result.comment.body)) screen.line(`    │ ${line}`);
    screen.line();
  }
  if (Object.keys(result.outputs).length > 0) screen.fact("Outputs", "");
  const width = Math.max(0, ...Object.keys(result.outputs).map((name) => name.length));
  for (const [name, value] of Object.entries(result.outputs)) screen.line(`    ${name.padEnd(width)}  ${value}`);
  screen.line();
  if (result.approvalUrl !== null && result.approver !== null) {
    const { email, password, totpCode } = result.approver;
    screen.fact("Approve", result.approvalUrl, "cyan");
    screen.fact("", `sign in as ${email} with the password ${password} and the code ${totpCode}`);
    screen.line();
  }
  for (const { kind, method, path, problems } of result.githubViolations) {
    screen.line(`  GitHub would not take this ${kind}: ${method} ${path}: ${problems.join("; ")}`, "red");
  }
}

/** What a reader of the page sees of a comment: hidden parts are left out. */
function visible(body: string): readonly string[] {
  return body
    .replace(/<!--[\s\S]*?-->/g, "")
    .trim()
    .split("\n");
}
