import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CreateSite } from "../../../packages/contract/site.ts";
import { SetVariable } from "../../../packages/contract/variable.ts";
import { repositoryUrlProblem } from "../../../packages/service/domain/site.ts";
import { readForm, readTyped } from "../../../packages/service/http/body.ts";
import { countRows } from "../../../packages/service/store/engine/rows.ts";
import { testSettings } from "../fixtures.ts";
import { app, context, first, openSharedApp, request } from "./app.ts";

openSharedApp();

const create = async (body: unknown, headers: Record<string, string> = {}) =>
  request("/sites", { method: "POST", body, headers });

const NEW_SITE = { projectId: "0198a5c4-0000-7000-8000-000000000002", name: "N", slug: "n" };

let made = 0;
/** The body of a site that is like no other. */
const valid = () => ({ ...NEW_SITE, projectId: first.projectId, slug: `n${(made += 1)}` });

describe("a body", () => {
  test.each([
    ["nothing", "", "400 invalid_json"],
    ["half an object", '{"a":', "400 invalid_json"],
    ["a string", '"x"', "400 invalid_json"],
    ["null", "null", "400 invalid_json"],
    ["a member twice", '{"name":"a","name":"b"}', "400 invalid_json"],
    ["a member twice, once escaped", '{"name":"a","n\\u0061me":"b"}', "400 invalid_json"],
    ["a member twice, deep inside", '{"x":[{"a":1,"b":{"a":1},"a":2}]}', "400 invalid_json"],
    ["nesting beyond 64 levels", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`, "400 invalid_json"],
    ["unlimited nesting", "[".repeat(60_000), "400 invalid_json"],
    ["a NUL in a string", '{"name":"a\\u0000b"}', "400 invalid_json"],
    ["half a surrogate pair", '{"name":"\\ud800"}', "400 invalid_json"],
    ["a number beyond every range", `{"name":1e${"9".repeat(400)}}`, "400 validation_failed"],
    ["a prototype", '{"__proto__":{"name":"x"},"constructor":1}', "400 validation_failed"],
    ["a field that is wrong", { ...NEW_SITE, slug: "Shop" }, "400 validation_failed"],
  ])("%s is rejected, and nothing is made of it", async (_, body, result) => {
    const before = await countRows(context.db, "sites", { status: "active" });
    expect((await create(body)).result).toBe(result);
    expect(await countRows(context.db, "sites", { status: "active" })).toBe(before);
  });

  test.each(["gzip", "br", "deflate", "x"])("with the content coding %s is rejected", async (coding) => {
    expect((await create(valid(), { "Content-Encoding": coding })).result).toBe("415 unsupported_media_type");
    const type = "application/x-www-form-urlencoded";
    const headers = { "Content-Type": type, "Content-Encoding": coding };
    const sent = () => new Request("http://greenroom.test/", { method: "POST", headers, body: "name=n" });
    const error = { code: "unsupported_media_type", message: expect.stringContaining("'Content-Encoding'") };
    await expect(readForm(sent())).rejects.toMatchObject(error);
    await expect(readTyped(sent(), [type], 99)).rejects.toMatchObject(error);
  });

  test("64 levels and equal names in different objects are accepted", async () => {
    const deep = `${"[".repeat(63)}${"]".repeat(63)}`;
    const body = `{"projectId":"${first.projectId}","name":"a","slug":"deep","x":${deep},"y":[{"a":1},{"a":1}]}`;
    expect((await create(body)).result).toBe("201 ok");
  });

  test("bytes that are not UTF-8 are rejected", async () => {
    const response = await app.request("/sites", {
      method: "POST",
      headers: { Authorization: `Bearer ${first.tokens.pat}`, "Content-Type": "application/json" },
      body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    });
    expect(await response.json()).toMatchObject({ error: { code: "invalid_json" } });
  });

  test("a body of unknown length is cut off at 64 KiB", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(8_192).fill(32));
      },
    });
    const response = await app.request("/sites", {
      method: "POST",
      headers: { Authorization: `Bearer ${first.tokens.pat}`, "Content-Type": "application/json" },
      body,
      duplex: "half",
    });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(16);
  });

  test.each(["application/x-www-form-urlencoded", "", "application/json; charset=latin1", "application/jsonx"])(
    "the content type '%s' is rejected",
    async (type) => {
      expect((await create(valid(), { "Content-Type": type })).result).toBe("415 unsupported_media_type");
    },
  );

  test.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "the content type '%s' is accepted",
    async (type) => {
      expect((await create(valid(), { "Content-Type": type })).result).toBe("201 ok");
    },
  );

  test("unknown fields are ignored", async () => {
    expect((await create({ ...valid(), id: "x", status: "archived", later: [1] })).data).toMatchObject({
      status: "active",
    });
  });

  test.each([
    ["projectId", 7],
    ["projectId", "not-a-uuid"],
    ["name", ""],
    ["name", "   "],
    ["name", "x".repeat(201)],
    ["name", null],
    ["slug", "Shop"],
    ["slug", "a b"],
    ["slug", "../x"],
    ["slug", "x".repeat(64)],
    ["slug", "x\n"],
    ["slug", "'; DROP TABLE sites; --"],
    ["repositoryUrl", `https://git.example.com/${"x".repeat(2_048)}`],
    ["framework", ""],
    ["framework", {}],
  ])("the field %s with %j is wrong by name", (field, value) => {
    const { error } = CreateSite.safeParse({ ...NEW_SITE, [field]: value });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });

  test.each([
    "http://git.example.com/x.git",
    "ext::sh -c id",
    "ssh://git@-oProxyCommand=id/a.git",
    "--upload-pack=id",
    "git@git.example.com:a.git",
    "ssh://git:secret@git.example.com/a.git",
    "file:///etc",
    "https://user:secret@git.example.com/x.git",
    "https://git.example.com/x.git?a=b",
    "https://git.example.com/x y",
  ])("no repository is at %s", (url) => {
    const problem = repositoryUrlProblem(url, testSettings());
    expect(problem).toBeDefined();
    expect(problem).not.toContain("secret@");
  });

  test("a repository that is none is rejected by name", async () => {
    const response = await create({ ...valid(), repositoryUrl: "https://user:secret@git.example.com/x.git" });
    expect(response.json.error.issues.map(({ path }) => path)).toEqual(["repositoryUrl"]);
    expect(response.text).not.toContain("secret@");
  });

  test("a folder below an allowed root is a repository in development only", () => {
    const settings = testSettings({ repositoryRoots: ["/srv/git"] });
    expect(repositoryUrlProblem("file:///srv/git/site", settings)).toBeUndefined();
    expect(repositoryUrlProblem("file:///srv/git/site", { ...settings, development: false })).toBeDefined();
    for (const path of ["/srv/git/../secret", "/srv/git-other/site", "host/srv/git/site", "/srv/git/%2e%2e/secret"]) {
      expect(repositoryUrlProblem(`file://${path}`, settings), path).toBeDefined();
    }
  });
});

describe("a query", () => {
  test.each([
    "limit=1.5",
    "limit=1e2x",
    "limit=1e2",
    "limit=0x10",
    "limit=%2010",
    "limit=10%20",
    "limit=%2B10",
    "limit=1_0",
    "limit=99999999999999999999",
    "limit=-1",
    "limit=",
    "status=live",
    "environment=staging",
    "siteId=x",
    "siteId=' OR 1=1 --",
    "since=yesterday",
    "since=2026-01-01",
    "until=2026-13-01T00:00:00Z",
    "until=2026-02-30T00:00:00Z",
    "status=ready&status=failed",
    `cursor=${"x".repeat(513)}`,
  ])("%s is rejected", async (query) => {
    expect((await request(`/deployments?${query}`)).result).toBe("400 validation_failed");
  });

  test.each(["cursor=x", "cursor=WyJ4Il0", "cursor=../../x"])("%s is an invalid cursor", async (query) => {
    expect((await request(`/deployments?${query}`)).result).toBe("400 invalid_cursor");
  });

  test.each([
    "since=0000-01-01T00:00:00%2B23:59",
    "until=9999-12-31T23:59:59-23:59",
    "since=2026-01-01T00:00:00.000000000Z",
    "later=1",
  ])("%s is accepted", async (query) => {
    expect((await request(`/deployments?${query}`)).result).toBe("200 ok");
  });
});

describe("a path", () => {
  test.each([
    "/sites/%ff",
    "/sites/%2e%2e%2fetc",
    "/sites/' OR '1'='1",
    "/sites/x".padEnd(4_000, "x"),
    "/deployments/dep_%F0%28%8C%28",
    "/deployments/%25",
    "/sites/constructor",
    "/sites/__proto__",
  ])("%s gets 404", async (path) => {
    const response = await request(path);
    expect(response.result).toMatch(/^404 (?:site|deployment)_not_found$/);
  });
});

const PREBUILT = { sha256: "a".repeat(64), files: 1, bytes: 1 };

const OpenApi = z.object({
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
  paths: z.record(z.string(), z.object({ get: z.object({ responses: z.looseObject({}) }).optional() })),
});

const readDocument = async () => OpenApi.parse(JSON.parse((await request("/openapi.json")).text));

describe("the document of the interface", () => {
  test.each([
    ["SetVariable", { name: "A", value: "abc" }, { name: "A", value: "abc", kind: "plain" }],
    [
      "CreateDeployment",
      { environment: "production", prebuilt: PREBUILT },
      { environment: "preview", prebuilt: PREBUILT },
    ],
    ["ChangeComment", { body: " \n" }, { body: " yes" }],
    ["UpdateSite", { name: "a\u0085b" }, { name: " a b" }],
    ["UpdateSite", { name: " " }, { name: "a" }],
  ])("refuses and takes what the service does, by the schema %s", async (name, wrong, right) => {
    const { components } = await readDocument();
    const validate = new Ajv2020({ strict: false }).compile(components.schemas[name] ?? {});
    expect([validate(wrong), validate(right)]).toEqual([false, true]);
  });

  test("counts characters of a secret as the service does, also those outside the basic plane", async () => {
    const { components } = await readDocument();
    const validate = new Ajv2020({ strict: false }).compile(components.schemas["SetVariable"] ?? {});
    const bodies = ["\u{1f600}ab", "\u{1f600}abc"].map((value) => ({ name: "A", value }));
    expect(bodies.map((body) => validate(body))).toEqual([false, true]);
    expect(bodies.map((body) => SetVariable.safeParse(body).success)).toEqual([false, true]);
  });

  test("has the answer of a list for an unknown site", async () => {
    const { paths } = await readDocument();
    const { status } = await request("/deployments?siteId=0198a5c4-0000-7000-8000-000000000002");
    expect(Object.keys(paths["/deployments"]?.get?.responses ?? {})).toContain(String(status));
  });
});

describe("a NUL, which PostgreSQL keeps nowhere, never reaches the database", () => {
  test.each([
    ["/sites/%00", "404 not_found"],
    ["/deployments/dep_x%00", "404 not_found"],
    ["/deployments?cursor=a%00", "400 validation_failed"],
    ["/sites?unknown=a%00", "200 ok"],
    ["/no-operation?a=%00", "400 validation_failed"],
  ])("in %s: %s", async (path, result) => {
    expect((await request(path)).result).toBe(result);
  });

  test("in a form", async () => {
    const body = new URLSearchParams({ client_id: "greenroom\0" });
    const sent = readForm(new Request("http://localhost/", { method: "POST", body }));
    await expect(sent).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("an internal error", () => {
  test("has the request's id and nothing about the cause", async () => {
    await context.db.schema.dropTable("hosts").execute();
    const response = await request("/sites");
    expect(response.result).toBe("500 internal_error");
    expect(response.json.error.requestId).toBe(response.headers.get("X-Request-Id"));
    expect(response.text).not.toMatch(/hosts|sql|\.ts|node_modules/i);
  });
});
