import { CreateTrustRule } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import { createTrustRule } from "../../http/routes/trust-rules.ts";
import { trustedIssuers } from "../../identity/issuers.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { listTrustRules, removeTrustRule, type TrustRuleView, TRUSTING_ROLES } from "../../store/people/trust-rules.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated, siteHeader } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";

/** Which runs get a token for a site without a secret; owners and admins change it. */
export async function showTrust(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const site = await requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
  const rules = await listTrustRules(context.db, site.id);
  const mayChange = TRUSTING_ROLES.includes(actor.role);
  const item = (rule: TrustRuleView): Html =>
    html`<li class="item">
      <div>
        <span class="title">${truncated(rule.repository)}</span>
        <p class="dim">
          ${conditionsOf(rule)} · ${rule.created_by_name}, ${relativeTime(rule.created_at, context.clock.now())}
        </p>
      </div>
      ${
        mayChange &&
        html`<form method="post" action="/app/sites/${site.id}/trust">
          ${csrfField(session)}<input type="hidden" name="rule" value="${rule.id}" />
          ${confirmButton({
            verb: "Remove",
            target: rule.repository,
            consequence: "Its runs get no more tokens, and those they have end at once.",
            action: "untrust",
          })}
        </form>`
      }
    </li>`;
  return page(c, {
    title: `Trusted runs · ${site.name}`,
    session,
    section: "/app/sites",
    notice,
    body: html`${siteHeader(site, "/trust")}
    <div class="column">
    <p class="lead">Runs that get a token for this site by themselves; nothing is stored in their repository.</p>
    ${
      rules.length === 0
        ? emptyState(
            "No run is trusted",
            html`Runs of a trusted repository deploy without a stored token: give their job
              <code>id-token: write</code> and leave the input <code>token</code> out.`,
          )
        : html`<ul class="plain card">
            ${rules.map(item)}
          </ul>`
    }
    ${mayChange && ruleForm(context, request, { site, notice })}
    </div>`,
  });
}

function conditionsOf(rule: TrustRuleView): string {
  const { ref, environment, event, workflow } = rule;
  const named = Object.entries({ ref, environment, event, workflow }).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${value}`],
  );
  return `number ${rule.repository_id}, ${named.length === 0 ? "any run" : named.join(", ")}`;
}

function ruleForm(
  { settings }: ServiceContext,
  { session }: MemberRequest,
  { site, notice }: { readonly site: SiteRow; readonly notice: Notice | undefined },
): Html {
  const typed = (name: string): string | undefined => notice?.typed?.get(name) ?? undefined;
  const issuers = trustedIssuers(settings);
  const input = (label: string, name: string, more: Readonly<Record<string, string | boolean>>, hint?: string): Html =>
    inputField(label, { id: `trust-${name}`, name, value: typed(name), maxlength: 255, ...more }, hint);
  return html`<details class="card" ${notice?.typed && html` open`}>
    <summary>Trust a repository</summary>
    <form method="post" action="/app/sites/${site.id}/trust" class="stack">
      ${csrfField(session)}
      ${input("Repository", "repository", { required: true, placeholder: "acme/website" })}
      ${input("Its number", "repositoryId", { inputmode: "numeric" }, "Needed for a private repository: gh api repos/OWNER/NAME --jq .id prints it.")}
      ${input("Ref", "ref", { placeholder: "refs/heads/main" }, "Any when empty. A star matches any characters without a slash, two match any.")}
      ${input("Environment on GitHub", "environment", {}, "Any or none when empty.")}
      ${input("Event", "event", { placeholder: "pull_request" }, "Any when empty, but none that anyone can start: pull_request_target, workflow_run and issue_comment must be named.")}
      ${input("Workflow", "workflow", { placeholder: "acme/website/.github/workflows/preview.yml@**" }, "Any when empty.")}
      ${
        issuers.length > 1 &&
        html`<div class="field">
          <label for="trust-issuer">Issuer</label
          ><select id="trust-issuer" name="issuer">
            ${issuers.map((issuer) => html`<option ${issuer === typed("issuer") && html` selected`}>${issuer}</option>`)}
          </select>
        </div>`
      }
      <div><button name="do" value="trust">Trust</button></div>
    </form>
  </details>`;
}

const FIELDS = ["repository", "repositoryId", "ref", "environment", "event", "workflow", "issuer"] as const;

/** Adds or removes a rule, as the forms of the screen ask. */
export async function changeTrust(context: ServiceContext, request: FormRequest): Promise<Response> {
  const notice = await change(context, request);
  if (notice) return showTrust(context, request, notice);
  return request.c.redirect(`/app/sites/${request.c.req.param("siteId") ?? ""}/trust`, 303);
}

/** @returns The message to show; undefined when it is done. */
async function change(context: ServiceContext, request: FormRequest): Promise<Notice | undefined> {
  const { c, actor, form } = request;
  const siteId = c.req.param("siteId") ?? "";
  try {
    if (field(form, "do") === "trust") {
      const given = FIELDS.flatMap((name) => (field(form, name) === "" ? [] : [[name, field(form, name)] as const]));
      await createTrustRule(context, actor, { siteId, rule: validated(CreateTrustRule, Object.fromEntries(given)) });
      return undefined;
    }
    if (field(form, "do") === "untrust") {
      await inWorkspace(context.db, actor.workspaceId, async (tx) => {
        const site = await requireSite(tx, actor.workspaceId, siteId);
        await removeTrustRule(tx, actor, { site, ruleId: field(form, "rule"), at: instant(context.clock) });
      });
      return undefined;
    }
    return { tone: "problem", text: "Choose one of the actions on this page." };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation_failed") throw error;
    return { tone: "problem", text: error.message, typed: form };
  }
}
