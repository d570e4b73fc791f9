import type { ServiceContext } from "../context.ts";
import { exportAudit, readNewestAudit } from "../store/audit.ts";
import type { AuditRow } from "../store/schema.ts";
import { listMembers } from "../store/users.ts";
import { emptyState, pagination, truncated } from "./fragments.ts";
import { type MemberRequest, requireRole } from "./guard.ts";
import { type Html, html } from "./html.ts";
import { AUDITORS, page } from "./page.ts";

const SHOWN = 100;

export async function showAudit(context: ServiceContext, { c, session, actor }: MemberRequest): Promise<Response> {
  requireRole(actor, AUDITORS);
  const before = Number.parseInt(c.req.query("before") ?? "", 10);
  const beforeSeq = Number.isSafeInteger(before) ? before : undefined;
  const found = await readNewestAudit(context.db, actor.workspaceId, { beforeSeq, limit: SHOWN + 1 });
  const rows = found.slice(0, SHOWN);
  const last = found.length > SHOWN ? rows.at(-1) : undefined;
  const members = await listMembers(context.db, actor.workspaceId);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return page(c, {
    title: "Audit log",
    session,
    section: "/app/audit",
    body: html`<div class="heading">
        <h1>Audit log</h1>
        <a class="button secondary" href="/app/audit.jsonl" download>Export as JSON Lines</a>
      </div>
      <p class="lead">
        Append-only: each entry contains the hash of the previous one. The export has all entries.
      </p>
      ${rows.length === 0 ? emptyState("No entries", html`Sign-ins and changes to tokens, members and approvals appear here.`) : auditTable(rows, names)}
      ${pagination("/app/audit", { newest: beforeSeq !== undefined, older: last && `before=${last.seq}` })}`,
  });
}

export async function exportAuditLog(context: ServiceContext, { c, actor }: MemberRequest): Promise<Response> {
  requireRole(actor, AUDITORS);
  const lines = ReadableStream.from(exportAudit(context.db, actor.workspaceId)).pipeThrough(new TextEncoderStream());
  return c.body(lines, 200, {
    "Content-Type": "application/jsonl; charset=utf-8",
    "Content-Disposition": 'attachment; filename="greenroom-audit.jsonl"',
  });
}

function auditTable(rows: readonly AuditRow[], names: ReadonlyMap<string, string>): Html {
  const who = (id: string | null) => (id === null ? undefined : names.get(id));
  return html`<div class="scroll">
    <table class="audit">
      <thead>
        <tr>
          <th>When (UTC)</th>
          <th>Actor</th>
          <th>Action</th>
          <th>Subject</th>
          <th>Details</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td data-label="When"><time datetime="${row.at}">${row.at.slice(0, 19).replace("T", " ")}</time></td>
              <td data-label="Actor">${truncated(who(row.actor_id) ?? row.actor_type)}</td>
              <td data-label="Action"><code>${row.action}</code></td>
              <td data-label="Subject">${truncated(who(row.subject_id) ?? row.subject_type)}</td>
              <td data-label="Details">
                <details>
                  <summary>#${row.seq}</summary>
                  <pre>${detailsOf(row)}</pre>
                </details>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function detailsOf(row: AuditRow): string {
  const data: unknown = JSON.parse(row.data);
  const shown = { subject: row.subject_id, actor: row.actor_id, data, previousHash: row.previous_hash, hash: row.hash };
  return JSON.stringify(shown, null, 2);
}
