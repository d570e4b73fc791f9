import { describe, expect, test } from "vitest";
import { type CommentRow, authorProof, readStored } from "../../../src/github/comment/data.ts";
import {
  type CommentOutcome,
  type CommentContext,
  type CommentPlace,
  upsertComment,
} from "../../../src/github/comment/upsert.ts";
import { row } from "../harness.ts";
import { respond, bodyWith, NOW_MS, context, PERSON, ScriptedGithub } from "../scripted-github.ts";
import type { ScriptedRequest } from "../scripted-octokit.ts";

const CLOSE = { pullNumber: 7, group: "previews" } as const;
const OTHER = row({ siteId: "site-b", site: "app", status: "ready" });
const STALE_MS = 600_000;

interface Written {
  readonly place?: Partial<CommentPlace>;
  readonly row?: Partial<CommentRow>;
  readonly context?: CommentContext;
}

async function write(github: ScriptedGithub, written: Written = {}): Promise<CommentOutcome> {
  const place = { pullNumber: 7, group: "previews", ...written.place } as const;
  return upsertComment(github, { ...place, row: row(written.row) }, written.context ?? context());
}

function statuses(github: ScriptedGithub, index = 0): string[] {
  const { rows } = readStored(github.comments[index]?.body ?? "");
  return rows.map(({ siteId, status, runId }) => `${siteId} ${status} ${runId}`);
}

/** Responds to the first requests of a kind; the scripted GitHub responds to the rest. */
function intercept(
  github: ScriptedGithub,
  wanted: (request: ScriptedRequest) => boolean,
  status: number,
  times = 1,
): void {
  let left = times;
  github.intercept = (request) => {
    if (!wanted(request) || left === 0) return undefined;
    left -= 1;
    return respond(status, { message: "no" });
  };
}

describe("a write where there is no comment", () => {
  test("makes one, and lists again from where the list ended", async () => {
    const github = new ScriptedGithub();
    for (let n = 0; n < 150; n += 1) github.addComment("other", PERSON);
    const outcome = await write(github);
    expect(github.takeRequests()).toEqual(["GET comments 1", "GET comments 2", "POST comments", "GET comments 2"]);
    expect(outcome).toEqual({
      kind: "done",
      commentId: 251,
      commentUrl: "https://github.com/o/r/pull/7#issuecomment-251",
      superseded: false,
      rows: [{ ...row(), updatedAt: "2026-11-21T09:00:00.000Z" }],
    });
    expect(readStored(github.comments.at(-1)?.body ?? "").createdByRun).toBe(100);
  });

  test("a comment that vanishes after it was made is made again, the whole list being read first", async () => {
    const github = new ScriptedGithub();
    for (let n = 0; n < 150; n += 1) github.addComment("other", PERSON);
    let gone = false;
    github.intercept = ({ method }) => {
      if (method === "GET" && github.comments.length > 150 && !gone) gone = github.comments.splice(150).length > 0;
      return undefined;
    };
    expect(await write(github)).toMatchObject({ kind: "done" });
    const taken = github.takeRequests();
    expect(taken.slice(3)).toEqual(["GET comments 2", "GET 251", "POST comments", "GET comments 2"]);
    expect(github.comments).toHaveLength(151);
  });

  test("a list that fails after the comment was made is read again from the first page", async () => {
    const github = new ScriptedGithub();
    for (let n = 0; n < 100; n += 1) github.addComment("other", PERSON);
    let posted = false;
    let failed = 0;
    github.intercept = ({ method }) => {
      if (method === "POST") posted = true;
      if (method !== "GET" || !posted || failed === 3) return undefined;
      failed += 1;
      return respond(500, {});
    };
    expect(await write(github)).toMatchObject({ kind: "done" });
    const second = ["GET comments 2", "GET comments 2", "GET comments 2", "GET comments 1", "GET comments 2"];
    expect(github.takeRequests().slice(3)).toEqual(second);
  });

  test("an unreadable response is looked up again a second later, and three of them are a failure", async () => {
    const github = new ScriptedGithub();
    github.intercept = ({ method }) => (method === "POST" ? respond(201, "<html>") : undefined);
    const waiting = context();
    const reason = "The response about the new comment could not be read.";
    expect(await write(github, { context: waiting })).toMatchObject({ kind: "failed", reason });
    expect(waiting.waits).toEqual([1000, 1000, 1000]);
  });

  test("a closing makes none", async () => {
    const github = new ScriptedGithub();
    const close = {
      pullNumber: 7,
      group: "previews",
      closedBy: { runId: 5, runAttempt: 1, runUrl: "" },
    } as const;
    const reason = "There is no comment of this group.";
    expect(await upsertComment(github, close, context())).toMatchObject({ kind: "skipped", reason });
    expect(github.takeRequests()).toEqual(["GET comments 1"]);
  });
});

