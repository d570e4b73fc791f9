import { timingSafeEqual } from "node:crypto";
import { instant } from "@greenroom/contract/clock";
import type { Handler } from "hono";
import type { ServiceContext } from "../context.ts";
import type { SessionActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { hashSecret } from "../domain/credentials.ts";
import { readForm } from "../http/body.ts";
import type { HttpContext, HttpEnv } from "../http/context.ts";
import { html } from "../outside/html.ts";
import { countWaiting } from "../store/approvals/approvals.ts";
import { readWorkspaceVersion } from "../store/deployments/workspace-version.ts";
import { page } from "./page.ts";
import { actorOf, isOwnOrigin, type OwnWorkspace, readSession, type Session } from "./people/session.ts";

export interface MemberRequest {
  readonly context: ServiceContext;
  readonly c: HttpContext;
  readonly session: Session & { readonly workspace: OwnWorkspace };
  readonly actor: SessionActor;
  /** The form that was sent, when its page is shown again with the error: users do not type it twice. */
  readonly typed?: URLSearchParams;
  /** What is wrong with it, for a screen that says so beside the field. */
  readonly problem?: string;
}

export interface FormRequest extends MemberRequest {
  readonly form: URLSearchParams;
}

export function memberScreen(
  context: ServiceContext,
  show: (request: MemberRequest) => Promise<Response>,
): Handler<HttpEnv> {
  return async (c) => {
    const request = await readMemberRequest(context, c);
    return request instanceof Response ? request : show(request);
  };
}

export function memberForm(
  context: ServiceContext,
  submit: (request: FormRequest) => Promise<Response>,
): Handler<HttpEnv> {
  return async (c) => {
    requireOwnOrigin(context, c);
    // Before the session: what it allowed when a slow body began may be over when the body ends.
    const form = await readForm(c.req.raw);
    const request = await readMemberRequest(context, c);
    if (request instanceof Response) return request;
    const shown = requireCsrf(request.session, field(form, "csrf"));
    if (shown !== request.session.workspace.id && c.req.path !== WORKSPACE_PATH) throw new CsrfError("workspace");
    return submit({ ...request, form });
  };
}

/** @throws {CsrfError} For a form that another origin sent. */
export function requireOwnOrigin(context: ServiceContext, c: HttpContext): void {
  if (!isOwnOrigin(context, c.req.raw)) throw new CsrfError();
}

/**
 * @returns Id of the workspace that the page of the form showed.
 * @throws {CsrfError} For a form without the token of this session.
 */
export function requireCsrf(session: Session, sent: string): string {
  const [token = "", workspaceId = ""] = sent.split(".");
  const [left, right] = [Buffer.from(hashSecret(token)), Buffer.from(hashSecret(session.row.csrf_token))];
  if (!timingSafeEqual(left, right)) throw new CsrfError();
  return workspaceId;
}

export class CsrfError extends Error {
  readonly code: "session" | "workspace";

  /** @param code Whether the page was of another session, or of another workspace than the session is in now. */
  constructor(code: CsrfError["code"] = "session") {
    super("The form was not sent by a page of this session; open the page again and send it from there.");
    this.name = "CsrfError";
    this.code = code;
  }
}

export const WORKSPACE_PATH = "/app/workspace";

async function readMemberRequest(context: ServiceContext, c: HttpContext): Promise<MemberRequest | Response> {
  const session = await readSession(context, c.req.raw);
  const { pathname, search } = new URL(c.req.url);
  const here = encodeURIComponent(pathname + search);
  if (!session) return c.redirect(`/app/signin?next=${here}`, 303);
  if (session.row.level !== "full") return c.redirect(`/app/second-factor?next=${here}`, 303);
  const actor = actorOf(session);
  if (!actor || !session.workspace) return noWorkspacePage(c, session);
  await c.get("limits").actor(actor);
  // Before what the page shows: what changes meanwhile is another version.
  const version = await readWorkspaceVersion(context.db, actor.workspaceId);
  const waiting = await countWaiting(context.db, actor.workspaceId, instant(context.clock));
  return { context, c, session: { ...session, workspace: session.workspace, waiting, version }, actor };
}

function noWorkspacePage(c: HttpContext, session: Session): Response {
  return page(c, {
    title: "No workspace",
    session,
    narrow: true,
    status: 403,
    body: html`<h1>No workspace</h1>
      <p>
        You are signed in as <bdi>${session.user.email}</bdi>, but you are not a member of a workspace. Ask an owner or
        admin to add you.
      </p>`,
  });
}

export function requireRole(actor: SessionActor, roles: readonly SessionActor["role"][]): void {
  if (!roles.includes(actor.role)) {
    const needed = new Intl.ListFormat("en", { type: "disjunction" }).format(roles);
    throw new ApiError("forbidden_role", `This requires the role ${needed}. Your role is ${actor.role}.`);
  }
}

export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").trim();
}

/** What was typed into one of several forms of a page, whose button `do` has the value `action`. */
export function typedInto({ typed }: MemberRequest, action: string): URLSearchParams | undefined {
  return typed?.get("do") === action ? typed : undefined;
}

export const HOME = "/app/sites";

const OWN_PATH = /^\/app(?:\/(?!\.)[\w.~-]+)*\/?(?:\?[\w.~=&%+-]*)?$/;

/** The longest is the way back to a page of a protected preview. */
const MAX_NEXT_CHARS = 2_048;

/** Only a path of the screens, so that a link with `next` cannot lead to another site. */
export function safeNext(next: string | null | undefined): string {
  return next !== null && next !== undefined && next.length <= MAX_NEXT_CHARS && OWN_PATH.test(next) ? next : HOME;
}
