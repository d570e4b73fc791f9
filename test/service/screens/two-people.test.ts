import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { SCOPES } from "../../../packages/contract/index.ts";
import { addPerson, confirmPerson, showPerson } from "../../../packages/service/admin/people.ts";
import { setUnconfirmedAllowed } from "../../../packages/service/admin/workspaces.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { sealed as sealRow } from "../../../packages/service/store/engine/sealed-rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { readAccountVersion } from "../../../packages/service/store/people/accounts.ts";
import { epochOf } from "../../../packages/service/store/people/grants.ts";
import { findToken, issueToken } from "../../../packages/service/store/people/tokens.ts";
import { sealTotpSecret } from "../../../packages/service/store/people/totp-secrets.ts";
import {
  addPreview,
  codeOf,
  fieldOf,
  freshCode,
  linkIn,
  requestByDeveloper,
  PASSWORD,
  requestRow,
  setMembership,
  startApp,
  textOf,
  useWorld,
  Visitor,
} from "./visitor.ts";

const world = useWorld();
let sourceId: string;

beforeEach(async () => {
  sourceId = await addPreview(world);
});

/** A new member's browser, with the secret of the authenticator app it has enrolled. */
interface Puppet {
  readonly visitor: Visitor;
  readonly secret: string;
}

const nextCode = ({ secret }: Puppet) => {
  world.context.clock.advance(30_000);
  return codeOf(world, secret);
};

async function setPassword(link: string): Promise<Visitor> {
  const visitor = new Visitor(world);
  await visitor.post(link, { name: "Sock", password: "a quiet green room", again: "a quiet green room" });
  return visitor;
}

/** Enrols an authenticator app in a browser of a person who has none. */
async function enrol(visitor: Visitor): Promise<Puppet> {
  const puppet = { visitor, secret: await startApp(visitor) };
  await visitor.submit("/app/account", { do: "totp_on", code: await nextCode(puppet) });
  return puppet;
}

async function add(owner: Visitor, role: string, email = "sock@first.test"): Promise<Puppet> {
  const page = await (await owner.submit("/app/members", { do: "add", email, role })).text();
  return enrol(await setPassword(linkIn(page)));
}

