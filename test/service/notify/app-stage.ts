import { connectRepository } from "../../../packages/service/admin/integrations.ts";
import { makeAppKey, startAppGithub } from "./app-github.ts";
import { HOOK_SECRET, type openStage } from "./stage.ts";

/** Of the App that the GitHub of these tests knows. */
export const KEYS = makeAppKey();

export type Stage = Awaited<ReturnType<typeof openStage>>;
export type AppGithub = Awaited<ReturnType<typeof startAppGithub>>;

/** A GitHub that knows the App, on the clock of a stage. */
export const githubOf = (stage: Stage) =>
  startAppGithub({ now: () => stage.context.clock.now(), publicKey: KEYS.publicKey });

/** Connects the site of a stage as the App. */
export const connectApp = (
  stage: Stage,
  github: AppGithub,
  more: { privateKey?: string; installationId?: string; id?: string } = {},
) =>
  connectRepository(stage.operator, {
    siteId: stage.siteId,
    repository: "Lantern-Theatre/website",
    apiUrl: github.apiUrl,
    hookSecret: HOOK_SECRET,
    app: { id: github.appId, privateKey: KEYS.privateKey, ...more },
  });

/** Queues what a person's decision tells: an event and a status. */
export async function decide(stage: Stage): Promise<void> {
  await stage.decide((await stage.request()).id, "approve");
}

/** Queues the same two deliveries anew. */
export async function again(stage: Stage): Promise<void> {
  const at = stage.context.at();
  await stage.context.db
    .updateTable("deliveries")
    .set({ status: "waiting", next_try_at: at, created_at: at, finished_at: null })
    .execute();
}
