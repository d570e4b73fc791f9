import { sql } from "kysely";
import { type AuditedRelease, auditSentence, type Phrase } from "../../domain/audit-entry.ts";
import { parseJson } from "../../domain/json-text.ts";
import { findActs } from "../approvals/acts.ts";
import type { Database } from "../engine/database.ts";
import type { AuditRow, Schema } from "../engine/schema.ts";

export interface AuditEntry {
  readonly row: AuditRow;
  readonly sentence: readonly Phrase[];
}

/** Writes rows of one workspace's audit log as sentences, with the names of today. */
export async function describeAudit(
  db: Database,
  workspaceId: string,
  rows: readonly AuditRow[],
): Promise<readonly AuditEntry[]> {
  const fields = new Map(rows.map((row) => [row, readFields(row.data)]));
  const subjects = (type: string) => rows.flatMap((row) => (row.subject_type === type ? [row.subject_id] : []));
  const actors = (type: string) => rows.flatMap((row) => (row.actor_type === type ? (row.actor_id ?? []) : []));
  const requests = await findByIds(db, workspaceId, "approval_requests", subjects("approval"));
  const sources = [...requests.values()].map((request) => request.source_deployment_id);
  const deployments = await findByIds(db, workspaceId, "deployments", [...subjects("deployment"), ...sources]);
  const released = [...deployments.values()].map((deployment) => deployment.site_id);
  const sites = await findByIds(db, workspaceId, "sites", [...subjects("site"), ...released]);
  const tokens = await findByIds(db, workspaceId, "tokens", [...actors("token"), ...subjects("token")]);
  const requesters = await readRequesters(db, [...requests.keys()]);
  const people = await readPeople(db, [
    ...actors("user"),
    ...subjects("user"),
    ...[...tokens.values()].flatMap((token) => token.user_id ?? []),
    ...[...requesters.values()].flat(),
  ]);
  const site = (id: string | undefined): Phrase => {
    const found = sites.get(id ?? "");
    return found ? { name: found.name, href: `/app/sites/${found.id}` } : "a site";
  };
  const release = (id: string): AuditedRelease | undefined => {
    const request = requests.get(id);
    const deployment = deployments.get(request?.source_deployment_id ?? id);
    const { branch } = request ?? deployment ?? { branch: null };
    return deployment && { site: site(deployment.site_id), branch, commitSha: deployment.commit_sha };
  };
  const person = (id: string | null | undefined, otherwise: string): Phrase => {
    const name = people.get(id ?? "");
    return name === undefined ? otherwise : { name };
  };
  const token = (id: string | null): readonly Phrase[] => {
    const found = tokens.get(id ?? "");
    if (!found) return ["a token"];
    const owner = people.get(found.user_id ?? "");
    return ["the token ", { name: found.name }, ...(owner === undefined ? [] : [" of ", { name: owner }])];
  };

  return rows.map((row) => {
    const text = (field: string): string | undefined => fields.get(row)?.get(field);
    const subject = (): readonly Phrase[] => {
      switch (row.subject_type) {
        case "user":
          return [person(row.subject_id, "someone")];
        case "token":
          return token(row.subject_id);
        case "site":
          return [site(row.subject_id)];
        case "target":
          return [nameOf(text("target.name")) ?? "without a name"];
        default:
          return [{ name: row.subject_type }];
      }
    };
    const about = {
      actor: actorOf(row, person, token),
      subject: subject(),
      release: release(row.subject_id),
      requesters: (requesters.get(row.subject_id) ?? []).map((id) => person(id, "someone")),
      text,
    };
    return { row, sentence: capitalised(auditSentence(row.action, about)) };
  });
}

function actorOf(
  { actor_type, actor_id }: AuditRow,
  person: (id: string | null, otherwise: string) => Phrase,
  token: (id: string | null) => readonly Phrase[],
): readonly Phrase[] {
  switch (actor_type) {
    case "user":
      return [person(actor_id, "someone")];
    case "token":
      return token(actor_id);
    case "operator":
      return ["the operator", ...(actor_id === null ? [] : [" ", { name: actor_id }])];
    case "system":
      return ["Greenroom"];
  }
}

function capitalised([first, ...rest]: readonly Phrase[]): readonly Phrase[] {
  if (typeof first !== "string") return first === undefined ? [] : [first, ...rest];
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
}

function nameOf(name: string | undefined): Phrase | undefined {
  return name === undefined || name === "" ? undefined : { name };
}

/** Text and numbers of an entry's data, those of an object in it as `object.field`. */
function readFields(json: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of entriesOf(parseJson(json))) {
    if (typeof value === "string" || typeof value === "number") found.set(name, String(value));
    for (const [inner, deep] of entriesOf(value)) if (typeof deep === "string") found.set(`${name}.${inner}`, deep);
  }
  return found;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

async function findByIds<Table extends "approval_requests" | "deployments" | "sites" | "tokens">(
  db: Database,
  workspaceId: string,
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schema[Table]>> {
  if (ids.length === 0) return new Map();
  const found = sql<Schema[Table]>`SELECT * FROM ${sql.table(table)}
    WHERE workspace_id = ${workspaceId} AND id IN (${sql.join([...new Set(ids)])})`;
  return new Map((await found.execute(db)).rows.map((row) => [row.id, row]));
}

async function readRequesters(db: Database, requestIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const acts = [...(await findActs(db, requestIds))];
  return new Map(acts.map(([id, { requests }]) => [id, [...new Set(requests.map(({ user_id: userId }) => userId))]]));
}

/** The ids come from entries of the workspace, so that its readers may know the names. */
async function readPeople(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, name === "" ? email : name]));
}
