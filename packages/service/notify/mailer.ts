import type { Transporter } from "nodemailer";
import { z } from "zod";
import { isMailAddress, isPlainName } from "../domain/mail-address.ts";
import type { MailSettings } from "../settings.ts";
import type { DeliveryOutcome } from "./outcome.ts";

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
/** Of one reply of the mail server. */
const MAX_REPLY_BYTES = 64 * 1024;

export interface OutgoingMail {
  /** Stays the same when the mail is sent again, so that a mailbox shows it once. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly picture?: { readonly id: string; readonly webp: Buffer };
  readonly preferencesUrl: string;
}

export interface Mailer {
  /** @param signal Ends the attempt. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryOutcome>;
}

export function createMailer(settings: MailSettings): Mailer {
  let opened: Promise<Transporter> | undefined;
  return {
    async send({ messageId, to, subject, text, html, picture, preferencesUrl }, signal) {
      if (!isMailAddress(to)) return rejected("Mail cannot be sent to the address of this member.");
      if (!isPlainName(subject)) return rejected("The subject holds characters that no mail may have.");
      try {
        const transport = await (opened ??= open(settings));
        await transport.sendMail({
          messageId,
          // A name beside the address would put more untrusted text into a header.
          to: { name: "", address: to },
          subject,
          text,
          html,
          ...(picture && {
            attachments: [
              { cid: picture.id, filename: "changed-page.webp", content: picture.webp, contentType: "image/webp" },
            ],
          }),
          signal,
          // [RFC 2369 §3.2] A page, not one click: the reader signs in first.
          list: { unsubscribe: { url: preferencesUrl, comment: "Choose what is mailed" } },
          // [RFC 3834 §5] No program answers to it.
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return { kind: "delivered", httpStatus: null };
      } catch (error) {
        return outcomeOf(error, signal);
      }
    },
  };
}

/** Connects and signs in, and sends nothing. @returns What is wrong. */
export async function checkMailServer(settings: MailSettings): Promise<string | undefined> {
  try {
    const transport = await open(settings);
    await transport.verify();
    transport.close();
    return undefined;
  } catch (error) {
    const outcome = outcomeOf(error, new AbortController().signal);
    return outcome.kind === "delivered" ? undefined : outcome.note;
  }
}

function rejected(note: string): DeliveryOutcome {
  return { kind: "failed", httpStatus: null, note };
}

/** Loaded with the first mail: without a mail server the service does without it. */
async function open({ host, port, tls, user, password, from }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(
    {
      host,
      port,
      secure: tls === "implicit",
      requireTLS: tls === "required",
      ignoreTLS: tls === "none",
      ...(user !== undefined && { auth: { user, pass: password ?? "" } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      maxResponseSize: MAX_REPLY_BYTES,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}

const MailError = z
  .looseObject({
    responseCode: z.int().nullable().catch(null),
    code: z.string().optional().catch(undefined),
    command: z.string().optional().catch(undefined),
    originalCode: z.string().optional().catch(undefined),
  })
  .catch({ responseCode: null });

/** In our words: what a server replies could hold anything. */
function outcomeOf(error: unknown, signal: AbortSignal): DeliveryOutcome {
  const { responseCode: status, code, command, originalCode } = MailError.parse(error);
  const retry = (note: string): DeliveryOutcome => ({ kind: "retry", httpStatus: status, note });
  if (signal.aborted) return retry("The mail server did not answer in time.");
  const replied = status === null ? "" : ` (${status})`;
  if (code === "EAUTH" || code === "ENOAUTH") {
    return retry(`The mail server does not accept the user name or the password${replied}.`);
  }
  if (code === "ETLS") return retry("The mail server offers no TLS that can be trusted; nothing was sent.");
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    // What an operator can put right, such as the sender's address, is tried again.
    if (command !== "RCPT TO" || status === null || status < 500) {
      return retry(`The mail server rejected the mail${replied}.`);
    }
    return { kind: "failed", httpStatus: status, note: `The mail server rejected the address${replied}.` };
  }
  const cause = originalCode ?? code ?? "failed";
  return retry(`No connection to the mail server (${/^[A-Z0-9_]{2,60}$/.test(cause) ? cause : "failed"}).`);
}