/** Asks for the release on the web. */
async function ask(visitor: Visitor, code: string, reason = "because"): Promise<string> {
  const path = `/app/deployments/${sourceId}/publish`;
  const response = await visitor.submit(path, { reason, code }, "/app/sites");
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Tries to approve, also past the page that hides the form. */
async function approve(visitor: Visitor, path: string, code: string): Promise<{ status: number; text: string }> {
  const response = await visitor.submit(path, { decision: "approve", code }, "/app/sites");
  return { status: response.status, text: await response.text() };
}

const idOf = async (email: string) =>
  (await world.context.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

/** The page on which an owner confirms a member, with the code of the account as it shows it. */
async function question(owner: Visitor, email: string) {
  const page = await (await owner.submit("/app/members", { do: "confirm", user: await idOf(email) })).text();
  return { page, shown: fieldOf(page, "shown") };
}

/** An owner confirms a member with their second factor, as the page shows the member. */
async function confirm(owner: Visitor, email: string, code: string): Promise<Response> {
  const { shown } = await question(owner, email);
  return owner.submit("/app/members", { do: "confirmed", user: await idOf(email), shown, code });
}

/** Signs in again with the password and the factor of a puppet: a new epoch of an account ends its sessions. */
async function backAs(email: string, { secret }: Puppet, password = "a quiet green room"): Promise<Puppet> {
  const visitor = new Visitor(world);
  await visitor.enter(email, password);
  await visitor.submit("/app/second-factor", { code: await nextCode({ visitor, secret }) });
  return { visitor, secret };
}

async function linkFor(maker: Visitor, userId: string): Promise<string> {
  return linkIn(await (await maker.submit("/app/members", { do: "link", user: userId })).text());
}

/** A second owner, who has nothing to do with what happens. */
async function independentOwner(): Promise<Visitor> {
  await setMembership(world, world.first.users.viewer, { role: "owner" });
  return world.signIn("viewer");
}

const operator = () => ({
  ...world.context,
  operator: "root",
  dataDirectory: world.context.settings.dataDirectory,
});

describe("one person", () => {
  test.each(["owner", "admin"])(
    "as %s approves nothing with a member they added and whose link they used",
    async (role) => {
      const { context, first } = world;
      const totp_secret = sealTotpSecret(context.settings, first.users.admin, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
      await context.db.updateTable("users").set({ totp_secret }).where("id", "=", first.users.admin).execute();
      const asker = await world.signIn(role);
      const path = await ask(asker, await freshCode(world));
      const sock = await add(asker, "approver");
      const page = await sock.visitor.text(path);
      expect(textOf(page)).toContain("Who can approve or reject");
      expect(page).not.toContain("Approve release…");
      expect((await approve(sock.visitor, path, await nextCode(sock))).status).toBe(403);
      expect(await statusOf(path)).toBe("pending");
    },
  );

  async function statusOf(path: string): Promise<string> {
    const id = path.split("/").at(-1) ?? "";
    return (await requestRow(world, id)).status;
  }

  test("approves nothing as a real approver, by a new setup link, until someone else confirms them", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const grace = await enrol(await setPassword(await linkFor(owner, world.first.users.admin)));
    expect((await approve(grace.visitor, path, await nextCode(grace))).status).toBe(403);
    const other = await independentOwner();
    expect((await confirm(other, "admin@first.test", await freshCode(world))).status).toBe(303);
    const back = await backAs("admin@first.test", grace);
    expect((await approve(back.visitor, path, await nextCode(back))).status).toBe(303);
    expect(await statusOf(path)).toBe("approved");
  });

  test("keeps no token of a member whose first link they opened", async () => {
    const owner = await world.signIn("owner");
    const other = await independentOwner();
    const thief = await add(owner, "approver");
    const id = await idOf("sock@first.test");
    const { db, clock } = world.context;
    const issued = {
      workspaceId: world.first.workspaceId,
      userId: id,
      kind: "pat",
      realm: "test",
      name: "kept",
    } as const;
    const { token } = await inDatabase(db, async (tx) =>
      issueToken(tx, {
        ...issued,
        epoch: await epochOf(tx, id),
        scopes: SCOPES,
        issuedVia: "web",
        expiresAt: null,
      }),
    );
    const acts = async () => typeof (await findToken(db, token, instant(clock))) !== "string";
    expect(await acts()).toBe(true);
    const real = await enrol(await setPassword(await linkFor(owner, id)));
    expect(await acts()).toBe(false);
    expect((await thief.visitor.get("/app/members")).status).toBe(303);
    expect((await confirm(other, "sock@first.test", await freshCode(world))).status).toBe(303);
    expect(await acts()).toBe(false);
    expect((await backAs("sock@first.test", real)).visitor).toBeDefined();
  });

  test("opens nothing with a link that was kept back until the member was confirmed", async () => {
    const owner = await world.signIn("owner");
    const other = await independentOwner();
    const sock = await add(owner, "approver");
    const kept = await linkFor(owner, await idOf("sock@first.test"));
    expect((await sock.visitor.get(kept)).status).toBe(200);
    expect((await confirm(other, "sock@first.test", await freshCode(world))).status).toBe(303);
    expect((await new Visitor(world).get(kept)).status).toBe(404);
    await setPassword(kept);
    expect((await backAs("sock@first.test", sock)).visitor).toBeDefined();
  });

  test("gets nothing confirmed that the confirming owner was not shown", async () => {
    const owner = await world.signIn("owner");
    const other = await independentOwner();
    await add(owner, "approver");
    const id = await idOf("sock@first.test");
    const { shown } = await question(other, "sock@first.test");
    const thief = await enrol(await setPassword(await linkFor(owner, id)));
    const late = await other.submit("/app/members", { do: "confirmed", user: id, shown, code: await freshCode(world) });
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("The account changed")]);
    const path = await ask(owner, await freshCode(world));
    expect((await approve(thief.visitor, path, await nextCode(thief))).status).toBe(403);
  });

  test("has an account confirmed once by two owners at a time", async () => {
    const owner = await world.signIn("owner");
    const other = await independentOwner();
    await add(owner, "approver");
    const { shown } = await question(other, "sock@first.test");
    const user = await idOf("sock@first.test");
    const code = await freshCode(world);
    expect((await other.submit("/app/members", { do: "confirmed", user, shown, code })).status).toBe(303);
    const again = await other.submit("/app/members", { do: "confirmed", user, shown, code: await freshCode(world) });
    expect(again.status).toBe(409);
  });

  test("does not get past the rule with two members who confirm each other", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const [one, two] = [await add(owner, "owner", "one@first.test"), await add(owner, "owner", "two@first.test")];
    const tried = await confirm(one.visitor, "two@first.test", await nextCode(one));
    expect(await tried.text()).toContain("You are not confirmed yourself");
    for (const puppet of [one, two]) {
      expect((await approve(puppet.visitor, path, await nextCode(puppet))).status).toBe(403);
    }
    expect(await statusOf(path)).toBe("pending");
  });

  test("who joins an open request of another cannot approve it, and their reason stays", async () => {
    const requested = await requestByDeveloper(world, sourceId);
    const mira = await world.signIn("approver");
    const path = await ask(mira, await freshCode(world), "the fair opens at nine");
    expect(path).toBe(requested);
    await requestByDeveloper(world, sourceId);
    const page = await mira.text(path);
    expect(page).toContain("the fair opens at nine");
    expect(page).toContain("<bdi>developer of first</bdi></strong>");
    expect(page).not.toContain("Approve release…");
    const again = await world.signIn("Approver@FIRST.test");
    expect((await approve(again, path, await freshCode(world))).status).toBe(403);
    expect(await statusOf(path)).toBe("pending");
    expect((await approve(await world.signIn("owner"), path, await freshCode(world))).status).toBe(303);
  });
});

