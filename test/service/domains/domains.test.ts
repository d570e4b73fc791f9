import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SiteDomain } from "../../../packages/contract/index.ts";
import { GRACE_MS } from "../../../packages/service/domain/domain-claims.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { AccountNotice } from "../../../packages/service/domain/notice.ts";
import { accountText } from "../../../packages/service/notify/notice-facts.ts";
import { setMailService } from "../../../packages/service/store/announcements/notices.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { addToken } from "../fixtures.ts";
import { insert } from "../rows.ts";
import { type DomainService, openDomainService } from "./fixture.ts";

const NAME = "www.example.com";
const DAY_MS = 86_400_000;

let service: DomainService;
beforeEach(async () => {
  service = await openDomainService();
});
afterEach(() => service[Symbol.asyncDispose]());

const pathOf = ({ siteId, id }: SiteDomain) => `/sites/${siteId}/domains/${id}`;

const list = async () => SiteDomain.array().parse((await service.send(`/sites/${service.first.site.id}/domains`)).data);

const productionUrl = async () => (await service.send(`/sites/${service.first.site.id}`)).data.productionUrl;

/** Runs the chore that looks at domains whose time has come. */
const chore = () => service.context.domains.checkDue(new AbortController().signal);

async function proven(name = NAME): Promise<SiteDomain> {
  const domain = await service.add(name);
  service.prove(name, domain);
  return service.check(domain);
}

