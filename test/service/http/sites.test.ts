import { describe, expect, test } from "vitest";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { setAllowances } from "../../../packages/service/store/people/workspaces.ts";
import { addDeployment } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { context, first, openApp, other, request } from "./app.ts";

openApp();

const create = async (slug: string) => request("/sites", { body: { projectId: first.projectId, name: slug, slug } });

const allow = async (given: Parameters<typeof setAllowances>[2]) =>
  inDatabase(context.db, (tx) => setAllowances(tx, first.workspaceId, given));

describe("sites", () => {
  test("a created site is active and has its own URL and every field", async () => {
    const { data, status } = await create("docs");
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: first.projectId,
      slug: "docs",
      name: "docs",
      framework: null,
      status: "active",
      repositoryUrl: null,
      rootDirectory: null,
      installCommand: null,
      buildCommand: null,
      output: null,
      nodeVersion: null,
      prebuilt: null,
      previewExpiryDays: null,
      keptReleases: 10,
      previewAccess: "public",
      productionAccess: "public",
      viewedPages: null,
      masks: null,
      builtCommits: null,
      dailyBuilds: null,
      submodules: null,
      guestComments: null,
      githubComments: null,
      blockOverride: null,
      productionUrl: "http://docs.preview.localhost:4010/",
      publishedAt: null,
      createdAt: "2026-03-01T12:00:00.000Z",
      updatedAt: "2026-03-01T12:00:00.000Z",
    });
  });

  test("a slug that is not a valid host label still works", async () => {
    for (const slug of ["-", "--x", "x--y", "x-", "x".repeat(63)]) {
      const { data, status } = await create(slug);
      expect(status).toBe(201);
      expect(new URL(data.productionUrl).hostname.split(".")[0]).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
    }
  });

  test("reading a site returns its manifest and its latest deployment", async () => {
    expect((await request(`/sites/${first.site.id}`)).data).toMatchObject({ manifest: null, latestDeployment: null });
    await addDeployment(context, first, { created_at: "2026-03-01T10:00:00.000Z" });
    const newest = await addDeployment(context, first, { created_at: "2026-03-01T11:00:00.000Z", status: "building" });
    await context.db
      .updateTable("sites")
      .set({ manifest: JSON.stringify({ output: "out", later: 1 }), manifest_commit_sha: "abc1234" })
      .execute();
    const { data } = await request(`/sites/${first.site.id.toUpperCase()}`);
    expect(data).toMatchObject({ manifest: { output: "out", later: 1 }, manifestCommitSha: "abc1234" });
    expect(data.latestDeployment).toMatchObject({ id: newest, status: "building" });
  });

  test("archiving removes a site from the list, cancels its open deployments and hides the others", async () => {
    const ready = await addDeployment(context, first, {
      status: "ready",
      preview_label: "a",
      finished_at: "2026-03-01T11:00:00.000Z",
    });
    const queued = await addDeployment(context, first);
    const building = await addDeployment(context, first, { status: "building", lease_owner: "worker" });
    const archived = await request(`/sites/${first.site.id}`, { method: "DELETE" });
    expect(archived.data).toMatchObject({ status: "archived", archivedAt: "2026-03-01T12:00:00.000Z" });
    expect((await request("/sites")).data).toEqual([]);
    expect((await request("/sites/archived")).data).toEqual([archived.data]);
    expect((await request("/deployments")).data).toEqual([]);
    expect((await request(`/deployments/${ready}`)).data.status).toBe("ready");
    for (const id of [queued, building]) {
      expect((await request(`/deployments/${id}`)).data).toMatchObject({
        status: "canceled",
        error: { code: "site_archived" },
      });
    }
    expect(context.queueCalls).toEqual([queued, building, "wake"]);
    for (const [method, path] of [
      ["DELETE", ""],
      ["GET", ""],
      ["GET", "/deployments"],
      ["POST", "/deploy"],
    ] as const) {
      const refused = await request(`/sites/${first.site.id}${path}`, { method });
      expect([refused.result, refused.json.error.message]).toEqual([
        "404 site_not_found",
        `The site '${first.site.slug}' is archived. Restore it, then try again.`,
      ]);
    }
    const theirs = await request(`/sites/${first.site.id}`, { token: other.tokens.pat });
    expect(theirs.json.error.message).toBe("There is no such site in this workspace.");
  });

  test("a restored site has nothing of its manifest", async () => {
    await context.db.updateTable("sites").set({ manifest: "{}" }).execute();
    await request(`/sites/${first.site.id}`, { method: "DELETE" });
    context.clock.advance(60_000);
    const { data } = await request(`/sites/${first.site.id}/restore`, { method: "POST" });
    expect(data).toMatchObject({ status: "active", updatedAt: "2026-03-01T12:01:00.000Z" });
    expect(data.archivedAt).toBeUndefined();
    expect((await request(`/sites/${first.site.id}`)).data).toMatchObject({ manifest: null });
  });
});

