import { createHash } from "node:crypto";
import { wait } from "@greenroom/contract/clock";
import type { CreateDeployment } from "@greenroom/contract/deployment";
import type { PullRequestLabel } from "@greenroom/contract/label";
import { IDEMPOTENCY_KEY_PATTERN, SLUG_PATTERN, UUID_PATTERN } from "@greenroom/contract/limits";
import { nearest } from "@greenroom/contract/nearest";
import type { ReceivedDeployment, ReceivedSite } from "@greenroom/contract/received";
import { isTerminal } from "@greenroom/contract/status";
import {
  assertSame,
  type CreatedDeployment,
  type CreateRequest,
  type DeployClient,
  type MadeFor,
} from "./deploy-client.ts";
import { abortedError, ClientError, invalidCall } from "./errors.ts";
import type { CallOptions } from "./retry.ts";

export interface WantedDeployment {
  readonly siteId: string;
  readonly request: CreateDeployment;
  /** The user's own key, for a single attempt; else gives that of each attempt, from 1, for the body. */
  readonly key: string | ((attempt: number, body: string) => string);
  /** The pull request as people know it; a header, and no part of what a key identifies. */
  readonly pullRequest?: PullRequestLabel | undefined;
  /** What to do at the workspace's limit of builds. */
  readonly onQuota?: "fail" | "wait" | undefined;
}

export interface DeployOptions extends CallOptions {
  /** Called when the workspace is at its limit and the wait for a free build begins. */
  readonly onQuotaWait?: ((error: ClientError) => void) | undefined;
}

export interface Deployed {
  /** The record as it is now; as the create gave it when it is new, or could not be read. */
  readonly deployment: ReceivedDeployment;
  readonly key: string;
  /** Which attempt made it, from 1. */
  readonly attempt: number;
  readonly reused: boolean;
  /** Ids of failed or canceled deployments of earlier attempts, oldest first. */
  readonly skippedDeployments: readonly string[];
}

const MAX_ATTEMPTS = 50;

/**
 * Creates a deployment once, however often it is called for it. A create responds with what was stored under the key:
 * a record from before this call that failed or was canceled gives way to the next attempt, one that failed during
 * this call never.
 * @param options Signal and deadline of the whole call, waits at the limit of builds included.
 * @throws {ClientError} The service's error, `deployment_mismatch`, `invalid_request` after 50 failed attempts, or why
 *   no response came.
 * @see Interface §4 rules 1 to 3
 */
export async function deployOnce(
  client: Pick<DeployClient, "deployments" | "transport">,
  wanted: WantedDeployment,
  options: DeployOptions = {},
): Promise<Deployed> {
  const { clock } = client.transport;
  const skippedDeployments: string[] = [];
  const { siteId, request } = wanted;
  const { environment, commitSha, sourceDeploymentId } = request;
  // The record of every attempt says the same.
  const madeFor: MadeFor = { siteId, environment, commitSha, sourceDeploymentId };
  const body = JSON.stringify(request);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const key = checkedKey(typeof wanted.key === "string" ? wanted.key : wanted.key(attempt, body));
    const sentAt = clock.monotonic();
    const created = await createWithinQuota(client, { ...wanted, body, key }, options);
    const accepted = assertSame(created.deployment, madeFor);
    const origin = originOf(created, clock.monotonic() - sentAt);
    const deployment = origin.fresh ? accepted : await readNow(client, accepted, options);
    const superseded = origin.before && endedBefore(deployment, created.dateMs);
    if (!superseded || typeof wanted.key === "string") {
      return { deployment, key, attempt, reused: origin.before, skippedDeployments };
    }
    skippedDeployments.push(deployment.id);
  }
  throw invalidCall(
    "invalid_request",
    `The last ${MAX_ATTEMPTS} deployments of this request all failed`,
    "Fix the build, or force a new deployment.",
  );
}

function checkedKey(key: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  const hint = "Use 1 to 255 visible ASCII characters without blanks.";
  throw invalidCall("invalid_request", "The idempotency key is malformed", hint);
}

