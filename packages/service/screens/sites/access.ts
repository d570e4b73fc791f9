import {
  CreatePreviewToken,
  CreateShareLink,
  PREVIEW_ACCESS,
  PREVIEW_TOKEN_HEADER,
  type PreviewToken,
  PRODUCTION_ACCESS,
  type ShareLink,
  UpdateSite,
} from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { validated } from "../../domain/api-error.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import { addressOf } from "../../http/routes/access.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import { type DeploymentView, listDeployments } from "../../store/deployments/deployments.ts";
import type { AccessRequestRow, SiteRow } from "../../store/engine/schema.ts";
import { requireDeveloper } from "../../store/people/users.ts";
import { endAccessRequest, listAccessRequests } from "../../store/sites/access-requests.ts";
import {
  createPreviewToken,
  createShareLink,
  listPreviewTokens,
  listShareLinks,
  readAccess,
  revokePreviewToken,
  revokeShareLink,
} from "../../store/sites/site-access.ts";
import { updateSite } from "../../store/sites/site-settings.ts";
import {
  branchName,
  choice,
  confirmButton,
  deploymentName,
  emptyState,
  inputField,
  itemForm,
  listOr,
  postForm,
  relativeTime,
  selectField,
  truncated,
} from "../fragments.ts";
import { field, type MemberRequest, typedInto } from "../guard.ts";
import { secretPage } from "../page.ts";
import { GUEST_PATH } from "../room/guest.ts";
import { type FormResult, inSite, problem, type SiteForm, defineSiteScreen } from "../screen.ts";

type Level = (typeof PREVIEW_ACCESS)[number];

const LEVELS: Readonly<Record<Level, readonly [label: string, hint: string]>> = {
  public: ["Everyone", "Anyone who has a URL can open it."],
  members: ["Members", "People of the workspace, after they signed in here."],
  link: ["Members and share links", "People outside the workspace come by a link that expires."],
};

const LIFETIMES = [1, 7, 30, 90] as const;

const DAY_SECONDS = 86_400;

const MAX_PREVIEWS = 50;

export const accessScreen = defineSiteScreen({
  tab: "/access",
  title: "Access",
  load: async ({ context: { db, clock }, actor }, { id }) => ({
    previews: await listDeployments(db, actor.workspaceId, {
      filter: { siteId: id, environment: "preview", status: "ready" },
      limit: MAX_PREVIEWS,
    }),
    links: await listShareLinks(db, id, instant(clock)),
    tokens: await listPreviewTokens(db, id, instant(clock)),
    asking: canDevelop(actor.role) ? await listAccessRequests(db, id) : [],
  }),
  body: (request, { site, links, tokens, previews, asking }) =>
    html`${asking.length > 0 && accessRequests(request, site, asking)} ${levelForm(request, site)}
      <div class="halves">${shareLinks(request, site, { links, previews })} ${previewTokens(request, tokens)}</div>`,
  actions: {
    access: { run: changeLevels, done: "Saved. It applies to the next page that is opened." },
    share: { run: share },
    grant: { run: grant },
    dismiss: { run: dismiss, done: "The request was dismissed." },
    unshare: {
      run: (request) =>
        inSite(request, (tx, site, actor) => revokeShareLink(tx, actor, { site, linkId: field(request.form, "id") })),
      done: "The share link was revoked. Visitors who came by it lose access at once.",
    },
    token: { run: addToken },
    untoken: {
      run: (request) =>
        inSite(request, (tx, site, actor) =>
          revokePreviewToken(tx, actor, { site, tokenId: field(request.form, "id") }),
        ),
      done: "The preview token was revoked. It no longer works.",
    },
  },
});

/** Neither names nor addresses are proven. */
function accessRequests(request: MemberRequest, site: SiteRow, asking: readonly AccessRequestRow[]): Html {
  const byLink = readAccess(site).previewAccess === "link";
  const item = ({ id, name, email, host, created_at: at }: AccessRequestRow): Html => {
    const content = html`<div>
        <span class="title">${truncated(name)}</span> <bdi>${email}</bdi>
        <p class="dim">wanted to open <bdi>${host}</bdi> ${relativeTime(at, request.context.clock.now())}</p>
      </div>
      <div class="row">
        ${byLink && html`<button class="small" name="do" value="grant">Create share link</button>`}
        ${isAdmin(request.actor.role) && html`<a class="button secondary small" href="/app/members?email=${encodeURIComponent(email)}#invite">Invite as member</a>`}
        <button class="secondary small" name="do" value="dismiss">Dismiss</button>
      </div>`;
    return itemForm(request, { id }, content);
  };
  return html`<h2 id="requests">Who asks for access</h2>
    <ul class="plain card">${asking.map(item)}</ul>
    <p class="hint">Anyone can type any name and address. ${!byLink && "Share links work when previews are for members and share links."}</p>`;
}

