import { describe, expect, test } from "vitest";
import { countRows, requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { standingsOf } from "../../../packages/service/store/people/standings.ts";
import { addTrustRule, listTrustRules } from "../../../packages/service/store/people/trust-rules.ts";
import { addMember, createUser } from "../../../packages/service/store/people/users.ts";
import { useShareLink } from "../../../packages/service/store/people/visits.ts";
import {
  changeAccess,
  createPreviewToken,
  createShareLink,
  findPreviewToken,
} from "../../../packages/service/store/sites/site-access.ts";
import { personIn } from "../../request-as-person.ts";
import { send } from "../http/api.ts";
import { insert, update } from "../rows.ts";
import { codeOf, freshCode, linkIn, PASSWORD, setMembership, startApp, textOf, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

const roleOf = async (userId: string) =>
  (await world.context.db.selectFrom("memberships").selectAll().where("user_id", "=", userId).executeTakeFirst())?.role;

const NEW = { do: "add", email: "Nia@first.test", role: "approver" };
const CHOSEN = { name: "Nia Ash", password: "a quiet green room", again: "a quiet green room" };

describe("members", () => {
  test("are invited by a link that sets a password once", async () => {
    const owner = await world.signIn("owner");
    const link = linkIn(await owner.answer("/app/members", NEW));
    const nia = new Visitor(world);
    expect(await nia.text(link)).toContain("nia@first.test");
    const weak = await nia.post(link, { ...CHOSEN, password: "short", again: "short" });
    expect(await weak.text()).toContain("at least 12 characters");
    const set = await nia.post(link, CHOSEN);
    expect(set.headers.get("location")).toBe("/app/account?done=welcome");
    expect(await nia.text("/app/account")).toContain("Set up an authenticator app");
    expect((await new Visitor(world).post(link, CHOSEN)).status).toBe(404);
    expect((await new Visitor(world).enter("nia", CHOSEN.password)).status).toBe(303);
    expect(await owner.text("/app/members")).toContain("Nia Ash");
  });

  test("are shown a hundred at a time, and the others are found by name or address", async () => {
    const { workspaceId } = world.first;
    const at = "2026-01-01T00:00:00.000Z";
    await inDatabase(world.context.db, async (tx) => {
      for (let number = 0; number < 110; number += 1) {
        const person = { email: `many-${number}@first.test`, name: `Zoe ${number}`, joined: true, at } as const;
        await addMember(tx, { workspaceId, userId: await createUser(tx, person), role: "viewer" });
      }
    });
    const owner = await world.signIn("owner");
    const shown = async (query = "") => {
      const page = await owner.text(`/app/members${query}`);
      return [page.match(/Not confirmed: /g)?.length ?? 0, textOf(page).match(/\d+ more are not shown/)?.[0]];
    };
    expect(await shown()).toEqual([100, "15 more are not shown"]);
    expect(await shown("?find=ZOE+109")).toEqual([1, undefined]);
    expect(await shown("?find=many-98@")).toEqual([1, undefined]);
    expect(await shown("?find=viewer@first.test")).toEqual([0, undefined]);
  });

  /** What an owner gets to know of an address that they invite: the answer, and the list afterwards. */
  async function knownOf(owner: Visitor, email: string): Promise<readonly unknown[]> {
    const response = await owner.submit("/app/members", { ...NEW, email });
    const page = await response.text();
    const link = await new Visitor(world).get(linkIn(page));
    const shown = [page, await owner.text("/app/members"), await link.text()];
    await owner.submit("/app/members", { do: "uninvite", email });
    return [response.status, link.status, ...shown.map((text) => without(text, email))];
  }
  const without = (page: string, email: string) =>
    textOf(page.replace(/<details class="card notices">.*?<\/details>/s, ""))
      .replaceAll(email, "…")
      .replaceAll(/setup\/[\w-]{43}/g, "setup/…")
      .replaceAll(/\b(\w{4} ){7}\w{4}\b/g, "");

  test("get the same answer, list and link whether their address has an account or not", async () => {
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "remove", user: world.first.users.viewer });
    const unknown = await knownOf(owner, "nobody@nowhere.test");
    expect(unknown.slice(0, 2)).toEqual([200, 200]);
    await update(world.context.db, "users", { email: "viewer@other.test" }, { name: "A name elsewhere" });
    await update(world.context.db, "users", { email: "admin@other.test" }, { disabled_at: "2026-01-01T00:00:00.000Z" });
    for (const email of ["viewer@other.test", "admin@other.test", "viewer@first.test"]) {
      expect(await knownOf(owner, email)).toEqual(unknown);
    }
  });

  test("who have an account accept in their own session, and are confirmed by this workspace", async () => {
    const { context, first, other } = world;
    const owner = await world.signIn("owner");
    const link = linkIn(await owner.answer("/app/members", { ...NEW, email: "OWNER@other.test" }));
    // Whoever else has the link does not get into the account.
    expect(await (await new Visitor(world).post(link, CHOSEN)).text()).toContain("This address has an account here");
    expect((await (await world.signIn("viewer@other.test")).submit(link, {})).status).toBe(400);
    const person = await world.signIn("owner@other.test");
    expect(textOf(await person.text(link))).toContain("You keep your password");
    expect((await person.submit(link, {}, link)).headers.get("location")).toBe("/app/account?done=joined");
    expect((await person.submit(link, {}, "/app/account")).status).toBe(404);
    const standing = async (workspaceId: string) =>
      (await standingsOf(context.db, workspaceId)).get(other.users.owner)?.confirmed;
    expect([await standing(first.workspaceId), await standing(other.workspaceId)]).toEqual([false, true]);
    expect(await saysOpenedBy(other.users.owner)).toBe(true);
    // A role counts in its workspace.
    const add = async () => (await person.submit("/app/members", NEW, "/app/sites")).status;
    expect(await add()).toBe(403);
    await person.submit("/app/workspace", { workspace: other.workspaceId }, "/app/sites");
    expect(await add()).toBe(200);
    expect((await owner.submit("/app/members", { do: "link", user: other.users.owner })).status).toBe(400);
  });

  const saysOpenedBy = async (userId: string) => {
    const entry = { workspace_id: world.first.workspaceId, action: "session.opened", actor_id: userId };
    return (await countRows(world.context.db, "audit_log", entry)) > 0;
  };

  test("who are removed leave what they made to be taken over or ended, and what the operator made is named", async () => {
    const { context, first } = world;
    const { db } = context;
    const { workspaceId, users } = first;
    const site = { ...first.site, preview_access: "link" } as const;
    const actor = personIn({ workspaceId, userId: users.admin }, "admin");
    const at = "2026-03-01T12:00:00.000Z";
    const made = await inDatabase(db, async (tx) => {
      await changeAccess(tx, actor, first.site, { previewAccess: "link" });
      const rule = { repositoryId: "1", event: "push" };
      const kept = await addTrustRule(tx, actor, site, { repository: "o/kept", ...rule });
      const ended = await addTrustRule(tx, actor, site, { repository: "o/ended", ...rule });
      const nightly = await createPreviewToken(tx, actor, site, "nightly");
      const old = await createPreviewToken(tx, actor, site, "old");
      const client = await createShareLink(tx, actor, site, { name: "Client", expiresInSeconds: 3_600 });
      return { kept, ended, nightly, old, client };
    });
    const hook = { id: "w", workspace_id: workspaceId, url: "https://hooks.example.com/x", events: "*" };
    await insert(db, "webhooks", { ...hook, sealed_secret: "s", created_at: at });
    const owner = await world.signIn("owner");
    const remove = { do: "remove", user: users.admin };
    const page = textOf(await owner.answer("/app/members", remove));
    expect(page).toMatch(/preview token nightly of shop.*share link Client of shop.*trust rule o\/kept of shop/s);
    expect(page).toContain("webhook to https://hooks.example.com");
    expect(await roleOf(users.admin)).toBe("admin");
    const { kept, ended, nightly, old, client } = made;
    const choices = {
      [kept.id]: "take",
      [ended.id]: "end",
      [nightly.id]: "take",
      [old.id]: "end",
      [client.link.id]: "take",
    };
    expect((await owner.submit("/app/members", { ...remove, sure: "1", ...choices })).status).toBe(303);
    const rules = await listTrustRules(db, first.site.id);
    expect(rules.map(({ repository, createdBy }) => [repository, createdBy.id])).toEqual([["o/kept", users.owner]]);
    const opens = async (text: string) =>
      (await findPreviewToken(db, { siteId: site.id, token: text, at })) !== undefined;
    expect([await opens(nightly.token), await opens(old.token)]).toEqual([true, false]);
    const visit = { at, siteId: site.id, secret: client.secret, deploymentId: undefined, host: "h" };
    expect(await useShareLink(db, visit)).toBeDefined();
    // What was taken over ends with its new maker.
    await setMembership(world, users.owner, { removed_at: at });
    expect([await opens(nightly.token), await useShareLink(db, visit)]).toEqual([false, undefined]);
  });

  test("who return keep their password", async () => {
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "remove", user: world.first.users.viewer });
    const link = linkIn(await owner.answer("/app/members", { ...NEW, email: "viewer@first.test" }));
    expect(await roleOf(world.first.users.viewer)).toBe("viewer");
    const viewer = await world.signIn("viewer");
    await viewer.submit(link, {}, link);
    expect(await roleOf(world.first.users.viewer)).toBe("approver");
    expect((await viewer.get("/app/sites")).status).toBe(200);
  });

  test("are invited once: of two links for an address the later works, and a withdrawn one does not", async () => {
    const owner = await world.signIn("owner");
    const responses = await Promise.all([owner.submit("/app/members", NEW), owner.submit("/app/members", NEW)]);
    const links = await Promise.all(responses.map(async (response) => linkIn(await response.text())));
    const statuses = async () =>
      (await Promise.all(links.map((link) => new Visitor(world).get(link)))).map(({ status }) => status);
    expect((await statuses()).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const admin = await world.signIn("admin");
    await owner.submit("/app/members", { do: "add", email: "boss@first.test", role: "owner" });
    await admin.submit("/app/members", { do: "uninvite", email: "boss@first.test" });
    expect(await admin.text("/app/members")).toContain("boss@first.test");
    await admin.submit("/app/members", { do: "uninvite", email: "nia@first.test" });
    expect(await statuses()).toEqual([404, 404]);
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
    const secret = await startApp(admin);
    expect(await admin.text("/app/account")).toContain("<svg");
    expect(await admin.answer("/app/account", { do: "totp_on", code: "000000" })).toContain("The code is wrong");
    const code = await codeOf(world, secret);
    const shown = await admin.answer("/app/account", { do: "totp_on", code });
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
    expect((await requireRow(world.context.db, "users", { id: world.first.users.owner })).totp_secret).toBeNull();
  });

  test("changes the password only with the current one, and signs out every other session of the person", async () => {
    const [visitor, elsewhere] = [await world.signIn("owner"), await world.signIn("owner")];
    const another = await world.signIn("viewer");
    const next = { do: "password", password: "another green room", again: "another green room" };
    expect((await visitor.submit("/app/account", { ...next, current: "wrong" })).status).toBe(400);
    expect((await elsewhere.get("/app/sites")).status).toBe(200);
    await visitor.submit("/app/account", { ...next, current: PASSWORD });
    expect((await elsewhere.get("/app/sites")).status).toBe(303);
    for (const stays of [visitor, another]) expect((await stays.get("/app/sites")).status).toBe(200);
  });

  test("ends a session of the user, and none of another user", async () => {
    const [mine, theirs] = [await world.signIn("owner"), await world.signIn("viewer")];
    const { id } = await requireRow(world.context.db, "sessions", { user_id: world.first.users.viewer });
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
