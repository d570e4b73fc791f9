import type { Database, Transaction } from "./database.ts";

/** [GitHub, username rules] */
export const GITHUB_LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;

interface GithubLink {
  readonly workspaceId: string;
  readonly userId: string;
  /** Undefined removes the link. */
  readonly login: string | undefined;
  /** Stays when the login is renamed. */
  readonly githubId: string | undefined;
  readonly at: string;
}

/** Links a member to an account on GitHub, in place of an earlier one. */
export async function setGithubAccount(
  tx: Transaction,
  { workspaceId, userId, login, githubId, at }: GithubLink,
): Promise<void> {
  await tx
    .deleteFrom("github_accounts")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .execute();
  if (login === undefined) return;
  await tx
    .insertInto("github_accounts")
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      login: login.toLowerCase(),
      github_id: githubId ?? null,
      linked_at: at,
    })
    .execute();
}

/** Most requests one query names. */
const BATCH = 500;

/** Finds the members whose account on GitHub pushed the commit of a request or started a run of it. */
export async function findPushers(
  db: Database,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < requestIds.length; start += BATCH) {
    const rows = await db
      .selectFrom("approval_requests")
      .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
      .innerJoin("commit_actors", (join) =>
        join
          .onRef("commit_actors.site_id", "=", "approval_requests.site_id")
          .onRef("commit_actors.commit_sha", "=", "deployments.commit_sha"),
      )
      .innerJoin("github_accounts", (join) =>
        join
          .onRef("github_accounts.workspace_id", "=", "approval_requests.workspace_id")
          .on((eb) =>
            eb.or([
              eb("github_accounts.github_id", "=", eb.ref("commit_actors.github_id")),
              eb.and([
                eb("github_accounts.github_id", "is", null),
                eb("github_accounts.login", "=", eb.ref("commit_actors.login")),
              ]),
            ]),
          ),
      )
      .select(["approval_requests.id", "github_accounts.user_id"])
      .where("approval_requests.id", "in", requestIds.slice(start, start + BATCH))
      .execute();
    for (const { id, user_id: userId } of rows) found.set(id, [...(found.get(id) ?? []), userId]);
  }
  return found;
}
