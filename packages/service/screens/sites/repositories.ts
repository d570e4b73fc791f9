import { CreateRepositoryCredential } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import {
  addRepositoryCredential,
  listRepositoryCredentials,
  removeRepositoryCredential,
} from "../../store/sites/repository-credentials.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { AUDITORS, csrfField, type Notice, page } from "../page.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  ["added", "Saved. Sites of this workspace read the repositories below the URL with it."],
  ["removed", "Removed. Sites no longer read with it."],
]);

/** Shows owners and admins what the workspace reads private repositories with. */
export async function showRepositories(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  requireRole(actor, AUDITORS);
  const rows = await listRepositoryCredentials(context.db, actor.workspaceId);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const now = context.clock.now();
  return page(c, {
    title: "Repositories",
    session,
    section: "/app/sites",
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
      <h1>Repositories</h1>
      <div class="column">
        <p class="lead">What sites of this workspace read private repositories with. Git gets it, and no build does.</p>
        ${
          rows.length === 0
            ? emptyState(
                "No credentials yet",
                html`Public repositories need none. For a private one add the GitHub App that is installed on it, or a token
                that can read it. A site with an <code>ssh://</code> repository has its own deploy key, on its page
                <em>Repository</em>.`,
              )
            : html`<ul class="plain card">
                ${rows.map(
                  (row) =>
                    html`<li>
                      <form method="post" action="/app/repositories" class="item">
                        ${csrfField(session)}<input type="hidden" name="id" value="${row.id}" />
                        <div>
                          <span class="title">${truncated(row.url)}</span>
                          <p class="dim">
                            ${row.kind === "github-app" ? html`GitHub App <code>${row.app_id}</code>` : html`as <code>${row.username}</code>`}
                            · ${truncated(row.created_by_name)}, ${relativeTime(row.created_at, now)}
                          </p>
                        </div>
                        ${confirmButton({ verb: "Remove", target: row.url, consequence: "Sites no longer read private repositories with it.", action: "remove" })}
                      </form>
                    </li>`,
                )}
              </ul>`
        }
        ${passwordForm(request, notice?.typed)} ${appForm(request, notice?.typed)}
      </div>`,
  });
}

const URL_HINT =
  "A repository, or everything below a folder when it ends with a slash. Of several that match, the longest is used.";

function passwordForm({ session }: MemberRequest, typed: URLSearchParams | undefined): Html {
  const given = typed?.get("do") === "password" ? typed : undefined;
  return html`<h2 id="password">Add a token</h2>
    <form method="post" action="/app/repositories#password" class="card stack">
      ${csrfField(session)}
      ${inputField("URL", { id: "password-url", name: "url", type: "url", required: true, maxlength: 2048, placeholder: "https://git.example.com/team/", autocomplete: "off", value: given?.get("url") }, URL_HINT)}
      ${inputField("User name", { id: "username", name: "username", required: true, maxlength: 255, autocomplete: "off", placeholder: "x-access-token", value: given?.get("username") })}
      ${inputField("Token or password", { id: "token", name: "password", type: "password", required: true, maxlength: 4096, autocomplete: "new-password" }, "Give it read access to contents and nothing else. It is stored encrypted and not shown again.")}
      <div><button name="do" value="password">Add token</button></div>
    </form>`;
}

function appForm({ session }: MemberRequest, typed: URLSearchParams | undefined): Html {
  const given = typed?.get("do") === "github-app" ? typed : undefined;
  return html`<h2 id="app">Add a GitHub App</h2>
    <form method="post" action="/app/repositories#app" class="card stack">
      ${csrfField(session)}
      <p class="hint">
        The App needs <code>contents: read</code> and is installed on the repositories. Each build gets a token of an hour
        that reads its one repository.
      </p>
      ${inputField("URL of the account", { id: "app-url", name: "url", type: "url", required: true, maxlength: 2048, placeholder: "https://github.com/acme/", autocomplete: "off", value: given?.get("url") })}
      ${inputField("App id or client id", { id: "app-id", name: "appId", required: true, maxlength: 100, autocomplete: "off", value: given?.get("appId") })}
      <div class="field">
        <label for="private-key">Private key</label
        ><textarea id="private-key" name="privateKey" rows="4" required maxlength="16384" spellcheck="false" autocomplete="off" aria-describedby="private-key-hint"></textarea>
        <p class="hint" id="private-key-hint">The PEM file that GitHub made. It is stored encrypted and not shown again.</p>
      </div>
      ${inputField("REST API", { id: "api-url", name: "apiUrl", type: "url", maxlength: 2048, placeholder: "https://api.github.com", autocomplete: "off", value: given?.get("apiUrl") }, "Only for a GitHub Enterprise server of your own: https://HOST/api/v3.")}
      <div><button name="do" value="github-app">Add App</button></div>
    </form>`;
}

/** Adds or removes a credential. */
export async function changeRepositories(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  const { db, clock, settings } = context;
  requireRole(actor, AUDITORS);
  const action = field(form, "do");
  if (!["password", "github-app", "remove"].includes(action)) {
    return showRepositories(context, request, { tone: "problem", text: "Choose one of the actions on this page." });
  }
  const at = instant(clock);
  try {
    const credential = action === "remove" ? undefined : validated(CreateRepositoryCredential, readForm(form, action));
    await inWorkspace(db, actor.workspaceId, async (tx) => {
      if (credential) await addRepositoryCredential(tx, actor, { credential, settings, at });
      else await removeRepositoryCredential(tx, actor, { credentialId: field(form, "id"), at });
    });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== "validation_failed" && error.code !== "not_found")) throw error;
    return showRepositories(context, request, { tone: "problem", text: error.message, typed: form });
  }
  return c.redirect(`/app/repositories?done=${action === "remove" ? "removed" : "added"}`, 303);
}

function readForm(form: URLSearchParams, kind: string): Readonly<Record<string, unknown>> {
  const text = (name: string) => [name, field(form, name)] as const;
  if (kind === "password") return { kind, ...Object.fromEntries(["url", "username", "password"].map(text)) };
  const given = ["url", "appId", "privateKey", ...(field(form, "apiUrl") === "" ? [] : ["apiUrl"])].map(text);
  return { kind, ...Object.fromEntries(given) };
}
