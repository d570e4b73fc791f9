import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decideDeviceGrant, findByUserCode } from "../../packages/service/store/device-grants.ts";
import { openPlace, type Place } from "./place.ts";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await place.run([...args, "--json"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("deploy", () => {
  let id = "";

  it("finds site, branch and commit in the checkout and shows the log until the preview is ready", async () => {
    const { code, stdout, stderr } = await place.run(["deploy", "--follow"]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/queued\nbuilding\nready/) });
    expect(stdout).toMatch(/Stored 1 file[^]*status +ready\npreview +http:\/\/docs-/);
    id = /dep_\w+/.exec(stdout)?.[0] ?? "";
  });

  it("lands on the same deployment however often it is asked for", async () => {
    const again = await json("deploy", "docs");
    expect(again).toMatchObject({ reused: true, deployment: { id, status: "ready", branch: "main" } });
  });

  it("makes a new one when told to", async () => {
    const other = await json("deploy", "docs", "--force-new");
    expect(other).toMatchObject({ reused: false });
    expect(other["deployment"]).not.toMatchObject({ id });
  });

  it("ends with 1 when the build fails, and says why and what to do", async () => {
    const { code, stdout } = await place.run(["deploy", "docs", "--commit", "0123456789abcdef", "--follow"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/status +failed\nerror +\w+: .+\nhint +\w/);
  });
});

describe("follow", () => {
  it("gives programs one line of JSON an event and the record at the end", async () => {
    const { id } = (await json("deploy", "docs"))["deployment"] as { id: string };
    const { code, stdout } = await place.run(["follow", id, "--json"]);
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(events.some(({ kind }) => kind === "log")).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: "end", how: "terminal", deployment: { id, status: "ready" } });
  });
});

describe("sites", () => {
  it("are created in the one project there is, shown, archived only when told so, and restored", async () => {
    expect(await json("sites", "create", "--name", "Shop", "--slug", "shop")).toMatchObject({ slug: "shop" });
    const asked = await place.run(["sites", "archive", "shop"]);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await json("sites", "show", "shop")).toMatchObject({ status: "active" });
    expect(await json("sites", "archive", "shop", "--yes")).toMatchObject({ status: "archived" });
    expect(await json("sites", "list", "--archived")).toMatchObject([{ slug: "shop" }]);
    expect(await json("sites", "restore", "shop")).toMatchObject({ status: "active" });
  });
});

describe("deployments", () => {
  it("are listed by site and status, shown, and not canceled once they have ended", async () => {
    const ready = (await json("deployments", "list", "--site", "docs", "--status", "ready")) as unknown as {
      id: string;
    }[];
    expect(ready.length).toBeGreaterThanOrEqual(2);
    const [newest] = ready;
    const one = await place.run(["deployments", "list", "--limit", "1"]);
    expect(one.stdout.trim().split("\n")).toHaveLength(2);
    expect(await json("deployments", "list", "--since", "2999-01-01")).toEqual([]);
    expect(await json("deployments", "show", newest?.id ?? "")).toMatchObject({ environment: "preview" });
    const canceled = await place.run(["deployments", "cancel", newest?.id ?? ""]);
    expect(canceled).toMatchObject({ code: 1, stderr: expect.stringContaining("already ended") });
  });
});

