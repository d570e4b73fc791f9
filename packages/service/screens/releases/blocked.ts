import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { authorText } from "../../domain/commenter.ts";
import { type Html, html } from "../../outside/html.ts";
import type { Blocks } from "../../store/approvals/blocks.ts";
import { type ThreadView, threadUrl } from "../../store/comments/threads.ts";
import { textareaField, truncated } from "../fragments.ts";

const NAMED = 10;

export function blockedStrip({ threads, mayOverride }: Blocks): Html | undefined {
  if (threads.length === 0) return undefined;
  const count =
    threads.length === 1
      ? "1 open comment blocks this release until it is"
      : `${threads.length} open comments block this release until they are`;
  return html`<div class="strip problem" id="blocked">
    <p><strong>${count} resolved</strong>${mayOverride && ", or overridden with a reason"}:</p>
    <ul>
      ${threads.slice(0, NAMED).map((thread) => html`<li>${threadLink(thread)}</li>`)}
    </ul>
    ${threads.length > NAMED && html`<p>And ${threads.length - NAMED} more.</p>`}
  </div>`;
}

function threadLink(thread: ThreadView): Html {
  const [first] = thread.comments;
  const text =
    first === undefined || first.deleted_at !== null ? "deleted comment" : first.body.replaceAll(/\*\*|`/g, "");
  const author = first && authorText({ kind: first.author_kind, name: first.author_name });
  const agent = thread.proposed_by !== null && " · an agent says that it is done";
  return html`<a href="${threadUrl("", thread)}">${truncated(text)}</a> on ${truncated(thread.path)} by ${truncated(author ?? "")}${agent}`;
}

export function overrideFields({ threads }: Blocks, typed: string | null | undefined): Html {
  return html`<input type="hidden" name="blocked" value="${threads.map(({ id }) => id).join(" ")}" />
    ${textareaField("Why it goes live although comments block it", { id: "override", name: "override", rows: 2, maxlength: MAX_NOTES_CHARS, required: true, value: typed ?? undefined })}`;
}
