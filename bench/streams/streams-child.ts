import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { z } from "zod";
import { instant, systemClock } from "../../packages/contract/clock.ts";
import { createApp } from "../../packages/service/http/app.ts";
import { listen } from "../../packages/service/http/listen.ts";
import { useClock } from "../../packages/service/store/engine/database.ts";
import { serve } from "../../test/http.ts";
import { addDeployment, openTestContext, seedWorkspace } from "../../test/service/fixtures.ts";
import { addEvent } from "../../test/service/rows.ts";

/** A server with event streams: `service` is ours, `bare` is Node's own with nothing in it. */
const Question = z.enum(["memory", "broadcast"]);

interface Server {
  readonly baseUrl: string;
  readonly path: string;
  readonly token: string;
  broadcast(): Promise<void>;
}

async function service(): Promise<Server> {
  const context = { ...openTestContext({ limit: { "streams-per-token": 1_000_000 } }), clock: systemClock };
  useClock(context.db, systemClock);
  const { first: seeded } = await seedWorkspace(context);
  const id = await addDeployment(context, seeded);
  const listening = await listen(context.settings, pino({ level: "silent" }));
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  const addresses = { ...context.addresses, baseUrl };
  listening.serve({ app: createApp({ ...context, addresses }, { stopping: listening.stopping }), addresses });
  return {
    baseUrl,
    path: `/deployments/${id}/events`,
    token: seeded.tokens.pat,
    async broadcast() {
      const at = instant(context.clock);
      const lines = [{ at, text: "a line of the log", n: 1 }];
      const event = { type: "log", data: { stream: "build", lines } } as const;
      await addEvent(context.db, id, event);
      context.events.notify(id);
    },
  };
}

async function bare(): Promise<Server> {
  const open = new Set<ServerResponse>();
  const server = await serve((_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write("retry: 1000\n\n");
    open.add(response);
  });
  return {
    baseUrl: server.url,
    path: "/",
    token: "",
    async broadcast() {
      for (const response of open) response.write('id: 2\nevent: log\ndata: {"lines":["a line of the log"]}\n\n');
    },
  };
}

const server = await (process.argv[2] === "bare" ? bare() : service());
process.on("message", (message) => {
  if (Question.parse(message) === "broadcast") return void server.broadcast().then(() => process.send?.("sent"));
  globalThis.gc?.();
  process.send?.(process.memoryUsage().rss);
});
process.send?.({ baseUrl: server.baseUrl, path: server.path, token: server.token });
