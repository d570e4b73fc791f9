/** A change of the interface that clients may have to follow. */
export interface Change {
  /** Day it took effect, ISO 8601. */
  readonly date: string;
  /** Operation it is about, or `all`. */
  readonly route: string;
  readonly change: string;
  /** What a client has to do. */
  readonly migration: string;
}

/**
 * The public change log, newest first.
 * @see Interface §9
 */
export const CHANGES: readonly Change[] = [
  {
    date: "2026-11-21",
    route: "GET /deployments, GET /sites/{siteId}/deployments",
    change: "Pages with opaque cursors: give limit or cursor, and read nextCursor beside data.",
    migration: "None: without limit and cursor the answer is the complete array, as before.",
  },
  {
    date: "2026-11-21",
    route: "all",
    change: "First version of the interface.",
    migration: "None.",
  },
];
