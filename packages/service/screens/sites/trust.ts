import { CreateTrustRule, type TrustRule } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { isAdmin } from "../../domain/roles.ts";
import { createTrustRule } from "../../http/routes/trust-rules.ts";
import { trustedIssuers } from "../../identity/issuers.ts";
import { type Html, html } from "../../outside/html.ts";
import { listTrustRules, removeTrustRule } from "../../store/people/trust-rules.ts";
import { findWorkspace } from "../../store/people/workspaces.ts";
import {
  confirmButton,
  emptyState,
  inputField,
  itemForm,
  listOr,
  postForm,
  relativeTime,
  selectField,
  truncated,
} from "../fragments.ts";
import { field, type MemberRequest, safeNext } from "../guard.ts";
import { done, type FormResult, inSite, type SiteForm, defineSiteScreen } from "../screen.ts";

export const trustScreen = defineSiteScreen({
  tab: "/trust",
  title: "Trusted runs",
  load: async ({ context: { db } }, site) => ({
    rules: await listTrustRules(db, site.id),
    workspace: await findWorkspace(db, site.workspace_id),
    slug: site.slug,
  }),
  body(request, { rules, workspace, slug }) {
    const mayChange = isAdmin(request.actor.role);
    const empty = emptyState(
      "No run is trusted",
      html`Runs of a trusted repository deploy without a stored token: give their job
        <code>id-token: write</code> and leave the input <code>token</code> out.`,
    );
    return html`<p class="lead">Runs that get a token for this site by themselves; nothing is stored in their repository.
        Their workflow names the site as <code>${workspace?.slug ?? ""}/${slug}</code>.</p>
      ${listOr(rules, (rule) => ruleItem(request, rule, mayChange), empty)} ${mayChange && ruleForm(request)}`;
  },
  actions: {
    trust: { run: addRule, done: "The repository is trusted." },
    untrust: {
      run: (request) =>
        inSite(request, (tx, site, actor) => removeTrustRule(tx, actor, { site, ruleId: field(request.form, "rule") })),
      done: "The rule was removed. The tokens of its runs no longer work.",
    },
  },
});

function ruleItem(request: MemberRequest, rule: TrustRule, mayChange: boolean): Html {
  const { repository } = rule;
  const consequence = "Its runs get no more tokens, and those they have end at once.";
  const content = html`<div>
      <span class="title">${truncated(repository)}</span>
      <p class="dim">
        ${conditionsOf(rule)} · ${rule.createdBy.name}, ${relativeTime(rule.createdAt, request.context.clock.now())}
      </p>
    </div>
    ${mayChange && confirmButton({ verb: "Remove", target: repository, consequence, action: "untrust" })}`;
  return itemForm(request, { rule: rule.id }, content);
}

function conditionsOf(rule: TrustRule): string {
  const { ref, environment, event, workflow } = rule;
  // A rule that names no event leaves out those that strangers can start.
  const named = Object.entries({
    number: rule.repositoryId,
    ref,
    environment,
    event: event ?? "any usual one",
    workflow,
  });
  return named.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(", ");
}

function ruleForm(request: MemberRequest): Html {
  const { typed } = request;
  const issuers = trustedIssuers(request.context.settings);
  const input = (label: string, name: string, more: Readonly<Record<string, string | boolean>>, hint?: string): Html =>
    inputField(label, { id: `trust-${name}`, name, value: typed?.get(name), maxlength: 255, ...more }, hint);
  const fields = html`${input("Repository", "repository", { required: true, placeholder: "acme/website" })}
    ${input("Its number", "repositoryId", { inputmode: "numeric" }, "Needed for a private repository: gh api repos/OWNER/NAME --jq .id prints it.")}
    ${input("Ref", "ref", { placeholder: "refs/heads/main" }, "Any when empty. A star matches any characters without a slash, two match any.")}
    ${input("Environment on GitHub", "environment", {}, "Any or none when empty.")}
    ${input("Event", "event", { placeholder: "pull_request" }, "When empty: push, pull_request, workflow_dispatch, merge_group, release and schedule. Strangers can start many others, so those must be named.")}
    ${input("Workflow", "workflow", { placeholder: "acme/website/.github/workflows/preview.yml@**" }, "Any when empty.")}
    ${issuers.length > 1 && selectField("Issuer", { id: "trust-issuer", name: "issuer", options: issuers.map((issuer) => [issuer, issuer]), chosen: typed?.get("issuer") })}
    <div><button name="do" value="trust">Trust</button></div>`;
  return html`<details class="card" ${typed && html` open`}>
    <summary>Trust a repository</summary>
    ${postForm(request, { class: "stack" }, fields)}
  </details>`;
}

const FIELDS = ["repository", "repositoryId", "ref", "environment", "event", "workflow", "issuer"];

async function addRule({ context, c, actor, form, site }: SiteForm): Promise<FormResult> {
  const fields = FIELDS.flatMap((name) => (field(form, name) === "" ? [] : [[name, field(form, name)] as const]));
  await createTrustRule(context, actor, {
    siteId: site.id,
    rule: validated(CreateTrustRule, Object.fromEntries(fields)),
  });
  // From the first steps of a site, which are shown again.
  const next = field(form, "next");
  return next === "" ? done() : c.redirect(safeNext(next), 303);
}
