import { isIP } from "node:net";
import { createDeployClient, received } from "@greenroom/client/deploy-client";
import { ClientError } from "@greenroom/client/errors";
import { type ClientSettings, isLoopbackHost, pathOf } from "@greenroom/client/transport";
import { type Clock, wait } from "@greenroom/contract/clock";
import { type RowReview, readReview } from "../github/comment/review.ts";
import { at, listAt, parseUrl, textAt } from "../github/payload.ts";
import { USER_AGENT } from "./inputs.ts";

interface ReviewedDeployment {
  readonly siteId: string;
  readonly deploymentId: string;
  /** One that is `pending` takes a while. */
  readonly status: "pending" | "ready";
  /** URL of GitHub's API, which tells where GitHub is. */
  readonly githubUrl: string;
}

export const BUDGET_MS = 60_000;

/** Waits before each request, but the first for a review that is ready: one takes seconds, and every job of a token shares its rate limit. */
const GAPS_MS = [2000, 3000, 5000, 7000, 10_000, 14_000, 17_000];

/** A review holds the differences of the text of whole pages. */
const REQUEST_LIMITS = { requestTimeoutMs: 10_000, maxResponseBytes: 8 * 1024 * 1024 };

/**
 * Whatever goes wrong, there is no review and no error: a preview is as good without one.
 * @param wait `deadlineAt`: end of the step's time, milliseconds of `clock.monotonic()`.
 */
export async function awaitReview(
  { baseUrl, token }: Pick<ClientSettings, "baseUrl" | "token">,
  reviewed: ReviewedDeployment,
  { clock, signal, deadlineAt }: { readonly clock: Clock; readonly signal: AbortSignal; readonly deadlineAt: number },
): Promise<RowReview | undefined> {
  // Without retries: the requests of this wait are counted.
  const limits = { ...REQUEST_LIMITS, maxTries: 1, maxRateLimitedTries: 1 };
  const { transport } = createDeployClient({ baseUrl, token, userAgent: USER_AGENT, clock, limits });
  const endsAt = Math.min(clock.monotonic() + BUDGET_MS, deadlineAt);
  const path = pathOf("getReview", reviewed);
  let wantedMs = 0;
  for (const gapMs of reviewed.status === "ready" ? [0, ...GAPS_MS] : GAPS_MS) {
    const waitMs = Math.max(gapMs, wantedMs);
    if (clock.monotonic() + waitMs >= endsAt) return undefined;
    if (waitMs > 0 && !(await wait(clock, waitMs, signal))) return undefined;
    const answer = await transport
      .call({ method: "GET", path, data: received("Anything") }, { signal, deadlineAt: endsAt })
      .then(({ data }) => readAnswer(data, reviewed), readError);
    if ("review" in answer) return answer.review;
    wantedMs = answer.waitMs;
  }
  return undefined;
}

/** How it ended, or how long to wait at least before it is asked for again. */
type Answer = { readonly review: RowReview | undefined } | { readonly waitMs: number };

function readAnswer(data: unknown, { githubUrl }: ReviewedDeployment): Answer {
  const status = textAt(data, "status");
  return status === "pending" ? { waitMs: 0 } : { review: status === "ready" ? reviewOf(data, githubUrl) : undefined };
}

/** What may pass is asked for again; a service that knows no reviews responds with 404. */
function readError(error: unknown): Answer {
  if (!(error instanceof ClientError)) return { review: undefined };
  // A success that cannot be read will not be another one the next time.
  const garbage = error.status !== undefined && error.status < 400;
  const passes = error.kind === "timed_out" || error.retry === "same_key" || error.retry === "after_header";
  return passes && !garbage ? { waitMs: (error.retryAfterSeconds ?? 0) * 1000 } : { review: undefined };
}

const PICTURED_PAGES = 2;

export function reviewOf(data: unknown, githubUrl: string): RowReview | undefined {
  const summary = at(data, "summary");
  const pages = listAt(data, "pages");
  const changed = pages.filter((page) => at(page, "change") !== "unchanged");
  const notRendered = listAt(data, "notRendered");
  return readReview({
    changed: at(summary, "changed"),
    added: at(summary, "added"),
    removed: at(summary, "removed"),
    notCompared: at(summary, "notRendered"),
    takesBack: at(data, "takesBack"),
    pages: [...changed, ...notRendered].map((page, index) => ({
      path: at(page, "path"),
      change: at(page, "change"),
      title: at(page, "title", "after") ?? at(page, "title", "before"),
      ...(index < PICTURED_PAGES && {
        before: thumbnailOf(at(page, "thumbnailUrls", "before"), githubUrl),
        after: thumbnailOf(at(page, "thumbnailUrls", "after"), githubUrl),
      }),
    })),
    first: at(data, "live") === null,
    liveUrl: at(data, "live", "url"),
    brokenLinks: at(summary, "brokenLinks", "new"),
    errors: at(summary, "errors", "new"),
    accessibility: at(summary, "accessibility", "new"),
    fixed: at(summary, "accessibility", "fixed"),
    findings: findingsOf(data, pages),
    weight: at(summary, "weight"),
    thumbnailUrl: thumbnailOf(at(data, "thumbnailUrl"), githubUrl),
  });
}

/** Names that only mean something on a machine or in a network of one's own. [RFC 6761, RFC 6762, RFC 8375] */
const LOCAL_NAME = /^[^.]*$|\.(?:localhost|local|internal|test|invalid|home\.arpa|lan|corp)$/;

/** GitHub fetches it from outside, unless that is a stand-in on this machine itself. */
function thumbnailOf(address: unknown, githubUrl: string): string | undefined {
  const url = parseUrl(typeof address === "string" ? address : "");
  if (url === undefined) return undefined;
  if (isLoopbackHost(parseUrl(githubUrl)?.hostname ?? "")) return url.href;
  const host = url.hostname.replace(/\.$/, "");
  const isPublic = url.protocol === "https:" && isIP(host.replace(/^\[|\]$/g, "")) === 0 && !LOCAL_NAME.test(host);
  return isPublic ? url.href : undefined;
}

function findingsOf(data: unknown, pages: readonly unknown[]): readonly unknown[] {
  const isNew = (finding: unknown): boolean => at(finding, "state") === "new";
  const links = listAt(data, "brokenLinks").filter(isNew);
  const within = (name: string, what: string) => (page: unknown) =>
    listAt(page, name)
      .filter(isNew)
      .map((finding) => ({ page: at(page, "path"), what: at(finding, what) }));
  return [
    ...links.map((found) => ({ kind: "link", page: at(found, "page"), what: at(found, "target") })),
    ...pages.flatMap(within("accessibility", "help")).map((found) => ({ kind: "accessibility", ...found })),
    ...pages.flatMap(within("errors", "message")).map((found) => ({ kind: "error", ...found })),
  ];
}
