import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newApprovalId } from "../../../packages/service/domain/ids.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { collectGarbage } from "../../../packages/service/pipeline/output/garbage.ts";
import { removeExpired } from "../../../packages/service/store/deployments/expiry.ts";
import { requireRow, updateRows } from "../../../packages/service/store/engine/rows.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { keepFileList, storeFileList } from "../../../packages/service/store/files/file-lists.ts";
import { noteStored } from "../../../packages/service/store/files/kept-objects.ts";
import { StoreUnavailable } from "../../../packages/service/store/files/objects.ts";
import { countList, readStorage, releaseRoom } from "../../../packages/service/store/files/storage.ts";
import { findHost } from "../../../packages/service/store/sites/hosts.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { send } from "../http/api.ts";
import { plansOf } from "../query-plans.ts";
import { insert, update } from "../rows.ts";

const DAY_MS = 86_400_000;

/** Of a service that goes on. */
const running = new AbortController().signal;

let folder: string;
/** What happens before an object is read. */
let beforeRead: () => Promise<unknown>;
let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  folder = folderOfTest("expiry");
  const plain = openTestContext({ dataDirectory: folder });
  const { objects } = plain;
  beforeRead = async () => undefined;
  context = {
    ...plain,
    objects: {
      ...objects,
      async read(sha256) {
        await beforeRead();
        return objects.read(sha256);
      },
    },
  };
  ({ first, other } = await seedWorkspace(context));
  app = createApp(context);
});
afterEach(() => context.db.destroy());

const row = (id: string) => requireRow(context.db, "deployments", { id });
const removed = async (id: string) => (await row(id)).removed_because;
/** Once what no list has is gone. */
const storedBytes = async (of = first) => {
  const { db } = context;
  await db
    .deleteFrom("objects")
    .where("sha256", "in", db.selectFrom("workspace_objects").select("sha256").where("lists", "<", 1))
    .where("sha256", "not in", db.selectFrom("workspace_objects").select("sha256").where("lists", ">", 0))
    .execute();
  await releaseRoom(db);
  return (await readStorage(db, of.workspaceId, {})).bytes;
};

/** A ready deployment with files: text by path. */
async function publish(
  columns: Partial<DeploymentRow> = {},
  files: Readonly<Record<string, string>> = { "index.html": `${Math.random()}` },
  of = first,
): Promise<string> {
  const at = instant(context.clock);
  const id = await addDeployment(context, of, { status: "ready", finished_at: at, branch: "main", ...columns });
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    sha256: createHash("sha256").update(text).digest("hex"),
    size: text.length,
  }));
  const list = await keepFileList(context, { files: listed, rules: "{}" });
  const { digest } = list;
  await inWorkspace(context.db, of.workspaceId, async (tx) => {
    const objects = listed.map(({ sha256, size }) => ({ sha256, size, created_at: at, stored_at: at }));
    await tx
      .insertInto("objects")
      .values(objects)
      .onConflict((conflict) => conflict.column("sha256").doNothing())
      .execute();
    await noteStored(tx, [digest]);
    await storeFileList(tx, list);
    await countList(tx, of.workspaceId, list, context.settings);
    await updateRows(tx, "deployments", { id }, { file_list_digest: digest });
  });
  return id;
}

async function release(source: string, columns: Partial<DeploymentRow> = {}): Promise<string> {
  const { file_list_digest: digest } = await row(source);
  const id = await addDeployment(context, first, {
    status: "ready",
    environment: "production",
    source_deployment_id: source,
    file_list_digest: digest,
    finished_at: instant(context.clock),
    ...columns,
  });
  const host = { label: first.site.production_label, kind: "production" as const, site_id: first.site.id };
  await context.db
    .insertInto("hosts")
    .values({ ...host, deployment_id: id, updated_at: instant(context.clock) })
    .onConflict((conflict) => conflict.column("label").doUpdateSet({ deployment_id: id }))
    .execute();
  return id;
}

