import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import {
  appendAudit,
  canonicalText,
  readAudit,
  recordAuditHeads,
} from "../../../packages/service/store/audit/audit.ts";
import type { Database } from "../../../packages/service/store/engine/database.ts";
import { createPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { folderOfTest } from "../../folders.ts";
import { createOwnDatabase, type OwnDatabase } from "./fixture.ts";

/* Machines that share a database and a key; each has its own record of the logs it has seen. */

let folder: string;
let server: OwnDatabase;
const open: Database[] = [];

beforeEach(async () => {
  folder = folderOfTest("audit");
  server = await createOwnDatabase();
});
afterEach(async () => {
  for (const db of open.splice(0)) await db.destroy();
  await server[Symbol.asyncDispose]();
});

function machine(name: string, keyOf?: string): Database {
  const dataDirectory = join(folder, name);
  mkdirSync(dataDirectory, { mode: 0o700 });
  if (keyOf !== undefined) copyFileSync(join(folder, keyOf, "seal.key"), join(dataDirectory, "seal.key"));
  const db = createPostgres({ url: server.url, dataDirectory });
  open.push(db);
  return db;
}

const append = (db: Database, workspaceId: string, n: number) =>
  inWorkspace(db, workspaceId, (tx) =>
    appendAudit(tx, {
      workspaceId,
      actor: { type: "system", id: null },
      action: "member.added",
      subject: { type: "user", id: `person-${n}` },
      data: {},
    }),
  );

async function begun() {
  const a = machine("a");
  const workspaceId = await inWorkspace(a, "", (tx) => createWorkspace(tx, "One"));
  for (let n = 1; n <= 3; n += 1) await append(a, workspaceId, n);
  return { a, workspaceId };
}

test("a machine that has not seen a log finds it intact, and so does one whose record others have passed", async () => {
  const { a, workspaceId } = await begun();
  const b = machine("b", "a");
  expect(await verifyAudit(b, workspaceId)).toMatchObject({ kind: "intact", rows: 3, findings: [] });
  await append(b, workspaceId, 4);
  await append(b, workspaceId, 5);
  expect(await verifyAudit(a, workspaceId)).toMatchObject({ kind: "intact", rows: 5 });
  await append(a, workspaceId, 6);
  for (const db of [a, b]) expect(await verifyAudit(db, workspaceId)).toMatchObject({ kind: "intact", rows: 6 });
});

test("a machine records the logs that others have begun, and sees later when one was cut off", async () => {
  const { a, workspaceId } = await begun();
  const b = machine("b", "a");
  await recordAuditHeads(b);
  expect(readdirSync(join(folder, "b", "audit-heads"))).toEqual([`${workspaceId}.json`]);
  await sql`SET session_replication_role = replica; DELETE FROM audit_log WHERE seq > 1`.execute(a);
  expect((await verifyAudit(b, workspaceId)).findings).toMatchObject([{ kind: "cut", seq: 2, through: 3 }]);
});

test("no machine takes a log written again without the key for a log of its own", async () => {
  const { a, workspaceId } = await begun();
  let previous_hash = "0".repeat(64);
  await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`.execute(a);
  for (const row of await readAudit(a, workspaceId, { afterSeq: 0, limit: 10 })) {
    const changed = { ...row, actor_id: "mallory", previous_hash };
    const hash = createHash("sha256").update(canonicalText(changed)).digest("hex");
    const set = { actor_id: "mallory", previous_hash, hash };
    await a.updateTable("audit_log").set(set).where("seq", "=", row.seq).execute();
    previous_hash = hash;
  }
  await sql`ALTER TABLE audit_log ENABLE TRIGGER USER`.execute(a);
  const b = machine("b", "a");
  const found = { kind: "broken", findings: [{ kind: "changed", seq: 1, through: 3 }] };
  expect(await verifyAudit(b, workspaceId)).toMatchObject(found);
  await recordAuditHeads(b);
  await append(b, workspaceId, 4);
  expect(await verifyAudit(b, workspaceId)).toMatchObject(found);
});
