import { type ListedRecord, listRecords } from "../github/deployment-record.ts";
import type { GithubFailure } from "../github/failure.ts";
import type { CallContext, Github } from "../github/octokit.ts";

export interface PullRecords {
  readonly kind: "done";
  readonly recordIds: readonly number[];
  /** Accounts that opened them: what the same runs wrote elsewhere is theirs too. */
  readonly creatorIds: readonly number[];
}

/** More pages than GitHub lists in a minute. */
const MAX_PAGES = 200;

/** @param of `createdMs`: when the pull request was created, epoch ms; no deployment of it is older. */
export async function findPullRecords(
  github: Github,
  of: { readonly environment: string; readonly pullNumber: number; readonly createdMs: number },
  context: CallContext,
): Promise<PullRecords | GithubFailure> {
  const records: ListedRecord[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await listRecords(github, { environment: of.environment, page }, context);
    if (found.kind === "failed") return found;
    records.push(...found.records.filter((one) => one.pullNumber === of.pullNumber));
    if (found.isLast || found.oldestMs < of.createdMs) break;
  }
  const creatorIds = records.flatMap(({ creatorId }) => (creatorId === undefined ? [] : [creatorId]));
  return { kind: "done", recordIds: [...new Set(records.map(({ id }) => id))], creatorIds: [...new Set(creatorIds)] };
}
