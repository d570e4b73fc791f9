import { type BuildDiagnostic, UpdateSite } from "@greenroom/contract";
import { validated } from "../../domain/api-error.ts";
import { canBuildAgain } from "../../domain/next-action.ts";
import { isAdmin } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { SITE_ELSEWHERE, SITE_FOUND } from "../../pipeline/steps/sites.ts";
import { type DeploymentView, diagnosticsOf } from "../../store/deployments/deployments.ts";
import { updateSite } from "../../store/sites/site-settings.ts";
import { keyField } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type FormResult, done, problem } from "../screen.ts";
import { deploymentForm } from "./deployment-forms.ts";

export function foldersOf(row: DeploymentView): readonly string[] {
  return diagnosticsOf(row).flatMap(({ code, file }) => (code === SITE_FOUND && file !== undefined ? file : []));
}

export const namesSite = ({ code }: BuildDiagnostic): boolean => code === SITE_FOUND || code === SITE_ELSEWHERE;

export function foundSites(request: MemberRequest, row: DeploymentView): Html | false {
  const sites = diagnosticsOf(row).filter(namesSite);
  const [first] = sites;
  if (first === undefined) return false;
  const canChoose = foldersOf(row).length > 0;
  const decides = isAdmin(request.actor.role) && canBuildAgain(row);
  return html`<section class="card stack" id="folders">
    <h2>Sites of this repository</h2>
    <p class="hint">
      ${canChoose ? html`Choose one, which stays a setting of the site,${!decides && " as owners and admins can,"} or commit` : "Commit"} a
      <code>greenroom.json</code> that names its folder, such as
      <code>${JSON.stringify({ rootDirectory: first.file })}</code>
    </p>
    <ul class="bare">
      ${sites.map(
        ({ code, file: folder = ".", message, hint }) => html`<li class="row">
          <code>${folder}</code> <span><bdi>${message}</bdi></span>
          ${decides && code === SITE_FOUND ? folderForm(request, row, folder) : html`<span class="dim">${hint}</span>`}
        </li>`,
      )}
    </ul>
  </section>`;
}

function folderForm(request: MemberRequest, row: DeploymentView, folder: string): Html {
  const content = html`<input type="hidden" name="folder" value="${folder}" />
    ${keyField()}
    <button class="secondary small" name="do" value="folder">Build ${folder}</button>`;
  return deploymentForm(request, row, content);
}

export async function chooseFolder({ context, actor, form }: FormRequest, row: DeploymentView): Promise<FormResult> {
  const folder = field(form, "folder");
  if (!foldersOf(row).includes(folder)) return problem("This build recognized no site in that folder.");
  await updateSite(
    context,
    actor,
    row.site_id,
    validated(UpdateSite, { rootDirectory: folder === "." ? null : folder }),
  );
  return done("#folders");
}
