import { AUDIT_ACTIONS, type AuditAction, type Phrase } from "../../domain/audit-entry.ts";
import { ADMINS } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { type AuditEntry, describeAudit } from "../../store/audit/audit-entries.ts";
import { type AuditFilter, exportAudit, readNewestAudit } from "../../store/audit/audit.ts";
import type { AuditRow } from "../../store/engine/schema.ts";
import { listMembers } from "../../store/people/users.ts";
import { listSites } from "../../store/sites/sites.ts";
import { emptyState, pagination, queryOf, relativeTime, selectField } from "../fragments.ts";
import { type MemberRequest, requireRole } from "../guard.ts";
import { defineScreen } from "../screen.ts";

const SHOWN = 100;

export const auditScreen = defineScreen({
  load: readAuditPage,
  view: ({ context }, { choices, chosen, entries, isFirstPage, older }: Awaited<ReturnType<typeof readAuditPage>>) => {
    const query = queryOf(chosen);
    const filtered = query !== "";
    return {
      title: "Audit log",
      section: "/app/audit",
      body: html`<div class="heading">
          <h1>Audit log</h1>
          <a class="button secondary" href="/app/audit.jsonl" download>Export as JSON Lines</a>
        </div>
        <p class="lead">
          Append-only: each entry is authenticated together with the one before it, with a key outside the database. The
          export has all entries.
        </p>
        ${filterForm(choices, chosen, filtered)}
        ${entries.length === 0 ? noEntries(filtered) : entryList(entries, context.clock.now())}
        ${pagination(filtered ? `/app/audit?${query}` : "/app/audit", { newest: !isFirstPage, older })}`,
    };
  },
});

async function readAuditPage({ context: { db }, c, actor }: MemberRequest) {
  requireRole(actor, ADMINS);
  const { workspaceId } = actor;
  const before = Number.parseInt(c.req.query("before") ?? "", 10);
  const beforeSeq = Number.isSafeInteger(before) ? before : undefined;
  const [sites, members] = [await listSites(db, workspaceId, "active"), await listMembers(db, workspaceId)];
  const choices: Choices = {
    site: sites.map(({ id, name }) => [id, name]),
    person: members.map(({ userId, name }) => [userId, name]),
    action: AUDIT_ACTIONS.map((action) => [action, action.replaceAll(/[._]/g, " ")]),
  };
  const chosen = readFilter(choices, (name) => c.req.query(name));
  const filter: AuditFilter = { siteId: chosen.site, userId: chosen.person, action: chosen.action };
  const found = await readNewestAudit(db, workspaceId, { ...filter, beforeSeq, limit: SHOWN + 1 });
  const rows = found.slice(0, SHOWN);
  return {
    choices,
    chosen,
    entries: await describeAudit(db, workspaceId, rows),
    isFirstPage: beforeSeq === undefined,
    older: found.length > SHOWN ? queryOf({ ...chosen, before: String(rows.at(-1)?.seq) }) : undefined,
  };
}

export async function exportAuditLog({ context, c, actor }: MemberRequest): Promise<Response> {
  requireRole(actor, ADMINS);
  const lines = ReadableStream.from(exportAudit(context.db, actor.workspaceId)).pipeThrough(new TextEncoderStream());
  return c.body(lines, 200, {
    "Content-Type": "application/jsonl; charset=utf-8",
    "Content-Disposition": 'attachment; filename="greenroom-audit.jsonl"',
  });
}

type FilterName = "site" | "person" | "action";
type Choices = Readonly<Record<FilterName, readonly (readonly [value: string, label: string])[]>>;
type Filter = Readonly<Record<FilterName, string | undefined>>;

const LABELS: Readonly<Record<FilterName, readonly [label: string, all: string]>> = {
  site: ["Site", "All sites"],
  person: ["Person", "Everybody"],
  action: ["Action", "Everything"],
};

function readFilter(choices: Choices, sent: (name: FilterName) => string | undefined): Filter {
  const chosen = (name: FilterName) => choices[name].find(([value]) => value === sent(name))?.[0];
  return { site: chosen("site"), person: chosen("person"), action: chosen("action") };
}

function filterForm(choices: Choices, chosen: Filter, filtered: boolean): Html {
  const names: readonly FilterName[] = ["site", "person", "action"];
  return html`<form method="get" action="/app/audit" class="filters">
    ${names.map((name) => {
      const [label, all] = LABELS[name];
      return selectField(label, { id: name, name, options: [["", all], ...choices[name]], chosen: chosen[name] });
    })}
    <div class="row">
      <button class="secondary">Filter</button>
      ${filtered && html`<a class="button quiet" href="/app/audit">Show all</a>`}
    </div>
  </form>`;
}

function noEntries(filtered: boolean): Html {
  return filtered
    ? emptyState("No entries", html`Nothing in the audit log matches. <a href="/app/audit">Show all entries</a>`)
    : emptyState("No entries", html`Sign-ins and changes to tokens, members and approvals appear here.`);
}

function entryList(entries: readonly AuditEntry[], nowMs: number): Html {
  const days = Map.groupBy(entries, ({ row }) => row.at.slice(0, 10));
  return html`${[...days].map(
    ([day, ofDay]) =>
      html`<section class="day" aria-label="${day}">
        <h2>${dayName(day, nowMs)}</h2>
        <ol class="entries">
          ${ofDay.map((entry) => entryItem(entry, nowMs))}
        </ol>
      </section>`,
  )}`;
}

function dayName(day: string, nowMs: number): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime())) return day;
  const name = date.toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return new Date(nowMs).toISOString().startsWith(day) ? `Today, ${name}` : name;
}

function entryItem({ row, sentence }: AuditEntry, nowMs: number): Html {
  const last = sentence.at(-1);
  const endsQuoted = typeof last === "object" && "quote" in last;
  return html`<li class="entry ${TONES.get(row.action)}">
    <p>${sentence.map(phrase)}${!endsQuoted && "."}</p>
    <details>
      <summary>
        <span class="seq">#${row.seq}</span><code>${row.action}</code>
        <span class="when">${row.at.slice(11, 16)} UTC · ${relativeTime(row.at, nowMs)}</span>
      </summary>
      <pre>${detailsOf(row)}</pre>
    </details>
  </li>`;
}

function phrase(part: Phrase): Html | string {
  if (typeof part === "string") return part;
  if ("quote" in part) return html`<q><bdi>${part.quote}</bdi></q>`;
  const name = html`<bdi>${part.name}</bdi>`;
  return part.href === undefined ? html`<b>${name}</b>` : html`<a href="${part.href}">${name}</a>`;
}

const TONES: ReadonlyMap<string, string> = new Map<AuditAction, string>([
  ["approval.approved", "good"],
  ["approval.published", "good"],
  ["approval.rejected", "bad"],
  ["audit.acknowledged", "bad"],
  ["confirmation.skipped", "bad"],
  ["self_approval.allowed", "bad"],
  ["site.roll_back_alone_allowed", "bad"],
]);

function detailsOf(row: AuditRow): string {
  const data: unknown = JSON.parse(row.data);
  const shown = { subject: row.subject_id, actor: row.actor_id, data, previousHash: row.previous_hash, hash: row.hash };
  return JSON.stringify(shown, null, 2);
}
