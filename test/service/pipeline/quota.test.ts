import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { buildsOfFile } from "./setup.ts";

const KIBIBYTE = 1024;

const fixture = await buildsOfFile({ settings: { storageQuotaBytes: 300 * KIBIBYTE } });
const workspaceId = await fixture.workspace();
const repository = fixture.repository({ "greenroom.json": "{}", "index.html": "x" });
const siteId = await fixture.site(workspaceId, repository.url, "shop");

const stored = async () => (await requireRow(fixture.db, "workspaces", { id: workspaceId })).stored_bytes;

test("a deployment over the quota of its workspace fails with what is used and what to delete, and stores nothing", async () => {
  fixture.commit(repository.path, { "shared.bin": randomBytes(100 * KIBIBYTE) });
  const first = await fixture.built(siteId);
  expect(first.status).toBe("ready");
  // What the workspace has already costs nothing: 200 KiB more fit only because of it.
  fixture.commit(repository.path, { "more.bin": randomBytes(100 * KIBIBYTE) });
  expect((await fixture.built(siteId)).status).toBe("ready");
  const before = await stored();
  fixture.commit(repository.path, { "much.bin": randomBytes(200 * KIBIBYTE) });
  const over = await fixture.built(siteId);
  expect([over.status, over.error_code]).toEqual(["failed", "storage_quota_exceeded"]);
  expect(over.error_message).toMatch(
    /^The workspace stores 200 KiB of 300 KiB, and this deployment would add 200 KiB\./,
  );
  expect(over.error_message).toContain(first.id);
  expect([await stored(), before]).toEqual([before, before]);
  expect((await fixture.row(over.id)).file_list_digest).toBeNull();
});

test("a site of the workspace that has nothing to delete hears that there are others, and never which", async () => {
  const theirs = await fixture.built(siteId);
  const own = await fixture.site(workspaceId, repository.url, "second");
  fixture.commit(repository.path, { "again.bin": randomBytes(400 * KIBIBYTE) });
  const over = await fixture.built(own);
  expect(over.error_code).toBe("storage_quota_exceeded");
  expect(over.error_message).toContain("Delete previews of other sites of the workspace");
  for (const word of [theirs.id, "shop", "dep_"]) expect(over.error_message).not.toContain(word);
});

test("two deployments at once do not pass the quota together", async () => {
  const other = await fixture.workspace();
  const builds = ["a", "b"].map(async (slug) => {
    const { url } = fixture.repository({ "index.html": slug, "file.bin": randomBytes(200 * KIBIBYTE) });
    return fixture.built(await fixture.site(other, url, `${slug}-${other.slice(0, 8)}`));
  });
  const ended = await Promise.all(builds);
  expect(ended.map(({ status }) => status).sort()).toEqual(["failed", "ready"]);
});

test("a quota of the workspace's own is the one that counts, and 0 is none", async () => {
  const deploy = async () => {
    fixture.commit(repository.path, { "own.bin": randomBytes(400 * KIBIBYTE) });
    return (await fixture.built(siteId)).status;
  };
  const set = (bytes: number | null) =>
    fixture.db.updateTable("workspaces").set({ max_stored_bytes: bytes }).where("id", "=", workspaceId).execute();
  await set(0);
  expect(await deploy()).toBe("ready");
  await set(1);
  expect(await deploy()).toBe("failed");
});
