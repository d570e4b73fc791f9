import type { Manifest } from "@greenroom/contract";
import { hostedUrl } from "../settings.ts";
import { type FileList, touchObjects, storeFileList } from "../store/file-lists.ts";
import { branchLabel, pointBranch, pointPreview, previewLabel } from "../store/hosts.ts";
import type { Transaction } from "../store/database.ts";
import { storeVariants, type Variant } from "../store/variants.ts";
import { transition } from "../store/transition.ts";
import { BuildStopped } from "./failure.ts";
import type { Work } from "./work.ts";

/** What a build made. */
export interface Made {
  readonly list: FileList;
  readonly variants: readonly Variant[];
  readonly framework: string;
  readonly manifest: Manifest | null;
  readonly commitSha: string;
  readonly at: string;
}

/**
 * Makes a built preview visible: files, host, site and status change together, or nothing does.
 * @param made Its files are on the disk already.
 * @throws {BuildStopped} When the site was archived or the deployment ended meanwhile.
 */
export async function publishPreview(work: Work, made: Made): Promise<void> {
  const { context, row, site, leaseOwner, log } = work;
  const label = row.preview_label ?? previewLabel(site.slug, row.id);
  const previewUrl = hostedUrl(context.addresses, label);
  log.line("publish", `Ready at ${previewUrl}`);
  await log.flush();
  const { at } = made;
  const moved = await context.db.transaction().execute(async (tx) => {
    // The site may have been archived while it was built.
    const { status } = await tx
      .selectFrom("sites")
      .select("status")
      .where("id", "=", site.id)
      .executeTakeFirstOrThrow();
    if (status === "archived") throw new BuildStopped("canceled");
    await touchObjects(tx, distinct(made.list), at);
    await storeVariants(tx, made.variants, at);
    const digest = await storeFileList(tx, made.list, at);
    const ready = await transition(tx, row.id, {
      from: "building",
      to: "ready",
      at,
      leaseOwner,
      set: { file_list_digest: digest, preview_label: label, framework: made.framework, commit_sha: made.commitSha },
      event: { previewUrl },
    });
    if (!ready) throw new BuildStopped("lost");
    await pointPreview(tx, { label, deployment: row, at });
    if (row.branch !== null) {
      await pointBranch(tx, { label: branchLabel(site, row.branch), branch: row.branch, deployment: row, at });
    }
    await describeSite(tx, work, made);
    return ready;
  });
  context.events.notify(moved.id);
}

function distinct(list: FileList): FileList["files"] {
  return [...new Map(list.files.map((file) => [file.sha256, file])).values()];
}

/** The site shows what its newest ready preview was built with. */
async function describeSite(tx: Transaction, { row, site }: Work, made: Made): Promise<void> {
  const newer = await tx
    .selectFrom("deployments")
    .select("id")
    .where("site_id", "=", site.id)
    .where("environment", "=", "preview")
    .where("status", "=", "ready")
    .where("created_at", ">", row.created_at)
    .limit(1)
    .executeTakeFirst();
  if (newer) return;
  await tx
    .updateTable("sites")
    .set({
      framework: made.framework,
      manifest: made.manifest === null ? null : JSON.stringify(made.manifest),
      manifest_commit_sha: made.manifest === null ? null : made.commitSha,
      updated_at: made.at,
    })
    .where("id", "=", site.id)
    .execute();
}