describe("a write that is not wanted or not possible", () => {
  test("says why and sends nothing", async () => {
    const github = new ScriptedGithub();
    const nameless = { kind: "skipped", reason: "The row names no site or no run." };
    expect(await write(github, { row: { siteId: "" } })).toEqual(nameless);
    expect(await write(github, { row: { runId: 0 } })).toEqual(nameless);
    expect(github.takeRequests()).toEqual([]);
  });

  test("a signal that was aborted sends nothing either", async () => {
    const github = new ScriptedGithub();
    const outcome = await write(github, { context: context({ signal: AbortSignal.abort() }) });
    expect(outcome).toMatchObject({ kind: "failed", reason: "The comment could not be updated in time." });
    expect(github.takeRequests()).toEqual([]);
  });
});

describe("a write into a comment that exists", () => {
  test("one row is written without a wait, several are read back after three to four and a half seconds", async () => {
    for (const [rows, waits] of [
      [[], []],
      [[OTHER], [3750]],
    ] as const) {
      const github = new ScriptedGithub();
      const id = github.addComment(bodyWith(rows));
      const waiting = context();
      expect(await write(github, { context: waiting })).toMatchObject({ kind: "done", commentId: id });
      expect(waiting.waits).toEqual(waits);
      const readBack = rows.length === 0 ? [] : [`GET ${id}`];
      expect(github.takeRequests()).toEqual(["GET comments 1", `PATCH ${id}`, ...readBack]);
    }
  });

  test("a single row is read back too when that is wanted", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([]));
    const waiting = context({ random: () => 0 });
    await write(github, { place: { isShared: true }, context: waiting });
    expect([waiting.waits, github.takeRequests().length]).toEqual([[3000], 3]);
  });

  test("a row that another write has lost is written again, each time it is", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([OTHER]));
    let losses = 3;
    github.intercept = ({ method }) => {
      const [said] = github.comments;
      if (method === "GET" && said?.body.includes("site-a") === true && losses > 0) {
        losses -= 1;
        said.body = bodyWith([OTHER]);
      }
      return undefined;
    };
    expect(await write(github)).toMatchObject({ kind: "done", superseded: false });
    expect(statuses(github)).toEqual(["site-b ready 100", "site-a building 100"]);
    expect(github.takeRequests().filter((one) => one.startsWith("PATCH"))).toHaveLength(4);
  });

  test("a comment that never keeps what is written is given up after twelve rounds", async () => {
    const github = new ScriptedGithub();
    const id = github.addComment(bodyWith([OTHER]));
    github.intercept = ({ method }) => (method === "PATCH" ? respond(200, {}) : undefined);
    const reason = "The comment could not be updated in time.";
    expect(await write(github)).toMatchObject({ kind: "failed", reason });
    expect(github.takeRequests().filter((one) => one === `PATCH ${id}`)).toHaveLength(12);
  });

  test("a wait that is cut short ends with what was written", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([OTHER]));
    const abort = new AbortController();
    const base = context({ signal: abort.signal });
    const sleep = () => {
      abort.abort();
      return Promise.reject(new Error("cut"));
    };
    const outcome = await write(github, { context: { ...base, clock: { ...base.clock, sleep } } });
    expect(outcome).toMatchObject({ kind: "done", superseded: false, rows: [OTHER, { siteId: "site-a" }] });
  });

  test.each([404, 410])("%i to the write means that it is gone: it is looked for, then made", async (status) => {
    const github = new ScriptedGithub();
    const id = github.addComment(bodyWith([]));
    github.intercept = ({ method }) =>
      method === "PATCH" && github.comments.splice(0) ? respond(status, {}) : undefined;
    expect(await write(github, { place: { knownId: id } })).toMatchObject({ kind: "done" });
    const list = "GET comments 1";
    expect(github.takeRequests()).toEqual([`GET ${id}`, `PATCH ${id}`, list, "POST comments", list]);
  });

  test("another error of the write ends it, one of the server is retried, three times in all", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([]));
    const patches = ({ method }: ScriptedRequest) => method === "PATCH";
    intercept(github, patches, 403);
    const reason = "GitHub responded with 403 to the request to update the comment: no.";
    expect(await write(github)).toMatchObject({ kind: "failed", reason, status: 403 });
    expect(github.takeRequests()).toHaveLength(2);
    intercept(github, patches, 502, 2);
    const waiting = context();
    expect(await write(github, { context: waiting })).toMatchObject({ kind: "done" });
    expect(waiting.waits).toEqual([1000, 1000]);
    intercept(github, patches, 502, 9);
    github.takeRequests();
    expect(await write(github, { row: { runId: 900 } })).toMatchObject({ kind: "failed", status: 502 });
    expect(github.takeRequests().filter((one) => one.startsWith("PATCH"))).toHaveLength(3);
  });

  test("a comment known by its id is read in place of the list, and looked for when it is gone", async () => {
    const github = new ScriptedGithub();
    const id = github.addComment(bodyWith([row({ status: "queued" })]));
    await write(github, { place: { knownId: id } });
    expect(github.takeRequests()).toEqual([`GET ${id}`, `PATCH ${id}`]);
    await write(github, { place: { knownId: 999 }, row: { status: "ready" } });
    expect(github.takeRequests()).toEqual(["GET 999", "GET comments 1", `PATCH ${id}`]);
    intercept(github, ({ method }) => method === "GET", 403);
    const failed = await write(github, { place: { knownId: id }, row: { runId: 901 } });
    expect([failed.kind, github.takeRequests()]).toEqual(["failed", [`GET ${id}`]]);
  });
});

