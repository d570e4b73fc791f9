import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Name of the operator's file of secrets in the data folder. */
export const SECRETS_FILE = "secrets.json";

/** What only the operator knows; read for every build. */
export const Secrets = z.object({
  /** How repositories of a host are read, by host name with its port when it is not 443. */
  repositoryHosts: z.record(z.string(), z.object({ username: z.string(), password: z.string().min(1) })).default({}),
  /** Values of the names a manifest lists under `environment`, by site id. */
  variables: z.record(z.string(), z.record(z.string(), z.string())).default({}),
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
  return Secrets.parse(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new Error(`${SECRETS_FILE} in the data folder is not JSON; correct it, then deploy again.`);
  }
}

/**
 * The Authorization header for a repository host.
 * @param host Name, with its port when it is not 443.
 * @returns Undefined when no credential is stored for it.
 */
export function authorizationFor({ repositoryHosts }: Secrets, host: string): string | undefined {
  const credential = Object.hasOwn(repositoryHosts, host) ? repositoryHosts[host] : undefined;
  if (!credential) return undefined;
  return `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString("base64")}`;
}

/**
 * The values a build can see: those that the operator stored for the site and the manifest lists.
 * @param names As the manifest lists them.
 */
export function variablesFor({ variables }: Secrets, siteId: string, names: readonly string[]): Record<string, string> {
  const stored = new Map(Object.entries(variables[siteId] ?? {}));
  return Object.fromEntries(names.flatMap((name) => (stored.has(name) ? [[name, stored.get(name) ?? ""]] : [])));
}

/** Values so short that they would blank out ordinary text. */
const MIN_REDACTED_CHARS = 4;

/** Replaces values in a text, longer ones first. */
export function redact(text: string, values: readonly string[]): string {
  return values
    .filter((value) => value.length >= MIN_REDACTED_CHARS)
    .toSorted((left, right) => right.length - left.length)
    .reduce((hidden, value) => hidden.replaceAll(value, "***"), text);
}
