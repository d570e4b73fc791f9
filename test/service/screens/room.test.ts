import { beforeEach, describe, expect, test } from "vitest";
import { newCommentId, newUuid } from "../../../packages/service/domain/ids.ts";
import { createComment } from "../../../packages/service/store/comments/write.ts";
import { findRows, requireRow } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { createShareLink } from "../../../packages/service/store/sites/site-access.ts";
import { signIn } from "../../request-as-person.ts";
import { insert, update } from "../rows.ts";
import { addPreview, reportOf, setReview, siteRow, textOf, useWorld, Visitor } from "./visitor.ts";

const world = useWorld();
let preview: string;
let path: string;

beforeEach(async () => {
  preview = await addPreview(world, { branch: "plans" });
  path = `/app/room/${preview}?path=%2F`;
});

const developer = () => {
  const { workspaceId, users } = world.first;
  return signIn(world.context, { workspaceId, userId: users.developer }, "developer", "developer of first");
};

/** Starts a thread of the developer. @returns Its id */
const start = async (body = "A comment", more: object = {}): Promise<string> => {
  const comment = { deploymentId: preview, path: "/", body, ...more };
  return (await createComment(world.context.db, await developer(), world.first.site.id, comment)).id;
};

const threadsOf = (page: string) =>
  [...page.matchAll(/<li class="thread[^]*?(?=<li class="thread|<\/ol>)/g)].join("\n");

describe("a thread in the room", () => {
  test("is answered, resolved with its commit, reopened, edited and deleted by forms alone", async () => {
    const visitor = await world.signIn("developer");
    await visitor.submit(path, { do: "start", path: "/", body: "Whole page <b>x</b>" });
    const { id: comment } = await requireRow(world.context.db, "comment_threads", { deployment_id: preview });
    const sends = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const sent = await visitor.submit(path, { comment, ...fields });
      expect([sent.status, sent.headers.get("location")]).toEqual([303, `${path}#${comment}`]);
      return textOf(threadsOf(await visitor.text(path)));
    };
    expect(await sends({ do: "reply", body: "An answer" })).toMatch(/Whole page &lt;b&gt;x&lt;\/b&gt; .* An answer/);
    expect(await sends({ do: "resolve", commit: "c0fa8e29" })).toMatch(/Resolved by developer of first with c0fa8e2/);
    expect(await sends({ do: "reopen" })).not.toContain("Resolved");
    expect(textOf(await visitor.text(path))).toContain("1 open comment");
    expect(await sends({ do: "edit", body: "Other words", editedAt: "" })).toMatch(/edited .*Other words/);
    const deleted = await sends({ do: "delete" });
    expect(deleted).toContain("Deleted.");
    expect(deleted).not.toContain("Other words");
  });

  test("that pretends to be the service is shown as words of its author", async () => {
    await start(`</div></li><h1>Greenroom</h1><form action="https://evil.test"><button>Approve</button></form>
\u202eevorppA [Approve](javascript:alert(1)) ![x](https://evil.test/x.png)`);
    const page = await world.textFor("developer", path);
    expect(page).toContain("&lt;h1&gt;Greenroom&lt;/h1&gt;");
    expect(page).not.toMatch(/<h1>Greenroom|<button[^>]*>Approve|href="javascript|<img[^>]*evil|\u202e/);
  });

  test("of an earlier preview has a picture of its place there", async () => {
    await setReview(world, preview, { status: "ready", report: reportOf({ path: "/" }) });
    const conformsTo = "http://www.w3.org/TR/media-frags/";
    const anchor = [{ type: "FragmentSelector", conformsTo, value: "xywh=percent:10,20,30,10" }];
    await start("Here", { anchor });
    expect(await world.textFor("viewer", path)).not.toContain("clip-of");
    world.context.clock.advance(1_000);
    const next = await addPreview(world, { branch: "plans" });
    const page = await world.textFor("viewer", `/app/room/${next}?path=%2F`);
    expect(/<svg[^>]*clip-of[^>]*>/.exec(page)?.[0]).toContain('viewBox="80 92 480 166"');
    expect(page).toContain(`href="/app/deployments/${preview}/review/pictures/${"b".repeat(64)}.png"`);
  });

  test("of a preview that was removed stays, and takes answers", async () => {
    const comment = await start();
    const removed = { removed_at: "2026-01-01T00:00:00.000Z", removed_because: "deleted" } as const;
    await update(world.context.db, "deployments", { id: preview }, removed);
    const visitor = await world.signIn("developer");
    await visitor.submit(path, { do: "reply", comment, body: "Still here" });
    const text = textOf(await visitor.text(path));
    expect(text).toContain("This preview is not served any more. Its comments stay.");
    expect(text).toContain("Still here");
  });

  test("is one of five thousand comments on a page that stays small, and whole where it is asked for", async () => {
    const first = await start();
    const { db } = world.context;
    const thread = await requireRow(db, "comment_threads", { id: first });
    const row = await requireRow(db, "comments", { thread_id: first });
    for (let n = 0; n < 50; n += 1) {
      const thread_id = n === 0 ? first : newCommentId();
      if (n > 0) await insert(db, "comment_threads", { ...thread, id: thread_id });
      const more = { ...row, thread_id, body: "One more" };
      await insert(
        db,
        "comments",
        Array.from({ length: 99 }, () => ({ ...more, id: newCommentId() })),
      );
    }
    const visitor = await world.signIn("developer");
    const page = await visitor.text(path);
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
    const all = new RegExp(`href="([^"]*thread=${first}#${first})">94 more comments`).exec(page)?.[1] ?? "";
    const whole = (await visitor.text(all.replaceAll("&amp;", "&"))).split(`id="${first}"`)[1] ?? "";
    expect(whole.split('<li class="thread')[0]?.match(/<article class="comment">/g)).toHaveLength(100);
  });
});