test("archiving, restoring and canceling are in the audit log with the caller", async () => {
  const id = await addDeployment(context, first);
  await request(`/deployments/${id}/cancel`, { method: "POST" });
  await request(`/deployments/${id}/cancel`, { method: "POST" });
  const open = await addDeployment(context, first);
  await request(`/sites/${first.site.id}`, { method: "DELETE" });
  await request(`/sites/${first.site.id}/restore`, { method: "POST" });
  const rows = await readAudit(context.db, first.workspaceId, { afterSeq: 0, limit: 10 });
  expect(rows.map((row) => [row.action, row.actor_type, row.subject_id])).toEqual([
    ["deployment.canceled", "token", id],
    ["site.archived", "token", first.site.id],
    ["site.restored", "token", first.site.id],
  ]);
  expect(JSON.parse(rows[1]?.data ?? "")).toEqual({ slug: "shop", canceled: [open] });
});

describe("entitlements", () => {
  test("a workspace is unlimited until an operator sets a limit", async () => {
    expect((await request("/sites")).json.entitlements).toEqual({
      maxSites: "unlimited",
      currentSites: 1,
      maxLiveSites: "unlimited",
      currentLiveSites: 0,
    });
    await allow({ maxSites: 2, maxLiveSites: 1 });
    await allow({ maxLiveSites: 0 });
    expect((await request("/sites")).json.entitlements).toMatchObject({ maxSites: 2, maxLiveSites: 0 });
    await allow({ maxSites: null });
    expect((await request("/sites")).json.entitlements).toMatchObject({ maxSites: "unlimited", maxLiveSites: 0 });
  });

  test("a finite maxSites caps creating and restoring; archiving frees a slot", async () => {
    await allow({ maxSites: 1 });
    expect((await create("two")).result).toBe("402 site_limit_reached");
    await request(`/sites/${first.site.id}`, { method: "DELETE" });
    expect((await create("two")).status).toBe(201);
    expect((await request(`/sites/${first.site.id}/restore`, { method: "POST" })).result).toBe(
      "402 site_limit_reached",
    );
    await allow({ maxSites: 2 });
    expect((await request(`/sites/${first.site.id}/restore`, { method: "POST" })).status).toBe(200);
  });

  test("concurrent requests never exceed maxSites together", async () => {
    await allow({ maxSites: 3 });
    const responses = await Promise.all(Array.from({ length: 10 }, async (_, n) => create(`s${n}`)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  test("a site counts as live while its production host shows a deployment", async () => {
    const id = await addDeployment(context, first, { environment: "production", status: "ready" });
    await insert(context.db, "hosts", {
      label: first.site.production_label,
      kind: "production",
      site_id: first.site.id,
      deployment_id: id,
      updated_at: "2026-03-01T12:00:00.000Z",
    });
    const listed = await request("/sites");
    expect(listed.json.entitlements.currentLiveSites).toBe(1);
    const publishedAt = "2026-03-01T12:00:00.000Z";
    expect(listed.data).toMatchObject([{ id: first.site.id, publishedAt }]);
    expect((await request(`/sites/${first.site.id}`)).data).toMatchObject({ publishedAt });
    expect((await request(`/deployments/${id}`)).data.productionUrl).toBe("http://shop.preview.localhost:4010/");
    await request(`/sites/${first.site.id}`, { method: "DELETE" });
    expect((await request("/sites")).json.entitlements.currentLiveSites).toBe(0);
  });
});
