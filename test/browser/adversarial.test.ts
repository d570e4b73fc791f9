import { expect, test } from "vitest";
import { HOSTILE as KNOWN_ATTACKS } from "../adversarial/strings.ts";
import { insert } from "../service/rows.ts";
import { openPageAs, useInstance, watch } from "./instance.ts";

const STRINGS = [
  `"><script>alert(1)</script><img src=x onerror=alert(2)>`,
  `'><svg/onload=alert(3)><iframe srcdoc="<script>alert(4)</script>">`,
  `</title></textarea></style><script src=https://evil.test/x.js></script>`,
  `javascript:alert(5)`,
  `<link rel=stylesheet href=https://evil.test/x.css><base href=https://evil.test/>`,
  `{{7*7}}\${7*7}<!--\u202eevil\u0007`,
];

/** Short enough for a URL. */
const UNTRUSTED = STRINGS.join(" ");

/** Every string of the list in one name. */
const FIELD = [...STRINGS, ...KNOWN_ATTACKS].join(" ").toWellFormed();

/** Runs in the page: counts what no template writes. */
const COUNT_INJECTED = `({
  elements: document.querySelectorAll("iframe, base, img, script:not([src^='/app/static/']), [onload], [onerror], a[href^='javascript:']").length,
  scripts: document.scripts.length,
  sheets: document.styleSheets.length,
})`;

const { browser, instance } = await useInstance({ siteName: FIELD });

/** Writes the untrusted text into every text column, without the checks of the interface. */
async function injectEverywhere(): Promise<{ readonly deploymentId: string; readonly approvalId: string }> {
  const { context, siteId } = instance;
  const { db } = context;
  const deploymentId = await instance.deploy(instance.commit({ "index.html": "x", [`a'"<b>&.html`]: "y" }));
  const [noor, ada] = [await instance.userId("Noor"), await instance.userId("Ada")];
  await db.updateTable("users").set({ name: FIELD }).where("id", "=", ada).execute();
  await db.updateTable("workspaces").set({ name: FIELD }).execute();
  await db.updateTable("tokens").set({ name: FIELD }).execute();
  await db.updateTable("sites").set({ repository_url: "javascript:alert(6)" }).where("id", "=", siteId).execute();
  const texts = { branch: FIELD, framework: FIELD, error_code: FIELD, error_message: FIELD };
  await db.updateTable("deployments").set(texts).where("id", "=", deploymentId).execute();
  const lines = [...STRINGS, ...KNOWN_ATTACKS].map((text, index) => ({
    n: index + 900,
    at: new Date().toISOString(),
    text,
  }));
  const deployment = db.selectFrom("deployments").select("last_event_seq").where("id", "=", deploymentId);
  const { last_event_seq: last } = await deployment.executeTakeFirstOrThrow();
  const event = { deployment_id: deploymentId, seq: last + 1, type: "log" as const, at: new Date().toISOString() };
  await insert(db, "deployment_events", { ...event, data: JSON.stringify({ stream: FIELD, lines }) });
  const { id: approvalId } = await instance.requestRelease(deploymentId);
  const request = { branch: FIELD, prepared_by_name: FIELD, reason: FIELD };
  await db.updateTable("approval_requests").set(request).where("id", "=", approvalId).execute();
  await db.updateTable("release_acts").set({ note: FIELD, user_id: noor }).execute();
  return { deploymentId, approvalId };
}

test("untrusted text in every field stays text: no dialog, no request elsewhere, no element of its own", async () => {
  const { deploymentId, approvalId } = await injectEverywhere();
  const userAgent = UNTRUSTED.replaceAll(/[^\x20-\x7e]/g, "");
  const page = await openPageAs(browser, instance, { name: "Noor", userAgent });
  const seen = watch(page.context(), instance.baseUrl);
  const paths = [
    "/app/sites",
    `/app/sites/${instance.siteId}`,
    `/app/deployments/${deploymentId}`,
    `/app/deployments/${deploymentId}/publish`,
    "/app/approvals",
    `/app/approvals/${approvalId}`,
    `/app/approvals/${approvalId}?show=${encodeURIComponent(UNTRUSTED)}&page=${encodeURIComponent(UNTRUSTED)}`,
    "/app/tokens",
    "/app/devices",
    "/app/members",
    "/app/audit",
    "/app/account",
    `/app/${encodeURIComponent(UNTRUSTED)}`,
    `/app/sites?done=${encodeURIComponent(UNTRUSTED)}`,
  ];
  for (const path of paths) {
    await page.goto(instance.baseUrl + path);
    const injected = await page.evaluate(COUNT_INJECTED);
    // The screens of a deployment and of a release have a style sheet and a script of their own.
    const own = /deployments\/.|approvals\/./.test(path) ? 2 : 1;
    expect([path, injected]).toEqual([path, { elements: 0, scripts: own, sheets: own }]);
    expect(await page.title()).toMatch(/ · Greenroom$/);
  }
  await page.goto(`${instance.baseUrl}/app/approvals/${approvalId}`);
  expect(await page.innerText("main")).toContain("<script>alert(1)</script>");
  expect(seen).toEqual({ dialogs: [], crossOrigin: [] });
});

test("a device that names itself in markup is shown as text", async () => {
  const clientId = STRINGS[0] ?? "";
  const started = await fetch(`${instance.baseUrl}/oauth/device`, {
    method: "POST",
    body: new URLSearchParams({ client_id: clientId }),
  });
  const { user_code: userCode } = (await started.json()) as { user_code: string };
  const page = await openPageAs(browser, instance, { name: "Noor" });
  const seen = watch(page.context(), instance.baseUrl);
  await page.goto(`${instance.baseUrl}/app/device?user_code=${userCode}`);
  expect(await page.getByLabel("Code").inputValue()).toBe("");
  await page.getByLabel("Code").fill(userCode.toLowerCase().replace("-", " "));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(clientId, { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  expect(seen).toEqual({ dialogs: [], crossOrigin: [] });
});
