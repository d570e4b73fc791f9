import { describe, expect, test } from "vitest";
import { authorProof, marker, storedText } from "../../../src/github/comment/data.ts";
import { findComments, readComment, readKnown } from "../../../src/github/comment/find.ts";
import { row } from "../harness.ts";
import { respond, BOT, bodyWith, context, PERSON, ScriptedGithub } from "../scripted-github.ts";

const SEARCH = { pullNumber: 7, group: "previews" };

async function idsFound(github: ScriptedGithub, search: Partial<Parameters<typeof findComments>[1]> = {}) {
  const found = await findComments(github, { ...SEARCH, ...search }, context());
  return found.kind === "done" ? found.comments.map(({ id }) => id) : found;
}

describe("readComment", () => {
  test("reads what GitHub says of a comment, and what we keep in it", () => {
    const body = bodyWith([row()], 55);
    const html_url = "https://github.com/o/r/pull/7#issuecomment-3";
    expect(readComment({ id: 3, body, html_url, user: BOT, updated_at: "2026-11-21T09:00:00Z" })).toEqual({
      id: 3,
      body,
      url: html_url,
      authorId: 41,
      login: "github-actions[bot]",
      bot: true,
      updatedAt: "2026-11-21T09:00:00Z",
      createdByRun: 55,
      rows: [row()],
    });
  });

  test("what has no id is no comment, what has little else is an empty one without an author", () => {
    for (const value of [null, "x", {}, { id: "3" }, []]) expect(readComment(value)).toBeUndefined();
    const empty = { url: "", body: "", authorId: 0, login: "", bot: false, updatedAt: "", createdByRun: 0, rows: [] };
    expect(readComment({ id: 3 })).toEqual({ id: 3, ...empty });
    expect(readComment({ id: 3, user: PERSON })).toMatchObject({ authorId: 7, login: "mara", bot: false });
  });
});

describe("findComments on Gitea", () => {
  test("the account of a job is ours, GitHub's bot is not, and a list that comes whole each time is read twice", async () => {
    const job = { login: "gitea-actions", id: -2, type: "User" };
    const github = new ScriptedGithub("gitea");
    const ours = github.addComment(bodyWith([]), job);
    github.addComment(bodyWith([]), BOT);
    for (let count = 0; count < 100; count += 1) github.addComment("talk", PERSON);
    github.intercept = ({ path }) => (path.endsWith("/comments") ? respond(200, github.comments) : undefined);
    const found = await findComments(github, SEARCH, context());
    expect(found).toMatchObject({ kind: "done", comments: [{ id: ours }], strangers: [BOT.login] });
    expect(github.takeRequests()).toEqual(["GET comments 1", "GET comments 2"]);
  });
});

