import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { listVariables, removeVariable, setVariable, toVariable } from "../../store/sites/variables.ts";
import type { HttpEnv } from "../context.ts";
import { inSite } from "../in-site.ts";
import { operations } from "../operations.ts";

export function variableRoutes({ db, settings }: ServiceContext): Hono<HttpEnv> {
  return operations(db, {
    async listVariables({ requireSite }) {
      return (await listVariables(db, (await requireSite()).id)).map(toVariable);
    },
    async setVariable({ actor, parameters: { siteId }, body }) {
      const variable = await body();
      return toVariable(
        await inSite(db, actor, siteId, (tx, site) => setVariable(tx, actor, site, variable, settings)),
      );
    },
    async removeVariable({ actor, parameters: { siteId, variableId } }) {
      await inSite(db, actor, siteId, (tx, site) => removeVariable(tx, actor, site, variableId));
      return { id: variableId.toLowerCase(), removed: true as const };
    },
  });
}
