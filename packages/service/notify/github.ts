import { z } from "zod";
import { type Outcome, send, type Sent, failureOf } from "./outgoing.ts";

const PAGE_SIZE = 100;

/** What a repository is spoken to with. */
export interface Credential {
  /**
   * Gives the token of a call, or how the attempt ends without one.
   * @param refused Token that GitHub did not take: another one is wanted, if there is another.
   */
  token(refused?: string): Promise<Granted>;
  /** What a status of an answer means, by status. */
  readonly hints: Readonly<Record<number, string>>;
}

type Granted = { readonly kind: "made"; readonly token: string } | Trouble;

interface Trouble {
  readonly kind: "trouble";
  readonly outcome: Outcome;
}

/** A repository on GitHub that may be spoken to. */
export interface Repository {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly credential: Credential;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

/** Answer to a read: what was asked for, or how the attempt ends. */
export type Read<Value> = { readonly kind: "read"; readonly value: Value } | Trouble;

async function callRepository(
  { apiUrl, owner, name, credential, signal }: Repository,
  { method, path, body }: { readonly method: "GET" | "POST"; readonly path: string; readonly body?: unknown },
): Promise<Sent | Trouble> {
  const place = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/${path}`;
  const call = (token: string) => callGithub({ apiUrl, method, path: place, token, body, signal });
  const first = await credential.token();
  if (first.kind === "trouble") return first;
  const sent = await call(first.token);
  if (sent.kind !== "answered" || sent.status !== 401) return sent;
  // GitHub did nothing for a token it did not take, so the same may be sent again.
  const other = await credential.token(first.token);
  if (other.kind === "trouble") return other;
  return other.token === first.token ? sent : call(other.token);
}

/** Writes to a repository; any answer of success counts as delivered. */
export async function postTo(repository: Repository, path: string, body: unknown): Promise<Outcome> {
  const sent = await callRepository(repository, { method: "POST", path, body });
  if (sent.kind === "trouble") return sent.outcome;
  if (sent.kind === "answered" && sent.status >= 200 && sent.status < 300) {
    return { kind: "delivered", httpStatus: sent.status };
  }
  return failureOf(sent, { final: [400, 410, 422], hints: repository.credential.hints, nowMs: repository.nowMs });
}

async function readFrom<Value>(repository: Repository, path: string, schema: z.ZodType<Value>): Promise<Read<Value>> {
  const sent = await callRepository(repository, { method: "GET", path });
  if (sent.kind === "trouble") return sent;
  if (sent.kind !== "answered" || sent.status !== 200) {
    const outcome = failureOf(sent, { final: [], hints: repository.credential.hints, nowMs: repository.nowMs });
    return { kind: "trouble", outcome };
  }
  const read = sent.cut ? undefined : schema.safeParse(parseJson(sent.body));
  if (read?.success === true) return { kind: "read", value: read.data };
  const note = "GitHub's answer could not be read.";
  return { kind: "trouble", outcome: { kind: "again", httpStatus: 200, note } };
}

const Pulls = z.array(z.object({ merge_commit_sha: z.string().nullable(), head: z.object({ sha: z.string() }) }));

/** Finds the heads of the pull requests a commit came of: a squash or a merge is not the commit that was previewed. */
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
interface AnnouncedDeployment {
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
    const ours = Announced.safeParse(typeof payload === "string" ? parseJson(payload) : payload);
    if (!ours.success || ours.data.greenroom.siteId !== siteId) return [];
    return [{ id, sha, sourceDeploymentId: ours.data.greenroom.sourceDeploymentId ?? undefined }];
  });
  return { kind: "read", value };
}

/** A page of deployments or pull requests at their longest. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** [GitHub, Versions of the REST API] */
const API_VERSION = "2022-11-28";

interface GithubCall {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly method: "GET" | "POST";
  /** What follows the address of the interface, encoded, with a slash at its beginning. */
  readonly path: string;
  /** Token, or what an App signed to speak as itself. */
  readonly token: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

export async function callGithub({ apiUrl, method, path, token, body, signal }: GithubCall): Promise<Sent> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send({
    url: new URL(`${apiUrl}${path}`),
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

/**
 * Reads JSON that GitHub sent.
 * @returns Undefined when it is none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
