import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { findCommitToAsk, putCommitActors } from "../store/people/github-accounts.ts";
import { repositoryOf } from "./attempt.ts";
import { openEncryption } from "../outside/encryption.ts";
import { createAppTokens } from "./github-app.ts";
import { listRunActors } from "./github.ts";
import { inTransaction } from "../store/engine/transaction.ts";

/** A decision waits this long for GitHub, milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Asks GitHub who pushed the commit of a request or started a run of it, and keeps the answer for the decision.
 * Asks nothing when the site has no connected repository, or no member a linked account.
 * @param workspaceId Of the caller; a request of another workspace is not looked up.
 */
export async function lookUpCommitActors(
  context: Pick<ServiceContext, "db" | "clock" | "settings" | "log">,
  { workspaceId, requestId }: { readonly workspaceId: string; readonly requestId: string },
): Promise<void> {
  const { db, clock, settings, log } = context;
  const asked = await findCommitToAsk(db, workspaceId, requestId);
  if (!asked) return;
  const { connection, commitSha } = asked;
  try {
    const encryption = openEncryption(settings.dataDirectory);
    const appTokens = createAppTokens(clock, encryption);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const actors = await listRunActors(repositoryOf({ clock, encryption, appTokens, signal }, connection), commitSha);
    if (actors.kind === "failure") {
      log.warn(
        { siteId: connection.site_id, note: actors.outcome },
        "who pushed a commit could not be read from GitHub",
      );
      return;
    }
    const at = instant(clock);
    await inTransaction(db, (tx) => putCommitActors(tx, connection.site_id, commitSha, actors.value, at));
  } catch (error) {
    // Earlier responses still count; without any, the screen says that it is unknown.
    log.error({ err: error, siteId: connection.site_id }, "who pushed a commit could not be looked up");
  }
}
