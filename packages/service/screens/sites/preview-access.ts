import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { CODE_PATH, readVisitor, type Visitor, visitorAddress } from "../../domain/visit.ts";
import type { HttpContext } from "../../http/context.ts";
import { createPlaces, findDomainPlace, type Place } from "../../hosting/places.ts";
import type { RateLimits } from "../../http/limits.ts";
import { findFormerHost, findHost, type Hosted } from "../../store/sites/hosts.ts";
import { issueCode } from "../../store/people/visits.ts";
import { html } from "../../outside/html.ts";
import { page } from "../page.ts";
import { actorOf, readSession, type Session } from "../people/session.ts";

/**
 * Sends a visitor of a protected host back with a code, when they are a member of the workspace of its site. A person who is
 * not signed in signs in first. Members are only redirected.
 */
export async function sendVisitorBack(
  { context, limits }: { readonly context: ServiceContext; readonly limits: RateLimits },
  c: HttpContext,
): Promise<Response> {
  const visitor = readVisitor((name) => c.req.query(name));
  const mode = c.req.header("sec-fetch-mode");
  // Only for visits of a page: scripts and frames of a preview are rejected.
  if (!visitor || (mode !== undefined && mode !== "navigate")) return incompletePage(c);
  const session = await readSession(context, c.req.raw);
  const here = encodeURIComponent(visitorAddress(visitor));
  if (!session) return c.redirect(`/app/signin?next=${here}`, 303);
  if (session.row.level !== "full") return c.redirect(`/app/second-factor?next=${here}`, 303);
  const actor = actorOf(session);
  if (actor) await limits.actor(actor);
  const found = await findOwnHost(context, session, visitor);
  if (!found) return accessDeniedPage(c, session);
  const { place, hosted } = found;
  const target = `${place.origin}${visitor.path}`;
  if (hosted.access === "public") return c.redirect(target, 303);
  // After a sign-in: browsers do not let a form redirect to another host, but a page can link to it.
  if (c.req.header("sec-fetch-site") === "same-origin") return signedInPage(c, { session, place, target });
  const code = await issueCode(
    context.db,
    { ...visitor, siteId: hosted.siteId, by: { column: "session_id", id: session.row.id } },
    context.clock.now(),
  );
  return c.redirect(`${place.origin}${CODE_PATH}?code=${code}`, 303);
}

/** Finds the host of a visitor when its workspace is any of theirs, not only the current one. */
async function findOwnHost(
  { db, addresses, clock }: ServiceContext,
  { workspaces }: Session,
  { host }: Visitor,
): Promise<{ readonly place: Place; readonly hosted: Hosted } | undefined> {
  const place = createPlaces(addresses)(host) ?? (await findDomainPlace({ db, addresses }, host));
  const hosted =
    place && ((await findHost(db, place.label)) ?? (await findFormerHost(db, place.label, instant(clock))));
  return hosted && workspaces.some(({ id }) => id === hosted.workspaceId) ? { place, hosted } : undefined;
}

function signedInPage(
  c: HttpContext,
  { session, place, target }: { readonly session: Session; readonly place: Place; readonly target: string },
): Response {
  c.header("Refresh", `0; url=${target}`);
  return page(c, {
    title: "Signed in",
    session,
    narrow: true,
    body: html`<h1>You are signed in</h1>
      <p>Going on to <bdi>${place.host}</bdi>.</p>
      <p><a class="button" href="${target}" rel="noreferrer">Open the preview</a></p>`,
  });
}

/** The same for an unknown host and for one of a workspace of others. */
function accessDeniedPage(c: HttpContext, session: Session): Response {
  return page(c, {
    title: "No access",
    session,
    narrow: true,
    status: 404,
    body: html`<h1>You cannot open this preview</h1>
      <p>
        You are signed in as <bdi>${session.user.email}</bdi>. There is no such preview, or it is of a workspace that you
        are not a member of. Ask a member to add you, or to send you a share link.
      </p>`,
  });
}

function incompletePage(c: HttpContext): Response {
  return page(c, {
    title: "Incomplete address",
    narrow: true,
    status: 400,
    body: html`<h1>This address is incomplete</h1>
      <p>Open the preview again, and it brings you here.</p>`,
  });
}
