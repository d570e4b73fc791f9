import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { type Role, SCOPES } from "../../../packages/contract/index.ts";
import { type Grant, type GrantBasis, grantEnd, type GrantKind } from "../../../packages/service/domain/grants.ts";
import { confirmationDenial } from "../../../packages/service/domain/people.ts";
import { denialOf, isRequested, type RequestAct } from "../../../packages/service/domain/two-people.ts";
import type { Transaction } from "../../../packages/service/store/engine/database.ts";
import { updateRows } from "../../../packages/service/store/engine/rows.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { confirmAccount, readAccountVersion, resetAccount } from "../../../packages/service/store/people/accounts.ts";
import { consumeRecoveryCode, replaceRecoveryCodes, setTotp } from "../../../packages/service/store/people/factors.ts";
import { epochOf } from "../../../packages/service/store/people/grants.ts";
import {
  findFullSession,
  listSessions,
  openSession,
  revokeSession,
} from "../../../packages/service/store/people/sessions.ts";
import {
  createInvitation,
  createSetupLink,
  findSetupLink,
  useSetupLink,
} from "../../../packages/service/store/people/setup-links.ts";
import { addSsoIdentity, removeSsoIdentity } from "../../../packages/service/store/people/sso.ts";
import { peopleText, standingsOf } from "../../../packages/service/store/people/standings.ts";
import { findToken, issueToken, listTokens, revokeToken } from "../../../packages/service/store/people/tokens.ts";
import { addTrustRule, listTrustRules } from "../../../packages/service/store/people/trust-rules.ts";
import { addMember, createUser, removeMember, setPassword } from "../../../packages/service/store/people/users.ts";
import { useShareLink } from "../../../packages/service/store/people/visits.ts";
import {
  deleteConnection,
  listHookSecrets,
  putConnection,
} from "../../../packages/service/store/sites/repository-connections.ts";
import {
  changeAccess,
  createPreviewToken,
  createShareLink,
  findPreviewToken,
} from "../../../packages/service/store/sites/site-access.ts";
import { addWorker, findWorker, revokeWorker } from "../../../packages/service/store/workers/workers.ts";
import { runCount } from "../../adversarial/run-count.ts";
import { openTestContext, seedWorkspace } from "../fixtures.ts";

async function openTeam() {
  const context = openTestContext();
  const { first, other } = await seedWorkspace(context);
  const { db, clock } = context;
  const { workspaceId, users } = first;
  const write = <Result>(run: (tx: Transaction) => Promise<Result>) => inDatabase(db, run);
  const at = () => instant(clock);
  const standing = async (userId: string) => {
    const found = (await standingsOf(db, workspaceId)).get(userId);
    return found && { epoch: found.epoch, confirmed: found.confirmed, people: [...found.people] };
  };
  const link = (userId: string, by: string | null) =>
    write(async (tx) => {
      const maker = by === null ? null : { userId: by, epoch: await epochOf(tx, by), workspaceId };
      return createSetupLink(tx, userId, maker);
    });
  const opens = async (secret: string) => (await findSetupLink(db, secret, at())) !== undefined;
  const use = (secret: string) => write((tx) => useSetupLink(tx, secret, "a hash"));
  const enrol = (userId: string) =>
    write(async (tx) => {
      await setTotp(tx, userId, { sealed: "sealed", step: 1 });
      await replaceRecoveryCodes(tx, userId);
    });
  const confirm = async (userId: string, code?: string) =>
    write(async (tx) => confirmAccount(tx, userId, code ?? (await readAccountVersion(tx, userId)).code, workspaceId));
  const add = (email: string, by: string) =>
    write(async (tx) => {
      const id = await createUser(tx, { email, name: email, madeBy: await peopleText(tx, workspaceId, by) });
      await addMember(tx, { workspaceId, userId: id, role: "approver" });
      return id;
    });
  const setRole = (userId: string, role: Role) =>
    write((tx) => updateRows(tx, "memberships", { workspace_id: workspaceId, user_id: userId }, { role }));
  const join = (userId: string, role: Role) => write((tx) => addMember(tx, { workspaceId, userId, role }));
  const leave = (userId: string) => write((tx) => removeMember(tx, { workspaceId, userId }));
  const session = (userId: string) =>
    write(async (tx) => {
      const opening = { userId, workspaceId, level: "full", address: "a", userAgent: "b" } as const;
      return (await openSession(tx, { ...opening, epoch: await epochOf(tx, userId) })).session.id;
    });
  const token = (userId: string) =>
    write(async (tx) => {
      const given = { workspaceId, userId, kind: "pat", realm: "test", name: "t", scopes: SCOPES } as const;
      return issueToken(tx, {
        ...given,
        epoch: await epochOf(tx, userId),
        issuedVia: "web",
        expiresAt: null,
      });
    });
  const actor = (userId: string, tokenId?: string, epoch = 1) =>
    tokenId === undefined
      ? ({ kind: "session", workspaceId, sessionId: "s", userId, epoch, name: "n", role: "owner" } as const)
      : ({
          kind: "token",
          workspaceId,
          tokenId,
          tokenKind: "pat",
          name: "n",
          userId,
          epoch,
          scopes: new Set(SCOPES),
        } as const);
  const linkCompany = (userId: string, confirmed: boolean) =>
    write((tx) => addSsoIdentity(tx, { userId, issuer: "i", subject: "s", confirmed }));
  const does = {
    setRole,
    join,
    leave,
    linkCompany,
    write,
    at,
    standing,
    link,
    opens,
    use,
    enrol,
    confirm,
    add,
    session,
    token,
    actor,
  };
  return { context, db, clock, workspaceId, users, site: first.site, other, ...does };
}

