// What pages do beyond plain forms: live logs, passkeys, copying. Every page works without it.
import { followLists } from "./lists.js";
import { offerLogTools } from "./log-tools.js";
import { offerPalette } from "./palette.js";

const TONES = { ready: "good", failed: "bad", canceled: "muted" };
const TERMINAL = new Set(Object.keys(TONES));

/** The oldest lines are removed first. */
const KEPT_LINES = 5_000;

/** Rows of links that are wider than a phone show where one is. */
for (const here of document.querySelectorAll(":is(.bar nav, .tabs) [aria-current=page]")) {
  const row = here.closest("ul");
  row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}

function followLog(log) {
  const after = Number(log.dataset.after);
  const events = new EventSource(log.dataset.events);
  const scroll = followScroll(log, document.getElementById("follow"));
  const lines = newLines(log, (count) => scroll.grown(count));
  events.addEventListener("log", (event) => {
    if (Number(event.lastEventId) > after) lines.load();
  });
  events.addEventListener("status", (event) => {
    if (Number(event.lastEventId) <= after) return;
    const { status } = JSON.parse(event.data);
    const badge = document.querySelector("#status .badge");
    if (badge) badge.textContent = status;
    document.title = document.title.replace(/^\w+(?=: )/, status);
    if (!TERMINAL.has(status)) return;
    badge?.classList.replace("going", TONES[status]);
    events.close();
    lines.load(() => scroll.ended());
  });
  addEventListener("pagehide", () => events.close());
}

/** Appends lines as the service renders them; while one request is under way, the others wait for one more. */
function newLines(log, grown) {
  let [after, loading, again] = [log.dataset.after, undefined, false];
  const load = async () => {
    do {
      again = false;
      const response = await fetch(`${log.dataset.lines}?after=${after}`);
      if (!response.ok) return;
      const part = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-after]");
      if (!part) return;
      after = part.dataset.after;
      grown(appendSteps(log, part));
    } while (again);
  };
  return {
    /** @param then Called when everything is there. */
    load(then = () => {}) {
      again = true;
      loading ??= load()
        .catch(() => {})
        .finally(() => (loading = undefined));
      void loading.then(then);
    },
  };
}

function appendSteps(log, part) {
  const count = part.querySelectorAll(".line").length;
  for (const step of Array.from(part.children)) {
    const last = log.lastElementChild;
    const name = step.dataset.step;
    if (last && (name === last.dataset.step || name === "system")) last.append(...step.querySelectorAll(".line"));
    else {
      const [took, next] = [last, step].map((one) => one?.querySelector(".took"));
      if (took) took.textContent = durationText(took.dataset.from, next.dataset.from);
      log.append(step);
      const stages = document.getElementById("stages");
      if (stages) renew(stages).catch(() => {});
    }
  }
  const lines = log.getElementsByClassName("line");
  while (lines.length > KEPT_LINES) lines[0].remove();
  return count;
}

/**
 * Keeps the end of a log in view until the user pauses it or scrolls back.
 * Then the position stays, also when the deployment ends.
 */
function followScroll(log, button) {
  let [following, byHand, unseen, over] = [true, false, 0, false];
  const show = () => {
    const suffix = unseen === 0 ? "" : ` (${unseen} new ${unseen === 1 ? "line" : "lines"})`;
    button.textContent = over ? "Show how it ended" : following ? "Pause" : `Follow${suffix}`;
    log.setAttribute("aria-live", following ? "polite" : "off");
  };
  const set = (value) => {
    following = value;
    if (following) unseen = 0;
    if (following) log.scrollTop = log.scrollHeight;
    show();
  };
  const atEnd = () => log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
  log.addEventListener("scroll", () => {
    if (following !== atEnd() && !byHand) set(!following);
  });
  button.addEventListener("click", () => {
    if (over) return location.reload();
    byHand = following;
    set(!following);
  });
  button.hidden = false;
  set(true);
  return {
    grown(count) {
      if (following) log.scrollTop = log.scrollHeight;
      else unseen += count;
      show();
    },
    ended() {
      over = true;
      if (following) location.reload();
      else show();
    },
  };
}

async function fetchOptions(form, action, subject) {
  const body = new URLSearchParams({ csrf: form.elements.namedItem("csrf").value, action, subject: subject ?? "" });
  const response = await fetch("/app/passkey-options", { method: "POST", body });
  const options = await response.json();
  if (!response.ok) throw new Error(options.message);
  return options;
}

