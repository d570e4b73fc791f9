import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import {
  hashPassword,
  MAX_PASSWORD_CHARS,
  MIN_PASSWORD_CHARS,
  newTotpSecret,
  verifyTotp,
} from "../../domain/credentials.ts";
import { readName } from "../../domain/mail-address.ts";
import { readForm } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import { type Html, html } from "../../outside/html.ts";
import { appendAudit, auditAccount } from "../../store/audit/audit.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { inDatabase } from "../../store/engine/transaction.ts";
import { hasFactor } from "../../store/people/accounts.ts";
import { replaceRecoveryCodes, setTotp } from "../../store/people/factors.ts";
import { epochOf } from "../../store/people/grants.ts";
import { enterWorkspace, findFullSession } from "../../store/people/sessions.ts";
import { acceptInvitation, findSetupLink, type UsableLink, useSetupLink } from "../../store/people/setup-links.ts";
import { sealTotpSecret } from "../../store/people/totp-secrets.ts";
import { createUser, findUser, isAddressTaken, listWorkspacesOf, renameUser } from "../../store/people/users.ts";
import { findFirstWorkspace, findWorkspace, renameWorkspace } from "../../store/people/workspaces.ts";
import { inputField } from "../fragments.ts";
import { field, requireCsrf, requireOwnOrigin } from "../guard.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { confirmationNote, recoveryCodeList, totpSteps } from "./factor.ts";
import { passwordSignInProblem, readSession, type Session } from "./session.ts";
import { beginByPassword } from "./sign-in.ts";

interface Setup {
  readonly context: ServiceContext;
  readonly c: HttpContext;
  readonly secret: string;
  readonly link: UsableLink;
  /** Of the person that the link is for, when they are signed in here. */
  readonly own: Session | undefined;
  readonly takes: { readonly password: boolean; readonly factor: boolean };
  readonly isFirst: boolean;
}

export async function showSetup(context: ServiceContext, c: HttpContext): Promise<Response> {
  const setup = await readSetup(context, c);
  return setup ? setupPage(setup, { totp: newTotpSecret() }) : deadLink(c);
}

async function readSetup(context: ServiceContext, c: HttpContext): Promise<Setup | undefined> {
  const { db, clock, sso, settings } = context;
  const secret = c.req.param("secret") ?? "";
  const link = await findSetupLink(db, secret, instant(clock), sso?.checks.proveUser);
  if (!link) return undefined;
  const found = { context, c, secret, link };
  if (link.kind === "invitation") {
    const session = await readSession(context, c.req.raw);
    const own = session?.row.level === "full" && session.user.email === link.email ? session : undefined;
    const password = settings.localSignIn === undefined;
    return { ...found, own, takes: { password, factor: password }, isFirst: false };
  }
  const user = await findUser(db, link.userId);
  if (!user || (await passwordSignInProblem(context, user)) !== undefined) return undefined;
  const factor = !(await hasFactor(db, link.userId));
  const isFirst = (await findFirstWorkspace(db, link.userId)) !== undefined;
  return { ...found, own: undefined, takes: { password: true, factor }, isFirst };
}

export async function submitSetup(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const form = await readForm(c.req.raw);
  const setup = await readSetup(context, c);
  if (!setup) return deadLink(c);
  if (setup.own) return joinSignedIn(setup, setup.own, form);
  const [name, workspace] = [field(form, "name"), field(form, "workspace")];
  const typed = { name, workspace, totp: readTotpSecret(field(form, "totp")) };
  const wrong = (text: string) => setupPage(setup, typed, { tone: "problem", text });
  const password = form.get("password") ?? "";
  const problem = setup.takes.password
    ? passwordProblem(password, form.get("again") ?? "")
    : "This service has no passwords. Use your company account.";
  if (problem !== undefined) return wrong(problem);
  const names = { name: readName(name), workspace: readName(workspace) };
  if (name !== "" && names.name === undefined) return wrong("Enter your name on one line.");
  if (setup.isFirst && (names.name === undefined || names.workspace === undefined)) {
    return wrong("Enter your name and one for the workspace, each on one line.");
  }
  const { totp: secret } = typed;
  const code = setup.takes.factor ? field(form, "code") : "";
  const step = await verifyTotp({ code, secret, lastStep: null, nowMs: context.clock.now() });
  if (code !== "" && step === undefined) return wrong("The code is wrong. Check your phone's clock and try again.");
  const totp = step === undefined ? undefined : { secret, step };
  const chosen = {
    name: names.name ?? "",
    workspace: names.workspace ?? "",
    passwordHash: await hashPassword(password),
    totp,
  };
  const opened = await inDatabase(context.db, (tx) => openAccount(tx, setup, chosen));
  if (opened === "taken") return wrong("This address has an account here. Sign in to it, then open this link again.");
  if (opened === undefined) return deadLink(c);
  const { user, codes } = opened;
  const outstanding = codes === undefined && (await hasFactor(context.db, user.id));
  await beginByPassword(context, c, user, { outstanding, proof: totp ? "totp" : "password" });
  if (codes) return readyPage(setup, user.id, codes);
  return c.redirect(outstanding ? "/app/second-factor" : "/app/account?done=welcome", 303);
}

