import { expect, test } from "vitest";
import { MAX_SHARE_LINKS, type Role } from "../../../packages/contract/index.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { createShareLink } from "../../../packages/service/store/sites/site-access.ts";
import { addDeployment, addToken } from "../fixtures.ts";
import { send } from "./api.ts";
import { app, context, first, openApp, other } from "./app.ts";

openApp();

const tokenOf = async (role: Role | null): Promise<string> =>
  (await addToken(context, first, { userId: role === null ? null : first.users[role] })).token;

const call = async (role: Role | null, method: string, path: string, body?: unknown) =>
  send(app, `/sites/${first.site.id}${path}`, {
    method,
    token: await tokenOf(role),
    ...(body !== undefined && { body }),
  });

const LINK = { expiresInSeconds: 3_600 };

test("an owner or admin says who can open a site, no token of nobody, and everyone who sees the site sees it", async () => {
  const before = await call("viewer", "GET", "");
  expect(before.json.data).toMatchObject({ previewAccess: "public", productionAccess: "public" });
  expect((await call(null, "PATCH", "", { previewAccess: "link" })).result).toBe("403 user_actor_required");
  const changed = await call("admin", "PATCH", "", { previewAccess: "link", productionAccess: "members" });
  expect(changed.json.data).toMatchObject({ previewAccess: "link", productionAccess: "members" });
  const again = await call("owner", "PATCH", "", { previewAccess: "public" });
  expect(again.json.data).toMatchObject({ previewAccess: "public", productionAccess: "members" });
  const audit = await context.db.selectFrom("audit_log").select(["action", "data"]).execute();
  expect(audit.filter(({ action }) => action === "site.access_changed").map(({ data }) => JSON.parse(data))).toEqual([
    { previewAccess: "link", productionAccess: "members" },
    { previewAccess: "public", productionAccess: "members" },
  ]);
});

test("a share link is created by everyone who can ask for a release, shown once, listed and revoked", async () => {
  await call("owner", "PATCH", "", { previewAccess: "link" });
  const deploymentId = await addDeployment(context, first, { status: "ready", preview_label: "shop-1" });
  const made = await call("developer", "POST", "/share-links", { ...LINK, deploymentId, name: "Client" });
  const { id, url, path } = made.json.data;
  expect([made.status, url]).toEqual([201, `http://shop-1.preview.localhost:4010${path}`]);
  expect(path).toMatch(/^\/\.well-known\/greenroom\/share\/[\w-]{43}$/);
  const listed = await call("viewer", "GET", "/share-links");
  expect(listed.json.data).toMatchObject([{ id, deploymentId, name: "Client", lastUsedAt: null }]);
  const secret = path.split("/").at(-1) ?? "";
  const rows = await context.db.selectFrom("share_links").selectAll().execute();
  const audit = await context.db.selectFrom("audit_log").selectAll().execute();
  for (const text of [listed.text, JSON.stringify(rows), JSON.stringify(audit)]) expect(text).not.toContain(secret);
  expect((await call("viewer", "DELETE", `/share-links/${id}`)).result).toBe("403 forbidden_role");
  expect((await call("approver", "DELETE", `/share-links/${id}`)).json.data).toEqual({ id, revoked: true });
  expect((await call("approver", "DELETE", `/share-links/${id}`)).result).toBe("404 not_found");
  expect((await call("viewer", "GET", "/share-links")).json.data).toEqual([]);
});

test("a link to all previews names the newest one, and none while there is none", async () => {
  await call("owner", "PATCH", "", { previewAccess: "link" });
  expect((await call("owner", "POST", "/share-links", LINK)).json.data.url).toBeNull();
  await addDeployment(context, first, { status: "ready", preview_label: "shop-1" });
  context.clock.advance(1_000);
  await addDeployment(context, first, { status: "ready", preview_label: "shop-2" });
  expect((await call("owner", "POST", "/share-links", LINK)).json.data.url).toContain("//shop-2.preview.localhost");
});

