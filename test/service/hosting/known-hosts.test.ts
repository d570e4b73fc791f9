import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHosting } from "../../../packages/service/hosting/hosting.ts";
import { createKnownHosts } from "../../../packages/service/hosting/known-hosts.ts";
import { engineOf } from "../../../packages/service/store/engine/database.ts";
import { ON_POSTGRES, openTestDatabase } from "../../engines/database.ts";
import { requestHost, serve } from "../../http.ts";
import { openBuildFixture, type BuildFixture } from "../pipeline/build-fixture.ts";

let fixture: BuildFixture;

beforeAll(async () => {
  fixture = await openBuildFixture();
  fixture.builds.start();
});
afterAll(() => fixture.close());

const SENT = "words of the site";

/** Deploys a page and requests it until its answer is kept. */
async function served(text = SENT) {
  const deployed = await fixture.deploy({ "index.html": text });
  const label = deployed.row.preview_label ?? "";
  const get = (headers = {}) => fixture.get(label, "/", headers);
  for (let n = 0; n < 3; n += 1) expect(await get()).toMatchObject({ status: 200, text });
  return { ...deployed, label, get };
}

const at = "2026-01-01T00:00:00.000Z";

type Served = Awaited<ReturnType<typeof served>>;

const removed = { removed_at: at, removed_because: "deleted" } as const;

/** Changes rows of the database, in this process or another. */
const change = (
  table: "deployments" | "sites",
  columns: Readonly<Record<string, string>>,
  id: string,
  db = fixture.db,
) => db.updateTable(table).set(columns).where("id", "=", id).execute();

describe("an answer that was sent before is not sent again", () => {
  test.each<[string, number, (served: Served) => Promise<unknown>]>([
    ["the files are removed", 410, ({ id }) => change("deployments", removed, id)],
    [
      "another process has removed the files",
      410,
      async ({ id }) => {
        const other = openTestDatabase(join(fixture.context.settings.dataDirectory, "greenroom.db"));
        await change("deployments", removed, id, other);
        await other.destroy();
      },
    ],
    ["the site is archived", 410, ({ siteId }) => change("sites", { status: "archived", archived_at: at }, siteId)],
    ["the site is protected", 401, ({ siteId }) => change("sites", { preview_access: "members" }, siteId)],
  ])("once %s: %i", async (_, status, happen) => {
    const page = await served();
    await happen(page);
    const response = await page.get();
    expect([response.status, response.text.includes(SENT)]).toEqual([status, false]);
  });

  test("once the host shows other files", async () => {
    const before = await served("before");
    const { row } = await served("after");
    await fixture.db.updateTable("hosts").set({ deployment_id: row.id }).where("label", "=", before.label).execute();
    for (let n = 0; n < 2; n += 1) expect((await before.get()).text).toBe("after");
  });
});

test("an answer that was sent before is sent again after writes that are of no concern to it, and once its site is public again", async () => {
  const { siteId, get } = await served("still there");
  await fixture.workspace();
  for (let n = 0; n < 2; n += 1) expect((await get()).text).toBe("still there");
  await change("sites", { preview_access: "members" }, siteId);
  expect((await get()).status).toBe(401);
  await fixture.db.updateTable("sites").set({ preview_access: null }).where("id", "=", siteId).execute();
  expect((await get()).text).toBe("still there");
});

test("every answer of an https service tells browsers to stay on https, and is else the same", async () => {
  const { label } = await served("over https");
  const hosting = createHosting({ ...fixture.context, addresses: { ...fixture.context.addresses, scheme: "https:" } });
  await using server = await serve((request, response) => hosting.handle(request, response));
  const seen = [];
  for (let n = 0; n < 3; n += 1) {
    const { headers, text } = await requestHost(server.port, `${label}.preview.localhost:${fixture.port}`);
    const { date: _date, ...sent } = headers;
    seen.push({ sent, text });
  }
  expect(seen[0]?.sent["strict-transport-security"]).toBe("max-age=31536000");
  expect([seen[1], seen[2]]).toEqual([seen[0], seen[0]]);
});

test("the version of a database changes with its own writes at once, with those of others in the next turn, and else not", async () => {
  const { db, context } = fixture;
  const { version } = engineOf(db);
  // A server cannot tell, so that every request asks it.
  expect(version === undefined).toBe(ON_POSTGRES);
  if (!version) return;
  const other = openTestDatabase(join(context.settings.dataDirectory, "greenroom.db"));
  try {
    await nextTurn();
    const before = version();
    await db.selectFrom("sites").selectAll().execute();
    await nextTurn();
    expect(version()).toBe(before);
    await fixture.workspace();
    const own = version();
    expect(own).not.toBe(before);
    await other.updateTable("workspaces").set({ name: "v" }).execute();
    await nextTurn();
    expect(version()).not.toBe(own);
  } finally {
    await other.destroy();
  }
});

describe("what is known of hosts", () => {
  const place = { host: "a.test", label: "a", environment: "preview", origin: "http://a.test" } as const;
  const hosted = {
    kind: "files",
    hostKind: "deployment",
    siteId: "s",
    workspaceId: "w",
    access: "public",
    fileListDigest: "1",
    deployment: { id: "d", sourceDeploymentId: null },
  } as const;
  const answer = (length: number) => ({ headers: [], body: Buffer.alloc(length) });

  test("takes no answer that was begun before the host showed something else", () => {
    const known = createKnownHosts(() => 1);
    const before = known.keep("a", { place, hosted }, 1);
    known.keep("a", { place, hosted: { ...hosted, fileListDigest: "2" } }, 1);
    known.keepAnswer("a", before, "/", answer(1));
    expect(known.answer("a", "/")).toBeUndefined();
  });

  test("keeps no answer of a host that is not public", () => {
    const known = createKnownHosts(() => 1);
    const host = known.keep("a", { place, hosted: { ...hosted, access: "members" } }, 1);
    known.keepAnswer("a", host, "/", answer(1));
    expect(known.answer("a", "/")).toBeUndefined();
  });

  test("takes a bounded amount of memory: the oldest answers go first", () => {
    const known = createKnownHosts(() => 1);
    const host = known.keep("a", { place, hosted }, 1);
    const MiB = 1024 * 1024;
    for (let n = 0; n < 40; n += 1) known.keepAnswer("a", host, String(n), answer(MiB));
    const kept = Array.from({ length: 40 }, (_, n) => known.answer("a", String(n))).filter(Boolean);
    expect(kept.length).toBe(31);
    expect(known.answer("a", "39")).toBeDefined();
    known.keepAnswer("a", host, "x".repeat(2_000), answer(1));
    expect(known.answer("a", "x".repeat(2_000))).toBeUndefined();
  });

  test("is of a bounded number of hosts, and forgets their answers with them", () => {
    const known = createKnownHosts(() => 1);
    for (let n = 0; n < 1_500; n += 1) {
      known.keepAnswer(`${n}`, known.keep(`${n}`, { place, hosted }, 1), "/", answer(20 * 1024));
    }
    expect(known.find("0")).toBeUndefined();
    expect(known.answer("1499", "/")).toBeDefined();
    expect(known.answer("600", "/")).toBeDefined();
  });
});
