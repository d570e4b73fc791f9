import {
  type CallOptions,
  type Client,
  ClientError,
  type Clock,
  deployOnce,
  deriveKey,
  KEY_VERSION,
  resolveSite,
} from "@greenroom/client";
import type { ReceivedDeployment } from "@greenroom/contract";
import type { Trigger } from "../github/trigger.ts";
import { askForRelease, type Asked, shownAddress } from "./ask.ts";
import type { Inputs } from "./inputs.ts";
import { failedCallOutcome, type Outcome } from "./outcome.ts";
import type { Wanted } from "./plan.ts";
import type { PullFinder } from "./pull-finder.ts";
import type { Facts } from "./facts.ts";
import { findSource } from "./source.ts";
import { readStanding } from "./standing.ts";
import { followRelease, type Watching, watchDecision } from "./watch.ts";

/** What is told while a release goes on. */
export interface ReleaseListener {
  readonly onKnown: (known: Partial<Facts>) => void;
  /** A person was asked; the request stands from here on, whatever becomes of this run. */
  readonly onAsked: (asked: Asked) => Promise<void>;
}

/** What a release is made with. */
export interface ReleaseParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly inputs: Inputs;
  readonly wanted: Wanted;
  readonly trigger: Pick<Trigger, "repository" | "run">;
  readonly pulls: PullFinder;
  readonly listener: ReleaseListener;
  /** Aborts when the run is canceled. */
  readonly stop: AbortSignal;
}

const EXPECTED_REFUSALS: ReadonlySet<string> = new Set(["approval_required", "insufficient_scope"]);

/** Longest time for all that comes before the wait. */
const ASKING_MS = 10 * 60_000;

/**
 * Releases a preview as far as a token can: it asks, and a person decides.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4 rules 4 to 8
 */
export async function release(parts: ReleaseParts): Promise<Outcome> {
  let asked: Asked | undefined;
  const onAsked = async (request: Asked): Promise<void> => {
    asked = request;
    await parts.listener.onAsked(request);
  };
  try {
    return await released({ ...parts, listener: { ...parts.listener, onAsked } });
  } catch (error) {
    if (error instanceof ClientError) return failedCallOutcome(error, asked);
    throw error;
  }
}

async function released(parts: ReleaseParts): Promise<Outcome> {
  const { client, clock, inputs, wanted, pulls, listener, stop } = parts;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ASKING_MS)]);
  const options = { signal, deadlineAt: clock.monotonic() + ASKING_MS };
  const { id: siteId } = await resolveSite(client, inputs.site, options);
  listener.onKnown({ siteId });
  const found = await findSource(client, { siteId, wanted, reviewedSha: () => pulls.reviewedSha(signal) }, options);
  if (found.kind === "none") return { kind: "refused", failure: found.failure };
  const { source } = found;
  listener.onKnown({ source, previewUrl: shownAddress(source.previewUrl, inputs.baseUrl) });
  const standing = await readStanding(client, { siteId, sourceId: source.id }, options);
  listener.onKnown({ standing });
  if (standing.live?.sourceDeploymentId === source.id) return live(standing.live, inputs);
  const watching = watchingOf(parts, { siteId, sourceId: source.id });
  if (standing.underWay !== undefined) return follow(watching, standing.underWay, inputs);
  return createOrAsk(parts, { siteId, source, watching }, options);
}

function live(deployment: ReceivedDeployment, { baseUrl }: Inputs): Outcome {
  const productionUrl = shownAddress(deployment.productionUrl, baseUrl);
  return { kind: "ready", deployment, productionUrl, already: true };
}

function watchingOf(parts: ReleaseParts, ids: { readonly siteId: string; readonly sourceId: string }): Watching {
  const { client, clock, inputs, stop } = parts;
  const endsAt = clock.monotonic() + inputs.waitMs;
  return { client, clock, stop, endsAt, baseUrl: inputs.baseUrl, asked: undefined, ...ids };
}

function follow(watching: Watching, deployment: ReceivedDeployment, { waitMs }: Inputs): Promise<Outcome> | Outcome {
  return waitMs === 0 ? { kind: "accepted", deployment } : followRelease(watching, deployment);
}

interface Release {
  readonly siteId: string;
  readonly source: ReceivedDeployment;
  readonly watching: Watching;
}

async function createOrAsk(parts: ReleaseParts, { siteId, source, watching }: Release, options: CallOptions) {
  const { client, inputs, listener, clock } = parts;
  const created = await create(parts, { siteId, source }, options);
  if (created.kind === "created") return follow(watching, created.deployment, inputs);
  const question = { siteId, source, reason: reasonOf(parts, source), offered: created.offered };
  const end = await askForRelease(client, inputs, question, options);
  if (end.kind === "refused") return end;
  await listener.onAsked(end.asked);
  const { asked } = end;
  if (inputs.waitMs === 0) return { kind: "approval_pending", asked } as const;
  return watchDecision({ ...watching, endsAt: clock.monotonic() + inputs.waitMs, asked });
}

type Created =
  | { readonly kind: "created"; readonly deployment: ReceivedDeployment }
  | { readonly kind: "approval_required"; readonly offered: string | undefined };

/**
 * A token's create is refused until a person approved: that refusal is the expected answer. [§4 rules 5, 6]
 * A token that may not deploy at all may still ask.
 */
async function create(
  { client, inputs, trigger }: ReleaseParts,
  { siteId, source }: Pick<Release, "siteId" | "source">,
  options: CallOptions,
): Promise<Created> {
  const body = JSON.stringify({ environment: "production", sourceDeploymentId: source.id });
  const scope = { version: KEY_VERSION, serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
  const keyOf = (n: number): string => deriveKey({ ...scope, runNonce: undefined, siteId, body, n });
  try {
    const { deployment } = await deployOnce(client, { siteId, body, keyOf }, options);
    return { kind: "created", deployment };
  } catch (error) {
    const expected = error instanceof ClientError && EXPECTED_REFUSALS.has(error.code);
    if (!expected) throw error;
    return { kind: "approval_required", offered: error.webApprovalUrl };
  }
}

/** What the approver reads beside the release. */
function reasonOf({ trigger }: ReleaseParts, { commitSha }: ReceivedDeployment): string {
  const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
  return `Release${commit}, asked for by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}
