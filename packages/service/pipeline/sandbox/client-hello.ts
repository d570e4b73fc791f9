/** What the first bytes of a connection say, as far as they came. */
export type Greeting =
  /** More bytes decide. */
  | { readonly kind: "incomplete" }
  /** No TLS, or TLS that two servers could read differently. */
  | { readonly kind: "unreadable" }
  /** @see RFC 6066 §3 */
  | { readonly kind: "hello"; readonly serverName: string | undefined };

/** Those of browsers and package managers have less than 2 KiB, in one record. */
export const MAX_GREETING_BYTES = 16 * 1024;
const MAX_RECORDS = 8;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Hides the name that counts behind another one. [RFC 9849] */
const ENCRYPTED_CLIENT_HELLO = 0xfe0d;
const RECORD_HEAD_BYTES = 5;
const MESSAGE_HEAD_BYTES = 4;

const UNREADABLE = { kind: "unreadable" } as const;
const INCOMPLETE = { kind: "incomplete" } as const;

/** Reads the greeting of a TLS client. [RFC 8446 §4.1.2, §5.1] */
export function readGreeting(bytes: Buffer): Greeting {
  const fragments: Buffer[] = [];
  let at = 0;
  let got = 0;
  for (let record = 0; record < MAX_RECORDS; record += 1) {
    if (at < bytes.length && bytes[at] !== HANDSHAKE) return UNREADABLE;
    if (bytes.length < at + RECORD_HEAD_BYTES) return INCOMPLETE;
    const length = bytes.readUInt16BE(at + 3);
    at += RECORD_HEAD_BYTES;
    if (length === 0 || at + length > MAX_GREETING_BYTES) return UNREADABLE;
    if (bytes.length < at + length) return INCOMPLETE;
    fragments.push(bytes.subarray(at, at + length));
    at += length;
    got += length;
    if (got < MESSAGE_HEAD_BYTES) continue;
    const message = Buffer.concat(fragments);
    if (message[0] !== CLIENT_HELLO) return UNREADABLE;
    const whole = MESSAGE_HEAD_BYTES + message.readUIntBE(1, 3);
    if (got === whole) return readHello(message.subarray(MESSAGE_HEAD_BYTES));
    if (got > whole) return UNREADABLE;
  }
  return UNREADABLE;
}

function readHello(body: Buffer): Greeting {
  try {
    const hello = new Reader(body);
    // Version and random.
    hello.take(34);
    hello.vector(1);
    hello.vector(2);
    hello.vector(1);
    const names: string[] = [];
    for (const { type, content } of hello.isAtEnd ? [] : extensionsIn(hello.vector(2))) {
      if (type === ENCRYPTED_CLIENT_HELLO) return UNREADABLE;
      if (type === SERVER_NAME) names.push(readServerName(content));
    }
    if (!hello.isAtEnd || names.length > 1) return UNREADABLE;
    return { kind: "hello", serverName: names[0] };
  } catch (error) {
    if (error instanceof RangeError) return UNREADABLE;
    throw error;
  }
}

function* extensionsIn(list: Reader): Generator<{ readonly type: number; readonly content: Reader }> {
  for (;;) {
    if (list.isAtEnd) return;
    yield { type: list.number(2), content: list.vector(2) };
  }
}

/** @throws {RangeError} For anything but one name of a host. */
function readServerName(content: Reader): string {
  const list = content.vector(2);
  const type = list.number(1);
  const name = list.vector(2);
  if (type !== HOST_NAME || !list.isAtEnd || !content.isAtEnd) throw new RangeError("One name of a host is expected.");
  return name.rest().toString("latin1");
}

/** Every reading past the end is a `RangeError`. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("The message ends early.");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at);
  }

  number(bytes: 1 | 2): number {
    return this.take(bytes).readUIntBE(0, bytes);
  }

  /** What follows its own length. */
  vector(lengthBytes: 1 | 2): Reader {
    return new Reader(this.take(this.number(lengthBytes)));
  }
}
