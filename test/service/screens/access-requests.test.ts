import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { setMailService } from "../../../packages/service/store/announcements/notices.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { insert } from "../rows.ts";
import { addPreview, textOf, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();

const ASK = "/app/preview-access/ask";

let host: string;

beforeEach(async () => {
  const { db } = world.context;
  const id = await addPreview(world, { preview_label: "shop-abc" });
  host = `shop-abc.${world.context.addresses.previewDomain}`.split(":")[0] ?? "";
  const updated_at = instant(world.context.clock);
  const whose = { site_id: world.first.site.id, branch: null, deployment_id: id, updated_at };
  await insert(db, "hosts", { label: "shop-abc", kind: "deployment", ...whose });
  await openTo("link");
});

async function openTo(preview_access: "link" | "members" | null): Promise<void> {
  const sites = world.context.db.updateTable("sites").set({ preview_access });
  await sites.where("id", "=", world.first.site.id).execute();
}

const rows = () => world.context.db.selectFrom("access_requests").selectAll().execute();

const asking = (fields: Readonly<Record<string, string>> = {}) => ({
  host,
  challenge: "a".repeat(64),
  path: "Lw",
  name: "Ada Guest",
  email: "Ada@Client.test",
  ...fields,
});

const ask = (fields?: Readonly<Record<string, string>>) => new Visitor(world).post(ASK, asking(fields));

describe("a visitor of a protected preview", () => {
  test("is offered to ask on the page that says what they wanted to open", async () => {
    const next = `/app/preview-access?host=${host}&challenge=${"a".repeat(64)}&path=Lw`;
    const page = await new Visitor(world).text(`/app/signin?next=${encodeURIComponent(next)}`);
    expect(page).toContain(`action="${ASK}"`);
    expect(page).toContain(`name="host" value="${host}"`);
  });

  test("gets the same answer whether the preview is protected, is public, or does not exist", async () => {
    const told = async () => (await (await ask()).text()).replaceAll(host, "HOST");
    const there = await told();
    await openTo(null);
    expect(await told()).toBe(there);
    await ask({ email: "late@client.test" });
    const nowhere = await (await ask({ host: "none.example" })).text();
    expect(nowhere.replaceAll("none.example", "HOST")).toBe(there);
    expect(await rows()).toHaveLength(1);
  });

  test("gets the same answer whether or not the address has an account", async () => {
    const told = async (email: string) => (await (await ask({ email })).text()).replaceAll(email, "EMAIL");
    expect(await told("owner@first.test")).toBe(await told("stranger@first.test"));
  });

  test("asks once, however often, and ten times an hour from one place", async () => {
    for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(200);
    expect(await rows()).toMatchObject([{ name: "Ada Guest", email: "ada@client.test", host }]);
    for (let times = 3; times < 10; times += 1) await ask({ email: `${times}@client.test` });
    expect((await ask({ email: "more@client.test" })).status).toBe(429);
    expect(await rows()).toHaveLength(8);
  });

  test.each([{ name: "a\u202eb" }, { email: "nobody" }, { challenge: "x" }])(
    "sends what can be read: not %j",
    async (fields) => {
      expect((await ask(fields)).status).toBe(400);
      expect(await rows()).toEqual([]);
    },
  );

  test("asks from a page of this origin", async () => {
    const visitor = new Visitor(world);
    visitor.origin = "https://evil.example";
    expect((await visitor.post(ASK, asking())).status).toBe(403);
  });
});

describe("who asks", () => {
  const path = () => `/app/sites/${world.first.site.id}/access`;

  test("waits on the page of the site, is mailed to its owners and admins, and gets a link by one click", async () => {
    const { db } = world.context;
    await setMailService(db, true, instant(world.context.clock));
    await ask();
    const mails = await db.selectFrom("deliveries").select(["receiver_id", "facts"]).execute();
    expect(mails.map(({ receiver_id: id }) => id).toSorted()).toEqual(
      [world.first.users.owner, world.first.users.admin].toSorted(),
    );
    const owner = await world.signIn("owner");
    expect(textOf(await owner.text(`/app/sites/${world.first.site.id}`))).toContain("1 person asks for access");
    expect(textOf(await owner.text(path()))).toContain("Ada Guest ada@client.test wanted to open");
    const [row] = await rows();
    const granted = await owner.submit(path(), { do: "grant", id: row?.id ?? "" });
    expect(await granted.text()).toMatch(/Send it to <bdi>ada@client\.test<\/bdi>[^]*\.well-known\/greenroom\/share\//);
    expect((await owner.submit(path(), { do: "grant", id: row?.id ?? "" })).status).toBe(409);
    const links = await db.selectFrom("share_links").select(["name", "deployment_id"]).execute();
    expect(links).toEqual([{ name: "Ada Guest", deployment_id: row?.deployment_id }]);
  });

  test("is added as a member with a form that is filled in", async () => {
    await openTo("members");
    await ask();
    const owner = await world.signIn("owner");
    expect(await owner.text(path())).not.toContain('value="grant"');
    const members = await owner.text("/app/members?email=ada%40client.test");
    expect(members).toMatch(/name="email"[^>]* value="ada@client.test"/);
  });

  test("is dismissed by who may share, and by no member of another workspace", async () => {
    await ask();
    const [row] = await rows();
    const fields = { do: "dismiss", id: row?.id ?? "" };
    const viewer = await world.signIn("viewer");
    expect(await viewer.text(path())).not.toContain("Ada Guest");
    expect((await viewer.submit(path(), fields, "/app/account")).status).toBe(403);
    await (await world.signIn("developer")).submit(path(), fields);
    expect((await rows())[0]?.ended_at).not.toBeNull();
    await ask();
    expect(await rows()).toHaveLength(1);
  });

  test("is one of twenty at most", async () => {
    const created_at = instant(world.context.clock);
    const row = { site_id: world.first.site.id, deployment_id: null, host, name: "A", created_at, ended_at: null };
    await inDatabase(world.context.db, async (tx) => {
      for (let n = 0; n < 20; n += 1)
        await insert(tx, "access_requests", { id: `r${n}`, email: `${n}@x.test`, ...row });
    });
    expect((await ask()).status).toBe(200);
    expect(await rows()).toHaveLength(20);
  });
});
