import type { Fault } from "./proxy.ts";

const HEAD = { "content-type": "text/event-stream" };

/** What becomes of a stream's end. */
type Ending = "end" | "cut" | "stay open";

/**
 * Rewrites an event stream: the service's frames are read to the last, and others are sent.
 * @param change Gets every frame without its blank line; gives the bytes to send.
 * @param ending What becomes of the connection after them.
 */
export function rewritten(change: (frames: readonly string[]) => Buffer | string, ending: Ending = "end"): Fault {
  return async ({ act, response, socket }) => {
    const upstream = await act();
    const frames = upstream.body
      .toString("utf8")
      .split("\n\n")
      .filter((frame) => frame !== "");
    response.writeHead(200, HEAD);
    response.flushHeaders();
    const bytes = Buffer.from(change(frames));
    response.write(bytes, () => {
      if (ending === "end") response.end();
      if (ending === "cut") socket.resetAndDestroy();
    });
  };
}

/** Joins frames to a stream. */
export function joined(frames: readonly string[]): string {
  return frames.map((frame) => `${frame}\n\n`).join("");
}

/** Whether a frame says the end of a deployment. */
export function isTerminalFrame(frame: string): boolean {
  return /^event: ?status$/m.test(frame) && /"status":"(?:ready|failed|canceled)"/.test(frame);
}

/** The stream opens, and says nothing for ever. */
export const silent: Fault = ({ response }) => {
  response.writeHead(200, HEAD);
  response.flushHeaders();
};

/** The stream beats for ever, and its terminal event is lost. */
export const beatsForEver: Fault = async ({ act, response, socket }) => {
  const frames = (await act()).body.toString("utf8").split("\n\n");
  response.writeHead(200, HEAD);
  response.write(joined(frames.filter((frame) => frame !== "" && !isTerminalFrame(frame))));
  const beat = setInterval(() => response.write(": heartbeat\n\n"), 20);
  socket.once("close", () => clearInterval(beat));
};