describe("what a write says of the row before it", () => {
  test("gives the row of another run or attempt, and none of its own run", async () => {
    for (const [before, previous] of [
      [{ runId: 99, recordId: 5 }, { recordId: 5 }],
      [{ runAttempt: 2, runId: 99 }, { runId: 99 }],
      [{ status: "queued" }, undefined],
      [{ siteId: "site-b", runId: 99 }, undefined],
    ] as const) {
      const github = new ScriptedGithub();
      github.addComment(bodyWith([row(before)]));
      const outcome = await write(github);
      expect(outcome.kind === "done" && outcome.previous).toEqual(
        previous === undefined ? undefined : expect.objectContaining(previous),
      );
    }
  });

  test("stays what it was first when the write is repeated", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([OTHER, row({ runId: 98, recordId: 5 })]));
    github.intercept = ({ method }) => {
      const [said] = github.comments;
      if (method === "GET" && said?.body.includes('"runId":100,"runAttempt":1,"updatedAt"') === true) {
        said.body = bodyWith([OTHER, row({ runId: 101, recordId: 6 })]);
      }
      return undefined;
    };
    expect(await write(github)).toMatchObject({ superseded: true, previous: { runId: 98, recordId: 5 } });
  });
});

describe("several comments of a group", () => {
  test.each([
    [STALE_MS, 2],
    [STALE_MS + 1, 1],
  ])("a second one last written %i ms ago leaves %i", async (ageMs, left) => {
    const github = new ScriptedGithub();
    const first = github.addComment(bodyWith([]));
    github.addComment(bodyWith([OTHER]), undefined, ageMs);
    expect(await write(github)).toMatchObject({ kind: "done", commentId: first });
    expect(github.comments).toHaveLength(left);
    expect(statuses(github)).toEqual(["site-b ready 100", "site-a building 100"]);
  });

  test("a stale one goes although nothing is left to write", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([OTHER, row({ runId: 200 })]));
    const second = github.addComment(bodyWith([OTHER]), undefined, STALE_MS + 1);
    expect(await write(github)).toMatchObject({ kind: "done", superseded: true });
    expect(github.takeRequests()).toEqual(["GET comments 1", `DELETE ${second}`]);
    expect(github.comments).toHaveLength(1);
  });

  test("its rows are moved before it is removed, also when ours is there already", async () => {
    const github = new ScriptedGithub();
    const first = github.addComment(bodyWith([row({ runId: 200 })]));
    const second = github.addComment(bodyWith([OTHER]), undefined, STALE_MS + 1);
    expect(await write(github)).toMatchObject({ kind: "done", superseded: true });
    expect(github.takeRequests()).toEqual(["GET comments 1", `PATCH ${first}`, `DELETE ${second}`, `GET ${first}`]);
    expect(statuses(github)).toEqual(["site-b ready 100", "site-a building 200"]);
  });

  test("one of ours, just made beside another job's, is removed at once", async () => {
    const github = new ScriptedGithub();
    let met = false;
    github.intercept = ({ method }) => {
      if (method === "POST" && !met) met = github.addComment(bodyWith([OTHER])) > 0;
      return undefined;
    };
    expect(await write(github)).toMatchObject({ kind: "done" });
    expect(github.comments).toHaveLength(1);
    expect(statuses(github)).toEqual(["site-b ready 100", "site-a building 100"]);
  });

  test("where each run makes its own, those of earlier runs go and those of later runs stay", async () => {
    const github = new ScriptedGithub();
    const place = { recreate: true } as const;
    github.addComment(bodyWith([OTHER], 90));
    const later = github.addComment(bodyWith([OTHER], 101));
    expect(await write(github, { place })).toMatchObject({ kind: "done", commentId: later });
    expect(github.comments.map(({ id }) => id)).toEqual([later]);
    expect(await write(github, { place, row: { runId: 102 } })).toMatchObject({ kind: "done" });
    expect(github.comments).toHaveLength(1);
    expect(readStored(github.comments[0]?.body ?? "").createdByRun).toBe(102);
    github.addComment(bodyWith([], 102));
    await write(github, { place, row: { runId: 102, status: "ready" } });
    expect(github.comments).toHaveLength(2);
  });
});

