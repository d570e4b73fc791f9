import type { Envelope } from "@greenroom/contract";
import { inBatches } from "../domain/batches.ts";
import { releaseStatement } from "../domain/statement.ts";
import { hostedUrl, productionUrl } from "../settings.ts";
import { markPublished } from "../store/approvals/promotions.ts";
import { storeStatement } from "../store/deployments/provenance.ts";
import { transition } from "../store/deployments/transition.ts";
import type { Database, Transaction } from "../store/engine/database.ts";
import { findRow } from "../store/engine/rows.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { readFileList } from "../store/files/file-lists.ts";
import { queueForDecisions } from "../store/reviews/comparisons.ts";
import { pointProduction } from "../store/sites/hosts.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import { type RecordContext, timed, type Work } from "./job.ts";
import type { Claim } from "./service-record.ts";

const CHECKS_AT_A_TIME = 32;

/** Publishes the files of its source, unchanged. @see Interface §3 (production never builds) */
export async function promote(context: RecordContext, claim: Claim, work: Work): Promise<void> {
  const { service } = context;
  const { row, site, owner } = claim;
  const { log } = work;
  const digest = await sourceDigest(service.db, claim);
  await timed(work, "publish", () => checkFiles(service, work, digest));
  log.line("publish", `${site.slug} now serves ${row.source_deployment_id ?? ""} at its production URL`);
  await log.flush();
  await inWorkspace(service.db, row.workspace_id, async (tx) => {
    const set = { file_list_digest: digest };
    if (!(await transition(tx, row.id, { from: "building", to: "ready", leaseOwner: owner, set }))) {
      throw new BuildStopped("lost");
    }
    // The files are counted for the source: they stay as long as it, or what was released from it.
    if ((await sourceDigest(tx, claim)) !== digest) throw sourceGone();
    await markPublishedOrFail(tx, row.id);
    await storeStatement(tx, row.id, await signStatement(tx, context, { row, site, digest }));
    await pointProduction(tx, row);
    if (service.settings.review) await queueForDecisions(tx, site.id);
  });
  service.events.notify(row.id);
  service.log.info({ deploymentId: row.id, url: productionUrl(service.addresses, site) }, "published");
}

async function signStatement(
  tx: Transaction,
  { service, signer }: RecordContext,
  { row, site, digest }: Pick<Claim, "row" | "site"> & { readonly digest: string },
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

/** The failure rolls back a release that is not approved, or is older than the live one. */
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

async function sourceDigest(db: Database, { row, site }: Claim): Promise<string> {
  const place = { id: row.source_deployment_id ?? "", site_id: site.id };
  const source = await findRow(db, "deployments", { ...place, status: "ready" });
  if (source?.file_list_digest) return source.file_list_digest;
  throw sourceGone();
}

function sourceGone(): BuildFailure {
  return new BuildFailure("source_unavailable", "The preview to publish is no longer ready.");
}

async function checkFiles(
  { objects }: Pick<RecordContext["service"], "objects">,
  { signal, log }: Work,
  digest: string,
): Promise<void> {
  const list = await readFileList(objects, digest);
  if (!list)
    throw new BuildFailure("source_unavailable", "The preview's list of files is lost. Deploy its commit again.");
  for (const batch of inBatches(list.files, CHECKS_AT_A_TIME)) {
    signal.throwIfAborted();
    const found = await Promise.all(batch.map((file) => objects.has(file)));
    const missing = batch[found.indexOf(false)];
    if (missing)
      throw new BuildFailure("source_unavailable", `The preview's file ${JSON.stringify(missing.path)} was deleted.`);
  }
  log.line("publish", `${list.files.length} files are in place`);
}