describe("approvals", () => {
  it("are asked for, listed, shown, and opened in a browser where a person decides", async () => {
    const { id } = (await json("deploy", "docs"))["deployment"] as { id: string };
    const asked = await json("approvals", "request", id, "--reason", "Autumn");
    expect(asked["webApprovalUrl"]).toContain(`${place.baseUrl}/app/approvals/apr_`);
    const [listed] = (await json("approvals", "list", "--status", "pending")) as unknown as { id: string }[];
    expect(await json("approvals", "show", listed?.id ?? "")).toMatchObject({ reason: "Autumn", status: "pending" });

    const [browser, seen] = [join(place.folder, "browser"), join(place.folder, "seen")];
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${seen}.part && mv ${seen}.part ${seen}\n`);
    chmodSync(browser, 0o755);
    const opened = await place.run(["approvals", "open", listed?.id ?? ""], { BROWSER: browser });
    expect(opened).toMatchObject({ code: 0, stdout: `${String(asked["webApprovalUrl"])}\n` });
    await expect.poll(() => readFileSync(seen, "utf8"), { timeout: 5000 }).toBe(asked["webApprovalUrl"]);
    const printed = await place.run(["approvals", "open", listed?.id ?? ""]);
    expect(printed).toMatchObject({ code: 0, stdout: `${String(asked["webApprovalUrl"])}\n` });
  });
});

describe("targets", () => {
  it("are created, changed, listed, and removed once no site uses them; their settings come from a file", async () => {
    const config = join(place.folder, "config.json");
    writeFileSync(config, JSON.stringify({ region: "eu" }));
    const made = ["--name", "Local", "--provider", "local", "--mode", "managed", "--runtime", "static"];
    const target = await json("targets", "create", ...made, "--config-file", config);
    const id = String(target["id"]);
    expect(await json("targets", "update", id, "--name", "Here", "--default")).toMatchObject({
      name: "Here",
      isDefault: true,
    });
    expect(await json("targets", "list")).toMatchObject([{ id, name: "Here" }]);
    expect((await place.run(["targets", "capabilities"])).stdout).toMatch(/PROVIDER[^]*local +managed +static +yes/);
    expect(await place.run(["targets", "remove", id, "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/use/),
    });
    expect(await json("targets", "update", id, "--no-default")).toMatchObject({ isDefault: false });
    expect(await json("targets", "remove", id, "--yes")).toEqual({ id, deleted: true });
  });
});

describe("whoami, tokens and doctor", () => {
  it("describe the token without giving it away", async () => {
    const said = await Promise.all([place.run(["whoami"]), place.run(["tokens"]), place.run(["doctor", "docs"])]);
    for (const { code, stdout, stderr } of said) {
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout + stderr).not.toContain(place.seed.tokens.pat);
      expect(stdout).toContain(`sk_test_…${place.seed.tokens.pat.slice(-4)}`);
    }
    expect(said[0]?.stdout).toMatch(/allowance +unlimited sites/);
  });

  it("the doctor checks every step and names each", async () => {
    const checks = (await json("doctor", "docs")) as unknown as { name: string; state: string }[];
    expect(checks.map(({ name }) => name)).toEqual([
      "address",
      "token",
      "service",
      "workspace",
      "site",
      "scopes",
      "stream",
      "tools",
    ]);
    expect(checks.filter(({ state }) => state === "fail")).toEqual([]);
  });
});

describe("open", () => {
  it("prints the address where there is no browser", async () => {
    expect((await place.run(["open", "docs"])).stdout).toMatch(/^http:\/\/docs\.preview\.localhost:\d+\/\n$/);
    expect((await place.run(["open"])).stdout).toBe(`${place.baseUrl}/app\n`);
  });
});

describe("login", () => {
  it("keeps the token of an allowed device for this person alone, and logout forgets it", async () => {
    const signedOut = { GREENROOM_TOKEN: undefined };
    const running = place.start(["login"], signedOut);
    const said = await running.said("Enter it at");
    await allow(/Your code: (\S+)/.exec(said)?.[1] ?? "");
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("Signed in to") });
    const file = join(place.folder, "config/greenroom/logins.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const token = /mcp_test_[\w-]+/.exec(readFileSync(file, "utf8"))?.[0] ?? "none";
    expect(stderr).not.toContain(token);
    const who = await place.run(["whoami"], { ...signedOut, GREENROOM_URL: undefined });
    expect(who).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/MCP token mcp_test_…[^]*from +greenroom login/),
    });
    expect(await place.run(["logout"], signedOut)).toMatchObject({ code: 0 });
    expect(await place.run(["whoami"], signedOut)).toMatchObject({ code: 4, stdout: "" });
  });

  it("takes a token from standard input, and keeps none that does not count", async () => {
    const env = { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: join(place.folder, "piped") };
    const wrong = await place.run(["login", "--with-token"], env, "sk_test_wrong\n");
    expect(wrong).toMatchObject({ code: 4 });
    expect(await place.run(["whoami"], env)).toMatchObject({ code: 4 });
    expect(await place.run(["login", "--with-token"], env, `${place.seed.tokens.pat}\n`)).toMatchObject({ code: 0 });
    expect(await place.run(["whoami"], env)).toMatchObject({ code: 0 });
  });
});

async function allow(code: string): Promise<void> {
  const { db } = place.service.context;
  const at = new Date().toISOString();
  const grant = await findByUserCode(db, code, at);
  const user = await db.selectFrom("users").select("id").where("email", "like", "ada@%").executeTakeFirstOrThrow();
  const answer = { allow: true, userId: user.id, workspaceId: place.seed.workspaceId, at };
  await db
    .transaction()
    .execute((tx) => decideDeviceGrant(tx, { ...answer, deviceCodeHash: grant?.device_code_hash ?? "" }));
}
