import { instant } from "@greenroom/contract/clock";
import { hostedUrl } from "../settings.ts";
import type { Transaction } from "../store/database.ts";
import { readFileList } from "../store/file-lists.ts";
import { pointProduction } from "../store/hosts.ts";
import { markPublished } from "../store/decisions.ts";
import { transition } from "../store/transition.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import { timed, type Work } from "./work.ts";

const CHECKS_AT_A_TIME = 32;

/**
 * Publishes a production deployment: the files of its source, unchanged, under the site's production host.
 * @throws {BuildFailure} `source_unavailable` when the files are gone.
 * @throws {BuildStopped} When the deployment was canceled or taken over meanwhile.
 * @see Interface §3 (production never builds)
 */
export async function promote(work: Work): Promise<void> {
  const { context, row, site, log, leaseOwner } = work;
  const digest = await sourceDigest(work);
  await timed(work, "publish", () => checkFiles(work, digest));
  log.line("publish", `${site.slug} now serves ${row.source_deployment_id ?? ""} at its production address`);
  await log.flush();
  const at = instant(context.clock);
  const moved = await context.db.transaction().execute(async (tx) => {
    const { status } = await tx
      .selectFrom("sites")
      .select("status")
      .where("id", "=", site.id)
      .executeTakeFirstOrThrow();
    if (status === "archived") throw new BuildStopped("canceled");
    const ready = await transition(tx, row.id, {
      from: "building",
      to: "ready",
      at,
      leaseOwner,
      set: { file_list_digest: digest },
    });
    if (ready) {
      await requirePublished(tx, { deploymentId: row.id, at });
      await pointProduction(tx, { deployment: row, at });
    }
    return ready;
  });
  if (!moved) throw new BuildStopped("lost");
  context.events.notify(row.id);
  context.log.info({ deploymentId: row.id, url: hostedUrl(context.addresses, site.production_label) }, "published");
}

/** What was not approved, or was overtaken, never reaches the production host: the failure rolls the change back. */
async function requirePublished(
  tx: Transaction,
  { deploymentId, at }: { readonly deploymentId: string; readonly at: string },
): Promise<void> {
  switch (await markPublished(tx, { deploymentId, at })) {
    case "published":
      return;
    case "overtaken":
      throw new BuildFailure("superseded", "A release approved later is live already.");
    case "not_approved":
      throw new BuildFailure("source_unavailable", "No approved request stands behind this release.");
  }
}

async function sourceDigest({ context, row, site }: Work): Promise<string> {
  const source = await context.db
    .selectFrom("deployments")
    .select(["file_list_digest", "commit_sha"])
    .where("id", "=", row.source_deployment_id ?? "")
    .where("site_id", "=", site.id)
    .where("status", "=", "ready")
    .executeTakeFirst();
  if (source?.file_list_digest) return source.file_list_digest;
  throw new BuildFailure("source_unavailable", "The preview to publish is not ready any more.");
}

async function checkFiles({ context, objects, signal, log }: Work, digest: string): Promise<void> {
  const list = await readFileList(context.db, digest);
  if (!list) throw new BuildFailure("source_unavailable", "The list of files of the preview is gone.");
  for (let start = 0; start < list.files.length; start += CHECKS_AT_A_TIME) {
    signal.throwIfAborted();
    const batch = list.files.slice(start, start + CHECKS_AT_A_TIME);
    const there = await Promise.all(batch.map((file) => objects.has(file)));
    const missing = batch[there.indexOf(false)];
    if (missing)
      throw new BuildFailure("source_unavailable", `The preview's file ${JSON.stringify(missing.path)} is gone.`);
  }
  log.line("publish", `${list.files.length} files are in place`);
}
