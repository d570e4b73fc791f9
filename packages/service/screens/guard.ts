import { timingSafeEqual } from "node:crypto";
import type { Handler } from "hono";
import type { SessionActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { hashSecret } from "../domain/secret.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { readForm } from "../http/form.ts";
import type { RateLimits } from "../http/limits.ts";
import type { ServiceContext } from "../context.ts";
import { field } from "./form.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";
import { actorOfVisit, isOwnOrigin, type OwnWorkspace, readVisit, type Visit } from "./session.ts";

/** A request of a signed-in member. */
export interface Signed {
  readonly c: HttpContext;
  readonly visit: Visit & { readonly workspace: OwnWorkspace };
  readonly actor: SessionActor;
}

/** A form a signed-in member submitted. */
export interface Submitted extends Signed {
  readonly form: URLSearchParams;
}

/** What stands at the entrance of every screen of members. */
export interface Entrance {
  readonly context: ServiceContext;
  /** Counts the requests of a person. */
  readonly limits: RateLimits;
}

/**
 * Shows a screen to signed-in members only; others are led through sign-in back to it.
 */
export function memberScreen(entrance: Entrance, show: (signed: Signed) => Promise<Response>): Handler<HttpEnv> {
  return async (c) => {
    const signed = await readSigned(entrance, c);
    return signed instanceof Response ? signed : show(signed);
  };
}

/**
 * Takes a form from signed-in members only, and only when a page of their session sent it.
 */
export function memberForm(entrance: Entrance, take: (submitted: Submitted) => Promise<Response>): Handler<HttpEnv> {
  return async (c) => {
    requireOwnOrigin(entrance.context, c);
    const signed = await readSigned(entrance, c);
    if (signed instanceof Response) return signed;
    const form = await readForm(c.req.raw);
    requireCsrf(signed.visit, field(form, "csrf"));
    return take({ ...signed, form });
  };
}

/**
 * Refuses a form another origin sent.
 * @throws {ForgedForm}
 */
export function requireOwnOrigin(context: ServiceContext, c: HttpContext): void {
  if (!isOwnOrigin(context, c.req.raw)) throw new ForgedForm();
}

/** Refuses a form without the token of this session. */
export function requireCsrf(visit: Visit, given: string): void {
  const [left, right] = [Buffer.from(hashSecret(given)), Buffer.from(hashSecret(visit.session.csrf_token))];
  if (!timingSafeEqual(left, right)) throw new ForgedForm();
}

/** A form that no page of this session sent. */
export class ForgedForm extends Error {
  constructor() {
    super("The form was not sent by a page of this session; open the page again and send it from there.");
    this.name = "ForgedForm";
  }
}

async function readSigned({ context, limits }: Entrance, c: HttpContext): Promise<Signed | Response> {
  const visit = await readVisit(context, c.req.raw);
  const here = encodeURIComponent(c.req.path);
  if (!visit) return c.redirect(`/app/signin?next=${here}`, 303);
  if (visit.session.level !== "full") return c.redirect(`/app/second-factor?next=${here}`, 303);
  const actor = actorOfVisit(visit);
  if (!actor || !visit.workspace) return homeless(c, visit);
  await limits.actor(actor);
  return { c, visit: { ...visit, workspace: visit.workspace }, actor };
}

function homeless(c: HttpContext, visit: Visit): Response {
  return page(c, {
    title: "No workspace",
    visit,
    narrow: true,
    status: 403,
    body: html`<h1>You are in no workspace</h1>
      <p>
        You are signed in as <bdi>${visit.user.email}</bdi>, but no workspace has you as a member now. Ask an owner or
        admin to add you.
      </p>`,
  });
}

/**
 * Refuses a member whose role does not allow something.
 * @throws {ApiError} `forbidden_role`.
 */
export function requireRole(actor: SessionActor, roles: readonly SessionActor["role"][]): void {
  if (!roles.includes(actor.role)) {
    const needed = new Intl.ListFormat("en", { type: "disjunction" }).format(roles);
    throw new ApiError("forbidden_role", `This needs the role ${needed}; yours is ${actor.role}.`);
  }
}
