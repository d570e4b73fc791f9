import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../../domain/api-error.ts";
import type { Purpose } from "../../domain/authentication.ts";
import { type ConfirmationDenial, confirmationDenial, methodText } from "../../domain/people.ts";
import { html } from "../../outside/html.ts";
import type { Database } from "../../store/engine/database.ts";
import { inDatabase } from "../../store/engine/transaction.ts";
import { type AccountVersion, confirmAccount, hasFactor, readAccountVersion } from "../../store/people/accounts.ts";
import { consumeStepUp, factorsOf } from "../../store/people/factors.ts";
import { listMade } from "../../store/people/made-by.ts";
import { peopleText, standingsOf } from "../../store/people/standings.ts";
import { listTokens } from "../../store/people/tokens.ts";
import { listMembers, type Member, roleOf } from "../../store/people/users.ts";
import { madeList, postForm } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "../guard.ts";
import { page } from "../page.ts";
import { auditAs, done, type FormResult, problem, type Problem } from "../screen.ts";
import { factorFields, passkeyButton, stepUpByForm } from "./factor.ts";

const DENIALS: Readonly<Record<ConfirmationDenial | "gone", string>> = {
  gone: "This person is no longer a member.",
  own_account: "Another owner or the operator confirms you.",
  not_owner: "An owner confirms members.",
  unconfirmed: "You are not confirmed yourself. Another owner or the operator confirms you first.",
  holder: "You could sign in as this member, so another owner or the operator confirms them.",
  no_factor: "This member has no second factor yet. They set one up on their account page first.",
};

interface Confirming {
  readonly member: Member;
  readonly version: AccountVersion;
}

function ofConfirmable(proceed: (request: FormRequest, confirming: Confirming) => Promise<FormResult>) {
  return async (request: FormRequest): Promise<FormResult> => {
    const { context, actor, form } = request;
    requireRole(actor, ["owner"]);
    const members = await listMembers(context.db, actor.workspaceId);
    const member = members.find(({ userId }) => userId === field(form, "user"));
    if (!member) return problem(DENIALS.gone);
    const version = await readAccountVersion(context.db, member.userId);
    const denial = await confirmationDenialOf(context.db, request, member.userId, version);
    if (denial) return problem(DENIALS[denial]);
    if (await hasFactor(context.db, actor.userId)) return proceed(request, { member, version });
    return problem("Confirming a member needs a second factor. Set one up on your account page.");
  };
}

export const showConfirmation = ofConfirmable(confirmPage);

export const confirmMember = ofConfirmable(confirm);

async function confirmationDenialOf(
  db: Database,
  { actor }: MemberRequest,
  userId: string,
  { hasFactor }: AccountVersion,
): Promise<ConfirmationDenial | "gone" | undefined> {
  const standings = await standingsOf(db, actor.workspaceId, [userId]);
  const [confirmer, target] = [standings.get(actor.userId), standings.get(userId)];
  if (!confirmer || !target) return "gone";
  const isOwner = (await roleOf(db, actor.workspaceId, actor.userId)) === "owner";
  return confirmationDenial({ ...confirmer, isOwner }, { ...target, hasFactor });
}

async function confirm(request: FormRequest, { member, version }: Confirming): Promise<FormResult> {
  const { context, actor, form } = request;
  const { userId } = member;
  const purpose = confirming(userId);
  const wrong = await stepUpByForm(request, purpose);
  if (wrong) return confirmPage(request, { member, version }, wrong);
  const { workspaceId, sessionId } = actor;
  const outcome = await inDatabase(context.db, async (tx) => {
    const given = await consumeStepUp(tx, { sessionId, purpose });
    if (!given) throw new ApiError("step_up_required", "Give your second factor to confirm a member.");
    // All that it depends on is read again: what was shown may be over.
    const denial = await confirmationDenialOf(tx, request, userId, await readAccountVersion(tx, userId));
    if (denial) return denial;
    const confirmation = await confirmAccount(tx, userId, field(form, "shown"), workspaceId);
    if (confirmation !== "confirmed") return confirmation;
    const data = { factor: given.factor, code: version.code, people: await peopleText(tx, workspaceId, actor.userId) };
    await auditAs(tx, request, { action: "member.confirmed", subject: { type: "user", id: userId }, data });
    return undefined;
  });
  if (outcome === undefined) return done();
  if (outcome !== "changed") return problem(DENIALS[outcome]);
  return problem("The account changed while you looked at it. Ask the person again, and confirm what it is now.", 409);
}

function confirming(userId: string): Purpose {
  return { action: "confirm_member", subjectId: userId };
}

async function confirmPage(request: FormRequest, { member, version }: Confirming, wrong?: Problem): Promise<Response> {
  const { context, c, session, actor } = request;
  const factors = await factorsOf(context.db, session.user.id);
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const { userId } = member;
  const tokens = await listTokens(context.db, workspaceId, { userId, at });
  const made = (await listMade(context.db, { workspace_id: workspaceId, created_by: userId }, at)).filter(
    ({ what }) => what !== "trust rule",
  );
  const button = passkeyButton(context, {
    factors,
    purpose: confirming(userId),
    label: "Confirm with a passkey",
    submit: { name: "do", value: "confirmed" },
  });
  const fields = html`<input type="hidden" name="user" value="${userId}" /><input type="hidden" name="shown" value="${version.code}" />
    ${factorFields({ factors, recoveryCodes: false, id: "code", focus: true })}
    <div class="row"><button name="do" value="confirmed">Confirm <bdi>${member.name}</bdi></button>${button}</div>`;
  return page(c, {
    title: `Confirm ${member.name}`,
    session,
    section: "/app/members",
    narrow: true,
    notice: wrong && { tone: "problem", text: wrong.text },
    status: wrong?.status,
    body: html`<p class="crumbs"><a href="/app/members">Members</a></p>
      <h1>Confirm <bdi>${member.name}</bdi>?</h1>
      <p>
        You say that the account <bdi>${member.email}</bdi> is used by this person and by no one else. Ask them in person
        or by phone to read the code on their account page to you. It must be
      </p>
      <p><strong class="key">${version.code}</strong></p>
      <p>These sign-in methods stay: <bdi>${new Intl.ListFormat("en").format(version.methods.map(methodText))}</bdi>.</p>
      ${version.isConfirmed ? html`<p>Another workspace confirmed it already. You say so for this one.</p>` : html`<p>Everything else of the account ends: its sessions, unused setup links, and what it made until now${tokens.length + made.length > 0 ? ":" : "."}</p>`}
      ${!version.isConfirmed && tokens.length + made.length > 0 && html`<ul>${tokens.map(({ name }) => html`<li>token <bdi>${name}</bdi></li>`)}</ul>${madeList(made)}`}
      ${postForm(request, { class: "card stack" }, fields)}`,
  });
}
