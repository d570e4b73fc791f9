import type { IncomingMessage, ServerResponse } from "node:http";
import { PREVIEW_SESSION_PATH, PREVIEW_TOKEN_HEADER } from "@greenroom/contract/access";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { hashSecret, newSecret } from "../domain/credentials.ts";
import { ROOM_PATH, ROOM_VISITOR } from "../domain/room.ts";
import { CODE_PATH, SHARE_PATH, visitorPath } from "../domain/visit.ts";
import { html } from "../outside/html.ts";
import {
  type Asking,
  findVisit,
  type OpenedVisit,
  redeemCode,
  usePreviewToken,
  useShareLink,
  type Visit,
} from "../store/people/visits.ts";
import type { Hosted } from "../store/sites/hosts.ts";
import { findPreviewToken } from "../store/sites/site-access.ts";
import { privateHead, publicHead, type WriteHead } from "./head.ts";
import { type Notice, sendNotice } from "./notices.ts";
import type { Place } from "./places.ts";
import { isRoomScript } from "./room-frame.ts";

interface HostRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: Place;
  readonly hosted: Hosted;
}

/** The one check that every request for a host of a site passes before anything of the site is in a response. */
export interface Access {
  /** @returns What sends the visitor what the host serves; false for one who cannot have it, whose response was sent. */
  admit(asked: HostRequest): Promise<WriteHead | false>;
}

const SIGN_IN_SECONDS = 3_600;

export interface AccessContext extends Pick<ServiceContext, "db" | "addresses" | "clock"> {
  readonly sso?: { readonly checks: Asking };
}