describe("what a write puts into the comment", () => {
  test("a proof once it is known who writes, a template, and no secret", async () => {
    const github = new ScriptedGithub();
    github.writer = PERSON;
    github.secrets.push("hush-hush-hush");
    const place = { proofKey: "key", template: "Preview of {site}" };
    await write(github, { place, row: { note: "say hush-hush-hush" } });
    expect(readStored(github.comments[0]?.body ?? "").proof).toBeUndefined();
    const knownId = github.comments[0]?.id ?? 0;
    await write(github, { place: { ...place, knownId }, row: { note: "say hush-hush-hush", status: "ready" } });
    const body = github.comments[0]?.body ?? "";
    const proof = authorProof("key", { repository: "o/r", pullNumber: 7, group: "previews", authorId: 7 });
    expect(readStored(body)).toMatchObject({ proof, rows: [{ note: "say ***" }] });
    expect(body.split("\n")[1]).toBe("Preview of docs");
    expect(body).not.toContain("hush-hush");
  });

  test("the time the row was written, unless it says so itself", async () => {
    const github = new ScriptedGithub();
    const updatedAt = "2026-11-20T00:00:00Z";
    expect(await write(github)).toMatchObject({ rows: [{ updatedAt: new Date(NOW_MS).toISOString() }] });
    expect(await write(new ScriptedGithub(), { row: { updatedAt } })).toMatchObject({ rows: [{ updatedAt }] });
  });
});

