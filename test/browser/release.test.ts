import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { requestApproval } from "../../packages/service/store/approvals.ts";
import { hostedUrl } from "../../packages/service/settings.ts";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

// Pages wait for real builds, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
let instance: Instance;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
}, 60_000);
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await instance.close();
});

async function openPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

/** The developer asks by a token, as the workflow does. */
async function ask(sourceDeploymentId: string): Promise<string> {
  const { context, seed, siteId } = instance;
  const token = await context.db
    .selectFrom("tokens")
    .selectAll()
    .where("workspace_id", "=", seed.workspaceId)
    .where("kind", "=", "mcp")
    .executeTakeFirstOrThrow();
  const actor = {
    kind: "token" as const,
    workspaceId: seed.workspaceId,
    tokenId: token.id,
    tokenKind: "mcp" as const,
    name: "workflow",
    userId: token.user_id,
    scopes: new Set(["publish:request" as const]),
  };
  return (await requestApproval(context, actor, { siteId, sourceDeploymentId })).webApprovalUrl;
}

async function productionAddress(): Promise<string> {
  const { context, siteId } = instance;
  const site = await context.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  return hostedUrl(context.addresses, site.production_label);
}

async function release(text: string): Promise<string> {
  return ask(await instance.deploy(instance.commit({ "index.html": `<h1>${text}</h1>` })));
}

describe("a release", () => {
  test("goes from the link through sign-in and second factor to another member's approval and to the production address", async () => {
    const link = await release("First of all");
    const page = await openPage();
    await page.goto(link);
    expect(new URL(page.url()).pathname).toBe("/app/signin");
    const mira = instance.person("Mira");
    await signIn(instance, page, mira);
    expect(page.url()).toBe(link);
    await page.getByRole("heading", { name: "Your decision" }).waitFor();
    await page.getByLabel("Code").fill(await instance.code(mira));
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    // The page looks again by itself until the queue has published the release.
    await page.getByText("and published at").waitFor();
    await page.goto(await productionAddress());
    expect(await page.innerText("body")).toContain("First of all");
  });

  test("that was replaced is published again from the site's list of releases", async () => {
    const approve = async (link: string) => {
      const page = await openPage();
      await page.goto(link);
      const mira = instance.person("Mira");
      await signIn(instance, page, mira);
      await page.getByLabel("Code").fill(await instance.code(mira));
      await page.getByRole("button", { name: "Approve", exact: true }).click();
      await page.getByText("and published at").waitFor();
    };
    await approve(await release("The old one"));
    await approve(await release("The new one"));
    const page = await openPage();
    const ada = instance.person("Ada");
    await signIn(instance, page, ada);
    await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
    await page.getByRole("link", { name: "Request again" }).first().click();
    await page.getByLabel("Message to the approver").fill("The new one is broken");
    await page.getByLabel("Code").fill(await instance.code(ada));
    await page.getByRole("button", { name: "Request release" }).click();
    await page.getByText("You requested this release").waitFor();
    await approve(page.url());
    await page.goto(await productionAddress());
    expect(await page.innerText("body")).toContain("The old one");
  });

  test("is approved without any script", async () => {
    const link = await release("No script");
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(link);
    const jun = instance.person("Jun");
    await signIn(instance, page, jun);
    await page.getByLabel("Code").fill(await instance.code(jun));
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Approved by").waitFor();
  });

  test("is approved by keyboard alone", async () => {
    const link = await release("By keyboard");
    const page = await openPage();
    await page.goto(link);
    const jun = instance.person("Jun");
    await signIn(instance, page, jun);
    const reached: string[] = [];
    for (let steps = 0; steps < 40 && reached.at(-1) !== "Approve"; steps += 1) {
      await page.keyboard.press("Tab");
      const name = String(
        await page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name"),
      );
      reached.push(name.trim());
      if (name === "code") await page.keyboard.type(await instance.code(jun));
    }
    expect(reached[0]).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.getByText("Approved by").waitFor();
  });

  test("is approved with a passkey made on the account page", async () => {
    const link = await release("By passkey");
    const page = await openPage();
    const mira = instance.person("Mira");
    await signIn(instance, page, mira);
    await addAuthenticator(page);
    await page.goto(`${instance.baseUrl}/app/account`);
    await page.getByLabel("Name").fill("Test key");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added").waitFor();
    await page.goto(link);
    await page.getByRole("button", { name: "Approve with a passkey" }).click();
    await page.getByText("Approved by").waitFor();
    const audit = await instance.context.db
      .selectFrom("audit_log")
      .select("data")
      .where("action", "=", "approval.approved")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(audit.data)).toMatchObject({ factor: "passkey" });
  });

  test("is decided by someone who signs in with a passkey alone as the second factor", async () => {
    const page = await openPage();
    const jun = instance.person("Jun");
    await signIn(instance, page, jun);
    await addAuthenticator(page);
    await page.goto(`${instance.baseUrl}/app/account`);
    await page.getByLabel("Name").fill("Jun's key");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added").waitFor();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.getByLabel("Email").fill(jun.email);
    await page.getByLabel("Password").fill(jun.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("heading", { name: "Sites" }).waitFor();
  });

  test("is refused to the requester and to a viewer, who read why and see no form", async () => {
    const link = await release("Not mine");
    for (const [name, reason] of [
      ["Ada", "You requested this release"],
      ["Vik", "Your role is viewer"],
    ] as const) {
      const page = await openPage();
      await page.goto(link);
      await signIn(instance, page, instance.person(name));
      await page.getByText(reason).waitFor();
      expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    }
  });

  test("is out of reach of a member removed while the page was open", async () => {
    const link = await release("Removed");
    const page = await openPage();
    await page.goto(link);
    const jun = instance.person("Jun");
    await signIn(instance, page, jun);
    await page.getByLabel("Code").fill(await instance.code(jun));
    const { db } = instance.context;
    const { id } = await db.selectFrom("users").select("id").where("email", "=", jun.email).executeTakeFirstOrThrow();
    const setRemoved = (removed_at: string | null) =>
      db.updateTable("memberships").set({ removed_at }).where("user_id", "=", id).execute();
    await setRemoved(new Date().toISOString());
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("heading", { name: "No workspace" }).waitFor();
    await setRemoved(null);
  });

  test("is not approved by a form or a frame of another site, though the approver is signed in", async () => {
    const link = await release("Forged");
    const preview = await productionAddress();
    const page = await openPage();
    await page.goto(link);
    await signIn(instance, page, instance.person("Mira"));
    const code = await instance.code(instance.person("Mira"));
    await page.goto(preview);
    await page.evaluate(`
      document.body.innerHTML = '<form method="post" action="${link}"><input name="decision" value="approve"><input name="code" value="${code}"></form>';
      document.forms[0].submit();
    `);
    await page.waitForURL(/\/app\//);
    expect(await page.innerText("body")).not.toContain("Approved by");
    await page.goto(preview);
    await page.evaluate(`document.body.innerHTML = '<iframe src="${link}"></iframe>'`);
    await expect.poll(() => page.frames().length).toBe(2);
    const framed = page.frames()[1];
    await framed?.waitForLoadState().catch(() => undefined);
    expect(framed?.url()).not.toBe(link);
    await page.goto(link);
    await page.getByRole("heading", { name: "Your decision" }).waitFor();
  });
});

/** A security key made of software, as the browser offers it to tests. [Chrome DevTools Protocol, WebAuthn] */
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
