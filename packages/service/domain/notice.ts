import { type Role, ROLES } from "@greenroom/contract";
import { z } from "zod";
import type { AnnouncementData, AnnouncedType } from "./announcement.ts";
import { UNSEEN } from "./mail-address.ts";

export const NOTICES = ["prepared", "requested", "decided", "released", "build_failed", "commented"] as const;

export type Notice = (typeof NOTICES)[number];

export const NOTICE_MEANINGS: Readonly<Record<Notice, string>> = {
  prepared: "a release waits for somebody to request it",
  requested: "a release waits for a decision",
  decided: "a release was approved or rejected",
  released: "a release is live, or failed",
  build_failed: "a build of the default branch failed",
  commented: "somebody comments on a preview; by mail: mentions you, or writes in a thread of yours",
};

export const DEFAULT_MAIL: readonly Notice[] = ["prepared", "requested", "decided", "commented"];

/** Reads names with a space between; those that this version does not know are left out. */
export function readNotices(names: string): readonly Notice[] {
  const given = names.split(" ");
  return NOTICES.filter((notice) => given.includes(notice));
}

/** @returns Undefined for one that notifies no one. */
export function noticeOf(type: AnnouncedType, facts: AnnouncementData): Notice | undefined {
  switch (type) {
    case "approval.prepared":
      return "prepared";
    case "approval.requested":
      return "requested";
    case "approval.approved":
    case "approval.rejected":
      return "decided";
    case "approval.published":
      return "released";
    case "deployment.failed":
      if (facts.kind !== "deployment") return undefined;
      return facts.deployment.environment === "production" ? "released" : "build_failed";
    case "comment":
      if (facts.kind !== "comment") return undefined;
      return ["started", "replied", "proposed"].includes(facts.comment.change) ? "commented" : undefined;
    case "deployment.building":
    case "deployment.ready":
    case "deployment.canceled":
    case "approval.expired":
    case "approval.superseded":
      return undefined;
  }
}

export const SIGN_IN_CHANGES = [
  "totp.added",
  "totp.removed",
  "passkey.added",
  "passkey.removed",
  "password.changed",
  "recovery_codes.renewed",
  "setup_link.made",
  "sso.linked",
] as const;

export type SignInChange = (typeof SIGN_IN_CHANGES)[number];

/** Notices to one person about their account, or about what only they can repair; no one turns these off. */
export const AccountNotice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("invitation"), role: z.enum(ROLES), by: z.string().nullable() }),
  /** No `by` is the operator. */
  z.object({ kind: z.literal("role"), role: z.enum(ROLES), by: z.string().nullable() }),
  z.object({ kind: z.literal("sign_in"), change: z.enum(SIGN_IN_CHANGES), by: z.string().nullable() }),
  /** A visitor asks to see what is protected; owners and admins are notified. */
  z.object({
    kind: z.literal("access"),
    site: z.object({ id: z.string(), name: z.string() }),
    host: z.string(),
    name: z.string(),
    email: z.string(),
  }),
  /** A domain of a site that worked no longer does; those who look after domains are notified once. */
  z.object({
    kind: z.literal("domain"),
    domain: z.string(),
    site: z.object({ id: z.string(), name: z.string() }),
    problem: z.enum(["proof", "address", "lost"]),
    /** Until when the site is served there without its proof. */
    until: z.string().nullable(),
  }),
]);

export type AccountNotice = z.infer<typeof AccountNotice>;

export const CHAT_KINDS = ["slack", "teams"] as const;

export type ChatKind = (typeof CHAT_KINDS)[number];

/** Between the parts of what mail programs and chats would make a link or a mention of: takes no space. */
const BREAK = "\u200b";

/**
 * Makes untrusted text harmless wherever it is shown: one line, of bounded length, and no program makes a link or
 * a mention of it.
 */
export function inert(text: string, maxChars = 200): string {
  const line = text.replaceAll(UNSEEN, " ").replaceAll(/\s+/gu, " ").trim();
  const letters = Array.from(line);
  const cut = letters.length > maxChars ? `${letters.slice(0, maxChars - 1).join("")}…` : line;
  return cut
    .replaceAll(/(?<=[\p{L}\p{N}-])([.\u3002\uff0e\uff61])(?=\p{L})/gu, `$1${BREAK}`)
    .replaceAll(/:(?=\/\/)/g, `:${BREAK}`)
    .replaceAll(/[@\uff20](?=\S)/gu, `$&${BREAK}`);
}

export function roleName(role: Role): string {
  return role === "owner" || role === "admin" || role === "approver" ? `an ${role}` : `a ${role}`;
}
