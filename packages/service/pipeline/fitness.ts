import type { Clock } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { type ObjectStore, StoreUnavailable } from "../store/files/objects.ts";
import type { MachineFault } from "./failure.ts";
import type { BuildContext } from "./job.ts";

/** Whether this machine can build now: what it cannot, another one builds, or it waits. */
export interface Fitness {
  /** @returns Why it cannot, as a sentence. */
  look(): Promise<string | undefined>;
  /** As of the last look. */
  problem(): string | undefined;
  /** A build met a fault of this machine: it rests, so that others take what it would fail. */
  rest(fault: MachineFault): void;
}

interface FitnessDeps {
  readonly diskGuard: Pick<BuildContext["diskGuard"], "shortage">;
  readonly service: Pick<BuildContext["service"], "log" | "clock">;
}

const REST_MS = 60_000;

export function createFitness(
  { diskGuard, service }: FitnessDeps,
  also: () => string | undefined = () => undefined,
): Fitness {
  const { log, clock } = service;
  let known: string | undefined;
  let resting: { readonly untilMs: number; readonly why: string } | undefined;
  return {
    async look() {
      if (resting && resting.untilMs <= clock.monotonic()) resting = undefined;
      const problem = also() ?? resting?.why ?? (await diskGuard.shortage().catch(cannotLook));
      if (problem !== known) {
        if (problem === undefined) log.info("this machine takes builds again");
        else log.warn({ problem }, "this machine takes no builds now");
      }
      known = problem;
      return problem;
    },
    problem: () => known,
    rest: ({ message }) => void (resting = { untilMs: clock.monotonic() + REST_MS, why: message }),
  };
}

function cannotLook(error: unknown): string {
  const why = errorCode(error) === undefined ? "" : ` (${errorCode(error)})`;
  return `The disk for builds cannot be looked at${why}.`;
}

/** A clock that is further off dates log lines wrongly, and takes certificates for expired. */
const MAX_SKEW_MS = 60_000;

export function clockProblem(skewMs: number, other: "service" | "database"): string | undefined {
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return undefined;
  return `The clock of this machine is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? "ahead of" : "behind"} that of the ${other}.`;
}

const ASK_EVERY_MS = 10_000;

/** Any name: whether there is such a file does not matter. */
const ANY = { sha256: "0".repeat(64), size: 0 };

/** Says whether the store of files was away when it was asked last; it is not waited for. */
export function watchStore(objects: Pick<ObjectStore, "has">, clock: Clock): () => string | undefined {
  let problem: string | undefined;
  let askedAtMs = -Infinity;
  return () => {
    if (clock.monotonic() - askedAtMs >= ASK_EVERY_MS) {
      askedAtMs = clock.monotonic();
      objects.has(ANY).then(
        () => (problem = undefined),
        (error: unknown) => {
          problem = error instanceof StoreUnavailable ? "The store of files does not answer." : undefined;
        },
      );
    }
    return problem;
  };
}
