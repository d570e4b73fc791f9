import { z } from "zod";
import { Entitlements, NextCursor, ReceivedApproval, ReceivedDeployment, ReceivedSite } from "@greenroom/contract";

/** A site with its manifest and latest deployment, as received. */
const ReceivedSiteDetail = ReceivedSite.extend({
  manifest: z.unknown().optional(),
  latestDeployment: ReceivedDeployment.nullish(),
});

/** A site with its manifest and latest deployment, as received. */
export type ReceivedSiteDetail = z.infer<typeof ReceivedSiteDetail>;

/** A deployment target as received. */
const ReceivedTarget = z.looseObject({
  id: z.string().min(1),
  name: z.string().optional(),
  provider: z.string().optional(),
  mode: z.string().optional(),
  runtime: z.string().optional(),
  isDefault: z.boolean().optional(),
});

/** A deployment target as received. */
export type ReceivedTarget = z.infer<typeof ReceivedTarget>;

/** A capability as received. */
const ReceivedCapability = z.looseObject({
  provider: z.string().optional(),
  mode: z.string().optional(),
  runtime: z.string().optional(),
  enabled: z.boolean().optional(),
});

/** A capability as received. */
export type ReceivedCapability = z.infer<typeof ReceivedCapability>;

/** What answers are read with, by what they hold. */
export const SCHEMAS = {
  deployment: ReceivedDeployment,
  deployments: z.array(ReceivedDeployment),
  site: ReceivedSite,
  siteDetail: ReceivedSiteDetail,
  sites: z.array(ReceivedSite),
  approval: ReceivedApproval,
  approvals: z.array(ReceivedApproval),
  target: ReceivedTarget,
  targets: z.array(ReceivedTarget),
  capabilities: z.array(ReceivedCapability),
  anything: z.unknown(),
} as const;

/** Siblings of `data` that lists carry. */
export const SIBLINGS = { nextCursor: NextCursor, entitlements: Entitlements } as const;
