import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  Anchor,
  CommentThread,
  CreateComment,
  MAX_ANCHOR_CHARS,
  MAX_COMMENT_CHARS,
  MAX_THREAD_COMMENTS,
} from "../../packages/contract/index.ts";
import type { SessionActor, TokenActor } from "../../packages/service/domain/actor.ts";
import { type Commenter, type Guest, guestName, mentionsIn } from "../../packages/service/domain/commenter.ts";
import { readAudit } from "../../packages/service/store/audit/audit.ts";
import {
  countPages,
  countThreads,
  findBlocking,
  findThread,
  listThreads,
  toThread,
} from "../../packages/service/store/comments/threads.ts";
import { changeComment, createComment, replyFromGithub } from "../../packages/service/store/comments/write.ts";
import { requireRow } from "../../packages/service/store/engine/rows.ts";
import { inWorkspace } from "../../packages/service/store/engine/transaction.ts";
import {
  makeDeployment,
  makeMember,
  makeShareLink,
  makeSite,
  makeToken,
  makeWorkspace,
  openContext,
} from "./approvals/fixture.ts";
import { addDeployment } from "./fixtures.ts";
import { context as served, first, openApp, other, request } from "./http/app.ts";
import { update } from "./rows.ts";

const COMMIT = "4f0c2a9e".repeat(5);