test("a link that would not work is not made", async () => {
  expect((await call("owner", "POST", "/share-links", LINK)).json.error.message).toContain("open to everyone");
  await call("owner", "PATCH", "", { previewAccess: "members" });
  expect((await call("owner", "POST", "/share-links", LINK)).json.error.message).toContain("members only");
  await call("owner", "PATCH", "", { previewAccess: "link" });
  const theirs = await addDeployment(context, other, { status: "ready", preview_label: "theirs" });
  for (const deploymentId of [theirs, "dep_none"]) {
    const answer = await call("owner", "POST", "/share-links", { ...LINK, deploymentId });
    expect([deploymentId, answer.result]).toEqual([deploymentId, "404 deployment_not_found"]);
  }
  const failed = await addDeployment(context, first, { status: "failed" });
  const preview = await addDeployment(context, first, { status: "ready" });
  const release = await addDeployment(context, first, {
    environment: "production",
    status: "ready",
    source_deployment_id: preview,
  });
  for (const [deploymentId, reason] of [
    [failed, `the status of ${failed} is failed`],
    [release, `${release} is a release of ${preview}`],
  ] as const) {
    const answer = await call("owner", "POST", "/share-links", { ...LINK, deploymentId });
    expect(answer.result).toBe("400 validation_failed");
    expect(answer.json.error.issues).toEqual([
      { path: "deploymentId", message: `must name a preview that is ready; ${reason}` },
    ]);
  }
  const wrong = [
    {},
    { expiresInSeconds: 59 },
    { expiresInSeconds: 90 * 86_400 + 1 },
    { expiresInSeconds: 3_600.5 },
    { ...LINK, name: "" },
    { ...LINK, name: "a\nb" },
    { ...LINK, name: "a".repeat(81) },
    { ...LINK, deploymentId: "../x" },
  ];
  for (const body of wrong) {
    expect((await call("owner", "POST", "/share-links", body)).result).toBe("400 validation_failed");
  }
  expect((await call(null, "POST", "/share-links", LINK)).result).toBe("403 user_actor_required");
  expect((await call("viewer", "POST", "/share-links", LINK)).result).toBe("403 forbidden_role");
});

test("a preview token is made by an owner or admin, shown once, listed by its end, and revoked", async () => {
  for (const role of ["viewer", "developer", "approver"] as const) {
    expect((await call(role, "POST", "/preview-tokens", { name: "x" })).result).toBe("403 forbidden_role");
  }
  const made = await call("owner", "POST", "/preview-tokens", { name: "playwright" });
  const { id, token } = made.json.data;
  expect([made.status, token]).toEqual([201, expect.stringMatching(/^grpt_[\w-]{43}$/)]);
  const listed = await call("viewer", "GET", "/preview-tokens");
  expect(listed.json.data).toMatchObject([{ id, name: "playwright", last4: token.slice(-4), lastUsedAt: null }]);
  const rows = await context.db.selectFrom("preview_tokens").selectAll().execute();
  const audit = await context.db.selectFrom("audit_log").selectAll().execute();
  for (const text of [listed.text, JSON.stringify(rows), JSON.stringify(audit)]) expect(text).not.toContain(token);
  expect((await call("developer", "DELETE", `/preview-tokens/${id}`)).result).toBe("403 forbidden_role");
  expect((await call("admin", "DELETE", `/preview-tokens/${id}`)).json.data).toEqual({ id, revoked: true });
  expect((await call("admin", "DELETE", `/preview-tokens/${id}`)).result).toBe("404 not_found");
});

test("a site has so many links and tokens, and no more", async () => {
  await call("owner", "PATCH", "", { previewAccess: "link" });
  for (let n = 0; n < 10; n += 1)
    expect((await call("owner", "POST", "/preview-tokens", { name: "x" })).status).toBe(201);
  expect((await call("owner", "POST", "/preview-tokens", { name: "x" })).result).toBe("400 validation_failed");
  const { site, workspaceId, users } = first;
  const owner = { kind: "session", workspaceId, sessionId: "s", userId: users.owner, epoch: 1 } as const;
  await inDatabase(context.db, async (tx) => {
    for (let n = 0; n < MAX_SHARE_LINKS; n += 1)
      await createShareLink(tx, { ...owner, name: "n", role: "owner" }, { ...site, preview_access: "link" }, LINK);
  });
  expect((await call("owner", "POST", "/share-links", LINK)).result).toBe("400 validation_failed");
});