describe("findComments", () => {
  test("the workflow's bot is recognised by its type and its name together", async () => {
    const github = new ScriptedGithub();
    const ours = github.addComment(bodyWith([]), BOT);
    github.addComment(bodyWith([]), { ...BOT, type: "User" });
    github.addComment(bodyWith([]), { ...BOT, login: "other[bot]" });
    github.addComment("no marker", BOT);
    github.addComment(bodyWith([], 100, "docs"), BOT);
    expect(await idsFound(github)).toEqual([ours]);
  });

  test("our account is recognised by its id, once known", async () => {
    const github = new ScriptedGithub();
    const ours = github.addComment(bodyWith([]), PERSON);
    github.addComment(bodyWith([]), { ...PERSON, id: 8 });
    expect(await idsFound(github, { selfId: 7 })).toEqual([ours]);
    expect(await idsFound(github)).toEqual([]);
    const anonymous = new ScriptedGithub();
    anonymous.addComment(bodyWith([]), { ...PERSON, id: 0 });
    expect(await idsFound(anonymous, { selfId: 0 })).toEqual([]);
  });

  test("a proof counts for the key, the place and the author it was made for", async () => {
    const github = new ScriptedGithub();
    const proven = (authorId: number, key = "key", scope = {}) => {
      const proof = authorProof(key, { repository: "o/r", ...SEARCH, authorId, ...scope });
      const stored = storedText({ group: "previews", createdByRun: 1, proof, rows: [] });
      return `${String(marker("previews"))}\n${String(stored)}`;
    };
    const ours = github.addComment(proven(7), PERSON);
    github.addComment(proven(7), { ...PERSON, id: 8 });
    github.addComment(proven(7, "another key"), PERSON);
    github.addComment(proven(7, "key", { pullNumber: 8 }), PERSON);
    github.addComment(proven(7, "key", { repository: "o/s" }), PERSON);
    github.addComment(proven(7, ""), PERSON);
    github.addComment(proven(0), { ...PERSON, id: 0 });
    expect(await idsFound(github, { proofKey: "key" })).toEqual([ours]);
    expect(await idsFound(github, { proofKey: "" })).toEqual([]);
    expect(await idsFound(github)).toEqual([]);
  });

  test("comments come by id, oldest first, whatever the list's order", async () => {
    const github = new ScriptedGithub();
    const ids = [github.addComment(bodyWith([])), github.addComment(bodyWith([])), github.addComment(bodyWith([]))];
    github.comments.reverse();
    expect(await idsFound(github)).toEqual(ids);
  });

  test("reads on while pages are full, from a given page, a hundred a page", async () => {
    const github = new ScriptedGithub();
    for (let n = 0; n < 200; n += 1) github.addComment("other", PERSON);
    const found = await findComments(github, SEARCH, context());
    expect(found).toEqual({ kind: "done", comments: [], lastPage: 3, strangers: [] });
    expect(github.requests[0]).toMatchObject({
      method: "GET",
      path: "/repos/o/r/issues/7/comments",
      query: { per_page: "100", page: "1" },
    });
    expect(github.takeRequests()).toEqual(["GET comments 1", "GET comments 2", "GET comments 3"]);
    github.comments.pop();
    expect(await findComments(github, { ...SEARCH, fromPage: 2 }, context())).toMatchObject({ lastPage: 2 });
    expect(github.takeRequests()).toEqual(["GET comments 2"]);
  });

  test("a list without end is read for a hundred pages", async () => {
    const github = new ScriptedGithub();
    const page = Array.from({ length: 100 }, () => ({}));
    github.intercept = () => respond(200, page);
    expect(await findComments(github, SEARCH, context())).toMatchObject({ kind: "done", lastPage: 100 });
    expect(github.requests).toHaveLength(100);
  });

  test("a response that is no list ends it, and a failure is passed on", async () => {
    const github = new ScriptedGithub();
    github.intercept = () => respond(200, {});
    const unreadable = "The response about the comments could not be read.";
    expect(await idsFound(github)).toEqual({ kind: "failed", reason: unreadable, unknown: true });
    github.intercept = () => respond(410, { message: "Gone" });
    const reason = "GitHub responded with 410 to the request to read the comments: Gone.";
    expect(await idsFound(github)).toEqual({ kind: "failed", status: 410, reason, unknown: false });
  });
});

describe("readKnown", () => {
  const read = (github: ScriptedGithub, id: number) => readKnown(github, { id, group: "previews" }, context());

  test("gives the one comment while it has our marker", async () => {
    const github = new ScriptedGithub();
    const [ours, taken] = [github.addComment(bodyWith([row()])), github.addComment("mine now")];
    expect(await read(github, ours)).toMatchObject({ kind: "done", comments: [{ id: ours, rows: [row()] }] });
    expect(github.takeRequests()).toEqual([`GET ${ours}`]);
    expect(await read(github, taken)).toEqual({ kind: "done", comments: [] });
  });

  test.each([404, 410])("%i says that it is gone", async (status) => {
    const github = new ScriptedGithub();
    github.intercept = () => respond(status, {});
    expect(await read(github, 1)).toEqual({ kind: "done", comments: [] });
  });

  test("any other failure says nothing of the comment", async () => {
    const github = new ScriptedGithub();
    github.intercept = () => respond(403, { message: "No" });
    const reason = "GitHub responded with 403 to the request to read the comment: No.";
    expect(await read(github, 1)).toMatchObject({ kind: "failed", status: 403, reason });
    github.intercept = () => respond(200, null);
    expect(await read(github, 1)).toMatchObject({ kind: "failed", unknown: true });
  });
});
