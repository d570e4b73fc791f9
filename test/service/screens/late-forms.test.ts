import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import type { Database } from "../../../packages/service/store/engine/database.ts";
import { requireRow, updateRows } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { confirmAccount, readAccountVersion } from "../../../packages/service/store/people/accounts.ts";
import { grantStepUp } from "../../../packages/service/store/people/factors.ts";
import { revokeSessionsOf } from "../../../packages/service/store/people/sessions.ts";
import { listTokens } from "../../../packages/service/store/people/tokens.ts";
import { addMember, listMembers, removeMember, setPassword } from "../../../packages/service/store/people/users.ts";
import { createShareLink, revokeShareLink } from "../../../packages/service/store/sites/site-access.ts";
import { personIn } from "../../request-as-person.ts";
import { addDeployment } from "../fixtures.ts";
import { insert, update } from "../rows.ts";
import {
  addPreview,
  codeOf,
  csrfOf,
  freshCode,
  linkIn,
  setMembership,
  siteRow,
  startApp,
  textOf,
  useWorld,
  Visitor,
} from "./visitor.ts";

/* What ended or moved on while a form was open, or on its way. */

const world = useWorld();
let owner: Visitor;

beforeEach(async () => {
  owner = await world.signIn("owner");
});

const NEW_TOKEN = { do: "create", name: "kept", kind: "pat", scope: "sites:read", lifetime: "never" };

const tokensOf = (userId: string) =>
  listTokens(world.context.db, world.first.workspaceId, { userId, at: instant(world.context.clock) });

/** Sends a form whose body ends only after `meanwhile`. */
async function sendSlowly(visitor: Visitor, path: string, fields: object, meanwhile: () => Promise<unknown>) {
  const csrf = csrfOf(await visitor.text("/app/sites"));
  const bytes = new TextEncoder().encode(new URLSearchParams({ csrf, ...fields }).toString());
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    Origin: visitor.origin,
    Cookie: `greenroom=${visitor.cookie}`,
  };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  return world.app.request(`${world.context.addresses.baseUrl}${path}`, init);
}

describe("a form whose body comes slowly", () => {
  test("does nothing when the session ended meanwhile", async () => {
    const { users } = world.first;
    const before = (await tokensOf(users.owner)).length;
    const elsewhere = await world.signIn("owner");
    const response = await sendSlowly(owner, "/app/tokens", NEW_TOKEN, () =>
      elsewhere.submit("/app/signout", {}, "/app/sites"),
    );
    expect(response.status).toBe(200);
    expect(await tokensOf(users.owner)).toHaveLength(before + 1);
    const late = await sendSlowly(owner, "/app/tokens", NEW_TOKEN, () =>
      world.context.db
        .updateTable("sessions")
        .set({ revoked_at: instant(world.context.clock) })
        .execute(),
    );
    expect(late.headers.get("location")).toMatch(/^\/app\/signin/);
    expect(await tokensOf(users.owner)).toHaveLength(before + 1);
  });

  test("promotes no member for an admin who was removed meanwhile", async () => {
    const { users, workspaceId } = world.first;
    const admin = await world.signIn("admin");
    const promote = { do: "role", user: users.viewer, role: "admin" };
    await sendSlowly(admin, "/app/members", promote, () =>
      inDatabase(world.context.db, (tx) => removeMember(tx, { workspaceId, userId: users.admin })),
    );
    const members = await listMembers(world.context.db, workspaceId);
    expect(members.find(({ userId }) => userId === users.viewer)?.role).toBe("viewer");
  });

  test("does not sign in a person whose session with the password alone ended meanwhile", async () => {
    const visitor = new Visitor(world);
    await visitor.enter("owner");
    const form = { csrf: csrfOf(await visitor.text("/app/second-factor")), code: await freshCode(world) };
    const { db, clock } = world.context;
    const late = await sendSlowly(visitor, "/app/second-factor", form, () =>
      db
        .updateTable("sessions")
        .set({ revoked_at: instant(clock) })
        .execute(),
    );
    expect(late.headers.get("location")).toMatch(/^\/app\/signin/);
    const opened = db.selectFrom("sessions").select("id").where("revoked_at", "is", null);
    expect(await opened.execute()).toEqual([]);
  });

  test("writes no comment of a guest whose share link was revoked meanwhile", async () => {
    const { db } = world.context;
    const { workspaceId, users, site: of } = world.first;
    await addPreview(world);
    await update(db, "sites", { id: of.id }, { preview_access: "link" });
    const [by, site] = [personIn({ workspaceId, userId: users.owner }, "owner"), await siteRow(world)];
    const made = await inDatabase(db, (tx) => createShareLink(tx, by, site, { expiresInSeconds: 3_600 }));
    const write = (body: string, meanwhile: () => Promise<unknown>) =>
      sendSlowly(new Visitor(world), `/app/guest/${made.secret}`, { path: "/", name: "Grace", body }, meanwhile);
    expect((await write("In time", async () => {})).status).toBe(303);
    const revoke = { site, linkId: made.link.id };
    const late = await write("Late", () => inDatabase(db, (tx) => revokeShareLink(tx, by, revoke)));
    expect(late.status).toBe(404);
    const written = await db.selectFrom("comments").select("body").execute();
    expect(written).toEqual([{ body: "In time" }]);
  });
});

