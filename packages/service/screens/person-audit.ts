import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { appendAudit } from "../store/audit.ts";
import type { Transaction } from "../store/database.ts";
import { listWorkspacesOf } from "../store/users.ts";

/** Something a person did to their own account. */
export interface PersonAct {
  readonly userId: string;
  /** As in `session.opened`. */
  readonly action: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Notes in the audit log of every workspace of a person what they did to their account. */
export async function auditAboutPerson(context: ServiceContext, tx: Transaction, act: PersonAct): Promise<void> {
  const at = instant(context.clock);
  for (const { id: workspaceId } of await listWorkspacesOf(tx, act.userId)) {
    await appendAudit(tx, {
      workspaceId,
      actor: { type: "user", id: act.userId },
      action: act.action,
      subject: { type: "user", id: act.userId },
      data: act.data,
      at,
    });
  }
}
