import { BUILD_STEP_HOSTS, isListed, type RefusedHost, refusedHostsOf } from "../../domain/build-hosts.ts";
import { canBuildAgain } from "../../domain/next-action.ts";
import { type Html, html } from "../../outside/html.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { MAX_SITE_HOSTS, type NetworkChange, networkOf } from "../../store/sites/site-network.ts";
import { keyField, postForm } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { done, type FormResult, problem } from "../screen.ts";
import { changeNetwork, decidesHosts } from "../sites/build-network.ts";

/** A host that a build of a fork asked for is not offered. */
function refusedHosts(row: DeploymentView): readonly RefusedHost[] {
  const offered = refusedHostsOf(row).filter(({ because }) => because !== "fork");
  return [...new Map(offered.map((one) => [one.host, one])).values()];
}

function isAllowed({ hosts, listWithValues }: ReturnType<typeof networkOf>, { host, because }: RefusedHost): boolean {
  return isListed(host, hosts) || (because === "values" && listWithValues);
}

export function allowButton(request: MemberRequest, row: DeploymentView, site: SiteRow): Html | undefined {
  const network = networkOf(site);
  const [first, ...others] = refusedHosts(row).filter((one) => !isAllowed(network, one));
  if (first === undefined || !decidesHosts(request)) return undefined;
  if (others.length > 0) return html`<a class="button" href="#hosts">Allow hosts</a>`;
  return allowForm(request, row, first.host, "");
}

function allowForm(request: MemberRequest, row: DeploymentView, host: string, tone: string): Html {
  const again = canBuildAgain(row) && " and build again";
  const content = html`<input type="hidden" name="host" value="${host}" />
    ${keyField()}
    <button class="${tone}" name="do" value="allow">Allow ${host} for this site${again}</button>`;
  return formOf(request, row, content);
}

export function refusedHostsNotice(
  request: MemberRequest,
  row: DeploymentView,
  site: SiteRow | undefined,
): Html | false {
  const refused = refusedHosts(row);
  if (refused.length === 0 || site === undefined) return false;
  const { context } = request;
  const decides = decidesHosts(request);
  const network = networkOf(site);
  const withheld = refused.some(({ because }) => because === "values") && !network.listWithValues;
  const item = (one: RefusedHost): Html => html`<li class="row">
    <code>${one.host}</code>
    ${
      isAllowed(network, one)
        ? html`<span class="dim">allowed for this site now</span>`
        : decides && allowForm(request, row, one.host, "secondary small")
    }
  </li>`;
  return html`<section class="card stack" id="hosts">
    <h2>Hosts that this build was refused</h2>
    <p class="hint">
      The commands of the build asked for them, its dependencies included. What is allowed counts for every later build of
      this site, and what these builds know can be sent there.
      ${withheld && "Builds of this site have values, so each host is allowed by name."}
      ${!decides && (context.settings.siteHostsBy === "operator" ? "The operator of the service allows hosts." : "Owners and admins allow hosts.")}
    </p>
    <ul class="bare">
      ${refused.map(item)}
    </ul>
    ${withheld && decides && listForm(request, row)}
  </section>`;
}

function listForm(request: MemberRequest, row: DeploymentView): Html {
  const hosts = request.context.settings.buildStepHosts ?? BUILD_STEP_HOSTS;
  const button = html`<details>
    <summary>All ${hosts.length} hosts of the service's list</summary>
    <p class="hint">${hosts.join(", ")}</p>
    <button class="secondary small" name="do" value="allow-list">Allow the whole list for builds with values</button>
  </details>`;
  return formOf(request, row, button);
}

function formOf(request: MemberRequest, { id }: DeploymentView, content: Html): Html {
  return postForm(request, { action: `/app/deployments/${id}#hosts` }, content);
}

export async function allowHost(request: FormRequest, row: DeploymentView): Promise<FormResult> {
  const host = field(request.form, "host");
  if (!refusedHosts(row).some((one) => one.host === host)) return problem("This build was not refused that host.");
  return allow(request, row, { allow: [host] });
}

export async function allowList(request: FormRequest, row: DeploymentView): Promise<FormResult> {
  if (!refusedHosts(row).some(({ because }) => because === "values"))
    return problem("This build was not refused the list.");
  return allow(request, row, { listWithValues: true });
}

async function allow(request: FormRequest, row: DeploymentView, change: NetworkChange): Promise<FormResult> {
  const site = { id: row.site_id };
  if (await changeNetwork({ ...request, site }, change, { deploymentId: row.id })) return done("#hosts");
  return problem(`A site lists at most ${MAX_SITE_HOSTS} hosts. Remove some in its settings.`);
}
