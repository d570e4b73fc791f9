import { z } from "zod";
import { startBuildService } from "../e2e/harness.ts";

const Made = z.looseObject({ id: z.string(), status: z.string(), branch: z.string().optional() });

/** What the service knows of a deployment. */
export type Made = z.infer<typeof Made>;

/** Faults must be what hinders the runs, not the limits of one token. */
const LIMITS =
  "pat-per-minute=100000 deploy-per-minute=100000 builds-running=4 builds-queued=1000 streams-per-token=1000";

/** The real service as a process of its own, with a site it can build. */
export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly token: string;
  readonly siteId: string;
  readonly commitSha: string;
  /** Where the service keeps its data. */
  readonly data: string;
  /** What the service accepted for a branch, read without a proxy. */
  accepted(branch: string): Promise<readonly Made[]>;
}

/** Starts the service with limits that no test reaches. */
export async function startTestService(): Promise<TestService> {
  const service = await startBuildService("theatre", { environment: { GREENROOM_LIMIT: LIMITS } });
  const { ready, repository, siteId, data } = service;
  return {
    baseUrl: ready.baseUrl,
    token: ready.tokens.pat,
    siteId,
    commitSha: repository.headSha,
    data,
    accepted: async (branch) => {
      const deployments = z.array(Made).parse(await service.api(`/sites/${siteId}/deployments`));
      return deployments.filter((made) => made.branch === branch);
    },
    [Symbol.asyncDispose]: service[Symbol.asyncDispose],
  };
}
