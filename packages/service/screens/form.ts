/**
 * Reads one field of a form.
 * @returns Its text without surrounding space, empty when absent.
 */
export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").trim();
}

/** Where to go after signing in unless a page was asked for. */
export const HOME = "/app/sites";

const OWN_PATH = /^\/app(?:\/(?!\.)[\w.~-]+)*\/?(?:\?[\w.~=&%-]*)?$/;

/**
 * Reads where to go after signing in; only a path of the screens counts, so that a link cannot lead elsewhere.
 * @param next What the address or form said.
 */
export function safeNext(next: string | null | undefined): string {
  return next !== null && next !== undefined && next.length <= 512 && OWN_PATH.test(next) ? next : HOME;
}
