import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "../../../packages/contract/index.ts";
import type { ServiceContext } from "../../../packages/service/context.ts";
import type { Actor, SessionActor } from "../../../packages/service/domain/actor.ts";
import { hashSecret } from "../../../packages/service/domain/credentials.ts";
import { newDeploymentId } from "../../../packages/service/domain/ids.ts";
import { openSigner } from "../../../packages/service/outside/signer.ts";
import { BuildStopped } from "../../../packages/service/pipeline/failure.ts";
import { type Claim, makeReady } from "../../../packages/service/pipeline/service-record.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { appendAudit, readAudit } from "../../../packages/service/store/audit/audit.ts";
import { createComment } from "../../../packages/service/store/comments/write.ts";
import { acceptPreview } from "../../../packages/service/store/deployments/accept.ts";
import { claimNext } from "../../../packages/service/store/deployments/queue.ts";
import { deleteDeployment } from "../../../packages/service/store/deployments/removals.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inTransaction, inDatabase, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { keepObjects } from "../../../packages/service/store/files/kept-objects.ts";
import {
  decideDeviceGrant,
  pollDeviceGrant,
  startDeviceGrant,
} from "../../../packages/service/store/people/device-grants.ts";
import { archiveSite } from "../../../packages/service/store/sites/sites.ts";
import { temporaryFolder } from "../../folders.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeScenario,
  makeSite,
  makeWorkspace,
  stepUp,
} from "../../service/approvals/fixture.ts";
import { openTestContext, type TestContext } from "../../service/fixtures.ts";

/*
 * What several processes do at once on one server. Each rule is broken too: where the workspace is not locked, what is
 * read is no longer so when it is written, and the same race ends wrong.
 */

const FRONTS = 3;
const LANES = 12;

interface Front extends TestContext {
  readonly at: () => string;
}

const folder = temporaryFolder("races");
let locking: readonly Front[];
let careless: readonly Front[];
/** As careless; deployments that arrive together commit together, which careless ones do not. */
let carelessTogether: readonly Front[];

const limit = { "builds-running": 2, "builds-queued": 8 };

function openFronts(): readonly Front[] {
  return Array.from({ length: FRONTS }, () => {
    const context = openTestContext({ file: join(folder, "greenroom.db"), limit, dataDirectory: folder });
    return { ...context, at: () => new Date(context.clock.now()).toISOString() };
  });
}

beforeAll(async () => {
  locking = openFronts();
  careless = openFronts().map((one) => ({ ...one, db: one.db.withPlugin(eachAlone).withPlugin(withoutLock) }));
  carelessTogether = openFronts().map((one) => ({ ...one, db: one.db.withPlugin(withoutLock) }));
  for (const { db } of [...locking, ...careless, ...carelessTogether])
    await db.selectFrom("workspaces").select("id").execute();
});

afterAll(async () => {
  for (const { db } of [...locking, ...careless, ...carelessTogether]) await db.destroy();
});

/** Takes the lock of a workspace out of every transaction, and nothing else. */
const withoutLock = replacing(/FOR NO KEY UPDATE(?: SKIP LOCKED)?/, "");

/** Leaves every workspace out of a commit of several. */
const eachAlone = replacing("FOR NO KEY UPDATE SKIP LOCKED", "LIMIT 0");

function replacing(from: string | RegExp, to: string): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (node.kind !== "RawNode") return node;
      return { ...node, sqlFragments: node.sqlFragments.map((text) => text.replace(from, to)) };
    },
    transformResult: async ({ result }) => result,
  };
}

function front<Context>(fronts: readonly Context[], n: number): Context {
  const found = fronts[n % fronts.length];
  if (!found) throw new RangeError("There is no front.");
  return found;
}

const BUILT = {
  files: [],
  variants: [],
  framework: "static",
  manifest: { home: false },
  sandbox: "none",
  cgroup: [],
  node: "v24",
} as const;

/** Runs something so many times, a few at once in each process: more would only wait for a connection. */
async function times<Result>(count: number, run: (n: number) => Promise<Result>) {
  const settled: PromiseSettledResult<Result>[] = [];
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < count; n = next++) [settled[n]] = await Promise.allSettled([run(n)]);
  };
  await Promise.all(Array.from({ length: FRONTS * LANES }, lane));
  return settled;
}

const ROUNDS = 20;

/** Whether a race ends wrong at least once in a while. */
async function goesWrong(race: () => Promise<{ readonly wrong: readonly unknown[] }>): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) if ((await race()).wrong.length > 0) return true;
  return false;
}

async function scenario() {
  const first = front(locking, 0);
  return { first, ...(await makeScenario(first)) };
}

const reasons = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));