describe("a confirmation", () => {
  test("needs another owner with a second factor", async () => {
    const owner = await world.signIn("owner");
    const sock = await add(owner, "approver");
    const id = await idOf("sock@first.test");
    const admin = await world.signIn("admin");
    expect((await admin.submit("/app/members", { do: "confirmed", user: id, code: "1" })).status).toBe(403);
    const own = await confirm(owner, "owner@first.test", await freshCode(world));
    expect(await own.text()).toContain("Another owner or the operator confirms you");
    const other = await independentOwner();
    expect(textOf(await other.text("/app/members"))).toContain(
      "Not confirmed: Sock counts as one person with owner of first when releases are decided. viewer of first can confirm Sock here.",
    );
    const { page, shown } = await question(other, "sock@first.test");
    expect(textOf(page)).toContain("These sign-in methods stay: a password, an authenticator app, and recovery codes");
    expect(textOf(await sock.visitor.text("/app/account"))).toContain(shown);
    expect((await confirm(other, "sock@first.test", "000000")).status).toBe(401);
    const path = await ask(owner, await freshCode(world));
    expect((await approve(sock.visitor, path, await nextCode(sock))).status).toBe(403);
    expect((await confirm(other, "sock@first.test", await freshCode(world))).status).toBe(303);
    const back = await backAs("sock@first.test", sock);
    expect((await approve(back.visitor, path, await nextCode(back))).status).toBe(303);
    const audit = await readAudit(world.context.db, world.first.workspaceId, { afterSeq: 0, limit: 100 });
    const confirmed = audit.find(({ action }) => action === "member.confirmed");
    expect(confirmed).toMatchObject({ actor_id: world.first.users.viewer, subject_id: id });
    const people = JSON.stringify([world.first.users.viewer]);
    expect(JSON.parse(confirmed?.data ?? "")).toEqual({ factor: "totp", code: shown, people });
  });

  test("by the operator names the account as it was shown, and one without a second factor is refused", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const member = { workspaceId: world.first.workspaceId, email: "sock@first.test" };
    const page = await (
      await owner.submit("/app/members", { do: "add", email: member.email, role: "approver" })
    ).text();
    await expect(showPerson(operator(), member)).rejects.toMatchObject({ code: "unknown_person" });
    const visitor = await setPassword(linkIn(page));
    const early = await showPerson(operator(), member);
    await expect(confirmPerson(operator(), member, early.code)).rejects.toMatchObject({ code: "invalid" });
    const sock = await enrol(visitor);
    await expect(confirmPerson(operator(), member, early.code)).rejects.toMatchObject({ code: "invalid" });
    await confirmPerson(operator(), member, (await showPerson(operator(), member)).code);
    const back = await backAs(member.email, sock);
    expect((await approve(back.visitor, path, await nextCode(back))).status).toBe(303);
    await owner.submit("/app/members", { do: "remove", user: await idOf(member.email) });
    const { code } = await readAccountVersion(world.context.db, await idOf(member.email));
    await expect(confirmPerson(operator(), member, code)).rejects.toMatchObject({ code: "not_a_member" });
  });

  test("is not needed where the operator skips it, and page and audit log say so", async () => {
    const { workspaceId } = world.first;
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const sock = await add(owner, "approver");
    await setUnconfirmedAllowed(operator(), { workspaceId, allowed: true });
    expect(await sock.visitor.text(path)).toContain("The operator allows unconfirmed members to decide");
    expect((await approve(owner, path, await freshCode(world))).status).toBe(403);
    expect((await approve(sock.visitor, path, await nextCode(sock))).status).toBe(303);
    const audit = await readAudit(world.context.db, workspaceId, { afterSeq: 0, limit: 100 });
    const approved = audit.find(({ action }) => action === "approval.approved");
    expect(JSON.parse(approved?.data ?? "")).toMatchObject({ relaxed: "unconfirmed members to decide" });
    expect(await owner.text(path)).toContain("The operator allows unconfirmed members to decide");
  });
});

