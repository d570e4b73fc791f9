import type { ServerResponse } from "node:http";

/** Where an event stream is written to. */
export interface Sink {
  write(text: string): void;
  end(): void;
  /** Breaks the connection without waiting for the reader. */
  drop(): void;
  /** Bytes written and not yet taken by the reader. */
  readonly waitingBytes: number;
  /** Calls when the reader took what waited. */
  onDrain(listener: () => void): void;
  /** Calls once, when the reader is gone or the stream has ended. */
  onClose(listener: () => void): void;
}

/**
 * Writes to Node's own response, which knows when its reader is slow or gone.
 * @param outgoing Response whose head has been written.
 */
export function nodeSink(outgoing: ServerResponse): Sink {
  return {
    write(text) {
      outgoing.write(text);
    },
    end() {
      outgoing.end();
    },
    drop() {
      outgoing.destroy();
    },
    get waitingBytes() {
      return outgoing.writableLength;
    },
    onDrain(listener) {
      outgoing.on("drain", listener);
    },
    onClose(listener) {
      // 'close' of the request does not come once its body is read; that of the response does.
      outgoing.once("close", listener);
      outgoing.once("error", listener);
    },
  };
}

/**
 * Writes to the body of a web response, for an app that is called in process.
 * @param headers Headers of the response.
 */
export function webSink(headers: Readonly<Record<string, string>>): {
  readonly sink: Sink;
  readonly response: Response;
} {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let waitingBytes = 0;
  let drained = () => {};
  const ignore = () => {};
  const sink: Sink = {
    write(text) {
      const bytes = encoder.encode(text);
      waitingBytes += bytes.byteLength;
      const taken = () => {
        waitingBytes -= bytes.byteLength;
        if (waitingBytes === 0) drained();
      };
      writer.write(bytes).then(taken, ignore);
    },
    end() {
      writer.close().catch(ignore);
    },
    drop() {
      writer.abort().catch(ignore);
    },
    get waitingBytes() {
      return waitingBytes;
    },
    onDrain(listener) {
      drained = listener;
    },
    onClose(listener) {
      writer.closed.then(listener, listener);
    },
  };
  return { sink, response: new Response(readable, { headers: { ...headers } }) };
}
