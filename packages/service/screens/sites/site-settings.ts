import { Manifest, MANIFEST_FILE, UpdateSite } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { DEFAULT_DAILY_BUILDS } from "@greenroom/contract/limits";
import type { ServiceContext } from "../../context.ts";
import { validated } from "../../domain/api-error.ts";
import { isAdmin } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { hostedUrl } from "../../settings.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import {
  FORMER_SLUG_DAYS,
  listFormerSlugs,
  type SiteSettings,
  settingsOf,
  updateSite,
} from "../../store/sites/site-settings.ts";
import { choice, commit, externalLink, inputField, postForm, selectField, textareaField } from "../fragments.ts";
import { field, type MemberRequest, typedInto } from "../guard.ts";
import { done, type FormResult, type SiteForm, defineSiteScreen } from "../screen.ts";
import { buildNetwork, NETWORK_ACTIONS } from "./build-network.ts";
import { readSiteStorage, storageSection } from "./site-storage.ts";

interface TextSetting {
  readonly name: keyof SiteSettings;
  readonly label: string;
  readonly hint?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly isNumber?: true;
  readonly hasLines?: true;
  /** The first is meant when nothing is set. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly settings: readonly TextSetting[];
}

const DETECTED = "found by itself";

const SECTIONS: readonly Section[] = [
  {
    id: "general",
    title: "General",
    settings: [
      { name: "name", label: "Name", attributes: { required: true, maxlength: 200 } },
      {
        name: "slug",
        label: "Slug",
        hint: `Part of the site's URLs. After a change the old production URL redirects for ${FORMER_SLUG_DAYS} days; workflows and commands that name the site by its slug need the new one.`,
        attributes: { required: true, maxlength: 63, pattern: "[a-z0-9\\-]+" },
      },
    ],
  },
  {
    id: "repository",
    title: "Repository",
    settings: [
      {
        name: "repositoryUrl",
        label: "Repository",
        hint: "An https URL that this service can read, or an ssh one that is read with a deploy key. Previews that are there stay; the next ones are built from it.",
        attributes: { type: "url", maxlength: 2048, placeholder: "https://github.com/lantern/website" },
      },
      {
        name: "submodules",
        label: "Private submodules",
        hint: "URLs of repositories on the same host, one a line, that are fetched with the credential of this workspace. Everybody who writes to the repository can then read them in a preview. Others are fetched without a credential.",
        hasLines: true,
        attributes: { maxlength: 4000, rows: 2, placeholder: "https://github.com/lantern/theme", spellcheck: "false" },
      },
    ],
  },
  {
    id: "build",
    title: "Build",
    lead: "How the next previews are built. What a field leaves empty, Greenroom finds out by itself.",
    settings: [
      {
        name: "rootDirectory",
        label: "Root directory",
        hint: "Folder of the site inside the repository.",
        attributes: { maxlength: 1024, placeholder: "top of the repository" },
      },
      { name: "framework", label: "Framework", attributes: { maxlength: 100, placeholder: DETECTED } },
      { name: "installCommand", label: "Install command", attributes: { maxlength: 4096, placeholder: DETECTED } },
      { name: "buildCommand", label: "Build command", attributes: { maxlength: 4096, placeholder: DETECTED } },
      {
        name: "output",
        label: "Output folder",
        hint: "Folder of the built site, below the root directory.",
        attributes: { maxlength: 1024, placeholder: DETECTED },
      },
      {
        name: "nodeVersion",
        label: "Node.js version",
        hint: "A release line such as 22, or a whole version.",
        attributes: { maxlength: 9, inputmode: "decimal", placeholder: "24" },
      },
      {
        name: "dailyBuilds",
        label: "Builds that one author starts within a day",
        hint: "The author is the account on GitHub that started the run, else the owner of the token, else the branch. A further build waits until the day is over, or a developer lets it through.",
        isNumber: true,
        attributes: { type: "number", min: 1, max: 100_000, placeholder: String(DEFAULT_DAILY_BUILDS) },
      },
      {
        name: "builtCommits",
        label: "Commits of a branch that are built",
        hint: "With the newest only, a build that still waits ends once its branch has a newer commit. cancelSuperseded in greenroom.json wins.",
        choices: [
          ["all", "all"],
          ["newest", "the newest only"],
        ],
      },
    ],
  },
  {
    id: "storage",
    title: "Storage",
    lead: "What is removed by itself. What production uses stays, and so does what a release waits for.",
    settings: [
      {
        name: "previewExpiryDays",
        label: "Days until a preview expires",
        hint: "After the last deployment of its branch; the newest preview of an open pull request stays longer. Empty: never.",
        isNumber: true,
        attributes: { type: "number", min: 1, max: 3650, placeholder: "never" },
      },
      {
        name: "keptReleases",
        label: "Former releases that stay",
        hint: "The site can be rolled back to each of them. Empty: all.",
        isNumber: true,
        attributes: { type: "number", min: 0, max: 1000, placeholder: "all" },
      },
    ],
  },
  {
    id: "approval",
    title: "Approval",
    settings: [
      {
        name: "viewedPages",
        label: "Changed pages that an approver must have viewed",
        hint: "With all, Approve is refused until the person has marked each changed page as viewed. The audit log keeps what was viewed.",
        choices: [
          ["any", "any they choose"],
          ["all", "all of them"],
        ],
      },
      {
        name: "masks",
        label: "Parts left out of pictures",
        hint: "One a line: a path, which ends with * for all that begin with it, a space, and a CSS selector. For what differs on every load and cannot be made stable. The page of a release says what is left out; words and files are compared all the same.",
        hasLines: true,
        attributes: { maxlength: 2000, rows: 3, placeholder: "/* .visitors-today", spellcheck: "false" },
      },
    ],
  },
  {
    id: "comments",
    title: "Comments",
    settings: [
      {
        name: "blockOverride",
        label: "Who may approve what an open comment blocks",
        hint: "With a reason, which the audit log keeps.",
        choices: [
          ["admins", "owners and admins"],
          ["approvers", "everybody who approves"],
          ["nobody", "no one: it has to be resolved"],
        ],
      },
      {
        name: "guestComments",
        label: "Comments by visitors with a share link",
        hint: "Under a name that they type, marked as a guest. They never block.",
        choices: [
          ["allowed", "allowed"],
          ["refused", "refused"],
        ],
      },
      {
        name: "githubComments",
        label: "Comments on GitHub too",
        hint: "Each thread on the preview of a pull request is one comment there with its newest answers, for everyone who can read the repository. Answers that quote it come back, from everyone who can comment there, where the connected GitHub App sends them.",
        choices: [
          ["off", "no"],
          ["on", "one for each thread"],
        ],
      },
    ],
  },
  {
    id: "prebuilt",
    title: "Built elsewhere",
    settings: [
      {
        name: "prebuilt",
        label: "Folders that a CI job has built and uploads",
        hint: "An upload can name any commit by any person, so an approver cannot rely on it.",
        choices: [
          ["previews", "for previews only"],
          ["allowed", "for previews and releases"],
          ["refused", "not at all"],
        ],
      },
    ],
  },
];

export const settingsScreen = defineSiteScreen({
  tab: "/settings",
  title: "Settings",
  load: async ({ context }, site) => ({
    former: await listFormerSlugs(context.db, site.id, instant(context.clock)),
    storage: await readSiteStorage(context, site),
  }),
  body: (
    request,
    { site, former, storage },
  ) => html`${!isAdmin(request.actor.role) && html`<p class="dim">Owners and admins change these settings.</p>`}
    ${settingsForm(request, site)} ${buildNetwork(request, site)}
    ${former.length > 0 && formerHosts(request.context, former)} ${storageSection(request.context, site, storage)}`,
  actions: { ...NETWORK_ACTIONS, save: { run: save, done: "The settings are saved." } },
});

function formerHosts({ addresses }: ServiceContext, former: Awaited<ReturnType<typeof listFormerSlugs>>): Html {
  return html`<section class="card stack" id="redirects">
    <h2>Former URLs</h2>
    <ul class="bare">
      ${former.map(
        ({ label, until }) =>
          html`<li>${externalLink(hostedUrl(addresses, label, "production"))} redirects until ${until.slice(0, 10)}</li>`,
      )}
    </ul>
  </section>`;
}

function settingsForm(request: MemberRequest, site: SiteRow): Html {
  const mayEdit = isAdmin(request.actor.role);
  const sections = SECTIONS.map((section) => settingsCard(request, site, section));
  const bar = html`<div class="save-bar">
    <button name="do" value="save">Save changes</button>
    <p class="dim" data-unsaved hidden>There are changes that are not saved.</p>
  </div>`;
  return postForm(request, { class: "settings", id: "settings" }, html`${sections} ${mayEdit && bar}`);
}

function settingsCard(request: MemberRequest, site: SiteRow, { id, title, lead, settings }: Section): Html {
  const saved = settingsOf(site);
  const mayEdit = isAdmin(request.actor.role);
  const typed = typedInto(request, "save");
  const committed = site.manifest === null ? {} : Manifest.parse(JSON.parse(site.manifest));
  const settingField = ({ name, label, hint, attributes, choices, hasLines }: TextSetting): Html => {
    const before = saved[name] ?? choices?.[0]?.[0];
    const value = typed?.get(name) ?? before;
    const typing = { id: name, name, autocomplete: "off", readonly: !mayEdit, ...attributes };
    const input = choices
      ? selectField(label, { id: name, name, options: choices, chosen: String(value), disabled: !mayEdit }, hint)
      : hasLines
        ? textareaField(label, { ...typing, value: String(value ?? "") }, hint)
        : inputField(label, { ...typing, value }, hint);
    return html`${input}<input type="hidden" name="was-${name}" value="${before}" />${decidedBy(site, committed[name])}`;
  };
  return html`<section class="card stack" id="${id}">
    <h2>${title}</h2>
    ${lead !== undefined && html`<p class="hint">${lead}</p>`} ${settings.map(settingField)}
    ${id === "repository" && skipChoice(typed)}
  </section>`;
}

function decidedBy(site: SiteRow, value: unknown): Html | undefined {
  if (value === undefined) return undefined;
  const shown = value === null ? html`skips it` : html`says <code>${JSON.stringify(value)}</code>`;
  return html`<p class="hint"><code>${MANIFEST_FILE}</code> ${shown} as of ${commit(site.manifest_commit_sha)}, which wins over this setting.</p>`;
}

/** Offered after a repository could not be read: the service may get access later. */
export function skipChoice(typed: URLSearchParams | undefined): Html | undefined {
  if (typed === undefined) return undefined;
  const checked = typed.get("skipRepositoryCheck") === "1";
  return choice(
    { type: "checkbox", name: "skipRepositoryCheck", value: "1", checked },
    "Take the repository although the service cannot read it yet",
  );
}

export function skipsCheck(form: URLSearchParams): { readonly skipRepositoryCheck?: true } {
  return field(form, "skipRepositoryCheck") === "1" ? { skipRepositoryCheck: true } : {};
}

/** Browsers end the lines of what was typed with a carriage return too. */
const linesOf = (form: URLSearchParams, name: string): string => field(form, name).replaceAll("\r\n", "\n");

/** Only what the person changed is sent on, so that two people who edit different settings keep both. */
async function save({ context, actor, form, site }: SiteForm): Promise<FormResult> {
  const settings = SECTIONS.flatMap((section) => section.settings);
  const changed = settings.flatMap(({ name, isNumber }): (readonly [string, string | number | null])[] => {
    const value = linesOf(form, name);
    if (value === linesOf(form, `was-${name}`)) return [];
    if (value === "" && name !== "name" && name !== "slug") return [[name, null]];
    return [[name, isNumber && /^\d{1,9}$/.test(value) ? Number(value) : value]];
  });
  const change = validated(UpdateSite, { ...Object.fromEntries(changed), ...skipsCheck(form) });
  await updateSite(context, actor, site.id, change);
  return done();
}
