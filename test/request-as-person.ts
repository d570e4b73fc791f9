import type { Clock } from "../packages/contract/clock.ts";
import type { Approval, Role } from "../packages/contract/index.ts";
import type { ServiceContext } from "../packages/service/context.ts";
import type { SessionActor } from "../packages/service/domain/actor.ts";
import { decideApproval } from "../packages/service/store/approvals/decisions.ts";
import { type PublishRequest, requestApproval } from "../packages/service/store/approvals/requests.ts";
import { inDatabase } from "../packages/service/store/engine/transaction.ts";
import { epochOf } from "../packages/service/store/people/grants.ts";
import { openSession } from "../packages/service/store/people/sessions.ts";
import { stepUpForRelease } from "./step-up.ts";

/** What a request needs of an instance, real or in memory. */
type Instance = Pick<ServiceContext, "db" | "addresses"> & { readonly clock: Clock };

type Person = Pick<SessionActor, "userId" | "workspaceId">;

/** A person as screens pass them on, in a session that is not stored. */
export function personIn({ workspaceId, userId }: Person, role: Role, name = "n"): SessionActor {
  return { kind: "session", workspaceId, sessionId: "s", userId, epoch: 1, name, role };
}

/** A person in a session of their own. */
export async function signIn(
  { db }: Pick<Instance, "db">,
  person: Person,
  role: Role,
  name?: string,
): Promise<SessionActor> {
  const { id, epoch } = await inDatabase(db, async (tx) => {
    const device = { level: "full", address: "127.0.0.1", userAgent: "test" } as const;
    return (await openSession(tx, { ...person, ...device, epoch: await epochOf(tx, person.userId) })).session;
  });
  return { ...personIn(person, role, name), sessionId: id, epoch };
}

/** Requests a release as a person does on the web: signed in, with a second factor given for it. */
export async function requestAsPerson(
  context: Instance,
  { userId, workspaceId }: Person,
  { siteId, sourceDeploymentId, reason }: PublishRequest,
): Promise<Approval> {
  const person = await signIn(context, { userId, workspaceId }, "viewer", "");
  await stepUpForRelease(context, person.sessionId, { action: "request", subjectId: sourceDeploymentId });
  return requestApproval(context, person, { siteId, sourceDeploymentId, reason });
}

/** Approves a release as an approver does on the web. @returns The id of the production deployment */
export async function approveAsPerson(
  context: Parameters<typeof decideApproval>[0] & Instance,
  { userId, workspaceId }: Person,
  requestId: string,
): Promise<string> {
  const person = await signIn(context, { userId, workspaceId }, "approver");
  await stepUpForRelease(context, person.sessionId, { action: "approve", subjectId: requestId });
  const { deploymentId } = await decideApproval(context, person, { requestId, decision: "approve" });
  if (deploymentId === null) throw new Error("The approval has no deployment.");
  return deploymentId;
}
