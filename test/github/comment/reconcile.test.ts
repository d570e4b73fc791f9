import { describe, expect, test } from "vitest";
import {
  type CommentOutcome,
  type CommentContext,
  type CommentPlace,
  closeComment,
  upsertComment,
} from "../../../src/github/comment/upsert.ts";
import type { RestRequest } from "../../../src/github/octokit.ts";
import { type CommentRow, authorProof, readStored } from "../../../src/github/comment/data.ts";
import { row } from "../harness.ts";
import { answer, bodyWith, NOW_MS, context, PERSON, Talk } from "../scripted-github.ts";

const OTHER = row({ siteId: "site-b", site: "app", status: "ready" });
const STALE_MS = 600_000;

interface Written {
  readonly place?: Partial<CommentPlace>;
  readonly row?: Partial<CommentRow>;
  readonly context?: CommentContext;
}

async function write(talk: Talk, written: Written = {}): Promise<CommentOutcome> {
  const place = { pullNumber: 7, group: "previews", mode: "update", ...written.place } as const;
  return upsertComment(talk, { ...place, row: row(written.row) }, written.context ?? context());
}

function statuses(talk: Talk, index = 0): string[] {
  const { rows } = readStored(talk.said[index]?.body ?? "");
  return rows.map(({ siteId, status, runId }) => `${siteId} ${status} ${runId}`);
}

/** Answers the first requests of a kind; the talk answers the rest. */
function meddle(talk: Talk, wanted: (request: RestRequest) => boolean, status: number, times = 1): void {
  let left = times;
  talk.meddle = (request) => {
    if (!wanted(request) || left === 0) return undefined;
    left -= 1;
    return answer(status, { message: "no" });
  };
}

describe("a write where there is no comment", () => {
  test("makes one, and lists again from where the list ended", async () => {
    const talk = new Talk();
    for (let n = 0; n < 150; n += 1) talk.say("talk", PERSON);
    const outcome = await write(talk);
    expect(talk.took()).toEqual(["GET comments 1", "GET comments 2", "POST comments", "GET comments 2"]);
    expect(outcome).toStrictEqual({
      kind: "done",
      commentId: 251,
      commentUrl: "https://github.com/o/r/pull/7#issuecomment-251",
      created: true,
      superseded: false,
      rows: [{ ...row(), updatedAt: "2026-11-21T09:00:00.000Z" }],
    });
    expect(readStored(talk.said.at(-1)?.body ?? "").createdByRun).toBe(100);
  });

  test("a comment that vanishes after it was made is made again, the whole list being read first", async () => {
    const talk = new Talk();
    for (let n = 0; n < 150; n += 1) talk.say("talk", PERSON);
    let gone = false;
    talk.meddle = ({ method }) => {
      if (method === "GET" && talk.said.length > 150 && !gone) gone = talk.said.splice(150).length > 0;
      return undefined;
    };
    expect(await write(talk)).toMatchObject({ kind: "done", created: true });
    const taken = talk.took();
    expect(taken.slice(3)).toEqual(["GET comments 2", "GET 251", "POST comments", "GET comments 2"]);
    expect(talk.said).toHaveLength(151);
  });

  test("a list that fails after the comment was made begins anew when it is read again", async () => {
    const talk = new Talk();
    for (let n = 0; n < 100; n += 1) talk.say("talk", PERSON);
    let posted = false;
    let failed = 0;
    talk.meddle = ({ method }) => {
      if (method === "POST") posted = true;
      if (method !== "GET" || !posted || failed === 3) return undefined;
      failed += 1;
      return answer(500, {});
    };
    expect(await write(talk)).toMatchObject({ kind: "done" });
    const second = ["GET comments 2", "GET comments 2", "GET comments 2", "GET comments 1", "GET comments 2"];
    expect(talk.took().slice(3)).toEqual(second);
  });

  test("an unreadable answer is looked at again a second later, and three of them are told", async () => {
    const talk = new Talk();
    talk.meddle = ({ method }) => (method === "POST" ? answer(201, "<html>") : undefined);
    const waiting = context();
    const reason = "GitHub's answer about the new comment could not be read.";
    expect(await write(talk, { context: waiting })).toStrictEqual({ kind: "failed", reason });
    expect(waiting.waits).toEqual([1000, 1000, 1000]);
  });

  test("a closing makes none", async () => {
    const talk = new Talk();
    const close = { pullNumber: 7, group: "previews", run: { runId: 5, runAttempt: 1, runUrl: "" } };
    const reason = "There is no comment of this group.";
    expect(await closeComment(talk, close, context())).toEqual({ kind: "skipped", reason });
    expect(talk.took()).toEqual(["GET comments 1"]);
  });
});

