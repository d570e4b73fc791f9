import { CreateSite, type Role } from "@greenroom/contract";
import { ApiError, validated } from "../../domain/api-error.ts";
import { grantableScopes } from "../../domain/authentication.ts";
import { newUuid } from "../../domain/ids.ts";
import { namesOfRepository } from "../../domain/site.ts";
import { readSshUrl } from "../../domain/ssh.ts";
import { html } from "../../outside/html.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { createSite, listProjects } from "../../store/sites/sites.ts";
import { defineScreen, type FormResult } from "../screen.ts";
import { inputField, postForm, selectField } from "../fragments.ts";
import { field, type FormRequest } from "../guard.ts";
import { skipChoice, skipsCheck } from "./site-settings.ts";

/** Whether a member may create sites: who can make a token that may. */
export function canCreateSites(role: Role): boolean {
  return grantableScopes(role).includes("sites:write");
}

export const newSiteScreen = defineScreen({
  async load({ context, actor }) {
    requireCreator(actor.role);
    return { projects: await listProjects(context.db, actor.workspaceId) };
  },
  view(request, { projects }) {
    const { typed } = request;
    const options = projects.map(({ id, name }) => [id, name] as const);
    const fields = html`${inputField("Repository", { id: "repositoryUrl", name: "repositoryUrl", type: "url", required: true, maxlength: 2048, placeholder: "https://github.com/lantern/website", value: typed?.get("repositoryUrl"), autocomplete: "off" }, "An https URL, or an ssh one such as ssh://git@github.com/lantern/website.git that is read with a deploy key.")}
      ${inputField("Name", { id: "name", name: "name", maxlength: 200, placeholder: "from the repository", value: typed?.get("name"), autocomplete: "off" })}
      ${inputField("Slug", { id: "slug", name: "slug", maxlength: 63, placeholder: "from the repository", pattern: "[a-z0-9\\-]+", value: typed?.get("slug"), autocomplete: "off" }, "Lower-case letters, digits and hyphens; it becomes part of the site's URLs. Name and slug come from the repository when they are left empty.")}
      ${options.length > 1 && selectField("Project", { id: "projectId", name: "projectId", options, chosen: typed?.get("projectId") })}
      ${skipChoice(typed)}
      <div><button>Create and build</button></div>`;
    return {
      title: "New site",
      section: "/app/sites",
      narrow: true,
      body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
        <h1>New site</h1>
        <p class="lead">Its first preview is built from the default branch; Greenroom finds out which framework it uses.</p>
        ${postForm(request, { class: "card stack", "data-names": true }, fields)}`,
    };
  },
  actions: createAndBuild,
});

/** Creates a site and starts its first preview, whose log is shown. */
async function createAndBuild({ context, c, actor, form }: FormRequest): Promise<FormResult> {
  requireCreator(actor.role);
  const [first] = await listProjects(context.db, actor.workspaceId);
  const repositoryUrl = field(form, "repositoryUrl");
  const derived = namesOfRepository(repositoryUrl);
  const fields = {
    projectId: field(form, "projectId") || first?.id,
    name: field(form, "name") || derived?.name,
    slug: field(form, "slug") || derived?.slug,
    repositoryUrl,
    ...skipsCheck(form),
  };
  await c.get("limits").deploy(actor);
  const { id: siteId } = await createSite(context, actor, validated(CreateSite, fields));
  // It cannot be read before its key is there.
  if (readSshUrl(fields.repositoryUrl)) return c.redirect(`/app/sites/${siteId}/repository`, 303);
  try {
    const preview = { siteId, key: `screen-${newUuid()}`, body: { environment: "preview" } };
    const { deployment } = await acceptPreview(context, actor, preview);
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
