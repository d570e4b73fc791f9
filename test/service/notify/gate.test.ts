import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { connectRepository } from "../../../packages/service/admin/integrations.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import { receiveGithubHook, runOf } from "../../../packages/service/notify/receive-hook.ts";
import { deleteExpiredDeliveries } from "../../../packages/service/store/announcements/deliveries.ts";
import { insert } from "../rows.ts";
import { addRun, APP, COMMIT, HOOK_SECRET, ruleHook, startGithub, test } from "./scenario.ts";

describe("a waiting job", () => {
  test("continues when a person approves the release of its commit", async ({ scenario, github }) => {
    addRun(github);
    const request = await scenario.request();
    expect(await receiveGithubHook(scenario.context, ruleHook(github, { sha: COMMIT }))).toBe("waiting");
    const notifier = scenario.notifier();
    await notifier.sendDue();
    expect(github.state.runs[0]?.gates).toEqual([]);

    await scenario.decide(request.id, "approve");
    await notifier.sendDue();
    expect(github.state.runs[0]?.gates).toMatchObject([
      { environment: "production", state: "approved", author: { login: APP.login } },
    ]);
  });

  test.for(["before", "after"] as const)(
    "runs on a squashed commit, looked up %s the decision",
    async (when, { scenario }) => {
      const squashed = "b".repeat(40);
      await using github = await startGithub({
        pulls: [
          { number: 4, headRef: "autumn", headSha: COMMIT, merged: true, state: "closed", mergeCommitSha: squashed },
        ],
      });
      await scenario.connect(github);
      addRun(github);
      await receiveGithubHook(scenario.context, ruleHook(github, { sha: squashed }));
      const notifier = scenario.notifier();
      if (when === "before") await notifier.sendDue();
      await scenario.decide((await scenario.request()).id, "approve");
      await notifier.sendDue();
      await notifier.sendDue();
      expect(github.state.runs[0]?.gates).toMatchObject([{ state: "approved" }]);
    },
  );

  test("is deleted after the 30 days that GitHub lets a job wait", async ({ scenario, github }) => {
    const { context } = scenario;
    await receiveGithubHook(context, ruleHook(github, { sha: COMMIT }));
    const gates = () => context.db.selectFrom("github_gates").selectAll().execute();
    await deleteExpiredDeliveries(context.db, context.at());
    expect(await gates()).toHaveLength(1);
    context.turn(1);
    await deleteExpiredDeliveries(context.db, context.at());
    expect(await gates()).toEqual([]);
    expect(await context.db.selectFrom("hook_receipts").selectAll().execute()).toEqual([]);
    await scenario.notifier().sendDue();
    expect((await scenario.log()).map(({ kind, status }) => [kind, status])).toEqual([["gate_lookup", "dropped"]]);
  });

  test("continues although the operator stored a new token meanwhile", async ({ scenario }) => {
    await using github = await startGithub();
    await scenario.connect(github, { token: "ghs_ran_out_already" });
    addRun(github);
    await receiveGithubHook(scenario.context, ruleHook(github, { sha: COMMIT }));
    await scenario.connect(github);
    await scenario.decide((await scenario.request()).id, "approve");
    await scenario.notifier().sendDue();
    expect(github.state.runs[0]?.gates).toMatchObject([{ state: "approved" }]);
  });
});

describe("receiveGithubHook", () => {
  test("accepts nothing without a valid signature", async ({ scenario, github }) => {
    const good = ruleHook(github, { sha: COMMIT });
    const changed = Buffer.from(good.body.toString().replace(COMMIT, "b".repeat(40)));
    const outcomes = await Promise.all(
      [
        { ...good, signature: "" },
        { ...good, signature: `sha256=${"0".repeat(64)}` },
        { ...good, signature: good.signature.replace("sha256", "sha1") },
        { ...good, body: changed },
        { ...good, deliveryId: "" },
        ruleHook(github, { sha: COMMIT, secret: "another secret" }),
      ].map((hook) => receiveGithubHook(scenario.context, hook)),
    );
    expect(new Set(outcomes)).toEqual(new Set(["unsigned"]));
    expect(await scenario.context.db.selectFrom("github_gates").selectAll().execute()).toEqual([]);
  });

  test("accepts a hook once, also under another delivery id", async ({ scenario, github }) => {
    const hook = ruleHook(github, { sha: COMMIT });
    expect(await receiveGithubHook(scenario.context, hook)).toBe("waiting");
    expect(await receiveGithubHook(scenario.context, hook)).toBe("replayed");
    expect(await receiveGithubHook(scenario.context, { ...hook, deliveryId: "another" })).toBe("replayed");
    const other = ruleHook(github, { sha: COMMIT, environment: "elsewhere" });
    expect(await receiveGithubHook(scenario.context, other)).toBe("replayed");
  });

  test("responds only to the connected GitHub", async ({ scenario, github }) => {
    const callback =
      "https://attacker.example/repos/lantern-theatre/website/actions/runs/7001/deployment_protection_rule";
    expect(await receiveGithubHook(scenario.context, ruleHook(github, { sha: COMMIT, callback }))).toBe("wrong_origin");
  });

  test("ignores other environments and other events", async ({ scenario, github }) => {
    const staging = ruleHook(github, { sha: COMMIT, environment: "staging" });
    expect(await receiveGithubHook(scenario.context, staging)).toBe("ignored");
    const push = { ...ruleHook(github, { sha: COMMIT, deliveryId: "two" }), event: "push" };
    expect(await receiveGithubHook(scenario.context, push)).toBe("ignored");
  });
});

