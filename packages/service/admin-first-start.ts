import { requireEmail, setupPath } from "./admin-people.ts";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "./context.ts";
import { appendAudit } from "./store/audit.ts";
import { createSetupLink } from "./store/setup-links.ts";
import { addMember, createUser } from "./store/users.ts";
import { createProject, createWorkspace } from "./store/workspaces.ts";

const DEFAULT_OWNER = "owner@greenroom.localhost";

/**
 * Gives an empty store its first workspace, with an owner who sets a password by a one-time link.
 * As long as nobody has set a password, every start makes a new link and ends the one before.
 * @param ownerEmail Whose account it is; undefined takes a name that is changed by adding members later.
 * @returns Path of the link below the service's address, secret; undefined when somebody can sign in already.
 * @throws {AdminFailure} `invalid` when the address is none.
 */
export async function firstStart(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  { ownerEmail }: { readonly ownerEmail: string | undefined },
): Promise<string | undefined> {
  const email = requireEmail(ownerEmail ?? DEFAULT_OWNER);
  return await db.transaction().execute(async (tx) => {
    const people = await tx.selectFrom("users").select(["id", "password_hash"]).limit(2).execute();
    const [first] = people;
    if (first) {
      if (people.length > 1 || first.password_hash !== null) return undefined;
      return setupPath(await createSetupLink(tx, first.id, clock.now()));
    }
    const filled = await tx.selectFrom("workspaces").select("id").limit(1).executeTakeFirst();
    if (filled) return undefined;
    const at = instant(clock);
    const workspaceId = await createWorkspace(tx, { name: "Workspace", at });
    const projectId = await createProject(tx, { workspaceId, name: "Web", at });
    const userId = await createUser(tx, { email, name: "Owner", at });
    await addMember(tx, { workspaceId, userId, role: "owner", at });
    await appendAudit(tx, {
      workspaceId,
      actor: { type: "system", id: null },
      action: "workspace.created",
      subject: { type: "workspace", id: workspaceId },
      data: { projectId, ownerId: userId, via: "first start" },
      at,
    });
    return setupPath(await createSetupLink(tx, userId, clock.now()));
  });
}
