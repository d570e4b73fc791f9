import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type Answer, decode, encode, type Packet, type Question, streamDecode, streamEncode } from "dns-packet";
import { listenLocally } from "./http.ts";

/** What a name has instead of records. */
export type DnsFailure =
  /** SERVFAIL, as from a resolver that cannot reach the name servers. */
  | "servfail"
  | "refused"
  /** No answer at all. */
  | "silent"
  /** Bytes that are no DNS message. */
  | "garbage"
  /** A CNAME that leads to itself by way of another name. */
  | "loop";

/** Records of a name by type. */
export interface DnsRecords {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly CNAME?: string;
  /** Each a value, or the parts of one. */
  readonly TXT?: readonly (string | readonly string[])[];
}

/** A name server for tests: it serves the records it was given, and nothing else exists. */
export interface DnsServer extends AsyncDisposable {
  /** Address and port, as settings name it. */
  readonly address: string;
  readonly port: number;
  /** Questions so far, as `TXT www.example.com`. */
  readonly questions: readonly string[];
  /** Sets what a name has; undefined makes it unknown. `*.` matches every name below that has no record. */
  set(name: string, records: DnsRecords | DnsFailure | undefined): void;
}

/** What fits into a message over UDP without extensions. [RFC 1035 §4.2.1] */
const MAX_UDP_BYTES = 512;

/** `flags` of a message whose answer did not fit. [RFC 1035 §4.1.1] */
const TRUNCATED = 0x0200;
const AUTHORITATIVE = 0x0400;
const RECURSION_AVAILABLE = 0x0080;
const [SERVFAIL, NXDOMAIN, REFUSED] = [2, 3, 5];

/** Starts a name server on 127.0.0.1, over UDP and TCP. */
export async function startDns(): Promise<DnsServer> {
  const known = new Map<string, DnsRecords | DnsFailure>();
  const questions: string[] = [];
  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < received.readUInt16BE(0) + 2) return;
      reply(streamDecode(received), (answer) => sendOverTcp(socket, answer));
      received = Buffer.alloc(0);
    });
  });
  const port = await listenLocally(tcp);
  const udp = createSocket("udp4");
  udp.on("message", (message, from) => {
    reply(decode(message), (answer) => {
      const bytes = typeof answer === "string" ? Buffer.from(answer) : overUdp(answer);
      udp.send(bytes, from.port, from.address);
    });
  });
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");

  const find = (name: string) => known.get(name) ?? known.get(name.replace(/^[^.]+/, "*"));

  function reply(query: Packet, send: (answer: Packet | string) => void): void {
    const [question] = query.questions ?? [];
    if (!question) return;
    questions.push(`${question.type} ${question.name}`);
    const found = find(question.name.toLowerCase());
    if (found === "silent") return;
    if (found === "garbage") return send("this is no DNS message");
    const flags = AUTHORITATIVE | RECURSION_AVAILABLE;
    const { answers, code } = answerOf(question, found, find);
    send({ type: "response", id: query.id ?? 0, flags: flags | code, questions: [question], answers: [...answers] });
  }

  return {
    address: `127.0.0.1:${port}`,
    port,
    questions,
    set(name, records) {
      if (records === undefined) known.delete(name);
      else known.set(name, records);
    },
    async [Symbol.asyncDispose]() {
      udp.close();
      tcp.close();
      await Promise.all([once(udp, "close"), once(tcp, "close")]);
    },
  };
}

function sendOverTcp(socket: Socket, answer: Packet | string): void {
  socket.end(typeof answer === "string" ? answer : streamEncode(answer));
}

function overUdp(answer: Packet): Buffer {
  const whole = encode(answer);
  if (whole.length <= MAX_UDP_BYTES) return whole;
  return encode({ ...answer, answers: [], flags: (answer.flags ?? 0) | TRUNCATED });
}

/** Most names of a chain of CNAMEs. */
const MAX_CHAIN = 8;

function answerOf(
  { name, type }: Question,
  found: DnsRecords | DnsFailure | undefined,
  find: (name: string) => DnsRecords | DnsFailure | undefined,
): { readonly answers: readonly Answer[]; readonly code: number } {
  if (found === undefined) return { answers: [], code: NXDOMAIN };
  if (found === "loop") {
    const other = `other.${name}`;
    const answers = [
      { type: "CNAME", name, data: other },
      { type: "CNAME", name: other, data: name },
    ] as const;
    return { answers, code: 0 };
  }
  if (typeof found === "string") return { answers: [], code: found === "refused" ? REFUSED : SERVFAIL };
  const answers: Answer[] = [];
  let [at, records]: [string, DnsRecords] = [name, found];
  for (let links = 0; records.CNAME !== undefined && links < MAX_CHAIN; links += 1) {
    answers.push({ type: "CNAME", name: at, data: records.CNAME });
    const next = find(records.CNAME);
    if (next === undefined || typeof next === "string")
      return { answers, code: next === undefined ? NXDOMAIN : SERVFAIL };
    [at, records] = [records.CNAME, next];
  }
  if (type === "A" || type === "AAAA") {
    for (const data of records[type] ?? []) answers.push({ type, name: at, data });
  }
  if (type === "TXT") for (const data of records.TXT ?? []) answers.push({ type, name: at, data: [data].flat() });
  return { answers, code: 0 };
}
