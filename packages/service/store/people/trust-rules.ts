import {
  type CreateTrustRule,
  GITHUB_ISSUER,
  MAX_TRUST_RULES,
  type NamedSite,
  TRUST_SCOPES,
  type TrustRule,
  type TokenRealm,
  type TrustScope,
  UUID_PATTERN,
} from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, found, requireFewer } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { EXCHANGED_TOKEN_LIFETIME_MS, type RunIdentity, trusts } from "../../domain/trust.ts";
import { appendAudit, auditedActor, auditSite } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { changeRow, flag, insertRow } from "../engine/rows.ts";
import type { SiteRow, TokenRow, TrustRuleRow } from "../engine/schema.ts";
import { findMade, living, type WithMaker, madeBy, trustRuleGrant, withMaker } from "./grants.ts";
import { standingsOf } from "./standings.ts";
import { issueToken, readScopes } from "./tokens.ts";
import { requireOwnerOrAdmin } from "./users.ts";

export async function listTrustRules(db: Database, siteId: string): Promise<TrustRule[]> {
  const rows = await findMade(db, "trust_rules", { site_id: siteId, removed_at: null });
  return (await livingRules(db, rows)).map(toTrustRule);
}

/** Those that act now; a rule never expires. */
function livingRules<Row extends TrustRuleRow>(db: Database, rows: readonly Row[]): Promise<Row[]> {
  return living(db, rows, trustRuleGrant, "");
}

function toTrustRule(row: WithMaker<"trust_rules">): TrustRule {
  return {
    id: row.id,
    siteId: row.site_id,
    issuer: row.issuer,
    repositoryId: row.repository_id,
    repository: row.repository,
    ref: row.ref,
    environment: row.environment,
    event: row.event,
    workflow: row.workflow,
    scopes: scopesOf(row),
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
  };
}

function scopesOf(row: TrustRuleRow): TrustScope[] {
  const stored = readScopes(row.scopes);
  return TRUST_SCOPES.filter((scope) => stored.has(scope));
}

/** A token cannot give a rule more scopes than it has. */
export async function addTrustRule(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  rule: CreateTrustRule & { readonly repositoryId: string },
): Promise<TrustRule> {
  const userId = await requireTrusting(tx, actor);
  const scopes = TRUST_SCOPES.filter((scope) => (rule.scopes ?? TRUST_SCOPES).includes(scope));
  const missing = scopes.find((scope) => actor.kind === "token" && !actor.scopes.has(scope));
  if (missing !== undefined) {
    throw new ApiError("insufficient_scope", `A rule cannot give the scope '${missing}', which your token lacks.`);
  }
  const full = `the site has ${MAX_TRUST_RULES} rules already; remove one first`;
  requireFewer(await listTrustRules(tx, site.id), MAX_TRUST_RULES, full);
  const made = await insertRow(tx, "trust_rules", {
    id: newUuid(),
    workspace_id: site.workspace_id,
    site_id: site.id,
    issuer: rule.issuer ?? GITHUB_ISSUER,
    repository_id: rule.repositoryId,
    repository: rule.repository,
    ref: rule.ref ?? null,
    environment: rule.environment ?? null,
    event: rule.event ?? null,
    workflow: rule.workflow ?? null,
    scopes: scopes.join(" "),
    ...(await ruleMadeBy(tx, actor, userId)),
    created_at: tx.at,
  });
  await auditRule(tx, actor, "trust.added", made);
  return toTrustRule(await withMaker(tx, made));
}

export async function removeTrustRule(
  tx: Transaction,
  actor: Actor,
  { site, ruleId }: { readonly site: SiteRow; readonly ruleId: string },
): Promise<void> {
  await requireTrusting(tx, actor);
  const acting = { id: ruleId.toLowerCase(), site_id: site.id, removed_at: null };
  const removed = await changeRow(tx, "trust_rules", acting, { removed_at: tx.at });
  await auditRule(tx, actor, "trust.removed", found(removed, "The site has no such trust rule."));
}

/** What is stored of the maker of a rule: it outlives one who was confirmed in the epoch that they acted in. */
export async function ruleMadeBy(tx: Transaction, actor: Actor, userId: string) {
  const standing = (await standingsOf(tx, actor.workspaceId)).get(userId);
  const isConfirmed = standing?.confirmed === true && standing.epoch === actor.epoch;
  return { ...madeBy(actor, userId), maker_confirmed: flag(isConfirmed) };
}

