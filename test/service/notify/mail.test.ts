import { describe, expect } from "vitest";
import { addWebhook } from "../../../packages/service/admin/integrations.ts";
import type { Commenter } from "../../../packages/service/domain/commenter.ts";
import type { Notice } from "../../../packages/service/domain/notice.ts";
import type { MailSettings } from "../../../packages/service/settings.ts";
import { claimDelivery } from "../../../packages/service/store/announcements/deliveries.ts";
import {
  MAILS_AN_HOUR,
  queueAccountNotice,
  setMailPreference,
  setSiteMailPreference,
  setMailService,
} from "../../../packages/service/store/announcements/notices.ts";
import { changeComment, createComment } from "../../../packages/service/store/comments/write.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { removeMember } from "../../../packages/service/store/people/users.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeDeployment, makeMember, makeShareLink } from "../approvals/fixture.ts";
import { update } from "../rows.ts";
import { headerOf, startMailServer } from "./mail-server.ts";
import { openScenario, PICTURE, reviewSource, test as base } from "./scenario.ts";

async function openMailed(mail: MailSettings) {
  const scenario = await openScenario();
  const { db } = scenario.context;
  await setMailService(db, true, scenario.context.at());
  const { settings } = scenario.context;
  const mailer = (options: Parameters<typeof scenario.notifier>[0] = {}, through = mail) =>
    scenario.notifier(options, { settings: { ...settings, mail: through } });
  const first = mailer();
  const addressOf = async (userId: string) => {
    const row = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
    return row.email;
  };
  return {
    ...scenario,
    mailer,
    sendDue: () => first.sendDue(),
    addressOf,
    prefer: (userId: string, notices: readonly Notice[]) =>
      inDatabase(db, (tx) => setMailPreference(tx, { workspaceId: scenario.workspaceId, userId, notices })),
    mails: async () => (await scenario.log()).filter(({ kind }) => kind === "email"),
  };
}

type Mailed = Awaited<ReturnType<typeof openMailed>>;
type Server = Awaited<ReturnType<typeof startMailServer>>;

interface Fixtures {
  readonly server: Server;
  readonly mailed: Mailed;
  /** A scenario whose mail server is down. */
  readonly unmailed: Mailed;
}

const test = base.extend<Fixtures>({
  server: async ({ onDisk: _onDisk }, use) => {
    await using server = await startMailServer();
    await use(server);
  },
  mailed: async ({ server }, use) => {
    await using mailed = await openMailed(server.mail);
    await use(mailed);
  },
  unmailed: async ({ server }, use) => {
    await using mailed = await openMailed({ ...server.mail, port: 1 });
    await use(mailed);
  },
});

async function fail({ context, workspaceId, siteId }: Mailed, set: Parameters<typeof makeDeployment>[2] = {}) {
  const id = await makeDeployment(context, { workspaceId, siteId }, { status: "building", ...set });
  const error = { code: "build_failed" as const, message: "It ended with exit code 1." };
  await inDatabase(context.db, (tx) => transition(tx, id, { from: "building", to: "failed", event: { error } }));
  return id;
}