async function request(source: string, announced: boolean): Promise<string> {
  const id = newApprovalId();
  const at = instant(context.clock);
  await insert(context.db, "approval_requests", {
    id,
    workspace_id: first.workspaceId,
    site_id: first.site.id,
    source_deployment_id: source,
    file_list_digest: (await row(source)).file_list_digest ?? "",
    status: "pending",
    intent: "release",
    created_at: at,
    requested_at: announced ? at : null,
    expires_at: instant(context.clock, 365 * DAY_MS),
  });
  return id;
}

const settings = (columns: { preview_expiry_days?: number | null; kept_releases?: number | null }) =>
  update(context.db, "sites", { id: first.site.id }, columns);

const as = (path: string, options: Parameters<typeof send>[2] = {}, of = first) =>
  send(app, path, { token: of.tokens.pat, ...options });
const remove = (id: string, of = first) => as(`/sites/${of.site.id}/deployments/${id}`, { method: "DELETE" }, of);
const close = (number: number | string, of = first) =>
  as(`/sites/${of.site.id}/pull-requests/${number}/close`, { method: "POST" }, of);
const deploy = (body: object, key = "key") =>
  as(`/sites/${first.site.id}/deploy`, {
    body: { environment: "preview", ...body },
    headers: { "Idempotency-Key": key },
  });

test.runIf(!ON_POSTGRES)("a round looks only at deployments that have files still", async () => {
  await context.db.updateTable("sites").set({ preview_expiry_days: 30, kept_releases: 1 }).execute();
  const planned = await plansOf(context.db, (db) => removeExpired({ ...context, db }, running));
  const looks = planned.flatMap(({ plan }) => plan).filter((step) => /(?:SEARCH|SCAN) d\b/.test(step));
  expect(looks.length).toBeGreaterThanOrEqual(4);
  for (const step of looks) expect(step).toMatch(/INDEX deployments_kept/);
});

