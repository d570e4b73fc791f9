import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { CommentId } from "./comment.ts";
import { Page } from "./deployment.ts";
import { DEPLOYMENT_ID_PATTERN } from "./limits.ts";
import { Person } from "./person.ts";
import { maxChars, requiredText } from "./text.ts";

/** States of a production release request. [§3: not shown] */
export const APPROVAL_STATUSES = ["pending", "approved", "published", "rejected", "expired", "superseded"] as const;

export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const APPROVAL_TRANSITIONS: Readonly<Record<ApprovalStatus, readonly ApprovalStatus[]>> = {
  pending: ["approved", "rejected", "expired", "superseded"],
  approved: ["published", "expired"],
  published: [],
  rejected: [],
  expired: [],
  superseded: [],
};

/** Roles of a member of a workspace. [§5: names not shown] */
export const ROLES = ["owner", "admin", "approver", "developer", "viewer"] as const;

export type Role = (typeof ROLES)[number];

/** Roles that can decide a release request. [§5.8: names not shown] */
export const APPROVAL_ROLES = ["owner", "admin", "approver"] as const satisfies readonly Role[];

const Requester = z.looseObject({ type: z.enum(["user", "token"]), id: z.string(), name: z.string() });

/** A person who requested the release on the web. */
const RequestingPerson = z.looseObject({
  ...Requester.shape,
  userId: z.uuid(),
  userName: z.string(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
});

/** A production release request, which a person approves or rejects. @see Interface §2 (fields: not shown) */
export const Approval = z
  .looseObject({
    id: z.string().regex(/^apr_[a-z0-9]{1,64}$/),
    siteId: z.uuid(),
    sourceDeploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN),
    status: z.enum(APPROVAL_STATUSES),
    /** The person who requested it first, or the token that prepared it while no one has. */
    requestedBy: Requester,
    /** The person who requested it first, who cannot decide; null while it is only prepared. */
    originatingUserId: z.uuid().nullable(),
    requestedVia: z.enum(["web", "mcp"]),
    reason: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    decidedBy: Person.nullable(),
    decidedAt: z.iso.datetime().nullable(),
    notes: z.string().nullable(),
    /** The production deployment it led to. */
    deploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN).nullable(),
    /** Where a person approves or rejects it. */
    webApprovalUrl: z.url(),
    /** Branch of the source; a newer request of the same branch supersedes this one. */
    branch: z.string().nullable().optional(),
    /** Members who can decide it now; 0 means no one. */
    deciders: z.int().nonnegative().optional(),
    /** Everyone who asked, in the order they asked; no one of them can decide. [additive] */
    requesters: z.array(RequestingPerson).optional(),
    /** No one has requested the release yet, so no one can decide it: a person requests it at `webApprovalUrl`. */
    prepared: z.boolean().optional(),
    /** When it was first requested; null while it is only prepared. */
    announcedAt: z.iso.datetime().nullable().optional(),
    supersededBy: z.looseObject({ id: z.string(), webApprovalUrl: z.url() }).nullable().optional(),
    /** A newer ready preview of the same branch, while the request is open; only where one request is read. */
    newerPreview: z
      .looseObject({ deploymentId: z.string().regex(DEPLOYMENT_ID_PATTERN), webUrl: z.url() })
      .nullable()
      .optional(),
  })
  .meta({ id: "Approval" });
export type Approval = z.infer<typeof Approval>;

/** What a client reads of a release request. */
export const ReceivedApproval = asReceived(Approval, ["id", "status"]);
export type ReceivedApproval = z.infer<typeof ReceivedApproval>;

/** What a person can decide. [§4] */
export const DECISIONS = ["approve", "reject"] as const;

/** The comparison that was looked at; without one, what is live when the second factor is given counts. [additive] */
const ComparisonId = z.string().regex(/^cmp_[0-9a-z]{26}$/);

/** Longest `notes` of a decision, characters. */
export const MAX_NOTES_CHARS = 2000;

/**
 * Body of POST /approvals/{requestId}/decision; a rejection says why.
 * @see Interface §4 (whether `notes` is required: not shown)
 */
export const DecideApproval = z
  .object({
    decision: z.enum(DECISIONS),
    notes: z.string().trim().check(maxChars(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
    /** Approves although these open threads block it; names all that block it. [additive] */
    override: z
      .object({
        threads: z.array(CommentId).min(1).max(100),
        reason: requiredText(MAX_NOTES_CHARS),
      })
      .optional(),
  })
  .refine((body) => body.decision === "approve" || (body.notes ?? "") !== "", {
    path: ["notes"],
    message: "must say why the release is rejected",
  })
  .meta({
    id: "DecideApproval",
    description: "`notes` says why a release is rejected; only `approve` goes without.",
    if: { properties: { decision: { const: "approve" } } },
    else: { required: ["notes"], properties: { notes: { pattern: "\\S" } } },
  });
export type DecideApproval = z.infer<typeof DecideApproval>;

/** Body of POST /approvals, which a web session sends. [additive] */
export const RequestApproval = z
  .object({
    siteId: z.uuid(),
    sourceDeploymentId: z.string().min(1).check(maxChars(128)),
    reason: z.string().trim().check(maxChars(MAX_NOTES_CHARS)).optional(),
    comparison: ComparisonId.optional(),
  })
  .meta({ id: "RequestApproval" });
export type RequestApproval = z.infer<typeof RequestApproval>;

/** Query of the list of release requests, in the same two forms. [additive] */
export const ListApprovals = z
  .object({ siteId: z.uuid().optional(), status: z.enum(APPROVAL_STATUSES).optional(), ...Page })
  .meta({ id: "ListApprovals" });
export type ListApprovals = z.infer<typeof ListApprovals>;

/** Arguments of `request_publish`. [§1: schema outside the interface] */
export const RequestPublishArguments = z.object({
  siteId: z.uuid(),
  sourceDeploymentId: z.string().min(1).check(maxChars(128)),
  reason: z.string().trim().check(maxChars(MAX_NOTES_CHARS)).optional(),
  intent: z
    .enum(["prepare", "release"])
    .optional()
    .describe(
      "With prepare the release is not listed and no one is notified; otherwise it is listed as one to request, and those who may request it are notified. Either way it cannot be decided until a person requests it at the link.",
    ),
});

/** Structured result of `request_publish`. [§1] */
export const RequestPublishResult = z.looseObject({
  /** Deep link to the web approval screen. */
  webApprovalUrl: z.string(),
  requestId: z.string().optional(),
  status: z.string().optional(),
  expiresAt: z.string().optional(),
  /** No one has requested the release yet: a person does at `webApprovalUrl`. */
  prepared: z.boolean().optional(),
});
export type RequestPublishResult = z.infer<typeof RequestPublishResult>;
