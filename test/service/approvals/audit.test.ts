import { createHash, createHmac } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openAdminStore, acknowledgeBrokenAudit } from "../../../packages/service/admin/store.ts";
import { type AuditAnchor, verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import {
  appendAudit,
  canonicalText,
  exportAudit,
  type NewAuditEntry,
  readAudit,
} from "../../../packages/service/store/audit/audit.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { databaseOf, forEngine, ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { insert, update } from "../rows.ts";
import { makeWorkspace, openContext, type TestContext } from "./fixture.ts";

const entry = (workspaceId: string, n: number): NewAuditEntry => ({
  workspaceId,
  actor: { type: "user", id: "u" },
  action: "device.allowed",
  subject: { type: "thing", id: String(n) },
  data: { n, text: 'line\nbreak "quoted" \u2028' },
});

let folder: string;
beforeEach(() => {
  folder = folderOfTest("audit");
});

/** A store on the disk, where the key and the record of the newest row lie beside the database. */
const openStore = () => openContext(join(folder, "greenroom.db"));

async function append(context: TestContext, workspaceId: string, rows: number) {
  for (let n = 1; n <= rows; n += 1) {
    await inDatabase(context.db, (tx) => appendAudit(tx, entry(workspaceId, n)));
  }
}

async function fill(context: TestContext, rows: number) {
  const { workspaceId } = await makeWorkspace(context);
  await append(context, workspaceId, rows);
  return workspaceId;
}

const GUARDS = [
  "CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END",
  "CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END",
];

async function run(context: TestContext, ...statements: readonly string[]) {
  for (const statement of statements) await sql.raw(forEngine(statement)).execute(context.db);
}

const DROP = ["DROP TRIGGER IF EXISTS audit_log_keeps", "DROP TRIGGER IF EXISTS audit_log_stays"];

/** What someone with the database in hand could do, leaving no trace in its schema. */
async function tamper(context: TestContext, ...statements: readonly string[]) {
  await run(context, ...DROP, ...statements, ...GUARDS);
}

/** Writes every row again as by another person, each with a hash that `hashOf` makes. */
async function rewriteAll(context: TestContext, workspaceId: string, hashOf: (text: string) => string) {
  const rows = await readAudit(context.db, workspaceId, { afterSeq: 0, limit: 1_000 });
  await run(context, ...DROP);
  let previous_hash = "0".repeat(64);
  for (const row of rows) {
    const changed = { ...row, actor_id: "mallory", previous_hash };
    const hash = hashOf(canonicalText(changed));
    await update(
      context.db,
      "audit_log",
      { workspace_id: workspaceId, seq: row.seq },
      { actor_id: "mallory", previous_hash, hash },
    );
    previous_hash = hash;
  }
  await run(context, ...GUARDS);
}

const plainHash = (text: string) => createHash("sha256").update(text).digest("hex");

const check = (context: TestContext, workspaceId: string, anchors: readonly AuditAnchor[] = []) =>
  verifyAudit(context.db, workspaceId, anchors);

describe("appendAudit", () => {
  it("rows can be neither changed nor removed", async () => {
    await using context = openContext();
    await fill(context, 1);
    const change = context.db.updateTable("audit_log").set({ action: "other" }).execute();
    await expect(change).rejects.toThrow("append only");
    await expect(context.db.deleteFrom("audit_log").execute()).rejects.toThrow("append only");
  });

  it("each workspace has a chain of its own, without gaps under concurrent appends", async () => {
    await using context = openContext();
    const [first, second] = [await fill(context, 0), await fill(context, 0)];
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        inDatabase(context.db, (tx) => appendAudit(tx, entry(n % 2 === 0 ? first : second, n))),
      ),
    );
    for (const workspaceId of [first, second]) {
      expect(await check(context, workspaceId)).toMatchObject({ kind: "intact", rows: 20 });
    }
  });

  it("a transaction that fails leaves no row, no gap and no record of a row", async () => {
    await using context = openStore();
    const workspaceId = await fill(context, 1);
    const failing = inDatabase(context.db, async (tx) => {
      await appendAudit(tx, entry(workspaceId, 2));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await check(context, workspaceId)).toMatchObject({ kind: "intact", rows: 1 });
    await append(context, workspaceId, 1);
    expect(await check(context, workspaceId)).toMatchObject({ kind: "intact", rows: 2 });
  });

  it("the key and the newest row are files of the service's account alone, without a leftover", async () => {
    await using context = openStore();
    const workspaceId = await fill(context, 3);
    expect(readdirSync(join(folder, "audit-heads"))).toEqual([`${workspaceId}.json`]);
    const { mode } = statSync(join(folder, "seal.key"));
    expect(mode & 0o077).toBe(0);
  });
});

