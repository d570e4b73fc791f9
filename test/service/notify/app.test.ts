import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect } from "vitest";
import { backUp } from "../../../packages/service/admin/backup.ts";
import { restoreBackup } from "../../../packages/service/admin/restore.ts";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { ENCRYPTION_KEY_FILE } from "../../../packages/service/outside/encryption.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { makeAppKey, test } from "./app-github.ts";
import { again, type AppGithub, connectApp, decide, githubOf } from "./app-github.ts";
import { openScenario } from "./scenario.ts";

const OTHER_KEYS = makeAppKey();
const MINUTE_MS = 60_000;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("a connected App", () => {
  test("makes one token for all deliveries, for one repository and with the permissions that are needed", async ({
    scenario,
    github,
  }) => {
    await decide(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    await again(scenario);
    await notifier.sendDue();
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    expect(github.posts().map(({ path }) => path)).toEqual([
      "/repos/lantern-theatre/website/dispatches",
      "/repos/lantern-theatre/website/dispatches",
    ]);
    expect(github.issued.map(({ body }) => body)).toEqual([
      {
        repositories: ["website"],
        permissions: { contents: "write", deployments: "write", pull_requests: "read" },
      },
    ]);
    expect(github.state.together).toBe(1);
    expect(github.requests[0]?.path).toBe("/repos/lantern-theatre/website/installation");
  });

  test("uses the given installation, and requests no more permissions than the App has", async ({ scenario }) => {
    await using github = await githubOf(scenario);
    github.state.permissions = { actions: "read", deployments: "write", metadata: "read" };
    await connectApp(scenario, github, { installationId: github.installationId });
    await decide(scenario);
    await scenario.notifier().sendDue();
    expect(github.requests[0]?.path).toBe(`/app/installations/${github.installationId}`);
    expect(github.issued.map(({ body }) => body)).toEqual([
      { repositories: ["website"], permissions: { deployments: "write" } },
    ]);
  });

  test("makes the next token five minutes before the last one expires, and none sooner", async ({
    scenario,
    github,
  }) => {
    await decide(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    scenario.context.turn(55 * MINUTE_MS - 1);
    await again(scenario);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(1);
    scenario.context.turn(1);
    await again(scenario);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
    expect(github.posts().at(-1)?.bearer).toBe(github.issued[1]?.token);
    expect(github.posts()).toHaveLength(3);
  });

  test("makes one new token when GitHub rejects the current one", async ({ scenario, github }) => {
    await decide(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    github.state.withdrawn.add(github.issued[0]?.token ?? "");
    await again(scenario);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("makes no third token in an attempt, and says what to check", async ({ scenario, github }) => {
    for (let number = 0; number < 10; number += 1) github.state.withdrawn.add(`ghs_canary_${number}_0123456789`);
    await decide(scenario);
    await scenario.notifier().sendDue();
    const log = await scenario.log();
    expect(log.map(({ status, last_status }) => [status, last_status])).toEqual([
      ["waiting", 401],
      ["waiting", 401],
    ]);
    expect(log[0]?.last_note).toContain("check that the App is still installed");
    expect(github.issued.length).toBeLessThanOrEqual(3);
    expect(github.posts()).toHaveLength(2);
  });

  test("that is connected again uses its new key at once", async ({ scenario }) => {
    await using github = await githubOf(scenario);
    await connectApp(scenario, github, { privateKey: OTHER_KEYS.privateKey });
    await decide(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    expect(github.posts()).toEqual([]);
    await connectApp(scenario, github);
    await again(scenario);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(1);
    await connectApp(scenario, github);
    await again(scenario);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
  });

  // A server has its own backups.
  test.runIf(!ON_POSTGRES)("still works after a backup is restored", async () => {
    await using scenario = await openScenario({ onDisk: true });
    await using github = await githubOf(scenario);
    await connectApp(scenario, github);
    await decide(scenario);
    const folder = mkdtempSync(join(tmpdir(), "greenroom-notify-app-"));
    folders.push(folder);
    const [kept, restored] = [join(folder, "kept"), join(folder, "restored")];
    const { signal } = new AbortController();
    const to = { kind: "folder", path: kept } as const;
    await backUp({ from: scenario.folder, to }, { signal, nowMs: Date.now(), environment: {} });
    await restoreBackup({ from: to, to: restored }, { signal, environment: {} });
    const db = openDatabase(join(restored, "greenroom.db"));
    const settings = { ...scenario.context.settings, dataDirectory: restored };
    const notifier = createNotifier({ ...scenario.context, db, settings }, { random: () => 0 });
    await notifier.sendDue();
    await notifier.stop();
    await db.destroy();
    expect(github.posts()).toHaveLength(1);
    expect(readFileSync(join(restored, ENCRYPTION_KEY_FILE), "utf8")).not.toContain("PRIVATE KEY");
  });
});

describe("an App that gets no token", () => {
  const cases: readonly (readonly [string, (github: AppGithub) => void, string])[] = [
    ["whose installation is gone", ({ state }) => void (state.installed = false), "install the App there"],
    ["that is suspended", ({ state }) => void (state.suspendedAt = "2026-11-01T00:00:00Z"), "Resume it on GitHub"],
    ["that has no permissions", ({ state }) => void (state.permissions = { metadata: "read" }), "deployments: write"],
    [
      "whose installation lacks the repository",
      ({ state }) => void state.broken.push({ status: 422, body: "{}" }, { status: 422, body: "{}" }),
      "Add the repository to the App's installation",
    ],
    [
      "but half a response",
      ({ state }) => {
        const broken = { status: 201, body: '{"token":"ghs_canary_half_0123456789","expires_at":' };
        state.broken.push(broken, broken);
      },
      "Check the URL",
    ],
  ];
  test.for(cases)("%s waits and says what to do", async ([, break_, note], { scenario, github }) => {
    break_(github);
    await decide(scenario);
    await scenario.notifier().sendDue();
    const log = await scenario.log();
    expect(log.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    expect(log.filter(({ last_note }) => last_note?.includes(note))).toHaveLength(2);
    expect(github.posts()).toEqual([]);
  });

  test("for a wrong key waits, says so, and delivers once the right key is stored", async ({ scenario }) => {
    await using github = await githubOf(scenario);
    await connectApp(scenario, github, { privateKey: OTHER_KEYS.privateKey });
    await decide(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    const [first] = await scenario.log();
    expect(first).toMatchObject({ status: "waiting", last_status: 401, attempts: 1 });
    expect(first?.last_note).toContain("Check the App's id, its private key and this machine's clock");
    await connectApp(scenario, github);
    scenario.context.turn(10_000);
    await notifier.sendDue();
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });
});