describe("a preview of a site with an expiry of 30 days expires", () => {
  beforeEach(() => settings({ preview_expiry_days: 30 }));

  test("30 days after the last deployment of its branch, an older one 30 days after it was made", async () => {
    const older = await publish();
    context.clock.advance(10 * DAY_MS);
    const newest = await publish();
    context.clock.advance(21 * DAY_MS);
    await removeExpired(context, running);
    expect([await removed(older), await removed(newest)]).toEqual(["expired", null]);
    // A build that fails says all the same that somebody works on the branch.
    await addDeployment(context, first, { status: "failed", branch: "main" });
    context.clock.advance(29 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(newest)).toBeNull();
    context.clock.advance(2 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(newest)).toBe("expired");
  });

  test("but the newest of an open pull request stays, for 90 days", async () => {
    const older = await publish({ branch: "topic", pull_request_number: 7 });
    context.clock.advance(1000);
    const newest = await publish({ branch: "topic", pull_request_number: 7 });
    context.clock.advance(31 * DAY_MS);
    await removeExpired(context, running);
    expect([await removed(older), await removed(newest)]).toEqual(["expired", null]);
    context.clock.advance(60 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(newest)).toBe("expired");
  });

  test("after other days, once its site says so, and never where that is off", async () => {
    await settings({ preview_expiry_days: 2 });
    const id = await publish();
    context.clock.advance(3 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(id)).toBe("expired");
    await settings({ preview_expiry_days: null });
    const kept = await publish();
    context.clock.advance(1000 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(kept)).toBeNull();
  });

  test("unless a release that is kept was made from it, or a requested release of it waits; a prepared release ends with it", async () => {
    const live = await publish({ branch: "a" });
    await release(live);
    const asked = await publish({ branch: "b" });
    await request(asked, true);
    const prepared = await publish({ branch: "c" });
    const silent = await request(prepared, false);
    context.clock.advance(31 * DAY_MS);
    await removeExpired(context, running);
    expect([await removed(live), await removed(asked), await removed(prepared)]).toEqual([null, null, "expired"]);
    const { status } = await requireRow(context.db, "approval_requests", { id: silent });
    expect(status).toBe("superseded");
  });

  test("with former releases beyond those that the site keeps, and never what is live", async () => {
    await settings({ kept_releases: 1, preview_expiry_days: null });
    const releases: string[] = [];
    for (const branch of ["a", "b", "c"]) {
      releases.push(await release(await publish({ branch })));
      context.clock.advance(1000);
    }
    await removeExpired(context, running);
    expect(await Promise.all(releases.map(removed))).toEqual(["expired", null, null]);
    await settings({ kept_releases: 0 });
    await removeExpired(context, running);
    expect(await Promise.all(releases.map(removed))).toEqual(["expired", "expired", null]);
  });

  test("in rounds that end somewhere and go on there", async () => {
    const ids = [];
    for (let n = 0; n < 120; n += 1)
      ids.push(await publish({ branch: null, created_at: instant(context.clock, n) }, { "index.html": "same" }));
    context.clock.advance(31 * DAY_MS);
    expect(await removeExpired(context, AbortSignal.abort())).toEqual({ deployments: 0, bytes: 0 });
    expect(await removeExpired(context, running)).toEqual({ deployments: 120, bytes: 4 });
    expect(await removeExpired(context, running)).toEqual({ deployments: 0, bytes: 0 });
  });

  test("with one entry of the audit log a round, of what and why", async () => {
    const id = await publish();
    context.clock.advance(31 * DAY_MS);
    await removeExpired(context, running);
    const [entry] = await context.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "deployments.expired")
      .execute();
    expect(entry).toMatchObject({ actor_type: "system", subject_id: first.site.id });
    expect(JSON.parse(entry?.data ?? "")).toMatchObject({ because: "expired", deploymentIds: [id] });
  });

  test("with what an archived site had, a day later", async () => {
    const id = await publish();
    await as(`/sites/${first.site.id}`, { method: "DELETE" });
    await removeExpired(context, running);
    expect(await removed(id)).toBeNull();
    context.clock.advance(DAY_MS + 1);
    await removeExpired(context, running);
    expect([await removed(id), await storedBytes()]).toEqual(["site_archived", 0]);
  });
});

describe("a pull request that closes", () => {
  const preview = (number: number | null, branch = "topic") => publish({ branch, pull_request_number: number });

  test("has its previews removed 24 hours later, and no others", async () => {
    const ids = [await preview(7), await preview(7, "renamed"), await preview(8), await preview(null)];
    const answer = await close(7);
    expect(answer.status).toBe(202);
    expect(answer.data).toMatchObject({ pullRequest: 7, previews: 2, removeAt: instant(context.clock, DAY_MS) });
    context.clock.advance(DAY_MS - 1);
    await removeExpired(context, running);
    expect(await Promise.all(ids.map(removed))).toEqual([null, null, null, null]);
    context.clock.advance(1);
    await removeExpired(context, running);
    expect(await Promise.all(ids.map(removed))).toEqual(["pull_request_closed", "pull_request_closed", null, null]);
  });

  test("twice keeps the time of the first message", async () => {
    await preview(7);
    const { removeAt } = (await close(7)).data as unknown as { readonly removeAt: string };
    context.clock.advance(60_000);
    expect((await close(7)).data).toMatchObject({ removeAt });
    expect(
      await context.db.selectFrom("audit_log").select("seq").where("action", "=", "pull_request.closed").execute(),
    ).toHaveLength(1);
  });

  test("and opens again keeps them: a new deployment takes it back, and so does the same request again", async () => {
    await deploy({ branch: "topic", pullRequest: { number: 7, title: "" } });
    const id = await preview(7);
    await close(7);
    await deploy({ branch: "topic", commitSha: "1234567", pullRequest: { number: 7, title: "" } }, "another");
    context.clock.advance(2 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(id)).toBeNull();
    await close(7);
    await deploy({ branch: "topic", pullRequest: { number: 7, title: "" } });
    context.clock.advance(2 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(id)).toBeNull();
  });

  test("does not take what a release waits for", async () => {
    const id = await preview(7);
    await request(id, true);
    await close(7);
    context.clock.advance(2 * DAY_MS);
    await removeExpired(context, running);
    expect(await removed(id)).toBeNull();
  });

  test("is named by its number, at a site of one's own", async () => {
    expect((await close(0)).result).toBe("404 not_found");
    expect((await close("7x")).result).toBe("404 not_found");
    expect((await close(4_294_967_296)).result).toBe("404 not_found");
    const theirs = await as(`/sites/${other.site.id}/pull-requests/7/close`, { method: "POST" });
    expect(theirs.result).toBe("404 site_not_found");
  });
});

