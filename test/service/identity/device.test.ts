import { describe, expect, test } from "vitest";
import { DEVICE_GRANT_TYPE, DeviceAuthorization, DeviceToken, SCOPES } from "../../../packages/contract/index.ts";
import { newUserCode, userCodeHash } from "../../../packages/service/domain/credentials.ts";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { update } from "../rows.ts";
import { useWorld, type Visitor } from "../screens/visitor.ts";

const world = useWorld();

const BASE = "http://127.0.0.1:4010";

function post(path: string, fields: Record<string, string> | string, type = "application/x-www-form-urlencoded") {
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  return world.app.request(BASE + path, { method: "POST", headers: { "Content-Type": type }, body });
}

async function start(fields: Record<string, string> = {}) {
  return DeviceAuthorization.parse(await (await post("/oauth/device", { client_id: "my agent", ...fields })).json());
}

async function poll(deviceCode: string, fields: Record<string, string> = {}) {
  const response = await post("/oauth/token", {
    grant_type: DEVICE_GRANT_TYPE,
    client_id: "my agent",
    device_code: deviceCode,
    ...fields,
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

async function decideAs(visitor: Visitor, userCode: string, decision: "allow" | "deny"): Promise<string> {
  await visitor.submit("/app/device", { user_code: userCode, do: "find" });
  return (await visitor.submit("/app/device", { user_code: userCode, do: decision })).text();
}

describe("POST /oauth/device", () => {
  test("responds with bare JSON that no cache keeps, with a code to type and no URL that contains it", async () => {
    const response = await post("/oauth/device", { client_id: "my agent", scope: "sites:read" });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body = DeviceAuthorization.parse(await response.json());
    expect(body).toMatchObject({ verification_uri: `${BASE}/app/device`, expires_in: 600, interval: 5 });
    expect(body.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(body).not.toHaveProperty("verification_uri_complete");
    expect(body).not.toHaveProperty("ok");
  });

  test("stores both codes as hashes only", async () => {
    const { device_code: deviceCode, user_code: userCode } = await start();
    const stored = JSON.stringify(await world.context.db.selectFrom("device_grants").selectAll().execute());
    expect(stored).not.toContain(deviceCode);
    expect(stored).not.toContain(userCode);
    expect(stored).not.toContain(userCode.replace("-", ""));
  });

  test.each([
    ["no client_id", "client_id=", "invalid_request"],
    ["an unknown scope", "client_id=a&scope=sites:read+approve", "invalid_scope"],
    ["a client_id with control characters", "client_id=a%07b", "invalid_request"],
    ["a parameter twice", "client_id=a&client_id=b", "invalid_request"],
    ["a JSON body", "{}", "invalid_request", "application/json"],
  ])("rejects %s in the words of OAuth", async (_, body, error, type?: string) => {
    const response = await post("/oauth/device", body, type);
    expect([response.status, await response.json()]).toMatchObject([400, { error }]);
  });
});

describe("POST /oauth/token", () => {
  test("goes from pending to one token of the person who allowed it", async () => {
    const { device_code: deviceCode, user_code: userCode } = await start({ scope: "deployments:read publish:request" });
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "authorization_pending" } });
    expect(await decideAs(await world.signIn("developer"), userCode, "allow")).toContain("Connected");
    world.context.clock.advance(5_000);
    const granted = await poll(deviceCode);
    const token = DeviceToken.parse(granted.body);
    expect(token).toMatchObject({
      token_type: "Bearer",
      expires_in: 7_776_000,
      scope: "deployments:read publish:request",
    });
    expect(token.access_token).toMatch(/^mcp_test_[\w-]{43}$/);
    expect(granted.body).not.toHaveProperty("refresh_token");
    const row = await requireRow(world.context.db, "tokens", { issued_via: "device" });
    expect(row).toMatchObject({
      user_id: world.first.users.developer,
      workspace_id: world.first.workspaceId,
      kind: "mcp",
      name: "my agent",
    });
    const used = await world.app.request(`${BASE}/deployments`, {
      headers: { Authorization: `Bearer ${token.access_token}` },
    });
    expect(used.status).toBe(200);
    world.context.clock.advance(5_000);
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("responds slow_down to a client that polls too fast, and then expects ten seconds", async () => {
    const { device_code: deviceCode } = await start();
    const errors = [];
    for (const wait of [0, 4_000, 5_000, 15_000]) {
      world.context.clock.advance(wait);
      errors.push((await poll(deviceCode)).body["error"]);
    }
    expect(errors).toEqual(["authorization_pending", "slow_down", "slow_down", "authorization_pending"]);
  });

  test("reports a denied and an expired request", async () => {
    const refused = await start();
    expect(await decideAs(await world.signIn("developer"), refused.user_code, "deny")).toContain("Denied");
    expect((await poll(refused.device_code)).body["error"]).toBe("access_denied");
    const late = await start();
    world.context.clock.advance(600_000);
    expect((await poll(late.device_code)).body["error"]).toBe("expired_token");
  });

  test.each([
    [{ grant_type: "authorization_code" }, "unsupported_grant_type"],
    [{ device_code: "unknown" }, "invalid_grant"],
    [{ client_id: "another" }, "invalid_grant"],
    [{ device_code: "" }, "invalid_request"],
  ])("rejects %j as %s", async (fields, error) => {
    const { device_code: deviceCode } = await start();
    expect((await poll(deviceCode, fields)).body["error"]).toBe(error);
  });

  test("a poll of another client uses nothing up", async () => {
    const { device_code: deviceCode, user_code: userCode } = await start();
    await decideAs(await world.signIn("developer"), userCode, "allow");
    expect((await poll(deviceCode, { client_id: "another" })).body["error"]).toBe("invalid_grant");
    expect((await poll(deviceCode)).status).toBe(200);
  });

  test("issues nothing when the person who allowed it was removed meanwhile", async () => {
    const { device_code: deviceCode, user_code: userCode } = await start();
    await decideAs(await world.signIn("developer"), userCode, "allow");
    const { developer } = world.first.users;
    await update(world.context.db, "memberships", { user_id: developer }, { removed_at: "2026-03-01T00:00:00.000Z" });
    expect((await poll(deviceCode)).body["error"]).toBe("access_denied");
  });

  test("gives a viewer's device the scopes of a viewer, whatever it requested", async () => {
    const { device_code: deviceCode, user_code: userCode } = await start();
    await decideAs(await world.signIn("viewer"), userCode, "allow");
    expect((await poll(deviceCode)).body["scope"]).toBe(SCOPES.filter((scope) => scope.endsWith(":read")).join(" "));
  });
});

describe("the device page", () => {
  test("shows client, workspace and scopes, warns, and fills in no code from its URL", async () => {
    const { user_code: userCode } = await start({ scope: "deployments:write" });
    const visitor = await world.signIn("developer");
    expect(await visitor.text(`/app/device?user_code=${userCode}`)).not.toContain(userCode);
    const page = await (
      await visitor.submit("/app/device", { user_code: userCode.toLowerCase().replace("-", " "), do: "find" })
    ).text();
    for (const shown of ["my agent", "first", "deployments:write", "Allow it only if you started it yourself"])
      expect(page).toContain(shown);
    expect(page).not.toContain("sites:read");
  });

  test("locks after five wrong codes in a session, and a right code of the same person does not unlock it", async () => {
    const mine = await start();
    const visitor = await world.signIn("developer");
    const guess = (code: string) => visitor.submit("/app/device", { user_code: code, do: "find" });
    for (let made = 0; made < 4; made += 1) expect((await guess("BBBB-BBBB")).status).toBe(400);
    expect((await guess(mine.user_code)).status).toBe(200);
    expect((await guess("BBBB-BBBB")).status).toBe(400);
    expect((await guess(mine.user_code)).status).toBe(429);
  });

  test("accepts one decision for a code", async () => {
    const { user_code: userCode } = await start();
    const visitor = await world.signIn("developer");
    await decideAs(visitor, userCode, "deny");
    expect((await visitor.submit("/app/device", { user_code: userCode, do: "allow" })).status).toBe(400);
  });
});

describe("userCodeHash", () => {
  test("ignores case and punctuation, and accepts nothing else as a code", () => {
    const code = newUserCode();
    expect(userCodeHash(` ${code.toLowerCase().replace("-", " . ")} `)).toBe(userCodeHash(code));
    for (const typed of ["", "BCDF", "BCDFGHJKL", "AEIOUAEI", "ＢＣＤＦＧＨＪＫ"])
      expect(userCodeHash(typed)).toBeUndefined();
  });
});
