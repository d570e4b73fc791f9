import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { asActor } from "../../store/people/acting.ts";
import { findDeployKey, makeDeployKey, removeDeployKey, toDeployKey } from "../../store/sites/deploy-keys.ts";
import {
  addRepositoryCredential,
  listRepositoryCredentials,
  removeRepositoryCredential,
  toCredential,
} from "../../store/sites/repository-credentials.ts";
import type { HttpEnv } from "../context.ts";
import { inSite } from "../in-site.ts";
import { operations } from "../operations.ts";

export function repositoryRoutes({ db, settings }: ServiceContext): Hono<HttpEnv> {
  return operations(db, {
    async listRepositoryCredentials({ actor }) {
      // What a whole workspace reads is nothing for the token of one site.
      if (actor.siteId !== undefined) return [];
      return (await listRepositoryCredentials(db, actor.workspaceId)).map(toCredential);
    },
    async createRepositoryCredential({ actor, body }) {
      const credential = await body();
      const row = await asActor(db, actor, (tx) => addRepositoryCredential(tx, actor, credential, settings));
      return toCredential(row);
    },
    async removeRepositoryCredential({ actor, parameters: { credentialId } }) {
      await asActor(db, actor, (tx) => removeRepositoryCredential(tx, actor, credentialId));
      return { id: credentialId.toLowerCase(), removed: true as const };
    },
    async getDeployKey({ requireSite }) {
      const key = await findDeployKey(db, (await requireSite()).id);
      if (!key) throw new ApiError("not_found", "The site has no deploy key.");
      return toDeployKey(key);
    },
    async createDeployKey({ actor, parameters: { siteId }, body }) {
      const key = await body();
      return toDeployKey(await inSite(db, actor, siteId, (tx, site) => makeDeployKey(tx, actor, site, key, settings)));
    },
    async removeDeployKey({ actor, parameters: { siteId } }) {
      await inSite(db, actor, siteId, (tx, site) => removeDeployKey(tx, actor, site));
      return { siteId: siteId.toLowerCase(), removed: true as const };
    },
  });
}
