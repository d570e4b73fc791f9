// The review room: takes from the frame where somebody pointed, and nothing else. What the frame says comes from a page
// that we do not trust: it fills in a place and a number, never words of a form, and presses no button.
const room = document.getElementById("room");
const frame = document.querySelector("iframe.page");
const composer = document.getElementById("new");
const elsewhere = document.getElementById("elsewhere");
const pins = JSON.parse(room.dataset.pins);

// Longer than a place with its page, whose marks JSON escapes, and than what was found of all pins.
const MAX_MESSAGE_CHARS = 16_384;
const MAX_MESSAGES_A_SECOND = 30;

const tell = (message) => frame?.contentWindow.postMessage(JSON.stringify(message), room.dataset.origin);

let second = 0;
let heard = 0;

/** @returns Undefined for what is no message of the frame, or one too many. */
function read({ origin, source, data, timeStamp }) {
  if (!frame || origin !== room.dataset.origin || source !== frame.contentWindow) return undefined;
  if (Math.floor(timeStamp / 1000) !== second) [second, heard] = [Math.floor(timeStamp / 1000), 0];
  heard += 1;
  if (heard > MAX_MESSAGES_A_SECOND || typeof data !== "string" || data.length > MAX_MESSAGE_CHARS) return undefined;
  try {
    const message = JSON.parse(data);
    return message?.v === 1 ? message : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value, most) => typeof value === "string" && value.length <= most;
// As browsers write it: a sentence would be read as one of the service.
const isPath = (value) => isText(value, 1_024) && /^\/(?![/\\])[!-~]*$/.test(value);
const PLACE = /^xywh=percent:(?:\d{1,3}(?:\.\d{1,4})?,){3}\d{1,3}(?:\.\d{1,4})?$/;

/** @returns The anchor with its known parts only; undefined when there is none. */
function readAnchor(given) {
  if (!Array.isArray(given) || given.length > 3) return undefined;
  const known = given.map((part) => {
    if (part?.type === "CssSelector" && isText(part.value, 1_000)) return { type: part.type, value: part.value };
    if (part?.type === "TextQuoteSelector" && isText(part.exact, 200)) return { type: part.type, exact: part.exact };
    if (part?.type === "FragmentSelector" && isText(part.value, 100) && PLACE.test(part.value)) {
      return { type: part.type, conformsTo: "http://www.w3.org/TR/media-frags/", value: part.value };
    }
    return undefined;
  });
  return known.includes(undefined) ? undefined : known;
}

const LOST = {
  lost: "lost its place",
  quote: "found by its words",
  changed: "its words changed",
  position: "found by its position",
};

/** Says where the page on the left is, with a link. */
function showElsewhere(text, { href, label }) {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = label;
  elsewhere.replaceChildren(text, link);
  elsewhere.hidden = false;
}

function at({ path, found }) {
  if (!isPath(path)) return;
  const moved = path !== room.dataset.path;
  elsewhere.hidden = true;
  if (moved) {
    const url = new URL(location.href);
    url.searchParams.set("path", path);
    url.hash = "";
    showElsewhere("The page on the left is another one. ", { href: url.href, label: `Comment on ${path}` });
  }
  for (const pair of Array.isArray(found) && !moved ? found.slice(0, pins.length) : []) {
    const [number, by] = Array.isArray(pair) ? pair : [];
    const word = document.querySelector(`[data-lost="${Number(number)}"]`);
    if (!word) continue;
    word.hidden = !Object.hasOwn(LOST, by);
    word.textContent = Object.hasOwn(LOST, by) ? LOST[by] : "";
  }
}

function picked({ path, anchor: given, viewport }) {
  const anchor = readAnchor(given);
  if (!anchor || !isPath(path) || !composer) return;
  const quote = anchor.find(({ type }) => type === "TextQuoteSelector")?.exact;
  composer.elements.anchor.value = JSON.stringify(anchor);
  composer.elements.path.value = path;
  composer.elements.width.value = Number.isInteger(viewport) ? String(viewport) : "";
  document.getElementById("chosen-place").textContent = quote
    ? `On “${quote.slice(0, 80)}”`
    : "On a place of the page.";
  composer.elements.body.focus();
}

function opened({ number }) {
  const thread = document.querySelector(`[data-pin="${Number(number)}"]`)?.closest("li");
  if (!thread) return;
  const details = thread.closest("details");
  if (details) details.open = true;
  thread.scrollIntoView({ block: "nearest" });
  for (const each of document.querySelectorAll("li.shown")) each.classList.remove("shown");
  thread.classList.add("shown");
}

function left() {
  const text = "The page on the left is not of this preview, or cannot be shown in a frame. ";
  showElsewhere(text, { href: location.href, label: "Come back" });
}

const HEARD = { at, picked, opened, left, ready: () => tell({ kind: "pins", pins }), canceled: () => pick?.focus() };

addEventListener("message", (event) => {
  const message = read(event);
  if (message && Object.hasOwn(HEARD, message.kind)) HEARD[message.kind](message);
});

const picture = document.querySelector(".picture");
const pick = document.getElementById("pick");
if (pick && composer) {
  pick.hidden = false;
  pick.addEventListener("click", () => {
    if (picture) return picture.classList.toggle("picking");
    tell({ kind: "pick", on: true });
    frame.focus();
  });
}

// Of a page that is shown as a picture a place is chosen, and no element.
picture?.addEventListener("click", ({ clientX, clientY }) => {
  if (!picture.classList.contains("picking")) return;
  picture.classList.remove("picking");
  const image = picture.querySelector("img");
  const { left, top, width } = image.getBoundingClientRect();
  const height = (Number(picture.dataset.height) * width) / Number(image.getAttribute("width"));
  const percent = (at, of) => Math.min(100, Math.max(0, Math.round((at / of) * 1e6) / 1e4));
  const value = `xywh=percent:${percent(clientX - left, width)},${percent(clientY - top, height)},0,0`;
  picked({
    path: room.dataset.path,
    anchor: [{ type: "FragmentSelector", value }],
    viewport: Number(image.getAttribute("width")),
  });
});

for (const button of document.querySelectorAll("[data-pin]")) {
  button.hidden = !frame;
  if (frame) button.nextElementSibling.hidden = true;
  button.addEventListener("click", () => {
    opened({ number: button.dataset.pin });
    tell({ kind: "show", number: Number(button.dataset.pin) });
  });
}

// A page could take the focus, and with it the keys, from somebody who writes. What is inert takes none.
const isWriting = (element) => element?.matches("textarea, input") === true;
addEventListener("focusin", ({ target }) => frame && (frame.inert = isWriting(target)));
addEventListener("focusout", ({ relatedTarget }) => frame && (frame.inert = isWriting(relatedTarget)));
frame?.parentElement.addEventListener("wheel", ({ deltaX, deltaY }) => tell({ kind: "scroll", by: [deltaX, deltaY] }), {
  passive: true,
});

const KEYS = {
  c: () => pick?.click(),
  b: () => document.querySelector('[aria-label="Version"] a:not([aria-current])')?.click(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("textarea, input, select")) return;
  KEYS[event.key]?.();
});

// A frame that was there before this script.
tell({ kind: "pins", pins });
const target = document.getElementById(location.hash.slice(1));
if (target?.classList.contains("thread")) target.classList.add("shown");