describe("a guest with a share link", () => {
  test("sees what was said to them and nothing else, under a name of theirs, while the site and the link allow it", async () => {
    const { db } = world.context;
    await update(db, "sites", { id: world.first.site.id }, { preview_access: "link" });
    const link = { deploymentId: preview, expiresInSeconds: 3_600 };
    const site = await siteRow(world);
    const by = await developer();
    const { secret } = await inDatabase(db, (tx) => createShareLink(tx, by, site, link));
    const foreign = await start("Among members");
    const room = `/app/guest/${secret}?path=%2F`;
    const guest = new Visitor(world);
    expect(await guest.text(room)).not.toContain("Among members");
    const said = { path: "/", body: "Nice, **but** red" };
    const refused = await guest.post(room, { ...said, name: "Greenroom" });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("must be a name of yours")]);
    expect((await guest.post(room, { ...said, name: "Grace" })).status).toBe(303);
    expect(textOf(await guest.text(room))).toContain("Grace (guest)");
    const among = { comment: foreign, name: "Grace", body: "Among you" };
    expect((await guest.post(room, among)).status).toBe(400);
    expect(await findRows(db, "comments", { thread_id: foreign }, "id")).toHaveLength(1);
    const { thread_id: comment } = await requireRow(db, "comments", { author_kind: "guest" });
    await (await world.signIn("developer")).submit(path, { do: "reply", comment, body: "Thank you" });
    expect(await guest.text(room)).toContain("Thank you");
    await update(db, "sites", { id: world.first.site.id }, { guest_comments: "refused" });
    expect(await guest.text(room)).toContain("Only members can comment");
    await db.updateTable("share_links").set({ revoked_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect((await guest.get(room)).status).toBe(404);
  });

  test("opens no other preview by the link of one, none of another site, and none that is for members again", async () => {
    const { db } = world.context;
    await update(db, "sites", { id: world.first.site.id }, { preview_access: "link" });
    const [site, by, guest] = [await siteRow(world), await developer(), new Visitor(world)];
    const elsewhere = { ...site, id: newUuid(), slug: "elsewhere", production_label: "elsewhere" };
    await insert(db, "sites", elsewhere);
    const other = await addPreview(world, { preview_label: "other-preview" });
    const foreign = await addPreview(world, { site_id: elsewhere.id });
    const roomOf = async (only: object) => {
      const link = { ...only, expiresInSeconds: 3_600 };
      return `/app/guest/${(await inDatabase(db, (tx) => createShareLink(tx, by, site, link))).secret}`;
    };
    const [one, all] = [await roomOf({ deploymentId: preview }), await roomOf({})];
    expect(await guest.text(`${one}?deployment=${other}`)).not.toContain("other-preview");
    expect(await guest.text(`${all}?deployment=${other}`)).toContain("other-preview");
    expect((await guest.get(`${all}?deployment=${foreign}`)).status).toBe(404);
    await update(db, "sites", { id: site.id }, { preview_access: "members" });
    expect((await guest.get(all)).status).toBe(404);
  });
});
