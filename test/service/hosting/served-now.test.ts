import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHosting } from "../../../packages/service/hosting/hosting.ts";
import { openTestDatabase } from "../../engines/database.ts";
import { requestHost, serve } from "../../http.ts";
import { openBuildFixture, type BuildFixture } from "../pipeline/build-fixture.ts";

let fixture: BuildFixture;

beforeAll(async () => {
  fixture = await openBuildFixture();
  fixture.builds.start();
});
afterAll(() => fixture.close());

const SENT = "words of the site";

/** Deploys a page, and requests it twice: what is kept of the first answer must not outlive a change. */
async function served(text = SENT) {
  const deployed = await fixture.deploy({ "index.html": text });
  const label = deployed.row.preview_label ?? "";
  const get = (headers = {}) => fixture.get(label, "/", headers);
  for (let n = 0; n < 2; n += 1) expect(await get()).toMatchObject({ status: 200, text });
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

test("every answer of an https service tells browsers to stay on https", async () => {
  const { label } = await served("over https");
  const hosting = createHosting({ ...fixture.context, addresses: { ...fixture.context.addresses, scheme: "https:" } });
  await using server = await serve((request, response) => hosting.handle(request, response));
  const { headers } = await requestHost(server.port, `${label}.preview.localhost:${fixture.port}`);
  expect(headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("who asks for the list of files at once shares one reading of it", async () => {
  const { label } = await served("listed");
  const { objects } = fixture.context;
  const read: string[] = [];
  const counting = Object.assign(Object.create(objects), {
    read: (sha256: string) => (read.push(sha256), objects.read(sha256)),
  });
  const hosting = createHosting({ ...fixture.context, objects: counting });
  await using server = await serve((request, response) => hosting.handle(request, response));
  const ask = () => requestHost(server.port, `${label}.preview.localhost`, "/.well-known/greenroom/files.txt");
  const texts = (await Promise.all(Array.from({ length: 8 }, ask))).map(({ text }) => text);
  expect(texts.every((text) => text.includes("index.html"))).toBe(true);
  expect(read).toHaveLength(1);
});