describe("verifyAudit", () => {
  it("an empty log and one longer than a page are intact", async () => {
    await using context = openContext();
    expect(await check(context, await fill(context, 0))).toMatchObject({ kind: "intact", rows: 0, findings: [] });
    expect(await check(context, await fill(context, 501))).toMatchObject({ kind: "intact", rows: 501 });
  });

  it("is intact when the record is behind the log, as after a crash between commit and record", async () => {
    await using context = openStore();
    const workspaceId = await fill(context, 3);
    const file = join(folder, "audit-heads", `${workspaceId}.json`);
    const behind = readFileSync(file);
    await append(context, workspaceId, 2);
    writeFileSync(file, behind);
    expect(await check(context, workspaceId)).toMatchObject({ kind: "intact", rows: 5 });
    await append(context, workspaceId, 1);
    expect(readFileSync(file, "utf8")).toContain('"seq":6');
  });

  const columns = ["at", "actor_type", "actor_id", "action", "subject_type", "subject_id", "data", "previous_hash"];
  it.each([...columns, "hash"])("a changed %s is found at its row", async (column) => {
    await using context = openContext();
    const workspaceId = await fill(context, 4);
    const value = column === "actor_type" ? "operator" : "x";
    await tamper(context, `UPDATE audit_log SET ${column} = '${value}' WHERE seq = 3`);
    const { kind, findings } = await check(context, workspaceId);
    expect({ kind, first: findings[0] }).toEqual({ kind: "broken", first: { kind: "changed", seq: 3, through: 3 } });
  });

  it.each([
    ["a row that is gone", ["DELETE FROM audit_log WHERE seq = 2"], { kind: "missing", seq: 2, through: 2 }],
    [
      "a row whose place others have taken",
      ["DELETE FROM audit_log WHERE seq = 2", "UPDATE audit_log SET seq = seq - 1 WHERE seq > 2"],
      { kind: "changed", seq: 2, through: 3 },
    ],
    [
      "a row that has changed places with the next",
      [
        "UPDATE audit_log SET seq = 99 WHERE seq = 2",
        "UPDATE audit_log SET seq = 2 WHERE seq = 3",
        "UPDATE audit_log SET seq = 3 WHERE seq = 99",
      ],
      { kind: "changed", seq: 2, through: 3 },
    ],
  ])("%s is found", async (_, statements, finding) => {
    await using context = openContext();
    const workspaceId = await fill(context, 4);
    await tamper(context, ...statements);
    expect((await check(context, workspaceId)).findings[0]).toEqual(finding);
  });

  it("a row of another workspace, and a row before the first, are found", async () => {
    await using context = openContext();
    const [workspaceId, other] = [await fill(context, 2), await fill(context, 4)];
    await tamper(
      context,
      `INSERT INTO audit_log SELECT '${workspaceId}', seq, at, actor_type, actor_id, action, subject_type, subject_id, data, previous_hash, hash FROM audit_log WHERE workspace_id = '${other}' AND seq = 3`,
      `INSERT INTO audit_log SELECT '${workspaceId}', 0, at, actor_type, actor_id, action, subject_type, subject_id, data, previous_hash, hash FROM audit_log WHERE workspace_id = '${other}' AND seq = 1`,
    );
    const { findings } = await check(context, workspaceId);
    expect(findings).toContainEqual({ kind: "changed", seq: 0, through: 0 });
    expect(findings).toContainEqual({ kind: "changed", seq: 3, through: 3 });
  });

  it("both triggers dropped and three rows cut off are found, the triggers also when nothing else happened", async () => {
    await using context = openStore();
    const workspaceId = await fill(context, 20);
    await run(context, ...DROP);
    const unguarded = [
      { kind: "unguarded", trigger: "audit_log_keeps" },
      { kind: "unguarded", trigger: "audit_log_stays" },
    ];
    expect((await check(context, workspaceId)).findings).toEqual(unguarded);
    await run(context, "DELETE FROM audit_log WHERE seq > 17");
    const cut = { kind: "cut", seq: 18, through: 20, source: "the record beside the database" };
    expect((await check(context, workspaceId)).findings).toEqual([cut, ...unguarded]);
    await run(context, ...GUARDS);
    expect((await check(context, workspaceId)).findings).toEqual([cut]);
  });

  it("a trigger that was replaced by one that allows everything is found", async () => {
    await using context = openContext();
    const workspaceId = await fill(context, 1);
    await run(context, DROP[0] ?? "", "CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log BEGIN SELECT 1; END");
    expect((await check(context, workspaceId)).findings).toEqual([{ kind: "unguarded", trigger: "audit_log_keeps" }]);
  });

  it.each([
    ["recomputed hashes", plainHash],
    ["another key", (text: string) => createHmac("sha256", "guess").update(text).digest("hex")],
  ])("a log written again with another decider and %s is found", async (_, hashOf) => {
    await using context = openStore();
    const workspaceId = await fill(context, 17);
    await rewriteAll(context, workspaceId, hashOf);
    const { kind, findings } = await check(context, workspaceId);
    expect(kind).toBe("broken");
    expect(findings[0]).toEqual({ kind: "changed", seq: 1, through: 17 });
    expect(findings.at(-1)).toMatchObject({ kind: "replaced", seq: 17 });
  });

  // That of a server is rolled back by its operator, not by its file.
  it.runIf(!ON_POSTGRES)(
    "a database that was rolled back and went on is found, by the record and by a row noted elsewhere",
    async () => {
      const database = join(folder, "greenroom.db");
      const old = join(folder, "old.db");
      let workspaceId: string;
      let noted: AuditAnchor;
      {
        await using context = openStore();
        workspaceId = await fill(context, 17);
        await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(context.db);
        copyFileSync(database, old);
        await append(context, workspaceId, 3);
        const { head } = await check(context, workspaceId);
        noted = { seq: 20, hash: head?.hash ?? "", source: "--head" };
      }
      for (const rest of ["", "-wal", "-shm"]) rmSync(`${database}${rest}`, { force: true });
      copyFileSync(old, database);
      await using context = openStore();
      const record = { kind: "cut", seq: 18, through: 20, source: "the record beside the database" };
      expect((await check(context, workspaceId)).findings).toEqual([record]);
      // Rows that are appended later do not make it forgotten.
      await inDatabase(context.db, (tx) => appendAudit(tx, entry(workspaceId, 99)));
      await append(context, workspaceId, 5);
      const replaced = { kind: "replaced", seq: 20, through: 20 };
      expect((await check(context, workspaceId)).findings).toEqual([
        { ...replaced, source: "the record beside the database" },
      ]);
      rmSync(join(folder, "audit-heads"), { recursive: true });
      expect((await check(context, workspaceId, [noted])).findings).toEqual([
        { ...replaced, source: "--head" },
        { kind: "unrecorded" },
      ]);
    },
  );
});

