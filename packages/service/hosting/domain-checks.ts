import { instant } from "@greenroom/contract/clock";
import type { DomainChecks, ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { proofValue } from "../domain/domain-claims.ts";
import { compareAddresses, createDomainDns } from "../outside/dns.ts";
import { claimsOf, dueDomains, readClaim, recordCheck } from "../store/sites/site-domains.ts";

const MAX_CHECKS = 16;
const DUE_AT_A_TIME = 8;
const MAX_DUE = 200;
const FRESH_MS = 10_000;
const OWN_FRESH_MS = 5 * 60_000;
const OWN_FAILED_MS = 30_000;
const MAX_OWN = 1_000;

/** In development names below localhost lead to this machine, in the DNS or not. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

interface Own {
  readonly askedAtMs: number;
  readonly addresses: Promise<ReadonlySet<string> | undefined>;
}

export function createDomainChecks(
  context: Pick<ServiceContext, "settings" | "addresses" | "db" | "clock" | "log">,
): DomainChecks {
  const { db, clock, addresses } = context;
  const dns = createDomainDns(context.settings.dnsServers);
  const production = (addresses.productionDomain ?? addresses.previewDomain).replace(/:\d+$/, "");
  const own = new Map<string, Own>();
  let running = 0;

  async function findOwn(label: string): Promise<ReadonlySet<string> | undefined> {
    if (context.settings.development) return LOOPBACK;
    const host = `${label}.${production}`;
    const known = own.get(host);
    if (known) {
      const addresses = await known.addresses;
      const keepMs = addresses?.size ? OWN_FRESH_MS : OWN_FAILED_MS;
      if (known.askedAtMs + keepMs > clock.now()) return addresses;
    }
    const addresses = dns.findAddresses(host);
    if (own.size >= MAX_OWN) own.clear();
    own.set(host, { askedAtMs: clock.now(), addresses });
    return addresses;
  }

  async function look(name: string, signal?: AbortSignal): Promise<void> {
    const claims = await claimsOf(db, name);
    const proof = await dns.findProof(name, signal);
    const values = proof.kind === "values" ? proof.values : new Set<string>();
    const proven = claims.find((row) => row.status === "active" || values.has(proofValue(readClaim(row), name)));
    const site =
      proven &&
      (await db.selectFrom("sites").select("production_label").where("id", "=", proven.site_id).executeTakeFirst());
    const address =
      site && compareAddresses(await dns.findAddresses(name, signal), await findOwn(site.production_label));
    if (signal?.aborted === true) return;
    await recordCheck(db, { name, proof, address, at: instant(clock) });
  }

  const isFresh = (checkedAt: string | null) => checkedAt !== null && clock.now() - Date.parse(checkedAt) < FRESH_MS;

  return {
    async check(name) {
      const claims = await claimsOf(db, name);
      if (claims.every((row) => isFresh(row.checked_at))) return;
      if (running >= MAX_CHECKS) {
        throw new ApiError("try_again", "Many domains are looked up now. Check again.", { retryAfterSeconds: 5 });
      }
      running += 1;
      try {
        await look(name);
      } finally {
        running -= 1;
      }
    },
    async checkDue(signal) {
      const due = await dueDomains(db, instant(clock), MAX_DUE);
      const next = async (): Promise<void> => {
        for (let name = due.shift(); name !== undefined && !signal.aborted; name = due.shift()) {
          const looked = name;
          await look(looked, signal).catch((error: unknown) => {
            context.log.error({ err: error, domain: looked }, "a domain could not be checked");
          });
        }
      };
      await Promise.all(Array.from({ length: DUE_AT_A_TIME }, next));
    },
    async ownAddresses(label) {
      return [...((await findOwn(label)) ?? [])].toSorted();
    },
  };
}
