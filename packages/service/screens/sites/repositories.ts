import { CreateRepositoryCredential } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { ADMINS } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import {
  addRepositoryCredential,
  listRepositoryCredentials,
  removeRepositoryCredential,
} from "../../store/sites/repository-credentials.ts";
import {
  confirmButton,
  emptyState,
  inputField,
  itemForm,
  listOr,
  postForm,
  relativeTime,
  textareaField,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole, typedInto } from "../guard.ts";
import { asMember, defineScreen } from "../screen.ts";

const ADDED = "Saved. Sites of this workspace read the repositories below the URL with it.";

type Credential = Awaited<ReturnType<typeof listRepositoryCredentials>>[number];

export const repositoriesScreen = defineScreen({
  load({ context, actor }) {
    requireRole(actor, ADMINS);
    return listRepositoryCredentials(context.db, actor.workspaceId);
  },
  view: (request, credentials: readonly Credential[]) => ({
    title: "Repositories",
    section: "/app/sites",
    body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
      <h1>Repositories</h1>
      <div class="column">
        <p class="lead">What sites of this workspace read private repositories with. Git gets it, and no build does.</p>
        ${listOr(credentials, (credential) => credentialItem(request, credential), NO_CREDENTIALS)}
        ${tokenForm(request)} ${appForm(request)}
      </div>`,
  }),
  actions: {
    password: { run: (request) => add(request, ["url", "username", "password"]), done: ADDED },
    "github-app": { run: (request) => add(request, ["url", "appId", "privateKey", "apiUrl"]), done: ADDED },
    remove: { run: remove, done: "Removed. Sites no longer read with it." },
  },
});

const NO_CREDENTIALS = emptyState(
  "No credentials yet",
  html`Public repositories need none. For a private one add the GitHub App that is installed on it, or a token that can
    read it. A site with an <code>ssh://</code> repository has its own deploy key, on its page <em>Repository</em>.`,
);

function credentialItem(request: MemberRequest, row: Credential): Html {
  const consequence = "Sites no longer read private repositories with it.";
  const content = html`<div>
      <span class="title">${truncated(row.url)}</span>
      <p class="dim">
        ${row.kind === "github-app" ? html`GitHub App <code>${row.app_id}</code>` : html`as <code>${row.username}</code>`}
        · ${truncated(row.created_by_name)}, ${relativeTime(row.created_at, request.context.clock.now())}
      </p>
    </div>
    ${confirmButton({ verb: "Remove", target: row.url, consequence, action: "remove" })}`;
  return itemForm(request, { id: row.id }, content);
}

const URL_HINT =
  "A repository, or everything below a folder when it ends with a slash. Of several that match, the longest is used.";

function tokenForm(request: MemberRequest): Html {
  const typed = typedInto(request, "password");
  const fields = html`${inputField("URL", { id: "password-url", name: "url", type: "url", required: true, maxlength: 2048, placeholder: "https://git.example.com/team/", autocomplete: "off", value: typed?.get("url") }, URL_HINT)}
    ${inputField("User name", { id: "username", name: "username", required: true, maxlength: 255, autocomplete: "off", placeholder: "x-access-token", value: typed?.get("username") })}
    ${inputField("Token or password", { id: "token", name: "password", type: "password", required: true, maxlength: 4096, autocomplete: "new-password" }, "Give it read access to contents and nothing else. It is stored encrypted and not shown again.")}
    <div><button name="do" value="password">Add token</button></div>`;
  return html`<h2 id="password">Add a token</h2>
    ${postForm(request, { class: "card stack", action: "/app/repositories#password" }, fields)}`;
}

function appForm(request: MemberRequest): Html {
  const typed = typedInto(request, "github-app");
  const fields = html`<p class="hint">
      The App needs <code>contents: read</code> and is installed on the repositories. Each build gets a token of an hour
      that reads its one repository.
    </p>
    ${inputField("URL of the account", { id: "app-url", name: "url", type: "url", required: true, maxlength: 2048, placeholder: "https://github.com/acme/", autocomplete: "off", value: typed?.get("url") })}
    ${inputField("App id or client id", { id: "app-id", name: "appId", required: true, maxlength: 100, autocomplete: "off", value: typed?.get("appId") })}
    ${textareaField("Private key", { id: "private-key", name: "privateKey", rows: 4, required: true, maxlength: 16384, spellcheck: "false", autocomplete: "off", value: "" }, "The PEM file that GitHub made. It is stored encrypted and not shown again.")}
    ${inputField("REST API", { id: "api-url", name: "apiUrl", type: "url", maxlength: 2048, placeholder: "https://api.github.com", autocomplete: "off", value: typed?.get("apiUrl") }, "Only for a GitHub Enterprise server of your own: https://HOST/api/v3.")}
    <div><button name="do" value="github-app">Add App</button></div>`;
  return html`<h2 id="app">Add a GitHub App</h2>
    ${postForm(request, { class: "card stack", action: "/app/repositories#app" }, fields)}`;
}

async function add(request: FormRequest, names: readonly string[]): Promise<void> {
  const { form, context } = request;
  const fields = names.filter((name) => name !== "apiUrl" || field(form, name) !== "");
  const credential = validated(CreateRepositoryCredential, {
    kind: field(form, "do"),
    ...Object.fromEntries(fields.map((name) => [name, field(form, name)])),
  });
  await asMember(request, (tx, actor) => addRepositoryCredential(tx, actor, credential, context.settings));
}

async function remove(request: FormRequest): Promise<void> {
  const credentialId = field(request.form, "id");
  await asMember(request, (tx, actor) => removeRepositoryCredential(tx, actor, credentialId));
}
