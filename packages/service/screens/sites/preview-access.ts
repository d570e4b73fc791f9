import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ACCESS_REQUESTS } from "../../domain/authentication.ts";
import { isMailAddress, readName } from "../../domain/mail-address.ts";
import { CODE_PATH, readVisitor, type Visitor, VISITOR_PATH, visitorPath } from "../../domain/visit.ts";
import { createPlaces, findCustomDomain, type Place } from "../../hosting/places.ts";
import { readForm } from "../../http/body.ts";
import { limitKey } from "../../http/client-address.ts";
import type { HttpContext } from "../../http/context.ts";
import { type Html, html, type HtmlValue } from "../../outside/html.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { countAttempt } from "../../store/people/attempts.ts";
import { emailKey } from "../../store/people/users.ts";
import { issueCode } from "../../store/people/visits.ts";
import { askForAccess } from "../../store/sites/access-requests.ts";
import { findFormerHost, findHost, type Hosted } from "../../store/sites/hosts.ts";
import { hiddenFields, inputField } from "../fragments.ts";
import { field, requireOwnOrigin } from "../guard.ts";
import { leavePage, page } from "../page.ts";
import { actorOf, readSession, type Session } from "../people/session.ts";

/** Sends a visitor of a protected host back with a code, when they are a member of the workspace of its site. */
export async function sendVisitorBack(context: ServiceContext, c: HttpContext): Promise<Response> {
  const visitor = readVisitor((name) => c.req.query(name));
  const mode = c.req.header("sec-fetch-mode");
  // Only for visits of a page: scripts and frames of a preview are rejected.
  if (!visitor || (mode !== undefined && mode !== "navigate")) return incompletePage(c);
  const session = await readSession(context, c.req.raw);
  const here = encodeURIComponent(visitorPath(visitor));
  if (!session) return c.redirect(`/app/signin?next=${here}`, 303);
  if (session.row.level !== "full") return c.redirect(`/app/second-factor?next=${here}`, 303);
  const actor = actorOf(session);
  if (actor) await c.get("limits").actor(actor);
  const found = await findOwnHost(context, session, visitor);
  if (!found) return accessDeniedPage(c, session, visitor);
  const { place, hosted } = found;
  const target = `${place.origin}${visitor.path}`;
  if (hosted.access === "public") return c.redirect(target, 303);
  // After a sign-in: browsers do not let a form redirect to another host, but a page can link to it.
  if (c.req.header("sec-fetch-site") === "same-origin") return leavePage(c, "You are signed in", target);
  const by = { session_id: session.row.id };
  const code = await issueCode(context.db, { ...visitor, siteId: hosted.siteId, by });
  return c.redirect(`${place.origin}${CODE_PATH}?code=${code}`, 303);
}

interface FoundHost {
  readonly place: Place;
  readonly hosted: Hosted;
}

async function findHosted({ db, addresses, clock }: ServiceContext, { host }: Visitor): Promise<FoundHost | undefined> {
  const place = createPlaces(addresses)(host) ?? (await findCustomDomain({ db, addresses }, host));
  const hosted =
    place && ((await findHost(db, place.label)) ?? (await findFormerHost(db, place.label, instant(clock))));
  return hosted && { place, hosted };
}

/** Its workspace is any of the visitor's, not only the current one. */
async function findOwnHost(
  context: ServiceContext,
  { workspaces }: Session,
  visitor: Visitor,
): Promise<FoundHost | undefined> {
  const found = await findHosted(context, visitor);
  return found && workspaces.some(({ id }) => id === found.hosted.workspaceId) ? found : undefined;
}

export const ASK_PATH = `${VISITOR_PATH}/ask`;

/** Shown whether or not there is such a host. */
export function askForm({ host, challenge, path }: Visitor): Html {
  return html`<details class="card">
    <summary>Ask for access</summary>
    <form method="post" action="${ASK_PATH}" class="stack">
      ${hiddenFields({ host, challenge, path: Buffer.from(path, "latin1").toString("base64url") })}
      ${inputField("Your name", { id: "ask-name", name: "name", maxlength: 120, required: true, autocomplete: "name" })}
      ${inputField("Address for the answer", { id: "ask-email", name: "email", type: "email", maxlength: 254, required: true, autocomplete: "email" }, "Your email. A member of the site's workspace answers you there.")}
      <div><button class="secondary">Ask for access</button></div>
    </form>
  </details>`;
}

/** What is answered says neither whether the host is there nor who has an account. */
export async function takeAccessRequest(context: ServiceContext, c: HttpContext): Promise<Response> {
  const { db } = context;
  requireOwnOrigin(context, c);
  await c.get("limits").anonymous(c.get("clientAddress"));
  const form = await readForm(c.req.raw);
  const visitor = readVisitor((name) => form.get(name) ?? undefined);
  const [name, email] = [readName(field(form, "name")), emailKey(field(form, "email"))];
  if (!visitor) return incompletePage(c);
  if (name === undefined || !isMailAddress(email)) {
    return askedPage(c, 400, "Enter your name on one line, and your email address.", askForm(visitor));
  }
  const subject = `access request from ${limitKey(c.get("clientAddress"))}`;
  if (!(await countAttempt(db, { subject, limit: ACCESS_REQUESTS }))) {
    return askedPage(c, 429, "Too many requests for access came from here. Try again in an hour.");
  }
  const found = await findHosted(context, visitor);
  if (found && found.hosted.access !== "public") {
    const { siteId, workspaceId, hostKind, ...hosted } = found.hosted;
    const deploymentId = hostKind !== "production" && hosted.kind === "files" ? hosted.deployment.id : null;
    const asking = { siteId, workspaceId, deploymentId, host: visitor.host, name, email };
    await inWorkspace(db, workspaceId, (tx) => askForAccess(tx, asking));
  }
  return askedPage(
    c,
    200,
    html`If there is something to see at <bdi>${visitor.host}</bdi>, those who look after it were notified. They answer you
      at <bdi>${email}</bdi>.`,
  );
}

function askedPage(c: HttpContext, status: 200 | 400 | 429, text: HtmlValue, form?: Html): Response {
  return page(c, {
    title: "Ask for access",
    narrow: true,
    status,
    body: html`<h1>Ask for access</h1>
      <p>${text}</p>
      ${form}`,
  });
}

/** The same for an unknown host and for one of a workspace of others. */
function accessDeniedPage(c: HttpContext, session: Session, visitor: Visitor): Response {
  return page(c, {
    title: "No access",
    session,
    narrow: true,
    status: 404,
    body: html`<h1>You cannot open this preview</h1>
      <p>
        You are signed in as <bdi>${session.user.email}</bdi>. There is no such preview, or it is of a workspace that you
        are not a member of.
      </p>
      ${askForm(visitor)}`,
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
