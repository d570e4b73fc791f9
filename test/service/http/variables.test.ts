import { describe, expect, test } from "vitest";
import { MAX_VARIABLE_BYTES, MAX_VARIABLES, SetVariable } from "../../../packages/contract/index.ts";
import { exportAudit } from "../../../packages/service/store/audit/audit.ts";
import { temporaryFolder } from "../../folders.ts";
import { send } from "./api.ts";
import { app, context, first, openApp, request } from "./app.ts";

const path = (): string => `/sites/${first.site.id}/variables`;
const set = (body: Readonly<Record<string, unknown>>, token = first.tokens.pat) => send(app, path(), { token, body });
const list = async () => (await request(path())).data as unknown as readonly unknown[];

describe("a variable of a site", () => {
  openApp({ dataDirectory: temporaryFolder("variables") });

  test("that is a secret is shown by no response, and is in the database only encrypted", async () => {
    const response = await set({ name: "API_KEY", value: "hunter2-hunter2" });
    expect(response.result).toBe("200 ok");
    expect(response.data).toMatchObject({ name: "API_KEY", environment: "all", kind: "secret", value: null });
    expect(JSON.stringify([response, await list()])).not.toContain("hunter2");
    const rows = await context.db.selectFrom("site_variables").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });

  test("that is plain is shown, and set again keeps its id", async () => {
    const body = { name: "API_URL", value: "https://a.example", kind: "plain", environment: "preview", install: true };
    const before = await set(body);
    const after = await set({ ...body, value: "https://b.example" });
    expect(after.data.id).toBe(before.data.id);
    expect(await list()).toMatchObject([{ value: "https://b.example", environment: "preview", install: true }]);
  });

  test("can have a value for each environment", async () => {
    for (const environment of ["all", "production", "preview", "branch:release/*"]) {
      expect((await set({ name: "A", value: "abcd", environment })).result).toBe("200 ok");
    }
    expect(await list()).toHaveLength(4);
  });

  test("is in the audit log by its name and its person, and never by its value", async () => {
    await set({ name: "API_KEY", value: "hunter2-hunter2" });
    const { id } = (await set({ name: "API_KEY", value: "hunter3-hunter3" })).data;
    await send(app, `${path()}/${id}`, { method: "DELETE", token: first.tokens.pat });
    let log = "";
    for await (const line of exportAudit(context.db, first.workspaceId)) log += line;
    const lines = log.trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { action: string; data: Record<string, unknown> });
    expect(entries.map(({ action, data }) => [action, data["name"], data["replaced"]])).toEqual([
      ["variable.set", "API_KEY", false],
      ["variable.set", "API_KEY", true],
      ["variable.removed", "API_KEY", undefined],
    ]);
    expect(log).not.toContain("hunter");
  });

  test.each(["NODE_ENV", "YARN_NPM_AUTH_TOKEN", "NPM_TOKEN", "_a", "__proto__", "constructor"])(
    "can be called %s",
    async (name) => {
      expect((await set({ name, value: "abcd" })).result).toBe("200 ok");
      expect(await list()).toMatchObject([{ name }]);
    },
  );

  test("is rejected when it is wrong, and at the limit of the site, where others can be set again", async () => {
    expect((await set({ name: "PATH", value: "abcd" })).result).toBe("400 validation_failed");
    for (let n = 0; n < MAX_VARIABLES; n += 1) await set({ name: `A${n}`, value: "abcd" });
    expect((await set({ name: "ONE_MORE", value: "abcd" })).result).toBe("400 validation_failed");
    expect((await set({ name: "A0", value: "efgh" })).result).toBe("200 ok");
  });

  test("that is a secret does not follow the site to another repository", async () => {
    await set({ name: "KEY", value: "abcd" });
    await set({ name: "SHOWN", value: "abcd", kind: "plain" });
    await context.db.updateTable("sites").set({ repository_url: "https://evil.example/x.git" }).execute();
    const [key, shown] = await list();
    expect(key).toMatchObject({ name: "KEY", inactive: "repository_changed" });
    expect(shown).not.toHaveProperty("inactive");
  });
});

describe("a variable", () => {
  test.each([
    "PATH",
    "path",
    "LD_PRELOAD",
    "NODE_OPTIONS",
    "GIT_SSH_COMMAND",
    "BASH_ENV",
    "https_proxy",
    "GREENROOM",
    "GREENROOM_TOKEN",
    "npm_config_registry",
    "A=B",
    "A B",
    "1A",
    "",
    "Ä",
    "__proto__\n",
    "x".repeat(129),
  ])("cannot be called %j", (name) => {
    expect(SetVariable.safeParse({ name, value: "abcd" }).success).toBe(false);
  });

  test.each([
    ["an empty value", { value: "" }],
    ["a secret too short to be hidden", { value: "abc" }],
    ["a NUL character", { value: "abcd\0efgh" }],
    ["half a character", { value: "abcd\ud800" }],
    ["more bytes than allowed", { value: "ä".repeat(MAX_VARIABLE_BYTES / 2 + 1) }],
    ["an unknown environment", { value: "abcd", environment: "staging" }],
    ["an empty pattern", { value: "abcd", environment: "branch:" }],
    ["a pattern that is slow to match", { value: "abcd", environment: "branch:*a*a*a*a" }],
    ["a pattern with a line feed", { value: "abcd", environment: "branch:a\nb" }],
  ])("with %s is none", (_what, body) => {
    expect(SetVariable.safeParse({ name: "A", ...body }).success).toBe(false);
  });

  test("says what is wrong with its name", () => {
    const parsed = SetVariable.safeParse({ name: "LD_PRELOAD", value: "abcd" });
    expect(parsed.error?.issues[0]?.message).toBe(
      "must be another name: this one decides which programs a build runs or reaches",
    );
  });
});
