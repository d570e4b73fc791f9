import { generateKeyPairSync } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import { createFirstOwner } from "../../packages/service/admin/people.ts";
import { linkGithub } from "../../packages/service/admin/people.ts";
import { compose } from "../../packages/service/compose.ts";
import { noteService } from "../../packages/service/data-folder.ts";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { openDatabase } from "../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { setPassword } from "../../packages/service/store/people/users.ts";
import { folderOfTest } from "../folders.ts";
import { visit } from "../http.ts";
import { openTestContext, testSettings } from "../service/fixtures.ts";
import { startMailServer } from "../service/notify/mail-server.ts";
import { openFixture, startCommand } from "./command.ts";

const TOKEN = "ghs_canary0123456789abcdefghij";

const fixture = await openFixture();
afterAll(() => fixture.close());

const run = (line: string, input?: string) => fixture.run(`admin ${line} --data ${fixture.data}`, {}, input);

async function admin(line: string): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await run(`${line} --json`);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Record<string, string>;
}

async function audit(workspace: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await run(`audit export --workspace ${workspace}`);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("admin, while the service runs", () => {
  it("gives a new member a one-time link to set a password in the browser", async () => {
    const added = await admin("user create --workspace Demo --email zoe@example.com --role approver");
    const page = await fetch(added["setupUrl"] ?? "");
    expect({ status: page.status, text: await page.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining("zoe@example.com"),
    });
    const renewed = await admin("user link --workspace Demo --email zoe@example.com");
    // The service has noted where it is reached.
    expect(renewed["setupUrl"]).toContain(fixture.baseUrl);
    expect((await fetch(added["setupUrl"] ?? "")).status).toBe(404);
    expect((await fetch(renewed["setupUrl"] ?? "")).status).toBe(200);
  });

  it("a token works at once and is revoked when the role no longer covers it", async () => {
    await admin("user create --workspace Demo --email tom@example.com --role developer");
    const { token = "" } = await admin("token issue --workspace Demo --name ci --email tom@example.com");
    expect(await fixture.run("whoami", { GREENROOM_TOKEN: token })).toMatchObject({ code: 0 });
    await admin("member role --workspace Demo --email tom@example.com --role viewer");
    expect(await fixture.run("whoami", { GREENROOM_TOKEN: token })).toMatchObject({ code: 4 });
    const beyond = await run("token issue --workspace Demo --name x --email tom@example.com");
    expect(beyond).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("cannot give") });
  });

  it("a token says that it ends with the setup link that its person has not used", async () => {
    const issue = async (more: string) => (await run(`token issue --workspace Demo --name a${more}`)).stderr;
    await admin("user create --workspace Demo --email lin@example.com --role developer");
    expect(await issue(" --email lin@example.com")).toContain("The setup link of lin@example.com ends this token.");
    expect(await issue("")).toBe("");
    await fixture.service.context.db.updateTable("setup_links").set({ used_at: new Date().toISOString() }).execute();
    expect(await issue(" --email lin@example.com")).toBe("");
  });

  it("an allowance applies at once, and unlimited removes it", async () => {
    await admin("entitlements set --workspace Demo --max-sites 1");
    expect(await fixture.run("sites create --name B --slug b")).toMatchObject({ code: 1 });
    await admin("entitlements set --workspace Demo --max-sites unlimited");
    expect(await fixture.run("sites create --name B --slug b")).toMatchObject({ code: 0, stderr: "" });
  });

  it("the network of a site's builds is shown, changed a host at a time, and audited with all that it is now", async () => {
    const network = (line = "") => admin(`site network docs --workspace Demo${line}`);
    const { siteId } = fixture;
    expect(await network()).toEqual({ siteId, hosts: [], listWithValues: false });
    await network(" --allow cms.example.com --allow *.fonts.example.com --list-with-values on");
    expect(await network()).toEqual({
      siteId,
      hosts: ["cms.example.com", "*.fonts.example.com"],
      listWithValues: true,
    });
    await network(" --remove CMS.example.com --list-with-values off");
    expect(await network()).toEqual({ siteId, hosts: ["*.fonts.example.com"], listWithValues: false });
    const changes = (await audit("Demo")).filter(({ action }) => action === "site.network_changed");
    expect(changes.map(({ data }) => data)).toEqual([
      { slug: "docs", hosts: ["cms.example.com", "*.fonts.example.com"], listWithValues: true },
      { slug: "docs", hosts: ["*.fonts.example.com"], listWithValues: false },
    ]);
  });

  it("a workspace has a slug of its own, which is never given again", async () => {
    const slugs = async (...names: readonly string[]) => {
      for (const name of names) await run(`workspace create --name ${name}`);
      const rows = JSON.parse((await run("workspace list --json")).stdout) as {
        readonly name: string;
        readonly slug: string;
      }[];
      return names.map((name) => rows.filter((row) => row.name === name).map(({ slug }) => slug));
    };
    const [twice = [], lower = [], umlaut, none] = await slugs("Twice", "twice", "Mül-ler", "雪");
    expect([twice, umlaut, none]).toEqual([["twice"], ["mul-ler"], ["workspace"]]);
    expect(lower[0]).toMatch(/^twice-[0-9a-f]{8}$/);
    const deletion = fixture.service.context.db.deleteFrom("workspaces").where("slug", "=", "twice").execute();
    await expect(deletion).rejects.toThrow("the slug of a workspace is never given again");
  });

  it("a member is confirmed and linked to GitHub, and an account of another workspace is added only with --existing keep", async () => {
    const { workspaceId = "" } = await admin("workspace create --name Trusted");
    const otto = `--workspace ${workspaceId} --email otto@elsewhere.test`;
    const create = `user create ${otto} --role approver`;
    const refused = await run(create);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("in Elsewhere, and another person") });
    expect((await admin(`${create} --existing keep`))["setupUrl"]).toBeNull();
    const confirm = `member confirm ${otto}`;
    const early = await admin(confirm);
    const { db } = fixture.service.context;
    await db.updateTable("users").set({ totp_secret: "sealed" }).where("email", "=", "otto@elsewhere.test").execute();
    const shown = await admin(confirm);
    expect(shown).toMatchObject({ confirmed: false, methods: expect.arrayContaining(["an authenticator app"]) });
    const old = await run(`${confirm} --code ${early["code"]}`);
    expect(old).toMatchObject({ code: 1, stderr: expect.stringContaining("the account changed") });
    expect(await admin(`${confirm} --code ${shown["code"]}`)).toMatchObject({ confirmed: true });
    const linked = await admin(`member link-github ${otto} --login Otto-B --github-id 583231`);
    expect(linked["login"]).toBe("Otto-B");
    const { service } = fixture;
    const operator = { db: service.context.db, clock: service.context.clock, operator: "test" };
    const member = { workspaceId, email: "otto@elsewhere.test", login: "otto-b", githubId: undefined };
    const unknown = linkGithub(operator, member, () => Promise.resolve(undefined));
    await expect(unknown).rejects.toThrow("gh api users/otto-b --jq .id prints it");
    const asked = await linkGithub(operator, member, (login) => Promise.resolve(login === "otto-b" ? "42" : undefined));
    expect(asked.githubId).toBe("42");
    await admin(`member link-github ${otto} --remove`);
    const link = `member link-sso ${otto} --issuer https://id.example.com/team/ --subject 248289761001`;
    expect((await admin(link))["subject"]).toBe("248289761001");
    expect(await run(link)).toMatchObject({ code: 1, stderr: expect.stringContaining("linked already") });
    await admin(`member link-sso ${otto} --remove`);
    await admin(`confirmation skip --workspace ${workspaceId}`);
    await admin(`confirmation require --workspace ${workspaceId}`);
    expect((await audit(workspaceId)).map(({ action }) => action)).toEqual([
      "workspace.created",
      "member.added",
      "member.confirmed",
      "member.github_linked",
      "member.github_linked",
      "member.github_linked",
      "sso.linked",
      "sso.removed",
      "confirmation.skipped",
      "confirmation.required",
    ]);
  });

  it("every change is one row of the audit log, made by the operator, without secrets", async () => {
    const { workspaceId = "" } = await admin("workspace create --name Audited");
    await admin(`project create --workspace ${workspaceId} --name Shop`);
    const { setupUrl = "" } = await admin(
      `user create --workspace ${workspaceId} --email ann@example.com --role owner`,
    );
    await admin(`user link --workspace ${workspaceId} --email ann@example.com`);
    await admin(`member role --workspace ${workspaceId} --email ann@example.com --role admin`);
    const { token = "" } = await admin(`token issue --workspace ${workspaceId} --name bot --kind mcp`);
    await admin(`self-approval allow --workspace ${workspaceId}`);
    await admin(`entitlements set --workspace ${workspaceId} --byo-cloud-targets`);
    const rows = await audit(workspaceId);
    expect(rows.map((row) => row["action"])).toEqual([
      "workspace.created",
      "project.created",
      "member.added",
      "member.setup_link_made",
      "member.role_changed",
      "token.created",
      "self_approval.allowed",
      "entitlements.changed",
    ]);
    expect(rows.every((row) => (row["actor"] as { type: string }).type === "operator")).toBe(true);
    const text = JSON.stringify(rows);
    expect([token, setupUrl.split("/").at(-1) ?? ""].filter((secret) => text.includes(secret))).toEqual([]);
    const verified = await fixture.run(`admin audit verify --workspace ${workspaceId} --data ${fixture.data}`);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Intact: 8 rows\.\nHead: /) });
  });

  it.each([
    ["workspace list --data nowhere", "nowhere. Give --data the folder"],
    ["project create --name x", "several workspaces"],
    ["site network nothing --workspace Demo --allow a.example", "no active site nothing"],
    ["site network docs --workspace Demo --allow 10.0.0.8", "not a host name"],
    ["site network docs --workspace Demo --allow *.com", "not a host name"],
    ["project create --name x --workspace Unknown", "No workspace is Unknown"],
    ["user create --workspace Demo --email nonsense --role owner", "not an email address"],
    ["user create --workspace Demo --email ada@greenroom.test --role owner", "a member already"],
    ["member role --workspace Demo --email unknown@example.com --role owner", "No user has the email"],
  ])("%j is an error of one sentence, and changes nothing", async (line, message) => {
    const before = await audit("Demo");
    const { code, stdout, stderr } = await fixture.run(`admin ${line}`, { GREENROOM_DATA: fixture.data });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await audit("Demo")).toEqual(before);
  });
});

