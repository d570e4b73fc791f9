import { templates } from "@greenroom/contract/workflows";
import { isAdmin } from "../../domain/roles.ts";
import { repositoryOnGithub } from "../../domain/site.ts";
import { type Html, html } from "../../outside/html.ts";
import type { Database } from "../../store/engine/database.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { listTrustRules } from "../../store/people/trust-rules.ts";
import { findWorkspace } from "../../store/people/workspaces.ts";
import { externalLink, postForm } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";

type FirstSteps = Awaited<ReturnType<typeof readFirstSteps>>;

export async function readFirstSteps(db: Database, site: SiteRow) {
  return {
    isTrusted: (await listTrustRules(db, site.id)).length > 0,
    workspaceSlug: (await findWorkspace(db, site.workspace_id))?.slug ?? "",
  };
}

/** Only the reader knows which account has their copy of Greenroom. */
const SOURCE = "OWNER/greenroom@v1";

export function firstSteps(request: MemberRequest, site: SiteRow, { isTrusted, workspaceSlug }: FirstSteps): Html {
  const { baseUrl } = request.context.addresses;
  const named = `${workspaceSlug}/${site.slug}`;
  const values = { baseUrl, site: named, source: SOURCE, production: false, forks: false, branch: "main" };
  const [workflow] = templates({ ...values, forge: "github" });
  return html`<section class="card" aria-label="First steps">
    <ol class="first-steps">
      ${step(site.repository_url !== null, "Name the repository", repositoryStep(request, site))}
      ${step(isTrusted, "Trust its runs", trustStep(request, site, isTrusted))}
      ${step(
        false,
        "Commit this workflow and push",
        html`<p>
            As <code>${workflow?.path}</code>; the command <code>greenroom init</code> writes the same file. Put the account
            that has your copy of Greenroom in place of <code>OWNER</code>.
          </p>
          <div class="to-copy">
            <pre tabindex="0" aria-label="Workflow"><code id="workflow">${workflow?.write([named])}</code></pre>
            <button type="button" class="secondary small" hidden data-copy="workflow">Copy</button>
          </div>
          <p role="status"><span class="badge going">Waiting for the first push…</span></p>`,
      )}
    </ol>
  </section>`;
}

function step(isDone: boolean, title: string, content: Html): Html {
  return html`<li class="${isDone ? "done" : ""}">
    <h3>${title}${isDone && html` <span class="hidden">(done)</span>`}</h3>
    ${content}
  </li>`;
}

function repositoryStep({ actor }: MemberRequest, site: SiteRow): Html {
  if (site.repository_url !== null) return html`<p>${externalLink(site.repository_url)}</p>`;
  return isAdmin(actor.role)
    ? html`<p><a href="/app/sites/${site.id}/settings#repository">Name it in the settings</a></p>`
    : html`<p>An owner or admin names it in the settings.</p>`;
}

function trustStep(request: MemberRequest, site: SiteRow, isTrusted: boolean): Html {
  const path = `/app/sites/${site.id}/trust`;
  if (isTrusted) return html`<p>Its runs sign in by themselves. <a href="${path}">Who is trusted</a></p>`;
  if (!isAdmin(request.actor.role)) return html`<p>An owner or admin trusts the repository.</p>`;
  const why = html`<p>Then its runs sign in by themselves, and no secret is stored.</p>`;
  const repository = repositoryOnGithub(site.repository_url);
  if (repository === undefined) return html`${why} <p><a href="${path}">Trust a repository</a></p>`;
  const fields = html`<input type="hidden" name="repository" value="${repository}" />
    <input type="hidden" name="next" value="/app/sites/${site.id}" />
    <button class="secondary" name="do" value="trust"><span>Trust <bdi>${repository}</bdi></span></button>`;
  return html`${why} ${postForm(request, { action: path }, fields)}`;
}