describe("a domain of a site", () => {
  test("is pending until its proof is in the DNS, with the records to set", async () => {
    const added = await service.add("WWW.Example.com.");
    expect(added).toMatchObject({ name: NAME, status: "pending", proof: "unchecked", primary: false });
    const { production_label: label } = service.first.site;
    expect(added.records).toEqual([
      {
        purpose: "proof",
        type: "TXT",
        name: "_greenroom-challenge.www.example.com",
        value: expect.stringMatching(/^greenroom=[0-9a-f]{40}$/),
      },
      { purpose: "address", type: "CNAME", name: NAME, value: `${label}.preview.localhost` },
    ]);
    // Resolvers would remember that it was not there.
    expect(service.dns.questions).toEqual([]);
    expect((await service.check(added)).proof).toBe("missing");
    expect(service.dns.questions).toEqual([`TXT _greenroom-challenge.${NAME}`]);
    service.dns.set(`_greenroom-challenge.${NAME}`, { TXT: ["v=spf1 -all"] });
    expect((await service.check(added)).proof).toBe("different");
    service.dns.set(`_greenroom-challenge.${NAME}`, "servfail");
    expect((await service.check(added)).proof).toBe("unavailable");
    service.prove(NAME, added);
    expect(await service.check(added)).toMatchObject({
      status: "active",
      proof: "found",
      address: "here",
      primary: true,
      url: `http://${NAME}:${service.port}/`,
    });
    expect(await productionUrl()).toBe(`http://${NAME}:${service.port}/`);
  });

  test("that was registered itself needs addresses, since nothing can stand beside a CNAME", async () => {
    const { records } = await service.add("example.co.uk");
    expect(records.slice(1)).toEqual([
      { purpose: "address", type: "A", name: "example.co.uk", value: "127.0.0.1" },
      { purpose: "address", type: "AAAA", name: "example.co.uk", value: "::1" },
    ]);
  });

  test("is found by the chore, ever more seldom while it is pending", async () => {
    const domain = await service.add(NAME);
    await chore();
    expect(service.dns.questions).toEqual([]);
    service.context.clock.advance(60_000);
    await chore();
    await chore();
    expect(service.dns.questions).toHaveLength(1);
    service.prove(NAME, domain);
    service.context.clock.advance(60_000);
    await chore();
    expect((await list())[0]?.status).toBe("active");
    const asked = service.dns.questions.length;
    service.context.clock.advance(DAY_MS - 60_000);
    await chore();
    expect(service.dns.questions).toHaveLength(asked);
    service.context.clock.advance(60_000);
    await chore();
    expect(service.dns.questions.length).toBeGreaterThan(asked);
  });

  test("is checked once within ten seconds, however often someone asks", async () => {
    const domain = await service.add(NAME);
    await service.check(domain);
    await service.send(`${pathOf(domain)}/check`, { method: "POST" });
    expect(service.dns.questions).toHaveLength(1);
  });

  test("whose address is elsewhere or missing is proven, and no link names it by itself", async () => {
    const domain = await service.add(NAME);
    service.prove(NAME, domain);
    service.dns.set(NAME, { A: ["192.0.2.1"] });
    expect(await service.check(domain)).toMatchObject({ status: "active", address: "elsewhere", primary: false });
    service.dns.set(NAME, undefined);
    expect(await service.check(domain)).toMatchObject({ status: "active", address: "missing", primary: false });
    expect((await service.send(pathOf(domain), { method: "PATCH", body: { primary: true } })).result).toBe(
      "400 validation_failed",
    );
    service.dns.set(NAME, { CNAME: "sites.example.net" });
    service.dns.set("sites.example.net", { AAAA: ["::1"] });
    expect(await service.check(domain)).toMatchObject({ address: "here", primary: true });
    service.dns.set(NAME, "servfail");
    expect(await service.check(domain)).toMatchObject({ address: "here", primary: true });
  });

  test("that stops working is reported once to those who look after domains, however often its records come and go", async () => {
    const { db, clock } = service.context;
    await setMailService(db, true, new Date(clock.now()).toISOString());
    const mails = async () => {
      const rows = await db.selectFrom("deliveries").select(["receiver_id", "facts"]).orderBy("created_at").execute();
      return rows.map(({ receiver_id: id, facts }) => [id, (JSON.parse(facts ?? "{}") as { problem: string }).problem]);
    };
    const { owner, admin } = service.first.users;
    const domain = await proven();
    const flap = async () => {
      service.dns.set(`_greenroom-challenge.${NAME}`, undefined);
      await service.check(domain);
      await service.check(domain);
      service.prove(NAME, domain);
      await service.check(domain);
    };
    await flap();
    await flap();
    const sent = await mails();
    expect(sent).toHaveLength(2);
    for (const person of [owner, admin]) expect(sent).toContainEqual([person, "proof"]);
    const { facts } = await db.selectFrom("deliveries").select("facts").executeTakeFirstOrThrow();
    const account = { workspace: "first", at: "2026-03-01T12:00:00.000Z", secret: undefined };
    const text = accountText(service.context, AccountNotice.parse(JSON.parse(facts ?? "")), account);
    expect(text.title.replaceAll("\u200b", "")).toBe(`Shop: the proof of ${NAME} is gone from the DNS`);
    expect(text.facts.map(([label]) => label)).toEqual(["Domain", "Served until", "Time"]);
    expect(text.link.url).toMatch(/\/app\/sites\/[\w-]+\/domains$/);
    clock.advance(2 * DAY_MS);
    service.dns.set(NAME, undefined);
    await service.check(domain);
    await service.check(domain);
    expect((await mails()).filter(([, problem]) => problem === "address")).toHaveLength(2);
    service.dns.set(`_greenroom-challenge.${NAME}`, undefined);
    await service.check(domain);
    clock.advance(GRACE_MS);
    await service.check(domain);
    expect((await mails()).filter(([, problem]) => problem === "lost")).toHaveLength(2);
    expect(await mails()).toHaveLength(6);
  });

  test("keeps being served for a week without its proof, then is pending again", async () => {
    const domain = await proven();
    service.dns.set(`_greenroom-challenge.${NAME}`, undefined);
    const failing = await service.check(domain);
    expect(failing).toMatchObject({ status: "failing", proof: "missing", primary: true });
    const until = Date.parse(failing.servedUntil ?? "");
    expect(until - service.context.clock.now()).toBe(GRACE_MS);
    service.context.clock.advance(GRACE_MS - 120_000);
    expect(await service.check(domain)).toMatchObject({ status: "failing", servedUntil: failing.servedUntil });
    // An outage of the DNS is no reason.
    service.dns.set(`_greenroom-challenge.${NAME}`, "silent");
    service.context.clock.advance(DAY_MS);
    expect(await service.check(domain)).toMatchObject({ status: "failing", proof: "unavailable" });
    service.dns.set(`_greenroom-challenge.${NAME}`, undefined);
    expect(await service.check(domain)).toMatchObject({ status: "pending", primary: false });
    expect(await productionUrl()).toContain(".preview.localhost");
    service.prove(NAME, domain);
    expect(await service.check(domain)).toMatchObject({ status: "active", primary: true });
    const entries = await readAudit(service.context.db, service.first.workspaceId, { afterSeq: 0, limit: 100 });
    expect(entries.map(({ action, actor_type: by }) => `${action} ${by}`)).toEqual([
      "domain.added token",
      "domain.proven system",
      "domain.primary_changed system",
      "domain.lost system",
      "domain.primary_changed system",
      "domain.proven system",
      "domain.primary_changed system",
    ]);
  });

  test("without an address record for a week is no longer the one that links name", async () => {
    const first = await proven();
    const second = await proven("example.com");
    expect([first.primary, second.primary]).toEqual([true, false]);
    service.dns.set(NAME, undefined);
    expect(await service.check(first)).toMatchObject({ status: "active", address: "missing", primary: true });
    service.context.clock.advance(GRACE_MS);
    expect(await service.check(first)).toMatchObject({ status: "active", address: "missing", primary: false });
    expect(await productionUrl()).toBe(`http://example.com:${service.port}/`);
  });

  test("is gone with its site", async () => {
    const domain = await proven();
    const { context, first, owners } = service;
    expect((await service.send(`/sites/${first.site.id}`, { method: "DELETE" })).status).toBe(200);
    expect(await context.db.selectFrom("site_domains").select("id").execute()).toEqual([]);
    expect((await service.visit(domain.name)).status).toBe(421);
    const [entry] = (await readAudit(context.db, first.workspaceId, { afterSeq: 0, limit: 100 })).toReversed();
    expect(JSON.parse(entry?.data ?? "")).toMatchObject({ domains: [NAME] });
    expect(
      (await service.send(`/sites/${first.site.id}/restore`, { method: "POST", token: owners.first })).data,
    ).toMatchObject({
      productionUrl: expect.stringContaining(".preview.localhost"),
    });
  });
});

