import { describe, expect, test } from "vitest";
import { ACTIONS_BOT, AUTHOR, OUTSIDER, REVIEWER } from "../../../packages/testkit/github/users.ts";
import { type CommentRow, authorProof, marker, readStored } from "../../../src/github/comment/data.ts";
import { type CommentPlace, upsertComment } from "../../../src/github/comment/upsert.ts";
import { row, type Harness, startHarness } from "../harness.ts";

const MARKER = String(marker("previews"));
const OTHER_BOT = { login: "renovate[bot]", id: 29_139_614, type: "Bot" } as const;

type RowWrite = CommentPlace & { readonly row: CommentRow };

function write(on: Harness, changes: Partial<RowWrite> = {}): RowWrite {
  return { pullNumber: on.pullNumber, group: "previews", row: row(), ...changes };
}

function rowsOn(on: Harness): string[] {
  const ours = on.standIn.comments.filter(({ body }) => body.startsWith(MARKER));
  return ours.flatMap(({ body }) => readStored(body).rows.map(({ siteId, status }) => `${siteId} ${status}`));
}

describe("upsertComment", () => {
  test.each([
    ["a person's comment with our marker", AUTHOR, `${MARKER}\nmine`],
    ["another app's comment with our marker", OTHER_BOT, `${MARKER}\nmine`],
    ["a person who calls themselves like the bot", { ...OUTSIDER, login: "github-actions" }, `${MARKER}\nmine`],
    ["our marker quoted", ACTIONS_BOT, `> ${MARKER}\nmine`],
    ["our marker within a fence", ACTIONS_BOT, `\`\`\`\n${MARKER}\n\`\`\``],
    ["our marker with something behind it", ACTIONS_BOT, `${MARKER} mine`],
    ["the marker of another group", ACTIONS_BOT, `${String(marker("docs"))}\nmine`],
  ])("leaves %s alone", async (_, author, body) => {
    await using on = await startHarness();
    on.standIn.writeComment({ issueNumber: on.pullNumber, author, body });
    const outcome = await upsertComment(on.github, write(on), on.context);
    expect(outcome).toMatchObject({ kind: "done" });
    expect(on.standIn.comments.map((comment) => comment.body === body)).toEqual([true, false]);
  });

  test("jobs that share a comment in which not all sites fit end, each with its own row written", async () => {
    await using on = await startHarness();
    const others = Array.from({ length: 100 }, (_, n) => row({ siteId: `other-${n}`, site: `other-${n}`, runId: 300 }));
    await upsertComment(on.github, write(on), on.context);
    const [comment] = on.standIn.comments;
    if (comment === undefined) throw new Error("There is no comment.");
    const before = comment.body;
    comment.body = before.replace(/"rows":\[.*\]/, () => `"rows":${JSON.stringify(others)}`);
    const outcome = await upsertComment(on.github, write(on), on.context);
    expect(outcome).toMatchObject({ kind: "done", superseded: false });
    expect(rowsOn(on)).toHaveLength(100);
    expect(rowsOn(on)).toContain("site-a building");
  });
});

describe("upsertComment with a person's token", () => {
  const proofKey = "sk_live_the_service_token";

  test("finds its comment by the proof, and is not fooled by a copy of it", async () => {
    await using on = await startHarness();
    const mine = await on.as(REVIEWER);
    const first = await upsertComment(mine, write(on, { proofKey }), on.context);
    const knownId = first.kind === "done" ? first.commentId : 0;
    await upsertComment(mine, write(on, { proofKey, knownId, row: row({ status: "ready" }) }), on.context);
    const body = on.standIn.comments[0]?.body ?? "";
    on.standIn.writeComment({ issueNumber: on.pullNumber, author: OUTSIDER, body });
    on.takeRequests();
    await upsertComment(mine, write(on, { proofKey, row: row({ runId: 101 }) }), on.context);
    expect(on.takeRequests()).toEqual(["GET list-comments", "PATCH update-comment"]);
    expect(on.standIn.comments.map((comment) => comment.body === body)).toEqual([false, true]);
    expect(on.standIn.comments[0]?.body).toContain(
      authorProof(proofKey, {
        repository: "lantern-theatre/website",
        pullNumber: 12,
        group: "previews",
        authorId: REVIEWER.id,
      }),
    );
  });

  test("a copy of its comment, its own being gone, is not taken for it", async () => {
    await using on = await startHarness();
    const mine = await on.as(REVIEWER);
    const first = await upsertComment(mine, write(on, { proofKey }), on.context);
    const knownId = first.kind === "done" ? first.commentId : 0;
    await upsertComment(mine, write(on, { proofKey, knownId, row: row({ status: "ready" }) }), on.context);
    const [proven] = on.standIn.state.comments.splice(0);
    const copy = { issueNumber: on.pullNumber, author: OUTSIDER, body: proven?.body ?? "" };
    on.standIn.writeComment(copy);
    const next = await upsertComment(mine, write(on, { proofKey, row: row({ runId: 101 }) }), on.context);
    expect(next).toMatchObject({ kind: "done" });
    expect(on.standIn.comments.map(({ body }) => body === copy.body)).toEqual([true, false]);
  });

  test("without a proof it makes one, learns who it is, and ends with the first it ever made", async () => {
    await using on = await startHarness();
    const mine = await on.as(REVIEWER);
    const first = await upsertComment(mine, write(on), on.context);
    const second = await upsertComment(mine, write(on, { row: row({ runId: 101 }) }), on.context);
    expect(on.standIn.comments).toHaveLength(1);
    expect(second).toMatchObject({ commentId: first.kind === "done" ? first.commentId : 0 });
  });
});

describe("upsertComment when GitHub has trouble", () => {
  test("a locked conversation is no lack of permission", async () => {
    await using on = await startHarness();
    const [pull] = on.standIn.state.pulls;
    if (pull !== undefined) pull.locked = true;
    const outcome = await upsertComment(on.github, write(on), on.context);
    expect(outcome).toMatchObject({ kind: "failed", status: 403 });
    expect(outcome).not.toHaveProperty("permissionHint");
  });

  test("a comment that was made although the response is lost is found, not made twice", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: { method: "POST" }, resetAfter: true });
    expect(await upsertComment(on.github, write(on), on.context)).toMatchObject({ kind: "done" });
    expect(on.standIn.comments).toHaveLength(1);
    expect(on.takeRequests()).toEqual(["GET list-comments", "POST create-comment", "GET list-comments"]);
  });
});
