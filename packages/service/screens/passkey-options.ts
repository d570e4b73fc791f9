import { z } from "zod";
import type { Purpose } from "../domain/step-up.ts";
import type { HttpContext } from "../http/context.ts";
import { readForm } from "../http/form.ts";
import type { ServiceContext } from "../context.ts";
import { field } from "./form.ts";
import { requireCsrf, requireOwnOrigin } from "./guard.ts";
import { passkeysPossible, startPasskeyCreation, startPasskeyUse } from "./passkeys.ts";
import { readVisit, type Visit } from "./session.ts";

const Asked = z.discriminatedUnion("action", [
  z.object({ action: z.literal("create") }),
  z.object({ action: z.enum(["approve", "reject", "request"]), subject: z.string().min(1).max(128) }),
  z.object({ action: z.enum(["sign_in", "change_factors"]) }),
]);

/** Gives a page's script what the browser needs to use or make a passkey. */
export async function passkeyOptions(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const visit = await readVisit(context, c.req.raw);
  const form = await readForm(c.req.raw);
  if (!visit || !passkeysPossible(context.addresses)) return c.json({ message: "Sign in again." }, 401);
  requireCsrf(visit, field(form, "csrf"));
  const asked = Asked.safeParse({ action: field(form, "action"), subject: field(form, "subject") });
  if (!asked.success) return c.json({ message: "Reload the page and try again." }, 400);
  const signedIn = visit.session.level === "full";
  if (signedIn === (asked.data.action === "sign_in")) return c.json({ message: "Reload the page and try again." }, 409);
  if (asked.data.action === "create") {
    return c.json(await startPasskeyCreation(context, { sessionId: visit.session.id, user: visit.user }));
  }
  const purpose = purposeOf(asked.data, visit);
  return c.json(await startPasskeyUse(context, { sessionId: visit.session.id, userId: visit.user.id, purpose }));
}

function purposeOf(asked: Exclude<z.infer<typeof Asked>, { action: "create" }>, visit: Visit): Purpose {
  const subjectId = "subject" in asked ? asked.subject : visit.user.id;
  return { action: asked.action, subjectId };
}
