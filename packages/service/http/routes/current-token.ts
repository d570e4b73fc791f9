import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { requireRow } from "../../store/engine/rows.ts";
import { findUser, roleOf } from "../../store/people/users.ts";
import { listProjects } from "../../store/sites/sites.ts";
import type { HttpEnv } from "../context.ts";
import { operations } from "../operations.ts";

export function currentTokenRoutes({ db }: ServiceContext): Hono<HttpEnv> {
  return operations(db, {
    async getCurrentToken({ actor }) {
      const { tokenId, workspaceId, userId } = actor;
      const { expires_at: expiresAt } = await requireRow(db, "tokens", { id: tokenId });
      const { id, name, slug } = await requireRow(db, "workspaces", { id: workspaceId });
      const user = userId === null ? undefined : await findUser(db, userId);
      const role = user && (await roleOf(db, workspaceId, user.id));
      return {
        id: tokenId,
        name: actor.name,
        kind: actor.tokenKind,
        scopes: [...actor.scopes],
        workspace: { id, name, slug },
        projects: actor.siteId === undefined ? await listProjects(db, workspaceId) : [],
        siteId: actor.siteId ?? null,
        user: user && role ? { id: user.id, name: user.name, role } : null,
        expiresAt,
      };
    },
  });
}
