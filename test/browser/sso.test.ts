import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { GroupRule } from "../../packages/service/domain/sso.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { createInvitation } from "../../packages/service/store/people/setup-links.ts";
import { CLIENT_ID, CLIENT_SECRET, openProvider, type TestProvider } from "../service/sso/provider.ts";
import { signIn, useInstance } from "./instance.ts";

const ADA = { name: "Ada Byron", email: "ada@company.test", email_verified: true, groups: ["web"] };

const provider: TestProvider = await openProvider({ baseUrl: () => instance.baseUrl });
provider.people.set("ada", ADA);
const groups: GroupRule[] = [];
const { issuer } = provider;
const scope = "openid profile email groups";
const sso = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scope, groupsClaim: "groups", groups };
const { browser, instance } = await useInstance({ settings: { sso } });
groups.push({ group: "web", workspaceId: instance.seed.workspaceId, role: "developer" });
afterAll(() => provider[Symbol.asyncDispose]());

async function openPage(): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Signs in at the provider's own page. */
async function nameOneself(page: Page, login: string): Promise<void> {
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function enter(page: Page, login: string, path = "/app/sites"): Promise<void> {
  await page.goto(`${instance.baseUrl}${path}`);
  await page.getByRole("link", { name: "Use your company account" }).click();
  await nameOneself(page, login);
}

test("someone comes in, back to where they wanted, and leaves here and at the provider", async () => {
  const page = await openPage();
  await enter(page, "ada", "/app/members");
  await page.getByRole("heading", { name: "Members", exact: true }).waitFor();
  expect(page.url()).toBe(`${instance.baseUrl}/app/members`);
  expect(await page.getByText(/^Not confirmed: Ada Byron counts as one person with /).count()).toBe(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("button", { name: /yes/i }).click();
  await page.waitForURL(`${instance.baseUrl}/app/signin**`);
  await page.getByRole("link", { name: "Use your company account" }).click();
  await page.getByLabel("Login").waitFor();
});

test("someone links their account on its page, and the provider's person has it then", async () => {
  provider.people.set("vik", { ...ADA, name: "Vik", email: "vik@company.test", groups: [] });
  const page = await openPage();
  await signIn(instance, page, instance.person("Vik"));
  await page.goto(`${instance.baseUrl}/app/account`);
  await page.getByRole("button", { name: "Link your company account" }).click();
  await nameOneself(page, "vik");
  await page.getByText("Your company account is linked").waitFor();
  expect(await page.getByLabel("Current password").count()).toBe(0);
  const again = await openPage();
  await enter(again, "vik", "/app/account");
  await again.getByText(instance.person("Vik").email).first().waitFor();
});

test("somebody who is invited comes in with their company account, without a group", async () => {
  const { db } = instance.context;
  const by = { userId: await instance.userId("Noor"), epoch: 1, workspaceId: instance.seed.workspaceId };
  const invited = { email: "lou@example.com", role: "approver" } as const;
  const secret = await inDatabase(db, (tx) => createInvitation(tx, by, invited));
  provider.people.set("lou", { ...ADA, name: "Lou", email: "lou@company.test", groups: [] });
  const page = await openPage();
  await enter(page, "lou", `/app/setup/${secret}`);
  await page.getByText("You are a member now.").waitFor();
  expect(await page.getByText(/Your account is not confirmed yet/).count()).toBe(1);
  expect(await page.getByText("lou@example.com · approver").count()).toBe(1);
});