describe("runOf", () => {
  const server = { api_url: "https://ghe.example.com/api/v3", owner: "o", repository: "r" };
  test("reads the run of the repository", () => {
    const path = "/api/v3/repos/O/R/actions/runs/42/deployment_protection_rule";
    expect(runOf(server, `https://ghe.example.com${path}`)).toBe("42");
  });
  test.each([
    "https://ghe.example.com/api/v3/repos/o/other/actions/runs/42/deployment_protection_rule",
    "https://ghe.example.com/api/v3/repos/o/r/actions/runs/42/../../../deployment_protection_rule",
    "https://ghe.example.com/repos/o/r/actions/runs/42/deployment_protection_rule",
    "http://ghe.example.com/api/v3/repos/o/r/actions/runs/42/deployment_protection_rule",
    "https://ghe.example.com:444/api/v3/repos/o/r/actions/runs/42/deployment_protection_rule",
    "https://a:b@ghe.example.com/api/v3/repos/o/r/actions/runs/42/deployment_protection_rule",
    "https://ghe.example.com/api/v3/repos/o/r/actions/runs/0x2a/deployment_protection_rule",
    "not an address",
  ])("rejects %s", (callback) => expect(runOf(server, callback)).toBeUndefined());
});

describe("POST /hooks/github", () => {
  const headersOf = (hook: ReturnType<typeof ruleHook>) => ({
    "X-GitHub-Event": hook.event,
    "X-GitHub-Delivery": hook.deliveryId,
    "X-Hub-Signature-256": hook.signature,
  });

  test("responds 202, then 200 for a repetition, and 401 for a forged hook", async ({ scenario, github }) => {
    const app = createApp(scenario.context);
    const hook = ruleHook(github, { sha: COMMIT });
    const send = (body: Buffer) => app.request("/hooks/github", { method: "POST", headers: headersOf(hook), body });
    expect((await send(hook.body)).status).toBe(202);
    expect((await send(hook.body)).status).toBe(200);
    expect((await send(Buffer.from("{}"))).status).toBe(401);
  });

  test("rejects a body over the cap, and an IP address that keeps sending forged hooks", async ({ scenario }) => {
    const app = createApp(scenario.context);
    const headers = { "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` };
    const send = (body: string) => app.request("/hooks/github", { method: "POST", headers, body });
    expect((await send("x".repeat(256 * 1024 + 1))).status).toBe(413);
    const statuses: number[] = [];
    for (let time = 0; time < 30; time += 1) statuses.push((await send("{}")).status);
    expect(statuses.slice(0, 29)).toEqual(Array.from({ length: 29 }, () => 401));
    expect(statuses[29]).toBe(429);
  });

  test("gives every hook without a right signature the same response, with and without a connection", async ({
    scenario,
  }) => {
    await using github = await startGithub();
    const hook = ruleHook(github, { sha: COMMIT, secret: "another secret" });
    const deep = Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const texts = new Set<string>();
    for (const connected of [false, true]) {
      if (connected) await scenario.connect(github);
      const app = createApp(scenario.context);
      for (const [signature, body] of [
        [hook.signature, hook.body],
        ["", hook.body],
        ["sha256=", hook.body],
        [hook.signature, deep],
        [hook.signature, Buffer.from("{")],
      ] as const) {
        const headers = { ...headersOf(hook), "X-Hub-Signature-256": signature };
        const response = await app.request("/hooks/github", { method: "POST", headers, body });
        expect(response.status).toBe(401);
        texts.add(await response.text());
      }
    }
    expect(texts.size).toBe(1);
  });

  test("does not count signed hooks, however many come from one address", async ({ scenario, github }) => {
    const app = createApp(scenario.context);
    const hook = ruleHook(github, { sha: COMMIT });
    for (let time = 0; time < 40; time += 1) {
      const response = await app.request("/hooks/github", {
        method: "POST",
        headers: headersOf(hook),
        body: hook.body,
      });
      expect(response.status).toBe(time === 0 ? 202 : 200);
    }
  });

  test("a hook signed with the secret of another tenant's repository is not accepted", async ({ scenario, github }) => {
    const { db } = scenario.context;
    const site = await db.selectFrom("sites").selectAll().where("id", "=", scenario.siteId).executeTakeFirstOrThrow();
    const other = { ...site, id: newUuid(), slug: "other", production_label: "other" };
    await insert(db, "sites", other);
    const theirs = { repository: "Lantern-Theatre/theirs", apiUrl: github.apiUrl, token: github.issueToken(APP) };
    await connectRepository(scenario.operator, { siteId: other.id, ...theirs, hookSecret: "the-secret-of-theirs" });
    const forged = ruleHook(github, { sha: COMMIT, secret: "the-secret-of-theirs" });
    expect(await receiveGithubHook(scenario.context, forged)).toBe("unsigned");
    const body = Buffer.from(forged.body.toString().replace('"name":"website"', '"name":"theirs"'));
    const signature = `sha256=${createHmac("sha256", "the-secret-of-theirs").update(body).digest("hex")}`;
    expect(await receiveGithubHook(scenario.context, { ...forged, body, signature })).not.toBe("unsigned");
    expect(await db.selectFrom("github_gates").selectAll().execute()).toEqual([]);
  });

  test("a signed hook that is nested too deep, or names another repository than the secret's, is not accepted", async ({
    scenario,
    github,
  }) => {
    const good = ruleHook(github, { sha: COMMIT });
    const deep = good.body.toString().replace(/}$/, `,"x":${"[".repeat(200)}${"]".repeat(200)}}`);
    const elsewhere = good.body.toString().replace('"name":"website"', '"name":"other"');
    for (const text of [deep, elsewhere]) {
      const body = Buffer.from(text);
      const signature = `sha256=${createHmac("sha256", HOOK_SECRET).update(body).digest("hex")}`;
      expect(await receiveGithubHook(scenario.context, { ...good, body, signature })).toBe("unsigned");
    }
  });
});
