import { expect, test } from "vitest";
import { send, deploy, newSite, section } from "./target.ts";

section("§7 errors", () => {
  test.each([
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
  ])("%s %s gets its own code", async (method, path, body, result) => {
    const response = await send(path, { method, ...(body !== undefined && { body }) });
    expect(response.result).toBe(result);
    expect(response.json).toMatchObject({
      ok: false,
      error: { code: expect.any(String) as string, message: expect.any(String) as string },
    });
    expect(response.text).not.toMatch(/node_modules|\bat \w+ \(/);
  });

  test("a body with another content type than JSON is rejected", async () => {
    const response = await send("/sites", { body: "{}", headers: { "Content-Type": "text/plain" } });
    expect(response.result).toBe("415 unsupported_media_type");
  });

  test("a rejected request changes nothing, and its key stays unused", async () => {
    const site = await newSite();
    const key = crypto.randomUUID();
    expect((await deploy(site.id, { key, body: { environment: "none" } })).result).toBe("400 validation_failed");
    expect((await send(`/sites/${site.id}/deployments`)).data).toEqual([]);
    const { data, status } = await deploy(site.id, { key });
    expect(status).toBe(202);
    await send(`/deployments/${data.id}/cancel`, { method: "POST" });
  });
});
