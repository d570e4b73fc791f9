import type { DomainRecord, SiteDomain } from "@greenroom/contract";
import type { ApiError } from "../../domain/api-error.ts";
import { isAdmin } from "../../domain/roles.ts";
import { siteOf } from "../../domain/site-domains.ts";
import { addDomain, changePrimary, checkDomain, readSiteDomains, removeDomain } from "../../http/routes/domains.ts";
import { type Html, html } from "../../outside/html.ts";
import { hostedUrl } from "../../settings.ts";
import { badge, confirmButton, emptyState, externalLink, inputField, postForm, relativeTime } from "../fragments.ts";
import { field, type MemberRequest } from "../guard.ts";
import { done, type FormResult, type SiteForm, defineSiteScreen } from "../screen.ts";

export const domainsScreen = defineSiteScreen({
  tab: "/domains",
  title: "Domains",
  load: async ({ context }, site) => ({ domains: await readSiteDomains(context, site) }),
  body(request, { site, domains }) {
    const mayChange = isAdmin(request.actor.role);
    const own = externalLink(hostedUrl(request.context.addresses, site.production_label, "production"));
    return html`<p class="lead">Production is always served at ${own}. Here you add domains of your own.</p>
      ${mayChange ? addForm(request) : html`<p class="dim">Owners and admins change the domains.</p>`}
      ${
        domains.length === 0
          ? emptyState(
              "No domains yet",
              html`A domain is served here once a record in its DNS proves that it is yours.`,
            )
          : domains.map((domain) => domainCard(request, domain, mayChange))
      }`;
  },
  actions: {
    add: {
      run: (request) => change(request, addDomain, { name: field(request.form, "name") }),
      done: "The domain was added. Set the records below, then check it.",
    },
    check: { run: (request) => change(request, checkDomain, named(request)), done: "The DNS was checked." },
    primary: { run: (request) => change(request, changePrimary, named(request)), done: "Links name this domain now." },
    remove: { run: remove, done: "The domain was removed. It is no longer served." },
  },
  explain: problemText,
});

function addForm(request: MemberRequest): Html {
  const fields = html`${inputField("Domain", { id: "domain-name", name: "name", required: true, maxlength: 300, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "www.example.com", value: request.typed?.get("name") })}
    <button name="do" value="add">Add domain</button>`;
  return postForm(request, { class: "card inline" }, fields);
}

function domainCard(request: MemberRequest, domain: SiteDomain, mayChange: boolean): Html {
  const { id, name, unicodeName, status, primary, checkedAt, address } = domain;
  const now = request.context.clock.now();
  const settled = status === "active" && address === "here";
  const records = recordList(domain);
  const canBePrimary = status !== "pending" && !primary && address !== "missing";
  const consequence = "The site is no longer served there at once, and another site can prove the domain.";
  const buttons = html`<input type="hidden" name="domain" value="${id}" />
    <button class="${settled ? "secondary " : ""}small" name="do" value="check">Check now<span class="hidden"> ${name}</span></button>
    ${canBePrimary && html`<button class="secondary small" name="do" value="primary">Make primary<span class="hidden"> ${name}</span></button>`}
    ${confirmButton({ verb: "Remove", target: name, consequence, action: "remove" })}`;
  return html`<section class="card stack" id="domain-${id}" aria-labelledby="name-${id}">
    <div class="heading">
      <h2 id="name-${id}">${status === "pending" ? html`<bdi>${name}</bdi>` : externalLink(domain.url, name)}</h2>
      <p class="row">${primary && badge("primary")} ${badge(status)}</p>
    </div>
    ${unicodeName !== undefined && html`<p class="dim">Browsers may show it as <bdi>${unicodeName}</bdi>. Compare each letter: some look alike.</p>`}
    <p>${sentence(domain, now)}</p>
    ${settled ? html`<details><summary>DNS records</summary>${records}</details>` : records}
    <p class="dim">
      ${checkedAt === undefined ? "Not looked up yet; first" : html`Looked up ${relativeTime(checkedAt, now)}, again`}
      ${Date.parse(domain.nextCheckAt) > now ? relativeTime(domain.nextCheckAt, now) : "within a minute"}.
    </p>
    ${mayChange && postForm(request, { class: "row" }, buttons)}
  </section>`;
}