describe("a request for a release", () => {
  test("is mailed to those who may decide it and to no one else", async ({ server, mailed }) => {
    const { context, workspaceId, approver } = mailed;
    const admin = await makeMember(context, workspaceId, "admin");
    await makeMember(context, workspaceId, "viewer");
    await makeMember(context, workspaceId, "developer");
    const request = await mailed.request();
    await mailed.sendDue();
    const expected = [await mailed.addressOf(approver.userId), await mailed.addressOf(admin.userId)];
    expect(new Set(server.received.map(({ to }) => to.join(" ")))).toEqual(new Set(expected));
    expect(server.received).toHaveLength(expected.length);
    const [mail] = server.received;
    expect(headerOf(mail, "Subject")).toBe("Site: a release waits for a decision");
    expect(headerOf(mail, "From")).toBe("Greenroom <greenroom@greenroom.test>");
    expect(headerOf(mail, "Auto-Submitted")).toBe("auto-generated");
    expect(headerOf(mail, "List-Unsubscribe")).toContain("<http://127.0.0.1:4010/app/account#mail>");
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(`http://127.0.0.1:4010/app/approvals/${request.id}`);
      expect(body).toContain("aaaaaaaa");
      expect(body).toContain("http://127.0.0.1:4010/app/account#mail");
    }
  });

  test("is not mailed to someone who asked for it, whatever their role", async ({ server, mailed }) => {
    const { context, approver, workspaceId } = mailed;
    await requestAsPerson(context, approver, mailed);
    await mailed.sendDue();
    expect(server.received).toEqual([]);
    await makeMember(context, workspaceId, "owner");
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    const sourceDeploymentId = await makeDeployment(context, mailed, { branch: "other" });
    await requestAsPerson(context, approver, { ...mailed, sourceDeploymentId });
    await mailed.sendDue();
    expect(server.received.map(({ to }) => to[0])).not.toContain(await mailed.addressOf(approver.userId));
    expect(server.received).toHaveLength(1);
  });

  test("that was decided before the mail server answers again is mailed to no one", async ({
    server,
    unmailed: mailed,
  }) => {
    const request = await mailed.request();
    await mailed.sendDue();
    expect(await mailed.mails()).toMatchObject([{ status: "waiting", attempts: 1 }]);
    await mailed.decide(request.id, "reject");
    mailed.context.turn(10_000);
    await mailed.mailer({}, server.mail).sendDue();
    expect(server.received.map((mail) => headerOf(mail, "Subject"))).toEqual(["Site: the release was rejected"]);
    expect((await mailed.mails()).map(({ status }) => status).toSorted()).toEqual(["delivered", "dropped"]);
  });

  test("is not mailed to a member who was removed meanwhile", async ({ server, unmailed: mailed }) => {
    const { context, workspaceId, approver } = mailed;
    await mailed.request();
    await mailed.sendDue();
    await inDatabase(context.db, (tx) => removeMember(tx, { workspaceId, userId: approver.userId }));
    context.turn(10_000);
    await mailed.mailer({}, server.mail).sendDue();
    expect(server.received).toEqual([]);
    expect(await mailed.mails()).toMatchObject([
      { status: "dropped", last_note: "This person is no longer a member." },
    ]);
  });

  test("names what strangers wrote so that no program makes a link or a second header of it", async ({
    server,
    mailed,
  }) => {
    const { context, siteId, sourceDeploymentId } = mailed;
    const evil = "Click https://evil.example now\r\nBcc: victim@evil.example\u202e <b>x</b>";
    await context.db.updateTable("sites").set({ name: evil }).where("id", "=", siteId).execute();
    await update(
      context.db,
      "deployments",
      { id: sourceDeploymentId },
      { commit_message: evil, commit_author: evil, pull_request_number: 7, pull_request_title: evil },
    );
    await requestAsPerson(context, mailed.developer, { ...mailed, reason: evil });
    await mailed.sendDue();
    const [mail] = server.received;
    expect(mail?.to).toEqual([await mailed.addressOf(mailed.approver.userId)]);
    expect(headerOf(mail, "Bcc")).toBe("");
    for (const body of [mail?.text ?? "", mail?.html ?? ""]) {
      expect(body).not.toMatch(/https:\/\/evil|evil\.example|victim@evil|\u202e/);
      expect(body).not.toMatch(/^Bcc/m);
    }
    expect(mail?.html).not.toContain("<b>x");
  });
});

