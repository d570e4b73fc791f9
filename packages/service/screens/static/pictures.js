// The pictures of one page: the handle of the slider, scrolling together, and the next change.

const STEP = 2;

/** A handle on the picture that a pointer drags and the arrow keys move. */
export function offerHandle(frames) {
  const handle = document.createElement("div");
  const knob = document.createElement("span");
  handle.className = "handle";
  knob.textContent = "◂▸";
  handle.tabIndex = 0;
  handle.setAttribute("role", "slider");
  handle.setAttribute("aria-label", "Share of the picture before");
  handle.setAttribute("aria-valuemin", "0");
  handle.setAttribute("aria-valuemax", "100");
  handle.append(knob);
  frames.append(handle);
  let at = 50;
  const set = (value) => {
    at = Math.min(100, Math.max(0, value));
    frames.style.setProperty("--at", `${at}%`);
    handle.setAttribute("aria-valuenow", String(Math.round(at)));
  };
  const follow = (event) => {
    const { left, width } = frames.getBoundingClientRect();
    set(((event.clientX - left) / width) * 100);
  };
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", follow);
  });
  handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", follow));
  handle.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - STEP, ArrowRight: at + STEP, Home: 0, End: 100 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  });
  set(50);
}

/** On a small screen one side is in view: its name is marked, and the other name leads there. */
export function nameSide(frames) {
  const figure = frames.closest("figure");
  const show = () => (figure.dataset.side = frames.scrollLeft > frames.clientWidth / 2 ? "after" : "before");
  frames.addEventListener("scroll", show);
  show();
  figure.querySelector("figcaption").addEventListener("click", (event) => {
    const name = event.target.closest("strong");
    if (name) frames.scrollTo({ left: name.nextElementSibling ? 0 : frames.scrollWidth });
  });
}

/** At 100 % each side scrolls by itself. */
export function scrollTogether(frames) {
  const sides = [...frames.querySelectorAll(".before, .after")];
  for (const side of sides) {
    side.addEventListener("scroll", () => {
      for (const other of sides) if (other.scrollLeft !== side.scrollLeft) other.scrollLeft = side.scrollLeft;
    });
  }
}

/** Room that stays above a change. */
const ABOVE_PX = 80;

/** Scrolls to the next change, from the last on to the first again. */
export function nextChange(stage) {
  const shown = [...(stage?.querySelectorAll(".boxes rect") ?? [])].filter((box) => box.checkVisibility());
  const boxes = shown.filter((box) => box.getBoundingClientRect().height > 0);
  const from = stage?.querySelector("rect.here");
  const next = boxes[boxes.indexOf(from) + 1] ?? boxes[0];
  from?.classList.remove("here");
  if (!next) return;
  next.classList.add("here");
  const top = next.getBoundingClientRect().top - stage.getBoundingClientRect().top;
  stage.scrollBy({
    top: top - ABOVE_PX,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}
