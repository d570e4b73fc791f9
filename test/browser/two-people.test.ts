import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, createUser } from "../../packages/service/store/people/users.ts";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, openPageAs } from "./instance.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
});
afterAll(async () => {
  await browser.close();
  await instance.close();
});

test("the approval screen says why a member cannot decide, and an owner confirms them on the members page", async () => {
  const { context, seed } = instance;
  const { workspaceId } = seed;
  const preview = await instance.deploy(instance.commit({ "index.html": "<h1>A preview</h1>" }));
  const { webApprovalUrl: link } = await instance.requestRelease(preview, "The fair opens at nine");
  const at = new Date(context.clock.now()).toISOString();
  const idOf = async (name: string) => {
    const { email } = instance.person(name);
    return (await context.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
  };
  const [ada, mira] = [await idOf("Ada"), await idOf("Mira")];
  // Ada, who asks, was an admin once: she added Mira again, and a new member.
  await inDatabase(context.db, async (tx) => {
    await addMember(tx, { workspaceId, userId: mira, role: "approver", by: ada, at });
    const userId = await createUser(tx, { email: "sock@greenroom.test", name: "Sock Puppet", at });
    await addMember(tx, { workspaceId, userId, role: "approver", by: ada, at });
  });

  const page = await openPageAs(browser, instance, { name: "Mira" });
  await page.goto(link);
  expect(await page.locator("main").innerText()).toMatch(/Ada Novak added you, so you and a requester .* one person/);
  expect(await page.locator("main").innerText()).toContain("These members can: Jun Sato, Noor Haddad.");
  expect(await page.getByRole("heading", { name: "Your decision" }).count()).toBe(0);

  const owner = await openPageAs(browser, instance, { name: "Noor" });
  await owner.goto(new URL("/app/members", link).href);
  expect(await owner.locator("main").innerText()).toContain("Not confirmed since a change by Ada Novak");
  await owner.getByRole("button", { name: "Confirm Mira Okafor" }).click();
  await owner.getByRole("heading", { name: "Confirm Mira Okafor?" }).waitFor();
  await owner.getByLabel("Code").fill(await instance.code(instance.person("Noor")));
  await owner.getByRole("button", { name: "Confirm Mira Okafor" }).click();
  await owner.getByText("The member is confirmed.").waitFor();

  await page.reload();
  await page.getByRole("heading", { name: "Your decision" }).waitFor();
});