function levelForm(request: MemberRequest, site: SiteRow): Html {
  const mayChange = isAdmin(request.actor.role);
  const { previewAccess, productionAccess } = readAccess(site);
  const levelChoice = (name: keyof UpdateSite, value: Level, checked: boolean): Html =>
    choice({ type: "radio", name, value, checked }, ...LEVELS[value]);
  const fields = html`<h2>Who can open this site</h2>
    <div class="grid">
      <fieldset ${!mayChange && html` disabled`}>
        <legend>Previews</legend>
        ${PREVIEW_ACCESS.map((level) => levelChoice("previewAccess", level, level === previewAccess))}
      </fieldset>
      <fieldset ${!mayChange && html` disabled`}>
        <legend>Production</legend>
        ${PRODUCTION_ACCESS.map((level) => levelChoice("productionAccess", level, level === productionAccess))}
      </fieldset>
    </div>
    ${mayChange ? html`<div><button name="do" value="access">Save</button></div>` : html`<p class="dim">Owners and admins change this.</p>`}`;
  return postForm(request, { class: "card stack", id: "access" }, fields);
}

interface Shared {
  readonly links: readonly ShareLink[];
  readonly previews: readonly DeploymentView[];
}

function shareLinks(request: MemberRequest, site: SiteRow, { links, previews }: Shared): Html {
  const open = readAccess(site).previewAccess === "link";
  const mayShare = canDevelop(request.actor.role);
  const empty = emptyState(
    "No share links",
    open
      ? html`A link opens previews for people without an account.`
      : html`They work when previews are for members and share links.`,
  );
  return html`<section>
    <h2 id="share">Share links</h2>
    ${listOr(links, (link) => linkItem(request, link, mayShare), empty)} ${open && mayShare && shareForm(request, previews)}
  </section>`;
}

function linkItem(request: MemberRequest, link: ShareLink, mayShare: boolean): Html {
  const now = request.context.clock.now();
  const name = link.name ?? "Share link";
  const consequence = "Visitors who came by it lose access at once.";
  const content = html`<div>
      <span class="title">${truncated(name)}</span>
      <p class="dim">
        ${link.deploymentId === null ? html`All previews` : html`<a href="/app/deployments/${link.deploymentId}">One preview</a>`}
        · expires ${relativeTime(link.expiresAt, now)} ·
        ${link.lastUsedAt === null ? "never opened" : html`opened ${relativeTime(link.lastUsedAt, now)}`} · by
        <bdi>${link.createdBy.name}</bdi>
      </p>
    </div>
    ${mayShare && confirmButton({ verb: "Revoke", target: name, consequence, action: "unshare" })}`;
  return itemForm(request, { id: link.id }, content);
}

function shareForm(request: MemberRequest, previews: readonly DeploymentView[]): Html {
  const { c } = request;
  const typed = typedInto(request, "share");
  const deployment = typed?.get("deployment") ?? c.req.query("deployment");
  const isOlder = typeof deployment === "string" && deployment !== "" && !previews.some(({ id }) => id === deployment);
  const shared = [
    ["", "Every preview of the site, also future ones"],
    ...(isOlder ? [[deployment, "The preview that you came from"] as const] : []),
    ...previews.map((row) => [row.id, shareName(row)] as const),
  ] as const;
  const preview = selectField("Preview", {
    id: "share-deployment",
    name: "deployment",
    options: shared,
    chosen: deployment,
  });
  return postForm(request, { class: "card stack", action: `${c.req.path}#share` }, shareFields(preview, typed));
}

export function shareFields(preview: Html, typed: URLSearchParams | undefined): Html {
  const options = LIFETIMES.map((days) => [String(days), counted(days, "day")] as const);
  return html`${inputField("Recipient", { id: "share-name", name: "name", maxlength: 80, placeholder: "Client review", value: typed?.get("name"), autocomplete: "off" }, "Only shown to members.")}
    ${preview}
    ${selectField("Expires in", { id: "share-days", name: "days", options, chosen: typed?.get("days") ?? "7" })}
    <div><button name="do" value="share">Create share link</button></div>`;
}

const MAX_NAME_CHARS = 60;

function shareName(row: DeploymentView): string {
  const name = deploymentName(row);
  const cut = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return `${cut} (${branchName(row.branch).slice(0, MAX_NAME_CHARS)}, ${row.created_at.slice(0, 16).replace("T", " ")})`;
}

function previewTokens(request: MemberRequest, tokens: readonly PreviewToken[]): Html {
  const mayChange = isAdmin(request.actor.role);
  const empty = emptyState(
    "No preview tokens",
    html`Automated tests open previews with one, in the header <code>${PREVIEW_TOKEN_HEADER}</code>.`,
  );
  return html`<section>
    <h2 id="tokens">Preview tokens</h2>
    ${listOr(tokens, (token) => tokenItem(request, token, mayChange), empty)} ${mayChange && tokenForm(request)}
  </section>`;
}

