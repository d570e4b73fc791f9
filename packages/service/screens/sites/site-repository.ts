import { CreateDeployKey } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import { KNOWN_HOSTS, readSshUrl } from "../../domain/ssh.ts";
import { type DeployKeyView, findDeployKey, makeDeployKey, removeDeployKey } from "../../store/sites/deploy-keys.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { formProblem } from "../errors.ts";
import { confirmButton, externalLink, relativeTime, truncated, siteHeader } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { AUDITORS, csrfField, type Notice, page } from "../page.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  ["made", "The key was made. Add its public half to the repository, with read access, then deploy on the Overview."],
  ["removed", "The key was removed. Remove it from the repository too."],
]);

/** Shows how a site's repository is read; owners and admins make its deploy key. */
export async function showSiteRepository(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const site = await requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const url = site.repository_url;
  return page(c, {
    title: `Repository · ${site.name}`,
    session,
    section: "/app/sites",
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`${siteHeader(site, "/repository")}
      <div class="column">
        <p class="lead">${url === null ? html`The site has no repository yet. Give it one in its <a href="/app/sites/${site.id}/settings">settings</a>.` : externalLink(url)}</p>
        ${url !== null && (readSshUrl(url) ? await deployKey(context, request, { site, notice }) : overHttps(request, site))}
      </div>`,
  });
}

function overHttps({ actor }: MemberRequest, site: SiteRow): Html {
  const mayAdd = AUDITORS.includes(actor.role);
  return html`<p>
      A private one is read with a token or a GitHub App of the workspace:
      ${mayAdd ? html`add it under <a href="/app/repositories">Repositories</a>.` : "owners and admins add it."}
    </p>
    <p>
      To read it with a deploy key instead, give the site an <code>ssh://</code> URL in its
      <a href="/app/sites/${site.id}/settings#repository">settings</a>.
    </p>`;
}

async function deployKey(
  { db, clock }: ServiceContext,
  request: MemberRequest,
  { site, notice }: { readonly site: SiteRow; readonly notice: Notice | undefined },
): Promise<Html> {
  const key = await findDeployKey(db, site.id);
  const mayMake = AUDITORS.includes(request.actor.role);
  return html`<h2>Deploy key</h2>
    ${key ? keyCard(request, { site, key, mayMake, nowMs: clock.now() }) : html`<p>The site has no deploy key yet, so its repository cannot be read.</p>`}
    ${mayMake ? keyForm(request, { site, key, typed: notice?.typed }) : html`<p class="dim">Owners and admins make the key.</p>`}`;
}

interface KeyCard {
  readonly site: SiteRow;
  readonly key: DeployKeyView;
  readonly mayMake: boolean;
  readonly nowMs: number;
}

function keyCard({ session }: MemberRequest, { site, key, mayMake, nowMs }: KeyCard): Html {
  return html`<form method="post" action="/app/sites/${site.id}/repository" class="card stack">
    ${csrfField(session)}
    ${key.repository_url !== site.repository_url && html`<p><span class="badge bad">not used</span> It was made for another repository. Make a new one.</p>`}
    <div class="field">
      <label for="public-key">Public key</label
      ><textarea id="public-key" rows="3" readonly spellcheck="false" aria-describedby="public-key-hint">${key.public_key}</textarea>
      <p class="hint" id="public-key-hint">
        Add it to the repository with read access: on GitHub under Settings, Deploy keys. Its private half never leaves
        the service.
      </p>
    </div>
    <p class="dim">${truncated(key.created_by_name)}, ${relativeTime(key.created_at, nowMs)}</p>
    ${mayMake && confirmButton({ verb: "Remove", target: "the deploy key", consequence: "The repository can no longer be read.", action: "remove" })}
  </form>`;
}

interface KeyForm {
  readonly site: SiteRow;
  readonly key: DeployKeyView | undefined;
  readonly typed: URLSearchParams | undefined;
}

function keyForm({ session }: MemberRequest, { site, key, typed }: KeyForm): Html {
  const repository = readSshUrl(site.repository_url ?? "");
  const host = repository?.host ?? "";
  const isKnown = repository?.url.port === "" && KNOWN_HOSTS[host] !== undefined;
  return html`<form method="post" action="/app/sites/${site.id}/repository" class="card stack">
    ${csrfField(session)}
    ${key && html`<p class="hint">A new key replaces the one above, which is not used any more.</p>`}
    ${
      isKnown
        ? html`<p class="hint">The keys of ${host} are known to the service.</p>`
        : html`<div class="field">
            <label for="host-keys">Keys of ${host}</label
            ><textarea id="host-keys" name="hostKeys" rows="3" required spellcheck="false" autocomplete="off" aria-describedby="host-keys-hint" placeholder="ssh-ed25519 AAAA…">${typed?.get("hostKeys") ?? key?.host_keys}</textarea>
            <p class="hint" id="host-keys-hint">
              As <code>ssh-keyscan ${host}</code> prints them. Compare them with what the host publishes: by them the
              service knows that it connects to the right machine.
            </p>
          </div>`
    }
    <div><button name="do" value="make" ${key && html`class="secondary"`}>${key ? "Make a new key" : "Make a deploy key"}</button></div>
  </form>`;
}

/** Makes or removes the deploy key of a site. */
export async function changeSiteRepository(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  const { db, clock, settings } = context;
  const siteId = c.req.param("siteId") ?? "";
  await requireSite(db, actor.workspaceId, siteId);
  const action = field(form, "do");
  if (action !== "make" && action !== "remove") {
    return showSiteRepository(context, request, { tone: "problem", text: "Choose one of the actions on this page." });
  }
  try {
    const key = validated(CreateDeployKey, readHostKeys(field(form, "hostKeys")));
    await inWorkspace(db, actor.workspaceId, async (tx) => {
      const site = await requireSite(tx, actor.workspaceId, siteId);
      const at = instant(clock);
      if (action === "make") await makeDeployKey(tx, actor, { site, key, settings, at });
      else await removeDeployKey(tx, actor, { site, at });
    });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== "validation_failed" && error.code !== "not_found")) throw error;
    return showSiteRepository(context, request, { tone: "problem", text: formProblem(error), typed: form });
  }
  return c.redirect(`/app/sites/${siteId}/repository?done=${action === "make" ? "made" : "removed"}`, 303);
}

/** Lines of a file of known hosts, or bare keys: the host is named before the type of a key. */
function readHostKeys(text: string): Readonly<Record<string, unknown>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) return {};
  return { hostKeys: lines.map((line) => /(?:ssh|ecdsa)-[\w-]+ [A-Za-z0-9+/=]+/.exec(line)?.[0] ?? line) };
}
