import type { ServiceContext } from "../../context.ts";
import { hostedUrl, productionUrl } from "../../settings.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import type { Live } from "../../store/sites/hosts.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import {
  branchName,
  branchOf,
  builtElsewhere,
  commit,
  commitLink,
  deploymentName,
  externalLink,
  pullRequest,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { type Html, html } from "../../outside/html.ts";

/** What a release would change. */
export interface Release {
  readonly site: SiteRow;
  readonly source: DeploymentView;
  readonly live: Live | undefined;
}

/** Two cards side by side, with their titles: what is live, and what the release would publish. */
export function releaseDiff(
  context: ServiceContext,
  { site, source, live }: Release,
  before: string,
  after: string,
): Html {
  const now = context.clock.now();
  const production = externalLink(productionUrl(context.addresses, site), "Open live site");
  const preview =
    source.preview_label === null
      ? undefined
      : externalLink(hostedUrl(context.addresses, source.preview_label, "preview"), "Open preview");
  return html`${builtElsewhere(source)}<div class="pair">
    <section class="card" aria-labelledby="now">
      <h2 class="eyebrow" id="now">${before}</h2>
      ${
        live
          ? html`${live.commitMessage !== null && html`<p class="big">${truncated(live.commitMessage)}</p>`}
              <p class="${live.commitMessage === null ? "big" : "dim"}">
                ${commit(live.commitSha)}
                <span class="dim">from <bdi>${branchName(live.branch)}</bdi></span>
              </p>
              <p class="dim">Since ${relativeTime(live.since, now)}</p>
              <p>${production}</p>`
          : html`<p class="big">Nothing published</p>
              <p class="dim">The site has no release yet.</p>`
      }
    </section>
    <section class="card accent" aria-labelledby="next">
      <h2 class="eyebrow" id="next">${after}</h2>
      <p class="big">${truncated(deploymentName(source))}</p>
      <p class="dim">
        ${commitLink(source)} ${branchOf(source)}${source.commit_author !== null && source.commit_author !== "" && html`, by ${truncated(source.commit_author)}`}
      </p>
      ${source.pull_request_number !== null && html`<p>Pull request ${pullRequest(source)}</p>`}
      <p class="dim">
        ${source.upload === null ? "Built" : "Uploaded"} ${relativeTime(source.finished_at ?? source.created_at, now)} · <a href="/app/deployments/${source.id}">View log</a>
      </p>
      <p>${preview}</p>
    </section>
  </div>`;
}
