import { type Html, html } from "../../outside/html.ts";
import type { Insights } from "../../store/deployments/insights.ts";
import { durationText } from "../fragments.ts";

export const INSIGHT_DAYS = 14;

export function insightsPart({ builds, succeeded, build, decision }: Insights): Html | undefined {
  if (builds === 0 && !decision) return undefined;
  const figures: readonly (readonly [term: string, value: string | undefined])[] = [
    ["Builds", String(builds)],
    ["Succeeded", builds === 0 ? undefined : `${Math.floor((100 * succeeded) / builds)} %`],
    ["Median build", build && durationText(build.median)],
    ["95 of 100 builds within", build && durationText(build.p95)],
    ["Request to decision, median", decision && durationText(decision.median)],
  ];
  const shown = figures.flatMap(([term, value]) => (value === undefined ? [] : [[term, value] as const]));
  return html`<section id="insights" data-live aria-labelledby="insights-title">
    <h2 id="insights-title">Last ${INSIGHT_DAYS} days</h2>
    <dl class="insights card">
      ${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
    </dl>
  </section>`;
}