describe("a form beside another", () => {
  test("of two owners who remove each other at once, one stays", async () => {
    const { users, workspaceId } = world.first;
    await setMembership(world, users.viewer, { role: "owner" });
    const other = await world.signIn("viewer");
    await Promise.all([
      owner.submit("/app/members", { do: "remove", user: users.viewer, sure: "1" }),
      other.submit("/app/members", { do: "remove", user: users.owner, sure: "1" }),
    ]);
    const roles = (await listMembers(world.context.db, workspaceId)).map(({ role }) => role);
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });

  /** Confirms the admin's account as it is now, once so many reads of others have been answered. */
  async function confirmAfter(reads: number, shown: string): Promise<void> {
    const { db } = world.context;
    const { users, workspaceId } = world.first;
    for (let read = 0; read < reads; read += 1) await db.selectFrom("workspaces").select("id").execute();
    await inDatabase(db, (tx) => confirmAccount(tx, users.admin, shown, workspaceId));
  }

  test("adds no factor to an account that is confirmed at any moment meanwhile, without it", async () => {
    const { db, clock } = world.context;
    const { users } = world.first;
    const account = db.selectFrom("users").selectAll().where("id", "=", users.admin);
    const own = { id: "passkey", user_id: users.admin, name: "own", public_key: "", counter: 0, transports: "[]" };
    const none = { totp_secret: null, confirmed: 0, factors_confirmed: 0 } as const;
    const newest = db.selectFrom("sessions").select("id").orderBy("created_at", "desc").orderBy("id", "desc").limit(1);
    const outcomes = new Set<string>();
    for (let reads = 0, after = 0; reads < 40 && after < 3; reads += 1) {
      await db.deleteFrom("passkeys").where("user_id", "=", users.admin).execute();
      await update(db, "users", { id: users.admin }, none);
      // Somebody who gave a factor of the account a moment ago sets up their own.
      const thief = await world.signIn("admin");
      const code = await codeOf(world, await startApp(thief));
      const csrf = csrfOf(await thief.text("/app/account"));
      // The admin's own, which the owner was shown.
      await insert(db, "passkeys", { ...own, created_at: instant(clock), last_used_at: null });
      const { id: sessionId } = await newest.executeTakeFirstOrThrow();
      const purpose = { action: "change_factors", subjectId: users.admin } as const;
      await inDatabase(db, (tx) => grantStepUp(tx, { sessionId, purpose, factor: "passkey" }));
      const { code: shown } = await readAccountVersion(db, users.admin);
      await Promise.all([thief.post("/app/account", { csrf, do: "totp_on", code }), confirmAfter(reads, shown)]);
      const { confirmed, totp_secret: added } = await account.executeTakeFirstOrThrow();
      expect([reads, confirmed === 1 && added !== null]).toEqual([reads, false]);
      outcomes.add(confirmed === 1 ? "confirmed" : "added");
      // From then on the form is over when the confirmation comes.
      if (confirmed === 0) after += 1;
    }
    expect([...outcomes].toSorted()).toEqual(["added", "confirmed"]);
  });
});

describe("a sign-in beside the end of every session and a new password, at any moment", () => {
  const NEW_HASH = "the hash of another password";

  /** Locks the owner's thief out, once so many reads of others have been answered. */
  async function lockOutAfter(reads: number): Promise<void> {
    const { db } = world.context;
    const userId = world.first.users.owner;
    for (let read = 0; read < reads; read += 1) await db.selectFrom("workspaces").select("id").execute();
    await inDatabase(db, async (tx) => {
      await setPassword(tx, userId, NEW_HASH);
      await revokeSessionsOf(tx, userId);
    });
  }

  test.each([
    [
      "second factor",
      async (thief: Visitor) => {
        await thief.enter("owner");
        const form = { csrf: csrfOf(await thief.text("/app/second-factor")), code: await freshCode(world) };
        return () => thief.post("/app/second-factor", form);
      },
    ],
    ["password", async (thief: Visitor) => () => thief.enter("owner")],
  ])("leaves no session that was opened with the former %s", async (_, prepare) => {
    const { db } = world.context;
    const { password_hash: former } = await requireRow(db, "users", { id: world.first.users.owner });
    const open = db.selectFrom("sessions").select("level").where("revoked_at", "is", null);
    let [rejected, signedIn] = [0, 0];
    for (let reads = 0; reads < 40 && signedIn < 3; reads += 1) {
      await db.deleteFrom("attempts").execute();
      await update(db, "users", { id: world.first.users.owner }, { password_hash: former });
      const send = await prepare(new Visitor(world));
      const [sent] = await Promise.all([send(), lockOutAfter(reads)]);
      expect([reads, await open.execute()]).toEqual([reads, []]);
      // Where it was not rejected, it was over when the lock-out came.
      if (sent.headers.get("location")?.startsWith("/app/signin") === false) signedIn += 1;
      else rejected += 1;
    }
    expect(rejected).toBeGreaterThan(0);
  });
});

