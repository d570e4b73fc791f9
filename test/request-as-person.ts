import type { Clock } from "../packages/contract/clock.ts";
import type { Approval } from "../packages/contract/index.ts";
import type { ServiceContext } from "../packages/service/context.ts";
import type { SessionActor } from "../packages/service/domain/actor.ts";
import { type PublishRequest, requestApproval } from "../packages/service/store/approvals/requests.ts";
import { inDatabase } from "../packages/service/store/engine/transaction.ts";
import { epochOf } from "../packages/service/store/people/grants.ts";
import { openSession } from "../packages/service/store/people/sessions.ts";
import { stepUpForRelease } from "./step-up.ts";

/** What a request needs of an instance, real or in memory. */
type Instance = Pick<ServiceContext, "db" | "addresses"> & { readonly clock: Clock };

/** Requests a release as a person does on the web: signed in, with a second factor given for it. */
export async function requestAsPerson(
  context: Instance,
  { userId, workspaceId }: Pick<SessionActor, "userId" | "workspaceId">,
  { siteId, sourceDeploymentId, reason }: PublishRequest,
): Promise<Approval> {
  const session = await inDatabase(context.db, async (tx) => {
    const opened = await openSession(tx, {
      userId,
      epoch: await epochOf(tx, userId),
      workspaceId,
      level: "full",
      address: "127.0.0.1",
      userAgent: "test",
    });
    return opened.session;
  });
  await stepUpForRelease(context, session.id, { action: "request", subjectId: sourceDeploymentId });
  const person: SessionActor = {
    kind: "session",
    workspaceId,
    sessionId: session.id,
    userId,
    epoch: session.epoch,
    name: "",
    role: "viewer",
  };
  return requestApproval(context, person, { siteId, sourceDeploymentId, reason });
}
