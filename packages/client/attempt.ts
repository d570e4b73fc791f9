import { IDEMPOTENCY_KEY_PATTERN, type ReceivedDeployment } from "@greenroom/contract";
import type { Client } from "./client.ts";
import type { CreatedDeployment } from "./deployments.ts";
import { ClientError, invalidCall } from "./errors.ts";
import { waitForCapacity } from "./quota.ts";
import type { CallOptions } from "./transport.ts";

/** A deployment to be made once. */
export interface Attempt {
  readonly siteId: string;
  /** The exact request body; the same for every key. */
  readonly body: string;
  /**
   * Gives the key of attempt `n`, from 1.
   * With `fixed` it is asked for 1 only.
   */
  readonly keyOf: (n: number) => string;
  /** The caller gave the key: it never walks to another one. */
  readonly fixed?: boolean | undefined;
  /** What to do at the workspace's limit of builds. */
  readonly onQuota?: "fail" | "wait" | undefined;
}

/** Options of {@link deployOnce}. */
export interface AttemptOptions extends CallOptions {
  /** Told when the workspace is at its limit and the wait for a free build begins. */
  readonly onQuotaWait?: ((error: ClientError) => void) | undefined;
}

/** The deployment of an attempt. */
export interface Deployed {
  /** The record as it is now; as the create gave it when it is new, or could not be read. */
  readonly deployment: ReceivedDeployment;
  readonly key: string;
  /** Attempt the key belongs to, from 1. */
  readonly n: number;
  /** The deployment was made before this call asked for it. */
  readonly reused: boolean;
  /** When the create was answered, milliseconds of `clock.monotonic()`. */
  readonly answeredAt: number;
  /** Ids of failed or canceled deployments the walk passed, oldest first. */
  readonly passed: readonly string[];
}

/** Most failed attempts a call walks past. */
const MAX_WALK = 50;

/** How much older than the first request a record may look and still count as made by it, milliseconds. */
const AGE_MARGIN_MS = 2000;

/** Most times a create is sent again after capacity came free and went to somebody else. */
const MAX_QUOTA_ROUNDS = 1000;

/**
 * Creates a deployment once, however often it is called for the same attempt.
 * The create answer is what was cached under the key, so whether the record was made for this call or before is decided
 * first; one from before that failed or was canceled makes way for the next key, one that failed during this call never.
 * @param client Client of the service.
 * @param attempt What is to be made.
 * @returns The record as it is now, with the key that owns it.
 * @throws {ClientError} The service's refusal, or why its answer is not known.
 * @see Interface §4 rules 1 to 3
 */
export async function deployOnce(
  client: Pick<Client, "deployments" | "transport">,
  attempt: Attempt,
  options: AttemptOptions = {},
): Promise<Deployed> {
  const { clock } = client.transport;
  const passed: string[] = [];
  const last = attempt.fixed === true ? 1 : MAX_WALK;
  for (let n = 1; n <= last; n += 1) {
    const key = checkedKey(attempt.keyOf(n));
    const sentAt = clock.monotonic();
    const created = await createWithin(client, { ...attempt, key }, options);
    const answeredAt = clock.monotonic();
    const origin = originOf(created, answeredAt - sentAt);
    const deployment = origin.fresh ? created.deployment : await readNow(client, created, options);
    const makesWay = origin.before && endedBefore(deployment, created.dateMs);
    if (!makesWay || attempt.fixed === true) {
      return { deployment, key, n, reused: origin.before, answeredAt, passed };
    }
    passed.push(deployment.id);
  }
  throw invalidCall(
    "invalid_request",
    `The last ${MAX_WALK} deployments of this attempt all failed`,
    "Correct the build, or force a new deployment.",
  );
}

/** Reads the record; when that fails, whoever follows it finds out why, with the id in hand. */
async function readNow(
  client: Pick<Client, "deployments">,
  { deployment }: CreatedDeployment,
  options: CallOptions,
): Promise<ReceivedDeployment> {
  try {
    return await client.deployments.get(deployment.id, options);
  } catch (error) {
    if (error instanceof ClientError) return deployment;
    throw error;
  }
}

/** Where a record comes from. */
export interface Origin {
  /** It was made before the call that asked for it; in doubt it was not. */
  readonly before: boolean;
  /** It was surely made by this call, so that the answer is still true. */
  readonly fresh: boolean;
}

/**
 * Decides whether the record of a create was made by the call that asked for it, or before.
 * @param created Answer of the create.
 * @param elapsedMs Time since the first request of the call, milliseconds.
 */
export function originOf(created: CreatedDeployment, elapsedMs: number): Origin {
  if (created.replayed === false) return { before: false, fresh: true };
  const ageMs = ageOf(created);
  // One request and a replay: nobody but an earlier call can have made it.
  if (created.replayed === true && created.tries === 1) return { before: true, fresh: false };
  if (ageMs === undefined) return { before: false, fresh: false };
  const before = ageMs > elapsedMs + AGE_MARGIN_MS;
  return { before, fresh: !before && created.replayed === undefined };
}

/** Whether a deployment had failed or was canceled when the create was answered, and not just after. */
function endedBefore(deployment: ReceivedDeployment, answeredMs: number | undefined): boolean {
  if (deployment.status !== "failed" && deployment.status !== "canceled") return false;
  const finishedMs = Date.parse(deployment.finishedAt ?? "");
  // `Date` counts whole seconds: from the next one on it was surely later.
  return !(answeredMs !== undefined && finishedMs >= answeredMs + 1000);
}

/** Age of the record by the service's own clock, milliseconds. */
function ageOf({ deployment, dateMs }: CreatedDeployment): number | undefined {
  const createdMs = Date.parse(deployment.createdAt ?? "");
  return dateMs === undefined || Number.isNaN(createdMs) ? undefined : dateMs - createdMs;
}

async function createWithin(
  client: Pick<Client, "deployments" | "transport">,
  attempt: Attempt & { readonly key: string },
  options: AttemptOptions,
): Promise<CreatedDeployment> {
  const { siteId, body, key } = attempt;
  for (let round = 1; ; round += 1) {
    try {
      return await client.deployments.create(siteId, { body, key }, options);
    } catch (error) {
      if (!(error instanceof ClientError) || error.retry !== "on_capacity") throw error;
      if (attempt.onQuota !== "wait" || round >= MAX_QUOTA_ROUNDS) throw error;
      if (round === 1) options.onQuotaWait?.(error);
      // The refusal made nothing: only the tries of the last round can have.
      await waitForCapacity(client, error, options);
    }
  }
}

function checkedKey(key: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  const hint = "Give 1 to 255 visible ASCII characters without blanks.";
  throw invalidCall("invalid_request", "The idempotency key is malformed", hint);
}
