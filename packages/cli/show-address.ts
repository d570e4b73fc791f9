import { isProtected } from "@greenroom/client/transport";
import { openInBrowser } from "./browser.ts";
import { CommandFailure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** What is to be shown. */
export interface Shown {
  readonly terminal: Terminal;
  readonly address: string;
  readonly json: boolean;
  /** Print only. */
  readonly print: boolean;
}

/**
 * Reads an address the service gave; only one a browser may be sent to.
 * @throws {CommandFailure} When it is none, or plain http to another machine.
 */
export function readShownAddress(text: string): URL {
  const url = URL.parse(text);
  // [RFC 6761 §6.3] Names under localhost are this machine: previews of a local service lie there.
  const local = url?.protocol === "http:" && url.hostname.endsWith(".localhost");
  if (url && (isProtected(url) || local)) return url;
  throw new CommandFailure(
    "refused",
    `The service gave no address a browser should open: ${text.slice(0, 200)}. Ask its operator.`,
  );
}

/** Shows an address in a browser; where there is none, the address is printed and that is no failure. */
export async function showAddress({ terminal, address, json, print }: Shown): Promise<void> {
  const url = readShownAddress(address);
  const opened = !print && !json && (await openInBrowser(url, process.env));
  if (json) terminal.json({ address: url.href });
  else terminal.line(url.href);
  if (opened) terminal.say("Opened in your browser.", "quiet");
}
