const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "greenroom deploy": [
    "greenroom deploy --follow",
    "greenroom deploy docs --branch main --commit 4f0c2a9e",
    "greenroom deploy docs --json | jq -r .deployment.previewUrl",
  ],
  "greenroom follow": ["greenroom follow dep_01k2", "greenroom follow dep_01k2 --json | jq -r .kind"],
  "greenroom deployments list": [
    "greenroom deployments list --site docs --status failed",
    "greenroom deployments list --since 2026-03-01 --limit 100",
  ],
  "greenroom deployments cancel": ["greenroom deployments cancel dep_01k2"],
  "greenroom sites create": [
    "greenroom sites create --name Docs --slug docs --repository https://github.com/acme/docs",
  ],
  "greenroom sites archive": ["greenroom sites archive docs --yes"],
  "greenroom approvals list": ["greenroom approvals list --status pending"],
  "greenroom approvals request": ['greenroom approvals request dep_01k2 --reason "The autumn season"'],
  "greenroom approvals open": ["greenroom approvals open apr_01k2 --print"],
  "greenroom comments list": ["greenroom comments list docs --deployment dep_01k2 --json"],
  "greenroom comments resolve": ["greenroom comments resolve docs cmt_01k2 --commit 4f0c2a9e"],
  "greenroom trust add": [
    "greenroom trust add docs acme/docs --event pull_request",
    "greenroom trust add docs acme/docs --ref refs/heads/main --environment production",
  ],
  "greenroom verify": ["greenroom verify https://docs.example.com --commit 4f0c2a9e"],
  "greenroom open": ["greenroom open docs", "greenroom open dep_01k2"],
  "greenroom init": [
    "greenroom init",
    "greenroom init --base-url https://greenroom.example.com --site docs --production --yes",
  ],
  "greenroom login": [
    "greenroom login --url https://greenroom.example.com",
    "greenroom login --with-token < token.txt",
  ],
  "greenroom doctor": ["greenroom doctor docs"],
  "greenroom serve": ["greenroom serve --dev", "greenroom serve --data /var/lib/greenroom/data --port 8080"],
  "greenroom worker": [
    "greenroom worker --service https://greenroom.example.com --token-file /etc/greenroom/worker.token --slots 2",
  ],
  "greenroom demo": ["greenroom demo", "greenroom demo --once --json"],
};

/** What help adds for a verb, such as `greenroom sites create`; empty when its usage says all. */
export function examplesOf(verb: string): string {
  const lines = EXAMPLES[verb]?.map((line) => `  ${line}`) ?? [];
  return lines.length === 0 ? "" : ["", "Examples:", ...lines].join("\n");
}