const codes = async (settled: readonly PromiseSettledResult<unknown>[]) =>
  Promise.all(reasons(settled).map((reason) => codeOf(Promise.reject(reason as Error))));

async function acceptMany(fronts: readonly ServiceContext[], count: number, keyOf: (n: number) => string) {
  const { first, siteId, workspaceId, token } = await scenario();
  await first.db
    .updateTable("sites")
    .set({ repository_url: "https://git.example.com/shop.git" })
    .where("id", "=", siteId)
    .execute();
  const actor: Actor = { ...token, workspaceId, scopes: new Set(SCOPES) };
  const body = { environment: "preview", branch: "main" };
  const settled = await times(count, (n) => acceptPreview(front(fronts, n), actor, { siteId, body, key: keyOf(n) }));
  const ids = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value.deployment.id] : []));
  return { settled, ids };
}

describe("three processes on one database", () => {
  const quota = async (fronts: readonly Front[]) => {
    const { settled, ids } = await acceptMany(fronts, 3 * 40, (n) => `key-${n}`);
    const refused = await codes(settled);
    return { ids, wrong: [...ids.slice(10), ...refused.filter((code) => code !== "build_quota_exceeded")] };
  };

  test("accept as many builds together as the quota of a workspace allows", async () => {
    const { ids, wrong } = await quota(locking);
    expect([ids.length, wrong]).toEqual([10, []]);
    expect(await goesWrong(() => quota(careless))).toBe(true);
    expect(await goesWrong(() => quota(carelessTogether))).toBe(true);
  });

  const keys = async (fronts: readonly Front[]) => {
    const roomy = fronts.map((one) => ({
      ...one,
      settings: { ...one.settings, limits: { ...one.settings.limits, "builds-queued": 1_000 } },
    }));
    const { settled, ids } = await acceptMany(roomy, 3 * 100, (n) => `key-${Math.floor(n / 3)}`);
    return { ids, wrong: await codes(settled) };
  };

  test("make one deployment of a key, and give all of its senders the same answer", async () => {
    const { ids, wrong } = await keys(locking);
    expect(wrong).toEqual([]);
    expect(ids).toHaveLength(300);
    expect(new Set(ids).size).toBe(100);
    for (let n = 0; n < 300; n += 3) expect(new Set(ids.slice(n, n + 3)).size).toBe(1);
    expect(await goesWrong(() => keys(careless))).toBe(true);
  });

  const audit = async (fronts: readonly Front[]) => {
    const { workspaceId, first } = await scenario();
    const before = await verifyAudit(first.db, workspaceId);
    const settled = await times(450, (n) => {
      const one = front(fronts, n);
      return inWorkspace(one.db, workspaceId, (tx) =>
        appendAudit(tx, {
          workspaceId,
          actor: { type: "system", id: null },
          action: "member.added",
          subject: { type: "user", id: `person-${n}` },
          data: { n },
        }),
      );
    });
    return { before, check: await verifyAudit(first.db, workspaceId), wrong: await codes(settled) };
  };

  test("append to one audit log, every row in its chain, and no record of a process contradicts it", async () => {
    const { before, check, wrong } = await audit(locking);
    expect(wrong).toEqual([]);
    expect(check).toMatchObject({ kind: "intact", rows: before.rows + 450, findings: [] });
    expect(await goesWrong(() => audit(careless))).toBe(true);
  });

  const claims = async (fronts: readonly Front[], { workers, builds }: { workers: number; builds: number }) => {
    const first = front(locking, 0);
    const workspaces: { readonly workspaceId: string; readonly siteId: string }[] = [];
    for (let n = 0; n < 4; n += 1) {
      const workspace = await makeWorkspace(first);
      workspaces.push({ ...workspace, siteId: await makeSite(first, workspace) });
    }
    const mine = new Set(workspaces.map(({ workspaceId }) => workspaceId));
    const rows = Array.from({ length: builds }, (_, n) => {
      const of = front(workspaces, n);
      return {
        id: newDeploymentId(),
        workspace_id: of.workspaceId,
        site_id: of.siteId,
        environment: "preview",
        status: "queued",
        attempt: 0,
        last_event_seq: 0,
        log_lines: 0,
        log_bytes: 0,
        created_at: first.at(),
      } as const;
    });
    await first.db.insertInto("deployments").values(rows).execute();
    // What waits for a check of its branch is not the same in every process.
    const undecided = (worker: number) => rows.flatMap(({ id }, n) => (n % 8 < 4 === (worker % 2 === 0) ? [id] : []));
    const claimed = new Map<string, number>();
    const wrong: string[] = [];
    const settled = await times(workers, async (n) => {
      const { db, at } = front(fronts, n);
      for (let turn = 0; turn < 10 * builds && claimed.size < builds && wrong.length === 0; turn += 1) {
        const lease = { owner: `worker-${n}-${turn}`, at: at(), expiresAt: "2999-01-01T00:00:00.000Z" };
        const row = await claimNext(db, lease, {
          machine: "here",
          buildsRunning: 2,
          build: true,
          working: [],
          undecided: undecided(n),
        });
        if (!row || !mine.has(row.workspace_id)) continue;
        claimed.set(row.id, (claimed.get(row.id) ?? 0) + 1);
        const { count } = await db
          .selectFrom("deployments")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("workspace_id", "=", row.workspace_id)
          .where("status", "=", "building")
          .executeTakeFirstOrThrow();
        if (count > 2) wrong.push(`${count} at once`);
        const error = { code: "build_failed" as const, message: "It failed." };
        await inWorkspace(db, row.workspace_id, (tx) =>
          transition(tx, row.id, {
            from: "building",
            to: "failed",
            leaseOwner: lease.owner,
            event: { error },
          }),
        );
      }
    });
    const twice = [...claimed].flatMap(([id, count]) => (count > 1 ? [id] : []));
    return { claimed: claimed.size, wrong: [...wrong, ...twice, ...(await codes(settled))] };
  };

  test("claim each build once, and no more of a workspace at a time than it may run", async () => {
    const { claimed, wrong } = await claims(locking, { workers: 6, builds: 1_200 });
    expect([claimed, wrong]).toEqual([1_200, []]);
    expect(await goesWrong(() => claims(careless, { workers: 12, builds: 60 }))).toBe(true);
  }, 300_000);

  const approvers = async (fronts: readonly Front[]) => {
    const { first, siteId, workspaceId, developer, sourceDeploymentId, approver } = await scenario();
    const another = await makeMember(first, workspaceId, "approver");
    const { id: requestId } = await requestAsPerson(first, developer, { siteId, sourceDeploymentId });
    const both: readonly SessionActor[] = [approver, another];
    for (const one of both) await stepUp(first, one, "approve", requestId);
    const settled = await times(2, async (n) =>
      decideApproval(front(fronts, n), both[n] ?? approver, { requestId, decision: "approve" }),
    );
    const releases = await first.db
      .selectFrom("deployments")
      .select("id")
      .where("site_id", "=", siteId)
      .where("environment", "=", "production")
      .execute();
    const refused = await codes(settled);
    return {
      wrong: [
        ...refused.filter((code) => code !== "approval_already_decided"),
        ...releases.slice(1),
        ...(refused.length === 1 ? [] : [`${refused.length} refused`]),
      ],
    };
  };

  test("let one of two approvers decide, and the other gets to know it", async () => {
    for (let round = 0; round < 10; round += 1) expect(await approvers(locking)).toEqual({ wrong: [] });
    expect(await goesWrong(() => approvers(careless))).toBe(true);
  });

  const blocking = async (fronts: readonly Front[]) => {
    const { first, siteId, workspaceId, developer, sourceDeploymentId, approver } = await scenario();
    const { id: requestId } = await requestAsPerson(first, developer, { siteId, sourceDeploymentId });
    await stepUp(first, approver, "approve", requestId);
    const comment = { deploymentId: sourceDeploymentId, body: "Too small", blocks: true };
    const settled = await times(2, async (n) =>
      n === 0
        ? decideApproval(front(fronts, n), approver, { requestId, decision: "approve" })
        : createComment(front(fronts, n).db, developer, siteId, comment),
    );
    const log = await readAudit(first.db, workspaceId, { afterSeq: 0, limit: 100 });
    const blockedFirst = log.some(
      ({ action }, index) => action === "comment.blocked" && log[index + 1]?.action === "approval.approved",
    );
    const others = (await codes(settled)).filter((code) => code !== "approval_blocked");
    return { wrong: [...others, ...(blockedFirst ? ["approved what was blocked"] : [])] };
  };

  test("approve no release that a comment blocked before, however close together", async () => {
    for (let round = 0; round < 10; round += 1) expect(await blocking(locking)).toEqual({ wrong: [] });
    expect(await goesWrong(() => blocking(careless))).toBe(true);
  });

  const redeeming = async (write: typeof inDatabase) => {
    const { first, workspaceId, developer } = await scenario();
    const started = { clientName: "editor", scopes: [], address: "192.0.2.1" };
    const { deviceCode } = await startDeviceGrant(first.db, started);
    const by = { userId: developer.userId, epoch: developer.epoch, workspaceId };
    const decision = { deviceCodeHash: hashSecret(deviceCode), allow: true, by };
    await inDatabase(first.db, (tx) => decideDeviceGrant(tx, decision));
    const settled = await times(12, (n) =>
      write(front(locking, n).db, (tx) => pollDeviceGrant(tx, deviceCode, "editor")),
    );
    const granted = settled.filter((one) => one.status === "fulfilled" && typeof one.value !== "string");
    return { granted: granted.length, wrong: [...granted.slice(1), ...reasons(settled)] };
  };

  test("give the token of a device flow once, in transactions that are alone in the whole database", async () => {
    for (let round = 0; round < 3; round += 1) expect(await redeeming(inDatabase)).toEqual({ granted: 1, wrong: [] });
    expect(await goesWrong(() => redeeming(inTransaction))).toBe(true);
  });

  const claimOf = async (first: Front, of: { workspaceId: string; siteId: string }): Promise<Claim> => {
    const lease = { lease_owner: "worker", lease_expires_at: "2999-01-01T00:00:00.000Z" };
    const id = await makeDeployment(first, of, { status: "building", file_list_digest: null });
    const building = first.db.updateTable("deployments").set(lease).where("id", "=", id).returningAll();
    const site = first.db.selectFrom("sites").selectAll().where("id", "=", of.siteId);
    return {
      row: await building.executeTakeFirstOrThrow(),
      site: await site.executeTakeFirstOrThrow(),
      owner: "worker",
      leaseMs: 1_000,
    };
  };

  const counting = async (fronts: readonly Front[]) => {
    const { first, workspaceId, projectId, developer } = await scenario();
    const of = { workspaceId, siteId: await makeSite(first, { workspaceId, projectId }) };
    const signer = openSigner(folder);
    const files = await Promise.all(
      ["a", "b"].map(async (path) => ({ path, ...(await first.objects.putBytes(Buffer.from(path))) })),
    );
    await keepObjects(first, files);
    const claims: Claim[] = [];
    for (let n = 0; n < 12; n += 1) claims.push(await claimOf(first, of));
    const publish = (n: number) =>
      makeReady({ service: front(fronts, n), signer }, front(claims, n), { ...BUILT, files });
    const actor = { ...developer, role: "owner" as const };
    const remove = async (n: number) => {
      await deleteDeployment(front(fronts, n), actor, front(claims, n).row.id);
    };
    const counted = async () =>
      (
        await first.db
          .selectFrom("workspace_objects")
          .select("lists")
          .where("workspace_id", "=", workspaceId)
          .where("lists", ">", 0)
          .where(
            "sha256",
            "in",
            files.map(({ sha256 }) => sha256),
          )
          .execute()
      ).map(({ lists }) => lists);
    const settled = await times(6, publish);
    // Half go while the others come, then the others go at once.
    settled.push(...(await times(12, (n) => (n % 2 === 0 ? remove(n / 2) : publish(6 + (n - 1) / 2)))));
    const between = await counted();
    settled.push(...(await times(6, (n) => remove(6 + n))));
    return {
      wrong: [
        ...reasons(settled),
        ...(between.join() === "1,1" ? [] : [`counted ${between.join()} between`]),
        ...(await counted()),
      ],
    };
  };

  test("count the files of a workspace once while a deployment has them, and not after the last of them is gone", async () => {
    for (let round = 0; round < 5; round += 1) expect(await counting(locking)).toEqual({ wrong: [] });
    expect(await goesWrong(() => counting(careless))).toBe(true);
  });

  const archiving = async (fronts: readonly Front[]) => {
    const { first, workspaceId, projectId, developer } = await scenario();
    const claims: Claim[] = [];
    for (let n = 0; n < 12; n += 1) {
      const siteId = await makeSite(first, { workspaceId, projectId });
      claims.push(await claimOf(first, { workspaceId, siteId }));
    }
    const signer = openSigner(folder);
    const settled = await times(2 * claims.length, async (n) => {
      const claim = front(claims, Math.floor(n / 2));
      const one = front(fronts, n);
      if (n % 2 === 0) await makeReady({ service: one, signer }, claim, BUILT);
      else await archiveSite(one, { ...developer, role: "owner" }, claim.site.id);
    });
    const published = await first.db
      .selectFrom("deployments")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("status", "=", "ready")
      .where("hidden_at", "is", null)
      .where(
        "site_id",
        "in",
        claims.map(({ site }) => site.id),
      )
      .execute();
    const faults = reasons(settled).filter((reason) => !(reason instanceof BuildStopped));
    return { wrong: [...published, ...faults] };
  };

  test("publish no preview of a site once it is archived", async () => {
    for (let round = 0; round < 3; round += 1) expect(await archiving(locking)).toEqual({ wrong: [] });
    expect(await goesWrong(() => archiving(careless))).toBe(true);
  });
});
