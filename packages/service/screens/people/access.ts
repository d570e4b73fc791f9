import {
  CreatePreviewToken,
  CreateShareLink,
  PREVIEW_ACCESS,
  PREVIEW_TOKEN_HEADER,
  PRODUCTION_ACCESS,
  UpdateSite,
} from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError, validated } from "../../domain/api-error.ts";
import { canRequest } from "../../domain/approval.ts";
import { addressOf } from "../../http/routes/access.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import {
  ACCESS_ROLES,
  createPreviewToken,
  createShareLink,
  listPreviewTokens,
  listShareLinks,
  type PreviewTokenView,
  readAccess,
  revokePreviewToken,
  revokeShareLink,
  type ShareLinkView,
} from "../../store/sites/site-access.ts";
import { updateSite } from "../../store/sites/site-settings.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated, siteHeader } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";

const LEVELS: Readonly<Record<(typeof PREVIEW_ACCESS)[number], readonly [label: string, hint: string]>> = {
  public: ["Everyone", "Anyone who has a URL can open it."],
  members: ["Members", "People of the workspace, after they signed in here."],
  link: ["Members and share links", "People outside the workspace come by a link that expires."],
};

/** How long a share link can live, days. */
const LIFETIMES = [1, 7, 30, 90] as const;

const DAY_SECONDS = 86_400;

const DONE: ReadonlyMap<string, string> = new Map([
  ["access", "Saved. It applies to the next page that is opened."],
  ["unshare", "The share link was revoked. Visitors who came by it lose access within a minute."],
  ["untoken", "The preview token was revoked. It no longer works."],
]);

/** Shows who can open the previews and the production of a site. */
export async function showAccess(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const { db, clock } = context;
  const site = await requireSite(db, actor.workspaceId, c.req.param("siteId") ?? "");
  const mayChange = ACCESS_ROLES.includes(actor.role);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  return page(c, {
    title: `Access · ${site.name}`,
    session,
    section: "/app/sites",
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`${siteHeader(site, "/access")}
      <div class="column">
        ${levels(request, { site, mayChange })}
        ${shareLinks(context, request, { site, links: await listShareLinks(db, site.id, instant(clock)), typed: notice?.typed })}
        ${tokens(context, request, { site, rows: await listPreviewTokens(db, site.id), mayChange, typed: notice?.typed })}
      </div>`,
  });
}

function levels(
  { session }: MemberRequest,
  { site, mayChange }: { readonly site: SiteRow; readonly mayChange: boolean },
): Html {
  const { previewAccess, productionAccess } = readAccess(site);
  const choices = (
    legend: string,
    name: keyof UpdateSite,
    levels: readonly (keyof typeof LEVELS)[],
    now: string,
  ): Html =>
    html`<fieldset ${!mayChange && html` disabled`}>
      <legend>${legend}</legend>
      ${levels.map((level) => {
        const [label, hint] = LEVELS[level];
        return html`<label class="choice"
          ><input type="radio" name="${name}" value="${level}" ${level === now && html` checked`} />
          <span><strong>${label}</strong><br /><span class="dim">${hint}</span></span></label
        >`;
      })}
    </fieldset>`;
  return html`<form method="post" action="/app/sites/${site.id}/access" class="card stack" id="access">
    ${csrfField(session)}
    <h2>Who can open this site</h2>
    ${choices("Previews", "previewAccess", PREVIEW_ACCESS, previewAccess)}
    ${choices("Production", "productionAccess", PRODUCTION_ACCESS, productionAccess)}
    ${mayChange ? html`<div><button name="do" value="access">Save</button></div>` : html`<p class="dim">Owners and admins change this.</p>`}
  </form>`;
}

interface Links {
  readonly site: SiteRow;
  readonly links: readonly ShareLinkView[];
  readonly typed: URLSearchParams | undefined;
}