describe("backup and restore", () => {
  it("a backup of a running service restores everything: tokens, records and the bytes of a preview", async () => {
    const deployed = await fixture.run("deploy docs --follow --json");
    const { id } = JSON.parse(deployed.stdout) as { id: string };
    const [copy, restored] = [join(fixture.folder, "copy"), join(fixture.folder, "restored")];
    writeFileSync(join(fixture.data, "secrets.json"), "secrets", { mode: 0o600 });
    const sideFiles = ["seal.key", "secrets.json"].map(
      (name) => [name, readFileSync(join(fixture.data, name))] as const,
    );
    const backup = await fixture.run(`admin backup --data ${fixture.data} --to ${copy} --json`);
    rmSync(join(fixture.data, "secrets.json"));
    // The page and the list of files.
    expect(JSON.parse(backup.stdout)).toMatchObject({ id: expect.stringMatching(/^000001-/), objects: 2, removed: 0 });
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(await fixture.run(`admin restore --from ${copy} --data ${restored}`)).toMatchObject({ code: 0 });
    for (const [name, bytes] of sideFiles) {
      expect(readFileSync(join(restored, name))).toEqual(bytes);
      expect(statSync(join(restored, name)).mode & 0o777).toBe(0o600);
    }
    rmSync(join(restored, "secrets.json"));
    const verified = await fixture.run(`admin audit verify --workspace Demo --data ${restored}`);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("Intact") });
    const settings = testSettings({ dataDirectory: restored, unsafeNoSandbox: true });
    const service = await compose(settings, {
      clock: systemClock,
      log: pino({ level: "silent" }),
      environment: process.env,
    });
    try {
      const shown = await fixture.run(`deployments show ${id} --json`, {
        GREENROOM_URL: service.context.addresses.baseUrl,
      });
      const { previewUrl } = JSON.parse(shown.stdout) as { previewUrl: string };
      expect(previewUrl).toContain("//docs-");
      expect((await visit(new URL(previewUrl))).text).toContain("<title>Docs</title>");
    } finally {
      await service.close();
    }
  });

  it("a backup lists its snapshots, restores the one that is named, and keeps the configured number of them", async () => {
    const copy = join(fixture.folder, "several");
    const take = (keep = "") => admin(`backup --to ${copy}${keep}`);
    const { id: oldest } = await take();
    const { id: newest, removed } = await take(" --keep 2");
    expect(removed).toBe(0);
    const listed = await fixture.run(`admin backups --from ${copy} --json`);
    expect(JSON.parse(listed.stdout)).toMatchObject({ snapshots: [{ id: oldest }, { id: newest }], unreadable: [] });
    const named = `admin restore --from ${copy} --data ${join(fixture.folder, "named")} --snapshot`;
    const restored = await fixture.run(`${named} ${oldest} --json`);
    expect(JSON.parse(restored.stdout)).toMatchObject({ snapshot: { id: oldest }, auditChecked: true });
    expect(await fixture.run(`${named} 000009`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("See greenroom admin backups."),
    });
    expect((await take(" --keep 1"))["removed"]).toBe(2);
    const away = "admin backups --from s3://files?endpoint=http://127.0.0.1:9";
    expect(await fixture.run(away)).toMatchObject({ code: 32, stderr: expect.stringContaining("AWS_ACCESS_KEY_ID") });
  });

  it("a folder that is not empty is never overwritten", async () => {
    const full = await fixture.run(`admin backup --data ${fixture.data} --to ${fixture.repository}`);
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
    const live = await fixture.run(`admin restore --from ${join(fixture.folder, "copy")} --data ${fixture.data}`);
    expect(live).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
  });
});

