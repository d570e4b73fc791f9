const BREAK = "&#8203;";

/**
 * Escapes a plain line for Markdown.
 *
 * Mentions and references are looked for in the rendered text, where a back-slash is gone: only a break inside them helps.
 * @param plain One line without controls.
 */
export function escapeMarkdown(plain: string): string {
  return (
    plain
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace(/[\\`*_[\]|~$]/g, "\\$&")
      // Before any break is put in: a break is spelled with a `#` of its own.
      .replaceAll("#", `\\#${BREAK}`)
      .replaceAll("@", `@${BREAK}`)
      .replaceAll("://", `:${BREAK}//`)
      .replace(/(ww)(w\.)/gi, `$1${BREAK}$2`)
      .replace(/GH-(?=\d)/gi, `$&${BREAK}`)
      .replace(/^(\s*)([-+=])/, "$1\\$2")
      .replace(/^(\s*\d{1,9})([.)])/, "$1\\$2")
  );
}

/**
 * Escapes a plain line for HTML, where Markdown is not read: every sign of ASCII becomes an entity.
 * @param plain One line without controls.
 */
export function escapeHtml(plain: string): string {
  return plain.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