describe("a thread", () => {
  let context: ReturnType<typeof openContext>;
  let siteId: string;
  let preview: string;
  let developer: SessionActor;
  let approver: SessionActor;
  let viewer: SessionActor;
  let agent: TokenActor;

  beforeEach(async () => {
    context = openContext();
    const workspace = await makeWorkspace(context);
    siteId = await makeSite(context, workspace);
    const { workspaceId } = workspace;
    preview = await makeDeployment(context, { workspaceId, siteId }, { branch: "autumn" });
    developer = await makeMember(context, workspaceId, "developer");
    approver = await makeMember(context, workspaceId, "approver");
    viewer = await makeMember(context, workspaceId, "viewer");
    agent = await makeToken(context, developer);
    for (const id of ["link", "flood"]) await makeShareLink(context, developer, siteId, id);
  });
  afterEach(() => context.db.destroy());

  const guest = (given: Partial<Guest> = {}): Guest => ({
    kind: "guest",
    workspaceId: developer.workspaceId,
    shareLinkId: "link",
    name: "Grace",
    deploymentId: null,
    ...given,
  });
  const start = (by: Commenter, given: { readonly blocks?: boolean; readonly deploymentId?: string } = {}) =>
    createComment(context.db, by, siteId, { deploymentId: preview, path: "/prices/", body: "Too small", ...given });
  const change = (by: Commenter, commentId: string, change: Parameters<typeof changeComment>[3]["change"]) =>
    changeComment(context.db, by, siteId, { commentId, change });
  const source = async (id = preview) => requireRow(context.db, "deployments", { id });
  const blocking = async (id = preview) => (await findBlocking(context.db, await source(id))).map((one) => one.id);
  const audited = async () =>
    (await readAudit(context.db, developer.workspaceId, { afterSeq: 0, limit: 100 })).map(({ action }) => action);

  test("has its comments in order, names as they were then, and the id of its first one", async () => {
    const { id } = await start(developer);
    await createComment(context.db, agent, siteId, { threadId: id, body: "On it" });
    const thread = await createComment(context.db, guest(), siteId, { threadId: id, body: "Thanks" });
    const read = CommentThread.parse(toThread(thread, context.addresses));
    expect(read.comments.map(({ author, body }) => [author.kind, author.name, body])).toEqual([
      ["person", developer.name, "Too small"],
      ["agent", agent.name, "On it"],
      ["guest", "Grace", "Thanks"],
    ]);
    expect(read.comments[0]?.id).toBe(id);
    expect(read).toMatchObject({ path: "/prices/", branch: "autumn", status: "open", blocks: false });
    expect(JSON.stringify(read)).not.toContain("link");
  });

  test.each([
    ["a guest", () => guest(), "web_session_required"],
    ["an agent", () => agent, "web_session_required"],
    ["a viewer", () => viewer, "forbidden_role"],
  ])("is not made to block by %s, at its start or later", async (_who, by, code) => {
    await expect(start(by(), { blocks: true })).rejects.toMatchObject({ code });
    const { id } = await start(by());
    await expect(change(by(), id, { blocks: true })).rejects.toMatchObject({
      code: by().kind === "guest" ? "web_session_required" : code,
    });
    expect(await blocking()).toEqual([]);
  });

  test.each([
    ["another developer", async () => makeMember(context, developer.workspaceId, "developer"), "forbidden_role"],
    ["a viewer", async () => viewer, "forbidden_role"],
    ["a token of who made it", async () => agent, "web_session_required"],
    ["a guest", async () => guest(), "web_session_required"],
    [
      "an approver whom nobody confirmed",
      async () => makeMember(context, developer.workspaceId, "approver", developer.userId),
      "forbidden_role",
    ],
  ])("that blocks is not cleared by %s", async (_who, make, code) => {
    const { id } = await start(developer, { blocks: true });
    const by = await make();
    await expect(change(by, id, { blocks: false })).rejects.toMatchObject({ code });
    if (by.kind === "session") await expect(change(by, id, { status: "resolved" })).rejects.toMatchObject({ code });
    expect(await blocking()).toEqual([id]);
  });

  test.each([
    ["who made it", () => developer],
    ["an approver", () => approver],
  ])("that blocks is cleared by %s, and the audit log says so", async (_who, by) => {
    const { id } = await start(developer, { blocks: true });
    expect(await blocking()).toEqual([id]);
    await change(by(), id, { status: "resolved", commit: COMMIT });
    expect(await blocking()).toEqual([]);
    await change(developer, id, { status: "open" });
    expect(await blocking()).toEqual([id]);
    await change(by(), id, { blocks: false });
    expect(await blocking()).toEqual([]);
    const actions = (await audited()).filter((action) => action.startsWith("comment."));
    expect(actions).toEqual(["comment.blocked", "comment.unblocked", "comment.blocked", "comment.unblocked"]);
  });

  test("that an agent resolves while it blocks is a proposal, which a person accepts or rejects", async () => {
    const { id } = await start(developer, { blocks: true });
    const proposed = await change(agent, id, { status: "resolved", commit: COMMIT });
    expect(toThread(proposed, context.addresses)).toMatchObject({
      status: "open",
      proposed: { by: { kind: "agent", name: agent.name }, commit: COMMIT },
    });
    expect(await blocking()).toEqual([id]);
    await expect(change(agent, id, { status: "open" })).rejects.toMatchObject({ code: "web_session_required" });
    expect((await change(developer, id, { status: "open" })).proposed_by).toBeNull();
    await change(agent, id, { status: "resolved", commit: COMMIT });
    const accepted = toThread(await change(approver, id, { status: "resolved" }), context.addresses);
    expect(accepted).toMatchObject({
      status: "resolved",
      proposed: null,
      resolved: { by: { kind: "person", name: approver.name }, commit: COMMIT },
    });
  });

  test("that blocks nothing is resolved by an agent, with the commit", async () => {
    const { id } = await start(guest());
    expect(await change(agent, id, { status: "resolved", commit: COMMIT })).toMatchObject({
      status: "resolved",
      resolved_commit: COMMIT,
    });
  });

  test("blocks later previews of its branch and those of the same files, and nothing else", async () => {
    const { id } = await start(developer, { blocks: true });
    const of = { workspaceId: developer.workspaceId, siteId };
    const { file_list_digest: files } = await source();
    const later = await makeDeployment(context, of, { branch: "autumn" });
    const same = await makeDeployment(context, of, { branch: "disguise", file_list_digest: files });
    const apart = await makeDeployment(context, of, { branch: "main" });
    const nameless = await makeDeployment(context, of, { branch: null });
    const theirs = await makeWorkspace(context);
    const siteOfTheirs = { ...theirs, siteId: await makeSite(context, theirs) };
    const elsewhere = await makeDeployment(context, siteOfTheirs, { branch: "autumn", file_list_digest: files });
    const all = [later, same, apart, nameless, elsewhere];
    expect(await Promise.all(all.map(blocking))).toEqual([[id], [id], [], [], []]);
    expect(await countThreads(context.db, await source(later))).toEqual({ open: 1, blocking: 1 });
    expect(await countThreads(context.db, await source(elsewhere))).toEqual({ open: 0, blocking: 0 });
  });

  test("does not pass to another pull request whose branch has the same name", async () => {
    const of = { workspaceId: developer.workspaceId, siteId };
    const pull = async (number: number) => {
      const id = await makeDeployment(context, of, { branch: "patch-1" });
      await update(context.db, "deployments", { id }, { pull_request_number: number });
      return id;
    };
    const { id } = await start(developer, { blocks: true, deploymentId: await pull(7) });
    expect([await blocking(await pull(7)), await blocking(await pull(8))]).toEqual([[id], []]);
  });

  test("is listed with later previews of its branch while it is open", async () => {
    const open = (await start(developer)).id;
    const done = (await start(developer)).id;
    await change(developer, done, { status: "resolved" });
    const later = await makeDeployment(context, { workspaceId: developer.workspaceId, siteId }, { branch: "autumn" });
    const of = async (id: string) =>
      (await listThreads(context.db, siteId, { deployment: await source(id), limit: 50 })).map((one) => one.id);
    expect(await of(later)).toEqual([open]);
    expect((await of(preview)).toSorted()).toEqual([open, done].toSorted());
  });

  test("keeps blocking when the text that says so is deleted, which leaves a trace", async () => {
    const { id } = await start(developer, { blocks: true });
    const thread = toThread(await change(developer, id, { deleted: true }), context.addresses);
    expect(thread.comments[0]).toMatchObject({ body: null, author: { name: developer.name } });
    expect(thread.comments[0]?.deletedAt).not.toBeNull();
    expect(await blocking()).toEqual([id]);
    const rows = await context.db.selectFrom("comments").select("body").execute();
    expect(rows).toEqual([{ body: "" }]);
  });

  test("is edited by its author only, and not over an edit that they have not seen", async () => {
    const { id } = await start(developer);
    await expect(change(approver, id, { body: "Fine" })).rejects.toMatchObject({ code: "forbidden_role" });
    await expect(change(agent, id, { body: "Fine" })).rejects.toMatchObject({ code: "forbidden_role" });
    const edited = await change(developer, id, { body: "Much too small", editedAt: null });
    const seen = edited.comments[0]?.edited_at ?? null;
    await expect(change(developer, id, { body: "Other tab", editedAt: null })).rejects.toMatchObject({
      code: "comment_changed",
    });
    expect((await change(developer, id, { body: "Larger", editedAt: seen })).comments[0]?.body).toBe("Larger");
    await change(developer, id, { deleted: true });
    await expect(change(developer, id, { body: "Back" })).rejects.toMatchObject({ code: "comment_changed" });
  });

  test("is deleted by its author, an owner or an admin", async () => {
    const { id } = await start(guest());
    await expect(change(approver, id, { deleted: true })).rejects.toMatchObject({ code: "forbidden_role" });
    await expect(change(guest(), id, { deleted: true })).rejects.toMatchObject({ code: "web_session_required" });
    const admin = await makeMember(context, developer.workspaceId, "admin");
    expect((await change(admin, id, { deleted: true })).comments[0]?.deleted_at).not.toBeNull();
  });

  test("gets a reply once that is sent twice, and no more than it holds", async () => {
    const { id } = await start(developer);
    for (const body of ["Done", "Done"]) await createComment(context.db, agent, siteId, { threadId: id, body });
    const reply = (body: string) => createComment(context.db, agent, siteId, { threadId: id, body });
    for (let count = 2; count < MAX_THREAD_COMMENTS; count += 1) await reply(`${count}`);
    await expect(reply("More")).rejects.toMatchObject({ code: "validation_failed" });
    const { workspaceId } = developer;
    const thread = (await findThread(context.db, id)) ?? expect.fail("no thread");
    const byGithub = { kind: "github", workspaceId, accountId: "7", name: "@mira-okafor" } as const;
    const more = { githubId: 901, body: "More" };
    expect(await inWorkspace(context.db, workspaceId, (tx) => replyFromGithub(tx, byGithub, thread, more))).toBe(false);
    expect((await listThreads(context.db, siteId, { limit: 1 }))[0]?.comments).toHaveLength(MAX_THREAD_COMMENTS);
  });

  test("is read with its first and newest comments where they are enough, or whole", async () => {
    const long = await start(developer);
    for (let n = 1; n < 9; n += 1) await createComment(context.db, agent, siteId, { threadId: long.id, body: `${n}` });
    const short = await start(guest());
    const read = async (filter: object) =>
      (await listThreads(context.db, siteId, { limit: 50, newest: 2, ...filter })).map(({ comments, leftOut }) => [
        ...comments.map(({ body }) => body),
        leftOut,
      ]);
    expect(await read({})).toEqual([
      ["Too small", 0],
      ["Too small", "7", "8", 6],
    ]);
    expect((await read({ whole: long.id }))[1]).toHaveLength(10);
    expect(await read({ newest: 0, path: "/prices/" })).toEqual([
      ["Too small", 0],
      ["Too small", 8],
    ]);
    expect(await read({ path: "/" })).toEqual([]);
    expect(await read({ shareLinkId: "link" })).toHaveLength(1);
    expect(await countPages(context.db, await source(), 10)).toEqual([{ path: "/prices/", open: 2, blocking: 0 }]);
    expect((await findThread(context.db, short.id))?.leftOut).toBe(0);
  });

  test("is closed to guests where the site refuses them, where their link does not lead or was revoked, and when they write too much", async () => {
    const { id } = await start(guest());
    await update(context.db, "share_links", { id: "flood" }, { revoked_at: context.at() });
    await expect(start(guest({ shareLinkId: "flood" }))).rejects.toMatchObject({ code: "unauthenticated" });
    await update(context.db, "share_links", { id: "flood" }, { revoked_at: null });
    const elsewhere = guest({ deploymentId: "dep_other" });
    await expect(start(elsewhere)).rejects.toMatchObject({ code: "deployment_not_found" });
    const reply = createComment(context.db, elsewhere, siteId, { threadId: id, body: "Hello" });
    await expect(reply).rejects.toMatchObject({ code: "not_found" });
    const flood = Array.from({ length: 40 }, () =>
      start(guest({ shareLinkId: "flood" })).then(
        () => "made",
        (error) => error.code,
      ),
    );
    expect(new Set(await Promise.all(flood))).toEqual(new Set(["made", "rate_limited"]));
    await update(context.db, "sites", { id: siteId }, { guest_comments: "refused" });
    await expect(start(guest())).rejects.toMatchObject({ code: "forbidden_role" });
  });
});

