import type { SiteRow } from "../store/schema.ts";
import { type Html, html } from "./html.ts";

/** What a site has screens for, each by what follows the path of the site. */
const TABS = [
  ["", "Overview"],
  ["/domains", "Domains"],
  ["/variables", "Variables"],
  ["/access", "Access"],
  ["/repository", "Repository"],
  ["/trust", "Trusted runs"],
  ["/channels", "Notices"],
  ["/settings", "Settings"],
] as const;

/** The head of every screen of a site: its name, and the way to the others. */
export function siteHeader(site: Pick<SiteRow, "id" | "name">, here: (typeof TABS)[number][0]): Html {
  return html`<p class="crumbs"><a href="/app/sites">Sites</a></p>
    <h1><bdi>${site.name}</bdi></h1>
    <nav class="tabs" aria-label="Site">
      <ul>
        ${TABS.map(
          ([path, label]) =>
            html`<li><a href="/app/sites/${site.id}${path}" ${path === here && html` aria-current="page"`}>${label}</a></li>`,
        )}
      </ul>
    </nav>`;
}