describe("admin audit", () => {
  /** A restored copy of the running service, which nothing else writes to. */
  async function copyOf(name: string) {
    const [copy, data] = [join(fixture.folder, `${name}-copy`), join(fixture.folder, name)];
    expect(await fixture.run(`admin backup --data ${fixture.data} --to ${copy}`)).toMatchObject({ code: 0 });
    expect(await fixture.run(`admin restore --from ${copy} --data ${data}`)).toMatchObject({ code: 0 });
    const auditOf = (line: string) => fixture.run(`admin audit ${line} --workspace Demo --data ${data}`);
    const acknowledge = (reason: string) =>
      fixture.run(["admin", "audit", "acknowledge", "--reason", reason, "--workspace", "Demo", "--data", data]);
    return { copy, data, run: auditOf, acknowledge };
  }

  async function cutTail(data: string, rows: number) {
    const db = openDatabase(join(data, DATABASE_FILE));
    await sql`DROP TRIGGER audit_log_keeps`.execute(db);
    await sql`DROP TRIGGER audit_log_stays`.execute(db);
    const { id } = await db.selectFrom("workspaces").select("id").where("name", "=", "Demo").executeTakeFirstOrThrow();
    await sql`DELETE FROM audit_log WHERE workspace_id = ${id} AND
      seq > (SELECT max(seq) FROM audit_log WHERE workspace_id = ${id}) - ${rows}`.execute(db);
    await db.destroy();
  }

  it("lists entries as sentences, filtered by person and action", async () => {
    const { run } = await copyOf("listed");
    const all = await run("list --person zoe@example.com");
    expect(all).toMatchObject({ code: 0 });
    expect(all.stdout).toMatch(/The operator \S+ added zoe@example.com as approver/);
    const some = JSON.parse((await run("list --action token.created --json")).stdout) as { action: string }[];
    expect(new Set(some.map(({ action }) => action))).toEqual(new Set(["token.created"]));
    expect(await run("list --action token.stolen")).toMatchObject({ code: 2 });
    expect(await run("list --site nowhere")).toMatchObject({ code: 1 });
  });

  it("finds a cut tail, says what and where, ends with 5, and makes no backup of it", async () => {
    const { copy, data, run } = await copyOf("cut");
    const [, count = "", head = ""] = /--count (\d+) --head (\w+)/.exec((await run("verify")).stdout) ?? [];
    const last = Number(count);
    await cutTail(data, 3);
    const found = await run("verify");
    expect(found.code).toBe(5);
    expect(found.stdout).toContain(
      `Rows ${last - 2} to ${last} are missing at the end: the record beside the database`,
    );
    expect(found.stdout).toContain("The trigger audit_log_stays");
    const backup = await fixture.run(`admin backup --data ${data} --to ${join(fixture.folder, "cut-backup")}`);
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining("audit acknowledge") });
    rmSync(join(data, "audit-heads"), { recursive: true });
    for (const anchor of [`--head ${head} --count ${count}`, `--backup ${copy}`]) {
      const anchored = await run(`verify ${anchor} --json`);
      expect(anchored.code).toBe(5);
      expect(JSON.parse(anchored.stdout)).toMatchObject({
        kind: "broken",
        findings: [{ kind: "cut", seq: last - 2, through: last }, { kind: "unrecorded" }, {}, {}],
      });
    }
    expect(await run(`verify --head ${head}`)).toMatchObject({ code: 2 });
    for (const place of ["s3:nowhere", "https://bucket.example.com"]) {
      expect(await run(`verify --backup ${place}`), place).toMatchObject({
        code: 2,
        stderr: expect.not.stringContaining("Internal error"),
      });
    }
  });

  it("lets the operator acknowledge what was found, once and with a reason", async () => {
    const { data, run, acknowledge } = await copyOf("acknowledged");
    expect(await acknowledge("Nothing happened.")).toMatchObject({ code: 1 });
    await cutTail(data, 2);
    expect(await acknowledge(" ")).toMatchObject({ code: 1 });
    expect(await acknowledge("Restored Monday's backup.")).toMatchObject({ code: 0 });
    const verified = await run("verify");
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("Acknowledged: Rows") });
    expect((await run("list --limit 1")).stdout).toContain("“Restored Monday's backup.”");
  });
});

