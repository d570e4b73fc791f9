import { ApiError } from "../../domain/api-error.ts";
import { BUILD_STEP_HOSTS } from "../../domain/build-hosts.ts";
import { ADMINS, isAdmin } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { changedNetwork, type NetworkChange, networkOf, storeNetwork } from "../../store/sites/site-network.ts";
import { postForm } from "../fragments.ts";
import { field, type MemberRequest, requireRole } from "../guard.ts";
import { type Action, auditAs, done, type FormOfSite, type FormResult, inSite, type SiteForm } from "../screen.ts";

/** Hosts are added on a build that was refused one, and taken away here. */
export function buildNetwork(request: MemberRequest, site: SiteRow): Html {
  const { settings } = request.context;
  return html`<section class="card stack" id="network">
    <h2>Network of builds</h2>
    ${settings.unsafeNoSandbox ? html`<p>Builds of this service run without a sandbox and reach every host that its machine reaches.</p>` : allowed(request, site)}
  </section>`;
}

function allowed(request: MemberRequest, site: SiteRow): Html {
  const { settings } = request.context;
  const { hosts, listWithValues } = networkOf(site);
  const list = settings.buildStepHosts ?? BUILD_STEP_HOSTS;
  const removes = decidesHosts(request);
  const form = (content: Html): Html => postForm(request, { action: `${request.c.req.path}#network` }, content);
  const remove = (host: string): Html =>
    form(html`<input type="hidden" name="host" value="${host}" />
      <button class="danger small" name="do" value="remove-host">Remove<span class="hidden"> ${host}</span></button>`);
  return html`<p>
      The install step reaches the package registries, and the build step ${list.length === 0 ? "no host of the service's" : html`the ${list.length} hosts of the service's list`}, over
      https. Builds of commits that are on no branch have no network in the build step.
    </p>
    ${
      list.length > 0 &&
      html`<details>
        <summary>The service's list</summary>
        <p class="hint">${list.join(", ")}</p>
      </details>`
    }
    <p>
      ${listWithValues ? "Builds that have values reach this list too." : "Builds that have values reach only the hosts below in the build step."}
    </p>
    ${listWithValues && removes && form(html`<button class="secondary small" name="do" value="withhold-list">Withhold the list from builds with values</button>`)}
    <h3>Allowed for this site</h3>
    ${
      hosts.length === 0
        ? html`<p class="dim">
            None.
            ${settings.siteHostsBy === "operator" ? html`The operator allows hosts with <code>greenroom admin site network ${site.slug}</code>.` : "When a build is refused a host, an owner or admin can allow it on the page of that build."}
          </p>`
        : html`<ul class="bare">
            ${hosts.map((host) => html`<li class="row"><code>${host}</code> ${removes && remove(host)}</li>`)}
          </ul>`
    }`;
}

export const NETWORK_ACTIONS: Readonly<Record<"remove-host" | "withhold-list", Action<SiteForm>>> = {
  "remove-host": {
    run: (request) => narrow(request, { remove: [field(request.form, "host")] }),
    done: "Network of builds: the host was removed.",
  },
  "withhold-list": {
    run: (request) => narrow(request, { listWithValues: false }),
    done: "Network of builds: saved.",
  },
};

async function narrow(request: SiteForm, change: NetworkChange): Promise<FormResult> {
  await changeNetwork(request, change);
  return done("#network");
}

export function decidesHosts({ context, actor }: MemberRequest): boolean {
  return context.settings.siteHostsBy !== "operator" && isAdmin(actor.role);
}

/** @returns False when the site would list too many hosts. */
export async function changeNetwork(
  request: FormOfSite,
  change: NetworkChange,
  build?: { readonly deploymentId: string },
): Promise<boolean> {
  if (request.context.settings.siteHostsBy === "operator") {
    throw new ApiError("forbidden_role", "Hosts for builds are set by the operator of this service alone.");
  }
  return inSite(request, async (tx, site, actor) => {
    requireRole(actor, ADMINS);
    const network = changedNetwork(site, change);
    if (network === undefined) return false;
    await storeNetwork(tx, site, network);
    const data = { slug: site.slug, ...network, ...build };
    await auditAs(tx, request, { action: "site.network_changed", subject: { type: "site", id: site.id }, data });
    return true;
  });
}