describe("a member whose role ends while their form waits", () => {
  /** Entries of the audit log, and sites. */
  const countDone = async (db: Database): Promise<number> =>
    (await db.selectFrom("audit_log").select("seq").execute()).length +
    (await db.selectFrom("sites").select("id").execute()).length;

  /** Makes the admin a viewer, once so many reads of others have been answered. @returns What was done by then. */
  async function demoteAfter(reads: number): Promise<number> {
    const { db } = world.context;
    const { users, workspaceId } = world.first;
    for (let read = 0; read < reads; read += 1) await db.selectFrom("workspaces").select("id").execute();
    return inWorkspace(db, workspaceId, async (tx) => {
      await updateRows(tx, "memberships", { workspace_id: workspaceId, user_id: users.admin }, { role: "viewer" });
      return countDone(tx);
    });
  }

  const site = "https://git.example.com/lantern.git";

  test.each([
    ["sets no value", "sites/SITE/variables", { do: "set", name: "K", value: "1", environment: "all", kind: "plain" }],
    ["takes no host away", "sites/SITE/settings", { do: "remove-host", host: "a.example.com" }],
    ["allows no host", "deployments/FAILED", { do: "allow", host: "b.example.com" }],
    ["changes no setting", "sites/SITE/settings", { do: "save", output: "public", "was-output": "" }],
    ["creates no site", "sites/new", { do: "create", repositoryUrl: site, skipRepositoryCheck: "1" }],
    ["deploys nothing", "sites/SITE", {}],
    ["cancels nothing", "deployments/QUEUED", { do: "cancel" }],
    ["deletes nothing", "deployments/FAILED", { do: "delete" }],
    ["builds nothing again", "deployments/FAILED", { do: "deploy" }],
  ])("%s", async (_what, screen, fields) => {
    const { context, first } = world;
    const { db } = context;
    const refused_hosts = JSON.stringify([{ host: "b.example.com", step: "build", because: "unlisted" }]);
    const failed = { status: "failed", error_code: "build_failed", refused_hosts } as const;
    const admin = await world.signIn("admin");
    const csrf = csrfOf(await admin.text("/app/sites"));
    const outcomes = new Set<string>();
    for (let reads = 0, after = 0; reads < 40 && after < 3; reads += 1) {
      await setMembership(world, first.users.admin, { role: "admin" });
      await update(db, "sites", { id: first.site.id }, { build_hosts: "a.example.com", output: null });
      await update(db, "deployments", { status: "queued" }, { status: "canceled" });
      const path = screen
        .replace("SITE", first.site.id)
        .replace("FAILED", await addDeployment(context, first, failed))
        .replace("QUEUED", await addDeployment(context, first));
      const once = { csrf, key: newUuid() };
      const sent = screen === "sites/new" ? { ...once, slug: `s-${newUuid()}` } : once;
      const before = await countDone(db);
      const [by] = await Promise.all([demoteAfter(reads), admin.post(`/app/${path}`, { ...sent, ...fields })]);
      expect([reads, await countDone(db)]).toEqual([reads, by]);
      outcomes.add(by > before ? "changed" : "refused");
      // From then on the form is over when the role ends.
      if (by > before) after += 1;
    }
    expect([...outcomes].toSorted()).toEqual(["changed", "refused"]);
  });
});

describe("a page of a workspace that the person has left for another since", () => {
  test("sends forms that do nothing, but the one that goes to a workspace", async () => {
    const { context, first, other } = world;
    const here = { workspaceId: other.workspaceId, userId: first.users.owner, role: "owner" } as const;
    await inDatabase(context.db, (tx) => addMember(tx, here, true));
    const csrf = csrfOf(await owner.text("/app/members"));
    await owner.post("/app/workspace", { csrf, workspace: other.workspaceId });
    const stale = await owner.post("/app/members", { csrf, do: "add", email: "new@first.test", role: "owner" });
    expect(stale.status).toBe(403);
    expect(textOf(await stale.text())).toContain("Its page was of another workspace; you went to other since.");
    expect(await owner.text("/app/members")).not.toContain("new@first.test");
    expect((await owner.post("/app/workspace", { csrf, workspace: first.workspaceId })).status).toBe(303);
    expect((await owner.post("/app/members", { csrf, do: "add", email: "new@first.test", role: "owner" })).status).toBe(
      200,
    );
  });
});

test("who joins with the name of a member gets their address beside it, since people decide by names", async () => {
  const { context, first } = world;
  const link = linkIn(await owner.answer("/app/members", { do: "add", email: "two@first.test", role: "approver" }));
  const password = "a quiet green room";
  await owner.post("/app/signout", {});
  await owner.post(link, { name: "OWNER  of First", password, again: password });
  const names = (await listMembers(context.db, first.workspaceId)).map(({ name }) => name);
  expect(names).toContain("OWNER of First (two@first.test)");
});
