import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { maxChars } from "./text.ts";

const MAX_NAME_CHARS = 300;

/** A record that the owner of a domain sets in its DNS. */
export const DomainRecord = z.looseObject({
  /** `proof` shows whose the domain is, `address` leads visitors to the service. */
  purpose: z.enum(["proof", "address"]),
  /** `ALIAS` where the provider of the DNS has no such type: addresses, as `A` and `AAAA` records. */
  type: z.enum(["TXT", "A", "AAAA", "CNAME", "ALIAS"]),
  /** Whole name of the record, without a final dot. */
  name: z.string(),
  value: z.string(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

/** A domain that a site is served at, or is to be. @see Interface §2 (additive) */
export const SiteDomain = z
  .looseObject({
    id: z.uuid(),
    siteId: z.uuid(),
    /** In ASCII, as in `xn--mnchen-3ya.de`. */
    name: z.string(),
    /** As people read it, when that differs, as in `münchen.de`. */
    unicodeName: z.string().optional(),
    url: z.url(),
    /** `pending` until the proof is found, then `active`; `failing` is served while its proof is gone. */
    status: z.enum(["pending", "active", "failing"]),
    /** Result of the last check of the proof's DNS record; `unavailable`: no response. */
    proof: z.enum(["unchecked", "found", "missing", "different", "unavailable"]),
    /** Where the address records lead; checked once the proof is found. */
    address: z.enum(["unchecked", "here", "elsewhere", "missing", "unavailable"]),
    /** Whether links name this domain. */
    primary: z.boolean(),
    /** Domain that visitors are redirected to. */
    redirectsTo: z.string().optional(),
    records: z.array(DomainRecord),
    /** When a failing domain is no longer served. */
    servedUntil: z.iso.datetime().optional(),
    provenAt: z.iso.datetime().optional(),
    checkedAt: z.iso.datetime().optional(),
    nextCheckAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SiteDomain" });
export type SiteDomain = z.infer<typeof SiteDomain>;

export const CreateSiteDomain = z
  .object({ name: z.string().min(1).check(maxChars(MAX_NAME_CHARS)) })
  .meta({ id: "CreateSiteDomain", description: "`name` is a host name below a public suffix, none of the service." });
export type CreateSiteDomain = z.infer<typeof CreateSiteDomain>;

export const UpdateSiteDomain = z.object({ primary: z.literal(true) }).meta({ id: "UpdateSiteDomain" });
export type UpdateSiteDomain = z.infer<typeof UpdateSiteDomain>;

export const ReceivedSiteDomain = asReceived(SiteDomain, ["id", "name", "status"]);
export type ReceivedSiteDomain = z.infer<typeof ReceivedSiteDomain>;
