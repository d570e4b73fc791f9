export const FORGES = ["github", "gitea"] as const;

/** The values for the workflows, validated. */
export interface WorkflowValues {
  /** Whose workflows they are; Forgejo reads those of Gitea. */
  readonly forge: (typeof FORGES)[number];
  readonly baseUrl: string;
  readonly site: string;
  /** Repository and ref of the workflows to call, such as `owner/greenroom@v1`. */
  readonly source: string;
  readonly production: boolean;
  readonly forks: boolean;
  readonly branch: string;
}

export interface WorkflowFile {
  /** Below the repository's root. */
  readonly path: string;
  /** The workflow for these sites, at least one. */
  readonly write: (sites: readonly string[]) => string;
}

const FOLDER = ".github/workflows";
const REQUEST_NAME = "Greenroom fork request";

/** The starter workflows; each value goes into the file as a quoted string. */
export function templates(answers: WorkflowValues): readonly WorkflowFile[] {
  if (answers.forge === "gitea") return giteaTemplates(answers);
  return [
    { path: `${FOLDER}/greenroom-preview.yml`, write: (sites) => preview(answers, sites) },
    ...(answers.forks
      ? [
          { path: `${FOLDER}/greenroom-fork-request.yml`, write: () => forkRequest(answers) },
          { path: `${FOLDER}/greenroom-fork.yml`, write: (sites: readonly string[]) => fork(answers, sites) },
        ]
      : []),
    ...(answers.production
      ? [
          {
            path: `${FOLDER}/greenroom-production.yml`,
            write: (sites: readonly string[]) => production(answers, sites),
          },
        ]
      : []),
  ];
}

function uses({ source }: WorkflowValues, file: string): string {
  const [repository = "", ref = ""] = source.split("@");
  return `${repository}/.github/workflows/${file}@${ref}`;
}

/** One job a site, when there are several. */
function matrix(sites: readonly string[]): string {
  if (sites.length === 1) return "";
  return `    strategy:
      fail-fast: false
      matrix:
        site: ${JSON.stringify(sites).replaceAll('","', '", "')}
`;
}

/** Which service, and which of its sites. */
function service({ baseUrl }: WorkflowValues, sites: readonly string[]): string {
  return `    with:
      base-url: ${JSON.stringify(baseUrl)}
      site: ${sites.length === 1 ? JSON.stringify(sites[0]) : "${{ matrix.site }}"}
`;
}

function preview(answers: WorkflowValues, sites: readonly string[]): string {
  return `name: Greenroom preview

on:
  pull_request:
    types: [opened, synchronize, reopened, closed]

permissions: {}

jobs:
  preview:
${matrix(sites)}    permissions:
      contents: read # reads the workflow's own actions
      pull-requests: write # the comment with the preview URL
      deployments: write # the deployment record
      id-token: write # signs in to the service; no secret is stored
    uses: ${uses(answers, "preview.yml")}
${service(answers, sites)}`;
}

function forkRequest(answers: WorkflowValues): string {
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

function fork(answers: WorkflowValues, sites: readonly string[]): string {
  return `# Add reviewers to the environment 'preview-forks' on GitHub to review forks before they are built.
name: Greenroom fork preview

on:
  workflow_run:
    workflows: [${REQUEST_NAME}]
    types: [completed]

permissions: {}

jobs:
  preview:
${matrix(sites)}    permissions:
      contents: read # reads the workflow's own actions, never the fork
      pull-requests: write # the comment with the preview URL
    uses: ${uses(answers, "preview-forks.yml")}
${service(answers, sites)}    secrets:
      token: \${{ secrets.GREENROOM_TOKEN }}
`;
}

function production(answers: WorkflowValues, sites: readonly string[]): string {
  return `name: Greenroom production

on:
  push:
    branches: [${JSON.stringify(answers.branch)}]

permissions: {}

jobs:
  production:
${matrix(sites)}    permissions:
      contents: read # reads the workflow's own actions
      pull-requests: write # finds the merged pull request, and comments on it
      id-token: write # signs in to the service; no secret is stored
    uses: ${uses(answers, "production.yml")}
${service(answers, sites)}`;
}

const COMMENT = "  pull-requests: write # the comment\n";
const COMMENT_AND_STATUS = `${COMMENT}  contents: write # the status of the commit\n`;

/** Jobs run the actions with a stored token: there are no reusable workflows, and runs have no identity. */
function giteaTemplates(answers: WorkflowValues): readonly WorkflowFile[] {
  const [repository = "", ref = ""] = answers.source.split("@");
  const file = (name: string, action: string, on: string, permissions: string): WorkflowFile => ({
    path: `.gitea/workflows/greenroom-${name}.yml`,
    write: (sites) => `name: Greenroom ${name}

on:
${on}

permissions:
${permissions}
jobs:
  ${name}:
${matrix(sites)}    runs-on: ubuntu-latest
    timeout-minutes: 40
    steps:
      - uses: ${repository}${action}@${ref}
${service(answers, sites).replaceAll(/^/gm, "    ").trimEnd()}
          token: \${{ secrets.GREENROOM_TOKEN }}
`,
  });
  const pullRequests = (types: string): string => `  pull_request:\n    types: [${types}]`;
  const pushes = `  push:\n    branches: [${JSON.stringify(answers.branch)}]`;
  return [
    file("preview", "", pullRequests("opened, synchronize, reopened"), COMMENT_AND_STATUS),
    file("close", "/close", pullRequests("closed"), COMMENT),
    ...(answers.production ? [file("production", "/production", pushes, COMMENT_AND_STATUS)] : []),
  ];
}
