import { z } from "zod";
import { type Child, startChild } from "../child.ts";

const Ready = z.object({ baseUrl: z.url(), siteId: z.string(), token: z.string() });
const Ended = z.object({ readyAtMs: z.number() });

/** A whole service in a process of its own, whose builds are played. */
export interface TestService extends AsyncDisposable, z.infer<typeof Ready> {
  readonly pid: number;
  /** @returns Resolves once the next deployment builds and has written its lines. */
  building(lines?: number): Promise<unknown>;
  /** Ends the build that goes on. @returns When it was ready, by `nowMs`. */
  ready(): Promise<number>;
}

/** @param baseUrl What clients call it, when that is not its own address. */
export async function startTestService(baseUrl?: string): Promise<TestService> {
  const child: Child = await startChild("run/test-service-child.ts", baseUrl === undefined ? [] : [baseUrl]);
  return {
    ...Ready.parse(child.ready),
    pid: child.pid,
    building: (lines = 0) => child.ask({ lines }),
    ready: async () => Ended.parse(await child.ask("ready")).readyAtMs,
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

/** @returns Milliseconds on the clock that all processes of this machine share. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