describe("a request with a review", () => {
  test("names the changed pages and brings a picture along, which no page outside has", async ({ server, mailed }) => {
    const objects = await reviewSource(mailed);
    const readPicture = (sha256: string) => objects.read(sha256);
    const notifier = mailed.mailer({ readPicture });
    await mailed.request();
    await notifier.sendDue();
    const [mail] = server.received;
    expect(mail?.text).toContain("/prices (changed)");
    expect(mail?.picture).toEqual({ id: "<changed-page@greenroom>", bytes: PICTURE });
    expect(mail?.html).toContain(`<img src="cid:changed-page@greenroom"`);
    expect(mail?.html).not.toMatch(/src="(?!cid:)/);
  });

  test("is mailed without the picture while the store of files is away", async ({ server, mailed }) => {
    const readPicture = () => Promise.reject(new Error("away"));
    const notifier = mailed.mailer({ readPicture });
    await reviewSource(mailed);
    await mailed.request();
    await notifier.sendDue();
    const [mail] = server.received;
    expect(mail?.html).toContain("/prices (changed)");
    expect(mail?.html).not.toContain("<img");
    expect(mail?.picture).toBeUndefined();
  });
});

describe("a choice for one site", () => {
  test("counts before that for the workspace, both ways, and for the one who made it", async ({ server, mailed }) => {
    const { context, workspaceId, siteId, approver } = mailed;
    const admin = await makeMember(context, workspaceId, "admin");
    const choose = (userId: string, notices: readonly Notice[] | undefined) =>
      inDatabase(context.db, (tx) => setSiteMailPreference(tx, { siteId, userId, notices }));
    await choose(approver.userId, []);
    await mailed.prefer(admin.userId, []);
    await choose(admin.userId, ["requested"]);
    await mailed.request();
    await mailed.sendDue();
    expect(server.received.map(({ to }) => to)).toEqual([[await mailed.addressOf(admin.userId)]]);
  });
});

describe("a decision", () => {
  test("is mailed to those who asked, not to the one who decided", async ({ server, mailed }) => {
    const { developer, approver } = mailed;
    await mailed.prefer(approver.userId, ["decided"]);
    const request = await mailed.request();
    await mailed.decide(request.id, "reject");
    await mailed.sendDue();
    expect(server.received.map(({ to }) => to[0])).toEqual([await mailed.addressOf(developer.userId)]);
    expect(server.received[0]?.text).toContain(approver.name);
  });

  test("and the release that follows are mailed to those who want both", async ({ server, mailed }) => {
    await mailed.prefer(mailed.developer.userId, ["decided", "released"]);
    await mailed.prefer(mailed.approver.userId, []);
    const request = await mailed.request();
    const { deploymentId } = await mailed.decide(request.id, "approve");
    await mailed.publish(deploymentId ?? "");
    await mailed.sendDue();
    expect(server.received.map((mail) => headerOf(mail, "Subject"))).toEqual([
      "Site: the release was approved",
      "Site: a release is live",
    ]);
    const developer = await mailed.addressOf(mailed.developer.userId);
    expect(server.received.map(({ to }) => to)).toEqual([[developer], [developer]]);
  });
});

describe("a failed build", () => {
  test.for([
    { what: "of the default branch", set: { branch: "trunk" }, mails: 1 },
    { what: "of another branch", set: { branch: "main" }, mails: 0 },
    { what: "that only claims the default branch", set: { branch: "trunk", branch_verified: 0 as const }, mails: 0 },
    { what: "of the default branch that was not named", set: { branch: null, branch_verified: 1 as const }, mails: 1 },
    { what: "of a bare commit", set: { branch: null, branch_verified: 0 as const }, mails: 0 },
  ])("$what is mailed to $mails who chose that", async ({ set, mails }, { server, mailed }) => {
    await mailed.prefer(mailed.developer.userId, ["build_failed"]);
    const id = await fail(mailed, set);
    await mailed.mailer({ findDefaultBranch: () => Promise.resolve("trunk") }).sendDue();
    expect(server.received).toHaveLength(mails);
    if (mails > 0) expect(server.received[0]?.text).toContain(`/app/deployments/${id}`);
  });

  test("counts main as the default branch when the repository cannot be asked", async ({ server, mailed }) => {
    await mailed.prefer(mailed.developer.userId, ["build_failed"]);
    await fail(mailed, { branch: "main" });
    await mailed.sendDue();
    expect(server.received).toHaveLength(1);
  });
});

describe("a comment", () => {
  const say = ({ context, siteId, sourceDeploymentId }: Mailed, by: Commenter, body: string) =>
    createComment(context.db, by, siteId, { deploymentId: sourceDeploymentId, path: "/prices/", body });
  const reply = ({ context, siteId }: Mailed, by: Commenter, threadId: string, body: string) =>
    createComment(context.db, by, siteId, { threadId, body });

  test("is mailed to whom it mentions, and an answer to those who wrote before, each but its author", async ({
    server,
    mailed,
  }) => {
    const { developer, approver, token } = mailed;
    const { id } = await say(
      mailed,
      developer,
      `@${approver.name} is this price right? <b>Look</b> https://evil.example`,
    );
    await mailed.sendDue();
    expect(server.received.flatMap(({ to }) => to)).toEqual([await mailed.addressOf(approver.userId)]);
    const [first] = server.received;
    expect(first?.text).toContain(`/app/room/${mailed.sourceDeploymentId}?path=%2Fprices%2F#${id}`);
    expect(first?.text).not.toContain("https://evil.example");
    await reply(mailed, token, id, "Fixed");
    await mailed.sendDue();
    expect(server.received.at(-1)?.to).toEqual([await mailed.addressOf(developer.userId)]);
    expect(server.received.at(-1)?.text).toContain("ci (agent)");
    expect(server.received).toHaveLength(2);
  });

  test("of a guest mentions no one, and one that was deleted is not mailed", async ({ server, mailed }) => {
    const { approver, developer, context, siteId } = mailed;
    const guest = {
      kind: "guest",
      workspaceId: mailed.workspaceId,
      shareLinkId: "a",
      name: "Grace",
      deploymentId: null,
    } as const;
    await makeShareLink(context, developer, siteId, guest.shareLinkId);
    await say(mailed, guest, `@${approver.name} look`);
    const { id } = await say(mailed, developer, `@${approver.name} look`);
    await changeComment(context.db, developer, siteId, { commentId: id, change: { deleted: true } });
    await mailed.sendDue();
    expect(server.received).toEqual([]);
  });

  test("that is done, as an agent says, is mailed to whom it blocks for", async ({ server, mailed }) => {
    const { developer, token, context, siteId, sourceDeploymentId: deploymentId } = mailed;
    const { id } = await createComment(context.db, developer, siteId, {
      deploymentId,
      body: "Too small",
      blocks: true,
    });
    await changeComment(context.db, token, siteId, { commentId: id, change: { status: "resolved" } });
    await mailed.sendDue();
    expect(server.received.flatMap(({ to }) => to)).toEqual([await mailed.addressOf(developer.userId)]);
    expect(server.received[0]?.text).toContain("says that a comment is done");
  });
});

describe("the mail server", () => {
  test("that is down holds up no webhook, and each mail is sent once when it is back", async ({
    server,
    receiver,
    unmailed: mailed,
  }) => {
    await addWebhook(mailed.operator, { workspaceId: mailed.workspaceId, url: receiver.url });
    await mailed.request();
    await mailed.sendDue();
    expect(receiver.types()).toContain("approval.requested");
    expect(await mailed.mails()).toMatchObject([
      { status: "waiting", attempts: 1, last_note: "No connection to the mail server (ECONNREFUSED)." },
    ]);
    const repaired = mailed.mailer({}, server.mail);
    mailed.context.turn(5_000);
    await repaired.sendDue();
    await repaired.sendDue();
    expect(server.received).toHaveLength(1);
    expect(await mailed.mails()).toMatchObject([{ status: "delivered", attempts: 2 }]);
  });

  test("has workers of its own: those of webhooks and GitHub claim no mail", async ({ mailed }) => {
    const { db } = mailed.context;
    const { workspaceId, developer } = mailed;
    const notice = { kind: "sign_in", change: "totp.added", by: null } as const;
    const at = mailed.context.at();
    await inDatabase(db, (tx) => queueAccountNotice(tx, { workspaceId, userId: developer.userId, notice }));
    const lease = { owner: "worker", expiresAt: at, at };
    expect(await claimDelivery(db, { ...lease, lane: "fast" })).toBeUndefined();
    expect(await claimDelivery(db, { ...lease, lane: "slow" })).toMatchObject({ kind: "email" });
  });

  test("that never answers ends within the time of an attempt", async () => {
    await using server = await startMailServer({ onMailFrom: () => undefined });
    await using mailed = await openMailed(server.mail);
    await mailed.request();
    await mailed.mailer({ timeoutMs: 200 }).sendDue();
    expect(await mailed.mails()).toMatchObject([
      { status: "waiting", last_note: "The mail server did not answer in time." },
    ]);
  });

  test("gets nothing, not even the password, when it must offer TLS and does not", async () => {
    const signIns: string[] = [];
    await using server = await startMailServer({
      onAuth: ({ username = "" }, _session, callback) => {
        signIns.push(username);
        callback(null, { user: username });
      },
    });
    const mail = { ...server.mail, tls: "required", user: "greenroom", password: "hunter2hunter2" } as const;
    await using mailed = await openMailed(mail);
    await mailed.request();
    await mailed.sendDue();
    expect(signIns).toEqual([]);
    expect(server.received).toEqual([]);
    expect((await mailed.mails())[0]?.last_note).toBe(
      "The mail server offers no TLS that can be trusted; nothing was sent.",
    );
  });

  test("gets nothing when no one vouches for its certificate", async () => {
    await using server = await startMailServer({ disabledCommands: [] });
    await using mailed = await openMailed({ ...server.mail, tls: "required" });
    await mailed.request();
    await mailed.sendDue();
    expect(server.received).toEqual([]);
    expect(await mailed.mails()).toMatchObject([{ status: "waiting" }]);
  });

  test("is signed in to, and what it says of a wrong password is repeated nowhere", async () => {
    const password = "correct horse battery";
    await using server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username = "", password: given }, _session, callback) =>
        given === password
          ? callback(null, { user: username })
          : callback(new Error(`wrong password ${String(given)}`)),
    });
    const mail = { ...server.mail, user: "greenroom", password: "wrong-password" };
    await using mailed = await openMailed(mail);
    await mailed.request();
    await mailed.sendDue();
    const [refused] = await mailed.mails();
    expect(refused?.last_note).toBe("The mail server does not accept the user name or the password (535).");
    expect(refused?.status).toBe("waiting");
    mailed.context.turn(5_000);
    await mailed.mailer({}, { ...mail, password }).sendDue();
    expect(server.received.map(({ user }) => user)).toEqual(["greenroom"]);
  });

  test("that rejects an address for good is asked once", async () => {
    await using server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error("no such"), { responseCode: 550 })),
    });
    await using mailed = await openMailed(server.mail);
    await mailed.request();
    await mailed.sendDue();
    expect(await mailed.mails()).toMatchObject([
      { status: "failed", attempts: 1, last_status: 550, last_note: "The mail server rejected the address (550)." },
    ]);
  });

  test.for([
    "two@a.test,b@c.test",
    "a@b.test\r\nRCPT TO:<x@y.test>",
    '"a b"@c.test',
    "a@[127.0.0.1]",
    "a@127.0.0.1",
    "@x.test",
  ])("is not given the stored address %j", async (email, { server, mailed }) => {
    await mailed.context.db.updateTable("users").set({ email }).where("id", "=", mailed.approver.userId).execute();
    await mailed.request();
    await mailed.sendDue();
    expect(server.received).toEqual([]);
    expect(await mailed.mails()).toMatchObject([{ status: "failed", attempts: 1 }]);
  });
});