describe("the name of a guest", () => {
  test.each(["Greenroom", " GREENROOM bot", "green room", "green\u200broom", "a\nb", "\u202eeve", "", "x".repeat(61)])(
    "cannot be %j",
    (name) => expect(() => guestName(name)).toThrow(/'name' is not valid/),
  );

  test("is what they typed, without spaces around it", () =>
    expect(guestName("  Ada  Lovelace ")).toBe("Ada Lovelace"));
});

describe("a mention", () => {
  const members = [
    { userId: "1", name: "Ada Lovelace", email: "ada@acme.test" },
    { userId: "2", name: "Adam", email: "adam@acme.test" },
    { userId: "3", name: "", email: "é@acme.test" },
  ];

  test.each([
    ["@Ada Lovelace, look", ["1"]],
    ["ask @ada.", ["1"]],
    ["(@ADA) and @adam", ["1", "2"]],
    ["@adam then @ada", ["1", "2"]],
    ["write to x@ada", []],
    ["@adaptive @ @@", []],
    ["@é", ["3"]],
  ])("in %j is of %j", (text, people) => expect(mentionsIn(text, members)).toEqual(people));
});

describe("the routes of comments", () => {
  openApp();
  const path = () => `/sites/${first.site.id}/comments`;
  const start = async (given: object = {}) =>
    request(path(), {
      body: { deploymentId: await addDeployment(served, first, { branch: "a" }), body: "Hi", ...given },
    });

  test("start, list and change what the contract describes", async () => {
    const made = await start({ anchor: [{ type: "CssSelector", value: "main > h1" }], width: 1280 });
    expect(made.result).toBe("201 ok");
    CommentThread.parse(made.data);
    expect((await request(path())).data.map((thread) => CommentThread.parse(thread).id)).toEqual([made.data.id]);
    const body = { status: "resolved", commit: COMMIT };
    expect((await request(`${path()}/${made.data.id}`, { method: "PATCH", body })).data.status).toBe("resolved");
    expect((await request(`${path()}?status=open`)).data).toEqual([]);
  });

  test("export threads as annotations of the W3C, with the selectors that are stored", async () => {
    const anchor = [
      { type: "CssSelector", value: "main > h1" },
      { type: "TextQuoteSelector", exact: "Welcome" },
      { type: "FragmentSelector", conformsTo: "http://www.w3.org/TR/media-frags/", value: "xywh=percent:1,2,3,4" },
    ];
    const { data } = await start({ anchor, path: "/prices/?a=1" });
    const [annotation, ...more] = (await request(`${path()}?format=annotations`)).data;
    expect(more).toEqual([]);
    expect(annotation).toMatchObject({
      "@context": "http://www.w3.org/ns/anno.jsonld",
      id: data.id,
      type: "Annotation",
      body: [{ type: "TextualBody", value: "Hi", format: "text/markdown", creator: { type: "Software" } }],
      target: { source: expect.stringMatching(/^https?:\/\/[^/]+\/prices\/\?a=1$/), selector: anchor },
    });
  });

  test("count the open ones in the record of the deployment, those of its branch included", async () => {
    const { deploymentId, id } = (await start()).data as unknown as { deploymentId: string; id: string };
    const later = await addDeployment(served, first, { branch: "a" });
    await update(served.db, "comment_threads", { id }, { blocked_by: first.users.developer });
    for (const one of [deploymentId, later]) {
      const webUrl = `${served.addresses.baseUrl}/app/room/${one}`;
      expect((await request(`/deployments/${one}`)).data).toMatchObject({ comments: { open: 1, blocking: 1, webUrl } });
    }
    const apart = await addDeployment(served, first, { branch: "b" });
    expect((await request(`/deployments/${apart}`)).data).not.toHaveProperty("comments");
  });

  test("take and list nothing by a thread or a deployment of another workspace", async () => {
    const { id } = (await start()).data;
    const theirs = { token: other.tokens.pat };
    const own = `/sites/${other.site.id}/comments`;
    expect((await request(own, { ...theirs, body: { threadId: id, body: "Hi" } })).result).toBe("404 not_found");
    const deploymentId = await addDeployment(served, first);
    expect((await request(own, { ...theirs, body: { deploymentId, body: "Hi" } })).result).toBe(
      "404 deployment_not_found",
    );
    expect((await request(`${own}?deployment=${deploymentId}`, theirs)).result).toBe("404 deployment_not_found");
  });

  test("say how many comments of a long thread a list leaves out, and read one whole", async () => {
    const { id } = (await start({ body: "0" })).data;
    await start({ body: "Another" });
    for (let n = 1; n < 13; n += 1) await request(path(), { body: { threadId: id, body: `${n}` } });
    const read = async (query: string) => (await request(`${path()}${query}`)).data.find((one) => one.id === id);
    const newest = ["0", ...Array.from({ length: 9 }, (_, n) => `${n + 4}`)].map((body) => ({ body }));
    expect(await read("")).toMatchObject({ commentsLeftOut: 3, comments: newest });
    expect(await read(`?thread=${id}`)).toMatchObject({ commentsLeftOut: 0, comments: { length: 13 } });
    expect(await read("?format=annotations")).toMatchObject({ commentsLeftOut: 3, body: { length: 10 } });
    expect((await request(`${path()}?thread=${id}`)).data).toHaveLength(1);
  });

  test("list many threads in pages, each once", async () => {
    const deploymentId = await addDeployment(served, first, { branch: "a" });
    const made = new Set<string>();
    for (let count = 0; count < 60; count += 1) {
      made.add((await request(path(), { body: { deploymentId, body: `${count}` } })).data.id);
    }
    const page = await request(`${path()}?deployment=${deploymentId}`);
    const rest = await request(`${path()}?deployment=${deploymentId}&cursor=${page.json.nextCursor}`);
    expect([page.data.length, rest.data.length, rest.json.nextCursor]).toEqual([50, 10, null]);
    expect(new Set([...page.data, ...rest.data].map(({ id }) => id))).toEqual(made);
    expect((await request(`${path()}?limit=51`)).result).toBe("400 validation_failed");
  });
});

