import {
  type ApprovalStatus,
  type DeploymentStatus,
  type ErrorCode,
  ERRORS,
  isTerminal,
  type Role,
} from "../../packages/contract/index.ts";
import { APPROVED_LIFETIME_MS, PENDING_LIFETIME_MS } from "../../packages/service/domain/approval.ts";

export const MAX_SITES = 2;
export const MAX_OPEN = 3;

/** The members of the workspace, by number, with the role that each begins with. */
export const PEOPLE = ["owner", "approver", "developer", "viewer", "admin"] as const;
const DECIDING: readonly (Role | undefined)[] = ["owner", "admin", "approver"];

export interface KnownSite {
  readonly id: string;
  readonly slug: string;
  readonly productionLabel: string;
  active: boolean;
  /** The release its production host serves. */
  live?: KnownDeployment | undefined;
}

export interface KnownDeployment {
  readonly id: string;
  readonly site: KnownSite;
  readonly branch: string;
  readonly createdAtMs: number;
  /** What a release was made from; a preview has none. */
  readonly source?: KnownDeployment;
  status: DeploymentStatus;
  hidden: boolean;
  previewLabel?: string;
  /** Its hosts were deleted when the archived site was restored empty. */
  gone?: boolean;
}

export interface KnownRequest {
  readonly id: string;
  readonly source: KnownDeployment;
  /** Members by number, in the order in which they asked. */
  readonly requesters: Set<number>;
  status: ApprovalStatus;
  expiresAtMs: number;
  decidedBy?: number;
  release?: KnownDeployment;
}

export interface KnownKey {
  readonly site: KnownSite;
  readonly branch: string;
  /** The first response, byte for byte. */
  readonly text: string;
}

export type Decision = "approve" | "reject";

const DECIDED: Readonly<Partial<Record<ApprovalStatus, Decision>>> = {
  approved: "approve",
  published: "approve",
  rejected: "reject",
};

const error = (code: ErrorCode): string => `${ERRORS[code].status} ${code}`;

/** The rules of the interface for one workspace, in their simplest form: the model that the service is compared with. */
export class Rules {
  readonly sites: KnownSite[] = [];
  readonly deployments: KnownDeployment[] = [];
  readonly requests: KnownRequest[] = [];
  readonly keys = new Map<string, KnownKey>();
  /** The role of each person now; undefined for who was removed. */
  readonly roles: (Role | undefined)[] = [...PEOPLE];
  nowMs = 0;

  /** Sources that a release can be made from now. */
  publishable(): readonly KnownDeployment[] {
    return this.deployments.filter(({ status, hidden }) => status === "ready" && !hidden);
  }

  /** Requests that can be decided now. */
  undecided(): readonly KnownRequest[] {
    return this.requests.filter((request) => this.statusOf(request) === "pending");
  }

  create(slug: string): string {
    return this.#limitError(slug, "slug") ?? "201 ok";
  }