export function requireTrusting(db: Database, actor: Actor): Promise<string> {
  return requireOwnerOrAdmin(db, actor, "Whom a site trusts");
}

async function auditRule(
  tx: Transaction,
  actor: Actor,
  action: "trust.added" | "trust.removed",
  row: TrustRuleRow,
): Promise<void> {
  const { id: ruleId, site_id, issuer, repository, ref, environment, event, workflow, scopes } = row;
  const conditions = { issuer, repositoryId: row.repository_id, repository, ref, environment, event, workflow };
  await auditSite(tx, auditedActor(actor), action, site_id, { ruleId, ...conditions, scopes });
}

/**
 * Finds the rule of a site that lets a run in: the one with the most scopes, then the oldest.
 * @returns `workspace_needed` for a slug alone, which names no site where the service has several workspaces.
 */
export async function findTrustRule(
  db: Database,
  run: RunIdentity,
  { workspace, site }: NamedSite,
): Promise<(TrustRuleRow & { readonly site_slug: string }) | "none" | "workspace_needed"> {
  const isId = UUID_PATTERN.test(site);
  const inWorkspace = workspace ?? (isId ? undefined : await findOnlyWorkspace(db));
  if (!isId && inWorkspace === undefined) return "workspace_needed";
  let rules = db
    .selectFrom("trust_rules")
    .innerJoin("sites", "sites.id", "trust_rules.site_id")
    .innerJoin("workspaces", "workspaces.id", "sites.workspace_id")
    .selectAll("trust_rules")
    .select("sites.slug as site_slug")
    .where("trust_rules.repository_id", "=", run.repository_id)
    .where("trust_rules.issuer", "=", run.iss)
    .where("trust_rules.removed_at", "is", null)
    .where("sites.status", "=", "active")
    .where(isId ? "sites.id" : "sites.slug", "=", site);
  if (inWorkspace !== undefined) rules = rules.where("workspaces.slug", "=", inWorkspace);
  const rows = await rules.orderBy("trust_rules.created_at").orderBy("trust_rules.id").execute();
  const acting = await livingRules(
    db,
    rows.filter((one) => trusts(one, run)),
  );
  const [rule] = acting.toSorted((a, b) => scopesOf(b).length - scopesOf(a).length);
  return rule ?? "none";
}

async function findOnlyWorkspace(db: Database): Promise<string | undefined> {
  const [only, another] = await db.selectFrom("workspaces").select("slug").limit(2).execute();
  return another ? undefined : only?.slug;
}

/** Issues the token of a rule to a run. It acts as the rule: who triggered a run did not write what it does. */
export async function issueRunToken(
  tx: Transaction,
  { rule, run, realm }: { rule: TrustRuleRow; run: RunIdentity; realm: TokenRealm },
): Promise<{ readonly token: string; readonly row: TokenRow }> {
  const issued = await issueToken(tx, {
    workspaceId: rule.workspace_id,
    userId: null,
    epoch: null,
    // One an agent would have: it also opens MCP, where a release is asked for.
    kind: "mcp",
    realm,
    name: `GitHub Actions, ${run.repository}`,
    scopes: scopesOf(rule),
    issuedVia: "exchange",
    expiresAt: later(tx.at, EXCHANGED_TOKEN_LIFETIME_MS),
    run: { ruleId: rule.id, siteId: rule.site_id, githubId: run.actor_id, login: run.actor.toLowerCase() },
  });
  await appendAudit(tx, {
    workspaceId: rule.workspace_id,
    actor: { type: "token", id: issued.row.id },
    action: "token.exchanged",
    subject: { type: "site", id: rule.site_id },
    data: {
      ruleId: rule.id,
      repository: run.repository,
      repositoryId: run.repository_id,
      ref: run.ref,
      event: run.event_name,
      environment: run.environment ?? null,
      workflow: run.job_workflow_ref,
      login: run.actor,
      githubId: run.actor_id,
      runId: run.run_id,
      runAttempt: run.run_attempt,
      scopes: issued.row.scopes,
    },
  });
  return issued;
}
