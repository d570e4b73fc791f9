import { type GithubFailure, unreadable } from "../failure.ts";
import { call, type CallContext, type Github } from "../octokit.ts";
import { at, numberAt, textAt } from "../payload.ts";
import { authorProof, hasMarker, readStored } from "./data.ts";

export type FoundComment = NonNullable<ReturnType<typeof readComment>>;

export type FoundComments = { readonly kind: "done"; readonly comments: FoundComment[] } | GithubFailure;

export interface CommentSearch {
  readonly pullNumber: number;
  /** Sites of one group share one comment. */
  readonly group: string;
  /** Our account, once a response has shown it. */
  readonly selfId?: number | undefined;
  /** Accounts that are known to write for this repository's runs. */
  readonly authorIds?: readonly number[] | undefined;
  /** A secret that stays the same between runs; proves authorship for tokens other than the workflow's. */
  readonly proofKey?: string | undefined;
  /** From 1: a second search skips pages that held nothing of ours. */
  readonly fromPage?: number;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const WORKFLOW_LOGIN = "github-actions[bot]";
/** Account of the token of a job on Gitea and Forgejo; those of people are above zero. */
const GITEA_ACTIONS_ID = -2;

export function readComment(value: unknown) {
  const id = numberAt(value, "id");
  if (id === undefined) return undefined;
  const body = textAt(value, "body") ?? "";
  return {
    id,
    url: textAt(value, "html_url") ?? "",
    body,
    authorId: userId(at(value, "user", "id")),
    login: textAt(value, "user", "login") ?? "",
    bot: at(value, "user", "type") === "Bot",
    updatedAt: textAt(value, "updated_at") ?? "",
    ...readStored(body),
  };
}

function userId(value: unknown): number {
  return Number.isSafeInteger(value) ? Number(value) : 0;
}

/**
 * Whether a comment is ours: the marker is its exact first line, and its author is the workflow's own bot (a name no
 * person can take), the account that a response of this run has shown to be ours or that opened our deployments, or the
 * account that the proof in it names. A proof that was copied into another comment fails.
 */
function isOurs(comment: FoundComment, search: CommentSearch, github: Github): boolean {
  const { bot, login, authorId, proof } = comment;
  const { group, selfId, authorIds = [] } = search;
  if (!hasMarker(comment.body, group)) return false;
  if (github.forge === "github" ? bot && login === WORKFLOW_LOGIN : authorId === GITEA_ACTIONS_ID) return true;
  if (authorId === 0) return false;
  if (authorId === selfId || authorIds.includes(authorId)) return true;
  return proof !== undefined && proof === proofOf(authorId, search, github);
}

/** @returns Undefined without a key, and while the account is not known. */
export function proofOf(
  authorId: number | undefined,
  { pullNumber, group, proofKey = "" }: CommentSearch,
  { repository: { owner, repo } }: Github,
): string | undefined {
  if (proofKey === "" || authorId === undefined) return undefined;
  return authorProof(proofKey, { repository: `${owner}/${repo}`, pullNumber, group, authorId });
}

/** @returns Oldest first; `strangers` wrote comments with our marker that nothing shows to be ours. */
export async function findComments(
  github: Github,
  search: CommentSearch,
  context: CallContext,
): Promise<{ kind: "done"; comments: FoundComment[]; lastPage: number; strangers: string[] } | GithubFailure> {
  const comments: FoundComment[] = [];
  const isGitea = github.forge === "gitea";
  const seen = new Set<number>();
  const strangers: string[] = [];
  let lastPage = search.fromPage ?? 1;
  // Not `octokit.paginate`: its requests lose our signal, it follows a `Link` to any host with the token, and it takes
  // an empty body for an empty list, after which a second comment would be made.
  for (let page = lastPage; page <= MAX_PAGES; page += 1) {
    lastPage = page;
    const read = await call(github, { doing: "read the comments", repeatable: true }, context, (rest, parameters) =>
      rest.issues.listComments({ ...parameters, issue_number: search.pullNumber, per_page: PAGE_SIZE, page }),
    );
    if (read.kind === "failed") return read;
    if (!Array.isArray(read.data)) return unreadable("the comments");
    const before = seen.size;
    for (const element of read.data) {
      const comment = readComment(element);
      if (comment === undefined || (isGitea && seen.has(comment.id))) continue;
      seen.add(comment.id);
      if (isOurs(comment, search, github)) comments.push(comment);
      else if (hasMarker(comment.body, search.group)) strangers.push(comment.login);
    }
    // Gitea has no pages of comments: it gives all of them, each time.
    if (read.data.length < PAGE_SIZE || (isGitea && seen.size === before)) break;
  }
  return { kind: "done", comments: comments.sort((left, right) => left.id - right.id), lastPage, strangers };
}

/** @returns No comment when it is gone or no longer ours. */
export async function readKnown(
  github: Github,
  known: { readonly id: number; readonly group: string },
  context: CallContext,
): Promise<FoundComments> {
  const read = await call(github, { doing: "read the comment", repeatable: true }, context, (rest, parameters) =>
    rest.issues.getComment({ ...parameters, comment_id: known.id }),
  );
  if (read.kind === "failed" && read.status !== 404 && read.status !== 410) return read;
  const comment = read.kind === "failed" ? undefined : readComment(read.data);
  const ours = comment !== undefined && hasMarker(comment.body, known.group);
  return { kind: "done", comments: ours ? [comment] : [] };
}