describe("a write that is not wanted or not possible", () => {
  test("says why and asks nothing", async () => {
    const talk = new Talk();
    expect(await write(talk, { place: { mode: "off" } })).toEqual({
      kind: "skipped",
      reason: "Comments are switched off.",
    });
    const nameless = { kind: "skipped", reason: "The row names no site or no run." };
    expect(await write(talk, { row: { siteId: "" } })).toEqual(nameless);
    expect(await write(talk, { row: { runId: 0 } })).toEqual(nameless);
    expect(talk.took()).toEqual([]);
  });

  test("a signal that ended asks nothing either", async () => {
    const talk = new Talk();
    const outcome = await write(talk, { context: context({ signal: AbortSignal.abort() }) });
    expect(outcome).toStrictEqual({ kind: "failed", reason: "The comment was not settled in time." });
    expect(talk.took()).toEqual([]);
  });
});

describe("a write into a comment that stands", () => {
  test("one row is written without a wait, several are read back after three to four and a half seconds", async () => {
    for (const [rows, waits] of [
      [[], []],
      [[OTHER], [3750]],
    ] as const) {
      const talk = new Talk();
      const id = talk.say(bodyWith(rows));
      const waiting = context();
      expect(await write(talk, { context: waiting })).toMatchObject({ kind: "done", commentId: id, created: false });
      expect(waiting.waits).toEqual(waits);
      const readBack = rows.length === 0 ? [] : [`GET ${id}`];
      expect(talk.took()).toEqual(["GET comments 1", `PATCH ${id}`, ...readBack]);
    }
  });

  test("who asks for it reads back a single row too, after the wait they gave", async () => {
    const talk = new Talk();
    talk.say(bodyWith([]));
    const waiting = context({ settleMs: 100, random: () => 0 });
    await write(talk, { place: { verify: "always" }, context: waiting });
    expect([waiting.waits, talk.took().length]).toEqual([[100], 3]);
  });

  test("a row that another write has lost is written again, each time it is", async () => {
    const talk = new Talk();
    talk.say(bodyWith([OTHER]));
    let losses = 3;
    talk.meddle = ({ method }) => {
      const [said] = talk.said;
      if (method === "GET" && said?.body.includes("site-a") === true && losses > 0) {
        losses -= 1;
        said.body = bodyWith([OTHER]);
      }
      return undefined;
    };
    expect(await write(talk)).toMatchObject({ kind: "done", superseded: false });
    expect(statuses(talk)).toEqual(["site-b ready 100", "site-a building 100"]);
    expect(talk.took().filter((one) => one.startsWith("PATCH"))).toHaveLength(4);
  });

  test("a comment that never keeps what is written is given up after twelve rounds", async () => {
    const talk = new Talk();
    const id = talk.say(bodyWith([OTHER]));
    talk.meddle = ({ method }) => (method === "PATCH" ? answer(200, {}) : undefined);
    const reason = "The comment was not settled in time.";
    expect(await write(talk)).toStrictEqual({ kind: "failed", reason });
    expect(talk.took().filter((one) => one === `PATCH ${id}`)).toHaveLength(12);
  });

  test("a wait that is cut short ends with what was written", async () => {
    const talk = new Talk();
    talk.say(bodyWith([OTHER]));
    const abort = new AbortController();
    const base = context({ signal: abort.signal });
    const sleep = () => {
      abort.abort();
      return Promise.reject(new Error("cut"));
    };
    const outcome = await write(talk, { context: { ...base, clock: { ...base.clock, sleep } } });
    expect(outcome).toMatchObject({ kind: "done", superseded: false, rows: [OTHER, { siteId: "site-a" }] });
  });

  test.each([404, 410])("%i to the write means that it is gone: it is looked for, then made", async (status) => {
    const talk = new Talk();
    const id = talk.say(bodyWith([]));
    talk.meddle = ({ method }) => (method === "PATCH" && talk.said.splice(0) ? answer(status, {}) : undefined);
    expect(await write(talk, { place: { knownId: id } })).toMatchObject({ kind: "done", created: true });
    const list = "GET comments 1";
    expect(talk.took()).toEqual([`GET ${id}`, `PATCH ${id}`, list, "POST comments", list]);
  });

  test("another refusal of the write ends it, trouble is tried three times in all", async () => {
    const talk = new Talk();
    talk.say(bodyWith([]));
    const patches = ({ method }: RestRequest) => method === "PATCH";
    meddle(talk, patches, 403);
    const reason = "GitHub answered 403 to the request to update the comment: no.";
    expect(await write(talk)).toStrictEqual({ kind: "failed", reason, status: 403 });
    expect(talk.took()).toHaveLength(2);
    meddle(talk, patches, 502, 2);
    const waiting = context();
    expect(await write(talk, { context: waiting })).toMatchObject({ kind: "done" });
    expect(waiting.waits).toEqual([1000, 1000]);
    meddle(talk, patches, 502, 9);
    talk.took();
    expect(await write(talk, { row: { runId: 900 } })).toMatchObject({ kind: "failed", status: 502 });
    expect(talk.took().filter((one) => one.startsWith("PATCH"))).toHaveLength(3);
  });

  test("a comment known by its id is read in place of the list, and looked for when it is gone", async () => {
    const talk = new Talk();
    const id = talk.say(bodyWith([row({ status: "queued" })]));
    await write(talk, { place: { knownId: id } });
    expect(talk.took()).toEqual([`GET ${id}`, `PATCH ${id}`]);
    await write(talk, { place: { knownId: 999 }, row: { status: "ready" } });
    expect(talk.took()).toEqual(["GET 999", "GET comments 1", `PATCH ${id}`]);
    meddle(talk, ({ method }) => method === "GET", 403);
    const failed = await write(talk, { place: { knownId: id }, row: { runId: 901 } });
    expect([failed.kind, talk.took()]).toEqual(["failed", [`GET ${id}`]]);
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
      const talk = new Talk();
      talk.say(bodyWith([row(before)]));
      const outcome = await write(talk);
      expect(outcome.kind === "done" && outcome.previous).toEqual(
        previous === undefined ? undefined : expect.objectContaining(previous),
      );
    }
  });

  test("an earlier attempt of the same run counts as before", async () => {
    const talk = new Talk();
    talk.say(bodyWith([row({ runAttempt: 1, recordId: 5 })]));
    expect(await write(talk, { row: { runAttempt: 2 } })).toMatchObject({ previous: { recordId: 5 } });
  });

  test("stays what it was first when the write is repeated", async () => {
    const talk = new Talk();
    talk.say(bodyWith([OTHER, row({ runId: 98, recordId: 5 })]));
    talk.meddle = ({ method }) => {
      const [said] = talk.said;
      if (method === "GET" && said?.body.includes('"runId":100,"runAttempt":1,"updatedAt"') === true) {
        said.body = bodyWith([OTHER, row({ runId: 101, recordId: 6 })]);
      }
      return undefined;
    };
    expect(await write(talk)).toMatchObject({ superseded: true, previous: { runId: 98, recordId: 5 } });
  });
});

