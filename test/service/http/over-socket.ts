import type { Hono } from "hono";
import type { ServiceContext } from "../../../packages/service/context.ts";
import type { Hosting } from "../../../packages/service/hosting/hosting.ts";
import { createApp } from "../../../packages/service/http/app.ts";
import type { HttpEnv } from "../../../packages/service/http/context.ts";
import { type Listening, listen, type SocketLimits } from "../../../packages/service/http/listen.ts";
import type { Settings } from "../../../packages/service/settings.ts";

interface Added {
  readonly settings?: Partial<Settings>;
  readonly sockets?: SocketLimits;
  readonly apps?: (running: ServiceContext) => readonly Hono<HttpEnv>[];
  readonly hosting?: (running: ServiceContext) => Hosting;
}

/** The service on a socket, under its public URL or else where it listens. */
export async function listenOver(
  context: ServiceContext,
  { settings: given, sockets, apps, hosting }: Added = {},
): Promise<Listening> {
  const settings = { ...context.settings, ...given };
  const listening = await listen(settings, context.log, sockets);
  const own = settings.publicUrl
    ? ({ baseUrl: settings.publicUrl.origin, scheme: "https:" } as const)
    : { baseUrl: `http://127.0.0.1:${listening.port}` };
  const running = { ...context, settings, addresses: { ...context.addresses, ...own } };
  const app = createApp(running, { apps: apps?.(running) ?? [], stopping: listening.stopping });
  listening.serve({ app, addresses: running.addresses, ...(hosting && { hosting: hosting(running) }) });
  return listening;
}

/** A request as it is sent, up to its body. */
export function requestHead(line: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}
