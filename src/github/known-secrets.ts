import { tokenPrefix } from "@greenroom/contract";
import type { Environment } from "./payload.ts";

/** Variables the runner, or a workflow by custom, keeps a credential in. */
const SECRET_NAMES = ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"] as const;

/** Tokens of GitHub, and signed tokens such as those the runner gets for itself. */
const SECRET_SHAPES = /^(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*)$/;
/** Shorter ones would take half of what is told with them. */
const MIN_SECRET_CHARS = 12;

/**
 * Finds credentials in the environment of a step that nobody gave us and nobody may see.
 * The runner hides them in its log; a comment, a summary and an output it does not read.
 * @returns Each once. A value of any other name and shape is not taken for a secret: it may be a site's name.
 * @see GitHub Docs: About security hardening with OpenID Connect; Authenticating with the GITHUB_TOKEN
 */
export function knownSecrets(env: Environment): readonly string[] {
  const named = SECRET_NAMES.map((name) => env[name] ?? "");
  const shaped = Object.values(env).filter((value) => value !== undefined && isSecretShaped(value.trim()));
  const values = [...named, ...shaped].map((value) => (value ?? "").trim());
  return [...new Set(values.filter((value) => value.length >= MIN_SECRET_CHARS))];
}

function isSecretShaped(value: string): boolean {
  return SECRET_SHAPES.test(value) || tokenPrefix(value) !== undefined;
}
