import { type CreateTrustRule, GITHUB_ISSUER, type TrustRule } from "@greenroom/contract";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { invalid } from "../../domain/api-error.ts";
import { trustedIssuers } from "../../identity/issuers.ts";
import { findRepositoryId } from "../../notify/github-ids.ts";
import { addTrustRule, listTrustRules, removeTrustRule, requireTrusting } from "../../store/people/trust-rules.ts";
import { requireSite } from "../../store/sites/sites.ts";
import type { HttpEnv } from "../context.ts";
import { inSite } from "../in-site.ts";
import { operations } from "../operations.ts";

export function trustRuleRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db } = context;
  return operations(db, {
    listTrustRules: async ({ requireSite }) => listTrustRules(db, (await requireSite()).id),
    async createTrustRule({ actor, parameters: { siteId }, body }) {
      return createTrustRule(context, actor, { siteId, rule: await body() });
    },
    async removeTrustRule({ actor, parameters: { siteId, ruleId } }) {
      await inSite(db, actor, siteId, (tx, site) => removeTrustRule(tx, actor, { site, ruleId }));
      return { id: ruleId.toLowerCase(), removed: true as const };
    },
  });
}

/**
 * Adds a trust rule to a site, for a token as for a person; a repository given by its name only is looked up at GitHub.
 */
export async function createTrustRule(
  context: ServiceContext,
  actor: Actor,
  { siteId, rule }: { readonly siteId: string; readonly rule: CreateTrustRule },
): Promise<TrustRule> {
  const { db, settings } = context;
  const site = await requireSite(db, actor.workspaceId, siteId);
  // Only they can make the service send requests to GitHub.
  await requireTrusting(db, actor);
  const { issuer = GITHUB_ISSUER, repository: name } = rule;
  if (!trustedIssuers(settings).includes(issuer)) {
    throw invalid([{ path: "issuer", message: "must be an issuer that the operator of the service allows" }]);
  }
  const repositoryId = rule.repositoryId ?? (await findRepositoryId(context, { site, issuer, name }));
  if (repositoryId === undefined) {
    const message = `must be given, since GitHub does not return the id of ${name}; gh api repos/${name} --jq .id prints it`;
    throw invalid([{ path: "repositoryId", message }]);
  }
  return inSite(db, actor, siteId, (tx, current) => addTrustRule(tx, actor, current, { ...rule, repositoryId }));
}
