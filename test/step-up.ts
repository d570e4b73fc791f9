import type { ServiceContext } from "../packages/service/context.ts";
import type { Purpose } from "../packages/service/domain/authentication.ts";
import type { Database } from "../packages/service/store/engine/database.ts";
import { inDatabase } from "../packages/service/store/engine/transaction.ts";
import { grantStepUp } from "../packages/service/store/people/factors.ts";
import { currentComparison } from "../packages/service/store/reviews/comparisons.ts";

/** Gives a second factor in a session for a step of a release, with what it would change now on the screen. */
export async function stepUpForRelease(
  { db }: Pick<ServiceContext, "db">,
  sessionId: string,
  purpose: Purpose,
): Promise<void> {
  const release = await findRelease(db, purpose);
  const comparison = release && (await currentComparison(db, release.site_id, release.digest));
  const stepUp = { sessionId, purpose, factor: "totp", ...(comparison && { comparison }) } as const;
  await inDatabase(db, (tx) => grantStepUp(tx, stepUp));
}

function findRelease(db: Database, { action, subjectId }: Purpose) {
  if (action !== "request") {
    return db
      .selectFrom("approval_requests")
      .select(["site_id", "file_list_digest as digest"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
  }
  return db
    .selectFrom("deployments as d")
    .leftJoin("deployments as source", "source.id", "d.source_deployment_id")
    .select("d.site_id")
    .select((eb) => eb.fn.coalesce("source.file_list_digest", "d.file_list_digest").as("digest"))
    .where("d.id", "=", subjectId)
    .executeTakeFirst();
}