function shareLinks({ clock }: ServiceContext, request: MemberRequest, { site, links, typed }: Links): Html {
  const { session, actor } = request;
  const open = readAccess(site).previewAccess === "link";
  const mayShare = canRequest(actor.role);
  const item = (link: ShareLinkView): Html => {
    const name = link.name ?? "Share link";
    const used =
      link.last_used_at === null ? html`never opened` : html`opened ${relativeTime(link.last_used_at, clock.now())}`;
    return html`<li>
      <form method="post" action="/app/sites/${site.id}/access" class="item">
        ${csrfField(session)}<input type="hidden" name="id" value="${link.id}" />
        <div>
          <span class="title">${truncated(name)}</span>
          <p class="dim">
            ${link.deployment_id === null ? html`All previews` : html`<a href="/app/deployments/${link.deployment_id}">One preview</a>`}
            · expires ${relativeTime(link.expires_at, clock.now())} · ${used} · by <bdi>${link.created_by_name}</bdi>
          </p>
        </div>
        ${mayShare && confirmButton({ verb: "Revoke", target: name, consequence: "Visitors who came by it lose access within a minute.", action: "unshare" })}
      </form>
    </li>`;
  };
  return html`<h2 id="share">Share links</h2>
    ${
      links.length > 0
        ? html`<ul class="plain card">${links.map(item)}</ul>`
        : emptyState(
            "No share links",
            open
              ? html`A link opens previews for people without an account.`
              : html`They work when previews are for members and share links.`,
          )
    }
    ${open && mayShare && shareForm(request, { site, typed })}`;
}

function shareForm({ c, session }: MemberRequest, { site, typed }: Pick<Links, "site" | "typed">): Html {
  const given = typed?.get("do") === "share" ? typed : undefined;
  const deployment = given?.get("deployment") ?? c.req.query("deployment") ?? "";
  const days = given?.get("days") ?? "7";
  return html`<form method="post" action="/app/sites/${site.id}/access#share" class="card stack">
    ${csrfField(session)}
    ${inputField("Recipient", { id: "share-name", name: "name", maxlength: 80, placeholder: "Client review", value: given?.get("name"), autocomplete: "off" }, "Only shown here.")}
    ${inputField("Preview", { id: "share-deployment", name: "deployment", maxlength: 68, placeholder: "all previews", value: deployment, autocomplete: "off" }, "ID of the deployment. Empty: every preview of the site, those to come too.")}
    <div class="field">
      <label for="share-days">Expires in</label
      ><select id="share-days" name="days">
        ${LIFETIMES.map((one) => html`<option value="${one}" ${String(one) === days && html` selected`}>${one} ${one === 1 ? "day" : "days"}</option>`)}
      </select>
    </div>
    <div><button name="do" value="share">Create share link</button></div>
  </form>`;
}

interface Tokens {
  readonly site: SiteRow;
  readonly rows: readonly PreviewTokenView[];
  readonly mayChange: boolean;
  readonly typed: URLSearchParams | undefined;
}

function tokens({ clock }: ServiceContext, { session }: MemberRequest, { site, rows, mayChange, typed }: Tokens): Html {
  const now = clock.now();
  const item = (row: PreviewTokenView): Html =>
    html`<li>
      <form method="post" action="/app/sites/${site.id}/access" class="item">
        ${csrfField(session)}<input type="hidden" name="id" value="${row.id}" />
        <div>
          <span class="title">${truncated(row.name)}</span> <code>…${row.last4}</code>
          <p class="dim">
            ${row.last_used_at === null ? "Never used" : html`Used ${relativeTime(row.last_used_at, now)}`} · created
            ${relativeTime(row.created_at, now)} by <bdi>${row.created_by_name}</bdi>
          </p>
        </div>
        ${mayChange && confirmButton({ verb: "Revoke", target: row.name, consequence: "Tests that use it can no longer open previews.", action: "untoken" })}
      </form>
    </li>`;
  return html`<h2 id="tokens">Preview tokens</h2>
    ${
      rows.length > 0
        ? html`<ul class="plain card">${rows.map(item)}</ul>`
        : emptyState(
            "No preview tokens",
            html`Automated tests open previews with one, in the header <code>${PREVIEW_TOKEN_HEADER}</code>.`,
          )
    }
    ${
      mayChange &&
      html`<form method="post" action="/app/sites/${site.id}/access#tokens" class="card stack">
        ${csrfField(session)}
        ${inputField("Name", { id: "token-name", name: "name", maxlength: 80, required: true, placeholder: "Playwright", value: typed?.get("do") === "token" ? typed.get("name") : undefined, autocomplete: "off" }, "To replace one: create another, give it to your tests, revoke the first.")}
        <div><button name="do" value="token">Create preview token</button></div>
      </form>`
    }`;
}

