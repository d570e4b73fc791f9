import { z } from "zod";
import { APPROVAL_STATUSES } from "./approval.ts";
import { DEPLOYMENT_STATUSES, ENVIRONMENTS } from "./status.ts";
import { MAX_PAGE_SIZE } from "./limits.ts";

const Page = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.string().min(1).max(512).optional(),
};

const Instant = z.iso.datetime({ offset: true });

/**
 * Query of the two deployment lists.
 * Without `limit` and `cursor` the answer is the complete array; with either it is a page, newest first,
 * with a sibling `nextCursor`. Both forms stand in the interface.
 * @see Interface §4 (which is in force, and the names: not shown)
 */
export const ListDeployments = z
  .object({
    siteId: z.uuid().optional(),
    environment: z.enum(ENVIRONMENTS).optional(),
    status: z.enum(DEPLOYMENT_STATUSES).optional(),
    /** Created at or after. */
    since: Instant.optional(),
    /** Created before. */
    until: Instant.optional(),
    ...Page,
  })
  .meta({ id: "ListDeployments" });

/** Query of the two deployment lists. */
export type ListDeployments = z.infer<typeof ListDeployments>;

/** Query of the list of publish requests, in the same two forms. [additive] */
export const ListApprovals = z
  .object({ siteId: z.uuid().optional(), status: z.enum(APPROVAL_STATUSES).optional(), ...Page })
  .meta({ id: "ListApprovals" });

/** Query of the list of publish requests. */
export type ListApprovals = z.infer<typeof ListApprovals>;

/** Sibling of a page: opaque cursor of the next one, null on the last. [§9] */
export const NextCursor = z.string().nullable();
