import { generate } from "otplib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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

test("somebody who is invited is ready after two screens, with a code that they read out to another owner", async () => {
  const { db } = instance.context;
  await update(db, "memberships", { user_id: await instance.userId("Mira") }, { role: "owner" });
  const inviter = await openPageAs(browser, instance, { name: "Mira" });
  await inviter.goto(`${instance.baseUrl}/app/members`);
  await inviter.getByLabel("Email").fill(EMAIL);
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
