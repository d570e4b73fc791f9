import { type Anchor, CreateComment, MAX_COMMENT_CHARS } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { authorOf, authorText } from "../../domain/commenter.ts";
import { parseJson } from "../../domain/json-text.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import { pageInRoom } from "../../domain/room.ts";
import { type Html, html } from "../../outside/html.ts";
import { renderMarkdown } from "../../outside/markdown.ts";
import { counted } from "../../outside/words.ts";
import { type ThreadView, toThread } from "../../store/comments/threads.ts";
import type { CommentRow } from "../../store/engine/schema.ts";
import { choice, commit, inputField, postForm, relativeTime, textareaField } from "../fragments.ts";
import { field, type MemberRequest } from "../guard.ts";

export interface RoomForms {
  readonly request: MemberRequest;
  /** Where a form comes back to: the room as it is shown. */
  readonly here: string;
}

export function placeText(anchor: Anchor): Html {
  const quote = anchor.find((selector) => selector.type === "TextQuoteSelector");
  if (quote?.type === "TextQuoteSelector") return html`“<bdi>${shortened(quote.exact)}</bdi>”`;
  return anchor.length > 0 ? html`a place of the page` : html`the whole page`;
}

/** Without a script it only names the pin. */
export function pinButton(number: number): Html {
  return html`<button type="button" class="number" data-pin="${number}" hidden>${number}</button><span class="number plain">${number}</span>`;
}

/** @param clip A picture of its place on an earlier preview. */
export function threadItem(
  room: RoomForms,
  view: ThreadView,
  number: number | undefined,
  clip: Html | undefined,
): Html {
  const { context } = room.request;
  const { status, blocks, resolved, proposed, anchor } = toThread(view, context.addresses);
  const who = ({ by }: NonNullable<typeof proposed>) => html`<bdi>${authorText(by)}</bdi>`;
  const when = (done: NonNullable<typeof proposed>) =>
    html`${done.commit !== null && html` with ${commit(done.commit)}`}, ${relativeTime(done.at, context.clock.now())}`;
  return html`<li class="thread ${status}${blocks && " blocks"}" id="${view.id}">
    <p class="place">
      ${number !== undefined && pinButton(number)}
      <span class="dim">${placeText(anchor)}</span> <span class="lost" data-lost="${number}" hidden></span>
      ${blocks && html`<span class="badge bad">${status === "open" ? "blocks the release" : "blocked the release"}</span>`}
    </p>
    ${clip}
    ${commentsOf(view, room.here, (comment) => commentText(room, comment))}
    ${resolved && html`<p class="hint">Resolved by ${who(resolved)}${when(resolved)}.</p>`}
    ${proposed && html`<p class="notice hint">${who(proposed)} says that this is done${when(proposed)}. <strong>Resolve</strong> it to agree, or choose <strong>Not done</strong>.</p>`}
    ${threadForms(room, view)}
  </li>`;
}

/** Besides the first comment of a long thread. */
export const NEWEST = 5;

