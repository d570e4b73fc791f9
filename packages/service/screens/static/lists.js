// Lists that follow the workspace, are narrowed down while a person types, and are walked through with j and k.

/** Pause between two letters after which a list is narrowed down. */
const TYPING_MS = 250;

let [renewing, again] = [undefined, false];

/** Marked parts are loaded again when the workspace changed. */
export function followLists() {
  if (!document.querySelector("main [data-live]")) return;
  let changes;
  const open = () => {
    // A browser opens six connections to a service, so that hidden pages have none.
    if (document.hidden) return changes?.close();
    changes = new EventSource(document.body.dataset.changes);
    changes.addEventListener("change", ({ data }) => {
      if (data !== document.body.dataset.version) renewLists();
    });
  };
  document.addEventListener("visibilitychange", open);
  addEventListener("pagehide", () => changes?.close());
  open();
  for (const form of document.querySelectorAll("form[data-narrow]")) narrowByTyping(form);
  addEventListener("keydown", walk);
}

/** While one renewal is under way, the others wait for one more. */
function renewLists() {
  again = true;
  renewing ??= renewAll()
    .catch(() => {})
    .finally(() => (renewing = undefined));
}

async function renewAll() {
  while (again) {
    again = false;
    const response = await fetch(location.href);
    if (!response.ok || response.redirected) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    const held = [...document.querySelectorAll("[data-live]")].filter((area) => !renewArea(area, next));
    // Its reader is typing or choosing there; what they leave behind is renewed then.
    for (const area of held) area.addEventListener("focusout", () => setTimeout(renewLists), { once: true });
    if (held.length === 0) document.body.dataset.version = next.body.dataset.version;
  }
}

function renewArea(area, page) {
  const next = page.getElementById(area.id);
  if (!next) return true;
  if (area.querySelector(":is(input, textarea, select):focus, details:not([id])[open]:focus-within")) return false;
  for (const { id } of area.querySelectorAll("details[id][open]")) {
    const same = next.querySelector(`#${CSS.escape(id)}`);
    if (same) same.open = true;
  }
  const focused = area.contains(document.activeElement) ? nameOf(document.activeElement) : undefined;
  const read = readIn(area);
  area.replaceWith(next);
  const same = read && next.querySelector(`a.title[href="${CSS.escape(read.href)}"]`);
  if (same) scrollBy(0, same.getBoundingClientRect().top - read.top);
  if (focused) [...next.querySelectorAll("a, summary, button")].find((one) => nameOf(one) === focused)?.focus();
  return true;
}

/** The first title in view of a list whose beginning is not: it stays where it is, whatever arrives above it. */
function readIn(area) {
  if (area.getBoundingClientRect().top >= 0) return undefined;
  const title = [...area.querySelectorAll("a.title")].find((one) => one.getBoundingClientRect().top >= 0);
  return title && { href: title.getAttribute("href"), top: title.getBoundingClientRect().top };
}

function nameOf(element) {
  return element.getAttribute("href") ?? element.closest("details[id]")?.id ?? element.textContent.trim();
}

function narrowByTyping(form) {
  let timer;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const given = [...new FormData(form)].filter(([, value]) => value !== "");
      const query = new URLSearchParams(given).toString();
      history.replaceState(null, "", `${form.getAttribute("action").split("#", 1)[0]}${query && `?${query}`}`);
      renewLists();
    }, TYPING_MS);
  });
}

/** `j` and `k` go through the titles of a page's lists, `/` to its filter. */
function walk(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "/") {
    const filter = document.querySelector("form[data-narrow] input[type=search]");
    if (filter) event.preventDefault();
    return filter?.focus();
  }
  const step = { j: 1, k: -1 }[event.key];
  if (step === undefined) return;
  const titles = [...document.querySelectorAll("main [data-live] a.title")].filter((one) => one.checkVisibility());
  const here = document.activeElement.closest("li")?.querySelector("a.title") ?? document.activeElement;
  const at = titles.indexOf(here);
  titles[at < 0 ? 0 : Math.min(Math.max(at + step, 0), titles.length - 1)]?.focus();
}
