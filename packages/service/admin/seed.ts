import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROLES, type Role, SCOPES, type TokenKind } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { hashPassword, LOWEST_COST, newTotpSecret } from "../domain/credentials.ts";
import { OperatorFault } from "../domain/operator-fault.ts";
import type { Settings } from "../settings.ts";
import { DATABASE_FILE, type Transaction } from "../store/engine/database.ts";
import type { FoundSeed } from "../store/engine/seed-place.ts";
import { openDatabase } from "../store/engine/sqlite.ts";
import { inDatabase } from "../store/engine/transaction.ts";
import { issueToken } from "../store/people/tokens.ts";
import { sealTotpSecret } from "../store/people/totp-secrets.ts";
import { addMember, createUser } from "../store/people/users.ts";
import { createProject, createWorkspace } from "../store/people/workspaces.ts";
import { insertSite } from "../store/sites/sites.ts";

const Tokens = z.object({ pat: z.string(), mcp: z.string() });

const Seed = z.object({
  workspaceId: z.uuid(),
  projectId: z.uuid(),
  users: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      totpSecret: z.string(),
      role: z.enum(ROLES),
      name: z.string(),
    }),
  ),
  tokens: Tokens,
  other: z.object({ workspaceId: z.uuid(), projectId: z.uuid(), siteId: z.uuid(), tokens: Tokens }),
});

/** Example data with its secrets, printed in the ready line. */
export type Seed = z.infer<typeof Seed>;

/** Kept in the data folder, since the store holds only hashes and a second start prints the same line. */
export const SEED_FILE = "seed.json";

const PEOPLE: readonly (readonly [role: Role, name: string, email: string])[] = [
  ["owner", "Noor Haddad", "noor@greenroom.test"],
  ["developer", "Ada Novak", "ada@greenroom.test"],
  ["viewer", "Vik Larsen", "vik@greenroom.test"],
  ["approver", "Mira Okafor", "mira@greenroom.test"],
  ["approver", "Jun Sato", "jun@greenroom.test"],
];

/**
 * Sees to it that no store of somebody is opened for example data: that alone can upgrade it, and take up its builds.
 */
export async function requireSeedable({ dataDirectory, database }: Settings): Promise<void> {
  if (!database) {
    if ((await findInFolder(dataDirectory)) === "other") throw new Error(NOT_EMPTY);
    return;
  }
  const { findOnServer } = await import("../store/engine/seed-place.ts");
  const found = await findOnServer(database, readSeed(dataDirectory)?.workspaceId);
  if (found === "own") return;
  if (found === "other") {
    throw new OperatorFault(
      "server_unusable",
      `The database has data that was not made from ${dataDirectory}, and example data is only for an empty one. Give another --database or none, or the --data folder of the run that filled it.`,
    );
  }
  if (existsSync(join(dataDirectory, DATABASE_FILE))) {
    throw new OperatorFault(
      "server_unusable",
      `${dataDirectory} has a database of its own, whose accounts would be lost. Give another --data.`,
    );
  }
}

const NOT_EMPTY = "--seed demo needs an empty data folder. Give another --data, or leave --seed out.";

async function findInFolder(dataDirectory: string): Promise<FoundSeed> {
  const file = join(dataDirectory, DATABASE_FILE);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return "none";
  const db = openDatabase(file, { asItIs: true, moving: true });
  try {
    const rows = await db.selectFrom("workspaces").select("id").execute();
    if (rows.length === 0) return "none";
    const written = readSeed(dataDirectory);
    return rows.some(({ id }) => id === written?.workspaceId) ? "own" : "other";
  } finally {
    await db.destroy();
  }
}

function readSeed(dataDirectory: string): Seed | undefined {
  const file = join(dataDirectory, SEED_FILE);
  return existsSync(file) ? Seed.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** A store that it filled before returns the same seed. */
export async function seedDemo(context: Pick<ServiceContext, "db" | "clock" | "settings">): Promise<Seed> {
  const { dataDirectory } = context.settings;
  const written = readSeed(dataDirectory);
  const workspaces = context.db.selectFrom("workspaces").select("id").limit(1);
  if (written && (await workspaces.where("id", "=", written.workspaceId).executeTakeFirst())) return written;
  const filled = await workspaces.executeTakeFirst();
  if (filled) throw new Error(NOT_EMPTY);
  const people = await Promise.all(PEOPLE.map(async ([role, name, email]) => newPerson({ role, name, email })));
  const outsider = await newPerson({ role: "owner", name: "Otto Berg", email: "otto@elsewhere.test" });
  return await inDatabase(context.db, async (tx) => {
    const seed = await insertSeed(tx, context.settings, { people, outsider });
    // Before the commit: a process that dies in between leaves a file without accounts, rather than accounts whose passwords are lost.
    writeFileSync(join(dataDirectory, SEED_FILE), JSON.stringify(seed), { mode: 0o600 });
    return seed;
  });
}

interface Person {
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly passwordHash: string;
  readonly totpSecret: string;
}

async function newPerson(given: Pick<Person, "role" | "name" | "email">): Promise<Person> {
  const password = randomBytes(12).toString("base64url");
  return { ...given, password, passwordHash: await hashPassword(password, LOWEST_COST), totpSecret: newTotpSecret() };
}

async function insertSeed(
  tx: Transaction,
  settings: Settings,
  { people, outsider }: { readonly people: readonly Person[]; readonly outsider: Person },
): Promise<Seed> {
  const workspaceId = await createWorkspace(tx, "Demo");
  const projectId = await createProject(tx, workspaceId, "Web");
  let developerId = "";
  for (const person of people) {
    const userId = await insertPerson(tx, person, { workspaceId, settings });
    if (person.role === "developer") developerId = userId;
  }
  const otherWorkspaceId = await createWorkspace(tx, "Elsewhere");
  const otherProjectId = await createProject(tx, otherWorkspaceId, "Web");
  const outsiderId = await insertPerson(tx, outsider, { workspaceId: otherWorkspaceId, settings });
  const site = await insertSite(tx, otherWorkspaceId, {
    projectId: otherProjectId,
    name: "Elsewhere",
    slug: "elsewhere",
  });
  return {
    workspaceId,
    projectId,
    users: people.map(({ email, password, totpSecret, role, name }) => ({ email, password, totpSecret, role, name })),
    tokens: await insertTokens(tx, { workspaceId, userId: developerId }),
    other: {
      workspaceId: otherWorkspaceId,
      projectId: otherProjectId,
      siteId: site.id,
      tokens: await insertTokens(tx, { workspaceId: otherWorkspaceId, userId: outsiderId }),
    },
  };
}

async function insertPerson(
  tx: Transaction,
  person: Person,
  { workspaceId, settings }: { readonly workspaceId: string; readonly settings: Settings },
): Promise<string> {
  const seal = (id: string): string => sealTotpSecret(settings, id, person.totpSecret);
  const userId = await createUser(tx, { ...person, sealTotpSecret: seal });
  await addMember(tx, { workspaceId, userId, role: person.role }, true);
  return userId;
}

async function insertTokens(
  tx: Transaction,
  owner: { readonly workspaceId: string; readonly userId: string },
): Promise<Seed["tokens"]> {
  const issue = async (kind: TokenKind) => {
    const { token } = await issueToken(tx, {
      ...owner,
      epoch: 1,
      kind,
      realm: "test",
      name: `demo ${kind}`,
      scopes: SCOPES,
      issuedVia: "operator",
      expiresAt: null,
    });
    return token;
  };
  return { pat: await issue("pat"), mcp: await issue("mcp") };
}
