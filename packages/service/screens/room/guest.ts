import { MAX_COMMENT_CHARS, MAX_GUEST_NAME_CHARS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { guestName } from "../../domain/commenter.ts";
import { readForm } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import { type Html, html } from "../../outside/html.ts";
import {
  commentNotFound,
  listThreads,
  requireThread,
  type ThreadView,
  toThread,
} from "../../store/comments/threads.ts";
import { createComment } from "../../store/comments/write.ts";
import { type DeploymentView, findDeployments, listDeployments } from "../../store/deployments/deployments.ts";
import type { ShareLinkRow, SiteRow } from "../../store/engine/schema.ts";
import { findGuestLink } from "../../store/people/visits.ts";
import { formProblem } from "../errors.ts";
import { inputField, textareaField } from "../fragments.ts";
import { field, requireOwnOrigin } from "../guard.ts";
import { brand, page } from "../page.ts";
import { type Look, pickButton, readLook, readShown, type FramedPage, roomColumns } from "./stage.ts";
import { commentsOf, commentWords, newComment, NEWEST, placeText, readComment } from "./thread.ts";

/** Before the secret of a share link. */
export const GUEST_PATH = "/app/guest/";

interface Visit {
  readonly link: ShareLinkRow;
  readonly site: SiteRow;
  readonly row: DeploymentView;
  readonly look: Look;
}

const MAX_THREADS = 200;

export async function showGuestRoom(context: ServiceContext, c: HttpContext): Promise<Response> {
  const visit = await findVisit(context, c);
  return visit ? guestPage(context, c, visit) : deadLink(c);
}

export async function submitGuestComment(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  // Before the link: it may have ended by the time that a slow body ends.
  const typed = await readForm(c.req.raw);
  const visit = await findVisit(context, c);
  if (!visit) return deadLink(c);
  try {
    const { id, path } = await writeComment(context, visit, typed);
    const query = new URLSearchParams({ deployment: visit.row.id, path, name: field(typed, "name") });
    return c.redirect(`${c.req.path}?${query.toString()}#${id}`, 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return guestPage(context, c, visit, { typed, text: formProblem(error) });
  }
}

async function findVisit(context: ServiceContext, c: HttpContext): Promise<Visit | undefined> {
  const { db, clock, sso } = context;
  const at = instant(clock);
  const found = await findGuestLink(db, c.req.param("secret") ?? "", at, sso?.checks.proveUser);
  if (!found) return undefined;
  const { link, site } = found;
  const row = await previewOf(db, link, c.req.query("deployment"));
  return row && { link, site, row, look: { ...(await readLook(context, c, row)), side: "after" } };
}

async function previewOf(
  db: ServiceContext["db"],
  { workspace_id: workspaceId, site_id: siteId, deployment_id: only }: ShareLinkRow,
  named: string | undefined,
): Promise<DeploymentView | undefined> {
  const id = only ?? named;
  if (id === undefined) {
    const filter = { siteId, environment: "preview", status: "ready" } as const;
    return (await listDeployments(db, workspaceId, { filter, limit: 1 }))[0];
  }
  const row = (await findDeployments(db, workspaceId, [id])).get(id);
  return row?.site_id === siteId && row.environment === "preview" ? row : undefined;
}

/** What members say among themselves is not for guests: only threads that a guest with this link began. */
async function threadsOf(
  { db }: ServiceContext,
  { link, row, look }: Visit,
  whole: string | undefined,
): Promise<readonly ThreadView[]> {
  const filter = { deployment: row, path: look.path, status: "open", shareLinkId: link.id } as const;
  return listThreads(db, row.site_id, { ...filter, limit: MAX_THREADS, newest: NEWEST, whole });
}

async function writeComment(context: ServiceContext, visit: Visit, typed: URLSearchParams): Promise<ThreadView> {
  const { link, site, row } = visit;
  const comment = readComment(typed, row.id);
  if (comment.threadId !== undefined) {
    const [first] = (await requireThread(context.db, site.id, comment.threadId)).comments;
    if (first?.author_kind !== "guest" || first.author_id !== link.id) throw commentNotFound();
  }
  const guest = {
    kind: "guest",
    workspaceId: link.workspace_id,
    shareLinkId: link.id,
    name: guestName(field(typed, "name")),
    deploymentId: link.deployment_id,
  } as const;
  return createComment(context.db, guest, site.id, comment);
}

interface Refused {
  readonly typed: URLSearchParams;
  readonly text: string;
}

async function guestPage(context: ServiceContext, c: HttpContext, visit: Visit, refused?: Refused): Promise<Response> {
  const { site, row, look, link } = visit;
  const by = { share_link_id: link.id };
  const shown = await readShown(context, { row, site, path: look.path, by });
  if (shown) c.set("frames", shown.origin);
  const threads = await threadsOf(context, visit, c.req.query("thread"));
  return page(c, {
    title: `Review · ${site.name}`,
    tool: "release room",
    kit: "room",
    status: refused && 400,
    notice: refused && { tone: "problem", text: refused.text },
    body: guestBody(c, { ...visit, shown, threads, nowMs: context.clock.now() }, refused?.typed),
  });
}

interface GuestRoom extends Visit {
  readonly shown: FramedPage | undefined;
  readonly threads: readonly ThreadView[];
  readonly nowMs: number;
}

function guestBody(c: HttpContext, room: GuestRoom, typed: URLSearchParams | undefined): Html {
  const { site, look, shown, threads, nowMs } = room;
  const stageOf = { shown, look, review: {}, pictures: undefined };
  const open = threads.toReversed();
  const here = `?${new URLSearchParams({ deployment: room.row.id, path: look.path }).toString()}`;
  const anchorOf = (thread: ThreadView) => toThread(thread, { baseUrl: "" }).anchor;
  const pins = open.map((thread, index) => ({ number: index + 1, anchor: anchorOf(thread), blocks: false }));
  const name = typed?.get("name") ?? c.req.query("name") ?? "";
  const takes = site.guest_comments !== "refused";
  return html`<header class="decision">${brand()}
      <h1>Review: <bdi>${site.name}</bdi></h1>
      <p class="about">You are a guest. Members of the site see what you write, under the name that you type.</p>
      <div class="act">${takes && pickButton(stageOf)}</div>
    </header>
    ${roomColumns(
      stageOf,
      pins,
      open.length,
      html`<ol class="threads">
          ${open.map(
            (thread, index) => html`<li class="thread" id="${thread.id}">
              <p class="place"><span class="number">${index + 1}</span> <span class="dim">${placeText(anchorOf(thread))}</span> <span class="lost" data-lost="${index + 1}" hidden></span></p>
              ${commentsOf(thread, here, (row) => html`<article class="comment">${commentWords(row, nowMs)}</article>`)}
              ${takes && html`<details><summary>Reply</summary>${guestForm(html`<input type="hidden" name="comment" value="${thread.id}" />`, { id: `reply-${thread.id}`, name, body: "" })}</details>`}
            </li>`,
          )}
        </ol>
        ${
          takes
            ? guestForm(newComment(look.path), { id: "new", name, body: typed?.get("body") ?? "" })
            : html`<p class="hint">Only members can comment on this site.</p>`
        }`,
    )}`;
}

function guestForm(
  hidden: Html,
  { id, name, body }: { readonly id: string; readonly name: string; readonly body: string },
): Html {
  return html`<form method="post" class="stack" id="${id}">${hidden}
    ${inputField("Your name", { id: `${id}-name`, name: "name", value: name, required: true, maxlength: MAX_GUEST_NAME_CHARS, autocomplete: "name" })}
    ${textareaField("Comment", { id: `${id}-body`, name: "body", value: body, required: true, maxlength: MAX_COMMENT_CHARS, rows: 3 })}
    <div class="row"><button>Comment</button></div>
  </form>`;
}

function deadLink(c: HttpContext): Response {
  return page(c, {
    title: "Link expired",
    narrow: true,
    status: 404,
    body: html`<h1>This link does not work</h1>
      <p>It has expired or was revoked, or the previews of its site are not shared any more. Ask the sender for a new one.</p>`,
  });
}
