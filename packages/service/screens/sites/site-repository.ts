import { CreateDeployKey } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { isAdmin } from "../../domain/roles.ts";
import { KNOWN_HOSTS, readSshUrl } from "../../domain/ssh.ts";
import { type Html, html } from "../../outside/html.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { type DeployKeyView, findDeployKey, makeDeployKey, removeDeployKey } from "../../store/sites/deploy-keys.ts";
import { confirmButton, externalLink, postForm, relativeTime, textareaField, truncated } from "../fragments.ts";
import { field, type MemberRequest } from "../guard.ts";
import { inSite, type SiteForm, defineSiteScreen } from "../screen.ts";

export const siteRepositoryScreen = defineSiteScreen({
  tab: "/repository",
  title: "Repository",
  load: async ({ context }, site) => ({ key: await findDeployKey(context.db, site.id) }),
  body(request, { site, key }) {
    const url = site.repository_url;
    if (url === null) {
      return html`<p class="lead">
        The site has no repository yet. Give it one in its <a href="/app/sites/${site.id}/settings">settings</a>.
      </p>`;
    }
    return html`<p class="lead">${externalLink(url)}</p>
      ${readSshUrl(url) ? deployKey(request, site, key) : overHttps(request, site)}`;
  },
  actions: {
    make: {
      run: make,
      done: "The key was made. Add its public half to the repository, with read access, then deploy on the Overview.",
    },
    remove: {
      run: (request) => inSite(request, (tx, site, actor) => removeDeployKey(tx, actor, site)),
      done: "The key was removed. Remove it from the repository too.",
    },
  },
});

function overHttps({ actor }: MemberRequest, site: SiteRow): Html {
  const mayAdd = isAdmin(actor.role);
  return html`<p>
      A private one is read with a token or a GitHub App of the workspace:
      ${mayAdd ? html`add it under <a href="/app/repositories">Repositories</a>.` : "owners and admins add it."}
    </p>
    <p>
      To read it with a deploy key instead, give the site an <code>ssh://</code> URL in its
      <a href="/app/sites/${site.id}/settings#repository">settings</a>.
    </p>`;
}

function deployKey(request: MemberRequest, site: SiteRow, key: DeployKeyView | undefined): Html {
  const mayMake = isAdmin(request.actor.role);
  const isUsed = key?.repository_url === site.repository_url;
  return html`<h2>Deploy key</h2>
    ${key ? keyCard(request, key, { isUsed, mayMake }) : html`<p>The site has no deploy key yet, so its repository cannot be read.</p>`}
    ${mayMake ? keyForm(request, site, key) : html`<p class="dim">Owners and admins make the key.</p>`}`;
}

function keyCard(
  request: MemberRequest,
  key: DeployKeyView,
  { isUsed, mayMake }: { readonly isUsed: boolean; readonly mayMake: boolean },
): Html {
  const hint =
    "Add it to the repository with read access: on GitHub under Settings, Deploy keys. Its private half never leaves the service.";
  const consequence = "The repository can no longer be read.";
  const content = html`${!isUsed && html`<p><span class="badge bad">not used</span> It was made for another repository. Make a new one.</p>`}
    ${textareaField("Public key", { id: "public-key", rows: 3, readonly: true, spellcheck: "false", value: key.public_key }, hint)}
    <p class="dim">${truncated(key.created_by_name)}, ${relativeTime(key.created_at, request.context.clock.now())}</p>
    ${mayMake && confirmButton({ verb: "Remove", target: "the deploy key", consequence, action: "remove" })}`;
  return postForm(request, { class: "card stack" }, content);
}

function keyForm(request: MemberRequest, site: SiteRow, key: DeployKeyView | undefined): Html {
  const repository = readSshUrl(site.repository_url ?? "");
  const host = repository?.host ?? "";
  const isKnown = repository?.url.port === "" && KNOWN_HOSTS[host] !== undefined;
  const value = request.typed?.get("hostKeys") ?? key?.host_keys;
  const hint = html`As <code>ssh-keyscan ${host}</code> prints them. Compare them with what the host publishes: by them
    the service knows that it connects to the right machine.`;
  const fields = html`${key && html`<p class="hint">A new key replaces the one above, which is not used any more.</p>`}
    ${
      isKnown
        ? html`<p class="hint">The keys of ${host} are known to the service.</p>`
        : textareaField(
            html`Keys of ${host}`,
            {
              id: "host-keys",
              name: "hostKeys",
              rows: 3,
              required: true,
              spellcheck: "false",
              autocomplete: "off",
              placeholder: "ssh-ed25519 AAAA…",
              value,
            },
            hint,
          )
    }
    <div><button name="do" value="make" ${key && html`class="secondary"`}>${key ? "Make a new key" : "Make a deploy key"}</button></div>`;
  return postForm(request, { class: "card stack" }, fields);
}

async function make(request: SiteForm): Promise<void> {
  const key = validated(CreateDeployKey, readHostKeys(field(request.form, "hostKeys")));
  await inSite(request, (tx, site, actor) => makeDeployKey(tx, actor, site, key, request.context.settings));
}

/** Lines of a file of known hosts, or bare keys: the host is named before the type of a key. */
function readHostKeys(text: string): Readonly<Record<string, unknown>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines.length === 0) return {};
  return { hostKeys: lines.map((line) => /(?:ssh|ecdsa)-[\w-]+ [A-Za-z0-9+/=]+/.exec(line)?.[0] ?? line) };
}
