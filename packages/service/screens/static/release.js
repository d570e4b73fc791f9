import { sendInPlace } from "./in-place.js";
// A release: what its page does beyond links and forms. Everything works without it.
import { nameSide, nextChange, offerHandle, scrollTogether } from "./pictures.js";

/** What is replaced when another page of the release is looked at. */
const PARTS = ["viewed", "comment", "banner", "pages", "mark", "stage", "facts", "people", "picture"];

const REFRESH_MS = 5_000;

let newest = 0;

/** Puts the parts of another page in place of these; what was chosen, and how far a list was scrolled, stays. */
function take(text) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const chosen = document.querySelector("[name=part]:checked")?.value;
  const scrolled = document.getElementById("pages")?.scrollTop ?? 0;
  const focused = document.activeElement?.closest("#pages a")?.getAttribute("href");
  for (const id of PARTS) {
    const [old, now] = [document.getElementById(id), next.getElementById(id)];
    if (old && now && !old.contains(document.activeElement?.closest("textarea, input") ?? null)) old.replaceWith(now);
  }
  const part = document.querySelector(`[name=part][value="${chosen}"]`);
  if (part) part.checked = true;
  const list = document.getElementById("pages");
  if (list) list.scrollTop = scrolled;
  if (focused) document.querySelector(`#pages a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  begin();
}

/** Shows another page of the same release; the newest of several requests counts. */
async function show(url, { remember = true, ...request } = {}) {
  const turn = (newest += 1);
  const response = await fetch(url, request);
  const text = await response.text();
  if (turn !== newest) return;
  if (!response.ok || new URL(response.url).pathname !== location.pathname) return location.assign(url);
  if (remember && response.url !== location.href) history.pushState(null, "", response.url);
  take(text);
  document.querySelector("#pages [aria-current=page]")?.scrollIntoView({ block: "nearest" });
}

const orFollow = (url) => () => location.assign(url);

function begin() {
  const stage = document.getElementById("stage");
  for (const keys of document.querySelectorAll(".keys")) keys.hidden = false;
  for (const frames of document.querySelectorAll(".shot:not(.single) .frames")) {
    offerHandle(frames);
    scrollTogether(frames);
    nameSide(frames);
  }
  if (stage?.hasAttribute("data-waiting")) setTimeout(() => renew(stage), REFRESH_MS);
}

/** While pictures are made: not under the hands of somebody who writes. */
function renew(stage) {
  if (!stage.isConnected) return;
  const held = document.hidden || document.querySelector(".opens[open]");
  const again = () => setTimeout(() => renew(stage), REFRESH_MS);
  if (held) return again();
  show(location.href, { remember: false }).catch(again);
}

function go(step) {
  const links = [...document.querySelectorAll("#pages .changed-page")].filter((link) => link.checkVisibility());
  const at = links.findIndex((link) => link.hasAttribute("aria-current"));
  const next = links[at + step];
  if (next) show(next.href).catch(orFollow(next.href));
}

function mark(button) {
  const { form } = button;
  const body = new URLSearchParams(new FormData(form, button));
  show(form.action, { method: "POST", body }).catch(() => form.requestSubmit(button));
}

/** Opens a form, and decides nothing. */
function openForm(id, event) {
  const opens = document.getElementById(id);
  if (!opens) return;
  event.preventDefault();
  opens.open = true;
}

const KEYS = {
  a: (event) => openForm("decision-approve", event),
  r: (event) => openForm("decision-reject", event),
  c: () => document.getElementById("comment")?.click(),
  j: () => go(1),
  k: () => go(-1),
  n: () => nextChange(document.getElementById("stage")),
  v: () => {
    const button = document.querySelector("#mark [value=viewed], #mark [value=not-viewed]");
    if (button) mark(button);
  },
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, input:not([type=radio])"))
    return;
  const view = document.querySelectorAll("[name=view]")[Number(event.key) - 1];
  if (view) view.checked = true;
  KEYS[event.key]?.(event);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#pages a");
  const button = event.target.closest("#mark button");
  if ((!link && !button) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (button) mark(button);
  else show(link.href).catch(orFollow(link.href));
});

addEventListener("popstate", () => {
  show(location.href, { remember: false }).catch(() => location.reload());
});

// A small screen is looked at first as its visitors would.
const narrow = document.querySelector('[name=width][value="390"]');
if (narrow && matchMedia("(max-width: 44rem)").matches) narrow.checked = true;
for (const form of document.querySelectorAll("form[data-in-place]")) sendInPlace(form);
/** A note that has to be written, else the code. */
const firstField = (opens) =>
  opens.querySelector("textarea[required]") ?? opens.querySelector(".code") ?? opens.querySelector("textarea");

for (const opens of document.querySelectorAll(".opens")) {
  opens.addEventListener("toggle", () => opens.open && firstField(opens)?.focus());
  opens.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    opens.open = false;
    opens.querySelector("summary").focus();
  });
}
begin();
