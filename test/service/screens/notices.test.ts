import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addPerson } from "../../../packages/service/admin/people.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { setMailService } from "../../../packages/service/store/announcements/notices.ts";
import { countRows, requireRow } from "../../../packages/service/store/engine/rows.ts";
import { headerOf, startMailServer } from "../notify/mail-server.ts";
import { insert } from "../rows.ts";
import { codeOf, linkIn, startApp, textOf, useWorld, Visitor } from "./visitor.ts";

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  server = await startMailServer();
});
const world = useWorld(() => ({ mail: server.mail }));
beforeEach(() => setMailService(world.context.db, true, "2026-01-01T00:00:00.000Z"));
afterEach(() => server[Symbol.asyncDispose]());

async function sendDue(): Promise<void> {
  const notifier = createNotifier(world.context);
  await notifier.sendDue();
  await notifier.stop();
}

const NEW = { do: "add", email: "nia@first.test", role: "approver" };

describe("somebody who is invited", () => {
  test("is mailed the link, which is in no row before or after", async () => {
    const owner = await world.signIn("owner");
    const link = linkIn(await owner.answer("/app/members", NEW));
    const secret = link.slice("/app/setup/".length);
    const rows = () => world.context.db.selectFrom("deliveries").selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(secret);
    expect((await rows()).map(({ sealed_secret: sealed }) => sealed === null)).toEqual([false]);
    await sendDue();
    expect(server.received.map(({ to }) => to)).toEqual([["nia@first.test"]]);
    expect(headerOf(server.received[0], "Subject")).toBe("You are invited to first on Greenroom");
    expect(linkIn(server.received[0]?.text)).toBe(link);
    expect(linkIn(server.received[0]?.html)).toBe(link);
    expect((await rows()).map(({ sealed_secret: sealed }) => sealed)).toEqual([null]);
    expect(await new Visitor(world).text(link)).toContain("nia@first.test");
  });

  test("by the operator is mailed the link too", async () => {
    const { context, first } = world;
    const store = { ...context, operator: "root", dataDirectory: context.settings.dataDirectory };
    const person = { workspaceId: first.workspaceId, email: "nia@first.test", name: "Nia", role: "viewer" } as const;
    const { setupPath } = await addPerson(store, person);
    await sendDue();
    expect(server.received.map(({ to, text }) => [to, linkIn(text)])).toEqual([[["nia@first.test"], setupPath]]);
  });

  test("with an account is mailed the same, and nothing once the invitation is withdrawn", async () => {
    const owner = await world.signIn("owner");
    for (const email of ["owner@other.test", "nia@first.test"]) await owner.submit("/app/members", { ...NEW, email });
    await owner.submit("/app/members", { ...NEW, email: "withdrawn@first.test" });
    await owner.submit("/app/members", { do: "uninvite", email: "withdrawn@first.test" });
    await sendDue();
    expect(server.received.map(({ to }) => to)).toEqual([["owner@other.test"], ["nia@first.test"]]);
    const [known, unknown] = server.received.map(({ text }) => text.replace(linkIn(text), ""));
    expect(known).toBe(unknown);
  });

  test.each([
    { email: "nia@first.test\r\nBcc: all@first.test" },
    { email: "nia@first.test,all@first.test" },
    { email: "Nia <nia@first.test>" },
  ])("is not invited with %j", async (given) => {
    const owner = await world.signIn("owner");
    const response = await owner.submit("/app/members", { ...NEW, ...given });
    expect(response.status).toBe(400);
    await sendDue();
    expect(server.received).toEqual([]);
  });

  test("is mailed at most fifty times a day in a workspace, and the link is still shown", async () => {
    const { db } = world.context;
    const owner = await world.signIn("owner");
    const invite = async (email: string) => linkIn(await owner.answer("/app/members", { ...NEW, email }));
    await invite("nia@first.test");
    const mail = await requireRow(db, "deliveries", { kind: "email" });
    const more = Array.from({ length: 48 }, () => ({ ...mail, id: newUuid() }));
    await insert(db, "deliveries", more);
    for (const email of ["lou@first.test", "kim@first.test"]) expect(await invite(email)).not.toBe("");
    expect(await countRows(db, "deliveries", { kind: "email" })).toBe(50);
  });
});

