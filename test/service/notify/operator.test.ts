import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { addWebhook, connectRepository, disconnectRepository } from "../../../packages/service/admin/integrations.ts";
import { nextTryInMs, MAX_DELIVERY_AGE_MS } from "../../../packages/service/notify/notifier.ts";
import { openEncryption, ENCRYPTION_KEY_FILE } from "../../../packages/service/outside/encryption.ts";
import { checkUrl, send } from "../../../packages/service/outside/outgoing.ts";
import { listWebhooks } from "../../../packages/service/store/announcements/webhooks.ts";
import { listConnections } from "../../../packages/service/store/sites/repository-connections.ts";
import { readStored } from "../../engines/database.ts";
import { codeOf, makeSite } from "../approvals/fixture.ts";
import { test } from "./scenario.ts";

const TOKEN = "ghs_a_token_nobody_may_see";

describe("openEncryption", () => {
  test("decrypts what it encrypted, for its context, with its key only", async ({ scenario }) => {
    const encryption = openEncryption(scenario.folder);
    const sealed = encryption.encryptSecret(TOKEN, "token of a");
    expect(encryption.decryptSecret(sealed, "token of a")).toBe(TOKEN);
    expect(encryption.encryptSecret(TOKEN, "token of a")).not.toBe(sealed);
    const file = join(scenario.folder, ENCRYPTION_KEY_FILE);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const last = sealed.at(-2) === "A" ? "B" : "A";
    const changed = sealed.slice(0, -2) + last + sealed.slice(-1);
    const expectError = (secret: string, purpose: string, code: string) =>
      expect(() => encryption.decryptSecret(secret, purpose)).toThrow(expect.objectContaining({ code }));
    expectError(sealed, "token of b", "not_ours");
    expectError(changed, "token of a", "not_ours");
    expectError("v1.", "token of a", "not_ours");
    writeFileSync(file, "short");
    expectError(sealed, "token of a", "key_damaged");
    rmSync(file);
    expectError(sealed, "token of a", "key_missing");
  });
});

describe("connectRepository", () => {
  test.override({ onDisk: true });

  const given = { repository: "Lantern-Theatre/Website", token: TOKEN, hookSecret: "hook-secret" };

  test("stores no readable secret in the database, and shows none", async ({ scenario }) => {
    await connectRepository(scenario.operator, { ...given, siteId: scenario.siteId });
    const { db } = scenario.context;
    const rows = JSON.stringify([
      await db.selectFrom("repository_connections").selectAll().execute(),
      await db.selectFrom("audit_log").selectAll().execute(),
    ]);
    expect(rows).not.toContain(TOKEN);
    expect(rows).not.toContain("hook-secret");
    const stored = await readStored(join(scenario.folder, "greenroom.db"));
    expect(stored).toContain("lantern-theatre");
    expect(stored).not.toContain(TOKEN);
    expect(await listConnections(db, scenario.workspaceId)).toEqual([
      {
        id: expect.any(String),
        site_id: scenario.siteId,
        api_url: "https://api.github.com",
        owner: "lantern-theatre",
        repository: "website",
        environment: "production",
        gates: true,
        created_at: expect.any(String),
        app_id: null,
        installation_id: null,
      },
    ]);
  });

  test("connects an environment of a repository to one site", async ({ scenario }) => {
    const other = await makeSite(scenario.context, scenario);
    await connectRepository(scenario.operator, { ...given, siteId: scenario.siteId });
    expect(await codeOf(connectRepository(scenario.operator, { ...given, siteId: other }))).toBe("place_taken");
    await connectRepository(scenario.operator, { ...given, siteId: other, environment: "docs" });
    await disconnectRepository(scenario.operator, scenario.siteId);
    await connectRepository(scenario.operator, { ...given, siteId: other });
    expect((await listConnections(scenario.context.db, scenario.workspaceId)).map((row) => row.site_id)).toEqual([
      other,
    ]);
    expect(await codeOf(disconnectRepository(scenario.operator, scenario.siteId))).toBe("invalid");
  });

  test.for([
    { repository: "website" },
    { repository: "a/b/c" },
    { repository: "../b" },
    { apiUrl: "http://ghe.example.com/api/v3" },
    { apiUrl: "https://user:pw@ghe.example.com/api/v3" },
    { apiUrl: "https://ghe.example.com/api/v3?x=1" },
    { token: "with a\nline" },
    { token: "" },
    { environment: "" },
  ])("rejects %o", async (wrong, { scenario }) => {
    expect(await codeOf(connectRepository(scenario.operator, { ...given, siteId: scenario.siteId, ...wrong }))).toBe(
      "invalid",
    );
  });
});

