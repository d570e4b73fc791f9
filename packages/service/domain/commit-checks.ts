import { z } from "zod";

const STATES = ["failed", "running", "passed", "skipped"] as const;

const MAX_CHECKS = 100;
const MAX_NAME_CHARS = 200;
const MAX_URL_CHARS = 1_000;

const CommitCheck = z.object({
  name: z.string(),
  state: z.enum(STATES),
  /** https, without credentials. */
  url: z.string().optional(),
});

export const CommitChecks = z.object({
  /** The repository that was asked, as owner/name. */
  repository: z.string(),
  /** Failed ones first. */
  checks: z.array(CommitCheck),
  /** How many more GitHub has. */
  more: z.number().int().nonnegative(),
  /** What could not be read from GitHub. */
  unread: z.array(z.enum(["check runs", "commit statuses"])),
});

export type CommitCheck = z.infer<typeof CommitCheck>;
export type CommitChecks = z.infer<typeof CommitChecks>;

/** Reads what is stored; undefined for what an older version stored. */
export function readCommitChecks(text: string | null | undefined): CommitChecks | undefined {
  return typeof text === "string" ? CommitChecks.safeParse(JSON.parse(text)).data : undefined;
}

/** Sorts and cuts what GitHub said, and keeps no link that is not https. */
export function commitChecks(
  reported: readonly (Omit<CommitCheck, "url"> & { readonly url: string | null })[],
  { repository, total, unread }: Pick<CommitChecks, "repository" | "unread"> & { readonly total: number },
): CommitChecks {
  const checks = reported
    .toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
    .slice(0, MAX_CHECKS)
    .map(({ name, state, url }) => {
      const link = safeUrl(url);
      return { name: name.slice(0, MAX_NAME_CHARS).toWellFormed(), state, ...(link !== undefined && { url: link }) };
    });
  return { repository, checks, more: Math.max(0, total - checks.length), unread };
}

function safeUrl(text: string | null): string | undefined {
  if (text === null || text.length > MAX_URL_CHARS || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  return protocol === "https:" && username === "" && password === "" ? href : undefined;
}

/** "1 failed, 2 passed" */
export function countChecks({ checks }: CommitChecks): string {
  const counts = STATES.flatMap((state) => {
    const count = checks.filter((check) => check.state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return counts.join(", ");
}
