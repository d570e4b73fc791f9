import { beforeEach, describe, expect, test } from "vitest";
import { addPerson, confirmPerson, showPerson } from "../../../packages/service/admin/people.ts";
import { setUnconfirmedAllowed } from "../../../packages/service/admin/workspaces.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { sealed } from "../../../packages/service/store/engine/sealed-rows.ts";
import { readAccountVersion } from "../../../packages/service/store/people/accounts.ts";
import { update } from "../rows.ts";
import {
  addPreview,
  codeOf,
  fieldOf,
  freshCode,
  linkIn,
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
  await visitor.post(link, { name: "Sock", password: PASSWORD, again: PASSWORD });
  return visitor;
}

/** Enrols an authenticator app in a browser of a person who has none. */
async function enrol(visitor: Visitor): Promise<Puppet> {
  const puppet = { visitor, secret: await startApp(visitor) };
  await visitor.submit("/app/account", { do: "totp_on", code: await nextCode(puppet) });
  return puppet;
}

async function add(owner: Visitor, role: string, email = "sock@first.test"): Promise<Puppet> {
  return enrol(await setPassword(linkIn(await owner.answer("/app/members", { do: "add", email, role }))));
}

/** Asks for the release on the web. */
async function ask(visitor: Visitor): Promise<string> {
  const path = `/app/deployments/${sourceId}/publish`;
  const response = await visitor.submit(path, { code: await freshCode(world) }, "/app/sites");
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Tries to approve, also past the page that hides the form. */
async function approve(visitor: Visitor, path: string, code: string): Promise<number> {
  return (await visitor.submit(path, { decision: "approve", code }, "/app/sites")).status;
}

const approveAs = async (puppet: Puppet, path: string) => approve(puppet.visitor, path, await nextCode(puppet));

const statusOf = async (path: string) => (await requestRow(world, path.split("/").at(-1) ?? "")).status;

const idOf = async (email: string) => (await requireRow(world.context.db, "users", { email })).id;

/** The page on which an owner confirms a member, with the code of the account as it shows it. */
async function question(owner: Visitor, email: string) {
  const page = await owner.answer("/app/members", { do: "confirm", user: await idOf(email) });
  return { page, shown: fieldOf(page, "shown") };
}

/** An owner confirms a member with their second factor, as the page shows the member. */
async function confirm(owner: Visitor, email: string, code: string): Promise<Response> {
  const { shown } = await question(owner, email);
  return owner.submit("/app/members", { do: "confirmed", user: await idOf(email), shown, code });
}

/** Signs in again with the password and the factor of a puppet: a new epoch of an account ends its sessions. */
async function backAs(email: string, { secret }: Puppet): Promise<Puppet> {
  const visitor = new Visitor(world);
  await visitor.enter(email);
  await visitor.submit("/app/second-factor", { code: await nextCode({ visitor, secret }) });
  return { visitor, secret };
}

async function linkFor(maker: Visitor, userId: string): Promise<string> {
  return linkIn(await maker.answer("/app/members", { do: "link", user: userId }));
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
  test("approves nothing with a member they added and whose link they used", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner);
    const sock = await add(owner, "approver");
    const page = await sock.visitor.text(path);
    expect(textOf(page)).toContain("Who can approve or reject");
    expect(page).not.toContain("Approve release…");
    expect(await approveAs(sock, path)).toBe(403);
    expect(await statusOf(path)).toBe("pending");
    const command = "greenroom admin member confirm --email sock@first.test";
    expect(textOf(await owner.text("/app/members"))).toContain(command);
    expect(textOf(await sock.visitor.text("/app/account"))).toContain(command);
  });

  test("approves nothing as a real approver, by a new setup link, until someone else confirms them", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner);
    const grace = await enrol(await setPassword(await linkFor(owner, world.first.users.admin)));
    expect(await approveAs(grace, path)).toBe(403);
    const other = await independentOwner();
    expect((await confirm(other, "admin@first.test", await freshCode(world))).status).toBe(303);
    expect(await approveAs(await backAs("admin@first.test", grace), path)).toBe(303);
    expect(await statusOf(path)).toBe("approved");
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
    expect(await approveAs(thief, await ask(owner))).toBe(403);
  });

  test("does not get past the rule with two members who confirm each other", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner);
    const [one, two] = [await add(owner, "owner", "one@first.test"), await add(owner, "owner", "two@first.test")];
    const tried = await confirm(one.visitor, "two@first.test", await nextCode(one));
    expect(await tried.text()).toContain("You are not confirmed yourself");
    for (const puppet of [one, two]) expect(await approveAs(puppet, path)).toBe(403);
    expect(await statusOf(path)).toBe("pending");
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
    const path = await ask(owner);
    expect(await approveAs(sock, path)).toBe(403);
    expect((await confirm(other, "sock@first.test", await freshCode(world))).status).toBe(303);
    expect(await approveAs(await backAs("sock@first.test", sock), path)).toBe(303);
    // What was shown is over: nothing is confirmed twice.
    const again = { do: "confirmed", user: id, shown, code: await freshCode(world) };
    expect((await other.submit("/app/members", again)).status).toBe(409);
    const audit = await readAudit(world.context.db, world.first.workspaceId, { afterSeq: 0, limit: 100 });
    const confirmed = audit.find(({ action }) => action === "member.confirmed");
    expect(confirmed).toMatchObject({ actor_id: world.first.users.viewer, subject_id: id });
    const people = JSON.stringify([world.first.users.viewer]);
    expect(JSON.parse(confirmed?.data ?? "")).toEqual({ factor: "totp", code: shown, people });
  });

  test("by the operator names the account as it was shown, and one without a second factor is refused", async () => {
    const owner = await world.signIn("owner");
    const path = await ask(owner);
    const member = { workspaceId: world.first.workspaceId, email: "sock@first.test" };
    const page = await owner.answer("/app/members", { do: "add", email: member.email, role: "approver" });
    await expect(showPerson(operator(), member)).rejects.toMatchObject({ code: "unknown_person" });
    const visitor = await setPassword(linkIn(page));
    const early = await showPerson(operator(), member);
    await expect(confirmPerson(operator(), member, early.code)).rejects.toMatchObject({ code: "invalid" });
    const sock = await enrol(visitor);
    await expect(confirmPerson(operator(), member, early.code)).rejects.toMatchObject({ code: "invalid" });
    await confirmPerson(operator(), member, (await showPerson(operator(), member)).code);
    expect(await approveAs(await backAs(member.email, sock), path)).toBe(303);
    await owner.submit("/app/members", { do: "remove", user: await idOf(member.email) });
    const { code } = await readAccountVersion(world.context.db, await idOf(member.email));
    await expect(confirmPerson(operator(), member, code)).rejects.toMatchObject({ code: "not_a_member" });
  });

  test("is not needed where the operator skips it, and page and audit log say so", async () => {
    const { workspaceId } = world.first;
    const owner = await world.signIn("owner");
    const path = await ask(owner);
    const sock = await add(owner, "approver");
    await setUnconfirmedAllowed(operator(), { workspaceId, allowed: true });
    expect(await sock.visitor.text(path)).toContain("The operator allows unconfirmed members to decide");
    expect(await approve(owner, path, await freshCode(world))).toBe(403);
    expect(await approveAs(sock, path)).toBe(303);
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
    const said = /in other, and another person may hold it.*--existing reset .*--existing keep/;
    const refusal = { code: "existing_account", message: expect.stringMatching(said) };
    await expect(addCeo()).rejects.toMatchObject(refusal);
    expect((await addCeo("keep")).setupPath).toBeUndefined();
  });

  test("loses password, second factor and sessions when the operator resets it", async () => {
    const thief = await hijacked();
    const { setupPath } = await addCeo("reset");
    expect(setupPath).toMatch(/^\/app\/setup\//);
    expect((await thief.visitor.get("/app/members")).status).toBe(303);
    expect((await new Visitor(world).enter(CEO)).status).toBe(401);
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
      expect(await admin.answer("/app/account", { do: action })).toContain("Confirm your identity first");
    }
    expect((await admin.submit("/app/account", { do: "confirm", password: "wrong" })).status).toBe(400);
    expect((await admin.submit("/app/account", { do: "totp_start" })).status).toBe(400);
    expect((await admin.submit("/app/account", { do: "confirm", password: PASSWORD })).status).toBe(303);
    await enrol(admin);
    expect((await requireRow(context.db, "users", { id: first.users.admin })).totp_secret).not.toBeNull();
    // From now on the password alone is not enough.
    for (const row of await context.db.selectFrom("step_ups").selectAll().execute()) {
      const weaker = sealed(context.db, "step_ups", { ...row, factor: "password" });
      await update(context.db, "step_ups", { id: row.id }, weaker);
    }
    expect((await admin.submit("/app/account", { do: "recovery_new" })).status).toBe(400);
  });
});

test("the present password is not guessed without end inside a session", async () => {
  const owner = await world.signIn("owner");
  const form = { do: "password", password: "another quiet room", again: "another quiet room" };
  const guess = (current: string) => owner.answer("/app/account", { ...form, current });
  for (let tries = 0; tries < 10; tries += 1) expect(await guess("wrong")).toContain("current password is wrong");
  expect(await guess(PASSWORD)).toContain("Too many wrong passwords");
});
