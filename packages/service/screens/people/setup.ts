import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { hashPassword, MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../../domain/credentials.ts";
import { readForm } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import { factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { findSetupLink, type UsableLink, useSetupLink } from "../../store/people/setup-links.ts";
import { findUser } from "../../store/people/users.ts";
import { inputField } from "../fragments.ts";
import { requireOwnOrigin } from "../guard.ts";
import { html } from "../../outside/html.ts";
import { type Notice, page } from "../page.ts";
import { passwordSignInProblem } from "./session.ts";
import { auditAccount } from "../../store/audit/audit.ts";
import { beginByPassword } from "./sign-in.ts";
import { inDatabase } from "../../store/engine/transaction.ts";

export async function showSetup(context: ServiceContext, c: HttpContext): Promise<Response> {
  const person = await findInvited(context, linkSecret(c));
  return person ? setupPage(c, person) : deadLink(c);
}

/** The person of a link, unless their account takes no password. */
async function findInvited(context: ServiceContext, secret: string): Promise<UsableLink | undefined> {
  const { db, clock, sso } = context;
  const person = await findSetupLink(db, secret, instant(clock), sso?.checks.proveUser);
  const user = person && (await findUser(context.db, person.userId));
  return user && (await passwordSignInProblem(context, user)) === undefined ? person : undefined;
}

/** Sets the password, signs the user in and ends all that acted as their account before. */
export async function submitSetup(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const secret = linkSecret(c);
  const person = await findInvited(context, secret);
  if (!person) return deadLink(c);
  const form = await readForm(c.req.raw);
  const problem = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (problem !== undefined) return setupPage(c, person, { tone: "problem", text: problem });
  const passwordHash = await hashPassword(form.get("password") ?? "");
  const at = instant(context.clock);
  const userId = await inDatabase(context.db, async (tx) => {
    const used = await useSetupLink(tx, secret, passwordHash, at);
    if (used === undefined) return undefined;
    await auditAccount(tx, { userId: used, action: "password.set", data: { via: "setup_link" }, at });
    return used;
  });
  if (userId === undefined) return deadLink(c);
  const outstanding = hasSecondFactor(await factorsOf(context.db, userId));
  await beginByPassword(context, c, userId, outstanding);
  return c.redirect(outstanding ? "/app/second-factor" : "/app/account?done=welcome", 303);
}

/** What is wrong with a new password, or undefined. [NIST SP 800-63B §3.1.1] */
export function passwordProblem(password: string, again: string): string | undefined {
  if (password.length < MIN_PASSWORD_CHARS) return `Choose a password of at least ${MIN_PASSWORD_CHARS} characters.`;
  if (password.length > MAX_PASSWORD_CHARS) return `Choose a password of at most ${MAX_PASSWORD_CHARS} characters.`;
  return password === again ? undefined : "The passwords do not match.";
}

function linkSecret(c: HttpContext): string {
  return c.req.param("secret") ?? "";
}

const NEW_PASSWORD = {
  type: "password",
  autocomplete: "new-password",
  required: true,
  maxlength: MAX_PASSWORD_CHARS,
} as const;

function setupPage(
  c: HttpContext,
  person: { readonly name: string; readonly email: string },
  notice?: Notice,
): Response {
  return page(c, {
    title: "Set your password",
    narrow: true,
    notice,
    status: notice ? 400 : 200,
    body: html`<h1>Welcome, <bdi>${person.name}</bdi></h1>
      <p>
        Choose a password for <bdi>${person.email}</bdi>. Several words are easier to remember than special
        characters.
      </p>
      <form method="post" class="card stack">
        <input type="hidden" autocomplete="username" name="email" value="${person.email}" />
        ${inputField("Password", { ...NEW_PASSWORD, id: "password", name: "password", minlength: MIN_PASSWORD_CHARS }, `At least ${MIN_PASSWORD_CHARS} characters.`)}
        ${inputField("Confirm password", { ...NEW_PASSWORD, id: "again", name: "again" })}
        <button>Set password</button>
      </form>`,
  });
}

function deadLink(c: HttpContext): Response {
  return page(c, {
    title: "Link expired",
    narrow: true,
    status: 404,
    body: html`<h1>This link is expired or already used</h1>
      <p>
        A setup link works once and expires after three days. It ends sooner when a newer one is made, when an owner
        confirms you, or when its maker may not make it any more. If you have already set a password, sign in.
      </p>
      <p>
        Otherwise ask an owner or admin of your workspace for a new link. If you are the first owner, restart the
        service: it prints a new one.
      </p>
      <p><a class="button" href="/app/signin">Sign in</a></p>`,
  });
}
