import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { CAPABILITIES } from "../../domain/target.ts";
import { createTarget, deleteTarget, listTargets, updateTarget } from "../../store/sites/targets.ts";
import type { HttpEnv } from "../context.ts";
import { operations } from "../operations.ts";

export function targetRoutes(context: ServiceContext): Hono<HttpEnv> {
  return operations(context.db, {
    listTargets: ({ actor }) => listTargets(context.db, actor.workspaceId),
    listTargetCapabilities: async () => [...CAPABILITIES],
    createTarget: async ({ actor, body }) => createTarget(context.db, actor, await body()),
    updateTarget: async ({ actor, parameters: { id }, body }) => updateTarget(context.db, actor, id, await body()),
    deleteTarget: ({ actor, parameters: { id } }) => deleteTarget(context.db, actor, id),
  });
}
