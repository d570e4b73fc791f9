import type { BuildContext } from "./job.ts";

/** Whether this machine can build now: what it cannot, another one builds, or it waits. */
export interface Fitness {
  /** @returns Why it cannot, as a sentence. */
  look(): Promise<string | undefined>;
  /** As of the last look. */
  problem(): string | undefined;
}

interface FitnessDeps {
  readonly diskGuard: Pick<BuildContext["diskGuard"], "shortage">;
  readonly service: Pick<BuildContext["service"], "log">;
}

/** @param also What else can be wrong with the machine. */
export function createFitness(
  { diskGuard, service }: FitnessDeps,
  also: () => string | undefined = () => undefined,
): Fitness {
  const { log } = service;
  let known: string | undefined;
  return {
    async look() {
      const problem = also() ?? (await diskGuard.shortage().catch(cannotLook));
      if (problem !== known) {
        if (problem === undefined) log.info("this machine takes builds again");
        else log.warn({ problem }, "this machine takes no builds now");
      }
      known = problem;
      return problem;
    },
    problem: () => known,
  };
}

function cannotLook(error: unknown): string {
  const why = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return `The disk for builds cannot be looked at${why}.`;
}