describe("addWebhook", () => {
  test("rejects a private address, unknown event types, and more webhooks than the limit of a workspace", async ({
    scenario,
  }) => {
    const { workspaceId, operator } = scenario;
    const url = "https://hooks.example.com/greenroom";
    expect(
      await codeOf(addWebhook({ ...operator, development: false }, { workspaceId, url: "https://10.0.0.1/" })),
    ).toBe("invalid");
    expect(await codeOf(addWebhook(operator, { workspaceId, url, events: ["deployment.*"] }))).toBe("invalid");
    expect(await codeOf(addWebhook(operator, { workspaceId, url, events: [] }))).toBe("invalid");
    for (let number = 0; number < 20; number += 1) await addWebhook(operator, { workspaceId, url });
    expect(await codeOf(addWebhook(operator, { workspaceId, url }))).toBe("place_taken");
    expect(JSON.stringify(await listWebhooks(scenario.context.db, workspaceId))).not.toContain("whsec_");
  });
});

describe("checkUrl", () => {
  test("allows http only on this machine in development", () => {
    const kind = (text: string, development: boolean) => checkUrl(text, { development, publicOnly: false }).kind;
    expect(kind("http://127.0.0.1:4000/x", true)).toBe("valid");
    expect(kind("http://127.0.0.1:4000/x", false)).toBe("invalid");
    expect(kind("http://127.0.0.1.example.com/x", true)).toBe("invalid");
    expect(kind("https://ghe.corp.example/api/v3", false)).toBe("valid");
  });

  test.each([
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/x",
    "http://hooks.slack.com/services/x",
    "https://user:pw@hooks.slack.com/x",
    "file:///etc/passwd",
    "not a url",
  ])("refuses %s where only the public network is allowed", (text) => {
    expect(checkUrl(text, { development: false, publicOnly: true }).kind).toBe("invalid");
  });
});

describe("send", () => {
  test.each(["http://127.0.0.1:9/", "http://[::ffff:10.0.0.1]/", "http://2130706433/", "http://localhost:9/"])(
    "sends nothing to %s when only the public network is allowed",
    async (address) => {
      const sent = await send({
        url: new URL(address),
        method: "POST",
        headers: {},
        signal: AbortSignal.timeout(60_000),
        maxBytes: 100,
        publicOnly: true,
      });
      expect(sent).toEqual({
        kind: "unreachable",
        reason: "The address is not on the public network; nothing was sent.",
      });
    },
  );
});

describe("nextTryInMs", () => {
  test("doubles from 5 seconds to an hour, and ends after 24 hours", () => {
    const wait = (attempts: number, passedMs = 0, retryAfterMs?: number) =>
      nextTryInMs({ attempts, sinceMs: 0, nowMs: passedMs, retryAfterMs, random: 0 });
    expect([1, 2, 3, 10, 11, 500].map((attempts) => wait(attempts))).toEqual([
      5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
    expect(wait(1, 0, 90_000)).toBe(90_000);
    expect(wait(1, 0, 10 ** 12)).toBe(3_600_000);
    expect(wait(20, MAX_DELIVERY_AGE_MS - 1)).toBe(1);
    expect(wait(20, MAX_DELIVERY_AGE_MS)).toBeUndefined();
  });
});
