import { Hono } from "hono";
import { CAPABILITIES } from "../../domain/target.ts";
import type { ServiceContext } from "../../context.ts";
import { createTarget, deleteTarget, listTargets, updateTarget } from "../../store/targets.ts";
import type { HttpEnv } from "../context.ts";
import { ok } from "../envelope.ts";
import { mount } from "../mount.ts";

/**
 * The operations on deployment targets.
 * @see Interface §4
 */
export function targetRoutes(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  mount(app, "listTargets", async ({ c, actor }) => ok(c, await listTargets(context.db, actor.workspaceId)));
  mount(app, "listTargetCapabilities", async ({ c }) => ok(c, CAPABILITIES));
  mount(app, "createTarget", async ({ c, actor, body }) =>
    ok(c, await createTarget(context, actor, await body()), 201),
  );
  mount(app, "updateTarget", async ({ c, actor, parameters: { id }, body }) =>
    ok(c, await updateTarget(context, actor, { id, change: await body() })),
  );
  mount(app, "deleteTarget", async ({ c, actor, parameters: { id } }) => ok(c, await deleteTarget(context, actor, id)));
  return app;
}
