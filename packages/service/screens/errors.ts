import { ERRORS } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { ApiError } from "../domain/api-error.ts";
import type { HttpContext } from "../http/context.ts";
import { asApiError } from "../http/envelope.ts";
import { html } from "../outside/html.ts";
import { CsrfError } from "./guard.ts";
import { page } from "./page.ts";
import { readSession, type Session } from "./people/session.ts";

export async function showError(context: ServiceContext, thrown: unknown, c: HttpContext): Promise<Response> {
  const session = await readSession(context, c.req.raw).catch(() => undefined);
  if (thrown instanceof CsrfError) return csrfErrorPage(c, session, thrown.code);
  const error = asApiError(thrown);
  const internal = error.code === "internal_error";
  if (internal) context.log.error({ err: error.cause, requestId: c.get("requestId") }, "a screen failed");
  return errorPage(c, session, {
    status: ERRORS[error.code].status,
    title: TITLES[error.code] ?? "Something went wrong",
    text: error.message,
    hint: internal
      ? `Try again. If it fails again, send this number to the operator: ${c.get("requestId")}.`
      : (HINTS[error.code] ?? ERRORS[error.code].hint),
    retryAfterSeconds: error.details.retryAfterSeconds,
  });
}

export async function showNotFound(context: ServiceContext, c: HttpContext): Promise<Response> {
  return errorPage(c, await readSession(context, c.req.raw), {
    status: 404,
    title: "Page not found",
    text: "The URL is wrong, or the page was removed.",
    hint: "Start from the list of sites.",
  });
}

const TITLES: Readonly<Record<string, string>> = {
  not_found: "Page not found",
  site_not_found: "Site not found",
  deployment_not_found: "Deployment not found",
  self_approval_forbidden: "Another member must approve or reject this release",
  forbidden_role: "You are not allowed to do this",
  source_deployment_not_ready: "This deployment cannot be released",
  step_up_required: "Two-factor authentication required",
  internal_error: "Internal error",
  rate_limited: "Too many requests",
  payload_too_large: "The form is too large",
};

/** Hints for people, where those of the error table address programs. */
const HINTS: Readonly<Record<string, string>> = {
  forbidden_role: "Ask an owner for another role, or to confirm you on the members page.",
  not_found: "The URL is wrong, or it belongs to another workspace.",
  site_not_found: "It is archived or belongs to another workspace.",
  deployment_not_found: "Its site is archived or belongs to another workspace.",
  rate_limited: "Wait a minute, then reload the page.",
  try_again: "Nothing was changed. Wait a moment, then try again.",
  step_up_required: "Go back and enter the code again.",
  source_deployment_not_ready: "Wait until it is ready, or choose another deployment of the site.",
};

const LABELS: ReadonlyMap<string, string> = new Map([
  ["branch", "Branch"],
  ["buildCommand", "Build command"],
  ["framework", "Framework"],
  ["hostKeys", "Host keys"],
  ["installCommand", "Install command"],
  ["name", "Name"],
  ["nodeVersion", "Node.js version"],
  ["output", "Output folder"],
  ["repositoryUrl", "Repository"],
  ["rootDirectory", "Root directory"],
  ["slug", "Slug"],
]);

export function formProblem({ message, details: { issues = [] } }: ApiError): string {
  const named = issues.flatMap(({ path, message: problem }) => {
    const label = LABELS.get(path);
    return label === undefined
      ? []
      : [`${label}: ${problem.replace(SKIP_BY_REQUEST, SKIP_BY_BOX).replace(/\.?$/, ".")}`];
  });
  return named.length === issues.length && named.length > 0 ? named.join(" ") : message;
}

const SKIP_BY_REQUEST = "send skipRepositoryCheck when the service is to read it later";
const SKIP_BY_BOX = "take it with the box below when the service is to read it later";

function csrfErrorPage(c: HttpContext, session: Session | undefined, code: CsrfError["code"]): Response {
  const texts = {
    session: "The form was sent from another site, or your session has ended.",
    workspace: `Its page was of another workspace; you went to ${session?.workspace?.name ?? "another one"} since.`,
  };
  return errorPage(c, session, {
    status: 403,
    title: "The form could not be verified",
    text: `Nothing was changed. ${texts[code]}`,
    hint: "Reload the page and send the form again.",
  });
}

interface ErrorPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly hint: string;
  readonly retryAfterSeconds?: number | undefined;
}

function errorPage(
  c: HttpContext,
  session: Session | undefined,
  { status, title, text, hint, retryAfterSeconds }: ErrorPage,
): Response {
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(Math.ceil(retryAfterSeconds)));
  const response = page(c, {
    title,
    session: session?.row.level === "full" ? session : undefined,
    narrow: true,
    body: html`<h1>${title}</h1><p class="lead">${text}</p><p>${hint}</p><p><a class="button" href="/app/sites">Go to sites</a></p>`,
  });
  return new Response(response.body, { status, headers: response.headers });
}
