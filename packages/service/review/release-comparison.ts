import type { Review } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { pairOf, type Report } from "../domain/comparison.ts";
import { readServingRules } from "../domain/site.ts";
import type { FilePart } from "../domain/takes-back.ts";
import { counted } from "../outside/words.ts";
import type { ChangedPages } from "../store/approvals/decisions.ts";
import { type DeploymentView, findDeployments } from "../store/deployments/deployments.ts";
import type { ApprovalRequestRow, SiteRow } from "../store/engine/schema.ts";
import { rulesOf } from "../store/files/file-lists.ts";
import { type Comparison, readComparison } from "../store/reviews/comparisons.ts";
import { type Live, liveOfSite } from "../store/sites/hosts.ts";
import { listReleases, type Release } from "../store/sites/releases.ts";
import { findSite } from "../store/sites/sites.ts";
import { differenceOf, type FileDifference } from "./file-difference.ts";
import { compareRules, type PageReport } from "./report.ts";
import { isPage, pagePath } from "./served-side.ts";
import { NOTHING_BACK, takesBackText } from "./takes-back-text.ts";

const LOOKS = ["different", "unstable", "same"] as const;

export interface ChangedPage {
  /** Of its URL. */
  readonly path: string;
  readonly change: "added" | "changed" | "removed";
  /** What rendering it showed; undefined for one that was not rendered. */
  readonly report: PageReport | undefined;
  /** The page's own file is as it was: it changes through files that it shares with others. */
  readonly byShared: boolean;
  /**
   * What rendering it showed. `same`: only its own file differs, such as the target of a link or a script. `unstable`:
   * it differs from load to load, as it did before, and on one load it was as before.
   */
  readonly looks: (typeof LOOKS)[number];
  /** The number of the release that is undone there. */
  readonly takenBack: number | undefined;
  /** Places of its file that a former release had changed. */
  readonly parts: readonly FilePart[];
}

/** What a release changes against what is live, whenever its preview was built. */
export interface ReleaseComparison {
  readonly id: string;
  /** What is left out of its pictures. */
  readonly masks: string;
  /** Whether its pages were rendered. Pages and numbers of another comparison are never shown in its place. */
  readonly state: "ready" | "waiting" | "none";
  /** What the state is about, for people. */
  readonly message: string | undefined;
  /** Not all of its pages were rendered, and more can be. */
  readonly partly: boolean;
  readonly pages: readonly ChangedPage[];
  readonly brokenLinks: NonNullable<Review["brokenLinks"]>;
  readonly rules: ReturnType<typeof compareRules>;
  readonly files: FileDifference;
  /** Where the pictures of `report` are. */
  readonly picturesPath: string;
  /** What is live, among the releases of the site. */
  readonly liveNumber: number | undefined;
  /** The number that the release gets, or got. */
  readonly number: number;
  /** The former release whose files it brings back; undefined for a release of something new. */
  readonly rollBackTo: Release | undefined;
}

interface ComparedRelease {
  readonly site: SiteRow;
  readonly source: DeploymentView;
  /** What it is compared with: what is live, or another deployment of the site. */
  readonly live: Pick<Live, "deploymentId" | "fileListDigest"> | undefined;
  /** When it was decided; what is live now when null. */
  readonly decidedAt?: string | null;
  /** What was left out of its pictures when it was decided; what the site says now when undefined. */
  readonly masks?: string | undefined;
}

const FORMERS = 10;

/** @returns Undefined when it has no files, or not any more. */
async function filesOf(
  { db, objects }: ServiceContext,
  { site, source: { file_list_digest: after }, live, decidedAt = null }: ComparedRelease,
) {
  if (after === null) return undefined;
  const before = live?.fileListDigest ?? null;
  const releases = await listReleases(db, site.id, { limit: FORMERS + 1, until: decidedAt ?? undefined });
  const at = releases.findIndex(({ deploymentId }) => deploymentId === live?.deploymentId);
  // Only what was live can be taken back.
  const formers = live && at === -1 ? [] : releases.slice(at + 1);
  return { before, after, releases, at, formers, files: await differenceOf(objects, { before, after, formers }) };
}

/** @returns Undefined when the source has no files, or not any more. */
export async function comparisonOf(
  context: ServiceContext,
  release: ComparedRelease,
): Promise<ReleaseComparison | undefined> {
  const { db } = context;
  const { site, live, masks = site.masks ?? "" } = release;
  const found = await filesOf(context, release);
  if (!found) return undefined;
  const { before, after, releases, at, formers, files } = found;
  const comparison = await readComparison(context, site.id, pairOf(live, after, masks));
  const rendered = renderedOf(comparison);
  const { report, ...shown } = rendered;
  const [was, is] = [before === null ? "{}" : await rulesOf(db, before), await rulesOf(db, after)];
  return {
    id: comparison.id,
    masks,
    ...shown,
    pages: pagesOf(rendered, files),
    brokenLinks: report?.brokenLinks ?? [],
    rules: compareRules(readServingRules(was ?? "{}"), readServingRules(is ?? "{}")),
    files,
    picturesPath: `/app/comparisons/${comparison.id}/pictures/`,
    liveNumber: at === -1 ? undefined : releases[at]?.number,
    number: (releases[0]?.number ?? 0) + 1,
    rollBackTo: after === before ? undefined : formers.find(({ fileListDigest }) => fileListDigest === after),
  };
}