/** Does what one of the forms of the page asks. */
export async function changeSiteAccess(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, form } = request;
  const action = field(form, "do");
  try {
    const shown = await act(context, request, action);
    if (shown instanceof Response) return shown;
    return c.redirect(`/app/sites/${c.req.param("siteId") ?? ""}/access?done=${action}`, 303);
  } catch (error) {
    const own = error instanceof ApiError && ["validation_failed", "deployment_not_found"].includes(error.code);
    if (!own) throw error;
    return showAccess(context, request, { tone: "problem", text: error.message, typed: form });
  }
}

async function act(context: ServiceContext, request: FormRequest, action: string): Promise<Response | undefined> {
  const { c, actor, form } = request;
  const { db, clock } = context;
  const siteId = c.req.param("siteId") ?? "";
  const inSite = <Result>(run: (tx: Parameters<typeof createShareLink>[0], site: SiteRow) => Promise<Result>) =>
    inWorkspace(db, actor.workspaceId, async (tx) => run(tx, await requireSite(tx, actor.workspaceId, siteId)));
  const at = instant(clock);
  const id = field(form, "id");
  switch (action) {
    case "access": {
      const levels = ["previewAccess", "productionAccess"].map((name) => [name, field(form, name)] as const);
      await updateSite(context, actor, { siteId, change: validated(UpdateSite, Object.fromEntries(levels)) });
      return undefined;
    }
    case "share": {
      const [name, deploymentId] = [field(form, "name"), field(form, "deployment")];
      const link = validated(CreateShareLink, {
        ...(name !== "" && { name }),
        ...(deploymentId !== "" && { deploymentId }),
        expiresInSeconds: Number(field(form, "days")) * DAY_SECONDS,
      });
      const made = await inSite((tx, site) => createShareLink(tx, actor, { site, link, nowMs: clock.now() }));
      const { url, path } = addressOf(context, made);
      return shownOnce(request, {
        title: "Copy your share link now",
        secret: url ?? path,
        lead: linkLead(made.row, url),
      });
    }
    case "unshare":
      await inSite((tx, site) => revokeShareLink(tx, actor, { site, linkId: id, at }));
      return undefined;
    case "token": {
      const { name } = validated(CreatePreviewToken, { name: field(form, "name") });
      const { token } = await inSite((tx, site) => createPreviewToken(tx, actor, { site, name, at }));
      const lead = html`Tests send it in the header <code>${PREVIEW_TOKEN_HEADER}</code>, to the hosts of previews only.`;
      return shownOnce(request, { title: "Copy your preview token now", secret: token, lead });
    }
    case "untoken":
      await inSite((tx, site) => revokePreviewToken(tx, actor, { site, tokenId: id, at }));
      return undefined;
    default:
      return showAccess(context, request, { tone: "problem", text: "Choose one of the actions on this page." });
  }
}

function linkLead({ deployment_id }: ShareLinkView, url: string | null): Html {
  if (deployment_id !== null) return html`It opens one preview, without an account.`;
  if (url === null) return html`The site has no preview yet. The path works on the host of each one to come.`;
  return html`It opens the newest preview. The same path opens every other preview of the site on its own host.`;
}

function shownOnce(
  { c, session }: FormRequest,
  { title, secret, lead }: { readonly title: string; readonly secret: string; readonly lead: Html },
): Response {
  return page(c, {
    title,
    session,
    section: "/app/sites",
    narrow: true,
    body: html`<h1>${title}</h1>
      <p>${lead} It is not stored and not shown again. Anyone who has it can use it.</p>
      <p class="secret card">
        <code id="secret">${secret}</code
        ><button type="button" class="secondary small" hidden data-copy="secret">Copy</button>
      </p>
      <p><a class="button" href="/app/sites/${c.req.param("siteId")}/access">I have copied it</a></p>`,
  });
}
