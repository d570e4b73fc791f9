import { z } from "zod";
import { ErrorEnvelope, ReceivedSite, successEnvelope } from "@greenroom/contract";
import { DemoError } from "./demo-error.ts";

const REQUEST_TIMEOUT_MS = 10_000;

/** The site of the demo. */
export interface DemoSite {
  readonly id: string;
  readonly slug: string;
  /** false when an earlier run had made it. */
  readonly created: boolean;
}

export interface SiteRequest {
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
 * @throws {DemoError} `service_refused`; `site_elsewhere` when the slug belongs to another repository.
 * @see Interface §4 (POST /sites, GET /sites)
 */
export async function createOrFindSite(request: SiteRequest): Promise<DemoSite> {
  const { projectId, name, slug, repositoryUrl } = request;
  const created = await send(request, "POST", { projectId, name, slug, repositoryUrl });
  if (created.status === 201) {
    const { data } = successEnvelope(ReceivedSite).parse(created.body);
    return { id: data.id, slug: data.slug, created: true };
  }
  const error = ErrorEnvelope.safeParse(created.body);
  if (error.data?.error.code !== "slug_taken") throw unexpected("POST /sites", created);
  const listed = await send(request, "GET");
  if (listed.status !== 200) throw unexpected("GET /sites", listed);
  const { data } = successEnvelope(z.array(ReceivedSite)).parse(listed.body);
  const site = data.find((one) => one.slug === slug);
  if (site === undefined || (site.repositoryUrl ?? repositoryUrl) !== repositoryUrl) {
    const message = `The site '${slug}' of this data folder clones from another repository. Use another --data folder.`;
    throw new DemoError("site_elsewhere", message);
  }
  return { id: site.id, slug: site.slug, created: false };
}

interface SiteResponse {
  readonly status: number;
  readonly body: unknown;
}

async function send(request: SiteRequest, method: "GET" | "POST", body?: unknown): Promise<SiteResponse> {
  const response = await fetch(new URL("/sites", request.baseUrl), {
    method,
    redirect: "error",
    headers: { authorization: `Bearer ${request.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  return { status: response.status, body: await response.json() };
}

function unexpected(route: string, { status, body }: SiteResponse): DemoError {
  const error = ErrorEnvelope.safeParse(body).data?.error;
  const reason = error === undefined ? "" : ` ${error.code}: ${error.message}`;
  return new DemoError(
    "service_refused",
    `The service responded to ${route} with ${status}.${reason} Try it without --data.`,
  );
}
