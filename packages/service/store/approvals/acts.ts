import { inBatches } from "../../domain/batches.ts";
import { comparisonId, type Pair } from "../../domain/comparison.ts";
import { newUuid } from "../../domain/ids.ts";
import { wasLiveLately } from "../../domain/roll-back.ts";
import type { Relaxations, ReleaseFacts } from "../../domain/two-people.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, readTexts } from "../engine/rows.ts";
import type { ApprovalRequestRow, ReleaseActRow } from "../engine/schema.ts";
import { standingsOf } from "../people/standings.ts";
import { listMembers, type Member } from "../people/users.ts";
import { findWorkspace } from "../people/workspaces.ts";
import { listReleases } from "../sites/releases.ts";

export interface Act extends Omit<ReleaseActRow, "people"> {
  readonly people: ReadonlySet<string>;
  readonly person: string;
  readonly login: string | null;
}

type NewAct = Pick<ReleaseActRow, "request_id" | "kind" | "user_id" | "factor" | "note"> & {
  readonly override_reason?: string | null;
  readonly siteId: string;
  readonly pair: Pair;
};

/** What a person wrote; null for nothing, and for spaces. */
export function noteOf(text: string | undefined): string | null {
  const note = text?.trim() ?? "";
  return note === "" ? null : note;
}

export async function recordAct(tx: Transaction, workspaceId: string, { siteId, pair, ...act }: NewAct): Promise<void> {
  const standing = (await standingsOf(tx, workspaceId, [act.user_id])).get(act.user_id);
  if (!standing) throw new Error(`${act.user_id} acts for a release and is no member.`);
  const { epoch, people } = standing;
  const row = {
    ...act,
    id: newUuid(),
    epoch,
    at: tx.at,
    people: JSON.stringify([...people].toSorted()),
    comparison_id: comparisonId(siteId, pair),
    before_digest: pair.before,
    after_digest: pair.after,
    masks: pair.masks,
  };
  await insertRow(tx, "release_acts", row);
}

export interface ReleaseActs {
  readonly requests: readonly Act[];
  readonly decision: Act | undefined;
}

export const NO_ACTS: ReleaseActs = { requests: [], decision: undefined };

export async function actsOf(db: Database, requestId: string): Promise<ReleaseActs> {
  return (await findActs(db, [requestId])).get(requestId) ?? NO_ACTS;
}

/** @returns Acts by request; a request without any has no entry. */
export async function findActs(db: Database, requestIds: readonly string[]): Promise<ReadonlyMap<string, ReleaseActs>> {
  const acts: Act[] = [];
  for (const ids of inBatches(requestIds)) {
    const rows = await db
      .selectFrom("release_acts")
      .innerJoin("users", "users.id", "release_acts.user_id")
      .innerJoin("approval_requests", "approval_requests.id", "release_acts.request_id")
      .leftJoin("github_accounts", (join) =>
        join
          .onRef("github_accounts.workspace_id", "=", "approval_requests.workspace_id")
          .onRef("github_accounts.user_id", "=", "users.id"),
      )
      .selectAll("release_acts")
      .select(["users.name as person", "github_accounts.login"])
      .where("request_id", "in", ids)
      .orderBy("release_acts.at")
      .orderBy("release_acts.id")
      .execute();
    for (const row of rows) acts.push({ ...row, people: new Set(readTexts(row.people)) });
  }
  const byRequest = Map.groupBy(acts, (act) => act.request_id);
  return new Map(
    [...byRequest].map(([id, all]) => {
      const requests = all.filter(({ kind }) => kind === "requested");
      return [id, { requests, decision: all.find(({ kind }) => kind !== "requested") }];
    }),
  );
}

/** What the first person who gave a reason wrote, else what was said when the release was prepared. */
export function reasonOf({ reason }: Pick<ApprovalRequestRow, "reason">, requests: readonly Act[]): string | null {
  return requests.find(({ note }) => note !== null)?.note ?? reason;
}

/** The active members, and what the rule of two people depends on besides the release. */
export interface DecidingMembers extends Omit<ReleaseFacts, "requestActs"> {
  readonly members: readonly Member[];
}

export async function readDecidingMembers(db: Database, workspaceId: string): Promise<DecidingMembers> {
  const workspace = await findWorkspace(db, workspaceId);
  return {
    members: await listMembers(db, workspaceId),
    standings: await standingsOf(db, workspaceId),
    relaxations: {
      onePerson: workspace?.allow_self_approval === 1,
      unconfirmed: workspace?.allow_unconfirmed === 1,
      rollBack: false,
    },
  };
}

/** Releases of a site that are looked at for one that was live lately. */
const LATE_RELEASES = 200;

/** What the operator relaxed for the release of these files, besides what holds in the whole workspace. */
export async function relaxationsFor(
  db: Database,
  relaxations: Relaxations,
  source: { readonly site_id: string; readonly file_list_digest: string | null },
  at: string,
): Promise<Relaxations> {
  const { site_id: siteId, file_list_digest: digest } = source;
  const site = await findRow(db, "sites", { id: siteId });
  if (site?.roll_back_alone !== 1 || digest === null) return relaxations;
  const releases = await listReleases(db, siteId, { limit: LATE_RELEASES });
  return { ...relaxations, rollBack: wasLiveLately(releases, digest, at) };
}
