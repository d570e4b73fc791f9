import { SetVariable } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { canDevelop } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { requireDeveloper } from "../../store/people/users.ts";
import {
  isActive,
  listVariables,
  removeVariable,
  setVariable,
  type VariableView,
} from "../../store/sites/variables.ts";
import {
  choice,
  confirmButton,
  emptyState,
  inputField,
  itemForm,
  listOr,
  postForm,
  relativeTime,
  selectField,
  textareaField,
  truncated,
} from "../fragments.ts";
import { field, type MemberRequest } from "../guard.ts";
import { type FormOfSite, inSite, type SiteForm, defineSiteScreen } from "../screen.ts";

const ENVIRONMENTS: readonly (readonly [value: string, label: string, meaning: string])[] = [
  ["all", "All builds", "all builds"],
  ["production", "Production: the default branch", "production"],
  ["preview", "Previews: every other branch", "previews"],
  ["branch", "Branches of a pattern", ""],
];

export const variablesScreen = defineSiteScreen({
  tab: "/variables",
  title: "Values",
  load: async ({ context }, site) => ({ variables: await listVariables(context.db, site.id) }),
  body(request, { variables }) {
    const mayChange = canDevelop(request.actor.role);
    const changed = variables.find(({ id }) => id === request.c.req.query("change"));
    const empty = emptyState(
      "No values yet",
      html`Set what a build needs, such as the address of an API or a key. Names that
        <code>greenroom.json</code> lists under <code>environment</code> must have a value.`,
    );
    return html`<p class="lead">Builds find these in their environment. Commits of forks get none.</p>
      ${listOr(variables, (row) => item(request, row, mayChange), empty)}
      ${mayChange ? variableForm(request, changed) : html`<p class="dim">Your role can only see them.</p>`}
      ${builtInVariables()}`;
  },
  actions: {
    set: { run: set, done: "Saved. The next build gets it; what is built already stays as it is." },
    remove: { run: remove, done: "Removed. Builds no longer get it." },
  },
});

function item(request: MemberRequest, row: VariableView, mayChange: boolean): Html {
  const { context, c } = request;
  const by = row.updated_by === null ? html`a token` : truncated(row.updated_by_name ?? "");
  const content = html`<div>
      <code class="title">${row.name}</code>
      <p>${row.kind === "plain" ? html`<code>${truncated(row.value)}</code>` : html`<span class="dim">secret, not shown</span>`}</p>
      <p class="dim">
        ${environmentWords(row.environment)}${row.install === 1 && html`, install step too`} · ${by},
        ${relativeTime(row.updated_at, context.clock.now())}
      </p>
      ${!isActive(row) && html`<p><span class="badge bad">not used</span> The site has another repository now: set it again.</p>`}
    </div>
    ${
      mayChange &&
      html`<div class="row">
        <a class="button secondary small" href="${c.req.path}?change=${row.id}#set"
          >Change<span class="hidden"> ${row.name}</span></a
        >
        ${confirmButton({ verb: "Remove", target: row.name, consequence: "Builds no longer get it. One that lists it in greenroom.json fails.", action: "remove" })}
      </div>`
    }`;
  return itemForm(request, { id: row.id }, content);
}

function environmentWords(environment: string): Html {
  if (environment.startsWith("branch:")) return html`branches <code>${environment.slice("branch:".length)}</code>`;
  return html`${ENVIRONMENTS.find(([value]) => value === environment)?.[2] ?? environment}`;
}

