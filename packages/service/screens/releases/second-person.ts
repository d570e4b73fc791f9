import type { SessionActor } from "../../domain/actor.ts";
import { canDecide, canDevelop, isAdmin } from "../../domain/roles.ts";
import { denialOf } from "../../domain/two-people.ts";
import { type Html, html } from "../../outside/html.ts";
import type { DecidingMembers } from "../../store/approvals/acts.ts";

/** @returns Undefined when another member could approve what this one requests, or when they request nothing. */
export function secondPersonNotice(actor: SessionActor, { members, ...rights }: DecidingMembers): Html | undefined {
  if (!canDevelop(actor.role)) return undefined;
  const people = rights.standings.get(actor.userId)?.people ?? new Set([actor.userId]);
  const facts = { ...rights, requestActs: [{ account: actor.userId, people }] };
  if (members.some((member) => denialOf(facts, member) === undefined)) return undefined;
  const others = members.filter(({ userId, role }) => userId !== actor.userId && canDecide(role));
  const manages = isAdmin(actor.role);
  const text =
    others.length > 0
      ? html`A release needs a second person, and no one who could approve yours is confirmed yet: <bdi>${new Intl.ListFormat("en").format(others.map(({ name }) => name))}</bdi>. <a href="/app/members">See the members</a>`
      : html`A release needs a second person who approves it, and there is none in this workspace yet. ${!manages && "Ask an owner to invite one."}`;
  return html`<div class="notice hint" role="note">
    <p>${text}</p>
    ${others.length === 0 && manages && html`<p><a class="button small" href="/app/members#new-email">Invite a second person</a></p>`}
  </div>`;
}
