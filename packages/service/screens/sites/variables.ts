import { SetVariable } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { requireSite } from "../../store/sites/sites.ts";
import {
  isActive,
  listVariables,
  removeVariable,
  setVariable,
  type VariableView,
} from "../../store/sites/variables.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated, siteHeader } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { canCreateSites } from "./new-site.ts";
import { csrfField, type Notice, page } from "../page.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  ["set", "Saved. The next build gets it; what is built already stays as it is."],
  ["removed", "Removed. Builds no longer get it."],
]);

const ENVIRONMENTS: readonly (readonly [value: string, label: string, meaning: string])[] = [
  ["all", "All builds", "all builds"],
  ["production", "Production: the default branch", "production"],
  ["preview", "Previews: every other branch", "previews"],
  ["branch", "Branches of a pattern", ""],
];

/** Shows the values that builds of a site get; who may change sites changes them. */
export async function showVariables(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const site = await requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
  const mayChange = canCreateSites(actor.role);
  const variables = await listVariables(context.db, site.id);
  const changed = variables.find(({ id }) => id === c.req.query("change"));
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  return page(c, {
    title: `Variables · ${site.name}`,
    session,
    section: "/app/sites",
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`${siteHeader(site, "/variables")}
      <div class="column">
        <p class="lead">Builds find these in their environment. Commits of forks get none.</p>
        ${
          variables.length === 0
            ? emptyState(
                "No variables yet",
                html`Set what a build needs, such as the address of an API or a key. Names that
                  <code>greenroom.json</code> lists under <code>environment</code> must have a value.`,
              )
            : html`<ul class="plain card">
                ${variables.map((row) => item(context, request, { row, mayChange }))}
              </ul>`
        }
        ${mayChange ? variableForm(request, { site, changed, typed: notice?.typed }) : html`<p class="dim">Your role can only see them.</p>`}
        ${known()}
      </div>`,
  });
}

function item(
  { clock }: ServiceContext,
  { session }: MemberRequest,
  { row, mayChange }: { readonly row: VariableView; readonly mayChange: boolean },
): Html {
  const by = row.updated_by === null ? html`a token` : truncated(row.updated_by_name ?? "");
  return html`<li>
    <form method="post" action="/app/sites/${row.site_id}/variables" class="item">
      ${csrfField(session)}<input type="hidden" name="id" value="${row.id}" />
      <div>
        <code class="title">${row.name}</code>
        <p>${row.kind === "plain" ? html`<code>${truncated(row.value)}</code>` : html`<span class="dim">secret, not shown</span>`}</p>
        <p class="dim">
          ${environmentWords(row.environment)}${row.install === 1 && html`, install step too`} · ${by},
          ${relativeTime(row.updated_at, clock.now())}
        </p>
        ${!isActive(row) && html`<p><span class="badge bad">not used</span> The site has another repository now: set it again.</p>`}
      </div>
      ${
        mayChange &&
        html`<div class="row">
          <a class="button secondary small" href="/app/sites/${row.site_id}/variables?change=${row.id}#set"
            >Change<span class="hidden"> ${row.name}</span></a
          >
          ${confirmButton({ verb: "Remove", target: row.name, consequence: "Builds no longer get it. One that lists it in greenroom.json fails.", action: "remove" })}
        </div>`
      }
    </form>
  </li>`;
}

function environmentWords(environment: string): Html {
  if (environment.startsWith("branch:")) return html`branches <code>${environment.slice("branch:".length)}</code>`;
  return html`${ENVIRONMENTS.find(([value]) => value === environment)?.[2] ?? environment}`;
}

interface Form {
  readonly site: SiteRow;
  /** The one to set again. */
  readonly changed: VariableView | undefined;
  readonly typed: URLSearchParams | undefined;
}

