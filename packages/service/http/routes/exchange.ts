import {
  ACCESS_TOKEN_TYPE,
  type DeviceToken,
  exchangeTarget,
  IDENTITY_TOKEN_TYPE,
  type NamedSite,
  type OAuthErrorCode,
  parseNamedSite,
} from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { realmOf } from "../../domain/authentication.ts";
import { describeRun, EXCHANGED_TOKEN_LIFETIME_MS, type RunIdentity } from "../../domain/trust.ts";
import type { Issuers } from "../../identity/issuers.ts";
import { addRow } from "../../store/engine/rows.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { findTrustRule, issueRunToken } from "../../store/people/trust-rules.ts";

interface RejectedExchange {
  readonly code: OAuthErrorCode;
  readonly message: string;
}

/** Longer than clocks may differ. */
const REMEMBERED_MS = 60_000;

const RETRY_SECONDS = 5;

/**
 * @param given `resource`: address of the site; the token must be for that site, or for its workspace.
 * @see RFC 8693 §2
 */
export async function exchangeIdentity(
  context: ServiceContext,
  issuers: Issuers,
  given: { readonly token: string; readonly tokenType: string; readonly resource: string },
): Promise<DeviceToken | RejectedExchange> {
  if (given.tokenType !== IDENTITY_TOKEN_TYPE) {
    return { code: "invalid_request", message: `The subject_token_type must be ${IDENTITY_TOKEN_TYPE}.` };
  }
  const { baseUrl } = context.addresses;
  const named = readTarget(baseUrl, given.resource);
  if (!named) {
    const message = `The resource must be ${baseUrl}/s/ and the id of a site, or ${baseUrl}/w/ with the slug of a workspace, /sites/ and the slug of a site.`;
    return { code: "invalid_target", message };
  }
  const { audience } = exchangeTarget(baseUrl, named);
  const verified = await issuers.verify(given.token, audience);
  if (verified.kind === "unavailable") {
    context.log.warn({ reason: verified.reason }, "the keys of an issuer could not be read");
    const message = "The keys of the issuer of the identity token cannot be read now.";
    throw new ApiError("try_again", message, { retryAfterSeconds: RETRY_SECONDS });
  }
  if (verified.kind === "rejected") {
    const message = `The identity token is not accepted for the audience ${audience}: ${verified.reason}.`;
    return { code: "invalid_request", message };
  }
  return issue(context, verified.value, named);
}

/** Only what `exchangeTarget` writes is read, so that an address has one meaning. */
function readTarget(origin: string, resource: string): NamedSite | undefined {
  const path = resource.slice(origin.length).replace(/^\/(?:s|sites)\//, "");
  const named = parseNamedSite(path.replace(/^\/w\/([^/]*)\/sites\//, "$1/"));
  return named && exchangeTarget(origin, named).resource === resource ? named : undefined;
}

async function issue(
  context: ServiceContext,
  run: RunIdentity,
  named: NamedSite,
): Promise<DeviceToken | RejectedExchange> {
  const rule = await findTrustRule(context.db, run, named);
  const { workspace, site } = named;
  if (rule === "none") {
    const name = workspace === undefined ? site : `${workspace}/${site}`;
    const message = `No trust rule of the site '${name}' fits this run: ${describeRun(run)}. An owner or admin adds one on the page of the site, or with greenroom trust add.`;
    return { code: "invalid_target", message };
  }
  if (rule === "workspace_needed") {
    const message = `This service has several workspaces, and '${site}' does not say which one is meant. Name the site as workspace/${site}, as its page Trusted runs shows it, or by its id.`;
    return { code: "invalid_target", message };
  }
  const expires_at = new Date(run.exp * 1_000 + REMEMBERED_MS).toISOString();
  // A rule that is removed meanwhile takes the token with it.
  const issued = await inWorkspace(context.db, rule.workspace_id, async (tx) => {
    if (!(await addRow(tx, "identity_uses", { issuer: run.iss, jti: run.jti, expires_at }))) return undefined;
    return issueRunToken(tx, { rule, run, realm: realmOf(context.settings) });
  });
  if (!issued) return { code: "invalid_request", message: "The identity token is not accepted: it was used before." };
  return {
    access_token: issued.token,
    issued_token_type: ACCESS_TOKEN_TYPE,
    token_type: "Bearer",
    expires_in: EXCHANGED_TOKEN_LIFETIME_MS / 1_000,
    scope: issued.row.scopes,
    site: { id: rule.site_id, slug: rule.site_slug },
  };
}