interface Chosen {
  readonly name: string;
  readonly workspace: string;
  readonly passwordHash: string;
  readonly totp: { readonly secret: string; readonly step: number } | undefined;
}

async function openAccount(
  tx: Transaction,
  { context, secret }: Setup,
  { name, workspace, passwordHash, totp }: Chosen,
) {
  const link = await findSetupLink(tx, secret, tx.at);
  if (!link) return undefined;
  if (link.kind === "invitation" && (await isAddressTaken(tx, link.email))) return "taken";
  const userId =
    link.kind === "account"
      ? await useSetupLink(tx, secret, passwordHash)
      : await createUser(tx, { email: link.email, name: name || link.email, passwordHash, madeBy: link.people });
  if (userId === undefined) return undefined;
  if (link.kind === "invitation") await acceptInvitation(tx, link, userId);
  const first = await findFirstWorkspace(tx, userId);
  if (first && name !== "" && workspace !== "") {
    await renameUser(tx, userId, name);
    await renameWorkspace(tx, first.id, workspace);
  }
  const entry = { userId, data: { via: "setup_link" } };
  await auditAccount(tx, { ...entry, action: "password.set" });
  const user = { id: userId, epoch: await epochOf(tx, userId) };
  if (!totp || (await hasFactor(tx, userId))) return { user, codes: undefined };
  await setTotp(tx, userId, { sealed: sealTotpSecret(context.settings, userId, totp.secret), step: totp.step });
  await auditAccount(tx, { ...entry, action: "totp.added" });
  return { user, codes: await replaceRecoveryCodes(tx, userId) };
}

async function joinSignedIn({ context, c, secret }: Setup, session: Session, form: URLSearchParams): Promise<Response> {
  requireCsrf(session, field(form, "csrf"));
  const joined = await inDatabase(context.db, async (tx) => {
    const link = await findSetupLink(tx, secret, tx.at);
    if (link?.kind !== "invitation" || link.email !== session.user.email) return false;
    if (!(await findFullSession(tx, session.row.id, tx.at, null))) return false;
    const { workspaceId } = link;
    await acceptInvitation(tx, link, session.user.id);
    const user = { type: "user", id: session.user.id } as const;
    const data = { sessionId: session.row.id, via: "invitation" };
    await appendAudit(tx, { workspaceId, actor: user, subject: user, action: "session.opened", data });
    await enterWorkspace(tx, session.row.id, workspaceId);
    return true;
  });
  return joined ? c.redirect("/app/account?done=joined", 303) : deadLink(c);
}

/** [NIST SP 800-63B §3.1.1] */
export function passwordProblem(password: string, again: string): string | undefined {
  if (password.length < MIN_PASSWORD_CHARS) return `Choose a password of at least ${MIN_PASSWORD_CHARS} characters.`;
  if (password.length > MAX_PASSWORD_CHARS) return `Choose a password of at most ${MAX_PASSWORD_CHARS} characters.`;
  return password === again ? undefined : "The passwords do not match.";
}

/** The form brings back the secret that its page made: it becomes that of who sends it. */
function readTotpSecret(text: string): string {
  return /^[A-Z2-7]{32}$/.test(text) ? text : newTotpSecret();
}

const NEW_PASSWORD = {
  type: "password",
  autocomplete: "new-password",
  required: true,
  maxlength: MAX_PASSWORD_CHARS,
} as const;

