import type { ServiceContext } from "../../context.ts";
import { sizeText } from "../../domain/build-limits.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { type ScheduledRemoval, readRetention } from "../../store/deployments/retention.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { readStorage } from "../../store/files/storage.ts";
import { branchName, deploymentName, factList, relativeTime, truncated } from "../fragments.ts";

const GROUPS = [
  ["production", "Production"],
  ["pull_request", "Open pull requests"],
  ["branch", "Other previews"],
] as const;

type Storage = Awaited<ReturnType<typeof readSiteStorage>>;

export async function readSiteStorage({ db, clock, settings }: ServiceContext, site: SiteRow) {
  return {
    kept: await readRetention(db, site, clock.now()),
    workspace: await readStorage(db, site.workspace_id, settings),
  };
}

export function storageSection({ clock }: ServiceContext, site: SiteRow, { kept, workspace }: Storage): Html {
  const { groups, next } = kept;
  const { bytes, quotaBytes } = workspace;
  const of = quotaBytes === undefined ? "" : ` of ${sizeText(quotaBytes)}`;
  const kinds = GROUPS.map(([name, label]) => {
    const { deployments = 0, bytes: size = 0 } = groups.find(({ group }) => group === name) ?? {};
    return [label, deployments === 0 ? "nothing" : `${counted(deployments, "deployment")}, ${sizeText(size)}`] as const;
  });
  return html`<section id="stored" aria-labelledby="stored-title" class="stack">
    <h2 id="stored-title">What is stored</h2>
    <p>
      ${rule(site)} The workspace stores <strong>${sizeText(bytes)}</strong>${of}; a file that several deployments have
      is stored once.
    </p>
    ${factList([...kinds, ["Next removal", next[0] === undefined ? "none" : relativeTime(next[0].until, clock.now())]])}
    ${next.length > 0 && upcoming(next, clock.now())}
  </section>`;
}

function rule({ preview_expiry_days: days, kept_releases: releases }: SiteRow): string {
  const previews =
    days === null
      ? "Previews do not expire."
      : `Previews expire ${days === 1 ? "a day" : `${days} days`} after the last deployment of their branch.`;
  return releases === null
    ? `${previews} All releases stay.`
    : `${previews} What is live stays, with ${releases === 1 ? "one former release" : `${releases} former releases`}.`;
}

function upcoming(next: readonly ScheduledRemoval[], nowMs: number): Html {
  return html`<ul class="plain card">
    ${next.map(
      ({ row, until, because }) =>
        html`<li class="item">
          <div>
            <a class="title" href="/app/deployments/${row.id}">${truncated(deploymentName(row))}</a>
            <p class="dim">${truncated(branchName(row.branch))} · ${because === "pull_request_closed" ? "pull request closed" : "expires"}</p>
          </div>
          <p class="dim">${relativeTime(until, nowMs)}</p>
        </li>`,
    )}
  </ul>`;
}
