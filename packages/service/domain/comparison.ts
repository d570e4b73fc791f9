import { createHash } from "node:crypto";
import type { Review } from "@greenroom/contract";
import { textId } from "./ids.ts";

/** Digests of two lists of files; empty where there is nothing, as before a first release. */
export interface Pair {
  readonly before: string;
  readonly after: string;
}

/** What a comparison found. */
export interface Report {
  readonly summary: NonNullable<Review["summary"]>;
  readonly pages: NonNullable<Review["pages"]>;
  readonly notRendered: NonNullable<Review["notRendered"]>;
  readonly brokenLinks: NonNullable<Review["brokenLinks"]>;
  readonly rules: NonNullable<Review["rules"]>;
}

/** What files change against what is live. */
export function pairOf(
  live: { readonly fileListDigest: string | null } | undefined,
  fileListDigest: string | null,
): Pair {
  return { before: live?.fileListDigest ?? "", after: fileListDigest ?? "" };
}

/** Names a comparison, whether it was made or not. */
export function comparisonId(siteId: string, { before, after }: Pair): string {
  return `cmp_${textId(createHash("sha256").update(`${siteId}\n${before}\n${after}`).digest())}`;
}