type Team = Awaited<ReturnType<typeof openTeam>>;

let team: Team;

/** A team for each test of a group. */
function useTeam(): void {
  beforeEach(async () => {
    team = await openTeam();
  });
  afterEach(() => team.db.destroy());
}

describe("whether a grant acts", () => {
  const now = "2026-03-01T12:00:00.000Z";
  const maker = { userId: "ada", epoch: 2, workspaceId: "w" } as const;
  const basis = { epoch: 2, disabled_at: null, role: "owner", proven_until: null } as const;
  const KINDS = ["session", "token", "device_grant", "setup_link", "preview_token", "share_link"] as const;
  const end = (
    kind: GrantKind,
    grant: Partial<Grant>,
    changed: Partial<NonNullable<GrantBasis["maker"]>> | undefined = {},
    parentRevoked = false,
  ) =>
    grantEnd(
      { kind, sealed: true, maker, expiresAt: null, revokedAt: null, ...grant },
      { maker: changed && { ...basis, ...changed }, parentRevoked },
      now,
    );

  it.each(KINDS)("a %s rests on its maker, their epoch and membership, its parent and its time", (kind) => {
    expect(end(kind, {})).toBeUndefined();
    expect(end(kind, { revokedAt: now })).toBe("revoked");
    expect(end(kind, { expiresAt: now })).toBe("expired");
    expect(end(kind, {}, {}, true)).toBe("parent_revoked");
    expect(end(kind, {}, { disabled_at: now })).toBe("maker_gone");
    expect(end(kind, {}, { role: null })).toBe("maker_gone");
    for (const epoch of [1, 3]) expect(end(kind, {}, { epoch })).toBe("epoch");
    expect(end(kind, {}, { proven_until: now })).toBe("unproven");
  });

  it.each([
    ["setup_link", ["owner", "admin"]],
    ["preview_token", ["owner", "admin"]],
    ["share_link", ["owner", "admin", "approver", "developer"]],
  ] as const)("a %s ends with the role that gives it", (kind, roles) => {
    for (const role of ["owner", "admin", "approver", "developer", "viewer"] as const) {
      const allowed = (roles as readonly string[]).includes(role);
      expect(end(kind, {}, { role })).toBe(allowed ? undefined : "role");
    }
  });

  it.each(["trust_rule", "run_token"] as const)(
    "a %s of a confirmed member outlives them, any other does not",
    (kind) => {
      const left = { role: null, disabled_at: now, epoch: 9, proven_until: now } as const;
      expect(end(kind, { maker: { ...maker, confirmed: true } }, left)).toBeUndefined();
      expect(end(kind, { maker: { ...maker, confirmed: true } }, left, true)).toBe("parent_revoked");
      expect(end(kind, { maker: { ...maker, confirmed: false } }, left)).toBe("maker_gone");
      expect(end(kind, { maker: { ...maker, confirmed: false } }, { epoch: 3 })).toBe("epoch");
    },
  );
});

interface Transition {
  readonly run: (team: Team, v: string, owner: string) => Promise<unknown>;
  /** Of the account afterwards, where it begins another one. */
  readonly epoch?: number;
  readonly confirmed?: false;
  /** Whether the owner who made the account, or its link, counts as the same person. */
  readonly held?: true;
  readonly factor?: false;
}

