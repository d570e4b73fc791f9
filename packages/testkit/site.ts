import { z } from "zod";
import { ErrorEnvelope, ReceivedSite, successEnvelope } from "@greenroom/contract";
import { DemoFailure } from "./failure.ts";

const REQUEST_TIMEOUT_MS = 10_000;

/** The site of the demo. */
export interface DemoSite {
  readonly id: string;
  readonly slug: string;
  /** false when an earlier run had made it. */
  readonly created: boolean;
}

/** What the site is made of. */
export interface SiteWish {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
  readonly slug: string;
  readonly name: string;
  readonly repositoryUrl: string;
  readonly signal: AbortSignal;
}

/**
 * Creates the site, or finds the one that has its slug.
 * @param wish Site.
 * @throws DemoFailure `service_refused`; `site_elsewhere` when the slug belongs to another repository.
 * @see Interface §4 (POST /sites, GET /sites)
 */
export async function createOrFindSite(wish: SiteWish): Promise<DemoSite> {
  const { projectId, name, slug, repositoryUrl } = wish;
  const created = await ask(wish, "POST", { projectId, name, slug, repositoryUrl });
  if (created.status === 201) {
    const { data } = successEnvelope(ReceivedSite).parse(created.body);
    return { id: data.id, slug: data.slug, created: true };
  }
  const refused = ErrorEnvelope.safeParse(created.body);
  if (refused.data?.error.code !== "slug_taken") throw refusal("POST /sites", created);
  const listed = await ask(wish, "GET");
  if (listed.status !== 200) throw refusal("GET /sites", listed);
  const { data } = successEnvelope(z.array(ReceivedSite)).parse(listed.body);
  const site = data.find((one) => one.slug === slug);
  if (site === undefined || (site.repositoryUrl ?? repositoryUrl) !== repositoryUrl) {
    const message = `The site '${slug}' of this data folder clones from another place; run with another --data.`;
    throw new DemoFailure("site_elsewhere", message);
  }
  return { id: site.id, slug: site.slug, created: false };
}

interface Asked {
  readonly status: number;
  readonly body: unknown;
}

async function ask(wish: SiteWish, method: "GET" | "POST", body?: unknown): Promise<Asked> {
  const response = await fetch(new URL("/sites", wish.baseUrl), {
    method,
    redirect: "error",
    headers: { authorization: `Bearer ${wish.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([wish.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  return { status: response.status, body: await response.json() };
}

function refusal(request: string, { status, body }: Asked): DemoFailure {
  const error = ErrorEnvelope.safeParse(body).data?.error;
  const reason = error === undefined ? "" : ` ${error.code}: ${error.message}`;
  return new DemoFailure(
    "service_refused",
    `The service answered ${request} with ${status}.${reason} Try without --data.`,
  );
}
