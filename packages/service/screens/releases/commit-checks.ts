import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { type CommitChecks, countChecks, readCommitChecks } from "../../domain/commit-checks.ts";
import { type Html, html } from "../../outside/html.ts";
import { findCommitChecks, wantCommitChecks } from "../../store/deployments/commit-checks.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import type { CommitChecksRow } from "../../store/engine/schema.ts";
import { badge, externalLink, relativeTime } from "../fragments.ts";

/** While a page is open, the checks are read again after this long, sooner while one of them runs. */
const READ_EVERY_MS = 5 * 60_000;
const READ_EVERY_MS_RUNNING = 20_000;

/** @returns Undefined unless the site is connected through a GitHub App. */
export async function showCommitChecks(
  context: ServiceContext,
  { site_id: siteId, commit_sha: commitSha }: DeploymentView,
  { open, decidedAt }: { readonly open: boolean; readonly decidedAt: string | null },
): Promise<Html | undefined> {
  const { db, clock } = context;
  const found = commitSha === null ? undefined : await findCommitChecks(db, { siteId, commitSha });
  if (!found || commitSha === null) return undefined;
  const { row } = found;
  const reported = readCommitChecks(row?.checks);
  const running = reported?.checks.some(({ state }) => state === "running") ?? false;
  if (open) {
    const askedBefore = instant(clock, -(reported && !running ? READ_EVERY_MS : READ_EVERY_MS_RUNNING));
    await wantCommitChecks(db, { siteId, commitSha, at: instant(clock), askedBefore });
  }
  const renewed = open && (running || (reported === undefined && isUnderWay(row, clock.now())));
  return html`<div id="checks"${renewed && html` data-refresh`}>
    ${reported ? checkList(context, reported, { readAt: row?.read_at ?? undefined, decidedAt }) : renewed && html`<p class="dim">The checks of this commit are being read from GitHub.</p>`}
  </div>`;
}

/** Longer than a response of GitHub is waited for. */
const UNDER_WAY_MS = 15_000;

function isUnderWay(row: CommitChecksRow | undefined, nowMs: number): boolean {
  if (!row || row.wanted_at !== null) return true;
  return row.asked_at !== null && nowMs - Date.parse(row.asked_at) < UNDER_WAY_MS;
}

interface Reading {
  readonly readAt: string | undefined;
  readonly decidedAt: string | null;
}

function checkList({ clock }: ServiceContext, reported: CommitChecks, { readAt, decidedAt }: Reading): Html {
  const { checks, more, unread, repository } = reported;
  const later = decidedAt !== null && readAt !== undefined && readAt > decidedAt;
  const bad = checks.some(({ state }) => state !== "passed" && state !== "skipped");
  return html`<details class="card checks" ${bad && html` open`}>
    <summary>
      <strong>Checks:</strong> ${checks.length === 0 ? "none" : countChecks(reported)}
      <span class="dim">of <bdi>${repository}</bdi> on GitHub${readAt !== undefined && html`, ${relativeTime(readAt, clock.now())}`}${later && ", after the decision"}</span>
    </summary>
    ${
      checks.length > 0 &&
      html`<ul class="bare">
        ${checks.map(({ name, state, url }) => html`<li>${badge(state)} ${url === undefined ? html`<bdi>${name}</bdi>` : externalLink(url, name)}</li>`)}
      </ul>`
    }
    ${more > 0 && html`<p class="hint">${more} more are not listed.</p>`}
    ${unread.map((what) => html`<p class="hint">The ${what} could not be read from GitHub: the App needs the permission to read them.</p>`)}
  </details>`;
}
