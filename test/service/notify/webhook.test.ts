import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createNotifier } from "../../../packages/service/notify/notifier.ts";
import { addWebhook, removeWebhook } from "../../../packages/service/admin/integrations.ts";
import { signedHeaders } from "../../../packages/service/notify/signature.ts";
import { transition } from "../../../packages/service/store/transition.ts";
import { deleteExpiredDeliveries } from "../../../packages/service/store/deliveries.ts";
import { makeDeployment } from "../approvals/fixture.ts";
import { openStage, startReceiver } from "./stage.ts";

type Stage = Awaited<ReturnType<typeof openStage>>;

async function build(stage: Stage): Promise<string> {
  const { context, workspaceId, siteId } = stage;
  const id = await makeDeployment(context, { workspaceId, siteId }, { status: "queued" });
  for (const [from, to] of [
    ["queued", "building"],
    ["building", "ready"],
  ] as const) {
    await context.db.transaction().execute((tx) => transition(tx, id, { from, to, at: context.at() }));
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
  test("hears of a deployment and of a release, in order, signed with its own secret", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    const { secret } = await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    await build(stage);
    const request = await stage.request();
    const { deploymentId } = await stage.decide(request.id, "approve");
    await stage.publish(deploymentId ?? "");
    await stage.notifier().sendDue();
    expect(receiver.types().filter((type) => type.startsWith("approval"))).toEqual([
      "approval.requested",
      "approval.approved",
      "approval.published",
    ]);
    expect(receiver.types().filter((type) => type.startsWith("deployment"))).toHaveLength(4);
    for (const { headers, body } of receiver.heard) {
      const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
      const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(signed);
      expect(headers["webhook-signature"]).toBe(`v1,${mac.digest("base64")}`);
    }
    const approved = receiver.heard
      .map(({ body }) => JSON.parse(body))
      .find(({ type }) => type === "approval.approved");
    expect(approved.data.approval).toMatchObject({
      id: request.id,
      status: "approved",
      webApprovalUrl: `http://127.0.0.1:4000/app/approvals/${request.id}`,
    });
  });

  test("hears only what it wants, and nothing of another workspace", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    const { workspaceId } = stage;
    await addWebhook(stage.operator, { workspaceId, url: receiver.url, events: ["deployment.ready"] });
    await build(stage);
    await stage.request();
    await stage.notifier().sendDue();
    expect(receiver.types()).toEqual(["deployment.ready"]);
  });

  test("is tried again with growing waits, and what came later waits for its turn", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    let refusals = 3;
    receiver.state.answer = (response) => {
      refusals -= 1;
      response.writeHead(refusals >= 0 ? 503 : 204).end();
    };
    await build(stage);
    const notifier = stage.notifier();
    const waits: number[] = [];
    for (let second = 0; second < 60; second += 1) {
      if ((await notifier.sendDue()) > 0) waits.push(second);
      stage.context.turn(1_000);
    }
    expect(waits).toEqual([0, 5, 15, 35]);
    expect(receiver.types()).toEqual([...Array.from({ length: 4 }, () => "deployment.building"), "deployment.ready"]);
    const ids = receiver.heard.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect((await stage.log()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 1],
      ["delivered", 4],
    ]);
  });

  test("is never followed to another address", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await using elsewhere = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    receiver.state.answer = (response) => void response.writeHead(307, { Location: elsewhere.url }).end();
    await build(stage);
    await stage.notifier().sendDue();
    expect(elsewhere.heard).toEqual([]);
    expect((await stage.log()).at(-1)).toMatchObject({ status: "waiting", last_status: 307 });
  });

  test("that answers without end costs no more than the cap", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    receiver.state.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    await build(stage);
    await stage.notifier().sendDue();
    expect((await stage.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  test("that says 410 is not tried again, and one that was removed is dropped", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    const { id } = await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    receiver.state.answer = (response) => void response.writeHead(410).end();
    await build(stage);
    const notifier = stage.notifier();
    await notifier.sendDue();
    await build(stage);
    await removeWebhook(stage.operator, stage.workspaceId, id);
    await notifier.sendDue();
    expect((await stage.log()).map(({ status }) => status)).toEqual(["dropped", "dropped", "failed", "failed"]);
  });

  test("on this machine or a private network is not called outside development", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    const { workspaceId, operator, context } = stage;
    await addWebhook(operator, { workspaceId, url: receiver.url });
    await addWebhook(operator, { workspaceId, url: receiver.url.replace("127.0.0.1", "localhost") });
    await build(stage);
    await stage.notifier({}, { settings: { ...context.settings, development: false } }).sendDue();
    expect(receiver.heard).toEqual([]);
    const notes = (await stage.log()).map(({ last_note: note }) => note).filter((note) => note !== null);
    expect(notes).toHaveLength(2);
    expect(new Set(notes)).toEqual(new Set(["The address is not on the public network; nothing was sent."]));
  });
});

