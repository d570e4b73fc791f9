import { instant } from "@greenroom/contract/clock";
import type { Purpose } from "../domain/step-up.ts";
import { totpAddress } from "../domain/totp.ts";
import type { ServiceContext } from "../context.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../store/factors.ts";
import type { PasskeyRow, SessionRow } from "../store/identity-schema.ts";
import { listSessions } from "../store/sessions.ts";
import { hasStepUp } from "../store/step-ups.ts";
import { factorFields, passkeyButton } from "./factor.ts";
import { ago, finalStep } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { passkeysPossible } from "./passkeys.ts";
import { qrPicture } from "./qr.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  [
    "welcome",
    "Your password is set. Now add a second factor: you need one to ask for a release or to decide about one.",
  ],
  ["confirmed", "Thank you. For five minutes you can change how you sign in."],
  ["totp_on", "The authenticator app is set up."],
  ["totp_off", "The authenticator app is removed."],
  ["passkey_on", "The passkey is added."],
  ["passkey_off", "The passkey is removed."],
  ["password", "The password is changed, and every other session is signed out."],
  ["signed_out", "The session is signed out."],
]);

/** What a second factor is given for before a person changes how they sign in. */
export function changingFactors(userId: string): Purpose {
  return { action: "change_factors", subjectId: userId };
}

/** Whether a person may change how they sign in: they have just shown a second factor, or have none to show. */
export async function mayChangeFactors(context: ServiceContext, { visit }: Signed, factors: Factors): Promise<boolean> {
  if (!hasSecondFactor(factors)) return true;
  const asked = { sessionId: visit.session.id, purpose: changingFactors(visit.user.id), at: instant(context.clock) };
  return hasStepUp(context.db, asked);
}

/** Shows how a person signs in, and where they are signed in. */
export async function showAccount(context: ServiceContext, signed: Signed, notice?: Notice): Promise<Response> {
  const { c, visit } = signed;
  const factors = await factorsOf(context.db, visit.user.id);
  const open = await mayChangeFactors(context, signed, factors);
  const sessions = await listSessions(context.db, visit.user.id, context.clock.now());
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  return page(c, {
    title: "Your account",
    visit,
    section: "/app/account",
    narrow: true,
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`<h1>Your account</h1>
      <p class="lead">
        <bdi>${visit.user.name}</bdi> · <bdi>${visit.user.email}</bdi> · ${visit.workspace.role} in
        <bdi>${visit.workspace.name}</bdi>
      </p>
      ${!open && confirmSection(context, signed, factors)}
      <h2>Authenticator app</h2>
      ${totpSection(signed, factors, open)}
      <h2>Passkeys</h2>
      ${passkeySection(context, signed, { factors, open })}
      <h2>Recovery codes</h2>
      ${recoverySection(signed, factors, open)}
      <h2>Password</h2>
      ${passwordSection(signed)}
      <h2>Signed in</h2>
      ${sessionsSection(context, signed, sessions)}`,
  });
}

function confirmSection(context: ServiceContext, { visit }: Signed, factors: Factors): Html {
  const purpose = changingFactors(visit.user.id);
  const submit = { name: "do", value: "confirm" };
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(visit)}
    <p>To change how you sign in, first show that it is you.</p>
    ${factorFields({ factors, recoveryCodes: true, id: "confirm" })}
    <div class="row">
      <button name="do" value="confirm">Confirm</button
      >${passkeyButton(context, { factors, purpose, label: "Use a passkey", submit })}
    </div>
  </form>`;
}

function totpSection({ visit }: Signed, factors: Factors, open: boolean): Html {
  const pending = visit.session.pending_totp_secret;
  if (pending !== null && open) return enrolment(visit, pending);
  const act = factors.totp
    ? html`<p>Set up. It shows a new code every 30 seconds.</p>
        ${open && html`<div class="row"><button class="secondary" name="do" value="totp_start">Move to another app</button></div>${finalStep({ verb: "Remove", of: "the authenticator app", means: "Its codes will not count any more. Without another second factor you cannot ask for releases or decide about them.", action: "totp_off" })}`}`
    : html`<p>An app on your phone shows six digits that change every 30 seconds.</p>
        ${open && html`<button name="do" value="totp_start">Set up an authenticator app</button>`}`;
  return html`<form method="post" action="/app/account" class="card stack">${csrfField(visit)}${act}</form>`;
}

function enrolment(visit: Signed["visit"], secret: string): Html {
  const address = totpAddress(secret, visit.user.email);
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(visit)}
    <ol class="steps">
      <li>
        Scan this picture with your authenticator app.
        <div class="scan">
          ${qrPicture(address, "QR code for your authenticator app; the key is given below as text")}
          <p class="hint">
            No camera? Type this key into the app:<br /><code class="key"
              >${secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code
            >
          </p>
        </div>
      </li>
      <li>
        <div class="field">
          <label for="first-code">Type the code the app shows</label
          ><input
            class="code"
            id="first-code"
            name="code"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="12"
          />
        </div>
      </li>
    </ol>
    <div class="row">
      <button name="do" value="totp_on">Confirm the code</button
      ><button class="quiet" name="do" value="totp_cancel" formnovalidate>Not now</button>
    </div>
  </form>`;
}

