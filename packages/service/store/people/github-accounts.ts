import type { Database, Transaction } from "../engine/database.ts";
import type { ApprovalRequestRow, GithubAccountRow, RepositoryConnectionRow } from "../engine/schema.ts";

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

/** The commit of an undecided request, when GitHub can be asked who pushed it and a member may be that one. */
export async function findCommitToAsk(
  db: Database,
  workspaceId: string,
  requestId: string,
): Promise<{ readonly connection: RepositoryConnectionRow; readonly commitSha: string } | undefined> {
  const row = await db
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .innerJoin("repository_connections", "repository_connections.site_id", "approval_requests.site_id")
    .selectAll("repository_connections")
    .select("deployments.commit_sha")
    .where("approval_requests.id", "=", requestId)
    .where("approval_requests.workspace_id", "=", workspaceId)
    .where("approval_requests.status", "=", "pending")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("github_accounts")
          .select("github_accounts.user_id")
          .where("github_accounts.workspace_id", "=", workspaceId),
      ),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { commit_sha: commitSha, ...connection } = row;
  return commitSha === null ? undefined : { connection, commitSha };
}

/** Keeps who started runs of a commit; accounts are never removed. */
export async function putCommitActors(
  tx: Transaction,
  siteId: string,
  commitSha: string,
  accounts: readonly { readonly id: string; readonly login: string }[],
  at: string,
): Promise<void> {
  for (const { id, login } of accounts) {
    await tx
      .insertInto("commit_actors")
      .values({ site_id: siteId, commit_sha: commitSha, github_id: id, login: login.toLowerCase(), at })
      .onConflict((conflict) => conflict.columns(["site_id", "commit_sha", "github_id"]).doNothing())
      .execute();
    // A login can be renamed, and taken by another person; the id stays.
    await tx
      .updateTable("github_accounts")
      .set({ github_id: id })
      .where("login", "=", login.toLowerCase())
      .where("github_id", "is", null)
      .where("workspace_id", "in", (eb) => eb.selectFrom("sites").select("workspace_id").where("id", "=", siteId))
      .execute();
  }
}

/** Whether GitHub ever said who started a run of a commit. */
export async function isPusherKnown(db: Database, siteId: string, commitSha: string | null): Promise<boolean> {
  if (commitSha === null) return false;
  const row = await db
    .selectFrom("commit_actors")
    .select("login")
    .where("site_id", "=", siteId)
    .where("commit_sha", "=", commitSha)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Most requests one query names. */
const BATCH = 500;

/**
 * Finds the members whose account on GitHub pushed the commit of a request or started a run of it, as GitHub said when
 * it was asked, or as the identity of the run said that deployed it without a secret.
 */
export async function findPushers(
  db: Database,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < requestIds.length; start += BATCH) {
    const batch = requestIds.slice(start, start + BATCH);
    const rows = [
      ...(await pushersByCommit(db, batch)),
      ...(await pushersByRun(db, batch)),
      ...(await uploaders(db, batch)),
    ];
    for (const { id, user_id: userId } of rows) found.set(id, [...(found.get(id) ?? []), userId]);
  }
  return found;
}

/** Whose token uploaded the files of a source that was built elsewhere. */
async function uploaders(db: Database, requestIds: readonly string[]): Promise<readonly Pusher[]> {
  const rows = await db
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .select(["approval_requests.id", "deployments.created_by_user_id as user_id"])
    .where("approval_requests.id", "in", requestIds)
    .where("deployments.upload", "is not", null)
    .execute();
  return rows.flatMap(({ id, user_id: userId }) => (userId === null ? [] : [{ id, user_id: userId }]));
}

type Pusher = Pick<GithubAccountRow, "user_id"> & Pick<ApprovalRequestRow, "id">;

async function pushersByCommit(db: Database, requestIds: readonly string[]): Promise<readonly Pusher[]> {
  return db
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
    .where("approval_requests.id", "in", requestIds)
    .execute();
}

async function pushersByRun(db: Database, requestIds: readonly string[]): Promise<readonly Pusher[]> {
  return db
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .innerJoin("tokens", "tokens.id", "deployments.created_by_token_id")
    .innerJoin("github_accounts", (join) =>
      join
        .onRef("github_accounts.workspace_id", "=", "approval_requests.workspace_id")
        .on((eb) =>
          eb.or([
            eb("github_accounts.github_id", "=", eb.ref("tokens.run_actor_id")),
            eb.and([
              eb("github_accounts.github_id", "is", null),
              eb("github_accounts.login", "=", eb.ref("tokens.run_actor_login")),
            ]),
          ]),
        ),
    )
    .select(["approval_requests.id", "github_accounts.user_id"])
    .where("approval_requests.id", "in", requestIds)
    .execute();
}
