/** What the preview action needs when everything is switched on. */
const GRANTS: Readonly<Record<string, "read" | "write">> = {
  contents: "read",
  deployments: "write",
  "pull-requests": "write",
};

/**
 * Spells the `permissions:` block of the job for a refused request.
 * A block without the grants that worked would take them away, so it is always the whole.
 * @param accepted Value of `X-Accepted-GitHub-Permissions`: `;` parts alternatives, `,` parts what is needed together.
 * @returns Lines of YAML.
 * @see GitHub Docs: Troubleshooting the REST API
 */
export function permissionLines(accepted: string | undefined): string[] {
  const alternatives = (accepted ?? "")
    .split(";")
    .map(readGrants)
    .filter((grants) => grants.length > 0);
  const covered = alternatives.length === 0 || alternatives.some((grants) => grants.every(isGranted));
  const added = covered ? [] : (alternatives[0] ?? []);
  const all = new Map([...Object.entries(GRANTS), ...added]);
  return ["permissions:", ...[...all].sort(byName).map(([name, level]) => `  ${name}: ${level}`)];
}

type Grant = [name: string, level: "read" | "write"];

function readGrants(text: string): Grant[] {
  return text.split(",").flatMap((part): Grant[] => {
    const found = /^\s*([a-z_]{1,40})=(read|write)\s*$/.exec(part);
    if (found === null) return [];
    return [[(found[1] ?? "").replaceAll("_", "-"), found[2] === "read" ? "read" : "write"]];
  });
}

function isGranted([name, level]: Grant): boolean {
  const granted = GRANTS[name];
  return granted === level || granted === "write";
}

function byName([left]: Grant, [right]: Grant): number {
  return left < right ? -1 : 1;
}
