import { generate } from "otplib";
import { beforeEach, describe, expect, test } from "vitest";
import { addPerson, confirmPerson } from "../../../packages/service/admin/people.ts";
import { setUnconfirmedAllowed } from "../../../packages/service/admin/workspaces.ts";
import { sealTotpSecret } from "../../../packages/service/store/people/totp-secrets.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import {
  addPreview,
  freshCode,
  linkIn,
  requestByToken,
  PASSWORD,
  requestRow,
  setMembership,
  textOf,
  useWorld,
  Visitor,
} from "./visitor.ts";

const world = useWorld();
let sourceId: string;

beforeEach(async () => {
  sourceId = await addPreview(world);
});

const HOUR_MS = 3_600_000;

/** A new member's browser, with the secret of the authenticator app it has enrolled. */
interface Puppet {
  readonly visitor: Visitor;
  readonly secret: string;
}

const codeOf = async ({ secret }: Puppet) => {
  world.context.clock.advance(30_000);
  return generate({ secret, epoch: Math.floor(world.context.clock.now() / 1_000) });
};

async function setPassword(link: string): Promise<Visitor> {
  const visitor = new Visitor(world);
  await visitor.post(link, { password: "a quiet green room", again: "a quiet green room" });
  return visitor;
}

/** Enrols an authenticator app in a browser of a person who has none. */
async function enrol(visitor: Visitor): Promise<Puppet> {
  await visitor.submit("/app/account", { do: "totp_start" });
  const page = await visitor.text("/app/account");
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  const puppet = { visitor, secret };
  await visitor.submit("/app/account", { do: "totp_on", code: await codeOf(puppet) });
  return puppet;
}

