import { describe, expect, test } from "vitest";
import { SCOPES } from "../../../packages/contract/index.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { addToken } from "../fixtures.ts";
import { context, first, openApp, request } from "./app.ts";

openApp();

async function describedBy(token: string): Promise<unknown> {
  const { status, json } = await request("/token", { token });
  expect(status).toBe(200);
  return json.data;
}

describe("GET /token", () => {
  test("says who is behind the token, where it belongs and what it can do, and never its secret", async () => {
    const { id: projectId } = await requireRow(context.db, "projects", { workspace_id: first.workspaceId });
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

  test("needs no scope, and names no one behind a token without an owner", async () => {
    const given = { userId: null, scopes: [], expiresAt: "2026-03-01T13:00:00.000Z" };
    const { token } = await addToken(context, first, given);
    expect(await describedBy(token)).toMatchObject({ user: null, scopes: [], expiresAt: given.expiresAt });
  });
});