describe("closing", () => {
  const run = { runId: 300, runAttempt: 2, runUrl: "https://github.com/o/r/actions/runs/300" };

  test("says closed on every row, keeps what is needed to retire it, and drops what is over", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([row({ note: "left running", approvalUrl: "https://a.example/", recordId: 5 }), OTHER]));
    const outcome = await upsertComment(github, { ...CLOSE, closedBy: run }, context());
    const closed = { ...run, status: "closed", updatedAt: new Date(NOW_MS).toISOString() };
    expect(outcome).toMatchObject({ kind: "done", rows: [closed, { ...closed, recordId: 5 }] });
    for (const kept of outcome.kind === "done" ? outcome.rows : []) {
      expect(kept.note).toBeUndefined();
      expect(kept.approvalUrl).toBeUndefined();
    }
  });

  test("a row that is closed stays as it is, and nothing is written for it", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([row({ status: "closed" })]));
    expect(await upsertComment(github, { ...CLOSE, closedBy: run }, context())).toMatchObject({
      kind: "done",
      rows: [{ runId: 100 }],
    });
    expect(github.takeRequests()).toEqual(["GET comments 1"]);
  });
});

describe("the result of closing", () => {
  const run = { runId: 300, runAttempt: 1, runUrl: "https://github.com/o/r/actions/runs/300" };
  const closed = { ...OTHER, status: "closed" };

  test.each([
    ["a newer run of a site that is open", row({ runId: 400 }), true],
    ["a newer run of a site that is closed already", row({ runId: 500, status: "closed" }), false],
  ])("%s", async (_, stored, superseded) => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([stored, closed]));
    const outcome = await upsertComment(github, { ...CLOSE, closedBy: run }, context());
    expect(outcome).toMatchObject({ kind: "done", superseded });
  });
});

describe("a list that is incomplete", () => {
  test("who wrote the known comment is who wrote the next one that is found", async () => {
    const github = new ScriptedGithub();
    const knownId = github.addComment(bodyWith([]), PERSON);
    const second = github.addComment(bodyWith([]), PERSON);
    github.intercept = ({ method, path }) =>
      method === "PATCH" && path.endsWith(String(knownId)) && github.comments.shift() ? respond(404, {}) : undefined;
    expect(await write(github, { place: { knownId } })).toMatchObject({ commentId: second });
  });

  test("a comment just made counts although a later one is listed and it is not", async () => {
    const github = new ScriptedGithub();
    let lagged = false;
    github.intercept = ({ method, path }) => {
      if (method !== "GET" || !path.endsWith("/7/comments") || github.comments.length === 0 || lagged) return undefined;
      lagged = true;
      github.addComment(bodyWith([]));
      const [, twin] = github.comments;
      return respond(200, [twin]);
    };
    expect(await write(github)).toMatchObject({ kind: "done", commentId: 101 });
  });

  test("an earlier run's comment is removed although it is pages before the new one", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([OTHER], 90));
    for (let n = 0; n < 150; n += 1) github.addComment("other", PERSON);
    await write(github, { place: { recreate: true } });
    expect(github.comments[0]?.body).toBe("other");
  });

  test("a comment found in the list is proven for the account that wrote it", async () => {
    const github = new ScriptedGithub();
    github.addComment(bodyWith([]));
    await write(github, { place: { proofKey: "key" } });
    const scope = { repository: "o/r", pullNumber: 7, group: "previews", authorId: 41 };
    expect(readStored(github.comments[0]?.body ?? "").proof).toBe(authorProof("key", scope));
  });
});
