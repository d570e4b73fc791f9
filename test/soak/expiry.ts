// What is left of previews when time goes by: those of closed pull requests go first, then what expired, then the rest.
import { setTimeout as sleep } from "node:timers/promises";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { type Hurry, hurriedClock } from "./clock.ts";
import { readPreviews } from "./reading.ts";
import { type SoakServiceStart, startSoakService } from "./service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What the sites of the soak say. */
const EXPIRY_MS = 30 * DAY_MS;
const OPEN_MS = 90 * DAY_MS;
const MOST_WAIT_MS = 30_000;
const LOOK_MS = 500;

/** Longer than a closed pull request has. */
export const PAST_THE_GRACE_MS = 25 * HOUR_MS;

/** A pull request of a site. */
export function pullRequestKey(siteId: string, number: number): string {
  return `${siteId} #${number}`;
}

/** When the service said that the previews of closed pull requests go, by their key. */
export type Closed = ReadonlyMap<string, string>;

/**
 * Says which previews must be gone, by decision 73 and not by the queries of the service. Each branch was deployed once.
 * @param previews All that were ready once.
 * @returns Why each is gone, by its id.
 */
export function goneBy(
  nowMs: number,
  previews: readonly ReceivedDeployment[],
  closed: Closed,
): ReadonlyMap<string, string> {
  const made = ({ createdAt = "" }: ReceivedDeployment): number => Date.parse(createdAt);
  const newest = new Map<string, ReceivedDeployment>();
  for (const preview of previews.toSorted((a, b) => made(a) - made(b))) newest.set(keyOf(preview), preview);
  return new Map(
    previews.flatMap((preview): readonly (readonly [string, string])[] => {
      const removeAt = closed.get(keyOf(preview));
      if (removeAt !== undefined && Date.parse(removeAt) <= nowMs) return [[preview.id, "pull_request_closed"]];
      const open = preview.pullRequest && removeAt === undefined && newest.get(keyOf(preview)) === preview;
      return nowMs - made(preview) > (open ? OPEN_MS : EXPIRY_MS) ? [[preview.id, "expired"]] : [];
    }),
  );
}

function keyOf({ siteId = "", pullRequest }: ReceivedDeployment): string {
  return pullRequest?.number ? pullRequestKey(siteId, pullRequest.number) : siteId;
}

/** What was seen of previews that expire. */
export interface Expired {
  readonly closed: number;
  readonly expired: number;
  /** The time afterwards. */
  readonly hurry: Hurry;
  readonly findings: readonly string[];
}

/** Lets a day, a month and three months go by, and opens every preview after each. */
export async function expire(
  start: SoakServiceStart,
  previews: readonly ReceivedDeployment[],
  closed: Closed,
): Promise<Expired> {
  await using service = await startSoakService(start);
  const findings: string[] = [];
  let gone = goneBy(hurriedClock(service.hurry()).now(), previews, closed);
  for (const [after, ms] of [
    ["a day", PAST_THE_GRACE_MS],
    ["a month", EXPIRY_MS],
    ["three months", OPEN_MS - EXPIRY_MS],
  ] as const) {
    service.leap(ms);
    gone = goneBy(hurriedClock(service.hurry()).now(), previews, closed);
    const wrong = await readUntilRight(service.ready.baseUrl, previews, gone);
    findings.push(...wrong.map((finding) => `${after} later, ${finding}`));
  }
  findings.push(...service.errors.map((line) => `while previews expired, the service logged ${line}`));
  const reasons = [...gone.values()];
  return {
    closed: reasons.filter((reason) => reason === "pull_request_closed").length,
    expired: reasons.filter((reason) => reason === "expired").length,
    hurry: service.hurry(),
    findings,
  };
}

/** The service takes a while to remove them. Once all is as it must be, it must stay so for another look. */
async function readUntilRight(
  baseUrl: string,
  previews: readonly ReceivedDeployment[],
  gone: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const wrong = await readPreviews(baseUrl, previews, gone);
    if (wrong.length === 0) return readPreviews(baseUrl, previews, gone);
    if (performance.now() > until) return wrong;
    await sleep(LOOK_MS);
  }
}