describe("a domain that several sites want", () => {
  test("stays with the site that proved it while that proof is there, and moves when the DNS names another site", async () => {
    const mine = await proven();
    const theirs = await service.add(NAME, "other");
    service.prove(NAME, theirs, mine);
    expect(await service.check(theirs)).toMatchObject({ status: "pending", proof: "found" });
    expect((await list())[0]).toMatchObject({ status: "active", primary: true });
    service.prove(NAME, theirs);
    expect(await service.check(theirs)).toMatchObject({ status: "active", primary: true });
    expect((await list())[0]).toMatchObject({ status: "pending", proof: "different", primary: false });
    expect(await productionUrl()).toContain(".preview.localhost");
    service.prove(NAME, mine);
    expect(await service.check(mine)).toMatchObject({ status: "active", primary: true });
  });

  test("is looked at again for the other site as soon as its owner removes it", async () => {
    const mine = await proven();
    const theirs = await service.add(NAME, "other");
    service.prove(NAME, theirs, mine);
    await service.check(theirs);
    await chore();
    expect((await service.send(pathOf(mine), { method: "DELETE" })).data).toEqual({ id: mine.id, removed: true });
    await chore();
    const { data } = await service.send(`/sites/${theirs.siteId}/domains`, { token: service.owners.other });
    expect(data).toMatchObject([{ status: "active", primary: true }]);
  });
});

