import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { CommandError } from "../../errors.ts";
import type { Answers } from "./answers.ts";

type FileStatus = "new" | "same" | "differs";

interface Template {
  /** Below the repository's root. */
  readonly path: string;
  readonly text: string;
}

const FOLDER = ".github/workflows";
const REQUEST_NAME = "Greenroom fork request";

/** The starter workflows; each value goes into the file as a quoted string. */
export function templates(answers: Answers): readonly Template[] {
  return [
    { path: `${FOLDER}/greenroom-preview.yml`, text: preview(answers) },
    ...(answers.forks
      ? [
          { path: `${FOLDER}/greenroom-fork-request.yml`, text: forkRequest(answers) },
          { path: `${FOLDER}/greenroom-fork.yml`, text: fork(answers) },
        ]
      : []),
    ...(answers.production ? [{ path: `${FOLDER}/greenroom-production.yml`, text: production(answers) }] : []),
  ];
}

function uses({ source }: Answers, file: string): string {
  const [repository = "", ref = ""] = source.split("@");
  return `${repository}/.github/workflows/${file}@${ref}`;
}

function service({ baseUrl, site }: Answers): string {
  return `    with:
      base-url: ${JSON.stringify(baseUrl)}
      site: ${JSON.stringify(site)}
`;
}

function preview(answers: Answers): string {
  return `name: Greenroom preview

on:
  pull_request:
    types: [opened, synchronize, reopened, closed]

permissions: {}

jobs:
  preview:
    permissions:
      contents: read # reads the workflow's own actions
      pull-requests: write # the comment with the preview URL
      deployments: write # the deployment record
      id-token: write # signs in to the service; no secret is stored
    uses: ${uses(answers, "preview.yml")}
${service(answers)}`;
}

function forkRequest(answers: Answers): string {
  return `# Runs for forks without permissions or secrets; the next workflow creates the preview.
name: ${REQUEST_NAME}

on:
  pull_request:

permissions: {}

jobs:
  request:
    if: github.event.pull_request.head.repo.id != github.event.repository.id
    uses: ${uses(answers, "preview-forks-request.yml")}
`;
}

function fork(answers: Answers): string {
  return `# Add reviewers to the environment 'preview-forks' on GitHub to review forks before they are built.
name: Greenroom fork preview

on:
  workflow_run:
    workflows: [${REQUEST_NAME}]
    types: [completed]

permissions: {}

jobs:
  preview:
    permissions:
      contents: read # reads the workflow's own actions, never the fork
      pull-requests: write # the comment with the preview URL
    uses: ${uses(answers, "preview-forks.yml")}
${service(answers)}    secrets:
      token: \${{ secrets.GREENROOM_TOKEN }}
`;
}

function production(answers: Answers): string {
  return `name: Greenroom production

on:
  push:
    branches: [${JSON.stringify(answers.branch)}]

permissions: {}

jobs:
  production:
    permissions:
      contents: read # reads the workflow's own actions
      pull-requests: write # finds the merged pull request, and comments on it
      id-token: write # signs in to the service; no secret is stored
    uses: ${uses(answers, "production.yml")}
${service(answers)}`;
}

/** A workflow, compared with the file at its path. */
interface PlannedFile extends Template {
  readonly status: FileStatus;
}

/** Compares the templates with the files of the repository; nothing is written. */
export async function planFiles(root: string, files: readonly Template[]): Promise<readonly PlannedFile[]> {
  return Promise.all(files.map(async (file) => ({ ...file, status: await statusOf(root, file) })));
}

async function statusOf(root: string, { path, text }: Template): Promise<FileStatus> {
  const current = await readFile(join(root, path), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (current === undefined) return "new";
  return current === text ? "same" : "differs";
}

/** Writes the workflows; a file that differs is replaced, so the caller has confirmed it with the user. */
export async function writeFiles(root: string, files: readonly PlannedFile[]): Promise<void> {
  for (const { text, path } of files) checkWorkflow(path, text);
  for (const { path, text, status } of files) {
    if (status === "same") continue;
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    // A file that was created since the comparison is not ours to replace.
    await writeFile(target, text, { flag: status === "new" ? "wx" : "w" }).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      throw new CommandError(
        "usage",
        `${path} was created meanwhile and was not replaced. Run the command again.`,
        error,
      );
    });
    checkWorkflow(path, await readFile(target, "utf8"));
  }
}

/**
 * Checks that a text is a workflow that GitHub can read.
 * @throws {CommandError} `internal_error`
 */
export function checkWorkflow(path: string, text: string): void {
  const document = parseDocument(text, { uniqueKeys: true });
  const missing = ["name", "on", "jobs"].filter((key) => document.get(key) === undefined);
  if (document.errors.length === 0 && missing.length === 0) return;
  const reason = document.errors[0]?.message ?? `it has no '${missing[0] ?? ""}'`;
  throw new CommandError("internal_error", `${path} would not be a valid workflow: ${reason}. Please report this.`);
}
