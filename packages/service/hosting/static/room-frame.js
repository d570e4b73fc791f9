// The frame between the review room and a page of a preview: it outlines elements, and draws pins over the page, which
// stays as it is. It tells the room where somebody pointed, and nothing else; the page can script it.
import { anchorOf, findAnchor, readPlace } from "./anchor.js";

const service = document.documentElement.dataset.service;
const frame = document.querySelector("iframe");

const STYLE = `
  html, body { margin: 0; height: 100%; overflow: hidden; }
  iframe { border: 0; width: 100%; height: 100%; display: block; background: #fff; }
  #layer { position: fixed; inset: 0; pointer-events: none; overflow: hidden; }
  #layer.picking { pointer-events: auto; cursor: crosshair; outline: none; }
  #box { position: absolute; border: 2px solid #2563eb; background: #2563eb22; border-radius: 3px; }
  #what { position: fixed; left: 8px; bottom: 8px; max-width: 80%; padding: 4px 8px; border-radius: 6px;
    background: #111827; color: #fff; font: 13px system-ui, sans-serif; }
  .pin { position: absolute; translate: -50% -50%; width: 26px; height: 26px; border-radius: 50% 50% 50% 4px; border: 2px solid #fff;
    background: #2563eb; color: #fff; font: 600 12px system-ui, sans-serif; pointer-events: auto; cursor: pointer; padding: 0;
    box-shadow: 0 1px 6px #0006; }
  .pin.blocks { background: #b91c1c; }
  .pin.finding { background: #b45309; border-radius: 6px; }
  .pin.guess { border-style: dashed; }
  .pin:focus-visible, .pin.shown { outline: 3px solid #f59e0b; outline-offset: 2px; }
  [hidden] { display: none; }`;

const style = document.createElement("style");
style.textContent = STYLE;
document.head.append(style);

const make = (name, attributes = {}) => Object.assign(document.createElement(name), attributes);
const layer = make("div", { id: "layer" });
const box = make("div", { id: "box", hidden: true });
const what = make("div", { id: "what", hidden: true });
what.setAttribute("role", "status");
layer.append(box, what);
document.body.append(layer);

let pins = [];
let picking = false;
let chosen;

/** The page, while it is one of this host. */
function page() {
  try {
    return frame.contentDocument?.body ? frame.contentDocument : undefined;
  } catch {
    return undefined;
  }
}

const say = (message) => parent.postMessage(JSON.stringify({ v: 1, ...message }), service);

const SEARCH_AGAIN_MS = 2_000;

/** Where a pin is now. What is missing or unsure is looked for again now and then: pages fill themselves after they load. */
function locate(pin) {
  const document = page();
  if (!document || pin.anchor.length === 0) return undefined;
  const isHere = pin.found?.element.isConnected && pin.found.element.ownerDocument === document;
  const isSure = isHere && (pin.found.by === "selector" || pin.found.by === "quote");
  if (isSure) return pin.found;
  if (performance.now() < (pin.againAt ?? 0)) return isHere ? pin.found : undefined;
  pin.againAt = performance.now() + SEARCH_AGAIN_MS;
  return (pin.found = findAnchor(pin.anchor, document));
}

let said;

/** Says it once, until it changes: a page can show another path without loading. */
function sayWhere() {
  const here = page()?.location;
  const found = pins.map((pin) => [pin.number, pin.anchor.length === 0 ? "page" : (locate(pin)?.by ?? "lost")]);
  const message = here
    ? { kind: "at", path: `${here.pathname}${here.search}`.slice(0, 1024), found }
    : { kind: "left" };
  const text = JSON.stringify(message);
  if (text !== said) say(message);
  said = text;
}

function outline(element) {
  chosen = element;
  box.hidden = what.hidden = !element;
  if (!element) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  const words = (element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.textContent ?? "").trim();
  what.textContent = `${element.localName}${words ? `: ${words.slice(0, 80)}` : ""}`;
}

function pick(on) {
  picking = on && page() !== undefined;
  layer.classList.toggle("picking", picking);
  layer.tabIndex = picking ? 0 : -1;
  outline(undefined);
  if (picking) layer.focus();
}

const below = ({ clientX, clientY }) => {
  const element = page()?.elementFromPoint(clientX, clientY);
  if (!element || element === page().documentElement) return undefined;
  // A line of a drawing is nothing that people mean.
  return element.closest("svg") ?? element;
};