interface Typed {
  readonly name?: string;
  readonly workspace?: string;
  readonly totp: string;
}

async function setupPage(setup: Setup, typed: Typed, notice?: Notice): Promise<Response> {
  const { context, c, link, own } = setup;
  const workspace = link.kind === "invitation" ? await findWorkspace(context.db, link.workspaceId) : undefined;
  return page(c, {
    title: workspace ? `Join ${workspace.name}` : "Set your password",
    narrow: true,
    notice,
    status: notice ? 400 : 200,
    body: html`<h1>${link.kind === "account" ? html`Welcome${!setup.isFirst && html`, <bdi>${link.name}</bdi>`}` : html`Join <bdi>${workspace?.name}</bdi>`}</h1>
      ${setup.isFirst && html`<p class="lead">You are the first here, and own the workspace that you create. You invite the others.</p>`}
      ${link.kind === "invitation" && html`<p class="lead"><bdi>${link.email}</bdi> is invited as ${link.role}.</p>`}
      ${own ? joinForm(own) : accountForms(setup, typed)}`,
  });
}

function joinForm(own: Session): Html {
  return html`<form method="post" class="card stack">
    ${csrfField(own)}
    <p>You are signed in as <bdi>${own.user.name}</bdi>. You keep your password and your second factor.</p>
    <button>Join</button>
  </form>`;
}

function accountForms({ context, secret, link, takes, isFirst }: Setup, typed: Typed): Html {
  const path = encodeURIComponent(`/app/setup/${secret}`);
  const isInvited = link.kind === "invitation";
  const company =
    isInvited &&
    context.sso &&
    html`<p><a class="button" href="/app/sso?next=${path}">Use your company account</a></p>`;
  const form = html`<form method="post" class="card stack">
    <input type="hidden" autocomplete="username" name="email" value="${link.email}" />
    ${(isInvited || isFirst) && inputField("Your name", { id: "name", name: "name", autocomplete: "name", required: true, maxlength: 120, value: typed.name })}
    ${isFirst && inputField("Workspace", { id: "workspace", name: "workspace", autocomplete: "organization", required: true, maxlength: 120, placeholder: "Lantern Theatre", value: typed.workspace }, "Your company or team: all of your sites and people are in it.")}
    ${inputField("Password", { ...NEW_PASSWORD, id: "password", name: "password", minlength: MIN_PASSWORD_CHARS }, `At least ${MIN_PASSWORD_CHARS} characters. Several words are easier to remember than special characters.`)}
    ${inputField("Confirm password", { ...NEW_PASSWORD, id: "again", name: "again" })}
    ${takes.factor && totpFields(link.email, typed.totp)}
    <button>${isInvited ? "Join" : isFirst ? "Create workspace" : "Set password"}</button>
  </form>`;
  const signIn = html`<p class="dim">You have an account here already? <a href="/app/signin?next=${path}">Sign in</a> to join with it.</p>`;
  return html`${company} ${takes.password && form} ${isInvited && signIn}`;
}

function totpFields(email: string, secret: string): Html {
  return html`<input type="hidden" name="totp" value="${secret}" />
    <fieldset>
      <legend>Second factor</legend>
      <p class="hint">You need one to request or approve a release. Leave the code empty to set up another one later, such as a passkey.</p>
      ${totpSteps(secret, email)}
    </fieldset>`;
}

async function readyPage({ context, c, link }: Setup, userId: string, codes: readonly string[]): Promise<Response> {
  const [place] = await listWorkspacesOf(context.db, userId);
  const workspaceId = link.kind === "invitation" ? link.workspaceId : place?.id;
  const note = workspaceId !== undefined && (await confirmationNote(context, workspaceId, userId));
  return page(c, {
    title: "Your account is ready",
    narrow: true,
    body: html`<h1>Your account is ready</h1>
      ${note} ${recoveryCodeList(codes)}
      <p><a class="button" href="/app/sites">I have saved them</a></p>`,
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
        confirms you, or when the person who made it no longer may. If you have already set a password, sign in.
      </p>
      <p>
        Otherwise ask an owner or admin of your workspace for a new link. If you are the first owner, restart the
        service: it prints a new one.
      </p>
      <p><a class="button" href="/app/signin">Sign in</a></p>`,
  });
}