describe("deleting a deployment", () => {
  test("keeps its record and says when and why; a second time changes nothing", async () => {
    const id = await publish({ commit_sha: "a".repeat(40), preview_label: "shop-x" });
    const answer = await remove(id);
    expect(answer.data).toMatchObject({
      id,
      status: "ready",
      commitSha: "a".repeat(40),
      previewUrl: "http://shop-x.preview.localhost:4010/",
      removedAt: instant(context.clock),
      removedBecause: "deleted",
    });
    context.clock.advance(1000);
    expect((await remove(id)).text).toBe(answer.text);
    const entries = await context.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "deployment.deleted")
      .execute();
    expect(entries).toMatchObject([{ actor_type: "token", subject_id: id }]);
  });

  test("is asked for again later while the store of files is away, and loses no count of what is stored", async () => {
    const id = await publish({}, { "index.html": "12345", "b.html": "678" });
    await settings({ preview_expiry_days: 30 });
    beforeRead = () => Promise.reject(new StoreUnavailable("store_away", "It is away."));
    expect((await remove(id)).result).toBe("503 try_again");
    context.clock.advance(365 * DAY_MS);
    await expect(removeExpired(context, running)).rejects.toMatchObject({ code: "store_away" });
    expect([await removed(id), await storedBytes()]).toEqual([null, 8]);
    beforeRead = async () => undefined;
    expect((await remove(id)).result).toBe("200 ok");
    expect([await removed(id), await storedBytes()]).toEqual(["deleted", 0]);
  });

  test("is asked for again when its files are others by then, and removes nothing", async () => {
    const [id, later] = [await publish(), await publish()];
    const { file_list_digest: digest } = await row(later);
    beforeRead = () => update(context.db, "deployments", { id }, { file_list_digest: digest });
    expect((await remove(id)).result).toBe("503 try_again");
    expect(await removed(id)).toBeNull();
  });

  test("whose list of files is lost goes all the same; what it named stays counted, and is not collected", async () => {
    const id = await publish({}, { "index.html": "12345" });
    const { file_list_digest: digest } = await row(id);
    await context.objects.remove(digest ?? "", Date.now());
    expect((await remove(id)).result).toBe("200 ok");
    expect([await removed(id), await storedBytes()]).toEqual(["deleted", 5]);
  });

  test("leaves the files to another workspace that has the same list", async () => {
    const files = { "index.html": "the same" };
    const [mine, theirs] = [await publish({}, files), await publish({}, files, other)];
    const { file_list_digest: digest } = await row(theirs);
    const collectTwice = async () => {
      for (let round = 0; round < 3; round += 1) {
        context.clock.advance(2 * 3_600_000);
        await collectGarbage(context, { unreferenced: false });
      }
    };
    const sha256 = createHash("sha256").update("the same").digest("hex");
    const known = async () =>
      (await context.db.selectFrom("objects").select("sha256").execute()).map((object) => object.sha256).toSorted();
    await remove(mine);
    await collectTwice();
    expect(await known()).toEqual([sha256, digest ?? ""].toSorted());
    expect([await storedBytes(), await storedBytes(other)]).toEqual([0, 8]);
    await remove(theirs, other);
    await collectTwice();
    expect(await known()).toEqual([]);
  });

  test("cancels a preview that is queued or building", async () => {
    const { id } = (await deploy({})).data;
    expect((await remove(id)).data).toMatchObject({ status: "canceled", removedBecause: "deleted" });
    expect(context.queueCalls).toContain(id);
    // Its key still answers for it: a retry that was on its way makes no second one.
    expect((await deploy({})).data.id).toBe(id);
  });

  test("lets the key of what was ready make a new deployment", async () => {
    const { id } = (await deploy({})).data;
    await update(context.db, "deployments", { id }, { status: "ready" });
    expect((await deploy({})).data.id).toBe(id);
    await remove(id);
    expect((await deploy({})).data.id).not.toBe(id);
  });

  test("is rejected while production uses it or someone is to decide, and says what to do first", async () => {
    const source = await publish({ branch: "a" });
    const live = await release(source);
    const asked = await publish({ branch: "b" });
    const approval = await request(asked, true);
    const running = await addDeployment(context, first, { environment: "production", source_deployment_id: source });
    const answers = [await remove(live), await remove(source), await remove(asked), await remove(running)];
    expect(answers.map(({ result }) => result)).toEqual(Array.from(answers, () => "409 deployment_in_use"));
    expect(answers.map(({ json }) => json.error.message)).toEqual([
      "It is live in production. Publish another release first.",
      `Release ${live}, which is live in production, was made from it. Publish another release first.`,
      `Its release waits for a decision. Reject request ${approval} first.`,
      "The release is on its way to production. Cancel it first.",
    ]);
    expect(await Promise.all([live, source, asked, running].map(removed))).toEqual([null, null, null, null]);
  });

  test("leaves nothing that can be released", async () => {
    const id = await publish();
    await remove(id);
    const answer = await deploy({ environment: "production", sourceDeploymentId: id });
    expect(answer.result).toBe("409 source_deployment_not_ready");
    expect(answer.json.error.message).toContain("Deploy its commit again");
  });

  test("points the host of the branch at the newest preview that is left, and without one says that it was removed", async () => {
    const older = await publish({ preview_label: "older" });
    context.clock.advance(1000);
    const newest = await publish({ preview_label: "newest" });
    const host = {
      kind: "branch" as const,
      branch: "main",
      site_id: first.site.id,
      updated_at: instant(context.clock),
    };
    await insert(context.db, "hosts", { label: "main", deployment_id: newest, ...host });
    await remove(newest);
    expect(await findHost(context.db, "main")).toMatchObject({ kind: "files", deployment: { id: older } });
    await remove(older);
    expect(await findHost(context.db, "main")).toMatchObject({ kind: "removed", deploymentId: older });
  });
});

describe("what a workspace stores", () => {
  test("is each file once, whatever deployments and lists name it, and nothing of other workspaces", async () => {
    const one = await publish({}, { "a.txt": "aaaa", "b.txt": "aaaa", "c.txt": "cc" });
    expect(await storedBytes()).toBe(6);
    const same = await publish({}, { "a.txt": "aaaa", "b.txt": "aaaa", "c.txt": "cc" });
    const shared = await publish({}, { "a.txt": "aaaa", "d.txt": "d" });
    await publish({}, { "a.txt": "aaaa" }, other);
    expect([await storedBytes(), await storedBytes(other)]).toEqual([7, 4]);
    await remove(one);
    expect(await storedBytes()).toBe(7);
    await remove(same);
    expect(await storedBytes()).toBe(5);
    await remove(shared);
    expect([await storedBytes(), await storedBytes(other)]).toEqual([0, 4]);
    expect(await context.db.selectFrom("workspace_objects").select("workspace_id").execute()).toEqual([
      { workspace_id: other.workspaceId },
    ]);
  });
});
