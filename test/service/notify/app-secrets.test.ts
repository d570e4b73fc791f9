import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect } from "vitest";
import { readAppKey, signAppToken } from "../../../packages/service/outside/app-key.ts";
import { listConnections } from "../../../packages/service/store/sites/repository-connections.ts";
import { readStored } from "../../engines/database.ts";
import { codeOf } from "../approvals/fixture.ts";
import { again, connectApp, decide, githubOf, KEYS, test } from "./app-github.ts";

describe("the key of a connected App", () => {
  test.override({ onDisk: true });
  const bodyOf = (pem: string) => pem.split("\n").slice(1, -2);

  test("is in no readable form in the database, the audit log, the lists or the logs", async ({ scenario }) => {
    await using github = await githubOf(scenario);
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    await connectApp(scenario, github);
    await decide(scenario);
    const notifier = scenario.notifier({}, { log });
    await notifier.sendDue();
    github.state.withdrawn.add(github.issued[0]?.token ?? "");
    github.state.broken.push({ status: 500, body: KEYS.privateKey });
    await again(scenario);
    await notifier.sendDue();
    const { db } = scenario.context;
    const all = [
      JSON.stringify(await db.selectFrom("repository_connections").selectAll().execute()),
      JSON.stringify(await db.selectFrom("audit_log").selectAll().execute()),
      JSON.stringify(await db.selectFrom("deliveries").selectAll().execute()),
      JSON.stringify(await listConnections(db, scenario.workspaceId)),
      await readStored(join(scenario.folder, "greenroom.db")),
      lines.join(""),
    ].join("\n");
    const signed = github.requests.map(({ bearer }) => bearer);
    expect(signed.length).toBeGreaterThan(4);
    for (const secret of [...bodyOf(KEYS.privateKey), "ghs_canary", ...signed]) expect(all).not.toContain(secret);
    expect(lines.length).toBeGreaterThan(1);
    expect(await listConnections(db, scenario.workspaceId)).toMatchObject([{ app_id: github.appId, gates: true }]);
  });

  const small = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
  test.for<readonly [string, Parameters<typeof connectApp>[2]]>([
    ["no key", { privateKey: "not a key" }],
    ["a public key", { privateKey: KEYS.publicKey }],
    ["half a key", { privateKey: KEYS.privateKey.slice(0, 400) }],
    ["a short key", { privateKey: small.privateKey.export({ type: "pkcs8", format: "pem" }).toString() }],
    ["a key of another kind", { privateKey: curve.privateKey.export({ type: "pkcs8", format: "pem" }).toString() }],
    ["no id", { id: "" }],
    ["an id with a line", { id: "1\n2" }],
    ["an installation that is no number", { installationId: "../x" }],
  ])("is rejected with %s, and the error does not quote it", async ([, wrong], { scenario }) => {
    await using github = await githubOf(scenario);
    const refused = connectApp(scenario, github, wrong).catch((error: unknown) => error);
    expect(await codeOf(connectApp(scenario, github, wrong))).toBe("invalid");
    expect(String(await refused)).not.toContain(bodyOf(KEYS.privateKey)[0]);
    expect(await listConnections(scenario.context.db, scenario.workspaceId)).toEqual([]);
  });
});

describe("signAppToken", () => {
  test("is issued a minute in the past and expires in nine", () => {
    const key = readAppKey(KEYS.privateKey);
    if (!key) throw new Error("the key was not read");
    const [, claims = ""] = signAppToken(key, { appId: "123", nowMs: 1_800_000_000_999 }).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      iat: 1_799_999_940,
      exp: 1_800_000_540,
      iss: "123",
    });
  });
});