describe("several comments of a group", () => {
  test.each([
    [STALE_MS, 2],
    [STALE_MS + 1, 1],
  ])("a second one last written %i ms ago leaves %i", async (ageMs, left) => {
    const talk = new Talk();
    const first = talk.say(bodyWith([]));
    talk.say(bodyWith([OTHER]), undefined, ageMs);
    expect(await write(talk)).toMatchObject({ kind: "done", commentId: first });
    expect(talk.said).toHaveLength(left);
    expect(statuses(talk)).toEqual(["site-b ready 100", "site-a building 100"]);
  });

  test("a stale one goes although nothing is left to write", async () => {
    const talk = new Talk();
    talk.say(bodyWith([OTHER, row({ runId: 200 })]));
    const second = talk.say(bodyWith([OTHER]), undefined, STALE_MS + 1);
    expect(await write(talk)).toMatchObject({ kind: "done", superseded: true });
    expect(talk.took()).toEqual(["GET comments 1", `DELETE ${second}`]);
    expect(talk.said).toHaveLength(1);
  });

  test("its rows are moved before it is removed, also when ours stands already", async () => {
    const talk = new Talk();
    const first = talk.say(bodyWith([row({ runId: 200 })]));
    const second = talk.say(bodyWith([OTHER]), undefined, STALE_MS + 1);
    expect(await write(talk)).toMatchObject({ kind: "done", superseded: true });
    expect(talk.took()).toEqual(["GET comments 1", `PATCH ${first}`, `DELETE ${second}`, `GET ${first}`]);
    expect(statuses(talk)).toEqual(["site-b ready 100", "site-a building 200"]);
  });

  test("one of ours, just made beside another job's, is removed at once", async () => {
    const talk = new Talk();
    let met = false;
    talk.meddle = ({ method }) => {
      if (method === "POST" && !met) met = talk.say(bodyWith([OTHER])) > 0;
      return undefined;
    };
    expect(await write(talk)).toMatchObject({ kind: "done", created: false });
    expect(talk.said).toHaveLength(1);
    expect(statuses(talk)).toEqual(["site-b ready 100", "site-a building 100"]);
  });

  test("where each run makes its own, those of earlier runs go and those of later runs stay", async () => {
    const talk = new Talk();
    const place = { mode: "recreate" } as const;
    talk.say(bodyWith([OTHER], 90));
    const later = talk.say(bodyWith([OTHER], 101));
    expect(await write(talk, { place })).toMatchObject({ kind: "done", commentId: later, created: false });
    expect(talk.said.map(({ id }) => id)).toEqual([later]);
    expect(await write(talk, { place, row: { runId: 102 } })).toMatchObject({ kind: "done", created: true });
    expect(talk.said).toHaveLength(1);
    expect(readStored(talk.said[0]?.body ?? "").createdByRun).toBe(102);
    talk.say(bodyWith([], 102));
    await write(talk, { place, row: { runId: 102, status: "ready" } });
    expect(talk.said).toHaveLength(2);
  });
});

