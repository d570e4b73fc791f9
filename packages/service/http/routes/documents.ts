import { Hono } from "hono";
import type { Addresses } from "../../settings.ts";
import { screenHeaders } from "../../screens/headers.ts";
import { page } from "../../screens/page.ts";
import type { HttpEnv } from "../context.ts";
import { readOnly } from "../mount.ts";

/**
 * The interface described: for tools and for people. What describes it is loaded when somebody asks.
 * @see Interface §9
 */
export function documentRoutes(addresses: Addresses): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  let document: string | undefined;
  app.get("/openapi.json", async (c) => {
    const { openApiDocument } = await import("../openapi.ts");
    document ??= JSON.stringify(openApiDocument(addresses.baseUrl));
    return c.body(document, 200, { "Content-Type": "application/json" });
  });
  app.get("/reference", screenHeaders(), async (c) => {
    const { referenceBody } = await import("../reference.ts");
    return page(c, { title: "Reference", body: referenceBody() });
  });
  app.get("/changelog", screenHeaders(), async (c) => {
    const { changeLogBody } = await import("../reference.ts");
    return page(c, { title: "Change log", body: changeLogBody() });
  });
  for (const path of ["/openapi.json", "/reference", "/changelog"]) readOnly(app, path);
  return app;
}
