import { CreateSite } from "@greenroom/contract";
import { ApiError, validated } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { namesOfRepository } from "../../domain/site.ts";
import { readSshUrl } from "../../domain/ssh.ts";
import { type Html, html } from "../../outside/html.ts";
import type { RepositorySites } from "../../pipeline/steps/sites.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import { requireDeveloper } from "../../store/people/users.ts";
import { createSite, listProjects } from "../../store/sites/sites.ts";
import { choice, inputField, postForm, selectField } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { page } from "../page.ts";
import { defineScreen, type FormResult, type View } from "../screen.ts";
import { skipChoice, skipsCheck } from "./site-settings.ts";

interface NewSite {
  readonly projects: Awaited<ReturnType<typeof listProjects>>;
  /** Where it was asked for. */
  readonly found?: RepositorySites;
}

export const newSiteScreen = defineScreen({
  load,
  view,
  actions: { look: { run: look }, create: { run: createAndBuild } },
});

async function load({ context, actor }: MemberRequest): Promise<NewSite> {
  await requireDeveloper(context.db, actor);
  return { projects: await listProjects(context.db, actor.workspaceId) };
}

function view(request: MemberRequest, { projects, found }: NewSite): View {
  const { typed } = request;
  const options = projects.map(({ id, name }) => [id, name] as const);
  const fields = html`${inputField("Repository", { id: "repositoryUrl", name: "repositoryUrl", type: "url", required: true, maxlength: 2048, placeholder: "https://github.com/lantern/website", value: typed?.get("repositoryUrl"), autocomplete: "off" }, "An https URL, or an ssh one such as ssh://git@github.com/lantern/website.git that is read with a deploy key.")}
    <div><button class="secondary" name="do" value="look">Look for sites</button></div>
    ${found && sitesFound(found, typed)}
    ${inputField("Name", { id: "name", name: "name", maxlength: 200, placeholder: "from the repository", value: typed?.get("name"), autocomplete: "off" })}
    ${inputField("Slug", { id: "slug", name: "slug", maxlength: 63, placeholder: "from the repository", pattern: "[a-z0-9\\-]+", value: typed?.get("slug"), autocomplete: "off" }, "Lower-case letters, digits and hyphens; it becomes part of the site's URLs. Name and slug come from the repository when they are left empty.")}
    ${options.length > 1 && selectField("Project", { id: "projectId", name: "projectId", options, chosen: typed?.get("projectId") })}
    ${skipChoice(typed)}
    <div><button name="do" value="create">Create and build</button></div>`;
  return {
    title: "New site",
    section: "/app/sites",
    narrow: true,
    body: html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
      <h1>New site</h1>
      <p class="lead">Its first preview is built from the default branch; Greenroom finds out which framework it uses.</p>
      ${postForm(request, { class: "card stack", "data-names": true }, fields)}`,
  };
}

/** The first that is built here is chosen. */
function sitesFound(found: RepositorySites, typed: URLSearchParams | undefined): Html {
  if ("problem" in found) return html`<p class="notice problem" role="alert">${found.problem}</p>`;
  if (found.sites.length === 0)
    return html`<p class="notice hint">No site was recognized: a <code>greenroom.json</code> with a <code>buildCommand</code> and an <code>output</code> says how it is built.</p>`;
  const chosen = typed?.get("rootDirectory") ?? found.sites.find(({ elsewhere }) => elsewhere === undefined)?.folder;
  return html`<fieldset>
    <legend>Sites of the repository</legend>
    ${found.sites.map(({ folder, framework, elsewhere }) =>
      elsewhere === undefined
        ? choice(
            { type: "radio", name: "rootDirectory", value: folder, checked: folder === chosen },
            html`<code>${folder}</code> <bdi>${framework}</bdi>`,
          )
        : html`<p class="hint"><code>${folder}</code> <bdi>${framework}</bdi>: ${elsewhere}.</p>`,
    )}
  </fieldset>`;
}

const MAX_LOOK_MS = 90_000;

async function look(request: FormRequest): Promise<Response> {
  const { context, c, actor, form, session } = request;
  const data = await load(request);
  await c.get("limits").deploy(actor);
  const url = validated(CreateSite.shape.repositoryUrl.unwrap(), field(form, "repositoryUrl"));
  const asked = { workspaceId: actor.workspaceId, url };
  const found = await context.builds.findSites(asked, AbortSignal.timeout(MAX_LOOK_MS));
  return page(c, { ...view({ ...request, typed: form }, { ...data, found }), session });
}

async function createAndBuild({ context, c, actor, form }: FormRequest): Promise<FormResult> {
  await requireDeveloper(context.db, actor);
  const [first] = await listProjects(context.db, actor.workspaceId);
  const repositoryUrl = field(form, "repositoryUrl");
  const derived = namesOfRepository(repositoryUrl);
  const fields = {
    projectId: field(form, "projectId") || first?.id,
    name: field(form, "name") || derived?.name,
    slug: field(form, "slug") || derived?.slug,
    repositoryUrl,
    ...(!["", "."].includes(field(form, "rootDirectory")) && { rootDirectory: field(form, "rootDirectory") }),
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
