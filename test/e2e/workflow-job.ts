import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { parse } from "yaml";
import { z } from "zod";
import type { Github } from "../../packages/testkit/github.ts";
import { ACTIONS_BOT } from "../../packages/testkit/github/users.ts";
import type { ActionResult, ActionRun } from "../../packages/testkit/runner.ts";
import { run as runAction } from "./harness.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), Scalar).default({}),
});
const Job = z.looseObject({
  if: z.string().default("true"),
  permissions: z.record(z.string(), z.enum(["read", "write"])),
  steps: z.array(Step),
});
const Workflow = z.looseObject({
  on: z.object({
    workflow_call: z
      .object({ inputs: z.record(z.string(), z.looseObject({ default: Scalar.optional() })).default({}) })
      .nullable(),
  }),
  jobs: z.record(z.string(), Job),
});

/** A job of a reusable workflow, called as a team's own workflow calls it. */
export interface JobRun {
  readonly workflow: string;
  readonly job: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly event: ActionRun["event"];
  readonly github: Github;
  readonly runId: number;
  /** Where a job with `id-token: write` asks who it is; other jobs do not get it. */
  readonly identity?: Readonly<Record<string, string>>;
  /** Outputs of the jobs before it, by their names. */
  readonly needs?: Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>;
}

export type StepEnd =
  | { readonly kind: "shell"; readonly exitCode: number; readonly env: Readonly<Record<string, string>> }
  /** Another repository's action, which is not run here: its inputs, filled in. */
  | { readonly kind: "other"; readonly uses: string; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: "own"; readonly inputs: Readonly<Record<string, string>>; readonly result: ActionResult };

/** How a job ended; nothing ran when its condition did not hold. */
export type JobEnd = { readonly kind: "skipped" } | { readonly kind: "ran"; readonly steps: readonly StepEnd[] };

/**
 * Runs a job as GitHub does: its condition and inputs evaluated, a token with its permissions and no more, its own
 * actions from the checkout of this repository.
 */
export async function runJob(run: JobRun): Promise<JobEnd> {
  const workflow = Workflow.parse(parse(await readFile(run.workflow, "utf8")));
  const job = workflow.jobs[run.job];
  if (job === undefined) throw new Error(`${run.workflow} has no job ${run.job}`);
  const { "id-token": identity, ...permissions } = job.permissions;
  const token = run.github.issueToken(ACTIONS_BOT, permissions);
  const declared = workflow.on.workflow_call?.inputs ?? {};
  const defaults = Object.fromEntries(Object.entries(declared).map(([name, input]) => [name, input.default ?? ""]));
  const contexts = {
    github: { event: run.event.payload, event_name: run.event.name, token },
    inputs: { ...defaults, ...run.inputs },
    secrets: { ...run.secrets, GITHUB_TOKEN: token },
    needs: run.needs ?? {},
    job: { workflow_repository: "OWNER/greenroom", workflow_sha: "a".repeat(40) },
  };
  if (evaluate(job.if, contexts) !== "true") return { kind: "skipped" };
  const steps: StepEnd[] = [];
  for (const step of job.steps) {
    const inputs = Object.fromEntries(
      Object.entries(step.with).map(([name, value]) => [name, fill(String(value), contexts)]),
    );
    if (step.run !== undefined) steps.push(await runShell(fill(step.run, contexts)));
    else if (step.uses?.startsWith("./.greenroom") === true) {
      const actionYml = join(step.uses.replace("./.greenroom", "."), "action.yml");
      const env = identity === "write" ? run.identity : undefined;
      steps.push(await runOwn(run, { actionYml, inputs, token, env }));
    } else steps.push({ kind: "other", uses: step.uses ?? "", inputs });
  }
  return { kind: "ran", steps };
}

function fill(text: string, contexts: object): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluate(expression, contexts));
}

function evaluate(expression: string, contexts: object): string {
  const { tokens } = new Lexer(expression).lex();
  const context: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(context instanceof data.Dictionary)) throw new Error("contexts are a dictionary");
  const ast = new Parser(tokens, Object.keys(contexts), []).parse();
  return new Evaluator(ast, context).evaluate().coerceString();
}

/** In an empty folder, with the environment the runner gives a step that sets nothing. */
async function runShell(script: string): Promise<StepEnd> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-step-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, CI: "true", GITHUB_ACTIONS: "true" };
  try {
    const exitCode = await new Promise<number>((resolve) => {
      const shell = execFile("bash", ["-e", "-c", script], { cwd: folder, env });
      shell.once("close", (code) => resolve(code ?? 1));
    });
    return { kind: "shell", exitCode, env };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface OwnStep extends Pick<ActionRun, "actionYml" | "inputs"> {
  readonly token: string;
  readonly env: ActionRun["env"] | undefined;
}

async function runOwn(run: JobRun, { actionYml, inputs, token, env }: OwnStep): Promise<StepEnd> {
  const { event, github, runId, secrets } = run;
  const context = { apiUrl: github.apiUrl, token, runId };
  const secret = Object.values(secrets);
  const given = { actionYml, event, inputs, context, secrets: secret, timeoutMs: 60_000 };
  const result = await runAction({ ...given, ...(env && { env }) });
  return { kind: "own", inputs, result };
}
