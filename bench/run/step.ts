import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readActionFile, stepInputs } from "../../packages/testkit/runner/action-file.ts";
import { githubContext, runContext, stepEnvironment } from "../../packages/testkit/runner/environment.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const COMMAND_FILES = ["output", "state", "summary", "env", "path"] as const;

export interface Step extends AsyncDisposable {
  /** Absolute path of the entry that `action.yml` names. */
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface StepParts {
  /** Folder of the action, when it is not this one. */
  readonly folder?: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };
  /** The stand-in for GitHub; without it, no server listens. */
  readonly github?: { readonly apiUrl: string; readonly token: string };
}

export async function prepareStep({ inputs, event, github, ...other }: StepParts): Promise<Step> {
  const action = await readActionFile(join(other.folder ?? ROOT, "action.yml"));
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  const run = runContext(event, github ?? { apiUrl: "http://127.0.0.1:9", token: "ghs_bench" });
  const workspace = join(folder, "work");
  const context = githubContext(run, workspace);
  await mkdir(workspace);
  const eventFile = join(folder, "event.json");
  await writeFile(eventFile, JSON.stringify(event.payload, undefined, 2));
  const files: Record<string, string> = {};
  for (const name of COMMAND_FILES) await writeFile((files[name] = join(folder, name)), "");
  const { output = "", state = "", summary = "", env = "", path = "" } = files;
  const paths = { temp: folder, home: folder, event: eventFile, output, state, summary, env, path };
  const given = stepInputs(action, inputs, { ...context, event: event.payload }).env;
  return {
    entry: action.main,
    cwd: workspace,
    env: { ...stepEnvironment(context, paths), ...given },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
