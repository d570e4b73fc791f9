import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { pathOf, repositoryFolder } from "../../domain/repository-path.ts";

/** Name of the operator's file of secrets in the data folder. */
export const SECRETS_FILE = "secrets.json";

const Credential = z.strictObject({
  /** Id of the workspace whose sites read with it; no other ever does. */
  workspace: z.string().min(1),
  /** A repository, or a folder of them: all repositories below it. */
  url: z.string().refine((text) => repositoryFolder(text) !== undefined, {
    error: "must be an https URL of a repository or a folder of repositories, without user name, query and fragment",
  }),
  username: z.string(),
  password: z.string().min(1),
});

/** `production`, `previews`, or `branch:` with a name in which `*` stands for any characters but a slash, `**` for any. */
const Scope = z.union([z.enum(["production", "previews"]), z.templateLiteral(["branch:", z.string().min(1)])]);

const Value = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable"),
  value: z.string().refine((text) => !text.includes("\0"), "must not have a NUL character"),
  /** Builds of which verified branches get it; without one, those of any. */
  scope: z.array(Scope).optional(),
  /** Whether the install step gets it too, such as a token for a private registry. */
  install: z.boolean().default(false),
});

export type Value = z.infer<typeof Value>;

/** Values before they had scopes. */
const OldValues = z.record(z.string(), z.string());

/** What only the operator knows; read for every build. */
export const Secrets = z.object({
  /** How private repositories are read. */
  repositories: z.array(Credential).default([]),
  /** Values of the names a manifest lists under `environment`, by site id. */
  variables: z.record(z.string(), z.union([z.array(Value), OldValues])).default({}),
  /** Credentials before they belonged to a workspace, by host; never used, only reported. */
  repositoryHosts: z.record(z.string(), z.unknown()).default({}),
});

export type Secrets = z.infer<typeof Secrets>;

/**
 * Reads the operator's secrets.
 * @returns Empty when there is no such file.
 * @throws {Error} When the file is there but wrong; its content is not in the message.
 */
export async function readSecrets(dataDirectory: string): Promise<Secrets> {
  let text: string;
  try {
    text = await readFile(join(dataDirectory, SECRETS_FILE), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Secrets.parse({});
    throw error;
  }
  const parsed = Secrets.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${SECRETS_FILE} in the data folder: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}; correct it, then deploy again.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error(`${SECRETS_FILE} in the data folder is not JSON; correct it, then deploy again.`);
  }
}

/** What is wrong with the operator's file, or in an old form, each with what to do. */
export async function secretsProblems(dataDirectory: string): Promise<readonly string[]> {
  try {
    return outdated(await readSecrets(dataDirectory));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function outdated({ repositoryHosts, variables }: Secrets): readonly string[] {
  const hosts = Object.keys(repositoryHosts).map((host) => `${SECRETS_FILE}: ${oldCredential(host)}`);
  const sites = Object.entries(variables).flatMap(([siteId, values]) =>
    Array.isArray(values)
      ? []
      : [
          `${SECRETS_FILE}: the values of site ${siteId} have no scope, so builds of every branch of its repository get them. Write them as a list: { "variables": { "${siteId}": [{ "name": "NAME", "value": "…", "scope": ["production"] }] } }`,
        ],
  );
  return [...hosts, ...sites];
}

function oldCredential(host: string): string {
  return `the credential for ${host} under "repositoryHosts" is not used any more, since every workspace could read with it. Give it to a workspace: { "repositories": [{ "workspace": "<id, see greenroom admin workspace list>", "url": "https://${host}/<owner>/", "username": "…", "password": "…" }] }`;
}

/**
 * Says why a repository that needs a credential has none, when the file holds one in its old form.
 * @param host With its port when it is not 443.
 */
export function outdatedCredential({ repositoryHosts }: Secrets, host: string): string | undefined {
  return Object.hasOwn(repositoryHosts, host) ? `In the service's ${SECRETS_FILE}, ${oldCredential(host)}` : undefined;
}

/**
 * The Authorization header for a repository of a workspace: of the credentials whose URL covers it, the most specific.
 * @returns With how many names of its path the credential has; undefined when none is stored for it.
 */
export function authorizationFor(
  { repositories }: Secrets,
  { workspaceId, url }: { readonly workspaceId: string; readonly url: URL },
): { readonly header: string; readonly depth: number } | undefined {
  const path = pathOf(url);
  if (path === undefined) return undefined;
  let chosen: { readonly depth: number; readonly username: string; readonly password: string } | undefined;
  for (const { workspace, url: text, username, password } of repositories) {
    const folder = workspace === workspaceId ? repositoryFolder(text) : undefined;
    if (folder === undefined || folder.origin !== url.origin || !folder.covers(path)) continue;
    const { depth } = folder;
    if (!chosen || depth > chosen.depth) chosen = { depth, username, password };
  }
  if (chosen === undefined) return undefined;
  const { depth, username, password } = chosen;
  return { depth, header: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** The values that are stored for a site, in their order. */
export function storedValues({ variables }: Secrets, siteId: string): readonly Value[] {
  const stored = Object.hasOwn(variables, siteId) ? variables[siteId] : undefined;
  if (stored === undefined || Array.isArray(stored)) return stored ?? [];
  return Object.entries(stored).map(([name, value]) => ({ name, value, install: false }));
}
