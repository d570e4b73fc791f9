import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { pageInRoom, ROOM_SCRIPTS } from "../domain/room.ts";
import { html } from "../outside/html.ts";
import type { WriteHead } from "./head.ts";

const scripts = new Map<string, Buffer>();

type RoomScript = keyof typeof ROOM_SCRIPTS;

export function isRoomScript(path: string): path is RoomScript {
  return Object.hasOwn(ROOM_SCRIPTS, path);
}

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/**
 * Sends the frame that stands between the review room and an untouched page. It has the origin of the page, whose
 * scripts can do with it what they like: it knows no secret and no name, and whatever it says is untrusted.
 * @param service Origin of the service, which alone can frame it.
 */
export function sendRoomFrame(request: IncomingMessage, writeHead: WriteHead, service: string): void {
  const { searchParams } = new URL(request.url ?? "/", "http://host.invalid");
  const document = html`<!doctype html>
    <html lang="en" data-service="${service}">
      <head>
        <meta charset="utf-8" />
        <title>Page of the preview</title>
        <script src="./room-frame.js" type="module"></script>
      </head>
      <body>
        <iframe src="${pageInRoom(searchParams.get("path"))}" title="The page of the preview"></iframe>
      </body>
    </html>`;
  send(writeHead, Buffer.from(document.toString()), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${service}`,
  });
}

export function sendRoomScript(writeHead: WriteHead, path: RoomScript): void {
  const name = ROOM_SCRIPTS[path];
  const script = scripts.get(name) ?? readFileSync(new URL(`static/${name}`, import.meta.url));
  scripts.set(name, script);
  send(writeHead, script, { "content-type": "text/javascript; charset=utf-8" });
}

function send(writeHead: WriteHead, body: Buffer, headers: Readonly<Record<string, string>>): void {
  writeHead(200, { ...HEADERS, ...headers, "content-length": body.length }).end(body);
}
