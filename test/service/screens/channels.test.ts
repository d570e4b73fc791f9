import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openWorld, signIn, type World } from "./visitor.ts";

let world: World;
let path: string;
beforeEach(async () => {
  world = await openWorld({ development: false });
  path = `/app/sites/${world.first.site.id}/channels`;
});
afterEach(() => world.context.db.destroy());

const URL_OF_CHAT = "https://hooks.slack.com/services/T00/B00/very-secret";
const NEW = { do: "add", kind: "slack", name: "#releases", url: URL_OF_CHAT, notice: ["requested", "released"] };

const rows = () => world.context.db.selectFrom("chat_channels").selectAll().execute();

describe("channels", () => {
  test("are added and removed by owners and admins, with an entry in the audit log", async () => {
    const admin = await signIn(world, "admin");
    const added = await admin.submit(path, NEW);
    expect(added.headers.get("location")).toBe(`${path}?done=add`);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: "slack", host: "hooks.slack.com", notices: "requested released" });
    const page = await admin.text(path);
    expect(page).toContain("#releases");
    expect(page).not.toContain("very-secret");
    const removed = await admin.submit(path, { do: "remove", id: row?.id ?? "" });
    expect(removed.headers.get("location")).toBe(`${path}?done=remove`);
    expect(await rows()).toEqual([]);
    const audited = await world.context.db
      .selectFrom("audit_log")
      .select("action")
      .where("action", "like", "channel.%")
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(["channel.added", "channel.removed"]);
  });

  test.each(["approver", "developer", "viewer"] as const)(
    "are seen but not changed by a member with the role %s",
    async (role) => {
      const visitor = await signIn(world, role);
      expect((await visitor.get(path)).status).toBe(200);
      expect((await visitor.submit(path, NEW, "/app/account")).status).toBe(403);
      expect(await rows()).toEqual([]);
    },
  );

  test("of another workspace are not there", async () => {
    const admin = await signIn(world, "admin");
    await admin.submit(path, NEW);
    const [row] = await rows();
    const stranger = await signIn(world, "owner@other.test");
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.submit(path, NEW, "/app/account")).status).toBe(404);
    const own = `/app/sites/${world.other.site.id}/channels`;
    await stranger.submit(own, { do: "remove", id: row?.id ?? "" });
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    { url: "https://127.0.0.1/hook" },
    { url: "http://hooks.slack.com/x" },
    { url: "https://metadata@169.254.169.254/" },
    { name: "" },
    { name: "a\r\nb" },
    { kind: "irc" },
    { notice: [] },
  ])("are not added with %j, and the URL is not shown again", async (given) => {
    const admin = await signIn(world, "admin");
    const response = await admin.submit(path, { ...NEW, ...given });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("very-secret");
    expect(await rows()).toEqual([]);
  });

  test("are at most five", async () => {
    const admin = await signIn(world, "admin");
    for (let count = 0; count < 6; count += 1) await admin.submit(path, NEW);
    expect(await rows()).toHaveLength(5);
  });
});