/** When that fails, the caller follows it by its id and finds out why. */
async function readNow(
  client: Pick<DeployClient, "deployments">,
  deployment: ReceivedDeployment,
  options: CallOptions,
): Promise<ReceivedDeployment> {
  return client.deployments.get(deployment.id, { ...options, madeFor: deployment }).catch((error: unknown) => {
    if (error instanceof ClientError) return deployment;
    throw error;
  });
}

/** How much older than the first request a record may look and still count as made by it, milliseconds. */
const AGE_MARGIN_MS = 2000;

/**
 * @returns `before`: an earlier call made the deployment (false when unsure). `fresh`: this call certainly did, so the
 *   response is up to date.
 */
export function originOf({ deployment, dateMs, replayed, tries }: CreatedDeployment, elapsedMs: number) {
  if (replayed === false) return { before: false, fresh: true };
  // The first request of this call was a replay, so an earlier call made it.
  if (replayed === true && tries === 1) return { before: true, fresh: false };
  // By the service's own clock.
  const ageMs = (dateMs ?? Number.NaN) - Date.parse(deployment.createdAt ?? "");
  if (Number.isNaN(ageMs)) return { before: false, fresh: false };
  const before = ageMs > elapsedMs + AGE_MARGIN_MS;
  return { before, fresh: !before && replayed === undefined };
}

function endedBefore(deployment: ReceivedDeployment, respondedMs: number | undefined): boolean {
  if (deployment.status !== "failed" && deployment.status !== "canceled") return false;
  const finishedMs = Date.parse(deployment.finishedAt ?? "");
  // `Date` counts whole seconds: the response may have left up to a second later.
  return !(respondedMs !== undefined && finishedMs >= respondedMs + 1000);
}

/** How often a create is sent again at most, when a place was free and another job took it first. */
const MAX_QUOTA_ROUNDS = 1000;

async function createWithinQuota(
  client: Pick<DeployClient, "deployments" | "transport">,
  { siteId, body, key, pullRequest, onQuota }: Omit<WantedDeployment, "key"> & CreateRequest,
  options: DeployOptions,
): Promise<CreatedDeployment> {
  for (let round = 1; ; round += 1) {
    try {
      return await client.deployments.create(siteId, { body, key, pullRequest }, options);
    } catch (error) {
      if (!(error instanceof ClientError) || error.retry !== "on_capacity") throw error;
      if (onQuota !== "wait" || round >= MAX_QUOTA_ROUNDS) throw error;
      if (round === 1) options.onQuotaWait?.(error);
      // The failed create made nothing: only the tries of the last round can have.
      await waitForCapacity(client, error, options);
    }
  }
}

/** Time between two reads of the running builds; a read is two requests of the sixty a minute. */
const POLL_MS = 20_000;

/** When the running builds cannot be read, or there are none. */
const FALLBACK_POLL_MS = 60_000;

/** A build runs for 20 minutes at most, a service may allow more. */
const MAX_POLLS = 180;

/** @throws {ClientError} `quotaError` when the time left is too short to wait. [§8: not on a timer] */
async function waitForCapacity(
  client: Pick<DeployClient, "deployments" | "transport">,
  quotaError: ClientError,
  options: CallOptions,
): Promise<void> {
  const { clock, random } = client.transport;
  const pause = async (ms: number): Promise<void> => {
    const waitMs = ms * (1 + random() / 4);
    if (clock.monotonic() + waitMs >= (options.deadlineAt ?? Infinity)) throw quotaError;
    await wait(clock, waitMs, options.signal);
    if (options.signal?.aborted === true) throw abortedError(options.signal, false);
  };
  const before = await runningBuilds(client, options);
  if (before === undefined || before.size === 0) return await pause(FALLBACK_POLL_MS);
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await pause(POLL_MS);
    const now = await runningBuilds(client, options);
    if (now === undefined || [...before].some((id) => !now.has(id))) return;
  }
}