describe("an account made before its person came", () => {
  const CEO = "ceo@elsewhere.test";

  /** The owner of another workspace made it, and has its password, factor and an open session. */
  async function hijacked(): Promise<Puppet> {
    return add(await world.signIn("owner@other.test"), "viewer", CEO);
  }

  const addCeo = (existing?: "keep" | "reset") =>
    addPerson(operator(), { workspaceId: world.first.workspaceId, email: CEO, name: "C", role: "owner", existing });

  test("is not let into another workspace, unless the operator says so", async () => {
    await hijacked();
    const refused = await addCeo().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: "existing_account" });
    expect(String(refused)).toMatch(/in other, and another person may hold it.*--existing reset .*--existing keep/);
    expect((await addCeo("keep")).setupPath).toBeUndefined();
  });

  test("loses password, second factor and sessions when the operator resets it", async () => {
    const thief = await hijacked();
    const { setupPath } = await addCeo("reset");
    expect(setupPath).toMatch(/^\/app\/setup\//);
    expect((await thief.visitor.get("/app/members")).status).toBe(303);
    const back = new Visitor(world);
    const entered = await back.post("/app/signin", { email: CEO, password: "a quiet green room" });
    expect(entered.status).toBe(401);
    const ceo = await setPassword(setupPath ?? "");
    expect(await ceo.text("/app/account")).toContain("Set up an authenticator app");
  });
});

describe("at the unlocked screen of a member without a second factor", () => {
  test("no sign-in method is added before the password is given again", async () => {
    const { context, first } = world;
    const admin = await world.signIn("admin");
    context.clock.advance(6 * 60_000);
    for (const action of ["totp_start", "passkey_on", "sso_link", "recovery_new"]) {
      const refused = await admin.submit("/app/account", { do: action });
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining("Confirm your identity first"),
      ]);
    }
    expect((await admin.submit("/app/account", { do: "confirm", password: "wrong" })).status).toBe(400);
    expect((await admin.submit("/app/account", { do: "totp_start" })).status).toBe(400);
    expect((await admin.submit("/app/account", { do: "confirm", password: PASSWORD })).status).toBe(303);
    await enrol(admin);
    const { totp_secret: sealed } = await context.db
      .selectFrom("users")
      .select("totp_secret")
      .where("id", "=", first.users.admin)
      .executeTakeFirstOrThrow();
    expect(sealed).not.toBeNull();
    // From now on the password alone is not enough.
    for (const row of await context.db.selectFrom("step_ups").selectAll().execute()) {
      const weaker = sealRow(context.db, "step_ups", { ...row, factor: "password" });
      await context.db.updateTable("step_ups").set(weaker).where("id", "=", row.id).execute();
    }
    expect((await admin.submit("/app/account", { do: "recovery_new" })).status).toBe(400);
  });
});

test("the present password is not guessed without end inside a session", async () => {
  const owner = await world.signIn("owner");
  const guess = async (current: string) => {
    const form = { do: "password", current, password: "another quiet room", again: "another quiet room" };
    return (await owner.submit("/app/account", form)).text();
  };
  for (let tries = 0; tries < 10; tries += 1) expect(await guess("wrong")).toContain("current password is wrong");
  expect(await guess(PASSWORD)).toContain("Too many wrong passwords");
});
