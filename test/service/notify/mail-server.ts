import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { MailSettings } from "../../../packages/service/settings.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** Header fields in the order they came, unfolded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly html: string;
  /** The picture that came along, with its `Content-ID`. */
  readonly picture: { readonly id: string; readonly bytes: Buffer } | undefined;
}

/** A real mail server on this machine that keeps what it gets. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 0,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === "string" ? session.user : undefined,
          secure: session.secure,
          ...readMail(Buffer.concat(chunks).toString()),
        });
        callback();
      });
    },
  });
  // A client that goes away in the middle is what some tests are about.
  server.on("error", () => undefined);
  const { port } = await new Promise<{ port: number }>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve({ port: typeof address === "object" && address ? address.port : 0 });
    });
  });
  const mail: MailSettings = {
    host: "127.0.0.1",
    port,
    tls: "none",
    from: { name: "Greenroom", address: "greenroom@greenroom.test" },
  };
  return {
    mail,
    received,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

function readMail(raw: string): Pick<ReceivedMail, "headers" | "text" | "html" | "picture"> {
  const parts = partsOf(raw);
  const ofType = (type: string) => parts.find(({ headers }) => valueOf(headers, "content-type").startsWith(type));
  const textOf = (part: Part | undefined) =>
    part === undefined ? "" : decode(part.body, valueOf(part.headers, "content-transfer-encoding"));
  const image = ofType("image/");
  return {
    headers: split(raw).headers,
    text: textOf(ofType("text/plain")),
    html: textOf(ofType("text/html")),
    picture: image && { id: valueOf(image.headers, "content-id"), bytes: Buffer.from(image.body, "base64") },
  };
}

type Part = ReturnType<typeof split>;

/** The parts of a mail that have no parts themselves. [RFC 2046 §5.1] */
function partsOf(raw: string): readonly Part[] {
  const part = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(valueOf(part.headers, "content-type"))?.[1];
  if (boundary === undefined) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((one) => partsOf(one.replace(/^\r\n/, "")));
}

function split(raw: string) {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { headers, body: raw.slice(end + 4) };
}

function valueOf(headers: ReceivedMail["headers"], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? "";
}

/** [RFC 2045 §6.7, §6.8] */
function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  const unwrapped = body.replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
  if (encoding !== "quoted-printable") return unwrapped;
  const bytes = unwrapped.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}

/** Value of the only header field of a name. */
export function headerOf(mail: ReceivedMail | undefined, name: string): string {
  const found = (mail?.headers ?? []).filter(([one]) => one.toLowerCase() === name.toLowerCase());
  if (found.length > 1) throw new Error(`The mail has the field ${name} more than once.`);
  return found[0]?.[1] ?? "";
}
