import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { ErrorEnvelope } from "@greenroom/contract";
import { rule, type Section } from "../rule.ts";

const ERRORS: readonly (readonly [method: string, path: string, body: string | undefined, result: string])[] = [
  ["GET", "/deployments/dep_none", undefined, "404 deployment_not_found"],
  ["GET", "/sites/none", undefined, "404 site_not_found"],
  ["POST", "/sites/none/restore", undefined, "404 site_not_found"],
  ["POST", "/sites/none/deploy", "{}", "404 site_not_found"],
  ["GET", "/approvals/apr_none", undefined, "404 not_found"],
  ["DELETE", "/deployment-targets/none", undefined, "404 not_found"],
  ["GET", "/no/such/path", undefined, "404 not_found"],
  ["PUT", "/sites", "{}", "405 method_not_allowed"],
  ["POST", "/sites", "{", "400 invalid_json"],
  ["POST", "/sites", "[]", "400 invalid_json"],
  ["POST", "/sites", "{}", "400 validation_failed"],
  ["POST", "/sites", `{"name":"${"x".repeat(70_000)}"}`, "413 payload_too_large"],
  ["GET", "/deployments?limit=0", undefined, "400 validation_failed"],
  ["GET", "/deployments?cursor=none", undefined, "400 invalid_cursor"],
];

export const ERROR_CODES: Section = {
  title: "7 Errors",
  rules: [
    ...ERRORS.map(([method, path, body, result]) =>
      rule(`${method} ${path} with ${body?.slice(0, 20) ?? "no body"} answers ${result}`, async (service) => {
        const answer = await service.send(path, { method, ...(body !== undefined && { body }) });
        equal(answer.result, result);
        ErrorEnvelope.parse(answer.envelope);
        doesNotMatch(answer.text, /node_modules|\bat \w+ \(/);
      }),
    ),
    rule("a body with another content type than JSON is rejected", async (service) => {
      const answer = await service.send("/sites", { body: "{}", headers: { "Content-Type": "text/plain" } });
      equal(answer.result, "415 unsupported_media_type");
    }),
    rule("a rejected request changes nothing, and its key stays unused", async (service) => {
      const site = await service.newSite();
      const key = crypto.randomUUID();
      const rejected = await service.deploy(site.id, { key, body: { environment: "none" } });
      equal(rejected.result, "400 validation_failed");
      deepEqual((await service.send(`/sites/${site.id}/deployments`)).ids, []);
      const { item, status } = await service.deploy(site.id, { key });
      equal(status, 202);
      await service.cancel(item.id);
    }),
  ],
};
