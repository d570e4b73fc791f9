import { MAX_NOTES_CHARS } from "@greenroom/contract";
import type { Purpose } from "../../domain/authentication.ts";
import { type Html, html, type HtmlValue } from "../../outside/html.ts";
import type { Factors } from "../../store/people/factors.ts";
import { hiddenFields, postForm, textareaField } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { factorFields, passkeyButton } from "../people/factor.ts";

export interface DecisionForm {
  readonly opens: string;
  readonly sends: string;
  readonly name: string;
  readonly value: string;
  readonly tone: "primary" | "danger" | "secondary";
  readonly action: string;
  readonly purpose: Purpose;
  readonly factors: Factors;
  readonly note: { readonly name: string; readonly label: HtmlValue; readonly required: boolean };
  readonly hidden: Readonly<Record<string, string | undefined>>;
  readonly text: HtmlValue;
  readonly fields?: HtmlValue;
}

/** Opens again, with what was typed, where it was sent and refused. */
export function decisionForm(request: MemberRequest, form: DecisionForm): Html {
  const { context, typed, problem } = request;
  const { name, value, note, factors, tone } = form;
  const id = `${name}-${value}`;
  const sent = typed?.get(name) === value ? typed : undefined;
  const fields = html`${hiddenFields({ ...form.hidden, [name]: value })}
    ${sent && problem !== undefined && html`<p class="field-problem" id="${id}-problem" role="alert">${problem}</p>`}
    ${form.fields}
    ${textareaField(note.label, { id: `${id}-note`, name: note.name, rows: 2, maxlength: MAX_NOTES_CHARS, required: note.required, value: sent?.get(note.name) })}
    ${factorFields({ factors, recoveryCodes: false, id: `${id}-code`, focus: sent !== undefined, problem: sent && `${id}-problem` })}
    <div class="row">
      <button class="${tone === "danger" ? "danger" : ""}">${form.sends}</button
      >${passkeyButton(context, { factors, purpose: form.purpose, label: "Use a passkey" })}
    </div>
    <p class="hint">${form.text}</p>`;
  return html`<details class="opens" name="decision" id="${id}"${sent && html` open`}>
    <summary class="button ${tone === "primary" ? "" : tone}">${form.opens}</summary>
    ${postForm(request, { class: "card stack in-place", action: form.action, "data-in-place": id }, fields)}
  </details>`;
}