export function createAccess(context: AccessContext): Access {
  const { db, addresses, clock, sso } = context;
  const prefix = addresses.scheme === "https:" ? "__Host-" : "";
  const visitName = `${prefix}greenroom-visit`;
  const signInName = `${prefix}greenroom-signing-in`;

  const setCookie = (name: string, value: string, maxAgeSeconds: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${prefix === "" ? "" : "; Secure"}`;

  async function hasVisit({ request, place, hosted }: HostRequest): Promise<boolean> {
    // A tossed cookie of the same name may stand before ours where no prefix keeps it out.
    for (const cookie of cookiesOf(request, visitName)) {
      const visit = await findVisit(db, cookie, instant(clock), sso?.checks);
      if (visit && isFor(visit, place, hosted)) return true;
    }
    return false;
  }

  async function tokenOf({ request, hosted }: HostRequest): Promise<{ readonly id: string } | undefined> {
    const token = request.headers[PREVIEW_TOKEN_HEADER.toLowerCase()];
    if (typeof token !== "string" || !/^[\w-]{1,100}$/.test(token) || hosted.hostKind === "production")
      return undefined;
    return findPreviewToken(db, { siteId: hosted.siteId, token, at: instant(clock) }, sso?.checks.proveUser);
  }

  function enter({ response }: HostRequest, opened: OpenedVisit | undefined, path: string): false {
    return goTo(response, path, opened && setCookie(visitName, opened.cookie, opened.maxAgeSeconds));
  }

  /** The service knows who it is. */
  function sendToService({ request, response, place }: HostRequest): false {
    const known = cookiesOf(request, signInName).find((cookie) => /^[\w-]{43}$/.test(cookie));
    // The same for every tab, so that several can be on their way at a time.
    const visitor = known ?? newSecret();
    const path = visitorPath({ host: place.host, challenge: hashSecret(visitor), path: request.url ?? "/" });
    return goTo(response, `${addresses.baseUrl}${path}`, setCookie(signInName, visitor, SIGN_IN_SECONDS));
  }

  async function redeem(asked: HostRequest, search: string): Promise<false> {
    const { request, response, place, hosted } = asked;
    // Whatever only looks at a link must not use the code up.
    if (!isPageVisit(request)) return refuseWith(response, CODE_OVER);
    const visitors = cookiesOf(request, signInName);
    if (visitors.length === 0) return refuseWith(response, NO_COOKIES);
    const code = new URLSearchParams(search).get("code") ?? "";
    const { host } = place;
    const challenges = visitors.map(hashSecret);
    const opened = await redeemCode(db, { code, host, siteId: hosted.siteId, challenges });
    return opened ? enter(asked, opened, opened.path) : refuseWith(response, CODE_OVER);
  }

  /** Exchanges the ticket in the address of the review room's frame for a cookie that is good in this frame alone. */
  async function enterRoom({ response, place, hosted }: HostRequest, search: string): Promise<void> {
    const code = new URLSearchParams(search).get("ticket");
    if (code === null) return;
    const { host } = place;
    const challenges = [hashSecret(ROOM_VISITOR)];
    const opened = await redeemCode(db, { code, host, siteId: hosted.siteId, challenges });
    if (opened) {
      // Browsers take `Secure` from a loopback host without TLS too.
      const attributes = `Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${opened.maxAgeSeconds}`;
      response.setHeader("set-cookie", `${visitName}=${opened.cookie}; ${attributes}`);
    }
  }

  async function share(asked: HostRequest, secret: string): Promise<false> {
    const { request, response, place, hosted } = asked;
    if (hosted.access !== "link" || request.method !== "GET" || isFromScript(request))
      return refuseWith(response, LINK_OVER);
    const deploymentId = hosted.kind === "files" ? hosted.deployment.id : undefined;
    const given = { secret, siteId: hosted.siteId, deploymentId, host: place.host, at: instant(clock) };
    const opened = await useShareLink(db, given, sso?.checks.proveUser);
    return opened ? enter(asked, opened, "/") : refuseWith(response, LINK_OVER);
  }

  async function openSession(asked: HostRequest): Promise<false> {
    const { response, place, hosted } = asked;
    const token = await tokenOf(asked);
    if (!token) return refuseToken(asked);
    const host = { host: place.host, siteId: hosted.siteId };
    const { cookie, maxAgeSeconds } = await usePreviewToken(db, host, token.id);
    response.writeHead(204, { "cache-control": "no-store", "set-cookie": setCookie(visitName, cookie, maxAgeSeconds) });
    response.end();
    return false;
  }

  function refuseVisit(asked: HostRequest): false {
    if (isPageVisit(asked.request)) return sendToService(asked);
    return deny(asked, 401, "This preview is protected. Sign in, or send a preview token.");
  }

  function refuseToken(asked: HostRequest): false {
    return deny(asked, 401, `${PREVIEW_TOKEN_HEADER} is missing, or is no token of this site that works.`);
  }

  return {
    async admit(asked) {
      const { request, response, place, hosted } = asked;
      const isPublic = hosted.access === "public";
      const [path = "", search = ""] = (request.url ?? "").split("?", 2);
      // Links that were sent keep working when the site is opened to everyone meanwhile.
      if (path === CODE_PATH) return isPublic ? enter(asked, undefined, "/") : redeem(asked, search);
      if (path.startsWith(SHARE_PATH)) {
        return isPublic ? enter(asked, undefined, "/") : share(asked, path.slice(SHARE_PATH.length));
      }
      if (path === PREVIEW_SESSION_PATH) {
        if (!isPublic) return openSession(asked);
        response.writeHead(204, { "cache-control": "no-store" }).end();
        return false;
      }
      if (isPublic) return publicHead(response);
      // The frame shows nothing of the site; what is in it asks for itself.
      if ((path === ROOM_PATH || isRoomScript(path)) && hosted.kind === "files" && place.redirectTo === undefined) {
        if (path === ROOM_PATH) await enterRoom(asked, search);
        return publicHead(response);
      }
      if (request.headers[PREVIEW_TOKEN_HEADER.toLowerCase()] !== undefined) {
        if (!(await tokenOf(asked))) return refuseToken(asked);
      } else {
        if (!(await hasVisit(asked))) return refuseVisit(asked);
        if (isFromElsewhere(request))
          return deny(asked, 403, "This preview is protected: only its own pages can load its files.");
      }
      return privateHead(response);
    },
  };
}

/** Whether a cookie opens a host as its site is now. */
function isFor(visit: Visit, { host }: Place, hosted: Hosted): boolean {
  if (visit.host !== host || visit.siteId !== hosted.siteId) return false;
  switch (visit.grant.kind) {
    case "member":
      return true;
    case "token":
      return hosted.hostKind !== "production";
    case "link": {
      if (hosted.access !== "link") return false;
      const { deploymentId } = visit.grant;
      return deploymentId === null || (hosted.kind === "files" && hosted.deployment.id === deploymentId);
    }
  }
}

const MAX_COOKIES = 4;

function cookiesOf({ headers }: IncomingMessage, name: string): readonly string[] {
  return (headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, MAX_COOKIES)
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether a person opens a page, who can be sent elsewhere; a script, a frame or a program cannot. */
function isPageVisit({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET") return false;
  const { "sec-fetch-mode": mode, "sec-fetch-dest": dest } = headers;
  if (mode !== undefined) return mode === "navigate" && (dest === undefined || dest === "document");
  return /\btext\/html\b/i.test(headers.accept ?? "");
}

function isFromScript({ headers: { "sec-fetch-mode": mode } }: IncomingMessage): boolean {
  return mode !== undefined && mode !== "navigate";
}

/**
 * Whether a page of another host loads this as a part of itself. Hosts of one domain are one site to a browser, which
 * sends the cookie with such requests unless the domain is on the Public Suffix List.
 * @see Fetch Metadata Request Headers §2
 */
function isFromElsewhere(request: IncomingMessage): boolean {
  const { "sec-fetch-site": site } = request.headers;
  return (site === "same-site" || site === "cross-site") && !isPageVisit(request);
}

function goTo(response: ServerResponse, location: string, cookie: string | undefined): false {
  response.writeHead(303, {
    location,
    "content-length": 0,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    ...(cookie !== undefined && { "set-cookie": cookie }),
  });
  response.end();
  return false;
}

function refuseWith(response: ServerResponse, notice: Notice): false {
  sendNotice(publicHead(response), notice);
  return false;
}

function deny({ response }: HostRequest, status: 401 | 403, text: string): false {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    // [RFC 9110 §11.6.1] Browsers show a password dialog only for schemes that they know.
    ...(status === 401 && { "www-authenticate": `Greenroom header="${PREVIEW_TOKEN_HEADER}"` }),
  });
  response.end(body);
  return false;
}

const CODE_OVER: Notice = {
  status: 400,
  title: "This link was already used",
  text: html`It opens the preview once, right after a sign-in, and is used up or too old. <a href="/">Open the preview</a> again.`,
};
const NO_COOKIES: Notice = {
  status: 400,
  title: "Your browser sent no cookie",
  text: html`This preview is protected, and a cookie of this host says who you are. Allow it, then <a href="/">open the preview</a> again.`,
};
const LINK_OVER: Notice = {
  status: 404,
  title: "This link does not work",
  text: html`It has expired or was revoked, or is for another preview. Ask the sender for a new one, or <a href="/">sign in</a>.`,
};
