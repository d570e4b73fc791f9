import { afterEach, beforeEach, expect, test } from "vitest";
import { listSiteDomains } from "../../../packages/service/store/sites/site-domains.ts";
import { type DnsServer, startDns } from "../../../packages/testkit/dns.ts";
import { openWorld, signIn, type World } from "./visitor.ts";

let dns: DnsServer;
let world: World;
let path: string;
beforeEach(async () => {
  dns = await startDns();
  world = await openWorld({ dnsServers: [dns.address] });
  path = `/app/sites/${world.first.site.id}/domains`;
});
afterEach(async () => {
  await world.context.db.destroy();
  await dns[Symbol.asyncDispose]();
});

const domains = async () => listSiteDomains(world.context.db, world.first.site.id);

test("an owner adds a domain, sees the records, checks it, and removes it, without scripts", async () => {
  const owner = await signIn(world, "owner");
  const added = await owner.submit(path, { do: "add", name: "münchen.example.com" });
  const [domain] = await domains();
  const id = domain?.id ?? "";
  expect([added.status, added.headers.get("location")]).toEqual([303, `${path}?done=add#domain-${id}`]);
  const page = await owner.text(path);
  const value = /greenroom=[0-9a-f]{40}/.exec(page)?.[0] ?? "";
  for (const shown of [
    "xn--mnchen-3ya.example.com",
    "Browsers may show it as <bdi>münchen.example.com</bdi>",
    "_greenroom-challenge.xn--mnchen-3ya.example.com</code>",
    "_greenroom-challenge.xn--mnchen-3ya</code>",
    `${world.first.site.production_label}.preview.localhost</code>`,
  ]) {
    expect(page).toContain(shown);
  }
  dns.set("_greenroom-challenge.xn--mnchen-3ya.example.com", { TXT: [value] });
  expect((await owner.submit(path, { do: "check", domain: id })).status).toBe(303);
  expect(await owner.text(path)).toContain("it has no address record");
  dns.set("xn--mnchen-3ya.example.com", { A: ["127.0.0.1"] });
  world.context.clock.advance(60_000);
  await owner.submit(path, { do: "check", domain: id });
  expect(await owner.text(path)).toContain("Production is served here, and links name it.");
  expect(await owner.text(`/app/sites/${world.first.site.id}`)).toContain("xn--mnchen-3ya.example.com");
  await owner.submit(path, { do: "remove", domain: id });
  expect(await domains()).toEqual([]);
  const again = await owner.submit(path, { do: "remove", domain: id });
  expect([again.status, (await again.text()).includes("removed already")]).toEqual([404, true]);
});

test("an invalid name is reported at its field, which keeps it", async () => {
  const owner = await signIn(world, "owner");
  const refused = await owner.submit(path, { do: "add", name: '"><b>.com' });
  const page = await refused.text();
  expect(refused.status).toBe(400);
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;.com"');
  expect(page).toContain("The domain must be the name of a domain, as in www.example.com");
  expect((await owner.submit(path, { do: "add", name: "x".repeat(5_000) })).status).toBe(400);
  expect((await owner.submit(path, { do: "add" })).status).toBe(400);
  expect((await owner.submit(path, { do: "nothing" })).status).toBe(400);
  expect(await domains()).toEqual([]);
});

test.each(["viewer", "developer", "approver"])(
  "a member with the role %s sees the domains and changes none",
  async (role) => {
    const owner = await signIn(world, "owner");
    await owner.submit(path, { do: "add", name: "www.example.com" });
    const [domain] = await domains();
    const member = await signIn(world, role);
    const page = await member.text(path);
    expect(page).toContain("www.example.com");
    expect(page).not.toContain("Add domain");
    for (const action of ["add", "check", "primary", "remove"]) {
      const form = { do: action, domain: domain?.id ?? "", name: "a.example.com" };
      expect((await member.submit(path, form, "/app/account")).status).toBe(403);
    }
    expect(await domains()).toEqual([domain]);
    expect(dns.questions).toEqual([]);
  },
);

test("a form without the field of its session, or for a site of another workspace, changes nothing", async () => {
  const owner = await signIn(world, "owner");
  const form = { do: "add", name: "www.example.com" };
  expect((await owner.post(path, form)).status).toBe(403);
  expect((await owner.submit(`/app/sites/${world.other.site.id}/domains`, form, path)).status).toBe(404);
  expect(await domains()).toEqual([]);
});
