import { describe, expect, test } from "vitest";
import { createFirstOwner } from "../../../packages/service/admin/people.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { screens } from "../../../packages/service/screens/app.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { addMember, createUser } from "../../../packages/service/store/people/users.ts";
import { openTestContext } from "../fixtures.ts";
import { auditActions, PASSWORD, textOf, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

describe("the first owner", () => {
  test("names themselves and the workspace with their password, and its slug follows", async () => {
    const context = openTestContext();
    const app = createApp(context, { apps: [screens(context)] });
    const path = (await createFirstOwner(context, undefined)) ?? "";
    const visitor = new Visitor({ ...world, context, app });
    expect(textOf(await visitor.text(path))).toContain("Workspace Your company or team");
    const password = { password: PASSWORD, again: PASSWORD };
    const unnamed = await visitor.post(path, { ...password, name: "Ada Novak", workspace: " " });
    expect(unnamed.status).toBe(400);
    expect(await unnamed.text()).toContain('value="Ada Novak"');
    await visitor.post(path, { ...password, name: " Ada  Novak ", workspace: "Lantern Théâtre" });
    const { db } = context;
    expect(await db.selectFrom("users").select("name").execute()).toEqual([{ name: "Ada Novak" }]);
    const workspaces = await db.selectFrom("workspaces").select(["name", "slug"]).execute();
    expect(workspaces).toEqual([{ name: "Lantern Théâtre", slug: "lantern-theatre" }]);
    await db.destroy();
  });
});

describe("a name", () => {
  test("is changed by its person, which everybody sees in the audit log", async () => {
    const visitor = await world.signIn("developer");
    await visitor.submit("/app/account", { do: "name", name: "Robin Vale" });
    expect(await visitor.text("/app/account")).toContain("Robin Vale");
    expect(textOf(await world.textFor("owner", "/app/audit"))).toMatch(/changed their name from .+ to Robin Vale/);
  });

  test.each(["", " ", "a\u202eb", "x".repeat(121)])("is on one line and can be read: not %j", async (name) => {
    const visitor = await world.signIn("developer");
    expect((await visitor.submit("/app/account", { do: "name", name })).status).toBe(400);
  });

  test("is not that of another member, however it is written", async () => {
    const { db } = world.context;
    const owner = db.selectFrom("users").select("name").where("id", "=", world.first.users.owner);
    const { name } = await owner.executeTakeFirstOrThrow();
    const visitor = await world.signIn("developer");
    const taken = await visitor.submit("/app/account", { do: "name", name: ` ${name.toUpperCase()} ` });
    expect(await taken.text()).toContain("Another member has this name");
    expect(await auditActions(world)).not.toContain("member.renamed");
  });

  test("of oneself, or of somebody in another workspace, is free", async () => {
    const { name } = await requireRow(world.context.db, "users", { id: world.other.users.owner });
    const visitor = await world.signIn("developer");
    for (const free of [name, name.toUpperCase()]) {
      expect((await visitor.submit("/app/account", { do: "name", name: free })).status).toBe(303);
      expect(await visitor.text("/app/account")).toContain(free);
    }
  });

  test("of who becomes a member gets their address where another member has it, and stays otherwise", async () => {
    const { db } = world.context;
    const { workspaceId, users } = world.first;
    const { name: taken } = await requireRow(db, "users", { id: users.owner });
    const { name: elsewhere } = await requireRow(db, "users", { id: world.other.users.owner });
    const come = (name: string, email: string) =>
      inDatabase(db, async (tx) => {
        const userId = await createUser(tx, { email, name });
        await addMember(tx, { workspaceId, userId, role: "viewer" });
        return (await requireRow(tx, "users", { id: userId })).name;
      });
    expect(await come(taken.toUpperCase(), "a@x.test")).toBe(`${taken.toUpperCase()} (a@x.test)`);
    expect(await come(elsewhere, "b@x.test")).toBe(elsewhere);
  });

  test("of a workspace is changed by its owner, and its slug stays once there is a site", async () => {
    const workspace = () => requireRow(world.context.db, "workspaces", { id: world.first.workspaceId });
    const { slug } = await workspace();
    const admin = await world.signIn("admin");
    expect((await admin.submit("/app/members", { do: "rename", name: "Mine" })).status).toBe(403);
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "rename", name: "Lantern Theatre" });
    expect(await workspace()).toMatchObject({ name: "Lantern Theatre", slug });
    expect(await auditActions(world)).toContain("workspace.renamed");
  });
});
