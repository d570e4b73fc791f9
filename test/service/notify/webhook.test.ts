import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { addWebhook, removeWebhook } from "../../../packages/service/admin/integrations.ts";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { signedHeaders } from "../../../packages/service/notify/signature.ts";
import { deleteExpiredDeliveries } from "../../../packages/service/store/announcements/deliveries.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import { changeComment, createComment } from "../../../packages/service/store/comments/write.ts";
import { transition } from "../../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { makeDeployment } from "../approvals/fixture.ts";
import { type Scenario, startReceiver, test as base } from "./scenario.ts";

/** A receiver that the workspace of the scenario has a webhook to. */
const test = base.extend<{ readonly receiver: Awaited<ReturnType<typeof openHooked>> }>({
  receiver: async ({ scenario }, use) => {
    await using receiver = await openHooked(scenario);
    await use(receiver);
  },
});

async function openHooked({ operator, workspaceId }: Scenario) {
  const receiver = await startReceiver();
  return { ...receiver, ...(await addWebhook(operator, { workspaceId, url: receiver.url })) };
}

async function build(scenario: Scenario): Promise<string> {
  const { context, workspaceId, siteId } = scenario;
  const id = await makeDeployment(context, { workspaceId, siteId }, { status: "queued" });
  for (const [from, to] of [
    ["queued", "building"],
    ["building", "ready"],
  ] as const) {
    await inDatabase(context.db, (tx) => transition(tx, id, { from, to }));
  }
  return id;
}

describe("signedHeaders", () => {
  test("signs as the published example of Standard Webhooks", () => {
    const headers = signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      nowMs: 1_614_265_330_999,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });
});

describe("a webhook", () => {
  test("receives what happens to comments, without their text", async ({ scenario, receiver }) => {
    const { context, siteId, developer, sourceDeploymentId: deploymentId } = scenario;
    const { id } = await createComment(context.db, developer, siteId, { deploymentId, path: "/a", body: "Too small" });
    await changeComment(context.db, developer, siteId, { commentId: id, change: { status: "resolved" } });
    await scenario.notifier().sendDue();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies).toMatchObject([
      { type: "comment", data: { comment: { id, change: "started", status: "open", author: { kind: "person" } } } },
      { type: "comment", data: { comment: { id, change: "resolved", status: "resolved" } } },
    ]);
    expect(JSON.stringify(bodies)).not.toContain("Too small");
  });

  test("receives the events of a deployment and of a release, in order, signed with its own secret", async ({
    scenario,
    receiver,
  }) => {
    await build(scenario);
    const request = await scenario.request();
    const { deploymentId } = await scenario.decide(request.id, "approve");
    await scenario.publish(deploymentId ?? "");
    await scenario.notifier().sendDue();
    expect(receiver.types().filter((type) => type.startsWith("approval"))).toEqual([
      "approval.requested",
      "approval.approved",
      "approval.published",
    ]);
    expect(receiver.types().filter((type) => type.startsWith("deployment"))).toHaveLength(4);
    for (const { headers, body } of receiver.received) {
      const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
      const mac = createHmac("sha256", Buffer.from(receiver.secret.slice("whsec_".length), "base64")).update(signed);
      expect(headers["webhook-signature"]).toBe(`v1,${mac.digest("base64")}`);
    }
    const heads = receiver.received.map(({ headers }) => String(headers["greenroom-audit-head"]).split(":"));
    const check = await verifyAudit(
      scenario.context.db,
      scenario.workspaceId,
      heads.map(([seq, hash = ""]) => ({ seq: Number(seq), hash, source: "webhook" })),
    );
    expect(check).toMatchObject({ kind: "intact", rows: Number(heads.at(-1)?.[0]) });
    const approved = receiver.received
      .map(({ body }) => JSON.parse(body))
      .find(({ type }) => type === "approval.approved");
    expect(approved.data.approval).toMatchObject({
      id: request.id,
      status: "approved",
      webApprovalUrl: `http://127.0.0.1:4010/app/approvals/${request.id}`,
    });
  });

  test("receives only its event types, and nothing of another workspace", async ({ scenario }) => {
    await using receiver = await startReceiver();
    const { workspaceId } = scenario;
    await addWebhook(scenario.operator, { workspaceId, url: receiver.url, events: ["deployment.ready"] });
    await build(scenario);
    await scenario.request();
    await scenario.notifier().sendDue();
    expect(receiver.types()).toEqual(["deployment.ready"]);
  });

  test("is retried with growing waits, and later events wait for their turn", async ({ scenario, receiver }) => {
    let rejections = 3;
    receiver.state.respond = (response) => {
      rejections -= 1;
      response.writeHead(rejections >= 0 ? 503 : 204).end();
    };
    await build(scenario);
    const notifier = scenario.notifier();
    const waits: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      if ((await notifier.sendDue()) > 0) waits.push(second);
      scenario.context.turn(1_000);
    }
    expect(waits).toEqual([0, 5, 15, 35]);
    expect(receiver.types()).toEqual([...Array.from({ length: 4 }, () => "deployment.building"), "deployment.ready"]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect((await scenario.log()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 1],
      ["delivered", 4],
    ]);
  });

  test("with an endless response costs no more than the cap", async ({ scenario, receiver }) => {
    receiver.state.respond = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    await build(scenario);
    await scenario.notifier().sendDue();
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("that responds 410 is not retried, and one that was removed is dropped", async ({ scenario, receiver }) => {
    receiver.state.respond = (response) => void response.writeHead(410).end();
    await build(scenario);
    const notifier = scenario.notifier();
    await notifier.sendDue();
    await build(scenario);
    await removeWebhook(scenario.operator, scenario.workspaceId, receiver.id);
    await notifier.sendDue();
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["dropped", "dropped", "failed", "failed"]);
  });

  test("on this machine or a private network is not called outside development", async ({ scenario, receiver }) => {
    const { workspaceId, operator, context } = scenario;
    await addWebhook(operator, { workspaceId, url: receiver.url.replace("127.0.0.1", "localhost") });
    await build(scenario);
    await scenario.notifier({}, { settings: { ...context.settings, development: false } }).sendDue();
    expect(receiver.received).toEqual([]);
    const notes = (await scenario.log()).map(({ last_note: note }) => note).filter((note) => note !== null);
    expect(notes).toHaveLength(2);
    expect(new Set(notes)).toEqual(new Set(["The address is not on the public network; nothing was sent."]));
  });
});

