import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newApprovalId, newDeploymentId } from "../../packages/service/domain/ids.ts";
import { appendLog } from "../../packages/service/store/deployment-events.ts";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, signIn, watch } from "./instance.ts";
import { HOSTILE as PICKED } from "../adversarial/strings.ts";

const STRINGS = [
  `"><script>alert(1)</script><img src=x onerror=alert(2)>`,
  `'><svg/onload=alert(3)><iframe srcdoc="<script>alert(4)</script>">`,
  `</title></textarea></style><script src=https://evil.test/x.js></script>`,
  `javascript:alert(5)`,
  `<link rel=stylesheet href=https://evil.test/x.css><base href=https://evil.test/>`,
  `{{7*7}}\${7*7}<!--\u202eevil\u0007`,
];

/** Short enough for an address. */
const HOSTILE = STRINGS.join(" ");

/** All that people and programs have ever tried, as one name. */
const FIELD = [...STRINGS, ...PICKED].join(" ").toWellFormed();

/** Runs in the page: what no template of ours writes. */
const COUNT_STRANGE = `({
  elements: document.querySelectorAll("iframe, base, img, script:not([src^='/app/static/']), [onload], [onerror], a[href^='javascript:']").length,
  scripts: document.scripts.length,
  sheets: document.styleSheets.length,
})`;

// Pages wait for real builds, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance({ siteName: FIELD })]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