function variableForm(request: MemberRequest, changed: VariableView | undefined): Html {
  const { c, typed } = request;
  const isPattern = changed?.environment.startsWith("branch:") === true;
  const environment = typed?.get("environment") ?? (isPattern ? "branch" : (changed?.environment ?? "all"));
  const pattern = typed?.get("pattern") ?? (isPattern ? changed?.environment.slice("branch:".length) : "");
  const kind = typed?.get("kind") ?? changed?.kind ?? "secret";
  const install = typed ? typed.has("install") : changed?.install === 1;
  // A rejected secret is not sent back in a page.
  const value = kind === "plain" ? (typed?.get("value") ?? changed?.value) : "";
  const kindChoice = (of: string, label: string, hint: string): Html =>
    choice({ type: "radio", name: "kind", value: of, checked: of === kind }, label, hint);
  const fields = html`${inputField("Name", { id: "name", name: "name", required: true, maxlength: 128, pattern: "[A-Za-z_][A-Za-z0-9_]*", placeholder: "API_URL", autocomplete: "off", spellcheck: "false", value: typed?.get("name") ?? changed?.name })}
    ${textareaField("Value", { id: "value", name: "value", rows: 3, required: true, spellcheck: "false", autocomplete: "off", value })}
    <fieldset>
      <legend>Kind</legend>
      ${kindChoice("secret", "Secret", "Encrypted, hidden in build logs, and never shown again.")}
      ${kindChoice("plain", "Plain", "Everybody in the workspace can read it.")}
    </fieldset>
    ${selectField("Which builds get it", { id: "environment", name: "environment", options: ENVIRONMENTS, chosen: environment })}
    ${inputField("Branch pattern", { id: "pattern", name: "pattern", maxlength: 255, placeholder: "release/*", autocomplete: "off", value: pattern }, "Only for branches of a pattern. A star matches any characters without a slash, two match any.")}
    ${choice(
      { type: "checkbox", name: "install", value: "1", checked: install },
      "Install step too",
      "Such as a token of a package registry. The code of every package can read it there.",
    )}
    <div class="row">
      <button name="do" value="set">Save</button>
      ${changed && html`<a class="button quiet" href="${c.req.path}">Cancel</a>`}
    </div>`;
  return html`<h2 id="set">${changed ? html`Change <code>${changed.name}</code>` : "Set a value"}</h2>
    ${postForm(request, { class: "card stack", action: `${c.req.path}#set` }, fields)}`;
}

const BUILT_IN: readonly (readonly [name: string, meaning: string])[] = [
  ["GREENROOM", "1"],
  ["GREENROOM_COMMIT_SHA", "full name of the commit"],
  ["GREENROOM_BRANCH", "branch"],
  ["GREENROOM_PULL_REQUEST", "number of the pull request, when there is one"],
  ["GREENROOM_SITE", "slug of the site"],
  ["GREENROOM_ENVIRONMENT", "production for the default branch, preview for all else"],
  ["GREENROOM_PREVIEW_URL", "URL that the preview will have"],
];

function builtInVariables(): Html {
  return html`<details class="card">
    <summary>What every build knows by itself</summary>
    <ul class="plain">
      ${BUILT_IN.map(([name, meaning]) => html`<li class="item"><div><code>${name}</code><p class="dim">${meaning}</p></div></li>`)}
    </ul>
  </details>`;
}

async function set(request: SiteForm): Promise<void> {
  await setVariables(request, [validated(SetVariable, readVariable(request.form))]);
}

async function remove(request: SiteForm): Promise<void> {
  const variableId = field(request.form, "id");
  await inSite(request, async (tx, site, actor) => {
    await requireDeveloper(tx, actor);
    await removeVariable(tx, actor, site, variableId);
  });
}

export async function setVariables(request: FormOfSite, variables: readonly SetVariable[]): Promise<void> {
  await inSite(request, async (tx, site, actor) => {
    await requireDeveloper(tx, actor);
    for (const variable of variables) await setVariable(tx, actor, site, variable, request.context.settings);
  });
}

/** Forms end their lines with two characters, and people end what they paste with one. */
function readVariable(form: URLSearchParams): Readonly<Record<string, unknown>> {
  const environment = field(form, "environment");
  return {
    name: field(form, "name"),
    value: (form.get("value") ?? "").replaceAll("\r\n", "\n").replace(/\n$/, ""),
    environment: environment === "branch" ? `branch:${field(form, "pattern")}` : environment,
    kind: field(form, "kind"),
    install: form.has("install"),
  };
}
