import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { fullName } from "./repository.ts";
import type { GithubState } from "./state.ts";

const STYLE = `
:root { --page: #fff; --text: #1f2328; --muted: #59636e; --line: #d1d9e0; --soft: #f6f8fa; --link: #0969da; --tip: #1a7f37; --badge: #1f883d; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #f0f6fc; --muted: #9198a1; --line: #3d444d; --soft: #151b23; --link: #4493f8; --tip: #3fb950; --badge: #238636; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
main { padding: 20px; background: var(--page); }
.repository, .number { color: var(--muted); }
h1 { margin: 0 0 8px; font-size: 26px; font-weight: 400; }
.box + .box { margin-top: 16px; }
.box { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.box > header { display: flex; gap: 6px; align-items: center; padding: 8px 16px; background: var(--soft); border-bottom: 1px solid var(--line); color: var(--muted); }
.box > header b { color: var(--text); }
.label { border: 1px solid var(--line); border-radius: 2em; padding: 0 7px; font-size: 12px; }
header .state { margin-left: auto; }
.state { display: inline-block; border-radius: 2em; padding: 1px 10px; font-size: 12px; color: #fff; background: var(--badge); }
.body { padding: 16px; }
h3 { margin: 0 0 16px; font-size: 17.5px; line-height: 1.25; }
p, table, pre, blockquote, details, ul { margin: 0 0 16px; }
.body > :last-child { margin-bottom: 0; }
a { color: var(--link); }
table { border-collapse: collapse; max-width: 100%; }
th, td { border: 1px solid var(--line); padding: 6px 13px; text-align: left; }
code { padding: .2em .4em; border-radius: 6px; background: color-mix(in srgb, var(--muted) 20%, transparent); font: 85% ui-monospace, "SFMono-Regular", Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace; }
pre { padding: 16px; border-radius: 6px; background: var(--soft); overflow: hidden; line-height: 1.45; font-size: 14px; }
pre code { padding: 0; background: none; }
blockquote { padding: 8px 16px; border-left: 4px solid var(--tip); }
blockquote p, blockquote ul { margin-bottom: 8px; }
blockquote > :last-child { margin-bottom: 0; }
.sign { width: 1em; height: 1em; vertical-align: -.12em; }
.tip { color: var(--tip); font-weight: 500; }
ul { padding-left: 2em; }
sub { font-size: 12px; color: var(--muted); vertical-align: baseline; }
ol.history { list-style: none; margin: 0; padding: 0; }
ol.history li { display: flex; gap: 10px; padding: 10px 16px; border-top: 1px solid var(--line); }
ol.history li:first-child { border-top: 0; }
ol.history .when { margin-left: auto; color: var(--muted); }
`;

/** Fonts with pictures are not everywhere: the few signs are drawn. */
const SIGNS: Readonly<Record<string, string>> = {
  "✅": `<svg class="sign" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1a9c46"/><path d="m3.5 8.5 3 3 6-7" fill="none" stroke="#fff" stroke-width="2"/></svg>`,
  "💡": `<svg class="sign" viewBox="0 0 16 16"><path fill="currentColor" d="M8 1a5 5 0 0 0-3 9v2h6v-2a5 5 0 0 0-3-9Zm-3 12h6v1l-1 1H6l-1-1Z"/></svg>`,
};

function pageOf(plain: string, title = "GitHub"): string {
  const content = Object.entries(SIGNS).reduce((text, [sign, drawn]) => text.replaceAll(sign, drawn), plain);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`;
  return `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body><main>${content}</main></body></html>`;
}

/** Renders Markdown as GitHub does: tables, alerts, and the few elements its comments may hold. */
function renderMarkdown(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
  return html.replaceAll("[!TIP]\n", '<span class="tip">💡 Tip</span></p><p>');
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** @returns A page without scripts. */
export function commentPage(body: string): string {
  return pageOf(commentBox("github-actions", body));
}

function commentBox(login: string, body: string): string {
  const head = `<header><b>${escapeHtml(login)}</b> <span class="label">bot</span> commented just now</header>`;
  return `<div class="box">${head}<div class="body">${renderMarkdown(body)}</div></div>`;
}

/** @returns A page without scripts, undefined when there is no such pull request. */
export function pullRequestPage(state: GithubState, number: number): string | undefined {
  const pull = state.pulls.find((one) => one.number === number);
  if (pull === undefined) return undefined;
  const sides = `<code>${escapeHtml(pull.head.ref)}</code> into <code>${escapeHtml(pull.base.ref)}</code>`;
  const title = `${pull.title} #${number}`;
  const comments = state.comments.filter(({ issueNumber }) => issueNumber === number);
  const deployments = state.deployments.filter(({ sha }) => sha === pull.head.sha);
  const parts = [
    `<p class="repository">${escapeHtml(fullName(state.repository))} · a local stand-in for GitHub</p>`,
    `<h1>${escapeHtml(pull.title)} <span class="number">#${number}</span></h1>`,
    `<p><span class="state ${pull.state}">${pull.state === "open" ? "Open" : "Closed"}</span> ${sides}</p>`,
    ...comments.map(({ author, body }) => commentBox(author.login.replace(/\[bot\]$/, ""), body)),
    ...deployments.map(({ environment, sha, statuses }) =>
      environmentBox({ environment, sha, branch: pull.head.ref, statuses }),
    ),
  ];
  return pageOf(parts.join("\n"), title);
}

/** @returns A page without scripts. */
export function summaryPage(summary: string): string {
  const head = `<header><b>preview</b> summary</header>`;
  return pageOf(`<div class="box">${head}<div class="body">${renderMarkdown(summary)}</div></div>`);
}

interface ShownDeployment {
  readonly environment: string;
  readonly sha: string;
  readonly branch: string;
  readonly statuses: readonly {
    readonly state: string;
    readonly environmentUrl: string;
    readonly logUrl: string;
  }[];
}

function environmentBox({ environment, sha, branch, statuses }: ShownDeployment): string {
  const last = statuses.at(-1);
  const state = last?.state === "success" ? "Active" : (last?.state ?? "pending");
  const view = last?.environmentUrl ?? "";
  const link = view === "" ? "" : `<a href="${escapeHtml(view)}">${escapeHtml(view)}</a>`;
  const head = `<header>Deployed to <b>${escapeHtml(environment)}</b> <span class="state">${escapeHtml(state)}</span></header>`;
  const commit = `<p><code>${escapeHtml(sha.slice(0, 7))}</code> from <code>${escapeHtml(branch)}</code></p>`;
  const logs = (last?.logUrl ?? "") === "" ? "" : `<p><a href="${escapeHtml(last?.logUrl ?? "")}">View logs</a></p>`;
  return `<div class="box">${head}<div class="body"><p>${link}</p>${commit}${logs}</div></div>`;
}