/** Puts the hostile text wherever a person or a program can put text, past every check at the door. */
async function poison(): Promise<{ readonly deploymentId: string; readonly approvalId: string }> {
  const { context, seed, siteId } = instance;
  const { db } = context;
  const deploymentId = await instance.deploy(instance.commit({ "index.html": "x", [`a'"<b>&.html`]: "y" }));
  const noor = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", instance.person("Noor").email)
    .executeTakeFirstOrThrow();
  const ada = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", instance.person("Ada").email)
    .executeTakeFirstOrThrow();
  await db.updateTable("users").set({ name: FIELD }).where("id", "=", ada.id).execute();
  await db.updateTable("workspaces").set({ name: FIELD }).execute();
  await db.updateTable("tokens").set({ name: FIELD }).execute();
  await db.updateTable("sites").set({ repository_url: "javascript:alert(6)" }).where("id", "=", siteId).execute();
  const texts = { branch: FIELD, framework: FIELD, error_code: FIELD, error_message: FIELD };
  await db.updateTable("deployments").set(texts).where("id", "=", deploymentId).execute();
  const lines = [...STRINGS, ...PICKED].map((text, index) => ({ n: index + 900, at: new Date().toISOString(), text }));
  const { last_event_seq: last } = await db
    .selectFrom("deployments")
    .select("last_event_seq")
    .where("id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  const event = { deployment_id: deploymentId, seq: last + 1, type: "log" as const, at: new Date().toISOString() };
  await db
    .insertInto("deployment_events")
    .values({ ...event, data: JSON.stringify({ stream: FIELD, lines }) })
    .execute();
  const approvalId = newApprovalId();
  const source = await db
    .selectFrom("deployments")
    .selectAll()
    .where("id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  const request = {
    id: approvalId,
    workspace_id: seed.workspaceId,
    site_id: siteId,
    source_deployment_id: deploymentId,
    file_list_digest: source.file_list_digest ?? "",
    branch: FIELD,
    status: "pending" as const,
    requested_by_type: "user" as const,
    requested_by_id: ada.id,
    requested_by_name: FIELD,
    originating_user_id: ada.id,
    requested_via: "web" as const,
    reason: FIELD,
    notes: FIELD,
    decided_by: noor.id,
    decided_at: source.created_at,
    created_at: new Date().toISOString(),
    expires_at: "2099-01-01T00:00:00.000Z",
  };
  await db.insertInto("approval_requests").values(request).execute();
  return { deploymentId, approvalId };
}

test("hostile text in every field stays text: no dialog, no request elsewhere, no element of its own", async () => {
  const { deploymentId, approvalId } = await poison();
  const context = await browser.newContext({ userAgent: HOSTILE.replaceAll(/[^\x20-\x7e]/g, "") });
  const seen = watch(context, instance.baseUrl);
  const page = await context.newPage();
  await signIn(instance, page, instance.person("Noor"));
  const paths = [
    "/app/sites",
    `/app/sites/${instance.siteId}`,
    `/app/deployments/${deploymentId}`,
    `/app/deployments/${deploymentId}/publish`,
    "/app/approvals",
    `/app/approvals/${approvalId}`,
    "/app/tokens",
    "/app/devices",
    "/app/members",
    "/app/audit",
    "/app/account",
    `/app/${encodeURIComponent(HOSTILE)}`,
    `/app/sites?done=${encodeURIComponent(HOSTILE)}`,
  ];
  for (const path of paths) {
    await page.goto(instance.baseUrl + path);
    const strange = await page.evaluate(COUNT_STRANGE);
    expect([path, strange]).toEqual([path, { elements: 0, scripts: 1, sheets: 1 }]);
    expect(await page.title()).toMatch(/ · Greenroom$/);
  }
  await page.goto(`${instance.baseUrl}/app/approvals/${approvalId}`);
  expect(await page.innerText("main")).toContain("<script>alert(1)</script>");
  expect(seen).toEqual({ dialogs: [], foreign: [] });
  await context.close();
});

test("a device that names itself in markup is shown as text", async () => {
  const clientId = STRINGS[0] ?? "";
  const started = await fetch(`${instance.baseUrl}/oauth/device`, {
    method: "POST",
    body: new URLSearchParams({ client_id: clientId }),
  });
  const { user_code: userCode } = (await started.json()) as { user_code: string };
  const context = await browser.newContext();
  const seen = watch(context, instance.baseUrl);
  const page = await context.newPage();
  await page.goto(`${instance.baseUrl}/app/device?user_code=${userCode}`);
  await signIn(instance, page, instance.person("Noor"));
  expect(await page.getByLabel("Code").inputValue()).toBe("");
  await page.getByLabel("Code").fill(userCode.toLowerCase().replace("-", " "));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(clientId, { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Connected" }).waitFor();
  expect(seen).toEqual({ dialogs: [], foreign: [] });
  await context.close();
});

test("a log that goes on by itself shows hostile lines as a page that is loaded does", async () => {
  const { context, seed, siteId } = instance;
  const id = newDeploymentId();
  const at = new Date(context.clock.now()).toISOString();
  const lease = { lease_owner: "test", lease_expires_at: "2099-01-01T00:00:00.000Z", status: "building" } as const;
  const columns = { workspace_id: seed.workspaceId, site_id: siteId, environment: "preview", attempt: 1 } as const;
  const counts = { last_event_seq: 0, log_lines: 0, log_bytes: 0 };
  await context.db
    .insertInto("deployments")
    .values({ id, ...columns, ...lease, ...counts, created_at: at, started_at: at })
    .execute();
  const tab = await browser.newContext();
  const seen = watch(tab, instance.baseUrl);
  const page = await tab.newPage();
  await signIn(instance, page, instance.person("Noor"));
  await page.goto(`${instance.baseUrl}/app/deployments/${id}`);
  const lines = [...PICKED, "the last one"].map((text) => ({ at, text }));
  await appendLog(context.db, id, { batch: { stream: "build", lines }, leaseOwner: "test", at });
  context.events.notify(id);
  await page.getByText("the last one").waitFor();
  const live = await page.locator("#log .text").allTextContents();
  expect(live).toHaveLength(lines.length);
  expect(live.join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b]/);
  await page.reload();
  // [HTML §13.2.3.5] A parser of pages makes one line end of CR and CRLF; a script does not.
  const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\r\n?/g, "\n").toWellFormed());
  expect(plain(live)).toEqual(await page.locator("#log .text").allTextContents());
  expect(seen).toEqual({ dialogs: [], foreign: [] });
  await tab.close();
});
