import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { SessionActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { type Html, html } from "../outside/html.ts";
import { appendAudit, auditedActor, type NewAuditEntry } from "../store/audit/audit.ts";
import { type DeploymentView, requireDeployment } from "../store/deployments/deployments.ts";
import type { Transaction } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { asActor } from "../store/people/acting.ts";
import { requireSite } from "../store/sites/sites.ts";
import { formProblem } from "./errors.ts";
import { siteHeader, type SiteTab } from "./fragments.ts";
import { field, type FormRequest, type MemberRequest } from "./guard.ts";
import { type Notice, type Page, page } from "./page.ts";

export interface View extends Pick<Page, "title" | "section" | "narrow" | "tool" | "kit" | "body"> {
  /** The body says what is wrong with a form, so that nothing does above it. */
  readonly showsProblem?: boolean;
}

/** A page or redirect of its own, or the screen again: with the notice of the action, or with what is wrong and typed. */
export type FormResult = Response | Done | Problem;

interface Done {
  readonly kind: "done";
  readonly fragment: string;
}

export interface Problem {
  readonly kind: "problem";
  readonly text: string;
  readonly status: ContentfulStatusCode;
}

/** @param fragment Where on the screen the change is, with its `#`. */
export function done(fragment = ""): Done {
  return { kind: "done", fragment };
}

export function problem(text: string, status: ContentfulStatusCode = 400): Problem {
  return { kind: "problem", text, status };
}

export interface Action<Request> {
  /** Without a result it is done. */
  readonly run: (request: Request) => Promise<FormResult | void>;
  readonly done?: string;
}

interface ScreenDefinition<Data> {
  /** A response takes the place of the page. */
  readonly load: (request: MemberRequest) => Promise<Data | Response>;
  readonly view: (request: MemberRequest, data: Data) => View;
  /** By the value of the button `do`. A screen with one form has a function, one without forms has none. */
  readonly actions?: Readonly<Record<string, Action<FormRequest>>> | Action<FormRequest>["run"];
  /** Shown after what other screens did, by the value of `?done=`. */
  readonly notices?: Readonly<Record<string, string>>;
  readonly explain?: ((error: ApiError) => string) | undefined;
}

export interface Screen {
  readonly show: (request: MemberRequest) => Promise<Response>;
  readonly submit?: (request: FormRequest) => Promise<Response>;
}

/** Its forms work without scripts: each redirects when it is done, and shows its errors in place. */
export function defineScreen<Data>({
  load,
  view,
  actions,
  notices,
  explain = formProblem,
}: ScreenDefinition<Data>): Screen {
  const named = typeof actions === "function" ? undefined : actions;

  async function show(request: MemberRequest, notice?: Notice, status?: ContentfulStatusCode): Promise<Response> {
    const data = await load(request);
    if (data instanceof Response) return data;
    const { showsProblem, ...shown } = view(request, data);
    const above = showsProblem === true && request.problem !== undefined ? undefined : notice;
    return page(request.c, { ...shown, session: request.session, notice: above, status });
  }

  async function run(request: FormRequest): Promise<FormResult> {
    const chosen = typeof actions === "function" ? actions : own(named, field(request.form, "do"))?.run;
    if (!chosen) return problem("Choose one of the actions on this page.");
    return (await chosen(request)) ?? done();
  }

  async function submit(request: FormRequest): Promise<Response> {
    const { c, form } = request;
    const result = await run(request).catch((error: unknown) => shownInPlace(request, error, explain));
    if (result instanceof Response) return result;
    if (result.kind === "done") return c.redirect(`${c.req.path}?done=${field(form, "do")}${result.fragment}`, 303);
    return show(
      { ...request, typed: form, problem: result.text },
      { tone: "problem", text: result.text },
      result.status,
    );
  }

  return {
    show(request) {
      const name = request.c.req.query("done") ?? "";
      const text = own(named, name)?.done ?? own(notices, name);
      return show(request, text === undefined ? undefined : { tone: "done", text });
    },
    ...(actions && { submit }),
  };
}

/** A word in a URL or a form can be that of something every object has. */
function own<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Errors about the person or the service have a page of their own. */
function shownInPlace({ c }: FormRequest, error: unknown, explain: (error: ApiError) => string): Problem {
  if (!(error instanceof ApiError)) throw error;
  const { retryAfterSeconds } = error.details;
  const status = IN_PLACE.find((one) => one === error.status);
  if (status === undefined) throw error;
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(Math.ceil(retryAfterSeconds)));
  return problem(explain(error), status);
}

const IN_PLACE = [400, 402, 404, 409, 429, 503] as const;

interface SiteScreenDefinition<Data> {
  readonly tab: SiteTab;
  readonly title: string;
  readonly load: (request: MemberRequest, site: SiteRow) => Promise<Data>;
  readonly body: (request: MemberRequest, data: Data & { readonly site: SiteRow }) => Html;
  readonly actions: Readonly<Record<string, Action<SiteForm>>>;
  readonly explain?: ((error: ApiError) => string) | undefined;
}

export interface SiteForm extends FormRequest {
  readonly site: SiteRow;
}

export interface FormOfSite extends FormRequest {
  readonly site: Pick<SiteRow, "id">;
}

export function defineSiteScreen<Data>({
  tab,
  title,
  load,
  body,
  actions,
  explain,
}: SiteScreenDefinition<Data>): Screen {
  return defineScreen<Data & { readonly site: SiteRow }>({
    async load(request) {
      const site = await siteOf(request);
      return { ...(await load(request, site)), site };
    },
    view: (request, data) => ({
      title: `${title} · ${data.site.name}`,
      section: "/app/sites",
      body: html`${siteHeader(data.site, tab)}
        <div class="column">${body(request, data)}</div>`,
    }),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, { run, ...action }]) => [
        name,
        { ...action, run: async (request: FormRequest) => run({ ...request, site: await siteOf(request) }) },
      ]),
    ),
    explain,
  });
}

export function siteOf({ context, c, actor }: MemberRequest): Promise<SiteRow> {
  return requireSite(context.db, actor.workspaceId, c.req.param("siteId") ?? "");
}

export function deploymentOf({ context, c, actor }: MemberRequest): Promise<DeploymentView> {
  return requireDeployment(context.db, actor.workspaceId, c.req.param("deploymentId") ?? "");
}

/** The actor is the member as they are inside the transaction. */
export function asMember<Result>(
  request: FormRequest,
  run: (tx: Transaction, actor: SessionActor) => Promise<Result>,
): Promise<Result> {
  const { context, actor } = request;
  return asActor(context.db, actor, run);
}

/** The site too is as it is inside the transaction. */
export function inSite<Result>(
  request: FormOfSite,
  run: (tx: Transaction, site: SiteRow, actor: SessionActor) => Promise<Result>,
): Promise<Result> {
  const { id } = request.site;
  return asMember(request, async (tx, actor) => run(tx, await requireSite(tx, actor.workspaceId, id), actor));
}

export async function auditAs(
  tx: Transaction,
  { actor }: FormRequest,
  entry: Pick<NewAuditEntry, "action" | "subject" | "data">,
): Promise<void> {
  await appendAudit(tx, { ...auditedActor(actor), ...entry });
}
