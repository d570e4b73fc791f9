import { beforeEach, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { SCOPES } from "../../../packages/contract/index.ts";
import type { Actor } from "../../../packages/service/domain/actor.ts";
import { inBatches } from "../../../packages/service/domain/batches.ts";
import { acceptPreview } from "../../../packages/service/store/deployments/accept.ts";
import { branchesOfSite, type Facet, listBranches } from "../../../packages/service/store/deployments/branch-list.ts";
import { forgetOld, RECORD_DAYS } from "../../../packages/service/store/deployments/old-records.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { archiveSite } from "../../../packages/service/store/sites/sites.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { addDeployment, addToken } from "../fixtures.ts";
import { context, first, openApp } from "../http/app.ts";
import { plansOf } from "../query-plans.ts";
import { insert } from "../rows.ts";

let actor: Actor;

openApp({ limit: { "builds-queued": 100 } });

beforeEach(async () => {
  const { id: tokenId } = await addToken(context, first);
  const whose = { workspaceId: first.workspaceId, userId: first.users.developer, epoch: 1, name: "extra" };
  actor = { kind: "token", tokenKind: "pat", tokenId, scopes: new Set(SCOPES), ...whose };
});

async function deploy(body: object, key: string = crypto.randomUUID()): Promise<string> {
  context.clock.advance(1_000);
  const request = { siteId: first.site.id, body: { environment: "preview", ...body }, key };
  return (await acceptPreview(context, actor, request)).deployment.id;
}

async function listed(facet?: Facet) {
  const filter = { person: { userId: "", name: "" }, ...(facet && { facet }) };
  const { branches } = await listBranches(context.db, first.site, { filter, limit: 50 });
  return branches.map(({ newest, older, more }) => [newest.id, older.map(({ id }) => id), more]);
}

test("a branch is listed by its newest preview, also under many of another one, with nine older ones", async () => {
  const rare = await deploy({ branch: "rare" });
  context.clock.advance(1_000);
  const id = await addDeployment(context, first, { branch: "main", status: "ready" });
  const row = await requireRow(context.db, "deployments", { id });
  const older = Array.from({ length: 1_000 }, (_, n) => `dep_${String(1_000 - n).padStart(32, "0")}`);
  for (const some of inBatches(older))
    await insert(
      context.db,
      "deployments",
      some.map((one) => ({ ...row, id: one, created_at: instant(context.clock, -1_000) })),
    );
  const busy = [id, ...older];
  expect(await listed()).toEqual([
    [busy[0], busy.slice(1, 10), 990],
    [rare, [], 0],
  ]);
  expect(await branchesOfSite(context.db, first.site.id)).toEqual(["main", "rare"]);
  // A front whose clock is behind accepts one that is not the newest.
  const late = await addDeployment(context, first, { branch: "main", created_at: instant(context.clock, -500) });
  expect(await listed()).toEqual([
    [busy[0], [late, ...busy.slice(1, 9)], 990],
    [rare, [], 0],
  ]);
});

test.runIf(!ON_POSTGRES)(
  "a page reads deployments by branch and by id, never those of the whole workspace",
  async () => {
    for (let n = 0; n < 40; n += 1) await deploy({ branch: `b${n}` });
    const filter = { person: { userId: "", name: "" } };
    const planned = await plansOf(context.db, (db) => listBranches(db, first.site, { filter, limit: 50 }));
    const reads = planned.flatMap(({ plan }) => plan).filter((step) => /(?:SEARCH|SCAN) deployments\b/.test(step));
    expect(reads.length).toBeGreaterThan(3);
    for (const step of reads) expect(step).toMatch(/INDEX (?:deployments_branch|sqlite_autoindex_deployments_1) /);
  },
);

test("a push that names no pull request does not close that of its branch", async () => {
  await deploy({ branch: "a", pullRequest: { number: 7, title: "" } });
  const newest = await deploy({ branch: "a" });
  expect((await listed("open")).map(([id]) => id)).toEqual([newest]);
});

test("a pull request that is named later counts for the branch, and takes what names no branch to itself", async () => {
  const key = crypto.randomUUID();
  const branched = await deploy({ branch: "a" }, key);
  const before = await deploy({});
  const bare = await deploy({}, "bare");
  expect(await listed()).toEqual([
    [bare, [before], 0],
    [branched, [], 0],
  ]);
  for (const [body, named] of [
    [{ branch: "a" }, key],
    [{}, "bare"],
  ] as const) {
    const request = { siteId: first.site.id, body: { environment: "preview", ...body }, key: named };
    await acceptPreview(context, actor, { ...request, pullRequest: { number: 7 } });
  }
  expect(await listed("open")).toEqual([
    [bare, [], 0],
    [branched, [], 0],
  ]);
  expect((await listed()).map(([id]) => id)).toEqual([bare, before, branched]);
});

test("a branch goes when its site is archived, and when its newest preview is forgotten", async () => {
  const day = (days: number) => instant(context.clock, -days * 86_400_000);
  const old = { finished_at: day(RECORD_DAYS + 1), created_at: day(RECORD_DAYS + 1), status: "failed" } as const;
  await addDeployment(context, first, { branch: "old", ...old });
  const kept = await deploy({ branch: "new" });
  expect(await forgetOld(context)).toBe(1);
  expect(await listed()).toEqual([[kept, [], 0]]);
  await archiveSite(context, actor, first.site.id);
  expect([await listed(), await branchesOfSite(context.db, first.site.id)]).toEqual([[], []]);
});
