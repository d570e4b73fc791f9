import { isTerminal, LOG_STREAMS } from "@greenroom/contract";
import { type Html, html } from "../../outside/html.ts";
import type { DeploymentView } from "../../store/deployments/deployments.ts";
import { durationText } from "../fragments.ts";
import { type LogView, stepTitle } from "./log.ts";

interface Stage {
  readonly name: string;
  readonly state: "done" | "running" | "failed" | "canceled" | "upcoming";
  readonly ms: number;
  readonly href: string | undefined;
}

interface Progress {
  readonly log: LogView;
  /** Undefined without a comparison. */
  readonly review: "ready" | "waiting" | "none" | undefined;
  readonly usualMs: number | undefined;
  readonly nowMs: number;
}

/** Undefined for what was not built here. */
export function stageBar(row: DeploymentView, progress: Progress): Html | undefined {
  if (row.environment === "production" || row.upload !== null || row.log_lines === 0) return undefined;
  const stages = stagesOf(row, progress);
  const total = stages.reduce((sum, { ms }) => sum + ms, 0);
  // None is too narrow to be seen.
  const least = total / 50;
  const widths = stages.map(({ ms }) => Math.max(ms, least, 1));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const bars = stages.map(({ state }, index) => {
    const width = ((widths[index] ?? 0) / whole) * WIDTH;
    x += width;
    return html`<rect class="${state}" x="${(x - width).toFixed(1)}" y="0" width="${Math.max(1, width - GAP).toFixed(1)}" height="8" />`;
  });
  return html`<section class="stages" id="stages" aria-label="Progress">
    <svg viewBox="0 0 ${WIDTH} 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>
    <ol>
      ${stages.map(stageItem)}
    </ol>
    ${timeLeft(row, progress)}
  </section>`;
}

const WIDTH = 1000;
const GAP = 4;

const STATE_WORDS = {
  done: "",
  running: "running",
  failed: "failed",
  canceled: "canceled",
  upcoming: "to come",
} as const;

function stageItem({ name, state, ms, href }: Stage): Html {
  const text = html`${name}<span class="hidden"> ${STATE_WORDS[state]}</span>`;
  return html`<li class="${state}">
    ${href === undefined ? html`<span>${text}</span>` : html`<a href="${href}">${text}</a>`}
    ${state !== "upcoming" && ms > 0 && html`<span class="dim">${durationText(ms)}</span>`}
  </li>`;
}

const ORDER = LOG_STREAMS.filter((name) => name !== "system");

function stagesOf(row: DeploymentView, { log, review, usualMs, nowMs }: Progress): readonly Stage[] {
  const ended = isTerminal(row.status);
  const endMs = row.finished_at === null ? nowMs : Date.parse(row.finished_at);
  const createdMs = Date.parse(row.created_at);
  const startedMs = row.started_at === null ? undefined : Date.parse(row.started_at);
  const logged = log.steps.flatMap(({ name, lines: [first] }) =>
    first && name !== "system" ? [{ name, startMs: Date.parse(first.at), href: `#step-${name}` }] : [],
  );
  // What ended before it said anything ended at its sources.
  if (ended && startedMs !== undefined && logged.length === 0) {
    logged.push({ name: "clone", startMs: startedMs, href: "#step-system" });
  }
  const seen = logged.filter(({ name }, index) => logged.findIndex((one) => one.name === name) === index);
  const last = row.status === "failed" ? "failed" : row.status === "canceled" ? "canceled" : ended ? "done" : "running";
  const queue: Stage = {
    name: "Queue",
    state: startedMs !== undefined ? "done" : last,
    ms: (startedMs ?? endMs) - createdMs,
    href: undefined,
  };
  const steps = seen.map(({ name, startMs, href }, index): Stage => {
    const isLast = index === seen.length - 1;
    // What comes before the first line of a step belongs to it.
    const from = index === 0 ? (startedMs ?? startMs) : startMs;
    const ms = (isLast ? endMs : (seen[index + 1]?.startMs ?? endMs)) - from;
    return { name: stepTitle(name), state: isLast ? last : "done", ms: Math.max(0, ms), href };
  });
  const passed = ORDER.findLastIndex((name) => seen.some((one) => one.name === name));
  const left = usualMs === undefined ? 0 : Math.max(0, usualMs - (endMs - (startedMs ?? endMs)));
  const names = ended ? [] : ORDER.slice(passed + 1);
  const upcoming = names.map((name): Stage => ({
    name: stepTitle(name),
    state: "upcoming",
    ms: left / names.length,
    href: undefined,
  }));
  const reviewed: readonly Stage[] =
    review === undefined || review === "none"
      ? []
      : [{ name: "Review", state: review === "ready" ? "done" : "running", ms: 0, href: "#pages" }];
  return [queue, ...steps, ...upcoming, ...reviewed];
}

/** The page's script counts down. */
function timeLeft(row: DeploymentView, { usualMs, nowMs }: Progress): Html | undefined {
  if (isTerminal(row.status) || usualMs === undefined) return undefined;
  const untilMs = (row.started_at === null ? nowMs : Date.parse(row.started_at)) + usualMs;
  const left = untilMs - nowMs;
  const until = new Date(untilMs).toISOString();
  return html`<p class="dim">
    <span class="elapsed"${row.started_at !== null && html` data-until="${until}"`}>${left > 0 ? `about ${durationText(left)} left` : "longer than usual"}</span>,
    builds like this take ${durationText(usualMs)}
  </p>`;
}
