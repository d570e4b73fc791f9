import { z } from "zod";

export const EXCHANGED_TOKEN_LIFETIME_MS = 15 * 60_000;

/** A name, a ref or a login: one line that can be part of a sentence, the audit log and a screen. */
const Text = z
  .string()
  .max(512)
  .regex(/^[^\p{Cc}\p{Cf}]+$/u);
const Digits = z.string().regex(/^[1-9]\d{0,18}$/);

/**
 * What an identity token of GitHub says about its run, after its signature was checked.
 * @see GitHub Docs, OpenID Connect reference
 */
export const RunIdentity = z.object({
  iss: z.string(),
  jti: z.string().min(1).max(255),
  /** Seconds since the epoch, of a time that has a date. */
  exp: z.number().max(250_000_000_000),
  repository: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  repository_id: Digits,
  ref: Text,
  event_name: Text,
  environment: Text.optional(),
  job_workflow_ref: Text,
  actor: z.string().regex(/^[A-Za-z0-9][\w-]{0,99}(?:\[bot\])?$/),
  actor_id: Digits,
  run_id: Digits,
  run_attempt: Digits,
});
export type RunIdentity = z.infer<typeof RunIdentity>;

/** What a rule requires of a run; null is not compared. */
export interface TrustConditions {
  readonly issuer: string;
  readonly repository_id: string;
  readonly ref: string | null;
  readonly environment: string | null;
  readonly event: string | null;
  readonly workflow: string | null;
}

/**
 * Events of people who can write to the repository, and pull requests, whose runs GitHub gives no rights when they come
 * from a fork. A rule names any other: most can be started by a stranger, with the rights of the repository.
 */
const UNNAMED_EVENTS: readonly string[] = [
  "push",
  "pull_request",
  "workflow_dispatch",
  "merge_group",
  "release",
  "schedule",
];

export function trusts(rule: TrustConditions, run: RunIdentity): boolean {
  if (rule.issuer !== run.iss || rule.repository_id !== run.repository_id) return false;
  if (rule.event === null ? !UNNAMED_EVENTS.includes(run.event_name) : rule.event !== run.event_name) return false;
  if (rule.environment !== null && rule.environment !== run.environment) return false;
  return matches(rule.ref, run.ref) && matches(rule.workflow, run.job_workflow_ref);
}

/** A star is any run of characters without a slash, two are any run; upper and lower case differ. */
function matches(pattern: string | null, text: string): boolean {
  if (pattern === null) return true;
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === "") return "";
    if (part.startsWith("*")) return part.length === 1 ? "[^/]*" : ".*";
    return part.replaceAll(/[^\w]/g, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
  });
  return new RegExp(`^${parts.join("")}$`, "u").test(text);
}

/** The claims that rules compare, as a person compares them with a rule. */
export function describeRun(run: RunIdentity): string {
  return [
    `issuer ${run.iss}`,
    `repository_id ${run.repository_id} (${run.repository})`,
    `ref ${run.ref}`,
    `event ${run.event_name}`,
    `environment ${run.environment ?? "none"}`,
    `workflow ${run.job_workflow_ref}`,
  ].join(", ");
}
