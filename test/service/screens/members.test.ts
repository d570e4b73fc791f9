import { generate } from "otplib";
import { describe, expect, test } from "vitest";
import { send } from "../http/api.ts";
import { freshCode, linkIn, PASSWORD, textOf, useWorld, Visitor } from "./visitor.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { addTrustRule, listTrustRules } from "../../../packages/service/store/people/trust-rules.ts";
import { createPreviewToken } from "../../../packages/service/store/sites/site-access.ts";
import { insert } from "../rows.ts";

const world = useWorld();

const roleOf = async (userId: string) =>
  (await world.context.db.selectFrom("memberships").selectAll().where("user_id", "=", userId).executeTakeFirst())?.role;

const NEW = { do: "add", name: "Nia", email: "Nia@first.test", role: "approver" };

describe("members", () => {
  test("are added with a link that sets a password once", async () => {
    const owner = await world.signIn("owner");
    const link = linkIn(await (await owner.submit("/app/members", NEW)).text());
    const nia = new Visitor(world);
    expect(await nia.text(link)).toContain("Nia");
    const weak = await nia.post(link, { password: "short", again: "short" });
    expect(await weak.text()).toContain("at least 12 characters");
    const set = await nia.post(link, { password: "a quiet green room", again: "a quiet green room" });
    expect(set.headers.get("location")).toBe("/app/account?done=welcome");
    expect(await nia.text("/app/account")).toContain("Set up an authenticator app");
    expect(
      (await new Visitor(world).post(link, { password: "a quiet green room", again: "a quiet green room" })).status,
    ).toBe(404);
    const again = await new Visitor(world).enter("nia", "a quiet green room");
    expect(again.status).toBe(303);
  });

  test("whose account belongs to another workspace are added by the operator only, and get no setup link", async () => {
    const owner = await world.signIn("owner");
    // The answer is the one for a new address; the link opens nothing.
    const response = await owner.submit("/app/members", { ...NEW, email: "OWNER@other.test" });
    expect((await new Visitor(world).get(linkIn(await response.text()))).status).toBe(404);
    const both = { workspace_id: world.first.workspaceId, user_id: world.other.users.owner, role: "viewer" as const };
    await insert(world.context.db, "memberships", {
      ...both,
      created_at: "2026-01-01T00:00:00.000Z",
      removed_at: null,
    });
    const link = await owner.submit("/app/members", { do: "link", user: world.other.users.owner });
    expect([link.status, linkIn(await link.text())]).toEqual([400, ""]);
  });

  test("who are removed leave a list of what ended with them and what stays with its site", async () => {
    const { context, first } = world;
    const { workspaceId, site, users } = first;
    const actor = {
      kind: "session",
      workspaceId,
      sessionId: "s",
      userId: users.admin,
      name: "n",
      role: "admin",
    } as const;
    const at = "2026-03-01T12:00:00.000Z";
    await inDatabase(context.db, async (tx) => {
      await addTrustRule(tx, actor, site, { repository: "o/r", repositoryId: "1", event: "push" }, at);
      await createPreviewToken(tx, actor, site, "nightly", at);
    });
    const owner = await world.signIn("owner");
    const page = textOf(await (await owner.submit("/app/members", { do: "remove", user: users.admin })).text());
    expect(page).toMatch(/ended with them.*preview token nightly of shop.*still works.*trust rule o\/r of shop/s);
    expect(await listTrustRules(context.db, site.id)).toHaveLength(1);
  });

  test("who return keep their password", async () => {
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "remove", user: world.first.users.viewer });
    const back = await owner.submit("/app/members", { ...NEW, email: "viewer@first.test" });
    expect(linkIn(await back.text())).toBe("");
    expect(await roleOf(world.first.users.viewer)).toBe("approver");
    expect((await (await world.signIn("viewer")).get("/app/sites")).status).toBe(200);
  });

  test("are added once, when two people add the same email at once, and a disabled account breaks nothing", async () => {
    const owner = await world.signIn("owner");
    const responses = await Promise.all([owner.submit("/app/members", NEW), owner.submit("/app/members", NEW)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    await world.context.db
      .updateTable("users")
      .set({ disabled_at: "2026-01-01T00:00:00.000Z" })
      .where("email", "=", "nia@first.test")
      .execute();
    expect((await owner.submit("/app/members", NEW)).status).toBe(400);
  });

  test("are managed by owners and admins only", async () => {
    for (const role of ["approver", "developer", "viewer"] as const) {
      const visitor = await world.signIn(role);
      const response = await visitor.submit(
        "/app/members",
        { do: "role", user: world.first.users[role], role: "owner" },
        "/app/sites",
      );
      expect(response.status).toBe(403);
      expect(await roleOf(world.first.users[role])).toBe(role);
    }
  });

  test("are not made owners, and owners not changed, by an admin; and no one changes their own role", async () => {
    const { users } = world.first;
    const admin = await world.signIn("admin");
    const changes = [
      { do: "role", user: users.admin, role: "owner" },
      { do: "role", user: users.viewer, role: "owner" },
      { do: "role", user: users.owner, role: "viewer" },
      { do: "remove", user: users.owner },
      { do: "link", user: users.owner },
      { do: "remove", user: users.admin },
      { ...NEW, role: "owner" },
    ];
    for (const fields of changes) expect((await admin.submit("/app/members", fields)).status).toBe(400);
    expect([await roleOf(users.admin), await roleOf(users.viewer), await roleOf(users.owner)]).toEqual([
      "admin",
      "viewer",
      "owner",
    ]);
  });

  test("of another workspace cannot be changed", async () => {
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "remove", user: world.other.users.viewer });
    expect((await world.signIn("viewer@other.test")).cookie).toBeDefined();
    expect(await roleOf(world.other.users.viewer)).toBe("viewer");
  });

  test("lose the tokens that exceed their new role", async () => {
    const owner = await world.signIn("owner");
    const use = async () => (await send(world.app, "/sites", { token: world.first.tokens.pat })).status;
    expect(await use()).toBe(200);
    await owner.submit("/app/members", { do: "role", user: world.first.users.developer, role: "viewer" });
    expect(await use()).toBe(401);
  });
});

