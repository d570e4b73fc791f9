import { readFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import { connectionError } from "../../packages/client/errors.ts";
import { createClient } from "../../packages/client/index.ts";
import { listenLocally } from "../http.ts";

const FOLDER = "test/service/pipeline/tls";

/** A server whose certificate no authority signed. */
async function openStranger() {
  const seen: string[] = [];
  const keys = { cert: readFileSync(`${FOLDER}/certificate.pem`), key: readFileSync(`${FOLDER}/key.pem`) };
  const server = createServer(keys, (request, response) => {
    seen.push(request.headers.authorization ?? "");
    response.end("{}");
  });
  const port = await listenLocally(server);
  return { seen, baseUrl: new URL(`https://127.0.0.1:${port}`), close: () => server.close() };
}

const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];

afterEach(() => {
  if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
});

describe("a certificate that no authority signed", () => {
  it.each([undefined, "0"])("gets no token, also with NODE_TLS_REJECT_UNAUTHORIZED=%s", async (value) => {
    if (value !== undefined) process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = value;
    const stranger = await openStranger();
    const client = createClient({ baseUrl: stranger.baseUrl, token: "sk_test_canary0123456789", userAgent: "test" });
    await expect(client.sites.list()).rejects.toMatchObject({ code: "certificate_invalid" });
    stranger.close();
    expect(stranger.seen).toEqual([]);
  });
});

it("a certificate that has expired is named as that, with what to do", () => {
  const cause = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
  expect(connectionError(cause, new URL("https://greenroom.example.com/sites"))).toMatchObject({
    code: "certificate_invalid",
    retry: "never",
    message: expect.stringMatching(
      /^The certificate of https:\/\/greenroom\.example\.com has expired\. .*check the clock/,
    ),
  });
});

describe("a port without the TLS of this client", () => {
  const keys = { cert: readFileSync(`${FOLDER}/certificate.pem`), key: readFileSync(`${FOLDER}/key.pem`) };

  it.each([
    ["that serves plain http", () => createPlainServer(() => undefined)],
    ["that offers TLS 1.1 only", () => createServer({ ...keys, minVersion: "TLSv1", maxVersion: "TLSv1.1" })],
  ])("%s is reported at once, with the host", async (_what, open) => {
    const server = open();
    const port = await listenLocally(server);
    const retries: unknown[] = [];
    const client = createClient({
      baseUrl: new URL(`https://127.0.0.1:${port}`),
      token: "sk_test_canary0123456789",
      userAgent: "test",
      onRetry: (notice) => void retries.push(notice),
    });
    await expect(client.sites.list()).rejects.toMatchObject({
      kind: "unreachable",
      code: "tls_failed",
      retry: "never",
      detail: expect.stringContaining(`https://127.0.0.1:${port} does not speak TLS`),
    });
    server.close();
    expect(retries).toEqual([]);
  });
});