describe("a change that is rolled back", () => {
  test("is sent to no one", async ({ scenario }) => {
    await addWebhook(scenario.operator, { workspaceId: scenario.workspaceId, url: "http://127.0.0.1:9/" });
    const { context, workspaceId, siteId } = scenario;
    const id = await makeDeployment(context, { workspaceId, siteId }, { status: "queued" });
    const change = inDatabase(context.db, async (tx) => {
      await transition(tx, id, { from: "queued", to: "building" });
      throw new Error("no");
    });
    await expect(change).rejects.toThrow("no");
    expect(await scenario.log()).toEqual([]);
  });
});

describe("deleteExpiredDeliveries", () => {
  test("deletes what finished long ago with its announcement, and nothing that waits", async ({
    scenario,
    receiver,
  }) => {
    await build(scenario);
    await scenario.notifier().sendDue();
    expect(receiver.received).toHaveLength(2);
    scenario.context.turn(1_000);
    await build(scenario);
    expect(await deleteExpiredDeliveries(scenario.context.db, scenario.context.at())).toBe(2);
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    const kept = await scenario.context.db.selectFrom("announcements").select("id").execute();
    expect(kept).toHaveLength(2);
  });
});

function startChild(scenario: Scenario): ChildProcess {
  const script = fileURLToPath(new URL("child.ts", import.meta.url));
  const base = String(scenario.context.clock.now());
  return spawn(process.execPath, [script, scenario.folder, base], { stdio: ["ignore", "ignore", "inherit"] });
}

async function until(receiver: Awaited<ReturnType<typeof startReceiver>>, count: number): Promise<void> {
  const { respond } = receiver.state;
  if (receiver.received.length >= count) return;
  await new Promise<void>((resolve) => {
    receiver.state.respond = (response, received) => {
      respond(response, received);
      if (receiver.received.length >= count) resolve();
    };
  });
}

describe("several processes", () => {
  test.override({ onDisk: true });

  test("send everything once, each subject in order", async ({ scenario, receiver }) => {
    for (let number = 0; number < 10; number += 1) await build(scenario);
    receiver.state.respond = (response) => void setImmediate(() => response.writeHead(204).end());
    const all = until(receiver, 20);
    const children = [startChild(scenario), startChild(scenario)];
    await all;
    for (const child of children) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    expect(receiver.state.concurrent).toBe(0);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
    expect(receiver.received).toHaveLength(20);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    for (const id of new Set(bodies.map(({ data }) => data.deployment.id))) {
      const types = bodies.filter(({ data }) => data.deployment.id === id).map(({ type }) => type);
      expect(types).toEqual(["deployment.building", "deployment.ready"]);
    }
  });

  test("lose nothing when one is killed while it sends: the other sends again once the lease expired", async ({
    scenario,
    receiver,
  }) => {
    await build(scenario);
    receiver.state.respond = () => undefined;
    const received = until(receiver, 1);
    const child = startChild(scenario);
    await received;
    child.kill("SIGKILL");
    await once(child, "exit");
    receiver.state.respond = (response) => void response.writeHead(204).end();
    const notifier = scenario.notifier();
    expect(await notifier.sendDue()).toBe(0);
    scenario.context.turn(2 * 60_000);
    expect(await notifier.sendDue()).toBe(2);
    expect(receiver.types()).toEqual(["deployment.building", "deployment.building", "deployment.ready"]);
    expect((await scenario.log()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 1],
      ["delivered", 2],
    ]);
  });

  test("a stop waits for a response that is on its way", async ({ scenario, receiver }) => {
    await build(scenario);
    const first = createNotifier(scenario.context);
    let stopped: Promise<void> | undefined;
    receiver.state.respond = (response) => {
      stopped = first.stop();
      setImmediate(() => response.writeHead(204).end());
    };
    await first.sendDue();
    await stopped;
    expect((await scenario.log()).map(({ status }) => status)).toEqual(["waiting", "delivered"]);
  });

  test("a stop gives back what has not been begun, and nothing is sent", async ({ scenario, receiver }) => {
    await build(scenario);
    const first = createNotifier(scenario.context);
    const sending = first.sendDue();
    await first.stop();
    await sending;
    expect(receiver.received).toEqual([]);
    expect(await scenario.notifier().sendDue()).toBe(2);
    expect((await scenario.log()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("a stop gives back what does not end, and it costs no attempt", async ({ scenario, receiver }) => {
    await build(scenario);
    receiver.state.respond = () => undefined;
    const received = until(receiver, 1);
    const first = createNotifier(scenario.context, { graceMs: 10 });
    const sending = first.sendDue();
    await received;
    await first.stop();
    await sending;
    receiver.state.respond = (response) => void response.writeHead(204).end();
    expect(await scenario.notifier().sendDue()).toBe(2);
    expect((await scenario.log()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });
});
