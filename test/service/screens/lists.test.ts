import { describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newApprovalId, newUuid } from "../../../packages/service/domain/ids.ts";
import { appendAudit } from "../../../packages/service/store/audit/audit.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { addDeployment } from "../fixtures.ts";
import { insert, update } from "../rows.ts";
import { addPreview, requestRow, setReview, useWorld, type Visitor } from "./visitor.ts";

const world = useWorld();

/** Follows "Older" to the end, reading what `find` finds on each page. */
async function readAll(visitor: Visitor, start: string, find: RegExp): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  for (let path: string | undefined = start; path !== undefined && pages.length < 9;) {
    const page: string = await visitor.text(path);
    pages.push([...page.matchAll(find)].map(([, id]) => id ?? ""));
    path = /href="([^"]+)">Older</.exec(page)?.[1]?.replaceAll("&amp;", "&");
  }
  return pages;
}

async function addRequests(count: number, status: "pending" | "rejected"): Promise<string[]> {
  const { context, first } = world;
  const ids: string[] = [];
  let source = "";
  for (let n = 0; n < count; n += 1) {
    context.clock.advance(1_000);
    const id = newApprovalId();
    const at = instant(context.clock);
    // One request of a preview is open; many can have been decided.
    if (n === 0 || status === "pending") source = await addPreview(world, { branch: `b${n}` });
    await insert(context.db, "approval_requests", {
      id,
      status,
      file_list_digest: "0",
      branch: `b${n}`,
      workspace_id: first.workspaceId,
      site_id: first.site.id,
      source_deployment_id: source,
      intent: "release",
      created_at: at,
      requested_at: at,
      expires_at: "2099-01-01T00:00:00.000Z",
    });
    ids.unshift(id);
  }
  return ids;
}

const REQUEST = /href="\/app\/approvals\/(\w+)"/g;

describe("the approvals screen", () => {
  test("shows every pending request on its first page, and links to pages with all decided ones", async () => {
    const pending = await addRequests(3, "pending");
    const decided = await addRequests(103, "rejected");
    const pages = await readAll(await world.signIn("viewer"), "/app/approvals", REQUEST);
    // What waits longest stands first, by its title and by its button.
    expect([...new Set(pages[0])].slice(0, 3)).toEqual(pending.toReversed());
    expect(pages.flat().filter((id) => !pending.includes(id))).toEqual(decided);
    expect(pages.length).toBe(3);
  });

  test("groups what waits by site with its reason, and the navigation counts it on every screen", async () => {
    const { context, first } = world;
    const [waits, prepared, expired] = await addRequests(3, "pending");
    await update(context.db, "approval_requests", { id: prepared ?? "" }, { requested_at: null });
    const past = { expires_at: "2026-01-01T00:00:00.000Z" };
    await update(context.db, "approval_requests", { id: expired ?? "" }, past);
    const whose = { request_id: waits ?? "", user_id: first.users.developer, epoch: 0, people: "[]", masks: "" };
    await insert(context.db, "release_acts", {
      ...whose,
      id: newUuid(),
      kind: "requested",
      factor: "totp",
      comparison_id: "cmp_1",
      before_digest: "",
      after_digest: "",
      note: "The <b>box office</b> opens",
      at: "2026-03-01T12:00:00.000Z",
    });
    const visitor = await world.signIn("viewer");
    const page = await visitor.text("/app/approvals");
    const group = /<section class="card group"[^]*?<\/section>/.exec(page)?.[0] ?? "";
    expect(group).toContain(`href="/app/sites/${first.site.id}"`);
    expect(group).toContain("The &lt;b&gt;box office&lt;/b&gt; opens");
    expect(group).not.toContain(prepared);
    expect(group).not.toContain(expired);
    for (const path of ["/app/approvals", "/app/sites", "/app/account"]) {
      expect(await visitor.text(path)).toMatch(/<span class="count">\s*1/);
    }
    expect(await world.textFor("owner@other.test", "/app/sites")).not.toContain('class="count"');
  });

  test("shows the picture of a review beside its request, while its preview is there", async () => {
    const { db } = world.context;
    const [without, shown] = await addRequests(2, "pending");
    const { source_deployment_id: source } = await requestRow(world, shown ?? "");
    const sha256 = "c".repeat(64);
    const created_at = "2026-03-01T12:00:00.000Z";
    await insert(db, "objects", { sha256, size: 1, created_at });
    const thumbnailName = "n".repeat(22);
    await setReview(world, source, { status: "ready", thumbnail_sha256: sha256, thumbnailName, pictures: [sha256] });
    const visitor = await world.signIn("viewer");
    const itemOf = async (id: string | undefined) =>
      (await visitor.text("/app/approvals")).split('<li class="item">').find((item) => item.includes(id ?? "")) ?? "";
    expect(await itemOf(shown)).toContain(`src="/app/deployments/${source}/review/pictures/${sha256}.webp" alt=""`);
    expect(await itemOf(shown)).not.toContain(thumbnailName);
    expect(await itemOf(without)).not.toContain("<img");
    await db.updateTable("deployments").set({ hidden_at: created_at }).where("id", "=", source).execute();
    expect(await visitor.text("/app/approvals")).not.toContain("<img");
  });

  test("is a 404 when it starts at a request of another workspace", async () => {
    const [id] = await addRequests(1, "rejected");
    expect((await (await world.signIn("owner@other.test")).get(`/app/approvals?after=${id}`)).status).toBe(404);
  });
});

