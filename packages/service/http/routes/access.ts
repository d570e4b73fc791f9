import { instant } from "@greenroom/contract/clock";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { SHARE_PATH } from "../../domain/visit.ts";
import { hostedUrl } from "../../settings.ts";
import {
  createPreviewToken,
  createShareLink,
  listPreviewTokens,
  listShareLinks,
  type MadeShareLink,
  revokePreviewToken,
  revokeShareLink,
} from "../../store/sites/site-access.ts";
import type { HttpEnv } from "../context.ts";
import { inSite } from "../in-site.ts";
import { operations } from "../operations.ts";

export function accessRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, clock } = context;
  return operations(db, {
    listShareLinks: async ({ requireSite }) => listShareLinks(db, (await requireSite()).id, instant(clock)),
    async createShareLink({ actor, parameters: { siteId }, body }) {
      const link = await body();
      const made = await inSite(db, actor, siteId, (tx, site) => createShareLink(tx, actor, site, link));
      return { ...made.link, ...addressOf(context, made) };
    },
    async revokeShareLink({ actor, parameters: { siteId, linkId } }) {
      await inSite(db, actor, siteId, (tx, site) => revokeShareLink(tx, actor, { site, linkId }));
      return { id: linkId.toLowerCase(), revoked: true as const };
    },
    listPreviewTokens: async ({ requireSite }) => listPreviewTokens(db, (await requireSite()).id, instant(clock)),
    async createPreviewToken({ actor, parameters: { siteId }, body }) {
      const { name } = await body();
      return inSite(db, actor, siteId, (tx, site) => createPreviewToken(tx, actor, site, name));
    },
    async revokePreviewToken({ actor, parameters: { siteId, tokenId } }) {
      await inSite(db, actor, siteId, (tx, site) => revokePreviewToken(tx, actor, { site, tokenId }));
      return { id: tokenId.toLowerCase(), revoked: true as const };
    },
  });
}

export function addressOf(
  { addresses }: ServiceContext,
  { secret, label }: MadeShareLink,
): { readonly path: string; readonly url: string | null } {
  const path = `${SHARE_PATH}${secret}`;
  return { path, url: label === undefined ? null : `${hostedUrl(addresses, label, "preview")}${path.slice(1)}` };
}