/**
 * What happens to a member whom an owner made and another one confirmed, by the row of SECURITY.md. Unless it says
 * otherwise they stay in epoch 2, confirmed, and one person with a factor.
 */
const TRANSITIONS: Readonly<Record<string, Transition>> = {
  "a setup link is made and not used": { run: ({ link }, v, owner) => link(v, owner) },
  "a member's setup link is used": {
    run: async ({ link, use }, v, owner) => use(await link(v, owner)),
    epoch: 3,
    confirmed: false,
    held: true,
  },
  "the operator's setup link is used": {
    run: async ({ link, use }, v) => use(await link(v, null)),
    epoch: 3,
  },
  "`admin user create --existing reset`": {
    run: ({ write }, v) => write((tx) => resetAccount(tx, v)),
    epoch: 3,
    factor: false,
  },
  "`admin user create --existing keep`": {
    run: ({ write, workspaceId }, v) =>
      write((tx) => addMember(tx, { workspaceId, userId: v, role: "approver" }, true)),
  },
  "a confirmation": {
    run: async ({ link, use, enrol, confirm }, v, owner) => {
      await use(await link(v, owner));
      await enrol(v);
      await confirm(v);
    },
    epoch: 4,
  },
  "a confirmation of an account that is confirmed elsewhere": { run: ({ confirm }, v) => confirm(v) },
  "a factor is added with a confirmed one": { run: ({ enrol }, v) => enrol(v) },
  "a factor is added without one": {
    run: async ({ write, enrol }, v) => {
      await write((tx) => setTotp(tx, v, { sealed: null, step: null }));
      await enrol(v);
    },
    confirmed: false,
  },
  "a recovery code is used, or all are made again": {
    run: async ({ write }, v) => {
      const [code = ""] = await write((tx) => replaceRecoveryCodes(tx, v));
      expect(await write((tx) => consumeRecoveryCode(tx, v, code))).toBe(true);
    },
  },
  "the password is changed": { run: ({ write }, v) => write((tx) => setPassword(tx, v, "another hash")) },
  "the company account is linked without a confirmed factor": {
    run: ({ linkCompany }, v) => linkCompany(v, false),
    confirmed: false,
  },
  "the company account is linked with one, or by `admin member link-sso`": {
    run: ({ linkCompany }, v) => linkCompany(v, true),
  },
  "`admin member link-sso --remove`": {
    run: async ({ linkCompany, write }, v) => {
      await linkCompany(v, false);
      await write((tx) => removeSsoIdentity(tx, v));
    },
  },
  "a member leaves and comes back": {
    run: async ({ leave, join }, v) => {
      await leave(v);
      await join(v, "approver");
    },
  },
  "a change of role": { run: ({ setRole }, v) => setRole(v, "owner") },
};

/** How an account begins, by the row of SECURITY.md. */
const BEGINNINGS: Readonly<Record<string, (team: Team) => Promise<string>>> = {
  "the operator makes it (first owner, `admin user create`)": async ({ users }) => users.admin,
  "an invitation is accepted with a new account": async ({ add, users }) => add("v@x.test", users.owner),
};

