import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { characters, MAX_BRANCH_CHARS } from "./limits.ts";
import { Person } from "./person.ts";
import { maxChars } from "./text.ts";

export const MAX_VARIABLES = 100;

export const MAX_VARIABLE_BYTES = 8 * 1024;

/** Shorter secrets would blank out ordinary text in logs. */
export const MIN_SECRET_CHARS = 4;

const MAX_NAME_CHARS = 128;

/** `secret` is never shown again; `plain` is. */
export const VARIABLE_KINDS = ["plain", "secret"] as const;

/** Names that decide which programs a build runs and what it reaches: only the service sets them. */
const RESERVED =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|TMPDIR|TEMP|TMP|CI|ENV|BASH_ENV|BASH_FUNC.*|IFS|PS4|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|BUILD_TOOLS|BUILD_CACHE|XDG_DATA_HOME|PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|(?:LD|DYLD|GIT|SSH)_.*|(?:HTTPS?|ALL|NO)_PROXY|(?:NPM_CONFIG|PNPM_CONFIG|BUN_INSTALL)_.*|YARN_(?!NPM_AUTH_).*)$/i;

/**
 * Says why a variable of a site cannot have a name.
 * @param name As a person or a program gave it.
 * @returns The end of a sentence, or undefined.
 */
export function variableNameProblem(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return "must be letters, digits and underscores, and begin with no digit";
  if (name.length > MAX_NAME_CHARS) return `must have at most ${MAX_NAME_CHARS} characters`;
  if (/^GREENROOM/i.test(name)) return "must not begin with GREENROOM: these names describe the build to itself";
  if (RESERVED.test(name)) return "must be another name: this one decides which programs a build runs or reaches";
  return undefined;
}

const Name = z
  .string()
  .max(MAX_NAME_CHARS)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and underscores, and begin with no digit")
  .superRefine((name, context) => {
    const message = variableNameProblem(name);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .describe(
    "Not a name that decides which programs a build runs or reaches, such as PATH, NODE_OPTIONS or GIT_SSH, and not one that begins with GREENROOM, in any case.",
  );

/** Few stars, so that matching stays fast. */
const Environment = z
  .string()
  .check(maxChars("branch:".length + MAX_BRANCH_CHARS))
  .regex(
    /^(?:all|production|preview|branch:(?!$)[^\x00-\x20\x7f~^:?*[\\]*(?:\*+[^\x00-\x20\x7f~^:?*[\\]+){0,2}(?:\*+[^\x00-\x20\x7f~^:?*[\\]*)?)$/,
    "must be all, production, preview, or branch: and the name of a branch, in which at most three * match any characters but a slash",
  );

const Value = z
  .string()
  .min(1, "must not be empty")
  .check(maxChars(MAX_VARIABLE_BYTES))
  .regex(/^[^\u0000]*$/, "must be text without NUL characters")
  .refine(
    (text) => text.isWellFormed() && new TextEncoder().encode(text).length <= MAX_VARIABLE_BYTES,
    `must be text of at most ${MAX_VARIABLE_BYTES} bytes`,
  )
  .describe(`Text of at most ${MAX_VARIABLE_BYTES} bytes of UTF-8.`);

/** A value that builds of a site find in their environment. @see Interface §4 (additive) */
export const SiteVariable = z
  .looseObject({
    id: z.uuid(),
    siteId: z.uuid(),
    name: z.string(),
    /** Which builds get it: `all`, `production` (the default branch), `preview` (all others) or `branch:` and a pattern. */
    environment: z.string(),
    kind: z.enum(VARIABLE_KINDS),
    /** Null for a secret. */
    value: z.string().nullable(),
    /** Whether the install step gets it too. */
    install: z.boolean(),
    /** Why builds do not get it: a secret was set while the site had another repository. */
    inactive: z.literal("repository_changed").optional(),
    /** Null when a token without an owner set it. */
    updatedBy: Person.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "SiteVariable" });
export type SiteVariable = z.infer<typeof SiteVariable>;

/** Body of POST /sites/{siteId}/variables: replaces the variable of this name and environment, or adds it. */
export const SetVariable = z
  .object({
    name: Name,
    value: Value,
    /** `all` when absent. */
    environment: Environment.optional(),
    /** `secret` when absent. */
    kind: z.enum(VARIABLE_KINDS).optional(),
    install: z.boolean().optional(),
  })
  .superRefine(({ kind, value }, context) => {
    if (kind === "plain" || characters(value) >= MIN_SECRET_CHARS) return;
    const message = `must have at least ${MIN_SECRET_CHARS} characters as a secret, since shorter ones cannot be hidden in logs`;
    context.addIssue({ code: "custom", path: ["value"], message });
  })
  .meta({
    id: "SetVariable",
    description: `A secret has at least ${MIN_SECRET_CHARS} characters.`,
    if: { properties: { kind: { const: "plain" } }, required: ["kind"] },
    else: { properties: { value: { minLength: MIN_SECRET_CHARS } } },
  });
export type SetVariable = z.infer<typeof SetVariable>;

export const ReceivedVariable = asReceived(SiteVariable, ["id", "name", "environment"]);
export type ReceivedVariable = z.infer<typeof ReceivedVariable>;
