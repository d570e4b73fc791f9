import { z } from "zod";
import { type Role, ROLES } from "@greenroom/contract";
import { mayDecide } from "../domain/approval.ts";
import type { ServiceContext } from "../context.ts";
import { listMembers, type Member } from "../store/users.ts";
import { ago, clipped, finalStep } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

/** Roles that look after members. */
export const MEMBER_KEEPERS: readonly Role[] = ["owner", "admin"];

/** An address a person can be reached by. */
export const EmailAddress = z.email().max(254);

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "everything, owners included",
  admin: "members, tokens and approvals",
  approver: "decides about releases",
  developer: "previews, and asks for releases",
  viewer: "looks only",
};

const DONE: ReadonlyMap<string, string> = new Map([
  ["changed", "The role is changed; it counts from the next request on."],
  ["removed", "The member is removed; their tokens and this workspace are out of their reach at once."],
]);

/** Shows who belongs to a workspace. */
export async function showMembers(context: ServiceContext, signed: Signed, notice?: Notice): Promise<Response> {
  const { c, visit, actor } = signed;
  const members = await listMembers(context.db, actor.workspaceId);
  const keeper = MEMBER_KEEPERS.includes(actor.role);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const lonely = members.filter(({ role }) => mayDecide(role)).length < 2;
  return page(c, {
    title: "Members",
    visit,
    section: "/app/members",
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Members</h1>
      ${lonely && html`<div class="notice hint"><p>Nobody approves their own request, so publishing takes two people who may decide: owners, admins or approvers.</p></div>`}
      <ul class="plain card">
        ${members.map((member) => memberRow(context, signed, { member, keeper }))}
      </ul>
      ${
        keeper &&
        html`<h2>Add a member</h2>
          ${addForm(signed, notice?.typed)}`
      }`,
  });
}

/** Roles a member may give or take away: only owners make and unmake owners. */
export function grantableRoles(role: Role): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}

function memberRow(
  context: ServiceContext,
  { visit, actor }: Signed,
  { member, keeper }: { readonly member: Member; readonly keeper: boolean },
): Html {
  const roles = grantableRoles(actor.role);
  const own = member.userId === actor.userId;
  const manageable = keeper && !own && roles.includes(member.role);
  const id = `role-${member.userId}`;
  return html`<li>
    <form method="post" action="/app/members" class="item">
      ${csrfField(visit)}<input type="hidden" name="user" value="${member.userId}" />
      <div>
        <strong>${clipped(member.name)}</strong
        >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
          ><bdi>${member.email}</bdi> · since ${ago(member.since, context.clock.now())}</span
        >
      </div>
      ${
        manageable
          ? html`<div class="row">
              <label class="hidden" for="${id}">Role of ${member.name}</label
              ><select id="${id}" name="role">
                ${options(roles, member.role)}
              </select>
              <button class="secondary small" name="do" value="role" aria-label="Change role of ${member.name}">Change role</button>
              <button class="secondary small" name="do" value="link" aria-label="Make set-up link for ${member.name}">Make set-up link</button>
              ${finalStep({ verb: "Remove", of: member.name, means: "They lose this workspace and their tokens in it at once.", action: "remove" })}
            </div>`
          : html`<span class="role">${member.role}</span>`
      }
    </form>
  </li>`;
}

function addForm({ visit, actor }: Signed, typed: URLSearchParams | undefined): Html {
  const role = ROLES.find((one) => one === typed?.get("role")) ?? "developer";
  return html`<form method="post" action="/app/members" class="card stack">
    ${csrfField(visit)}
    <div class="grid">
      <div class="field">
        <label for="new-name">Name</label
        ><input id="new-name" name="name" maxlength="120" required autocomplete="off" value="${typed?.get("name")}" />
      </div>
      <div class="field">
        <label for="new-email">Email</label
        ><input id="new-email" name="email" type="email" maxlength="254" required autocomplete="off" value="${typed?.get("email")}" />
      </div>
    </div>
    <fieldset>
      <legend>Role</legend>
      ${grantableRoles(actor.role).map(
        (one) =>
          html`<label class="choice"
            ><input type="radio" name="role" value="${one}" ${one === role && html` checked`} />
            <span>${one} <span class="dim">${MEANINGS[one]}</span></span></label
          >`,
      )}
    </fieldset>
    <div><button name="do" value="add">Add the member</button></div>
    <p class="hint">You get a set-up link to hand over; Greenroom sends no mail.</p>
  </form>`;
}

function options(roles: readonly Role[], chosen: Role): Html[] {
  return roles.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${role}</option>`);
}
