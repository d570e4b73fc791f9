import type { ServiceContext } from "../../context.ts";
import { type Html, html } from "../../outside/html.ts";
import { productionUrl } from "../../settings.ts";
import { type DeploymentView, previewUrl } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import type { Live } from "../../store/sites/hosts.ts";
import {
  branchName,
  branchOf,
  commit,
  commitLink,
  deploymentName,
  externalLink,
  pullRequest,
  relativeTime,
  truncated,
} from "../fragments.ts";

export interface ReleaseCandidate {
  readonly site: SiteRow;
  readonly source: DeploymentView;
  readonly live: Live | undefined;
}

export function releaseSides(
  context: ServiceContext,
  { site, source, live }: ReleaseCandidate,
  decided: boolean,
): Html {
  const { addresses, clock } = context;
  const now = clock.now();
  const preview = previewUrl(source, addresses);
  return html`<section class="sides" aria-label="The two versions">
    <h3>${decided ? "What was requested" : "Would go live"}</h3>
    <p><strong>${truncated(deploymentName(source))}</strong></p>
    <p class="dim">
      ${commitLink(source)} ${branchOf(source)}${source.commit_author && html`, by ${truncated(source.commit_author)}`}${source.pull_request_number !== null && html`, pull request ${pullRequest(source)}`},
      ${source.upload === null ? "built" : "uploaded"} ${relativeTime(source.finished_at ?? source.created_at, now)}
    </p>
    <p class="row">
      ${preview !== undefined && externalLink(preview, "Open preview")}
      <a href="/app/deployments/${source.id}">View log</a>
    </p>
    <h3>${decided ? "Live before" : "Live now"}</h3>
    ${
      live
        ? html`${live.commitMessage !== null && html`<p><strong>${truncated(live.commitMessage)}</strong></p>`}
            <p class="dim">${commit(live.commitSha)} from <bdi>${branchName(live.branch)}</bdi>, went live ${relativeTime(live.since, now)}</p>
            <p class="row">${externalLink(productionUrl(addresses, site), "Open live site")}</p>`
        : html`<p>${decided ? "Nothing" : "Nothing yet"}</p>`
    }
  </section>`;
}