describe("what a write puts into the comment", () => {
  test("a proof once it is known who writes, a template, and no secret", async () => {
    const talk = new Talk();
    talk.writer = PERSON;
    const place = { proofKey: "key", template: "Preview of {site}", secrets: ["hush-hush-hush"] };
    await write(talk, { place, row: { note: "say hush-hush-hush" } });
    expect(readStored(talk.said[0]?.body ?? "").proof).toBeUndefined();
    const knownId = talk.said[0]?.id ?? 0;
    await write(talk, { place: { ...place, knownId }, row: { note: "say hush-hush-hush", status: "ready" } });
    const body = talk.said[0]?.body ?? "";
    const proof = authorProof("key", { repository: "o/r", pullNumber: 7, group: "previews", authorId: 7 });
    expect(readStored(body)).toMatchObject({ proof, rows: [{ note: "say ***" }] });
    expect(body.split("\n")[1]).toBe("Preview of docs");
    expect(body).not.toContain("hush-hush");
  });

  test("no proof and no template unless given", async () => {
    const talk = new Talk();
    talk.say(bodyWith([]));
    for (const place of [{}, { proofKey: "" }]) {
      await write(talk, { place, row: { runId: talk.requests.length + 200 } });
      expect(readStored(talk.said[0]?.body ?? "")).not.toHaveProperty("proof");
      expect(talk.said[0]?.body).not.toContain("undefined");
    }
  });

  test("the time the row was written, unless it says so itself", async () => {
    const talk = new Talk();
    const updatedAt = "2026-11-20T00:00:00Z";
    expect(await write(talk)).toMatchObject({ rows: [{ updatedAt: new Date(NOW_MS).toISOString() }] });
    expect(await write(new Talk(), { row: { updatedAt } })).toMatchObject({ rows: [{ updatedAt }] });
  });
});

