import { expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newApprovalId } from "../../../packages/service/domain/ids.ts";
import { forgetOld, RECORD_DAYS } from "../../../packages/service/store/deployments/old-records.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { addDeployment } from "../fixtures.ts";
import { context, first, openApp } from "../http/app.ts";
import { insert } from "../rows.ts";

const DAY_MS = 86_400_000;

openApp();
const daysAgo = (days: number): string => instant(context.clock, -days * DAY_MS);
const OLD = RECORD_DAYS + 1;

async function preview(columns: Partial<DeploymentRow>): Promise<string> {
  const id = await addDeployment(context, first, { finished_at: daysAgo(OLD), created_at: daysAgo(OLD), ...columns });
  await insert(context.db, "deployment_statements", { deployment_id: id, envelope: "{}" });
  return id;
}

const left = async (): Promise<readonly string[]> =>
  (await context.db.selectFrom("deployments").select("id").execute()).map(({ id }) => id);

test("a preview that ended long ago is forgotten with its events and statement, once its files are gone as long", async () => {
  await preview({ status: "failed" });
  await preview({ status: "canceled" });
  await preview({ status: "ready", removed_at: daysAgo(OLD), removed_because: "expired" });
  const kept = [
    await preview({ status: "failed", finished_at: daysAgo(RECORD_DAYS - 1) }),
    await preview({ status: "ready" }),
    await preview({ status: "ready", removed_at: daysAgo(1), removed_because: "expired" }),
  ];
  expect(await forgetOld(context)).toBe(3);
  expect((await left()).toSorted()).toEqual(kept.toSorted());
  for (const table of ["deployment_events", "deployment_statements"] as const) {
    const rows = await context.db.selectFrom(table).select("deployment_id").execute();
    expect(rows.map((row) => row.deployment_id).toSorted()).toEqual(kept.toSorted());
  }
});

test("a release, what it was made from, and what somebody decided or commented on are never forgotten", async () => {
  const gone = { status: "ready", removed_at: daysAgo(OLD), removed_because: "expired" } as const;
  const source = await preview(gone);
  const release = await preview({ ...gone, environment: "production", source_deployment_id: source });
  const requested = await preview(gone);
  await insert(context.db, "approval_requests", {
    id: newApprovalId(),
    workspace_id: first.workspaceId,
    site_id: first.site.id,
    source_deployment_id: requested,
    file_list_digest: "",
    status: "rejected",
    intent: "release",
    created_at: daysAgo(OLD),
    expires_at: daysAgo(OLD),
  });
  const commented = await preview(gone);
  const place = { id: "c1", path: "/", anchor: "{}", status: "resolved" } as const;
  const of = { workspace_id: first.workspaceId, site_id: first.site.id, deployment_id: commented };
  await insert(context.db, "comment_threads", { ...place, ...of, created_at: daysAgo(OLD), updated_at: daysAgo(OLD) });
  expect(await forgetOld(context)).toBe(0);
  expect((await left()).toSorted()).toEqual([source, release, requested, commented].toSorted());
});
