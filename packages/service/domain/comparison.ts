import { createHash } from "node:crypto";
import type { Review } from "@greenroom/contract";
import { textId } from "./ids.ts";

/** What is compared: digests of two lists of files, each empty where there is nothing, as before a first release. */
export interface Pair {
  readonly before: string;
  readonly after: string;
  /** What is left out of pictures, as the site says; empty: nothing. */
  readonly masks: string;
}

export interface Report {
  readonly summary: NonNullable<Review["summary"]>;
  readonly pages: NonNullable<Review["pages"]>;
  readonly notRendered: NonNullable<Review["notRendered"]>;
  readonly brokenLinks: NonNullable<Review["brokenLinks"]>;
  readonly rules: NonNullable<Review["rules"]>;
}

export function pairOf(
  live: { readonly fileListDigest: string | null } | undefined,
  fileListDigest: string | null,
  masks: string | null,
): Pair {
  return { before: live?.fileListDigest ?? "", after: fileListDigest ?? "", masks: masks ?? "" };
}

/** Names a comparison, whether it was made or not. */
export function comparisonId(siteId: string, { before, after, masks }: Pair): string {
  return `cmp_${textId(createHash("sha256").update(`${siteId}\n${before}\n${after}\n${masks}`).digest())}`;
}