describe("closing", () => {
  const run = { runId: 300, runAttempt: 2, runUrl: "https://github.com/o/r/actions/runs/300" };

  test("says closed on every row, keeps what is needed to retire it, and drops what is over", async () => {
    const talk = new Talk();
    talk.say(bodyWith([row({ note: "left running", approvalUrl: "https://a.example/", recordId: 5 }), OTHER]));
    const outcome = await closeComment(talk, { pullNumber: 7, group: "previews", run }, context());
    const closed = { ...run, status: "closed", updatedAt: new Date(NOW_MS).toISOString() };
    expect(outcome).toMatchObject({ kind: "done", rows: [closed, { ...closed, recordId: 5 }] });
    for (const kept of outcome.kind === "done" ? outcome.rows : []) {
      expect(Object.keys(kept)).not.toContain("note");
      expect(Object.keys(kept)).not.toContain("approvalUrl");
    }
  });

  test("a row that is closed stays as it is, and nothing is written for it", async () => {
    const talk = new Talk();
    talk.say(bodyWith([row({ status: "closed" })]));
    expect(await closeComment(talk, { pullNumber: 7, group: "previews", run }, context())).toMatchObject({
      kind: "done",
      rows: [{ runId: 100 }],
    });
    expect(talk.took()).toEqual(["GET comments 1"]);
  });
});

describe("what is told of a closing", () => {
  const run = { runId: 300, runAttempt: 1, runUrl: "https://github.com/o/r/actions/runs/300" };
  const closed = { ...OTHER, status: "closed" };

  test.each([
    ["a newer run of a site that is open", row({ runId: 400 }), true],
    ["a newer run of a site that is closed already", row({ runId: 500, status: "closed" }), false],
  ])("%s", async (_, standing, superseded) => {
    const talk = new Talk();
    talk.say(bodyWith([standing, closed]));
    const outcome = await closeComment(talk, { pullNumber: 7, group: "previews", run }, context());
    expect(outcome).toMatchObject({ kind: "done", superseded });
  });
});

describe("a list that does not tell all", () => {
  test("who wrote the known comment is who wrote the next one that is found", async () => {
    const talk = new Talk();
    const knownId = talk.say(bodyWith([]), PERSON);
    const second = talk.say(bodyWith([]), PERSON);
    talk.meddle = ({ method, path }) =>
      method === "PATCH" && path.endsWith(String(knownId)) && talk.said.shift() ? answer(404, {}) : undefined;
    expect(await write(talk, { place: { knownId } })).toMatchObject({ commentId: second, created: false });
  });

  test("a comment just made counts although a later one is listed and it is not", async () => {
    const talk = new Talk();
    let lagged = false;
    talk.meddle = ({ method, path }) => {
      if (method !== "GET" || !path.endsWith("/7/comments") || talk.said.length === 0 || lagged) return undefined;
      lagged = true;
      talk.say(bodyWith([]));
      const [, twin] = talk.said;
      return answer(200, [twin]);
    };
    expect(await write(talk)).toMatchObject({ kind: "done", commentId: 101, created: true });
  });

  test("an earlier run's comment is removed although it is pages before the new one", async () => {
    const talk = new Talk();
    talk.say(bodyWith([OTHER], 90));
    for (let n = 0; n < 150; n += 1) talk.say("talk", PERSON);
    await write(talk, { place: { mode: "recreate" } });
    expect(talk.said[0]?.body).toBe("talk");
  });

  test("a comment found in the list is proven for the account that wrote it", async () => {
    const talk = new Talk();
    talk.say(bodyWith([]));
    await write(talk, { place: { proofKey: "key" } });
    const scope = { repository: "o/r", pullNumber: 7, group: "previews", authorId: 41 };
    expect(readStored(talk.said[0]?.body ?? "").proof).toBe(authorProof("key", scope));
  });
});
