import { type ChatKind, inert } from "../domain/notice.ts";
import { type Html, html } from "../outside/html.ts";

/** Untrusted text in it went through `inert`; URLs are the service's own. */
export interface NoticeText {
  /** One line, which is the subject of a mail too. */
  readonly title: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly changes?: {
    readonly summary: string;
    readonly pages: readonly string[];
    readonly more: number;
    /** Picture of a changed page, which anyone who has its URL sees. */
    readonly picture?: string | undefined;
    /** Digest of the picture, which is there also where it has no URL. */
    readonly thumbnail?: string | undefined;
  };
  readonly note?: string;
  readonly link: { readonly label: string; readonly url: string };
}

export interface Footer {
  readonly workspace: string;
  readonly preferencesUrl: string;
  readonly optional: boolean;
}

export function mailText({ title, facts, changes, note, link }: NoticeText, footer: Footer): string {
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2;
  const rows = facts.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`);
  const changed = changes === undefined ? [] : [[`Changes: ${changes.summary}`, ...pagesOf(changes)].join("\n")];
  const parts = [title, rows.join("\n"), ...changed, note ?? "", `${link.label}:\n${link.url}`, `--\n${why(footer)}`];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function pagesOf({ pages, more }: NonNullable<NoticeText["changes"]>): readonly string[] {
  return [...pages.map((page) => `  ${page}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function why({ workspace, preferencesUrl, optional }: Footer): string {
  const reason = `You get this mail as a member of ${workspace} on Greenroom.`;
  return optional ? `${reason} Choose what is mailed to you: ${preferencesUrl}` : `${reason} ${preferencesUrl}`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** No scripts, no pictures of others, no style sheets, since mail programs drop them. */
export function mailHtml(
  { title, facts, changes, note, link }: NoticeText,
  footer: Footer,
  pictureId?: string,
): string {
  const rows = facts.map(
    ([label, text]) =>
      html`<tr>
        <td style="padding:4px 16px 4px 0;color:#5b6470;vertical-align:top;white-space:nowrap">${label}</td>
        <td style="padding:4px 0">${text}</td>
      </tr>`,
  );
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
  </head>
  <body style="margin:0;padding:0;background:#f3f5f4;color:#16201b;${FONT};font-size:16px;line-height:1.5;overflow-wrap:anywhere">
    <div style="max-width:560px;margin:0 auto;padding:24px 16px">
      <div style="background:#ffffff;border:1px solid #d9e0dc;border-radius:8px;padding:24px">
        <h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${title}</h1>
        ${rows.length > 0 && html`<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 16px;font-size:15px">${rows}</table>`}
        ${changes && changesHtml(changes, link.url, pictureId === undefined ? changes.picture : `cid:${pictureId}`)}
        ${note !== undefined && html`<p style="margin:0 0 16px">${note}</p>`}
        <p style="margin:8px 0 0">
          <a href="${link.url}" style="display:inline-block;background:#1c6b45;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px">${link.label}</a>
        </p>
      </div>
      <p style="margin:16px 8px 0;color:#5b6470;font-size:13px">
        You get this mail as a member of ${footer.workspace} on Greenroom.
        <a href="${footer.preferencesUrl}" style="color:#5b6470">${footer.optional ? "Choose what is mailed to you" : "Your account"}</a>
      </p>
    </div>
  </body>
</html>`);
}

function changesHtml(
  { summary, pages, more }: NonNullable<NoticeText["changes"]>,
  url: string,
  picture: string | undefined,
): Html {
  return html`<p style="margin:0 0 4px"><strong>Changes</strong> <span style="color:#5b6470">${summary}</span></p>
    <ul style="margin:0 0 16px;padding-left:20px;font-size:15px">
      ${pages.map((page) => html`<li>${page}</li>`)} ${more > 0 && html`<li>and ${more} more</li>`}
    </ul>
    ${picture !== undefined && html`<p style="margin:0 0 16px"><a href="${url}"><img src="${picture}" alt="A changed page" style="display:block;max-width:100%;border:1px solid #d9e0dc;border-radius:4px" /></a></p>`}`;
}

export function chatBody(kind: ChatKind, text: NoticeText): string {
  return JSON.stringify(kind === "slack" ? slackMessage(text) : teamsMessage(text));
}

/** [Slack, Escaping text] Then no text begins a link, a mention or a date. */
function slackEscaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** [Slack, header block] */
const MAX_HEADER_CHARS = 150;

/** Everything but our own link is `plain_text`, which Slack does not format. [Slack, Block Kit] */
function slackMessage({ title, facts, changes, note, link }: NoticeText): Readonly<Record<string, unknown>> {
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  const section = (text: string) => ({ type: "section", text: plain(text) });
  return {
    // For notifications and screen readers.
    text: slackEscaped(title),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(inert(title, MAX_HEADER_CHARS)) },
      ...(facts.length > 0 ? [section(facts.map(([label, text]) => `${label}: ${text}`).join("\n"))] : []),
      ...(changes === undefined ? [] : [section([`Changes: ${changes.summary}`, ...pagesOf(changes)].join("\n"))]),
      ...(changes?.picture === undefined
        ? []
        : [{ type: "image", image_url: changes.picture, alt_text: "A changed page" }]),
      ...(note === undefined ? [] : [section(note)]),
      { type: "section", text: { type: "mrkdwn", text: `<${slackEscaped(link.url)}|${slackEscaped(link.label)}>` } },
    ],
  };
}

/** Untrusted text is in text runs, which have no Markdown. [Adaptive Cards 1.4, RichTextBlock] */
function teamsMessage({ title, facts, changes, note, link }: NoticeText): Readonly<Record<string, unknown>> {
  const run = (text: string, more: Readonly<Record<string, unknown>> = {}) => ({ type: "TextRun", text, ...more });
  const block = (...inlines: readonly unknown[]) => ({ type: "RichTextBlock", inlines });
  const content = {
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    version: "1.4",
    fallbackText: title,
    body: [
      block(run(title, { size: "Large", weight: "Bolder" })),
      ...facts.map(([label, text]) => block(run(`${label}: `, { isSubtle: true }), run(text))),
      ...(changes === undefined
        ? []
        : [
            block(run("Changes: ", { isSubtle: true }), run(changes.summary)),
            ...pagesOf(changes).map((page) => block(run(page.trim()))),
            ...(changes.picture === undefined
              ? []
              : [{ type: "Image", url: changes.picture, altText: "A changed page" }]),
          ]),
      ...(note === undefined ? [] : [block(run(note))]),
    ],
    actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }],
  };
  return { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }] };
}
