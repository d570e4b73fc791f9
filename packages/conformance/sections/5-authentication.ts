import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Route, ROUTES } from "@greenroom/contract";
import { rule, type Section } from "../rule.ts";

const ROUTES_BY_NAME: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const REALM = "(?:live|test)";

export const AUTHENTICATION: Section = {
  title: "5 Authentication",
  rules: [
    ...ROUTES_BY_NAME.filter(([, { access }]) => access !== "anonymous").map(([name, { method, path }]) =>
      rule(`${name} needs a valid credential`, async (service) => {
        const url = path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
        for (const token of ["", "garbage", "sk_test_garbage", "sk_live_garbage"]) {
          const rejected = await service.send(url, { method, token });
          equal(rejected.result, "401 unauthenticated");
          match(rejected.headers.get("WWW-Authenticate") ?? "", /^Bearer/);
        }
      }),
    ),
    rule("a personal token authenticates", async ({ target: { tokens } }) => {
      match(tokens.pat, new RegExp(`^sk_${REALM}_`));
    }),
    rule(
      "an MCP token authenticates",
      async (service) => {
        const token = service.target.tokens.mcp ?? "";
        equal((await service.send("/sites", { token })).status, 200);
        match(token, new RegExp(`^mcp_${REALM}_`));
      },
      "mcp token",
    ),
    ...ROUTES_BY_NAME.filter(([, { access }]) => access === "web_session").map(([name, { method, path }]) =>
      rule(`${name} takes no token at all`, async (service) => {
        const { pat, mcp } = service.target.tokens;
        for (const token of [pat, mcp ?? pat]) {
          const answer = await service.send(path.replaceAll(/\{\w+\}/g, "apr_0"), { method, token, body: {} });
          equal(answer.result, "403 web_session_required");
        }
      }),
    ),
    rule(
      "a workspace cannot see another",
      async (service) => {
        const site = await service.newSite();
        const { item } = await service.deploy(site.id);
        const { token = "", siteId = "" } = service.target.other ?? {};
        for (const [path, unknown] of [
          [`/sites/${site.id}`, `/sites/${crypto.randomUUID()}`],
          [`/deployments/${item.id}`, "/deployments/dep_00000000000000000000000000"],
          [`/deployments/${item.id}/events`, "/deployments/dep_00000000000000000000000000/events"],
        ] as const) {
          const theirs = await service.send(path, { token });
          deepEqual([theirs.status, theirs.text], [404, (await service.send(unknown, { token })).text]);
        }
        deepEqual((await service.send(`/deployments?siteId=${site.id}`, { token })).ids, []);
        ok(!(await service.send("/deployments", { token })).ids.includes(item.id));
        equal((await service.send(`/sites/${siteId}`)).result, "404 site_not_found");
        await service.cancel(item.id);
      },
      "another workspace",
    ),
  ],
};
