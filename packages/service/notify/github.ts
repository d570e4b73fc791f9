import { z } from "zod";
import { type CommitCheck, type CommitChecks, commitChecks } from "../domain/commit-checks.ts";
import { parseJson } from "../domain/json-text.ts";
import { send, type Sent } from "../outside/outgoing.ts";
import type { MergedPull } from "../store/approvals/deployment-protection.ts";
import { type DeliveryOutcome, deliveryOutcome, Undelivered, unlessUndelivered } from "./outcome.ts";

const PAGE_SIZE = 100;

export interface Credential {
  /** @param rejected Token that GitHub rejected: another one is needed, if there is one. @throws {Undelivered} */
  token(rejected?: string): Promise<string>;
  readonly hints: Readonly<Record<number, string>>;
}

export interface Repository {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly name: string;
  readonly credential: Credential;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

interface RepositoryCall {
  readonly method: "GET" | "POST" | "PATCH";
  /** Below that of the repository. */
  readonly path: string;
  readonly body?: unknown;
}

type ApiRequest = Pick<GithubCall, "apiUrl" | "method" | "path" | "body">;

function inRepository({ apiUrl, owner, name }: Repository, { method, path, body }: RepositoryCall): ApiRequest {
  const place = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${path === "" ? "" : `/${path}`}`;
  return { apiUrl, method, path: place, body };
}

async function callAs({ credential, signal }: Repository, request: ApiRequest): Promise<Sent> {
  const callWith = (token: string) => callGithub({ ...request, token, signal });
  const first = await credential.token();
  const sent = await callWith(first);
  if (sent.kind !== "response" || sent.status !== 401) return sent;
  // GitHub did nothing for a token it rejected, so the request can be sent again.
  const other = await credential.token(first);
  return other === first ? sent : callWith(other);
}

export async function postTo(repository: Repository, path: string, body: unknown): Promise<DeliveryOutcome> {
  const sent = await callAs(repository, inRepository(repository, { method: "POST", path, body }));
  return deliveryOutcome(sent, { final: [400, 410, 422], hints: repository.credential.hints, nowMs: repository.nowMs });
}

function readFrom<Value>(repository: Repository, path: string, schema: z.ZodType<Value>): Promise<Value> {
  return call(repository, { method: "GET", path }, { schema });
}

interface Reading<Value> {
  readonly schema: z.ZodType<Value>;
  /** HTTP statuses after which a retry is of no use. */
  readonly final?: readonly number[];
}

/** @throws {Undelivered} */
export async function call<Value>(
  repository: Repository,
  request: RepositoryCall,
  reading: Reading<Value>,
): Promise<Value> {
  return readSent(repository, await callAs(repository, inRepository(repository, request)), reading);
}

const Viewer = z.object({ data: z.object({ viewer: z.object({ databaseId: z.int().positive() }) }) });

/** [GitHub, GraphQL] Only GraphQL says it of an App's token too; on a server it is at /api/graphql, beside /api/v3. */
export async function readViewerId(repository: Repository): Promise<number> {
  const apiUrl = repository.apiUrl.replace(/\/api\/v3$/, "/api");
  const body = { query: "query { viewer { databaseId } }" };
  const sent = await callAs(repository, { apiUrl, method: "POST", path: "/graphql", body });
  return readSent(repository, sent, { schema: Viewer }).data.viewer.databaseId;
}

function readSent<Value>({ credential, nowMs }: Repository, sent: Sent, { schema, final = [] }: Reading<Value>): Value {
  if (sent.kind !== "response" || sent.status < 200 || sent.status > 299) {
    throw new Undelivered(deliveryOutcome(sent, { final, hints: credential.hints, nowMs }));
  }
  const read = sent.cut ? undefined : schema.safeParse(parseJson(sent.body));
  if (read?.success === true) return read.data;
  throw new Undelivered({ kind: "retry", httpStatus: sent.status, note: "GitHub's response could not be read." });
}

const Pulls = z.array(
  z.object({
    merge_commit_sha: z.string().nullable(),
    merged_at: z.string().nullable(),
    head: z.object({ sha: z.string() }),
    base: z.object({ ref: z.string() }),
  }),
);

/** Only merged ones: an open one has a merge commit too, which GitHub made only to test the merge. */
export async function pullsMergedAs(repository: Repository, sha: string): Promise<readonly MergedPull[]> {
  const path = `commits/${encodeURIComponent(sha)}/pulls?per_page=${PAGE_SIZE}`;
  const pulls = await readFrom(repository, path, Pulls);
  const merged = pulls.filter((pull) => pull.merge_commit_sha === sha && pull.merged_at !== null);
  return merged.map(({ head, base }) => ({ head: head.sha, base: base.ref }));
}

const CheckRuns = z.object({
  total_count: z.number().int(),
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      html_url: z.string().nullable(),
    }),
  ),
});

const Statuses = z.object({
  total_count: z.number().int(),
  statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: z.string().nullable() })),
});

const PASSED = new Set(["success", "neutral"]);

/** Of commit statuses; all others mean that it failed. */
const STATES = new Map<string, CommitCheck["state"]>([
  ["pending", "running"],
  ["success", "passed"],
]);

/** The check runs of Apps, and the statuses that others set. @throws {Undelivered} When neither can be read. */
export async function readChecks(repository: Repository, sha: string): Promise<CommitChecks> {
  const path = (what: string) => `commits/${encodeURIComponent(sha)}/${what}?per_page=${PAGE_SIZE}`;
  const [runs, statuses] = await Promise.allSettled([
    readFrom(repository, path("check-runs"), CheckRuns),
    readFrom(repository, path("status"), Statuses),
  ]);
  for (const read of [runs, statuses]) if (read.status === "rejected") unlessUndelivered(read.reason);
  const ofRuns = runs.status === "fulfilled" ? runs.value : { total_count: 0, check_runs: [] };
  const ofStatuses = statuses.status === "fulfilled" ? statuses.value : { total_count: 0, statuses: [] };
  if (runs.status === "rejected" && statuses.status === "rejected") throw runs.reason;
  const reported = [
    ...ofRuns.check_runs.map(({ name, html_url: url, ...run }) => ({ name, url, state: stateOfRun(run) })),
    ...ofStatuses.statuses.map(({ context, target_url: url, state }) => ({
      name: context,
      url,
      state: STATES.get(state) ?? "failed",
    })),
  ];
  return commitChecks(reported, {
    repository: `${repository.owner}/${repository.name}`,
    total: ofRuns.total_count + ofStatuses.total_count,
    unread: [
      ...(runs.status === "rejected" ? ["check runs" as const] : []),
      ...(statuses.status === "rejected" ? ["commit statuses" as const] : []),
    ],
  });
}

function stateOfRun({ status, conclusion }: { status: string; conclusion: string | null }): CommitCheck["state"] {
  if (status !== "completed" || conclusion === null) return "running";
  if (conclusion === "skipped") return "skipped";
  return PASSED.has(conclusion) ? "passed" : "failed";
}

/** It stays when the repository is renamed. */
export async function readRepositoryId(repository: Repository): Promise<number> {
  return (await readFrom(repository, "", z.object({ id: z.int().positive() }))).id;
}

const Deployments = z.array(z.object({ id: z.number().int().positive(), sha: z.string(), payload: z.unknown() }));
const Announced = z.object({
  greenroom: z.object({ siteId: z.string(), sourceDeploymentId: z.string().nullish() }),
});

interface AnnouncedDeployment {
  readonly id: number;
  readonly sha: string;
  /** Undefined when it does not say which preview it publishes. */
  readonly sourceDeploymentId: string | undefined;
}

export async function listAnnounced(
  repository: Repository,
  { environment, siteId }: { readonly environment: string; readonly siteId: string },
): Promise<readonly AnnouncedDeployment[]> {
  const path = `deployments?environment=${encodeURIComponent(environment)}&per_page=${PAGE_SIZE}`;
  const listed = await readFrom(repository, path, Deployments);
  return listed.flatMap(({ id, sha, payload }): AnnouncedDeployment[] => {
    const announced = Announced.safeParse(typeof payload === "string" ? parseJson(payload) : payload);
    if (!announced.success || announced.data.greenroom.siteId !== siteId) return [];
    return [{ id, sha, sourceDeploymentId: announced.data.greenroom.sourceDeploymentId ?? undefined }];
  });
}

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** [GitHub, Versions of the REST API] */
const API_VERSION = "2022-11-28";

export interface GithubCall {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly method: RepositoryCall["method"];
  /** What follows the URL of the API, encoded, with a slash at its beginning. */
  readonly path: string;
  /** A token, or the JSON Web Token of an App; without one GitHub is asked anonymously. */
  readonly token?: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** An operator's GitHub Enterprise server may be on a private network; what members give cannot. */
  readonly publicOnly?: boolean;
}

export async function callGithub({
  apiUrl,
  method,
  path,
  token,
  body,
  signal,
  publicOnly = false,
}: GithubCall): Promise<Sent> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send({
    url: new URL(`${apiUrl}${path}`),
    method,
    headers: {
      Accept: "application/vnd.github+json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      "User-Agent": "greenroom",
      "X-GitHub-Api-Version": API_VERSION,
      ...(text !== undefined && { "Content-Type": "application/json" }),
    },
    ...(text !== undefined && { body: text }),
    signal,
    maxBytes: MAX_RESPONSE_BYTES,
    publicOnly,
  });
}
