import { afterEach, beforeEach, expect, test } from "vitest";
import { listTrustRules } from "../../../packages/service/store/people/trust-rules.ts";
import { openWorld, signIn, type World } from "./visitor.ts";

let world: World;
let path: string;
beforeEach(async () => {
  world = await openWorld();
  path = `/app/sites/${world.first.site.id}/trust`;
});
afterEach(() => world.context.db.destroy());

const rules = async () => listTrustRules(world.context.db, world.first.site.id);

test("an owner trusts a repository on a screen of the site, and removes the rule there", async () => {
  const owner = await signIn(world, "owner");
  const form = { do: "trust", repository: "acme/<b>", repositoryId: "4711", ref: "refs/heads/main" };
  const wrong = await owner.submit(path, form);
  expect(await wrong.text()).toContain('value="acme/&lt;b&gt;"');
  expect(await rules()).toEqual([]);
  const made = await owner.submit(path, { ...form, repository: "acme/shop" });
  expect([made.status, made.headers.get("location")]).toEqual([303, `${path}?done=trust`]);
  const [rule] = await rules();
  expect(rule).toMatchObject({ repository: "acme/shop", repository_id: "4711", ref: "refs/heads/main", event: null });
  expect(await owner.text(path)).toContain("number 4711, ref refs/heads/main");
  expect((await owner.submit(path, { do: "untrust", rule: rule?.id ?? "" })).status).toBe(303);
  expect(await rules()).toEqual([]);
});

test.each(["viewer", "developer", "approver"])(
  "a member with the role %s sees the rules and changes none",
  async (role) => {
    const owner = await signIn(world, "owner");
    const form = { do: "trust", repository: "acme/shop", repositoryId: "4711" };
    await owner.submit(path, form);
    const member = await signIn(world, role);
    const page = await member.text(path);
    expect(page).toContain("acme/shop");
    expect(page).not.toContain("Trust a repository");
    const [rule] = await rules();
    for (const fields of [form, { do: "untrust", rule: rule?.id ?? "" }]) {
      expect((await member.submit(path, fields, "/app/account")).status).toBe(403);
    }
    expect(await rules()).toHaveLength(1);
  },
);

test("a form without the field of its session, or for a site of another workspace, changes nothing", async () => {
  const owner = await signIn(world, "owner");
  const form = { do: "trust", repository: "acme/shop", repositoryId: "4711" };
  expect((await owner.post(path, form)).status).toBe(403);
  expect((await owner.submit(`/app/sites/${world.other.site.id}/trust`, form, path)).status).toBe(404);
  expect(await rules()).toEqual([]);
});
