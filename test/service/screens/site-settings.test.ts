import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorld, signIn, type World } from "./visitor.ts";

let world: World;
let path: string;
beforeEach(async () => {
  world = await openWorld();
  path = `/app/sites/${world.first.site.id}/settings`;
});
afterEach(() => world.context.db.destroy());

const row = async () =>
  world.context.db.selectFrom("sites").selectAll().where("id", "=", world.first.site.id).executeTakeFirstOrThrow();

test("an owner changes one section; what the form showed and the person left alone is not sent on", async () => {
  const owner = await signIn(world, "owner");
  await world.context.db.updateTable("sites").set({ install_command: "make deps" }).execute();
  const shown = { "was-buildCommand": "", "was-installCommand": "", installCommand: "" };
  const saved = await owner.submit(path, { do: "build", ...shown, buildCommand: "make" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${path}?done=build#build`]);
  expect(await row()).toMatchObject({ build_command: "make", install_command: "make deps" });
  expect(await owner.text(`${path}?done=build`)).toContain("Build: saved.");
  await owner.submit(path, { do: "build", "was-buildCommand": "make", buildCommand: "" });
  expect(await row()).toMatchObject({ build_command: null });
});

test("what was typed stays in the form when it is rejected", async () => {
  const owner = await signIn(world, "owner");
  const refused = await owner.submit(path, { do: "build", "was-rootDirectory": "", rootDirectory: '../"><b>' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('value="../&quot;&gt;&lt;b&gt;"');
  expect((await row()).root_directory).toBeNull();
});

test("the screen says which settings the repository's greenroom.json overrules", async () => {
  const manifest = JSON.stringify({ buildCommand: "make <b>", installCommand: null });
  await world.context.db.updateTable("sites").set({ manifest, manifest_commit_sha: "0123456789abcdef" }).execute();
  const text = await (await signIn(world, "owner")).text(path);
  expect(text.match(/wins over this setting/g)).toHaveLength(2);
  expect(text).toContain("make &lt;b&gt;");
  expect(text).toContain("skips it");
});

test.each(["viewer", "developer", "approver"])(
  "a member with the role %s sees the settings and changes none",
  async (role) => {
    const member = await signIn(world, role);
    const text = await member.text(path);
    expect(text).toContain('id="buildCommand"');
    expect(text).not.toContain("Save");
    expect((await member.submit(path, { do: "general", name: "x" }, "/app/account")).status).toBe(403);
    expect((await row()).name).not.toBe("x");
  },
);

test("a form without the field of its session, or for a site of another workspace, changes nothing", async () => {
  const owner = await signIn(world, "owner");
  expect((await owner.post(path, { do: "general", name: "x" })).status).toBe(403);
  const theirs = `/app/sites/${world.other.site.id}/settings`;
  expect((await owner.submit(theirs, { do: "general", name: "x" }, path)).status).toBe(404);
});