describe("createFirstOwner", () => {
  it("creates a workspace and an owner once, and a new link at every start until the owner has a password", async () => {
    const context = openTestContext();
    const ownerEmail = "Owner@Example.com";
    const first = await createFirstOwner(context, ownerEmail);
    const second = await createFirstOwner(context, ownerEmail);
    expect(first).toMatch(/^\/app\/setup\/[\w-]{43}$/);
    expect(second).not.toBe(first);
    const users = await context.db.selectFrom("users").selectAll().execute();
    expect(users).toMatchObject([{ email: "owner@example.com" }]);
    await inDatabase(context.db, (tx) => setPassword(tx, users[0]?.id ?? "", "hash"));
    expect(await createFirstOwner(context, ownerEmail)).toBeUndefined();
    expect(await context.db.selectFrom("workspaces").select("id").execute()).toHaveLength(1);
    await context.db.destroy();
  });
});

async function adminText(line: string): Promise<string> {
  const { code, stdout, stderr } = await run(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

describe("admin repository", () => {
  it("connects a site to a repository by a token from a file, lists it without the token, and disconnects it", async () => {
    const site = fixture.siteId;
    const file = join(fixture.folder, "token");
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    const printed = await adminText(`repository connect lantern/website --site ${site} --token-file ${file}`);
    expect(printed).toContain("lantern/website");
    const listed = await adminText("repository list --workspace Demo --json");
    expect(JSON.parse(listed)).toMatchObject([
      { site_id: site, owner: "lantern", repository: "website", gates: false },
    ]);
    const log = await adminText("audit export --workspace Demo");
    expect(log).toContain("repository.connected");
    expect([printed, listed, log].join("\n")).not.toContain(TOKEN);
    await adminText(`repository disconnect --site ${site}`);
    expect(JSON.parse(await adminText("repository list --workspace Demo --json"))).toEqual([]);
  });

  it("connects a site as an App by a key from standard input, and never prints the key", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    const app = "--app-id 12345 --private-key-file -";
    const connect = `repository connect lantern/website --site ${fixture.siteId} ${app} --json`;
    const connected = await run(connect, pem);
    expect(connected).toMatchObject({ code: 0, stderr: "" });
    const listed = await adminText("repository list --workspace Demo --json");
    expect(JSON.parse(listed)).toMatchObject([{ app_id: "12345", installation_id: null, repository: "website" }]);
    const table = await adminText("repository list --workspace Demo");
    expect(table).toContain("App 12345");
    const log = await adminText("audit export --workspace Demo");
    const deliveries = await adminText("deliveries --workspace Demo --json");
    const wrong = await run(connect, pem.slice(0, 500));
    expect({ code: wrong.code, lines: wrong.stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    const gone = await adminText(`repository disconnect --site ${fixture.siteId}`);
    const printed = [connected.stdout, listed, table, log, deliveries, wrong.stdout, wrong.stderr, gone].join("\n");
    for (const line of pem.split("\n").slice(1, -2)) expect(printed).not.toContain(line);
  });

  it.each([
    "",
    " --app-id 1",
    " --private-key-file -",
    " --token-file - --app-id 1 --private-key-file key.pem",
    " --token-file - --installation-id 1",
    " --token-file - --hook-secret-file -",
  ])("needs a token or an App, not %j", async (flags) => {
    const { code, stderr } = await run(`repository connect lantern/website --site ${fixture.siteId}${flags}`);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 2, lines: 1 });
  });

  it("reports an invalid repository name in one sentence", async () => {
    const file = join(fixture.folder, "token");
    writeFileSync(file, TOKEN, { mode: 0o600 });
    const { code, stderr } = await run(`repository connect lantern --site ${fixture.siteId} --token-file ${file}`);
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toContain("owner/name");
  });
});

describe("admin webhook", () => {
  it("prints its secret once, is listed without it, and is removed", async () => {
    const added = await adminText("webhook add https://hooks.example.com/in --workspace Demo --json");
    const { id, secret } = JSON.parse(added) as { readonly id: string; readonly secret: string };
    expect(secret).toMatch(/^whsec_/);
    const listed = await adminText("webhook list --workspace Demo --json");
    expect(JSON.parse(listed)).toMatchObject([{ id, url: "https://hooks.example.com/in", events: "*" }]);
    expect(listed).not.toContain(secret);
    expect(await adminText("deliveries --workspace Demo")).toContain("No deliveries yet.");
    await adminText(`webhook remove ${id} --workspace Demo`);
    expect(JSON.parse(await adminText("webhook list --workspace Demo --json"))).toEqual([]);
  });

  it("without TLS must be on this machine", async () => {
    expect(await run("webhook add http://hooks.example.com/in --workspace Demo")).toMatchObject({ code: 1 });
  });
});

it("without a workspace there is no token, and what to do first is said", async () => {
  const data = folderOfTest("none");
  await openDatabase(join(data, DATABASE_FILE)).destroy();
  const env = { HOME: data, GREENROOM_DATA: data };
  const end = await startCommand("admin token issue --name a", { env, cwd: data }).ended;
  expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining("Start the service once") });
});

