import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { statusAt } from "../../domain/approval.ts";
import { canDecide } from "../../domain/roles.ts";
import { type Denial, denialOf, isRequested } from "../../domain/two-people.ts";
import { type Html, html } from "../../outside/html.ts";
import { findSentNotices } from "../../store/announcements/notices.ts";
import { type ApprovalView } from "../../store/approvals/approvals.ts";
import type { Member } from "../../store/people/users.ts";
import { joined, relativeTime, titledList } from "../fragments.ts";

type ReleasePeople = NonNullable<Awaited<ReturnType<typeof readReleasePeople>>>;

/** @returns Undefined for a request that no member can decide any more, or yet. */
export async function readReleasePeople({ db, clock }: ServiceContext, view: ApprovalView) {
  if (statusAt(view, instant(clock)) !== "pending" || !isRequested(view.facts)) return undefined;
  const names = new Map(view.members.map(({ userId, name }) => [userId, name]));
  const judged = view.members
    .filter(({ role }) => canDecide(role))
    .map((member) => ({ member, why: whyNot(member, denialOf(view.facts, member), names) }));
  return {
    deciders: judged.flatMap(({ member, why }) => (why === undefined ? [member] : [])),
    others: judged.flatMap(({ member, why }) => (why === undefined ? [] : [{ member, why }])),
    notices: await findSentNotices(db, {
      sourceDeploymentId: view.source_deployment_id,
      since: view.requested_at ?? view.created_at,
    }),
  };
}

function whyNot(
  { hasFactor }: Member,
  denial: Denial | undefined,
  names: ReadonlyMap<string, string>,
): string | undefined {
  switch (denial?.rule) {
    case "requester":
      return "requested it";
    case "holder":
      return `could sign in as ${names.get(denial.requester) ?? "a requester"} when it was requested`;
    case "unconfirmed":
      return hasFactor ? "is not confirmed yet" : "has no second factor yet";
    case "role":
      return "has another role";
    case undefined:
      return hasFactor ? undefined : "has no second factor yet";
  }
}

const NAMED = 20;

export function peopleList({ deciders, others, notices }: ReleasePeople, nowMs: number): Html {
  return html`<div class="people" id="people">
    <h3>Who can approve or reject</h3>
    <p>
      ${deciders.length === 0 ? "No one yet: ask an owner to add an approver, or to confirm one." : oneOf(deciders)}
    </p>
    ${titledList(
      "Who cannot",
      others.slice(0, NAMED).map(({ member, why }) => html`<li><bdi>${member.name}</bdi> ${why}</li>`),
    )}
    ${titledList(
      "Who was notified",
      notices.map(
        ({ kind, name, at, failed }) =>
          html`<li><bdi>${name}</bdi> <span class="dim">by ${kind === "email" ? "mail" : "chat"}${at === null ? ", on its way" : failed ? ", which failed" : html` ${relativeTime(at, nowMs)}`}</span></li>`,
      ),
    )}
  </div>`;
}

export function whoDecides({ deciders }: ReleasePeople): Html | undefined {
  return deciders.length === 0
    ? undefined
    : html` It waits for ${deciders.length > 1 && "one of "}${namesOf(deciders)}.`;
}

/** Several names alone could be read as several decisions that are needed. */
function oneOf(deciders: readonly Member[]): Html {
  return html`${deciders.length > 1 && "One of: "}${namesOf(deciders)}`;
}

function namesOf(deciders: readonly Member[]): Html {
  const names = deciders.slice(0, NAMED).map(({ name }) => html`<bdi>${name}</bdi>`);
  const left = deciders.length - names.length;
  return html`${joined(names, ", ")}${left > 0 && ` and ${left} more`}`;
}
