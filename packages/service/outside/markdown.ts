import { raw } from "hono/html";
import MarkdownIt from "markdown-it";
import { type Html, html, visibleText } from "./html.ts";

/**
 * Pictures would tell others who reads; headings, rules and tables look like the screen around them; a reference could
 * name its target far from the link.
 */
const LEFT_OUT = ["image", "table", "heading", "lheading", "hr", "reference"];

type Renderer = InstanceType<typeof MarkdownIt>;

let shared: Renderer | undefined;

function open(): Renderer {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(LEFT_OUT);
  markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url);
  markdown.renderer.rules["link_open"] = (tokens, index, options, _, self) => {
    tokens[index]?.attrSet("rel", "noopener noreferrer nofollow external");
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}

export function renderMarkdown(text: string): Html {
  shared ??= open();
  return html`${raw(shared.render(visibleText(text)))}`;
}
