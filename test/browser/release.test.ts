import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hostedUrl } from "../../packages/service/settings.ts";
import { approveAsPerson } from "../request-as-person.ts";
import { openPageAs, signIn, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();
/** A ready preview, whose copies are released. */
const preview = await deploy("A preview");
let copies = 0;

function deploy(text: string): Promise<string> {
  return instance.deploy(instance.commit({ "index.html": `<h1>${text}</h1>` }));
}

/** Requests a release and gives the link that the workflow announces. */
async function requestRelease(): Promise<string> {
  copies += 1;
  return (await instance.requestRelease(await instance.copyPreview(preview, `branch-${copies}`))).webApprovalUrl;
}

async function openRequest(name: string, link: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPageAs(browser, instance, { name, ...options });
  await page.goto(link);
  return page;
}

async function approve(page: Page, name: string): Promise<void> {
  await page.getByText(/^Approve.*…$/).click();
  await page
    .getByLabel("Code")
    .filter({ visible: true })
    .fill(await instance.code(instance.person(name)));
  await page.getByRole("button", { name: /^Approve( roll back)?$/ }).click();
}

/** Releases a deployment as the approval form does, without a browser. */
async function publish(deploymentId: string): Promise<void> {
  const { context, seed } = instance;
  const { db } = context;
  const { id: requestId } = await instance.requestRelease(deploymentId);
  const mira = { workspaceId: seed.workspaceId, userId: await instance.userId("Mira") };
  await approveAsPerson(context, mira, requestId);
  const status = () =>
    db.selectFrom("approval_requests").select("status").where("id", "=", requestId).executeTakeFirstOrThrow();
  await expect.poll(status).toEqual({ status: "published" });
}

async function productionUrl(): Promise<string> {
  const { context, siteId } = instance;
  const site = await context.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  return hostedUrl(context.addresses, site.production_label, "production");
}

describe("a release", () => {
  test("goes from the link through sign-in and second factor to another member's approval and to the production URL", async () => {
    const { webApprovalUrl: link } = await instance.requestRelease(await deploy("First of all"));
    const page = await browser.newPage();
    await page.goto(link);
    expect(new URL(page.url()).pathname).toBe("/app/signin");
    await signIn(instance, page, instance.person("Mira"));
    expect(page.url()).toBe(link);
    await approve(page, "Mira");
    // The page reloads itself until the queue has published the release.
    await page.getByText("and live at").waitFor();
    await page.goto(await productionUrl());
    expect(await page.innerText("body")).toContain("First of all");
  });

  test("that was replaced is gone back to from the site's list of releases", async () => {
    await publish(await deploy("The old one"));
    await publish(await deploy("The new one"));
    const page = await openPageAs(browser, instance, { name: "Ada" });
    await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
    await page.locator("summary", { hasText: "Roll back" }).click();
    await page
      .getByRole("region", { name: "Live" })
      .getByRole("link", { name: /^Release \d+$/ })
      .nth(1)
      .click();
    await page.getByRole("heading", { name: /roll back to release \d/ }).waitFor();
    await page.getByText("Request roll back…").click();
    await page.getByLabel("Message to the approver").fill("The new one is broken");
    await page.getByLabel("Code").fill(await instance.code(instance.person("Ada")));
    await page.getByRole("button", { name: "Request roll back" }).click();
    await page.getByText("You requested this release").waitFor();
    const approver = await openRequest("Mira", page.url());
    await approve(approver, "Mira");
    await approver.getByText("and live at").waitFor();
    await page.goto(await productionUrl());
    expect(await page.innerText("body")).toContain("The old one");
  });

  test("is approved with a passkey made on the account page, which then also is the second factor of a sign-in", async () => {
    const link = await requestRelease();
    const jun = instance.person("Jun");
    const page = await openPageAs(browser, instance, { name: "Jun" });
    await addAuthenticator(page);
    await page.goto(`${instance.baseUrl}/app/account`);
    await page.getByPlaceholder("My laptop").fill("Jun's key");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added").waitFor();
    // It was added with a confirmed factor, so that nobody has to confirm it.
    await page.goto(link);
    await page.getByText("Approve release…").click();
    await pressPasskey(page, "Use a passkey", page.getByText("Approved by"));
    await page.goto(`${instance.baseUrl}/app/approvals`);
    const { data } = await instance.context.db
      .selectFrom("audit_log")
      .select("data")
      .where("action", "=", "approval.approved")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data)).toMatchObject({ factor: "passkey" });
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email").fill(jun.email);
    await page.getByLabel("Password").fill(jun.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await pressPasskey(page, "Use a passkey", page.getByRole("heading", { name: "Sites" }));
  });
});

/** Presses again, as a person would, when the browser did not let the page use the passkey: a busy one does that to a page it has just shown. */
async function pressPasskey(page: Page, name: string, outcome: Locator): Promise<void> {
  const alert = page.getByRole("alert");
  for (let tries = 1; tries <= 3; tries += 1) {
    await page.getByRole("button", { name }).click();
    await outcome.or(alert).waitFor();
    if (await outcome.isVisible()) return;
    expect(await alert.innerText()).toBe("The passkey was not used. Try again, or use a code.");
  }
  throw new Error(`"${name}" was pressed three times, and the browser refused the passkey each time`);
}

/** Adds a virtual security key. [Chrome DevTools Protocol, WebAuthn] */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
