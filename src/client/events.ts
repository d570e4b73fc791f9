import type { ClientError } from "./errors.ts";

/** Options of an event stream. */
export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Id of the last event seen: the stream goes on after it. */
  readonly lastEventId?: string | undefined;
}

/** What an event stream brings. */
export type ReceivedEvent =
  | {
      readonly kind: "event";
      /** Event name, `message` when the stream named none. */
      readonly name: string;
      /** Data, usually JSON; untrusted. */
      readonly data: string;
      /** Last event id at this event; empty when none was given. */
      readonly id: string;
    }
  /** The connection broke off; another one follows. Without ids events may be missing or come again. */
  | { readonly kind: "reconnect"; readonly error: ClientError | undefined; readonly resumable: boolean };
