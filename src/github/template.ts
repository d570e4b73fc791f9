import type { CommentRow } from "./row.ts";
import { durationText, statusText } from "./sections.ts";
import { autolink, inlineCode, markdown, type MarkdownText, safeAddress } from "./text.ts";

/** Fields a template may hold, in braces. */
export const TEMPLATE_FIELDS = [
  "site",
  "siteId",
  "status",
  "previewUrl",
  "approvalUrl",
  "logUrl",
  "runUrl",
  "deploymentId",
  "commit",
  "duration",
  "errorCode",
  "errorMessage",
] as const;

type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** Longest template, characters. */
export const MAX_TEMPLATE_CHARS = 10_000;
const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join("|")})\\}`);

/**
 * Finds fields that are none: `{word}` with a word that is not in the list.
 * @param template Markdown of the workflow's author.
 * @returns Their names, each once, in the order they come.
 */
export function unknownFields(template: string): readonly string[] {
  const names = Array.from(template.matchAll(/\{([A-Za-z][\w.-]{0,60})\}/g), (match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => !TEMPLATE_FIELDS.some((field) => field === name));
}

/**
 * Fills a team's own text with the values of a row, escaped: `{site}`, `{siteId}`, `{status}`, `{previewUrl}`, `{approvalUrl}`,
 * `{logUrl}`, `{runUrl}`, `{deploymentId}`, `{commit}`, `{duration}`, `{errorCode}`, `{errorMessage}`.
 * @param template Markdown of the workflow's author with `{field}`s; an unknown field stays as it is.
 * @param row Row that fills it.
 */
export function fillTemplate(template: string, row: CommentRow): MarkdownText {
  // A split at a group gives text and field by turns.
  const pieces = template.slice(0, MAX_TEMPLATE_CHARS).toWellFormed().replaceAll("<!--", "<! --").split(FIELD);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const values = pieces.filter((_, index) => index % 2 === 1).map((name) => fieldValue(name, row));
  return markdown(Object.assign(texts, { raw: texts }), ...values);
}

function fieldValue(name: string, row: CommentRow): MarkdownText | string {
  const field = TEMPLATE_FIELDS.find((one) => one === name);
  return field === undefined ? "" : FIELD_VALUES[field](row);
}

const FIELD_VALUES: Readonly<Record<TemplateField, (row: CommentRow) => MarkdownText | string>> = {
  site: ({ site }) => site,
  siteId: ({ siteId }) => inlineCode(siteId),
  status: statusText,
  previewUrl: ({ previewUrl }) => addressText(previewUrl),
  approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
  logUrl: ({ logUrl }) => addressText(logUrl),
  runUrl: ({ runUrl }) => addressText(runUrl),
  deploymentId: ({ deploymentId }) => inlineCode(deploymentId ?? ""),
  commit: ({ commitSha }) => inlineCode(commitSha.slice(0, 7)),
  duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : durationText(durationSeconds)),
  errorCode: ({ error }) => inlineCode(error?.code ?? ""),
  errorMessage: ({ error }) => error?.message ?? "",
};

function addressText(url: string | undefined): MarkdownText | string {
  const address = safeAddress(url ?? "", { allowLoopbackHttp: true });
  return address === undefined ? "" : autolink(address);
}
