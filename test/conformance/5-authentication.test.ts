import { expect, test } from "vitest";
import { type Route, ROUTES } from "../../packages/contract/index.ts";
import { send, deploy, newSite, section, target } from "./target.ts";

const ROUTES_BY_NAME: readonly (readonly [string, Route])[] = Object.entries(ROUTES);

section("§5 authentication", () => {
  test.each(ROUTES_BY_NAME.filter(([, { access }]) => access !== "anonymous"))(
    "%s needs a valid credential",
    async (_, { method, path }) => {
      const url = path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
      for (const token of ["", "garbage", "sk_test_garbage", "sk_live_garbage"]) {
        const rejected = await send(url, { method, token });
        expect(rejected.result).toBe("401 unauthenticated");
        expect(rejected.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
      }
    },
  );

  test("a personal token and an MCP token both authenticate", async () => {
    for (const token of [target.tokens.pat, target.tokens.mcp]) {
      expect((await send("/sites", { token })).status).toBe(200);
    }
    expect(target.tokens.pat).toMatch(/^sk_(?:live|test)_/);
    expect(target.tokens.mcp).toMatch(/^mcp_(?:live|test)_/);
  });

  test.each(ROUTES_BY_NAME.filter(([, { access }]) => access === "web_session"))(
    "%s takes no token at all",
    async (_, route) => {
      for (const token of [target.tokens.pat, target.tokens.mcp]) {
        const response = await send(route.path.replaceAll(/\{\w+\}/g, "apr_0"), {
          method: route.method,
          token,
          body: {},
        });
        expect(response.result).toBe("403 web_session_required");
      }
    },
  );

  test("a workspace cannot see another", async () => {
    const site = await newSite();
    const { data } = await deploy(site.id);
    const token = target.other.tokens.pat;
    for (const [path, unknown] of [
      [`/sites/${site.id}`, `/sites/${crypto.randomUUID()}`],
      [`/deployments/${data.id}`, "/deployments/dep_00000000000000000000000000"],
      [`/deployments/${data.id}/events`, "/deployments/dep_00000000000000000000000000/events"],
    ] as const) {
      const theirs = await send(path, { token });
      expect([theirs.status, theirs.text]).toEqual([404, (await send(unknown, { token })).text]);
    }
    expect((await send(`/deployments?siteId=${site.id}`, { token })).data).toEqual([]);
    expect((await send("/deployments", { token })).data.map(({ id }) => id)).not.toContain(data.id);
    expect((await send(`/sites/${target.other.siteId}`)).result).toBe("404 site_not_found");
    await send(`/deployments/${data.id}/cancel`, { method: "POST" });
  });
});