describe("the standing of an account", () => {
  useTeam();

  it("has a row in SECURITY.md for each of these, and no other", () => {
    const text = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8");
    const table = /\n\| Event \|[^\n]*\n\|[-| ]+\|\n((?:\|[^\n]*\n)+)/.exec(text)?.[1] ?? "";
    const rows = table
      .trim()
      .split("\n")
      .map((row) => row.split("|")[1]?.trim());
    const own = ["it comes by the company sign-in", "an invitation is accepted with an account of another workspace"];
    expect(new Set(rows)).toEqual(new Set([...Object.keys(TRANSITIONS), ...Object.keys(BEGINNINGS), ...own]));
  });

  it.each(Object.entries(BEGINNINGS))("%s", async (name, make) => {
    const id = await make(team);
    const operators = name.includes("operator");
    const people = operators ? [id] : [id, team.users.owner];
    expect(await team.standing(id)).toEqual({ epoch: 1, confirmed: operators, people });
    await team.enrol(id);
    expect(await team.standing(id)).toEqual({ epoch: 1, confirmed: operators, people });
  });

  it.each(Object.entries(TRANSITIONS))(
    "%s",
    async (_, { run, epoch = 2, confirmed = true, held = false, factor = true }) => {
      const { users, standing } = team;
      const v = await team.add("v@x.test", users.owner);
      await team.enrol(v);
      expect(await team.confirm(v)).toBe("confirmed");
      await run(team, v, users.owner);
      const now = await standing(v);
      expect(now).toMatchObject({ epoch, confirmed });
      expect(now?.people.includes(users.owner)).toBe(held);
      expect((await readAccountVersion(team.db, v)).hasFactor).toBe(factor);
    },
  );

  it("an invitation is accepted with an account of another workspace", async () => {
    const { db, write, users, other, workspaceId } = team;
    const v = await team.add("v@x.test", users.owner);
    await team.enrol(v);
    await team.confirm(v);
    const join = (userId: string, role: "viewer" | "owner") =>
      write((tx) => addMember(tx, { workspaceId: other.workspaceId, userId, role }));
    await join(v, "viewer");
    await join(users.admin, "owner");
    const [here, there] = [await standingsOf(db, workspaceId), await standingsOf(db, other.workspaceId, [v])];
    expect([here.get(v)?.confirmed, there.get(v)?.confirmed]).toEqual([true, false]);
    const denial = (by: string) => {
      const [confirmer, target] = [there.get(by), there.get(v)];
      if (!confirmer || !target) throw new Error("nobody is there");
      return confirmationDenial({ ...confirmer, confirmed: true, isOwner: true }, { ...target, hasFactor: true });
    };
    // Who is with them in the other workspace could have got hold of the account there.
    expect([denial(users.admin), denial(other.users.owner)]).toEqual(["holder", undefined]);
    // What they do is written down with all of them.
    expect(JSON.parse(await peopleText(db, other.workspaceId, v))).toContain(users.admin);
    // They were confirmed here, whatever holds there.
    expect(JSON.parse(await peopleText(db, workspaceId, v))).toEqual([v]);
    const { code } = await readAccountVersion(db, v);
    expect(await write((tx) => confirmAccount(tx, v, code, other.workspaceId))).toBe("confirmed");
    expect((await standingsOf(db, other.workspaceId)).get(v)).toMatchObject({ confirmed: true, epoch: 2 });
    expect(JSON.parse(await peopleText(db, other.workspaceId, v))).toEqual([v]);
    // The other way round: a new epoch is confirmed there, which says nothing here.
    await team.use(await team.link(v, null));
    await write((tx) => setTotp(tx, v, { sealed: null, step: null }));
    await team.enrol(v);
    const next = await readAccountVersion(db, v);
    expect(await write((tx) => confirmAccount(tx, v, next.code, other.workspaceId))).toBe("confirmed");
    expect((await standingsOf(db, other.workspaceId)).get(v)?.confirmed).toBe(true);
    expect((await standingsOf(db, workspaceId)).get(v)?.confirmed).toBe(false);
  });

  it("it comes by the company sign-in", async () => {
    const { write, workspaceId, users, standing, db } = team;
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map((subject) =>
        write(async (tx) => {
          const userId = await createUser(tx, { email: `${subject}@x.test`, name: subject, joined: true });
          await addSsoIdentity(tx, { userId, issuer: "i", subject, confirmed: false });
          await addMember(tx, { workspaceId, userId, role: "owner" });
          return userId;
        }),
      ),
    );
    expect(new Set((await standing(ada ?? ""))?.people)).toEqual(new Set([ada, ...Object.values(users)]));
    const standings = await standingsOf(db, workspaceId);
    const [target, local] = [standings.get(ada ?? ""), standings.get(users.owner)];
    if (!target || !local) throw new Error("nobody is there");
    expect(confirmationDenial({ ...local, isOwner: true }, { ...target, hasFactor: true })).toBe("holder");
    expect(target.people.has(bob ?? "")).toBe(false);
  });
});

