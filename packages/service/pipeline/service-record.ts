import type { Envelope } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { BUILD_STEP_HOSTS } from "../domain/build-hosts.ts";
import { limitsOf } from "../domain/build-limits.ts";
import { type Lease, leaseFor } from "../domain/lease.ts";
import { BuildSettings } from "../domain/site.ts";
import { buildStatement, uploadStatement } from "../domain/statement.ts";
import { type Addresses, hostedUrl } from "../settings.ts";
import { appendLog, appendLogLines } from "../store/deployments/deployment-events.ts";
import { verifiedBranch } from "../store/deployments/deployments.ts";
import { storeStatement } from "../store/deployments/provenance.ts";
import { releaseLease, renewLease } from "../store/deployments/queue.ts";
import { transition } from "../store/deployments/transition.ts";
import { findUploader, type Uploader } from "../store/deployments/uploads.ts";
import type { Transaction } from "../store/engine/database.ts";
import type { DeploymentRow, SiteRow, WorkerRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { keepFileList, storeFileList } from "../store/files/file-lists.ts";
import { condemnUnreferenced, keepObjects, noteStored, recordedObjects } from "../store/files/kept-objects.ts";
import type { StoredObject } from "../store/files/objects.ts";
import { countList, noRoomText, releaseVariants, reserveRoom } from "../store/files/storage.ts";
import { readVariants, storeVariants, type Variants } from "../store/files/variants.ts";
import { queueReview } from "../store/reviews/comparisons.ts";
import { branchLabel, pointBranch, pointPreview, previewLabel } from "../store/sites/hosts.ts";
import { networkOf } from "../store/sites/site-network.ts";
import { settingsOf } from "../store/sites/site-settings.ts";
import { passOn, serviceMachine } from "../store/workers/machines.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import type { RecordContext } from "./job.ts";
import { checkBuilt } from "./output/check-built.ts";
import type { Built, BuildOrder, BuildRecord, ClaimRecord, FetchedCommit } from "./record.ts";
import { repositoryOf } from "./source/repository-access.ts";
import { storedValuesOf } from "./steps/stored-values.ts";
import { valuesFor } from "./steps/values.ts";

export interface Claim {
  readonly row: DeploymentRow;
  readonly site: SiteRow;
  /** Names this claim and no other. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Of another machine, with the token that it was given. */
  readonly worker?: Pick<WorkerRow, "id" | "name"> | undefined;
}

export function openClaim({ service }: Pick<RecordContext, "service">, claim: Claim): ClaimRecord {
  const { db, clock, events } = service;
  const { row, owner, leaseMs } = claim;
  const lease = (ms: number): Lease => leaseFor(clock, owner, ms);
  const requireHeld = (isHeld: boolean): void => {
    if (!isHeld) throw new BuildStopped("lost");
    events.notify(row.id);
  };
  return {
    deploymentId: row.id,
    attempt: row.attempt,
    logged: {
      bytes: row.log_bytes,
      lines: row.log_lines,
      maxBytes: limitsOf(service.settings.buildLimits).logBytes,
    },
    leaseMs,
    renew: () => renewLease(db, row.id, lease(leaseMs)),
    appendLog: async (batch) => requireHeld(await appendLog(db, row.id, { batch, leaseOwner: owner })),
    async fail({ code, message, diagnostics, refusedHosts }) {
      const set = { diagnostics: jsonList(diagnostics), refused_hosts: jsonList(refusedHosts) };
      const failed = { from: "building", to: "failed", set, event: { error: { code, message } } } as const;
      const ended = await inWorkspace(db, row.workspace_id, (tx) =>
        transition(tx, row.id, { ...failed, leaseOwner: owner }),
      );
      requireHeld(ended !== undefined);
    },
    async passOn(fault) {
      const machine = claim.worker?.id ?? serviceMachine(service.settings);
      requireHeld((await passOn(service, row, { owner, fault: { ...fault, machine } })) !== undefined);
    },
    requireSlot: () => releaseLease(db, row.id, lease(0), { lane: "slot" }),
    giveBack: (afterMs) => releaseLease(db, row.id, lease(afterMs)),
  };
}

function jsonList(list: readonly object[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

/** @throws {Error} When the operator's file of secrets is wrong. */
export async function openBuild(context: RecordContext, claim: Claim): Promise<BuildRecord> {
  return { ...openRecord(context, claim), order: await orderOf(context, claim) };
}

/** As `openBuild`, without the order: that is needed only once, and to make it may take a request for a credential. */
export function openRecord(context: RecordContext, claim: Claim): Omit<BuildRecord, "order"> {
  const { service } = context;
  return {
    ...openClaim(context, claim),
    async pin(commit) {
      await pinCommit(context, claim, commit);
      return commit.branch;
    },
    values: async (question) =>
      valuesFor(await storedValuesOf(service, claim.site.id), question, {
        slug: claim.site.slug,
        page: `${service.addresses.baseUrl}/app/sites/${claim.site.id}/variables`,
      }),
    async finish(collect) {
      let isReserved = false;
      const built = await collect({
        objects: service.objects,
        async keep(put, signal) {
          // The files come first, then their compressed variants, which are not counted.
          if (!isReserved) {
            await requireRoom(service, claim, put).catch(async (error: unknown) => {
              // They are in the store's folder already, and nothing will name them.
              await condemnUnreferenced(service.db, put, instant(service.clock));
              throw error;
            });
          }
          isReserved = true;
          await keepObjects(service, put, signal);
        },
        variants: (files) => presentVariants(context, files),
      });
      await makeReady(context, claim, built);
    },
  };
}

/** @throws {Error} When the operator's file of secrets is wrong. */
export async function orderOf(context: RecordContext, { row, site }: Claim): Promise<BuildOrder> {
  return {
    quick: row.lane === "quick",
    commitSha: row.commit_sha,
    branch: row.branch,
    branchVerified: row.branch_verified === 1,
    site: {
      id: site.id,
      slug: site.slug,
      ...networkOf(site),
      buildStepHosts: context.service.settings.buildStepHosts ?? BUILD_STEP_HOSTS,
      hostsBy: context.service.settings.siteHostsBy ?? "owners",
      settings: buildSettings(site),
    },
    repository: await repositoryOf(context, site),
    submodules: await Promise.all(
      (site.submodules ?? "").split("\n").flatMap((url) => {
        return url === "" ? [] : [repositoryOf(context, { workspace_id: site.workspace_id, repository_url: url })];
      }),
    ),
    ownHosts: ownHosts(context.service.addresses),
    pullRequest: row.pull_request_number,
    previewUrl: hostedUrl(context.service.addresses, labelOf(row, site), "preview"),
  };
}

function buildSettings(site: SiteRow): BuildSettings {
  const set = Object.entries(settingsOf(site)).filter(([, value]) => value !== null);
  return BuildSettings.parse(Object.fromEntries(set));
}

function ownHosts({ baseUrl, previewDomain }: Addresses): readonly string[] {
  return [new URL(baseUrl).hostname, previewDomain.replace(/:\d+$/, "")];
}

/** @param reportedBy The worker that reported the commit; null when this service saw it. */
export async function pinCommit(
  { service }: Pick<RecordContext, "service">,
  { row, owner }: Claim,
  { commitSha, branch, about }: FetchedCommit,
  reportedBy: string | null = null,
): Promise<void> {
  const pinned = await service.db
    .updateTable("deployments")
    .set({
      commit_sha: commitSha,
      branch_verified: branch.kind === "unverified" ? 0 : 1,
      commit_message: about?.message ?? null,
      commit_author: about?.author ?? null,
      commit_told_by: reportedBy,
    })
    .where("id", "=", row.id)
    .where("status", "=", "building")
    .where("lease_owner", "=", owner)
    // It is pinned once: another request may have named another commit meanwhile.
    .where("commit_sha", row.commit_sha === null ? "is" : "=", row.commit_sha)
    .returning("id")
    .executeTakeFirst();
  if (!pinned) throw new BuildStopped("lost");
}

function labelOf(row: DeploymentRow, site: SiteRow): string {
  return row.preview_label ?? previewLabel(site.slug, row.id);
}

/** The variants of files that are known, and not lost from the disk: a lost one is made again. */
export async function presentVariants(
  { service: { db, objects } }: { readonly service: Pick<RecordContext["service"], "db" | "objects"> },
  files: readonly { readonly sha256: string }[],
): Promise<ReadonlyMap<string, Variants>> {
  const known = await readVariants(
    db,
    files.map(({ sha256 }) => sha256),
  );
  const made = [...known.values()].flatMap((variants) => Object.values(variants).flatMap((one) => one?.sha256 ?? []));
  const recorded = await recordedObjects(db, made);
  const isThere = async (variant: StoredObject): Promise<boolean> =>
    recorded.has(variant.sha256) && (await objects.has(variant, { recorded: true }));
  const present = new Map<string, Variants>();
  for (const [sha256, variants] of known) {
    const kept: [string, Variants[keyof Variants]][] = [];
    for (const [encoding, variant] of Object.entries(variants)) {
      if (variant === null || (variant !== undefined && (await isThere(variant)))) kept.push([encoding, variant]);
    }
    present.set(sha256, Object.fromEntries(kept));
  }
  return present;
}

type ReadyContext = Pick<RecordContext, "service" | "signer">;

/**
 * Files, host, site and status change together, or nothing does. What it was built from is what `pin` recorded.
 * @param built Its objects are kept.
 * @throws {BuildFailure} `storage_quota_exceeded`, `output_missing`, `home_broken`
 */
export async function makeReady(context: ReadyContext, claim: Claim, built: Built): Promise<void> {
  const { service } = context;
  const { row, site, owner } = claim;
  const label = labelOf(row, site);
  const previewUrl = hostedUrl(service.addresses, label, "preview");
  const { rules, warnings, lines: checked } = await checkBuilt(service.objects, built, new URL(previewUrl).origin);
  const list = await keepFileList(service, { files: built.files, rules });
  const { digest } = list;
  const at = instant(service.clock);
  await inWorkspace(service.db, row.workspace_id, async (tx) => {
    const lines = [...checked, { text: `Ready at ${previewUrl}` }].map((line) => ({ at, ...line }));
    await appendLogLines(tx, row.id, { batch: { stream: "publish", lines }, leaseOwner: owner });
    const files = built.files.map(({ sha256 }) => sha256);
    await noteStored(tx, [...files, digest]);
    await storeVariants(tx, built.variants);
    await storeFileList(tx, list);
    const noRoom = await countList(tx, row.workspace_id, list, service.settings);
    if (noRoom) throw new BuildFailure("storage_quota_exceeded", await noRoomText(tx, row.site_id, noRoom));
    await releaseVariants(tx, row.workspace_id, built.variants);
    const ready = await transition(tx, row.id, {
      from: "building",
      to: "ready",
      leaseOwner: owner,
      set: {
        file_list_digest: digest,
        preview_label: label,
        framework: built.framework,
        diagnostics: jsonList(warnings),
      },
      event: { previewUrl },
    });
    if (!ready) throw new BuildStopped("lost");
    const uploader = row.upload === null ? undefined : await findUploader(tx, row);
    const about = { row: ready, built, digest, url: previewUrl, at: tx.at, uploader };
    // In this transaction: a deployment is ready with its statement or not at all.
    await storeStatement(tx, row.id, signStatement(context, claim, about));
    await pointPreview(tx, { label, deployment: ready });
    const branch = verifiedBranch(ready);
    if (branch !== null) {
      await pointBranch(tx, { label: branchLabel(site, branch), branch, deployment: ready });
    }
    if (row.upload === null) await describeSite(tx, ready, built);
    if (service.settings.review) await queueReview(tx, row.id);
  });
  service.events.notify(row.id);
}

/** @throws {BuildFailure} `storage_quota_exceeded` */
export async function requireRoom(
  { db, settings }: Pick<RecordContext["service"], "db" | "settings">,
  { row }: Pick<Claim, "row">,
  files: readonly StoredObject[],
): Promise<void> {
  const noRoom = await inWorkspace(db, row.workspace_id, (tx) => reserveRoom(tx, row.workspace_id, files, settings));
  if (noRoom) throw new BuildFailure("storage_quota_exceeded", await noRoomText(db, row.site_id, noRoom));
}

interface ReadyPreview {
  readonly row: DeploymentRow;
  readonly built: Built;
  readonly digest: string;
  readonly url: string;
  readonly at: string;
  /** Of files that were built elsewhere. */
  readonly uploader: Uploader | undefined;
}

function signStatement(
  { service, signer }: ReadyContext,
  { site, worker }: Claim,
  { row, built, digest, url, at, uploader }: ReadyPreview,
): Envelope {
  const common = {
    digest,
    url,
    site: { id: site.id, slug: site.slug },
    deploymentId: row.id,
    manifest: built.manifest,
    service: service.addresses.baseUrl,
  };
  if (uploader) {
    return signer.sign(
      uploadStatement({
        ...common,
        uploadedAt: at,
        said: { commit: row.commit_sha, branch: row.branch },
        list: { sha256: row.upload_sha256 ?? "", files: row.upload_files ?? 0, bytes: row.upload_bytes ?? 0 },
        tokenId: uploader.tokenId,
        trustRuleId: uploader.trustRuleId,
      }),
    );
  }
  return signer.sign(
    buildStatement({
      ...common,
      finishedAt: at,
      repository: site.repository_url,
      commit: row.commit_sha ?? "",
      verifiedBranch: verifiedBranch(row),
      reportedBy: row.commit_told_by,
      worker,
      settings: buildSettings(site),
      framework: built.framework,
      sandbox: built.sandbox,
      cgroup: built.cgroup,
      node: built.node,
      startedAt: row.started_at ?? row.created_at,
    }),
  );
}

/** Its manifest decides about the deployments of others, so it is that of a commit on a branch of the repository. */
async function describeSite(tx: Transaction, row: DeploymentRow, built: Built): Promise<void> {
  const newer = await tx
    .selectFrom("deployments")
    .select("id")
    .where("site_id", "=", row.site_id)
    .where("environment", "=", "preview")
    .where("status", "=", "ready")
    .where("created_at", ">", row.created_at)
    .limit(1)
    .executeTakeFirst();
  if (newer) return;
  const { framework, manifest } = built;
  const described = {
    manifest: manifest === null ? null : JSON.stringify(manifest),
    manifest_commit_sha: manifest === null ? null : row.commit_sha,
  };
  await tx
    .updateTable("sites")
    .set({ framework, ...(row.branch_verified === 1 ? described : {}), updated_at: tx.at })
    .where("id", "=", row.site_id)
    .execute();
}
