import { z } from "zod";
import { PATHS } from "../paths.ts";
import type { Route } from "../route.ts";
import { CreateSite, Site, SiteDetail } from "../site.ts";

/**
 * Operations on sites.
 * @see Interface §4
 */
export const SITES_ROUTES = {
  listSites: {
    method: "GET",
    path: PATHS.listSites,
    access: { scope: "sites:read" },
    summary: "Lists the sites visible to the token, with the workspace's entitlements.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(Site),
    errors: [],
  },
  createSite: {
    method: "POST",
    path: PATHS.createSite,
    access: { scope: "sites:write" },
    summary: "Creates a site.",
    section: "4",
    form: "envelope",
    status: 201,
    body: CreateSite,
    data: Site,
    errors: ["slug_taken", "project_not_found", "repohost_installation_not_found", "site_limit_reached"],
  },
  listArchivedSites: {
    method: "GET",
    path: PATHS.listArchivedSites,
    access: { scope: "sites:read" },
    summary: "Lists archived sites.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(Site),
    errors: [],
  },
  getSite: {
    method: "GET",
    path: PATHS.getSite,
    access: { scope: "sites:read" },
    summary: "Reads a site with its manifest and latest deployment.",
    section: "4",
    form: "envelope",
    status: 200,
    data: SiteDetail,
    errors: ["site_not_found"],
  },
  archiveSite: {
    method: "DELETE",
    path: PATHS.archiveSite,
    access: { scope: "sites:write" },
    summary: "Archives a site.",
    section: "4 (method and path: not shown)",
    form: "envelope",
    status: 200,
    data: Site,
    errors: ["site_not_found"],
  },
  restoreSite: {
    method: "POST",
    path: PATHS.restoreSite,
    access: { scope: "sites:write" },
    summary: "Restores an archived site, empty and ready to redeploy.",
    section: "4",
    form: "envelope",
    status: 200,
    data: Site,
    errors: ["site_not_found", "site_limit_reached", "slug_taken"],
  },
} as const satisfies Record<string, Route>;
