import { Hono } from "hono";
import type { Addresses } from "../../settings.ts";
import { screenHeaders } from "../../screens/headers.ts";
import { page } from "../../screens/page.ts";
import type { HttpEnv } from "../context.ts";
import { openApiDocument } from "../openapi.ts";
import { changeLogBody, referenceBody } from "../reference.ts";

/**
 * The interface described: for tools and for people.
 * @see Interface §9
 */
export function documentRoutes(addresses: Addresses): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  let document: string | undefined;
  app.get("/openapi.json", (c) => {
    document ??= JSON.stringify(openApiDocument(addresses.baseUrl));
    return c.body(document, 200, { "Content-Type": "application/json" });
  });
  app.get("/reference", screenHeaders(), (c) => page(c, { title: "Reference", body: referenceBody() }));
  app.get("/changelog", screenHeaders(), (c) => page(c, { title: "Change log", body: changeLogBody() }));
  return app;
}
