import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { repositoryFolder } from "../../domain/repository-path.ts";
import { unlessAbsent } from "../../outside/absent.ts";

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

/** What only the operator knows; read for every build. */
export const Secrets = z.object({
  repositories: z.array(Credential).default([]),
  /** Values of the names a manifest lists under `environment`, by site id. */
  variables: z.record(z.string(), z.array(Value)).default({}),
});

export type Secrets = z.infer<typeof Secrets>;

/** Empty when there is no such file. @throws {Error} When it is wrong; its content is not in the message. */
export async function readSecrets(dataDirectory: string): Promise<Secrets> {
  const text = await readFile(join(dataDirectory, SECRETS_FILE), "utf8").catch(unlessAbsent);
  if (text === undefined) return Secrets.parse({});
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

export async function secretsProblem(dataDirectory: string): Promise<string | undefined> {
  try {
    await readSecrets(dataDirectory);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function storedValues({ variables }: Secrets, siteId: string): readonly Value[] {
  return (Object.hasOwn(variables, siteId) ? variables[siteId] : undefined) ?? [];
}
