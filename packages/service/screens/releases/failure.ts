import { type BuildDiagnostic, buildErrorHint } from "@greenroom/contract";
import { githubLinks } from "../../domain/site.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { type DeploymentView, diagnosticsOf, errorsOf } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { deploymentName, externalLink, relativeTime, truncated } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { namesSite } from "./found-sites.ts";
import { type LogView, plainText } from "./log.ts";
import { valueForm } from "./remedies.ts";

interface Failure {
  readonly site: SiteRow | undefined;
  readonly missing: readonly string[];
  readonly log: LogView;
  readonly lastGood: DeploymentView | undefined;
}

export function failure(
  request: MemberRequest,
  row: DeploymentView,
  { site, missing, log, lastGood }: Failure,
): Html | undefined {
  if (row.error_code === null) return undefined;
  const form = site && valueForm(request, { row, site, missing });
  const tone = row.status === "failed" ? "problem" : "hint";
  const [reason] = errorsOf(row);
  const hint = reason?.hint ?? buildErrorHint(row.error_code);
  const message = row.error_message ?? "The deployment failed.";
  const title = form
    ? `${counted(missing.length, "value that the build needs is missing", "values that the build needs are missing")}.`
    : message;
  return html`<div class="notice ${tone}">
    <p><strong>${title}</strong> <code class="dim">${row.error_code}</code></p>
    ${reason && (reason.excerpt ? sourceExcerpt(reason) : logExcerpt(log, reason.logLine))}
    ${!form && hint !== undefined && !message.includes(hint) && html`<p>${hint}</p>`}
    ${form} ${lastGood && lastGoodLine(request, row, lastGood)}
  </div>`;
}

function lastGoodLine({ context }: MemberRequest, row: DeploymentView, good: DeploymentView): Html {
  const [before, after] = [good.commit_sha ?? "", row.commit_sha ?? ""];
  const compare =
    before === "" || after === "" || before === after
      ? undefined
      : githubLinks(row.repository_url)?.compare(before, after);
  return html`<p>
    Last good build of this branch: <a href="/app/deployments/${good.id}">${truncated(deploymentName(good))}</a>,
    ${relativeTime(good.created_at, context.clock.now())}.${compare !== undefined && html` ${externalLink(compare, "Compare the commits")}`}
  </p>`;
}

function sourceExcerpt({ file, line, excerpt = [], excerptStart = 1 }: BuildDiagnostic): Html {
  const lines = excerpt.map((text, index) => ({ n: excerptStart + index, text }));
  return html`${excerptOf(html`<code>${file}</code>`, lines, line)}
    <p>Repair it there, then push.</p>`;
}

const [BEFORE, AFTER] = [4, 1];

function logExcerpt({ steps }: LogView, at: number | undefined): Html | undefined {
  const all = steps.flatMap(({ lines }) => lines).filter(({ text }) => text.trim() !== "");
  const index = all.findIndex(({ n }) => n === at);
  if (index === -1) return undefined;
  const lines = all.slice(Math.max(0, index - BEFORE), index + AFTER + 1);
  return excerptOf(
    html`<a href="#L${at}">Line ${at} of the log</a>`,
    lines.map(({ n, text }) => ({ n, text: plainText(text) })),
    at,
  );
}

function excerptOf(
  title: Html,
  lines: readonly { readonly n: number; readonly text: string }[],
  at: number | undefined,
): Html {
  return html`<figure class="source">
    <figcaption>${title}</figcaption>
    <pre>${lines.map(({ n, text }) => html`<span class="${n === at ? "at" : "near"}"><span class="n">${n}</span>${text}</span>\n`)}</pre>
  </figure>`;
}

export function warnings(row: DeploymentView): Html | undefined {
  const found = diagnosticsOf(row).filter((one) => one.level === "warning" && !namesSite(one));
  if (found.length === 0) return undefined;
  const items = found.map(({ message, hint }) => html`<p><bdi>${message}</bdi> ${hint}</p>`);
  return html`<div class="notice hint" role="note" aria-label="Warnings">
    <p><strong>The site may be incomplete</strong></p>
    ${items}
  </div>`;
}