  move(kind: "archive" | "restore", site: KnownSite): string {
    if (site.active === (kind === "restore")) return error("site_not_found");
    return (kind === "restore" ? this.#limitError(site.slug, "limit") : undefined) ?? "200 ok";
  }

  moved(kind: "archive" | "restore", site: KnownSite): void {
    site.active = kind === "restore";
    if (site.active) site.live = undefined;
    for (const each of this.deployments.filter((row) => row.site === site)) {
      each.hidden = true;
      each.gone = each.gone === true || site.active;
      if (!isTerminal(each.status)) each.status = "canceled";
    }
  }

  deploy({ key, site, branch }: { readonly key: string; readonly site: KnownSite; readonly branch: string }): string {
    const used = this.keys.get(key);
    if (!site.active) return error("site_not_found");
    if (used) return used.site === site && used.branch === branch ? "202 ok" : error("idempotency_conflict");
    const open = this.deployments.filter(({ source, status }) => !source && !isTerminal(status));
    return open.length >= MAX_OPEN ? error("build_quota_exceeded") : "202 ok";
  }

  /** A token never publishes, whatever was approved. */
  publish(site: KnownSite, named: KnownDeployment): string {
    if (!site.active) return error("site_not_found");
    const source = sourceOf(site, named);
    return error(typeof source === "string" ? source : "approval_required");
  }

  cancel({ status }: KnownDeployment): string {
    return status === "ready" || status === "failed" ? error("deployment_not_cancelable") : "200 ok";
  }

  /** @returns The open request when there is one, a preview to request, or an error. */
  ask(person: number, named: KnownDeployment, steppedUp: boolean): KnownRequest | KnownDeployment | string {
    if (this.roles[person] === undefined) return error("unauthenticated");
    if (this.roles[person] === "viewer") return error("forbidden_role");
    if (!named.site.active) return error("site_not_found");
    const source = sourceOf(named.site, named);
    if (typeof source === "string") return error(source);
    const open = this.requests.find((row) => row.source === source && this.statusOf(row) === "pending");
    if (!steppedUp && open?.requesters.has(person) !== true) return error("step_up_required");
    return open ?? source;
  }

  requested(id: string, asker: number, source: KnownDeployment): void {
    for (const older of this.requests) {
      const same = older.source === source;
      const sameBranch = older.source.site === source.site && older.source.branch === source.branch;
      if ((same || sameBranch) && older.status === "pending")
        older.status = this.#isExpired(older) ? "expired" : "superseded";
    }
    const expiresAtMs = this.nowMs + PENDING_LIFETIME_MS;
    this.requests.push({ id, requesters: new Set([asker]), source, status: "pending", expiresAtMs });
  }

  decide(
    request: KnownRequest,
    {
      person,
      decision,
      steppedUp,
    }: { readonly person: number; readonly decision: Decision; readonly steppedUp: boolean },
  ): string {
    const code = this.#decisionError(request, person, decision);
    if (code !== undefined && this.#isExpired(request)) request.status = "expired";
    if (code !== undefined) return error(code);
    return steppedUp || this.isRepeated(request, person, decision) ? "200 ok" : error("step_up_required");
  }

  /** The same user made the same decision before. */
  isRepeated(request: KnownRequest, person: number, decision: Decision): boolean {
    return request.decidedBy === person && DECIDED[request.status] === decision;
  }

  #decisionError(request: KnownRequest, person: number, decision: Decision): ErrorCode | undefined {
    const { source } = request;
    if (this.roles[person] === undefined) return "unauthenticated";
    if (request.requesters.has(person)) return "self_approval_forbidden";
    if (!DECIDING.includes(this.roles[person])) return "forbidden_role";
    if (this.isRepeated(request, person, decision)) return undefined;
    if (this.statusOf(request) !== "pending") return "approval_already_decided";
    if (![...request.requesters].some((each) => this.roles[each] !== undefined)) return "approval_not_requested";
    const gone = typeof sourceOf(source.site, source) === "string";
    return decision === "approve" && gone ? "source_deployment_not_ready" : undefined;
  }

  decided(request: KnownRequest, person: number, release: KnownDeployment | undefined): void {
    request.decidedBy = person;
    request.status = release ? "approved" : "rejected";
    if (!release) return;
    request.release = release;
    request.expiresAtMs = this.nowMs + APPROVED_LIFETIME_MS;
    this.deployments.push(release);
  }

  /** Whether a newer release is live already. */
  overtaken(release: KnownDeployment): boolean {
    return this.deployments.some(
      ({ source, site, status, hidden, createdAtMs }) =>
        source && site === release.site && status === "ready" && !hidden && createdAtMs > release.createdAtMs,
    );
  }

  swept(): void {
    for (const row of this.requests) {
      const { status, release } = row;
      if (status === "pending" && row.source.hidden) row.status = "superseded";
      else if (this.#isExpired(row)) row.status = "expired";
      else if (status === "approved" && release) {
        if (release.status === "queued" && row.expiresAtMs <= this.nowMs) release.status = "canceled";
        if (release.status === "failed" || release.status === "canceled") row.status = "expired";
      }
    }
  }

  /** The status of a request now, whether or not its expiry is stored. */
  statusOf(request: KnownRequest): ApprovalStatus {
    return this.#isExpired(request) ? "expired" : request.status;
  }

  #isExpired({ status, expiresAtMs }: KnownRequest): boolean {
    return status === "pending" && expiresAtMs <= this.nowMs;
  }

  #limitError(slug: string, first: "slug" | "limit"): string | undefined {
    const active = this.sites.filter((each) => each.active);
    const taken = active.some((each) => each.slug === slug) ? error("slug_taken") : undefined;
    const full = active.length >= MAX_SITES ? error("site_limit_reached") : undefined;
    return first === "slug" ? (taken ?? full) : (full ?? taken);
  }
}

/** The ready preview a release would be made from: of an earlier release, the one it was made from. */
function sourceOf(site: KnownSite, named: KnownDeployment): KnownDeployment | ErrorCode {
  if (named.site !== site || named.hidden) return "deployment_not_found";
  const source = named.source ?? named;
  return named.status === "ready" && source.status === "ready" ? source : "source_deployment_not_ready";
}
