import type { Role } from "@greenroom/contract";
import { canDevelop, isAdmin } from "./roles.ts";

export interface Grant {
  readonly kind: GrantKind;
  /** It is stored as the service wrote it down: whose it is, and what it allows. */
  readonly sealed: boolean;
  /** Undefined for what the operator made. */
  readonly maker: GrantMaker | undefined;
  /** ISO 8601 UTC; null never expires. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly parentTokenId?: string | null;
  /** For a session: until when the provider's word about it counts; null for a local sign-in. */
  readonly provenUntil?: string | null;
}

export interface GrantMaker {
  readonly userId: string;
  readonly epoch: number | null;
  /** Whether the maker was confirmed then. */
  readonly confirmed?: boolean;
  /** Where the maker has to be a member; null: anywhere, or nowhere. */
  readonly workspaceId: string | null;
}

export interface GrantBasis {
  readonly maker:
    | {
        readonly epoch: number;
        readonly disabled_at: string | null;
        /** Null for one who is no member. */
        readonly role: Role | null;
        /** Until when the provider's word about the maker counts; null without a company account. */
        readonly proven_until: string | null;
      }
    | undefined;
  readonly parentRevoked: boolean;
}

/**
 * Why a grant does not act: `forged` was made or changed by somebody who can write the database; `unproven` may pass
 * when the provider is asked again.
 */
export type GrantEnd =
  | "forged"
  | "revoked"
  | "expired"
  | "parent_revoked"
  | "maker_gone"
  | "epoch"
  | "role"
  | "unproven";

interface Rule {
  /** It belongs to the site: it outlives its maker, unless the maker was unconfirmed when it was made. */
  readonly ofSite?: true;
  /** Whether a role may still give it; every role when absent. */
  readonly allows?: (role: Role | undefined) => boolean;
}

/** Everything by which somebody or something acts here without giving a password or a factor again. */
const RULES = {
  session: {},
  // A change of role ends those with more scopes than it gives, and each request asks for the role itself.
  token: {},
  device_grant: {},
  setup_link: { allows: isAdmin },
  preview_token: { allows: isAdmin },
  share_link: { allows: canDevelop },
  trust_rule: { ofSite: true, allows: isAdmin },
  run_token: { ofSite: true, allows: isAdmin },
  worker_token: {},
} as const satisfies Readonly<Record<string, Rule>>;

export type GrantKind = keyof typeof RULES;

/** @returns Why a grant does not act, undefined when it does. */
export function grantEnd(grant: Grant, basis: GrantBasis, at: string): GrantEnd | undefined {
  const { kind, maker } = grant;
  if (!grant.sealed) return "forged";
  if (grant.revokedAt !== null) return "revoked";
  if (grant.expiresAt !== null && grant.expiresAt <= at) return "expired";
  if (basis.parentRevoked) return "parent_revoked";
  const rule: Rule = RULES[kind];
  if (!maker || (rule.ofSite && maker.confirmed === true)) return undefined;
  const now = basis.maker;
  if (!now || now.disabled_at !== null || (maker.workspaceId !== null && now.role === null)) return "maker_gone";
  if (now.epoch !== maker.epoch) return "epoch";
  if (rule.allows && !rule.allows(now.role ?? undefined)) return "role";
  const provenUntil = grant.provenUntil === undefined ? now.proven_until : grant.provenUntil;
  return provenUntil !== null && provenUntil <= at && !rule.ofSite ? "unproven" : undefined;
}

/** Whether a grant acts only while the provider of the company sign-in still signs its maker in. */
export function restsOnProof({ kind, maker, provenUntil }: Grant): boolean {
  const rule: Rule = RULES[kind];
  return maker !== undefined && provenUntil === undefined && rule.ofSite !== true;
}