describe("a member", () => {
  test("is mailed who changed their role, and who made a setup link for them", async () => {
    const owner = await world.signIn("owner");
    const user = world.first.users.viewer;
    await owner.submit("/app/members", { do: "role", user, role: "approver" });
    const made = linkIn(await owner.answer("/app/members", { do: "link", user }));
    await sendDue();
    expect(server.received.map(({ to }) => to[0])).toEqual(["viewer@first.test", "viewer@first.test"]);
    expect(server.received.map((mail) => headerOf(mail, "Subject"))).toEqual([
      "You are an approver of first now",
      "Your account: a link to set a new password was made",
    ]);
    expect(server.received.every(({ text }) => text.includes("owner of first"))).toBe(true);
    expect(server.received[1]?.text).not.toContain(made);
  });

  test("is mailed that they have a new second factor", async () => {
    const admin = await world.signIn("admin");
    await admin.submit("/app/account", { do: "totp_on", code: await codeOf(world, await startApp(admin)) });
    await sendDue();
    expect(server.received.map(({ to }) => to[0])).toEqual(["admin@first.test"]);
    expect(headerOf(server.received[0], "Subject")).toBe("Your account: an authenticator app was set up");
  });

  test("chooses what is mailed, for the own workspace and no one else", async () => {
    const approver = await world.signIn("approver");
    expect((await approver.text("/app/account")).match(/name="notice"[^>]* checked/g)).toHaveLength(4);
    const saved = await approver.submit("/app/account", {
      do: "mail",
      notice: ["released", "build_failed", "nothing"],
    });
    expect(saved.headers.get("location")).toBe("/app/account?done=mail");
    const rows = await world.context.db.selectFrom("mail_preferences").selectAll().execute();
    expect(rows).toEqual([
      { workspace_id: world.first.workspaceId, user_id: world.first.users.approver, notices: "released build_failed" },
    ]);
    await approver.submit("/app/account", { do: "mail" });
    expect((await approver.text("/app/account")).match(/name="notice"[^>]* checked/g)).toBeNull();
    const developer = await world.signIn("developer");
    expect((await developer.text("/app/account")).match(/name="notice"[^>]* checked/g)).toHaveLength(4);
  });

  test("chooses for one site, and takes it back", async () => {
    const { first, context } = world;
    const rows = () => context.db.selectFrom("site_mail_preferences").select(["user_id", "notices"]).execute();
    const path = `/app/sites/${first.site.id}/channels`;
    const viewer = await world.signIn("viewer");
    expect(await viewer.text(path)).toContain("for all sites.");
    const saved = await viewer.submit(path, { do: "mail", notice: ["released"] });
    expect(saved.headers.get("location")).toBe(`${path}?done=mail#mail`);
    expect(await rows()).toEqual([{ user_id: first.users.viewer, notices: "released" }]);
    expect(await viewer.text(path)).toContain("As you chose for this site");
    await viewer.submit(path, { do: "mail" });
    expect(await rows()).toEqual([{ user_id: first.users.viewer, notices: "" }]);
    await viewer.submit(path, { do: "mail_as_account" });
    expect(await rows()).toEqual([]);
    expect((await viewer.submit(`/app/sites/${world.other.site.id}/channels`, { do: "mail" })).status).toBe(404);
    expect(await rows()).toEqual([]);
  });

  test("sees on the account screen why the last mail did not come", async () => {
    const owner = await world.signIn("owner");
    await owner.submit("/app/members", { do: "role", user: world.first.users.viewer, role: "developer" });
    await server[Symbol.asyncDispose]();
    await sendDue();
    const viewer = await world.signIn("viewer");
    expect(textOf(await viewer.text("/app/account"))).toMatch(
      /Last mail .*: not delivered yet, 1 try\. No connection to the mail server \(ECONNREFUSED\)\./,
    );
  });
});

test("without a mail server the account screen says that nothing is mailed", async () => {
  await setMailService(world.context.db, false, "2026-01-01T00:00:00.000Z");
  const owner = await world.signIn("owner");
  expect(await owner.text("/app/account")).toContain("has no mail server");
  expect(await owner.text("/app/members")).not.toContain("They are mailed");
});
