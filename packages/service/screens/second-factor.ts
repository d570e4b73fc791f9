import { instant } from "@greenroom/contract/clock";
import type { Purpose } from "../domain/step-up.ts";
import type { HttpContext } from "../http/context.ts";
import { readForm } from "../http/form.ts";
import type { ServiceContext } from "../context.ts";
import { factorsOf } from "../store/factors.ts";
import { revokeSession } from "../store/sessions.ts";
import { grantStepUp } from "../store/step-ups.ts";
import { checkFactor, factorFields, passkeyButton } from "./factor.ts";
import { field, safeNext } from "./form.ts";
import { requireCsrf, requireOwnOrigin } from "./guard.ts";
import { html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { readVisit, type Visit } from "./session.ts";
import { beginSession, writeCookie } from "./sign-in.ts";

/** Asks for the second factor after the password was right. */
export async function showSecondFactor(context: ServiceContext, c: HttpContext): Promise<Response> {
  const next = safeNext(c.req.query("next"));
  const visit = await readVisit(context, c.req.raw);
  if (!visit) return c.redirect(`/app/signin?next=${encodeURIComponent(next)}`, 303);
  if (visit.session.level === "full") return c.redirect(next, 303);
  return factorPage(context, c, { visit, next });
}

/** Takes the second factor; the session goes on under a new id. */
export async function takeSecondFactor(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const visit = await readVisit(context, c.req.raw);
  const form = await readForm(c.req.raw);
  const next = safeNext(form.get("next"));
  if (!visit) return c.redirect(`/app/signin?next=${encodeURIComponent(next)}`, 303);
  requireCsrf(visit, field(form, "csrf"));
  if (visit.session.level === "full") return c.redirect(next, 303);
  const userId = visit.user.id;
  const check = await checkFactor(context, {
    sessionId: visit.session.id,
    userId,
    purpose: signingIn(visit),
    form,
    recoveryCodes: true,
  });
  if (check.kind === "refused") {
    return factorPage(context, c, { visit, next, notice: { tone: "problem", text: check.text } });
  }
  await beginSession(context, c, {
    userId,
    level: "full",
    // Whoever has just shown a second factor need not show it again to look after their own.
    also: (tx, { session }) =>
      grantStepUp(tx, {
        sessionId: session.id,
        purpose: { action: "change_factors", subjectId: userId },
        factor: check.factor,
        nowMs: context.clock.now(),
      }),
  });
  return c.redirect(next, 303);
}

/** Ends the session at the service and in the browser. */
export async function takeSignOut(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const visit = await readVisit(context, c.req.raw);
  if (visit) {
    const form = await readForm(c.req.raw);
    requireCsrf(visit, field(form, "csrf"));
    await context.db.transaction().execute((tx) => revokeSession(tx, visit.session.id, instant(context.clock)));
  }
  writeCookie(context, c, "");
  return c.redirect("/app/signin", 303);
}

/** What a second factor at sign-in is given for. */
function signingIn(visit: Visit): Purpose {
  return { action: "sign_in", subjectId: visit.user.id };
}

async function factorPage(
  context: ServiceContext,
  c: HttpContext,
  { visit, next, notice }: { readonly visit: Visit; readonly next: string; readonly notice?: Notice },
): Promise<Response> {
  const factors = await factorsOf(context.db, visit.user.id);
  const button = passkeyButton(context, { factors, purpose: signingIn(visit), label: "Use a passkey" });
  return page(c, {
    title: "Second factor",
    narrow: true,
    notice,
    status: notice ? 401 : 200,
    body: html`<h1>One more step</h1>
      <p>Signing in as <bdi>${visit.user.email}</bdi>. Show that it is you with a second factor.</p>
      <form method="post" action="/app/second-factor" class="card stack">
        ${csrfField(visit)}<input type="hidden" name="next" value="${next}" />
        ${factorFields({ factors, recoveryCodes: true, id: "code", focus: true })}
        <div class="row"><button>Continue</button>${button}</div>
      </form>
      <form method="post" action="/app/signout">
        ${csrfField(visit)}<button class="quiet">Sign in as someone else</button>
      </form>`,
  });
}
