import type { DecidingFacts } from "../../domain/deciders.ts";
import type { Database } from "../engine/database.ts";
import { standingsOf } from "../people/standings.ts";
import { listMembers, type Member } from "../people/users.ts";
import { findWorkspace } from "../people/workspaces.ts";

/** The members of a workspace, and what their right to decide depends on besides the release. */
export interface DecidingMembers extends Pick<
  DecidingFacts,
  "standings" | "selfApprovalAllowed" | "unconfirmedAllowed"
> {
  readonly members: readonly Member[];
}

export async function readDecidingMembers(db: Database, workspaceId: string): Promise<DecidingMembers> {
  const workspace = await findWorkspace(db, workspaceId);
  return {
    members: await listMembers(db, workspaceId),
    standings: await standingsOf(db, workspaceId),
    selfApprovalAllowed: workspace?.allow_self_approval === 1,
    unconfirmedAllowed: workspace?.allow_unconfirmed === 1,
  };
}

/** What the operator relaxed in a workspace, as its audit entries name it; null when nothing. */
export function relaxationOf({ selfApprovalAllowed, unconfirmedAllowed }: DecidingFacts): string | null {
  const rules = [
    ...(selfApprovalAllowed ? ["requesters to decide"] : []),
    ...(unconfirmedAllowed ? ["unconfirmed members to decide"] : []),
  ];
  return rules.length === 0 ? null : rules.join(" and ");
}