describe("a decision in the log", () => {
  const opened = { action: "session.opened", data: { sessionId: "s1" } } as const;
  const decided = { action: "approval.approved", data: { sessionId: "s1", factor: "totp" } } as const;
  const bySomebodyElse = { ...opened, actor: { type: "user", id: "other" } } as const;

  it.each([
    { what: "whose session was opened for its person before", rows: [opened, decided], unopened: [] },
    { what: "without a session that was opened", rows: [decided], unopened: [1] },
    { what: "before its session was opened", rows: [decided, opened], unopened: [1] },
    { what: "in a session of somebody else", rows: [bySomebodyElse, decided], unopened: [2] },
    {
      what: "without a second factor",
      rows: [opened, { action: "approval.rejected", data: { sessionId: "s1" } }],
      unopened: [2],
    },
  ] as const)("$what: rows $unopened are found", async ({ rows, unopened }) => {
    await using context = openStore();
    const { workspaceId } = await makeWorkspace(context);
    for (const row of rows) {
      await inDatabase(context.db, (tx) => appendAudit(tx, { ...entry(workspaceId, 1), ...row }));
    }
    const { findings } = await verifyAudit(context.db, workspaceId);
    expect(findings).toEqual(unopened.map((seq) => ({ kind: "unopened", seq, through: seq })));
  });
});

