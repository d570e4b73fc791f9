import { CreateSite, type Role } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import { grantableScopes } from "../../domain/authentication.ts";
import { newUuid } from "../../domain/ids.ts";
import { readSshUrl } from "../../domain/ssh.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { createSite, listProjects } from "../../store/sites/sites.ts";
import { formProblem } from "../errors.ts";
import { inputField } from "../fragments.ts";
import { skipChoice, skipsCheck } from "./site-settings.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";

/** Whether a member may create sites: who can make a token that may. */
export function canCreateSites(role: Role): boolean {
  return grantableScopes(role).includes("sites:write");
}

export async function showNewSite(
  context: ServiceContext,
  { c, session, actor }: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  requireCreator(actor.role);
  const projects = await listProjects(context.db, actor.workspaceId);
  const typed = notice?.typed;
  return page(c, {
    title: "New site",
    session,
    section: "/app/sites",
    narrow: true,
    notice,
    status: notice ? 400 : 200,
    body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
      <h1>New site</h1>
      <p class="lead">Its first preview is built from the default branch; Greenroom finds out which framework it uses.</p>
      <form method="post" action="/app/sites/new" class="card stack">
        ${csrfField(session)}
        ${inputField("Repository", { id: "repositoryUrl", name: "repositoryUrl", type: "url", required: true, maxlength: 2048, placeholder: "https://github.com/lantern/website", value: typed?.get("repositoryUrl"), autocomplete: "off" }, "An https URL, or an ssh one such as ssh://git@github.com/lantern/website.git that is read with a deploy key.")}
        ${inputField("Name", { id: "name", name: "name", required: true, maxlength: 200, value: typed?.get("name"), autocomplete: "off" })}
        ${inputField("Slug", { id: "slug", name: "slug", required: true, maxlength: 63, pattern: "[a-z0-9\\-]+", value: typed?.get("slug"), autocomplete: "off" }, "Lower-case letters, digits and hyphens; it becomes part of the site's URLs.")}
        ${
          projects.length > 1 &&
          html`<div class="field">
            <label for="projectId">Project</label
            ><select id="projectId" name="projectId">
              ${projects.map(({ id, name }) => html`<option value="${id}" ${id === typed?.get("projectId") && html` selected`}>${name}</option>`)}
            </select>
          </div>`
        }
        ${skipChoice(typed)}
        <div><button>Create and build</button></div>
      </form>`,
  });
}

/** Creates a site and starts its first preview, whose log is shown. */
export async function submitNewSite(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  requireCreator(actor.role);
  const [first] = await listProjects(context.db, actor.workspaceId);
  const projectId = field(form, "projectId") || first?.id;
  const given = {
    projectId,
    ...Object.fromEntries(["name", "slug", "repositoryUrl"].map((name) => [name, field(form, name)])),
    ...skipsCheck(form),
  };
  await c.get("limits").deploy(actor);
  let siteId: string;
  try {
    siteId = (await createSite(context, actor, validated(CreateSite, given))).id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showNewSite(context, request, { tone: "problem", text: formProblem(error), typed: form });
  }
  // It cannot be read before its key is there.
  if (readSshUrl(field(form, "repositoryUrl"))) return c.redirect(`/app/sites/${siteId}/repository`, 303);
  try {
    const first = { siteId, key: `screen-${newUuid()}`, body: { environment: "preview" } };
    const { deployment } = await acceptPreview(context, actor, first);
    return c.redirect(`/app/deployments/${deployment.id}`, 303);
  } catch (error) {
    // The site is there all the same, and its page has what to do next.
    if (error instanceof ApiError) return c.redirect(`/app/sites/${siteId}`, 303);
    throw error;
  }
}

/** @throws {ApiError} `forbidden_role` */
function requireCreator(role: Role): void {
  if (!canCreateSites(role)) throw new ApiError("forbidden_role", `Your role is ${role}, which cannot create sites.`);
}