function sentence({ status, proof, address, primary, redirectsTo, servedUntil }: SiteDomain, nowMs: number): Html {
  if (status === "failing" && servedUntil !== undefined) {
    return html`<strong>The proof is gone from the DNS.</strong> The site is served here until the record is back, or for
      the last time ${relativeTime(servedUntil, nowMs)}.`;
  }
  if (status === "pending") return PENDING[proof];
  switch (address) {
    case "missing":
      return html`<strong>Proven, but it has no address record</strong>, so no one can reach it. Set the one below.
        ${primary && "After seven days without one, links name another domain."}`;
    case "elsewhere":
      return html`Proven. <strong>Its address records lead elsewhere</strong>: that is right behind a proxy of your own,
        else set the ones below.`;
    case "unavailable":
    case "unchecked":
      return html`Proven. Where its address records lead is not known yet, since the DNS did not answer.`;
    case "here":
      if (redirectsTo !== undefined) return html`Visitors are redirected to <bdi>${redirectsTo}</bdi>.`;
      return primary ? html`Production is served here, and links name it.` : html`Production is served here.`;
  }
}

const PENDING: Readonly<Record<SiteDomain["proof"], Html>> = {
  unchecked: html`Set the records below where the DNS of the domain is managed, then check. The proof alone gives the domain
    to this site; the address then leads visitors here.`,
  missing: html`<strong>The TXT record is not there yet.</strong> A new record shows after some minutes, and after up to an
    hour where it was looked up before.`,
  different: html`<strong>There is a TXT record, but with another value.</strong> Add the one below; others can stay.`,
  unavailable: html`<strong>The name servers of the domain did not answer.</strong> Check with your DNS provider that they
    are up and that the domain is registered, then check again.`,
  found: html`<strong>The record is there, but another site has this domain</strong>, and its record is still there too.
    Remove the domain from that site, or its value from the DNS.`,
};

function recordList({ id, name, records, proof, address }: SiteDomain): Html {
  const zone = siteOf(name);
  return html`<ul class="plain records">
      ${records.map((record, index) => {
        const found = record.purpose === "proof" ? PROOFS[proof] : ADDRESSES[address];
        const part = `record-${id}-${index}`;
        return html`<li>
          <p class="row"><strong>${record.type}</strong> ${found !== undefined && badge(found)}</p>
          ${copied("Name", `${part}-name`, record.name)} ${copied("Value", `${part}-value`, record.value)}
        </li>`;
      })}
    </ul>
    <p class="hint">
      Many providers add <code>.${zone}</code> to names by themselves: type
      ${records.map((record, index) => html`${index > 0 && (index === records.length - 1 ? " and " : ", ")}<code>${relativeName(record, zone)}</code>`)} there.
      ${records.some(({ type }) => type === "ALIAS") && "Where there is no ALIAS or ANAME, set A and AAAA records to the addresses of the service."}
    </p>`;
}

const PROOFS: Readonly<Partial<Record<SiteDomain["proof"], string>>> = {
  found: "found",
  missing: "missing",
  different: "another value",
  unavailable: "no answer",
};

const ADDRESSES: Readonly<Partial<Record<SiteDomain["address"], string>>> = {
  here: "leads here",
  elsewhere: "leads elsewhere",
  missing: "missing",
  unavailable: "no answer",
};

function relativeName({ name }: DomainRecord, zone: string): string {
  return name === zone ? "@" : name.slice(0, -zone.length - 1);
}

function copied(label: string, id: string, value: string): Html {
  return html`<p class="copied">
    <span class="dim">${label}</span> <code id="${id}">${value}</code>
    <button type="button" class="secondary small" hidden data-copy="${id}">Copy<span class="hidden"> ${label}</span></button>
  </p>`;
}

function named({ form }: SiteForm): { readonly domainId: string } {
  return { domainId: field(form, "domain") };
}

async function change<Params>(
  { context, actor, site }: SiteForm,
  handler: (
    context: SiteForm["context"],
    actor: SiteForm["actor"],
    params: Params & { readonly siteId: string },
  ) => Promise<SiteDomain>,
  params: Params,
): Promise<FormResult> {
  const { id } = await handler(context, actor, { ...params, siteId: site.id });
  return done(`#domain-${id}`);
}

async function remove(request: SiteForm): Promise<void> {
  const { context, actor, site } = request;
  await removeDomain(context, actor, { siteId: site.id, ...named(request) });
}

function problemText(error: ApiError): string {
  if (error.code === "not_found") return "This domain was removed already.";
  const message = error.details.issues?.[0]?.message;
  return message === undefined ? error.message : `The domain ${message}.`;
}
