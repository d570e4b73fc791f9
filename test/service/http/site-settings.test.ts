import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../../packages/contract/index.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { readAudit } from "../../../packages/service/store/audit.ts";
import { issueToken } from "../../../packages/service/store/tokens.ts";
import { besideOthers } from "../../../packages/service/store/writing.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { send } from "./api.ts";

let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;
let app: ReturnType<typeof createApp>;
let admin: string;

beforeEach(async () => {
  context = openTestContext();
  ({ first, other } = await seedWorkspace(context));
  app = createApp(context);
  admin = await tokenOf("admin");
});
afterEach(() => context.db.destroy());

const patch = async (body: unknown, token = admin) =>
  send(app, `/sites/${first.site.id}`, { token, method: "PATCH", body });

const changes = async () =>
  (await readAudit(context.db, first.workspaceId, { afterSeq: 0, limit: 100 })).filter(
    ({ action }) => action === "site.changed",
  );

async function tokenOf(role: Role): Promise<string> {
  const issued = await besideOthers(context.db, (tx) =>
    issueToken(tx, {
      workspaceId: first.workspaceId,
      userId: first.users[role],
      kind: "pat",
      realm: "test",
      name: role,
      scopes: ["sites:write"],
      issuedVia: "web",
      expiresAt: null,
      at: "2026-03-01T12:00:00.000Z",
    }),
  );
  return issued.token;
}

describe("PATCH /sites/{siteId}", () => {
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
    expect((await send(app, `/sites/${first.site.id}`, { token: first.tokens.pat })).data).toMatchObject({
      buildCommand: "make docs",
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

  test.each([
    ["an unknown member", { colour: "green" }],
    ["the id", { id: "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11" }],
    ["an empty name", { name: " " }],
    ["a name of two lines", { name: "a\nb" }],
    ["a name that turns the line around", { name: "a\u2028b" }],
    ["no name", { name: null }],
    ["a root directory outside of the repository", { rootDirectory: "../other" }],
    ["an absolute output", { output: "/etc" }],
    ["a root directory with an escape", { rootDirectory: "a\u001bb" }],
    ["a command of two lines", { buildCommand: "make\nrm -rf /" }],
    ["a command that is too long", { installCommand: "x".repeat(4097) }],
    ["a Node.js version that is a shell command", { nodeVersion: "22; id" }],
    ["a Node.js version that is a tag", { nodeVersion: "latest" }],
    ["a repository with a password", { repositoryUrl: "https://ann:secret@git.example.com/a.git" }],
    ["a repository by ssh", { repositoryUrl: "ssh://git@git.example.com/a.git" }],
    ["a repository that is an option of git", { repositoryUrl: "--upload-pack=id" }],
  ])("refuses %s, and changes nothing", async (_, body) => {
    expect((await patch({ output: "dist", ...body })).result).toBe("400 validation_failed");
    expect(await changes()).toEqual([]);
  });

  test("a token of a person needs the role that edits; one of nobody needs its scope alone", async () => {
    for (const role of ["approver", "developer", "viewer"] as const) {
      expect((await patch({ name: "x" }, await tokenOf(role))).result, role).toBe("403 forbidden_role");
    }
    for (const role of ["owner", "admin"] as const) {
      expect((await patch({ name: `of ${role}` }, await tokenOf(role))).result, role).toBe("200 ok");
    }
    await context.db.updateTable("tokens").set({ user_id: null }).execute();
    expect((await patch({ name: "of a bot" })).result).toBe("200 ok");
    expect(await changes()).toHaveLength(3);
  });

  test("a site of another workspace is not there, whatever the body", async () => {
    for (const body of [{ name: "x" }, { colour: "green" }]) {
      expect((await patch(body, other.tokens.pat)).result).toBe("404 site_not_found");
    }
  });
});
