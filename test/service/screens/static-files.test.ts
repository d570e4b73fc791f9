import { expect, test } from "vitest";
import { useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

test("style sheets and scripts are kept by browsers under an address that changes with them", async () => {
  const visitor = new Visitor(world);
  const page = await visitor.text("/app/signin");
  const [, path = ""] = /href="([^"]+\.css)"/.exec(page) ?? [];
  const kept = await visitor.get(path);
  expect(kept.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(kept.headers.get("content-type")).toBe("text/css; charset=utf-8");
  const other = await visitor.get(path.replace(/static\/[^/]+/, "static/before"));
  expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect((await visitor.get(path.replace(/[^/]+$/, "..%2Fapp.ts"))).status).toBe(404);
});
