// Ctrl-K and Cmd-K: pages, sites, deployments and actions by name.

/** Most places that are listed at once. */
const SHOWN_PLACES = 12;

/** As in `html.ts`: control characters and direction marks show as one visible sign. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

export function offerPalette(url) {
  const dialog = document.createElement("dialog");
  const [input, list, none] = ["input", "ul", "p"].map((tag) => document.createElement(tag));
  dialog.className = "places";
  dialog.setAttribute("aria-label", "Go to");
  Object.assign(input, { type: "search", placeholder: "Go to a site, deployment or page, or do something" });
  input.setAttribute("aria-label", input.placeholder);
  none.setAttribute("role", "status");
  dialog.append(input, list, none);
  document.body.append(dialog);
  let places;
  const show = () => {
    if (!places) return;
    const words = input.value.toLowerCase().split(/\s+/);
    const text = (place) => `${place.kind} ${place.name} ${place.about ?? ""}`.toLowerCase();
    const found = places.filter((place) => words.every((word) => text(place).includes(word)));
    list.replaceChildren(...found.slice(0, SHOWN_PLACES).map(placeItem));
    const more = found.length - SHOWN_PLACES;
    none.textContent =
      found.length === 0
        ? `Nothing matches “${visible(input.value)}”.`
        : more > 0
          ? `${more} more: type to narrow.`
          : "";
  };
  input.addEventListener("input", show);
  dialog.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Enter" && at < 0) links[0]?.click();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    (links[at + step] ?? (step < 0 ? input : links[at]))?.focus();
  });
  const toggle = () => {
    if (dialog.open) return dialog.close();
    input.value = "";
    dialog.showModal();
    fetch(url)
      .then((response) => (response.ok ? response.json() : []))
      .then((found) => (places = found))
      .then(show, () => (none.textContent = "The list could not be read. Close this and try again."));
  };
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    toggle();
  });
  for (const button of document.querySelectorAll("[data-palette]")) {
    button.hidden = false;
    button.addEventListener("click", toggle);
  }
}

function visible(text) {
  return String(text ?? "").replaceAll(CONTROLS, "\u{FFFD}");
}

function placeItem({ kind, name, about, path }) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = path;
  for (const [tag, text] of [
    ["span", kind],
    ["bdi", name],
    ["small", about],
  ]) {
    const part = document.createElement(tag);
    part.textContent = visible(text);
    link.append(part);
  }
  item.append(link);
  return item;
}
