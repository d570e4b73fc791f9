// A log: search, ranges of lines, wrapping and full screen. Links to lines, levels and folding need no script.

const linesOf = (log) => [...log.getElementsByClassName("line")];
const textOf = (line) => line.lastElementChild.textContent;

export function offerLogTools(log) {
  offerSearch(log);
  offerRanges(log);
  const [wrap, full] = ["log-wrap", "log-full"].map((id) => document.getElementById(id));
  wrap.hidden = false;
  wrap.addEventListener("click", () => {
    wrap.setAttribute("aria-pressed", String(!log.classList.toggle("nowrap")));
  });
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => log.requestFullscreen());
  for (const level of document.querySelectorAll("[name=level]")) level.addEventListener("change", () => unfold(log));
  // A log that has ended opens where its reader has to look.
  const reason = log.dataset.events ? null : log.querySelector(".first-error");
  if (reason && !location.hash)
    log.scrollTop += reason.getBoundingClientRect().top - log.getBoundingClientRect().top - 90;
}

function unfold(log) {
  for (const step of log.children) step.open = true;
}

/** `/` goes to the search, Enter to the next line that was found, Shift and Enter to the one before. */
function offerSearch(log) {
  const [search, count] = ["log-search", "log-count"].map((id) => document.getElementById(id));
  let [found, current] = [[], undefined];
  const show = () => {
    const at = found.indexOf(current);
    count.textContent = search.value === "" ? "" : `${at + 1} of ${found.length}`;
  };
  const go = (step) => {
    current?.classList.remove("current");
    current = found.at((found.indexOf(current) + step) % found.length);
    current?.classList.add("current");
    current?.scrollIntoView({ block: "nearest" });
    show();
  };
  const find = () => {
    const wanted = search.value.toLowerCase();
    found = wanted === "" ? [] : linesOf(log).filter((line) => textOf(line).toLowerCase().includes(wanted));
    highlight(found, wanted);
    if (!found.includes(current)) current?.classList.remove("current");
    show();
  };
  search.hidden = false;
  search.addEventListener("input", () => {
    find();
    if (found.length > 0) unfold(log);
    if (!found.includes(current)) go(1);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (found.length > 0) go(event.shiftKey ? -1 : 1);
  });
  new MutationObserver(() => search.value !== "" && find()).observe(log, { childList: true, subtree: true });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select, dialog") || !search.checkVisibility())
      return;
    event.preventDefault();
    search.focus();
  });
}

function highlight(lines, wanted) {
  if (!CSS.highlights) return;
  CSS.highlights.set("found", new Highlight(...lines.flatMap((line) => rangesIn(line.lastElementChild, wanted))));
}

/** Where a text is in an element, also across the parts that have a colour of their own. */
function rangesIn(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const parts = [];
  let text = "";
  while (walker.nextNode()) {
    parts.push([text.length, walker.currentNode]);
    text += walker.currentNode.data;
  }
  const lower = text.toLowerCase();
  // Some letters are longer in lower case, so that places would not be the same.
  if (lower.length !== text.length) return [];
  const ranges = [];
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
    const range = new Range();
    const [from, start] = parts.findLast(([offset]) => offset <= at);
    const end = at + wanted.length;
    const [until, last] = parts.findLast(([offset]) => offset < end);
    range.setStart(start, at - from);
    range.setEnd(last, end - until);
    ranges.push(range);
  }
  return ranges;
}

const RANGE = /^#L(\d{1,9})(?:-L(\d{1,9}))?$/;
const numberOf = (line) => Number(line.id.slice(1));

/** The first and the last line that the URL names. */
function rangeOfUrl() {
  const [, first, last = first] = RANGE.exec(location.hash) ?? [];
  return first === undefined ? undefined : [Number(first), Number(last)];
}

/** A click on the number of a line names it in the URL, and one with Shift all lines up to it. */
function offerRanges(log) {
  const pick = () => {
    const [first, last] = rangeOfUrl() ?? [0, -1];
    for (const line of linesOf(log)) line.classList.toggle("picked", numberOf(line) >= first && numberOf(line) <= last);
    const picked = log.querySelector(".picked");
    if (picked) picked.closest("details").open = true;
    picked?.scrollIntoView({ block: "nearest" });
  };
  log.addEventListener("click", (event) => {
    const number = event.target.closest(".n");
    const range = rangeOfUrl();
    if (!number || !event.shiftKey || !range) return;
    event.preventDefault();
    const [low, high] = [range[0], numberOf(number.parentElement)].toSorted((left, right) => left - right);
    location.hash = `#L${low}-L${high}`;
  });
  addEventListener("hashchange", pick);
  pick();
  const copy = document.getElementById("log-copy");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", () => void copyLines(copy, log));
}

async function copyLines(button, log) {
  await navigator.clipboard.writeText(markdownOf(log));
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy as Markdown"), 2_000);
}

/** Lines around the first error, or at the end, when none are picked. */
const [BEFORE, AFTER, LAST] = [3, 20, 30];

function chosenLines(log) {
  const lines = linesOf(log);
  const picked = lines.filter((line) => line.classList.contains("picked"));
  if (picked.length > 0) return picked;
  const error = lines.findIndex((line) => line.classList.contains("error"));
  return error === -1 ? lines.slice(-LAST) : lines.slice(Math.max(0, error - BEFORE), error + AFTER);
}

/** The link to the lines, and the lines in a fence that none of them can close. */
function markdownOf(log) {
  const lines = chosenLines(log);
  const text = lines.map(textOf).join("\n");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const [first, last] = [lines[0], lines.at(-1)].map((line) => line?.id ?? "");
  const place = first === last ? first : `${first}-${last}`;
  return `${location.origin}${location.pathname}#${place}\n\n${fence}text\n${text}\n${fence}\n`;
}
