import { PROVENANCE_KEY_PATH } from "@greenroom/contract/provenance";
import { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { openSigner } from "../../outside/signer.ts";
import { codeVersion } from "../../outside/version.ts";
import type { HttpEnv } from "../context.ts";
import { sendData } from "../envelope.ts";
import { openApiDocument } from "../openapi.ts";
import { allowOnly } from "../operations.ts";
import type { Readiness } from "../readiness.ts";

export function serviceRoutes(context: ServiceContext, readiness: Readiness): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get("/healthz", (c) => sendData(c, { status: "alive", build: codeVersion() }));
  app.get("/readyz", async (c) => {
    await readiness.check();
    return sendData(c, {
      status: "ready",
      builds: { unbounded: context.builds.unbounded(), problem: context.builds.problem() ?? null },
      reviews: { problem: context.reviews.problem() ?? null },
      ...(context.backups && { backups: { problem: context.backups.problem() ?? null } }),
    });
  });
  // Made once, since anyone can request it.
  let text: string | undefined;
  app.get("/openapi.json", (c) =>
    c.body((text ??= JSON.stringify(openApiDocument(context.addresses.baseUrl))), 200, {
      "Content-Type": "application/json",
    }),
  );
  const signer = openSigner(context.settings.dataDirectory);
  app.get(PROVENANCE_KEY_PATH, (c) => c.body(signer.publicKey(), 200, { "Content-Type": "application/x-pem-file" }));
  for (const path of ["/healthz", "/readyz", "/openapi.json", PROVENANCE_KEY_PATH])
    allowOnly(app, path, ["GET", "HEAD"]);
  return app;
}
