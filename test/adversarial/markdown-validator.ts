import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/** What a text of ours may show. */
export interface MarkdownRules {
  /** Hosts that links may lead to. */
  readonly hosts: readonly string[] | "any";
  /** HTML comments it may hold, as patterns of their whole text. */
  readonly comments: readonly RegExp[];
}

const ELEMENTS = new Set(
  [
    "h1",
    "h2",
    "h3",
    "p",
    "strong",
    "em",
    "code",
    "pre",
    "a",
    "ul",
    "li",
    "blockquote",
    "details",
    "summary",
    "sub",
    "kbd",
  ].concat(["table", "thead", "tbody", "tr", "th", "td"]),
);

/** Elements without an end tag; a redacted token, `***`, is a rule on a line of its own. */
const VOID = new Set(["br", "hr"]);

/**
 * Checks Markdown by what a parser of GitHub's flavour makes of it, and by what GitHub looks for in the text besides.
 * @param source Markdown of ours with hostile parts.
 * @returns What is wrong, one sentence each.
 */
export function validateMarkdown(source: string, rules: MarkdownRules): string[] {
  const html = micromark(source, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const comments = (html.match(/<!--[\s\S]*?-->/g) ?? []).filter(
    (text) => !rules.comments.some((known) => known.test(text)),
  );
  const bare = html.replaceAll(/<!--[\s\S]*?-->/g, "");
  return [
    ...comments.map((text) => `the HTML comment ${text.slice(0, 80)}`),
    ...validateTags(bare, rules),
    ...validateText(bare),
    ...validateTables(source),
    ...validateLandmarks(source, bare),
    ...validateMarkers(source, rules),
  ];
}

function validateTags(html: string, { hosts }: MarkdownRules): string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  for (const [tag, close, name = "", rest = ""] of html.matchAll(/<(\/?)([a-zA-Z][\w-]*)([^>]*)>/g)) {
    if (!ELEMENTS.has(name) && !VOID.has(name)) wrong.push(`the element ${tag}`);
    if (close === "/") {
      if (open.pop() !== name) wrong.push(`${tag} closes another element`);
      continue;
    }
    if (!VOID.has(name)) open.push(name);
    if (name === "a") wrong.push(...validateLink(rest, hosts));
    else if (!/^(?: open| \/| class="language-text"| align="\w+")?$/.test(rest)) wrong.push(`the attributes of ${tag}`);
  }
  return [...wrong, ...open.map((name) => `<${name}> stays open`)];
}

function validateLink(attributes: string, hosts: MarkdownRules["hosts"]): string[] {
  const href = /^ href="([^"]*)"$/.exec(attributes)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const url = URL.parse(href);
  const fine =
    url !== null &&
    url.protocol === "https:" &&
    url.username === "" &&
    (hosts === "any" || hosts.includes(url.hostname));
  return fine && !/["'<>`\s()[\]|]/.test(href) ? [] : [`a link to ${attributes}`];
}

/** GitHub looks for these in the rendered text, but not within code or links. */
function validateText(html: string): string[] {
  const text = html
    .replaceAll(/<(pre|code|a)\b[^>]*>[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(
      /&lt;|&gt;|&quot;|&amp;/g,
      (entity) => ({ "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" })[entity] ?? "",
    );
  const mentions = text.match(/@[a-z0-9]/gi) ?? [];
  const references = text.match(/#\d|\bGH-\d/gi) ?? [];
  const addresses = text.match(/\b(?:https?|ftp):\/\/\w|\bwww\.\w/gi) ?? [];
  const turned = text.match(/[\u202a-\u202e\u2066-\u2069]/g) ?? [];
  return [
    ...mentions.map((found) => `a mention ${found}`),
    ...references.map((found) => `a reference ${found}`),
    ...addresses.map((found) => `an address ${found}`),
    ...turned.map(() => "text that is turned around"),
  ];
}

/** [GFM §4.10] Cells are split before anything else is parsed, so only a backslash escapes a pipe, in code as well. */
function validateTables(source: string): string[] {
  const lines = source.split("\n");
  return lines.flatMap((line, index) => {
    if (!/^\|(?: ?-{3,} ?\|)+$/.test(line)) return [];
    const body = lines.slice(index + 1);
    const rows = body.slice(0, body.findIndex((row) => !row.startsWith("|")) >>> 0);
    return [lines[index - 1] ?? "", ...rows]
      .filter((row) => cellsOf(row) !== cellsOf(line))
      .map((row) => `a row of ${cellsOf(row)} cells: ${row.slice(0, 200)}`);
  });
}

function cellsOf(row: string): number {
  return row.replaceAll(/\\[\s\S]/g, "").split("|").length - 2;
}

/** Our own lines of HTML and our headings: a fence that others text has ended would swallow those behind it. */
const LANDMARKS: readonly (readonly [line: RegExp, tag: string])[] = [
  [/^### /gm, "<h3>"],
  [/^<details(?: open)?><summary>.*<\/summary>$/gm, "<details"],
  [/^<\/details>$/gm, "</details>"],
  [/^<sub>.*<\/sub>$/gm, "<sub>"],
];

function validateLandmarks(source: string, html: string): string[] {
  return LANDMARKS.flatMap(([line, tag]) => {
    const [written, shown] = [source.match(line)?.length ?? 0, html.split(tag).length - 1];
    return written === shown ? [] : [`${written} of ${tag} were written, and ${shown} are shown`];
  });
}

/** Others find our comment by its first line, and its data by the last: nothing else may look like either. */
function validateMarkers(source: string, { comments }: MarkdownRules): string[] {
  const markers = source.split("<!--").length - 1;
  return markers === comments.length ? [] : [`${markers} openings of an HTML comment`];
}
