import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { backUp, restoreBackup } from "../../../packages/service/admin/backup.ts";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { receiveGithubHook } from "../../../packages/service/notify/receive-hook.ts";
import { ENCRYPTION_KEY_FILE } from "../../../packages/service/notify/encryption.ts";
import { openDatabase } from "../../../packages/service/store/database.ts";
import { makeAppKey } from "./app-github.ts";
import { again, type AppGithub, connectApp, decide, githubOf } from "./app-stage.ts";
import { COMMIT, openStage, ruleHook } from "./stage.ts";

const OTHER_KEYS = makeAppKey();
const MINUTE_MS = 60_000;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("a connected App", () => {
  test("makes one token for all that is told, of the repository alone and with what is needed", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    await decide(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    await again(stage);
    await notifier.sendDue();
    expect((await stage.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    expect(github.told().map(({ path }) => path)).toEqual([
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
    expect(github.asked[0]?.path).toBe("/repos/lantern-theatre/website/installation");
  });

  test("answers a protection rule", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    await receiveGithubHook(stage.context, ruleHook(github, { sha: COMMIT }));
    await decide(stage);
    await stage.notifier().sendDue();
    expect(github.told().find(({ path }) => path.endsWith("deployment_protection_rule"))).toMatchObject({
      path: "/repos/lantern-theatre/website/actions/runs/7001/deployment_protection_rule",
      body: { environment_name: "production", state: "approved" },
    });
  });

  test("speaks by the installation it was given, and asks for no more than the App may", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    github.state.permissions = { actions: "read", deployments: "write", metadata: "read" };
    await connectApp(stage, github, { installationId: github.installationId });
    await decide(stage);
    await stage.notifier().sendDue();
    expect(github.asked[0]?.path).toBe(`/app/installations/${github.installationId}`);
    expect(github.issued.map(({ body }) => body)).toEqual([
      { repositories: ["website"], permissions: { deployments: "write" } },
    ]);
  });

  test("makes the next token five minutes before the last one ends, and none sooner", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    await decide(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    stage.context.turn(55 * MINUTE_MS - 1);
    await again(stage);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(1);
    stage.context.turn(1);
    await again(stage);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
    expect(github.told().at(-1)?.bearer).toBe(github.issued[1]?.token);
    expect(github.told()).toHaveLength(3);
  });

  test("makes one new token when GitHub does not take the one it has", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    await decide(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    github.state.withdrawn.add(github.issued[0]?.token ?? "");
    await again(stage);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
    expect((await stage.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("makes no third token in an attempt, and says what to look at", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    for (let number = 0; number < 10; number += 1) github.state.withdrawn.add(`ghs_canary_${number}_0123456789`);
    await decide(stage);
    await stage.notifier().sendDue();
    const log = await stage.log();
    expect(log.map(({ status, last_status }) => [status, last_status])).toEqual([
      ["waiting", 401],
      ["waiting", 401],
    ]);
    expect(log[0]?.last_note).toContain("check that the App is still installed");
    expect(github.issued.length).toBeLessThanOrEqual(3);
    expect(github.told()).toHaveLength(2);
  });

  test("that was connected again uses its new key at once", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github, { privateKey: OTHER_KEYS.privateKey });
    await decide(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    expect(github.told()).toEqual([]);
    await connectApp(stage, github);
    await again(stage);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(1);
    await connectApp(stage, github);
    await again(stage);
    await notifier.sendDue();
    expect(github.issued).toHaveLength(2);
  });

  test("works on after a backup was restored", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    await decide(stage);
    const folder = mkdtempSync(join(tmpdir(), "greenroom-notify-app-"));
    folders.push(folder);
    const [kept, restored] = [join(folder, "kept"), join(folder, "restored")];
    const { signal } = new AbortController();
    await backUp({ from: stage.folder, to: kept }, { signal });
    await restoreBackup({ from: kept, to: restored }, { signal });
    const db = openDatabase(join(restored, "greenroom.db"));
    const settings = { ...stage.context.settings, dataDirectory: restored };
    const notifier = createNotifier({ ...stage.context, db, settings }, { random: () => 0 });
    await notifier.sendDue();
    await notifier.stop();
    await db.destroy();
    expect(github.told()).toHaveLength(1);
    expect(readFileSync(join(kept, ENCRYPTION_KEY_FILE), "utf8")).not.toContain("PRIVATE KEY");
  });
});

describe("an App that gets no token", () => {
  const cases: readonly (readonly [string, (github: AppGithub) => void, string])[] = [
    ["whose installation is gone", ({ state }) => void (state.installed = false), "install the App there"],
    ["that is suspended", ({ state }) => void (state.suspendedAt = "2026-11-01T00:00:00Z"), "Resume it on GitHub"],
    ["that may do nothing", ({ state }) => void (state.permissions = { metadata: "read" }), "deployments: write"],
    [
      "whose installation lacks the repository",
      ({ state }) => void state.broken.push({ status: 422, body: "{}" }, { status: 422, body: "{}" }),
      "Add the repository to the App's installation",
    ],
    [
      "but half an answer",
      ({ state }) => {
        const broken = { status: 201, body: '{"token":"ghs_canary_half_0123456789","expires_at":' };
        state.broken.push(broken, broken);
      },
      "Check the URL",
    ],
  ];
  test.each(cases)("%s waits and says what to do", async (_case, break_, note) => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github);
    break_(github);
    await decide(stage);
    await stage.notifier().sendDue();
    const log = await stage.log();
    expect(log.map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    expect(log.filter(({ last_note }) => last_note?.includes(note))).toHaveLength(2);
    expect(github.told()).toEqual([]);
  });

  test("for a wrong key waits, says so, and is told once the right one is there", async () => {
    await using stage = await openStage();
    await using github = await githubOf(stage);
    await connectApp(stage, github, { privateKey: OTHER_KEYS.privateKey });
    await decide(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    const [first] = await stage.log();
    expect(first).toMatchObject({ status: "waiting", last_status: 401, attempts: 1 });
    expect(first?.last_note).toContain("Check the App's id, its private key and this machine's clock");
    await connectApp(stage, github);
    stage.context.turn(10_000);
    await notifier.sendDue();
    expect((await stage.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });
});