/** @returns Undefined when the token may not see them. */
async function runningBuilds(
  client: Pick<DeployClient, "deployments">,
  options: CallOptions,
): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>();
  try {
    for (const status of ["building", "queued"] as const) {
      const { deployments } = await client.deployments.list({ status }, options);
      for (const { id, status } of deployments) if (!isTerminal(status)) ids.add(id);
    }
    return ids;
  } catch (error) {
    if (!(error instanceof ClientError) || error.kind === "aborted" || error.kind === "timed_out") throw error;
    return undefined;
  }
}

export interface KeyParts {
  readonly serviceOrigin: string;
  /** GitHub's number of the repository, which survives a rename. */
  readonly repositoryId: string;
  readonly siteId: string;
  readonly body: string;
  /** From 1; the next one replaces one that failed. */
  readonly attempt: number;
  /** Run id and run attempt, only when a new deployment is forced. */
  readonly runNonce?: string | undefined;
}

/** A new one gives new keys for everything. */
const KEY_VERSION = 1;

/**
 * Derives the idempotency key of an attempt: equal parts give equal keys, on every machine and for ever.
 * @returns A UUID of version 8. [RFC 9562 §5.8]
 */
export function deriveKey(parts: KeyParts): string {
  const { serviceOrigin, repositoryId, siteId, body, attempt, runNonce } = parts;
  const named = ["greenroom", KEY_VERSION, serviceOrigin, repositoryId, siteId, body, attempt, runNonce ?? null];
  const bytes = createHash("sha256").update(JSON.stringify(named)).digest().subarray(0, 16);
  // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Finds the site that the user named: an id needs no request, nor does the slug that the service gave with a run's
 * token.
 * @throws {ClientError} `invalid_request`, `site_not_found`, `site_ambiguous`, and those of GET /sites
 */
export async function resolveSite(
  client: Pick<DeployClient, "sites" | "transport">,
  idOrSlug: string,
  options: CallOptions = {},
): Promise<{ readonly id: string }> {
  if (UUID_PATTERN.test(idOrSlug)) return { id: idOrSlug.toLowerCase() };
  if (!SLUG_PATTERN.test(idOrSlug)) {
    const hint = "Use the site's id, or its slug of lower-case letters, digits and hyphens.";
    throw invalidCall("invalid_request", "The site is neither a UUID nor a slug", hint);
  }
  const own = await client.transport.siteOfToken(options);
  if (own?.slug === idOrSlug) return { id: own.id };
  const { sites } = await client.sites.list(options);
  const [site, second] = sites.filter(({ slug, status }) => slug === idOrSlug && status !== "archived");
  if (second !== undefined) {
    const message = `The token sees more than one site with the slug '${idOrSlug}'`;
    throw new ClientError({ kind: "refused", code: "site_ambiguous", message, hint: "Use the site's id." });
  }
  if (site !== undefined) return { id: site.id };
  // They only improve the message: if they cannot be listed, the error stays the same.
  const archived = await client.sites.listArchived(options).catch(() => []);
  throw siteNotFound(idOrSlug, sites, archived);
}

function siteNotFound(slug: string, sites: readonly ReceivedSite[], archived: readonly ReceivedSite[]): ClientError {
  const refused = (message: string, hint: string) =>
    new ClientError({ kind: "refused", code: "site_not_found", message, hint });
  if ([...sites, ...archived].some((site) => site.slug === slug)) {
    return refused(`The site '${slug}' is archived`, "Restore it, then try again.");
  }
  const slugs = sites.map((site) => site.slug);
  const meant = nearest(slug, slugs);
  return refused(
    `The token sees ${slugs.length} ${slugs.length === 1 ? "site" : "sites"}, none with the slug '${slug}'`,
    meant === undefined
      ? "Check the slug, and that the token belongs to the site's workspace."
      : `Did you mean '${meant}'? If not, check that the token belongs to the site's workspace.`,
  );
}