describe("a change that is rolled back", () => {
  test("is told to nobody", async () => {
    await using stage = await openStage();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: "http://127.0.0.1:9/" });
    const { context, workspaceId, siteId } = stage;
    const id = await makeDeployment(context, { workspaceId, siteId }, { status: "queued" });
    const change = context.db.transaction().execute(async (tx) => {
      await transition(tx, id, { from: "queued", to: "building", at: context.at() });
      throw new Error("no");
    });
    await expect(change).rejects.toThrow("no");
    expect(await stage.log()).toEqual([]);
  });
});

describe("deleteExpiredDeliveries", () => {
  test("forgets what finished long ago with what it told, and nothing that waits", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    await build(stage);
    await stage.notifier().sendDue();
    stage.context.turn(1_000);
    await build(stage);
    expect(await deleteExpiredDeliveries(stage.context.db, stage.context.at())).toBe(2);
    expect((await stage.log()).map(({ status }) => status)).toEqual(["waiting", "waiting"]);
    const kept = await stage.context.db.selectFrom("announcements").select("id").execute();
    expect(kept).toHaveLength(2);
  });
});

function startChild(stage: Stage): ChildProcess {
  const script = fileURLToPath(new URL("child.ts", import.meta.url));
  const base = String(stage.context.clock.now());
  return spawn(process.execPath, [script, stage.folder, base], { stdio: ["ignore", "ignore", "inherit"] });
}

async function until(receiver: Awaited<ReturnType<typeof startReceiver>>, count: number): Promise<void> {
  const { answer } = receiver.state;
  if (receiver.heard.length >= count) return;
  await new Promise<void>((resolve) => {
    receiver.state.answer = (response, heard) => {
      answer(response, heard);
      if (receiver.heard.length >= count) resolve();
    };
  });
}

describe("several processes", () => {
  test("tell everything once, each subject in its order", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    for (let number = 0; number < 20; number += 1) await build(stage);
    receiver.state.answer = (response) => void setImmediate(() => response.writeHead(204).end());
    const all = until(receiver, 40);
    const children = [startChild(stage), startChild(stage)];
    await all;
    for (const child of children) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    expect(receiver.state.together).toBe(0);
    expect(new Set(receiver.heard.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
    expect(receiver.heard).toHaveLength(40);
    const told = receiver.heard.map(({ body }) => JSON.parse(body));
    for (const id of new Set(told.map(({ data }) => data.deployment.id))) {
      const types = told.filter(({ data }) => data.deployment.id === id).map(({ type }) => type);
      expect(types).toEqual(["deployment.building", "deployment.ready"]);
    }
  });

  test("lose nothing when one is killed while it tells: the other tells it again once the lease ran out", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    await build(stage);
    receiver.state.answer = () => undefined;
    const heard = until(receiver, 1);
    const child = startChild(stage);
    await heard;
    child.kill("SIGKILL");
    await once(child, "exit");
    receiver.state.answer = (response) => void response.writeHead(204).end();
    const notifier = stage.notifier();
    expect(await notifier.sendDue()).toBe(0);
    stage.context.turn(2 * 60_000);
    expect(await notifier.sendDue()).toBe(2);
    expect(receiver.types()).toEqual(["deployment.building", "deployment.building", "deployment.ready"]);
    expect((await stage.log()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 1],
      ["delivered", 2],
    ]);
  });

  test("a stop in order lets an answer come that is on its way", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    await build(stage);
    const first = createNotifier(stage.context);
    let stopped: Promise<void> | undefined;
    receiver.state.answer = (response) => {
      stopped = first.stop();
      setImmediate(() => response.writeHead(204).end());
    };
    await first.sendDue();
    await stopped;
    expect((await stage.log()).map(({ status }) => status)).toEqual(["waiting", "delivered"]);
  });

  test("a stop in order gives back what does not end, at no cost of an attempt", async () => {
    await using stage = await openStage();
    await using receiver = await startReceiver();
    await addWebhook(stage.operator, { workspaceId: stage.workspaceId, url: receiver.url });
    await build(stage);
    receiver.state.answer = () => undefined;
    const heard = until(receiver, 1);
    const first = createNotifier(stage.context, { graceMs: 10 });
    const telling = first.sendDue();
    await heard;
    await first.stop();
    await telling;
    receiver.state.answer = (response) => void response.writeHead(204).end();
    expect(await stage.notifier().sendDue()).toBe(2);
    expect((await stage.log()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });
});
