// Where a comment is on a page, written down so that it is found again on the next version of the page.
// @see Web Annotation Data Model §4.2

const MAX_QUOTE_CHARS = 200;
const MAX_SELECTOR_CHARS = 1000;
const MAX_LOOKED_AT = 20_000;

const textOf = (element) => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** The shortest path of tags that leads to an element alone: what is put elsewhere on the page later leaves it as it is. */
export function selectorOf(element) {
  const document = element.ownerDocument;
  const steps = [];
  for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
    const id = at.id && `#${CSS.escape(at.id)}`;
    if (id && document.querySelectorAll(id).length === 1) {
      steps.unshift(id);
      break;
    }
    const tag = CSS.escape(at.localName);
    const same = [...(at.parentElement?.children ?? [])].filter((other) => other.localName === at.localName);
    steps.unshift(same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(at) + 1})` : tag);
    if (document.querySelectorAll(steps.join(" > ")).length === 1) break;
  }
  const selector = steps.join(" > ");
  return selector.length > 0 && selector.length <= MAX_SELECTOR_CHARS ? selector : undefined;
}

/** Of the whole page, percent. */
function placeOf(element) {
  const page = element.ownerDocument.documentElement;
  const [width, height] = [page.scrollWidth || 1, page.scrollHeight || 1];
  const box = element.getBoundingClientRect();
  const { scrollX, scrollY } = element.ownerDocument.defaultView;
  const percent = (value, of) => Math.min(100, Math.max(0, Math.round((value / of) * 1e6) / 1e4));
  return [
    percent(box.left + scrollX, width),
    percent(box.top + scrollY, height),
    percent(box.width, width),
    percent(box.height, height),
  ];
}

/** @returns The anchor of an element, the surest selector first. */
export function anchorOf(element) {
  const selector = selectorOf(element);
  const quote = textOf(element).slice(0, MAX_QUOTE_CHARS).trim();
  return [
    ...(selector ? [{ type: "CssSelector", value: selector }] : []),
    ...(quote ? [{ type: "TextQuoteSelector", exact: quote }] : []),
    {
      type: "FragmentSelector",
      conformsTo: "http://www.w3.org/TR/media-frags/",
      value: `xywh=percent:${placeOf(element).join(",")}`,
    },
  ];
}

/** @returns `x`, `y`, width and height in percent of the page. */
export function readPlace(anchor) {
  const fragment = anchor.find(({ type }) => type === "FragmentSelector");
  const numbers = (fragment?.value ?? "").replace("xywh=percent:", "").split(",").map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

function distance(element, place) {
  const [x, y] = placeOf(element);
  return place ? Math.hypot(x - place[0], y - place[1]) : 0;
}

/**
 * Finds the element of an anchor: the one of its selector while that says the same words, else the one with the words, else
 * the one of the selector, whose words changed, else one of the same kind at the same place.
 * @returns Undefined when the anchor lost its place, which is never guessed.
 */
export function findAnchor(anchor, document) {
  const selector = anchor.find(({ type }) => type === "CssSelector")?.value;
  const exact = anchor.find(({ type }) => type === "TextQuoteSelector")?.exact;
  const place = readPlace(anchor);
  const says = (element) => exact !== undefined && textOf(element).slice(0, MAX_QUOTE_CHARS).trim() === exact;
  const selected = select(document, selector);
  if (selected && (exact === undefined || says(selected))) return { element: selected, by: "selector" };
  const quoted =
    exact === undefined ? [] : deepest([...document.querySelectorAll("body *")].slice(0, MAX_LOOKED_AT).filter(says));
  const nearest = quoted.toSorted((one, other) => distance(one, place) - distance(other, place))[0];
  if (nearest) return { element: nearest, by: "quote" };
  if (selected) return { element: selected, by: "changed" };
  const there = exact === undefined && place ? sameKindAt(document, selector, place) : undefined;
  return there && { element: there, by: "position" };
}

/** Of several elements that a selector matches none is meant. */
function select(document, selector) {
  try {
    const [first, ...others] = selector ? document.querySelectorAll(selector) : [];
    return others.length === 0 ? first : undefined;
  } catch {
    return undefined;
  }
}

/** Of elements with the same words the ones that have no other of them inside. */
function deepest(elements) {
  const all = new Set(elements);
  const outer = new Set();
  for (const element of elements) {
    for (let at = element.parentElement; at; at = at.parentElement) if (all.has(at)) outer.add(at);
  }
  return elements.filter((element) => !outer.has(element));
}

/** Percent of the page by which an element may have moved. */
const MAX_MOVED = 2;

function sameKindAt(document, selector, place) {
  const last = selector?.split(" > ").at(-1) ?? "#";
  if (last.startsWith("#")) return undefined;
  const kind = [...document.getElementsByTagName(last.split(":")[0])].slice(0, MAX_LOOKED_AT);
  return kind.find((element) => distance(element, place) <= MAX_MOVED);
}
