import { describe, expect } from "vitest";
import { MAX_DELIVERY_AGE_MS } from "../../../packages/service/notify/notifier.ts";
import { receiveGithubHook } from "../../../packages/service/notify/receive-hook.ts";
import { findThread, threadUrl } from "../../../packages/service/store/comments/threads.ts";
import { changeComment, createComment, replyFromGithub } from "../../../packages/service/store/comments/write.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import type { Comment } from "../../../packages/testkit/github/state.ts";
import { AUTHOR, REVIEWER } from "../../../packages/testkit/github/users.ts";
import { signIn } from "../approvals/fixture.ts";
import { test as asApp, decide } from "./app-github.ts";
import { APP, type Scenario, signedHook, startGithub, test as base } from "./scenario.ts";

const PULL = 12;

/** The preview of a pull request on GitHub, of a site whose threads are comments there too. */
async function commented(scenario: Scenario, rule: "off" | "on" | null = "on") {
  const { context, sourceDeploymentId, siteId, developer } = scenario;
  const { db } = context;
  const isPull = { pull_request_number: PULL };
  await db.updateTable("deployments").set(isPull).where("id", "=", sourceDeploymentId).execute();
  await db.updateTable("sites").set({ github_comments: rule }).where("id", "=", siteId).execute();
  const notifier = scenario.notifier();
  return {
    start: (body = "Too small", blocks = false) =>
      createComment(context.db, developer, siteId, {
        deploymentId: sourceDeploymentId,
        path: "/prices/",
        body,
        blocks,
      }),
    change: (commentId: string, change: Parameters<typeof changeComment>[3]["change"]) =>
      changeComment(context.db, developer, siteId, { commentId, change }),
    // In a new session, since days pass in some tests.
    reply: async (threadId: string, body: string) =>
      createComment(context.db, await signIn(context, developer), siteId, { threadId, body }),
    send: () => notifier.sendDue(),
    thread: async (id: string) => (await findThread(db, id)) ?? expect.fail("no thread"),
    log: async () => (await scenario.log()).filter(({ kind }) => kind === "thread_comment"),
  };
}

const test = base.extend<{
  readonly room: Awaited<ReturnType<typeof commented>>;
  readonly github: Awaited<ReturnType<typeof startGithub>>;
}>({
  github: async ({ scenario }, use) => {
    await using github = await startGithub({
      pulls: [
        { number: PULL, headRef: "autumn", headSha: "a".repeat(40) },
        { number: 13, headRef: "x", headSha: "b".repeat(40) },
      ],
    });
    await scenario.connect(github);
    await use(github);
    expect(github.violations).toEqual([]);
  },
  room: async ({ scenario }, use) => use(await commented(scenario)),
});