function variableForm({ session }: MemberRequest, { site, changed, typed }: Form): Html {
  const isPattern = changed?.environment.startsWith("branch:") === true;
  const name = typed?.get("name") ?? changed?.name;
  const environment = typed?.get("environment") ?? (isPattern ? "branch" : (changed?.environment ?? "all"));
  const pattern = typed?.get("pattern") ?? (isPattern ? changed?.environment.slice("branch:".length) : "");
  const kind = typed?.get("kind") ?? changed?.kind ?? "secret";
  const install = typed ? typed.has("install") : changed?.install === 1;
  // A rejected secret is not sent back in a page.
  const value = kind === "plain" ? (typed?.get("value") ?? changed?.value) : "";
  const choice = (of: string, label: string, hint: string): Html =>
    html`<label class="choice"
      ><input type="radio" name="kind" value="${of}" ${of === kind && html` checked`} />
      <span><strong>${label}</strong><br /><span class="dim">${hint}</span></span></label
    >`;
  return html`<h2 id="set">${changed ? html`Change <code>${changed.name}</code>` : "Set a variable"}</h2>
    <form method="post" action="/app/sites/${site.id}/variables#set" class="card stack">
      ${csrfField(session)}
      ${inputField("Name", { id: "name", name: "name", required: true, maxlength: 128, pattern: "[A-Za-z_][A-Za-z0-9_]*", placeholder: "API_URL", autocomplete: "off", spellcheck: "false", value: name })}
      <div class="field">
        <label for="value">Value</label
        ><textarea id="value" name="value" rows="3" required spellcheck="false" autocomplete="off">${value}</textarea>
      </div>
      <fieldset>
        <legend>Kind</legend>
        ${choice("secret", "Secret", "Encrypted, hidden in build logs, and never shown again.")}
        ${choice("plain", "Plain", "Everybody in the workspace can read it.")}
      </fieldset>
      <div class="field">
        <label for="environment">Which builds get it</label
        ><select id="environment" name="environment">
          ${ENVIRONMENTS.map(([one, label]) => html`<option value="${one}" ${one === environment && html` selected`}>${label}</option>`)}
        </select>
      </div>
      ${inputField("Branch pattern", { id: "pattern", name: "pattern", maxlength: 255, placeholder: "release/*", autocomplete: "off", value: pattern }, "Only for branches of a pattern. A star matches any characters without a slash, two match any.")}
      <label class="choice"
        ><input type="checkbox" name="install" value="1" ${install && html` checked`} />
        <span
          ><strong>Install step too</strong><br /><span class="dim"
            >Such as a token of a package registry. The code of every package can read it there.</span
          ></span
        ></label
      >
      <div class="row">
        <button name="do" value="set">Save</button>
        ${changed && html`<a class="button quiet" href="/app/sites/${site.id}/variables">Cancel</a>`}
      </div>
    </form>`;
}

const KNOWN: readonly (readonly [name: string, meaning: string])[] = [
  ["GREENROOM", "1"],
  ["GREENROOM_COMMIT_SHA", "full name of the commit"],
  ["GREENROOM_BRANCH", "branch"],
  ["GREENROOM_PULL_REQUEST", "number of the pull request, when there is one"],
  ["GREENROOM_SITE", "slug of the site"],
  ["GREENROOM_ENVIRONMENT", "production for the default branch, preview for all else"],
  ["GREENROOM_PREVIEW_URL", "URL that the preview will have"],
];

function known(): Html {
  return html`<details class="card">
    <summary>What every build knows by itself</summary>
    <ul class="plain">
      ${KNOWN.map(([name, meaning]) => html`<li class="item"><div><code>${name}</code><p class="dim">${meaning}</p></div></li>`)}
    </ul>
  </details>`;
}

/** Sets or removes a variable. */
export async function changeVariables(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  const { db, clock, settings } = context;
  const siteId = c.req.param("siteId") ?? "";
  await requireSite(db, actor.workspaceId, siteId);
  if (!canCreateSites(actor.role)) {
    throw new ApiError("forbidden_role", `Your role is ${actor.role}, which cannot change variables.`);
  }
  const action = field(form, "do");
  if (action !== "set" && action !== "remove") {
    return showVariables(context, request, { tone: "problem", text: "Choose one of the actions on this page." });
  }
  try {
    const given = action === "set" ? validated(SetVariable, readForm(form)) : undefined;
    await inWorkspace(db, actor.workspaceId, async (tx) => {
      const site = await requireSite(tx, actor.workspaceId, siteId);
      const at = instant(clock);
      if (given) await setVariable(tx, actor, { site, variable: given, settings, at });
      else await removeVariable(tx, actor, { site, variableId: field(form, "id"), at });
    });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== "validation_failed" && error.code !== "not_found")) throw error;
    return showVariables(context, request, { tone: "problem", text: error.message, typed: form });
  }
  return c.redirect(`/app/sites/${siteId}/variables?done=${action === "set" ? "set" : "removed"}`, 303);
}

/** Forms end their lines with two characters, and people end what they paste with one. */
function readForm(form: URLSearchParams): Readonly<Record<string, unknown>> {
  const environment = field(form, "environment");
  return {
    name: field(form, "name"),
    value: (form.get("value") ?? "").replaceAll("\r\n", "\n").replace(/\n$/, ""),
    environment: environment === "branch" ? `branch:${field(form, "pattern")}` : environment,
    kind: field(form, "kind"),
    install: form.has("install"),
  };
}
