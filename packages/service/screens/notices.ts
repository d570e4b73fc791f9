import { NOTICE_MEANINGS, type Notice, NOTICES } from "../domain/notice.ts";
import { type Html, html } from "../outside/html.ts";
import { counted } from "../outside/words.ts";
import type { LastDelivery } from "../store/announcements/notices.ts";
import { choice, relativeTime } from "./fragments.ts";

export function noticeChoices(chosen: readonly Notice[]): Html[] {
  return NOTICES.map((value) =>
    choice({ type: "checkbox", name: "notice", value, checked: chosen.includes(value) }, NOTICE_MEANINGS[value]),
  );
}

export function chosenNotices(form: URLSearchParams): readonly Notice[] {
  const names = form.getAll("notice");
  return NOTICES.filter((notice) => names.includes(notice));
}

const OUTCOMES: Readonly<Record<LastDelivery["status"], string>> = {
  waiting: "not delivered yet",
  delivered: "delivered",
  failed: "not delivered",
  dropped: "not sent",
};

export function lastDelivery(
  what: string,
  { status, attempts, last_note: note, created_at: at }: LastDelivery,
  nowMs: number,
): Html {
  const tries = status === "waiting" && attempts > 0 && `, ${counted(attempts, "try", "tries")}`;
  return html`<p class="dim">
    ${what} ${relativeTime(at, nowMs)}: ${OUTCOMES[status]}${tries}.${note !== null && html` ${note}`}
  </p>`;
}
