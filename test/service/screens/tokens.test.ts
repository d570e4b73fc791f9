import { describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { sealed } from "../../../packages/service/store/engine/sealed-rows.ts";
import { addToken } from "../fixtures.ts";
import { send } from "../http/api.ts";
import { insert, update } from "../rows.ts";
import { auditActions, textOf, useWorld, type Visitor } from "./visitor.ts";

const world = useWorld();

const TOKEN = /(?:sk|mcp)_test_[\w-]{43}/;

async function make(visitor: Visitor, fields: Record<string, string> = {}): Promise<string> {
  const page = await visitor.submit("/app/tokens", {
    do: "create",
    name: "Workflow",
    kind: "pat",
    scope: "sites:read",
    lifetime: "90",
    ...fields,
  });
  return TOKEN.exec(await page.text())?.[0] ?? "";
}

const sites = async (token: string) => (await send(world.app, "/sites", { token })).status;

const row = (name: string) =>
  world.context.db.selectFrom("tokens").selectAll().where("name", "=", name).orderBy("created_at", "desc").execute();

describe("tokens", () => {
  test.each(["pat", "mcp"])(
    "of the kind %s are shown once, work until they are revoked, and are stored as a hash",
    async (kind) => {
      const visitor = await world.signIn("developer");
      const token = await make(visitor, { kind });
      expect(token).toMatch(kind === "mcp" ? /^mcp_test_/ : /^sk_test_/);
      expect(await sites(token)).toBe(200);
      expect(await visitor.text("/app/tokens")).not.toContain(token);
      expect(JSON.stringify(await row("Workflow"))).not.toContain(token.slice(8));
      await visitor.submit("/app/tokens", { do: "revoke", id: (await row("Workflow"))[0]?.id ?? "" });
      expect(await sites(token)).toBe(401);
      expect(await auditActions(world)).toEqual(["session.opened", "token.created", "token.revoked"]);
    },
  );

  test("keep working for 24 hours after rotation", async () => {
    const visitor = await world.signIn("developer");
    const old = await make(visitor);
    const page = await visitor.submit("/app/tokens", { do: "rotate", id: (await row("Workflow"))[0]?.id ?? "" });
    const fresh = TOKEN.exec(await page.text())?.[0] ?? "";
    expect(fresh).not.toBe(old);
    world.context.clock.advance(24 * 3_600_000 - 1);
    expect([await sites(old), await sites(fresh)]).toEqual([200, 200]);
    world.context.clock.advance(1);
    expect([await sites(old), await sites(fresh)]).toEqual([401, 200]);
  });

  test("that end within 24 hours end no later after rotation", async () => {
    const { clock, db } = world.context;
    const visitor = await world.signIn("developer");
    const old = await make(visitor);
    const id = (await row("Workflow"))[0]?.id ?? "";
    await update(db, "tokens", { id }, { expires_at: instant(clock, 3_600_000) });
    await visitor.submit("/app/tokens", { do: "rotate", id });
    expect(await sites(old)).toBe(200);
    clock.advance(3_600_000);
    expect(await sites(old)).toBe(401);
  });

  test("of a viewer cannot get a scope that writes", async () => {
    const visitor = await world.signIn("viewer");
    await make(visitor, { name: "Sneaky", scope: "sites:write" });
    expect(await row("Sneaky")).toEqual([]);
  });

  test("that is revoked takes with it what was made with it, and the page says so", async () => {
    const { context, first } = world;
    const { id } = await addToken(context, first, { userId: first.users.owner });
    const at = "2026-03-01T12:00:00.000Z";
    await insert(context.db, "preview_tokens", {
      ...sealed(context.db, "preview_tokens", {
        id: "made",
        hash: "h",
        workspace_id: first.workspaceId,
        site_id: first.site.id,
        created_by: first.users.owner,
        maker_epoch: 1,
        parent_token_id: id,
      }),
      name: "nightly tests",
      last4: "abcd",
      created_at: at,
    });
    const page = await (await (await world.signIn("owner")).submit("/app/tokens", { do: "revoke", id })).text();
    expect(textOf(page)).toContain("what was made with it: preview token nightly tests of shop");
  });

  test("of others can be revoked by an admin, not rotated, and not by a developer", async () => {
    const owner = await world.signIn("owner");
    const token = await make(owner, { name: "Owner's" });
    const id = (await row("Owner's"))[0]?.id ?? "";
    const developer = await world.signIn("developer");
    expect((await developer.submit("/app/tokens", { do: "revoke", id })).status).toBe(404);
    const admin = await world.signIn("admin");
    expect((await admin.submit("/app/tokens", { do: "rotate", id })).status).toBe(404);
    expect(await sites(token)).toBe(200);
    await admin.submit("/app/tokens", { do: "revoke", id });
    expect(await sites(token)).toBe(401);
  });

  test("of another workspace do not exist", async () => {
    const outsider = await world.signIn("owner@other.test");
    const { id } = await requireRow(world.context.db, "tokens", { workspace_id: world.first.workspaceId });
    expect((await outsider.submit("/app/tokens", { do: "revoke", id })).status).toBe(404);
    expect(await sites(world.first.tokens.pat)).toBe(200);
  });
});