describe("a setup link is judged when it is used", () => {
  useTeam();

  it.each<[string, (team: Team) => Promise<unknown>]>([
    ["its maker lost the role", ({ setRole, users }) => setRole(users.admin, "viewer")],
    ["its maker was removed", ({ leave, users }) => leave(users.admin)],
    [
      "its maker's account was taken over or confirmed",
      async ({ use, link, users }) => use(await link(users.admin, users.owner)),
    ],
    ["its person became an owner", ({ setRole, users }) => setRole(users.viewer, "owner")],
    ["its person left", ({ leave, users }) => leave(users.viewer)],
    [
      "its person came to another workspace",
      ({ write, other, users }) =>
        write((tx) => addMember(tx, { workspaceId: other.workspaceId, userId: users.viewer, role: "owner" })),
    ],
    ["its person's account has another epoch", ({ write, users }) => write((tx) => resetAccount(tx, users.viewer))],
  ])("and opens nothing when %s", async (_, change) => {
    const secret = await team.link(team.users.viewer, team.users.admin);
    expect(await team.opens(secret)).toBe(true);
    await change(team);
    expect(await team.opens(secret)).toBe(false);
    expect(await team.use(secret)).toBeUndefined();
  });

  it("and so is an invitation: its maker must still be able to give its role", async () => {
    const { write, workspaceId, users, opens, setRole } = team;
    const invite = (role: "owner" | "viewer") =>
      write((tx) =>
        createInvitation(tx, { userId: users.owner, epoch: 1, workspaceId }, { email: `${role}@x.test`, role }),
      );
    const secrets = [await invite("owner"), await invite("viewer")];
    expect(await Promise.all(secrets.map(opens))).toEqual([true, true]);
    await setRole(users.owner, "admin");
    expect(await Promise.all(secrets.map(opens))).toEqual([false, true]);
  });

  it("and opens once", async () => {
    const { link, use, users } = team;
    const secret = await link(users.viewer, users.admin);
    expect(await use(secret)).toBe(users.viewer);
    expect(await use(secret)).toBeUndefined();
  });
});

it("a clock that goes back revives nothing, and one that goes ahead ends what has a time", async () => {
  team = await openTeam();
  const { db, clock, write, at, users, workspaceId, link, opens, use, leave, session, token } = team;
  const [revoked, lives] = [await token(users.owner), await token(users.owner)];
  await write((tx) => revokeToken(tx, revoked.row.id));
  const [used, open] = [await link(users.admin, users.owner), await link(users.viewer, users.owner)];
  await use(used);
  const [ended, running] = [await session(users.developer), await session(users.owner)];
  await leave(users.developer);
  const acting = async () => {
    const sessions = [ended, running].map((id) => findFullSession(db, id, at(), workspaceId));
    const tokens = [revoked, lives].map(({ token: text }) => findToken(db, text, at()));
    const found = await Promise.all([...sessions, ...tokens]);
    return [...found.map((one) => typeof one === "object"), await opens(used), await opens(open)];
  };
  const now = [false, true, false, true, false, true];
  expect(await acting()).toEqual(now);
  clock.advance(-86_400_000);
  expect(await acting()).toEqual(now);
  clock.advance(9 * 86_400_000);
  expect(await acting()).toEqual([false, false, false, true, false, false]);
  await db.destroy();
});

it("a list of somebody's sessions, or of a workspace's tokens, has these alone, however many have ended", async () => {
  team = await openTeam();
  const { db, clock, write, at, users, workspaceId, session, token } = team;
  const [oldest, kept] = [await session(users.owner), await token(users.owner)];
  await session(users.admin);
  clock.advance(1_000);
  const epoch = await epochOf(db, users.owner);
  const asPerson = { userId: users.owner, workspaceId, epoch } as const;
  const opening = { ...asPerson, level: "full", address: "a", userAgent: "b" } as const;
  const issued = { ...asPerson, kind: "pat", realm: "test", name: "t", scopes: SCOPES, issuedVia: "web" } as const;
  await write(async (tx) => {
    for (let count = 0; count < 50; count += 1) await revokeSession(tx, (await openSession(tx, opening)).session.id);
    for (let count = 0; count < 500; count += 1) {
      await revokeToken(tx, (await issueToken(tx, { ...issued, expiresAt: null })).row.id);
    }
  });
  expect((await listSessions(db, users.owner, at())).map(({ id }) => id)).toEqual([oldest]);
  const tokens = await listTokens(db, workspaceId, { issuedVia: "web", at: at() });
  expect(tokens.map(({ id }) => id)).toEqual([kept.row.id]);
  await db.destroy();
});