function drop(element) {
  if (!element) return;
  pick(false);
  const { left, top, width, height } = element.getBoundingClientRect();
  const { location, defaultView } = page();
  const anchor = anchorOf(element);
  say({
    kind: "picked",
    path: `${location.pathname}${location.search}`.slice(0, 1024),
    anchor,
    rect: [left, top, width, height].map(Math.round),
    viewport: defaultView.innerWidth,
    scrollY: Math.round(defaultView.scrollY),
  });
}

/** What a keyboard chooses from: everything that shows something by itself. */
function candidates() {
  const all = page()?.querySelectorAll("body *") ?? [];
  return [...all].filter((element) => {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    return (
      (own || /^(?:img|svg|video|canvas|input|button|select|textarea|iframe)$/.test(element.localName)) &&
      element.checkVisibility?.()
    );
  });
}

function step(by) {
  const all = candidates();
  const at = all.indexOf(chosen);
  const next = all[at === -1 ? (by > 0 ? 0 : all.length - 1) : at + by];
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  outline(next);
}

layer.addEventListener("mousemove", (event) => picking && outline(below(event)));
layer.addEventListener("click", (event) => picking && drop(below(event)));
layer.addEventListener("wheel", (event) => picking && frame.contentWindow.scrollBy(event.deltaX, event.deltaY), {
  passive: true,
});
document.addEventListener("keydown", (event) => {
  if (!picking) return;
  const act = {
    ArrowDown: () => step(1),
    ArrowRight: () => step(1),
    ArrowUp: () => step(-1),
    ArrowLeft: () => step(-1),
    Enter: () => drop(chosen),
    Escape: () => {
      pick(false);
      say({ kind: "canceled" });
    },
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/** Of a heading its words, which end long before its box does. */
function shownBox(element) {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const [whole, words] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
  return words.width > 0 && words.width < whole.width / 2 ? words : whole;
}

function draw() {
  for (const pin of pins) {
    const { button } = pin;
    const found = locate(pin);
    button.hidden = !found;
    if (!found) continue;
    const { right, top, bottom } = shownBox(found.element);
    const x = Math.max(14, Math.min(right, innerWidth - 14));
    const y = bottom > 0 && top < innerHeight ? Math.max(14, Math.min(top, innerHeight - 14)) : top;
    Object.assign(button.style, { left: `${x}px`, top: `${y}px` });
    button.classList.toggle("guess", found.by !== "selector" && found.by !== "quote");
  }
  if (chosen) outline(chosen.isConnected ? chosen : undefined);
}

function setPins(next) {
  for (const { button } of pins) button.remove();
  pins = next.map(({ number, anchor, blocks, finding }) => {
    const button = make("button", {
      className: `pin${blocks ? " blocks" : ""}${finding ? " finding" : ""}`,
      textContent: String(number),
    });
    button.setAttribute("aria-label", `${finding ? "Finding" : "Comment"} ${number}`);
    button.addEventListener("click", () => say({ kind: "opened", number }));
    layer.append(button);
    return { number, anchor, button };
  });
  said = undefined;
  draw();
  sayWhere();
}

function show(number) {
  for (const pin of pins) pin.button.classList.toggle("shown", pin.number === number);
  const pin = pins.find((one) => one.number === number);
  const document = page();
  const found = pin && locate(pin);
  const place = pin && readPlace(pin.anchor);
  if (found) found.element.scrollIntoView({ block: "center" });
  else if (document && place)
    document.defaultView.scrollTo(0, (place[1] / 100) * document.documentElement.scrollHeight);
  draw();
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== service || source !== parent || typeof data !== "string") return;
  const message = JSON.parse(data);
  if (message.kind === "pins") setPins(message.pins);
  if (message.kind === "pick") pick(message.on);
  if (message.kind === "show") show(message.number);
  if (message.kind === "scroll") frame.contentWindow.scrollBy(...message.by);
});

function begin() {
  outline(undefined);
  said = undefined;
  for (const pin of pins) pin.againAt = 0;
  page()?.defaultView.addEventListener("scroll", draw, { passive: true, capture: true });
  draw();
  sayWhere();
}

frame.addEventListener("load", begin);
addEventListener("resize", draw);
// Pages move what is on them at any time.
setInterval(() => {
  draw();
  sayWhere();
}, 500);
if (page()?.readyState === "complete") begin();
say({ kind: "ready" });
