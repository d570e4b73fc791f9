import { openBenchContext, serveBench } from "./bench-context.ts";

/** A service that accepts over HTTP; any message empties its queue, as builds would. */
const { context, seeded } = await openBenchContext(process.argv[2] ?? "");
const { baseUrl } = await serveBench(context);
process.on("message", () => {
  const emptied = context.db.updateTable("deployments").set({ status: "canceled" }).where("status", "=", "queued");
  void emptied.execute().then(() => process.send?.("empty"));
});
process.send?.({ baseUrl, siteId: seeded.site.id, token: seeded.tokens.pat });
