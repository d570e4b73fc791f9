import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  appendAudit,
  exportAudit,
  type NewAuditEntry,
  readAudit,
  verifyAudit,
} from "../../../packages/service/store/audit.ts";
import { makeWorkspace, openContext, type TestContext } from "./fixture.ts";

const entry = (workspaceId: string, n: number): NewAuditEntry => ({
  workspaceId,
  actor: { type: "user", id: "u" },
  action: "thing.done",
  subject: { type: "thing", id: String(n) },
  data: { n, text: 'line\nbreak "quoted" \u2028' },
  at: "2026-11-01T09:00:00.000Z",
});

async function fill(context: TestContext, rows: number) {
  const { workspaceId } = await makeWorkspace(context);
  for (let n = 1; n <= rows; n += 1) {
    await context.db.transaction().execute((tx) => appendAudit(tx, entry(workspaceId, n)));
  }
  return workspaceId;
}

/** What someone with the database file in hand could do. */
async function tamper(context: TestContext, statement: string) {
  await sql.raw("DROP TRIGGER IF EXISTS audit_log_keeps").execute(context.db);
  await sql.raw("DROP TRIGGER IF EXISTS audit_log_stays").execute(context.db);
  await sql.raw(statement).execute(context.db);
}

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
        context.db.transaction().execute((tx) => appendAudit(tx, entry(n % 2 === 0 ? first : second, n))),
      ),
    );
    for (const workspaceId of [first, second]) {
      expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "intact", rows: 20 });
    }
  });

  it("a transaction that fails leaves no row and no gap", async () => {
    await using context = openContext();
    const workspaceId = await fill(context, 1);
    const failing = context.db.transaction().execute(async (tx) => {
      await appendAudit(tx, entry(workspaceId, 2));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await context.db.transaction().execute((tx) => appendAudit(tx, entry(workspaceId, 3)));
    expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "intact", rows: 2 });
  });
});

describe("verifyAudit", () => {
  it("an empty log and one longer than a page are intact", async () => {
    await using context = openContext();
    expect(await verifyAudit(context.db, await fill(context, 0))).toEqual({ kind: "intact", rows: 0, head: undefined });
    expect(await verifyAudit(context.db, await fill(context, 501))).toMatchObject({ kind: "intact", rows: 501 });
  });

  const columns = [
    "at",
    "actor_type",
    "actor_id",
    "action",
    "subject_type",
    "subject_id",
    "data",
    "previous_hash",
    "hash",
  ];
  it.each(columns)("a changed %s is found at its row", async (column) => {
    await using context = openContext();
    const workspaceId = await fill(context, 4);
    const value = column === "actor_type" ? "operator" : "x";
    await tamper(context, `UPDATE audit_log SET ${column} = '${value}' WHERE seq = 3`);
    expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "broken", seq: 3, reason: "changed" });
  });

  it("a row removed from the middle is missing, and one put in its place breaks the chain", async () => {
    await using context = openContext();
    const workspaceId = await fill(context, 4);
    await tamper(context, "DELETE FROM audit_log WHERE seq = 2");
    expect(await verifyAudit(context.db, workspaceId)).toEqual({ kind: "broken", seq: 2, reason: "missing" });
    await tamper(context, "UPDATE audit_log SET seq = seq - 1 WHERE seq > 2");
    expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "broken", seq: 2 });
  });

  it("a cut tail and a rewritten log differ from an earlier head", async () => {
    await using context = openContext();
    const workspaceId = await fill(context, 3);
    const checked = await verifyAudit(context.db, workspaceId);
    const head = checked.kind === "intact" ? checked.head : undefined;
    await tamper(context, "DELETE FROM audit_log WHERE seq = 3");
    expect(await verifyAudit(context.db, workspaceId, head)).toEqual({ kind: "broken", seq: 3, reason: "missing" });
    await context.db.transaction().execute((tx) => appendAudit(tx, entry(workspaceId, 99)));
    expect(await verifyAudit(context.db, workspaceId)).toMatchObject({ kind: "intact" });
    expect(await verifyAudit(context.db, workspaceId, head)).toEqual({ kind: "broken", seq: 3, reason: "changed" });
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
