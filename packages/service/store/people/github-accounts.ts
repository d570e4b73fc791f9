import type { Transaction } from "../engine/database.ts";
import { deleteRows, insertRow } from "../engine/rows.ts";

/** [GitHub, username rules] */
export const GITHUB_LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;

interface GithubLink {
  readonly workspaceId: string;
  readonly userId: string;
  /** Undefined removes the link. The number stays when the login is renamed, and is never given to somebody else. */
  readonly account: { readonly login: string; readonly githubId: string } | undefined;
}

export async function setGithubAccount(tx: Transaction, { workspaceId, userId, account }: GithubLink): Promise<void> {
  await deleteRows(tx, "github_accounts", { workspace_id: workspaceId, user_id: userId });
  if (!account) return;
  await insertRow(tx, "github_accounts", {
    workspace_id: workspaceId,
    user_id: userId,
    login: account.login.toLowerCase(),
    github_id: account.githubId,
    linked_at: tx.at,
  });
}
