// A form that says what is wrong with it where it stands: what is around it does not move.

const UNKNOWN = "No answer came. It may have been done all the same: send it again, the same form counts once.";

/** Sends a form without leaving its page, unless the answer leads elsewhere. */
export function sendInPlace(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    try {
      const response = await fetch(form.action, { method: "POST", body });
      if (response.redirected) return location.assign(response.url);
      const next = new DOMParser().parseFromString(await response.text(), "text/html");
      const now = next.querySelector(`form[data-in-place="${form.dataset.inPlace}"]`);
      const problem = now?.querySelector(".field-problem");
      if (!problem) return show(next);
      say(form, problem.textContent);
    } catch {
      say(form, UNKNOWN);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
    const code = form.querySelector(".code") ?? form.querySelector("textarea");
    code?.focus();
    code?.select();
  });
}

/** What cannot be said beside a field has a page of its own; loading it again shows the form as it would be now. */
function show(next) {
  const main = next.getElementById("main");
  if (!main) return location.reload();
  document.title = next.title;
  document.getElementById("main").replaceWith(main);
  main.focus();
}

function say(form, text) {
  const old = form.querySelector(".field-problem");
  const problem = old ?? document.createElement("p");
  problem.className = "field-problem";
  problem.id = `${form.dataset.inPlace}-problem`;
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  if (!old) form.querySelector(".field").before(problem);
  const code = form.querySelector(".code");
  code?.setAttribute("aria-invalid", "true");
  code?.setAttribute("aria-errormessage", problem.id);
}
