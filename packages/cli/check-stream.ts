import type { IncomingMessage } from "node:http";
import { urlBelow } from "@greenroom/client/transport";
import { connectionError } from "@greenroom/client/errors";
import { isTerminal } from "@greenroom/contract/status";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract/limits";
import { routePath } from "@greenroom/contract/paths";
import { type Check, failed } from "./check.ts";
import type { Verb } from "./verb.ts";

const NAME = "stream";

/** A heartbeat comes within this time, if nothing on the way holds it back. */
const LONGEST_SILENCE_MS = STREAM_HEARTBEAT_MS + 5000;

/** What the stream showed. */
interface Measured {
  readonly status: number;
  readonly type: string;
  /** Milliseconds from the request to the first byte of the body; undefined when none came. */
  readonly firstByteMs: number | undefined;
  /** The answer ended with its first bytes. */
  readonly ended: boolean;
}

/**
 * Measures how soon the event stream of a deployment brings its first byte: what buffers it makes logs come late.
 * @param deploymentId Undefined takes the newest deployment the token sees.
 */
export async function checkStream(verb: Verb, deploymentId: string | undefined): Promise<Check> {
  try {
    const deployment =
      deploymentId === undefined
        ? (await verb.client.deployments.list({ limit: 1 }, verb.call)).deployments[0]
        : await verb.client.deployments.get(deploymentId, verb.call);
    if (deployment === undefined) {
      return {
        name: NAME,
        state: "skip",
        told: "There is no deployment whose stream could be measured. Deploy one first.",
      };
    }
    return judgeStream(await measure(verb, deployment.id), isTerminal(deployment.status));
  } catch (error) {
    return failed(NAME, error);
  }
}

async function measure({ client, signal }: Verb, deploymentId: string): Promise<Measured> {
  const { baseUrl } = client.transport;
  const url = urlBelow(baseUrl, routePath("streamDeploymentEvents", { deploymentId }));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_SILENCE_MS)]);
  const startedMs = performance.now();
  let message: IncomingMessage | undefined;
  try {
    message = await client.transport.open({ method: "GET", url, headers: { accept: "text/event-stream" } }, limit);
    const head = { status: message.statusCode ?? 0, type: message.headers["content-type"] ?? "" };
    return { ...head, ...(await firstByte(message, startedMs)) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted)
      return {
        status: message?.statusCode ?? 0,
        type: message?.headers["content-type"] ?? "",
        firstByteMs: undefined,
        ended: false,
      };
    throw connectionError(error, url);
  } finally {
    message?.destroy();
  }
}

async function firstByte(
  message: IncomingMessage,
  startedMs: number,
): Promise<Pick<Measured, "firstByteMs" | "ended">> {
  for await (const chunk of message) {
    if (chunk instanceof Uint8Array && chunk.byteLength > 0) {
      const firstByteMs = performance.now() - startedMs;
      return { firstByteMs, ended: message.complete };
    }
  }
  return { firstByteMs: undefined, ended: true };
}

/**
 * Judges what the stream showed.
 * @param over The deployment had ended: its whole stream comes at once, buffered or not.
 */
export function judgeStream({ status, type, firstByteMs, ended }: Measured, over: boolean): Check {
  if (status !== 200 && status !== 0) {
    return {
      name: NAME,
      state: "fail",
      told: `The event stream answers ${status}. Check what stands before the service.`,
      exit: "refused",
    };
  }
  if (firstByteMs === undefined) {
    const told = ended
      ? "The event stream ended without an event. Check what stands before the service."
      : `No byte came within ${LONGEST_SILENCE_MS / 1000} s: something on the way holds the stream back. Turn buffering off for /deployments/*/events (nginx: proxy_buffering off).`;
    return { name: NAME, state: "fail", told, exit: "refused" };
  }
  if (!type.startsWith("text/event-stream")) {
    return {
      name: NAME,
      state: "fail",
      told: `The event stream came as ${type || "nothing named"}. Check what stands before the service.`,
      exit: "refused",
    };
  }
  const came = `The first byte came after ${Math.round(firstByteMs)} ms`;
  if (!over) return { name: NAME, state: "ok", told: `${came}, while the build was running: nothing holds it back.` };
  return {
    name: NAME,
    state: "ok",
    told: `${came}. That build had ended, so that buffering would not show: measure one that runs with --deployment.`,
  };
}
