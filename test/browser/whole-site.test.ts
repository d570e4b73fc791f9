import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { startDns } from "../dns.ts";
import { requestHost } from "../http.ts";
import { startSshHost } from "../service/pipeline/git-server.ts";
import { openPageAs, useInstance } from "./instance.ts";

const DOMAIN = "www.example.net";

const dns = await startDns();
const { browser, instance } = await useInstance({ settings: { dnsServers: [dns.address], allowPrivateHosts: true } });
const site = instance.context.db.selectFrom("sites").select("repository_url").where("id", "=", instance.siteId);
const { repository_url: url } = await site.executeTakeFirstOrThrow();
const ssh = await startSshHost(() => dirname(fileURLToPath(url ?? "")));
afterAll(async () => {
  await Promise.all([ssh.close(), dns[Symbol.asyncDispose]()]);
});

test("a private repository, a variable, expiry, protection and a domain are set up on screens alone, and the first release is served there", async () => {
  instance.commit({
    "greenroom.json": JSON.stringify({
      environment: ["GREETING"],
      buildCommand: 'mkdir out && echo "<!doctype html><title>Home</title><h1>$GREETING</h1>" > out/index.html',
      output: "out",
    }),
  });
  const page = await openPageAs(browser, instance, { name: "Noor" });
  const tab = (name: string) => page.getByRole("navigation", { name: "Site" }).getByRole("link", { name }).click();
  await page.goto(`${instance.baseUrl}/app/sites`);
  await page.getByRole("link", { name: "New site" }).first().click();
  await page.getByLabel("Repository").fill(ssh.urlOf("repository"));
  await page.getByLabel("Name").fill("Lantern");
  await page.getByLabel("Slug").fill("lantern");
  await page.getByRole("button", { name: "Create and build" }).click();

  await page.getByLabel("Keys of localhost").fill(ssh.publicKey);
  await page.getByRole("button", { name: "Make a deploy key" }).click();
  // A person pastes it into the settings of the repository.
  ssh.state.allowed = [await page.getByLabel("Public key").inputValue()];

  await tab("Values");
  await page.getByLabel("Name").fill("GREETING");
  await page.getByLabel("Value").fill("Good evening");
  await page.getByLabel("Plain").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The next build gets it").waitFor();

  await tab("Settings");
  await page.getByLabel("Days until a preview expires").fill("7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The settings are saved.").waitFor();

  await tab("Access");
  await page.getByRole("group", { name: "Previews" }).getByLabel("Members", { exact: false }).first().check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It applies").waitFor();

  await tab("Domains");
  await page.getByLabel("Domain").fill(DOMAIN);
  await page.getByRole("button", { name: "Add domain" }).click();
  const value = await page.getByText(/^greenroom=[0-9a-f]{40}$/).textContent();
  await page.getByRole("button", { name: "Copy Value" }).first().waitFor();
  dns.set(`_greenroom-challenge.${DOMAIN}`, { TXT: [value ?? ""] });
  dns.set(DOMAIN, { A: ["127.0.0.1"] });
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("active", { exact: true }).waitFor();

  await tab("Overview");
  await page.getByLabel("Deploy from").fill("main");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.getByText("ready", { exact: true }).first().waitFor({ timeout: 60_000 });
  const deployment = page.url();
  const preview =
    (await page
      .getByRole("link", { name: /lantern-\w+\.preview\.localhost/ })
      .first()
      .getAttribute("href")) ?? "";

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(preview);
  expect(await stranger.locator("body").innerText()).not.toContain("Good evening");
  expect(new URL(stranger.url()).pathname).toBe("/app/signin");
  await page.goto(preview);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Good evening");

  await page.goto(deployment);
  await page.getByRole("link", { name: "Request release" }).click();
  await page.getByText("Request release…").click();
  await page.getByLabel("Code").fill(await instance.code(instance.person("Noor")));
  await page.getByRole("button", { name: "Request release" }).click();
  await page.getByText("You requested this release").waitFor();
  const approver = await openPageAs(browser, instance, { name: "Mira" });
  await approver.goto(page.url());
  await approver.getByText("Approve release…").click();
  await approver
    .getByLabel("Code")
    .filter({ visible: true })
    .fill(await instance.code(instance.person("Mira")));
  await approver.getByRole("button", { name: "Approve", exact: true }).click();
  await approver.getByText("and live at").waitFor();
  const { port } = new URL(instance.baseUrl);
  expect(await requestHost(port, DOMAIN)).toMatchObject({ status: 200, text: expect.stringContaining("Good evening") });

  await page.goto(deployment);
  await page.getByRole("link", { name: "Lantern" }).first().click();
  expect(await page.locator(".live").innerText()).toContain(DOMAIN);
  await tab("Settings");
  expect(await page.locator("#stored").innerText()).toContain("Previews expire 7 days after");
}, 180_000);
