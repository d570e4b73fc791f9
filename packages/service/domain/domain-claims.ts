import { createHash } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./instants.ts";

/** What the DNS says of the challenge of a domain: the values of its TXT records, none, or nothing at all. */
export type FoundProof =
  | { readonly kind: "values"; readonly values: ReadonlySet<string> }
  | { readonly kind: "none" }
  | { readonly kind: "unavailable" };

export type FoundAddress = "here" | "elsewhere" | "missing" | "unavailable";

/** A site that wants to be served at a domain, or is. */
export interface Claim {
  readonly id: string;
  readonly workspaceId: string;
  readonly siteId: string;
  readonly status: "pending" | "active";
  /** Since when an active one has no proof. */
  readonly missingSince: string | null;
  readonly createdAt: string;
}

export interface JudgedClaim {
  readonly id: string;
  readonly status: Claim["status"];
  readonly proof: "found" | "missing" | "different" | "unavailable";
  readonly missingSince: string | null;
}

/** How long a domain without its proof is still served. */
export const GRACE_MS = 7 * DAY_MS;

const TOKEN_BYTES = 20;

/**
 * The value that proves a domain for one site of one workspace. It need not be secret: what counts is that it is
 * in the DNS of the domain.
 */
export function proofValue({ workspaceId, siteId }: Pick<Claim, "workspaceId" | "siteId">, name: string): string {
  const digest = createHash("sha256").update(["domain", workspaceId, siteId, name].join("\n")).digest();
  return `greenroom=${digest.subarray(0, TOKEN_BYTES).toString("hex")}`;
}

/**
 * Decides which site a domain belongs to, by the values at its challenge:
 * its holder keeps it as long as its value is there; else it goes to the oldest claim whose value is there; else
 * it stays for a grace time. A DNS that does not answer changes nothing.
 * @param claims All of one domain; at most one is active.
 */
export function judgeClaims(name: string, claims: readonly Claim[], found: FoundProof, nowMs: number): JudgedClaim[] {
  if (found.kind === "unavailable") {
    return claims.map(({ id, status, missingSince }) => ({ id, status, missingSince, proof: "unavailable" }));
  }
  const values = found.kind === "values" ? found.values : new Set<string>();
  const listed = claims.filter((claim) => values.has(proofValue(claim, name)));
  const holder = listed.find(({ status }) => status === "active") ?? listed.toSorted(byAge)[0];
  return claims.map((claim): JudgedClaim => {
    const { id } = claim;
    if (listed.includes(claim)) {
      return { id, status: claim === holder ? "active" : "pending", proof: "found", missingSince: null };
    }
    const proof = values.size === 0 ? "missing" : "different";
    if (claim.status === "pending" || holder) return { id, status: "pending", proof, missingSince: null };
    const missingSince = claim.missingSince ?? new Date(nowMs).toISOString();
    const lost = nowMs - Date.parse(missingSince) >= GRACE_MS;
    return { id, status: lost ? "pending" : "active", proof, missingSince: lost ? null : missingSince };
  });
}

function byAge(one: Claim, other: Claim): number {
  return one.createdAt === other.createdAt ? (one.id < other.id ? -1 : 1) : one.createdAt < other.createdAt ? -1 : 1;
}

/** A pending domain is checked ever more seldom, one with a problem every hour, others every day. */
export function nextCheckMs(
  { status, address, proof }: Pick<JudgedClaim, "status" | "proof"> & { readonly address: FoundAddress | "unchecked" },
  ageMs: number,
): number {
  if (status === "pending") return Math.min(Math.max(ageMs / 4, MINUTE_MS), DAY_MS);
  return proof === "found" && address === "here" ? DAY_MS : HOUR_MS;
}