describe("what a token or a person made", () => {
  useTeam();

  /** A rule, a preview token and a share link, and which of them act. */
  async function made(team: Team, userId: string, tokenId?: string) {
    const { write, db, clock, site } = team;
    const actor = team.actor(userId, tokenId);
    await write((tx) => changeAccess(tx, team.actor(team.users.owner), site, { previewAccess: "link" }));
    const shared = { ...site, preview_access: "link" } as const;
    const rule = { repository: "o/r", repositoryId: "1", event: "push" };
    await write((tx) => addTrustRule(tx, actor, shared, rule));
    const { token } = await write((tx) => createPreviewToken(tx, actor, shared, "p"));
    const link = await write((tx) => createShareLink(tx, actor, shared, { expiresInSeconds: 3_600 }));
    return async (prove?: (userId: string) => Promise<boolean>) => {
      const given = { siteId: site.id, at: instant(clock) };
      const visit = { ...given, secret: link.secret, deploymentId: undefined, host: "h" };
      return {
        rule: (await listTrustRules(db, site.id)).length === 1,
        token: (await findPreviewToken(db, { ...given, token }, prove)) !== undefined,
        link: (await useShareLink(db, visit, prove)) !== undefined,
      };
    };
  }

  const ALL = { rule: true, token: true, link: true };
  const NONE = { rule: false, token: false, link: false };

  it("is not made, or does not act, when the account is in another epoch than who makes it", async () => {
    const { db, clock, users, workspaceId, write, link, use, opens } = team;
    const late = { userId: users.admin, epoch: 1, workspaceId };
    await use(await link(users.admin, null));
    await expect(made(team, users.admin)).rejects.toMatchObject({ code: "forbidden_role" });
    const invited = { email: "v@x.test", role: "viewer" } as const;
    expect(await opens(await write((tx) => createInvitation(tx, late, invited)))).toBe(false);
    const opening = { ...late, level: "full", address: "a", userAgent: "b" } as const;
    const { session } = await write((tx) => openSession(tx, opening));
    expect(await findFullSession(db, session.id, instant(clock), workspaceId)).toBeUndefined();
  });

  it("ends when the token that made it is revoked", async () => {
    const { row } = await team.token(team.users.admin);
    const acts = await made(team, team.users.admin, row.id);
    expect(await acts()).toEqual(ALL);
    await team.write((tx) => revokeToken(tx, row.id));
    expect(await acts()).toEqual(NONE);
  });

  it("stays for the site when its maker leaves, and the maker's own ends for good", async () => {
    const { users } = team;
    const { row } = await team.token(users.admin);
    const acts = await made(team, users.admin, row.id);
    await team.leave(users.admin);
    expect(await acts()).toEqual({ ...NONE, rule: true });
    await team.join(users.admin, "owner");
    expect(await acts()).toEqual({ ...NONE, rule: true });
  });

  it("ends with the epoch in which nobody answered for its maker", async () => {
    const v = await team.add("v@x.test", team.users.owner);
    await team.setRole(v, "admin");
    await team.enrol(v);
    const acts = await made(team, v);
    expect(await acts()).toEqual(ALL);
    await team.confirm(v);
    expect(await acts()).toEqual(NONE);
  });

  it("ends for visitors while the provider does not sign its maker in", async () => {
    const { users, write, clock, db } = team;
    const identity = { userId: users.admin, issuer: "i", subject: "s", confirmed: true };
    await write((tx) => addSsoIdentity(tx, identity));
    const acts = await made(team, users.admin);
    const renew = async () => {
      await db
        .updateTable("sso_identities")
        .set({ proven_until: instant(clock, 60_000) })
        .execute();
      return true;
    };
    expect(await acts(renew)).toEqual(ALL);
    clock.advance(60_000);
    expect(await acts(async () => false)).toEqual({ ...NONE, rule: true });
    await db
      .updateTable("preview_tokens")
      .set({ revoked_at: instant(clock) })
      .execute();
    // The link asks for itself, not only the token before it.
    expect(await acts(renew)).toEqual({ ...ALL, token: false });
  });
});

const who = fc.nat(5);
const Move = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("add" as const), by: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("link" as const), by: who, account: who }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("use" as const), link: fc.nat(7), byMaker: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("enrol" as const), account: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("token" as const), account: who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("confirm" as const), by: who, account: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), account: who, back: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revoke" as const), token: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("worker" as const), revoke: fc.option(fc.nat(3)) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("hook" as const), connect: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("request" as const), account: who }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("approve" as const), account: who }) },
);
type Move = typeof Move extends fc.Arbitrary<infer Value> ? Value : never;

/** An account, and which real person has what of it: what the service cannot know. */
interface Account {
  readonly id: string;
  /** Whose account it is to be. */
  readonly owner: number;
  /** Who has the password of this epoch: the person who used the link that began it. */
  user: number | undefined;
  factorOf: number | undefined;
  epoch: number;
  term: number;
  present: boolean;
}