function passkeySection(
  context: ServiceContext,
  { visit }: Signed,
  { factors, open }: { readonly factors: Factors; readonly open: boolean },
): Html {
  const rows = factors.passkeys.map((passkey) => passkeyRow(context, visit, { passkey, open }));
  const possible = passkeysPossible(context.addresses);
  return html`<div class="card stack">
    <p>A passkey is your fingerprint, face or a security key. It works on this site only, so nobody can trick it out of you.</p>
    ${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
    ${!possible && html`<p class="hint">This service is known by a bare network address, and browsers make no passkey for one. The operator can start it under a host name, as with <code>--host localhost</code> on one machine.</p>`}
    ${possible && open && newPasskeyForm(visit)}
  </div>`;
}

function passkeyRow(
  context: ServiceContext,
  visit: Signed["visit"],
  { passkey, open }: { readonly passkey: PasskeyRow; readonly open: boolean },
): Html {
  const now = context.clock.now();
  const used = passkey.last_used_at !== null && html`, last used ${ago(passkey.last_used_at, now)}`;
  return html`<li>
    <form method="post" action="/app/account" class="item">
      ${csrfField(visit)}<input type="hidden" name="id" value="${passkey.id}" />
      <div><strong><bdi>${passkey.name}</bdi></strong><br /><span class="dim">Added ${ago(passkey.created_at, now)}${used}</span></div>
      ${open && finalStep({ verb: "Remove", of: passkey.name, means: "It will not sign you in here any more.", action: "passkey_off" })}
    </form>
  </li>`;
}

function newPasskeyForm(visit: Signed["visit"]): Html {
  return html`<noscript><p class="hint">Adding a passkey needs JavaScript. The authenticator app works without.</p></noscript>
    <form method="post" action="/app/account" class="inline">
      ${csrfField(visit)}<input type="hidden" name="passkey" value="" /><input type="hidden" name="do" value="passkey_on" />
      <div class="field"><label for="passkey-name">Name</label><input id="passkey-name" name="name" maxlength="60" placeholder="My laptop" /></div>
      <button type="button" hidden data-passkey="create">Add a passkey</button>
    </form>`;
}

function recoverySection({ visit }: Signed, factors: Factors, open: boolean): Html {
  if (!hasSecondFactor(factors)) return html`<p class="dim">You get ten of them with your first second factor.</p>`;
  const text =
    factors.recoveryCodes === 0
      ? "You have none. Without them, a lost phone locks you out."
      : `${factors.recoveryCodes} of your recovery codes are unused. Each signs you in once, without your second factor.`;
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(visit)}
    <p>${text}</p>
    ${
      open &&
      html`<div><button class="secondary" name="do" value="recovery_new">Make ten new codes</button></div>
        <p class="hint">The old ones stop working.</p>`
    }
  </form>`;
}

function passwordSection({ visit }: Signed): Html {
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(visit)}<input type="hidden" name="email" autocomplete="username" value="${visit.user.email}" />
    <div class="field">
      <label for="current">Present password</label
      ><input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" />
    </div>
    <div class="field">
      <label for="new-password">New password</label
      ><input id="new-password" name="password" type="password" autocomplete="new-password" maxlength="256" />
    </div>
    <div class="field">
      <label for="again">The same again</label
      ><input id="again" name="again" type="password" autocomplete="new-password" maxlength="256" />
    </div>
    <div><button class="secondary" name="do" value="password">Change the password</button></div>
  </form>`;
}

function sessionsSection(context: ServiceContext, { visit }: Signed, sessions: readonly SessionRow[]): Html {
  const rows = sessions.map(
    ({ id, user_agent: agent, address, last_seen_at: seen }) =>
      html`<li>
        <form method="post" action="/app/account" class="item">
          ${csrfField(visit)}<input type="hidden" name="id" value="${id}" />
          <div>
            <strong><bdi>${browserName(agent)}</bdi></strong> <span class="dim">from <bdi>${address}</bdi></span
            ><br /><span class="dim"
              >${id === visit.session.id ? "This session" : html`Last seen ${ago(seen, context.clock.now())}`}</span
            >
          </div>
          ${id !== visit.session.id && html`<button class="danger small" name="do" value="sign_out">Sign out</button>`}
        </form>
      </li>`,
  );
  return html`<div class="card">
    <ul class="plain">
      ${rows}
    </ul>
  </div>`;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, "Edge"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

function browserName(agent: string): string {
  const name = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  return name ?? (agent === "" ? "A browser" : agent.slice(0, 40));
}
