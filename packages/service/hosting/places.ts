import type { ServiceContext } from "../context.ts";
import { hostDomain } from "../domain/domain-name.ts";
import { type Addresses, domainUrl } from "../settings.ts";
import { findServedDomain } from "../store/sites/site-domains.ts";

export interface Place {
  /** Name of the host in lower case, without a port. */
  readonly host: string;
  /** What stands before the domain. */
  readonly label: string;
  readonly environment: "preview" | "production";
  /** Scheme, host and port by which browsers reach it. */
  readonly origin: string;
  /** Origin of another domain of the site that visitors are sent to instead. */
  readonly redirectTo?: string;
}

/** @returns Which host of a site a Host header names; undefined for one of no domain of sites. */
export function createPlaces({ scheme, previewDomain, productionDomain = previewDomain }: Addresses) {
  const domains = [
    ["preview", previewDomain, `.${hostName(previewDomain)}`],
    ["production", productionDomain, `.${hostName(productionDomain)}`],
  ] as const;
  return (hostHeader = ""): Place | undefined => {
    for (const [environment, written, suffix] of domains) {
      const label = labelOf(hostHeader, suffix);
      if (label === undefined) continue;
      return { label, environment, host: `${label}${suffix}`, origin: `${scheme}//${label}.${written}` };
    }
    return undefined;
  };
}

/** The production host of a site by another name. */
export async function findCustomDomain(
  { db, addresses }: Pick<ServiceContext, "db" | "addresses">,
  hostHeader: string | undefined,
): Promise<Place | undefined> {
  const host = hostDomain(hostHeader);
  const served = host === undefined ? undefined : await findServedDomain(db, host);
  if (host === undefined || !served) return undefined;
  const originOf = (name: string) => new URL(domainUrl(addresses, name)).origin;
  const { label, redirectTo } = served;
  return {
    host,
    label,
    environment: "production",
    origin: originOf(host),
    ...(redirectTo !== undefined && { redirectTo: originOf(redirectTo) }),
  };
}

/** A host name has at most 253 characters, plus its port and a final dot. [RFC 1035 §2.3.4] */
const MAX_HOST_CHARS = 260;

function labelOf(hostHeader: string, domain: string): string | undefined {
  if (hostHeader.length > MAX_HOST_CHARS) return undefined;
  const host = `.${hostName(hostHeader)}`;
  return host.endsWith(domain) ? host.slice(1, -domain.length) : undefined;
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}
