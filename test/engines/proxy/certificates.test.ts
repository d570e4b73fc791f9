import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { SiteDomain } from "../../../packages/contract/index.ts";
import { folderOfTest } from "../../folders.ts";
import { freePort } from "../../http.ts";
import { openDomainService } from "../../service/domains/fixture.ts";
import { addToken } from "../../service/fixtures.ts";
import { startCaddy, startPebble } from "../caddy.ts";
import { replaced } from "./replaced.ts";

const NAME = "www.example.com";

interface Place {
  readonly http: number;
  readonly https: number;
  readonly ask: number;
  readonly socket: string;
  /** What signs the certificates. */
  readonly authority: readonly string[];
}

/** A Caddyfile with the ports and the authority of this test. */
function caddyfileOf(text: string, { http, https, ask, socket, authority }: Place, more: readonly [string, string][]) {
  const options = [
    "admin off",
    "skip_install_trust",
    `http_port ${http}`,
    `https_port ${https}`,
    "default_bind 127.0.0.1",
    ...authority,
  ];
  return replaced(text, [
    ["auto_https disable_redirects", ["auto_https disable_redirects", ...options].join("\n    ")],
    ["unix//run/greenroom/service.sock", `unix/${socket}`],
    ["127.0.0.1:2080", `127.0.0.1:${ask}`],
    ...more,
  ]);
}

/** A service with domains of sites behind the proxy of a test. */
async function openPlace() {
  const folder = folderOfTest("caddy");
  const socket = join(folder, "service.sock");
  const service = await openDomainService({
    development: false,
    publicUrl: new URL("https://greenroom.example.com"),
    previewDomain: "previews.example.net",
    productionDomain: "sites.example.org",
    socket,
  });
  onTestFinished(() => service[Symbol.asyncDispose]());
  const [http, https, ask] = [await freePort(), await freePort(), await freePort()];
  return { folder, service, ports: { http, https }, ask, socket };
}

/** Opens a page over TLS, at the address of a proxy. */
function visit(
  host: string,
  { port, ca }: { readonly port: number; readonly ca: string },
): Promise<{ readonly certificate: PeerCertificate; readonly response: string }> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: "127.0.0.1", servername: host, ca }, () => {
      const certificate = socket.getPeerCertificate();
      let response = "";
      socket.on("data", (chunk: Buffer) => (response += chunk.toString()));
      socket.once("end", () => done({ certificate, response }));
      socket.write(`GET /?a=b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.once("error", fail);
  });
}

test("Caddy, set up as in the guide, gets a certificate for exactly the names that are proven", async () => {
  const { folder, service, ports, ask, socket } = await openPlace();
  await using pebble = await startPebble(folder, service.dns.address, ports);
  const text = readFileSync("install/Caddyfile.wildcards", "utf8");
  const authority = [`acme_ca ${pebble.directoryUrl}`, `acme_ca_root ${pebble.serverCertificate}`];
  const caddyfile = caddyfileOf(text, { ...ports, ask, socket, authority }, [
    // A wildcard needs a DNS provider; here the names of the service have certificates of Caddy's own.
    ["dns cloudflare {env.CLOUDFLARE_TOKEN}", "issuer internal"],
  ]);
  await using _proxy = await startCaddy(folder, { caddyfile, readyPort: ask });
  const { first, dns, context } = service;
  await service.publish(first, "<h1>live</h1>");
  const { token } = await addToken(context, first, { realm: "live", userId: first.users.owner });
  const path = `/sites/${first.site.id}/domains`;
  const add = async (name: string) => SiteDomain.parse((await service.send(path, { token, body: { name } })).data);
  const place = { port: ports.https, ca: pebble.root };
  for (const name of [NAME, "example.com", "other.example.com", `${first.site.production_label}.sites.example.org`]) {
    dns.set(name, { A: ["127.0.0.1"] });
  }

  // Wanted but not proven: no certificate, and the authority is never asked.
  const domain = await add(NAME);
  await expect(visit(NAME, place)).rejects.toThrow(/alert/);
  service.prove(NAME, domain);
  await context.domains.check(NAME);
  const visited = await visit(NAME, place);
  expect(visited.response).toMatch(/^HTTP\/1\.1 200 OK[^]*<h1>live<\/h1>$/);
  expect(visited.certificate.subjectaltname).toBe(`DNS:${NAME}`);
  expect(visited.certificate.issuer.CN).toMatch(/^Pebble Intermediate CA/);

  // Its address leads here too, but nobody has proven it.
  await expect(visit("other.example.com", place)).rejects.toThrow(/alert/);
  await expect(visit("greenroom.example.com.evil.test", place)).rejects.toThrow(/alert/);

  // The redirect between the two has a certificate of its own.
  const apex = await add("example.com");
  service.prove("example.com", apex);
  await context.domains.check("example.com");
  expect((await visit("example.com", place)).response).toMatch(
    /^HTTP\/1\.1 308[^]*\r\nlocation: https:\/\/www\.example\.com\/\?a=b\r\n/i,
  );

  const ordered = [...pebble.log().matchAll(/Issued certificate serial \w+ for order/g)];
  expect(ordered).toHaveLength(2);
  expect(pebble.log()).not.toContain("other.example.com");

  // Neither over http, where every other name is only sent on, nor from outside can anybody ask.
  const plain = await fetch(`http://127.0.0.1:${ports.http}/domains/ask?domain=${NAME}`, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")]).toEqual([301, expect.stringMatching(/^https:\/\//)]);
});

test("Caddy, as it is installed, gets a certificate for the service and each host that it serves, and for no other", async () => {
  const { folder, service, ports, ask, socket } = await openPlace();
  const caddyfile = caddyfileOf(
    readFileSync("install/Caddyfile", "utf8"),
    { ...ports, ask, socket, authority: ["local_certs"] },
    [["{$GREENROOM_NAME}", "greenroom.example.com"]],
  );
  await using _proxy = await startCaddy(folder, { caddyfile, readyPort: ask });
  await service.publish(service.first, "<h1>live</h1>");
  const ca = readFileSync(join(folder, "caddy", "caddy", "pki", "authorities", "local", "root.crt"), "utf8");
  const at = (host: string) => visit(host, { port: ports.https, ca });
  expect((await at(`${service.first.site.production_label}.sites.example.org`)).response).toContain("<h1>live</h1>");
  expect((await at("greenroom.example.com")).response).toMatch(/^HTTP\/1\.1 \d+/);
  await expect(at("nobody.sites.example.org")).rejects.toThrow(/alert/);
  await expect(at("nobody.previews.example.net")).rejects.toThrow(/alert/);
});
