import { parse } from "tldts";

export interface Domains {
  /** Host of the API and the screens. */
  readonly service: string;
  /** Domain below which every preview has its host. */
  readonly preview: string;
  /** Domain below which every site has its production host; absent when it is the preview domain. */
  readonly production?: string | undefined;
}

export function domainsOf({
  publicUrl,
  previewDomain,
  productionDomain,
}: {
  readonly publicUrl: URL;
  readonly previewDomain: string;
  readonly productionDomain?: string | undefined;
}): Domains {
  const withoutPort = (domain: string) => domain.replace(/:\d+$/, "");
  return {
    service: publicUrl.hostname,
    preview: withoutPort(previewDomain),
    production: productionDomain === undefined ? undefined : withoutPort(productionDomain),
  };
}

/**
 * What browsers treat as one site: pages on it can set cookies for each other, and send those of `SameSite=Lax`.
 * @see https://publicsuffix.org
 */
export function siteOf(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** Whether browsers keep the hosts below a domain apart, so that none can set a cookie for another. */
export function keepsHostsApart(domain: string): boolean {
  return parse(domain, { allowPrivateDomains: true }).publicSuffix === domain;
}

/** Whether one name is the other, or below it. */
function overlap(one: string, other: string): boolean {
  return `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`);
}

/** What makes a set of names unsafe, as a sentence that says what to do. */
export function domainProblem({ service, preview, production }: Domains): string | undefined {
  for (const [option, domain] of [
    ["--preview-domain", preview],
    ["--production-domain", production],
  ] as const) {
    if (domain === undefined) continue;
    if (!overlap(domain, service) && siteOf(`host.${domain}`) !== siteOf(service)) continue;
    return `${option} ${domain} is part of the same site as ${service}: pages of tenants could set cookies for the service. Use a separate domain, such as one that was registered for it.`;
  }
  if (production === undefined || production === preview) return undefined;
  if (!overlap(production, preview) && siteOf(`host.${production}`) !== siteOf(`host.${preview}`)) return undefined;
  return `--production-domain ${production} is part of the same site as --preview-domain ${preview}: a preview could set cookies for production. Use another registered domain.`;
}

export function domainWarnings({ preview, production }: Pick<Domains, "preview" | "production">): readonly string[] {
  const shared = [preview, ...(production === undefined ? [] : [production])].filter((name) => !keepsHostsApart(name));
  return [
    ...shared.map(
      (name) =>
        `${name} is not on the Public Suffix List: a page on one host below it can set cookies that the others receive, also of other workspaces. Have it listed (https://publicsuffix.org/submit), or let only workspaces that trust each other use this instance.`,
    ),
    ...(production === undefined
      ? [
          `Production sites are on the preview domain ${preview}, where unreviewed code runs: give them another with --production-domain.`,
        ]
      : []),
  ];
}