interface Rendered extends Pick<ReleaseComparison, "state" | "message" | "partly"> {
  readonly report: Report | undefined;
}

function renderedOf(comparison: Comparison): Rendered {
  const waits = { state: "waiting", partly: false } as const;
  switch (comparison.kind) {
    case "none":
      return { state: "ready", message: undefined, partly: false, report: undefined };
    case "queued": {
      const { behind, report } = comparison;
      const place = behind === 0 ? "It is next." : `${counted(behind, "other is", "others are")} before it.`;
      return { ...waits, message: `The pages wait to be rendered and compared. ${place}`, report };
    }
    case "rendering": {
      const { done, total, report } = comparison;
      const known = total === 0 ? "" : ` ${done} of ${total} are done.`;
      return { ...waits, message: `The pages are being rendered and compared.${known}`, report };
    }
    case "ready": {
      const { message, partly, report } = comparison;
      return { state: "ready", message, partly, report };
    }
    case "failed":
    case "unavailable":
      return { state: "none", message: comparison.message, partly: false, report: undefined };
  }
}

const RANKS = { changed: 1, added: 2, removed: 3 } as const;

/** The front page first, as in a comparison. */
function rankOf({ path, change }: Pick<ChangedPage, "path" | "change">): number {
  return path === "/" ? 0 : RANKS[change];
}

/** Every page whose own file differs, whether it was rendered or not, and those that look different through other files. */
function pagesOf({ state, report }: Rendered, files: FileDifference): readonly ChangedPage[] {
  const known = files.kind === "known" ? files : undefined;
  const takenBack = new Map([...(known?.takenBack ?? [])].map(([file, number]) => [pagePath(file), number]));
  const parts = new Map([...(known?.parts ?? [])].map(([file, found]) => [pagePath(file), found]));
  const ownFiles = (known?.changes.files ?? []).filter(({ path }) => isPage(path));
  const own = new Set(ownFiles.map(({ path }) => pagePath(path)));
  const rendered = (report?.pages ?? []).map((page) => ({ path: page.path, change: page.change, report: page }));
  const notRendered = state === "ready" ? (report?.notRendered ?? []) : [];
  const seen = new Set([...rendered, ...notRendered].map(({ path }) => path));
  const others = ownFiles
    .map(({ path, kind }) => ({ path: pagePath(path), change: kind }))
    .filter(({ path }) => !seen.has(path))
    .toSorted((left, right) => rankOf(left) - rankOf(right));
  const unseen = [...notRendered, ...others].map(({ path, change }) => ({ path, change, report: undefined }));
  return [...rendered, ...unseen]
    .filter(({ path, change, report }) => change !== "unchanged" || report?.unstable === true || own.has(path))
    .map(({ path, change, report }) => ({
      path,
      change: change === "unchanged" ? ("changed" as const) : change,
      report,
      byShared: known !== undefined && !own.has(path),
      looks:
        change !== "unchanged"
          ? ("different" as const)
          : report?.unstable === true
            ? ("unstable" as const)
            : ("same" as const),
      takenBack: takenBack.get(path),
      parts: parts.get(path) ?? [],
    }))
    .toSorted((left, right) => LOOKS.indexOf(left.looks) - LOOKS.indexOf(right.looks));
}

/** Undefined without the preview or its site. */
async function withLive(
  { db }: ServiceContext,
  workspaceId: string,
  sourceId: string,
): Promise<ComparedRelease | undefined> {
  const source = (await findDeployments(db, workspaceId, [sourceId])).get(sourceId);
  const site = source && (await findSite(db, workspaceId, { siteId: source.site_id }));
  return site && { site, source, live: await liveOfSite(db, site.id) };
}

/** In words; undefined for nothing. */
export async function takenBackBy(
  context: ServiceContext,
  workspaceId: string,
  sourceId: string,
): Promise<string | undefined> {
  const release = await withLive(context, workspaceId, sourceId);
  const found = release && (await filesOf(context, release));
  const text = found ? takesBackText(found.files) : NOTHING_BACK;
  return text === NOTHING_BACK ? undefined : text;
}

/** The pages that a decision about a request is about, as they are now; undefined without any. */
export async function changedPagesOf(
  context: ServiceContext,
  view: Pick<ApprovalRequestRow, "workspace_id" | "source_deployment_id">,
): Promise<ChangedPages | undefined> {
  const release = await withLive(context, view.workspace_id, view.source_deployment_id);
  const comparison = release && (await comparisonOf(context, release));
  return comparison && { comparison: comparison.id, paths: comparison.pages.map(({ path }) => path) };
}
