import { type Role, ROLES } from "@greenroom/contract";
import { z } from "zod";
import { isMailAddress, isPlainName } from "./mail-address.ts";

/** How long a proof by the provider is valid: a removed person keeps access at most this long. */
export const PROOF_LIFETIME_MS = 60_000;

/** With less than this left, a proof is renewed when it is used. */
export const PROOF_RENEWAL_MS = 30_000;

export const SSO_ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** A session of single sign-on ends this long after sign-in, so that groups and the provider's own rules count again. */
export const SSO_SESSION_LIFETIME_MS = 12 * 3_600_000;

/** Below the service's URL; the operator registers both with the provider. */
export const SSO_CALLBACK_PATH = "/app/sso/callback";
export const SSO_LOGOUT_PATH = "/app/sso/logout";

/** A value of the groups claim gives a role in a workspace. */
export interface GroupRule {
  /** `*` is everyone whom the provider signs in. */
  readonly group: string;
  readonly workspaceId: string;
  readonly role: Role;
}

/** The role that groups give in each workspace, the highest of several. */
export function rolesOf(groups: readonly string[], rules: readonly GroupRule[]): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const { group, workspaceId, role } of rules) {
    if (group !== "*" && !groups.includes(group)) continue;
    const before = roles.get(workspaceId);
    if (before === undefined || ROLES.indexOf(role) < ROLES.indexOf(before)) roles.set(workspaceId, role);
  }
  return roles;
}

export interface SsoPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined when the provider did not say. */
  readonly groups: readonly string[] | undefined;
  /** For a new account; shown, and never looked up. */
  readonly profile: { readonly name: string; readonly email: string } | { readonly problem: string };
}

const Subject = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => isPlainName(text));
const Groups = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]);
const Text = z.string().catch("");

/** Reads the claims of a person. @returns Undefined for claims without a subject that can be stored. */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  { issuer, groupsClaim }: { readonly issuer: string; readonly groupsClaim: string },
): SsoPerson | undefined {
  const subject = Subject.safeParse(claims["sub"]);
  if (!subject.success) return undefined;
  const groups = claims[groupsClaim] === undefined ? undefined : Groups.parse(claims[groupsClaim]);
  return { issuer, subject: subject.data, groups, profile: readProfile(claims) };
}

function readProfile(claims: Readonly<Record<string, unknown>>): SsoPerson["profile"] {
  const email = Text.parse(claims["email"]).trim();
  const name = (Text.parse(claims["name"]) || Text.parse(claims["preferred_username"])).trim() || email;
  if (!z.email().safeParse(email).success || !isMailAddress(email)) {
    return { problem: "It gave no email address for you that can receive mail." };
  }
  if (claims["email_verified"] === false) return { problem: "It says that your email address is not verified there." };
  if (!isPlainName(name) || name.length > 120) {
    return { problem: "Your name there has characters that cannot be shown, or more than 120." };
  }
  return { name, email };
}

export interface ProviderLogout {
  readonly issuer: string;
  readonly tokenId: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
}

const BACKCHANNEL_EVENT = "http://schemas.openid.net/event/backchannel-logout";

const LogoutClaims = z.object({
  iss: z.string(),
  jti: z.string().min(1).max(255),
  sub: Subject.optional(),
  sid: z.string().min(1).max(255).optional(),
  events: z.record(z.string(), z.unknown()),
});

/** Takes a token whose signature, issuer, audience and times were checked. [OpenID Connect Back-Channel Logout 1.0 §2.6] */
export function readProviderLogout(claims: Readonly<Record<string, unknown>>): ProviderLogout | undefined {
  const read = LogoutClaims.safeParse(claims);
  if (!read.success || "nonce" in claims || !(BACKCHANNEL_EVENT in read.data.events)) return undefined;
  const { iss: issuer, jti: tokenId, sub: subject, sid: session } = read.data;
  return subject === undefined && session === undefined ? undefined : { issuer, tokenId, subject, session };
}