async function usePasskey(button) {
  const { form } = button;
  const options = await fetchOptions(form, button.dataset.action, button.dataset.subject);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  form.elements.namedItem("passkey").value = JSON.stringify(credential.toJSON());
  if (button.dataset.name) addField(form, button.dataset.name, button.dataset.value);
  if (form.dataset.inPlace) form.requestSubmit();
  else form.submit();
}

async function createPasskey(button) {
  const { form } = button;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await fetchOptions(form, "create"));
  const credential = await navigator.credentials.create({ publicKey });
  form.elements.namedItem("passkey").value = JSON.stringify(credential.toJSON());
  form.submit();
}

function addField(form, name, value) {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = name;
  field.value = value;
  form.append(field);
}

function showError(button, text) {
  const old = button.form.querySelector(".passkey-problem");
  const problem = old ?? document.createElement("p");
  problem.className = "passkey-problem hint";
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  if (!old) button.form.append(problem);
}

function offerPasskey(button) {
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await (button.dataset.passkey === "create" ? createPasskey(button) : usePasskey(button));
    } catch (error) {
      const stopped = error.name === "NotAllowedError";
      showError(button, stopped ? "The passkey was not used. Try again, or use a code." : error.message);
    } finally {
      button.disabled = false;
    }
  });
}

function offerCopy(button) {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}

const REFRESH_MS = 5_000;

/** Renews a list while something in it is running, but not under the hands of its reader. */
function refresh(area) {
  setTimeout(() => {
    const held = document.hidden || area.contains(document.activeElement) || area.querySelector("details[open]");
    if (held) return refresh(area);
    renew(area).catch(() => refresh(area));
  }, REFRESH_MS);
}

async function renew(area) {
  const response = await fetch(location.href);
  if (!response.ok || response.redirected) return;
  const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(area.id);
  if (!next) return;
  area.replaceWith(next);
  if (next.hasAttribute("data-refresh")) refresh(next);
}

/** Shows which names a site gets when their fields are left empty; as in `namesOfRepository`. */
function showNames(form) {
  const { repositoryUrl, name, slug } = form.elements;
  repositoryUrl.addEventListener("input", () => {
    const last = /([^/:]+?)(?:\.git)?\/*$/.exec(repositoryUrl.value.trim())?.[1] ?? "";
    const words = last.match(/[A-Za-z0-9]+/g) ?? [];
    const joined = words.join(" ");
    name.placeholder = joined.charAt(0).toUpperCase() + joined.slice(1);
    slug.placeholder = words.join("-").toLowerCase();
  });
}

/** Shows the part of the page that its URL names, such as a line of the log. */
function offerTabs(tabbed) {
  const follow = () => {
    const target = tabbed.querySelector(`.tab [id="${CSS.escape(location.hash.slice(1).split("-L", 1)[0])}"]`);
    if (!target) return;
    const { name } = target.closest(".tab").dataset;
    tabbed.querySelector(`[name=tab][value="${name}"]`).checked = true;
    const step = target.closest("details");
    if (step) step.open = true;
    target.scrollIntoView({ block: "nearest" });
  };
  tabbed.classList.add("scripted");
  addEventListener("hashchange", follow);
  follow();
}

/** Time goes on while something runs. */
function tick({ dataset }, show) {
  const now = new Date().toISOString();
  if (dataset.since) show(durationText(dataset.since, now));
  else show(now < dataset.until ? `about ${durationText(now, dataset.until)} left` : "longer than usual");
}

/** As the service writes it. */
function durationText(from, to) {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
  if (seconds < 1) return "< 1 s";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

for (const tabbed of document.querySelectorAll(".tabbed")) offerTabs(tabbed);
setInterval(() => {
  for (const time of document.querySelectorAll(".elapsed[data-since], .elapsed[data-until]"))
    tick(time, (text) => (time.textContent = text));
}, 1_000);
for (const note of document.querySelectorAll("[data-unsaved]"))
  note.closest("form").addEventListener("input", () => (note.hidden = false), { once: true });
for (const form of document.querySelectorAll("[data-names]")) showNames(form);
for (const log of document.querySelectorAll("#log")) offerLogTools(log);
for (const log of document.querySelectorAll("[data-events]")) followLog(log);
for (const button of document.querySelectorAll("[data-passkey]")) offerPasskey(button);
for (const button of document.querySelectorAll("[data-copy]")) offerCopy(button);
if (document.body.dataset.places) offerPalette(document.body.dataset.places);
followLists();
for (const area of document.querySelectorAll("[data-refresh]")) refresh(area);
for (const box of document.querySelectorAll("[data-reload]"))
  setTimeout(() => location.assign(box.dataset.reload), 1000);
