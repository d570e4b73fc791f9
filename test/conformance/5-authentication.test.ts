import { afterEach, beforeEach, expect, test } from "vitest";
import { type Route, ROUTES } from "../../packages/contract/index.ts";
import { send, deploy, newSite, section, type Target } from "./target.ts";

section("§5 authentication", (open) => {
  let target: Target;
  beforeEach(async () => {
    target = await open();
  });
  afterEach(() => target.close());

  test.each((Object.entries(ROUTES) as [string, Route][]).filter(([, { access }]) => access !== "anonymous"))(
    "%s needs a valid credential",
    async (_, { method, path }) => {
      const url = path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
      for (const token of ["", "garbage", "sk_test_garbage", "sk_live_garbage"]) {
        const rejected = await send(target, url, { method, token });
        expect(rejected.result).toBe("401 unauthenticated");
        expect(rejected.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
      }
    },
  );

  test("a personal token and an MCP token both authenticate", async () => {
    for (const token of [target.tokens.pat, target.tokens.mcp]) {
      expect((await send(target, "/sites", { token })).status).toBe(200);
    }
    expect(target.tokens.pat).toMatch(/^sk_(?:live|test)_/);
    expect(target.tokens.mcp).toMatch(/^mcp_(?:live|test)_/);
  });

  test("a token cannot decide an approval request", async () => {
    const body = { decision: "approve" };
    expect((await send(target, "/approvals/apr_0/decision", { body })).result).toBe("403 web_session_required");
  });

  test("a workspace cannot see another", async () => {
    const site = await newSite(target);
    const { data } = await deploy(target, site.id);
    const token = target.other.tokens.pat;
    for (const [path, unknown] of [
      [`/sites/${site.id}`, `/sites/${crypto.randomUUID()}`],
      [`/deployments/${data.id}`, "/deployments/dep_00000000000000000000000000"],
      [`/deployments/${data.id}/events`, "/deployments/dep_00000000000000000000000000/events"],
    ] as const) {
      const theirs = await send(target, path, { token });
      expect([theirs.status, theirs.text]).toEqual([404, (await send(target, unknown, { token })).text]);
    }
    expect((await send(target, `/deployments?siteId=${site.id}`, { token })).data).toEqual([]);
    expect((await send(target, `/sites/${target.other.siteId}`)).result).toBe("404 site_not_found");
    await send(target, `/deployments/${data.id}/cancel`, { method: "POST" });
  });
});
