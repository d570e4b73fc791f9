import { generate } from "otplib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { openSession } from "../../packages/service/store/people/sessions.ts";
import { update } from "../service/rows.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();

const EMAIL = "nia@example.com";
const PASSWORD = "a quiet green room";

/** What the person's authenticator app shows for the key on their page. */
async function appCode(page: Page): Promise<string> {
  const secret = (await page.locator("code.key").innerText()).replaceAll(" ", "");
  return generate({ secret, epoch: Math.floor(instance.context.clock.now() / 1_000) });
}

test.each([
  [false, "an owner who is not alone, for another owner"],
  [true, "the only owner, for the operator"],
])("somebody is ready after two screens, with a code to read out (%s: invited by %s)", async (alone) => {
  const { db } = instance.context;
  const email = alone ? `alone-${EMAIL}` : EMAIL;
  if (alone) await db.updateTable("memberships").set({ role: "admin" }).where("role", "=", "owner").execute();
  await update(db, "memberships", { user_id: await instance.userId("Mira") }, { role: "owner" });
  if (!alone) {
    const noor = await instance.userId("Noor");
    await db.updateTable("memberships").set({ role: "owner" }).where("user_id", "=", noor).execute();
  }
  const inviter = await openPageAs(browser, instance, { name: "Mira" });
  await inviter.goto(`${instance.baseUrl}/app/members`);
  await inviter.getByLabel("Email").fill(email);
  await inviter.getByRole("radio", { name: /^approver/ }).check();
  await inviter.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await inviter.getByText(/\/app\/setup\//).innerText();

  const person = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const screens: string[] = [];
  person.on("framenavigated", (frame) => void screens.push(frame.url()));
  await person.goto(link);
  await person.getByLabel("Your name").fill("Nia Ash");
  await person.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await person.getByLabel("Confirm password").fill(PASSWORD);
  await person.getByLabel("Enter the code that the app shows").fill(await appCode(person));
  await person.getByRole("button", { name: "Join" }).click();
  await person.getByRole("heading", { name: "Your account is ready" }).waitFor();
  expect(screens).toHaveLength(2);
  const code = await person.locator("strong.key").innerText();
  const note = await person.locator(".notice").innerText();
  await inviter.goto(`${instance.baseUrl}/app/members`);
  if (alone) {
    const command = `greenroom admin member confirm --email ${email}`;
    expect([note, await inviter.locator("main").innerText()]).toEqual([
      expect.stringContaining(command),
      expect.stringContaining(command),
    ]);
    return;
  }
  expect(note).toContain("Noor");
  const owner = await openPageAs(browser, instance, { name: "Noor" });
  await owner.goto(`${instance.baseUrl}/app/members`);
  await owner.getByRole("button", { name: "Confirm Nia Ash" }).click();
  expect(await owner.locator("strong.key").innerText()).toBe(code);
  await owner.getByLabel("Code").fill(await instance.code(instance.person("Noor")));
  await owner.getByRole("button", { name: "Confirm Nia Ash" }).click();
  await owner.getByText("The member is confirmed.").waitFor();
  expect(await owner.getByText(/Not confirmed: Nia Ash/).count()).toBe(0);
});

test("somebody with an account of another workspace joins with it", async () => {
  const inviter = await openPageAs(browser, instance, { name: "Mira" });
  const { db } = instance.context;
  const account = db.selectFrom("users").select(["id", "email"]).where("name", "=", "Otto Berg");
  const { id: userId, email } = await account.executeTakeFirstOrThrow();
  const whose = { userId, epoch: 1, workspaceId: instance.seed.other.workspaceId, address: "127.0.0.1", userAgent: "" };
  const { cookie } = await inDatabase(db, (tx) => openSession(tx, { ...whose, level: "full" }));
  await inviter.goto(`${instance.baseUrl}/app/members`);
  await inviter.getByLabel("Email").fill(email);
  await inviter.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await inviter.getByText(/\/app\/setup\//).innerText();
  const context = await browser.newContext();
  await context.addCookies([{ name: "greenroom", value: cookie, url: instance.baseUrl, httpOnly: true }]);
  const person = await context.newPage();
  await person.goto(link);
  await person.getByRole("button", { name: "Join" }).click();
  await person.getByText("You are a member now.").waitFor();
});