async function add(owner: Visitor, role: string, email = "sock@first.test"): Promise<Puppet> {
  const page = await (await owner.submit("/app/members", { do: "add", name: "Sock", email, role })).text();
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

/** An owner confirms a member with their second factor. */
async function confirm(owner: Visitor, email: string, code: string): Promise<Response> {
  return owner.submit("/app/members", { do: "confirmed", user: await idOf(email), code });
}

/** A second owner, who has nothing to do with what happens. */
async function independentOwner(): Promise<Visitor> {
  await setMembership(world, world.first.users.viewer, { role: "owner" });
  return world.signIn("viewer");
}

const operator = () => ({ ...world.context, operator: "root" });

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
      // Neither the fresh factor nor its age matters: the account is the asker's.
      context.clock.advance(25 * HOUR_MS);
      const later = await enrolledAgain(sock);
      const page = await later.visitor.text(path);
      expect(page).toContain(`${role} of first added you`);
      expect(textOf(page)).toContain("These members can:");
      expect(page).not.toContain("Your decision");
      const tried = await approve(later.visitor, path, await codeOf(later));
      expect(tried.status).toBe(403);
      expect(tried.text).toContain("may be one person");
      expect(await statusOf(path)).toBe("pending");
    },
  );

  /** Signs in again with the password and the code that the link holder has. */
  async function enrolledAgain({ secret }: Puppet): Promise<Puppet> {
    const visitor = new Visitor(world);
    await visitor.enter("sock@first.test", "a quiet green room");
    await visitor.submit("/app/second-factor", { code: await codeOf({ visitor, secret }) });
    return { visitor, secret };
  }

  async function statusOf(path: string): Promise<string> {
    const id = path.split("/").at(-1) ?? "";
    return (await requestRow(world, id)).status;
  }

  test("approves nothing as a real approver without a second factor, by a new setup link", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const page = await owner.submit("/app/members", { do: "link", user: world.first.users.admin });
    const grace = await enrol(await setPassword(linkIn(await page.text())));
    world.context.clock.advance(30_000);
    const tried = await approve(grace.visitor, path, await codeOf(grace));
    expect(tried.status).toBe(403);
    expect(tried.text).toContain("made a setup link for you");
    const other = await independentOwner();
    expect((await confirm(other, "admin@first.test", await freshCode(world))).status).toBe(303);
    expect((await approve(grace.visitor, path, await codeOf(grace))).status).toBe(303);
    expect(await statusOf(path)).toBe("approved");
  });

  test("who has the password of an approver without a second factor enrols one and approves nothing for a day", async () => {
    const { context } = world;
    const path = await ask(await world.signIn("owner"), await freshCode(world));
    const thief = new Visitor(world);
    await thief.post("/app/signin", { email: "ADMIN@First.test", password: PASSWORD });
    const enrolled = await enrol(thief);
    const tried = await approve(thief, path, await codeOf(enrolled));
    expect(tried.status).toBe(403);
    expect(tried.text).toContain("sign-in methods changed");
    expect(await thief.text(path)).toContain("sign-in methods changed");
    // Everybody who manages members can see it.
    expect(await (await world.signIn("owner")).text("/app/members")).toContain("added an authenticator app");
    context.clock.advance(24 * HOUR_MS);
    const back = new Visitor(world);
    await back.enter("admin");
    await back.submit("/app/second-factor", { code: await codeOf(enrolled) });
    expect((await approve(back, path, await codeOf(enrolled))).status).toBe(303);
  });

  test("does not get past the rule with two members who confirm each other", async () => {
    const { context } = world;
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const [one, two] = [await add(owner, "owner", "one@first.test"), await add(owner, "owner", "two@first.test")];
    const early = await confirm(one.visitor, "two@first.test", await codeOf(one));
    expect(await early.text()).toContain("Your own sign-in method is new");
    // A patient one waits until their factors count.
    const at = "2026-01-01T00:00:00.000Z";
    await context.db.updateTable("member_changes").set({ at }).where("kind", "=", "factor").execute();
    expect((await confirm(one.visitor, "two@first.test", await codeOf(one))).status).toBe(303);
    expect((await confirm(two.visitor, "one@first.test", await codeOf(two))).status).toBe(303);
    for (const puppet of [one, two]) {
      expect((await approve(puppet.visitor, path, await codeOf(puppet))).status).toBe(403);
    }
    expect(await statusOf(path)).toBe("pending");
  });

  test("who joins an open request of a robot cannot approve it, and their reason stays", async () => {
    const requested = await requestByToken(world, sourceId);
    const mira = await world.signIn("approver");
    const path = await ask(mira, await freshCode(world), "the fair opens at nine");
    expect(path).toBe(requested);
    await requestByToken(world, sourceId);
    const page = await mira.text(path);
    expect(page).toContain("the fair opens at nine");
    expect(page).toMatch(/<bdi>developer of first<\/bdi><\/strong> with the token <bdi>workflow<\/bdi>/);
    expect(page).not.toContain("Your decision");
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
    expect(await other.text("/app/members")).toContain("Not confirmed since a change by <bdi>owner of first</bdi>");
    const question = await other.submit("/app/members", { do: "confirm", user: id });
    expect(await question.text()).toContain("You say that the account <bdi>sock@first.test</bdi>");
    expect((await confirm(other, "sock@first.test", "000000")).status).toBe(401);
    const path = await ask(owner, await freshCode(world));
    expect((await approve(sock.visitor, path, await codeOf(sock))).status).toBe(403);
    expect((await confirm(other, "sock@first.test", await freshCode(world))).status).toBe(303);
    expect((await approve(sock.visitor, path, await codeOf(sock))).status).toBe(303);
    const audit = await readAudit(world.context.db, world.first.workspaceId, { afterSeq: 0, limit: 100 });
    const confirmed = audit.find(({ action }) => action === "member.confirmed");
    expect(confirmed).toMatchObject({ actor_id: world.first.users.viewer, subject_id: id });
    expect(JSON.parse(confirmed?.data ?? "")).toEqual({ factor: "totp" });
  });

  test("by the operator counts at once, and so does the operator's own member", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const sock = await add(owner, "approver");
    const { workspaceId } = world.first;
    await confirmPerson(operator(), { workspaceId, email: "sock@first.test" });
    expect((await approve(sock.visitor, path, await codeOf(sock))).status).toBe(303);
  });

  test("is not needed where the operator skips it, and page and audit log say so", async () => {
    const { workspaceId } = world.first;
    const owner = await world.signIn("owner");
    const path = await ask(owner, await freshCode(world));
    const sock = await add(owner, "approver");
    await setUnconfirmedAllowed(operator(), { workspaceId, allowed: true });
    expect(await sock.visitor.text(path)).toContain("unconfirmed members can decide");
    expect((await approve(owner, path, await freshCode(world))).status).toBe(403);
    expect((await approve(sock.visitor, path, await codeOf(sock))).status).toBe(303);
    const audit = await readAudit(world.context.db, workspaceId, { afterSeq: 0, limit: 100 });
    const approved = audit.find(({ action }) => action === "approval.approved");
    expect(JSON.parse(approved?.data ?? "")).toMatchObject({ relaxed: "unconfirmed members to decide" });
    expect(await owner.text(path)).toContain("unconfirmed members can decide");
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

  test("is not revealed to the owner of another workspace, who cannot try many addresses", async () => {
    const owner = await world.signIn("owner");
    const adding = () =>
      owner.submit("/app/members", { do: "add", name: "C", email: "owner@other.test", role: "viewer" });
    const page = await (await adding()).text();
    expect(page).toContain("This email address cannot be added here.");
    expect(page).not.toContain("workspace.</p>");
    for (let tries = 1; tries < 5; tries += 1) expect((await adding()).status).toBe(400);
    expect((await adding()).status).toBe(429);
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