describe("mail to one person", () => {
  test("ends after a number an hour, the last of which says so, but for mail about their account, and goes on in the next", async ({
    server,
    mailed,
  }) => {
    await mailed.prefer(mailed.developer.userId, ["build_failed"]);
    for (let count = 0; count < MAILS_AN_HOUR + 3; count += 1) {
      await fail(mailed);
      await mailed.sendDue();
    }
    expect(server.received).toHaveLength(MAILS_AN_HOUR);
    const saying = server.received.map(({ text }) => text.includes("there are no more"));
    expect(saying.indexOf(true)).toBe(MAILS_AN_HOUR - 1);
    const { context, developer, workspaceId } = mailed;
    const notice = { kind: "sign_in", change: "totp.added", by: null } as const;
    await inDatabase(context.db, (tx) => queueAccountNotice(tx, { workspaceId, userId: developer.userId, notice }));
    await mailed.sendDue();
    expect(headerOf(server.received.at(-1), "Subject")).toBe("Your account: an authenticator app was set up");
    expect(server.received.at(-1)?.text).not.toContain("#mail");
    context.turn(3_600_000);
    await fail(mailed);
    await mailed.sendDue();
    expect(server.received).toHaveLength(MAILS_AN_HOUR + 2);
  });
});

test("without a mail server nothing is queued for people", async ({ mailed }) => {
  await setMailService(mailed.context.db, false, mailed.context.at());
  await mailed.request();
  await mailed.sendDue();
  expect(await mailed.log()).toEqual([]);
});