interface Held {
  readonly account: Account;
  readonly epoch: number;
  readonly term: number;
  readonly id: string;
  readonly text: string;
  revoked: boolean;
}

interface Link {
  readonly account: Account;
  readonly maker: Account;
  readonly epochs: readonly [account: number, maker: number];
  readonly terms: readonly [account: number, maker: number];
  readonly secret: string;
  readonly madeBy: number;
  used: boolean;
}

const makeAndUse = [
  { kind: "add", by: 0 },
  { kind: "use", link: 0, byMaker: true },
] as const;

/** Of one person alone: with their own account, and with one that they made and use. */
const ATTACKS: readonly Move[][] = [
  [
    { kind: "request", account: 0 },
    { kind: "approve", account: 0 },
  ],
  [...makeAndUse, { kind: "request", account: 3 }, { kind: "approve", account: 0 }],
  [...makeAndUse, { kind: "enrol", account: 3 }, { kind: "request", account: 0 }, { kind: "approve", account: 3 }],
];

describe("any history of people, links, factors, roles, tokens and removals", () => {
  it("publishes nothing without two people, and no grant outlives its reason", { timeout: 600_000 }, async () => {
    let published = 0;
    const play = async (moves: readonly Move[]) => {
      const team = await openTeam();
      const { workspaceId, users, db, write, at } = team;
      const accounts: Account[] = [];
      for (const id of [users.owner, users.admin, users.approver]) {
        await team.setRole(id, "owner");
        await team.enrol(id);
        const owner = accounts.length;
        accounts.push({ id, owner, user: owner, factorOf: owner, epoch: 1, term: 0, present: true });
      }
      const links: Link[] = [];
      const tokens: Held[] = [];
      // What the operator made, which rests on no person.
      const workers: { readonly id: string; readonly token: string; revoked: boolean }[] = [];
      let isConnected = false;
      let requests: (RequestAct & { readonly person: number })[] = [];
      const pick = (n: number) => accounts[n % accounts.length] ?? accounts[0];
      const linkFor = async (maker: Account, account: Account, madeBy: number) => {
        for (const older of links) if (older.account === account) older.used = true;
        const secret = await team.link(account.id, maker.id);
        const epochs = [account.epoch, maker.epoch] as const;
        const terms = [account.term, maker.term] as const;
        links.push({ account, maker, epochs, terms, secret, madeBy, used: false });
      };
      const linkActs = ({ account, maker, epochs, terms, used }: Link) =>
        !used &&
        account.present &&
        maker.present &&
        epochs[0] === account.epoch &&
        epochs[1] === maker.epoch &&
        terms[1] === maker.term;
      const step = async (move: Move): Promise<void> => {
        if (move.kind === "use") {
          const link = links[move.link % (links.length || 1)];
          if (!link) return;
          const { account } = link;
          const person = move.byMaker ? link.madeBy : account.owner;
          const acts = linkActs(link);
          const confirmedFactor =
            (await db.selectFrom("users").select("factors_confirmed").where("id", "=", account.id).executeTakeFirst())
              ?.factors_confirmed === 1;
          expect((await team.use(link.secret)) !== undefined).toBe(acts);
          if (!acts) return;
          link.used = true;
          account.epoch += 1;
          account.user = person;
          if (!confirmedFactor) account.factorOf = undefined;
          return;
        }
        if (move.kind === "worker") {
          const worker = move.revoke === null ? undefined : workers[move.revoke];
          if (worker) {
            await write((tx) => revokeWorker(tx, worker.id));
            worker.revoked = true;
            return;
          }
          const added = { name: `w${workers.length}`, slots: 1, realm: "test", at: at() } as const;
          const { row, token } = await write((tx) => addWorker(tx, added));
          workers.push({ id: row.id, token, revoked: false });
          return;
        }
        if (move.kind === "hook") {
          const place = { api_url: "https://api.github.com", owner: "o", repository: "r", environment: "production" };
          const secrets = { sealed_credential: "c", sealed_hook_secret: "h", app_id: "1", installation_id: null };
          const row = {
            id: "con",
            workspace_id: workspaceId,
            site_id: team.site.id,
            created_at: at(),
            ...place,
            ...secrets,
          };
          await write<unknown>((tx) => (move.connect ? putConnection(tx, row) : deleteConnection(tx, team.site.id)));
          isConnected = move.connect;
          return;
        }
        if (move.kind === "revoke") {
          const token = tokens[move.token % (tokens.length || 1)];
          if (!token) return;
          await write((tx) => revokeToken(tx, token.id));
          token.revoked = true;
          return;
        }
        const account = pick(move.kind === "add" ? move.by : move.account);
        if (!account?.present && move.kind !== "leave") return;
        if (!account) return;
        const person = account.user;
        /** Past the sign-in: who has the password and, where there is one, the factor. */
        const signedIn = person !== undefined && (account.factorOf === undefined || account.factorOf === person);
        switch (move.kind) {
          case "add": {
            if (!signedIn || accounts.length > 5) return;
            const id = await team.add(`p${accounts.length}@x.test`, account.id);
            await team.setRole(id, "owner");
            const added = {
              id,
              // Somebody whom an honest owner adds is one person; the one who adds may use the link all the same.
              owner: accounts.length,
              user: undefined,
              factorOf: undefined,
              epoch: 1,
              term: 0,
              present: true,
            };
            accounts.push(added);
            return linkFor(account, added, person);
          }
          case "link": {
            const maker = pick(move.by);
            const makerPerson = maker?.user;
            if (!maker?.present || maker === account || makerPerson === undefined) return;
            if (maker.factorOf !== undefined && maker.factorOf !== makerPerson) return;
            return linkFor(maker, account, makerPerson);
          }
          case "enrol":
            if (!signedIn) return;
            await team.enrol(account.id);
            account.factorOf = person;
            return;
          case "token": {
            if (!signedIn) return;
            const { token, row } = await team.token(account.id);
            tokens.push({ account, epoch: account.epoch, term: account.term, id: row.id, text: token, revoked: false });
            return;
          }
          case "confirm": {
            const by = pick(move.by);
            // They tell the truth: the one whose account it is reads the code out, and uses it with a factor of theirs.
            if (!by?.present || by.user === undefined || by.factorOf !== by.user) return;
            if (account.user !== account.owner || account.factorOf !== account.owner) return;
            const standings = await standingsOf(db, workspaceId);
            const [confirmer, target] = [standings.get(by.id), standings.get(account.id)];
            if (!confirmer || !target) throw new Error("a member vanished");
            if (confirmationDenial({ ...confirmer, isOwner: true }, { ...target, hasFactor: true })) return;
            expect(await team.confirm(account.id)).toBe("confirmed");
            // A second confirmation ends nothing.
            if (!target.confirmed) account.epoch += 1;
            return;
          }
          case "leave":
            if (account.present === move.back) return;
            if (move.back) await team.join(account.id, "owner");
            else await team.leave(account.id);
            account.present = move.back;
            if (!move.back) account.term += 1;
            return;
          case "request": {
            if (!signedIn) return;
            const { people } = (await standingsOf(db, workspaceId)).get(account.id) ?? { people: new Set() };
            requests.push({ person, account: account.id, people });
            return;
          }
          case "approve": {
            if (!signedIn || account.factorOf !== person || requests.length === 0) return;
            const standings = await standingsOf(db, workspaceId);
            const facts = {
              requestActs: requests,
              standings,
              relaxations: { onePerson: false, unconfirmed: false, rollBack: false },
            };
            if (!isRequested(facts) || denialOf(facts, { userId: account.id, role: "owner" })) return;
            published += 1;
            for (const request of requests) expect(request.person).not.toBe(person);
            requests = [];
          }
        }
      };
      for (const move of moves) {
        team.clock.advance(1_000);
        await step(move);
        for (const { account, epoch, term, text, revoked } of tokens) {
          const acts = !revoked && account.present && account.epoch === epoch && account.term === term;
          expect(typeof (await findToken(db, text, at())) !== "string").toBe(acts);
        }
        for (const link of links) expect(await team.opens(link.secret)).toBe(linkActs(link));
        for (const { token, revoked } of workers)
          expect((await findWorker(db, token, at())) === undefined).toBe(revoked);
        expect(await listHookSecrets(db)).toHaveLength(isConnected ? 1 : 0);
      }
      await db.destroy();
    };
    await fc.assert(fc.asyncProperty(fc.array(Move, { minLength: 1, maxLength: 40, size: "max" }), play), {
      numRuns: runCount("HISTORIES", 40),
      examples: ATTACKS.map((moves): [readonly Move[]] => [moves]),
    });
    expect(published).toBeGreaterThan(0);
  });
});
