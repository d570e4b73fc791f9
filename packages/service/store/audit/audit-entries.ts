import { type AuditedRelease, auditSentence, type Phrase } from "../../domain/audit-entry.ts";
import type { Database } from "../engine/database.ts";
import type { AuditRow } from "../engine/schema.ts";

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
  const ids = (of: (row: AuditRow) => readonly (string | null | undefined)[]): readonly string[] => [
    ...new Set(rows.flatMap(of).filter((id) => typeof id === "string")),
  ];
  const subjects = (type: string) => ids((row) => [row.subject_type === type ? row.subject_id : undefined]);
  const releases = new Map([
    ...(await readRequests(db, workspaceId, subjects("approval"))),
    ...(await readDeployments(db, workspaceId, subjects("deployment"))),
  ]);
  const tokens = await readTokens(
    db,
    workspaceId,
    ids((row) => [
      row.actor_type === "token" ? row.actor_id : undefined,
      ...(row.subject_type === "token" ? [row.subject_id] : []),
    ]),
  );
  const people = await readPeople(db, [
    ...ids((row) => [row.actor_type === "user" ? row.actor_id : undefined]),
    ...subjects("user"),
    ...[...tokens.values()].flatMap(({ userId }) => userId ?? []),
    ...[...releases.values()].flatMap(({ requesterIds }) => requesterIds),
  ]);
  const sites = await readSites(db, workspaceId, subjects("site"));
  const person = (id: string | null | undefined, otherwise: string): Phrase => {
    const name = people.get(id ?? "");
    return name === undefined ? otherwise : { name };
  };
  const token = (id: string | null): readonly Phrase[] => {
    const found = tokens.get(id ?? "");
    if (!found) return ["a token"];
    const owner = people.get(found.userId ?? "");
    return ["the token ", { name: found.name }, ...(owner === undefined ? [] : [" of ", { name: owner }])];
  };

  return rows.map((row) => {
    const text = (field: string): string | undefined => fields.get(row)?.get(field);
    const found = releases.get(row.subject_id);
    const subject = (): readonly Phrase[] => {
      switch (row.subject_type) {
        case "user":
          return [person(row.subject_id, "someone")];
        case "token":
          return token(row.subject_id);
        case "site":
          return [sites.get(row.subject_id) ?? "a site"];
        case "target":
          return [nameOf(text("target.name")) ?? "without a name"];
        default:
          return [{ name: row.subject_type }];
      }
    };
    const about = {
      actor: actorOf(row, person, token),
      subject: subject(),
      release: found?.release,
      requesters: (found?.requesterIds ?? []).map((id) => person(id, "someone")),
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
  for (const [name, value] of entriesOf(parse(json))) {
    if (typeof value === "string" || typeof value === "number") found.set(name, String(value));
    for (const [inner, deep] of entriesOf(value)) if (typeof deep === "string") found.set(`${name}.${inner}`, deep);
  }
  return found;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

interface FoundRelease {
  readonly release: AuditedRelease;
  readonly requesterIds: readonly string[];
}

async function readRequests(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly (readonly [string, FoundRelease])[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("approval_requests")
    .innerJoin("sites", "sites.id", "approval_requests.site_id")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .select(["approval_requests.id", "approval_requests.branch"])
    .select(["sites.id as siteId", "sites.name", "deployments.commit_sha"])
    .where("approval_requests.workspace_id", "=", workspaceId)
    .where("approval_requests.id", "in", ids)
    .execute();
  const requests = await db
    .selectFrom("release_acts")
    .select(["request_id", "user_id"])
    .where("request_id", "in", ids)
    .where("kind", "=", "requested")
    .orderBy("at")
    .orderBy("id")
    .execute();
  const requesters = Map.groupBy(requests, ({ request_id }) => request_id);
  return rows.map((row) => [
    row.id,
    {
      release: { site: sitePhrase(row.siteId, row.name), branch: row.branch, commitSha: row.commit_sha },
      requesterIds: [...new Set(requesters.get(row.id)?.map(({ user_id }) => user_id))],
    },
  ]);
}

async function readDeployments(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly (readonly [string, FoundRelease])[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("deployments")
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .select(["deployments.id", "deployments.branch", "deployments.commit_sha", "sites.id as siteId", "sites.name"])
    .where("deployments.workspace_id", "=", workspaceId)
    .where("deployments.id", "in", ids)
    .execute();
  return rows.map((row) => [
    row.id,
    {
      release: { site: sitePhrase(row.siteId, row.name), branch: row.branch, commitSha: row.commit_sha },
      requesterIds: [],
    },
  ]);
}

async function readSites(db: Database, workspaceId: string, ids: readonly string[]): Promise<Map<string, Phrase>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("sites")
    .select(["id", "name"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, sitePhrase(id, name)]));
}

function sitePhrase(id: string, name: string): Phrase {
  return { name, href: `/app/sites/${id}` };
}

async function readTokens(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly name: string; readonly userId: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("tokens")
    .select(["id", "name", "user_id"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { name: row.name, userId: row.user_id }]));
}

/** The ids come from entries of the workspace, so that its readers may know the names. */
async function readPeople(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("users").select(["id", "name", "email"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name, email }) => [id, name === "" ? email : name]));
}
