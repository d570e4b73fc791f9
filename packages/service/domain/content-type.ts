import mime from "mime-types";

export function contentTypeOf(path: string): string {
  return mime.contentType(path.slice(path.lastIndexOf("/") + 1)) || "application/octet-stream";
}

export function isHtml(path: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/.test(contentTypeOf(path));
}
