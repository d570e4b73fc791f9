import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SCOPES } from "../../../packages/contract/index.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { addToken, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { send } from "./api.ts";

let context: TestContext;
let first: SeededWorkspace;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
  app = createApp(context);
});
afterEach(() => context.db.destroy());

async function describedBy(token: string): Promise<unknown> {
  const { status, json } = await send(app, "/token", { token });
  expect(status).toBe(200);
  return json.data;
}

describe("GET /token", () => {
  test("says who is behind the token, where it belongs and what it can do, and never its secret", async () => {
    const { id: projectId } = await context.db
      .selectFrom("projects")
      .select("id")
      .where("workspace_id", "=", first.workspaceId)
      .executeTakeFirstOrThrow();
    const data = await describedBy(first.tokens.pat);
    expect(data).toMatchObject({
      kind: "pat",
      scopes: SCOPES,
      workspace: { id: first.workspaceId },
      projects: [{ id: projectId }],
      siteId: null,
      user: { id: first.users.developer, role: "developer" },
      expiresAt: null,
    });
    expect(JSON.stringify(data)).not.toContain(first.tokens.pat.slice(-8));
  });

  test("needs no scope", async () => {
    const { token } = await addToken(context, first, { scopes: [], expiresAt: "2026-03-01T13:00:00.000Z" });
    expect(await describedBy(token)).toMatchObject({ scopes: [], expiresAt: "2026-03-01T13:00:00.000Z" });
  });

  test("names no one behind a token without an owner", async () => {
    const { token } = await addToken(context, first, { userId: null });
    expect(await describedBy(token)).toMatchObject({ user: null });
  });
});
