/** What a team's workflows are made of; every value was checked. */
export interface Answers {
  /** Address of the service. */
  readonly baseUrl: string;
  /** Id or slug of the site. */
  readonly site: string;
  /** Repository and ref of the workflows to call, such as `owner/greenroom@v1`. */
  readonly source: string;
  readonly production: boolean;
  readonly forks: boolean;
  /** Branch whose merges are released. */
  readonly branch: string;
}

/** A workflow to write. */
export interface Starter {
  /** Below the repository's root. */
  readonly path: string;
  readonly text: string;
}

const FOLDER = ".github/workflows";
const REQUEST_NAME = "Greenroom fork request";

/**
 * Makes a team's starter workflows.
 * @param answers Checked values; each goes into the file as a quoted string.
 */
export function starters(answers: Answers): readonly Starter[] {
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

function common({ baseUrl, site }: Answers): string {
  return `    with:
      base-url: ${JSON.stringify(baseUrl)}
      site: ${JSON.stringify(site)}
    secrets:
      token: \${{ secrets.GREENROOM_TOKEN }}
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
      pull-requests: write # the comment with the preview's address
      deployments: write # the deployment record
    uses: ${uses(answers, "preview.yml")}
${common(answers)}`;
}

function forkRequest(answers: Answers): string {
  return `# Runs for forks without any right or secret; the workflow after it makes the preview.
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
  return `# Give the environment 'preview-forks' reviewers on GitHub, and a person looks at a fork before it is built.
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
      pull-requests: write # the comment with the preview's address
    uses: ${uses(answers, "preview-forks.yml")}
${common(answers)}`;
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
    uses: ${uses(answers, "production.yml")}
${common(answers)}`;
}
