import { ERRORS } from "@greenroom/contract";
import type { HttpContext } from "../http/context.ts";
import { asApiError } from "../http/envelope.ts";
import type { ServiceContext } from "../context.ts";
import { CsrfError } from "./guard.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";
import { readSession, type Session } from "./session.ts";

/** Shows what went wrong and what to do about it; nothing of the inside leaves the process. */
export async function showError(context: ServiceContext, thrown: unknown, c: HttpContext): Promise<Response> {
  const session = await readSession(context, c.req.raw).catch(() => undefined);
  const signedIn = session?.row.level === "full" ? session : undefined;
  if (thrown instanceof CsrfError) return forged(c, signedIn);
  const error = asApiError(thrown);
  const internal = error.code === "internal_error";
  if (internal) context.log.error({ err: error.cause, requestId: c.get("requestId") }, "a screen failed");
  return errorPage(c, {
    session: signedIn,
    status: ERRORS[error.code].status,
    title: TITLES[error.code] ?? "That did not work",
    text: error.message,
    hint: internal
      ? `Try again. If it stays, tell the operator the number ${c.get("requestId")}.`
      : (HINTS[error.code] ?? ERRORS[error.code].hint),
    retryAfterSeconds: error.details.retryAfterSeconds,
  });
}

/** Says that there is nothing at an address. */
export async function showNotFound(context: ServiceContext, c: HttpContext): Promise<Response> {
  const session = await readSession(context, c.req.raw);
  return errorPage(c, {
    session: session?.row.level === "full" ? session : undefined,
    status: 404,
    title: "There is nothing here",
    text: "The address may be mistyped, or what it showed is gone.",
    hint: "Start again from the sites.",
  });
}

const TITLES: Readonly<Record<string, string>> = {
  not_found: "There is nothing here",
  site_not_found: "No such site",
  deployment_not_found: "No such deployment",
  self_approval_forbidden: "Another member has to decide",
  forbidden_role: "Your role does not allow this",
  approval_already_decided: "This was decided already",
  source_deployment_not_ready: "This cannot be published",
  step_up_required: "Show that it is you first",
  internal_error: "Something failed on our side",
  rate_limited: "Too many pages at once",
  deployment_not_cancelable: "It has ended already",
  payload_too_large: "That was too long",
};

/** What a person at a screen can do, where the error table speaks to programs. */
const HINTS: Readonly<Record<string, string>> = {
  forbidden_role: "Ask a member who has it, or an owner or admin to give you another role.",
  not_found: "Its address may be mistyped, or it belongs to another workspace.",
  site_not_found: "It may be archived, or belong to another workspace.",
  deployment_not_found: "Its site may be archived, or belong to another workspace.",
  rate_limited: "Wait a minute, then load the page again.",
  try_again: "Wait a moment, then send it again; nothing was changed.",
  step_up_required: "Go back and give your second factor again.",
  build_quota_exceeded: "Wait until a running build ends, or cancel one.",
  source_deployment_not_ready: "Wait until it is ready, or choose another one on the page of its site.",
};

function forged(c: HttpContext, session: Session | undefined): Response {
  return errorPage(c, {
    session,
    status: 403,
    title: "This form was not sent from Greenroom",
    text: "Nothing was changed. The form came from another page, or from a session that has ended.",
    hint: "Open the page again and send the form from there.",
  });
}

interface ErrorPage {
  readonly session: Session | undefined;
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly hint: string;
  readonly retryAfterSeconds?: number | undefined;
}

function errorPage(c: HttpContext, { session, status, title, text, hint, retryAfterSeconds }: ErrorPage): Response {
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(Math.ceil(retryAfterSeconds)));
  const answer = page(c, {
    title,
    ...(session && { session }),
    narrow: true,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p>${hint}</p><p><a class="button" href="/app/sites">Go to the sites</a></p>`,
  });
  return new Response(answer.body, { status, headers: answer.headers });
}