function tokenItem(request: MemberRequest, token: PreviewToken, mayChange: boolean): Html {
  const now = request.context.clock.now();
  const consequence = "Tests that use it can no longer open previews.";
  const content = html`<div>
      <span class="title">${truncated(token.name)}</span> <code>…${token.last4}</code>
      <p class="dim">
        ${token.lastUsedAt === null ? "Never used" : html`Used ${relativeTime(token.lastUsedAt, now)}`} · created
        ${relativeTime(token.createdAt, now)} by <bdi>${token.createdBy.name}</bdi>
      </p>
    </div>
    ${mayChange && confirmButton({ verb: "Revoke", target: token.name, consequence, action: "untoken" })}`;
  return itemForm(request, { id: token.id }, content);
}

function tokenForm(request: MemberRequest): Html {
  const value = typedInto(request, "token")?.get("name");
  const fields = html`${inputField("Name", { id: "token-name", name: "name", maxlength: 80, required: true, placeholder: "Playwright", value, autocomplete: "off" }, "To replace one: create another, give it to your tests, revoke the first.")}
    <div><button name="do" value="token">Create preview token</button></div>`;
  return postForm(request, { class: "card stack", action: `${request.c.req.path}#tokens` }, fields);
}

async function changeLevels({ context, actor, form, site }: SiteForm): Promise<void> {
  const levels = { previewAccess: field(form, "previewAccess"), productionAccess: field(form, "productionAccess") };
  await updateSite(context, actor, site.id, validated(UpdateSite, levels));
}

export async function share(request: SiteForm): Promise<FormResult> {
  const { context, actor, form } = request;
  const [name, deploymentId] = [field(form, "name"), field(form, "deployment")];
  const link = validated(CreateShareLink, {
    name: name === "" ? undefined : name,
    deploymentId: deploymentId === "" ? undefined : deploymentId,
    expiresInSeconds: Number(field(form, "days")) * DAY_SECONDS,
  });
  const created = await inSite(request, (tx, site) => createShareLink(tx, actor, site, link));
  const { url, path } = addressOf(context, created);
  return secretPage(request, {
    title: "Copy your share link now",
    section: "/app/sites",
    lead: linkLead(created.link, url),
    secret: url ?? path,
    note: guestNote(request, created.secret),
  });
}

async function grant(request: SiteForm): Promise<FormResult> {
  const { context, actor, form } = request;
  const granted = await inSite(request, async (tx, site) => {
    const asked = await endAccessRequest(tx, site.id, field(form, "id"));
    if (!asked) return undefined;
    const link = { name: asked.name.slice(0, 80), deploymentId: asked.deployment_id ?? undefined };
    const created = await createShareLink(tx, actor, site, { ...link, expiresInSeconds: 7 * DAY_SECONDS });
    return { asked, ...addressOf(context, created) };
  });
  if (!granted) return problem("This request was answered already.", 409);
  return secretPage(request, {
    title: "Copy the share link now",
    section: "/app/sites",
    lead: html`Send it to <bdi>${granted.asked.email}</bdi>, if you know whose address that is. It works for 7 days.`,
    secret: granted.url ?? granted.path,
  });
}

async function dismiss(request: SiteForm): Promise<void> {
  const id = field(request.form, "id");
  await inSite(request, async (tx, site, actor) => {
    await requireDeveloper(tx, actor);
    await endAccessRequest(tx, site.id, id);
  });
}

function guestNote({ context, site }: SiteForm, secret: string): Html | undefined {
  if (site.guest_comments === "refused") return undefined;
  return html`<p>To take comments too, send this address instead: <code>${context.addresses.baseUrl}${GUEST_PATH}${secret}</code></p>`;
}

function linkLead({ deploymentId }: ShareLink, url: string | null): Html {
  if (deploymentId !== null) return html`It opens one preview, without an account.`;
  if (url === null) return html`The site has no preview yet. The path works on the host of each future one.`;
  return html`It opens the newest preview. The same path opens every other preview of the site on its own host.`;
}

async function addToken(request: SiteForm): Promise<FormResult> {
  const { actor, form } = request;
  const { name } = validated(CreatePreviewToken, { name: field(form, "name") });
  const { token } = await inSite(request, (tx, site) => createPreviewToken(tx, actor, site, name));
  return secretPage(request, {
    title: "Copy your preview token now",
    section: "/app/sites",
    lead: html`Tests send it in the header <code>${PREVIEW_TOKEN_HEADER}</code>, to the hosts of previews only.`,
    secret: token,
  });
}
