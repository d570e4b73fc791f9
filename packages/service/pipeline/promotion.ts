import type { Envelope } from "@greenroom/contract";
import { inBatches } from "../domain/batches.ts";
import { releaseStatement } from "../domain/statement.ts";
import { hostedUrl, productionUrl } from "../settings.ts";
import { markPublished } from "../store/approvals/decisions.ts";
import { storeStatement } from "../store/deployments/provenance.ts";
import { transition } from "../store/deployments/transition.ts";
import type { Database, Transaction } from "../store/engine/database.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { readFileList } from "../store/files/file-lists.ts";
import { queueForDecisions } from "../store/reviews/comparisons.ts";
import { pointProduction } from "../store/sites/hosts.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import { type ReleaseJob, timed } from "./job.ts";

const CHECKS_AT_A_TIME = 32;

/** Publishes the files of its source, unchanged. @see Interface §3 (production never builds) */
export async function promote(job: ReleaseJob): Promise<void> {
  const { service, row, site, log, leaseOwner } = job;
  const digest = await sourceDigest(service.db, job);
  await timed(job, "publish", () => checkFiles(job, digest));
  log.line("publish", `${site.slug} now serves ${row.source_deployment_id ?? ""} at its production URL`);
  await log.flush();
  await inWorkspace(service.db, row.workspace_id, async (tx) => {
    const set = { file_list_digest: digest };
    if (!(await transition(tx, row.id, { from: "building", to: "ready", leaseOwner, set }))) {
      throw new BuildStopped("lost");
    }
    // The files are counted for the source: they stay as long as it, or what was released from it.
    if ((await sourceDigest(tx, job)) !== digest) throw sourceGone();
    await markPublishedOrFail(tx, row.id);
    await storeStatement(tx, row.id, await signStatement(tx, job, digest));
    await pointProduction(tx, row);
    if (service.settings.review) await queueForDecisions(tx, site.id);
  });
  service.events.notify(row.id);
  service.log.info({ deploymentId: row.id, url: productionUrl(service.addresses, site) }, "published");
}

async function signStatement(
  tx: Transaction,
  { service, row, site, signer }: ReleaseJob,
  digest: string,
): Promise<Envelope> {
  const { requestId, decidedAt } = await tx
    .selectFrom("approval_requests")
    .innerJoin("release_acts", "release_acts.request_id", "approval_requests.id")
    .select(["approval_requests.id as requestId", "release_acts.at as decidedAt"])
    .where("approval_requests.deployment_id", "=", row.id)
    .where("release_acts.kind", "=", "approved")
    .executeTakeFirstOrThrow();
  return signer.sign(
    releaseStatement({
      digest,
      url: hostedUrl(service.addresses, site.production_label, "production"),
      site: { id: site.id, slug: site.slug },
      deploymentId: row.id,
      sourceDeploymentId: row.source_deployment_id ?? "",
      approval: { requestId, decidedAt },
      service: service.addresses.baseUrl,
      releasedAt: tx.at,
    }),
  );
}

/**
 * A release that is not approved, or is older than the live one, never reaches the production host: the failure rolls
 * the change back.
 */
async function markPublishedOrFail(tx: Transaction, deploymentId: string): Promise<void> {
  switch (await markPublished(tx, deploymentId)) {
    case "published":
      return;
    case "overtaken":
      throw new BuildFailure("superseded", "A release that was approved later is already live.");
    case "not_approved":
      throw new BuildFailure("source_unavailable", "There is no approved request for this release.");
  }
}

async function sourceDigest(db: Database, { row, site }: ReleaseJob): Promise<string> {
  const source = await db
    .selectFrom("deployments")
    .select("file_list_digest")
    .where("id", "=", row.source_deployment_id ?? "")
    .where("site_id", "=", site.id)
    .where("status", "=", "ready")
    .executeTakeFirst();
  if (source?.file_list_digest) return source.file_list_digest;
  throw sourceGone();
}

function sourceGone(): BuildFailure {
  return new BuildFailure("source_unavailable", "The preview to publish is no longer ready.");
}

async function checkFiles({ service, signal, log }: ReleaseJob, digest: string): Promise<void> {
  const list = await readFileList(service.objects, digest);
  if (!list)
    throw new BuildFailure("source_unavailable", "The preview's list of files is lost. Deploy its commit again.");
  for (const batch of inBatches(list.files, CHECKS_AT_A_TIME)) {
    signal.throwIfAborted();
    const found = await Promise.all(batch.map((file) => service.objects.has(file)));
    const missing = batch[found.indexOf(false)];
    if (missing)
      throw new BuildFailure("source_unavailable", `The preview's file ${JSON.stringify(missing.path)} was deleted.`);
  }
  log.line("publish", `${list.files.length} files are in place`);
}