it("a token is of the realm that the service last had; before it has run, a note says that it is live", async () => {
  const data = folderOfTest("token");
  const db = openDatabase(join(data, DATABASE_FILE));
  await createFirstOwner({ db }, undefined);
  await db.destroy();
  const env = { HOME: data, GREENROOM_DATA: data };
  const issue = (more = "") => startCommand(`admin token issue --name a${more}`, { env, cwd: data }).ended;
  expect(await issue()).toMatchObject({
    stdout: expect.stringMatching(/^sk_live_\S+\n$/),
    stderr: expect.stringContaining("--realm test"),
  });
  expect(await issue(" --realm test")).toMatchObject({ code: 0, stderr: "" });
  for (const realm of ["test", "live"] as const) {
    await noteService(data, "http://localhost:1", realm);
    expect(await issue()).toMatchObject({ stdout: expect.stringMatching(`^sk_${realm}_`), stderr: "" });
  }
});

it("a setup link leads to the public URL of the service that last ran on the folder", async () => {
  const data = join(folderOfTest("link"), "data");
  const log = pino({ level: "silent" });
  for (const url of ["https://one.example.com", "https://two.example.com"]) {
    const addresses = { publicUrl: new URL(url), previewDomain: "p.example.net" };
    const settings = testSettings({ dataDirectory: data, unsafeNoSandbox: true, ...addresses });
    const service = await compose(settings, { clock: systemClock, log, environment: process.env });
    await createFirstOwner(service.context, "ada@example.com");
    await service.close();
    const words = "admin user link --email ada@example.com --json";
    const { stdout } = await startCommand(words, { env: { HOME: data, GREENROOM_DATA: data }, cwd: data }).ended;
    expect(JSON.parse(stdout)).toMatchObject({ setupUrl: expect.stringContaining(`${url}/`) });
  }
});

