import type { ReceivedDeployment } from "../contract/index.ts";
import type { CallOptions } from "./transport.ts";
import type { ClientError } from "./errors.ts";

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
  /** The record, read after the create: its status is true. */
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
