import { type MarkdownText, inlineCode, joinMarkdown, link, markdown } from "../github/untrusted-text.ts";
import { sentences } from "../failure.ts";
import type { Headline } from "../telling.ts";
import { described, type Facts } from "./facts.ts";
import { whoCannot } from "./headline.ts";
import { askedIn, type Outcome, outputStatus } from "./outcome.ts";

/**
 * Writes the summary of a run, whatever its end.
 * @param told What a person reads first.
 */
export function summary(outcome: Outcome, told: Headline, facts: Facts): MarkdownText {
  const { site, standing, source, nowMs } = facts;
  const title = site === "" ? markdown`### ${told.title}` : markdown`### ${told.title}: ${site}`;
  const asked = askedIn(outcome);
  const rows: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", markdown`${outputStatus(outcome)}`],
    ["Decide", asked?.link && link("Approve or reject", asked.link)],
    ["Until", asked?.expiresAt === undefined ? undefined : markdown`${asked.expiresAt}`],
    ["Would go live", source && inlineCode(described(source, nowMs))],
    ["Reviewed at", facts.previewUrl && link(inlineCode(facts.previewUrl), facts.previewUrl)],
    [
      "Live now",
      standing && (standing.live === undefined ? markdown`nothing` : inlineCode(described(standing.live, nowMs))),
    ],
    [
      "Production",
      outcome.kind === "ready" && outcome.productionUrl !== undefined
        ? link(inlineCode(outcome.productionUrl), outcome.productionUrl)
        : undefined,
    ],
  ];
  const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [markdown`| ${label} | ${value} |`]));
  const table = joinMarkdown([markdown`| | |`, markdown`|---|---|`, ...lines], "\n");
  return markdown`${joinMarkdown([title, ...lead(outcome, told), table], "\n\n")}\n`;
}

/** What the table shows as a link is not repeated as text. */
function lead(outcome: Outcome, told: Headline): readonly MarkdownText[] {
  if (outcome.kind === "ready") return [];
  return [markdown`${outcome.kind === "approval_pending" ? sentences([whoCannot(outcome.asked)]) : told.text}`];
}
