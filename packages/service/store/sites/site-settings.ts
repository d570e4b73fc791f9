import type { UpdateSite } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { isAdmin } from "../../domain/roles.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { insertRow, requireRow, updateRows } from "../engine/rows.ts";
import type { SiteRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";
import { roleOf } from "../people/users.ts";
import { type AccessChange, changeAccess } from "./site-access.ts";
import { freeLabel, requireFreeSlug, requireRepository, requireSite } from "./sites.ts";

/** Each setting of a site: the column that keeps it, and what people call it. */
const SETTINGS = {
  name: ["name", "name"],
  slug: ["slug", "slug"],
  repositoryUrl: ["repository_url", "repository"],
  framework: ["chosen_framework", "framework"],
  rootDirectory: ["root_directory", "root directory"],
  installCommand: ["install_command", "install command"],
  buildCommand: ["build_command", "build command"],
  output: ["output", "output folder"],
  nodeVersion: ["node_version", "Node.js version"],
  previewExpiryDays: ["preview_expiry_days", "expiry of previews"],
  keptReleases: ["kept_releases", "number of former releases that stay"],
  prebuilt: ["prebuilt", "rule for files that were built elsewhere"],
  viewedPages: ["viewed_pages", "pages that an approver views"],
  guestComments: ["guest_comments", "rule for comments by guests"],
  githubComments: ["github_comments", "rule for comments on GitHub"],
  blockOverride: ["block_override", "rule on who approves what comments block"],
  dailyBuilds: ["daily_builds", "builds of one author within a day"],
  builtCommits: ["built_commits", "rule on which commits are built"],
  masks: ["masks", "parts left out of pictures"],
  submodules: ["submodules", "private submodules"],
} as const satisfies Readonly<
  Record<
    Exclude<keyof UpdateSite, keyof AccessChange | "skipRepositoryCheck">,
    readonly [column: keyof SiteRow, words: string]
  >
>;

type Settings = typeof SETTINGS;

/** The settings of a site as its members gave them. */
export type SiteSettings = { readonly [Name in keyof Settings]: SiteRow[Settings[Name][0]] };

const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

export function settingsOf(row: SiteRow): SiteSettings {
  return Object.fromEntries(NAMES.map((name) => [name, row[SETTINGS[name][0]]])) as SiteSettings;
}

/** For a token as for a person; what is as it was changes nothing. */
export async function updateSite(
  context: ServiceContext,
  actor: Actor,
  siteId: string,
  change: UpdateSite,
): Promise<SiteRow> {
  const { db } = context;
  await requireEditor(db, actor);
  requirePersonFor(actor, change);
  const { repositoryUrl: url, skipRepositoryCheck: skipCheck } = change;
  const current = await requireSite(db, actor.workspaceId, siteId);
  if (url !== current.repository_url) await requireRepository(context, actor.workspaceId, { url, skipCheck });
  return asActor(db, actor, async (tx) => {
    await requireEditor(tx, actor);
    const site = await requireSite(tx, actor.workspaceId, siteId);
    const before = settingsOf(site);
    const changed = NAMES.filter((name) => change[name] !== undefined && change[name] !== before[name]);
    if (changed.length === 0) return changeAccess(tx, actor, site, change);
    const host = change.slug !== undefined && changed.includes("slug") ? await moveHost(tx, site, change.slug) : {};
    const set = Object.fromEntries(changed.map((name) => [SETTINGS[name][0], change[name]]));
    await updateRows(tx, "sites", { id: site.id }, { ...host, ...set, updated_at: tx.at });
    const row = await requireRow(tx, "sites", { id: site.id });
    const pick = (from: SiteSettings) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    const labels = changed.map((name) => SETTINGS[name][1]);
    const data = { changed: labels, from: pick(before), to: pick(settingsOf(row)) };
    await auditSite(tx, auditedActor(actor), "site.changed", site.id, data);
    return changeAccess(tx, actor, row, change);
  });
}

/** How long the production host of a former slug redirects, and no other site gets it. */
export const FORMER_SLUG_DAYS = 30;

/** Moves the production host of a site to the label of another slug; the label it had redirects. */
async function moveHost(tx: Transaction, site: SiteRow, slug: string): Promise<Pick<SiteRow, "production_label">> {
  await requireFreeSlug(tx, site, slug);
  const label = await freeLabel(tx, site.id, slug);
  if (label === site.production_label) return { production_label: label };
  await tx.deleteFrom("former_slugs").where("label", "in", [label, site.production_label]).execute();
  const until = later(tx.at, FORMER_SLUG_DAYS * DAY_MS);
  const former = { label: site.production_label, workspace_id: site.workspace_id, site_id: site.id, slug: site.slug };
  await insertRow(tx, "former_slugs", { ...former, until });
  await updateRows(tx, "hosts", { label: site.production_label, site_id: site.id, kind: "production" }, { label });
  return { production_label: label };
}

export async function listFormerSlugs(
  db: Database,
  siteId: string,
  at: string,
): Promise<{ label: string; slug: string; until: string }[]> {
  return db
    .selectFrom("former_slugs")
    .select(["label", "slug", "until"])
    .where("site_id", "=", siteId)
    .where("until", ">", at)
    .orderBy("until", "desc")
    .execute();
}

/**
 * Keeps from tokens without an owner what decides whose work a release is: with another repository, or with files of its
 * own, a job could ask for the release of what its author alone has made.
 */
function requirePersonFor(actor: Actor, change: UpdateSite): void {
  if (actor.userId !== null && (actor.kind === "session" || actor.run === undefined)) return;
  for (const [setting, what] of Object.entries(SET_BY_PEOPLE)) {
    if (Object.hasOwn(change, setting)) throw new ApiError("user_actor_required", `${what} is set by a person.`);
  }
}

const SET_BY_PEOPLE = {
  repositoryUrl: "The repository that a site is built from",
  prebuilt: "What is done with files that were built elsewhere",
  viewedPages: "Which pages an approver must have viewed",
  blockOverride: "Who approves what comments block",
  githubComments: "Whether comments go to GitHub",
  masks: "What is left out of pictures",
  submodules: "What is read with the credential of the workspace",
  dailyBuilds: "How many builds one author may start",
} as const satisfies Partial<Record<keyof UpdateSite, string>>;

/** @throws {ApiError} `forbidden_role` for a person who only sees the settings; a token without an owner has only its scope */
async function requireEditor(db: Database, actor: Actor): Promise<void> {
  if (actor.userId === null) return;
  const role = await roleOf(db, actor.workspaceId, actor.userId);
  if (isAdmin(role)) return;
  throw new ApiError("forbidden_role", "The settings of a site are changed by a member with the role owner or admin.");
}
