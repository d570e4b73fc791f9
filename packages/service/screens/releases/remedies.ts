import { type BuildErrorCode, BUILD_ERROR_CODES } from "@greenroom/contract";
import { canBuildAgain } from "../../domain/next-action.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import { githubLinks } from "../../domain/site.ts";
import { type Html, html } from "../../outside/html.ts";
import { type DeploymentView, errorsOf } from "../../store/deployments/deployments.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { keyField } from "../fragments.ts";
import type { MemberRequest } from "../guard.ts";
import { deploymentForm } from "./deployment-forms.ts";
import { foldersOf } from "./found-sites.ts";
import { allowButton } from "./refused-hosts.ts";

interface Failed {
  readonly row: DeploymentView;
  readonly site: SiteRow;
  readonly missing: readonly string[];
}

type Remedy = "value" | "hosts" | "folder" | "file" | "manifest" | "settings" | "storage" | "line";

/** The best first. Without one that applies, trying again is what is left. */
const REMEDIES: Readonly<Partial<Record<BuildErrorCode, readonly Remedy[]>>> = {
  manifest_invalid: ["manifest"],
  detect_failed: ["folder", "settings"],
  variable_missing: ["value", "manifest"],
  install_failed: ["hosts", "file", "line"],
  build_failed: ["hosts", "file", "line"],
  output_missing: ["settings"],
  home_broken: ["manifest", "line"],
  output_rejected: ["line"],
  limit_exceeded: ["line"],
  storage_quota_exceeded: ["storage"],
};

export function remedyButton(request: MemberRequest, failed: Failed): Html | undefined {
  const code = BUILD_ERROR_CODES.find((one) => one === failed.row.error_code);
  if (failed.row.status !== "failed" || code === undefined) return undefined;
  for (const remedy of REMEDIES[code] ?? []) {
    const button = BUTTONS[remedy](request, failed);
    if (button) return button;
  }
  return undefined;
}

const BUTTONS: Readonly<Record<Remedy, (request: MemberRequest, failed: Failed) => Html | undefined>> = {
  value: (request, { row, missing: [name, ...others] }) =>
    name !== undefined && mayFix(request, row)
      ? link(
          `#value-${name}`,
          html`<span>Set <code>${name}</code>${others.length > 0 && ` and ${others.length} more`}</span>`,
        )
      : undefined,
  hosts: (request, { row, site }) => allowButton(request, row, site),
  folder: ({ actor }, { row }) =>
    isAdmin(actor.role) && foldersOf(row).length > 0 ? link("#folders", "Choose the folder") : undefined,
  file(_request, { row }) {
    const [{ file, line } = {}] = errorsOf(row);
    return file === undefined ? undefined : sourceLink(row, file, line);
  },
  manifest(_request, { row }) {
    const [{ file = "greenroom.json", line } = {}] = errorsOf(row);
    return sourceLink(row, file, line);
  },
  settings: ({ actor }, { site }) =>
    isAdmin(actor.role) ? link(`/app/sites/${site.id}/settings#build`, "Change how it is built") : undefined,
  storage: (_request, { site }) => link(`/app/sites/${site.id}/settings#stored`, "See what is stored"),
  line(_request, { row }) {
    const [{ logLine } = {}] = errorsOf(row);
    return logLine === undefined ? undefined : link(`#L${logLine}`, "Go to the first error");
  },
};

function link(href: string, text: Html | string): Html {
  return html`<a class="button" href="${href}">${text}</a>`;
}

const MAX_NAME_CHARS = 40;

function sourceLink(row: DeploymentView, file: string, line: number | undefined): Html | undefined {
  const links = githubLinks(row.repository_url);
  const leadsOut = file.split("/").some((step) => step === ".." || step === ".");
  if (!links || row.commit_sha === null || leadsOut) return undefined;
  const name = (file.split("/").at(-1) ?? "").slice(0, MAX_NAME_CHARS);
  return html`<a class="button" href="${links.file(row.commit_sha, file, line)}" rel="noopener noreferrer external"><span>Open <bdi>${name}</bdi>${line !== undefined && `:${line}`} on GitHub</span></a>`;
}

function mayFix({ actor }: MemberRequest, row: DeploymentView): boolean {
  return canDevelop(actor.role) && canBuildAgain(row);
}

export function missingNames(row: DeploymentView): readonly string[] {
  if (row.error_code !== "variable_missing") return [];
  return [...new Set(errorsOf(row).flatMap(({ variable }) => variable ?? []))];
}

export function valueForm(request: MemberRequest, { row, missing }: Failed): Html | undefined {
  if (missing.length === 0 || !mayFix(request, row)) return undefined;
  const fields = html`${keyField()}
    ${missing.map(
      (name) =>
        html`<div class="field">
          <label for="value-${name}"><code>${name}</code></label
          ><input id="value-${name}" name="value-${name}" required autocomplete="off" spellcheck="false" />
        </div>`,
    )}
    <label class="choice"><input type="checkbox" name="plain" value="1" /> <span>Not a secret: members see it, and logs show it</span></label>
    <p class="row"><button name="do" value="value">Save and build</button></p>`;
  return deploymentForm(request, row, html`<div class="stack">${fields}</div>`);
}
