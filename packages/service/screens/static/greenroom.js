// What pages do beyond plain forms: live logs, passkeys, copying. Every page works without it.

const ESCAPE_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;
/** As in `html.ts`: control characters and direction marks show as one visible sign. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const TONES = { ready: "good", failed: "bad", canceled: "muted" };
const TERMINAL = new Set(Object.keys(TONES));

/** The oldest lines are removed first. */
const KEPT_LINES = 5_000;

function followLog(log) {
  const after = Number(log.dataset.after);
  const events = new EventSource(log.dataset.events);
  const scroll = followScroll(log, document.getElementById("follow"));
  events.addEventListener("log", (event) => {
    if (Number(event.lastEventId) <= after) return;
    const { stream, lines } = JSON.parse(event.data);
    log.append(...lines.map((line) => logLine(stream, line)));
    while (log.childElementCount > KEPT_LINES) log.firstElementChild.remove();
    scroll.grown(lines.length);
  });
  events.addEventListener("status", (event) => {
    if (Number(event.lastEventId) <= after) return;
    const { status } = JSON.parse(event.data);
    const badge = document.querySelector("#status .badge");
    if (badge) badge.textContent = status;
    if (!TERMINAL.has(status)) return;
    badge?.classList.replace("going", TONES[status]);
    events.close();
    scroll.ended();
  });
  addEventListener("pagehide", () => events.close());
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

function logLine(stream, line) {
  const row = document.createElement("div");
  row.className = `line ${["warn", "error"].includes(line.level) ? line.level : "info"}`;
  const [name, text] = [document.createElement("span"), document.createElement("span")];
  name.className = "stream";
  name.textContent = stream;
  text.className = "text";
  text.textContent = String(line.text ?? "")
    .replaceAll(ESCAPE_SEQUENCES, "")
    .replaceAll(CONTROLS, "\u{FFFD}");
  row.append(name, text);
  return row;
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
  form.submit();
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

for (const log of document.querySelectorAll("[data-events]")) followLog(log);
for (const button of document.querySelectorAll("[data-passkey]")) offerPasskey(button);
for (const button of document.querySelectorAll("[data-copy]")) offerCopy(button);
for (const box of document.querySelectorAll("[data-reload]"))
  setTimeout(() => location.assign(box.dataset.reload), 1000);