describe("the account page", () => {
  test("sets up an authenticator by its first code, gives ten recovery codes, and ends other sessions", async () => {
    const [admin, elsewhere] = [await world.signIn("admin"), await world.signIn("admin")];
    await admin.submit("/app/account", { do: "totp_start" });
    const page = await admin.text("/app/account");
    expect(page).toContain("<svg");
    const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
    expect(await (await admin.submit("/app/account", { do: "totp_on", code: "000000" })).text()).toContain(
      "The code is wrong",
    );
    const code = await generate({ secret, epoch: Math.floor(world.context.clock.now() / 1_000) });
    const shown = await (await admin.submit("/app/account", { do: "totp_on", code })).text();
    const codes = [...shown.matchAll(/<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})<\/code>/g)].map(([, one]) => one ?? "");
    expect(new Set(codes).size).toBe(10);
    expect((await elsewhere.get("/app/sites")).status).toBe(303);
    const stored = JSON.stringify(await world.context.db.selectFrom("recovery_codes").selectAll().execute());
    expect(codes.filter((one) => stored.includes(one))).toEqual([]);
    for (const expected of [303, 401]) {
      const visitor = new Visitor(world);
      await visitor.enter("admin");
      expect((await visitor.submit("/app/second-factor", { code: codes[0] ?? "" })).status).toBe(expected);
    }
  });

  test("changes no second factor unless one was given within five minutes", async () => {
    const visitor = await world.signIn("owner");
    world.context.clock.advance(5 * 60_000);
    const rejected = await visitor.submit("/app/account", { do: "totp_off" });
    expect(await rejected.text()).toContain("Confirm your identity first");
    await visitor.submit("/app/account", { do: "confirm", code: await freshCode(world) });
    await visitor.submit("/app/account", { do: "totp_off" });
    const user = await world.context.db
      .selectFrom("users")
      .select("totp_secret")
      .where("id", "=", world.first.users.owner)
      .executeTakeFirstOrThrow();
    expect(user.totp_secret).toBeNull();
  });

  test("changes the password only with the current one, and signs out every other session", async () => {
    const [visitor, elsewhere] = [await world.signIn("owner"), await world.signIn("owner")];
    const next = { do: "password", password: "another green room", again: "another green room" };
    expect((await visitor.submit("/app/account", { ...next, current: "wrong" })).status).toBe(400);
    expect((await elsewhere.get("/app/sites")).status).toBe(200);
    await visitor.submit("/app/account", { ...next, current: PASSWORD });
    expect((await elsewhere.get("/app/sites")).status).toBe(303);
    expect((await visitor.get("/app/sites")).status).toBe(200);
  });

  test("ends a session of the user, and none of another user", async () => {
    const [mine, theirs] = [await world.signIn("owner"), await world.signIn("viewer")];
    const rows = await world.context.db
      .selectFrom("sessions")
      .select(["id", "user_id"])
      .where("level", "=", "full")
      .execute();
    const id = rows.find(({ user_id }) => user_id === world.first.users.viewer)?.id ?? "";
    await mine.submit("/app/account", { do: "sign_out", id });
    expect((await theirs.get("/app/sites")).status).toBe(200);
  });
});

describe("the audit log", () => {
  test("is read and exported, as JSON Lines, by owners and admins only", async () => {
    const owner = await world.signIn("owner");
    const exported = await owner.get("/app/audit.jsonl");
    expect(exported.headers.get("content-type")).toContain("application/jsonl");
    const lines = (await exported.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { action: string });
    expect(lines.map(({ action }) => action)).toContain("session.opened");
    for (const role of ["approver", "developer", "viewer"] as const) {
      const visitor = await world.signIn(role);
      for (const path of ["/app/audit", "/app/audit.jsonl"]) expect((await visitor.get(path)).status).toBe(403);
    }
  });
});