describe("mail", () => {
  const line = (port: number, to = "ada@example.com") =>
    `admin mail test --to ${to} --smtp-url smtp://127.0.0.1:${port} --mail-from greenroom@example.com`;

  it("is tested with one mail, and what the server says is said", async () => {
    await using server = await startMailServer({
      onRcptTo: ({ address }, _, done) => done(address === "ada@example.com" ? null : new Error("no")),
    });
    expect(await fixture.run(line(server.mail.port))).toMatchObject({
      code: 0,
      stdout: "127.0.0.1 took the mail to ada@example.com. Look whether it arrived.\n",
    });
    expect(server.received).toMatchObject([{ from: "greenroom@example.com", to: ["ada@example.com"] }]);
    const refused = await fixture.run(line(server.mail.port, "eve@example.com"));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("rejected the address") });
    expect((await fixture.run("admin mail test --to ada@example.com")).stderr).toContain("There is no mail server");
  });

  it("is said to go to somebody whom the operator adds, where the service mails", async () => {
    const { db } = fixture.service.context;
    const add = (name: string) => admin(`user create --workspace Demo --email ${name}@example.com --role viewer`);
    expect(await add("nomail")).toMatchObject({ mailed: false });
    await db.insertInto("mail_service").values({ id: 1, since: "2026-11-24T00:00:00.000Z" }).execute();
    onTestFinished(async () => void (await db.deleteFrom("mail_service").execute()));
    expect(await add("mailed")).toMatchObject({ mailed: true });
  });
});