describe("who may change domains", () => {
  test("owners and admins, not others, not a token without a person, not another workspace", async () => {
    const domain = await service.add(NAME);
    const { context, first, owners } = service;
    const requests = [
      [`/sites/${first.site.id}/domains`, { body: { name: "a.example.com" } }],
      [`${pathOf(domain)}/check`, { method: "POST" }],
      [pathOf(domain), { method: "PATCH", body: { primary: true } }],
      [pathOf(domain), { method: "DELETE" }],
    ] as const;
    const results = async (token: string) => {
      const found: string[] = [];
      for (const [path, options] of requests) found.push((await service.send(path, { ...options, token })).result);
      return new Set(found);
    };
    for (const role of ["developer", "approver", "viewer"] as const) {
      const { token } = await addToken(context, first, { userId: first.users[role] });
      expect(await results(token)).toEqual(new Set(["403 forbidden_role"]));
      expect((await service.send(`/sites/${first.site.id}/domains`, { token })).data).toHaveLength(1);
    }
    expect(await results((await addToken(context, first, { userId: null })).token)).toEqual(
      new Set(["403 user_actor_required"]),
    );
    expect(await results(owners.other)).toEqual(new Set(["404 site_not_found"]));
    expect((await service.send(`/sites/${first.site.id}/domains`, { token: owners.other })).result).toBe(
      "404 site_not_found",
    );
    const own = pathOf({ ...domain, siteId: service.other.site.id });
    expect((await service.send(own, { method: "DELETE", token: owners.other })).result).toBe("404 not_found");
    const { token } = await addToken(context, first, { userId: first.users.admin });
    expect((await service.send(pathOf(domain), { method: "DELETE", token })).status).toBe(200);
    expect(service.dns.questions).toEqual([]);
  });

  test("a name twice, one too many, or one that cannot be is rejected with a sentence about it", async () => {
    await service.add(NAME);
    const rejection = async (name: string) => {
      const { result, issues } = await add(name);
      return [result, issues];
    };
    const add = async (name: string) => {
      const response = await service.send(`/sites/${service.first.site.id}/domains`, { body: { name } });
      const { error } = JSON.parse(response.text) as { error?: { issues?: readonly { message: string }[] } };
      return { result: response.result, issues: error?.issues?.[0]?.message };
    };
    expect(await rejection("WWW.example.com")).toEqual(["400 validation_failed", "is a domain of this site already"]);
    expect(await rejection("*.example.com")).toEqual(["400 validation_failed", expect.stringContaining("wildcard")]);
    expect(await rejection("x.preview.localhost")).toEqual([
      "400 validation_failed",
      expect.stringContaining("public"),
    ]);
    for (let n = 1; n < 20; n += 1) await service.add(`www${n}.example.com`);
    expect(await rejection("one-more.example.com")).toEqual(["400 validation_failed", expect.stringContaining("20")]);
  });

  test("no domain is added while a hundred of the workspace wait for their proof", async () => {
    const { context, first } = service;
    const added = await service.add(NAME);
    const row = await requireRow(context.db, "site_domains", { id: added.id });
    const names = Array.from({ length: 99 }, (_, n) => `www${n}.example.com`);
    await insert(
      context.db,
      "site_domains",
      names.map((name) => ({ ...row, id: newUuid(), name })),
    );
    const docs = { projectId: first.projectId, name: "Docs", slug: "docs" };
    const path = `/sites/${(await service.send("/sites", { body: docs })).data.id}/domains`;
    const add = () => service.send(path, { body: { name: "docs.example.com" } });
    expect((await add()).text).toContain("100 domains of the workspace wait for their proof");
    await service.send(pathOf(added), { method: "DELETE" });
    expect((await add()).status).toBe(201);
  });
});

describe("the primary domain", () => {
  test("is what links name, and domains registered with it redirect there", async () => {
    const www = await proven();
    const apex = await proven("example.com");
    expect(apex).toMatchObject({ primary: false, redirectsTo: NAME });
    const other = await proven("www.example.org");
    // What its visitors see would be decided by the owner of the DNS of the other.
    expect(other.redirectsTo).toBeUndefined();
    const changed = await service.send(pathOf(apex), { method: "PATCH", body: { primary: true } });
    expect(changed.data).toMatchObject({ primary: true });
    expect(changed.data).not.toHaveProperty("redirectsTo");
    expect((await list()).find(({ id }) => id === www.id)).toMatchObject({
      primary: false,
      redirectsTo: "example.com",
    });
    expect(await productionUrl()).toBe(`http://example.com:${service.port}/`);
    await service.send(pathOf(apex), { method: "DELETE" });
    expect(await productionUrl()).toBe(`http://${NAME}:${service.port}/`);
  });

  test("cannot be one that is not proven", async () => {
    const domain = await service.add(NAME);
    const { result } = await service.send(pathOf(domain), { method: "PATCH", body: { primary: true } });
    expect(result).toBe("400 validation_failed");
  });
});