test.each<[string, object]>([
  ["neither a thread nor a deployment", { deploymentId: undefined }],
  ["both", { threadId: `cmt_${"0".repeat(26)}` }],
  ["no text", { body: "  " }],
  ["a text that is too long", { body: "x".repeat(MAX_COMMENT_CHARS + 1) }],
  ["a path of another host", { path: "//evil.example/" }],
  ["a path with a line end", { path: "/a\nb" }],
  ["four selectors", { anchor: ["a", "b", "c", "d"].map((value) => ({ type: "CssSelector", value })) }],
  ["an unknown selector", { anchor: [{ type: "XPathSelector", value: "/" }] }],
])("a comment with %s is none", (_what, given) => {
  expect(CreateComment.safeParse({ deploymentId: "dep_1", body: "Hi" }).success).toBe(true);
  expect(CreateComment.safeParse({ deploymentId: "dep_1", body: "Hi", ...given }).success).toBe(false);
});

describe("an anchor", () => {
  test("is at most as long as it may be", () => {
    const value = "\u0001".repeat(900);
    expect(JSON.stringify([{ type: "CssSelector", value }]).length).toBeGreaterThan(MAX_ANCHOR_CHARS);
    expect(Anchor.safeParse([{ type: "CssSelector", value }]).success).toBe(false);
  });

  test.each(["xywh=percent:0,0,100,100", "xywh=percent:12.5,80.25,3,4"])("has the rectangle %s", (value) => {
    const conformsTo = "http://www.w3.org/TR/media-frags/";
    expect(Anchor.safeParse([{ type: "FragmentSelector", conformsTo, value }]).success).toBe(true);
  });
});