describe("an acknowledgement", () => {
  it("that was written without the key covers nothing", async () => {
    await using context = openStore();
    const workspaceId = await fill(context, 6);
    await tamper(context, "UPDATE audit_log SET actor_id = 'x' WHERE seq = 3");
    const rows = await context.db.selectFrom("audit_log").selectAll().orderBy("seq").execute();
    const digest = createHash("sha256");
    for (const row of rows) digest.update(`${canonicalText(row)} ${row.hash}\n`);
    const findings = [{ kind: "changed", seq: 3, through: 3 }];
    const last = rows.at(-1);
    if (last === undefined) throw new Error("The log is empty.");
    const data = JSON.stringify({ reason: "x", through: 6, digest: digest.digest("hex"), findings });
    const forged = { ...last, seq: 7, action: "audit.acknowledged", data, previous_hash: last.hash };
    const hash = createHash("sha256").update(canonicalText(forged)).digest("hex");
    await insert(context.db, "audit_log", { ...forged, hash });
    const after = await check(context, workspaceId);
    expect(after.findings).toEqual([...findings, { kind: "changed", seq: 7, through: 7 }]);
    expect(after.acknowledged).toEqual([]);
  });

  async function cutLog(context: TestContext) {
    const workspaceId = await fill(context, 20);
    const { head } = await check(context, workspaceId);
    await run(context, ...DROP, "DELETE FROM audit_log WHERE seq > 17");
    const anchor = { seq: 20, hash: head?.hash ?? "", source: "--head" };
    return { workspaceId, anchor };
  }

  /** As the operator does beside the service. */
  async function acknowledge(workspaceId: string) {
    await using store = await openAdminStore({ dataDirectory: folder, ...databaseOf(join(folder, "greenroom.db")) });
    return await acknowledgeBrokenAudit(store, { workspaceId, reason: "Restored a backup.", anchors: [] });
  }

  it("ends what was wrong, stays in the log, and brings the triggers back", async () => {
    await using context = openStore();
    const { workspaceId, anchor } = await cutLog(context);
    const found = await acknowledge(workspaceId);
    expect(found.map(({ kind }) => kind)).toEqual(["cut", "unguarded", "unguarded"]);
    await append(context, workspaceId, 5);
    const after = await check(context, workspaceId, [anchor]);
    expect(after).toMatchObject({ kind: "intact", rows: 23, findings: [] });
    expect(after.acknowledged.map(({ kind }) => kind)).toContain("cut");
    await expect(context.db.deleteFrom("audit_log").execute()).rejects.toThrow("append only");
    expect(await acknowledge(workspaceId)).toEqual([]);
  });

  it("covers the rows as they were: a later change of one of them is found", async () => {
    await using context = openStore();
    const { workspaceId } = await cutLog(context);
    await acknowledge(workspaceId);
    await tamper(context, "UPDATE audit_log SET actor_id = 'mallory' WHERE seq = 5");
    expect((await check(context, workspaceId)).kind).toBe("broken");
  });

  it("cannot be made with the database alone", async () => {
    await using context = openStore();
    const { workspaceId } = await cutLog(context);
    await acknowledge(workspaceId);
    await tamper(context, "DELETE FROM audit_log WHERE seq = 3");
    await rewriteAll(context, workspaceId, plainHash);
    expect((await check(context, workspaceId)).kind).toBe("broken");
  });

  it("lets a log go on whose key was lost", async () => {
    let workspaceId: string;
    {
      await using context = openStore();
      workspaceId = await fill(context, 4);
    }
    rmSync(join(folder, "seal.key"));
    await using context = openStore();
    expect((await check(context, workspaceId)).findings).toEqual([{ kind: "changed", seq: 1, through: 4 }]);
    await acknowledge(workspaceId);
    await append(context, workspaceId, 2);
    expect(existsSync(join(folder, "seal.key"))).toBe(true);
    expect(await check(context, workspaceId)).toMatchObject({ kind: "intact", rows: 7 });
  });
});

describe("exportAudit", () => {
  it("writes one JSON line a row, oldest first, of this workspace only", async () => {
    await using context = openContext();
    await fill(context, 2);
    const workspaceId = await fill(context, 501);
    const lines: string[] = [];
    for await (const line of exportAudit(context.db, workspaceId)) lines.push(line);
    expect(lines).toHaveLength(501);
    expect(lines.every((line) => line.endsWith("\n") && !line.slice(0, -1).includes("\n"))).toBe(true);
    const Line = z.object({ seq: z.number(), workspaceId: z.string(), previousHash: z.string(), hash: z.string() });
    const rows = lines.map((line) => Line.parse(JSON.parse(line)));
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 501 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.workspaceId))).toEqual(new Set([workspaceId]));
    expect(rows.slice(1).every((row, index) => row.previousHash === rows[index]?.hash)).toBe(true);
    const [first] = await readAudit(context.db, workspaceId, { afterSeq: 0, limit: 1 });
    expect(rows[0]?.hash).toBe(first?.hash);
  });
});
