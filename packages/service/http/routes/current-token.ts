import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ServiceContext } from "../../context.ts";
import { listProjects } from "../../store/sites/sites.ts";
import { readTokenOwner } from "../../store/people/tokens.ts";
import type { HttpEnv } from "../context.ts";
import { operations } from "../operations.ts";

export function currentTokenRoutes({ db }: ServiceContext): OpenAPIHono<HttpEnv> {
  return operations({
    async getCurrentToken({ actor }) {
      const { workspace, user, expiresAt } = await readTokenOwner(db, actor.tokenId);
      return {
        id: actor.tokenId,
        name: actor.name,
        kind: actor.tokenKind,
        scopes: [...actor.scopes],
        workspace,
        projects: actor.siteId === undefined ? await listProjects(db, actor.workspaceId) : [],
        siteId: actor.siteId ?? null,
        user,
        expiresAt,
      };
    },
  });
}
