import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SiteDomain } from "../../../packages/contract/index.ts";
import { addToken } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { type DomainService, openDomainService } from "./fixture.ts";

const NAME = "www.example.com";

let service: DomainService;
afterEach(() => service[Symbol.asyncDispose]());

async function proven(name: string): Promise<SiteDomain> {
  const domain = await service.add(name);
  service.prove(name, domain);
  return service.check(domain);
}

describe("a request for a domain", () => {
  beforeEach(async () => {
    service = await openDomainService();
    await service.publish(service.first, "<h1>live</h1>");
  });

  test("gets what the production host of the site serves, headers and all", async () => {
    await proven(NAME);
    const own = await service.visit(`${service.first.site.production_label}.preview.localhost:${service.port}`);
    const { date: _, ...headers } = own.headers;
    for (const host of [NAME, `${NAME}:${service.port}`, `${NAME}.`, "WWW.EXAMPLE.COM:443"]) {
      const answered = await service.visit(host);
      expect(answered).toMatchObject({ status: 200, text: "<h1>live</h1>" });
      expect(answered.headers).toMatchObject(headers);
      expect(answered.headers["x-robots-tag"]).toBeUndefined();
    }
    const known = await service.visit(NAME, "/", { headers: { "if-none-match": own.headers.etag ?? "" } });
    expect(known.status).toBe(304);
    expect((await service.visit(NAME, "/nothing")).status).toBe(404);
    expect((await service.visit(NAME, "/", { method: "POST" })).status).toBe(405);
    expect((await service.visit(NAME, "/app/sites")).status).toBe(404);
  });

  test("is misdirected when the domain is unknown, pending, lost or removed", async () => {
    const asked = async (host: string) => (await service.visit(host)).status;
    expect(await asked(NAME)).toBe(421);
    const domain = await service.add(NAME);
    expect(await asked(NAME)).toBe(421);
    service.prove(NAME, domain);
    await service.check(domain);
    expect(await asked(NAME)).toBe(200);
    expect(await asked(`x.${NAME}`)).toBe(421);
    expect(await asked("example.com")).toBe(421);
    await service.send(`/sites/${domain.siteId}/domains/${domain.id}`, { method: "DELETE" });
    expect(await asked(NAME)).toBe(421);
    for (const host of ["127.0.0.2", "[::1]", "a_b.example.com", `${"a.".repeat(125)}com`, "x", "*.example.com"]) {
      expect(await asked(host)).toBe(421);
    }
  });

  test("is redirected to the primary domain with path and query, until the primary one has no address", async () => {
    const www = await proven(NAME);
    await proven("example.com");
    const moved = await service.visit("example.com", "//evil.test/a%20b?c=d&e=%2F");
    expect(moved).toMatchObject({ status: 308, text: "" });
    expect(moved.headers).toMatchObject({
      location: `http://${NAME}:${service.port}//evil.test/a%20b?c=d&e=%2F`,
      // Which of them leads can be turned round, and a browser that kept both would go in circles.
      "cache-control": "no-cache",
    });
    expect((await service.visit("example.com", "/", { method: "HEAD" })).status).toBe(308);
    expect((await service.visit(NAME)).status).toBe(200);
    service.dns.set(NAME, undefined);
    await service.check(www);
    expect((await service.visit("example.com")).status).toBe(200);
  });

  test("says that nothing is published, as the production host does", async () => {
    const domain = await service.add("www.example.org", "other");
    service.prove("www.example.org", domain);
    await service.check(domain);
    expect(await service.visit("www.example.org")).toMatchObject({
      status: 404,
      text: expect.stringContaining("Not published yet"),
    });
  });
});

describe("the answer to a proxy that asks for which names it may get certificates", () => {
  const PROXY = {
    development: false,
    publicUrl: new URL("https://greenroom.acme.com"),
    previewDomain: "previews.acme.net",
    productionDomain: "sites.acme.org",
    proxySecret: "s".repeat(32),
  };
  const HEADERS = {
    "x-greenroom-proxy-secret": PROXY.proxySecret,
    "x-forwarded-proto": "https",
    "x-forwarded-for": "127.0.0.1",
  };

  const ask = async (query: string, headers: Readonly<Record<string, string>> = HEADERS) =>
    (await service.visit("greenroom.acme.com", `/domains/ask?${query}`, { headers })).status;

  beforeEach(async () => {
    service = await openDomainService(PROXY);
  });

  async function provenLive(): Promise<SiteDomain> {
    const { context, first } = service;
    const { token } = await addToken(context, first, { realm: "live", userId: first.users.owner });
    const path = `/sites/${first.site.id}/domains`;
    const { data } = await service.send(path, { token, body: { name: NAME } });
    const domain = SiteDomain.parse(data);
    service.prove(NAME, domain);
    await context.domains.check(NAME);
    return domain;
  }

  test("is 200 for a proven name in any spelling, and 404 for every other", async () => {
    await provenLive();
    for (const name of [NAME, "WWW.Example.COM", `${NAME}.`]) expect(await ask(`domain=${name}`)).toBe(200);
    const others = ["example.com", `x.${NAME}`, "greenroom.acme.com", "localhost", "127.0.0.1", "*.example.com", ""];
    const hostile = ["%00", "a%00.com", "%25", "é.com", "a".repeat(5_000), `${NAME}%20`, `${NAME},x.com`];
    for (const name of [...others, ...hostile])
      expect([name, await ask(`domain=${encodeURI(name)}`)]).toEqual([name, 404]);
    expect(await ask("")).toBe(404);
    expect((await service.visit("greenroom.acme.com", `/domains/ask?domain=${NAME}`, { headers: HEADERS })).text).toBe(
      "",
    );
  });

  test("is 404 for requests from elsewhere, through the proxy or as one", async () => {
    await provenLive();
    const from = async (headers: Readonly<Record<string, string>>) => ask(`domain=${NAME}`, headers);
    expect(await from({ ...HEADERS, "x-forwarded-for": "203.0.113.9" })).toBe(404);
    expect(await from({ ...HEADERS, "x-forwarded-for": "127.0.0.1, 203.0.113.9" })).toBe(404);
    // Without the secret the service does not believe that it was TLS.
    expect(await from({ "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" })).toBe(426);
  });

  test("includes hosts of the service only where the operator's proxy asks for them", async () => {
    await provenLive();
    const { production_label: label } = service.first.site;
    const production = `${label}.sites.acme.org`;
    await insert(service.context.db, "hosts", {
      label: "p-1",
      kind: "deployment",
      site_id: service.first.site.id,
      updated_at: "x",
    });
    const answers = async (name: string) => [
      await ask(`domain=${name}`),
      await ask(`domain=${name}&hosts=production`),
      await ask(`domain=${name}&hosts=all`),
    ];
    expect(await answers(NAME)).toEqual([200, 200, 200]);
    expect(await answers(production)).toEqual([404, 200, 200]);
    expect(await answers("p-1.previews.acme.net")).toEqual([404, 404, 200]);
    for (const name of ["nothing.sites.acme.org", `x.${production}`, "sites.acme.org", "nothing.previews.acme.net"]) {
      expect(await answers(name)).toEqual([404, 404, 404]);
    }
  });

  test("is given for names that are served however many others are asked for, up to a limit on the others", async () => {
    await provenLive();
    const results = new Set<number>();
    for (let n = 0; n < 300; n += 1) results.add(await ask(`domain=n${n}.example.org`));
    expect([...results]).toEqual([404]);
    expect(await ask(`domain=${NAME}`)).toBe(200);
  });
});
