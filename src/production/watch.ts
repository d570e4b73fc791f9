import { type CallOptions, type Client, ClientError, type Clock, follow } from "@greenroom/client";
import type { ReceivedApproval, ReceivedDeployment } from "@greenroom/contract";
import { failureOf } from "../failure.ts";
import { shownAddress, type Asked } from "./ask.ts";
import { followedOutcome, type Outcome } from "./outcome.ts";
import { isRefusal } from "./source.ts";
import { readStanding } from "./standing.ts";

/** What a decision is waited for with. It only ever reads. */
export interface Watching {
  readonly client: Client;
  readonly clock: Clock;
  readonly baseUrl: URL;
  readonly siteId: string;
  readonly sourceId: string;
  readonly asked: Asked | undefined;
  /** Aborts when the run is canceled. */
  readonly stop: AbortSignal;
  /** End of the wait, milliseconds of `clock.monotonic()`. */
  readonly endsAt: number;
}

/** Longest look: a service that is silent ends no wait late. */
const LOOK_MS = 10_000;
/** Between two looks: soon at first, then four a minute. */
const FIRST_LOOK_MS = 2000;
const LAST_LOOK_MS = 15_000;

/**
 * Waits until a person decided and the release is live, or until the time is over.
 * @param watching What is waited for; `asked` is the open request.
 */
export async function watchDecision(watching: Watching & { readonly asked: Asked }): Promise<Outcome> {
  const { clock, stop, endsAt, asked } = watching;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LAST_LOOK_MS, waitMs * 1.5)) {
    if (stop.aborted) return { kind: "stopped", asked };
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) return { kind: "approval_pending", asked };
    await clock.sleep(Math.min(waitMs, leftMs), stop).catch(() => undefined);
    const seen = await look(watching);
    if (seen !== undefined) return seen;
  }
}

/**
 * Looks once how a request stands that was made before.
 * @returns `approval_pending` while nobody has decided.
 */
export async function lookOnce(watching: Watching & { readonly asked: Asked }): Promise<Outcome> {
  return (await look(watching)) ?? { kind: "approval_pending", asked: watching.asked };
}

async function look(watching: Watching & { readonly asked: Asked }): Promise<Outcome | undefined> {
  const { asked, stop } = watching;
  try {
    const released = await readDecision(watching);
    if (released === undefined) return undefined;
    return "status" in released.record ? followRelease(watching, released.record) : released.record;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (stop.aborted) return { kind: "stopped", asked };
    // A token that is no longer taken will not be taken later; other trouble may pass.
    return error.status === 401 ? { kind: "lost", asked, failure: failureOf(error) } : undefined;
  }
}

type Decision = {
  readonly record: ReceivedDeployment | Extract<Outcome, { kind: "rejected" | "expired" | "superseded" }>;
};

async function readDecision(watching: Watching & { readonly asked: Asked }): Promise<Decision | undefined> {
  const { client, asked } = watching;
  if (asked.requestId === undefined) return release(watching);
  const request = await client.approvals.get(asked.requestId, optionsOf(watching)).catch((error: unknown) => {
    if (isRefusal(error) && error.status !== 401) return undefined;
    throw error;
  });
  // A service, or a token, that shows no requests still shows releases.
  if (request === undefined) return release(watching);
  const { status } = request;
  if (status === "rejected" || status === "expired" || status === "superseded") {
    return { record: { kind: status, asked, notes: notesOf(request) } };
  }
  if (typeof request.deploymentId !== "string") return undefined;
  return { record: await client.deployments.get(request.deploymentId, optionsOf(watching)) };
}

function optionsOf({ clock, stop, endsAt }: Watching): CallOptions {
  return { signal: stop, deadlineAt: Math.max(endsAt, clock.monotonic() + LOOK_MS) };
}

function notesOf(request: ReceivedApproval): string | undefined {
  const { notes } = request;
  return typeof notes === "string" && notes !== "" ? notes : undefined;
}

async function release(watching: Watching): Promise<Decision | undefined> {
  const { client, siteId, sourceId } = watching;
  const { live, underWay } = await readStanding(client, { siteId, sourceId }, optionsOf(watching));
  const record = live?.sourceDeploymentId === sourceId ? live : underWay;
  return record === undefined ? undefined : { record };
}

/**
 * Follows a release to its end, or as long as the time allows.
 */
export async function followRelease(watching: Watching, deployment: ReceivedDeployment): Promise<Outcome> {
  const { client, clock, stop, endsAt, baseUrl, asked } = watching;
  const timeoutMs = Math.max(1, endsAt - clock.monotonic());
  const followed = await follow(client, deployment, { signal: stop, clock, timeoutMs });
  return followedOutcome(followed, shownAddress(followed.deployment.productionUrl, baseUrl), asked);
}