describe("the audit screen", () => {
  test("has pages of a hundred entries, newest first", async () => {
    const { context, first } = world;
    const owner = await world.signIn("owner");
    for (let n = 0; n < 130; n += 1) {
      await inDatabase(context.db, (tx) =>
        appendAudit(tx, {
          workspaceId: first.workspaceId,
          actor: { type: "system", id: null },
          action: "site.archived",
          subject: { type: "site", id: first.site.id },
          data: { n },
        }),
      );
    }
    const pages = await readAll(owner, "/app/audit", /<span class="seq">#(\d+)/g);
    const seen = pages.flat().map(Number);
    expect(pages.map((page) => page.length)).toEqual([100, seen.length - 100]);
    expect(seen).toEqual(Array.from(seen, (_, index) => seen.length - index));
    expect((await owner.get("/app/audit?before=nonsense")).status).toBe(200);
  });
});

describe("a long log", () => {
  test("is shown from its end, which has the error, with the command that prints all of it", async () => {
    const { context, first } = world;
    const [events, at] = [2_300, "2026-03-01T12:00:00.000Z"];
    const id = await addDeployment(context, first, { status: "failed", last_event_seq: events });
    await context.db.deleteFrom("deployment_events").where("deployment_id", "=", id).execute();
    const rows = Array.from({ length: events }, (_, index) => {
      const lines = [{ n: index + 1, at, text: `line ${index + 1}.` }];
      const data = JSON.stringify({ stream: "build", lines });
      return { deployment_id: id, seq: index + 1, type: "log" as const, at, data };
    });
    for (let from = 0; from < events; from += 500) {
      await insert(context.db, "deployment_events", rows.slice(from, from + 500));
    }
    const page = await world.textFor("viewer", `/app/deployments/${id}`);
    expect(page).toContain("line 2300.");
    expect(page).toContain("line 301.");
    expect(page).not.toContain("line 300.");
    expect(page).toContain(`/app/deployments/${id}/log.txt`);
  });
});

describe("an empty workspace", () => {
  test("shows how to create the first site, with the URL of this service", async () => {
    const { context } = world;
    await context.db.updateTable("sites").set({ status: "archived" }).execute();
    const page = await world.textFor("owner", "/app/sites");
    expect(page).toContain(`greenroom login --url ${context.addresses.baseUrl}`);
    expect(page).toContain("greenroom sites create");
    expect(page).toContain("greenroom init");
  });
});
