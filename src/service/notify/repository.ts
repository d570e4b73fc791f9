import { z } from "zod";
import type { Outcome } from "./outcome.ts";
import { troubleOf } from "./outcome.ts";
import { send, type Sent } from "./outgoing.ts";

/** A page of deployments or pull requests at their longest. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const PAGE_SIZE = 100;

/** [GitHub, Versions of the REST API] */
const API_VERSION = "2022-11-28";

/** A repository on GitHub that may be spoken to. */
export interface Repository {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

/** Answer to a read: what was asked for, or how the attempt ends. */
export type Read<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "trouble"; readonly outcome: Outcome };

const HINTS: Readonly<Record<number, string>> = {
  401: "GitHub does not know the stored token; store a new one.",
  403: "The stored token may not do this, or its limit is used up; it needs contents and deployments: write.",
  404: "GitHub shows this token no such repository or run.",
  422: "GitHub refused the request as wrong.",
};

async function callRepository(
  repository: Repository,
  { method, path, body }: { readonly method: "GET" | "POST"; readonly path: string; readonly body?: unknown },
): Promise<Sent> {
  const { apiUrl, owner, name, token, signal } = repository;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send({
    url: new URL(`${apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/${path}`),
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "User-Agent": "greenroom",
      "X-GitHub-Api-Version": API_VERSION,
      ...(text !== undefined && { "Content-Type": "application/json" }),
    },
    ...(text !== undefined && { body: text }),
    signal,
    maxBytes: MAX_ANSWER_BYTES,
    // An operator's own GitHub may well live on a private network.
    publicOnly: false,
  });
}

/** Writes to a repository; any answer of success counts as delivered. */
export async function postTo(repository: Repository, path: string, body: unknown): Promise<Outcome> {
  const sent = await callRepository(repository, { method: "POST", path, body });
  if (sent.kind === "answered" && sent.status >= 200 && sent.status < 300) {
    return { kind: "delivered", httpStatus: sent.status };
  }
  return troubleOf(sent, { final: [400, 410, 422], hints: HINTS, nowMs: repository.nowMs });
}

async function readFrom<Value>(repository: Repository, path: string, schema: z.ZodType<Value>): Promise<Read<Value>> {
  const sent = await callRepository(repository, { method: "GET", path });
  if (sent.kind !== "answered" || sent.status !== 200) {
    const outcome = troubleOf(sent, { final: [], hints: HINTS, nowMs: repository.nowMs });
    return { kind: "trouble", outcome };
  }
  const read = sent.cut ? undefined : schema.safeParse(parse(sent.body));
  if (read?.success === true) return { kind: "read", value: read.data };
  const note = "GitHub's answer could not be read.";
  return { kind: "trouble", outcome: { kind: "again", httpStatus: 200, note } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Pulls = z.array(z.object({ merge_commit_sha: z.string().nullable(), head: z.object({ sha: z.string() }) }));

/**
 * Finds the heads of the pull requests a commit came of: a squash or a merge is not the commit that was previewed.
 * @param sha Full object name.
 */
export async function headsMergedAs(repository: Repository, sha: string): Promise<Read<readonly string[]>> {
  const path = `commits/${encodeURIComponent(sha)}/pulls?per_page=${PAGE_SIZE}`;
  const pulls = await readFrom(repository, path, Pulls);
  if (pulls.kind === "trouble") return pulls;
  const heads = pulls.value.filter((pull) => pull.merge_commit_sha === sha).map((pull) => pull.head.sha);
  return { kind: "read", value: heads };
}

const Deployments = z.array(z.object({ id: z.number().int().positive(), sha: z.string(), payload: z.unknown() }));
const Announced = z.object({
  greenroom: z.object({ siteId: z.string(), sourceDeploymentId: z.string().nullish() }),
});

/** A GitHub deployment that announces a release of a site. */
export interface AnnouncedDeployment {
  readonly id: number;
  readonly sha: string;
  /** Undefined when it does not say which preview it is to publish. */
  readonly sourceDeploymentId: string | undefined;
}

/** Lists what announces releases of a site, newest first. */
export async function listAnnounced(
  repository: Repository,
  { environment, siteId }: { readonly environment: string; readonly siteId: string },
): Promise<Read<readonly AnnouncedDeployment[]>> {
  const path = `deployments?environment=${encodeURIComponent(environment)}&per_page=${PAGE_SIZE}`;
  const listed = await readFrom(repository, path, Deployments);
  if (listed.kind === "trouble") return listed;
  const value = listed.value.flatMap(({ id, sha, payload }): AnnouncedDeployment[] => {
    const ours = Announced.safeParse(typeof payload === "string" ? parse(payload) : payload);
    if (!ours.success || ours.data.greenroom.siteId !== siteId) return [];
    return [{ id, sha, sourceDeploymentId: ours.data.greenroom.sourceDeploymentId ?? undefined }];
  });
  return { kind: "read", value };
}
