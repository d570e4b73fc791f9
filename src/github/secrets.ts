import { base64Forms, tokenPrefix } from "@greenroom/contract/token";
import type { Environment } from "./payload.ts";
import { escapeHtml, escapeMarkdown, plainLine } from "./untrusted-text.ts";

/** What was made unreadable on purpose, such as reversed text, cannot be listed. */
export function redact(text: string, secrets: readonly string[]): string {
  return formsOf(secrets).reduce((rest, form) => rest.replaceAll(form, "***"), text);
}

// A log is searched for the same secrets thousands of times; a list of secrets only grows.
const KNOWN = new WeakMap<readonly string[], { readonly count: number; readonly longestFirst: readonly string[] }>();

function formsOf(secrets: readonly string[]): readonly string[] {
  const known = KNOWN.get(secrets);
  if (known?.count === secrets.length) return known.longestFirst;
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(spelled));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  KNOWN.set(secrets, { count: secrets.length, longestFirst });
  return longestFirst;
}

function spelled(secret: string): readonly string[] {
  const plain = plainLine(secret);
  const data = secret.replaceAll("%", "%25");
  const percent = encodeURIComponent(secret.toWellFormed());
  const hex = Buffer.from(secret).toString("hex");
  return [
    secret,
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    escapeMarkdown(plain),
    escapeHtml(plain),
    data,
    data.replaceAll(":", "%3A").replaceAll(",", "%2C"),
    ...base64Forms(secret),
  ];
}

/** Variables in which the runner, or a workflow by convention, keeps a credential. */
const SECRET_NAMES = [
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "GITEA_TOKEN",
  "FORGEJO_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
] as const;

/** Tokens of GitHub, and signed tokens such as those the runner gets for itself. */
const SECRET_SHAPES = /^(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*)$/;
/** Shorter ones would be replaced all over the text. */
const MIN_SECRET_CHARS = 12;

/**
 * The runner masks them in its log, but not in a comment. A value with another name and shape is not taken for a
 * secret: it can be the name of a site.
 * @see GitHub Docs: About security hardening with OpenID Connect; Authenticating with the GITHUB_TOKEN
 */
export function knownSecrets(env: Environment): readonly string[] {
  const named = SECRET_NAMES.map((name) => env[name]);
  const shaped = Object.values(env).filter((value) => value !== undefined && isSecretShaped(value.trim()));
  const values = [...named, ...shaped].map((value = "") => value.trim());
  return [...new Set(values.filter((value) => value.length >= MIN_SECRET_CHARS))];
}

function isSecretShaped(value: string): boolean {
  return SECRET_SHAPES.test(value) || tokenPrefix(value) !== undefined;
}

export function redactWithin(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((part) => redactWithin(part, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactWithin(part, secrets)]));
}
