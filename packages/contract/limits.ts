/** Numbers and patterns of the interface, and the defaults where it names none. @see Interface §8 */

/** Longest JSON body a route reads, bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Deepest nesting of arrays and objects in a JSON body, levels. */
export const MAX_BODY_DEPTH = 64;

/** Requests a minute for an MCP token, whatever the plan of the workspace. [§8] */
export const MCP_REQUESTS_PER_MINUTE = 60;

/** Items on a page of a list when `limit` is absent but `cursor` is given. */
export const DEFAULT_PAGE_SIZE = 50;

export const MAX_PAGE_SIZE = 100;

/** Time between heartbeat comments on an event stream, milliseconds. */
export const STREAM_HEARTBEAT_MS = 15_000;

/** Shortest time an idempotency key is kept, days: GitHub lets a run be run again for thirty. */
export const IDEMPOTENCY_RETENTION_DAYS = 30;

/** A site's slug: lower-case letters, digits and hyphens. [§2] */
export const SLUG_PATTERN = /^[a-z0-9-]+$/;

/** Longest slug, characters: it becomes part of one DNS label. [RFC 1035 §2.3.4] */
export const MAX_SLUG_CHARS = 63;

/** An idempotency key: 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** Name of a client in the device flow: 1 to 100 visible ASCII characters and blanks. */
export const CLIENT_ID_PATTERN = /^[\x20-\x7e]{1,100}$/;

/** A commit: a full or abbreviated object name in lower-case hexadecimal. */
export const COMMIT_SHA_PATTERN = /^[0-9a-f]{7,64}$/;

/** A deployment id: `dep_` and an opaque part. [§2] */
export const DEPLOYMENT_ID_PATTERN = /^dep_[A-Za-z0-9_-]{1,64}$/;

/** Any UUID, whatever its version. [RFC 9562] */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Builds that one author starts on a site within a day, where the site names no number: people stay below it. */
export const DEFAULT_DAILY_BUILDS = 200;

export const MAX_BRANCH_CHARS = 255;

/** Longest message of a commit and title of a pull request on a record, characters; longer ones are cut. */
export const MAX_TITLE_CHARS = 256;

/** A git branch name that cannot be read as an option or a revision. @see git-check-ref-format(1) */
export const BRANCH_PATTERN =
  /^(?!@$|[-/.])(?!.*(?:\.\.|@\{|\/[/.]|\.lock(?:\/|$)))[^\x00-\x20\x7f~^:?*[\\]*[^\x00-\x20\x7f~^:?*[\\/.]$/;

/** Says whether a text is the name of a branch. */
export function isBranchName(name: string): boolean {
  return characters(name) <= MAX_BRANCH_CHARS && BRANCH_PATTERN.test(name);
}

/** How long a text is, as every limit of the interface counts it: in characters, not in UTF-16 units. */
export function characters(text: string): number {
  return Array.from(text).length;
}

/** Text of one line: no control characters, and no line breaks of any script. */
export const ONE_LINE_PATTERN = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
