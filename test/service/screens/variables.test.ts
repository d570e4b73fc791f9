import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openWorld, signIn, type World } from "./visitor.ts";

let world: World;
let path: string;
beforeEach(async () => {
  world = await openWorld({ development: false });
  path = `/app/sites/${world.first.site.id}/variables`;
});
afterEach(() => world.context.db.destroy());

const NEW = {
  do: "set",
  name: "API_KEY",
  value: "open\r\nsesame\r\n",
  kind: "secret",
  environment: "all",
  pattern: "",
};

const rows = () => world.context.db.selectFrom("site_variables").selectAll().execute();

describe("the variables of a site", () => {
  test("are set, changed and removed by forms, and a secret is on no page", async () => {
    const visitor = await signIn(world, "developer");
    const set = await visitor.submit(path, NEW);
    expect(set.headers.get("location")).toBe(`${path}?done=set`);
    const [row] = await rows();
    const page = `${await visitor.text(path)}${await visitor.text(`${path}?change=${row?.id}`)}`;
    expect(page).toContain("API_KEY");
    expect(page).not.toContain("sesame");
    const plain = { ...NEW, kind: "plain", value: "open\r\ndoor\r\n", environment: "branch", pattern: "release/*" };
    await visitor.submit(path, plain);
    expect((await rows()).map(({ environment, value }) => [environment, value])).toContainEqual([
      "branch:release/*",
      "open\ndoor",
    ]);
    const removed = await visitor.submit(path, { do: "remove", id: row?.id ?? "" });
    expect(removed.headers.get("location")).toBe(`${path}?done=remove`);
    expect(await rows()).toHaveLength(1);
  });

  test("are seen but not changed by a viewer", async () => {
    const visitor = await signIn(world, "viewer");
    expect((await visitor.get(path)).status).toBe(200);
    expect((await visitor.submit(path, NEW, "/app/account")).status).toBe(403);
    expect(await rows()).toEqual([]);
  });

  test("of another workspace are not there", async () => {
    const visitor = await signIn(world, "developer");
    await visitor.submit(path, NEW);
    const [row] = await rows();
    const stranger = await signIn(world, "owner@other.test");
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.submit(path, NEW, "/app/account")).status).toBe(404);
    const own = `/app/sites/${world.other.site.id}/variables`;
    expect((await stranger.submit(own, { do: "remove", id: row?.id ?? "" })).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    { name: "LD_PRELOAD" },
    { value: "" },
    { value: "abc" },
    { environment: "branch", pattern: "" },
    { environment: "nowhere" },
    { kind: "public" },
  ])("are not set with %j, and the secret is not sent back", async (given) => {
    const visitor = await signIn(world, "developer");
    const response = await visitor.submit(path, { ...NEW, ...given });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("sesame");
    expect(await rows()).toEqual([]);
  });

  test("without a session lead to the sign-in", async () => {
    const visitor = await signIn(world, "developer");
    visitor.cookie = undefined;
    expect((await visitor.get(path)).headers.get("location")).toContain("/app/signin");
  });
});
