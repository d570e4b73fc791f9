import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFirstOwner } from "../../packages/service/admin/people.ts";
import { compose } from "../../packages/service/compose.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { setPassword } from "../../packages/service/store/users.ts";
import { openTestContext, testSettings } from "../service/fixtures.ts";
import { openPlace, type Place } from "./place.ts";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

async function admin(...args: readonly string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await place.run(["admin", ...args, "--data", place.data, "--json"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Record<string, string>;
}

async function audit(workspace: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await place.run(["admin", "audit", "export", "--workspace", workspace, "--data", place.data]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("admin, while the service runs", () => {
  it("gives a new person a one-time link, by which they set a password in the browser", async () => {
    const added = await admin(
      "user",
      "create",
      "--workspace",
      "Demo",
      "--email",
      "zoe@example.com",
      "--role",
      "approver",
      "--public-url",
      place.baseUrl,
    );
    const page = await fetch(added["setupUrl"] ?? "");
    expect({ status: page.status, text: await page.text() }).toMatchObject({
      status: 200,
      text: expect.stringContaining("zoe@example.com"),
    });
    const renewed = await admin(
      "user",
      "link",
      "--workspace",
      "Demo",
      "--email",
      "zoe@example.com",
      "--public-url",
      place.baseUrl,
    );
    expect((await fetch(added["setupUrl"] ?? "")).status).toBe(404);
    expect((await fetch(renewed["setupUrl"] ?? "")).status).toBe(200);
  });

  it("a token works at once, carries what it was given, and ends when the role goes below it", async () => {
    await admin("user", "create", "--workspace", "Demo", "--email", "tom@example.com", "--role", "developer");
    const { token = "" } = await admin(
      "token",
      "issue",
      "--workspace",
      "Demo",
      "--name",
      "ci",
      "--email",
      "tom@example.com",
    );
    expect(await place.run(["whoami"], { GREENROOM_TOKEN: token })).toMatchObject({ code: 0 });
    await admin("member", "role", "--workspace", "Demo", "--email", "tom@example.com", "--role", "viewer");
    expect(await place.run(["whoami"], { GREENROOM_TOKEN: token })).toMatchObject({ code: 4 });
    const beyond = await place.run([
      "admin",
      "token",
      "issue",
      "--workspace",
      "Demo",
      "--name",
      "x",
      "--email",
      "tom@example.com",
      "--data",
      place.data,
    ]);
    expect(beyond).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("cannot give") });
  });

  it("an allowance counts at once, and unlimited takes it back", async () => {
    await admin("entitlements", "set", "--workspace", "Demo", "--max-sites", "1");
    expect(await place.run(["sites", "create", "--name", "B", "--slug", "b"])).toMatchObject({ code: 1 });
    await admin("entitlements", "set", "--workspace", "Demo", "--max-sites", "unlimited");
    expect(await place.run(["sites", "create", "--name", "B", "--slug", "b"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("every change is one row of the audit log, in the operator's name and without secrets", async () => {
    const { workspaceId = "" } = await admin("workspace", "create", "--name", "Audited");
    await admin("project", "create", "--workspace", workspaceId, "--name", "Shop");
    const { setupUrl = "" } = await admin(
      "user",
      "create",
      "--workspace",
      workspaceId,
      "--email",
      "ann@example.com",
      "--role",
      "owner",
    );
    await admin("user", "link", "--workspace", workspaceId, "--email", "ann@example.com");
    await admin("member", "role", "--workspace", workspaceId, "--email", "ann@example.com", "--role", "admin");
    const { token = "" } = await admin("token", "issue", "--workspace", workspaceId, "--name", "bot", "--kind", "mcp");
    await admin("self-approval", "allow", "--workspace", workspaceId);
    await admin("entitlements", "set", "--workspace", workspaceId, "--byo-cloud-targets");
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
    const verified = await place.run(["admin", "audit", "verify", "--workspace", workspaceId, "--data", place.data]);
    expect(verified).toMatchObject({ code: 0, stdout: "Intact: 8 rows.\n" });
  });

  it.each([
    [["workspace", "list", "--data", "nowhere"], "There is no store in nowhere"],
    [["project", "create", "--name", "x"], "several workspaces"],
    [["project", "create", "--name", "x", "--workspace", "Nobody"], "No workspace is Nobody"],
    [["user", "create", "--workspace", "Demo", "--email", "nonsense", "--role", "owner"], "no email address"],
    [["user", "create", "--workspace", "Demo", "--email", "ada@greenroom.test", "--role", "owner"], "a member already"],
    [
      ["member", "role", "--workspace", "Demo", "--email", "nobody@example.com", "--role", "owner"],
      "Nobody has the email",
    ],
  ])("%j is refused in one sentence, and changes nothing", async (args, told) => {
    const before = await audit("Demo");
    const { code, stdout, stderr } = await place.run(["admin", ...args], { GREENROOM_DATA: place.data });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(told);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await audit("Demo")).toEqual(before);
  });
});

describe("backup and restore", () => {
  it("a store copied while it runs comes back whole elsewhere: tokens, records and the bytes of a preview", async () => {
    const deployed = await place.run(["deploy", "docs", "--follow", "--json"]);
    const { id } = JSON.parse(deployed.stdout) as { id: string };
    const [copy, restored] = [join(place.folder, "copy"), join(place.folder, "restored")];
    for (const name of ["seal.key", "secrets.json"]) writeFileSync(join(place.data, name), name, { mode: 0o600 });
    const backup = await place.run(["admin", "backup", "--data", place.data, "--to", copy, "--json"]);
    expect(JSON.parse(backup.stdout)).toMatchObject({ format: 1, objects: 1 });
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(await place.run(["admin", "restore", "--from", copy, "--data", restored])).toMatchObject({ code: 0 });
    for (const name of ["seal.key", "secrets.json"]) {
      expect(readFileSync(join(restored, name), "utf8")).toBe(name);
      expect(statSync(join(restored, name)).mode & 0o777).toBe(0o600);
      rmSync(join(restored, name));
    }
    const settings = testSettings({ dataDirectory: restored, unsafeNoSandbox: true });
    const service = await compose(settings, {
      clock: systemClock,
      log: pino({ level: "silent" }),
      environment: process.env,
    });
    try {
      const shown = await place.run(["deployments", "show", id, "--json"], {
        GREENROOM_URL: service.context.addresses.baseUrl,
      });
      const { previewUrl } = JSON.parse(shown.stdout) as { previewUrl: string };
      const { host, port } = new URL(previewUrl);
      expect(host).toContain("docs-");
      const { get } = await import("node:http");
      const page = await new Promise<string>((resolve, reject) => {
        get({ host: "127.0.0.1", port, headers: { host } }, (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => (text += chunk.toString())).on("end", () => resolve(text));
        }).on("error", reject);
      });
      expect(page).toContain("<title>Docs</title>");
    } finally {
      await service.close();
    }
  });

  it("a backup with one changed byte is refused, and nothing of it is kept", async () => {
    const copy = join(place.folder, "spoiled");
    await place.run(["admin", "backup", "--data", place.data, "--to", copy]);
    const objects = readdirSync(join(copy, "objects"), { recursive: true, encoding: "utf8" });
    const file = join(copy, "objects", objects.find((path) => /[0-9a-f]{64}$/.test(path)) ?? "");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x20, 0, 1));
    const before = readdirSync(place.folder);
    const ran = await place.run(["admin", "restore", "--from", copy, "--data", join(place.folder, "never")]);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("damaged") });
    expect(readdirSync(place.folder)).toEqual(before);
  });

  it("nothing is written over: a folder that holds something is refused", async () => {
    const full = await place.run(["admin", "backup", "--data", place.data, "--to", place.repository]);
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
    const live = await place.run(["admin", "restore", "--from", join(place.folder, "copy"), "--data", place.data]);
    expect(live).toMatchObject({ code: 1, stderr: expect.stringContaining("not empty") });
  });
});

describe("createFirstOwner", () => {
  it("makes a workspace and an owner once, a new link at every start until somebody has a password, then none", async () => {
    const context = openTestContext();
    const ownerEmail = "Owner@Example.com";
    const first = await createFirstOwner(context, { ownerEmail });
    const second = await createFirstOwner(context, { ownerEmail });
    expect(first).toMatch(/^\/app\/setup\/[\w-]{43}$/);
    expect(second).not.toBe(first);
    const users = await context.db.selectFrom("users").selectAll().execute();
    expect(users).toMatchObject([{ email: "owner@example.com" }]);
    await context.db.transaction().execute((tx) => setPassword(tx, users[0]?.id ?? "", "hash"));
    expect(await createFirstOwner(context, { ownerEmail })).toBeUndefined();
    expect(await context.db.selectFrom("workspaces").select("id").execute()).toHaveLength(1);
    await context.db.destroy();
  });
});