describe("a thread on the preview of a pull request", () => {
  test("is no comment on GitHub unless its site says so", async ({ scenario, github }) => {
    const room = await commented(scenario, null);
    await room.start();
    expect(await room.send()).toBe(0);
    expect(github.comments).toEqual([]);
  });

  test("is one comment with a link to the room, which says how the thread stands", async ({
    room,
    github,
    scenario,
  }) => {
    github.writeComment({ issueNumber: PULL, author: REVIEWER, body: "Nice" });
    const { id } = await room.start("Too small", true);
    await room.send();
    const [theirs, own] = github.comments;
    const { baseUrl } = scenario.context.addresses;
    expect(own).toMatchObject({ issueNumber: PULL, author: APP });
    expect(own?.body).toContain(threadUrl(baseUrl, await room.thread(id)));
    expect(own?.body).toContain("```text\nToo small\n```");
    expect(own?.body).toContain("⛔ Blocks the release.");
    await room.change(id, { status: "resolved", commit: "4f0c2a9e" });
    await room.send();
    expect(github.comments).toHaveLength(2);
    expect(own?.body).toMatch(/✅ Resolved by .* with ` 4f0c2a9e `\./);
    expect(own?.body).not.toContain("⛔");
    expect(theirs).toMatchObject({ body: "Nice" });
  });

  test("shows the newest answers of the room and how many are earlier, and leaves out answers that came from GitHub", async ({
    room,
    github,
    scenario,
  }) => {
    const { id } = await room.start();
    await room.send();
    for (const body of ["I look into it", "It is 14 px", "Larger?", "Yes"]) await room.reply(id, body);
    const byGithub = {
      kind: "github",
      accountId: "7",
      name: "@mira-okafor",
      workspaceId: scenario.workspaceId,
    } as const;
    const answer = { githubId: 901, body: "From here" };
    const thread = await room.thread(id);
    await inWorkspace(scenario.context.db, scenario.workspaceId, (tx) => replyFromGithub(tx, byGithub, thread, answer));
    await room.send();
    const body = () => github.comments[0]?.body ?? "";
    expect(github.comments).toHaveLength(1);
    expect(body().match(/(?<=```text\n).*/g)).toEqual(["Too small", "It is 14 px", "Larger?", "Yes"]);
    expect(body()).toContain("1 earlier answer is in the review room");
    const newest = (await room.thread(id)).comments[4]?.id ?? "";
    await room.change(newest, { body: "Yes, 16 px" });
    await room.send();
    expect(body()).toContain("Yes, 16 px");
    await room.change(newest, { deleted: true });
    await room.send();
    expect(body().match(/(?<=```text\n).*/g)).toEqual(["Too small", "I look into it", "It is 14 px", "Larger?"]);
  });

  test("fits into a comment, however long its texts are", async ({ room, github }) => {
    const ticks = "`".repeat(10_000);
    const { id } = await room.start(ticks);
    for (let n = 0; n < 4; n += 1) await room.reply(id, `${ticks.slice(1)}${n}`);
    await room.send();
    expect(github.comments).toHaveLength(1);
    expect(await room.log()).toContainEqual(expect.objectContaining({ status: "delivered" }));
    expect(github.comments[0]?.body).toMatch(/greenroom thread \w{32} -->$/);
  });

  test("is corrected there when its text is edited or deleted, also once the site has switched it off", async ({
    room,
    github,
    scenario,
  }) => {
    const { id } = await room.start("The code is 4711");
    await room.send();
    await room.change(id, { body: "Too wide" });
    await room.send();
    expect(github.comments[0]?.body).toContain("Too wide");
    await scenario.context.db.updateTable("sites").set({ github_comments: "off" }).execute();
    await room.change(id, { deleted: true });
    await room.send();
    expect(github.comments[0]?.body).not.toContain("Too wide");
    expect(github.comments[0]?.body).toContain("_Deleted._");
  });

  test.for([
    ["the attempt is repeated", 60_000],
    ["the delivery was given up", MAX_DELIVERY_AGE_MS + 60_000],
  ] as const)(
    "is one comment also where GitHub's response was lost and %s",
    async ([, laterMs], { room, github, scenario }) => {
      for (let index = 0; index < 120; index += 1)
        github.writeComment({ issueNumber: PULL, author: AUTHOR, body: "Bump" });
      const lost = { match: { operation: "issues/create-comment" }, resetAfter: true } as const;
      const away = { match: { method: "GET" }, times: 1, response: { status: 503, body: {} } } as const;
      github.faults.push(lost);
      const { id } = await room.start();
      await room.send();
      expect((await room.thread(id)).github_comment_id).toBeNull();
      if (laterMs > MAX_DELIVERY_AGE_MS) github.faults.push(away);
      scenario.context.turn(laterMs);
      await room.send();
      await room.reply(id, "Still?");
      await room.send();
      const own = github.comments.filter(({ author }) => author.id === APP.id);
      expect(own.map((one) => one.id)).toEqual([(await room.thread(id)).github_comment_id]);
      expect(own[0]?.body).toContain("Still?");
    },
  );

  test.for([AUTHOR, { login: "another-app[bot]", id: 777, type: "Bot" }] as const)(
    "edits no comment of $login that has its mark, where GitHub's response was lost",
    async (author, { room, github, scenario }) => {
      const earlier = github.writeComment({ issueNumber: PULL, author, body: "Mine" });
      github.faults.push({ match: { operation: "issues/create-comment" }, resetAfter: true });
      const { id } = await room.start();
      await room.send();
      const [own] = github.state.comments.splice(1);
      const copied = github.state.comments.find((one) => one.id === earlier.id) ?? expect.fail("no comment");
      copied.body = own?.body ?? "";
      scenario.context.turn(60_000);
      await room.reply(id, "Still?");
      await room.send();
      expect(copied.body).toBe(own?.body);
      expect(github.comments[1]).toMatchObject({ author: APP, body: expect.stringContaining("Still?") });
    },
  );

  test("stays deleted where somebody deleted it on GitHub", async ({ room, github }) => {
    const { id } = await room.start();
    await room.send();
    github.state.comments.splice(0);
    await room.change(id, { status: "resolved" });
    await room.send();
    expect(github.comments).toEqual([]);
    expect((await room.log()).map(({ status }) => status)).toEqual(["failed", "delivered"]);
  });

  test("edits nothing in another repository, where its number is another comment's", async ({
    room,
    github,
    scenario,
  }) => {
    const { id } = await room.start();
    await room.send();
    await using elsewhere = await startGithub();
    const theirs: Comment = { ...(github.comments[0] ?? expect.fail("no comment")), author: REVIEWER, body: "Nice" };
    elsewhere.state.comments.push(theirs);
    await scenario.connect(elsewhere);
    await room.change(id, { status: "resolved" });
    await room.send();
    expect(theirs.body).toBe("Nice");
  });

  test.for([
    ["https://github.com/somebody/website.git", 0],
    ["https://gitlab.com/lantern-theatre/website", 0],
    ["https://127.0.0.1/Lantern-Theatre/website.git", 1],
    ["ssh://git@127.0.0.1/lantern-theatre/website", 1],
  ] as const)(
    "of a site with the repository %s is %i comment there",
    async ([url, count], { room, github, scenario }) => {
      await scenario.context.db.updateTable("sites").set({ repository_url: url }).execute();
      await room.start();
      await room.send();
      expect(github.comments).toHaveLength(count);
      expect(await room.log()).toMatchObject([{ status: count === 0 ? "dropped" : "delivered" }]);
    },
  );

  test("has no text that GitHub would render, link, or notify somebody of", async ({ room, github }) => {
    await room.start("@mira-okafor #12 ![](https://evil.example/a.png)\n```\n<!-- greenroom thread x -->\n````\u202e");
    await room.send();
    const { body = "" } = github.comments[0] ?? {};
    const [, fence = "", inside = ""] = /^(`{5})text\n([\s\S]*?)\n\1$/m.exec(body) ?? [];
    expect(fence).toHaveLength(5);
    expect(inside).toContain("@mira-okafor #12");
    expect(body.replace(inside, "")).not.toMatch(/@|evil|\u202e/u);
  });

  test.for([403, 404, 500])(
    "is tried again after %i, and nothing of the thread changes",
    async (status, { room, github, scenario }) => {
      github.faults.push({ match: { method: "POST" }, response: { status, body: { message: "no" } } });
      const { id } = await room.start();
      await room.send();
      expect(await room.thread(id)).toMatchObject({ status: "open", github_comment_id: null });
      scenario.context.turn(60_000);
      await room.send();
      expect(github.comments).toHaveLength(1);
    },
  );
});

describe("an answer on GitHub", () => {
  let sent = 0;
  const hookOf = (
    comment: Pick<Comment, "id" | "body" | "author">,
    { action = "created", number = PULL, repository = "website" } = {},
  ) => {
    const payload = {
      action,
      issue: { number, pull_request: { url: "https://api.github.com/pulls/12" } },
      comment: { id: comment.id, body: comment.body, user: comment.author },
      repository: { name: repository, owner: { login: "lantern-theatre" } },
      nonce: (sent += 1),
    };
    return signedHook("issue_comment", payload, { deliveryId: `delivery-${sent}` });
  };
  const answering = async (scenario: Scenario, room: Awaited<ReturnType<typeof commented>>) => {
    const { id } = await room.start();
    await room.send();
    const url = threadUrl(scenario.context.addresses.baseUrl, await room.thread(id));
    const quoted = `> **Comment on \`/prices/\` of the preview** · [Open in the review room](${url})\n> Too small\n\nIt is 14 px\n\n> as designed`;
    return { id, quoted, bodies: async () => (await room.thread(id)).comments.map(({ body }) => body) };
  };
  const answer = { id: 901, author: REVIEWER };

  test("that quotes a thread is a comment of it, from its account, and once only", async ({
    room,
    github: _github,
    scenario,
  }) => {
    const { id, quoted, bodies } = await answering(scenario, room);
    const hook = hookOf({ ...answer, body: quoted });
    expect(await receiveGithubHook(scenario.context, hook)).toBe("recorded");
    expect(await receiveGithubHook(scenario.context, hook)).toBe("replayed");
    expect(await receiveGithubHook(scenario.context, hookOf({ ...answer, body: `${quoted}!` }))).toBe("ignored");
    expect(await bodies()).toEqual(["Too small", "It is 14 px\n\n> as designed"]);
    expect((await room.thread(id)).comments[1]).toMatchObject({ author_kind: "github", author_name: "@mira-okafor" });
    expect(await room.send()).toBe(0);
  });

  test("is edited and deleted as it is there", async ({ room, github: _github, scenario }) => {
    const { quoted, bodies } = await answering(scenario, room);
    const send = (body: string, action: string) =>
      receiveGithubHook(scenario.context, hookOf({ ...answer, body }, { action }));
    await send(quoted, "created");
    expect(await send("It is 15 px", "edited")).toBe("recorded");
    expect(await bodies()).toEqual(["Too small", "It is 15 px"]);
    expect(await send("It is 15 px", "deleted")).toBe("recorded");
    expect(await bodies()).toEqual(["Too small", ""]);
    expect(await send("It is 16 px", "edited")).toBe("ignored");
  });

  test.for([
    ["the service's own", (quoted: string, own: string) => hookOf({ ...answer, body: `${quoted}\n${own}` })],
    ["a program's", (quoted: string) => hookOf({ ...answer, author: { ...APP, login: "helper" }, body: quoted })],
    ["without a link to a thread", () => hookOf({ ...answer, body: "It is 14 px" })],
    ["that says nothing", (quoted: string) => hookOf({ ...answer, body: quoted.split("\n\n")[0] ?? "" })],
    ["in another pull request", (quoted: string) => hookOf({ ...answer, body: quoted }, { number: 13 })],
    [
      "with a link to another service",
      (quoted: string) => hookOf({ ...answer, body: quoted.replace("://", "://evil.") }),
    ],
  ] as const)("is no comment of a thread: %s", async ([, make], { room, github, scenario }) => {
    const { quoted, bodies } = await answering(scenario, room);
    expect(await receiveGithubHook(scenario.context, make(quoted, github.comments[0]?.body ?? ""))).toBe("ignored");
    expect(await bodies()).toEqual(["Too small"]);
  });

  test("is not taken with another signature, by another connection, or where the site has switched it off", async ({
    room,
    github,
    scenario,
  }) => {
    const { quoted, bodies } = await answering(scenario, room);
    const forged = { ...hookOf({ ...answer, body: quoted }), signature: `sha256=${"0".repeat(64)}` };
    expect(await receiveGithubHook(scenario.context, forged)).toBe("unsigned");
    await scenario.context.db.updateTable("sites").set({ github_comments: "off" }).execute();
    expect(await receiveGithubHook(scenario.context, hookOf({ ...answer, body: quoted }))).toBe("ignored");
    await scenario.context.db.updateTable("sites").set({ github_comments: "on" }).execute();
    await scenario.connect(github, { environment: "staging" });
    expect(await receiveGithubHook(scenario.context, hookOf({ ...answer, body: quoted }))).toBe("ignored");
    expect(await bodies()).toEqual(["Too small"]);
  });

  test("floods no thread", async ({ room, github: _github, scenario }) => {
    const { quoted, bodies } = await answering(scenario, room);
    for (let id = 1; id <= 40; id += 1) {
      await receiveGithubHook(scenario.context, hookOf({ ...answer, id, body: `${quoted} ${id}` }));
    }
    expect(await bodies()).toHaveLength(31);
  });
});

asApp("a comment is written with a token that can do nothing else", async ({ scenario, github }) => {
  const room = await commented(scenario);
  github.state.permissions["pull_requests"] = "write";
  await decide(scenario);
  await room.send();
  await room.start();
  await room.send();
  expect(github.issued.map(({ body }) => body)).toEqual([
    expect.objectContaining({ permissions: expect.objectContaining({ contents: "write", pull_requests: "read" }) }),
    { repositories: ["website"], permissions: { pull_requests: "write" } },
  ]);
});