export function commentsOf(
  { id, comments, leftOut }: ThreadView,
  here: string,
  show: (comment: CommentRow) => Html,
): Html {
  if (leftOut === 0) return html`${comments.map(show)}`;
  return html`${comments.slice(0, 1).map(show)}
    <p><a href="${here}&thread=${id}#${id}">${counted(leftOut, "more comment")}</a></p>
    ${comments.slice(1).map(show)}`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function commentWords(row: CommentRow, nowMs: number): Html {
  const author = authorOf({ kind: row.author_kind, id: row.author_id, name: row.author_name });
  const there = row.deleted_at === null;
  return html`<p class="by"><strong><bdi>${authorText(author)}</bdi></strong> <span class="dim">${relativeTime(row.created_at, nowMs)}${there && row.edited_at !== null && " · edited"}</span></p>
    ${there ? html`<div class="markdown">${renderMarkdown(row.body)}</div>` : html`<p class="dim">Deleted.</p>`}`;
}

function commentText(room: RoomForms, row: CommentRow): Html {
  const { context, actor } = room.request;
  const isOwn = row.author_kind === "person" && row.author_id === actor.userId;
  const mayDelete = isOwn || isAdmin(actor.role);
  const there = row.deleted_at === null;
  return html`<article class="comment">
    ${commentWords(row, context.clock.now())}
    ${there && mayDelete && changesOf(room, row, isOwn)}
  </article>`;
}

function changesOf(room: RoomForms, row: CommentRow, isOwn: boolean): Html {
  const text = textareaField("New text", {
    id: `edit-${row.id}`,
    name: "body",
    value: row.body,
    required: true,
    maxlength: MAX_COMMENT_CHARS,
    rows: 3,
  });
  const save = html`<input type="hidden" name="editedAt" value="${row.edited_at}" /><button class="secondary small" name="do" value="edit">Save</button>`;
  const remove = html`<button class="danger small" name="do" value="delete" formnovalidate>Delete the comment</button>`;
  return html`<details class="change"><summary>${isOwn ? "Edit or delete" : "Delete"}</summary>
    ${changeForm(room, row.id, html`${isOwn && text}<div class="row">${isOwn && save}${remove}</div>`)}
  </details>`;
}

function changeForm({ request, here }: RoomForms, commentId: string, content: Html): Html {
  return postForm(
    request,
    { action: here, class: "stack" },
    html`<input type="hidden" name="comment" value="${commentId}" />${content}`,
  );
}

function threadForms(room: RoomForms, view: ThreadView): Html {
  const isOpen = view.status === "open";
  const mayBlock = canDevelop(room.request.actor.role);
  const button = (value: string, label: string) =>
    html`<button class="secondary small" name="do" value="${value}">${label}</button>`;
  return html`<details${view.proposed_at !== null && html` open`}><summary>Reply${isOpen && " or resolve"}</summary>
    ${changeForm(
      room,
      view.id,
      html`${textareaField("Reply", { id: `reply-${view.id}`, name: "body", value: "", maxlength: MAX_COMMENT_CHARS, rows: 2 })}
      <div class="row">${button("reply", "Reply")}</div>
      ${isOpen && inputField("Commit that did it", { id: `commit-${view.id}`, name: "commit", autocomplete: "off", maxlength: 64, placeholder: "optional" })}
      <div class="row">
        ${isOpen ? button("resolve", "Resolve") : button("reopen", "Reopen")}
        ${isOpen && view.proposed_at !== null && button("reopen", "Not done")}
        ${mayBlock && isOpen && (view.blocked_by === null ? button("block", "Blocks the release") : button("unblock", "Does not block"))}
      </div>`,
    )}
  </details>`;
}

/** An answer where the form names a thread, else a new thread. */
export function readComment(form: URLSearchParams, deploymentId: string): CreateComment {
  const [threadId, body, width] = [field(form, "comment"), field(form, "body"), Number(field(form, "width"))];
  if (threadId !== "") return validated(CreateComment, { threadId, body });
  return validated(CreateComment, {
    deploymentId,
    path: pageInRoom(field(form, "path")),
    anchor: parseJson(field(form, "anchor") || "[]") ?? null,
    ...(width >= 100 && width <= 10_000 && { width: Math.round(width) }),
    body,
    blocks: field(form, "blocks") === "1",
  });
}

/** A script fills in the place that was chosen. */
export function newComment(path: string): Html {
  return html`<h3>New comment</h3>
    <p class="place" id="chosen-place">On the whole page.</p>
    <input type="hidden" name="path" value="${path}" /><input type="hidden" name="anchor" value="[]" /><input type="hidden" name="width" value="" />`;
}

export function composer({ request, here }: RoomForms, path: string, typed: URLSearchParams | undefined): Html {
  const fields = html`${newComment(path)}
    ${textareaField("Comment", { id: "new-body", name: "body", value: typed?.get("body") ?? "", required: true, maxlength: MAX_COMMENT_CHARS, rows: 3 }, "Markdown. @ and a name or address notifies that member.")}
    ${canDevelop(request.actor.role) && choice({ type: "checkbox", name: "blocks", value: "1", checked: typed?.get("blocks") === "1" }, "Blocks the release")}
    <div class="row"><button name="do" value="start">Comment</button></div>`;
  return postForm(request, { action: here, class: "stack", id: "new" }, fields);
}
