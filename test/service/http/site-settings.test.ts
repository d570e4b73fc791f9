import { beforeEach, describe, expect, test } from "vitest";
import { type Role, UpdateSite } from "../../../packages/contract/index.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { findFormerHost, findHost } from "../../../packages/service/store/sites/hosts.ts";
import { addDeployment, addToken } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { send } from "./api.ts";
import { app, context, first, openApp, other, request } from "./app.ts";

let admin: string;

const patch = async (body: unknown, token = admin, service = app) =>
  send(service, `/sites/${first.site.id}`, { token, method: "PATCH", body });

const changes = async () =>
  (await readAudit(context.db, first.workspaceId, { afterSeq: 0, limit: 100 })).filter(
    ({ action }) => action === "site.changed",
  );

async function tokenOf(role: Role | "nobody"): Promise<string> {
  const userId = role === "nobody" ? null : first.users[role];
  return (await addToken(context, first, { userId, scopes: ["sites:write"] })).token;
}

describe("PATCH /sites/{siteId}", () => {
  openApp();
  beforeEach(async () => {
    admin = await tokenOf("admin");
  });

  test("changes what it names and leaves the rest; null clears", async () => {
    const build = { rootDirectory: "sites/docs", buildCommand: "make docs", output: "public", nodeVersion: "22" };
    expect((await patch({ name: "Handbook", framework: "astro", ...build })).data).toMatchObject({
      name: "Handbook",
      framework: "astro",
      slug: first.site.slug,
      ...build,
      installCommand: null,
    });
    const cleared = await patch({ output: null, framework: null });
    expect(cleared.data).toMatchObject({ name: "Handbook", ...build, output: null, framework: null });
    expect((await request(`/sites/${first.site.id}`)).data).toMatchObject({
      buildCommand: "make docs",
    });
  });

  test("ignores what is no setting", async () => {
    const { id } = first.site;
    expect((await patch({ colour: "green", id: first.projectId, name: "Handbook" })).data).toMatchObject({
      id,
      name: "Handbook",
    });
  });

  test("the audit log has who changed what, with the value before and after; a change of nothing leaves no entry", async () => {
    await patch({ buildCommand: "make" });
    await patch({ buildCommand: "make", name: "Handbook" });
    await patch({ buildCommand: "make" });
    await patch({});
    const rows = await changes();
    expect(rows.map(({ actor_type, subject_id, data }) => [actor_type, subject_id, JSON.parse(data)])).toEqual([
      [
        "token",
        first.site.id,
        { changed: ["build command"], from: { buildCommand: null }, to: { buildCommand: "make" } },
      ],
      ["token", first.site.id, { changed: ["name"], from: { name: "Shop" }, to: { name: "Handbook" } }],
    ]);
  });

  test("changes nothing where one of its settings is rejected", async () => {
    await request("/sites", { body: { projectId: first.projectId, name: "Docs", slug: "docs" } });
    const repositoryUrl = "https://ann:secret@git.example.com/a.git";
    for (const wrong of [{ rootDirectory: "../other" }, { repositoryUrl }, { slug: "docs" }]) {
      expect((await patch({ output: "dist", ...wrong })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await changes()).toEqual([]);
  });

  test("a token of a person needs the role that edits; one of no one needs its scope alone", async () => {
    for (const role of ["approver", "developer", "viewer"] as const) {
      expect((await patch({ name: "x" }, await tokenOf(role))).result, role).toBe("403 forbidden_role");
    }
    for (const role of ["owner", "admin"] as const) {
      expect((await patch({ name: `of ${role}` }, await tokenOf(role))).result, role).toBe("200 ok");
    }
    expect((await patch({ name: "of a bot" }, await tokenOf("nobody"))).result).toBe("200 ok");
    expect(await changes()).toHaveLength(3);
  });

  test.each([
    ["the repository", { repositoryUrl: "https://git.example.com/mine.git", skipRepositoryCheck: true }],
    ["that it has no repository", { repositoryUrl: null }],
    ["who can open it", { previewAccess: "members", productionAccess: "members" }],
    ["what is done with uploads", { prebuilt: "allowed" }],
    ["what is left out of pictures", { masks: "/* .today\n/shop/ #visitors, .ad > img" }],
    ["what is read with a credential", { submodules: "https://git.example.com/a.git\nhttps://git.example.com/b" }],
  ])("a token of no one, as jobs share it, does not set %s; an admin does", async (_, body) => {
    expect((await patch({ name: "Mine", ...body }, await tokenOf("nobody"))).result).toBe("403 user_actor_required");
    expect(await changes()).toEqual([]);
    expect((await patch(body, await tokenOf("developer"))).result).toBe("403 forbidden_role");
    expect((await patch(body)).result).toBe("200 ok");
  });

  test("asks a repository before it is set, not one that stays, and takes an unreadable one only with skipRepositoryCheck", async () => {
    const asked: string[] = [];
    const builds = {
      ...context.builds,
      checkRepository: async ({ url, workspaceId }: { readonly url: string; readonly workspaceId: string }) => {
        asked.push(`${workspaceId} ${url}`);
        return "does not exist";
      },
    };
    const checking = createApp({ ...context, builds });
    const repositoryUrl = "https://git.example.com/new.git";
    const refused = await patch({ repositoryUrl }, admin, checking);
    expect(refused.result).toBe("400 validation_failed");
    expect(refused.json.error.issues[0]?.message).toMatch(/^does not exist; correct it, or send skipRepositoryCheck/);
    expect(asked).toEqual([`${first.workspaceId} ${repositoryUrl}`]);
    const body = { projectId: first.projectId, name: "b", slug: "b", repositoryUrl };
    expect((await send(checking, "/sites", { token: first.tokens.pat, body })).result).toBe("400 validation_failed");
    expect(
      (await send(checking, "/sites", { token: first.tokens.pat, body: { ...body, skipRepositoryCheck: true } }))
        .status,
    ).toBe(201);
    expect((await patch({ repositoryUrl, skipRepositoryCheck: true }, admin, checking)).result).toBe("200 ok");
    expect((await patch({ repositoryUrl, name: "b" }, admin, checking)).result).toBe("200 ok");
    expect((await patch({ repositoryUrl: null }, admin, checking)).result).toBe("200 ok");
    expect(asked).toHaveLength(2);
    expect(JSON.parse((await changes())[0]?.data ?? "")).toMatchObject({ changed: ["repository"] });
  });

  describe("of the slug", () => {
    const at = async () => new Date(context.clock.now()).toISOString();
    const create = async (slug: string, of = first) =>
      send(app, "/sites", { token: of.tokens.pat, body: { projectId: of.projectId, name: slug, slug } });
    const host = async (label: string) => {
      const hosted = await findHost(context.db, label);
      return hosted?.kind ?? (await findFormerHost(context.db, label, await at()))?.label;
    };

    test("moves the production host with what is live, and the old one leads there for 30 days", async () => {
      const id = await addDeployment(context, first, { environment: "production", status: "ready" });
      await context.db.updateTable("deployments").set({ file_list_digest: "d" }).where("id", "=", id).execute();
      const updated_at = await at();
      await insert(context.db, "hosts", {
        label: "shop",
        kind: "production",
        site_id: first.site.id,
        deployment_id: id,
        updated_at,
      });
      const { data } = await patch({ slug: "store" });
      expect([data.slug, data.productionUrl]).toEqual(["store", "http://store.preview.localhost:4010/"]);
      expect(await findHost(context.db, "store")).toMatchObject({ kind: "files", deployment: { id } });
      expect(await host("shop")).toEqual("store");
      await patch({ slug: "boutique" });
      expect(await host("shop")).toEqual("boutique");
      context.clock.advance(30 * 86_400_000 - 1);
      expect(await host("store")).toEqual("boutique");
      context.clock.advance(1);
      expect(await host("store")).toBeUndefined();
    });

    test("keeps the old one from other sites and other workspaces until then", async () => {
      await patch({ slug: "store" });
      const refused = await create("shop");
      expect([refused.result, refused.json.error.message]).toEqual([
        "409 slug_taken",
        "Another site had the slug 'shop', and its old URL redirects until 2026-03-31.",
      ]);
      // Another workspace can use the slug, as it always could, but not the host.
      await context.db.updateTable("sites").set({ slug: "away" }).where("id", "=", other.site.id).execute();
      const theirs = await create("shop", other);
      expect(new URL(theirs.data.productionUrl).hostname).toMatch(/^shop-[0-9a-f]{10}\./);
      expect(await host("shop")).toEqual("store");
      context.clock.advance(30 * 86_400_000);
      const later = await create("shop");
      expect(later.data.productionUrl).toBe("http://shop.preview.localhost:4010/");
      expect(await host("shop")).toEqual("unpublished");
    });

    test("can be taken back by the site itself, which then redirects from the other", async () => {
      await patch({ slug: "store" });
      expect((await patch({ slug: "shop" })).data.productionUrl).toBe("http://shop.preview.localhost:4010/");
      expect(await host("store")).toEqual("shop");
      expect(await host("shop")).toEqual("unpublished");
    });

    test("never takes the label of a preview", async () => {
      const updated_at = await at();
      const id = await addDeployment(context, first, {});
      await insert(context.db, "hosts", {
        label: "shop-0123456789",
        kind: "deployment",
        site_id: first.site.id,
        deployment_id: id,
        updated_at,
      });
      const { data } = await patch({ slug: "shop-0123456789" });
      expect(new URL(data.productionUrl).hostname).toMatch(/^shop-0123456789-[0-9a-f]{10}\./);
    });
  });
});

test.each([
  ["an empty name", { name: " " }],
  ["a name of two lines", { name: "a\nb" }],
  ["a name that turns the line around", { name: "a\u2028b" }],
  ["no name", { name: null }],
  ["a mask without a path", { masks: ".today" }],
  ["a mask without a selector", { masks: "/* .today\n/shop/" }],
  ["a mask that turns the line around", { masks: "/* .a\u2028b" }],
  ["a submodule with a password", { submodules: "https://ann:secret@git.example.com/a.git" }],
  ["a submodule that is a file", { submodules: "https://git.example.com/a.git\nfile:///etc" }],
  ["a root directory outside of the repository", { rootDirectory: "../other" }],
  ["an absolute output", { output: "/etc" }],
  ["a root directory with an escape", { rootDirectory: "a\u001bb" }],
  ["a command of two lines", { buildCommand: "make\nrm -rf /" }],
  ["a command that is too long", { installCommand: "x".repeat(4097) }],
  ["a Node.js version that is a shell command", { nodeVersion: "22; id" }],
  ["a Node.js version that is a tag", { nodeVersion: "latest" }],
  ["an unknown level of access", { previewAccess: "everyone" }],
  ["share links to production", { productionAccess: "link" }],
  ["no level of access", { previewAccess: null }],
  ["a slug with a capital", { slug: "Docs" }],
  ["a slug with a blank", { slug: "a b" }],
  ["an empty slug", { slug: "" }],
  ["a slug that ends a header", { slug: "a\r\nSet-Cookie: x" }],
  ["a slug that is a path", { slug: "../x" }],
  ["a slug longer than a label", { slug: "x".repeat(64) }],
  ["no slug", { slug: null }],
  ["a slug beyond ASCII", { slug: "à" }],
])("%s is no setting", (_, body) => {
  expect(UpdateSite.safeParse(body).success).toBe(false);
});
