import { openBenchParts, serveBench } from "./service.ts";

/** A service that accepts over HTTP; any message empties its queue, as builds would. */
const { parts, seeded } = await openBenchParts(process.argv[2] ?? "");
const { baseUrl } = await serveBench(parts);
process.on("message", () => {
  const emptied = parts.db.updateTable("deployments").set({ status: "canceled" }).where("status", "=", "queued");
  void emptied.execute().then(() => process.send?.("empty"));
});
process.send?.({ baseUrl, siteId: seeded.site.id, token: seeded.tokens.pat });
