import type { ReceivedDeployment, TerminalStatus } from "../contract/index.ts";
import type { ClientError } from "./errors.ts";
import type { Clock } from "./clock.ts";

/** What is seen while a deployment is followed. */
export type FollowEvent =
  | {
      readonly kind: "status";
      readonly status: string;
      /** Time of the change as the service gave it; untrusted. */
      readonly at?: string | undefined;
      readonly previewUrl?: string | undefined;
      readonly source: "stream" | "record";
    }
  | {
      readonly kind: "log";
      /** Step of the pipeline; untrusted. */
      readonly stream: string;
      /** Text lines, each cut at `maxLogLineChars`; untrusted. */
      readonly lines: readonly string[];
    }
  /** Log output may be missing from here on; `why` is one sentence. */
  | { readonly kind: "gap"; readonly why: string }
  /** Something this version does not know was passed over; told once for each. */
  | { readonly kind: "unknown"; readonly what: "event" | "status" | "data"; readonly name: string }
  /** The service could not be asked for a while; the wait goes on. */
  | { readonly kind: "trouble"; readonly error: ClientError };

/** How {@link follow} watches. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Longest wait, milliseconds. */
  readonly timeoutMs: number;
  readonly onEvent?: ((event: FollowEvent) => void) | undefined;
  /** Asks for log batches; false reads the record only. Default true. */
  readonly stream?: boolean | undefined;
  /** Longest log line handed on, characters. Default 65536. */
  readonly maxLogLineChars?: number | undefined;
  /** Most log text handed on, characters. Default 32 Mi. */
  readonly maxLogChars?: number | undefined;
}

/** How following ended. */
export type Followed =
  | {
      readonly kind: "terminal";
      readonly status: TerminalStatus;
      /** The record, which is the authority. */
      readonly deployment: ReceivedDeployment;
      /** A ready preview whose record holds no `previewUrl`, read several times. */
      readonly addressMissing: boolean;
    }
  /** The time was over first. */
  | { readonly kind: "timed_out"; readonly deployment: ReceivedDeployment }
  /** The caller's signal aborted. */
  | { readonly kind: "aborted"; readonly deployment: ReceivedDeployment }
  /** The service stopped answering for this deployment: how it ends is not known. */
  | { readonly kind: "unknown"; readonly deployment: ReceivedDeployment; readonly error: ClientError };
